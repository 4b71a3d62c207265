(* Table III(a): Q_t is AB at t = 0; after A or B the request itself; after AB as the table says.
   alpha >= 0, beta >= 0, alpha + beta < 1.

   A file as it is emitted for a scheme, on top of Invariant.v. Check it with
     coqc -Q theories OnOff theories/ExampleTableIIIa.v
   Proves: the scheme is normalised, decodable, private at every t, and its queries are a Markov chain (Lemma 1). *)
From Coq Require Import Reals Lra List Bool.
From OnOff Require Import Sums Process Invariant.
Import ListNotations.
Open Scope R_scope.

(* THE SCHEME. *)
Inductive src := sA | sB.
Inductive qry := qA | qB | qAB.
Inductive time := t0.                                                       (* t modulo 1 *)
Definition same : forall x y : src, {x = y} + {x <> y}. Proof. decide equality. Defined.

Section Scheme.
  Variables alpha beta : R.
  Definition given := alpha >= 0 /\ beta >= 0 /\ alpha + beta < 1.
  Definition chain x y := match x, y with
    | sA, sA => 1 - alpha | sA, sB => alpha
    | sB, sA => beta | sB, sB => 1 - beta end.
  Definition law (t : time) a (w : src) x q' q := match t, q', a, x, q with
    | t0, qA, _, sA, qA => 1 | t0, qA, _, sB, qB => 1
    | t0, qB, _, sA, qA => 1 | t0, qB, _, sB, qB => 1
    | t0, qAB, sA, sA, qA => beta / (1 - alpha) | t0, qAB, sA, sA, qAB => (1 - alpha - beta) / (1 - alpha)
    | t0, qAB, sA, sB, qB => 1
    | t0, qAB, sB, sA, qA => 1
    | t0, qAB, sB, sB, qB => alpha / (1 - beta) | t0, qAB, sB, sB, qAB => (1 - alpha - beta) / (1 - beta)
    | _, _, _, _, _ => 0 end.
  Definition scheme : process src qry time := {|
    sources := [sA; sB]; queries := [qA; qB; qAB];
    downloads := fun q x => match q, x with qA, sA | qB, sB | qAB, _ => true | _, _ => false end;
    first := qAB; zero := t0; next := fun t => match t with t0 => t0 end;
    Process.chain := chain; Process.law := law |}.
  Definition matrix (t : time) q' q := match t, q', q with
    | t0, qA, qA => 1 - alpha | t0, qA, qB => alpha | t0, qA, qAB => 0
    | t0, qB, qA => beta | t0, qB, qB => 1 - beta | t0, qB, qAB => 0
    | t0, qAB, qA => beta | t0, qAB, qB => alpha | t0, qAB, qAB => 1 - alpha - beta end.

  (* THE CERTIFICATE: the relations of each node, and the states that can occur. *)
  Definition relations (t : time) q (path : src -> src -> R) := match t, q with
    | t0, qA => path sA sB = 0 /\ path sB sB = 0 /\ path sA sA = path sB sA
    | t0, qB => path sA sA = 0 /\ path sB sA = 0 /\ path sA sB = path sB sB
    | t0, qAB => path sA sB = 0 /\ path sB sA = 0 /\ path sA sA = path sB sB end.
  Definition can (t : time) a x q := match t, a, x, q with
    | t0, _, sA, qA | t0, _, sB, qB | t0, sA, sA, qAB | t0, sB, sB, qAB => true
    | _, _, _, _ => false end.

  (* THE PROOF. *)
  Hypothesis region : given.
  Lemma h1 : alpha >= 0. Proof. apply region. Qed.
  Lemma h2 : beta >= 0. Proof. apply region. Qed.
  Lemma h3 : alpha + beta < 1. Proof. apply region. Qed.
  Lemma d1 : 1 - alpha <> 0. Proof. assert (A := h1). assert (B := h2). assert (C := h3). lra. Qed.
  Lemma d2 : 1 - beta <> 0. Proof. assert (A := h1). assert (B := h2). assert (C := h3). lra. Qed.
  Ltac facts := assert (H1 := h1); assert (H2 := h2); assert (H3 := h3); assert (D1 := d1); assert (D2 := d2).
  Ltac now_ := unfold push, mass, scheme, chain, law, matrix; simpl.

  Lemma once x : In x (sources scheme) /\ sum (sources scheme) (fun y => if same x y then 1 else 0) = 1.
  Proof. split; destruct x; simpl; auto; ring. Qed.
  Lemma start : relations t0 qAB (initial same).
  Proof. unfold initial. simpl. refine (conj _ (conj _ _)); reflexivity. Qed.
  (* One lemma for each node, one sentence for each relation of each node that comes after it. *)
  Lemma step_t0_A q v : relations t0 qA v -> relations t0 q (push scheme t0 qA q v).
  Proof.
    facts. intros (E1 & E2 & E3). destruct q; now_; refine (conj _ (conj _ _)).
    - by_relations (0 * (v sA sB - 0)).
    - by_relations (0 * (v sA sB - 0)).
    - by_relations ((1 - alpha) * (v sA sA - v sB sA) + beta * (v sA sB - 0) + - beta * (v sB sB - 0)).
    - by_relations (0 * (v sA sB - 0)).
    - by_relations (0 * (v sA sB - 0)).
    - by_relations (alpha * (v sA sA - v sB sA) + (1 - beta) * (v sA sB - 0) + - (1 - beta) * (v sB sB - 0)).
    - by_relations (0 * (v sA sB - 0)).
    - by_relations (0 * (v sA sB - 0)).
    - by_relations (0 * (v sA sB - 0)).
  Qed.
  Lemma step_t0_B q v : relations t0 qB v -> relations t0 q (push scheme t0 qB q v).
  Proof.
    facts. intros (E1 & E2 & E3). destruct q; now_; refine (conj _ (conj _ _)).
    - by_relations (0 * (v sA sA - 0)).
    - by_relations (0 * (v sA sA - 0)).
    - by_relations (beta * (v sA sB - v sB sB) + (1 - alpha) * (v sA sA - 0) + - (1 - alpha) * (v sB sA - 0)).
    - by_relations (0 * (v sA sA - 0)).
    - by_relations (0 * (v sA sA - 0)).
    - by_relations ((1 - beta) * (v sA sB - v sB sB) + alpha * (v sA sA - 0) + - alpha * (v sB sA - 0)).
    - by_relations (0 * (v sA sA - 0)).
    - by_relations (0 * (v sA sA - 0)).
    - by_relations (0 * (v sA sA - 0)).
  Qed.
  Lemma step_t0_AB q v : relations t0 qAB v -> relations t0 q (push scheme t0 qAB q v).
  Proof.
    facts. intros (E1 & E2 & E3). destruct q; now_; refine (conj _ (conj _ _)).
    - by_relations (0 * (v sA sB - 0)).
    - by_relations (0 * (v sA sB - 0)).
    - by_relations (beta * (v sA sA - v sB sB) + beta * beta / (1 - alpha) * (v sA sB - 0) + - (1 - alpha) *
      (v sB sA - 0)).
    - by_relations (0 * (v sA sB - 0)).
    - by_relations (0 * (v sA sB - 0)).
    - by_relations (alpha * (v sA sA - v sB sB) + (1 - beta) * (v sA sB - 0) + - (alpha * alpha / (1 - beta)) *
      (v sB sA - 0)).
    - by_relations (0 * (v sA sB - 0)).
    - by_relations (0 * (v sA sB - 0)).
    - by_relations ((1 - alpha - beta) * (v sA sA - v sB sB) + (1 - alpha - beta) * beta / (1 - alpha) * (v sA sB - 0)
        + - ((1 - alpha - beta) * alpha / (1 - beta)) * (v sB sA - 0)).
  Qed.
  Lemma step p q' q v : relations p q' v -> relations (next scheme p) q (push scheme p q' q v).
  Proof. destruct p, q'; [apply step_t0_A | apply step_t0_B | apply step_t0_AB]. Qed.
  Lemma equal_mass p q v : relations p q v -> forall a b, mass scheme v a = mass scheme v b.
  Proof.
    destruct p, q; intros (E1 & E2 & E3) [] []; now_; try reflexivity.
    - by_relations (1 * (v sA sA - v sB sA) + 1 * (v sA sB - 0) + -(1) * (v sB sB - 0)).
    - by_relations (-(1) * (v sA sA - v sB sA) + -(1) * (v sA sB - 0) + 1 * (v sB sB - 0)).
    - by_relations (1 * (v sA sB - v sB sB) + 1 * (v sA sA - 0) + -(1) * (v sB sA - 0)).
    - by_relations (-(1) * (v sA sB - v sB sB) + -(1) * (v sA sA - 0) + 1 * (v sB sA - 0)).
    - by_relations (1 * (v sA sA - v sB sB) + 1 * (v sA sB - 0) + -(1) * (v sB sA - 0)).
    - by_relations (-(1) * (v sA sA - v sB sB) + -(1) * (v sA sB - 0) + 1 * (v sB sA - 0)).
  Qed.
  Theorem scheme_private : private scheme.
  Proof.
    apply (invariant_private scheme same once relations); [exact start | exact step |].
    intros p q v R a b _ _. now apply (equal_mass p q).
  Qed.
  (* The query chain, for every law of X_0. *)
  Lemma moves_on prior p q' q v : relations p q' v ->
    sum (sources scheme) (fun a => prior a * mass scheme (push scheme p q' q v) a)
      = sum (sources scheme) (fun a => prior a * mass scheme v a) * matrix p q' q.
  Proof.
    facts. destruct p, q'; intros (E1 & E2 & E3); destruct q; now_.
    - by_relations (prior sA * (alpha + beta - 1) * (v sA sB - 0) + prior sB * (alpha + beta - 1) * (v sB sB - 0)).
    - by_relations (prior sA * (1 - alpha - beta) * (v sA sB - 0) + prior sB * (1 - alpha - beta) * (v sB sB - 0)).
    - by_relations (0 * (v sA sB - 0)).
    - by_relations (prior sA * (1 - alpha - beta) * (v sA sA - 0) + prior sB * (1 - alpha - beta) * (v sB sA - 0)).
    - by_relations (prior sA * (alpha + beta - 1) * (v sA sA - 0) + prior sB * (alpha + beta - 1) * (v sB sA - 0)).
    - by_relations (0 * (v sA sA - 0)).
    - by_relations (prior sA * (beta * beta / (1 - alpha) - beta) * (v sA sB - 0)
        + prior sB * (1 - alpha - beta) * (v sB sA - 0)).
    - by_relations (prior sA * (1 - beta - alpha) * (v sA sB - 0)
        + prior sB * (alpha * alpha / (1 - beta) - alpha) * (v sB sA - 0)).
    - by_relations (prior sA * ((1 - alpha - beta) * beta / (1 - alpha) - (1 - alpha - beta)) * (v sA sB - 0)
        + prior sB * ((1 - alpha - beta) * alpha / (1 - beta) - (1 - alpha - beta)) * (v sB sA - 0)).
  Qed.
  Theorem scheme_markov prior : markov scheme prior matrix.
  Proof. apply (invariant_markov scheme same once relations); [exact start | exact step | apply moves_on]. Qed.

  Lemma can_start a : can t0 a a qAB = true.
  Proof. destruct a; reflexivity. Qed.
  Lemma can_move p a x q' y q : can p a x q' = true -> chain x y * law (next scheme p) a x y q' q <> 0 ->
    can (next scheme p) a y q = true.
  Proof. destruct p, a, x, q', y, q; simpl; intros C N; auto; try discriminate; exfalso; apply N; equal. Qed.
  Theorem scheme_decodable : decodable scheme.
  Proof.
    apply (can_decodable scheme can can_start can_move). intros p a x q. destruct p, a, x, q; simpl; auto; discriminate.
  Qed.
  Lemma chain_law x : is_law (sources scheme) (chain x).
  Proof. facts. split; [intros y _; destruct x, y; simpl; lra | destruct x; simpl; equal]. Qed.
  Lemma row_law p a x q' y : can p a x q' = true -> chain x y <> 0 ->
    is_law (queries scheme) (law (next scheme p) a x y q').
  Proof.
    facts. intros _ _. split.
    - intros q _. destruct p, a, y, q', q; simpl; try lra; apply quotient_nonneg; try nonzero; product.
    - destruct p, a, y, q'; simpl; equal.
  Qed.
  Theorem scheme_normalised : normalised scheme.
  Proof. apply (can_normalised scheme can can_start can_move); [apply chain_law | apply row_law]. Qed.
End Scheme.

(* WHAT IS PROVED, in one statement. *)
Theorem proved alpha beta : alpha >= 0 /\ beta >= 0 /\ alpha + beta < 1 ->
  normalised (scheme alpha beta) /\ decodable (scheme alpha beta) /\ private (scheme alpha beta) /\
  forall prior, markov (scheme alpha beta) prior (matrix alpha beta).
Proof.
  intro region. auto using scheme_normalised, scheme_decodable, scheme_private, scheme_markov.
Qed.

(* How a refutation reads. Asking for the request after AB as well is not private: at alpha = beta = 1/5, the history
   [A]. *)
Definition naive : process src qry time := {|
  sources := [sA; sB]; queries := [qA; qB; qAB];
  downloads := fun q x => match q, x with qA, sA | qB, sB | qAB, _ => true | _, _ => false end;
  first := qAB; zero := t0; next := fun t => match t with t0 => t0 end;
  Process.chain := chain (1/5) (1/5);
  Process.law := fun t a w x q' q => match x, q with sA, qA => 1 | sB, qB => 1 | _, _ => 0 end |}.
Theorem refuted : ~ private naive.
Proof.
  apply (refute_private naive sA sB [qA]); [simpl; auto | simpl; auto |].
  unfold hist. simpl. lra.
Qed.
