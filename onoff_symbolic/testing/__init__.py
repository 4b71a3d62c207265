"""The plugin for pytest and *.onoff files."""
