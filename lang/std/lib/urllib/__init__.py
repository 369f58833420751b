# tfs's own.
"""Addresses: urllib.parse. What would need the network is not part of tfs."""
