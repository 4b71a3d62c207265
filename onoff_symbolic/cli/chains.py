"""Commands about chains: bound, design."""

from __future__ import annotations

import sys
from fractions import Fraction

import click

from ..errors import InputError
from .output import complete_files, exit_code, format_option, look, one_line, output_option, write
from .terminal import Progress


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
        write(found.certificate, certificate)
    sys.exit(exit_code([found.verdict.value]))


@click.command(epilog="\b\nExamples:\n  onoff-verify design examples/chains/path.toml -o path-scheme.toml\n"
                      "  onoff-verify design examples/chains/cycle.toml --at a=1/4 --horizon 3\n"
                      "  onoff-verify design chain.toml --discount 9/10 --format json")
@click.argument("file", metavar="FILE", shell_complete=complete_files)
@click.option("--discount", metavar="G", default=None, help="What each further step counts, from 0 to 1.  [default: 1]")
@click.option("--horizon", metavar="T", type=click.IntRange(1, 20), default=None,
              help="Only the times up to T count.  [default: all]")
@click.option("--at", "values", metavar="NAME=VALUE,...", default="", help="Exact values for the parameters.")
@click.option("--times", metavar="T", type=click.IntRange(1, 20), default=5, show_default=True,
              help="Show the cost and the bound for t = 1, ..., T.")
@format_option("text", "json")
@click.option("-o", "--output", metavar="SCHEME", shell_complete=complete_files,
              help="Write the scheme, as a file that `scheme` reads; - writes it instead of the report.")
def design(file: str, discount: str | None, horizon: int | None, values: str, times: int, form: str,
           output: str | None) -> None:
    """Find the best private scheme in which the next query depends on the last query and the last two requests.

    FILE needs `sources` and `[chain]`. What is made least is the total excess over one message; --discount and
    --horizon change that. The scheme is judged before anything is said about it. Exit code 0 if it is proved to be
    normalised, decodable and private under every mode; a scheme that is refuted is not written.
    """
    if discount is not None and horizon is not None:
        raise click.UsageError("--discount and --horizon exclude each other")
    from ..report import chains
    from ..schemes.design import Endless, Objective
    from ..schemes.files import chain_at, chain_region, load_chain
    from .. import judge

    objective = Objective(_fraction(discount) if discount is not None else Fraction(1), horizon)
    chain, where = load_chain(file)
    if values or not chain.field.names:
        _, chain = chain_at(chain, values, where)
        where = ()
    with Progress(0) as progress:
        try:
            found = judge.design(chain, chain_region(chain, where), objective, times, progress.say)
        except Endless as reason:
            raise InputError(f"{file}: {reason}; try --discount or --horizon") from None
    if output != "-":
        write(chains.design_json(found) if form == "json" else chains.design(found, one_line(file), look(None)), None)
    if output is not None and found.verdict.value != "refuted":
        write(found.text, output)
    sys.exit(exit_code([found.verdict.value]))


def _fraction(text: str) -> Fraction:
    from ..algebra.expression import parse
    from ..algebra.field import Field

    read = parse(text)
    if read.names():
        raise InputError(f"--discount: expected a number, found {one_line(text)[:40]}")
    return read.build(Field()).element.constant()


COMMANDS = (bound, design)
