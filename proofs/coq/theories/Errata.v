(* What does not hold as printed. For each statement: what it says (printed_...), that it fails (refuted_...), and,
   where it
   is not part of another file, what should stand there (corrected_...).                                              *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information.
Import ListNotations.
Open Scope R_scope.

(* Numbers: the tables at a given point. *)
Lemma table_low alpha beta k : alpha + beta < 1 -> table alpha beta k = table_a alpha beta.
Proof. intro H. unfold table. destruct (total_order_T (alpha + beta) 1) as [[?|?]|?]; auto; lra. Qed.
Lemma table_high alpha beta k : alpha + beta > 1 -> table alpha beta k
  = if Nat.even k then table_b alpha beta else table_c alpha beta.
Proof. intro H. unfold table. destruct (total_order_T (alpha + beta) 1) as [[?|?]|?]; auto; lra. Qed.
Lemma uniform_law alpha beta : 0 <= alpha <= 1 -> 0 <= beta <= 1 -> law_of_requests alpha beta (start (1/2)).
Proof. intros. apply start_law; lra. Qed.

(* Section IV-A: Table III has no case for alpha + beta = 1. *)
Definition printed_table3_cases := forall alpha beta, 0 <= alpha <= 1 -> 0 <= beta <= 1 -> alpha + beta < 1 \/
  alpha + beta > 1.
Theorem refuted_table3_cases : ~ printed_table3_cases.
Proof. intro H. destruct (H (1/2) (1/2)); lra. Qed.

(* Caption of Table III: given Q_{t-1} = AB, "Q_{t-1} is chosen based on the probabilities given in this table". *)
Definition printed_table3_caption := forall alpha beta x0 x q, 0 <= alpha -> 0 <= beta -> alpha + beta < 1 ->
  point 0 0 1 q = table_a alpha beta x0 x q.
Theorem refuted_table3_caption : ~ printed_table3_caption.
Proof. intro H. specialize (H (1/4) (1/4) A B qB). simpl in H. lra. Qed.

(* Eq. (7): H(W_{X_t,t} | Y_t) = 0 at every t; the scheme of the paper is meant to satisfy it. *)
Definition printed_decodability := forall alpha beta delta, 0 <= alpha <= 1 -> 0 <= beta <= 1 -> 0 < delta < 1 ->
  exists d : list bool -> list bool, forall x xs q h a b,
    queries alpha beta (start delta) (step_mode 0) (x :: xs) (q :: h) <> 0 -> length a = 1%nat -> length b = 1%nat ->
    d (answer (plain 1) (length xs) q a b) = message x a b.
Theorem refuted_decodability : ~ printed_decodability.
Proof.
  intro H. destruct (H (1/2) (1/2) (1/2)) as [d D]; try lra.
  assert (EA := D A [] qAB [] [true] [false]). assert (EB := D B [] qAB [] [true] [false]).
  unfold queries in *. simpl in *. rewrite EA in EB by (auto; lra). discriminate EB; auto; lra.
Qed.
(* corrected: scheme_decodable *)

(* Appendix B, second case: "When alpha + beta <= 1 and t is odd", the law used is Table III (c). *)
Definition printed_appb_case2 := forall alpha beta k x0 x q, 0 <= alpha <= 1 -> 0 <= beta <= 1 -> alpha + beta <= 1 ->
  Nat.odd k = true ->
  phi alpha beta k x0 x qAB q = table_c alpha beta x0 x q.
Theorem refuted_appb_case2 : ~ printed_appb_case2.
Proof.
  intro H. assert (X := H (1/4) (1/4) 1%nat A A qA). simpl phi in X. rewrite table_low in X by lra. simpl in X.
  assert (Y : 1/4 / (1 - 1/4) = 1) by (apply X; auto; lra). lra.
Qed.
Theorem corrected_appb_case2 alpha beta k x0 x q : alpha + beta > 1 -> Nat.odd k = true ->
  phi alpha beta k x0 x qAB q = table_c alpha beta x0 x q.
Proof. intros H O. simpl. rewrite table_high by auto. rewrite <- Nat.negb_odd, O. reflexivity. Qed.

(* Appendix B, third case: "When alpha + beta <= 1 and t is even, Q_{t-1} = AB only if X_{t-1} <> X_0". *)
Definition printed_appb_case3 := forall alpha beta delta t xs h, 0 <= alpha <= 1 -> 0 <= beta <= 1 -> 0 < delta < 1 ->
  alpha + beta <= 1 ->
  Nat.even t = true -> length xs = t -> queries alpha beta (start delta) (step_mode 0) xs (qAB :: h) <> 0 ->
    hd A xs <> at_time 0 xs.
Theorem refuted_appb_case3 : ~ printed_appb_case3.
Proof.
  intro H. apply (H (1/4) (1/4) (1/2) 2%nat [A; A] [qAB]); auto; try lra. unfold queries. simpl.
    rewrite table_low by lra. simpl. lra.
Qed.

(* Appendix C: "Q_t = A or B only if Q_{t-1} <> AB". *)
Definition printed_appc_premise := forall alpha beta delta q q' h, 0 <= alpha <= 1 -> 0 <= beta <= 1 -> 0 < delta < 1 ->
  prob (queries alpha beta (start delta) (step_mode 0)) anything (q :: q' :: h) <> 0 -> q <> qAB -> q' <> qAB.
Theorem refuted_appc_premise : ~ printed_appc_premise.
Proof.
  intro H. apply (H (1/4) (1/4) (1/2) qA qAB []); auto; try lra; try discriminate.
  rewrite lemma1 by (auto; apply uniform_law; lra). unfold Window.prob, queries, anything, P. simpl.
  destruct (Rlt_dec 1 (1/4 + 1/4)); simpl; lra.
Qed.
Theorem corrected_appc_premise alpha beta delta q' h : 0 <= alpha <= 1 -> 0 <= beta <= 1 -> 0 <= delta <= 1 ->
  prob (queries alpha beta (start delta) (step_mode 0)) anything (qAB :: q' :: h) <> 0 -> q' = qAB.
Proof.
  intros Ha Hb Hd N. rewrite lemma1 in N by (auto; now apply start_law).
    destruct q'; auto; exfalso; apply N; simpl; ring.
Qed.

(* Appendix C, (c): "follows from Q_{t-1} being a function of X_0 and X_{t-1}". *)
Definition printed_appc_function := forall alpha beta delta t xs ys h h' q q', 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  0 < delta < 1 ->
  length xs = t -> length ys = t -> hd A xs = hd A ys -> at_time 0 xs = at_time 0 ys ->
  queries alpha beta (start delta) (step_mode 0) xs (q :: h) <> 0 ->
    queries alpha beta (start delta) (step_mode 0) ys (q' :: h') <> 0 -> q = q'.
Theorem refuted_appc_function : ~ printed_appc_function.
Proof.
  intro H. assert (X : qA = qAB); [|discriminate].
  apply (H (1/4) (1/4) (1/2) 2%nat [A; A] [A; A] [qAB] [qAB]); auto; try lra; unfold queries; simpl;
    rewrite table_low by lra; simpl; lra.
Qed.

(* Appendix C, alpha + beta > 1: "if t is odd, then t-1 is even, and X_{t-1} = g(x_0, AB)" is the other source. *)
Definition printed_appc_parity := forall alpha beta delta t xs h, 0 <= alpha <= 1 -> 0 <= beta <= 1 -> 0 < delta < 1 ->
  alpha + beta > 1 ->
  Nat.odd t = true -> length xs = t -> queries alpha beta (start delta) (step_mode 0) xs (qAB :: h) <> 0 ->
    hd A xs = other (at_time 0 xs).
Theorem refuted_appc_parity : ~ printed_appc_parity.
Proof.
  intro H. assert (X : A = B); [|discriminate].
  apply (H (3/4) (3/4) (1/2) 1%nat [A] []); auto; try lra. unfold queries. simpl. lra.
Qed.
Theorem corrected_appc_parity alpha beta k x0 : alpha + beta > 1 ->
  g alpha beta k x0 qAB = if Nat.even k then x0 else other x0.
Proof. intro H. simpl. destruct (Rlt_dec 1 (alpha + beta)); auto. lra. Qed.
(* and Scheme.proposition1: X_t = g (t - F^-(t)) X_{F^-(t)} Q_t *)

(* Appendix D: the scheme "obtained by replacing X_0 by X_{F^-(t)}" in phi_t, so that the tables go by the parity of t.
   *)
Definition printed_choose alpha beta t (k : option nat) (x0 : option src) x q' := match k, x0 with
  | Some O, _ => point 0 0 1 | Some _, Some x0 => phi alpha beta t x0 x q' | _, _ => request x end.
Definition printed_scheme alpha beta F (xs : list src) (h : list qry) : qry -> R := match xs with
  | [] => point 0 0 1 | x :: r => printed_choose alpha beta (length r) (since F (length r)) (last_private F xs) x
    (hd qAB h) end.
Definition printed_general_scheme := forall alpha beta delta F, 0 <= alpha <= 1 -> 0 <= beta <= 1 -> 0 < delta < 1 ->
  private qrys (of_kernel alpha beta (start delta) (printed_scheme alpha beta F)) F.
Theorem refuted_general_scheme : ~ printed_general_scheme.
Proof.
  intro H. specialize (H (3/4) (3/4) (1/2) (step_mode 1) ltac:(lra) ltac:(lra) ltac:(lra)).
  assert (E := about_was (step_mode 1) 1 A eq_refl).
  specialize (H 2%nat _ [qAB; qAB] qA E ltac:(simpl; tauto) ltac:(simpl; tauto)).
  unfold Window.before, Window.prob, anything, was in H. simpl in H. unfold printed_choose, phi in H. simpl in H.
    rewrite table_high in H by lra. simpl in H. lra.
Qed.
(* corrected: Scheme.scheme_private, for every mode *)

(* Section I-B: "For t = 1, the rate R_1 = 1/(2-alpha-beta)"; it is so for alpha + beta <= 1 only. *)
Definition printed_example_rate := forall alpha beta, 0 <= alpha <= 1 -> 0 <= beta <= 1 -> alpha + beta < 2 ->
  1 / (2 - alpha - beta) = 1 / (1 + Rabs (1 - alpha - beta) ^ 1).
Theorem refuted_example_rate : ~ printed_example_rate.
Proof.
  intro H. specialize (H (3/4) (3/4) ltac:(lra) ltac:(lra) ltac:(lra)). simpl in H. unfold Rabs in H.
  destruct (Rcase_abs (1 - 3/4 - 3/4)); [|lra]. replace (1 + - (1 - 3/4 - 3/4) * 1) with (3/2) in H by lra.
  replace (2 - 3/4 - 3/4) with (1/2) in H by lra. lra.
Qed.
Theorem corrected_example_rate alpha beta : alpha + beta <= 1 ->
  1 / (2 - alpha - beta) = 1 / (1 + Rabs (1 - alpha - beta) ^ 1).
Proof. intro H. rewrite pow_1, Rabs_right by lra. f_equal. lra. Qed.
