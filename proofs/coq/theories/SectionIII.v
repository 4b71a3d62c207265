(* SECTION III: what is said about the chain and about the rate R_t = 1/(1 + |1-alpha-beta|^t).

   Assumes: 0 <= alpha, beta <= 1 where it matters; a chain on Z where it says requests_on_Z.
   Proves: M is a transition matrix; what ergodic means, and that the paper's parenthesis leaves two cases out; the
   rate is symmetric about alpha + beta = 1, grows as the correlation falls, is 1 where requests are independent,
   tends to 1 where the chain is ergodic. Decay.v has the information that X_t carries about X_0; Theorem1.v what
   holds where the chain is not ergodic. *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information Model Converse SchemeOnZ Theorem1.
Import ListNotations.
Open Scope R_scope.

(* M is a transition matrix. *)
Theorem request_chain alpha beta : 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  (forall x y, 0 <= M alpha beta x y) /\ forall x, M alpha beta x A + M alpha beta x B = 1.
Proof. intros Ha Hb. split; [intros [] []; simpl; lra | intros []; simpl; ring]. Qed.

(* Ergodic: from every source every source can be reached in the same number of steps. *)
Theorem ergodic_iff alpha beta : 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  (ergodic alpha beta <-> exists n, forall x y, 0 < K alpha beta n x y).
Proof.
  intros Ha Hb. split.
  - intros (Pa & Pb & N). exists 2%nat. assert (alpha < 1 \/ beta < 1) by lra.
    assert (0 < alpha * beta) by now apply Rmult_lt_0_compat.
    intros [] []; simpl; rewrite ?Rmult_1_l, ?Rmult_0_l, ?Rplus_0_l, ?Rplus_0_r; nra.
  - intros [n H]. assert (HA := H A B). assert (HB := H B A). repeat split.
    + destruct (Req_dec alpha 0) as [->|]; [|lra]. exfalso. revert HA.
      assert (Z : K 0 beta n A B = 0). { clear H HB. induction n; simpl; [reflexivity|]. rewrite IHn. ring. } lra.
    + destruct (Req_dec beta 0) as [->|]; [|lra]. exfalso. revert HB.
      assert (Z : K alpha 0 n B A = 0). { clear H HA. induction n; simpl; [reflexivity|]. rewrite IHn. ring. } lra.
    + intros [-> ->]. assert (Z : K 1 1 n A A = 0 \/ K 1 1 n A B = 0).
      { clear. induction n as [|n [E|E]]; simpl; [right; reflexivity|right|left]; rewrite E; ring. }
      assert (X := H A A). destruct Z; lra.
Qed.
(* "not ergodic (alpha = beta = 0 or alpha = beta = 1)", read as the cases in which it is not. *)
Definition printed_nonergodic_cases := forall alpha beta, 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  (~ ergodic alpha beta <-> (alpha = 0 /\ beta = 0) \/ (alpha = 1 /\ beta = 1)).
Theorem refuted_nonergodic_cases : ~ printed_nonergodic_cases.
Proof.
  intro H. destruct (H 0 (1/2) ltac:(lra) ltac:(lra)) as [X _]. destruct X as [X|X]; try lra. intros (P & _). lra.
Qed.
Theorem corrected_nonergodic_cases alpha beta : 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  (~ ergodic alpha beta <-> alpha = 0 \/ beta = 0 \/ (alpha = 1 /\ beta = 1)).
Proof.
  intros Ha Hb. unfold ergodic. split.
  - intro N. destruct (Req_dec alpha 0); auto. destruct (Req_dec beta 0); auto. right. right.
    destruct (Req_dec alpha 1), (Req_dec beta 1); auto; exfalso; apply N; repeat split; try lra; intros [? ?]; lra.
  - intros [->|[->|[-> ->]]] (P & Q & N); try lra; auto.
Qed.

(* Section III: the rate of Theorem 1. *)
Definition rate alpha beta t := 1 / (1 + Rabs (1 - alpha - beta) ^ t).
Theorem rate_symmetry alpha beta alpha' beta' t : alpha + beta - 1 = 1 - (alpha' + beta') ->
  rate alpha beta t = rate alpha' beta' t.
Proof. intro H. unfold rate. do 3 f_equal. replace (1 - alpha - beta) with (- (1 - alpha' - beta')) by lra.
  apply Rabs_Ropp. Qed.
Lemma rate_one alpha beta t : alpha + beta = 1 -> (0 < t)%nat -> rate alpha beta t = 1.
Proof. intros H Ht. unfold rate. replace (1 - alpha - beta) with 0 by lra. rewrite Rabs_R0, pow_ne_zero by lia. field.
  Qed.
Lemma rate_half alpha beta t : Rabs (1 - alpha - beta) = 1 -> rate alpha beta t = 1 / 2.
Proof. intro H. unfold rate. rewrite H, pow1. field. Qed.
Lemma rate_tends alpha beta : Rabs (1 - alpha - beta) < 1 -> Un_cv (rate alpha beta) 1.
Proof.
  intros H eps He. assert (X : Rabs (Rabs (1 - alpha - beta)) < 1) by now rewrite Rabs_Rabsolu.
  destruct (pow_lt_1_zero _ X eps He) as [N HN]. exists N. intros n Hn. specialize (HN n Hn).
  assert (P := pow_le _ n (Rabs_pos (1 - alpha - beta))). rewrite Rabs_right in HN by lra. unfold R_dist, rate.
  set (u := Rabs (1 - alpha - beta) ^ n) in *. replace (1 / (1 + u) - 1) with (- (u / (1 + u))) by (field; lra).
  rewrite Rabs_Ropp, Rabs_right.
  - apply Rle_lt_trans with u; auto. apply Rmult_le_reg_r with (1 + u); [lra|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. nra.
  - apply Rle_ge, Rmult_le_pos; auto. left. apply Rinv_0_lt_compat. lra.
Qed.
Lemma rate_grows alpha beta alpha' beta' t : Rabs (1 - alpha - beta) <= Rabs (1 - alpha' - beta') ->
  rate alpha' beta' t <= rate alpha beta t.
Proof.
  intro H. unfold rate, Rdiv. rewrite !Rmult_1_l. assert (P := pow_le _ t (Rabs_pos (1 - alpha - beta))).
  apply Rinv_le_contravar; [lra|]. apply Rplus_le_compat_l, pow_incr. split; auto. apply Rabs_pos.
Qed.

Theorem rate_limit alpha beta : 0 <= alpha <= 1 -> 0 <= beta <= 1 -> ergodic alpha beta -> Un_cv (rate alpha beta) 1.
Proof. intros Ha Hb E. apply rate_tends. now apply ergodic_mixes. Qed.
(* How fast. *)
Theorem rate_gap alpha beta t : 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  1 - rate alpha beta t <= Rabs (1 - alpha - beta) ^ t <= 1 / (1 + INR t * (1 - Rabs (1 - alpha - beta))).
Proof.
  intros Ha Hb. unfold rate. set (r := Rabs (1 - alpha - beta)).
  assert (Hr : 0 <= r <= 1) by (split; [apply Rabs_pos|unfold r, Rabs; destruct Rcase_abs; lra]).
  assert (P : forall n, 0 <= r ^ n) by (intro; now apply pow_le). assert (N := pos_INR t). split.
  - assert (X := P t). apply Rmult_le_reg_r with (1 + r ^ t); [lra|].
    replace ((1 - 1 / (1 + r ^ t)) * (1 + r ^ t)) with (r ^ t) by (field; lra). nra.
  - assert (D : 0 < 1 + INR t * (1 - r)) by nra. apply Rmult_le_reg_r with (1 + INR t * (1 - r)); [exact D|].
    replace (1 / (1 + INR t * (1 - r)) * (1 + INR t * (1 - r))) with 1 by (field; lra). clear D N.
    induction t as [|t IH]; [simpl; lra|]. rewrite S_INR. assert (X := P t). assert (Y := pow_le r t (proj1 Hr)).
    assert (Z : r ^ S t <= 1) by (rewrite <- (pow1 (S t)); apply pow_incr; lra). simpl in *. nra.
Qed.

(* The correlation of X_s and X_{s+t}: the coefficient is (1-alpha-beta)^t, where X_s has the law that a chain on Z has.
   *)
Definition covariance alpha beta (nu : Z -> src -> R) s t := nu s A * K alpha beta t A A - nu s A * nu
  (s + Z.of_nat t)%Z A.
Definition variance (nu : Z -> src -> R) s := nu s A * (1 - nu s A).
Theorem correlation alpha beta nu s t : requests_on_Z alpha beta nu ->
  covariance alpha beta nu s t = (1 - alpha - beta) ^ t * variance nu s.
Proof.
  intro R0. unfold covariance, variance.
  assert (E : forall n, nu (s + Z.of_nat n)%Z A = nu s A * K alpha beta n A A + nu s B * K alpha beta n B A /\
    nu (s + Z.of_nat n)%Z B = nu s A * K alpha beta n A B + nu s B * K alpha beta n B B).
  { induction n as [|n [IA IB]]; [rewrite Z.add_0_r; simpl; lra|].
    replace (s + Z.of_nat (S n))%Z with (s + Z.of_nat n + 1)%Z by lia. split.
    - rewrite (nu_moves _ _ _ R0). cbn [sum srcs]. rewrite IA, IB. simpl. ring.
    - rewrite (nu_moves _ _ _ R0). cbn [sum srcs]. rewrite IA, IB. simpl. ring. }
  rewrite (proj1 (E t)), <- K_difference. assert (T := nu_total _ _ _ R0 s). replace (nu s B) with (1 - nu s A) by lra.
    ring.
Qed.
(* Figure 2: the nearer alpha + beta is to 1, the smaller the coefficient of correlation, and the larger the rate. *)
Theorem rate_monotone alpha beta alpha' beta' t : Rabs (alpha + beta - 1) <= Rabs (alpha' + beta' - 1) ->
  Rabs ((1 - alpha - beta) ^ t) <= Rabs ((1 - alpha' - beta') ^ t) /\ rate alpha' beta' t <= rate alpha beta t.
Proof.
  intro H. assert (E : forall a b, Rabs (a + b - 1) = Rabs (1 - a - b)).
  { intros a b. replace (a + b - 1) with (- (1 - a - b)) by ring. apply Rabs_Ropp. }
  rewrite !E in H. split; [|now apply rate_grows]. rewrite <- !RPow_abs. apply pow_incr. split; auto. apply Rabs_pos.
Qed.
(* alpha + beta = 1: the requests are independent, Q_t = X_t (t >= 1) is private, R_0 = 1/2 and R_t = 1. *)
Theorem rate_independent alpha beta nu : requests_on_Z alpha beta nu -> alpha + beta = 1 ->
  (forall t x y, M alpha beta x y = nu (t + 1)%Z y) /\
  (forall t, (1 <= t)%Z -> asked (paper_on_Z alpha beta nu) t qAB = 0) /\
  private_on_Z (always qrys) (paper_on_Z alpha beta nu) step /\
  capacity alpha beta 0 = 1 / 2 /\ forall t, (1 <= t)%Z -> capacity alpha beta t = 1.
Proof.
  intros R0 E. assert (Z0 : forall t, (1 <= t)%Z -> Rabs (1 - alpha - beta) ^ Z.to_nat t = 0).
  { intros t Ht. replace (1 - alpha - beta) with 0 by lra. rewrite Rabs_R0. apply pow_ne_zero. lia. }
  split; [|split; [|split; [|split]]].
  - intros t x y. rewrite (nu_moves _ _ _ R0). assert (T := nu_total _ _ _ R0 t).
    transitivity ((nu t A + nu t B) * M alpha beta x y); [rewrite T; ring|].
    replace (M alpha beta x y) with (M alpha beta A y) by (destruct x, y; simpl; lra).
    cbn [sum srcs]. replace (M alpha beta B y) with (M alpha beta A y) by (destruct y; simpl; lra). ring.
  - intros t Ht. rewrite paper_asks by auto. destruct (Z.leb_spec t 0); [lia|]. auto.
  - now apply paper_private.
  - reflexivity.
  - intros t Ht. unfold capacity. destruct (Z.leb_spec t 0); [lia|]. rewrite Z0 by auto. field.
Qed.
(* "Eventually directly": the probability of asking for both tends to 0; unless requests are independent it never is 0.
   *)
Theorem eventually_direct alpha beta nu : requests_on_Z alpha beta nu -> ergodic alpha beta ->
  Un_cv (fun t => asked (paper_on_Z alpha beta nu) (Z.of_nat t) qAB) 0.
Proof.
  intros R0 E. assert (Ha := alpha_range _ _ _ R0). assert (Hb := beta_range _ _ _ R0).
  assert (X : Rabs (Rabs (1 - alpha - beta)) < 1) by (rewrite Rabs_Rabsolu; now apply ergodic_mixes).
  intros e He. destruct (pow_lt_1_zero _ X e He) as [N HN]. exists (S N). intros n Hn. unfold R_dist.
    rewrite Rminus_0_r.
  rewrite paper_asks by auto. destruct (Z.leb_spec (Z.of_nat n) 0); [lia|]. rewrite Nat2Z.id. apply HN. lia.
Qed.
Theorem never_surely_direct alpha beta nu t : requests_on_Z alpha beta nu -> alpha + beta <> 1 -> 
  0 < asked (paper_on_Z alpha beta nu) t qAB.
Proof.
  intros R0 N. rewrite paper_asks by auto. destruct (t <=? 0)%Z; [lra|]. apply pow_lt, Rabs_pos_lt. lra.
Qed.
