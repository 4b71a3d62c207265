"""Claims, entropies and certificates in Python.

>>> claim("lemma1").judge()
<lemma1: proved>
>>> claim("Theorem 1").judge()
<theorem1: conditional, holds if alpha > 0, beta > 0, alpha + beta < 2>
>>> entropy("I(X;Z) <= I(X;Y)", given=["I(X;Z|Y) = 0"])
<I(X;Z) <= I(X;Y) given I(X;Z|Y) = 0: proved>
>>> check("proofs/certificates/lemma1.json")
<proofs/certificates/lemma1.json: incomplete>
>>> check("proofs/certificates/table1.json").verdict
'proved'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from .. import checker
from ..checker.polynomials import MAX_BYTES
from ..claims.names import find, near
from ..claims.place import default
from ..claims.reader import load
from ..document import data_of, expect, located, text_of
from ..errors import InputError
from ..paper.session import Session
from ..report.notation import unmarked
from ..result import NoTruthValue, Result, html_table
from ..scheme_result import EntropyResult
from .values import file_name


@dataclass(frozen=True)
class Claim:
    """A claim of a paper: what it said and where when the file was read. `judge` returns its verdict now."""

    id: str
    title: str
    where: str
    says: str
    labels: tuple[str, ...]
    path: str

    def judge(self) -> Result:
        """Return the checker's answer; the file is read again if it has changed."""
        session = _session(self.path)
        if self.id not in session.paper.claims:
            raise InputError(f"{self.path}: no claim is called {self.id!r} any more")
        return session.judge([self.id])[0]

    def __repr__(self) -> str:
        return f"<Claim {self.id}: {self.title} ({self.where})>"


_sessions: dict[str, tuple[str, Session]] = {}
"""Path → the text of the file that was judged, and its session."""


def _session(path: str) -> Session:
    """Return the session of a claims file; claims are judged once, and again if the file has changed."""
    try:
        text = text_of(path)
    except InputError as error:
        raise located(error, path) from None
    if path not in _sessions or _sessions[path][0] != text:
        _sessions[path] = text, Session(load(Path(path)))
    return _sessions[path][1]


class Claims(Mapping[str, Claim]):
    """The claims of a paper in its order, by their names: "lemma1", "Lemma 1" and the label "Lem:Q" are the same."""

    def __init__(self, known: Mapping[str, Claim], path: str) -> None:
        self._known = known
        self._path = path

    def __getitem__(self, name: str) -> Claim:
        _need_text("claim", name)
        found = find(_session(self._path).paper.claims, name)
        if len(found) == 1:
            return self._known[found[0]]
        if found:
            raise InputError(f"{name!r} names several claims: {', '.join(found)}")
        close = near(name, self._known)
        raise UnknownClaim(f"no claim is called {name!r}" + (f"; did you mean {close}?" if close else ""))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and len(find(_session(self._path).paper.claims, name)) == 1

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def __repr__(self) -> str:
        return f"<{len(self)} claims of {self._path}>"

    def _repr_html_(self) -> str:
        return html_table(("claim", "title", "where"), [(c.id, c.title, c.where) for c in self.values()])


class UnknownClaim(InputError, KeyError):
    """A name that no claim has."""


def claims(path: str | Path | None = None) -> Claims:
    """Return the claims of the paper in its order, or those of a claims file of your own.

    >>> claims()["Lemma 1"]
    <Claim lemma1: The queries form a Markov chain with matrix P (Section IV-C, Lem:Q)>
    >>> len(claims()) > 50
    True
    """
    place = file_name(default() if path is None else path)
    known = {
        c.id: Claim(c.id, unmarked(c.title), c.where, unmarked(c.says), c.labels, place)
        for c in _session(place).paper.claims.values()
    }
    return Claims(known, place)


def claim(id: str, path: str | Path | None = None) -> Claim:
    """Return the claim of that name: `claims(path)[id]`."""
    return claims(path)[id]


def errata(path: str | Path | None = None) -> dict[str, Result]:
    """Return the results of all claims that do not simply hold as printed, by their names."""
    judged = {name: each.judge() for name, each in claims(path).items()}
    return {name: result for name, result in judged.items() if not result.proved}


def entropy(statement: str, given: Sequence[str] = ()) -> EntropyResult:
    """Judge a linear statement about joint entropies, from Shannon's inequalities and what is given. The answer has
    `verdict`, `certificate`, and as `lines` the proof or the counterexample.

    >>> print(*entropy("H(X|Y) = H(X)").lines[-3:], sep="\\n")
        X  Y  probability
        0  0          1/2
        1  1          1/2
    """
    from .. import judge

    if isinstance(given, str):
        raise InputError("given: expected a list of statements, found a string")
    expect(given, Sequence, "given", "a list of statements")
    for text in (statement, *given):
        _need_text("entropy", text)
    return judge.entropy(statement.strip(), tuple(given))


def _need_text(place: str, value: object) -> None:
    if not isinstance(value, str):
        raise InputError(f"{place}: expected a text, found {value!r}")


Word = Literal["valid", "invalid", "incomplete"]
Shown = Literal["proved", "conditional", "refuted", ""]


@dataclass(frozen=True, repr=False)
class Checked(NoTruthValue):
    """What the checker says of a file: valid, invalid or incomplete; and of a valid one, the verdict that it shows."""

    path: str
    word: Word
    verdict: Shown
    """"" unless the file is valid."""
    why: str = ""

    @property
    def valid(self) -> bool:
        """Return whether the checker accepts the file."""
        return self.word == "valid"

    def __repr__(self) -> str:
        return f"<{self.path}: {self.word}{f' ({self.verdict})' if self.verdict else ''}>"


def check(path: str | Path, *more: str | Path) -> Checked:
    """Check a certificate in a file; `more` are files with those that it rests on. The answer has `word` (valid,
    invalid or incomplete), the `verdict` of a valid one, and `why`."""
    texts: dict[str, bytes] = {}
    for each in map(file_name, (path, *more)):
        try:
            texts[each] = data_of(each, MAX_BYTES)
        except InputError as error:
            raise error.at(each) from None
    found = checker.judge(texts)[str(path)]
    verdict = (
        found.certificate.goal.verdict
        if found.word == "valid" and found.certificate is not None
        else ""
    )
    return Checked(str(path), cast(Word, found.word), cast(Shown, verdict), found.why)
