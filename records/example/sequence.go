package example

import (
	"context"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/tfs-lang/tfs/tensor"
)

// List is the values of a feature list: of all steps of all examples one behind the other.
type List struct {
	Values *tensor.Tensor
	Lens   []int // how many values each step has
	Steps  []int // how many steps each example has
}

// sequenceReader reads a run of SequenceExamples.
type sequenceReader struct {
	context *reader // its spans and columns are those of the context
	lists   *reader
	steps   [][]int // of each list, how many steps each example has
}

// sequences is what a run gives.
type sequences struct {
	context, lists []*column
	steps          [][]int
}

// ParseSequence reads serialized SequenceExamples (ParseSequenceExampleV2): a column for each spec of the
// context, and a list for each of the feature lists. A Padded list has Size values in each step.
func ParseSequence(ctx context.Context, b Batch, contexts, lists []Spec) ([]Column, []List, error) {
	contextIndex, err := indexOf(contexts)
	if err != nil {
		return nil, nil, err
	}
	listIndex, err := indexOf(lists)
	if err != nil {
		return nil, nil, err
	}
	runs, err := inRuns(ctx, b.Serialized, func(lo, hi int) (sequences, error) {
		r := &sequenceReader{newReader(b, contexts, contextIndex, hi-lo), newReader(b, lists, listIndex, hi-lo),
			make([][]int, len(lists))}
		for i := lo; i < hi; i++ {
			if i&63 == 0 && ctx.Err() != nil {
				return sequences{}, ctx.Err()
			}
			if err := r.read(i); err != nil {
				return sequences{}, err
			}
		}
		return sequences{r.context.cols, r.lists.cols, r.steps}, nil
	})
	if err != nil {
		return nil, nil, err
	}
	return joinSequences(b, runs, contexts, lists)
}

func joinSequences(b Batch, runs []sequences, contexts, lists []Spec) ([]Column, []List, error) {
	var ofContext, ofLists [][]*column
	for _, r := range runs {
		ofContext, ofLists = append(ofContext, r.context), append(ofLists, r.lists)
	}
	cols, err := columns(ofContext, len(contexts))
	if err != nil {
		return nil, nil, err
	}
	for k, s := range contexts {
		if err := checkContext(b, s, cols[k]); err != nil {
			return nil, nil, err
		}
	}
	flat, err := columns(ofLists, len(lists))
	if err != nil {
		return nil, nil, err
	}
	out := make([]List, len(lists))
	for k, c := range flat {
		out[k] = List{Values: c.Values, Lens: c.Lens}
		for _, r := range runs {
			out[k].Steps = append(out[k].Steps, r.steps[k]...)
		}
		if s := lists[k]; s.Mode == Padded {
			if err := checkSteps(b, s, out[k]); err != nil {
				return nil, nil, err
			}
		}
	}
	return cols, out, nil
}

// checkContext refuses numbers of values that a Fixed feature does not have.
func checkContext(b Batch, s Spec, c Column) error {
	if s.Mode != Fixed || len(c.Lens) == 0 {
		return nil
	}
	most := 0
	for _, n := range c.Lens {
		most = max(most, n)
	}
	if most != s.Size && s.Default.Len() != s.Size {
		return tensor.Errorf("Inconsistent max number of elements for feature %s: expected %d, but found %d", s.Key, s.Size,
			most)
	}
	for i, n := range c.Lens {
		if n == -1 {
			return tensor.Errorf("Feature: %s (data type: %s) is required but could not be found.", s.Key, s.Type.CName())
		}
		if n != s.Size {
			return tensor.Errorf("Unexpected number of elements in example %s", b.name(i))
		}
	}
	return nil
}

// checkSteps refuses numbers of values that a dense feature list does not have.
func checkSteps(b Batch, s Spec, l List) error {
	if s.Size == 0 && l.Values.Len() > 0 || s.Size > 0 && l.Values.Len()%s.Size != 0 {
		return tensor.Errorf("Feature list '%s' has an unexpected number of values.  Total values size: %d is not "+
			"consistent with output shape: [?%s", s.Key, l.Values.Len(), behind(s.Shape))
	}
	at := 0
	for i, steps := range l.Steps {
		for _, n := range l.Lens[at : at+steps] {
			if n != s.Size {
				return tensor.Errorf("Name: %s, Key: %s, Index: %d.  Number of values != expected.  values size: %d but output "+
					"shape: %s", b.name(i), s.Key, i, n, s.Shape)
			}
		}
		at += steps
	}
	return nil
}

// behind is a shape as it goes on behind a first dimension: ",2]" of "[2]".
func behind(shape string) string {
	if shape == "[]" {
		return "]"
	}
	return "," + shape[1:]
}

// read reads message i.
func (r *sequenceReader) read(i int) error {
	clear(r.context.spans)
	clear(r.lists.spans)
	msg := r.context.Serialized.Str(i)
	r.context.msg, r.lists.msg = msg, msg
	w := walk(msg, piece{0, len(msg)})
	for w.next() {
		if w.kind != int(protowire.BytesType) {
			continue
		}
		if w.num == 1 && !r.context.features(w.body) || w.num == 2 && !r.lists.features(w.body) {
			w.bad = true
			break
		}
	}
	if w.bad {
		return r.invalid(i)
	}
	for k := range r.context.specs {
		if err := r.fillContext(k, i); err != nil {
			return err
		}
	}
	for k := range r.lists.specs {
		if err := r.fillList(k, i); err != nil {
			return err
		}
	}
	return nil
}

func (r *sequenceReader) invalid(i int) error {
	return tensor.Errorf("Invalid protocol message input, example id: %s", r.context.name(i))
}

// fillContext appends the values of a feature of the context; -1 notes one that is missing and must not be.
func (r *sequenceReader) fillContext(k, i int) error {
	c := r.context
	s, col := &c.specs[k], c.cols[k]
	c.f.kind = tensor.Invalid
	was := col.n
	found := c.spans[k].found
	switch {
	case found && !c.f.read(c.msg, &c.spans[k]):
		return r.invalid(i)
	case !found && s.Mode == Fixed:
		if s.Default.Len() != s.Size {
			col.lens = append(col.lens, -1)
			return nil
		}
		col.addDefault(s.Default)
	case c.f.kind == tensor.Invalid:
	case c.f.kind != s.Type:
		return tensor.Errorf("Name: %s, Context feature: %s.  Data types don't match. Expected type: %s", c.name(i), s.Key,
			s.Type.CName())
	case !col.add(c.msg, &c.f):
		return r.invalid(i)
	}
	col.lens = append(col.lens, col.n-was)
	return nil
}

// fillList appends the steps of a feature list.
func (r *sequenceReader) fillList(k, i int) error {
	l := r.lists
	s, col := &l.specs[k], l.cols[k]
	steps := 0
	if !l.spans[k].found && s.Mode == Padded && !s.Missing {
		return tensor.Errorf(
			"Name: %s, Feature list '%s' is required but could not be found.  Did you mean to include it in "+
				"feature_list_dense_missing_assumed_empty or feature_list_dense_defaults?", l.name(i), s.Key)
	}
	for p := range l.spans[k].len() {
		w := walk(l.msg, l.spans[k].at(p))
		for w.next() {
			if w.num != 1 || w.kind != int(protowire.BytesType) {
				continue
			}
			if !l.f.read(l.msg, &span{found: true, first: w.body}) {
				return r.invalid(i)
			}
			was := col.n
			if l.f.kind != tensor.Invalid && l.f.kind != s.Type {
				return tensor.Errorf("Name: %s, Feature list: %s, Index: %d.  Data types don't match. Expected type: %s", l.name(i),
					s.Key, i, s.Type.CName())
			}
			if l.f.kind != tensor.Invalid && !col.add(l.msg, &l.f) {
				return r.invalid(i)
			}
			col.lens = append(col.lens, col.n-was)
			steps++
		}
		if w.bad {
			return r.invalid(i)
		}
	}
	r.steps[k] = append(r.steps[k], steps)
	return nil
}
