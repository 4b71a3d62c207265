"""survey: one question, asked of many problems."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

import click

from ..errors import InputError
from .output import FILE, file_argument, one_line
from .terminal import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor


@click.command(epilog="\b\nExamples:\n  onoff-verify survey examples/surveys/theorem2.toml -o results.jsonl\n"
                      "  onoff-verify survey random.toml -o results.jsonl --workers 8\n"
                      "  onoff-verify survey random.toml -o results.jsonl --scheduler tcp://host:8786")
@file_argument
@click.option("-o", "--output", metavar="RESULTS", type=FILE, required=True,
              help="Add results to this file, one line of JSON each. An interrupted run goes on where it stopped.")
@click.option("--workers", metavar="N", type=click.IntRange(1, 256), default=1, show_default=True,
              help="Processes on this machine.")
@click.option("--scheduler", metavar="ADDRESS", default=None,
              help="Workers of a dask.distributed scheduler instead: pip install \"onoff-verify[cluster]\".")
def survey(file: str, output: str, workers: int, scheduler: str | None) -> None:
    """Ask one question of many problems: random chains, all chains up to renaming, or a file on a grid.

    Each answer is computed exactly; results do not depend on the number of workers. Each hit is kept as a file that
    the other commands read, in a folder beside RESULTS. Exit code 0 if every problem has an answer, 3 if some gave up.
    """
    from pathlib import Path

    from ..survey.families import load
    from ..survey.run import run

    target = Path(output)
    if target.is_dir() or target.suffix == "":
        raise click.UsageError("-o: expected a file name with an ending, such as results.jsonl")
    problems = load(file)
    try:
        with executor(workers, scheduler) as pool, Progress(0, log=True, seldom=True) as progress:
            found = run(problems, target, pool, estimated(progress))
    except OSError as error:
        raise InputError(f"{output}: cannot be written: {error.strerror or error}") from None
    given_up = f", {found.given_up} gave up" if found.given_up else ""
    click.echo(f"{found.done} problems, {found.hits} hits{given_up}: {one_line(output)} (computed, not certified)")
    if found.hits:
        click.echo(f"Each hit is a file: {one_line(str(target.with_suffix('')))}/")
    sys.exit(3 if found.given_up else 0)


class estimated:
    """Progress with the time that is left, as far as the problems so far can tell."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.began: tuple[float, int] | None = None

    def __call__(self, done: int, total: int, what: str) -> None:
        if self.began is None:
            self.began = monotonic(), done
        seconds, first = monotonic() - self.began[0], self.began[1]
        left = seconds / (done - first) * (total - done) if done > first else 0
        minutes = f", about {left / 60:.0f} min left" if left > 90 else ""
        self.progress.say(f"{done}/{total} done, {what}{minutes}")


@contextmanager
def executor(workers: int, scheduler: str | None) -> Iterator[Executor | None]:
    """Yield what runs the problems; None for this process."""
    if scheduler is not None:
        try:
            from distributed import Client
        except ImportError:
            raise InputError('--scheduler: dask is not installed; pip install "onoff-verify[cluster]"') from None
        try:
            client = Client(scheduler, timeout="20s")
        except (OSError, ValueError) as error:
            raise InputError(f"--scheduler: {one_line(str(error))[:200]}") from None
        with client, client.get_executor(retries=3) as pool:
            yield pool
        return
    if workers == 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield pool


COMMANDS = (survey,)
