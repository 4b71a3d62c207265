"""The command line. To interrupt it while it is imported is one line, too."""

import sys

try:
    from .app import commands, main
except KeyboardInterrupt:
    print("onoff-verify: interrupted", file=sys.stderr)
    sys.exit(130)

__all__ = ["commands", "main"]
