(* LEAST VALUES of an expression, subject to relations between variables: optimum, unique, general.

   Assumes: an ordered field. Defines: the program of the set that can be decoded, what is said of a program
   (`means_program`), and `check_program`.
   Proves: what is checked is so (`program_ok`). *)
From Coq Require Import ZArith NArith List Bool.
From OnOffChecker Require Import Terms Quotients Steps Statements Schemes.
Import ListNotations.
Set Implicit Arguments.

(* mass a x s: the probability that X_0 = a, X_t = x, and exactly the set s can be decoded *)
Definition mass_name (a x s : label) : positive := xO (xI (Pos.of_succ_nat (a * 4096 + x * 64 + s))).
Definition mass_of (a x s : label) : expr := Var (mass_name a x s).
Definition is_mass (p : positive) : bool := match p with xO (xI _) => true | _ => false end.

Section Program.
Variables secrets sources : list label.
Variable sets : list (label * list label).
Variable prior : label -> expr.
Variable law : label -> label -> expr.
Open Scope text_scope.

Definition mass (a x s : label) : expr :=
  match find (fun '(t, _) => Nat.eqb s t) sets with
  | Some (_, l) => if member x l then Var (mass_name a x s) else Num 0
  | None => Undef
  end.
Definition joint (a x : label) : expr := prior a * law a x.
Definition chance (a s : label) : expr := sum sources (fun x => mass a x s).
Definition signs : list rel := each secrets (fun a => flat_map (fun '(s, l) => each l (fun x =>
  mass a x s >= Num 0)) sets).
Definition rows : list rel :=
  each secrets (fun a => each sources (fun x => sum (map fst sets) (fun s => mass a x s) = joint a x)) ++
  flat_map (fun '(s, _) => match secrets with
    | [] => []
    | b :: others => each others (fun a => prior b * chance a s = prior a * chance b s)
    end) sets.
Definition cost : expr := total (flat_map (fun '(s, l) => map (fun a =>
  Num (Z.of_nat (length l)) * chance a s) secrets) sets).
Definition lawful : list rel :=
  each secrets (fun a => prior a >= Num 0) ++ (sum secrets prior = Num 1) ++
  match secrets with b :: _ :: _ :: _ => prior b > Num 0 | _ => [] end ++
  each secrets (fun a => sum sources (law a) = Num 1).
Definition possible : list rel := each secrets (fun a => each sources (fun x => joint a x <> Num 0)).
Definition tabled (f : label -> label -> label -> expr) : list rel :=
  each secrets (fun a => each sources (fun x => each (map fst sets) (fun s => mass a x s = f a x s))).
End Program.

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

Definition beside (variables : list positive) (v w : env F) : Prop := forall x, varies variables x = false -> v x = w x.
Definition means_program (p : program) : Prop :=
  match p with
  | Least r variables lawful subject of value equal => forall v : env F, inside v r ->
      sats v lawful /\
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
    now apply negb_true_iff. }
  assert (J : forall w, beside variables v w -> inside w r).
  { intros w B. split; [congruence|]. intros x X. apply (@sat_ext F v w (fun x => negb (varies variables x)) x);
      [now apply C5| |now apply I].
    intros y Y. apply B. now apply negb_true_iff. }
  split; [intros x X; apply A; apply in_or_app; now left|]. split.
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
