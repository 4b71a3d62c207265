(* Appendix A at one time: the counting behind len >= L and 2L, the linear program, the t-step law of the chain.

   Assumes: a joint law of (X_0, X_t, Q_t) in which Q_t is independent of X_0, or nearly so, and the request can be
   decoded.
   Proves: l_t >= L (1 + |P(A|A) - P(A|B)|) (one_shot; up to an error, one_shot_near); P(A|A), ..., P(B|B)
   (t_step_law); P(A|A) - P(A|B) = (1-alpha-beta)^t (K_difference). *)
From Coq Require Import Reals Lra List Arith Lia.
From OnOff Require Import Sums Window.
Import ListNotations.
Open Scope R_scope.

(* A code that can be undone is at least as long as what it encodes. *)
Definition bits := [true; false].
Lemma bits_all w : In w (words bits (length w)).
Proof. apply words_all. destruct x; simpl; auto. Qed.
Lemma words_count n : length (words bits n) = (2 ^ n)%nat.
Proof.
  induction n; auto. simpl. rewrite <- IHn. clear. induction (words bits n) as [|a r IH]; simpl; lia.
Qed.
Lemma words_nodup n : NoDup (words bits n).
Proof.
  induction n; simpl. { constructor; auto. constructor. }
  induction (words bits n) as [|w r IH]; simpl. { constructor. }
  inversion_clear IHn as [|? ? Hw Hr]. specialize (IH Hr).
  assert (K : forall b, ~ In (b :: w) (flat_map (fun v => [true :: v; false :: v]) r)).
  { intros b Hin. apply in_flat_map in Hin as (v & Hv & [E|[E|[]]]); injection E; intros; subst; auto. }
  constructor. { intros [E|Hin]; [discriminate|]. now apply (K true). }
  constructor; auto.
Qed.
Lemma code_length n m (e d : list bool -> list bool) :
  (forall w, length w = n -> length (e w) = m /\ d (e w) = w) -> (n <= m)%nat.
Proof.
  intro H. destruct (le_lt_dec n m) as [|Hlt]; auto. exfalso.
  assert (Hc : (length (map e (words bits n)) <= length (words bits m))%nat).
  { apply NoDup_incl_length.
    - apply NoDup_map_inv with (f := d). rewrite map_map.
      replace (map (fun x => d (e x)) (words bits n)) with (words bits n); [apply words_nodup|].
      rewrite <- map_id at 1. apply map_ext_in. intros w Hw. symmetry. apply H. eapply words_length; eauto.
    - intros v Hv. apply in_map_iff in Hv as (w & <- & Hw). apply words_length in Hw. apply H in Hw as [<- _].
      apply bits_all. }
  rewrite map_length, !words_count in Hc. apply Nat.pow_lt_mono_r with (a := 2%nat) in Hlt; lia.
Qed.
Section Lengths.
  Context {Qry : Type}.
  Variables (S : server Qry) (t : nat) (q : Qry).
  Lemma one_message x : decodes S t q x -> INR (L S) <= INR (len S t q).
  Proof.
    intros [d Hd]. apply le_INR. apply code_length with (d := d)
      (e := fun w => answer S t q (match x with A => w | B => repeat true (L S) end) (match x with B => w | A =>
        repeat true (L S) end)).
    intros w Hw. assert (R := repeat_length true (L S)).
    destruct x; (split; [apply answers; auto | rewrite Hd; auto]).
  Qed.
  Lemma two_messages : decodes S t q A -> decodes S t q B -> INR (L S) + INR (L S) <= INR (len S t q).
  Proof.
    intros [d Hd] [d' Hd']. rewrite <- plus_INR. apply le_INR. apply code_length with (d := fun y => d y ++ d' y)
      (e := fun w => answer S t q (firstn (L S) w) (skipn (L S) w)).
    intros w Hw. assert (length (firstn (L S) w) = L S) by (rewrite firstn_length; lia).
    assert (length (skipn (L S) w) = L S) by (rewrite skipn_length; lia).
    split; [now apply answers|]. rewrite Hd, Hd' by auto. apply firstn_skipn.
  Qed.
End Lengths.

(* The program: f a q x = Pr(Q = q, X = x | X_0 = a), u q = Pr(Q = q), k a x = Pr(X = x | X_0 = a). Where Q is nearly
   independent of X_0, up to err, so is the bound. *)
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
  Lemma sum_min {T} (l : list T) g h : sum l (fun x => Rmin (g x) (h x)) <= Rmin (sum l g) (sum l h).
  Proof. apply Rmin_glb; apply sum_le; intros; [apply Rmin_l | apply Rmin_r]. Qed.
  Lemma three {T} (l : list T) g h i : sum l (fun x => 2 * g x - h x - i x) = 2 * sum l g - sum l h - sum l i.
  Proof. induction l; simpl; [ring|]. rewrite IHl. ring. Qed.
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
Theorem one_shot {Qry} (S : server Qry) t qs f u k : (forall a q x, In q qs -> 0 <= f a q x) ->
  (forall a q x, In q qs -> f a q x <> 0 -> decodes S t q x) ->
  (forall a q, In q qs -> f a q A + f a q B = u q) ->
  (forall a x, sum qs (fun q => f a q x) = k a x) -> (forall a, k a A + k a B = 1) ->
  sum qs (fun q => INR (len S t q) * u q) >= INR (L S) * (1 + Rabs (k A A - k B A)).
Proof.
  intros N D P C T. assert (G := one_shot_near S t qs f u k (fun _ _ => 0) N D).
  cbv beta in G. rewrite (sum_null qs (fun q => 0 + 0)) in G by (intro; ring). rewrite Rmult_0_r, Rminus_0_r in G.
  apply G; auto.
  - intros a q Hq. rewrite P by auto. rewrite Rminus_eq_0, Rabs_R0. lra.
  - intros q Hq. rewrite <- (P A q Hq). assert (X := N A q A Hq). assert (Y := N A q B Hq). lra.
  - rewrite <- (T A), <- !C, <- sum_add. apply sum_ext. intros q Hq. now rewrite P.
Qed.

(* The chain after n steps. *)
Section Chain.
  Variables alpha beta : R.
  Notation K := (K alpha beta).
  Lemma K_total n x : K n x A + K n x B = 1.
  Proof. induction n; [destruct x; simpl; lra|]. simpl. transitivity (K n x A + K n x B); [ring|exact IHn]. Qed.
  Lemma K_difference n : K n A A - K n B A = (1 - alpha - beta) ^ n.
  Proof.
    induction n; [simpl; lra|]. assert (HA := K_total n A). assert (HB := K_total n B). simpl.
    rewrite <- IHn. replace (K n A B) with (1 - K n A A) by lra. replace (K n B B) with (1 - K n B A) by lra. ring.
  Qed.
  (* Appendix A, the t-step law, where its denominator is not zero. *)
  Theorem t_step_law n : alpha + beta <> 0 ->
    K n A A = (beta + alpha * (1 - alpha - beta) ^ n) / (alpha + beta) /\
    K n A B = (alpha - alpha * (1 - alpha - beta) ^ n) / (alpha + beta) /\
    K n B A = (beta - beta * (1 - alpha - beta) ^ n) / (alpha + beta) /\
    K n B B = (alpha + beta * (1 - alpha - beta) ^ n) / (alpha + beta).
  Proof.
    intro N. induction n as [|n (EAA & EAB & EBA & EBB)].
    - simpl. repeat split; field; auto.
    - simpl. rewrite EAA, EAB, EBA, EBB. repeat split; field; auto.
  Qed.
End Chain.

(* From lengths to rates. *)
Lemma rate_bound n c l : (0 < n)%nat -> 1 <= c -> l >= INR n * c -> INR n / l <= 1 / c.
Proof.
  intros Hn Hc Hl. assert (0 < INR n) by now apply lt_0_INR. assert (0 < INR n * c) by nra.
  assert (I : / l <= / (INR n * c)) by (apply Rinv_le_contravar; lra).
  replace (1 / c) with (INR n * / (INR n * c)) by (field; lra). unfold Rdiv. apply Rmult_le_compat_l; lra.
Qed.
Lemma pow_ge alpha beta k : 1 <= 1 + Rabs (1 - alpha - beta) ^ k.
Proof. assert (X := pow_le _ k (Rabs_pos (1 - alpha - beta))). lra. Qed.
