"""What no claim of the paper needs, or only one: each module is imported by the first certificate that asks for it.

experiments     variables with values, laws and functions, and the kinds of statements about them: hides, tells
processes       hidden states that are no schemes
failures        how statements about every t, and about programs, are shown to fail
lists           relations between lists of random variables: X -> Y -> Z, X indep Y, Y = f(X)
bounds          bounds of nodes of `optimal`, for many sources
servings        the least download of one step, for many sources
"""

from importlib import import_module
from typing import Any

KINDS = {"hides": ("experiments", "Hides"), "tells": ("experiments", "Tells"),
         "least_download": ("servings", "LeastDownload")}
"""The kinds of statements of the extensions → module and name."""

NAMES = {
    **KINDS,
    "Experiment": ("experiments", "Experiment"),
    "HiddenProcess": ("processes", "HiddenProcess"),
    "list": ("lists", "read_list"),
    "failure": ("failures", "refute"),
    "bound": ("bounds", "least_of_all"),
}


def find(what: str) -> Any:
    """Return what the core asks an extension for."""
    module, name = NAMES[what]
    return getattr(import_module(f"{__name__}.{module}"), name)
