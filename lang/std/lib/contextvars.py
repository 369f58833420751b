# tfs's own: one context.
"""Context variables of the one context there is."""
_missing = object()
class Token:
    MISSING = _missing
    def __init__(self, var, old): self.var, self.old_value = var, old
class ContextVar:
    def __init__(self, name, *, default=_missing):
        self.name, self._default, self._value = name, default, _missing
    def get(self, default=_missing):
        for v in (self._value, default, self._default):
            if v is not _missing:
                return v
        raise LookupError(self)
    def set(self, value):
        token = Token(self, self._value)
        self._value = value
        return token
    def reset(self, token):
        self._value = token.old_value
