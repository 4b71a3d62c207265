"""The version, in a module of its own so that asking for it imports nothing."""

VERSION = "0.2.0"
