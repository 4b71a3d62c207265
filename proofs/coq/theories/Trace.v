(* SPANNING VECTORS, a special case of an invariant (trace equivalence; Schuetzenberger, Tzeng).

   Assumes: for each node (what stands for t, Q_t) finitely many tables v(a, x), such that the table at t = 0 is a
   combination of those of its node, and each table of a node, moved on by one query, is a combination of those of the
   next node.
   Proves: if all of them have the same mass for all a, the scheme is private at every t (trace_private); if all of
   them send their mass on with the same probabilities, the queries are a Markov chain (trace_markov). *)
From Coq Require Import Reals Lra List Bool.
From OnOff Require Import Sums Process Invariant.
Import ListNotations.
Open Scope R_scope.

Section Trace.
  Context {Src Qry Ph : Type}.
  Variable S : process Src Qry Ph.
  Variable same : forall x y : Src, {x = y} + {x <> y}.
  Hypothesis once : forall x, In x (sources S) /\ sum (sources S) (fun y => if same x y then 1 else 0) = 1.
  Variable V : Ph -> Qry -> list (@table Src).
  Fixpoint lin (cs : list R) (bs : list table) (a x : Src) : R := match cs, bs with
    | c :: cs', b :: bs' => c * b a x + lin cs' bs' a x | _, _ => 0 end.
  Definition spans (bs : list table) (v : table) := exists cs, forall a x, v a x = lin cs bs a x.
  Hypothesis start : spans (V (zero S) (first S)) (initial same).
  Hypothesis moves : forall p q' q b, In b (V p q') -> spans (V (next S p) q) (push S p q' q b).

  Lemma lin_add bs : forall cs ds, exists es, forall a x, lin es bs a x = lin cs bs a x + lin ds bs a x.
  Proof.
    induction bs as [|b bs IH]; intros [|c cs] [|d ds]; try (exists []; intros; simpl; ring).
    - exists (d :: ds). intros. simpl. ring.
    - exists (c :: cs). intros. simpl. ring.
    - destruct (IH cs ds) as [es E]. exists (c + d :: es). intros. simpl. rewrite E. ring.
  Qed.
  Lemma lin_scale c bs : forall cs a x, lin (map (Rmult c) cs) bs a x = c * lin cs bs a x.
  Proof. induction bs as [|b bs IH]; intros [|d cs] a x; simpl; try ring. rewrite IH. ring. Qed.
  Lemma spans_lin bs vs : (forall v, In v vs -> spans bs v) -> forall cs, spans bs (lin cs vs).
  Proof.
    induction vs as [|v vs IH]; intros H [|c cs]; try (exists []; reflexivity).
    destruct (H v (or_introl eq_refl)) as [ds D]. destruct (IH (fun u Hu => H u (or_intror Hu)) cs) as [es E].
    destruct (lin_add bs (map (Rmult c) ds) es) as [fs F]. exists fs. intros a x. now rewrite F, lin_scale, <- D, <- E.
  Qed.
  Lemma push_lin p q' q bs : forall cs a y, push S p q' q (lin cs bs) a y = lin cs (map (push S p q' q) bs) a y.
  Proof.
    unfold push. induction bs as [|b bs IH]; intros [|c cs] a y; simpl; try (apply sum_null; intros; ring).
    rewrite <- IH, <- sum_scale, <- sum_add. apply sum_ext. intros. ring.
  Qed.
  Lemma spanned_step p q' q v : spans (V p q') v -> spans (V (next S p) q) (push S p q' q v).
  Proof.
    intros [cs C]. destruct (spans_lin (V (next S p) q) (map (push S p q' q) (V p q'))) with (cs := cs) as [ds D].
    { intros u Hu. apply in_map_iff in Hu as (b & <- & Hb). now apply moves. }
    exists ds. intros a y. rewrite <- D, <- push_lin. unfold push. apply sum_ext. intros x _. now rewrite C.
  Qed.
  Fixpoint masses (cs : list R) (bs : list table) a := match cs, bs with
    | c :: cs', b :: bs' => c * mass S b a + masses cs' bs' a | _, _ => 0 end.
  Lemma mass_lin v bs cs a : (forall x, v a x = lin cs bs a x) -> mass S v a = masses cs bs a.
  Proof.
    intro E. unfold mass. rewrite (sum_ext _ (v a) (lin cs bs a)) by auto. clear E v. revert cs.
    induction bs as [|b bs IH]; intros [|c cs]; simpl; try (apply sum_null; intros; reflexivity).
    unfold mass. rewrite <- IH, <- sum_scale, <- sum_add. apply sum_ext. intros. reflexivity.
  Qed.
  Theorem trace_private : (forall p q b, In b (V p q) -> forall a a', mass S b a = mass S b a') -> private S.
  Proof.
    intro H. apply (invariant_private S same once (fun p q => spans (V p q)) start spanned_step).
    intros p q v [cs C] a a' _ _. rewrite !(mass_lin v (V p q) cs) by auto. specialize (H p q). clear C. revert cs H.
    induction (V p q) as [|b bs IH]; intros [|c cs] H; simpl; auto.
    rewrite (H b (or_introl eq_refl) a a'), (IH cs); auto. intros b' Hb. apply H. now right.
  Qed.
  Theorem trace_markov prior P : (forall p q' q b a, In b (V p q') ->
    mass S (push S p q' q b) a = mass S b a * P p q' q) ->
    markov S prior P.
  Proof.
    intro H. apply (invariant_markov S same once (fun p q => spans (V p q)) start spanned_step).
    intros p q' q v [cs C]. rewrite <- sum_scale_r. apply sum_ext. intros a _. rewrite Rmult_assoc. f_equal.
    rewrite (mass_lin v (V p q') cs) by auto.
    rewrite (mass_lin (push S p q' q v) (map (push S p q' q) (V p q')) cs).
    - specialize (H p q' q). clear C. revert cs. induction (V p q') as [|b bs IH]; intros [|c cs]; simpl; try ring.
      rewrite (H b a), IH by (simpl; auto; intros; apply H; now right). ring.
    - intro y. rewrite <- push_lin. unfold push. apply sum_ext. intros x _. now rewrite C.
  Qed.
End Trace.
