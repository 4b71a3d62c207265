(* SECTION II: sentences that lose no generality, and a bound. The constraints themselves are in Model.v.

   Assumes: messages W_t of a finite alphabet ws, independent over time and of the requests, law omega; queries that
   may be made from the requests, from any randomness, independent over time or not, and from all earlier messages (so
   from all earlier answers).
   Proves: the joint law of requests and queries is a law of Model.v (answers_do_not_help). Privacy, decodability and
   cost are statements about that law alone, so nothing is gained. What is achievable in the step mode with S_t that
   are independent over time is what is achievable at all (randomness_independent); that every code has an equal with
   independent S_t is not said, and it is false: one coin for all t is no function of them. No rate is above 1
   (rate_at_most_one). *)
From Coq Require Import Reals Lra List Arith Bool Lia ZArith.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information Model Converse Privacy Theorem1.
From OnOff Require Codes.
Import ListNotations.
Open Scope R_scope.

Section Answers.
  Variables alpha beta : R.
  Variable nu : Z -> src -> R.
  Context {Qry Msg : Type}.
  Variables (qs : Z -> list Qry) (ms : list Msg) (omega : Z -> Msg -> R).
  (* G s xs ws h = Pr(requests xs, messages ws, queries h) on the window that begins at s.
    X_t moves by M and W_t has the law omega t, whatever was
     before; nothing is said about Q_t but that it comes after X_t and before X_{t+1}, W_{t+1}. *)
  Record law_with_answers (G : Z -> list src -> list Msg -> list Qry -> R) : Prop := {
    omega_total : forall t, sum ms (omega t) = 1;
    G_begins : forall s, G s [] [] [] = 1;
    G_nonneg : forall s xs ws h, 0 <= G s xs ws h;
    G_moves : forall s x xs w ws h, In h (histories (alphabets qs s) (length xs)) -> In ws (words ms (length xs)) ->
      In w ms ->
      sum (alphabets qs s (length xs)) (fun q => G s (x :: xs) (w :: ws) (q :: h))
      = G s xs ws h * arrive alpha beta (nu s) xs x * omega (s + Z.of_nat (length xs))%Z w;
    G_same : forall s xs ws h, In h (histories (alphabets qs s) (length xs)) -> In ws (words ms (length xs)) ->
      sum srcs (fun x => sum (qs (s - 1)%Z) (fun q => sum ms (fun w => G (s - 1)%Z (xs ++ [x]) (ws ++ [w]) (h ++ [q]))))
        = G s xs ws h }.
  Definition forget_messages (G : Z -> list src -> list Msg -> list Qry -> R) : @windows Qry := fun s xs h =>
    sum (words ms (length xs)) (fun ws => G s xs ws h).
  Theorem answers_do_not_help G : law_with_answers G -> law_on_Z alpha beta nu qs (forget_messages G).
  Proof.
    intro L. split.
    - intro s. split; unfold forget_messages.
      + simpl. rewrite (G_begins _ L). ring.
      + intros xs h. apply sum_nonneg. intros. apply (G_nonneg _ L).
      + intros x xs h Hh. rewrite sum_swap. simpl length. rewrite sum_words, <- sum_scale_r. apply sum_ext.
        intros ws Hw.
        transitivity (sum ms (fun w => G s xs ws h * arrive alpha beta (nu s) xs x * omega (s + Z.of_nat (length xs))%Z
          w)).
        * apply sum_ext. intros w Hm. now apply (G_moves _ L).
        * rewrite sum_scale, (omega_total _ L). ring.
    - intros s xs h Hh. unfold forget_messages.
      transitivity (sum srcs (fun x => sum (qs (s - 1)%Z) (fun q => sum (words ms (length xs)) (fun ws =>
        sum ms (fun w => G (s - 1)%Z (xs ++ [x]) (ws ++ [w]) (h ++ [q])))))).
      { apply sum_ext. intros x _. apply sum_ext. intros q _. rewrite app_length, Nat.add_comm. simpl plus.
        apply (words_end (always ms) (length xs) (fun ws => G (s - 1)%Z (xs ++ [x]) ws (h ++ [q]))). }
      transitivity (sum srcs (fun x => sum (words ms (length xs)) (fun ws => sum (qs (s - 1)%Z) (fun q =>
        sum ms (fun w => G (s - 1)%Z (xs ++ [x]) (ws ++ [w]) (h ++ [q])))))).
      { apply sum_ext. intros x _. apply sum_swap. }
      rewrite sum_swap. apply sum_ext. intros ws Hw. now apply (G_same _ L).
  Qed.
End Answers.
(* Reading the answer with the help of something that is independent of it, such as earlier answers, is no more than
   reading it. *)
Theorem memory_does_not_help {Qry Memory} (S : service Qry) t q x (m : Memory) :
  (exists d : Memory -> list bool -> list bool, forall n a b, length a = size_of S -> length b = size_of S ->
     d n (reply S t q a b) = message x a b) -> decodes_at S t q x.
Proof. intros [d H]. exists (d m). intros a b La Lb. now apply H. Qed.
(* No code has R_t > 1, private or not, whatever the chain. *)
Theorem rate_at_most_one alpha beta nu {Qry} (qs : Z -> list Qry) J S t : 0 <= alpha <= 1 -> 0 <= beta <= 1 ->
  law_on_Z alpha beta nu qs J -> decodable_on_Z qs J S -> (0 < size_of S)%nat ->
  INR (size_of S) / cost_on_Z qs J S t <= 1.
Proof.
  intros Ha Hb law D Hn. replace 1 with (1 / 1) by field. apply rate_bound; auto; [lra|]. rewrite Rmult_1_r.
  now apply (cost_one_on_Z alpha beta nu).
Qed.
(* Independent S_t, finite memory and finite alphabets on the left; on the right every causal law, whatever randomness
   it is made from. *)
Theorem randomness_independent alpha beta nu rate : requests_on_Z alpha beta nu ->
  (Codes.achievable_by_codes alpha beta nu step rate <-> achievable_on_Z alpha beta nu step rate).
Proof.
  intro R0. split; [now apply Codes.codes_achievable|]. intro H. destruct (classic_ergodic alpha beta) as [E|N].
  - apply (proj2 (Codes.theorem1_for_codes alpha beta nu R0) E).
    now apply (proj2 (theorem1_on_Z alpha beta nu R0) E).
  - destruct H as (Qry & qs & S & J & Hn & law & D & _ & Hr).
    destruct (Codes.corrected_rate_nonergodic_codes alpha beta nu R0 N) as (Qry' & c & S' & J' & H0 & H1 & H2 & H3 &
      H4).
    exists Qry', c, S', J'. split; [exact H0|]. split; [exact H1|]. split; [exact H2|]. split; [exact H3|]. intro t.
    eapply Rle_trans; [|apply H4]. eapply Rle_trans; [apply Hr|].
    apply (rate_at_most_one alpha beta nu); auto; apply R0.
Qed.
