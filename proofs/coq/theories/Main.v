(* THE FINAL THEOREMS.

   Assumes: nothing but what stands in each statement. The words are defined in Model.v, which uses the first 100 lines
   of Window.v and the definitions of `mutual` and `information` in Information.v; what codes are, in the first 45 lines
   of Codes.v, and where time begins in the first 30 of Coins.v. Every other file is proof.
   Proves:
     1  Theorem 1, in the paper's time Z: as printed if and only if the chain is ergodic; what holds if it is not
     2  the same for codes Q_t = phi_t(X_(t), S_(t)), and under the other readings of the privacy constraint
     3  Appendix D: every privacy mode
     4  Theorem 1 where time begins

   Letters: alpha, beta of the chain; nu t x = Pr(X_t = x), t in Z; F a privacy mode; rate t = R_t. `achievable_on_Z
   alpha beta nu F rate`: some finite alphabet of queries for each t, some server, and some causal law on Z that is
   decodable and private have rate t <= L/l_t for every t. `requests_on_Z alpha beta nu`: 0 <= alpha, beta <= 1, and nu
   moves by M. *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window Information Model.
From OnOff Require Converse Theorem1 Privacy ZeroLeakage Codes AppendixD Coins Beginning.
Import ListNotations.
Open Scope R_scope.

(* The rate of the paper: 1/2 up to t = 0, then 1/(1 + |1-alpha-beta|^t). *)
Definition paper_rate alpha beta (t : Z) : R :=
  if (t <=? 0)%Z then 1 / 2 else 1 / (1 + Rabs (1 - alpha - beta) ^ (Z.to_nat t)).

(* 1. THEOREM 1: the rates (R_t) are achievable if and only if R_t is at most that, at every t. This is so if and only
   if the chain is ergodic. *)
Theorem theorem1 alpha beta nu :
  requests_on_Z alpha beta nu ->
  ((forall rate, achievable_on_Z alpha beta nu step rate <-> forall t, rate t <= paper_rate alpha beta t)
   <-> 0 < alpha /\ 0 < beta /\ ~ (alpha = 1 /\ beta = 1)).
Proof. exact (Theorem1.theorem1_on_Z alpha beta nu). Qed.

Corollary corrected_theorem1 alpha beta nu rate :
  requests_on_Z alpha beta nu -> ergodic alpha beta ->
  (achievable_on_Z alpha beta nu step rate <-> forall t, rate t <= paper_rate alpha beta t).
Proof. intros R0 E. now apply theorem1. Qed.

(* What is printed: no condition on the chain. *)
Definition printed_theorem1 := forall alpha beta nu rate,
  requests_on_Z alpha beta nu ->
  (achievable_on_Z alpha beta nu step rate <-> forall t, rate t <= paper_rate alpha beta t).
Theorem refuted_theorem1 : ~ printed_theorem1.
Proof. exact Theorem1.refuted_theorem1. Qed.

(* Where the chain is not ergodic every rate up to 1 is achievable, at every t: Q_t = X_t keeps the constraint, because
   the past has told X_t already. *)
Theorem not_ergodic alpha beta nu :
  requests_on_Z alpha beta nu -> ~ ergodic alpha beta ->
  achievable_on_Z alpha beta nu step (fun _ => 1).
Proof. exact (Theorem1.corrected_rate_nonergodic alpha beta nu). Qed.

(* There is a chain on Z for all alpha and beta; if |1-alpha-beta| < 1, it has one law only. *)
Theorem requests_exist alpha beta :
  0 <= alpha <= 1 -> 0 <= beta <= 1 -> exists nu, requests_on_Z alpha beta nu.
Proof. exact (Theorem1.requests_exist alpha beta). Qed.
Theorem stationary alpha beta nu :
  requests_on_Z alpha beta nu -> Rabs (1 - alpha - beta) < 1 ->
  forall t, nu t A = beta / (alpha + beta) /\ nu t B = alpha / (alpha + beta).
Proof. exact (Converse.stationary alpha beta nu). Qed.

(* 2. THE SAME FOR CODES, Q_t = phi_t(X_(t), S_(t)) with independent S_t: for codes with finite memory and one
   finite alphabet (the narrowest class), for limits of them, and for all causal laws with finitely many queries at each
   t (theorem1, the widest class) the theorem is the same; the paper's codes with such queries lie between. *)
Theorem theorem1_codes alpha beta nu :
  requests_on_Z alpha beta nu ->
  ((forall rate, Codes.achievable_by_codes alpha beta nu step rate <-> forall t, rate t <= paper_rate alpha beta t)
   <-> 0 < alpha /\ 0 < beta /\ ~ (alpha = 1 /\ beta = 1)).
Proof. exact (Codes.theorem1_for_codes alpha beta nu). Qed.
Theorem theorem1_limits alpha beta nu :
  requests_on_Z alpha beta nu ->
  ((forall rate, Codes.achievable_by_limits alpha beta nu step rate <-> forall t, rate t <= paper_rate alpha beta t)
   <-> 0 < alpha /\ 0 < beta /\ ~ (alpha = 1 /\ beta = 1)).
Proof. exact (Codes.theorem1_for_limits alpha beta nu). Qed.

(* THE OTHER READINGS OF THE CONSTRAINT (Model.v) give the same theorem; *)
Theorem theorem1_diagonal alpha beta nu :
  requests_on_Z alpha beta nu ->
  ((forall rate, achievable_with (@private_diagonal) alpha beta nu step rate
      <-> forall t, rate t <= paper_rate alpha beta t)
   <-> ergodic alpha beta).
Proof. exact (Theorem1.theorem1_diagonal alpha beta nu). Qed.
Theorem theorem1_faintly alpha beta nu :
  requests_on_Z alpha beta nu ->
  ((forall rate, achievable_with (@private_faintly) alpha beta nu step rate
      <-> forall t, rate t <= paper_rate alpha beta t)
   <-> ergodic alpha beta).
Proof. exact (Theorem1.theorem1_faintly alpha beta nu). Qed.
(* only `private_windows`, which forgets the past, asks more: there the chain need not be ergodic. *)
Theorem theorem1_windows alpha beta nu rate :
  requests_on_Z alpha beta nu -> (forall t x, (t <= 0)%Z -> 0 < nu t x) ->
  (achievable_with (@private_windows) alpha beta nu step rate <-> forall t, rate t <= paper_rate alpha beta t).
Proof. exact (Theorem1.windows_hold alpha beta nu rate). Qed.

(* How the readings compare. *)
Theorem diagonal_is_the_same alpha beta nu {Qry} (qs : Z -> list Qry) J F :
  0 <= alpha <= 1 -> 0 <= beta <= 1 -> law_on_Z alpha beta nu qs J ->
  (private_on_Z qs J F <-> private_diagonal qs J F).
Proof. exact (Privacy.private_diagonal_iff alpha beta nu qs J F). Qed.
Theorem windows_are_the_same alpha beta nu {Qry} (qs : Z -> list Qry) J :
  0 <= alpha <= 1 -> 0 <= beta <= 1 -> ergodic alpha beta -> law_on_Z alpha beta nu qs J ->
  (private_on_Z qs J step <-> private_windows qs J step).
Proof. exact (ZeroLeakage.windows_iff alpha beta nu qs J). Qed.

(* 3. APPENDIX D: every privacy mode F, 0 < alpha, beta < 1. At t the last ON time t-j counts most, since the bound
   grows with j; where there was none, the rate is 1. *)
Theorem appendix_d alpha beta nu F rate :
  requests_on_Z alpha beta nu -> 0 < alpha < 1 -> 0 < beta < 1 ->
  (achievable_on_Z alpha beta nu F rate <->
   forall t, rate t <= 1 /\ forall j, F (t - Z.of_nat j)%Z = true -> rate t <= 1 / (1 + Rabs (1 - alpha - beta) ^ j)).
Proof. exact (AppendixD.appendix_d_on_Z alpha beta nu F rate). Qed.

(* 4. TIME THAT BEGINS: the first request is X_0, the first query Q_0, and privacy is ON at 0 only. The law of X_0 is
   free (Pr(X_0 = A) = delta) and ergodicity is not needed, since there is no past that could have told X_0. It is a
   corollary of the bound on a window, on which 1 rests, too. *)
Corollary theorem1_from_zero alpha beta delta rate :
  0 <= alpha <= 1 -> 0 <= beta <= 1 -> 0 < delta < 1 ->
  Coins.achievable_rates alpha beta (start delta) (step_mode 0) rate <->
  rate 0%nat <= 1 / 2 /\ forall t, (1 <= t)%nat -> rate t <= 1 / (1 + Rabs (1 - alpha - beta) ^ t).
Proof. exact (Beginning.theorem1_from_zero alpha beta delta rate). Qed.

(* Section by section: SectionI.v, SectionII.v, SectionIII.v, Decay.v, SectionIV.v (Lemma 1, Claims 1 and 2),
   AppendixA.v, AppendixB.v (Propositions), AppendixC.v, AppendixD.v; what fails as printed: Errata.v. N sources:
   NSources.v. Index.v names the theorems of each claim. *)
