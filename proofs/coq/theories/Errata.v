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

(* Sections I-C and II: the constraint at every t is said to leak zero information about the private requests. *)
Definition printed_zero_leakage := forall alpha beta mu F (Qry : Set) (qs : list Qry) J,
  law_of_requests alpha beta mu -> causal alpha beta mu qs J -> private qs J F ->
  forall t E h, about F E -> In h (words qs (S t)) -> prob J E h = sum (words qs (S t)) (prob J E) * prob J anything h.
Definition second_only : mode := fun t => Nat.eqb t 1.
Theorem refuted_zero_leakage : ~ printed_zero_leakage.
Proof.
  intro H. assert (R0 := uniform_law (1/4) (1/4) ltac:(lra) ltac:(lra)).
  assert (E := about_was second_only 1 A eq_refl).
  specialize (H (1/4) (1/4) (start (1/2)) second_only qry qrys _ R0 (scheme_causal _ _ _ R0 second_only)
    (scheme_private _ _ _ R0 second_only)
    1%nat _ [qAB; qA] E ltac:(simpl; tauto)).
  unfold Window.prob, queries, anything, was in H. simpl in H. lra.
Qed.

(* Theorem 1 is printed without a condition on the law of X_0. *)
Definition printed_theorem1 := forall alpha beta delta rate, 0 <= alpha <= 1 -> 0 <= beta <= 1 -> 0 <= delta <= 1 ->
  (achievable alpha beta (start delta) (step_mode 0) rate <-> forall t,
    rate t <= 1 / (1 + Rabs (1 - alpha - beta) ^ t)).
(* Asking for the request alone: the scheme for the mode that is never ON. *)
Definition never : mode := fun _ => false.
Definition naive alpha beta mu := queries alpha beta mu never.
Lemma since_never t : since never t = None.
Proof. induction t; simpl; auto. now rewrite IHt. Qed.
Lemma naive_cost alpha beta mu n t : law_of_requests alpha beta mu ->
  cost qrys (naive alpha beta mu) (plain n) t = INR n.
Proof. intro R0. unfold naive. rewrite scheme_cost, ab_probability, since_never by auto. ring. Qed.
Lemma known_first alpha beta mu xs : mu B = 0 -> xs <> [] -> forall h, naive alpha beta mu xs h <> 0 ->
  at_time 0 xs = A.
Proof.
  intros Z. induction xs as [|x xs IH]; [congruence|]. intros _ [|q h] N; [now contradict N|].
  unfold naive, queries in *. simpl in N. destruct xs as [|y xs].
  - simpl in *. destruct x; auto. exfalso. apply N. rewrite Z. ring.
  - simpl at_time in *. apply (IH ltac:(congruence) h). intro E. apply N. rewrite E. ring.
Qed.
Lemma agree_first xs : forall ys, length xs = length ys -> at_time 0 xs = at_time 0 ys ->
  agree (step_mode 0) xs ys = true.
Proof.
  induction xs as [|x xs IH]; intros [|y ys] L E; auto. simpl in L. injection L as L. simpl.
  destruct xs as [|x' xs], ys as [|y' ys]; try discriminate.
  - simpl in *. subst y. destruct x; reflexivity.
  - simpl in E. simpl length. rewrite IH; auto.
Qed.
(* If on the support of J(., h) the event has a constant value, it is independent of the query. *)
Lemma constant_private {Qry} (qs : list Qry) (J : law) E h q (e : bool) : (forall r xs, length xs = S (length h) ->
  J xs (r :: h) <> 0 -> E xs = e) ->
  prob J E (q :: h) * before qs J anything h = before qs J E h * prob J anything (q :: h).
Proof.
  intro H. assert (X : forall r, prob J E (r :: h) = (if e then 1 else 0) * prob J anything (r :: h)).
  { intro r. unfold Window.prob. rewrite <- sum_scale. apply sum_ext. intros xs Hx. apply words_length in Hx.
    unfold anything.
    destruct (Req_dec (J xs (r :: h)) 0) as [Z|Z]; [rewrite Z; destruct (E xs); ring|]. rewrite (H r xs Hx Z).
      destruct e; ring. }
  unfold Window.before. rewrite X. transitivity ((if e then 1 else 0) * sum qs (fun r =>
    prob J anything (r :: h)) * prob J anything (q :: h)); [ring|].
  f_equal. rewrite <- sum_scale. apply sum_ext. intros. now rewrite X.
Qed.
Lemma naive_known alpha beta mu : mu B = 0 -> private qrys (naive alpha beta mu) (step_mode 0).
Proof.
  intros Z t E h q H Hh Hq. apply constant_private with (e := E (repeat A (S (length h)))). intros r xs L N.
  apply H; [now rewrite repeat_length|]. apply agree_first; [now rewrite repeat_length|].
  rewrite (known_first alpha beta mu xs Z) with (h := r :: h); auto; [|intros ->; discriminate].
  generalize (length h). now induction n.
Qed.
Theorem refuted_theorem1 : ~ printed_theorem1.
Proof.
  intro H. assert (R0 := start_law 0 0 1 ltac:(lra) ltac:(lra) ltac:(lra)).
  destruct (H 0 0 1 (fun _ => 1)) as [X _]; try lra. assert (G : 1 <= 1 / (1 + Rabs (1 - 0 - 0) ^ 0));
    [|simpl in G; lra].
  apply X. exists qry, qrys, (plain 1), (naive 0 0 (start 1)). split; [simpl; lia|]. split; [now apply scheme_causal|].
  split; [now apply scheme_decodable|]. split; [apply naive_known; simpl; ring|]. intro t. rewrite naive_cost by auto.
    simpl. lra.
Qed.
(* corrected: Beginning.theorem1, with 0 < Pr(X_i = A) < 1 *)

(* If time has no beginning, the constraint says nothing at a first time. Without it there, the converse fails for
   alpha = beta = 0: each request tells the next, and the last query has told it already.                         *)
Definition printed_no_beginning := forall alpha beta delta (Qry : Set) (qs : list Qry) S J,
  0 <= alpha <= 1 -> 0 <= beta <= 1 -> 0 < delta < 1 -> causal alpha beta (start delta) qs J -> decodable J S ->
  (forall t E h q, (0 < t)%nat -> about (step_mode 0) E -> In h (words qs t) -> In q qs ->
    prob J E (q :: h) * before qs J anything h = before qs J E h * prob J anything (q :: h)) ->
  forall t, cost qs J S t >= INR (L S) * (1 + Rabs (1 - alpha - beta) ^ t).
Definition source q := match q with qA => A | _ => B end.
Lemma frozen mu xs : forall q h, naive 0 0 mu xs (q :: h) <> 0 -> xs = repeat (source q) (length xs).
Proof.
  induction xs as [|x xs IH]; intros q h N; auto. unfold naive, queries in *. simpl in N. rewrite since_never in N.
  assert (Q : x = source q). { destruct x, q; simpl in *; auto; exfalso; apply N; ring. }
  subst x. simpl. f_equal. destruct xs as [|y xs]; auto. destruct h as [|q' h]; [exfalso; apply N; simpl; ring|].
  assert (N' : of_kernel 0 0 mu (scheme 0 0 never) (y :: xs) (q' :: h) <> 0) by (intro E; apply N; rewrite E; ring).
  assert (E := IH q' h N'). rewrite E at 1. simpl in E. injection E as E1 _.
  assert (y = source q) by (simpl in N; destruct y, (source q); simpl in *; auto; exfalso; apply N; ring). congruence.
Qed.
Lemma frozen_before mu xs q q' h : naive 0 0 mu xs (q :: q' :: h) <> 0 -> xs = repeat (source q') (length xs).
Proof.
  intro N. destruct xs as [|x [|y xs]]; auto.
  - exfalso. apply N. unfold naive, queries. simpl. ring.
  - assert (N' : naive 0 0 mu (y :: xs) (q' :: h) <> 0) by (intro E; apply N; unfold naive, queries in *; simpl in *;
    rewrite E; ring).
    assert (E := frozen mu _ _ _ N). assert (E' := frozen mu _ _ _ N'). simpl in E, E'.
    injection E as E1 E2 _. injection E' as E3 E4. simpl. rewrite <- E4. congruence.
Qed.
Theorem refuted_no_beginning : ~ printed_no_beginning.
Proof.
  intro H. assert (R0 := uniform_law 0 0 ltac:(lra) ltac:(lra)).
  assert (X := H 0 0 (1/2) qry qrys (plain 1) (naive 0 0 (start (1/2))) ltac:(lra) ltac:(lra) ltac:(lra)
    (scheme_causal _ _ _ R0 never)
    (scheme_decodable _ _ _ R0 never 1)).
  assert (G : cost qrys (naive 0 0 (start (1/2))) (plain 1) 0 >= INR (L (plain 1)) * (1 + Rabs (1 - 0 - 0) ^ 0)).
  { apply X. intros t E h q Ht HE Hh Hq. destruct h as [|q' h]; [apply words_length in Hh; simpl in Hh; lia|].
    apply constant_private with (e := E (repeat (source q') (S (S (length h))))). intros r xs L N.
      apply frozen_before in N.
    rewrite L in N. now rewrite N. }
  rewrite naive_cost in G by auto. simpl in G. lra.
Qed.
(* corrected: Beginning.main, where the queries begin *)

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

(* Appendix D, the converse: for alpha = beta = 0 an earlier query may have told X_{F^-(t)}. *)
Definition printed_general_converse := forall alpha beta delta F (Qry : Set) (qs : list Qry) S J s m, 0 <= alpha <= 1 ->
  0 <= beta <= 1 -> 0 < delta < 1 ->
  causal alpha beta (start delta) qs J -> decodable J S -> private qs J F -> F s = true ->
  cost qs J S (m + s) >= INR (L S) * (1 + Rabs (1 - alpha - beta) ^ m).
Theorem refuted_general_converse : ~ printed_general_converse.
Proof.
  intro H. assert (R0 := uniform_law 0 0 ltac:(lra) ltac:(lra)).
  assert (P : private qrys (naive 0 0 (start (1/2))) second_only).
  { intros t E h q HE Hh Hq. destruct h as [|q' h].
    - apply constant_private with (e := E [A]). intros r [|x [|? ?]] L N; try discriminate. now apply HE.
    - apply constant_private with (e := E (repeat (source q') (S (S (length h))))). intros r xs L N.
      apply frozen_before in N.
      rewrite L in N. now rewrite N. }
  assert (G := H 0 0 (1/2) second_only qry qrys (plain 1) _ 1%nat 0%nat ltac:(lra) ltac:(lra) ltac:(lra)
    (scheme_causal _ _ _ R0 never)
    (scheme_decodable _ _ _ R0 never 1) P eq_refl).
  fold (naive 0 0 (start (1/2))) in G. rewrite naive_cost in G by auto. simpl in G. lra.
Qed.
(* corrected: WindowConverse.converse_general *)

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
