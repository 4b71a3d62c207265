(* HEADER *)
From Coq Require Import Reals Lra List Arith Bool Lia.
From OnOff Require Import Sums Window OneShot WindowConverse Scheme Information.
Import ListNotations.
Open Scope R_scope.

(* Appendix A, Table IV: the joint laws of (X_0, X_t, class of Q_t) that are decodable and independent of X_0. *)
Theorem converse_table delta (p : src -> src -> qry -> R) (joint : src -> src -> R) : delta <> 0 ->
  (forall x0 x, p x0 x qA + p x0 x qB + p x0 x qAB = joint x0 x) ->
  (forall x0 x q, downloads q x = false -> p x0 x q = 0) ->
  (forall q, (p A A q + p A B q) * (1 - delta) = (p B A q + p B B q) * delta) ->
  let p1 := p A A qA in let p2 := p A B qB in let r := (1 - delta) / delta in
  p A A qB = 0 /\ p A A qAB = joint A A - p1 /\ p A B qA = 0 /\ p A B qAB = joint A B - p2 /\
  p B A qA = r * p1 /\ p B A qB = 0 /\ p B A qAB = joint B A - r * p1 /\ p B B qA = 0 /\ p B B qB = r * p2 /\
    p B B qAB = joint B B - r * p2.
Proof.
  intros N T D I p1 p2 r.
  assert (E1 := D A A qB eq_refl). assert (E2 := D A B qA eq_refl). assert (E3 := D B A qB eq_refl).
    assert (E4 := D B B qA eq_refl).
  assert (IA := I qA). assert (IB := I qB). rewrite E2, E4 in IA. rewrite E1, E3 in IB.
  assert (RA : p B A qA = r * p1). { apply Rmult_eq_reg_r with delta; auto.
    replace (r * p1 * delta) with ((1 - delta) * p1) by (unfold r; field; auto). unfold p1. lra. }
  assert (RB : p B B qB = r * p2). { apply Rmult_eq_reg_r with delta; auto.
    replace (r * p2 * delta) with ((1 - delta) * p2) by (unfold r; field; auto). unfold p2. lra. }
  assert (T1 := T A A). assert (T2 := T A B). assert (T3 := T B A). assert (T4 := T B B). fold p1 in T1. fold p2 in T2.
    repeat split; lra.
Qed.
