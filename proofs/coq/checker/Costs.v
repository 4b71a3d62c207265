(* THE EXPECTED DOWNLOAD of a scheme at every t, in terms of sequences,
  by an invariant between the probabilities of the states.

   Assumes: an ordered field. Defines: the probability of a state (`state_prob`), the download (`expected`), what is
   said of it (`means_cost`), and `check_cost`.
   Proves: what is checked is so (`cost_ok`). *)
From Coq Require Import Arith ArithRing ZArith NArith List Bool Setoid Lia Ring.
From Coq Require Import micromega.OrderedRing micromega.RingMicromega.
From OnOffChecker Require Import Terms Quotients Steps Statements Schemes Processes Programs.
Import ListNotations.
Set Implicit Arguments.

Definition key := (label * label * label)%type.
Definition state_name (k : key) : positive := let '(a, x, q) :=
  k in xO (xI (Pos.of_succ_nat ((a * wide + x) * wide + q))).
Definition is_state (p : positive) : option key :=
  match p with
  | xO (xI n) => let k := Nat.pred (Pos.to_nat n) in let h := (k / wide)%nat in Some ((h / wide)%nat,
    (h mod wide)%nat, (k mod wide)%nat)
  | _ => None
  end.
Definition no_state (p : positive) : bool := match is_state p with Some _ => false | None => true end.
Definition state_of (a x q : label) : expr := Var (state_name (a, x, q)).

Definition pairs (s : scheme) : list (label * label) := flat_map (fun x => map (fun q => (x,
  fst q)) (queries s)) (sources s).
Definition keys (s : scheme) : list key := flat_map (fun a => map (fun '(x, q) => (a, x, q)) (pairs s)) (sources s).
Definition in_keys (s : scheme) (k : key) : bool :=
  existsb (fun '(a, x, q) => let '(b, y, p) := k in Nat.eqb a b && Nat.eqb x y && Nat.eqb q p) (keys s).
Definition own_state (s : scheme) (p : positive) : bool := match is_state p with Some k => in_keys s k | None =>
  true end.

Inductive costs :=
| Cost (r : region) (s : scheme) (prior : label -> expr) (start next : values) (amount : expr)
| Optimal (r : region) (s : scheme) (prior : label -> expr).
(* The set program of the law of (X_0, X_t), where cells stand for the probabilities of the states at t. *)
Definition program_at (s : scheme) (prior : label -> expr) : set_program := {|
  secrets := sources s; requests := sources s; prior_of := prior;
  choices := List.combine (seq 0 (length (subsets (sources s)))) (subsets (sources s));
  joint := fun a x => Mul (prior a) (plus (map (fun q => state_of a x (fst q)) (queries s))) |}.
Record moment := { m_solved : values; m_left : list rel; m_steps : list step; m_laws : list step }.
(* A moment for each time of the clock, in order. *)
Record spending := { m_clock : clock; m_first : list step; moments : list moment }.

Definition m_rels (n : moment) : list rel := map (fun '(c, e) => (Var c, CEq, e)) (m_solved n) ++ m_left n.
(* What is left, in terms of the cells that are. *)
Definition m_given (n : moment) : list rel := map (subst_rel (m_solved n)) (m_left n).
Definition m_words (n : moment) : list rel := m_rels n ++ m_given n.
Definition reduced (n : moment) (k : key) : expr := subst (m_solved n) (Var (state_name k)).
(* The states that are not known to have probability zero, after each X_0. *)
Definition live (s : scheme) (K : list poly) (l : list fact) (n : moment) : list (label * list (label * label)) :=
  map (fun a => (a, filter (fun '(y, p) => negb (vanish K l (reduced n (a, y, p)))) (pairs s))) (sources s).
Definition live_after (near : list (label * list (label * label))) (a : label) : list (label * label) :=
  match find (fun '(b, _) => Nat.eqb a b) near with Some (_, l) => l | None => [] end.
Definition moved (s : scheme) (K : list poly) (l : list fact) (n : moment) (near : list (label * list (label *
  label))) (t : nat) (k : key) : expr :=
  let '(a, x, q) := k in
  plus (flat_map (fun '(y, p) =>
    let w := law s (S t) a x p q y in
    if vanish K l w then [] else if vanish K l (step_law s y x) then [] else
    [Mul (reduced n (a, y, p)) (Mul (step_law s y x) w)]) (live_after near a)).
Definition begins (s : scheme) (k : key) : expr :=
  let '(a, x, q) := k in if Nat.eqb x a then if Nat.eqb q (first_query s) then Num 1 else Num 0 else Num 0.
Definition vals (s : scheme) (f : key -> expr) (more : values) : values := map (fun k => (state_name k,
  f k)) (keys s) ++ more.
Definition spends (s : scheme) (prior : label -> expr) (f : key -> expr) : expr :=
  plus (map (fun k => Mul (Mul (Num (Z.of_nat (length (downloads s (snd k))))) (prior (fst (fst k)))) (f k)) (keys
    s)).

(* What has to hold at a moment. *)
Definition spends_so (s : scheme) (prior : label -> expr) (amount : expr) (K : list poly) (l : list fact) (n : moment)
  : bool :=
  show K l (spends s prior (reduced n), CEq, subst (m_solved n) amount).
Definition no_mass (p : positive) : bool := negb (is_mass p).
Definition spends_least (r : region) (s : scheme) (prior : label -> expr) (K : list poly) (l : list fact) (n : moment)
  : bool :=
  let p := program_at s prior in
  entails (within (within r (m_given n)) (map (subst_rel (m_solved n)) (set_relations p))) (m_laws n)
    [(set_cost p, CGe, spends s prior (reduced n))] && forallb (speaks_rel no_mass) (m_rels n).

Section Check.
Variable r : region.
Variable s : scheme.
Variable prior : label -> expr.
Variables start next : values.
Variable amount : expr.
Variable claim : list poly -> list fact -> moment -> bool.

Definition moment_ok (K : list poly) (ms : list moment) (ck : clock) (t : nat) : bool :=
  match nth_error ms t, nth_error ms (phase ck (S t)) with
  | Some n, Some n' =>
    match learn K (within r (m_given n)) (m_steps n) with
    | Some l =>
      let l := close l in let near := live s K l n in
      claim K l n && forallb (show K l) (map (subst_rel (vals s (moved s K l n near t) next)) (m_rels n')) &&
        forallb (speaks_rel (own_state s)) (m_rels n)
    | None => false
    end
  | _, _ => false
  end.
Definition check_moments (e : spending) : bool :=
  let ms := moments e in let ck := m_clock e in
  let exprs := law_exprs s ++ map prior (sources s) in
  let K := keys_for (rels r ++ flat_map m_words ms ++ map zero (exprs ++ [amount] ++ map snd start ++ map snd
    next)) in
  let quiet := fun p => no_state p && negb (among (map fst next) p) in
  repeats s ck && negb (entropies r) && forallb (speaks_rel quiet) (rels r) && forallb (speaks quiet) exprs &&
  forallb (fun x => Nat.ltb x wide) (sources s) && forallb (fun q => Nat.ltb (fst q) wide) (queries s) &&
  speaks no_state amount && forallb (fun d => no_state (fst d)) next && forallb (fun d =>
    among (map fst next) (fst d)) start &&
  forallb (fun d => among (map fst start) (fst d)) next && forallb (fun d => speaks no_state (snd d)) next &&
  match learn K r (m_first e), ms with
  | Some l, n :: _ => let l := close l in forallb (show K l) (map (subst_rel (vals s (begins s) start)) (m_rels n))
  | _, _ => false
  end && forallb (moment_ok K ms ck) (phases ck) && Nat.eqb (length ms) (length (phases ck)).
End Check.

Definition check_cost (c : costs) (e : spending) : bool :=
  match c with
  | Cost r s prior start next amount => check_moments r s prior start next amount (spends_so s prior amount) e
  | Optimal r s prior =>
    check_moments r s prior [] [] (Num 0) (spends_least r s prior) e &&
    forallb (speaks_rel no_mass) (rels r) && forallb (speaks no_mass) (map prior (sources s))
  end.

Lemma found_map {A} (f : label -> A) l d a : In a l ->
  match find (fun '(b, _) => Nat.eqb a b) (map (fun a => (a, f a)) l) with Some (_, x) => x | None => d end = f a.
Proof.
  induction l as [|b l IH]; intros I; [destruct I|]. cbn [map find].
  destruct (Nat.eqb a b) eqn:E; [apply Nat.eqb_eq in E; now subst|]. apply IH. destruct I as [->|I]; [|exact I].
  now rewrite Nat.eqb_refl in E.
Qed.

Section Field.
Variable F : field_data.
Hypothesis ok : ordered F.
Notation "0" := (f0 F). Notation "1" := (f1 F).
Infix "+" := (fadd F). Infix "*" := (fmul F). Infix "-" := (fsub F). Notation "- x" := (fopp F x).
Let sor := o_sor ok.
Add Ring Fring : (SORrt sor).

Definition add_all {A} (f : A -> F) (l : list A) : F := fold_right (fun x t => f x + t) 0 l.

(* Pr(X_t = x, Q_t = q | X_0 = a) *)
Fixpoint state_prob (v : env F) (s : scheme) (t : nat) (k : key) : F :=
  let '(a, x, q) := k in
  match t with
  | O => if Nat.eqb x a then if Nat.eqb q (first_query s) then 1 else 0 else 0
  | S n => add_all (fun '(y, p) => state_prob v s n (a, y,
    p) * (value v (step_law s y x) * value v (law s (S n) a x p q y))) (pairs s)
  end.
Definition expected (v : env F) (s : scheme) (prior : label -> expr) (t : nat) : F :=
  add_all (fun k => fZ F (Z.of_nat (length (downloads s (snd k)))) * value v (prior (fst (fst k))) * state_prob v s t
    k) (keys s).

(* w t: all names with the sequences as they are at t; what is no sequence does not change. *)
Definition means_cost (c : costs) : Prop :=
  match c with
  | Cost r s prior start next amount => forall (v : env F) (w : nat -> env F), inside v r ->
      (forall t x, among (map fst next) x = false -> w t x = v x) ->
      (forall x e, found start x = Some e -> w O x = value v e) ->
      (forall t x e, found next x = Some e -> w (S t) x = value (w t) e) ->
      forall t, expected v s prior t = value (w t) amount
  | Optimal r s prior => forall (v w : env F) t, inside v r ->
      (forall x, no_state x = true -> no_mass x = true -> w x = v x) ->
      (forall k, In k (keys s) -> w (state_name k) = state_prob v s t k) ->
      sats w (set_relations (program_at s prior)) -> fle F (expected v s prior t) (value w (set_cost (program_at s
        prior)))
  end.

Lemma plus_all {A} (v : env F) (f : A -> expr) l : value v (plus (map f l)) = add_all (fun x => value v (f x)) l.
Proof. apply (plus_map ok v f l). Qed.
Lemma plus_flat_all {A} (v : env F) (f : A -> list expr) (g : A -> F) l :
  (forall y, In y l -> value v (plus (f y)) = g y) -> value v (plus (flat_map f l)) = add_all g l.
Proof.
  assert (A1 : forall a b, value v (plus (a ++ b)) = value v (plus a) + value v (plus b)).
  { induction a as [|e a IH]; intros b; simpl; [rewrite (morph0 (o_Z ok)); ring|]. fold (plus (a ++ b)) (plus a).
    rewrite IH. ring. } induction l as [|y l IH]; intros H; simpl; [apply (morph0 (o_Z ok))|].
  rewrite A1, H, IH; auto; [now intros z Z; apply H; right|now left].
Qed.
Lemma all_ext {A} (f g : A -> F) l : (forall x, In x l -> f x = g x) -> add_all f l = add_all g l.
Proof. induction l as [|x l IH]; intros H; simpl; [reflexivity|]. rewrite (H x (or_introl eq_refl)), IH; auto.
intros y Y. apply H. now right. Qed.

Lemma name_ok a x q : (x < wide)%nat -> (q < wide)%nat -> is_state (state_name (a, x, q)) = Some (a, x, q).
Proof.
  intros X Q. unfold state_name, is_state. rewrite SuccNat2Pos.id_succ. cbn [Nat.pred]. cbv zeta.
  replace (((a * wide + x) * wide + q) / wide)%nat with (a * wide + x)%nat by (apply (Nat.div_unique _ wide _ q);
    lia).
  replace ((a * wide + x) / wide)%nat with a by (apply (Nat.div_unique _ wide _ x); lia).
  replace ((a * wide + x) mod wide)%nat with x by (apply (Nat.mod_unique _ wide a x); lia).
  replace (((a * wide + x) * wide + q) mod wide)%nat with q by (apply (Nat.mod_unique _ wide (a * wide + x) q); lia).
  reflexivity.
Qed.
Lemma name_back p k : is_state p = Some k -> p = state_name k.
Proof.
  unfold is_state. destruct p as [p|[p|p|]|]; try discriminate. cbv zeta. intros E. injection E as <-.
  unfold state_name. do 2 f_equal.
  set (n := Nat.pred (Pos.to_nat p)).
  assert (k1 : ((n / wide) / wide * wide + (n / wide) mod wide = n / wide)%nat) by (rewrite Nat.mul_comm; symmetry;
    apply Nat.div_mod; discriminate).
  assert (k2 : ((n / wide) * wide + n mod wide = n)%nat) by (rewrite Nat.mul_comm; symmetry; apply Nat.div_mod;
    discriminate).
  assert (k3 : (((n / wide) / wide * wide + (n / wide) mod wide) * wide + n mod wide = n)%nat) by (rewrite k1;
    exact k2).
  transitivity (Pos.of_succ_nat n); [|f_equal; symmetry; exact k3].
  apply Pos2Nat.inj. rewrite SuccNat2Pos.id_succ. unfold n. pose proof (Pos2Nat.is_pos p). lia.
Qed.
Lemma in_keys_ok s k : in_keys s k = true <-> In k (keys s).
Proof.
  unfold in_keys. rewrite existsb_exists. split.
  - intros ([[a x] q] & I & E). destruct k as [[b y] p]. apply andb_true_iff in E as [E E3].
    apply andb_true_iff in E as [E1 E2].
    apply Nat.eqb_eq in E1, E2, E3. now subst.
  - intros I. exists k. split; [exact I|]. destruct k as [[b y] p]. now rewrite !Nat.eqb_refl.
Qed.

Section One.
Variable r : region.
Variable s : scheme.
Variable prior : label -> expr.
Variables start next : values.
Variable amount : expr.
Variable claim : list poly -> list fact -> moment -> bool.
Variable e : spending.
Hypothesis good : check_moments r s prior start next amount claim e = true.
Variable v : env F.
Variable w : nat -> env F.
Hypothesis here : inside v r.
Hypothesis still : forall t x, among (map fst next) x = false -> w t x = v x.
Hypothesis first : forall x d, found start x = Some d -> w O x = value v d.
Hypothesis later : forall t x d, found next x = Some d -> w (S t) x = value (w t) d.

Let ms := moments e.
Let ck := m_clock e.
Let exprs := law_exprs s ++ map prior (sources s).
Let K := keys_for (rels r ++ flat_map m_words ms ++ map zero (exprs ++ [amount] ++ map snd start ++ map snd next)).
Let quiet := fun p => no_state p && negb (among (map fst next) p).
Definition full (t : nat) : env F := fun p => match is_state p with Some k => state_prob v s t k | None => w t p end.

Lemma cost_parts : (repeats s ck = true /\ entropies r = false) /\
  (forall x, In x (rels r) -> speaks_rel quiet x = true) /\ (forall d, In d exprs -> speaks quiet d = true) /\
  ((forall x, In x (sources s) -> (x < wide)%nat) /\ (forall q, In q (queries s) -> (fst q < wide)%nat)) /\
  speaks no_state amount = true /\ ((forall d, In d next -> no_state (fst d) = true) /\ (forall d, In d start ->
    among (map fst next) (fst d) = true) /\
   (forall d, In d next -> among (map fst start) (fst d) = true) /\ (forall d, In d next ->
     speaks no_state (snd d) = true)) /\ (exists l n, learn K r (m_first e) = Some l /\ nth_error ms 0 = Some n /\
    forall x, In x (map (subst_rel (vals s (begins s) start)) (m_rels n)) -> show K (close l) x = true) /\
  ((forall t, moment_ok r s next claim K ms ck (phase ck t) = true) /\
   forall i n, nth_error ms i = Some n -> exists t, i = phase ck t).
Proof.
  pose proof good as G. unfold check_moments in G. fold ms ck exprs in G. fold K in G. fold quiet in G.
  apply andb_true_iff in G as [G G14]. apply andb_true_iff in G as [G G13]. apply andb_true_iff in G as [G G12].
  apply andb_true_iff in G as [G G11].
  apply andb_true_iff in G as [G G10]. apply andb_true_iff in G as [G G9]. apply andb_true_iff in G as [G G8].
  apply andb_true_iff in G as [G G7]. apply andb_true_iff in G as [G G6]. apply andb_true_iff in G as [G G5].
  apply andb_true_iff in G as [G G4]. apply andb_true_iff in G as [G G3]. apply andb_true_iff in G as [G1 G2].
  rewrite forallb_forall in G3, G4, G5, G6, G8, G9, G10, G11, G13.
  split; [split; [exact G1|now apply negb_true_iff]|]. split; [exact G3|]. split; [exact G4|].
  split; [split; [intros x X; apply Nat.ltb_lt; now apply G5|intros q Q; apply Nat.ltb_lt; now apply G6]|].
  split; [exact G7|]. split; [split; [exact G8|split; [exact G9|split; [exact G10|exact G11]]]|]. split.
  - destruct (learn K r (m_first e)) as [l|]; [|discriminate]. destruct ms as [|n rest]; [discriminate|].
    exists l, n. split; [reflexivity|]. split; [reflexivity|]. now rewrite forallb_forall in G12.
  - pose proof (repeats_pos _ _ G1) as P. split.
    + intros t. apply G13. unfold phases. apply in_seq. pose proof (phase_bound ck t P). lia.
    + intros i n N. assert (I : (i < length ms)%nat) by (apply nth_error_Some; congruence).
      apply Nat.eqb_eq in G14. rewrite G14 in I. unfold phases in I. rewrite seq_length in I. exists i.
      destruct (Nat.ltb_spec i (settled ck)) as [L|L]; [now rewrite phase_early|]. rewrite phase_late by exact L.
      rewrite Nat.mod_small by lia. lia.
Qed.

Lemma key_bound a x q : In (a, x, q) (keys s) -> (x < wide)%nat /\ (q < wide)%nat /\ In a (sources s) /\ In (x,
  q) (pairs s).
Proof.
  destruct cost_parts as (_ & _ & _ & (W & Q) & _). intros I. unfold keys in I. apply in_flat_map in I as (b & B & I).
  apply in_map_iff in I as ([y p] & E & I). injection E as -> -> ->. pose proof I as J. unfold pairs in I.
  apply in_flat_map in I as (z & Z & I).
  apply in_map_iff in I as (u & E & U). injection E as -> <-. auto.
Qed.
Lemma quiet_same t d : speaks quiet d = true -> value (full t) d = value v d.
Proof.
  intros S. apply (value_ext (full t) v quiet d S). intros x X. unfold quiet in X. apply andb_true_iff in X as [X Y].
  unfold full, no_state in *. destruct (is_state x); [discriminate|]. apply still. now apply negb_true_iff.
Qed.
Lemma full_inside t : inside (full t) r.
Proof.
  destruct cost_parts as ((_ & E) & R & _). split; [congruence|]. intros x X.
  apply (@sat_ext F v (full t) quiet x); [now apply R| |now apply here].
  intros y Y. unfold quiet in Y. apply andb_true_iff in Y as [Y Z]. unfold full, no_state in *.
  destruct (is_state y); [discriminate|]. symmetry. apply still. now apply negb_true_iff.
Qed.
Lemma full_key t k : In k (keys s) -> full t (state_name k) = state_prob v s t k.
Proof. intros I. destruct k as [[a x] q]. destruct (key_bound _ _ _ I) as (X & Q & _). unfold full.
now rewrite name_ok. Qed.

Lemma found_key f more k : In k (keys s) -> found (vals s f more) (state_name k) = Some (f k).
Proof.
  assert (B : forall j, In j (keys s) -> is_state (state_name j) = Some j).
  { intros [[a x] q] J. destruct (key_bound _ _ _ J) as (X & Q & _). now apply name_ok. }
  unfold vals. assert (P : forall l, (forall j, In j l -> In j (keys s)) -> In k l -> In k (keys s) ->
    found (map (fun k => (state_name k, f k)) l ++ more) (state_name k) = Some (f k)).
  { induction l as [|j l IH]; intros L I KK; [destruct I|]. simpl.
    destruct (Pos.eqb (state_name k) (state_name j)) eqn:E.
    - apply Pos.eqb_eq in E. apply (f_equal is_state) in E. rewrite (B k KK), (B j (L j (or_introl eq_refl))) in E.
      now injection E as ->.
    - destruct I as [->|I]; [rewrite Pos.eqb_refl in E; discriminate|]. apply IH; auto. intros i J. apply L.
      now right. } intros I. now apply P.
Qed.
Lemma found_other f more p : is_state p = None -> found (vals s f more) p = found more p.
Proof.
  intros N. unfold vals. assert (P : forall l, (forall j, In j l -> In j (keys s)) ->
    found (map (fun k => (state_name k, f k)) l ++ more) p = found more p).
  { induction l as [|j l IH]; intros L; [reflexivity|]. simpl. destruct (Pos.eqb p (state_name j)) eqn:E.
    - apply Pos.eqb_eq in E. exfalso. rewrite E in N. destruct j as [[a x] q].
      destruct (key_bound _ _ _ (L _ (or_introl eq_refl))) as (X & Q & _). rewrite name_ok in N by assumption.
      discriminate.
    - apply IH. intros i J. apply L. now right. } now apply P.
Qed.

Lemma filled_next (u : env F) f more t n : (forall k, In k (keys s) -> value u (f k) = state_prob v s t k) ->
  (forall p, is_state p = None -> updated u more p = w t p) -> (exists i, nth_error ms i = Some n) ->
  sats u (map (subst_rel (vals s f more)) (m_rels n)) -> sats (full t) (m_rels n).
Proof.
  intros C M [i N] S x X. destruct cost_parts as (_ & _ & _ & _ & _ & _ & _ & O).
  destruct O as [O TT]. destruct (TT _ _ N) as [z ->]. specialize (O z). unfold moment_ok in O. rewrite N in O.
  destruct (nth_error ms (phase ck (Datatypes.S (phase ck z)))); [|discriminate].
  destruct (learn _ _ _) in O; [|discriminate].
  apply andb_true_iff in O as [_ O]. rewrite forallb_forall in O.
  apply (@sat_ext F (updated u (vals s f more)) (full t) (own_state s) x); [now apply O| |].
  - intros p P. unfold own_state in P. unfold updated, full. destruct (is_state p) as [k|] eqn:E.
    + apply in_keys_ok in P. rewrite (name_back _ E), found_key by exact P. now apply C.
    + rewrite found_other by exact E. now apply M.
  - apply (subst_sat u (vals s f more) x). apply S. now apply in_map.
Qed.

Lemma found_among (l : values) x d : found l x = Some d -> exists y, In (y, d) l /\ y = x.
Proof.
  induction l as [|[y c] l IH]; simpl; [intros X0; discriminate X0|]. destruct (Pos.eqb x y) eqn:E.
  - intros X. injection X as ->. apply Pos.eqb_eq in E. exists y. auto.
  - intros X. destruct (IH X) as (z & I & J). exists z. auto.
Qed.

Section Now.
Variable t : nat.
Variable n : moment.
Variable l : list fact.
Hypothesis at_n : nth_error ms (phase ck t) = Some n.
Hypothesis holds : sats (full t) (m_rels n).
Hypothesis learned : learn K (within r (m_given n)) (m_steps n) = Some l.

Lemma moment_known : all_are (full t) (close l).
Proof.
  apply (learn_ok ok K (r := within r (m_given n)) (m_steps n)); [|exact learned].
  apply inside_within; [apply full_inside|]. apply same_sats.
  - intros c d X. apply holds. unfold m_rels. apply in_or_app. left. apply in_map_iff. now exists (c, d).
  - intros x X. apply holds. unfold m_rels. apply in_or_app. now right.
Qed.
Lemma subst_solved d : value (full t) (subst (m_solved n) d) = value (full t) d.
Proof.
  destruct (subst_ok (full t) (m_solved n) d) as [E _]. rewrite E.
  assert (A : forall x, updated (full t) (m_solved n) x = full t x).
  { intros x. unfold updated. destruct (found (m_solved n) x) as [c|] eqn:D; [|reflexivity].
    destruct (@found_among _ _ _ D) as (y & I & ->).
    assert (T : sat (full t) (Var x, CEq, c)) by (apply holds; unfold m_rels; apply in_or_app; left;
      apply in_map_iff; now exists (x, c)).
    destruct T as (_ & _ & T). symmetry. exact T. }
  assert (B : forall d, speaks (fun _ => true) d = true) by (induction d0; simpl; rewrite ?IHd0_1, ?IHd0_2; auto).
  apply (value_ext _ _ (fun _ => true) d (B d)). intros x _. apply A.
Qed.
Lemma reduced_ok k : In k (keys s) -> value (full t) (reduced n k) = state_prob v s t k.
Proof. intros I. unfold reduced. rewrite subst_solved. now apply full_key. Qed.

Lemma live_ok a : In a (sources s) -> live_after (live s K (close l) n) a =
  filter (fun '(y, p) => negb (vanish K (close l) (reduced n (a, y, p)))) (pairs s).
Proof.
  intros A. unfold live, live_after. now apply (found_map (fun a => filter (fun '(y, p) =>
    negb (vanish K (close l) (reduced n (a, y, p)))) (pairs s))).
Qed.
Lemma all_filter {A} (g : A -> F) (b : A -> bool) m : (forall y, In y m -> b y = false -> g y = 0) ->
  add_all g (filter b m) = add_all g m.
Proof.
  induction m as [|y m IH]; intros Z; [reflexivity|]. cbn [filter]. pose proof (Z y (or_introl eq_refl)) as Y.
  assert (M : add_all g (filter b m) = add_all g m) by (apply IH; intros z I; apply Z; now right).
  destruct (b y); simpl; rewrite M; [reflexivity|]. rewrite Y by reflexivity. ring.
Qed.

Lemma moved_ok k : In k (keys s) ->
  value (full t) (moved s K (close l) n (live s K (close l) n) (phase ck t) k) = state_prob v s (S t) k.
Proof.
  destruct k as [[a x] q]. intros I. destruct (key_bound _ _ _ I) as (_ & _ & A & XQ).
  destruct cost_parts as ((R & _) & _ & L & _). unfold moved. simpl state_prob. pose proof moment_known as KN.
  assert (NW : forall y p, In (y, p) (pairs s) -> value (full t) (reduced n (a, y, p)) = state_prob v s t (a, y, p)).
  { intros y p YP. apply reduced_ok. unfold keys. apply in_flat_map. exists a. split; [exact A|]. apply in_map_iff.
    now exists (y, p). }
  rewrite (live_ok a A), <- (all_filter _ (fun '(y, p) => negb (vanish K (close l) (reduced n (a, y, p))))).
  2: { intros [y p] YP E. apply negb_false_iff in E. apply (vanish_ok ok _ _ KN) in E. rewrite <- NW, E by exact YP.
       ring. } apply plus_flat_all. intros [y p] YP. apply filter_In in YP as [YP _].
  rewrite (repeats_ok s ck t a x p q y R).
  unfold pairs in XQ, YP. apply in_flat_map in XQ as (x' & X & XQ). apply in_map_iff in XQ as (q' & E & Q).
  injection E as -> <-.
  pose proof YP as YP'. apply in_flat_map in YP as (y' & Y & YP). apply in_map_iff in YP as (p' & E & P).
  injection E as -> <-.
  assert (SL : value (full t) (step_law s y x) = value v (step_law s y x)).
  { apply quiet_same. apply L. unfold exprs, law_exprs. apply in_or_app. left. apply in_or_app. left.
    apply in_flat_map. exists y.
    split; [exact Y|now apply in_map]. }
  assert (LL : value (full t) (law s (S (phase ck t)) a x (fst p') (fst q') y) =
    value v (law s (S (phase ck t)) a x (fst p') (fst q') y)).
  { apply quiet_same. apply law_speaks; auto; [|now apply in_map]. intros e' E. apply L. unfold exprs.
    apply in_or_app. now left. } specialize (NW y (fst p') YP').
  assert (Z : value (full t) (plus []) = 0) by apply (morph0 (o_Z ok)).
  destruct (vanish K (close l) (law s (S (phase ck t)) a x (fst p') (fst q') y)) eqn:E3.
  { apply (vanish_ok ok _ _ KN) in E3. rewrite <- LL, E3, Z. ring. }
  destruct (vanish K (close l) (step_law s y x)) eqn:E2.
  { apply (vanish_ok ok _ _ KN) in E2. rewrite <- SL, E2, Z. ring. }
  simpl. rewrite NW, SL, LL, (morph0 (o_Z ok)). ring.
Qed.
End Now.

Theorem moments_hold : forall t, exists n, nth_error ms (phase ck t) = Some n /\ sats (full t) (m_rels n).
Proof.
  destruct cost_parts as ((R & _) & _ & L & _ & A & (N1 & N2 & N3 & N4) & (l0 & n0 & L0 & E0 & S0) & O).
  pose proof (repeats_pos _ _ R) as P0. destruct O as [O _].
  induction t as [|t (n & E & S)].
    - exists n0. rewrite phase_O by exact P0. split; [exact E0|].
      apply (@filled_next v (begins s) start 0%nat n0).
      + intros [[a x] q] I. unfold begins. simpl. destruct (Nat.eqb x a); [|apply (morph0 (o_Z ok))].
        destruct (Nat.eqb q (first_query s)); [apply (morph1 (o_Z ok))|apply (morph0 (o_Z ok))].
      + intros p P. unfold updated. destruct (found start p) as [d|] eqn:D; [symmetry; now apply first|].
        symmetry. apply still. destruct (among (map fst next) p) eqn:M; [|reflexivity]. exfalso.
        apply found_fst in M as [d M]. destruct (@found_among _ _ _ M) as (y & I & ->). specialize (N3 _ I).
        simpl in N3.
        apply found_fst in N3 as [c N3]. congruence.
      + now exists 0%nat.
      + intros x X. apply (@show_ok F ok v K (close l0) x); [now apply (learn_ok ok K (r :=
          r) (m_first e))|now apply S0].
    - specialize (O t). unfold moment_ok in O.
      rewrite E, phase_S in O by exact P0.
      destruct (nth_error ms (phase ck (Datatypes.S t))) as [n'|] eqn:E'; [|discriminate].
      destruct (learn K (within r (m_given n)) (m_steps n)) as [l|] eqn:D; [|discriminate].
      apply andb_true_iff in O as [O _]. apply andb_true_iff in O as [_ O]. rewrite forallb_forall in O.
      exists n'. split; [reflexivity|].
      apply (@filled_next (full t) (moved s K (close l) n (live s K (close l) n) (phase ck t)) next (Datatypes.S t)
        n').
      + intros k I. now apply (@moved_ok t n l S D).
      + intros p P. unfold updated. destruct (found next p) as [d|] eqn:Fd.
        * rewrite (later t p Fd). destruct (@found_among _ _ _ Fd) as (y & I & ->). specialize (N4 _ I). simpl in N4.
          apply (value_ext (full t) (w t) no_state d N4). intros x X. unfold full, no_state in *.
          destruct (is_state x); [discriminate|reflexivity].
        * unfold full. rewrite P. rewrite !still; auto; (destruct (among (map fst next) p) eqn:Q; [|reflexivity]);
            apply found_fst in Q as [d Q]; congruence.
      + now exists (phase ck (Datatypes.S t)).
      + intros x X. apply (@show_ok F ok (full t) K (close l) x (@moment_known t n l S D)). now apply O.
Qed.
Lemma claimed_now t : exists n l, nth_error ms (phase ck t) = Some n /\ sats (full t) (m_rels n) /\
  learn K (within r (m_given n)) (m_steps n) = Some l /\ claim K (close l) n = true.
Proof.
  destruct (moments_hold t) as (n & E & S). destruct cost_parts as (_ & _ & _ & _ & _ & _ & _ & O & _).
  specialize (O t). unfold moment_ok in O. rewrite E in O.
  destruct (nth_error ms (phase ck (Datatypes.S (phase ck t)))); [|discriminate].
  destruct (learn K (within r (m_given n)) (m_steps n)) as [l|] eqn:D; [|discriminate].
  apply andb_true_iff in O as [O _]. apply andb_true_iff in O as [O _]. now exists n, l.
Qed.
Lemma prior_quiet a : In a (sources s) -> speaks quiet (prior a) = true.
Proof.
  destruct cost_parts as (_ & _ & L & _). intros A. apply L. unfold exprs. apply in_or_app. right. now apply in_map.
Qed.
Lemma spent t n (u : env F) : sats (full t) (m_rels n) ->
  (forall k, In k (keys s) -> value u (reduced n k) = value (full t) (reduced n k)) ->
  (forall a, In a (sources s) -> value u (prior a) = value v (prior a)) ->
  value u (spends s prior (reduced n)) = expected v s prior t.
Proof.
  intros S E P. unfold spends. rewrite plus_all. unfold expected. apply all_ext. intros k I. simpl.
  rewrite E, (@reduced_ok t n S) by exact I. f_equal. f_equal. apply P. destruct k as [[a x] q].
  now destruct (key_bound _ _ _ I) as (_ & _ & J & _).
Qed.
End One.

Theorem cost_ok c e : check_cost c e = true -> means_cost c.
Proof.
  destruct c as [r s prior start next amount|r s prior]; cbn [check_cost means_cost]; intros G.
  - intros v w I S Fi L t. destruct (@claimed_now _ _ _ _ _ _ _ e G v w I S Fi L t) as (n & l & E & T & D & C).
    unfold spends_so in C.
    apply (@show_ok F ok _ _ _ _ (@moment_known _ _ _ _ _ _ _ e G v w I S t n l T D)) in C.
    destruct C as (_ & _ & C). simpl in C. rewrite (@subst_solved s v w t n T) in C.
    rewrite (@spent _ _ _ _ _ _ _ e G v w t n _ T) in C; [|reflexivity|].
    + rewrite C. destruct (@cost_parts _ _ _ _ _ _ _ e G) as (_ & _ & _ & _ & A & _).
      apply (value_ext (full s v w t) (w t) no_state amount A). intros x X. unfold full, no_state in *.
      destruct (is_state x); [discriminate|reflexivity].
    + intros a A. apply (@quiet_same s next v w S). apply (@prior_quiet _ _ _ _ _ _ _ e G a A).
  - apply andb_true_iff in G as [G G3]. apply andb_true_iff in G as [G G2]. rewrite forallb_forall in G2, G3.
    intros v w t I W K X. set (u := fun (_ : nat) => v).
    assert (S : forall t x, among (map (@fst positive expr) []) x = false -> u t x = v x) by reflexivity.
    assert (Fi : forall x d, found [] x = Some d -> u O x = value v d) by discriminate.
    assert (L : forall t x d, found [] x = Some d -> u (Datatypes.S t) x = value (u t) d) by discriminate.
    destruct (@claimed_now _ _ _ _ _ _ _ e G v u I S Fi L t) as (n & l & E & T & D & C).
    unfold spends_least in C. apply andb_true_iff in C as [C N]. rewrite forallb_forall in N.
    destruct (@cost_parts _ _ _ _ _ _ _ e G) as ((_ & En) & Q & _ & _ & _ & _ & _ & O & TT).
    assert (own : forall x, In x (m_rels n) -> speaks_rel (own_state s) x = true).
    { specialize (O t). unfold moment_ok in O. rewrite E in O.
      destruct (nth_error _ (phase _ (Datatypes.S _))); [|discriminate]. rewrite D in O.
      apply andb_true_iff in O as [_ O]. now rewrite forallb_forall in O. }
    assert (agree : forall x, own_state s x = true -> no_mass x = true -> full s v u t x = w x).
    { intros x A B. unfold own_state, full in *. destruct (is_state x) as [k|] eqn:P.
      - apply in_keys_ok in A. rewrite (name_back _ P). symmetry. now apply K.
      - symmetry. apply W; [|exact B]. unfold no_state. now rewrite P. }
    assert (both : forall x, In x (m_rels n) -> speaks_rel (fun y => own_state s y && no_mass y) x = true).
    { intros x Y. apply speaks_both; auto. } assert (M : sats w (m_rels n)).
    { intros x Y. apply (@sat_ext F (full s v u t) w _ x (both x Y)); [|now apply T].
      intros y P. apply andb_true_iff in P as [P1 P2]. now apply agree. } assert (given : sats w (m_given n)).
    { apply same_sats.
      - intros c d Y. apply M. unfold m_rels. apply in_or_app. left. apply in_map_iff. now exists (c, d).
      - intros x Y. apply M. unfold m_rels. apply in_or_app. now right. }
    assert (quiet : forall x, no_state x && negb (among (map (@fst positive expr) []) x) = true -> no_mass x = true ->
      v x = w x).
    { intros x A B. symmetry. apply andb_true_iff in A as [A _]. now apply W. } assert (here : inside w r).
    { split; [congruence|]. intros x Y. apply (@sat_ext F v w (fun y => (no_state y &&
      negb (among (map (@fst positive expr) []) y)) && no_mass y) x); [apply speaks_both; auto| |now apply I].
      intros y P. apply andb_true_iff in P as [P1 P2]. now apply quiet. } apply (@entails_ok F ok w) in C.
    + specialize (C _ (or_introl eq_refl)). destruct C as (_ & _ & C). simpl in C.
      rewrite (@spent _ _ _ _ _ _ _ e G v u t n w T) in C; [exact C| |].
      * intros k Y. rewrite (@reduced_ok _ _ _ _ _ _ _ e G v u t n T k Y). unfold reduced.
        destruct (@subst_same F w (m_solved n)) with (e := Var (state_name k)) as [Z _].
        { intros c d P. apply M. unfold m_rels. apply in_or_app. left. apply in_map_iff. now exists (c, d). }
        rewrite Z. simpl. now apply K.
      * intros a A. symmetry. apply (value_ext v w (fun y => (no_state y &&
        negb (among (map (@fst positive expr) []) y)) && no_mass y) (prior a)).
        { apply speaks_two; [apply (@prior_quiet _ _ _ _ _ _ _ e G a A)|]. apply G3. now apply in_map. }
        intros y P. apply andb_true_iff in P as [P1 P2]. now apply quiet.
    + apply inside_within; [now apply inside_within|]. apply same_sats; [|exact X].
      intros c d P. apply M. unfold m_rels. apply in_or_app. left. apply in_map_iff. now exists (c, d).
Qed.
End Field.
