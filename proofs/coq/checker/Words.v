(* WHAT THE WORDS OF A TEXT MEAN in a goal: names, labels, tables, schemes, random variables.

   Assumes: nothing. Defines: the words of a goal, and of a tree the expression that it is (`meaning`), of a text the
   relations that it says (`relations_of`). What cannot be read has no meaning: no statement is made of it. *)
From Coq Require Import Init.Byte ZArith NArith List Bool.
From OnOffChecker Require Import Texts Terms Steps Statements Schemes Processes Programs Costs.
Import ListNotations.
Set Implicit Arguments.

(* Labels are numbers here; those that are written as numbers are what they are, words come after all of them. *)
Record words := {
  names : list (text * positive); first_word : nat; labels : list (text * label); variables : list (text * N);
  tables : list (text * (list (list label) * list expr)); schemes : list (text * scheme);
  sets : list (text * label) }.       (* sets of sources, in the masses of a program *)

Definition bounds := list (text * index).
Definition resolve (b : bounds) (i : index) : index :=
  match i with Called x => match lookup b x with Some j => j | None => i end | Small _ => i end.
Definition label_of (w : words) (b : bounds) (i : index) : option label :=
  match resolve b i with
  | Small z => if Z.leb 0 z && Nat.ltb (Z.to_nat z) (first_word w) then Some (Z.to_nat z) else None
  | Called x => lookup (labels w) x
  end.
(* A number or a bound name that stands for one. *)
Definition number_of (b : bounds) (i : index) : option nat :=
  match resolve b i with Small z => if Z.leb 0 z && Z.leb z 9999 then Some (Z.to_nat z) else
    None | Called _ => None end.
(* A word means one thing. *)
Definition is_new (w : words) (b : bounds) (x : text) : bool :=
  match lookup (names w) x, lookup (labels w) x, lookup b x with None, None, None => true | _, _, _ => false end.
Fixpoint different (l : list index) : bool :=
  match l with [] => true | i :: l => negb (existsb (same_index i) l) && different l end.
Definition values_of (w : words) (b : bounds) (x : text) (l : list index) : option (list index) :=
  if is_new w b x && different l && forallb (fun i => match i with
      | Small _ => true | Called y => match lookup (labels w) y with Some _ => true | None => false end end) l
  then Some l else None.

(* A word of digits is a number. *)
Definition index_of (t : text) : index :=
  match tokens t with [Figure z O] => Small z | _ => Called t end.
Definition digit (z : Z) : byte :=
  match z with 0 => "0" | 1 => "1" | 2 => "2" | 3 => "3" | 4 => "4" | 5 => "5" | 6 => "6" | 7 => "7" | 8 => "8"
             | _ => "9" end%Z%byte.
Fixpoint decimal (fuel : nat) (z : Z) (t : text) : text :=
  match fuel with
  | O => t
  | S fuel => let t := Char (digit (z mod 10)) t in if Z.ltb z 10 then t else decimal fuel (z / 10)%Z t
  end.
Definition text_of_index (i : index) : text := match i with Called t => t | Small z => decimal 20 z End end.

Definition set_of (w : words) (l : list text) : option N :=
  let* l := all (lookup (variables w)) l in Some (together l).

(* Integers, which indicators and `mod` compare. *)
Fixpoint integer (w : words) (b : bounds) (t : tree) : option Z :=
  let side t := match t with
                | Index i => match resolve b i with
                             | Small z => Some (Small z)
                             | Called x => match lookup (labels w) x with Some _ => Some (Called x) | None => None end
                             end
                | _ => option_map Small (integer w b t)
                end in
  match t with
  | Number z O => Some z
  | Name x => match lookup b x with Some (Small z) => Some z | _ => None end
  | Bracket t => integer w b t
  | Minus t => option_map Z.opp (integer w b t)
  | Plus s t => let* y := integer w b s in let* z := integer w b t in Some (y + z)%Z
  | Less s t => let* y := integer w b s in let* z := integer w b t in Some (y - z)%Z
  | Times s t => let* y := integer w b s in let* z := integer w b t in Some (y * z)%Z
  | Power t n => let* z := integer w b t in let* n := number_of b n in Some (z ^ Z.of_nat n)%Z
  | Mod t n => let* z := integer w b t in Some (z mod n)%Z
  | Equal yes s t => let* y := side s in let* z := side t in
                     Some (if Bool.eqb yes (same_index y z) then 1 else 0)%Z
  | Total x l t => let* l := values_of w b x l in
                   let* l := all (fun i => integer w ((x, i) :: b) t) l in Some (fold_right Z.add 0%Z l)
  | _ => None
  end.

Definition entry_of (w : words) (b : bounds) (table : text) (l : list index) : option expr :=
  match lookup (tables w) table with
  | Some (axes, cells) =>
    let* key := all (label_of w b) l in
    match place axes key with Some n => nth_error cells n | None => None end
  | None =>
    let* l := all (fun i => Some (resolve b i)) l in
    match l with
    | [a; x] => let* a := label_of w [] a in let* x := label_of w [] x in
                if same table "path" then Some (path a x) else None
    | [a; x; i] => let* a := label_of w [] a in let* x := label_of w [] x in
                   if same table "state" then let* q := label_of w [] i in Some (state_of a x q)
                   else if same table "mass" then let* s := lookup (sets w) (text_of_index i) in Some (mass_of a x s)
                   else None
    | _ => None
    end
  end.

(* Whether these are sources or queries of a scheme. *)
Definition is_source (s : scheme) (l : list label) : bool := forallb (fun x => member x (sources s)) l.
Definition is_query (s : scheme) (l : list label) : bool := forallb (fun q => member q (map fst (queries s))) l.
Definition call (w : words) (b : bounds) (f : text) (l : list index) : option expr :=
  match l with
  | Called s :: l =>
    let* s := lookup (schemes w) s in
    if same f "history" then
      let* l := all (label_of w b) l in
      match l with
      | a :: (_ :: _) as h => if is_source s [a] && is_query s h then Some (history s a h) else None
      | _ => None
      end
    else
      match l with
      | t :: l =>
        let* t := number_of b t in let* l := all (label_of w b) l in
        if same f "state" then
          match l with
          | [a; x; q] => if is_source s [a; x] && is_query s [q] then Some (state s t a x q) else None
          | _ => None
          end
        else if same f "law" then
          match t, l with
          | S _, [a; x; p; q] =>
            if is_source s [a; x] && is_query s [p; q] && negb (existsb (fun r => given_last r) (rules s))
            then Some (law s t a x p q x) else None
          | S _, [a; x; p; q; y] =>
            if is_source s [a; x; y] && is_query s [p; q] then Some (law s t a x p q y) else None
          | _, _ => None
          end
        else None
      | [] => None
      end
  | _ => None
  end.

Fixpoint meaning (w : words) (b : bounds) (t : tree) : option expr :=
  match t with
  | Number z O => Some (Num z)
  | Number z places => Some (Div (Num z) (Num (10 ^ Z.of_nat places)))
  | Name x =>
    match lookup b x with
    | Some (Small z) => Some (Num z)
    | Some (Called _) => None
    | None => option_map Var (lookup (names w) x)
    end
  | Index _ => None
  | Bracket t => meaning w b t
  | Entry table l => entry_of w b table l
  | Call f l => call w b f l
  | Minus t => let* e := meaning w b t in Some (Sub (Num 0) e)
  | Plus s t => let* d := meaning w b s in let* e := meaning w b t in Some (Add d e)
  | Less s t => let* d := meaning w b s in let* e := meaning w b t in Some (Sub d e)
  | Times s t => let* d := meaning w b s in let* e := meaning w b t in Some (Mul d e)
  | Over s t => let* d := meaning w b s in let* e := meaning w b t in Some (Div d e)
  | Power t n => let* e := meaning w b t in let* n := number_of b n in Some (Pow e n)
  | Mod _ _ | Equal _ _ _ => option_map Num (integer w b t)
  | Total x l t =>
    let* l := values_of w b x l in let* l := all (fun i => meaning w ((x, i) :: b) t) l in
    match l with [] => None | e :: l => Some (fold_left Add l e) end
  | Chance _ _ _ => None
  | Shared l m n => let* l := set_of w l in let* m := set_of w m in let* n := set_of w n in Some (I l m n)
  end.

Fixpoint choices_of (w : words) (b : bounds) (l : list (text * list index)) : option (list bounds) :=
  match l with
  | [] => Some [b]
  | (x, values) :: l =>
    let* values := values_of w b x values in
    let* found := all (fun i => choices_of w ((x, i) :: b) l) values in Some (concat found)
  end.
Definition sign_of (s : sign) : cmp :=
  match s with Lt => CLt | Le => CLe | Gt => CGt | Ge => CGe | Eq => CEq | Ne => CNe end.
Fixpoint linked (sides : list expr) (signs : list sign) : list rel :=
  match sides, signs with
  | a :: (b :: _) as more, s :: signs => (a, sign_of s, b) :: linked more signs
  | _, _ => []
  end.
Definition relations_of (w : words) (t : text) : option (list rel) :=
  let* s := parse t in
  match signs s with
  | [] => None
  | _ =>
    let* l := choices_of w [] (ranges s) in
    let* l := all (fun b => let* sides := all (meaning w b) (Texts.sides s) in Some (linked sides (signs s))) l in
    Some (concat l)
  end.
Definition all_relations (w : words) (l : list text) : option (list rel) :=
  let* l := all (relations_of w) l in Some (concat l).
Definition expression_of (w : words) (t : text) : option expr :=
  let* s := parse t in
  match ranges s, Texts.sides s, signs s with [], [t], [] => meaning w [] t | _, _, _ => None end.

(* -- reading the words of a goal -- *)

Definition label_in (w : words) (j : json) : option label :=
  match j with
  | Text t => label_of w [] (index_of t)
  | Whole z => label_of w [] (Small z)
  | _ => None
  end.
Definition labels_in (w : words) (j : json) : option (list label) :=
  match j with Items l => all (label_in w) l | _ => None end.

(* All words of the goal that stand where labels do; the numbers among them. *)
Definition words_in (j : json) : list index :=
  flat_map (fun j => match j with Text t => [index_of t] | Whole z => [Small z] | _ => [] end) (items j).
Definition all_labels (goal : json) : list index :=
  flat_map (fun '(_, t) => flat_map words_in (items (field "index" t))) (fields (field "tables" goal)) ++
  flat_map (fun '(_, s) => words_in (field "sources" s) ++ map (fun '(q,
    _) => index_of q) (fields (field "queries" s)))
    (fields (field "schemes" goal)).
Fixpoint once (l : list text) (seen : list text) : list text :=
  match l with [] => rev seen | t :: l => once l (if one_of seen t then seen else t :: seen) end.
Fixpoint numbered {A B} (f : nat -> B) (n : nat) (l : list A) : list (A * B) :=
  match l with [] => [] | a :: l => (a, f n) :: numbered f (S n) l end.

Fixpoint unlike (l : list label) : bool :=
  match l with [] => true | x :: l => negb (member x l) && unlike l end.
Definition as_many (l m : list label) : bool :=
  Nat.eqb (length l) (length m) && forallb (fun x => member x m) l && unlike l.
(* Whether a table has these labels, in any order. *)
Fixpoint has_axes (t : list (list label)) (axes : list (list label)) : bool :=
  match t, axes with
  | [], [] => true | a :: t, b :: axes => as_many a b && has_axes t axes | _, _ => false
  end.
Definition read_table (w : words) (j : json) : option (list (list label) * list expr) :=
  let* axes := all (labels_in w) (items (field "index" j)) in
  let* cells := all (fun j => match j with Text t => expression_of w t | Null => Some Undef | _ => None end)
                    (items (field "entries" j)) in
  if Nat.eqb (length cells) (fold_right Nat.mul 1 (map (@length _) axes)) && forallb unlike axes
    && negb (Nat.eqb (length axes) 0) then Some (axes, cells) else None.
Definition table3 (t : list (list label) * list expr) (a x q : label) : expr := entry (fst t) (snd t) [a; x; q].
Definition table2 (t : list (list label) * list expr) (a x : label) : expr := entry (fst t) (snd t) [a; x].
Definition table1 (t : list (list label) * list expr) (a : label) : expr := entry (fst t) (snd t) [a].
Definition whole (j : json) (default : nat) : option nat :=
  match j with Whole z => if Z.leb 0 z then Some (Z.to_nat z) else None | Null => Some default | _ => None end.
Definition read_time (j : json) : option (nat * nat) :=
  match j with
  | Null => Some (1, 0)%nat
  | Items [m; r] => let* m := whole m 0 in let* r := whole r 0 in Some (m, r)
  | _ => None
  end.
Definition read_rule (w : words) (sources queries : list label) (j : json) : option rule :=
  let has key := match lookup (fields j) key with Some _ => true | None => false end in
  let* _ := (if forallb has ["previous"; "time"; "table"] then Some tt else None) in
  let* (m, r) := read_time (field "time" j) in
  let* before := (match field "previous" j with Null => Some None | l => option_map Some (labels_in w l) end) in
  let* since := whole (field "since" j) 1 in
  let* until := (match field "until" j with Null => Some None | n => option_map Some (whole n 0) end) in
  let* table := (match field "table" j with
                 | Null => Some None
                 | Text t => let* t := lookup (tables w) t in
                             if has_axes (fst t) [sources; sources; queries] then Some (Some (table3 t)) else None
                 | _ => None
                 end) in
  let last := match field "given" j with Text t => same t "last" | _ => false end in
  if Nat.ltb r m && Nat.leb 1 since && match until with Some u => Nat.leb since u | None => true end
  then Some {| previous := before; modulus := m; rest := r; since := since; until := until; table := table;
               given_last := last |}
  else None.
Definition read_scheme (w : words) (j : json) : option scheme :=
  let* sources := labels_in w (field "sources" j) in
  let* chain := as_text (field "chain" j) in let* chain := lookup (tables w) chain in
  let* queries := all (fun '(q, d) => let* q := label_of w [] (index_of q) in
                                      let* d := labels_in w d in Some (q, d)) (fields (field "queries" j)) in
  let all_queries := map fst queries in
  let* rules := all (read_rule w sources all_queries) (items (field "rules" j)) in
  if has_axes (fst chain) [sources; sources] && unlike sources && unlike all_queries
    && forallb (fun '(_, d) => unlike d && forallb (fun x => member x sources) d &&
      negb (Nat.eqb (length d) 0)) queries && existsb (fun '(_, d) => as_many d sources) queries
    && forallb (fun r => match previous r with Some l => forallb (fun q => member q all_queries) l | None => true
      end) rules
  then Some {| sources := sources; step_law := table2 chain; queries := queries; rules := rules |}
  else None.

Definition keywords : list text :=
  ["for"; "in"; "sum"; "mod"; "indep"; "law"; "history"; "Pr"; "H"; "I"; "path"; "state"; "mass"].
Definition read_words (goal : json) (variables : list text) : option words :=
  let* names := texts (field "names" goal) in
  let found := all_labels goal in
  let numbers := flat_map (fun i => match i with Small z => [Z.to_nat z] | _ => [] end) found in
  let first := S (fold_right Nat.max 0%nat numbers) in
  let called := once (flat_map (fun i => match i with Called t => [t] | _ => [] end) found) [] in
  let w := {| names := numbered (fun n => xO (xO (xO (Pos.of_succ_nat n)))) 0 names; first_word := first;
              labels := numbered (fun n => n) first called; variables :=
                numbered (fun n => N.shiftl 1 (N.of_nat n)) 0 variables; tables := []; schemes := []; sets := [] |} in
  if existsb (fun x => one_of called x || one_of keywords x) names ||
    negb (Nat.eqb (length (once names [])) (length names))
    || existsb (one_of ["path"; "state"; "mass"]) (map fst (fields (field "tables" goal))) then None else
  let* tables := all (fun '(name, t) => let* t := read_table w t in Some (name, t)) (fields (field "tables" goal)) in
  let w := {| names := Words.names w; first_word := first; labels := labels w; variables := Words.variables w;
              tables := tables; schemes := []; sets := [] |} in
  let* schemes := all (fun '(name, s) => let* s := read_scheme w s in Some (name,
    s)) (fields (field "schemes" goal)) in
  Some {| names := Words.names w; first_word := first; labels := labels w; variables := Words.variables w;
          tables := tables; schemes := schemes; sets := [] |}.
