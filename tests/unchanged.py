"""pytest rewrites the asserts of tests, and all modules of packages that bring a plugin, though they have next to none.
Imported first, this leaves those as they are compiled: after an installation, tests begin two seconds sooner."""

import sys

for finder in sys.meta_path:
    getattr(finder, "_must_rewrite", set[str]()).difference_update({"hypothesis", "onoff_symbolic"})
