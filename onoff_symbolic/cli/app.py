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
from . import chains, claims, schemes, statements, survey, writing
from .output import apart, fail, refuse
from .terminal import Interruption

EXAMPLES = """\b
Examples:
  onoff-verify lemma1                       one claim, in full
  onoff-verify all                          every claim, as a table
  onoff-verify claim2 lemma1 --format json  for programs
  onoff-verify all --format html -o a.html  a page to look at
  onoff-verify errata                       what does not hold as printed
  onoff-verify scheme my.toml               judge a scheme of your own
  onoff-verify pmf --t 2 --case low         the joint law of requests and queries
  onoff-verify bound my.toml --t 3 --at a=1/5      the least that must be downloaded
  onoff-verify design chain.toml -o scheme.toml    the best scheme for a chain
  onoff-verify entropy "H(X|Y) <= H(X)"     a Shannon-type statement
  onoff-verify new my-paper.toml            claims of a paper of your own
  onoff-verify appendix --pdf               the appendices, regenerated
  onoff-verify certify all -o certificates  proofs that anyone can check
  onoff-verify check certificates/*.json    check them with plain Python

\b
Exit codes: 0 all as it should be (known errata included), 1 something fails or comes out
otherwise than recorded, 2 bad usage or input, 3 undecided, 130 interrupted, 141 unread."""

_GROUP_OPTIONS = ("--help", "-h", "--version")


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
        formatter.write_usage(ctx.command_path, "ID...|all|COMMAND [OPTIONS]")


def _dropped() -> None:
    """What is left in the buffer must not fail once more when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _unread() -> NoReturn:
    """Nobody reads the output any more."""
    _dropped()
    sys.exit(128 + signal.SIGPIPE)


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


for command in (*claims.COMMANDS, *writing.COMMANDS, *schemes.COMMANDS, *chains.COMMANDS, *statements.COMMANDS,
                *survey.COMMANDS):
    commands.add_command(apart(command))


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
        message = " ".join(error.format_message().split())
        refuse(InputError(message[:1].lower() + message[1:].rstrip(".")))
    except InputError as error:
        refuse(error)
    except OnoffError as error:
        fail(str(error), error.exit_code)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            _unread()
        _dropped()
        fail(f"standard output cannot be written: {error.strerror or error}", 2)
