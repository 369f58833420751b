package data

import (
	"fmt"
	"hash/fnv"
	"io"

	"github.com/tfs-lang/tfs/op"
)

// Store keeps elements outside of memory.
type Store interface {
	Add(r *Run, e Element) error
	Finish() error
}

// Stored gives what is stored when there is something, and otherwise the elements of a dataset, which it stores:
// what is stored counts when one iterator has been through all of them. read gives nil when nothing is stored.
func Stored(kind string, d *Dataset, read func() (func(r *Run) (Element, error), error),
	write func() (Store, error)) *Dataset {
	return stage(kind, d.Size, func(e *Env) (Iterator, error) {
		var from Iterator
		var to Store
		return next(func(r *Run) (Element, error) {
			if from == nil {
				f, err := read()
				if err != nil {
					return nil, err
				}
				if f != nil {
					from = next(f)
				} else {
					if from, err = d.Open(e); err != nil {
						return nil, err
					}
					if to, err = write(); err != nil {
						from = nil
						return nil, err
					}
				}
			}
			x, err := from.Next(r)
			if to == nil {
				return x, err
			}
			if err == End {
				if bad := to.Finish(); bad != nil {
					return nil, bad
				}
				to = nil
			} else if err == nil {
				err = to.Add(r, x)
			}
			return x, err
		}), nil
	}, d)
}

// Printer is a function that can say what it computes, so that two pipelines are told from each other.
type Printer interface{ Print(w io.Writer) }

// Fingerprint is a number that pipelines of the same stages, functions and constants share.
func (d *Dataset) Fingerprint() uint64 {
	h := fnv.New64a()
	d.print(h)
	return h.Sum64()
}

func (d *Dataset) print(w io.Writer) {
	fmt.Fprintf(w, "%s/%d(", d.Kind, d.Size)
	for _, v := range d.args {
		if t := op.Constant(v); t != nil {
			fmt.Fprintf(w, "%s%s,", t.DType(), contents(t))
		}
	}
	for _, f := range d.funcs {
		if p, ok := f.(Printer); ok {
			p.Print(w)
		}
	}
	for _, in := range d.In {
		in.print(w)
	}
	fmt.Fprint(w, ")")
}
