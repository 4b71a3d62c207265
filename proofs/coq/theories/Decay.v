(* Section III: as t grows, the information carried by X_t about X_0 decreases.

   Assumes: 0 <= alpha, beta, delta <= 1.
   Proves: I(X_{t+1}; X_0) <= I(X_t; X_0) (information_decreases); strictly, if the chain mixes, alpha + beta is not 1
   and X_0 is not known (information_decreases_strictly); otherwise it may stay (information_stays). *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From OnOff Require Import Sums Window OneShot WindowConverse Information ChainRule.
Import ListNotations.
Open Scope R_scope.

Lemma pair_swap {U V Y} (us : list U) (vs : list V) (ys : list Y) w :
  mutual (list_prod us vs) ys (joint_pair w) = mutual (list_prod vs us) ys (joint_pair (fun v u y => w u v y)).
Proof.
  assert (T : tot (list_prod us vs) ys (joint_pair w) = tot (list_prod vs us) ys (joint_pair (fun v u y => w u v y))).
  { unfold tot. rewrite !sum_prod, sum_swap. reflexivity. }
  assert (C : forall y, col (list_prod us vs) (joint_pair w) y
    = col (list_prod vs us) (joint_pair (fun v u y => w u v y)) y).
  { intro y. unfold col. rewrite !sum_prod, sum_swap. reflexivity. }
  unfold mutual. rewrite !sum_prod, sum_swap, T. apply sum_ext. intros v _. apply sum_ext. intros u _. apply sum_ext.
    intros y _.
  rewrite C. reflexivity.
Qed.

Section Decay.
  Variables alpha beta delta : R.
  Hypothesis Ha : 0 <= alpha <= 1.
  Hypothesis Hb : 0 <= beta <= 1.
  Hypothesis Hd : 0 <= delta <= 1.
  Notation M := (M alpha beta).
  Notation K := (K alpha beta).
  Definition prior x := match x with A => delta | B => 1 - delta end.
  Definition pt t x x0 := prior x0 * K t x0 x.                       (* Pr(X_t = x, X_0 = x0) *)
  Definition carried t := mutual srcs srcs (pt t).                   (* I(X_t; X_0) *)
  Lemma K_nonneg t x y : 0 <= K t x y.
  Proof.
    revert y; induction t; intro y; cbn [Window.K]; [destruct (same x y); lra|].
    apply sum_nonneg. intros z _. apply Rmult_le_pos; [apply IHt|now apply M_nonneg].
  Qed.
  Lemma pt_nonneg t x x0 : 0 <= pt t x x0.
  Proof. apply Rmult_le_pos; [destruct x0; simpl; lra|apply K_nonneg]. Qed.
  Variable t : nat.
  Definition w u v y := pt t u y * M u v.
  Lemma w_nonneg u v y : 0 <= w u v y.
  Proof. apply Rmult_le_pos; [apply pt_nonneg|now apply M_nonneg]. Qed.
  Lemma now_only : first_only srcs w = pt t.
  Proof. apply functional_extensionality; intro u. apply functional_extensionality; intro y. unfold first_only, w.
    destruct u; simpl; ring. Qed.
  Lemma then_only : first_only srcs (fun v u y => w u v y) = pt (S t).
  Proof. apply functional_extensionality; intro v. apply functional_extensionality; intro y. unfold first_only, w, pt.
    simpl. ring. Qed.
  Lemma nothing_new : sum srcs (fun u => mutual srcs srcs (w u)) = 0.
  Proof.
    rewrite <- (sum_zero srcs). apply sum_ext. intros u _. apply mutual_zero; [apply w_nonneg|]. intros v y _ _.
    unfold tot, row, col, w. destruct u, v, y; simpl; ring.
  Qed.
  Lemma loss : carried t = carried (S t) + sum srcs (fun v => mutual srcs srcs (fun u y => w u v y)).
  Proof.
    assert (C1 := chain_rule srcs srcs srcs w w_nonneg). rewrite nothing_new, now_only, Rplus_0_r in C1.
    assert (C2 := chain_rule srcs srcs srcs (fun v u y => w u v y) (fun v u y => w_nonneg u v y)).
      rewrite then_only in C2.
    rewrite pair_swap in C1. unfold carried. rewrite <- C1. exact C2.
  Qed.
  Theorem information_decreases : carried (S t) <= carried t.
  Proof.
    rewrite loss. assert (0 <= sum srcs (fun v => mutual srcs srcs (fun u y => w u v y))); [|lra].
    apply sum_nonneg. intros v _. apply mutual_nonneg. intros. apply w_nonneg.
  Qed.
  Theorem information_decreases_strictly : 0 < delta < 1 -> alpha + beta <> 1 -> Rabs (1 - alpha - beta) < 1 ->
    carried (S t) < carried t.
  Proof.
    intros D I E. destruct (Rle_lt_or_eq_dec _ _ information_decreases) as [|Q]; auto. exfalso.
    rewrite loss in Q. assert (Z : sum srcs (fun v => mutual srcs srcs (fun u y => w u v y)) = 0) by lra. clear Q.
    assert (Zv : forall v, mutual srcs srcs (fun u y => w u v y) = 0).
    { intro v. apply (sum_zero_each srcs (fun v => mutual srcs srcs (fun u y => w u v y))); auto using srcs_all.
      intros. apply mutual_nonneg. intros. apply w_nonneg. }
    assert (W : forall v, (pt t A A * pt t B B - pt t A B * pt t B A) * (M A v * M B v) = 0).
    { intro v. assert (P := proj1 (mutual_zero srcs srcs (fun u y => w u v y) (fun u y => w_nonneg u v y)) (Zv v) A A
      (srcs_all _) (srcs_all _)).
      unfold tot, row, col, w in P. cbn [sum srcs] in P.
      transitivity (pt t A A * M A v * (pt t B B * M B v) - pt t A B * M A v * (pt t B A * M B v)); [ring|]. lra. }
    assert (Det : pt t A A * pt t B B - pt t A B * pt t B A = delta * (1 - delta) * (1 - alpha - beta) ^ t).
    { unfold pt. simpl. rewrite <- K_difference. assert (KA := K_total alpha beta t A).
      assert (KB := K_total alpha beta t B).
      replace (K t A B) with (1 - K t A A) by lra. replace (K t B B) with (1 - K t B A) by lra. ring. }
    assert (N : pt t A A * pt t B B - pt t A B * pt t B A <> 0).
    { rewrite Det. apply Rmult_integral_contrapositive_currified; [nra|]. apply pow_nonzero. lra. }
    assert (WA := W A). assert (WB := W B). simpl in WA, WB.
    apply Rmult_integral in WA as [WA|WA]; [contradiction|]. apply Rmult_integral in WB as [WB|WB]; [contradiction|].
    apply Rmult_integral in WA, WB. unfold Rabs in E. destruct (Rcase_abs (1 - alpha - beta)), WA, WB; lra.
  Qed.
  (* Without the conditions it stays the same. *)
  Theorem information_stays : delta = 0 \/ delta = 1 \/ (alpha = 0 /\ beta = 0) -> carried (S t) = carried t.
  Proof.
    intro H. rewrite loss. assert (Z : sum srcs (fun v => mutual srcs srcs (fun u y => w u v y)) = 0); [|lra].
    rewrite <- (sum_zero srcs). apply sum_ext. intros v _. apply mutual_zero; [intros; apply w_nonneg|]. intros u y _ _.
    unfold tot, row, col, w, pt, prior. destruct u, v, y; cbn [sum srcs Window.M]; destruct H as [H|[H|[H1 H2]]];
      rewrite ?H, ?H1, ?H2; ring.
  Qed.
End Decay.
