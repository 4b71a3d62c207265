(* Theorem 1 on two-sided time for codes in the sense of the paper, Q_t = phi_t(X_(t), S_(t)), the S_t independent.

   Assumes: a chain on Z; codes with finite memory, where phi_t reads finitely many X_i and S_i, with one finite
   alphabet of queries and one of randomness for all t; or limits of them.
   Proves: such codes have laws of Model.v (law_of_code); the paper's scheme and Q_t = X_t are such codes
   (paper_coded, alone_coded); the theorem is the same for them (theorem1_for_codes, theorem1_for_limits). These codes
   are codes of the paper, and the paper's codes with finitely many queries at each t have laws of Model.v: as the
   theorem holds for the narrowest class and for the widest, it holds for those between. *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith FunctionalExtensionality.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information Model Converse SchemeOnZ Theorem1.
From OnOff Require Coins.
Import ListNotations.
Open Scope R_scope.

Record code_on_Z (Qry : Type) := {
  queries_of : list Qry;
  same_query : forall q r : Qry, {q = r} + {q <> r};
  each_once : forall q, In q queries_of /\ sum queries_of (fun r => if same_query q r then 1 else 0) = 1;
  Seed : Set;
  seeds_of : list Seed;
  seed_law : Z -> Seed -> R;                                          (* the law of S_t; the S_t are independent *)
  seed_nonneg : forall t s, 0 <= seed_law t s;
  seed_total : forall t, sum seeds_of (seed_law t) = 1;
  encode : Z -> list src -> list Seed -> Qry;
    (* phi_t (X_t, X_{t-1}, ...) (S_t, S_{t-1}, ...) *)
  reach : Z -> nat;                                                   (* how many of them it reads *)
  reads : forall t xs ys ss rs, firstn (reach t) xs = firstn (reach t) ys ->
    firstn (reach t) ss = firstn (reach t) rs -> encode t xs ss = encode t ys rs }.
Arguments queries_of {Qry}. Arguments same_query {Qry}. Arguments each_once {Qry}. Arguments Seed {Qry}.
  Arguments seeds_of {Qry}. Arguments seed_law {Qry}.
Arguments seed_nonneg {Qry}. Arguments seed_total {Qry}. Arguments encode {Qry}. Arguments reach {Qry}.
  Arguments reads {Qry}.

Lemma iter_S {T} k (f : T -> T) x : Nat.iter (S k) f x = f (Nat.iter k f x). Proof. reflexivity. Qed.
Section Law.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Context {Qry : Type}.
  Variable c : code_on_Z Qry.
  (* The user begins at s, and X_s has the law it has. *)
  Definition begun s := of_seeds alpha beta (nu s) (same_query c) (always (seeds_of c)) (fun i =>
    seed_law c (s + Z.of_nat i)%Z)
    (fun xs ss => encode c (s + Z.of_nat (length xs) - 1)%Z xs ss).
  (* The window from s has the law it has when the user began long ago: from some k on it does not matter how long. *)
  Definition law_of (J : Z -> list src -> list Qry -> R) := forall s xs h, exists N, forall k, (N <= k)%nat ->
    J s xs h = Nat.iter k (drop (queries_of c)) (begun (s - Z.of_nat k)%Z) xs h.
  Hypothesis requests : requests_on_Z alpha beta nu.
  Lemma begun_causal k : forall s, causal alpha beta (nu s) (always (queries_of c))
    (Nat.iter k (drop (queries_of c)) (begun (s - Z.of_nat k)%Z)).
  Proof.
    induction k as [|k IH]; intro s.
    - simpl. replace (s - 0)%Z with s by lia. apply of_seeds_causal.
      + intros. apply each_once.
      + apply (req alpha beta nu requests).
      + intros. apply seed_nonneg.
      + intro. apply seed_total.
    - rewrite iter_S. replace (s - Z.of_nat (S k))%Z with (s - 1 - Z.of_nat k)%Z by lia.
      apply (causal_drop alpha beta (queries_of c) (nu (s - 1)%Z)); auto.
      + apply (req alpha beta nu requests).
      + apply (moved_nu alpha beta nu requests).
  Qed.
  Lemma all_from {T} (l : list T) (P : T -> nat -> Prop) : (forall x, exists N, forall k, (N <= k)%nat -> P x k) ->
    exists N, forall k, (N <= k)%nat -> forall x, In x l -> P x k.
  Proof.
    intro H. induction l as [|a l [N HN]]; [exists O; now intros ? ? ? []|]. destruct (H a) as [N' HN'].
      exists (N + N')%nat.
    intros k Hk x [<-|Hx]; [apply HN'; lia|apply HN; auto; lia].
  Qed.
  Theorem law_of_code J : law_of J -> law_on_Z alpha beta nu (always (queries_of c)) J.
  Proof.
    intro H. split.
    - intro s. split.
      + destruct (H s [] []) as [N HN]. rewrite (HN N (le_n N)). apply (begins _ _ _ _ _ (begun_causal N s)).
      + intros xs h. destruct (H s xs h) as [N HN]. rewrite (HN N (le_n N)).
        apply (nonneg _ _ _ _ _ (begun_causal N s)).
      + intros x xs h Hh. destruct (H s xs h) as [N1 H1].
        destruct (all_from (queries_of c) (fun q k => J s (x :: xs) (q :: h)
          = Nat.iter k (drop (queries_of c)) (begun (s - Z.of_nat k)%Z) (x :: xs) (q :: h)))
          as [N2 H2]. { intro q. apply H. }
        rewrite (H1 (N1 + N2)%nat) by lia. rewrite <- (moves _ _ _ _ _ (begun_causal (N1 + N2) s)) by auto.
        apply sum_ext. intros q Hq. apply H2; auto. lia.
    - intros s xs h Hh. destruct (H s xs h) as [N1 H1].
      destruct (all_from (list_prod srcs (queries_of c)) (fun p k => J (s - 1)%Z (xs ++ [fst p]) (h ++ [snd p])
        = Nat.iter k (drop (queries_of c)) (begun (s - 1 - Z.of_nat k)%Z) (xs ++ [fst p]) (h ++ [snd p]))) as [N2 H2].
          { intro p. apply H. }
      rewrite (H1 (S (N1 + N2))) by lia. rewrite iter_S. replace (s - Z.of_nat (S (N1 + N2)))%Z with
        (s - 1 - Z.of_nat (N1 + N2))%Z by lia.
      unfold drop at 1. apply sum_ext. intros x Hx. apply sum_ext. intros q Hq.
        apply (H2 (N1 + N2)%nat ltac:(lia) (x, q)). apply in_prod; auto.
  Qed.
  (* A law whose old windows are those of the code. *)
  Lemma law_of_old J : (forall s, drop (queries_of c) (J (s - 1)%Z) = J s) ->
    (exists b, forall s, (s <= b)%Z -> begun s = J s) -> law_of J.
  Proof.
    intros D [b Hb] s xs h. exists (Z.to_nat (s - b)). intros k Hk. rewrite Hb by lia.
    enough (E : Nat.iter k (drop (queries_of c)) (J (s - Z.of_nat k)%Z) = J s) by now rewrite E.
    clear Hk Hb. revert s. induction k as [|k IH]; intro s; [simpl; now replace (s - 0)%Z with s by lia|].
    rewrite iter_S. replace (s - Z.of_nat (S k))%Z with (s - 1 - Z.of_nat k)%Z by lia. rewrite IH. apply D.
  Qed.
End Law.

(* Words of different lengths have no probability. *)
Lemma kernel_lengths alpha beta mu {Qry} (psi : list src -> list Qry -> Qry -> R) xs : forall h,
  length h <> length xs -> of_kernel alpha beta mu psi xs h = 0.
Proof. induction xs as [|x xs IH]; intros [|q h] N; simpl in *; auto; [congruence|]. rewrite IH by congruence. ring.
  Qed.
Lemma drop_lengths alpha beta mu {Qry} (qs : list Qry) psi xs h : length h <> length xs ->
  drop qs (of_kernel alpha beta mu psi) xs h = 0.
Proof.
  intro N. unfold drop. apply sum_null. intro x. apply sum_null. intro q. apply kernel_lengths. rewrite !app_length.
    simpl. lia.
Qed.
Lemma seeds_same alpha beta mu {Qry Seed} (eq : forall q r : Qry,
  {q = r} + {q <> r}) (seeds : nat -> list Seed) sigma sigma' phi phi' :
  (forall t s, sigma t s = sigma' t s) -> (forall xs ss, length ss = length xs -> phi xs ss = phi' xs ss) ->
  of_seeds alpha beta mu eq seeds sigma phi = of_seeds alpha beta mu eq seeds sigma' phi'.
Proof.
  intros HS HP. apply functional_extensionality. intro xs. apply functional_extensionality. intro h. unfold of_seeds.
    f_equal. apply sum_ext.
  intros ss Hs. apply words_length in Hs. f_equal.
  - clear Hs. induction ss; simpl; auto. now rewrite IHss, HS.
  - f_equal. revert ss Hs. induction xs as [|x xs IH]; intros [|s ss] L; try discriminate; auto. cbn [sent]. simpl in L.
    injection L as L.
    rewrite IH by auto. f_equal. apply HP. simpl. now rewrite L.
Qed.

(* The scheme of the paper. *)
Section Scheme.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Hypothesis requests : requests_on_Z alpha beta nu.
  Let R0 := req alpha beta nu requests.
  Lemma paper_drop s : drop qrys (paper_on_Z alpha beta nu (s - 1)%Z) = paper_on_Z alpha beta nu s.
  Proof.
    apply functional_extensionality. intro xs. apply functional_extensionality. intro h.
    destruct (Nat.eq_dec (length h) (length xs)) as [L|L].
    - apply (same_law _ _ _ _ _ (paper_law alpha beta nu requests) s xs h). rewrite <- L.
      exact (words_all qrys h qrys_all).
    - unfold paper_on_Z. destruct (Z_le_gt_dec s 0) as [H|H].
      + replace (Z.to_nat s) with O by lia. replace (Z.to_nat (s - 1)) with O by lia. simpl Nat.iter.
        unfold old, queries.
        rewrite drop_lengths, kernel_lengths; auto.
      + replace (Z.to_nat s) with (S (Z.to_nat (s - 1))) by lia.
        replace (Z.to_nat (- (s - 1))) with (Z.to_nat (- s)) by lia. reflexivity.
  Qed.
  Definition paper_reach (t : Z) := S (Z.to_nat t).
  Definition paper_encode t xs (ss : list Coins.coins) := Coins.choice (step_mode 0) (firstn (paper_reach t) xs)
    (firstn (paper_reach t) ss).
  Definition paper_seed t := Coins.coins_law alpha beta (step_mode 0) (Z.to_nat t).
  Definition paper_code_on_Z : code_on_Z qry.
  Proof.
    refine {| queries_of := qrys; same_query := Coins.qry_eq_dec; each_once := Coins.qry_once; Seed := Coins.coins;
      seeds_of := Coins.all_coins;
      seed_law := paper_seed; encode := paper_encode; reach := paper_reach |}.
    - intros t s. apply (Coins.coins_nonneg alpha beta _ (step_mode 0) (R0 0%Z)).
    - intro t. apply Coins.coins_total.
    - intros t xs ys ss rs E1 E2. unfold paper_encode. now rewrite E1, E2.
  Defined.
  Lemma last_recent p : forall xs, last_private (step_mode p) xs
    = last_private (step_mode 0) (firstn (S (length xs - 1 - p)) xs).
  Proof.
    induction xs as [|x xs IH]; [reflexivity|]. simpl length. rewrite Nat.sub_succ, Nat.sub_0_r.
      cbn [firstn last_private].
    rewrite firstn_length, Nat.min_l by lia. unfold step_mode at 1 3. destruct (Nat.leb_spec (length xs) p) as [H|H].
    - replace (length xs - p)%nat with O by lia. reflexivity.
    - destruct (Nat.leb_spec (length xs - p) 0) as [H'|H']; [lia|]. rewrite IH.
      now replace (S (length xs - 1 - p)) with (length xs - p)%nat by lia.
  Qed.
  Lemma choice_recent p : forall xs ss, length ss = length xs ->
    Coins.choice (step_mode p) xs ss = Coins.choice (step_mode 0) (firstn (S (length xs - 1 - p)) xs)
      (firstn (S (length xs - 1 - p)) ss).
  Proof.
    induction xs as [|x xs IH]; intros [|s ss] L; try discriminate; [reflexivity|]. simpl in L. injection L as L.
    simpl length. rewrite Nat.sub_succ, Nat.sub_0_r.
    change (Coins.choice (step_mode p) (x :: xs) (s :: ss)) with
      (Coins.decide (since (step_mode p) (length xs)) (last_private (step_mode p) (x :: xs)) x
        (Coins.choice (step_mode p) xs ss) s).
    change (Coins.choice (step_mode 0) (firstn (S (length xs - p)) (x :: xs)) (firstn (S (length xs - p)) (s :: ss)))
      with
      (Coins.decide (since (step_mode 0) (length (firstn (length xs - p) xs)))
        (last_private (step_mode 0) (firstn (S (length xs - p)) (x :: xs))) x
        (Coins.choice (step_mode 0) (firstn (length xs - p) xs) (firstn (length xs - p) ss)) s).
    rewrite firstn_length, Nat.min_l by lia. rewrite !since_step, Nat.sub_0_r.
    destruct (length xs - p)%nat as [|m] eqn:E; [reflexivity|]. rewrite IH by auto.
      replace (length xs - 1 - p)%nat with m by lia.
    rewrite (last_recent p (x :: xs)). simpl length. rewrite Nat.sub_succ, Nat.sub_0_r, E. reflexivity.
  Qed.
  Theorem paper_coded : law_of alpha beta nu paper_code_on_Z (paper_on_Z alpha beta nu).
  Proof.
    apply law_of_old; [apply paper_drop|]. exists 0%Z. intros s Hs. unfold paper_on_Z.
      replace (Z.to_nat s) with O by lia. simpl Nat.iter.
    unfold old. rewrite <- (Coins.coins_scheme alpha beta _ (step_mode (Z.to_nat (- s))) (R0 _)). unfold begun. simpl.
    replace (- Z.of_nat (Z.to_nat (- s)))%Z with s by lia. apply seeds_same.
    - intros i c. unfold paper_seed, Coins.coins_law, Coins.steps. rewrite !since_step, Nat.sub_0_r.
      now replace (Z.to_nat (s + Z.of_nat i)) with (i - Z.to_nat (- s))%nat by lia.
    - intros xs ss L. rewrite (choice_recent _ xs ss L). unfold paper_encode, paper_reach.
      replace (Z.to_nat (s + Z.of_nat (length xs) - 1)) with (length xs - 1 - Z.to_nat (- s))%nat by lia. reflexivity.
  Qed.
End Scheme.

(* Q_t = X_t. *)
Section Alone.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Hypothesis requests : requests_on_Z alpha beta nu.
  Definition alone_code : code_on_Z qry.
  Proof.
    refine {| queries_of := qrys; same_query := Coins.qry_eq_dec; each_once := Coins.qry_once; Seed := unit; seeds_of :=
      [tt];
      seed_law := fun _ _ => 1; encode := fun _ xs _ => single (hd A xs); reach := fun _ => 1%nat |}.
    - intros. lra.
    - intros. simpl. ring.
    - intros t xs ys ss rs E _. destruct xs, ys; simpl in *; congruence.
  Defined.
  Lemma alone_begun s : begun alpha beta nu alone_code s = alone alpha beta nu s.
  Proof.
    apply functional_extensionality. intro xs. apply functional_extensionality. unfold begun, alone, of_seeds, is.
      simpl.
    induction xs as [|x xs IH]; intros [|q h].
    - simpl. ring.
    - simpl. ring.
    - simpl of_kernel. rewrite (sum_ext _ _ (fun _ => 0)); [rewrite sum_zero; ring|].
      intros [|u ss] Hs; [apply words_length in Hs; discriminate|].
      cbn [sent]. destruct list_eq_dec; [discriminate|ring].
    - cbn [of_kernel]. rewrite <- IH. clear IH. simpl chain. simpl length. rewrite sum_words.
      match goal with |- _ * _ * ?S1 = _ * ?S2 * _ * _ => enough (E : S1 = S2 * ask (x :: xs) h q) by (rewrite E;
        ring) end.
      rewrite <- sum_scale_r. apply sum_ext. intros ss _. cbn [sum chance sent hd]. rewrite Rplus_0_r, !Rmult_1_r.
      unfold ask. simpl hd. rewrite Rmult_assoc. f_equal.
      match goal with |- (if ?a then _ else _) = (if ?b then _ else _) * _ => destruct a as [E|E], b as [E'|E'] end.
      + injection E as <- _. destruct x; simpl; ring.
      + exfalso. apply E'. congruence.
      + destruct x, q; simpl; try ring; exfalso; apply E; now rewrite E'.
      + ring.
  Qed.
  Lemma alone_drop s : drop qrys (alone alpha beta nu (s - 1)%Z) = alone alpha beta nu s.
  Proof.
    apply functional_extensionality. intro xs. apply functional_extensionality. intro h.
    destruct (Nat.eq_dec (length h) (length xs)) as [L|L].
    - apply (same_law _ _ _ _ _ (alone_law alpha beta nu requests) s xs h). rewrite <- L.
      exact (words_all qrys h qrys_all).
    - unfold alone. rewrite drop_lengths, kernel_lengths; auto.
  Qed.
  Theorem alone_coded : law_of alpha beta nu alone_code (alone alpha beta nu).
  Proof. apply law_of_old; [apply alone_drop|]. exists 0%Z. intros s _. apply alone_begun. Qed.
End Alone.

(* THEOREM 1 on Z for codes with finite memory. *)
Definition achievable_by_codes alpha beta nu F (rate : Z -> R) :=
  exists (Qry : Set) (c : code_on_Z Qry) (S : service Qry) J, (0 < size_of S)%nat /\ law_of alpha beta nu c J /\
    decodable_on_Z (always (queries_of c)) J S /\ private_on_Z (always (queries_of c)) J F /\ forall t,
      rate t <= INR (size_of S) / cost_on_Z (always (queries_of c)) J S t.
Lemma codes_achievable alpha beta nu F rate : requests_on_Z alpha beta nu -> achievable_by_codes alpha beta nu F rate ->
  achievable_on_Z alpha beta nu F rate.
Proof.
  intros R0 (Qry & c & S & J & H0 & H1 & H2 & H3 & H4). exists Qry, (always (queries_of c)), S, J.
  split; [exact H0|]. split; [now apply law_of_code|]. split; [exact H2|]. split; [exact H3|exact H4].
Qed.
Theorem corrected_rate_nonergodic_codes alpha beta nu : requests_on_Z alpha beta nu -> ~ ergodic alpha beta ->
  achievable_by_codes alpha beta nu step (fun _ => 1).
Proof.
  intros R0 N. exists qry, (alone_code), (plain_service 1), (alone alpha beta nu). split; [simpl; lia|].
    split; [now apply alone_coded|].
  split; [now apply alone_decodable|]. split; [now apply not_ergodic|]. intro t.
    change (queries_of alone_code) with qrys. rewrite alone_cost by auto. simpl. lra.
Qed.
Theorem theorem1_for_codes alpha beta nu : requests_on_Z alpha beta nu ->
  ((forall rate, achievable_by_codes alpha beta nu step rate <->
      forall t, rate t <= (if (t <=? 0)%Z then 1 / 2 else 1 / (1 + Rabs (1 - alpha - beta) ^ (Z.to_nat t))))
   <-> 0 < alpha /\ 0 < beta /\ ~ (alpha = 1 /\ beta = 1)).
Proof.
  intro R0. split.
  - intro H. destruct (classic_ergodic alpha beta) as [E|N]; [exact E|]. exfalso.
    assert (X := corrected_rate_nonergodic_codes alpha beta nu R0 N).
    assert (W := proj1 (H (fun _ => 1)) X 0%Z). simpl in W. lra.
  - intros E rate. split.
    + intro X. now apply (proj1 (proj2 (theorem1_on_Z alpha beta nu R0) E rate)), codes_achievable.
    + intro H. exists qry, (paper_code_on_Z alpha beta nu R0), (plain_service 1), (paper_on_Z alpha beta nu).
      split; [simpl; lia|].
      split; [now apply paper_coded|]. split; [now apply paper_decodable|]. split; [now apply paper_private|]. intro t.
      change (queries_of (paper_code_on_Z alpha beta nu R0)) with qrys. rewrite paper_cost by auto. simpl INR.
        rewrite Rmult_1_l.
      specialize (H t). destruct (t <=? 0)%Z; exact H.
Qed.

(* Codes with infinite memory. For each t, Q_t = phi_t(X_(t), S_(t)) is the limit in probability, m -> oo, of the most
   likely value of Q_t given X_[t-m:t], S_[t-m:t] (Levy), so its law is the limit, window by window, of laws of codes
   with finite memory. Such limits are laws of Converse.v, and the theorem holds for them as well. *)
Lemma sum_limit {T} (l : list T) (u : nat -> T -> R) v : (forall x, In x l -> Un_cv (fun m => u m x) (v x)) ->
  Un_cv (fun m => sum l (u m)) (sum l v).
Proof.
  induction l as [|a l IH]; intro H; simpl.
  - intros e He. exists O. intros n _. unfold R_dist. now rewrite Rminus_0_r, Rabs_R0.
  - apply (CV_plus (fun m => u m a) (fun m => sum l (u m))); auto using in_eq. apply IH. intros. apply H. now right.
Qed.
Lemma const_limit c : Un_cv (fun _ => c) c.
Proof. intros e He. exists O. intros n _. unfold R_dist. now rewrite Rminus_diag_eq, Rabs_R0. Qed.
Lemma same_limit (u v : nat -> R) a b : (forall n, u n = v n) -> Un_cv u a -> Un_cv v b -> a = b.
Proof. intros E Hu Hv. apply (UL_sequence v); auto. intros e He. destruct (Hu e He) as [N HN]. exists N. intros n Hn.
  rewrite <- E. auto. Qed.
Theorem law_limit alpha beta nu {Qry} (qs : Z -> list Qry) Js J : (forall m : nat, law_on_Z alpha beta nu qs (Js m)) ->
  (forall s xs h, Un_cv (fun m => Js m s xs h) (J s xs h)) -> law_on_Z alpha beta nu qs J.
Proof.
  intros L H. split.
  - intro s. split.
    + apply (same_limit (fun m => Js m s [] []) (fun _ => 1)); auto using const_limit. intro m.
      apply (begins _ _ _ _ _ (window_law _ _ _ _ _ (L m) s)).
    + intros xs h. apply Rnot_lt_le. intro Neg. destruct (H s xs h (- J s xs h) ltac:(lra)) as [N HN].
      specialize (HN N (le_n N)).
      assert (P := nonneg _ _ _ _ _ (window_law _ _ _ _ _ (L N) s) xs h). unfold R_dist in HN.
        rewrite Rabs_right in HN; lra.
    + intros x xs h Hh. apply (same_limit (fun m => sum (alphabets qs s (length xs)) (fun q =>
        Js m s (x :: xs) (q :: h))) (fun m =>
      Js m s xs h * arrive alpha beta (nu s) xs x)).
      * intro m. apply (moves _ _ _ _ _ (window_law _ _ _ _ _ (L m) s)); auto.
      * apply sum_limit. intros. apply H.
      * apply CV_mult; [apply H|apply const_limit].
  - intros s xs h Hh. apply (same_limit (fun m => sum srcs (fun x =>
    sum (qs (s - 1)%Z) (fun q => Js m (s - 1)%Z (xs ++ [x]) (h ++ [q])))) (fun m => Js m s xs h)).
    + intro m. apply (same_law _ _ _ _ _ (L m)); auto.
    + apply sum_limit. intros. apply sum_limit. intros. apply H.
    + apply H.
Qed.
Definition limit_of_codes alpha beta nu {Qry} (qs : Z -> list Qry) J := exists (cs : nat -> code_on_Z Qry) Js,
  (forall m, always (queries_of (cs m)) = qs /\ law_of alpha beta nu (cs m) (Js m)) /\ forall s xs h,
    Un_cv (fun m => Js m s xs h) (J s xs h).
Definition achievable_by_limits alpha beta nu F (rate : Z -> R) :=
  exists (Qry : Set) (qs : Z -> list Qry) (S : service Qry) J, (0 < size_of S)%nat
    /\ limit_of_codes alpha beta nu qs J /\
    decodable_on_Z qs J S /\ private_on_Z qs J F /\ forall t, rate t <= INR (size_of S) / cost_on_Z qs J S t.
Lemma codes_limits alpha beta nu F rate : achievable_by_codes alpha beta nu F rate ->
  achievable_by_limits alpha beta nu F rate.
Proof.
  intros (Qry & c & S & J & H0 & H1 & H2 & H3 & H4). exists Qry, (always (queries_of c)), S, J. split; [exact H0|].
    split; [|split; [exact H2|split; [exact H3|exact H4]]].
  exists (fun _ => c), (fun _ => J). split; [auto|]. intros. apply const_limit.
Qed.
Lemma limits_achievable alpha beta nu F rate : requests_on_Z alpha beta nu ->
  achievable_by_limits alpha beta nu F rate -> achievable_on_Z alpha beta nu F rate.
Proof.
  intros R0 (Qry & qs & S & J & H0 & (cs & Js & Hc & Hl) & H2 & H3 & H4). exists Qry, qs, S, J.
  split; [exact H0|]. split; [|split; [exact H2|split; [exact H3|exact H4]]].
  apply (law_limit alpha beta nu qs Js); auto. intro m. destruct (Hc m) as [<- Hm]. now apply law_of_code.
Qed.
Theorem theorem1_for_limits alpha beta nu : requests_on_Z alpha beta nu ->
  ((forall rate, achievable_by_limits alpha beta nu step rate <->
      forall t, rate t <= (if (t <=? 0)%Z then 1 / 2 else 1 / (1 + Rabs (1 - alpha - beta) ^ (Z.to_nat t))))
   <-> 0 < alpha /\ 0 < beta /\ ~ (alpha = 1 /\ beta = 1)).
Proof.
  intro R0. assert (TC := theorem1_for_codes alpha beta nu R0). assert (TZ := theorem1_on_Z alpha beta nu R0). split.
  - intro H. destruct (classic_ergodic alpha beta) as [E|N]; [exact E|]. exfalso.
    assert (X := corrected_rate_nonergodic_codes alpha beta nu R0 N). apply codes_limits in X.
      assert (W := proj1 (H _) X 0%Z). simpl in W. lra.
  - intros E rate. split.
    + intro X. apply (proj1 (proj2 TZ E rate)). now apply limits_achievable.
    + intro X. apply codes_limits. now apply (proj2 (proj2 TC E rate)).
Qed.
