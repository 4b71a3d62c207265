"""What belongs to the one paper that is shipped: its figures, and its web page."""
