(* The constraint on two-sided time as a limit over windows.

   Assumes: a law on Z (Model.law_on_Z), any mode.
   Proves: I(X_{B_t in [s:t]}; Q_t | Q_[s:t-1]) has a limit as s -> -oo, for every law, mode and t (information_on_Z);
   private_on_Z and private_diagonal are the same (private_diagonal_iff). *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith FunctionalExtensionality.
From OnOff Require Import Sums Window OneShot WindowConverse Information ChainRule Model Converse.
Import ListNotations.
Open Scope R_scope.

(* Mutual information: other names for the values, values that do not occur, functions of the values, a bound. *)
Lemma mutual_rename {X X' Y} (xs : list X) (xs' : list X') (ys : list Y) w (e : X' -> X) :
  (forall f : X -> R, (forall x, (forall y, w x y = 0) -> f x = 0) -> sum xs f = sum xs' (fun x => f (e x))) ->
  mutual xs ys w = mutual xs' ys (fun x => w (e x)).
Proof.
  intro H. assert (T : tot xs ys w = tot xs' ys (fun x => w (e x))).
  { unfold tot. apply H. intros x Z. now apply sum_null. }
  assert (C : forall y, col xs w y = col xs' (fun x => w (e x)) y).
  { intro y. unfold col. apply (H (fun x => w x y)). auto. }
  unfold mutual. rewrite (H (fun x => sum ys (fun y => w x y * ln (w x y * tot xs ys w / (row ys w x * col xs w y))))).
  - apply sum_ext. intros x _. apply sum_ext. intros y _. rewrite T, C. reflexivity.
  - intros x Z. apply sum_null. intro y. rewrite Z. ring.
Qed.
Lemma mutual_ext {X Y} (xs : list X) (ys : list Y) w v : (forall x y, In x xs -> In y ys -> w x y = v x y) ->
  mutual xs ys w = mutual xs ys v.
Proof.
  intro H. assert (Rw : forall x, In x xs -> row ys w x = row ys v x) by (intros; apply sum_ext; auto).
  assert (T : tot xs ys w = tot xs ys v) by (apply sum_ext; auto).
  assert (C : forall y, In y ys -> col xs w y = col xs v y) by (intros; apply sum_ext; auto).
  apply sum_ext. intros x Hx. apply sum_ext. intros y Hy. now rewrite H, T, Rw, C.
Qed.
Lemma mutual_first {U V Y} (us : list U) (vs : list V) (ys : list Y) (w : U -> V -> Y -> R) : (forall u v y,
  0 <= w u v y) ->
  mutual us ys (first_only vs w) <= mutual (list_prod us vs) ys (joint_pair w).
Proof.
  intro N. rewrite (chain_rule us vs ys w N). assert (0 <= sum us (fun u => mutual vs ys (w u))); [|lra].
  apply sum_nonneg. intros. apply mutual_nonneg. auto.
Qed.
Lemma mutual_function {U V Y} (us : list U) (vs : list V) (ys : list Y) (eq : forall a b : U,
  {a = b} + {a <> b}) (f : V -> U) (w : V -> Y -> R) :
  (forall v y, 0 <= w v y) -> (forall v (g : U -> R), In v vs ->
    sum us (fun u => if eq (f v) u then g u else 0) = g (f v)) ->
  mutual us ys (fun u y => sum vs (fun v => (if eq (f v) u then 1 else 0) * w v y)) <= mutual vs ys w.
Proof.
  intros N H. set (w3 := fun u v y => (if eq (f v) u then 1 else 0) * w v y).
  assert (N3 : forall u v y, 0 <= w3 u v y). { intros. apply Rmult_le_pos; auto. destruct (eq (f v) u); lra. }
  eapply Rle_trans; [apply (mutual_first us vs ys w3 N3)|]. apply Req_le.
  rewrite (mutual_rename (list_prod us vs) vs ys (joint_pair w3) (fun v => (f v, v))).
  - apply mutual_ext. intros v y _ _. unfold joint_pair, w3. simpl. destruct (eq (f v) (f v)); [ring|congruence].
  - intros g Z. rewrite sum_prod, sum_swap. apply sum_ext. intros v Hv. rewrite <- (H v (fun u => g (u, v)) Hv).
    apply sum_ext. intros u _.
    destruct (eq (f v) u) as [E|E]; auto. apply Z. intro y. unfold joint_pair, w3. simpl.
      destruct (eq (f v) u); [congruence|ring].
Qed.
Lemma mutual_bound {X Y} (xs : list X) (ys : list Y) w : (forall x y, 0 <= w x y) ->
  mutual xs ys w <= sum ys (fun _ => tot xs ys w).
Proof.
  intro N. unfold mutual. rewrite sum_swap. apply sum_le. intros y Hy.
  destruct (Req_dec (col xs w y) 0) as [Z|Z].
  - rewrite (sum_ext _ _ (fun _ => 0)). { rewrite sum_zero. now apply tot_nonneg. }
    intros x Hx. assert (E : w x y = 0) by (apply (sum_zero_each xs (fun x => w x y)); auto). rewrite E. ring.
  - assert (P : 0 < col xs w y) by (assert (C := col_nonneg xs w N y); lra).
    apply Rle_trans with (sum xs (fun x => w x y * (tot xs ys w / col xs w y))).
    + apply sum_le. intros x Hx. destruct (Req_dec (w x y) 0) as [E|E]; [rewrite E; lra|].
      assert (Pw : 0 < w x y) by (assert (W := N x y); lra). assert (R1 := w_row ys w N x y Hy).
        assert (R2 := row_tot xs ys w N x Hx).
      apply Rmult_le_compat_l; [lra|].
      assert (Pz : 0 < w x y * tot xs ys w / (row ys w x * col xs w y)).
      { apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|]. apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra. }
      assert (B := ln_below _ Pz).
      assert (w x y * tot xs ys w / (row ys w x * col xs w y) <= tot xs ys w / col xs w y); [|lra].
      replace (w x y * tot xs ys w / (row ys w x * col xs w y)) with (w x y / row ys w x * (tot xs ys w / col xs w y))
        by (field; lra).
      rewrite <- (Rmult_1_l (tot xs ys w / col xs w y)) at 2. apply Rmult_le_compat_r.
      * apply Rmult_le_pos; [lra|]. left. now apply Rinv_0_lt_compat.
      * apply Rmult_le_reg_r with (row ys w x); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
    + rewrite sum_scale_r. fold (col xs w y). apply Req_le. field. lra.
Qed.

(* Less is asked of a mode with fewer ON times. *)
Lemma agree_less (F G : mode) xs : (forall i, G i = true -> F i = true) -> forall ys, agree F xs ys = true ->
  agree G xs ys = true.
Proof.
  intro H. induction xs as [|x xs IH]; intros [|y ys] Ag; auto. simpl in *. apply andb_true_iff in Ag as [A1 A2].
    rewrite IH by auto.
  rewrite andb_true_r. specialize (H (length xs)). destruct (G (length xs)); auto. now rewrite H in A1.
Qed.
Lemma information_less {Qry} (qs : nat -> list Qry) J (F G : mode) n : (forall xs h, 0 <= J xs h) ->
  (forall i, G i = true -> F i = true) ->
  information qs J G n <= information qs J F n.
Proof.
  intros N H. apply sum_le. intros h Hh. assert (L := words_length _ _ _ Hh).
  assert (Nj : forall v q, 0 <= joint J F h v q) by (intros; now apply joint_nonneg).
  eapply Rle_trans; [|apply (mutual_function (words srcs (S n)) (words srcs (S n)) (qs n) (list_eq_dec src_eq_dec)
    (mask G)
    (joint J F h) Nj)].
  - apply Req_le. apply mutual_ext. intros v q _ _. unfold joint at 1. rewrite (by_seen J F (seen G v) n q h); auto.
    + apply sum_ext. intros u _. unfold seen. destruct (list_eq_dec src_eq_dec (mask G u) v); ring.
    + intros xs ys Lx Ag. apply about_seen; auto. now apply (agree_less F G).
  - intros v g Hv. assert (Lv := words_length _ _ _ Hv). rewrite <- (sum_found g (mask G v)), mask_length, Lv.
    reflexivity.
Qed.
Lemma information_nonneg {Qry} (qs : nat -> list Qry) J F n : (forall xs h, 0 <= J xs h) -> 0 <= information qs J F n.
Proof. intro N. apply sum_nonneg. intros h _. apply mutual_nonneg. intros. now apply joint_nonneg. Qed.

Section Limit.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Context {Qry : Type}.
  Variable qs : Z -> list Qry.
  Variable J : Z -> list src -> list Qry -> R.
  Variable F : mode_on_Z.
  Hypothesis Ha : 0 <= alpha <= 1.
  Hypothesis Hb : 0 <= beta <= 1.
  Hypothesis law : law_on_Z alpha beta nu qs J.
  Variable t : Z.
  Notation W n := (J (t - Z.of_nat n)%Z).
  Notation ls n := (alphabets qs (t - Z.of_nat n)%Z).
  Lemma W_nonneg n xs h : 0 <= W n xs h. Proof. apply (nonneg _ _ _ _ _ (window_law _ _ _ _ _ law _)). Qed.
  Lemma W_prob n E h : 0 <= prob (W n) E h.
  Proof. apply sum_nonneg. intros xs _. destruct (E xs); [apply W_nonneg|lra]. Qed.
  (* I(Q_[t-n:t-1]; Q_t), and I(Q_[t-n:t-1], X_W; Q_t) for the ON times W of a mode on the window *)
  Definition past n := mutual (histories (ls n) n) (qs t) (fun h q => prob (W n) anything (q :: h)).
  Definition both n (G : mode) := mutual (list_prod (histories (ls n) n) (words srcs (S n))) (qs t) (joint_pair (joint
    (W n) G)).
  Lemma both_past n G : both n G = past n + information (ls n) (W n) G n.
  Proof.
    unfold both, past, information. rewrite alphabets_last.
    rewrite (chain_rule (histories (ls n) n) (words srcs (S n)) (qs t) (joint (W n) G)).
    - f_equal. apply mutual_ext. intros h q Hh _. apply (joint_col (W n) G n h q). eapply words_length; eauto.
    - intros. apply joint_nonneg. apply W_nonneg.
  Qed.
  Lemma older n h E E' : In h (histories (ls n) (length h)) -> (forall u x, length u = length h ->
    E' (u ++ [x]) = E u) ->
    sum (qs (t - Z.of_nat (S n))%Z) (fun r => prob (W (S n)) E' (h ++ [r])) = prob (W n) E h.
  Proof.
    intros Hh H. assert (X := forget_prob alpha beta nu qs J law 1 (t - Z.of_nat n)%Z E E' h Hh).
    replace (t - Z.of_nat n - Z.of_nat 1)%Z with (t - Z.of_nat (S n))%Z in X by lia. rewrite <- X.
    - change 1%nat with (S 0). rewrite sum_words, alphabets_first. simpl. now rewrite Rplus_0_r.
    - intros u v Lu Lv. destruct v as [|x [|]]; try discriminate. auto.
  Qed.
  Lemma now_in n q h : In q (qs t) -> In h (histories (ls n) n) -> In (q :: h) (histories (ls n) (length (q :: h))).
  Proof.
    intros Hq Hh. simpl length. rewrite (words_length _ _ _ Hh). apply words_cons. now rewrite alphabets_last.
  Qed.
  Lemma words_end {T} (l : nat -> list T) n f : sum (histories l (S n)) f
    = sum (histories (fun i => l (i + 1)%nat) n) (fun u => sum (l O) (fun x => f (u ++ [x]))).
  Proof.
    replace (S n) with (n + 1)%nat by lia. rewrite sum_words_app, sum_swap.
    apply sum_ext. intros u _. rewrite (sum_words l 0). simpl. now rewrite Rplus_0_r.
  Qed.
  Lemma queries_end n f : sum (histories (ls (S n)) (S n)) f
    = sum (histories (ls n) n) (fun u => sum (qs (t - Z.of_nat (S n))%Z) (fun r => f (u ++ [r]))).
  Proof.
    rewrite words_end, alphabets_first. f_equal. apply histories_ext. intros i _. unfold alphabets. f_equal. lia.
  Qed.
  Lemma past_grows n : past n <= past (S n).
  Proof.
    unfold past. set (w := fun h r q => prob (W (S n)) anything ((q :: h) ++ [r])).
    apply Rle_trans with (mutual (list_prod (histories (ls n) n) (qs (t - Z.of_nat (S n))%Z)) (qs t) (joint_pair w)).
    - eapply Rle_trans; [|apply mutual_first; intros; apply W_prob]. apply Req_le, mutual_ext. intros h q Hh Hq.
      symmetry.
      apply older; auto. now apply now_in.
    - apply Req_le. symmetry. rewrite (mutual_rename (histories (ls (S n)) (S n)) (list_prod (histories (ls n) n) (qs
        (t - Z.of_nat (S n))%Z)) (qs t) _ (fun p =>
      fst p ++ [snd p])).
      + reflexivity.
      + intros f _. now rewrite sum_prod, queries_end.
  Qed.
  (* One more query of the past: G is the mode of the longer window, OFF at its oldest time. *)
  Lemma mask_older (G G' : mode) : (forall i, G' (S i) = G i) -> G' 0%nat = false -> forall u x,
    mask G' (u ++ [x]) = mask G u ++ [A].
  Proof.
    intros HS H0. induction u as [|z u IH]; intro x; simpl; [now rewrite H0|].
    rewrite IH, app_length, Nat.add_comm. simpl. now rewrite HS.
  Qed.
  Lemma both_grows n (G G' : mode) : (forall i, G' (S i) = G i) -> G' 0%nat = false -> both n G <= both (S n) G'.
  Proof.
    intros HS H0. unfold both. set (w := fun (p : list Qry * list src) r q =>
      joint (W (S n)) G' (fst p ++ [r]) (snd p ++ [A]) q).
    apply Rle_trans with (mutual (list_prod (list_prod (histories (ls n) n) (words srcs (S n))) (qs (t - Z.of_nat (S
      n))%Z)) (qs t) (joint_pair w)).
    - eapply Rle_trans; [|apply mutual_first; intros; unfold w, joint; apply W_prob]. apply Req_le, mutual_ext.
      intros [h v] q Hp Hq. symmetry.
      apply in_prod_iff in Hp as [Hh Hv]. unfold joint_pair, first_only, w, joint. simpl fst. simpl snd.
      apply (older n (q :: h)); auto.
      + now apply now_in.
      + intros u x _. unfold seen. rewrite (mask_older G G' HS H0).
        destruct (list_eq_dec src_eq_dec (mask G u) v) as [E|E],
          (list_eq_dec src_eq_dec (mask G u ++ [A]) (v ++ [A])) as [E'|E']; auto; exfalso; [congruence|].
            apply app_inj_tail in E' as [E' _]. contradiction.
    - apply Req_le. symmetry. rewrite (mutual_rename _ (list_prod (list_prod (histories (ls n) n) (words srcs (S n)))
        (qs (t - Z.of_nat (S n))%Z)) (qs t) _
        (fun p => (fst (fst p) ++ [snd p], snd (fst p) ++ [A]))).
      + reflexivity.
      + intros f Z. rewrite !sum_prod, queries_end.
        apply sum_ext. intros h Hh. transitivity (sum (qs (t - Z.of_nat (S n))%Z) (fun r =>
          sum (words srcs (S n)) (fun v => f (h ++ [r], v ++ [A])))); [|apply sum_swap].
        apply sum_ext. intros r Hr. rewrite words_end. apply sum_ext. intros v Hv. cbn [sum srcs].
        rewrite (Z (h ++ [r], v ++ [B])); [ring|]. intro q. unfold joint_pair, joint, Window.prob. simpl fst. simpl snd.
        transitivity (sum (words srcs (length (q :: h ++ [r]))) (fun _ => 0)); [|apply sum_zero]. apply sum_ext.
          intros xs Hx. apply words_length in Hx.
        unfold seen. destruct (list_eq_dec src_eq_dec (mask G' xs) (v ++ [B])) as [E|E]; auto. exfalso.
        destruct (exists_last (l := xs)) as (u & x & ->). { intros ->. discriminate. }
        rewrite (mask_older G G' HS H0) in E. apply app_inj_tail in E as [_ E]. discriminate.
  Qed.
  Lemma past_bound n : past n <= sum (qs t) (fun _ => 1).
  Proof.
    unfold past. eapply Rle_trans; [apply mutual_bound; intros; apply W_prob|]. apply Req_le, sum_ext. intros _ _.
    unfold tot, row. rewrite <- (alphabets_last qs t n), <- sum_words. apply (total alpha beta _ _ _
      (window_requests alpha beta nu qs J Ha Hb law _) (window_law _ _ _ _ _ law _)).
  Qed.
  Lemma both_bound n G : both n G <= sum (qs t) (fun _ => 1).
  Proof.
    unfold both. assert (N : forall p q, 0 <= joint_pair (joint (W n) G) p q) by (intros; unfold joint_pair, joint;
      apply W_prob).
    eapply Rle_trans; [apply (mutual_bound _ _ _ N)|]. apply Req_le, sum_ext. intros _ _.
    rewrite <- (total alpha beta _ _ _ (window_requests alpha beta nu qs J Ha Hb law (t - Z.of_nat n)%Z)
      (window_law _ _ _ _ _ law _) (S n)), sum_words, alphabets_last.
    unfold tot. rewrite sum_prod. apply sum_ext. intros h Hh. unfold row, joint_pair. simpl. rewrite sum_swap.
      apply sum_ext. intros q _.
    apply (joint_col (W n) G n h q). eapply words_length; eauto.
  Qed.
  Lemma later_whole r s : (r <= s)%Z -> later F r s = whole F s.
  Proof.
    intro H. apply functional_extensionality. intro i. unfold later, whole.
      replace (r <=? s + Z.of_nat i)%Z with true; auto. symmetry. apply Z.leb_le. lia.
  Qed.
  Lemma bounded_grows (u : nat -> R) m : (forall n, u n <= u (S n)) -> (forall n, u n <= m) -> exists l, Un_cv u l.
  Proof. intros G B. apply Un_cv_crit; [exact G|]. exists m. intros x [n ->]. apply B. Qed.
  Lemma later_grows r n : (t - Z.of_nat n <= r)%Z -> both n (later F r (t - Z.of_nat n)%Z) <= both (S n)
    (later F r (t - Z.of_nat (S n))%Z).
  Proof.
    intro H. apply both_grows.
    - intro i. unfold later. now replace (t - Z.of_nat (S n) + Z.of_nat (S i))%Z with (t - Z.of_nat n + Z.of_nat i)%Z by
      lia.
    - unfold later. replace (r <=? t - Z.of_nat (S n) + Z.of_nat 0)%Z with false; auto. symmetry. apply Z.leb_gt. lia.
  Qed.
  Lemma whole_grows n : both n (whole F (t - Z.of_nat n)%Z) <= both (S n) (whole F (t - Z.of_nat (S n))%Z).
  Proof.
    rewrite <- (later_whole (t - Z.of_nat n)%Z (t - Z.of_nat n)%Z) by lia. eapply Rle_trans; [apply later_grows; lia|].
    rewrite !both_past. apply Rplus_le_compat_l, information_less; [apply W_nonneg|]. intros i Hi. unfold later in Hi.
      now apply andb_true_iff in Hi.
  Qed.
  (* I(X_{B_t}; Q_t | Q_(t-1)) = lim I(X_{B_t in [s:t]}; Q_t | Q_[s:t-1]), for every law, mode and time. *)
  Theorem information_on_Z : exists l, Un_cv (fun n => information (ls n) (W n) (whole F (t - Z.of_nat n)%Z) n) l.
  Proof.
    destruct (bounded_grows past _ past_grows past_bound) as [a HA].
    destruct (bounded_grows (fun n => both n (whole F (t - Z.of_nat n)%Z)) _ whole_grows (fun n => both_bound n _)) as
      [b HB].
    exists (b - a). replace (fun n => information (ls n) (W n) (whole F (t - Z.of_nat n)%Z) n) with (fun n =>
      both n (whole F (t - Z.of_nat n)%Z) - past n).
    - now apply CV_minus.
    - apply functional_extensionality. intro n. rewrite both_past. ring.
  Qed.
  Lemma squeeze (u v : nat -> R) : (forall n, 0 <= u n <= v n) -> Un_cv v 0 -> Un_cv u 0.
  Proof.
    intros H C e He. destruct (C e He) as [N HN]. exists N. intros n Hn. specialize (HN n Hn). unfold R_dist in *.
      rewrite Rminus_0_r in *.
    destruct (H n). rewrite Rabs_right in * by lra. lra.
  Qed.
  Lemma diagonal_here : Un_cv (fun n => information (ls n) (W n) (whole F (t - Z.of_nat n)%Z) n) 0 ->
    forall r, Un_cv (fun n => information (ls n) (W n) (later F r (t - Z.of_nat n)%Z) n) 0.
  Proof.
    intros C r. apply squeeze with (2 := C). intro n. split; [apply information_nonneg, W_nonneg|].
      apply information_less; [apply W_nonneg|].
    intros i Hi. unfold later in Hi. now apply andb_true_iff in Hi.
  Qed.
  Lemma here_diagonal : (forall r, Un_cv (fun n => information (ls n) (W n) (later F r (t - Z.of_nat n)%Z) n) 0) ->
    Un_cv (fun n => information (ls n) (W n) (whole F (t - Z.of_nat n)%Z) n) 0.
  Proof.
    intro C. destruct (bounded_grows past _ past_grows past_bound) as [a HA].
    assert (Top : forall n, both n (whole F (t - Z.of_nat n)%Z) <= a).
    { intro n. set (r := (t - Z.of_nat n)%Z). rewrite <- (later_whole r r) by lia.
      assert (Up : forall k, both n (later F r r) <= both (n + k) (later F r (t - Z.of_nat (n + k))%Z)).
      { induction k; [rewrite Nat.add_0_r; apply Rle_refl|]. eapply Rle_trans; [exact IHk|].
        replace (n + S k)%nat with (S (n + k)) by lia. apply later_grows. unfold r. lia. }
      apply Rnot_lt_le. intro H. assert (P : 0 < (both n (later F r r) - a) / 2) by lra.
      destruct (C r _ P) as [N1 H1]. destruct (HA _ P) as [N2 H2]. specialize (Up (N1 + N2)%nat).
        rewrite (both_past (n + (N1 + N2))) in Up.
      specialize (H1 (n + (N1 + N2))%nat ltac:(lia)). specialize (H2 (n + (N1 + N2))%nat ltac:(lia)).
        unfold R_dist in *. rewrite Rminus_0_r in H1.
      set (i := information _ _ _ _) in H1, Up. set (p := past _) in H2, Up. assert (X := Rle_abs i).
        assert (Y := Rle_abs (p - a)). lra. }
    apply squeeze with (fun n => a - past n).
    - intro n. split; [apply information_nonneg, W_nonneg|]. specialize (Top n). rewrite both_past in Top. lra.
    - replace 0 with (a - a) by ring. apply CV_minus; auto. intros e He. exists O. intros n _. unfold R_dist.
      now rewrite Rminus_diag_eq, Rabs_R0.
  Qed.
End Limit.
(* Both ways to take the limit are the same constraint. *)
Theorem private_diagonal_iff alpha beta nu {Qry} (qs : Z -> list Qry) J F : 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  law_on_Z alpha beta nu qs J ->
  (private_on_Z qs J F <-> private_diagonal qs J F).
Proof.
  intros Ha Hb law. split; intros P t.
  - now apply (here_diagonal alpha beta nu).
  - intro r. now apply (diagonal_here alpha beta nu).
Qed.
