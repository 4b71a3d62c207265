(* What fails where time begins, or where the law of X_0 is free. None of this is needed against the paper, whose time
   is Z: see Errata.v.

   Assumes: nothing.
   Proves: Theorem 1 fails if X_0 is known; the constraint leaks under an arbitrary mode; the converse of Appendix D
   fails for alpha = beta = 0. *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information Errata.
Import ListNotations.
Open Scope R_scope.

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

(* Requests that never change. *)
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
