"""Records the character encodings TensorFlow reads: text/charset/tables.zst.

    charsets.py NAMES tables.zst

NAMES holds names to try, a line each. Every sequence of one and two bytes is decoded under each of them, longer ones
where they can be; what is written is which sequences are characters, and which are one fault of several bytes.
"""
import subprocess
import sys

import numpy as np
import tensorflow as tf

OTHER = 0x10FFFD  # stands for what cannot be read
FAULT = 1 << 21  # with the number of a sequence: a fault that takes all its bytes
STATES = ("utf", "csutf", "unicode", "csunicode", "xunicode", "ucs", "iso10646", "iso2022", "csiso2022", "hz", "csucs", "scsu",
          "csscsu", "bocu", "csbocu", "cesu", "cscesu", "imap", "ascii", "usascii", "latin1", "iso88591", "l1")


def fold(name):
    return name.lower().replace("-", "").replace("_", "").replace(" ", "")


def first(name, sequences):
    """The character each sequence begins with, its faults as OTHER, and the bytes it takes (0: all)."""
    runes, at = [], []
    for i in range(0, len(sequences), 1 << 18):
        part, starts = tf.strings.unicode_decode_with_offsets(
            [s + b"AAAA" for s in sequences[i:i + (1 << 18)]], name, errors="replace", replacement_char=OTHER)
        runes.append(part[:, :1].to_tensor(OTHER).numpy()[:, 0])
        at.append(starts[:, 1:2].to_tensor(0).numpy()[:, 0])
    return np.concatenate(runes), np.concatenate(at)


def numbered(name, sequences, numbers, known):
    runes, takes = first(name, sequences)
    for s, n, r, size in zip(sequences, numbers, runes.tolist(), takes.tolist()):
        if size == len(s) and not (r == OTHER and size == 1):
            known[n] = FAULT + n if r == OTHER else r


def table(name):
    known = [{}, {}, {}, {}]
    numbered(name, [bytes([a]) for a in range(256)], range(256), known[0])
    leads = [a for a in range(256) if a not in known[0]]
    pairs = [a << 8 | b for a in leads for b in range(256)]
    if pairs:
        numbered(name, [n.to_bytes(2, "big") for n in pairs], pairs, known[1])
    if not known[1]:
        return known
    leads = [a for a in leads if a >= 0x80 and not any(n >> 8 == a and r < FAULT for n, r in known[1].items())]
    triples = [a << 16 | b << 8 | c for a in leads for b in range(0x80, 256) for c in range(0x80, 256)
               if a << 8 | b not in known[1]]
    if triples:
        numbered(name, [n.to_bytes(3, "big") for n in triples], triples, known[2])
    if fold(name) == "gb18030":
        fours = range(126 * 10 * 126 * 10)
        numbered(name, [bytes([0x81 + n // 12600, 0x30 + n // 1260 % 10, 0x81 + n // 10 % 126, 0x30 + n % 10])
                        for n in fours], fours, known[3])
    return known


def uvarint(n):
    out = bytearray()
    while n >= 0x80:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    out.append(n)
    return bytes(out)


def zigzag(n):
    return uvarint(n << 1 if n >= 0 else ~n << 1 | 1)


def written(known):
    out = b""
    for m in known:
        starts, firsts, n, at, last = bytearray(), bytearray(), 0, 0, 0
        codes = sorted(m)
        i = 0
        while i < len(codes):
            j = i + 1
            while j < len(codes) and codes[j] == codes[j - 1] + 1 and m[codes[j]] == m[codes[j - 1]] + 1:
                j += 1
            starts += uvarint(codes[i] - at) + uvarint(j - i - 1)
            firsts += zigzag(m[codes[i]] - last)
            at, last, n, i = codes[j - 1] + 1, m[codes[j - 1]] + 1, n + 1, j
        out += uvarint(n) + starts + firsts
    return out


def main():
    by_table = {}
    for name in open(sys.argv[1]).read().split("\n"):
        if fold(name).startswith(STATES):
            continue
        try:
            tf.strings.unicode_decode([b"a"], name)
        except tf.errors.InvalidArgumentError:
            continue
        by_table.setdefault(written(table(name)), []).append(fold(name))
    out = b""
    for t, names in sorted(by_table.items(), key=lambda item: item[1]):
        for part in ("\n".join(sorted(names)).encode(), t):
            out += uvarint(len(part)) + part
        print(len(t), *names)
    subprocess.run(["zstd", "-q", "-f", "--ultra", "-22", "-o", sys.argv[2]], input=out, check=True)


main()
