(* N sources, the converse for every mode.

   Assumes: privacy ON at s, and the queries before s have not told X_s.
   Proves: the bounds of Theorem B hold m steps later, with P^m (converse_on). Given the queries before s, what
   follows is again a causal scheme, beginning at s. *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Sources SetSchemes RankOne.
From OnOff Require Window.
Import ListNotations.
Open Scope R_scope.

Section Modes.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variable src : list X.
  Variable P : X -> X -> R.
  Variable mu : X -> R.
  Hypothesis R0 : requests src P mu.
  Context {Qry : Type}.
  Variable qs : list Qry.
  Variable J : list X -> list Qry -> R.
  Hypothesis C : causal P mu qs J.

  Section Later.
    Variable s : nat.
    Variable h0 : list Qry.
    Hypothesis H0 : In h0 (words qs s).
    Let p0 := prob src J anything h0.
    Hypothesis Z : p0 <> 0.
    Definition later xs h := / prob src J anything h0 * sum (words src s) (fun ys => J (xs ++ ys) (h ++ h0)).
    (* Pr(X_s = a | Q_{s-1}..Q_0 = h0) *)
    Definition told a := / prob src J anything h0 * sum (words src s) (fun ys => J ys h0 * arrive P mu ys a).
    Lemma p0_sum : sum (words src s) (fun ys => J ys h0) = p0.
    Proof. unfold p0, prob. now rewrite (words_length _ _ _ H0). Qed.
    Lemma p0_inv : 0 < / p0.
    Proof. apply Rinv_0_lt_compat. assert (A := prob_nonneg src P mu qs J C anything h0). fold p0 in A. lra. Qed.
    Lemma later_requests : requests src P told.
    Proof.
      split; try apply R0.
      - intro a. apply Rmult_le_pos; [left; apply p0_inv|]. apply sum_nonneg. intros. apply Rmult_le_pos; [apply C|].
        apply (arrive_nonneg src P mu R0).
      - unfold told. rewrite sum_scale, sum_swap. transitivity (/ p0 * p0); [|now apply Rinv_l]. fold p0. f_equal.
        rewrite <- p0_sum. apply sum_ext. intros ys _. rewrite sum_scale, (arrive_total src P mu R0). ring.
    Qed.
    Lemma later_causal : causal P told qs later.
    Proof.
      split.
      - unfold later. simpl. rewrite p0_sum. now apply Rinv_l.
      - intros xs h. apply Rmult_le_pos; [left; apply p0_inv|]. apply sum_nonneg. intros. apply C.
      - intros x xs h Hh. unfold later. rewrite sum_scale, sum_swap. simpl app.
        rewrite (sum_ext (words src s) _ (fun ys => J (xs ++ ys) (h ++ h0) * arrive P mu (xs ++ ys) x)).
        + destruct xs as [|y xs]; simpl arrive.
          * destruct h; [|apply words_length in Hh; discriminate]. simpl app.
            rewrite p0_sum, Rinv_l, Rmult_1_l by exact Z. reflexivity.
          * rewrite sum_scale_r. ring.
        + intros ys Hy. apply (moves _ _ _ _ C). rewrite app_length. apply words_app; auto.
          now rewrite (words_length _ _ _ Hy).
    Qed.
    Definition lift (E : list X -> bool) (zs : list X) := E (firstn (length zs - s) zs).
    Lemma prob_later E h : prob src later E h = / p0 * prob src J (lift E) (h ++ h0).
    Proof.
      unfold prob at 1 2. rewrite app_length, (words_length _ _ _ H0), sum_words_app, <- sum_scale.
      transitivity (sum (words src (length h)) (fun u => sum (words src s) (fun v =>
        / p0 * (if E u then J (u ++ v) (h ++ h0) else 0)))).
      - apply sum_ext. intros u _. unfold later. destruct (E u); [now rewrite sum_scale|]. rewrite sum_null; [auto|].
        intro. ring.
      - rewrite sum_swap. apply sum_ext. intros v Hv. apply words_length in Hv. rewrite sum_scale. f_equal.
        apply sum_ext. intros u _. unfold lift.
        rewrite app_length, Hv, Nat.add_sub, firstn_app, Nat.sub_diag, firstn_all. simpl. now rewrite app_nil_r.
    Qed.
    Lemma before_later E h : before src qs later E h = / p0 * before src qs J (lift E) (h ++ h0).
    Proof. unfold before. rewrite <- sum_scale. apply sum_ext. intros. apply (prob_later E (_ :: h)). Qed.
    Lemma agree_lift F xs : forall ys, length xs = length ys -> agree eqX F xs ys = true ->
      agree eqX (fun i => F (i + s)%nat) (firstn (length xs - s) xs) (firstn (length ys - s) ys) = true.
    Proof.
      induction xs as [|x xs IH]; intros [|y ys] Hl A; try discriminate; [now rewrite firstn_nil|].
      simpl in Hl. injection Hl as Hl. simpl in A. apply andb_true_iff in A as [A1 A2].
      destruct (le_lt_dec s (length xs)) as [B|B].
      - simpl length. rewrite <- Hl, !Nat.sub_succ_l by lia. simpl firstn. cbn [agree]. rewrite firstn_length.
        replace (Nat.min (length xs - s) (length xs) + s)%nat with (length xs) by lia. rewrite A1. simpl.
          rewrite Hl at 2. now apply IH.
      - simpl length. rewrite <- Hl. replace (S (length xs) - s)%nat with O by lia. reflexivity.
    Qed.
    Lemma later_private F : private eqX src qs J F -> private eqX src qs later (fun i => F (i + s)%nat).
    Proof.
      intros Pr t E h q A Hh Hq. rewrite !before_later, !prob_later.
      assert (B : about eqX F (lift E)).
      { intros xs ys Hl G. apply A; [now rewrite !firstn_length, Hl|now apply agree_lift]. }
      assert (G := Pr (t + s)%nat (lift E) (h ++ h0) q B (words_app _ _ _ _ _ Hh H0) Hq).
      change (lift anything) with (@anything X). simpl app. simpl app in G.
      transitivity (/ p0 * / p0 * (prob src J (lift E) (q :: h ++ h0) * before src qs J anything (h ++ h0))); [ring|].
        rewrite G. ring.
    Qed.
    Lemma later_covers load : covers J load -> covers later (fun m q => load (m + s)%nat q).
    Proof.
      intros Cv m q D N H. apply Cv; auto. intros x Hx. destruct (H x Hx) as (xs & h & Hl & Nz). unfold later in Nz.
      assert (Ns : sum (words src s) (fun ys => J ((x :: xs) ++ ys) ((q :: h) ++ h0)) <> 0) by (intro E; apply Nz;
        rewrite E; ring).
      apply sum_nonzero in Ns as (ys & Hy & Ny). exists (xs ++ ys), (h ++ h0). split; auto.
      rewrite app_length, Hl, (words_length _ _ _ Hy). reflexivity.
    Qed.
    Lemma later_price load m : sum (words qs m) (fun h => sum qs (fun q =>
      load (m + s)%nat q * prob src J anything (q :: h ++ h0)))
      = p0 * price src qs later (fun m q => load (m + s)%nat q) m.
    Proof.
      unfold price. rewrite <- sum_scale. apply sum_ext. intros h _. rewrite <- sum_scale. apply sum_ext. intros q _.
      rewrite (prob_later anything (q :: h)). change (lift anything) with (@anything X). simpl app. field. exact Z.
    Qed.
  End Later.

  Lemma covers_nonneg load t q : covers J load -> 0 <= load t q.
  Proof. intro Cv. apply (Cv t q []); [constructor|intros x []]. Qed.
  (* A bound for what follows s, whatever the queries before, is a bound. *)
  Theorem mix load s m B : covers J load ->
    (forall h0, In h0 (words qs s) -> prob src J anything h0 <> 0 ->
      B <= price src qs (later s h0) (fun m q => load (m + s)%nat q) m) ->
    B <= price src qs J load (m + s).
  Proof.
    intros Cv H. unfold price. rewrite sum_words_app.
    assert (T : B = sum (words qs s) (fun h0 => prob src J anything h0 * B)) by (rewrite sum_scale_r,
      (total src P mu qs R0 J C); ring).
    rewrite T. apply sum_le. intros h0 Hh. destruct (Req_EM_T (prob src J anything h0) 0) as [Z|Z].
    - rewrite Z, Rmult_0_l. apply sum_nonneg. intros h _. apply sum_nonneg. intros q _.
      apply Rmult_le_pos; [now apply covers_nonneg|].
      apply (prob_nonneg src P mu qs J C).
    - rewrite (later_price s h0 Hh Z load m). apply Rmult_le_compat_l; auto. apply (prob_nonneg src P mu qs J C).
  Qed.
  (* Theorem B for every mode. *)
  Section On.
    Variable F : mode.
    Hypothesis Pr : private eqX src qs J F.
    Variable load : nat -> Qry -> R.
    Hypothesis Cv : covers J load.
    Variable s : nat.
    Hypothesis on : F s = true.
    Hypothesis untold : forall h0, In h0 (words qs s) -> prob src J anything h0 <> 0 -> forall a, 0 < told s h0 a.
    Theorem converse_on m : M eqX src P m <= price src qs J load (m + s) /\
      2 - L eqX src P m <= price src qs J load (m + s)
      /\ 1 + Rabs (trace eqX src P m - 1) <= price src qs J load (m + s).
    Proof.
      assert (G : forall B, (forall h0, In h0 (words qs s) -> prob src J anything h0 <> 0 ->
        requests src P (told s h0) ->
        (forall a, 0 < told s h0 a) -> causal P (told s h0) qs (later s h0) ->
          covers (later s h0) (fun m q => load (m + s)%nat q) ->
        hidden eqX src (told s h0) qs (later s h0) -> B <= price src qs (later s h0) (fun m q => load (m + s)%nat q) m)
          ->
        B <= price src qs J load (m + s)).
      { intros B H. apply mix; auto. intros h0 Hh Z. assert (R1 := later_requests s h0 Hh Z).
        assert (C1 := later_causal s h0 Hh Z).
        apply H; auto; [now apply later_covers|].
        apply (private_hidden eqX src P (told s h0) qs R1 (later s h0) C1 (fun i => F (i + s)%nat)); auto.
          now apply later_private. }
      repeat split; apply G; intros h0 _ _ R1 U1 C1 V1 H1.
      - apply (converse_most eqX src P (told s h0) qs R1 _ C1 U1 _ V1 H1).
      - apply (converse_least eqX src P (told s h0) qs R1 _ C1 U1 _ V1 H1).
      - apply (converse_trace eqX src P (told s h0) qs _ _ R1 U1 C1 V1 H1).
    Qed.
  End On.
  (* They have not told X_s if every step has positive probability. *)
  Lemma untold_positive s h0 a : (forall x, 0 < mu x) -> (forall x y, 0 < P x y) -> In h0 (words qs s) ->
    prob src J anything h0 <> 0 -> 0 < told s h0 a.
  Proof.
    intros Pm Pp Hh Z. apply Rmult_lt_0_compat; [now apply (p0_inv h0)|].
    assert (A : forall ys, 0 < arrive P mu ys a) by (intros [|y ys]; simpl; auto).
    assert (N : 0 <= sum (words src s) (fun ys => J ys h0 * arrive P mu ys a)).
    { apply sum_nonneg. intros. apply Rmult_le_pos; [apply C|left; auto]. }
    destruct (Req_EM_T (sum (words src s) (fun ys => J ys h0 * arrive P mu ys a)) 0) as [E|E]; [|lra].
    exfalso. apply Z. rewrite <- (p0_sum s h0 Hh). transitivity (sum (words src s) (fun _ => 0)); [|apply sum_zero].
    apply sum_ext. intros ys Hy. apply (sum_zero_each _ _ ys) in E; auto.
    - apply Rmult_integral in E as [E|E]; auto. specialize (A ys). lra.
    - intros zs _. apply Rmult_le_pos; [apply C|left; auto].
  Qed.
  (* Nor if privacy has been ON from the beginning: then the queries are independent of the requests. *)
  Fixpoint was s a (xs : list X) := match xs with [] => false | x :: r =>
    if Nat.eqb (length r) s then is eqX x a else was s a r end.
  Lemma about_was F s a : F s = true -> about eqX F (was s a).
  Proof.
    intros on xs. induction xs as [|x xs IH]; intros [|y ys] Hl A; try discriminate; auto.
    simpl in Hl. injection Hl as Hl. simpl in A. apply andb_true_iff in A as [A1 A2]. simpl. rewrite <- Hl.
    destruct (Nat.eqb_spec (length xs) s) as [E|]; [|now apply IH]. rewrite E, on in A1. apply is_true in A1. now subst.
  Qed.
  Fixpoint law_at t x : R := match t with O => mu x | S r => sum src (fun y => law_at r y * P y x) end.
  Lemma told_before s h0 a : In h0 (words qs s) -> told s h0 a
    = / prob src J anything h0 * before src qs J (was s a) h0.
  Proof.
    intro Hh. assert (Lh := words_length _ _ _ Hh). unfold told. f_equal.
      rewrite (before_step src P mu qs J C) by now rewrite Lh.
    rewrite Lh. apply sum_ext. intros ys Hy. apply words_length in Hy. f_equal.
    rewrite <- (sum_pick eqX src a (arrive P mu ys)) by apply R0. apply sum_ext. intros x _. simpl.
      rewrite Hy, Nat.eqb_refl. unfold is.
    now destruct (eqX x a).
  Qed.
  Lemma before_was_next s a h : In h (words qs (S s)) -> before src qs J (was (S s) a) h
    = sum src (fun y => prob src J (was s y) h * P y a).
  Proof.
    intro Hh. assert (Lh := words_length _ _ _ Hh). rewrite (before_step src P mu qs J C) by now rewrite Lh.
      unfold prob. rewrite Lh.
    transitivity (sum src (fun y => sum (words src (S s)) (fun xs => (if was s y xs then J xs h else 0) * P y a))).
    2: { apply sum_ext. intros. now rewrite sum_scale_r. }
    rewrite sum_swap. apply sum_ext. intros xs Hx. apply words_length in Hx. destruct xs as [|z xs]; [discriminate|].
    transitivity (J (z :: xs) h * P z a).
    - f_equal. rewrite <- (sum_pick eqX src a (fun _ => P z a)) by apply R0. apply sum_ext. intros x _. cbn [was].
      rewrite Hx, Nat.eqb_refl.
      unfold is. destruct (eqX x a) as [->|]; reflexivity.
    - rewrite <- (sum_pick' eqX src z (fun y => J (z :: xs) h * P y a)) by apply R0. apply sum_ext. intros y _.
      cbn [was].
      simpl in Hx. injection Hx as Hx. rewrite Hx, Nat.eqb_refl. unfold is. destruct (eqX z y) as [<-|]; ring.
  Qed.
  Theorem step_independent F s : private eqX src qs J F -> (forall i, (i <= s)%nat -> F i = true) -> forall a h,
    In h (words qs s) ->
    before src qs J (was s a) h = law_at s a * prob src J anything h.
  Proof.
    intros Pr. induction s as [|s IH]; intros on a h Hh.
    - destruct h; [|apply words_length in Hh; discriminate]. rewrite (before_step src P mu qs J C) by (simpl; auto).
      unfold prob. simpl. rewrite (begins _ _ _ _ C). rewrite <- (sum_pick eqX src a mu) by apply R0.
      rewrite (sum_ext src _ (fun x => if eqX x a then mu x else 0)); [ring|]. intros x _. unfold is.
        now destruct (eqX x a).
    - rewrite before_was_next by auto. cbn [law_at]. rewrite <- sum_scale_r. apply sum_ext. intros y _.
      destruct h as [|q h]; [apply words_length in Hh; discriminate|]. apply words_cons in Hh as [Hq Hh].
      assert (Lh := words_length _ _ _ Hh). assert (Hh' : In h (words qs (length h))) by now rewrite Lh.
      assert (G := Pr s (was s y) h q (about_was F s y (on s ltac:(lia))) Hh Hq).
      rewrite IH, (before_anything src P mu qs R0 J C) in G by auto.
      destruct (Req_EM_T (prob src J anything h) 0) as [Z|Z].
      + rewrite (prob_zero src P mu qs R0 J C (was s y) q h), (prob_zero src P mu qs R0 J C anything q h) by auto. ring.
      + assert (E : prob src J (was s y) (q :: h) = law_at s y * prob src J anything (q :: h)).
        { apply Rmult_eq_reg_r with (prob src J anything h); auto. rewrite G. ring. }
        rewrite E. ring.
  Qed.
  Lemma untold_step F s h0 a : private eqX src qs J F -> (forall i, (i <= s)%nat -> F i = true) ->
    (forall x, 0 < law_at s x) ->
    In h0 (words qs s) -> prob src J anything h0 <> 0 -> 0 < told s h0 a.
  Proof.
    intros Pr on Pl Hh Z. rewrite told_before, (step_independent F s Pr on) by auto.
    replace (/ prob src J anything h0 * (law_at s a * prob src J anything h0)) with (law_at s a) by (field; auto).
      apply Pl.
  Qed.
  (* In any case one source has to be downloaded. *)
  Theorem price_one load t : covers J load -> 1 <= price src qs J load t.
  Proof.
    intro Cv. rewrite <- (total src P mu qs R0 J C (S t)), sum_words. apply sum_le. intros h Hh. apply sum_le.
      intros q Hq.
    assert (N := prob_nonneg src P mu qs J C anything (q :: h)).
    destruct (Req_EM_T (prob src J anything (q :: h)) 0) as [Z|Z]; [rewrite Z; lra|].
    assert (1 <= load t q); [|nra]. apply sum_nonzero in Z as (xs & Hx & Nz). apply words_length in Hx.
    destruct xs as [|x xs]; [discriminate|]. simpl in Hx. injection Hx as Hx.
    replace 1 with (INR (length [x])) by reflexivity. apply Cv; [repeat constructor; simpl; tauto|].
    intros y [<-|[]]. exists xs, h. split; [rewrite Hx; eapply words_length; eauto|exact Nz].
  Qed.
End Modes.
Lemma since_on F t k : Window.since F t = Some k -> F (t - k)%nat = true /\ (k <= t)%nat.
Proof.
  revert k; induction t; intros k; simpl.
  - destruct (F 0%nat) eqn:E; [|discriminate]. intros [= <-]. auto.
  - destruct (F (S t)) eqn:E. { intros [= <-]. simpl. split; auto; lia. }
    destruct (Window.since F t) as [j|]; [|discriminate]. intros [= <-]. destruct (IHt j eq_refl). split; auto. lia.
Qed.

(* Theorem C for every mode: the cost is best F t = 1 + (N-1)|lam|^(t - last ON time). *)
Section RankOneModes.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variable src : list X.
  Variable lam : R.
  Variable pi mu : X -> R.
  Hypothesis V : rank_one src lam pi mu.
  Notation P := (P eqX lam pi).
  Theorem rank_one_modes {Qry} (qs : list Qry) J load F : (forall x, 0 < mu x) -> (forall x y, 0 < P x y) ->
    causal P mu qs J -> covers J load -> private eqX src qs J F -> forall t, best src lam F t <= price src qs J load t.
  Proof.
    intros Pm Pp C Cv Pr t. assert (R0 := rank_one_requests eqX src lam pi mu V). unfold best.
    destruct (Window.since F t) as [k|] eqn:E; [|now apply (price_one src P mu R0 qs J C)].
    apply since_on in E as [on Hk]. replace t with (k + (t - k))%nat by lia.
    destruct (converse_on eqX src P mu R0 qs J C F Pr load Cv (t - k) on
      (fun h0 Hh Z a => untold_positive src P mu qs J C (t - k) h0 a Pm Pp Hh Z) k) as (_ & _ & A).
    rewrite (rank_one_trace eqX src lam pi mu V) in A.
    replace (1 + (INR (length src) - 1) * lam ^ k - 1) with ((INR (length src) - 1) * lam ^ k) in A by ring.
    rewrite Rabs_mult, (Rabs_right (INR (length src) - 1)), <- RPow_abs in A by (assert (Z := N_one src lam pi mu V);
      lra). exact A.
  Qed.
  (* Step mode with a past of p requests: P may have zeros, the laws of X_0..X_p may not. *)
  Theorem rank_one_step {Qry} (qs : list Qry) J load p : (forall i x, (i <= p)%nat -> 0 < law_at src P mu i x) ->
    causal P mu qs J -> covers J load -> private eqX src qs J (step_mode p) ->
    forall t, 1 + (INR (length src) - 1) * Rabs lam ^ (t - p) <= price src qs J load t.
  Proof.
    intros Pl C Cv Pr t. assert (R0 := rank_one_requests eqX src lam pi mu V). set (s := Nat.min t p).
    assert (on : forall i, (i <= s)%nat -> step_mode p i = true) by (intros i Hi; apply Nat.leb_le; lia).
    replace t with ((t - p) + s)%nat at 2 by lia.
    destruct (converse_on eqX src P mu R0 qs J C (step_mode p) Pr load Cv s (on s (le_n s))
      (fun h0 Hh Z a => untold_step eqX src P mu R0 qs J C (step_mode p) s h0 a Pr on (fun x => Pl s x ltac:(lia)) Hh Z)
        (t - p)) as (_ & _ & A).
    rewrite (rank_one_trace eqX src lam pi mu V) in A.
    replace (1 + (INR (length src) - 1) * lam ^ (t - p) - 1) with ((INR (length src) - 1) * lam ^ (t - p)) in A by ring.
    rewrite Rabs_mult, (Rabs_right (INR (length src) - 1)), <- RPow_abs in A by (assert (Z := N_one src lam pi mu V);
      lra). exact A.
  Qed.
End RankOneModes.
