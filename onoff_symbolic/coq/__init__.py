"""Certificates as files for the checker in Coq, which proves them: proofs/coq/checker.

    export(text)        the certificate of a claim or a scheme → Exported
    file_text(...)      a file of one certificate, or of several as modules, for `coqc`

The certificate is copied as it is. What its goal says is read in Coq.
"""

from .export import Exported, export, file_text

__all__ = ["Exported", "export", "file_text"]
