(* A scheme that a certificate proves is a private scheme in the sense of the N-source theory.

   Assumes: a scheme of Process.v that is normalised, decodable and private; its queries are listed once each, and the
   first one downloads everything; X_0 has a law mu.
   Proves: the joint law of requests and queries is causal, decodable and hides X_0 (certified_scheme), so all that
   NSources.v says of private schemes is true of it: the bounds of Theorem B, for example (certified_bounds). *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Process.
From OnOff Require Sources NSources.
Import ListNotations.
Open Scope R_scope.

Section Certified.
  Context {Src Qry Ph : Type}.
  Variable S : process Src Qry Ph.
  Variable same : forall x y : Src, {x = y} + {x <> y}.
  Variable same_query : forall q r : Qry, {q = r} + {q <> r}.
  Variable mu : Src -> R.
  Hypothesis requests : Sources.requests (sources S) (chain S) mu.
  Hypothesis all_queries : forall q, In q (queries S).
  Hypothesis once : NoDup (queries S).
  Hypothesis everything : forall x, downloads S (first S) x = true.
  Hypothesis is_normalised : normalised S.
  Hypothesis is_decodable : decodable S.
  Hypothesis is_private : private S.

  (* Pr(X_t..X_0 = xs, Q_t..Q_0 = h) *)
  Definition sure q : R := if same_query q (first S) then 1 else 0.
  Fixpoint joint (xs : list Src) (h : list Qry) : R := match xs, h with
    | [], [] => 1
    | x :: xs', q :: h' => match xs' with
      | [] => match h' with [] => mu x * sure q | _ => 0 end
      | y :: _ => joint xs' h' * (chain S y x * law S (phase S (length xs')) (last xs' y) y x (hd (first S) h') q) end
    | _, _ => 0 end.
  Lemma joint_step x y ys q g : joint (x :: y :: ys) (q :: g) = joint (y :: ys) g *
    (chain S y x * law S (phase S (length (y :: ys))) (last (y :: ys) y) y x (hd (first S) g) q).
  Proof. reflexivity. Qed.
  Lemma joint_path a q xs : forall h, length h = length xs ->
    joint (xs ++ [a]) (h ++ [q]) = mu a * sure q * path S a xs h.
  Proof.
    induction xs as [|x xs IH]; intros [|r h] L; try discriminate; [simpl; ring|]. injection L as L.
      specialize (IH h L).
    assert (Hl : length (xs ++ [a]) = length (r :: h)) by (rewrite app_length; simpl; lia).
    assert (La : forall d, last (xs ++ [a]) d = a) by (intro; apply last_last).
    assert (Hh : hd a (xs ++ [a]) = hd a xs) by now destruct xs.
    change ((x :: xs) ++ [a]) with (x :: (xs ++ [a])). change ((r :: h) ++ [q]) with (r :: (h ++ [q])).
    destruct (xs ++ [a]) as [|y ys] eqn:E; [destruct xs; discriminate|]. simpl in Hh. subst y.
    rewrite joint_step, IH, Hl, La. cbn [path]. unfold sure.
    destruct (same_query q (first S)) as [->|]; [|ring]. destruct h as [|r' h]; simpl; ring.
  Qed.
  Lemma split_last {T} (l : list T) n : length l = Datatypes.S n -> exists u x, l = u ++ [x] /\ length u = n.
  Proof.
    intro L. destruct (exists_last (l := l)) as (u & x & ->); [intros ->; discriminate|]. exists u, x. split; auto.
    rewrite app_length in L. simpl in L. lia.
  Qed.
  Lemma joint_lengths xs : forall h, joint xs h <> 0 -> length h = length xs.
  Proof.
    induction xs as [|x xs IH]; intros [|q h] N; simpl in *; auto; try (now contradict N).
    destruct xs as [|y xs]; [destruct h; auto; now contradict N|]. f_equal. apply IH. intro Z. apply N. rewrite Z. ring.
  Qed.
  (* A row that is used is a law. *)
  Lemma used y xs h x : joint (y :: xs) h <> 0 -> chain S y x <> 0 ->
    is_law (queries S) (law S (phase S (length (y :: xs))) (last (y :: xs) y) y x (hd (first S) h)).
  Proof.
    intros N C. assert (L := joint_lengths _ _ N). destruct (split_last (y :: xs) (length xs) eq_refl) as
      (u & a & E & Lu).
    assert (Hy : hd a u = y) by (destruct u as [|z u]; simpl in E; injection E; intros; subst; reflexivity).
    destruct (split_last h (length xs) L) as (g & q & -> & Lg). rewrite E in N |- *.
      rewrite joint_path in N by congruence.
    assert (Q : q = first S). { unfold sure in N. destruct (same_query q (first S)); auto. exfalso. apply N. ring. }
    assert (P0 : path S a u g <> 0) by (intro Z; apply N; rewrite Z; ring).
    rewrite last_last, app_length, Nat.add_comm. simpl plus. rewrite Lu, <- Lg.
    replace (hd (first S) (g ++ [q])) with (hd (first S) g) by (subst q; now destruct g).
    rewrite <- Hy. apply is_normalised with (xs := u); auto. now rewrite Hy.
  Qed.
  Lemma joint_nonneg xs : forall h, 0 <= joint xs h.
  Proof.
    induction xs as [|x xs IH]; intros [|q h]; simpl; try lra. destruct xs as [|y xs].
    - destruct h; [|lra]. apply Rmult_le_pos; [apply (Sources.mu_nonneg _ _ _ requests)|]. unfold sure.
      destruct (same_query q (first S)); lra.
    - destruct (Req_dec (joint (y :: xs) h) 0) as [Z|Z]; [rewrite Z; lra|].
      destruct (Req_dec (chain S y x) 0) as [C|C]; [rewrite C; lra|].
      apply Rmult_le_pos; [apply IH|]. apply Rmult_le_pos; [apply (Sources.P_nonneg _ _ _ requests)|].
      apply (used y xs h x Z C). apply all_queries.
  Qed.
  Lemma sure_total : sum (queries S) sure = 1.
  Proof. exact (Sources.sum_pick same_query (queries S) (first S) (fun _ => 1) once (all_queries _)). Qed.
  Lemma joint_causal : Sources.causal (chain S) mu (queries S) joint.
  Proof.
    split; [reflexivity|exact joint_nonneg|]. intros x [|y xs] h Hh; apply words_length in Hh.
    - destruct h; [|discriminate]. cbn [joint Sources.arrive]. rewrite sum_scale, sure_total. ring.
    - cbn [Sources.arrive].
      transitivity (joint (y :: xs) h * chain S y x *
        sum (queries S) (law S (phase S (length (y :: xs))) (last (y :: xs) y) y x (hd (first S) h))).
      { rewrite <- sum_scale. apply sum_ext. intros q _. rewrite joint_step. ring. }
      destruct (Req_dec (joint (y :: xs) h) 0) as [Z|Z]; [rewrite Z; ring|].
      destruct (Req_dec (chain S y x) 0) as [C|C]; [rewrite C; ring|]. destruct (used y xs h x Z C) as [_ T]. rewrite T.
        ring.
  Qed.
  Lemma joint_decodable : Sources.decodable joint (downloads S).
  Proof.
    intros x xs q h N. assert (L := joint_lengths _ _ N).
    destruct (split_last (x :: xs) (length xs) eq_refl) as (u & a & E & Lu).
    destruct (split_last (q :: h) (length xs) L) as (g & r & E' & Lg). rewrite E, E' in N.
    rewrite joint_path in N by congruence.
    assert (Q : r = first S). { unfold sure in N. destruct (same_query r (first S)); auto. exfalso. apply N. ring. }
    assert (P0 : path S a u g <> 0) by (intro Z; apply N; rewrite Z; ring).
    destruct u as [|y u], g as [|p g]; try discriminate (eq_trans Lu (eq_sym Lg)).
    - injection E' as E1 _. rewrite E1, Q. apply everything.
    - injection E as E1 _. injection E' as E2 _. rewrite E1, E2. now apply (is_decodable a y u p g).
  Qed.
  Lemma sum_last {T} (l : list T) n f : sum (words l (Datatypes.S n)) f
    = sum l (fun x => sum (words l n) (fun u => f (u ++ [x]))).
  Proof.
    replace (Datatypes.S n) with (n + 1)%nat by lia. rewrite sum_words_app. change 1%nat with (Datatypes.S 0).
    rewrite sum_words. simpl. now rewrite Rplus_0_r.
  Qed.
  Lemma first_last a u x : Sources.first same a (u ++ [x]) = Sources.is same x a.
  Proof. induction u as [|y u IH]; simpl; auto. rewrite IH. now destruct u. Qed.
  Lemma joint_hidden : Sources.hidden same (sources S) mu (queries S) joint.
  Proof.
    intros t h a Hh. assert (L := words_length _ _ _ Hh). destruct (split_last h t L) as (g & q & -> & Lg).
    assert (Ha : In a (sources S)) by apply (Sources.src_all _ _ _ requests).
    assert (E : forall E, Sources.prob (sources S) joint E (g ++ [q]) = sum (sources S) (fun x =>
      sum (words (sources S) t) (fun u => if E (u ++ [x]) then mu x * sure q * path S x u g else 0))).
    { intro E. unfold Sources.prob. rewrite L, sum_last. apply sum_ext. intros x _. apply sum_ext. intros u Hu.
      rewrite joint_path; auto. now rewrite Lg, (words_length _ _ _ Hu). }
    rewrite !E. transitivity (mu a * (sure q * hist S a g)).
    - rewrite <- (Sources.sum_pick same (sources S) a (fun x => mu x * (sure q * hist S x g)));
        [|apply (Sources.src_once _ _ _ requests)|exact Ha].
      apply sum_ext. intros x _. unfold hist. rewrite Lg, <- !sum_scale.
      destruct (same x a) as [->|D].
      + apply sum_ext. intros u _. rewrite first_last. unfold Sources.is. destruct (same a a); [ring|congruence].
      + rewrite (sum_ext _ _ (fun _ => 0)); [apply sum_zero|]. intros u _. rewrite first_last. unfold Sources.is.
        destruct (same x a); [congruence|reflexivity].
    - f_equal. transitivity (sum (sources S) (fun x => mu x * (sure q * hist S a g))).
      + rewrite sum_scale_r, (Sources.mu_total _ _ _ requests). ring.
      + apply sum_ext. intros x Hx. rewrite (is_private a x g Ha Hx). unfold hist. rewrite Lg, <- !sum_scale.
        apply sum_ext. intros u _. unfold Sources.anything. ring.
  Qed.
  Theorem certified_scheme : NSources.scheme same (sources S) (chain S) mu (queries S) joint (downloads S).
  Proof. split; [exact joint_causal | exact joint_decodable | exact joint_hidden]. Qed.
  (* Theorem B for it. *)
  Theorem certified_bounds t : (forall x, 0 < mu x) ->
    sum (sources S) (fun x => Sources.most (sources S) (fun a => Sources.K same (sources S) (chain S) t a x))
      <= Sources.cost (sources S) (queries S) joint (downloads S) t /\
    2 - sum (sources S) (fun x => Sources.least (sources S) (fun a => Sources.K same (sources S) (chain S) t a x))
      <= Sources.cost (sources S) (queries S) joint (downloads S) t.
  Proof.
    intro Pm. destruct (NSources.theorem_B same (sources S) (chain S) mu requests Pm (queries S) joint (downloads S) t
      certified_scheme) as (B1 & B2 & _). auto.
  Qed.
End Certified.
