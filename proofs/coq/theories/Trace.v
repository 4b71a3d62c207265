(* Schemes of any size, Pr(Q_t | X_0, X_t, Q_{t-1}) with a period in t: what a certificate has to show for privacy at
   every t (trace equivalence by spanning vectors), for the query chain, and for what can occur.                     *)
From Coq Require Import Reals Lra List Bool.
From OnOff Require Import Sums.
Import ListNotations.
Open Scope R_scope.

Section Trace.
  Context {Src Qry Ph : Type}.
  Variables (srcs : list Src) (qrys : list Qry) (q0 : Qry).
  Variables (p0 : Ph) (next : Ph -> Ph).                 (* t modulo the period *)
  Variable M : Src -> Src -> R.                          (* M x y = Pr(X_{t+1} = y | X_t = x) *)
  Variable phi : Ph -> Src -> Src -> Qry -> Qry -> R.    (* phi t x0 x q' q
    = Pr(Q_t = q | X_0 = x0, X_t = x, Q_{t-1} = q') *)
  Fixpoint phase t := match t with O => p0 | S r => next (phase r) end.

  (* Pr(X_t..X_1 = xs, Q_t..Q_1 = h | X_0 = x0), given Q_0 = q0; and the requests summed out. *)
  Fixpoint path (x0 : Src) (xs : list Src) (h : list Qry) : R := match xs, h with
    | [], [] => 1
    | x :: xs', q :: h' => path x0 xs' h' * (M (hd x0 xs') x * phi (phase (length h)) x0 x (hd q0 h') q)
    | _, _ => 0 end.
  Definition hist x0 h := sum (words srcs (length h)) (fun xs => path x0 xs h).
  Definition private := forall x0 x1 h, hist x0 h = hist x1 h.
  Definition markov (P : Ph -> Qry -> Qry -> R) := forall x0 q h,
    hist x0 (q :: h) = hist x0 h * P (phase (length h)) (hd q0 h) q.
  Definition decodable (downloads : Qry -> Src -> bool) := forall x0 x xs q h, path x0 (x :: xs) (q :: h) <> 0 ->
    downloads q x = true.
  Definition row_is_law (f : Qry -> R) := (forall q, 0 <= f q) /\ sum qrys f = 1.
  Definition normalised := (forall x, (forall y, 0 <= M x y) /\ sum srcs (M x) = 1) /\
    forall x0 xs h y, path x0 xs h <> 0 -> M (hd x0 xs) y <> 0 ->
      row_is_law (phi (phase (S (length h))) x0 y (hd q0 h)).

  (* Vectors v(x0, x), their combinations, and one step of the process. *)
  Definition vec := Src -> Src -> R.
  Fixpoint lin (cs : list R) (bs : list vec) (x0 x : Src) : R := match cs, bs with
    | c :: cs', b :: bs' => c * b x0 x + lin cs' bs' x0 x | _, _ => 0 end.
  Definition push p q' q (b : vec) : vec := fun x0 y => sum srcs (fun x => b x0 x * (M x y * phi (next p) x0 y q' q)).
  Variable V : Ph -> Qry -> list vec.

  Definition weigh x0 h (f : Src -> R) := sum (words srcs (length h)) (fun xs => path x0 xs h * f (hd x0 xs)).
  Definition pair (v : vec) x0 (f : Src -> R) := sum srcs (fun x => v x0 x * f x).
  Definition spans bs (v : vec) := exists cs, forall x0 x, v x0 x = lin cs bs x0 x.
  Hypothesis start : exists cs, forall x0 f, f x0 = pair (lin cs (V p0 q0)) x0 f.
  Hypothesis moves : forall p q' q b, In b (V p q') -> spans (V (next p) q) (push p q' q b).

  Lemma lin_add cs ds bs : length cs = length ds -> forall x0 x,
    lin (map (fun p => fst p + snd p) (combine cs ds)) bs x0 x = lin cs bs x0 x + lin ds bs x0 x.
  Proof.
    revert ds bs; induction cs as [|c cs IH]; intros [|d ds] [|b bs] L x0 x; simpl in *; try discriminate; try ring.
    rewrite IH by congruence. ring.
  Qed.
  Lemma lin_scale c cs bs x0 x : lin (map (Rmult c) cs) bs x0 x = c * lin cs bs x0 x.
  Proof. revert bs; induction cs as [|d cs IH]; intros [|b bs]; simpl; try ring. rewrite IH. ring. Qed.
  Fixpoint fit (n : nat) (cs : list R) := match n with O => [] | S m => match cs with [] => 0 :: fit m [] | c :: r =>
    c :: fit m r end end.
  Lemma fit_length n cs : length (fit n cs) = n.
  Proof. revert cs; induction n; intros [|c cs]; simpl; auto. Qed.
  Lemma fit_lin bs : forall cs x0 x, lin (fit (length bs) cs) bs x0 x = lin cs bs x0 x.
  Proof.
    induction bs as [|b bs IH]; intros [|c cs] x0 x; try reflexivity; simpl.
    - rewrite IH. simpl. ring.
    - now rewrite IH.
  Qed.
  Lemma spans_sum bs (cs : list R) (vs : list vec) : (forall v, In v vs -> spans bs v) -> spans bs (lin cs vs).
  Proof.
    revert cs; induction vs as [|v vs IH]; intros cs H.
    - exists []. intros. destruct cs; reflexivity.
    - destruct cs as [|c cs]; [exists []; reflexivity|].
      destruct (H v (or_introl eq_refl)) as [ds Hd]. destruct (IH cs (fun u Hu => H u (or_intror Hu))) as [es He].
      exists (map (fun p => fst p + snd p) (combine (map (Rmult c) (fit (length bs) ds)) (fit (length bs) es))).
        intros x0 x. simpl.
      rewrite lin_add by now rewrite map_length, !fit_length. now rewrite lin_scale, !fit_lin, <- Hd, <- He.
  Qed.
  Lemma push_lin p q' q cs bs x0 y : push p q' q (lin cs bs) x0 y = lin cs (map (push p q' q) bs) x0 y.
  Proof.
    revert bs; induction cs as [|c cs IH]; intros [|b bs]; unfold push in *; simpl; try (apply sum_null; intros; ring).
    rewrite <- IH, <- sum_scale, <- sum_add. apply sum_ext. intros. ring.
  Qed.
  Lemma weigh_step x0 q h f : weigh x0 (q :: h) f =
    weigh x0 h (fun x => sum srcs (fun y => M x y * phi (next (phase (length h))) x0 y (hd q0 h) q * f y)).
  Proof.
    unfold weigh. change (length (q :: h)) with (S (length h)). rewrite sum_words. apply sum_ext. intros xs _.
    rewrite <- sum_scale. apply sum_ext. intros y _. simpl. ring.
  Qed.
  (* The state after any history lies in the span of its node. *)
  Lemma spanned h : exists cs, forall x0 f, weigh x0 h f = pair (lin cs (V (phase (length h)) (hd q0 h))) x0 f.
  Proof.
    induction h as [|q h [cs IH]].
    - destruct start as [cs H]. exists cs. intros x0 f. unfold weigh. simpl. rewrite <- H. ring.
    - destruct (spans_sum (V (phase (length (q :: h))) (hd q0 (q :: h))) cs
      (map (push (phase (length h)) (hd q0 h) q) (V (phase (length h)) (hd q0 h)))) as [ds H].
      { intros v Hv. apply in_map_iff in Hv as (b & <- & Hb). now apply moves. }
      exists ds. intros x0 f. rewrite weigh_step, IH. unfold pair.
      transitivity (sum srcs (fun y => push (phase (length h)) (hd q0 h) q (lin cs (V (phase (length h)) (hd q0 h))) x0
        y * f y)).
      + transitivity (sum srcs (fun x => sum srcs (fun y => lin cs (V (phase (length h)) (hd q0 h)) x0 x *
        (M x y * phi (next (phase (length h))) x0 y (hd q0 h) q * f y)))).
        { apply sum_ext. intros. now rewrite sum_scale. }
        rewrite sum_swap. apply sum_ext. intros y _. unfold push. rewrite <- sum_scale_r. apply sum_ext. intros. ring.
      + apply sum_ext. intros y _. now rewrite push_lin, H.
  Qed.
  Lemma hist_weigh x0 h : hist x0 h = weigh x0 h (fun _ => 1).
  Proof. unfold hist, weigh. apply sum_ext. intros. ring. Qed.
  Definition mass (b : vec) x0 := sum srcs (b x0).
  Fixpoint masses cs bs x0 := match cs, bs with c :: cs', b :: bs' => c * mass b x0 + masses cs' bs' x0 | _, _ => 0 end.
  Lemma pair_mass cs bs x0 : pair (lin cs bs) x0 (fun _ => 1) = masses cs bs x0.
  Proof.
    revert bs; induction cs as [|c cs IH]; intros [|b bs]; unfold pair in *; simpl; try (apply sum_null; intros; ring).
    unfold mass. rewrite <- IH, <- sum_scale, <- sum_add. apply sum_ext. intros. ring.
  Qed.
  Theorem trace_private : (forall p q b, In b (V p q) -> forall x0 x1, mass b x0 = mass b x1) -> private.
  Proof.
    intros H x0 x1 h. rewrite !hist_weigh. destruct (spanned h) as [cs E]. rewrite !E, !pair_mass.
    specialize (H (phase (length h)) (hd q0 h)). revert cs H E. generalize (V (phase (length h)) (hd q0 h)) as bs.
    induction bs as [|b bs IH]; intros [|c cs] H E; simpl; auto.
    rewrite (H b (or_introl eq_refl) x0 x1). f_equal. clear E.
    revert cs. clear IH. assert (H' := fun b' Hb => H b' (or_intror Hb)). clear H.
      induction bs as [|b' bs IH]; intros [|d cs]; simpl; auto.
    rewrite (H' b' (or_introl eq_refl) x0 x1). f_equal. apply IH. intros b'' Hb. apply H'. now right.
  Qed.
  (* The query chain: each vector of a node sends its mass on with the same probabilities. *)
  Theorem trace_markov P : (forall p q' q b x0, In b (V p q') -> mass (push p q' q b) x0 = mass b x0 * P p q' q) ->
    markov P.
  Proof.
    intros H x0 q h. rewrite !hist_weigh, weigh_step. destruct (spanned h) as [cs E]. rewrite !E.
    set (p := phase (length h)). set (q' := hd q0 h).
    transitivity (pair (push p q' q (lin cs (V p q'))) x0 (fun _ => 1)).
    - unfold pair. transitivity (sum srcs (fun x => sum srcs (fun y =>
      lin cs (V p q') x0 x * (M x y * phi (next p) x0 y q' q)))).
      + apply sum_ext. intros. rewrite <- sum_scale. apply sum_ext. intros. ring.
      + rewrite sum_swap. apply sum_ext. intros. unfold push. ring.
    - rewrite pair_mass. transitivity (pair (lin cs (map (push p q' q) (V p q'))) x0 (fun _ => 1)).
      { unfold pair. apply sum_ext. intros. now rewrite push_lin. }
      rewrite pair_mass. specialize (H p q' q). revert cs E H. generalize (V p q') as bs. intros bs cs _ H. revert cs.
      induction bs as [|b bs IH]; intros [|c cs]; simpl; try ring.
        rewrite IH, (H b) by (try (intros; apply H); simpl; auto). ring.
  Qed.
  (* What can occur. *)
  Variable can : Ph -> Src -> Src -> Qry -> bool.
  Hypothesis can_start : forall x0, can p0 x0 x0 q0 = true.
  Hypothesis can_move : forall p x0 x q' y q, can p x0 x q' = true -> M x y * phi (next p) x0 y q' q <> 0 ->
    can (next p) x0 y q = true.
  Lemma occurs x0 xs : forall h, path x0 xs h <> 0 -> can (phase (length h)) x0 (hd x0 xs) (hd q0 h) = true.
  Proof.
    induction xs as [|x xs IH]; intros [|q h] N; simpl in *; auto; try (now contradict N).
    apply can_move with (hd x0 xs) (hd q0 h). { apply IH. intro Z. apply N. rewrite Z. ring. } intro Z. apply N.
      rewrite Z. ring.
  Qed.
  Theorem can_decodable d : (forall p x0 x q, can (next p) x0 x q = true -> d q x = true) -> decodable d.
  Proof. intros H x0 x xs q h N. apply occurs in N. simpl in N. now apply H in N. Qed.
  Theorem can_normalised : (forall x, (forall y, 0 <= M x y) /\ sum srcs (M x) = 1) ->
    (forall p x0 x q' y, can p x0 x q' = true -> M x y <> 0 -> row_is_law (phi (next p) x0 y q')) -> normalised.
  Proof. intros HM H. split; auto. intros x0 xs h y N Ny. apply occurs in N. simpl. now apply (H _ _ (hd x0 xs)). Qed.
End Trace.

(* For emitted files: nothing is searched that the certificate does not give. *)
Lemma quotient_nonneg n d : 0 <= n * d -> d <> 0 -> 0 <= n / d.
Proof.
  intros H N. replace (n / d) with (n * d * (/ d * / d)) by (field; auto). apply Rmult_le_pos; auto.
  assert (0 <= Rsqr (/ d)) by apply Rle_0_sqr. auto.
Qed.
Ltac product := repeat first [assumption | apply Rmult_lt_0_compat | apply Rmult_le_pos | lra].
Ltac nonzero := repeat match goal with |- _ /\ _ => split end;
  first [assumption | lra | match goal with N : ?p <> 0 |- ?q <> 0 => intro; apply N; lra end].
Ltac equal := first [ring | field; nonzero | lra].
