"""The command line: parse, call, echo, exit code. Nothing here imports sympy until a command needs it."""

from __future__ import annotations

import difflib
import errno
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from ..errors import InputError, OnoffError, Undecidable
from ..proofs.catalogue import BY_ID, CLAIMS
from .terminal import Progress, colours, width
from ..version import VERSION

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from ..claim import Result, Session, Standing
    from ..schemes.examine import Examination
    from ..schemes.histories import Prior
    from ..schemes.scheme import Scheme
    from ..weights import Weight

EXAMPLES = """\b
Examples:
  onoff-verify lemma1                       one claim, in full
  onoff-verify all                          every claim, as a table
  onoff-verify claim2 lemma1 --format json  for programs
  onoff-verify all --format junit -o onoff.xml     for CI
  onoff-verify all --format html -o a.html  a page to look at
  onoff-verify errata                       what does not hold as printed
  onoff-verify scheme my.toml               judge a scheme of your own
  onoff-verify pmf --t 2 --case low         the joint law of requests and queries
  onoff-verify bound my.toml --t 3 --at a=1/5      the least that must be downloaded
  onoff-verify entropy "H(X|Y) <= H(X)"     a Shannon-type statement
  onoff-verify appendix --pdf               the appendices, regenerated
  onoff-verify certify all -o certificates  proofs that anyone can check
  onoff-verify check certificates/*.json    check them with one file of plain Python

\b
Exit codes: 0 all as it should be (known errata included), 1 something fails or comes out
otherwise than recorded, 2 bad usage or input, 3 something is undecided."""


def _complete_claims(ctx: click.Context, what: object, incomplete: str) -> list[CompletionItem]:
    """What a shell offers where claims may stand."""
    from click.shell_completion import CompletionItem

    every = [CompletionItem("all", help="every claim")] if "all".startswith(incomplete) else []
    return [*every, *_complete_ids(ctx, what, incomplete)]


def _complete_ids(ctx: click.Context, what: object, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(entry.id, help=entry.title) for entry in CLAIMS if entry.id.startswith(incomplete)]


def _complete_files(ctx: click.Context, what: object, incomplete: str) -> list[CompletionItem]:
    """The shell completes names of files by itself."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


class _Commands(click.Group):
    """Words that are no command are claims: `onoff-verify lemma1` means `onoff-verify verify lemma1`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = [arg for arg in args if not arg.startswith("-")]
        known = next((word for word in words if word in self.commands or word in BY_ID or word == "all"), None)
        if args and known not in self.commands and (words or args[0] not in _GROUP_OPTIONS):
            args = ["verify", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        return [*super().shell_complete(ctx, incomplete), *_complete_claims(ctx, self, incomplete)]

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage(ctx.command_path, "ID...|all|COMMAND [OPTIONS]")


_GROUP_OPTIONS = ("--help", "-h", "--version")


@click.group(cls=_Commands, epilog=EXAMPLES, invoke_without_command=True,
             context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="onoff-verify", help="Show the version and exit.")
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


def _write(text: str | bytes, output: str | None, form: str = "") -> None:
    """Print, in colours if it is text for a terminal, or write a file whole or not at all."""
    if output is None or output == "-":
        if form == "text" and isinstance(text, str) and colours(sys.stdout):
            from ..report.colour import coloured

            text = coloured(text, width(sys.stdout))
        click.echo(text, nl=False)
        return
    data = text if isinstance(text, bytes) else text.encode("utf-8")
    if not output:
        raise InputError("-o: expected a file name, found nothing")
    try:
        if (place := Path(output)).exists() and not place.is_file() and not place.is_dir():
            place.write_bytes(data)         # a device or a pipe cannot be replaced
            return
        target = Path(os.path.realpath(output))     # a link stays, what it points to is replaced
        if target.is_file() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        handle, draft = tempfile.mkstemp(dir=target.parent, prefix=".onoff-")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            mask = os.umask(0)
            os.umask(mask)
            Path(draft).chmod(stat.S_IMODE(target.stat().st_mode) if target.is_file() else 0o666 & ~mask)
            Path(draft).replace(target)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(f"{output}: cannot be written: {error.strerror or error}") from None


def _format(*choices: str) -> Callable[[Any], Any]:
    return click.option("--format", "form", type=click.Choice(choices), default="text", show_default=True,
                        help="How to write the answer.")


_OUTPUT = click.option("-o", "--output", metavar="FILE", shell_complete=_complete_files,
                       help="Write to FILE instead of standard output.")


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
                         "  onoff-verify verify all --format json -o out.json\n"
                         "  onoff-verify verify all --format html -o report.html\n"
                         "  onoff-verify verify all --format junit -o onoff.xml\n"
                         "  onoff-verify verify lemma1 --format latex -o lemma1.tex")
@click.argument("claims", nargs=-1, metavar="ID...|all", callback=_claim_ids, shell_complete=_complete_claims)
@_format("text", "json", "latex", "html", "junit")
@_OUTPUT
@click.option("--strict", is_flag=True, help="Count known errata as failures.")
@click.option("--weights", "weighed", is_flag=True,
              help="Drop each hypothesis in turn and tell which are needed (takes longer).")
@click.option("--checked", is_flag=True,
              help="Believe no verdict before the independent checker has accepted the claim's certificate.")
def verify(claims: tuple[str, ...], form: str, output: str | None, strict: bool, weighed: bool, checked: bool) -> None:
    """Judge claims of the paper. The word `verify` may be left out.

    A claim that does not hold as printed, but comes out as the project records it (a known erratum), does not count
    as a failure unless --strict is given.
    """
    if weighed and form in ("junit", "latex"):
        raise click.UsageError(f"--weights and --format {form} exclude each other")
    from ..claim import Session
    from ..proofs.claims import finder
    from ..report import json, text

    session = Session(finder())
    results = _judged(session, claims)
    if checked:
        results = _checked(results)
    found = _weights(session, claims) if weighed else {}
    if form == "html":
        from ..proofs.web import page

        _write(page(session, results, found, _accepted(results) if checked else None), output)
    elif form == "latex":
        from ..proofs.appendix import document
        from ..proofs.displays import Run
        from ..proofs.paper import Paper

        _write(document(Run(Paper(), session.judge), results), output)
    elif form == "junit":
        from ..report import junit

        _write(junit.claims(results, _standings(results, strict)), output)
    else:
        _write((json if form == "json" else text).claims(results, found), output, form)
    sys.exit(_outcome(results, strict))


def _judged(session: Session, claims: Sequence[str]) -> list[Result]:
    results = []
    with Progress(len(claims)) as progress:
        for claim in claims:
            progress.step(claim)
            results.append(session.judge(claim))
    return results


def _checked(results: Sequence[Result]) -> list[Result]:
    from ..proofs.certified import checked, with_used

    with Progress(len(with_used(result.claim.id for result in results))) as progress:
        return checked(results, lambda claim: progress.step(f"certificate of {claim}"))


def _accepted(results: Sequence[Result]) -> dict[str, bool]:
    """Of which claims the certificate was accepted; with a claim also those that it uses are."""
    from ..proofs.certified import with_used

    found = dict.fromkeys(with_used(r.claim.id for r in results if r.checked), True)
    return {**found, **{r.claim.id: False for r in results if not r.checked}}


def _weights(session: Session, claims: Sequence[str]) -> dict[str, list[Weight]]:
    from ..weights import Scales

    scales = Scales(session.judge)
    found = {}
    with Progress(len(claims)) as progress:
        for claim in claims:
            progress.step(f"weights of {claim}")
            found[claim] = list(scales.of(claim))
    return found


def _outcome(results: Sequence[Result], strict: bool) -> int:
    """0 if every claim came out as recorded (strict: proved); 1 for anything better or worse, 3 for undecided."""
    verdicts = []
    for result, standing in zip(results, _standings(results, strict).values(), strict=True):
        fails = standing.kind == "fails"
        verdicts.append("proved" if not fails else "refuted" if standing.found == "proved" else result.verdict.value)
    return exit_code(verdicts)


def _standings(results: Sequence[Result], strict: bool) -> dict[str, Standing]:
    from ..proofs.errata import standing

    return {result.claim.id: standing(result, strict) for result in results}


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
    from ..claim import Session
    from ..proofs.claims import finder
    from ..report import json, latex, text

    results = _judged(Session(finder()), list(BY_ID))
    writer = {"text": text.errata, "json": json.errata, "latex": latex.errata}[form]
    _write(writer([r for r in results if r.verdict.value != "proved"]), output, form)
    sys.exit(_outcome(results, False))


# -- certificates ------------------------------------------------------------------------------------------


@commands.command(epilog="\b\nExamples:\n  onoff-verify certify lemma1 -o certificates\n"
                         "  onoff-verify certify all -o certificates && onoff-verify check certificates/*.json")
@click.argument("claims", nargs=-1, required=True, metavar="ID...|all", callback=_claim_ids,
                shell_complete=_complete_claims)
@click.option("-o", "--output", "folder", metavar="DIR", default="certificates", show_default=True,
              help="The folder to write to; it is made if it is missing.")
def certify(claims: tuple[str, ...], folder: str) -> None:
    """Write the certificates of claims, DIR/ID.json, for `check` and for anyone who doubts this tool.

    Nothing is written before the checker has accepted all of them, with those that they rest on.
    """
    from ..proofs.certified import certificates, with_used

    everything = with_used(claims)
    with Progress(len(everything)) as progress:
        found, faults = certificates(everything, progress.step)
    for claim, why in faults.items():
        raise Undecidable(f"{claim}: no certificate: {why}")
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made: {error.strerror or error}") from None
    for claim in claims:
        _write(found[claim], str(Path(folder) / f"{claim}.json"))
    click.echo(f"{len(claims)} {'certificate' if len(claims) == 1 else 'certificates'} written to {_one_line(folder)}")
    if others := [claim for claim in everything if claim not in claims]:
        click.echo(f"they rest on others, which check wants to see, too: {', '.join(others)}")


@commands.command(epilog="\b\nExamples:\n  onoff-verify check certificates/*.json\n"
                         "  onoff-verify check --paper --brief certificates/*.json\n"
                         "  python -I -S onoff_symbolic/checker.py certificates/*.json   # the same, without this tool")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--brief", is_flag=True, help="One line for each file.")
@click.option("--paper", is_flag=True,
              help="Also demand that each goal is that of the paper's claim of its name (proofs/goals.toml).")
def check(files: tuple[str, ...], brief: bool, paper: bool) -> None:
    """Check certificates from anywhere. Exit code 0 only if all are valid.

    `incomplete` is one that rests on a claim whose certificate is not among the files.
    """
    from .. import checker

    sys.exit(checker.main([*(["--brief"] if brief else []), *files], _differs if paper else None))


def _differs(goal: Any) -> str:
    """Why a goal is not that of the paper's claim of its name; nothing if it is."""
    from ..proofs.certified import goal as stated

    claim = goal["claim"]
    if claim not in BY_ID:
        return f"the paper has no claim {claim[:60]!r}"
    parts = [part for part, value in stated(claim).items() if goal[part] != value]
    return f"another goal than that of the claim, in {', '.join(parts)}" if parts else ""


@commands.command("list", epilog="\b\nExamples:\n  onoff-verify list\n  onoff-verify list | grep Appendix")
def list_claims() -> None:
    """List the claims, in paper order."""
    width = max(len(entry.id) for entry in CLAIMS)
    for entry in CLAIMS:
        click.echo(f"{entry.id.ljust(width)}  {entry.title}  ({entry.where})")


@commands.command(epilog="\b\nExamples:\n  onoff-verify show lemma1")
@click.argument("claim", metavar="ID", shell_complete=_complete_ids)
def show(claim: str) -> None:
    """Show what a claim says and where it stands, without judging it."""
    entry = BY_ID[_known(claim)]
    click.echo(f"{entry.id}: {entry.title}\n  {entry.where}\n\n{entry.statement}")


# -- schemes and laws --------------------------------------------------------------------------------------


@commands.command(epilog="\b\nExamples:\n  onoff-verify scheme examples/paper-low.toml\n"
                         "  onoff-verify scheme my.toml --format json | jq .private\n"
                         "  onoff-verify scheme my.toml --mode 1,0,0,1,0")
@click.argument("file", metavar="FILE", shell_complete=_complete_files)
@click.option("--mode", metavar="MODE|all",
              help="Also judge privacy under a mode such as 1,0,0,1,0 (1 is ON), or under all modes.")
@click.option("--certificate", metavar="OUT", help="Also write a certificate of the answers, which `check` accepts.")
@_format("text", "json")
@_OUTPUT
def scheme(file: str, mode: str | None, certificate: str | None, form: str, output: str | None) -> None:
    """Judge a scheme from a TOML file: normalised, decodable, private for all t, query chain, cost.

    Exit code 0 if it is normalised, decodable and private, 1 if not; the other answers do not count.

    Under a mode, the scheme starts again at each ON time: X_0 is the request of that time, and t counts from it.
    """
    if certificate is not None and output is not None and os.path.realpath(certificate) == os.path.realpath(output):
        raise click.UsageError("--certificate and -o name the same file")
    from ..schemes.examine import examine
    from ..report import json, text
    from ..schemes.files import load

    loaded = load(file)
    try:
        found = examine(loaded, mode)
    except Undecidable as reason:
        raise Undecidable(f"{file}: undecided: {reason}") from None
    _write(json.scheme(found) if form == "json" else text.scheme(found, _one_line(file)), output, form)
    if certificate is not None:
        _write(_scheme_certificate(file, found), certificate)
    sys.exit(exit_code([found.verdict.value]))


def _scheme_certificate(file: str, found: Examination) -> str:
    """A certificate that the checker has accepted."""
    from ..checker import judge
    from ..search.scheme import certified

    try:
        text = certified(found)
    except OnoffError as reason:
        raise Undecidable(f"{file}: no certificate: {reason}") from None
    word, why, _ = judge({file: text.encode()})[file]
    if word != "valid":
        raise Undecidable(f"{file}: no certificate: {why}")
    return text


@commands.command(epilog="\b\nExamples:\n  onoff-verify pmf --t 2 --case low\n"
                         "  onoff-verify pmf --t 3 --scheme my.toml --format json")
@click.option("--t", "time", type=click.IntRange(0, 16), default=1, show_default=True, help="The time t.")
@click.option("--case", "case", type=click.Choice(["low", "high"]), default=None,
              help="The paper's scheme where alpha + beta < 1 (low) or > 1 (high).  [default: low]")
@click.option("--scheme", "file", metavar="FILE", shell_complete=_complete_files,
              help="A scheme file instead of the paper's scheme.")
@_format("text", "json", "latex")
@_OUTPUT
def pmf(time: int, case: str | None, file: str | None, form: str, output: str | None) -> None:
    """Print the exact joint law of (X_0, X_t, Q_0, ..., Q_t), reachable atoms only."""
    if case is not None and file is not None:
        raise click.UsageError("--case and --scheme exclude each other")
    from ..schemes.pmf import joint
    from ..report import json, latex, text

    model, prior = _model(case or "low", file)
    with Progress(time) as progress:
        law = joint(model, prior, time, lambda now: progress.step(f"t = {now}"))
    writer = {"text": text.pmf, "json": json.pmf, "latex": latex.pmf}[form]
    _write(writer(law), output)


def _model(case: str, file: str | None) -> tuple[Scheme, Prior]:
    """A scheme and a law of X_0."""
    if file is not None:
        from ..schemes.examine import require_laws, with_prior
        from ..schemes.files import load

        loaded = load(file)
        try:
            require_laws(loaded)
        except InputError as error:
            raise error.at(file) from None
        return with_prior(loaded.scheme)
    from ..proofs.paper import Paper

    paper = Paper()
    return (paper.low_scheme if case == "low" else paper.high_scheme), paper.prior


# -- the appendices ----------------------------------------------------------------------------------------


@commands.command(epilog="\b\nExamples:\n  onoff-verify appendix                 write proofs/latex\n"
                         "  onoff-verify appendix -o build --pdf  also build/appendix.pdf\n"
                         "  onoff-verify appendix --check         is proofs/latex up to date?")
@click.option("-o", "--output", "place", metavar="DIR", default="proofs/latex", show_default=True,
              help="The directory of the files.")
@click.option("--pdf", "typeset", is_flag=True, help="Also make appendix.pdf (needs pdflatex).")
@click.option("--check", "compare", is_flag=True, help="Write nothing; exit 1 if the files differ from a new run.")
def appendix(place: str, typeset: bool, compare: bool) -> None:
    """Regenerate the appendices, tables and Figure 2 as LaTeX, from a run.

    Writes appendix.tex (a document of its own), onoff-appendix.tex (its text, to be taken into the paper by \\input
    with \\usepackage{onoff}) and onoff.sty. Where the printed text is wrong, the correct equation stands, with a note
    in the margin.
    """
    if typeset and compare:
        raise click.UsageError("--pdf and --check exclude each other")
    from ..proofs.appendix import MAIN_FILE, files
    from ..report.typeset import pdf, tool

    if Path(place).exists() and not Path(place).is_dir():
        raise InputError(f"{place}: expected a directory, found a file")
    if typeset:
        tool()      # better now than after the run
    with Progress(len(BY_ID)) as progress:
        texts = files(progress.step)
    if compare:
        if not Path(place).is_dir():
            _fail(f"{place}: there is no such directory, and so not {', '.join(texts)}", 1)
        if differ := [name for name, text in texts.items() if _on_disk(Path(place, name)) != text]:
            _fail(f"{place}: differs from a new run: {', '.join(differ)}", 1)
        return
    made: dict[str, str | bytes] = {**texts}
    if typeset:
        made["appendix.pdf"] = pdf(texts, MAIN_FILE)
    try:
        Path(place).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{place}: cannot be made: {error.strerror or error}") from None
    for name, content in made.items():
        _write(content, os.path.join(place, name))
        click.echo(os.path.join(place, name))


def _on_disk(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


# -- bounds and entropies ----------------------------------------------------------------------------------


@commands.command(epilog="\b\nExamples:\n  onoff-verify bound examples/paper-low.toml --t 3 --at alpha=1/5,beta=1/5\n"
                         "  onoff-verify bound chain.toml --t 10 --format json")
@click.argument("file", metavar="FILE", shell_complete=_complete_files)
@click.option("--t", "time", type=click.IntRange(0, 1000), default=1, show_default=True, help="The time t.")
@click.option("--at", "values", metavar="NAME=VALUE,...", default="", help="Exact values for the parameters.")
@_format("text", "json")
@_OUTPUT
def bound(file: str, time: int, values: str, form: str, output: str | None) -> None:
    """The least that any private scheme downloads at time t, exactly, for any number of sources.

    FILE needs `sources` and `[chain]`; a scheme file will do.
    """
    from ..schemes.bound import least_at
    from ..report import json, text
    from ..schemes.files import chain_at, load_chain

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
    from ..entropy.proof import prove
    from ..report import json, text

    try:
        found = prove(statement, given)
    except InputError as error:
        message, *place = str(error).split("\n")
        _fail(message, error.exit_code, *place)
    _write((json if form == "json" else text).entropy(found), output, form)
    sys.exit(exit_code([found.verdict]))
