(* SECTION IV: the scheme of the paper on Z, its privacy and its rate.

   Assumes: a chain on Z (requests_on_Z), every alpha, beta in [0,1]; nothing about ergodicity. The law of the scheme
   is SchemeOnZ.paper_on_Z; its window that begins at the time -p is `queries alpha beta (nu (-p)) (step_mode p)` of
   Scheme.v: there the place p is the time 0.
   Proves: Table III; l_t/L = 1 + Pr(Q_t = AB); decodability; the decomposition of the constraint, Claims 1 and 2;
   Lemma 1; Pr(Q_t = AB) = |1-alpha-beta|^t; the rates of Theorem 1 are achieved, all t at once. *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information ChainRule Model Privacy Converse
  SchemeOnZ Theorem1 AppendixB.
Import ListNotations.
Open Scope R_scope.

(* l_t/L = 1 + Pr(Q_t = AB), for every law on Z over the queries A, B, AB. *)
Theorem download_cost alpha beta nu J n t : 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  law_on_Z alpha beta nu (always qrys) J ->
  (0 < n)%nat ->
  cost_on_Z (always qrys) J (plain_service n) t / INR n = 1 + asked J t qAB.
Proof.
  intros Ha Hb L Hn. rewrite (plain_cost alpha beta nu) by auto. assert (0 < INR n) by now apply lt_0_INR. field. lra.
Qed.
(* Table III: each row is a law, in its own case. *)
Definition is_law (f : qry -> R) := (forall q, 0 <= f q) /\ sum qrys f = 1.
Theorem table3a alpha beta x0 x : 0 <= alpha -> 0 <= beta -> alpha + beta < 1 -> is_law (table_a alpha beta x0 x).
Proof. intros. split; [intro q; destruct x0, x, q; simpl; try lra; apply quotient_nonneg; lra | destruct x0, x; simpl;
  field; lra]. Qed.
Theorem table3b alpha beta x0 x : alpha <= 1 -> beta <= 1 -> alpha + beta > 1 -> is_law (table_b alpha beta x0 x).
Proof. intros. split; [intro q; destruct x0, x, q; simpl; try lra; apply quotient_nonneg; lra | destruct x0, x; simpl;
  field; lra]. Qed.
Theorem table3c alpha beta x0 x : alpha <= 1 -> beta <= 1 -> alpha + beta > 1 -> is_law (table_c alpha beta x0 x).
Proof. intros. split; [intro q; destruct x0, x, q; simpl; try lra; apply quotient_nonneg; lra | destruct x0, x; simpl;
  field; lra]. Qed.
(* Table (a) read at the boundary alpha + beta = 1 is the request itself, wherever its entries have a value. *)
Theorem boundary alpha beta x0 x q : alpha + beta = 1 -> alpha <> 0 -> beta <> 0 ->
  table_a alpha beta x0 x q = request x q.
Proof.
  intros H Na Nb. replace beta with (1 - alpha) in * by lra. destruct x0, x, q; simpl; try reflexivity;
    try (field; lra).
  all: replace (1 - (1 - alpha)) with alpha by ring; field; lra.
Qed.

(* With table (a) for alpha + beta <= 1 every row that can be used is a law: after AB the user stands at x0
   (AppendixB.appb_case1). *)
Theorem corrected_table3_cases alpha beta x0 x : 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  (alpha + beta <= 1 -> M alpha beta x0 x <> 0 -> is_law (table_a alpha beta x0 x)) /\
  (alpha + beta > 1 -> is_law (table_b alpha beta x0 x) /\ is_law (table_c alpha beta x0 x)).
Proof.
  intros Ha Hb. split.
  - intros S N. destruct (Rlt_dec (alpha + beta) 1) as [H|H]; [apply table3a; lra|].
    assert (E : alpha = 1 - beta) by lra. subst alpha. split.
    + intro q. destruct x0, x, q; simpl in *; try lra; apply quotient_nonneg; lra.
    + destruct x0, x; simpl in *; try ring; field; lra.
  - intro S. split; [apply table3b|apply table3c]; lra.
Qed.

(* Eq. (privacy_main), for every law on a window and every mode: I(X_{B_t}; Q_t | Q) = I(X_s; Q_t | Q) + I(X_{B_t less
   s}; Q_t | X_s, Q), s an ON time. *)
Definition information_beside {Qry} (qs : nat -> list Qry) K (G : mode) s t := sum (histories qs t) (fun h =>
  sum srcs (fun a =>
  mutual (words srcs (S t)) (qs t) (fun v q => prob K (fun xs => was s a xs && seen G v xs) (q :: h)))).
Definition without (F : mode) s : mode := fun i => F i && negb (Nat.eqb i s).
Fixpoint put s a (v : list src) : list src := match v with
  | [] => [] | x :: r => (if Nat.eqb (length r) s then a else x) :: put s a r end.
Lemma put_mask F s xs : F s = true -> put s (at_time s xs) (mask (without F s) xs) = mask F xs.
Proof.
  intro on. assert (G : forall a v, (length v <= s)%nat -> put s a v = v).
  { induction v as [|x v IH]; simpl; auto. intro H. destruct (Nat.eqb_spec (length v) s); [lia|]. now rewrite IH by lia.
    }
  assert (E : forall v, (length v <= s)%nat -> mask (without F s) v = mask F v).
  { induction v as [|x v IH]; simpl; auto. intro H. rewrite IH by lia. unfold without.
    destruct (Nat.eqb_spec (length v) s); [lia|].
    now rewrite andb_true_r. }
  induction xs as [|x xs IH]; simpl; auto. rewrite mask_length. unfold without at 1.
    destruct (Nat.eqb_spec (length xs) s) as [Q|Q].
  - rewrite Q, on. f_equal. rewrite E by lia. apply G. rewrite mask_length. lia.
  - rewrite andb_true_r. f_equal. exact IH.
Qed.
Lemma put_length s a v : length (put s a v) = length v.
Proof. induction v; simpl; auto. Qed.
Theorem privacy_decomposition {Qry} (qs : nat -> list Qry) J F s t : (forall xs h, 0 <= J xs h) -> F s = true ->
  information qs J F t = information_at qs J s t + information_beside qs J (without F s) s t.
Proof.
  intros N on. unfold information, information_at, information_beside. rewrite <- sum_add. apply sum_ext. intros h Hh.
  assert (L := words_length _ _ _ Hh). set (W := words srcs (S t)).
  set (w := fun a v q => prob J (fun xs => was s a xs && seen (without F s) v xs) (q :: h)).
  assert (Nw : forall a v q, 0 <= w a v q).
  { intros. apply sum_nonneg. intros xs _. destruct (was s a xs && seen (without F s) v xs); [apply N|lra]. }
  assert (less : forall i, without F s i = true -> F i = true) by (intros i Hi; now apply andb_true_iff in Hi).
  assert (Ab : forall a v, about F (fun xs => was s a xs && seen (without F s) v xs)).
  { intros a v xs ys Lx Ag. rewrite (about_was F s a on xs ys Lx Ag). f_equal. apply about_seen; auto.
    now apply (agree_less F). }
  assert (CR := chain_rule srcs W (qs t) w Nw).
  assert (First : forall a q, first_only W w a q = prob J (was s a) (q :: h)).
  { intros a q. unfold first_only, w, Window.prob. rewrite sum_swap. apply sum_ext. intros xs Hx.
    apply words_length in Hx.
    simpl in Hx. rewrite L in Hx. transitivity (sum (words srcs (length (mask (without F s) xs))) (fun v =>
      if list_eq_dec src_eq_dec (mask (without F s) xs) v then (if was s a xs then J xs (q :: h) else 0) else 0)).
    - rewrite mask_length, Hx. apply sum_ext. intros v _. unfold seen.
      destruct (was s a xs), (list_eq_dec src_eq_dec (mask (without F s) xs) v); reflexivity.
    - apply (sum_found (fun _ => if was s a xs then J xs (q :: h) else 0)). }
  assert (Hfirst : mutual srcs (qs t) (first_only W w) = mutual srcs (qs t) (fun a q => prob J (was s a) (q :: h))).
  { apply mutual_ext. intros. apply First. }
  rewrite <- Hfirst. change (mutual W (qs t) (joint J F h) = mutual srcs (qs t) (first_only W w) + sum srcs (fun a =>
    mutual W (qs t) (w a))).
  rewrite <- CR. apply Rle_antisym.
  - (* a function of (X_s, the others) *)
    eapply Rle_trans; [|apply (mutual_function W (list_prod srcs W) (qs t) (list_eq_dec src_eq_dec) (fun p =>
      put s (fst p) (snd p)) (joint_pair w))].
    + apply Req_le, mutual_ext. intros v q Hv _. rewrite sum_prod. unfold joint, joint_pair, w, Window.prob.
      cbn [fst snd].
      transitivity (sum (words srcs (length (q :: h))) (fun xs => sum srcs (fun a => sum W (fun u =>
        (if list_eq_dec src_eq_dec (put s a u) v then 1 else 0) *
          (if was s a xs && seen (without F s) u xs then J xs (q :: h) else 0))))).
      * apply sum_ext. intros xs Hx. apply words_length in Hx. simpl in Hx. rewrite L in Hx.
        transitivity (sum W (fun u => if list_eq_dec src_eq_dec (mask (without F s) xs) u then
          (if list_eq_dec src_eq_dec (put s (at_time s xs) u) v then J xs (q :: h) else 0) else 0)).
        { unfold W. replace (S t) with (length (mask (without F s) xs)) by now rewrite mask_length.
          rewrite (sum_found (fun u => if list_eq_dec src_eq_dec (put s (at_time s xs) u) v then J xs (q :: h) else 0)).
          unfold seen. rewrite (put_mask F s xs on). destruct (list_eq_dec src_eq_dec (mask F xs) v); reflexivity. }
        cbn [sum srcs]. rewrite Rplus_0_r, <- sum_add. apply sum_ext. intros u _. unfold was, seen.
        destruct (at_time s xs); simpl;
          destruct (list_eq_dec src_eq_dec (mask (without F s) xs) u), (list_eq_dec src_eq_dec (put s A u) v),
            (list_eq_dec src_eq_dec (put s B u) v); ring.
      * rewrite sum_swap. apply sum_ext. intros a _. rewrite sum_swap. apply sum_ext. intros u _. now rewrite sum_scale.
    + intros. apply Nw.
    + intros [a u] f Hp. apply in_prod_iff in Hp as [_ Hu]. cbn [fst snd]. unfold W. apply words_length in Hu.
      replace (S t) with (length (put s a u)) by (rewrite put_length; exact Hu). apply (sum_found f).
  - (* (X_s, the others) is a function of the requests at ON times *)
    assert (eqP : forall a b : src * list src, {a = b} + {a <> b}).
    { intros [a u] [b v]. destruct (src_eq_dec a b), (list_eq_dec src_eq_dec u v); [left|right|right|right]; congruence.
      }
    eapply Rle_trans; [|apply (mutual_function (list_prod srcs W) W (qs t) eqP (fun v =>
      (at_time s v, mask (without F s) v)) (joint J F h))].
    + apply Req_le, mutual_ext. intros [a u] q _ _. unfold joint_pair, w. cbn [fst snd].
      rewrite (by_seen J F _ t q h (Ab a u) L).
      apply sum_ext. intros v _. f_equal. unfold was, seen. destruct (eqP (at_time s v, mask (without F s) v) (a, u)) as
        [E|E].
      * injection E as -> ->. destruct (list_eq_dec src_eq_dec u u); [|congruence]. destruct a; reflexivity.
      * destruct (same (at_time s v) a) eqn:S1, (list_eq_dec src_eq_dec (mask (without F s) v) u); simpl;
        try reflexivity.
        apply same_true in S1. congruence.
    + intros. apply joint_nonneg. exact N.
    + intros v f Hv. apply words_length in Hv. rewrite sum_prod.
      assert (Fd := sum_found (fun u => f (at_time s v, u)) (mask (without F s) v)). rewrite mask_length, Hv in Fd.
        fold W in Fd. rewrite <- Fd.
      cbn [sum srcs]. rewrite Rplus_0_r, <- sum_add. apply sum_ext. intros u _.
      destruct (list_eq_dec src_eq_dec (mask (without F s) v) u) as [E|E],
        (eqP (at_time s v, mask (without F s) v) (A, u)) as [E1|E1],
          (eqP (at_time s v, mask (without F s) v) (B, u)) as [E2|E2];
        destruct (at_time s v); try ring; congruence.
Qed.

(* For the scheme, under any mode and for any ON time s, given X_s and the earlier queries Q_t tells nothing about the
   other private requests: to protect all of them it suffices to protect X_s. *)
Section LastOn.
  Variables alpha beta : R.
  Variable mu : src -> R.
  Variable F : mode.
  Hypothesis requests : law_of_requests alpha beta mu.
  Notation J := (queries alpha beta mu F).
  Theorem others_hidden s t : (0 < t)%nat -> F s = true -> F t = false ->
    information_beside (always qrys) J (without F s) s t = 0.
  Proof.
    intros Ht on off. assert (C := scheme_causal alpha beta mu requests F).
    unfold information_beside. rewrite <- (sum_zero (words qrys t)). apply sum_ext. intros h Hh.
    rewrite <- (sum_zero srcs). apply sum_ext. intros a _. assert (Lh := words_length _ _ _ Hh).
    destruct h as [|q' h]; [simpl in Lh; lia|].
    apply mutual_product with (b := P alpha beta q')
      (a := fun v => prob J (fun xs => was s a (A :: xs) && seen (without F s) v (A :: xs)) (q' :: h)).
    - intros. apply sum_nonneg. intros xs _. destruct (was s a xs && seen (without F s) x xs);
      [apply (nonneg _ _ _ _ _ C)|lra].
    - intros v q _. apply (off_step alpha beta mu requests F (fun xs => was s a xs && seen (without F s) v xs)).
      + intros xs ys L Ag. rewrite (about_was F s a on xs ys L Ag). f_equal. apply about_seen; auto.
        apply (agree_less F (without F s)); auto. intros i Hi. now apply andb_true_iff in Hi.
      + simpl in Lh. now rewrite Lh.
  Qed.
  Theorem general_last_on s t : (0 < t)%nat -> F s = true -> F t = false ->
    information (always qrys) J F t = information_at (always qrys) J s t.
  Proof.
    intros Ht on off. rewrite (privacy_decomposition (always qrys) J F s t); auto.
    - rewrite others_hidden by auto. ring.
    - intros. apply (nonneg _ _ _ _ _ (scheme_causal alpha beta mu requests F)).
  Qed.
End LastOn.

(* On a window that begins with the time -p, which is the place 0, and whatever the law mu of the request there is: with
   p = 0, every law of X_0. *)
Section EveryLaw.
  Variables alpha beta : R.
  Definition P1 q' := match q' with
    | qA => point (1 - alpha) alpha 0 | qB => point beta (1 - beta) 0 | qAB => point beta alpha (1 - alpha - beta) end.
  Definition P2 q' := match q' with
    | qA => point (1 - alpha) alpha 0 | qB => point beta (1 - beta) 0 | qAB =>
      point (1 - alpha) (1 - beta) (alpha + beta - 1) end.
  Variable mu : src -> R.
  Hypothesis R0 : law_of_requests alpha beta mu.
  Variable p : nat.
  Let J := queries alpha beta mu (step_mode p).
  Theorem claim2_every_law t : (p < t)%nat -> information_at (always qrys) J p t = 0.
  Proof.
    intros Ht. assert (C : causal alpha beta mu (always qrys) J) by apply (scheme_causal alpha beta _ R0).
    apply appb_equivalence; [intros; apply (nonneg _ _ _ _ _ C)|]. intros h q Hh Hq.
    assert (on : step_mode p p = true) by apply Nat.leb_refl.
    assert (X := fun a => private_was alpha beta _ (always qrys) J (step_mode p) R0 C (scheme_private alpha beta _ R0 _)
      p on a t h q Hh Hq).
    assert (XA := X A). assert (XB := X B). assert (S1 := was_split J p (q :: h)).
    assert (S2 : before (always qrys) J (was p A) h + before (always qrys) J (was p B) h = prob J anything h).
    { rewrite <- (before_anything alpha beta _ (always qrys) J R0 C h) by now rewrite (words_length _ _ _ Hh).
      unfold Window.before. rewrite <- sum_add. apply sum_ext. intros. apply was_split. }
    rewrite <- S1, <- S2 in *. lra.
  Qed.
  Theorem lemma1_every_law q' h q : (p <= length h)%nat ->
    (alpha + beta <= 1 -> prob J anything (q :: q' :: h) = prob J anything (q' :: h) * P1 q' q) /\
    (alpha + beta > 1 -> prob J anything (q :: q' :: h) = prob J anything (q' :: h) * P2 q' q).
  Proof.
    intro H. assert (X := Scheme.lemma1 alpha beta _ R0 (step_mode p) q' h q ltac:(apply Nat.leb_gt; lia)).
    split; intro S; unfold J; rewrite X; f_equal; unfold P, P1, P2; destruct q'; auto;
      destruct (Rlt_dec 1 (alpha + beta)); auto; lra.
  Qed.
End EveryLaw.

Section OnZ.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Hypothesis requests : requests_on_Z alpha beta nu.
  Notation J := (paper_on_Z alpha beta nu).
  Lemma the_window p : J (- Z.of_nat p)%Z = queries alpha beta (nu (- Z.of_nat p)%Z) (step_mode p).
  Proof.
    unfold paper_on_Z, old. replace (Z.to_nat (- Z.of_nat p)) with O by lia.
    replace (Z.to_nat (- - Z.of_nat p)) with p by lia. reflexivity.
  Qed.
  Lemma R0 p : law_of_requests alpha beta (nu (- Z.of_nat p)%Z).
  Proof. apply (req alpha beta nu requests). Qed.
  (* The query always contains the requested source. *)
  Theorem scheme_contains t x q : J t [x] [q] <> 0 -> downloads q x = true.
  Proof.
    intro N. destruct (paper_decodable alpha beta nu requests 1 t x q (qrys_all q) N) as [d H]. simpl in H.
    destruct q, x; try reflexivity; exfalso.
    - assert (X := H [true] [true] eq_refl eq_refl). assert (Y := H [true] [false] eq_refl eq_refl). simpl in *.
      congruence.
    - assert (X := H [true] [true] eq_refl eq_refl). assert (Y := H [false] [true] eq_refl eq_refl). simpl in *.
      congruence.
  Qed.
  (* t <= 0: both messages are downloaded, and nothing leaks in any window that ends at t. *)
  Theorem scheme_private_on t : (t <= 0)%Z -> asked J t qAB = 1 /\
    forall n, information (always qrys) (J (t - Z.of_nat n)%Z) (whole step (t - Z.of_nat n)%Z) n = 0.
  Proof.
    intro Ht. split.
    - rewrite paper_asks by auto. destruct (Z.leb_spec t 0); [reflexivity|lia].
    - intro n. apply paper_window; auto. lia.
  Qed.
  (* Proposition 1: X_t = g(X_0, Q_t), t = length xs - 1 - p >= 0. *)
  Lemma last_step p xs : (p < length xs)%nat -> last_private (step_mode p) xs = Some (at_time p xs).
  Proof.
    induction xs as [|x xs IH]; simpl; [lia|]. intro H. unfold step_mode at 1.
      destruct (Nat.eqb_spec (length xs) p) as [E|E].
    - rewrite E, Nat.leb_refl. reflexivity.
    - destruct (Nat.leb_spec (length xs) p); [lia|]. apply IH. lia.
  Qed.
  Theorem proposition1 p xs q h : (p < length xs)%nat -> J (- Z.of_nat p)%Z xs (q :: h) <> 0 ->
    hd A xs = g alpha beta (length xs - 1 - p) (at_time p xs) q.
  Proof.
    intros H N. rewrite the_window in N. assert (St := Scheme.proposition1 alpha beta _ (R0 p) (step_mode p) xs q h N).
    unfold stands in St. rewrite since_step, last_step in St by auto. exact St.
  Qed.
  (* Claim 2: I(X_0; Q_t | Q_[-p:t-1]) = 0 for every t >= 1 and every p. *)
  Theorem claim2 p t : (p < t)%nat -> information_at (always qrys) (J (- Z.of_nat p)%Z) p t = 0.
  Proof. intros Ht. rewrite the_window. apply claim2_every_law; [apply R0|exact Ht]. Qed.
  (* Claim 1: I(X_[-p:-1]; Q_t | X_0, Q_[-p:t-1]) = 0 for every t >= 1 and every p. *)
  Theorem claim1 p t : (p < t)%nat ->
    information_beside (always qrys) (J (- Z.of_nat p)%Z) (without (step_mode p) p) p t = 0.
  Proof.
    intro Ht. rewrite the_window. apply (others_hidden alpha beta _ _ (R0 p));
      [lia|apply Nat.leb_refl|apply Nat.leb_gt; lia].
  Qed.
  (* Eq. (privacy_main), both lines. *)
  Theorem privacy_main p t : (p < t)%nat -> let Jp := J (- Z.of_nat p)%Z in
    information (always qrys) Jp (step_mode p) t = information_at (always qrys) Jp p t
      + information_beside (always qrys) Jp (without (step_mode p) p) p t /\
    information_at (always qrys) Jp p t + information_beside (always qrys) Jp (without (step_mode p) p) p t = 0.
  Proof.
    intros Ht Jp. split; [|unfold Jp; rewrite claim1, claim2; auto; ring].
    apply (privacy_decomposition (always qrys) Jp (step_mode p) p t); [|apply Nat.leb_refl].
    apply (nonneg _ _ _ _ _ (window_law _ _ _ _ _ (paper_law alpha beta nu requests) (- Z.of_nat p)%Z)).
  Qed.
  (* Lemma 1: given the whole past, Q_t has the law P(Q_{t-1}, .), for t >= 1. *)
  Theorem lemma1 p q' h q : (p <= length h)%nat ->
    (alpha + beta <= 1 -> prob (J (- Z.of_nat p)%Z) anything (q :: q' :: h)
      = prob (J (- Z.of_nat p)%Z) anything (q' :: h) * P1 alpha beta q' q) /\
    (alpha + beta > 1 -> prob (J (- Z.of_nat p)%Z) anything (q :: q' :: h)
      = prob (J (- Z.of_nat p)%Z) anything (q' :: h) * P2 alpha beta q' q).
  Proof. intro H. rewrite the_window. apply lemma1_every_law; [apply R0|exact H]. Qed.
  Theorem ab_probability t : asked J t qAB = if (t <=? 0)%Z then 1 else Rabs (1 - alpha - beta) ^ (Z.to_nat t).
  Proof. now apply paper_asks. Qed.
  (* The displayed derivation: Pr(Q_t = AB) = Pr(Q_t = ... = Q_0 = AB) = |1-alpha-beta|^t, as AB comes after AB alone.
    *)
  Theorem ab_derivation t : let J0 := J 0%Z in
    asked J (Z.of_nat t) qAB = prob J0 anything (repeat qAB (S t)) /\
    prob J0 anything (repeat qAB (S t)) = Rabs (1 - alpha - beta) ^ t /\
    asked J 0%Z qAB = 1 /\
    (forall h, prob J0 anything (qAB :: qAB :: h) = prob J0 anything (qAB :: h) * Rabs (1 - alpha - beta)) /\
    forall q' h, q' <> qAB -> prob J0 anything (qAB :: q' :: h) = 0.
  Proof.
    intro J0. change J0 with (J (- Z.of_nat 0)%Z). set (Jw := J (- Z.of_nat 0)%Z).
    assert (L := fun q' h q => lemma1 0 q' h q (Nat.le_0_l _)). fold Jw in L.
    assert (AB : forall h, prob Jw anything (qAB :: qAB :: h) = prob Jw anything (qAB :: h) * Rabs (1 - alpha - beta)).
    { intro h. destruct (L qAB h qAB) as [X Y]. destruct (Rle_lt_dec (alpha + beta) 1) as [S|S].
      - rewrite X by auto. simpl. rewrite Rabs_right by lra. reflexivity.
      - rewrite Y by auto. simpl. rewrite Rabs_left by lra. f_equal. ring. }
    assert (Pt : prob Jw anything (repeat qAB (S t)) = Rabs (1 - alpha - beta) ^ t).
    { induction t as [|n IH].
      - unfold Jw. rewrite the_window. assert (T := nu_total _ _ _ requests 0%Z).
        unfold Window.prob, anything, queries. simpl. simpl in T. lra.
      - change (repeat qAB (S (S n))) with (qAB :: qAB :: repeat qAB n). rewrite AB.
        change (qAB :: repeat qAB n) with (repeat qAB (S n)). rewrite IH. simpl. ring. }
    split; [|split; [exact Pt|split; [apply ab_probability|split; [exact AB|]]]].
    - rewrite Pt, ab_probability, Nat2Z.id. destruct (Z.leb_spec (Z.of_nat t) 0); [|reflexivity].
      replace t with O by lia. reflexivity.
    - intros q' h N. destruct (L q' h qAB) as [X Y]. destruct (Rle_lt_dec (alpha + beta) 1) as [S|S];
        [rewrite X by auto | rewrite Y by auto]; destruct q'; try congruence; simpl; ring.
  Qed.
  (* The scheme attains all the rates at once. *)
  Theorem achievability : law_on_Z alpha beta nu (always qrys) J /\ private_on_Z (always qrys) J step /\ forall n,
    (0 < n)%nat ->
    decodable_on_Z (always qrys) J (plain_service n) /\ forall t, INR n / cost_on_Z (always qrys) J (plain_service n) t
      = if (t <=? 0)%Z then 1 / 2 else 1 / (1 + Rabs (1 - alpha - beta) ^ (Z.to_nat t)).
  Proof.
    split; [now apply paper_law|]. split; [now apply paper_private|]. intros n Hn. split; [now apply paper_decodable|].
    intro t. assert (C := paper_cost alpha beta nu requests n t). rewrite C.
    assert (0 < INR n) by now apply lt_0_INR. assert (X := pow_ge alpha beta (Z.to_nat t)).
      destruct (t <=? 0)%Z; field; lra.
  Qed.
End OnZ.
