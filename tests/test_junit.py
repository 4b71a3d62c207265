"""JUnit reports: the shape that viewers accept, failures as the exit code says, the same bytes each time."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from onoff_symbolic.claim import Claim, Result, Session, Standing
from onoff_symbolic.cli import main
from onoff_symbolic.algebra.field import Field
from onoff_symbolic.obligation import Case, Obligation, Unexamined
from onoff_symbolic.proofs.catalogue import BY_ID
from onoff_symbolic.proofs.claims import finder
from onoff_symbolic.proofs.errata import KNOWN, Erratum, standing
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.report.junit import claims

TOOL = str(Path(sys.executable).with_name("onoff-verify"))

SHAPE: dict[str, tuple[set[str], set[str], set[str]]] = {
    "testsuites": ({"name", "tests", "failures", "errors", "time"}, set(), {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors", "skipped", "time"}, set(), {"testcase"}),
    "testcase": ({"name", "classname", "time"}, set(), {"failure", "skipped"}),
    "failure": ({"message", "type"}, set(), set()),
    "skipped": ({"message"}, {"type"}, set()),
}
"""Element: required attributes, other attributes, children. What Jenkins, Ant and Surefire have in common."""


def faults(text: str) -> list[str]:
    """What a viewer might not accept."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        return [f"not XML: {error}"]
    found = [] if root.tag == "testsuites" else [f"root {root.tag}"]
    for element in root.iter():
        required, other, children = SHAPE.get(element.tag, (set(), set(), set()))
        found += [f"element {element.tag}"] if element.tag not in SHAPE else []
        found += [f"{element.tag} lacks {name}" for name in sorted(required - set(element.attrib))]
        found += [f"{element.tag} has {name}" for name in sorted(set(element.attrib) - required - other)]
        found += [f"{child.tag} in {element.tag}" for child in element if child.tag not in children]
        found += [f"text in {element.tag}"] if children and (element.text or "").strip() else []
        found += [f"{element.tag} time"] if element.get("time", "0") != "0" else []
    found += [] if all(c == "\n" or c.isprintable() for c in text) else ["control characters"]
    cases = list(root.iter("testcase"))
    found += ["a name twice"] if len({case.get("name") for case in cases}) < len(cases) else []
    found += ["two outcomes"] if any(len(case) > 1 for case in cases) else []
    counts = {"tests": len(cases), "failures": len(list(root.iter("failure"))), "errors": 0,
              "skipped": len(list(root.iter("skipped")))}
    for suite in (root, *root.iter("testsuite")):
        found += [f"{suite.tag} {name}" for name, n in counts.items() if suite.get(name, str(n)) != str(n)]
    return found


def printed(*args: str, code: int = 0, **env: str) -> str:
    run = subprocess.run([TOOL, *args, "--format", "junit"], capture_output=True, text=True, encoding="utf-8",
                         check=False, env={**os.environ, **env})
    assert run.returncode == code, run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def every() -> str:
    return printed("all")


def test_the_claims_have_the_shape_that_viewers_accept(every: str) -> None:
    assert faults(every) == []


def test_each_claim_is_a_case_and_each_known_erratum_is_skipped_with_its_reason(every: str) -> None:
    cases = {case.get("name"): case for case in ElementTree.fromstring(every).iter("testcase")}
    assert list(cases) == list(BY_ID)
    assert {name for name, case in cases.items() if case.find("skipped") is not None} == set(KNOWN)
    told = cases["appc-case1"].find("skipped")
    assert told is not None and told.get("message") == "known erratum: conditional, it needs alpha < 1"
    assert "expected != 0, found 0" in (told.text or "")


def test_strict_makes_them_failures() -> None:
    text = printed("lemma1", "theorem1", "appc-premise", "--strict", code=1)
    assert faults(text) == []
    failed = {case.get("name"): case.find("failure") for case in ElementTree.fromstring(text).iter("testcase")}
    assert failed["lemma1"] is None
    theorem1, premise = failed["theorem1"], failed["appc-premise"]
    assert theorem1 is not None and theorem1.get("type") == "conditional"
    assert premise is not None and premise.get("message") == "expected proved, found refuted"


def test_the_same_bytes_each_time(every: str, tmp_path: Path) -> None:
    assert printed("all", PYTHONHASHSEED="7", TZ="Asia/Tokyo") == every
    printed("all", "-o", str(tmp_path / "onoff.xml"))
    assert (tmp_path / "onoff.xml").read_text(encoding="utf-8") == every


def test_weights_have_no_place_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["lemma1", "--weights", "--format", "junit"])
    assert caught.value.code == 2 and "exclude each other" in capsys.readouterr().err


@pytest.mark.parametrize("old, new, said", [
    ("</testsuites>", "", "not XML: no element found"),
    ('name="lemma1" ', "", "testcase lacks name"),
    ('name="lemma1" ', 'name="lemma1" id="1" ', "testcase has id"),
    ('name="lemma1" ', 'name="claim2" ', "a name twice"),
    (f'skipped="{len(KNOWN)}"', f'skipped="{len(KNOWN) - 1}"', "testsuite skipped"),
    ('tests="58"', 'tests="57"', "testsuites tests"),
    ('failures="0"', 'failures="1"', "testsuites failures"),
    ('time="0"', 'time="0.3"', "testsuites time"),
    ("<skipped ", "<error /><skipped ", "error in testcase"),
    ("<skipped ", "<skipped message='' /><skipped ", "two outcomes"),
    ("<testsuite ", "words <testsuite ", "text in testsuites"),
    ("known erratum", "known\x85erratum", "control characters"),
    ("known erratum", "known & erratum", "not XML"),
])
def test_a_report_with_a_fault_is_noticed(every: str, old: str, new: str, said: str) -> None:
    assert old in every
    found = faults(every.replace(old, new, 1))
    assert any(fault.startswith(said) for fault in found), found


# -- results that the paper does not give ------------------------------------------------------------------


def judged(claim_id: str, prove: Callable[[], Iterable[Obligation]], title: str = "title") -> Result:
    return Session(lambda _: Claim(claim_id, title, "Section 0, x", "statement", prove)).judge(claim_id)


def given_up() -> Iterable[Obligation]:
    yield Unexamined(Case("here", Region(Field())), "group", "label", "it is <too> much & \x1b[31m more")


def failure(text: str) -> ElementTree.Element:
    assert faults(text) == []
    found = ElementTree.fromstring(text).find(".//failure")
    assert found is not None
    return found


def test_undecided_is_a_failure_with_its_reason() -> None:
    result = judged("lemma1", given_up)
    found = failure(claims([result], {"lemma1": standing(result)}))
    assert (found.get("type"), found.get("message")) == ("undecided", "expected proved, found undecided")
    assert "not shown: it is <too> much & \\x1b[31m more" in (found.text or "")


def test_an_erratum_that_comes_out_better_or_otherwise_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    find = Session(finder())
    monkeypatch.setitem(KNOWN, "request-chain", Erratum("refuted"))
    monkeypatch.setitem(KNOWN, "t-step-law", Erratum("conditional", ("alpha > 0",)))
    for claim, said in (("request-chain", "expected refuted, found proved"),
                        ("t-step-law", "expected conditional, it needs alpha > 0, "
                                       "found conditional, it needs alpha + beta > 0")):
        result = find.judge(claim)
        assert failure(claims([result], {claim: standing(result)})).get("message") == said
        kind = standing(result, strict=True).kind
        assert kind == ("holds" if claim == "request-chain" else "fails")


def test_the_order_of_conditions_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    result = Session(finder()).judge("theorem1")
    one, two = KNOWN["theorem1"].conditions
    monkeypatch.setitem(KNOWN, "theorem1", Erratum("conditional", (two, one)))
    found = standing(result)
    assert found.kind == "erratum" and found.expected == found.found


def test_names_are_escaped() -> None:
    result = judged('a<b>&"c"\x00\ud800', given_up, 'title\x0b "]]>"')
    text = claims([result], {result.claim.id: Standing("fails", "a\nb", '"<&>\x7f')})
    found = failure(text)
    assert found.get("message") == 'expected a\nb, found "<&>\\x7f'
    assert (found.text or "").startswith('title\\x0b "]]>"\n')
    case = ElementTree.fromstring(text).find(".//testcase")
    assert case is not None and case.get("classname") == "paper.Section 0"
    assert case.get("name") == 'a<b>&"c"\\x00\\ud800'
