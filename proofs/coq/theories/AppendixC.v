(* APPENDIX C: the proof of Lemma 1. SectionIV.lemma1 is the lemma itself.

   Assumes: a chain on Z; the scheme of the paper. Proves: the four equalities for the rows A and B; the row AB in
   both cases, from the tables, for every law (p0, 1-p0) of X_0. The first sentence, the reason for (c) and the parity
   of t are printed wrongly (Errata.v). *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information Model Converse SchemeOnZ Theorem1
  AppendixB SectionIV.
Import ListNotations.
Open Scope R_scope.

(* The rows A and B. *)
Theorem appc_rows alpha beta nu p y h : requests_on_Z alpha beta nu -> (p <= length h)%nat ->
  let J := paper_on_Z alpha beta nu (- Z.of_nat p)%Z in
  (forall x, prob J anything (single x :: single y :: h) = prob J anything (single y :: h) * M alpha beta y x) /\
  prob J anything (qAB :: single y :: h) = 0.
Proof.
  intros R0 H J. split; [intro x|].
  - destruct (lemma1 alpha beta nu R0 p (single y) h (single x) H) as [X Y]. fold J in X, Y.
    destruct (Rle_lt_dec (alpha + beta) 1) as [S|S]; [rewrite X by auto|rewrite Y by auto]; destruct x, y; simpl; ring.
  - destruct (lemma1 alpha beta nu R0 p (single y) h qAB H) as [X Y]. fold J in X, Y.
    destruct (Rle_lt_dec (alpha + beta) 1) as [S|S]; [rewrite X by auto|rewrite Y by auto]; destruct y; simpl; ring.
Qed.
(* alpha + beta <= 1: the user stands at x0, and the row is beta, alpha, 1-alpha-beta. *)
Theorem appc_case1 alpha beta p0 q : 0 <= alpha -> 0 <= beta -> alpha + beta <= 1 ->
  (forall k x0, g alpha beta k x0 qAB = x0) /\
  sum srcs (fun x0 => start p0 x0 * sum srcs (fun x => M alpha beta x0 x * table_a alpha beta x0 x q))
    = P1 alpha beta qAB q.
Proof.
  intros Ha Hb S. split; [intros; simpl; destruct (Rlt_dec 1 (alpha + beta)); [lra|reflexivity]|].
  destruct (Req_dec alpha 1) as [->|Na]; [|destruct (Req_dec beta 1) as [->|Nb]].
  - replace beta with 0 by lra. destruct q; simpl; lra.
  - replace alpha with 0 by lra. destruct q; simpl; lra.
  - destruct q; simpl; field; lra.
Qed.
(* alpha + beta > 1: at t-1 = k the user stands at x0 if k is even (t odd), at the other source if k is odd (t even);
   in both cases the row is 1-alpha, 1-beta, alpha+beta-1. *)
Theorem corrected_appc_case2 alpha beta p0 k q : alpha <= 1 -> beta <= 1 -> alpha + beta > 1 ->
  (forall x0, g alpha beta k x0 qAB = if Nat.even k then x0 else other x0) /\
  sum srcs (fun x0 => start p0 x0 * sum srcs (fun x => M alpha beta (if Nat.even k then x0 else other x0) x *
    (if Nat.even k then table_c alpha beta x0 x q else table_b alpha beta x0 x q))) = P2 alpha beta qAB q.
Proof.
  intros Ha Hb S. split; [intro; simpl; destruct (Rlt_dec 1 (alpha + beta)); [reflexivity|lra]|].
  destruct (Nat.even k), q; simpl; field; lra.
Qed.
(* That the queries form a Markov chain: the law of Q_t given all earlier queries of the window, and X_0 besides,
   depends on Q_{t-1} alone. That X_0 is hidden (privacy) is not used. *)
Theorem appc_markov alpha beta nu p q' h q : requests_on_Z alpha beta nu -> (p <= length h)%nat ->
  let J := paper_on_Z alpha beta nu (- Z.of_nat p)%Z in
  (forall a, prob J (was p a) (q :: q' :: h) = prob J (was p a) (q' :: h) * P alpha beta q' q) /\
  prob J anything (q :: q' :: h) = prob J anything (q' :: h) * P alpha beta q' q.
Proof.
  intros R0 H J. assert (X : forall a, prob J (was p a) (q :: q' :: h) = prob J (was p a) (q' :: h) * P alpha beta q'
    q).
  { intro a. unfold J. rewrite (the_window alpha beta nu p).
    assert (off : step_mode p (S (length h)) = false) by (apply Nat.leb_gt; lia).
    rewrite (off_step alpha beta _ (SectionIV.R0 alpha beta nu R0 p) (step_mode p) (was p a) q' h q
      (about_was (step_mode p) p a (Nat.leb_refl p)) off). f_equal. apply prob_ext. intros xs Lx.
    apply (was_past p a A xs (length xs)); auto. simpl in Lx. lia. }
  split; [exact X|]. rewrite <- !(was_split J p), !X. ring.
Qed.
