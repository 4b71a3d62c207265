"""The paper "ON-OFF Privacy with Correlated Requests": its data as printed, and its claims in paper order.

    catalogue   every claim: id, place, statement (imports nothing heavy)
    printed     Tables, M and P, letter by letter
    paper       the printed data as chains, schemes and regions
    formulation, achievability, claim2, lemma1
                the claims, grouped by the paper's own proofs
"""
