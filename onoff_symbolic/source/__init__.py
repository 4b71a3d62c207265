"""Compare the LaTeX source of a paper with its claims file: a view, which decides nothing about a claim.

    tokens      files to tokens: inputs followed, macros expanded, comments gone
    document    tokens to displays, formulas, tables, curves and words, each with its place
    signs       tokens of a formula to signs: no typesetting survives
    formula     signs to a tree, of the checker's nodes and those of `tree`
    encoding    a tree to the checker's quotients, which are compared with those of the statements
    conditions  printed conditions and regions as sets
    units       what is recorded as one, with a fingerprint for each of its parts
    record      `source.lock`: what was compared when the paper was read
    compare     record and source to rows with a verdict
    rows        rows as text, JSON, HTML and annotations
    marks       the paper with marks in its margin
"""
