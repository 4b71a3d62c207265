(* WHAT EMITTED FILES REST ON: the rules of the checker, as lemmas, and the two inductions over all t.

   A file that `onoff-verify scheme FILE --coq OUT.v` writes states a scheme and proves what its certificate proves,
   step by step, by what stands here.
   Assumes: nothing.
   Proves:
     - the sign of a product, of a sum, of a multiple and of a quotient. Signs: p is > 0, n >= 0, z = 0, d <> 0;
     - what one step of a table is, where some of its parts are zero;
     - from relations at each node (what stands for t, Q_t) that hold at the start and are kept: the scheme is private
       (nodes_private), its queries are a Markov chain (nodes_markov). A node that is not reached, or with probability
       0 only, needs none;
     - from states that are closed under the moves: it is decodable and normalised (states_decodable,
       states_normalised), and each row that is used has a property (states_rows); X_t is a function of X_0 and Q_t
       (states_determined), or a given one at certain times (states_placed). *)
From Coq Require Import Reals Lra List Bool Arith ZArith.
From OnOff Require Import Sums Process Invariant.
Import ListNotations.
Open Scope R_scope.

(* PRODUCTS. *)
Lemma mul_pp a b : 0 < a -> 0 < b -> 0 < a * b. Proof. apply Rmult_lt_0_compat. Qed.
Lemma mul_nn a b : 0 <= a -> 0 <= b -> 0 <= a * b. Proof. apply Rmult_le_pos. Qed.
Lemma mul_pn a b : 0 < a -> 0 <= b -> 0 <= a * b. Proof. intros. apply Rmult_le_pos; lra. Qed.
Lemma mul_np a b : 0 <= a -> 0 < b -> 0 <= a * b. Proof. intros. apply Rmult_le_pos; lra. Qed.
Lemma mul_dd a b : a <> 0 -> b <> 0 -> a * b <> 0. Proof. apply Rmult_integral_contrapositive_currified. Qed.
Lemma mul_pd a b : 0 < a -> b <> 0 -> a * b <> 0. Proof. intros. apply mul_dd; lra. Qed.
Lemma mul_dp a b : a <> 0 -> 0 < b -> a * b <> 0. Proof. intros. apply mul_dd; lra. Qed.
Lemma mul_zz a b : a = 0 -> b = 0 -> a * b = 0. Proof. intros -> _. ring. Qed.
Lemma mul_zp a b : a = 0 -> 0 < b -> a * b = 0. Proof. intros -> _. ring. Qed.
Lemma mul_zn a b : a = 0 -> 0 <= b -> a * b = 0. Proof. intros -> _. ring. Qed.
Lemma mul_zd a b : a = 0 -> b <> 0 -> a * b = 0. Proof. intros -> _. ring. Qed.
Lemma mul_pz a b : 0 < a -> b = 0 -> a * b = 0. Proof. intros _ ->. ring. Qed.
Lemma mul_nz a b : 0 <= a -> b = 0 -> a * b = 0. Proof. intros _ ->. ring. Qed.
Lemma mul_dz a b : a <> 0 -> b = 0 -> a * b = 0. Proof. intros _ ->. ring. Qed.
(* SUMS. *)
Lemma add_pp a b : 0 < a -> 0 < b -> 0 < a + b. Proof. lra. Qed.
Lemma add_pn a b : 0 < a -> 0 <= b -> 0 < a + b. Proof. lra. Qed.
Lemma add_np a b : 0 <= a -> 0 < b -> 0 < a + b. Proof. lra. Qed.
Lemma add_nn a b : 0 <= a -> 0 <= b -> 0 <= a + b. Proof. lra. Qed.
Lemma add_zz a b : a = 0 -> b = 0 -> a + b = 0. Proof. lra. Qed.
Lemma add_zp a b : a = 0 -> 0 < b -> 0 < a + b. Proof. lra. Qed.
Lemma add_zn a b : a = 0 -> 0 <= b -> 0 <= a + b. Proof. lra. Qed.
Lemma add_zd a b : a = 0 -> b <> 0 -> a + b <> 0. Proof. intros ->. now rewrite Rplus_0_l. Qed.
Lemma add_pz a b : 0 < a -> b = 0 -> 0 < a + b. Proof. lra. Qed.
Lemma add_nz a b : 0 <= a -> b = 0 -> 0 <= a + b. Proof. lra. Qed.
Lemma add_dz a b : a <> 0 -> b = 0 -> a + b <> 0. Proof. intros H ->. now rewrite Rplus_0_r. Qed.
(* MULTIPLES: of an equation by anything. *)
Lemma any_z c a : a = 0 -> c * a = 0. Proof. intros ->. ring. Qed.
(* THE SAME, OTHERWISE WRITTEN; and with a factor. *)
Lemma by_p a b : 0 < a -> b = a -> 0 < b. Proof. now intros ? ->. Qed.
Lemma by_n a b : 0 <= a -> b = a -> 0 <= b. Proof. now intros ? ->. Qed.
Lemma by_z a b : a = 0 -> b = a -> b = 0. Proof. now intros ? ->. Qed.
Lemma by_d a b : a <> 0 -> b = a -> b <> 0. Proof. now intros ? ->. Qed.
Lemma over_pp a d b : 0 < a -> 0 < d -> b * d = a -> 0 < b.
Proof. intros A D E. apply (Rmult_lt_reg_r d); lra. Qed.
Lemma over_np a d b : 0 <= a -> 0 < d -> b * d = a -> 0 <= b.
Proof. intros A D E. apply (Rmult_le_reg_r d); lra. Qed.
Lemma over_zd a d b : a = 0 -> d <> 0 -> b * d = a -> b = 0.
Proof. intros A D E. rewrite A in E. destruct (Rmult_integral _ _ E); [auto|contradiction]. Qed.
Lemma over_zp a d b : a = 0 -> 0 < d -> b * d = a -> b = 0.
Proof. intros A D. apply over_zd; lra. Qed.
Lemma over_d a d b : a <> 0 -> b * d = a -> b <> 0.
Proof. intros A E Z. apply A. rewrite <- E, Z. ring. Qed.
(* WEAKER SIGNS. *)
Lemma p_n a : 0 < a -> 0 <= a. Proof. lra. Qed.
Lemma p_d a : 0 < a -> a <> 0. Proof. lra. Qed.
Lemma z_n a : a = 0 -> 0 <= a. Proof. lra. Qed.
Lemma both_z a : 0 <= a -> 0 <= - a -> a = 0. Proof. lra. Qed.
Lemma not_d a : 0 <= a -> 0 <= - a -> a <> 0 -> False. Proof. intros ? ? N. apply N. lra. Qed.
Lemma even a : a <> 0 -> 0 < a ^ 2.
Proof. intro. simpl. rewrite Rmult_1_r. now apply Rsqr_pos_lt. Qed.
(* HYPOTHESES: l < r and the like, as a sign of the difference, or of a multiple of it. *)
Lemma less l r w p : l < r -> 0 < w -> p = (r - l) * w -> 0 < p.
Proof. intros. apply (by_p ((r - l) * w)); [apply mul_pp; lra|auto]. Qed.
Lemma at_most l r w p : l <= r -> 0 < w -> p = (r - l) * w -> 0 <= p.
Proof. intros. apply (by_n ((r - l) * w)); [apply mul_nn; lra|auto]. Qed.
Lemma more l r w p : l > r -> 0 < w -> p = (l - r) * w -> 0 < p.
Proof. intros. apply (by_p ((l - r) * w)); [apply mul_pp; lra|auto]. Qed.
Lemma at_least l r w p : l >= r -> 0 < w -> p = (l - r) * w -> 0 <= p.
Proof. intros. apply (by_n ((l - r) * w)); [apply mul_nn; lra|auto]. Qed.
Lemma equals l r w p : l = r -> w <> 0 -> p = (l - r) * w -> p = 0.
Proof. intros -> _ ->. ring. Qed.
Lemma differs l r w p : l <> r -> w <> 0 -> p = (l - r) * w -> p <> 0.
Proof. intros N W ->. apply mul_dd; [|auto]. intro. apply N. lra. Qed.
(* RELATIONS: from the sign of the difference, cleared of its divisors. *)
Lemma show_lt l r n d : 0 < n -> 0 < d -> r - l = n / d -> l < r.
Proof. intros N D E. assert (0 < n / d) by now apply Rdiv_lt_0_compat. lra. Qed.
Lemma show_le l r n d : 0 <= n -> 0 < d -> r - l = n / d -> l <= r.
Proof. intros N D E. assert (0 <= n / d) by (apply Rmult_le_pos; [auto|left; now apply Rinv_0_lt_compat]). lra. Qed.
Lemma show_gt l r n d : 0 < n -> 0 < d -> l - r = n / d -> l > r.
Proof. intros N D E. apply (show_lt r l n d); auto. Qed.
Lemma show_ge l r n d : 0 <= n -> 0 < d -> l - r = n / d -> l >= r.
Proof. intros N D E. apply Rle_ge. apply (show_le r l n d); auto. Qed.
Lemma show_eq l r n d : n = 0 -> d <> 0 -> l - r = n / d -> l = r.
Proof. intros -> _ E. unfold Rdiv in E. lra. Qed.
Lemma show_ne l r n d : n <> 0 -> d <> 0 -> l - r = n / d -> l <> r.
Proof. intros N D E Z. apply (mul_dd n (/ d)); [auto|now apply Rinv_neq_0_compat|]. unfold Rdiv in E. lra. Qed.
(* The same without divisors. *)
Lemma plain_lt l r n : 0 < n -> r - l = n -> l < r. Proof. lra. Qed.
Lemma plain_le l r n : 0 <= n -> r - l = n -> l <= r. Proof. lra. Qed.
Lemma plain_gt l r n : 0 < n -> l - r = n -> l > r. Proof. lra. Qed.
Lemma plain_ge l r n : 0 <= n -> l - r = n -> l >= r. Proof. lra. Qed.
Lemma plain_eq l r n : n = 0 -> l - r = n -> l = r. Proof. lra. Qed.
Lemma plain_ne l r n : n <> 0 -> l - r = n -> l <> r. Proof. intros N E Z. apply N. lra. Qed.
(* NUMBERS. *)
Lemma number_p k : 0 < IZR (Zpos k). Proof. now apply IZR_lt. Qed.
Lemma number_n k : 0 <= IZR (Zpos k). Proof. now apply IZR_le. Qed.
Lemma number_d k : IZR (Zpos k) <> 0. Proof. now apply not_0_IZR. Qed.
(* IDENTITIES: an equation of polynomials or of quotients whose divisors are known not to be zero. Where these are
   numbers both sides are sums of monomials, which lra compares faster than field. *)
Ltac over := field; repeat match goal with |- _ /\ _ => split end;
  first [assumption | lra | match goal with N : ?p <> 0 |- ?q <> 0 => intro; apply N; lra end].
Ltac identity := first [lra | over].

(* ONE STEP of a table: a sum over x of v * (chain * row), in which each part is zero or has its value. *)
Lemma no_table {v s} : v = 0 -> v * s = 0. Proof. intros ->. ring. Qed.
Lemma no_chain {v c e} : c = 0 -> v * (c * e) = 0. Proof. intros ->. ring. Qed.
Lemma no_row {v c e} : e = 0 -> v * (c * e) = 0. Proof. intros ->. ring. Qed.
Lemma part {v c e v' c' e'} : v = v' -> c = c' -> e = e' -> v * (c * e) = v' * (c' * e').
Proof. now intros -> -> ->. Qed.
Lemma skip {a s r} : a = 0 -> s = r -> a + s = r. Proof. intros -> ->. ring. Qed.
Lemma final {a b s} : a = b -> s = 0 -> a + s = b. Proof. intros -> ->. ring. Qed.
Lemma link {a b s r} : a = b -> s = r -> a + s = b + r. Proof. now intros -> ->. Qed.

(* INVARIANTS. *)
Section Nodes.
  Context {Src Qry Ph : Type}.
  Variable S : process Src Qry Ph.
  Variable same : forall x y : Src, {x = y} + {x <> y}.
  Hypothesis once : forall x, In x (sources S) /\ sum (sources S) (fun y => if same x y then 1 else 0) = 1.
  Variable relations : Ph -> Qry -> (Src -> Src -> R) -> Prop.
  Definition null (v : Src -> Src -> R) := forall a x, v a x = 0.
  Definition kept p q v := relations p q v \/ null v.
  Hypothesis start : relations (zero S) (first S) (initial same).
  Hypothesis step : forall p q' q v, relations p q' v -> kept (next S p) q (push S p q' q v).
  Lemma null_push p q' q v : null v -> null (push S p q' q v).
  Proof. intros N a y. unfold push. apply sum_null. intro x. rewrite (N a x). ring. Qed.
  Lemma null_mass v a : null v -> mass S v a = 0.
  Proof. intro N. unfold mass. apply sum_null. apply N. Qed.
  Lemma keep p q' q v : kept p q' v -> kept (next S p) q (push S p q' q v).
  Proof. intros [H|N]; [now apply step|right; now apply null_push]. Qed.
  Theorem nodes_private b : (forall p q v, relations p q v -> forall a, mass S v b = mass S v a) -> private S.
  Proof.
    intro H. apply (invariant_private S same once kept); [now left|exact keep|]. intros p q v [K|N] a a' _ _.
    - now rewrite <- (H p q v K a), (H p q v K a').
    - now rewrite !null_mass.
  Qed.
  Theorem nodes_markov prior P : (forall p q' q v, relations p q' v ->
    sum (sources S) (fun a => prior a * mass S (push S p q' q v) a)
      = sum (sources S) (fun a => prior a * mass S v a) * P p q' q) -> markov S prior P.
  Proof.
    intro H. apply (invariant_markov S same once kept); [now left|exact keep|]. intros p q' q v [K|N]; [now apply H|].
    rewrite !sum_null; [ring| |]; intro a; rewrite null_mass; try ring; auto using null_push.
  Qed.
End Nodes.

(* STATES. *)
Section Closed.
  Context {Src Qry Ph : Type}.
  Variable S : process Src Qry Ph.
  Variable times : list Ph.
  Hypothesis all_times : forall p, In p times.
  Hypothesis all_sources : forall x, In x (sources S).
  Hypothesis all_queries : forall q, In q (queries S).
  Variable can : Ph -> Src -> Src -> Qry -> bool.                    (* the states (X_0, X_t, Q_t) that can occur *)
  Variable moves : Src -> Src -> bool.                               (* the steps of the chain that can *)
  Variable row_used : Ph -> Src -> Src -> Src -> Qry -> bool.        (* the rows (t, X_0, X_{t-1}, X_t, Q_{t-1}) that
    are used *)
  Variable sends : Ph -> Src -> Src -> Src -> Qry -> Qry -> bool.    (* the queries that such a row can send *)
  Hypothesis can_start : forall a, can (zero S) a a (first S) = true.
  Hypothesis never_moves : forall x y, moves x y = false -> chain S x y = 0.
  Hypothesis never_sends : forall p a x y q' q, row_used p a x y q' = true -> sends p a x y q' q = false ->
    law S p a x y q' q = 0.
  Definition closed := forallb (fun p => forallb (fun a => forallb (fun x => forallb (fun q' =>
    if can p a x q' then forallb (fun y => if moves x y then row_used (next S p) a x y q' && forallb (fun q =>
      if sends (next S p) a x y q' q then can (next S p) a y q else true) (queries S) else true) (sources S) else true)
    (queries S)) (sources S)) (sources S)) times.
  Hypothesis is_closed : closed = true.
  Lemma follows p a x q' y : can p a x q' = true -> chain S x y <> 0 -> row_used (next S p) a x y q' = true /\
    forall q, law S (next S p) a x y q' q <> 0 -> can (next S p) a y q = true.
  Proof.
    intros C N. assert (H := is_closed). unfold closed in H.
    rewrite forallb_forall in H. specialize (H p (all_times p)).
    rewrite forallb_forall in H. specialize (H a (all_sources a)).
    rewrite forallb_forall in H. specialize (H x (all_sources x)).
    rewrite forallb_forall in H. specialize (H q' (all_queries q')). rewrite C, forallb_forall in H.
    specialize (H y (all_sources y)). destruct (moves x y) eqn:M; [|contradict N; auto].
    apply andb_true_iff in H. destruct H as [U H]. split; [exact U|]. intros q L. rewrite forallb_forall in H.
    specialize (H q (all_queries q)). destruct (sends (next S p) a x y q' q) eqn:E; [exact H|contradict L; auto].
  Qed.
  Lemma follow p a x q' y q : can p a x q' = true -> chain S x y * law S (next S p) a x y q' q <> 0 ->
    can (next S p) a y q = true.
  Proof.
    intros C N. apply (follows p a x q' y); auto; intro Z; apply N; rewrite Z; ring.
  Qed.
  Theorem states_decodable : forallb (fun p => forallb (fun a => forallb (fun x => forallb (fun q =>
      if can p a x q then downloads S q x else true) (queries S)) (sources S)) (sources S)) times = true -> decodable S.
  Proof.
    intro H. apply (can_decodable S can can_start follow). intros p a x q C.
    rewrite forallb_forall in H. specialize (H _ (all_times (next S p))).
    rewrite forallb_forall in H. specialize (H a (all_sources a)).
    rewrite forallb_forall in H. specialize (H x (all_sources x)).
    rewrite forallb_forall in H. specialize (H q (all_queries q)). now rewrite C in H.
  Qed.
  (* At the times t = r modulo m at which Q_t = q, X_t = f(X_0). *)
  Definition placed (m r : nat) (q : Qry) (f : Src -> Src) := forall a xs h, path S a xs h <> 0 ->
    Nat.modulo (length h) m = r -> hd (first S) h = q -> hd a xs = f a.
  (* X_t is a function of X_0 and Q_t, at every t. *)
  Definition determined := forall a xs xs' h h', path S a xs h <> 0 -> path S a xs' h' <> 0 ->
    length h = length h' -> hd (first S) h = hd (first S) h' -> hd a xs = hd a xs'.
  Lemma can_occur a xs h : path S a xs h <> 0 -> can (phase S (length h)) a (hd a xs) (hd (first S) h) = true.
  Proof. apply (occurs S can can_start follow). Qed.
  Theorem states_placed (residue : Ph -> nat) m r q f : m <> O -> residue (zero S) = O ->
    (forall p, residue (next S p) = Nat.modulo (Datatypes.S (residue p)) m) ->
    (forall p a x, can p a x q = true -> residue p = r -> x = f a) -> placed m r q f.
  Proof.
    intros M Z N H a xs h P E Q. apply (H (phase S (length h))); [rewrite <- Q; now apply can_occur|].
    rewrite <- E. clear - M Z N. induction (length h) as [|n IH]; simpl phase; [now rewrite Nat.mod_0_l|].
    rewrite N, IH, <- (Nat.add_1_r (Nat.modulo n m)), Nat.add_mod_idemp_l, Nat.add_1_r by exact M. reflexivity.
  Qed.
  Theorem states_determined : (forall p a x y q, can p a x q = true -> can p a y q = true -> x = y) -> determined.
  Proof.
    intros H a xs xs' h h' P P' L Q. apply (H (phase S (length h)) a _ _ (hd (first S) h)); [now apply can_occur|].
    rewrite L, Q. now apply can_occur.
  Qed.
  Theorem states_rows (good : Ph -> Src -> Src -> Src -> Qry -> Prop) :
    (forall p a x y q', row_used p a x y q' = true -> good p a x y q') ->
    forall a xs h y, path S a xs h <> 0 -> chain S (hd a xs) y <> 0 ->
      good (phase S (Datatypes.S (length h))) a (hd a xs) y (hd (first S) h).
  Proof.
    intros H a xs h y N C. apply H. simpl.
    apply (follows _ a (hd a xs)); auto. now apply (occurs S can can_start follow).
  Qed.
  Theorem states_normalised : (forall x, is_law (sources S) (chain S x)) ->
    (forall p a x y q', row_used p a x y q' = true -> is_law (queries S) (law S p a x y q')) -> normalised S.
  Proof.
    intros HM H. split; [exact HM|].
    exact (states_rows (fun p a x y q' => is_law (queries S) (law S p a x y q')) H).
  Qed.
End Closed.

(* REFUTATIONS. *)
Lemma not_law {T} (l : list T) f x : In x l -> f x < 0 -> ~ is_law l f.
Proof. intros I N [H _]. specialize (H x I). lra. Qed.
Lemma not_one {T} (l : list T) f s : sum l f = s -> s <> 1 -> ~ is_law l f.
Proof. intros E N [_ H]. apply N. congruence. Qed.
