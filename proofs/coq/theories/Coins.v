(* Codes on a window as the paper writes them, Q_t = phi_t(X_(t), S_(t)), and Table III as such a code.

   Assumes: a law of requests.
   Proves: one coin for each pair (X_s, X_t) makes the queries of Scheme.v (coins_scheme); the code is admissible and
   has the length of the theorem (paper_code_admissible, paper_code_length). *)
From Coq Require Import Reals Lra List Arith Bool Lia FunctionalExtensionality.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information.
Import ListNotations.
Open Scope R_scope.

(* A code: at each time an alphabet of queries and one of local randomness; their laws, encoders and a server. *)
Record code := {
  Qry : Set; Seed : Set;
  qs : nat -> list Qry; qeq : forall q r : Qry, {q = r} + {q <> r};    (* the queries at t *)
  seeds : nat -> list Seed;                                        (* the values of S_t *)
  sigma : nat -> Seed -> R;                                        (* the law of S_t *)
  sigma_nonneg : forall t s, 0 <= sigma t s;
  sigma_total : forall t, sum (seeds t) (sigma t) = 1;
  encode : list src -> list Seed -> Qry;                           (* phi_t (X_t..X_0) (S_t..S_0) *)
  each_once : forall x xs s ss, sum (qs (length xs)) (fun r => if qeq (encode (x :: xs) (s :: ss)) r then 1 else 0) = 1;
  serve : server Qry;
  messages : (0 < L serve)%nat }.
Definition law_of alpha beta mu (c : code) := of_seeds alpha beta mu (qeq c) (seeds c) (sigma c) (encode c).
Definition admissible alpha beta mu F (c : code) :=
  decodable (law_of alpha beta mu c) (serve c) /\ forall t, information (qs c) (law_of alpha beta mu c) F t = 0.
Definition average_length alpha beta mu c t := cost (qs c) (law_of alpha beta mu c) (serve c) t.
Definition achievable_rates alpha beta mu F (rate : nat -> R) := exists c, admissible alpha beta mu F c
  /\ forall t, rate t <= INR (L (serve c)) / average_length alpha beta mu c t.

(* Table III with local randomness: for each (X_s, X_t) one coin, which says whether to ask for both. *)
Section Coins.
  Variables alpha beta : R.
  Variable mu : src -> R.
  Variable F : mode.
  Hypothesis requests : law_of_requests alpha beta mu.
  Definition coins : Set := ((bool * bool) * (bool * bool))%type.
  Definition all_coins : list coins := list_prod (list_prod bits bits) (list_prod bits bits).
  Definition coin (s : coins) x0 x := match x0, x with
    | A, A => fst (fst s) | A, B => snd (fst s) | B, A => fst (snd s) | B, B => snd (snd s) end.
  Definition side (p : R) (b : bool) := if b then p else 1 - p.
  Definition both k x0 x := table alpha beta k x0 x qAB.
  Definition steps t := match since F t with Some k => k | None => O end.
  Definition coins_law t s := side (both (steps t) A A) (coin s A A) * side (both (steps t) A B) (coin s A B)
    * side (both (steps t) B A) (coin s B A) * side (both (steps t) B B) (coin s B B).
  Definition decide k (x0 : option src) x q' s := match k, x0 with
    | Some O, _ => qAB
    | Some _, Some x0 => match q' with qAB => if coin s x0 x then qAB else single x | _ => single x end
    | _, _ => single x end.
  Fixpoint choice (xs : list src) (ss : list coins) : qry := match xs, ss with
    | x :: xs', s :: ss' => decide (since F (length xs')) (last_private F xs) x (choice xs' ss') s
    | _, _ => qAB end.
  Definition qry_eq_dec : forall q r : qry, {q = r} + {q <> r}. Proof. decide equality. Defined.
  Lemma both_bounds k x0 x : 0 <= both k x0 x <= 1 /\ table alpha beta k x0 x (single x) = 1 - both k x0 x
    /\ table alpha beta k x0 x (single (other x)) = 0.
  Proof.
    assert (T := phi_total alpha beta mu requests k x0 x qAB).
      assert (N := phi_nonneg alpha beta mu requests k x0 x qAB).
    assert (D := phi_downloads alpha beta mu requests k x0 x qAB). rewrite sum_qrys in T. unfold phi in *. unfold both.
    assert (NA := N qA). assert (NB := N qB). assert (NAB := N qAB).
    assert (Z : table alpha beta k x0 x (single (other x)) = 0).
    { destruct (Req_dec (table alpha beta k x0 x (single (other x))) 0) as [E|E]; auto. apply D in E.
      destruct x; discriminate. }
    destruct x; simpl in *; lra.
  Qed.
  Lemma coins_total t : sum all_coins (coins_law t) = 1.
  Proof. unfold coins_law, side. simpl. ring. Qed.
  Lemma coins_nonneg t s : 0 <= coins_law t s.
  Proof.
    unfold coins_law. assert (X := fun x0 x => proj1 (both_bounds (steps t) x0 x)).
    assert (Y : forall x0 x, 0 <= side (both (steps t) x0 x) (coin s x0 x)).
    { intros x0 x. assert (Z := X x0 x). unfold side. destruct (coin s x0 x); lra. }
    repeat apply Rmult_le_pos; apply Y.
  Qed.
  Definition hit (q r : qry) : R := if qry_eq_dec q r then 1 else 0.
  Lemma coin_law t x0 x f : sum all_coins (fun s => coins_law t s * f (coin s x0 x))
    = both (steps t) x0 x * f true + (1 - both (steps t) x0 x) * f false.
  Proof. unfold coins_law, side. destruct x0, x; simpl; ring. Qed.
  Lemma decide_law t x0 x q' q : sum all_coins (fun s => coins_law t s * hit (decide (since F t) x0 x q' s) q)
    = choose alpha beta (since F t) x0 x q' q.
  Proof.
    assert (C : forall r, sum all_coins (fun s => coins_law t s * hit r q) = hit r q) by (intro; rewrite sum_scale_r,
      coins_total; ring).
    assert (R : forall y, hit (single y) q = request y q) by (intros []; destruct q; reflexivity).
    unfold decide, choose. destruct (since F t) as [[|k]|] eqn:E.
    - rewrite C. now destruct q.
    - destruct x0 as [x0|]; [|rewrite C; apply R]. destruct q'; simpl phi; try (rewrite C; apply R).
      rewrite (coin_law t x0 x (fun b => hit (if b then qAB else single x) q)). unfold steps. rewrite E.
      assert (B := both_bounds (S k) x0 x). destruct B as (_ & B1 & B2). unfold both in *.
      destruct q, x; unfold hit; simpl in *; try lra.
    - rewrite C. apply R.
  Qed.
  Notation sent := (sent choice).
  Lemma sent_hd xs : forall ss, length ss = length xs -> hd qAB (sent xs ss) = choice xs ss.
  Proof. destruct xs as [|x xs]; intros [|s ss] L; try discriminate; reflexivity. Qed.
  Lemma coins_scheme : of_seeds alpha beta mu qry_eq_dec (always all_coins) coins_law choice = queries alpha beta mu F.
  Proof.
    apply functional_extensionality. intro xs. apply functional_extensionality. unfold queries, of_seeds, is.
    induction xs as [|x xs IH]; intros [|q h].
    - simpl. ring.
    - simpl. ring.
    - simpl of_kernel. rewrite (sum_ext _ _ (fun _ => 0)); [rewrite sum_zero; ring|].
      intros [|s ss] Hs; [apply words_length in Hs; discriminate|].
      cbn [Window.sent]. destruct (list_eq_dec qry_eq_dec (choice (x :: xs) (s :: ss) :: sent xs ss) []);
        [discriminate|ring].
    - change (of_kernel alpha beta mu (scheme alpha beta F) (x :: xs) (q :: h))
        with (of_kernel alpha beta mu (scheme alpha beta F) xs h * arrive alpha beta mu xs x * scheme alpha beta F
          (x :: xs) h q).
      rewrite <- IH. clear IH. simpl chain. simpl length. rewrite sum_words.
      transitivity (chain alpha beta mu xs * arrive alpha beta mu xs x *
        (sum (words all_coins (length xs)) (fun ss => chance coins_law ss *
        (if list_eq_dec qry_eq_dec (sent xs ss) h then 1 else 0)) * scheme alpha beta F (x :: xs) h q)); [|ring].
      f_equal. rewrite <- sum_scale_r. apply sum_ext. intros ss Hss. apply words_length in Hss.
      transitivity (chance coins_law ss * (if list_eq_dec qry_eq_dec (sent xs ss) h then 1 else 0) *
        sum all_coins (fun s => coins_law (length xs) s * hit
          (decide (since F (length xs)) (last_private F (x :: xs)) x (hd qAB h) s) q)).
      + rewrite <- sum_scale. apply sum_ext. intros s _. cbn [Window.sent chance]. rewrite Hss.
        destruct (list_eq_dec qry_eq_dec (sent xs ss) h) as [E|E].
        * assert (Hc := sent_hd xs ss Hss). rewrite E in Hc.
          change (choice (x :: xs) (s :: ss)) with (decide (since F (length xs)) (last_private F (x :: xs)) x
            (choice xs ss) s). rewrite <- Hc. unfold hit.
          destruct (list_eq_dec qry_eq_dec (decide (since F (length xs)) (last_private F (x :: xs)) x (hd qAB h) s ::
            sent xs ss) (q :: h)),
            (qry_eq_dec (decide (since F (length xs)) (last_private F (x :: xs)) x (hd qAB h) s) q); try ring;
              congruence.
        * destruct (list_eq_dec qry_eq_dec (choice (x :: xs) (s :: ss) :: sent xs ss) (q :: h)); [congruence|ring].
      + rewrite decide_law. reflexivity.
  Qed.
  Lemma qry_once q : In q qrys /\ sum qrys (fun r => if qry_eq_dec q r then 1 else 0) = 1.
  Proof. split; [apply qrys_all|]. destruct q; simpl; ring. Qed.
  Definition paper_code : code := {| Qry := qry; Seed := coins; qs := always qrys; qeq := qry_eq_dec;
    seeds := always all_coins; each_once := fun x xs s ss => proj2 (qry_once (choice (x :: xs) (s :: ss)));
    sigma := coins_law; sigma_nonneg := coins_nonneg; sigma_total := coins_total; encode := choice; serve := plain 1;
      messages := le_n 1 |}.
  Theorem paper_code_admissible : admissible alpha beta mu F paper_code.
  Proof.
    unfold admissible, law_of. simpl. rewrite coins_scheme. split; [now apply scheme_decodable|].
    apply private_information; [intros; apply (nonneg _ _ _ _ _ (scheme_causal alpha beta mu requests F))|].
      now apply scheme_private.
  Qed.
  Theorem paper_code_length t : average_length alpha beta mu paper_code t =
    1 + match since F t with Some k => Rabs (1 - alpha - beta) ^ k | None => 0 end.
  Proof. unfold average_length, law_of. simpl. rewrite coins_scheme, scheme_cost, ab_probability by auto. simpl. ring.
    Qed.
End Coins.
