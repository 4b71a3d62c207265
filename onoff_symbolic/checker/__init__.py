"""Checks certificates (docs/certificate-format.md). Standard library only; nothing else of the project is imported.

    python -I -S onoff_symbolic/checker FILE...

`judge` answers for files; `Certificate` is one that was accepted, `Goal` what it states. These names, and the modules
`syntax` and `polynomials`, are all that others import; of the extensions, the kinds about experiments.
"""

from .certificate import Answer, Certificate, judge
from .command import main
from .goal import KINDS, Goal
from .induction import Alike, Always, Cost, Markov
from .model import Model
from .occurs import Occurs
from .points import Point
from .programs import Least, Optimal, Optimum
from .regions import Facts, Region
from .scheme import Process, Running, Scheme, State
from .statements import Holds, Statement

__all__ = [
    "KINDS",
    "Alike",
    "Always",
    "Answer",
    "Certificate",
    "Cost",
    "Facts",
    "Goal",
    "Holds",
    "Least",
    "Markov",
    "Model",
    "Occurs",
    "Optimal",
    "Optimum",
    "Point",
    "Process",
    "Region",
    "Running",
    "Scheme",
    "State",
    "Statement",
    "judge",
    "main",
]
