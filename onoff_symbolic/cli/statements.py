"""The command about entropies."""

from __future__ import annotations

import re
import sys

import click

from ..errors import Undecidable
from .output import certificate_option, exit_code, format_option, naming, output_option, write, write_report
from .terminal import Progress

_NEGATIVE = re.compile(r"-\s*[0-9.HI]")


class _Statements(click.Command):
    """A statement may begin with a minus; no option begins so."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        options = [word for param in self.params if isinstance(param, click.Option) for word in param.opts]
        end = args.index("--") if "--" in args else len(args)
        before = ["", *args]
        return super().parse_args(ctx, [
            f" {word}" if i < end and _NEGATIVE.match(word) and before[i] not in options else word
            for i, word in enumerate(args)])


@click.command(cls=_Statements, epilog="\b\nExamples:\n"
                                       "  onoff-verify entropy \"H(X|Y) <= H(X)\"\n"
                                       "  onoff-verify entropy \"X . Y => H(X,Y) = H(X) + H(Y)\"\n"
                                       "  onoff-verify entropy \"I(U;Q|X) = 0\" --given \"H(Q|X,V,S)=0\" \\\n"
                                       "      --given \"I(U;V|X)=0\" --given \"I(U,X,V;S)=0\"")
@click.argument("statement")
@click.option("--given", multiple=True, metavar="STATEMENT", help="A hypothesis; may be repeated.")
@certificate_option("of the answer, which `check` accepts")
@format_option("text", "json", "html", "latex")
@output_option
def entropy(statement: str, given: tuple[str, ...], certificate: str | None, form: str, output: str | None) -> None:
    """Prove a linear statement about joint entropies from Shannon's inequalities and given statements.

    Hypotheses may also be written before =>, separated by semicolons.

    Exit code 0: proved. 1: refuted by a distribution. 3: undecided.
    """
    from ..report import json, schemes
    from .. import judge

    with naming("STATEMENT"), Progress(0) as progress:
        found = judge.entropy(statement.strip(), given, progress.step)
    write_report(lambda: json.entropy(found), schemes.entropy(found), form, output)
    if certificate is not None:
        if not found.certificate:
            raise Undecidable("no certificate: the statement is undecided")
        write(found.certificate, certificate)
    sys.exit(exit_code([found.verdict.value]))


COMMANDS = (entropy,)
