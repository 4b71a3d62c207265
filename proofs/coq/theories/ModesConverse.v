(* Appendix D on two-sided time, the converse.

   Assumes: a law on Z that is decodable and private under any mode F, 0 < alpha, beta < 1.
   Proves: l_t >= L (1 + |1-alpha-beta|^(t-s)) for every ON time s <= t (converse_general_on_Z). In a finite window
   the constraint holds only nearly, so the bound of a window is used up to an error (WindowConverse.cost_near). *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window OneShot WindowConverse Information Model Converse.
Import ListNotations.
Open Scope R_scope.

(* One window: X_s is at place k; h0 are the queries before s. *)
Section Window.
  Variables alpha beta : R.
  Variable mu : src -> R.
  Context {Qry : Type}.
  Variable qs : nat -> list Qry.
  Variable J : list src -> list Qry -> R.
  Hypothesis requests : law_of_requests alpha beta mu.
  Hypothesis is_causal : causal alpha beta mu qs J.
  Notation prob := (prob J).
  Notation before := (before qs J).
  Notation leak := (leak qs J).
  Let pos E h : 0 <= prob E h := prob_nonneg alpha beta mu qs J is_causal E h.
  Variable k : nat.
  Notation given := (given qs J k).
  Notation apart := (apart qs J k).
  Lemma apart_grows a n : apart a (S (S n)) <= apart a (S n) + leak (was k a) (S n + k).
  Proof.
    unfold apart, Model.leak. rewrite sum_words_app, <- sum_add. apply sum_le. intros h0 H0.
      rewrite sum_words, <- sum_add. apply sum_le. intros h Hh.
    assert (Hg := words_app _ _ _ _ _ Hh H0). assert (Lg := words_length _ _ _ Hg). rewrite <- Lg.
      assert (Hg' : In (h ++ h0) (histories qs (length (h ++ h0)))) by now rewrite Lg.
    eapply Rle_trans; [apply (next_query_apart alpha beta mu qs J requests is_causal (was k a) (given a h0) (h ++ h0)
      Hg')|]. apply Rplus_le_compat_r. apply Req_le. do 2 f_equal.
    apply (before_past alpha beta mu qs J requests is_causal); auto. intros x xs Lx.
      apply (was_past k a x xs (length (h ++ h0))); auto. rewrite Lg. lia.
  Qed.
  Lemma apart_first a : apart a 1 = leak (was k a) k.
  Proof.
    unfold apart, Model.leak. apply sum_ext. intros h0 H0. assert (L0 := words_length _ _ _ H0).
      change 1%nat with (S 0). rewrite sum_words. simpl. rewrite Rplus_0_r.
    apply sum_ext. intros q _. rewrite (before_anything alpha beta mu qs J requests is_causal h0) by now rewrite L0.
      unfold given. do 2 f_equal. unfold Rdiv. ring.
  Qed.
  Lemma other_leak n : leak (was k B) n = leak (was k A) n.
  Proof.
    apply sum_ext. intros h Hh. assert (L := words_length _ _ _ Hh).
      assert (Hh' : In h (histories qs (length h))) by now rewrite L. apply sum_ext. intros q Hq.
    assert (Sum : forall g, prob (was k B) g = prob anything g - prob (was k A) g).
    { intro g. assert (X : prob anything g = prob (was k A) g + prob (was k B) g); [|lra].
      unfold Window.prob. rewrite <- sum_add. apply sum_ext. intros xs _. unfold was, anything.
        destruct (at_time k xs); simpl; ring. }
    assert (SumB : before (was k B) h = before anything h - before (was k A) h).
    { unfold Window.before. replace (sum (qs (length h)) (fun q =>
        prob anything (q :: h)) - sum (qs (length h)) (fun q =>
      prob (was k A) (q :: h)))
        with (sum (qs (length h)) (fun q => prob anything (q :: h)) - 1 * sum (qs (length h)) (fun q =>
          prob (was k A) (q :: h))) by ring.
          rewrite sum_minus. apply sum_ext. intros. rewrite Sum. ring. }
    rewrite Sum, SumB. rewrite (before_anything alpha beta mu qs J requests is_causal h Hh').
    destruct (Req_dec (prob anything h) 0) as [Z|Z].
    - rewrite !(prob_zero alpha beta mu qs J requests is_causal _ q h) by (auto; now rewrite L). f_equal. unfold Rdiv.
      ring.
    - rewrite <- (Rabs_Ropp (prob (was k A) (q :: h) - _)). f_equal. field. auto.
  Qed.
End Window.

(* Every mode on Z. *)
Section General.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Context {Qry : Type}.
  Variable qs : Z -> list Qry.
  Variable J : Z -> list src -> list Qry -> R.
  Variable F : mode_on_Z.
  Variable S : service Qry.
  Hypothesis Ha : 0 < alpha < 1.
  Hypothesis Hb : 0 < beta < 1.
  Hypothesis law : law_on_Z alpha beta nu qs J.
  Hypothesis is_decodable : decodable_on_Z qs J S.
  Hypothesis is_private : private_faintly qs J F.
  Let R0 s : law_of_requests alpha beta (nu s) := window_requests alpha beta nu qs J ltac:(lra) ltac:(lra) law s.
  Let C s : causal alpha beta (nu s) (alphabets qs s) (J s) := window_law _ _ _ _ _ law s.
  Variable s : Z.
  Hypothesis on : F s = true.
  Notation W k := (J (s - Z.of_nat k)%Z).
  Notation ls k := (alphabets qs (s - Z.of_nat k)%Z).
  Lemma leak_far a i e : 0 < e -> exists N, forall k, (N <= k)%nat -> leak (ls k) (W k) (was k a) (i + k) <= e.
  Proof.
    intro He. assert (Fs : F (s + Z.of_nat i - Z.of_nat i)%Z = true) by
      (now replace (s + Z.of_nat i - Z.of_nat i)%Z with s by lia).
    destruct (is_private (s + Z.of_nat i)%Z i Fs e He) as [N HN]. exists N. intros k Hk.
      specialize (HN (i + k)%nat ltac:(lia)).
    replace (s + Z.of_nat i - Z.of_nat (i + k))%Z with (s - Z.of_nat k)%Z in HN by lia.
      replace (i + k - i)%nat with k in HN by lia.
    unfold R_dist in HN. rewrite Rminus_0_r in HN. assert (X := Rle_abs (leak (ls k) (W k) (was k A) (i + k))).
    destruct a; [lra|]. rewrite (other_leak alpha beta _ _ _ (R0 _) (C _)). lra.
  Qed.
  Lemma apart_far a j : forall e, 0 < e -> exists N, forall k, (N <= k)%nat ->
    apart (ls k) (W k) k a (Datatypes.S j) <= e.
  Proof.
    induction j as [|j IH]; intros e He.
    - destruct (leak_far a 0 e He) as [N HN]. exists N. intros k Hk.
      rewrite (apart_first alpha beta _ _ _ (R0 _) (C _)). now apply HN.
    - destruct (IH (e / 2) ltac:(lra)) as [N1 H1]. destruct (leak_far a (Datatypes.S j) (e / 2) ltac:(lra)) as [N2 H2].
      exists (N1 + N2)%nat. intros k Hk.
      specialize (H1 k ltac:(lia)). specialize (H2 k ltac:(lia)).
        assert (X := apart_grows alpha beta _ _ _ (R0 _) (C (s - Z.of_nat k)%Z) k a j). lra.
  Qed.
  Theorem converse_general_on_Z j : cost_on_Z qs J S (s + Z.of_nat j) >= INR (size_of S) *
    (1 + Rabs (1 - alpha - beta) ^ j).
  Proof.
    set (c := INR (size_of S) * (1 + Rabs (1 - alpha - beta) ^ j)). apply Rle_ge, Rnot_lt_le. intro H.
    assert (Lp := least_pos alpha beta Ha Hb). assert (NL := pos_INR (size_of S)).
    set (d := c - cost_on_Z qs J S (s + Z.of_nat j)). assert (Pd : 0 < d) by (unfold d; lra).
    set (e := d * least alpha beta / (8 * (INR (size_of S) + 1))).
    assert (Pe : 0 < e) by (apply Rmult_lt_0_compat; [now apply Rmult_lt_0_compat|]; apply Rinv_0_lt_compat; lra).
    destruct (apart_far A j e Pe) as [N1 H1]. destruct (apart_far B j e Pe) as [N2 H2].
    set (k := Datatypes.S (N1 + N2)). specialize (H1 k ltac:(unfold k; lia)). specialize (H2 k ltac:(unfold k; lia)).
    assert (Pk : (0 < k)%nat) by (unfold k; lia). clearbody k.
    assert (G := cost_near alpha beta _ _ _ (from S (s - Z.of_nat k)%Z) (R0 _) (C (s - Z.of_nat k)%Z) k _ Lp
      (fun a h0 => not_told alpha beta _ _ _ (C _) k a h0 Pk)
      (decodable_window alpha beta nu qs J law S is_decodable _) j).
    rewrite <- (cost_window alpha beta nu qs J law) in G.
    replace (s - Z.of_nat k + Z.of_nat (j + k))%Z with (s + Z.of_nat j)%Z in G by lia.
    change (L (from S (s - Z.of_nat k)%Z)) with (size_of S) in G. fold c in G. set (n := INR (size_of S)) in *.
      set (m := least alpha beta) in *.
    set (x := apart (ls k) (W k) k A (Datatypes.S j)) in *. set (y := apart (ls k) (W k) k B (Datatypes.S j)) in *.
    assert (B1 : 2 * n / m * (x + y) <= 2 * n / m * (2 * e)).
    { apply Rmult_le_compat_l; [|lra]. apply Rmult_le_pos; [lra|]. left. now apply Rinv_0_lt_compat. }
    assert (B2 : 2 * n / m * (2 * e) = d * (n / (n + 1)) / 2) by (unfold e; field; split; lra).
    assert (B3 : n / (n + 1) <= 1). { apply Rmult_le_reg_r with (n + 1); [lra|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l; lra. }
    assert (B4 : d * (n / (n + 1)) <= d * 1) by (apply Rmult_le_compat_l; lra). unfold d in *. lra.
  Qed.
End General.
