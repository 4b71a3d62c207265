"""One question asked of many problems, exactly: `onoff-verify survey`.

families    which problems: random chains, all chains up to renaming, or a file on a grid of its parameters
questions   what is asked of each, and which answers are hits
run         the results, a line of JSON for each problem, in order; an interrupted run goes on where it stopped
"""
