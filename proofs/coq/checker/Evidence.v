(* EVIDENCE as it is written in a certificate, for each part of its goal. Nothing of it has to be believed.

   Assumes: nothing. Defines: proofs of parts, `check_part`, and how proofs are read (`prove`): steps, points,
     invariants,
   values, walks. Facts are numbered after the hypotheses of their region; cells that an invariant gives in terms of
   others are put in. *)
From Coq Require Import ZArith NArith List Bool.
From OnOffChecker Require Import Texts Terms Quotients Steps Statements Schemes Processes Programs Costs Failures
  Words Goals.
Import ListNotations.
Set Implicit Arguments.

Inductive proof :=
| For_relation (e : evidence) | For_process (e : shown) | For_optimum (e : solution) | For_download (e : spending)
| For_denied (e : witness).
Definition check_part (s : part) (e : proof) : bool :=
  match s, e with
  | Relation s, For_relation e => check s e
  | Process g, For_process e => check_about g e
  | Optimum p, For_optimum e => check_program p e
  | Download c, For_download e => check_cost c e
  | Denied g against, For_denied e => violates (point_of e) against && check_failing g e
  | _, _ => false
  end.

Record reader := { about_it : context; points : list point; data : json }.

(* -- steps -- *)

Definition nowhere : ref := Earlier 0.       (* there is no such fact *)
Definition read_ref (w : words) (place : nat) (numbers : list (text * nat)) (j : json) : option ref :=
  match j with
  | Whole z => Some (if Z.leb 0 z then Known (Z.to_nat z) else nowhere)
  | Text t =>
    match lookup numbers t with
    | Some n => Some (Earlier (place - n))
    | None =>
      let* s := parse t in
      match Texts.sides s, Texts.signs s with
      | [Shared a b c], [] =>
        let* a := set_of w a in let* b := set_of w b in let* c := set_of w c in Some (Measure a b c)
      | [Power (Bracket e) (Small 2)], [] => let* e := meaning w [] e in Some (Square e)
      | _, _ => Some nowhere
      end
    end
  | _ => None
  end.
Definition read_term (w : words) (solved : values) (place : nat) (numbers : list (text * nat)) (j : json)
  : option (expr * list ref) :=
  match j with
  | Items (Text e :: refs) =>
    let* e := expression_of w e in let* refs := all (read_ref w place numbers) refs in Some (subst solved e, refs)
  | _ => None
  end.
Definition read_step (w : words) (solved : values) (place : nat) (numbers : list (text * nat)) (j : json)
  : option step :=
  let* terms := all (read_term w solved place numbers) (items (field "terms" j)) in
  match field "over" j with
  | Null => Some {| terms := terms; divides := None |}
  | over =>
    let* over := read_ref w place numbers over in
    let* said := as_text (field "says" j) in let* said := relations_of w said in
    match said with
    | [r] => Some {| terms := terms; divides := Some (subst solved (fst (gap r)), over) |}
    | _ => None
    end
  end.
(* The facts about some regions. *)
Definition facts_on (d : json) (names : list text) : list (text * json) :=
  flat_map (fun '(j, n) => match field "on" j with
                           | Text t => if one_of names t then [(followed "f" (decimal 9 (Z.of_nat n) End), j)] else []
                           | _ => []
                           end) (numbered (fun n => n) 0 (items (field "facts" d))).
Definition read_steps (w : words) (solved : values) (d : json) (names : list text) : option (list step) :=
  let l := facts_on d names in
  let numbers := numbered (fun n => n) 0 (map fst l) in
  all (fun '(j, n) => read_step w solved n numbers j) (numbered (fun n => n) 0 (map snd l)).
Definition layer_names (l : layers) : list text := map fst l.
Definition steps_on (r : reader) (l : layers) (more : list text) : option (list step) :=
  read_steps (known (about_it r)) [] (data r) (layer_names l ++ more).
(* The hypotheses of regions beside others come after those. *)
Definition shifted (n : nat) (s : step) : step :=
  let by_ r := match r with Known k => Known (n + k) | r => r end in
  {| terms := map (fun '(e, l) => (e, map by_ l)) (terms s);
     divides := match divides s with Some (e, r) => Some (e, by_ r) | None => None end |}.
Definition steps_aside (r : reader) (l own : layers) : option (list step) :=
  let* ss := steps_on r own [] in
  let n := match assume_all (keys_for (rels_in l)) (rels_in l) with Some l => length l | None => O end in
  Some (map (shifted n) ss).

(* -- points -- *)

Definition read_number (w : words) (j : json) : option (Z * positive) :=
  let* t := as_text j in let* e := expression_of w t in number [] e.
Definition read_point (w : words) (j : json) : option point :=
  all (fun '(x, n) => let* x := lookup (names w) x in let* n := read_number w n in Some (x, n)) (fields j).

(* -- invariants -- *)

Fixpoint names_of (e : expr) : list positive :=
  match e with
  | Num _ | Undef => [] | Var x => [x] | Pow a _ => names_of a
  | Add a b | Sub a b | Mul a b | Div a b => names_of a ++ names_of b
  end.
Definition divides_not (e : expr) : bool := match fraction_of e with Some _ => true | None => false end.
Fixpoint solving (cells : positive -> bool) (l : list (bool * list rel)) (solved : values) (used : list positive)
  (left_ : list rel) : values * list rel :=
  match l with
  | [] => (solved, left_)
  | (plain, rs) :: l =>
    match rs with
    | [(Var c, CEq, e)] =>
      if plain && cells c && divides_not e && negb (among (names_of e ++ used ++ map fst solved) c)
        && negb (existsb (among (map fst solved)) (names_of e))
      then solving cells l (solved ++ [(c, e)]) (used ++ names_of e) left_
      else solving cells l solved used (left_ ++ rs)
    | _ => solving cells l solved used (left_ ++ rs)
    end
  end.
Definition read_holds (w : words) (cells : positive -> bool) (j : json) : option (values * list rel) :=
  let* l := texts (field "holds" j) in
  let* l := all (fun t => let* s := parse t in let* r := relations_of w t in
                          Some (match ranges s with [] => true | _ => false end, r)) l in
  Some (solving cells l [] [] []).
Definition node_name (name : text) (time : nat) (query : text) : text :=
  join_texts [name; " "; decimal 9 (Z.of_nat time) End; match query with End => End | _ => followed " " query end].
Definition read_node (r : reader) (s : scheme) (name : text) (l : layers) (j : json) : option node :=
  let w := known (about_it r) in
  let* time := whole (field "time" j) 0 in
  let* query := as_text (field "query" j) in let* q := label_of w [] (index_of query) in
  let* (solved, left_) := read_holds w (fun p => own_cell s p && negb (no_cell p)) j in
  let* ss := read_steps w solved (data r) (layer_names l ++ [node_name name time query]) in
  Some {| n_phase := time; n_query := q; n_solved := solved; n_left := left_; n_steps := ss |}.
Definition read_moment (r : reader) (s : scheme) (name : text) (l : layers) (time : nat) (j : json) : option moment :=
  let w := known (about_it r) in
  let here := node_name name time End in
  let* (solved, left_) := read_holds w (fun p => own_state s p && negb (no_state p)) j in
  let* ss := read_steps w solved (data r) (layer_names l ++ [here]) in
  let* laws := read_steps (known (with_sets (about_it r) (map (fun '(s, set) => (join_texts (flat_map (fun x =>
      match find (fun '(_, y) => Nat.eqb x y) (labels w) with
      | Some (t, _) => [t] | None => [decimal 20 (Z.of_nat x) End] end) set), set))
      (choices (program_at s (fun _ => Undef)))))) solved (data r)
    (layer_names l ++ [here; followed here " laws"]) in
  Some {| m_solved := solved; m_left := left_; m_steps := ss; m_laws := laws |}.
Definition read_moments (r : reader) (s : scheme) (name : text) (l : layers) : option spending :=
  let given := items (field name (field "invariants" (data r))) in
  let single := length (filter (fun j => match field "once" j with Flag b => b | _ => false end) given) in
  let settled := Nat.max (settled (clock_of s)) single in
  let* first := steps_on r l [] in
  let* moments := all (fun '(j, n) => read_moment r s name l n j) (numbered (fun n => n) 0 given) in
  Some {| m_clock := {| settled := settled; period := length given - settled |}; m_first := first; moments :=
    moments |}.

(* -- programs -- *)

Definition read_values (r : reader) (j : json) (name : text) (l : layers) (p : program) : option solution :=
  let c := about_it r in
  let* kind := as_text (field "kind" j) in
  let* sets := (if is_program kind then sets_in c j else Some []) in
  let w := known (with_sets c sets) in
  let* given := all (fun '(cell, e) =>
    let* cell := expression_of w (if is_program kind then join_texts ["mass["; cell; "]"] else cell) in
    let* e := as_text e in let* e := expression_of w e in
    match cell with Var x => Some (x, e) | _ => None end) (fields (field name (field "values" (data r)))) in
  match p with
  | Least _ variables _ subject _ _ equal =>
    let assigned := flat_map (fun r => match r with
      | (Var x, CEq, e) => if is_mass x then [(x, e)] else [] | _ => [] end) equal in
    let cells := variables ++ flat_map (fun r => match r with
      | (Var x, CGe, _) => if is_mass x then [x] else [] | _ => [] end) subject in
    let laws := followed name " laws" in
    let* first := read_steps w [] (data r) (layer_names l) in
    let* second := read_steps w [] (data r) (layer_names l ++ [laws]) in
    let* best := read_steps w [] (data r) (layer_names l ++ [laws; followed name " best"]) in
    Some {| attains := given ++ assigned ++ map (fun x => (x, Num 0)) cells;
            s_region := first; s_laws := second; s_best := best |}
  end.

(* -- failures -- *)

(* A walk to a state at a point: moves that have a positive probability there. *)
Definition moves_at (p : point) (s : scheme) (a : label) (t : nat) (here : label * label * route) : list (label *
  label * route) :=
  let '(y, q, way) := here in
  flat_map (fun x => if true_at p (step_law s y x, CNe, Num 0) then flat_map (fun '(r, _) =>
    if true_at p (law s (S t) a x q r y, CNe, Num 0) then [(x, r, way ++ [(x, r)])] else []) (queries s) else [])
    (sources s).
Fixpoint distinct (l found : list (label * label * route)) : list (label * label * route) :=
  match l with
  | [] => found
  | (x, q, way) :: l =>
    if existsb (fun '(y, r, _) => Nat.eqb x y && Nat.eqb q r) found then distinct l found
    else distinct l (found ++ [(x, q, way)])
  end.
Fixpoint walks_at (p : point) (s : scheme) (a : label) (t : nat) : list (label * label * route) :=
  match t with
  | O => [(a, first_query s, [])]
  | S n => distinct (flat_map (moves_at p s a n) (walks_at p s a n)) []
  end.
Definition route_to (p : point) (s : scheme) (t : nat) (state : list label) : option (label * route) :=
  match state with
  | [a; x; q] =>
    let* (_, way) := find (fun '(y, r, _) => Nat.eqb x y && Nat.eqb q r) (walks_at p s a t) in Some (a, way)
  | _ => None
  end.
Definition scheme_of (g : about) : scheme :=
  match g with
  | Alike _ s _ | Markov _ s _ _ _ | Decodable _ s | Determined _ s | Placed _ s _ _ _ _ | Defined _ s | Normalised _
    s => s
  end.
Definition read_witness (r : reader) (p : point) (j : json) (g : about) : option witness :=
  let w := known (about_it r) in
  match g with
  | Alike _ _ _ =>
    let* h := labels_in w (field "history" j) in
    let* one := label_in w (field "one" j) in let* other := label_in w (field "other" j) in
    Some (Seen p (rev h) one other)
  | Markov _ _ _ _ _ =>
    let* h := labels_in w (field "history" j) in let* q := label_in w (field "query" j) in
      Some (Seen p (q :: rev h) O O)
  | _ =>
    let s := scheme_of g in
    let* time := whole (field "time" j) 0 in
    let* state := labels_in w (field "state" j) in let* (a, way) := route_to p s time state in
    match field "other" j, field "request" j with
    | Null, Null => Some (Walk p a way None)
    | Null, x => let* x := label_in w x in Some (Walk p a way (Some x))
    | other, _ => let* other := labels_in w other in let* (_, more) := route_to p s time other in
      Some (Walks p a way more)
    end
  end.
Definition failure_of (r : reader) (name : text) : json :=
  match find (fun '(_, other) => same name (fst other))
          (List.combine (items (field "failures" (data r))) (failing (goal (about_it r)))) with
  | Some (j, _) => j
  | None => Null
  end.

(* -- all -- *)

Definition prove (r : reader) (t : task) : option proof :=
  let l := where_ t in let name := of t in let w := known (about_it r) in
  match what t with
  | Relation (Holds _ _) =>
    let* ss := steps_on r l [] in let* more := steps_aside r l (aside t) in Some (For_relation (Steps (ss ++ more)))
  | Relation (Cover _ _ _ _ _) =>
    let* lt := steps_on r l [followed name " <"] in let* eq := steps_on r l [followed name " ="] in
    let* gt := steps_on r l [followed name " >"] in Some (For_relation (Steps3 lt eq gt))
  | Relation (Always _ _ _ _ _) =>
    let* first := steps_on r l [] in let* next := steps_on r l [followed name " step"] in
    Some (For_relation (Steps2 first next))
  | Relation (Inhabited g) => let* p := find (fun p => lies p g) (points r) in Some (For_relation (At p))
  | Relation (Fails _ _ _) =>
    let* p := read_point w (field "at" (failure_of r name)) in Some (For_relation (At p))
  | Process (Alike _ s _) | Process (Markov _ s _ _ _) =>
    let* ss := steps_on r l [] in
    let* nodes := all (read_node r s name l) (items (field name (field "invariants" (data r)))) in
    Some (For_process (Nodes ss nodes))
  | Process _ => let* ss := steps_on r l [] in Some (For_process (Reach ss))
  | Optimum p => let* s := read_values r (statement_of t) name l p in Some (For_optimum s)
  | Download (Cost _ s _ _ _ _) | Download (Optimal _ s _) =>
    let* e := read_moments r s name l in Some (For_download e)
  | Denied g _ =>
    let j := failure_of r name in
    let* p := read_point w (field "at" j) in let* e := read_witness r p j g in Some (For_denied e)
  end.
