"""Certificates that are wrong in one place: those of tests/accepted, each with a small change (rejections.json).

A row has the file in tests/accepted, or a name that begins with it; path → what stands there instead (-path: nothing);
the kind of fault and the place that the checker must tell. One that is rejected for another reason shows nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
FOLDER = HERE / "accepted"


class Rejection(NamedTuple):
    """A change of an accepted certificate, and the fault that it makes."""

    name: str
    changes: Mapping[str, Any]
    kind: str
    place: str

    @property
    def base(self) -> str:
        return self.name.partition("-")[0]

    def certificate(self) -> dict[str, Any]:
        """Return the certificate with the change."""
        found = read(self.base)
        for path, value in self.changes.items():
            change(found, path, value)
        return found


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_bytes())
    return found


def change(certificate: dict[str, Any], path: str, value: Any) -> None:
    """Put the value at a path, or take away what is there."""
    *keys, last = path.removeprefix("-").split("/")
    holder: Any = certificate
    for key in keys:
        holder = holder[int(key) if isinstance(holder, list) else key]
    key_or_number = int(last) if isinstance(holder, list) else last
    if path.startswith("-"):
        del holder[key_or_number]
    else:
        holder[key_or_number] = value


TABLE = json.loads((HERE / "rejections.json").read_bytes())
REJECTIONS = [Rejection(*row) for rows in TABLE.values() for row in rows]


def spoiled(name: str, path: str, value: Any) -> dict[str, Any]:
    """Return an accepted certificate with one change."""
    return Rejection(name, {path: value}, "", "").certificate()
