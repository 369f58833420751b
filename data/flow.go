package data

import (
	"strconv"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Stages that choose, count and line up elements without looking at them.

// Take gives the first n elements, all when n is negative.
func Take(d *Dataset, n op.Value) *Dataset {
	size := int64(Unknown)
	if k, ok := number(n); ok {
		switch {
		case k < 0 || d.Size >= 0 && d.Size < k:
			size = d.Size
		case d.Size != Unknown || k == 0:
			size = k
		}
	}
	return stage("FiniteTake", size, func(e *Env) (Iterator, error) {
		left, err := e.Int(n)
		if err != nil {
			return nil, err
		}
		if left < 0 {
			return d.Open(e)
		}
		if left == 0 {
			return next(func(*Run) (Element, error) { return nil, End }), nil
		}
		in, err := d.Open(e)
		if err != nil {
			return nil, err
		}
		return next(func(r *Run) (Element, error) {
			if left == 0 {
				return nil, End
			}
			x, err := in.Next(r)
			if err == End {
				left = 0
			}
			if err == nil {
				left--
			}
			return x, err
		}), nil
	}, d).uses(n)
}

// open makes an iterator when it is first needed.
func open(in *Iterator, d *Dataset, e *Env) (err error) {
	if *in == nil {
		*in, err = d.Open(e)
	}
	return err
}

// Skip leaves out the first n elements, all when n is negative.
func Skip(d *Dataset, n op.Value) *Dataset {
	size := d.Size
	if k, ok := number(n); ok {
		switch {
		case k < 0:
			size = 0
		case d.Size >= 0:
			size = max(d.Size-k, 0)
		}
	} else {
		size = Unknown
	}
	return over("FiniteSkip", size, d, func(e *Env) (step, error) {
		left, err := e.Int(n)
		return func(r *Run, in Iterator) (Element, error) {
			if left < 0 {
				return nil, End
			}
			for ; left > 0; left-- {
				if err := r.Check(); err != nil {
					return nil, err
				}
				if _, err := in.Next(r); err != nil {
					return nil, err
				}
			}
			return in.Next(r)
		}, err
	}).uses(n)
}

// Repeat gives the elements n times, for ever when n is negative.
func Repeat(d *Dataset, n op.Value) *Dataset {
	size := int64(Unknown)
	if k, ok := number(n); ok {
		switch {
		case k < 0 && d.Size == 0 || k == 0:
			size = 0
		case k < 0:
			size = Infinite
		case d.Size >= 0:
			size = d.Size * k
		default:
			size = d.Size
		}
	}
	return stage("FiniteRepeat", size, func(e *Env) (Iterator, error) {
		times, err := e.Int(n)
		if err != nil {
			return nil, err
		}
		var in Iterator
		if times != 0 {
			if in, err = d.Open(e); err != nil {
				return nil, err
			}
		}
		some := false
		return next(func(r *Run) (Element, error) {
			for times != 0 {
				if err := r.Check(); err != nil {
					return nil, err
				}
				if err := open(&in, d, e); err != nil {
					return nil, err
				}
				x, err := in.Next(r)
				if err != End {
					some = true
					return x, err
				}
				in = nil
				if times > 0 {
					times--
					// As in TensorFlow the input is opened once more than it is read: a shuffle draws for it.
					if err := open(&in, d, e); err != nil {
						return nil, err
					}
				} else if !some { // nothing for ever
					times = 0
				}
				some = false
			}
			return nil, End
		}), nil
	}, d).uses(n)
}

// Concatenate gives the elements of one dataset after those of another.
func Concatenate(a, b *Dataset) *Dataset {
	size := a.Size + b.Size
	switch {
	case a.Size == Infinite || b.Size == Infinite:
		size = Infinite
	case a.Size == Unknown || b.Size == Unknown:
		size = Unknown
	}
	return stage("Concatenate", size, func(e *Env) (Iterator, error) {
		rest := []*Dataset{a, b}
		in, err := a.Open(e)
		if err != nil {
			return nil, err
		}
		return next(func(r *Run) (Element, error) {
			for len(rest) > 0 {
				if err := open(&in, rest[0], e); err != nil {
					return nil, err
				}
				x, err := in.Next(r)
				if err != End {
					return x, err
				}
				in, rest = nil, rest[1:]
			}
			return nil, End
		}), nil
	}, a, b)
}

// Shard gives every n-th element from the index-th on.
func Shard(d *Dataset, n, index op.Value) *Dataset {
	size := d.Size
	if k, ok := number(n); ok && k > 0 && size >= 0 {
		if i, ok := number(index); ok {
			size = size / k
			if i < d.Size%k {
				size++
			}
		}
	}
	return over("Shard", size, d, func(e *Env) (step, error) {
		k, err := e.Int(n)
		if err != nil {
			return nil, err
		}
		i, err := e.Int(index)
		if err == nil {
			err = CheckShard(k, i)
		}
		at := int64(-1)
		return func(r *Run, in Iterator) (Element, error) {
			for {
				if err := r.Check(); err != nil {
					return nil, err
				}
				x, err := in.Next(r)
				if at++; err != nil || at%k == i { // one that fails counts
					return x, err
				}
			}
		}, err
	}).uses(n, index)
}

// CheckShard refuses a number of shards, and an index of one.
func CheckShard(n, i int64) error {
	if n <= 0 {
		return tensor.Errorf("Number of shards must be greater than zero (currently num_shards = %d).", n)
	}
	if i < 0 || i >= n {
		return tensor.Errorf("Index must be between 0 and %d (currently index = %d).", n-1, i)
	}
	return nil
}

// Zip gives the elements of datasets side by side, until one has no more.
func Zip(ds ...*Dataset) *Dataset {
	size := int64(Infinite)
	for _, d := range ds {
		switch {
		case d.Size == Unknown:
			size = Unknown
		case size != Unknown && d.Size >= 0 && (size == Infinite || d.Size < size):
			size = d.Size
		}
	}
	return stage("Zip", size, func(e *Env) (Iterator, error) {
		ins := make([]Iterator, len(ds))
		for i, d := range ds {
			in, err := d.Open(e)
			if err != nil {
				return nil, err
			}
			ins[i] = in
		}
		over := false
		return next(func(r *Run) (Element, error) {
			var out Element
			var failed error
			for _, in := range ins {
				if over {
					break
				}
				x, err := in.Next(r)
				if err == End {
					over = true
				} else if err != nil && failed == nil {
					failed = err
				}
				out = append(out, x...)
			}
			if over {
				return nil, End
			}
			return out, failed
		}), nil
	}, ds...)
}

// Enumerate puts a number before each element.
func Enumerate(d *Dataset, start op.Value) *Dataset {
	out := over("Zip", d.Size, d, func(e *Env) (step, error) {
		at, err := e.Int(start)
		return func(r *Run, in Iterator) (Element, error) {
			x, err := in.Next(r)
			if err != nil {
				return nil, err
			}
			n := tensor.Scalar(at)
			at++
			return append(Element{n}, x...), nil
		}, err
	}).uses(start)
	out.Counts = true
	return out
}

// AssertCardinality fails when there are more or fewer elements than said.
func AssertCardinality(d *Dataset, want int64) *Dataset {
	return over("AssertCardinality", want, d, func(*Env) (step, error) {
		seen := int64(0)
		return func(r *Run, in Iterator) (Element, error) {
			x, err := in.Next(r)
			elements := func(n int64) string {
				if n == 1 {
					return "1 element"
				}
				return strconv.FormatInt(n, 10) + " elements"
			}
			name := func() string {
				switch {
				case want == Infinite:
					return "an infinite number of elements"
				case want == Unknown:
					return "an unknown number of elements"
				}
				return elements(want)
			}
			switch {
			case err == nil:
				if seen++; want >= 0 && seen > want {
					return nil, tensor.Failf(tensor.FailedPrecondition,
						"Input dataset was expected to contain %s but contained at least %s.", name(), elements(seen))
				}
			case err == End && want != Unknown && seen != want:
				return nil, tensor.Failf(tensor.FailedPrecondition,
					"Input dataset was expected to contain %s but contained only %s.", name(), elements(seen))
			}
			return x, err
		}, nil
	})
}

// IgnoreErrors leaves out elements that fail; tell hears of them, nil for nobody.
func IgnoreErrors(d *Dataset, tell func(r *Run, err error)) *Dataset {
	return over("IgnoreErrors", Unknown, d, func(*Env) (step, error) {
		return func(r *Run, in Iterator) (Element, error) {
			for {
				x, err := in.Next(r)
				if err == nil || err == End || r.Check() != nil {
					return x, err
				}
				if tell != nil {
					tell(r, err)
				}
			}
		}, nil
	})
}
