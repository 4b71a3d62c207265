(* Theorem 1 on two-sided time. Main.v repeats what is proved here.

   Assumes: a chain on Z.
   Proves: where the chain is not ergodic, Q_t = X_t keeps the constraint under every mode (not_ergodic); Theorem 1 as
   printed holds if and only if the chain is ergodic (theorem1_on_Z), and under the other readings of the constraint
   (theorem1_diagonal, theorem1_faintly, windows_hold); printed_x, refuted_x, corrected_x for Theorem 1 and for the
   rate of chains that are not ergodic. *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information Model Converse SchemeOnZ.
Import ListNotations.
Open Scope R_scope.

(* -------------------------------------------------------------------------------------------------------------------
   *)
(* (5) Where one request tells the next and the one before: asking for the request alone, Q_t = X_t at every t in Z. *)
Definition source q := match q with qA => A | _ => B end.
Lemma mutual_product {X Y} (xs : list X) (ys : list Y) w a b : (forall x y, 0 <= w x y) ->
  (forall x y, In y ys -> w x y = a x * b y) -> mutual xs ys w = 0.
Proof.
  intros N H. apply mutual_zero; auto. intros x y Hx Hy.
  assert (ER : forall z, row ys w z = a z * sum ys b). { intro z. unfold row. rewrite <- sum_scale. apply sum_ext.
    intros. now apply H. }
  assert (ET : tot xs ys w = sum xs a * sum ys b). { unfold tot. rewrite <- sum_scale_r. apply sum_ext. intros.
    apply ER. }
  assert (EC : col xs w y = sum xs a * b y). { unfold col. rewrite <- sum_scale_r. apply sum_ext. intros. now apply H. }
  rewrite ET, EC, ER, H by auto. ring.
Qed.
Section Alone.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Hypothesis requests : requests_on_Z alpha beta nu.
  Definition ask (xs : list src) (h : list qry) : qry -> R := request (hd A xs).
  Definition alone : Z -> list src -> list qry -> R := fun s => of_kernel alpha beta (nu s) ask.
  Lemma request_total x : sum qrys (request x) = 1. Proof. destruct x; simpl; ring. Qed.
  Lemma request_source x q : request x q <> 0 -> q = single x. Proof.
    destruct x, q; simpl; intro N; auto; now contradict N. Qed.
  Theorem alone_law : law_on_Z alpha beta nu (always qrys) alone.
  Proof.
    split.
    - intro s. apply of_kernel_causal; [apply (req alpha beta nu requests)| |].
      + intros xs h q. unfold ask. destruct (hd A xs), q; simpl; lra.
      + intros x xs h _. apply request_total.
    - intros s xs h Hh. assert (L := words_length _ _ _ Hh). apply (kernel_drop alpha beta qrys (nu (s - 1)%Z) (nu s));
      auto.
      + apply (moved_nu alpha beta nu requests).
      + apply (nu_total _ _ _ requests).
      + intro x. apply request_total.
  Qed.
  Theorem alone_decodable n : decodable_on_Z (always qrys) alone (plain_service n).
  Proof.
    intros t x q _ N. apply downloads_at. unfold alone in N. simpl in N. unfold ask in N. simpl in N.
    assert (E : q = single x) by (apply request_source; intro Z; apply N; rewrite Z; ring). now destruct x; subst q.
  Qed.
  Theorem alone_cost n t : cost_on_Z (always qrys) alone (plain_service n) t = INR n.
  Proof.
    rewrite (plain_cost alpha beta nu); auto using alone_law, (alpha_range _ _ _ requests), (beta_range _ _ _ requests).
    unfold asked, alone, ask. simpl. ring.
  Qed.
  (* next: the request that follows, and the one before; can: the requests that occur. *)
  Variable next : src -> src.
  Variable can : src -> Prop.
  Hypothesis back : forall x, next (next x) = x.
  Hypothesis starts : forall s x, nu s x <> 0 -> can x.
  Hypothesis goes : forall y x, can y -> M alpha beta y x <> 0 -> can x /\ x = next y.
  Fixpoint orbit n x := match n with O => [] | S m => x :: orbit m (next x) end.
  Lemma orbit_length n : forall x, length (orbit n x) = n. Proof. induction n; simpl; auto. Qed.
  Lemma alone_orbit s x xs : forall q h, alone s (x :: xs) (q :: h) <> 0 -> can x /\ q = single x /\
    x :: xs = orbit (S (length xs)) x.
  Proof.
    revert x; induction xs as [|y xs IH]; intros x q h N.
    - destruct h; [|exfalso; apply N; unfold alone; simpl; ring]. unfold alone in N. simpl in N. split; [|split].
      + apply (starts s). intro Z. apply N. rewrite Z. ring.
      + apply request_source. intro Z. apply N. unfold ask. simpl. rewrite Z. ring.
      + reflexivity.
    - destruct h as [|q' h]; [exfalso; apply N; unfold alone; simpl; ring|].
      change (alone s (x :: y :: xs) (q :: q' :: h)) with (alone s (y :: xs) (q' :: h) * M alpha beta y x * request x q)
        in N.
      assert (N1 : alone s (y :: xs) (q' :: h) <> 0) by (intro Z; apply N; rewrite Z; ring).
      assert (N2 : M alpha beta y x <> 0) by (intro Z; apply N; rewrite Z; ring).
      assert (N3 : request x q <> 0) by (intro Z; apply N; rewrite Z; ring).
      destruct (IH y q' h N1) as (Cy & _ & E). destruct (goes y x Cy N2) as [Cx Ex]. split; auto.
        split; [now apply request_source|].
      rewrite E. simpl. rewrite Ex, back, orbit_length. reflexivity.
  Qed.
  Lemma alone_told s xs q q' h : alone s xs (q :: q' :: h) <> 0 -> xs = orbit (length xs) (next (source q')).
  Proof.
    intro N. destruct xs as [|x [|y xs]]; try (exfalso; apply N; unfold alone; simpl; ring).
    destruct (alone_orbit s x (y :: xs) q (q' :: h) N) as (_ & _ & E).
    change (alone s (x :: y :: xs) (q :: q' :: h)) with (alone s (y :: xs) (q' :: h) * M alpha beta y x * request x q)
      in N.
    assert (N1 : alone s (y :: xs) (q' :: h) <> 0) by (intro Z; apply N; rewrite Z; ring).
    assert (N2 : M alpha beta y x <> 0) by (intro Z; apply N; rewrite Z; ring).
    destruct (alone_orbit s y xs q' h N1) as (Cy & Q & _). destruct (goes y x Cy N2) as [_ Ex].
    assert (Y : source q' = y) by (rewrite Q; now destruct y). rewrite Y, <- Ex. exact E.
  Qed.
  (* With one past query there is nothing left to tell: I(X_[s:t]; Q_t | Q_[s:t-1]) = 0 for s < t, whatever is ON. *)
  Lemma alone_window s G n : information (always qrys) (alone s) G (S n) = 0.
  Proof.
    unfold information. rewrite <- (sum_zero (words qrys (S n))). apply sum_ext. intros h Hh.
    destruct h as [|q' h]; [apply words_length in Hh; discriminate|]. assert (Lh := words_length _ _ _ Hh).
    apply mutual_product with (a := fun v => if seen G v (orbit (S (S n)) (next (source q'))) then 1 else 0) (b :=
      fun q => prob (alone s) anything (q :: q' :: h)).
    - apply joint_nonneg. intros. apply (nonneg _ _ _ _ _ (window_law _ _ _ _ _ alone_law s)).
    - intros v q _. unfold joint, Window.prob. rewrite <- sum_scale. apply sum_ext. intros xs Hx.
      apply words_length in Hx. simpl length in Hx, Lh.
      destruct (Req_dec (alone s xs (q :: q' :: h)) 0) as [Z|Z].
      + rewrite Z. unfold anything. destruct (seen G v xs); ring.
      + apply alone_told in Z. rewrite Hx, Lh in Z. rewrite <- Z. unfold anything. destruct (seen G v xs); ring.
  Qed.
  Theorem alone_private F : private_on_Z (always qrys) alone F.
  Proof. intros t r. apply eventually_zero with 1%nat. intros [|n] Hn; [lia|]. apply alone_window. Qed.
  Theorem alone_private_diagonal F : private_diagonal (always qrys) alone F.
  Proof. intros t. apply eventually_zero with 1%nat. intros [|n] Hn; [lia|]. apply alone_window. Qed.
End Alone.

(* The four ways not to be ergodic. *)
Theorem not_ergodic alpha beta nu F : requests_on_Z alpha beta nu -> ~ ergodic alpha beta ->
  private_on_Z (always qrys) (alone alpha beta nu) F /\ private_diagonal (always qrys) (alone alpha beta nu) F.
Proof.
  intros R0 N. assert (Ha := alpha_range _ _ _ R0). assert (Hb := beta_range _ _ _ R0).
  assert (Cases : (alpha = 0 /\ beta = 0) \/ (alpha = 0 /\ 0 < beta) \/ (beta = 0 /\ 0 < alpha) \/
    (alpha = 1 /\ beta = 1)).
  { destruct (Req_dec alpha 0), (Req_dec beta 0); try lra.
    destruct (Req_dec alpha 1), (Req_dec beta 1); try lra; exfalso; apply N; repeat split; try lra; intros [? ?]; lra. }
  assert (G : forall (next : src -> src) (can : src -> Prop), (forall x, next (next x) = x) ->
    (forall s x, nu s x <> 0 -> can x) ->
    (forall y x, can y -> M alpha beta y x <> 0 -> can x /\ x = next y) ->
      private_on_Z (always qrys) (alone alpha beta nu) F /\
      private_diagonal (always qrys) (alone alpha beta nu) F).
  { intros next can H1 H2 H3. split; [apply (alone_private alpha beta nu R0 next can)|apply
    (alone_private_diagonal alpha beta nu R0 next can)]; auto. }
  destruct Cases as [[-> ->]|[[-> P]|[[-> P]|[-> ->]]]].
  - (* X_t = X_0 *) apply (G (fun x => x) (fun _ => True)); auto. intros [] [] _ Z; auto; simpl in Z; now contradict Z.
  - (* X_t = A *) assert (St := stationary 0 beta nu R0 ltac:(unfold Rabs; destruct Rcase_abs; lra)).
    apply (G (fun x => x) (fun x => x = A)); auto.
    + intros s [] Z; auto. exfalso. apply Z. rewrite (proj2 (St s)). unfold Rdiv. ring.
    + intros y [] -> Z; auto; simpl in Z; now contradict Z.
  - (* X_t = B *) assert (St := stationary alpha 0 nu R0 ltac:(unfold Rabs; destruct Rcase_abs; lra)).
    apply (G (fun x => x) (fun x => x = B)); auto.
    + intros s [] Z; auto. exfalso. apply Z. rewrite (proj1 (St s)). unfold Rdiv. ring.
    + intros y [] -> Z; auto; simpl in Z; now contradict Z.
  - (* A and B in turn *) apply (G other (fun _ => True)); auto.
    + intros []; reflexivity.
    + intros [] [] _ Z; auto; simpl in Z; exfalso; apply Z; ring.
Qed.

(* -------------------------------------------------------------------------------------------------------------------
   *)
(* THEOREM 1 on Z. *)
Lemma classic_ergodic alpha beta : ergodic alpha beta \/ ~ ergodic alpha beta.
Proof.
  unfold ergodic. destruct (Rlt_dec 0 alpha), (Rlt_dec 0 beta), (Req_dec alpha 1), (Req_dec beta 1); tauto.
Qed.
Definition capacity alpha beta (t : Z) := if (t <=? 0)%Z then 1 / 2 else 1 /
  (1 + Rabs (1 - alpha - beta) ^ (Z.to_nat t)).
Lemma step_past i : (i <= 0)%Z -> step i = true. Proof. intro. now apply Z.leb_le. Qed.
Theorem converse_step_on_Z alpha beta nu {Qry} (qs : Z -> list Qry) J S : 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  ergodic alpha beta ->
  law_on_Z alpha beta nu qs J -> decodable_on_Z qs J S -> private_faintly qs J step ->
  (forall t, (t <= 0)%Z -> cost_on_Z qs J S t >= 2 * INR (size_of S)) /\
  (forall t, (1 <= t)%Z -> cost_on_Z qs J S t >= INR (size_of S) * (1 + Rabs (1 - alpha - beta) ^ (Z.to_nat t))).
Proof.
  intros Ha Hb E law D P. split; intros t Ht.
  - assert (X := converse_on_Z alpha beta nu qs J step Ha Hb E law P S t 0 D (fun i Hi => step_past i ltac:(lia))).
    simpl Z.of_nat in X. rewrite Z.add_0_r in X. simpl in X. lra.
  - assert (X := converse_on_Z alpha beta nu qs J step Ha Hb E law P S 0 (Z.to_nat t) D (fun i Hi =>
    step_past i ltac:(lia))).
    now replace (0 + Z.of_nat (Z.to_nat t))%Z with t in X by lia.
Qed.
Corollary converse_private_on_Z alpha beta nu {Qry} (qs : Z -> list Qry) J S : 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  ergodic alpha beta ->
  law_on_Z alpha beta nu qs J -> decodable_on_Z qs J S -> private_on_Z qs J step ->
  (forall t, (t <= 0)%Z -> cost_on_Z qs J S t >= 2 * INR (size_of S)) /\
  (forall t, (1 <= t)%Z -> cost_on_Z qs J S t >= INR (size_of S) * (1 + Rabs (1 - alpha - beta) ^ (Z.to_nat t))).
Proof. intros Ha Hb E law D P. apply (converse_step_on_Z alpha beta nu); auto. now apply (private_faint alpha beta nu).
  Qed.
Section Theorem1.
  (* for each notion of privacy between the two *)
  Variable priv : forall Qry : Type, (Z -> list Qry) -> @windows Qry -> mode_on_Z -> Prop.
  Hypothesis enough : forall alpha beta nu Qry (qs : Z -> list Qry) J F, 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
    law_on_Z alpha beta nu qs J ->
    priv Qry qs J F -> private_faintly qs J F.
  Hypothesis paper_has : forall alpha beta nu, requests_on_Z alpha beta nu ->
    priv qry (always qrys) (paper_on_Z alpha beta nu) step.
  Hypothesis alone_has : forall alpha beta nu, requests_on_Z alpha beta nu -> ~ ergodic alpha beta ->
    priv qry (always qrys) (alone alpha beta nu) step.
  Theorem holds alpha beta nu rate : requests_on_Z alpha beta nu -> ergodic alpha beta ->
    (achievable_with priv alpha beta nu step rate <-> forall t, rate t <= capacity alpha beta t).
  Proof.
    intros R0 E. assert (Ha := alpha_range _ _ _ R0). assert (Hb := beta_range _ _ _ R0). unfold capacity. split.
    - intros (Qry & qs & S & J & Hn & law & D & P & Hr) t. eapply Rle_trans; [apply Hr|].
      destruct (converse_step_on_Z alpha beta nu qs J S Ha Hb E law D (enough _ _ _ _ _ _ _ Ha Hb law P)) as [X Y].
      destruct (Z.leb_spec t 0) as [Ht|Ht].
      + apply rate_bound; auto; [lra|]. specialize (X t Ht). lra.
      + apply rate_bound; auto using pow_ge. apply Y. lia.
    - intro H. exists qry, (always qrys), (plain_service 1), (paper_on_Z alpha beta nu). split; [simpl; lia|].
      split; [now apply paper_law|].
      split; [now apply paper_decodable|]. split; [now apply paper_has|]. intro t. rewrite paper_cost by auto.
        simpl INR. rewrite Rmult_1_l.
      specialize (H t). destruct (t <=? 0)%Z; exact H.
  Qed.
  Theorem fails alpha beta nu : requests_on_Z alpha beta nu -> ~ ergodic alpha beta ->
    achievable_with priv alpha beta nu step (fun _ => 1) /\ 1 > capacity alpha beta 0.
  Proof.
    intros R0 N. split.
    - exists qry, (always qrys), (plain_service 1), (alone alpha beta nu). split; [simpl; lia|]. split;
        [now apply alone_law|].
      split; [now apply alone_decodable|]. split; [now apply alone_has|]. intro t. rewrite alone_cost by auto. simpl.
        lra.
    - unfold capacity. simpl. lra.
  Qed.
  Theorem theorem1_with alpha beta nu : requests_on_Z alpha beta nu ->
    ((forall rate, achievable_with priv alpha beta nu step rate <-> forall t, rate t <= capacity alpha beta t) <->
      ergodic alpha beta).
  Proof.
    intro R0. split.
    - intro H. destruct (classic_ergodic alpha beta) as [E|N]; auto. exfalso.
      destruct (fails alpha beta nu R0 N) as [X Y].
      assert (W := proj1 (H (fun _ => 1)) X 0%Z). simpl in W. lra.
    - intros E rate. now apply holds.
  Qed.
End Theorem1.

(* THEOREM 1 on two-sided time: as printed, it holds if and only if the chain is ergodic. *)
Theorem theorem1_on_Z alpha beta nu : requests_on_Z alpha beta nu ->
  ((forall rate, achievable_on_Z alpha beta nu step rate <->
      forall t, rate t <= (if (t <=? 0)%Z then 1 / 2 else 1 / (1 + Rabs (1 - alpha - beta) ^ (Z.to_nat t))))
   <-> 0 < alpha /\ 0 < beta /\ ~ (alpha = 1 /\ beta = 1)).
Proof.
  apply theorem1_with.
  - intros. now apply (private_faint alpha0 beta0 nu0).
  - intros. now apply paper_private.
  - intros. now apply not_ergodic.
Qed.
Theorem theorem1_diagonal alpha beta nu : requests_on_Z alpha beta nu ->
  ((forall rate, achievable_with (@private_diagonal) alpha beta nu step rate <-> forall t,
    rate t <= capacity alpha beta t) <-> ergodic alpha beta).
Proof.
  apply theorem1_with.
  - intros. now apply (diagonal_faint alpha0 beta0 nu0).
  - intros. now apply paper_private_diagonal.
  - intros. now apply not_ergodic.
Qed.
Theorem theorem1_faintly alpha beta nu : requests_on_Z alpha beta nu ->
  ((forall rate, achievable_with (@private_faintly) alpha beta nu step rate <-> forall t,
    rate t <= capacity alpha beta t) <-> ergodic alpha beta).
Proof.
  apply theorem1_with.
  - auto.
  - intros a b n R0. apply (private_faint a b n); [apply (alpha_range _ _ _ R0)|apply (beta_range _ _ _ R0)|now apply
    paper_law|now apply paper_private].
  - intros a b n R0 N. apply (private_faint a b n); [apply (alpha_range _ _ _ R0)|apply (beta_range _ _ _ R0)|now apply
    alone_law|now apply not_ergodic].
Qed.
(* There is such a law of requests for all alpha and beta. *)
Theorem requests_exist alpha beta : 0 <= alpha <= 1 -> 0 <= beta <= 1 -> exists nu, requests_on_Z alpha beta nu.
Proof.
  intros Ha Hb. destruct (Req_dec (alpha + beta) 0) as [Z|Z].
  - exists (fun _ _ => 1 / 2). split; auto; intros; try lra. destruct x; simpl; lra.
  - exists (fun _ x => match x with A => beta / (alpha + beta) | B => alpha / (alpha + beta) end). split; auto.
    + intros _ []; apply Rmult_le_pos; try lra; left; apply Rinv_0_lt_compat; lra.
    + intros _. field. lra.
    + intros _ []; simpl; field; lra.
Qed.

(* -------------------------------------------------------------------------------------------------------------------
   *)
(* What is printed: no condition on the chain (Theorem 1); rate 1/2 where the chain is not ergodic (Section III). *)
Definition printed_theorem1 := forall alpha beta nu rate, requests_on_Z alpha beta nu ->
  (achievable_on_Z alpha beta nu step rate <-> forall t, rate t <= capacity alpha beta t).
Theorem refuted_theorem1 : ~ printed_theorem1.
Proof.
  intro H. destruct (requests_exist 0 0 ltac:(lra) ltac:(lra)) as [nu R0].
  assert (E := proj1 (theorem1_on_Z 0 0 nu R0) (fun rate => H 0 0 nu rate R0)). destruct E as [E _]. lra.
Qed.
Definition printed_rate_nonergodic := forall alpha beta nu rate, requests_on_Z alpha beta nu ->
  (alpha = 0 /\ beta = 0) \/
  (alpha = 1 /\ beta = 1) ->
  achievable_on_Z alpha beta nu step rate -> forall t, rate t <= 1 / 2.
Theorem corrected_rate_nonergodic alpha beta nu : requests_on_Z alpha beta nu -> ~ ergodic alpha beta ->
  achievable_on_Z alpha beta nu step (fun _ => 1).
Proof.
  intros R0 N. exists qry, (always qrys), (plain_service 1), (alone alpha beta nu). split; [simpl; lia|].
    split; [now apply alone_law|].
  split; [now apply alone_decodable|]. split; [now apply not_ergodic|]. intro t. rewrite alone_cost by auto. simpl. lra.
Qed.
Theorem refuted_rate_nonergodic : ~ printed_rate_nonergodic.
Proof.
  intro H. destruct (requests_exist 1 1 ltac:(lra) ltac:(lra)) as [nu R0].
  assert (X := H 1 1 nu (fun _ => 1) R0 ltac:(right; lra) (corrected_rate_nonergodic 1 1 nu R0 ltac:(intros (_ & _ & X);
    apply X; lra)) 0%Z). lra.
Qed.
(* The constraint does forbid something: where the chain is ergodic, Q_t = X_t is not private. *)
Theorem alone_leaks alpha beta nu : requests_on_Z alpha beta nu -> ergodic alpha beta ->
  ~ private_on_Z (always qrys) (alone alpha beta nu) step.
Proof.
  intros R0 E P. assert (Ha := alpha_range _ _ _ R0). assert (Hb := beta_range _ _ _ R0).
    assert (law := alone_law alpha beta nu R0).
  destruct (converse_step_on_Z alpha beta nu (always qrys) _ (plain_service 1) Ha Hb E law (alone_decodable alpha beta
    nu 1)
    (private_faint _ _ _ _ _ _ Ha Hb law P)) as [X _].
  specialize (X 0%Z ltac:(lia)). rewrite alone_cost in X by auto. simpl in X. lra.
Qed.

(* The stricter constraint that every finite window keeps, as if there had been no queries before it. Theorem 1 then
   asks for 0 < Pr(X_t = A) < 1, t <= 0, only, as in Beginning.v: that it fails on Z where the chain is not ergodic is
   due to the past that has no beginning. *)
Lemma private_never {Qry} (qs : nat -> list Qry) J F : (forall i, F i = false) -> private qs J F.
Proof.
  intros off t E h q HE Hh Hq. assert (Lh := words_length _ _ _ Hh). set (e := E (repeat A (S t))).
  assert (X : forall r, prob J E (r :: h) = (if e then 1 else 0) * prob J anything (r :: h)).
  { intro r. unfold Window.prob. rewrite <- sum_scale. apply sum_ext. intros xs Hx. apply words_length in Hx.
    simpl in Hx. rewrite Lh in Hx.
    rewrite (HE xs (repeat A (S t))).
    - fold e. unfold anything. destruct e; ring.
    - now rewrite repeat_length.
    - generalize (repeat A (S t)). clear - off. induction xs as [|x xs IH]; intros [|y ys]; auto. simpl.
      now rewrite off, IH. }
  unfold Window.before. rewrite X. transitivity ((if e then 1 else 0) * sum (qs (length h)) (fun r =>
    prob J anything (r :: h)) * prob J anything (q :: h)); [ring|].
  f_equal. rewrite <- sum_scale. apply sum_ext. intros. now rewrite X.
Qed.
Theorem windows_hold alpha beta nu rate : requests_on_Z alpha beta nu -> (forall t x, (t <= 0)%Z -> 0 < nu t x) ->
  (achievable_with (@private_windows) alpha beta nu step rate <-> forall t, rate t <= capacity alpha beta t).
Proof.
  intros R0 Pn. assert (Ha := alpha_range _ _ _ R0). assert (Hb := beta_range _ _ _ R0). split.
  - intros (Qry & qs & S & J & Hn & law & D & P & Hr) t. eapply Rle_trans; [apply Hr|].
    assert (Conv : forall s j, (s <= 0)%Z -> cost_on_Z qs J S (s + Z.of_nat j) >= INR (size_of S) *
      (1 + Rabs (1 - alpha - beta) ^ j)).
    { intros s j Hs. assert (Rs := req alpha beta nu R0 s). apply (converse_from alpha beta nu); auto. intros a h Hh.
      rewrite (histories_ext _ (fun i => alphabets qs s (i + 0)%nat)) in Hh by (intros; now rewrite Nat.add_0_r).
      assert (C := window_law _ _ _ _ _ law s).
      assert (Ps : private (alphabets qs s) (J s) (whole step s)).
      { apply private_information; [intros; apply (nonneg _ _ _ _ _ C)|]. apply P. }
      assert (on : whole step s 0%nat = true) by (unfold whole; apply step_past; lia).
      assert (X := block alpha beta (nu s) (alphabets qs s) (J s) (whole step s) Rs C Ps 0 on a [] ltac:(now left) j h
        Hh).
      rewrite app_nil_r, (before_was alpha beta (nu s) (alphabets qs s) (J s) C 0 a []) in X by now left.
      assert (O : prob (J s) anything [] = 1) by (unfold Window.prob; simpl; rewrite (begins _ _ _ _ _ C); ring).
        rewrite O in X. lra. }
    unfold capacity. destruct (Z.leb_spec t 0) as [Ht|Ht].
    + apply rate_bound; auto; [lra|]. assert (X := Conv t O Ht). simpl Z.of_nat in X. rewrite Z.add_0_r in X.
      simpl in X. lra.
    + apply rate_bound; auto using pow_ge. assert (X := Conv 0%Z (Z.to_nat t) ltac:(lia)).
      now replace (0 + Z.of_nat (Z.to_nat t))%Z with t in X by lia.
  - intro H. exists qry, (always qrys), (plain_service 1), (paper_on_Z alpha beta nu). split; [simpl; lia|].
    split; [now apply paper_law|].
    split; [now apply paper_decodable|]. split.
    + intros s. destruct (Z_le_gt_dec s 0) as [Hs|Hs]; [intro n; now apply paper_window|]. apply private_information.
      * intros. apply (nonneg _ _ _ _ _ (window_law _ _ _ _ _ (paper_law alpha beta nu R0) s)).
      * apply private_never. intro i. apply Z.leb_gt. lia.
    + intro t. rewrite paper_cost by auto. simpl INR. rewrite Rmult_1_l. specialize (H t). unfold capacity in H.
      destruct (t <=? 0)%Z; exact H.
Qed.
