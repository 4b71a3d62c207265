(* WHAT A GOAL SAYS OF A SCHEME IS WHAT THE THEORIES SAY: the probabilities of histories are those of Process.v.

   Assumes: a scheme in the words of a goal, at a point; its sources are different.
   Proves: `prob` and `likelihood` are the probabilities of Process.v (`likelihood_is_hist`); so what is seen of a
     scheme of which a certificate states that it is alike from all its sources has the same probability whatever X_0
     was (`alike_is_private`). *)
From Coq Require Import Arith Reals List Lra Lia.
From OnOff Require Import Sums Process.
From OnOffChecker Require Import Certificates.
Import ListNotations.
Open Scope R_scope.
Notation sum := Sums.sum.

Section Bridge.
Variable v : env real.
Variable s : scheme.
Hypothesis different : NoDup (sources s).

Definition chance (e : expr) : R := Terms.value v e.
(* The scheme at the point; what stands for t is t. *)
Definition running : process label label nat := {|
  Process.sources := sources s; Process.queries := map fst (queries s);
  Process.downloads := fun q x => member x (downloads s q);
  Process.first := first_query s; Process.zero := O; Process.next := S;
  Process.chain := fun y x => chance (step_law s y x);
  Process.law := fun t a y x p q => chance (law s t a x p q y) |}.

Lemma phase_is t : Process.phase running t = t.
Proof. induction t as [|t IH]; simpl; [reflexivity|now rewrite IH]. Qed.
Lemma add_up_sum f l : add_up real f l = sum l f.
Proof. unfold add_up. induction l as [|x l IH]; [reflexivity|]. cbn [fold_right Sums.sum]. now rewrite IH. Qed.
Lemma sum_at a (g : label -> R) : In a (sources s) ->
  sum (sources s) (fun y => (if Nat.eqb y a then 1 else 0) * g y) = g a.
Proof.
  revert different. induction (sources s) as [|b l IH]; intros N A; [destruct A|]. inversion N as [|? ? B M]. subst.
  cbn [Sums.sum]. destruct A as [<-|A].
  - rewrite Nat.eqb_refl, (sum_ext _ _ (fun _ => 0)), sum_zero; [lra|]. intros x X.
    destruct (Nat.eqb_spec x b) as [->|]; [contradiction|lra].
  - destruct (Nat.eqb_spec b a) as [->|]; [contradiction|]. rewrite IH; auto. lra.
Qed.

(* The requests before the last one, at t. *)
Definition ending (a : label) (h : list label) (x : label) : R :=
  match h with
  | [] => if Nat.eqb x a then 1 else 0
  | _ :: m => sum (histories (fun _ => sources s) (length m)) (fun xs => Process.path running a (x :: xs) h)
  end.
Lemma prob_is_ending a : In a (sources s) -> forall h x, prob v s a (h ++ [first_query s]) x = ending a h x.
Proof.
  intros A. induction h as [|q h IH]; intros x; [simpl; now rewrite Nat.eqb_refl|].
  assert (E : prob v s a ((q :: h) ++ [first_query s]) x = sum (sources s) (fun y =>
    ending a h y * (chance (step_law s y x) * chance (law s (S (length h)) a x (hd (first_query s) h) q y)))).
  { assert (N : forall p m, prob v s a (q :: p :: m) x = sum (sources s) (fun y => prob v s a (p :: m) y *
      (chance (step_law s y x) * chance (law s (length (p :: m)) a x p q y)))).
    { intros p m. rewrite <- add_up_sum. reflexivity. }
    destruct h as [|p h]; cbn [app]; rewrite N; apply sum_ext; intros y _; rewrite <- (IH y); [reflexivity|].
    cbn [app length hd]. now rewrite app_length, Nat.add_1_r. }
  rewrite E. destruct h as [|p h].
  - cbn [ending hd length]. rewrite (sum_at a (fun y => chance (step_law s y x) *
      chance (law s 1 a x (first_query s) q y)) A). cbn. lra.
  - cbn [ending]. cbn [length]. rewrite (sum_words (fun _ => sources s)), sum_swap. cbn [hd].
    apply sum_ext. intros y _. rewrite <- sum_scale_r. apply sum_ext. intros xs _.
    change (Process.path running a (x :: y :: xs) (q :: p :: h)) with (Process.path running a (y :: xs) (p :: h) *
      (chance (step_law s y x) * chance (law s (Process.phase running (S (S (length h)))) a x p q y))).
    now rewrite phase_is.
Qed.
Theorem likelihood_is_hist a h : In a (sources s) ->
  likelihood v s a (h ++ [first_query s]) = Process.hist running a h.
Proof.
  intros A. unfold likelihood. rewrite add_up_sum. unfold Process.hist.
  rewrite (sum_ext _ _ (ending a h)) by (intros x _; now apply prob_is_ending). destruct h as [|q h].
  - transitivity (sum (sources s) (fun y => (if Nat.eqb y a then 1 else 0) * 1)).
    + apply sum_ext. intros y _. symmetry. apply Rmult_1_r.
    + refine (eq_trans (sum_at a (fun _ => 1) A) _). cbn. lra.
  - cbn [ending length]. now rewrite (sum_words (fun _ => sources s)), sum_swap.
Qed.

Lemma history_ends h : (forall q, In q h -> In q (map fst (queries s))) -> In (first_query s) (map fst (queries s)) ->
  history_of s (h ++ [first_query s]).
Proof.
  intros H F. split; [destruct h; discriminate|]. intros q Q. apply in_app_or in Q as [Q|[<-|[]]]; auto.
Qed.
(* Of histories of its queries; others have probability 0 where rows are laws on these. *)
Theorem alike_is_private r : In (first_query s) (map fst (queries s)) -> so_at v (Alike r s (sources s)) ->
  forall a b h, In a (sources s) -> In b (sources s) -> (forall q, In q h -> In q (map fst (queries s))) ->
    Process.hist running a h = Process.hist running b h.
Proof.
  intros F P a b h A B H. rewrite <- !likelihood_is_hist by assumption.
  apply P; [now apply history_ends|exact A|exact B].
Qed.
End Bridge.
