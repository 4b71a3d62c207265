"""Small schemes whose proofs Coq has to accept: private and not, two to four sources, with parameters and without."""

from collections.abc import Mapping, Sequence

Row = Mapping[str, str]


def scheme(sources: Sequence[str], chain: Sequence[Sequence[str]], where: Sequence[str], rules: Sequence[str],
           queries: Mapping[str, Sequence[str]] | None = None) -> str:
    """A scheme file. The queries are one for each source, and one for all, if nothing else is said."""
    named = queries or {**{x: [x] for x in sources}, "ALL": list(sources)}
    lines = ['title = "A sample"', f"sources = [{', '.join(map(quoted, sources))}]",
             f"where = [{', '.join(map(quoted, where))}]", "[chain]"]
    lines += [f"{x} = {{ {', '.join(f'{y} = {quoted(p)}' for y, p in zip(sources, row))} }}"
              for x, row in zip(sources, chain)]
    lines += ["[queries]", *(f"{q} = [{', '.join(map(quoted, gets))}]" for q, gets in named.items())]
    return "\n".join([*lines, *rules]) + "\n"


def quoted(text: str) -> str:
    return f'"{text}"'


def request(previous: Sequence[str] | None = None, time: str = "") -> str:
    lines = ["[[rule]]"]
    lines += [f"previous = [{', '.join(map(quoted, previous))}]"] if previous is not None else []
    lines += [f't = "{time}"'] if time else []
    return "\n".join([*lines, "request = true"])


def table(rows: Mapping[str, Row], previous: Sequence[str] | None = None, time: str = "", last: bool = False) -> str:
    """Rows X_0,X_t, or, given the last request, X_{t-1},X_t."""
    lines = ["[[rule]]"]
    lines += [f"previous = [{', '.join(map(quoted, previous))}]"] if previous is not None else []
    lines += [f't = "{time}"'] if time else []
    lines += ['given = "last request"'] if last else []
    lines.append("[rule.table]")
    for place, row in rows.items():
        lines.append(f"{quoted(place)} = {{ {', '.join(f'{q} = {quoted(p)}' for q, p in row.items())} }}")
    return "\n".join(lines)


def two(alpha: str, beta: str, where: Sequence[str], sources: Sequence[str] = ("A", "B"), rules: Sequence[str] = (),
        first: Mapping[str, Row] | None = None) -> str:
    """The chain of two sources; without rules, the one that is private where alpha + beta < 1."""
    x, y = sources
    rows: dict[str, Row] = {
        f"{x},{x}": {x: f"({beta})/(1 - ({alpha}))", "ALL": f"(1 - ({alpha}) - ({beta}))/(1 - ({alpha}))"},
        f"{x},{y}": {y: "1"}, f"{y},{x}": {x: "1"},
        f"{y},{y}": {y: f"({alpha})/(1 - ({beta}))", "ALL": f"(1 - ({alpha}) - ({beta}))/(1 - ({beta}))"}}
    rows.update(first or {})
    given = rules or [request([x, y]), table(rows, ["ALL"])]
    return scheme(sources, [[f"1 - ({alpha})", alpha], [beta, f"1 - ({beta})"]], where, given)


def uniform(sources: Sequence[str], a: str, where: Sequence[str], rules: Sequence[str] = (), leak: bool = False) -> str:
    """Each other source has probability a. Without rules, private where a is at most 1/N; with a leak, it is not."""
    n = len(sources)
    stay = f"1 - {n - 1}*({a})"
    rows: dict[str, Row] = {f"{x},{y}": {y: "1"} for x in sources for y in sources if x != y}
    rows.update({f"{x},{x}": {x: f"({a})/({stay})", "ALL": f"(1 - {n}*({a}))/({stay})"} for x in sources})
    if leak:
        rows[f"{sources[0]},{sources[0]}"] = {sources[0]: "1"}
    chain = [[stay if x == y else a for y in sources] for x in sources]
    return scheme(sources, chain, where, rules or [request(sources), table(rows, ["ALL"])])


def everything(sources: Sequence[str], time: str = "") -> str:
    """The rule that always asks for everything."""
    return table({f"{x},{y}": {"ALL": "1"} for x in sources for y in sources}, time=time)


def given_last(text: str, *before: str) -> str:
    """The scheme with its table given the last request, and other rules first."""
    assert text.count('previous = ["ALL"]') == 1
    text = text.replace('previous = ["ALL"]', 'previous = ["ALL"]\ngiven = "last request"')
    return text.replace("[[rule]]", "\n".join([*before, "[[rule]]"]), 1)


LOW = ["alpha >= 0", "beta >= 0", "alpha + beta < 1"]
EACH = {f"{x},{y}": {y: "1/2", "ALL": "1/2"} for x in "AB" for y in "AB"}
PRIVATE = {
    "numbers": two("1/5", "3/10", []),
    "one_parameter": two("a", "a", ["a >= 0", "2*a < 1"]),
    "boundary": two("alpha", "beta", ["alpha >= 0", "beta >= 0", "alpha + beta <= 1"]),
    "line": two("alpha", "beta", ["alpha >= 0", "alpha <= 1/3", "beta = 2*alpha"]),
    "other_words": two("sum", "v", ["sum >= 0", "v >= 0", "sum + v < 1"], ("x", "um")),
    "decimals": two("0.25", "b", ["b >= 0", "b < 0.75"]),
    "idle": two("0", "b", ["b >= 0", "b < 1"]),
    "left_out": "".join(line for line in two("0", "3/10", []).splitlines(True) if not line.startswith('"A,B"')),
    "always_two": two("alpha", "beta", ["0 <= alpha <= 1", "0 <= beta <= 1"], rules=[everything("AB")]),
    "now_and_then": two("alpha", "beta", ["0 <= alpha", "0 <= beta", "alpha + beta <= 1"],
                        rules=[table({f"{x},{y}": {"ALL": "1"} for x in "AB" for y in "AB"}, time="0 mod 2"),
                               everything("AB")]),
    "four_always": uniform("ABCD", "a", ["0 <= a", "3*a <= 1"], [everything("ABCD")]),
    "last": given_last(two("1/5", "3/10", [])),
    "last_left_out": given_last("".join(
        line for line in two("0", "3/10", []).splitlines(True) if not line.startswith('"A,B"'))),
    "last_three": given_last(uniform("ABC", "1/5", [])),
    "later": given_last(two("1/5", "b", ["b >= 0", "5*b < 4"]), everything("AB", "<= 2")),
    "once_more": given_last(two("1/5", "3/10", []), everything("AB", "2")),
    "later_even": given_last(two("1/5", "3/10", []), everything("AB", "<= 1"), everything("AB", "even, >= 4")),
}
REFUTED = {
    "leak_two": two("alpha", "beta", LOW, first={"A,A": {"A": "1"}}),
    "leak_numbers": two("1/5", "1/5", [], rules=[request()]),
    "leak_even": two("alpha", "beta", LOW, rules=[everything("AB").replace("[[rule]]", '[[rule]]\nt = "1 mod 2"'),
                                                  request()]),
    "leak_often": two("1/4", "1/3", [], rules=[table(EACH, ["ALL"]), request()]),
    "leak_three": uniform("ABC", "a", ["0 <= a", "3*a <= 1"], leak=True),
    "leak_four": uniform("ABCD", "1/8", [], [table({**{f"{x},{y}": {"ALL": "1"} for x in "ABCD" for y in "ABCD"},
                                                   "A,A": {"A": "1"}})]),
    "undecodable": two("alpha", "beta", LOW, rules=[table({f"{x},{y}": {"A": "1"} for x in "AB" for y in "AB"})]),
    "negative": two("alpha", "beta", ["0 < alpha < 1", "0 < beta < 1"]),
    "no_value": two("alpha", "beta", LOW, first={"A,B": {"B": "alpha/alpha", "ALL": "0/(2*beta)"}}),
    "negative_chain": two("alpha", "1/2", ["0 < alpha < 2"], rules=[request()]),
    "negative_four": uniform("ABCD", "a", ["0 < a < 1"], [request()]),
    "leak_last": given_last(two("alpha", "beta", LOW, first={"A,A": {"A": "1"}})),
    "leak_after": two("1/5", "1/4", [], rules=[everything("AB", "<= 2"), request()]),
    "leak_once": given_last(two("1/5", "3/10", []), request(["ALL"], "2")),
    "undecodable_late": two("1/5", "1/4", [], rules=[everything("AB", "<= 2"), table(
        {f"{x},{y}": {"A": "1"} for x in "AB" for y in "AB"}, last=True)]),
    "negative_last": two("1/2", "1/2", [], rules=[everything("AB", "1"), table({
        "A,A": {"A": "1"}, "B,B": {"B": "1"}, "A,B": {"B": "1"}, "B,A": {"A": "3/2", "ALL": "-1/2"}}, last=True)]),
    "no_value_late": two("alpha", "beta", LOW, rules=[everything("AB", "<= 1"), table({
        "A,A": {"ALL": "1"}, "B,B": {"ALL": "1"}, "A,B": {"B": "1", "ALL": "0/(2*beta)"}, "B,A": {"A": "1"},
    }, last=True)]),
    "negative_number": two("1/2", "1/2", [], first={"A,B": {"B": "3/2", "ALL": "-1/2"}}),
}
