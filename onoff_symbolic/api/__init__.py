"""The library: what `import onoff_symbolic as onoff` offers. A verdict is the checker's answer, here as everywhere."""
