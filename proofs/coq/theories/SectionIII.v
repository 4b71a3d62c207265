(* HEADER *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information.
Import ListNotations.
Open Scope R_scope.

(* Section III: the rate of Theorem 1. *)
Definition rate alpha beta t := 1 / (1 + Rabs (1 - alpha - beta) ^ t).
Theorem rate_symmetry alpha beta alpha' beta' t : alpha + beta - 1 = 1 - (alpha' + beta') ->
  rate alpha beta t = rate alpha' beta' t.
Proof. intro H. unfold rate. do 3 f_equal. replace (1 - alpha - beta) with (- (1 - alpha' - beta')) by lra.
  apply Rabs_Ropp. Qed.
Theorem rate_independent alpha beta t : alpha + beta = 1 -> (0 < t)%nat -> rate alpha beta t = 1.
Proof. intros H Ht. unfold rate. replace (1 - alpha - beta) with 0 by lra. rewrite Rabs_R0, pow_ne_zero by lia. field.
  Qed.
Theorem rate_nonergodic alpha beta t : Rabs (1 - alpha - beta) = 1 -> rate alpha beta t = 1 / 2.
Proof. intro H. unfold rate. rewrite H, pow1. field. Qed.
Theorem rate_limit alpha beta : Rabs (1 - alpha - beta) < 1 -> Un_cv (rate alpha beta) 1.
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
Theorem rate_monotone alpha beta alpha' beta' t : Rabs (1 - alpha - beta) <= Rabs (1 - alpha' - beta') ->
  rate alpha' beta' t <= rate alpha beta t.
Proof.
  intro H. unfold rate, Rdiv. rewrite !Rmult_1_l. assert (P := pow_le _ t (Rabs_pos (1 - alpha - beta))).
  apply Rinv_le_contravar; [lra|]. apply Rplus_le_compat_l, pow_incr. split; auto. apply Rabs_pos.
Qed.
