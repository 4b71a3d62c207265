"""What no claim of the paper needs, or only one: each module is imported by the first certificate that asks for it.

    experiments     variables with values, laws and functions, and the kinds of statements about them: hides, tells
    processes       hidden states that are no schemes
    multipliers     bounds by multipliers: no values of a program do better
"""

from importlib import import_module
from typing import Any

KINDS = {"hides": ("experiments", "Hides"), "tells": ("experiments", "Tells")}
"""The kinds of statements of the extensions → module and name."""

NAMES = {**KINDS, "Experiment": ("experiments", "Experiment"), "HiddenProcess": ("processes", "HiddenProcess"),
         "multipliers": ("multipliers", "refute"), "bound": ("multipliers", "least_of_all")}


def find(what: str) -> Any:
    """Return what the core asks an extension for."""
    module, name = NAMES[what]
    return getattr(import_module(f"{__name__}.{module}"), name)
