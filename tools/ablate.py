"""Switch one tactic off and compare the net: what is it good for?

    python tools/ablate.py MODULE:NAME:none|empty|false|raise [options of net.py]

for example  search.tactics.products:by_squares:false  or  entropy.descent:descended:empty. A changed answer is
printed, and the exit code is 1. A tactic that changes nothing here (with --random, against a record with as many), and
nothing in the tests by brute force, is a candidate to be deleted.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from typing import Any

import net


def idle(how: str) -> Callable[..., Any]:
    """Return a function that does nothing, in the way that is named."""
    from onoff_symbolic.search.errors import NotFound

    def fail(*args: Any, **options: Any) -> Any:
        raise NotFound("", "switched off")

    functions: dict[str, Callable[..., Any]] = {
        "none": lambda *args, **options: None,
        "empty": lambda *args, **options: iter(()),
        "false": lambda *args, **options: False,
        "raise": fail,
    }
    return functions[how]


def switch_off(module: str, name: str, how: str) -> None:
    """Replace a function or a method under every name by which it is known."""
    *path, last = name.split(".")
    owner: Any = importlib.import_module(f"onoff_symbolic.{module}")
    for attribute in path:
        owner = getattr(owner, attribute)
    old, new = getattr(owner, last), idle(how)
    setattr(owner, last, new)
    loaded = [value for key, value in sys.modules.items() if key.startswith("onoff_symbolic")]
    for each in loaded:
        if getattr(each, last, None) is old:
            setattr(each, last, new)
        for tactics in (value for value in vars(each).values() if isinstance(value, list)):
            tactics[:] = [(entry[0], new) if is_entry(entry, old) else entry for entry in tactics]


def is_entry(value: Any, function: Any) -> bool:
    """Return whether a value is a pair (name, function) of a list of tactics."""
    return isinstance(value, tuple) and len(value) == 2 and value[1] is function


def main(arguments: Sequence[str]) -> int:
    """Switch off what is named first, and compare; return the exit code."""
    if not arguments or arguments[0].count(":") != 2:
        print(__doc__, file=sys.stderr)
        return 2
    switch_off(*arguments[0].split(":"))
    options = list(arguments[1:])
    return net.main(options if "--check" in options else ["--check", *options])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
