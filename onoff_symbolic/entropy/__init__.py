"""Statements about joint entropies: language, proofs, counterexamples."""
