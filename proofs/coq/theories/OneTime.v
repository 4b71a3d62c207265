(* The optimum at one time t, for every number of sources.

   Assumes: a chain and a law mu > 0 of X_0.
   Proves: every private scheme gives a law w on sets with w(sets within T) <= min_a P^t(a,T) for all T and mean size
   E|Q_t| (belief_bound); every such w is reached by a scheme that downloads everything at all other times
   (belief_scheme). *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Sources SetSchemes Strassen.
Import ListNotations.
Open Scope R_scope.

Section OneTime.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variable src : list X.
  Variable P : X -> X -> R.
  Variable mu : X -> R.
  Hypothesis R0 : requests src P mu.
  Notation K := (K eqX src P).
  Notation first := (first eqX).

  Section Plan.
    Context {Qry : Type}.
    Variable qs : list Qry.
    Variable mem : Qry -> X -> bool.
    Variable all : Qry -> R.                             (* downloads everything *)
    Variable t : nat.
    Variable plan : X -> X -> Qry -> R.                  (* plan a x q = Pr(X_t = x, Q_t = q | X_0 = a) *)
    Variable w : Qry -> R.
    Record one_plan : Prop := {
      o_all_nonneg : forall q, 0 <= all q;
      o_all_total : sum qs all = 1;
      o_all_in : forall q x, all q <> 0 -> mem q x = true;
      o_nonneg : forall a x q, 0 <= plan a x q;
      o_in : forall a x q, plan a x q <> 0 -> mem q x = true;
      o_chain : forall a x, sum qs (plan a x) = K t a x;
      o_law : forall a q, In q qs -> sum src (fun x => plan a x q) = w q }.
    Hypothesis V : one_plan.
    Fixpoint origin x (xs : list X) := match xs with [] => x | y :: r => origin y r end.
    Lemma first_origin a x xs : first a (x :: xs) = is eqX (origin x xs) a.
    Proof. revert x; induction xs as [|y xs IH]; intro x; auto. rewrite first_past by congruence. apply IH. Qed.
    Definition by_plan a x q := if Req_EM_T (K t a x) 0 then all q else plan a x q / K t a x.
    Definition choice x xs q := if Nat.eqb (length xs) t then by_plan (origin x xs) x q else all q.
    Fixpoint once (xs : list X) (h : list Qry) : R := match xs, h with
      | [], [] => 1
      | x :: xs', q :: h' => once xs' h' * (arrive P mu xs' x * choice x xs' q)
      | _, _ => 0 end.
    Notation J := once.
    Lemma choice_nonneg x xs q : 0 <= choice x xs q.
    Proof.
      unfold choice, by_plan. destruct (Nat.eqb _ _); [|apply V]. destruct (Req_EM_T _ _) as [|Z]; [apply V|].
      apply Rmult_le_pos; [apply V|]. left. apply Rinv_0_lt_compat.
      assert (A := K_nonneg eqX src P mu R0 t (origin x xs) x). lra.
    Qed.
    Lemma choice_total x xs : sum qs (choice x xs) = 1.
    Proof.
      unfold choice, by_plan. destruct (Nat.eqb _ _); [|apply V]. destruct (Req_EM_T _ _) as [|Z]; [apply V|].
      unfold Rdiv. rewrite sum_scale_r, (o_chain V). now apply Rinv_r.
    Qed.
    Lemma choice_in x xs q : choice x xs q <> 0 -> mem q x = true.
    Proof.
      unfold choice, by_plan. destruct (Nat.eqb _ _); [|apply V]. destruct (Req_EM_T _ _) as [|Z]; [apply V|].
      intro N. apply (o_in V (origin x xs) x q). intro E. apply N. rewrite E. unfold Rdiv. ring.
    Qed.
    Theorem once_causal : causal P mu qs J.
    Proof.
      split; auto.
      - induction xs as [|x xs IH]; intros [|q h]; simpl; try lra. apply Rmult_le_pos; auto.
        apply Rmult_le_pos; [apply (arrive_nonneg src P mu R0)|apply choice_nonneg].
      - intros x xs h _. simpl. rewrite !sum_scale, choice_total. ring.
    Qed.
    Theorem once_decodable : decodable J mem.
    Proof. intros x xs q h N. simpl in N. apply (choice_in x xs q). intro Z. apply N. rewrite Z. ring. Qed.

    (* Pr(Q_t..Q_0 = h) *)
    Fixpoint sent h := match h with [] => 1 | q :: h' => sent h' * (if Nat.eqb (length h') t then w q else all q) end.
    Lemma reach a x h : (length h <= t)%nat ->
      sum (words src (length h)) (fun xs => if first a (x :: xs) then J xs h * arrive P mu xs x else 0)
        = mu a * K (length h) a x * sent h.
    Proof.
      revert x; induction h as [|q h IH]; intros x Hl.
      - simpl. unfold is. destruct (eqX x a) as [->|D]; [destruct (eqX a a)|destruct (eqX a x)]; try congruence; ring.
      - simpl length in *. rewrite sum_words. simpl sent. destruct (Nat.eqb_spec (length h) t) as [|_]; [lia|].
        transitivity (sum (words src (length h)) (fun xs => sum src (fun y =>
          (if first a (y :: xs) then J xs h * arrive P mu xs y else 0) * (all q * P y x)))).
        + apply sum_ext. intros xs Hx. apply words_length in Hx. apply sum_ext. intros y _.
          rewrite first_past by congruence.
          destruct (first a (y :: xs)); [|ring]. simpl. unfold choice. destruct (Nat.eqb_spec (length xs) t); [lia|].
            ring.
        + rewrite sum_swap. cbn [Sources.K].
          transitivity (mu a * sent h * all q * sum src (fun z => K (length h) a z * P z x)); [|ring].
          rewrite <- sum_scale. apply sum_ext. intros y _. rewrite sum_scale_r, IH by lia. ring.
    Qed.
    Lemma split_first a q h : prob src J (first a) (q :: h) =
      sum (words src (length h)) (fun xs => sum src (fun x =>
        (if first a (x :: xs) then J xs h * arrive P mu xs x else 0) * choice x xs q)).
    Proof.
      unfold prob. simpl length. rewrite sum_words. apply sum_ext. intros xs _. apply sum_ext. intros x _.
      destruct (first a (x :: xs)); simpl; ring.
    Qed.
    Lemma before_sent a h : In h (words qs (length h)) -> before src qs J (first a) h = mu a * sent h.
    Proof.
      induction h as [|q h IH]; intro Hh.
      - rewrite (before_none eqX src P mu qs R0 J once_causal). simpl. ring.
      - rewrite (before_first eqX src P mu qs R0 J once_causal) by (auto; congruence).
        apply words_cons in Hh as [Hq Hh]. specialize (IH Hh).
        rewrite split_first. simpl sent. destruct (Nat.eqb_spec (length h) t) as [E|D].
        + transitivity (sum src (fun x => mu a * K (length h) a x * sent h * by_plan a x q)).
          * rewrite sum_swap. apply sum_ext. intros x _. rewrite <- reach by lia. rewrite <- sum_scale_r. apply sum_ext.
            intros xs Hx.
            apply words_length in Hx. unfold choice. rewrite Hx, E, Nat.eqb_refl.
              destruct (first a (x :: xs)) eqn:Fx; [|ring].
            rewrite first_origin in Fx. apply is_true in Fx. now rewrite Fx.
          * rewrite <- (o_law V a q Hq), <- Rmult_assoc, <- sum_scale. apply sum_ext. intros x _. rewrite E.
            unfold by_plan.
            destruct (Req_EM_T (K t a x) 0) as [Z|Z]; [|field; auto].
            assert (Zp : plan a x q = 0).
            { apply (sum_zero_each qs (plan a x)); auto; [intros; apply V|]. now rewrite (o_chain V). }
            rewrite Z, Zp. ring.
        + transitivity (before src qs J (first a) h * all q); [|rewrite IH; ring].
          rewrite (before_step src P mu qs J once_causal _ h Hh), <- sum_scale_r. apply sum_ext. intros xs Hx.
            apply words_length in Hx.
          rewrite <- sum_scale, <- sum_scale_r. apply sum_ext. intros x _. unfold choice. rewrite Hx.
          destruct (Nat.eqb_spec (length h) t); [contradiction|]. destruct (first a (x :: xs)); ring.
    Qed.
    Lemma prob_sent h : In h (words qs (length h)) -> h <> [] -> prob src J anything h = sent h.
    Proof.
      intros Hh ne. rewrite <- (prob_first eqX src P mu R0 J anything h ne).
      transitivity (sum src (fun a => mu a * sent h)); [|rewrite sum_scale_r, (mu_total _ _ _ R0); ring].
      apply sum_ext. intros a _. rewrite <- (before_sent a h Hh),
        (before_first eqX src P mu qs R0 J once_causal) by auto.
      apply prob_ext. intros xs _. unfold anything. apply andb_true_r.
    Qed.
    Theorem once_hidden : hidden eqX src mu qs J.
    Proof.
      intros n h a Hh. assert (Lh := words_length _ _ _ Hh). assert (Hh' : In h (words qs (length h))) by now rewrite
        Lh.
      assert (ne : h <> []) by (intros ->; discriminate).
      rewrite prob_sent, <- (before_first eqX src P mu qs R0 J once_causal) by auto. now apply before_sent.
    Qed.
    Lemma w_one : sum qs w = 1.
    Proof.
      destruct (source src P mu R0) as [a _]. rewrite <- (K_total eqX src P mu R0 t a).
      transitivity (sum qs (fun q => sum src (fun x => plan a x q))); [apply sum_ext; intros; symmetry; now apply V|].
      rewrite sum_swap. apply sum_ext. intros. apply V.
    Qed.
    Lemma sent_total n : sum (words qs n) sent = 1.
    Proof.
      induction n; [simpl; ring|]. rewrite sum_words, <- IHn. apply sum_ext. intros h Hh. simpl. rewrite sum_scale.
      transitivity (sent h * 1); [|ring]. f_equal. destruct (Nat.eqb _ _); [exact w_one|apply V].
    Qed.
    Theorem once_cost : cost src qs J mem t = sum qs (fun q => count src (mem q) * w q).
    Proof.
      unfold cost, price. rewrite sum_swap. apply sum_ext. intros q Hq.
      transitivity (sum (words qs t) (fun h => sent h * (count src (mem q) * w q))).
      - apply sum_ext. intros h Hh. assert (Lh := words_length _ _ _ Hh).
        rewrite prob_sent; [|simpl length; rewrite Lh; now apply words_cons|congruence]. simpl.
        rewrite Lh, Nat.eqb_refl. ring.
      - rewrite sum_scale_r, sent_total. ring.
    Qed.
    (* at other times everything is downloaded *)
    Theorem once_cost_other n : n <> t -> cost src qs J mem n = INR (length src).
    Proof.
      intro D. unfold cost, price. rewrite sum_swap.
      transitivity (sum qs (fun q => all q * INR (length src))); [|rewrite sum_scale_r, (o_all_total V); ring].
        apply sum_ext. intros q Hq.
      transitivity (sum (words qs n) (fun h => sent h * (count src (mem q) * all q))).
      - apply sum_ext. intros h Hh. assert (Lh := words_length _ _ _ Hh).
        rewrite prob_sent; [|simpl length; rewrite Lh; now apply words_cons|congruence]. simpl. rewrite Lh.
        destruct (Nat.eqb_spec n t); [contradiction|ring].
      - rewrite sum_scale_r, sent_total. destruct (Req_EM_T (all q) 0) as [->|Z]; [ring|].
        rewrite Rmult_1_l, Rmult_comm. f_equal.
        unfold count. rewrite (sum_ext src _ (fun _ => 1)), sum_const; [ring|]. intros x _.
          now rewrite (o_all_in V q x Z).
    Qed.
  End Plan.

  (* Every scheme gives such a law w, of the same cost. *)
  Theorem belief_bound {Qry} (qs : list Qry) J sets t : (forall x, 0 < mu x) -> causal P mu qs J -> decodable J sets ->
    hidden eqX src mu qs J -> exists w, (forall q, In q qs -> 0 <= w q) /\ sum qs w = 1 /\
      (forall a T, bel src sets w qs T <= mass src (K t a) T) /\
        cost src qs J sets t = sum qs (fun q => count src (sets q) * w q).
  Proof.
    intros Pm C D H. set (w := fun q => sum (words qs t) (fun h => prob src J anything (q :: h))). exists w.
    assert (N : forall q, In q qs -> 0 <= w q).
    { intros q _. apply sum_nonneg. intros. apply (prob_nonneg src P mu qs J C). }
    split; auto. split; [|split].
    - unfold w. rewrite sum_swap, <- (total src P mu qs R0 J C (S t)), sum_words. reflexivity.
    - intros a T.
      apply (strassen_only src (src_all _ _ _ R0) sets w qs (K t a)
        (fun x q => / mu a * sum (words qs t) (fun h => prob src J (now eqX x (first a)) (q :: h)))).
      + intros x q Hq. now apply (f_nonneg eqX src P mu qs J C Pm t a q x).
      + intros x q Hq Nz.
        assert (Ns : sum (words qs t) (fun h => prob src J (now eqX x (first a)) (q :: h)) <> 0) by (intro E; apply Nz;
          rewrite E; ring).
        apply sum_nonzero in Ns as (h & Hh & Nh). apply (occurs eqX src) in Nh as (xs & _ & Nx). now apply D in Nx.
      + intro x. now apply (f_chain eqX src P mu qs R0 J C Pm t a x).
      + intros q Hq. now apply (f_private eqX src P mu qs R0 J Pm H t a q).
    - unfold cost, price. rewrite sum_swap. apply sum_ext. intros q _. unfold w. now rewrite sum_scale.
  Qed.
  (* The same for any price that covers, so for coded answers: the sets are those of the requests that can meet a query.
    *)
  Theorem belief_cover {Qry} (qs : list Qry) J load t : (forall x, 0 < mu x) -> causal P mu qs J -> covers J load ->
    hidden eqX src mu qs J -> exists w sets, (forall q, In q qs -> 0 <= w q) /\ sum qs w = 1 /\
      (forall a T, bel src sets w qs T <= mass src (K t a) T) /\
        sum qs (fun q => count src (sets q) * w q) <= price src qs J load t.
  Proof.
    intros Pm C Cv H. set (w := fun q => sum (words qs t) (fun h => prob src J anything (q :: h))).
    set (f := fun a q x => / mu a * sum (words qs t) (fun h => prob src J (now eqX x (first a)) (q :: h))).
    set (sets := fun q x => if Req_EM_T (sum src (fun a => f a q x)) 0 then false else true). exists w, sets.
    assert (N : forall q, In q qs -> 0 <= w q).
    { intros q _. apply sum_nonneg. intros. apply (prob_nonneg src P mu qs J C). }
    assert (Nf : forall a q x, In q qs -> 0 <= f a q x) by (intros a q x Hq;
      now apply (f_nonneg eqX src P mu qs J C Pm t a q x)).
    split; auto. split; [|split].
    - unfold w. rewrite sum_swap, <- (total src P mu qs R0 J C (S t)), sum_words. reflexivity.
    - intros a T. apply (strassen_only src (src_all _ _ _ R0) sets w qs (K t a) (fun x q => f a q x)).
      + intros x q Hq. now apply Nf.
      + intros x q Hq Nz. unfold sets. destruct (Req_EM_T _ _) as [Z|]; auto. exfalso. apply Nz.
        apply (sum_zero_each src (fun a => f a q x)); auto. apply R0.
      + intro x. now apply (f_chain eqX src P mu qs R0 J C Pm t a x).
      + intros q Hq. now apply (f_private eqX src P mu qs R0 J Pm H t a q).
    - rewrite (price_u src qs J load t). apply sum_le. intros q Hq. apply Rmult_le_compat_r; [now apply N|].
      unfold count. rewrite <- sum_filter, sum_const, Rmult_1_r.
      apply (f_load eqX src mu qs J load Cv t q); auto; [apply NoDup_filter, R0|].
      intros x Hx. apply filter_In in Hx as [_ Hx]. unfold sets in Hx. destruct (Req_EM_T _ _) as [|Z]; [discriminate|].
      apply sum_nonzero in Z as (a & _ & Z). exists a. exact Z.
  Qed.
  (* Multipliers y_T >= 0, as a list of (T, y_T, row a(T)): if y0 - sum of y_T over T above S is at most
    |S| for every set S that is not
     empty, whatever the chain, then no scheme has less than y0 - sum_T y_T P^t(a(T),T). Theorem B is two cases of this.
     *)
  Theorem dual_bound {Qry} (qs : list Qry) J load t y0 (ys : list ((X -> bool) * R * X)) :
    (forall x, 0 < mu x) -> causal P mu qs J -> covers J load -> hidden eqX src mu qs J ->
    (forall T y a, In (T, y, a) ys -> 0 <= y) ->
    (forall S x, S x = true -> y0 - sum ys (fun i => let '(T, y, a) :=
      i in if within src S T then y else 0) <= count src S) ->
    y0 - sum ys (fun i => let '(T, y, a) := i in y * mass src (K t a) T) <= price src qs J load t.
  Proof.
    intros Pm C Cv H Yp D. destruct (belief_cover qs J load t Pm C Cv H) as (w & sets & Wp & W1 & Wb & Wc).
    eapply Rle_trans; [|exact Wc].
    transitivity (sum qs (fun q => w q * (y0 - sum ys (fun i => let '(T, y, a) :=
      i in if within src (sets q) T then y else 0)))).
    - transitivity (y0 - sum ys (fun i => let '(T, y, a) := i in y * bel src sets w qs T)).
      + assert (G : sum ys (fun i => let '(T, y, a) := i in y * bel src sets w qs T) <= sum ys (fun i =>
        let '(T, y, a) := i in y * mass src (K t a) T)); [|lra].
        apply sum_le. intros [[T y] a] Hi. apply Rmult_le_compat_l; [eapply Yp; eauto|apply Wb].
      + apply Req_le. transitivity (sum qs (fun q => y0 * w q + - 1 * sum ys (fun i => let '(T, y, a) :=
        i in y * (if within src (sets q) T then w q else 0)))).
        * rewrite sum_add, !sum_scale, W1, sum_swap.
          replace (sum ys (fun i => sum qs (fun q => let '(T, y, a) :=
            i in y * (if within src (sets q) T then w q else 0))))
            with (sum ys (fun i => let '(T, y, a) := i in y * bel src sets w qs T)); [ring|].
          apply sum_ext. intros [[T y] a] _. unfold bel. now rewrite sum_scale.
        * apply sum_ext. intros q _.
          assert (Es : sum ys (fun i => let '(T, y, a) := i in y * (if within src (sets q) T then w q else 0))
            = w q * sum ys (fun i => let '(T, y, a) := i in if within src (sets q) T then y else 0)).
          { rewrite <- sum_scale. apply sum_ext. intros [[T y] a] _. destruct (within src (sets q) T); ring. }
          rewrite Es. ring.
    - apply sum_le. intros q Hq. assert (Wq := Wp q Hq). destruct (Req_EM_T (w q) 0) as [Z|Z]; [rewrite Z; lra|].
      assert (E : exists x, sets q x = true).
      { destruct (existsb (sets q) src) eqn:Q; [apply existsb_exists in Q as (x & _ & Q); eauto|]. exfalso. apply Z.
        destruct (source src P mu R0) as [a _]. assert (B := Wb a (fun _ => false)). unfold mass in B.
          rewrite sum_zero in B.
        assert (In0 : within src (sets q) (fun _ => false) = true).
        { apply within_iff; [apply R0|]. intros x Hx.
          assert (Q' : existsb (sets q) src = true) by (apply existsb_exists; exists x; split; auto; apply R0).
            congruence. }
        assert (M0 := sum_member qs (fun q => if within src (sets q) (fun _ => false) then w q else 0) q). simpl in M0.
          rewrite In0 in M0.
        unfold bel in B. assert (w q <= 0); [|lra]. eapply Rle_trans; [apply M0|exact B]; auto. intros r Hr.
        destruct (within src (sets r) (fun _ => false)); [now apply Wp|lra]. }
      destruct E as (x & Hx). specialize (D (sets q) x Hx). nra.
  Qed.
  (* Every such law is that of a scheme. *)
  Theorem belief_scheme_full {Qry} (eqQ : forall q r : Qry, {q = r} + {q <> r}) (qs : list Qry) mem full (w : Qry ->
    R) t :
    NoDup qs -> In full qs -> (forall x, mem full x = true) ->
    (forall q, In q qs -> 0 <= w q) -> sum qs w = 1 -> (forall a T, bel src mem w qs T <= mass src (K t a) T) ->
    exists J, causal P mu qs J /\ decodable J mem /\ hidden eqX src mu qs J /\ private eqX src qs J (step_mode 0) /\
      cost src qs J mem t = sum qs (fun q => count src (mem q) * w q) /\ forall n, n <> t ->
        cost src qs J mem n = INR (length src).
  Proof.
    intros Nq Fq Fm Wp W1 B.
    destruct (choose_each src eqX (fun (_ : X) (_ : Qry) => 0) (fun a p => (forall x q, 0 <= p x q) /\
      (forall x q, p x q <> 0 -> mem q x = true) /\
      (forall x, sum qs (p x) = K t a x) /\ (forall q, In q qs -> sum src (fun x => p x q) = w q))) as (plan & Hp).
    { intros a _. apply (strassen eqX src (src_all _ _ _ R0) (src_once _ _ _ R0) eqQ mem w qs (K t a)); auto.
      now rewrite (K_total eqX src P mu R0). }
    assert (A := src_all _ _ _ R0). set (all := fun q => if eqQ q full then 1 else 0).
    assert (V : one_plan qs mem all t plan w).
    { split; unfold all.
      - intro q. destruct (eqQ q full); lra.
      - apply (sum_pick eqQ qs full (fun _ => 1)); auto.
      - intros q x. destruct (eqQ q full) as [->|]; [auto|]. now intros [].
      - intros a. apply (Hp a (A a)).
      - intros a. apply (Hp a (A a)).
      - intros a. apply (Hp a (A a)).
      - intros a. apply (Hp a (A a)). }
    exists (once all t plan). assert (C := once_causal qs mem all t plan w V).
      assert (H := once_hidden qs mem all t plan w V).
    split; [exact C|]. split; [apply (once_decodable qs mem all t plan w V)|]. split; [exact H|].
    split; [now apply (hidden_private eqX src P mu qs R0)|]. split; [apply (once_cost qs mem all t plan w V)|].
    apply (once_cost_other qs mem all t plan w V).
  Qed.
  Theorem belief_scheme {Qry} (eqQ : forall q r : Qry, {q = r} + {q <> r}) (qs : list Qry) mem full (w : Qry -> R) t :
    NoDup qs -> In full qs -> (forall x, mem full x = true) ->
    (forall q, In q qs -> 0 <= w q) -> sum qs w = 1 -> (forall a T, bel src mem w qs T <= mass src (K t a) T) ->
    exists J, causal P mu qs J /\ decodable J mem /\ hidden eqX src mu qs J /\ private eqX src qs J (step_mode 0) /\
      cost src qs J mem t = sum qs (fun q => count src (mem q) * w q).
  Proof.
    intros Nq Fq Fm Wp W1 B. destruct (belief_scheme_full eqQ qs mem full w t Nq Fq Fm Wp W1 B) as
      (J & C & D & H & Pr & E & _). now exists J.
  Qed.
End OneTime.
