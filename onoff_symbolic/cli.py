"""The command line: parse, call, echo, exit code. Nothing here imports sympy until a command needs it."""

from __future__ import annotations

import difflib
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from .errors import InputError, OnoffError, Undecidable
from .proofs.catalogue import BY_ID, CLAIMS
from .version import VERSION

if TYPE_CHECKING:
    from .claim import Result, Session
    from .histories import Prior
    from .scheme import Scheme
    from .weights import Weight

EXAMPLES = """\b
Examples:
  onoff-verify lemma1                       one claim, in full
  onoff-verify all                          every claim, as a table
  onoff-verify claim2 lemma1 --format json  for programs
  onoff-verify errata                       what does not hold as printed
  onoff-verify scheme my.toml               judge a scheme of your own
  onoff-verify pmf --t 2 --case low         the joint law of requests and queries
  onoff-verify bound my.toml --t 3 --at a=1/5      the least that must be downloaded
  onoff-verify entropy "H(X|Y) <= H(X)"     a Shannon-type statement

\b
Exit codes: 0 all as it should be, 1 something is refuted, 2 bad usage or input,
3 something is undecided."""


class _Commands(click.Group):
    """Words that are no command are claims: `onoff-verify lemma1` means `onoff-verify verify lemma1`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = [arg for arg in args if not arg.startswith("-")]
        known = next((word for word in words if word in self.commands or word in BY_ID or word == "all"), None)
        if args and known not in self.commands and (words or args[0] not in _GROUP_OPTIONS):
            args = ["verify", *args]
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage(ctx.command_path, "ID...|all|COMMAND [OPTIONS]")


_GROUP_OPTIONS = ("--help", "-h", "--version")


@click.group(cls=_Commands, epilog=EXAMPLES, invoke_without_command=True,
             context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="onoff-verify")
@click.pass_context
def commands(ctx: click.Context) -> None:
    """Verify the paper "ON-OFF Privacy with Correlated Requests", for all parameters and all times t.

    Name claims (see `onoff-verify list`) or give a command.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(argv: Sequence[str] | None = None) -> None:
    """Run, and turn every error of ours into one line and its exit code."""
    sys.set_int_max_str_digits(0)   # exact answers may be long; what is read is bounded elsewhere
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = commands.main(argv, prog_name="onoff-verify", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except click.exceptions.Abort:
        _fail("interrupted", 130)
    except click.ClickException as error:
        _fail(" ".join(error.format_message().split()), error.exit_code)
    except OnoffError as error:
        _fail(str(error), error.exit_code)
    except OSError as error:
        # What is left in the buffer must not fail once more when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            sys.exit(1)
        _fail(f"standard output cannot be written: {error.strerror or error}", 2)


def _fail(message: str, code: int, *more: str) -> NoReturn:
    """One line of error; `more` are lines that show the place."""
    click.echo("\n".join(_one_line(line) for line in (f"onoff-verify: {message}", *more)), err=True)
    sys.exit(code)


def _one_line(text: str) -> str:
    """The text without line ends and other characters that a terminal would obey."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _write(text: str, output: str | None) -> None:
    """Print, or write a file whole or not at all."""
    if output is None:
        click.echo(text, nl=False)
        return
    if not output:
        raise InputError("-o: expected a file name, found nothing")
    target = Path(os.path.realpath(output))     # a link stays, what it points to is replaced
    try:
        if target.exists() and not target.is_file() and not target.is_dir():
            target.write_text(text, encoding="utf-8")       # a device or a pipe cannot be replaced
            return
        handle, draft = tempfile.mkstemp(dir=target.parent, prefix=".onoff-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(text)
            mask = os.umask(0)
            os.umask(mask)
            Path(draft).chmod(0o666 & ~mask)
            Path(draft).replace(target)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(f"{output}: cannot be written: {error.strerror or error}") from None


class _Progress:
    """A line on stderr that says what is being done; silent unless stderr is a terminal."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.shown = sys.stderr.isatty()

    def step(self, what: str) -> None:
        if self.shown:
            click.echo(f"\r\033[K[{self.done}/{self.total}] {what}", nl=False, err=True)
        self.done += 1

    def close(self) -> None:
        if self.shown:
            click.echo("\r\033[K", nl=False, err=True)


def _format(*choices: str) -> Callable[[Any], Any]:
    return click.option("--format", "form", type=click.Choice(choices), default="text", show_default=True,
                        help="How to write the answer.")


_OUTPUT = click.option("-o", "--output", metavar="FILE", help="Write to FILE instead of standard output.")


# -- claims ------------------------------------------------------------------------------------------------


def _known(word: str) -> str:
    if word in commands.commands:
        raise click.UsageError(f"expected a claim, found the command {word}; see onoff-verify list")
    if word not in BY_ID:
        near = difflib.get_close_matches(word, [*BY_ID, *commands.commands], n=1)
        hint = f"did you mean {near[0]}?" if near else "see onoff-verify list"
        raise click.UsageError(f"no claim or command is called {word!r}; {hint}")
    return word


def _claim_ids(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    if not value:
        raise click.UsageError("name a claim, or say all; see onoff-verify list")
    known = tuple(_known(word) for word in value if word != "all")
    return tuple(BY_ID) if "all" in value else tuple(dict.fromkeys(known))


@commands.command(epilog="\b\nExamples:\n  onoff-verify verify lemma1\n"
                         "  onoff-verify verify all --format json -o out.json")
@click.argument("claims", nargs=-1, metavar="ID...|all", callback=_claim_ids)
@_format("text", "json")
@_OUTPUT
@click.option("--strict", is_flag=True, help="Count known errata as failures.")
@click.option("--weights", "weighed", is_flag=True,
              help="Drop each hypothesis in turn and tell which are needed (takes longer).")
def verify(claims: tuple[str, ...], form: str, output: str | None, strict: bool, weighed: bool) -> None:
    """Judge claims of the paper. The word `verify` may be left out.

    A claim that does not hold as printed, but comes out as the project records it (a known erratum), does not count
    as a failure unless --strict is given.
    """
    from .claim import Session
    from .proofs.claims import finder
    from .report import json, text

    session = Session(finder())
    results = _judged(session, claims)
    found = _weights(session, claims) if weighed else {}
    _write((json if form == "json" else text).claims(results, found), output)
    sys.exit(_outcome(results, strict))


def _judged(session: Session, claims: Sequence[str]) -> list[Result]:
    progress = _Progress(len(claims))
    results = []
    for claim in claims:
        progress.step(claim)
        results.append(session.judge(claim))
    progress.close()
    return results


def _weights(session: Session, claims: Sequence[str]) -> dict[str, list[Weight]]:
    from .weights import Scales

    scales = Scales(session.judge)
    progress = _Progress(len(claims))
    found = {}
    for claim in claims:
        progress.step(f"weights of {claim}")
        found[claim] = list(scales.of(claim))
    progress.close()
    return found


def _outcome(results: Sequence[Result], strict: bool) -> int:
    """0 if every claim came out as recorded (strict: proved); 1 for anything better or worse, 3 for undecided."""
    from .proofs.errata import as_recorded

    verdicts = []
    for result in results:
        verdict = result.verdict.value
        recorded = as_recorded(result.claim.id, verdict, result.judgement.conditions())
        unexpected = not strict and not recorded and verdict == "proved"
        verdicts.append("proved" if recorded and not strict else "refuted" if unexpected else verdict)
    return exit_code(verdicts)


def exit_code(verdicts: Iterable[str]) -> int:
    found = set(verdicts)
    if "refuted" in found or "conditional" in found:
        return 1
    return 3 if "undecided" in found else 0


@commands.command(epilog="\b\nExamples:\n  onoff-verify errata\n  onoff-verify errata --format latex -o errata.tex")
@_format("text", "json", "latex")
@_OUTPUT
def errata(form: str, output: str | None) -> None:
    """What an author would want to receive: place, printed, why it fails, what should stand there.

    All claims are judged. Exit code 0 if just the recorded ones fail, as recorded.
    """
    from .claim import Session
    from .proofs.claims import finder
    from .report import json, latex, text

    results = _judged(Session(finder()), list(BY_ID))
    writer = {"text": text.errata, "json": json.errata, "latex": latex.errata}[form]
    _write(writer([r for r in results if r.verdict.value != "proved"]), output)
    sys.exit(_outcome(results, False))


@commands.command("list")
def list_claims() -> None:
    """List the claims, in paper order."""
    width = max(len(entry.id) for entry in CLAIMS)
    for entry in CLAIMS:
        click.echo(f"{entry.id.ljust(width)}  {entry.title}  ({entry.where})")


@commands.command()
@click.argument("claim", metavar="ID")
def show(claim: str) -> None:
    """Show what a claim says and where it stands, without judging it."""
    entry = BY_ID[_known(claim)]
    click.echo(f"{entry.id}: {entry.title}\n  {entry.where}\n\n{entry.statement}")


# -- schemes and laws --------------------------------------------------------------------------------------


@commands.command(epilog="\b\nExamples:\n  onoff-verify scheme examples/paper-low.toml\n"
                         "  onoff-verify scheme my.toml --format json | jq .private\n"
                         "  onoff-verify scheme my.toml --mode 1,0,0,1,0")
@click.argument("file", metavar="FILE")
@click.option("--mode", metavar="MODE|all",
              help="Also judge privacy under a mode such as 1,0,0,1,0 (1 is ON), or under all modes.")
@_format("text", "json")
@_OUTPUT
def scheme(file: str, mode: str | None, form: str, output: str | None) -> None:
    """Judge a scheme from a TOML file: normalised, decodable, private for all t, query chain, cost.

    Under a mode, the scheme starts again at each ON time: X_0 is the request of that time, and t counts from it.
    """
    from .examine import examine
    from .report import json, text
    from .scheme_file import load

    loaded = load(file)
    try:
        found = examine(loaded, mode)
    except Undecidable as reason:
        raise Undecidable(f"{file}: undecided: {reason}") from None
    _write(json.scheme(found) if form == "json" else text.scheme(found, _one_line(file)), output)
    sys.exit(exit_code([found.verdict.value]))


@commands.command(epilog="\b\nExamples:\n  onoff-verify pmf --t 2 --case low\n"
                         "  onoff-verify pmf --t 3 --scheme my.toml --format json")
@click.option("--t", "time", type=click.IntRange(0, 16), default=1, show_default=True, help="The time t.")
@click.option("--case", "case", type=click.Choice(["low", "high"]), default=None,
              help="The paper's scheme where alpha + beta < 1 (low) or > 1 (high).  [default: low]")
@click.option("--scheme", "file", metavar="FILE", help="A scheme file instead of the paper's scheme.")
@_format("text", "json", "latex")
@_OUTPUT
def pmf(time: int, case: str | None, file: str | None, form: str, output: str | None) -> None:
    """Print the exact joint law of (X_0, X_t, Q_0, ..., Q_t), reachable atoms only."""
    if case is not None and file is not None:
        raise click.UsageError("--case and --scheme exclude each other")
    from .distribution import joint
    from .report import json, latex, text

    model, prior = _model(case or "low", file)
    progress = _Progress(time)
    law = joint(model, prior, time, lambda now: progress.step(f"t = {now}"))
    progress.close()
    writer = {"text": text.pmf, "json": json.pmf, "latex": latex.pmf}[form]
    _write(writer(law), output)


def _model(case: str, file: str | None) -> tuple[Scheme, Prior]:
    """A scheme and a law of X_0."""
    if file is not None:
        from .examine import require_laws, with_prior
        from .scheme_file import load

        loaded = load(file)
        try:
            require_laws(loaded)
        except InputError as error:
            raise error.at(file) from None
        return with_prior(loaded.scheme)
    from .proofs.paper import Paper

    paper = Paper()
    return (paper.low_scheme if case == "low" else paper.high_scheme), paper.prior


# -- bounds and entropies ----------------------------------------------------------------------------------


@commands.command(epilog="\b\nExamples:\n  onoff-verify bound examples/paper-low.toml --t 3 --at alpha=1/5,beta=1/5\n"
                         "  onoff-verify bound chain.toml --t 10 --format json")
@click.argument("file", metavar="FILE")
@click.option("--t", "time", type=click.IntRange(0, 1000), default=1, show_default=True, help="The time t.")
@click.option("--at", "values", metavar="NAME=VALUE,...", default="", help="Exact values for the parameters.")
@_format("text", "json")
@_OUTPUT
def bound(file: str, time: int, values: str, form: str, output: str | None) -> None:
    """The least that any private scheme downloads at time t, exactly, for any number of sources.

    FILE needs `sources` and `[chain]`; a scheme file will do.
    """
    from .converse import least_at
    from .report import json, text
    from .scheme_file import chain_at, load_chain

    loaded, where = load_chain(file)
    parameters, chain = chain_at(loaded, values, where)
    found = least_at(chain, time)
    _write((json if form == "json" else text).least(found, chain.sources, time, parameters), output)


@commands.command(epilog="\b\nExamples:\n"
                         "  onoff-verify entropy \"H(X|Y) <= H(X)\"\n"
                         "  onoff-verify entropy \"I(U;Q|X) = 0\" --given \"H(Q|X,V,S)=0\" \\\n"
                         "      --given \"I(U;V|X)=0\" --given \"I(U,X,V;S)=0\"")
@click.argument("statement")
@click.option("--given", multiple=True, metavar="STATEMENT", help="A hypothesis; may be repeated.")
@_format("text", "json")
@_OUTPUT
def entropy(statement: str, given: tuple[str, ...], form: str, output: str | None) -> None:
    """Prove a linear statement about joint entropies from Shannon's inequalities and given statements.

    Exit code 0: proved. 1: refuted by a distribution. 3: neither was found.
    """
    from .entropy import prove
    from .report import json, text

    try:
        found = prove(statement, given)
    except InputError as error:
        message, *place = str(error).split("\n")
        _fail(message, error.exit_code, *place)
    _write((json if form == "json" else text).entropy(found), output)
    sys.exit(exit_code([found.verdict]))
