"""Statements of the claim language in words, their mathematics between dollars in the notation of our texts.

statement({"kind": "placed", …})  is  "where $Q_t = AB$: $X_t = X_0$"
formula("for a in A,B: history(low,a,AB,a) = M[a,a]")  is
    "$Pr(Q_0 = AB, Q_1 = a | X_0 = a) = M[a,a]$ for $a ∈ {A,B}$"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

Data = Mapping[str, Any]

_FOR = re.compile(r"\s*for\s+([^:]*):\s*(.*)", re.DOTALL)
_SUM = re.compile(r"\bsum\s+(\w+)\s+in\s+([^:]*?)\s*:\s*")
_CALL = re.compile(r"\b(law|state|history)\(([^()]*)\)")
_CHANCE = re.compile(r"\bPr\s*\(\s*\w+\s*,\s*")
_RELATION = re.compile("[<>=≤≥≠]")
"""What a condition has unless it is a sentence."""
_MEASURE = re.compile(r"\b[HI]\([^()]*\)")


# -- formulas ----------------------------------------------------------------------------------------------


def marked(text: str) -> str:
    """Return a text that is mathematics as a whole, between dollars."""
    return f"${text}$" if text else ""


def condition(text: str) -> str:
    """Return a condition, marked unless it is a sentence."""
    return marked(text) if _RELATION.search(text) else text


def formula(text: str, schemes: Sequence[str] = ()) -> str:
    """Return a relation as people write it. Probabilities name their scheme where there are several."""
    bound = _FOR.fullmatch(text)
    if bound is not None:
        return f"{formula(bound[2], schemes)} for {', '.join(map(marked, _ranges(bound[1])))}"
    summed = _SUM.sub(lambda found: f"Σ_{{{found[1]} ∈ {{{_squeezed(found[2])}}}}} ", text)
    summed = _CHANCE.sub("Pr(", summed)
    return marked(_CALL.sub(lambda found: _probability(found[1], found[2].split(","), schemes), summed))


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _ranges(text: str) -> Iterator[str]:
    """ "a in A,B; x in A,B; t in 1,2" as "a, x ∈ {A,B}" and "t ∈ {1,2}"."""
    pairs = [tuple(part.strip() for part in entry.split(" in ")) for entry in text.split(";")]
    for values, names in groupby(pairs, key=lambda pair: _squeezed(pair[-1])):
        yield f"{', '.join(name for name, *_ in names)} ∈ {{{values}}}"


def _probability(kind: str, words: Sequence[str], schemes: Sequence[str]) -> str:
    scheme, *given = (word.strip() for word in words)
    sign = f"Pr_{scheme}" if len(schemes) > 1 else "Pr"
    if schemes and scheme not in schemes:  # a process
        sign = f"Pr_{scheme}"
        if kind == "history":
            return f"{sign}({', '.join(f'Y_{t} = {seen}' for t, seen in enumerate(given[1:]))} | start {given[0]})"
        return f"{sign}(S_{given[0]} = {given[2]}, Y_{given[0]} = {given[3]} | start {given[1]})"
    if kind == "history":
        sent = ", ".join(f"Q_{t} = {query}" for t, query in enumerate(given[1:]))
        return f"{sign}({sent} | X_0 = {given[0]})"
    time = given[0]
    if kind == "state":
        return f"{sign}(X_{time} = {given[2]}, Q_{time} = {given[3]} | X_0 = {given[1]})"
    before = str(int(time) - 1) if time.isdigit() else f"{{{time}-1}}"
    return f"{sign}(Q_{time} = {given[4]} | X_0 = {given[1]}, X_{time} = {given[2]}, Q_{before} = {given[3]})"


# -- statements --------------------------------------------------------------------------------------------


def statement(said: Data, schemes: Sequence[str] = ()) -> str:
    """Return what a statement says, without its region and what is given."""
    words = KINDS[said["kind"]](said, schemes)
    if said.get("by"):
        words += f" (by {', '.join(said['by'])})"
    if said.get("name"):
        words = f"{said['name']}: {words}"
    if "scheme" in said and len(schemes) > 1:
        words += f" (the scheme “{said['scheme']}”)"
    return words


def _texts(said: Data, schemes: Sequence[str]) -> str:
    texts = [said["text"]] if isinstance(said["text"], str) else said["text"]
    return ", ".join(formula(text, schemes) for text in texts)


def _always(said: Data, schemes: Sequence[str]) -> str:
    varying = said.get("varying", ())
    take = f"take{'s' * (len(varying) == 1)} any new value at each $t$, used in the step to it"
    new = f"; {', '.join(map(marked, varying))} {take}" if varying else ""
    return f"{_texts(said, schemes)} at every $t$, where {_sequences(said, schemes)}{new}"


def _sequences(said: Data, schemes: Sequence[str]) -> str:
    return "; ".join(
        f"{marked(name)} is {marked(first)} at first, then {formula(said['next'][name], schemes)}"
        for name, first in said["start"].items()
    )


def _cover(said: Data, schemes: Sequence[str]) -> str:
    cases = [f"${sign} 0$ ({part or 'empty'})" for sign, part in zip("<=>", said["parts"], strict=True)]
    return f"the cases {marked(said['split'])} {', '.join(cases[:2])} and {cases[2]} cover everything"


def unstated(cover: Data, goal: Data) -> str:
    """Return of which cases of a cover a goal states nothing, as the end of a sentence; "" if there is none."""
    statements = [
        each for part in ("proves", "beside", "corrects", "denies", "stands") for each in goal.get(part, ())
    ]
    statements += [each["statement"] for each in goal.get("fails", ())]
    regions = [each["region"] for each in statements]
    stated = {name for region in regions for name in ([region] if isinstance(region, str) else region)}
    cases = dict.fromkeys(part for part in cover["parts"] if part and part not in stated)
    return f"; nothing is stated on {' and '.join(cases)}" if cases else ""


def _placed(said: Data, schemes: Sequence[str]) -> str:
    modulus, rest = said.get("time") or (1, 0)
    when = "" if modulus == 1 else f" and {congruent(rest, modulus)}"
    return f"where $Q_t = {said['query']}${when}: {mapped(said['map'])}"


def mapped(found: Mapping[str, str]) -> str:
    """Return which request it is for each first request."""
    values = set(found.values())
    if len(values) == 1:
        return f"$X_t = {values.pop()}$"
    if all(first == request for first, request in found.items()):
        return "$X_t = X_0$"
    return ", ".join(f"$X_t = {request}$ if $X_0 = {first}$" for first, request in found.items())


def _alike(said: Data, schemes: Sequence[str]) -> str:
    starts = ", ".join(map(marked, said["starts"]))
    return (
        f"what is seen of {said['process']} does not tell the starts {starts} apart: "
        "$Pr(Y_0, …, Y_t | start)$ is the same for each of them, at every $t$"
    )


def _private(said: Data, schemes: Sequence[str]) -> str:
    return (
        "no history reveals anything about $X_0$: $Pr(Q_0, …, Q_t | X_0 = a)$ is the same for every $a$, at every "
        "$t$"
    )


def _law(said: Data) -> str:
    return f"; $X_0$ has the law {marked(said['prior'])}"


def _markov(said: Data, schemes: Sequence[str]) -> str:
    matrix = said["matrix"]
    if matrix is None:
        return f"the queries form a Markov chain{_law(said)}"
    return (
        f"the queries form a Markov chain with matrix ${matrix}$: given any history that ends in $q$, the next "
        f"query is $r$ with probability ${matrix}[q,r]${_law(said)}"
    )


def _cost(said: Data, schemes: Sequence[str]) -> str:
    rules = f", where {_sequences(said, schemes)}" if said["start"] else ""
    return f"the expected download is {formula(said['value'], schemes)} at every $t${rules}{_law(said)}"


def _optimal(said: Data, schemes: Sequence[str]) -> str:
    return (
        "at every $t$ no law of a query that downloads the request and does not depend on $X_0$ has a lower "
        f"expected download{_law(said)}"
    )


def _least(said: Data, schemes: Sequence[str]) -> str:
    word = "least" if said["kind"] == "least" else "largest"
    subject = ", ".join(formula(text, schemes) for text in said["subject"])
    return (
        f"over all {marked(', '.join(said['variables']))}{' with ' if subject else ''}{subject}, the {word} value "
        f"of {formula(said['of'], schemes)} is {formula(said['value'], schemes)}"
    )


def _program(said: Data) -> str:
    return (
        f"of all laws of $(X_0, X_t, Q_t)$ with $X_0$ as in {marked(said['prior'])} and $X_t$ as in "
        f"{marked(said['law'])}, in which the query downloads the request and does not depend on $X_0$"
    )


def _optimum(said: Data, schemes: Sequence[str]) -> str:
    return f"{_program(said)}, the least expected download is {formula(said['value'], schemes)}"


def _unique(said: Data, schemes: Sequence[str]) -> str:
    return (
        f"{_program(said)}, {marked(said['table'])} is the only one with expected download "
        f"{formula(said['value'], schemes)}"
    )


def _general(said: Data, schemes: Sequence[str]) -> str:
    free = marked(", ".join(said["free"].values()))
    return f"{_program(said)}, each is {marked(said['table'])} for some {free}, and for one choice only"


def _hides(said: Data, schemes: Sequence[str]) -> str:
    secret, view, known = (", ".join(said.get(key, ())) for key in ("secret", "view", "knowing"))
    among = f" among {marked('; '.join(said['among']))}" if said.get("among") else ""
    given = f"{secret}, {known}" if known else secret
    besides = f", given {marked(known)}" if known else ""
    return (
        f"{marked(secret)} is hidden: $Pr({view} | {given})$ is the same for every value of "
        f"{marked(secret)}{among}{besides}"
    )


def _tells(said: Data, schemes: Sequence[str]) -> str:
    return f"{marked(', '.join(said['value']))} is a function of {marked(', '.join(said['view']))}"


def variable(says: Data) -> str:
    """Return what a variable of an experiment is."""
    if "is" in says:
        return f"$= {says['is']}$"
    values, law = f"$∈ {{{says['values']}}}$", says.get("law")
    if law is None:
        return f"{values}, an input"
    if isinstance(law, list):
        return f"{values}, drawn with probabilities {marked(', '.join(law))}"
    given = f" given {marked(', '.join(says['given']))}" if says.get("given") else ""
    return (
        f"{values}, drawn uniformly"
        if law == "uniform"
        else f"{values}, drawn by the table {marked(law)}{given}"
    )


KINDS: Mapping[str, Callable[[Data, Sequence[str]], str]] = {
    "holds": _texts,
    "always": _always,
    "cover": _cover,
    "defined": lambda said, schemes: "every row in use has a law, at every $t$",
    "normalised": lambda said, schemes: "every row in use is a probability distribution, at every $t$",
    "decodable": lambda said, schemes: "every query that is sent downloads the request, at every $t$",
    "determined": lambda said, schemes: "$X_t$ is a function of $(X_0, Q_t)$, at every $t$",
    "placed": _placed,
    "alike": _alike,
    "private": _private,
    "markov": _markov,
    "cost": _cost,
    "optimal": _optimal,
    "least": _least,
    "most": _least,
    "optimum": _optimum,
    "unique": _unique,
    "general": _general,
    "uses": lambda said, schemes: f"the claim `{said['claim']}`",
    "least_download": lambda said, schemes: (
        f"if the request has one of the laws {marked(said['law'])}, the least expected size of a set that holds it "
        f"and does not reveal which law it is is {formula(said['value'], schemes)}"
    ),
    "hides": _hides,
    "tells": _tells,
}


def congruent(rest: int, modulus: int) -> str:
    """Return the times of a residue."""
    return f"$t ≡ {rest} mod {modulus}$"


# -- steps -------------------------------------------------------------------------------------------------


def combination(terms: Sequence[Sequence[str]], over: str = "") -> str:
    """Return what a fact is combined of: "$(beta >= 0) + 2·(alpha < 1)·f3$"."""
    total = ""
    for multiplier, *cited in terms:
        is_negative = re.fullmatch(r"-[\w/.]+", multiplier)  # "-1/2", but not "-a + b"
        size = multiplier[1:] if is_negative else multiplier
        sign = "-" if is_negative else "+"
        product = _product(size, cited)
        if total:
            total += f" {sign} {product}"
        else:
            total = f"-{product}" if is_negative else product
    if not over:
        return marked(total)
    return f"{marked(f'({total})')} divided by {marked(_bracketed(over))}"


def _product(size: str, cited: Sequence[str]) -> str:
    """Return "2·(alpha < 1)·f3": a factor of 1 is left out."""
    factors = [_bracketed(each) for each in cited]
    if size != "1" or not factors:
        factors.insert(0, f"({size})" if re.search(r"[-+ ]", size) else size)
    return "·".join(factors)


def _bracketed(cited: str) -> str:
    """Return what is cited in parentheses, unless it is the name of a fact or a measure."""
    is_bare = re.fullmatch(r"\w+", cited) is not None or _MEASURE.fullmatch(cited) is not None
    return cited if is_bare else f"({cited})"
