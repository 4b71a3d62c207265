"""The command line: parse, call, echo, exit code. Nothing here imports sympy until a command needs it."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import threading
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from ..errors import InputError, OnoffError
from ..version import VERSION
from . import chains, claims, explain, schemes, source, statements, survey, workbench, writing
from .output import apart, fail, refuse
from .terminal import Interruption

GROUPS = {
    "Paper": {
        "ID...": "Judge these statements, e.g. onoff-verify lemma1 theorem1",
        "all": "Judge every statement and print a table",
        "list": "List the statements in paper order",
        "show": "Show a statement as printed and as encoded",
        "errata": "Print the errata as a letter to the authors",
        "appendix": "Write the appendices, tables and Figure 2 as LaTeX or PDF",
        "source": "Compare the paper's LaTeX source with what is verified",
        "explain": "Explain a verdict, a word or the exit codes",
    },
    "Your scheme": {
        "scheme": "Judge a scheme file: private, decodable, optimal?",
        "pmf": "Print the joint law of requests and queries",
    },
    "Your chain": {
        "bound": "Find the least download of any private scheme at time t",
        "design": "Find the best set scheme for a chain",
        "region": "Find the downloads possible at t = 1, 2, 3 together",
        "survey": "Ask one question of many chains or schemes",
    },
    "Your proofs": {
        "entropy": "Prove or refute a statement about entropies",
        "new": "Start a claims file for your own paper",
        "certify": "Write certificates that anyone can check",
        "check": "Check certificates",
        "workbench": "Write web pages that do all of this in a browser",
    },
    "Options": {
        "--proof": "Show what was checked, step by step",
        "--search": "Find the certificates again instead of checking them",
        "--strict": "Count recorded errata as failures",
        "--claims FILE": "Use other claims; - reads standard input",
        "--format FORMAT": "text, json, html or latex",
        "-o, --output FILE": "Write to FILE; its ending sets the format",
        "-V, --version": "Show the version",
        "-h, --help": "Show this help; COMMAND --help has the details",
    },
}
"""The commands, in the order of the help; `verify` may be left out, and `help` is known."""
UNLISTED = ("verify", "help")

EXAMPLES = """\b
Examples:
  onoff-verify all
  onoff-verify lemma1 --proof
  onoff-verify scheme my.toml
  onoff-verify bound chain.toml --t 3 --at a=1/5
  onoff-verify entropy "H(X|Y) <= H(X)"
  onoff-verify all --format html -o report.html"""

_GROUP_OPTIONS = ("--help", "-h", "--version", "-V")


class _Commands(click.Group):
    """Words that are no command are claims: `onoff-verify lemma1` means `onoff-verify verify lemma1`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = [arg for arg in args if not arg.startswith("-")]
        if args and not (words and words[0] in self.commands) and (words or args[0] not in _GROUP_OPTIONS):
            args = ["verify", *args]
        return super().parse_args(ctx, args)

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Help is written here."""
        try:
            return super().make_context(*args, **more)
        except BrokenPipeError:
            _unread()

    def invoke(self, ctx: click.Context) -> Any:
        """An interruption is one line in a log; on a terminal, the line that shows ^C is ended first."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            if sys.stderr is not None and sys.stderr.isatty():
                click.echo(err=True)
            raise click.exceptions.Abort() from None
        except BrokenPipeError:     # click would say 1, which is what a failure says
            _unread()

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage(ctx.command_path, "ID... | all | COMMAND [OPTIONS]")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by what they are for, and the options of those that judge the paper."""
        listed = {name for lines in GROUPS.values() for name in lines}
        others = {name: command.get_short_help_str(70) for name, command in self.commands.items()
                  if name not in listed and name not in UNLISTED}
        for title, lines in {**GROUPS, "Others": others}.items():
            if lines:
                formatter.write(f"\n{title}\n")
            for name, text in lines.items():
                formatter.write(f"  {name.ljust(17)}  {text}\n")


def _dropped() -> None:
    """What is left in the buffer must not fail once more when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _unread() -> NoReturn:
    """Exit as a program whose output nobody reads any more."""
    _dropped()
    sys.exit(128 + signal.SIGPIPE)


@click.group(cls=_Commands, epilog=EXAMPLES, invoke_without_command=True,
             context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, "-V", "--version", prog_name="onoff-verify", help="Show the version and exit.")
@click.pass_context
def commands(ctx: click.Context) -> None:
    """Check the paper "ON-OFF Privacy with Correlated Requests" (arXiv:1905.00146), your own scheme, or your own paper:
    exactly, for all parameters and all times t."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


for command in (*claims.COMMANDS, *writing.COMMANDS, *explain.COMMANDS, *schemes.COMMANDS, *chains.COMMANDS,
                *statements.COMMANDS, *source.COMMANDS, *survey.COMMANDS, *workbench.COMMANDS):
    commands.add_command(apart(command))


def help_on(error: click.ClickException, message: str) -> str:
    """Return the end of a message about wrong usage that has no help yet: which command has it."""
    if message.endswith("?") or "see onoff-verify" in message:
        return ""
    if isinstance(error, click.BadParameter | click.NoSuchOption | click.BadOptionUsage) and error.ctx is not None:
        return f"; see {error.ctx.command_path} --help"
    return ""


def main(argv: Sequence[str] | None = None) -> None:
    """Run, and turn every error of ours into one line and its exit code."""
    if (threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler):     # it may be ignored on purpose
        signal.signal(signal.SIGINT, Interruption.ask)
    gc.set_threshold(300_000)       # modules and polynomials live to the end: looking for garbage among them is slow,
    atexit.register(gc.freeze)      # also when the interpreter ends
    sys.set_int_max_str_digits(0)   # exact answers may be long; what is read is bounded elsewhere
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = commands.main(argv, prog_name="onoff-verify", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except (click.exceptions.Abort, KeyboardInterrupt):
        fail("interrupted", 130)
    except click.ClickException as error:
        message = " ".join(error.format_message().split()).rstrip(".")
        refuse(InputError(message[:1].lower() + message[1:] + help_on(error, message)))
    except InputError as error:
        refuse(error)
    except OnoffError as error:
        fail(str(error), error.exit_code)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            _unread()
        _dropped()
        fail(f"standard output cannot be written: {error.strerror or error}", 2)
