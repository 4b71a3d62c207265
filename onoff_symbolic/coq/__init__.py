"""The proofs in Coq: which theorem says what (`index`), and what must hold of all of them (`check`)."""
