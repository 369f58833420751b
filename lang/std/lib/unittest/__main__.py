# tfs's own.
"""Runs tests: tfs -m unittest NAME..."""
from unittest import main

main(module=None)
