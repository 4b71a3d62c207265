"""The command that explains a verdict, a word of the reports or the exit codes."""

from __future__ import annotations

import click

from ..document import did_you_mean
from ..errors import InputError, Spot

EXIT_CODES = """\
0    as expected (recorded errata included; --strict counts them as failures)
1    a check failed, a scheme or statement was refuted, or a verdict changed
2    bad usage or bad input; one error on stderr
3    undecided, or computed and not certified
130  interrupted
141  broken pipe"""

WORDS = {
    "Verdicts": {
        "proved": """\
proved: the checker accepted a certificate of the encoded statement, for all
parameters of its domain and all times t. Compare the encoded statement with the
printed one: `onoff-verify show ID` has both.""",
        "conditional": """\
conditional: the printed statement holds under a condition that is not printed,
and fails at a point outside it; both were checked. "Holds if and only if" means
that failures were shown which, as the claims file says, cover all that the
condition leaves out; "holds if" says only sufficient.""",
        "refuted": """\
refuted: the encoded statement is false at the point shown; the checker found
both sides exactly. A correction, if given, is proved. The exit code is 0 for a
recorded erratum, unless --strict is given.""",
        "undecided": """\
undecided: no proof and no counterexample was found, or the checker did not
accept it. This does not mean false. Try --search, or add a hypothesis.
The exit code is 3.""",
        "as printed": """\
as printed: proved, every quotation encoded exactly, and without a correction of
another statement. Of a statement that is proved otherwise, see `encoded`.""",
    },
    "Numbers": {
        "computed, not certified": """\
computed, not certified: the number is exact (no rounding), but no certificate
states it, so you trust the program that computed it, not the checker alone.
The exit code is 3 where this is the answer.""",
    },
    "Not asked": {
        "not asked": """\
not asked: the question makes no sense here. A scheme that is not private, say,
is not compared with the least download of private schemes. This is no verdict,
and the exit code does not depend on it.""",
    },
    "Print and code": {
        "printed": """\
printed: a quotation from the paper, with its place. Spelling and notation are
adapted to plain text; the words are the authors'.""",
        "read as": """\
read as: what we take the printed words to mean, where they are ambiguous or say
it in words. A verdict is about this reading.""",
        "encoded": """\
encoded: the statement that the checker judges, as the claims file has it. Its
relation to the print is exact, stronger, weaker or other.""",
        "exact": "exact: the encoded statement says just what is printed, as it is read.",
        "stronger": """\
stronger: the encoded statement implies the printed one; if it is proved, so is
the printed one.""",
        "weaker": """\
weaker: the printed statement implies the encoded one. A proof covers a part of
what is printed, or the identities that its proof rests on.""",
        "other": """\
other: the encoded statement neither implies the printed one nor follows from it
alone; `onoff-verify show ID` says how they differ.""",
    },
    "Source": {
        "compared": """\
compared: at least one printed formula, table or condition of the claim has the
meaning that is encoded, by machine. What is pinned is as a person read it.
`onoff-verify source paper.tex` says which is which.""",
    },
    "Words": {
        "ergodic": """\
ergodic: irreducible and aperiodic; for two sources α > 0, β > 0, α+β < 2.
A chain forgets its start if |1-α-β| < 1. Every ergodic chain does; one with
α = 0 < β or β = 0 < α does too, although it is not irreducible.""",
        "forgets its start": """\
forgets its start: the law of X_t tends to the same limit, whatever X_0 is; for
two sources |1-α-β| < 1. See also `onoff-verify explain ergodic`.""",
        "history": """\
history: the queries Q_0, …, Q_t that the server has seen up to time t. A scheme
is private if no history reveals anything about X_0.""",
        "mode": """\
mode: at which times privacy is ON (1) or OFF (0), such as 1,0,0,1. In a scheme
file it is ON at t = 0 and OFF afterwards, unless --mode is given.""",
        "witness": """\
witness: where a statement fails: exact values of the parameters, and the values
of both sides there. It can be redone by hand.""",
        "correction": """\
correction: a statement in place of one that fails as printed. It is proved, and
other claims may rest on it.""",
    },
    "Tables": {"exit-codes": EXIT_CODES},
}


def overview() -> str:
    """Return the words that can be explained, by group."""
    rows = [f"{group.ljust(17)}{'  '.join(words)}" for group, words in WORDS.items()]
    return "\n".join([*rows, "", "onoff-verify explain WORD says what one of them means."])


def explained(word: str) -> str:
    """Return what a word means."""
    known = {name: text for words in WORDS.values() for name, text in words.items()}
    asked = " ".join(word.casefold().split())
    if asked not in known:
        hint = did_you_mean(asked, known).removeprefix("; ")
        said = f"{hint} " if hint else ""
        error = InputError(
            f"expected a word of the reports, found {word!r}; {said}onoff-verify explain lists all; "
            "onoff-verify show ID has a statement"
        )
        raise error.shown_at(Spot(word, 0, len(word), name="argument"))
    return known[asked]


@click.command(epilog="\b\nExamples:\n  onoff-verify explain\n  onoff-verify explain conditional\n"
                      "  onoff-verify explain exit-codes")
@click.argument("words", metavar="[WORD]", nargs=-1)
def explain(words: tuple[str, ...]) -> None:
    """Explain a verdict, a word of the reports or the exit codes in a few lines."""
    from .output import look, write

    text = explained(" ".join(words)) if words else overview()
    is_table = not words or text == EXIT_CODES
    lines = [text] if is_table else look(None).wrapped(text.replace("\n", " "))
    write("\n".join([*lines, ""]), None)


@click.command("help", epilog="\b\nExamples:\n  onoff-verify help\n  onoff-verify help scheme\n"
                              "  onoff-verify help exit-codes")
@click.argument("words", metavar="[COMMAND]", nargs=-1)
@click.pass_context
def help_(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Show the help on a command, or what a word means."""
    group = ctx.parent
    if group is None or not isinstance(group.command, click.Group):
        return
    command = group.command.commands.get(" ".join(words))
    if not words:
        click.echo(group.get_help())
    elif command is None:
        ctx.invoke(explain, words=words)
    else:
        click.echo(command.get_help(click.Context(command, info_name=command.name, parent=group)))


COMMANDS = (explain, help_)
