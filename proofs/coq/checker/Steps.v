(* REGIONS, WHAT IS KNOWN THERE, and the one kind of step (`combine`).

   Assumes: an ordered field. Defines: entropies as names, regions (`inside`), references, steps; `entails`, which
   shows relations by them.
   Proves: what it shows is so at every point of the region (`entails_ok`). *)
From Coq Require Import ZArith NArith List Bool Setoid Lia Ring.
From Coq Require Import micromega.OrderedRing micromega.RingMicromega micromega.EnvRing.
From OnOffChecker Require Import Terms Quotients.
Import ListNotations.
Set Implicit Arguments.

Definition fact := NFormula Z.      (* a polynomial, and how it compares with 0 *)

(* Entropies: a name for each set of random variables, which is a number in binary. All other names are even. *)
Definition H (s : N) : expr := match s with N0 => Num 0 | Npos p => Var (xI p) end.
Definition I (a b c : N) : expr :=
  Sub (Sub (Add (H (N.lor a c)) (H (N.lor b c))) (H (N.lor (N.lor a b) c))) (H c).

Record region := { entropies : bool; rels : list rel }.

(* A fact by its number, or by how many facts before; or what is >= 0 everywhere. *)
Inductive ref := Known (n : nat) | Earlier (n : nat) | Measure (a b c : N) | Square (e : expr).
Record step := { terms : list (expr * list ref); divides : option (expr * ref) }.

Definition poly_of (e : expr) : option poly :=
  match elab [] e with Some {| top := p; cden := 1; bot := [] |} => Some p | _ => None end.

Definition fraction_of (e : expr) : option (poly * positive) :=
  match elab [] e with Some {| top := p; cden := c; bot := [] |} => Some (p, c) | _ => None end.

(* Facts are kept without a common divisor. What a text says is a multiple of what is kept: only how steps are read
   depends on it. *)
Definition scale := (Z * positive)%type.
Definition factor (p : poly) : Z := Z.max 1 (content p).

Definition prim (p : poly) : poly :=
  let c := content p in
  if Z.ltb 1 c then let q := pdivC p c in if peq (pmulC q c) p then q else p else p.

Definition decided (c : Z) (o : Op1) : bool :=
  match o with Equal => Z.eqb c 0 | NonEqual => negb (Z.eqb c 0) | Strict => Z.ltb 0 c | NonStrict => Z.leb 0 c end.
Definition implies (o o' : Op1) : bool :=
  match o, o' with
  | Strict, Equal => false | Strict, _ => true | NonStrict, NonStrict => true | Equal, (Equal | NonStrict) => true
  | NonEqual, NonEqual => true | _, _ => false
  end.
Definition turned (o o' : Op1) : bool :=     (* -p o 0 implies p o' 0 *)
  match o, o' with
  | Strict, NonEqual => true | Equal, (Equal | NonStrict) => true | NonEqual, NonEqual => true | _, _ => false
  end.

Notation "a 'orelse' b" := (if a then true else b) (at level 50, left associativity).
Notation "a 'andthen' b" := (if a then b else false) (at level 40, left associativity).

Definition finds (l : list fact) (p q : poly) (o : Op1) : bool :=
  existsb (fun '(k, o') => (implies o' o andthen peq k p) orelse (turned o' o andthen peq k q)) l.
Definition false_fact (f : fact) : bool := match is_num (fst f) with Some c => negb (decided c (snd f)) | None =>
  false end.
Definition absurd (l : list fact) : bool :=
  existsb (fun f => false_fact f orelse
    match f with
    | (p, NonEqual) | (p, Strict) => let q := popp p in finds l p q NonStrict andthen finds l q p NonStrict
    | _ => false
    end) l.
Definition close (l : list fact) : list fact := if absurd l then (pC 0, Strict) :: l else l.
Definition nothing (l : list fact) : bool := match l with f :: _ => false_fact f | [] => false end.
Definition has (l : list fact) (p : poly) (o : Op1) : bool :=
  match is_num p with
  | Some c => decided c o
  | None =>
    let p := prim p in let q := popp p in
    finds l p q o orelse match o with Equal => finds l p q NonStrict andthen finds l q p NonStrict | _ => false end
  end orelse nothing l.

Definition cited (l : list fact) (n : nat) : option fact :=
  match nth_error l n with
  | Some (p, NonStrict) => if has l p Equal then Some (p, Equal) else Some (p, NonStrict)
  | f => f
  end.
Definition cite (sh : bool) (l : list fact) (r : ref) : option fact :=
  match r with
  | Known n => cited l n
  | Earlier n => cited l (length l - n)
  | Measure a b c =>
    if sh then
      match poly_of (I a b c) with
      | Some p => if has l p Equal then Some (p, Equal) else Some (p, NonStrict)
      | None => None
      end
    else None
  | Square e => option_map (fun p => (pmul p p, NonStrict)) (poly_of e)
  end.

Definition weaken (f : fact) (o : Op1) : fact := match f, o with (p, Strict), NonEqual => (p, NonEqual) | _, _ =>
  f end.
Definition ftimes (f g : fact) : option fact :=
  nformula_times_nformula 0%Z 1%Z Z.add Z.mul Zeq_bool (weaken f (snd g)) (weaken g (snd f)).
Definition fplus : fact -> fact -> option fact := nformula_plus_nformula 0%Z Z.add Zeq_bool.

Fixpoint product (sh : bool) (l : list fact) (rs : list ref) : option fact :=
  match rs with
  | [] => Some (pC 1, Strict)
  | [r] => cite sh l r
  | r :: rs => match cite sh l r, product sh l rs with Some f, Some g => ftimes f g | _, _ => None end
  end.
Definition weighted (w : poly) (f : fact) : option fact :=
  match f with
  | (p, Equal) => Some (pmul w p, Equal)
  | (p, NonEqual) => match is_num w with Some c => if Z.eqb c 0 then None else Some (pmulC p c, NonEqual) | None =>
    None end
  | (p, o) => match is_num w with Some c => if Z.ltb 0 c then Some (pmulC p c, o) else None | None => None end
  end.
Fixpoint scale_of_refs (scales : list scale) (rs : list ref) : scale :=
  match rs with
  | [] => (1%Z, 1%positive)
  | r :: rs =>
    let '(m, c) := match r with
                   | Known n => nth n scales (1%Z, 1%positive)
                   | Earlier n => nth (length scales - n) scales (1%Z, 1%positive)
                   | _ => (1%Z, 1%positive)
                   end in
    let '(n, d) := scale_of_refs scales rs in ((m * n)%Z, (c * d)%positive)
  end.
(* A sum of terms, multiplied by a number, so that all coefficients are integers. *)
Fixpoint total (sh : bool) (l : list fact) (scales : list scale) (ts : list (expr * list ref))
  : option (fact * positive) :=
  match ts with
  | [] => Some ((pC 0, Equal), 1%positive)
  | (w, rs) :: ts =>
    match fraction_of w, product sh l rs, total sh l scales ts with
    | Some (w, c), Some f, Some (g, d) =>
      let '(n, m) := scale_of_refs scales rs in
      let '(_, (x, y)) := Pos.ggcd (c * m) d in
      match weighted (pmulC w (n * Zpos y)) f, weighted (pC (Zpos x)) g with
      | Some f, Some g => option_map (fun h => (h, (d * x)%positive)) (fplus f g)
      | _, _ => None
      end
    | _, _, _ => None
    end
  end.

Definition divisor (o d : Op1) : bool :=
  match o, d with
  | _, Strict => true | Equal, NonEqual => true | NonEqual, _ => true | _, _ => false
  end.
Definition combine (sh : bool) (l : list fact) (scales : list scale) (s : step) : option (fact * scale) :=
  match total sh l scales (terms s), divides s with
  | Some ((p, o), d), None => Some ((prim p, o), (factor p, d))
  | Some ((p, o), _), Some (e, r) =>
    match fraction_of e, cite sh l r with
    | Some (q, c), Some (d, od) =>
      if divisor o od && peq (prim (pmul q d)) (prim p) then Some ((prim q, o), (factor q, c)) else None
    | _, _ => None
    end
  | None, _ => None
  end.
Fixpoint derive (sh : bool) (l : list fact) (scales : list scale) (ss : list step) : option (list fact) :=
  match ss with
  | [] => Some l
  | s :: ss =>
    match combine sh l scales s with Some (f, c) => derive sh (l ++ [f]) (scales ++ [c]) ss | None => None end
  end.

(* -- relations between quotients *)

Definition gap (r : rel) : expr * Op1 :=
  match r with
  | (a, CLt, b) => (Sub b a, Strict) | (a, CLe, b) => (Sub b a, NonStrict)
  | (a, CGt, b) => (Sub a b, Strict) | (a, CGe, b) => (Sub a b, NonStrict)
  | (a, CEq, b) => (Sub a b, Equal) | (a, CNe, b) => (Sub a b, NonEqual)
  end.
Definition ordered_op (o : Op1) : bool := match o with Strict | NonStrict => true | _ => false end.

Fixpoint odd_keys (K : list poly) (e : exps) : list poly :=
  match K, e with
  | k :: K, Some n :: e => if Nat.odd n then k :: odd_keys K e else odd_keys K e
  | _ :: K, None :: e => odd_keys K e
  | _, _ => []
  end.
Fixpoint used_keys (K : list poly) (e : exps) : list poly :=
  match K, e with
  | k :: K, Some n :: e => k :: used_keys K e
  | _ :: K, None :: e => used_keys K e
  | _, _ => []
  end.
Definition odd_part (o : Op1) (K : list poly) (e : exps) : list poly := if ordered_op o then odd_keys K e else [].

Definition assume (K : list poly) (r : rel) : option (list (fact * scale)) :=
  let (e, o) := gap r in
  match elab K e with
  | Some q =>
    let p := fold_left pmul (odd_part o K (bot q)) (top q) in
    Some (map (fun k => ((k, NonEqual), (1%Z, 1%positive))) (used_keys K (bot q))
          ++ [((prim p, o), (factor p, cden q))])
  | None => None
  end.
Fixpoint assume_all (K : list poly) (rs : list rel) : option (list (fact * scale)) :=
  match rs with
  | [] => Some []
  | r :: rs => match assume K r, assume_all K rs with Some l, Some m => Some (l ++ m) | _, _ => None end
  end.
(* What is known of a region: its relations, and what follows by steps. *)
Definition learn (K : list poly) (r : region) (ss : list step) : option (list fact) :=
  match assume_all K (rels r) with
  | Some l => derive (entropies r) (map fst l) (map snd l) ss
  | None => None
  end.

Fixpoint side (l : list fact) (ks : list poly) (p : poly) : option poly :=
  match ks with
  | [] => Some p
  | k :: ks => if has l k Strict then side l ks p else if has l (popp k) Strict then side l ks (popp p) else None
  end.
Definition show (K : list poly) (l : list fact) (r : rel) : bool :=
  let (e, o) := gap r in
  match elab K e with
  | Some q =>
    forallb (fun k => has l k NonEqual) (used_keys K (bot q)) &&
    let odd := odd_part o K (bot q) in
    (match side l odd (top q) with Some p => has l p o | None => false end
     orelse has l (fold_left pmul odd (top q)) o)
  | None => false
  end.

Definition keys_of (rs : list rel) (K : list poly) : list poly :=
  fold_left (fun K '(a, _, b) => collect b (collect a K)) rs K.

Definition entails (r : region) (ss : list step) (goals : list rel) : bool :=
  let K := keys_of goals (keys_of (rels r) []) in
  match learn K r ss with Some l => let l := close l in forallb (show K l) goals | None => false end.

Section Field.
Variable F : field_data.
Hypothesis ok : ordered F.
Notation "0" := (f0 F). Notation "1" := (f1 F).
Infix "+" := (fadd F). Infix "*" := (fmul F). Infix "-" := (fsub F). Notation "- x" := (fopp F x).
Infix "<=" := (fle F). Infix "<" := (flt F).
Let sor := o_sor ok.
Add Ring Fring : (SORrt sor).
Notation ev := (ev (F := F)).
Notation "[ z ]" := (fZ F z).
Variable v : env F.

Definition shannon : Prop := forall a b c, 0 <= value v (I a b c).
Definition inside (r : region) : Prop := (entropies r = true -> shannon) /\ sats v (rels r).

Definition op (o : Op1) (x : F) : Prop := eval_op1 0 (@eq F) (@fle F) (@flt F) o x.
Definition is (f : fact) : Prop := op (snd f) (ev v (fst f)).
Definition all_are (l : list fact) : Prop := forall f, In f l -> is f.

Lemma pos_cancel o c x : 0 < c -> op o (x * c) -> op o x.
Proof.
  intros P. assert (N : c <> 0) by (intros E; rewrite E in P; apply (Rlt_neq sor) in P; now apply P).
  assert (Z : 0 * c = 0) by ring.
  destruct o; simpl; intros H0.
  - apply (cancel ok) with c; [exact N|]. rewrite H0. ring.
  - intros E. apply H0. rewrite E. ring.
  - destruct (Rlt_trichotomy sor 0 x) as [L|[L|L]]; [exact L| |].
    + exfalso. subst x. rewrite Z in H0. now apply (Rlt_neq sor) in H0.
    + exfalso. pose proof (Rtimes_pos_neg sor _ _ P L) as M. rewrite (Rtimes_comm sor) in M.
      apply (Rlt_nge sor) in M. apply M. apply (Rlt_le_neq sor). exact H0.
  - destruct (Rlt_trichotomy sor 0 x) as [L|[L|L]].
    + apply (Rlt_le_neq sor). exact L.
    + subst x. apply (Rle_refl sor).
    + exfalso. pose proof (Rtimes_pos_neg sor _ _ P L) as M. rewrite (Rtimes_comm sor) in M.
      apply (Rlt_nge sor) in M. now apply M.
Qed.
Lemma pos_times o c x : 0 < c -> op o x -> op o (x * c).
Proof.
  intros P. assert (N : c <> 0) by (intros E; rewrite E in P; apply (Rlt_neq sor) in P; now apply P).
  destruct o; simpl; intros H0.
  - rewrite H0. ring.
  - now apply (nonzero_mul ok).
  - now apply (Rtimes_pos_pos sor).
  - apply (Rtimes_nonneg_nonneg sor); [exact H0|]. apply (Rlt_le_neq sor). exact P.
Qed.
Lemma Z_pos c : Z.ltb 0 c = true -> 0 < [c].
Proof. intros L. apply Z.ltb_lt in L. destruct c; try lia. apply (fZ_pos ok). Qed.

Lemma prim_ok p o : op o (ev v p) <-> op o (ev v (prim p)).
Proof.
  unfold prim. destruct (Z.ltb 1 (content p)) eqn:L; [|tauto].
  destruct (peq _ p) eqn:E; [|tauto]. apply (ev_eq ok v) in E. rewrite (ev_mulC ok) in E. rewrite <- E.
  assert (0 < [content p]) by (apply Z_pos; apply Z.ltb_lt in L; apply Z.ltb_lt; lia).
  split; [now apply pos_cancel|now apply pos_times].
Qed.

Lemma decided_ok c o : decided c o = true <-> op o [c].
Proof.
  assert (Z0 : [0%Z] = 0) by apply (morph0 (o_Z ok)).
  assert (P : forall p, 0 < [Zpos p]) by apply (fZ_pos ok).
  assert (M : forall p, [Zneg p] < 0).
  { intros p. change (Zneg p) with (Z.opp (Zpos p)). rewrite (morph_opp (o_Z ok)). now apply (Ropp_neg_pos sor). }
  assert (L0 : ~ 0 < 0) by (intros X; apply (Rlt_neq sor) in X; now apply X).
  destruct c as [|p|p]; destruct o; simpl; try rewrite Z0; try (split; [intros; try discriminate|intros;
    try reflexivity]); try tauto; try apply (Rle_refl sor); try apply P; try apply M.
  - exfalso. pose proof (P p) as X. rewrite H0 in X. tauto.
  - intros E. pose proof (P p) as X. rewrite E in X. tauto.
  - apply (Rlt_le_neq sor). apply P.
  - exfalso. pose proof (M p) as X. rewrite H0 in X. tauto.
  - intros E. pose proof (M p) as X. rewrite E in X. tauto.
  - exfalso. pose proof (Rlt_trans sor _ _ _ H0 (M p)). tauto.
  - exfalso. pose proof (M p) as X. apply (Rlt_nge sor) in X. tauto.
Qed.

Lemma implies_ok o o' x : implies o o' = true -> op o x -> op o' x.
Proof.
  destruct o, o'; simpl; try discriminate; intros _ A; try exact A.
  - rewrite A. apply (Rle_refl sor).
  - intros E. rewrite E in A. apply (Rlt_neq sor) in A. now apply A.
  - apply (Rlt_le_neq sor). exact A.
Qed.
Lemma turned_ok o o' x : turned o o' = true -> op o (- x) -> op o' x.
Proof.
  assert (Z : - 0 = 0) by ring. assert (D : - - x = x) by ring.
  destruct o, o'; simpl; try discriminate; intros _ A.
  - rewrite <- D, A. exact Z.
  - rewrite <- D, A, Z. apply (Rle_refl sor).
  - intros E. rewrite E in A. now apply A.
  - intros E. rewrite E, Z in A. apply (Rlt_neq sor) in A. now apply A.
Qed.

Lemma is_num_ok p c : is_num p = Some c -> ev v p = [c].
Proof. destruct p; try discriminate. intros E. injection E as ->. reflexivity. Qed.

Section Known.
Variable l : list fact.
Hypothesis true : all_are l.

Lemma or_true (a b : bool) : a orelse b = Datatypes.true <-> a = Datatypes.true \/ b = Datatypes.true.
Proof. destruct a; intuition. Qed.
Lemma and_true (a b : bool) : a andthen b = Datatypes.true <-> a = Datatypes.true /\ b = Datatypes.true.
Proof. destruct a; intuition; discriminate. Qed.

Lemma false_fact_ok f : is f -> false_fact f = Datatypes.true -> False.
Proof.
  unfold false_fact, is. destruct f as [p o]. simpl. destruct (is_num p) as [c|] eqn:N; [|discriminate].
  intros A E. apply negb_true_iff in E. apply is_num_ok in N. rewrite N in A. apply decided_ok in A. congruence.
Qed.
Lemma finds_ok p q o : ev v q = - ev v p -> finds l p q o = Datatypes.true -> op o (ev v p).
Proof.
  intros Q. unfold finds. rewrite existsb_exists. intros ([k o'] & M & E). specialize (true _ M). unfold is in true.
  simpl in true. apply or_true in E as [E|E]; apply and_true in E as [A B]; apply (ev_eq ok v) in B.
  - rewrite B in true. now apply implies_ok with o'.
  - rewrite B, Q in true. now apply turned_ok with o'.
Qed.
Lemma both_ok p q : ev v q = - ev v p -> finds l p q NonStrict = Datatypes.true ->
  finds l q p NonStrict = Datatypes.true -> ev v p = 0.
Proof.
  intros O A B. apply finds_ok in A; [|exact O]. apply finds_ok in B; [|rewrite O; ring]. simpl in *. rewrite O in B.
  apply (Rle_antisymm sor); [|exact A]. apply (Rle_le_minus sor). replace (0 - ev v p) with (- ev v p) by ring.
  exact B.
Qed.
Lemma absurd_ok : absurd l = Datatypes.true -> False.
Proof.
  unfold absurd. rewrite existsb_exists. intros (f & M & E). apply or_true in E as [E|E].
  - exact (false_fact_ok f (true f M) E).
  - destruct f as [p o]. assert (Z : ev v (popp p) = - ev v p) by apply (ev_opp ok). pose proof (true _ M) as T.
    unfold is in T. destruct o; try discriminate; apply and_true in E as [A B];
      pose proof (@both_ok p (popp p) Z A B) as X; simpl in T;
      rewrite X in T; [now apply T|]. apply (Rlt_neq sor) in T. now apply T.
Qed.
Lemma close_ok : all_are (close l).
Proof. unfold close. destruct (absurd l) eqn:E; [apply absurd_ok in E; contradiction|exact true]. Qed.
Lemma has_ok p o : has l p o = Datatypes.true -> op o (ev v p).
Proof.
  unfold has. intros E. apply or_true in E as [E|E].
  - destruct (is_num p) as [c|] eqn:N.
    + apply is_num_ok in N. rewrite N. now apply decided_ok.
    + apply prim_ok. assert (O : ev v (popp (prim p)) = - ev v (prim p)) by apply (ev_opp ok).
      apply or_true in E as [E|E]; [now apply finds_ok with (popp (prim p))|].
      destruct o; try discriminate. apply and_true in E as [A B]. simpl. now apply both_ok with (popp (prim p)).
  - unfold nothing in E. destruct l as [|f m]; [discriminate|]. exfalso. apply (false_fact_ok f); [|exact E].
    apply true. now left.
Qed.

Lemma poly_of_ok e p : poly_of e = Some p -> ev v p = value v e.
Proof.
  unfold poly_of. destruct (elab [] e) as [[t c b]|] eqn:E; [|discriminate].
  destruct c; try discriminate. destruct b; try discriminate. intros X. injection X as <-.
  destruct (elab_ok ok v [] e E) as [_ B]. simpl in B. rewrite <- (B Logic.I). rewrite (morph1 (o_Z ok)). ring.
Qed.

Lemma fraction_of_ok e p c : fraction_of e = Some (p, c) -> ev v p = value v e * [Zpos c].
Proof.
  unfold fraction_of. destruct (elab [] e) as [[t d b]|] eqn:E; [|discriminate].
  destruct b; try discriminate. intros X. injection X as <- <-.
  destruct (elab_ok ok v [] e E) as [_ B]. simpl in B. rewrite <- (B Logic.I). ring.
Qed.

Variable sh : bool.
Hypothesis entropic : sh = Datatypes.true -> shannon.

Lemma cited_ok n f : cited l n = Some f -> is f.
Proof.
  unfold cited. destruct (nth_error l n) as [[p o]|] eqn:E; [|discriminate]. apply nth_error_In in E.
  pose proof (true _ E) as T. destruct o; try (intros X; injection X as <-; exact T).
  destruct (has l p Equal) eqn:D; intros X; injection X as <-; [|exact T].
  now apply has_ok in D.
Qed.
Lemma cite_ok r f : cite sh l r = Some f -> is f.
Proof.
  destruct r as [n|n|a b c|e]; simpl; [apply cited_ok|apply cited_ok| |].
  - destruct sh; [|discriminate]. specialize (entropic eq_refl).
    destruct (poly_of (I a b c)) as [p|] eqn:E; [|discriminate]. apply poly_of_ok in E.
    destruct (has l p Equal) eqn:D; intros X; injection X as <-.
    + now apply has_ok in D.
    + unfold is. simpl. rewrite E. apply entropic.
  - destruct (poly_of e) as [p|]; [|discriminate]. intros X. injection X as <-. unfold is. simpl.
    rewrite (ev_mul ok). apply (Rtimes_square_nonneg sor).
Qed.
Lemma ftimes_ok f g h : is f -> is g -> ftimes f g = Some h -> is h.
Proof.
  assert (W : forall f o, is f -> is (weaken f o)).
  { intros [p o] o' A. destruct o, o'; try exact A. unfold is in *. simpl in *. intros E. rewrite E in A.
    apply (Rlt_neq sor) in A. now apply A. }
  intros A B C. apply (W _ (snd g)) in A. apply (W _ (snd f)) in B. unfold ftimes in C.
  destruct (weaken f (snd g)) as [p o], (weaken g (snd f)) as [q o'], h as [r o''].
  exact (nformula_times_nformula_correct sor (addon ok) v (p, o) (q, o') A B C).
Qed.
Lemma fplus_ok f g h : is f -> is g -> fplus f g = Some h -> is h.
Proof.
  intros A B C. destruct f as [p o], g as [q o'], h as [r o''].
  exact (nformula_plus_nformula_correct sor (addon ok) v (p, o) (q, o') A B C).
Qed.
Lemma one_is : is (pC 1, Strict).
Proof. unfold is. simpl. replace (ev v (pC 1)) with (1 : F) by (symmetry; apply (morph1 (o_Z ok))).
apply (Rlt_0_1 sor). Qed.
Lemma product_ok : forall rs f, product sh l rs = Some f -> is f.
Proof.
  induction rs as [|r rs IH]; intros f E.
  - injection E as <-. apply one_is.
  - destruct rs as [|s rs]; [now apply cite_ok in E|].
    change (match cite sh l r, product sh l (s :: rs) with Some f, Some g => ftimes f g | _, _ =>
      None end = Some f) in E.
    destruct (cite sh l r) as [g|] eqn:A; [|discriminate]. destruct (product sh l (s :: rs)) as [h|] eqn:B;
      [|discriminate].
    apply ftimes_ok with g h; auto. now apply cite_ok in A.
Qed.
Lemma weighted_ok w f g : is f -> weighted w f = Some g -> is g.
Proof.
  destruct f as [p o]. unfold is. destruct o; simpl; intros A B.
  - injection B as <-. simpl. rewrite (ev_mul ok), A. ring.
  - destruct (is_num w) as [c|]; [|discriminate]. destruct (Z.eqb c 0) eqn:E; [discriminate|]. injection B as <-.
    simpl.
    rewrite (ev_mulC ok). apply (nonzero_mul ok); [exact A|]. apply (fZ_nonzero ok). now apply Z.eqb_neq.
  - destruct (is_num w) as [c|]; [|discriminate]. destruct (Z.ltb 0 c) eqn:E; [|discriminate]. injection B as <-.
    simpl.
    rewrite (ev_mulC ok). exact (@pos_times Strict _ _ (Z_pos c E) A).
  - destruct (is_num w) as [c|]; [|discriminate]. destruct (Z.ltb 0 c) eqn:E; [|discriminate]. injection B as <-.
    simpl.
    rewrite (ev_mulC ok). exact (@pos_times NonStrict _ _ (Z_pos c E) A).
Qed.
Lemma total_ok scales : forall ts f d, total sh l scales ts = Some (f, d) -> is f.
Proof.
  induction ts as [|[w rs] ts IH]; intros f d E; cbn [total] in E.
  - injection E as <- <-. unfold is. simpl. apply (morph0 (o_Z ok)).
  - destruct (fraction_of w) as [[p c]|]; [|discriminate]. destruct (product sh l rs) as [g|] eqn:P; [|discriminate].
    destruct (total sh l scales ts) as [[h e]|]; [|discriminate]. destruct (scale_of_refs scales rs) as [n m].
    destruct (Pos.ggcd (c * m) e) as [z [x y]].
    destruct (weighted (pmulC p _) g) as [g'|] eqn:W; [|discriminate].
    destruct (weighted (pC _) h) as [h'|] eqn:V; [|discriminate].
    destruct (fplus g' h') as [k|] eqn:K; [|discriminate]. injection E as <- <-.
    apply fplus_ok with g' h'; auto; [apply weighted_ok with (2 := W)|apply weighted_ok with (2 := V)].
    + now apply product_ok in P.
    + now apply IH with e.
Qed.
Lemma divided o od x d : divisor o od = Datatypes.true -> op o (x * d) -> op od d -> op o x.
Proof.
  intros D A B. assert (P : op Strict d -> op o x) by (intros P; now apply pos_cancel with d).
  destruct o, od; try discriminate; auto; simpl in *.
  - apply (cancel ok) with d; [exact B|]. rewrite A. ring.
  - now apply (mul_nonzero_l ok) in A.
  - now apply (mul_nonzero_l ok) in A.
  - now apply (mul_nonzero_l ok) in A.
Qed.
Lemma combine_ok scales s f c : combine sh l scales s = Some (f, c) -> is f.
Proof.
  unfold combine. destruct (total sh l scales (terms s)) as [[[p o] m]|] eqn:T; [|discriminate]. apply total_ok in T.
  destruct (divides s) as [[e r]|].
  - destruct (fraction_of e) as [[q n]|]; [|discriminate]. destruct (cite sh l r) as [[d od]|] eqn:C; [|discriminate].
    destruct (divisor o od && _) eqn:D; [|discriminate]. apply andb_true_iff in D as [D E]. intros X.
    injection X as <- <-.
    apply cite_ok in C. unfold is in *. simpl in *. apply -> prim_ok. apply divided with od (ev v d); auto.
    rewrite <- (ev_mul ok). apply prim_ok. apply (ev_eq ok v) in E. rewrite E. now apply -> prim_ok.
  - intros X. injection X as <- <-. unfold is in *. simpl in *. now apply -> prim_ok.
Qed.
End Known.

Lemma derive_ok sh : (sh = true -> shannon) -> forall ss l scales m, all_are l -> derive sh l scales ss = Some m ->
  all_are m.
Proof.
  intros S. induction ss as [|s ss IH]; intros l scales m A E; simpl in E; [injection E as <-; exact A|].
  destruct (combine sh l scales s) as [[f c]|] eqn:C; [|discriminate]. apply IH with (2 := E).
  intros g X. apply in_app_or in X as [X|[<-|[]]]; [now apply A|]. now apply combine_ok with l sh scales s c.
Qed.

Lemma used_ok K : forall e, nz v K e <-> (forall k, In k (used_keys K e) -> ev v k <> 0).
Proof.
  induction K as [|k K IH]; intros [|o e]; try (simpl; split; [intros _ ? []|auto]; fail).
  destruct o; simpl; rewrite IH; [|tauto]. split.
  - intros [A B] x [<-|X]; auto.
  - intros A. split; auto.
Qed.

Fixpoint sides (ks : list poly) : F := match ks with [] => 1 | k :: ks => ev v k * sides ks end.
Lemma fold_mul : forall ks p, ev v (fold_left pmul ks p) = ev v p * sides ks.
Proof. induction ks as [|k ks IH]; intros p; simpl; [ring|]. rewrite IH, (ev_mul ok). ring. Qed.

Lemma square_pos x : x <> 0 -> 0 < x * x.
Proof.
  intros N. apply (Rlt_le_neq sor). split; [apply (Rtimes_square_nonneg sor)|].
  intros E. symmetry in E. now apply (@nonzero_mul F ok x x N N).
Qed.
Lemma power_sign x n : x <> 0 -> 0 < power F x n * (if Nat.odd n then x else 1).
Proof.
  intros N.
  assert (P : forall n, 0 < power F x n * (if Nat.odd n then x else
    1) /\ 0 < power F x (S n) * (if Nat.odd (S n) then x else 1)).
  { clear n. induction n as [|n [IH1 IH2]].
    - simpl. split; [replace (1 * 1) with (1 : F) by ring; apply (Rlt_0_1 sor)|].
      replace (x * 1 * x) with (x * x) by ring. now apply square_pos.
    - split; [exact IH2|]. change (Nat.odd (S (S n))) with (Nat.odd n). simpl power.
      replace (x * (x * power F x n) * (if Nat.odd n then x else
        1)) with ((x * x) * (power F x n * (if Nat.odd n then x else 1))) by ring.
      apply (Rtimes_pos_pos sor); [now apply square_pos|exact IH1]. } apply P.
Qed.
Lemma den_sign K : forall e, nz v K e -> 0 < den v K e * sides (odd_keys K e).
Proof.
  assert (B : 0 < 1 * 1) by (replace (1 * 1) with (1 : F) by ring; apply (Rlt_0_1 sor)).
  induction K as [|k K IH]; intros [|o e] N; try exact B.
  destruct o; simpl in *; [|now apply IH]. destruct N as [N M]. specialize (IH e M).
  pose proof (@power_sign _ n N) as P. destruct (Nat.odd n); simpl.
  - replace (power F (ev v k) n * den v K e * (ev v k * sides (odd_keys K e)))
      with ((power F (ev v k) n * ev v k) * (den v K e * sides (odd_keys K e))) by ring.
      now apply (Rtimes_pos_pos sor).
  - replace (power F (ev v k) n * den v K e * sides (odd_keys K e))
      with ((power F (ev v k) n * 1) * (den v K e * sides (odd_keys K e))) by ring. now apply (Rtimes_pos_pos sor).
Qed.

Lemma gap_ok r : sat v r <-> let (e, o) := gap r in defined v e /\ op o (value v e).
Proof.
  destruct r as [[a c] b]. assert (E : forall x y : F, x - y = 0 <-> x = y) by apply (Rminus_eq_0 sor).
  destruct c; simpl; rewrite ?E, <- ?(Rlt_lt_minus sor), <- ?(Rle_le_minus sor); tauto.
Qed.

(* What is at stake: the sign of the top, with the keys that stand to an odd power, is that of the quotient. *)
Lemma sign_ok K e q o : rep v K e q -> nz v K (bot q) ->
  (op o (value v e) <-> op o (ev v (top q) * sides (odd_part o K (bot q)))).
Proof.
  intros [_ R] N. specialize (R N). pose proof (den_sign _ _ N) as P. pose proof (den_nz ok _ _ _ N) as D.
  pose proof (fZ_pos ok (cden q)) as C. pose proof (@fZ_nonzero F ok (Zpos (cden q))) as C'.
  assert (C0 : [Zpos (cden q)] <> 0) by (apply C'; discriminate). rewrite <- R. unfold odd_part.
  destruct o; simpl.
  - split; [intros ->; ring|]. intros H0. apply (cancel ok) with ([Zpos (cden q)] * den v K (bot q));
      [now apply (nonzero_mul ok)|]. rewrite <- (Rtimes_0_l sor ([Zpos (cden q)] * den v K (bot q))) in H0.
    replace (value v e * ([Zpos (cden q)] * den v K (bot q)) * 1) with (value v e * ([Zpos (cden q)] * den v K (bot
      q))) in H0 by ring.
    exact H0.
  - split; intros A.
    + replace (value v e * ([Zpos (cden q)] * den v K (bot q)) * 1) with (value v e * ([Zpos (cden q)] * den v K (bot
        q))) by ring.
      apply (nonzero_mul ok); [exact A|now apply (nonzero_mul ok)].
    + intros E. apply A. rewrite E. ring.
  - replace (value v e * ([Zpos (cden q)] * den v K (bot q)) * sides (odd_keys K (bot q)))
      with (value v e * ([Zpos (cden q)] * (den v K (bot q) * sides (odd_keys K (bot q))))) by ring.
    assert (X : 0 < [Zpos (cden q)] * (den v K (bot q) * sides (odd_keys K (bot q)))) by now apply (Rtimes_pos_pos
      sor).
    split; [apply (@pos_times Strict _ _ X)|apply (@pos_cancel Strict _ _ X)].
  - replace (value v e * ([Zpos (cden q)] * den v K (bot q)) * sides (odd_keys K (bot q)))
      with (value v e * ([Zpos (cden q)] * (den v K (bot q) * sides (odd_keys K (bot q))))) by ring.
    assert (X : 0 < [Zpos (cden q)] * (den v K (bot q) * sides (odd_keys K (bot q)))) by now apply (Rtimes_pos_pos
      sor).
    split; [apply (@pos_times NonStrict _ _ X)|apply (@pos_cancel NonStrict _ _ X)].
Qed.

Lemma assume_ok K r l : sat v r -> assume K r = Some l -> all_are (map fst l).
Proof.
  unfold assume. rewrite gap_ok. destruct (gap r) as [e o]. intros [D S].
  destruct (elab K e) as [q|] eqn:E; [|discriminate]. intros X. injection X as <-.
  pose proof (elab_ok ok v K e E) as R. pose proof (proj1 (proj1 R) D) as N.
  intros f X. rewrite map_app, map_map in X. apply in_app_or in X as [X|[<-|[]]].
  - apply in_map_iff in X as (k & <- & X). unfold is. simpl. revert k X. now apply used_ok.
  - unfold is. simpl. apply -> prim_ok. rewrite fold_mul. now apply (sign_ok o R N).
Qed.
Lemma assume_all_ok K : forall rs l, sats v rs -> assume_all K rs = Some l -> all_are (map fst l).
Proof.
  induction rs as [|r rs IH]; intros l S E; simpl in E; [injection E as <-; intros ? []|].
  destruct (assume K r) as [a|] eqn:A; [|discriminate]. destruct (assume_all K rs) as [b|] eqn:B; [|discriminate].
  injection E as <-. intros f X. rewrite map_app in X. apply in_app_or in X as [X|X].
  - revert f X. apply assume_ok with K r; [apply S; now left|exact A].
  - revert f X. apply IH; [intros x X; apply S; now right|reflexivity].
Qed.
Lemma learned K r ss l : inside r -> learn K r ss = Some l -> all_are l.
Proof.
  intros [S T] E. unfold learn in E. destruct (assume_all K (rels r)) as [m|] eqn:A; [|discriminate].
  apply (derive_ok S) with (2 := E). exact (assume_all_ok K T A).
Qed.

Lemma side_ok l : all_are l -> forall ks p q o, side l ks p = Some q -> ordered_op o = true ->
  op o (ev v q) -> op o (ev v p * sides ks).
Proof.
  intros A. induction ks as [|k ks IH]; intros p q o E O B; simpl in *.
  - injection E as ->. replace (ev v q * 1) with (ev v q) by ring. exact B.
  - destruct (has l k Strict) eqn:P.
    + apply has_ok in P; [|exact A]. specialize (IH p q o E O B).
      replace (ev v p * (ev v k * sides ks)) with (ev v p * sides ks * ev v k) by ring.
      now apply (@pos_times o _ _ P).
    + destruct (has l (popp k) Strict) eqn:M; [|discriminate]. apply has_ok in M; [|exact A].
      specialize (IH (popp p) q o E O B). rewrite (ev_opp ok) in M, IH.
      replace (ev v p * (ev v k * sides ks)) with (- ev v p * sides ks * (- ev v k)) by ring.
      now apply (@pos_times o _ _ M).
Qed.

Lemma show_ok K l r : all_are l -> show K l r = true -> sat v r.
Proof.
  intros A. unfold show. rewrite gap_ok. destruct (gap r) as [e o].
  destruct (elab K e) as [q|] eqn:E; [|discriminate]. intros X. apply andb_true_iff in X as [X Y].
  pose proof (elab_ok ok v K e E) as R. rewrite forallb_forall in X.
  assert (N : nz v K (bot q)) by (apply used_ok; intros k M; specialize (X k M); now apply has_ok in X).
  split; [now apply (proj1 R)|]. apply (sign_ok o R N).
  apply or_true in Y as [Y|Y]; [|apply has_ok in Y; [now rewrite fold_mul in Y|exact A]].
  destruct (side l (odd_part o K (bot q)) (top q)) as [p|] eqn:S; [|discriminate]. apply has_ok in Y; [|exact A].
  destruct (ordered_op o) eqn:O.
  - now apply (side_ok A _ _ _ S O).
  - unfold odd_part in *. rewrite O in *. simpl in *. injection S as ->.
    replace (ev v p * 1) with (ev v p) by ring. exact Y.
Qed.

Theorem entails_ok r ss goals : entails r ss goals = true -> inside r -> sats v goals.
Proof.
  unfold entails. set (K := keys_of _ _). intros E I.
  destruct (learn K r ss) as [m|] eqn:L; [|discriminate]. pose proof (@learned K r ss m I L) as M.
  rewrite forallb_forall in E. intros g G. apply show_ok with K (close m); [now apply close_ok|now apply E].
Qed.
End Field.
