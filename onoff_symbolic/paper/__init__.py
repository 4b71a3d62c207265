"""A paper and what came of its claims: judging, record, weights, mutants, appendix, web page."""
