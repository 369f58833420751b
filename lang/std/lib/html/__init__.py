# tfs's own.
"""Texts in HTML."""
import _htmltext

__all__ = ["escape", "unescape"]

def escape(s, quote=True):
    """A text with &, < and > (and quotes) written as HTML needs them."""
    s = s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return s.replace('"', "&quot;").replace("'", "&#x27;") if quote else s

def unescape(s):
    """A text with its character references replaced."""
    return _htmltext.unescape(s) if "&" in s else s
