"""Claims files: what a paper states, as data."""
