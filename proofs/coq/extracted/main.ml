(* The extracted checker on a file: onoff-checker FILE [NAME...] says whether the certificate is valid, but for the
   statements NAME. What is here is trusted: a reader of JSON, and that what it reads is what the checker is given.
   Exit code 0: valid; 1: not; 2: the file cannot be read. *)
open Checker

exception Bad of string

let text s = String.fold_right (fun c t -> Char (c, t)) s End

let rec positive n = if n = 1 then XH else if n land 1 = 0 then XO (positive (n / 2)) else XI (positive (n / 2))
let whole n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (- n))

(* -- JSON: no floats, integers of at most six characters, each key once, at most 20 levels, nothing after -- *)

let add_code buffer n =
  if n >= 0xD800 && n < 0xE000 then raise (Bad "a surrogate");
  Buffer.add_utf_8_uchar buffer (Uchar.of_int n)

let parse s =
  let at = ref 0 in
  let peek () = if !at < String.length s then s.[!at] else raise (Bad "it ends too soon") in
  let next () = let c = peek () in incr at; c in
  let rec space () =
    if !at < String.length s && (match s.[!at] with ' ' | '\t' | '\n' | '\r' -> true | _ -> false)
    then (incr at; space ()) in
  let word w value = String.iter (fun c -> if next () <> c then raise (Bad "a word")) w; value in
  let hex () = int_of_string ("0x" ^ String.init 4 (fun _ -> match next () with
    | '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' as c -> c | _ -> raise (Bad "an escape"))) in
  let string () =
    let found = Buffer.create 16 in
    let rec go () =
      match next () with
      | '"' -> Buffer.contents found
      | '\\' ->
        (match next () with
         | '"' | '\\' | '/' as c -> Buffer.add_char found c
         | 'b' -> Buffer.add_char found '\b' | 'f' -> Buffer.add_char found '\012'
         | 'n' -> Buffer.add_char found '\n' | 'r' -> Buffer.add_char found '\r' | 't' -> Buffer.add_char found '\t'
         | 'u' -> add_code found (hex ())
         | _ -> raise (Bad "an escape"));
        go ()
      | c when c < ' ' -> raise (Bad "a control character")
      | c -> Buffer.add_char found c; go () in
    go () in
  let number () =
    let start = !at in
    let rec go () =
      if !at < String.length s && (match s.[!at] with '0' .. '9' | '-' -> true | _ -> false) then (incr at; go ()) in
    go ();
    let word = String.sub s start (!at - start) in
    if String.length word > 6 then raise (Bad "a long integer");
    match int_of_string_opt word with
    | Some n when string_of_int n = word -> whole n
    | _ -> raise (Bad "a number") in
  let rec value depth =
    if depth > 20 then raise (Bad "too many levels");
    space ();
    match peek () with
    | '{' -> incr at; space (); if peek () = '}' then (incr at; Fields []) else Fields (fields depth [])
    | '[' -> incr at; space (); if peek () = ']' then (incr at; Items []) else Items (items depth [])
    | '"' -> incr at; Text (text (string ()))
    | 't' -> word "true" (Flag true) | 'f' -> word "false" (Flag false) | 'n' -> word "null" Null
    | _ -> Whole (number ())
  and items depth found =
    let found = value (depth + 1) :: found in
    space ();
    match next () with ',' -> items depth found | ']' -> List.rev found | _ -> raise (Bad "a list")
  and fields depth found =
    space ();
    if next () <> '"' then raise (Bad "a key");
    let key = text (string ()) in
    if List.mem_assoc key found then raise (Bad "a key twice");
    space ();
    if next () <> ':' then raise (Bad "an object");
    let found = (key, value (depth + 1)) :: found in
    space ();
    match next () with ',' -> fields depth found | '}' -> List.rev found | _ -> raise (Bad "an object") in
  let found = value 0 in
  space ();
  if !at < String.length s then raise (Bad "something after it");
  found

let read path =
  let file = open_in_bin path in
  let size = in_channel_length file in
  if size > 4_000_000 then raise (Bad "it is too long");
  really_input_string file size

let () =
  match Array.to_list Sys.argv with
  | _ :: path :: without ->
    (match parse (read path) with
     | exception (Bad why | Sys_error why) -> prerr_endline (path ^ ": " ^ why); exit 2
     | exception (Stack_overflow | End_of_file | Invalid_argument _) -> prerr_endline (path ^ ": cannot be read"); exit 2
     | data ->
       let good = try valid (List.map text without) data with Stack_overflow | Out_of_memory -> false in
       print_endline (if good then "valid" else "not valid");
       exit (if good then 0 else 1))
  | _ -> prerr_endline "usage: onoff-checker FILE [NAME...]"; exit 2
