"""Commands about the claims of a paper: verify, errata, list, show, certify, check, appendix."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from ..document import STANDARD_INPUT
from ..errors import InputError, Spot, Undecidable
from .output import (
    FILE, coq_file, exit_code, fail, format_option, look, made_folder, one_line, output_option, readable, say_left_out,
    write, write_report,
)
from .terminal import Progress, obeys

if TYPE_CHECKING:
    from ..claims.file import Paper
    from ..paper.session import Session
    from ..report.document import Block
    from ..report.text import Look
    from ..result import Result, Standing


def _paper(file: str | None) -> Paper:
    from ..claims.reader import load
    from ..claims.place import place_of, the_paper

    return the_paper() if file is None else load(place_of(file))


_CLAIMS = click.option("--claims", "file", metavar="FILE", type=FILE,
                       help="Other claims: `beyond` (N sources), a file of your own (see docs/your-paper.md), or - for "
                            "standard input.")
_SEARCH = click.option("--search", is_flag=True, help="Find each certificate again instead of checking a known one.")
RULE = f"\n{'-' * 78}\n\n"
"""Is written between two reports."""
MANY = 3
"""So many claims are reported in full; of more there is a table."""
_IDS = click.argument("ids", nargs=-1, metavar="ID...|all")


def _chosen(paper: Paper, words: Sequence[str]) -> list[str]:
    """The claims that are named; `all` is every one."""
    if not words:
        raise click.UsageError("name a claim, or say all; see onoff-verify list")
    named = [claim for word in _joined(words) if word != "all" for claim in _known(paper, word)]
    return _every(paper) if "all" in words else list(dict.fromkeys(named))


def _every(paper: Paper) -> list[str]:
    """Return all claims; whatever is wrong with the file is found."""
    from ..claims.reader import check

    check(paper)
    return list(paper.claims)


def _joined(words: Sequence[str]) -> list[str]:
    """`lemma 1` is one name: a number belongs to the word before it."""
    found: list[str] = []
    for word in words:
        if word.isdigit() and found and found[-1].isalpha() and found[-1] != "all":
            found[-1] += word
        else:
            found.append(word)
    return found


def _known(paper: Paper, word: str) -> tuple[str, ...]:
    """The claims of that name; a label of the paper may stand for several."""
    from ..claims.names import find, near
    from ..claims.place import option
    from .app import commands

    if word in commands.commands:
        raise click.UsageError(f"expected a claim, found the command {word}; see onoff-verify list{option(paper)}")
    found = find(paper.claims, word)
    if not found:
        is_first = click.get_current_context().info_name == "verify"     # the word `verify` may be left out
        close = near(word, [*paper.claims, *(commands.commands if is_first else ())])
        what = "claim or command" if is_first else "claim"
        meant = f"did you mean {close}? " if close else ""
        missing = InputError(
            f"no {what} is called {word!r}; {meant}onoff-verify list{option(paper)} shows all claims"
        )
        raise missing.shown_at(Spot(word, 0, len(word), name="argument"))
    return found


def _judged(paper: Paper, ids: Sequence[str], search: bool = False, log: bool = False,
            kept: Mapping[str, str] = MappingProxyType({})) -> tuple[Session, list[Result]]:
    from ..paper.session import Session

    with Progress(0, search or log) as progress:
        session = Session(paper, progress.step, search, kept)
        progress.total = len(session.closure(ids))
        return session, session.judge(ids)


def judged_paper(file: str | None) -> tuple[Session, list[Result]]:
    """Return all claims of a paper, judged."""
    paper = _paper(file)
    return _judged(paper, _every(paper), log=True)


def _decided(results: Sequence[Result]) -> None:
    """Nothing is written about claims of which one is undecided."""
    for result in results:
        if result.verdict.value == "undecided":
            raise Undecidable(f"{result.id}: no certificate: {result.why}")


def _standings(paper: Paper, results: Sequence[Result], strict: bool) -> dict[str, Standing]:
    from ..paper.record import Record

    record = Record(paper.certificates)
    return {result.id: record.standing(result, strict) for result in results}


def _outcome(results: Sequence[Result], standings: dict[str, Standing]) -> int:
    """Return 0 if every verdict is the recorded one (strict: proved); 1 for better or worse, 3 for undecided."""
    failing = [result.verdict.value for result in results if standings[result.id].kind == "fails"]
    return exit_code("refuted" if verdict == "proved" else verdict for verdict in failing)


@click.command(epilog="\b\nExamples:\n  onoff-verify verify lemma1\n"
                      "  onoff-verify verify all --format json -o out.json\n"
                      "  onoff-verify verify all --format html -o report.html\n"
                      "  onoff-verify verify lemma1 --format latex -o lemma1.tex\n"
                      "  onoff-verify verify all --claims my-paper.toml")
@_IDS
@format_option("text", "json", "latex", "html")
@output_option
@click.option("--strict", is_flag=True, help="Count known errata as failures.")
@_SEARCH
@click.option("--proof", is_flag=True, help="Show what was checked, step by step.")
@click.option("--weights", "weighed", is_flag=True,
              help="Drop each hypothesis in turn and show which are needed (takes longer).")
@_CLAIMS
@click.option("--watch", is_flag=True, help="Judge again whenever the file of --claims is saved, until Ctrl-C.")
def verify(ids: tuple[str, ...], form: str, output: str | None, strict: bool, search: bool, proof: bool,
           weighed: bool, file: str | None, watch: bool) -> None:
    """Judge claims of the paper. The word `verify` may be left out.

    A verdict is the checker's answer to a certificate. A claim that does not hold as printed counts as a failure only
    if its verdict is not the recorded one, or with --strict.
    """
    if weighed and form == "latex":
        raise click.UsageError("--weights and --format latex exclude each other")
    if not watch:
        begin = monotonic()
        code, _ = _verified(ids, form, output, strict, search, proof, weighed, file)
        if "all" in ids and obeys(sys.stderr):
            click.echo(f"{monotonic() - begin:.1f} s", err=True)
        sys.exit(code)
    if file in (None, STANDARD_INPUT):
        raise click.UsageError("--watch goes with --claims FILE")
    from ..claims.place import place_of
    from .writing import watched

    kept: dict[str, str] = {}

    def judge() -> None:
        _, session = _verified(ids, form, output, strict, search, proof, weighed, file, kept)
        kept.update(session.certificates(session.paper.claims))

    watched(str(place_of(file)), judge)


def _verified(ids: tuple[str, ...], form: str, output: str | None, strict: bool, search: bool, proof: bool,
              weighed: bool, file: str | None, kept: Mapping[str, str] | None = None) -> tuple[int, Session]:
    """Judge, and write the report. Certificates that are kept need not be looked for again."""
    paper = _paper(file)
    session, results = _judged(paper, _chosen(paper, ids), search, kept=kept or {})
    standings = _standings(paper, results, strict)
    weights = _weights(session, results) if weighed else {}
    if form == "text":
        write(_text(paper, results, standings, weights, "all" in ids, proof, look(output)), output)
    else:
        write_report(lambda: _json(results, weights, paper), _blocks(session, results, weights, form), form,
                     output, lambda: session.certificates(result.id for result in results))
    return _outcome(results, standings), session


def _json(results: Sequence[Result], weights: dict[str, Any], paper: Paper) -> str:
    from ..report import json

    return json.claims(results, weights, paper)


def _blocks(session: Session, results: Sequence[Result], weights: dict[str, Any], form: str) -> list[Block]:
    """Return the report as a page or for LaTeX."""
    if form == "html":
        from ..paper.score import score
        from ..paper.web import report

        return report(session, results, weights, score(session.paper))
    from ..report import claims

    return [block for result in results for block in claims.claim(result, (), True)]


def _text(paper: Paper, results: Sequence[Result], standings: dict[str, Standing], weights: dict[str, Any],
          whole: bool, proof: bool, look: Look) -> str:
    """Return the report as text: of a few claims each in full, of more a table; of the whole paper with its letter."""
    from ..report import claims, text
    from ..report.document import Text
    from ..report.letter import ending, headline

    if not whole and len(results) <= MANY:
        reports = (claims.claim(result, weights.get(result.id, ()), proof) for result in results)
        return RULE.join(text.render(report, look) for report in reports)
    top = [Text(headline(paper, results))] if whole else []
    end = ending(standings, paper) if whole else []
    return text.render([*top, *claims.claims(results, weights), *end], look)


def _weights(session: Session, results: Sequence[Result]) -> dict[str, Any]:
    from ..paper.weights import Scales

    found, scales = {}, Scales(session)
    with Progress(len(results), log=True) as progress:
        for result in results:
            progress.step(f"weights of {result.id}")
            found[result.id] = list(scales.of(result))
    return found


@click.command(epilog="\b\nExamples:\n  onoff-verify errata\n  onoff-verify errata theorem1\n"
                      "  onoff-verify errata --format latex -o errata.tex\n  onoff-verify errata -o errata.html")
@click.argument("ids", nargs=-1, metavar="[ID...]")
@format_option("text", "json", "latex", "html")
@output_option
@click.option("--fragment", is_flag=True, help="Write LaTeX for \\input in a document of your own.")
@_CLAIMS
def errata(ids: tuple[str, ...], form: str, output: str | None, fragment: bool, file: str | None) -> None:
    """Print the errata as a letter to the authors, most serious first.

    Each item has its place, the printed text, a counterexample that can be redone by hand, and what to write instead.
    Undecided claims come last, with the reason. The LaTeX document compiles by itself. Name claims to print only their
    items. Exit code 0 if every verdict is the recorded one.
    """
    if fragment and form != "latex":
        raise click.UsageError("--fragment goes with --format latex")
    from ..report import html, json, latex
    from ..report.letter import letter

    paper = _paper(file)
    _, results = _judged(paper, _chosen(paper, ids) if ids else _every(paper))
    if form == "html":
        write(html.page([*letter(paper, results)]), output)
    elif form == "latex":
        write(latex.letter(letter(paper, results), fragment), output)
    else:
        failing = [result for result in results if result.verdict.value != "proved"]
        write_report(lambda: json.errata(failing, paper), letter(paper, results), form, output)
    sys.exit(_outcome(results, _standings(paper, results, False)))


# -- certificates ------------------------------------------------------------------------------------------


@click.command(epilog="\b\nExamples:\n  onoff-verify certify lemma1 -o certificates\n"
                      "  onoff-verify certify all -o certificates && onoff-verify check certificates/*.json\n"
                      "  onoff-verify certify lemma1 --coq coq && "
                      "coqc -Q proofs/coq/checker OnOffChecker coq/lemma1.v")
@_IDS
@click.option("-o", "--output", "folder", metavar="DIR",
              help="The folder to write to; it is made if it is missing. By default that of the record of your own "
                   "--claims FILE, FILE.certificates; else certificates.")
@click.option("--coq", metavar="DIR",
              help="Write files for Coq, DIR/ID.v, which prove the certificates, in place of these.")
@_SEARCH
@_CLAIMS
def certify(ids: tuple[str, ...], folder: str | None, coq: str | None, search: bool, file: str | None) -> None:
    """Write the certificates of claims, DIR/ID.json, and of all claims that they rest on.

    Nothing is written before the checker has accepted all of them.

    With --coq, each becomes a file for `coqc` instead (hyphens in its name become _), which holds the certificate as
    data and proves what it states. What cannot be exported is named, with the reason, and the exit code is 3.
    """
    if coq is not None and folder is not None:
        raise click.UsageError("-o and --coq exclude each other")
    paper = _paper(file)
    session, results = _judged(paper, _chosen(paper, ids), search, log=True)
    _decided(results)
    if coq is not None:
        _coq(session, results, coq)
        return
    from ..claims.place import ours

    found = session.certificates(result.id for result in results)
    place = made_folder(folder or ("certificates" if ours(paper) else str(paper.certificates)))
    for claim, text in found.items():
        write(text, str(place / f"{claim}.json"))
    click.echo(f"{len(found)} {'certificate' if len(found) == 1 else 'certificates'} written to {one_line(str(place))}")


def _coq(session: Session, results: Sequence[Result], folder: str) -> None:
    """Write a file for Coq for each claim and all that they rest on."""
    from ..coq import export

    found = {claim: export(text) for claim, text in session.certificates(result.id for result in results).items()}
    place = made_folder(folder)
    for claim, exported in found.items():
        path = str(place / f"{claim.replace('-', '_')}.v")
        say_left_out(claim, exported)
        write(coq_file(exported, path), path)
    click.echo(f"{len(found)} {'file' if len(found) == 1 else 'files'} for Coq written to {one_line(folder)}")
    if any(exported.left for exported in found.values()):
        sys.exit(Undecidable.exit_code)


@click.command(epilog="\b\nExamples:\n  onoff-verify check certificates/*.json\n"
                      "  onoff-verify check --paper --brief certificates/*.json\n"
                      "  python -I -S onoff_symbolic/checker certificates/*.json   # the same, without this tool")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", callback=readable)
@click.option("--brief", is_flag=True, help="One line for each file.")
@format_option("text", "json", "html")
@output_option
@click.option("--paper", "of_paper", is_flag=True,
              help="Also demand that each goal states the paper's claim of its name (proofs/claims.toml).")
@click.option("--verified", "by_coq", is_flag=True,
              help="Let the checker that was extracted from Coq look at each file, in place of ours.")
@_CLAIMS
def check(files: tuple[str, ...], brief: bool, form: str, output: str | None, of_paper: bool, by_coq: bool,
          file: str | None) -> None:
    """Check certificates from anywhere. Exit code 0 only if all are valid.

    A certificate is `incomplete` if it rests on a claim whose certificate is not among the files. With --paper, every
    goal must be the paper's.

    With --verified, a program that was extracted from the checker in Coq, which is proved sound, looks at each file
    alone; what it cannot read is named. Build it with `make -C proofs/coq onoff-checker`; it is found on the PATH or by
    ONOFF_CHECKER.
    """
    if by_coq:
        if of_paper or file is not None or output is not None or form != "text":
            raise click.UsageError("--verified goes with files alone")
        sys.exit(_by_coq(files))
    from .. import checker

    accept = _paper(file).accepts if of_paper or file is not None else None
    if form == "text" and output is None:
        sys.exit(checker.main([*(["--brief"] if brief else []), *files], accept))
    if form == "text" or brief:
        raise click.UsageError("-o and --brief exclude each other; -o goes with --format json or html")
    from ..checker.polynomials import MAX_BYTES
    from ..document import data_of
    from ..report import certificates

    answers = checker.judge(((path, data_of(path, MAX_BYTES)) for path in files), accept)
    write_report(lambda: certificates.data(answers), certificates.blocks(answers), form, output)
    sys.exit(0 if all(answer.word == "valid" for answer in answers.values()) else 1)


def _by_coq(files: Sequence[str]) -> int:
    """Print what the extracted checker says of each file; return the exit code."""
    from ..coq.verified import program, verified

    checker = program()
    answers = [verified(path, checker) for path in files]
    for path, (_, said) in zip(files, answers):
        click.echo(one_line(f"{path}: {said}"))
    return 0 if all(good for good, _ in answers) else 1


# -- reading -----------------------------------------------------------------------------------------------


@click.command("list", epilog="\b\nExamples:\n  onoff-verify list\n  onoff-verify list --verdict refuted --section C")
@click.option("--verdict", type=click.Choice(("proved", "conditional", "refuted", "undecided")),
              help="Only claims with this verdict; all are judged first.")
@click.option("--section", metavar="NAME", help="Only claims of a section or an appendix, such as IV-A or C.")
@_CLAIMS
def list_claims(verdict: str | None, section: str | None, file: str | None) -> None:
    """List the claims, in paper order."""
    from ..report.document import Table

    paper = _paper(file)
    claims = [paper.claims[name] for name in _every(paper)]
    known = [claim for claim in claims if section is None or _stands_in(claim.where, section)]
    if section is not None and not known:
        raise click.UsageError(f"--section: no claim is in {section!r}; see onoff-verify list")
    if verdict is not None:
        _, results = _judged(paper, [claim.id for claim in known])
        known = [claim for claim, result in zip(known, results, strict=True) if result.verdict.value == verdict]
    rows = tuple((f"`{claim.id}`", f"{claim.title} ({claim.where})") for claim in known)
    write_report(lambda: "", [Table("", ("", ""), rows)], "text", None)


def _stands_in(where: str, section: str) -> bool:
    """Whether a place is in a section: "C" is Appendix C, "IV" has IV-A in it."""
    name = section.casefold().removeprefix("section").removeprefix("appendix").strip()
    words = re.findall(r"[A-Za-z0-9-]+", where.partition(",")[0].casefold())
    return any(word == name or word.startswith(f"{name}-") for word in words)


@click.command(epilog="\b\nExamples:\n  onoff-verify show lemma1 theorem1")
@click.argument("words", metavar="ID...", nargs=-1, required=True)
@_CLAIMS
def show(words: tuple[str, ...], file: str | None) -> None:
    """Show claims as printed and as encoded, and where they are in the paper, without judging them."""
    paper = _paper(file)
    names = dict.fromkeys(name for word in _joined(words) for name in _known(paper, word))
    from ..report import text
    from ..report.claims import shown

    write(RULE.join(text.render(shown(paper.claims[name]), look(None)) for name in names), None)


@click.command(epilog="\b\nExamples:\n  onoff-verify appendix                 write proofs/latex\n"
                      "  onoff-verify appendix -o build --pdf  also build/appendix.pdf\n"
                      "  onoff-verify appendix --check         is proofs/latex up to date?")
@click.option("-o", "--output", "place", metavar="DIR", default=None,
              help="The directory of the files.  [default: proofs/latex; with --claims FILE, FILE.latex]")
@_CLAIMS
@click.option("--pdf", "typeset", is_flag=True, help="Also make appendix.pdf (needs pdflatex).")
@click.option("--check", "compare", is_flag=True, help="Write nothing; exit 1 if the files differ from a new run.")
def appendix(place: str | None, file: str | None, typeset: bool, compare: bool) -> None:
    """Regenerate the appendices, tables and Figure 2 as LaTeX, from a run.

    Writes appendix.tex (a document of its own), onoff-appendix.tex (its text, to be taken into the paper by \\input
    with \\usepackage{onoff}) and onoff.sty. Where the printed text is wrong, the corrected equation is written, with a
    note in the margin.
    """
    if typeset and compare:
        raise click.UsageError("--pdf and --check exclude each other")
    from ..paper.appendix import MAIN_FILE, files
    from ..report.typeset import pdf, tool

    paper = _paper(file)
    place = place or (f"{file}.latex" if file else "proofs/latex")
    if not paper.appendix:
        raise InputError(f"{file}: expected [[appendix]], found none")
    if Path(place).exists() and not Path(place).is_dir():
        raise InputError(f"{place}: expected a directory, found a file")
    if typeset:
        tool()      # better now than after the run
    session, results = _judged(paper, _every(paper))
    _decided(results)
    texts = files(session)
    if compare:
        _compare(Path(place), texts)
        return
    made: dict[str, str | bytes] = {**texts}
    if typeset:
        made["appendix.pdf"] = pdf(texts, MAIN_FILE)
    made_folder(place)
    for name, content in made.items():
        write(content, os.path.join(place, name))
        click.echo(os.path.join(place, name))


def _compare(folder: Path, texts: Mapping[str, str]) -> None:
    """Exit with 1 unless a folder has these files."""
    if not folder.is_dir():
        fail(f"{folder}: there is no such directory, and so not {', '.join(texts)}", 1)
    differ = [name for name, text in texts.items() if _on_disk(folder / name) != text]
    if differ:
        fail(f"{folder}: differs from a new run: {', '.join(differ)}", 1)


def _on_disk(path: Path) -> str | None:
    from ..checker.polynomials import MAX_BYTES
    from ..document import data_of

    try:
        return data_of(str(path), MAX_BYTES).decode("utf-8")
    except ValueError:
        return None


COMMANDS = (verify, errata, certify, check, list_claims, show, appendix)
