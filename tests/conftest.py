"""Settings of all tests: hypothesis draws the same examples on every machine and in every order of the tests.

    fixed   the profile of `make test`: examples follow from the test alone, and no file remembers any
    fuzz    the profile of `make fuzz`: new examples, which follow from a seed that is printed
"""

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.paper.session import Session

settings.register_profile("fixed", derandomize=True, database=None, deadline=None)
settings.register_profile("fuzz", derandomize=False, database=None, deadline=None, print_blob=True)
settings.load_profile("fixed")

if hasattr(providers, "is_local_module_file"):
    # Else constants of the modules that happen to be imported are drawn, too: examples would depend on earlier tests.
    providers.is_local_module_file = lambda path: False


@pytest.fixture(scope="session")
def session() -> Session:
    """Judges each claim once for all tests that only read the results."""
    return Session(the_paper())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs a browser is slow."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)
