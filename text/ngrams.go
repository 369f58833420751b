package text

import (
	"context"
	"strings"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

// NGramOptions is how n-grams are made of the strings of a row.
type NGramOptions struct {
	Widths      []int  // how many strings each n-gram joins; all widths one after the other in a row
	Sep         string // between the strings of an n-gram
	Left, Right string // padding in front of a row and behind it
	Pad         int    // how many of each at most: 0 for none, -1 for the width less one
	Short       bool   // a row too short for any n-gram becomes one
}

// NGrams makes the n-grams of every innermost row (StringNGrams with tf.strings.ngrams around it).
// A vector is one row and gives a vector; a dense tensor gives a dense one, a ragged tensor a ragged
// one whose innermost rows hold the n-grams. Widths below 1 and scalars are refused.
func NGrams(ctx context.Context, x ragged.Value, o NGramOptions) (ragged.Value, error) {
	if err := checkText("StringNGrams", 0, x); err != nil {
		return nil, err
	}
	for _, w := range o.Widths {
		if w < 1 {
			return nil, tensor.Failf(tensor.ValueError, "All ngram_widths must be greater than 0. Got %d", w)
		}
	}
	if o.Pad < -1 {
		return nil, tensor.Failf(tensor.ValueError, "padding_width must be greater than 0.")
	}
	if r, ok := x.(*ragged.Ragged); ok {
		return o.over(ctx, r)
	}
	t := x.(*tensor.Tensor)
	switch t.Rank() {
	case 0:
		return nil, tensor.Failf(tensor.ValueError, "Data must have rank>0")
	case 1:
		z, err := o.rows(ctx, t, ragged.Of([]int64{0, int64(t.Len())}, tensor.Int64))
		if err != nil {
			return nil, err
		}
		return z.Values, nil
	}
	return o.dense(ctx, t)
}

// dense makes the n-grams of the rows of a dense tensor: as many for each.
func (o *NGramOptions) dense(ctx context.Context, x *tensor.Tensor) (ragged.Value, error) {
	r, err := ragged.FromDense(x, x.Rank()-1, tensor.Int64)
	if err != nil {
		return nil, err
	}
	z, err := o.over(ctx, r)
	if err != nil {
		return nil, err
	}
	flat := ragged.FlatOf(z)
	outer := x.Shape()[:x.Rank()-1]
	n := 1
	for _, d := range outer {
		n *= d
	}
	return flat.WithShape(append(append([]int(nil), outer...), flat.Len()/max(n, 1))), nil
}

func (o *NGramOptions) over(ctx context.Context, r *ragged.Ragged) (ragged.Value, error) {
	if in, ok := r.Values.(*ragged.Ragged); ok {
		z, err := o.over(ctx, in)
		if err != nil {
			return nil, err
		}
		return &ragged.Ragged{Part: r.Part, Values: z}, nil
	}
	return o.rows(ctx, r.Flat(), r.Part)
}

func (o *NGramOptions) padding(width int) int {
	if o.Pad < 0 {
		return width - 1
	}
	return min(o.Pad, width-1)
}

// rows makes the n-grams of every row.
func (o *NGramOptions) rows(ctx context.Context, x *tensor.Tensor, p *ragged.Partition) (*ragged.Ragged, error) {
	splits := make([]int64, p.NRows()+1)
	var b tensor.StringBuilder
	total := int64(0)
	if x.Rank() > 1 && x.Len() != p.NVals() {
		return nil, tensor.Errorf("Last split value must be data size. Expected %d, got %d", x.Len(), p.NVals())
	}
	if x.Len() == 0 { // no data at all: no padding either
		return &ragged.Ragged{Part: ragged.Of(splits, p.DType), Values: tensor.FromStrings([]int{0}, nil)}, nil
	}
	for i := range p.NRows() {
		n, start := p.Len(i), int(p.Splits[i])
		row := int64(0)
		for _, w := range o.Widths {
			count := max(n+2*o.padding(w)-w+1, 0)
			for k := range count {
				if err := o.gram(&b, x, start, k, count, w); err != nil {
					return nil, err
				}
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
			}
			row += int64(count)
		}
		if w := n + 2*max(o.Pad, 0); o.Short && row == 0 && (n > 0 || o.Pad > 0) && w > 0 {
			if err := o.gram(&b, x, start, 0, 1, w); err != nil {
				return nil, err
			}
			row = 1
		}
		total += row
		splits[i+1] = total
	}
	grams, err := b.Tensor([]int{int(total)})
	if err != nil {
		return nil, err
	}
	return &ragged.Ragged{Part: ragged.Of(splits, p.DType), Values: grams}, nil
}

// gram writes n-gram k of count of one width over the strings from start on.
func (o *NGramOptions) gram(b *tensor.StringBuilder, x *tensor.Tensor, start, k, count, width int) error {
	if err := tensor.Room(width, 16+max(len(o.Sep), len(o.Left), len(o.Right)), "the parts of an n-gram"); err != nil {
		return err
	}
	pad := o.padding(width)
	left, right := max(0, pad-k), max(0, pad-(count-(k+1)))
	if left+right > width {
		right = width - left
	}
	from := start
	if left == 0 {
		from += k - pad
	}
	parts := make([]string, 0, width)
	for range left {
		parts = append(parts, o.Left)
	}
	for j := range width - left - right {
		parts = append(parts, x.Str(from+j))
	}
	for range right {
		parts = append(parts, o.Right)
	}
	b.Append(strings.Join(parts, o.Sep))
	if b.Full() {
		_, err := b.Tensor(nil)
		return err
	}
	return nil
}
