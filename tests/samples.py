"""Results made by hand, one of each kind, as a certificate would give them: what reports are tested on."""

from typing import Any

from onoff_symbolic.claims.file import Claim
from onoff_symbolic.result import Condition, Derived, Fact, Node, Result, Shown, Verdict, Witness
from onoff_symbolic.scheme_result import EntropyResult

TABLES = {
    "M": {"index": [["A", "B"], ["A", "B"]], "entries": ["1 - alpha", "alpha", "beta", "1 - beta"]},
    "prior": {"index": [["A", "B"]], "entries": ["delta", "1 - delta"]},
    "P": {"index": [["A", "B", "AB"], ["A", "B", "AB"]],
          "entries": ["1 - alpha", "alpha", "0", "beta", "1 - beta", "0", "beta", "alpha", "1 - alpha - beta"]},
    "far": {"index": [["near", "distant"]], "entries": ["0", "0.5"]},
    "figure": {"index": [["near", "distant"], [0, 1, 2]], "entries": ["0.5", "1", "1", "0.5", "0.67", "0.8"]},
}
SCHEMES = {
    "low": {"sources": ["A", "B"], "chain": "M", "queries": {"A": ["A"], "B": ["B"], "AB": ["A", "B"]},
            "rules": [{"previous": ["A", "B"], "time": None, "table": None}]},
    "high": {"sources": ["A", "B"], "chain": "M", "queries": {"A": ["A"], "B": ["B"], "AB": ["A", "B"]},
             "rules": [{"previous": ["AB"], "time": [2, 0], "table": "P"}]},
}
REGIONS = {
    "square": ["0 <= alpha <= 1", "0 <= beta <= 1", "0 <= delta <= 1"],
    "low": ["alpha >= 0", "beta >= 0", "alpha + beta < 1", "0 <= delta <= 1"],
    "line": ["alpha + beta = 1", "0 < alpha < 1", "0 <= delta <= 1"],
    "known": ["delta = 0"],
    "all": [],
}


LINES = (
    dict(say="The queries follow the chain."),
    dict(case="α+β < 1"),
    dict(text="Pr(Q_t = AB) = Pr(Q_t = … = Q_0 = AB)", reason="holds because AB is never sent after A or B"),
    dict(text="= (1-α-β)^t", reason="is by the matrix"),
    dict(text="R_t ≤", either=(("1/2", "t ≤ 0"), ("1/(1+|1-α-β|^t)", "t ≥ 1"))),
    dict(lead="Remark", say="Nothing rests on these lines."),
    dict(table="M", title="Table I. The chain.", columns=("X_0", "A", "B")),
    dict(plot="figure", title="Figure 1. The rate.", axes=("t", "R_t"), curves=("α+β = 1", "α+β = 0.5"),
         first="1/2", value="1/(1 + far[curve]**point)"),
)


def goal(verdict: str, **more: Any) -> dict[str, Any]:
    return {"claim": "x", "title": "A title", "verdict": verdict, "names": ["alpha", "beta", "delta"],
            "tables": TABLES, "schemes": SCHEMES, "regions": REGIONS, "domain": "square", "conditions": [],
            "proves": [], "beside": [], "fails": [], "corrects": [], **more}


def claim(id: str, **more: Any) -> Claim:
    parts = {"where": "Section IV-C, Lem:Q", "labels": ("Lem:Q",), "title": f"The claim {id}",
             "says": "Pr(Q_t = AB) = |1-α-β|^t for every t.", "domain": "square", "proves": (),
             "names": ("alpha", "beta", "delta"), "regions": REGIONS}
    return Claim(id, **{**parts, **more})


def shown(name: str, statement: dict[str, Any], *facts: Fact, used: tuple[str, ...] = (),
          nodes: tuple[Node, ...] = ()) -> Shown:
    return Shown(name, statement, (), used, facts, nodes)


MARKOV = {"kind": "markov", "region": "low", "scheme": "low", "prior": "prior", "matrix": "P"}
NODES = (
    Node(0, "AB", ("path[A,B] = 0", "path[B,A] = 0", "path[A,A] = path[B,B]")),
    Node(0, "A", ("path[A,B] = 0", "path[A,A] = path[B,A]", "path[B,B] = 0")),
)
FACTS = (
    Fact("f0", "low", "1 - alpha > 0", (("1", "beta >= 0"), ("1", "alpha + beta < 1"))),
    Fact("f1", "proves 1 0 AB", "alpha*path[A,A] = alpha*path[B,B]", (("alpha", "path[A,A] = path[B,B]"),)),
    Fact("f2", "proves 1 0 A", "beta*path[A,A] = beta*path[B,A]", (("-beta", "path[A,A] = path[B,A]"), ("2", "f0"))),
)

CHAIN = Result(
    "chain", Verdict.PROVED, "", claim("chain", lines=LINES), goal("proved"), "{}", shown=(
        shown("proves 0", {"kind": "uses", "region": "square", "claim": "entropy"}),
        shown("proves 1", MARKOV, *FACTS, used=("alpha + beta < 1", "beta >= 0"), nodes=NODES),
        shown("proves 2", {"kind": "private", "region": "low", "scheme": "low"}, FACTS[0], used=("beta >= 0",)),
        shown("proves 3", {"kind": "holds", "region": "line", "text": "for q in A,B: P[q,AB] = 0"}),
    ), rests_on=("entropy",), derived=(Derived("low", "P[AB,·]", "beta, alpha, 1 - alpha - beta"),))

FAILS = {"kind": "holds", "region": "known", "text": "for a in A,B: prior[a] != 0"}
CONDITIONAL = Result(
    "conditional", Verdict.CONDITIONAL, "", claim("conditional"), goal("conditional"), "{}",
    (Condition("0 < delta < 1", ("0 < delta < 1",)), Condition("alpha > 0, or time begins", ("alpha > 0",), "chain")),
    (Witness(FAILS, "0 < delta < 1", "Q_t = A at every t", (("delta", "0"),), (("a", "A"),), "0", "!=", "0"),),
    (shown("proves 0", {"kind": "holds", "region": "square", "given": ["0 < delta < 1"],
                        "text": "prior[A] != 0"}, used=("delta > 0",)),
     shown("beside 0", {"kind": "holds", "region": "known", "text": "delta**2 = 0"})), ("chain",))

REFUTED = Result(
    "refuted", Verdict.REFUTED, "", claim("refuted", correction="The next query is private."),
    goal("refuted"), "{}", (),
    (Witness({"kind": "private", "region": "low", "scheme": "low"}, "", "", (("alpha", "1/2"), ("beta", "1/3")),
             (("history", "AB,AB,A"), ("one", "A"), ("other", "B")), "1/72", "=", "1/108"),),
    (shown("corrects 0", {"kind": "decodable", "region": "low", "scheme": "low"}),))

ENTROPY = Result(
    "entropy", Verdict.PROVED, "", claim("entropy", letters=(("U", "X_{𝓑_t}"), ("X", "X_0"), ("Q", "Q_t")),
                                         legend="U is the past, X is X_0"), goal("proved", domain=""), "{}", shown=(
        shown("proves 0", {"kind": "holds", "region": "all", "given": ["I(U;V|X) = 0"], "text": "I(U;Q|X) = 0"},
              Fact("f0", "proves 0", "I(U;Q|X) <= 0", (("1", "I(U;V|X)"), ("-1", "I(U;V|X) = 0")), "1 > 0")),))

UNDECIDED = Result("undecided", Verdict.UNDECIDED, "the checker says invalid: proves 0", claim(
    "undecided", lines=LINES, correction="Something else."))

ALL = (CHAIN, CONDITIONAL, REFUTED, ENTROPY, UNDECIDED)


def entropy(verdict: Verdict) -> EntropyResult:
    return EntropyResult(verdict, goal="H(X|Y) <= H(X)", lines=("H(X|Y) <= H(X)   as I(X;Y) >= 0",))
