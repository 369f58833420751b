package tf

import (
	"io"
	"os"
	"strings"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/py"
)

func init() {
	register(plain(entry("tf.print", "(*inputs, **kwargs)", "PrintV2", tfPrint, "Prints tensors whole, to standard error unless output_stream says otherwise.\n\n>>> import sys\n>>> tf.print(tf.range(10), output_stream=sys.stdout)")))
}

func tfPrint(c *call) (value, error) {
	kw := c.Args[1].(*py.Dict)
	sep, end, summarize := " ", "\n", 3
	var out io.Writer = c.T.Stderr
	var after string
	err := kw.Each(func(k, v value) error {
		switch py.StrOf(k) {
		case "sep":
			sep = py.StrOf(v)
		case "end":
			end = py.StrOf(v)
		case "summarize":
			if n, ok := py.AsInt(v); ok {
				summarize = int(n)
			}
		case "name":
		case "output_stream":
			s := py.StrOf(v)
			if path, ok := strings.CutPrefix(s, "file://"); ok {
				after = path
				return nil
			}
			w := v
			out = writer(func(p []byte) (int, error) {
				_, err := py.CallMethod(c.T, w, "write", string(p))
				return len(p), err
			})
		default:
			return py.ValueErrorf("Unrecognized keyword arguments for tf.print: %s", py.ReprOf(kw))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var parts []string
	for _, v := range c.Args[0].(*py.Tuple).Items {
		parts = append(parts, printed(v, summarize, true))
	}
	text := strings.Join(parts, sep) + end
	if after != "" {
		f, err := os.OpenFile(after, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return nil, py.OSErr(err, after)
		}
		defer f.Close()
		out = f
	}
	_, err = io.WriteString(out, text)
	return py.None, err
}

type writer func(p []byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

// printed is tf.print's text of a value: containers as Python writes them, tensors inside.
func printed(v value, summarize int, top bool) string {
	switch x := v.(type) {
	case *py.List:
		return "[" + printedAll(x.Items, summarize) + "]"
	case *py.Tuple:
		s := printedAll(x.Items, summarize)
		if len(x.Items) == 1 {
			s += ","
		}
		return "(" + s + ")"
	case *py.Dict:
		var parts []string
		_ = x.Each(func(k, e value) error {
			parts = append(parts, py.ReprOf(k)+": "+printed(e, summarize, false))
			return nil
		})
		return "{" + strings.Join(parts, ", ") + "}"
	case string:
		if !top {
			return py.StrRepr(x)
		}
		return x
	}
	if t, ok := op.AsTensor(v); ok {
		return printer.PrintText(t, summarize)
	}
	if top {
		return py.StrOf(v)
	}
	return py.ReprOf(v)
}

func printedAll(items []value, summarize int) string {
	parts := make([]string, len(items))
	for i, v := range items {
		parts[i] = printed(v, summarize, false)
	}
	return strings.Join(parts, ", ")
}
