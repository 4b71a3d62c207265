(* LEAST VALUES of an expression, subject to relations between variables: least, optimum, general.

   Assumes: an ordered field. Defines: masses, what is said of a program (`means_program`), and `check_program`.
   Proves: what is checked is so (`program_ok`). *)
From Coq Require Import ZArith NArith List Bool.
From OnOffChecker Require Import Terms Quotients Steps Statements Schemes.
Import ListNotations.
Set Implicit Arguments.

(* mass a x s: the probability that X_0 = a, X_t = x, and exactly the set s can be decoded. Labels are below 2048. *)
Definition mass_name (a x s : label) : positive :=
  xO (xO (xI (N.succ_pos (N.of_nat a * 4194304 + N.of_nat x * 2048 + N.of_nat s)))).
Definition mass_of (a x s : label) : expr := Var (mass_name a x s).
Definition is_mass (p : positive) : bool := match p with xO (xO (xI _)) => true | _ => false end.

(* The set program: masses are >= 0, for each (a, x) those of the sets that contain x sum to joint a x, and the set is
   independent of the secret a. It costs the expected size of the set. *)
Fixpoint combinations {A} (k : nat) (l : list A) : list (list A) :=
  match k, l with
  | O, _ => [[]]
  | S _, [] => []
  | S n, a :: l => map (cons a) (combinations n l) ++ combinations k l
  end.
Definition subsets {A} (l : list A) : list (list A) := flat_map (fun k => combinations k l) (seq 1 (length l)).
Record set_program := {
  secrets : list label; requests : list label; choices : list (label * list label); prior_of : label -> expr;
  joint : label -> label -> expr }.
Definition chance_of (p : set_program) (a : label) (set : label * list label) : expr :=
  plus (map (fun x => mass_of a x (fst set)) (snd set)).
Definition set_relations (p : set_program) : list rel :=
  flat_map (fun a => flat_map (fun '(s, set) => map (fun x =>
    (mass_of a x s, CGe, Num 0)) set) (choices p)) (secrets p) ++ flat_map (fun a => map (fun x =>
    (plus (map (fun '(s, _) => mass_of a x s) (filter (fun '(_, set) => member x set) (choices p))), CEq,
      joint p a x)) (requests p)) (secrets p) ++
  match secrets p with
  | [] => []
  | b :: others => flat_map (fun set => map (fun a =>
      (Mul (prior_of p b) (chance_of p a set), CEq, Mul (prior_of p a) (chance_of p b set))) others) (choices p)
  end.
Definition set_cost (p : set_program) : expr :=
  plus (flat_map (fun set => map (fun a =>
    Mul (Num (Z.of_nat (length (snd set)))) (chance_of p a set)) (secrets p)) (choices p)).
(* Without these the relations would not say independence, or the masses not be probabilities. *)
Definition lawful_prior (p : set_program) : list rel :=
  row_law (map (prior_of p) (secrets p)) ++
  match secrets p with b :: _ :: _ :: _ => [(prior_of p b, CGt, Num 0)] | _ => [] end.

(* For all values of the masses that satisfy [subject], [of] is at least [value]; some attain it,
  and these satisfy [equal]. *)
Inductive program :=
| Least (r : region) (variables : list positive) (lawful subject : list rel) (of value : expr) (equal : list rel).
Record solution := { attains : values; s_region : list step; s_laws : list step; s_best : list step }.

Definition varies (variables : list positive) (x : positive) : bool := is_mass x || among variables x.

Definition check_program (p : program) (e : solution) : bool :=
  match p with
  | Least r variables lawful subject of value equal =>
    let other := fun x => negb (varies variables x) in
    entails r (s_region e) (lawful ++ map (subst_rel (attains e)) (subject ++ [(of, CEq, value)])) &&
    entails (within r subject) (s_laws e) [(of, CGe, value)] &&
    entails (within r (subject ++ [(of, CEq, value)])) (s_best e) equal &&
    negb (entropies r) && forallb (speaks_rel other) (rels r) && speaks other value &&
      forallb (varies variables) (map fst (attains e))
  end.

Section Field.
Variable F : field_data.
Hypothesis ok : ordered F.

Definition beside (variables : list positive) (v w : env F) : Prop := forall x, varies variables x = false ->
  v x = w x.
Definition means_program (p : program) : Prop :=
  match p with
  | Least r variables lawful subject of value equal => forall v : env F, inside v r -> sats v lawful /\
      (exists w, beside variables v w /\ sats w subject /\ Terms.value w of = Terms.value v value) /\
      (forall w, beside variables v w -> sats w subject ->
        fle F (Terms.value v value) (Terms.value w of) /\ (Terms.value w of = Terms.value v value -> sats w equal))
  end.

Theorem program_ok p e : check_program p e = true -> means_program p.
Proof.
  destruct p as [r variables lawful subject of value equal]. simpl. intros C.
  apply andb_true_iff in C as [C C7]. apply andb_true_iff in C as [C C6]. apply andb_true_iff in C as [C C5].
  apply andb_true_iff in C as [C C4]. apply andb_true_iff in C as [C C3]. apply andb_true_iff in C as [C1 C2].
  rewrite forallb_forall in C5, C7. apply negb_true_iff in C4. intros v I.
  pose proof (@entails_ok F ok v _ _ _ C1 I) as A.
  assert (V : forall w, beside variables v w -> Terms.value v value = Terms.value w value).
  { intros w B. apply (value_ext v w (fun x => negb (varies variables x)) value C6). intros x X. apply B.
    now apply negb_true_iff. } assert (J : forall w, beside variables v w -> inside w r).
  { intros w B. split; [congruence|]. intros x X. apply (@sat_ext F v w (fun x => negb (varies variables x)) x);
      [now apply C5| |now apply I].
    intros y Y. apply B. now apply negb_true_iff. } split; [intros x X; apply A; apply in_or_app; now left|]. split.
  - exists (updated v (attains e)).
    assert (B : beside variables v (updated v (attains e))).
    { intros x X. unfold updated. destruct (found (attains e) x) as [d|] eqn:D; [|reflexivity]. exfalso.
      assert (M : among (map fst (attains e)) x = true) by (apply found_fst; now exists d).
      unfold among in M. rewrite existsb_exists in M. destruct M as (y & M & E). apply Pos.eqb_eq in E. subst y.
      rewrite (C7 x M) in X. discriminate. }
    assert (S : sats (updated v (attains e)) (subject ++ [(of, CEq, value)])).
    { apply subst_sats. intros x X. apply A. apply in_or_app. now right. }
    split; [exact B|]. split; [intros x X; apply S; apply in_or_app; now left|].
    assert (T : sat (updated v (attains e)) (of, CEq, value)) by (apply S; apply in_or_app; right; now left).
    destruct T as (_ & _ & T). rewrite (V _ B). exact T.
  - intros w B S. assert (G : sat w (of, CGe, value)).
    { apply (@entails_ok F ok w _ _ _ C2); [apply inside_within; [now apply J|exact S]|now left]. }
    destruct G as (D1 & D2 & G). split; [rewrite (V _ B); exact G|]. intros E.
    apply (@entails_ok F ok w _ _ _ C3). apply inside_within; [now apply J|].
    intros x X. apply in_app_or in X as [X|[<-|[]]]; [now apply S|]. split; [exact D1|]. split; [exact D2|]. simpl.
    rewrite <- (V _ B). exact E.
Qed.
End Field.
