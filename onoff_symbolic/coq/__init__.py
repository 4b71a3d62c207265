"""The proofs in Coq: which theorem says what (`index`), what must hold of all of them (`check`); certificates as files
for Coq (`emit`)."""
