"""Checks certificates (CERTIFICATE.md). Standard library only; nothing else of this project is imported or believed.

    python -I -S onoff_symbolic/checker FILE...
"""

from .command import main
from .core import Answer, Certificate, Goal, judge
from .experiment import Hides
from .polynomials import Invalid, Undefined
from .statements import Statement

__all__ = ["Answer", "Certificate", "Goal", "Hides", "Invalid", "Statement", "Undefined", "judge", "main"]
