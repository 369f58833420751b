package bind

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	format "github.com/tfs-lang/tfs/text/literal"
)

// Raw makes the function tf.raw_ops has for a kernel: it takes keyword arguments, the inputs first,
// then the attributes that do not follow from them.
func Raw(d *op.Def) *py.Builtin {
	r := newRaw(d)
	inner := py.NewBuiltin(r.sig, r.call)
	f := py.NewRaw(r.sig, r.doc(), func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
		if len(args) > 0 {
			return nil, py.TypeErrorf("%s only takes keyword args (possible keys: ['%s']). "+
				"Please pass these args as kwargs instead.",
				inner.Name, strings.Join(r.names, "', '"))
		}
		return py.Call(t, inner, nil, kw)
	})
	f.Mod = "tensorflow.python.ops.gen_" + strings.ToLower(d.Name)
	return f
}

// RawArgs are the arguments of a function of tf.raw_ops that is no kernel of the table.
type RawArgs struct {
	T  *py.Thread
	In [][]op.Value // of each input, one tensor or several
	At op.Attrs     // those given; functions as they were given
}

// Attr is the attribute of a name, nil when it was not given.
func (c *RawArgs) Attr(name string) any {
	for _, a := range c.At {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}

var rawCalls = map[string]func(c *RawArgs) ([]op.Value, error){}

// RegisterRaw makes a function of tf.raw_ops, with the parameters of TensorFlow's registry, that run computes: of
// those that call functions, and of those that make or ask resources that belong to other packages.
func RegisterRaw(name string, run func(c *RawArgs) ([]op.Value, error)) { rawCalls[name] = run }

// RawNames are the names of tf.raw_ops, sorted.
func RawNames() []string {
	out := op.Names()
	for n := range rawCalls {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// RawOf makes the function of a name, nil for one that is not there.
func RawOf(name string) *py.Builtin {
	if d := op.Get(name); d != nil {
		return Raw(d)
	}
	if rawCalls[name] == nil {
		return nil
	}
	return Raw(op.Outside(name))
}

// rawOp is a kernel with the parameters of its function.
type rawOp struct {
	def   *op.Def
	sig   string
	names []string
	attrs []*op.Attr // those that are parameters, after the inputs
	class *py.Class  // of the result when there are several outputs
}

func newRaw(d *op.Def) *rawOp {
	row := d.Row()
	r := &rawOp{def: d}
	follows := map[string]bool{}
	for _, a := range row.In {
		r.names = append(r.names, a.Name)
		follows[a.TypeAttr], follows[a.Number] = true, true
	}
	params := append([]string(nil), r.names...)
	for _, withDefault := range []bool{false, true} {
		for i := range row.Attr {
			a := &row.Attr[i]
			if follows[a.Name] || a.HasDefault != withDefault {
				continue
			}
			r.attrs = append(r.attrs, a)
			r.names = append(r.names, a.Python)
			if withDefault {
				params = append(params, a.Python+"="+defaultText(a))
			} else {
				params = append(params, a.Python)
			}
		}
	}
	r.names = append(r.names, "name")
	r.sig = snake(d.Name) + "(" + strings.Join(append(params, "name=None"), ", ") + ")"
	if len(row.Out) > 1 {
		fields := make([]string, len(row.Out))
		for i, o := range row.Out {
			fields[i] = o.Name
		}
		r.class = py.NamedTuple("tensorflow.python.ops.raw_ops", d.Name, fields, nil)
	}
	return r
}

// defaultText is an attribute's default as Python writes it.
func defaultText(a *op.Attr) string {
	switch a.Default {
	case "true":
		return "True"
	case "false":
		return "False"
	}
	if strings.HasPrefix(a.Default, "DT_") {
		if d := a.Type(); d != tensor.Invalid {
			return "tf." + d.Name()
		}
		return "None"
	}
	if f, err := strconv.ParseFloat(a.Default, 64); err == nil && a.Kind == "float" { // the shortest text of 32 bits
		return format.G(f, 6)
	}
	if a.Kind == "shape" || a.Kind == "tensor" || a.Kind == "func" {
		return "None"
	}
	return a.Default
}

// hidden are kernels whose Python functions TensorFlow has made private, as other functions bear their names.
const hidden = " Abs All Any ClipByValue Complex FusedBatchNorm HistogramFixedWidth Max Min Pow Range Slice Sum "

// snake is TensorFlow's name of a kernel's Python function: AddV2 is add_v2, Conv2D conv2d, Sum _sum.
func snake(name string) string {
	var b strings.Builder
	if strings.Contains(hidden, " "+name+" ") {
		b.WriteByte('_')
	}
	for i, c := range name {
		if unicode.IsUpper(c) && i > 0 && !(c == 'D' && unicode.IsDigit(rune(name[i-1]))) {
			prev, next := rune(name[i-1]), rune(0)
			if i+1 < len(name) {
				next = rune(name[i+1])
			}
			if !unicode.IsUpper(prev) || unicode.IsLower(next) {
				b.WriteByte('_')
			}
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

func (r *rawOp) doc() string {
	var b strings.Builder
	b.WriteString("TensorFlow's kernel " + r.def.Name + ". Arguments are given by name.\n")
	row := r.def.Row()
	for _, a := range row.In {
		b.WriteString("\n" + a.Name + "  " + argText(row, a))
	}
	for _, a := range r.attrs {
		b.WriteString("\n" + a.Python + "  " + a.Kind)
	}
	for _, a := range row.Out {
		b.WriteString("\nreturns " + a.Name + "  " + argText(row, a))
	}
	return b.String()
}

// argText says what an input or output is: a tensor of certain types, or several.
func argText(row *op.Row, a op.Arg) string {
	s := "a tensor"
	if a.Number != "" || a.List {
		s = "a list of tensors"
	}
	if a.TypeAttr == "" {
		return s + " of " + a.Type.Name()
	}
	s += " of type " + a.TypeAttr
	var names []string
	for _, d := range op.Allowed(row.Name)[a.TypeAttr] {
		names = append(names, d.Name())
	}
	if len(names) > 0 {
		s += " (" + strings.Join(names, " ") + ")"
	}
	return s
}

func (r *rawOp) call(t *py.Thread, a []py.Value) (py.Value, error) {
	row := r.def.Row()
	in := &rawInputs{t: t, row: row, types: map[string]tensor.DType{}}
	var at op.Attrs
	for i, x := range r.attrs {
		v := a[len(row.In)+i]
		if v == py.None && x.HasDefault {
			continue
		}
		v, err := attrValue(t, r.def.Name, x, v)
		if err != nil {
			return nil, err
		}
		at = append(at, op.KV{Name: x.Name, Value: v})
	}
	lists, counts, err := in.read(a)
	if err != nil {
		return nil, err
	}
	x := ExecOf(t)
	for _, v := range slices.Concat(lists...) {
		if e, ok := v.(*op.Edge); ok && x.Graph == nil {
			return nil, py.NewExc(py.TypeErrorClass, OutOfScope(e))
		}
	}
	if name, ok := a[len(a)-1].(string); ok && x.Graph != nil {
		x.Name = name
	}
	if run := rawCalls[row.Name]; run != nil {
		outs, err := run(&RawArgs{t, lists, at})
		x.Name = ""
		if err != nil {
			return nil, Wrap(t, err, row.Name, true)
		}
		return r.called(outs), nil
	}
	n, err := x.Do(r.def, append(at, counts...), slices.Concat(lists...)...)
	if err != nil {
		return nil, Wrap(t, err, r.def.Name, true)
	}
	return r.result(n), nil
}

// Resource is a handle of the language of something that is no variable.
type Resource interface{ Resource() op.Value }

// called is the result of a function that is no kernel of the table: its last output may be a list.
func (r *rawOp) called(outs []op.Value) py.Value {
	if row := r.def.Row(); len(row.Out) == 1 && !row.Out[0].List && len(outs) == 1 {
		return outs[0]
	}
	l := py.NewList()
	for _, v := range outs {
		l.Items = append(l.Items, v)
	}
	return l
}

// rawInputs converts the arguments of a raw op: those of one type attribute to one type, which is
// that of the first tensor among them, else that of the first value.
type rawInputs struct {
	t     *py.Thread
	row   *op.Row
	types map[string]tensor.DType
}

func (r *rawInputs) read(a []py.Value) (out [][]op.Value, counts op.Attrs, err error) {
	lists := make([][]py.Value, len(r.row.In))
	for i, arg := range r.row.In {
		lists[i] = []py.Value{a[i]}
		if arg.Number != "" || arg.List {
			if lists[i], err = r.items(arg, a[i]); err != nil {
				return nil, nil, err
			}
			if arg.Number != "" {
				if err := r.equal(counts, arg, len(lists[i])); err != nil {
					return nil, nil, err
				}
				counts = append(counts, op.KV{Name: arg.Number, Value: len(lists[i])})
			}
		}
		r.settle(arg, lists[i])
	}
	out = make([][]op.Value, len(lists))
	for i, arg := range r.row.In {
		for _, v := range lists[i] {
			x, err := r.convert(arg, v)
			if err != nil {
				return nil, nil, err
			}
			out[i] = append(out[i], x)
		}
	}
	return out, append(counts, r.listed(out)...), nil
}

// listed is the types of the lists of tensors of a kernel that has several such: they tell where one ends.
func (r *rawInputs) listed(in [][]op.Value) (at op.Attrs) {
	for i, arg := range r.row.In {
		if !arg.List || slices.ContainsFunc(at, func(k op.KV) bool { return k.Name == arg.TypeAttr }) {
			continue
		}
		types := make([]tensor.DType, len(in[i]))
		for k, v := range in[i] {
			types[k] = v.DType()
		}
		at = append(at, op.KV{Name: arg.TypeAttr, Value: types})
	}
	if len(at) == 1 && len(at[0].Value.([]tensor.DType)) > 0 {
		return nil
	}
	return at
}

// equal refuses a list of another length than that of a list before it which is as long by the registry.
func (r *rawInputs) equal(counts op.Attrs, arg op.Arg, n int) error {
	for _, c := range counts {
		if c.Name != arg.Number || c.Value == n {
			continue
		}
		k := slices.IndexFunc(r.row.In, func(x op.Arg) bool { return x.Number == arg.Number })
		return py.ValueErrorf("List argument '%s' to '%s' Op with length %d must match length %d of argument '%s'.", arg.Name,
			snake(r.row.Name), n, c.Value, r.row.In[k].Name)
	}
	return nil
}

func (r *rawInputs) items(arg op.Arg, v py.Value) ([]py.Value, error) {
	switch v.(type) {
	case *py.List, *py.Tuple, *tensor.Tensor, *Array:
		return py.ToSlice(r.t, v)
	}
	return nil, py.TypeErrorf("Expected list for '%s' argument to '%s' Op, not %s.", arg.Name, snake(r.row.Name),
		py.ReprOf(v))
}

// settle notes the type of the first tensor among the values of a type attribute.
func (r *rawInputs) settle(arg op.Arg, values []py.Value) {
	if arg.TypeAttr == "" || arg.List || r.types[arg.TypeAttr] != tensor.Invalid {
		return
	}
	for _, v := range values {
		if d, ok := dtypeOf(v); ok {
			r.types[arg.TypeAttr] = d
			return
		}
	}
}

func (r *rawInputs) convert(arg op.Arg, v py.Value) (op.Value, error) {
	switch x := v.(type) {
	case *tensor.Tensor:
		return x, nil
	case *op.Edge:
		return x, nil
	case *Variable:
		if arg.Type == tensor.Resource {
			return x, nil
		}
		return Read(r.t, x)
	case *Handle:
		return x.Of, nil
	case *op.Cell:
		return x, nil
	case *op.List:
		return x, nil
	case *op.Optional:
		return x, nil
	case Resource:
		return x.Resource(), nil
	}
	want := arg.Type
	if arg.TypeAttr != "" && !arg.List {
		want = r.types[arg.TypeAttr]
	}
	x, err := r.preferred(arg, v, want)
	if err == nil && arg.TypeAttr != "" && !arg.List && want == tensor.Invalid {
		r.types[arg.TypeAttr] = x.DType()
	}
	return x, err
}

func (r *rawInputs) value(v py.Value, want tensor.DType) (op.Value, error) {
	if Tracing(r.t) != nil {
		return (&Call{T: r.t, Op: &Op{}}).ConvertValue(v, want) // lists may hold edges
	}
	return Convert(r.t, v, want)
}

// preferred converts a value to a type, or where none is asked for by the default of its attribute, as Call.Preferring.
func (r *rawInputs) preferred(arg op.Arg, v py.Value, want tensor.DType) (op.Value, error) {
	a := r.row.Find(arg.TypeAttr)
	if want != tensor.Invalid || a == nil || arg.List || a.Type() == tensor.Invalid {
		return r.value(v, want)
	}
	return preferring(r.t, v, a.Type(), func(d tensor.DType) (op.Value, error) { return r.value(v, d) })
}

// attrValue reads an attribute by its kind.
func attrValue(t *py.Thread, name string, a *op.Attr, v py.Value) (any, error) {
	kind, list := strings.CutPrefix(a.Kind, "list(")
	if !list {
		return oneAttr(t, a.Kind, a.Python, v)
	}
	kind = strings.TrimSuffix(kind, ")")
	if s, ok := v.(string); ok && kind == "string" && Tracing(t) == nil { // what runs at once takes any sequence
		v = py.NewList(characters(s)...)
	} else if v == py.None && Tracing(t) == nil {
		v = py.NewList()
	}
	switch v.(type) {
	case *py.List, *py.Tuple:
	default:
		return nil, py.TypeErrorf("Expected list for '%s' argument to '%s' Op, not %s.", a.Python, snake(name),
			py.ReprOf(v))
	}
	items, err := py.ToSlice(t, v)
	if err != nil {
		return nil, err
	}
	switch kind {
	case "int":
		return attrList[int](t, kind, a.Python, items)
	case "float":
		return attrList[float64](t, kind, a.Python, items)
	case "string":
		return attrList[string](t, kind, a.Python, items)
	case "type":
		return attrList[tensor.DType](t, kind, a.Python, items)
	case "bool":
		return attrList[bool](t, kind, a.Python, items)
	case "func":
		return items, nil
	}
	return attrList[tensor.PartialShape](t, kind, a.Python, items)
}

func characters(s string) []py.Value {
	var out []py.Value
	for _, c := range s {
		out = append(out, string(c))
	}
	return out
}

func attrList[T any](t *py.Thread, kind, name string, items []py.Value) (any, error) {
	out := make([]T, len(items))
	for i, e := range items {
		v, err := oneAttr(t, kind, name, e)
		if err != nil {
			return nil, err
		}
		out[i], _ = v.(T)
	}
	return out, nil
}

func oneAttr(t *py.Thread, kind, name string, v py.Value) (any, error) {
	switch kind {
	case "func":
		return v, nil
	case "type":
		return ToDType(v, name)
	case "shape":
		if l, ok := v.(*py.List); ok && Tracing(t) == nil { // what runs at once takes -1 for unknown
			v = py.NewList(slices.Clone(l.Items)...)
			for i, d := range v.(*py.List).Items {
				if d == int64(-1) {
					v.(*py.List).Items[i] = py.None
				}
			}
		}
		return ToShape(t, v)
	case "bool":
		if b, ok := v.(bool); ok {
			return b, nil
		}
	case "int":
		if _, isBool := v.(bool); !isBool {
			if n, ok := py.AsInt(v); ok {
				return int(n), nil
			}
		}
		if f, ok := v.(float64); ok && Tracing(t) == nil && math.Abs(f) < 1<<62 { // what runs at once cuts it
			return int(f), nil
		}
	case "float":
		if f, err := py.ToFloat(v); err == nil {
			return f, nil
		}
	case "string":
		switch s := v.(type) {
		case string:
			return s, nil
		case py.Bytes:
			return string(s), nil
		}
	}
	return nil, py.TypeErrorf("Expected %s for argument '%s' not %s.", kind, name, py.ReprOf(v))
}

// result is one tensor, a list for outputs that are several, a named tuple, or None.
func (r *rawOp) result(n *op.Node) py.Value {
	outs, at := r.def.Row().Out, 0
	values := make([]py.Value, len(outs))
	for i, o := range outs {
		if o.Number == "" && !o.List {
			values[i] = n.Out[at]
			at++
			continue
		}
		size := 0
		if o.Number != "" {
			size = n.Int(o.Number)
		} else {
			size = len(n.Types(o.TypeAttr))
		}
		l := py.NewList()
		for _, v := range n.Out[at : at+size] {
			l.Items = append(l.Items, v)
		}
		values[i], at = l, at+size
	}
	switch len(values) {
	case 0:
		return Made(n)
	case 1:
		return values[0]
	}
	return &py.Tuple{Items: values, Class: r.class}
}
