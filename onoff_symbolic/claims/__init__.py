"""Claims files: what a paper states, as data.

In reading order: file (a paper and its claims, as dataclasses); values (readers of TOML values), statements, models,
displays (what is read with them), reader (the whole file); kinds and goals (what the checker is given); examined
(whether it can read that); names, place and ties (how people name a claim, where our files are, what ties claims to
the paper's LaTeX).
"""
