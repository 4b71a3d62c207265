(* Requests, causal queries, answers, decodability, privacy and cost (Section II), on one window: time runs from 0,
   where the user sends the first query that is looked at.

   Assumes: nothing; these are definitions. A law of two-sided time (Model.v) is a family of such windows; a user who
   begins at a first time is one window (Beginning.v).
   Proves: a randomised choice of each query, and encoders with local randomness Q_t = phi_t(X_(t), S_(t)), give
   causal laws (of_kernel_causal, of_seeds_causal).

   A mode F says at which times privacy is ON; step_mode p is ON up to p, so that p is the paper's time 0. Words of
   requests and of queries are lists, the newest letter first: a list of length t+1 tells what happened at t, t-1,
   ..., 0. *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums.
Import ListNotations.
Open Scope R_scope.

Inductive src := A | B.
Definition srcs := [A; B].
Definition same (x y : src) := match x, y with A, A | B, B => true | _, _ => false end.
Definition other x := match x with A => B | B => A end.
Lemma same_true x y : same x y = true <-> x = y.
Proof. destruct x, y; simpl; split; congruence. Qed.
Lemma srcs_all x : In x srcs.
Proof. destruct x; simpl; auto. Qed.

(* The chain of requests. *)
Definition M (alpha beta : R) x y := match x, y with
  | A, A => 1 - alpha | A, B => alpha | B, A => beta | B, B => 1 - beta end.
(* K n x y = Pr(X_{s+n} = y | X_s = x) *)
Fixpoint K alpha beta n x y : R := match n with
  | O => if same x y then 1 else 0
  | S m => sum srcs (fun z => K alpha beta m x z * M alpha beta z y) end.

(* Messages of L bits; the server's answer to query q at time t has len t q bits. *)
Definition message x (a b : list bool) := match x with A => a | B => b end.
Record server (Qry : Type) := {
  L : nat;
  len : nat -> Qry -> nat;
  answer : nat -> Qry -> list bool -> list bool -> list bool;
  answers : forall t q a b, length a = L -> length b = L -> length (answer t q a b) = len t q }.
Arguments L {Qry}. Arguments len {Qry}. Arguments answer {Qry}. Arguments answers {Qry}.
(* Whoever knows t, q and x can read message x off the answer. *)
Definition decodes {Qry} (S : server Qry) t q x :=
  exists d, forall a b, length a = L S -> length b = L S -> d (answer S t q a b) = message x a b.

(* Modes. *)
Definition mode := nat -> bool.
Definition step_mode (p : nat) : mode := fun i => Nat.leb i p.
(* since F t = t - F^-(t), if there was an ON time up to t. *)
Fixpoint since (F : mode) t : option nat :=
  if F t then Some O else match t with O => None | S r => option_map S (since F r) end.

(* Two words of requests that agree at all ON times; an event about the ON times does not tell them apart. *)
Fixpoint agree (F : mode) (xs ys : list src) : bool := match xs, ys with
  | x :: xs', y :: ys' => (negb (F (length xs')) || same x y) && agree F xs' ys'
  | _, _ => true end.
Definition about F (E : list src -> bool) := forall xs ys, length xs = length ys -> agree F xs ys = true -> E xs = E ys.
Definition anything (xs : list src) := true.
Lemma about_anything F : about F anything.
Proof. now intros xs ys _ _. Qed.

Section Process.
  Variables alpha beta : R.
  Variable mu : src -> R.                                (* the law of X_0 *)
  Notation M := (M alpha beta).
  Definition law_of_requests := 0 <= alpha <= 1 /\ 0 <= beta <= 1 /\ (forall x, 0 <= mu x) /\ mu A + mu B = 1.
  (* Pr(X_t = x | X_{t-1}, ..., X_0 = xs) *)
  Definition arrive (xs : list src) x := match xs with [] => mu x | y :: _ => M y x end.
  (* Pr(X_t = x) *)
  Fixpoint pi t x : R := match t with O => mu x | S r => sum srcs (fun y => pi r y * M y x) end.

  Context {Qry : Type}.
  Variable qs : nat -> list Qry.                         (* the queries that can be sent at t; finitely many *)

  (* J xs h = Pr(X_t..X_0 = xs, Q_t..Q_0 = h). Causal: the query sent at t tells nothing about what comes after that
     the requests up to t do not tell, i.e. Pr(X_t..X_0 = x :: xs, Q_{t-1}..Q_0 = h) = Pr(xs, h) Pr(X_t = x | xs). *)
  Definition law := list src -> list Qry -> R.
  Record causal (J : law) : Prop := {
    begins : J [] [] = 1;
    nonneg : forall xs h, 0 <= J xs h;
    moves : forall x xs h, In h (histories qs (length xs)) ->
      sum (qs (length xs)) (fun q => J (x :: xs) (q :: h)) = J xs h * arrive xs x }.

  Variable J : law.
  (* Pr(X_t..X_0 in E, Q_t..Q_0 = h), and the same before Q_t is sent: Pr(X_t..X_0 in E, Q_{t-1}..Q_0 = h). *)
  Definition prob (E : list src -> bool) (h : list Qry) : R :=
    sum (words srcs (length h)) (fun xs => if E xs then J xs h else 0).
  Definition before (E : list src -> bool) (h : list Qry) : R := sum (qs (length h)) (fun q => prob E (q :: h)).

  (* I(X_{B_t}; Q_t | Q_{t-1}, ..., Q_0) = 0 at every t, as conditional independence: for every event E about the ON
     times up to t, Pr(E, q, h) Pr(h) = Pr(E, h) Pr(q, h). Information.v shows that this is the same. *)
  Definition private (F : mode) := forall t E h q, about F E -> In h (histories qs t) -> In q (qs t) ->
    prob E (q :: h) * before anything h = before E h * prob anything (q :: h).
  Definition decodable (S : server Qry) := forall x xs q h, J (x :: xs) (q :: h) <> 0 -> decodes S (length xs) q x.
  (* l_t = E len(Q_t) *)
  Definition cost (S : server Qry) t : R :=
    sum (histories qs t) (fun h => sum (qs t) (fun q => INR (len S t q) * prob anything (q :: h))).
End Process.

(* A tuple of rates (R_t) is achievable: some alphabets, some server, some causal law of the queries that is decodable
   and private has R_t <= L / l_t at every t. *)
Definition achievable alpha beta mu F (rate : nat -> R) := exists (Qry : Set) (qs : nat -> list Qry) (S : server Qry)
  J,
  (0 < L S)%nat /\ causal alpha beta mu qs J /\ decodable J S /\ private qs J F
  /\ forall t, rate t <= INR (L S) / cost qs J S t.

(* X_0 = A with probability delta. *)
Definition start (delta : R) x := match x with A => delta | B => 1 - delta end.
Lemma start_law alpha beta delta : 0 <= alpha <= 1 -> 0 <= beta <= 1 -> 0 <= delta <= 1 ->
  law_of_requests alpha beta (start delta).
Proof. intros. repeat split; try lra. destruct x; simpl; lra. simpl. lra. Qed.

(* Two ways to give a causal law. First, a randomised choice of each query. *)
Section Kernel.
  Variables alpha beta : R.
  Variable mu : src -> R.
  Context {Qry : Type}.
  Variable qs : nat -> list Qry.
  Variable psi : list src -> list Qry -> Qry -> R.       (* psi (x_t..x_0) (q_{t-1}..q_0) q *)
  Fixpoint of_kernel (xs : list src) (h : list Qry) : R := match xs, h with
    | [], [] => 1
    | x :: xs', q :: h' => of_kernel xs' h' * arrive alpha beta mu xs' x * psi (x :: xs') h' q
    | _, _ => 0 end.
  Lemma M_nonneg x y : 0 <= alpha <= 1 -> 0 <= beta <= 1 -> 0 <= M alpha beta x y.
  Proof. destruct x, y; simpl; lra. Qed.
  Lemma arrive_nonneg xs x : law_of_requests alpha beta mu -> 0 <= arrive alpha beta mu xs x.
  Proof. intros (Ha & Hb & N & _). destruct xs; simpl; auto. now apply M_nonneg. Qed.
  Lemma arrive_total xs : law_of_requests alpha beta mu -> arrive alpha beta mu xs A + arrive alpha beta mu xs B = 1.
  Proof. intros (_ & _ & _ & T). destruct xs as [|[] ]; simpl; lra. Qed.
  Theorem of_kernel_causal : law_of_requests alpha beta mu -> (forall xs h q, 0 <= psi xs h q) ->
    (forall x xs h, of_kernel xs h * arrive alpha beta mu xs x <> 0 -> sum (qs (length xs)) (psi (x :: xs) h) = 1) ->
    causal alpha beta mu qs of_kernel.
  Proof.
    intros R0 N T. split; auto.
    - induction xs as [|x xs IH]; intros [|q h]; simpl; try lra.
      apply Rmult_le_pos; auto. apply Rmult_le_pos; auto. now apply arrive_nonneg.
    - intros x xs h _. simpl. rewrite sum_scale.
      destruct (Req_dec (of_kernel xs h * arrive alpha beta mu xs x) 0) as [E|E]; [rewrite E; ring|]. rewrite T; auto.
        ring.
  Qed.
End Kernel.

(* Second, as the paper writes it: Q_t = phi_t(X_(t), S_(t)) with independent local randomness S_t of law sigma_t. *)
Section Seeds.
  Variables alpha beta : R.
  Variable mu : src -> R.
  Context {Qry Seed : Type}.
  Variable qs : nat -> list Qry.
  Variable eq_dec : forall q r : Qry, {q = r} + {q <> r}.
  Variable seeds : nat -> list Seed.
  Variable sigma : nat -> Seed -> R.
  Variable phi : list src -> list Seed -> Qry.
  Hypothesis once : forall x xs s ss,                    (* what phi sends is listed once *)
    sum (qs (length xs)) (fun r => if eq_dec (phi (x :: xs) (s :: ss)) r then 1 else 0) = 1.
  Fixpoint chance (ss : list Seed) : R := match ss with [] => 1 | s :: r => chance r * sigma (length r) s end.
  Fixpoint chain (xs : list src) : R := match xs with [] => 1 | x :: r => chain r * arrive alpha beta mu r x end.
  Fixpoint sent (xs : list src) (ss : list Seed) : list Qry := match xs, ss with
    | x :: xs', s :: ss' => phi xs ss :: sent xs' ss' | _, _ => [] end.
  Definition is h g : R := if list_eq_dec eq_dec h g then 1 else 0.
  Definition of_seeds (xs : list src) (h : list Qry) : R :=
    chain xs * sum (histories seeds (length xs)) (fun ss => chance ss * is (sent xs ss) h).
  Theorem of_seeds_causal : law_of_requests alpha beta mu -> (forall t s, 0 <= sigma t s) ->
    (forall t, sum (seeds t) (sigma t) = 1) -> causal alpha beta mu qs of_seeds.
  Proof.
    intros R0 N T. split.
    - unfold of_seeds, is. simpl. ring.
    - intros xs h. unfold of_seeds. apply Rmult_le_pos.
      + induction xs; simpl; [lra|]. apply Rmult_le_pos; auto. now apply arrive_nonneg.
      + apply sum_nonneg. intros ss _. apply Rmult_le_pos; [|unfold is; destruct list_eq_dec; lra].
        induction ss; simpl; [lra|]. now apply Rmult_le_pos.
    - intros x xs h _. unfold of_seeds. rewrite sum_scale. simpl chain. simpl length.
      transitivity (chain xs * arrive alpha beta mu xs x *
        sum (histories seeds (length xs)) (fun ss => chance ss * is (sent xs ss) h)); [|ring].
      f_equal. rewrite sum_swap, sum_words. apply sum_ext. intros ss Hss. apply words_length in Hss.
      transitivity (sum (seeds (length xs)) (fun s => sigma (length ss) s * (chance ss * is (sent xs ss) h))).
      2: { rewrite sum_scale_r, Hss, T. ring. }
      apply sum_ext. intros s _. rewrite sum_scale.
      transitivity (chance (s :: ss) * (sum (qs (length xs)) (fun r =>
        if eq_dec (phi (x :: xs) (s :: ss)) r then 1 else 0) * is
        (sent xs ss) h)).
      2: { rewrite once. simpl. ring. }
      f_equal. rewrite <- sum_scale_r. apply sum_ext. intros q _. unfold is. cbn [sent].
      destruct (list_eq_dec eq_dec (phi (x :: xs) (s :: ss) :: sent xs ss) (q :: h)) as [E|E],
        (eq_dec (phi (x :: xs) (s :: ss)) q),
        (list_eq_dec eq_dec (sent xs ss) h); try ring; exfalso; try (injection E; intros; contradiction); apply E;
          congruence.
  Qed.
End Seeds.
