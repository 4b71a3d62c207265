"""Chains and schemes: files, histories, laws, costs, bounds."""
