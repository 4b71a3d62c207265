(* SECTION I: the example, alpha = beta = 0.2, t = 0 and t = 1.

   Assumes: what stands in each statement. Proves: asking for the request alone is private at t = 1 only if requests
   are independent; Table I is the general scheme, private, decodable, of rate 0.625; no private scheme on Z does
   better, no other table does as well, and no table that does not look at X_0 is better than asking for both. *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information Model Converse SchemeOnZ Theorem1.
Import ListNotations.
Open Scope R_scope.

(* Section I-A. Q_0 = AB, then Q_t = X_t: independent of X_0 at t = 1 if and only if requests are independent. *)
Definition ask_once_off (xs : list src) (h : list qry) : qry -> R := match xs with
  | [x0] => point 0 0 1 | _ => request (hd A xs) end.
Theorem naive_switching alpha beta delta : 0 < delta < 1 ->
  ((forall a q, prob (of_kernel alpha beta (start delta) ask_once_off) (was 0 a) [q; qAB]
      = start delta a * prob (of_kernel alpha beta (start delta) ask_once_off) anything [q; qAB])
   <-> alpha + beta = 1).
Proof.
  intro D. split.
  - intro H. specialize (H A qA). unfold prob, was, anything in H. simpl in H.
    assert (Z : delta * (1 - delta) * (1 - alpha - beta) = 0) by nra.
    apply Rmult_integral in Z as [Z|Z]; [|lra]. apply Rmult_integral in Z as [Z|Z]; lra.
  - intros E a q. unfold prob, was, anything. replace beta with (1 - alpha) by lra. destruct a, q; simpl; ring.
Qed.

(* Section I-B. Table I. *)
Definition table_I x0 x := match x0, x with
  | A, A => point (25/100) 0 (75/100)
  | A, B => point 0 1 0
  | B, A => point 1 0 0
  | B, B => point 0 (25/100) (75/100) end.
Theorem table1 x0 x : (forall q, table_I x0 x q = table_a (2/10) (2/10) x0 x q) /\
  (forall q, 0 <= table_I x0 x q) /\ sum qrys (table_I x0 x) = 1.
Proof. destruct x0, x; refine (conj _ (conj _ _)); try intros []; simpl; lra. Qed.
(* Pr(Q_1 = q | X_0 = x0) = Pr(Q_1 = q), for every law of X_0. *)
Theorem example_privacy delta x0 q :
  sum srcs (fun x => M (2/10) (2/10) x0 x * table_I x0 x q)
  = sum srcs (fun a => start delta a * sum srcs (fun x => M (2/10) (2/10) a x * table_I a x q)).
Proof. destruct x0, q; simpl; lra. Qed.
Theorem example_decodable n t x0 x q : table_I x0 x q <> 0 -> decodes_at (plain_service n) t q x.
Proof. intro N. apply downloads_at. destruct x0, x, q; simpl in *; auto; now contradict N. Qed.
(* R_1 = 1/(1 + Pr(Q_1 = AB)) *)
Theorem example_rate delta :
  let both := sum srcs (fun a => start delta a * sum srcs (fun x => M (2/10) (2/10) a x * table_I a x qAB)) in
  1 / (1 + both) = 1 / (2 - 2/10 - 2/10) /\ 1 / (1 + both) = 625/1000 /\ 1 / (1 + both) > 5/10.
Proof.
  intro both. assert (E : both = 6/10) by (unfold both; simpl; lra). rewrite E. repeat split; lra.
Qed.
(* Asking for both at every t: a law on Z, decodable, private for every mode, of rate 1/2 at t = 0 and t = 1 (and
   always). *)
Definition both_on_Z alpha beta (nu : Z -> src -> R) : @windows qry := fun s =>
  of_kernel alpha beta (nu s) (fun _ _ => point 0 0 1).
Theorem example_both alpha beta nu F n : requests_on_Z alpha beta nu ->
  law_on_Z alpha beta nu (always qrys) (both_on_Z alpha beta nu) /\
  decodable_on_Z (always qrys) (both_on_Z alpha beta nu) (plain_service n) /\
  private_on_Z (always qrys) (both_on_Z alpha beta nu) F /\ private_windows (always qrys) (both_on_Z alpha beta nu) F /\
  forall t, cost_on_Z (always qrys) (both_on_Z alpha beta nu) (plain_service n) t = 2 * INR n.
Proof.
  intro R0. assert (L : law_on_Z alpha beta nu (always qrys) (both_on_Z alpha beta nu)).
  { split.
    - intro s. apply of_kernel_causal; [apply (req alpha beta nu R0)| |].
      + intros xs h []; simpl; lra.
      + intros. simpl. ring.
    - intros s xs h Hh. apply (kernel_drop alpha beta qrys (nu (s - 1)%Z) (nu s)); auto.
      + apply (moved_nu alpha beta nu R0).
      + apply (nu_total _ _ _ R0).
      + intro x. simpl. ring.
      + exact (words_length _ _ _ Hh). }
  assert (W : forall s G m, information (always qrys) (both_on_Z alpha beta nu s) G m = 0).
  { intros s G m. unfold information. rewrite <- (sum_zero (words qrys m)). apply sum_ext. intros h Hh.
    apply mutual_product with (a := fun v => joint (both_on_Z alpha beta nu s) G h v qAB) (b := point 0 0 1).
    - intros. apply joint_nonneg. intros. apply (nonneg _ _ _ _ _ (window_law _ _ _ _ _ L s)).
    - intros v q _. unfold joint, Window.prob. rewrite <- sum_scale_r. apply sum_ext. intros [|x xs] _.
      + unfold both_on_Z. simpl. destruct (seen G v []); ring.
      + unfold both_on_Z. simpl. destruct (seen G v (x :: xs)), q; simpl; ring. }
  split; [exact L|]. split; [|split; [|split]].
  - intros t x q _ N. apply downloads_at. unfold both_on_Z in N. simpl in N.
    destruct q; [exfalso; apply N; simpl; ring | exfalso; apply N; simpl; ring | reflexivity].
  - intros t r e He. exists O. intros k _. rewrite W. unfold R_dist. rewrite Rminus_0_r, Rabs_R0. exact He.
  - intros s m. apply W.
  - intro t. rewrite (plain_cost alpha beta nu); auto; [|apply (alpha_range _ _ _ R0)|apply (beta_range _ _ _ R0)].
    unfold asked, both_on_Z. simpl. assert (T := nu_total _ _ _ R0 t). replace (nu t B) with (1 - nu t A) by lra. ring.
Qed.
(* T x q = p(Q_1 = q | X_1 = x), whatever X_0 was: private and decodable, it asks for both. *)
Theorem example_depends (T : src -> qry -> R) :
  (forall x q, 0 <= T x q) -> (forall x, T x qA + T x qB + T x qAB = 1) ->
    (forall x q, downloads q x = false -> T x q = 0) ->
  (forall q, sum srcs (fun x => M (2/10) (2/10) A x * T x q) = sum srcs (fun x => M (2/10) (2/10) B x * T x q)) ->
  forall x, T x qAB = 1.
Proof.
  intros N S D P. assert (PA := P qA). assert (PB := P qB). simpl in PA, PB.
  assert (E1 := D A qB eq_refl). assert (E2 := D B qA eq_refl). assert (S1 := S A). assert (S2 := S B).
  intros []; lra.
Qed.
(* 0.625 is the best rate at t = 1, for every law on Z that is decodable and private. *)
Theorem example_optimal nu {Qry} (qs : Z -> list Qry) J S : law_on_Z (2/10) (2/10) nu qs J -> decodable_on_Z qs J S ->
  private_on_Z qs J step -> (0 < size_of S)%nat -> INR (size_of S) / cost_on_Z qs J S 1 <= 625/1000.
Proof.
  intros L D P Hn. destruct (converse_private_on_Z (2/10) (2/10) nu qs J S ltac:(lra) ltac:(lra)
    ltac:(repeat split; try lra; intros [? ?]; lra) L D P) as [_ X]. specialize (X 1%Z ltac:(lia)).
  assert (E : 1 + Rabs (1 - 2/10 - 2/10) ^ Z.to_nat 1 = 16/10).
  { change (Z.to_nat 1) with 1%nat. rewrite pow_1, Rabs_right; lra. }
  rewrite E in X. replace (625/1000) with (1 / (16/10)) by lra. apply rate_bound; auto. lra.
Qed.
(* Any other T x0 x q = p(Q_1 = q | X_0 = x0, X_1 = x) that contains the request leaks or costs more. *)
Theorem example_unique (T : src -> src -> qry -> R) :
  (forall x0 x q, 0 <= T x0 x q) -> (forall x0 x, T x0 x qA + T x0 x qB + T x0 x qAB = 1) ->
  (forall x0 x q, downloads q x = false -> T x0 x q = 0) ->
  (forall q, sum srcs (fun x => M (2/10) (2/10) A x * T A x q) = sum srcs (fun x => M (2/10) (2/10) B x * T B x q)) ->
  1 / (1 + sum srcs (fun x => M (2/10) (2/10) A x * T A x qAB)) >= 625/1000 ->
  forall x0 x q, T x0 x q = table_I x0 x q.
Proof.
  intros N S D P C. assert (PA := P qA). assert (PB := P qB). simpl in PA, PB, C.
  assert (E1 := D A A qB eq_refl). assert (E2 := D A B qA eq_refl). assert (E3 := D B A qB eq_refl).
  assert (E4 := D B B qA eq_refl).
  assert (S1 := S A A). assert (S2 := S A B). assert (S3 := S B A). assert (S4 := S B B).
  assert (N1 := N A A qA). assert (N2 := N A A qAB). assert (N3 := N A B qB). assert (N4 := N A B qAB).
  assert (N5 := N B A qA). assert (N6 := N B A qAB). assert (N7 := N B B qB). assert (N8 := N B B qAB).
  set (c := (1 - 2/10) * T A A qAB + (2/10 * T A B qAB + 0)) in C.
  assert (C' : 1 + c <= 16/10).
  { assert (0 < 1 + c) by (unfold c; lra). apply Rmult_ge_compat_r with (r := 1 + c) in C; [|lra].
    unfold Rdiv in C. rewrite Rmult_assoc, Rinv_l in C; lra. }
  unfold c in C'. intros x0 x q. destruct x0, x, q; simpl; lra.
Qed.
