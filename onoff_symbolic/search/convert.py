"""Writes certificates of version 2 as certificates of version 3, in place; their evidence stays as it is.

    python -m onoff_symbolic.search.convert FILE...

It is here for one release.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from ..claims.kinds import restated
from .write import written

PARTS = ("proves", "beside", "corrects", "denies", "stands")


def converted(data: dict[str, Any]) -> dict[str, Any]:
    """Return a certificate of version 2 as one of version 3."""
    goal = dict(data["goal"])
    for part in PARTS:
        if part in goal:
            goal[part] = [restated(statement, goal["schemes"]) for statement in goal[part]]
    goal["fails"] = [
        {**each, "statement": restated(each["statement"], goal["schemes"])}
        for each in goal["fails"]
    ]
    return {**data, "version": 3, "goal": goal}


def main() -> None:
    for name in sys.argv[1:]:
        path = Path(name)
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["version"] == 2:
            path.write_text(written(converted(data)), encoding="utf-8")


if __name__ == "__main__":
    main()
