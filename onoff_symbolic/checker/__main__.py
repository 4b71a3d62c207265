"""python -m onoff_symbolic.checker, or, without an installation, python -I -S onoff_symbolic/checker."""

import importlib
import os
import sys

try:
    if __package__:
        from .command import run
    else:
        sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        run = importlib.import_module("checker.command").run
except KeyboardInterrupt:  # while it is imported
    print("interrupted", file=sys.stderr)
    sys.exit(130)

run()
