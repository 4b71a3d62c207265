(* EACH CLAIM AND ITS THEOREMS. Generated from claims.toml and beyond.toml by tools/coq_index.py.

   Assumes: nothing. Proves: nothing new. A literal theorem has the statement that stands here; of the others Coq checks
   the name. *)
From Coq Require Import Reals List ZArith.
Import ListNotations.
Open Scope R_scope.
From OnOff Require AppendixA AppendixB AppendixC AppendixD Beginning Capacity Codes Decay Errata Main ModesCondition
  ModesConverse NSources OneShot Recurrence Scheme SectionI SectionII SectionIII SectionIV Strassen Theorem1 Tradeoff
  WindowConverse ZeroLeakage.

(* naive-switching *)
Definition naive_switching_1 :
  forall alpha beta delta : R,
  0 < delta < 1 ->
  (forall (a : Window.src) (q : Scheme.qry),
   Window.prob (Window.of_kernel alpha beta (Window.start delta) SectionI.ask_once_off)
     (WindowConverse.was 0 a) [q; Scheme.qAB] =
   Window.start delta a *
   Window.prob (Window.of_kernel alpha beta (Window.start delta) SectionI.ask_once_off) Window.anything
     [q; Scheme.qAB]) <-> alpha + beta = 1
  := @OnOff.SectionI.naive_switching.

(* table1 *)
Definition table1_1 :
  forall x0 x : Window.src,
  (forall q : Scheme.qry, SectionI.table_I x0 x q = Scheme.table_a (2 / 10) (2 / 10) x0 x q) /\
  (forall q : Scheme.qry, 0 <= SectionI.table_I x0 x q) /\
  Sums.sum Scheme.qrys (SectionI.table_I x0 x) = 1
  := @OnOff.SectionI.table1.

(* example-privacy *)
Definition example_privacy_1 :
  forall (delta : R) (x0 : Window.src) (q : Scheme.qry),
  Sums.sum Window.srcs (fun x : Window.src => Window.M (2 / 10) (2 / 10) x0 x * SectionI.table_I x0 x q) =
  Sums.sum Window.srcs
    (fun a : Window.src =>
     Window.start delta a *
     Sums.sum Window.srcs (fun x : Window.src => Window.M (2 / 10) (2 / 10) a x * SectionI.table_I a x q))
  := @OnOff.SectionI.example_privacy.

(* example-decodable *)
Definition example_decodable_1 :
  forall (n : nat) (t : Z) (x0 x : Window.src) (q : Scheme.qry),
  SectionI.table_I x0 x q <> 0 -> Model.decodes_at (SchemeOnZ.plain_service n) t q x
  := @OnOff.SectionI.example_decodable.

(* example-both *)
Definition example_both_1 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R) (F : Model.mode_on_Z) (n : nat),
  Model.requests_on_Z alpha beta nu ->
  Model.law_on_Z alpha beta nu (fun _ : Z => Scheme.qrys) (SectionI.both_on_Z alpha beta nu) /\
  Model.decodable_on_Z (fun _ : Z => Scheme.qrys) (SectionI.both_on_Z alpha beta nu)
    (SchemeOnZ.plain_service n) /\
  Model.private_on_Z (fun _ : Z => Scheme.qrys) (SectionI.both_on_Z alpha beta nu) F /\
  Model.private_windows (fun _ : Z => Scheme.qrys) (SectionI.both_on_Z alpha beta nu) F /\
  (forall t : Z,
   Model.cost_on_Z (fun _ : Z => Scheme.qrys) (SectionI.both_on_Z alpha beta nu)
     (SchemeOnZ.plain_service n) t = 2 * INR n)
  := @OnOff.SectionI.example_both.

(* example-depends *)
Definition example_depends_1 := @OnOff.SectionI.example_depends.

(* example-rate *)
Definition example_rate_1 :
  forall delta : R,
  let both :=
    Sums.sum Window.srcs
      (fun a : Window.src =>
       Window.start delta a *
       Sums.sum Window.srcs
         (fun x : Window.src => Window.M (2 / 10) (2 / 10) a x * SectionI.table_I a x Scheme.qAB)) in
  1 / (1 + both) = 1 / (2 - 2 / 10 - 2 / 10) /\ 1 / (1 + both) = 625 / 1000 /\ 1 / (1 + both) > 5 / 10
  := @OnOff.SectionI.example_rate.
Definition example_rate_2 := @OnOff.Errata.refuted_example_rate_elsewhere.
Definition example_rate_3 := @OnOff.Errata.corrected_example_rate_elsewhere.

(* example-optimal *)
Definition example_optimal_1 :
  forall (nu : Z -> Window.src -> R) (Qry : Type) (qs : Z -> list Qry) (J : Model.windows)
    (S : Model.service Qry),
  Model.law_on_Z (2 / 10) (2 / 10) nu qs J ->
  Model.decodable_on_Z qs J S ->
  Model.private_on_Z qs J Model.step ->
  (0 < Model.size_of S)%nat -> INR (Model.size_of S) / Model.cost_on_Z qs J S 1 <= 625 / 1000
  := @OnOff.SectionI.example_optimal.
Definition example_optimal_2 := @OnOff.OneShot.one_shot.

(* example-unique *)
Definition example_unique_1 :
  forall T : Window.src -> Window.src -> Scheme.qry -> R,
  (forall (x0 x : Window.src) (q : Scheme.qry), 0 <= T x0 x q) ->
  (forall x0 x : Window.src, T x0 x Scheme.qA + T x0 x Scheme.qB + T x0 x Scheme.qAB = 1) ->
  (forall (x0 x : Window.src) (q : Scheme.qry), Scheme.downloads q x = false -> T x0 x q = 0) ->
  (forall q : Scheme.qry,
   Sums.sum Window.srcs (fun x : Window.src => Window.M (2 / 10) (2 / 10) Window.A x * T Window.A x q) =
   Sums.sum Window.srcs (fun x : Window.src => Window.M (2 / 10) (2 / 10) Window.B x * T Window.B x q)) ->
  1 /
  (1 +
   Sums.sum Window.srcs
     (fun x : Window.src => Window.M (2 / 10) (2 / 10) Window.A x * T Window.A x Scheme.qAB)) >=
  625 / 1000 -> forall (x0 x : Window.src) (q : Scheme.qry), T x0 x q = SectionI.table_I x0 x q
  := @OnOff.SectionI.example_unique.

(* always-on *)
Definition always_on_1 := @OnOff.NSources.always_on.

(* zero-leakage *)
Definition zero_leakage_1 :
  ~
  (forall (alpha beta : R) (nu : Z -> Window.src -> R) (F : Model.mode_on_Z) (Qry : Set)
     (qs : Z -> list Qry) (J : Model.windows),
   Model.requests_on_Z alpha beta nu ->
   Model.law_on_Z alpha beta nu qs J ->
   Model.private_on_Z qs J F ->
   forall (s : Z) (n : nat) (E : list Window.src -> bool) (h : list Qry),
   Window.about (Model.whole F s) E ->
   In h (Sums.histories (Model.alphabets qs s) (S n)) ->
   Window.prob (J s) E h =
   Sums.sum (Sums.histories (Model.alphabets qs s) (S n)) (Window.prob (J s) E) * Window.prob (J s) Window.anything h)
  := @OnOff.Errata.refuted_zero_leakage.
Definition zero_leakage_2 :
  ~
  (forall (alpha beta : R) (nu : Z -> Window.src -> R) (Qry : Set) (qs : Z -> list Qry) (J : Model.windows),
   Model.requests_on_Z alpha beta nu ->
   Model.law_on_Z alpha beta nu qs J ->
   Model.private_on_Z qs J Model.step ->
   forall (s : Z) (n : nat) (E : list Window.src -> bool) (h : list Qry),
   Window.about (Model.whole Model.step s) E ->
   In h (Sums.histories (Model.alphabets qs s) (S n)) ->
   Window.prob (J s) E h =
   Sums.sum (Sums.histories (Model.alphabets qs s) (S n)) (Window.prob (J s) E) * Window.prob (J s) Window.anything h)
  := @OnOff.Errata.refuted_zero_leakage_step.
Definition zero_leakage_3 := @OnOff.Errata.corrected_zero_leakage.
Definition zero_leakage_4 := @OnOff.Beginning.step_leaks_nothing.

(* decodability-constraint *)
Definition decodability_constraint_1 :
  ~
  (forall (alpha beta delta : R) (t : nat),
   0 <= alpha <= 1 ->
   0 <= beta <= 1 ->
   0 < delta < 1 ->
   exists d : list bool -> list bool,
     forall (x : Window.src) (xs : list Window.src) (q : Scheme.qry) (h : list Scheme.qry)
       (a b : list bool),
     length xs = t ->
     Scheme.queries alpha beta (Window.start delta) (Window.step_mode 0) (x :: xs) (q :: h) <> 0 ->
     length a = 1%nat ->
     length b = 1%nat -> d (Window.answer (Scheme.plain 1) t q a b) = Window.message x a b)
  := @OnOff.Errata.refuted_decodability.
Definition decodability_constraint_2 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R) (Qry : Type) (qs : Z -> list Qry)
    (J : Model.windows) (S : Model.service Qry),
  0 <= alpha <= 1 ->
  0 <= beta <= 1 ->
  Model.ergodic alpha beta ->
  Model.law_on_Z alpha beta nu qs J ->
  Model.private_on_Z qs J Model.step ->
  (0 < Model.size_of S)%nat -> ~ Errata.decodable_without_request qs J S
  := @OnOff.Errata.refuted_decodability_any.
Definition decodability_constraint_3 := @OnOff.Errata.corrected_decodability.

(* answers-do-not-help *)
Definition answers_do_not_help_1 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R) (Qry Msg : Type) (qs : Z -> list Qry)
    (ms : list Msg) (omega : Z -> Msg -> R) (G : Z -> list Window.src -> list Msg -> list Qry -> R),
  SectionII.law_with_answers alpha beta nu qs ms omega G ->
  Model.law_on_Z alpha beta nu qs (SectionII.forget_messages ms G)
  := @OnOff.SectionII.answers_do_not_help.
Definition answers_do_not_help_2 :
  forall (Qry Memory : Type) (S : Model.service Qry) (t : Z) (q : Qry) (x : Window.src),
  Memory ->
  (exists d : Memory -> list bool -> list bool,
     forall (n : Memory) (a b : list bool),
     length a = Model.size_of S ->
     length b = Model.size_of S -> d n (Model.reply S t q a b) = Window.message x a b) ->
  Model.decodes_at S t q x
  := @OnOff.SectionII.memory_does_not_help.

(* randomness-independent *)
Definition randomness_independent_1 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R) (rate : Z -> R),
  Model.requests_on_Z alpha beta nu ->
  Codes.achievable_by_codes alpha beta nu Model.step rate <->
  Model.achievable_on_Z alpha beta nu Model.step rate
  := @OnOff.SectionII.randomness_independent.
Definition randomness_independent_2 := @OnOff.Codes.paper_coded.

(* rate-at-most-one *)
Definition rate_at_most_one_1 := @OnOff.SectionII.rate_at_most_one.

(* mode-random *)
Definition mode_random_1 := @OnOff.Errata.corrected_general_scheme.
Definition mode_random_2 := @OnOff.Main.appendix_d.

(* request-chain *)
Definition request_chain_1 :
  forall alpha beta : R,
  0 <= alpha <= 1 ->
  0 <= beta <= 1 ->
  (forall x y : Window.src, 0 <= Window.M alpha beta x y) /\
  (forall x : Window.src, Window.M alpha beta x Window.A + Window.M alpha beta x Window.B = 1)
  := @OnOff.SectionIII.request_chain.

(* theorem1 *)
Definition theorem1_1 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R),
  Model.requests_on_Z alpha beta nu ->
  (forall rate : Z -> R,
   Model.achievable_on_Z alpha beta nu Model.step rate <->
   (forall t : Z,
    rate t <= (if (t <=? 0)%Z then 1 / 2 else 1 / (1 + Rabs (1 - alpha - beta) ^ Z.to_nat t)))) <->
  0 < alpha /\ 0 < beta /\ ~ (alpha = 1 /\ beta = 1)
  := @OnOff.Main.theorem1.
Definition theorem1_2 :
  ~
  (forall (alpha beta : R) (nu : Z -> Window.src -> R) (rate : Z -> R),
   Model.requests_on_Z alpha beta nu ->
   Model.achievable_on_Z alpha beta nu Model.step rate <->
   (forall t : Z,
    rate t <= (if (t <=? 0)%Z then 1 / 2 else 1 / (1 + Rabs (1 - alpha - beta) ^ Z.to_nat t))))
  := @OnOff.Main.refuted_theorem1.
Definition theorem1_3 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R) (rate : Z -> R),
  Model.requests_on_Z alpha beta nu ->
  Model.ergodic alpha beta ->
  Model.achievable_on_Z alpha beta nu Model.step rate <->
  (forall t : Z, rate t <= (if (t <=? 0)%Z then 1 / 2 else 1 / (1 + Rabs (1 - alpha - beta) ^ Z.to_nat t)))
  := @OnOff.Main.corrected_theorem1.
Definition theorem1_4 := @OnOff.Main.theorem1_codes.
Definition theorem1_5 := @OnOff.Beginning.theorem1_of_the_paper.

(* rate-symmetry *)
Definition rate_symmetry_1 :
  forall (alpha beta alpha' beta' : R) (t : nat),
  alpha + beta - 1 = 1 - (alpha' + beta') -> SectionIII.rate alpha beta t = SectionIII.rate alpha' beta' t
  := @OnOff.SectionIII.rate_symmetry.

(* rate-monotone *)
Definition rate_monotone_1 :
  forall (alpha beta alpha' beta' : R) (t : nat),
  Rabs (alpha + beta - 1) <= Rabs (alpha' + beta' - 1) ->
  Rabs ((1 - alpha - beta) ^ t) <= Rabs ((1 - alpha' - beta') ^ t) /\
  SectionIII.rate alpha' beta' t <= SectionIII.rate alpha beta t
  := @OnOff.SectionIII.rate_monotone.
Definition rate_monotone_2 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R) (s : Z) (t : nat),
  Model.requests_on_Z alpha beta nu ->
  SectionIII.covariance alpha beta nu s t = (1 - alpha - beta) ^ t * SectionIII.variance nu s
  := @OnOff.SectionIII.correlation.

(* rate-independent *)
Definition rate_independent_1 := @OnOff.SectionIII.rate_independent.

(* rate-limit *)
Definition rate_limit_1 :
  forall alpha beta : R,
  0 <= alpha <= 1 -> 0 <= beta <= 1 -> Model.ergodic alpha beta -> Un_cv (SectionIII.rate alpha beta) 1
  := @OnOff.SectionIII.rate_limit.
Definition rate_limit_2 :
  forall (alpha beta : R) (t : nat),
  0 <= alpha <= 1 ->
  0 <= beta <= 1 ->
  1 - SectionIII.rate alpha beta t <= Rabs (1 - alpha - beta) ^ t <=
  1 / (1 + INR t * (1 - Rabs (1 - alpha - beta)))
  := @OnOff.SectionIII.rate_gap.

(* eventually-direct *)
Definition eventually_direct_1 := @OnOff.SectionIII.eventually_direct.
Definition eventually_direct_2 := @OnOff.SectionIII.never_surely_direct.

(* nonergodic-cases *)
Definition nonergodic_cases_1 :
  ~
  (forall alpha beta : R,
   0 <= alpha <= 1 ->
   0 <= beta <= 1 -> ~ Model.ergodic alpha beta <-> alpha = 0 /\ beta = 0 \/ alpha = 1 /\ beta = 1)
  := @OnOff.SectionIII.refuted_nonergodic_cases.
Definition nonergodic_cases_2 := @OnOff.SectionIII.corrected_nonergodic_cases.
Definition nonergodic_cases_3 := @OnOff.SectionIII.ergodic_iff.

(* rate-nonergodic *)
Definition rate_nonergodic_1 :
  ~
  (forall (alpha beta : R) (nu : Z -> Window.src -> R) (rate : Z -> R),
   Model.requests_on_Z alpha beta nu ->
   alpha = 0 /\ beta = 0 \/ alpha = 1 /\ beta = 1 ->
   Model.achievable_on_Z alpha beta nu Model.step rate -> forall t : Z, rate t <= 1 / 2)
  := @OnOff.Theorem1.refuted_rate_nonergodic.
Definition rate_nonergodic_2 := @OnOff.Theorem1.corrected_rate_nonergodic.

(* information-decay *)
Definition information_decay_1 :
  forall alpha beta delta : R,
  0 <= alpha <= 1 ->
  0 <= beta <= 1 ->
  0 <= delta <= 1 ->
  forall t : nat, Decay.carried alpha beta delta (S t) <= Decay.carried alpha beta delta t
  := @OnOff.Decay.information_decreases.
Definition information_decay_2 :
  forall alpha beta delta : R,
  0 <= alpha <= 1 ->
  0 <= beta <= 1 ->
  0 <= delta <= 1 ->
  forall t : nat,
  0 < delta < 1 ->
  alpha + beta <> 1 ->
  Rabs (1 - alpha - beta) < 1 -> Decay.carried alpha beta delta (S t) < Decay.carried alpha beta delta t
  := @OnOff.Decay.information_decreases_strictly.
Definition information_decay_3 := @OnOff.Decay.information_stays.

(* download-cost *)
Definition download_cost_1 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R) (J : Model.windows) (n : nat) (t : Z),
  0 <= alpha <= 1 ->
  0 <= beta <= 1 ->
  Model.law_on_Z alpha beta nu (fun _ : Z => Scheme.qrys) J ->
  (0 < n)%nat ->
  Model.cost_on_Z (fun _ : Z => Scheme.qrys) J (SchemeOnZ.plain_service n) t / INR n =
  1 + Model.asked J t Scheme.qAB
  := @OnOff.SectionIV.download_cost.

(* table3a *)
Definition table3a_1 :
  forall (alpha beta : R) (x0 x : Window.src),
  0 <= alpha -> 0 <= beta -> alpha + beta < 1 -> SectionIV.is_law (Scheme.table_a alpha beta x0 x)
  := @OnOff.SectionIV.table3a.

(* table3b *)
Definition table3b_1 :
  forall (alpha beta : R) (x0 x : Window.src),
  alpha <= 1 -> beta <= 1 -> alpha + beta > 1 -> SectionIV.is_law (Scheme.table_b alpha beta x0 x)
  := @OnOff.SectionIV.table3b.

(* table3c *)
Definition table3c_1 :
  forall (alpha beta : R) (x0 x : Window.src),
  alpha <= 1 -> beta <= 1 -> alpha + beta > 1 -> SectionIV.is_law (Scheme.table_c alpha beta x0 x)
  := @OnOff.SectionIV.table3c.

(* table3-cases *)
Definition table3_cases_1 :
  ~
  (forall (alpha beta : R) (t : nat) (x0 x : Window.src),
   0 <= alpha <= 1 ->
   0 <= beta <= 1 ->
   (1 <= t)%nat -> exists row : Scheme.qry -> R, Errata.printed_table alpha beta t x0 x row)
  := @OnOff.Errata.refuted_table3_cases.
Definition table3_cases_2 :
  forall (alpha beta : R) (x0 x : Window.src),
  0 <= alpha <= 1 ->
  0 <= beta <= 1 ->
  (alpha + beta <= 1 -> Window.M alpha beta x0 x <> 0 -> SectionIV.is_law (Scheme.table_a alpha beta x0 x)) /\
  (alpha + beta > 1 ->
   SectionIV.is_law (Scheme.table_b alpha beta x0 x) /\ SectionIV.is_law (Scheme.table_c alpha beta x0 x))
  := @OnOff.SectionIV.corrected_table3_cases.

(* table3-caption *)
Definition table3_caption_1 :
  ~
  (forall (alpha beta : R) (x0 x : Window.src) (q : Scheme.qry),
   0 <= alpha -> 0 <= beta -> alpha + beta < 1 -> Scheme.point 0 0 1 q = Scheme.table_a alpha beta x0 x q)
  := @OnOff.Errata.refuted_table3_caption.
Definition table3_caption_2 :
  forall (alpha beta : R) (k : nat) (x0 x : Window.src) (q : Scheme.qry),
  Scheme.phi alpha beta k x0 x Scheme.qAB q = Scheme.table alpha beta k x0 x q
  := @OnOff.Errata.corrected_table3_caption.

(* scheme-decodable *)
Definition scheme_decodable_1 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R),
  Model.requests_on_Z alpha beta nu ->
  forall (t : Z) (x : Window.src) (q : Scheme.qry),
  SchemeOnZ.paper_on_Z alpha beta nu t [x] [q] <> 0 -> Scheme.downloads q x = true
  := @OnOff.SectionIV.scheme_contains.

(* scheme-private-on *)
Definition scheme_private_on_1 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R),
  Model.requests_on_Z alpha beta nu ->
  forall t : Z,
  (t <= 0)%Z ->
  Model.asked (SchemeOnZ.paper_on_Z alpha beta nu) t Scheme.qAB = 1 /\
  (forall n : nat,
   Information.information (fun _ : nat => Scheme.qrys)
     (SchemeOnZ.paper_on_Z alpha beta nu (t - Z.of_nat n)) (Model.whole Model.step (t - Z.of_nat n))
     n = 0)
  := @OnOff.SectionIV.scheme_private_on.

(* privacy-decomposition *)
Definition privacy_decomposition_1 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R),
  Model.requests_on_Z alpha beta nu ->
  forall p t : nat,
  (p < t)%nat ->
  let Jp := SchemeOnZ.paper_on_Z alpha beta nu (- Z.of_nat p) in
  Information.information (fun _ : nat => Scheme.qrys) Jp (Window.step_mode p) t =
  AppendixB.information_at (fun _ : nat => Scheme.qrys) Jp p t +
  SectionIV.information_beside (fun _ : nat => Scheme.qrys) Jp
    (SectionIV.without (Window.step_mode p) p) p t /\
  AppendixB.information_at (fun _ : nat => Scheme.qrys) Jp p t +
  SectionIV.information_beside (fun _ : nat => Scheme.qrys) Jp
    (SectionIV.without (Window.step_mode p) p) p t = 0
  := @OnOff.SectionIV.privacy_main.
Definition privacy_decomposition_2 := @OnOff.SectionIV.privacy_decomposition.

(* claim1 *)
Definition claim1_1 := @OnOff.SectionIV.claim1.

(* claim2 *)
Definition claim2_1 :
  forall (alpha beta : R) (mu : Window.src -> R),
  Window.law_of_requests alpha beta mu ->
  forall p t : nat,
  (p < t)%nat ->
  AppendixB.information_at (fun _ : nat => Scheme.qrys)
    (Scheme.queries alpha beta mu (Window.step_mode p)) p t = 0
  := @OnOff.SectionIV.claim2_every_law.
Definition claim2_2 := @OnOff.SectionIV.claim2.

(* lemma1 *)
Definition lemma1_1 :
  forall (alpha beta : R) (mu : Window.src -> R),
  Window.law_of_requests alpha beta mu ->
  forall (p : nat) (q' : Scheme.qry) (h : list Scheme.qry) (q : Scheme.qry),
  (p <= length h)%nat ->
  (alpha + beta <= 1 ->
   Window.prob (Scheme.queries alpha beta mu (Window.step_mode p)) Window.anything (q :: q' :: h) =
   Window.prob (Scheme.queries alpha beta mu (Window.step_mode p)) Window.anything (q' :: h) *
   SectionIV.P1 alpha beta q' q) /\
  (alpha + beta > 1 ->
   Window.prob (Scheme.queries alpha beta mu (Window.step_mode p)) Window.anything (q :: q' :: h) =
   Window.prob (Scheme.queries alpha beta mu (Window.step_mode p)) Window.anything (q' :: h) *
   SectionIV.P2 alpha beta q' q)
  := @OnOff.SectionIV.lemma1_every_law.
Definition lemma1_2 := @OnOff.SectionIV.lemma1.
Definition lemma1_3 := @OnOff.Scheme.lemma1.

(* ab-probability *)
Definition ab_probability_1 := @OnOff.SectionIV.ab_derivation.
Definition ab_probability_2 := @OnOff.SectionIV.ab_probability.

(* achievability *)
Definition achievability_1 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R),
  Model.requests_on_Z alpha beta nu ->
  Model.law_on_Z alpha beta nu (fun _ : Z => Scheme.qrys) (SchemeOnZ.paper_on_Z alpha beta nu) /\
  Model.private_on_Z (fun _ : Z => Scheme.qrys) (SchemeOnZ.paper_on_Z alpha beta nu) Model.step /\
  (forall n : nat,
   (0 < n)%nat ->
   Model.decodable_on_Z (fun _ : Z => Scheme.qrys) (SchemeOnZ.paper_on_Z alpha beta nu)
     (SchemeOnZ.plain_service n) /\
   (forall t : Z,
    INR n /
    Model.cost_on_Z (fun _ : Z => Scheme.qrys) (SchemeOnZ.paper_on_Z alpha beta nu)
      (SchemeOnZ.plain_service n) t =
    (if (t <=? 0)%Z then 1 / 2 else 1 / (1 + Rabs (1 - alpha - beta) ^ Z.to_nat t))))
  := @OnOff.SectionIV.achievability.
Definition achievability_2 := @OnOff.Codes.paper_coded.

(* converse-private-times *)
Definition converse_private_times_1 := @OnOff.Errata.refuted_converse_private_times.
Definition converse_private_times_2 := @OnOff.AppendixA.corrected_converse_private_times.

(* converse-partition *)
Definition converse_partition_1 :
  forall (Qry : Type) (qs : Z -> list Qry) (J : Model.windows) (S : Model.service Qry),
  Model.decodable_on_Z qs J S ->
  forall (t : Z) (q : Qry),
  In q (qs t) ->
  Model.asked J t q <> 0 -> Model.decodes_at S t q Window.A \/ Model.decodes_at S t q Window.B
  := @OnOff.AppendixA.converse_partition.

(* converse-cost *)
Definition converse_cost_1 :
  forall (Qry : Type) (S : Model.service Qry) (t : Z) (q : Qry),
  (forall x : Window.src, Model.decodes_at S t q x -> INR (Model.size_of S) <= INR (Model.size S t q)) /\
  (Model.decodes_at S t q Window.A ->
   Model.decodes_at S t q Window.B ->
   INR (Model.size_of S) + INR (Model.size_of S) <= INR (Model.size S t q))
  := @OnOff.AppendixA.converse_lengths.
Definition converse_cost_2 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R) (Qry : Type) (qs : Z -> list Qry)
    (J : Model.windows) (S : Model.service Qry),
  0 <= alpha <= 1 ->
  0 <= beta <= 1 ->
  Model.law_on_Z alpha beta nu qs J ->
  Model.decodable_on_Z qs J S ->
  forall (t : Z) (one : Qry -> bool),
  (0 < Model.size_of S)%nat ->
  (forall q : Qry,
   In q (qs t) ->
   one q = false -> Model.decodes_at S t q Window.A /\ Model.decodes_at S t q Window.B) ->
  Model.cost_on_Z qs J S t / INR (Model.size_of S) >=
  2 - Sums.sum (qs t) (fun q : Qry => if one q then Model.asked J t q else 0)
  := @OnOff.AppendixA.converse_cost.

(* converse-chain-rule *)
Definition converse_chain_rule_1 := @OnOff.ZeroLeakage.refuted_converse_chain_rule.
Definition converse_chain_rule_2 := @OnOff.ZeroLeakage.leaks_nothing_on_Z.

(* converse-equal-laws *)
Definition converse_equal_laws_1 := @OnOff.AppendixA.converse_equal_laws.
Definition converse_equal_laws_2 := @OnOff.ZeroLeakage.refuted_converse_chain_rule.

(* converse-table *)
Definition converse_table_1 :
  forall (delta : R) (p : Window.src -> Window.src -> Scheme.qry -> R)
    (joint : Window.src -> Window.src -> R),
  delta <> 0 ->
  (forall x0 x : Window.src, p x0 x Scheme.qA + p x0 x Scheme.qB + p x0 x Scheme.qAB = joint x0 x) ->
  (forall (x0 x : Window.src) (q : Scheme.qry), Scheme.downloads q x = false -> p x0 x q = 0) ->
  (forall q : Scheme.qry,
   (p Window.A Window.A q + p Window.A Window.B q) * (1 - delta) =
   (p Window.B Window.A q + p Window.B Window.B q) * delta) ->
  let p1 := p Window.A Window.A Scheme.qA in
  let p2 := p Window.A Window.B Scheme.qB in
  let r := (1 - delta) / delta in
  p Window.A Window.A Scheme.qB = 0 /\
  p Window.A Window.A Scheme.qAB = joint Window.A Window.A - p1 /\
  p Window.A Window.B Scheme.qA = 0 /\
  p Window.A Window.B Scheme.qAB = joint Window.A Window.B - p2 /\
  p Window.B Window.A Scheme.qA = r * p1 /\
  p Window.B Window.A Scheme.qB = 0 /\
  p Window.B Window.A Scheme.qAB = joint Window.B Window.A - r * p1 /\
  p Window.B Window.B Scheme.qA = 0 /\
  p Window.B Window.B Scheme.qB = r * p2 /\
  p Window.B Window.B Scheme.qAB = joint Window.B Window.B - r * p2
  := @OnOff.AppendixA.converse_table.
Definition converse_table_2 :
  forall (delta : R) (joint : Window.src -> Window.src -> R) (p1 p2 : R),
  delta <> 0 ->
  (forall x0 : Window.src, joint x0 Window.A + joint x0 Window.B = Window.start delta x0) ->
  let p := AppendixA.table_IV delta joint p1 p2 in
  p Window.A Window.A Scheme.qA = p1 /\
  p Window.A Window.B Scheme.qB = p2 /\
  (forall x0 x : Window.src, p x0 x Scheme.qA + p x0 x Scheme.qB + p x0 x Scheme.qAB = joint x0 x) /\
  (forall (x0 x : Window.src) (q : Scheme.qry), Scheme.downloads q x = false -> p x0 x q = 0) /\
  (forall q : Scheme.qry,
   (p Window.A Window.A q + p Window.A Window.B q) * (1 - delta) =
   (p Window.B Window.A q + p Window.B Window.B q) * delta)
  := @OnOff.AppendixA.converse_table_all.

(* converse-bounds *)
Definition converse_bounds_1 :
  forall (delta : R) (p : Window.src -> Window.src -> Scheme.qry -> R) (k : Window.src -> Window.src -> R),
  0 < delta < 1 ->
  (forall (x0 x : Window.src) (q : Scheme.qry), 0 <= p x0 x q) ->
  (forall x0 x : Window.src,
   p x0 x Scheme.qA + p x0 x Scheme.qB + p x0 x Scheme.qAB = Window.start delta x0 * k x0 x) ->
  (forall (x0 x : Window.src) (q : Scheme.qry), Scheme.downloads q x = false -> p x0 x q = 0) ->
  (forall q : Scheme.qry,
   (p Window.A Window.A q + p Window.A Window.B q) * (1 - delta) =
   (p Window.B Window.A q + p Window.B Window.B q) * delta) ->
  let p1 := p Window.A Window.A Scheme.qA in
  let p2 := p Window.A Window.B Scheme.qB in
  0 <= p1 / delta <= Rmin (k Window.A Window.A) (k Window.B Window.A) /\
  0 <= p2 / delta <= Rmin (k Window.A Window.B) (k Window.B Window.B) /\
  Sums.sum Window.srcs
    (fun x0 : Window.src =>
     Sums.sum Window.srcs (fun x : Window.src => p x0 x Scheme.qA + p x0 x Scheme.qB)) =
  (p1 + p2) / delta
  := @OnOff.AppendixA.converse_bounds.

(* t-step-law *)
Definition t_step_law_1 :
  forall (alpha beta : R) (n : nat),
  alpha + beta <> 0 ->
  Window.K alpha beta n Window.A Window.A = (beta + alpha * (1 - alpha - beta) ^ n) / (alpha + beta) /\
  Window.K alpha beta n Window.A Window.B = (alpha - alpha * (1 - alpha - beta) ^ n) / (alpha + beta) /\
  Window.K alpha beta n Window.B Window.A = (beta - beta * (1 - alpha - beta) ^ n) / (alpha + beta) /\
  Window.K alpha beta n Window.B Window.B = (alpha + beta * (1 - alpha - beta) ^ n) / (alpha + beta)
  := @OnOff.OneShot.t_step_law.
Definition t_step_law_2 := @OnOff.OneShot.K_difference.

(* converse-bound *)
Definition converse_bound_1 :
  ~
  (forall (alpha beta : R) (nu : Z -> Window.src -> R) (Qry : Set) (qs : Z -> list Qry)
     (J : Model.windows) (S : Model.service Qry) (t : nat),
   Model.requests_on_Z alpha beta nu ->
   Model.law_on_Z alpha beta nu qs J ->
   Model.decodable_on_Z qs J S ->
   Model.private_on_Z qs J Model.step ->
   (1 <= t)%nat -> Model.cost_on_Z qs J S (Z.of_nat t) >= INR (Model.size_of S) * (1 + Rabs (1 - alpha - beta) ^ t))
  := @OnOff.Errata.refuted_converse_bound.
Definition converse_bound_2 := @OnOff.AppendixA.corrected_converse_bound.
Definition converse_bound_3 := @OnOff.AppendixA.converse_value.
Definition converse_bound_4 := @OnOff.OneShot.one_shot.

(* prop1 *)
Definition prop1_1 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R),
  Model.requests_on_Z alpha beta nu ->
  forall (p : nat) (xs : list Window.src) (q : Scheme.qry) (h : list Scheme.qry),
  (p < length xs)%nat ->
  SchemeOnZ.paper_on_Z alpha beta nu (- Z.of_nat p) xs (q :: h) <> 0 ->
  hd Window.A xs = Scheme.g alpha beta (length xs - 1 - p) (WindowConverse.at_time p xs) q
  := @OnOff.SectionIV.proposition1.
Definition prop1_2 := @OnOff.Scheme.proposition1.

(* prop2 *)
Definition prop2_1 :
  forall (alpha beta : R) (mu : Window.src -> R) (F : Window.mode),
  Window.law_of_requests alpha beta mu ->
  forall (x y : Window.src) (xs : list Window.src) (h : list Scheme.qry),
  Sums.sum Scheme.qrys (fun q : Scheme.qry => Scheme.queries alpha beta mu F (x :: y :: xs) (q :: h)) =
  Scheme.queries alpha beta mu F (y :: xs) h * Window.M alpha beta y x
  := @OnOff.AppendixB.proposition2.

(* prop3 *)
Definition prop3_1 :
  forall (alpha beta : R) (mu : Window.src -> R) (F : Window.mode),
  Window.law_of_requests alpha beta mu ->
  forall (x : Window.src) (xs : list Window.src) (q : Scheme.qry) (h : list Scheme.qry),
  Scheme.queries alpha beta mu F (x :: xs) (q :: h) =
  Sums.sum Scheme.qrys (fun r : Scheme.qry => Scheme.queries alpha beta mu F (x :: xs) (r :: h)) *
  Scheme.choose alpha beta (Window.since F (length xs)) (Scheme.last_private F (x :: xs)) x
    (hd Scheme.qAB h) q
  := @OnOff.AppendixB.proposition3.

(* appb-equivalence *)
Definition appb_equivalence_1 :
  forall (Qry : Type) (qs : nat -> list Qry) (J : list Window.src -> list Qry -> R) (s t : nat),
  (forall (xs : list Window.src) (h : list Qry), 0 <= J xs h) ->
  AppendixB.information_at qs J s t = 0 <->
  (forall (h : list Qry) (q : Qry),
   In h (Sums.histories qs t) ->
   In q (qs t) ->
   Window.prob J (WindowConverse.was s Window.A) (q :: h) *
   Window.before qs J (WindowConverse.was s Window.B) h =
   Window.prob J (WindowConverse.was s Window.B) (q :: h) *
   Window.before qs J (WindowConverse.was s Window.A) h)
  := @OnOff.AppendixB.appb_equivalence.

(* appb-expansion *)
Definition appb_expansion_1 := @OnOff.AppendixB.appb_expansion.

(* appb-single *)
Definition appb_single_1 :
  forall (alpha beta : R) (k : nat) (x0 y : Window.src) (q : Scheme.qry),
  Sums.sum Window.srcs
    (fun x : Window.src =>
     Window.M alpha beta (Scheme.g alpha beta k x0 (Scheme.single y)) x *
     Scheme.phi alpha beta (S k) x0 x (Scheme.single y) q) =
  Sums.sum Window.srcs (fun x : Window.src => Window.M alpha beta y x * Scheme.request x q)
  := @OnOff.AppendixB.appb_single.

(* appb-case1 *)
Definition appb_case1_1 :
  forall (alpha beta : R) (q : Scheme.qry),
  0 <= alpha ->
  0 <= beta ->
  alpha + beta <= 1 ->
  (forall (k : nat) (x0 : Window.src), Scheme.g alpha beta k x0 Scheme.qAB = x0) /\
  Sums.sum Window.srcs
    (fun x : Window.src => Window.M alpha beta Window.A x * Scheme.table_a alpha beta Window.A x q) =
  Sums.sum Window.srcs
    (fun x : Window.src => Window.M alpha beta Window.B x * Scheme.table_a alpha beta Window.B x q)
  := @OnOff.AppendixB.appb_case1.

(* appb-case2 *)
Definition appb_case2_1 :
  ~
  (forall (alpha beta : R) (k : nat) (x0 x : Window.src) (q : Scheme.qry),
   0 <= alpha <= 1 ->
   0 <= beta <= 1 ->
   alpha + beta <= 1 ->
   Nat.odd k = true -> Scheme.phi alpha beta k x0 x Scheme.qAB q = Scheme.table_c alpha beta x0 x q)
  := @OnOff.Errata.refuted_appb_case2.
Definition appb_case2_2 :
  forall (alpha beta : R) (k : nat) (q : Scheme.qry),
  alpha <= 1 ->
  beta <= 1 ->
  alpha + beta > 1 ->
  Nat.odd (S k) = true ->
  (forall x0 : Window.src, Scheme.g alpha beta k x0 Scheme.qAB = x0) /\
  (forall x0 x : Window.src, Scheme.phi alpha beta (S k) x0 x Scheme.qAB = Scheme.table_c alpha beta x0 x) /\
  Sums.sum Window.srcs
    (fun x : Window.src => Window.M alpha beta Window.A x * Scheme.table_c alpha beta Window.A x q) =
  Sums.sum Window.srcs
    (fun x : Window.src => Window.M alpha beta Window.B x * Scheme.table_c alpha beta Window.B x q)
  := @OnOff.AppendixB.corrected_appb_case2.

(* appb-case3 *)
Definition appb_case3_1 :
  ~
  (forall (alpha beta delta : R) (t : nat) (xs : list Window.src) (h : list Scheme.qry),
   0 <= alpha <= 1 ->
   0 <= beta <= 1 ->
   0 < delta < 1 ->
   alpha + beta <= 1 ->
   Nat.even t = true ->
   length xs = t ->
   Scheme.queries alpha beta (Window.start delta) (Window.step_mode 0) xs (Scheme.qAB :: h) <> 0 ->
   hd Window.A xs <> WindowConverse.at_time 0 xs)
  := @OnOff.Errata.refuted_appb_case3.
Definition appb_case3_2 :
  forall (alpha beta : R) (k : nat) (q : Scheme.qry),
  alpha <= 1 ->
  beta <= 1 ->
  alpha + beta > 1 ->
  Nat.even (S k) = true ->
  (forall x0 : Window.src, Scheme.g alpha beta k x0 Scheme.qAB = Window.other x0) /\
  (forall x0 x : Window.src, Scheme.phi alpha beta (S k) x0 x Scheme.qAB = Scheme.table_b alpha beta x0 x) /\
  Sums.sum Window.srcs
    (fun x : Window.src => Window.M alpha beta Window.B x * Scheme.table_b alpha beta Window.A x q) =
  Sums.sum Window.srcs
    (fun x : Window.src => Window.M alpha beta Window.A x * Scheme.table_b alpha beta Window.B x q)
  := @OnOff.AppendixB.corrected_appb_case3.

(* appc-premise *)
Definition appc_premise_1 :
  ~
  (forall (alpha beta delta : R) (q q' : Scheme.qry) (h : list Scheme.qry),
   0 <= alpha <= 1 ->
   0 <= beta <= 1 ->
   0 < delta < 1 ->
   Window.prob (Scheme.queries alpha beta (Window.start delta) (Window.step_mode 0)) Window.anything
     (q :: q' :: h) <> 0 -> q <> Scheme.qAB -> q' <> Scheme.qAB)
  := @OnOff.Errata.refuted_appc_premise.
Definition appc_premise_2 :
  forall (alpha beta delta : R) (q' : Scheme.qry) (h : list Scheme.qry),
  0 <= alpha <= 1 ->
  0 <= beta <= 1 ->
  0 <= delta <= 1 ->
  Window.prob (Scheme.queries alpha beta (Window.start delta) (Window.step_mode 0)) Window.anything
    (Scheme.qAB :: q' :: h) <> 0 -> q' = Scheme.qAB
  := @OnOff.Errata.corrected_appc_premise.

(* appc-rows *)
Definition appc_rows_1 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R) (p : nat) (y : Window.src) (h : list Scheme.qry),
  Model.requests_on_Z alpha beta nu ->
  (p <= length h)%nat ->
  let J := SchemeOnZ.paper_on_Z alpha beta nu (- Z.of_nat p) in
  (forall x : Window.src,
   Window.prob J Window.anything (Scheme.single x :: Scheme.single y :: h) =
   Window.prob J Window.anything (Scheme.single y :: h) * Window.M alpha beta y x) /\
  Window.prob J Window.anything (Scheme.qAB :: Scheme.single y :: h) = 0
  := @OnOff.AppendixC.appc_rows.

(* appc-expansion *)
Definition appc_expansion_1 :
  ~
  (forall (alpha beta delta : R) (a : Window.src) (xs ys : list Window.src) (x : Window.src)
     (q : Scheme.qry),
   0 <= alpha <= 1 ->
   0 <= beta <= 1 ->
   0 < delta < 1 ->
   length xs = length ys ->
   let path := fun between : list Window.src => x :: between ++ [a] in
   Errata.sent_last alpha beta delta (path xs) q * Window.chain alpha beta (Window.start delta) (path ys) =
   Errata.sent_last alpha beta delta (path ys) q * Window.chain alpha beta (Window.start delta) (path xs))
  := @OnOff.Errata.refuted_appc_function.
Definition appc_expansion_2 := @OnOff.Errata.appc_function_witness.
Definition appc_expansion_3 := @OnOff.Errata.corrected_appc_function.
Definition appc_expansion_4 := @OnOff.AppendixB.appb_expansion.

(* appc-case1 *)
Definition appc_case1_1 :
  forall (alpha beta p0 : R) (q : Scheme.qry),
  0 <= alpha ->
  0 <= beta ->
  alpha + beta <= 1 ->
  (forall (k : nat) (x0 : Window.src), Scheme.g alpha beta k x0 Scheme.qAB = x0) /\
  Sums.sum Window.srcs
    (fun x0 : Window.src =>
     Window.start p0 x0 *
     Sums.sum Window.srcs
       (fun x : Window.src => Window.M alpha beta x0 x * Scheme.table_a alpha beta x0 x q)) =
  SectionIV.P1 alpha beta Scheme.qAB q
  := @OnOff.AppendixC.appc_case1.

(* appc-markov *)
Definition appc_markov_1 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R) (p : nat) (q' : Scheme.qry)
    (h : list Scheme.qry) (q : Scheme.qry),
  Model.requests_on_Z alpha beta nu ->
  (p <= length h)%nat ->
  let J := SchemeOnZ.paper_on_Z alpha beta nu (- Z.of_nat p) in
  (forall a : Window.src,
   Window.prob J (WindowConverse.was p a) (q :: q' :: h) =
   Window.prob J (WindowConverse.was p a) (q' :: h) * Scheme.P alpha beta q' q) /\
  Window.prob J Window.anything (q :: q' :: h) =
  Window.prob J Window.anything (q' :: h) * Scheme.P alpha beta q' q
  := @OnOff.AppendixC.appc_markov.

(* appc-case2 *)
Definition appc_case2_1 :
  ~
  (forall (alpha beta delta : R) (t : nat) (xs : list Window.src) (h : list Scheme.qry),
   0 <= alpha <= 1 ->
   0 <= beta <= 1 ->
   0 < delta < 1 ->
   alpha + beta > 1 ->
   Nat.odd t = true ->
   length xs = t ->
   Scheme.queries alpha beta (Window.start delta) (Window.step_mode 0) xs (Scheme.qAB :: h) <> 0 ->
   hd Window.A xs = Window.other (WindowConverse.at_time 0 xs))
  := @OnOff.Errata.refuted_appc_parity.
Definition appc_case2_2 :
  forall (alpha beta p0 : R) (k : nat) (q : Scheme.qry),
  alpha <= 1 ->
  beta <= 1 ->
  alpha + beta > 1 ->
  (forall x0 : Window.src,
   Scheme.g alpha beta k x0 Scheme.qAB = (if Nat.even k then x0 else Window.other x0)) /\
  Sums.sum Window.srcs
    (fun x0 : Window.src =>
     Window.start p0 x0 *
     Sums.sum Window.srcs
       (fun x : Window.src =>
        Window.M alpha beta (if Nat.even k then x0 else Window.other x0) x *
        (if Nat.even k then Scheme.table_c alpha beta x0 x q else Scheme.table_b alpha beta x0 x q))) =
  SectionIV.P2 alpha beta Scheme.qAB q
  := @OnOff.AppendixC.corrected_appc_case2.

(* general-rate *)
Definition general_rate_1 :
  ~
  (forall (alpha beta : R) (nu : Z -> Window.src -> R) (F : Model.mode_on_Z) (rate : Z -> R),
   Model.requests_on_Z alpha beta nu ->
   Model.achievable_on_Z alpha beta nu F rate <->
   (forall t : Z,
    rate t <= 1 /\
    (forall j : nat, F (t - Z.of_nat j)%Z = true -> rate t <= 1 / (1 + Rabs (1 - alpha - beta) ^ j))))
  := @OnOff.Errata.refuted_general_rate.
Definition general_rate_2 :
  ~
  (forall (alpha beta : R) (nu : Z -> Window.src -> R) (F : Model.mode_on_Z) (rate : Z -> R),
   Model.requests_on_Z alpha beta nu ->
   Model.ergodic alpha beta ->
   Model.achievable_on_Z alpha beta nu F rate <->
   (forall t : Z,
    rate t <= 1 /\
    (forall j : nat, F (t - Z.of_nat j)%Z = true -> rate t <= 1 / (1 + Rabs (1 - alpha - beta) ^ j))))
  := @OnOff.ModesCondition.refuted_general_rate_ergodic.
Definition general_rate_3 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R) (F : Model.mode_on_Z) (rate : Z -> R),
  Model.requests_on_Z alpha beta nu ->
  0 < alpha < 1 ->
  0 < beta < 1 ->
  Model.achievable_on_Z alpha beta nu F rate <->
  (forall t : Z,
   rate t <= 1 /\
   (forall j : nat, F (t - Z.of_nat j)%Z = true -> rate t <= 1 / (1 + Rabs (1 - alpha - beta) ^ j)))
  := @OnOff.Main.appendix_d.
Definition general_rate_4 := @OnOff.Beginning.appendix_d.

(* general-last-on *)
Definition general_last_on_1 := @OnOff.SectionIV.general_last_on.

(* general-chain-rule *)
Definition general_chain_rule_1 := @OnOff.WindowConverse.block.

(* general-converse-on *)
Definition general_converse_on_1 :
  ~
  (forall (alpha beta : R) (nu : Z -> Window.src -> R) (F : Model.mode_on_Z) (rate : Z -> R) (t : Z),
   Model.requests_on_Z alpha beta nu ->
   Model.achievable_on_Z alpha beta nu F rate -> F t = true -> rate t <= 1 / 2)
  := @OnOff.Errata.refuted_general_converse_on.
Definition general_converse_on_2 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R) (F : Model.mode_on_Z) (rate : Z -> R) (t : Z),
  Model.requests_on_Z alpha beta nu ->
  0 < alpha < 1 ->
  0 < beta < 1 -> Model.achievable_on_Z alpha beta nu F rate -> F t = true -> rate t <= 1 / 2
  := @OnOff.Errata.corrected_general_converse_on.

(* general-converse *)
Definition general_converse_1 := @OnOff.ModesConverse.converse_general_on_Z.
Definition general_converse_2 := @OnOff.Errata.refuted_general_rate.

(* general-scheme *)
Definition general_scheme_1 :
  ~
  (forall (alpha beta delta : R) (F : Window.mode),
   0 <= alpha <= 1 ->
   0 <= beta <= 1 ->
   0 < delta < 1 ->
   Window.private (fun _ => Scheme.qrys)
     (Window.of_kernel alpha beta (Window.start delta) (Errata.printed_scheme alpha beta F)) F)
  := @OnOff.Errata.refuted_general_scheme.
Definition general_scheme_2 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R) (F : Model.mode_on_Z),
  Model.requests_on_Z alpha beta nu ->
  Model.law_on_Z alpha beta nu (fun _ : Z => Scheme.qrys) (AppendixD.scheme_on_Z alpha beta nu F) /\
  Model.private_on_Z (fun _ : Z => Scheme.qrys) (AppendixD.scheme_on_Z alpha beta nu F) F /\
  (forall n : nat,
   Model.decodable_on_Z (fun _ : Z => Scheme.qrys) (AppendixD.scheme_on_Z alpha beta nu F)
     (SchemeOnZ.plain_service n)) /\
  (forall (t : Z) (j : nat),
   F (t - Z.of_nat j)%Z = true ->
   (forall i : nat, (i < j)%nat -> F (t - Z.of_nat i)%Z = false) ->
   Model.asked (AppendixD.scheme_on_Z alpha beta nu F) t Scheme.qAB = Rabs (1 - alpha - beta) ^ j)
  := @OnOff.Errata.corrected_general_scheme.

(* general-scheme-on *)
Definition general_scheme_on_1 :
  forall (alpha beta : R) (nu : Z -> Window.src -> R) (F : Model.mode_on_Z),
  Model.requests_on_Z alpha beta nu ->
  forall t : Z,
  F t = true ->
  Model.asked (AppendixD.scheme_on_Z alpha beta nu F) t Scheme.qAB = 1 /\
  (forall (G : Window.mode) (n : nat),
   Information.information (fun _ : nat => Scheme.qrys)
     (AppendixD.scheme_on_Z alpha beta nu F (t - Z.of_nat n)) G n = 0) /\
  (forall n : nat,
   (0 < n)%nat ->
   INR n /
   Model.cost_on_Z (fun _ : Z => Scheme.qrys) (AppendixD.scheme_on_Z alpha beta nu F)
     (SchemeOnZ.plain_service n) t = 1 / 2)
  := @OnOff.AppendixD.general_scheme_on.

(* sources-strassen *)
Definition sources_strassen_1 :
  forall X : Type,
  (forall x y : X, {x = y} + {x <> y}) ->
  forall src : list X,
  (forall x : X, In x src) ->
  NoDup src ->
  forall Qry : Type,
  (forall q r : Qry, {q = r} + {q <> r}) ->
  forall (mem : Qry -> X -> bool) (w : Qry -> R) (qs : list Qry) (k : X -> R),
  NoDup qs ->
  (forall q : Qry, In q qs -> 0 <= w q) ->
  Sums.sum qs w = Sums.sum src k ->
  (forall T : X -> bool, Strassen.bel src mem w qs T <= Strassen.mass src k T) ->
  exists p : X -> Qry -> R,
    (forall (x : X) (q : Qry), 0 <= p x q) /\
    (forall (x : X) (q : Qry), p x q <> 0 -> mem q x = true) /\
    (forall x : X, Sums.sum qs (p x) = k x) /\
    (forall q : Qry, In q qs -> Sums.sum src (fun x : X => p x q) = w q)
  := @OnOff.Strassen.strassen.
Definition sources_strassen_2 :
  forall (X : Type) (src : list X),
  (forall x : X, In x src) ->
  forall (Qry : Type) (mem : Qry -> X -> bool) (w : Qry -> R) (qs : list Qry)
    (k : X -> R) (p : X -> Qry -> R),
  (forall (x : X) (q : Qry), In q qs -> 0 <= p x q) ->
  (forall (x : X) (q : Qry), In q qs -> p x q <> 0 -> mem q x = true) ->
  (forall x : X, Sums.sum qs (p x) = k x) ->
  (forall q : Qry, In q qs -> Sums.sum src (fun x : X => p x q) = w q) ->
  forall T : X -> bool, Strassen.bel src mem w qs T <= Strassen.mass src k T
  := @OnOff.Strassen.strassen_only.

(* sources-bounds *)
Definition sources_bounds_1 :
  forall (X : Type) (eqX : forall x y : X, {x = y} + {x <> y}) (src : list X)
    (P : X -> X -> R) (mu : X -> R),
  Sources.requests src P mu ->
  (forall x : X, 0 < mu x) ->
  forall (Qry : Type) (qs : list Qry) (J : list X -> list Qry -> R) (D : Qry -> X -> bool) (t : nat),
  NSources.scheme eqX src P mu qs J D ->
  Sums.sum src (fun x : X => Sources.most src (fun a : X => Sources.K eqX src P t a x)) <=
  Sources.cost src qs J D t /\
  2 - Sums.sum src (fun x : X => Sources.least src (fun a : X => Sources.K eqX src P t a x)) <=
  Sources.cost src qs J D t /\
  1 + Rabs (Sums.sum src (fun x : X => Sources.K eqX src P t x x) - 1) <= Sources.cost src qs J D t /\
  (forall a b : X,
   1 + (1 - Sums.sum src (fun x : X => Rmin (Sources.K eqX src P t a x) (Sources.K eqX src P t b x))) <=
   Sources.cost src qs J D t)
  := @OnOff.NSources.theorem_B.
Definition sources_bounds_2 :
  forall (X : Type) (eqX : forall x y : X, {x = y} + {x <> y}) (src : list X)
    (P : X -> X -> R) (mu : X -> R),
  Sources.requests src P mu ->
  (forall x : X, 0 < mu x) ->
  forall (Qry : Type) (qs : list Qry) (J : Sources.law) (D : Qry -> X -> bool)
    (F : Sources.mode) (s m : nat),
  (forall x y : X, 0 < P x y) ->
  Sources.causal P mu qs J ->
  Sources.decodable J D ->
  Sources.private eqX src qs J F ->
  F s = true ->
  Sums.sum src (fun x : X => Sources.most src (fun a : X => Sources.K eqX src P m a x)) <=
  Sources.cost src qs J D (m + s) /\
  2 - Sums.sum src (fun x : X => Sources.least src (fun a : X => Sources.K eqX src P m a x)) <=
  Sources.cost src qs J D (m + s)
  := @OnOff.NSources.theorem_B_modes.
Definition sources_bounds_3 := @OnOff.Capacity.theorem_b.

(* sources-program *)
Definition sources_program_1 :
  forall (X : Type) (eqX : forall x y : X, {x = y} + {x <> y}) (src : list X)
    (P : X -> X -> R) (mu : X -> R),
  Sources.requests src P mu ->
  (forall x : X, 0 < mu x) ->
  forall (c : R) (t : nat),
  (exists (Qry : Type) (qs : list Qry) (J : list X -> list Qry -> R) (D : Qry -> X -> bool),
     NSources.scheme eqX src P mu qs J D /\ Sources.cost src qs J D t = c) <->
  (exists w : list X -> R,
     (forall S : list X, In S (Coupling.sets eqX src) -> 0 <= w S) /\
     Sums.sum (Coupling.sets eqX src) w = 1 /\
     (forall (a : X) (T : X -> bool),
      Strassen.bel src (Coupling.mem eqX) w (Coupling.sets eqX src) T <=
      Strassen.mass src (Sources.K eqX src P t a) T) /\
     Sums.sum (Coupling.sets eqX src) (fun S : list X => Sources.count src (Coupling.mem eqX S) * w S) = c)
  := @OnOff.NSources.program.

(* sources-three *)
Definition sources_three_1 :
  forall (X : Type) (eqX : forall x y : X, {x = y} + {x <> y}) (a b c : X) (P : X -> X -> R)
    (mu : X -> R) (t : nat),
  Sources.requests [a; b; c] P mu ->
  (forall x : X, 0 < mu x) ->
  let best := Rmax (Sources.M eqX [a; b; c] P t) (2 - Sources.L eqX [a; b; c] P t) in
  (forall (Qry : Type) (qs : list Qry) (J : list X -> list Qry -> R) (D : Qry -> X -> bool),
   NSources.scheme eqX [a; b; c] P mu qs J D -> best <= Sources.cost [a; b; c] qs J D t) /\
  (exists (Qry : Type) (qs : list Qry) (J : list X -> list Qry -> R) (D : Qry -> X -> bool),
     NSources.scheme eqX [a; b; c] P mu qs J D /\ Sources.cost [a; b; c] qs J D t = best)
  := @OnOff.NSources.three.
Definition sources_three_2 := @OnOff.Capacity.three_sources_coded.

(* sources-rank-one *)
Definition sources_rank_one_1 :
  forall (X : Type) (eqX : forall x y : X, {x = y} + {x <> y}) (src : list X) (lam : R) (pi mu : X -> R),
  (forall x : X, In x src) ->
  NoDup src ->
  (forall x : X, 0 <= pi x) ->
  Sums.sum src pi = 1 ->
  lam <= 1 ->
  (forall x : X, 0 <= lam + (1 - lam) * pi x) ->
  (forall x : X, 0 < mu x) ->
  Sums.sum src mu = 1 ->
  let P := fun y x : X => (if eqX y x then lam else 0) + (1 - lam) * pi x in
  let best := fun t : nat => 1 + (INR (length src) - 1) * Rabs lam ^ t in
  (forall (Qry : Type) (qs : list Qry) (J : list X -> list Qry -> R) (D : Qry -> X -> bool),
   NSources.scheme eqX src P mu qs J D -> forall t : nat, best t <= Sources.cost src qs J D t) /\
  (exists (Qry : Type) (qs : list Qry) (J : list X -> list Qry -> R) (D : Qry -> X -> bool),
     NSources.scheme eqX src P mu qs J D /\ (forall t : nat, Sources.cost src qs J D t = best t))
  := @OnOff.NSources.theorem_C.
Definition sources_rank_one_2 :
  forall (X : Type) (eqX : forall x y : X, {x = y} + {x <> y}) (src : list X) (lam : R) (pi mu : X -> R),
  RankOne.rank_one src lam pi mu ->
  forall (p : nat) (rate : nat -> R),
  (forall (i : nat) (x : X), (i <= p)%nat -> 0 < Modes.law_at src (RankOne.P eqX lam pi) mu i x) ->
  Capacity.achievable eqX src (RankOne.P eqX lam pi) mu (Sources.step_mode p) rate <->
  (forall t : nat, rate t <= 1 / (1 + (INR (length src) - 1) * Rabs lam ^ (t - p)))
  := @OnOff.Capacity.capacity.
Definition sources_rank_one_3 :
  forall (X : Type) (eqX : forall x y : X, {x = y} + {x <> y}) (src : list X) (lam : R) (pi mu : X -> R),
  RankOne.rank_one src lam pi mu ->
  forall (F : Sources.mode) (rate : nat -> R),
  (forall x : X, 0 < mu x) ->
  (forall x y : X, 0 < RankOne.P eqX lam pi x y) ->
  Capacity.achievable eqX src (RankOne.P eqX lam pi) mu F rate <->
  (forall t : nat, rate t <= 1 / RankOne.best src lam F t)
  := @OnOff.Capacity.capacity_modes.
Definition sources_rank_one_4 :
  forall (alpha beta : R) (mu : Window.src -> R) (p : nat) (rate : nat -> R),
  Window.law_of_requests alpha beta mu ->
  (forall (i : nat) (x : Window.src),
   (i <= p)%nat -> 0 < Modes.law_at Window.srcs (Window.M alpha beta) mu i x) ->
  Capacity.achievable Capacity.src_eq Window.srcs (Window.M alpha beta) mu (Sources.step_mode p) rate <->
  (forall t : nat, rate t <= 1 / (1 + Rabs (1 - alpha - beta) ^ (t - p)))
  := @OnOff.Capacity.theorem1_again.

(* sources-set-schemes *)
Definition sources_set_schemes_1 :
  forall (X : Type) (eqX : forall x y : X, {x = y} + {x <> y}) (src : list X)
    (P : X -> X -> R) (mu : X -> R),
  Sources.requests src P mu ->
  forall (Qry : Type) (qs : list Qry) (D : Qry -> X -> bool) (all : Qry -> R)
    (init : X -> Qry -> R) (plan : Qry -> X -> X -> Qry -> R) (w : Qry -> Qry -> R)
    (F : Sources.mode),
  SetSchemes.set_scheme src P mu qs D all init plan w ->
  let J := SetSchemes.queries P mu all init plan F in
  Sources.causal P mu qs J /\
  Sources.decodable J D /\
  Sources.private eqX src qs J F /\
  (F 0%nat = true -> NSources.scheme eqX src P mu qs J D) /\
  (forall (xs : list X) (S : Qry) (h : list Qry) (R1 : Qry),
   xs <> [] ->
   F (length xs) = false ->
   In R1 qs -> Sums.sum src (fun x : X => J (x :: xs) (R1 :: S :: h)) = J xs (S :: h) * w S R1) /\
  (forall (R1 S0 : Qry) (h : list Qry),
   In (S0 :: h) (Sums.words qs (S (length h))) ->
   In R1 qs ->
   F (S (length h)) = false ->
   Sources.prob src J Sources.anything (R1 :: S0 :: h) =
   Sources.prob src J Sources.anything (S0 :: h) * w S0 R1)
  := @OnOff.NSources.theorem_D.

(* sources-coupling *)
Definition sources_coupling_1 :
  forall (X : Type) (eqX : forall x y : X, {x = y} + {x <> y}) (src : list X)
    (P : X -> X -> R) (mu : X -> R),
  Sources.requests src P mu ->
  forall d : R,
  0 <= d ->
  (forall a b : X, 1 - Sums.sum src (fun x : X => Rmin (P a x) (P b x)) <= d) ->
  exists (Qry : Type) (qs : list Qry) (J : list X -> list Qry -> R) (D : Qry -> X -> bool),
    NSources.scheme eqX src P mu qs J D /\
    (forall t : nat, Sources.cost src qs J D t <= 1 + (INR (length src) - 1) * d ^ t)
  := @OnOff.NSources.theorem_F.

(* sources-recurrence *)
Definition sources_recurrence_1 :
  forall (X : Type) (eqX : forall x y : X, {x = y} + {x <> y}) (src : list X)
    (P : X -> X -> R) (mu : X -> R),
  Sources.requests src P mu ->
  (forall x : X, 0 < mu x) ->
  forall (Qry : Type) (qs : list Qry) (D : Qry -> X -> bool) (all : Qry -> R)
    (init : X -> Qry -> R) (plan : Qry -> X -> X -> Qry -> R) (w : Qry -> Qry -> R),
  SetSchemes.set_scheme src P mu qs D all init plan w ->
  forall p : nat,
  (0 < p)%nat ->
  forall (y0 : nat -> R) (ys : nat -> list ((X -> bool) * R * X)),
  (forall (r : nat) (T : X -> bool) (y : R) (a : X), In (T, y, a) (ys r) -> 0 <= y) ->
  (forall (r : nat) (S : X -> bool) (x : X),
   S x = true ->
   y0 r - Sums.sum (ys r) (fun '(T, y, _) => if Strassen.within src S T then y else 0) <=
   Sources.count src S) ->
  (forall r t : nat,
   (r < p)%nat ->
   (t < length qs + (1 + length (ys r) * length src))%nat ->
   Sources.cost src qs (SetSchemes.queries P mu all init plan (Sources.step_mode 0)) D (t * p + r) =
   Recurrence.form eqX src P (y0 r) (ys r) (t * p + r)) ->
  forall t : nat,
  Sources.cost src qs (SetSchemes.queries P mu all init plan (Sources.step_mode 0)) D t =
  Recurrence.form eqX src P (y0 (t mod p)) (ys (t mod p)) t /\
  (forall (Q : Type) (q : list Q) (J' : Sources.law) (load : nat -> Q -> R),
   Sources.causal P mu q J' ->
   Sources.covers J' load ->
   Sources.hidden eqX src mu q J' ->
   Sources.cost src qs (SetSchemes.queries P mu all init plan (Sources.step_mode 0)) D t <=
   Sources.price src q J' load t)
  := @OnOff.Recurrence.theorem_g.

(* sources-trade-off *)
Definition sources_trade_off_1 :
  forall mu : Tradeoff.three -> R,
  (forall x : Tradeoff.three, 0 < mu x) ->
  mu Tradeoff.A + mu Tradeoff.B + mu Tradeoff.C = 1 ->
  (exists J : Sources.law,
     Sources.causal Tradeoff.T mu (Three.tris Tradeoff.A Tradeoff.B Tradeoff.C) J /\
     Sources.decodable J (Three.tmem Tradeoff.three_eq) /\
     Sources.hidden Tradeoff.three_eq Tradeoff.abc mu (Three.tris Tradeoff.A Tradeoff.B Tradeoff.C) J /\
     Sources.cost Tradeoff.abc (Three.tris Tradeoff.A Tradeoff.B Tradeoff.C) J
       (Three.tmem Tradeoff.three_eq) 1 = 5 / 2 /\
     Sources.cost Tradeoff.abc (Three.tris Tradeoff.A Tradeoff.B Tradeoff.C) J
       (Three.tmem Tradeoff.three_eq) 2 = 9 / 4) /\
  (exists J : Sources.law,
     Sources.causal Tradeoff.T mu (Three.tris Tradeoff.A Tradeoff.B Tradeoff.C) J /\
     Sources.decodable J (Three.tmem Tradeoff.three_eq) /\
     Sources.hidden Tradeoff.three_eq Tradeoff.abc mu (Three.tris Tradeoff.A Tradeoff.B Tradeoff.C) J /\
     Sources.cost Tradeoff.abc (Three.tris Tradeoff.A Tradeoff.B Tradeoff.C) J
       (Three.tmem Tradeoff.three_eq) 1 = 3 /\
     Sources.cost Tradeoff.abc (Three.tris Tradeoff.A Tradeoff.B Tradeoff.C) J
       (Three.tmem Tradeoff.three_eq) 2 = 2) /\
  (forall (Qry : Type) (qs : list Qry) (J : Sources.law) (sets : Qry -> Tradeoff.three -> bool),
   Sources.causal Tradeoff.T mu qs J ->
   Sources.decodable J sets ->
   Sources.hidden Tradeoff.three_eq Tradeoff.abc mu qs J ->
   5 / 2 <= Sources.cost Tradeoff.abc qs J sets 1 /\
   2 <= Sources.cost Tradeoff.abc qs J sets 2 /\
   7 / 2 <= 1 / 2 * Sources.cost Tradeoff.abc qs J sets 1 + Sources.cost Tradeoff.abc qs J sets 2)
  := @OnOff.Tradeoff.front.
