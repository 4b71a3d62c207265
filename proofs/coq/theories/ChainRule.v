(* The chain rule of mutual information.

   Assumes: weights w >= 0 on three finite sets.
   Proves: I(U,V; Y) = I(U; Y) + I(V; Y | U) (chain_rule). The decomposition of Section IV-B is made from it
   (SectionIV.privacy_decomposition). *)
From Coq Require Import Reals Lra List.
From OnOff Require Import Sums Information.
Import ListNotations.
Open Scope R_scope.

Lemma sum_prod {S T} (l : list S) (m : list T) f : sum (list_prod l m) f = sum l (fun x => sum m (fun y => f (x, y))).
Proof. induction l; simpl; auto. now rewrite sum_app, sum_map, IHl. Qed.
Section ChainRule.
  Context {U V Y : Type}.
  Variables (us : list U) (vs : list V) (ys : list Y) (w : U -> V -> Y -> R).
  Hypothesis w_nonneg : forall u v y, 0 <= w u v y.
  Definition joint_pair (p : U * V) y := w (fst p) (snd p) y.
  Definition first_only u y := sum vs (fun v => w u v y).
  Theorem chain_rule : mutual (list_prod us vs) ys joint_pair
    = mutual us ys first_only + sum us (fun u => mutual vs ys (w u)).
  Proof.
    set (T := tot (list_prod us vs) ys joint_pair).
    assert (ET : tot us ys first_only = T).
    { unfold T, tot, row. rewrite sum_prod. apply sum_ext. intros u _. unfold first_only, joint_pair. simpl.
      apply sum_swap. }
    assert (EC : forall y, col us first_only y = col (list_prod us vs) joint_pair y).
    { intro y. unfold col. rewrite sum_prod. reflexivity. }
    assert (ER : forall u, row ys first_only u = tot vs ys (w u)).
    { intro u. unfold tot, row, first_only. apply sum_swap. }
    unfold mutual at 1. rewrite sum_prod. unfold mutual at 1. rewrite <- sum_add. apply sum_ext. intros u Hu.
    transitivity (sum vs (fun v => sum ys (fun y => w u v y * ln
      (first_only u y * tot us ys first_only / (row ys first_only u * col us first_only y)))) + mutual vs ys (w u)).
    2: { f_equal. rewrite sum_swap. apply sum_ext. intros y _. now rewrite sum_scale_r. }
    unfold mutual. rewrite <- sum_add. apply sum_ext. intros v Hv. rewrite <- sum_add. apply sum_ext. intros y Hy.
    destruct (Req_dec (w u v y) 0) as [Z|Z]; [unfold joint_pair; simpl; rewrite Z; ring|].
    assert (Pw : 0 < w u v y) by (assert (N := w_nonneg u v y); lra).
    rewrite ET, EC, ER. fold T.
    assert (Pf : w u v y <= first_only u y) by (apply (sum_member vs (fun v => w u v y)); auto).
    assert (Pr : w u v y <= row ys (w u) v) by (apply (w_row ys (w u)); auto).
    assert (Pt : row ys (w u) v <= tot vs ys (w u)) by (apply row_tot; auto).
    assert (Jn : forall p y, 0 <= joint_pair p y) by (intros; apply w_nonneg).
    assert (Hp : In (u, v) (list_prod us vs)) by now apply in_prod.
    assert (Pc : w u v y <= col (list_prod us vs) joint_pair y) by
      (apply (w_col (list_prod us vs) joint_pair Jn (u, v)); auto).
    assert (PT : row ys joint_pair (u, v) <= T) by (apply row_tot; auto).
    assert (Prow : row ys joint_pair (u, v) = row ys (w u) v) by reflexivity. rewrite Prow in *.
    unfold joint_pair at 1 2. cbn [fst snd].
    set (f := first_only u y) in *. set (r := row ys (w u) v) in *. set (t := tot vs ys (w u)) in *.
      set (c := col (list_prod us vs) joint_pair y) in *.
    assert (Ef : col vs (w u) y = f) by reflexivity. rewrite Ef. rewrite <- Rmult_plus_distr_l. f_equal.
    rewrite <- ln_mult.
    - f_equal. field. repeat split; lra.
    - apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|]. apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra.
    - apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|]. apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra.
  Qed.
End ChainRule.
