(* The scheme of the paper, Table III, on a window and for every mode; the parity is counted from the last ON time.

   Assumes: a law of requests, 0 <= alpha, beta <= 1; every law of the first request. For alpha + beta = 1, where
   Table III has no case, Q_t = X_t.
   Proves: it is causal, decodable, private (scheme_private); Proposition 1; the queries form a Markov chain with
   matrix P (lemma1); Pr(Q_t = AB) = |1-alpha-beta|^(t-F^-(t)) (ab_probability); its cost. *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Window OneShot WindowConverse.
Import ListNotations.
Open Scope R_scope.

Inductive qry : Set := qA | qB | qAB.
Definition qrys := [qA; qB; qAB].
Lemma qrys_all q : In q qrys.
Proof. destruct q; simpl; auto. Qed.
Lemma sum_qrys f : sum qrys f = f qA + f qB + f qAB.
Proof. simpl. ring. Qed.

(* The server sends W_A, W_B or both. *)
Definition plain_answer (t : nat) q (a b : list bool) := match q with qA => a | qB => b | qAB => a ++ b end.
Definition plain (n : nat) : server qry.
Proof.
  refine {| L := n; len := fun t q => match q with qAB => (n + n)%nat | _ => n end; answer := plain_answer |}.
  intros t [| |] a b Ha Hb; simpl; auto. rewrite app_length. lia.
Defined.
Definition downloads q x := match q, x with qAB, _ | qA, A | qB, B => true | _, _ => false end.
Lemma downloads_decodes n t q x : downloads q x = true -> decodes (plain n) t q x.
Proof.
  destruct q, x; try discriminate; intros _.
  - exists (fun y => y). auto.
  - exists (fun y => y). auto.
  - exists (firstn n). simpl. intros a b <- _. rewrite firstn_app, Nat.sub_diag, firstn_all. simpl. apply app_nil_r.
  - exists (skipn n). simpl. intros a b <- _. rewrite skipn_app, Nat.sub_diag, skipn_all. reflexivity.
Qed.

Section Scheme.
  Variables alpha beta : R.
  Definition point (a b ab : R) q := match q with qA => a | qB => b | qAB => ab end.
  Definition request x := match x with A => point 1 0 0 | B => point 0 1 0 end.
  Definition single x := match x with A => qA | B => qB end.

  (* Table III. *)
  Definition table_a x0 x := match x0, x with
    | A, A => point (beta / (1 - alpha)) 0 ((1 - alpha - beta) / (1 - alpha))
    | A, B => point 0 1 0
    | B, A => point 1 0 0
    | B, B => point 0 (alpha / (1 - beta)) ((1 - alpha - beta) / (1 - beta)) end.
  Definition table_b x0 x := match x0, x with
    | A, A => point ((1 - alpha) / beta) 0 ((alpha + beta - 1) / beta)
    | A, B => point 0 1 0
    | B, A => point 1 0 0
    | B, B => point 0 ((1 - beta) / alpha) ((alpha + beta - 1) / alpha) end.
  Definition table_c x0 x := match x0, x with
    | A, A => point 1 0 0
    | A, B => point 0 ((1 - beta) / alpha) ((alpha + beta - 1) / alpha)
    | B, A => point ((1 - alpha) / beta) 0 ((alpha + beta - 1) / beta)
    | B, B => point 0 1 0 end.
  Definition table k := match total_order_T (alpha + beta) 1 with
    | inleft (left _) => table_a                                        (* alpha + beta < 1 *)
    | inleft (right _) => fun _ x => request x                          (* = 1: independent requests, Q_t = X_t *)
    | inright _ => if Nat.even k then table_b else table_c end.         (* > 1 *)
  (* phi k x0 x q' q = Pr(Q_t = q | X_s = x0, X_t = x, Q_{t-1} = q') where s is the last ON time and k = t - s >= 1 *)
  Definition phi k x0 x q' := match q' with qAB => table k x0 x | _ => request x end.

  (* The whole scheme. *)
  Fixpoint last_private (F : mode) (xs : list src) : option src := match xs with
    | [] => None | x :: r => if F (length r) then Some x else last_private F r end.
  Definition choose (k : option nat) (x0 : option src) x q' := match k, x0 with
    | Some O, _ => point 0 0 1
    | Some k, Some x0 => phi k x0 x q'
    | _, _ => request x end.
  Definition scheme F (xs : list src) (h : list qry) : qry -> R := match xs with
    | [] => point 0 0 1
    | x :: r => choose (since F (length r)) (last_private F xs) x (hd qAB h) end.

  (* Where the user stands (the paper's g), and the matrix P of Lemma 1. *)
  Definition g k x0 q := match q with qA => A | qB => B
    | qAB => if Rlt_dec 1 (alpha + beta) then if Nat.even k then x0 else other x0 else x0 end.
  Definition P q' := match q' with
    | qA => point (1 - alpha) alpha 0
    | qB => point beta (1 - beta) 0
    | qAB => if Rlt_dec 1 (alpha + beta) then point (1 - alpha) (1 - beta) (alpha + beta - 1)
                                         else point beta alpha (1 - alpha - beta) end.

  Variable mu : src -> R.
  Hypothesis requests : law_of_requests alpha beta mu.
  Notation M := (M alpha beta).
  Lemma Ha : 0 <= alpha <= 1. Proof. apply requests. Qed.
  Lemma Hb : 0 <= beta <= 1. Proof. apply requests. Qed.
  Lemma quotient_nonneg a b : 0 <= a -> 0 < b -> 0 <= a / b.
  Proof. intros. apply Rmult_le_pos; auto. left. now apply Rinv_0_lt_compat. Qed.
  Ltac cases := destruct Ha, Hb; unfold phi, table, g, P; destruct (total_order_T (alpha + beta) 1) as [[?|?]|?];
    destruct (Rlt_dec 1 (alpha + beta)) as [?|?]; try (exfalso; lra).
  Lemma phi_total k x0 x q' : sum qrys (phi k x0 x q') = 1.
  Proof. cases; destruct x0, x, q'; try destruct (Nat.even k); simpl; field; lra. Qed.
  Lemma phi_nonneg k x0 x q' q : 0 <= phi k x0 x q' q.
  Proof. cases; destruct x0, x, q', q; try destruct (Nat.even k); simpl; try lra; apply quotient_nonneg; lra. Qed.
  Lemma phi_downloads k x0 x q' q : phi k x0 x q' q <> 0 -> downloads q x = true.
  Proof. cases; destruct x0, x, q', q; try destruct (Nat.even k); simpl; intro N; auto; now contradict N. Qed.
  Lemma even_S k : Nat.even (S k) = negb (Nat.even k).
  Proof. rewrite Nat.even_succ. now rewrite <- Nat.negb_even. Qed.
  (* Proposition 1, one step. *)
  Lemma phi_leads k x0 q' q y : M (g k x0 q') y * phi (S k) x0 y q' q <> 0 -> y = g (S k) x0 q.
  Proof.
    cases; rewrite ?even_S; destruct x0, y, q', q; try destruct (Nat.even k); simpl; intro N; auto; exfalso; apply N;
      try ring.
    all: try (replace (1 - alpha) with beta by lra); try (replace (1 - beta) with alpha by lra); ring.
  Qed.
  (* Equations (21) to (23): the law of the next query does not depend on x0. *)
  Lemma phi_next k x0 q' q : sum srcs (fun y => M (g k x0 q') y * phi (S k) x0 y q' q) = P q' q.
  Proof.
    cases; rewrite ?even_S; destruct x0, q', q; try destruct (Nat.even k); simpl; try (field; lra); lra.
  Qed.
  Lemma P_total q' : sum qrys (P q') = 1.
  Proof. unfold P. destruct q', (Rlt_dec 1 (alpha + beta)); simpl; ring. Qed.
  Lemma P_AB : P qAB qAB = Rabs (1 - alpha - beta).
  Proof. unfold P, Rabs. destruct (Rlt_dec 1 (alpha + beta)), (Rcase_abs (1 - alpha - beta)); simpl; lra. Qed.

  Variable F : mode.
  Definition queries := of_kernel alpha beta mu (scheme F).
  Notation J := queries.

  Lemma last_since xs : xs <> [] -> since F (length xs - 1) <> None <-> last_private F xs <> None.
  Proof.
    induction xs as [|x xs IH]; [congruence|]. intros _. simpl. rewrite Nat.sub_0_r.
    destruct xs as [|y xs]; [simpl; destruct (F 0%nat); split; congruence|].
    specialize (IH ltac:(congruence)). simpl length in *. simpl in IH. rewrite Nat.sub_0_r in IH. simpl since.
    destruct (F (S (length xs))); [split; congruence|]. simpl last_private in *.
    rewrite <- IH. destruct (since F (length xs)); simpl; split; congruence.
  Qed.
  Lemma scheme_nonneg xs h q : 0 <= scheme F xs h q.
  Proof.
    destruct xs as [|x xs]; simpl; [destruct q; simpl; lra|]. unfold choose.
    destruct (since F (length xs)) as [[|k]|], (if F (length xs) then Some x else last_private F xs);
      try apply phi_nonneg; destruct q, x; simpl; lra.
  Qed.
  Lemma scheme_total x xs h : sum qrys (scheme F (x :: xs) h) = 1.
  Proof.
    simpl scheme. unfold choose.
    destruct (since F (length xs)) as [[|k]|], (if F (length xs) then Some x else last_private F xs);
      try apply phi_total; destruct x; simpl; ring.
  Qed.
  Theorem scheme_causal : causal alpha beta mu (always qrys) J.
  Proof. apply of_kernel_causal; auto using scheme_nonneg. intros. apply scheme_total. Qed.
  Theorem scheme_decodable n : decodable J (plain n).
  Proof.
    intros x xs q h N. apply downloads_decodes.
    assert (Z : scheme F (x :: xs) h q <> 0) by (intro E; apply N; simpl in *; rewrite E; ring). clear N.
    simpl in Z. unfold choose in Z.
    destruct (since F (length xs)) as [[|k]|], (if F (length xs) then Some x else last_private F xs);
      try (now apply phi_downloads in Z);
      destruct q, x; simpl in *; auto; now contradict Z.
  Qed.

  (* Proposition 1: X_t is a function of the last private request and Q_t; before any ON time Q_t = X_t. *)
  Definition stands xs q := match since F (length xs - 1), last_private F xs with
    | Some k, Some x0 => hd A xs = g k x0 q
    | _, _ => q = single (hd A xs) end.
  Theorem proposition1 xs : forall q h, J xs (q :: h) <> 0 -> stands xs q.
  Proof.
    induction xs as [|x xs IH]; intros q h N; [now contradict N|].
    unfold stands. simpl length. rewrite Nat.sub_succ, Nat.sub_0_r. simpl last_private. simpl hd. unfold queries in *.
      simpl in N.
    destruct (since F (length xs)) as [[|k]|] eqn:E.
    - (* ON *) assert (on : F (length xs) = true).
      { destruct (length xs) as [|r]; simpl in E. { destruct (F 0%nat); congruence. }
        destruct (F (S r)); auto. destruct (since F r); discriminate. }
      rewrite on in *. simpl in N. destruct q; simpl in N; try (exfalso; apply N; ring).
      unfold g. simpl. now destruct (Rlt_dec 1 (alpha + beta)).
    - (* OFF, k+1 after the last ON time *)
      assert (off : F (length xs) = false). { destruct (length xs); simpl in E; destruct (F _); congruence. }
      rewrite off in *. destruct xs as [|y xs]; [simpl in E, off; rewrite off in E; discriminate|].
      destruct h as [|q' h]; [exfalso; apply N; simpl; ring|].
      assert (N' : J (y :: xs) (q' :: h) <> 0). { intro Z. apply N. unfold queries in Z. rewrite Z. ring. }
      specialize (IH q' h N'). unfold stands in IH. simpl length in *. rewrite Nat.sub_succ, Nat.sub_0_r in IH.
      simpl in E. rewrite off in E. destruct (since F (length xs)) as [k'|] eqn:E'; [|discriminate]. injection E as ->.
      destruct (last_private F (y :: xs)) as [x0|] eqn:Lp.
      + simpl hd in *. simpl choose in N. simpl arrive in N. rewrite IH in N. apply (phi_leads k x0 q' q x).
        intro Z. apply N. rewrite Rmult_assoc, Z. ring.
      + exfalso. revert Lp. apply (proj1 (last_since (y :: xs) ltac:(congruence))). simpl length.
        rewrite Nat.sub_succ, Nat.sub_0_r. congruence.
    - (* no ON time yet *) unfold choose in N. destruct q, x; simpl in *; auto; exfalso; apply N; ring.
  Qed.
  (* Given all requests and queries up to t, the law of Q_{t+1} depends on Q_t alone, as long as privacy is OFF. *)
  Theorem next_query xs q' h q : F (length xs) = false -> xs <> [] ->
    sum srcs (fun x => J (x :: xs) (q :: q' :: h)) = J xs (q' :: h) * P q' q.
  Proof.
    intros off ne. destruct (Req_dec (J xs (q' :: h)) 0) as [Z|Z].
    { unfold queries in *. simpl. rewrite Z. ring. }
    assert (St := proposition1 xs q' h Z). unfold stands in St. destruct xs as [|y xs]; [congruence|].
    unfold queries in *. simpl length in *. rewrite Nat.sub_succ, Nat.sub_0_r in St. simpl hd in *.
    transitivity (of_kernel alpha beta mu (scheme F) (y :: xs) (q' :: h)
      * sum srcs (fun x => M y x * choose (since F (S (length xs))) (last_private F (y :: xs)) x q' q)).
    { rewrite <- sum_scale. apply sum_ext. intros x _. set (w := of_kernel _ _ _ _ (y :: xs) (q' :: h)).
      change (of_kernel alpha beta mu (scheme F) (x :: y :: xs) (q :: q' :: h))
        with (w * M y x * choose (since F (S (length xs))) (if F (S (length xs)) then Some x else last_private F
          (y :: xs)) x q' q).
      rewrite off. ring. }
    f_equal. simpl since. rewrite off. destruct (since F (length xs)) as [k|] eqn:E.
    - destruct (last_private F (y :: xs)) as [x0|] eqn:Lp.
      + simpl choose. rewrite St. apply phi_next.
      + exfalso. revert Lp. apply (proj1 (last_since (y :: xs) ltac:(congruence))). simpl length.
        rewrite Nat.sub_succ, Nat.sub_0_r. congruence.
    - simpl. subst q'. destruct y, q; simpl; ring.
  Qed.

  Lemma about_off E t x y xs : about F E -> F t = false -> length xs = t -> E (x :: xs) = E (y :: xs).
  Proof.
    intros H off Hl. apply H; auto. simpl. rewrite Hl, off. simpl. clear.
    induction xs as [|z xs IH]; auto. simpl. rewrite IH. destruct z, (F (length xs)); reflexivity.
  Qed.
  (* The query sent while privacy is OFF, together with anything about the requests at ON times. *)
  Lemma off_step E q' h q : about F E -> F (S (length h)) = false ->
    prob J E (q :: q' :: h) = prob J (fun xs => E (A :: xs)) (q' :: h) * P q' q.
  Proof.
    intros H off. unfold Window.prob. simpl length. rewrite (sum_words (fun _ => srcs) (S (length h))), <- sum_scale_r.
    apply sum_ext. intros xs Hx. assert (Lx := words_length _ _ _ Hx).
    transitivity (if E (A :: xs) then sum srcs (fun x => J (x :: xs) (q :: q' :: h)) else 0).
    - cbn [sum srcs]. rewrite (about_off E (S (length h)) B A xs H off Lx). destruct (E (A :: xs)); ring.
    - destruct (E (A :: xs)); [|ring]. apply next_query; [now rewrite Lx|]. intros ->. discriminate.
  Qed.
  (* Lemma 1: the queries form a Markov chain with matrix P. *)
  Theorem lemma1 q' h q : F (S (length h)) = false -> prob J anything (q :: q' :: h)
    = prob J anything (q' :: h) * P q' q.
  Proof. apply off_step, about_anything. Qed.

  Lemma on_step E q h : F (length h) = true -> prob J E (q :: h) = point 0 0 1 q * before (always qrys) J E h.
  Proof.
    intro on. rewrite (before_step alpha beta mu (always qrys) J scheme_causal E h) by (apply words_all, qrys_all).
    unfold Window.prob. simpl length. rewrite sum_words, <- sum_scale. apply sum_ext. intros xs Hx.
    assert (Lx := words_length _ _ _ Hx). unfold queries. simpl. rewrite Lx.
    replace (since F (length h)) with (Some O) by (destruct (length h); simpl; now rewrite on).
    simpl. destruct q, (E (A :: xs)), (E (B :: xs)); simpl; ring.
  Qed.
  Theorem scheme_private : private (always qrys) J F.
  Proof.
    intros t E h q H Hh Hq. assert (Lh := words_length _ _ _ Hh). destruct (F t) eqn:Ft.
    - rewrite <- Lh in Ft. rewrite !on_step by auto. ring.
    - destruct h as [|q' h].
      + assert (X : forall q, prob J E [q] = (if E [A] then 1 else 0) * prob J anything [q]).
        { intro r. simpl in Lh. subst t. unfold Window.prob. simpl. unfold anything.
          rewrite (about_off E 0 B A [] H Ft eq_refl). destruct (E [A]); ring. }
        unfold Window.before. rewrite X. transitivity ((if E [A] then 1 else 0) * sum qrys (fun r =>
          prob J anything [r]) * prob J anything [q]).
        * ring.
        * f_equal. rewrite <- sum_scale. apply sum_ext. intros. now rewrite X.
      + simpl in Lh. rewrite <- Lh in Ft.
        assert (X : forall r, prob J E (r :: q' :: h) = prob J (fun xs => E (A :: xs)) (q' :: h) * P q' r) by (intro;
          now apply off_step).
        assert (Y : forall r, prob J anything (r :: q' :: h) = prob J anything (q' :: h) * P q' r) by (intro;
          now apply lemma1).
        unfold Window.before. rewrite X, Y.
        transitivity (prob J (fun xs => E (A :: xs)) (q' :: h) * P q' q *
          (prob J anything (q' :: h) * sum qrys (P q'))).
        * f_equal. rewrite <- sum_scale. apply sum_ext. intros. apply Y.
        * rewrite P_total. transitivity (prob J (fun xs => E (A :: xs)) (q' :: h) * sum qrys (P q') *
          (prob J anything (q' :: h) * P q' q)).
          { rewrite P_total. ring. }
          f_equal. rewrite <- sum_scale. apply sum_ext. intros. symmetry. apply X.
  Qed.

  (* Pr(Q_t = q), and the cost. *)
  Definition query_law t q := sum (words qrys t) (fun h => prob J anything (q :: h)).
  Lemma query_law_on t : F t = true -> query_law t qAB = 1.
  Proof.
    intro on. unfold query_law. rewrite <- (total alpha beta mu (always qrys) J requests scheme_causal t).
    apply sum_ext. intros h Hh. assert (Lh := words_length _ _ _ Hh). rewrite on_step by now rewrite Lh.
    rewrite (before_anything alpha beta mu (always qrys) J requests scheme_causal) by now rewrite Lh. simpl. ring.
  Qed.
  Lemma query_law_off t : F (S t) = false -> query_law (S t) qAB = query_law t qAB * Rabs (1 - alpha - beta).
  Proof.
    intro off. unfold query_law. rewrite sum_words, <- sum_scale_r. apply sum_ext. intros h Hh.
    assert (Lh := words_length _ _ _ Hh).
    transitivity (sum qrys (fun q' => prob J anything (q' :: h) * P q' qAB)).
    - apply sum_ext. intros q' _. apply lemma1. now rewrite Lh.
    - rewrite sum_qrys. rewrite P_AB. simpl. ring.
  Qed.
  Theorem ab_probability t : query_law t qAB = match since F t with Some k => Rabs (1 - alpha - beta) ^ k | None =>
    0 end.
  Proof.
    induction t as [|t IH].
    - simpl. destruct (F 0%nat) eqn:F0; [now rewrite query_law_on|].
      unfold query_law, Window.prob. simpl. unfold queries. simpl. rewrite F0. simpl. ring.
    - simpl since. destruct (F (S t)) eqn:Ft; [now rewrite query_law_on|]. rewrite query_law_off, IH by auto.
      destruct (since F t) as [k|]; simpl; ring.
  Qed.
  Theorem scheme_cost n t : cost (always qrys) J (plain n) t = INR n * (1 + query_law t qAB).
  Proof.
    assert (T := total alpha beta mu (always qrys) J requests scheme_causal (S t)). rewrite sum_words in T.
    rewrite Rmult_plus_distr_l, Rmult_1_r. rewrite <- (Rmult_1_r (INR n)) at 1. rewrite <- T.
    unfold cost, query_law. rewrite <- !sum_scale, <- sum_add. apply sum_ext. intros h _. rewrite !sum_qrys. simpl.
      rewrite plus_INR. ring.
  Qed.
End Scheme.

(* How long ago the last ON time was. *)
Lemma since_on F t k : since F t = Some k -> F (t - k)%nat = true /\ (k <= t)%nat.
Proof.
  revert k; induction t; intros k; simpl.
  - destruct (F 0%nat) eqn:E; [|discriminate]. intros [= <-]. auto.
  - destruct (F (S t)) eqn:E. { intros [= <-]. simpl. split; auto; lia. }
    destruct (since F t) as [j|]; [|discriminate]. intros [= <-]. destruct (IHt j eq_refl). split; auto. lia.
Qed.
Lemma since_step p t : since (step_mode p) t = Some (t - p)%nat.
Proof.
  induction t; [reflexivity|]. unfold step_mode in *. destruct p.
  - simpl. rewrite IHt. simpl. now rewrite Nat.sub_0_r.
  - simpl since. destruct (Nat.leb_spec t p).
    + replace (S t - S p)%nat with 0%nat by lia. reflexivity.
    + rewrite IHt. simpl. f_equal. lia.
Qed.
