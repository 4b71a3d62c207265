(* EXPRESSIONS, AND WHAT THEY SAY in an ordered field.

   Assumes: an ordered field in which equality is decided by the order (`ordered`); R and Qc are such fields
   (Certificates.v).
   Defines: expressions with division (`expr`), their value, where they have one (`defined`), relations (`sat`);
     this is what one has to believe of a text. Polynomials over Z as data, those of the standard library's micromega.
   Proves: what polynomials compute is so in the field. *)
From Coq Require Import ZArith List Bool Setoid Lia Ring Ring_theory.
From Coq Require Import micromega.OrderedRing micromega.RingMicromega micromega.EnvRing micromega.Env
  micromega.ZCoeff.
Import ListNotations.
Set Implicit Arguments.

(* -- what a text says ----------------------------------------------------------------------------------------------
  *)

Inductive expr :=
| Num (z : Z) | Var (x : positive)
| Add (a b : expr) | Sub (a b : expr) | Mul (a b : expr) | Div (a b : expr) | Pow (a : expr) (n : nat)
| Undef.        (* an entry that is left out *)

Inductive cmp := CLt | CLe | CGt | CGe | CEq | CNe.
Definition rel := (expr * cmp * expr)%type.

(* -- polynomials over Z --------------------------------------------------------------------------------------------
  *)

Definition poly := Pol Z.
Definition pC (z : Z) : poly := Pc z.
Definition padd : poly -> poly -> poly := Padd 0%Z Z.add Zeq_bool.
Definition psub : poly -> poly -> poly := Psub 0%Z Z.add Z.sub Z.opp Zeq_bool.
Definition pmul : poly -> poly -> poly := Pmul 0%Z 1%Z Z.add Z.mul Zeq_bool.
Definition popp : poly -> poly := Popp Z.opp.
Definition pmulC : poly -> Z -> poly := PmulC 0%Z 1%Z Z.mul Zeq_bool.
Definition peq : poly -> poly -> bool := Peq Zeq_bool.
Definition pvar (x : positive) : poly := mk_X 0%Z 1%Z x.
Fixpoint ppow (p : poly) (n : nat) : poly := match n with O => pC 1 | S O => p | S n => pmul p (ppow p n) end.

(* The content of a polynomial, and its last coefficient, whose sign is the sign that a key has. *)
Fixpoint content (p : poly) : Z :=
  match p with Pc c => Z.abs c | Pinj _ p => content p | PX p _ q => Z.gcd (content p) (content q) end.
Fixpoint lead (p : poly) : Z := match p with Pc c => c | Pinj _ p => lead p | PX p _ _ => lead p end.
Fixpoint pdivC (p : poly) (c : Z) : poly :=
  match p with Pc d => Pc (d / c)%Z | Pinj j p => Pinj j (pdivC p c) | PX p i q => PX (pdivC p c) i (pdivC q c) end.
Definition is_num (p : poly) : option Z := match p with Pc c => Some c | _ => None end.

Record field_data := {
  car :> Type; f0 : car; f1 : car; fadd : car -> car -> car; fmul : car -> car -> car; fsub : car -> car -> car;
  fopp : car -> car; finv : car -> car; fle : car -> car -> Prop; flt : car -> car -> Prop; fZ : Z -> car }.

(* An ordered field: equality is decided by the trichotomy of the order; the integers are in it. *)
Record ordered (F : field_data) : Prop := {
  o_sor : SOR (f0 F) (f1 F) (@fadd F) (@fmul F) (@fsub F) (@fopp F) (@eq F) (@fle F) (@flt F);
  o_inv : forall x : F, x <> f0 F -> fmul F x (finv F x) = f1 F;
  o_Z : ring_morph (f0 F) (f1 F) (@fadd F) (@fmul F) (@fsub F) (@fopp F) (@eq F)
    0%Z 1%Z Z.add Z.mul Z.sub Z.opp Zeq_bool (fZ F) }.

Section Field.
Variable F : field_data.
Hypothesis ok : ordered F.
Notation "0" := (f0 F). Notation "1" := (f1 F).
Infix "+" := (fadd F). Infix "*" := (fmul F). Infix "-" := (fsub F). Notation "- x" := (fopp F x).
Infix "<=" := (fle F). Infix "<" := (flt F).

Let sor := o_sor ok.
Add Ring Fring : (SORrt sor).

Definition env := positive -> F.

Fixpoint value (v : env) (e : expr) : F :=
  match e with
  | Num z => fZ F z | Var x => v x
  | Add a b => value v a + value v b | Sub a b => value v a - value v b | Mul a b => value v a * value v b
  | Div a b => value v a * finv F (value v b)
  | Pow a n => (fix pow n := match n with O => 1 | S n => value v a * pow n end) n
  | Undef => 0
  end.

Fixpoint defined (v : env) (e : expr) : Prop :=
  match e with
  | Num _ | Var _ => True
  | Add a b | Sub a b | Mul a b => defined v a /\ defined v b
  | Div a b => defined v a /\ defined v b /\ value v b <> 0
  | Pow a _ => defined v a
  | Undef => False
  end.

Definition compare (c : cmp) (x y : F) : Prop :=
  match c with CLt => x < y | CLe => x <= y | CGt => y < x | CGe => y <= x | CEq => x = y | CNe => x <> y end.

Definition sat (v : env) (r : rel) : Prop :=
  let '(a, c, b) := r in defined v a /\ defined v b /\ compare c (value v a) (value v b).
Definition sats (v : env) (l : list rel) : Prop := forall r, In r l -> sat v r.

Fixpoint power (x : F) (n : nat) : F := match n with O => 1 | S n => x * power x n end.
Lemma value_pow v a n : value v (Pow a n) = power (value v a) n.
Proof. induction n; simpl in *; [|rewrite IHn]; reflexivity. Qed.

(* -- evaluation of polynomials *)

Definition pow_N (x : F) (n : N) : F := match n with N0 => 1 | Npos p => pow_pos (@fmul F) x p end.
Lemma addon : SORaddon 0 1 (@fadd F) (@fmul F) (@fsub F) (@fopp F) (@eq F) (@fle F)
  0%Z 1%Z Z.add Z.mul Z.sub Z.opp Zeq_bool Z.leb (fZ F) (fun n : N => n) pow_N.
Proof.
  pose proof (o_Z ok) as M.
  assert (P : forall p, 0 < fZ F (Zpos p)).
  { intros p. induction p as [|p IH] using Pos.peano_ind.
    - rewrite (morph1 M). apply (Rlt_0_1 sor).
    - rewrite Pos2Z.inj_succ, <- Z.add_1_r, (morph_add M), (morph1 M).
      apply (Rplus_pos_pos sor); [assumption|apply (Rlt_0_1 sor)]. }
  assert (D : forall x y, (x < y)%Z -> fZ F x < fZ F y).
  { intros x y L. apply (Rlt_lt_minus sor). rewrite <- (morph_sub M).
    destruct (y - x)%Z eqn:E; [lia|apply P|lia]. } constructor.
  - exact M.
  - constructor. intros x n. reflexivity.
  - intros x y E H. assert (x <> y) by (intros ->; revert E; unfold Zeq_bool; rewrite Z.compare_refl; discriminate).
    destruct (Z.lt_total x y) as [L|[L|L]]; [|contradiction|]; apply D in L; rewrite H in L;
      apply (Rlt_neq sor) in L; now apply L.
  - intros x y L. apply Z.leb_le in L. destruct (Z.eq_dec x y) as [->|]; [apply (Rle_refl sor)|].
    apply (Rle_lt_eq sor). left. apply D. lia.
Qed.

Definition ev (v : env) (p : poly) : F := eval_pol (@fadd F) (@fmul F) (fZ F) v p.

Let wd := Rops_wd sor.
Let ar := Rth_ARth (SORsetoid sor) wd (SORrt sor).
Let rm := SORrm addon.

Lemma ev_C v z : ev v (pC z) = fZ F z. Proof. reflexivity. Qed.
Lemma ev_add v p q : ev v (padd p q) = ev v p + ev v q.
Proof. apply (Padd_ok (SORsetoid sor) wd ar rm). Qed.
Lemma ev_sub v p q : ev v (psub p q) = ev v p - ev v q.
Proof. apply (Psub_ok (SORsetoid sor) wd ar rm). Qed.
Lemma ev_mul v p q : ev v (pmul p q) = ev v p * ev v q.
Proof. apply (Pmul_ok (SORsetoid sor) wd ar rm). Qed.
Lemma ev_opp v p : ev v (popp p) = - ev v p.
Proof. apply (Popp_ok (SORsetoid sor) wd ar rm). Qed.
Lemma ev_mulC v p c : ev v (pmulC p c) = ev v p * fZ F c.
Proof. apply (PmulC_ok (SORsetoid sor) wd ar rm). Qed.
Lemma ev_var v x : ev v (pvar x) = v x.
Proof. symmetry. apply (mkX_ok (SORsetoid sor) wd ar rm x v). Qed.
Lemma ev_eq v p q : peq p q = true -> ev v p = ev v q.
Proof. intros H. apply (Peq_ok (SORsetoid sor) wd rm p q H). Qed.
Lemma ev_pow v p n : ev v (ppow p n) = power (ev v p) n.
Proof.
  induction n; simpl; [apply (morph1 (o_Z ok))|]. destruct n; [simpl; ring|].
  rewrite ev_mul, IHn. reflexivity.
Qed.

(* -- small facts *)

Lemma fZ_pos p : 0 < fZ F (Zpos p).
Proof.
  apply (Rlt_le_neq sor). split; [rewrite <- (morph0 (o_Z ok)); now apply (SORcleb_morph addon)|].
  intros H. symmetry in H. rewrite <- (morph0 (o_Z ok)) in H. now apply (SORcneqb_morph addon) in H.
Qed.
Lemma fZ_nonzero z : z <> 0%Z -> fZ F z <> 0.
Proof.
  intros H E. rewrite <- (morph0 (o_Z ok)) in E. apply (SORcneqb_morph addon) in E; [assumption|].
  destruct (Zeq_bool z 0) eqn:B; [apply Zeq_bool_eq in B; contradiction|reflexivity].
Qed.
Lemma nonzero_mul x y : x <> 0 -> y <> 0 -> x * y <> 0.
Proof. intros. now apply (Rtimes_neq_0 sor). Qed.
Lemma cancel x y z : z <> 0 -> x * z = y * z -> x = y.
Proof.
  intros N H. assert (A : (x * z) * finv F z = (y * z) * finv F z) by now rewrite H.
  replace (x * z * finv F z) with (x * (z * finv F z)) in A by ring.
  replace (y * z * finv F z) with (y * (z * finv F z)) in A by ring.
  rewrite (o_inv ok N) in A. replace x with (x * 1) by ring. rewrite A. ring.
Qed.
Lemma mul_nonzero_l x y : x * y <> 0 -> x <> 0.
Proof. intros H E. apply H. rewrite E. ring. Qed.
Lemma mul_nonzero_r x y : x * y <> 0 -> y <> 0.
Proof. intros H E. apply H. rewrite E. ring. Qed.
Lemma power_nonzero x n : x <> 0 -> power x n <> 0.
Proof.
  intros H. induction n; simpl; [|now apply nonzero_mul].
  intros E. symmetry in E. now apply (SORneq_0_1 sor) in E.
Qed.
Lemma inv_nonzero x : x <> 0 -> finv F x <> 0.
Proof.
  intros N E. pose proof (o_inv ok N) as H. rewrite E in H. apply (SORneq_0_1 sor).
  rewrite <- H. ring.
Qed.
End Field.
