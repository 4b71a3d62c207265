"""The paper "ON-OFF Privacy with Correlated Requests": its data as printed, and its claims in paper order.

    catalogue       every claim: id, place, statement, correction (imports nothing heavy)
    labels          every label of the paper and the claims that judge it
    errata          what is known not to hold as printed; decides exit codes, never verdicts
    printed         tables, matrices and cases, letter by letter;  figure2: the points of Figure 2
    paper           the printed data as chains, schemes and regions
    claims          finds the proof of a claim

    example         Section I            formulation     Sections I-C, II and III
    rates           Section III          theorem1        Theorem 1 and the achievability
    achievability   Section IV-A         privacy         Section IV-B, Claim 1
    claim2          Section IV-B, Claim 2, Propositions 1 to 3
    lemma1          Section IV-C         converse        Appendix A
    appendix_b      Appendix B           appendix_c      Appendix C (both with bullets)
    appendix_d      Appendix D

    certified       certificates of the claims, their goals being read from goals.toml
    web             what the web report says beyond the verdicts;  mutation: the recorded mutation score
    appendix        the appendices as LaTeX, from displays and display_*; letters: what stands for what in entropies
"""
