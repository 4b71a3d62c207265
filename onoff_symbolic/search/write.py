"""How goals, polynomials, relations and certificates are written. The same certificate always gives the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..checker.polynomials import Monomial, Number, Poly, Quotient

EVERYWHERE = "everywhere"
"""The region without hypotheses."""

FLIPPED = {">": "<", ">=": "<=", "=": "=", "!=": "!="}


def empty_goal(claim: str, title: str, names: Sequence[str] = (), regions: Mapping[str, list[str]] | None = None,
               tables: Mapping[str, Any] | None = None, schemes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A goal that states nothing yet."""
    return {"claim": claim, "title": title, "verdict": "proved", "names": list(names), "tables": dict(tables or {}),
            "schemes": dict(schemes or {}), "regions": dict({EVERYWHERE: []} if regions is None else regions),
            "domain": "", "conditions": [], "proves": [], "beside": [], "fails": [], "corrects": []}


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
    """`p sign 0`, what is subtracted standing on the other side; path, state and mass each with one coefficient."""
    groups: dict[Monomial, Poly] = {}
    for monomial, c in _sorted(p):
        own = tuple(n for n in monomial if "[" in n)
        groups.setdefault(own, {})[tuple(n for n in monomial if "[" not in n)] = c
    left, right = list[str](), list[str]()
    for own, factor in sorted(groups.items(), key=lambda item: (not item[0], item[0])):
        if not own:
            for monomial, c in factor.items():
                (left if c > 0 else right).append(_term(monomial, max(c, -c)))
            continue
        positive = next(iter(factor.values())) > 0
        side, turned = (left, factor) if positive else (right, {m: -c for m, c in factor.items()})
        text = polynomial_text(turned)
        side.append(f"({text})*{_term(own, 1)}" if len(turned) > 1 else
                    "*".join([*([] if text == "1" else [text]), _term(own, 1)]))
    if not left or p.keys() & {()} and left == [str(p[()])] and right:
        if sign in (">", ">="):
            left, right, sign = right, left, FLIPPED[sign]
    return f"{' + '.join(left) or '0'} {sign} {' + '.join(right) or '0'}"


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
