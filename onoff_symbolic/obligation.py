"""Obligations: what has to be shown, on which case, with the evidence that somebody found for it.

    Identity     left = right at every point of the region
    Sign         element > 0, ≥ 0 or ≠ 0 (or another element) at every point of the region
    Induction    left_t = right_t for every t, from a base and a step
    Covers       finitely many regions cover a region
    Optimum      a linear program with parameters has this optimum at every point of the region
    Shannon      a statement about entropies follows from Shannon's inequalities and given statements
    Supported    no other states than the given ones occur, at any t
    Defined      every row that can be used has a law
    Decodable    every query that can be sent downloads the request
    Determined   X_t is a function of (X_0, Q_t), for every t
    Private      Pr(history | X_0 = a) is the same for every a, for every history
    Markov       the queries form a Markov chain with the given matrix, for every history
    Markov1      the same with a matrix that may change with t
    Uses         another claim is proved

An obligation is only a question. What comes of it is for the kernel to say.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .algebra.field import Element, Point
from .schemes.histories import Basis, Matrix, Prior, Support
from .programs.parametric import ParametricProgram, Solution
from .algebra.region import Region, Relation
from .schemes.scheme import Scheme

if TYPE_CHECKING:
    from .entropy.proof import NoProof, Proof


@dataclass(frozen=True)
class Case:
    """A region with a name. An exceptional case is one that the general argument leaves out.

    `violates` names a condition that the paper does not state and that fails throughout the case: a statement that
    fails only in such cases holds under these conditions."""

    name: str
    region: Region
    exceptional: bool = False
    note: str = ""
    violates: str = ""

    @property
    def premise(self) -> Case:
        """The case for what a counterexample takes for granted: that has to hold, whatever else fails here."""
        return replace(self, exceptional=False, note="", violates="") if self.violates else self


@dataclass(frozen=True)
class Witness:
    """An exact counterexample that a reader can redo by hand: at `parameters` (the part of `point` that matters),
    in the given context, `expected` should stand where `found` stands."""

    what: str
    point: Point
    parameters: Point
    expected: str
    found: str
    context: tuple[tuple[str, str], ...] = ()


# -- obligations -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Obligation:
    """`group` names the step of the proof that it belongs to, `label` what exactly is shown."""

    case: Case
    group: str
    label: str


@dataclass(frozen=True)
class Identity(Obligation):
    left: Element
    right: Element
    context: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Sign(Obligation):
    """`element relation than`; without `than`, zero."""

    element: Element
    relation: Relation
    context: tuple[tuple[str, str], ...] = ()
    than: Element | None = None


@dataclass(frozen=True)
class Induction(Obligation):
    """left_t = right_t: `base` are both at the first t; `step` are both at t+1, given that they agree at t."""

    base: tuple[Element, Element]
    step: tuple[Element, Element]


@dataclass(frozen=True)
class Covers(Obligation):
    """The case's region is covered by parts: where `split` is < 0, = 0 and > 0, in this order."""

    split: Element
    parts: tuple[Region, Region, Region]


@dataclass(frozen=True)
class Optimum(Obligation):
    program: ParametricProgram
    solution: Solution


@dataclass(frozen=True)
class Shannon(Obligation):
    answer: Proof | NoProof


@dataclass(frozen=True)
class Supported(Obligation):
    scheme: Scheme
    support: Support


@dataclass(frozen=True)
class Defined(Supported):
    pass


@dataclass(frozen=True)
class Decodable(Supported):
    pass


@dataclass(frozen=True)
class Determined(Supported):
    pass


@dataclass(frozen=True)
class Private(Obligation):
    scheme: Scheme
    basis: Basis


@dataclass(frozen=True)
class Markov(Obligation):
    scheme: Scheme
    basis: Basis
    prior: Prior
    matrix: Matrix


@dataclass(frozen=True)
class Markov1(Obligation):
    scheme: Scheme
    basis: Basis
    prior: Prior


@dataclass(frozen=True)
class Uses(Obligation):
    claim: str


@dataclass(frozen=True)
class Remark(Obligation):
    """Something found on the way that a reader wants to see. It carries no weight."""


@dataclass(frozen=True)
class Unexamined(Obligation):
    """A part of the region that the procedures cannot examine. Never becomes a fact."""

    reason: str
