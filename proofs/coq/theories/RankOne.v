(* Theorem C: N sources, P = lam I + (1-lam) 1 pi^T, either sign of lam.

   Assumes: rank_one: these are laws.
   Proves: the least expected download at t is 1 + (N-1)|lam|^t, by one scheme for all t at once (theorem_c). For N =
   2 every chain has this form, with lam = 1-alpha-beta. *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Sources SetSchemes.
From OnOff Require Window.
Import ListNotations.
Open Scope R_scope.

(* For every chain: the trace of P^t. *)
Section Trace.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variable src : list X.
  Variable P : X -> X -> R.
  Variable mu : X -> R.
  Context {Qry : Type}.
  Variable qs : list Qry.
  Definition trace t := sum src (fun x => K eqX src P t x x).
  Theorem converse_trace J load : requests src P mu -> (forall x, 0 < mu x) -> causal P mu qs J -> covers J load ->
    hidden eqX src mu qs J -> forall t, 1 + Rabs (trace t - 1) <= price src qs J load t.
  Proof.
    intros R0 Pm C Cv H t. assert (A := converse_select eqX src P mu qs R0 J C Pm load Cv H t (fun x => x)). simpl in A.
      fold (trace t) in A.
    assert (B := converse_least eqX src P mu qs R0 J C Pm load Cv H t).
    assert (E : L eqX src P t <= trace t).
    { apply sum_le. intros x _. apply (least_le src (fun a => K eqX src P t a x)). apply R0. }
    unfold Rabs. destruct (Rcase_abs (trace t - 1)); lra.
  Qed.
End Trace.

Section RankOne.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variable src : list X.
  Variable lam : R.
  Variable pi mu : X -> R.
  Definition P y x := (if eqX y x then lam else 0) + (1 - lam) * pi x.
  Record rank_one : Prop := {
    all_sources : forall x, In x src;
    each_once : NoDup src;
    pi_nonneg : forall x, 0 <= pi x;
    pi_total : sum src pi = 1;
    lam_one : lam <= 1;
    stays : forall x, 0 <= lam + (1 - lam) * pi x;
    start_nonneg : forall x, 0 <= mu x;
    start_total : sum src mu = 1 }.
  Hypothesis V : rank_one.
  Notation N := (INR (length src)).
  Lemma rest_nonneg x : 0 <= (1 - lam) * pi x.
  Proof. apply Rmult_le_pos; [assert (Z := lam_one V); lra|apply V]. Qed.
  Lemma pick x f : sum src (fun y => if eqX x y then f y else 0) = f x.
  Proof. apply sum_pick'; apply V. Qed.
  Lemma pick' x f : sum src (fun y => if eqX y x then f y else 0) = f x.
  Proof. apply sum_pick; apply V. Qed.
  Lemma P_sum y : sum src (P y) = 1.
  Proof. unfold P. rewrite sum_add, (pick y (fun _ => lam)), sum_scale, (pi_total V). ring. Qed.
  Lemma P_pos y x : 0 <= P y x.
  Proof. unfold P. assert (A := stays V x). assert (B := rest_nonneg x). destruct (eqX y x); lra. Qed.
  Theorem rank_one_requests : requests src P mu.
  Proof. split; try apply V; auto using P_sum, P_pos. Qed.

  Theorem power t a x : K eqX src P t a x = (if eqX a x then lam ^ t else 0) + (1 - lam ^ t) * pi x.
  Proof.
    revert x; induction t; intro x; [simpl; destruct (eqX a x); ring|]. cbn [K].
    transitivity (sum src (fun z => (if eqX a z then lam ^ t * P z x else 0) +
      ((if eqX z x then (1 - lam ^ t) * lam * pi z else 0)
      + (1 - lam ^ t) * (1 - lam) * pi x * pi z))).
    - apply sum_ext. intros z _. rewrite IHt. unfold P. destruct (eqX a z), (eqX z x); ring.
    - rewrite !sum_add, sum_scale, (pick a (fun z => lam ^ t * P z x)), (pick' x (fun z => (1 - lam ^ t) * lam * pi z)),
      (pi_total V).
      unfold P. simpl. destruct (eqX a x); ring.
  Qed.
  Theorem rank_one_trace t : trace eqX src P t = 1 + (N - 1) * lam ^ t.
  Proof.
    unfold trace. rewrite (sum_ext src _ (fun x => lam ^ t + (1 - lam ^ t) * pi x)).
    - rewrite sum_add, sum_const, sum_scale, (pi_total V). ring.
    - intros x _. rewrite power. destruct (eqX x x); [ring|congruence].
  Qed.
  Lemma N_one : 1 <= N.
  Proof.
    assert (T := pi_total V). destruct src as [|x l]; [simpl in T; lra|]. cbn [length]. rewrite S_INR.
    assert (Z := pos_INR (length l)). lra.
  Qed.
  Theorem rank_one_converse {Qry} (qs : list Qry) J load : (forall x, 0 < mu x) -> causal P mu qs J -> covers J load ->
    hidden eqX src mu qs J -> forall t, 1 + (N - 1) * Rabs lam ^ t <= price src qs J load t.
  Proof.
    intros Pm C Cv H t. assert (A := converse_trace eqX src P mu qs J load rank_one_requests Pm C Cv H t).
    rewrite rank_one_trace in A. replace (1 + (N - 1) * lam ^ t - 1) with ((N - 1) * lam ^ t) in A by ring.
    rewrite Rabs_mult, (Rabs_right (N - 1)), <- RPow_abs in A by (assert (Z := N_one); lra). exact A.
  Qed.

  Lemma count_all : count src (fun _ => true) = N.
  Proof. unfold count. rewrite sum_const. ring. Qed.
  Lemma count_one z : count src (is eqX z) = 1.
  Proof. rewrite <- (pick z (fun _ => 1)). apply sum_ext. intros x _. unfold is. now destruct (eqX z x). Qed.
  Lemma count_two c v : c <> v -> count src (fun x => is eqX c x || is eqX v x) = 2.
  Proof.
    intro D. replace 2 with (count src (is eqX c) + count src (is eqX v)) by (rewrite !count_one; ring).
    unfold count. rewrite <- sum_add. apply sum_ext. intros x _. unfold is.
      destruct (eqX c x), (eqX v x); simpl; try ring. congruence.
  Qed.

  (* lam >= 0: everything or one source. From everything to x with probability (1-lam) pi x, or stay. *)
  Section Positive.
    Hypothesis pos : 0 <= lam.
    Definition all_or_one := None :: map Some src.
    Definition pmem (q : option X) x := match q with None => true | Some z => is eqX z x end.
    Definition pall (q : option X) := match q with None => 1 | Some _ => 0 end.
    Definition pinit x (q : option X) := match q with None => 0 | Some z => if eqX z x then mu x else 0 end.
    Definition pplan (q : option X) y x (r : option X) := match q, r with
      | None, None => if eqX y x then lam else 0
      | None, Some z => if eqX z x then (1 - lam) * pi x else 0
      | Some _, None => 0
      | Some _, Some z => if eqX z x then P y x else 0 end.
    Definition pw (q r : option X) := match q, r with
      | None, None => lam
      | None, Some z => (1 - lam) * pi z
      | Some _, None => 0
      | Some s, Some z => P s z end.
    Lemma psum f : sum all_or_one f = f None + sum src (fun z => f (Some z)).
    Proof. unfold all_or_one. simpl. now rewrite sum_map. Qed.
    Theorem positive_scheme : set_scheme src P mu all_or_one pmem pall pinit pplan pw.
    Proof.
      split.
      - intros [z|]; simpl; lra.
      - rewrite psum. simpl. rewrite sum_zero. ring.
      - intros [z|] x Z; simpl; auto; now contradict Z.
      - intros x [z|]; simpl; [destruct (eqX z x); [apply V|lra]|lra].
      - intros x [z|]; simpl; auto. unfold is. destruct (eqX z x); auto; lra.
      - intro x. rewrite psum. simpl. rewrite (pick' x (fun _ => mu x)). ring.
      - intros [s|] y x [z|] _; simpl; try destruct (eqX z x); try destruct (eqX y x); auto using P_pos, rest_nonneg;
        lra.
      - intros [s|] y x [z|] _; simpl; auto; unfold is; destruct (eqX z x); auto; lra.
      - intros [s|] y x _; rewrite psum; simpl.
        + rewrite (pick' x (fun _ => P y x)). ring.
        + rewrite (pick' x (fun _ => (1 - lam) * pi x)). reflexivity.
      - intros [s|] y [z|] H _; simpl.
        + rewrite (pick z (fun x => P y x)). apply is_true in H. now subst.
        + apply sum_zero.
        + apply (pick z (fun x => (1 - lam) * pi x)).
        + apply (pick y (fun _ => lam)).
    Qed.
    Lemma positive_excess q : sum all_or_one (fun r => pw q r * (count src (pmem r) - 1))
      = lam * (count src (pmem q) - 1).
    Proof.
      rewrite psum. rewrite (sum_null src); [|intro z; change (pmem (Some z)) with (is eqX z); rewrite count_one; ring].
      destruct q as [s|]; simpl pw; [|ring]. change (pmem (Some s)) with (is eqX s). rewrite count_one. ring.
    Qed.
    Definition positive_queries := queries P mu pall pinit pplan.
  End Positive.

  (* lam <= 0: everything, one source, or an edge {c,v} of the star around c. *)
  Section Negative.
    Hypothesis neg : lam <= 0.
    Variable c : X.
    Inductive star := Full | Point (z : X) | Edge (v : X).
    Definition stars := Full :: map Point src ++ map Edge src.
    Definition nmem (q : star) x := match q with Full => true | Point z => is eqX z x | Edge v =>
      is eqX c x || is eqX v x end.
    Definition nall (q : star) := match q with Full => 1 | _ => 0 end.
    Definition ninit x (q : star) := match q with Point z => if eqX z x then mu x else 0 | _ => 0 end.
    (* the edge {c,v} takes the surplus -lam of its far end, as seen from y; there is no edge {c,c} *)
    Definition far v y := if eqX v y then c else v.
    Definition surplus v y x := if eqX v c then 0 else if eqX (far v y) x then - lam else 0.
    Definition nplan (q : star) y x (r : star) := match q, r with
      | Full, Point z => if eqX z x then lam + (1 - lam) * pi x else 0
      | Full, Edge v => surplus v y x
      | Point _, Point z => if eqX z x then P y x else 0
      | Edge v, Point z => if eqX z x then (if eqX v c then P y x else (1 - lam) * pi x +
        (if nmem (Edge v) x then lam else 0)) else 0
      | Edge v, Edge u => if eqX u v then surplus v y x else 0
      | _, _ => 0 end.
    Definition nw (q r : star) := match q, r with
      | Full, Point z => lam + (1 - lam) * pi z
      | Full, Edge v => if eqX v c then 0 else - lam
      | Point s, Point z => P s z
      | Edge v, Point z => if eqX v c then P c z else (1 - lam) * pi z + (if nmem (Edge v) z then lam else 0)
      | Edge v, Edge u => if eqX u v then if eqX v c then 0 else - lam else 0
      | _, _ => 0 end.
    Lemma nsum f : sum stars f = f Full + (sum src (fun z => f (Point z)) + sum src (fun v => f (Edge v))).
    Proof. unfold stars. simpl. now rewrite sum_app, !sum_map. Qed.
    Lemma surplus_nonneg v y x : 0 <= surplus v y x.
    Proof. unfold surplus. destruct (eqX v c), (eqX (far v y) x); lra. Qed.
    Lemma surplus_in v y x : surplus v y x <> 0 -> is eqX c x || is eqX v x = true.
    Proof.
      unfold surplus, far, is. destruct (eqX v c), (eqX v y), (eqX c x), (eqX v x); simpl; auto; try lra;
        try congruence;
        destruct (eqX c x); try congruence; destruct (eqX v x); try congruence; lra.
    Qed.
    Lemma surplus_total v y : sum src (surplus v y) = if eqX v c then 0 else - lam.
    Proof. unfold surplus. destruct (eqX v c); [apply sum_zero|]. apply (pick (far v y) (fun _ => - lam)). Qed.
    Lemma surplus_chain y x : sum src (fun v => surplus v y x) = if eqX y x then 0 else - lam.
    Proof.
      rewrite <- (pick' (if eqX x c then y else x) (fun _ => if eqX y x then 0 else - lam)). apply sum_ext. intros v _.
      unfold surplus, far. destruct (eqX x c) as [->|Dx].
      - destruct (eqX v y) as [->|D2].
        + destruct (eqX y c); [reflexivity|]. destruct (eqX c c); congruence.
        + destruct (eqX v c); reflexivity.
      - destruct (eqX v y) as [->|D2].
        + destruct (eqX y c) as [->|]; [destruct (eqX c x); congruence|]. destruct (eqX c x); [congruence|].
          destruct (eqX y x); congruence.
        + destruct (eqX v x) as [->|]; [|destruct (eqX v c); congruence]. destruct (eqX x c); [congruence|].
          destruct (eqX y x); congruence.
    Qed.
    Theorem negative_scheme : set_scheme src P mu stars nmem nall ninit nplan nw.
    Proof.
      split.
      - intros [|z|v]; simpl; lra.
      - rewrite nsum. simpl. rewrite !sum_zero. ring.
      - intros [|z|v] x Z; simpl; auto; now contradict Z.
      - intros x [|z|v]; simpl; try lra. destruct (eqX z x); [apply V|lra].
      - intros x [|z|v]; simpl; auto; try (now intros []). unfold is. destruct (eqX z x); auto; lra.
      - intro x. rewrite nsum. simpl. rewrite (pick' x (fun _ => mu x)), sum_zero. ring.
      - intros [|s|v] y x [|z|u] _; simpl; try lra; auto using surplus_nonneg.
        + destruct (eqX z x); [apply V|lra].
        + destruct (eqX z x); [apply P_pos|lra].
        + destruct (eqX z x); [|lra]. destruct (eqX v c); [apply P_pos|]. assert (A := stays V x).
          assert (B := rest_nonneg x).
          destruct (is eqX c x || is eqX v x); lra.
        + destruct (eqX u v); [apply surplus_nonneg|lra].
      - intros [|s|v] y x [|z|u] _; simpl; auto; try (unfold is; destruct (eqX z x); auto; lra); try lra.
        + apply surplus_in.
        + destruct (eqX u v) as [->|]; [apply surplus_in|lra].
      - intros [|s|v] y x H; rewrite nsum; simpl.
        + rewrite (pick' x (fun _ => lam + (1 - lam) * pi x)), surplus_chain. unfold P. destruct (eqX y x); ring.
        + rewrite (pick' x (fun _ => P y x)), sum_zero. ring.
        + rewrite (pick' x (fun _ => if eqX v c then P y x else (1 - lam) * pi x + (if is eqX c x
          || is eqX v x then lam else 0))).
          rewrite (pick' v (fun _ => surplus v y x)). unfold surplus, far. destruct (eqX v c) as [->|D]; [ring|].
          simpl in H. unfold P, is in *. destruct (eqX v y) as [<-|D'].
          * destruct (eqX c x), (eqX v x); simpl; try ring; congruence.
          * destruct (eqX c y) as [<-|]; [|discriminate]. destruct (eqX c x), (eqX v x); simpl; try ring; congruence.
      - intros [|s|v] y [|z|u] H _; simpl; try apply sum_zero; try apply surplus_total.
        + apply (pick z (fun x => lam + (1 - lam) * pi x)).
        + rewrite (pick z (fun x => P y x)). apply is_true in H. now subst.
        + rewrite (pick z (fun x => if eqX v c then P y x else (1 - lam) * pi x + (if is eqX c x
          || is eqX v x then lam else 0))).
          destruct (eqX v c) as [->|]; auto. simpl in H. rewrite orb_diag in H. apply is_true in H. now subst.
        + destruct (eqX u v); [apply surplus_total|apply sum_zero].
    Qed.
    Lemma count_edge v : count src (nmem (Edge v)) = if eqX v c then 1 else 2.
    Proof.
      destruct (eqX v c) as [->|D]; [|apply count_two; congruence]. rewrite <- (count_one c). apply sum_ext. intros x _.
        simpl. now rewrite orb_diag.
    Qed.
    Lemma negative_excess q : sum stars (fun r => nw q r * (count src (nmem r) - 1)) = - lam * (count src (nmem q) - 1).
    Proof.
      rewrite nsum. rewrite (sum_null src); [|intro z; change (nmem (Point z)) with (is eqX z); rewrite count_one;
        ring].
      destruct q as [|s|v]; simpl nw.
      - change (nmem Full) with (fun _ : X => true). rewrite count_all.
        rewrite (sum_ext src _ (fun v => - lam + (if eqX v c then lam else 0))).
        + rewrite sum_add, sum_const, (pick' c (fun _ => lam)). ring.
        + intros v _. rewrite count_edge. destruct (eqX v c); ring.
      - change (nmem (Point s)) with (is eqX s). rewrite count_one, sum_null; [ring|]. intro. ring.
      - rewrite count_edge, (sum_ext src _ (fun u => if eqX u v then (if eqX v c then 0 else - lam) *
        (count src (nmem (Edge v)) - 1) else 0)).
        + rewrite (pick' v (fun _ => (if eqX v c then 0 else - lam) * (count src (nmem (Edge v)) - 1))), count_edge.
          destruct (eqX v c); ring.
        + intros u _. destruct (eqX u v) as [->|]; ring.
    Qed.
    Definition negative_queries := queries P mu nall ninit nplan.
  End Negative.

  (* Theorem C, the schemes, under every mode. *)
  Definition best F t := match Window.since F t with Some k => 1 + (N - 1) * Rabs lam ^ k | None => 1 end.
  Theorem positive_optimal F : 0 <= lam -> let J := positive_queries F in
    causal P mu all_or_one J /\ decodable J pmem /\ private eqX src all_or_one J F /\ forall t,
      cost src all_or_one J pmem t = best F t.
  Proof.
    intros pos J. assert (S := positive_scheme pos). assert (R0 := rank_one_requests).
    repeat split; try (now eapply set_causal; eauto); try (now eapply set_decodable; eauto).
    - now apply (set_private eqX src P mu R0 all_or_one pmem pall pinit pplan pw S F).
    - intro t. unfold best. rewrite Rabs_right by lra. apply (set_decay src P mu R0 all_or_one pmem pall pinit pplan pw
      S F).
      + intros q _. apply positive_excess.
      + intros x [z|] H; [apply count_one|now contradict H].
  Qed.
  Theorem negative_optimal c F : lam <= 0 -> let J := negative_queries c F in
    causal P mu stars J /\ decodable J (nmem c) /\ private eqX src stars J F /\ forall t,
      cost src stars J (nmem c) t = best F t.
  Proof.
    intros neg J. assert (S := negative_scheme neg c). assert (R0 := rank_one_requests).
    repeat split; try (now eapply set_causal; eauto); try (now eapply set_decodable; eauto).
    - now apply (set_private eqX src P mu R0 stars (nmem c) nall ninit (nplan c) (nw c) S F).
    - intro t. unfold best. rewrite Rabs_left1 by lra. apply (set_decay src P mu R0 stars (nmem c) nall ninit (nplan c)
      (nw c) S F).
      + intros q _. apply negative_excess.
      + intros x [|z|v] H; [now contradict H|apply count_one|now contradict H].
  Qed.
  Theorem rank_one_scheme F : exists (Qry : Type) (qs : list Qry) J sets, causal P mu qs J /\ decodable J sets /\
    private eqX src qs J F /\ forall t, cost src qs J sets t = best F t.
  Proof.
    destruct (Rle_lt_dec 0 lam) as [pos|neg].
    - exists (option X), all_or_one, (positive_queries F), pmem. now apply positive_optimal.
    - destruct (source src P mu rank_one_requests) as [c _]. exists star, stars, (negative_queries c F), (nmem c).
      apply negative_optimal. lra.
  Qed.
  (* Theorem C. *)
  Theorem theorem_c : (forall x, 0 < mu x) ->
    (* no scheme does better at any t *)
    (forall (Qry : Type) (qs : list Qry) J sets, causal P mu qs J -> decodable J sets -> hidden eqX src mu qs J ->
       forall t, 1 + (N - 1) * Rabs lam ^ t <= cost src qs J sets t) /\
    (* one scheme does it at every t *)
    (exists (Qry : Type) (qs : list Qry) J sets, causal P mu qs J /\ decodable J sets /\ hidden eqX src mu qs J /\
       private eqX src qs J (step_mode 0) /\ forall t, cost src qs J sets t = 1 + (N - 1) * Rabs lam ^ t).
  Proof.
    intro Pm. split.
    - intros Qry qs J sets C D H t. apply rank_one_converse; auto. apply decodable_covers; auto. apply V.
    - destruct (rank_one_scheme (step_mode 0)) as (Qry & qs & J & sets & C & D & Pr & E). exists Qry, qs, J, sets.
      split; auto. split; auto. split; [now apply (private_hidden eqX src P mu qs rank_one_requests J C
        (step_mode 0))|]. split; auto.
      intro t. rewrite E. unfold best. now rewrite since_step.
  Qed.
End RankOne.
