package example

import (
	"context"
	"fmt"
	"runtime"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/tfs-lang/tfs/tensor"
)

// Mode is how the values of a feature become a column.
type Mode uint8

// The modes.
const (
	Rows   Mode = iota // as many values as each example has
	Fixed              // Size values of each example
	Padded             // a multiple of Size values of each example
)

// Spec is a feature that is asked for.
type Spec struct {
	Key     string
	Type    tensor.DType // Int64, Float32 or String
	Mode    Mode
	Size    int
	Shape   string         // of the values of an example, for texts of errors
	Default *tensor.Tensor // of a Fixed feature that is missing; without elements, it must be there
	Missing bool           // a Padded feature list may be missing: it is empty then
}

// Column is the values of a feature: of all examples one behind the other, Lens of each.
type Column struct {
	Values *tensor.Tensor
	Lens   []int
}

// Batch is the serialized messages to read: the elements of a vector, or a single one of rank 0. Names, if any,
// are what texts of errors call them.
type Batch struct {
	Serialized *tensor.Tensor
	Names      *tensor.Tensor
}

// single tells that there is one message without a batch around it.
func (b Batch) single() bool { return b.Serialized.Rank() == 0 }

// name is what errors call message i.
func (b Batch) name(i int) string {
	if b.Names == nil || b.Names.Len() == 0 {
		return "<unknown>"
	}
	return b.Names.Str(i)
}

// reader reads a run of the messages into columns.
type reader struct {
	Batch
	specs []Spec
	index map[string]int
	msg   string // the message being read
	spans []span
	cols  []*column
	f     feature
	last  int // the spec that was found last
}

func newReader(b Batch, specs []Spec, index map[string]int, messages int) *reader {
	r := &reader{Batch: b, specs: specs, index: index, spans: make([]span, len(specs)), cols: make([]*column, len(specs))}
	for k, s := range specs {
		r.cols[k] = &column{kind: s.Type, lens: make([]int, 0, messages)}
	}
	return r
}

// indexOf are the places of specs by their keys; no two have one.
func indexOf(specs []Spec) (map[string]int, error) {
	out := make(map[string]int, len(specs))
	for k, s := range specs {
		if _, twice := out[s.Key]; twice {
			return nil, tensor.Errorf("Duplicate key not allowed: %s", s.Key)
		}
		out[s.Key] = k
	}
	return out, nil
}

// samples is after how many messages the room for all is made.
const samples = 64

// Parse reads serialized Examples (ParseExampleV2): a column for each spec.
func Parse(ctx context.Context, b Batch, specs []Spec) ([]Column, error) {
	index, err := indexOf(specs)
	if err != nil {
		return nil, err
	}
	runs, err := inRuns(ctx, b.Serialized, func(lo, hi int) ([]*column, error) {
		r := newReader(b, specs, index, hi-lo)
		for i := lo; i < hi; i++ {
			if i&63 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err := r.example(i); err != nil {
				return nil, err
			}
			if done := i + 1 - lo; done == samples {
				for _, c := range r.cols {
					c.expect(done, hi-lo)
				}
			}
		}
		return r.cols, nil
	})
	if err != nil {
		return nil, err
	}
	return columns(runs, len(specs))
}

// columns joins what the runs gave.
func columns(runs [][]*column, n int) ([]Column, error) {
	out := make([]Column, n)
	for k := range out {
		parts := make([]*column, len(runs))
		for i, run := range runs {
			parts[i] = run[k]
		}
		c, err := join(parts)
		if err != nil {
			return nil, err
		}
		if out[k].Values, err = c.tensor([]int{c.n}); err != nil {
			return nil, err
		}
		out[k].Lens = c.lens
	}
	return out, nil
}

// runBytes is how many bytes make a run worth a core of its own.
const runBytes = 64 << 10

// inRuns reads the messages in runs of about the same number of bytes, in parallel. The first error in the order
// of the messages counts.
func inRuns[T any](ctx context.Context, x *tensor.Tensor, read func(lo, hi int) (T, error)) ([]T, error) {
	n := x.Len()
	total := len(x.Strings().Data)
	if !tensor.Reserve(4 * int64(total)) {
		return nil, tensor.Failf(tensor.ResourceExhausted, "the features of %d bytes do not fit", total)
	}
	count := max(min(2*runtime.GOMAXPROCS(0), total/runBytes, n), 1) // a core that is busy elsewhere takes fewer
	ends := make([]int, count+1)
	for k, i, seen := 1, 0, 0; k < count; k++ {
		for i < n && seen < total/count*k {
			seen += len(x.Str(i))
			i++
		}
		ends[k] = i
	}
	ends[count] = n
	out, errs := make([]T, count), make([]error, count)
	err := tensor.Parallel(ctx, count, 1<<30, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			out[k], errs[k] = read(ends[k], ends[k+1])
		}
	})
	for _, e := range errs {
		if e != nil {
			return nil, e
		}
	}
	return out, err
}

// example reads message i.
func (r *reader) example(i int) error {
	clear(r.spans)
	r.msg = r.Serialized.Str(i)
	w := walk(r.msg, piece{0, len(r.msg)})
	for w.next() {
		if w.num == 1 && w.kind == int(protowire.BytesType) && !r.features(w.body) {
			w.bad = true
			break
		}
	}
	if w.bad {
		return tensor.Errorf("Could not parse example input, value: '%s'", r.msg)
	}
	for k := range r.specs {
		if err := r.fill(k, i); err != nil {
			return err
		}
	}
	return nil
}

// features notes the features of a map that are asked for; of a key that comes twice the last one counts.
func (r *reader) features(p piece) bool {
	w := walk(r.msg, p)
	for w.next() {
		if w.num != 1 || w.kind != int(protowire.BytesType) {
			continue
		}
		key, value, ok := entry(r.msg, w.body)
		if !ok {
			return false
		}
		if k, ok := r.find(key); ok {
			value.found, value.empty = true, !value.found
			r.spans[k] = value
		}
	}
	return !w.bad
}

// find is the spec of a key: mostly the one behind that found last, since messages look alike.
func (r *reader) find(key string) (int, bool) {
	next := r.last + 1
	if next >= len(r.specs) {
		next = 0
	}
	if next < len(r.specs) && r.specs[next].Key == key {
		r.last = next
		return next, true
	}
	k, ok := r.index[key]
	if ok {
		r.last = k
	}
	return k, ok
}

// fail is an error about a feature of message i.
func (r *reader) fail(k, i int, format string, args ...any) error {
	what := fmt.Sprintf(format, args...)
	if r.single() {
		return tensor.Errorf("Key: %s.  %s", r.specs[k].Key, what)
	}
	return tensor.Errorf("Name: %s, Key: %s, Index: %d.  %s", r.name(i), r.specs[k].Key, i, what)
}

// fill appends the values message i has for spec k.
func (r *reader) fill(k, i int) error {
	s, c := &r.specs[k], r.cols[k]
	r.f.kind = tensor.Invalid
	if r.spans[k].found && !r.f.read(r.msg, &r.spans[k]) {
		if r.single() {
			return r.fail(k, i, "Can't parse serialized Example: ")
		}
		return r.fail(k, i, "Can't parse serialized Example.")
	}
	was := c.n
	switch {
	case r.f.kind == tensor.Invalid:
		if s.Mode == Fixed {
			if s.Default.Len() == 0 && s.Size > 0 || s.Default.Len() != s.Size {
				return r.missing(k, i)
			}
			c.addDefault(s.Default)
		}
	case r.f.kind != s.Type && s.Mode == Rows:
		return r.fail(k, i, "Data types don't match. Expected type: %s, Actual type: %s", s.Type.CName(), r.f.kind.CName())
	case r.f.kind != s.Type:
		return r.fail(k, i, "Data types don't match. Data type: %s but expected type: %s", r.f.kind.CName(), s.Type.CName())
	case !c.add(r.msg, &r.f):
		return r.fail(k, i, "Can't parse serialized Example.")
	}
	n := c.n - was
	c.lens = append(c.lens, n)
	return r.checkSize(k, i, n)
}

// missing says that a feature without a default is not there.
func (r *reader) missing(k, i int) error {
	s := r.specs[k]
	text := fmt.Sprintf("Feature: %s (data type: %s) is required but could not be found.", s.Key, s.Type.CName())
	if r.single() {
		return tensor.Errorf("%s", text)
	}
	return tensor.Errorf("Name: %s, %s", r.name(i), text)
}

// listNames are what errors call the lists of a Feature.
var listNames = map[tensor.DType]string{tensor.Int64: "int64", tensor.Float32: "float", tensor.String: "bytes"}

// checkSize refuses a number of values that the shape of a feature does not have.
func (r *reader) checkSize(k, i, n int) error {
	s := &r.specs[k]
	switch {
	case s.Mode == Rows || s.Mode == Fixed && n == s.Size:
		return nil
	case s.Mode == Fixed && n != s.Size && r.single():
		return r.fail(k, i, "Can't parse serialized Example: Some %s_list slice was not parsed.", listNames[s.Type])
	case s.Mode == Fixed && n != s.Size:
		return r.fail(k, i, "Number of %s values != expected.  Values size: %d but output shape: %s", listNames[s.Type], n,
			s.Shape)
	case s.Mode != Padded || s.Size > 0 && n%s.Size == 0:
		return nil
	case r.single():
		return tensor.Errorf("Error while parsing feature with key %s: number of elements should be divisible by %d, "+
			"found %d instead", s.Key, s.Size, n)
	}
	return r.fail(k, i, "Number of %s values is not a multiple of stride length. Saw %d values but output shape is: %s",
		listNames[s.Type], n, s.Shape)
}
