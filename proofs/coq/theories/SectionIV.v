(* HEADER *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information.
Import ListNotations.
Open Scope R_scope.

(* Table III: each row is a law, in its own case. *)
Definition is_law (f : qry -> R) := (forall q, 0 <= f q) /\ sum qrys f = 1.
Theorem table3a alpha beta x0 x : 0 <= alpha -> 0 <= beta -> alpha + beta < 1 -> is_law (table_a alpha beta x0 x).
Proof. intros. split; [intro q; destruct x0, x, q; simpl; try lra; apply quotient_nonneg; lra | destruct x0, x; simpl;
  field; lra]. Qed.
Theorem table3b alpha beta x0 x : alpha <= 1 -> beta <= 1 -> alpha + beta > 1 -> is_law (table_b alpha beta x0 x).
Proof. intros. split; [intro q; destruct x0, x, q; simpl; try lra; apply quotient_nonneg; lra | destruct x0, x; simpl;
  field; lra]. Qed.
Theorem table3c alpha beta x0 x : alpha <= 1 -> beta <= 1 -> alpha + beta > 1 -> is_law (table_c alpha beta x0 x).
Proof. intros. split; [intro q; destruct x0, x, q; simpl; try lra; apply quotient_nonneg; lra | destruct x0, x; simpl;
  field; lra]. Qed.
(* Table (a) read at the boundary alpha + beta = 1 is the request itself, wherever its entries have a value. *)
Theorem boundary alpha beta x0 x q : alpha + beta = 1 -> alpha <> 0 -> beta <> 0 ->
  table_a alpha beta x0 x q = request x q.
Proof.
  intros H Na Nb. replace beta with (1 - alpha) in * by lra. destruct x0, x, q; simpl; try reflexivity;
    try (field; lra).
  all: replace (1 - (1 - alpha)) with alpha by ring; field; lra.
Qed.

Section Scheme.
  Variables alpha beta : R.
  Variable mu : src -> R.
  Variable F : mode.
  Hypothesis requests : law_of_requests alpha beta mu.
  Notation J := (queries alpha beta mu F).
  Notation prob := (prob J).
  Notation before := (before qrys J).

  (* Proposition 2: X_t depends on the past through X_{t-1} alone. *)
  Theorem proposition2 x y xs h : sum qrys (fun q => J (x :: y :: xs) (q :: h)) = J (y :: xs) h * M alpha beta y x.
  Proof.
    destruct (Nat.eq_dec (length h) (length (y :: xs))) as [E|E].
    - rewrite (moves _ _ _ _ _ (scheme_causal alpha beta mu requests F)); auto. rewrite <- E. apply words_all, qrys_all.
    - assert (Z : forall us hs, length hs <> length us -> J us hs = 0).
      { unfold queries. induction us as [|u us IH]; intros [|r hs] N; simpl in *; auto; [congruence|].
        rewrite IH; [ring|congruence]. }
      rewrite (Z (y :: xs) h E), Rmult_0_l. apply sum_null. intro q. apply Z. simpl in *. congruence.
  Qed.
  (* Proposition 3: Q_t depends on the past through X_t, X_{F^-(t)} and Q_{t-1} alone. *)
  Theorem proposition3 x xs q h : J (x :: xs) (q :: h) =
    sum qrys (fun r => J (x :: xs) (r :: h)) * choose alpha beta (since F (length xs)) (last_private F (x :: xs)) x
      (hd qAB h) q.
  Proof. unfold queries. simpl of_kernel. rewrite sum_scale. setoid_rewrite
    (scheme_total alpha beta mu requests F x xs h). simpl. ring. Qed.

  (* Claim 2: I(X_0; Q_t | Q_(t-1)) = 0, with s for 0. *)
  Theorem claim2 s a t h q : F s = true -> In h (words qrys t) -> In q qrys ->
    prob (was s a) (q :: h) * prob anything h = before (was s a) h * prob anything (q :: h).
  Proof.
    intros on Hh Hq. apply (private_was alpha beta mu qrys J F requests (scheme_causal alpha beta mu requests F)
      (scheme_private alpha beta mu requests F) s on a t); auto.
  Qed.
  (* Claim 1: I(X_{B_t \ 0}; Q_t | X_0, Q_(t-1)) = 0. *)
  Theorem claim1 s a E q' h q : F s = true -> about F E -> F (S (length h)) = false ->
    let both := fun xs => was s a xs && E xs in
    prob both (q :: q' :: h) * before (was s a) (q' :: h) = before both (q' :: h) * prob (was s a) (q :: q' :: h).
  Proof.
    intros on HE off both. assert (HW := about_was F s a on).
    assert (HB : about F both) by (intros xs ys L G; unfold both; now rewrite (HE xs ys L G), (HW xs ys L G)).
    assert (X : forall G, about F G -> before G (q' :: h) = prob (fun xs => G (A :: xs)) (q' :: h)).
    { intros G HG. unfold Window.before. transitivity (prob (fun xs =>
      G (A :: xs)) (q' :: h) * sum qrys (P alpha beta q')).
      - rewrite <- sum_scale. apply sum_ext. intros r _. now apply off_step.
      - rewrite (P_total alpha beta). ring. }
    rewrite !X by auto. rewrite !(off_step alpha beta mu requests F) by auto. ring.
  Qed.
End Scheme.
