"""How polynomials, relations and certificates are written. Deterministic: the same certificate gives the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from ..checker.polynomials import Monomial, Number, Poly, Quotient

FLIPPED = {">": "<", ">=": "<=", "=": "=", "!=": "!="}


def _sorted(p: Poly) -> list[tuple[Monomial, Number]]:
    return sorted(p.items(), key=lambda item: (-len(item[0]), item[0]))


def _term(monomial: Monomial, size: Number) -> str:
    powers = [n if monomial.count(n) == 1 else f"{n}**{monomial.count(n)}" for n in dict.fromkeys(monomial)]
    return "*".join(([] if size == 1 and powers else [str(size)]) + powers)


def polynomial_text(p: Poly) -> str:
    """A polynomial, a positive term first if there is one."""
    terms = _sorted(p)
    first = next((term for term in terms if term[1] > 0), None)
    terms = terms if first is None else [first, *(term for term in terms if term is not first)]
    found = "".join((" - " if c < 0 else " + ") + _term(monomial, max(c, -c)) for monomial, c in terms)
    return ("-" + found[3:] if found.startswith(" - ") else found[3:]) or "0"


def relation_text(p: Poly, sign: str) -> str:
    """`p sign 0`, without minus signs: what is subtracted stands on the other side."""
    left, right = ({m: max(c, -c) for m, c in p.items() if (c > 0) == side} for side in (True, False))
    if left.keys() <= {()} and right and sign in (">", ">="):
        return f"{polynomial_text(right)} {FLIPPED[sign]} {polynomial_text(left)}"
    return f"{polynomial_text(left)} {sign} {polynomial_text(right)}"


def quotient_text(q: Quotient) -> str:
    """A quotient as an expression."""
    top = polynomial_text(q.top)
    bottoms = [f"({polynomial_text(dict(key))})" + (f"**{e}" if e > 1 else "") for key, e in q.bottom.items() if e]
    if not bottoms:
        return top
    return (f"({top})" if len(q.top) > 1 else top) + "".join(f"/{bottom}" for bottom in bottoms)


def point_text(values: Mapping[str, Fraction], names: Iterable[str]) -> dict[str, str]:
    return {name: str(values.get(name, Fraction(0))) for name in names}


def written(value: Mapping[str, Any]) -> str:
    """JSON with one line for each statement, fact and failure."""
    goal = ",\n".join(f"  {_line(key)}: {_block(part, '    ', '  ')}" for key, part in value["goal"].items())
    rest = ",\n".join(f"{_line(key)}: {_block(value[key], '  ', '')}"
                      for key in ("points", "invariants", "values", "facts", "failures"))
    head = f'"format": {_line(value["format"])}, "version": {value["version"]}'
    return f'{{{head},\n"goal": {{\n{goal}\n}},\n{rest}}}\n'


def _block(value: Any, indent: str, end: str) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(indent + _line(item) for item in value) + f"\n{end}]"
    if isinstance(value, dict) and value:
        return "{\n" + ",\n".join(f"{indent}{_line(key)}: {_line(item)}" for key, item in value.items()) + f"\n{end}}}"
    return _line(value)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
