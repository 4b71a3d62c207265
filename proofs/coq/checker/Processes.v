(* STATEMENTS ABOUT SCHEMES AT EVERY t: privacy and the query chain, by an invariant; what is so of all states that
   can occur.

   Assumes: an ordered field. Defines: the probability of a history (`prob`, `likelihood`), the states that can occur
   (`occurs`), what is said of them (`means_about`), and `check_about`.
   Proves: what is checked is so (`about_ok`). *)
From Coq Require Import Arith ArithRing ZArith NArith List Bool Setoid Lia Ring.
From Coq Require Import micromega.OrderedRing micromega.RingMicromega.
From OnOffChecker Require Import Terms Quotients Steps Statements Schemes.
Import ListNotations.
Set Implicit Arguments.

(* -- cells: path a x stands for Pr(Q_0, ..., Q_t, X_t = x | X_0 = a) *)

Definition wide := 64%nat.
Definition cell (a x : label) : positive := xO (xI (Pos.of_succ_nat (a * wide + x))).
Definition path (a x : label) : expr := Var (cell a x).
Definition is_cell (p : positive) : option (label * label) :=
  match p with xO (xI n) => let k := Nat.pred (Pos.to_nat n) in Some ((k / wide)%nat, (k mod wide)%nat) | _ =>
    None end.
Definition no_cell (p : positive) : bool := match is_cell p with Some _ => false | None => true end.
Definition own_cell (s : scheme) (p : positive) : bool :=
  match is_cell p with Some (a, x) => member a (sources s) && member x (sources s) | None => true end.

(* The times t = 0, 1, 2, ..., those as one after which the rules are the same: modulo a period,
  once they have settled. *)
Record clock := { settled : nat; period : nat }.
Definition phase (c : clock) (t : nat) : nat :=
  if Nat.ltb t (settled c) then t else (settled c + (t - settled c) mod period c)%nat.
Definition phases (c : clock) : list nat := seq 0 (settled c + period c).

Inductive about :=
| Alike (r : region) (s : scheme) (starts : list label)
| Markov (r : region) (s : scheme) (prior : label -> expr) (matrix : nat -> label -> label -> expr) (m : clock)
| Decodable (r : region) (s : scheme)
| Determined (r : region) (s : scheme)
| Placed (r : region) (s : scheme) (m rest : nat) (q : label) (map : list (label * label))
| Defined (r : region) (s : scheme)
| Normalised (r : region) (s : scheme).

Definition region_of (g : about) : region :=
  match g with
  | Alike r _ _ | Markov r _ _ _ _ | Decodable r _ | Determined r _ | Placed r _ _ _ _ _ | Defined r _ | Normalised r
    _ => r
  end.

Record node := { n_phase : nat; n_query : label; n_solved : values; n_left : list rel; n_steps : list step }.
Inductive shown :=
| Nodes (ss : list step) (nodes : list node)
| Reach (ss : list step).

(* The rules repeat by this clock: those that begin or end do it before it has settled. *)
Definition repeats (s : scheme) (c : clock) : bool :=
  Nat.ltb 0 (period c) && forallb (fun r => Nat.ltb 0 (modulus r) && Nat.eqb (period c mod modulus r) 0 &&
    Nat.leb (since r) (S (settled c)) && match until r with None => true | Some u =>
      Nat.leb u (settled c) end) (rules s).

Definition clock_of (s : scheme) : clock := {|
  settled := fold_right (fun r n => Nat.max (Nat.max (Nat.pred (since r)) match until r with Some u => u | None => O
    end) n) O (rules s); period := fold_right (fun r n => Nat.lcm (modulus r) n) 1%nat (rules s) |}.

Definition n_rels (n : node) : list rel := map (fun '(c, e) => (Var c, CEq, e)) (n_solved n) ++ n_left n.
(* What is left, in terms of the cells that are. *)
Definition n_given (n : node) : list rel := map (subst_rel (n_solved n)) (n_left n).
Definition n_words (n : node) : list rel := n_rels n ++ n_given n.
Definition zero (e : expr) : rel := (e, CEq, Num 0).
Definition vanish (K : list poly) (l : list fact) (e : expr) : bool := is_zero e orelse show K l (zero e).

Section Layers.
Variable s : scheme.
Variable K : list poly.
Variable l : list fact.     (* what is known at the node *)
Variable n : node.

Definition now (a y : label) : expr := subst (n_solved n) (path a y).
Definition before (a : label) : expr := plus (flat_map (fun y => if vanish K l (now a y) then [] else
  [now a y]) (sources s)).
Definition after (a x q : label) : expr :=
  plus (flat_map (fun y =>
    if vanish K l (now a y) then [] else
    if vanish K l (step_law s y x) then [] else
    let w := law s (S (n_phase n)) a x (n_query n) q y in
    if vanish K l w then [] else [Mul (now a y) (Mul (step_law s y x) w)]) (sources s)).
End Layers.

Definition cells (s : scheme) (f : label -> label -> expr) : values :=
  flat_map (fun a => map (fun x => (cell a x, f a x)) (sources s)) (sources s).
Definition find_node (nodes : list node) (phase : nat) (q : label) : option node :=
  find (fun n => Nat.eqb (n_phase n) phase && Nat.eqb (n_query n) q) nodes.

(* From what is known to the node of the next time. *)
Definition arrives (K : list poly) (l : list fact) (s : scheme) (nodes : list node) (phase : nat) (q : label)
  (f : label -> label -> expr) : bool :=
  let vals := cells s f in
  forallb (fun '(_, e) => vanish K l e) vals orelse
  match find_node nodes phase q with
  | Some n => forallb (show K l) (map (subst_rel vals) (n_rels n))
  | None => false
  end.
Definition begin (s : scheme) (q a x : label) : expr :=
  if Nat.eqb x a then if Nat.eqb q (first_query s) then Num 1 else Num 0 else Num 0.

(* All entries of the chain and of the tables. *)
Definition law_exprs (s : scheme) : list expr :=
  flat_map (fun y => map (step_law s y) (sources s)) (sources s) ++ flat_map (fun r => match table r with
    | Some f => flat_map (fun a => flat_map (fun x => map (fun q =>
      f a x (fst q)) (queries s)) (sources s)) (sources s)
    | None => []
    end) (rules s).

Definition node_ok (r : region) (s : scheme) (K : list poly) (c : clock) (nodes : list node)
  (claims : list poly -> list fact -> node -> list rel) (n : node) : bool :=
  match learn K (within r (n_given n)) (n_steps n) with
  | Some l =>
    let l := close l in
    forallb (show K l) (claims K l n) &&
    forallb (fun q => arrives K l s nodes (phase c (S (n_phase n))) (fst q) (fun a x =>
      after s K l n a x (fst q))) (queries s) && forallb (speaks_rel (own_cell s)) (n_rels n)
  | None => false
  end.

Definition alike (s : scheme) (starts : list label) (K : list poly) (l : list fact) (n : node) : list rel :=
  match starts with
  | [] => []
  | a :: others => map (fun b => (before s K l n a, CEq, before s K l n b)) others
  end.
Definition weighted_sum (s : scheme) (prior f : label -> expr) : expr := plus (map (fun a =>
  Mul (prior a) (f a)) (sources s)).
Definition chances (s : scheme) (prior : label -> expr) (matrix : nat -> label -> label -> expr) (m : clock)
  (K : list poly) (l : list fact) (n : node) : list rel :=
  map (fun '(q, _) => (weighted_sum s prior (fun a => plus (map (fun x => after s K l n a x q) (sources s))), CEq,
    Mul (matrix (phase m (n_phase n)) (n_query n) q) (weighted_sum s prior (before s K l n)))) (queries s).

Definition induct (r : region) (s : scheme) (more : list expr) (c : clock) (ss : list step) (nodes : list node)
  (claims : list poly -> list fact -> node -> list rel) : bool :=
  let K := keys_for (rels r ++ flat_map n_words nodes ++ map zero (law_exprs s ++ more)) in
  repeats s c && negb (entropies r) && forallb (speaks_rel no_cell) (rels r) &&
  forallb (fun x => Nat.ltb x wide) (sources s) && forallb (speaks no_cell) (law_exprs s) &&
  forallb (speaks no_cell) more &&
  match learn K r ss with
  | Some l => let l := close l in forallb (fun q => arrives K l s nodes 0 (fst q) (begin s (fst q))) (queries s)
  | None => false
  end && forallb (node_ok r s K c nodes claims) nodes.

Definition state_in (states : list (nat * label * label * label)) (t : nat) (a x q : label) : bool :=
  existsb (fun '(t', a', x', q') => Nat.eqb t t' && Nat.eqb a a' && Nat.eqb x x' && Nat.eqb q q') states.
Definition closed (s : scheme) (K : list poly) (l : list fact) (c : clock) (states : list (nat * label * label *
  label)) : bool :=
  forallb (fun a => state_in states 0 a a (first_query s)) (sources s) &&
  forallb (fun '(t, a, y, p) => forallb (fun x =>
    vanish K l (step_law s y x) orelse forallb (fun '(q, _) =>
      state_in states (phase c (S t)) a x q orelse
        vanish K l (law s (S t) a x p q y)) (queries s)) (sources s)) states.
(* The states that moves lead to, which are not known to have probability zero. *)
Fixpoint explore (next : nat * label * label * label -> list (nat * label * label * label)) (fuel : nat)
  (waiting found : list (nat * label * label * label)) : list (nat * label * label * label) :=
  match fuel, waiting with
  | S fuel, state :: waiting =>
    let add l '(t, a, x, q) := if state_in l t a x q then l else l ++ [(t, a, x, q)] in
    let found := add found state in
    let new := filter (fun '(t, a, x, q) => negb (state_in found t a x q)) (next state) in
    explore next fuel (fold_left add new waiting) found
  | _, _ => found
  end.
Definition moves (s : scheme) (K : list poly) (l : list fact) (c : clock) (state : nat * label * label * label)
  : list (nat * label * label * label) :=
  let '(t, a, y, p) := state in
  flat_map (fun x => if vanish K l (step_law s y x) then [] else flat_map (fun '(q, _) =>
    if vanish K l (law s (S t) a x p q y) then [] else [(phase c (S t), a, x, q)]) (queries s)) (sources s).
Definition reachable (s : scheme) (K : list poly) (l : list fact) (c : clock) : list (nat * label * label * label) :=
  let n := length (sources s) in
  explore (moves s K l c) (S (length (phases c) * n * n * length (queries s)))
    (map (fun a => (O, a, a, first_query s)) (sources s)) [].

Definition row_defined (l : list expr) : list rel := map (fun e => (e, CEq, e)) l.
Definition rows_ok (s : scheme) (K : list poly) (l : list fact) (row : list expr -> list rel)
  (states : list (nat * label * label * label)) : bool :=
  forallb (fun '(t, a, y, p) =>
    forallb (show K l) (row (map (step_law s y) (sources s))) && forallb (fun x => vanish K l (step_law s y x) orelse
      forallb (show K l) (row (map (fun '(q, _) => law s (S t) a x p q y) (queries s)))) (sources s)) states.

Definition reach (r : region) (s : scheme) (ss : list step)
  (good : list poly -> list fact -> list (nat * label * label * label) -> bool) : bool :=
  let K := keys_for (rels r ++ map zero (law_exprs s)) in
  repeats s (clock_of s) &&
  match learn K r ss with
  | Some l =>
    let l := close l in let states := reachable s K l (clock_of s) in closed s K l (clock_of s) states &&
      good K l states
  | None => false
  end.

(* Times that are one by c are one by m. *)
Definition coarser (m c : clock) : bool :=
  Nat.leb (settled m) (settled c) && Nat.ltb 0 (period m) && Nat.eqb (period c mod period m) 0.

Definition check_about (g : about) (e : shown) : bool :=
  match g, e with
  | Alike r s starts, Nodes ss nodes =>
    forallb (fun a => member a (sources s)) starts && induct r s [] (clock_of s) ss nodes (alike s starts)
  | Markov r s prior matrix m, Nodes ss nodes =>
    coarser m (clock_of s) && induct r s (map prior (sources s) ++ flat_map (fun t => flat_map (fun p => map (fun q =>
        matrix t (fst p) (fst q)) (queries s)) (queries s)) (phases m))
      (clock_of s) ss nodes (chances s prior matrix m)
  | Decodable r s, Reach ss =>
    reach r s ss (fun _ _ => forallb (fun '(_, _, x, q) => member x (downloads s q)))
  | Determined r s, Reach ss =>
    reach r s ss (fun _ _ states => forallb (fun '(t, a, x, q) => forallb (fun '(t', a', x', q') =>
      negb (Nat.eqb t t' && Nat.eqb a a' && Nat.eqb q q') orelse Nat.eqb x x') states) states)
  | Placed r s m rest q map, Reach ss =>
    Nat.ltb 0 m && Nat.eqb (period (clock_of s) mod m) 0 && reach r s ss (fun _ _ => forallb (fun '(t, a, x, p) =>
      negb (Nat.eqb (t mod m) rest && Nat.eqb p q) orelse
      match find (fun '(b, _) => Nat.eqb a b) map with Some (_, y) => Nat.eqb x y | None => false end))
  | Defined r s, Reach ss => reach r s ss (fun K l => rows_ok s K l row_defined)
  | Normalised r s, Reach ss => reach r s ss (fun K l => rows_ok s K l row_law)
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

Definition add_up (f : label -> F) (l : list label) : F := fold_right (fun x t => f x + t) 0 l.

(* -- what is said. The probability of a history, the last query first. *)

Section Meaning.
Variable v : env F.
Variable s : scheme.

Fixpoint prob (a : label) (h : list label) (x : label) : F :=
  match h with
  | [] => 0
  | q :: h =>
    match h with
    | [] => if Nat.eqb x a then if Nat.eqb q (first_query s) then 1 else 0 else 0
    | p :: _ => add_up (fun y => prob a h y * (value v (step_law s y x) * value v (law s (length h) a x p q y)))
      (sources s)
    end
  end.
Definition likelihood (a : label) (h : list label) : F := add_up (prob a h) (sources s).
Definition with_prior (prior : label -> expr) (h : list label) : F :=
  add_up (fun a => value v (prior a) * likelihood a h) (sources s).

Inductive occurs : nat -> label -> label -> label -> Prop :=
| occurs_first a : In a (sources s) -> occurs O a a (first_query s)
| occurs_next t a y p x q : occurs t a y p -> In x (sources s) -> In q (map fst (queries s)) ->
    value v (step_law s y x) <> 0 -> value v (law s (S t) a x p q y) <> 0 -> occurs (S t) a x q.
End Meaning.

Definition history_of (s : scheme) (h : list label) : Prop := h <> [] /\ forall q, In q h ->
  In q (map fst (queries s)).
Definition is_law (v : env F) (l : list expr) : Prop :=
  fold_right (fun e t => value v e + t) 0 l = 1 /\ forall e, In e l -> defined v e /\ 0 <= value v e.

(* At one point of its region. *)
Definition so_at (v : env F) (g : about) : Prop :=
  match g with
  | Alike _ s starts => forall h a b, history_of s h -> In a starts -> In b starts ->
      likelihood v s a h = likelihood v s b h
  | Markov _ s prior matrix m => forall h p q, history_of s (p :: h) -> In q (map fst (queries s)) ->
      with_prior v s prior (q :: p :: h) = value v (matrix (phase m (length h)) p q) * with_prior v s prior (p :: h)
  | Decodable _ s => forall t a x q, occurs v s t a x q -> In x (downloads s q)
  | Determined _ s => forall t a x y q, occurs v s t a x q -> occurs v s t a y q -> x = y
  | Placed _ s m rest q map => forall t a x, occurs v s t a x q -> t mod m = rest -> In (a, x) map
  | Defined _ s => forall t a y p, occurs v s t a y p -> forall x, In x (sources s) -> defined v (step_law s y x) /\
      (value v (step_law s y x) <> 0 -> forall q, In q (List.map fst (queries s)) ->
        defined v (law s (S t) a x p q y))
  | Normalised _ s => forall t a y p, occurs v s t a y p -> is_law v (List.map (step_law s y) (sources s)) /\
      forall x, In x (sources s) -> value v (step_law s y x) <> 0 ->
        is_law v (List.map (fun q => law s (S t) a x p (fst q) y) (queries s))
  end.
Definition means_about (g : about) : Prop := forall v : env F, inside v (region_of g) -> so_at v g.

(* -- why *)

Lemma member_ok x l : member x l = true <-> In x l.
Proof.
  unfold member. rewrite existsb_exists. split; [intros (y & M & E); apply Nat.eqb_eq in E; now subst|].
  intros M. exists x. split; [exact M|apply Nat.eqb_refl].
Qed.
Lemma cell_ok a x : (x < wide)%nat -> is_cell (cell a x) = Some (a, x).
Proof.
  intros L. unfold cell, is_cell. rewrite SuccNat2Pos.id_succ. cbn [Nat.pred]. f_equal. f_equal.
  - symmetry. apply (Nat.div_unique (a * wide + x) wide a x); lia.
  - symmetry. apply (Nat.mod_unique (a * wide + x) wide a x); lia.
Qed.

Lemma vanish_ok (v : env F) K l e : all_are v l -> vanish K l e = true -> value v e = 0.
Proof.
  intros A E. unfold vanish in E. apply or_true in E as [E|E].
  - destruct e as [[| |]| | | | | | |]; try discriminate. apply (morph0 (o_Z ok)).
  - apply (@show_ok F ok v _ _ _ A) in E. destruct E as (_ & _ & E). simpl in E. rewrite E. apply (morph0 (o_Z ok)).
Qed.
Lemma learn_ok (v : env F) K r ss l : inside v r -> learn K r ss = Some l -> all_are v (close l).
Proof.
  intros I E. apply (close_ok ok). now apply (@learned F ok v K r ss l).
Qed.

Lemma mod_down a c m : (0 < m)%nat -> (0 < c)%nat -> (c mod m = 0)%nat -> ((a mod c) mod m = a mod m)%nat.
Proof.
  intros M C E. apply Nat.mod_divides in E as [d E]; [|lia]. rewrite (Nat.div_mod a c) at 2 by lia. rewrite E at 2.
  replace (m * d * (a / c) + a mod c)%nat with (a mod c + (d * (a / c)) * m)%nat by ring.
  symmetry. apply Nat.mod_add. lia.
Qed.
Lemma phase_late c t : (settled c <= t)%nat -> phase c t = (settled c + (t - settled c) mod period c)%nat.
Proof. intros L. unfold phase. destruct (Nat.ltb_spec t (settled c)); [lia|reflexivity]. Qed.
Lemma phase_early c t : (t < settled c)%nat -> phase c t = t.
Proof. intros L. unfold phase. destruct (Nat.ltb_spec t (settled c)); [reflexivity|lia]. Qed.
Lemma phase_O c : (0 < period c)%nat -> phase c 0 = 0%nat.
Proof.
  intros P. destruct (Nat.ltb_spec 0 (settled c)); [now apply phase_early|]. rewrite phase_late by lia.
  replace (settled c) with 0%nat by lia. now apply Nat.mod_0_l; lia.
Qed.
Lemma phase_S c t : (0 < period c)%nat -> phase c (S (phase c t)) = phase c (S t).
Proof.
  intros P. destruct (Nat.ltb_spec t (settled c)) as [L|L]; [now rewrite (phase_early c L)|].
  rewrite (phase_late c L), (phase_late c (t := S t)) by lia. rewrite phase_late by lia. f_equal.
  replace (S (settled c + (t - settled c) mod period c) - settled c)%nat with (1 + (t - settled c) mod period c)%nat
    by lia.
  rewrite Nat.add_mod_idemp_r by lia. f_equal. lia.
Qed.
Lemma phase_bound c t : (0 < period c)%nat -> (phase c t < settled c + period c)%nat.
Proof.
  intros P. destruct (Nat.ltb_spec t (settled c)) as [L|L]; [rewrite (phase_early c L); lia|].
  rewrite (phase_late c L). pose proof (Nat.mod_upper_bound (t - settled c) (period c)). lia.
Qed.
Lemma phase_mod c m t : (0 < period c)%nat -> (0 < m)%nat -> (period c mod m = 0)%nat ->
  (phase c t mod m = t mod m)%nat.
Proof.
  intros P M E. destruct (Nat.ltb_spec t (settled c)) as [L|L]; [now rewrite (phase_early c L)|].
  rewrite (phase_late c L).
  rewrite Nat.add_mod, mod_down, <- Nat.add_mod by lia. f_equal. lia.
Qed.
Lemma coarser_ok m c t : coarser m c = true -> (0 < period c)%nat -> phase m (phase c t) = phase m t.
Proof.
  unfold coarser. intros E P. apply andb_true_iff in E as [E E3]. apply andb_true_iff in E as [E1 E2].
  apply Nat.leb_le in E1. apply Nat.ltb_lt in E2. apply Nat.eqb_eq in E3.
  destruct (Nat.ltb_spec t (settled c)) as [L|L]; [now rewrite (phase_early c L)|]. rewrite (phase_late c L).
  rewrite !phase_late by lia. f_equal.
  replace (settled c + (t - settled c) mod period c - settled m)%nat
    with ((settled c - settled m) + (t - settled c) mod period c)%nat by lia.
  rewrite Nat.add_mod, mod_down, <- Nat.add_mod by lia. f_equal. lia.
Qed.

Lemma repeats_pos s c : repeats s c = true -> (0 < period c)%nat.
Proof. unfold repeats. intros R. apply andb_true_iff in R as [R _]. now apply Nat.ltb_lt. Qed.
Lemma repeats_ok s c t a x p q y : repeats s c = true -> law s (S t) a x p q y = law s (S (phase c t)) a x p q y.
Proof.
  intros R. pose proof (repeats_pos _ _ R) as P. unfold repeats in R. apply andb_true_iff in R as [_ R].
  rewrite forallb_forall in R. unfold law.
  assert (E : find (fits (S t) p) (rules s) = find (fits (S (phase c t)) p) (rules s)); [|now rewrite E].
  revert R. generalize (rules s). induction l as [|r l IH]; intros R; [reflexivity|]. simpl.
  assert (E : fits (S t) p r = fits (S (phase c t)) p r).
  { specialize (R r (or_introl eq_refl)). apply andb_true_iff in R as [R U]. apply andb_true_iff in R as [R B].
    apply andb_true_iff in R as [M D]. apply Nat.ltb_lt in M. apply Nat.eqb_eq in D. apply Nat.leb_le in B.
    destruct (Nat.ltb_spec t (settled c)) as [L|L]; [now rewrite (phase_early c L)|].
    assert (T : (settled c <= phase c t)%nat) by (rewrite (phase_late c L); lia). unfold fits.
    assert (N : S t mod modulus r = S (phase c t) mod modulus r).
    { rewrite <- (Nat.add_1_l t), <- (Nat.add_1_l (phase c t)). rewrite (Nat.add_mod 1 t), (Nat.add_mod 1 (phase c t))
        by lia.
      now rewrite phase_mod by assumption. }
    rewrite N, !(proj2 (Nat.leb_le (since r) _)) by lia. destruct (until r) as [u|]; [|reflexivity].
    apply Nat.leb_le in U. rewrite !(proj2 (Nat.leb_gt _ u)) by lia. reflexivity. }
  rewrite E. destruct (fits (S (phase c t)) p r); [reflexivity|]. apply IH. intros x' X. apply R. now right.
Qed.

Lemma plus_flat (v : env F) (f : label -> list expr) (g : label -> F) l :
  (forall y, In y l -> value v (plus (f y)) = g y) -> value v (plus (flat_map f l)) = add_up g l.
Proof.
  assert (A : forall a b, value v (plus (a ++ b)) = value v (plus a) + value v (plus b)).
  { induction a as [|e a IH]; intros b; simpl; [rewrite (morph0 (o_Z ok)); ring|]. fold (plus (a ++ b)) (plus a).
    rewrite IH. ring. } induction l as [|y l IH]; intros H; simpl; [apply (morph0 (o_Z ok))|].
  rewrite A, H, IH; auto; [now intros z Z; apply H; right|now left].
Qed.
Lemma plus_map {A} (v : env F) (f : A -> expr) l : value v (plus (map f l)) = fold_right (fun x t =>
  value v (f x) + t) 0 l.
Proof. induction l as [|x l IH]; simpl; [apply (morph0 (o_Z ok))|]. fold (plus (map f l)). now rewrite IH. Qed.
Lemma add_ext f g l : (forall x, In x l -> f x = g x) -> add_up f l = add_up g l.
Proof. induction l as [|x l IH]; intros H; simpl; [reflexivity|]. rewrite (H x (or_introl eq_refl)), IH; auto.
intros y Y. apply H. now right. Qed.
Lemma add_zero f l : (forall x, In x l -> f x = 0) -> add_up f l = 0.
Proof. induction l as [|x l IH]; intros H; simpl; [reflexivity|]. rewrite (H x (or_introl eq_refl)), IH; [ring|].
intros y Y. apply H. now right. Qed.

Lemma law_speaks f s t a x p q y : (forall e, In e (law_exprs s) -> speaks f e = true) ->
  In a (sources s) -> In x (sources s) -> In y (sources s) -> In q (map fst (queries s)) ->
  speaks f (law s t a x p q y) = true.
Proof.
  intros L A X Y Q. unfold law. destruct (find (fits t p) (rules s)) as [ru|] eqn:R; [|reflexivity].
  apply find_some in R as [R _]. destruct (table ru) as [g|] eqn:T; [|destruct (exact_query s x); reflexivity].
  apply L. unfold law_exprs. apply in_or_app. right. apply in_map_iff in Q as (q' & <- & Q). apply in_flat_map.
  exists ru. split; [exact R|]. rewrite T. apply in_flat_map. exists (if given_last ru then y else a).
  split; [now destruct (given_last ru)|]. apply in_flat_map. exists x. split; [exact X|].
  apply in_map_iff. now exists q'.
Qed.

Section Invariant.
Variable r : region.
Variable s : scheme.
Variable more : list expr.
Variable ck : clock.
Variable ss : list step.
Variable nodes : list node.
Variable claims : list poly -> list fact -> node -> list rel.
Hypothesis good : induct r s more ck ss nodes claims = true.
Variable v : env F.
Hypothesis here : inside v r.

Let K := keys_for (rels r ++ flat_map n_words nodes ++ map zero (law_exprs s ++ more)).
Definition filled (h : list label) : env F :=
  fun p => match is_cell p with Some (a, x) => prob v s a h x | None => v p end.

Lemma parts : repeats s ck = true /\ entropies r = false /\
  (forall x, In x (rels r) -> speaks_rel no_cell x = true) /\ (forall x, In x (sources s) -> (x < wide)%nat) /\
  (forall e, In e (law_exprs s) -> speaks no_cell e = true) /\ (forall e, In e more -> speaks no_cell e = true) /\
  (exists l, learn K r ss = Some l /\
    forall q, In q (queries s) -> arrives K (close l) s nodes O (fst q) (begin s (fst q)) = true) /\
  (forall n, In n nodes -> node_ok r s K ck nodes claims n = true).
Proof.
  pose proof good as G. unfold induct in G. fold K in G.
  apply andb_true_iff in G as [G G8]. apply andb_true_iff in G as [G G7]. apply andb_true_iff in G as [G G6].
  apply andb_true_iff in G as [G G5]. apply andb_true_iff in G as [G G4]. apply andb_true_iff in G as [G G3].
  apply andb_true_iff in G as [G1 G2]. rewrite forallb_forall in G3, G4, G5, G6, G8.
  split; [exact G1|]. split; [now apply negb_true_iff|]. split; [exact G3|].
  split; [intros x X; apply Nat.ltb_lt; now apply G4|]. split; [exact G5|]. split; [exact G6|]. split; [|exact G8].
  destruct (learn K r ss) as [l|]; [|discriminate]. exists l. split; [reflexivity|]. now rewrite forallb_forall in G7.
Qed.

Lemma filled_same h e : speaks no_cell e = true -> value (filled h) e = value v e.
Proof.
  intros E. apply (value_ext (filled h) v no_cell e E). intros x X. unfold filled, no_cell in *.
  destruct (is_cell x); [discriminate|reflexivity].
Qed.
Lemma filled_inside h : inside (filled h) r.
Proof.
  destruct parts as (_ & E & R & _). split; [congruence|]. intros x X.
  apply (@sat_ext F v (filled h) no_cell x); [now apply R| |now apply here].
  intros y Y. unfold filled, no_cell in *. destruct (is_cell y); [discriminate|reflexivity].
Qed.
Lemma filled_cell h a x : In x (sources s) -> filled h (cell a x) = prob v s a h x.
Proof. destruct parts as (_ & _ & _ & W & _). intros X. unfold filled. rewrite cell_ok; auto. Qed.
Lemma law_silent t a x p q y : In a (sources s) -> In x (sources s) -> In y (sources s) ->
  In q (map fst (queries s)) -> speaks no_cell (law s t a x p q y) = true.
Proof. intros. apply law_speaks; auto. now destruct parts as (_ & _ & _ & _ & L & _). Qed.
Lemma step_silent y x : In y (sources s) -> In x (sources s) -> speaks no_cell (step_law s y x) = true.
Proof.
  destruct parts as (_ & _ & _ & _ & L & _). intros Y X. apply L. unfold law_exprs. apply in_or_app. left.
  apply in_flat_map. exists y. split; [exact Y|]. now apply in_map.
Qed.

Definition dead (h : list label) : Prop := forall a x, In a (sources s) -> In x (sources s) -> prob v s a h x = 0.
Definition at_node (h : list label) (n : node) : Prop :=
  In n nodes /\ n_phase n = phase ck (Nat.pred (length h)) /\ hd_error h = Some (n_query n) /\ sats (filled h)
    (n_rels n).

Lemma found_cells (f : label -> label -> expr) a x : In a (sources s) -> In x (sources s) ->
  found (cells s f) (cell a x) = Some (f a x).
Proof.
  destruct parts as (_ & _ & _ & W & _). intros A X.
  assert (P : forall l, (exists b y e, In (cell b y, e) l /\ In y (sources s) /\ b = a /\ y = x) ->
    (forall c e, In (c, e) l -> exists b y, c = cell b y /\ In y (sources s) /\ e = f b y) ->
      found l (cell a x) = Some (f a x)).
  { induction l as [|[c e] l IH]; intros (b & y & e' & I & _ & -> & ->) H; [destruct I|]. simpl.
    destruct (H c e (or_introl eq_refl)) as (b & y & -> & Y & ->). destruct (Pos.eqb (cell a x) (cell b y)) eqn:E.
    - apply Pos.eqb_eq in E. apply (f_equal is_cell) in E. rewrite !cell_ok in E by auto. injection E as -> ->.
      reflexivity.
    - destruct I as [I|I]; [apply (f_equal fst) in I; cbn [fst] in I; rewrite I, Pos.eqb_refl in E; discriminate|].
      apply IH; [now exists a, x, e'|]. intros c' e'' I'. apply H. now right. } apply P.
  - exists a, x, (f a x). repeat split; auto. unfold cells. apply in_flat_map. exists a. split; [exact A|].
    apply in_map_iff. now exists x.
  - intros c e I. unfold cells in I. apply in_flat_map in I as (b & B & I). apply in_map_iff in I as (y & I & Y).
    injection I as <- <-. now exists b, y.
Qed.

Lemma arrives_ok (w : env F) l ph q f h : all_are w l -> arrives K l s nodes ph q f = true ->
  (forall p, no_cell p = true -> w p = v p) ->
  (forall a x, In a (sources s) -> In x (sources s) -> value w (f a x) = prob v s a (q :: h) x) ->
  ph = phase ck (length h) -> dead (q :: h) \/ exists n, at_node (q :: h) n.
Proof.
  intros A G N V P. unfold arrives in G. apply or_true in G as [G|G].
  - left. intros a x X Y. rewrite <- V by auto. rewrite forallb_forall in G.
    apply (vanish_ok K (l := l) _ A). apply (G (cell a x, f a x)). unfold cells. apply in_flat_map. exists a.
    split; [exact X|].
    apply in_map_iff. now exists x.
  - right. destruct (find_node nodes ph q) as [n|] eqn:E; [|discriminate]. apply find_some in E as [I E].
    apply andb_true_iff in E as [E1 E2]. apply Nat.eqb_eq in E1, E2. exists n. split; [exact I|].
    split; [simpl; congruence|].
    split; [simpl; congruence|]. rewrite forallb_forall in G. intros x X.
    destruct parts as (_ & _ & _ & W & _ & _ & _ & O). specialize (O n I). unfold node_ok in O.
    destruct (learn _ _ _) in O; [|discriminate]. apply andb_true_iff in O as [_ O]. rewrite forallb_forall in O.
    apply (@sat_ext F (updated w (cells s f)) (filled (q :: h)) (own_cell s) x).
    + now apply O.
    + intros y Y. unfold own_cell in Y. unfold updated, filled. destruct (is_cell y) as [[a z]|] eqn:C.
      * apply andb_true_iff in Y as [Y1 Y2]. apply member_ok in Y1, Y2.
        assert (D : y = cell a z).
        { unfold is_cell in C. destruct y as [y|[y|y|]|]; try discriminate. cbv zeta in C. injection C as C1 C2.
          unfold cell. do 2 f_equal.
          assert (k : (Nat.pred (Pos.to_nat y) = a * wide + z)%nat).
          { rewrite <- C1, <- C2. rewrite Nat.mul_comm. apply Nat.div_mod. discriminate. }
          rewrite <- k. apply Pos2Nat.inj. rewrite SuccNat2Pos.id_succ. pose proof (Pos2Nat.is_pos y). lia. }
        rewrite D, found_cells by auto. now apply V.
      * assert (D : found (cells s f) y = None).
        { destruct (found (cells s f) y) as [e|] eqn:D; [|reflexivity]. exfalso.
          assert (M : forall l, found l y = Some e -> exists c, In (c, e) l /\ c = y).
          { intros ll. induction ll as [|[c d] ll IH]; [intros X0; discriminate X0|]. simpl.
            destruct (Pos.eqb y c) eqn:Q.
            - intros X'. injection X' as ->. apply Pos.eqb_eq in Q. exists c. auto.
            - intros X'. destruct (IH X') as (c' & I' & J'). exists c'. auto. }
          destruct (M _ D) as (c & I' & ->). unfold cells in I'. apply in_flat_map in I' as (b & B & I').
          apply in_map_iff in I' as (z & I' & Z). injection I' as <- <-. rewrite cell_ok in C by auto. discriminate. }
        rewrite D. apply N. unfold no_cell. now rewrite C.
    + apply (subst_sat w (cells s f) x). apply (@show_ok F ok w K l _ A). apply G. now apply in_map.
Qed.

Section Node.
Variable h : list label.
Variable n : node.
Variable l : list fact.
Hypothesis hist : history_of s h.
Hypothesis at_n : at_node h n.
Hypothesis learned : learn K (within r (n_given n)) (n_steps n) = Some l.

Lemma node_known : all_are (filled h) (close l).
Proof.
  destruct at_n as (_ & _ & _ & S). apply (learn_ok K (r := within r (n_given n)) (n_steps n)); [|exact learned].
  apply inside_within; [apply filled_inside|]. apply same_sats.
  - intros c e X. apply S. unfold n_rels. apply in_or_app. left. apply in_map_iff. now exists (c, e).
  - intros x X. apply S. unfold n_rels. apply in_or_app. now right.
Qed.
Lemma now_ok a y : In y (sources s) -> value (filled h) (now n a y) = prob v s a h y.
Proof.
  intros Y. unfold now. destruct (subst_ok (filled h) (n_solved n) (path a y)) as [E _]. rewrite E.
  destruct at_n as (_ & _ & _ & S). unfold path. simpl. unfold updated.
  destruct (found (n_solved n) (cell a y)) as [e|] eqn:D; [|now apply filled_cell].
  rewrite <- (filled_cell h a y Y).
  assert (I : forall l, found l (cell a y) = Some e -> In (cell a y, e) l).
  { intros ll. induction ll as [|[c d] ll IH]; [intros X0; discriminate X0|]. simpl.
    destruct (Pos.eqb (cell a y) c) eqn:Q.
    - intros X'. injection X' as ->. apply Pos.eqb_eq in Q. left. congruence.
    - intros X'. right. now apply IH. } assert (T : sat (filled h) (Var (cell a y), CEq, e)).
  { apply S. unfold n_rels. apply in_or_app. left. apply in_map_iff. exists (cell a y, e). split; [reflexivity|].
    now apply I. } destruct T as (_ & _ & T). symmetry. exact T.
Qed.
Lemma before_ok a : value (filled h) (before s K (close l) n a) = likelihood v s a h.
Proof.
  unfold before, likelihood. apply plus_flat. intros y Y. destruct (vanish K (close l) (now n a y)) eqn:E.
  - apply (vanish_ok _ _ node_known) in E. rewrite now_ok in E by exact Y. rewrite E. apply (morph0 (o_Z ok)).
  - simpl. rewrite now_ok by exact Y. rewrite (morph0 (o_Z ok)). ring.
Qed.
Lemma after_ok a x q : In a (sources s) -> In x (sources s) -> In q (map fst (queries s)) ->
  value (filled h) (after s K (close l) n a x q) = prob v s a (q :: h) x.
Proof.
  intros A X Q. destruct at_n as (_ & P & H & _). destruct hist as [_ HQ].
  destruct h as [|p h'] eqn:Eh; [discriminate|].
  simpl in H. injection H as H. simpl in P.
  assert (PQ : In (n_query n) (map fst (queries s))) by (apply HQ; left; exact H).
  destruct parts as (R & _).
  unfold after. rewrite <- Eh in *.
  transitivity (add_up (fun y => prob v s a h y * (value v (step_law s y x) * value v (law s (length h) a x p q y)))
    (sources s)); [|rewrite Eh; reflexivity].
  apply plus_flat. intros y Y.
  assert (L : law s (length h) a x p q y = law s (S (n_phase n)) a x (n_query n) q y).
  { rewrite Eh. simpl length. rewrite (repeats_ok s ck (length h') a x p q y R), P, H. reflexivity. } rewrite L.
  assert (SL : value (filled h) (step_law s y x) = value v (step_law s y x)) by (apply filled_same;
    now apply step_silent).
  assert (LL : value (filled h) (law s (S (n_phase n)) a x (n_query n) q y) = value v (law s (S (n_phase n)) a x
    (n_query n) q y)).
  { apply filled_same. now apply law_silent. } assert (Z : value (filled h) (plus []) = 0) by apply (morph0 (o_Z ok)).
  destruct (vanish K (close l) (now n a y)) eqn:E1.
  { apply (vanish_ok _ _ node_known) in E1. rewrite now_ok in E1 by exact Y. rewrite E1, Z. ring. }
  destruct (vanish K (close l) (step_law s y x)) eqn:E2.
  { apply (vanish_ok _ _ node_known) in E2. rewrite SL in E2. rewrite E2, Z. ring. }
  destruct (vanish K (close l) (law s (S (n_phase n)) a x (n_query n) q y)) eqn:E3.
  { apply (vanish_ok _ _ node_known) in E3. rewrite LL in E3. rewrite E3, Z. ring. }
  simpl. rewrite now_ok, SL, LL, (morph0 (o_Z ok)) by exact Y. ring.
Qed.
End Node.

Theorem invariant : forall h, history_of s h -> dead h \/ exists n, at_node h n.
Proof.
  destruct parts as (R & _ & _ & _ & _ & _ & (l0 & L0 & S0) & N).
  induction h as [|q h IH]; intros [E Q]; [now contradiction E|]. clear E.
  assert (Q0 : In q (map fst (queries s))) by (apply Q; now left).
  apply in_map_iff in Q0 as (q' & Eq & Q0). destruct h as [|p h].
  - specialize (S0 q' Q0). rewrite Eq in S0.
    apply (@arrives_ok v (close l0) O q (begin s q) []); auto.
    + now apply (learn_ok K (r := r) ss).
    + intros a x A X. unfold begin. simpl. destruct (Nat.eqb x a); [|apply (morph0 (o_Z ok))].
      destruct (Nat.eqb q (first_query s)); [apply (morph1 (o_Z ok))|apply (morph0 (o_Z ok))].
    + simpl. symmetry. apply phase_O. exact (repeats_pos _ _ R).
  - assert (H : history_of s (p :: h)) by (split; [discriminate|]; intros x X; apply Q; now right).
    destruct (IH H) as [D|[n M]].
    + left. intros a x A X. change (add_up (fun y => prob v s a (p :: h) y * (value v (step_law s y x) *
        value v (law s (length (p :: h)) a x p q y))) (sources s) = 0). apply add_zero. intros y Y.
        rewrite D by auto. ring.
    + pose proof (N n (proj1 M)) as G. unfold node_ok in G.
      destruct (learn K (within r (n_given n)) (n_steps n)) as [l|] eqn:L; [|discriminate].
      apply andb_true_iff in G as [G _]. apply andb_true_iff in G as [_ G]. rewrite forallb_forall in G.
      specialize (G q' Q0). rewrite Eq in G.
      apply (@arrives_ok (filled (p :: h)) (close l) (phase ck (S (n_phase n))) q (fun a x =>
        after s K (close l) n a x q) (p :: h)); auto.
      * now apply (node_known (n := n)).
      * intros x X. unfold filled, no_cell in *. destruct (is_cell x); [discriminate|reflexivity].
      * intros a x A X. apply (after_ok H M L); auto. rewrite <- Eq. now apply in_map.
      * destruct M as (_ & M & _). rewrite M. simpl. apply phase_S. exact (repeats_pos _ _ R).
Qed.

Lemma claimed h n : history_of s h -> at_node h n -> exists l, learn K (within r (n_given n)) (n_steps n) = Some l /\
  sats (filled h) (claims K (close l) n).
Proof.
  intros H M. destruct parts as (_ & _ & _ & _ & _ & _ & _ & N). specialize (N n (proj1 M)). unfold node_ok in N.
  destruct (learn K (within r (n_given n)) (n_steps n)) as [l|] eqn:L; [|discriminate]. exists l.
  split; [reflexivity|].
  apply andb_true_iff in N as [N _]. apply andb_true_iff in N as [N _]. rewrite forallb_forall in N.
  intros x X. apply (@show_ok F ok (filled h) K (close l) x); [now apply (node_known (n := n))|now apply N].
Qed.

Lemma dead_likelihood h a : dead h -> In a (sources s) -> likelihood v s a h = 0.
Proof. intros D A. apply add_zero. intros x X. now apply D. Qed.

Lemma alike_holds starts h a b : claims = alike s starts -> (forall a, In a starts -> In a (sources s)) ->
  history_of s h -> In a starts -> In b starts -> likelihood v s a h = likelihood v s b h.
Proof.
  intros C W H A B. destruct (invariant H) as [D|[n M]]; [rewrite !dead_likelihood; auto|].
  destruct (claimed H M) as (l & L & T). rewrite C in T. unfold alike in T.
  destruct starts as [|z others]; [destruct A|].
  assert (E : forall y, In y (z :: others) -> likelihood v s y h = likelihood v s z h).
  { intros y [->|Y]; [reflexivity|].
    assert (U : sat (filled h) (before s K (close l) n z, CEq, before s K (close l) n y)) by (apply T;
      now apply in_map_iff; exists y).
    destruct U as (_ & _ & U). simpl in U. rewrite !(before_ok M L) in U. now symmetry. }
  now rewrite (E a A), (E b B).
Qed.

Lemma weighted_ok h prior f g : (forall a, In a (sources s) -> speaks no_cell (prior a) = true) ->
  (forall a, In a (sources s) -> value (filled h) (f a) = g a) ->
  value (filled h) (weighted_sum s prior f) = add_up (fun a => value v (prior a) * g a) (sources s).
Proof.
  intros P G. unfold weighted_sum. rewrite plus_map. apply (add_ext (fun a =>
    value (filled h) (Mul (prior a) (f a)))).
  intros a A. simpl. rewrite G, filled_same; auto.
Qed.

Lemma chances_hold prior matrix m h p q : claims = chances s prior matrix m -> coarser m ck = true ->
  (forall a, In a (sources s) -> In (prior a) more) ->
  (forall t p q, (t < settled m + period m)%nat -> In p (map fst (queries s)) -> In q (map fst (queries s)) ->
    In (matrix t p q) more) -> history_of s (p :: h) -> In q (map fst (queries s)) ->
  with_prior v s prior (q :: p :: h) = value v (matrix (phase m (length h)) p q) * with_prior v s prior (p :: h).
Proof.
  intros C CO PM MM H Q. destruct parts as (R & _ & _ & _ & _ & S & _).
  assert (PS : forall a, In a (sources s) -> speaks no_cell (prior a) = true) by (intros a A; apply S; auto).
  destruct (invariant H) as [D|[n M]].
  - unfold with_prior. rewrite !add_zero; [ring| |].
    + intros a A. rewrite dead_likelihood by auto. ring.
    + intros a A. rewrite dead_likelihood; [ring| |exact A].
      intros b x B X. change (add_up (fun y => prob v s b (p :: h) y * (value v (step_law s y x) *
        value v (law s (length (p :: h)) b x p q y))) (sources s) = 0). apply add_zero. intros y Y.
        rewrite D by auto. ring.
  - destruct (claimed H M) as (l & L & T). rewrite C in T. unfold chances in T.
    pose proof Q as Q'. apply in_map_iff in Q' as ([q' d] & Eq & Q'). simpl in Eq. subst q'.
    specialize (T _ (in_map (fun '(q, _) => (weighted_sum s prior (fun a => plus (map (fun x =>
      after s K (close l) n a x q) (sources s))), CEq,
      Mul (matrix (phase m (n_phase n)) (n_query n) q) (weighted_sum s prior (before s K (close l) n)))) _ _ Q')).
    destruct T as (_ & _ & T). simpl in T.
    rewrite (@weighted_ok (p :: h) prior _ (fun a => likelihood v s a (q :: p :: h)) PS) in T.
    + rewrite (@weighted_ok (p :: h) prior _ (fun a => likelihood v s a (p :: h)) PS) in T by (intros a A;
        apply (before_ok M L)).
      assert (N : n_query n = p) by (destruct M as (_ & _ & M & _); simpl in M; congruence).
      assert (Ph : phase m (n_phase n) = phase m (length h)).
      { destruct M as (_ & M & _). rewrite M. simpl. apply (coarser_ok _ _ _ CO). exact (repeats_pos _ _ R). }
      rewrite N, Ph in T. rewrite filled_same in T; [exact T|]. apply S. apply MM; auto.
      * apply phase_bound. unfold coarser in CO. apply andb_true_iff in CO as [CO _].
        apply andb_true_iff in CO as [_ CO]. now apply Nat.ltb_lt.
      * apply H. now left.
    + intros a A. rewrite plus_map. unfold likelihood. apply (add_ext (fun x =>
        value (filled (p :: h)) (after s K (close l) n a x q))).
      intros x X. now apply (after_ok H M L).
Qed.
End Invariant.

Section Reachable.
Variable r : region.
Variable s : scheme.
Variable ck : clock.
Variable K : list poly.
Variable l : list fact.
Variable states : list (nat * label * label * label).
Variable v : env F.
Hypothesis known : all_are v l.
Hypothesis rep : repeats s ck = true.
Hypothesis shut : closed s K l ck states = true.

Lemma state_in_ok t a x q : state_in states t a x q = true <-> In (t, a, x, q) states.
Proof.
  unfold state_in. rewrite existsb_exists. split.
  - intros ([[[t' a'] x'] q'] & I & E). apply andb_true_iff in E as [E E4]. apply andb_true_iff in E as [E E3].
    apply andb_true_iff in E as [E1 E2]. apply Nat.eqb_eq in E1, E2, E3, E4. now subst.
  - intros I. exists (t, a, x, q). split; [exact I|]. now rewrite !Nat.eqb_refl.
Qed.
Lemma occurs_in t a x q : occurs v s t a x q -> In (phase ck t, a, x, q) states.
Proof.
  unfold closed in shut. apply andb_true_iff in shut as [C1 C2]. rewrite forallb_forall in C1, C2.
  pose proof (repeats_pos _ _ rep) as P.
  induction 1 as [a A|t a y p x q O IH X Q V1 V2].
  - rewrite phase_O by exact P. apply state_in_ok. now apply C1.
  - specialize (C2 _ IH). simpl in C2. rewrite forallb_forall in C2. specialize (C2 x X).
    apply or_true in C2 as [C2|C2]; [now apply (vanish_ok _ _ known) in C2|].
    rewrite forallb_forall in C2. apply in_map_iff in Q as ([q' d] & E & Q). simpl in E. subst q'.
    specialize (C2 _ Q). simpl in C2.
    apply or_true in C2 as [C2|C2].
    + apply state_in_ok in C2. rewrite phase_S in C2 by exact P. exact C2.
    + apply (vanish_ok _ _ known) in C2. rewrite <- (repeats_ok s ck t a x p q y rep) in C2. contradiction.
Qed.
End Reachable.

Lemma reached r s ss good (v : env F) : inside v r -> reach r s ss good = true ->
  exists K l states, all_are v l /\ repeats s (clock_of s) = true /\ closed s K l (clock_of s) states = true /\
    good K l states = true.
Proof.
  unfold reach. intros I G. apply andb_true_iff in G as [R G].
  destruct (learn _ r ss) as [l|] eqn:L; [|discriminate]. apply andb_true_iff in G as [C G].
  eexists. exists (close l). eexists. split; [now apply (learn_ok _ _ I L)|]. split; [exact R|]. split;
    [exact C|exact G].
Qed.

Lemma row_law_ok (v : env F) K l es : all_are v l -> forallb (show K l) (row_law es) = true -> is_law v es.
Proof.
  intros A G. rewrite forallb_forall in G. split.
  - assert (S : sat v (plus es, CEq, Num 1)) by (apply (@show_ok F ok v K l _ A); apply G; now left).
    destruct S as (_ & _ & S). simpl in S. rewrite (morph1 (o_Z ok)) in S. rewrite <- S. rewrite <- (map_id es) at 2.
    symmetry. apply (plus_map v (fun e => e) es).
  - intros e E. assert (S : sat v (e, CGe, Num 0)).
    { apply (@show_ok F ok v K l _ A). apply G. right. apply in_map_iff. now exists e. }
    destruct S as (D & _ & S). simpl in S. rewrite (morph0 (o_Z ok)) in S. now split.
Qed.

Theorem about_ok g e : check_about g e = true -> means_about g.
Proof.
  destruct g as [r s starts|r s prior matrix m|r s|r s|r s m rest q mp|r s|r s], e as [ss nodes|ss]; try discriminate;
    unfold means_about; simpl; intros C.
  - apply andb_true_iff in C as [W C]. rewrite forallb_forall in W. intros v I h a b H A B.
    apply (@alike_holds r s [] (clock_of s) ss nodes (alike s starts) C v I starts); auto.
    intros z Z. apply member_ok. now apply W.
  - apply andb_true_iff in C as [C1 C3]. intros v I h p q H Q.
    refine (@chances_hold r s _ (clock_of s) ss nodes _ C3 v I prior matrix m h p q eq_refl C1 _ _ H Q).
    + intros a A. apply in_or_app. left. now apply in_map.
    + intros t p' q' T P' Q'. apply in_or_app. right. apply in_map_iff in P' as (x & <- & P').
      apply in_map_iff in Q' as (y & <- & Q').
      apply in_flat_map. exists t. split; [apply in_seq; lia|]. apply in_flat_map. exists x. split; [exact P'|].
      apply in_map_iff. now exists y.
  - intros v I t a x q O. destruct (@reached _ _ _ _ _ I C) as (K & l & states & A & R & S & G).
    apply (@occurs_in s (clock_of s) K l states v A R S) in O. rewrite forallb_forall in G. apply G in O.
    now apply member_ok.
  - intros v I t a x y q O1 O2. destruct (@reached _ _ _ _ _ I C) as (K & l & states & A & R & S & G).
    apply (@occurs_in s (clock_of s) K l states v A R S) in O1, O2. rewrite forallb_forall in G. apply G in O1.
    simpl in O1. rewrite forallb_forall in O1.
    apply O1 in O2. simpl in O2. rewrite !Nat.eqb_refl in O2. simpl in O2. now apply Nat.eqb_eq.
  - apply andb_true_iff in C as [C C3]. apply andb_true_iff in C as [C1 C2]. apply Nat.ltb_lt in C1.
    apply Nat.eqb_eq in C2.
    intros v I t a x O T. destruct (@reached _ _ _ _ _ I C3) as (K & l & states & A & R & S & G).
    apply (@occurs_in s (clock_of s) K l states v A R S) in O. rewrite forallb_forall in G. apply G in O. simpl in O.
    assert (E : (phase (clock_of s) t mod m = rest)%nat).
    { rewrite <- T. apply phase_mod; auto. exact (repeats_pos _ _ R). }
    rewrite E, !Nat.eqb_refl in O. simpl in O. destruct (find (fun '(b, _) => Nat.eqb a b) mp) as [[b y]|] eqn:Fd;
      [|discriminate].
    apply find_some in Fd as [Fd E']. apply Nat.eqb_eq in E', O. now subst.
  - intros v I t a y p O x X. destruct (@reached _ _ _ _ _ I C) as (K & l & states & A & R & S & G).
    apply (@occurs_in s (clock_of s) K l states v A R S) in O. unfold rows_ok in G. rewrite forallb_forall in G.
    apply G in O. simpl in O.
    apply andb_true_iff in O as [O1 O2]. rewrite forallb_forall in O1, O2. split.
    + assert (T : sat v (step_law s y x, CEq, step_law s y x)); [|now destruct T].
      apply (@show_ok F ok v K l _ A). apply O1. unfold row_defined. rewrite map_map. apply in_map_iff. now exists x.
    + intros N q Q. specialize (O2 x X). apply or_true in O2 as [O2|O2]; [now apply (vanish_ok _ _ A) in O2|].
      rewrite forallb_forall in O2. rewrite (repeats_ok s (clock_of s) t a x p q y R).
      apply in_map_iff in Q as ([q' d] & <- & Q). simpl.
      assert (T : sat v (law s (Datatypes.S (phase (clock_of s) t)) a x p q' y, CEq,
        law s (Datatypes.S (phase (clock_of s) t)) a x p q' y)); [|now destruct T].
      apply (@show_ok F ok v K l _ A). apply O2. unfold row_defined. rewrite map_map. apply in_map_iff.
      now exists (q', d).
  - intros v I t a y p O. destruct (@reached _ _ _ _ _ I C) as (K & l & states & A & R & S & G).
    apply (@occurs_in s (clock_of s) K l states v A R S) in O. unfold rows_ok in G. rewrite forallb_forall in G.
    apply G in O. simpl in O.
    apply andb_true_iff in O as [O1 O2]. rewrite forallb_forall in O2. split; [now apply (@row_law_ok v K l _ A)|].
    intros x X N. specialize (O2 x X). apply or_true in O2 as [O2|O2]; [now apply (vanish_ok _ _ A) in O2|].
    apply (@row_law_ok v K l _ A) in O2.
    replace (List.map (fun q => law s (Datatypes.S t) a x p (fst q) y) (queries s))
      with (map (fun '(q, _) => law s (Datatypes.S (phase (clock_of s) t)) a x p q y) (queries s)); [exact O2|].
    apply map_ext. intros [q d]. symmetry. apply (repeats_ok s (clock_of s) t a x p q y R).
Qed.
End Field.
