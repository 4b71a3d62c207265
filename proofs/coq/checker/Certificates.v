(* CERTIFICATES AS DATA: what is computed to be shown is true.

   Assumes: nothing; in `real`, the axioms of Coq's real numbers. Defines: goals and certificates, what a goal says
   (`stated`), and `checks`.
   Proves: of every ordered field, what is checked is so (`check_sound`); R and Qc are ordered fields (`real_ok`,
   `rational_ok`). A file of a certificate proves its goal by computing `checks`. *)
From Coq Require Import ZArith Reals QArith Qcanon List Bool Lia Lqa.
From Coq Require Import micromega.OrderedRing micromega.RingMicromega micromega.RMicromega.
From OnOffChecker Require Export Texts Terms Quotients Steps Statements Schemes Processes Programs Costs Failures
  Words Goals Evidence.
Import ListNotations.


Definition real : field_data := {|
  car := R; f0 := 0%R; f1 := 1%R; fadd := Rplus; fmul := Rmult; fsub := Rminus; fopp := Ropp; finv := Rinv;
  fle := Rle; flt := Rlt; fZ := IZR |}.

Lemma real_ok : ordered real.
Proof.
  constructor; simpl.
  - exact Rsor.
  - exact Rinv_r.
  - constructor; intros; try reflexivity; simpl; [apply plus_IZR|apply minus_IZR|apply mult_IZR|apply opp_IZR|].
    now apply Zeq_bool_eq in H; subst.
Qed.

Definition rational : field_data := {|
  car := Qc; f0 := 0%Qc; f1 := 1%Qc; fadd := Qcplus; fmul := Qcmult; fsub := Qcminus; fopp := Qcopp; finv := Qcinv;
  fle := Qcle; flt := Qclt; fZ := fun z => Q2Qc (inject_Z z) |}.

Lemma rational_ok : ordered rational.
Proof.
  constructor; simpl.
  - constructor; intros; subst; try tauto; try (constructor; congruence); auto.
    + apply Qcrt.
    + apply Qcle_refl.
    + now apply Qcle_antisym.
    + now apply Qcle_trans with m.
    + split; [intros L; split; [now apply Qclt_le_weak|]|intros [L N]].
      * intros ->. now apply Qclt_not_eq in L.
      * destruct (Qcle_lt_or_eq n m L); congruence.
    + destruct (Qc_dec n m) as [[L|L]|L]; auto.
    + apply Qcplus_le_compat; [apply Qcle_refl|assumption].
    + pose proof (Qcmult_lt_compat_r 0 n m H0 H) as L. now rewrite Qcmult_0_l in L.
    + discriminate.
  - exact Qcmult_inv_r.
  - constructor; intros; simpl; try reflexivity.
    5: match goal with X : Zeq_bool _ _ = true |- _ => apply Zeq_bool_eq in X; now subst end.
    all: apply Qc_is_canon; unfold Qcplus, Qcminus, Qcmult, Qcopp, Qcplus, Q2Qc; cbn [this]; rewrite ?Qred_correct;
      unfold inject_Z, Qeq, Qplus, Qmult, Qopp; simpl; change (1 * 1)%positive with 1%positive; ring.
Qed.

(* -- the whole -- *)

Lemma part_ok F : ordered F -> forall s e, check_part s e = true -> means_part F s.
Proof.
  intros ok [s|g|p|c|g against] [e|e|e|e|e] E; try discriminate; simpl in *.
  - now apply check_ok with e.
  - now apply about_ok with e.
  - now apply program_ok with e.
  - now apply cost_ok with e.
  - now apply failing_ok with e.
Qed.

Definition shows (r : reader) (t : task) : bool :=
  match prove r t with Some e => check_part (what t) e | None => false end.
Definition reader_of (variables : list text) (certificate : json) : option reader :=
  let* c := context_of (field "goal" certificate) variables in
  Some {| about_it := c; data := certificate;
          points := flat_map (fun '(_, p) => match read_point (known c) p with Some p => [p] | None => [] end)
                      (fields (field "points" certificate)) |}.
(* Whether a certificate shows what its goal says, but for statements that are left out. *)
Definition valid (leaving : list text) (certificate : json) : bool :=
  let goal := field "goal" certificate in let variables := variables_of goal in
  match tasks_of leaving variables goal, reader_of variables certificate with
  | Some l, Some r => forallb (shows r) l
  | _, _ => false
  end.

Theorem check_sound F : ordered F -> forall leaving certificate, valid leaving certificate = true ->
  says F leaving (field "goal" certificate).
Proof.
  intros ok leaving certificate V. unfold valid in V. unfold says.
  destruct (tasks_of leaving _ _) as [l|]; [|discriminate]. destruct (reader_of _ _) as [r|]; [|discriminate].
  rewrite forallb_forall in V. intros t T. specialize (V t T). unfold shows in V.
  destruct (prove r t) as [e|]; [|discriminate]. now apply part_ok with e.
Qed.
