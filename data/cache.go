package data

import "sync"

// cached is what a cache keeps: all elements, once one iterator has been through them.
type cached struct {
	mu    sync.Mutex
	elems []Element
	full  bool
}

// Cache keeps the elements in memory when they are first given, for all iterators after the one that has been
// through them.
func Cache(d *Dataset) *Dataset {
	var out *Dataset
	out = stage("MemoryCacheImpl", d.Size, func(e *Env) (Iterator, error) {
		c := out.share(e, func() any { return new(cached) }).(*cached)
		c.mu.Lock()
		full := c.full
		c.mu.Unlock()
		if full {
			return elements(c.elems), nil
		}
		in, err := d.Open(e)
		if err != nil {
			return nil, err
		}
		var mine []Element
		return next(func(r *Run) (Element, error) {
			x, err := in.Next(r)
			if err == End {
				c.mu.Lock()
				if !c.full {
					c.elems, c.full = mine, true
				}
				c.mu.Unlock()
			}
			if err == nil {
				mine = append(mine, x)
			}
			return x, err
		}), nil
	}, d)
	return out
}

// elements gives the elements of a list.
func elements(list []Element) Iterator {
	at := 0
	return next(func(*Run) (Element, error) {
		if at >= len(list) {
			return nil, End
		}
		at++
		return list[at-1], nil
	})
}

// FromElements is a dataset of the elements of a list.
func FromElements(kind string, list []Element) *Dataset {
	return stage(kind, int64(len(list)), func(*Env) (Iterator, error) { return elements(list), nil })
}
