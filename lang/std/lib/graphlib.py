# tfs's own.
"""Orders in which everything comes after what it needs."""

__all__ = ["TopologicalSorter", "CycleError"]


class CycleError(ValueError):
    """A graph in which something needs itself in the end."""


class TopologicalSorter:
    """Orders the nodes of a graph: each after those it needs.

    >>> [*TopologicalSorter({"d": {"b", "c"}, "b": {"a"}, "c": {"a"}}).static_order()][::3]
    ['a', 'd']
    """
    def __init__(self, graph=None):
        self._needs, self._after, self._ready, self._left = {}, {}, None, 0
        for node, predecessors in (graph or {}).items():
            self.add(node, *predecessors)

    def add(self, node, *predecessors):
        """A node and what it needs."""
        if self._ready is not None:
            raise ValueError("Nodes cannot be added after a call to prepare()")
        self._node(node)
        for p in predecessors:
            self._node(p)
            self._needs[node] += 1
            self._after[p].append(node)

    def _node(self, node):
        self._needs.setdefault(node, 0)
        self._after.setdefault(node, [])

    def prepare(self):
        """Ends the graph and looks for circles."""
        if self._ready is not None:
            raise ValueError("cannot prepare() more than once")
        self._ready = [n for n, count in self._needs.items() if count == 0]
        self._passed, self._done = 0, 0
        circle = self._circle()
        if circle:
            raise CycleError("nodes are in a cycle", circle)

    def _circle(self):
        way, seen = [], set()
        for start in self._needs:
            if start in seen:
                continue
            steps, on = [iter(self._after[start])], {start: 0}
            way = [start]
            seen.add(start)
            while steps:
                nxt = next(steps[-1], self)
                if nxt is self:
                    steps.pop()
                    on.pop(way.pop())
                elif nxt in on:
                    return way[on[nxt]:] + [nxt]
                elif nxt not in seen:
                    seen.add(nxt)
                    on[nxt] = len(way)
                    way.append(nxt)
                    steps.append(iter(self._after[nxt]))
        return None

    def _check(self):
        if self._ready is None:
            raise ValueError("prepare() must be called first")

    def get_ready(self):
        """The nodes whose needs are done."""
        self._check()
        out, self._ready = tuple(self._ready), []
        for n in out:
            self._needs[n] = -1
        self._passed += len(out)
        return out

    def is_active(self):
        """Whether there is more to come."""
        self._check()
        return self._done < self._passed or bool(self._ready)

    def __bool__(self): return self.is_active()

    def done(self, *nodes):
        """Says that nodes are done."""
        self._check()
        for n in nodes:
            if n not in self._needs:
                raise ValueError(f"node {n!r} was not added using add()")
            state = self._needs[n]
            if state >= 0:
                raise ValueError(f"node {n!r} was not passed out (still not ready)")
            if state == -2:
                raise ValueError(f"node {n!r} was already marked done")
            self._needs[n] = -2
            self._done += 1
            for after in self._after[n]:
                self._needs[after] -= 1
                if self._needs[after] == 0:
                    self._ready.append(after)

    def static_order(self):
        """All nodes in order."""
        self.prepare()
        while self.is_active():
            group = self.get_ready()
            yield from group
            self.done(*group)
