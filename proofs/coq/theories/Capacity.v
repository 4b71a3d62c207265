(* N sources, coded answers: messages of L bits, any answer of the server.

   Assumes: a chain of Theorem C.
   Proves: exactly the rates R_t <= 1/(1+(N-1)|lam|^t) can be achieved (capacity), under every mode (capacity_modes);
   the paper's Theorem 1 again as N = 2 (theorem1_again). *)
From Coq Require Import Reals Lra List Arith Bool Lia FunctionalExtensionality.
From OnOff Require Import Sums Sources SetSchemes Strassen OneTime RankOne Modes Three.
From OnOff Require Window OneShot.
Import ListNotations.
Open Scope R_scope.

Section Coded.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variable src : list X.
  Record server (Qry : Type) := {
    bits : nat;                                          (* the length of a message *)
    len : nat -> Qry -> nat;
    answer : nat -> Qry -> (X -> list bool) -> list bool;
    answers : forall t q W, (forall x, length (W x) = bits) -> length (answer t q W) = len t q }.
  Arguments bits {Qry}. Arguments len {Qry}. Arguments answer {Qry}. Arguments answers {Qry}.
  (* Whoever knows t, q and x can read message x off the answer. *)
  Definition decodes {Qry} (S : server Qry) t q x :=
    exists d, forall W, (forall x, length (W x) = bits S) -> d (answer S t q W) = W x.
  Definition readable {Qry} (J : list X -> list Qry -> R) (S : server Qry) :=
    forall x xs q h, J (x :: xs) (q :: h) <> 0 -> decodes S (length xs) q x.
  (* l_t = E len(Q_t) *)
  Definition download {Qry} (qs : list Qry) J (S : server Qry) t := price src qs J (fun t q => INR (len S t q)) t.

  (* Messages cut out of one word. *)
  Fixpoint chop n (D : list X) (w : list bool) x := match D with
    | [] => repeat true n
    | y :: r => if eqX y x then firstn n w else chop n r (skipn n w) x end.
  Lemma chop_length n D w x : length w = (n * length D)%nat -> length (chop n D w x) = n.
  Proof.
    revert w; induction D as [|y D IH]; intros w H; simpl; [apply repeat_length|]. simpl in H.
    destruct (eqX y x); [rewrite firstn_length; lia|]. apply IH. rewrite skipn_length. lia.
  Qed.
  Lemma chop_all n D w : NoDup D -> length w = (n * length D)%nat -> concat (map (chop n D w) D) = w.
  Proof.
    intro N. revert w; induction N as [|y D Hy N IH]; intros w H; simpl.
    - simpl in H. rewrite Nat.mul_0_r in H. now destruct w.
    - simpl in H. destruct (eqX y y); [|congruence]. rewrite (map_ext_in _ (chop n D (skipn n w))).
      + rewrite IH by (rewrite skipn_length; lia). apply firstn_skipn.
      + intros x Hx. destruct (eqX y x); congruence.
  Qed.
  Lemma messages {Qry} (S : server Qry) t q D : NoDup D -> (forall x, In x D -> decodes S t q x) ->
    (bits S * length D <= len S t q)%nat.
  Proof.
    intros N H. destruct (choose_each D eqX (fun y : list bool => y) (fun x d => forall W,
      (forall x, length (W x) = bits S) ->
      d (answer S t q W) = W x)) as (d & Hd); [exact H|].
    apply OneShot.code_length with (e := fun w => answer S t q (chop (bits S) D w)) (d := fun y =>
      concat (map (fun x => d x y) D)).
    intros w Hw. assert (Lc := fun x => chop_length (bits S) D w x Hw). split; [now apply answers|].
    transitivity (concat (map (chop (bits S) D w) D)); [|now apply chop_all]. f_equal. apply map_ext_in. intros x Hx.
      now apply Hd.
  Qed.
  Lemma price_scale {Qry} (qs : list Qry) (J : list X -> list Qry -> R) load c t :
    price src qs J (fun t q => c * load t q) t = c * price src qs J load t.
  Proof.
    unfold price. rewrite <- sum_scale. apply sum_ext. intros h _. rewrite <- sum_scale. apply sum_ext. intros. ring.
  Qed.
  (* A bound for all prices that cover is a bound for coded answers. *)
  Theorem coded {Qry} (qs : list Qry) J (S : server Qry) t B : (forall xs h, 0 <= J xs h) -> readable J S ->
    (forall load, covers J load -> B <= price src qs J load t) -> INR (bits S) * B <= download qs J S t.
  Proof.
    intros N D H. destruct (Nat.eq_dec (bits S) 0) as [Z|Z].
    - rewrite Z. simpl. rewrite Rmult_0_l. apply sum_nonneg. intros h _. apply sum_nonneg. intros q _.
      apply Rmult_le_pos; [apply pos_INR|].
      apply sum_nonneg. intros xs _. unfold anything. auto.
    - assert (P0 : 0 < INR (bits S)) by (apply lt_0_INR; lia).
      assert (A : B <= price src qs J (fun t q => / INR (bits S) * INR (len S t q)) t).
      { apply H. intros r q E Ne Hx. apply Rmult_le_reg_l with (INR (bits S)); auto.
        rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l, <- mult_INR by lra. apply le_INR. apply messages; auto.
        intros x Ix. destruct (Hx x Ix) as (xs & h & <- & Nz). now apply D in Nz. }
      rewrite price_scale in A. apply Rmult_le_reg_l with (/ INR (bits S)); [now apply Rinv_0_lt_compat|].
      rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. exact A.
  Qed.

  (* The server that sends the messages of a set. *)
  Definition plain {Qry} (n : nat) (mem : Qry -> X -> bool) : server Qry.
  Proof.
    refine {| bits := n; len := fun t q => (n * length (filter (mem q) src))%nat; answer := fun t q W =>
      concat (map W (filter (mem q) src)) |}.
    intros t q W H. induction (filter (mem q) src) as [|x l IH]; simpl; [lia|]. rewrite app_length, H, IH. lia.
  Defined.
  Lemma cut n (l : list X) x : In x l -> exists d : list bool -> list bool, forall W, (forall x, length (W x) = n) ->
    d (concat (map W l)) = W x.
  Proof.
    induction l as [|y l IH]; [intros []|]. intro H. destruct (eqX y x) as [->|D].
    - exists (firstn n). intros W HW. simpl. rewrite <- (HW x), firstn_app, Nat.sub_diag, firstn_all. simpl.
      apply app_nil_r.
    - destruct IH as (d & Hd); [destruct H; [contradiction|auto]|]. exists (fun y => d (skipn n y)). intros W HW. simpl.
      rewrite <- (HW y) at 1. rewrite skipn_app, Nat.sub_diag, skipn_all. simpl. now apply Hd.
  Qed.
  Lemma plain_readable {Qry} n (mem : Qry -> X -> bool) J : (forall x, In x src) -> decodable J mem ->
    readable J (plain n mem).
  Proof. intros A D x xs q h N. apply cut. apply filter_In. split; auto. now apply D in N. Qed.
  Lemma plain_download {Qry} (qs : list Qry) n mem J t : download qs J (plain n mem) t = INR n * cost src qs J mem t.
  Proof.
    unfold download, cost. rewrite <- price_scale. unfold price. apply sum_ext. intros h _. apply sum_ext. intros q _.
      f_equal. simpl.
    rewrite mult_INR. f_equal. unfold count. rewrite <- sum_filter, sum_const. ring.
  Qed.
End Coded.
Arguments bits {X Qry}. Arguments len {X Qry}. Arguments answer {X Qry}. Arguments answers {X Qry}.

(* A tuple of rates is achievable under the mode F, the queries beginning at time 0. *)
Definition achievable {X} (eqX : forall x y : X, {x = y} + {x <> y}) src P mu F (rate : nat -> R) :=
  exists (Qry : Type) (qs : list Qry) (S : server Qry) J, (0 < bits S)%nat /\ causal P mu qs J /\ readable J S /\
    private eqX src qs J F /\ forall t, rate t <= INR (bits S) / download src qs J S t.

Section Converses.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variable src : list X.
  Variable P : X -> X -> R.
  Variable mu : X -> R.
  (* Theorem B for coded answers. *)
  Theorem theorem_b {Qry} (qs : list Qry) J (S : server Qry) : requests src P mu -> (forall x, 0 < mu x) ->
    causal P mu qs J ->
    readable J S -> hidden eqX src mu qs J -> forall t,
    INR (bits S) * M eqX src P t <= download src qs J S t /\ INR (bits S) * (2 - L eqX src P t) <= download src qs J S
      t.
  Proof.
    intros R0 Pm C D H t. assert (N := nonneg _ _ _ _ C).
    split; apply (coded eqX); auto; intros load Cv; [now apply (converse_most eqX src P mu)|now apply
      (converse_least eqX src P mu)].
  Qed.
End Converses.

Lemma rate_bound n c l : 0 < n -> 1 <= c -> n * c <= l -> n / l <= 1 / c.
Proof.
  intros Hn Hc Hl. assert (0 < n * c) by nra.
  assert (I : / l <= / (n * c)) by (apply Rinv_le_contravar; lra).
  replace (1 / c) with (n * / (n * c)) by (field; lra). unfold Rdiv. apply Rmult_le_compat_l; lra.
Qed.
Section Capacity.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variable src : list X.
  Variable lam : R.
  Variable pi mu : X -> R.
  Hypothesis V : rank_one src lam pi mu.
  Notation P := (P eqX lam pi).
  Lemma best_one F t : 1 <= best src lam F t.
  Proof.
    unfold best. destruct (Window.since F t) as [k|]; [|lra]. assert (A := N_one src lam pi mu V).
    assert (B := pow_le (Rabs lam) k (Rabs_pos lam)). nra.
  Qed.
  Lemma reached F rate : (forall t, rate t <= 1 / best src lam F t) -> achievable eqX src P mu F rate.
  Proof.
    intro H. destruct (rank_one_scheme eqX src lam pi mu V F) as (Qry & qs & J & sets & C & D & Pr & E).
    exists Qry, qs, (plain src 1 sets), J. split; [simpl; lia|]. split; auto.
      split; [apply (plain_readable eqX); auto; apply V|].
    split; auto. intro t. rewrite plain_download, E. simpl. rewrite Rmult_1_l. apply H.
  Qed.
  Lemma no_more F rate : (forall (Qry : Type) (qs : list Qry) J load, causal P mu qs J -> covers J load ->
    private eqX src qs J F ->
    forall t, best src lam F t <= price src qs J load t) -> achievable eqX src P mu F rate -> forall t,
      rate t <= 1 / best src lam F t.
  Proof.
    intros H (Qry & qs & S & J & Hn & C & D & Pr & Hr) t. eapply Rle_trans; [apply Hr|].
    assert (0 < INR (bits S)) by now apply lt_0_INR. apply rate_bound; auto using best_one.
    apply (coded eqX); [apply (nonneg _ _ _ _ C)|exact D|]. intros load Cv. now apply H.
  Qed.
  Lemma since_past p t : Window.since (step_mode p) t = Some (t - p)%nat.
  Proof.
    induction t; [reflexivity|]. unfold step_mode in *. destruct p.
    - simpl. rewrite IHt. simpl. now rewrite Nat.sub_0_r.
    - simpl Window.since. destruct (Nat.leb_spec t p).
      + replace (S t - S p)%nat with 0%nat by lia. reflexivity.
      + rewrite IHt. simpl. f_equal. lia.
  Qed.
  (* Theorem C as a capacity: privacy ON up to time p, X_0, ..., X_p hidden. *)
  Theorem capacity p rate : (forall i x, (i <= p)%nat -> 0 < law_at src P mu i x) ->
    (achievable eqX src P mu (step_mode p) rate <-> forall t,
      rate t <= 1 / (1 + (INR (length src) - 1) * Rabs lam ^ (t - p))).
  Proof.
    intro Pl. assert (B : forall t, best src lam (step_mode p) t = 1 + (INR (length src) - 1) * Rabs lam ^ (t - p)).
    { intro t. unfold best. now rewrite since_past. }
    split.
    - intros A t. rewrite <- B. revert t. apply no_more; auto. intros Qry qs J load C Cv Pr t. rewrite B.
      now apply (rank_one_step eqX src lam pi mu V qs J load p).
    - intro H. apply reached. intro t. rewrite B. apply H.
  Qed.
  (* and for every mode, where every step has positive probability. *)
  Theorem capacity_modes F rate : (forall x, 0 < mu x) -> (forall x y, 0 < P x y) ->
    (achievable eqX src P mu F rate <-> forall t, rate t <= 1 / best src lam F t).
  Proof.
    intros Pm Pp. split; [|apply reached]. apply no_more. intros Qry qs J load C Cv Pr.
    now apply (rank_one_modes eqX src lam pi mu V qs J load F).
  Qed.
End Capacity.

(* Two sources: every chain has this form. *)
Lemma src_eq : forall x y : Window.src, {x = y} + {x <> y}.
Proof. decide equality. Defined.
Definition two_pi alpha beta (x : Window.src) := if Req_EM_T (alpha + beta) 0 then 1 / 2 else
  match x with Window.A => beta / (alpha + beta) | Window.B => alpha / (alpha + beta) end.
Theorem two_sources alpha beta mu : Window.law_of_requests alpha beta mu ->
  rank_one Window.srcs (1 - alpha - beta) (two_pi alpha beta) mu /\
  forall y x, P src_eq (1 - alpha - beta) (two_pi alpha beta) y x = Window.M alpha beta y x.
Proof.
  intros (Ha & Hb & Hm & Ht). split.
  - unfold two_pi. split; auto using Window.srcs_all; try lra.
    + repeat constructor; simpl; intuition congruence.
    + intro x. destruct (Req_EM_T (alpha + beta) 0); [lra|]. destruct x; apply Rmult_le_pos; try lra; left;
      apply Rinv_0_lt_compat; lra.
    + simpl. destruct (Req_EM_T (alpha + beta) 0); [lra|]. field; lra.
    + intro x. destruct (Req_EM_T (alpha + beta) 0); [lra|].
      destruct x; match goal with |- 0 <= ?u => first [replace u with (1 - alpha) by (field; lra)
        | replace u with (1 - beta) by (field; lra)] end; lra.
    + simpl. lra.
  - intros y x. unfold P, two_pi. destruct (Req_EM_T (alpha + beta) 0); destruct y, x; simpl; try lra; field; lra.
Qed.
(* Theorem 1 of the paper, once more, as the case N = 2. *)
Theorem theorem1_again alpha beta mu p rate : Window.law_of_requests alpha beta mu ->
  (forall i x, (i <= p)%nat -> 0 < law_at Window.srcs (Window.M alpha beta) mu i x) ->
  (achievable src_eq Window.srcs (Window.M alpha beta) mu (step_mode p) rate <->
   forall t, rate t <= 1 / (1 + Rabs (1 - alpha - beta) ^ (t - p))).
Proof.
  intros R0 Pl. destruct (two_sources alpha beta mu R0) as (V & E).
  assert (F : P src_eq (1 - alpha - beta) (two_pi alpha beta) = Window.M alpha beta).
  { apply functional_extensionality. intro y. apply functional_extensionality. apply E. }
  assert (A := capacity src_eq Window.srcs (1 - alpha - beta) (two_pi alpha beta) mu V p rate). rewrite F in A.
    rewrite A by auto.
  replace (INR (length Window.srcs) - 1) with 1 by (simpl; ring).
    split; intros H t; specialize (H t); rewrite Rmult_1_l in *; exact H.
Qed.
(* Three sources, coded answers: the optimum at t. *)
Theorem three_sources_coded {X} (eqX : forall x y : X, {x = y} + {x <> y}) a b c P mu t :
  requests [a; b; c] P mu -> (forall x, 0 < mu x) ->
  (forall (Qry : Type) (qs : list Qry) J (S : server Qry), causal P mu qs J -> readable J S ->
    hidden eqX [a; b; c] mu qs J ->
     INR (bits S) * Rmax (M eqX [a; b; c] P t) (2 - L eqX [a; b; c] P t) <= download [a; b; c] qs J S t) /\
  (exists (Qry : Type) (qs : list Qry) J, causal P mu qs J /\ hidden eqX [a; b; c] mu qs J /\ forall n,
    exists S : server Qry,
     bits S = n /\ readable J S /\ download [a; b; c] qs J S t
       = INR n * Rmax (M eqX [a; b; c] P t) (2 - L eqX [a; b; c] P t)).
Proof.
  intros R0 Pm. split.
  - intros Qry qs J S C D H. destruct (theorem_b eqX [a; b; c] P mu qs J S R0 Pm C D H t) as [A B].
    unfold Rmax. now destruct (Rle_dec _ _).
  - destruct (three_sources eqX a b c P mu R0 t Pm) as (_ & J & C & D & H & _ & E & _). exists tri, (tris a b c), J.
    split; auto. split; auto. intro n. exists (plain [a; b; c] n (tmem eqX)). split; auto.
      split; [apply (plain_readable eqX); auto; apply R0|].
    now rewrite plain_download, E.
Qed.
