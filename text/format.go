package text

import (
	"context"
	"strings"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

// Format fills the placeholders of a template with texts of values, one each (StringFormat; the
// texts of dense tensors are those of printer.PrintText).
func Format(template, placeholder string, texts []string) (string, error) {
	parts := strings.Split(template, placeholder)
	if len(parts) != len(texts)+1 {
		return "", tensor.Failf(tensor.ValueError, "The template expects %d tensors, but the inputs only has %d. "+
			"Please ensure the number of placeholders in template matches inputs length.", len(parts)-1, len(texts))
	}
	var b strings.Builder
	b.WriteString(parts[0])
	for i, s := range texts {
		b.WriteString(s)
		b.WriteString(parts[i+1])
	}
	return b.String(), nil
}

// Holes counts the placeholders of a template.
func Holes(template, placeholder string) int {
	return len(strings.Split(template, placeholder)) - 1
}

// Rows is a ragged tensor as tf.print and tf.strings.format show it: the first and the last most
// values of each dimension, -1 for all.
func Rows(ctx context.Context, r *ragged.Ragged, most int) (string, error) {
	if most == 0 || most < -1 {
		return "", tensor.Failf(tensor.ValueError, "Expected summarize to be -1 or a positive int, got %d", most)
	}
	if err := ragged.Valid(r); err != nil {
		return "", err
	}
	var err error
	if r.DType() == tensor.String {
		quotes := strings.NewReplacer(`'`, `\'`, `\`, `\\`)
		r, err = mapText(ctx, "AsString", r, func(s string) string { return "'" + quotes.Replace(s) + "'" })
	} else {
		r, err = AsString(ctx, r, PlainNumbers)
	}
	if err != nil {
		return "", err
	}
	return nested(r, most), nil
}

func nested(v ragged.Value, most int) string {
	n := ragged.Rows(v)
	var parts []string
	for i := range n {
		if most > 0 && n > 2*most && i >= most && i < n-most {
			if i == most {
				parts = append(parts, "...")
			}
			continue
		}
		if x, ok := v.(*tensor.Tensor); ok && x.Rank() == 1 {
			parts = append(parts, x.Str(i))
		} else {
			parts = append(parts, nested(ragged.RowOf(v, i), most))
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
