# tfs's own.
"""Texts in HTML."""
import _htmltext
import re as _re

__all__ = ["escape", "unescape"]

def escape(s, quote=True):
    """A text with &, < and > (and quotes) written as HTML needs them."""
    s = s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return s.replace('"', "&quot;").replace("'", "&#x27;") if quote else s

def unescape(s):
    """A text with its character references replaced."""
    if "&#" in s:  # without digits they are no references
        s = _re.sub(r"&(?=#(?![0-9]|[xX][0-9a-fA-F]))", "&amp;", s)
    return _htmltext.unescape(s) if "&" in s else s
