# tfs's own: places in sorted lists.
"""Places in sorted lists."""
from _heaps import bisect_left, bisect_right, insort_left, insort_right

bisect, insort = bisect_right, insort_right
