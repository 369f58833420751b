package data

import (
	"context"
	"math"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Stages that make one element of several, and the reverse.

// Stacker makes a component of a batch: how is what each component's rows become.
type Stacker struct {
	Ragged []*Ragged // by component; nil for what is stacked as it is
}

func (s *Stacker) stack(ctx context.Context, rows []Element) (Element, error) {
	out := make(Element, len(rows[0]))
	vs := make([]Value, len(rows))
	for i := range out {
		for k, row := range rows {
			vs[k] = row[i]
		}
		var as *Ragged
		if s != nil && i < len(s.Ragged) {
			as = s.Ragged[i]
		}
		x, err := stack(ctx, vs, as)
		if u, ok := err.(*unequal); ok {
			u.component = i
		}
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

// batched is the cardinality of batches.
func batched(size int64, n op.Value, drop bool) int64 {
	k, ok := number(n)
	switch {
	case size < 0:
		return size
	case !ok || k <= 0:
		return Unknown
	case drop:
		return size / k
	}
	return size/k + min(size%k, 1)
}

// Batch stacks n elements at a time.
func Batch(d *Dataset, n op.Value, drop bool, how *Stacker) *Dataset {
	fused := d.Kind == "Map" && d.Steady
	stack := func(r *Run, rows []Element) (Element, error) {
		x, err := how.stack(r.Ctx, rows)
		if u, ok := err.(*unequal); ok {
			return nil, u.worded(fused)
		}
		return x, err
	}
	if f := d.onBatches(); f != nil { // the map's function once for the whole batch
		out := batches("BatchV2", d.In[0], n, drop, func(r *Run, e *Env, rows []Element) (Element, error) {
			x, err := stack(r, rows)
			if err != nil {
				return nil, err
			}
			return d.called(r, e, f, x)
		})
		out.In = []*Dataset{d}
		return out
	}
	return batches("BatchV2", d, n, drop, func(r *Run, e *Env, rows []Element) (Element, error) {
		return stack(r, rows)
	})
}

// onBatches is the function of a map that runs on batches as well, nil for none.
func (d *Dataset) onBatches() Func {
	if d.Kind != "Map" || d.env != nil || len(d.funcs) != 1 {
		return nil
	}
	if f, ok := d.funcs[0].(Batched); ok && f.OnBatches() {
		return f
	}
	return nil
}

func batches(kind string, d *Dataset, n op.Value, drop bool,
	stack func(r *Run, e *Env, rows []Element) (Element, error)) *Dataset {
	return over(kind, batched(d.Size, n, drop), d, func(e *Env) (step, error) {
		size, err := e.Int(n)
		if err != nil {
			return nil, err
		}
		if size <= 0 {
			return nil, tensor.Errorf("Batch size must be greater than zero.")
		}
		ended := false
		return func(r *Run, in Iterator) (Element, error) {
			if ended {
				return nil, End
			}
			rows := make([]Element, 0, min(size, 1024))
			for int64(len(rows)) < size {
				if err := r.Check(); err != nil {
					return nil, err
				}
				x, err := in.Next(r)
				if err == End {
					ended = true
					break
				}
				if err != nil {
					return nil, err
				}
				rows = append(rows, x)
			}
			if len(rows) == 0 || drop && int64(len(rows)) < size {
				return nil, End
			}
			return stack(r, e, rows)
		}, nil
	}).uses(n)
}

// Padding is how components of different sizes are made equal: their shape, -1 for the largest size there is in a
// batch, and what they are filled with.
type Padding struct {
	Shape []int
	At    op.Value // the shape, where it is known only when the dataset is open; nil otherwise
	Value *tensor.Tensor
}

// known is the padding with its shape.
func (p Padding) known(e *Env) (Padding, error) {
	if p.At == nil {
		return p, nil
	}
	t, err := e.Tensor(p.At)
	if err != nil {
		return p, err
	}
	p.Shape = t.Ints()
	return p, nil
}

// PaddedBatch stacks n elements at a time, made equal in size.
func PaddedBatch(d *Dataset, n op.Value, drop bool, how []Padding) *Dataset {
	out := batches("PaddedBatchV2", d, n, drop, func(r *Run, e *Env, rows []Element) (Element, error) {
		out := make(Element, len(how))
		for i, p := range how {
			p, err := p.known(e)
			if err != nil {
				return nil, err
			}
			ts := make([]*tensor.Tensor, len(rows))
			for k, row := range rows {
				ts[k] = row[i].(*tensor.Tensor)
			}
			x, err := p.stack(r.Ctx, ts)
			if err != nil {
				return nil, err
			}
			out[i] = x
		}
		return out, nil
	})
	for _, p := range how {
		if p.At != nil {
			out.uses(p.At)
		}
	}
	return out
}

func (p *Padding) stack(ctx context.Context, ts []*tensor.Tensor) (*tensor.Tensor, error) {
	shape := append([]int(nil), p.Shape...)
	for _, t := range ts {
		if t.Rank() != len(shape) {
			return nil, tensor.Errorf("All elements in a batch must have the same rank as the padded shape for component0: "+
				"expected rank %d got element with rank %d", len(shape), t.Rank())
		}
		for i, d := range t.Shape() {
			if p.Shape[i] < 0 {
				shape[i] = max(shape[i], d)
			} else if d > p.Shape[i] {
				return nil, tensor.Failf(tensor.DataLoss, "Attempted to pad to a smaller size than the input element.")
			}
		}
	}
	padded := make([]*tensor.Tensor, len(ts))
	for k, t := range ts {
		if tensor.SameShape(t.Shape(), shape) {
			padded[k] = t
			continue
		}
		before, after := make([]int, len(shape)), make([]int, len(shape))
		for i, d := range t.Shape() {
			after[i] = shape[i] - d
		}
		x, err := tensor.Pad(ctx, t, before, after, tensor.PadConstant, p.Value)
		if err != nil {
			return nil, err
		}
		padded[k] = x
	}
	return stackDense(padded)
}

// Unbatch gives the rows of each element.
func Unbatch(d *Dataset) *Dataset {
	return over("Unbatch", Unknown, d, func(*Env) (step, error) {
		var rows []func(int) Value
		at, n := 0, 0
		return func(r *Run, in Iterator) (Element, error) {
			for at >= n {
				if err := r.Check(); err != nil {
					return nil, err
				}
				x, err := in.Next(r)
				if err != nil {
					return nil, err
				}
				if rows, n, err = rowers(x); err != nil {
					return nil, err
				}
				at = 0
			}
			out := make(Element, len(rows))
			for i, f := range rows {
				out[i] = f(at)
			}
			at++
			return out, nil
		}, nil
	})
}

// rowers gives the rows of all components, which are as many in each.
func rowers(x Element) ([]func(int) Value, int, error) {
	rows := make([]func(int) Value, len(x))
	n := -1
	for i, v := range x {
		m := rowsOf(v)
		if m < 0 {
			return nil, 0, tensor.Errorf("Input element must have a non-scalar value in each component.")
		}
		if n >= 0 && m != n {
			return nil, 0, tensor.Errorf("Input element must have the same batch size in each component. Component 0 had size "+
				"%d but component %d had size, %d.", n, i, m)
		}
		n = m
		f, err := rower(v)
		if err != nil {
			return nil, 0, err
		}
		rows[i] = f
	}
	return rows, n, nil
}

// Rebatch cuts batches into ones of the given sizes, which repeat.
func Rebatch(d *Dataset, sizes op.Value, drop bool) *Dataset {
	return stage("Rebatch", Unknown, func(e *Env) (Iterator, error) {
		t, err := e.Tensor(sizes)
		if err != nil {
			return nil, err
		}
		in, err := d.Open(e)
		if err != nil {
			return nil, err
		}
		return &rebatcher{in: in, sizes: t.Int64s(), drop: drop}, nil
	}, d).uses(sizes)
}

// rebatcher is the iterator of Rebatch.
type rebatcher struct {
	in    Iterator
	sizes []int64
	drop  bool

	turn int
	left Element // of the batch at hand, from at on
	at   int
	over bool
}

// Next puts rows together until the batch has its size.
func (b *rebatcher) Next(r *Run) (Element, error) {
	want := b.sizes[b.turn%len(b.sizes)]
	b.turn++
	var parts []Element
	have := int64(0)
	for have < want {
		if b.left == nil {
			if b.over {
				break
			}
			x, err := b.in.Next(r)
			if err == End {
				b.over = true
				break
			}
			if err != nil {
				return nil, err
			}
			if _, _, err := rowers(x); err != nil {
				return nil, err
			}
			b.left, b.at = x, 0
		}
		n := rowsOf(b.left[0])
		k := int(min(int64(n-b.at), want-have, math.MaxInt32))
		x := make(Element, len(b.left))
		for i, v := range b.left {
			y, err := part(r.Ctx, v, b.at, b.at+k)
			if err != nil {
				return nil, err
			}
			x[i] = y
		}
		parts, have = append(parts, x), have+int64(k)
		if b.at += k; b.at >= n {
			b.left = nil
		}
	}
	if have == 0 && (want > 0 || b.over) || b.drop && have < want {
		return nil, End
	}
	return joined(r.Ctx, parts)
}

// joined puts the rows of elements one after the other.
func joined(ctx context.Context, parts []Element) (Element, error) {
	if len(parts) == 1 {
		return parts[0], nil
	}
	out := make(Element, len(parts[0]))
	for i := range out {
		vs := make([]Value, len(parts))
		for k, p := range parts {
			vs[k] = p[i]
		}
		x, err := join(ctx, vs)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

// SparseBatch makes a sparse tensor of n elements at a time, dense ones of no more than a row shape.
func SparseBatch(d *Dataset, n op.Value, shape []int) *Dataset {
	return batches("DenseToSparseBatch", d, n, false, func(r *Run, _ *Env, rows []Element) (Element, error) {
		ts := make([]*tensor.Tensor, len(rows))
		for i, row := range rows {
			ts[i] = row[0].(*tensor.Tensor)
		}
		x, err := sparseBatch(r.Ctx, ts, shape)
		return Element{x}, err
	})
}
