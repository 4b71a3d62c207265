(* Appendix D on two-sided time, the converse.

   Assumes: a law on Z that is decodable and private under any mode F, 0 < alpha, beta < 1.
   Proves: l_t >= L (1 + |1-alpha-beta|^(t-s)) for every ON time s <= t (converse_general_on_Z). In a finite window
   the constraint holds only nearly, so the program of Appendix A is solved up to an error (one_shot_near). *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window OneShot WindowConverse Information Model Converse.
Import ListNotations.
Open Scope R_scope.

Lemma some_nonzero {T} (l : list T) f : sum l f <> 0 -> exists x, In x l /\ f x <> 0.
Proof.
  induction l as [|a l IH]; simpl; intro N; [now contradict N|]. destruct (Req_dec (f a) 0) as [Z|Z]; [|exists a; auto].
  destruct IH as (x & Hx & Nx); [lra|]. exists x. auto.
Qed.
Section Program.
  Context {Qry : Type}.
  Variables (S : server Qry) (t : nat) (qs : list Qry).
  Variables (f : src -> Qry -> src -> R) (u : Qry -> R) (k : src -> src -> R) (err : src -> Qry -> R).
  Hypothesis f_nonneg : forall a q x, In q qs -> 0 <= f a q x.
  Hypothesis f_decodes : forall a q x, In q qs -> f a q x <> 0 -> decodes S t q x.
  Hypothesis f_private : forall a q, In q qs -> Rabs (f a q A + f a q B - u q) <= err a q.
  Hypothesis f_chain : forall a x, sum qs (fun q => f a q x) = k a x.
  Hypothesis k_law : forall a, k a A + k a B = 1.
  Hypothesis u_nonneg : forall q, In q qs -> 0 <= u q.
  Hypothesis u_law : sum qs u = 1.
  Lemma query_cost_near q : In q qs -> INR (len S t q) * u q >=
    INR (L S) * (2 * u q - Rmin (f A q A) (f B q A) - Rmin (f A q B) (f B q B)) - 2 * INR (L S) * (err A q + err B q).
  Proof.
    intro Hq. assert (PA := f_private A q Hq). assert (PB := f_private B q Hq). assert (Nu := u_nonneg q Hq).
    assert (N := fun a x => f_nonneg a q x Hq). assert (D := fun a x => f_decodes a q x Hq).
    assert (Naa := N A A). assert (Nab := N A B). assert (Nba := N B A). assert (Nbb := N B B).
    assert (NL := pos_INR (L S)). assert (Nl := pos_INR (len S t q)).
    assert (OneA : f A q A <> 0 \/ f B q A <> 0 -> decodes S t q A) by (intros [H|H];
      [now apply (D A A)|now apply (D B A)]).
    assert (OneB : f A q B <> 0 \/ f B q B <> 0 -> decodes S t q B) by (intros [H|H];
      [now apply (D A B)|now apply (D B B)]).
    set (aa := f A q A) in *. set (ab := f A q B) in *. set (ba := f B q A) in *. set (bb := f B q B) in *.
    set (ea := err A q) in *. set (eb := err B q) in *. set (v := u q) in *. set (n := INR (L S)) in *.
      set (l := INR (len S t q)) in *.
    assert (0 <= Rmin aa ba) by (apply Rmin_glb; auto). assert (0 <= Rmin ab bb) by (apply Rmin_glb; auto).
    assert (ZA : (aa = 0 /\ ba = 0) \/ decodes S t q A) by (destruct (Req_dec aa 0), (Req_dec ba 0); auto).
    assert (ZB : (ab = 0 /\ bb = 0) \/ decodes S t q B) by (destruct (Req_dec ab 0), (Req_dec bb 0); auto).
    assert (EA : - ea <= aa + ab - v <= ea) by (unfold Rabs in PA; destruct (Rcase_abs (aa + ab - v)); lra).
    assert (EB : - eb <= ba + bb - v <= eb) by (unfold Rabs in PB; destruct (Rcase_abs (ba + bb - v)); lra).
    assert (Key : l * v >= n * (2 * v - Rmin aa ba - Rmin ab bb - 2 * (ea + eb))); [|lra].
    assert (X1 : 0 <= l * v) by (apply Rmult_le_pos; auto).
    destruct ZA as [[Z1 Z2]|DA], ZB as [[Z3 Z4]|DB].
    - assert (2 * v - Rmin aa ba - Rmin ab bb - 2 * (ea + eb) <= 0) by lra. nra.
    - assert (H2 := one_message S t q B DB). fold n l in H2. assert (v - ea - eb <= Rmin ab bb) by (apply Rmin_glb;
      lra). nra.
    - assert (H2 := one_message S t q A DA). fold n l in H2. assert (v - ea - eb <= Rmin aa ba) by (apply Rmin_glb;
      lra). nra.
    - assert (H2 := two_messages S t q DA DB). fold n l in H2. nra.
  Qed.
  Theorem one_shot_near : sum qs (fun q => INR (len S t q) * u q) >=
    INR (L S) * (1 + Rabs (k A A - k B A)) - 2 * INR (L S) * sum qs (fun q => err A q + err B q).
  Proof.
    assert (C : sum qs (fun q => INR (len S t q) * u q) >= sum qs (fun q => INR (L S) * (2 * u q
      - Rmin (f A q A) (f B q A) - Rmin (f A q B) (f B q B)) - 2 * INR (L S) * (err A q + err B q))).
    { apply Rle_ge. apply sum_le. intros q Hq. now apply Rge_le, query_cost_near. }
    assert (MA := sum_min qs (fun q => f A q A) (fun q => f B q A)).
    assert (MB := sum_min qs (fun q => f A q B) (fun q => f B q B)).
    rewrite !f_chain in MA, MB. rewrite <- sum_minus, sum_scale, three, u_law in C.
    assert (KA := k_law A). assert (KB := k_law B). assert (NL := pos_INR (L S)).
    replace (k A B) with (1 - k A A) in MB by lra. replace (k B B) with (1 - k B A) in MB by lra.
    assert (Rmin (k A A) (k B A) + Rmin (1 - k A A) (1 - k B A) = 1 - Rabs (k A A - k B A)).
    { unfold Rmin, Rabs. destruct (Rle_dec (k A A) (k B A)), (Rle_dec (1 - k A A) (1 - k B A)),
      (Rcase_abs (k A A - k B A)); lra. }
    set (sa := sum qs (fun q => Rmin (f A q A) (f B q A))) in *.
      set (sb := sum qs (fun q => Rmin (f A q B) (f B q B))) in *.
    set (se := sum qs (fun q => err A q + err B q)) in *.
    assert (sa + sb <= 1 - Rabs (k A A - k B A)) by lra. nra.
  Qed.
End Program.

(* One window: X_s is at place k; h0 are the queries before s. *)
Section Window.
  Variables alpha beta : R.
  Variable mu : src -> R.
  Context {Qry : Type}.
  Variable qs : list Qry.
  Variable J : list src -> list Qry -> R.
  Hypothesis requests : law_of_requests alpha beta mu.
  Hypothesis is_causal : causal alpha beta mu qs J.
  Hypothesis Ha : 0 < alpha < 1.
  Hypothesis Hb : 0 < beta < 1.
  Notation prob := (prob J).
  Notation before := (before qs J).
  Notation leak := (leak qs J).
  Let pos E h : 0 <= prob E h := prob_nonneg alpha beta mu qs J is_causal E h.
  Variable k : nat.
  Definition given a h0 := before (was k a) h0 / prob anything h0.
  Definition apart a n := sum (words qs k) (fun h0 => sum (words qs n) (fun h =>
    Rabs (prob (was k a) (h ++ h0) - given a h0 * prob anything (h ++ h0)))).
  Lemma apart_grows a n : apart a (S (S n)) <= apart a (S n) + leak (was k a) (S n + k).
  Proof.
    unfold apart, Model.leak. rewrite sum_words_app, <- sum_add. apply sum_le. intros h0 H0.
      rewrite sum_words, <- sum_add. apply sum_le. intros h Hh.
    assert (Hg := words_app _ _ _ _ _ Hh H0). assert (Lg := words_length _ _ _ Hg).
      assert (Hg' : In (h ++ h0) (words qs (length (h ++ h0)))) by now rewrite Lg.
    eapply Rle_trans; [apply (next_query_apart alpha beta mu qs J requests is_causal (was k a) (given a h0) (h ++ h0)
      Hg')|]. apply Rplus_le_compat_r. apply Req_le. do 2 f_equal.
    apply (before_past alpha beta mu qs J requests is_causal); auto. intros x xs Lx.
      apply (was_past k a x xs (length (h ++ h0))); auto. rewrite Lg. lia.
  Qed.
  Lemma apart_first a : apart a 1 = leak (was k a) k.
  Proof.
    unfold apart, Model.leak. apply sum_ext. intros h0 H0. assert (L0 := words_length _ _ _ H0).
      change 1%nat with (S 0). rewrite sum_words. simpl. rewrite Rplus_0_r.
    apply sum_ext. intros q _. rewrite (before_anything alpha beta mu qs J requests is_causal h0) by now rewrite L0.
      unfold given. do 2 f_equal. unfold Rdiv. ring.
  Qed.
  Lemma other_leak n : leak (was k B) n = leak (was k A) n.
  Proof.
    apply sum_ext. intros h Hh. assert (L := words_length _ _ _ Hh).
      assert (Hh' : In h (words qs (length h))) by now rewrite L. apply sum_ext. intros q Hq.
    assert (Sum : forall g, prob (was k B) g = prob anything g - prob (was k A) g).
    { intro g. assert (X : prob anything g = prob (was k A) g + prob (was k B) g); [|lra].
      unfold Window.prob. rewrite <- sum_add. apply sum_ext. intros xs _. unfold was, anything.
        destruct (at_time k xs); simpl; ring. }
    assert (SumB : before (was k B) h = before anything h - before (was k A) h).
    { unfold Window.before. replace (sum qs (fun q => prob anything (q :: h)) - sum qs (fun q =>
      prob (was k A) (q :: h)))
        with (sum qs (fun q => prob anything (q :: h)) - 1 * sum qs (fun q => prob (was k A) (q :: h))) by ring.
          rewrite sum_minus. apply sum_ext. intros. rewrite Sum. ring. }
    rewrite Sum, SumB. rewrite (before_anything alpha beta mu qs J requests is_causal h Hh').
    destruct (Req_dec (prob anything h) 0) as [Z|Z].
    - rewrite !(prob_zero alpha beta mu qs J requests is_causal _ q h) by auto. f_equal. unfold Rdiv. ring.
    - rewrite <- (Rabs_Ropp (prob (was k A) (q :: h) - _)). f_equal. field. auto.
  Qed.
  Definition least := Rmin (Rmin alpha (1 - alpha)) (Rmin beta (1 - beta)).
  Lemma least_pos : 0 < least. Proof. repeat apply Rmin_glb_lt; lra. Qed.
  Lemma least_M y a : least <= M alpha beta y a.
  Proof.
    unfold least. assert (X1 := Rmin_l (Rmin alpha (1 - alpha)) (Rmin beta (1 - beta))).
      assert (X2 := Rmin_r (Rmin alpha (1 - alpha)) (Rmin beta (1 - beta))).
    assert (Y1 := Rmin_l alpha (1 - alpha)). assert (Y2 := Rmin_r alpha (1 - alpha)).
      assert (Z1 := Rmin_l beta (1 - beta)). assert (Z2 := Rmin_r beta (1 - beta)).
    destruct y, a; simpl; lra.
  Qed.
  Lemma not_told a h0 : (0 < k)%nat -> In h0 (words qs k) -> least * prob anything h0 <= before (was k a) h0.
  Proof.
    intros Hk H0. rewrite (before_was alpha beta mu qs J is_causal k a h0 H0). destruct k as [|k']; [lia|].
    rewrite (prob_now J anything h0). cbn [sum srcs]. assert (PA := pos (now A anything) h0).
      assert (PB := pos (now B anything) h0).
    assert (MA := least_M A a). assert (MB := least_M B a). nra.
  Qed.
  Variable S : server Qry.
  Hypothesis is_decodable : forall x q g, In q qs -> In g (words qs (length g)) ->
    prob (now x anything) (q :: g) <> 0 -> decodes S (length g) q x.
  Theorem cost_near j : (0 < k)%nat ->
    sum (words qs (j + k)) (fun g => sum qs (fun q => INR (len S (j + k) q) * prob anything (q :: g))) >=
    INR (L S) * (1 + Rabs (1 - alpha - beta) ^ j) - 2 * INR (L S) / least *
      (apart A (Datatypes.S j) + apart B (Datatypes.S j)).
  Proof.
    intro Hk. rewrite sum_words_app. set (c := INR (L S) * (1 + Rabs (1 - alpha - beta) ^ j)).
      assert (NL := pos_INR (L S)). assert (Lp := least_pos).
    assert (T : c = sum (words qs k) (fun h0 => c * prob anything h0)) by (rewrite sum_scale,
      (total alpha beta mu qs J requests is_causal); ring).
    set (gap := fun a h0 => sum (words qs (Datatypes.S j)) (fun h =>
      Rabs (prob (was k a) (h ++ h0) - given a h0 * prob anything (h ++ h0)))).
    assert (Ng : forall a h0, 0 <= gap a h0) by (intros; apply sum_nonneg; intros; apply Rabs_pos).
    apply Rle_ge. rewrite T. unfold apart. fold (gap A). fold (gap B). rewrite <- sum_add, sum_minus. apply sum_le.
      intros h0 H0.
    change (c * prob anything h0 - 2 * INR (L S) / least * (gap A h0 + gap B h0) <= sum (words qs j) (fun h =>
      sum qs (fun q => INR (len S (j + k) q) * prob anything (q :: h ++ h0)))).
    set (U := fun q => sum (words qs j) (fun h => prob anything (q :: h ++ h0))).
    assert (EU : sum (words qs j) (fun h => sum qs (fun q => INR (len S (j + k) q) * prob anything (q :: h ++ h0)))
      = sum qs (fun q => INR (len S (j + k) q) * U q)).
    { rewrite sum_swap. apply sum_ext. intros q _. unfold U. now rewrite sum_scale. }
    rewrite EU. clear EU.
    assert (NU : forall q, 0 <= U q) by (intro; apply sum_nonneg; intros; apply pos).
    assert (Err : 0 <= 2 * INR (L S) / least * (gap A h0 + gap B h0)).
    { apply Rmult_le_pos; [|assert (X := Ng A h0); assert (Y := Ng B h0); lra]. apply Rmult_le_pos; [lra|]. left.
      now apply Rinv_0_lt_compat. }
    destruct (Req_dec (prob anything h0) 0) as [Z|Z].
    { rewrite Z, Rmult_0_r. assert (0 <= sum qs (fun q => INR (len S (j + k) q) * U q)); [|lra].
      apply sum_nonneg. intros q _. apply Rmult_le_pos; [apply pos_INR|auto]. }
    set (p := prob anything h0) in *. assert (N0 : 0 < p) by (assert (X := pos anything h0); unfold p in *; lra).
    set (b := fun a => before (was k a) h0). assert (Bp : forall a, least * p <= b a) by (intro a; now apply not_told).
    assert (Pb : forall a, 0 < b a) by (intro a; assert (X := Bp a); assert (Y := Rmult_lt_0_compat _ _ Lp N0); lra).
    set (f := fun a q x => / b a * sum (words qs j) (fun h => prob (now x (was k a)) (q :: h ++ h0))).
    set (err := fun a q => / b a * sum (words qs j) (fun h =>
      Rabs (prob (was k a) (q :: h ++ h0) - given a h0 * prob anything (q :: h ++ h0)))).
    assert (G := one_shot_near S (j + k) qs f (fun q => / p * U q) (K alpha beta j) err).
    assert (B1 : sum qs (fun q => INR (len S (j + k) q) * (/ p * U q)) >= INR (L S) *
      (1 + Rabs (K alpha beta j A A - K alpha beta j B A)) - 2 * INR (L S) * sum qs (fun q => err A q + err B q)).
    { apply G; clear G.
      - intros a q x _. apply Rmult_le_pos; [left; now apply Rinv_0_lt_compat|]. apply sum_nonneg. intros. apply pos.
      - intros a q x Hq Nf. unfold f in Nf.
        assert (exists h, In h (words qs j) /\ prob (now x (was k a)) (q :: h ++ h0) <> 0) as (h & Hh & Nh).
        { apply some_nonzero. intro E. apply Nf. rewrite E. ring. }
        assert (Hg := words_app _ _ _ _ _ Hh H0). assert (Lg := words_length _ _ _ Hg). rewrite <- Lg.
          apply is_decodable; auto; [now rewrite Lg|]. intro E. apply Nh.
        assert (X := pos (now x (was k a)) (q :: h ++ h0)).
        assert (Y : prob (now x (was k a)) (q :: h ++ h0) <= prob (now x anything) (q :: h ++ h0)); [|lra].
        apply sum_le. intros xs _. assert (P := nonneg _ _ _ _ _ is_causal xs (q :: h ++ h0)). unfold now, anything.
        destruct (same (hd A xs) x), (was k a xs); simpl; lra.
      - intros a q Hq. unfold f, err, U. rewrite <- Rmult_plus_distr_l, <- sum_add.
        replace (/ b a * sum (words qs j) (fun h => prob (now A (was k a)) (q :: h ++ h0) + prob (now B (was k a))
          (q :: h ++ h0)) - / p * sum (words qs j) (fun h => prob anything (q :: h ++ h0)))
          with (/ b a * sum (words qs j) (fun h => prob (was k a) (q :: h ++ h0) - given a h0 * prob anything
            (q :: h ++ h0))).
        + rewrite Rabs_mult, Rabs_right; [|left; now apply Rinv_0_lt_compat].
          apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat|]. apply sum_abs.
        + rewrite <- sum_minus. rewrite (sum_ext _ (fun h => prob (now A (was k a)) (q :: h ++ h0) + prob
          (now B (was k a)) (q :: h ++ h0)) (fun h => prob (was k a) (q :: h ++ h0)))
            by (intros; symmetry; apply (prob_now J)).
          unfold given. fold p. fold (b a). assert (X := Pb a). field. split; lra.
      - intros a x. unfold f. rewrite sum_scale, sum_swap. assert (X :=
        flow alpha beta mu qs J is_causal k a h0 H0 j x). rewrite sum_words in X.
        simpl in X. rewrite X. fold (b a). field. assert (Y := Pb a). lra.
      - intro a. apply K_total.
      - intros q _. apply Rmult_le_pos; [left; now apply Rinv_0_lt_compat|auto].
      - rewrite sum_scale. unfold U. rewrite sum_swap.
        replace (sum (words qs j) (fun h => sum qs (fun q => prob anything (q :: h ++ h0)))) with
          (sum (words qs (Datatypes.S j)) (fun h => prob anything (h ++ h0)))
          by (rewrite sum_words; reflexivity).
        assert (E : sum (words qs (Datatypes.S j)) (fun h => prob anything (h ++ h0)) = prob anything h0).
        { clear - requests is_causal H0. induction j as [|i IH].
          - rewrite sum_words. simpl. rewrite Rplus_0_r. apply (before_anything alpha beta mu qs J requests is_causal).
            now rewrite (words_length _ _ _ H0).
          - rewrite sum_words, <- IH. apply sum_ext. intros h Hh. assert (Hg := words_app _ _ _ _ _ Hh H0).
            apply (before_anything alpha beta mu qs J requests is_causal).
            now rewrite (words_length _ _ _ Hg). }
        rewrite E. fold p. field. auto. }
    rewrite K_difference, <- RPow_abs in B1. fold c in B1.
    assert (E : sum qs (fun q => INR (len S (j + k) q) * (/ p * U q))
      = / p * sum qs (fun q => INR (len S (j + k) q) * U q)).
    { rewrite <- sum_scale. apply sum_ext. intros. ring. }
    rewrite E in B1. clear E.
    assert (Eg : forall a, p * sum qs (err a) <= / least * gap a h0).
    { intro a. unfold err. rewrite sum_scale, sum_swap. 
      replace (sum (words qs j) (fun h => sum qs (fun q => Rabs
        (prob (was k a) (q :: h ++ h0) - given a h0 * prob anything (q :: h ++ h0))))) with (gap a h0)
        by (unfold gap; rewrite sum_words; reflexivity).
      rewrite <- Rmult_assoc. apply Rmult_le_compat_r; auto. assert (X := Bp a). assert (Y := Pb a).
      apply Rmult_le_reg_r with (b a); auto. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
      apply Rmult_le_reg_l with least; auto. rewrite <- Rmult_assoc, Rinv_r by lra. lra. }
    assert (EA := Eg A). assert (EB := Eg B). rewrite sum_add in B1. set (sa := sum qs (err A)) in *.
      set (sb := sum qs (err B)) in *.
    set (V := sum qs (fun q => INR (len S (j + k) q) * U q)) in *.
    assert (B2 : p * (/ p * V) >= p * (c - 2 * INR (L S) * (sa + sb))) by (apply Rmult_ge_compat_l; lra).
    rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l in B2 by auto.
    assert (2 * INR (L S) * (p * sa + p * sb) <= 2 * INR (L S) * (/ least * gap A h0 + / least * gap B h0)) by
      (apply Rmult_le_compat_l; lra).
    unfold Rdiv. lra.
  Qed.
End Window.

(* Every mode on Z. *)
Section General.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Context {Qry : Type}.
  Variable qs : list Qry.
  Variable J : Z -> list src -> list Qry -> R.
  Variable F : mode_on_Z.
  Variable S : service Qry.
  Hypothesis Ha : 0 < alpha < 1.
  Hypothesis Hb : 0 < beta < 1.
  Hypothesis law : law_on_Z alpha beta nu qs J.
  Hypothesis is_decodable : decodable_on_Z qs J S.
  Hypothesis is_private : private_faintly qs J F.
  Let R0 s : law_of_requests alpha beta (nu s) := window_requests alpha beta nu qs J ltac:(lra) ltac:(lra) law s.
  Let C s : causal alpha beta (nu s) qs (J s) := window_law _ _ _ _ _ law s.
  Variable s : Z.
  Hypothesis on : F s = true.
  Notation W k := (J (s - Z.of_nat k)%Z).
  Lemma leak_far a i e : 0 < e -> exists N, forall k, (N <= k)%nat -> leak qs (W k) (was k a) (i + k) <= e.
  Proof.
    intro He. assert (Fs : F (s + Z.of_nat i - Z.of_nat i)%Z = true) by
      (now replace (s + Z.of_nat i - Z.of_nat i)%Z with s by lia).
    destruct (is_private (s + Z.of_nat i)%Z i Fs e He) as [N HN]. exists N. intros k Hk.
      specialize (HN (i + k)%nat ltac:(lia)).
    replace (s + Z.of_nat i - Z.of_nat (i + k))%Z with (s - Z.of_nat k)%Z in HN by lia.
      replace (i + k - i)%nat with k in HN by lia.
    unfold R_dist in HN. rewrite Rminus_0_r in HN. assert (X := Rle_abs (leak qs (W k) (was k A) (i + k))).
    destruct a; [lra|]. rewrite (other_leak alpha beta _ qs _ (R0 _) (C _)). lra.
  Qed.
  Lemma apart_far a j : forall e, 0 < e -> exists N, forall k, (N <= k)%nat -> apart qs (W k) k a (Datatypes.S j) <= e.
  Proof.
    induction j as [|j IH]; intros e He.
    - destruct (leak_far a 0 e He) as [N HN]. exists N. intros k Hk.
      rewrite (apart_first alpha beta _ qs _ (R0 _) (C _)). now apply HN.
    - destruct (IH (e / 2) ltac:(lra)) as [N1 H1]. destruct (leak_far a (Datatypes.S j) (e / 2) ltac:(lra)) as [N2 H2].
      exists (N1 + N2)%nat. intros k Hk.
      specialize (H1 k ltac:(lia)). specialize (H2 k ltac:(lia)).
        assert (X := apart_grows alpha beta _ qs _ (R0 _) (C (s - Z.of_nat k)%Z) k a j). lra.
  Qed.
  Theorem converse_general_on_Z j : cost_on_Z qs J S (s + Z.of_nat j) >= INR (size_of S) *
    (1 + Rabs (1 - alpha - beta) ^ j).
  Proof.
    set (c := INR (size_of S) * (1 + Rabs (1 - alpha - beta) ^ j)). apply Rle_ge, Rnot_lt_le. intro H.
    assert (Lp := least_pos alpha beta Ha Hb). assert (NL := pos_INR (size_of S)).
    set (d := c - cost_on_Z qs J S (s + Z.of_nat j)). assert (Pd : 0 < d) by (unfold d; lra).
    set (e := d * least alpha beta / (8 * (INR (size_of S) + 1))).
    assert (Pe : 0 < e) by (apply Rmult_lt_0_compat; [now apply Rmult_lt_0_compat|]; apply Rinv_0_lt_compat; lra).
    destruct (apart_far A j e Pe) as [N1 H1]. destruct (apart_far B j e Pe) as [N2 H2].
    set (k := Datatypes.S (N1 + N2)). specialize (H1 k ltac:(unfold k; lia)). specialize (H2 k ltac:(unfold k; lia)).
    assert (Pk : (0 < k)%nat) by (unfold k; lia). clearbody k.
    assert (Dec : forall x q g, In q qs -> In g (words qs (length g)) -> prob (W k) (now x anything) (q :: g) <> 0 ->
      decodes (from S (s - Z.of_nat k)%Z) (length g) q x).
    { intros x q g Hq Hg Nz. apply (is_decodable (s - Z.of_nat k + Z.of_nat (length g))%Z x q Hq). intro Z. apply Nz.
      assert (Y := forget_prob alpha beta nu qs J law (length g) (s - Z.of_nat k + Z.of_nat (length g))%Z
        (now x anything) (now x anything) [q]).
      replace (s - Z.of_nat k + Z.of_nat (length g) - Z.of_nat (length g))%Z with (s - Z.of_nat k)%Z in Y by lia.
        simpl app in Y.
      assert (E : prob (J (s - Z.of_nat k + Z.of_nat (length g))%Z) (now x anything) [q] = 0).
      { unfold Window.prob. simpl. unfold now, anything. destruct x; simpl; rewrite Z; ring. }
      rewrite E in Y. apply (sum_zero_each (words qs (length g)) (fun g => prob (W k) (now x anything) (q :: g))); auto.
      - intros. apply (prob_nonneg alpha beta _ qs _ (C _)).
      - apply Y.
        + apply words_cons. split; auto. now left.
        + intros [|z w] v Lu _; [discriminate|]. reflexivity. }
    assert (G := cost_near alpha beta _ qs _ (R0 _) (C (s - Z.of_nat k)%Z) Ha Hb k (from S (s - Z.of_nat k)%Z) Dec j
      Pk).
    replace (sum (words qs (j + k)) (fun g => sum qs (fun q =>
      INR (len (from S (s - Z.of_nat k)%Z) (j + k) q) * prob (W k) anything (q :: g))))
      with (cost_on_Z qs J S (s + Z.of_nat j)) in G.
    2: { unfold cost_on_Z. rewrite sum_swap. apply sum_ext. intros q Hq. rewrite sum_scale.
         rewrite <- (asked_window alpha beta nu qs J law (s + Z.of_nat j)%Z (j + k) q Hq). simpl len.
         replace (s - Z.of_nat k + Z.of_nat (j + k))%Z with (s + Z.of_nat j)%Z by lia.
           replace (s + Z.of_nat j - Z.of_nat (j + k))%Z with (s - Z.of_nat k)%Z by lia. reflexivity. }
    change (L (from S (s - Z.of_nat k)%Z)) with (size_of S) in G. fold c in G. set (n := INR (size_of S)) in *.
      set (m := least alpha beta) in *.
    set (x := apart qs (W k) k A (Datatypes.S j)) in *. set (y := apart qs (W k) k B (Datatypes.S j)) in *.
    assert (B1 : 2 * n / m * (x + y) <= 2 * n / m * (2 * e)).
    { apply Rmult_le_compat_l; [|lra]. apply Rmult_le_pos; [lra|]. left. now apply Rinv_0_lt_compat. }
    assert (B2 : 2 * n / m * (2 * e) = d * (n / (n + 1)) / 2) by (unfold e; field; split; lra).
    assert (B3 : n / (n + 1) <= 1). { apply Rmult_le_reg_r with (n + 1); [lra|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l; lra. }
    assert (B4 : d * (n / (n + 1)) <= d * 1) by (apply Rmult_le_compat_l; lra). unfold d in *. lra.
  Qed.
End General.
