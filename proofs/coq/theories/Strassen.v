(* Lemma A (Strassen, Hall).

   Assumes: a law k on sources and a law w on sets of sources.
   Proves: there is a joint law of a source x and a set S with x in S if and only if w(sets within T) <= k(T) for
   every T (strassen, strassen_only). *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Sources.
Import ListNotations.
Open Scope R_scope.

Section Strassen.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variable src : list X.
  Hypothesis all : forall x, In x src.
  Hypothesis once : NoDup src.
  (* the weight of a set; S is within T *)
  Definition mass (k : X -> R) (T : X -> bool) : R := sum src (fun x => if T x then k x else 0).
  Definition within (S T : X -> bool) : bool := forallb (fun x => implb (S x) (T x)) src.
  Lemma within_iff S T : within S T = true <-> forall x, S x = true -> T x = true.
  Proof.
    unfold within. rewrite forallb_forall. split; intros H x.
    - intro Hx. specialize (H x (all x)). rewrite Hx in H. exact H.
    - intros _. specialize (H x). destruct (S x); simpl; auto.
  Qed.
  Definition union (S T : X -> bool) x := S x || T x.
  Definition meet (S T : X -> bool) x := S x && T x.

  (* All subsets of a list, up to the same members. *)
  Fixpoint subsets (l : list X) : list (X -> bool) := match l with
    | [] => [fun _ => false]
    | x :: r => flat_map (fun T => [T; fun y => if eqX x y then true else T y]) (subsets r) end.
  Lemma subsets_all l T : exists T', In T' (subsets l) /\ forall x, T' x = T x && existsb (is eqX x) l.
  Proof.
    induction l as [|y l (T' & HT & E)]; simpl.
    - exists (fun _ => false). split; auto. intro x. now rewrite andb_false_r.
    - destruct (T y) eqn:Ty.
      + exists (fun x => if eqX y x then true else T' x). split; [apply in_flat_map; exists T'; simpl; auto|].
        intro x. unfold is. destruct (eqX y x) as [<-|D]; [rewrite Ty; destruct (eqX y y); [reflexivity|congruence]|].
        rewrite E. destruct (eqX x y); [congruence|reflexivity].
      + exists T'. split; [apply in_flat_map; exists T'; simpl; auto|]. intro x. rewrite E. unfold is.
        destruct (eqX x y) as [->|]; auto.
        now rewrite Ty.
  Qed.
  Lemma subsets_src T : exists T', In T' (subsets src) /\ forall x, T' x = T x.
  Proof.
    destruct (subsets_all src T) as (T' & H & E). exists T'. split; auto. intro x. rewrite E.
    replace (existsb (is eqX x) src) with true; [apply andb_true_r|]. symmetry. apply existsb_exists. exists x.
      split; auto. now apply is_true.
  Qed.

  (* A submodular bound g lets a mass v be put on the members r of a set, if g >= 0 and g >= v above that set. *)
  Lemma greedy (r : list X) : NoDup r -> forall (g : (X -> bool) -> R) v,
    (forall S T, (forall x, S x = T x) -> g S = g T) ->
    (forall S T, g (union S T) + g (meet S T) <= g S + g T) ->
    g (fun _ => false) <= 0 -> 0 <= v -> (forall T, 0 <= g T) ->
      (forall T, (forall x, In x r -> T x = true) -> v <= g T) ->
    exists p : X -> R, (forall x, 0 <= p x) /\ (forall x, p x <> 0 -> In x r) /\ sum src p = v /\ forall T,
      mass p T <= g T.
  Proof.
    induction r as [|y r IH]; intros Nr g v ext sub g0 v0 pos up.
    - exists (fun _ => 0). assert (v <= 0) by (transitivity (g (fun _ => false)); auto; apply up; intros x []).
      split; [intro; lra|]. split; [intros x []; auto|]. split; [rewrite sum_zero; lra|].
      intro T. unfold mass. rewrite sum_null; auto. intro x. now destruct (T x).
    - inversion_clear Nr as [|? ? Ny Nr'].
      set (far := filter (fun T : X -> bool => T y && negb (forallb T r)) (subsets src)).
      set (a := least (v :: map g far) (fun s => s)).
      assert (av : a <= v) by (apply (least_le (v :: map g far) (fun s => s)); now left).
      assert (ag : forall T, T y = true -> forallb T r = false -> a <= g T).
      { intros T Hy Hr. destruct (subsets_src T) as (T' & HT & E). rewrite <- (ext T' T E).
        apply (least_le (v :: map g far) (fun s => s)). right. apply in_map. apply filter_In. split; auto.
          rewrite E, Hy. simpl.
        replace (forallb T' r) with (forallb T r); [now rewrite Hr|]. clear -E. induction r as [|x r IH]; simpl; auto.
          now rewrite IH, E. }
      assert (at_ : a = v \/ exists T, T y = true /\ forallb T r = false /\ a = g T).
      { destruct (least_is (v :: map g far) (fun s => s)) as (s & [Hs|Hs] & E);
        [congruence|left; fold a in E; congruence|].
        right. apply in_map_iff in Hs as (T & <- & HT). apply filter_In in HT as [_ HT].
          apply andb_true_iff in HT as [H1 H2].
        exists T. split; auto. split; auto. now destruct (forallb T r). }
      assert (a0 : 0 <= a). { destruct at_ as [->|(T & _ & _ & ->)]; auto. }
      assert (covers : forall T, T y = true -> forallb T r = true -> v <= g T).
      { intros T Hy Hr. apply up. intros x [<-|Hx]; auto. rewrite forallb_forall in Hr. auto. }
      destruct (IH Nr' (fun T => g T - (if T y then a else 0)) (v - a)) as (p & Pp & Ps & Pt & Pm).
      + intros S T E. rewrite (ext S T E), (E y). reflexivity.
      + intros S T. specialize (sub S T). unfold union at 2, meet at 2. destruct (S y), (T y); simpl; lra.
      + simpl. lra.
      + lra.
      + intro T. destruct (T y) eqn:Ty; [|specialize (pos T); lra]. destruct (forallb T r) eqn:Hr.
        * specialize (covers T Ty Hr). lra.
        * specialize (ag T Ty Hr). lra.
      + intros T HT. assert (Hr : forallb T r = true) by now apply forallb_forall. destruct (T y) eqn:Ty.
        * specialize (covers T Ty Hr). lra.
        * destruct at_ as [->|(T1 & H1 & _ & E1)]; [specialize (pos T); lra|].
          assert (v <= g (union T T1)).
          { apply covers; unfold union; [rewrite H1; apply orb_true_r|]. apply forallb_forall. intros x Hx.
            now rewrite HT. }
          assert (A := sub T T1). assert (B := pos (meet T T1)). lra.
      + exists (fun x => p x + (if eqX x y then a else 0)). split; [|split; [|split]].
        * intro x. specialize (Pp x). destruct (eqX x y); lra.
        * intros x N. destruct (eqX x y) as [->|D]; [now left|]. right. apply Ps. intro Z. apply N. rewrite Z. ring.
        * rewrite sum_add, Pt, (sum_pick eqX src y (fun _ => a)) by auto. ring.
        * intro T. specialize (Pm T). assert (E : mass (fun x => p x + (if eqX x y then a else 0)) T
          = mass p T + (if T y then a else 0)); [|lra].
          rewrite <- (sum_pick eqX src y (fun x => if T x then a else 0)) by auto. unfold mass. rewrite <- sum_add.
            apply sum_ext. intros x _.
          destruct (T x), (eqX x y); ring.
  Qed.

  Context {Qry : Type}.
  Variable eqQ : forall q r : Qry, {q = r} + {q <> r}.
  Variable mem : Qry -> X -> bool.
  Variable w : Qry -> R.
  Definition bel (qs : list Qry) (T : X -> bool) : R := sum qs (fun q => if within (mem q) T then w q else 0).
  Lemma bel_nonneg qs T : (forall q, In q qs -> 0 <= w q) -> 0 <= bel qs T.
  Proof. intro H. apply sum_nonneg. intros q Hq. destruct (within _ _); [auto|lra]. Qed.
  Lemma within_ext S T T' : (forall x, T x = T' x) -> within S T = within S T'.
  Proof. intro E. unfold within. clear all once. induction src as [|x l IH]; simpl; auto. now rewrite IH, E. Qed.
  Lemma bel_ext qs T T' : (forall x, T x = T' x) -> bel qs T = bel qs T'.
  Proof. intro E. apply sum_ext. intros q _. now rewrite (within_ext _ T T' E). Qed.
  Lemma mass_ext k T T' : (forall x, T x = T' x) -> mass k T = mass k T'.
  Proof. intro E. apply sum_ext. intros x _. now rewrite E. Qed.
  Lemma mass_modular k S T : mass k (union S T) + mass k (meet S T) = mass k S + mass k T.
  Proof. unfold mass. rewrite <- !sum_add. apply sum_ext. intros x _. unfold union, meet.
    destruct (S x), (T x); simpl; ring. Qed.
  Lemma bel_super qs S T : (forall q, In q qs -> 0 <= w q) ->
    bel qs S + bel qs T <= bel qs (union S T) + bel qs (meet S T).
  Proof.
    intro H. unfold bel. rewrite <- !sum_add. apply sum_le. intros q Hq. specialize (H q Hq).
    assert (A : within (mem q) S = true -> within (mem q) (union S T) = true).
    { rewrite !within_iff. unfold union. intros A x Hx. now rewrite A. }
    assert (B : within (mem q) T = true -> within (mem q) (union S T) = true).
    { rewrite !within_iff. unfold union. intros B x Hx. rewrite B by auto. apply orb_true_r. }
    assert (C : within (mem q) S = true -> within (mem q) T = true -> within (mem q) (meet S T) = true).
    { rewrite !within_iff. unfold meet. intros C D x Hx. now rewrite C, D. }
    destruct (within (mem q) S), (within (mem q) T); rewrite ?A, ?B, ?C by auto; try lra;
      destruct (within (mem q) (meet S T)), (within (mem q) (union S T)); lra.
  Qed.
  Lemma mass_sub k p T : mass (fun x => k x - p x) T = mass k T - mass p T.
  Proof. unfold mass. clear all once. induction src as [|x l IH]; simpl; [ring|]. rewrite IH. destruct (T x); ring. Qed.
  Lemma mass_point k x : mass k (is eqX x) = k x.
  Proof. rewrite <- (sum_pick' eqX src x k) by auto. apply sum_ext. intros y _. unfold is. now destruct (eqX x y). Qed.
  Lemma mass_all k : mass k (fun _ => true) = sum src k.
  Proof. reflexivity. Qed.

  Lemma transport qs : NoDup qs -> forall k, (forall q, In q qs -> 0 <= w q) -> (forall T, bel qs T <= mass k T) ->
    exists p : Qry -> X -> R, (forall q x, 0 <= p q x) /\ (forall q x, p q x <> 0 -> mem q x = true) /\
      (forall q, In q qs -> sum src (p q) = w q) /\ (forall x, sum qs (fun q => p q x) <= k x).
  Proof.
    induction qs as [|q qs IH]; intros Nq k W H.
    - exists (fun _ _ => 0). repeat split; try lra; try (intros; lra); try (intros q []).
      intro x. simpl. rewrite <- (mass_point k x). apply (H (is eqX x)).
    - inversion_clear Nq as [|? ? Nq1 Nq2]. assert (W' : forall r, In r qs -> 0 <= w r) by (intros; apply W; now right).
      assert (HT : forall T, (if within (mem q) T then w q else 0) + bel qs T <= mass k T) by exact H.
      assert (W0 := W q (or_introl eq_refl)).
      destruct (greedy (filter (mem q) src) (NoDup_filter _ once) (fun T => mass k T - bel qs T) (w q)) as
        (p & Pp & Ps & Pt & Pm).
      + intros S T E. now rewrite (mass_ext k S T E), (bel_ext qs S T E).
      + intros S T. assert (A := mass_modular k S T). assert (B := bel_super qs S T W'). lra.
      + assert (A := bel_nonneg qs (fun _ => false) W'). unfold mass. rewrite sum_zero. lra.
      + auto.
      + intro T. specialize (HT T). destruct (within (mem q) T); lra.
      + intros T A. specialize (HT T). replace (within (mem q) T) with true in HT; [lra|]. symmetry. apply within_iff.
        intros x Hx. apply A. now apply filter_In.
      + destruct (IH Nq2 (fun x => k x - p x)) as (p' & Pp' & Ps' & Pt' & Pm'); auto.
        * intro T. rewrite mass_sub. specialize (Pm T). lra.
        * exists (fun r => if eqQ q r then p else p' r). split; [|split; [|split]].
          -- intros r x. destruct (eqQ q r); auto.
          -- intros r x N. destruct (eqQ q r) as [<-|]; [|now apply Ps']. apply Ps in N. now apply filter_In in N.
          -- intros r [<-|Hr]; [now destruct (eqQ q q)|]. destruct (eqQ q r) as [<-|]; auto.
          -- intro x. simpl. destruct (eqQ q q) as [_|]; [|congruence]. specialize (Pm' x).
             rewrite (sum_ext qs _ (fun r => p' r x)); [lra|]. intros r Hr. destruct (eqQ q r); congruence.
  Qed.
  (* Sufficiency. *)
  Theorem strassen qs k : NoDup qs -> (forall q, In q qs -> 0 <= w q) -> sum qs w = sum src k ->
    (forall T, bel qs T <= mass k T) ->
    exists p : X -> Qry -> R, (forall x q, 0 <= p x q) /\ (forall x q, p x q <> 0 -> mem q x = true) /\
      (forall x, sum qs (p x) = k x) /\ (forall q, In q qs -> sum src (fun x => p x q) = w q).
  Proof.
    intros Nq W E H. destruct (transport qs Nq k W H) as (p & Pp & Ps & Pt & Pm).
    exists (fun x q => p q x). repeat split; auto. intro x.
    assert (Z : sum src (fun x => k x - sum qs (fun q => p q x)) = 0).
    { transitivity (sum src k - sum src (fun x => sum qs (fun q => p q x))).
      - clear. induction src as [|x l IH]; simpl; [ring|]. rewrite IH. ring.
      - rewrite sum_swap, (sum_ext qs _ w) by auto. lra. }
    apply (sum_zero_each src _ x) in Z; auto; [simpl in Z; lra|]. intros y _. specialize (Pm y). lra.
  Qed.
  (* Necessity. *)
  Theorem strassen_only qs k (p : X -> Qry -> R) : (forall x q, In q qs -> 0 <= p x q) ->
    (forall x q, In q qs -> p x q <> 0 -> mem q x = true) ->
    (forall x, sum qs (p x) = k x) -> (forall q, In q qs -> sum src (fun x => p x q) = w q) -> forall T,
      bel qs T <= mass k T.
  Proof.
    intros Pp Ps Pt Pm T. unfold bel, mass.
    transitivity (sum qs (fun q => sum src (fun x => if T x then p x q else 0))).
    - apply sum_le. intros q Hq. destruct (within (mem q) T) eqn:E.
      + rewrite <- Pm by auto. apply sum_le. intros x _. destruct (T x) eqn:Tx; [lra|].
        destruct (Req_EM_T (p x q) 0) as [->|N]; [lra|]. apply Ps in N; auto. rewrite within_iff in E. apply E in N.
          congruence.
      + apply sum_nonneg. intros x _. destruct (T x); [auto|lra].
    - rewrite sum_swap. apply sum_le. intros x _. destruct (T x); [rewrite Pt; lra|rewrite sum_zero; lra].
  Qed.
End Strassen.
