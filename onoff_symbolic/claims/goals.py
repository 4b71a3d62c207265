"""Goals, which the checker reads: each restates a claim with all that it speaks of, and nothing else of its file.

    goal        writes the goal of a claim
    states      whether a goal, such as that of a recorded certificate, is about the claim as the file states it
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .kinds import restated
from .statements import Statement, as_json

if TYPE_CHECKING:
    from .file import Claim, Paper

Goal = dict[str, Any]
ALWAYS = ("conditions", "proves", "beside", "fails", "corrects")
IF_ANY = ("denies", "stands")
"""Parts of a goal: all goals have the first; statements that the claim denies, and those of them that are proved
nevertheless (`stands`), only where there are any."""
STATEMENTS = ("proves", "beside", "corrects", *IF_ANY)
TABLES = ("prior", "law", "table", "matrix")
"""Keys of a statement that name a table."""


def supposing(statement: Statement, where: Sequence[str]) -> Goal:
    """Return the statement, made only where these relations hold, too."""
    if not where:
        return dict(statement)
    return {**statement, "given": [*statement.get("given", []), *where]}


def goal(paper: Paper, claim: Claim, parts: Mapping[str, Any]) -> Goal:
    """Return a goal about a claim, with all that it speaks of and nothing else.

    `parts` has a verdict, the parts of ALWAYS, and perhaps those of IF_ANY, in the words of claims files."""
    statements = [statement for part in STATEMENTS for statement in parts.get(part, ())]
    statements += [failure["statement"] for failure in parts["fails"]]
    regions = pick(claim.regions, {claim.domain}.union(*map(regions_of, statements)))
    texts = [*strings_in(statements), *strings_in(regions)]
    called = mentioned(r"\((\w+),", texts) | named(statements, ("scheme", "process"))
    schemes = pick(paper.schemes, called)
    processes = pick(paper.processes, called)
    experiments = pick(claim.experiments, mentioned(r"Pr\s*\(\s*(\w+)", texts) | named(statements, ("in",)))
    indexed = mentioned(r"(\w+)\[", texts) | named(statements, TABLES)
    tables = pick(paper.tables, indexed.union(strings_in([schemes, processes, experiments])))
    stated = {part: _restated(parts.get(part, ()), paper) for part in STATEMENTS}
    stated["conditions"] = parts["conditions"]
    stated["fails"] = [{**each, "statement": restated(each["statement"], paper.schemes)} for each in parts["fails"]]
    found = {
        "claim": claim.id, "title": claim.title.replace("$", ""), "verdict": parts["verdict"], "names": claim.names,
        "tables": tables, "schemes": schemes, "processes": processes, "experiments": experiments,
        "regions": regions, "domain": claim.domain,
        **{part: stated[part] for part in (*ALWAYS, *IF_ANY)},
    }
    for name in ("processes", "experiments", *IF_ANY):
        if not found[name]:
            del found[name]
    return dict(as_json(found))


def _restated(statements: Iterable[Statement], paper: Paper) -> list[Goal]:
    """Return the statements in kinds of the checker's."""
    return [restated(statement, paper.schemes) for statement in statements]


# -- what statements speak of ------------------------------------------------------------------------------


def pick(known: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    """Return what is known by these names."""
    return {name: value for name, value in known.items() if name in names}


def regions_of(statement: Statement) -> set[str]:
    """Return the regions of a statement, and the parts of a cover."""
    region = statement["region"]
    regions = {region} if isinstance(region, str) else {*region}
    return regions | {part for part in statement.get("parts", ()) if part is not None}


def strings_in(value: Any) -> Iterator[str]:
    """Yield every string in a value, but no keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from strings_in(list(value.values()))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from strings_in(each)


def mentioned(pattern: str, texts: Iterable[str]) -> set[str]:
    """Return the names that the group of a pattern finds in texts."""
    return {name for text in texts for name in re.findall(pattern, text)}


def named(statements: Iterable[Statement], keys: Iterable[str]) -> set[str]:
    """Return the strings at some keys of statements."""
    values = [statement.get(key) for statement in statements for key in keys]
    return {value for value in values if isinstance(value, str)}


# -- whether a goal is the claim's -------------------------------------------------------------------------


def states(goal: Goal, claim: Claim, paper: Paper) -> bool:
    """Return whether the statements of a goal are those of the claim.

    What fails is a printed statement or a counterexample of `tries`. Unless the verdict is refuted, each printed
    statement is proved, as printed or under the conditions of the goal, and each counterexample either fails or, as it
    holds, is in `beside`. If it is refuted, printed statements fail where all that may be supposed holds."""
    conditions = [{"text": each.text, "where": [*each.where]} for each in claim.suppose]
    given = [text for condition in goal["conditions"] for text in condition["where"]]
    printed, beside, denied = (
        as_json(_restated(each, paper)) for each in (claim.proves, claim.beside, claim.denies))
    conditional = [supposing(statement, given) for statement in printed]
    tried = [(as_json(restated(each.statement, paper.schemes)), each.violates) for each in claim.tries]
    fails = [(each["statement"], each["violates"]) for each in goal["fails"]]
    tries = [statement for statement, _ in tried]
    fits = (        # whatever the verdict
        contains(conditions, goal["conditions"])
        and contains([*printed, *conditional], goal["proves"])
        and contains(goal["beside"], beside)
        and contains(denied, goal.get("stands", [])))
    if goal["verdict"] == "refuted":
        supposed = [text for each in claim.suppose for text in each.where]
        weakest = [supposing(statement, supposed) for statement in printed]
        return (
            fits
            and contains([*printed, *beside, *tries], goal["beside"])
            and all(each in tried or is_narrower(each[0], weakest) for each in fails)
            and goal["corrects"] == as_json(_restated(claim.corrects, paper))
            and not goal.get("denies"))
    pairs = zip(printed, conditional, strict=True)
    return (
        fits
        and contains([*beside, *tries], goal["beside"])
        and all(each in tried or is_narrower(each[0], printed) for each in fails)
        and goal["corrects"] == []
        and goal.get("denies", []) == denied
        and all(one in goal["proves"] or other in goal["proves"] for one, other in pairs)
        and all(each in fails or each[0] in goal["beside"] for each in tried))


def contains(whole: Collection[Any], part: Iterable[Any]) -> bool:
    """Return whether everything in `part` is in `whole`."""
    return all(each in whole for each in part)


def is_narrower(statement: Goal, printed: Iterable[Goal]) -> bool:
    """Return whether a statement is a printed one, perhaps with more in `given`: where it fails, that one does."""
    given = statement.get("given", [])
    for each in printed:
        own = each.get("given", [])
        if {**statement, "given": given} == {**each, "given": [*own, *given[len(own):]]}:
            return True
    return False
