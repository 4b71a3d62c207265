(* SCHEMES OF ANY SIZE, AS A FILE STATES THEM: sources, a chain, queries, and the law of Q_t given X_0, X_{t-1},
   X_t, Q_{t-1} and t.

   Assumes: nothing. Defines: what it means that such a scheme is normalised, decodable, private at every t, and that
   its queries form a Markov chain. Proves: each of these fails if it fails at one history (refute_x).

   Time runs from 0: X_0 is the request to be kept private and Q_0 = `first` downloads everything. Histories are
   lists, the newest letter first: [q_t; ...; q_1]. One word per thing: path is a probability with all requests, hist
   with none of them. *)
From Coq Require Import Reals Lra List Bool.
From OnOff Require Import Sums.
Import ListNotations.
Open Scope R_scope.

Record process (Src Qry Ph : Type) := {
  sources : list Src;
  queries : list Qry;
  downloads : Qry -> Src -> bool;                        (* what a query downloads *)
  first : Qry;                                           (* Q_0 *)
  zero : Ph;                                             (* the times t = 0, 1, 2, ..., those as one that have the
    same laws from then on: modulo a period, unless rules begin or end *)
  next : Ph -> Ph;
  chain : Src -> Src -> R;                               (* chain x y = Pr(X_{t+1} = y | X_t = x) *)
  law : Ph -> Src -> Src -> Src -> Qry -> Qry -> R }.    (* law t a w x q' q
    = Pr(Q_t = q | X_0 = a, X_{t-1} = w, X_t = x, Q_{t-1} = q') *)
Arguments sources {Src Qry Ph}. Arguments queries {Src Qry Ph}. Arguments downloads {Src Qry Ph}.
  Arguments first {Src Qry Ph}.
Arguments zero {Src Qry Ph}. Arguments next {Src Qry Ph}. Arguments chain {Src Qry Ph}. Arguments law {Src Qry Ph}.

Section Process.
  Context {Src Qry Ph : Type}.
  Variable S : process Src Qry Ph.
  (* What stands for t. *)
  Fixpoint phase (t : nat) : Ph := match t with O => zero S | Datatypes.S r => next S (phase r) end.
  (* path a xs h = Pr(X_t..X_1 = xs, Q_t..Q_1 = h | X_0 = a) *)
  Fixpoint path (a : Src) (xs : list Src) (h : list Qry) : R := match xs, h with
    | [], [] => 1
    | x :: xs', q :: h' =>
        path a xs' h' * (chain S (hd a xs') x * law S (phase (length h)) a (hd a xs') x (hd (first S) h') q)
    | _, _ => 0 end.
  (* hist a h = Pr(Q_t..Q_1 = h | X_0 = a) *)
  Definition hist (a : Src) (h : list Qry) : R := sum (words (sources S) (length h)) (fun xs => path a xs h).

  (* For every history, at every t, the same probability whatever X_0 was. *)
  Definition private := forall a b h, In a (sources S) -> In b (sources S) -> hist a h = hist b h.
  (* Where X_0 has the law prior: Pr(Q_{t+1} = q, Q_t..Q_1 = h) = Pr(Q_t..Q_1 = h) P_t(Q_t, q). *)
  Definition seen (prior : Src -> R) h := sum (sources S) (fun a => prior a * hist a h).
  Definition markov (prior : Src -> R) (P : Ph -> Qry -> Qry -> R) := forall q h,
    seen prior (q :: h) = seen prior h * P (phase (length h)) (hd (first S) h) q.
  (* Whatever can happen, the query downloads the request. *)
  Definition decodable := forall a x xs q h, path a (x :: xs) (q :: h) <> 0 -> downloads S q x = true.
  (* The chain is a chain, and every row that can be used is a probability distribution. *)
  Definition is_law {T} (l : list T) (f : T -> R) := (forall x, In x l -> 0 <= f x) /\ sum l f = 1.
  Definition normalised := (forall x, is_law (sources S) (chain S x)) /\
    forall a xs h y, path a xs h <> 0 -> chain S (hd a xs) y <> 0 ->
      is_law (queries S) (law S (phase (Datatypes.S (length h))) a (hd a xs) y (hd (first S) h)).

  (* One history is enough to refute. *)
  Lemma refute_private a b h : In a (sources S) -> In b (sources S) -> hist a h <> hist b h -> ~ private.
  Proof. intros Ha Hb N P. apply N. now apply P. Qed.
  Lemma refute_markov prior P q h : seen prior (q :: h) <> seen prior h * P (phase (length h)) (hd (first S) h) q ->
    ~ markov prior P.
  Proof. intros N H. apply N. apply H. Qed.
  Lemma refute_decodable a x xs q h : path a (x :: xs) (q :: h) <> 0 -> downloads S q x = false -> ~ decodable.
  Proof. intros N D H. specialize (H a x xs q h N). congruence. Qed.
  Lemma refute_normalised a xs h y : path a xs h <> 0 -> chain S (hd a xs) y <> 0 ->
    ~ is_law (queries S) (law S (phase (Datatypes.S (length h))) a (hd a xs) y (hd (first S) h)) -> ~ normalised.
  Proof. intros N C L [_ H]. apply L. now apply (H a xs h y). Qed.
  Lemma refute_chain x : ~ is_law (sources S) (chain S x) -> ~ normalised.
  Proof. intros L [H _]. apply L. apply H. Qed.
End Process.
