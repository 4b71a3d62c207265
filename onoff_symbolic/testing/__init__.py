"""The plugin for pytest, and the files `onoff.toml` that it reads."""
