"""Packages that can be called. `onoff.claims()` and `onoff.entropy(...)` are functions of the library, and `claims` and
`entropy` are packages of the same names: calling the package calls the function."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class Called(ModuleType):
    """A package whose call is that of the library's function of its name."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        package, _, name = self.__name__.rpartition(".")
        found = import_module(f"{package}.api.functions")
        return getattr(found, name)(*args, **kwargs)


def make_called(name: str) -> None:
    """Let the package of that name be called."""
    sys.modules[name].__class__ = Called
