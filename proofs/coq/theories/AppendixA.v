(* APPENDIX A: the converse, step by step as it is printed.

   Assumes: a law on Z that is decodable and private in the step mode (law_on_Z, decodable_on_Z, private_on_Z); where
   it says so, that the chain is ergodic: the chain rule and what rests on it fail without it
   (ZeroLeakage.refuted_converse_chain_rule). The whole argument in one piece, for laws in general, is in
   WindowConverse.v and Converse.v.
   Proves: the classes of queries, the cost, I(X_0; Q_t) = 0, Table IV, the bounds, and 1 + |1-alpha-beta|^t as the
   value of the program. *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information ChainRule Model Privacy Converse
  SchemeOnZ Theorem1 AppendixB.
Import ListNotations.
Open Scope R_scope.

Section Queries.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Context {Qry : Type}.
  Variables (qs : Z -> list Qry) (J : @windows Qry) (S : service Qry).
  Hypothesis Ha : 0 <= alpha <= 1.
  Hypothesis Hb : 0 <= beta <= 1.
  Hypothesis law : law_on_Z alpha beta nu qs J.
  Hypothesis dec : decodable_on_Z qs J S.
  (* A query that gives neither message is never sent. *)
  Theorem converse_partition t q : In q (qs t) -> asked J t q <> 0 -> decodes_at S t q A \/ decodes_at S t q B.
  Proof.
    intros Hq N. destruct (Req_dec (J t [A] [q]) 0) as [Z|Z]; [right|left]; apply dec; auto.
    intro Z'. apply N. unfold asked. rewrite Z, Z'. ring.
  Qed.
  Lemma asked_nonneg t q : 0 <= asked J t q.
  Proof. unfold asked. assert (X := nonneg _ _ _ _ _ (window_law _ _ _ _ _ law t)). assert (Y := X [A] [q]).
    assert (W := X [B] [q]). lra. Qed.
  Lemma asked_total t : sum (qs t) (asked J t) = 1.
  Proof.
    rewrite <- (nu_total _ _ _ (law_requests _ _ _ _ _ law Ha Hb) t). rewrite !(law_now _ _ _ _ _ law), <- sum_add.
    reflexivity.
  Qed.
  (* The lengths: L for one message, 2L for both. *)
  Theorem converse_lengths t q : (forall x, decodes_at S t q x -> INR (size_of S) <= INR (size S t q)) /\
    (decodes_at S t q A -> decodes_at S t q B -> INR (size_of S) + INR (size_of S) <= INR (size S t q)).
  Proof.
    assert (E : forall x, decodes_at S t q x -> decodes (from S t) 0 q x).
    { intros x H. unfold decodes. simpl. now rewrite Z.add_0_r. }
    assert (X := fun x => one_message (from S t) 0 q x). assert (Y := two_messages (from S t) 0 q). simpl in X, Y.
    rewrite Z.add_0_r in *. split; [intros x H; apply (X x) | intros HA HB; apply Y]; now apply E.
  Qed.
  (* l_t/L >= 2 - Pr(Q_a or Q_b): `one q` for the queries of the classes a and b; all others give both messages. *)
  Theorem converse_cost t (one : Qry -> bool) : (0 < size_of S)%nat ->
    (forall q, In q (qs t) -> one q = false -> decodes_at S t q A /\ decodes_at S t q B) ->
    cost_on_Z qs J S t / INR (size_of S) >= 2 - sum (qs t) (fun q => if one q then asked J t q else 0).
  Proof.
    intros Hn B. assert (P : 0 < INR (size_of S)) by now apply lt_0_INR.
    assert (X : cost_on_Z qs J S t >= INR (size_of S) * (2 - sum (qs t) (fun q => if one q then asked J t q else 0))).
    { rewrite <- (Rmult_1_r 2), <- (asked_total t). unfold Rminus.
      rewrite Rmult_plus_distr_l, Ropp_mult_distr_r_reverse.
      rewrite <- !sum_scale. apply Rle_ge. unfold cost_on_Z.
      assert (Y : sum (qs t) (fun q => INR (size_of S) * (2 * asked J t q)) <= sum (qs t) (fun q =>
        INR (size S t q) * asked J t q)
        + sum (qs t) (fun q => INR (size_of S) * (if one q then asked J t q else 0))).
      { rewrite <- sum_add. apply sum_le. intros q Hq. assert (N := asked_nonneg t q).
        destruct (converse_lengths t q) as [L1 L2].
        destruct (Req_dec (asked J t q) 0) as [Z|Z]; [rewrite Z; destruct (one q); lra|].
        destruct (one q) eqn:O.
        - assert (INR (size_of S) <= INR (size S t q)) by (destruct (converse_partition t q Hq Z); eauto). nra.
        - destruct (B q Hq O) as [DA DB]. specialize (L2 DA DB). nra. }
      lra. }
    apply Rle_ge. apply Rmult_le_reg_r with (INR (size_of S)); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      lra.
  Qed.
  (* Chain rule, eq. (converse-privacy), eq. (privacy-Q-probability): Pr(X_0 = a, Q_t = q) = Pr(X_0 = a) Pr(Q_t = q). *)
  Theorem converse_equal_laws t a q : ergodic alpha beta -> private_on_Z qs J step -> In q (qs (Z.of_nat t)) ->
    sum (histories (alphabets qs 0%Z) t) (fun h => prob (J 0%Z) (was 0 a) (q :: h)) = nu 0%Z a * asked J (Z.of_nat t) q.
  Proof.
    intros E P Hq. rewrite <- (asked_window alpha beta nu qs J law (Z.of_nat t) t q Hq).
    replace (Z.of_nat t - Z.of_nat t)%Z with 0%Z by lia. rewrite <- sum_scale. apply sum_ext. intros h Hh.
    apply (independent' alpha beta nu qs J step Ha Hb E law (private_faint alpha beta nu qs J step Ha Hb law P) 0%Z t).
    - intros i Hi. now apply step_past.
    - apply words_cons. auto.
  Qed.
End Queries.

(* Appendix A, Table IV: the joint laws of (X_0, X_t, class of Q_t) that are decodable and independent of X_0. *)
Theorem converse_table delta (p : src -> src -> qry -> R) (joint : src -> src -> R) : delta <> 0 ->
  (forall x0 x, p x0 x qA + p x0 x qB + p x0 x qAB = joint x0 x) ->
  (forall x0 x q, downloads q x = false -> p x0 x q = 0) ->
  (forall q, (p A A q + p A B q) * (1 - delta) = (p B A q + p B B q) * delta) ->
  let p1 := p A A qA in let p2 := p A B qB in let r := (1 - delta) / delta in
  p A A qB = 0 /\ p A A qAB = joint A A - p1 /\ p A B qA = 0 /\ p A B qAB = joint A B - p2 /\
  p B A qA = r * p1 /\ p B A qB = 0 /\ p B A qAB = joint B A - r * p1 /\ p B B qA = 0 /\ p B B qB = r * p2 /\
    p B B qAB = joint B B - r * p2.
Proof.
  intros N T D I p1 p2 r.
  assert (E1 := D A A qB eq_refl). assert (E2 := D A B qA eq_refl). assert (E3 := D B A qB eq_refl).
    assert (E4 := D B B qA eq_refl).
  assert (IA := I qA). assert (IB := I qB). rewrite E2, E4 in IA. rewrite E1, E3 in IB.
  assert (RA : p B A qA = r * p1). { apply Rmult_eq_reg_r with delta; auto.
    replace (r * p1 * delta) with ((1 - delta) * p1) by (unfold r; field; auto). unfold p1. lra. }
  assert (RB : p B B qB = r * p2). { apply Rmult_eq_reg_r with delta; auto.
    replace (r * p2 * delta) with ((1 - delta) * p2) by (unfold r; field; auto). unfold p2. lra. }
  assert (T1 := T A A). assert (T2 := T A B). assert (T3 := T B A). assert (T4 := T B B). fold p1 in T1. fold p2 in T2.
    repeat split; lra.
Qed.
(* ... and each table of this form, for any p1 and p2, satisfies the constraints. *)
Definition table_IV delta (joint : src -> src -> R) p1 p2 (x0 x : src) (q : qry) : R :=
  let r := match x0 with A => 1 | B => (1 - delta) / delta end in
  match x, q with
  | A, qA => r * p1 | A, qB => 0 | A, qAB => joint x0 A - r * p1
  | B, qA => 0 | B, qB => r * p2 | B, qAB => joint x0 B - r * p2 end.
Theorem converse_table_all delta (joint : src -> src -> R) p1 p2 : delta <> 0 ->
  (forall x0, joint x0 A + joint x0 B = start delta x0) -> let p := table_IV delta joint p1 p2 in
  p A A qA = p1 /\ p A B qB = p2 /\
  (forall x0 x, p x0 x qA + p x0 x qB + p x0 x qAB = joint x0 x) /\
  (forall x0 x q, downloads q x = false -> p x0 x q = 0) /\
  (forall q, (p A A q + p A B q) * (1 - delta) = (p B A q + p B B q) * delta).
Proof.
  intros N M p. assert (MA := M A). assert (MB := M B). simpl in MA, MB. unfold p, table_IV.
  split; [ring|]. split; [ring|]. split; [|split].
  - intros x0 x. destruct x; ring.
  - intros x0 x q H. destruct x, q; simpl in H; try discriminate; reflexivity.
  - intro q. destruct q; simpl; try (field; exact N).
    replace (joint A B) with (delta - joint A A) by lra. replace (joint B B) with (1 - delta - joint B A) by lra.
    field. exact N.
Qed.
(* The bounds that are read off Table IV; k x0 x = Pr(X_t = x | X_0 = x0). *)
Theorem converse_bounds delta (p : src -> src -> qry -> R) (k : src -> src -> R) : 0 < delta < 1 ->
  (forall x0 x q, 0 <= p x0 x q) -> (forall x0 x, p x0 x qA + p x0 x qB + p x0 x qAB = start delta x0 * k x0 x) ->
  (forall x0 x q, downloads q x = false -> p x0 x q = 0) ->
  (forall q, (p A A q + p A B q) * (1 - delta) = (p B A q + p B B q) * delta) ->
  let p1 := p A A qA in let p2 := p A B qB in
  0 <= p1 / delta <= Rmin (k A A) (k B A) /\ 0 <= p2 / delta <= Rmin (k A B) (k B B) /\
  sum srcs (fun x0 => sum srcs (fun x => p x0 x qA + p x0 x qB)) = (p1 + p2) / delta.
Proof.
  intros D N T Dc I p1 p2.
  destruct (converse_table delta p (fun x0 x => start delta x0 * k x0 x) ltac:(lra) T Dc I) as
    (E1 & E2 & E3 & E4 & E5 & E6 & E7 & E8 & E9 & E10).
  fold p1 in E2, E5, E7. fold p2 in E4, E9, E10. simpl in E2, E4, E7, E10.
  assert (N1 := N A A qA). assert (N2 := N A B qB). fold p1 in N1. fold p2 in N2.
  assert (N3 := N A A qAB). assert (N4 := N A B qAB). assert (N5 := N B A qAB). assert (N6 := N B B qAB).
  rewrite E2 in N3. rewrite E4 in N4. rewrite E7 in N5. rewrite E10 in N6.
  assert (Dv : forall c k0, 0 <= delta * k0 - c -> c / delta <= k0).
  { intros c k0 H. apply Rmult_le_reg_r with delta; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (Dw : forall c k0, 0 <= (1 - delta) * k0 - (1 - delta) / delta * c -> c / delta <= k0).
  { intros c k0 H. apply Rmult_le_reg_l with (1 - delta); [lra|]. unfold Rdiv in *. lra. }
  split; [|split].
  - split; [apply Rmult_le_pos; auto; left; apply Rinv_0_lt_compat; lra|]. apply Rmin_glb; auto.
  - split; [apply Rmult_le_pos; auto; left; apply Rinv_0_lt_compat; lra|]. apply Rmin_glb; auto.
  - cbn [sum srcs]. rewrite E1, E3, E5, E6, E8, E9. unfold p1, p2. field. lra.
Qed.
(* The value of the program: 2 - min{P(A|A), P(A|B)} - min{P(B|A), P(B|B)} = 1 + |1-alpha-beta|^t. *)
Theorem converse_value alpha beta t :
  2 - Rmin (K alpha beta t A A) (K alpha beta t B A) - Rmin (K alpha beta t A B) (K alpha beta t B B)
    = 1 + Rabs (1 - alpha - beta) ^ t.
Proof.
  rewrite RPow_abs, <- K_difference. assert (TA := K_total alpha beta t A). assert (TB := K_total alpha beta t B).
  replace (K alpha beta t A B) with (1 - K alpha beta t A A) by lra.
    replace (K alpha beta t B B) with (1 - K alpha beta t B A) by lra.
  set (a := K alpha beta t A A). set (b := K alpha beta t B A).
  unfold Rmin, Rabs. destruct (Rle_dec a b), (Rle_dec (1 - a) (1 - b)), (Rcase_abs (a - b)); lra.
Qed.
(* The final bound. *)
Theorem corrected_converse_bound alpha beta nu {Qry} (qs : Z -> list Qry) J S t : 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  ergodic alpha beta ->
  law_on_Z alpha beta nu qs J -> decodable_on_Z qs J S -> private_on_Z qs J step -> (0 < size_of S)%nat -> (1 <= t)%Z ->
  cost_on_Z qs J S t / INR (size_of S) >= 1 + Rabs (1 - alpha - beta) ^ (Z.to_nat t).
Proof.
  intros Ha Hb E L D P Hn Ht. destruct (converse_private_on_Z alpha beta nu qs J S Ha Hb E L D P) as [_ X].
  specialize (X t Ht). assert (0 < INR (size_of S)) by now apply lt_0_INR. apply Rle_ge.
  apply Rmult_le_reg_r with (INR (size_of S)); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Theorem corrected_converse_private_times alpha beta nu {Qry} (qs : Z -> list Qry) J S t : 0 <= alpha <= 1 ->
  0 <= beta <= 1 -> ergodic alpha beta ->
  law_on_Z alpha beta nu qs J -> decodable_on_Z qs J S -> private_on_Z qs J step -> (t <= 0)%Z ->
  cost_on_Z qs J S t >= 2 * INR (size_of S).
Proof. intros Ha Hb E L D P Ht. now apply (converse_private_on_Z alpha beta nu qs J S Ha Hb E L D P). Qed.
