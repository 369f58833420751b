# tfs's own: the rules of a shell for quotes.
"""Words of a command line."""

def split(s, comments=False, posix=True):
    """The words of a line, as a shell takes it apart."""
    if s is None:
        raise ValueError("s argument must not be None")
    words, word, quote, at, n = [], None, "", 0, len(s)
    while at < n:
        c = s[at]
        at += 1
        if quote:
            if c == quote:
                quote = ""
                if not posix:
                    word += c
            elif c == "\\" and quote == '"' and posix:
                if at == n:
                    raise ValueError("No escaped character")
                if s[at] not in '"\\':
                    word += c
                word += s[at]
                at += 1
            else:
                word += c
        elif c in "'\"":
            word = (word or "") + ("" if posix else c)
            quote = c
        elif c == "\\" and posix:
            if at == n:
                raise ValueError("No escaped character")
            word = (word or "") + s[at]
            at += 1
        elif c in " \t\r\n":
            if word is not None:
                words.append(word)
            word = None
        elif c == "#" and comments:
            if word is not None:
                words.append(word)
            word = None
            while at < n and s[at] != "\n":
                at += 1
        else:
            word = (word or "") + c
    if quote:
        raise ValueError("No closing quotation")
    return words if word is None else words + [word]

def quote(s):
    """A text as one word."""
    if s and all(c.isascii() and (c.isalnum() or c in "@%+=:,./-_") for c in s):
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'" if s else "''"

def join(split_command):
    """A line of words."""
    return " ".join(map(quote, split_command))
