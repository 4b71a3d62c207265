(* The N-source theorems in one place, each with all that it assumes: A to G of the theory of N sources.

   Assumes: a private scheme: any finite alphabet qs, any causal law J of requests and queries, the query q downloads
   the set D q, the request is in it, and Q_0..Q_t are independent of X_0 for every t. Time begins at 0.
   Proves: theorem_B, theorem_B_modes, program, theorem_D, theorem_F, theorem_C, three, always_on. (A:
   Strassen.strassen; the trade-off: Tradeoff.front; G: Recurrence.theorem_g; coded answers: Capacity.capacity.) *)
From Coq Require Import Reals Lra List Arith Bool Lia FunctionalExtensionality.
From OnOff Require Import Sums Sources Strassen SetSchemes RankOne Modes OneTime Three Coupling Tradeoff.
From OnOff Require Capacity.
From OnOff Require Window.
Import ListNotations.
Open Scope R_scope.

Section NSources.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variable src : list X.
  Variable P : X -> X -> R.
  Variable mu : X -> R.
  Record scheme {Qry} (qs : list Qry) (J : list X -> list Qry -> R) (D : Qry -> X -> bool) : Prop := {
    is_causal : causal P mu qs J;
    is_decodable : decodable J D;
    is_hidden : hidden eqX src mu qs J }.
  Hypothesis R0 : requests src P mu.
  Hypothesis start : forall x, 0 < mu x.
  Notation K := (K eqX src P).
  Notation N := (INR (length src)).

  Theorem theorem_B {Qry} (qs : list Qry) J D t : scheme qs J D ->
    sum src (fun x => most src (fun a => K t a x)) <= cost src qs J D t /\
    2 - sum src (fun x => least src (fun a => K t a x)) <= cost src qs J D t /\
    1 + Rabs (sum src (fun x => K t x x) - 1) <= cost src qs J D t /\
    forall a b, 1 + (1 - sum src (fun x => Rmin (K t a x) (K t b x))) <= cost src qs J D t.
  Proof.
    intros [C De H]. destruct (converse_sets eqX src P mu qs R0 J D start C De H t) as [A1 A2].
    assert (Cv := decodable_covers src J D (src_all _ _ _ R0) De). split; [exact A1|]. split; [exact A2|]. split.
    - apply (converse_trace eqX src P mu qs J _ R0 start C Cv H t).
    - apply (distance_bound eqX src P mu R0 qs J _ start C Cv H t).
  Qed.

  (* The same for every mode F: m steps after an ON time s, if all steps of the chain have positive probability. *)
  Theorem theorem_B_modes {Qry} (qs : list Qry) J D F s m : (forall x y, 0 < P x y) -> causal P mu qs J ->
    decodable J D -> private eqX src qs J F ->
    F s = true -> sum src (fun x => most src (fun a => K m a x)) <= cost src qs J D (m + s) /\
    2 - sum src (fun x => least src (fun a => K m a x)) <= cost src qs J D (m + s).
  Proof.
    intros Pp C De Pr on. assert (Cv := decodable_covers src J D (src_all _ _ _ R0) De).
    destruct (converse_on eqX src P mu R0 qs J C F Pr _ Cv s on (fun h0 Hh Z a =>
      untold_positive src P mu qs J C s h0 a start Pp Hh Z) m)
      as (A1 & A2 & _). split; assumption.
  Qed.

  (* The linear program: a cost c can be had at t iff some law w on the sets has w(sets within T) <= P^t(a,T) for all a,
    T and mean size c. *)
  Theorem program c t :
    (exists (Qry : Type) (qs : list Qry) J D, scheme qs J D /\ cost src qs J D t = c) <->
    (exists w, (forall S, In S (sets eqX src) -> 0 <= w S) /\ sum (sets eqX src) w = 1 /\
       (forall a T, bel src (mem eqX) w (sets eqX src) T <= mass src (K t a) T) /\
       sum (sets eqX src) (fun S => count src (mem eqX S) * w S) = c).
  Proof.
    assert (all := src_all _ _ _ R0). assert (once := src_once _ _ _ R0). split.
    - intros (Qry & qs & J & D & [C De H] & E).
      destruct (belief_bound eqX src P mu R0 qs J D t start C De H) as (w & Wp & W1 & Wb & Wc).
      set (to := fun q => filter (D q) src).
      assert (In0 : forall q, In q qs -> w q <> 0 -> In (to q) (sets eqX src)).
      { intros q Hq Z. destruct (existsb (D q) src) eqn:Q.
        - apply existsb_exists in Q as (x & _ & Hx). now apply (sets_in eqX src all _ x).
        - exfalso. apply Z. destruct (source src P mu R0) as [a _]. assert (B0 := Wb a (fun _ => false)).
          unfold mass in B0. rewrite sum_zero in B0.
          assert (W0 : within src (D q) (fun _ => false) = true).
          { apply within_iff; auto. intros x Hx. assert (existsb (D q) src = true) by (apply existsb_exists; eauto).
            congruence. }
          assert (M0 := sum_member qs (fun q => if within src (D q) (fun _ => false) then w q else 0) q). simpl in M0.
            rewrite W0 in M0.
          assert (w q <= 0).
          { eapply Rle_trans; [apply M0|exact B0]; auto. intros r Hr.
            destruct (within src (D r) (fun _ => false)); [now apply Wp|lra]. }
          specialize (Wp q Hq). lra. }
      set (w' := fun S => sum qs (fun q => if eqL eqX (to q) S then w q else 0)).
      assert (Tr : forall g, sum (sets eqX src) (fun S => w' S * g S) = sum qs (fun q => w q * g (to q))).
      { intro g. transitivity (sum (sets eqX src) (fun S => sum qs (fun q =>
        if eqL eqX (to q) S then w q * g S else 0))).
        - apply sum_ext. intros S _. unfold w'. rewrite <- sum_scale_r. apply sum_ext. intros q _.
          destruct (eqL eqX (to q) S); ring.
        - rewrite sum_swap. apply sum_ext. intros q Hq. destruct (Req_EM_T (w q) 0) as [Z|Z].
          + rewrite Z, sum_null; [ring|]. intro S. destruct (eqL eqX (to q) S); ring.
          + apply (sum_pick' (eqL eqX) (sets eqX src) (to q) (fun S => w q * g S)); [apply sets_once|auto]. }
      exists w'. split; [|split; [|split]].
      + intros S _. apply sum_nonneg. intros q Hq. destruct (eqL eqX (to q) S); [auto|lra].
      + transitivity (sum (sets eqX src) (fun S => w' S * 1)); [apply sum_ext; intros; ring|].
        rewrite (Tr (fun _ => 1)).
        transitivity (sum qs w); [apply sum_ext; intros; ring|exact W1].
      + intros a T. rewrite <- Wb. apply Req_le.
        transitivity (sum (sets eqX src) (fun S => w' S * (if within src (mem eqX S) T then 1 else 0))).
        { apply sum_ext. intros S _. destruct (within src (mem eqX S) T); ring. }
        rewrite Tr. apply sum_ext. intros q _. replace (within src (mem eqX (to q)) T) with (within src (D q) T).
        * destruct (within src (D q) T); ring.
        * apply eq_true_iff_eq. rewrite !within_iff by auto. unfold to.
          split; intros G x Hx; apply G; [now rewrite (mem_filter eqX src all) in Hx|now rewrite
            (mem_filter eqX src all)].
      + rewrite <- E, Wc. transitivity (sum (sets eqX src) (fun S => w' S * count src (mem eqX S)));
        [apply sum_ext; intros; ring|].
        rewrite Tr. apply sum_ext. intros q _. rewrite (count_ext src (mem eqX (to q)) (D q)); [ring|]. intro x.
          apply (mem_filter eqX src all).
    - intros (w & Wp & W1 & Wb & Wc). destruct (source src P mu R0) as [a0 _].
      assert (Fi : In src (sets eqX src)).
      { assert (E : filter (fun _ => true) src = src) by (clear; induction src as [|x l IH]; simpl; congruence).
        assert (G := sets_in eqX src all (fun _ => true) a0 eq_refl). now rewrite E in G. }
      destruct (belief_scheme eqX src P mu R0 (eqL eqX) (sets eqX src) (mem eqX) src w t) as (J & C & De & H & _ & E);
        auto using sets_once.
      { intro x. now apply mem_in. }
      exists (list X), (sets eqX src), J, (mem eqX). split; [now split|]. now rewrite E.
  Qed.

  (* Theorem D: set schemes, under every mode F. *)
  Theorem theorem_D {Qry} (qs : list Qry) D all init plan w F : set_scheme src P mu qs D all init plan w ->
    let J := queries P mu all init plan F in
    causal P mu qs J /\ decodable J D /\ private eqX src qs J F /\ (F O = true -> scheme qs J D) /\
    (* Pr(Q_t = R | all earlier requests and queries) = w Q_{t-1} R *)
    (forall xs S h R, xs <> [] -> F (length xs) = false -> In R qs ->
      sum src (fun x => J (x :: xs) (R :: S :: h)) = J xs (S :: h) * w S R) /\
    (* the queries are a Markov chain *)
    (forall R S h, In (S :: h) (words qs (Datatypes.S (length h))) -> In R qs -> F (Datatypes.S (length h)) = false ->
       prob src J anything (R :: S :: h) = prob src J anything (S :: h) * w S R).
  Proof.
    intros V J. assert (C : causal P mu qs J) by (now eapply set_causal; eauto).
      assert (De : decodable J D) by (now eapply set_decodable; eauto).
    split; [exact C|]. split; [exact De|]. split; [now apply (set_private eqX src P mu R0 qs D all init plan w V F)|].
    split; [intro on; split; auto; now apply (set_hidden eqX src P mu R0 qs D all init plan w V F)|]. split.
    - intros. now apply (next_query src P mu qs D all init plan w V F).
    - intros R S h Hh HR off. unfold J. rewrite (query_chain src P mu R0 qs D all init plan w V F R (S :: h)) by auto.
      unfold step. simpl length. now rewrite off.
  Qed.

  (* Theorem F: one scheme with 1 + (N-1) d^t for all t, d at least the distance of any two rows of P. *)
  Theorem theorem_F d : 0 <= d -> (forall a b, 1 - sum src (fun x => Rmin (P a x) (P b x)) <= d) ->
    exists (Qry : Type) (qs : list Qry) J D, scheme qs J D /\ forall t, cost src qs J D t <= 1 + (N - 1) * d ^ t.
  Proof.
    intros d0 Hd. destruct (theorem_f eqX src (src_all _ _ _ R0) (src_once _ _ _ R0) P (P_nonneg _ _ _ R0)
      (P_total _ _ _ R0) mu R0 d d0 Hd
      (step_mode 0) eq_refl) as (Qry & qs & J & De & C & Dc & _ & H & E).
    exists Qry, qs, J, De. split; [now split|]. intro t. apply E. apply since_step.
  Qed.
End NSources.

(* Theorem C, N >= 1 sources, both signs of lam. *)
Theorem theorem_C {X} (eqX : forall x y : X, {x = y} + {x <> y}) src lam pi mu :
  (forall x, In x src) -> NoDup src -> (forall x, 0 <= pi x) -> sum src pi = 1 -> lam <= 1 ->
    (forall x, 0 <= lam + (1 - lam) * pi x) ->
  (forall x, 0 < mu x) -> sum src mu = 1 ->
  let P y x := (if eqX y x then lam else 0) + (1 - lam) * pi x in let best t :=
    1 + (INR (length src) - 1) * Rabs lam ^ t in
  (forall (Qry : Type) (qs : list Qry) J D, scheme eqX src P mu qs J D -> forall t, best t <= cost src qs J D t) /\
  (exists (Qry : Type) (qs : list Qry) J D, scheme eqX src P mu qs J D /\ forall t, cost src qs J D t = best t).
Proof.
  intros all once Pp P1 l1 st Mp M1 P best.
  assert (V : rank_one src lam pi mu) by (split; auto; intro x; specialize (Mp x); lra).
  destruct (theorem_c eqX src lam pi mu V Mp) as (A & Qry & qs & J & De & Ca & Dc & H & _ & E). split.
  - intros Q q J' D' [C1 D1 H1]. now apply A.
  - exists Qry, qs, J, De. split; [now split|exact E].
Qed.
(* lam <= 1 is no restriction as soon as there are two sources. *)
Lemma lam_one {X} (eqX : forall x y : X, {x = y} + {x <> y}) u v l lam pi : NoDup (u :: v :: l) ->
  (forall x : X, In x (u :: v :: l)) ->
  (forall x, 0 <= pi x) -> sum (u :: v :: l) pi = 1 ->
  (forall y x, 0 <= (if eqX y x then lam else 0) + (1 - lam) * pi x) -> lam <= 1.
Proof.
  intros N _ Pp P1 H. destruct (Rle_lt_dec lam 1) as [|G]; auto. exfalso.
  assert (D : u <> v) by (inversion_clear N as [|? ? A _]; simpl in A; intuition).
  assert (Z : forall x, pi x = 0).
  { intro x. assert (exists y, y <> x) as (y & Dy) by (destruct (eqX u x) as [<-|]; [exists v|exists u]; congruence).
    specialize (H y x). destruct (eqX y x); [contradiction|]. specialize (Pp x). nra. }
  rewrite (sum_null _ pi Z) in P1. lra.
Qed.
(* Theorem C is not empty: three sources, lam = -1/2, each request different from the last one. *)
Example symmetric : let P y x := (if three_eq y x then - 1 / 2 else 0) + (1 - - 1 / 2) * (1 / 3) in let mu (_ : three)
  := 1 / 3 in
  (forall y x, P y x = if three_eq y x then 0 else 1 / 2) /\
  (exists (Qry : Type) (qs : list Qry) J D, scheme three_eq abc P mu qs J D /\ forall t,
    cost abc qs J D t = 1 + 2 * (1 / 2) ^ t).
Proof.
  intros P mu. split; [intros y x; unfold P; destruct (three_eq y x); lra|].
  destruct (theorem_C three_eq abc (- 1 / 2) (fun _ => 1 / 3) mu) as (_ & Qry & qs & J & De & S & E).
  - intros []; simpl; auto.
  - repeat constructor; simpl; intuition congruence.
  - intros; lra.
  - simpl; lra.
  - lra.
  - intros; lra.
  - intros; unfold mu; lra.
  - unfold mu; simpl; lra.
  - exists Qry, qs, J, De. split; [exact S|]. intro t. rewrite E.
    replace (INR (length abc) - 1) with 2 by (simpl; ring).
    replace (Rabs (- 1 / 2)) with (1 / 2) by (unfold Rabs; destruct (Rcase_abs (- 1 / 2)); lra). reflexivity.
Qed.
(* Three sources. *)
Theorem three {X} (eqX : forall x y : X, {x = y} + {x <> y}) a b c P mu t : requests [a; b; c] P mu ->
  (forall x, 0 < mu x) ->
  let best := Rmax (M eqX [a; b; c] P t) (2 - L eqX [a; b; c] P t) in
  (forall (Qry : Type) (qs : list Qry) J D, scheme eqX [a; b; c] P mu qs J D -> best <= cost [a; b; c] qs J D t) /\
  (exists (Qry : Type) (qs : list Qry) J D, scheme eqX [a; b; c] P mu qs J D /\ cost [a; b; c] qs J D t = best).
Proof.
  intros R0 Mp best. destruct (three_sources eqX a b c P mu R0 t Mp) as (A & J & Ca & Dc & H & _ & E & _). split.
  - intros Q q J' D' [C1 D1 H1]. now apply A.
  - exists tri, (tris a b c), J, (tmem eqX). split; [now split|exact E].
Qed.

(* Related work: always ON, independent requests, one server: nothing smarter than downloading everything, coded
   answers included. *)
Theorem always_on {X} (eqX : forall x y : X, {x = y} + {x <> y}) src pi rate :
  (forall x, In x src) -> NoDup src -> (forall x, 0 < pi x) -> sum src pi = 1 ->
  (Capacity.achievable eqX src (fun _ x => pi x) pi (fun _ => true) rate <-> forall t, rate t <= 1 / INR (length src)).
Proof.
  intros all once Pp P1.
  assert (V : rank_one src 0 pi pi) by (split; auto; try lra; intro x; specialize (Pp x); lra).
  assert (E : RankOne.P eqX 0 pi = fun _ x => pi x).
  { apply functional_extensionality. intro y. apply functional_extensionality. intro x. unfold RankOne.P.
    destruct (eqX y x); ring. }
  assert (C := Capacity.capacity_modes eqX src 0 pi pi V (fun _ => true) rate Pp). rewrite E in C.
  rewrite (C (fun _ x => Pp x)).
  assert (B : forall t, best src 0 (fun _ => true) t = INR (length src)).
  { intro t. unfold best. replace (Window.since (fun _ => true) t) with (Some O) by (now destruct t). simpl. ring. }
  split; intros H t; specialize (H t); rewrite B in *; exact H.
Qed.
