(* WHAT A GOAL SAYS: its statements, conditions and failures as parts, each of which means something.

   Assumes: nothing. Defines: parts and what they mean (`means_part`), how a goal is read as parts (`tasks_of`),
     and what a goal says (`says`). A goal that cannot be read says nothing that could be proved. *)
From Coq Require Import Init.Byte Strings.Byte ZArith NArith List Bool.
From OnOffChecker Require Import Texts Terms Quotients Steps Statements Schemes Processes Programs Costs Failures
  Words.
Import ListNotations.
Set Implicit Arguments.

Inductive part :=
| Relation (s : statement)      (* holds, cover, always; points; what fails *)
| Process (g : about)           (* about schemes, at every t *)
| Optimum (p : program)         (* least values *)
| Download (c : costs)          (* expected downloads *)
| Denied (g : about) (against : list rel).    (* it is not so of a scheme, at a point *)

Definition means_part (F : field_data) (s : part) : Prop :=
  match s with
  | Relation s => means F s
  | Process g => means_about F g
  | Optimum p => means_program F p
  | Download c => means_cost F c
  | Denied g against => means_failing F g against
  end.

(* A region within others: each with its relations, the outermost first. *)
Definition layers := list (text * list rel).
Definition entropic (r : rel) : bool := negb (speaks_rel is_name r).
Definition rels_in (l : layers) : list rel := concat (map snd l).
Definition region_of (l : layers) : region := {| entropies := false; rels := rels_in l |}.
Definition region_for (l : layers) (says : list rel) : region :=
  {| entropies := existsb entropic (rels_in l ++ says); rels := rels_in l |}.

(* A part, whose statement it is of, and where it is made: in regions within each other, and beside them in others. *)
Record task := { of : text; where_ : layers; aside : layers; statement_of : json; what : part }.
Record context := { goal : json; known : words; regions : layers }.

Definition join_texts (l : list text) : text := fold_right followed End l.
Definition nth_name (kind : text) (n : nat) : text :=
  join_texts [kind; " "; decimal 9 (Z.of_nat n) End].

(* -- where a statement is made -- *)

Definition region_names (j : json) : option (list text) :=
  match field "region" j with Text t => Some [t] | l => texts l end.
Definition optional_texts (j : json) : option (list text) := match j with Null => Some [] | l => texts l end.
Definition layers_of (c : context) (name : text) (j : json) : option layers :=
  let* l := region_names j in
  let* l := all (fun t => let* r := lookup (regions c) t in Some (t, r)) l in
  let* given := optional_texts (field "given" j) in let* given := all_relations (known c) given in
  match l, given with
  | [], _ => None
  | [r], [] => Some [r]
  | r :: others, _ => Some [r; (name, rels_in others ++ given)]
  end.

(* -- kinds -- *)

Definition table_in (c : context) (key : text) (j : json) : option (list (list label) * list expr) :=
  let* t := as_text (field key j) in lookup (tables (known c)) t.
Definition scheme_in (c : context) (key : text) (j : json) : option scheme :=
  let* t := as_text (field key j) in lookup (schemes (known c)) t.
Definition prior_in (c : context) (s : scheme) (j : json) : option (list (list label) * list expr) :=
  let* t := table_in c "prior" j in if has_axes (fst t) [sources s] then Some t else None.
Definition expression_in (c : context) (key : text) (j : json) : option expr :=
  let* t := as_text (field key j) in expression_of (known c) t.
Definition name_in (c : context) (j : json) : option positive := let* t := as_text j in lookup (names (known c)) t.
Definition values_in (c : context) (j : json) : option values :=
  all (fun '(x, e) => let* x := lookup (names (known c)) x in let* e := as_text e in
                      let* e := expression_of (known c) e in Some (x, e)) (fields j).
Definition axis (n : nat) (t : list (list label) * list expr) : list label := nth n (fst t) [].

Definition must (c : context) (r : region) (s : scheme) (j : json) : option about :=
  match j with
  | Text t => lookup [("rows", Defined r s); ("laws", Normalised r s); ("serves", Decodable r s);
                      ("function", Determined r s)] t
  | Fields _ =>
    let* (m, rest) := read_time (field "time" j) in
    let* q := label_in (known c) (field "query" j) in
    let* map := all (fun '(a, x) => let* a := label_of (known c) [] (index_of a) in
                                    let* x := label_in (known c) x in Some (a, x)) (fields (field "map" j)) in
    if is_query s [q] && Nat.eqb (length map) (length (sources s)) && is_source s (List.map fst map)
      && is_source s (List.map snd map)
    then Some (Placed r s m rest q map) else None
  | _ => None
  end.
Definition matrix_in (s : scheme) (t : list (list label) * list expr) : (nat -> label -> label -> expr) * clock :=
  match fst t with
  | [phases; _; _] => (table3 t, {| settled := settled (clock_of s); period :=
    length phases - settled (clock_of s) |})
  | _ => (fun _ => table2 t, {| settled := 0; period := 1 |})
  end.
Definition about_of (c : context) (l : layers) (j : json) : option about :=
  let r := region_of l in
  let* kind := as_text (field "kind" j) in
  if same kind "occurs" then let* s := scheme_in c "scheme" j in must c r s (field "must" j)
  else if same kind "alike" then
    let* s := scheme_in c "process" j in let* starts := labels_in (known c) (field "starts" j) in
    if is_source s starts && Nat.leb (Nat.min 2 (length (sources s))) (length starts) then Some (Alike r s starts)
    else None
  else if same kind "markov" then
    let* s := scheme_in c "scheme" j in let* prior := prior_in c s j in
    let* t := table_in c "matrix" j in
    let (matrix, m) := matrix_in s t in
    let q := List.map fst (queries s) in
    if has_axes (fst t) match fst t with [phases; _; _] => [seq 0 (length phases); q; q] | _ => [q; q] end
    then Some (Markov r s (table1 prior) matrix m) else None
  else None.

(* The set program of a law of a secret and of requests given it. *)
Definition sets_for (w : words) (requests : list label) : option (list (text * list label)) :=
  let* l := all (fun x => let* (t, _) := find (fun '(_, y) => Nat.eqb x y) (labels w) in Some (t, x))
                (filter (fun x => negb (Nat.ltb x (first_word w))) requests) in
  let l := map (fun x => (if Nat.ltb x (first_word w) then decimal 20 (Z.of_nat x) End
                          else match find (fun '(_, y) => Nat.eqb x y) l with Some (t, _) => t | None => End end, x))
               requests in
  let sets := map (fun set => (join_texts (map fst set), map snd set)) (subsets l) in
  if Nat.eqb (length (once (map fst sets) [])) (length sets) then Some sets else None.
Definition with_sets (c : context) (sets : list (text * list label)) : context := {|
  goal := goal c; regions := regions c; known := let w := known c in {|
    names := names w; first_word := first_word w; labels := labels w; variables := variables w; tables := tables w;
    schemes := schemes w; Words.sets := numbered (fun n => n) 0 (map fst sets) |} |}.
Definition is_program (kind : text) : bool := same kind "optimum" || same kind "general".
Definition sets_in (c : context) (j : json) : option (list (text * list label)) :=
  let* law := table_in c "law" j in sets_for (known c) (axis 1 law).
Definition program_of (c : context) (l : layers) (j : json) : option program :=
  let r := region_of l in
  let* kind := as_text (field "kind" j) in
  if same kind "least" then
    let* variables := all (name_in c) (items (field "variables" j)) in
    let* subject := texts (field "subject" j) in let* subject := all_relations (known c) subject in
    let* of := expression_in c "of" j in let* value := expression_in c "value" j in
    Some (Least r variables [] subject of value [])
  else if is_program kind then
    let* prior := table_in c "prior" j in let* law := table_in c "law" j in
    let* sets := sets_in c j in
    let* _ := (if has_axes (fst prior) [axis 0 prior] && has_axes (fst law) [axis 0 prior; axis 1 law]
               then Some tt else None) in
    let joint a x := Mul (table1 prior a) (table2 law a x) in
    let p := {| secrets := axis 0 prior; requests := axis 1 law; prior_of := table1 prior; joint := joint;
                choices := List.combine (seq 0 (length sets)) (map snd sets) |} in
    let rows := map (fun a => (plus (map (table2 law a) (requests p)), CEq, Num 1)) (secrets p) in
    let label_of_set s := match nth_error sets s with
                          | Some (t, _) => label_of (known c) [] (index_of t) | None => None end in
    let solution (t : list (list label) * list expr) (weight : label -> label -> expr -> expr) :=
      all (fun '(a, x, (s, set)) =>
             let* key := label_of_set s in
             let value := weight a x (table3 t a x key) in
             Some (if member x set then mass_of a x s else Num 0, CEq, value))
          (list_prod (list_prod (secrets p) (requests p)) (choices p)) in
    if same kind "optimum" then
      let* value := expression_in c "value" j in
      let* (equal, positive) := (match field "table" j with
        | Null => Some ([], [])
        | _ => let* t := table_in c "table" j in
               let* equal := solution t (fun a x e => Mul (joint a x) e) in
               Some (equal, flat_map (fun a => map (fun x => (joint a x, CNe, Num 0)) (requests p)) (secrets p))
        end) in
      Some (Least r [] (lawful_prior p ++ rows ++ positive) (set_relations p) (set_cost p) value equal)
    else
      let* t := table_in c "table" j in
      let* equal := solution t (fun _ _ e => e) in
      let* fixed := all (fun '(cell, letter) =>
        let* cell := expression_of (known (with_sets c sets)) (join_texts ["mass["; cell; "]"]) in
        let* letter := name_in c letter in Some (cell, CEq, Var letter)) (fields (field "free" j)) in
      let signs := length (flat_map (fun a => flat_map snd (choices p)) (secrets p)) in
      let* letters := all (fun '(_, letter) => name_in c letter) (fields (field "free" j)) in
      let given := rels_in l ++ flat_map (fun t => map (fun e => (e, CEq, e)) (snd t)) [prior; law] in
      if negb (forallb (speaks_rel (fun x => negb (among letters x))) given)
        || negb (forallb (fun x => Nat.eqb (length (filter (Pos.eqb x) letters)) 1) letters) then None else
      Some (Least r [] (lawful_prior p ++ rows) (skipn signs (set_relations p) ++ fixed) (Num 0) (Num 0) equal)
  else None.

Definition cost_of (c : context) (l : layers) (j : json) : option costs :=
  let r := region_of l in
  let* kind := as_text (field "kind" j) in
  let* s := scheme_in c "scheme" j in let* prior := prior_in c s j in
  if same kind "cost" then
    let* start := values_in c (field "start" j) in let* next := values_in c (field "next" j) in
    let* value := expression_in c "value" j in Some (Cost r s (table1 prior) start next value)
  else if same kind "optimal" then Some (Optimal r s (table1 prior))
  else None.

Definition says_of (c : context) (j : json) : option (list rel) :=
  let* t := as_text (field "text" j) in relations_of (known c) t.
Definition relation_of (c : context) (l : layers) (j : json) : option statement :=
  let* kind := as_text (field "kind" j) in
  if same kind "holds" then let* says := says_of c j in Some (Holds (region_for l says) says)
  else if same kind "cover" then
    let* split := expression_in c "split" j in
    let* parts := all (fun p => match p with
                                | Null => Some [(Num 0, CGt, Num 0)]
                                | Text t => lookup (regions c) t
                                | _ => None
                                end) (items (field "parts" j)) in
    match parts with [a; b; d] => Some (Cover (region_for l []) split a b d) | _ => None end
  else if same kind "always" then
    let* start := values_in c (field "start" j) in let* next := values_in c (field "next" j) in
    let* varying := (match field "varying" j with Null => Some [] | l => all (name_in c) (items l) end) in
    let* says := texts (field "text" j) in let* says := all_relations (known c) says in
    match start, says with
    | _ :: _, _ :: _ => Some (Always (region_for l says) start next varying says)
    | _, _ => None
    end
  else None.

(* What else is said of a scheme: that rows that are used have a value, that a prior is a law. *)
Definition beside_it (c : context) (l : layers) (j : json) : option (list part) :=
  let lawful := match field "prior" j with
                | Text t => let* t := lookup (tables (known c)) t in
                            Some [Relation (Holds (region_of l) (row_law (map (table1 t) (axis 0 t))))]
                | _ => Some []
                end in
  let* lawful := lawful in
  let* s := (match field "process" j with Null => scheme_in c "scheme" j | _ => scheme_in c "process" j end) in
  Some (Process (Defined (region_of l) s) :: lawful).

Definition first_of {A} (l : list (option A)) : option A :=
  match flat_map (fun o => match o with Some a => [a] | None => [] end) l with a :: _ => Some a | [] => None end.
(* No key but these. *)
Definition only (keys : list text) (j : json) : bool := forallb (fun '(key, _) => one_of keys key) (fields j).
Definition all_of (keys : list text) (j : json) : bool :=
  forallb (fun key => match lookup (fields j) key with Some _ => true | None => false end) keys.
Definition shape : list (text * (list text * list text)) := [       (* kind: keys that it has, and that it may have *)
  ("holds", (["text"], [])); ("always", (["start"; "next"; "text"], ["varying"])); ("cover", (["split"; "parts"],
    []));
  ("occurs", (["scheme"; "must"], [])); ("alike", (["process"; "starts"], []));
  ("markov", (["scheme"; "prior"; "matrix"], [])); ("least", (["variables"; "subject"; "of"; "value"], []));
  ("optimum", (["prior"; "law"; "value"], ["table"])); ("general", (["prior"; "law"; "table"; "free"], []));
  ("cost", (["scheme"; "prior"; "start"; "next"; "value"], [])); ("optimal", (["scheme"; "prior"], []));
  ("uses", (["claim"], []))].
Definition well_formed (j : json) : bool :=
  match field "kind" j with
  | Text kind =>
    match lookup shape kind with
    | Some (has, may) => all_of ("region" :: has) j && only (["kind"; "region"; "given"; "name"] ++ has ++ may) j
    | None => false
    end
  | _ => false
  end.
Definition statement_parts (c : context) (l : layers) (j : json) : option (list part) :=
  first_of [ let* s := relation_of c l j in Some [Relation s]; let* p := program_of c l j in Some [Optimum p];
    let* g := about_of c l j in let* more := beside_it c l j in Some (Process g :: more);
    let* d := cost_of c l j in let* more := beside_it c l j in Some (Download d :: more)].

(* A statement, and that its region is not empty. *)
Definition is_use (j : json) : bool := match field "kind" j with Text t => same t "uses" | _ => false end.
Definition statement_tasks (c : context) (name : text) (j : json) : option (list task) :=
  let* l := (if well_formed j then layers_of c name j else None) in
  let point := Relation (Inhabited (region_for l [])) in
  let* parts := (if is_use j then Some [] else statement_parts c l j) in
  Some (map (fun p => {| of := name; where_ := l; aside := []; statement_of := j; what := p |}) (point :: parts)).

(* -- the claim: domain, conditions, and that these suffice -- *)

Definition domain_of (c : context) : option layers :=
  match field "domain" (goal c) with
  | Text End => Some []
  | Text t => let* r := lookup (regions c) t in Some [(t, r)]
  | _ => None
  end.
Definition conditions_of (c : context) : option (list (text * list rel)) :=
  all (fun j => let* t := as_text (field "text" j) in let* l := texts (field "where" j) in
                let* l := all_relations (known c) l in Some (t, l)) (items (field "conditions" (goal c))).
Definition assumed (c : context) : option layers :=
  let* domain := domain_of c in let* conditions := conditions_of c in
  Some (domain ++ [("conditions", concat (map snd conditions))]).

(* The names of which the domain and the conditions speak, in their texts or by tables and schemes;
  all if they speak of none. *)
Fixpoint texts_in (j : json) : list text :=
  match j with
  | Text t => [t] | Items l => flat_map texts_in l | Fields l => flat_map (fun '(_, j) => texts_in j) l | _ => []
  end.
Definition words_of_texts (l : list text) : list text :=
  flat_map (fun t => flat_map (fun k => match k with Word w => [w] | _ => [] end) (tokens t)) l.
Definition tables_and_schemes (c : context) : list (text * json) :=
  fields (field "tables" (goal c)) ++ fields (field "schemes" (goal c)).
Fixpoint closure (fuel : nat) (known : list (text * json)) (l : list text) : list text :=
  match fuel with
  | O => l
  | S fuel =>
    closure fuel known (l ++ words_of_texts (flat_map (fun '(name, j) => if one_of l name then texts_in j else
      []) known))
  end.
Record speech := { of_names : list positive; of_variables : N }.
Definition spoken (c : context) : speech :=
  let domain := match field "domain" (goal c) with Text t => field t (field "regions" (goal c)) | _ => Null end in
  let given := texts_in domain ++ flat_map (fun j => texts_in (field "where" j)) (items (field "conditions" (goal
    c))) in
  let found := once (closure 2 (tables_and_schemes c) (once (words_of_texts given) [])) [] in
  let looked {A} (l : list (text * A)) := flat_map (fun w => match lookup l w with Some x => [x] | None => [] end)
    found in
  {| of_names := match looked (names (known c)), domain with
                 | [], Items _ => map snd (names (known c))
                 | l, _ => l
                 end; of_variables := together (looked (variables (known c))) |}.
Definition spoken_of (l : speech) (r : rel) : bool :=
  speaks_rel (fun x => match x with
                       | xI p => N.eqb (N.land (Npos p) (of_variables l)) (Npos p)
                       | _ => among (of_names l) x
                       end) r.

Definition suffice (given own : layers) (says : list rel) : list task :=
  map (fun r => {| of := "conditions"; where_ := given; aside := own; statement_of := Null;
                   what := Relation (Holds (region_for (given ++ own) [r]) [r]) |}) says.
Definition cover_of (c : context) (region : text) : option json :=
  find (fun j => existsb (fun p => match p with Text t => same t region | _ => false end) (items (field "parts" j)))
    (flat_map (fun key => items (field key (goal c))) ["proves"; "beside"; "corrects"; "stands"]).
(* A region is all of the conditions' region, or a part of a cover of such a region. *)
Fixpoint sufficient (fuel : nat) (c : context) (given : layers) (l : speech) (region : text) : option (list task) :=
  match fuel with
  | O => None
  | S fuel =>
    match cover_of c region with
    | Some j =>
      let* around := region_names j in
      let* found := all (sufficient fuel c given l) around in
      let* more := optional_texts (field "given" j) in let* more := all_relations (known c) more in
      Some (concat found ++ suffice given [] (filter (spoken_of l) more))
    | None =>
      let* r := lookup (regions c) region in Some (suffice given [] (filter (spoken_of l) r))
    end
  end.
Definition sufficient_tasks (c : context) : option (list task) :=
  let* given := assumed c in
  match items (field "conditions" (goal c)), field "domain" (goal c) with
  | [], Text End => Some []
  | _, _ =>
    let l := spoken c in
    let proves := items (field "proves" (goal c)) in
    let* found := all region_names proves in
    let* found := all (sufficient 100 c given l) (once (concat found) []) in
    let* more := all (fun j =>
      let* around := layers_of c "" j in let* more := optional_texts (field "given" j) in
      let* more := all_relations (known c) more in
      let own := match around with r :: _ => [r] | [] => [] end in
      Some (suffice given own (filter (spoken_of l) more))) proves in
    Some ({| of := "conditions"; where_ := given; aside := []; statement_of := Null;
             what := Relation (Inhabited (region_for given [])) |} :: concat found ++ concat more)
  end.

(* -- failures: at a point of the domain where the condition does not hold and all others do -- *)

Definition failure_task (c : context) (name : text) (violates : text) (j : json) : option (list task) :=
  let* l := (if well_formed j then layers_of c name j else None) in
  let* domain := domain_of c in let* conditions := conditions_of c in
  let others := concat (map snd (filter (fun '(t, _) => negb (same t violates)) conditions)) in
  let against := match lookup conditions violates with Some where_ => where_ | None => [] end in
  let l := l ++ domain ++ [("", others)] in
  let* p := first_of [
    let* kind := as_text (field "kind" j) in
      if same kind "holds" then let* says := says_of c j in Some (Relation (Fails (region_for l says) against says))
      else None; let* g := about_of c l j in Some (Denied g against)] in
  Some [{| of := name; where_ := l; aside := []; statement_of := j; what := p |}].

(* -- the goal -- *)

Definition numbered_names (key : text) (l : list json) : list (text * json) :=
  map (fun '(j, n) => (nth_name key n, j)) (numbered (fun n => n) 0 l).
Definition statements (goal : json) : list (text * json) :=
  flat_map (fun key => numbered_names key (items (field key goal))) ["proves"; "beside"; "corrects"; "stands"].
Definition failing (goal : json) : list (text * json) :=
  numbered_names "fails" (items (field "fails" goal)) ++
  numbered_names "denies" (map (fun j => Fields [("statement", j); ("violates",
    Text End)]) (items (field "denies" goal))).

Definition some_of (key : text) (goal : json) : bool := match items (field key goal) with [] => false | _ => true end.
Definition verdict_ok (goal : json) : bool :=
  let violated := flat_map (fun j => match field "violates" j with Text t => [t] | _ => [] end) (items (field "fails"
    goal)) in
  let conditions := flat_map (fun j => match field "text" j with Text t => [t] | _ => [] end)
                      (items (field "conditions" goal)) in
  let states := some_of "proves" goal || some_of "denies" goal in
  let more := some_of "corrects" goal || some_of "stands" goal in
  let uses := existsb (fun '(_, j) => is_use j) (statements goal) in
  Nat.eqb (length (once conditions [])) (length (items (field "conditions" goal))) && negb (one_of conditions End) &&
  match field "verdict" goal with
  | Text v =>
    if same v "proved" then states && negb (some_of "fails" goal || some_of "conditions" goal || more)
    else if same v "conditional" then
      states && some_of "conditions" goal && negb more && forallb (one_of conditions) violated &&
      (uses || forallb (one_of violated) conditions)
    else same v "refuted" && (some_of "fails" goal || some_of "stands" goal) && forallb (same End) violated &&
      negb (some_of "conditions" goal || some_of "denies" goal)
  | _ => false
  end.

Definition context_of (goal : json) (variables : list text) : option context :=
  let* w := read_words goal variables in
  let* regions := all (fun '(name, l) => let* l := texts l in let* l := all_relations w l in Some (name, l))
                      (fields (field "regions" goal)) in
  Some {| goal := goal; known := w; regions := regions |}.
(* Statements named in [leaving] are left out. *)
Definition tasks_of (leaving variables : list text) (goal : json) : option (list task) :=
  let* c := context_of goal variables in
  let* found := all (fun '(name, j) => if one_of leaving name then Some [] else statement_tasks c name j)
                    (statements goal) in
  let* enough := sufficient_tasks c in
  let* failing := all (fun '(name, j) => if one_of leaving name then Some [] else
    let* violates := as_text (field "violates" j) in failure_task c name violates (field "statement" j)) (failing
      goal) in
  let keys := ["claim"; "title"; "verdict"; "names"; "tables"; "schemes"; "regions"; "domain"; "conditions"; "proves";
               "beside"; "fails"; "corrects"] in
  let claim := match field "claim" goal with
               | Text (Char b t) =>
                 forallb (fun b => is_letter b || is_digit b || Byte.eqb b "-") (b :: bytes_of t) &&
                   negb (Byte.eqb b "-")
               | _ => false
               end in
  if claim && verdict_ok goal && all_of keys goal &&
    only (keys ++ ["processes"; "experiments"; "denies"; "stands"]) goal then
    Some (concat found ++ enough ++ concat failing) else None.

(* The words that stand where random variables do; more do no harm, nor does their order. *)
Fixpoint measures (l : list token) : bool :=
  match l with
  | Word f :: (t :: _) as m => Texts.is "(" t && one_of ["H"; "I"] f || measures m
  | _ :: m => measures m
  | [] => false
  end.
Definition after_ranges (l : list token) : list token :=
  if comes "for" l then match find (fun m => comes ":" m) (map (fun n => skipn n l) (seq 0 (length l))) with
                        | Some m => tl m | None => [] end else l.
Definition variables_of (goal : json) : list text :=
  once (flat_map (fun t => let l := tokens t in
    if measures l || is_list (after_ranges l) then words_of_texts [t] else [])
    (texts_in (field "regions" goal) ++ texts_in (field "domain" goal) ++
     flat_map (fun key => texts_in (field key goal)) ["proves"; "beside"; "corrects"; "stands"; "denies";
       "fails"])) [].

(* What a goal says in an ordered field, but for statements that are named as left out. *)
Definition says (F : field_data) (leaving : list text) (goal : json) : Prop :=
  match tasks_of leaving (variables_of goal) goal with
  | Some l => forall t, In t l -> means_part F (what t)
  | None => False
  end.
