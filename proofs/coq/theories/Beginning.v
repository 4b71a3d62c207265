(* Time that begins: the user sends the first query at time 0, and the law of X_0 is free.

   Assumes: a law of requests with 0 < Pr(X_i = A) < 1 at the ON times; nothing about ergodicity.
   Proves: Theorem 1 for codes (theorem1_of_the_paper, theorem1_from_zero); Appendix D for every mode (appendix_d); in
   the step mode whatever is about the private requests is independent of all queries (step_leaks_nothing).

   These are corollaries of what the main line proves about its windows: the bound is WindowConverse.converse, the code
   is Coins.paper_code. Of Main.v itself they are not: a chain on Z is stationary (Main.stationary), so a law that
   begins with another law of X_0 is no window of one on Z. *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information Coins.
Import ListNotations.
Open Scope R_scope.

Section Theorems.
  Variables alpha beta : R.
  Variable mu : src -> R.
  Hypothesis requests : law_of_requests alpha beta mu.
  Lemma code_causal c : causal alpha beta mu (qs c) (law_of alpha beta mu c).
  Proof. apply of_seeds_causal; auto using sigma_nonneg, sigma_total, each_once. Qed.
  Lemma code_private F c : admissible alpha beta mu F c -> private (qs c) (law_of alpha beta mu c) F.
  Proof. intros [_ I]. apply private_information; auto. apply (nonneg _ _ _ _ _ (code_causal c)). Qed.

  (* THEOREM 1. Privacy is ON up to p (the paper's time 0) and OFF afterwards; queries begin at time 0. *)
  Theorem theorem1_of_the_paper p rate : (forall i x, (i <= p)%nat -> 0 < pi alpha beta mu i x) ->
    achievable_rates alpha beta mu (step_mode p) rate <->
    forall t, rate t <= (if Nat.leb t p then 1 / 2 else 1 / (1 + Rabs (1 - alpha - beta) ^ (t - p))).
  Proof.
    intro D. assert (X : forall t, (if Nat.leb t p then 1 / 2 else 1 / (1 + Rabs (1 - alpha - beta) ^ (t - p)))
      = 1 / (1 + Rabs (1 - alpha - beta) ^ (t - p))).
    { intro t. destruct (Nat.leb_spec t p); auto. replace (t - p)%nat with O by lia. simpl. lra. }
    split.
    - intros (c & [Dc I] & H) t. rewrite X. eapply Rle_trans; [apply H|].
      apply rate_bound; [apply messages|apply pow_ge|].
      apply (converse_step alpha beta mu (qs c) (law_of alpha beta mu c) (serve c) (step_mode p));
        auto using code_causal. now apply code_private.
    - intro H. exists (paper_code alpha beta mu (step_mode p) requests). split; [now apply paper_code_admissible|].
      intro t.
      rewrite paper_code_length, since_step. simpl. replace (1 / (1 + Rabs (1 - alpha - beta) ^ (t - p))) with
        (if Nat.leb t p then 1 / 2 else 1 / (1 + Rabs (1 - alpha - beta) ^ (t - p))); auto.
  Qed.
  (* APPENDIX D. Every mode, for 0 < alpha, beta < 1. *)
  Theorem appendix_d F rate : 0 < alpha < 1 -> 0 < beta < 1 -> (forall x, 0 < mu x) ->
    achievable_rates alpha beta mu F rate <->
    forall t, rate t <= match since F t with Some k => 1 / (1 + Rabs (1 - alpha - beta) ^ k) | None => 1 end.
  Proof.
    intros Ha Hb Hm. split.
    - intros (c & [Dc I] & H) t. eapply Rle_trans; [apply H|]. assert (P := code_private F c (conj Dc I)).
      assert (C := code_causal c).
      destruct (since F t) as [k|] eqn:E.
      + apply since_on in E as [on Hk]. apply rate_bound; [apply messages|apply pow_ge|]. unfold average_length.
        replace t with (k + (t - k))%nat by lia. now apply (converse_general alpha beta mu (qs c)
          (law_of alpha beta mu c) (serve c) F).
      + replace 1 with (1 / 1) at 1 by field. apply rate_bound; [apply messages|lra|]. rewrite Rmult_1_r.
        apply (cost_one alpha beta mu); auto. intros x q g _ _. now apply decodable_now.
    - intro H. exists (paper_code alpha beta mu F requests). split; [now apply paper_code_admissible|]. intro t.
      specialize (H t).
      rewrite paper_code_length. simpl. destruct (since F t); auto. now replace (1 / (1 + 0)) with 1 by field.
  Qed.
End Theorems.
(* Queries that begin at time 0, X_0 = A with probability delta. *)
Corollary theorem1_from_zero alpha beta delta rate : 0 <= alpha <= 1 -> 0 <= beta <= 1 -> 0 < delta < 1 ->
  achievable_rates alpha beta (start delta) (step_mode 0) rate <->
  rate 0%nat <= 1 / 2 /\ forall t, (1 <= t)%nat -> rate t <= 1 / (1 + Rabs (1 - alpha - beta) ^ t).
Proof.
  intros Ha Hb Hd. rewrite theorem1_of_the_paper; [|apply start_law; lra|].
  - split.
    + intro H. split; [apply (H O)|]. intros t Ht. specialize (H t). destruct t; [lia|]. exact H.
    + intros [H0 H] [|t]; [exact H0|]. apply (H (S t)). lia.
  - intros i x Hi. assert (i = O) as -> by lia. destruct x; simpl; lra.
Qed.

(* Appendix A, the chain rule: in the step mode, whatever is about the private requests is independent of all queries.
   *)
Section Leakage.
  Variables alpha beta : R.
  Variable mu : src -> R.
  Context {Qry : Type}.
  Variables (qs : nat -> list Qry) (J : list src -> list Qry -> R) (p : nat).
  Hypothesis requests : law_of_requests alpha beta mu.
  Hypothesis is_causal : causal alpha beta mu qs J.
  Notation F := (step_mode p).
  Hypothesis is_private : private qs J F.
  Notation prob := (prob J).
  Fixpoint weight (v : list src) : R := match v with
    | [] => 1 | x :: r => weight r * (if F (length r) then arrive alpha beta mu r x else if same x A then 1 else 0) end.
  Lemma mask_all xs : (length xs <= S p)%nat -> mask F xs = xs.
  Proof.
    induction xs as [|x xs IH]; simpl; auto. intro H. rewrite IH by lia. unfold step_mode.
    destruct (Nat.leb_spec (length xs) p); auto. lia.
  Qed.
  Lemma atoms v : forall h, length h = length v -> In h (histories qs (length h)) ->
    prob (seen F v) h = weight v * prob anything h.
  Proof.
    induction v as [|x r IH]; intros [|q g] Lh Hh; try discriminate.
    - unfold Window.prob. simpl. unfold seen. simpl. rewrite (begins _ _ _ _ _ is_causal). ring.
    - simpl in Lh. injection Lh as Lh. apply words_cons in Hh as [Hq Hg]. specialize (IH g Lh Hg).
      assert (P := is_private (length g) (seen F (x :: r)) g q (about_seen F _) Hg Hq).
      rewrite (before_anything alpha beta mu qs J requests is_causal g Hg) in P.
      assert (W : before qs J (seen F (x :: r)) g = weight (x :: r) * prob anything g).
      { simpl weight. destruct (F (length r)) eqn:Fr.
        - rewrite (before_step alpha beta mu qs J is_causal) by auto.
          transitivity (prob (seen F r) g * arrive alpha beta mu r x); [|rewrite IH; ring].
          unfold Window.prob. rewrite <- sum_scale_r. apply sum_ext. intros xs Hx. apply words_length in Hx.
          assert (K : (length xs <= S p)%nat). { rewrite Hx, Lh. apply Nat.leb_le in Fr. lia. }
          assert (Fx : F (length xs) = true) by now rewrite Hx, Lh.
          unfold seen. cbn [sum srcs mask]. rewrite Fx, (mask_all xs K).
          destruct (list_eq_dec src_eq_dec xs r) as [->|N].
          + destruct x, (list_eq_dec src_eq_dec (A :: r) (A :: r)), (list_eq_dec src_eq_dec (B :: r) (B :: r)),
            (list_eq_dec src_eq_dec (A :: r) (B :: r)),
              (list_eq_dec src_eq_dec (B :: r) (A :: r)); try congruence; ring.
          + destruct (list_eq_dec src_eq_dec (A :: xs) (x :: r)), (list_eq_dec src_eq_dec (B :: xs) (x :: r));
            try congruence; ring.
        - rewrite (before_past alpha beta mu qs J requests is_causal (seen F (x :: r)) (fun xs =>
          same x A && seen F r xs) g); auto.
          + destruct (same x A); simpl.
            * transitivity (prob (seen F r) g); [reflexivity|rewrite IH; ring].
            * unfold Window.prob. rewrite sum_zero. ring.
          + intros y xs Hx. unfold seen. cbn [mask]. rewrite Hx, Lh, Fr.
            destruct (list_eq_dec src_eq_dec (A :: mask F xs) (x :: r)), (list_eq_dec src_eq_dec (mask F xs) r), x;
              simpl; auto; congruence. }
      rewrite W in P. destruct (Req_dec (prob anything g) 0) as [Z|Z].
      + rewrite (prob_zero alpha beta mu qs J requests is_causal (seen F (x :: r)) q g),
        (prob_zero alpha beta mu qs J requests is_causal anything q g); auto. ring.
      + apply Rmult_eq_reg_r with (prob anything g); auto. rewrite P. ring.
  Qed.
  Theorem step_leaks_nothing t E h : about F E -> In h (histories qs (S t)) ->
    prob E h = sum (histories qs (S t)) (prob E) * prob anything h.
  Proof.
    intros HE Hh. set (c := sum (words srcs (S t)) (fun v => (if E v then 1 else 0) * weight v)).
    assert (X : forall g, In g (histories qs (S t)) -> prob E g = c * prob anything g).
    { intros [|q g] Hg; assert (Lg := words_length _ _ _ Hg); [discriminate|]. simpl in Lg. injection Lg as Lg.
      rewrite (by_seen J F E t q g HE Lg). unfold c. rewrite <- sum_scale_r. apply sum_ext. intros v Hv.
      unfold joint. rewrite atoms; [ring| |].
      - rewrite (words_length _ _ _ Hv). simpl. now rewrite Lg.
      - simpl length. now rewrite Lg. }
    rewrite (X h Hh). f_equal. transitivity (sum (histories qs (S t)) (fun g => c * prob anything g)).
    - rewrite sum_scale, (total alpha beta mu qs J requests is_causal). ring.
    - apply sum_ext. intros g Hg. symmetry. now apply X.
  Qed.
End Leakage.
