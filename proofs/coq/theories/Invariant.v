(* WHAT A CERTIFICATE OF A SCHEME HAS TO SHOW, FOR EVERY t AT ONCE: invariants, and the states that can occur.

   Assumes: for each node (what stands for t, Q_t) a property I of the table v(a, x)
   = Pr(Q_1..Q_t, X_t = x | X_0 = a),
   such that
     start   I holds at t = 0, where v(a, x) is 1 if a = x and 0 otherwise,
     step    if I holds at a node, it holds at every node that comes after it, for the table one step later.
   Proves: I holds after every history (invariant_holds). Hence, if I implies that the sums over x are the same for all
   a, the scheme is private at every t (invariant_private); if I implies that the mass moves on by P, the queries are a
   Markov chain (invariant_markov). And a set of states (X_0, X_t, Q_t) that is closed under the moves of positive
   probability shows that the scheme is decodable and normalised (can_decodable, can_normalised).

   In a certificate I is a list of linear equations in the v(a, x), written path[a,x] there; a node that is not in it
   cannot be reached: its property is that all v(a, x) are 0. An emitted file states them, and proves start, step and
   what they imply from the certificate's cofactors (Emitted.v). *)
From Coq Require Import Reals Lra List Bool.
From OnOff Require Import Sums Process.
Import ListNotations.
Open Scope R_scope.

Section Invariant.
  Context {Src Qry Ph : Type}.
  Variable S : process Src Qry Ph.
  Notation sources := (sources S). Notation first := (first S). Notation next := (next S).
  Notation chain := (chain S). Notation law := (law S). Notation phase := (phase S). Notation path := (path S).
  Notation hist := (hist S).
  Variable same : forall x y : Src, {x = y} + {x <> y}.
  Hypothesis once : forall x, In x sources /\ sum sources (fun y => if same x y then 1 else 0) = 1.

  Definition table := Src -> Src -> R.
  Definition initial : table := fun a x => if same a x then 1 else 0.
  (* The table one step later, if Q_t = q' and Q_{t+1} = q. *)
  Definition push p q' q (v : table) : table := fun a y => sum sources (fun x =>
    v a x * (chain x y * law (next p) a x y q' q)).
  (* after h a x = Pr(Q_t..Q_1 = h, X_t = x | X_0 = a) *)
  Fixpoint after (h : list Qry) : table := match h with
    | [] => initial | q :: h' => push (phase (length h')) (hd first h') q (after h') end.
  Definition mass (v : table) a := sum sources (v a).

  Lemma pick x f : sum sources (fun y => (if same x y then 1 else 0) * f y) = f x.
  Proof.
    transitivity (sum sources (fun y => if same x y then 1 else 0) * f x); [|rewrite (proj2 (once x)); ring].
    rewrite <- sum_scale_r. apply sum_ext. intros y _. destruct (same x y) as [->|]; ring.
  Qed.
  Lemma after_path h : forall a f,
    sum (words sources (length h)) (fun xs => path a xs h * f (hd a xs)) = sum sources (fun x => after h a x * f x).
  Proof.
    induction h as [|q h IH]; intros a f.
    - cbn [after words length sum]. unfold initial. rewrite pick. simpl. ring.
    - change (length (q :: h)) with (Datatypes.S (length h)). rewrite sum_words.
      transitivity (sum (words sources (length h)) (fun xs => path a xs h *
        sum sources (fun y => chain (hd a xs) y * law (next (phase (length h))) a (hd a xs) y (hd first h) q * f y))).
      { apply sum_ext. intros xs _. rewrite <- sum_scale. apply sum_ext. intros y _. simpl. ring. }
      rewrite (IH a (fun x => sum sources (fun y =>
        chain x y * law (next (phase (length h))) a x y (hd first h) q * f y))).
      transitivity (sum sources (fun x => sum sources (fun y =>
        after h a x * (chain x y * law (next (phase (length h))) a x y (hd first h) q) * f y))).
      { apply sum_ext. intros x _. rewrite <- sum_scale. apply sum_ext. intros. ring. }
      rewrite sum_swap. apply sum_ext. intros y _. now rewrite sum_scale_r.
  Qed.
  (* Pr(Q_t..Q_1 = h | X_0 = a), computed one query at a time. *)
  Theorem hist_after a h : hist a h = mass (after h) a.
  Proof.
    unfold hist, mass. transitivity (sum sources (fun x => after h a x * 1)); [|apply sum_ext; intros; ring].
    rewrite <- (after_path h a (fun _ => 1)). apply sum_ext. intros. ring.
  Qed.

  Variable I : Ph -> Qry -> table -> Prop.
  Hypothesis start : I (zero S) first initial.
  Hypothesis step : forall p q' q v, I p q' v -> I (next p) q (push p q' q v).
  Theorem invariant_holds h : I (phase (length h)) (hd first h) (after h).
  Proof. induction h as [|q h IH]; [exact start|]. now apply step. Qed.
  Theorem invariant_private :
    (forall p q v, I p q v -> forall a b, In a sources -> In b sources -> mass v a = mass v b) -> private S.
  Proof. intros H a b h Ha Hb. rewrite !hist_after. eapply H; eauto using invariant_holds. Qed.
  Theorem invariant_markov prior P :
    (forall p q' q v, I p q' v -> sum sources (fun a => prior a * mass (push p q' q v) a)
                                = sum sources (fun a => prior a * mass v a) * P p q' q) -> markov S prior P.
  Proof.
    intros H q h. unfold seen. rewrite (sum_ext _ (fun a => prior a * hist a (q :: h)) (fun a =>
      prior a * mass (after (q :: h)) a));
      [|intros; now rewrite hist_after].
    rewrite (sum_ext _ (fun a => prior a * hist a h) (fun a => prior a * mass (after h) a));
      [|intros; now rewrite hist_after].
    apply H. apply invariant_holds.
  Qed.
End Invariant.

(* The states (X_0, X_t, Q_t) that can occur at t. *)
Section States.
  Context {Src Qry Ph : Type}.
  Variable S : process Src Qry Ph.
  Variable can : Ph -> Src -> Src -> Qry -> bool.
  Hypothesis can_start : forall a, can (zero S) a a (first S) = true.
  Hypothesis can_move : forall p a x q' y q, can p a x q' = true ->
    chain S x y * law S (next S p) a x y q' q <> 0 -> can (next S p) a y q = true.
  Lemma occurs a xs : forall h, path S a xs h <> 0 -> can (phase S (length h)) a (hd a xs) (hd (first S) h) = true.
  Proof.
    induction xs as [|x xs IH]; intros [|q h] N; simpl in *; auto; try (now contradict N).
    apply can_move with (hd a xs) (hd (first S) h).
    - apply IH. intro Z. apply N. rewrite Z. ring.
    - intro Z. apply N. rewrite Z. ring.
  Qed.
  Theorem can_decodable : (forall p a x q, can (next S p) a x q = true -> downloads S q x = true) -> decodable S.
  Proof. intros H a x xs q h N. apply occurs in N. simpl in N. now apply H in N. Qed.
  Theorem can_normalised : (forall x, is_law (sources S) (chain S x)) ->
    (forall p a x q' y, can p a x q' = true -> chain S x y <> 0 -> is_law (queries S) (law S (next S p) a x y q')) ->
    normalised S.
  Proof. intros HM H. split; auto. intros a xs h y N Ny. apply occurs in N. simpl. now apply (H _ _ (hd a xs)). Qed.
End States.
