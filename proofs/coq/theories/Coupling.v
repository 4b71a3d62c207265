(* Theorem F.

   Assumes: any chain with N sources.
   Proves: there is a private scheme with E|Q_t| <= 1 + (N-1) d^t for all t at once, d the greatest total variation
   distance of two rows of P (theorem_f); no private scheme has less than 1 + the distance of two rows of P^t
   (distance_bound). *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Sources Strassen SetSchemes.
From OnOff Require Window.
Import ListNotations.
Open Scope R_scope.

Section Coupling.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variable src : list X.
  Hypothesis all : forall x, In x src.
  Hypothesis once : NoDup src.
  (* total variation distance of two laws *)
  Definition distance (p q : X -> R) : R := 1 - sum src (fun x => Rmin (p x) (q x)).

  (* The sets that are not empty, as lists in the order of src. *)
  Definition eqL := list_eq_dec eqX.
  Definition some (l : list X) := match l with [] => false | _ => true end.
  Definition sets : list (list X) := nodup eqL (filter some (map (fun b => filter b src) (subsets eqX src))).
  Definition mem (S : list X) x := existsb (is eqX x) S.
  Lemma mem_in S x : mem S x = true <-> In x S.
  Proof.
    unfold mem. rewrite existsb_exists. split.
    - intros (y & Hy & E). apply is_true in E. now subst.
    - intro H. exists x. split; auto. now apply is_true.
  Qed.
  Lemma sets_once : NoDup sets.
  Proof. apply NoDup_nodup. Qed.
  Lemma sets_in b x : b x = true -> In (filter b src) sets.
  Proof.
    intro Hb. apply nodup_In, filter_In. split.
    - destruct (subsets_src eqX src all b) as (b' & Hb' & E). apply in_map_iff. exists b'. split; auto.
      now apply filter_ext.
    - assert (H : In x (filter b src)) by (apply filter_In; auto). now destruct (filter b src).
  Qed.
  Lemma sets_are S : In S sets -> NoDup S /\ exists c l, S = c :: l.
  Proof.
    intro H. apply nodup_In, filter_In in H as [H E]. apply in_map_iff in H as (b & <- & _).
      split; [now apply NoDup_filter|].
    destruct (filter b src); [discriminate|eauto].
  Qed.
  Lemma mem_filter b x : mem (filter b src) x = b x.
  Proof.
    destruct (b x) eqn:E.
    - apply mem_in, filter_In. auto.
    - destruct (mem (filter b src) x) eqn:Q; auto. apply mem_in, filter_In in Q as [_ Q]. congruence.
  Qed.
  Definition add S x := filter (fun z => mem S z || is eqX x z) src.
  Definition single x := filter (is eqX x) src.
  Lemma is_refl x : is eqX x x = true.
  Proof. now apply is_true. Qed.
  Lemma add_in S x : In (add S x) sets.
  Proof. apply (sets_in _ x). rewrite is_refl. apply orb_true_r. Qed.
  Lemma single_in x : In (single x) sets.
  Proof. apply (sets_in _ x). apply is_refl. Qed.
  Lemma count_ext D E : (forall x, D x = E x) -> count src D = count src E.
  Proof. intro H. apply sum_ext. intros x _. now rewrite H. Qed.
  Lemma count_is x : count src (is eqX x) = 1.
  Proof. rewrite <- (sum_pick' eqX src x (fun _ => 1)) by auto. apply sum_ext. intros y _. unfold is.
    now destruct (eqX x y). Qed.
  Lemma count_list S : NoDup S -> count src (mem S) = INR (length S).
  Proof.
    induction S as [|y S IH]; intro N; [unfold count; simpl; apply sum_zero|]. inversion_clear N as [|? ? Ny Ns].
    transitivity (count src (mem S) + count src (is eqX y)); [|cbn [length]; now rewrite S_INR, count_is, IH].
    unfold count. rewrite <- sum_add. apply sum_ext. intros x _. change (mem (y :: S) x) with (is eqX x y || mem S x).
      unfold is.
    destruct (eqX x y) as [->|D].
    - destruct (eqX y y); [|congruence]. destruct (mem S y) eqn:Q; [apply mem_in in Q; contradiction|]. simpl. ring.
    - destruct (eqX y x); [congruence|]. simpl. ring.
  Qed.
  Lemma count_add S x : count src (mem (add S x)) <= count src (mem S) + (if mem S x then 0 else 1).
  Proof.
    rewrite <- (sum_pick' eqX src x (fun _ => if mem S x then 0 else 1)) by auto. unfold count. rewrite <- sum_add.
      apply sum_le. intros z _.
    unfold add. rewrite mem_filter. unfold is. destruct (eqX x z) as [<-|]; destruct (mem S _); simpl; lra.
  Qed.

  (* One more walker: a law w of sets that suits p is widened to suit q too, at the price of the distance of p and q. *)
  Lemma widen p q w : (forall x, 0 <= p x) -> sum src p = 1 -> (forall x, 0 <= q x) -> sum src q = 1 ->
    (forall S, In S sets -> 0 <= w S) -> sum sets w = 1 -> (forall T, bel src mem w sets T <= mass src p T) ->
    exists w', (forall S, In S sets -> 0 <= w' S) /\ sum sets w' = 1 /\
      (forall T, bel src mem w' sets T <= bel src mem w sets T) /\ (forall T, bel src mem w' sets T <= mass src q T) /\
      sum sets (fun S => w' S * count src (mem S)) <= sum sets (fun S => w S * count src (mem S)) + distance p q.
  Proof.
    intros Pp P1 Qp Q1 Wp W1 B.
    destruct (strassen eqX src all once eqL mem w sets p) as (pl & Lp & Ls & Lc & Ll); auto using sets_once; [lra|].
    set (m := fun x => Rmin (p x) (q x)).
    assert (Mp : forall x, 0 <= m x) by (intro; now apply Rmin_glb).
    assert (Ml : forall x, m x <= p x) by (intro; apply Rmin_l).
      assert (Mr : forall x, m x <= q x) by (intro; apply Rmin_r).
    set (stay := fun S x => if Req_EM_T (p x) 0 then 0 else pl x S * (m x / p x)).
    assert (Qt : forall x, p x <> 0 -> 0 <= m x / p x <= 1).
    { intros x Z. assert (0 < p x) by (specialize (Pp x); lra). split.
      - apply Rmult_le_pos; auto. left. now apply Rinv_0_lt_compat.
      - apply Rmult_le_reg_r with (p x); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by auto. specialize (Ml x). lra.
        }
    assert (St : forall S x, 0 <= stay S x <= pl x S).
    { intros S x. unfold stay. specialize (Lp x S). destruct (Req_EM_T (p x) 0) as [|Z]; [lra|]. specialize (Qt x Z).
      nra. }
    assert (Ss : forall x, sum sets (fun S => stay S x) = m x).
    { intro x. unfold stay. destruct (Req_EM_T (p x) 0) as [Z|Z].
      - rewrite sum_zero. specialize (Mp x). specialize (Ml x). lra.
      - rewrite sum_scale_r. rewrite (Lc x). field. auto. }
    set (tau := distance p q). assert (Tm : sum src m = 1 - tau) by (unfold tau, distance, m; ring).
    set (left := fun S => w S - sum src (stay S)). set (e := fun x => q x - m x).
    assert (Lpos : forall S, In S sets -> 0 <= left S).
    { intros S HS. unfold left. rewrite <- (Ll S HS). assert (sum src (stay S) <= sum src (fun x => pl x S)) by
      (apply sum_le; intros; apply St). lra. }
    assert (Ltot : sum sets left = tau).
    { transitivity (sum sets w - sum sets (fun S => sum src (stay S))).
      - unfold left. clear. induction sets as [|S l IH]; simpl; lra.
      - rewrite W1, sum_swap, (sum_ext src _ m) by (intros; apply Ss). lra. }
    assert (Epos : forall x, 0 <= e x) by (intro x; unfold e; specialize (Mr x); lra).
    assert (Etot : sum src e = tau).
    { transitivity (sum src q - sum src m); [|lra]. unfold e. clear. induction src as [|x l IH]; simpl; lra. }
    assert (Tpos : 0 <= tau) by (rewrite <- Etot; apply sum_nonneg; auto).
    set (go := fun S x => if Req_EM_T tau 0 then 0 else left S * (e x / tau)).
    assert (Gpos : forall S x, In S sets -> 0 <= go S x).
    { intros S x HS. unfold go. destruct (Req_EM_T tau 0) as [|Z]; [lra|]. apply Rmult_le_pos; auto.
      apply Rmult_le_pos; auto.
      left. apply Rinv_0_lt_compat. lra. }
    assert (Gs : forall S, In S sets -> sum src (go S) = left S).
    { intros S HS. unfold go. destruct (Req_EM_T tau 0) as [Z|Z].
      - rewrite sum_zero. symmetry. apply (sum_zero_each sets left); auto. lra.
      - rewrite sum_scale. unfold Rdiv. rewrite sum_scale_r, Etot. field. auto. }
    assert (Gx : forall x, sum sets (fun S => go S x) = e x).
    { intro x. unfold go. destruct (Req_EM_T tau 0) as [Z|Z].
      - rewrite sum_zero. symmetry. apply (sum_zero_each src e); auto. lra.
      - rewrite sum_scale_r, Ltot. field. auto. }
    set (rho := fun S x => stay S x + go S x).
    assert (Rpos : forall S x, In S sets -> 0 <= rho S x) by (intros S x HS; unfold rho; specialize (St S x);
      specialize (Gpos S x HS); lra).
    assert (Rs : forall S, In S sets -> sum src (rho S) = w S).
    { intros S HS. unfold rho. rewrite sum_add, Gs by auto. unfold left. ring. }
    assert (Rx : forall x, sum sets (fun S => rho S x) = q x).
    { intro x. unfold rho. rewrite sum_add, Ss, Gx. unfold e. ring. }
    set (w' := fun S' => sum sets (fun S => sum src (fun x => if eqL (add S x) S' then rho S x else 0))).
    assert (Tr : forall g, sum sets (fun S' => w' S' * g S') = sum sets (fun S =>
      sum src (fun x => rho S x * g (add S x)))).
    { intro g. transitivity (sum sets (fun S' => sum sets (fun S =>
      sum src (fun x => if eqL (add S x) S' then rho S x * g S' else 0)))).
      - apply sum_ext. intros S' _. unfold w'. rewrite <- sum_scale_r. apply sum_ext. intros S _.
        rewrite <- sum_scale_r. apply sum_ext.
        intros x _. destruct (eqL (add S x) S'); ring.
      - rewrite sum_swap. apply sum_ext. intros S _. rewrite sum_swap. apply sum_ext. intros x _.
        apply (sum_pick' eqL sets (add S x) (fun S' => rho S x * g S')); [apply sets_once|apply add_in]. }
    assert (Bl : forall v T, bel src mem v sets T = sum sets (fun S => v S * (if within src (mem S) T then 1 else 0))).
    { intros v T. apply sum_ext. intros S _. destruct (within src (mem S) T); ring. }
    exists w'. split; [|split; [|split; [|split]]].
    - intros S' _. apply sum_nonneg. intros S HS. apply sum_nonneg. intros x _. destruct (eqL _ _); [auto|lra].
    - transitivity (sum sets (fun S' => w' S' * 1)); [apply sum_ext; intros; ring|]. rewrite (Tr (fun _ => 1)).
      transitivity (sum sets w); [|exact W1]. apply sum_ext. intros S HS.
      rewrite <- (Rs S HS). apply sum_ext. intros. ring.
    - intro T. rewrite !Bl, Tr. apply sum_le. intros S HS. rewrite <- (Rs S HS), <- sum_scale_r. apply sum_le.
      intros x _.
      apply Rmult_le_compat_l; auto. destruct (within src (mem (add S x)) T) eqn:Q;
        [|destruct (within src (mem S) T); lra].
      replace (within src (mem S) T) with true; [lra|]. symmetry. rewrite within_iff in * by auto. intros z Hz. apply Q.
      unfold add. rewrite mem_filter, Hz. reflexivity.
    - intro T. rewrite Bl, Tr, sum_swap. unfold mass. apply sum_le. intros x _.
      transitivity (sum sets (fun S => rho S x * (if T x then 1 else 0))).
      + apply sum_le. intros S HS. apply Rmult_le_compat_l; auto.
        destruct (within src (mem (add S x)) T) eqn:Q; [|destruct (T x); lra].
        rewrite within_iff in Q by auto. rewrite Q; [lra|]. unfold add. rewrite mem_filter, is_refl. apply orb_true_r.
      + rewrite sum_scale_r, Rx. destruct (T x); lra.
    - rewrite (Tr (fun S => count src (mem S))).
      transitivity (sum sets (fun S => w S * count src (mem S) + left S)); [|rewrite sum_add, Ltot; unfold tau; lra].
      apply sum_le. intros S HS. rewrite <- (Gs S HS), <- (Rs S HS), <- sum_scale_r, <- sum_add. apply sum_le.
        intros x _.
      assert (A := count_add S x). assert (R := Rpos S x HS). destruct (mem S x) eqn:Q.
      + assert (G := Gpos S x HS). nra.
      + assert (Z : stay S x = 0).
        { unfold stay. destruct (Req_EM_T (p x) 0); auto. destruct (Req_EM_T (pl x S) 0) as [->|N]; [ring|].
          apply Ls in N. congruence. }
        unfold rho in *. rewrite Z in *. nra.
  Qed.

  Variable P : X -> X -> R.
  Hypothesis Pp : forall x y, 0 <= P x y.
  Hypothesis P1 : forall x, sum src (P x) = 1.
  (* The star around c: walkers from c and from the places of l, each of them coupled with the one from c. *)
  Lemma star c l : exists w, (forall S, In S sets -> 0 <= w S) /\ sum sets w = 1 /\
    (forall y, In y (c :: l) -> forall T, bel src mem w sets T <= mass src (P y) T) /\
    sum sets (fun S => w S * count src (mem S)) <= 1 + sum l (fun y => distance (P c) (P y)).
  Proof.
    induction l as [|y l (w & Wp & W1 & Wb & We)].
    - exists (fun S => sum src (fun x => if eqL (single x) S then P c x else 0)).
      assert (Tr : forall g, sum sets (fun S => sum src (fun x => if eqL (single x) S then P c x else 0) * g S)
        = sum src (fun x => P c x * g (single x))).
      { intro g. transitivity (sum sets (fun S => sum src (fun x => if eqL (single x) S then P c x * g S else 0))).
        - apply sum_ext. intros S _. rewrite <- sum_scale_r. apply sum_ext. intros x _. destruct (eqL _ _); ring.
        - rewrite sum_swap. apply sum_ext. intros x _.
          apply (sum_pick' eqL sets (single x) (fun S => P c x * g S)); [apply sets_once|apply single_in]. }
      split; [|split; [|split]].
      + intros S _. apply sum_nonneg. intros x _. destruct (eqL _ _); [auto|lra].
      + transitivity (sum sets (fun S => sum src (fun x => if eqL (single x) S then P c x else 0) * 1));
        [apply sum_ext; intros; ring|].
        rewrite (Tr (fun _ => 1)). transitivity (sum src (P c)); [|apply P1]. apply sum_ext. intros. ring.
      + intros y [<-|[]] T.
        transitivity (sum sets (fun S => sum src (fun x => if eqL (single x) S then P c x else 0) *
          (if within src (mem S) T then 1 else 0))).
        { apply Req_le, sum_ext. intros S _. destruct (within src (mem S) T); ring. }
        rewrite (Tr (fun S => if within src (mem S) T then 1 else 0)). unfold mass. apply sum_le. intros x _.
          specialize (Pp c x).
        destruct (within src (mem (single x)) T) eqn:Q; [|destruct (T x); lra]. rewrite within_iff in Q by auto.
          rewrite Q; [lra|].
        unfold single. rewrite mem_filter. apply is_refl.
      + rewrite (Tr (fun S => count src (mem S))). simpl. rewrite Rplus_0_r.
        transitivity (sum src (P c)); [|apply Req_le, P1].
        apply Req_le, sum_ext. intros x _.
        rewrite (count_ext _ (is eqX x)), count_is; [ring|]. intro z. apply mem_filter.
    - destruct (widen (P c) (P y) w) as (w' & Wp' & W1' & Wb' & Wq' & We'); auto; [intro T; apply Wb; now left|].
      exists w'. split; auto. split; auto. split.
      + intros z [<-|[<-|Hz]] T; auto; (eapply Rle_trans; [apply Wb'|apply Wb]); simpl; auto.
      + simpl. lra.
  Qed.

  Variable mu : X -> R.
  Hypothesis R0 : requests src P mu.
  Variable d : R.
  Hypothesis d_pos : 0 <= d.
  Hypothesis d_rows : forall a b, distance (P a) (P b) <= d.
  Theorem theorem_f F : F O = true -> exists (Qry : Type) (qs : list Qry) J set, causal P mu qs J /\ decodable J set /\
    private eqX src qs J F /\ hidden eqX src mu qs J /\
    forall t k, Window.since F t = Some k -> cost src qs J set t <= 1 + (INR (length src) - 1) * d ^ k.
  Proof.
    intro on.
    destruct (choose_each sets eqL (fun _ : list X => 0) (fun S w => (forall R, In R sets -> 0 <= w R) /\
      sum sets w = 1 /\
      (forall y, mem S y = true -> forall T, bel src mem w sets T <= mass src (P y) T) /\
      sum sets (fun R => w R * count src (mem R)) <= 1 + d * (count src (mem S) - 1))) as (w & Hw).
    { intros S HS. destruct (sets_are S HS) as (N & c & l & ->). destruct (star c l) as (w & Wp & W1 & Wb & We).
      exists w.
      split; auto. split; auto. split; [intros y Hy; apply Wb; now apply mem_in|].
      rewrite count_list by auto. cbn [length]. rewrite S_INR.
      assert (sum l (fun y => distance (P c) (P y)) <= INR (length l) * d) by (rewrite <- sum_const; apply sum_le;
        auto). lra. }
    destruct (source src P mu R0) as [a0 _].
    assert (Fi : In src sets).
    { assert (E : filter (fun _ => true) src = src) by (clear; induction src as [|x l IH]; simpl; congruence).
      assert (G := sets_in (fun _ => true) a0 eq_refl). now rewrite E in G. }
    destruct (belief_plan eqX src P mu R0 eqL sets mem src w) as (plan & V).
    - apply sets_once.
    - exact Fi.
    - intro x. apply mem_in. auto.
    - intros S R HS HR. now apply (Hw S HS).
    - intros S HS. apply (Hw S HS).
    - intros S y T HS Hy. now apply (Hw S HS).
    - exists (list X), sets, (queries P mu (everything eqL src) (fun x q => mu x * everything eqL src q) plan F), mem.
      split; [now eapply set_causal; eauto|]. split; [now eapply set_decodable; eauto|].
      split; [now apply (set_private eqX src P mu R0 sets mem _ _ plan _ V F)|].
      split; [now apply (set_hidden eqX src P mu R0 sets mem _ _ plan _ V F)|].
      intros t k Hk. apply (set_bound src P mu R0 sets mem _ _ plan _ V F d t k d_pos); auto.
      intros S HS. destruct (Hw S HS) as (_ & W1 & _ & We). unfold rows. destruct (in_dec eqL S sets); [|contradiction].
      rewrite (sum_ext sets _ (fun R => w S R * count src (mem R) + - 1 * w S R)) by (intros; ring).
      rewrite sum_add, sum_scale, W1. lra.
  Qed.
  (* No scheme has less than 1 + the distance of two rows of P^t. *)
  Theorem distance_bound {Qry} (qs : list Qry) J load : (forall x, 0 < mu x) -> causal P mu qs J -> covers J load ->
    hidden eqX src mu qs J ->
    forall t a b, 1 + distance (K eqX src P t a) (K eqX src P t b) <= price src qs J load t.
  Proof.
    intros Pm C Cv H t a b. set (k := K eqX src P t).
    assert (G := converse_select eqX src P mu qs R0 J C Pm load Cv H t (fun x =>
      if Rle_dec (k a x) (k b x) then b else a)). fold k in G.
    eapply Rle_trans; [|exact G]. unfold distance.
    assert (A := K_total eqX src P mu R0 t a). assert (B := K_total eqX src P mu R0 t b). fold k in A, B.
    transitivity (sum src (k a) + sum src (k b) - sum src (fun x => Rmin (k a x) (k b x))); [lra|].
    apply Req_le. clearbody k. clear - k. induction src as [|x l IH]; simpl; [ring|]. rewrite <- IH. unfold Rmin.
      destruct (Rle_dec (k a x) (k b x)); ring.
  Qed.
End Coupling.
