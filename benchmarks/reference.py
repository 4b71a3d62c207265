"""The reference of the command line as Markdown, made from the commands themselves.

It reads what the commands declare and does not ask click to lay it out: the same text with every version of click, in
every terminal and every language.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

HEAD = """# Command line reference

Made from the commands by `make docs`; do not edit. `onoff-verify COMMAND --help` says the same.
"""
NAME = "onoff-verify"


def reference(group: click.Group) -> str:
    """Every command, in the order of its declaration."""
    parts = [HEAD, *_command(f"{NAME} ID...|all|COMMAND", group)]
    for name, command in group.commands.items():
        if not command.hidden:
            words = [NAME, name, *(_argument(p) for p in command.params if isinstance(p, click.Argument))]
            parts += _command(" ".join(words), command)
    return "\n".join(parts)


def _command(usage: str, command: click.Command) -> Iterator[str]:
    yield f"## `{usage}`\n"
    yield from _paragraphs(command.help or "")
    options = [p for p in command.params if isinstance(p, click.Option) and not p.hidden]
    if options:
        yield "\n".join(_option(option) for option in options) + "\n"
    yield from _paragraphs(command.epilog or "")


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs; what click is told to leave alone becomes a block."""
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        if paragraph.startswith("\b\n"):
            title, _, block = paragraph.removeprefix("\b\n").partition("\n")
            if block.startswith("  "):
                yield f"{title}\n\n```text\n{inspect.cleandoc(block)}\n```\n"
            else:
                yield f"{title} {block}".rstrip() + "\n"
        elif paragraph:
            yield f"{paragraph}\n"


def _argument(argument: click.Argument) -> str:
    return argument.metavar or (argument.name or "").upper()


def _option(option: click.Option) -> str:
    names = ", ".join(option.opts)
    value = "" if option.is_flag else f" {option.metavar or _kind(option.type)}"
    default = f" Default: `{option.default}`." if option.show_default else ""
    return f"- `{names}{value}`: {' '.join((option.help or '').split())}{default}"


def _kind(kind: click.ParamType) -> str:
    if isinstance(kind, click.Choice):
        return "|".join(str(choice) for choice in kind.choices)
    if isinstance(kind, click.IntRange):
        return f"{kind.min}..{kind.max}"
    return kind.name.upper()
