(* The scheme of the paper on two-sided time: Q_t = AB for t <= 0, Table III from X_0 on.

   Assumes: a chain on Z, every alpha and beta.
   Proves: it is a law on Z (paper_law), private under both readings (paper_private, paper_private_diagonal),
   decodable, Pr(Q_t = AB) and the cost (paper_asks, paper_cost). *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information Model Converse.
Import ListNotations.
Open Scope R_scope.

(* -------------------------------------------------------------------------------------------------------------------
   *)
(* Forgetting the oldest time of a window. *)
Section Drop.
  Variables alpha beta : R.
  Context {Qry : Type}.
  Variable qs : list Qry.
  Definition drop (J : list src -> list Qry -> R) xs h := sum srcs (fun x =>
    sum qs (fun q => J (xs ++ [x]) (h ++ [q]))).
  Definition moved (mu mu' : src -> R) := forall x, mu' x = sum srcs (fun y => mu y * M alpha beta y x).
  Lemma causal_drop mu mu' J : law_of_requests alpha beta mu -> moved mu mu' -> causal alpha beta mu (always qs) J ->
    causal alpha beta mu' (always qs) (drop J).
  Proof.
    intros R0 Mv C. assert (One : forall x, sum qs (fun q => J [x] [q]) = mu x).
    { intro x. rewrite (moves _ _ _ _ _ C x [] [] (or_introl eq_refl)).
      rewrite (begins _ _ _ _ _ C). simpl. ring. }
    split.
    - unfold drop. simpl. rewrite !One. destruct R0 as (_ & _ & _ & T). lra.
    - intros xs h. apply sum_nonneg. intros. apply sum_nonneg. intros. apply (nonneg _ _ _ _ _ C).
    - intros x xs h Hh. unfold drop. rewrite sum_swap.
      transitivity (sum srcs (fun y => sum qs (fun r => J (xs ++ [y]) (h ++ [r]) * arrive alpha beta mu (xs ++ [y])
        x))).
      + apply sum_ext. intros y _. rewrite sum_swap. apply sum_ext. intros r Hr.
        apply (moves _ _ _ _ _ C x (xs ++ [y]) (h ++ [r])). rewrite app_length. apply words_app; auto. apply words_cons.
          split; auto. now left.
      + destruct xs as [|z xs].
        * destruct h; [|apply words_length in Hh; discriminate]. simpl app. cbn [arrive]. rewrite (Mv x).
          transitivity (sum srcs (fun y => mu y * M alpha beta y x)).
          { apply sum_ext. intros y _. now rewrite sum_scale_r, One. }
          simpl. rewrite !One. destruct R0 as (_ & _ & _ & T). replace (mu A + (mu B + 0)) with 1 by lra. ring.
        * rewrite <- sum_scale_r. apply sum_ext. intros y _. now rewrite sum_scale_r.
  Qed.
  (* A kernel that does not look back to the oldest time. *)
  Lemma kernel_drop mu mu' psi psi' : moved mu mu' -> mu A + mu B = 1 -> (forall x, sum qs (psi [x] []) = 1) ->
    (forall x xs h y q r, length h = length xs -> psi ((x :: xs) ++ [y]) (h ++ [q]) r = psi' (x :: xs) h r) ->
    forall xs h, length h = length xs -> drop (of_kernel alpha beta mu psi) xs h = of_kernel alpha beta mu' psi' xs h.
  Proof.
    intros Mv T One Same. induction xs as [|x xs IH]; intros h Lh.
    - destruct h; [|discriminate]. unfold drop. simpl. rewrite !sum_scale. setoid_rewrite (One A).
      setoid_rewrite (One B). lra.
    - destruct h as [|q h]; [discriminate|]. simpl in Lh. injection Lh as Lh. specialize (IH h Lh).
      change (of_kernel alpha beta mu' psi' (x :: xs) (q :: h)) with
        (of_kernel alpha beta mu' psi' xs h * arrive alpha beta mu' xs x * psi' (x :: xs) h q).
      unfold drop in *.
      transitivity (sum srcs (fun y => sum qs (fun r => of_kernel alpha beta mu psi (xs ++ [y]) (h ++ [r]) * arrive
        alpha beta mu (xs ++ [y]) x)) * psi' (x :: xs) h q).
      { rewrite <- sum_scale_r. apply sum_ext. intros y _. rewrite <- sum_scale_r. apply sum_ext. intros r _.
        rewrite <- (Same x xs h y r q Lh). reflexivity. }
      f_equal. destruct xs as [|z xs].
      + destruct h; [|discriminate]. simpl app. cbn [arrive of_kernel]. rewrite (Mv x), Rmult_1_l. apply sum_ext.
        intros y _.
        rewrite sum_scale_r. f_equal. rewrite sum_scale. setoid_rewrite (One y). ring.
      + rewrite <- IH. rewrite <- sum_scale_r. apply sum_ext. intros y _. now rewrite sum_scale_r.
  Qed.
End Drop.

Lemma private_less {Qry} (qs : nat -> list Qry) J F G : (forall i, G i = true -> F i = true) -> private qs J F ->
  private qs J G.
Proof.
  intros H P t E h q HE. apply P. intros xs ys L Ag. apply HE; auto. clear HE L. revert ys Ag.
  induction xs as [|x xs IH]; intros [|y ys] Ag; auto. simpl in *. apply andb_true_iff in Ag as [A1 A2].
    rewrite IH by auto.
  rewrite andb_true_r. specialize (H (length xs)). destruct (G (length xs)); auto. now rewrite H in A1.
Qed.

Definition plain_service (n : nat) : service qry.
Proof.
  refine {| size_of := n; size := fun t q => match q with qAB => (n + n)%nat | _ => n end; reply := fun t =>
    plain_answer 0 |}.
  intros t [| |] a b Ha Hb; simpl; auto. rewrite app_length. lia.
Defined.
Lemma downloads_at n t q x : downloads q x = true -> decodes_at (plain_service n) t q x.
Proof. intro H. exact (downloads_decodes n 0 q x H). Qed.
Lemma plain_cost alpha beta nu J n t : 0 <= alpha <= 1 -> 0 <= beta <= 1 -> law_on_Z alpha beta nu (always qrys) J ->
  cost_on_Z (always qrys) J (plain_service n) t = INR n * (1 + asked J t qAB).
Proof.
  intros Ha Hb law. assert (R0 := law_requests _ _ _ _ _ law Ha Hb).
  assert (E : forall x, sum qrys (fun q => J t [x] [q]) = nu t x).
  { intro x. symmetry. apply (law_now _ _ _ _ _ law). }
  assert (T := nu_total _ _ _ R0 t). rewrite <- !E, !sum_qrys in T. unfold cost_on_Z. rewrite sum_qrys. simpl size.
    rewrite plus_INR.
  unfold asked in *. replace (1 + (J t [A] [qAB] + J t [B] [qAB])) with
    (J t [A] [qA] + J t [A] [qB] + J t [A] [qAB] + (J t [B] [qA] + J t [B] [qB] + J t [B] [qAB]) +
      (J t [A] [qAB] + J t [B] [qAB])) by lra. ring.
Qed.

(* -------------------------------------------------------------------------------------------------------------------
   *)
(* (4) The scheme of the paper: Q_t = AB for t <= 0, Table III from X_0 on. *)
Section Scheme.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Hypothesis requests : requests_on_Z alpha beta nu.
  Lemma req s : law_of_requests alpha beta (nu s).
  Proof.
    repeat split; try apply (alpha_range _ _ _ requests); try apply (beta_range _ _ _ requests);
      try apply (nu_total _ _ _ requests).
    apply (nu_nonneg _ _ _ requests).
  Qed.
  (* The windows that begin at -p <= 0 as in Scheme.v; those that begin later by forgetting. *)
  Definition old p := queries alpha beta (nu (- Z.of_nat p)%Z) (step_mode p).
  Definition paper_on_Z : Z -> list src -> list qry -> R := fun s =>
    Nat.iter (Z.to_nat s) (drop qrys) (old (Z.to_nat (- s))).
  Lemma moved_nu s : moved alpha beta (nu (s - 1)%Z) (nu s).
  Proof. intro x. replace s with (s - 1 + 1)%Z at 1 by lia. apply (nu_moves _ _ _ requests). Qed.
  Lemma last_more p : forall xs y, xs <> [] -> last_private (step_mode (S p)) (xs ++ [y])
    = last_private (step_mode p) xs.
  Proof.
    induction xs as [|x xs IH]; intros y N; [congruence|]. simpl. rewrite app_length, Nat.add_comm. simpl plus.
    change (step_mode (S p) (S (length xs))) with (step_mode p (length xs)).
    destruct xs as [|z xs]; [reflexivity|]. rewrite IH by congruence. reflexivity.
  Qed.
  Lemma old_drop p xs h : length h = length xs -> drop qrys (old (S p)) xs h = old p xs h.
  Proof.
    apply kernel_drop.
    - replace (- Z.of_nat (S p))%Z with (- Z.of_nat p - 1)%Z by lia. apply moved_nu.
    - apply (nu_total _ _ _ requests).
    - intro x. apply (scheme_total alpha beta _ (req (-1)%Z)).
    - intros x ys g y q r Lg. cbn [app scheme]. rewrite app_length, Nat.add_comm. simpl plus. rewrite !since_step.
      simpl Nat.sub.
      assert (LM := last_more p (x :: ys) y ltac:(congruence)). cbn [app] in LM. rewrite LM.
      destruct g as [|q' g]; [|reflexivity]. destruct ys; [|discriminate]. simpl. reflexivity.
  Qed.
  Theorem paper_law : law_on_Z alpha beta nu (always qrys) paper_on_Z.
  Proof.
    assert (Pos : forall k, causal alpha beta (nu (Z.of_nat k)) (always qrys) (Nat.iter k (drop qrys) (old 0))).
    { induction k as [|k IH].
      - apply (scheme_causal alpha beta _ (req _)).
      - simpl Nat.iter. apply (causal_drop alpha beta qrys (nu (Z.of_nat k))); auto using req.
        replace (Z.of_nat k) with (Z.of_nat (S k) - 1)%Z by lia. apply moved_nu. }
    split.
    - intro s. unfold paper_on_Z. destruct (Z_le_gt_dec s 0) as [H|H].
      + replace (Z.to_nat s) with O by lia. simpl. set (p := Z.to_nat (- s)).
        assert (Es : s = (- Z.of_nat p)%Z) by (unfold p; lia).
        clearbody p. subst s. apply (scheme_causal alpha beta _ (req _)).
      + replace (Z.to_nat (- s)) with O by lia. set (k := Z.to_nat s). assert (Es : s = Z.of_nat k) by (unfold k; lia).
        clearbody k. subst s. apply Pos.
    - intros s xs h Hh. assert (L := words_length _ _ _ Hh). change (drop qrys (paper_on_Z (s - 1)%Z) xs h
      = paper_on_Z s xs h). unfold paper_on_Z.
      destruct (Z_le_gt_dec s 0) as [H|H].
      + replace (Z.to_nat s) with O by lia. replace (Z.to_nat (s - 1)) with O by lia.
        replace (Z.to_nat (- (s - 1))) with (S (Z.to_nat (- s))) by lia.
        simpl Nat.iter. now apply old_drop.
      + replace (Z.to_nat s) with (S (Z.to_nat (s - 1))) by lia.
        replace (Z.to_nat (- (s - 1))) with (Z.to_nat (- s)) by lia. reflexivity.
  Qed.
  (* No leak at all in any window that begins at or before 0. *)
  Lemma paper_window s G n : (s <= 0)%Z -> (forall i, G i = true -> step (s + Z.of_nat i)%Z = true) ->
    information (always qrys) (paper_on_Z s) G n = 0.
  Proof.
    intros H HG. unfold paper_on_Z. replace (Z.to_nat s) with O by lia. simpl Nat.iter. revert n.
      apply private_information.
    - intros. apply (nonneg _ _ _ _ _ (scheme_causal alpha beta _ (req _) _)).
    - apply private_less with (step_mode (Z.to_nat (- s))); [|apply (scheme_private alpha beta _ (req _))].
      intros i Gi. specialize (HG i Gi). unfold step in HG. apply Z.leb_le in HG. apply Nat.leb_le. lia.
  Qed.
  Lemma eventually_zero (u : nat -> R) N : (forall n, (N <= n)%nat -> u n = 0) -> Un_cv u 0.
  Proof. intros H e He. exists N. intros n Hn. rewrite H by auto. unfold R_dist. rewrite Rminus_0_r, Rabs_R0. exact He.
    Qed.
  Theorem paper_private : private_on_Z (always qrys) paper_on_Z step.
  Proof.
    intros t r. apply eventually_zero with (Z.to_nat t). intros n Hn. apply paper_window; [lia|].
    intros i Hi. unfold later in Hi. now apply andb_true_iff in Hi as [_ Hi].
  Qed.
  Theorem paper_private_diagonal : private_diagonal (always qrys) paper_on_Z step.
  Proof. intros t. apply eventually_zero with (Z.to_nat t). intros n Hn. apply paper_window; [lia|]. auto. Qed.
  Lemma old_downloads p x xs q h : old p (x :: xs) (q :: h) <> 0 -> downloads q x = true.
  Proof.
    intro N. unfold old, queries in N. cbn [of_kernel] in N. set (w := of_kernel _ _ _ _ xs h * arrive _ _ _ xs x) in N.
    assert (Z : scheme alpha beta (step_mode p) (x :: xs) h q <> 0) by (intro Z; apply N; rewrite Z; ring).
    cbn [scheme] in Z. unfold choose in Z.
    destruct (since (step_mode p) (length xs)) as [[|k]|], (last_private (step_mode p) (x :: xs));
      try (apply (phi_downloads alpha beta _ (req 0%Z)) in Z; exact Z); destruct q, x; simpl in *; auto;
        now contradict Z.
  Qed.
  Theorem paper_decodable n : decodable_on_Z (always qrys) paper_on_Z (plain_service n).
  Proof.
    intros t x q Hq N. apply downloads_at.
    destruct (Z_le_gt_dec t 0) as [H|H].
    - unfold paper_on_Z in N. replace (Z.to_nat t) with O in N by lia. now apply old_downloads in N.
    - rewrite <- (forget alpha beta nu (always qrys) paper_on_Z paper_law (Z.to_nat t) t [x] [q]) in N
        by (apply words_cons;
      split; auto; now left).
      replace (t - Z.of_nat (Z.to_nat t))%Z with 0%Z in N by lia.
      apply sum_nonzero in N as (us & _ & N). apply sum_nonzero in N as (g & _ & N). now apply old_downloads in N.
  Qed.
  Theorem paper_asks t : asked paper_on_Z t qAB = if (t <=? 0)%Z then 1 else Rabs (1 - alpha - beta) ^ (Z.to_nat t).
  Proof.
    destruct (Z.leb_spec t 0) as [H|H].
    - rewrite <- (asked_window alpha beta nu (always qrys) paper_on_Z paper_law t 0 qAB (qrys_all _)). simpl Z.of_nat.
      replace (t - 0)%Z with t by lia.
      unfold paper_on_Z. replace (Z.to_nat t) with O by lia. apply (query_law_on alpha beta _ (req _)). reflexivity.
    - rewrite <- (asked_window alpha beta nu (always qrys) paper_on_Z paper_law t (Z.to_nat t) qAB (qrys_all _)).
      replace (t - Z.of_nat (Z.to_nat t))%Z with 0%Z by lia. simpl paper_on_Z.
      transitivity (query_law alpha beta (nu (- Z.of_nat 0)%Z) (step_mode 0) (Z.to_nat t) qAB); [reflexivity|].
      rewrite (ab_probability alpha beta _ (req _)), since_step. now rewrite Nat.sub_0_r.
  Qed.
  Theorem paper_cost n t : cost_on_Z (always qrys) paper_on_Z (plain_service n) t =
    INR n * (if (t <=? 0)%Z then 2 else 1 + Rabs (1 - alpha - beta) ^ (Z.to_nat t)).
  Proof.
    rewrite (plain_cost alpha beta nu), paper_asks; auto using paper_law, (alpha_range _ _ _ requests),
      (beta_range _ _ _ requests).
    destruct (t <=? 0)%Z; ring.
  Qed.
End Scheme.
