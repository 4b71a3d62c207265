"""Reports for CI: claims as test cases in the JUnit XML that Jenkins, GitLab and others read.

A claim that came out otherwise than it should is a failure, a known erratum is skipped; the caller says which is
which. There are no timestamps and every time is 0: the same bytes for the same results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

from ..result import Result, Standing
from .text import short
from .view import view

NAME = "onoff-verify"


def claims(results: Sequence[Result], standings: Mapping[str, Standing]) -> str:
    """One test case for each claim, in the order given; the class is the place in the paper."""
    kinds = [standings[result.id].kind for result in results]
    counts = {"tests": str(len(kinds)), "failures": str(kinds.count("fails")), "errors": "0"}
    root = ElementTree.Element("testsuites", {"name": NAME, **counts, "time": "0"})
    suite = ElementTree.SubElement(
        root, "testsuite", {"name": NAME, **counts, "skipped": str(kinds.count("erratum")), "time": "0"})
    for result in results:
        _case(suite, result, standings[result.id])
    ElementTree.indent(root)
    body = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _case(suite: ElementTree.Element, result: Result, standing: Standing) -> None:
    place = "" if result.claim is None else result.claim.where.partition(",")[0]
    case = ElementTree.SubElement(
        suite, "testcase", {"classname": _legal(f"paper.{place}"), "name": _legal(result.id), "time": "0"})
    if standing.kind == "holds":
        return
    if standing.kind == "erratum":
        told = ElementTree.SubElement(case, "skipped", {"message": _legal(f"known erratum: {standing.found}")})
    else:
        message = f"expected {standing.expected}, found {standing.found}"
        told = ElementTree.SubElement(case, "failure", {"type": result.verdict.value, "message": _legal(message)})
    told.text = _legal("\n".join([view(result).title, *short(result)]))


def _legal(text: str) -> str:
    """The text without characters that XML or a terminal does not take, line ends excepted."""
    return "".join(c if c == "\n" or c.isprintable() else ascii(c)[1:-1] for c in text)
