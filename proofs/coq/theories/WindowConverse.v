(* The converse on a window, for every mode.

   Assumes: a causal, decodable law that is private under the mode F; an ON time s at which the earlier queries have
   not yet told X_s.
   Proves: what Q_s, ..., Q_t together tell about X_s given the earlier queries: nothing (block); hence
   l_t >= L (1 + |1-alpha-beta|^(t-s)) (converse), and this up to an error where the law is only nearly private, as
   a window of two-sided time is (cost_near). Both lines rest on this: Converse.v and ModesConverse.v, and Beginning.v
   (converse_step, converse_general). *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Window OneShot.
Import ListNotations.
Open Scope R_scope.

(* X_s of a word of requests. *)
Fixpoint at_time s (xs : list src) : src := match xs with
  | [] => A | x :: r => if Nat.eqb (length r) s then x else at_time s r end.
Definition was s a : list src -> bool := fun xs => same (at_time s xs) a.
Definition now x (E : list src -> bool) : list src -> bool := fun xs => same (hd A xs) x && E xs.
Lemma agree_at F s xs : forall ys, F s = true -> (s < length xs)%nat -> length xs = length ys ->
  agree F xs ys = true -> at_time s xs = at_time s ys.
Proof.
  induction xs as [|x xs IH]; intros [|y ys] Fs Hl E H; simpl in *; try lia.
  injection E as E. rewrite <- E. apply andb_true_iff in H as [H1 H2].
  destruct (Nat.eqb_spec (length xs) s) as [Q|N].
  - rewrite Q, Fs in H1. now apply same_true.
  - apply IH; auto. lia.
Qed.

Lemma at_early s xs : (length xs <= s)%nat -> at_time s xs = A.
Proof. induction xs as [|x xs IH]; simpl; auto. intro H. destruct (Nat.eqb_spec (length xs) s); [lia|]. apply IH. lia.
  Qed.
Lemma about_was F s a : F s = true -> about F (was s a).
Proof.
  intros on xs ys L H. unfold was. destruct (le_lt_dec (length xs) s) as [E|E].
  - rewrite !at_early; auto. now rewrite <- L.
  - now rewrite (agree_at F s xs ys).
Qed.

Section Converse.
  Variables alpha beta : R.
  Variable mu : src -> R.
  Context {Qry : Type}.
  Variable qs : nat -> list Qry.
  Variable J : list src -> list Qry -> R.
  Variable S : server Qry.
  Variable F : mode.
  Hypothesis requests : law_of_requests alpha beta mu.
  Hypothesis is_causal : causal alpha beta mu qs J.
  Hypothesis is_decodable : decodable J S.
  Hypothesis is_private : private qs J F.
  Notation prob := (prob J).
  Notation before := (before qs J).
  Notation arrive := (arrive alpha beta mu).
  Notation M := (M alpha beta).
  Notation K := (K alpha beta).
  Notation pi := (pi alpha beta mu).

  (* The words of n queries that can follow on the time s. *)
  Notation after s n := (histories (fun i => qs (i + s)%nat) n).

  Lemma prob_nonneg E h : 0 <= prob E h.
  Proof. apply sum_nonneg. intros xs _. destruct (E xs); [apply (nonneg _ _ _ _ _ is_causal)|lra]. Qed.
  Lemma prob_le E h : prob E h <= prob anything h.
  Proof. apply sum_le. intros xs _. unfold anything. destruct (E xs); [lra|apply (nonneg _ _ _ _ _ is_causal)]. Qed.
  Lemma prob_ext E E' h : (forall xs, length xs = length h -> E xs = E' xs) -> prob E h = prob E' h.
  Proof. intro H. apply sum_ext. intros xs Hx. apply words_length in Hx. now rewrite H. Qed.
  Lemma prob_now E h : prob E h = prob (now A E) h + prob (now B E) h.
  Proof.
    unfold Window.prob. rewrite <- sum_add. apply sum_ext. intros xs _. unfold now.
    destruct (hd A xs); simpl; destruct (E xs); ring.
  Qed.
  Lemma before_at t E h : length h = t -> sum (qs t) (fun q => prob E (q :: h)) = before E h.
  Proof. now intros <-. Qed.
  (* Before Q_t: the earlier queries, and the step of the chain. *)
  Lemma before_step E h : In h (histories qs (length h)) -> before E h =
    sum (words srcs (length h)) (fun xs => J xs h * sum srcs (fun x => if E (x :: xs) then arrive xs x else 0)).
  Proof.
    intro Hh. unfold Window.before, Window.prob. simpl length.
    transitivity (sum (qs (length h)) (fun q => sum (words srcs (length h)) (fun xs =>
      sum srcs (fun x => if E (x :: xs) then J (x :: xs) (q :: h) else 0)))).
    { apply sum_ext. intros. now rewrite sum_words. }
    rewrite sum_swap. apply sum_ext. intros xs Hx. rewrite sum_swap, <- sum_scale. apply sum_ext. intros x _.
    destruct (E (x :: xs)).
    - rewrite <- (words_length _ _ _ Hx) in *. now apply (moves _ _ _ _ _ is_causal).
    - rewrite sum_zero. ring.
  Qed.
  Lemma before_past E E' h : In h (histories qs (length h)) -> (forall x xs, length xs = length h ->
    E (x :: xs) = E' xs) ->
    before E h = prob E' h.
  Proof.
    intros Hh H. rewrite before_step; auto. apply sum_ext. intros xs Hx. apply words_length in Hx. simpl.
      rewrite !H by auto.
    assert (T := arrive_total _ _ _ xs requests). destruct (E' xs); [|ring].
    transitivity (J xs h * (arrive xs A + arrive xs B)); [ring|rewrite T; ring].
  Qed.
  Lemma before_anything h : In h (histories qs (length h)) -> before anything h = prob anything h.
  Proof. intro. now apply before_past. Qed.
  Lemma prob_past E E' q h : In h (histories qs (length h)) -> In q (qs (length h)) -> prob E' h = 0 ->
    (forall x xs, length xs = length h -> E (x :: xs) = E' xs) -> prob E (q :: h) = 0.
  Proof.
    intros Hh Hq Z H. rewrite <- (before_past E E' h Hh H) in Z.
    apply (sum_zero_each (qs (length h)) (fun q => prob E (q :: h))); auto. intros. apply prob_nonneg.
  Qed.
  Lemma prob_zero E q h : In h (histories qs (length h)) -> In q (qs (length h)) -> prob anything h = 0 ->
    prob E (q :: h) = 0.
  Proof.
    intros Hh Hq Z. assert (Z' := prob_past anything anything q h Hh Hq Z (fun _ _ _ => eq_refl)).
    assert (N := prob_nonneg E (q :: h)). assert (N' := prob_le E (q :: h)). lra.
  Qed.

  (* What Q_s, ..., Q_t together tell about X_s, given the queries before s: nothing. *)
  Section Since.
    Variable s : nat.
    Hypothesis on : F s = true.
    Lemma private_was a t h q : In h (histories qs t) -> In q (qs t) ->
      prob (was s a) (q :: h) * prob anything h = before (was s a) h * prob anything (q :: h).
    Proof.
      intros Hh Hq. rewrite <- (before_anything h) by now rewrite (words_length _ _ _ Hh).
      apply (is_private t); auto. now apply about_was.
    Qed.
    Lemma was_past a x xs t : length xs = t -> (s < t)%nat -> was s a (x :: xs) = was s a xs.
    Proof. intros Hl H. unfold was. simpl. destruct (Nat.eqb_spec (length xs) s); auto; lia. Qed.
    Lemma block a h0 : In h0 (histories qs s) -> forall m h, In h (after s (Datatypes.S m)) ->
      prob (was s a) (h ++ h0) * prob anything h0 = before (was s a) h0 * prob anything (h ++ h0).
    Proof.
      intro H0. induction m; intros h Hh.
      - destruct h as [|q [|? ?]]; try (apply words_length in Hh; discriminate). apply words_cons in Hh as [Hq _].
        simpl app. now apply (private_was a s).
      - destruct h as [|q h]; [apply words_length in Hh; discriminate|]. apply words_cons in Hh as [Hq Hh].
        specialize (IHm h Hh). simpl app. set (g := h ++ h0) in *.
        assert (Hg : In g (histories qs (Datatypes.S m + s))) by now apply words_app.
        assert (Lg := words_length _ _ _ Hg). assert (Hg' : In g (histories qs (length g))) by now rewrite Lg.
        assert (P := private_was a (Datatypes.S m + s) g q Hg Hq).
        rewrite (before_past (was s a) (was s a) g) in P; auto.
        2: { intros. apply (was_past a x xs (length g)); auto. lia. }
        destruct (Req_dec (prob anything g) 0) as [Z|Z].
        + rewrite (prob_zero (was s a) q g), (prob_zero anything q g); auto; try (now rewrite Lg). ring.
        + apply Rmult_eq_reg_r with (prob anything g); auto.
          transitivity (prob (was s a) (q :: g) * prob anything g * prob anything h0); [ring|]. rewrite P.
          transitivity (prob (was s a) g * prob anything h0 * prob anything (q :: g)); [ring|]. rewrite IHm. ring.
    Qed.
    (* Summed over Q_s, ..., Q_{s+m}: the chain goes on from X_s. *)
    Lemma flow a h0 : In h0 (histories qs s) -> forall m x,
      sum (after s (Datatypes.S m)) (fun h => prob (now x (was s a)) (h ++ h0)) = before (was s a) h0 * K m a x.
    Proof.
      intro H0. assert (L0 := words_length _ _ _ H0). induction m; intro x.
      - rewrite sum_words. simpl. rewrite Rplus_0_r.
        assert (X : forall q, prob (now x (was s a)) (q :: h0)
          = (if same a x then 1 else 0) * prob (was s a) (q :: h0)).
        { intro q. unfold Window.prob. rewrite <- sum_scale. apply sum_ext.
          intros [|y xs] Hx; apply words_length in Hx; [discriminate|].
          simpl in Hx. injection Hx as Hx. unfold now, was. simpl. rewrite Hx, L0, Nat.eqb_refl.
            destruct y, x, a; simpl; ring. }
        transitivity (sum (qs s) (fun q => (if same a x then 1 else 0) * prob (was s a) (q :: h0))).
        { apply sum_ext. intros. apply X. }
        rewrite sum_scale. unfold Window.before. rewrite L0. ring.
      - rewrite sum_words. cbn [Window.K].
        transitivity (sum (after s (Datatypes.S m)) (fun h => before (now x (was s a)) (h ++ h0))).
        { apply sum_ext. intros h Hh. apply before_at. apply (words_length qs). now apply words_app. }
        transitivity (sum (after s (Datatypes.S m)) (fun h =>
          sum srcs (fun y => prob (now y (was s a)) (h ++ h0) * M y x))).
        + apply sum_ext. intros h Hh. assert (Hg := words_app _ _ _ _ _ Hh H0). assert (Lg := words_length _ _ _ Hg).
          set (g := h ++ h0) in *. rewrite before_step by now rewrite Lg.
          unfold Window.prob. transitivity (sum srcs (fun y =>
            sum (words srcs (length g)) (fun xs => (if now y (was s a) xs then J xs g else 0) * M y x))).
          2: { apply sum_ext. intros. now rewrite sum_scale_r. }
          rewrite sum_swap. apply sum_ext. intros xs Hx. apply words_length in Hx.
          assert (W := fun z => was_past a z xs (length g) Hx ltac:(lia)).
          simpl. unfold now. rewrite !W. destruct xs as [|y xs]; [simpl in Hx; lia|]. simpl hd. simpl arrive.
          destruct (was s a (y :: xs)), x, y; simpl; ring.
        + rewrite sum_swap. rewrite <- sum_scale. apply sum_ext. intros y _. rewrite sum_scale_r, IHm. ring.
    Qed.
  End Since.
  Lemma total t : sum (histories qs t) (prob anything) = 1.
  Proof.
    induction t.
    - unfold Window.prob. simpl. rewrite (begins _ _ _ _ _ is_causal). ring.
    - rewrite sum_words, <- IHt. apply sum_ext. intros h Hh. assert (Lh := words_length _ _ _ Hh).
      rewrite (before_at t) by auto. apply before_anything. now rewrite Lh.
  Qed.
  Lemma decodable_now E q g x : prob (now x E) (q :: g) <> 0 -> decodes S (length g) q x.
  Proof.
    intro N.
    assert (X : sum (words srcs (length (q :: g))) (fun xs => if now x E xs then J xs (q :: g) else 0) <> 0) by exact
      N.
    assert (exists xs, In xs (words srcs (length (q :: g))) /\
      (if now x E xs then J xs (q :: g) else 0) <> 0) as (xs & Hx & Nx).
    { clear N. induction (words srcs (length (q :: g))) as [|w l IH]; [now contradict X|]. simpl in X.
      destruct (Req_dec (if now x E w then J w (q :: g) else 0) 0) as [Z|Z].
      - destruct IH as (xs & Hx & Nx); [rewrite Z in X; lra|]. exists xs. split; auto. now right.
      - exists w. split; auto. now left. }
    apply words_length in Hx. destruct xs as [|y xs]; [discriminate|]. simpl in Hx. injection Hx as Hx.
    unfold now in Nx. simpl in Nx. destruct (same y x) eqn:Y; simpl in Nx; [|now contradict Nx]. apply same_true in Y.
      subst y.
    destruct (E (x :: xs)); [|now contradict Nx]. rewrite <- Hx. now apply is_decodable in Nx.
  Qed.

  Lemma before_was s a h : In h (histories qs s) -> before (was s a) h = match s with
    | O => mu a | Datatypes.S _ => sum srcs (fun y => prob (now y anything) h * M y a) end.
  Proof.
    intro Hh. assert (Lh := words_length _ _ _ Hh). rewrite before_step by now rewrite Lh.
    rewrite Lh. destruct s as [|r].
    - destruct h; [|discriminate]. simpl. rewrite (begins _ _ _ _ _ is_causal). unfold was. simpl.
      destruct a; simpl; ring.
    - unfold Window.prob. rewrite Lh.
      transitivity (sum srcs (fun y => sum (words srcs (Datatypes.S r)) (fun xs =>
        (if now y anything xs then J xs h else 0) * M y a))).
      2: { apply sum_ext. intros. now rewrite sum_scale_r. }
      rewrite sum_swap. apply sum_ext. intros xs Hx. apply words_length in Hx. destruct xs as [|y xs]; [discriminate|].
      unfold was. cbn [sum srcs at_time]. rewrite Hx, Nat.eqb_refl. unfold now, anything. simpl.
        destruct y, a; simpl; ring.
  Qed.
  (* ONE WINDOW, the bound up to an error: whatever the queries before the time k told about X_k, it was not all
     (least), and what follows tells nearly nothing more (apart). *)
  Section Near.
    Variable k : nat.
    Definition given a h0 := before (was k a) h0 / prob anything h0.
    Definition apart a n := sum (histories qs k) (fun h0 => sum (after k n) (fun h =>
      Rabs (prob (was k a) (h ++ h0) - given a h0 * prob anything (h ++ h0)))).
    Variable least : R.
    Hypothesis least_pos : 0 < least.
    Hypothesis not_told : forall a h0, In h0 (histories qs k) -> least * prob anything h0 <= before (was k a) h0.
    Hypothesis can_decode : forall x q g, In q (qs (length g)) -> In g (histories qs (length g)) ->
      prob (now x anything) (q :: g) <> 0 -> decodes S (length g) q x.
    Theorem cost_near j : cost qs J S (j + k) >=
      INR (L S) * (1 + Rabs (1 - alpha - beta) ^ j) - 2 * INR (L S) / least *
        (apart A (Datatypes.S j) + apart B (Datatypes.S j)).
    Proof.
      unfold cost. rewrite sum_words_app. set (c := INR (L S) * (1 + Rabs (1 - alpha - beta) ^ j)).
        assert (NL := pos_INR (L S)). assert (Lp := least_pos).
      assert (T : c = sum (histories qs k) (fun h0 => c * prob anything h0)) by (rewrite sum_scale,
        total; ring).
      set (gap := fun a h0 => sum (after k (Datatypes.S j)) (fun h =>
        Rabs (prob (was k a) (h ++ h0) - given a h0 * prob anything (h ++ h0)))).
      assert (Ng : forall a h0, 0 <= gap a h0) by (intros; apply sum_nonneg; intros; apply Rabs_pos).
      apply Rle_ge. rewrite T. unfold apart. fold (gap A). fold (gap B). rewrite <- sum_add, sum_minus. apply sum_le.
        intros h0 H0.
      change (c * prob anything h0 - 2 * INR (L S) / least * (gap A h0 + gap B h0) <= sum (after k j) (fun h =>
        sum (qs (j + k)%nat) (fun q => INR (len S (j + k) q) * prob anything (q :: h ++ h0)))).
      set (U := fun q => sum (after k j) (fun h => prob anything (q :: h ++ h0))).
      assert (EU : sum (after k j) (fun h => sum (qs (j + k)%nat) (fun q =>
        INR (len S (j + k) q) * prob anything (q :: h ++ h0)))
        = sum (qs (j + k)%nat) (fun q => INR (len S (j + k) q) * U q)).
      { rewrite sum_swap. apply sum_ext. intros q _. unfold U. now rewrite sum_scale. }
      rewrite EU. clear EU.
      assert (NU : forall q, 0 <= U q) by (intro; apply sum_nonneg; intros; apply prob_nonneg).
      assert (Err : 0 <= 2 * INR (L S) / least * (gap A h0 + gap B h0)).
      { apply Rmult_le_pos; [|assert (X := Ng A h0); assert (Y := Ng B h0); lra]. apply Rmult_le_pos; [lra|]. left.
        now apply Rinv_0_lt_compat. }
      destruct (Req_dec (prob anything h0) 0) as [Z|Z].
      { rewrite Z, Rmult_0_r. assert (0 <= sum (qs (j + k)%nat) (fun q => INR (len S (j + k) q) * U q)); [|lra].
        apply sum_nonneg. intros q _. apply Rmult_le_pos; [apply pos_INR|auto]. }
      set (p := prob anything h0) in *.
      assert (N0 : 0 < p) by (assert (X := prob_nonneg anything h0); unfold p in *; lra).
      set (b := fun a => before (was k a) h0).
      assert (Bp : forall a, least * p <= b a) by (intro a; now apply not_told).
      assert (Pb : forall a, 0 < b a) by (intro a; assert (X := Bp a); assert (Y := Rmult_lt_0_compat _ _ Lp N0); lra).
      set (f := fun a q x => / b a * sum (after k j) (fun h => prob (now x (was k a)) (q :: h ++ h0))).
      set (err := fun a q => / b a * sum (after k j) (fun h =>
        Rabs (prob (was k a) (q :: h ++ h0) - given a h0 * prob anything (q :: h ++ h0)))).
      assert (G := one_shot_near S (j + k) (qs (j + k)%nat) f (fun q => / p * U q) (K j) err).
      assert (B1 : sum (qs (j + k)%nat) (fun q => INR (len S (j + k) q) * (/ p * U q)) >= INR (L S) *
        (1 + Rabs (K j A A - K j B A)) - 2 * INR (L S) * sum (qs (j + k)%nat) (fun q => err A q + err B q)).
      { apply G; clear G.
        - intros a q x _. apply Rmult_le_pos; [left; now apply Rinv_0_lt_compat|]. apply sum_nonneg. intros.
          apply prob_nonneg.
        - intros a q x Hq Nf. unfold f in Nf.
          assert (exists h, In h (after k j) /\ prob (now x (was k a)) (q :: h ++ h0) <> 0) as (h & Hh & Nh).
          { apply sum_nonzero. intro E. apply Nf. rewrite E. ring. }
          assert (Hg := words_app _ _ _ _ _ Hh H0). assert (Lg := words_length _ _ _ Hg). rewrite <- Lg.
            apply can_decode; auto; [now rewrite Lg|now rewrite Lg|]. intro E. apply Nh.
          assert (X := prob_nonneg (now x (was k a)) (q :: h ++ h0)).
          assert (Y : prob (now x (was k a)) (q :: h ++ h0) <= prob (now x anything) (q :: h ++ h0)); [|lra].
          apply sum_le. intros xs _. assert (P := nonneg _ _ _ _ _ is_causal xs (q :: h ++ h0)). unfold now, anything.
          destruct (same (hd A xs) x), (was k a xs); simpl; lra.
        - intros a q Hq. unfold f, err, U. rewrite <- Rmult_plus_distr_l, <- sum_add.
          replace (/ b a * sum (after k j) (fun h => prob (now A (was k a)) (q :: h ++ h0) + prob (now B (was k a))
            (q :: h ++ h0)) - / p * sum (after k j) (fun h => prob anything (q :: h ++ h0)))
            with (/ b a * sum (after k j) (fun h => prob (was k a) (q :: h ++ h0) - given a h0 * prob anything
              (q :: h ++ h0))).
          + rewrite Rabs_mult, Rabs_right; [|left; now apply Rinv_0_lt_compat].
            apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat|]. apply sum_abs.
          + rewrite <- sum_minus. rewrite (sum_ext _ (fun h => prob (now A (was k a)) (q :: h ++ h0) + prob
            (now B (was k a)) (q :: h ++ h0)) (fun h => prob (was k a) (q :: h ++ h0)))
              by (intros; symmetry; apply prob_now).
            unfold given. fold p. fold (b a). assert (X := Pb a). field. split; lra.
        - intros a x. unfold f. rewrite sum_scale, sum_swap. assert (X :=
          flow k a h0 H0 j x). rewrite sum_words in X.
          simpl in X. rewrite X. fold (b a). field. assert (Y := Pb a). lra.
        - intro a. apply K_total.
        - intros q _. apply Rmult_le_pos; [left; now apply Rinv_0_lt_compat|auto].
        - rewrite sum_scale. unfold U. rewrite sum_swap.
          replace (sum (after k j) (fun h => sum (qs (j + k)%nat) (fun q => prob anything (q :: h ++ h0)))) with
            (sum (after k (Datatypes.S j)) (fun h => prob anything (h ++ h0)))
            by (rewrite sum_words; reflexivity).
          assert (E : sum (after k (Datatypes.S j)) (fun h => prob anything (h ++ h0)) = prob anything h0).
          { clear - requests is_causal H0. induction j as [|i IH].
            - rewrite sum_words. simpl. rewrite Rplus_0_r, before_at by now apply words_length in H0.
              apply before_anything. now rewrite (words_length _ _ _ H0).
            - rewrite sum_words, <- IH. apply sum_ext. intros h Hh. assert (Hg := words_app _ _ _ _ _ Hh H0).
              assert (Lg := words_length _ _ _ Hg). rewrite <- (before_anything (h ++ h0)) by now rewrite Lg.
              now apply before_at. }
          rewrite E. fold p. field. auto. }
      rewrite K_difference, <- RPow_abs in B1. fold c in B1.
      assert (E : sum (qs (j + k)%nat) (fun q => INR (len S (j + k) q) * (/ p * U q))
        = / p * sum (qs (j + k)%nat) (fun q => INR (len S (j + k) q) * U q)).
      { rewrite <- sum_scale. apply sum_ext. intros. ring. }
      rewrite E in B1. clear E.
      assert (Eg : forall a, p * sum (qs (j + k)%nat) (err a) <= / least * gap a h0).
      { intro a. unfold err. rewrite sum_scale, sum_swap. 
        replace (sum (after k j) (fun h => sum (qs (j + k)%nat) (fun q => Rabs
          (prob (was k a) (q :: h ++ h0) - given a h0 * prob anything (q :: h ++ h0))))) with (gap a h0)
          by (unfold gap; rewrite sum_words; reflexivity).
        rewrite <- Rmult_assoc. apply Rmult_le_compat_r; auto. assert (X := Bp a). assert (Y := Pb a).
        apply Rmult_le_reg_r with (b a); auto. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
        apply Rmult_le_reg_l with least; auto. rewrite <- Rmult_assoc, Rinv_r by lra. lra. }
      assert (EA := Eg A). assert (EB := Eg B). rewrite sum_add in B1. set (sa := sum (qs (j + k)%nat) (err A)) in *.
        set (sb := sum (qs (j + k)%nat) (err B)) in *.
      set (V := sum (qs (j + k)%nat) (fun q => INR (len S (j + k) q) * U q)) in *.
      assert (B2 : p * (/ p * V) >= p * (c - 2 * INR (L S) * (sa + sb))) by (apply Rmult_ge_compat_l; lra).
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l in B2 by auto.
      assert (2 * INR (L S) * (p * sa + p * sb) <= 2 * INR (L S) * (/ least * gap A h0 + / least * gap B h0)) by
        (apply Rmult_le_compat_l; lra).
      unfold Rdiv. lra.
    Qed.
  End Near.
  (* With privacy, there is no error. *)
  Lemma never_again h0 n E : In h0 (histories qs n) -> prob anything h0 = 0 -> forall m h, In h (after n m) ->
    prob E (h ++ h0) = 0.
  Proof.
    intros H0 Z m h. revert E. revert h. induction m; intros h E Hh.
    - destruct Hh as [<-|[]]. simpl. assert (X := prob_nonneg E h0). assert (Y := prob_le E h0). lra.
    - destruct h as [|q h]; [apply words_length in Hh; discriminate|]. apply words_cons in Hh as [Hq Hh].
      assert (Hg := words_app _ _ _ _ _ Hh H0). simpl app.
      apply prob_zero; auto; now rewrite (words_length _ _ _ Hg).
  Qed.
  Lemma apart_zero s a m : F s = true -> apart s a (Datatypes.S m) = 0.
  Proof.
    intro on. unfold apart. rewrite (sum_ext _ _ (fun _ => 0)); [apply sum_zero|]. intros h0 H0.
    rewrite (sum_ext _ _ (fun _ => 0)); [apply sum_zero|]. intros h Hh. unfold given.
    destruct (Req_dec (prob anything h0) 0) as [Z|Z].
    - rewrite !(never_again h0 s _ H0 Z (Datatypes.S m) h Hh). rewrite Rmult_0_r, Rminus_0_r. apply Rabs_R0.
    - assert (X := block s on a h0 H0 m h Hh).
      replace (prob (was s a) (h ++ h0) - before (was s a) h0 / prob anything h0 * prob anything (h ++ h0)) with
        (/ prob anything h0 * (prob (was s a) (h ++ h0) * prob anything h0 - before (was s a) h0 * prob anything
          (h ++ h0))) by (field; auto).
      rewrite X, Rminus_eq_0, Rmult_0_r. apply Rabs_R0.
  Qed.
  Theorem converse s least m : F s = true -> 0 < least ->
    (forall a h0, In h0 (histories qs s) -> least * prob anything h0 <= before (was s a) h0) ->
    cost qs J S (m + s) >= INR (L S) * (1 + Rabs (1 - alpha - beta) ^ m).
  Proof.
    intros on P T. assert (G := cost_near s least P T (fun x q g _ _ => decodable_now anything q g x) m).
    rewrite !apart_zero in G by auto. lra.
  Qed.

  (* Two reasons for which the earlier queries have not told X_s. *)
  (* While privacy has been ON from the beginning, the queries are independent of the requests. *)
  Lemma step_independent s : (forall i, (i <= s)%nat -> F i = true) -> forall a h, In h (histories qs s) ->
    before (was s a) h = pi s a * prob anything h.
  Proof.
    induction s as [|s IH]; intros on a h Hh.
    - rewrite before_was by auto. destruct h; [|apply words_length in Hh; discriminate]. unfold Window.prob. simpl.
      rewrite (begins _ _ _ _ _ is_causal). ring.
    - rewrite before_was by auto. cbn [Window.pi]. rewrite <- sum_scale_r. apply sum_ext. intros y _.
      destruct h as [|q h]; [apply words_length in Hh; discriminate|]. apply words_cons in Hh as [Hq Hh].
      assert (Lh := words_length _ _ _ Hh).
      assert (P := private_was s (on s ltac:(lia)) y s h q Hh Hq). rewrite IH in P; auto.
      assert (E : prob (now y anything) (q :: h) = prob (was s y) (q :: h)).
      { apply prob_ext. intros [|z xs] Hx; [discriminate|]. simpl in Hx. injection Hx as Hx. unfold now, was, anything.
        simpl.
        rewrite Hx, Lh, Nat.eqb_refl. now rewrite andb_true_r. }
      rewrite E. destruct (Req_dec (prob anything h) 0) as [Z|Z].
      + rewrite (prob_zero (was s y) q h), (prob_zero anything q h); auto; try (now rewrite Lh). ring.
      + assert (X : prob (was s y) (q :: h) = pi s y * prob anything (q :: h)).
        { apply Rmult_eq_reg_r with (prob anything h); auto. rewrite P. ring. }
        rewrite X. ring.
  Qed.
  Theorem converse_step p t : (forall i, F i = step_mode p i) -> (forall i x, (i <= p)%nat -> 0 < pi i x) ->
    cost qs J S t >= INR (L S) * (1 + Rabs (1 - alpha - beta) ^ (t - p)).
  Proof.
    intros HF D. set (s := Nat.min t p).
    assert (E : forall i, (i <= s)%nat -> F i = true) by (intros i Hi; rewrite HF; apply Nat.leb_le; lia).
    assert (P := fun x => D s x ltac:(lia)). replace t with ((t - p) + s)%nat at 1 by lia.
    apply (converse s (Rmin (pi s A) (pi s B))); auto; [now apply Rmin_glb_lt|].
    intros a h0 H0. rewrite step_independent by auto. apply Rmult_le_compat_r; [apply prob_nonneg|].
    destruct a; [apply Rmin_l|apply Rmin_r].
  Qed.
  (* Appendix D, for 0 < alpha, beta < 1. *)
  Definition least := Rmin (Rmin alpha (1 - alpha)) (Rmin beta (1 - beta)).
  Lemma least_pos : 0 < alpha < 1 -> 0 < beta < 1 -> 0 < least.
  Proof. intros. repeat apply Rmin_glb_lt; lra. Qed.
  Lemma least_M y a : least <= M y a.
  Proof.
    unfold least. assert (X1 := Rmin_l (Rmin alpha (1 - alpha)) (Rmin beta (1 - beta))).
      assert (X2 := Rmin_r (Rmin alpha (1 - alpha)) (Rmin beta (1 - beta))).
    assert (Y1 := Rmin_l alpha (1 - alpha)). assert (Y2 := Rmin_r alpha (1 - alpha)).
      assert (Z1 := Rmin_l beta (1 - beta)). assert (Z2 := Rmin_r beta (1 - beta)).
    destruct y, a; simpl; lra.
  Qed.
  Lemma not_told k a h0 : (0 < k)%nat -> In h0 (histories qs k) -> least * prob anything h0 <= before (was k a) h0.
  Proof.
    intros Hk H0. rewrite (before_was k a h0 H0). destruct k as [|k']; [lia|].
    rewrite (prob_now anything h0). cbn [sum srcs]. assert (PA := prob_nonneg (now A anything) h0).
      assert (PB := prob_nonneg (now B anything) h0).
    assert (MA := least_M A a). assert (MB := least_M B a). nra.
  Qed.
  Theorem converse_general s m : 0 < alpha < 1 -> 0 < beta < 1 -> (forall x, 0 < mu x) -> F s = true ->
    cost qs J S (m + s) >= INR (L S) * (1 + Rabs (1 - alpha - beta) ^ m).
  Proof.
    intros Ha Hb Hmu on. destruct s as [|s].
    - apply (converse 0 (Rmin (mu A) (mu B))); auto; [now apply Rmin_glb_lt|]. intros a h0 H0.
      rewrite before_was by auto. destruct H0 as [<-|[]]. unfold Window.prob. simpl.
      rewrite (begins _ _ _ _ _ is_causal).
      assert (X := Rmin_l (mu A) (mu B)). assert (Y := Rmin_r (mu A) (mu B)). destruct a; lra.
    - apply (converse (Datatypes.S s) least); auto using least_pos. intros a h0 H0. apply not_told; [lia|auto].
  Qed.
End Converse.

(* In any case one message has to be downloaded. *)
Lemma cost_one alpha beta mu {Qry} (qs : nat -> list Qry) (J : law) S t : law_of_requests alpha beta mu ->
  causal alpha beta mu qs J -> (forall x q g, In q (qs (length g)) -> In g (histories qs (length g)) ->
    prob J (now x anything) (q :: g) <> 0 -> decodes S (length g) q x) ->
  cost qs J S t >= INR (L S).
Proof.
  intros R0 C D. assert (T := total alpha beta mu qs J R0 C (Datatypes.S t)). rewrite sum_words in T.
  rewrite <- (Rmult_1_r (INR (L S))), <- T. unfold cost. rewrite <- sum_scale. apply Rle_ge, sum_le. intros h Hh.
  rewrite <- sum_scale. apply sum_le. intros q Hq. assert (N := prob_nonneg alpha beta mu qs J C anything (q :: h)).
  destruct (Req_dec (prob J anything (q :: h)) 0) as [Z|Z]; [rewrite Z; lra|]. apply Rmult_le_compat_r; auto.
  assert (X := prob_now J anything (q :: h)).
  assert (exists x, prob J (now x anything) (q :: h) <> 0) as (x & Nx).
  { destruct (Req_dec (prob J (now A anything) (q :: h)) 0); [exists B|exists A; auto]. lra. }
  assert (Lh := words_length _ _ _ Hh). apply D in Nx; [|now rewrite Lh|now rewrite Lh]. rewrite Lh in Nx.
  now apply one_message in Nx.
Qed.
