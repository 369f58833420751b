# tfs's own.
"""Work side by side: concurrent.futures."""
