"""Certificates as data for the checker in Coq, which proves them: proofs/coq/checker.

    export(text)        the certificate of a claim or a scheme → Exported
    file_text(...)      a file of one certificate, or of several as modules, for `coqc`

The goal is written text by text (`texts`), statement by statement (`statements`); evidence is renumbered (`evidence`).
Nothing that is done here has to be believed but that the goal in the file says what the certificate says: Coq computes
whether the evidence shows it.
"""

from .export import Exported, export, file_text
from .texts import Untranslatable

__all__ = ["Exported", "Untranslatable", "export", "file_text"]
