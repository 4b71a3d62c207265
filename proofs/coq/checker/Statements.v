(* STATEMENTS ABOUT RELATIONS: holds, cover, always, a point of a region, a relation that fails at a point.

   Assumes: an ordered field. Defines: what each of them says (`means`), and `check`.
   Proves: what is checked is so (`check_ok`). *)
From Coq Require Import ZArith NArith List Bool Setoid Lia Ring.
From Coq Require Import micromega.OrderedRing micromega.RingMicromega micromega.EnvRing.
From OnOffChecker Require Import Terms Quotients Steps.
Import ListNotations.
Set Implicit Arguments.

Definition values := list (positive * expr).
Fixpoint found (s : values) (x : positive) : option expr :=
  match s with [] => None | (y, e) :: s => if Pos.eqb x y then Some e else found s x end.
Fixpoint subst (s : values) (e : expr) : expr :=
  match e with
  | Num z => Num z | Var x => match found s x with Some e => e | None => Var x end
  | Add a b => Add (subst s a) (subst s b) | Sub a b => Sub (subst s a) (subst s b)
  | Mul a b => Mul (subst s a) (subst s b) | Div a b => Div (subst s a) (subst s b)
  | Pow a n => Pow (subst s a) n | Undef => Undef
  end.
Definition subst_rel (s : values) (r : rel) : rel := let '(a, c, b) := r in (subst s a, c, subst s b).

(* Whether an expression speaks only of names that are so. *)
Fixpoint speaks (f : positive -> bool) (e : expr) : bool :=
  match e with
  | Num _ | Undef => true | Var x => f x
  | Add a b | Sub a b | Mul a b | Div a b => speaks f a && speaks f b
  | Pow a _ => speaks f a
  end.
Definition speaks_rel (f : positive -> bool) (r : rel) : bool := let '(a, _, b) := r in speaks f a && speaks f b.
Definition among (l : list positive) (x : positive) : bool := existsb (Pos.eqb x) l.
Definition within (r : region) (more : list rel) : region := {| entropies := entropies r; rels := rels r ++ more |}.

Definition keys_for (rs : list rel) : list poly := keys_of rs [].

(* -- what is said *)

Inductive statement :=
| Holds (r : region) (says : list rel)
| Cover (r : region) (split : expr) (lt eq gt : list rel)
| Always (r : region) (start next : values) (varying : list positive) (says : list rel)
| Inhabited (r : region)
| Fails (r : region) (against says : list rel).      (* where a condition does not hold, if there is one *)

(* -- evidence *)

Definition point := list (positive * (Z * positive)).
Inductive evidence :=
| Steps (ss : list step)
| Steps3 (lt eq gt : list step)
| Steps2 (start next : list step)
| At (p : point).

Definition at_point (p : point) : values := map (fun '(x, (n, d)) => (x, Div (Num n) (Num (Zpos d)))) p.

(* At a point, every expression is a number, or has no value. *)
Fixpoint number (p : point) (e : expr) : option (Z * positive) :=
  match e with
  | Num z => Some (z, 1%positive)
  | Var x => (fix look p := match p with [] => Some (0%Z, 1%positive) | (y, q) :: p => if Pos.eqb x y then
    Some q else look p end) p
  | Add a b => match number p a, number p b with
               | Some (m, c), Some (n, d) => Some ((m * Zpos d + n * Zpos c)%Z, (c * d)%positive) | _, _ => None end
  | Sub a b => match number p a, number p b with
               | Some (m, c), Some (n, d) => Some ((m * Zpos d - n * Zpos c)%Z, (c * d)%positive) | _, _ => None end
  | Mul a b => match number p a, number p b with
               | Some (m, c), Some (n, d) => Some ((m * n)%Z, (c * d)%positive) | _, _ => None end
  | Div a b => match number p a, number p b with
               | Some (m, c), Some (n, d) =>
                 match n with
                 | Z0 => None
                 | Zpos n => Some ((m * Zpos d)%Z, (c * n)%positive)
                 | Zneg n => Some ((m * Zneg d)%Z, (c * n)%positive)
                 end
               | _, _ => None end
  | Pow a n => match number p a with
               | Some (m, c) => Some (Z.pow m (Z.of_nat n), spow c n)
               | None => None end
  | Undef => None
  end.
Definition true_at (p : point) (r : rel) : bool :=
  let '(a, c, b) := r in
  match number p (Sub a b) with
  | Some (m, _) => match c with CLt => Z.ltb m 0 | CLe => Z.leb m 0 | CGt => Z.ltb 0 m | CGe => Z.leb 0 m
                   | CEq => Z.eqb m 0 | CNe => negb (Z.eqb m 0) end
  | None => false
  end.
(* Whether a point lies in a region. Random variables are constant there: no name of a point is an entropy. *)
Definition is_name (x : positive) : bool := match x with xI _ => false | _ => true end.
Definition lies (p : point) (r : region) : bool :=
  (if entropies r then forallb (fun d => is_name (fst d)) p else true) && forallb (true_at p) (rels r).

Definition violates (p : point) (against : list rel) : bool :=
  match against with [] => true | _ => negb (forallb (true_at p) against) end.
(* A sequence has a value. *)
Definition has_value (d : positive * expr) : rel := (snd d, CEq, snd d).
Definition check (s : statement) (e : evidence) : bool :=
  match s, e with
  | Holds r says, Steps ss => entails r ss says
  | Cover r split lt eq gt, Steps3 s1 s2 s3 =>
    entails (within r [(split, CLt, Num 0)]) s1 lt && entails (within r [(split, CEq, Num 0)]) s2 eq &&
    entails (within r [(split, CGt, Num 0)]) s3 gt &&
    match elab [] split with Some q => match bot q with [] => true | _ => false end | None => false end
  | Always r start next varying says, Steps2 s1 s2 =>
    let moves := among (map fst next) in
    entails r s1 (map (subst_rel start) says ++ map has_value start) &&
    entails (within r says) s2 (map (subst_rel next) says ++ map has_value next) &&
    forallb (speaks_rel (fun x => negb (moves x))) (rels r) &&
    forallb (speaks_rel (fun x => moves x || negb (among varying x))) says &&
    forallb (fun x => negb (moves x)) varying && negb (entropies r)
  | Inhabited r, At p => lies p r
  | Fails r against says, At p => lies p r && violates p against && negb (forallb (true_at p) says)
  | _, _ => false
  end.

Section Field.
Variable F : field_data.
Hypothesis ok : ordered F.
Notation "0" := (f0 F). Notation "1" := (f1 F).
Infix "+" := (fadd F). Infix "*" := (fmul F). Infix "-" := (fsub F). Notation "- x" := (fopp F x).
Infix "<=" := (fle F). Infix "<" := (flt F).
Let sor := o_sor ok.
Add Ring Fring : (SORrt sor).
Notation "[ z ]" := (fZ F z).

(* Sequences: at each t a value for every name. [here] at t: what moves is still as it was, what varies is new. *)
Definition here (moves : list positive) (old new : env F) : env F := fun x => if among moves x then old x else new x.

Definition violated (v : env F) (against : list rel) : Prop := against <> [] -> ~ sats v against.

Definition means (s : statement) : Prop :=
  match s with
  | Holds r says => forall v : env F, inside v r -> sats v says
  | Cover r split lt eq gt => forall v : env F, inside v r ->
      value v split < 0 /\ sats v lt \/ value v split = 0 /\ sats v eq \/ 0 < value v split /\ sats v gt
  | Always r start next varying says => forall w : nat -> env F, (forall t, inside (w t) r) ->
      (forall t x, among (map fst next) x = false -> among varying x = false -> w (S t) x = w O x) ->
      (forall x e, found start x = Some e -> w O x = value (w O) e) ->
      (forall t x e, found next x = Some e -> w (S t) x = value (here (map fst next) (w t) (w (S t))) e) ->
      forall t, sats (w t) says
  | Inhabited r => exists v : env F, inside v r
  | Fails r against says => exists v : env F, inside v r /\ violated v against /\ ~ sats v says
  end.

Lemma value_ext (v w : env F) : forall f e, speaks f e = true -> (forall x, f x = true -> v x = w x) ->
  value v e = value w e /\ (defined v e <-> defined w e).
Proof.
  intros f e S E. induction e; simpl in *; try (apply andb_true_iff in S as [S1 S2];
    destruct (IHe1 S1) as [A1 B1]; destruct (IHe2 S2) as [A2 B2]; rewrite ?A1, ?A2, ?B1, ?B2; tauto); auto.
  - split; [reflexivity|tauto].
  - split; [now apply E|tauto].
  - destruct (IHe S) as [A B]. split; [|exact B]. induction n; [reflexivity|]. rewrite IHn, A. reflexivity.
  - split; [reflexivity|tauto].
Qed.
Lemma speaks_two f g e : speaks f e = true -> speaks g e = true -> speaks (fun x => f x && g x) e = true.
Proof.
  induction e; simpl; intros A B; auto; try (apply andb_true_iff in A as [A1 A2]; apply andb_true_iff in B as [B1 B2];
    now rewrite IHe1, IHe2).
  now rewrite A, B.
Qed.
Lemma speaks_both f g r : speaks_rel f r = true -> speaks_rel g r = true -> speaks_rel (fun x => f x && g x) r = true.
Proof.
  destruct r as [[a c] b]. simpl. intros A B. apply andb_true_iff in A as [A1 A2]. apply andb_true_iff in
    B as [B1 B2].
  now rewrite !speaks_two.
Qed.
Lemma sat_ext (v w : env F) f r : speaks_rel f r = true -> (forall x, f x = true -> v x = w x) -> sat v r -> sat w r.
Proof.
  destruct r as [[a c] b]. simpl. intros S E. apply andb_true_iff in S as [S1 S2].
  destruct (value_ext v w f a S1 E) as [A1 B1]. destruct (value_ext v w f b S2 E) as [A2 B2].
  rewrite A1, A2, B1, B2. tauto.
Qed.

Definition updated (v : env F) (s : values) : env F := fun x => match found s x with Some e => value v e | None =>
  v x end.
Lemma subst_ok v s e : value v (subst s e) = value (updated v s) e /\ (defined v (subst s e) ->
  defined (updated v s) e).
Proof.
  induction e; simpl; try (destruct IHe1 as [A1 B1]; destruct IHe2 as [A2 B2]; rewrite ?A1, ?A2; split;
    [reflexivity|tauto]).
  - tauto.
  - unfold updated. destruct (found s x); simpl; tauto.
  - destruct IHe as [A B]. split; [|exact B]. induction n; [reflexivity|]. rewrite IHn, A. reflexivity.
  - tauto.
Qed.
Lemma subst_sat v s r : sat v (subst_rel s r) -> sat (updated v s) r.
Proof.
  destruct r as [[a c] b]. simpl. destruct (subst_ok v s a) as [A1 B1]. destruct (subst_ok v s b) as [A2 B2].
  rewrite A1, A2. tauto.
Qed.
Lemma subst_sats v s rs : sats v (map (subst_rel s) rs) -> sats (updated v s) rs.
Proof. intros S r R. apply subst_sat. apply S. now apply in_map. Qed.
(* Where cells have the values that relations give them, putting these in changes nothing. *)
Lemma found_in (s : values) x e : found s x = Some e -> In (x, e) s.
Proof.
  induction s as [|[y d] s IH]; simpl; [discriminate|]. destruct (Pos.eqb x y) eqn:E; [|auto].
  apply Pos.eqb_eq in E. intros X. injection X as ->. left. now subst.
Qed.
Lemma subst_same (v : env F) s : (forall x e, In (x, e) s -> sat v (Var x, CEq, e)) -> forall e,
  value v (subst s e) = value v e /\ (defined v e -> defined v (subst s e)).
Proof.
  intros S. induction e; simpl; try tauto;
    try (destruct IHe1 as [A1 B1]; destruct IHe2 as [A2 B2]; rewrite ?A1, ?A2; split; [reflexivity|tauto]).
  - destruct (found s x) as [e|] eqn:E; [|now split]. apply found_in in E. destruct (S _ _ E) as (_ & D & V).
    simpl in V. split; [now symmetry|auto].
  - destruct IHe as [A B]. split; [|exact B]. induction n; [reflexivity|]. rewrite IHn, A. reflexivity.
Qed.
Lemma same_sats (v : env F) s rs : (forall x e, In (x, e) s -> sat v (Var x, CEq, e)) -> sats v rs ->
  sats v (map (subst_rel s) rs).
Proof.
  intros S A x X. apply in_map_iff in X as ([[a c] b] & <- & X). specialize (A _ X).
  destruct (@subst_same v s S a) as [E1 D1]. destruct (@subst_same v s S b) as [E2 D2].
  destruct A as (A1 & A2 & A3). split; [auto|]. split; [auto|]. now rewrite E1, E2.
Qed.
Lemma ext_all (v w : env F) rs : (forall x, v x = w x) -> sats v rs -> sats w rs.
Proof.
  intros E S r R. apply sat_ext with v (fun _ => true); auto. destruct r as [[a c] b]. simpl.
  assert (T : forall e, speaks (fun _ => true) e = true) by (induction e; simpl; rewrite ?IHe1, ?IHe2; auto).
  now rewrite !T.
Qed.
Lemma inside_within (v : env F) r more : inside v r -> sats v more -> inside v (within r more).
Proof. intros [A B] C. split; [exact A|]. intros x X. apply in_app_or in X as [X|X]; auto. Qed.

Lemma found_fst (s : values) x : among (map fst s) x = true <-> exists e, found s x = Some e.
Proof.
  induction s as [|[y e] s IH]; simpl; [split; [discriminate|intros [e E]; discriminate]|].
  destruct (Pos.eqb x y); simpl; [|exact IH]. split; [intros _; now exists e|reflexivity].
Qed.

Fixpoint looked (p : point) (x : positive) : Z * positive :=
  match p with [] => (0%Z, 1%positive) | (y, q) :: p => if Pos.eqb x y then q else looked p x end.
Definition rational (q : Z * positive) : F := [fst q] * finv F [Zpos (snd q)].
Definition at_env (p : point) : env F := fun x => rational (looked p x).

Lemma Zpos_nz d : [Zpos d] <> 0. Proof. apply (fZ_nonzero ok). discriminate. Qed.
Lemma rational_iff m d x : x = rational (m, d) <-> x * [Zpos d] = [m].
Proof.
  unfold rational. simpl. pose proof (o_inv ok (Zpos_nz d)) as I. split.
  - intros ->. replace ([m] * finv F [Zpos d] * [Zpos d]) with ([m] * ([Zpos d] * finv F [Zpos d])) by ring.
    rewrite I. ring.
  - intros <-. replace (x * [Zpos d] * finv F [Zpos d]) with (x * ([Zpos d] * finv F [Zpos d])) by ring. rewrite I.
    ring.
Qed.
Lemma Zm a b : [(a * b)%Z] = [a] * [b]. Proof. apply (morph_mul (o_Z ok)). Qed.
Lemma Zp a b : [Zpos (a * b)] = [Zpos a] * [Zpos b]. Proof. apply (morph_mul (o_Z ok) (Zpos a) (Zpos b)). Qed.

Lemma look_ok p x : (fix look p := match p with [] => Some (0%Z, 1%positive)
  | (y, q) :: p => if Pos.eqb x y then Some q else look p end) p = Some (looked p x).
Proof. induction p as [|[y q] p IH]; simpl; [reflexivity|]. destruct (Pos.eqb x y); auto. Qed.

Lemma number_ok p e : match number p e with
  | Some (m, d) => defined (at_env p) e /\ value (at_env p) e * [Zpos d] = [m]
  | None => ~ defined (at_env p) e end.
Proof.
  induction e.
  - simpl. split; [tauto|]. rewrite (morph1 (o_Z ok)). ring.
  - unfold number. rewrite look_ok. destruct (looked p x) as [m d] eqn:E. split; [simpl; tauto|].
    simpl. apply rational_iff. unfold at_env. now rewrite E.
  - simpl. destruct (number p e1) as [[m c]|]; [|tauto]. destruct (number p e2) as [[n d]|]; [|tauto].
    destruct IHe1 as [A1 B1], IHe2 as [A2 B2]. split; [tauto|].
    rewrite Zp, (morph_add (o_Z ok)), !Zm, <- B1, <- B2. ring.
  - simpl. destruct (number p e1) as [[m c]|]; [|tauto]. destruct (number p e2) as [[n d]|]; [|tauto].
    destruct IHe1 as [A1 B1], IHe2 as [A2 B2]. split; [tauto|].
    rewrite Zp, (morph_sub (o_Z ok)), !Zm, <- B1, <- B2. ring.
  - simpl. destruct (number p e1) as [[m c]|]; [|tauto]. destruct (number p e2) as [[n d]|]; [|tauto].
    destruct IHe1 as [A1 B1], IHe2 as [A2 B2]. split; [tauto|].
    rewrite Zp, !Zm, <- B1, <- B2. ring.
  - simpl. destruct (number p e1) as [[m c]|]; [|tauto]. destruct (number p e2) as [[n d]|]; [|tauto].
    destruct IHe1 as [A1 B1], IHe2 as [A2 B2].
    assert (N : n <> 0%Z -> value (at_env p) e2 <> 0).
    { intros N E. rewrite E in B2. apply (fZ_nonzero ok N). rewrite <- B2. ring. } destruct n as [|n|n].
    + intros (_ & _ & X). apply X. apply (cancel ok) with [Zpos d]; [apply Zpos_nz|]. rewrite B2, (morph0 (o_Z ok)).
      ring.
    + specialize (N ltac:(discriminate)). split; [tauto|]. pose proof (o_inv ok N) as I. rewrite Zp, Zm, <- B1, <- B2.
      replace (value (at_env p) e1 * finv F (value (at_env p) e2) * ([Zpos c] * (value (at_env p) e2 * [Zpos d])))
        with (value (at_env p) e1 * [Zpos c] * [Zpos d] * (value (at_env p) e2 * finv F (value (at_env p) e2))) by
          ring.
      rewrite I. ring.
    + specialize (N ltac:(discriminate)). split; [tauto|]. pose proof (o_inv ok N) as I.
      change (Zneg d) with (Z.opp (Zpos d)). change (Zneg n) with (Z.opp (Zpos n)) in B2.
      rewrite (morph_opp (o_Z ok)) in B2. rewrite Zp, Zm, (morph_opp (o_Z ok)), <- B1.
      assert (B3 : [Zpos n] = - (value (at_env p) e2 * [Zpos d])) by (rewrite B2; ring). rewrite B3.
      replace (value (at_env p) e1 * finv F (value (at_env p) e2) * ([Zpos c] * - (value (at_env p) e2 * [Zpos d])))
        with (- (value (at_env p) e1 * [Zpos c] * [Zpos d]) * (value (at_env p) e2 * finv F (value (at_env p) e2)))
          by ring.
      rewrite I. ring.
  - simpl number. destruct (number p e) as [[m c]|]; [|exact IHe]. destruct IHe as [A B]. split; [exact A|].
    rewrite value_pow. induction n as [|n IH]; [simpl; rewrite (morph1 (o_Z ok)); ring|].
    rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. simpl spow. simpl power. rewrite Zp, Zm, <- B, <- IH. ring.
  - simpl. tauto.
Qed.

Lemma true_at_ok p r : true_at p r = true <-> sat (at_env p) r.
Proof.
  destruct r as [[a c] b]. unfold true_at. pose proof (number_ok p (Sub a b)) as N.
  destruct (number p (Sub a b)) as [[m d]|]; simpl in *.
  - destruct N as [[D1 D2] E].
    assert (G : forall o, op F o (value (at_env p) a - value (at_env p) b) <-> decided m o = true).
    { intros o. rewrite (decided_ok ok), <- E.
      split; [apply (@pos_times F ok o _ _ (fZ_pos ok d))|apply (@pos_cancel F ok o _ _ (fZ_pos ok d))]. }
    assert (G' : forall o, op F o (value (at_env p) b - value (at_env p) a) <-> decided (- m) o = true).
    { intros o. rewrite (decided_ok ok), (morph_opp (o_Z ok)), <- E.
      replace (- ((value (at_env p) a - value (at_env p) b) * [Zpos d]))
        with ((value (at_env p) b - value (at_env p) a) * [Zpos d]) by ring.
      split; [apply (@pos_times F ok o _ _ (fZ_pos ok d))|apply (@pos_cancel F ok o _ _ (fZ_pos ok d))]. }
    pose proof (Rminus_eq_0 sor (value (at_env p) a) (value (at_env p) b)) as Q.
    destruct c; simpl.
    + specialize (G' Strict). simpl in G'. rewrite <- (Rlt_lt_minus sor) in G'.
      rewrite Z.ltb_lt in G' |- *. assert (m < 0 <-> 0 < - m)%Z by lia. tauto.
    + specialize (G' NonStrict). simpl in G'. rewrite <- (Rle_le_minus sor) in G'.
      rewrite Z.leb_le in G' |- *. assert (m <= 0 <-> 0 <= - m)%Z by lia. tauto.
    + specialize (G Strict). simpl in G. rewrite <- (Rlt_lt_minus sor) in G. tauto.
    + specialize (G NonStrict). simpl in G. rewrite <- (Rle_le_minus sor) in G. tauto.
    + specialize (G Equal). simpl in G. tauto.
    + specialize (G NonEqual). simpl in G. tauto.
  - split; [discriminate|tauto].
Qed.
Lemma no_entropy p s : forallb (fun d => is_name (fst d)) p = true -> value (at_env p) (H s) = 0.
Proof.
  intros N. destruct s as [|s]; simpl; [apply (morph0 (o_Z ok))|]. unfold at_env, rational.
  assert (E : looked p (xI s) = (0%Z, 1%positive)).
  { induction p as [|[y q] p IH]; simpl in *; [reflexivity|]. apply andb_true_iff in N as [N1 N2].
    destruct y; try discriminate; now apply IH. } rewrite E. simpl. rewrite (morph0 (o_Z ok)). ring.
Qed.
Lemma lies_ok p r : lies p r = true -> inside (at_env p) r.
Proof.
  unfold lies. intros T. apply andb_true_iff in T as [N T]. rewrite forallb_forall in T. split.
  - intros E. rewrite E in N. intros a b c. unfold I. cbn [value]. rewrite !no_entropy by exact N.
    replace (0 + 0 - 0 - 0) with 0 by ring. apply (Rle_refl sor).
  - intros x X. apply true_at_ok. now apply T.
Qed.

Lemma false_at p says : negb (forallb (true_at p) says) = true -> ~ sats (at_env p) says.
Proof.
  intros D S. apply negb_true_iff in D. assert (forallb (true_at p) says = true); [|congruence].
  rewrite forallb_forall. intros x X. apply true_at_ok. now apply S.
Qed.
Lemma violates_ok p against : violates p against = true -> violated (at_env p) against.
Proof. intros V N. destruct against; [now contradiction N|]. now apply false_at. Qed.

Lemma front (v : env F) l m : sats v (l ++ m) -> sats v l.
Proof. intros S x X. apply S. apply in_or_app. now left. Qed.

Theorem check_ok s e : check s e = true -> means s.
Proof.
  destruct s as [r says|r split lt eq gt|r start next varying says|r|r against says], e as [ss|s1 s2 s3|s1 s2|p];
    try discriminate; simpl; intros C.
  - intros v I. now apply (@entails_ok F ok v _ _ _ C).
  - apply andb_true_iff in C as [C D]. apply andb_true_iff in C as [C C3]. apply andb_true_iff in C as [C1 C2].
    intros v I.
    assert (X : defined v split).
    { destruct (elab [] split) as [q|] eqn:E; [|discriminate]. apply (elab_ok ok v) in E. apply E.
      destruct (bot q); simpl; tauto. } assert (Z : [0%Z] = 0) by apply (morph0 (o_Z ok)).
    assert (W : forall c, compare F c (value v split) 0 -> inside v (within r [(split, c, Num 0)])).
    { intros c Y. apply inside_within; [exact I|]. intros x [<-|[]]. simpl. rewrite Z. tauto. }
    destruct (Rlt_trichotomy sor (value v split) 0) as [L|[L|L]].
    + left. split; [exact L|]. apply (@entails_ok F ok v _ _ _ C1). now apply W.
    + right. left. split; [exact L|]. apply (@entails_ok F ok v _ _ _ C2). now apply W.
    + right. right. split; [exact L|]. apply (@entails_ok F ok v _ _ _ C3). now apply W.
  - repeat (apply andb_true_iff in C as [C ?]). rename H into Q, H0 into V, H1 into SP, H2 into R, H3 into C2.
    rewrite forallb_forall in R, SP, V. intros w I K A N t. induction t as [|t IH].
    + apply ext_all with (updated (w O) start).
      * intros x. unfold updated. destruct (found start x) as [e|] eqn:E; [|reflexivity]. symmetry. now apply A.
      * apply subst_sats. exact (@front _ _ _ (@entails_ok F ok (w O) _ _ _ C (I O))).
    + set (h := here (map fst next) (w t) (w (S t))).
      apply ext_all with (updated h next).
      * intros x. unfold updated. destruct (found next x) as [e|] eqn:E; [symmetry; now apply N|].
        unfold h, here. destruct (among (map fst next) x) eqn:M; [|reflexivity].
        apply found_fst in M as [e M]. congruence.
      * apply subst_sats. refine (@front _ _ _ (@entails_ok F ok h _ _ _ C2 _)). apply inside_within.
        { split.
          - intros E. apply negb_true_iff in Q. congruence.
          - intros x X. apply sat_ext with (w (S t)) (fun x => negb (among (map fst next) x)).
            + now apply R.
            + intros y Y. apply negb_true_iff in Y. unfold h, here. now rewrite Y.
            + now apply (I (S t)). }
        { intros x X. apply sat_ext with (w t) (fun x => among (map fst next) x || negb (among varying x)).
          - now apply SP.
          - intros y Y. unfold h, here. destruct (among (map fst next) y) eqn:M; [reflexivity|].
            simpl in Y. apply negb_true_iff in Y. destruct t; [now rewrite (K O)|].
            now rewrite (K t y M Y), (K (S t) y M Y).
          - now apply IH. }
  - exists (at_env p). now apply lies_ok.
  - apply andb_true_iff in C as [C D]. apply andb_true_iff in C as [C V]. exists (at_env p).
    split; [now apply lies_ok|]. split; [now apply violates_ok|now apply false_at].
Qed.
End Field.
