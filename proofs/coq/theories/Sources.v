(* N sources: requests, causal queries, privacy, cost; and Theorem B.

   Assumes: a finite list of sources, a chain P, a law mu of X_0; time begins at 0.
   Proves: E|Q_t| >= sum_x max_a P^t(a,x) and E|Q_t| >= 2 - sum_x min_a P^t(a,x), for every private decodable causal
   scheme and every t (converse_sets). A query stands for the set of sources that it downloads; the converse asks less
   of the price of a query (covers), so coded answers can be put in (Capacity.v). *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums.
Import ListNotations.
Open Scope R_scope.

#[global] Instance Rle_transitive : RelationClasses.Transitive Rle := Rle_trans.
(* More on finite sums; greatest and least value of a function on a list. *)
Lemma sum_const {T} (l : list T) c : sum l (fun _ => c) = INR (length l) * c.
Proof. induction l; [simpl; ring|]. cbn [sum length]. rewrite S_INR, IHl. ring. Qed.
Lemma sum_filter {T} (b : T -> bool) (l : list T) f : sum (filter b l) f = sum l (fun x => if b x then f x else 0).
Proof. induction l as [|x l IH]; simpl; auto. destruct (b x); simpl; rewrite IH; ring. Qed.
Lemma sum_pick {T} (eqT : forall x y : T, {x = y} + {x <> y}) (l : list T) x f : NoDup l -> In x l ->
  sum l (fun y => if eqT y x then f y else 0) = f x.
Proof.
  induction l as [|w l IH]; simpl; [tauto|]. intros N H. inversion_clear N as [|? ? Nw Nl].
    destruct (eqT w x) as [->|D].
  - rewrite (sum_ext l _ (fun _ => 0)), sum_zero; [ring|]. intros y Hy. destruct (eqT y x); congruence.
  - rewrite IH; auto; [ring|]. destruct H; congruence.
Qed.
Lemma sum_pick' {T} (eqT : forall x y : T, {x = y} + {x <> y}) (l : list T) x f : NoDup l -> In x l ->
  sum l (fun y => if eqT x y then f y else 0) = f x.
Proof.
  intros N H. rewrite <- (sum_pick eqT l x f N H). apply sum_ext. intros y _.
  destruct (eqT x y), (eqT y x); congruence.
Qed.

Definition least {T} (l : list T) (f : T -> R) : R := match l with [] => 0 | x :: r =>
  fold_right (fun y m => Rmin (f y) m) (f x) r end.
Definition most {T} (l : list T) (f : T -> R) : R := match l with [] => 0 | x :: r =>
  fold_right (fun y m => Rmax (f y) m) (f x) r end.
Lemma least_le {T} (l : list T) f x : In x l -> least l f <= f x.
Proof.
  destruct l as [|w l]; simpl; [tauto|]. revert x. induction l as [|v l IH]; simpl; intros x H.
  - destruct H as [->|[]]. lra.
  - destruct H as [->|[->|H]].
    + eapply Rle_trans; [apply Rmin_r|]. apply IH. auto.
    + apply Rmin_l.
    + eapply Rle_trans; [apply Rmin_r|]. apply IH. auto.
Qed.
Lemma least_is {T} (l : list T) f : l <> [] -> exists x, In x l /\ least l f = f x.
Proof.
  destruct l as [|w l]; [congruence|]. intros _. simpl. induction l as [|v l IH]; simpl; [exists w; auto|].
  destruct IH as (x & Hx & E). destruct (Rmin_case_strong (f v) (fold_right (fun y m => Rmin (f y) m) (f w) l) (fun r =>
    exists x, (w = x \/ v = x \/ In x l) /\ r = f x)); eauto.
  - intros _. exists x. split; auto. destruct Hx; auto.
Qed.
Lemma most_ge {T} (l : list T) f x : In x l -> f x <= most l f.
Proof.
  destruct l as [|w l]; simpl; [tauto|]. revert x. induction l as [|v l IH]; simpl; intros x H.
  - destruct H as [->|[]]. lra.
  - destruct H as [->|[->|H]].
    + eapply Rle_trans; [|apply Rmax_r]. apply IH. auto.
    + apply Rmax_l.
    + eapply Rle_trans; [|apply Rmax_r]. apply IH. auto.
Qed.
Lemma most_is {T} (l : list T) f : l <> [] -> exists x, In x l /\ most l f = f x.
Proof.
  destruct l as [|w l]; [congruence|]. intros _. simpl. induction l as [|v l IH]; simpl; [exists w; auto|].
  destruct IH as (x & Hx & E). destruct (Rmax_case_strong (f v) (fold_right (fun y m => Rmax (f y) m) (f w) l) (fun r =>
    exists x, (w = x \/ v = x \/ In x l) /\ r = f x)); eauto.
  - intros _. exists x. split; auto. destruct Hx; auto.
Qed.
Lemma choose_each {S T} (l : list S) (eqS : forall x y : S, {x = y} + {x <> y}) (t0 : T) (R : S -> T -> Prop) :
  (forall x, In x l -> exists y, R x y) -> exists f, forall x, In x l -> R x (f x).
Proof.
  induction l as [|w l IH]; intro H; [exists (fun _ => t0); simpl; tauto|].
  destruct IH as (f & Hf); [intros; apply H; now right|]. destruct (H w (or_introl eq_refl)) as (y & Hy).
  exists (fun x => if eqS w x then y else f x). intros x [->|Hx]; [now destruct (eqS x x)|].
  destruct (eqS w x) as [->|]; auto.
Qed.

(* Modes: at which times privacy is ON. *)
Definition mode := nat -> bool.
Definition step_mode (p : nat) : mode := fun i => Nat.leb i p.

Section Sources.
  Context {X : Type}.
  Variable eqX : forall x y : X, {x = y} + {x <> y}.
  Variable src : list X.                                 (* the sources *)
  Variable P : X -> X -> R.                              (* Pr(X_{t+1} = y | X_t = x) *)
  Variable mu : X -> R.                                  (* the law of X_0 *)
  Record requests : Prop := {
    src_all : forall x, In x src;
    src_once : NoDup src;
    P_nonneg : forall x y, 0 <= P x y;
    P_total : forall x, sum src (P x) = 1;
    mu_nonneg : forall x, 0 <= mu x;
    mu_total : sum src mu = 1 }.
  Definition is x y := if eqX x y then true else false.
  Lemma is_true x y : is x y = true <-> x = y.
  Proof. unfold is. destruct (eqX x y); split; congruence. Qed.
  (* the number of sources in a set *)
  Definition count (D : X -> bool) : R := sum src (fun x => if D x then 1 else 0).

  (* Pr(X_t = x | X_{t-1}, ..., X_0 = xs); the power P^n. *)
  Definition arrive (xs : list X) x := match xs with [] => mu x | y :: _ => P y x end.
  Fixpoint K n a x : R := match n with
    | O => if eqX a x then 1 else 0
    | S m => sum src (fun z => K m a z * P z x) end.
  Definition M t : R := sum src (fun x => most src (fun a => K t a x)).
  Definition L t : R := sum src (fun x => least src (fun a => K t a x)).

  (* Words that agree at all ON times; an event about the ON times does not tell them apart. *)
  Fixpoint agree (F : mode) (xs ys : list X) : bool := match xs, ys with
    | x :: xs', y :: ys' => (negb (F (length xs')) || is x y) && agree F xs' ys'
    | _, _ => true end.
  Definition about F (E : list X -> bool) := forall xs ys, length xs = length ys -> agree F xs ys = true -> E xs = E ys.
  Definition anything (xs : list X) := true.
  (* X_0 = a; and E with X_t = x *)
  Fixpoint first a (xs : list X) : bool := match xs with [] => false | x :: r => match r with [] => is x a | _ =>
    first a r end end.
  Definition now x (E : list X -> bool) (xs : list X) : bool := match xs with [] => false | y :: _ =>
    is y x && E xs end.

  Context {Qry : Type}.
  Variable qs : list Qry.
  (* J xs h = Pr(X_t..X_0 = xs, Q_t..Q_0 = h), causal as in Window.v. *)
  Definition law := list X -> list Qry -> R.
  Record causal (J : law) : Prop := {
    begins : J [] [] = 1;
    nonneg : forall xs h, 0 <= J xs h;
    moves : forall x xs h, In h (words qs (length xs)) -> sum qs (fun q => J (x :: xs) (q :: h))
      = J xs h * arrive xs x }.

  Definition prob (J : law) (E : list X -> bool) (h : list Qry) : R :=
    sum (words src (length h)) (fun xs => if E xs then J xs h else 0).
  Definition before (J : law) (E : list X -> bool) (h : list Qry) : R := sum qs (fun q => prob J E (q :: h)).
  (* I(X_{B_t}; Q_t | Q_{t-1}, ..., Q_0) = 0 at every t, as in Window.v. *)
  Definition private (J : law) (F : mode) := forall t E h q, about F E -> In h (words qs t) -> In q qs ->
    prob J E (q :: h) * before J anything h = before J E h * prob J anything (q :: h).
  (* Q_0, ..., Q_t are independent of X_0, for every t. *)
  Definition hidden (J : law) := forall t h a, In h (words qs (S t)) -> prob J (first a) h = mu a * prob J anything h.

  (* The query q downloads the sources x with sets q x = true; the request must be among them. *)
  Definition decodable (J : law) (sets : Qry -> X -> bool) := forall x xs q h, J (x :: xs) (q :: h) <> 0 ->
    sets q x = true.
  (* E load(Q_t), and E|Q_t| *)
  Definition price (J : law) (load : nat -> Qry -> R) t : R :=
    sum (words qs t) (fun h => sum qs (fun q => load t q * prob J anything (q :: h))).
  Definition cost (J : law) (sets : Qry -> X -> bool) := price J (fun _ q => count (sets q)).
  (* What the converse asks of a price: as much as the number of requests that can meet the query. *)
  Definition covers (J : law) (load : nat -> Qry -> R) := forall t q D, NoDup D ->
    (forall x, In x D -> exists xs h, length xs = t /\ J (x :: xs) (q :: h) <> 0) -> INR (length D) <= load t q.
  Lemma decodable_covers J sets : (forall x, In x src) -> decodable J sets -> covers J (fun _ q => count (sets q)).
  Proof.
    intros A H t q D N S. unfold count. rewrite <- (Rmult_1_r (INR (length D))), <- sum_const, <- sum_filter,
      !sum_const, !Rmult_1_r.
    apply le_INR, NoDup_incl_length; auto. intros x Hx. apply filter_In. split; auto.
    destruct (S x Hx) as (xs & h & _ & Nz). now apply H in Nz.
  Qed.

  (* The program in one shot: f a q x = Pr(Q = q, X = x | X_0 = a), u q = Pr(Q = q), k a x = Pr(X = x | X_0 = a). *)
  Section Program.
    Variable f : X -> Qry -> X -> R.
    Variables u load : Qry -> R.
    Variable k : X -> X -> R.
    Hypothesis all : forall x, In x src.
    Hypothesis once : NoDup src.
    Variable a0 : X.
    Hypothesis f_nonneg : forall a q x, In q qs -> 0 <= f a q x.
    Hypothesis f_load : forall q D, In q qs -> NoDup D -> (forall x, In x D -> exists a, f a q x <> 0) ->
      INR (length D) <= load q.
    Hypothesis f_private : forall a q, In q qs -> sum src (f a q) = u q.
    Hypothesis f_chain : forall a x, sum qs (fun q => f a q x) = k a x.
    Hypothesis k_law : forall a, sum src (k a) = 1.
    Lemma u_nonneg q : In q qs -> 0 <= u q.
    Proof. intro Hq. rewrite <- (f_private a0 q Hq). apply sum_nonneg. auto. Qed.
    Lemma u_total : sum qs u = 1.
    Proof.
      rewrite <- (k_law a0). transitivity (sum src (fun x => sum qs (fun q => f a0 q x))); [|apply sum_ext; auto].
      rewrite sum_swap. apply sum_ext. intros. symmetry. auto.
    Qed.
    Lemma one_shot_most (sel : X -> X) : sum src (fun x => k (sel x) x) <= sum qs (fun q => load q * u q).
    Proof.
      transitivity (sum src (fun x => sum qs (fun q => f (sel x) q x))); [apply Req_le, sum_ext; auto|].
      rewrite sum_swap. apply sum_le. intros q Hq.
      set (b := fun x => if Req_EM_T (f (sel x) q x) 0 then false else true).
      transitivity (sum (filter b src) (fun _ => u q)).
      - transitivity (sum (filter b src) (fun x => f (sel x) q x)).
        + rewrite sum_filter. apply sum_le. intros x _. unfold b. destruct (Req_EM_T (f (sel x) q x) 0); lra.
        + apply sum_le. intros x _. rewrite <- (f_private (sel x) q Hq). apply (sum_member src (f (sel x) q)); auto.
      - rewrite sum_const. apply Rmult_le_compat_r; [now apply u_nonneg|].
        apply f_load; auto; [now apply NoDup_filter|].
        intros x Hx. apply filter_In in Hx as [_ Hx]. unfold b in Hx.
          destruct (Req_EM_T (f (sel x) q x) 0); [discriminate|]. eauto.
    Qed.
    Lemma query_least q : In q qs -> 2 * u q - sum src (fun x => least src (fun a => f a q x)) <= load q * u q.
    Proof.
      intro Hq. assert (U := u_nonneg q Hq). assert (ne : src <> []) by (intro E; assert (H := all a0); rewrite E in H;
        destruct H).
      assert (N : forall x, 0 <= least src (fun a => f a q x)).
      { intro x. destruct (least_is src (fun a => f a q x) ne) as (a & _ & ->). auto. }
      set (s := fun x => sum src (fun a => f a q x)).
      set (b := fun x => if Req_EM_T (s x) 0 then false else true).
      assert (Hl := f_load q (filter b src) Hq (NoDup_filter _ once)).
      assert (Hb : INR (length (filter b src)) <= load q).
      { apply Hl. intros x Hx. apply filter_In in Hx as [_ Hx]. unfold b in Hx.
        destruct (Req_EM_T (s x) 0) as [|Z]; [discriminate|].
        apply sum_nonzero in Z as (a & _ & Z). eauto. }
      assert (Z : forall a x, b x = false -> f a q x = 0).
      { intros a x Hx. unfold b in Hx. destruct (Req_EM_T (s x) 0) as [Z|]; [|discriminate].
        apply (sum_zero_each src (fun a => f a q x)); auto. }
      assert (E : forall a, sum (filter b src) (f a q) = u q).
      { intro a. rewrite sum_filter, <- (f_private a q Hq). apply sum_ext. intros x _. destruct (b x) eqn:Bx; auto.
        symmetry. auto. }
      assert (T : 0 <= sum src (fun x => least src (fun a => f a q x))) by (apply sum_nonneg; auto).
      destruct (filter b src) as [|x0 [|x1 D]].
      - assert (E0 := E a0). simpl in E0. rewrite <- E0 in *. lra.
      - assert (least src (fun a => f a q x0) = u q).
        { destruct (least_is src (fun a => f a q x0) ne) as (a & _ & ->). rewrite <- (E a). simpl. ring. }
        assert (u q <= sum src (fun x => least src (fun a => f a q x))).
        { rewrite <- H. apply (sum_member src (fun x => least src (fun a => f a q x))); auto. }
        simpl in Hb. nra.
      - cbn [length] in Hb. rewrite !S_INR in Hb. assert (0 <= INR (length D)) by apply pos_INR. nra.
    Qed.
    Lemma one_shot_least : 2 - sum src (fun x => least src (fun a => k a x)) <= sum qs (fun q => load q * u q).
    Proof.
      assert (ne : src <> []) by (intro E; assert (H := all a0); rewrite E in H; destruct H).
      transitivity (sum qs (fun q => 2 * u q - sum src (fun x => least src (fun a => f a q x)))).
      2: { apply sum_le. apply query_least. }
      transitivity (2 * sum qs u - sum src (fun x => sum qs (fun q => least src (fun a => f a q x)))).
      - rewrite u_total. assert (sum src (fun x => sum qs (fun q => least src (fun a => f a q x))) <= sum src (fun x =>
        least src (fun a => k a x))).
        { apply sum_le. intros x _. destruct (least_is src (fun a => k a x) ne) as (a & Ha & ->). rewrite <- f_chain.
          apply sum_le. intros q Hq. now apply (least_le src (fun a => f a q x)). }
        lra.
      - rewrite sum_swap. apply Req_le. clear. induction qs as [|q l IH]; simpl; lra.
    Qed.
  End Program.

  Hypothesis R0 : requests.
  Lemma source : exists a : X, True.
  Proof. assert (T := mu_total R0). destruct src as [|a l]; [simpl in T; lra|]. now exists a. Qed.
  Lemma arrive_nonneg xs x : 0 <= arrive xs x.
  Proof. destruct xs; simpl; apply R0. Qed.
  Lemma arrive_total xs : sum src (arrive xs) = 1.
  Proof. destruct xs; simpl; apply R0. Qed.
  Lemma K_total n a : sum src (K n a) = 1.
  Proof.
    induction n; simpl; [apply (sum_pick' eqX src a (fun _ => 1)); apply R0|].
    rewrite sum_swap, <- IHn. apply sum_ext. intros z _. rewrite sum_scale, (P_total R0). ring.
  Qed.
  Lemma K_nonneg n a x : 0 <= K n a x.
  Proof.
    revert x; induction n; simpl; intro x; [destruct (eqX a x); lra|].
    apply sum_nonneg. intros. apply Rmult_le_pos; auto. apply R0.
  Qed.

  Section Law.
    Variable J : law.
    Hypothesis C : causal J.
    Lemma prob_nonneg E h : 0 <= prob J E h.
    Proof. apply sum_nonneg. intros xs _. destruct (E xs); [apply C|lra]. Qed.
    Lemma prob_le E h : prob J E h <= prob J anything h.
    Proof. apply sum_le. intros xs _. unfold anything. destruct (E xs); [lra|apply C]. Qed.
    Lemma prob_ext E E' h : (forall xs, length xs = length h -> E xs = E' xs) -> prob J E h = prob J E' h.
    Proof. intro H. apply sum_ext. intros xs Hx. apply words_length in Hx. now rewrite H. Qed.
    Lemma prob_now E h : h <> [] -> sum src (fun x => prob J (now x E) h) = prob J E h.
    Proof.
      intro ne. unfold prob. rewrite sum_swap. apply sum_ext. intros xs Hx. apply words_length in Hx.
      destruct xs as [|y xs]; [destruct h; [congruence|discriminate]|].
      transitivity (sum src (fun x => if eqX y x then (if E (y :: xs) then J (y :: xs) h else 0) else 0)).
      - apply sum_ext. intros x _. unfold now, is. destruct (eqX y x); reflexivity.
      - apply (sum_pick' eqX src y (fun _ => if E (y :: xs) then J (y :: xs) h else 0)); apply R0.
    Qed.
    Lemma before_step E h : In h (words qs (length h)) -> before J E h =
      sum (words src (length h)) (fun xs => J xs h * sum src (fun x => if E (x :: xs) then arrive xs x else 0)).
    Proof.
      intro Hh. unfold before, prob. simpl length.
      transitivity (sum qs (fun q => sum (words src (length h)) (fun xs =>
        sum src (fun x => if E (x :: xs) then J (x :: xs) (q :: h) else 0)))).
      { apply sum_ext. intros. now rewrite sum_words. }
      rewrite sum_swap. apply sum_ext. intros xs Hx. rewrite sum_swap, <- sum_scale. apply sum_ext. intros x _.
      destruct (E (x :: xs)).
      - rewrite (moves _ C); auto. now rewrite (words_length _ _ _ Hx).
      - rewrite sum_zero. ring.
    Qed.
    Lemma before_past E E' h : In h (words qs (length h)) -> (forall x xs, length xs = length h ->
      E (x :: xs) = E' xs) ->
      before J E h = prob J E' h.
    Proof.
      intros Hh H. rewrite before_step; auto. apply sum_ext. intros xs Hx. apply words_length in Hx.
      destruct (E' xs) eqn:Q.
      - rewrite (sum_ext src _ (arrive xs)); [rewrite arrive_total; ring|]. intros x _. now rewrite H, Q.
      - rewrite sum_null; [ring|]. intro x. now rewrite H, Q.
    Qed.
    Lemma before_anything h : In h (words qs (length h)) -> before J anything h = prob J anything h.
    Proof. intro. now apply before_past. Qed.
    Lemma total t : sum (words qs t) (prob J anything) = 1.
    Proof.
      induction t.
      - unfold prob. simpl. rewrite (begins _ C). ring.
      - rewrite sum_words, <- IHt. apply sum_ext. intros h Hh. apply before_anything.
        now rewrite (words_length _ _ _ Hh).
    Qed.
    Lemma prob_zero E q h : In h (words qs (length h)) -> In q qs -> prob J anything h = 0 -> prob J E (q :: h) = 0.
    Proof.
      intros Hh Hq Z. rewrite <- before_anything in Z by auto.
      assert (Z' := sum_zero_each qs (fun q => prob J anything (q :: h)) q ltac:(intros; apply prob_nonneg) Z Hq).
        simpl in Z'.
      assert (N := prob_nonneg E (q :: h)). assert (N' := prob_le E (q :: h)). lra.
    Qed.

    (* Privacy in the sense of Window.v, with X_0 among the hidden requests, makes the queries independent of X_0. *)
    Lemma about_first F a : F O = true -> about F (first a).
    Proof.
      intros on xs. induction xs as [|x xs IH]; intros [|y ys] Hl H; try discriminate; auto.
      simpl in Hl. injection Hl as Hl. simpl in H. apply andb_true_iff in H as [H1 H2]. specialize (IH ys Hl H2).
      destruct xs, ys; try discriminate; auto. simpl in *. rewrite on in H1. apply is_true in H1. now subst.
    Qed.
    Lemma first_past a x xs : xs <> [] -> first a (x :: xs) = first a xs.
    Proof. destruct xs; [congruence|reflexivity]. Qed.
    Lemma before_first a h : In h (words qs (length h)) -> h <> [] -> before J (first a) h = prob J (first a) h.
    Proof. intros Hh ne. apply before_past; auto. intros x xs Hl. apply first_past.
      destruct xs, h; try discriminate; congruence. Qed.
    Lemma before_none a : before J (first a) [] = mu a.
    Proof.
      rewrite before_step by (simpl; auto). simpl. rewrite (begins _ C), Rplus_0_r, Rmult_1_l.
      rewrite <- (sum_pick eqX src a mu) by apply R0. apply sum_ext. intros x _. unfold is.
        destruct (eqX x a); reflexivity.
    Qed.
    Theorem private_hidden F : F O = true -> private J F -> hidden J.
    Proof.
      intros on Pr t. induction t as [|t IH]; intros h a Hh.
      - destruct h as [|q [|? ?]]; try (apply words_length in Hh; discriminate). apply words_cons in Hh as [Hq _].
        assert (E := Pr O (first a) [] q (about_first F a on) (or_introl eq_refl) Hq).
        rewrite before_none, before_anything in E by (simpl; auto). unfold prob at 2 in E. simpl in E.
          rewrite (begins _ C) in E. lra.
      - destruct h as [|q h]; [apply words_length in Hh; discriminate|]. apply words_cons in Hh as [Hq Hh].
        assert (Lh := words_length _ _ _ Hh). assert (Hh' : In h (words qs (length h))) by now rewrite Lh.
        assert (E := Pr (S t) (first a) h q (about_first F a on) Hh Hq).
        rewrite before_anything, before_first in E; auto; [|intros ->; discriminate]. rewrite (IH h a Hh) in E.
        destruct (Req_EM_T (prob J anything h) 0) as [Z|Z].
        + rewrite (prob_zero (first a) q h), (prob_zero anything q h); auto. ring.
        + apply Rmult_eq_reg_r with (prob J anything h); auto. rewrite E. ring.
    Qed.

    (* And conversely: hidden is privacy in the mode that is ON at time 0 only. *)
    Lemma first_agree a xs n : length xs = S n -> first a xs = true -> agree (step_mode 0) xs (repeat a (S n)) = true.
    Proof.
      revert n; induction xs as [|x xs IH]; intros n Hl H; [discriminate|]. simpl in Hl. injection Hl as Hl. subst n.
      destruct xs as [|y xs].
      - simpl in *. now rewrite H.
      - rewrite first_past in H by congruence. specialize (IH (length xs) eq_refl H). simpl repeat in *. cbn [agree].
        cbn [agree] in IH.
        rewrite IH. rewrite !andb_true_r. reflexivity.
    Qed.
    Lemma first_sum xs (v : R) : xs <> [] -> sum src (fun a => if first a xs then v else 0) = v.
    Proof.
      induction xs as [|x [|y xs] IH]; intro ne; [congruence| |apply IH; congruence].
      transitivity (sum src (fun a => if eqX x a then v else 0)); [|apply (sum_pick' eqX src x (fun _ => v)); apply R0].
      apply sum_ext. intros a _. simpl. unfold is. now destruct (eqX x a).
    Qed.
    Lemma prob_first E h : h <> [] -> sum src (fun a => prob J (fun xs => first a xs && E xs) h) = prob J E h.
    Proof.
      intro ne. unfold prob. rewrite sum_swap. apply sum_ext. intros xs Hx. apply words_length in Hx.
      rewrite <- (first_sum xs (if E xs then J xs h else 0)) by (destruct xs, h; try discriminate; congruence).
      apply sum_ext. intros a _. now destruct (first a xs).
    Qed.
    Theorem hidden_private : hidden J -> private J (step_mode 0).
    Proof.
      intros Hd t E h q A Hh Hq. set (e := sum src (fun a => if E (repeat a (S t)) then mu a else 0)).
      assert (G : forall r, In r qs -> prob J E (r :: h) = e * prob J anything (r :: h)).
      { intros r Hr. rewrite <- (prob_first E) by congruence. unfold e. rewrite <- sum_scale_r. apply sum_ext.
        intros a _.
        transitivity (if E (repeat a (S t)) then prob J (first a) (r :: h) else 0).
        - unfold prob. destruct (E (repeat a (S t))) eqn:Q.
          + apply sum_ext. intros xs Hx. apply words_length in Hx. simpl in Hx. rewrite (words_length _ _ _ Hh) in Hx.
            destruct (first a xs) eqn:Fx; auto.
            assert (Ex : E xs = E (repeat a (S t))) by (apply A;
              [rewrite repeat_length; exact Hx|now apply first_agree]).
            simpl andb. now rewrite Ex, Q.
          + transitivity (sum (words src (length (r :: h))) (fun _ => 0)); [|apply sum_zero]. apply sum_ext.
            intros xs Hx. apply words_length in Hx. simpl in Hx.
            rewrite (words_length _ _ _ Hh) in Hx.
            destruct (first a xs) eqn:Fx; auto.
            assert (Ex : E xs = E (repeat a (S t))) by (apply A;
              [rewrite repeat_length; exact Hx|now apply first_agree]).
            simpl andb. now rewrite Ex, Q.
        - rewrite (Hd t) by now apply words_cons. destruct (E (repeat a (S t))); ring. }
      assert (B : before J E h = e * before J anything h).
      { unfold before. rewrite <- sum_scale. now apply sum_ext. }
      rewrite G, B by auto. ring.
    Qed.

    (* One step of the chain, with X_0 and the queries so far. *)
    Lemma before_now a x h : In h (words qs (length h)) -> h <> [] ->
      before J (now x (first a)) h = sum src (fun y => prob J (now y (first a)) h * P y x).
    Proof.
      intros Hh ne. rewrite before_step by auto.
      unfold prob. transitivity (sum src (fun y => sum (words src (length h)) (fun xs =>
        (if now y (first a) xs then J xs h else 0) * P y x))).
      2: { apply sum_ext. intros. now rewrite sum_scale_r. }
      rewrite sum_swap. apply sum_ext. intros xs Hx. apply words_length in Hx.
      destruct xs as [|z xs]; [destruct h; [congruence|discriminate]|].
      transitivity (J (z :: xs) h * (if first a (z :: xs) then P z x else 0)).
      - f_equal. rewrite <- (sum_pick eqX src x (fun _ => if first a (z :: xs) then P z x else 0)) by apply R0.
        apply sum_ext. intros y _. cbn [now arrive]. rewrite first_past by congruence. unfold is.
        destruct (eqX y x) as [->|]; reflexivity.
      - rewrite <- (sum_pick' eqX src z (fun y => J (z :: xs) h * (if first a (z :: xs) then P y x else 0))) by apply
        R0.
        apply sum_ext. intros y _. cbn [now]. unfold is. destruct (eqX z y) as [<-|]; cbn [andb]; [|ring].
        destruct (first a (z :: xs)); ring.
    Qed.
    (* Summed over the queries, the chain goes on from X_0. *)
    Lemma flow t a x : sum (words qs (S t)) (fun h => prob J (now x (first a)) h) = mu a * K t a x.
    Proof.
      revert x; induction t; intro x; rewrite sum_words.
      - transitivity (before J (now x (first a)) []); [apply Rplus_0_r|].
        rewrite before_step by (simpl; auto). simpl. rewrite (begins _ C), Rplus_0_r, Rmult_1_l.
        transitivity (if eqX a x then sum src (fun y => if eqX y a then mu y else 0) else 0).
        2: { rewrite sum_pick by apply R0. destruct (eqX a x); ring. }
        destruct (eqX a x) as [<-|D].
        + apply sum_ext. intros y _. unfold is. destruct (eqX y a); reflexivity.
        + apply sum_null. intro y. unfold is. destruct (eqX y x), (eqX y a); simpl; congruence.
      - transitivity (sum (words qs (S t)) (fun h => before J (now x (first a)) h)); [reflexivity|].
        transitivity (sum (words qs (S t)) (fun h => sum src (fun y => prob J (now y (first a)) h * P y x))).
        + apply sum_ext. intros h Hh. assert (Lh := words_length _ _ _ Hh). apply before_now; [now rewrite Lh|].
          intros ->. discriminate.
        + rewrite sum_swap. cbn [K]. rewrite <- sum_scale. apply sum_ext. intros y _. rewrite sum_scale_r, IHt. ring.
    Qed.
    Lemma occurs E q g x : prob J (now x E) (q :: g) <> 0 -> exists xs, length xs = length g /\
      J (x :: xs) (q :: g) <> 0.
    Proof.
      intro N. apply sum_nonzero in N as (xs & Hx & N). apply words_length in Hx.
        destruct xs as [|y xs]; [discriminate|].
      simpl in Hx. injection Hx as Hx. cbn [now] in N. destruct (is y x) eqn:Y; [|now contradict N]. apply is_true in Y.
        subst y.
      destruct (E (x :: xs)); [|now contradict N]. eauto.
    Qed.

    (* Theorem B. *)
    Hypothesis mu_positive : forall x, 0 < mu x.
    Variable load : nat -> Qry -> R.
    Hypothesis Cv : covers J load.
    Hypothesis H : hidden J.
    Section At.
      Variable t : nat.
      Let u q := sum (words qs t) (fun h => prob J anything (q :: h)).
      Let f a q x := / mu a * sum (words qs t) (fun h => prob J (now x (first a)) (q :: h)).
      Lemma price_u : price J load t = sum qs (fun q => load t q * u q).
      Proof. unfold price. rewrite sum_swap. apply sum_ext. intros. unfold u. now rewrite sum_scale. Qed.
      Lemma f_nonneg a q x : In q qs -> 0 <= f a q x.
      Proof.
        intros _. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, mu_positive|]. apply sum_nonneg. intros.
          apply prob_nonneg.
      Qed.
      Lemma f_load q D : In q qs -> NoDup D -> (forall x, In x D -> exists a, f a q x <> 0) ->
        INR (length D) <= load t q.
      Proof.
        intros _ N S. apply Cv; auto. intros x Hx. destruct (S x Hx) as (a & Na). unfold f in Na.
        assert (Ns : sum (words qs t) (fun h => prob J (now x (first a)) (q :: h)) <> 0) by (intro E; apply Na;
          rewrite E; ring).
        apply sum_nonzero in Ns as (h & Hh & Nh). apply occurs in Nh as (xs & Hl & Nx). exists xs, h. split; auto.
        rewrite Hl. eapply words_length; eauto.
      Qed.
      Lemma f_private a q : In q qs -> sum src (f a q) = u q.
      Proof.
        intro Hq. unfold f, u. rewrite sum_scale, sum_swap.
        rewrite (sum_ext (words qs t) _ (fun h => mu a * prob J anything (q :: h))).
        - rewrite sum_scale. assert (X0 := mu_positive a). field. lra.
        - intros h Hh. rewrite prob_now by congruence. apply (H t). now apply words_cons.
      Qed.
      Lemma f_chain a x : sum qs (fun q => f a q x) = K t a x.
      Proof.
        unfold f. rewrite sum_scale, sum_swap. assert (E := flow t a x). rewrite sum_words in E. rewrite E.
        assert (X0 := mu_positive a). field. lra.
      Qed.
      (* for any choice of a row for each x *)
      Theorem converse_select (sel : X -> X) : sum src (fun x => K t (sel x) x) <= price J load t.
      Proof.
        rewrite price_u. destruct source as [a0 _].
        apply (one_shot_most f u (load t) (K t)); auto using f_nonneg, f_load, f_private, f_chain; apply R0.
      Qed.
      Theorem converse_most : M t <= price J load t.
      Proof.
        destruct source as [a0 _]. assert (ne : src <> []) by (intro E; assert (Q := src_all R0 a0); rewrite E in Q;
          destruct Q).
        destruct (choose_each src eqX a0 (fun x a => most src (fun a => K t a x) = K t a x)) as (sel & Hs).
        { intros x _. destruct (most_is src (fun a => K t a x) ne) as (a & _ & E). eauto. }
        unfold M. rewrite (sum_ext src _ (fun x => K t (sel x) x)); [apply converse_select|auto].
      Qed.
      Theorem converse_least : 2 - L t <= price J load t.
      Proof.
        rewrite price_u. destruct source as [a0 _].
        apply (one_shot_least f u (load t) (K t)); auto using f_nonneg, f_load, f_private, f_chain, K_total; apply R0.
      Qed.
    End At.
  End Law.
  (* For queries that download sets. *)
  Theorem converse_sets J sets : (forall x, 0 < mu x) -> causal J -> decodable J sets -> hidden J ->
    forall t, M t <= cost J sets t /\ 2 - L t <= cost J sets t.
  Proof.
    intros Pm C D H t. assert (Cv := decodable_covers J sets (src_all R0) D).
    split; [now apply converse_most|now apply converse_least].
  Qed.
End Sources.
