"""Writes set schemes as scheme files."""

from __future__ import annotations

from collections.abc import Sequence

from .chain import Chain
from .lift import LiftedDesign, LiftedStep
from .reading import LAST
from .sets import by_size, full, names_of
from ..algebra.region import Region


def query_names(sources: Sequence[str]) -> dict[int, str]:
    """A name for each set, that no other set has."""
    short = all(len(source) == 1 for source in sources)
    found = {s: ("" if short else "_").join(names_of(s, sources)) for s in by_size(len(sources))}
    if len(set(found.values())) < len(found) or any(len(name) > 31 for name in found.values()):
        return {s: f"Q{s}" if s.bit_count() > 1 else found[s] for s in found}
    return found


def chain_text(chain: Chain) -> str:
    """The sources and the chain of a file."""
    rows = []
    for source, row in zip(chain.sources, chain.matrix, strict=True):
        entries = [f'{t} = "{e}"' for t, e in zip(chain.sources, row, strict=True) if not e.is_zero]
        rows.append(f"{source} = {{ {', '.join(entries)} }}")
    return "[chain]\n" + "\n".join(rows)


def file_text(title: str, parts: Sequence[LiftedDesign], whole: Region) -> str:
    """A scheme file for a region. Its parts become rules with their own hypotheses; the last part has none."""
    chain = parts[0].chain
    names = query_names(chain.sources)
    used = sorted({step.chosen for part in parts for stage in part.stages for step in stage}
                  | {r for part in parts for stage in part.stages for step in stage for r, _ in step.weights}
                  | {1 << i for i in range(len(chain.sources))} | {full(len(chain.sources))},
                  key=lambda s: (s.bit_count(), s))
    head = [f'title = "{title}"', f"sources = [{', '.join(_quoted(s) for s in chain.sources)}]"]
    if chain.field.names:
        head.append(f"parameters = [{', '.join(_quoted(n) for n in chain.field.names)}]")
    stated = whole.stated()
    if stated:
        head.append(f"where = [{', '.join(_quoted(text) for text in stated)}]")
    queries = [f"{names[s]} = [{', '.join(_quoted(x) for x in names_of(s, chain.sources))}]" for s in used]
    singles = ", ".join(_quoted(source) for source in chain.sources)
    rules = [f"[[rule]]\nprevious = [{singles}]\nrequest = true"]
    for i, part in enumerate(parts):
        own = part.region.stated() if i + 1 < len(parts) else ()
        own = tuple(text for text in own if text not in stated)
        for time, stage in enumerate(part.stages, start=1):
            when = "" if len(part.stages) == 1 else f't = {time}\n' if time < len(part.stages) else f't = ">= {time}"\n'
            for step in stage:
                if step.chosen.bit_count() > 1:
                    rules.append(_rule(part.chain, names, step, when, own))
    return "\n".join(head) + f"\n\n{chain_text(chain)}\n\n[queries]\n" + "\n".join(queries) + "\n\n" \
        + "\n\n".join(rules) + "\n"


def _rule(chain: Chain, names: dict[int, str], step: LiftedStep, when: str, where: tuple[str, ...]) -> str:
    lines = [f"[[rule]]\nprevious = [{_quoted(names[step.chosen])}]\n{when}given = {_quoted(LAST)}"]
    if where:
        lines.append(f"where = [{', '.join(_quoted(text) for text in where)}]")
    lines.append("[rule.table]")
    for y, entries in step.plans:
        for x, step_chance in enumerate(chain.matrix[y]):
            if not step_chance.is_zero:
                law = [(r, mass / step_chance) for (source, r), mass in entries if source == x]
                cells = ", ".join(f'{names[r]} = "{chance}"' for r, chance in law)
                lines.append(f'"{chain.sources[y]},{chain.sources[x]}" = {{ {cells} }}')
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return f'"{text}"'
