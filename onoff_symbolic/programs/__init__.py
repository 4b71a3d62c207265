"""Exact linear programs: HiGHS proposes, exact arithmetic decides.

exact       programs, answers, and the check that accepts or refuses an answer
simplex     pivots in integers
highs       the one door to the float solver
whole       combinations of vectors of whole numbers
"""
