"""What must hold of the proofs in Coq: `make coq` runs this.

    python tools/coq_check.py [FOLDER]

1. No theory contains `Admitted`, an axiom or parameter of its own, `native_compute`, a turned-off check, or the like.
2. Index.v is the one that `index` makes.
3. Everything compiles.
4. coqchk, Coq's independent checker, accepts all compiled files; the axioms it lists are those of Coq's real numbers,
   and it finds nothing that was assumed instead of checked.
5. Coq proves all recorded certificates, in one file, from the axioms that proved.txt records (coq_claims).

One line on stderr tells what is wrong. Exit code 0: all holds. 1: something does not. 2: Coq is not installed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import coq_claims as claims
import coq_index as index

ALLOWED = frozenset({
    "Coq.Reals.ClassicalDedekindReals.sig_forall_dec",
    "Coq.Reals.ClassicalDedekindReals.sig_not_dec",
    "Coq.Logic.FunctionalExtensionality.functional_extensionality_dep",
    "Coq.Logic.Classical_Prop.classic",
})
"""What Coq's real numbers and their logarithm rest on."""

FORBIDDEN = (
    "Admitted", "admit", "Admit", "give_up", "Abort",
    "Axiom", "Axioms", "Parameter", "Parameters", "Conjecture", "Conjectures",
    "native_compute", "native_cast_no_check", "vm_cast_no_check", "exact_no_check", "change_no_check", "bypass_check",
    "Declare ML Module", "Unset Guard Checking", "Unset Positivity Checking", "Unset Universe Checking",
    "Set Bypass", "Type In Type", "Add LoadPath", "Add ML Path", "Load", "Redirect", "Extraction",
)
"""Words that no theory may contain outside comments."""
OUTSIDE = ("Variable", "Variables", "Hypothesis", "Hypotheses", "Context")
"""Words that make an axiom where no section is open."""
SECONDS = 3600
"""That a program of Coq may take."""
PACKAGES = {"theories": "OnOff", "checker": "OnOffChecker"}
"""Folders of theories, and how Coq calls them."""
HEAP = {"OCAMLRUNPARAM": "s=4M,o=200"}
"""Room for Coq, unless the environment says something: a sixth of its time goes into looking for garbage otherwise."""


WORD = re.compile(r"(?<![\w.'])(" + "|".join(re.escape(w).replace(r"\ ", r"\s+") for w in FORBIDDEN) + r")(?![\w'])")
SENTENCE = re.compile(r"(?:[^.]|\.(?!\s|$))+\.(?=\s|$)")
FIRST = re.compile(r"\s*(?:[-+*{}]\s*)*(?:#\[[^]]*\]\s*)?(?:(?:Local|Global|Polymorphic)\s+)?(\w+)")


class Refused(Exception):
    """Something does not hold."""


class CoqMissing(Exception):
    """Coq is not installed."""


def without_comments(text: str) -> str:
    """The text with comments replaced by blanks, line by line the same. Comments nest; strings hide them."""
    out, depth, at, quoted = [], 0, 0, False
    while at < len(text):
        two = text[at:at + 2]
        if not quoted and two == "(*":
            depth, at = depth + 1, at + 2
            out.append("  ")
        elif not quoted and depth and two == "*)":
            depth, at = depth - 1, at + 2
            out.append("  ")
        else:
            if text[at] == '"':
                quoted = not quoted
            out.append(text[at] if not depth or text[at] == "\n" else " ")
            at += 1
    return "".join(out)


def forbidden(text: str) -> list[tuple[int, str]]:
    """Lines and words that a theory may not contain."""
    plain = without_comments(text)
    found = [(plain.count("\n", 0, each.start()) + 1, " ".join(each[1].split())) for each in WORD.finditer(plain)]
    opened: list[str] = []
    for sentence in SENTENCE.finditer(plain):
        if (first := FIRST.match(sentence[0])) is None:
            continue
        if first[1] in ("Section", "Module") and ":=" not in sentence[0]:
            opened.append(first[1])
        elif first[1] == "End" and opened:
            opened.pop()
        elif first[1] in OUTSIDE and "Section" not in opened:
            line = plain.count("\n", 0, sentence.start() + first.start(1)) + 1
            found.append((line, f"{first[1]} outside a section"))
    return sorted(found)


def axioms(report: str) -> tuple[str, ...]:
    """The axioms in the summary of coqchk."""
    part = re.search(r"^\* Axioms:(.*?)(?=^\* |\Z)", report, re.MULTILINE | re.DOTALL)
    if part is None:
        raise Refused("coqchk: no list of axioms in its answer")
    return tuple(name for line in part[1].splitlines() if (name := line.strip()) and name != "<none>")


def assumed(report: str) -> tuple[str, ...]:
    """What the summary of coqchk lists as assumed in place of checked: `relying on …`, `… is assumed`."""
    lines = re.findall(r"^\* (?:Constants/Inductives|Inductives)[^:]*:.*?(?=^\* |\Z)", report, re.MULTILINE | re.DOTALL)
    return tuple(" ".join(line.split()) for line in lines if "<none>" not in line)


def judge(report: str) -> None:
    """Accept the summary of coqchk, or raise an error that names what is too much."""
    if extra := [name for name in axioms(report) if name not in ALLOWED]:
        raise Refused(f"an axiom that is not among those of the real numbers: {', '.join(extra)}")
    if extra := list(assumed(report)):
        raise Refused(f"assumed, not checked: {'; '.join(extra)}")


def tool(name: str) -> str:
    """A program of Coq."""
    if (path := shutil.which(name)) is None:
        raise CoqMissing(f"{name} is not installed (Debian, Ubuntu: apt-get install --no-install-recommends coq)")
    return path


def run(command: Sequence[str], folder: Path) -> str:
    """Run a program; its last lines are the error if it fails."""
    try:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False, timeout=SECONDS, env={**HEAP, **os.environ})
    except subprocess.TimeoutExpired:
        raise Refused(f"{Path(command[0]).name} was stopped after {SECONDS} seconds") from None
    if done.returncode:
        lines = [line for line in done.stdout.splitlines() if line.strip() and not line.startswith("make")]
        raise Refused(f"{Path(command[0]).name} failed: {' '.join(' '.join(lines[-6:]).split())}")
    return done.stdout


def theories(folder: Path) -> tuple[Path, ...]:
    """All theories. Each must be in _CoqProject, or nothing would compile it."""
    found = sorted(path for name in PACKAGES for path in (folder / name).glob("*.v"))
    listed = (folder / "_CoqProject").read_text(encoding="utf-8").split()
    if missing := [path.name for path in found if f"{path.parent.name}/{path.name}" not in listed]:
        raise Refused(f"_CoqProject does not list {', '.join(missing)}")
    return tuple(found)


def words(files: Sequence[Path]) -> None:
    """No theory contains a forbidden word."""
    for path in files:
        for line, word in forbidden(path.read_text(encoding="utf-8")):
            raise Refused(f"{path.name}:{line}: {word}")


def index_is_current(folder: Path) -> None:
    """Index.v is the one that `index` makes."""
    if (folder / "theories" / "Index.v").read_text(encoding="utf-8") != index.render(index.read(folder)):
        raise Refused("Index.v is out of date: run python tools/coq_index.py")


def audit(folder: Path, files: Sequence[Path]) -> str:
    """The summary of coqchk about compiled theories, once it is accepted."""
    names = [f"{PACKAGES[path.parent.name]}.{path.stem}" for path in files]
    places = [word for place in PACKAGES.items() for word in ("-Q", *place)]
    report = run([tool("coqchk"), "-silent", "-o", *places, *names], folder)
    judge(report)
    return report


def check(folder: Path = index.COQ) -> str:
    """Check all; the answer says what was checked."""
    files = theories(folder)
    words(files)
    index_is_current(folder)
    for name in ("coqc", "coqchk"):
        tool(name)
    run([tool("make"), f"-j{os.cpu_count() or 1}"], folder)
    report = audit(folder, files)
    literal = sum(pointer.how == index.LITERAL for pointer in index.read(folder))
    proved = claims.main() if folder == index.COQ else 0
    return (f"{len(files)} theories compiled and checked by coqchk; {literal} literal theorems in Index.v; "
            f"{proved} certificates proved; axioms: "
            + ", ".join(sorted(name.rpartition(".")[2] for name in axioms(report))))


def main(arguments: Sequence[str]) -> int:
    """The command line: the folder of the theories, or none."""
    try:
        print(check(Path(arguments[0]) if arguments else index.COQ))
    except (Refused, claims.NotProved, CoqMissing, index.BadPointer, OSError) as error:
        print(f"coq: {error}", file=sys.stderr)
        return 1 if isinstance(error, (Refused, claims.NotProved)) else 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
