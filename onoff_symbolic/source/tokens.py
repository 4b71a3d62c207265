"""Read LaTeX files into tokens: inputs are followed, macros expanded, comments left out. Nothing is executed.

Glossary
    Token       a command, a number, a word, a sign, or BREAK for an empty line; with its file and offsets
    Macro       the number of its arguments, the default of the first one, and its body
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ..document import data_of, located
from ..errors import InputError, Spot
from ..lines import spot_at

MAX_BYTES = 4_000_000
MAX_FILES = 50
MAX_TOKENS = 1_000_000
BREAK, SKIP = "\n\n", "% onoff: skip"
LEX = re.compile(
    r"\\begin\{(verbatim|lstlisting|comment)\}"
    r"|\\(?:(?:[hv]space|tag|(?:sub)*section|operatorname|chapter|paragraph)\*|[A-Za-z@]+|.)|%[^\n]*\n?[ \t]*"
    r"|\d+(?:\.\d+)?|[A-Za-z]+|\n[ \t]*\n\s*|\s+|.", re.DOTALL)


class Token(NamedTuple):
    text: str
    file: int
    start: int
    end: int


class Misplaced(InputError):
    """What is wrong at a token."""

    token: Token | None = None


def misplaced(message: str, token: Token | None) -> Misplaced:
    """Return the error at a token."""
    error = Misplaced(message)
    error.token = token
    return error


class Macro(NamedTuple):
    arguments: int
    default: Sequence[Token] | None
    body: Sequence[Token]


Macros = Mapping[str, Macro]


class Texts:
    """The files of a document, and their texts. `given` stands for files that need not exist."""

    def __init__(self, path: Path, given: Mapping[str, str] = {}) -> None:
        self.folder = path.parent
        self.given = given
        self.names: list[str] = []
        self.texts: list[str] = []
        self.open: list[str] = []

    def read(self, name: str) -> Iterator[Token]:
        """Yield the tokens of a file, and of those that it inputs."""
        if name in self.open:
            raise InputError(f"\\input of {name} inside itself")
        if len(self.names) >= MAX_FILES:
            raise InputError(f"expected at most {MAX_FILES} files, found more")
        text = self.text(name)
        number = len(self.names)
        self.names.append(name)
        self.texts.append(text)
        self.open.append(name)
        yield from self.inputs(lex(text, number))
        self.open.pop()

    def text(self, name: str) -> str:
        """Return the text of a file."""
        if name in self.given:
            return self.given[name].replace("\r\n", "\n")
        path = str(self.folder / name)
        try:
            data = data_of(path, MAX_BYTES)
            if len(data) > MAX_BYTES:
                raise InputError(f"expected at most {MAX_BYTES} bytes, found more")
            return data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError:
            raise located(InputError("expected UTF-8, found other bytes"), path) from None
        except InputError as error:
            raise located(error, path) from None

    def inputs(self, tokens: Iterator[Token]) -> Iterator[Token]:
        """Yield tokens, those of an input file in place of its name."""
        for token in tokens:
            if token.text not in (r"\input", r"\include"):
                yield token
                continue
            name = "".join(each.text for each in braced(tokens))
            if name := self.found(name if Path(name).suffix else f"{name}.tex"):
                yield from self.read(name)

    def found(self, name: str) -> str:
        """Return the name of a file in the folder of the paper; "" where there is none."""
        if name in self.given:
            return name
        place = (self.folder / name).resolve()
        if not place.is_relative_to(self.folder.resolve()):
            raise InputError(f"\\input names a file outside the folder of the paper: {name[:80]}")
        return name if place.exists() else ""

    def spot(self, token: Token) -> Spot:
        """Return the place of a token, with its file."""
        found = spot_at(self.texts[token.file], token.start, token.end - token.start)
        return replace(found, name=str(self.folder / self.names[token.file]))

    def line(self, token: Token) -> int:
        """Return the line where a token is."""
        return self.texts[token.file].count("\n", 0, token.start) + 1


def lex(text: str, file: int = 0) -> Iterator[Token]:
    """Yield the tokens of a text."""
    place = 0
    while place < len(text):
        match = LEX.match(text, place)
        if match is None:
            raise InputError(f"cannot be read at offset {place}")
        place = match.end()
        if match[1]:
            place = max(place, text.find(f"\\end{{{match[1]}}}", place))
            continue
        word = match[0]
        if word.startswith("%"):
            if word.split() == SKIP.split():
                yield Token(SKIP, file, match.start(), place)
            continue
        if not word.isspace():
            yield Token(word, file, match.start(), place)
        elif word.startswith("\n") and word.count("\n") > 1:
            yield Token(BREAK, file, match.start(), place)


def braced(tokens: Iterator[Token]) -> list[Token]:
    """Return what is in the braces that follow; without braces, the next token."""
    found: list[Token] = []
    depth = 0
    for token in tokens:
        depth += {"{": 1, "}": -1}.get(token.text, 0)
        found.append(token)
        if depth <= 0:
            break
    if depth > 0:
        raise misplaced("a brace is not closed", found[0])
    return found[1:-1] if len(found) > 1 else found


# -- macros ------------------------------------------------------------------------------------------------------------

NEW = {r"\newcommand", r"\renewcommand", r"\providecommand", r"\DeclareMathOperator"}


def take_macros(tokens: Sequence[Token]) -> tuple[list[Token], dict[str, Macro]]:
    """Return the tokens without the definitions among them, and the macros that these define."""
    macros: dict[str, Macro] = {}
    left: list[Token] = []
    waiting = iter(tokens)
    for token in waiting:
        if token.text == r"\def":
            name = next(waiting, token).text
            macros.update(plain_def(name, waiting))
        elif token.text in NEW:
            macros.update(new_command(token, waiting))
        else:
            left.append(token)
    return left, macros


def new_command(command: Token, tokens: Iterator[Token]) -> dict[str, Macro]:
    """Return the macro of a \\newcommand{\\name}[2][default]{body}."""
    name = braced(tokens)
    if name and name[0].text == "*":
        name = braced(tokens)
    options: list[list[Token]] = []
    for token in tokens:
        if token.text == "[":
            options.append(until(tokens, "]"))
        elif token.text == "{":
            body = until(tokens, "}")
            break
    else:
        raise misplaced("a macro has no body", command)
    if not name:
        return {}
    if command.text == r"\DeclareMathOperator":
        body = [command._replace(text=text) for text in (r"\operatorname", "{")] + body + [command._replace(text="}")]
    count = options[0][0].text if options and options[0] else "0"
    default = options[1] if len(options) > 1 else None
    return {name[0].text: Macro(int(count) if count in "123456789" else 0, default, body)}


def plain_def(name: str, tokens: Iterator[Token]) -> dict[str, Macro]:
    """Return the macro of a \\def\\name#1#2{body}; none if its arguments are delimited otherwise."""
    pattern = []
    for token in tokens:
        if token.text == "{":
            break
        pattern.append(token.text)
    body = until(tokens, "}")
    count = len(pattern) // 2
    if pattern != [text for number in range(count) for text in ("#", str(number + 1))]:
        return {}
    return {name: Macro(count, None, body)}


def until(tokens: Iterator[Token], closing: str) -> list[Token]:
    """Return the tokens before a closing sign, which is passed; braces are kept in pairs."""
    found: list[Token] = []
    depth = 0
    for token in tokens:
        if token.text == closing and not depth:
            return found
        depth += {"{": 1, "}": -1}.get(token.text, 0)
        found.append(token)
    raise misplaced(f"expected {closing} after a macro, found the end", found[0] if found else None)


class Waiting:
    """Tokens that are still to be read. What is pushed is read next."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = [*reversed(tokens)]

    def __bool__(self) -> bool:
        return bool(self.tokens)

    def peek(self) -> str:
        """Return the text of the next token; "" at the end."""
        return self.tokens[-1].text if self.tokens else ""

    def next(self) -> Token:
        return self.tokens.pop()

    def push(self, tokens: Sequence[Token]) -> None:
        self.tokens.extend(reversed(tokens))

    def pop_after(self, text: str) -> Iterator[Token]:
        """Go past a text; yield the tokens after it, each of which is gone then."""
        self.next()
        while self.tokens:
            yield self.tokens.pop()

    def argument(self) -> list[Token]:
        """Return an argument: a group, or one digit, letter or command."""
        while self.peek() == BREAK:
            self.next()
        if not self:
            raise InputError("an argument is missing")
        if self.peek() == "{":
            return until(self.pop_after("{"), "}")
        token = self.next()
        if token.text.isalnum() and len(token.text) > 1:
            self.push([token._replace(text=token.text[1:])])
            token = token._replace(text=token.text[0])
        return [token]

    def optional(self) -> list[Token] | None:
        """Return what is in square brackets, if these are next."""
        return until(self.pop_after("["), "]") if self.peek() == "[" else None


def expand(tokens: Sequence[Token], macros: Macros) -> list[Token]:
    """Return the tokens with all macros expanded; what comes of a macro is where the macro is."""
    waiting = Waiting(tokens)
    found: list[Token] = []
    work = len(tokens)
    while waiting:
        token = waiting.next()
        macro = macros.get(token.text)
        if macro is None:
            found.append(token)
            continue
        body = written_out(macro, token, waiting)
        work += 1 + len(body)
        if work > MAX_TOKENS:
            raise misplaced(f"{token.text} expands without end", token)
        waiting.push(body)
    return found


def written_out(macro: Macro, call: Token, waiting: Waiting) -> list[Token]:
    """Return the body of a macro with its arguments."""
    arguments: list[Sequence[Token]] = []
    if macro.default is not None:
        given = waiting.optional()
        arguments.append(macro.default if given is None else given)
    while len(arguments) < macro.arguments:
        arguments.append(waiting.argument())
    found: list[Token] = []
    body = iter(macro.body)
    for token in body:
        if token.text != "#":
            found.append(call._replace(text=token.text))
            continue
        number = next(body, token).text
        digit = number[:1]
        if digit.isdigit() and 0 < int(digit) <= len(arguments):
            found += arguments[int(digit) - 1]
            found += [call._replace(text=number[1:])] if number[1:] else []
    return found
