"""The regression net: all verdicts, conditions, witnesses, values and exit codes as one JSON, to compare.

    python tools/net.py --check                     compare with tools/net.json; a line for each difference, exit code 1
    python tools/net.py --record                    write tools/net.json again
    python tools/net.py --record FILE --random 500  the same into a file of your own, random schemes included
    python tools/net.py --reports FOLDER            also write the reports, of which the net keeps digests

It reads only what users see (`--format json`) and what certificates say in every version of their format: no bytes of
certificates, and sentences only as digests of two reports of each format. Random schemes (benchmarks/random_schemes.py)
are drawn with a fixed seed. It judges the package that Python imports: in .venv that is the installed copy.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "tools" / "net.json"
SEED = 20
CHAINS = [["bound", "--t", "1..3"], ["design"], ["region"]]
POINTS = {"cycle": "a=1/4", "path": "a=1/4,b=1/4", "symmetric": "a=1/8"}
"""Where the region of a chain with parameters is looked at."""
OF_SCHEME = ("normalised", "decodable", "private", "query_chain", "optimal", "private_where", "cost")
MODES = ("all", "1,0,0,1,0")
OF_ERRATUM = ("verdict", "weight", "causes", "conditions")
OF_WITNESS = ("violates", "parameters", "expected", "found")
VOLATILE = {"schema", "tool", "title", "certificate", "version", "what", "note"}
LOW, LEAK = "examples/paper-low.toml", "examples/late-leak.toml"
CYCLE, TRADE = "examples/chains/cycle.toml", "examples/chains/trade-off.toml"

EXITS = (
    "lemma1", "lemma1 --strict", "zero-leakage", "zero-leakage --strict", "lemma1 --format nothing", "no-such-claim",
    "all", "all --strict", "all --claims beyond", "all --claims no-such-file.toml", "errata", "errata lemma1", "list",
    "list --section nowhere", "show lemma1", "show", "appendix --check", "check proofs/certificates/lemma1.json",
    "check tests/rejected/alike-not-alike.json", "check no-such-file.json", "scheme no-such-file.toml",
    f"scheme {LOW} --mode 0,1", f"scheme {LEAK} --mode 1,0", f"pmf --scheme {LEAK} --t 1", "pmf --t 2 --case nothing",
    f"bound {LOW} --t 3 --at alpha=1/5,beta=1/5", f"bound {LOW} --t 3 --at alpha=2,beta=1/5", f"bound {CYCLE} --t -1",
    f"design {CYCLE} --discount 2", f"region {TRADE} --t 4", "entropy H(X)<H(Y)", "entropy H(X)<=H(X,Y)",
    "entropy H(X)<=H(Y)", "entropy 2*I(C;D)<=I(A;B)+I(A;C,D)+3*I(C;D|A)+I(C;D|B)",
)
REPORTS = (
    "lemma1", "claim2 --proof", "theorem1 --format html", "claim2 --format html", "theorem1 --format latex",
    "claim2 --format latex", "theorem1 --format json", "zero-leakage --format json", "errata", "errata --format latex",
    "errata --format html", "list", f"scheme {LOW}", f"scheme {LEAK}", f"scheme {LOW} --format html",
    f"scheme {LEAK} --format html --at alpha=1/2,beta=1/3", f"scheme {LOW} --format json", "pmf --t 2",
    "pmf --t 1 --case high", "pmf --t 1 --format json", f"bound {CYCLE} --t 1 --at a=1/4",
    f"bound {TRADE} --t 1..3", f"design {CYCLE} --at a=1/4", f"region {TRADE}", f"region {TRADE} --format svg",
    f"region {CYCLE} --at a=1/4 --format svg", "entropy H(X|Y)<=H(X)", "entropy H(X)<=H(Y)",
)


def run(*words: str) -> tuple[int, str]:
    """Return the exit code and the output of a command, in this process."""
    from onoff_symbolic.cli import main

    out, err = io.StringIO(), io.StringIO()
    code: Any = 0
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main(words)
    except SystemExit as end:
        code = end.code
    return int(code or 0), out.getvalue() or err.getvalue().strip()


def plain(value: Any) -> Any:
    """Return JSON without what changes with a version."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items() if key not in VOLATILE}
    return [plain(each) for each in value] if isinstance(value, list) else value


def answer(*words: str) -> Any:
    """Return what a command answers as JSON, with its exit code."""
    code, text = run(*words, "--format", "json")
    try:
        return {"exit": code, **plain(json.loads(text))}
    except json.JSONDecodeError:
        return {"exit": code, "says": text[:200]}


def claims_files(root: Path) -> Iterator[str]:
    """Yield the names of the claims files: ours, and the examples."""
    yield "claims"
    yield "beyond"
    for path in sorted((root / "examples/papers").glob("*.toml")):
        if "claim" in tomllib.loads(path.read_text(encoding="utf-8")):
            yield str(path)


def claims(root: Path) -> Iterator[tuple[str, Any]]:
    """Yield the answer for each claim, searched for anew: verdict, conditions, points of failures, uses."""
    for name in claims_files(root):
        chosen = [] if name == "claims" else ["--claims", name]
        with tempfile.TemporaryDirectory() as folder:
            code, _ = run("certify", "all", "--search", "-o", folder, *chosen)
            yield f"certify {Path(name).name}", code
            for path in sorted(Path(folder).glob("*.json")):
                data = json.loads(path.read_text(encoding="utf-8"))
                yield f"claim {Path(name).stem}/{data['goal']['claim']}", outcome(data)


def outcome(certificate: dict[str, Any]) -> dict[str, Any]:
    """Return what a certificate of a claim says, in words that every version of the format has."""
    goal = certificate["goal"]
    stated = [statement for part in ("proves", "beside", "corrects") for statement in goal[part]]
    return {
        "verdict": goal["verdict"],
        "conditions": sorted(condition["text"] for condition in goal["conditions"]),
        "violates": [failure["violates"] for failure in goal["fails"]],
        "at": [failure["at"] for failure in certificate["failures"]],
        "uses": sorted(statement["claim"] for statement in stated if statement["kind"] == "uses"),
    }


def errata() -> Iterator[tuple[str, Any]]:
    """Yield for each claim that does not hold as printed: weight, causes, numbers of its witnesses, its correction."""
    _, text = run("errata", "--format", "json")
    for entry in json.loads(text)["errata"]:
        found = {key: entry[key] for key in OF_ERRATUM}
        found["witnesses"] = [{key: witness[key] for key in OF_WITNESS} for witness in entry["witnesses"]]
        found["correction"] = (entry["correction"] or {}).get("verdict")
        yield f"erratum {entry['id']}", found


def schemes(root: Path, folder: Path, count: int) -> Iterator[tuple[str, Any]]:
    """Yield every property of the scheme files and of random schemes, which are written into the folder."""
    files = [*sorted((root / "examples").glob("*.toml")), *sorted((root / "examples/designed").glob("*.toml"))]
    for path in files:
        for mode in MODES:
            found = answer("scheme", str(path), "--mode", mode)
            yield f"scheme {path.stem} --mode {mode}", [case.get("mode") for case in found.get("cases", [found])]
    for path in [*files, *random_files(root, folder, count)]:
        found = answer("scheme", str(path))
        cases = [{key: case[key] for key in OF_SCHEME if key in case} for case in found.get("cases", [found])]
        yield f"scheme {path.stem}", {"exit": found["exit"], "says": found.get("says"), "cases": cases}


def random_files(root: Path, folder: Path, count: int) -> Iterator[Path]:
    """Write random schemes, and yield their files."""
    sys.path.insert(0, str(root / "benchmarks"))
    from random_schemes import drafts

    for number, draft in enumerate(drafts(count, SEED)):
        path = folder / f"random-{number:03}.toml"
        path.write_text(draft.text, encoding="utf-8")
        yield path


def chains(root: Path) -> Iterator[tuple[str, Any]]:
    """Yield the bounds, the design and the region of costs of each chain."""
    for path in sorted((root / "examples/chains").glob("*.toml")):
        for command, *more in CHAINS:
            if command == "region" and path.stem in POINTS:
                more = ["--at", POINTS[path.stem]]
            yield f"{' '.join([command, *more])} {path.stem}", answer(command, str(path), *more)


def entropies(root: Path) -> Iterator[tuple[str, Any]]:
    """Yield the verdict of each statement of the benchmark, and the law that refutes it."""
    from onoff_symbolic.entropy.proof import prove
    from onoff_symbolic.errors import OnoffError

    text = (root / "benchmarks/entropy_statements.toml").read_text(encoding="utf-8")
    for group in tomllib.loads(text)["group"]:
        for goal, *given in group["statements"]:
            given = given[0] if given and isinstance(given[0], list) else given
            name = f"entropy {'; '.join(given)} => {goal}"
            try:
                found = prove(goal, given, explain=False)
            except OnoffError as error:
                yield name, type(error).__name__
                continue
            law = getattr(found, "witness", None)
            yield name, found.verdict if law is None else [found.verdict, law_text(law)]


def law_text(law: Any) -> str:
    """Return the law of a witness in one line: values and probability of each atom."""
    atoms = "; ".join(f"{' '.join(map(str, atom))}: {probability}" for atom, probability in law.atoms)
    return f"{' '.join(law.names)} = {atoms}"


def reports(folder: Path | None) -> Iterator[tuple[str, str]]:
    """Yield a digest of each report, which is written into the folder if there is one."""
    from onoff_symbolic.version import VERSION

    for number, words in enumerate(REPORTS):
        text = run(*words.split())[1].replace(VERSION, "VERSION")
        yield f"report {words}", hashlib.sha256(text.encode()).hexdigest()[:16]
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{number:02}.txt").write_text(f"{words}\n{text}", encoding="utf-8")


def collect(root: Path, count: int = 0, folder: Path | None = None) -> dict[str, Any]:
    """Return all answers by their names, for commands that are run in the root."""
    with contextlib.chdir(root), tempfile.TemporaryDirectory() as drafts:
        found: dict[str, Any] = {f"exit {words}": run(*words.split())[0] for words in EXITS}
        found.update(claims(root))
        found.update(errata())
        found.update(schemes(root, Path(drafts), count))
        found.update(chains(root))
        found.update(entropies(root))
        found.update(reports(folder))
    return dict(json.loads(json.dumps(found)))


def differences(before: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """Yield lines for each answer that is not the same."""
    for name in sorted(before.keys() | now.keys()):
        if before.get(name) != now.get(name):
            yield f"differs: {name}"
            yield f"  before {json.dumps(before.get(name))[:300]}"
            yield f"  now    {json.dumps(now.get(name))[:300]}"


def written(found: dict[str, Any]) -> str:
    """Return the record: one line for each answer."""
    lines = (f"{json.dumps(name)}: {json.dumps(found[name], sort_keys=True)}" for name in sorted(found))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(arguments: Iterable[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout with the files that are judged")
    parser.add_argument("--record", type=Path, nargs="?", const=RECORD, help="write this record")
    parser.add_argument("--check", type=Path, nargs="?", const=RECORD, help="compare with this record")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="so many random schemes as well")
    parser.add_argument("--reports", type=Path, metavar="FOLDER", help="write the reports there")
    asked = parser.parse_args(None if arguments is None else list(arguments))
    before = json.loads(asked.check.read_text(encoding="utf-8")) if asked.check else None
    found = collect(asked.root.resolve(), asked.random, asked.reports)
    print(f"{len(found)} answers")
    if asked.record:
        asked.record.write_text(written(found), encoding="utf-8")
    lines = [] if before is None else list(differences(before, found))
    print("\n".join(lines), end="\n" if lines else "")
    return 1 if lines else 0


if __name__ == "__main__":
    raise SystemExit(main())
