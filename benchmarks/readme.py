"""Brings the README up to date: the output of the commands that it shows, and the table of verdicts.

    python benchmarks/readme.py            rewrite README.md
    python benchmarks/readme.py --check    exit 1 if it would change
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOL = Path(sys.executable).with_name("onoff-verify")
BLOCK = re.compile(r"```console\n\$ onoff-verify (.*?)\n(.*?)```", flags=re.S)
TABLE = re.compile(r"(<!-- verdicts -->\n).*?(<!-- end of verdicts -->)", flags=re.S)


def output(match: re.Match[str]) -> str:
    command = match.group(1)
    run = subprocess.run([str(TOOL), *shlex.split(command)], cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
                         check=False)
    return f"```console\n$ onoff-verify {command}\n{run.stdout}{run.stderr}```"


def verdicts() -> str:
    """Claim, place, verdict, and what is needed or should stand instead."""
    from onoff_symbolic.claim import Session
    from onoff_symbolic.proofs.catalogue import CLAIMS
    from onoff_symbolic.proofs.claims import finder

    session = Session(finder())
    rows = ["| claim | where | verdict | needs, or should be |", "|---|---|---|---|"]
    for entry in CLAIMS:
        result = session.judge(entry.id)
        verdict = result.verdict.value
        more = entry.correction if verdict == "refuted" else "; ".join(result.judgement.conditions())
        where = entry.where.split(",")[0]
        shown = (more if verdict != "proved" else "").replace("|", "\\|")
        rows.append(f"| `{entry.id}` | {where} | {verdict} | {shown} |")
    return "\n".join(rows) + "\n"


def updated(text: str) -> str:
    text = BLOCK.sub(output, text)
    return TABLE.sub(lambda match: match.group(1) + verdicts() + match.group(2), text)


def main() -> None:
    path = ROOT / "README.md"
    text = path.read_text(encoding="utf-8")
    fresh = updated(text)
    if "--check" in sys.argv:
        sys.exit(0 if fresh == text else "README.md is not up to date: run make readme")
    path.write_text(fresh, encoding="utf-8")


if __name__ == "__main__":
    main()
