(* WHAT DOES NOT HOLD AS PRINTED.

   Proves: for each such statement, what it says (printed_x) fails (refuted_x), and what should stand there holds
   (corrected_x, here or in the file of its section).
   Assumes: nothing. Each printed_x is one reading of the sentence, with the standing requirements (causal, decodable)
   and on a chain that exists on Z: the witnesses have alpha = beta, where Pr(X_t = A) = 1/2 is stationary. Where the
   witness is about the scheme, it is the window that begins at 0 with Pr(X_0 = A) = 1/2. Refuted elsewhere: Theorem 1
   and the rate of chains that are not ergodic (Theorem1.v), the chain rule of Appendix A (ZeroLeakage.v), the cases
   that are not ergodic (SectionIII.v). *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information Model Converse SchemeOnZ Theorem1
  ZeroLeakage
  Codes ModesConverse AppendixD.
From OnOff Require AppendixB.
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

(* Section IV-A: the cases of Table III. For alpha + beta = 1 there is none. *)
Inductive printed_table alpha beta : nat -> src -> src -> (qry -> R) -> Prop :=
  | part_a t x0 x : alpha + beta < 1 -> printed_table alpha beta t x0 x (table_a alpha beta x0 x)
  | part_b t x0 x : alpha + beta > 1 -> Nat.even t = true -> printed_table alpha beta t x0 x (table_b alpha beta x0 x)
  | part_c t x0 x : alpha + beta > 1 -> Nat.odd t = true -> printed_table alpha beta t x0 x (table_c alpha beta x0 x).
Definition printed_table3_cases := forall alpha beta t x0 x, 0 <= alpha <= 1 -> 0 <= beta <= 1 -> (1 <= t)%nat ->
  exists row, printed_table alpha beta t x0 x row.
Theorem refuted_table3_cases : ~ printed_table3_cases.
Proof. intro H. destruct (H (1/2) (1/2) 1%nat A A) as [row T]; try lra; [lia|]. inversion T; lra. Qed.
(* corrected: SectionIV.corrected_table3_cases *)

(* Caption of Table III: given Q_{t-1} = AB, "Q_{t-1} is chosen based on the probabilities given in this table". *)
Definition printed_table3_caption := forall alpha beta x0 x q, 0 <= alpha -> 0 <= beta -> alpha + beta < 1 ->
  point 0 0 1 q = table_a alpha beta x0 x q.
Theorem refuted_table3_caption : ~ printed_table3_caption.
Proof. intro H. specialize (H (1/4) (1/4) A B qB). simpl in H. lra. Qed.
Theorem corrected_table3_caption alpha beta k x0 x q : phi alpha beta k x0 x qAB q = table alpha beta k x0 x q.
Proof. reflexivity. Qed.

(* Eq. (7): H(W_{X_t,t} | Y_t) = 0 at every t; the scheme of the paper is meant to satisfy it. The decoder d of the time
   t sees the answer alone. *)
Definition printed_decodability := forall alpha beta delta t, 0 <= alpha <= 1 -> 0 <= beta <= 1 -> 0 < delta < 1 ->
  exists d : list bool -> list bool, forall x xs q h a b, length xs = t ->
    queries alpha beta (start delta) (step_mode 0) (x :: xs) (q :: h) <> 0 -> length a = 1%nat -> length b = 1%nat ->
    d (answer (plain 1) t q a b) = message x a b.
Theorem refuted_decodability : ~ printed_decodability.
Proof.
  intro H. destruct (H (1/2) (1/2) (1/2) O) as [d D]; try lra.
  assert (EA := D A [] qAB [] [true] [false] eq_refl). assert (EB := D B [] qAB [] [true] [false] eq_refl).
  unfold queries in *. simpl in *. rewrite EA in EB by (auto; lra). discriminate EB; auto; lra.
Qed.
Theorem corrected_decodability alpha beta nu n : requests_on_Z alpha beta nu ->
  decodable_on_Z (always qrys) (paper_on_Z alpha beta nu) (plain_service n).
Proof. intro R0. now apply paper_decodable. Qed.

(* Appendix B, second case: "When alpha + beta <= 1 and t is odd", the law used is Table III (c). *)
Definition printed_appb_case2 := forall alpha beta k x0 x q, 0 <= alpha <= 1 -> 0 <= beta <= 1 -> alpha + beta <= 1 ->
  Nat.odd k = true ->
  phi alpha beta k x0 x qAB q = table_c alpha beta x0 x q.
Theorem refuted_appb_case2 : ~ printed_appb_case2.
Proof.
  intro H. assert (X := H (1/4) (1/4) 1%nat A A qA). simpl phi in X. rewrite table_low in X by lra. simpl in X.
  assert (Y : 1/4 / (1 - 1/4) = 1) by (apply X; auto; lra). lra.
Qed.
(* corrected: AppendixB.corrected_appb_case2 *)

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
(* corrected: AppendixB.corrected_appb_case3 *)

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

(* Appendix C, (c): "follows from Q_{t-1} being a function of X_0 and X_{t-1}". Fresh randomness apart, this would say
   that the law of Q_t given X_0 = a and X_t = x is the same whatever the requests between are: xs or ys. *)
Definition sent_last alpha beta delta xs q :=
  sum (words qrys (length xs - 1)) (fun h => queries alpha beta (start delta) (step_mode 0) xs (q :: h)).
Definition printed_appc_function := forall alpha beta delta a xs ys x q, 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  0 < delta < 1 -> length xs = length ys ->
  let path between := x :: between ++ [a] in
  sent_last alpha beta delta (path xs) q * chain alpha beta (start delta) (path ys)
    = sent_last alpha beta delta (path ys) q * chain alpha beta (start delta) (path xs).
(* alpha = 1/2, beta = 1/3, X_0 = X_2 = A: Pr(Q_2 = AB) is 1/9 if X_1 = A and 0 if X_1 = B. *)
Lemma appc_function_witness delta : sent_last (1/2) (1/3) delta [A; A; A] qAB
    = 1 / 9 * chain (1/2) (1/3) (start delta) [A; A; A] /\
  sent_last (1/2) (1/3) delta [A; B; A] qAB = 0 * chain (1/2) (1/3) (start delta) [A; B; A].
Proof. unfold sent_last, queries. simpl. rewrite !table_low by lra. simpl. split; field. Qed.
Theorem refuted_appc_function : ~ printed_appc_function.
Proof.
  intro H. specialize (H (1/2) (1/3) (1/2) A [A] [B] A qAB ltac:(lra) ltac:(lra) ltac:(lra) eq_refl).
  destruct (appc_function_witness (1/2)) as [XA XB]. cbn [app] in H. rewrite XA, XB in H. simpl in H. lra.
Qed.
(* (c) holds, because given X_{t-1} the next request does not depend on the queries sent (Proposition 2). *)
Theorem corrected_appc_function alpha beta mu F x y xs h : law_of_requests alpha beta mu ->
  sum qrys (fun q => queries alpha beta mu F (x :: y :: xs) (q :: h))
  = queries alpha beta mu F (y :: xs) h * M alpha beta y x.
Proof. intro R0. now apply AppendixB.proposition2. Qed.

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
(* corrected: AppendixC.corrected_appc_case2; SectionIV.proposition1 for g *)

(* Appendix D: the scheme "obtained by replacing X_0 by X_{F^-(t)}" in phi_t, so that the tables go by the parity of t.
   *)
Definition printed_choose alpha beta t (k : option nat) (x0 : option src) x q' := match k, x0 with
  | Some O, _ => point 0 0 1 | Some _, Some x0 => phi alpha beta t x0 x q' | _, _ => request x end.
Definition printed_scheme alpha beta F (xs : list src) (h : list qry) : qry -> R := match xs with
  | [] => point 0 0 1 | x :: r => printed_choose alpha beta (length r) (since F (length r)) (last_private F xs) x
    (hd qAB h) end.
Definition printed_general_scheme := forall alpha beta delta F, 0 <= alpha <= 1 -> 0 <= beta <= 1 -> 0 < delta < 1 ->
  private (always qrys) (of_kernel alpha beta (start delta) (printed_scheme alpha beta F)) F.
Theorem refuted_general_scheme : ~ printed_general_scheme.
Proof.
  intro H. specialize (H (3/4) (3/4) (1/2) (step_mode 1) ltac:(lra) ltac:(lra) ltac:(lra)).
  assert (E := about_was (step_mode 1) 1 A eq_refl).
  specialize (H 2%nat _ [qAB; qAB] qA E ltac:(simpl; tauto) ltac:(simpl; tauto)).
  unfold Window.before, Window.prob, anything, was in H. simpl in H. unfold printed_choose, phi in H. simpl in H.
    rewrite table_high in H by lra. simpl in H. lra.
Qed.
(* The tables go by the time since the last ON time: under every mode on Z, for every chain. *)
Theorem corrected_general_scheme alpha beta nu F : requests_on_Z alpha beta nu ->
  law_on_Z alpha beta nu (always qrys) (scheme_on_Z alpha beta nu F)
    /\ private_on_Z (always qrys) (scheme_on_Z alpha beta nu F) F /\
  (forall n, decodable_on_Z (always qrys) (scheme_on_Z alpha beta nu F) (plain_service n)) /\
  forall t j, F (t - Z.of_nat j)%Z = true -> (forall i, (i < j)%nat -> F (t - Z.of_nat i)%Z = false) ->
    asked (scheme_on_Z alpha beta nu F) t qAB = Rabs (1 - alpha - beta) ^ j.
Proof.
  intro R0. split; [now apply scheme_law|]. split; [now apply scheme_private_on_Z|].
  split; [intro n; now apply scheme_decodable_on_Z|]. intros t j on off.
  rewrite <- (asked_window alpha beta nu (always qrys) _ (scheme_law alpha beta nu F R0) t j qAB (qrys_all _)).
  rewrite (good_law alpha beta nu F R0 (t - Z.of_nat j)%Z) by now left. unfold since_start.
  assert (E : since (whole F (t - Z.of_nat j)) j = Some j).
  { assert (G : forall m, (m <= j)%nat -> since (whole F (t - Z.of_nat j)) m = Some m).
    { induction m as [|m IH]; intro H.
      - simpl. unfold whole. simpl. now rewrite Z.add_0_r, on.
      - simpl. unfold whole at 1. replace (t - Z.of_nat j + Z.of_nat (S m))%Z with (t - Z.of_nat (j - S m))%Z by lia.
        rewrite off by lia. rewrite IH by lia. reflexivity. }
    now apply G. }
  assert (X := ab_probability alpha beta (nu (t - Z.of_nat j)%Z) (req alpha beta nu R0 _) (whole F (t - Z.of_nat j)) j).
  rewrite E in X. rewrite <- X. reflexivity.
Qed.

(* Section I-B: "For t = 1, the rate R_1 = 1/(2-alpha-beta)"; it is so for alpha + beta <= 1 only. *)
Definition printed_example_rate_elsewhere := forall alpha beta, 0 <= alpha <= 1 -> 0 <= beta <= 1 -> alpha + beta < 2 ->
  1 / (2 - alpha - beta) = 1 / (1 + Rabs (1 - alpha - beta) ^ 1).
Theorem refuted_example_rate_elsewhere : ~ printed_example_rate_elsewhere.
Proof.
  intro H. specialize (H (3/4) (3/4) ltac:(lra) ltac:(lra) ltac:(lra)). simpl in H. unfold Rabs in H.
  destruct (Rcase_abs (1 - 3/4 - 3/4)); [|lra]. replace (1 + - (1 - 3/4 - 3/4) * 1) with (3/2) in H by lra.
  replace (2 - 3/4 - 3/4) with (1/2) in H by lra. lra.
Qed.
Theorem corrected_example_rate_elsewhere alpha beta : alpha + beta <= 1 ->
  1 / (2 - alpha - beta) = 1 / (1 + Rabs (1 - alpha - beta) ^ 1).
Proof. intro H. rewrite pow_1, Rabs_right by lra. f_equal. lra. Qed.

(* ON Z. A chain whose requests never change, and one whose requests are like two coins. *)
Definition half (_ : Z) (_ : src) : R := 1 / 2.
Lemma half_requests alpha : 0 <= alpha <= 1 -> requests_on_Z alpha alpha half.
Proof. intro H. split; unfold half; intros; try lra. destruct x; simpl; lra. Qed.
Lemma frozen_not_ergodic : ~ ergodic 0 0.
Proof. intros (H & _). lra. Qed.

(* Eq. (7) again: not only the scheme, no code at all reads X_t's message off Y_t without knowing X_t, if it is private.
   *)
Definition decodable_without_request {Qry} (qs : Z -> list Qry) (J : windows) (S : service Qry) := forall t,
  exists d : list bool -> list bool, forall x q a b, In q (qs t) -> J t [x] [q] <> 0 ->
    length a = size_of S -> length b = size_of S -> d (reply S t q a b) = message x a b.
Theorem refuted_decodability_any alpha beta nu {Qry} (qs : Z -> list Qry) J S : 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  ergodic alpha beta -> law_on_Z alpha beta nu qs J -> private_on_Z qs J step -> (0 < size_of S)%nat ->
  ~ decodable_without_request qs J S.
Proof.
  intros Ha Hb E L P Hn D. destruct (D 0%Z) as [d H].
  assert (In1 : forall x q, In q (qs 0%Z) -> J 0%Z [x] [q] = nu 0%Z x * prob (J 0%Z) anything [q]).
  { intros x q Hq. rewrite <- (independent' alpha beta nu qs J step Ha Hb E L
    (private_faint alpha beta nu qs J step Ha Hb L P) 0%Z 0 x [q]).
    - unfold Window.prob, was. simpl. destruct x; simpl; ring.
    - intros i Hi. now apply step_past.
    - now apply one_query. }
  assert (St := stationary alpha beta nu (law_requests alpha beta nu qs J L Ha Hb) (ergodic_mixes alpha beta Ha Hb E)
    0%Z).
  assert (Pos : forall x, 0 < nu 0%Z x).
  { destruct E as (Pa & Pb & _). destruct St as [SA SB]. assert (I : 0 < / (alpha + beta)) by (apply Rinv_0_lt_compat;
    lra).
    intros []; [rewrite SA|rewrite SB]; now apply Rmult_lt_0_compat. }
  assert (exists q, In q (qs 0%Z) /\ J 0%Z [A] [q] <> 0) as (q & Hq & N).
  { specialize (Pos A). rewrite (law_now _ _ _ _ _ L) in Pos.
    assert (N : sum (qs 0%Z) (fun q => J 0%Z [A] [q]) <> 0) by lra. clear - N.
    induction (qs 0%Z) as [|r l IH]; simpl in N; [now contradict N|]. destruct (Req_dec (J 0%Z [A] [r]) 0) as [Z|Z].
    - destruct IH as (q & Hq & Nq); [rewrite Z in N; lra|]. exists q. split; auto. now right.
    - exists r. split; auto. now left. }
  assert (NB : J 0%Z [B] [q] <> 0).
  { rewrite In1 in * by auto. intro Z. apply N. apply Rmult_integral in Z as [Z|Z]; [specialize (Pos B); lra|].
    rewrite Z. ring. }
  set (a := repeat true (size_of S)). set (b := repeat false (size_of S)).
  assert (La : length a = size_of S) by apply repeat_length. assert (Lb : length b = size_of S) by apply repeat_length.
  assert (X := H A q a b Hq N La Lb). assert (Y := H B q a b Hq NB La Lb). rewrite X in Y. simpl in Y.
  unfold a, b in Y. destruct (size_of S); [lia|]. discriminate.
Qed.

(* Sections I-C and II, an arbitrary mode: the constraint at every t is said to leak zero information about the
   private requests. *)
Definition printed_zero_leakage := forall alpha beta nu F (Qry : Set) (qs : Z -> list Qry) J,
  requests_on_Z alpha beta nu -> law_on_Z alpha beta nu qs J -> private_on_Z qs J F ->
  forall s n E h, about (whole F s) E -> In h (histories (alphabets qs s) (S n)) ->
    prob (J s) E h = sum (histories (alphabets qs s) (S n)) (prob (J s) E) * prob (J s) anything h.
Definition one_only : mode_on_Z := fun t => (t =? 1)%Z.
Theorem refuted_zero_leakage : ~ printed_zero_leakage.
Proof.
  intro H. assert (R0 := half_requests (1/4) ltac:(lra)).
  assert (G : good one_only 0%Z).
  { right. intro k. unfold one_only. apply Z.eqb_neq. lia. }
  specialize (H (1/4) (1/4) half one_only qry (always qrys) _ R0 (scheme_law _ _ _ one_only R0)
    (scheme_private_on_Z _ _ _ one_only R0)
    0%Z 1%nat _ [qAB; qA] (about_was (whole one_only 0) 1 A eq_refl) ltac:(simpl; tauto)).
  rewrite (good_law (1/4) (1/4) half one_only R0 0%Z G) in H.
  unfold since_start, Window.prob, queries, anything, was, half in H. simpl in H. lra.
Qed.
(* The step mode: it fails where the chain is not ergodic. *)
Definition printed_zero_leakage_step := forall alpha beta nu (Qry : Set) (qs : Z -> list Qry) J,
  requests_on_Z alpha beta nu -> law_on_Z alpha beta nu qs J -> private_on_Z qs J step ->
  forall s n E h, about (whole step s) E -> In h (histories (alphabets qs s) (S n)) ->
    prob (J s) E h = sum (histories (alphabets qs s) (S n)) (prob (J s) E) * prob (J s) anything h.
Theorem refuted_zero_leakage_step : ~ printed_zero_leakage_step.
Proof.
  intro H. assert (R0 := half_requests 0 ltac:(lra)).
  specialize (H 0 0 half qry (always qrys) _ R0 (alone_law 0 0 half R0) (proj1 (not_ergodic 0 0 half step R0
    frozen_not_ergodic))
    0%Z 0%nat _ [qA] (about_was (whole step 0) 0 A eq_refl) ltac:(simpl; tauto)).
  unfold alone, Window.prob, ask, anything, was, half in H. simpl in H. lra.
Qed.
(* If the chain is ergodic, all requests v of a window that ends while privacy is ON are independent of all its queries.
   *)
Theorem corrected_zero_leakage alpha beta nu {Qry} (qs : Z -> list Qry) J s v j h : 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  ergodic alpha beta -> law_on_Z alpha beta nu qs J -> private_on_Z qs J step -> v <> [] ->
  (s + Z.of_nat (length v) <= 1)%Z -> In h (histories (alphabets qs s) (length v + j)) ->
  prob (J s) (spans 0 v) h = chain alpha beta (nu s) v * prob (J s) anything h.
Proof.
  intros Ha Hb E L P N Hs Hh. apply (leaks_nothing_on_Z alpha beta nu qs J step Ha Hb E L P s v j h N); auto.
  intros i Hi. apply step_past. lia.
Qed.

(* Appendix A: at t <= 0 both messages must be downloaded; at t >= 1 the bound. No condition on the chain is printed. *)
Definition printed_converse_private_times := forall alpha beta nu (Qry : Set) (qs : Z -> list Qry) J S t,
  requests_on_Z alpha beta nu -> law_on_Z alpha beta nu qs J -> decodable_on_Z qs J S -> private_on_Z qs J step ->
    (t <= 0)%Z ->
  cost_on_Z qs J S t >= 2 * INR (size_of S).
Theorem refuted_converse_private_times : ~ printed_converse_private_times.
Proof.
  intro H. assert (R0 := half_requests 0 ltac:(lra)).
  specialize (H 0 0 half qry (always qrys) _ (plain_service 1) 0%Z R0 (alone_law 0 0 half R0) (alone_decodable 0 0 half
    1)
    (proj1 (not_ergodic 0 0 half step R0 frozen_not_ergodic)) ltac:(lia)).
  rewrite alone_cost in H by auto. simpl in H. lra.
Qed.
Definition printed_converse_bound := forall alpha beta nu (Qry : Set) (qs : Z -> list Qry) J S t,
  requests_on_Z alpha beta nu -> law_on_Z alpha beta nu qs J -> decodable_on_Z qs J S -> private_on_Z qs J step ->
  (1 <= t)%nat -> cost_on_Z qs J S (Z.of_nat t) >= INR (size_of S) * (1 + Rabs (1 - alpha - beta) ^ t).
Theorem refuted_converse_bound : ~ printed_converse_bound.
Proof.
  intro H. assert (R0 := half_requests 0 ltac:(lra)).
  specialize (H 0 0 half qry (always qrys) _ (plain_service 1) 1%nat R0 (alone_law 0 0 half R0) (alone_decodable 0 0
    half 1)
    (proj1 (not_ergodic 0 0 half step R0 frozen_not_ergodic)) ltac:(lia)).
  rewrite alone_cost in H by auto. simpl in H. rewrite Rabs_right in H; lra.
Qed.
Theorem corrected_converse alpha beta nu {Qry} (qs : Z -> list Qry) J S : 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  ergodic alpha beta -> law_on_Z alpha beta nu qs J -> decodable_on_Z qs J S -> private_on_Z qs J step ->
  (forall t, (t <= 0)%Z -> cost_on_Z qs J S t >= 2 * INR (size_of S)) /\
  (forall t, (1 <= t)%Z -> cost_on_Z qs J S t >= INR (size_of S) * (1 + Rabs (1 - alpha - beta) ^ (Z.to_nat t))).
Proof. intros. now apply (converse_private_on_Z alpha beta nu). Qed.

(* Appendix D, eq. (rate_general), and its converse at ON times: no condition on the chain is printed. *)
Definition printed_general_rate := forall alpha beta nu F rate, requests_on_Z alpha beta nu ->
  (achievable_on_Z alpha beta nu F rate <->
   forall t, rate t <= 1 /\ forall j, F (t - Z.of_nat j)%Z = true -> rate t <= 1 / (1 + Rabs (1 - alpha - beta) ^ j)).
Definition printed_general_converse_on := forall alpha beta nu F rate t, requests_on_Z alpha beta nu ->
  achievable_on_Z alpha beta nu F rate -> F t = true -> rate t <= 1 / 2.
Lemma alone_achieves F : achievable_on_Z 0 0 half F (fun _ => 1).
Proof.
  assert (R0 := half_requests 0 ltac:(lra)). exists qry, (always qrys), (plain_service 1), (alone 0 0 half).
    split; [simpl; lia|].
  split; [now apply alone_law|]. split; [now apply alone_decodable|].
    split; [now apply not_ergodic; [|apply frozen_not_ergodic]|].
  intro t. rewrite alone_cost by auto. simpl. lra.
Qed.
Theorem refuted_general_converse_on : ~ printed_general_converse_on.
Proof.
  intro H. assert (X := H 0 0 half one_only (fun _ => 1) 1%Z (half_requests 0 ltac:(lra)) (alone_achieves one_only)
    eq_refl).
  simpl in X. lra.
Qed.
Theorem refuted_general_rate : ~ printed_general_rate.
Proof.
  intro H. destruct (proj1 (H 0 0 half one_only (fun _ => 1) (half_requests 0 ltac:(lra))) (alone_achieves one_only)
    1%Z) as [_ X].
  specialize (X O eq_refl). simpl in X. lra.
Qed.
Theorem corrected_general_rate alpha beta nu F rate : requests_on_Z alpha beta nu -> 0 < alpha < 1 -> 0 < beta < 1 ->
  (achievable_on_Z alpha beta nu F rate <->
   forall t, rate t <= 1 /\ forall j, F (t - Z.of_nat j)%Z = true -> rate t <= 1 / (1 + Rabs (1 - alpha - beta) ^ j)).
Proof. intros. now apply appendix_d_on_Z. Qed.
Theorem corrected_general_converse_on alpha beta nu F rate t : requests_on_Z alpha beta nu -> 0 < alpha < 1 ->
  0 < beta < 1 -> achievable_on_Z alpha beta nu F rate -> F t = true -> rate t <= 1 / 2.
Proof.
  intros R0 Ha Hb H on. destruct (proj1 (corrected_general_rate alpha beta nu F rate R0 Ha Hb) H t) as [_ X].
  specialize (X O). rewrite Z.sub_0_r in X. specialize (X on). simpl in X. lra.
Qed.
