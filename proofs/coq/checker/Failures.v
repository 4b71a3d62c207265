(* STATEMENTS ABOUT SCHEMES THAT FAIL, at a point.

   Assumes: an ordered field. Defines: what it means that they fail (`means_failing`), and `check_failing`.
   Proves: what is checked is so (`failing_ok`). *)
From Coq Require Import Arith ZArith NArith List Bool Lia Ring.
From Coq Require Import micromega.OrderedRing micromega.RingMicromega.
From OnOffChecker Require Import Terms Quotients Steps Statements Schemes Processes.
Import ListNotations.
Set Implicit Arguments.

Inductive failing :=
| Unplaced (r : region) (s : scheme) (m rest : nat) (q : label) (map : list (label * label))
| Undefined_ (r : region) (s : scheme)
| Unalike (r : region) (s : scheme).
Inductive witness :=
| Walk (p : point) (a : label) (way : list (label * label)) (x : label)
| Seen (p : point) (h : list label) (a b : label).

Fixpoint walk (p : point) (s : scheme) (a : label) (t : nat) (y q : label) (way : list (label * label)) : option (nat
  * label * label) :=
  match way with
  | [] => Some (t, y, q)
  | (x, r) :: way =>
    if member x (sources s) && member r (map fst (queries s)) && true_at p (step_law s y x, CNe, Num 0) &&
       true_at p (law s (S t) a x q r y, CNe, Num 0) then walk p s a (S t) x r way else None
  end.

Fixpoint prob_expr (p : point) (s : scheme) (a : label) (h : list label) (x : label) : expr :=
  match h with
  | [] => Num 0
  | q :: h =>
    match h with
    | [] => if Nat.eqb x a then if Nat.eqb q (first_query s) then Num 1 else Num 0 else Num 0
    | b :: _ => plus (flat_map (fun y => let e := prob_expr p s a h y in
        if true_at p (zero e) then [] else if true_at p (zero (step_law s y x)) then [] else
        [Mul e (Mul (step_law s y x) (law s (length h) a x b q y))]) (sources s))
    end
  end.
Definition likelihood_expr (p : point) (s : scheme) (h : list label) (a : label) : expr :=
  plus (map (prob_expr p s a h) (sources s)).

Definition check_failing (f : failing) (e : witness) : bool :=
  match f, e with
  | Unplaced r s m rest q mp, Walk p a way _ =>
    lies p r && member a (sources s) &&
    match walk p s a 0 a (first_query s) way with
    | Some (t, y, b) => Nat.eqb b q && Nat.eqb (t mod m) rest && negb (existsb (fun '(c, z) => Nat.eqb a c &&
      Nat.eqb y z) mp)
    | None => false
    end
  | Undefined_ r s, Walk p a way x =>
    lies p r && member a (sources s) && member x (sources s) &&
    match walk p s a 0 a (first_query s) way with
    | Some (t, y, b) => true_at p (step_law s y x, CNe, Num 0) &&
        existsb (fun q => match number p (law s (S t) a x b (fst q) y) with None => true | Some _ =>
          false end) (queries s)
    | None => false
    end
  | Unalike r s, Seen p h a b =>
    lies p r && member a (sources s) && member b (sources s) &&
    match h with [] => false | _ => true end && forallb (fun q => member q (map fst (queries s))) h &&
    true_at p (likelihood_expr p s h a, CNe, likelihood_expr p s h b)
  | _, _ => false
  end.

Section Field.
Variable F : field_data.
Hypothesis ok : ordered F.
Notation "0" := (f0 F). Notation "1" := (f1 F).
Infix "+" := (fadd F). Infix "*" := (fmul F).
Let sor := o_sor ok.
Add Ring Fring : (SORrt sor).

Definition means_failing (f : failing) : Prop :=
  match f with
  | Unplaced r s m rest q map => exists v : env F, inside v r /\ exists t a x,
    occurs v s t a x q /\ t mod m = rest /\ ~ In (a, x) map
  | Undefined_ r s => exists v : env F, inside v r /\ exists t a y p x q, occurs v s t a y p /\ In x (sources s) /\
      value v (step_law s y x) <> 0 /\ In q (List.map fst (queries s)) /\ ~ defined v (law s (S t) a x p q y)
  | Unalike r s => exists v : env F, inside v r /\ exists h a b,
    history_of s h /\ In a (sources s) /\ In b (sources s) /\
      likelihood v s a h <> likelihood v s b h
  end.

Lemma nonzero_at p e : true_at p (e, CNe, Num 0) = true -> value (at_env F p) e <> 0.
Proof. intros T. apply (true_at_ok ok) in T. destruct T as (_ & _ & T). simpl in T.
now rewrite (morph0 (o_Z ok)) in T. Qed.
Lemma zero_at p e : true_at p (zero e) = true -> value (at_env F p) e = 0.
Proof. intros T. apply (true_at_ok ok) in T. destruct T as (_ & _ & T). simpl in T.
now rewrite (morph0 (o_Z ok)) in T. Qed.

Lemma walk_ok p s a : forall way t y q t' y' q', occurs (at_env F p) s t a y q ->
  walk p s a t y q way = Some (t', y', q') -> occurs (at_env F p) s t' a y' q'.
Proof.
  induction way as [|[x r] way IH]; intros t y q t' y' q' O W; simpl in W; [injection W as <- <- <-; exact O|].
  destruct (_ && _) eqn:C; [|discriminate]. apply andb_true_iff in C as [C C4]. apply andb_true_iff in C as [C C3].
  apply andb_true_iff in C as [C1 C2]. apply member_ok in C1, C2. apply nonzero_at in C3, C4.
  apply IH in W; [exact W|]. now apply occurs_next with y q.
Qed.
Lemma prob_ok p s a : forall h x, value (at_env F p) (prob_expr p s a h x) = prob (at_env F p) s a h x.
Proof.
  induction h as [|q h IH]; intros x; [apply (morph0 (o_Z ok))|]. destruct h as [|b h].
  - simpl. destruct (Nat.eqb x a); [|apply (morph0 (o_Z ok))].
    destruct (Nat.eqb q (first_query s)); [apply (morph1 (o_Z ok))|apply (morph0 (o_Z ok))].
  - change (value (at_env F p) (plus (flat_map (fun y => let e := prob_expr p s a (b :: h) y in
        if true_at p (zero e) then [] else if true_at p (zero (step_law s y x)) then [] else
        [Mul e (Mul (step_law s y x) (law s (length (b :: h)) a x b q y))]) (sources s))) =
      add_up F (fun y => prob (at_env F p) s a (b :: h) y * (value (at_env F p) (step_law s y x) *
        value (at_env F p) (law s (length (b :: h)) a x b q y))) (sources s)).
    apply (plus_flat ok). intros y Y. cbv zeta. rewrite <- IH.
    assert (Z : value (at_env F p) (plus []) = 0) by apply (morph0 (o_Z ok)).
    destruct (true_at p (zero (prob_expr p s a (b :: h) y))) eqn:E1; [apply zero_at in E1; rewrite E1, Z; ring|].
    destruct (true_at p (zero (step_law s y x))) eqn:E2; [apply zero_at in E2; rewrite E2, Z; ring|].
    cbn [plus fold_right value]. rewrite (morph0 (o_Z ok)). ring.
Qed.

Theorem failing_ok f e : check_failing f e = true -> means_failing f.
Proof.
  destruct f as [r s m rest q mp|r s|r s], e as [p a way x|p h a b]; try discriminate; simpl; intros C.
  - apply andb_true_iff in C as [C C4]. apply andb_true_iff in C as [C1 C3].
    apply member_ok in C3. exists (at_env F p). split; [now apply (lies_ok ok)|].
    destruct (walk p s a 0 a (first_query s) way) as [[[t y] b]|] eqn:W; [|discriminate].
    apply andb_true_iff in C4 as [C4 C6]. apply andb_true_iff in C4 as [C4 C5]. apply Nat.eqb_eq in C4, C5. subst b.
    exists t, a, y. split; [now apply (@walk_ok p s a way _ _ _ _ _ _ (occurs_first _ _ _ C3) W)|].
    split; [exact C5|].
    intros I. apply negb_true_iff in C6. assert (X : existsb (fun '(c, z) => Nat.eqb a c && Nat.eqb y z) mp = true);
      [|congruence].
    apply existsb_exists. exists (a, y). split; [exact I|]. now rewrite !Nat.eqb_refl.
  - apply andb_true_iff in C as [C C5]. apply andb_true_iff in C as [C C4]. apply andb_true_iff in C as [C1 C3].
    apply member_ok in C3, C4. exists (at_env F p).
    split; [now apply (lies_ok ok)|]. destruct (walk p s a 0 a (first_query s) way) as [[[t y] b]|] eqn:W;
      [|discriminate].
    apply andb_true_iff in C5 as [C5 C6]. apply existsb_exists in C6 as (q & Q & N). exists t, a, y, b, x, (fst q).
    split; [now apply (@walk_ok p s a way _ _ _ _ _ _ (occurs_first _ _ _ C3) W)|]. split; [exact C4|].
    split; [now apply nonzero_at|].
    split; [now apply in_map|]. pose proof (number_ok ok p (law s (S t) a x b (fst q) y)) as X.
    destruct (number p (law s (S t) a x b (fst q) y)); [discriminate|exact X].
  - apply andb_true_iff in C as [C C7]. apply andb_true_iff in C as [C C6]. apply andb_true_iff in C as [C C5].
    apply andb_true_iff in C as [C C4]. apply andb_true_iff in C as [C1 C3]. apply member_ok in C3, C4.
    exists (at_env F p). split; [now apply (lies_ok ok)|].
    exists h, a, b. split; [|split; [exact C3|split; [exact C4|]]].
    + split; [destruct h; [discriminate|intros X; discriminate X]|]. intros q Q. rewrite forallb_forall in C6.
      apply member_ok. now apply C6.
    + change (true_at p (likelihood_expr p s h a, CNe, likelihood_expr p s h b) = true) in C7.
      apply (true_at_ok ok) in C7. destruct C7 as (_ & _ & C7). simpl in C7. unfold likelihood_expr in C7.
      intros E. apply C7. rewrite !(plus_map ok). unfold likelihood, add_up in E.
      assert (L : forall c l, fold_right (fun x t => value (at_env F p) (prob_expr p s c h x) + t) 0 l =
        fold_right (fun x t => prob (at_env F p) s c h x + t) 0 l).
      { intros c. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite prob_ok, IH. }
      rewrite !L. exact E.
Qed.
End Field.
