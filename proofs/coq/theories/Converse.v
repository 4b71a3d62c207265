(* The converse of Theorem 1 on two-sided time.

   Assumes: a law on Z that is decodable and keeps the weakest reading of the constraint (private_faintly); an ergodic
   chain; privacy ON for ever up to t.
   Proves: a chain on Z is stationary (stationary); private_on_Z implies private_faintly, by a Pinsker inequality
   (private_faint); X_t is independent of all queries, those after t included (independent'); l_{t+j} >= L (1 +
   |1-alpha-beta|^j) (converse_on_Z). *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window OneShot WindowConverse Information Model.
Import ListNotations.
Open Scope R_scope.

(* -------------------------------------------------------------------------------------------------------------------
   *)
(* Small things. *)
Lemma small_zero x lam : Rabs lam < 1 -> (forall n, Rabs x <= Rabs lam ^ n) -> x = 0.
Proof.
  intros Hl H. destruct (Req_dec x 0) as [|N]; auto. exfalso. assert (P := Rabs_pos_lt x N).
  destruct (pow_lt_1_zero (Rabs lam)) with (y := Rabs x) as [n Hn]; auto. { now rewrite Rabs_Rabsolu. }
  specialize (Hn n (le_n n)). specialize (H n). rewrite Rabs_right in Hn; [lra|]. apply Rle_ge, pow_le, Rabs_pos.
Qed.
Lemma eps_zero x : (forall e, 0 < e -> Rabs x <= e) -> x = 0.
Proof.
  intro H. destruct (Req_dec x 0) as [|N]; auto. exfalso. assert (P := Rabs_pos_lt x N).
  specialize (H (Rabs x / 2) ltac:(lra)). lra.
Qed.

(* (2) A chain on Z is stationary, if |1-alpha-beta| < 1. *)
Lemma ergodic_mixes alpha beta : 0 <= alpha <= 1 -> 0 <= beta <= 1 -> ergodic alpha beta -> Rabs (1 - alpha - beta) < 1.
Proof.
  intros Ha Hb (Pa & Pb & N). assert (alpha < 1 \/ beta < 1) by (destruct (Req_dec alpha 1), (Req_dec beta 1); try lra;
    exfalso; auto).
  unfold Rabs. destruct (Rcase_abs (1 - alpha - beta)); lra.
Qed.
Theorem stationary alpha beta nu : requests_on_Z alpha beta nu -> Rabs (1 - alpha - beta) < 1 ->
  forall t, nu t A = beta / (alpha + beta) /\ nu t B = alpha / (alpha + beta).
Proof.
  intros R0 Hl. assert (S0 : 0 < alpha + beta).
  { destruct (alpha_range _ _ _ R0), (beta_range _ _ _ R0). unfold Rabs in Hl.
    destruct (Rcase_abs (1 - alpha - beta)); lra. }
  assert (Step : forall t, nu (t + 1)%Z A - beta / (alpha + beta)
    = (1 - alpha - beta) * (nu t A - beta / (alpha + beta))).
  { intro t. rewrite (nu_moves _ _ _ R0). simpl. assert (T := nu_total _ _ _ R0 t).
    replace (nu t B) with (1 - nu t A) by lra. field. lra. }
  assert (D : forall n t, Rabs (nu t A - beta / (alpha + beta)) <= Rabs (1 - alpha - beta) ^ n).
  { induction n; intro t.
    - simpl. assert (T := nu_total _ _ _ R0 t). assert (NA := nu_nonneg _ _ _ R0 t A).
      assert (NB := nu_nonneg _ _ _ R0 t B).
      assert (0 <= beta / (alpha + beta) <= 1).
      { destruct (alpha_range _ _ _ R0), (beta_range _ _ _ R0). split.
        - apply Rmult_le_pos; [lra|]. left. now apply Rinv_0_lt_compat.
        - apply Rmult_le_reg_r with (alpha + beta); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
      unfold Rabs. destruct Rcase_abs; lra.
    - replace t with (t - 1 + 1)%Z by lia. rewrite Step, Rabs_mult. simpl.
      apply Rmult_le_compat_l; [apply Rabs_pos|apply IHn]. }
  intro t. assert (E : nu t A - beta / (alpha + beta) = 0) by (apply (small_zero _ (1 - alpha - beta)); auto).
  split; [lra|]. assert (T := nu_total _ _ _ R0 t). replace (nu t B) with (1 - nu t A) by lra.
  replace (nu t A) with (beta / (alpha + beta)) by lra. field. lra.
Qed.

(* -------------------------------------------------------------------------------------------------------------------
   *)
(* A Pinsker inequality, in the form 2 e |P - P'|_1 <= I + 4 e^2 for every e > 0. *)
Lemma ln_root z e : 0 < z -> 0 < e -> z - 1 - ln z >= 2 * e * Rabs (z - 1) - 2 * (e * e) * (z + 1).
Proof.
  intros Hz He. assert (Hr := sqrt_lt_R0 z Hz). assert (Er := sqrt_sqrt z ltac:(lra)). set (r := sqrt z) in *.
  assert (B := ln_below r Hr). assert (L2 : ln z = ln r + ln r) by (rewrite <- Er; now apply ln_mult).
    rewrite L2, <- Er.
  assert (Sq : r * r - 1 - (ln r + ln r) >= (r - 1) * (r - 1)) by nra.
  assert (Q1 : 0 <= (r - 1 - e * (r + 1)) * (r - 1 - e * (r + 1))) by apply Rle_0_sqr.
  assert (Q2 : 0 <= (1 - r - e * (r + 1)) * (1 - r - e * (r + 1))) by apply Rle_0_sqr.
  assert (Q3 : 0 <= e * e * ((r - 1) * (r - 1))) by (apply Rmult_le_pos; apply Rle_0_sqr).
  unfold Rabs. destruct (Rcase_abs (r * r - 1)); nra.
Qed.
Section Pinsker.
  Context {X Y : Type}.
  Variables (xs : list X) (ys : list Y) (w : X -> Y -> R).
  Hypothesis w_nonneg : forall x y, 0 <= w x y.
  Notation row := (row ys w). Notation col := (col xs w). Notation tot := (tot xs ys w).
  Lemma term_apart x y e : In x xs -> In y ys -> 0 < tot -> 0 < e ->
    2 * e * Rabs (w x y - row x * col y / tot) - 2 * (e * e) * (w x y + row x * col y / tot)
    <= w x y * ln (w x y * tot / (row x * col y)) - (w x y - row x * col y / tot).
  Proof.
    intros Hx Hy T He. assert (N := w_nonneg x y). assert (Hr := w_row ys w w_nonneg x y Hy).
      assert (Hc := w_col xs w w_nonneg x y Hx).
    assert (I : 0 < / tot) by now apply Rinv_0_lt_compat.
    destruct (Req_dec (w x y) 0) as [Z|Z].
    - assert (P : 0 <= row x * col y / tot). { apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; lra. }
      rewrite Z, Rmult_0_l. set (b := row x * col y / tot) in *. rewrite Rminus_0_l, Rabs_Ropp, Rabs_right by lra.
      assert (0 <= ((1 - e) * (1 - e) + e * e) * b). { apply Rmult_le_pos; auto. assert (S1 := Rle_0_sqr (1 - e)).
        assert (S2 := Rle_0_sqr e). unfold Rsqr in *. lra. }
      lra.
    - assert (P : 0 < w x y) by lra. assert (Pr : 0 < row x) by lra. assert (Pc : 0 < col y) by lra.
      assert (Prc : 0 < row x * col y) by now apply Rmult_lt_0_compat.
        assert (Pw : 0 < w x y * tot) by now apply Rmult_lt_0_compat.
      set (z := row x * col y / (w x y * tot)).
      assert (Hz : 0 < z) by (apply Rmult_lt_0_compat; auto; now apply Rinv_0_lt_compat).
      assert (E : ln (w x y * tot / (row x * col y)) = - ln z).
      { rewrite <- ln_Rinv by auto. f_equal. unfold z. field. repeat split; lra. }
      rewrite E. assert (Ez : row x * col y / tot = w x y * z) by (unfold z; field; split; lra). rewrite Ez.
      assert (B := ln_root z e Hz He).
      replace (w x y - w x y * z) with (w x y * (- (z - 1))) at 1 by ring.
      rewrite Rabs_mult, (Rabs_right (w x y)), Rabs_Ropp by lra. nra.
  Qed.
  Theorem pinsker e : 0 < e ->
    2 * e * sum xs (fun x => sum ys (fun y => Rabs (w x y - row x * col y / tot))) <= mutual xs ys w + 4 * (e * e) *
      tot.
  Proof.
    intro He. destruct (Req_dec tot 0) as [Z|Z].
    - assert (Zr : forall x, In x xs -> row x = 0).
      { intros x Hx. apply (sum_zero_each xs row); auto. intros. apply row_nonneg; auto. }
      assert (E : sum xs (fun x => sum ys (fun y => Rabs (w x y - row x * col y / tot))) = 0).
      { rewrite <- (sum_zero xs). apply sum_ext. intros x Hx. rewrite <- (sum_zero ys). apply sum_ext. intros y Hy.
        assert (Hr := w_row ys w w_nonneg x y Hy). rewrite (Zr x Hx) in *. assert (N := w_nonneg x y).
        replace (w x y) with 0 by lra. unfold Rdiv. rewrite !Rmult_0_l, Rminus_0_r. apply Rabs_R0. }
      rewrite E, Z. assert (Nm := mutual_nonneg xs ys w w_nonneg). lra.
    - assert (T : 0 < tot) by (assert (Nt := tot_nonneg xs ys w w_nonneg); lra).
      rewrite (mutual_gap xs ys w T).
      assert (W : sum xs (fun x => sum ys (w x)) = tot) by reflexivity.
      assert (V : sum xs (fun x => sum ys (fun y => row x * col y / tot)) = tot).
      { assert (Bal := balance xs ys w T).
        assert (Ex : sum xs (fun x => sum ys (fun y => w x y - row x * col y / tot))
          = tot + (-1) * sum xs (fun x => sum ys (fun y => row x * col y / tot))).
        { rewrite <- W at 1. rewrite <- sum_scale, <- sum_add. apply sum_ext. intros x _.
          rewrite <- sum_scale, <- sum_add. apply sum_ext. intros. ring. }
        rewrite Ex in Bal. lra. }
      assert (Low : sum xs (fun x => sum ys (fun y => 2 * e * Rabs (w x y - row x * col y / tot) - 2 * (e * e) *
        (w x y + row x * col y / tot)))
        <= sum xs (fun x => sum ys (fun y => w x y * ln (w x y * tot / (row x * col y)) -
          (w x y - row x * col y / tot)))).
      { apply sum_le. intros x Hx. apply sum_le. intros y Hy. now apply term_apart. }
      assert (Split : sum xs (fun x => sum ys (fun y => 2 * e * Rabs (w x y - row x * col y / tot) - 2 * (e * e) *
        (w x y + row x * col y / tot)))
        = 2 * e * sum xs (fun x => sum ys (fun y => Rabs (w x y - row x * col y / tot)))
          + (-2 * (e * e)) * (sum xs (fun x => sum ys (w x)) + sum xs (fun x =>
            sum ys (fun y => row x * col y / tot)))).
      { rewrite <- sum_add, <- !sum_scale, <- sum_add. apply sum_ext. intros x _.
        rewrite <- sum_add, <- !sum_scale, <- sum_add. apply sum_ext. intros. ring. }
      rewrite V, W in Split.
      lra.
  Qed.
End Pinsker.

(* -------------------------------------------------------------------------------------------------------------------
   *)
(* One window: what a query leaks about an event is bounded by the information; how far an event is from independent. *)
Section Window.
  Variables alpha beta : R.
  Variable mu : src -> R.
  Context {Qry : Type}.
  Variable qs : nat -> list Qry.
  Variable J : list src -> list Qry -> R.
  Hypothesis requests : law_of_requests alpha beta mu.
  Hypothesis is_causal : causal alpha beta mu qs J.
  Notation prob := (prob J).
  Notation before := (before qs J).
  Notation leak := (leak qs J).
  Lemma J_nonneg xs h : 0 <= J xs h. Proof. apply (nonneg _ _ _ _ _ is_causal). Qed.
  Theorem leak_information F E n e : about F E -> 0 < e -> 2 * e * leak E n <= information qs J F n + 4 * (e * e).
  Proof.
    intros HE He. assert (T : sum (histories qs n) (before anything) = 1).
    { rewrite <- (total alpha beta mu qs J requests is_causal n). apply sum_ext. intros h Hh.
      apply (before_anything alpha beta mu qs J requests is_causal). now rewrite (words_length _ _ _ Hh). }
    replace (4 * (e * e)) with (4 * (e * e) * sum (histories qs n) (before anything)) by (rewrite T; ring).
    unfold Model.leak, information. rewrite <- !sum_scale, <- sum_add. apply sum_le. intros h Hh.
      assert (L := words_length _ _ _ Hh).
    set (w := joint J F h). assert (Nw : forall v q, 0 <= w v q) by (intros; apply joint_nonneg; apply J_nonneg).
    rewrite <- (joint_tot qs J F n h L). fold w. eapply Rle_trans;
      [|apply (pinsker (words srcs (S n)) (qs n) w Nw e He)].
    apply Rmult_le_compat_l; [lra|]. rewrite sum_swap. apply sum_le. intros q Hq.
    rewrite <- (joint_col J F n h q L). fold w.
    assert (B : before E h = sum (words srcs (S n)) (fun v => (if E v then 1 else 0) * row (qs n) w v)).
    { unfold Window.before, row. rewrite L. transitivity (sum (qs n) (fun r =>
      sum (words srcs (S n)) (fun v => (if E v then 1 else 0) * w v r))).
      - apply sum_ext. intros. now apply by_seen.
      - rewrite sum_swap. apply sum_ext. intros. now rewrite sum_scale. }
    rewrite B, (by_seen J F E n q h HE L). fold w.
    set (C := col (words srcs (S n)) w q). set (D := tot (words srcs (S n)) (qs n) w).
    replace (sum (words srcs (S n)) (fun v => (if E v then 1 else 0) * w v q) - sum (words srcs (S n)) (fun v =>
      (if E v then 1 else 0) * row (qs n) w v) * C / D)
      with (sum (words srcs (S n)) (fun v => (if E v then 1 else 0) * (w v q - row (qs n) w v * C / D))).
    2: { unfold Rdiv. rewrite <- !sum_scale_r. unfold Rminus.
      rewrite <- (Rmult_1_l (sum _ (fun v => (if E v then 1 else 0) * row (qs n) w v * C * / D))).
         rewrite Ropp_mult_distr_l, <- sum_scale, <- sum_add. apply sum_ext. intros. ring. }
    eapply Rle_trans; [apply sum_abs|]. apply sum_le. intros v _. destruct (E v).
    - rewrite Rmult_1_l. lra.
    - rewrite Rmult_0_l, Rabs_R0. apply Rabs_pos.
  Qed.
  Lemma leak_nonneg E n : 0 <= leak E n.
  Proof. apply sum_nonneg. intros. apply sum_nonneg. intros. apply Rabs_pos. Qed.

  Definition dist E c n := sum (histories qs n) (fun h => Rabs (prob E h - c * prob anything h)).
  Lemma dist_one E c n : 0 <= c <= 1 -> dist E c n <= 1.
  Proof.
    intro Hc. rewrite <- (total alpha beta mu qs J requests is_causal n). apply sum_le. intros h _.
    assert (N := prob_nonneg alpha beta mu qs J is_causal E h). assert (N' := prob_le alpha beta mu qs J is_causal E h).
    assert (0 <= c * prob anything h <= prob anything h). { split; [apply Rmult_le_pos; lra|].
      rewrite <- (Rmult_1_l (prob anything h)) at 2. apply Rmult_le_compat_r; lra. }
    unfold Rabs. destruct Rcase_abs; lra.
  Qed.
  Lemma next_query_apart E c h : In h (histories qs (length h)) ->
    sum (qs (length h)) (fun q => Rabs (prob E (q :: h) - c * prob anything (q :: h))) <= Rabs (before E h - c * prob
      anything h)
      + sum (qs (length h)) (fun q => Rabs (prob E (q :: h) - before E h * prob anything (q :: h) / before anything h)).
  Proof.
    intro Hh. assert (BA := before_anything alpha beta mu qs J requests is_causal h Hh).
    apply Rle_trans with (sum (qs (length h)) (fun q => Rabs (before E h - c * prob anything h) *
      (prob anything (q :: h) / prob anything h)
      + Rabs (prob E (q :: h) - before E h * prob anything (q :: h) / before anything h))).
    - apply sum_le. intros q Hq. rewrite BA.
      destruct (Req_dec (prob anything h) 0) as [Z|Z].
      + rewrite (prob_zero alpha beta mu qs J requests is_causal E q h),
        (prob_zero alpha beta mu qs J requests is_causal anything q h) by auto.
        unfold Rdiv. rewrite !Rmult_0_l, !Rmult_0_r, !Rminus_0_r, !Rmult_0_l, Rminus_0_r, Rabs_R0. lra.
      + assert (P : 0 <= prob anything (q :: h) / prob anything h).
        { apply Rmult_le_pos; [apply (prob_nonneg alpha beta mu qs J is_causal)|]. left. apply Rinv_0_lt_compat.
          assert (X := prob_nonneg alpha beta mu qs J is_causal anything h). lra. }
        rewrite <- (Rabs_right (prob anything (q :: h) / prob anything h)) at 1 by lra. rewrite <- Rabs_mult.
        replace (prob E (q :: h) - c * prob anything (q :: h)) with
          ((before E h - c * prob anything h) * (prob anything (q :: h) / prob anything h)
          + (prob E (q :: h) - before E h * prob anything (q :: h) / prob anything h)) by (field; auto).
            apply Rabs_triang.
    - rewrite sum_add, sum_scale. apply Rplus_le_compat_r.
      destruct (Req_dec (prob anything h) 0) as [Z|Z].
      + unfold Rdiv. rewrite Z, sum_scale_r. change (sum (qs (length h)) (fun q =>
          prob anything (q :: h))) with (before anything h).
        rewrite BA, Z, !Rmult_0_l, !Rmult_0_r. apply Rabs_pos.
      + unfold Rdiv. rewrite sum_scale_r. change (sum (qs (length h)) (fun q =>
          prob anything (q :: h))) with (before anything h).
        rewrite BA, Rinv_r by auto. lra.
  Qed.
  Lemma dist_step E E' c c' lam n :
    (forall h, In h (histories qs n) -> before E h - c * prob anything h = lam * (prob E' h - c' * prob anything h)) ->
    dist E c (S n) <= Rabs lam * dist E' c' n + leak E n.
  Proof.
    intro H. unfold dist, Model.leak. rewrite sum_words, <- sum_scale, <- sum_add. apply sum_le. intros h Hh.
    rewrite <- Rabs_mult, <- (H h Hh). rewrite <- (words_length _ _ _ Hh) at 1 2. apply next_query_apart.
    now rewrite (words_length _ _ _ Hh).
  Qed.
  Lemma now_was m y h : length h = S m -> prob (now y anything) h = prob (was m y) h.
  Proof.
    intro L. apply (prob_ext J). intros [|z xs] Hx; rewrite L in Hx; [discriminate|]. simpl in Hx. injection Hx as Hx.
    unfold now, was, anything. simpl. now rewrite Hx, Nat.eqb_refl, andb_true_r.
  Qed.
  (* The chain moves on by one: the distance from independence shrinks. *)
  Lemma contraction m h : 0 < alpha + beta -> In h (histories qs (S m)) ->
    before (was (S m) A) h - beta / (alpha + beta) * prob anything h
      = (1 - alpha - beta) * (prob (was m A) h - beta / (alpha + beta) * prob anything h).
  Proof.
    intros P Hh. assert (L := words_length _ _ _ Hh). rewrite (before_was alpha beta mu qs J is_causal (S m) A h Hh).
    rewrite (prob_now J anything h). simpl. rewrite !(now_was m) by auto. field. lra.
  Qed.
  Lemma was_later m k h : length h = S (m + k) -> In h (histories qs (length h)) ->
    before (was m A) h = prob (was m A) h.
  Proof.
    intros L Hh. apply (before_past alpha beta mu qs J requests is_causal); auto. intros x xs Lx.
      apply (was_past m A x xs (length h)); auto. lia.
  Qed.
End Window.

(* -------------------------------------------------------------------------------------------------------------------
   *)
(* Windows of a law on Z. *)
Section Alphabets.
  Context {Qry : Type}.
  Variable qs : Z -> list Qry.
  Lemma alphabets_later s k n : histories (fun i => alphabets qs (s - Z.of_nat k)%Z (i + k)%nat) n
    = histories (alphabets qs s) n.
  Proof. apply histories_ext. intros i _. unfold alphabets. f_equal. lia. Qed.
  Lemma alphabets_last s k : alphabets qs (s - Z.of_nat k)%Z k = qs s.
  Proof. unfold alphabets. f_equal. lia. Qed.
  Lemma alphabets_first s : alphabets qs s 0 = qs s.
  Proof. unfold alphabets. f_equal. lia. Qed.
  Lemma one_query s q : In q (qs s) -> In [q] (histories (alphabets qs s) 1).
  Proof. intro Hq. apply words_cons. rewrite alphabets_first. split; auto. now left. Qed.
  Lemma older_history s n h g k : In h (histories (alphabets qs s) n) ->
    In g (histories (alphabets qs (s - Z.of_nat k)%Z) k) -> In (h ++ g) (histories (alphabets qs (s - Z.of_nat k)%Z) (n
      + k)).
  Proof. intros Hh Hg. apply words_app; auto. now rewrite alphabets_later. Qed.
End Alphabets.
Section Windows.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Context {Qry : Type}.
  Variable qs : Z -> list Qry.
  Variable J : Z -> list src -> list Qry -> R.
  Hypothesis law : law_on_Z alpha beta nu qs J.
  Lemma forget k : forall s xs h, In h (histories (alphabets qs s) (length xs)) ->
    sum (words srcs k) (fun us => sum (histories (alphabets qs (s - Z.of_nat k)%Z) k) (fun g =>
      J (s - Z.of_nat k)%Z (xs ++ us) (h ++ g))) = J s xs h.
  Proof.
    induction k as [|k IH]; intros s xs h Hh.
    - simpl. rewrite !app_nil_r. replace (s - 0)%Z with s by lia. ring.
    - rewrite <- (same_law _ _ _ _ _ law s xs h Hh), sum_words.
      replace (s - Z.of_nat (S k))%Z with (s - 1 - Z.of_nat k)%Z by lia.
      transitivity (sum (words srcs k) (fun us => sum srcs (fun x => sum (qs (s - 1)%Z) (fun q =>
        sum (histories (alphabets qs (s - 1 - Z.of_nat k)%Z) k) (fun g =>
        J (s - 1 - Z.of_nat k)%Z ((xs ++ [x]) ++ us) ((h ++ [q]) ++ g)))))).
      + apply sum_ext. intros us _. apply sum_ext. intros x _. rewrite sum_words, sum_swap, alphabets_last.
        apply sum_ext. intros q _. apply sum_ext. intros g _.
        now rewrite <- !app_assoc.
      + rewrite sum_swap. apply sum_ext. intros x _. rewrite sum_swap. apply sum_ext. intros q Hq. apply IH.
        rewrite app_length. apply (older_history qs s (length xs) h [q] 1); auto. now apply one_query.
  Qed.
  Lemma forget_prob k s E E' h : In h (histories (alphabets qs s) (length h)) ->
    (forall u v, length u = length h -> length v = k -> E' (u ++ v) = E u) ->
    sum (histories (alphabets qs (s - Z.of_nat k)%Z) k) (fun g =>
      prob (J (s - Z.of_nat k)%Z) E' (h ++ g)) = prob (J s) E h.
  Proof.
    intros Hh H. unfold Window.prob.
    set (gs := histories (alphabets qs (s - Z.of_nat k)%Z) k).
    transitivity (sum gs (fun g => sum (words srcs k) (fun v => sum (words srcs (length h)) (fun u =>
      if E u then J (s - Z.of_nat k)%Z (u ++ v) (h ++ g) else 0)))).
    - apply sum_ext. intros g Hg. rewrite app_length, (words_length _ _ _ Hg), sum_words_app. apply sum_ext.
      intros v Hv. apply sum_ext. intros u Hu.
      rewrite (H u v); eauto using words_length.
    - rewrite sum_swap. transitivity (sum (words srcs k) (fun v =>
      sum (words srcs (length h)) (fun u => sum gs (fun g =>
        if E u then J (s - Z.of_nat k)%Z (u ++ v) (h ++ g) else 0)))).
      { apply sum_ext. intros v _. now rewrite sum_swap. }
      rewrite sum_swap. apply sum_ext. intros u Hu. destruct (E u).
      + apply forget. now rewrite (words_length _ _ _ Hu).
      + apply sum_null. intro. apply sum_zero.
  Qed.
  Lemma asked_window t k q : In q (qs t) -> sum (histories (alphabets qs (t - Z.of_nat k)%Z) k) (fun g =>
    prob (J (t - Z.of_nat k)%Z) anything (q :: g))
    = asked J t q.
  Proof.
    intro Hq. assert (X := forget_prob k t anything anything [q]). simpl app in X. rewrite X; auto.
    - unfold Window.prob, asked. simpl. unfold anything. ring.
    - now apply one_query.
  Qed.
  (* The law of the requests can be read off. *)
  Lemma law_now t x : nu t x = sum (qs t) (fun q => J t [x] [q]).
  Proof.
    assert (X := moves _ _ _ _ _ (window_law _ _ _ _ _ law t) x [] [] (or_introl eq_refl)).
    simpl length in X. rewrite alphabets_first in X.
    rewrite X, (begins _ _ _ _ _ (window_law _ _ _ _ _ law t)). simpl. ring.
  Qed.
  Theorem law_requests : 0 <= alpha <= 1 -> 0 <= beta <= 1 -> requests_on_Z alpha beta nu.
  Proof.
    intros Ha Hb. assert (E := law_now).
    split; auto.
    - intros t x. rewrite E. apply sum_nonneg. intros. apply (nonneg _ _ _ _ _ (window_law _ _ _ _ _ law t)).
    - intro t. rewrite <- (begins _ _ _ _ _ (window_law _ _ _ _ _ law (t + 1)%Z)).
      rewrite <- (same_law _ _ _ _ _ law (t + 1)%Z [] []) by now left. replace (t + 1 - 1)%Z with t by lia. rewrite !E.
        simpl. ring.
    - intros t x. rewrite E.
      transitivity (sum (qs (t + 1)%Z) (fun q => sum srcs (fun y => sum (qs t) (fun r => J t [x; y] [q; r])))).
      + apply sum_ext. intros q Hq. rewrite <- (same_law _ _ _ _ _ law (t + 1)%Z [x] [q]);
        [now replace (t + 1 - 1)%Z with t by lia|].
        now apply one_query.
      + rewrite sum_swap. apply sum_ext. intros y _. rewrite sum_swap, E, <- sum_scale_r. apply sum_ext. intros r Hr.
        apply (moves _ _ _ _ _ (window_law _ _ _ _ _ law t) x [y] [r]). now apply one_query.
  Qed.
  (* Pr(X_s = A, queries of [s:s+j]) is far from independent by no more than with an older past. *)
  Lemma at_first u : forall v, u <> [] -> at_time (length v) (u ++ v) = at_time 0 u.
  Proof.
    induction u as [|x u IH]; intros v N; [congruence|]. simpl. rewrite app_length. destruct u as [|y u].
    - simpl. now rewrite Nat.eqb_refl.
    - rewrite IH by congruence. destruct (Nat.eqb_spec (length (y :: u) + length v) (length v)); simpl in *; [lia|].
      reflexivity.
  Qed.
  Lemma dist_forget s k c j : dist (alphabets qs s) (J s) (was 0 A) c (S j)
    <= dist (alphabets qs (s - Z.of_nat k)%Z) (J (s - Z.of_nat k)%Z) (was k A) c (S (k + j)).
  Proof.
    unfold dist. replace (S (k + j)) with (S j + k)%nat by lia. rewrite sum_words_app, sum_swap, alphabets_later.
      apply sum_le. intros h Hh.
    assert (L := words_length _ _ _ Hh). assert (Hh' : In h (histories (alphabets qs s) (length h))) by now rewrite L.
    rewrite <- (forget_prob k s (was 0 A) (was k A) h Hh'), <- (forget_prob k s anything anything h Hh'); auto.
    - rewrite sum_minus. apply sum_abs.
    - intros u v Lu Lv. unfold was. rewrite <- Lv, at_first; auto. intros ->. rewrite L in Lu. discriminate.
  Qed.
End Windows.

(* -------------------------------------------------------------------------------------------------------------------
   *)
(* Each notion of privacy makes the single leaks vanish. *)
Section Private.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Context {Qry : Type}.
  Variable qs : Z -> list Qry.
  Variable J : Z -> list src -> list Qry -> R.
  Variable F : mode_on_Z.
  Hypothesis Ha : 0 <= alpha <= 1.
  Hypothesis Hb : 0 <= beta <= 1.
  Hypothesis law : law_on_Z alpha beta nu qs J.
  Lemma window_requests s : law_of_requests alpha beta (nu s).
  Proof.
    assert (R0 := law_requests alpha beta nu qs J law Ha Hb). repeat split; try lra.
    - intro. apply (nu_nonneg _ _ _ R0).
    - apply (nu_total _ _ _ R0).
  Qed.
  Lemma vanish t j (G : nat -> mode) : (forall n, (j <= n)%nat -> G n (n - j)%nat = true) ->
    Un_cv (fun n => information (alphabets qs (t - Z.of_nat n)%Z) (J (t - Z.of_nat n)%Z) (G n) n) 0 ->
      Un_cv (fun n => leak (alphabets qs (t - Z.of_nat n)%Z) (J (t - Z.of_nat n)%Z) (was (n - j) A) n) 0.
  Proof.
    intros on H e He. assert (Pe : 0 < e * e) by now apply Rmult_lt_0_compat.
      destruct (H (e * e / 8)) as [N HN]; [lra|].
    exists (N + j)%nat. intros n Hn. specialize (HN n ltac:(lia)). unfold R_dist in *. rewrite Rminus_0_r in *.
    set (s := (t - Z.of_nat n)%Z) in *.
    assert (L := leak_information alpha beta (nu s) (alphabets qs s) (J s) (window_requests s) (window_law _ _ _ _ _
      law s) (G n)
      (was (n - j) A) n (e / 4)
      (about_was (G n) (n - j) A (on n ltac:(lia))) ltac:(lra)).
    assert (P := leak_nonneg (alphabets qs s) (J s) (was (n - j) A) n). rewrite Rabs_right by lra.
    assert (I := Rle_abs (information (alphabets qs s) (J s) (G n) n)).
    assert (X : e / 2 * leak (alphabets qs s) (J s) (was (n - j) A) n < e / 2 * e) by lra.
    apply Rmult_lt_reg_l in X; auto. lra.
  Qed.
  Theorem private_faint : private_on_Z qs J F -> private_faintly qs J F.
  Proof.
    intros P t j on. apply (vanish t j (fun n => later F (t - Z.of_nat j)%Z (t - Z.of_nat n)%Z)); [|apply P].
    intros n Hn. unfold later. replace (t - Z.of_nat n + Z.of_nat (n - j))%Z with (t - Z.of_nat j)%Z by lia.
      now rewrite on, Z.leb_refl.
  Qed.
  Theorem diagonal_faint : private_diagonal qs J F -> private_faintly qs J F.
  Proof.
    intros P t j on. apply (vanish t j (fun n => whole F (t - Z.of_nat n)%Z)); [|apply P].
    intros n Hn. unfold whole. now replace (t - Z.of_nat n + Z.of_nat (n - j))%Z with (t - Z.of_nat j)%Z by lia.
  Qed.
End Private.

(* -------------------------------------------------------------------------------------------------------------------
   *)
(* The bound, once X_t is known to be independent of Q_t, ..., Q_{t+j}. *)
Section Cost.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Context {Qry : Type}.
  Variable qs : Z -> list Qry.
  Variable J : Z -> list src -> list Qry -> R.
  Hypothesis law : law_on_Z alpha beta nu qs J.
  Variable S : service Qry.
  Hypothesis is_decodable : decodable_on_Z qs J S.
  Let C s : causal alpha beta (nu s) (alphabets qs s) (J s) := window_law _ _ _ _ _ law s.
  (* The window from s on has the same cost, and it can be decoded. *)
  Lemma cost_window s j : cost_on_Z qs J S (s + Z.of_nat j) = cost (alphabets qs s) (J s) (from S s) j.
  Proof.
    unfold cost_on_Z, cost. rewrite sum_swap. apply sum_ext. intros q Hq. rewrite sum_scale.
    rewrite <- (asked_window alpha beta nu qs J law (s + Z.of_nat j)%Z j q Hq).
    now replace (s + Z.of_nat j - Z.of_nat j)%Z with s by lia.
  Qed.
  Lemma decodable_window s x q g : In q (qs (s + Z.of_nat (length g))%Z) ->
    In g (histories (alphabets qs s) (length g)) -> prob (J s) (now x anything) (q :: g) <> 0 ->
    decodes (from S s) (length g) q x.
  Proof.
    intros Hq Hg Nz. apply (is_decodable (s + Z.of_nat (length g))%Z x q Hq). intro Z. apply Nz.
    assert (Y := forget_prob alpha beta nu qs J law (length g) (s + Z.of_nat (length g))%Z (now x anything)
      (now x anything) [q]).
    replace (s + Z.of_nat (length g) - Z.of_nat (length g))%Z with s in Y by lia. simpl app in Y.
    assert (E : prob (J (s + Z.of_nat (length g))%Z) (now x anything) [q] = 0).
    { unfold Window.prob. simpl. unfold now, anything. destruct x; simpl; rewrite Z; ring. }
    rewrite E in Y. apply (sum_zero_each (histories (alphabets qs s) (length g)) (fun g =>
      prob (J s) (now x anything) (q :: g))); auto.
    - intros. apply (prob_nonneg alpha beta _ _ _ (C s)).
    - apply Y.
      + now apply one_query.
      + intros [|z w] v Lu _; [discriminate|]. reflexivity.
  Qed.
  Theorem converse_from t j : (forall a, 0 < nu t a) -> law_of_requests alpha beta (nu t) ->
    (forall a h, In h (histories (alphabets qs t) (Datatypes.S j)) ->
      prob (J t) (was 0 a) h = nu t a * prob (J t) anything h) ->
    cost_on_Z qs J S (t + Z.of_nat j) >= INR (size_of S) * (1 + Rabs (1 - alpha - beta) ^ j).
  Proof.
    intros Pn R0 Ind. rewrite cost_window. assert (O : prob (J t) anything [] = 1).
    { unfold Window.prob. simpl. rewrite (begins _ _ _ _ _ (C t)). ring. }
    assert (W : forall a, before (alphabets qs t) (J t) (was 0 a) [] = nu t a).
    { intro a. now apply (before_was alpha beta (nu t) (alphabets qs t) (J t) (C t) 0 a []); left. }
    assert (Zero : forall a, apart (alphabets qs t) (J t) 0 a (Datatypes.S j) = 0).
    { intro a. unfold apart. change (histories (alphabets qs t) 0) with [@nil Qry]. cbn [sum]. rewrite Rplus_0_r.
      rewrite (sum_ext _ _ (fun _ => 0)); [apply sum_zero|]. intros h Hh.
      rewrite (histories_ext _ (alphabets qs t)) in Hh by (intros; now rewrite Nat.add_0_r).
      unfold given. rewrite app_nil_r, W, O, Ind by auto. unfold Rdiv. rewrite Rinv_1, Rmult_1_r, Rminus_eq_0.
      apply Rabs_R0. }
    assert (G := cost_near alpha beta (nu t) (alphabets qs t) (J t) (from S t) R0 (C t) 0 (Rmin (nu t A) (nu t B))
      ltac:(now apply Rmin_glb_lt) ltac:(intros a h0 [<-|[]]; rewrite O, Rmult_1_r, W; destruct a;
        [apply Rmin_l|apply Rmin_r]) (decodable_window t) j).
    rewrite !Zero, Rplus_0_r, Rmult_0_r, Rminus_0_r, Nat.add_0_r in G. exact G.
  Qed.
End Cost.
(* One message has to be downloaded. *)
Lemma cost_one_on_Z alpha beta nu {Qry} (qs : Z -> list Qry) J S t : 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  law_on_Z alpha beta nu qs J -> decodable_on_Z qs J S ->
  cost_on_Z qs J S t >= INR (size_of S).
Proof.
  intros Ha Hb law D. rewrite <- (Z.add_0_r t). change 0%Z with (Z.of_nat 0).
  rewrite (cost_window alpha beta nu qs J law). apply (cost_one alpha beta (nu t)).
  - now apply (window_requests alpha beta nu qs J).
  - apply (window_law _ _ _ _ _ law).
  - now apply (decodable_window alpha beta nu).
Qed.

(* -------------------------------------------------------------------------------------------------------------------
   *)
(* (3) The converse. While privacy has been ON for ever, X_t is independent of all queries, those after t included. *)
Section Converse.
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
  Hypothesis is_private : private_faintly qs J F.
  Notation c := (beta / (alpha + beta)).
  Notation lam := (1 - alpha - beta).
  Let R0 s : law_of_requests alpha beta (nu s) := window_requests alpha beta nu qs J Ha Hb law s.
  Let C s : causal alpha beta (nu s) (alphabets qs s) (J s) := window_law _ _ _ _ _ law s.
  Lemma positive : 0 < alpha + beta. Proof. destruct is_ergodic as (? & ? & _). lra. Qed.
  Lemma c_range : 0 < c < 1.
  Proof.
    destruct is_ergodic as (Pa & Pb & _). split.
    - apply Rmult_lt_0_compat; auto. apply Rinv_0_lt_compat. lra.
    - apply Rmult_lt_reg_r with (alpha + beta); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  Qed.
  Lemma mixing : Rabs lam < 1. Proof. now apply ergodic_mixes. Qed.
  Lemma small k : forall t e, (forall i, (i <= t)%Z -> F i = true) -> 0 < e ->
    exists N, forall n, (N <= n)%nat -> dist (alphabets qs (t - Z.of_nat n)%Z) (J (t - Z.of_nat n)%Z) (was n A) c (S n)
      <= Rabs lam ^ k + e.
  Proof.
    assert (Hc := c_range). induction k as [|k IH]; intros t e on He.
    - exists O. intros n _. simpl. assert (X := dist_one alpha beta _ _ _ (R0 _) (C (t - Z.of_nat n)%Z) (was n A) c
      (S n) ltac:(lra)). lra.
    - destruct (IH (t - 1)%Z (e / 2) (fun i Hi => on i ltac:(lia)) ltac:(lra)) as [N1 H1].
      destruct (is_private t 0%nat (on (t - Z.of_nat 0)%Z ltac:(lia)) (e / 2) ltac:(lra)) as [N2 H2].
      exists (S (N1 + N2)). intros n Hn. destruct n as [|n]; [lia|]. specialize (H1 n ltac:(lia)).
        specialize (H2 (S n) ltac:(lia)).
      rewrite Nat.sub_0_r in H2. unfold R_dist in H2. rewrite Rminus_0_r in H2.
      assert (X := dist_step alpha beta _ _ _ (R0 _) (C (t - Z.of_nat (S n))%Z) (was (S n) A) (was n A) c c lam (S n)
        (fun h Hh => contraction alpha beta _ _ _ (C _) n h positive Hh)).
      replace (t - 1 - Z.of_nat n)%Z with (t - Z.of_nat (S n))%Z in H1 by lia. set (s := (t - Z.of_nat (S n))%Z) in *.
      assert (Y := Rle_abs (leak (alphabets qs s) (J s) (was (S n) A) (S n))). assert (M1 := mixing).
      assert (P := Rabs_pos lam).
      assert (Z : Rabs lam * dist (alphabets qs s) (J s) (was n A) c (S n) <= Rabs lam * (Rabs lam ^ k + e / 2)) by
        (apply Rmult_le_compat_l; auto).
      assert (Rabs lam * (e / 2) <= 1 * (e / 2)) by (apply Rmult_le_compat_r; lra). simpl. lra.
  Qed.
  Lemma smaller t j e : (forall i, (i <= t)%Z -> F i = true) -> 0 < e ->
    exists N, forall n, (N <= n)%nat -> dist (alphabets qs (t - Z.of_nat n)%Z) (J (t - Z.of_nat n)%Z) (was n A) c (S (n
      + j)) <= e.
  Proof.
    intros on. revert e. induction j as [|j IH]; intros e He.
    - destruct (pow_lt_1_zero (Rabs lam)) with (y := e / 2) as [k Hk]; [rewrite Rabs_Rabsolu; apply mixing|lra|].
      specialize (Hk k (le_n k)). destruct (small k t (e / 2) on ltac:(lra)) as [N H]. exists N. intros n Hn.
        rewrite Nat.add_0_r.
      specialize (H n Hn). assert (X := Rle_abs (Rabs lam ^ k)). lra.
    - destruct (IH (e / 2) ltac:(lra)) as [N1 H1].
      assert (Ft : F (t + Z.of_nat (S j) - Z.of_nat (S j))%Z = true) by (apply on; lia).
      destruct (is_private (t + Z.of_nat (S j))%Z (S j) Ft (e / 2) ltac:(lra)) as [N2 H2].
      exists (N1 + N2)%nat. intros n Hn. specialize (H1 n ltac:(lia)). specialize (H2 (n + S j)%nat ltac:(lia)).
      replace (t + Z.of_nat (S j) - Z.of_nat (n + S j))%Z with (t - Z.of_nat n)%Z in H2 by lia.
      replace (n + S j - S j)%nat with n in H2 by lia. replace (n + S j)%nat with (S (n + j)) in * by lia.
      unfold R_dist in H2. rewrite Rminus_0_r in H2. set (s := (t - Z.of_nat n)%Z) in *.
      assert (X := dist_step alpha beta _ _ _ (R0 s) (C s) (was n A) (was n A) c c 1 (S (n + j))).
      rewrite Rabs_R1 in X. assert (Y := Rle_abs (leak (alphabets qs s) (J s) (was n A) (S (n + j)))).
      assert (dist (alphabets qs s) (J s) (was n A) c (S (S (n + j))) <= 1 * dist (alphabets qs s) (J s) (was n A) c (S
        (n + j)) + leak (alphabets qs s) (J s)
        (was n A) (S (n + j))); [|lra].
      apply X. intros h Hh. assert (L := words_length _ _ _ Hh).
      rewrite (was_later alpha beta _ _ _ (R0 s) (C s) n j h L); [ring|]. now rewrite L.
  Qed.
  Theorem independent t j h : (forall i, (i <= t)%Z -> F i = true) -> In h (histories (alphabets qs t) (S j)) ->
    prob (J t) (was 0 A) h = c * prob (J t) anything h.
  Proof.
    intros on Hh. assert (D : dist (alphabets qs t) (J t) (was 0 A) c (S j) = 0).
    { apply eps_zero. intros e He. destruct (smaller t j e on He) as [N H]. specialize (H N (le_n N)).
      assert (X := dist_forget alpha beta nu qs J law t N c j). rewrite Rabs_right; [lra|].
      apply Rle_ge, sum_nonneg. intros. apply Rabs_pos. }
    assert (Z := sum_zero_each _ (fun h => Rabs (prob (J t) (was 0 A) h - c * prob (J t) anything h)) h (fun _ _ =>
      Rabs_pos _) D Hh).
    simpl in Z. destruct (Req_dec (prob (J t) (was 0 A) h - c * prob (J t) anything h) 0) as [E|E]; [lra|].
      now apply Rabs_no_R0 in E.
  Qed.
  Theorem independent' t j a h : (forall i, (i <= t)%Z -> F i = true) -> In h (histories (alphabets qs t) (S j)) ->
    prob (J t) (was 0 a) h = nu t a * prob (J t) anything h.
  Proof.
    intros on Hh. destruct (stationary alpha beta nu (law_requests alpha beta nu qs J law Ha Hb) mixing t) as [EA EB].
    assert (I := independent t j h on Hh). destruct a; [now rewrite EA|].
    assert (X : prob (J t) anything h = prob (J t) (was 0 A) h + prob (J t) (was 0 B) h).
    { unfold Window.prob. rewrite <- sum_add. apply sum_ext. intros xs _. unfold was, anything.
      destruct (at_time 0 xs); simpl; ring. }
    assert (P := positive). rewrite EB. replace (alpha / (alpha + beta)) with (1 - c) by (field; lra). lra.
  Qed.
  Theorem converse_on_Z S t j : decodable_on_Z qs J S -> (forall i, (i <= t)%Z -> F i = true) ->
    cost_on_Z qs J S (t + Z.of_nat j) >= INR (size_of S) * (1 + Rabs (1 - alpha - beta) ^ j).
  Proof.
    intros D on. apply (converse_from alpha beta nu); auto.
    - intro a. destruct (stationary alpha beta nu (law_requests alpha beta nu qs J law Ha Hb) mixing t) as [EA EB].
      destruct is_ergodic as (Pa & Pb & _). destruct a; [rewrite EA|rewrite EB]; apply Rmult_lt_0_compat; auto;
        apply Rinv_0_lt_compat; lra.
    - intros a h Hh. now apply (independent' t j).
  Qed.
End Converse.
