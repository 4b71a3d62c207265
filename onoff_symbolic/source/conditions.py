"""Compare printed conditions with regions, as sets of points."""

from __future__ import annotations

from .encoding import Encoding, Notation, Tie
from .tree import Link


class Conditions:
    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding

    def tie(self, notation: Notation, link: Link) -> Tie | None:
        return None
