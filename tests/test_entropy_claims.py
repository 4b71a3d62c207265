"""Entropies in claims: the grammar of the command, names and numbers beside entropies, many variables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from run import inside

from onoff_symbolic import checker
from onoff_symbolic.checker import Model
from onoff_symbolic.checker.polynomials import Invalid, Work
from onoff_symbolic.entropy.grammar import parse
from onoff_symbolic.search.find import NotFound, certificate, failure
from onoff_symbolic.search.write import empty_goal

Part = dict[str, Any]


def goal_of(text: str, given: list[str], names: str = "", region: tuple[str, ...] = ()) -> Part:
    goal = empty_goal("it", "it", names.split(), {"all": list(region)})
    return {**goal, "proves": [{"kind": "holds", "region": "all", "text": text, "given": given}]}


def accepted(goal: Part) -> bool:
    """Whether a certificate is found; it is judged."""
    try:
        text = certificate(goal)
    except NotFound:
        return False
    assert checker.judge({"it": text.encode()})["it"].word == "valid"
    return True


# -- one grammar -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "X,W -> Y -> Z,V -> U",
        "Y,V = g(X,Z)",
        "X indep Y,Z indep W | V",
        "H(X,Y) - H(Y) >= 1/2*H(X|Z)",
    ],
)
def test_command_and_checker_read_the_same(text: str) -> None:
    Work.begin()
    ((_, (gap, sign)),) = Model([], {}, {}).relations([text])
    assert {frozenset(name[2:-1].split(",")): c for (name,), c in gap.top.items()} == parse(text).form()
    assert (sign == "=") == parse(text).equality


@pytest.mark.parametrize(
    "text",
    [
        "X -> Y",
        "X, -> Y -> Z",
        "Y = f()",
        "Y = f(X) = 0",
        "X -> Y indep Z",
        "X indep Y |",
        "X -> 2 -> Z",
    ],
)
def test_what_is_no_such_statement_is_refused(text: str) -> None:
    Work.begin()
    with pytest.raises(Invalid):
        list(Model([], {}, {}).relations([text]))
    with pytest.raises(Exception):
        parse(text)


def test_a_random_variable_is_no_name() -> None:
    with pytest.raises(Invalid, match="no name"):
        list(Model(["X"], {}, {}).relations(["X -> Y -> Z"]))


# -- names and numbers beside entropies ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, given, names, region, true",
    [
        ("H(X,Y) <= c + d", ["H(X) <= c", "H(Y) <= d"], "c d", (), True),
        ("H(X) <= c + d", ["H(X) <= c"], "c d", ("d >= 0",), True),
        ("H(X) <= c + d", ["H(X) <= c"], "c d", (), False),
        ("H(X,Y) <= 3", ["H(X) <= 1", "H(Y) <= 2"], "", (), True),
        ("H(X,Y) = 2*c", ["H(X) = c", "H(Y) = c", "X indep Y"], "c", (), True),
        ("H(X,Y) = 2*c", ["H(X) = c", "H(Y) = c"], "c", (), False),
        ("0 <= H(X|Y) <= H(X) <= H(Y)", [], "", (), False),
        ("H(X) < H(X) + 1", [], "", (), False),
    ],
)
def test_names_and_numbers_stand_beside_entropies(
    text: str, given: list[str], names: str, region: tuple[str, ...], true: bool
) -> None:
    assert accepted(goal_of(text, given, names, region)) == true


CYCLE = [
    "X1 indep X2 indep X3 indep X4 indep X5",
    *(f"H(X{i}) = n" for i in range(1, 6)),
    "H(B) <= r",
    "B = f(X1,X2,X3,X4,X5)",
    "X1 = f(B,X5,X2)",
    "X2 = f(B,X1,X3)",
    "X3 = f(B,X2,X4)",
    "X4 = f(B,X3,X5)",
    "X5 = f(B,X4,X1)",
]
"""Five users on a circle; each wants one message and knows its two neighbours."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "text, given, names, region, true",
    [
        ("r >= 5/2*n", CYCLE, "n r", ("n >= 0", "r >= 0"), True),
        ("r >= 3*n", CYCLE, "n r", ("n >= 0", "r >= 0"), False),
        (
            "2*m + 2*r >= 3*n",
            [
                "A indep B",
                "H(A) = n",
                "H(B) = n",
                "H(Z) <= m",
                "H(V) <= m",
                "H(X) <= r",
                "H(Y) <= r",
                "Z = f(A,B)",
                "V = f(A,B)",
                "X = f(A,B)",
                "Y = f(A,B)",
                "A = f(Z,X)",
                "B = f(V,X)",
                "B = f(Z,Y)",
                "A = f(V,Y)",
            ],
            "m r n",
            ("m >= 0", "r >= 0", "n >= 0"),
            True,
        ),
        ("a <= 1", ["H(X) <= b"], "a b", ("a = 1/2",), True),
        ("a < 1", ["H(X) <= b"], "a b", ("a = 1/2",), True),
    ],
)
def test_the_text_may_speak_of_names_alone(
    text: str, given: list[str], names: str, region: tuple[str, ...], true: bool
) -> None:
    """What is given of entropies is used all the same."""
    assert accepted(goal_of(text, given, names, region)) == true


@pytest.mark.parametrize(
    "text, given, names, region",
    [
        ("H(X) <= 1", [], "", ()),
        ("H(X) <= 2", ["H(Y) <= 1", "X = f(Y,Z)"], "", ()),
        ("r >= H(X)", ["F = f(X)", "G = f(Y)", "H(X,Y|F,G) = 0", "H(F) <= r"], "r s", ("r >= 0", "s > 3")),
        ("H(F) < H(X)", ["F = f(X)"], "", ()),
        ("r >= 2*n", ["H(X) <= r", "H(X) = n"], "n r", ("n >= 0",)),
        ("r <= n", ["H(X) <= r", "H(X) = n"], "n r", ("n > 0",)),
    ],
)
def test_what_is_false_of_names_and_numbers_is_refuted(
    text: str, given: list[str], names: str, region: tuple[str, ...]
) -> None:
    """By a law, in as many copies as it takes, beside bits that are 1, and points where strict relations hold."""
    goal = goal_of(text, given, names, region)
    assert not accepted(goal)
    shown = failure(goal, goal["proves"][0])
    assert shown is not None and len(shown["atoms"]) <= 16
    assert accepted(
        {**goal, "verdict": "refuted", "proves": [], "fails": [{"statement": goal["proves"][0], "violates": ""}]}
    )


@pytest.mark.parametrize(
    "text, given, true",
    [
        ("I(X;W,Q) = I(X;W)", ["I(X;Q|W) != 0"], False),
        ("H(X) <= H(Y)", ["H(X|Y) > H(Y|X)"], False),
        ("H(X,Y) >= H(Y)", ["H(X) != 0"], True),
    ],
)
def test_what_is_strict_may_be_given(text: str, given: list[str], true: bool) -> None:
    goal = goal_of(text, given)
    assert (failure(goal, goal["proves"][0]) is None) == true


def test_a_size_that_is_a_number_is_told_how_to_be_named() -> None:
    with pytest.raises(NotFound, match=r"write H\(X\) = n, with n >= 0, for H\(X\) = 1"):
        certificate(goal_of("H(K) >= 1", ["H(M) = 1", "I(M;C) = 0", "H(M|C,K) = 0"]))
    assert accepted(goal_of("H(K) >= n", ["H(M) = n", "I(M;C) = 0", "H(M|C,K) = 0"], "n", ("n >= 0",)))


# -- many variables, and too many ------------------------------------------------------------------------------------


def test_too_large_is_undecided_and_no_error(tmp_path: Path) -> None:
    names = ",".join(f"X{i}" for i in range(14))
    pairs = " + ".join(f"I(X{i};X{(5 * i + 3) % 14})" for i in range(14))
    file = tmp_path / "claims.toml"
    file.write_text(
        f"""[claim.it]
title = "it"
regions.all = []
proves = [{{ kind = "holds", region = "all", text = "H({names}) <= {pairs}" }}]
""",
        encoding="utf-8",
    )

    done = inside("it", "--claims", str(file))

    assert done.returncode == 3 and "too large" in done.stdout, done
