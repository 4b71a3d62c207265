"""The former name of `reference`, for tests that are being rewritten; it goes with the last of them."""

from reference import *  # noqa: F401,F403
