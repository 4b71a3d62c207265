"""The schemes of a claims file as schemes to compute with."""

from __future__ import annotations

from ..algebra.expression import parse
from ..algebra.field import Field
from ..checker.polynomials import Invalid
from ..claims.place import the_paper
from ..document import member
from ..errors import InputError
from ..schemes.chain import Chain
from ..schemes.histories import Prior
from ..schemes.names import GoalNames
from ..schemes.scheme import NAME, Scheme


def scheme_of(name: str) -> tuple[Scheme, Prior]:
    """Return a scheme that the paper's claims file states, and the law of X_0."""
    stated = the_paper()
    member(name, "--case", stated.schemes)
    rules = stated.schemes[name]
    used = {rules["chain"], stated.prior, *(rule["table"] for rule in rules["rules"])} - {None}
    field, sources = Field(stated.names), tuple(rules["sources"])
    letters = GoalNames(field, *sources, *rules["queries"], NAME)
    read = letters.bridge.quotient
    entries = [
        parse(text).build(field).element for text in stated.tables[rules["chain"]]["entries"]
    ]
    size = len(sources)
    chain = Chain(
        field, sources, tuple(tuple(entries[i * size:(i + 1) * size]) for i in range(size))
    )
    scheme = Scheme(
        name, chain, letters, {table: stated.tables[table] for table in used}, dict(rules), read
    )
    try:
        return scheme, {
            source: read(scheme.model.entry(stated.prior, [source])) for source in sources
        }
    except Invalid as reason:
        raise InputError(f"--case: {name}: {reason}") from None
