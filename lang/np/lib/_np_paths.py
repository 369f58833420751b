# tfs's own.
"""The order in which einsum may take its operands."""
from itertools import combinations

import numpy as np


class _Search:
    """What is asked of contractions of sets of labels."""

    def __init__(self, sizes, output, limit):
        self.sizes, self.output, self.limit = sizes, output, limit

    def size(self, labels):
        n = 1
        for label in labels:
            n *= self.sizes[label]
        return n

    def flops(self, labels, inner, terms):
        """Multiplications, and additions where labels are summed."""
        return self.size(labels) * (max(1, terms - 1) + (1 if inner else 0))

    def contract(self, places, sets):
        """The labels of the result, the sets that are left with it at the end, what is summed and all that took part."""
        taken = set().union(*(sets[p] for p in places))
        left = [s for i, s in enumerate(sets) if i not in places]
        result = taken & set(self.output).union(*left)
        return result, left + [result], taken - result, taken

    def candidate(self, places, sets, spent, naive):
        """A step with what speaks for it; None where it is too large or too slow."""
        result, left, summed, taken = self.contract(places, sets)
        if self.size(result) > self.limit:
            return None
        cost = self.flops(taken, summed, len(places))
        if spent + cost > naive:
            return None
        return (self.size(result) - sum(self.size(sets[p]) for p in places), cost), places, left

    def greedy(self, sets):
        """Always the pair that makes the most room, then the cheapest."""
        _, _, summed, taken = self.contract(range(len(sets)), sets)
        naive, spent, path, known = self.flops(taken, summed, len(sets)), 0, [], []
        pairs = list(combinations(range(len(sets)), 2))
        for _ in range(len(sets) - 1):
            known += [c for p in pairs if not sets[p[0]].isdisjoint(sets[p[1]])
                      for c in [self.candidate(p, sets, spent, naive)] if c]
            if not known:
                known = [c for p in combinations(range(len(sets)), 2)
                         for c in [self.candidate(p, sets, spent, naive)] if c]
                if not known:
                    path.append(tuple(range(len(sets))))
                    break
            best = min(known, key=lambda c: c[0])
            known = self.moved(known, best)
            sets = best[2]
            pairs = [(i, len(sets) - 1) for i in range(len(sets) - 1)]
            path.append(best[1])
            spent += best[0][1]
        return path

    def moved(self, known, best):
        """The other steps as they are after the best one."""
        a, b = best[1]
        out = []
        for cost, (x, y), left in known:
            if x in (a, b) or y in (a, b):
                continue
            left = list(left)
            del left[b - (b > x) - (b > y)]
            del left[a - (a > x) - (a > y)]
            left.insert(len(left) - 1, best[2][-1])
            out.append((cost, (x - (x > a) - (x > b), y - (y > a) - (y > b)), left))
        return out

    def optimal(self, sets):
        """The cheapest of all orders."""
        found = [(0, [], sets)]
        for step in range(len(sets) - 1):
            more = []
            for cost, way, left in found:
                for pair in combinations(range(len(sets) - step), 2):
                    result, new, summed, taken = self.contract(pair, left)
                    if self.size(result) <= self.limit:
                        more.append((cost + self.flops(taken, summed, 2), way + [pair], new))
            if not more:
                return min(found, key=lambda f: f[0])[1] + [tuple(range(len(sets) - step))]
            found = more
        return min(found, key=lambda f: f[0])[1]


def _terms(operands):
    """The labels of the inputs and of the output, and the operands as arrays."""
    text, *arrays = operands
    if not isinstance(text, str):
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        word = lambda labels: "".join("..." if n is Ellipsis else letters[n] for n in labels)
        rest = list(operands)
        end = "->" + word(rest.pop()) if len(rest) % 2 else ""
        text, arrays = ",".join(word(w) for w in rest[1::2]) + end, rest[::2]
    arrays = [np.asanyarray(a) for a in arrays]
    text = text.replace(" ", "")
    front, arrow, output = text.partition("->")
    terms = front.split(",")
    if len(terms) != len(arrays):
        raise ValueError("Number of einsum subscripts must be equal to the number of operands.")
    if "..." in text:
        free = [c for c in "zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA" if c not in text]
        extra = [a.ndim - len(t.replace("...", "")) if "..." in t else 0 for t, a in zip(terms, arrays)]
        names = "".join(free[:max(extra)])[::-1]
        terms = [t.replace("...", names[len(names) - n:] if n else "") for t, n in zip(terms, extra)]
        output = output.replace("...", names)
        shared = names
    else:
        shared = ""
    if not arrow:
        joined = "".join(terms)
        output = shared + "".join(c for c in sorted(set(joined) - set(shared)) if joined.count(c) == 1)
    for c in output:
        if not any(c in t for t in terms):
            raise ValueError(f"Output character {c} did not appear in the input")
    return terms, output, arrays


def einsum_path(*operands, optimize="greedy", einsum_call=False):
    """The order of contractions, and a text that tells what it saves.

    >>> np.einsum_path("ij,jk,kl->il", np.ones((2, 3)), np.ones((3, 4)), np.ones((4, 5)))[0]
    ['einsum_path', (1, 2), (0, 1)]
    """
    kind, limit = "greedy" if optimize is True else False if optimize is None else optimize, None
    given = False
    if kind is not False and not isinstance(kind, str):
        if len(kind) and kind[0] == "einsum_path":
            given = True
        elif len(kind) == 2 and isinstance(kind[0], str) and isinstance(kind[1], (int, float)):
            kind, limit = kind[0], int(kind[1])
        else:
            raise TypeError(f"Did not understand the path: {kind}")
    terms, output, arrays = _terms(operands)
    sizes = {}
    for i, (term, a) in enumerate(zip(terms, arrays)):
        if a.ndim != len(term):
            raise ValueError(f"Einstein sum subscript {term} does not contain the correct number of indices for operand "
                             f"{i}.")
        for label, n in zip(term, a.shape):
            if sizes.get(label, 1) == 1:
                sizes[label] = n
            elif n not in (1, sizes[label]):
                raise ValueError(f"Size of label '{label}' for operand {i} ({sizes[label]}) does not match previous terms "
                                 f"({n}).")
    sets, labels = [set(t) for t in terms], set("".join(terms))
    search = _Search(sizes, set(output), 0)
    search.limit = max(search.size(t) for t in terms + [output]) if limit is None else limit
    if given:
        path = list(kind[1:])
    elif kind is False or len(terms) in (1, 2) or labels == set(output):
        path = [tuple(range(len(terms)))]
    elif kind == "greedy":
        path = search.greedy(sets)
    elif kind == "optimal":
        path = search.optimal(sets)
    else:
        raise KeyError("Path name %s not found", kind)
    naive = search.flops(labels, sum(map(len, sets)) > len(labels), len(terms))
    return ["einsum_path", *path], _told(search, terms, output, path, naive, len(labels))


def _told(search, terms, output, path, naive, scaling):
    sets, left, rows, total, most, largest = [set(t) for t in terms], list(terms), [], 1, [], []
    for i, step in enumerate(path):
        places = sorted(step, reverse=True)
        result, sets, summed, taken = search.contract(places, sets)
        total += search.flops(taken, summed, len(places))
        most.append(len(taken))
        largest.append(search.size(result))
        parts = [left.pop(p) for p in places]
        name = output if i == len(path) - 1 else "".join(sorted(result, key=lambda c: (search.sizes[c], c)))
        left.append(name)
        rows.append(f"{len(taken):4d}    {','.join(parts) + '->' + name:>24} {','.join(left) + '->' + output:>40}")
    line = "-" * 74
    return (f"  Complete contraction:  {','.join(terms)}->{output}\n         Naive scaling:  {scaling}\n"
            f"     Optimized scaling:  {max(most)}\n      Naive FLOP count:  {naive:.3e}\n"
            f"  Optimized FLOP count:  {total:.3e}\n   Theoretical speedup:  {naive / total:3.3f}\n"
            f"  Largest intermediate:  {max(largest):.3e} elements\n{line}\n{'scaling':>6} {'current':>24} "
            f"{'remaining':>40}\n{line}\n" + "\n".join(rows))
