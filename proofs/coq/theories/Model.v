(* THE MODEL OF THE PAPER: Section II, two sources, time t in Z.

   Assumes: nothing; these are the definitions that Main.v speaks of. They use, from Window.v, the chain M, the messages
   and `causal` (the law of a window), and from Information.v `information qs J F n`, which is I(X_{B_t}; Q_t | the
   earlier queries of the window), t its n-th time.
   Proves: nothing.

   In this file, in order: the server, the privacy mode, the requests; the law of requests and queries; privacy, and
   three other readings of it; decodability and cost; achievable rates.

   THE LAW. At each t there are finitely many queries, qs t; nothing bounds their number from one t to the next. A
   process (X_t, Q_t), t in Z, with such alphabets is the same as a consistent family of laws of its finite windows
   (Kolmogorov). J s xs h is Pr(X_{s+n-1}..X_s = xs, Q_{s+n-1}..Q_s = h), n the length, newest letter first. Each J s is
   the law of a window that begins at s (`window_law`); forgetting the oldest time of the window from s-1 gives the
   window from s (`same_law`). Of the law of X_t nothing is said but that it moves by M; that it is stationary is proved
   (Main.stationary). Causality, Pr(X_{t+1} = x | X_(t), Q_(t)) = M(X_t, x), is asked given every finite window [s:t];
     by
   the tower property and Levy's upward theorem this is the same as given the whole past. Every code of the paper,
   Q_t = phi_t(X_(t), S_(t)), with finitely many queries at each t has such a law, whatever the values of S_t; not every
   such law is one of a code (one and the same coin for all t is not, if the chain is ergodic).
   So the converse speaks of
   more than the paper's codes. Infinitely many queries at one time are not treated. Codes.v shows that the best is
   reached by codes with finite memory, which are codes of the paper.

   PRIVACY, I(X_{B_t}; Q_t | Q_(t-1)) = 0, B_t the ON times up to t, Q_(t-1) the whole past. Given an infinite past a
   definition had to be chosen. With finitely many queries at each t
       I(X_W; Q_t | Q_(t-1)) = lim_{s -> -oo} I(X_W; Q_t | Q_[s:t-1])      for every finite W
   (both entropies of Q_t decrease to their limits), and I(X_{B_t}; Q_t | Q_(t-1)) is the supremum over the finite W in
   B_t, reached along W = B_t in [r:t], r -> -oo. So the constraint says
       for every t and every r:   I(X_{B_t in [r:t]}; Q_t | Q_[s:t-1]) -> 0   as s -> -oo,
   each term a finite sum. This is `private_on_Z`. That these limits are the conditional mutual information of measure
   theory is not formalised. The alternatives stand beside it:
       private_diagonal   W grows with the past. The limit exists for every law, mode and t (Privacy.information_on_Z),
                          and it is 0 at every t if and only if private_on_Z (Main.diagonal_is_the_same).
       private_faintly    Q_t and each single X_i, i an ON time, become independent given the past. It follows from the
                          above (Converse.private_faint) and is all that the converse needs.
       private_windows    exactly 0 in every finite window. It asks more, as if there were no past before the window:
                          where the chain is not ergodic, Q_t = X_t keeps the constraint of the paper but not this one
                          (ZeroLeakage.windows_stricter); for ergodic chains it is the same (Main.windows_are_the_same).
   Theorem 1 is the same under each of the first three (Main.v). *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window OneShot WindowConverse Information.
Import ListNotations.
Open Scope R_scope.

(* THE SERVER: two messages of size_of bits each, and the answer at time t to the query q, of size t q bits. *)
Record service (Qry : Type) := {
  size_of : nat;                                                        (* L *)
  size : Z -> Qry -> nat;
  reply : Z -> Qry -> list bool -> list bool -> list bool;
  replies : forall t q a b, length a = size_of -> length b = size_of -> length (reply t q a b) = size t q }.
Arguments size_of {Qry}. Arguments size {Qry}. Arguments reply {Qry}. Arguments replies {Qry}.
(* From the time s on it is a server of Window.v. *)
Definition from {Qry} (S : service Qry) (s : Z) : server Qry :=
  {| L := size_of S; len := fun i => size S (s + Z.of_nat i)%Z; answer := fun i => reply S (s + Z.of_nat i)%Z;
     answers := fun i => replies S (s + Z.of_nat i)%Z |}.

(* THE PRIVACY MODE: F t = true where privacy is ON. The paper's main case is the step: ON up to 0, then OFF. *)
Definition mode_on_Z := Z -> bool.
Definition step : mode_on_Z := fun t => (t <=? 0)%Z.
(* The mode seen from a window that begins at s; and the same, ON times before r left out. *)
Definition whole (F : mode_on_Z) s : mode := fun i => F (s + Z.of_nat i)%Z.
Definition later (F : mode_on_Z) r s : mode := fun i => (r <=? s + Z.of_nat i)%Z && F (s + Z.of_nat i)%Z.

(* THE REQUESTS: nu t x = Pr(X_t = x), and M is the matrix of every step. *)
Record requests_on_Z (alpha beta : R) (nu : Z -> src -> R) : Prop := {
  alpha_range : 0 <= alpha <= 1;
  beta_range : 0 <= beta <= 1;
  nu_nonneg : forall t x, 0 <= nu t x;
  nu_total : forall t, nu t A + nu t B = 1;
  nu_moves : forall t x, nu (t + 1)%Z x = sum srcs (fun y => nu t y * M alpha beta y x) }.
(* Irreducible and aperiodic. SectionIII.ergodic_iff: some power of M has no zero. *)
Definition ergodic alpha beta := 0 < alpha /\ 0 < beta /\ ~ (alpha = 1 /\ beta = 1).

Section Definitions.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Context {Qry : Type}.
  Variable qs : Z -> list Qry.                                          (* the queries that can be sent at t *)
  (* The queries that can be sent at the i-th time of a window that begins at s. *)
  Definition alphabets s : nat -> list Qry := fun i => qs (s + Z.of_nat i)%Z.
  (* THE LAW of requests and queries. *)
  Definition windows := Z -> list src -> list Qry -> R.
  Record law_on_Z (J : windows) : Prop := {
    window_law : forall s, causal alpha beta (nu s) (alphabets s) (J s);
    same_law : forall s xs h, In h (histories (alphabets s) (length xs)) ->
      sum srcs (fun x => sum (qs (s - 1)%Z) (fun q => J (s - 1)%Z (xs ++ [x]) (h ++ [q]))) = J s xs h }.
  Variable J : windows.

  (* PRIVACY: I(X_{B_t in [r:t]}; Q_t | Q_[t-n:t-1]) -> 0 as n -> oo, for all t and r. *)
  Definition private_on_Z (F : mode_on_Z) := forall t r,
    Un_cv (fun n => information (alphabets (t - Z.of_nat n)%Z) (J (t - Z.of_nat n)%Z)
      (later F r (t - Z.of_nat n)%Z) n) 0.
  (* Other readings: the same with r = t-n; *)
  Definition private_diagonal (F : mode_on_Z) := forall t,
    Un_cv (fun n => information (alphabets (t - Z.of_nat n)%Z) (J (t - Z.of_nat n)%Z)
      (whole F (t - Z.of_nat n)%Z) n) 0.
  (* for each ON time t-j: sum over h, q of |Pr(E, q, h) - Pr(E, h) Pr(q, h) / Pr(h)| -> 0, where E is {X_{t-j} = A}; *)
  Definition leak (ls : nat -> list Qry) (K : list src -> list Qry -> R) E n := sum (histories ls n) (fun h =>
    sum (ls n) (fun q =>
      Rabs (prob K E (q :: h) - before ls K E h * prob K anything (q :: h) / before ls K anything h))).
  Definition private_faintly (F : mode_on_Z) := forall t j, F (t - Z.of_nat j)%Z = true ->
    Un_cv (fun n => leak (alphabets (t - Z.of_nat n)%Z) (J (t - Z.of_nat n)%Z) (was (n - j) A) n) 0.
  (* exactly 0 in every window. *)
  Definition private_windows (F : mode_on_Z) := forall s n, information (alphabets s) (J s) (whole F s) n = 0.

  (* DECODABILITY: whoever knows t, q and x can read message x off the answer, wherever x and q can occur together. *)
  Definition decodes_at (S : service Qry) t q x :=
    exists d, forall a b, length a = size_of S -> length b = size_of S -> d (reply S t q a b) = message x a b.
  Definition decodable_on_Z (S : service Qry) := forall t x q, In q (qs t) -> J t [x] [q] <> 0 -> decodes_at S t q x.

  (* COST: Pr(Q_t = q), and l_t = E len(Q_t). *)
  Definition asked t q := J t [A] [q] + J t [B] [q].
  Definition cost_on_Z (S : service Qry) t := sum (qs t) (fun q => INR (size S t q) * asked t q).
End Definitions.

(* ACHIEVABLE tuples of rates (R_t : t in Z), for a notion of privacy; and for that of the paper. *)
Definition achievable_with (priv : forall Qry : Type, (Z -> list Qry) -> @windows Qry -> mode_on_Z -> Prop)
  alpha beta nu F (rate : Z -> R) :=
  exists (Qry : Set) (qs : Z -> list Qry) (S : service Qry) (J : windows),
    (0 < size_of S)%nat /\ law_on_Z alpha beta nu qs J /\ decodable_on_Z qs J S /\ priv Qry qs J F
    /\ forall t, rate t <= INR (size_of S) / cost_on_Z qs J S t.
Definition achievable_on_Z := achievable_with (@private_on_Z).
