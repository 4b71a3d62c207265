(* The chain rule of Appendix A and zero leakage, on two-sided time.

   Assumes: a law on Z that is private in the step mode, and an ergodic chain.
   Proves: the requests of [s:t], privacy ON for ever up to t, are independent of the queries of [s:t+j], for all s
   and j (leaks_nothing_on_Z); so the constraint with the whole past is the same as in every finite window
   (windows_iff). Where the chain is not ergodic it is weaker (windows_stricter), and the chain rule as printed fails
   (refuted_converse_chain_rule). *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information Model Converse SchemeOnZ Theorem1
  Privacy.
Import ListNotations.
Open Scope R_scope.

(* The event that the requests at the places k, k+1, ... of the window are v. *)
Fixpoint prefix (v xs : list src) : bool := match v, xs with
  | [], _ => true | a :: v', x :: xs' => same x a && prefix v' xs' | _, [] => false end.
Fixpoint spans k v xs : bool := if Nat.eqb (length xs) (length v + k) then prefix v xs else match xs with [] =>
  false | _ :: r => spans k v r end.
Lemma spans_exact k v xs : length xs = (length v + k)%nat -> spans k v xs = prefix v xs.
Proof. intro L. destruct xs as [|x xs]; cbn [spans]; now rewrite L, Nat.eqb_refl. Qed.
Lemma spans_new k a v x xs : length xs = (length v + k)%nat -> spans k (a :: v) (x :: xs) = same x a && spans k v xs.
Proof. intro L. rewrite (spans_exact k (a :: v)), (spans_exact k v) by (simpl; lia). reflexivity. Qed.
Lemma spans_later k v x xs : (length v + k <= length xs)%nat -> spans k v (x :: xs) = spans k v xs.
Proof. intro L. cbn [spans length]. destruct (Nat.eqb_spec (S (length xs)) (length v + k)); [lia|]. reflexivity. Qed.
Lemma prefix_app v : forall u w, (length v <= length u)%nat -> prefix v (u ++ w) = prefix v u.
Proof. induction v as [|a v IH]; intros [|x u] w L; simpl in *; auto; [lia|]. rewrite IH by lia. reflexivity. Qed.
Lemma spans_older v w : forall u, (length v <= length u)%nat -> spans (length w) v (u ++ w) = spans 0 v u.
Proof.
  induction u as [|x u IH]; intro L.
  - assert (length v = 0)%nat by (simpl in L; lia). rewrite (spans_exact 0), spans_exact by (simpl; lia).
    destruct v; [reflexivity|discriminate].
  - destruct (Nat.eq_dec (length (x :: u)) (length v)) as [E|E].
    + rewrite (spans_exact 0), spans_exact by (rewrite ?app_length; lia). now apply prefix_app.
    + simpl in E, L. change ((x :: u) ++ w) with (x :: (u ++ w)). rewrite !spans_later by (rewrite ?app_length; lia).
      apply IH. lia.
Qed.
Lemma spans_was k a xs : (k < length xs)%nat -> spans k [a] xs = was k a xs.
Proof.
  unfold was. induction xs as [|x xs IH]; intro L; [simpl in L; lia|]. simpl in L.
    destruct (Nat.eq_dec (length xs) k) as [E|E].
  - rewrite spans_exact by (simpl; lia). simpl. rewrite E, Nat.eqb_refl, andb_true_r. reflexivity.
  - rewrite spans_later by (simpl; lia). rewrite IH by lia. simpl.
    destruct (Nat.eqb_spec (length xs) k); [lia|reflexivity].
Qed.
Lemma prefix_about (G : mode) k v : (forall i, (k <= i < length v + k)%nat -> G i = true) ->
  forall xs ys, length xs = (length v + k)%nat -> length xs = length ys -> agree G xs ys = true ->
    prefix v xs = prefix v ys.
Proof.
  induction v as [|a v IH]; intros on [|x xs] [|y ys] L1 L2 Ag; try discriminate; auto. simpl in *. injection L1 as L1.
    injection L2 as L2.
  apply andb_true_iff in Ag as [A1 A2]. rewrite on in A1 by lia. apply same_true in A1. subst y.
  rewrite (IH (fun i Hi => on i ltac:(lia)) xs ys); auto.
Qed.
Lemma spans_about (G : mode) k v : (forall i, (k <= i < length v + k)%nat -> G i = true) -> about G (spans k v).
Proof.
  intros on xs. induction xs as [|x xs IH]; intros ys L Ag.
  - destruct ys; [reflexivity|discriminate].
  - destruct (Nat.eq_dec (length (x :: xs)) (length v + k)) as [E|E].
    + rewrite !spans_exact by congruence. now apply (prefix_about G k).
    + destruct ys as [|y ys]; [discriminate|]. cbn [spans]. rewrite <- L.
      destruct (Nat.eqb_spec (length (x :: xs)) (length v + k)); [contradiction|].
      simpl in L, Ag. apply andb_true_iff in Ag as [_ Ag]. apply IH; auto.
Qed.

Section Leak.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Context {Qry : Type}.
  Variable qs : Z -> list Qry.
  Variable J : Z -> list src -> list Qry -> R.
  Variable F : mode_on_Z.
  Hypothesis Ha : 0 <= alpha <= 1.
  Hypothesis Hb : 0 <= beta <= 1.
  Hypothesis is_ergodic : ergodic alpha beta.
  Hypothesis law : law_on_Z alpha beta nu qs J.
  Hypothesis is_private : private_on_Z qs J F.
  Let R0 s : law_of_requests alpha beta (nu s) := window_requests alpha beta nu qs J Ha Hb law s.
  Let C s : causal alpha beta (nu s) (alphabets qs s) (J s) := window_law _ _ _ _ _ law s.
  Variable s : Z.
  Notation W k := (J (s - Z.of_nat k)%Z).
  Notation ls k := (alphabets qs (s - Z.of_nat k)%Z).
  Notation Pr v := (chain alpha beta (nu s) v).
  (* What Q_{s+m} tells about X_s, X_{s+1}, ... *)
  Lemma faint v m e : (length v <= S m)%nat -> (forall i, (s <= i < s + Z.of_nat (length v))%Z -> F i = true) ->
    0 < e ->
    exists N, forall k, (N <= k)%nat -> leak (ls k) (W k) (spans k v) (k + m) <= e.
  Proof.
    intros L on He. assert (Pe : 0 < e * e) by now apply Rmult_lt_0_compat.
      destruct (is_private (s + Z.of_nat m)%Z s (e * e / 8) ltac:(lra)) as [N HN].
    exists N. intros k Hk. specialize (HN (k + m)%nat ltac:(lia)). unfold R_dist in HN. rewrite Rminus_0_r in HN.
    replace (s + Z.of_nat m - Z.of_nat (k + m))%Z with (s - Z.of_nat k)%Z in HN by lia.
      set (G := later F s (s - Z.of_nat k)%Z) in *.
    assert (Ab : about G (spans k v)).
    { apply spans_about. intros i Hi. unfold G, later. rewrite on by lia. rewrite andb_true_r. apply Z.leb_le. lia. }
    assert (X := leak_information alpha beta _ _ _ (R0 _) (C (s - Z.of_nat k)%Z) G (spans k v) (k + m) (e / 4) Ab
      ltac:(lra)).
    assert (I := Rle_abs (information (ls k) (W k) G (k + m))).
    assert (Y : e / 2 * leak (ls k) (W k) (spans k v) (k + m) <= e / 2 * e) by lra. apply Rmult_le_reg_l in Y; auto.
    lra.
  Qed.
  Lemma step_new k a b v h : In h (histories (ls k) (k + length (b :: v))) ->
    before (ls k) (W k) (spans k (a :: b :: v)) h - Pr (a :: b :: v) * prob (W k) anything h =
    M alpha beta b a * (prob (W k) (spans k (b :: v)) h - Pr (b :: v) * prob (W k) anything h).
  Proof.
    intro Hh. assert (L := words_length _ _ _ Hh). rewrite (before_step alpha beta _ _ _ (C _)) by now rewrite L.
    transitivity (M alpha beta b a * prob (W k) (spans k (b :: v)) h - Pr (a :: b :: v) * prob (W k) anything h);
      [|simpl; ring].
    f_equal. unfold Window.prob. rewrite <- sum_scale. apply sum_ext. intros xs Hx. apply words_length in Hx.
      rewrite L in Hx.
    cbn [sum srcs]. rewrite !spans_new by lia. rewrite spans_exact by lia. destruct xs as [|x xs]; [simpl in Hx; lia|].
      cbn [prefix arrive].
    destruct x, b, a, (prefix v xs); simpl; ring.
  Qed.
  Lemma step_later k v m h : In h (histories (ls k) (length h)) -> length h = (k + length v + m)%nat ->
    before (ls k) (W k) (spans k v) h = prob (W k) (spans k v) h.
  Proof. intros Hh L. apply (before_past alpha beta _ _ _ (R0 _) (C _)); auto. intros x xs Lx. apply spans_later. lia.
    Qed.
  Lemma alone_span a : (forall i, (i <= s)%Z -> F i = true) -> forall e, 0 < e ->
    exists N, forall k, (N <= k)%nat -> dist (ls k) (W k) (spans k [a]) (Pr [a]) (k + 1) <= e.
  Proof.
    intros on e He. destruct (smaller alpha beta nu qs J F Ha Hb is_ergodic law
      (private_faint alpha beta nu qs J F Ha Hb law is_private) s 0 e on He) as [N HN].
    exists N. intros k0 Hk. eapply Rle_trans; [|apply (HN k0 Hk)]. rewrite Nat.add_0_r.
      replace (k0 + 1)%nat with (S k0) by lia.
    apply Req_le, sum_ext. intros h Hh. assert (L := words_length _ _ _ Hh).
    rewrite (prob_ext (W k0) (spans k0 [a]) (was k0 a)) by (intros xs Lx; apply spans_was; lia).
    assert (X : prob (W k0) anything h = prob (W k0) (was k0 A) h + prob (W k0) (was k0 B) h).
    { unfold Window.prob. rewrite <- sum_add. apply sum_ext. intros xs _. unfold was, anything.
      destruct (at_time k0 xs); simpl; ring. }
    destruct (stationary alpha beta nu (law_requests alpha beta nu qs J law Ha Hb)
      (ergodic_mixes alpha beta Ha Hb is_ergodic) s) as [EA EB].
    assert (P : 0 < alpha + beta) by (destruct is_ergodic as (? & ? & _); lra). simpl.
      destruct a; [now rewrite EA, Rmult_1_l|].
    rewrite EB, Rmult_1_l. rewrite <- Rabs_Ropp. f_equal. rewrite X. field. lra.
  Qed.
  Lemma far v : v <> [] -> (forall i, (i < s + Z.of_nat (length v))%Z -> F i = true) -> forall j e, 0 < e ->
    exists N, forall k, (N <= k)%nat -> dist (ls k) (W k) (spans k v) (Pr v) (k + length v + j) <= e.
  Proof.
    intros N on j. induction j as [|j IHj].
    - induction v as [|a v IHv]; [congruence|]. intros e He. destruct v as [|b v].
      + destruct (alone_span a (fun i Hi => on i ltac:(simpl; lia)) e He) as [K HK]. exists K. intros k Hk.
        simpl length. rewrite Nat.add_0_r. now apply HK.
      + destruct (IHv ltac:(congruence) (fun i Hi => on i ltac:(simpl length in *; lia)) (e / 2) ltac:(lra)) as [K1 H1].
        destruct (faint (a :: b :: v) (length (b :: v)) (e / 2) ltac:(simpl; lia) (fun i Hi =>
          on i ltac:(lia)) ltac:(lra)) as [K2 H2].
        exists (K1 + K2)%nat. intros k Hk. specialize (H1 k ltac:(lia)). specialize (H2 k ltac:(lia)).
          rewrite Nat.add_0_r in *.
        replace (k + length (a :: b :: v))%nat with (S (k + length (b :: v))) by (simpl; lia).
        assert (Mb : 0 <= M alpha beta b a <= 1) by (destruct a, b; simpl; lra).
        assert (Y : dist (ls k) (W k) (spans k (a :: b :: v)) (Pr (a :: b :: v)) (S (k + length (b :: v)))
          <= M alpha beta b a * dist (ls k) (W k) (spans k (b :: v)) (Pr (b :: v)) (k + length (b :: v)) + leak (ls k)
            (W k)
            (spans k (a :: b :: v)) (k + length (b :: v))).
        { rewrite <- (Rabs_right (M alpha beta b a)) at 1 by lra.
          apply (dist_step alpha beta _ _ _ (R0 _) (C _)). intros h Hh. now apply step_new. }
        assert (0 <= dist (ls k) (W k) (spans k (b :: v)) (Pr (b :: v)) (k + length (b :: v)))
          by (apply sum_nonneg; intros;
          apply Rabs_pos).
        nra.
    - intros e He. destruct (IHj (e / 2) ltac:(lra)) as [K1 H1].
      destruct (faint v (length v + j) (e / 2) ltac:(lia) (fun i Hi => on i ltac:(lia)) ltac:(lra)) as [K2 H2].
      exists (K1 + K2)%nat. intros k Hk. specialize (H1 k ltac:(lia)). specialize (H2 k ltac:(lia)).
        rewrite Nat.add_assoc in H2.
      assert (X := dist_step alpha beta _ _ _ (R0 _) (C (s - Z.of_nat k)%Z) (spans k v) (spans k v) (Pr v) (Pr v) 1
        (k + length v + j)).
      replace (k + length v + S j)%nat with (S (k + length v + j)) by lia. rewrite Rabs_R1 in X.
      assert (dist (ls k) (W k) (spans k v) (Pr v) (S (k + length v + j)) <= 1 * dist (ls k) (W k) (spans k v) (Pr v)
        (k + length v + j)
        + leak (ls k) (W k) (spans k v) (k + length v + j)); [|lra].
      apply X. intros h Hh. assert (L := words_length _ _ _ Hh).
        rewrite (step_later k v j h); auto; [ring|now rewrite L].
  Qed.
  (* I(X_[s:t]; Q_[s:t+j]) = 0 *)
  Theorem leaks_nothing_on_Z v j h : v <> [] -> (forall i, (i < s + Z.of_nat (length v))%Z -> F i = true) ->
    In h (histories (alphabets qs s) (length v + j)) ->
    prob (J s) (spans 0 v) h = Pr v * prob (J s) anything h.
  Proof.
    intros N on Hh. assert (L := words_length _ _ _ Hh). assert (Hh' : In h (histories (alphabets qs s) (length h)))
      by now rewrite L.
    assert (D : prob (J s) (spans 0 v) h - Pr v * prob (J s) anything h = 0); [|lra].
    apply eps_zero. intros e He. destruct (far v N on j e He) as [k Hk]. specialize (Hk k (le_n k)).
      eapply Rle_trans; [|exact Hk].
    replace (k + length v + j)%nat with ((length v + j) + k)%nat by lia. unfold dist.
    rewrite sum_words_app, sum_swap, alphabets_later.
    eapply Rle_trans; [|apply (sum_member _ (fun h => sum (histories (ls k) k) (fun g =>
      Rabs (prob (W k) (spans k v) (h ++ g) - Pr v * prob (W k) anything (h ++ g)))) h)]; auto.
    - rewrite <- (forget_prob alpha beta nu qs J law k s (spans 0 v) (spans k v) h Hh'),
      <- (forget_prob alpha beta nu qs J law k s anything anything h Hh'); auto.
      + rewrite sum_minus. apply sum_abs.
      + intros u w Lu Lw. rewrite <- Lw. apply spans_older. lia.
    - intros. apply sum_nonneg. intros. apply Rabs_pos.
  Qed.
End Leak.

(* For ergodic chains: the whole past or every finite window, it is the same. *)
Lemma sum_prefix (f : list src -> R) w : sum (words srcs (length w)) (fun v => f v * (if prefix v w then 1 else 0))
  = f w.
Proof.
  revert f; induction w as [|y w IH]; intro f; [simpl; ring|]. simpl length.
    rewrite sum_words, <- (IH (fun v => f (y :: v))).
  apply sum_ext. intros v _. cbn [sum srcs prefix]. destruct y, (prefix v w); simpl; ring.
Qed.
Lemma agree_refl G v : agree G v v = true.
Proof. induction v as [|x v IH]; auto. simpl. rewrite IH. destruct x, (G (length v)); reflexivity. Qed.
Lemma agree_old (G : mode) v : (forall i, (length v <= i)%nat -> G i = false) -> forall u u', length u = length u' ->
  agree G (u ++ v) (u' ++ v) = true.
Proof.
  intro off. induction u as [|x u IH]; intros [|y u'] L; try discriminate; [apply agree_refl|]. simpl in *.
    injection L as L. rewrite IH by auto.
  rewrite off; [reflexivity|]. rewrite app_length. lia.
Qed.
Theorem windows_iff alpha beta nu {Qry} (qs : Z -> list Qry) J : 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  ergodic alpha beta ->
  law_on_Z alpha beta nu qs J ->
  (private_on_Z qs J step <-> private_windows qs J step).
Proof.
  intros Ha Hb E law. assert (Nn : forall s xs h, 0 <= J s xs h) by (intros;
    apply (nonneg _ _ _ _ _ (window_law _ _ _ _ _ law s))). split.
  - intros P s. apply private_information; [apply Nn|].
    destruct (Z_le_gt_dec s 0) as [Hs|Hs]; [|apply private_never; intro i; apply Z.leb_gt; lia].
    intros n X h q HX Hh Hq.
    set (m := Nat.min (S n) (S (Z.to_nat (- s)))). set (l := (S n - m)%nat).
    set (c := sum (words srcs m) (fun v => (if X (repeat A l ++ v) then 1 else 0) * chain alpha beta (nu s) v)).
    assert (All : forall r, In r (alphabets qs s n) -> prob (J s) X (r :: h) = c * prob (J s) anything (r :: h)).
    { intros r Hr. assert (Hg : In (r :: h) (histories (alphabets qs s) (m + l))).
      { replace (m + l)%nat with (S n) by (unfold l, m; lia). now apply words_cons. }
      transitivity (sum (words srcs m) (fun v => (if X (repeat A l ++ v) then 1 else 0) * prob (J s) (spans 0 v)
        (r :: h))).
      - unfold Window.prob. rewrite (words_length _ _ _ Hg).
        transitivity (sum (words srcs m) (fun v => sum (words srcs m) (fun w => sum (words srcs l) (fun u =>
          (if X (repeat A l ++ v) then 1 else 0) * (if prefix v w then 1 else 0) * J s (u ++ w) (r :: h))))).
        + rewrite sum_swap. replace (m + l)%nat with (l + m)%nat by lia. rewrite sum_words_app. apply sum_ext.
          intros w Hw.
          assert (Lw := words_length _ _ _ Hw). rewrite sum_swap. apply sum_ext. intros u Hu.
            assert (Lu := words_length _ _ _ Hu).
          rewrite sum_scale_r. rewrite <- Lw. rewrite (sum_prefix (fun v => if X (repeat A l ++ v) then 1 else 0) w).
          replace (X (u ++ w)) with (X (repeat A l ++ w)); [destruct (X (repeat A l ++ w)); ring|].
          destruct (Nat.eq_dec l 0) as [Z|Z].
          * rewrite Z in *. destruct u; [reflexivity|discriminate].
          * apply HX; [rewrite !app_length, repeat_length; lia|]. apply agree_old; [|rewrite repeat_length; lia].
            intros i Hi. apply Z.leb_gt. unfold l, m in *. lia.
        + apply sum_ext. intros v Hv. assert (Lv := words_length _ _ _ Hv). replace (m + l)%nat with (l + m)%nat by lia.
          rewrite sum_words_app, <- sum_scale. apply sum_ext. intros w Hw.
          assert (Lw := words_length _ _ _ Hw). rewrite <- sum_scale. apply sum_ext. intros u _.
          assert (S0 : forall u, spans 0 v (u ++ w) = prefix v w).
          { induction u0 as [|x u0 IH]; simpl app; [rewrite spans_exact by lia; reflexivity|].
            rewrite spans_later by (rewrite app_length; lia). exact IH. }
          rewrite S0. destruct (prefix v w); ring.
      - unfold c. rewrite <- sum_scale_r. apply sum_ext. intros v Hv. assert (Lv := words_length _ _ _ Hv).
        rewrite (leaks_nothing_on_Z alpha beta nu qs J step Ha Hb E law P s v l (r :: h)); [ring| | |].
        + intros ->. unfold m in Lv. simpl in Lv. lia.
        + intros i Hi. apply step_past. unfold m in Lv. lia.
        + now rewrite Lv. }
    unfold Window.before. rewrite (All q Hq).
    assert (Lh := words_length _ _ _ Hh). rewrite Lh.
    transitivity (c * sum (alphabets qs s n) (fun r => prob (J s) anything (r :: h)) * prob (J s) anything (q :: h));
      [ring|]. f_equal.
      rewrite <- sum_scale.
    apply sum_ext. intros r Hr. now rewrite All.
  - intros P. apply (proj2 (private_diagonal_iff alpha beta nu qs J step Ha Hb law)). intro t.
    apply eventually_zero with O. intros n _. apply P.
Qed.
(* Where the chain is not ergodic it is not the same: each request tells the next, and the whole past has told it
   already. *)
Theorem windows_stricter alpha beta nu : requests_on_Z alpha beta nu -> ~ ergodic alpha beta ->
  (forall t x, (t <= 0)%Z -> 0 < nu t x) ->
  private_on_Z (always qrys) (alone alpha beta nu) step /\ ~ private_windows (always qrys) (alone alpha beta nu) step.
Proof.
  intros R0 N Pn. split; [now apply not_ergodic|]. intro P.
  assert (X : forall t, 1 <= capacity alpha beta t).
  { apply (proj1 (windows_hold alpha beta nu (fun _ => 1) R0 Pn)).
    exists qry, (always qrys), (plain_service 1), (alone alpha beta nu). split; [simpl; lia|].
    split; [now apply alone_law|]. split; [now apply alone_decodable|]. split; [exact P|]. intro t.
      rewrite alone_cost by auto. simpl. lra. }
  specialize (X 0%Z). unfold capacity in X. simpl in X. lra.
Qed.
(* Appendix A as printed: the constraint at every t gives I(X_0; Q_t) = 0. It does for ergodic chains
   (`leaks_nothing_on_Z`, `independent'`), not for all. *)
Definition printed_converse_chain_rule := forall alpha beta nu (Qry : Set) (qs : Z -> list Qry) J,
  requests_on_Z alpha beta nu ->
  law_on_Z alpha beta nu qs J ->
  private_on_Z qs J step -> forall a q, In q (qs 0%Z) -> prob (J 0%Z) (was 0 a) [q] = nu 0%Z a * prob (J 0%Z) anything
    [q].
Theorem refuted_converse_chain_rule : ~ printed_converse_chain_rule.
Proof.
  intro H. assert (R0 : requests_on_Z 0 0 (fun _ _ => 1 / 2)) by (split; intros; try lra; destruct x; simpl; lra).
  assert (N : ~ ergodic 0 0) by (intros (X & _); lra).
  assert (X := H 0 0 _ qry (always qrys) _ R0 (alone_law 0 0 _ R0) (proj1 (not_ergodic 0 0 _ step R0 N)) A qA (qrys_all
    _)).
  unfold Window.prob, was, anything, alone, ask in X. simpl in X. lra.
Qed.
