"""Exact linear programs."""
