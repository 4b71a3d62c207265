"""What the checker says of a certificate, which is given as data, as text or as the bytes of a file."""

from __future__ import annotations

import json
from typing import Any

from onoff_symbolic import checker


def encoded(certificate: Any) -> bytes:
    """Return the bytes of a certificate."""
    if isinstance(certificate, bytes):
        return certificate
    text = certificate if isinstance(certificate, str) else json.dumps(certificate)
    return text.encode()


def answer(certificate: Any, **others: Any) -> checker.Answer:
    """Return the answer for a certificate that is judged alone, or together with others."""
    files = {name: encoded(each) for name, each in others.items()}
    return checker.judge({"it": encoded(certificate), **files})["it"]


def word(certificate: Any, **others: Any) -> str:
    """Return valid, invalid or incomplete."""
    return answer(certificate, **others).word
