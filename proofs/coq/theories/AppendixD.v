(* Appendix D on two-sided time, both directions.

   Assumes: a chain on Z, any mode F; for the theorem 0 < alpha, beta < 1.
   Proves: the scheme (Q_t = AB when ON; Table III, counted from the last ON time, when OFF; Q_t = X_t as long as
   privacy has never been ON) is a law on Z, private under F and decodable (scheme_law, scheme_private_on_Z,
   scheme_decodable_on_Z); appendix_d_on_Z. *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith FunctionalExtensionality ClassicalDedekindReals.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information Model Converse SchemeOnZ Theorem1 Codes
  ModesConverse.
Import ListNotations.
Open Scope R_scope.

Lemma iter_drop {Qry} (qs : list Qry) J k : forall xs h, Nat.iter k (drop qs) J xs h =
  sum (words srcs k) (fun us => sum (words qs k) (fun g => J (xs ++ us) (h ++ g))).
Proof.
  induction k as [|k IH]; intros xs h.
  - simpl. rewrite !app_nil_r. ring.
  - rewrite iter_S. unfold drop at 1.
    transitivity (sum srcs (fun x => sum qs (fun q => sum (words srcs k) (fun us =>
      sum (words qs k) (fun g => J ((xs ++ [x]) ++ us) ((h ++ [q]) ++ g)))))).
    { apply sum_ext. intros x _. apply sum_ext. intros q _. apply IH. }
    transitivity (sum (words srcs k) (fun us => sum srcs (fun x =>
      sum qs (fun q => sum (words qs k) (fun g => J ((xs ++ [x]) ++ us) ((h ++ [q]) ++ g)))))).
    { rewrite (sum_swap (words srcs k) srcs). apply sum_ext. intros x _. apply sum_swap. }
    rewrite sum_words. apply sum_ext. intros us _. apply sum_ext. intros x _. rewrite sum_words, sum_swap.
      apply sum_ext. intros g _. apply sum_ext. intros q _.
    now rewrite <- !app_assoc.
Qed.
Lemma iter_add {T} (f : T -> T) m n x : Nat.iter (m + n) f x = Nat.iter m f (Nat.iter n f x).
Proof. induction m; simpl; auto. now rewrite IHm. Qed.

Section Scheme.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Variable F : mode_on_Z.
  Hypothesis requests : requests_on_Z alpha beta nu.
  Let R0 := req alpha beta nu requests.
  Definition since_start b := queries alpha beta (nu b) (whole F b).             (* the user begins at b *)
  Definition good b := F b = true \/ forall k, F (b - Z.of_nat k)%Z = false.
  Lemma start_causal k b : causal alpha beta (nu (b + Z.of_nat k)%Z) (always qrys) (Nat.iter k (drop qrys) (since_start
    b)).
  Proof.
    induction k as [|k IH].
    - simpl. rewrite Z.add_0_r. apply (scheme_causal alpha beta _ (R0 b)).
    - rewrite iter_S. apply (causal_drop alpha beta qrys (nu (b + Z.of_nat k)%Z)); auto.
      replace (b + Z.of_nat k)%Z with (b + Z.of_nat (S k) - 1)%Z by lia. apply (moved_nu alpha beta nu requests).
  Qed.
  Lemma start_lengths k b xs h : length h <> length xs -> Nat.iter k (drop qrys) (since_start b) xs h = 0.
  Proof.
    intro N. rewrite iter_drop. apply (fun H => eq_trans (sum_ext _ _ (fun _ => 0) H) (sum_zero _)). intros us Hu.
    apply (fun H => eq_trans (sum_ext _ _ (fun _ => 0) H) (sum_zero _)). intros g Hg.
    apply kernel_lengths. rewrite !app_length, (words_length _ _ _ Hu), (words_length _ _ _ Hg). lia.
  Qed.
  (* A window that begins at an ON time does not remember what was before. *)
  Section Renew.
    Variables (b : Z) (k : nat).
    Hypothesis on : F (b + Z.of_nat k)%Z = true.
    Notation G1 := (whole F b). Notation G2 := (whole F (b + Z.of_nat k)%Z).
    Lemma shifted i : G1 (i + k)%nat = G2 i.
    Proof. unfold whole. f_equal. lia. Qed.
    Lemma on_here : G2 0%nat = true. Proof. unfold whole. simpl. now rewrite Z.add_0_r. Qed.
    Lemma since_renew n : since G1 (n + k) = since G2 n.
    Proof.
      induction n as [|n IH].
      - assert (E := shifted 0). rewrite on_here in E. simpl in *. rewrite on_here.
        destruct k; simpl in *; now rewrite E.
      - simpl. rewrite IH. assert (E := shifted (S n)). simpl in E. now rewrite E.
    Qed.
    Lemma last_renew us : length us = k -> forall xs, xs <> [] -> last_private G1 (xs ++ us) = last_private G2 xs.
    Proof.
      intro L. induction xs as [|x xs IH]; intro N; [congruence|]. simpl. rewrite app_length, L, shifted.
        destruct xs as [|y xs].
      - simpl length. now rewrite on_here.
      - now rewrite IH.
    Qed.
    Lemma scheme_renew x xs us h g q : length us = k -> length h = length xs ->
      scheme alpha beta G1 ((x :: xs) ++ us) (h ++ g) q = scheme alpha beta G2 (x :: xs) h q.
    Proof.
      intros Lu Lh. cbn [app scheme]. rewrite app_length, Lu, since_renew.
        assert (LR := last_renew us Lu (x :: xs) ltac:(congruence)). cbn [app] in LR. rewrite LR.
      destruct h as [|q' h]; [|reflexivity]. destruct xs; [|discriminate]. simpl length.
      replace (since G2 0) with (Some 0%nat) by (simpl; now rewrite on_here). reflexivity.
    Qed.
    Lemma renew_on : Nat.iter k (drop qrys) (since_start b) = since_start (b + Z.of_nat k)%Z.
    Proof.
      apply functional_extensionality. intro xs. apply functional_extensionality. intro h.
      destruct (Nat.eq_dec (length h) (length xs)) as [L|L]; [|rewrite start_lengths by auto; symmetry;
        now apply kernel_lengths].
      revert h L. induction xs as [|x xs IH]; intros [|q h] L; try discriminate.
      - rewrite (begins _ _ _ _ _ (start_causal k b)). reflexivity.
      - simpl in L. injection L as L. rewrite iter_drop.
        transitivity (sum (words srcs k) (fun us => sum (words qrys k) (fun g =>
          since_start b (xs ++ us) (h ++ g) * arrive alpha beta (nu b) (xs ++ us) x)) * scheme alpha beta G2 (x :: xs) h
          q).
        { rewrite <- sum_scale_r. apply sum_ext. intros us Hu. rewrite <- sum_scale_r. apply sum_ext. intros g Hg.
          rewrite <- (scheme_renew x xs us h g q (words_length _ _ _ Hu) L). reflexivity. }
        change (since_start (b + Z.of_nat k)%Z (x :: xs) (q :: h)) with
          (since_start (b + Z.of_nat k)%Z xs h * arrive alpha beta (nu (b + Z.of_nat k)%Z) xs x * scheme alpha beta G2
            (x :: xs) h q).
        f_equal. destruct xs as [|y xs].
        + destruct h; [|discriminate]. simpl app. change (since_start (b + Z.of_nat k)%Z [] []) with 1. cbn [arrive].
          rewrite Rmult_1_l.
          assert (Mv := moves _ _ _ _ _ (start_causal k b) x [] [] ltac:(now left)).
            rewrite (begins _ _ _ _ _ (start_causal k b)), Rmult_1_l in Mv. cbn [arrive] in Mv.
          rewrite <- Mv. symmetry.
          transitivity (sum qrys (fun r => sum (words srcs k) (fun us =>
            sum (words qrys k) (fun g => since_start b us g * arrive alpha beta (nu b) us x)) * point 0 0 1 r)).
          * apply sum_ext. intros r _. rewrite iter_drop, <- sum_scale_r. apply sum_ext. intros us Hu.
            rewrite <- sum_scale_r. apply sum_ext. intros g Hg.
            assert (SR := scheme_renew x [] us [] g r (words_length _ _ _ Hu) eq_refl).
            change (since_start b ([x] ++ us) ([r] ++ g)) with
              (since_start b us g * arrive alpha beta (nu b) us x * scheme alpha beta G1 ([x] ++ us) ([] ++ g) r).
            rewrite SR. cbn [scheme]. simpl length. replace (since G2 0) with (Some 0%nat) by (simpl;
              now rewrite on_here). reflexivity.
          * rewrite sum_scale. simpl. ring.
        + rewrite <- (IH h L), iter_drop, <- sum_scale_r. apply sum_ext. intros us _. now rewrite <- sum_scale_r.
    Qed.
  End Renew.
  Lemma since_off b n : F b = false -> since (whole F b) (S n) = since (whole F (b + 1)%Z) n.
  Proof.
    intro off. assert (E : forall i, whole F b (S i) = whole F (b + 1)%Z i) by (intro i; unfold whole; f_equal; lia).
    assert (E0 : whole F b 0%nat = false) by (unfold whole; simpl; now rewrite Z.add_0_r).
    induction n as [|n IH]; simpl in *; rewrite E; [rewrite E0|rewrite IH]; reflexivity.
  Qed.
  Lemma last_off b : F b = false -> forall xs y, last_private (whole F b) (xs ++ [y])
    = last_private (whole F (b + 1)%Z) xs.
  Proof.
    intro off. induction xs as [|x xs IH]; intro y; simpl.
    - unfold whole. simpl. now rewrite Z.add_0_r, off.
    - rewrite IH, app_length. replace (whole F b (length xs + length [y])%nat) with (whole F (b + 1)%Z (length xs));
      auto. unfold whole. f_equal. simpl. lia.
  Qed.
  Lemma renew_off b : F b = false -> drop qrys (since_start b) = since_start (b + 1)%Z.
  Proof.
    intro off. apply functional_extensionality. intro xs. apply functional_extensionality. intro h.
    destruct (Nat.eq_dec (length h) (length xs)) as [L|L]; [|transitivity 0;
      [now apply (start_lengths 1 b)|symmetry; now apply kernel_lengths]].
    apply (kernel_drop alpha beta qrys (nu b) (nu (b + 1)%Z)); auto.
    - replace b with (b + 1 - 1)%Z at 1 by lia. apply (moved_nu alpha beta nu requests).
    - apply (nu_total _ _ _ requests).
    - intro x. apply (scheme_total alpha beta _ (R0 b)).
    - intros x ys g y q r Lg. cbn [app scheme]. rewrite app_length, Nat.add_comm. simpl plus. rewrite since_off by auto.
      assert (LO := last_off b off (x :: ys) y). cbn [app] in LO. rewrite LO. destruct g as [|q' g]; [|reflexivity].
        destruct ys; [|discriminate]. simpl.
      destruct (whole F (b + 1)%Z 0%nat); reflexivity.
  Qed.
  Lemma renew b k : good (b + Z.of_nat k)%Z -> Nat.iter k (drop qrys) (since_start b) = since_start (b + Z.of_nat k)%Z.
  Proof.
    intros [on|off]; [now apply renew_on|]. revert off. induction k as [|k IH]; intro off;
      [simpl; now rewrite Z.add_0_r|].
    rewrite iter_S, IH.
    - replace (b + Z.of_nat (S k))%Z with (b + Z.of_nat k + 1)%Z by lia. apply renew_off. specialize (off 1%nat).
      now replace (b + Z.of_nat (S k) - Z.of_nat 1)%Z with (b + Z.of_nat k)%Z in off by lia.
    - intro i. specialize (off (S i)). now replace (b + Z.of_nat (S k) - Z.of_nat (S i))%Z with
      (b + Z.of_nat k - Z.of_nat i)%Z in off by lia.
  Qed.
  (* An ON time up to s, if there is one; else s. *)
  Lemma off_dec s (n : nat) : {F (s - Z.of_nat n)%Z = false} + {~ F (s - Z.of_nat n)%Z = false}.
  Proof. destruct (F (s - Z.of_nat n)%Z); [right; congruence|now left]. Qed.
  Definition back s : nat := match sig_forall_dec _ (off_dec s) with inleft (exist _ k _) => k | inright _ => O end.
  Lemma back_good s : good (s - Z.of_nat (back s))%Z.
  Proof.
    unfold back. destruct (sig_forall_dec _ (off_dec s)) as [[k Hk]|H].
    - left. destruct (F (s - Z.of_nat k)%Z); congruence.
    - right. intro k. now replace (s - Z.of_nat 0 - Z.of_nat k)%Z with (s - Z.of_nat k)%Z by lia.
  Qed.
  Definition scheme_on_Z : Z -> list src -> list qry -> R := fun s =>
    Nat.iter (back s) (drop qrys) (since_start (s - Z.of_nat (back s))%Z).
  (* Any good beginning will do. *)
  Lemma begin_anywhere s k : good (s - Z.of_nat k)%Z -> scheme_on_Z s
    = Nat.iter k (drop qrys) (since_start (s - Z.of_nat k)%Z).
  Proof.
    intro Gk. unfold scheme_on_Z. assert (Gb := back_good s). destruct (le_lt_dec k (back s)) as [H|H].
    - transitivity (Nat.iter (k + (back s - k)) (drop qrys) (since_start (s - Z.of_nat (back s))%Z)); [f_equal; lia|].
      rewrite iter_add. f_equal.
      replace (s - Z.of_nat k)%Z with (s - Z.of_nat (back s) + Z.of_nat (back s - k))%Z by lia. apply renew.
      now replace (s - Z.of_nat (back s) + Z.of_nat (back s - k))%Z with (s - Z.of_nat k)%Z by lia.
    - symmetry. transitivity (Nat.iter (back s + (k - back s)) (drop qrys) (since_start (s - Z.of_nat k)%Z));
      [f_equal; lia|]. rewrite iter_add. f_equal.
      replace (s - Z.of_nat (back s))%Z with (s - Z.of_nat k + Z.of_nat (k - back s))%Z by lia. apply renew.
      now replace (s - Z.of_nat k + Z.of_nat (k - back s))%Z with (s - Z.of_nat (back s))%Z by lia.
  Qed.
  Theorem scheme_law : law_on_Z alpha beta nu (always qrys) scheme_on_Z.
  Proof.
    split.
    - intro s. assert (X := start_causal (back s) (s - Z.of_nat (back s))%Z).
      now replace (s - Z.of_nat (back s) + Z.of_nat (back s))%Z with s in X by lia.
    - intros s xs h _. change (drop qrys (scheme_on_Z (s - 1)%Z) xs h = scheme_on_Z s xs h).
      assert (G1 := back_good (s - 1)%Z). set (k := back (s - 1)%Z) in *.
      rewrite (begin_anywhere s (S k)).
      + unfold scheme_on_Z. fold k. rewrite iter_S. now replace (s - 1 - Z.of_nat k)%Z with (s - Z.of_nat (S k))%Z by
        lia.
      + now replace (s - Z.of_nat (S k))%Z with (s - 1 - Z.of_nat k)%Z by lia.
  Qed.
  Lemma good_law b : good b -> scheme_on_Z b = since_start b.
  Proof. intro Gb. rewrite (begin_anywhere b 0); [simpl; f_equal; lia|]. now replace (b - Z.of_nat 0)%Z with b by lia.
    Qed.
  (* Privacy. *)
  Lemma agree_shift b k : forall u u' v v', length u = length u' -> length v = k -> length v' = k ->
    agree (whole F b) (u ++ v) (u' ++ v') = true -> agree (whole F (b + Z.of_nat k)%Z) u u' = true.
  Proof.
    induction u as [|x u IH]; intros [|y u'] v v' L Lv Lv' Ag; try discriminate; auto. simpl in *. injection L as L.
    apply andb_true_iff in Ag as [A1 A2]. rewrite (IH u' v v') by auto. rewrite app_length, Lv in A1.
    replace (whole F (b + Z.of_nat k)%Z (length u)) with (whole F b (length u + k)%nat); [now rewrite A1|].
      unfold whole. f_equal. lia.
  Qed.
  Definition lift k (E : list src -> bool) : list src -> bool := fun zs => E (firstn (length zs - k) zs).
  Lemma lift_app k E u v : length v = k -> lift k E (u ++ v) = E u.
  Proof.
    intro L. unfold lift. rewrite app_length, L. replace (length u + k - k)%nat with (length u) by lia.
    rewrite firstn_app, Nat.sub_diag, firstn_all. simpl. now rewrite app_nil_r.
  Qed.
  (* events that speak of a window at least as long as the forgotten part *)
  Lemma lift_about b k E : about (whole F (b + Z.of_nat k)%Z) E -> about (whole F b) (lift k E).
  Proof.
    intros HE xs ys L Ag. unfold lift. rewrite <- L. destruct (le_lt_dec k (length xs)) as [H|H].
    - assert (Lx := firstn_skipn (length xs - k) xs). assert (Ly := firstn_skipn (length xs - k) ys).
      apply HE; [rewrite !firstn_length; lia|]. rewrite <- Lx, <- Ly in Ag.
      apply (agree_shift b k _ _ (skipn (length xs - k) xs) (skipn (length xs - k) ys)); auto; rewrite ?firstn_length,
        ?skipn_length; lia.
    - replace (length xs - k)%nat with O by lia. reflexivity.
  Qed.
  Lemma on_product s E h q : F (s + Z.of_nat (length h))%Z = true ->
    prob (scheme_on_Z s) E (q :: h) = sum (words qrys (back s)) (fun w =>
      before (always qrys) (since_start (s - Z.of_nat (back s))%Z) (lift (back s) E) (h ++ w)) * point 0 0 1 q.
  Proof.
    intro on. set (k := back s).
    rewrite <- (forget_prob alpha beta nu (always qrys) scheme_on_Z scheme_law k s E (lift k E) (q :: h)
      (words_all _ _ qrys_all)) by (intros; now apply lift_app).
    rewrite (good_law (s - Z.of_nat k)%Z) by apply back_good. rewrite <- sum_scale_r. apply sum_ext. intros w Hw.
      cbn [app]. unfold since_start.
    rewrite (on_step alpha beta _ (R0 _)); [ring|]. unfold whole. rewrite app_length, (words_length _ _ _ Hw).
      rewrite <- on. f_equal. lia.
  Qed.
  Lemma off_product s E q' h q : about (whole F s) E -> F (s + Z.of_nat (S (length h)))%Z = false ->
    prob (scheme_on_Z s) E (q :: q' :: h) =
    sum (words qrys (back s)) (fun w => prob (since_start (s - Z.of_nat (back s))%Z) (fun xs =>
      lift (back s) E (A :: xs)) (q' :: h ++ w)) * P alpha beta q' q.
  Proof.
    intros HE off. set (k := back s).
    rewrite <- (forget_prob alpha beta nu (always qrys) scheme_on_Z scheme_law k s E (lift k E) (q :: q' :: h)
      (words_all _ _ qrys_all)) by (intros; now apply lift_app).
    rewrite (good_law (s - Z.of_nat k)%Z) by apply back_good. rewrite <- sum_scale_r. apply sum_ext. intros w Hw.
      cbn [app]. unfold since_start.
    apply (off_step alpha beta _ (R0 _)).
    - apply lift_about. now replace (s - Z.of_nat k + Z.of_nat k)%Z with s by lia.
    - unfold whole. rewrite app_length, (words_length _ _ _ Hw). rewrite <- off. f_equal. lia.
  Qed.
  Lemma scheme_window s G n : (forall i, G i = true -> whole F s i = true) ->
    information (always qrys) (scheme_on_Z s) G (S n) = 0.
  Proof.
    intro HG. unfold information. rewrite <- (sum_zero (words qrys (S n))). apply sum_ext. intros h Hh.
      assert (Lh := words_length _ _ _ Hh).
    destruct h as [|q' h]; [discriminate|]. simpl in Lh. injection Lh as Lh.
    assert (N : forall v q, 0 <= joint (scheme_on_Z s) G (q' :: h) v q) by (intros; apply joint_nonneg; intros;
      apply (nonneg _ _ _ _ _ (window_law _ _ _ _ _ scheme_law s))).
    assert (Ab : forall v, about (whole F s) (seen G v)).
    { intros v xs ys L Ag. apply about_seen; auto. clear L N. revert ys Ag.
      induction xs as [|x xs IH]; intros [|y ys] Ag; auto. simpl in *.
      apply andb_true_iff in Ag as [A1 A2]. rewrite IH by auto. rewrite andb_true_r. specialize (HG (length xs)).
        destruct (G (length xs)); auto. now rewrite HG in A1. }
    destruct (F (s + Z.of_nat (S (length h)))%Z) eqn:Ft.
    - eapply mutual_product; auto. intros v q _. unfold joint. apply on_product. exact Ft.
    - eapply mutual_product; auto. intros v q _. unfold joint. apply (off_product s (seen G v) q' h q (Ab v) Ft).
  Qed.
  Theorem scheme_private_on_Z : private_on_Z (always qrys) scheme_on_Z F.
  Proof.
    intros t r. apply eventually_zero with 1%nat. intros [|n] Hn; [lia|]. apply scheme_window. intros i Hi.
      unfold later in Hi. now apply andb_true_iff in Hi as [_ Hi].
  Qed.
  Theorem scheme_decodable_on_Z n : decodable_on_Z (always qrys) scheme_on_Z (plain_service n).
  Proof.
    intros t x q Hq N. rewrite <- (forget alpha beta nu (always qrys) scheme_on_Z scheme_law (back t) t [x] [q]) in N by
      (apply words_cons; split; auto; now left).
    rewrite (good_law (t - Z.of_nat (back t))%Z) in N by apply back_good.
    apply sum_nonzero in N as (us & _ & N). apply sum_nonzero in N as (g & _ & N).
    exact (scheme_decodable alpha beta _ (R0 _) (whole F (t - Z.of_nat (back t))%Z) n x us q g N).
  Qed.
  Theorem scheme_asks t : asked scheme_on_Z t qAB = match since (whole F (t - Z.of_nat (back t))%Z) (back t) with Some i
    => Rabs (1 - alpha - beta) ^ i | None => 0 end.
  Proof.
    rewrite <- (asked_window alpha beta nu (always qrys) scheme_on_Z scheme_law t (back t) qAB (qrys_all _)).
      rewrite (good_law (t - Z.of_nat (back t))%Z) by apply back_good.
    rewrite <- (ab_probability alpha beta _ (R0 (t - Z.of_nat (back t))%Z) (whole F (t - Z.of_nat (back t))%Z)
      (back t)). reflexivity.
  Qed.
  (* At an ON time Q_t = AB, whatever came before: nothing is told about any request, those at OFF times included. *)
  Theorem general_scheme_on t : F t = true -> asked scheme_on_Z t qAB = 1 /\
    (forall G n, information (always qrys) (scheme_on_Z (t - Z.of_nat n)%Z) G n = 0) /\
    forall n, (0 < n)%nat -> INR n / cost_on_Z (always qrys) scheme_on_Z (plain_service n) t = 1 / 2.
  Proof.
    intro on. assert (One : asked scheme_on_Z t qAB = 1).
    { rewrite scheme_asks. assert (E : since (whole F (t - Z.of_nat (back t))%Z) (back t) = Some O).
      { assert (W : whole F (t - Z.of_nat (back t))%Z (back t) = true).
        { unfold whole. now replace (t - Z.of_nat (back t) + Z.of_nat (back t))%Z with t by lia. }
        destruct (back t); cbn [since]; now rewrite W. }
      now rewrite E. }
    split; [exact One|split].
    - intros G n. unfold information. rewrite <- (sum_zero (words qrys n)). apply sum_ext. intros h Hh.
      assert (Lh := words_length _ _ _ Hh). eapply mutual_product.
      + intros. apply joint_nonneg. intros. apply (nonneg _ _ _ _ _ (window_law _ _ _ _ _ scheme_law _)).
      + intros v q _. unfold joint. apply on_product. rewrite Lh.
        now replace (t - Z.of_nat n + Z.of_nat n)%Z with t by lia.
    - intros n Hn. assert (0 < INR n) by now apply lt_0_INR.
      rewrite (plain_cost alpha beta nu), One; [field; lra|apply requests|apply requests|apply scheme_law].
  Qed.
End Scheme.

(* APPENDIX D on Z. *)
Theorem appendix_d_on_Z alpha beta nu F rate : requests_on_Z alpha beta nu -> 0 < alpha < 1 -> 0 < beta < 1 ->
  (achievable_on_Z alpha beta nu F rate <->
   forall t, rate t <= 1 /\ forall j, F (t - Z.of_nat j)%Z = true -> rate t <= 1 / (1 + Rabs (1 - alpha - beta) ^ j)).
Proof.
  intros R0 Ha Hb. split.
  - intros (Qry & qs & S & J & Hn & law & D & P & Hr) t. split.
    + eapply Rle_trans; [apply Hr|]. replace 1 with (1 / 1) by field. apply rate_bound; auto; [lra|]. rewrite Rmult_1_r.
      apply (cost_one_on_Z alpha beta nu); auto; lra.
    + intros j on. eapply Rle_trans; [apply Hr|]. apply rate_bound; auto using pow_ge.
      assert (X := converse_general_on_Z alpha beta nu qs J F S Ha Hb law D
        (private_faint alpha beta nu qs J F ltac:(lra) ltac:(lra) law P) (t - Z.of_nat j)%Z on j).
      now replace (t - Z.of_nat j + Z.of_nat j)%Z with t in X by lia.
  - intro H. exists qry, (always qrys), (plain_service 1), (scheme_on_Z alpha beta nu F). split; [simpl; lia|].
    split; [now apply scheme_law|].
    split; [now apply scheme_decodable_on_Z|]. split; [now apply scheme_private_on_Z|]. intro t.
    rewrite (plain_cost alpha beta nu), scheme_asks; auto; try lra; [|now apply scheme_law]. simpl INR.
      rewrite Rmult_1_l.
    destruct (H t) as [H1 H2]. destruct (since (whole F (t - Z.of_nat (back F t))%Z) (back F t)) as [i|] eqn:E.
    + apply H2. apply since_on in E as [on Hi]. unfold whole in on.
      now replace (t - Z.of_nat (back F t) + Z.of_nat (back F t - i))%Z with (t - Z.of_nat i)%Z in on by lia.
    + lra.
Qed.
