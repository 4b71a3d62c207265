"""Commands about schemes: scheme, pmf."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ..errors import InputError, Undecidable
from .terminal import Progress
from .output import (
    FILE, certificate_option, coq_file, coq_name, exit_code, file_argument, format_option, naming,
    output_option, say_left_out, shown_file, write, write_certificate, write_report,
)

if TYPE_CHECKING:
    from ..report.document import Block
    from ..scheme_result import PrivateWhere, SchemeResult
    from ..schemes.files import SchemeFile
    from ..schemes.histories import Prior
    from ..schemes.scheme import Scheme


@click.command(epilog="\b\nExamples:\n  onoff-verify scheme examples/paper-low.toml\n"
                      "  onoff-verify scheme my.toml --format json | jq .private\n"
                      "  onoff-verify scheme my.toml --mode 1,0,0,1,0\n"
                      "  onoff-verify scheme my.toml --coq My.v && coqc -Q proofs/coq/checker OnOffChecker My.v\n"
                      "  onoff-verify scheme my.toml -o my.html --at alpha=1/5,beta=1/5")
@file_argument
@click.option("--mode", metavar="MODE|all",
              help="Also judge privacy under a mode such as 1,0,0,1,0 (1 is ON), or under all modes.")
@certificate_option("of the answers, which `check` accepts")
@click.option("--coq", metavar="OUT.v", help="Also write the certificate as a file for Coq, which proves it.")
@click.option("--at", "values", metavar="NAME=VALUE,...", default="",
              help="Parameter values for the plots of a page; of several cases they choose one.")
@format_option("text", "json", "html", "latex")
@output_option
def scheme(file: str, mode: str | None, certificate: str | None, coq: str | None, values: str, form: str,
           output: str | None) -> None:
    """Judge a scheme from a TOML file: normalised, decodable, private for all t, query chain, cost.

    Exit code 0 if it is normalised, decodable and private, 1 if one of these is refuted, 3 if one is undecided.

    Rules with a `where` of their own make several cases: each is judged and has its own certificate.

    Under a mode, the scheme starts again at each ON time: X_0 is the request of that time, and t counts from it.

    With --coq, the file holds the certificate as data, and Coq proves what it states. What cannot be exported is named.
    Several cases become OUT_1.v, OUT_2.v and so on.
    """
    if coq is not None:
        coq_name(coq)
    if values and form != "html":
        raise click.UsageError("--at is for --format html")
    from ..report import json, schemes
    from ..schemes.files import load_cases
    from .. import judge

    loaded = load_cases(file)
    try:
        with Progress(0, log=True, seldom=True) as progress:
            found = judge.cases(loaded, mode, progress.say)
    except Undecidable as reason:
        raise Undecidable(f"{file}: undecided: {reason}") from None
    whole = form != "html" or len(loaded) > 1 and not values
    blocks = schemes.cases(found, shown_file(file)) if whole else _page(file, loaded, found, values)
    write_report(lambda: json.cases(found), blocks, form, output)
    if certificate is not None:
        for number, case in enumerate(found, start=1):
            path = _numbered(certificate, "-", number, len(found))
            write_certificate(case.certificate, case.why, file, path)
            if path != "-" and case.private_where is not None:
                _parameters(case.private_where, path)
    if coq is not None:
        _coq(file, found, coq)
    sys.exit(exit_code([case.verdict.value for case in found]))


def _numbered(path: str, between: str, number: int, count: int) -> str:
    """The name of the file for one of several cases."""
    stem, end = os.path.splitext(path)
    return path if count == 1 or path == "-" else f"{stem}{between}{number}{end}"


def _parameters(found: PrivateWhere, path: str) -> None:
    """The certificates for which parameters a scheme is private: NAME-if-1, …, and NAME-only-if-1, …"""
    stem, end = os.path.splitext(path)
    for word, texts in (("if", [text for _, text in found.cases]), ("only-if", found.converse)):
        for number, text in enumerate(texts, start=1):
            write(text, f"{stem}-{word}-{number}{end}")


def _coq(file: str, found: Sequence[SchemeResult], coq: str) -> None:
    """Write a file for Coq for each case, or none at all."""
    from ..coq import export

    texts = list[tuple[str, str]]()
    for number, case in enumerate(found, start=1):
        if not case.certificate:
            raise Undecidable(f"{file}: nothing for Coq: {case.why}")
        name = _numbered(coq, "_", number, len(found))
        exported = export(case.certificate)
        say_left_out(name, exported)
        texts.append((coq_file(exported, name), name))
    for text, name in texts:
        write(text, name)


def _page(path: str, files: Sequence[SchemeFile], results: Sequence[SchemeResult], values: str) -> Iterator[Block]:
    """Return the report about a scheme; of several cases, about the one in which the point is."""
    from fractions import Fraction

    from ..document import text_of
    from ..nsources.bound import least_at
    from ..report.schemes import MODE, page
    from ..schemes.measured import measure
    from ..schemes.files import chain_at
    from ..schemes.modes import parse_mode

    place = 0
    if len(files) > 1:
        with naming("--at"):
            point, _ = chain_at(files[0].scheme.chain, values)
        place = next((i for i, file in enumerate(files) if file.region.holds(point)), -1)
        if place < 0:
            raise InputError(f"{path}: --at: expected a point of one of the cases")
    file, found = files[place], results[place]
    witness = found.private.witness
    shows = {} if witness is None else dict(witness.shows)
    known = {} if witness is None else {name: Fraction(value) for name, value in witness.point}
    history = tuple(shows["history"].split(",")) if "history" in shows else ()
    pair = (shows.get("one", ""), shows.get("other", ""))
    with naming("--at"):
        measured = measure(file, values, known, least_at, history, pair) if found.costs else None
    mode = parse_mode(found.mode) if found.mode not in ("", "all") else MODE
    return page(found, shown_file(path), text_of(path), measured, mode)


@click.command(epilog="\b\nExamples:\n  onoff-verify pmf --t 2 --case low\n"
                      "  onoff-verify pmf --t 3 --scheme my.toml --format json")
@click.option("--t", "time", type=click.IntRange(0, 16), default=1, show_default=True, help="The time t.")
@click.option("--case", "case", metavar="NAME", default=None,
              help="A scheme of the paper: low (alpha + beta < 1) or high (> 1).  [default: low]")
@click.option("--scheme", "file", metavar="FILE", type=FILE,
              help="A scheme file instead of the paper's scheme.")
@format_option("text", "json")
@output_option
def pmf(time: int, case: str | None, file: str | None, form: str, output: str | None) -> None:
    """Print the exact joint law of (X_0, X_t, Q_0, ..., Q_t), reachable atoms only.

    A file with several cases gets one law for each.
    """
    if case is not None and file is not None:
        raise click.UsageError("--case and --scheme exclude each other")
    from ..checker.polynomials import Undefined
    from ..report import json, schemes
    from ..schemes.pmf import Atoms

    try:
        laws = [(region, Atoms(model, prior, time)) for region, model, prior in _models(case or "low", file)]
    except Undefined:
        raise InputError(f"--case: expected a scheme that has a law at t = {time}, found {case}, which lacks a table"
                         ) from None
    write(json.pmfs(laws) if form == "json" else schemes.pmfs(laws), output)


def _models(case: str, file: str | None) -> list[tuple[tuple[str, ...], Scheme, Prior]]:
    """Schemes, each with its region and a law of X_0."""
    if file is not None:
        from ..judge import require_laws
        from ..schemes.files import load_cases
        from ..schemes.cost import with_prior

        found = []
        for loaded in load_cases(file):
            require_laws(loaded, file)
            found.append((tuple(loaded.region.stated()), *with_prior(loaded.scheme)))
        return found
    from ..paper.schemes import scheme_of

    return [((), *scheme_of(case))]


COMMANDS = (scheme, pmf)
