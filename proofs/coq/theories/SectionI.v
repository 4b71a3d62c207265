(* HEADER *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information SectionIII.
Import ListNotations.
Open Scope R_scope.

(* Table I. *)
Theorem table1 : table_a (1/5) (1/5) A A qA = 1/4 /\ table_a (1/5) (1/5) A A qAB = 3/4 /\
  table_a (1/5) (1/5) B B qB = 1/4 /\ table_a (1/5) (1/5) B B qAB = 3/4
  /\ rate (1/5) (1/5) 1 = 5/8.
Proof. unfold table_a, rate, point. rewrite Rabs_right by lra. repeat split; simpl; lra. Qed.
(* Section I-B: no other probabilities do for alpha = beta = 0.2. T x0 x q, the query contains the request. *)
Theorem example_unique (T : src -> src -> qry -> R) :
  (forall x0 x q, 0 <= T x0 x q) -> (forall x0 x, T x0 x qA + T x0 x qB + T x0 x qAB = 1) ->
  (forall x0 x q, downloads q x = false -> T x0 x q = 0) ->
  (forall q, sum srcs (fun x => M (1/5) (1/5) A x * T A x q) = sum srcs (fun x => M (1/5) (1/5) B x * T B x q)) ->
  1 + sum srcs (fun x => M (1/5) (1/5) A x * T A x qAB) <= 8/5 ->
  forall x0 x q, T x0 x q = table_a (1/5) (1/5) x0 x q.
Proof.
  intros N S D P C. assert (PA := P qA). assert (PB := P qB). simpl in PA, PB, C.
  assert (E1 := D A A qB eq_refl). assert (E2 := D A B qA eq_refl). assert (E3 := D B A qB eq_refl).
    assert (E4 := D B B qA eq_refl).
  assert (S1 := S A A). assert (S2 := S A B). assert (S3 := S B A). assert (S4 := S B B).
  assert (N1 := N A A qA). assert (N2 := N A A qAB). assert (N3 := N A B qB). assert (N4 := N A B qAB).
  assert (N5 := N B A qA). assert (N6 := N B A qAB). assert (N7 := N B B qB). assert (N8 := N B B qAB).
  intros x0 x q. destruct x0, x, q; simpl; lra.
Qed.
(* Section I-A: asking for the request alone is private if requests are independent; else it need not be. *)
Theorem naive_private alpha beta delta : 0 <= alpha <= 1 -> 0 <= beta <= 1 -> 0 <= delta <= 1 -> alpha + beta = 1 ->
  private qrys (queries alpha beta (start delta) (step_mode 0)) (step_mode 0) /\
  forall t, (1 <= t)%nat -> query_law alpha beta (start delta) (step_mode 0) t qAB = 0.
Proof.
  intros Ha Hb Hd H. assert (R0 := start_law alpha beta delta Ha Hb Hd). split; [now apply scheme_private|].
    intros t Ht.
  rewrite ab_probability, since_step by auto. replace (1 - alpha - beta) with 0 by lra. rewrite Rabs_R0.
    apply pow_ne_zero. lia.
Qed.
