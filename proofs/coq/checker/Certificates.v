(* CERTIFICATES AS DATA: what is computed to be shown is true.

   Assumes: nothing; in `real`, the axioms of Coq's real numbers. Defines: goals and certificates, what a goal says
   (`stated`), and `checks`.
   Proves: of every ordered field, what is checked is so (`check_sound`); R and Qc are ordered fields (`real_ok`,
   `rational_ok`). A file of a certificate proves its goal by computing `checks`. *)
From Coq Require Import ZArith Reals QArith Qcanon List Bool Lia Lqa.
From Coq Require Import micromega.OrderedRing micromega.RingMicromega micromega.RMicromega.
From OnOffChecker Require Export Terms Quotients Steps Statements Schemes Processes Programs Costs Failures.
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

(* -- the whole: what a certificate states, and what shows it *)

Inductive part :=
| Relation (s : statement)      (* holds, cover, always; points; what fails *)
| Process (g : about)           (* about schemes, at every t *)
| Optimum (p : program)         (* least values *)
| Download (c : costs)          (* expected downloads *)
| Denied (g : about).           (* it is not so of a scheme, at a point *)
Coercion Relation : statement >-> part. Coercion Process : about >-> part. Coercion Optimum : program >-> part.
Coercion Download : costs >-> part. 

Inductive proof :=
| For_relation (e : evidence) | For_process (e : shown) | For_optimum (e : solution) | For_download (e : spending)
| For_denied (e : witness).
Coercion For_relation : evidence >-> proof. Coercion For_process : shown >-> proof.
Coercion For_optimum : solution >-> proof. Coercion For_download : spending >-> proof.
Coercion For_denied : witness >-> proof.

Definition check_part (s : part) (e : proof) : bool :=
  match s, e with
  | Relation s, For_relation e => check s e
  | Process g, For_process e => check_about g e
  | Optimum p, For_optimum e => check_program p e
  | Download c, For_download e => check_cost c e
  | Denied g, For_denied e => check_failing g e
  | _, _ => false
  end.
Definition means_part (F : field_data) (s : part) : Prop :=
  match s with
  | Relation s => means F s
  | Process g => means_about F g
  | Optimum p => means_program F p
  | Download c => means_cost F c
  | Denied g => means_failing F g
  end.

Fixpoint checks (goal : list part) (certificate : list proof) : bool :=
  match goal, certificate with
  | [], [] => true
  | s :: goal, e :: certificate => if check_part s e then checks goal certificate else false
  | _, _ => false
  end.
Definition stated (F : field_data) (goal : list part) : Prop := forall s, In s goal -> means_part F s.

Lemma part_ok F : ordered F -> forall s e, check_part s e = true -> means_part F s.
Proof.
  intros ok [s|g|p|c|g] [e|e|e|e|e] E; try discriminate; simpl in *.
  - now apply check_ok with e.
  - now apply about_ok with e.
  - now apply program_ok with e.
  - now apply cost_ok with e.
  - now apply failing_ok with e.
Qed.
Theorem check_sound F : ordered F -> forall goal certificate, checks goal certificate = true -> stated F goal.
Proof.
  intros ok. induction goal as [|s goal IH]; intros [|e certificate] E; simpl in E; try discriminate; intros x X;
    [destruct X|].
  destruct (check_part s e) eqn:C; [|discriminate]. destruct X as [<-|X];
    [now apply part_ok with e|now apply IH with certificate].
Qed.
