"""holds and cover in Coq."""

from __future__ import annotations

from collections.abc import Sequence

from ..checker.regions import Region
from ..checker.statements import Cover, Holds
from . import terms
from .known import Known
from .pieces import conjoined
from .terms import bracketed, polynomial, sign


def holds(known: Known, statement: Holds) -> None:
    """The divisors that are written are not zero, and the relation holds, for each choice of the bound names."""
    region, name = statement.region, statement.name.replace(" ", "_")
    parts, proofs = list[str](), list[str]()
    for number, (written, relation) in enumerate(terms.instances([statement.text], statement.model)):
        divisors = relation[0].bottom
        said = [*(sign(polynomial(dict(key)), "d") for key in divisors), terms.stated(written)]
        shown = [known.distinct(region, key) for key in divisors]
        lemma = f"{name}_{number}"
        known.say(f"  Lemma {lemma} {known.binder(region)} : {terms.conjunction(said)}.\n  Proof. "
                  + "".join(f"split; [exact {each}|]; " for each in shown) + known.closing(region, relation) + ". Qed.")
        parts.append(f"({terms.conjunction(said)})" if len(said) > 1 else said[0])
        proofs.append(f"({lemma} G)")
    known.say(f"  (* {statement.text.replace('*)', '* )')} *)\n  Theorem {name} {known.binder(region)} :\n    "
              + " /\\\n    ".join(parts) + f".\n  Proof {bracketed(conjoined(proofs))}.")


def within(known: Known, region: Region, part: Region) -> str:
    """A proof that the points of `region` lie in `part`."""
    proofs = []
    for written, relation in terms.instances(part.given, part.model):
        proofs += [known.distinct(region, key) for key in relation[0].bottom]
        lemma, new = known.once(("within", region.name, terms.stated(written)), "p")
        if new:
            known.say(f"  Lemma {lemma} {known.binder(region)} : {terms.stated(written)}.\n"
                      f"  Proof. {known.closing(region, relation)}. Qed.", lemma)
        proofs.append(f"({lemma} G)")
    return conjoined(proofs)


def cover(known: Known, statement: Cover) -> None:
    """Each point lies in a part."""
    name, ways, said = statement.name.replace(" ", "_"), list[str](), list[str]()
    for branch, part in zip(statement.branches, statement.parts):
        goal = "False" if part is None else f"region{known.number(part)}"
        proof = known.contradiction(branch, branch, "False") if part is None else within(known, branch, part)
        lemma = f"{name}_{len(ways)}"
        known.say(f"  Lemma {lemma} {known.binder(branch)} : {goal}.\n  Proof {bracketed(proof)}.")
        said += [] if part is None or goal in said else [goal]
        ways.append(f"destruct ({lemma} (conj G H))" if part is None else f"assert (X := {lemma} (conj G H)); tauto")
    either = " \\/ ".join(said)
    split = terms.expression(statement.value["split"], statement.model)
    known.say(f"  Theorem {name} {known.binder(statement.region)} : {either}.\n  Proof.\n    "
              f"destruct (Rtotal_order ({split}) 0) as [H|[H|H]]; [{' | '.join(ways)}].\n  Qed.")


def everywhere(known: Known, covers: Sequence[Cover], statements: Sequence[tuple[str, Region]], whole: Region,
               name: str, goal: str) -> None:
    """What is proved on each part holds on the whole region."""
    proved = {region.name: theorem for theorem, region in statements}
    if whole.name in proved:
        return

    def way(region: Region, depth: int) -> str | None:
        if region.name in proved:
            return f"exact ({proved[region.name]} G{depth})"
        cases = next((each for each in covers if each.region is region), None)
        if cases is None:
            return None
        parts = list(dict.fromkeys(part for part in cases.parts if part is not None))
        inner = [way(part, depth + 1) for part in parts]
        if any(each is None for each in inner):
            return None
        pattern = "|".join(f"G{depth + 1}" for _ in parts[:1])
        for _ in parts[1:]:
            pattern = f"{pattern}|G{depth + 1}"
        nested = f"[{pattern}]" if len(parts) == 2 else pattern
        return (f"destruct ({cases.name.replace(' ', '_')} G{depth}) as {nested}; [{' | '.join(map(str, inner))}]"
                if len(parts) > 1 else f"assert (G{depth + 1} := {cases.name.replace(' ', '_')} G{depth}); {inner[0]}")

    found = way(whole, 0)
    if found is not None:
        known.say(f"  Theorem {name} (G0 : region{known.number(whole)}) : {goal}.\n  Proof. {found}. Qed.")
