"""JUnit reports: the shape that viewers accept, failures as the exit code says, the same bytes each time."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from run import tool
from samples import ALL, UNDECIDED, claim

from onoff_symbolic.report.junit import claims
from onoff_symbolic.result import Standing

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


STANDINGS = {
    "chain": Standing("holds", "proved", "proved"), "entropy": Standing("holds", "proved", "proved"),
    "conditional": Standing("erratum", "conditional on 0 < delta < 1", "conditional on 0 < delta < 1"),
    "refuted": Standing("erratum", "refuted", "refuted"), "undecided": Standing("fails", "proved", "undecided"),
}


@pytest.fixture(scope="module")
def every() -> str:
    return claims(ALL, STANDINGS)


def test_the_claims_have_the_shape_that_viewers_accept(every: str) -> None:
    assert faults(every) == []


def test_each_claim_is_a_case_and_each_known_erratum_is_skipped_with_its_reason(every: str) -> None:
    cases = {case.get("name"): case for case in ElementTree.fromstring(every).iter("testcase")}
    assert list(cases) == [result.id for result in ALL]
    assert {name for name, case in cases.items() if case.find("skipped") is not None} == {"conditional", "refuted"}
    told = cases["conditional"].find("skipped")
    assert told is not None and told.get("message") == "known erratum: conditional on 0 < delta < 1"
    assert "expected != 0, found 0" in " ".join((told.text or "").split())


def test_the_same_bytes_each_time(every: str) -> None:
    assert claims(ALL, STANDINGS) == every


def test_the_command_writes_it_and_strict_makes_errata_failures() -> None:
    done = tool("lemma1", "theorem1", "--strict", "--format", "junit", PYTHONHASHSEED="7")
    assert done.returncode == 1 and faults(done.stdout) == []
    failed = {case.get("name"): case.find("failure") for case in ElementTree.fromstring(done.stdout).iter("testcase")}
    theorem1 = failed["theorem1"]
    assert failed["lemma1"] is None and theorem1 is not None and theorem1.get("type") == "conditional"


@pytest.mark.parametrize("old, new, said", [
    ("</testsuites>", "", "not XML: no element found"),
    ('name="chain" ', "", "testcase lacks name"),
    ('name="chain" ', 'name="chain" id="1" ', "testcase has id"),
    ('name="chain" ', 'name="refuted" ', "a name twice"),
    ('skipped="2"', 'skipped="1"', "testsuite skipped"),
    ('tests="5"', 'tests="4"', "testsuites tests"),
    ('failures="1"', 'failures="0"', "testsuites failures"),
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


# -- hostile texts -----------------------------------------------------------------------------------------


def failure(text: str) -> ElementTree.Element:
    assert faults(text) == []
    found = ElementTree.fromstring(text).find(".//failure")
    assert found is not None
    return found


def test_undecided_is_a_failure_with_its_reason() -> None:
    result = replace(UNDECIDED, why="it is <too> much & \x1b[31m more")
    found = failure(claims([result], STANDINGS))
    assert (found.get("type"), found.get("message")) == ("undecided", "expected proved, found undecided")
    assert "not shown: it is <too> much & \\x1b[31m more" in (found.text or "")


def test_names_are_escaped() -> None:
    name = 'a<b>&"c"\x00\ud800'
    result = replace(UNDECIDED, id=name, claim=claim(name, title='title\x0b "]]>"', where="Section 0, x"))
    text = claims([result], {name: Standing("fails", "a\nb", '"<&>\x7f')})
    found = failure(text)
    assert found.get("message") == 'expected a\nb, found "<&>\\x7f'
    assert (found.text or "").startswith('title\\x0b "]]>"\n')
    case = ElementTree.fromstring(text).find(".//testcase")
    assert case is not None and case.get("classname") == "paper.Section 0"
    assert case.get("name") == 'a<b>&"c"\\x00\\ud800'
