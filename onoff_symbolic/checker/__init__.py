"""Checks certificates (CERTIFICATE.md). Standard library only; nothing else of this project is imported or believed.

    python -I -S onoff_symbolic/checker FILE...
"""

from .command import main
from .core import Answer, Certificate, Goal, judge
from .polynomials import Invalid, Undefined

__all__ = ["Answer", "Certificate", "Goal", "Invalid", "Undefined", "judge", "main"]
