"""A paper and what came of its claims: judging, record, weights, mutation score, appendix, web page."""
