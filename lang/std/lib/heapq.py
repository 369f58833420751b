# tfs's own: heaps in lists.
"""Heaps: lists whose item k is not above items 2k+1 and 2k+2."""
__all__ = ["heappush", "heappop", "heapify", "heapreplace", "merge", "nlargest", "nsmallest", "heappushpop"]

def _rise(heap, k):
    """Moves item k up to its place."""
    item = heap[k]
    while k:
        above = (k - 1) // 2
        if not item < heap[above]:
            break
        heap[k], k = heap[above], above
    heap[k] = item

def _sink(heap, k):
    """Moves item k down past all that are smaller: the hole goes to a leaf, and the item rises from there."""
    item, size, top = heap[k], len(heap), k
    child = 2 * k + 1
    while child < size:
        if child + 1 < size and not heap[child] < heap[child + 1]:
            child += 1
        heap[k], k = heap[child], child
        child = 2 * k + 1
    while k > top and item < heap[(k - 1) // 2]:
        heap[k], k = heap[(k - 1) // 2], (k - 1) // 2
    heap[k] = item

def heappush(heap, item):
    heap.append(item)
    _rise(heap, len(heap) - 1)

def heappop(heap):
    last = heap.pop()
    return heapreplace(heap, last) if heap else last

def heapreplace(heap, item):
    least, heap[0] = heap[0], item
    _sink(heap, 0)
    return least

def heappushpop(heap, item):
    return heapreplace(heap, item) if heap and heap[0] < item else item

def heapify(x):
    for k in range(len(x) // 2 - 1, -1, -1):
        _sink(x, k)

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

def merge(*iterables, key=None, reverse=False):
    heads = [_Head(iter(it), k, key, reverse) for k, it in enumerate(iterables)]
    heads = [h for h in heads if h.step()]
    heapify(heads)
    while heads:
        head = heads[0]
        yield head.item
        if head.step():
            _sink(heads, 0)
        else:
            heappop(heads)
