package saved

import (
	"sort"
	"strings"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/function"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// restoredFunction is a function of a loaded model: the traces that were saved, each read when it is first
// needed.
type restoredFunction struct {
	*function.Function
	traced []*savedTrace
	bare   bool // a concrete function alone

	byPlace []string // of a bare one: the arguments that may be given by their place
}

// savedTrace is one trace: its name in the library and the types of what it takes, positional ones and by
// keyword.
type savedTrace struct {
	of    *restoredFunction
	model *Loaded
	name  string
	pos   []py.Value
	kw    *py.Dict
	out   *saved.StructuredValue
	made  *function.Concrete
}

var restoredClass = py.NewClass("tensorflow.python.saved_model.function_deserialization", "RestoredFunction",
	py.ObjectClass, nil)

// PyClass is the class of loaded functions.
func (f *restoredFunction) PyClass() *py.Class { return restoredClass }

func init() {
	c := restoredClass
	self := func(v py.Value) *restoredFunction { return v.(*restoredFunction) }
	c.Prop("concrete_functions", "The traces.", func(t *py.Thread, v py.Value) (py.Value, error) {
		var out []py.Value
		for _, s := range self(v).traced {
			k, err := s.concrete(t)
			if err != nil {
				return nil, err
			}
			out = append(out, k)
		}
		return py.NewList(out...), nil
	})
	c.Prop(
		"__name__",
		"The function's name.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return self(v).FullName, nil },
	)
	c.Prop(
		"name",
		"The function's name.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return self(v).FullName, nil },
	)
	c.Prop("input_signature", "The specs it was saved with, or None.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		if f := self(v); f.Sig != nil {
			return py.NewTuple(f.Sig...), nil
		}
		return py.None, nil
	})
	c.Prop("python_function", "The function.", func(_ *py.Thread, v py.Value) (py.Value, error) { return v, nil })
	c.Def("concrete(self)", "The only trace.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		return self(a[0]).only(t)
	})
	c.DefRaw("get_concrete_function(self, *args, **kwargs)", "The trace for such arguments.",
		func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
			f := self(args[0])
			pos, by, err := f.canonical(t, args[1:], kw)
			if err != nil {
				return nil, err
			}
			s, _, _, err := f.pick(t, pos, by)
			if err != nil {
				return nil, err
			}
			return s.concrete(t)
		})
	c.Def("pretty_printed_concrete_signatures(self, verbose=True)", "The signatures of all traces.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			var parts []string
			for _, s := range self(a[0]).traced {
				k, err := s.concrete(t)
				if err != nil {
					return nil, err
				}
				parts = append(parts, k.Signature(a[1] != false))
			}
			return strings.Join(parts, "\n\n"), nil
		})
}

func (f *restoredFunction) only(t *py.Thread) (py.Value, error) {
	if len(f.traced) == 0 {
		return nil, py.ValueErrorf("Found zero restored functions for caller function.")
	}
	return f.traced[0].concrete(t)
}

// function makes a function object with its traces.
func (l *Loaded) function(t *py.Thread, i int, k *saved.FunctionObject) (py.Value, error) {
	name := "function"
	for _, n := range l.nodes { // the name of the attribute that holds it
		for _, c := range n.Children {
			if int(c.Node) == i && name == "function" {
				name = c.Name
			}
		}
	}
	f := &restoredFunction{Function: &function.Function{FullName: name, Exact: map[string]*function.Concrete{}}}
	f.Fn = f
	var err error
	if f.ParamList, err = l.params(t, k.Spec); err != nil {
		return nil, err
	}
	if sig, err := l.Structure(t, k.Spec.InputSignature, 0); err == nil {
		if items, ok := values.ListItems(unliteral(sig)); ok {
			f.Sig = append([]py.Value{}, items...)
		}
	}
	for _, c := range k.Functions {
		if err := l.addTrace(t, f, c); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// bare makes a concrete function.
func (l *Loaded) bare(t *py.Thread, k *saved.BareFunction) (py.Value, error) {
	f := &restoredFunction{
		Function: &function.Function{FullName: "signature_wrapper", Exact: map[string]*function.Concrete{}},
		bare:     true,
	}
	f.Fn = f
	for i, n := range k.ArgumentKeywords {
		f.ParamList = append(f.ParamList, py.Param{Name: n})
		if int64(i) < k.AllowedPositional {
			f.byPlace = append(f.byPlace, n)
		}
	}
	return f, l.addTrace(t, f, k.Function)
}

func (l *Loaded) addTrace(t *py.Thread, f *restoredFunction, name string) error {
	c := l.meta.Objects.Functions[name]
	if c == nil {
		return brokenModel("the function %s is not described", name)
	}
	in, err := l.Structure(t, c.Input, 0)
	if err != nil {
		return err
	}
	both, ok := in.(*py.Tuple)
	if !ok || len(both.Items) != 2 {
		return brokenModel("the arguments of the function %s are not described", name)
	}
	pos, ok1 := values.ListItems(both.Items[0])
	kw, ok2 := both.Items[1].(*py.Dict)
	if !ok1 || !ok2 {
		return brokenModel("the arguments of the function %s are not described", name)
	}
	f.traced = append(f.traced, &savedTrace{of: f, model: l, name: name, pos: pos, kw: kw, out: c.Output})
	return nil
}

// params reads a Python signature.
func (l *Loaded) params(t *py.Thread, s *saved.FunctionSpec) ([]py.Param, error) {
	if s == nil || s.FullArgSpec == nil {
		return nil, brokenModel("a function has no signature")
	}
	n, ok := s.FullArgSpec.Value.(*saved.NamedTupleValue)
	if !ok {
		return nil, brokenModel("the signature of a function is no FullArgSpec")
	}
	field := map[string]py.Value{}
	for _, p := range n.Values {
		v, err := l.Structure(t, p.Value, 0)
		if err != nil {
			return nil, err
		}
		field[p.Key] = unliteral(v)
	}
	var out []py.Param
	args, _ := values.ListItems(field["args"])
	defaults, _ := values.ListItems(field["defaults"])
	for i, a := range args {
		p := py.Param{Name: py.StrOf(a)}
		if k := i - (len(args) - len(defaults)); k >= 0 && k < len(defaults) {
			p.Default = defaults[k]
		}
		out = append(out, p)
	}
	if s, ok := field["varargs"].(string); ok {
		out = append(out, py.Param{Name: s, Star: true})
	}
	kwonly, _ := values.ListItems(field["kwonlyargs"])
	given, _ := field["kwonlydefaults"].(*py.Dict)
	for _, a := range kwonly {
		p := py.Param{Name: py.StrOf(a), KwOnly: true}
		if given != nil {
			p.Default, _ = given.GetStr(p.Name)
		}
		out = append(out, p)
	}
	if s, ok := field["varkw"].(string); ok {
		out = append(out, py.Param{Name: s, DStar: true})
	}
	return out, nil
}

// unliteral is a nest of types as values: literals are what they are.
func unliteral(v py.Value) py.Value {
	return bind.SwapLeaves(v, func(l py.Value) py.Value {
		if x, ok := l.(*function.LiteralType); ok {
			return x.V
		}
		return l
	})
}

// maxStructure is how deep structures may lie in each other.
const maxStructure = 64

// Structure reads a nest of types: specs, and Python values as literals.
func (l *Loaded) Structure(t *py.Thread, s *saved.StructuredValue, depth int) (py.Value, error) {
	if s == nil || s.Value == nil || depth > maxStructure {
		return nil, brokenModel("a structure of values is empty or too deep")
	}
	switch x := s.Value.(type) {
	case *saved.NoneValue:
		return &function.LiteralType{V: py.None}, nil
	case float64, int64, string, bool:
		return &function.LiteralType{V: x}, nil
	case *saved.TensorShapeProto:
		p, err := x.Shape()
		return &function.LiteralType{V: &bind.Shape{PartialShape: p}}, err
	case saved.DataType:
		d, err := x.Known()
		if err != nil {
			return nil, modelError(t, err)
		}
		return &function.LiteralType{V: d}, nil
	case *saved.TensorSpec:
		return tensorSpec(t, x.Shape, x.DType, x.Name)
	case *saved.BoundedTensorSpec:
		return tensorSpec(t, x.Shape, x.DType, x.Name)
	case *saved.TypeSpec:
		return l.typeSpec(t, x, depth)
	case *saved.ListValue:
		items, err := l.structures(t, x.Values, depth)
		return &py.List{Items: items}, err
	case *saved.TupleValue:
		items, err := l.structures(t, x.Values, depth)
		return &py.Tuple{Items: items}, err
	case *saved.DictValue:
		return l.dict(t, x, depth)
	case *saved.NamedTupleValue:
		return l.namedTuple(t, x, depth)
	case *saved.TensorProto:
		y, err := x.Tensor()
		if err != nil {
			return nil, modelError(t, err)
		}
		return &function.LiteralType{V: y}, nil
	}
	return nil, brokenModel("a structure holds a value of an unknown kind")
}

func (l *Loaded) structures(t *py.Thread, in []*saved.StructuredValue, depth int) ([]py.Value, error) {
	out := make([]py.Value, len(in))
	for i, s := range in {
		v, err := l.Structure(t, s, depth+1)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func (l *Loaded) dict(t *py.Thread, x *saved.DictValue, depth int) (py.Value, error) {
	out := py.NewDict()
	keys := make([]string, 0, len(x.Fields))
	for k := range x.Fields {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		v, err := l.Structure(t, x.Fields[k], depth+1)
		if err != nil {
			return nil, err
		}
		out.SetStr(k, v)
	}
	return out, nil
}

// namedTuple makes a class for a namedtuple and an instance of it.
func (l *Loaded) namedTuple(t *py.Thread, x *saved.NamedTupleValue, depth int) (py.Value, error) {
	var fields, vals []py.Value
	for _, p := range x.Values {
		v, err := l.Structure(t, p.Value, depth+1)
		if err != nil {
			return nil, err
		}
		fields, vals = append(fields, p.Key), append(vals, v)
	}
	class, err := l.made(t, "collections:namedtuple", x.Name, py.NewList(fields...))
	if err != nil {
		return nil, err
	}
	return py.Call(t, class, vals, nil)
}

func tensorSpec(t *py.Thread, shape *saved.TensorShapeProto, d saved.DataType, name string) (py.Value, error) {
	k, err := d.Known()
	if err != nil {
		return nil, modelError(t, err)
	}
	p, err := shape.Shape()
	if err != nil {
		return nil, modelError(t, err)
	}
	s := &bind.Spec{Shape: p, DType: k, Name: py.None}
	if shape == nil {
		s.Shape = tensor.PartialShape{}
	}
	if name != "" {
		s.Name = name
	}
	return s, nil
}

// typeSpec reads the spec of a ragged or sparse tensor.
func (l *Loaded) typeSpec(t *py.Thread, x *saved.TypeSpec, depth int) (py.Value, error) {
	state, err := l.Structure(t, x.State, depth+1)
	if err != nil {
		return nil, err
	}
	items, _ := values.ListItems(unliteral(state))
	if x.Class == saved.ExtensionSpec {
		return extensionSpec(t, x.ClassName, items)
	}
	need := map[saved.SpecClass]int{saved.RaggedSpec: 4, saved.SparseSpec: 2}[x.Class]
	if need == 0 {
		return &function.LiteralType{V: x.ClassName}, nil // functions that take one cannot be called
	}
	if len(items) < need {
		return nil, brokenModel("a %s is not described", x.ClassName)
	}
	shape, ok1 := items[0].(*bind.Shape)
	d, ok2 := items[1].(tensor.DType)
	if !ok1 || !ok2 {
		return nil, brokenModel("a %s is not described", x.ClassName)
	}
	if x.Class == saved.SparseSpec {
		return &values.SparseSpec{Shape: shape.PartialShape, Dtype: d}, nil
	}
	rank, ok1 := items[2].(int64)
	splits, ok2 := items[3].(tensor.DType)
	if !ok1 || !ok2 || rank < 0 || rank > tensor.MaxRank || splits != tensor.Int32 && splits != tensor.Int64 ||
		!shape.UnknownRank && int(rank) >= max(len(shape.Dims), 1) {
		return nil, brokenModel("a %s is not described", x.ClassName)
	}
	return &values.RaggedSpec{Shape: shape.PartialShape, Dtype: d, Rank: int(rank), Splits: splits}, nil
}

// Call runs the first trace that takes the arguments.
func (f *restoredFunction) Call(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
	if f.bare {
		k, err := f.only(t)
		if err != nil {
			return nil, err
		}
		return k.(*function.Concrete).Call(t, args, kw)
	}
	pos, by, err := f.canonical(t, args, kw)
	if err != nil {
		return nil, err
	}
	s, pos, by, err := f.pick(t, pos, by)
	if err != nil {
		return nil, err
	}
	k, err := s.concrete(t)
	if err != nil {
		return nil, err
	}
	return k.Run(t, s.bound(pos, by))
}

// canonical gives arguments to parameters: positional ones with their defaults, and those by keyword.
func (f *restoredFunction) canonical(t *py.Thread, args []py.Value, kw []py.Kw) ([]py.Value, *py.Dict, error) {
	vals, why := function.BindArgs(f.ParamList, args, kw)
	if why != "" {
		return nil, nil, f.BindError(why, args, kw)
	}
	if err := f.Fit(t, vals); err != nil {
		return nil, nil, f.Misfit(err, args, kw)
	}
	var pos []py.Value
	by := py.NewDict()
	for i, p := range f.ParamList {
		v := function.AsTensors(vals[i])
		switch {
		case p.Star:
			items, _ := values.ListItems(v)
			pos = append(pos, items...)
		case p.DStar:
			_ = v.(*py.Dict).Each(func(k, e py.Value) error { return by.Set(k, e) })
		case p.KwOnly:
			by.SetStr(p.Name, v)
		default:
			pos = append(pos, v)
		}
	}
	return pos, by, nil
}

// pick chooses the first trace whose types take the arguments as they are, else the first that takes them
// after Python values became tensors.
func (f *restoredFunction) pick(t *py.Thread, pos []py.Value, by *py.Dict) (*savedTrace, []py.Value, *py.Dict, error) {
	if len(f.traced) == 0 {
		return nil, nil, nil, py.ValueErrorf("Found zero restored functions for caller function.")
	}
	for _, convert := range []bool{false, true} {
		for _, s := range f.traced {
			m := &matcher{t: t, convert: convert}
			p, ok1 := m.all(s.pos, pos)
			k, ok2 := m.match(s.kw, by)
			if ok1 && ok2 {
				return s, p, k.(*py.Dict), nil
			}
		}
	}
	return nil, nil, nil, f.noTrace(pos, by)
}

// noTrace says that no trace takes the arguments.
func (f *restoredFunction) noTrace(pos []py.Value, by *py.Dict) error {
	var b strings.Builder
	show := func(indent string, pos []py.Value, by *py.Dict) {
		b.WriteString(indent + "Positional arguments (" + table.Itoa(len(pos)) + " total):\n")
		for _, v := range pos {
			b.WriteString(indent + "  * " + py.ReprOf(unliteral(v)) + "\n")
		}
		b.WriteString(indent + "Keyword arguments: " + py.ReprOf(unliteral(by)))
	}
	b.WriteString("Could not find matching concrete function to call loaded from the SavedModel. Got:\n")
	placed := make([]py.Value, len(pos))
	for i, v := range pos {
		name := "args_" + table.Itoa(i)
		if i < len(f.ParamList) && !f.ParamList[i].Star {
			name = f.ParamList[i].Name
		}
		ty := function.SymbolicSpec(v)
		placed[i] = v
		if ty != nil {
			placed[i], _ = (&function.Tracer{G: graph.New(f.FullName, 0), Name: name}).Place(ty, v)
		}
	}
	show("  ", placed, by)
	b.WriteString(
		"\n\n Expected these arguments to match one of the following " + table.Itoa(len(f.traced)) + " option(s):\n",
	)
	for i, s := range f.traced {
		b.WriteString("\nOption " + table.Itoa(i+1) + ":\n")
		show("  ", s.pos, s.kw)
		if i < len(f.traced)-1 {
			b.WriteByte('\n')
		}
	}
	return py.ValueErrorf("%s", b.String())
}

// matcher compares arguments with types.
type matcher struct {
	t       *py.Thread
	convert bool // Python values may become tensors
}

func (m *matcher) all(types, vals []py.Value) ([]py.Value, bool) {
	if len(types) != len(vals) {
		return nil, false
	}
	out := make([]py.Value, len(vals))
	for i, ty := range types {
		v, ok := m.match(ty, vals[i])
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

// match gives the value as the trace takes it; ok is false when the type does not take it.
func (m *matcher) match(ty, v py.Value) (py.Value, bool) {
	switch s := ty.(type) {
	case *py.Dict:
		d, ok := v.(*py.Dict)
		if !ok || d.Len() != s.Len() {
			return nil, false
		}
		out := py.NewDict()
		err := s.Each(func(k, e py.Value) error {
			x, there, err := d.Get(k)
			if err != nil || !there {
				return errNoMatch
			}
			y, ok := m.match(e, x)
			if !ok {
				return errNoMatch
			}
			return out.Set(k, y)
		})
		return out, err == nil
	case *py.Tuple:
		x, ok := v.(*py.Tuple)
		if !ok {
			return nil, false
		}
		items, ok := m.all(s.Items, x.Items)
		return &py.Tuple{Items: items, Class: x.Class}, ok
	case *py.List:
		if x, ok := v.(*py.List); ok {
			items, ok := m.all(s.Items, x.Items)
			return &py.List{Items: items}, ok
		}
		items, ok := values.ListItems(v) // a wrapped list
		if !ok {
			return nil, false
		}
		items, ok = m.all(s.Items, items)
		return &py.List{Items: items}, ok
	case *bind.Spec:
		return m.tensor(s, v)
	case *values.RaggedSpec, *values.SparseSpec:
		own := function.SymbolicSpec(v)
		if function.IsSpec(v) {
			own = v
		}
		return v, own != nil && values.SpecFits(s, own)
	case *py.Instance:
		own := function.SymbolicSpec(v)
		if function.IsSpec(v) {
			own = v
		}
		return v, own != nil && function.SpecCovers(s, own)
	case *function.LiteralType:
		if bind.Components(v) != nil || function.IsSpec(v) {
			return nil, false
		}
		same, err := py.Equal(m.t, s.V, v)
		return v, err == nil && same
	}
	return nil, false
}

var errNoMatch = py.ValueErrorf("no match")

func (m *matcher) tensor(s *bind.Spec, v py.Value) (py.Value, bool) {
	if x, ok := v.(*bind.Variable); ok {
		y, err := bind.Read(m.t, x)
		if err != nil {
			return nil, false
		}
		v = y
	}
	own := function.SymbolicSpec(v)
	if function.IsSpec(v) {
		own = v
	}
	if own == nil {
		if !m.convert {
			return nil, false
		}
		x, err := bind.Convert(m.t, v, s.DType)
		if err != nil {
			return nil, false
		}
		v, own = x, function.SymbolicSpec(x)
	}
	o, ok := own.(*bind.Spec)
	return v, ok && o.DType == s.DType && s.Shape.Compatible(o.Shape)
}

// bound is the arguments in the order of the trace's parameters.
func (s *savedTrace) bound(pos []py.Value, by *py.Dict) *function.Bound {
	b := &function.Bound{}
	named := 0
	for _, p := range s.params() {
		switch {
		case p.Star:
			b.Vals = append(b.Vals, py.NewTuple(pos[min(named, len(pos)):]...))
		case p.KwOnly:
			v, _ := by.GetStr(p.Name)
			b.Vals = append(b.Vals, v)
		default:
			b.Vals = append(b.Vals, pos[named])
			named++
		}
	}
	return b
}

// params are the parameters of the trace: those of the function that take positional arguments, then one
// for each argument by keyword.
func (s *savedTrace) params() []py.Param {
	var out []py.Param
	for _, p := range s.of.ParamList {
		if !p.Star && !p.DStar && !p.KwOnly && len(out) < len(s.pos) {
			out = append(out, p)
		}
	}
	if len(out) < len(s.pos) {
		out = append(out, py.Param{Name: "args", Star: true})
	}
	keys, _ := values.SortedItems(s.kw)
	for _, k := range keys {
		out = append(out, py.Param{Name: py.StrOf(k), KwOnly: true})
	}
	return out
}

// concrete reads the trace from the library.
func (s *savedTrace) concrete(t *py.Thread) (*function.Concrete, error) {
	if s.made != nil {
		return s.made, nil
	}
	k := &function.Concrete{
		Of:      s.of.Function,
		Serial:  function.NextSerial(),
		Params:  s.params(),
		Args:    &py.Tuple{},
		ByPlace: s.of.byPlace,

		Restored: true,
	}
	k.Name = s.name
	b := s.bound(s.pos, s.kw)
	k.Args.Items = b.Vals
	g := graph.New(s.of.FullName, k.Serial)
	var args []op.Value
	for i, p := range k.Params {
		v, err := (&function.Tracer{G: g, T: t, Name: p.Name}).Place(k.Args.Items[i], nil)
		if err != nil {
			return nil, err
		}
		k.Inner = append(k.Inner, v)
		if args, err = function.FlatInputs(t, args, k.Args.Items[i], v); err != nil {
			return nil, err
		}
	}
	x := &op.Exec{Ctx: t.Ctx, Host: t, Streams: bind.Streams(t), Graph: g}
	bound, err := s.model.bound(x, s.name)
	if err != nil {
		return nil, err
	}
	if k.Outs, err = s.model.lib.Build(x, s.name, append(args, bound...)); err != nil {
		return nil, bind.Wrap(t, err, "", false)
	}
	form, err := s.model.Structure(t, s.out, 0)
	if err != nil {
		return nil, err
	}
	n := 0
	k.Form = placeOuts(form, &n)
	if n != len(k.Outs) {
		return nil, brokenModel("the function %s gives %d tensors, and its signature has %d", s.name, len(k.Outs), n)
	}
	k.Plan = graph.Compile(g, k.Outs)
	s.made = k
	return k, nil
}

// placeOuts numbers the tensors of a result, dicts in the order of their keys.
func placeOuts(ty py.Value, n *int) py.Value {
	hole := func(size int, like py.Value) py.Value {
		h := &bind.Hole{At: *n, N: size, Like: like}
		*n += size
		return h
	}
	switch s := ty.(type) {
	case *py.List:
		return &py.List{Items: placeAllOuts(s.Items, n)}
	case *py.Tuple:
		return &py.Tuple{Items: placeAllOuts(s.Items, n), Class: s.Class}
	case *py.Dict:
		keys, types := values.SortedItems(s)
		out := py.NewDict()
		for i, k := range keys {
			_ = out.Set(k, placeOuts(types[i], n))
		}
		return out
	case *bind.Spec:
		return hole(1, s)
	case *values.RaggedSpec:
		if s.Rank == 0 {
			return hole(1, s)
		}
		return hole(s.Rank+1, &bind.SymRagged{Shape: s.Shape, Splits: make([]op.Value, s.Rank)})
	case *values.SparseSpec:
		return hole(3, &bind.SymSparse{Shape: s.Shape})
	case *function.LiteralType:
		return s.V
	case *py.Instance:
		if like, parts, ok := function.ExtensionHole(s); ok {
			return hole(parts, like)
		}
	}
	return ty
}

// extensionSpec is the spec of an ExtensionType by its name and fields; a function that takes one whose class the
// program does not have cannot be called.
func extensionSpec(t *py.Thread, name string, fields []py.Value) (py.Value, error) {
	made, err := py.FromLibrary(t, "_tf_extension:spec_of_state")
	if err != nil {
		return nil, err
	}
	for _, f := range fields {
		pair, ok := values.ListItems(f)
		if !ok || len(pair) != 2 {
			return nil, brokenModel("a %s is not described", name)
		}
	}
	v, err := py.Call(t, made, []py.Value{name, py.NewList(fields...)}, nil)
	if err != nil {
		return nil, err
	}
	if v == py.None {
		return &function.LiteralType{V: name}, nil
	}
	return v, nil
}

func placeAllOuts(items []py.Value, n *int) []py.Value {
	out := make([]py.Value, len(items))
	for i, e := range items {
		out[i] = placeOuts(e, n)
	}
	return out
}

// runNow runs a function of the library at once.
func (l *Loaded) runNow(t *py.Thread, name string, args []op.Value) ([]op.Value, error) {
	g := graph.New(name, function.NextSerial())
	x := &op.Exec{Ctx: t.Ctx, Host: t, Streams: bind.Streams(t), Graph: g}
	outs, err := l.lib.Build(x, name, args)
	if err != nil {
		return nil, bind.Wrap(t, err, "", false)
	}
	outs, err = graph.Compile(g, outs).Run(bind.ExecOf(t), nil)
	if err != nil {
		return nil, bind.Wrap(t, err, "", true)
	}
	return outs, nil
}
