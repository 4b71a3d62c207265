"""Signs that need squares: what is found is valid, most of the true ones are found, and none that is false."""

from __future__ import annotations

import re
import tomllib

import pytest
from answers import word
from run import ROOT

from onoff_symbolic.search.find import NotFound, certificate
from onoff_symbolic.search.write import empty_goal

pytestmark = pytest.mark.slow

SIGNS = tomllib.loads((ROOT / "tests" / "data" / "signs.toml").read_text(encoding="utf-8"))
TRUE: list[list[str]] = SIGNS["true"]
OPEN = 2
"""As many of these are not found."""


def found(text: str, *where: str) -> str | None:
    names = sorted(set(re.findall("[a-z]", " ".join((text, *where)))))
    goal = empty_goal("sign", "a sign", names, {"here": list(where)})
    try:
        return certificate({**goal, "proves": [{"kind": "holds", "region": "here", "text": text}]})
    except NotFound:
        return None


def test_most_are_found_and_what_is_found_is_valid() -> None:
    certificates = [found(*each) for each in TRUE]
    valid = [each for each in certificates if each is not None]
    assert len(TRUE) - len(valid) == OPEN
    assert {word(each) for each in valid} == {"valid"}
    assert sum("**2\"" in each for each in valid) > 10, "squares were needed"


@pytest.mark.parametrize("stated", SIGNS["false"], ids=lambda stated: stated[0])
def test_nothing_false_is_found(stated: list[str]) -> None:
    assert found(*stated) is None


def test_another_square_is_no_proof() -> None:
    good = found("x**2 + y**2 + 1 >= x*y + x + y")
    assert good is not None
    square = re.search(r"\([^()]*\)\*\*2", good)
    assert square is not None
    assert word(good.replace(square.group(), "(x + 7*y)**2")) == "invalid"
