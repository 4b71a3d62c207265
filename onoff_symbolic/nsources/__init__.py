"""N sources: the least download at one t, the best set scheme, the costs that are possible together.

    sets        sets of sources, and the linear program for a law on them
    plans       joint laws of a request and a set that contains it
    design      the best set scheme of a chain with numbers
    front       the costs at several times that private schemes can have together
    forms       closed forms of the least download; the next ON time hidden, too
    lift        designs with parameters
    bound       the least download with parameters
    writing     designs as scheme files

All of this is proposed, and nothing is believed: `judge_chains` has it certified, or says that it is only computed.
"""
