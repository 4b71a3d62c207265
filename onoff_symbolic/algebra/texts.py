"""How sums and products are written, and with them the checker's polynomials, quotients and relations."""

from __future__ import annotations

from collections.abc import Iterable

from ..checker.polynomials import Monomial, Number, Poly, Quotient

FLIPPED = {">": "<", ">=": "<=", "=": "=", "!=": "!="}


def _sorted(p: Poly) -> list[tuple[Monomial, Number]]:
    """Return the terms, those of a high degree first."""
    return sorted(p.items(), key=lambda item: (-len(item[0]), item[0]))


def term_text(size: Number, powers: Iterable[tuple[str, int]]) -> str:
    """Return a positive number times powers of names."""
    factors = [name if exponent == 1 else f"{name}**{exponent}" for name, exponent in powers]
    if size != 1 or not factors:
        factors.insert(0, str(size))
    return "*".join(factors)


def signed_sum(terms: Iterable[tuple[bool, str]]) -> str:
    """Return a sum of terms, each with whether it is subtracted."""
    text = "".join(f" {'-' if negative else '+'} {term}" for negative, term in terms)
    if text.startswith(" - "):
        return f"-{text[3:]}"
    return text[3:] or "0"


def _term(monomial: Monomial, size: Number) -> str:
    """Return a term without its sign."""
    return term_text(size, [(name, monomial.count(name)) for name in dict.fromkeys(monomial)])


def polynomial_text(p: Poly) -> str:
    """Return a polynomial as an expression, a positive term first if there is one."""
    terms = _sorted(p)
    first = next((k for k, (_, c) in enumerate(terms) if c > 0), 0)
    terms[:first + 1] = [*terms[first:first + 1], *terms[:first]]
    return signed_sum((c < 0, _term(monomial, max(c, -c))) for monomial, c in terms)


def relation_text(p: Poly, sign: str) -> str:
    """Return `p sign 0`, what is subtracted on the other side; path, state and mass each with one coefficient."""
    groups: dict[Monomial, Poly] = {}
    for monomial, c in _sorted(p):
        own = tuple(name for name in monomial if "[" in name)
        groups.setdefault(own, {})[tuple(name for name in monomial if "[" not in name)] = c
    left, right = list[str](), list[str]()
    for own in sorted(filter(None, groups)):
        factor = groups[own]
        if next(iter(factor.values())) > 0:
            left.append(_multiple(own, factor))
        else:
            right.append(_multiple(own, {monomial: -c for monomial, c in factor.items()}))
    for monomial, c in groups.get((), {}).items():
        side = left if c > 0 else right
        side.append(_term(monomial, max(c, -c)))
    constant_alone = () in p and left == [str(p[()])]
    if sign in (">", ">=") and (not left or constant_alone and right):
        left, right, sign = right, left, FLIPPED[sign]
    return f"{' + '.join(left) or '0'} {sign} {' + '.join(right) or '0'}"


def _multiple(own: Monomial, factor: Poly) -> str:
    """Return factor * own."""
    name, text = _term(own, 1), polynomial_text(factor)
    if len(factor) > 1:
        return f"({text})*{name}"
    return name if text == "1" else f"{text}*{name}"


def quotient_text(q: Quotient) -> str:
    """Return a quotient as an expression."""
    text = polynomial_text(q.top)
    divisors = [
        (polynomial_text(dict(key)), exponent) for key, exponent in q.bottom.items() if exponent
    ]
    if divisors and len(q.top) > 1:
        text = f"({text})"
    for divisor, exponent in divisors:
        text += f"/({divisor})" if exponent == 1 else f"/({divisor})**{exponent}"
    return text
