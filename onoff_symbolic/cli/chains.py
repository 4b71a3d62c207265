"""Commands about chains: bound, design, region."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import click

from ..document import located, read
from ..errors import InputError, Pole, Undecidable
from .output import (
    FILE, at_option, certificate_option, exit_code, file_argument, format_option, naming, one_line, output_option,
    shown_file, writable, write, write_certificate, write_report,
)
from .terminal import Progress

if TYPE_CHECKING:
    from ..scheme_result import BoundResult, ClosedResult, Outcome
    from ..schemes.chain import Chain
    from ..nsources.design import Objective


@click.command(epilog="\b\nExamples:\n  onoff-verify bound examples/paper-low.toml --t 3 --at alpha=1/5,beta=1/5\n"
                      "  onoff-verify bound examples/chains/trade-off.toml --t 1..5\n"
                      "  onoff-verify bound examples/chains/cycle.toml --t 1..2\n"
                      "  onoff-verify bound chain.toml --t 1..3 --next 4\n"
                      "  onoff-verify bound chain.toml --t 10 --format json")
@file_argument
@click.option("--t", "time", metavar="T|T..T", default="1", show_default=True, help="The time t, or a range of times.")
@at_option
@click.option("--next", "following", metavar="S", type=click.IntRange(2, 1000), default=None,
              help="Also hide the request of the next ON time S.")
@click.option("--window", metavar="W", type=click.IntRange(1, 1000), default=None,
              help="With --next: at time t, the requests up to t + W are known.")
@certificate_option("of the bound, which `check` accepts")
@click.option("--scheme", "designed", metavar="OUT", type=FILE, callback=writable,
              help="Also write the set scheme that `design` finds with the last t as horizon.")
@format_option("text", "json", "html", "latex")
@output_option
def bound(file: str, time: str, values: str, following: int | None, window: int | None, certificate: str | None,
          designed: str | None, form: str, output: str | None) -> None:
    """Find the least that any private scheme downloads at time t, exactly, for up to ten sources.

    FILE needs `sources` and `[chain]`; a scheme file will do. With `[secret]`, `[cost]`, `allowed` or `ratio` it is
    any one-step problem (docs/one-step.md). A range of times makes a table. Without --at, a chain
    with parameters gets a closed form, for up to four sources or where one holds for every t. Each result says whether
    it is certified.

    Exit code 0 if a certificate was accepted, 3 if a number is computed but not certified.
    """
    times = _times(time)
    _check_options(times, following, window, certificate, designed)
    from ..nsources.problem_file import is_problem
    from ..schemes.files import chain_at, load_chain

    with _about(file):
        document = read(file)
        if is_problem(document):
            if len(times) > 1 or following is not None or designed is not None:
                raise click.UsageError(
                    "a file with costs, allowed sets, a ratio or secrets takes one time, and no --next or --scheme"
                )
            if "secret" in document and times[0] != 1:
                raise click.UsageError("--t goes with [chain]: the rows of [secret] have no time")
            _problem(file, values, times[0], certificate, form, output)
    loaded, where = load_chain(file)
    if not values and following is None and designed is None and _has_closed_form(loaded):
        _closed_forms(file, loaded, where, times, certificate, form, output)
    with naming("--at"):
        parameters, chain = chain_at(loaded, values, where)
    found = _bounds(file, chain, times, following, window)
    hidden = _hidden(times, following, window)
    _write_bounds(file, chain, parameters, times, found, hidden, form, output)
    if designed is not None:
        with _about(file):
            _designed(chain, times[-1], designed)
    _finish(file, found, certificate)


def _problem(file: str, values: str, time: int, certificate: str | None, form: str, output: str | None) -> NoReturn:
    """Answer for any secret: rows of its own, costs, allowed sets, a ratio."""
    from ..nsources.problem_file import read_problem
    from ..report import json, schemes
    from .. import judge_chains as judge

    with _about(file):
        stated = read_problem(read(file), values, time)
        found = judge.problem(stated)
    write_report(lambda: json.problem(found, stated.sources), schemes.problem(found, shown_file(file)), form, output)
    _finish(file, [found], certificate)


def _check_options(times: range, following: int | None, window: int | None, certificate: str | None,
                   designed: str | None) -> None:
    """Raise UsageError unless the options of `bound` go together."""
    if window is not None and following is None:
        raise click.UsageError("--window needs --next")
    if following is not None and not 0 < times[0] <= times[-1] < following:
        raise click.UsageError(f"--t: expected a time between 0 and the next ON time {following}, found {times[-1]}")
    if certificate is not None and len(times) > 1:
        raise click.UsageError("--certificate: expected one time t")
    if designed is not None and (following is not None or not 1 <= times[-1] <= 20):
        raise click.UsageError("--scheme: expected times from 1 to 20, and no --next")


def _has_closed_form(chain: Chain) -> bool:
    """Return whether a chain has parameters, and few sources or one form for every t."""
    from ..nsources.forms import family

    return bool(chain.field.names) and (len(chain.sources) <= 4 or family(chain.matrix) is not None)


def _closed_forms(file: str, chain: Chain, where: Any, times: range, certificate: str | None, form: str,
                  output: str | None) -> NoReturn:
    """Answer with closed forms: one for every t if there is one, else one for each t."""
    from ..nsources.forms import family
    from ..report import json, schemes
    from .. import judge_chains as judge

    every = family(chain.matrix) is not None
    asked = [times] if every else [[each] for each in times]
    found: list[ClosedResult] = []
    with _about(file), Progress(len(asked)) as progress:
        for some in asked:
            progress.step("every t" if every else f"t = {some[0]}")
            found += judge.closed_forms(chain, where, some)
    write_report(lambda: json.closed(found, chain.sources), schemes.closed(found, shown_file(file)), form, output)
    _finish(file, found, certificate)


def _bounds(file: str, chain: Chain, times: range, following: int | None, window: int | None) -> list[BoundResult]:
    """Return the bound at each time."""
    from .. import judge_chains as judge

    found = []
    with _about(file), Progress(len(times)) as progress:
        for each in times:
            progress.step(f"t = {each}")
            if following is None:
                found.append(judge.bound(chain, each))
            else:
                found.append(judge.bound_between(chain, each, following, window))
    return found


def _hidden(times: range, following: int | None, window: int | None) -> str:
    """Return the requests that are hidden."""
    if following is None:
        return "X_0"
    last = following if window is None else min(following, times[0] + window)
    return f"X_0, X_{last}"


def _write_bounds(file: str, chain: Chain, parameters: Any, times: range, found: list[BoundResult], hidden: str,
                  form: str, output: str | None) -> None:
    """Write one bound in full; of several, a table."""
    from ..report import json, schemes

    name = shown_file(file)
    if len(times) == 1:
        blocks = schemes.least(found[0], name, times[0], parameters, hidden)
        data = partial(json.least, found[0], chain.sources, times[0], parameters)
    else:
        rows = list(zip(times, found, strict=True))
        blocks = schemes.bounds(rows, name, parameters)
        data = partial(json.bounds, rows, chain.sources, parameters)
    write_report(data, blocks, form, output)


def _finish(file: str, found: Sequence[Outcome], certificate: str | None) -> NoReturn:
    """Write the certificate, if that is asked for, and exit with the code of the verdicts."""
    write_certificate(found[0].certificate, found[0].why, file, certificate)
    sys.exit(exit_code([each.verdict.value for each in found]))


@contextmanager
def _about(file: str) -> Iterator[None]:
    """Say what is wrong with a chain, or where it has no value, with its place in the file."""
    try:
        yield
    except InputError as error:
        raise located(error, file) from None
    except Pole as error:
        raise InputError(f"{file}: {error}") from None


def _designed(chain: Chain, horizon: int, output: str) -> None:
    """Write the best set scheme up to a time, if it is proved to be one."""
    from ..nsources.design import Objective
    from ..schemes.files import chain_region
    from .. import judge_chains as judge

    with Progress(0, log=True) as progress:
        made = judge.design(chain, chain_region(chain, ()), Objective(Fraction(1), horizon), horizon, progress.count)
    if made.verdict.value != "proved":
        raise Undecidable(f"{output}: not written: the scheme is not proved to be private and decodable")
    write(made.text, output)


def _times(text: str) -> range:
    match = re.fullmatch(r"([0-9]{1,4})(?:\.\.([0-9]{1,4}))?", text.strip())
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if not 0 <= first <= last <= 1000 or last - first >= 100:
        raise click.UsageError(f"--t: expected a time from 0 to 1000, or a range such as 1..5 of at most 100 times, "
                               f"found {one_line(text)[:40]}")
    return range(first, last + 1)


@click.command(epilog="\b\nExamples:\n  onoff-verify design examples/chains/path.toml -o path-scheme.toml\n"
                      "  onoff-verify design examples/chains/cycle.toml --at a=1/4 --horizon 3\n"
                      "  onoff-verify design chain.toml --discount 9/10 --format json")
@file_argument
@click.option("--discount", metavar="G", default=None, help="The weight of each further step, 0 to 1.  [default: 1]")
@click.option("--horizon", metavar="T", type=click.IntRange(1, 20), default=None,
              help="Count only the times up to T.  [default: all]")
@at_option
@click.option("--times", metavar="T", type=click.IntRange(1, 20), default=5, show_default=True,
              help="Show the cost and the bound for t = 1, ..., T.")
@certificate_option("that no set scheme does better")
@format_option("text", "json", "html", "latex", named=False)
@click.option("-o", "--output", metavar="SCHEME", type=FILE, callback=writable,
              help="Write the scheme, as a file that `scheme` reads; - writes it instead of the report.")
def design(file: str, discount: str | None, horizon: int | None, values: str, times: int, certificate: str | None,
           form: str, output: str | None) -> None:
    """Find the best private scheme in which the next query depends on the last query and the last two requests.

    FILE needs `sources` and `[chain]`. The scheme minimizes the total excess over one message; --discount and
    --horizon change that. Exit code 0 if the scheme is proved to be normalised, decodable and private under every mode;
    a scheme that is refuted is not written.
    """
    if discount is not None and horizon is not None:
        raise click.UsageError("--discount and --horizon exclude each other")
    from ..report import json, schemes
    from ..nsources.design import Endless
    from ..schemes.files import chain_at, chain_region, load_chain
    from .. import judge_chains as judge

    objective = _objective(discount, horizon)
    chain, where = load_chain(file)
    if values or not chain.field.names:
        with naming("--at"):
            _, chain = chain_at(chain, values, where)
        where = ()
    with _about(file), Progress(0, log=True) as progress:
        try:
            found = judge.design(chain, chain_region(chain, where), objective, times, progress.count)
        except Endless as reason:
            raise InputError(f"{reason}; try --discount or --horizon") from None
    if output != "-":
        write_report(lambda: json.design(found), schemes.design(found, shown_file(file)), form, None)
    if output is not None and found.verdict.value != "refuted":
        write(found.text, output)
    first, *others = found.cases
    if others:
        write_certificate("", "the region has several parts: see --at", file, certificate)
    else:
        write_certificate(first.best.certificate, first.best.why, file, certificate)
    sys.exit(exit_code([found.verdict.value]))


@click.command(epilog="\b\nExamples:\n  onoff-verify region examples/chains/trade-off.toml --t 1,2\n"
                      "  onoff-verify region examples/chains/cycle.toml --t 1,2 --at a=1/4 --format json\n"
                      "  onoff-verify region examples/chains/trade-off.toml --format svg -o front.svg")
@file_argument
@click.option("--t", "time", metavar="1,2[,3]", default="1,2", show_default=True, help="The times.")
@at_option
@certificate_option("of the region, which `check` accepts")
@format_option("text", "json", "html", "latex", "svg")
@output_option
def region(file: str, time: str, values: str, certificate: str | None, form: str, output: str | None) -> None:
    """Find the downloads at t = 1, 2 (and 3) that private schemes can have together: vertices and faces, exactly.

    FILE needs `sources` and `[chain]`. Exit code 0 if a certificate was accepted, 3 if the answer is computed with
    exact arithmetic but not certified: for more than three sources, or three at t = 1, 2, 3.
    """
    times = {"1": 1, "1,2": 2, "1,2,3": 3}.get(time.replace(" ", ""))
    if times is None:
        raise click.UsageError(f"--t: expected 1,2 or 1,2,3, found {one_line(time)[:40]}")
    from ..report import json, plot, schemes
    from ..schemes.files import chain_at, load_chain
    from .. import judge_chains as judge

    loaded, where = load_chain(file)
    with naming("--at"):
        parameters, chain = chain_at(loaded, values, where)
    with _about(file), Progress(0, log=True) as progress:
        found = judge.region(chain, times, progress.say)
    if form == "svg":
        place = ", ".join(f"{name} = {value}" for name, value in parameters.items())
        title = f"Costs that private schemes can have together: {shown_file(file)}{f' at {place}' if place else ''}"
        write(plot.front(found.vertices, found.faces, title), output)
    else:
        data = partial(json.region, found, chain.sources, parameters)
        write_report(data, schemes.region(found, shown_file(file), parameters), form, output)
    _finish(file, [found], certificate)


def _objective(discount: str | None, horizon: int | None) -> Objective:
    from ..algebra.expression import parse
    from ..algebra.field import Field
    from ..nsources.design import Objective

    try:
        read = parse("1" if discount is None else discount)
        if read.names():
            raise InputError(f"expected a number, found {one_line(str(discount))[:40]}")
        return Objective(read.build(Field()).element.constant(), horizon)
    except InputError as error:
        raise error.at("--discount") from None
    except Pole as error:
        raise InputError(f"--discount: {error}") from None


COMMANDS = (bound, design, region)
