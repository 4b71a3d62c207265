"""Set schemes as the text of scheme files."""

from __future__ import annotations

from collections.abc import Sequence

from .lift import LiftedDesign, LiftedStep
from .sets import by_size, full, names_of
from ..algebra.region import Region
from ..schemes.chain import Chain
from ..schemes.files import LAST

LONGEST = 31
"""Letters that a name in a scheme file may have."""


def query_names(sources: Sequence[str]) -> dict[int, str]:
    """Return a name for each set, that no other set has."""
    joint = "" if all(len(source) == 1 for source in sources) else "_"
    found = {s: joint.join(names_of(s, sources)) for s in by_size(len(sources))}
    if len(set(found.values())) < len(found) or any(
        len(name) > LONGEST for name in found.values()
    ):
        return {s: f"Q{s}" if s.bit_count() > 1 else found[s] for s in found}
    return found


def chain_text(chain: Chain) -> str:
    """Return the chain of a file."""
    rows = []
    for source, row in zip(chain.sources, chain.matrix, strict=True):
        entries = [
            f'{t} = "{e}"'
            for t, e in zip(chain.sources, row, strict=True)
            if not e.is_zero
        ]
        rows.append(f"{source} = {{ {', '.join(entries)} }}")
    return "[chain]\n" + "\n".join(rows)


def file_text(title: str, parts: Sequence[LiftedDesign], whole: Region) -> str:
    """Return a scheme file for a region. Its parts become rules with their own hypotheses; the last part has none."""
    chain = parts[0].chain
    names = query_names(chain.sources)
    stated = whole.stated()
    head = [f'title = "{title}"', f"sources = {_listed(chain.sources)}"]
    if chain.field.names:
        head.append(f"parameters = {_listed(chain.field.names)}")
    if stated:
        head.append(f"where = {_listed(stated)}")
    queries = [
        f"{names[s]} = {_listed(names_of(s, chain.sources))}" for s in _used(parts)
    ]
    rules = [f"[[rule]]\nprevious = {_listed(chain.sources)}\nrequest = true"]
    for part in parts:
        own = (
            [text for text in part.region.stated() if text not in stated]
            if part is not parts[-1]
            else []
        )
        for time, stage in enumerate(part.stages, start=1):
            when = _when(time, len(part.stages))
            rules += [
                _rule(chain, names, step, when, own)
                for step in stage
                if step.chosen.bit_count() > 1
            ]
    return (
        "\n\n".join(
            [
                "\n".join(head),
                chain_text(chain),
                "\n".join(["[queries]", *queries]),
                *rules,
            ]
        )
        + "\n"
    )


def _used(parts: Sequence[LiftedDesign]) -> list[int]:
    """Return the sets that a file needs, small ones first."""
    size = len(parts[0].chain.sources)
    steps = [step for part in parts for stage in part.stages for step in stage]
    used = {
        full(size),
        *(1 << i for i in range(size)),
        *(step.chosen for step in steps),
    }
    used.update(r for step in steps for r, _ in step.weights)
    return [s for s in by_size(size) if s in used]


def _when(time: int, last: int) -> list[str]:
    """Return the line that says when a stage applies: the last one for ever."""
    if last == 1:
        return []
    return [f"t = {time}"] if time < last else [f't = ">= {time}"']


def _rule(
    chain: Chain,
    names: dict[int, str],
    step: LiftedStep,
    when: list[str],
    where: list[str],
) -> str:
    """Return the rule for the queries after a set."""
    lines = [
        "[[rule]]",
        f"previous = {_listed([names[step.chosen]])}",
        *when,
        f'given = "{LAST}"',
    ]
    if where:
        lines.append(f"where = {_listed(where)}")
    lines.append("[rule.table]")
    for y, entries in step.plans:
        for x, chance in enumerate(chain.matrix[y]):
            if not chance.is_zero:
                cells = [
                    f'{names[r]} = "{mass / chance}"'
                    for (source, r), mass in entries
                    if source == x
                ]
                lines.append(
                    f'"{chain.sources[y]},{chain.sources[x]}" = {{ {", ".join(cells)} }}'
                )
    return "\n".join(lines)


def _listed(texts: Sequence[str]) -> str:
    """Return a list of strings as TOML."""
    return "[" + ", ".join(f'"{text}"' for text in texts) + "]"
