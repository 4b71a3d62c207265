(* Theorem G: optimal at every t by finitely many checks.

   Assumes: a set scheme and multipliers of the program of OneTime.v.
   Proves: if its cost meets the bound of the multipliers at finitely many t, it meets it at every t (theorem_g). Both
   sides are values of linear systems, and such a sequence vanishes if it vanishes as often as the system has states
   (vanish). *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Sources Strassen SetSchemes OneTime.
From OnOff Require Window.
Import ListNotations.
Open Scope R_scope.

(* c_1 f_1 + c_2 f_2 + ... *)
Fixpoint dot {S} (cs : list R) (fs : list (S -> R)) (i : S) : R := match cs, fs with c :: cs', f :: fs' =>
  c * f i + dot cs' fs' i | _, _ => 0 end.
Lemma dot_app {S} cs1 (fs1 : list (S -> R)) cs2 fs2 i : length cs1 = length fs1 ->
  dot (cs1 ++ cs2) (fs1 ++ fs2) i = dot cs1 fs1 i + dot cs2 fs2 i.
Proof. revert fs1; induction cs1 as [|c cs1 IH]; intros [|f fs1] H; try discriminate; simpl; [ring|].
  rewrite IH by (simpl in H; lia). ring. Qed.
(* More vectors than coordinates are dependent. *)
Lemma dependent {S} (l : list S) : forall fs : list (S -> R), (length l < length fs)%nat ->
  exists cs, length cs = length fs /\ (exists c, In c cs /\ c <> 0) /\ forall i, In i l -> dot cs fs i = 0.
Proof.
  induction l as [|i l IH]; intros fs Hl; simpl in Hl.
  - exists (repeat 1 (length fs)). split; [apply repeat_length|]. split; [|intros i []]. exists 1. split; [|lra].
    destruct fs; simpl in *; [lia|now left].
  - assert (C : (forall f, In f fs -> f i = 0) \/ exists f, In f fs /\ f i <> 0).
    { clear. induction fs as [|f fs [A|(g & Hg & A)]]; [left; intros f []| |right; exists g; simpl; auto].
      destruct (Req_EM_T (f i) 0) as [Z|Z]; [left; intros g [<-|Hg]; auto|right; exists f; simpl; auto]. }
    destruct C as [Z|(f0 & Hf & Z)].
    + destruct (IH fs) as (cs & L1 & N1 & E1); [lia|]. exists cs. split; auto. split; auto. intros j [<-|Hj]; auto.
      clear -Z. revert fs Z; induction cs as [|c cs IH]; intros [|f fs] Z; simpl; auto.
      rewrite (Z f) by (simpl; auto). rewrite IH by (intros; apply Z; simpl; auto). ring.
    + apply in_split in Hf as (fs1 & fs2 & ->). rewrite app_length in Hl. simpl in Hl.
      set (elim := fun (f : S -> R) j => f j - f i / f0 i * f0 j).
      destruct (IH (map elim (fs1 ++ fs2))) as (cs & L1 & (c & Hc & Nc) & E1); [rewrite map_length, app_length; lia|].
      rewrite map_length, app_length in L1.
      assert (Em : forall j, dot cs (map elim (fs1 ++ fs2)) j
        = dot cs (fs1 ++ fs2) j - dot cs (fs1 ++ fs2) i / f0 i * f0 j).
      { intro j. generalize (fs1 ++ fs2) as fs. clear -Z. induction cs as [|c cs IH]; intros [|f fs]; simpl;
        try (field; auto).
        rewrite IH. unfold elim. field. auto. }
      set (cs1 := firstn (length fs1) cs). set (cs2 := skipn (length fs1) cs).
      assert (Ec : cs = cs1 ++ cs2) by (symmetry; apply firstn_skipn).
      assert (Lc1 : length cs1 = length fs1) by (unfold cs1; rewrite firstn_length; lia).
      assert (Lc2 : length cs2 = length fs2) by (unfold cs2; rewrite skipn_length; lia).
      exists (cs1 ++ (- (dot cs (fs1 ++ fs2) i / f0 i)) :: cs2). split; [rewrite !app_length; simpl; lia|]. split.
      * exists c. split; auto. rewrite Ec in Hc. apply in_app_iff in Hc. apply in_app_iff. simpl. tauto.
      * assert (G : forall j, dot (cs1 ++ (- (dot cs (fs1 ++ fs2) i / f0 i)) :: cs2) (fs1 ++ f0 :: fs2) j
        = dot cs (map elim (fs1 ++ fs2)) j).
        { intro j. rewrite Em, dot_app by auto. simpl. rewrite Ec at 2. rewrite dot_app by auto. ring. }
        intros j [<-|Hj]; rewrite G; [rewrite Em; field; auto|auto].
Qed.

(* Linear operators on the functions on a list. *)
Record operator {S} (l : list S) (T : (S -> R) -> S -> R) : Prop := {
  local : forall f g, (forall i, In i l -> f i = g i) -> forall i, In i l -> T f i = T g i;
  linear_T : forall c f g i, In i l -> T (fun j => c * f j + g j) i = c * T f i + T g i }.
Definition linear (n : nat) (a : nat -> R) := exists (S : Type) (l : list S) T u v, length l = n /\ operator l T /\
  forall t, a t = sum l (fun i => u i * Nat.iter t T v i).
Section Operator.
  Context {S : Type}.
  Variable l : list S.
  Variable T : (S -> R) -> S -> R.
  Hypothesis O : operator l T.
  Lemma T_zero i : In i l -> T (fun _ => 0) i = 0.
  Proof.
    intro Hi. assert (A := linear_T _ _ O (- 1) (fun _ => 0) (fun _ => 0) i Hi).
    rewrite (local _ _ O (fun _ => - 1 * 0 + 0) (fun _ => 0)) in A by (auto; intros; ring). lra.
  Qed.
  Lemma T_dot cs fs i : In i l -> T (dot cs fs) i = dot cs (map T fs) i.
  Proof.
    intro Hi. revert fs; induction cs as [|c cs IH]; intros fs.
    - apply T_zero; auto.
    - destruct fs as [|f fs]; [apply T_zero; auto|]. simpl. rewrite <- IH. apply (linear_T _ _ O c f (dot cs fs) i Hi).
  Qed.
  Lemma iter_local t f g : (forall i, In i l -> f i = g i) -> forall i, In i l -> Nat.iter t T f i = Nat.iter t T g i.
  Proof. intro H. induction t; simpl; auto. apply (local _ _ O). auto. Qed.
  Lemma iter_operator p : operator l (Nat.iter p T).
  Proof.
    split; [apply iter_local|]. induction p; intros c f g i Hi; simpl; auto.
    rewrite <- (linear_T _ _ O) by auto. apply (local _ _ O); auto.
  Qed.
  Variable v : S -> R.
  Notation at_ t := (Nat.iter t T v).
  (* the first power that depends on the earlier ones *)
  Lemma first_dependent m : forall cs, length cs = m -> (exists c, In c cs /\ c <> 0) ->
    (forall i, In i l -> dot cs (map (fun t => at_ t) (seq 0 m)) i = 0) ->
    exists k d, (k < m)%nat /\ length d = k /\ forall i, In i l -> at_ k i = dot d (map (fun t => at_ t) (seq 0 k)) i.
  Proof.
    induction m as [|m IH]; intros cs L (c & Hc & Nc) E; [destruct cs; [destruct Hc|discriminate]|].
    destruct (exists_last (l := cs)) as (cs' & z & ->); [intros ->; discriminate|]. rewrite app_length in L. simpl in L.
    rewrite seq_S, map_app in E. simpl in E.
    assert (E' : forall i, In i l -> dot cs' (map (fun t => at_ t) (seq 0 m)) i + z * at_ m i = 0).
    { intros i Hi. rewrite <- (E i Hi), dot_app by (rewrite map_length, seq_length; lia). simpl. ring. }
    destruct (Req_EM_T z 0) as [Z|Z].
    - destruct (IH cs') as (k & d & Hk & Hd & G); [lia| | |exists k, d; split; auto].
      + exists c. split; auto. apply in_app_iff in Hc as [Hc|[<-|[]]]; [auto|contradiction].
      + intros i Hi. rewrite <- (E' i Hi), Z. ring.
    - exists m, (map (fun x => - x / z) cs'). split; [lia|]. split; [rewrite map_length; lia|]. intros i Hi.
      specialize (E' i Hi).
      assert (G : dot (map (fun x => - x / z) cs') (map (fun t => at_ t) (seq 0 m)) i
        = - dot cs' (map (fun t => at_ t) (seq 0 m)) i / z).
      { generalize (map (fun t => at_ t) (seq 0 m)) as fs. clear -Z.
        induction cs' as [|x cs IH]; intros [|f fs]; simpl; try (field; auto).
        rewrite IH. field. auto. }
      rewrite G. apply Rmult_eq_reg_r with z; auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by auto. lra.
  Qed.
  Lemma shift k d s : (forall i, In i l -> at_ k i = dot d (map (fun t => at_ t) (seq 0 k)) i) ->
    forall i, In i l -> at_ (s + k) i = dot d (map (fun t => at_ (s + t)) (seq 0 k)) i.
  Proof.
    intro H. induction s; intros i Hi; [now apply H|]. simpl.
      rewrite (local _ _ O _ _ IHs i Hi), T_dot, map_map by auto. reflexivity.
  Qed.
End Operator.
Theorem vanish n a : linear n a -> (forall t, (t < n)%nat -> a t = 0) -> forall t, a t = 0.
Proof.
  intros (S & l & T & u & v & Hl & O & E) H.
  destruct (dependent l (map (fun t => Nat.iter t T v) (seq 0 (Datatypes.S n)))) as (cs & L1 & N1 & E1);
    [rewrite map_length, seq_length; lia|].
  rewrite map_length, seq_length in L1.
  destruct (first_dependent l T v (Datatypes.S n) cs L1 N1 E1) as (k & d & Hk & Hd & G).
  intro t. induction t as [t IH] using lt_wf_ind. destruct (le_lt_dec k t) as [B|B]; [|apply H; lia].
  replace t with ((t - k) + k)%nat by lia. rewrite E.
  rewrite (sum_ext l _ (fun i => u i * dot d (map (fun j => Nat.iter (t - k + j) T v) (seq 0 k)) i)).
  2: { intros i Hi. now rewrite (shift l T O v k d (t - k) G i Hi). }
  assert (Js : forall j, In j (seq 0 k) -> (j < k)%nat) by (intros j Hj; apply in_seq in Hj; lia).
  revert Js. generalize (seq 0 k) as js. clear -IH E B. induction d as [|c d IHd]; intros js Js.
  - apply sum_null. intro. simpl. ring.
  - destruct js as [|j js]; [apply sum_null; intro; simpl; ring|]. simpl.
    rewrite (sum_ext l _ (fun i => c * (u i * Nat.iter (t - k + j) T v i) + u i * dot d
      (map (fun j => Nat.iter (t - k + j) T v) js) i)) by (intros; ring).
    rewrite sum_add, sum_scale, <- E, IHd, IH by (try (intros; apply Js; simpl; auto);
      assert (A := Js j (or_introl eq_refl)); lia). ring.
Qed.
Lemma linear_minus n m a b : linear n a -> linear m b -> linear (n + m) (fun t => a t - b t).
Proof.
  intros (S & l & T & u & v & Hl & O & E) (S' & l' & T' & u' & v' & Hl' & O' & E').
  set (TT := fun (f : S + S' -> R) s => match s with inl i => T (fun j => f (inl j)) i | inr i =>
    T' (fun j => f (inr j)) i end).
  set (vv := fun s => match s with inl i => v i | inr i => v' i end).
  exists (S + S')%type, (map inl l ++ map inr l'), TT, (fun s => match s with inl i => u i | inr i => - u' i end), vv.
  split; [rewrite app_length, !map_length; lia|]. split.
  - split.
    + intros f g H s Hs. apply in_app_iff in Hs as [Hs|Hs]; apply in_map_iff in Hs as (i & <- & Hi); simpl.
      * apply (local _ _ O); auto. intros j Hj. apply H, in_app_iff. left. now apply in_map.
      * apply (local _ _ O'); auto. intros j Hj. apply H, in_app_iff. right. now apply in_map.
    + intros c f g s Hs. apply in_app_iff in Hs as [Hs|Hs]; apply in_map_iff in Hs as (i & <- & Hi); simpl.
      * apply (linear_T _ _ O c (fun j => f (inl j)) (fun j => g (inl j)) i Hi).
      * apply (linear_T _ _ O' c (fun j => f (inr j)) (fun j => g (inr j)) i Hi).
  - intro t. rewrite sum_app, !sum_map, E, E'.
    assert (A : forall i, In i l -> Nat.iter t TT vv (inl i) = Nat.iter t T v i).
    { induction t; intros i Hi; [reflexivity|]. simpl. apply (local _ _ O); [exact IHt|exact Hi]. }
    assert (B : forall i, In i l' -> Nat.iter t TT vv (inr i) = Nat.iter t T' v' i).
    { clear A. induction t; intros i Hi; [reflexivity|]. simpl. apply (local _ _ O'); [exact IHt|exact Hi]. }
    assert (A1 : sum l (fun i => u i * Nat.iter t TT vv (inl i)) = sum l (fun i => u i * Nat.iter t T v i)) by
      (apply sum_ext; intros; now rewrite A).
    assert (B1 : sum l' (fun i => - u' i * Nat.iter t TT vv (inr i))
      = - 1 * sum l' (fun i => u' i * Nat.iter t T' v' i)).
    { rewrite <- sum_scale. apply sum_ext. intros i Hi. rewrite B by auto. ring. }
    transitivity (sum l (fun i => u i * Nat.iter t TT vv (inl i)) + sum l' (fun i =>
      - u' i * Nat.iter t TT vv (inr i))); [|reflexivity].
    rewrite A1, B1. ring.
Qed.
Lemma linear_const c : linear 1 (fun _ => c).
Proof.
  exists unit, [tt], (fun f => f), (fun _ => c), (fun _ => 1). split; auto. split; [split; auto|].
  intro t. assert (E : Nat.iter t (fun f : unit -> R => f) (fun _ => 1) tt = 1) by (induction t; auto). simpl.
    rewrite E. ring.
Qed.
Lemma linear_step n a p r : linear n a -> linear n (fun t => a (t * p + r)%nat).
Proof.
  intros (S & l & T & u & v & Hl & O & E). exists S, l, (Nat.iter p T), u, (Nat.iter r T v). split; auto.
    split; [now apply iter_operator|].
  intro t. rewrite E. apply sum_ext. intros i _. f_equal.
  assert (G : forall m n (f : S -> R), Nat.iter (m + n) T f = Nat.iter m T (Nat.iter n T f)).
  { intros m k f. induction m; simpl; congruence. }
  assert (Q : Nat.iter (t * p + r) T v = Nat.iter t (Nat.iter p T) (Nat.iter r T v)); [|now rewrite Q].
  induction t; [reflexivity|]. simpl. rewrite <- IHt, <- G. f_equal. lia.
Qed.
Lemma linear_ext n a b : (forall t, a t = b t) -> linear n a -> linear n b.
Proof. intros H (S & l & T & u & v & Hl & O & E). exists S, l, T, u, v. split; auto. split; auto. intro t.
  now rewrite <- H. Qed.
Theorem equal_all n m a b : linear n a -> linear m b -> (forall t, (t < n + m)%nat -> a t = b t) -> forall t, a t = b t.
Proof.
  intros A B H t. assert (V := vanish (n + m) (fun t => a t - b t) (linear_minus n m a b A B)).
  simpl in V. assert (G : a t - b t = 0) by (apply V; intros s Hs; rewrite (H s Hs); ring). lra.
Qed.

Section TheoremG.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variable src : list X.
  Variable P : X -> X -> R.
  Variable mu : X -> R.
  Hypothesis R0 : requests src P mu.
  Hypothesis start : forall x, 0 < mu x.
  Notation K := (K eqX src P).
  Lemma linear_row a (c : X -> R) : linear (length src) (fun t => sum src (fun x => c x * K t a x)).
  Proof.
    exists X, src, (fun f x => sum src (fun z => f z * P z x)), c, (K 0 a). split; auto. split.
    - split.
      + intros f g H i _. apply sum_ext. intros z Hz. now rewrite H.
      + intros d f g i _. rewrite <- sum_scale, <- sum_add. apply sum_ext. intros. ring.
    - intro t. apply sum_ext. intros x _. f_equal. revert x. induction t; intro x; [reflexivity|].
      cbn [Sources.K]. simpl Nat.iter. apply sum_ext. intros z _. now rewrite IHt.
  Qed.
  (* y0 - sum_T y_T P^t(a(T),T) *)
  Definition form y0 (ys : list ((X -> bool) * R * X)) t := y0 - sum ys (fun i => let '(T, y, a) :=
    i in y * mass src (K t a) T).
  Lemma linear_form y0 ys : linear (1 + length ys * length src) (form y0 ys).
  Proof.
    unfold form. induction ys as [|[[T y] a] ys IH].
    - apply (linear_ext 1 (fun _ => y0)); [intro; simpl; ring|apply linear_const].
    - replace (1 + length ((T, y, a) :: ys) * length src)%nat with ((1 + length ys * length src) + length src)%nat by
      (simpl; lia).
      apply (linear_ext _ (fun t => (y0 - sum ys (fun i => let '(T, y, a) := i in y * mass src (K t a) T))
        - sum src (fun x => (if T x then y else 0) * K t a x))); [|apply linear_minus; [exact IH|apply linear_row]].
      intro t. simpl. unfold mass at 2. rewrite <- sum_scale.
      rewrite (sum_ext src (fun x => (if T x then y else 0) * K t a x) (fun x => y * (if T x then K t a x else 0)));
        [ring|].
      intros x _. destruct (T x); ring.
  Qed.
  Context {Qry : Type}.
  Variable qs : list Qry.
  Variable D : Qry -> X -> bool.
  Variable all : Qry -> R.
  Variable init : X -> Qry -> R.
  Variable plan : Qry -> X -> X -> Qry -> R.
  Variable w : Qry -> Qry -> R.
  Hypothesis V : set_scheme src P mu qs D all init plan w.
  Notation J := (queries P mu all init plan (step_mode 0)).
  Lemma linear_cost : linear (length qs) (cost src qs J D).
  Proof.
    exists Qry, qs, (fun f q => sum qs (fun S => f S * w S q)), (fun q => count src (D q)), all. split; auto. split.
    - split.
      + intros f g H i _. apply sum_ext. intros z Hz. now rewrite H.
      + intros d f g i _. rewrite <- sum_scale, <- sum_add. apply sum_ext. intros. ring.
    - intro t. rewrite (set_cost src P mu qs D all init plan (step_mode 0) t). apply sum_ext. intros q Hq. f_equal.
      revert q Hq.
      induction t; intros q Hq; [exact (query_law_0 src P mu R0 qs D all init plan w V (step_mode 0) q Hq)|].
      rewrite (query_law_S src P mu R0 qs D all init plan w V (step_mode 0) t q Hq). simpl. apply sum_ext. intros S HS.
        now rewrite IHt.
  Qed.
  (* The multipliers may depend on the residue r of t mod p. *)
  Variable p : nat.
  Hypothesis p_pos : (0 < p)%nat.
  Variable y0 : nat -> R.
  Variable ys : nat -> list ((X -> bool) * R * X).
  Hypothesis y_nonneg : forall r T y a, In (T, y, a) (ys r) -> 0 <= y.
  Hypothesis y_dual : forall r S x, S x = true -> y0 r - sum (ys r) (fun i => let '(T, y, a) :=
    i in if within src S T then y else 0) <= count src S.
  Hypothesis checked : forall r t, (r < p)%nat -> (t < length qs + (1 + length (ys r) * length src))%nat ->
    cost src qs J D (t * p + r) = form (y0 r) (ys r) (t * p + r).
  Theorem theorem_g : forall t, cost src qs J D t = form (y0 (t mod p)) (ys (t mod p)) t /\
    forall (Q : Type) (q : list Q) J' load, causal P mu q J' -> covers J' load -> hidden eqX src mu q J' ->
      cost src qs J D t <= price src q J' load t.
  Proof.
    intro t. set (r := (t mod p)%nat). assert (Hr : (r < p)%nat) by (apply Nat.mod_upper_bound; lia).
    assert (Et : t = (t / p * p + r)%nat) by (unfold r; rewrite (Nat.mul_comm (t / p)); apply Nat.div_mod; lia).
    assert (E : cost src qs J D t = form (y0 r) (ys r) t).
    { rewrite Et. apply (equal_all (length qs) (1 + length (ys r) * length src) (fun t =>
      cost src qs J D (t * p + r)) (fun t => form (y0 r) (ys r) (t * p + r))).
      - apply (linear_step _ _ p r linear_cost).
      - apply (linear_step _ _ p r (linear_form (y0 r) (ys r))).
      - intros s Hs. now apply checked. }
    split; auto. intros Q q J' load C Cv H. rewrite E.
    apply (dual_bound eqX src P mu R0 q J' load t (y0 r) (ys r) start C Cv H); [apply y_nonneg|apply y_dual].
  Qed.
End TheoremG.
