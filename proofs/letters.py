"""What the single letters in statements about entropies stand for, claim by claim, in the paper's notation."""

from __future__ import annotations

from collections.abc import Mapping

_STEP = {"U": "X_{𝓑_t∖{0}}", "X": "X_0", "V": "X_{[1:t]}", "S": "S_{[1:t]}", "R": "S_{(0)}", "B": "Q_{𝓑_t}",
         "P": "Q_{[1:t-1]}", "Q": "Q_t"}
_GENERAL = {"U": "X_{𝓑_t∖{s}}", "X": "X_s", "V": "X_{[s+1:t]}", "S": "S_{[s+1:t]}", "R": "S_(s)", "B": "Q_(s)",
            "P": "Q_{[s+1:t-1]}", "Q": "Q_t"}
_NEXT = {"Z": "X_t", "Y": "X_{t-1}", "X": "X_0", "R": "Q_{t-1}", "W": "Q_(t-2)", "V": "X_{[1:t-2]}", "Q": "Q_t"}

LETTERS: Mapping[str, Mapping[str, str]] = {
    "privacy-decomposition": _STEP,
    "claim1": _STEP,
    "information-decay": {"A": "X_0", "B": "X_t", "C": "X_{t+1}"},
    "converse-cost": {"Y": "Y_t", "WA": "W_{A,t}", "WB": "W_{B,t}"},
    "appb-expansion": _NEXT,
    "appc-expansion": _NEXT,
    "zero-leakage": {"X": "X_1", "Q": "Q_1", "W": "Q_(0)"},
    "general-converse": {"X": "X_s", "Y": "X_{s-1}", "Z": "X_(s-2)", "B": "Q_(s-1)", "Q": "Q_s", "R": "S_(s-1)"},
    "general-rate": _GENERAL,
    "general-scheme": _GENERAL,
    "general-last-on": _GENERAL,
    "general-chain-rule": {**_GENERAL, "X": "X_{𝓑_t}", "A": "X_s"},
}

LEGENDS: Mapping[str, str] = {
    "converse-chain-rule": "X = X_{𝓐_0}, W = Q_(i-1) and Q = Q_i; in an infinite past W = Q_(-n), Y = X_{-n}, G are "
                           "later requests up to time 0, and F are the requests after time i",
    "general-rate": "s = F⁻(t)",
    "general-converse": "s = F⁻(t)",
    "general-scheme": "s = F⁻(t)",
    "general-last-on": "s = F⁻(t)",
}
"""Letters that stay, and what they mean."""
