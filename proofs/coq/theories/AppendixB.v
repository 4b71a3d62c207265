(* APPENDIX B: the proof of Claim 2, for the scheme of the paper on any window, and for every mode.

   Assumes: a law of requests (any law of the first one). The scheme is Scheme.queries: `queries alpha beta mu F` on a
   window whose first time is 0; the scheme on Z is this one on each window [-p:t] (SchemeOnZ.paper_on_Z), with F =
   step_mode p.
   Proves: Propositions 1, 2, 3; Claim 2 is equivalent to the displayed equality; the long sum; the cases of the
   proof. The second and the third bullet are printed with a wrong condition (Errata.v); here they stand as they
   should. *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information ChainRule Model Privacy Converse
  SchemeOnZ Theorem1.
Import ListNotations.
Open Scope R_scope.

(* I(X_s; Q_t | Q_{t-1}, ..., Q_0) on a window. *)
Definition information_at {Qry} (qs : nat -> list Qry) J s t :=
  sum (histories qs t) (fun h => mutual srcs (qs t) (fun a q => prob J (was s a) (q :: h))).
Lemma was_split {Qry} J s (h : list Qry) : prob J (was s A) h + prob J (was s B) h = prob J anything h.
Proof.
  unfold Window.prob. rewrite <- sum_add. apply sum_ext. intros xs _. unfold was, anything.
    destruct (at_time s xs); simpl; ring.
Qed.
(* It is 0 if and only if Pr(Q_t = q | X_s = A, q~) = Pr(Q_t = q | X_s = B, q~) for all q and q~ (denominators
   multiplied out). *)
Theorem appb_equivalence {Qry} (qs : nat -> list Qry) J s t : (forall xs h, 0 <= J xs h) ->
  (information_at qs J s t = 0 <-> forall h q, In h (histories qs t) -> In q (qs t) ->
     prob J (was s A) (q :: h) * before qs J (was s B) h = prob J (was s B) (q :: h) * before qs J (was s A) h).
Proof.
  intro N. assert (W : forall h a q, 0 <= prob J (was s a) (q :: h)).
  { intros. apply sum_nonneg. intros xs _. destruct (was s a xs); [apply N|lra]. }
  assert (M0 : forall h, In h (histories qs t) -> (mutual srcs (qs t) (fun a q => prob J (was s a) (q :: h)) = 0 <->
    forall q, In q (qs t) ->
    prob J (was s A) (q :: h) * before qs J (was s B) h = prob J (was s B) (q :: h) * before qs J (was s A) h)).
  { intros h Hh. rewrite mutual_zero by (intros; apply W).
    assert (Rw : forall a, row (qs t) (fun a q => prob J (was s a) (q :: h)) a = before qs J (was s a) h)
      by (intro; now rewrite <- (words_length _ _ _ Hh)).
    unfold tot, col. cbn [sum srcs]. rewrite !Rw. split.
    - intros H q Hq. specialize (H A q (srcs_all _) Hq). rewrite Rw in H. lra.
    - intros H x q _ Hq. specialize (H q Hq). rewrite Rw. destruct x; lra. }
  unfold information_at. split.
  - intros Z h q Hh Hq. revert q Hq. apply (M0 h Hh).
    apply (sum_zero_each (histories qs t) (fun h => mutual srcs (qs t) (fun a q => prob J (was s a) (q :: h)))); auto.
    intros. apply mutual_nonneg. intros. apply W.
  - intro H. rewrite <- (sum_zero (histories qs t)). apply sum_ext. intros h Hh. apply (M0 h Hh). auto.
Qed.

Section Scheme.
  Variables alpha beta : R.
  Variable mu : src -> R.
  Variable F : mode.
  Hypothesis requests : law_of_requests alpha beta mu.
  Notation J := (queries alpha beta mu F).

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


  (* The long sum: Pr(Q_t = q | X_t-1..X_0, Q_t-1..Q_0) = sum over x of Pr(X_t = x | X_{t-1}) Pr(Q_t = q | X_t = x, X_F,
    Q_{t-1}), where X_{t-1} is
     g(X_F, Q_{t-1}); it depends on Q_{t-1} alone: P is the matrix of Lemma 1. k = t-1-F^-(t). *)
  Theorem appb_expansion y xs q' h q k x0 : F (S (length xs)) = false -> since F (length xs) = Some k ->
    last_private F (y :: xs) = Some x0 ->
    sum srcs (fun x => J (x :: y :: xs) (q :: q' :: h)) = J (y :: xs) (q' :: h) *
      sum srcs (fun x => M alpha beta (g alpha beta k x0 q') x * phi alpha beta (S k) x0 x q' q).
  Proof.
    intros off E Lp. destruct (Req_dec (J (y :: xs) (q' :: h)) 0) as [Z|Z].
    { unfold queries in *. simpl in *. rewrite Z. ring. }
    assert (St := proposition1 alpha beta mu requests F (y :: xs) q' h Z). unfold stands in St. simpl length in St.
    rewrite Nat.sub_succ, Nat.sub_0_r, E, Lp in St. simpl hd in St. rewrite <- St, <- sum_scale. apply sum_ext.
      intros x _.
    unfold queries. cbn [of_kernel scheme arrive]. simpl length. simpl since. rewrite off, E. cbn [last_private].
      simpl length.
    rewrite off. cbn [last_private] in Lp. rewrite Lp. simpl. ring.
  Qed.
End Scheme.

(* q' = A or B: the law of the next query does not look at X_0. *)
Theorem appb_single alpha beta k x0 y q :
  sum srcs (fun x => M alpha beta (g alpha beta k x0 (single y)) x * phi alpha beta (S k) x0 x (single y) q)
  = sum srcs (fun x => M alpha beta y x * request x q).
Proof. destruct y; reflexivity. Qed.
(* First bullet, alpha + beta <= 1: given AB the user stands at x0, and table (a) makes both sides equal. *)
Theorem appb_case1 alpha beta q : 0 <= alpha -> 0 <= beta -> alpha + beta <= 1 ->
  (forall k x0, g alpha beta k x0 qAB = x0) /\
  sum srcs (fun x => M alpha beta A x * table_a alpha beta A x q)
    = sum srcs (fun x => M alpha beta B x * table_a alpha beta B x q).
Proof.
  intros Ha Hb S. split; [intros; simpl; destruct (Rlt_dec 1 (alpha + beta)); [lra|reflexivity]|].
  destruct (Req_dec alpha 1) as [->|Na]; [|destruct (Req_dec beta 1) as [->|Nb]].
  - replace beta with 0 by lra. destruct q; simpl; lra.
  - replace alpha with 0 by lra. destruct q; simpl; lra.
  - destruct q; simpl; field; lra.
Qed.
(* Second bullet, alpha + beta > 1, t odd: t-1 is even, the user stands at x0, table (c). *)
Theorem corrected_appb_case2 alpha beta k q : alpha <= 1 -> beta <= 1 -> alpha + beta > 1 -> Nat.odd (S k) = true ->
  (forall x0, g alpha beta k x0 qAB = x0) /\
  (forall x0 x, phi alpha beta (S k) x0 x qAB = table_c alpha beta x0 x) /\
  sum srcs (fun x => M alpha beta A x * table_c alpha beta A x q)
    = sum srcs (fun x => M alpha beta B x * table_c alpha beta B x q).
Proof.
  intros Ha Hb S O. rewrite Nat.odd_succ in O. split; [|split].
  - intro x0. simpl. destruct (Rlt_dec 1 (alpha + beta)); [now rewrite O|lra].
  - intros x0 x. simpl phi. unfold table. destruct (total_order_T (alpha + beta) 1) as [[?|?]|?]; try lra.
    now rewrite even_S, O.
  - destruct q; simpl; field; lra.
Qed.
(* Third bullet, alpha + beta > 1, t even: t-1 is odd, the user stands at the other source, table (b). *)
Theorem corrected_appb_case3 alpha beta k q : alpha <= 1 -> beta <= 1 -> alpha + beta > 1 -> Nat.even (S k) = true ->
  (forall x0, g alpha beta k x0 qAB = other x0) /\
  (forall x0 x, phi alpha beta (S k) x0 x qAB = table_b alpha beta x0 x) /\
  sum srcs (fun x => M alpha beta B x * table_b alpha beta A x q)
    = sum srcs (fun x => M alpha beta A x * table_b alpha beta B x q).
Proof.
  intros Ha Hb S O. split; [|split].
  - intro x0. simpl. destruct (Rlt_dec 1 (alpha + beta)); [|lra]. rewrite even_S in O. now destruct (Nat.even k).
  - intros x0 x. simpl phi. unfold table. destruct (total_order_T (alpha + beta) 1) as [[?|?]|?]; try lra.
    now rewrite O.
  - destruct q; simpl; field; lra.
Qed.
