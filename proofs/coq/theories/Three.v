(* Three sources: the least expected download at a time t.

   Assumes: three sources, mu > 0.
   Proves: it is max(M_t, 2 - L_t), M_t = sum_x max_a P^t(a,x), L_t = sum_x min_a P^t(a,x) (three_sources). *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Sources SetSchemes Strassen OneTime.
Import ListNotations.
Open Scope R_scope.

Section Three.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variables a b c : X.
  Notation src := [a; b; c].
  Variable P : X -> X -> R.
  Variable mu : X -> R.
  Hypothesis R0 : requests src P mu.
  Notation K := (K eqX src P).
  Notation M := (M eqX src P).
  Notation L := (L eqX src P).

  (* The seven sets; Pair z is the set without z. *)
  Inductive tri := Whole | One (z : X) | Pair (z : X).
  Definition tris := [Whole; One a; One b; One c; Pair a; Pair b; Pair c].
  Definition tmem q x := match q with Whole => true | One z => is eqX z x | Pair z => negb (is eqX z x) end.
  Lemma tri_eq : forall q r : tri, {q = r} + {q <> r}.
  Proof. decide equality. Defined.
  Lemma differ : a <> b /\ a <> c /\ b <> c.
  Proof.
    assert (H := src_once _ _ _ R0). inversion_clear H as [|? ? H1 H2]. inversion_clear H2 as [|? ? H3 H4]. simpl in *.
      intuition.
  Qed.
  Lemma same x : is eqX x x = true.
  Proof. now apply is_true. Qed.
  Lemma other x y : x <> y -> is eqX x y = false.
  Proof. intro D. unfold is. destruct (eqX x y); congruence. Qed.
  Ltac points := destruct differ as (Dab & Dac & Dbc); repeat rewrite same; repeat rewrite other by congruence.

  Variable t : nat.
  Definition mx x := most src (fun a => K t a x).
  Definition mn x := least src (fun a => K t a x).
  Lemma M_is : M t = mx a + mx b + mx c.
  Proof. unfold Sources.M. cbn [sum]. unfold mx. ring. Qed.
  Lemma L_is : L t = mn a + mn b + mn c.
  Proof. unfold Sources.L. cbn [sum]. unfold mn. ring. Qed.
  Lemma row s : K t s a + K t s b + K t s c = 1.
  Proof. rewrite <- (K_total eqX src P mu R0 t s). cbn [sum]. ring. Qed.
  Lemma mn_le s x : mn x <= K t s x.
  Proof. apply (least_le src (fun a => K t a x)). apply R0. Qed.
  Lemma mx_ge s x : K t s x <= mx x.
  Proof. apply (most_ge src (fun a => K t a x)). apply R0. Qed.
  Lemma mx_is x : exists s, mx x = K t s x.
  Proof. destruct (most_is src (fun a => K t a x)) as (s & _ & E); [congruence|]. eauto. Qed.
  Lemma mn_pos x : 0 <= mn x.
  Proof. destruct (least_is src (fun a => K t a x)) as (s & _ & E); [congruence|]. unfold mn. rewrite E.
    now apply (K_nonneg eqX src P mu R0). Qed.
  Lemma L_one : L t <= 1.
  Proof. rewrite L_is, <- (row a). assert (A := mn_le a a). assert (B := mn_le a b). assert (C := mn_le a c). lra. Qed.

  (* The law of the query. *)
  Definition theta := if Rle_dec 2 (M t + L t) then 1 else (1 - L t) / (3 - M t - 2 * L t).
  Definition rest := if Rle_dec 2 (M t + L t) then M t + L t - 2 else 0.
  Definition slack z := 1 - mx z - (L t - mn z).
  Definition tw q := match q with Whole => rest | One z => mn z | Pair z => slack z * theta end.
  Lemma theta_range : 0 <= theta <= 1.
  Proof.
    unfold theta. assert (A := L_one). destruct (Rle_dec 2 (M t + L t)) as [|N]; [lra|].
    assert (0 < 3 - M t - 2 * L t) by lra. split.
    - apply Rmult_le_pos; [lra|]. left. now apply Rinv_0_lt_compat.
    - apply Rmult_le_reg_r with (3 - M t - 2 * L t); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  Qed.
  Lemma theta_sum : (3 - M t - 2 * L t) * theta + rest = 1 - L t.
  Proof.
    unfold theta, rest. assert (A := L_one). destruct (Rle_dec 2 (M t + L t)) as [|N]; [ring|]. field. lra.
  Qed.
  Lemma rest_pos : 0 <= rest.
  Proof. unfold rest. destruct (Rle_dec 2 (M t + L t)); lra. Qed.
  Lemma slack_pos z : In z src -> 0 <= slack z.
  Proof.
    intro H. unfold slack. destruct (mx_is z) as (s & ->). rewrite L_is. assert (E := row s).
    assert (A := mn_le s a). assert (B := mn_le s b). assert (C := mn_le s c). destruct H as [<-|[<-|[<-|[]]]]; lra.
  Qed.
  Lemma slack_sum : slack a + slack b + slack c = 3 - M t - 2 * L t.
  Proof. unfold slack. rewrite M_is, L_is. ring. Qed.
  Lemma tw_pos q : In q tris -> 0 <= tw q.
  Proof.
    assert (A := rest_pos). assert (B := theta_range).
    assert (S : forall z, In z src -> 0 <= slack z * theta) by (intros; apply Rmult_le_pos; [now apply slack_pos|lra]).
    unfold tris. simpl In. intros H. repeat (destruct H as [<-|H]); simpl; auto using mn_pos;
      try (apply S; simpl; auto). destruct H.
  Qed.
  Lemma tw_total : sum tris tw = 1.
  Proof.
    assert (A := theta_sum). rewrite <- slack_sum in A. rewrite L_is in A. cbn [sum tris tw]. lra.
  Qed.
  Lemma tw_within s T : bel src tmem tw tris T <= mass src (K t s) T.
  Proof.
    assert (R := row s). assert (A := rest_pos). assert (B := theta_range). assert (S := theta_sum).
      rewrite <- slack_sum in S.
    assert (Ta := mn_le s a). assert (Tb := mn_le s b). assert (Tc := mn_le s c).
    assert (Xa := mx_ge s a). assert (Xb := mx_ge s b). assert (Xc := mx_ge s c).
    assert (G : forall z, In z src -> slack z * theta <= slack z).
    { intros z Hz. apply slack_pos in Hz. nra. }
    assert (Ga := G a ltac:(simpl; auto)). assert (Gb := G b ltac:(simpl; auto)). assert (Gc := G c ltac:(simpl; auto)).
      clear G.
    assert (E : L t = mn a + mn b + mn c) by apply L_is.
    unfold bel, mass, within, tris. cbn [sum forallb tmem]. points.
    cbn [tw]. unfold slack in *. destruct (T a), (T b), (T c); cbn [implb andb negb]; lra.
  Qed.
  Lemma tw_cost : sum tris (fun q => count src (tmem q) * tw q) = Rmax (M t) (2 - L t).
  Proof.
    assert (W : forall z, In z src -> count src (tmem (One z)) = 1 /\ count src (tmem (Pair z)) = 2).
    { intros z H. unfold count. cbn [sum tmem]. destruct H as [<-|[<-|[<-|[]]]]; points; simpl; lra. }
    destruct (W a) as [A1 A2]; [simpl; auto|]. destruct (W b) as [B1 B2]; [simpl; auto|].
      destruct (W c) as [C1 C2]; [simpl; auto|].
    assert (F : count src (tmem Whole) = 3) by (unfold count; cbn [sum tmem]; ring).
    unfold tris. cbn [sum]. rewrite A1, A2, B1, B2, C1, C2, F. cbn [tw].
    assert (S := theta_sum). rewrite <- slack_sum in S. assert (E := L_is).
    transitivity (2 - L t + rest); [lra|]. unfold rest, Rmax.
      destruct (Rle_dec 2 (M t + L t)), (Rle_dec (M t) (2 - L t)); lra.
  Qed.

  (* The optimum at t, as a number. *)
  Theorem three_sources : (forall x, 0 < mu x) ->
    (forall (Qry : Type) (qs : list Qry) J sets, causal P mu qs J -> decodable J sets -> hidden eqX src mu qs J ->
       Rmax (M t) (2 - L t) <= cost src qs J sets t) /\
    (exists J, causal P mu tris J /\ decodable J tmem /\ hidden eqX src mu tris J /\
      private eqX src tris J (step_mode 0) /\
       cost src tris J tmem t = Rmax (M t) (2 - L t) /\ forall n, n <> t -> cost src tris J tmem n = 3).
  Proof.
    intro Pm. split.
    - intros Qry qs J sets C D H. destruct (converse_sets eqX src P mu qs R0 J sets Pm C D H t). now apply Rmax_lub.
    - rewrite <- tw_cost. replace 3 with (INR (length src)) by (simpl; ring).
      apply (belief_scheme_full eqX src P mu R0 tri_eq tris tmem Whole tw t); auto using tw_pos, tw_total, tw_within.
      + destruct differ as (D1 & D2 & D3). unfold tris. repeat constructor; simpl; intuition congruence.
      + simpl. auto.
  Qed.
End Three.
