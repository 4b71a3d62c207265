"""Exact verification of ON-OFF privacy.

    import onoff_symbolic as onoff

    onoff.claims()["lemma1"].judge()          a claim of the paper
    onoff.errata()                            what does not simply hold as printed
    onoff.Scheme.load("my.toml").judge()      a scheme of your own: private? decodable? optimal? for every t
    onoff.bound("chain.toml", t=3)            the least that any private scheme downloads
    onoff.design("chain.toml")                the best set scheme for a chain
    onoff.region("chain.toml", times=2)       the downloads that are possible at t = 1 and 2 together
    onoff.entropy("H(X|Y) <= H(X)")           a statement about joint entropies
    onoff.check("certificate.json")           a certificate from anywhere

Names are imported when they are first used: `import onoff_symbolic` alone does not import sympy. docs/api.md has more.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .api.chains import bound, design, region
    from .api.functions import check, claim, claims, entropy, errata
    from .api.scheme import Scheme
    from .api.values import equal
    from .errors import InputError, OnoffError, Undecidable
    from .version import VERSION as __version__

_PLACES = {
    "Scheme": "api.scheme",
    "bound": "api.chains",
    "check": "api.functions",
    "claim": "api.functions",
    "claims": "api.functions",
    "design": "api.chains",
    "entropy": "api.functions",
    "equal": "api.values",
    "errata": "api.functions",
    "region": "api.chains",
    "InputError": "errors",
    "OnoffError": "errors",
    "Undecidable": "errors",
}

__all__ = [
    "InputError", "OnoffError", "Scheme", "Undecidable", "__version__", "bound", "check", "claim", "claims", "design",
    "entropy", "equal", "errata", "region",
]

if not TYPE_CHECKING:

    class _Face(ModuleType):
        """The package. Python makes attributes of subpackages when it imports them; a public function comes first."""

        def __setattr__(self, name: str, value: object) -> None:
            if name not in _PLACES or not isinstance(value, ModuleType):
                super().__setattr__(name, value)

    sys.modules[__name__].__class__ = _Face

    def __getattr__(name: str) -> object:
        if name == "__version__":
            return import_module(f"{__name__}.version").VERSION
        if name in _PLACES:
            return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted(__all__)
