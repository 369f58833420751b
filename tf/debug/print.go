package debug

import (
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/nest"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

func init() {
	table.Register(table.Plain(table.Effect("tf.print", "(*inputs, **kwargs)", "PrintV2", tfPrint,
		"Prints tensors whole, to standard error unless output_stream says otherwise.\n\n>>> import sys\n"+
			">>> tf.print(tf.range(10), output_stream=sys.stdout)")))
}

// printCall is the keyword arguments of tf.print.
type printCall struct {
	*bind.Call
	sep, end  string
	summarize int
	out       io.Writer
	file      string // of output_stream="file://..."
}

func tfPrint(c *bind.Call) (py.Value, error) {
	p := &printCall{Call: c, sep: " ", end: "\n", summarize: 3, out: c.T.Stderr}
	if err := p.read(c.Args[1].(*py.Dict)); err != nil {
		return nil, err
	}
	text, err := p.text(c.Args[0].(*py.Tuple).Items)
	if err != nil {
		return nil, err
	}
	if p.file != "" {
		f, err := os.OpenFile(p.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return nil, py.OSErr(err, p.file)
		}
		defer f.Close()
		p.out = f
	}
	_, err = io.WriteString(p.out, text+p.end)
	return py.None, err
}

func (p *printCall) read(kw *py.Dict) error {
	unknown := py.NewDict()
	err := kw.Each(func(k, v py.Value) error {
		switch py.StrOf(k) {
		case "sep":
			s, ok := v.(string)
			if !ok {
				return py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'join'", py.TypeOf(v).TypeName())
			}
			p.sep = s
		case "end":
			s, ok := v.(string)
			if !ok {
				return py.TypeErrorf("Expected string for argument 'end' not %s.", py.ReprOf(v))
			}
			p.end = s
		case "summarize":
			return p.readSummarize(v)
		case "name":
		case "output_stream":
			return p.readStream(v)
		default:
			return unknown.Set(k, v)
		}
		return nil
	})
	if err == nil && unknown.Len() > 0 {
		return py.ValueErrorf("Unrecognized keyword arguments for tf.print: %s", py.ReprOf(unknown))
	}
	return err
}

func (p *printCall) readSummarize(v py.Value) error {
	if v == py.None {
		return nil
	}
	if f, ok := v.(float64); ok && f == f && f > -1e9 && f < 1e9 {
		v = int64(f)
	}
	n, ok := py.AsInt(v)
	if !ok {
		return py.TypeErrorf("Expected int for argument 'summarize' not %s.", py.ReprOf(v))
	}
	p.summarize = int(n)
	return nil
}

func (p *printCall) readStream(v py.Value) error {
	s, isStr := v.(string)
	if path, ok := strings.CutPrefix(s, "file://"); ok {
		p.file = path
		return nil
	}
	if _, err := py.GetAttr(p.T, v, "write"); isStr || err != nil {
		return py.ValueErrorf("Unsupported output stream, logging level, or file.%s. Supported "+
			"streams are sys.stdout, sys.stderr, tf.logging.info, tf.logging.warning, "+
			"tf.logging.error. File needs to be in the form of 'file://<filepath>'.", py.StrOf(v))
	}
	p.out = writer(func(b []byte) (int, error) {
		_, err := py.CallMethod(p.T, v, "write", string(b))
		return len(b), err
	})
	return nil
}

type writer func(p []byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

// text is what is printed before end. One string alone is printed as it is; in company, strings
// of tensors are quoted, as Python's strings at the top are not.
func (p *printCall) text(inputs []py.Value) (string, error) {
	if len(inputs) == 1 {
		if x, ok := printedTensor(inputs[0]); ok && x.DType() == tensor.String && x.Rank() == 0 {
			return x.Str(0), nil
		}
	}
	var b strings.Builder
	for i, v := range inputs {
		if i > 0 {
			b.WriteString(p.sep)
		}
		if s, ok := v.(string); ok {
			b.WriteString(s)
			continue
		}
		n, err := p.node(v, 0)
		if err != nil {
			return "", err
		}
		n.format(&b, 0, 0)
		if err := p.T.Check(); err != nil {
			return "", err
		}
		if err := tensor.Room(b.Len(), 2, "the characters to print"); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// printedTensor gives the tensor of values that TensorFlow prints as tensors; NumPy's it shows
// as Python does.
func printedTensor(v py.Value) (*tensor.Tensor, bool) {
	switch x := v.(type) {
	case *tensor.Tensor:
		return x, true
	case *bind.Variable:
		return x.T, true
	}
	return nil, false
}

// printNode is a value laid out as Python's pprint does: containers that do not fit into 80
// columns have one item a line. Tensors count as the placeholder that TensorFlow sets for them.
type printNode struct {
	open, close string
	names       []string // before each item: a dictionary's keys, a named tuple's fields
	items       []*printNode
	whole       bool // never broken into lines
	text        string
	width       int
}

const (
	printWidth  = 80
	placeholder = len(`'{}'`)
)

func leafNode(text string) *printNode {
	return &printNode{text: text, width: utf8.RuneCountInString(text)}
}

func (p *printCall) node(v py.Value, depth int) (*printNode, error) {
	if depth > nest.MaxNest {
		return nil, py.Raisef(py.RecursionErrorClass,
			"maximum recursion depth exceeded in flatten").WithHint("the structure nests "+
			"deeper than %d levels, or holds itself.", nest.MaxNest)
	}
	switch x := v.(type) {
	case *py.List:
		return p.container("[", "]", nil, x.Items, depth)
	case *py.Range:
		items, err := py.ToSlice(p.T, x)
		if err != nil {
			return nil, err
		}
		return p.container("[", "]", nil, items, depth)
	case *py.Tuple:
		return p.tuple(x, depth)
	case *py.Dict:
		keys, items := values.SortedItems(x)
		names := make([]string, len(keys))
		for i, k := range keys {
			names[i] = py.ReprOf(k) + ": "
		}
		return p.container("{", "}", names, items, depth)
	case *ragged.Ragged:
		s, err := text.Rows(p.Call.T.Ctx, x, p.summarize)
		return &printNode{text: s, width: placeholder}, err
	case *sparse.Sparse:
		show := func(t *tensor.Tensor) string { return printer.PrintText(t, p.summarize) }
		s := "'SparseTensor(indices=" + show(x.IndexTensor()) + ", values=" + show(x.Values) + ", shape=" +
			show(x.ShapeTensor()) + ")'"
		return &printNode{text: s, width: len("'SparseTensor(indices={}, values={}, shape={})'")}, nil
	}
	if x, ok := printedTensor(v); ok {
		s, err := p.T.Aside(func(*py.Thread) (py.Value, error) { return printer.PrintText(x, p.summarize), nil })
		if err != nil {
			return nil, err
		}
		return &printNode{text: s.(string), width: placeholder}, nil
	}
	s, err := py.Repr(p.T, v)
	if err != nil {
		return nil, err
	}
	return leafNode(s), nil
}

func (p *printCall) tuple(x *py.Tuple, depth int) (*printNode, error) {
	if fields, ok := namedFields(x); ok {
		names := make([]string, len(fields))
		for i, f := range fields {
			names[i] = py.StrOf(f) + "="
		}
		n, err := p.container(x.Class.Name+"(", ")", names, x.Items, depth)
		if err == nil {
			n.whole = true
		}
		return n, err
	}
	if len(x.Items) == 1 {
		return p.container("(", ",)", nil, x.Items, depth)
	}
	return p.container("(", ")", nil, x.Items, depth)
}

// namedFields are the names of a named tuple's fields.
func namedFields(x *py.Tuple) ([]py.Value, bool) {
	if x.Class == nil {
		return nil, false
	}
	fields, ok := x.Class.Lookup("_fields").(*py.Tuple)
	if !ok || len(fields.Items) != len(x.Items) {
		return nil, false
	}
	return fields.Items, true
}

func (p *printCall) container(open, end string, names []string, items []py.Value, depth int) (*printNode, error) {
	n := &printNode{open: open, close: end, names: names, width: len(open) + len(end) + 2*max(len(items)-1, 0)}
	for i, v := range items {
		in, err := p.node(v, depth+1)
		if err != nil {
			return nil, err
		}
		if n.items = append(n.items, in); names != nil {
			n.width += utf8.RuneCountInString(names[i])
		}
		n.width += in.width
	}
	return n, nil
}

// format writes the node; indent is where it starts and allowance what must follow on its line.
func (n *printNode) format(b *strings.Builder, indent, allowance int) {
	broken := n.open != "" && !n.whole && n.width > printWidth-indent-allowance
	if n.open == "" {
		b.WriteString(n.text)
		return
	}
	b.WriteString(n.open)
	for i, in := range n.items {
		if i > 0 {
			b.WriteByte(',')
			if broken {
				b.WriteString("\n" + strings.Repeat(" ", indent+1))
			} else {
				b.WriteByte(' ')
			}
		}
		at := indent + 1
		if n.names != nil {
			b.WriteString(n.names[i])
			at += utf8.RuneCountInString(n.names[i])
		}
		after := 1
		if i == len(n.items)-1 {
			after = allowance + len(n.close)
		}
		if !broken {
			in.whole = true
		}
		in.format(b, at, after)
	}
	b.WriteString(n.close)
}
