package cli

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf"
)

// evalCommand is the command that shows values.
func (a *app) evalCommand() *cobra.Command {
	asJSON := false
	c := &cobra.Command{Use: "eval EXPR...", Short: "Show the values of expressions", Args: cobra.MinimumNArgs(1),
		Long: `Shows the value of every expression, as the prompt does.

With --json a line of JSON for each: expression, repr, type, for tensors and arrays
shape and dtype, and value: numbers, texts, lists and objects; null where JSON has no
form for it. Numbers that are not finite are "nan", "inf" and "-inf". An error is an
object with type, message and hint, and ends with status 1.`,
		RunE: func(_ *cobra.Command, args []string) error {
			return a.eval(nil, func(ctx context.Context, in *lang.Interp, show func(lang.Event)) error {
				if asJSON {
					return a.evalJSON(ctx, in, args, show)
				}
				return in.Eval(ctx, "<eval>", strings.Join(args, "\n")+"\n", lang.Interactive, show)
			})
		}}
	c.Flags().BoolVar(&asJSON, "json", false, "a line of JSON for each expression")
	return c
}

// evaluated is one line of tfs eval --json.
type evaluated struct {
	Expression string     `json:"expression"`
	Repr       string     `json:"repr,omitempty"`
	Type       string     `json:"type,omitempty"`
	Shape      any        `json:"shape,omitempty"`
	DType      string     `json:"dtype,omitempty"`
	Value      any        `json:"value"`
	Error      *evalError `json:"error,omitempty"`
}

type evalError struct {
	Type    string `json:"type"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

func (a *app) evalJSON(ctx context.Context, in *lang.Interp, exprs []string, show func(lang.Event)) error {
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	var failure error
	for _, src := range exprs {
		line := evaluated{Expression: src}
		v, text, err := in.Expr(ctx, src, show)
		if err != nil {
			ex := py.AsExc(err)
			kind, msg := in.Describe(ex)
			line.Error = &evalError{kind, msg, ex.Help()}
			failure = err
		} else {
			line.Repr, line.Type = text, py.TypeOf(v).FullName()
			if s, err := py.GetAttr(py.Background(), v, "shape"); err == nil {
				line.Shape = plain(s, 0)
			}
			line.DType = tf.Measure(v).DType
			line.Value = plain(v, 0)
		}
		if err := enc.Encode(line); err != nil {
			return errors.Join(err, failure)
		}
	}
	return failure
}

// deepest bounds the nesting of values written as JSON.
const deepest = 100

// plain is a value as JSON has it; nil for what it has no form for.
func plain(v py.Value, depth int) any {
	if depth > deepest {
		return nil
	}
	list := func(items []py.Value) any {
		out := make([]any, len(items))
		for i, x := range items {
			out[i] = plain(x, depth+1)
		}
		return out
	}
	switch x := v.(type) {
	case bool, string, int64, *big.Int:
		return x
	case float64:
		switch {
		case math.IsNaN(x):
			return "nan"
		case math.IsInf(x, 0):
			return strings.TrimPrefix(strings.ToLower(py.ReprOf(x)), "+")
		}
		return x
	case *py.List:
		return list(x.Items)
	case *py.Tuple:
		return list(x.Items)
	case *py.Dict:
		out := map[string]any{}
		_ = x.Each(func(k, item py.Value) error {
			out[py.StrOf(k)] = plain(item, depth+1)
			return nil
		})
		return out
	case py.Bytes:
		return strings.ToValidUTF8(string(x), "\ufffd")
	}
	if n, ok := py.AsInt(v); ok {
		return n
	}
	t := py.Background()
	for _, m := range []string{"as_list", "to_list", "tolist", "numpy"} {
		if _, err := py.GetAttr(t, v, m); err != nil {
			continue
		}
		if inner, err := py.CallMethod(t, v, m); err == nil {
			return plain(inner, depth+1)
		}
	}
	return nil
}
