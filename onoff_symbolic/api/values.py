"""Values of the library are sympy expressions; what is decided is decided in the field underneath.

written     a value that somebody gives, as the text of a scheme file; floats and functions are refused
expression  a text of ours as a sympy expression, without evaluating any code
equal       whether two rational functions are the same element of the field
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from sympy import Abs, Add, Expr, Integer, Mul, Pow, Rational, Symbol, true
from sympy.core.relational import Relational

from ..algebra.expression import MAX_EXPONENT, parse, plain_name
from ..algebra.field import Element, Field
from ..checker.syntax import Name, Number, Power, Product, Sum, parse as parse_text
from ..document import expect
from ..errors import InputError

Symbols = Mapping[str, Symbol]
"""Name → the symbol to write for it; names that are missing become plain symbols."""

_EXACT = "write an exact number, such as Rational(1, 5) or '0.2'"


def written(value: object, place: str) -> str:
    """Return a value as the text of a file: a string as it is, a number, or a sympy expression.

    >>> from sympy import symbols
    >>> alpha, beta = symbols("alpha beta", positive=True)
    >>> written((1 - alpha - beta)/(1 - alpha), "a row")
    '(-alpha - beta + 1)/(1 - alpha)'
    >>> written(0.2, "a row")
    Traceback (most recent call last):
    ...
    onoff_symbolic.errors.InputError: a row: expected an exact value, found the float 0.2; write an exact number, such as Rational(1, 5) or '0.2'
    """  # noqa: E501
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        raise InputError(f"{place}: expected a number or an expression, found {value}")
    if isinstance(value, float):
        raise InputError(f"{place}: expected an exact value, found the float {value}; {_EXACT}")
    if isinstance(value, (int, Fraction)):
        return str(value)
    if not isinstance(value, Expr):
        raise InputError(
            f"{place}: expected a number or an expression, found {type(value).__name__}"
        )
    _refuse(value, place)
    return str(value)


def file_name(path: object) -> str:
    """Return the name of a file; raise InputError for what is none, such as what is in a file."""
    if not isinstance(path, (str, Path)):
        raise InputError(f"expected the name of a file, found {path!r}")
    if "\n" in str(path):
        raise InputError("expected the name of a file, found a text of several lines; write it to a file first")
    return str(path)


def point_text(at: object) -> str:
    """Return values of parameters, {"a": "1/5"}, as the command line has them.

    >>> point_text({"a": "1/5", "b": 2})
    'a=1/5,b=2'
    """
    if at is None:
        return ""
    values = expect(at, Mapping, "at", "values by name, such as {'a': '1/5'}")
    return ",".join(f"{name}={written(value, 'at')}" for name, value in values.items())


def _refuse(value: Any, place: str) -> None:
    """Raise InputError but for sums, products and whole powers of exact numbers and symbols."""
    if value.is_Float:
        raise InputError(f"{place}: expected exact values, found the float {value}; {_EXACT}")
    if isinstance(value, (Integer, Rational, Symbol)):
        return
    if isinstance(value, Pow):
        base, exponent = value.args
        if not isinstance(exponent, Integer) or abs(int(exponent)) > MAX_EXPONENT:
            raise InputError(
                f"{place}: expected whole exponents up to {MAX_EXPONENT}, found {value}"
            )
        _refuse(base, place)
        return
    if not isinstance(value, (Add, Mul)):
        name = type(value).__name__
        raise InputError(
            f"{place}: expected sums, products, quotients and whole powers, found {name} in {value}"
        )
    for part in value.args:
        _refuse(part, place)


def written_relation(value: object, place: str) -> str:
    """Return a hypothesis: a string as it is, or a relation of sympy."""
    if isinstance(value, str):
        return value
    if not isinstance(value, Relational):
        raise InputError(f"{place}: expected a hypothesis such as alpha + beta < 1, found {value}")
    return f"{written(value.lhs, place)} {value.rel_op} {written(value.rhs, place)}"


def relations(where: object) -> Sequence[object]:
    """Return the hypotheses that are given, if any are; raise InputError for what is no list."""
    if where is None:
        return ()
    hypotheses: Sequence[object] = expect(where, Sequence, "where", "a list of hypotheses")
    return hypotheses


def hypotheses(where: Sequence[object], symbols: Symbols) -> list[str]:
    """Return the hypotheses that are given, and what the symbols are assumed to be: sympy says `true` to p >= 0 where
    p is positive."""
    texts = [
        written_relation(text, f"where[{i}]") for i, text in enumerate(where) if text is not true
    ]
    for name, symbol in symbols.items():
        for sign, known in (
            (">", symbol.is_positive),
            (">=", symbol.is_nonnegative),
            ("<", symbol.is_negative),
        ):
            if known:
                texts.append(f"{name} {sign} 0")
                break
    return texts


def symbols_of(*values: object) -> dict[str, Symbol]:
    """Return the symbols that are used, by the names that a file has for them."""
    found: dict[str, Symbol] = {}
    for value in values:
        for symbol in getattr(value, "free_symbols", ()):
            name = plain_name(symbol.name)
            if found.setdefault(name, symbol) != symbol:
                raise InputError(f"expected one symbol for each name, found two called {name}")
    return found


def from_element(element: Element, symbols: Symbols) -> Expr:
    """Return an element of a field as an expression in these symbols."""
    found = element.as_expr()
    return found.xreplace(
        {symbol: symbols[symbol.name] for symbol in found.free_symbols if symbol.name in symbols}
    )


def expression(text: str, symbols: Mapping[str, Any]) -> Expr:
    """Return a text of ours as an expression: numbers, names, + - * / ** and |...|.

    >>> expression("1 + |1 - alpha - beta|**t", {})
    Abs(alpha + beta - 1)**t + 1
    """
    before, *rest = text.split("|")
    if rest:
        inside, after = rest
        return expression(
            f"{before}size_{after}", {**symbols, "size_": Abs(expression(inside, symbols))}
        )
    return _value(parse_text(text).sides[0], symbols)


def _value(node: Any, symbols: Mapping[str, Any]) -> Any:
    match node:
        case Number(value=number):
            return Rational(number.numerator, number.denominator)
        case Name(word=name):
            return symbols.get(name, Symbol(name))
        case Power(base=base, exponent=str(name)):
            return _value(base, symbols) ** symbols.get(name, Symbol(name))
        case Power(base=base, exponent=exponent):
            return _value(base, symbols) ** exponent
        case Sum(terms=terms):
            return Add(*(sign * _value(term, symbols) for sign, term in terms))
        case Product(first=first, others=others):
            found = _value(first, symbols)
            for operator, factor in others:
                other = _value(factor, symbols)
                found = found * other if operator == "*" else found / other
            return found
    raise InputError(
        f"expected sums, products, quotients and powers, found a {type(node).__name__}"
    )


def equal(left: object, right: object) -> bool:
    """Return whether two rational functions of exact numbers and symbols are equal, decided in the field ℚ(symbols).

    >>> from sympy import symbols
    >>> a, b = symbols("a b")
    >>> equal((a**2 - b**2)/(a - b), a + b)
    True
    >>> equal((a + b)**2, a**2 + b**2)
    False
    """
    texts = [parse(written(value, "equal")) for value in (left, right)]
    field = Field(dict.fromkeys(name for text in texts for name in text.names()))
    one, other = (text.build(field).element for text in texts)
    return one == other


def rational(text: str) -> Rational:
    """Return an exact number."""
    value = Fraction(text)
    return Rational(value.numerator, value.denominator)
