"""Exact arithmetic: the field ℚ(α, β, …), expressions, regions, signs."""
