"""Exact verification of ON-OFF privacy.

    import onoff_symbolic as onoff

    onoff.Scheme.load("my.toml").judge()      a scheme of your own: private? decodable? optimal? for every t
    onoff.claim("lemma1").judge()             a claim of the paper; onoff.list_claims() are all of them
    onoff.judge_entropy("H(X|Y) <= H(X)")     a statement about joint entropies
    onoff.check("certificate.json")           a certificate from anywhere

Names are imported when they are first used: `import onoff_symbolic` alone does not import sympy. docs/api.md has more.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .api.functions import check, claim, judge_entropy, list_claims
    from .api.scheme import Scheme
    from .api.values import equal
    from .errors import InputError, OnoffError, Undecidable
    from .version import VERSION as __version__

_PLACES = {
    "Scheme": "api.scheme", "equal": "api.values", "claim": "api.functions", "list_claims": "api.functions",
    "judge_entropy": "api.functions", "check": "api.functions",
    "InputError": "errors", "OnoffError": "errors", "Undecidable": "errors",
}

__all__ = ["InputError", "OnoffError", "Scheme", "Undecidable", "__version__", "check", "claim", "equal",
           "judge_entropy", "list_claims"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name == "__version__":
            return import_module(f"{__name__}.version").VERSION
        if name in _PLACES:
            return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
