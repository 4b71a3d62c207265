(* EXPRESSIONS AS QUOTIENTS: a polynomial over an integer and powers of keys. A key that was written stays, with
   exponent 0 if it cancels: where it is zero, the expression has no value.

   Assumes: an ordered field. Defines: `elab`, which makes a quotient of an expression.
   Proves: where the keys are not zero, the quotient is the expression's value (`elab_ok`). *)
From Coq Require Import ZArith List Bool Setoid Lia Ring.
From Coq Require Import micromega.OrderedRing micromega.RingMicromega micromega.EnvRing.
From OnOffChecker Require Import Terms.
Import ListNotations.
Set Implicit Arguments.

Arguments pC : simpl never.
Arguments ppow : simpl never.
Arguments pmul : simpl never.
Arguments pmulC : simpl never.
Arguments padd : simpl never.
Arguments psub : simpl never.
Arguments peq : simpl never.
Arguments ev : simpl never.
Arguments Pos.mul : simpl never.

Definition exps := list (option nat).
Record quot := { top : poly; cden : positive; bot : exps }.

Fixpoint join (f : nat -> nat -> nat) (a b : exps) : exps :=
  match a, b with
  | [], _ => b | _, [] => a
  | x :: a, y :: b =>
    match x, y with Some m, Some n => Some (f m n) | None, o => o | o, None => o end :: join f a b
  end.

(* The product of the powers by which one exceeds the other. *)
Fixpoint lift (K : list poly) (big small : exps) : poly :=
  match K, big with
  | k :: K, o :: big =>
    let (m, small) := match small with [] => (O, []) | Some m :: s => (m, s) | None :: s => (O, s) end in
    match o with
    | Some n => match n - m with O => lift K big small | S d => pmul (ppow k (S d)) (lift K big small) end
    | None => lift K big small
    end
  | _, _ => pC 1
  end.

Fixpoint is_mono (p : poly) : bool :=
  match p with Pc _ => true | Pinj _ p => is_mono p | PX p _ (Pc c) => is_mono p && Z.eqb c 0 | _ => false end.
Definition scale_of (p : poly) : Z := let c := content p in if Z.ltb (lead p) 0 then Z.opp c else c.

Fixpoint drop (K : list poly) (e : exps) (t : poly) (g : Z) : option exps :=
  match K, e with
  | k :: K, o :: e =>
    let rest := option_map (cons o) (drop K e t g) in
    match o with Some (S n) => if peq (pmulC k g) t then Some (Some n :: e) else rest | _ => rest end
  | _, _ => None
  end.

Definition cancelled (K : list poly) (e : exps) (t : poly) : poly * exps :=
  if is_mono t then (t, e) else
  let g := scale_of t in match drop K e t g with Some e' => (pC g, e') | None => (t, e) end.

Definition qmul (K : list poly) (a b : quot) : quot :=
  let (t1, e) := cancelled K (join Nat.add (bot a) (bot b)) (top a) in
  let (t2, e) := cancelled K e (top b) in
  {| top := pmul t1 t2; cden := Pos.mul (cden a) (cden b); bot := e |}.

Definition qadd (K : list poly) (neg : bool) (a b : quot) : quot :=
  let e := join Nat.max (bot a) (bot b) in
  let '(g, (x, y)) := Pos.ggcd (cden a) (cden b) in
  let s := pmulC (pmul (lift K e (bot a)) (top a)) (Zpos y) in
  let t := pmulC (pmul (lift K e (bot b)) (top b)) (Zpos x) in
  {| top := if neg then psub s t else padd s t; cden := Pos.mul g (Pos.mul x y); bot := e |}.

Fixpoint index (K : list poly) (k : poly) : option exps :=
  match K with
  | [] => None
  | l :: K => if peq l k then Some [Some 1%nat] else option_map (cons None) (index K k)
  end.

Definition zeros : exps -> exps := map (option_map (fun _ => O)).

Definition over (K : list poly) (t : poly) (c : positive) (e : exps) (g : Z) (unit : exps) : option quot :=
  match g with
  | Z0 => None
  | Zpos p => Some {| top := pmulC (pmul (lift K e []) (pC 1)) (Zpos c); cden := p; bot :=
    join Nat.add (zeros e) unit |}
  | Zneg p => Some {| top := pmulC (pmul (lift K e []) (pC 1)) (Zneg c); cden := p; bot :=
    join Nat.add (zeros e) unit |}
  end.

Definition qinv (K : list poly) (b : quot) : option quot :=
  match is_num (top b) with
  | Some g => over K (top b) (cden b) (bot b) g []
  | None =>
    let g := scale_of (top b) in let k := pdivC (top b) g in
    if peq (pmulC k g) (top b) then
      match index K k with Some u => over K (top b) (cden b) (bot b) g u | None => None end
    else None
  end.

Fixpoint spow (c : positive) (n : nat) : positive := match n with O => 1%positive | S n => Pos.mul c (spow c n) end.
Definition qpow (a : quot) (n : nat) : quot :=
  {| top := ppow (top a) n; cden := spow (cden a) n; bot := map (option_map (fun m => Nat.mul m n)) (bot a) |}.

Definition plain (p : poly) : quot := {| top := p; cden := 1; bot := [] |}.
Definition lift2 (f : quot -> quot -> quot) (a b : option quot) : option quot :=
  match a, b with Some a, Some b => Some (f a b) | _, _ => None end.

Fixpoint elab (K : list poly) (e : expr) : option quot :=
  match e with
  | Num z => Some (plain (pC z)) | Var x => Some (plain (pvar x))
  | Add a b => lift2 (qadd K false) (elab K a) (elab K b)
  | Sub a b => lift2 (qadd K true) (elab K a) (elab K b)
  | Mul a b => lift2 (qmul K) (elab K a) (elab K b)
  | Div a b =>
    match elab K b with
    | Some b => match qinv K b with Some i => lift2 (qmul K) (elab K a) (Some i) | None => None end
    | None => None
    end
  | Pow a n => option_map (fun q => qpow q n) (elab K a)
  | Undef => None
  end.

(* The divisors that occur, as keys. Nothing is proved about it: a key that is missing makes [elab] fail. *)
Fixpoint collect (e : expr) (K : list poly) : list poly :=
  match e with
  | Num _ | Var _ | Undef => K
  | Add a b | Sub a b | Mul a b => collect b (collect a K)
  | Pow a _ => collect a K
  | Div a b =>
    let K := collect b (collect a K) in
    match elab K b with
    | Some q =>
      match is_num (top q) with
      | Some _ => K
      | None => let k := pdivC (top q) (scale_of (top q)) in
                match index K k with Some _ => K | None => K ++ [k] end
      end
    | None => K
    end
  end.

Section Field.
Variable F : field_data.
Hypothesis ok : ordered F.
Notation "0" := (f0 F). Notation "1" := (f1 F).
Infix "+" := (fadd F). Infix "*" := (fmul F). Infix "-" := (fsub F). Notation "- x" := (fopp F x).
Let sor := o_sor ok.
Add Ring Fring : (SORrt sor).
Notation ev := (ev (F := F)).
Notation "[ z ]" := (fZ F z).

Variable v : env F.

Fixpoint den (K : list poly) (e : exps) : F :=
  match K, e with
  | k :: K, Some n :: e => power F (ev v k) n * den K e
  | _ :: K, None :: e => den K e
  | _, _ => 1
  end.
Fixpoint nz (K : list poly) (e : exps) : Prop :=
  match K, e with
  | k :: K, Some _ :: e => ev v k <> 0 /\ nz K e
  | _ :: K, None :: e => nz K e
  | _, _ => True
  end.

Lemma power_add x m n : power F x (m + n) = power F x m * power F x n.
Proof. induction m; simpl; [ring|]. rewrite IHm. ring. Qed.
Lemma power_one n : power F 1 n = 1.
Proof. induction n; simpl; [reflexivity|]. rewrite IHn. ring. Qed.
Lemma power_mul x y n : power F (x * y) n = power F x n * power F y n.
Proof. induction n; simpl; [ring|]. rewrite IHn. ring. Qed.
Lemma power_power x m n : power F x (m * n) = power F (power F x m) n.
Proof.
  induction m; simpl; [symmetry; apply power_one|]. rewrite power_add, IHm, power_mul. reflexivity.
Qed.

Lemma nz_join f K : forall a b, nz K (join f a b) <-> nz K a /\ nz K b.
Proof.
  induction K as [|k K IH]; intros a b; [simpl; tauto|].
  destruct a as [|x a]; [simpl; tauto|]. destruct b as [|y b]; [destruct x; simpl; tauto|].
  destruct x, y; simpl; rewrite IH; tauto.
Qed.
Lemma den_add K : forall a b, den K (join Nat.add a b) = den K a * den K b.
Proof.
  induction K as [|k K IH]; intros a b; [simpl; ring|].
  destruct a as [|x a]; [simpl; ring|]. destruct b as [|y b]; [destruct x; simpl; ring|].
  destruct x, y; simpl; rewrite IH; rewrite ?power_add; ring.
Qed.
Lemma den_zero K : forall a, den K (zeros a) = 1.
Proof.
  induction K as [|k K IH]; intros [|x a]; [reflexivity..|]. destruct x; simpl; rewrite IH; ring.
Qed.
Lemma nz_zero K : forall a, nz K (zeros a) <-> nz K a.
Proof. induction K as [|k K IH]; intros [|x a]; try (simpl; tauto). destruct x; simpl; rewrite IH; tauto. Qed.
Lemma den_nz K : forall a, nz K a -> den K a <> 0.
Proof.
  assert (H1 : 1 <> 0) by (intros E; symmetry in E; now apply (SORneq_0_1 sor) in E).
  induction K as [|k K IH]; intros [|x a]; try (intros; exact H1). destruct x; simpl; [|apply IH].
  intros [A B]. apply (nonzero_mul ok); [now apply (power_nonzero ok)|now apply IH].
Qed.
Lemma den_pow n K : forall a, den K (map (option_map (fun m => Nat.mul m n)) a) = power F (den K a) n.
Proof.
  induction K as [|k K IH]; intros [|x a]; try (symmetry; apply power_one).
  destruct x; simpl; rewrite IH; [rewrite power_power, power_mul|]; reflexivity.
Qed.
Lemma nz_pow n K : forall a, nz K (map (option_map (fun m => Nat.mul m n)) a) <-> nz K a.
Proof. induction K as [|k K IH]; intros [|x a]; try (simpl; tauto). destruct x; simpl; rewrite IH; tauto. Qed.

(* What is smaller, so that lifting makes the larger of it. *)
Fixpoint below (a b : exps) : Prop :=
  match a, b with
  | [], _ => True
  | Some m :: a, Some n :: b => m <= n /\ below a b
  | None :: a, _ :: b => below a b
  | Some _ :: _, None :: _ => False
  | _ :: _, [] => False
  end.
Lemma below_l : forall a b, below a (join Nat.max a b).
Proof.
  assert (R : forall a, below a a) by (induction a as [|[m|] a IH]; simpl; auto).
  induction a as [|x a IH]; intros b; [exact I|]. destruct b as [|y b].
  - destruct x; simpl; auto.
  - destruct x, y; simpl; auto. split; [apply Nat.le_max_l|auto].
Qed.
Lemma below_r : forall a b, below b (join Nat.max a b).
Proof.
  assert (R : forall a, below a a) by (induction a as [|[m|] a IH]; simpl; auto).
  induction a as [|x a IH]; intros b; [apply R|]. destruct b as [|y b]; [exact I|].
  destruct x, y; simpl; auto. split; [apply Nat.le_max_r|auto].
Qed.
Lemma ev_one : ev v (pC 1) = 1. Proof. apply (morph1 (o_Z ok)). Qed.
Lemma lifted K : forall small big, below small big -> ev v (lift K big small) * den K small = den K big.
Proof.
  assert (N : forall K a, den K a = den K a) by reflexivity.
  induction K as [|k K IH]; intros small big H.
  - simpl. rewrite ev_one. ring.
  - destruct big as [|o big].
    + destruct small as [|[m|] small]; simpl in H; try contradiction. simpl. rewrite ev_one. ring.
    + destruct small as [|s small].
      * specialize (IH [] big I). assert (D : den K [] = 1) by (destruct K; reflexivity). rewrite D in IH.
        destruct o as [n|]; simpl lift; simpl den; [|exact IH].
        destruct (n - 0)%nat eqn:E.
        { replace n with O by lia. simpl. rewrite <- IH. ring. }
        { rewrite (ev_mul ok), (ev_pow ok). replace (S n0) with n by lia. rewrite <- IH. ring. }
      * destruct s as [m|], o as [n|]; simpl in H; try contradiction.
        { destruct H as [L H]. specialize (IH small big H). simpl lift. simpl den.
          destruct (n - m)%nat eqn:E.
          - replace n with m by lia. rewrite <- IH. ring.
          - rewrite (ev_mul ok), (ev_pow ok). replace n with (S n0 + m)%nat by lia.
            rewrite power_add, <- IH. ring. }
        { specialize (IH small big H). simpl lift. simpl den. destruct (n - 0)%nat eqn:E.
          - replace n with O by lia. simpl. rewrite <- IH. ring.
          - rewrite (ev_mul ok), (ev_pow ok). replace (S n0) with n by lia. rewrite <- IH. ring. }
        { specialize (IH small big H). simpl lift. simpl den. exact IH. }
Qed.

Lemma drop_ok K t g : forall e e', drop K e t g = Some e' ->
  (nz K e' <-> nz K e) /\ den K e * [g] = ev v t * den K e'.
Proof.
  induction K as [|k K IH]; intros [|o e] e' H; try discriminate.
  assert (R : option_map (cons o) (drop K e t g) = Some e' ->
    (nz (k :: K) e' <-> nz (k :: K) (o :: e)) /\ den (k :: K) (o :: e) * [g] = ev v t * den (k :: K) e').
  { destruct (drop K e t g) as [f|] eqn:E; [|discriminate]. intros X. injection X as <-.
    destruct (IH e f E) as [A B]. destruct o; simpl; rewrite A.
    - split; [tauto|]. replace (power F (ev v k) n * den K e * [g]) with (power F (ev v k) n * (den K e * [g])) by
        ring.
      rewrite B. ring.
    - split; [tauto|exact B]. } simpl in H. destruct o as [[|n]|]; auto. destruct (peq (pmulC k g) t) eqn:E; auto.
  injection H as <-. apply (ev_eq ok v) in E. rewrite (ev_mulC ok) in E. simpl. split; [tauto|].
  rewrite <- E. ring.
Qed.
Lemma cancelled_ok K e t t' e' : cancelled K e t = (t', e') ->
  (nz K e' <-> nz K e) /\ ev v t' * den K e = ev v t * den K e'.
Proof.
  unfold cancelled. destruct (is_mono t); [intros X; injection X as <- <-; split; [tauto|ring]|].
  destruct (drop K e t (scale_of t)) as [f|] eqn:E; intros X; injection X as <- <-; [|split; [tauto|ring]].
  destruct (drop_ok _ _ _ _ E) as [A B]. split; [exact A|]. unfold pC. simpl.
  replace (ev v (Pc (scale_of t))) with ([scale_of t]) by reflexivity. rewrite <- B. ring.
Qed.

(* A quotient says what an expression does. *)
Definition rep (K : list poly) (e : expr) (q : quot) : Prop :=
  (defined v e <-> nz K (bot q)) /\ (nz K (bot q) -> value v e * ([Zpos (cden q)] * den K (bot q)) = ev v (top q)).

Lemma Zpos_mul a b : [Zpos (a * b)] = [Zpos a] * [Zpos b].
Proof. apply (morph_mul (o_Z ok) (Zpos a) (Zpos b)). Qed.

Lemma qadd_ok K (neg : bool) a b p q : rep K a p -> rep K b q -> rep K (if neg then Sub a b else
  Add a b) (qadd K neg p q).
Proof.
  intros [A1 A2] [B1 B2]. unfold qadd.
  pose proof (Pos.ggcd_correct_divisors (cden p) (cden q)) as G.
  destruct (Pos.ggcd (cden p) (cden q)) as [g [x y]]. destruct G as [G1 G2]. split; simpl.
  - rewrite nz_join. destruct neg; simpl; tauto.
  - rewrite nz_join. intros [N1 N2]. specialize (A2 N1). specialize (B2 N2).
    pose proof (lifted K _ _ (below_l (bot p) (bot q))) as L1.
    pose proof (lifted K _ _ (below_r (bot p) (bot q))) as L2.
    set (D := den K (join Nat.max (bot p) (bot q))) in *.
    set (l1 := ev v (lift K (join Nat.max (bot p) (bot q)) (bot p))) in *.
    set (l2 := ev v (lift K (join Nat.max (bot p) (bot q)) (bot q))) in *.
    assert (X : value v a * ([Zpos (g * (x * y))] * D) = l1 * ev v (top p) * [Zpos y]).
    { rewrite <- A2, <- L1, G1, !Zpos_mul. ring. }
    assert (Y : value v b * ([Zpos (g * (x * y))] * D) = l2 * ev v (top q) * [Zpos x]).
    { rewrite <- B2, <- L2, G2, !Zpos_mul. ring. }
    destruct neg; simpl; rewrite ?(ev_sub ok), ?(ev_add ok), !(ev_mulC ok), !(ev_mul ok); fold l1 l2; rewrite <- X,
      <- Y; ring.
Qed.

Lemma qmul_ok K a b p q : rep K a p -> rep K b q -> rep K (Mul a b) (qmul K p q).
Proof.
  intros [A1 A2] [B1 B2]. unfold qmul.
  destruct (cancelled K (join Nat.add (bot p) (bot q)) (top p)) as [t1 e1] eqn:E1.
  destruct (cancelled K e1 (top q)) as [t2 e2] eqn:E2.
  destruct (cancelled_ok _ _ _ E1) as [N1 D1]. destruct (cancelled_ok _ _ _ E2) as [N2 D2].
  split; simpl.
  - rewrite N2, N1, nz_join. tauto.
  - intros N. assert (M : nz K e1) by tauto. assert (L : nz K (join Nat.add (bot p) (bot q))) by tauto.
    apply nz_join in L as [L1 L2]. specialize (A2 L1). specialize (B2 L2). rewrite den_add in D1.
    apply den_nz in M. apply (cancel ok) with (den K e1); [exact M|].
    apply (cancel ok) with (den K (bot p) * den K (bot q)); [apply (nonzero_mul ok); now apply den_nz|].
    rewrite Zpos_mul, (ev_mul ok).
    replace (ev v t1 * ev v t2 * den K e1 * (den K (bot p) * den K (bot q)))
      with ((ev v t1 * (den K (bot p) * den K (bot q))) * (ev v t2 * den K e1)) by ring.
    rewrite D1, D2, <- A2, <- B2. ring.
Qed.

Lemma index_ok K k : forall e, index K k = Some e -> (nz K e <-> ev v k <> 0) /\ den K e = ev v k.
Proof.
  induction K as [|l K IH]; intros e H; [discriminate|]. simpl in H. destruct (peq l k) eqn:E.
  - injection H as <-. apply (ev_eq ok v) in E. simpl. rewrite E. destruct K; simpl; (split; [tauto|ring]).
  - destruct (index K k) as [f|]; [|discriminate]. injection H as <-. destruct (IH f eq_refl). simpl. tauto.
Qed.

Lemma over_ok K b q g u r : rep K b q -> ev v (top q) = [g] * den K u -> (nz K u <-> den K u <> 0) ->
  over K (top q) (cden q) (bot q) g u = Some r -> rep K (Div (Num 1) b) r.
Proof.
  intros [B1 B2] T U H.
  assert (D0 : below [] (bot q)) by exact I.
  pose proof (lifted K _ _ D0) as L. assert (D : den K [] = 1) by (destruct K; reflexivity). rewrite D in L.
  assert (g0 : g <> 0%Z) by (intros ->; discriminate).
  assert (S : exists s, ((s = 1%Z \/ s = (-1)%Z) /\ exists p, g = Z.mul s (Zpos p) /\
     r = {| top := pmulC (pmul (lift K (bot q) []) (pC 1)) (Z.mul s (Zpos (cden q))); cden := p;
            bot := join Nat.add (zeros (bot q)) u |})).
  { destruct g; simpl in H; [discriminate| |]; injection H as <-; [exists 1%Z|exists (-1)%Z]; split; auto;
      eexists; split; simpl; reflexivity. } destruct S as (s & S & p & -> & ->). clear H. split; simpl.
  - rewrite nz_join, nz_zero. split.
    + intros (_ & X & Y). apply B1 in X. split; [exact X|]. apply U. specialize (B2 X).
      intros Z. rewrite Z in T. apply Y. apply (cancel ok) with ([Zpos (cden q)] * den K (bot q)).
      * apply (nonzero_mul ok); [now apply (fZ_nonzero ok)|now apply den_nz].
      * rewrite B2, T. ring.
    + intros [X Y]. split; [exact I|]. split; [tauto|]. specialize (B2 X). apply U in Y. intros Z. rewrite Z in B2.
      apply (@nonzero_mul _ ok _ _ (@fZ_nonzero _ ok _ g0) Y). rewrite <- T, <- B2. ring.
  - rewrite nz_join, nz_zero. intros [X Y]. specialize (B2 X). apply U in Y. rewrite den_add, den_zero.
    rewrite (ev_mulC ok), (ev_mul ok), ev_one.
    assert (V : value v b <> 0).
    { intros Z. rewrite Z in B2. apply (@nonzero_mul _ ok _ _ (@fZ_nonzero _ ok _ g0) Y). rewrite <- T, <- B2. ring. }
    assert (I : value v b * finv F (value v b) = 1) by now apply (o_inv ok).
    rewrite (morph_mul (o_Z ok)) in T |- *.
    assert (s2 : [s] * [s] = 1).
    { rewrite <- (morph_mul (o_Z ok)). destruct S as [-> | ->]; simpl; apply (morph1 (o_Z ok)). }
    apply (cancel ok) with (value v b); [exact V|].
    replace (fZ F 1) with (1 : F) by (symmetry; apply (morph1 (o_Z ok))).
    replace (1 * finv F (value v b) * ([Zpos p] * (1 * den K u)) * value v b)
      with ((value v b * finv F (value v b)) * ([Zpos p] * den K u)) by ring.
    rewrite I.
    assert (E : [s] * (value v b * ([Zpos (cden q)] * den K (bot q))) = [Zpos p] * den K u).
    { rewrite B2, T. replace ([s] * ([s] * [Zpos p] * den K u)) with ([s] * [s] * ([Zpos p] * den K u)) by ring.
      rewrite s2. ring. }
    replace (1 * ([Zpos p] * den K u)) with ([Zpos p] * den K u) by ring. rewrite <- E, <- L. ring.
Qed.

Lemma qinv_ok K b q r : rep K b q -> qinv K q = Some r -> rep K (Div (Num 1) b) r.
Proof.
  intros B H. unfold qinv in H. destruct (is_num (top q)) as [g|] eqn:E.
  - apply over_ok with (q := q) (g := g) (u := []); auto.
    + destruct (top q); try discriminate. injection E as ->. destruct K; simpl; unfold Terms.ev; simpl; ring.
    + assert (H1 : 1 <> 0) by (intros X; symmetry in X; now apply (SORneq_0_1 sor) in X).
      destruct K; simpl; tauto.
  - destruct (peq _ _) eqn:P; [|discriminate]. destruct (index K _) as [u|] eqn:X; [|discriminate].
    destruct (index_ok _ _ X) as [N D]. apply (ev_eq ok v) in P. rewrite (ev_mulC ok) in P.
    apply over_ok with (q := q) (g := scale_of (top q)) (u := u); auto.
    + rewrite D, <- P. ring.
    + rewrite N, D. tauto.
Qed.

Lemma spow_ok c n : [Zpos (spow c n)] = power F [Zpos c] n.
Proof. induction n; simpl; [apply (morph1 (o_Z ok))|]. rewrite Zpos_mul, IHn. reflexivity. Qed.

Theorem elab_ok K : forall e q, elab K e = Some q -> rep K e q.
Proof.
  assert (P : forall e p, (defined v e <-> True) -> ev v p = value v e -> rep K e (plain p)).
  { intros e p D E. split; simpl; destruct K; simpl; try tauto; intros _; rewrite E, (morph1 (o_Z ok)); ring. }
  induction e as [z|x|a IHa b IHb|a IHa b IHb|a IHa b IHb|a IHa b IHb|a IHa n|]; intros q H; simpl in H.
  - injection H as <-. apply P; simpl; [tauto|reflexivity].
  - injection H as <-. apply P; simpl; [tauto|apply (ev_var ok)].
  - destruct (elab K a) as [p|], (elab K b) as [r|]; try discriminate. injection H as <-.
    now apply (@qadd_ok K false a b p r); auto.
  - destruct (elab K a) as [p|], (elab K b) as [r|]; try discriminate. injection H as <-.
    now apply (@qadd_ok K true a b p r); auto.
  - destruct (elab K a) as [p|], (elab K b) as [r|]; try discriminate. injection H as <-.
    apply qmul_ok; auto.
  - destruct (elab K b) as [r|]; [|discriminate]. destruct (qinv K r) as [i|] eqn:I; [|discriminate].
    destruct (elab K a) as [p|]; [|discriminate]. injection H as <-.
    assert (X : rep K (Mul a (Div (Num 1) b)) (qmul K p i)) by (apply qmul_ok;
      [auto|apply (qinv_ok (IHb r eq_refl) I)]).
    destruct X as [X Y]. split; [simpl in *; tauto|]. intros N. rewrite <- (Y N). simpl.
    replace (fZ F 1) with (1 : F) by (symmetry; apply (morph1 (o_Z ok))). ring.
  - destruct (elab K a) as [p|]; [|discriminate]. injection H as <-. destruct (IHa p eq_refl) as [X Y].
    split; simpl; rewrite nz_pow; [exact X|]. intros N. specialize (Y N).
    rewrite den_pow, spow_ok, (ev_pow ok), <- Y, !power_mul, <- value_pow. reflexivity.
  - discriminate.
Qed.
End Field.
