# tfs's own: the parts of format texts.
def formatter_parser(text):
    literal, i, n = "", 0, len(text)
    while i < n:
        c = text[i]
        if c in "{}":
            if i + 1 < n and text[i + 1] == c:
                yield literal + c, None, None, None
                literal = ""
                i += 2
                continue
            if c == "}":
                raise ValueError("Single '}' encountered in format string")
            if i + 1 == n:
                raise ValueError("Single '{' encountered in format string")
            depth, j = 1, i + 1
            while j < n and depth:
                depth += (text[j] == "{") - (text[j] == "}")
                j += 1
            if depth:
                raise ValueError("expected '}' before end of string")
            yield (literal, *_field(text[i + 1:j - 1]))
            literal = ""
            i = j
            continue
        literal += c
        i += 1
    if literal:
        yield literal, None, None, None

def _field(field):
    depth = 0
    for k, c in enumerate(field):
        depth += (c == "[") - (c == "]")
        if c in "!:" and depth <= 0:
            if c == ":":
                return field[:k], field[k + 1:], None
            conversion, rest = field[k + 1:k + 2], field[k + 2:]
            if not conversion:
                raise ValueError("end of string while looking for conversion specifier")
            if rest and rest[0] != ":":
                raise ValueError("expected ':' after conversion specifier")
            return field[:k], rest[1:], conversion
    return field, "", None

def formatter_field_name_split(name):
    k = 0
    while k < len(name) and name[k] not in ".[":
        k += 1
    first = name[:k]
    return int(first) if first.isdigit() else first, _rest(name, k)

def _rest(name, k):
    while k < len(name):
        if name[k] == ".":
            j = k + 1
            while j < len(name) and name[j] not in ".[":
                j += 1
            if j == k + 1:
                raise ValueError("Empty attribute in format string")
            yield True, name[k + 1:j]
            k = j
        elif name[k] == "[":
            j = name.find("]", k)
            if j < 0:
                raise ValueError("Missing ']' in format string")
            key = name[k + 1:j]
            if not key:
                raise ValueError("Empty attribute in format string")
            yield False, int(key) if key.isdigit() else key
            k = j + 1
        else:
            raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
