"""Expectations that an author writes down, one on a line, and puts under regression test in a file `*.onoff`:

    scheme FILE [[not] normalised|decodable|private|optimal|mode MODE]...
    bound FILE t=T [at NAME=VALUE,...] = NUMBER
    entropy "STATEMENT" [given "STATEMENT"]... [proved|refuted]
    claim ID [in FILE] [proved|conditional|refuted]

A scheme is expected to be normalised, decodable and private; words after the file change that or add to it. A claim
without a verdict is expected as recorded. Files are looked for beside the file of expectations. What follows # is a
comment, a word with blanks stands in double quotes, and a line may begin with `onoff:`. Reading imports nothing heavy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from ..claims.names import find, near
from ..claims.place import the_paper
from ..claims.reader import load as read_claims
from ..document import at_most, cut, member, text_of
from ..errors import InputError
from ..paper.record import Record

if TYPE_CHECKING:
    from ..claims.file import Paper
    from ..paper.session import Session
    from ..scheme_result import Property

MAX_LINES = 1_000
MAX_LENGTH = 2_000
MAX_TIME = 1_000

FORMS = {
    "scheme": "scheme FILE [[not] normalised|decodable|private|optimal|mode MODE]...",
    "bound": "bound FILE t=T [at NAME=VALUE,...] = NUMBER",
    "entropy": 'entropy "STATEMENT" [given "STATEMENT"]... [proved|refuted]',
    "claim": "claim ID [in FILE] [proved|conditional|refuted]",
}
SOUND = ("normalised", "decodable", "private")
PROPERTIES = (*SOUND, "optimal", "mode")
_NAMED = {"mode": "private under the mode"}

_WORD = re.compile(r'\s*(?:"(?P<quoted>[^"]*)"(?=\s|#|$)|(?P<bare>[^\s"#]+)(?=\s|#|$)|(?P<comment>#.*)|(?P<bad>\S.*))?')
_TIME = re.compile(r"t=([0-9]{1,4})")
_NUMBER = re.compile(r"[0-9]+(/[0-9]*[1-9][0-9]*|\.[0-9]+)?")


class Sessions:
    """A session for each claims file, so that each claim is judged once."""

    def __init__(self) -> None:
        self._found: dict[Path, Session] = {}

    def of(self, paper: Paper) -> Session:
        if paper.file not in self._found:
            from ..paper.session import Session

            self._found[paper.file] = Session(paper)
        return self._found[paper.file]


@dataclass(frozen=True)
class Answer:
    """What was expected and what was found, in words that are equal if it was met; `why` are lines that show it."""

    expected: str
    found: str
    why: tuple[str, ...] = ()
    erratum: bool = False
    """Met by a claim that does not hold, as recorded."""

    @property
    def met(self) -> bool:
        return self.expected == self.found

    def lines(self) -> list[str]:
        told = f"known erratum: {self.found}" if self.erratum else f"expected {self.expected}, found {self.found}"
        return [told, *(f"  {line}" for line in self.why)]


@dataclass(frozen=True)
class Expectation:
    """One line of a file (0: of none), in words. `erratum` is the record of a claim that is known not to hold."""

    line: int
    text: str
    ask: Callable[[Sessions], Answer]
    erratum: str = ""


# -- reading -----------------------------------------------------------------------------------------------


def load(path: Path) -> list[Expectation]:
    """The expectations in a file; every fault is an `InputError` that names the file, the line and what was found."""
    found: dict[str, Expectation] = {}
    number = 0
    try:
        lines = text_of(str(path)).split("\n")
        at_most(len(lines), MAX_LINES, "the file", "lines")
        for number, line in enumerate(lines, start=1):
            words = list(_words(line.rstrip()))
            if words:
                new = _expectation(number, words, path.parent)
                if new.text in found:
                    raise InputError(f"expected each line once, found that of line {found[new.text].line} again")
                found[new.text] = new
    except InputError as error:
        raise error.at(f"{path}:{number}" if number else str(path)) from None
    if not found:
        raise InputError(f"{path}: expected at least one expectation, found none")
    return list(found.values())


def _words(line: str) -> Iterator[str]:
    """The words of a line, without comment and quotes."""
    at_most(len(line), MAX_LENGTH, "the line", "characters")
    strange = next((c for c in line if not (c.isprintable() or c == "\t")), None)
    if strange is not None:
        raise InputError(f"expected characters that can be printed, found {strange!a}")
    place = 0
    while place < len(line):
        match = _WORD.match(line, place)
        if match is None or match["comment"] is not None or match.end() == place:
            return
        if match["bad"] is not None:
            raise InputError(f"expected words, or text between two quotes, found {cut(match['bad'])}")
        if match.lastgroup is not None:
            yield match[match.lastgroup]
        place = match.end()


def _expectation(number: int, words: list[str], folder: Path) -> Expectation:
    if words[0] == "onoff:":
        words = words[1:]
    kind = words[0] if words else ""
    if kind not in FORMS:
        raise InputError(f"expected a line that begins with {', '.join(FORMS)}, found {cut(kind)}")
    text = " ".join(f'"{word}"' if " " in word else word for word in words)
    reader = {"scheme": _scheme, "bound": _bound, "entropy": _entropy, "claim": _claim}[kind]
    return reader(number, text, words[1:], folder)


def _wrong(kind: str, found: str) -> InputError:
    return InputError(f"expected {FORMS[kind]}, found {found}")


def _scheme(number: int, text: str, words: list[str], folder: Path) -> Expectation:
    if not words:
        raise _wrong("scheme", "no file")
    file, *rest = words
    expected = dict.fromkeys(SOUND, "proved")
    mode = None
    told: set[str] = set()
    while rest:
        verdict = "refuted" if rest[0] == "not" else "proved"
        rest = rest[rest[0] == "not":]
        if not rest or rest[0] not in PROPERTIES:
            raise _wrong("scheme", cut(rest[0]) if rest else "nothing after not")
        name = rest.pop(0)
        if name in told:
            raise _wrong("scheme", f"{name} twice")
        told.add(name)
        if name == "mode":
            if not rest:
                raise _wrong("scheme", "no mode after mode")
            mode = rest.pop(0)
        expected[name] = verdict
    return Expectation(number, text, lambda sessions: _ask_scheme(folder / file, expected, mode))


def _bound(number: int, text: str, words: list[str], folder: Path) -> Expectation:
    match words:
        case [file, when, "=", value]:
            values = ""
        case [file, when, "at", values, "=", value]:
            pass
        case _:
            raise _wrong("bound", cut(" ".join(words)) if words else "nothing")
    time = _TIME.fullmatch(when)
    if time is None or int(time[1]) > MAX_TIME:
        raise InputError(f"expected t=T with T up to {MAX_TIME}, found {cut(when)}")
    if not _NUMBER.fullmatch(value):
        raise InputError(f"expected an exact number such as 8/5 or 1.6, found {cut(value)}")
    return Expectation(number, text, lambda sessions: _ask_bound(folder / file, int(time[1]), values, Fraction(value)))


def _entropy(number: int, text: str, words: list[str], folder: Path) -> Expectation:
    verdict = words[-1] if words and words[-1] in ("proved", "refuted") else None
    body = words if verdict is None else words[:-1]
    if len(body) % 2 == 0 or any(word != "given" for word in body[1::2]):
        raise _wrong("entropy", cut(" ".join(words)) if words else "nothing")
    goal, *given = body[::2]
    return Expectation(number, text, lambda sessions: _ask_entropy(goal, tuple(given), verdict or "proved"))


def _claim(number: int, text: str, words: list[str], folder: Path) -> Expectation:
    match words:
        case [word, "in", file, *rest]:
            paper = read_claims(folder / file)
        case [word, *rest]:
            paper = the_paper()
        case _:
            raise _wrong("claim", "nothing")
    if len(rest) > 1:
        raise _wrong("claim", cut(" ".join(words)))
    named = find(paper.claims, word)
    if len(named) != 1:
        return Expectation(number, text, lambda sessions: _unknown(word, named, paper))
    claim = named[0]
    if not rest:
        return replace(claim_of(claim, paper), line=number, text=text)
    verdict = member(rest[0], f"claim {claim}", ("proved", "conditional", "refuted"))
    return Expectation(number, text, lambda sessions: _ask_claim(sessions.of(paper), claim, verdict))


def _unknown(word: str, named: Sequence[str], paper: Paper) -> Answer:
    """No claim, or several, of that name: the line fails and says what was probably meant."""
    close = near(word, paper.claims)
    hint = f"it names {', '.join(named)}" if named else f"did you mean {close}?" if close else "see onoff-verify list"
    return Answer("a claim", f"{cut(word)}; {hint}")


def claim_of(claim: str, paper: Paper) -> Expectation:
    """The expectation that a claim comes out as recorded."""
    known = Record(paper.certificates).erratum(claim)
    erratum = f"known erratum: {known}" if known else ""
    return Expectation(0, f"claim {claim}", lambda sessions: _recorded(sessions.of(paper), claim), erratum)


# -- asking ------------------------------------------------------------------------------------------------


def _recorded(session: Session, claim: str) -> Answer:
    """A claim against its record: proved, or the known erratum."""
    found = Record(session.paper.certificates).standing(session.judge([claim])[0])
    return Answer(found.expected, found.found, _claim_lines(session, claim), found.kind == "erratum")


def _ask_claim(session: Session, claim: str, verdict: str) -> Answer:
    return Answer(verdict, session.judge([claim])[0].verdict.value, _claim_lines(session, claim))


def _claim_lines(session: Session, claim: str) -> tuple[str, ...]:
    from ..report.layout import INDENT
    from ..report.text import short

    return tuple(line.removeprefix(INDENT) for line in short(session.judge([claim])[0])[1:])


def _ask_scheme(path: Path, expected: dict[str, str], mode: str | None) -> Answer:
    from ..schemes.files import load_cases
    from .. import judge

    found = judge.cases(load_cases(str(path)), mode)
    parts = {name: _worst([case.properties()[_NAMED.get(name, name)] for case in found]) for name in expected}
    verdicts = {name: part.verdict.value for name, part in parts.items()}
    why = [line for name, part in parts.items() if verdicts[name] != expected[name] for line in _reasons(name, part)]
    return Answer(_listed(expected), _listed(verdicts), tuple(why))


def _worst(parts: Sequence[Property]) -> Property:
    """What is to be said about all cases of a file."""
    return next(part for word in ("refuted", "undecided", "proved", "conditional") for part in parts
                if part.verdict.value == word)


def _listed(verdicts: dict[str, str]) -> str:
    return ", ".join(f"{name}: {verdict}" for name, verdict in verdicts.items())


def _reasons(name: str, part: Property) -> Iterator[str]:
    """Why a property fails or is undecided."""
    from ..report.text import line

    if part.witness is not None:
        yield f"{name} fails at {line(part.witness)}"
    elif part.why:
        yield f"{name} undecided: {part.why}"


def _ask_bound(path: Path, time: int, values: str, expected: Fraction) -> Answer:
    from ..schemes.files import chain_at, load_chain
    from .. import judge_chains as judge

    loaded, where = load_chain(str(path))
    _, chain = chain_at(loaded, values, where)
    found = judge.bound(chain, time)
    return Answer(str(expected), str(found.value) if found.verdict.value == "proved" else f"undecided: {found.why}")


def _ask_entropy(goal: str, given: tuple[str, ...], expected: str) -> Answer:
    from .. import judge

    found = judge.entropy(goal, given)
    return Answer(expected, found.verdict.value, tuple(found.lines))
