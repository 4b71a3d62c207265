"""Commands about schemes and chains: scheme, pmf, bound."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from ..errors import Undecidable
from .output import complete_files, exit_code, format_option, look, one_line, output_option, write
from .terminal import Progress

if TYPE_CHECKING:
    from ..scheme_result import SchemeResult
    from ..schemes.files import SchemeFile
    from ..schemes.histories import Prior
    from ..schemes.scheme import Scheme


@click.command(epilog="\b\nExamples:\n  onoff-verify scheme examples/paper-low.toml\n"
                      "  onoff-verify scheme my.toml --format json | jq .private\n"
                      "  onoff-verify scheme my.toml --mode 1,0,0,1,0\n"
                      "  onoff-verify scheme my.toml -o my.html --at alpha=1/5,beta=1/5")
@click.argument("file", metavar="FILE", shell_complete=complete_files)
@click.option("--mode", metavar="MODE|all",
              help="Also judge privacy under a mode such as 1,0,0,1,0 (1 is ON), or under all modes.")
@click.option("--certificate", metavar="OUT", help="Also write the certificate of the answers, which `check` accepts.")
@click.option("--at", "values", metavar="NAME=VALUE,...", default="",
              help="Where the plots of a page are drawn: exact values for the parameters.")
@format_option("text", "json", "html", "latex")
@output_option
def scheme(file: str, mode: str | None, certificate: str | None, values: str, form: str, output: str | None) -> None:
    """Judge a scheme from a TOML file: normalised, decodable, private for all t, query chain, cost.

    Exit code 0 if it is normalised, decodable and private, 1 if not; the other answers do not count.

    Under a mode, the scheme starts again at each ON time: X_0 is the request of that time, and t counts from it.
    """
    if values and form not in ("html", "latex"):
        raise click.UsageError("--at is for --format html and --format latex")
    if certificate is not None and output is not None and os.path.realpath(certificate) == os.path.realpath(output):
        raise click.UsageError("--certificate and -o name the same file")
    from ..report import json, text
    from ..schemes.files import load
    from .. import judge

    loaded = load(file)
    try:
        found = judge.scheme(loaded, mode)
    except Undecidable as reason:
        raise Undecidable(f"{file}: undecided: {reason}") from None
    if form in ("html", "latex"):
        write(_page(file, loaded, found, values, form), output)
    else:
        write(json.scheme(found) if form == "json" else text.scheme(found, one_line(file), look(output)), output)
    if certificate is not None:
        if not found.certificate:
            raise Undecidable(f"{file}: no certificate: {found.why}")
        write(found.certificate, certificate)
    sys.exit(exit_code([found.verdict.value]))


def _page(path: str, file: SchemeFile, found: SchemeResult, values: str, form: str) -> str:
    """A document about a scheme."""
    from fractions import Fraction

    from ..document import text_of
    from ..report import scheme_latex, scheme_page
    from ..report.scheme_view import MODE, Page
    from ..schemes.measured import measure
    from ..schemes.modes import parse_mode

    witness = found.private.witness
    shows = {} if witness is None else dict(witness.shows)
    point = {} if witness is None else {name: Fraction(value) for name, value in witness.point}
    history = tuple(shows["history"].split(",")) if "history" in shows else ()
    pair = (shows.get("one", ""), shows.get("other", ""))
    measured = measure(file, values, point, history, pair) if found.costs else None
    mode = parse_mode(found.mode) if found.mode not in ("", "all") else MODE
    page = Page(one_line(path), text_of(path), found, measured, mode)
    return scheme_page.scheme(page) if form == "html" else scheme_latex.scheme(page)


@click.command(epilog="\b\nExamples:\n  onoff-verify pmf --t 2 --case low\n"
                      "  onoff-verify pmf --t 3 --scheme my.toml --format json")
@click.option("--t", "time", type=click.IntRange(0, 16), default=1, show_default=True, help="The time t.")
@click.option("--case", "case", metavar="NAME", default=None,
              help="A scheme of the paper: low (alpha + beta < 1) or high (> 1).  [default: low]")
@click.option("--scheme", "file", metavar="FILE", shell_complete=complete_files,
              help="A scheme file instead of the paper's scheme.")
@format_option("text", "json", "latex")
@output_option
def pmf(time: int, case: str | None, file: str | None, form: str, output: str | None) -> None:
    """Print the exact joint law of (X_0, X_t, Q_0, ..., Q_t), reachable atoms only."""
    if case is not None and file is not None:
        raise click.UsageError("--case and --scheme exclude each other")
    from ..report import json, latex, text
    from ..schemes.pmf import joint

    model, prior = _model(case or "low", file)
    with Progress(time) as progress:
        law = joint(model, prior, time, lambda now: progress.step(f"t = {now}"))
    writer = {"text": text.pmf, "json": json.pmf, "latex": latex.pmf}[form]
    write(writer(law), output)


def _model(case: str, file: str | None) -> tuple[Scheme, Prior]:
    """A scheme and a law of X_0."""
    if file is not None:
        from ..judge import require_laws
        from ..schemes.files import load
        from ..schemes.followed import with_prior

        loaded = load(file)
        require_laws(loaded, file)
        return with_prior(loaded.scheme)
    from ..paper.schemes import scheme_of

    return scheme_of(case)


@click.command(epilog="\b\nExamples:\n  onoff-verify bound examples/paper-low.toml --t 3 --at alpha=1/5,beta=1/5\n"
                      "  onoff-verify bound chain.toml --t 10 --format json")
@click.argument("file", metavar="FILE", shell_complete=complete_files)
@click.option("--t", "time", type=click.IntRange(0, 1000), default=1, show_default=True, help="The time t.")
@click.option("--at", "values", metavar="NAME=VALUE,...", default="", help="Exact values for the parameters.")
@click.option("--certificate", metavar="OUT", help="Also write the certificate of the bound, which `check` accepts.")
@format_option("text", "json")
@output_option
def bound(file: str, time: int, values: str, certificate: str | None, form: str, output: str | None) -> None:
    """The least that any private scheme downloads at time t, exactly, for any number of sources.

    FILE needs `sources` and `[chain]`; a scheme file will do.
    """
    from ..report import json, text
    from ..schemes.files import chain_at, load_chain
    from .. import judge

    loaded, where = load_chain(file)
    parameters, chain = chain_at(loaded, values, where)
    found = judge.bound(chain, time)
    what = found, chain.sources, time, parameters
    write(json.least(*what) if form == "json" else text.least(*what, look(output)), output)
    if certificate is not None:
        if not found.certificate:
            raise Undecidable(f"{file}: no certificate: {found.why}")
        write(found.certificate, certificate)
    sys.exit(exit_code([found.verdict.value]))


COMMANDS = (scheme, pmf, bound)
