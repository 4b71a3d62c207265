"""Small schemes whose proofs Coq has to accept: private and not, two to four sources, with parameters and without."""

from pathlib import Path

FOLDER = Path(__file__).parent / "data" / "schemes"


def schemes(kind: str) -> dict[str, str]:
    """Return name → scheme file."""
    paths = sorted((FOLDER / kind).glob("*.toml"))
    return {path.stem: path.read_text(encoding="utf-8") for path in paths}


PRIVATE = schemes("private")
REFUTED = schemes("refuted")
