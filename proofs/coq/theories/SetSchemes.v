(* Set schemes, Theorem D: a query is a set of sources, the places where the user may be.

   Assumes: for every set S and every place y in S a plan: the joint law of the next request x and the next query R,
   with x in R, the law P(y,.) of x, and a law w S of R that does not depend on y.
   Proves: Pr(Q_t = R | all earlier requests and queries) = w Q_{t-1} R (next_query): the scheme is causal, decodable,
   private for every earlier request and under every mode (set_private), and the queries are a Markov chain
   (query_chain). *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Sources Strassen.
From OnOff Require Window.
Import ListNotations.
Open Scope R_scope.

Section Causal.
  Context {X : Type}.
  Variable src : list X.
  Variable P : X -> X -> R.
  Variable mu : X -> R.
  Context {Qry : Type}.
  Variable qs : list Qry.
  (* Under a causal law the requests are the Markov chain (mu, P), whatever the queries. *)
  Fixpoint chain (xs : list X) : R := match xs with [] => 1 | x :: r => chain r * arrive P mu r x end.
  Theorem causal_requests J xs : causal P mu qs J -> sum (words qs (length xs)) (J xs) = chain xs.
  Proof.
    intro C. induction xs as [|x xs IH]; simpl length.
    - simpl. rewrite (begins _ _ _ _ C). ring.
    - rewrite sum_words. simpl. rewrite <- IH, <- sum_scale_r. apply sum_ext. intros h Hh. now apply (moves _ _ _ _ C).
  Qed.
  (* A randomised choice of each query from all that was requested and sent gives a causal law: psi (x_t..x_0)
    (q_{t-1}..q_0) q. *)
  Fixpoint of_kernel (psi : list X -> list Qry -> Qry -> R) (xs : list X) (h : list Qry) : R := match xs, h with
    | [], [] => 1
    | x :: xs', q :: h' => of_kernel psi xs' h' * arrive P mu xs' x * psi (x :: xs') h' q
    | _, _ => 0 end.
  Theorem of_kernel_causal psi : (forall xs x, 0 <= arrive P mu xs x) -> (forall xs h q, 0 <= psi xs h q) ->
    (forall x xs h, of_kernel psi xs h * arrive P mu xs x <> 0 -> sum qs (psi (x :: xs) h) = 1) ->
      causal P mu qs (of_kernel psi).
  Proof.
    intros A N T. split; auto.
    - induction xs as [|x xs IH]; intros [|q h]; simpl; try lra. repeat apply Rmult_le_pos; auto.
    - intros x xs h _. simpl. rewrite sum_scale.
      destruct (Req_EM_T (of_kernel psi xs h * arrive P mu xs x) 0) as [E|E]; [rewrite E; ring|]. rewrite T; auto. ring.
  Qed.
  (* And every causal law is a randomised choice of each query. *)
  Theorem causal_choice J : (forall xs x, 0 <= arrive P mu xs x) -> causal P mu qs J -> exists psi : list X ->
    list Qry -> Qry -> R,
    (forall xs h q, 0 <= psi xs h q) /\
    (forall x xs h, In h (words qs (length xs)) -> J xs h * arrive P mu xs x <> 0 -> sum qs (psi (x :: xs) h) = 1) /\
    (forall x xs q h, In h (words qs (length xs)) -> In q qs ->
      J (x :: xs) (q :: h) = J xs h * arrive P mu xs x * psi (x :: xs) h q).
  Proof.
    intros N C. set (d := fun xs h => match xs with [] => 1 | x :: r => J r h * arrive P mu r x end).
    assert (Nd : forall xs h, 0 <= d xs h).
    { intros [|x r] h; simpl; [lra|]. apply Rmult_le_pos; auto. apply C. }
    exists (fun xs h q => if Req_EM_T (d xs h) 0 then 0 else J xs (q :: h) / d xs h). split; [|split].
    - intros xs h q. destruct (Req_EM_T (d xs h) 0) as [|Z]; [lra|]. apply Rmult_le_pos; [apply C|].
      left. apply Rinv_0_lt_compat. specialize (Nd xs h). lra.
    - intros x xs h Hh Z. destruct (Req_EM_T (d (x :: xs) h) 0) as [E|_]; [contradiction|]. unfold Rdiv.
      rewrite sum_scale_r, (moves _ _ _ _ C) by auto. simpl. now apply Rinv_r.
    - intros x xs q h Hh Hq. destruct (Req_EM_T (d (x :: xs) h) 0) as [E|E].
      + simpl in E. assert (Z := moves _ _ _ _ C x xs h Hh). rewrite E in Z.
        rewrite (sum_zero_each qs (fun q => J (x :: xs) (q :: h)) q); auto; [ring|]. intros. apply C.
      + simpl in *. field. split; intro Z; apply E; rewrite Z; ring.
  Qed.
End Causal.

Section SetSchemes.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variable src : list X.
  Variable P : X -> X -> R.
  Variable mu : X -> R.
  Hypothesis R0 : requests src P mu.
  Context {Qry : Type}.
  Variable qs : list Qry.
  Variable mem : Qry -> X -> bool.                       (* the set of a query *)
  Variable all : Qry -> R.                               (* the law of a query that downloads everything *)
  Variable init : X -> Qry -> R.                         (* Pr(X_0 = x, Q_0 = q), if privacy is OFF at time 0 *)
  Variable plan : Qry -> X -> X -> Qry -> R.             (* plan S y x R
    = Pr(X_t = x, Q_t = R | X_{t-1} = y, Q_{t-1} = S) *)
  Variable w : Qry -> Qry -> R.
  Record set_scheme : Prop := {
    all_nonneg : forall q, 0 <= all q;
    all_total : sum qs all = 1;
    all_in : forall q x, all q <> 0 -> mem q x = true;
    init_nonneg : forall x q, 0 <= init x q;
    init_in : forall x q, init x q <> 0 -> mem q x = true;
    init_chain : forall x, sum qs (init x) = mu x;
    plan_nonneg : forall S y x R, mem S y = true -> 0 <= plan S y x R;
    plan_in : forall S y x R, mem S y = true -> plan S y x R <> 0 -> mem R x = true;
    plan_chain : forall S y x, mem S y = true -> sum qs (plan S y x) = P y x;
    plan_law : forall S y R, mem S y = true -> In R qs -> sum src (fun x => plan S y x R) = w S R }.
  Hypothesis V : set_scheme.

  (* Download everything while privacy is ON, else go by the plan. *)
  Variable F : mode.
  Definition next (xs : list X) (h : list Qry) x q : R := match xs, h with
    | y :: _, s :: _ => if F (length xs) then P y x * all q else plan s y x q
    | _, _ => if F 0%nat then mu x * all q else init x q end.
  Fixpoint queries (xs : list X) (h : list Qry) : R := match xs, h with
    | [], [] => 1
    | x :: xs', q :: h' => queries xs' h' * next xs' h' x q
    | _, _ => 0 end.
  Notation J := queries.

  Theorem set_decodable : decodable J mem.
  Proof.
    intros x xs. revert x. induction xs as [|y xs IH]; intros x q h N; simpl in N.
    - destruct h; [|exfalso; apply N; ring]. destruct (F 0%nat); [apply (all_in V)|apply (init_in V)]; intro Z; apply N;
      rewrite Z; ring.
    - destruct h as [|S h]; [exfalso; apply N; ring|].
      assert (N1 : J (y :: xs) (S :: h) <> 0) by (simpl; intro Z; apply N; rewrite Z; ring).
      destruct (F _).
      + apply (all_in V). intro Z. apply N. rewrite Z. ring.
      + apply (plan_in V S y x q); [now apply (IH y S h)|]. intro Z. apply N. rewrite Z. ring.
  Qed.
  Lemma place xs S h : J xs (S :: h) <> 0 -> exists y r, xs = y :: r /\ mem S y = true.
  Proof. destruct xs as [|y r]; intro N; [now contradict N|]. exists y, r. split; auto. now apply set_decodable in N.
    Qed.
  Theorem set_causal : causal P mu qs J.
  Proof.
    split; auto.
    - induction xs as [|x xs IH]; intros [|q h]; simpl; try lra.
      destruct (Req_EM_T (J xs h) 0) as [->|Z]; [lra|]. apply Rmult_le_pos; auto. unfold next.
      destruct xs as [|y xs], h as [|S h]; try (destruct (F 0%nat); [apply Rmult_le_pos; [apply R0|apply V]|apply V]).
      destruct (F _); [apply Rmult_le_pos; [apply R0|apply V]|]. apply V. now apply set_decodable in Z.
    - intros x xs h Hh. simpl. rewrite sum_scale. apply words_length in Hh.
      destruct (Req_EM_T (J xs h) 0) as [->|Z]; [ring|]. f_equal. unfold next.
      destruct xs as [|y xs], h as [|S h]; try discriminate; simpl arrive.
      + destruct (F _); [rewrite sum_scale, (all_total V); ring|apply V].
      + destruct (F _); [rewrite sum_scale, (all_total V); ring|]. apply V. now apply set_decodable in Z.
  Qed.

  (* Given all requests and queries up to t-1, the law of Q_t depends on Q_{t-1} alone. *)
  Theorem next_query xs S h R : xs <> [] -> F (length xs) = false -> In R qs ->
    sum src (fun x => J (x :: xs) (R :: S :: h)) = J xs (S :: h) * w S R.
  Proof.
    intros ne off HR. destruct (Req_EM_T (J xs (S :: h)) 0) as [Z|Z].
    - rewrite Z, sum_null; [ring|]. intro x. change (J xs (S :: h) * next xs (S :: h) x R = 0). rewrite Z. ring.
    - destruct (place xs S h Z) as (y & r & -> & Hy). rewrite <- (plan_law V S y R Hy HR), <- sum_scale. apply sum_ext.
      intros x _.
      change (J (y :: r) (S :: h) * next (y :: r) (S :: h) x R = J (y :: r) (S :: h) * plan S y x R). unfold next.
        now rewrite off.
  Qed.
  (* w is a law wherever the set is not empty. *)
  Lemma w_total S y : mem S y = true -> sum qs (w S) = 1.
  Proof.
    intro Hy. rewrite <- (P_total _ _ _ R0 y).
    transitivity (sum qs (fun R => sum src (fun x => plan S y x R))); [apply sum_ext; intros; symmetry; now apply V|].
    rewrite sum_swap. apply sum_ext. intros x _. now apply V.
  Qed.
  Lemma w_nonneg S y R : mem S y = true -> In R qs -> 0 <= w S R.
  Proof. intros Hy HR. rewrite <- (plan_law V S y R Hy HR). apply sum_nonneg. intros. now apply V. Qed.

  (* The law of Q_t given the queries h before; it is the same whatever happened to the requests,
    as far as they are past
     or t is an ON time. *)
  Definition step (h : list Qry) q := if F (length h) then all q else match h with [] =>
    sum src (fun x => init x q) | s :: _ => w s q end.
  Definition past (t : nat) (E : list X -> bool) := forall x y xs, length xs = t -> E (x :: xs) = E (y :: xs).
  Theorem set_step E q h : In h (words qs (length h)) -> In q qs -> F (length h) = true \/ past (length h) E ->
    prob src J E (q :: h) = step h q * before src qs J E h.
  Proof.
    intros Hh Hq A. unfold step. destruct (F (length h)) eqn:on.
    - rewrite (before_step src P mu qs J set_causal E h Hh). unfold prob. simpl length. rewrite sum_words, <- sum_scale.
      apply sum_ext. intros xs Hx. apply words_length in Hx. rewrite <- Rmult_assoc, <- sum_scale. apply sum_ext.
        intros x _.
      destruct (E (x :: xs)); [|ring]. simpl. unfold next.
      destruct xs as [|y xs], h as [|S h]; try discriminate; simpl arrive; simpl length in *; rewrite ?Hx, on; ring.
    - destruct A as [A|A]; [congruence|]. destruct (source src P mu R0) as [a0 _].
      rewrite (before_past src P mu qs R0 J set_causal E (fun xs => E (a0 :: xs)) h Hh) by auto.
      unfold prob. change (length (q :: h)) with (Datatypes.S (length h)).
      rewrite sum_words, <- sum_scale. apply sum_ext. intros xs Hx. apply words_length in Hx.
      transitivity (if E (a0 :: xs) then sum src (fun x => J (x :: xs) (q :: h)) else 0).
      + destruct (E (a0 :: xs)) eqn:Q.
        * apply sum_ext. intros x _. now rewrite (A x a0), Q.
        * apply sum_null. intro x. now rewrite (A x a0), Q.
      + destruct (E (a0 :: xs)); [|ring]. destruct h as [|S h].
        * destruct xs; [|discriminate]. simpl in on. simpl. unfold next. rewrite on. rewrite Rmult_1_r. apply sum_ext.
          intros. ring.
        * rewrite next_query; auto; [ring| |now rewrite Hx]. intros ->. discriminate.
  Qed.
  Lemma past_anything t : past t anything.
  Proof. now intros x y xs _. Qed.
  (* The queries are a Markov chain. *)
  Theorem query_chain q h : In h (words qs (length h)) -> In q qs ->
    prob src J anything (q :: h) = prob src J anything h * step h q.
  Proof.
    intros Hh Hq. rewrite set_step, (before_anything src P mu qs R0 J set_causal) by auto using past_anything. ring.
  Qed.
  (* Privacy, for every event about the past (at ON times: and the present). *)
  Theorem set_independent E q h : In h (words qs (length h)) -> In q qs -> F (length h) = true \/ past (length h) E ->
    prob src J E (q :: h) * before src qs J anything h = before src qs J E h * prob src J anything (q :: h).
  Proof. intros Hh Hq A. rewrite (set_step E) by auto. rewrite (set_step anything) by auto using past_anything. ring.
    Qed.
  Theorem set_private : private eqX src qs J F.
  Proof.
    intros t E h q A Hh Hq. assert (Lh := words_length _ _ _ Hh). apply set_independent; [now rewrite Lh|auto|].
    destruct (F (length h)) eqn:Q; auto. right. intros x y xs Hx. apply A; auto. simpl. rewrite Hx, Q. simpl.
    clear. induction xs as [|z xs IH]; auto. simpl. rewrite IH. unfold is. destruct (eqX z z); [|congruence].
    now rewrite orb_true_r.
  Qed.
  Theorem set_hidden : F O = true -> hidden eqX src mu qs J.
  Proof. intro on. now apply (private_hidden eqX src P mu qs R0 J set_causal F on), set_private. Qed.

  (* The law of Q_t, its steps, and the cost. *)
  Definition query_law t q := sum (words qs t) (fun h => prob src J anything (q :: h)).
  Theorem query_law_0 q : In q qs -> query_law 0 q = if F 0%nat then all q else sum src (fun x => init x q).
  Proof.
    intro Hq. unfold query_law. cbn [sum words]. rewrite query_chain by (simpl; auto). unfold prob, step. simpl. ring.
  Qed.
  Theorem query_law_S t q : In q qs -> query_law (S t) q = if F (S t) then all q else sum qs (fun S =>
    query_law t S * w S q).
  Proof.
    intro Hq. unfold query_law. rewrite sum_words.
    transitivity (sum (words qs t) (fun h => sum qs (fun S =>
      prob src J anything (S :: h) * (if F (Datatypes.S t) then all q else w S q)))).
    - apply sum_ext. intros h Hh. apply sum_ext. intros S HS. assert (Lh := words_length _ _ _ Hh).
      rewrite query_chain; [|simpl length; rewrite Lh; now apply words_cons|auto]. unfold step. simpl length.
        now rewrite Lh.
    - destruct (F (Datatypes.S t)).
      + transitivity (1 * all q); [|ring]. rewrite <- (total src P mu qs R0 J set_causal (Datatypes.S t)), sum_words,
        <- sum_scale_r.
        apply sum_ext. intros h _. now rewrite sum_scale_r.
      + rewrite sum_swap. apply sum_ext. intros S _. now rewrite sum_scale_r.
  Qed.
  Theorem set_cost t : cost src qs J mem t = sum qs (fun q => count src (mem q) * query_law t q).
  Proof. unfold cost, price. rewrite sum_swap. apply sum_ext. intros q _. now rewrite sum_scale. Qed.
  Lemma query_law_total t : sum qs (query_law t) = 1.
  Proof.
    unfold query_law. rewrite sum_swap, <- (total src P mu qs R0 J set_causal (Datatypes.S t)), sum_words. reflexivity.
  Qed.
  (* If |S| - 1 is multiplied by r in each step, so is the excess of the cost.
    Window.since F t tells how long ago privacy was ON. *)
  Theorem set_decay (r : R) t : (forall S, In S qs -> sum qs (fun R => w S R * (count src (mem R) - 1))
    = r * (count src (mem S) - 1)) ->
    (forall x q, init x q <> 0 -> count src (mem q) = 1) ->
    cost src qs J mem t = match Window.since F t with Some k => 1 + (INR (length src) - 1) * r ^ k | None => 1 end.
  Proof.
    intros E I. assert (A : sum qs (fun q => all q * (count src (mem q) - 1)) = INR (length src) - 1).
    { rewrite <- (Rmult_1_l (_ - 1)), <- (all_total V), <- sum_scale_r. apply sum_ext. intros q _.
      destruct (Req_EM_T (all q) 0) as [->|Z]; [ring|]. do 2 f_equal. unfold count.
      rewrite (sum_ext src _ (fun _ => 1)), sum_const; [ring|]. intros x _. now rewrite (all_in V q x Z). }
    set (excess := sum qs (fun q => query_law t q * (count src (mem q) - 1))).
    assert (G : excess = match Window.since F t with Some k => (INR (length src) - 1) * r ^ k | None => 0 end).
    { unfold excess. clear excess. induction t as [|t IH].
      - simpl Window.since. rewrite (sum_ext qs _ (fun q => (if F 0%nat then all q else sum src (fun x => init x q)) *
        (count src (mem q) - 1))).
        2: { intros q Hq. now rewrite query_law_0. }
        destruct (F 0%nat); [rewrite A; simpl; ring|]. rewrite sum_null; auto. intro q. rewrite <- sum_scale_r.
          apply sum_null. intro x.
        destruct (Req_EM_T (init x q) 0) as [->|Z]; [ring|]. rewrite (I x q Z). ring.
      - cbn [Window.since]. destruct (F (S t)) eqn:Ft.
        + rewrite (sum_ext qs _ (fun q => all q * (count src (mem q) - 1))), A; [simpl; ring|]. intros q Hq.
          now rewrite query_law_S, Ft.
        + transitivity (sum qs (fun q => sum qs (fun S => query_law t S * (w S q * (count src (mem q) - 1))))).
          * apply sum_ext. intros q Hq. rewrite query_law_S, Ft, <- sum_scale_r by auto. apply sum_ext. intros. ring.
          * rewrite sum_swap. transitivity (r * sum qs (fun q => query_law t q * (count src (mem q) - 1))).
            -- rewrite <- sum_scale. apply sum_ext. intros S HS. rewrite sum_scale, E by auto. ring.
            -- rewrite IH. destruct (Window.since F t); simpl; ring. }
    transitivity (sum qs (query_law t) + excess).
    - unfold excess. rewrite set_cost, <- sum_add. apply sum_ext. intros. ring.
    - rewrite query_law_total, G. destruct (Window.since F t); ring.
  Qed.
  (* The same as an inequality. *)
  Theorem set_bound (r : R) t k : 0 <= r ->
    (forall S, In S qs -> sum qs (fun R => w S R * (count src (mem R) - 1)) <= r * (count src (mem S) - 1)) ->
    Window.since F t = Some k -> cost src qs J mem t <= 1 + (INR (length src) - 1) * r ^ k.
  Proof.
    intros Hr E Hk. assert (A : sum qs (fun q => all q * (count src (mem q) - 1)) = INR (length src) - 1).
    { rewrite <- (Rmult_1_l (_ - 1)), <- (all_total V), <- sum_scale_r. apply sum_ext. intros q _.
      destruct (Req_EM_T (all q) 0) as [->|Z]; [ring|]. do 2 f_equal. unfold count.
      rewrite (sum_ext src _ (fun _ => 1)), sum_const; [ring|]. intros x _. now rewrite (all_in V q x Z). }
    assert (N : forall t q, 0 <= query_law t q).
    { intros. apply sum_nonneg. intros. apply (prob_nonneg src P mu qs J set_causal). }
    assert (G : sum qs (fun q => query_law t q * (count src (mem q) - 1)) <= (INR (length src) - 1) * r ^ k).
    { revert k Hk. induction t as [|t IH]; intros k Hk.
      - simpl in Hk. destruct (F 0%nat) eqn:F0; [|discriminate]. injection Hk as <-.
        rewrite (sum_ext qs _ (fun q => all q * (count src (mem q) - 1))), A; [simpl; lra|]. intros q Hq.
          now rewrite query_law_0, F0.
      - cbn [Window.since] in Hk. destruct (F (S t)) eqn:Ft.
        + injection Hk as <-. rewrite (sum_ext qs _ (fun q => all q * (count src (mem q) - 1))), A; [simpl; lra|].
          intros q Hq. now rewrite query_law_S, Ft.
        + destruct (Window.since F t) as [j|]; [|discriminate]. injection Hk as <-. specialize (IH j eq_refl).
          transitivity (sum qs (fun q => sum qs (fun S => query_law t S * (w S q * (count src (mem q) - 1))))).
          * apply Req_le, sum_ext. intros q Hq. rewrite query_law_S, Ft, <- sum_scale_r by auto. apply sum_ext. intros.
            ring.
          * rewrite sum_swap. transitivity (r * sum qs (fun q => query_law t q * (count src (mem q) - 1))).
            -- rewrite <- sum_scale. apply sum_le. intros S HS. rewrite sum_scale. specialize (E S HS).
              specialize (N t S). nra.
            -- simpl. nra. }
    transitivity (sum qs (query_law t) + sum qs (fun q => query_law t q * (count src (mem q) - 1))).
    - apply Req_le. rewrite set_cost, <- sum_add. apply sum_ext. intros. ring.
    - rewrite query_law_total. lra.
  Qed.
End SetSchemes.
Lemma since_step t : Window.since (step_mode 0) t = Some t.
Proof. induction t; auto. simpl. now rewrite IHt. Qed.

(* By Lemma A plans exist as soon as w S (sets within T) <= P(y,T) for all y in S and all T. *)
Section Belief.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variable src : list X.
  Variable P : X -> X -> R.
  Variable mu : X -> R.
  Hypothesis R0 : requests src P mu.
  Context {Qry : Type}.
  Variable eqQ : forall q r : Qry, {q = r} + {q <> r}.
  Variable qs : list Qry.
  Variable mem : Qry -> X -> bool.
  Variable full : Qry.
  Variable w : Qry -> Qry -> R.
  Hypothesis qs_once : NoDup qs.
  Hypothesis full_in : In full qs.
  Hypothesis full_all : forall x, mem full x = true.
  Hypothesis w_pos : forall S R, In S qs -> In R qs -> 0 <= w S R.
  Hypothesis w_sum : forall S, In S qs -> sum qs (w S) = 1.
  Hypothesis w_bel : forall S y T, In S qs -> mem S y = true -> bel src mem (w S) qs T <= mass src (P y) T.
  Definition everything q := if eqQ q full then 1 else 0.
  (* rows of w outside the alphabet do not matter *)
  Definition rows S := if in_dec eqQ S qs then w S else everything.
  Lemma rows_in S : In S qs -> rows S = w S.
  Proof. intro H. unfold rows. now destruct (in_dec eqQ S qs). Qed.
  Lemma everything_total : sum qs everything = 1.
  Proof. apply (sum_pick eqQ qs full (fun _ => 1)); auto. Qed.
  Theorem belief_plan : exists plan, set_scheme src P mu qs mem everything (fun x q => mu x * everything q) plan rows.
  Proof.
    assert (En : forall q, 0 <= everything q) by (intro q; unfold everything; destruct (eqQ q full); lra).
    assert (Ei : forall q x, everything q <> 0 -> mem q x = true).
    { intros q x. unfold everything. destruct (eqQ q full) as [->|]; [auto|]. now intros []. }
    set (ok := fun S y (p : X -> Qry -> R) => mem S y = true -> (forall x q, 0 <= p x q) /\
      (forall x q, p x q <> 0 -> mem q x = true) /\
      (forall x, sum qs (p x) = P y x) /\ (forall q, In q qs -> sum src (fun x => p x q) = rows S q)).
    assert (Step : forall S, exists p : X -> X -> Qry -> R, forall y, In y src -> ok S y (p y)).
    { intro S. apply (choose_each src eqX (fun (_ : X) (_ : Qry) => 0) (ok S)). intros y _. unfold ok, rows.
      destruct (in_dec eqQ S qs) as [HS|_].
      - destruct (mem S y) eqn:Hy; [|exists (fun _ _ => 0); congruence].
        destruct (strassen eqX src (src_all _ _ _ R0) (src_once _ _ _ R0) eqQ mem (w S) qs (P y)) as (p & Hp); auto;
          [|now exists p].
        now rewrite (P_total _ _ _ R0), w_sum.
      - exists (fun x q => P y x * everything q). intros _. split; [|split; [|split]].
        + intros x q. apply Rmult_le_pos; auto. apply R0.
        + intros x q N. apply Ei. intro Z. apply N. rewrite Z. ring.
        + intro x. rewrite sum_scale, everything_total. ring.
        + intros q _. rewrite sum_scale_r, (P_total _ _ _ R0). ring. }
    destruct (choose_each qs eqQ (fun (y x : X) q => P y x * everything q) (fun S p => forall y, In y src ->
      ok S y (p y))) as (f & Hf); [auto|].
    exists (fun S => if in_dec eqQ S qs then f S else fun y x q => P y x * everything q).
    assert (Q : forall S y, ok S y ((if in_dec eqQ S qs then f S else fun y x q => P y x * everything q) y)).
    { intros S y. assert (A := src_all _ _ _ R0 y). destruct (in_dec eqQ S qs) as [HS|HS]; [now apply Hf|].
      unfold ok, rows. destruct (in_dec eqQ S qs); [contradiction|]. intros _. split; [|split; [|split]].
      + intros x q. apply Rmult_le_pos; auto. apply R0.
      + intros x q N. apply Ei. intro Z. apply N. rewrite Z. ring.
      + intro x. rewrite sum_scale, everything_total. ring.
      + intros q _. rewrite sum_scale_r, (P_total _ _ _ R0). ring. }
    split; auto using everything_total.
    - intros x q. apply Rmult_le_pos; auto. apply R0.
    - intros x q N. apply Ei. intro Z. apply N. rewrite Z. ring.
    - intro x. rewrite sum_scale, everything_total. ring.
    - intros S y x R Hy. now apply Q.
    - intros S y x R Hy. now apply Q.
    - intros S y x Hy. now apply Q.
    - intros S y R Hy HR. now apply Q.
  Qed.
End Belief.
