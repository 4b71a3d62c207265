"""Exact verification of ON-OFF privacy: the engine. The claims of the paper are in `onoff_symbolic.proofs`."""
