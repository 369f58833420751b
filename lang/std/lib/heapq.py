# tfs's own: heaps in lists.
"""Heaps: lists whose item k is not above items 2k+1 and 2k+2."""
__all__ = ["heappush", "heappop", "heapify", "heapreplace", "merge", "nlargest", "nsmallest", "heappushpop"]

from _heaps import heapify, heappop, heappush, heappushpop, heapreplace

def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:max(n, 0)]

def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]

class _Head:
    """The next item of one of the inputs of a merge."""
    def __init__(self, source, order, key, reverse):
        self.source, self.order, self.key, self.reverse = source, order, key, reverse

    def step(self):
        for self.item in self.source:
            self.rank = self.item if self.key is None else self.key(self.item)
            return True
        return False

    def __lt__(self, other):
        low, high = (other, self) if self.reverse else (self, other)
        if low.rank < high.rank:
            return True
        return not high.rank < low.rank and self.order < other.order

def _merged(iterables):
    """What is merged by the items' own order: rank, place and what gives the next."""
    heads = []
    for order, it in enumerate(iterables):
        step = iter(it).__next__
        try:
            heads.append([step(), order, step])
        except StopIteration:
            pass
    heapify(heads)
    while len(heads) > 1:
        try:
            while True:
                value, _, step = head = heads[0]
                yield value
                head[0] = step()
                heapreplace(heads, head)
        except StopIteration:
            heappop(heads)
    for value, _, step in heads:
        yield value
        yield from step.__self__

def merge(*iterables, key=None, reverse=False):
    if key is None and not reverse:
        yield from _merged(iterables)
        return
    heads = [_Head(iter(it), k, key, reverse) for k, it in enumerate(iterables)]
    heads = [h for h in heads if h.step()]
    heapify(heads)
    while heads:
        head = heads[0]
        yield head.item
        if head.step():
            heapreplace(heads, head)
        else:
            heappop(heads)
