(* STATEMENTS ABOUT SCHEMES THAT FAIL, at a point.

   Assumes: an ordered field. Defines: what it means that they fail (`means_failing`), and `check_failing`.
   Proves: what is checked is so (`failing_ok`). *)
From Coq Require Import Arith ZArith NArith List Bool Lia Ring.
From Coq Require Import micromega.OrderedRing micromega.RingMicromega.
From OnOffChecker Require Import Terms Quotients Steps Statements Schemes Processes.
Import ListNotations.
Set Implicit Arguments.

(* A walk from X_0 = a, with the request x after it, if one is meant; two walks to one time; a history. *)
Definition route := list (label * label).
Inductive witness :=
| Walk (p : point) (a : label) (w : route) (x : option label)
| Walks (p : point) (a : label) (w u : route)
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

Definition weighted_expr (p : point) (s : scheme) (prior : label -> expr) (h : list label) : expr :=
  weighted_sum s prior (likelihood_expr p s h).

(* Whether a history is one, and a and b are values of X_0. *)
Definition seen (s : scheme) (h : list label) : bool :=
  match h with [] => false | _ => true end && forallb (fun q => member q (map fst (queries s))) h.
Definition ends (p : point) (s : scheme) (a : label) (w : route) : option (nat * label * label) :=
  if member a (sources s) then walk p s a 0 a (first_query s) w else None.
Definition no_law (p : point) (row : list expr) : bool := negb (forallb (true_at p) (row_law row)).
Definition no_value (p : point) (row : list expr) : bool :=
  existsb (fun e => match number p e with None => true | Some _ => false end) row.
(* Whether a row after the state (a, y, b) at t is wrong: that of the request x, or that of the chain. *)
Definition wrong_row (wrong : point -> list expr -> bool) (p : point) (s : scheme) (t : nat) (a y b : label)
  (x : option label) : bool :=
  match x with
  | None => wrong p (map (step_law s y) (sources s))
  | Some x => member x (sources s) && true_at p (step_law s y x, CNe, Num 0) &&
      wrong p (map (fun q => law s (S t) a x b (fst q) y) (queries s))
  end.

Definition point_of (e : witness) : point := match e with Walk p _ _ _ | Walks p _ _ _ | Seen p _ _ _ => p end.
Definition check_failing (g : about) (e : witness) : bool :=
  match g, e with
  | Alike r s starts, Seen p h a b =>
    lies p r && seen s h && member a starts && member b starts &&
    true_at p (likelihood_expr p s h a, CNe, likelihood_expr p s h b)
  | Markov r s prior matrix m, Seen p (q :: b :: h) _ _ =>
    lies p r && seen s (q :: b :: h) && true_at p (weighted_expr p s prior (q :: b :: h), CNe,
      Mul (matrix (phase m (length h)) b q) (weighted_expr p s prior (b :: h)))
  | Decodable r s, Walk p a w _ =>
    lies p r && match ends p s a w with Some (_, y, q) => negb (member y (downloads s q)) | None => false end
  | Determined r s, Walks p a w u =>
    lies p r && match ends p s a w, ends p s a u with
    | Some (t, y, q), Some (t', z, q') => Nat.eqb t t' && Nat.eqb q q' && negb (Nat.eqb y z)
    | _, _ => false
    end
  | Placed r s m rest q map, Walk p a w _ =>
    lies p r && match ends p s a w with
    | Some (t, y, b) =>
      Nat.eqb b q && Nat.eqb (t mod m) rest && negb (existsb (fun '(c, z) => Nat.eqb a c && Nat.eqb y z) map)
    | None => false
    end
  | Defined r s, Walk p a w x =>
    lies p r && match ends p s a w with Some (t, y, b) => wrong_row no_value p s t a y b x | None => false end
  | Normalised r s, Walk p a w x =>
    lies p r && match ends p s a w with Some (t, y, b) => wrong_row no_law p s t a y b x | None => false end
  | _, _ => false
  end.

Section Field.
Variable F : field_data.
Hypothesis ok : ordered F.
Notation "0" := (f0 F). Notation "1" := (f1 F).
Infix "+" := (fadd F). Infix "*" := (fmul F).
Let sor := o_sor ok.
Add Ring Fring : (SORrt sor).

Definition means_failing (g : about) (against : list rel) : Prop :=
  exists v : env F, inside v (region_of g) /\ violated v against /\ ~ so_at v g.

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

Lemma likelihood_ok p s h a : value (at_env F p) (likelihood_expr p s h a) = likelihood (at_env F p) s a h.
Proof.
  unfold likelihood_expr, likelihood, add_up. rewrite (plus_map ok).
  induction (sources s) as [|x l IH]; simpl; [reflexivity|]. rewrite prob_ok. f_equal. exact IH.
Qed.
Lemma weighted_at p s prior h : value (at_env F p) (weighted_expr p s prior h) = with_prior (at_env F p) s prior h.
Proof.
  unfold weighted_expr, weighted_sum, with_prior, add_up. rewrite (plus_map ok).
  induction (sources s) as [|x l IH]; simpl; [reflexivity|]. rewrite likelihood_ok. f_equal. exact IH.
Qed.
Lemma seen_ok s h : seen s h = true -> history_of s h.
Proof.
  unfold seen. intros E. apply andb_true_iff in E as [N E]. rewrite forallb_forall in E.
  split; [destruct h; discriminate|]. intros q Q. apply member_ok. now apply E.
Qed.
Lemma ends_ok p s a w t y q : ends p s a w = Some (t, y, q) -> occurs (at_env F p) s t a y q.
Proof.
  unfold ends. destruct (member a (sources s)) eqn:A; [|discriminate]. apply member_ok in A. intros W.
  now apply (@walk_ok p s a w _ _ _ _ _ _ (occurs_first _ _ _ A) W).
Qed.
Lemma no_value_ok p row : no_value p row = true -> exists e, In e row /\ ~ defined (at_env F p) e.
Proof.
  unfold no_value. rewrite existsb_exists. intros (e & E & N). exists e. split; [exact E|].
  pose proof (number_ok ok p e) as X. destruct (number p e); [discriminate|exact X].
Qed.
Lemma no_law_ok p row : no_law p row = true -> ~ is_law (at_env F p) row.
Proof.
  unfold no_law. intros N [S L]. apply negb_true_iff in N.
  assert (forallb (true_at p) (row_law row) = true); [|congruence].
  rewrite forallb_forall. intros x X. apply (true_at_ok ok). destruct X as [<-|X].
  - assert (D : forall l, (forall e, In e l -> defined (at_env F p) e) -> defined (at_env F p) (plus l)).
    { induction l as [|e l IH]; intros D; [exact Logic.I|]. split; [apply D; now left|]. apply IH. intros x X.
      apply D.
      now right. }
    split; [apply D; intros e E; now apply L|]. split; [exact Logic.I|]. simpl. rewrite (morph1 (o_Z ok)), <- S.
    rewrite <- (map_id row) at 1. apply (plus_map ok).
  - apply in_map_iff in X as (e & <- & E). destruct (L e E) as [D P]. split; [exact D|]. split; [exact Logic.I|].
    simpl. now rewrite (morph0 (o_Z ok)).
Qed.

Lemma differs p a b : true_at p (a, CNe, b) = true -> value (at_env F p) a <> value (at_env F p) b.
Proof. intros T. apply (true_at_ok ok) in T. now destruct T as (_ & _ & T). Qed.
Lemma wrong_ok wrong p s t a y b x : wrong_row wrong p s t a y b x = true ->
  wrong p (map (step_law s y) (sources s)) = true \/
  exists z, In z (sources s) /\ value (at_env F p) (step_law s y z) <> 0 /\
    wrong p (map (fun q => law s (S t) a z b (fst q) y) (queries s)) = true.
Proof.
  unfold wrong_row. destruct x as [x|]; [|now left]. intros W. apply andb_true_iff in W as [W W3].
  apply andb_true_iff in W as [W1 W2]. right. exists x. apply member_ok in W1. apply nonzero_at in W2. auto.
Qed.

Lemma fails_at g e : check_failing g e = true ->
  inside (at_env F (point_of e)) (region_of g) /\ ~ so_at (at_env F (point_of e)) g.
Proof.
  destruct g as [r s starts|r s prior matrix m|r s|r s|r s m rest q mp|r s|r s], e as [p a w x|p a w u|p h a b];
    try discriminate; unfold check_failing; cbn [region_of so_at point_of]; intros C.
  - apply andb_true_iff in C as [C C5]. apply andb_true_iff in C as [C C4]. apply andb_true_iff in C as [C C3].
    apply andb_true_iff in C as [C1 C2]. split; [now apply (lies_ok ok)|]. intros P.
    apply differs in C5. rewrite !likelihood_ok in C5. apply C5. apply P; [now apply seen_ok| |]; now apply member_ok.
  - destruct h as [|q [|c h]]; try discriminate. apply andb_true_iff in C as [C C3].
    apply andb_true_iff in C as [C1 C2]. split; [now apply (lies_ok ok)|]. intros P.
    apply differs in C3. cbn [value] in C3. rewrite !weighted_at in C3. apply C3. apply seen_ok in C2 as [_ Q].
    apply P; [split; [discriminate|]; intros z Z; apply Q; now right|apply Q; now left].
  - apply andb_true_iff in C as [C1 C2]. destruct (ends p s a w) as [[[t y] q]|] eqn:E; [|discriminate].
    apply ends_ok in E. split; [now apply (lies_ok ok)|]. intros P. apply P in E.
    apply member_ok in E. now rewrite E in C2.
  - apply andb_true_iff in C as [C1 C2]. destruct (ends p s a w) as [[[t y] q]|] eqn:E; [|discriminate].
    destruct (ends p s a u) as [[[t' z] q']|] eqn:E'; [|discriminate]. apply ends_ok in E, E'.
    apply andb_true_iff in C2 as [C2 C4]. apply andb_true_iff in C2 as [C2 C3]. apply Nat.eqb_eq in C2, C3.
    subst t' q'.
    split; [now apply (lies_ok ok)|]. intros P. rewrite (P _ _ _ _ _ E E') in C4.
    now rewrite Nat.eqb_refl in C4.
  - apply andb_true_iff in C as [C1 C2]. destruct (ends p s a w) as [[[t y] b]|] eqn:E; [|discriminate].
    apply andb_true_iff in C2 as [C2 C4]. apply andb_true_iff in C2 as [C2 C3]. apply Nat.eqb_eq in C2, C3. subst b.
    apply ends_ok in E. split; [now apply (lies_ok ok)|]. intros P. apply (P _ _ _ E) in C3.
    apply negb_true_iff in C4. assert (X : existsb (fun '(c, z) => Nat.eqb a c && Nat.eqb y z) mp = true);
      [|congruence].
    apply existsb_exists. exists (a, y). split; [exact C3|]. now rewrite !Nat.eqb_refl.
  - apply andb_true_iff in C as [C1 C2]. destruct (ends p s a w) as [[[t y] b]|] eqn:E; [|discriminate].
    apply ends_ok in E. split; [now apply (lies_ok ok)|]. intros P.
    apply wrong_ok in C2 as [C2|(z & Z & N & C2)]; apply no_value_ok in C2 as (e & I & U); apply U;
      apply in_map_iff in I as (i & <- & I).
    + now apply (P _ _ _ _ E).
    + apply (P _ _ _ _ E z Z); [exact N|now apply in_map].
  - apply andb_true_iff in C as [C1 C2]. destruct (ends p s a w) as [[[t y] b]|] eqn:E; [|discriminate].
    apply ends_ok in E. split; [now apply (lies_ok ok)|]. intros P.
    apply wrong_ok in C2 as [C2|(z & Z & N & C2)]; apply no_law_ok in C2; apply C2.
    + now apply (P _ _ _ _ E).
    + now apply (proj2 (P _ _ _ _ E) z Z).
Qed.
Theorem failing_ok g against e : violates (point_of e) against && check_failing g e = true -> means_failing g against.
Proof.
  intros C. apply andb_true_iff in C as [V C]. apply fails_at in C as [I N]. exists (at_env F (point_of e)).
  split; [exact I|]. split; [now apply (violates_ok ok)|exact N].
Qed.
End Field.
