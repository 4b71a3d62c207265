"""Statements about joint entropies: language, proofs, counterexamples."""

from ..called import make_called

make_called(__name__)
