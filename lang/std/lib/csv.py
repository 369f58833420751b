# tfs's own: over the readers and writers of _csv.
"""Tables as text."""
from _csv import (Error, QUOTE_ALL, QUOTE_MINIMAL, QUOTE_NONE, QUOTE_NONNUMERIC, field_size_limit, get_dialect,
                  list_dialects, reader, register_dialect, unregister_dialect, writer)
from _csv import Dialect as _Checked

class Dialect:
    """How a table is written."""
    delimiter = quotechar = escapechar = lineterminator = quoting = None
    doublequote = skipinitialspace = None

    def __init__(self):
        try:
            _Checked(self)
        except TypeError as e:
            raise Error(str(e))

class excel(Dialect):
    """As Excel writes."""
    delimiter, quotechar, lineterminator = ",", '"', "\r\n"
    doublequote, skipinitialspace, quoting = True, False, QUOTE_MINIMAL

class excel_tab(excel):
    """With tabs."""
    delimiter = "\t"

class unix_dialect(excel):
    """With all in quotes and lines as in UNIX."""
    lineterminator, quoting = "\n", QUOTE_ALL

for _name, _class in (("excel", excel), ("excel-tab", excel_tab), ("unix", unix_dialect)):
    register_dialect(_name, _class)

class DictReader:
    """Rows as dicts, by the names of the first row or those given."""
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **kwds):
        self.reader = reader(f, dialect, *args, **kwds)
        self._names = None if fieldnames is None else list(fieldnames)
        self.restkey, self.restval, self.dialect, self.line_num = restkey, restval, dialect, 0

    @property
    def fieldnames(self):
        if self._names is None:
            self._names = next(self.reader, None)
            self.line_num = self.reader.line_num
        return self._names

    @fieldnames.setter
    def fieldnames(self, names):
        self._names = names

    def __iter__(self):
        return self

    def __next__(self):
        names = self.fieldnames
        row = next(self.reader)
        while not row:
            row = next(self.reader)
        self.line_num = self.reader.line_num
        names = names or []
        record = {name: row[k] if k < len(row) else self.restval for k, name in enumerate(names)}
        if len(row) > len(names):
            record[self.restkey] = row[len(names):]
        return record

class DictWriter:
    """Writes dicts as rows."""
    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **kwds):
        if extrasaction.lower() not in ("raise", "ignore"):
            raise ValueError(f"extrasaction ({extrasaction}) must be 'raise' or 'ignore'")
        self.fieldnames, self.restval, self.extrasaction = fieldnames, restval, extrasaction.lower()
        self.writer = writer(f, dialect, *args, **kwds)

    def _row(self, record):
        if self.extrasaction == "raise":
            extra = [repr(key) for key in record if key not in self.fieldnames]
            if extra:
                raise ValueError("dict contains fields not in fieldnames: " + ", ".join(extra))
        return [record.get(name, self.restval) for name in self.fieldnames]

    def writeheader(self): return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))
    def writerow(self, rowdict): return self.writer.writerow(self._row(rowdict))
    def writerows(self, rowdicts): return self.writer.writerows(map(self._row, rowdicts))

class Sniffer:
    """Finds out how a table is written."""
    preferred = [",", "\t", ";", " ", ":"]

    def sniff(self, sample, delimiters=None):
        import re
        from collections import Counter
        lines = [line for line in sample.splitlines() if line]
        bare = [re.sub(r'"[^"\n]*"|\'[^\'\n]*\'', "q", line) for line in lines]
        best, found = 0, ""
        marks = [c for c in dict.fromkeys("".join(bare)) if not (c.isalnum() and delimiters is None)]
        for c in sorted(marks, key=lambda c: self.preferred.index(c) if c in self.preferred else len(self.preferred)):
            if delimiters is not None and c not in delimiters or delimiters is None and c in "\"'_.-+\r":
                continue
            count, agree = Counter(line.count(c) for line in bare).most_common(1)[0]
            share = agree / len(bare)
            if count and share > best and share >= 0.9:
                best, found = share, c
        if not found:
            raise Error("Could not determine delimiter")
        quotes = Counter(m for line in lines for m in re.findall(r"(?:^|\W)([\"'])[^\"']*\1(?=\W|$)", line))

        class dialect(Dialect):
            """What was found in a sample."""
            _name = "sniffed"
            lineterminator, quoting = "\r\n", QUOTE_MINIMAL
            delimiter, quotechar = found, quotes.most_common(1)[0][0] if quotes else '"'
            doublequote = any(q * 2 in line for q in quotes for line in lines)
            skipinitialspace = found != " " and all(line.count(found) == line.count(found + " ") for line in bare)
        return dialect

    def has_header(self, sample):
        """Whether the first row is of another kind than most of the rest: text over numbers, or of other length."""
        import io
        rows = list(reader(io.StringIO(sample), self.sniff(sample)))
        kinds = {i: None for i in range(len(rows[0]))}
        for row in rows[1:21]:
            if len(row) == len(rows[0]):
                for i in list(kinds):
                    try:
                        complex(row[i])
                        kind = complex
                    except ValueError:
                        kind = len(row[i])
                    if kinds[i] is None:
                        kinds[i] = kind
                    elif kinds[i] != kind:
                        del kinds[i]
        votes = 0
        for i, kind in kinds.items():
            if isinstance(kind, int):
                votes += 1 if len(rows[0][i]) != kind else -1
            else:
                try:
                    (kind or complex)(rows[0][i])
                    votes -= 1
                except (ValueError, TypeError):
                    votes += 1
        return votes > 0
