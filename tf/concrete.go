package tf

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// concrete is one trace of a function: tf.types.experimental.ConcreteFunction.
type concrete struct {
	of     *function
	name   string
	serial int
	params []py.Param
	args   *py.Tuple // the types of the arguments, one a parameter
	inner  []value   // the arguments as the trace saw them
	plan   *graph.Plan
	outs   []op.Value
	form   value // the result with outHoles

	byPlace []string // arguments by keyword that may be given by their place too: a loaded signature's
}

var concreteClass = py.NewClass("tensorflow.python.eager.polymorphic_function.concrete_function", "ConcreteFunction",
	py.ObjectClass, nil)

func init() {
	py.Register[*concrete](concreteClass)
	constant(concreteClass, "tf.types.experimental.ConcreteFunction")
	c := concreteClass
	self := func(v value) *concrete { return v.(*concrete) }
	c.Repr = func(_ *thread, v value) (string, error) {
		return "<ConcreteFunction " + self(v).signature(false) + " at 0x" + address(self(v).serial) + ">", nil
	}
	c.Str = func(_ *thread, v value) (string, error) { return "ConcreteFunction " + self(v).signature(true), nil }
	c.Prop("name", "The name in the runtime.", func(_ *thread, v value) (value, error) {
		return py.Bytes(self(v).name), nil
	})
	c.Prop("graph", "The graph.", func(_ *thread, v value) (value, error) { return self(v).view(), nil })
	c.Prop("inputs", "The placeholders, then those of the captures.", func(_ *thread, v value) (value, error) {
		return py.NewList(self(v).view().allInputs()...), nil
	})
	c.Prop("outputs", "The outputs, flat.", func(_ *thread, v value) (value, error) {
		view := self(v).view()
		view.identities()
		var out []value
		for _, i := range view.order() {
			out = append(out, view.outs[i])
		}
		return py.NewList(out...), nil
	})
	c.Prop("captured_inputs", "The tensors and variables from outside.", func(_ *thread, v value) (value, error) {
		var out []value
		for _, x := range self(v).captured() {
			out = append(out, x)
		}
		return py.NewList(out...), nil
	})
	vars := func(trainable bool) func(_ *thread, v value) (value, error) {
		return func(_ *thread, v value) (value, error) {
			var out []value
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
		func(_ *thread, v value) (value, error) { return self(v).inputSignature(), nil })
	c.Prop("structured_outputs", "The outputs in their structure.", func(_ *thread, v value) (value, error) {
		return self(v).view().structured()
	})
	c.Prop("output_dtypes", "The dtypes of the outputs.", func(_ *thread, v value) (value, error) {
		return self(v).each(func(x op.Value) value { return x.DType() }), nil
	})
	c.Prop("output_shapes", "The shapes of the outputs.", func(_ *thread, v value) (value, error) {
		return self(v).each(func(x op.Value) value { return &bind.Shape{PartialShape: op.StaticShape(x)} }), nil
	})
	c.Def("pretty_printed_signature(self, verbose=True)", "The signature as a text.",
		func(_ *thread, a []value) (value, error) { return self(a[0]).signature(a[1] != false), nil })
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
func (k *concrete) view() *funcGraph {
	v := viewOf(k.plan.Graph)
	v.of = k
	return v
}

// captured are the tensors and variables from outside, in the order of their first use.
func (k *concrete) captured() []op.Value { return graph.Captured(k.plan.Graph, k.outs) }

func (k *concrete) each(f func(op.Value) value) value {
	return bind.SwapLeaves(k.form, func(l value) value {
		if h, ok := l.(*outHole); ok {
			return f(k.outs[h.at])
		}
		return l
	})
}

// pack puts outputs into the structure of the result.
func (k *concrete) pack(outs []op.Value) (value, error) {
	if h, ok := k.form.(*outHole); ok && h.n == 1 {
		return bind.Rebuild(h.like, outs)
	}
	var bad error
	v := bind.SwapLeaves(k.form, func(l value) value {
		h, ok := l.(*outHole)
		if !ok {
			return l
		}
		x, err := bind.Rebuild(h.like, outs[h.at:h.at+h.n])
		if err != nil {
			bad = err
		}
		return x
	})
	return v, bad
}

// run calls the trace with bound arguments.
func (k *concrete) run(t *thread, b *bound) (value, error) {
	var in []op.Value
	for i, ty := range k.args.Items {
		var err error
		if in, err = flatInputs(t, in, ty, b.vals[i]); err != nil {
			return nil, err
		}
	}
	return k.runFlat(t, in)
}

// flatInputs appends the tensors of an argument in the order of the placeholders.
func flatInputs(t *thread, in []op.Value, ty, v value) ([]op.Value, error) {
	var err error
	switch s := ty.(type) {
	case *py.List, *py.Tuple:
		types, _ := listItems(ty)
		items, _ := listItems(v)
		for i, e := range types {
			if in, err = flatInputs(t, in, e, items[i]); err != nil {
				return nil, err
			}
		}
	case *py.Dict:
		keys, types := sortedItems(s)
		for i, key := range keys {
			e, _, _ := v.(*py.Dict).Get(key)
			if in, err = flatInputs(t, in, types[i], e); err != nil {
				return nil, err
			}
		}
	case *bind.Spec, *raggedSpec, *sparseSpec:
		if x, ok := v.(*bind.Variable); ok {
			y, err := bind.Read(t, x)
			return append(in, y), err
		}
		parts := bind.Components(v)
		if parts == nil {
			return nil, py.TypeErrorf("expected a tensor, got %s", py.ReprOf(v))
		}
		in = append(in, parts...)
	case *datasetSpec, *optionalSpec, *iteratorSpec:
		x, err := datasets.argument(t, v)
		if err != nil {
			return nil, err
		}
		in = append(in, x)
	}
	return in, nil
}

// takes tells whether arguments are tensors and ragged tensors that choose the trace, one for each parameter: of just
// its types, or, where the function has an input signature, of types it covers.
func (k *concrete) takes(args []value) bool {
	if len(args) != len(k.args.Items) || len(k.plan.Captures) > 0 {
		return false
	}
	for i, a := range args {
		switch x := a.(type) {
		case *tensor.Tensor:
			s, ok := k.args.Items[i].(*bind.Spec)
			if !ok || x.DType() != s.DType || !k.fits(s.Shape, x.Shape()) {
				return false
			}
		case *ragged.Ragged:
			s, ok := k.args.Items[i].(*raggedSpec)
			if !ok || x.DType() != s.dtype || x.Rank() != s.rank || ragged.SplitsType(x) != s.splits ||
				!k.fits(s.shape, x.Shape()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// fits tells whether a shape is the one the trace was made for, or one that its input signature covers.
func (k *concrete) fits(s tensor.PartialShape, dims []int) bool {
	if k.of.sig != nil {
		return s.Covers(tensor.KnownShape(dims))
	}
	return !s.UnknownRank && slices.Equal(dims, s.Dims)
}

// runFlat calls the trace with the values of its placeholders.
func (k *concrete) runFlat(t *thread, in []op.Value) (value, error) {
	in = append(in, k.plan.Captures...)
	x := bind.ExecOf(t)
	var outs []op.Value
	var err error
	if x.Graph != nil {
		specs := make([]graph.Spec, len(k.outs))
		for i, o := range k.outs {
			specs[i] = graph.SpecOf(o)
		}
		outs, err = graph.AddCall(x, "", k.plan, in[:len(in)-len(k.plan.Captures)], specs)
	} else {
		outs, err = k.plan.Run(x, in)
	}
	if err != nil {
		return nil, k.failed(t, err)
	}
	return k.pack(outs)
}

// signature is the trace's signature: of one line, or with a line for each parameter.
func (k *concrete) signature(verbose bool) string {
	if !verbose {
		return "(" + k.paramList() + ") -> " + typeText(k.outTypes())
	}
	var b strings.Builder
	b.WriteString("Input Parameters:\n")
	n := 0
	for i, p := range k.params {
		if i == 0 && p.Name == "self" {
			if _, ok := k.args.Items[i].(*objectType); ok {
				continue
			}
		}
		kind := "POSITIONAL_OR_KEYWORD"
		switch {
		case p.KwOnly:
			kind = "KEYWORD_ONLY"
		case p.Star, p.DStar:
			continue
		case k.hasStar():
			kind = "POSITIONAL_ONLY"
		}
		n++
		b.WriteString("  " + p.Name + " (" + kind + "): " + typeText(k.args.Items[i]) + "\n")
	}
	n += k.extras(&b)
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
		b.WriteString("  " + itoa(140000000000000+k.serial*64+i) + ": " + py.ReprOf(spec))
	}
	return b.String()
}

func (k *concrete) hasStar() bool {
	for _, p := range k.params {
		if p.Star {
			return true
		}
	}
	return false
}

// extras writes the lines of extra positional arguments and keywords.
func (k *concrete) extras(b *strings.Builder) (n int) {
	for i, p := range k.params {
		switch {
		case p.Star:
			items, _ := listItems(k.args.Items[i])
			for j, e := range items {
				b.WriteString("  " + p.Name + "_" + itoa(j) + " (POSITIONAL_ONLY): " + typeText(e) + "\n")
				n++
			}
		case p.DStar:
			_ = k.args.Items[i].(*py.Dict).Each(func(key, e value) error {
				b.WriteString("  " + py.StrOf(key) + " (KEYWORD_ONLY): " + typeText(e) + "\n")
				n++
				return nil
			})
		}
	}
	return n
}

// paramList is the parameters in one line.
func (k *concrete) paramList() string {
	var pos, key []string
	for i, p := range k.params {
		ty := k.args.Items[i]
		if i == 0 && p.Name == "self" {
			if _, ok := ty.(*objectType); ok {
				continue
			}
		}
		s := p.Name + ": " + typeText(ty)
		if l, ok := ty.(*literalType); ok && p.Default != nil && py.Is(l.v, p.Default) {
			s += "=" + py.ReprOf(p.Default)
		}
		switch {
		case p.Star:
			items, _ := listItems(ty)
			for j, e := range items {
				pos = append(pos, p.Name+"_"+itoa(j)+": "+typeText(e))
			}
		case p.DStar:
			_ = ty.(*py.Dict).Each(func(name, e value) error {
				key = append(key, py.StrOf(name)+": "+typeText(e))
				return nil
			})
		case p.KwOnly:
			key = append(key, s)
		default:
			pos = append(pos, s)
		}
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
func (k *concrete) outTypes() value {
	return bind.SwapLeaves(k.form, func(l value) value {
		h, ok := l.(*outHole)
		if !ok {
			return &literalType{l}
		}
		v, err := bind.Rebuild(h.like, k.outs[h.at:h.at+h.n])
		if err != nil {
			return l
		}
		return symbolicSpec(v)
	})
}

// inputSignature is structured_input_signature.
func (k *concrete) inputSignature() value {
	kw := py.NewDict()
	var pos []value
	for i, p := range k.params {
		ty := k.args.Items[i]
		if i == 0 && p.Name == "self" {
			if _, ok := ty.(*objectType); ok {
				continue
			}
		}
		named := (&specNamer{name: p.Name}).named(ty)
		switch {
		case p.Star:
			items, _ := listItems(named)
			pos = append(pos, items...)
		case p.DStar:
			_ = named.(*py.Dict).Each(func(key, e value) error { return kw.Set(key, e) })
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

func (n *specNamer) named(ty value) value {
	switch s := ty.(type) {
	case *py.List:
		return &py.List{Items: n.all(s.Items)}
	case *py.Tuple:
		return &py.Tuple{Items: n.all(s.Items), Class: s.Class}
	case *py.Dict:
		out := py.NewDict()
		_ = s.Each(func(k, e value) error {
			return out.Set(k, (&specNamer{n.name + "_" + py.StrOf(k)}).named(e))
		})
		return out
	case *bind.Spec:
		if s.Name != py.None {
			return s
		}
		return &bind.Spec{Shape: s.Shape, DType: s.DType, Name: n.name}
	case *literalType:
		return s.v
	case *objectType:
		return s.v
	}
	return ty
}

func (n *specNamer) all(items []value) []value {
	out := make([]value, len(items))
	for i, e := range items {
		out[i] = (&specNamer{n.name + "_" + itoa(i)}).named(e)
	}
	return out
}

// Call runs the trace: arguments by position or by the names of parameters and specs.
func (k *concrete) Call(t *thread, args []value, kw []py.Kw) (value, error) {
	b, err := k.bind(t, args, kw)
	if err != nil {
		return nil, err
	}
	return k.run(t, b)
}

// bind gives arguments to the trace's parameters; those the trace was made for need not be given.
func (k *concrete) bind(t *thread, args []value, kw []py.Kw) (*bound, error) {
	if len(args) > 0 && len(args) <= len(k.byPlace) {
		for i, v := range args {
			kw = append(kw, py.Kw{Name: k.byPlace[i], Value: v})
		}
		args = nil
	}
	params := append([]py.Param{}, k.params...)
	for i, ty := range k.args.Items {
		switch s := ty.(type) {
		case *literalType:
			params[i].Default = s.v
		case *objectType:
			params[i].Default = s.v
		}
		if x, ok := ty.(*bind.Spec); ok && x.Name != py.None && paramNamed(params, py.StrOf(x.Name)) < 0 {
			for j, w := range kw { // by the name of the spec
				if w.Name == py.StrOf(x.Name) {
					kw = append([]py.Kw{}, kw...)
					kw[j].Name = params[i].Name
				}
			}
		}
	}
	if len(params) > 0 && params[0].Name == "self" {
		if s, ok := k.args.Items[0].(*objectType); ok && (len(args) == 0 || args[0] != s.v) {
			args = append([]value{s.v}, args...)
		}
	}
	vals, why := bindArgs(params, args, kw)
	if why != "" {
		return nil, k.of.bindError(t, why, args, kw)
	}
	b := &bound{vals: vals}
	flat := 0
	for i, v := range vals {
		v = asTensors(v)
		if err := k.check(t, k.args.Items[i], v, params[i].Name, &flat); err != nil {
			return nil, err
		}
		b.vals[i] = v
	}
	return b, nil
}

// check refuses an argument that is not of the trace's type; shapes are left to the nodes.
func (k *concrete) check(t *thread, ty, v value, name string, flat *int) error {
	switch s := ty.(type) {
	case *py.List, *py.Tuple:
		types, _ := listItems(ty)
		items, ok := listItems(v)
		if !ok || len(items) != len(types) {
			return k.of.misfit(v, &literalType{v}, ty)
		}
		for i, e := range types {
			if err := k.check(t, e, items[i], name, flat); err != nil {
				return err
			}
		}
	case *py.Dict:
		d, ok := v.(*py.Dict)
		if !ok {
			return k.of.misfit(v, &literalType{v}, ty)
		}
		keys, types := sortedItems(s)
		for i, key := range keys {
			e, found, _ := d.Get(key)
			if !found {
				return k.of.misfit(v, &literalType{v}, ty)
			}
			if err := k.check(t, types[i], e, name, flat); err != nil {
				return err
			}
		}
	case *literalType:
		own, err := typeOfArg(t, v)
		if err != nil {
			return err
		}
		if !covers(s, own) {
			return k.of.misfit(v, own, s)
		}
	case *bind.Spec:
		return k.checkTensor(s, v, name, flat)
	case *raggedSpec, *sparseSpec:
		if own := symbolicSpec(v); own == nil || !sameKind(s, own) {
			if own == nil {
				own = &literalType{v}
			}
			return k.of.misfit(v, own, s)
		}
	}
	return nil
}

// sameKind tells whether specs of ragged or sparse tensors agree in all but shape.
func sameKind(a, b value) bool {
	switch x := a.(type) {
	case *raggedSpec:
		y, ok := b.(*raggedSpec)
		return ok && x.dtype == y.dtype && x.rank == y.rank && x.splits == y.splits
	case *sparseSpec:
		y, ok := b.(*sparseSpec)
		return ok && x.dtype == y.dtype
	}
	return false
}

func (k *concrete) checkTensor(s *bind.Spec, v value, name string, flat *int) error {
	at := *flat
	*flat++
	if x, ok := v.(*bind.Variable); ok {
		v = x.T
	}
	parts := bind.Components(v)
	if len(parts) != 1 {
		return py.TypeErrorf("Binding inputs to tf.function failed due to `Can not cast %s to %s`. Received args: (%s,) "+
			"and kwargs: {} for signature: %s.\nFallback to flat signature also failed due to: %s(%s): expected argument "+
			"#%d(zero-based) to be a Tensor; got %s (%s).", typeText(typeOrLiteral(v)), typeText(s), py.ReprOf(v),
			"("+k.paramList()+")", k.of.name, name, at, py.TypeOf(v).Name, py.StrOf(v))
	}
	if d := parts[0].DType(); d != s.DType {
		return py.NewExc(bind.InvalidArgumentError, "cannot compute "+k.name+" as input #"+itoa(at)+
			"(zero-based) was expected to be a "+s.DType.CName()+" tensor but is a "+d.CName()+" tensor [Op:"+k.name+"]")
	}
	return nil
}

func typeOrLiteral(v value) value {
	if s := symbolicSpec(v); s != nil {
		return s
	}
	return &literalType{v}
}
