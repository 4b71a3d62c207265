(* THE WORDS OF A GOAL: tables, sums over labels, schemes. Labels are numbers; what these functions give are
   expressions.

   Assumes: nothing. Defines: tables (`entry`), schemes, their rows (`law`), the probabilities of states and histories
   as expressions. *)
From Coq Require Import ZArith NArith List Bool.
From OnOffChecker Require Import Terms Steps.
Import ListNotations.
Set Implicit Arguments.

Definition label := nat.
Definition is_zero (e : expr) : bool := match e with Num Z0 => true | _ => false end.
Definition smul (a b : expr) : expr := if is_zero a then Num 0 else if is_zero b then Num 0 else Mul a b.
Definition total (l : list expr) : expr :=
  match l with [] => Num 0 | e :: l => fold_left (fun a b => if is_zero b then a else if is_zero a then b else
    Add a b) l e end.
Definition plus (l : list expr) : expr := fold_right Add (Num 0) l.
(* What says that a row is a law. *)
Definition row_law (l : list expr) : list rel := (plus l, CEq, Num 1) :: map (fun e => (e, CGe, Num 0)) l.
Definition ind (b : bool) : expr := Num (if b then 1 else 0).

(* An entry of a table, row-major. *)
Fixpoint place (axes : list (list label)) (key : list label) : option nat :=
  match axes, key with
  | [], [] => Some O
  | a :: axes, k :: key =>
    match (fix find n a := match a with [] => None | x :: a => if Nat.eqb x k then Some n else find (S n) a end) O a,
          place axes key with
    | Some n, Some m => Some (n * fold_right Nat.mul 1 (map (@length _) axes) + m)%nat
    | _, _ => None
    end
  | _, _ => None
  end.
Definition entry (axes : list (list label)) (cells : list expr) (key : list label) : expr :=
  match place axes key with Some n => nth n cells Undef | None => Undef end.

Record rule := { previous : option (list label); modulus : nat; rest : nat; since : nat; until : option nat;
  table : option (label -> label -> label -> expr); given_last : bool }.
Record scheme := { sources : list label; step_law : label -> label -> expr; queries : list (label * list label);
  rules : list rule }.

Definition member (x : label) (l : list label) : bool := existsb (Nat.eqb x) l.
Definition downloads (s : scheme) (q : label) : list label :=
  match find (fun '(p, _) => Nat.eqb p q) (queries s) with Some (_, d) => d | None => [] end.
Definition first_query (s : scheme) : label :=
  match find (fun '(_, d) => Nat.eqb (length d) (length (sources s))) (queries s) with Some (q, _) => q | None =>
    O end.
Definition exact_query (s : scheme) (x : label) : option label :=
  match find (fun '(_, d) => match d with [y] => Nat.eqb x y | _ => false end) (queries s) with Some (q, _) =>
    Some q | None => None end.
Definition fits (t : nat) (p : label) (r : rule) : bool :=
  match previous r with Some l => member p l | None => true end && Nat.eqb (t mod modulus r) (rest r) &&
  Nat.leb (since r) t && match until r with Some u => Nat.leb t u | None => true end.

(* Pr(Q_t = q | X_0 = a, X_{t-1} = y, Q_{t-1} = p, X_t = x) *)
Definition law (s : scheme) (t : nat) (a x p q y : label) : expr :=
  match find (fits t p) (rules s) with
  | Some r =>
    match table r with
    | Some f => f (if given_last r then y else a) x q
    | None => match exact_query s x with Some e => ind (Nat.eqb q e) | None => Undef end
    end
  | None => Undef
  end.

(* Expressions for what is so at t: [(x, q, Pr(X_t = x, Q_t = q | X_0 = a))], or, with a history, Pr(history,
  X_t = x, Q_t = q). *)
Definition layer := list (label * label * expr).
Definition onward (s : scheme) (a : label) (t : nat) (seen : label -> bool) (l : layer) : layer :=
  flat_map (fun x => flat_map (fun '(q, _) =>
    if seen q then
      let e := total (map (fun '(y, p, w) =>
        if is_zero w then Num 0 else if is_zero (step_law s y x) then Num 0 else
          smul w (smul (step_law s y x) (law s t a x p q y))) l) in
      if is_zero e then [] else [(x, q, e)]
    else []) (queries s)) (sources s).
Fixpoint state_layer (s : scheme) (a : label) (t : nat) : layer :=
  match t with O => [(a, first_query s, Num 1)] | S n => onward s a t (fun _ => true) (state_layer s a n) end.
Definition state (s : scheme) (t : nat) (a x q : label) : expr :=
  total (map (fun '(y, p, w) => if Nat.eqb x y && Nat.eqb q p then w else Num 0) (state_layer s a t)).
Fixpoint history_layer (s : scheme) (a : label) (t : nat) (l : layer) (h : list label) : layer :=
  match h with [] => l | q :: h => history_layer s a (S t) (onward s a (S t) (Nat.eqb q) l) h end.
Definition history (s : scheme) (a : label) (h : list label) : expr :=
  match h with
  | [] => Num 1
  | q :: h => if Nat.eqb q (first_query s) then
      total (map (fun '(_, _, w) => w) (history_layer s a O [(a, q, Num 1)] h)) else Num 0
  end.

Definition together (variables : list N) : N := fold_right N.lor 0%N variables.     (* a set of random variables *)
