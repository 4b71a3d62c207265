(* Mutual information of finite laws, and the constraint I(X_{B_t}; Q_t | Q_(t-1)) = 0 on a window.

   Assumes: weights w >= 0 on two finite sets.
   Proves: mutual w >= 0, and = 0 if and only if w is a product (mutual_nonneg, mutual_zero); the constraint at every
   t is the independence of Window.v (private_information). *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Window OneShot WindowConverse.
Import ListNotations.
Open Scope R_scope.

Lemma ln_below z : 0 < z -> ln z <= z - 1.
Proof.
  intro Hz. destruct (Req_dec (ln z) 0) as [E|E].
  - assert (z = 1). { rewrite <- (exp_ln z), E, exp_0; auto. } subst. rewrite ln_1. lra.
  - assert (X := exp_ineq1 (ln z) E). rewrite exp_ln in X by auto. lra.
Qed.
Lemma ln_tight z : 0 < z -> ln z = z - 1 -> z = 1.
Proof.
  intros Hz E. destruct (Req_dec (ln z) 0) as [Z|Z]; [lra|].
  assert (X := exp_ineq1 (ln z) Z). rewrite exp_ln in X by auto. lra.
Qed.

(* I(X; Y) of a weight w on two finite sets, up to the factor 1/total (and in nats); 0 ln 0 = 0. *)
Section Mutual.
  Context {X Y : Type}.
  Variables (xs : list X) (ys : list Y) (w : X -> Y -> R).
  Hypothesis w_nonneg : forall x y, 0 <= w x y.
  Definition row x := sum ys (w x).
  Definition col y := sum xs (fun x => w x y).
  Definition tot := sum xs row.
  Definition mutual := sum xs (fun x => sum ys (fun y => w x y * ln (w x y * tot / (row x * col y)))).
  Lemma row_nonneg x : 0 <= row x. Proof. apply sum_nonneg. auto. Qed.
  Lemma col_nonneg y : 0 <= col y. Proof. apply sum_nonneg. auto. Qed.
  Lemma tot_nonneg : 0 <= tot. Proof. apply sum_nonneg. intros. apply row_nonneg. Qed.
  Lemma w_row x y : In y ys -> w x y <= row x. Proof. intro. apply (sum_member ys (w x)); auto. Qed.
  Lemma w_col x y : In x xs -> w x y <= col y. Proof. intro. apply (sum_member xs (fun x => w x y)); auto. Qed.
  Lemma row_tot x : In x xs -> row x <= tot. Proof. intro. apply sum_member; auto using row_nonneg. Qed.
  Lemma tot_col : sum ys col = tot. Proof. unfold tot, row, col. apply sum_swap. Qed.
  Lemma term x y : In x xs -> In y ys -> 0 < tot ->
    let d := w x y * ln (w x y * tot / (row x * col y)) - (w x y - row x * col y / tot) in
    0 <= d /\ (d = 0 -> w x y * tot = row x * col y).
  Proof.
    intros Hx Hy T d. unfold d. clear d. assert (N := w_nonneg x y). assert (Nr := row_nonneg x).
      assert (Nc := col_nonneg y).
    assert (Hr := w_row x y Hy). assert (Hc := w_col x y Hx).
    assert (I : 0 < / tot) by now apply Rinv_0_lt_compat.
    destruct (Req_dec (w x y) 0) as [Z|Z].
    - rewrite Z. rewrite !Rmult_0_l. assert (Hp : 0 <= row x * col y) by now apply Rmult_le_pos. unfold Rdiv. split.
      + assert (0 <= row x * col y * / tot) by (apply Rmult_le_pos; lra). lra.
      + intro E. assert (E' : row x * col y * / tot = 0) by lra. apply Rmult_integral in E' as [E'|E']; lra.
    - assert (P : 0 < w x y) by lra. assert (Pr : 0 < row x) by lra. assert (Pc : 0 < col y) by lra.
      assert (Prc : 0 < row x * col y) by now apply Rmult_lt_0_compat.
        assert (Pw : 0 < w x y * tot) by now apply Rmult_lt_0_compat.
      set (z := row x * col y / (w x y * tot)).
      assert (Hz : 0 < z) by (apply Rmult_lt_0_compat; auto; now apply Rinv_0_lt_compat).
      assert (E : ln (w x y * tot / (row x * col y)) = - ln z).
      { rewrite <- ln_Rinv by auto. f_equal. unfold z. field. repeat split; lra. }
      rewrite E. assert (Ez : row x * col y / tot = w x y * z) by (unfold z; field; split; lra). rewrite Ez.
      assert (B := ln_below z Hz). split; [nra|]. intro D.
      assert (D' : w x y * (ln z - (z - 1)) = 0) by lra. apply Rmult_integral in D' as [D'|D']; [lra|].
      assert (z = 1) by (apply ln_tight; auto; lra).
      assert (Ew : row x * col y = w x y * tot * z) by (unfold z; field; split; lra). rewrite Ew, H. ring.
  Qed.
  Lemma balance : 0 < tot -> sum xs (fun x => sum ys (fun y => w x y - row x * col y / tot)) = 0.
  Proof.
    intro T. transitivity (sum xs (fun x => row x + (- / tot * tot) * row x)).
    - apply sum_ext. intros x _. transitivity (sum ys (fun y => w x y + (- / tot * row x) * col y)).
      { apply sum_ext. intros. unfold Rdiv. ring. }
      rewrite sum_add, sum_scale, tot_col. unfold row. ring.
    - rewrite sum_add, sum_scale. fold tot. field. lra.
  Qed.
  Lemma mutual_gap : 0 < tot -> mutual = sum xs (fun x => sum ys (fun y =>
    w x y * ln (w x y * tot / (row x * col y)) - (w x y - row x * col y / tot))).
  Proof.
    intro T. rewrite <- (Rplus_0_r mutual), <- Ropp_0, <- (balance T). unfold mutual.
    transitivity (sum xs (fun x => sum ys (fun y => w x y * ln (w x y * tot / (row x * col y))) + (-1) * sum ys (fun y
      => w x y - row x * col y / tot))).
    - rewrite sum_add, sum_scale. ring.
    - apply sum_ext. intros x _. rewrite <- sum_scale, <- sum_add. apply sum_ext. intros. ring.
  Qed.
  Theorem mutual_nonneg : 0 <= mutual.
  Proof.
    destruct (Req_dec tot 0) as [Z|Z].
    - unfold mutual. rewrite <- (sum_zero xs). apply Req_le, sum_ext. intros x Hx. rewrite <- (sum_zero ys).
      apply sum_ext. intros y Hy.
      assert (w x y = 0) as ->; [|ring]. assert (A1 := w_row x y Hy). assert (A2 := row_tot x Hx).
        assert (A3 := w_nonneg x y). lra.
    - assert (T : 0 < tot) by (assert (X0 := tot_nonneg); lra). rewrite (mutual_gap T). apply sum_nonneg. intros x Hx.
      apply sum_nonneg. intros y Hy.
      now apply term.
  Qed.
  Theorem mutual_zero : mutual = 0 <-> forall x y, In x xs -> In y ys -> w x y * tot = row x * col y.
  Proof.
    split.
    - intros Z x y Hx Hy. destruct (Req_dec tot 0) as [T0|T0].
      + assert (A1 := w_row x y Hy). assert (A2 := row_tot x Hx). assert (A3 := w_nonneg x y).
        assert (A4 := row_nonneg x).
        assert (row x = 0) by lra. rewrite H, T0. ring.
      + assert (T : 0 < tot) by (assert (X0 := tot_nonneg); lra). rewrite (mutual_gap T) in Z.
        assert (N : forall x' y', In x' xs -> In y' ys -> 0 <= w x' y' * ln (w x' y' * tot / (row x' * col y')) -
          (w x' y' - row x' * col y' / tot)) by (intros; now apply term).
        assert (Zx := sum_zero_each xs _ x (fun x' Hx' => sum_nonneg ys _ (fun y' Hy' => N x' y' Hx' Hy')) Z Hx).
        assert (Zy := sum_zero_each ys _ y (fun y' Hy' => N x y' Hx Hy') Zx Hy). now apply term in Zy.
    - intro H. unfold mutual. rewrite <- (sum_zero xs). apply sum_ext. intros x Hx. rewrite <- (sum_zero ys).
      apply sum_ext. intros y Hy.
      destruct (Req_dec (w x y) 0) as [Z|Z]; [rewrite Z; ring|].
      assert (A1 := w_row x y Hy). assert (A2 := w_col x y Hx). assert (A3 := w_nonneg x y).
      rewrite (H x y Hx Hy). unfold Rdiv. rewrite Rinv_r by (apply Rmult_integral_contrapositive_currified; lra).
        rewrite ln_1. ring.
  Qed.
End Mutual.

(* The requests at ON times: the others are masked. *)
Definition src_eq_dec : forall x y : src, {x = y} + {x <> y}. Proof. decide equality. Defined.
Fixpoint mask (F : mode) (xs : list src) : list src := match xs with [] => [] | x :: r =>
  (if F (length r) then x else A) :: mask F r end.
Definition seen F v : list src -> bool := fun xs => if list_eq_dec src_eq_dec (mask F xs) v then true else false.
Lemma mask_length F xs : length (mask F xs) = length xs.
Proof. induction xs; simpl; auto. Qed.
Lemma agree_mask F xs : agree F xs (mask F xs) = true.
Proof. induction xs as [|x xs IH]; simpl; auto. rewrite IH. destruct (F (length xs)), x; reflexivity. Qed.
Lemma mask_agree F xs : forall ys, length xs = length ys -> agree F xs ys = true -> mask F xs = mask F ys.
Proof.
  induction xs as [|x xs IH]; intros [|y ys] L H; simpl in *; try discriminate; auto. injection L as L.
    apply andb_true_iff in H as [H1 H2].
  rewrite (IH ys L H2), <- L. destruct (F (length xs)); auto. apply same_true in H1. now subst.
Qed.
Lemma about_seen F v : about F (seen F v).
Proof. intros xs ys L H. unfold seen. now rewrite (mask_agree F xs ys L H). Qed.
Lemma sum_found (f : list src -> R) v : sum (words srcs (length v)) (fun u =>
  if list_eq_dec src_eq_dec v u then f u else 0) = f v.
Proof.
  revert f; induction v as [|x v IH]; intro f; [simpl; ring|]. simpl length. rewrite sum_words.
  transitivity (sum (words srcs (length v)) (fun u => if list_eq_dec src_eq_dec v u then f (x :: u) else 0));
    [|apply (IH (fun u => f (x :: u)))].
  apply sum_ext. intros u _. cbn [sum srcs].
  destruct (list_eq_dec src_eq_dec v u) as [E|E], x, (list_eq_dec src_eq_dec (A :: v) (A :: u)),
    (list_eq_dec src_eq_dec (A :: v) (B :: u)),
    (list_eq_dec src_eq_dec (B :: v) (A :: u)), (list_eq_dec src_eq_dec (B :: v) (B :: u)); try ring; congruence.
Qed.

Section Private.
  Context {Qry : Type}.
  Variables (qs : nat -> list Qry) (J : list src -> list Qry -> R) (F : mode).
  Hypothesis J_nonneg : forall xs h, 0 <= J xs h.
  (* Pr(X_{B_t} = v, Q_t = q, Q_{t-1}..Q_0 = h) *)
  Definition joint h v q := prob J (seen F v) (q :: h).
  (* I(X_{B_t}; Q_t | Q_{t-1}, ..., Q_0) *)
  Definition information t := sum (histories qs t) (fun h => mutual (words srcs (S t)) (qs t) (joint h)).
  Lemma by_seen E t q h : about F E -> length h = t -> prob J E (q :: h)
    = sum (words srcs (S t)) (fun v => (if E v then 1 else 0) * joint h v q).
  Proof.
    intros H L. unfold joint, Window.prob. change (length (q :: h)) with (S (length h)). rewrite L.
    transitivity (sum (words srcs (S t)) (fun xs => sum (words srcs (S t)) (fun v =>
      (if E v then 1 else 0) * (if seen F v xs then J xs (q :: h) else 0)))).
    - apply sum_ext. intros xs Hx. assert (Lx := words_length _ _ _ Hx).
      transitivity (sum (words srcs (length (mask F xs))) (fun v =>
        if list_eq_dec src_eq_dec (mask F xs) v then (if E v then J xs (q :: h) else 0) else 0)).
      + rewrite (sum_found (fun v => if E v then J xs (q :: h) else 0)).
        rewrite (H xs (mask F xs)); auto using agree_mask. now rewrite mask_length.
      + rewrite mask_length, Lx. apply sum_ext. intros v _. unfold seen.
        destruct (list_eq_dec src_eq_dec (mask F xs) v), (E v); ring.
    - rewrite sum_swap. apply sum_ext. intros v _. now rewrite sum_scale.
  Qed.
  Lemma joint_col t h q : length h = t -> col (words srcs (S t)) (joint h) q = prob J anything (q :: h).
  Proof. intro L. rewrite (by_seen anything t q h (about_anything F) L). apply sum_ext. intros. unfold anything. ring.
    Qed.
  Lemma joint_tot t h : length h = t -> tot (words srcs (S t)) (qs t) (joint h) = before qs J anything h.
  Proof. intro L. unfold tot, row, Window.before. rewrite L, sum_swap. apply sum_ext. intros q _. now apply joint_col.
  Qed.
  Lemma joint_nonneg h v q : 0 <= joint h v q.
  Proof. apply sum_nonneg. intros xs _. destruct (seen F v xs); [auto|lra]. Qed.
  Theorem private_information : private qs J F <-> forall t, information t = 0.
  Proof.
    split.
    - intros P t. unfold information. rewrite <- (sum_zero (histories qs t)). apply sum_ext. intros h Hh.
      assert (L := words_length _ _ _ Hh).
      apply mutual_zero; [apply joint_nonneg|]. intros v q _ Hq. rewrite (joint_tot t), (joint_col t) by auto.
      replace (row (qs t) (joint h) v) with (before qs J (seen F v) h) by (unfold Window.before; now rewrite L).
      apply (P t); auto. apply about_seen.
    - intros I t E h q H Hh Hq. assert (L := words_length _ _ _ Hh).
      assert (Z := sum_zero_each _ _ h (fun h' _ => mutual_nonneg (words srcs (S t)) (qs t) (joint h') (joint_nonneg
        h'))
        (I t) Hh).
      assert (W := proj1 (mutual_zero (words srcs (S t)) (qs t) (joint h) (joint_nonneg h)) Z). clear Z.
      rewrite <- (joint_tot t), <- (joint_col t) by auto.
      transitivity (sum (words srcs (S t)) (fun v => (if E v then 1 else 0) * row (qs t) (joint h) v) * col
        (words srcs (S t)) (joint h) q).
      + rewrite (by_seen E t) by auto. rewrite <- !sum_scale_r. apply sum_ext. intros v Hv. rewrite !Rmult_assoc.
        now rewrite W.
      + f_equal. unfold Window.before, row. rewrite L.
        transitivity (sum (qs t) (fun r => sum (words srcs (S t)) (fun v => (if E v then 1 else 0) * joint h v r))).
        * rewrite sum_swap. apply sum_ext. intros. now rewrite sum_scale.
        * apply sum_ext. intros. symmetry. now apply by_seen.
  Qed.
End Private.
