(* Appendix D needs 0 < alpha, beta < 1: that the chain is ergodic is not enough.

   Assumes: alpha = 1 and 0 < beta < 1: after A comes B for sure. (beta = 1 and 0 < alpha < 1 is the mirror image, not
   repeated here.) Privacy is ON at the time 0 only.
   Proves: a user who asked for A at the time -1 has told that the next request is B, and may ask for B alone at the
   time 0. This keeps the constraint, and its rate at the ON time 0 is (1+beta)/(2+beta) > 1/2 (told_before). So eq.
   (rate_general) fails for an ergodic chain (refuted_general_rate_ergodic). *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information Model Converse SchemeOnZ Theorem1.
Import ListNotations.
Open Scope R_scope.

Definition zero_only : mode_on_Z := fun t => (t =? 0)%Z.
Section Told.
  Variable beta : R.
  Variable nu : Z -> src -> R.
  Hypothesis requests : requests_on_Z 1 beta nu.
  Hypothesis beta_inside : 0 < beta < 1.
  (* On the window that begins at -(m+1); its place m+1 is the time 0. *)
  Definition tell m (xs : list src) (h : list qry) : qry -> R := match xs with
    | [] => point 0 0 1
    | x :: ys => match Nat.compare (length ys) (S m) with
      | Lt => request x
      | Eq => match ys with A :: _ => point 0 1 0 | _ => point 0 0 1 end
      | Gt => point 0 0 1 end end.
  Definition base m := of_kernel 1 beta (nu (- Z.of_nat (S m))%Z) (tell m).
  Definition told : @windows qry := fun s => Nat.iter (Z.to_nat (s + 1)) (drop qrys) (base (Z.to_nat (- s - 1))).
  Lemma tell_nonneg m xs h q : 0 <= tell m xs h q.
  Proof.
    destruct xs as [|x ys]; [destruct q; simpl; lra|]. cbn [tell]. destruct (Nat.compare (length ys) (S m)).
    - destruct ys as [|[] ys], q; simpl; lra.
    - destruct x, q; simpl; lra.
    - destruct q; simpl; lra.
  Qed.
  Lemma tell_total m x xs h : sum qrys (tell m (x :: xs) h) = 1.
  Proof.
    cbn [tell]. destruct (Nat.compare (length xs) (S m)).
    - destruct xs as [|[] xs]; simpl; ring.
    - destruct x; simpl; ring.
    - simpl. ring.
  Qed.
  Lemma base_causal m : causal 1 beta (nu (- Z.of_nat (S m))%Z) (always qrys) (base m).
  Proof. apply of_kernel_causal; [apply (req 1 beta nu requests)|apply tell_nonneg|intros; apply tell_total]. Qed.
  Lemma base_drop m xs h : length h = length xs -> drop qrys (base (S m)) xs h = base m xs h.
  Proof.
    apply kernel_drop.
    - replace (- Z.of_nat (S (S m)))%Z with (- Z.of_nat (S m) - 1)%Z by lia. apply (moved_nu 1 beta nu requests).
    - apply (nu_total _ _ _ requests).
    - intro x. apply tell_total.
    - intros x ys g y q r Lg. cbn [app tell]. rewrite app_length.
      replace (length ys + length [y])%nat with (S (length ys)) by (simpl; lia). cbn [Nat.compare].
      destruct (Nat.compare_spec (length ys) (S m)) as [E|E|E]; auto. destruct ys as [|z ys]; [discriminate|].
        reflexivity.
  Qed.
  Theorem told_law : law_on_Z 1 beta nu (always qrys) told.
  Proof.
    assert (Pos : forall k, causal 1 beta (nu (Z.of_nat k - 1)%Z) (always qrys) (Nat.iter k (drop qrys) (base 0))).
    { induction k as [|k IH]; [exact (base_causal 0)|]. simpl Nat.iter.
      apply (causal_drop 1 beta qrys (nu (Z.of_nat k - 1)%Z)); auto; [apply (req 1 beta nu requests)|].
      replace (Z.of_nat k - 1)%Z with (Z.of_nat (S k) - 1 - 1)%Z by lia. apply (moved_nu 1 beta nu requests). }
    split.
    - intro s. unfold told. destruct (Z_le_gt_dec (s + 1) 0) as [H|H].
      + replace (Z.to_nat (s + 1)) with O by lia. simpl. set (p := Z.to_nat (- s - 1)).
        replace s with (- Z.of_nat (S p))%Z by (unfold p; lia). apply base_causal.
      + replace (Z.to_nat (- s - 1)) with O by lia. set (k := Z.to_nat (s + 1)).
        replace s with (Z.of_nat k - 1)%Z by (unfold k; lia). apply Pos.
    - intros s xs h Hh. assert (L := words_length _ _ _ Hh). change (drop qrys (told (s - 1)%Z) xs h = told s xs h).
      unfold told.
      destruct (Z_le_gt_dec (s + 1) 0) as [H|H].
      + replace (Z.to_nat (s + 1)) with O by lia. replace (Z.to_nat (s - 1 + 1)) with O by lia.
        replace (Z.to_nat (- (s - 1) - 1)) with (S (Z.to_nat (- s - 1))) by lia. simpl Nat.iter. now apply base_drop.
      + replace (Z.to_nat (s + 1)) with (S (Z.to_nat (s - 1 + 1))) by lia.
        replace (Z.to_nat (- (s - 1) - 1)) with (Z.to_nat (- s - 1)) by lia. reflexivity.
  Qed.
  Lemma base_downloads m x xs q h : base m (x :: xs) (q :: h) <> 0 -> downloads q x = true.
  Proof.
    unfold base. cbn [of_kernel]. intro N. cbn [tell] in N. destruct (Nat.compare_spec (length xs) (S m)) as [E|E|E].
    - destruct xs as [|[] xs]; [discriminate| |]; destruct q, x; simpl in *; auto; exfalso; apply N; ring.
    - destruct q, x; simpl in *; auto; exfalso; apply N; ring.
    - destruct q; simpl in *; auto; exfalso; apply N; ring.
  Qed.
  Lemma some_term {T} (l : list T) f : sum l f <> 0 -> exists x, In x l /\ f x <> 0.
  Proof.
    induction l as [|w l IH]; simpl; intro N; [now contradict N|]. destruct (Req_dec (f w) 0) as [Z|Z].
    - destruct IH as (x & Hx & Nx); [rewrite Z in N; lra|]. exists x. auto.
    - exists w. auto.
  Qed.
  Lemma drops_downloads k : forall J, (forall x xs q h, J (x :: xs) (q :: h) <> 0 -> downloads q x = true) ->
    forall x xs q h, Nat.iter k (drop qrys) J (x :: xs) (q :: h) <> 0 -> downloads q x = true.
  Proof.
    induction k as [|k IH]; intros J H x xs q h N; [now apply H in N|]. simpl in N. unfold drop in N.
    apply some_term in N as (y & _ & N). apply some_term in N as (r & _ & N). now apply (IH J H) in N.
  Qed.
  Theorem told_decodable n : decodable_on_Z (always qrys) told (plain_service n).
  Proof. intros t x q _ N. apply downloads_at. now apply (drops_downloads _ _ (base_downloads _)) in N. Qed.

  (* What comes after Q_{-1} = q': a query that it has told already. *)
  Definition said m n q' := if Nat.eqb n (S m) then match q' with qA => point 0 1 0 | _ =>
    point 0 0 1 end else point 0 0 1.
  Lemma base_step m x y ys q q' h : length ys = length h -> (S m <= S (length h))%nat ->
    base m (x :: y :: ys) (q :: q' :: h) = base m (y :: ys) (q' :: h) * M 1 beta y x * said m (S (length h)) q' q.
  Proof.
    intros L H.
    change (base m (x :: y :: ys) (q :: q' :: h)) with
      (base m (y :: ys) (q' :: h) * M 1 beta y x * tell m (x :: y :: ys) (q' :: h) q).
    cbn [tell]. cbn [length]. rewrite L. unfold said. destruct (Nat.compare_spec (S (length h)) (S m)) as [E|E|E];
      [|lia|].
    - rewrite E, Nat.eqb_refl. unfold base. cbn [of_kernel]. cbn [tell]. rewrite L.
      replace (Nat.compare (length h) (S m)) with Lt by (symmetry; apply Nat.compare_lt_iff; lia).
      destruct y, q'; simpl; ring.
    - replace (Nat.eqb (S (length h)) (S m)) with false by (symmetry; apply Nat.eqb_neq; lia). reflexivity.
  Qed.
  Lemma mask_off (G : mode) xs : (forall i, (i < length xs)%nat -> G i = false) -> mask G xs = repeat A (length xs).
  Proof. induction xs as [|x xs IH]; simpl; intro H; auto. rewrite (H (length xs)) by lia. now rewrite IH by auto. Qed.
  Lemma base_window m (G : mode) n : (forall i, G i = true -> i = S m) -> (0 < n)%nat ->
    information (always qrys) (base m) G n = 0.
  Proof.
    intros HG Hn. assert (N : forall xs h, 0 <= base m xs h) by apply (nonneg _ _ _ _ _ (base_causal m)).
    unfold information. rewrite <- (sum_zero (words qrys n)). apply sum_ext. intros h Hh.
      assert (L := words_length _ _ _ Hh).
    destruct (le_lt_dec (S m) n) as [H|H].
    - destruct h as [|q' h]; [simpl in L; lia|]. simpl in L.
      apply mutual_product with (b := said m n q') (a := fun v =>
        sum (words srcs (length (q' :: h))) (fun ys => sum srcs (fun x =>
        if seen G v (x :: ys) then base m ys (q' :: h) * M 1 beta (hd A ys) x else 0))).
      + intros. now apply joint_nonneg.
      + intros v q _. unfold joint, Window.prob. change (length (q :: q' :: h)) with (S (length (q' :: h))).
        rewrite sum_words, <- sum_scale_r. apply sum_ext. intros ys Hy. apply words_length in Hy.
          rewrite <- sum_scale_r.
        apply sum_ext. intros x _. destruct ys as [|y ys]; [discriminate|]. simpl in Hy. injection Hy as Hy.
        destruct (seen G v (x :: y :: ys)); [|ring]. rewrite base_step by lia. rewrite L. simpl. ring.
    - apply mutual_product with (a := fun v => if list_eq_dec src_eq_dec (repeat A (S n)) v then 1 else 0)
        (b := fun q => prob (base m) anything (q :: h)).
      + intros. now apply joint_nonneg.
      + intros v q _. unfold joint, Window.prob. rewrite <- sum_scale. apply sum_ext. intros xs Hx.
        apply words_length in Hx.
        simpl in Hx. rewrite L in Hx. unfold seen, anything. rewrite (mask_off G xs).
        * rewrite Hx. destruct (list_eq_dec src_eq_dec (repeat A (S n)) v); ring.
        * intros i Hi. destruct (G i) eqn:Gi; auto. apply HG in Gi. lia.
  Qed.
  Theorem told_private : private_on_Z (always qrys) told zero_only.
  Proof.
    intros t r. apply eventually_zero with (Z.to_nat (t + 2)). intros n Hn. unfold told.
    replace (Z.to_nat (t - Z.of_nat n + 1)) with O by lia. simpl Nat.iter.
    destruct (Nat.eq_dec n 0) as [->|Z].
    - (* there is nothing before t, and t <= -2 is OFF *)
      unfold information. simpl. rewrite Rplus_0_r.
      apply mutual_product with (a := fun v => if list_eq_dec src_eq_dec [A] v then 1 else 0)
        (b := fun q => prob (base (Z.to_nat (- (t - 0) - 1))) anything [q]).
      + intros. apply joint_nonneg. apply (nonneg _ _ _ _ _ (base_causal _)).
      + intros v q _. unfold joint, Window.prob. rewrite <- sum_scale. apply sum_ext. intros xs Hx.
        apply words_length in Hx.
        unfold seen, anything. rewrite (mask_off _ xs), Hx; [destruct (list_eq_dec src_eq_dec (repeat A (length [q])) v)
          as [E|E],
          (list_eq_dec src_eq_dec [A] v) as [E'|E']; simpl in *; try congruence; ring|].
        intros i Hi. rewrite Hx in Hi. simpl in Hi. unfold later, zero_only. apply andb_false_iff. right.
          apply Z.eqb_neq. lia.
    - apply base_window; [|lia]. intros i Hi. unfold later, zero_only in Hi. apply andb_true_iff in Hi as [_ Hi].
      apply Z.eqb_eq in Hi. lia.
  Qed.
  Theorem told_asks : asked told 0%Z qAB = / (1 + beta).
  Proof.
    destruct (stationary 1 beta nu requests ltac:(unfold Rabs; destruct Rcase_abs; lra) (-1)%Z) as [_ E].
    assert (X : asked told 0%Z qAB = nu (-1)%Z B).
    { unfold asked, told, drop, base. simpl. ring. }
    rewrite X, E. field. lra.
  Qed.
  (* Rate (1+beta)/(2+beta) > 1/2 at the ON time 0. *)
  Theorem told_before : achievable_on_Z 1 beta nu zero_only (fun t =>
    if (t =? 0)%Z then (1 + beta) / (2 + beta) else 1 / 2).
  Proof.
    exists qry, (always qrys), (plain_service 1), told. split; [simpl; lia|]. split; [exact told_law|].
      split; [apply told_decodable|].
    split; [exact told_private|]. intro t.
    rewrite (plain_cost 1 beta nu) by (try lra; exact told_law). simpl INR. rewrite Rmult_1_l.
    destruct (Z.eqb_spec t 0) as [->|Nt].
    - rewrite told_asks. apply Req_le. field. lra.
    - assert (0 <= asked told t qAB <= 1).
      { assert (Nn := nonneg _ _ _ _ _ (window_law _ _ _ _ _ told_law t)). assert (NA := Nn [A] [qAB]).
        assert (NB := Nn [B] [qAB]).
        assert (E : forall x, sum qrys (fun q => told t [x] [q]) = nu t x).
        { intro x. symmetry. apply (law_now _ _ _ _ _ told_law). }
        assert (EA := E A). assert (EB := E B). rewrite sum_qrys in EA, EB. assert (T := nu_total _ _ _ requests t).
        assert (N1 := Nn [A] [qA]). assert (N2 := Nn [A] [qB]). assert (N3 := Nn [B] [qA]). assert (N4 := Nn [B] [qB]).
        unfold asked. lra. }
      apply Rmult_le_reg_r with (1 + asked told t qAB); [lra|]. unfold Rdiv.
        rewrite (Rmult_assoc 1 (/ (1 + asked told t qAB))), Rinv_l by lra. lra.
  Qed.
End Told.

(* Eq. (rate_general) with the condition of Theorem 1 only. *)
Definition printed_general_rate_ergodic := forall alpha beta nu F rate, requests_on_Z alpha beta nu ->
  ergodic alpha beta ->
  (achievable_on_Z alpha beta nu F rate <->
   forall t, rate t <= 1 /\ forall j, F (t - Z.of_nat j)%Z = true -> rate t <= 1 / (1 + Rabs (1 - alpha - beta) ^ j)).
Theorem refuted_general_rate_ergodic : ~ printed_general_rate_ergodic.
Proof.
  intro H. destruct (requests_exist 1 (1/2) ltac:(lra) ltac:(lra)) as [nu R0].
  destruct (proj1 (H 1 (1/2) nu zero_only _ R0 ltac:(repeat split; lra)) (told_before (1/2) nu R0 ltac:(lra)) 0%Z) as
    [_ X].
  specialize (X O eq_refl). simpl in X. lra.
Qed.
