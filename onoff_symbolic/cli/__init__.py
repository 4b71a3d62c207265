"""The command line."""

from .app import commands, main

__all__ = ["commands", "main"]
