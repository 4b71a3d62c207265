"""Runs the notebooks in docs/notebooks and writes them back without noise; --check tells the first that would change.

    python tests/notebooks.py [--check] [FOLDER]

Outputs are text and LaTeX, so that they read well on a code host; a figure is said, not stored.
"""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "notebooks"
KEPT = ("text/plain", "text/latex", "text/html")


def executed(path: Path) -> Any:
    """A notebook after a run, in a fresh kernel."""
    import nbformat
    from nbclient import NotebookClient

    book = nbformat.read(path, as_version=4)
    place = {"metadata": {"path": str(path.parent)}}
    NotebookClient(book, timeout=300, kernel_name="python3", resources=place).execute()
    return book


def cleaned(book: Any) -> Any:
    """What is the same on every machine."""
    for cell in book.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.execution_count = None
            cell.outputs = [*_outputs(cell.outputs)]
    book.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return book


def _outputs(outputs: Any) -> Iterator[Any]:
    for output in outputs:
        if output.output_type == "stream" and output.name == "stderr":
            continue
        if "data" in output:
            if "image/png" in output.data:
                continue
            output.data = {kind: text for kind, text in output.data.items() if kind in KEPT}
            output.metadata = {}
        if "execution_count" in output:
            output.execution_count = None
        yield output


def main(check: bool, folder: Path) -> int:
    import nbformat

    for path in sorted(folder.glob("*.ipynb")):
        before = path.read_text(encoding="utf-8")
        after = nbformat.writes(cleaned(executed(path))) + "\n"
        if check and after != before:
            sys.stderr.write(f"{path.name} is out of date, run python tests/notebooks.py\n")
            return 1
        if not check:
            path.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        named = [word for word in sys.argv[1:] if word != "--check"]
        sys.exit(main("--check" in sys.argv, Path(named[0]) if named else FOLDER))
