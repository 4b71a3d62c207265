(* The checker as a program in OCaml: `valid`, of which `check_sound` says that what it accepts is true. Built by
   `make -C proofs/coq onoff-checker`; main.ml reads the file and calls it. *)
From Coq Require Import ExtrOcamlBasic ExtrOcamlChar Extraction.
From OnOffChecker Require Import Certificates.
Extraction "checker.ml" valid.
