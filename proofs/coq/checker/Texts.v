(* TEXTS AND TREES: a goal as it is written, and what its texts are made of.

   Assumes: nothing. Defines: texts, JSON values, and the one reader of texts, `parse`: `for x in
     A,B: p[x]**2 <= 1` is ranges, sides and signs. A sum reaches as far as it can, a product over `*` and `/`;
     `mod` stands between brackets. *)
From Coq Require Import Init.Byte Strings.Byte ZArith NArith List Bool.
Import ListNotations.
Set Implicit Arguments.

(* -- texts and JSON values -- *)

Inductive text := End | Char (b : byte) (rest : text).
Fixpoint text_of (l : list byte) : text := match l with [] => End | b :: l => Char b (text_of l) end.
Fixpoint bytes_of (t : text) : list byte := match t with End => [] | Char b t => b :: bytes_of t end.
Declare Scope word_scope.
Delimit Scope word_scope with word.
Bind Scope word_scope with text.
String Notation text text_of bytes_of : word_scope.
Open Scope word_scope.

Inductive json :=
| Null | Flag (b : bool) | Whole (z : Z) | Text (t : text) | Items (l : list json) | Fields (l : list (text * json)).

Fixpoint same (s t : text) : bool :=
  match s, t with
  | End, End => true
  | Char a s, Char b t => if Byte.eqb a b then same s t else false
  | _, _ => false
  end.
Fixpoint followed (s t : text) : text := match s with End => t | Char a s => Char a (followed s t) end.
Fixpoint size (t : text) : nat := match t with End => O | Char _ t => S (size t) end.
Definition one_of (l : list text) (t : text) : bool := existsb (same t) l.
Fixpoint lookup {A} (l : list (text * A)) (w : text) : option A :=
  match l with [] => None | (v, a) :: l => if same w v then Some a else lookup l w end.
(* The field of an object; nothing for what has none. *)
Definition field (w : text) (j : json) : json :=
  match j with Fields l => match lookup l w with Some v => v | None => Null end | _ => Null end.
Definition items (j : json) : list json := match j with Items l => l | _ => [] end.
Definition fields (j : json) : list (text * json) := match j with Fields l => l | _ => [] end.

Notation "'let*' p := a 'in' b" := (match a with Some p => b | None => None end)
  (at level 200, p pattern, a at level 100, b at level 200).
Fixpoint all {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | a :: l => let* b := f a in let* l := all f l in Some (b :: l)
  end.
Definition as_text (j : json) : option text := match j with Text t => Some t | _ => None end.
Definition texts (j : json) : option (list text) := match j with Items l => all as_text l | _ => None end.

(* -- tokens: words, numbers z / 10^places, and signs -- *)

Inductive token := Word (w : text) | Figure (z : Z) (places : nat) | Mark (m : text).

Definition within_codes (first last : N) (b : byte) : bool :=
  let n := Byte.to_N b in N.leb first n && N.leb n last.
Definition is_digit : byte -> bool := within_codes 48 57.
Definition is_letter (b : byte) : bool :=
  within_codes 97 122 b || within_codes 65 90 b || Byte.eqb b "_".
Definition is_space (b : byte) : bool := within_codes 9 13 b || Byte.eqb b " ".

Fixpoint take_word (t : text) : text * text :=
  match t with
  | Char b rest => if is_letter b || is_digit b then let (w, rest) := take_word rest in (Char b w, rest) else (End, t)
  | End => (End, End)
  end.
Fixpoint take_digits (z : Z) (count : nat) (t : text) : Z * nat * text :=
  match t with
  | Char b rest =>
    if is_digit b then take_digits (10 * z + (Z.of_N (Byte.to_N b) - 48))%Z (S count) rest else (z, count, t)
  | End => (z, count, End)
  end.
Definition double_marks : list text := ["**"; ".."; "->"; "<="; ">="; "!="].

Fixpoint tokens_of (fuel : nat) (t : text) : list token :=
  match fuel, t with
  | S fuel, Char b rest =>
    if is_space b then tokens_of fuel rest
    else if is_letter b then let (w, rest) := take_word t in Word w :: tokens_of fuel rest
    else if is_digit b then
      let '(z, _, rest) := take_digits 0 O t in
      match rest with
      | Char "." (Char d more) =>
        if is_digit d then
          let '(z, places, rest) := take_digits z O (Char d more) in Figure z places :: tokens_of fuel rest
        else Figure z O :: tokens_of fuel rest
      | _ => Figure z O :: tokens_of fuel rest
      end
    else
      match rest with
      | Char c more =>
        let pair := Char b (Char c End) in
        if one_of double_marks pair then Mark pair :: tokens_of fuel more
        else Mark (Char b End) :: tokens_of fuel rest
      | End => [Mark (Char b End)]
      end
  | _, _ => []
  end.
Definition tokens (t : text) : list token := tokens_of (size t) t.

(* -- trees -- *)

(* A label or a bound name, or a number; a label of digits is a number. *)
Inductive index := Called (w : text) | Small (z : Z).
Definition same_index (a b : index) : bool :=
  match a, b with Called a, Called b => same a b | Small a, Small b => Z.eqb a b | _, _ => false end.

Inductive tree :=
| Number (z : Z) (places : nat) | Name (w : text) | Index (i : index) | Bracket (t : tree)
| Entry (table : text) (at_ : list index) | Call (function : text) (words : list index)
| Minus (t : tree) | Plus (a b : tree) | Less (a b : tree) | Times (a b : tree) | Over (a b : tree)
| Power (a : tree) (n : index) | Mod (a : tree) (n : Z) | Equal (yes : bool) (a b : tree)
| Total (x : text) (values : list index) (a : tree)
| Chance (experiment : text) (event given : list (text * index))
| Shared (a b given : list text).        (* I(a;b|given) *)

Inductive sign := Lt | Le | Gt | Ge | Eq | Ne.
Record sentence := { ranges : list (text * list index); sides : list tree; signs : list sign }.

Definition is (m : text) (t : token) : bool := match t with Mark n => same m n | Word n => same m n | _ => false end.
Definition reads A := list token -> option (A * list token).
Definition skip (m : text) (l : list token) : option (list token) :=
  match l with t :: l => if is m t then Some l else None | [] => None end.
Definition comes (m : text) (l : list token) : bool := match l with t :: _ => is m t | [] => false end.

Fixpoint separated {A} (fuel : nat) (mark : text) (rule : reads A) (l : list token) : option (list A * list token) :=
  match fuel with
  | O => None
  | S fuel =>
    let* (a, l) := rule l in
    match skip mark l with
    | Some l => let* (more, l) := separated fuel mark rule l in Some (a :: more, l)
    | None => Some ([a], l)
    end
  end.
Fixpoint joined (fuel : nat) (rule : reads tree) (join : token -> option (tree -> tree -> tree)) (a : tree)
  (l : list token) : option (tree * list token) :=
  match fuel with
  | O => None
  | S fuel =>
    match l with
    | t :: m =>
      match join t with
      | Some f => let* (b, l) := rule m in joined fuel rule join (f a b) l
      | None => Some (a, l)
      end
    | [] => Some (a, l)
    end
  end.

Definition read_word : reads text := fun l => match l with Word w :: l => Some (w, l) | _ => None end.
Definition read_small : reads Z :=
  fun l => match l with Figure z O :: l => if Z.leb z 9999 then Some (z, l) else None | _ => None end.
Definition read_index : reads index :=
  fun l => match l with
           | Word w :: l => Some (Called w, l)
           | _ => let* (z, l) := read_small l in Some (Small z, l)
           end.
Definition read_span : reads (list index) :=
  fun l => match l with
           | Word w :: l => Some ([Called w], l)
           | _ =>
             let* (first, l) := read_small l in
             match skip ".." l with
             | Some l =>
               let* (last, l) := read_small l in
               Some (map (fun n => Small (first + Z.of_nat n)%Z) (seq 0 (Z.to_nat (last - first + 1))), l)
             | None => Some ([Small first], l)
             end
           end.
Definition read_range : reads (text * list index) :=
  fun l => let* (x, l) := read_word l in let* l := skip "in" l in
           let* (spans, l) := separated (length l) "," read_span l in Some ((x, concat spans), l).
Definition read_indices : reads (list index) := fun l => separated (length l) "," read_index l.
Definition read_variables : reads (list text) := fun l => separated (length l) "," read_word l.
Definition read_given : reads (list text) :=
  fun l => match skip "|" l with Some l => read_variables l | None => Some ([], l) end.
Definition read_equation : reads (text * index) :=
  fun l => let* (w, l) := read_word l in let* l := skip "=" l in
           match skip "-" l with
           | Some l => let* (z, l) := read_small l in Some ((w, Small (- z)%Z), l)
           | None => let* (i, l) := read_index l in Some ((w, i), l)
           end.
Definition read_equations : reads (list (text * index)) := fun l => separated (length l) "," read_equation l.
Fixpoint minus_signs (l : list token) : bool * list token :=
  match l with
  | t :: m => if is "-" t then let (odd, l) := minus_signs m in (negb odd, l) else (false, l)
  | [] => (false, [])
  end.
Definition is_mod (t : tree) : bool := match t with Mod _ _ => true | _ => false end.
Definition alone (l : list token) : bool :=        (* what may come after (e) mod n *)
  match l with [] => true | t :: _ => existsb (fun m => is m t) [")"; "]"; "="; "!="; "<"; "<="; ">"; ">="] end.
Definition adds (t : token) : option (tree -> tree -> tree) :=
  if is "+" t then Some Plus else if is "-" t then Some Less else None.
Definition multiplies (t : token) : option (tree -> tree -> tree) :=
  if is "*" t then Some Times else if is "/" t then Some Over else None.

(* A sum, or a product alone. *)
Fixpoint read (fuel : nat) (sum : bool) (l : list token) {struct fuel} : option (tree * list token) :=
  match fuel with
  | O => None
  | S fuel =>
    let side l :=
      match l with
      | _ :: t :: _ =>
        if existsb (fun m => is m t) ["="; "!="; "]"] then let* (i, l) := read_index l in Some (Index i, l)
        else read fuel true l
      | _ => None
      end in
    let inside (f : text) (l : list token) : option (tree * list token) :=
      if same f "H" then
        let* (a, l) := read_variables l in let* (c, l) := read_given l in Some (Shared a a c, l)
      else if same f "I" then
        let* (a, l) := read_variables l in
        let* l := (if comes ":" l then skip ":" l else skip ";" l) in
        let* (b, l) := read_variables l in let* (c, l) := read_given l in Some (Shared a b c, l)
      else if same f "Pr" then
        let* (e, l) := read_word l in let* l := skip "," l in
        let* (event, l) := read_equations l in
        match skip "|" l with
        | Some l => let* (given, l) := read_equations l in Some (Chance e event given, l)
        | None => Some (Chance e event [], l)
        end
      else let* (words, l) := read_indices l in Some (Call f words, l) in
    let atom l :=
      match l with
      | Figure z places :: l => Some (Number z places, l)
      | Word w :: l =>
        if same w "sum" && match l with _ :: t :: _ => is "in" t | _ => false end then
          let* ((x, values), l) := read_range l in let* l := skip ":" l in
          let* (a, l) := read fuel false l in if is_mod a then None else Some (Total x values a, l)
        else if comes "[" l then
          let* l := skip "[" l in let* (at_, l) := read_indices l in let* l := skip "]" l in Some (Entry w at_, l)
        else if comes "(" l then
          let* l := skip "(" l in let* (t, l) := inside w l in let* l := skip ")" l in Some (t, l)
        else Some (Name w, l)
      | t :: l =>
        if is "(" t then
          let* (a, l) := read fuel true l in let* l := skip ")" l in
          match skip "mod" l with
          | Some l => let* (n, l) := read_small l in
                      if Z.ltb 0 n && alone l then Some (Mod a n, l) else None
          | None => Some (Bracket a, l)
          end
        else if is "[" t then
          let* (a, l) := side l in
          let yes := comes "=" l in
          let* l := (if yes then skip "=" l else skip "!=" l) in
          let* (b, l) := side l in let* l := skip "]" l in Some (Equal yes a b, l)
        else None
      | [] => None
      end in
    let factor l :=
      let* (a, l) := atom l in
      match skip "**" l with
      | Some l => let* (n, l) := read_index l in if is_mod a then None else Some (Power a n, l)
      | None => Some (a, l)
      end in
    let product l :=
      let (odd, l) := minus_signs l in
      let* (a, l) := factor l in
      let* (b, l) := joined (S (length l)) (fun l => let* (b, l) := factor l in
                                           if is_mod b then None else Some (b, l)) multiplies a l in
      if odd then if is_mod b then None else Some (Minus b, l) else Some (b, l) in
    if sum then let* (a, l) := product l in
      joined (S (length l)) (fun l => let* (b, l) := product l in if is_mod b then None else Some (b, l)) adds a l
    else product l
  end.
Definition read_sum : reads tree := fun l => read (S (length l)) true l.

Definition read_sign (l : list token) : option (sign * list token) :=
  match l with
  | t :: l => let* s := lookup [("<", Lt); ("<=", Le); (">", Gt); (">=", Ge); ("=", Eq); ("!=", Ne)]
                       (match t with Mark m => m | _ => End end) in Some (s, l)
  | [] => None
  end.
Fixpoint read_chain (fuel : nat) (l : list token) : option (list tree * list sign) :=
  match fuel with
  | O => None
  | S fuel =>
    let* (a, l) := read_sum l in
    match l with
    | [] => Some ([a], [])
    | _ => let* (s, l) := read_sign l in let* (sides, signs) := read_chain fuel l in Some (a :: sides, s :: signs)
    end
  end.

(* Lists of random variables: X,Y -> Z -> W, X indep Y | Z, Y = f(X). *)
Fixpoint is_list (l : list token) : bool :=
  match l with
  | Word _ :: t :: m =>
    if is "," t then is_list m
    else if is "=" t then
      match m with
      | Word f :: b :: _ => is "(" b && negb (one_of ["H"; "I"; "law"; "state"; "history"; "Pr"] f)
      | _ => false
      end
    else is "->" t || is "indep" t
  | _ => false
  end.
Fixpoint steps (past : list text) (l : list (list text)) : list (list text * list text * list text) :=
  match l with
  | present :: (future :: _) as m => (past, future, present) :: steps (past ++ present) m
  | _ => []
  end.
Fixpoint partings (past : list text) (l : list (list text)) : list (list text * list text) :=
  match l with [] => [] | next :: l => (past, next) :: partings (past ++ next) l end.
Definition read_list (l : list token) : option tree :=
  let* (first, l) := read_variables l in
  let total l := match map (fun '(a, b, c) => Shared a b c) l with [] => None | t :: l => Some (fold_left Plus l t)
    end in
  if comes "=" l then
    let* l := skip "=" l in let* (_, l) := read_word l in let* l := skip "(" l in
    let* (of, l) := read_variables l in let* l := skip ")" l in
    match l with [] => Some (Shared first first of) | _ => None end
  else if comes "->" l then
    let* l := skip "->" l in let* (others, l) := separated (length l) "->" read_variables l in
    match l with [] => total (steps first others) | _ => None end
  else
    let* l := skip "indep" l in let* (others, l) := separated (length l) "indep" read_variables l in
    let* (given, l) := read_given l in
    match l with [] => total (map (fun '(a, b) => (a, b, given)) (partings first others)) | _ => None end.

Definition parse (t : text) : option sentence :=
  let l := tokens t in
  let* (ranges, l) := (match skip "for" l with
                       | Some l => let* (ranges, l) := separated (length l) ";" read_range l in
                                   let* l := skip ":" l in Some (ranges, l)
                       | None => Some ([], l)
                       end) in
  if is_list l then let* t := read_list l in Some {| ranges := ranges; sides := [t; Number 0 O]; signs := [Eq] |}
  else let* (sides, signs) := read_chain (S (length l)) l in
       Some {| ranges := ranges; sides := sides; signs := signs |}.
