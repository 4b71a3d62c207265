(* Three sources, a chain for which the optima at t = 1 and t = 2 exclude each other.

   Assumes: the chain T below, any positive law of X_0.
   Proves: 5/2 can be had at t = 1 and 2 at t = 2, but every private scheme has l_1/2 + l_2 >= 7/2 (tradeoff, front).
   So "for all t at once" (Theorem 1, Theorem C) is not true of every chain. *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Sources SetSchemes Strassen OneTime Three.
Import ListNotations.
Open Scope R_scope.

(* Theorem B given the queries so far. *)
Section Given.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variable src : list X.
  Variable P : X -> X -> R.
  Variable mu : X -> R.
  Hypothesis R0 : requests src P mu.
  Hypothesis Pm : forall x, 0 < mu x.
  Context {Qry : Type}.
  Variable qs : list Qry.
  Variable J : list X -> list Qry -> R.
  Hypothesis C : causal P mu qs J.
  Hypothesis H : hidden eqX src mu qs J.
  Variable load : nat -> Qry -> R.
  Hypothesis Cv : covers J load.
  (* Pr(X_t = x, Q_t..Q_0 = h | X_0 = a) *)
  Definition place a h x := / mu a * prob src J (now eqX x (first eqX a)) h.
  Lemma place_nonneg a h x : 0 <= place a h x.
  Proof. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, Pm|apply (prob_nonneg src P mu qs J C)]. Qed.
  Lemma place_total t a h : In h (words qs (S t)) -> sum src (place a h) = prob src J anything h.
  Proof.
    intro Hh. unfold place. rewrite sum_scale, (prob_now eqX src P mu R0 J) by (intros ->; apply words_length in Hh;
      discriminate).
    rewrite (H t h a Hh). assert (Z := Pm a). field. lra.
  Qed.
  Lemma place_chain t a x : sum (words qs (S t)) (fun h => place a h x) = K eqX src P t a x.
  Proof. unfold place. rewrite sum_scale, (flow eqX src P mu qs R0 J C). assert (Z := Pm a). field. lra. Qed.
  Lemma place_occurs a q h x : place a (q :: h) x <> 0 -> exists xs, length xs = length h /\ J (x :: xs) (q :: h) <> 0.
  Proof. intro N. apply (occurs eqX src J (first eqX a)). intro Z. apply N. unfold place. rewrite Z. ring. Qed.
  Theorem given t h (sel : X -> X) : In h (words qs (S t)) ->
    sum src (fun x => sum src (fun y => place (sel x) h y * P y x)) <= sum qs (fun q =>
      load (S t) q * prob src J anything (q :: h)).
  Proof.
    intro Hh. assert (Lh := words_length _ _ _ Hh). destruct (source src P mu R0) as [a0 _].
    apply (one_shot_most src qs (fun a q x => place a (q :: h) x) (fun q => prob src J anything (q :: h)) (load (S t))
      (fun a x => sum src (fun y => place a h y * P y x))); try apply R0; auto.
    - intros. apply place_nonneg.
    - intros q D _ N S. apply Cv; auto. intros x Hx. destruct (S x Hx) as (a & Na).
      apply place_occurs in Na as (xs & Hl & Nx).
      exists xs, h. split; auto. now rewrite Hl.
    - intros a q Hq. apply (place_total (S t)). now apply words_cons.
    - intros a x. unfold place. rewrite sum_scale.
      change (sum qs (fun q => prob src J (now eqX x (first eqX a)) (q :: h))) with
        (before src qs J (now eqX x (first eqX a)) h).
      rewrite (before_now eqX src P mu qs R0 J C) by (rewrite ?Lh; auto; intros ->; discriminate).
      rewrite <- sum_scale. apply sum_ext. intros. ring.
  Qed.
End Given.

Inductive three := A | B | C.
Definition three_eq : forall x y : three, {x = y} + {x <> y}.
Proof. decide equality. Defined.
Definition abc := [A; B; C].
(* A -> B or C, B -> C, C -> A *)
Definition T x y := match x, y with A, B | A, C => 1 / 2 | B, C | C, A => 1 | _, _ => 0 end.

Section Chain.
  Variable mu : three -> R.
  Hypothesis Pm : forall x, 0 < mu x.
  Hypothesis P1 : mu A + mu B + mu C = 1.
  Lemma T_requests : requests abc T mu.
  Proof.
    split.
    - intros []; simpl; auto.
    - repeat constructor; simpl; intuition congruence.
    - intros [] []; simpl; lra.
    - intros []; simpl; lra.
    - intro x. specialize (Pm x). lra.
    - simpl. lra.
  Qed.
  Theorem tradeoff {Qry} (qs : list Qry) J load : causal T mu qs J -> covers J load -> hidden three_eq abc mu qs J ->
    7 / 2 <= 1 / 2 * price abc qs J load 1 + price abc qs J load 2.
  Proof.
    intros Ca Cv H. assert (R0 := T_requests).
    set (v := place three_eq abc mu J).
    assert (N : forall a h x, 0 <= v a h x) by (intros; apply (place_nonneg three_eq abc T mu Pm qs J Ca)).
    assert (Ch : forall a x, sum (words qs 2) (fun h => v a h x) = T a x).
    { intros a x. unfold v. rewrite (place_chain three_eq abc T mu R0 Pm qs J Ca 1 a x). destruct a, x; simpl; lra. }
    assert (E1 : price abc qs J load 1 = sum (words qs 2) (fun h => match h with q :: _ =>
      load 1%nat q * prob abc J anything h | [] => 0 end)).
    { unfold price. now rewrite (sum_words (fun _ => qs) 1). }
    assert (E2 : price abc qs J load 2 = sum (words qs 2) (fun h =>
      sum qs (fun q => load 2%nat q * prob abc J anything (q :: h)))) by reflexivity.
    assert (E0 : 7 / 2 = sum (words qs 2) (fun h => 3 * prob abc J anything h + v A h B)).
    { rewrite sum_add, sum_scale, (total abc T mu qs R0 J Ca), Ch. simpl. lra. }
    rewrite E0, E1, E2, <- sum_scale, <- sum_add. apply sum_le. intros h Hh.
    assert (Z : forall a x, T a x = 0 -> v a h x = 0).
    { intros a x Zt. apply (sum_zero_each (words qs 2) (fun h => v a h x)); auto. now rewrite Ch. }
    assert (Tot : forall a, v a h A + v a h B + v a h C = prob abc J anything h).
    { intro a. rewrite <- (place_total three_eq abc T mu R0 Pm qs J H 1 a h Hh). fold v. simpl. ring. }
    assert (TA := Tot A). assert (TB := Tot B). assert (TC := Tot C).
    assert (ZA := Z A A eq_refl). assert (ZBA := Z B A eq_refl). assert (ZBB := Z B B eq_refl).
    assert (ZCB := Z C B eq_refl). assert (ZCC := Z C C eq_refl).
    assert (G1 := given three_eq abc T mu R0 Pm qs J Ca H load Cv 1 h (fun x => match x with A => B | B => C | C =>
      A end) Hh).
    assert (G2 := given three_eq abc T mu R0 Pm qs J Ca H load Cv 1 h (fun x => match x with A => B | B => C | C =>
      C end) Hh).
    fold v in G1, G2. set (next := sum qs (fun q => load 2%nat q * prob abc J anything (q :: h))) in *.
    set (p := prob abc J anything h) in *. assert (NAB := N A h B). assert (NAC := N A h C).
    cbn [sum abc T] in G1, G2.
    destruct h as [|q h]; [apply words_length in Hh; discriminate|].
    assert (Lh : length h = 1%nat) by (apply words_length in Hh; simpl in Hh; lia).
    assert (Two : p <> 0 -> 2 <= load 1%nat q).
    { intro Np. replace 2 with (INR (length [A; C])) by (simpl; ring).
      apply Cv; [repeat constructor; simpl; intuition congruence|].
      intros x [<-|[<-|[]]].
      - destruct (place_occurs three_eq abc mu J C q h A) as (xs & Hl & Nx); [fold v; lra|]. exists xs, h. split; auto.
        lia.
      - destruct (place_occurs three_eq abc mu J B q h C) as (xs & Hl & Nx); [fold v; lra|]. exists xs, h. split; auto.
        lia. }
    assert (Three : p <> 0 -> v A (q :: h) B <> 0 -> 3 <= load 1%nat q).
    { intros Np Nb. replace 3 with (INR (length abc)) by (simpl; ring). apply Cv; [apply R0|].
      intros x [<-|[<-|[<-|[]]]].
      - destruct (place_occurs three_eq abc mu J C q h A) as (xs & Hl & Nx); [fold v; lra|]. exists xs, h. split; auto.
        lia.
      - destruct (place_occurs three_eq abc mu J A q h B) as (xs & Hl & Nx); [exact Nb|]. exists xs, h. split; auto.
        lia.
      - destruct (place_occurs three_eq abc mu J B q h C) as (xs & Hl & Nx); [fold v; lra|]. exists xs, h. split; auto.
        lia. }
    destruct (Req_EM_T p 0) as [Zp|Np].
    - assert (v A (q :: h) B = 0) by lra. rewrite Zp. lra.
    - specialize (Two Np). destruct (Req_EM_T (v A (q :: h) B) 0) as [Zb|Nb].
      + assert (0 <= p) by lra. nra.
      + specialize (Three Np Nb). assert (0 <= p) by lra. nra.
  Qed.
  Lemma most_eq {S} (l : list S) f x v : In x l -> f x = v -> (forall y, In y l -> f y <= v) -> most l f = v.
  Proof.
    intros Hx E H. destruct (most_is l f) as (y & Hy & Ey); [intros ->; destruct Hx|]. specialize (H y Hy).
    assert (G := most_ge l f x Hx). lra.
  Qed.
  Lemma least_eq {S} (l : list S) f x v : In x l -> f x = v -> (forall y, In y l -> v <= f y) -> least l f = v.
  Proof.
    intros Hx E H. destruct (least_is l f) as (y & Hy & Ey); [intros ->; destruct Hx|]. specialize (H y Hy).
    assert (G := least_le l f x Hx). lra.
  Qed.
  Lemma K1 a x : K three_eq abc T 1 a x = T a x.
  Proof. destruct a, x; simpl; lra. Qed.
  Lemma K2 a x : K three_eq abc T 2 a x = match a, x with A, A | A, C | C, B | C, C => 1 / 2 | B, A => 1 | _, _ =>
    0 end.
  Proof. destruct a, x; simpl; lra. Qed.
  Ltac each := intros [] _; rewrite ?K1, ?K2; simpl; lra.
  Lemma M1 : M three_eq abc T 1 = 5 / 2 /\ L three_eq abc T 1 = 0.
  Proof.
    unfold M, L. cbn [sum abc]. fold abc. split.
    - rewrite (most_eq abc _ C 1), (most_eq abc _ A (1 / 2)), (most_eq abc _ B 1); try (simpl; tauto);
      try (rewrite K1; simpl; lra); try each. lra.
    - rewrite (least_eq abc _ A 0), (least_eq abc _ B 0), (least_eq abc _ C 0); try (simpl; tauto);
      try (rewrite K1; simpl; lra); try each. lra.
  Qed.
  Lemma M2 : M three_eq abc T 2 = 2 /\ L three_eq abc T 2 = 0.
  Proof.
    unfold M, L. cbn [sum abc]. fold abc. split.
    - rewrite (most_eq abc _ B 1), (most_eq abc _ C (1 / 2)), (most_eq abc _ C (1 / 2)); try (simpl; tauto);
      try (rewrite K2; simpl; lra); try each. lra.
    - rewrite (least_eq abc _ C 0), (least_eq abc _ A 0), (least_eq abc _ B 0); try (simpl; tauto);
      try (rewrite K2; simpl; lra); try each. lra.
  Qed.
  (* A set scheme with l_1 = 5/2, l_2 = 9/4. Pair z is the set without z. *)
  Definition ws (s r : tri) : R := match s, r with
    | Whole, Whole | Whole, Pair B => 1 / 2
    | Pair B, Pair C | Pair B, Pair B => 1 / 2
    | Pair C, One C | Pair C, Pair A => 1 / 2
    | Pair A, Pair B => 1
    | One A, One B | One A, One C => 1 / 2
    | One B, One C | One C, One A => 1
    | _, _ => 0 end.
  Notation seven := (tris A B C).
  Lemma seven_once : NoDup seven.
  Proof. unfold tris. repeat constructor; simpl; intuition congruence. Qed.
  Lemma seven_all q : In q seven.
  Proof. destruct q as [|[]|[]]; simpl; tauto. Qed.
  Lemma ws_bel S y V : tmem three_eq S y = true -> bel abc (tmem three_eq) (ws S) seven V <= mass abc (T y) V.
  Proof.
    unfold bel, mass, within, tris, abc. cbn [sum forallb].
    destruct S as [|[]|[]], y; intro H; try discriminate; simpl; destruct (V A), (V B), (V C); simpl; lra.
  Qed.
  Theorem greedy_scheme : exists J, causal T mu seven J /\ decodable J (tmem three_eq) /\
    hidden three_eq abc mu seven J /\
    cost abc seven J (tmem three_eq) 1 = 5 / 2 /\ cost abc seven J (tmem three_eq) 2 = 9 / 4.
  Proof.
    assert (R0 := T_requests). set (eqQ := @tri_eq three three_eq).
    destruct (belief_plan three_eq abc T mu R0 eqQ seven (tmem three_eq) Whole ws) as (plan & V).
    - apply seven_once.
    - apply seven_all.
    - auto.
    - intros [|[]|[]] [|[]|[]] _ _; simpl; lra.
    - intros [|[]|[]] _; simpl; lra.
    - intros S y W _. apply ws_bel.
    - set (J := queries T mu (everything eqQ Whole) (fun x q => mu x * everything eqQ Whole q) plan (step_mode 0)).
      exists J. split; [now eapply set_causal; eauto|]. split; [now eapply set_decodable; eauto|].
      split; [now apply (set_hidden three_eq abc T mu R0 seven _ _ _ plan _ V (step_mode 0))|].
      assert (Q1 : forall q, query_law abc T mu seven (everything eqQ Whole) (fun x q =>
        mu x * everything eqQ Whole q) plan (step_mode 0) 1 q = ws Whole q).
      { intro q. rewrite (query_law_S abc T mu R0 seven _ _ _ plan _ V (step_mode 0) 0 q (seven_all q)).
        simpl step_mode. cbv iota.
        rewrite (sum_ext seven _ (fun S => if eqQ S Whole then ws Whole q else 0)).
        - apply (sum_pick eqQ seven Whole (fun _ => ws Whole q)); [apply seven_once|apply seven_all].
        - intros S HS. rewrite (query_law_0 abc T mu R0 seven _ _ _ plan _ V (step_mode 0) S HS),
          (rows_in eqQ seven Whole ws S HS). simpl step_mode. cbv iota.
          unfold everything. destruct (eqQ S Whole) as [->|]; ring. }
      assert (Q2 : forall q, query_law abc T mu seven (everything eqQ Whole) (fun x q =>
        mu x * everything eqQ Whole q) plan (step_mode 0) 2 q
        = 1 / 2 * ws Whole q + 1 / 2 * ws (Pair B) q).
      { intro q. rewrite (query_law_S abc T mu R0 seven _ _ _ plan _ V (step_mode 0) 1 q (seven_all q)).
        simpl step_mode. cbv iota.
        rewrite (sum_ext seven _ (fun S => ws Whole S * ws S q)); [simpl; lra|].
        intros S HS. now rewrite Q1, (rows_in eqQ seven Whole ws S HS). }
      split.
      + unfold J. rewrite (set_cost abc T mu seven (tmem three_eq) _ _ plan (step_mode 0) 1).
        rewrite (sum_ext seven _ (fun q => count abc (tmem three_eq q) * ws Whole q)).
        * unfold count. simpl. lra.
        * intros q _. now rewrite Q1.
      + unfold J. rewrite (set_cost abc T mu seven (tmem three_eq) _ _ plan (step_mode 0) 2).
        rewrite (sum_ext seven _ (fun q => count abc (tmem three_eq q) * (1 / 2 * ws Whole q + 1 / 2 * ws (Pair B) q))).
        * unfold count. simpl. lra.
        * intros q _. now rewrite Q2.
  Qed.
  (* The front of (l_1, l_2): the segment from (5/2, 9/4) to (3, 2). *)
  Theorem front :
    (exists J, causal T mu seven J /\ decodable J (tmem three_eq) /\ hidden three_eq abc mu seven J /\
       cost abc seven J (tmem three_eq) 1 = 5 / 2 /\ cost abc seven J (tmem three_eq) 2 = 9 / 4) /\
    (exists J, causal T mu seven J /\ decodable J (tmem three_eq) /\ hidden three_eq abc mu seven J /\
       cost abc seven J (tmem three_eq) 1 = 3 /\ cost abc seven J (tmem three_eq) 2 = 2) /\
    (forall (Qry : Type) (qs : list Qry) J sets, causal T mu qs J -> decodable J sets -> hidden three_eq abc mu qs J ->
       5 / 2 <= cost abc qs J sets 1 /\ 2 <= cost abc qs J sets 2 /\
         7 / 2 <= 1 / 2 * cost abc qs J sets 1 + cost abc qs J sets 2).
  Proof.
    assert (R0 := T_requests). destruct M1 as [A1 A2], M2 as [B1 B2]. split; [apply greedy_scheme|split].
    - destruct (three_sources three_eq A B C T mu R0 2 Pm) as (_ & J & Ca & D & H & _ & E & O). exists J. split; auto.
      split; auto. split; auto.
      change [A; B; C] with abc in E, O. rewrite E, (O 1%nat), B1, B2 by lia. split; [reflexivity|]. apply Rmax_left.
        lra.
    - intros Qry qs J sets Ca D H. destruct (converse_sets three_eq abc T mu qs R0 J sets Pm Ca D H 1) as [X1 _].
      destruct (converse_sets three_eq abc T mu qs R0 J sets Pm Ca D H 2) as [X2 _]. rewrite A1 in X1. rewrite B1 in X2.
      split; auto. split; auto. exact (tradeoff qs J _ Ca (decodable_covers abc J sets (src_all _ _ _ R0) D) H).
  Qed.
End Chain.
