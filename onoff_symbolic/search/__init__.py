"""Finds certificates. Nothing here is trusted."""
