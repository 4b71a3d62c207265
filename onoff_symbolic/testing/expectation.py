"""What a file `onoff.toml` expects of the files that it names, in a table for each:

    ["my-scheme.toml"]          # a scheme: normalised, decodable and private are expected to be proved
    optimal = "proved"
    private = "refuted"
    mode.all = "proved"         # private under every mode

    ["my-paper.toml"]           # claims: each is expected as recorded
    lemma2 = "conditional"

Files are looked for beside `onoff.toml`. Reading imports nothing heavy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..claims.reader import load as read_claims
from ..claims.values import Keys, Known, expect, mapping, one_of, placing, table, text
from ..document import located, part, read
from ..errors import InputError
from ..paper.record import Record

if TYPE_CHECKING:
    from ..claims.file import Paper
    from ..paper.session import Session
    from ..scheme_result import Outcome

SOUND = ("normalised", "decodable", "private")


class Sessions:
    """A session for each claims file, so that each claim is judged once."""

    def __init__(self) -> None:
        self._found: dict[Path, Session] = {}

    def of(self, paper: Paper) -> Session:
        """Return the session of a claims file."""
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
        """Return what is to be shown of it."""
        first = f"known erratum: {self.found}" if self.erratum else f"expected {self.expected}, found {self.found}"
        return [first, *(f"  {line}" for line in self.why)]


@dataclass(frozen=True)
class Expectation:
    """What is expected of a scheme or a claim. `erratum` is the record of a claim that is known not to hold."""

    name: str
    ask: Callable[[Sessions], Answer]
    erratum: str = ""


# -- reading -----------------------------------------------------------------------------------------------

_of_scheme = one_of(("proved", "refuted"))
_of_claim = one_of(("proved", "conditional", "refuted"))
SCHEME: Keys = {
    **{f"{name}?": _of_scheme for name in (*SOUND, "optimal")},
    "mode?": mapping(_of_scheme, text, 'a table, such as mode.all = "proved"'),
}


def load(path: Path) -> list[Expectation]:
    """Return the expectations in a file. Raise `InputError` with file, line and what was found for every fault."""
    file = str(path)
    try:
        data = read(file)
    except InputError as error:
        raise located(error, file) from None
    found: list[Expectation] = []
    with placing(lambda error: located(error, file)):
        for name, given in data.items():
            with part(name):
                found += _of_file(path.parent / name, name, given)
    if not found:
        raise InputError(f"{file}: expected a table for each file, such as [\"my-scheme.toml\"], found none")
    return found


def _of_file(path: Path, name: str, given: object) -> list[Expectation]:
    """Return what is expected of a file with a scheme, or with claims."""
    wanted = expect(given, dict, "a table of verdicts")
    if "claim" not in read(str(path)):
        return [_scheme(path, name, table(wanted, Known(), SCHEME))]
    paper = read_claims(path)
    claims = table(wanted, Known(), {f"{claim}?": _of_claim for claim in paper.claims})
    return [_claim_as(claim, paper, claims[claim]) if claim in claims else claim_as_recorded(claim, paper)
            for claim in paper.claims]


def _scheme(path: Path, name: str, given: dict[str, Any]) -> Expectation:
    """Return what is expected of a scheme."""
    modes = given.pop("mode", {})
    under = {f"mode {mode}": verdict for mode, verdict in modes.items()}
    wanted = {**dict.fromkeys(SOUND, "proved"), **given, **under}
    return Expectation(name, lambda sessions: _ask_scheme(path, wanted, tuple(modes)))


def claim_as_recorded(claim: str, paper: Paper) -> Expectation:
    """Return the expectation that a claim comes out as recorded."""
    known = Record(paper.certificates).erratum(claim)
    return Expectation(claim, lambda sessions: _ask_record(sessions.of(paper), claim),
                       f"known erratum: {known}" if known else "")


def _claim_as(claim: str, paper: Paper, verdict: str) -> Expectation:
    return Expectation(claim, lambda sessions: _ask_claim(sessions.of(paper), claim, verdict))


# -- asking ------------------------------------------------------------------------------------------------


def _ask_record(session: Session, claim: str) -> Answer:
    found = Record(session.paper.certificates).standing(session.judge([claim])[0])
    return Answer(found.expected, found.found, _claim_lines(session, claim), found.kind == "erratum")


def _ask_claim(session: Session, claim: str, verdict: str) -> Answer:
    return Answer(verdict, session.judge([claim])[0].verdict.value, _claim_lines(session, claim))


def _claim_lines(session: Session, claim: str) -> tuple[str, ...]:
    from ..report.claims import why
    from ..report.text import PLAIN

    return tuple(line for sentence in why(session.judge([claim])[0]) for line in PLAIN.wrapped(sentence, "", "  "))


def _ask_scheme(path: Path, wanted: dict[str, str], modes: Sequence[str]) -> Answer:
    from .. import judge
    from ..schemes.files import load_cases

    files = load_cases(str(path))
    under = {mode: judge.cases(files, mode) for mode in modes}
    plain = next(iter(under.values())) if under else judge.cases(files)
    parts = {name: _worst([case.properties[name] for case in plain]) for name in wanted if name[:5] != "mode "}
    for mode, found in under.items():
        parts[f"mode {mode}"] = _worst([case.properties["private under the mode"] for case in found])
    verdicts = {name: each.verdict.value for name, each in parts.items()}
    why = [line for name, each in parts.items() if verdicts[name] != wanted[name] for line in _reasons(name, each)]
    return Answer(_listed(wanted), _listed(verdicts), tuple(why))


def _worst(parts: Sequence[Outcome]) -> Outcome:
    """Return what is to be said about all cases of a file."""
    return next(each for word in ("refuted", "undecided", "proved") for each in parts if each.verdict.value == word)


def _listed(verdicts: dict[str, str]) -> str:
    return ", ".join(f"{name}: {verdict}" for name, verdict in verdicts.items())


def _reasons(name: str, found: Outcome) -> Iterator[str]:
    """Yield why a property fails or is undecided."""
    from ..report.claims import sentence
    from ..report.text import PLAIN

    if found.witness is not None:
        yield f"{name} fails: {PLAIN.spell(sentence(found.witness))}"
    elif found.why:
        yield f"{name} undecided: {found.why}"
