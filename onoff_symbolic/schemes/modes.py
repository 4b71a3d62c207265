"""Schemes under privacy modes: at each time privacy is ON or OFF.

At an ON time the scheme downloads every source and starts again: until the next ON time the rules see the request of
that ON time as X_0 and count t from it. Privacy asks that the query at each t tells nothing about the requests of all
ON times so far, given the queries before. For one mode this is checked on the joint law; for all modes it follows from
privacy in the step mode, because what happens after an ON time depends on the past through its request alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..errors import InputError
from ..algebra.field import Element
from .histories import Prior
from ..obligation import Case, Identity, Obligation, Shannon
from .properties import Setting, private
from .scheme import History, Scheme

MAX_LENGTH = 8

Requests = tuple[str, ...]
Law = Mapping[tuple[Requests, str, History], Element]
"""(requests of the ON times, current request, queries) → probability."""

EARLIER = ("I(U;V|X) = 0", "I(U,X,V;R,S) = 0", "I(R;S) = 0", "H(B|U,X,R) = 0", "H(P|X,V,S) = 0", "H(Q|X,V,S) = 0")
"""U: requests of earlier ON times; X: of the last; V: requests since; R, S: randomness before and since; B, P, Q:
queries up to the last ON time, since then, and now."""


def parse_mode(text: str) -> tuple[bool, ...]:
    """Read a mode such as 1,0,0,1,0 (1 is ON), for t = 0, 1, …; it begins with an ON time."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part in ("0", "1") for part in parts):
        raise InputError(f"--mode: expected 0 and 1 with commas between them, or all, found {text[:40]!r}")
    if parts[0] != "1":
        raise InputError("--mode: expected a mode that begins with 1 (ON): before, there is nothing to protect")
    if len(parts) > MAX_LENGTH:
        raise InputError(f"--mode: expected at most {MAX_LENGTH} times, found {len(parts)}; say all for every mode")
    return tuple(part == "1" for part in parts)


def under_mode(case: Case, scheme: Scheme, prior: Prior, mode: tuple[bool, ...]) -> Iterator[Obligation]:
    """Q_t is independent of the requests of all ON times, given the earlier queries, at each t of the mode."""
    law: Law = {((a,), a, (scheme.start,)): weight for a, weight in prior.items()}
    last = 0
    yield from _independent(case, scheme, law, 0)
    for time in range(1, len(mode)):
        law = _moved(scheme, law, time - last, mode[time])
        last = time if mode[time] else last
        yield from _independent(case, scheme, law, time)


def _moved(scheme: Scheme, law: Law, since: int, on: bool) -> Law:
    found: dict[tuple[Requests, str, History], Element] = {}
    for (private_ones, source, history), weight in law.items():
        if on:
            steps = [((t, scheme.start), scheme.chain.move(source, t)) for t in scheme.sources]
        else:
            moves = scheme.moves(since, (private_ones[-1], source, history[-1]))
            steps = [((state[1], state[2]), p) for state, p in moves]
        for (target, query), step in steps:
            key = ((*private_ones, target) if on else private_ones, target, (*history, query))
            if not step.is_zero:
                found[key] = found.get(key, scheme.field.zero) + weight * step
    return found


def _independent(case: Case, scheme: Scheme, law: Law, time: int) -> Iterator[Obligation]:
    """Pr(x, h, q)·Pr(h) = Pr(x, h)·Pr(h, q) for private requests x, earlier queries h and the query q.

    A request made at this very time and hidden by downloading everything is part of x."""
    zero = scheme.field.zero
    whole: dict[tuple[Requests, History], Element] = {}
    for (private_ones, _, history), weight in law.items():
        whole[private_ones, history] = whole.get((private_ones, history), zero) + weight
    with_x: dict[tuple[Requests, History], Element] = {}
    with_q: dict[History, Element] = {}
    alone: dict[History, Element] = {}
    for (x, history), weight in whole.items():
        before = history[:-1]
        with_x[x, before] = with_x.get((x, before), zero) + weight
        with_q[history] = with_q.get(history, zero) + weight
        alone[before] = alone.get(before, zero) + weight
    for history, both in sorted(with_q.items()):
        for x in sorted({key[0] for key in whole if key[1][:-1] == history[:-1]}):
            left = whole.get((x, history), zero) * alone[history[:-1]]
            label = f"Pr(ON requests {','.join(x)}, {','.join(history)})·Pr(earlier queries)"
            yield Identity(
                case, f"privacy at t = {time}", label, left, with_x[x, history[:-1]] * both,
                (("t", str(time)), ("history", ",".join(history)), ("ON requests", ",".join(x))))


def under_all_modes(setting: Setting) -> Iterator[Obligation]:
    """Privacy in the step mode, and that earlier ON requests act through the last one only."""
    from ..entropy.proof import prove

    yield from private(setting)
    for group, goal, given in (
        ("earlier ON requests", "I(U;Q|X,P,B) = 0", EARLIER),
        ("queries up to the last ON time act through its request", "I(B;P,Q|X) = 0", EARLIER),
        ("the last ON request, given the earlier queries", "I(X;Q|P,B) = 0", ("I(X;P,Q) = 0", "I(B;P,Q|X) = 0")),
    ):
        yield Shannon(setting.case, group, goal, prove(goal, given))
