"""Exact arithmetic: the field ℚ(α, β, …), expressions, regions, signs, programs with parameters."""
