"""Claims files: what a paper states, as data."""

from ..called import make_called

make_called(__name__)
