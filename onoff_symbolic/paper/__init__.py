"""A paper and what came of its claims: judging, record, errata, appendix, figure."""
