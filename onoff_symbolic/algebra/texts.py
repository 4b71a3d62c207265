"""How the checker's polynomials, quotients and relations are written."""

from __future__ import annotations

from ..checker.polynomials import Monomial, Number, Poly, Quotient

FLIPPED = {">": "<", ">=": "<=", "=": "=", "!=": "!="}


def _sorted(p: Poly) -> list[tuple[Monomial, Number]]:
    return sorted(p.items(), key=lambda item: (-len(item[0]), item[0]))


def _term(monomial: Monomial, size: Number) -> str:
    powers = [n if monomial.count(n) == 1 else f"{n}**{monomial.count(n)}" for n in dict.fromkeys(monomial)]
    return "*".join(([] if size == 1 and powers else [str(size)]) + powers)


def polynomial_text(p: Poly) -> str:
    """Return a polynomial as an expression, a positive term first if there is one."""
    terms = _sorted(p)
    first = next((term for term in terms if term[1] > 0), None)
    terms = terms if first is None else [first, *(term for term in terms if term is not first)]
    found = "".join((" - " if c < 0 else " + ") + _term(monomial, max(c, -c)) for monomial, c in terms)
    return ("-" + found[3:] if found.startswith(" - ") else found[3:]) or "0"


def relation_text(p: Poly, sign: str) -> str:
    """Return `p sign 0`, what is subtracted on the other side; path, state and mass each with one coefficient."""
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
    """Return a quotient as an expression."""
    top = polynomial_text(q.top)
    bottoms = [f"({polynomial_text(dict(key))})" + (f"**{e}" if e > 1 else "") for key, e in q.bottom.items() if e]
    if not bottoms:
        return top
    return (f"({top})" if len(q.top) > 1 else top) + "".join(f"/{bottom}" for bottom in bottoms)
