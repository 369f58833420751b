package function

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Concrete is one trace of a function: tf.types.experimental.ConcreteFunction.
type Concrete struct {
	Of     *Function
	Name   string
	Serial int
	Params []py.Param
	Args   *py.Tuple  // the types of the arguments, one a parameter
	Inner  []py.Value // the arguments as the trace saw them
	Plan   *graph.Plan
	Outs   []op.Value
	Form   py.Value // the result with outHoles

	ByPlace  []string // arguments by keyword that may be given by their place too: a loaded signature's
	Restored bool     // it comes from a file: its outputs are known by their specs
}

var concreteClass = py.NewClass("tensorflow.python.eager.polymorphic_function.concrete_function", "ConcreteFunction",
	concreteBase, nil)

func init() {
	py.Register[*Concrete](concreteClass)
	c := concreteClass
	self := func(v py.Value) *Concrete { return v.(*Concrete) }
	c.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return "<ConcreteFunction " + self(v).Signature(false) + " at 0x" + address(self(v).Serial) + ">", nil
	}
	c.Str = func(_ *py.Thread, v py.Value) (string, error) {
		return "ConcreteFunction " + self(v).Signature(true), nil
	}
	c.Prop("name", "The name in the runtime.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return py.Bytes(self(v).askedName()), nil
	})
	c.Prop("graph", "The graph.", func(_ *py.Thread, v py.Value) (py.Value, error) { return self(v).view(), nil })
	c.Prop("inputs", "The placeholders, then those of the captures.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return py.NewList(self(v).view().allInputs()...), nil
	})
	c.Prop("outputs", "The outputs, flat.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		view := self(v).view()
		view.identities()
		var out []py.Value
		for _, i := range view.order() {
			out = append(out, view.outs[i])
		}
		return py.NewList(out...), nil
	})
	c.Prop(
		"captured_inputs",
		"The tensors from outside, and the handles of variables.",
		func(t *py.Thread, v py.Value) (py.Value, error) {
			var out []py.Value
			for _, x := range self(v).captured() {
				if y, ok := x.(*bind.Variable); ok {
					h, err := py.GetAttr(t, y, "handle")
					if err != nil {
						return nil, err
					}
					out = append(out, h)
					continue
				}
				if s, ok := x.(op.Storage); ok {
					x = s.Load()
				}
				out = append(out, x)
			}
			return py.NewList(out...), nil
		},
	)
	vars := func(trainable bool) func(_ *py.Thread, v py.Value) (py.Value, error) {
		return func(_ *py.Thread, v py.Value) (py.Value, error) {
			var out []py.Value
			for _, x := range self(v).captured() {
				if y, ok := x.(*bind.Variable); ok && (y.IsTrainable() || !trainable) {
					out = append(out, y)
				}
			}
			return py.NewTuple(out...), nil
		}
	}
	c.Prop("variables", "The variables it uses.", vars(false))
	c.Prop("trainable_variables", "The trainable variables it uses.", vars(true))
	c.Prop("structured_input_signature", "The specs of the arguments: positional, then by keyword.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return self(v).inputSignature(), nil })
	c.Prop("structured_outputs", "The outputs in their structure.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		if k := self(v); k.Restored {
			return plainTypes(k.outTypes()), nil
		}
		return self(v).view().structured()
	})
	c.Prop("function_type", "The signature: parameters and result with their types.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return &functionType{of: self(v)}, nil })
	c.Prop("output_dtypes", "The dtypes of the outputs.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return self(v).each(func(x op.Value) py.Value { return x.DType() }), nil
	})
	c.Prop("output_shapes", "The shapes of the outputs.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return self(v).each(func(x op.Value) py.Value { return &bind.Shape{PartialShape: op.StaticShape(x)} }), nil
	})
	c.Def("pretty_printed_signature(self, verbose=True)", "The signature as a text.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) { return self(a[0]).Signature(a[1] != false), nil })
}

// address is a number that looks like one of memory.
func address(serial int) string {
	const hex = "0123456789ABCDEF"
	n := 0x7f0000000000 + serial*0x40
	var b []byte
	for ; n > 0; n /= 16 {
		b = append([]byte{hex[n%16]}, b...)
	}
	return string(b)
}

// view is the graph as the language shows it.
func (k *Concrete) view() *funcGraph {
	v := viewOf(k.Plan.Graph)
	v.of = k
	return v
}

// captured are the tensors and variables from outside, in the order of their first use.
func (k *Concrete) captured() []op.Value { return graph.Captured(k.Plan.Graph, k.Outs) }

func (k *Concrete) each(f func(op.Value) py.Value) py.Value {
	return bind.SwapLeaves(k.Form, func(l py.Value) py.Value {
		if h, ok := l.(*bind.Hole); ok {
			return f(k.Outs[h.At])
		}
		return l
	})
}

// pack puts outputs into the structure of the result.
func (k *Concrete) pack(outs []op.Value) (py.Value, error) {
	if h, ok := k.Form.(*bind.Hole); ok && h.N == 1 {
		return bind.Rebuild(h.Like, outs)
	}
	if form, ok := k.Form.(*py.Tuple); ok {
		if items, err := rebuildAll(form.Items, outs); items != nil || err != nil {
			return &py.Tuple{Items: items, Class: form.Class}, err
		}
	}
	var bad error
	v := bind.SwapLeaves(k.Form, func(l py.Value) py.Value {
		h, ok := l.(*bind.Hole)
		if !ok {
			return l
		}
		x, err := bind.Rebuild(h.Like, outs[h.At:h.At+h.N])
		if err != nil {
			bad = err
		}
		return x
	})
	return v, bad
}

// rebuildAll are the values of a tuple of tensors; nil where there is something else among them.
func rebuildAll(form []py.Value, outs []op.Value) ([]py.Value, error) {
	items := make([]py.Value, len(form))
	for i, l := range form {
		h, ok := l.(*bind.Hole)
		if !ok {
			return nil, nil
		}
		v, err := bind.Rebuild(h.Like, outs[h.At:h.At+h.N])
		if err != nil {
			return nil, err
		}
		items[i] = v
	}
	return items, nil
}

// Run calls the trace with bound arguments.
func (k *Concrete) Run(t *py.Thread, b *Bound) (py.Value, error) {
	var in []op.Value
	for i, ty := range k.Args.Items {
		var err error
		if in, err = FlatInputs(t, in, ty, b.Vals[i]); err != nil {
			return nil, err
		}
	}
	return k.runFlat(t, in)
}

// FlatInputs appends the tensors of an argument in the order of the placeholders.
func FlatInputs(t *py.Thread, in []op.Value, ty, v py.Value) ([]op.Value, error) {
	var err error
	switch s := ty.(type) {
	case *py.List, *py.Tuple:
		types, _ := values.ListItems(ty)
		items, _ := values.ListItems(v)
		for i, e := range types {
			if in, err = FlatInputs(t, in, e, items[i]); err != nil {
				return nil, err
			}
		}
	case *py.Dict:
		keys, types := values.SortedItems(s)
		for i, key := range keys {
			e, _, _ := v.(*py.Dict).Get(key)
			if in, err = FlatInputs(t, in, types[i], e); err != nil {
				return nil, err
			}
		}
	case *bind.Spec, *values.RaggedSpec, *values.SparseSpec:
		if x, ok := v.(*bind.Variable); ok {
			y, err := bind.Read(t, x)
			return append(in, y), err
		}
		parts := bind.Components(v)
		if parts == nil {
			return nil, py.TypeErrorf("expected a tensor, got %s", py.ReprOf(v))
		}
		in = append(in, parts...)
	case *DatasetSpec, *OptionalSpec, *IteratorSpec:
		x, err := Datasets.Argument(t, v)
		if err != nil {
			return nil, err
		}
		in = append(in, x)
	case *py.Instance:
		if isExtensionSpec(s) {
			in = append(in, bind.Components(v)...)
		}
	}
	return in, nil
}

// takes tells whether arguments are tensors and ragged tensors that choose the trace, one for each parameter: of just
// its types, or, where the function has an input signature, of types it covers.
func (k *Concrete) takes(args []py.Value) bool {
	if len(args) != len(k.Args.Items) || len(k.Plan.Captures) > 0 {
		return false
	}
	for i, a := range args {
		switch x := a.(type) {
		case *tensor.Tensor:
			s, ok := k.Args.Items[i].(*bind.Spec)
			if !ok || x.DType() != s.DType || !k.fits(s.Shape, x.Shape()) {
				return false
			}
		case *ragged.Ragged:
			s, ok := k.Args.Items[i].(*values.RaggedSpec)
			if !ok || x.DType() != s.Dtype || x.Rank() != s.Rank || ragged.SplitsType(x) != s.Splits ||
				!k.fits(s.Shape, x.Shape()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// fits tells whether a shape is the one the trace was made for, or one that its input signature covers.
func (k *Concrete) fits(s tensor.PartialShape, dims []int) bool {
	if k.Of.Sig != nil {
		return s.Covers(tensor.KnownShape(dims))
	}
	return !s.UnknownRank && slices.Equal(dims, s.Dims)
}

// runFlat calls the trace with the values of its placeholders.
func (k *Concrete) runFlat(t *py.Thread, in []op.Value) (py.Value, error) {
	in = append(in, k.Plan.Captures...)
	x := bind.ExecOf(t)
	var outs []op.Value
	var err error
	if x.Graph != nil {
		specs := make([]graph.Spec, len(k.Outs))
		for i, o := range k.Outs {
			specs[i] = graph.SpecOf(o)
		}
		outs, err = graph.AddCall(x, "", k.Plan, in[:len(in)-len(k.Plan.Captures)], specs)
	} else if err = strayed(in); err == nil {
		outs, err = k.Plan.Run(x, in)
	}
	if err != nil {
		return nil, k.failed(t, err)
	}
	return k.pack(outs)
}

// strayed is the error of a call outside of graphs with an edge of one.
func strayed(in []op.Value) error {
	for _, v := range in {
		if e, ok := v.(*op.Edge); ok {
			return &graph.OutOfScope{Edge: e}
		}
	}
	return nil
}

// Signature is the trace's signature: of one line, or with a line for each parameter.
func (k *Concrete) Signature(verbose bool) string {
	if !verbose {
		return "(" + k.paramList() + ") -> " + typeText(k.outTypes())
	}
	var b strings.Builder
	b.WriteString("Input Parameters:\n")
	n := 0
	for i, p := range k.Params {
		if i == 0 && p.Name == "self" {
			if _, ok := k.Args.Items[i].(*ObjectType); ok {
				continue
			}
		}
		kind := "POSITIONAL_OR_KEYWORD"
		switch {
		case p.KwOnly:
			kind = "KEYWORD_ONLY"
		case p.Star, p.DStar:
			n += k.extras(&b, i)
			continue
		case p.PosOnly, k.hasStar():
			kind = "POSITIONAL_ONLY"
		}
		n++
		b.WriteString("  " + p.Name + " (" + kind + "): " + typeText(k.Args.Items[i]) + "\n")
	}
	if n == 0 {
		b.WriteString("  None\n")
	}
	b.WriteString("Output Type:\n  " + typeText(k.outTypes()) + "\nCaptures:\n")
	caps := k.captured()
	if len(caps) == 0 {
		b.WriteString("  None")
	}
	for i, v := range caps {
		if i > 0 {
			b.WriteByte('\n')
		}
		spec := &bind.Spec{Shape: op.StaticShape(v), DType: v.DType(), Name: py.None}
		if _, isVar := v.(op.Storage); isVar {
			spec.Shape = tensor.KnownShape(nil)
		}
		b.WriteString("  " + table.Itoa(140000000000000+k.Serial*64+i) + ": " + py.ReprOf(spec))
	}
	return b.String()
}

// NoTensor names the first argument that holds something else than tensors, such as an object; literals are part of the
// trace. "" is none.
func (k *Concrete) NoTensor() string {
	for i, p := range k.Params {
		other := false
		bind.SwapLeaves(k.Args.Items[i], func(l py.Value) py.Value {
			switch l.(type) {
			case *ObjectType, *VariableSpec:
				other = true
			}
			return l
		})
		if other {
			return p.Name
		}
	}
	return ""
}

func (k *Concrete) hasStar() bool {
	for _, p := range k.Params {
		if p.Star {
			return true
		}
	}
	return false
}

// extras writes the lines of the extra positional arguments or keywords that parameter i takes.
func (k *Concrete) extras(b *strings.Builder, i int) (n int) {
	line := func(name, kind string, ty py.Value) {
		b.WriteString("  " + name + " (" + kind + "): " + typeText(ty) + "\n")
		n++
	}
	if k.Params[i].Star {
		items, _ := values.ListItems(k.Args.Items[i])
		for j, e := range items {
			line(k.Params[i].Name+"_"+table.Itoa(j), "POSITIONAL_ONLY", e)
		}
		return n
	}
	_ = k.Args.Items[i].(*py.Dict).Each(func(key, e py.Value) error {
		line(py.StrOf(key), "KEYWORD_ONLY", e)
		return nil
	})
	return n
}

// paramList is the parameters in one line.
func (k *Concrete) paramList() string {
	var pos, key []string
	placed := 0 // by their place alone, with no / behind them yet
	for i, p := range k.Params {
		if p.Star {
			placed = 0
		}
		ty := k.Args.Items[i]
		if i == 0 && p.Name == "self" {
			if _, ok := ty.(*ObjectType); ok {
				continue
			}
		}
		s := p.Name + ": " + typeText(ty)
		if l, ok := ty.(*LiteralType); ok && p.Default != nil && py.Is(l.V, p.Default) {
			s += "=" + py.ReprOf(p.Default)
		}
		switch {
		case p.Star:
			items, _ := values.ListItems(ty)
			for j, e := range items {
				pos = append(pos, p.Name+"_"+table.Itoa(j)+": "+typeText(e))
			}
		case p.DStar:
			_ = ty.(*py.Dict).Each(func(name, e py.Value) error {
				key = append(key, py.StrOf(name)+": "+typeText(e))
				return nil
			})
		case p.KwOnly:
			key = append(key, s)
		default:
			if placed > 0 && !p.PosOnly {
				pos, placed = append(pos, "/"), 0
			}
			pos = append(pos, s)
			if p.PosOnly {
				placed++
			}
		}
	}
	if placed > 0 && !k.hasStar() {
		pos = append(pos, "/")
	}
	if k.hasStar() && len(pos) > 0 {
		pos = append(pos, "/")
	}
	if len(key) > 0 {
		pos = append(append(pos, "*"), key...)
	}
	return strings.Join(pos, ", ")
}

// outTypes is the type of the result.
func (k *Concrete) outTypes() py.Value {
	return bind.SwapLeaves(k.Form, func(l py.Value) py.Value {
		h, ok := l.(*bind.Hole)
		if !ok {
			return &LiteralType{l}
		}
		if IsSpec(h.Like) { // as the file has it
			return h.Like
		}
		v, err := bind.Rebuild(h.Like, k.Outs[h.At:h.At+h.N])
		if err != nil {
			return l
		}
		return SymbolicSpec(v)
	})
}

// inputSignature is structured_input_signature.
func (k *Concrete) inputSignature() py.Value {
	kw := py.NewDict()
	var pos []py.Value
	for i, p := range k.Params {
		ty := k.Args.Items[i]
		if i == 0 && p.Name == "self" {
			if _, ok := ty.(*ObjectType); ok {
				continue
			}
		}
		named := (&specNamer{name: p.Name}).named(ty)
		switch {
		case p.Star:
			items, _ := values.ListItems(named)
			pos = append(pos, items...)
		case p.DStar:
			_ = named.(*py.Dict).Each(func(key, e py.Value) error { return kw.Set(key, e) })
		case p.KwOnly:
			kw.SetStr(p.Name, named)
		default:
			pos = append(pos, named)
		}
	}
	return py.NewTuple(py.NewTuple(pos...), kw)
}

// specNamer names dense specs after their parameter and gives literals as they are.
type specNamer struct{ name string }

func (n *specNamer) named(ty py.Value) py.Value {
	switch s := ty.(type) {
	case *py.List:
		return &py.List{Items: n.all(s.Items)}
	case *py.Tuple:
		return &py.Tuple{Items: n.all(s.Items), Class: s.Class}
	case *py.Dict:
		out := py.NewDict()
		_ = s.Each(func(k, e py.Value) error {
			return out.Set(k, (&specNamer{n.name + "_" + py.StrOf(k)}).named(e))
		})
		return out
	case *bind.Spec:
		if s.Name != py.None {
			return s
		}
		return &bind.Spec{Shape: s.Shape, DType: s.DType, Name: n.name}
	case *LiteralType:
		return s.V
	case *ObjectType:
		return s.V
	}
	return ty
}

func (n *specNamer) all(items []py.Value) []py.Value {
	out := make([]py.Value, len(items))
	for i, e := range items {
		out[i] = (&specNamer{n.name + "_" + table.Itoa(i)}).named(e)
	}
	return out
}
