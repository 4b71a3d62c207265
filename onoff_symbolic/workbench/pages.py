"""The pages of the workbench: what each is about, which command it asks, and what that needs."""

from __future__ import annotations

from dataclasses import dataclass

POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="'
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'\">"
)
"""Nothing is loaded from elsewhere, and no text becomes a script. (The editor makes its style sheet itself.)"""
CHECKER = ("click", "onoff_symbolic")
WHOLE = ("click", "mpmath", "sympy", "onoff_symbolic")


@dataclass(frozen=True)
class Page:
    """A page that asks a command about a text."""

    name: str
    title: str
    lead: str
    command: str
    """Empty where the reader chooses one."""
    file: str
    """What the text is called there; `statement` is no file."""
    examples: tuple[str, ...]
    """The folders of its examples."""
    first: str
    """The example to begin with."""
    packages: tuple[str, ...] = WHOLE
    option: str = ""
    """The option of the command that names the file."""


PAGES = (
    Page(
        "scheme",
        "A scheme",
        "Is a scheme private, decodable and optimal, for all parameters and all times t? Edit the file: the verdict "
        "follows.",
        "scheme",
        "scheme.toml",
        ("schemes", "designed"),
        "paper-low",
    ),
    Page(
        "chain",
        "A chain",
        "What must every private scheme download, and which scheme does it? For a chain of requests, exactly.",
        "",
        "chain.toml",
        ("chains",),
        "path",
    ),
    Page(
        "entropy",
        "Entropies",
        "A linear statement about joint entropies: a proof from Shannon's inequalities, or a law at which it fails. "
        "What is given is written before =>, separated by semicolons.",
        "entropy",
        "statement",
        ("entropies",),
        "data-processing",
        CHECKER,
    ),
    Page(
        "certificate",
        "A certificate",
        "Drop the file of a certificate, with those that it rests on. The checker alone answers, and lists what was "
        "supposed.",
        "check",
        "certificate.json",
        ("certificates",),
        "table1",
        CHECKER,
    ),
    Page(
        "claims",
        "A claims file",
        "The claims of a paper, encoded: change an entry, a sign or a condition, and see which verdict changes.",
        "verify",
        "claims.toml",
        ("claims", "papers"),
        "paper",
        option="--claims",
    ),
)
