package tf

import (
	"sort"
	"strings"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// restoredFunction is a function of a loaded model: the traces that were saved, each read when it is first
// needed.
type restoredFunction struct {
	*function
	traced []*savedTrace
	bare   bool // a concrete function alone

	byPlace []string // of a bare one: the arguments that may be given by their place
}

// savedTrace is one trace: its name in the library and the types of what it takes, positional ones and by
// keyword.
type savedTrace struct {
	of    *restoredFunction
	model *loaded
	name  string
	pos   []value
	kw    *py.Dict
	out   *saved.StructuredValue
	made  *concrete
}

var restoredClass = py.NewClass("tensorflow.python.saved_model.function_deserialization", "RestoredFunction",
	py.ObjectClass, nil)

// PyClass is the class of loaded functions.
func (f *restoredFunction) PyClass() *py.Class { return restoredClass }

func init() {
	c := restoredClass
	self := func(v value) *restoredFunction { return v.(*restoredFunction) }
	c.Prop("concrete_functions", "The traces.", func(t *thread, v value) (value, error) {
		var out []value
		for _, s := range self(v).traced {
			k, err := s.concrete(t)
			if err != nil {
				return nil, err
			}
			out = append(out, k)
		}
		return py.NewList(out...), nil
	})
	c.Prop("__name__", "The function's name.", func(_ *thread, v value) (value, error) { return self(v).name, nil })
	c.Prop("name", "The function's name.", func(_ *thread, v value) (value, error) { return self(v).name, nil })
	c.Prop("input_signature", "None.", func(*thread, value) (value, error) { return py.None, nil })
	c.Prop("python_function", "The function.", func(_ *thread, v value) (value, error) { return v, nil })
	c.Def("concrete(self)", "The only trace.", func(t *thread, a []value) (value, error) {
		return self(a[0]).only(t)
	})
	c.DefRaw("get_concrete_function(self, *args, **kwargs)", "The trace for such arguments.",
		func(t *thread, args []value, kw []py.Kw) (value, error) {
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
		func(t *thread, a []value) (value, error) {
			var parts []string
			for _, s := range self(a[0]).traced {
				k, err := s.concrete(t)
				if err != nil {
					return nil, err
				}
				parts = append(parts, k.signature(a[1] != false))
			}
			return strings.Join(parts, "\n\n"), nil
		})
}

func (f *restoredFunction) only(t *thread) (value, error) {
	if len(f.traced) == 0 {
		return nil, py.ValueErrorf("Found zero restored functions for caller function.")
	}
	return f.traced[0].concrete(t)
}

// function makes a function object with its traces.
func (l *loaded) function(t *thread, i int, k *saved.FunctionObject) (value, error) {
	name := "function"
	for _, n := range l.nodes { // the name of the attribute that holds it
		for _, c := range n.Children {
			if int(c.Node) == i && name == "function" {
				name = c.Name
			}
		}
	}
	f := &restoredFunction{function: &function{name: name, exact: map[string]*concrete{}}}
	f.fn = f
	var err error
	if f.params, err = l.params(t, k.Spec); err != nil {
		return nil, err
	}
	for _, c := range k.Functions {
		if err := l.addTrace(t, f, c); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// bare makes a concrete function.
func (l *loaded) bare(t *thread, k *saved.BareFunction) (value, error) {
	f := &restoredFunction{function: &function{name: "signature_wrapper", exact: map[string]*concrete{}}, bare: true}
	f.fn = f
	for i, n := range k.ArgumentKeywords {
		f.params = append(f.params, py.Param{Name: n})
		if int64(i) < k.AllowedPositional {
			f.byPlace = append(f.byPlace, n)
		}
	}
	return f, l.addTrace(t, f, k.Function)
}

func (l *loaded) addTrace(t *thread, f *restoredFunction, name string) error {
	c := l.meta.Objects.Functions[name]
	if c == nil {
		return brokenModel("the function %s is not described", name)
	}
	in, err := l.structure(t, c.Input, 0)
	if err != nil {
		return err
	}
	both, ok := in.(*py.Tuple)
	if !ok || len(both.Items) != 2 {
		return brokenModel("the arguments of the function %s are not described", name)
	}
	pos, ok1 := listItems(both.Items[0])
	kw, ok2 := both.Items[1].(*py.Dict)
	if !ok1 || !ok2 {
		return brokenModel("the arguments of the function %s are not described", name)
	}
	f.traced = append(f.traced, &savedTrace{of: f, model: l, name: name, pos: pos, kw: kw, out: c.Output})
	return nil
}

// params reads a Python signature.
func (l *loaded) params(t *thread, s *saved.FunctionSpec) ([]py.Param, error) {
	if s == nil || s.FullArgSpec == nil {
		return nil, brokenModel("a function has no signature")
	}
	n, ok := s.FullArgSpec.Value.(*saved.NamedTupleValue)
	if !ok {
		return nil, brokenModel("the signature of a function is no FullArgSpec")
	}
	field := map[string]value{}
	for _, p := range n.Values {
		v, err := l.structure(t, p.Value, 0)
		if err != nil {
			return nil, err
		}
		field[p.Key] = unliteral(v)
	}
	var out []py.Param
	args, _ := listItems(field["args"])
	defaults, _ := listItems(field["defaults"])
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
	kwonly, _ := listItems(field["kwonlyargs"])
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
func unliteral(v value) value {
	return bind.SwapLeaves(v, func(l value) value {
		if x, ok := l.(*literalType); ok {
			return x.v
		}
		return l
	})
}

// maxStructure is how deep structures may lie in each other.
const maxStructure = 64

// structure reads a nest of types: specs, and Python values as literals.
func (l *loaded) structure(t *thread, s *saved.StructuredValue, depth int) (value, error) {
	if s == nil || s.Value == nil || depth > maxStructure {
		return nil, brokenModel("a structure of values is empty or too deep")
	}
	switch x := s.Value.(type) {
	case *saved.NoneValue:
		return &literalType{py.None}, nil
	case float64, int64, string, bool:
		return &literalType{x}, nil
	case *saved.TensorShapeProto:
		p, err := x.Shape()
		return &literalType{&bind.Shape{PartialShape: p}}, err
	case saved.DataType:
		d, err := x.Known()
		if err != nil {
			return nil, modelError(t, err)
		}
		return &literalType{d}, nil
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
		return &literalType{y}, nil
	}
	return nil, brokenModel("a structure holds a value of an unknown kind")
}

func (l *loaded) structures(t *thread, in []*saved.StructuredValue, depth int) ([]value, error) {
	out := make([]value, len(in))
	for i, s := range in {
		v, err := l.structure(t, s, depth+1)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func (l *loaded) dict(t *thread, x *saved.DictValue, depth int) (value, error) {
	out := py.NewDict()
	keys := make([]string, 0, len(x.Fields))
	for k := range x.Fields {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		v, err := l.structure(t, x.Fields[k], depth+1)
		if err != nil {
			return nil, err
		}
		out.SetStr(k, v)
	}
	return out, nil
}

// namedTuple makes a class for a namedtuple and an instance of it.
func (l *loaded) namedTuple(t *thread, x *saved.NamedTupleValue, depth int) (value, error) {
	var fields, vals []value
	for _, p := range x.Values {
		v, err := l.structure(t, p.Value, depth+1)
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

func tensorSpec(t *thread, shape *saved.TensorShapeProto, d saved.DataType, name string) (value, error) {
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
func (l *loaded) typeSpec(t *thread, x *saved.TypeSpec, depth int) (value, error) {
	state, err := l.structure(t, x.State, depth+1)
	if err != nil {
		return nil, err
	}
	items, _ := listItems(unliteral(state))
	need := map[saved.SpecClass]int{saved.RaggedSpec: 4, saved.SparseSpec: 2}[x.Class]
	if need == 0 {
		return &literalType{x.ClassName}, nil // functions that take one cannot be called
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
		return &sparseSpec{shape.PartialShape, d}, nil
	}
	rank, ok1 := items[2].(int64)
	splits, ok2 := items[3].(tensor.DType)
	if !ok1 || !ok2 || rank < 0 || rank > tensor.MaxRank || splits != tensor.Int32 && splits != tensor.Int64 ||
		!shape.UnknownRank && int(rank) >= max(len(shape.Dims), 1) {
		return nil, brokenModel("a %s is not described", x.ClassName)
	}
	return &raggedSpec{shape.PartialShape, d, int(rank), splits}, nil
}

// Call runs the first trace that takes the arguments.
func (f *restoredFunction) Call(t *thread, args []value, kw []py.Kw) (value, error) {
	if f.bare {
		k, err := f.only(t)
		if err != nil {
			return nil, err
		}
		return k.(*concrete).Call(t, args, kw)
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
	return k.run(t, s.bound(pos, by))
}

// canonical gives arguments to parameters: positional ones with their defaults, and those by keyword.
func (f *restoredFunction) canonical(t *thread, args []value, kw []py.Kw) ([]value, *py.Dict, error) {
	vals, why := bindArgs(f.params, args, kw)
	if why != "" {
		return nil, nil, f.bindError(t, why, args, kw)
	}
	var pos []value
	by := py.NewDict()
	for i, p := range f.params {
		v := asTensors(vals[i])
		switch {
		case p.Star:
			items, _ := listItems(v)
			pos = append(pos, items...)
		case p.DStar:
			_ = v.(*py.Dict).Each(func(k, e value) error { return by.Set(k, e) })
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
func (f *restoredFunction) pick(t *thread, pos []value, by *py.Dict) (*savedTrace, []value, *py.Dict, error) {
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
func (f *restoredFunction) noTrace(pos []value, by *py.Dict) error {
	var b strings.Builder
	show := func(indent string, pos []value, by *py.Dict) {
		b.WriteString(indent + "Positional arguments (" + itoa(len(pos)) + " total):\n")
		for _, v := range pos {
			b.WriteString(indent + "  * " + py.ReprOf(unliteral(v)) + "\n")
		}
		b.WriteString(indent + "Keyword arguments: " + py.ReprOf(unliteral(by)))
	}
	b.WriteString("Could not find matching concrete function to call loaded from the SavedModel. Got:\n")
	placed := make([]value, len(pos))
	for i, v := range pos {
		name := "args_" + itoa(i)
		if i < len(f.params) && !f.params[i].Star {
			name = f.params[i].Name
		}
		ty := symbolicSpec(v)
		placed[i] = v
		if ty != nil {
			placed[i], _ = (&tracer{g: graph.New(f.name, 0), name: name}).place(ty, v)
		}
	}
	show("  ", placed, by)
	b.WriteString("\n\n Expected these arguments to match one of the following " + itoa(len(f.traced)) + " option(s):\n")
	for i, s := range f.traced {
		b.WriteString("\nOption " + itoa(i+1) + ":\n")
		show("  ", s.pos, s.kw)
		if i < len(f.traced)-1 {
			b.WriteByte('\n')
		}
	}
	return py.ValueErrorf("%s", b.String())
}

// matcher compares arguments with types.
type matcher struct {
	t       *thread
	convert bool // Python values may become tensors
}

func (m *matcher) all(types, vals []value) ([]value, bool) {
	if len(types) != len(vals) {
		return nil, false
	}
	out := make([]value, len(vals))
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
func (m *matcher) match(ty, v value) (value, bool) {
	switch s := ty.(type) {
	case *py.Dict:
		d, ok := v.(*py.Dict)
		if !ok || d.Len() != s.Len() {
			return nil, false
		}
		out := py.NewDict()
		err := s.Each(func(k, e value) error {
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
		items, ok := listItems(v) // a wrapped list
		if !ok {
			return nil, false
		}
		items, ok = m.all(s.Items, items)
		return &py.List{Items: items}, ok
	case *bind.Spec:
		return m.tensor(s, v)
	case *raggedSpec, *sparseSpec:
		own := symbolicSpec(v)
		if isSpec(v) {
			own = v
		}
		return v, own != nil && specFits(s, own)
	case *literalType:
		if bind.Components(v) != nil || isSpec(v) {
			return nil, false
		}
		same, err := py.Equal(m.t, s.v, v)
		return v, err == nil && same
	}
	return nil, false
}

var errNoMatch = py.ValueErrorf("no match")

func (m *matcher) tensor(s *bind.Spec, v value) (value, bool) {
	if x, ok := v.(*bind.Variable); ok {
		y, err := bind.Read(m.t, x)
		if err != nil {
			return nil, false
		}
		v = y
	}
	own := symbolicSpec(v)
	if isSpec(v) {
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
		v, own = x, symbolicSpec(x)
	}
	o, ok := own.(*bind.Spec)
	return v, ok && o.DType == s.DType && s.Shape.Compatible(o.Shape)
}

// bound is the arguments in the order of the trace's parameters.
func (s *savedTrace) bound(pos []value, by *py.Dict) *bound {
	b := &bound{}
	named := 0
	for _, p := range s.params() {
		switch {
		case p.Star:
			b.vals = append(b.vals, py.NewTuple(pos[min(named, len(pos)):]...))
		case p.KwOnly:
			v, _ := by.GetStr(p.Name)
			b.vals = append(b.vals, v)
		default:
			b.vals = append(b.vals, pos[named])
			named++
		}
	}
	return b
}

// params are the parameters of the trace: those of the function that take positional arguments, then one
// for each argument by keyword.
func (s *savedTrace) params() []py.Param {
	var out []py.Param
	for _, p := range s.of.params {
		if !p.Star && !p.DStar && !p.KwOnly && len(out) < len(s.pos) {
			out = append(out, p)
		}
	}
	if len(out) < len(s.pos) {
		out = append(out, py.Param{Name: "args", Star: true})
	}
	keys, _ := sortedItems(s.kw)
	for _, k := range keys {
		out = append(out, py.Param{Name: py.StrOf(k), KwOnly: true})
	}
	return out
}

// concrete reads the trace from the library.
func (s *savedTrace) concrete(t *thread) (*concrete, error) {
	if s.made != nil {
		return s.made, nil
	}
	k := &concrete{of: s.of.function, serial: nextSerial(), params: s.params(), args: &py.Tuple{}, byPlace: s.of.byPlace}
	k.name = s.name
	b := s.bound(s.pos, s.kw)
	k.args.Items = b.vals
	g := graph.New(s.of.name, k.serial)
	var args []op.Value
	for i, p := range k.params {
		v, err := (&tracer{g: g, t: t, name: p.Name}).place(k.args.Items[i], nil)
		if err != nil {
			return nil, err
		}
		k.inner = append(k.inner, v)
		if args, err = flatInputs(t, args, k.args.Items[i], v); err != nil {
			return nil, err
		}
	}
	bound, err := s.model.bound(s.name)
	if err != nil {
		return nil, err
	}
	x := &op.Exec{Ctx: t.Ctx, Host: t, Streams: bind.Streams(t), Graph: g}
	if k.outs, err = s.model.lib.Build(x, s.name, append(args, bound...)); err != nil {
		return nil, bind.Wrap(t, err, "", false)
	}
	form, err := s.model.structure(t, s.out, 0)
	if err != nil {
		return nil, err
	}
	n := 0
	k.form = placeOuts(form, &n)
	if n != len(k.outs) {
		return nil, brokenModel("the function %s gives %d tensors, and its signature has %d", s.name, len(k.outs), n)
	}
	k.plan = graph.Compile(g, k.outs)
	s.made = k
	return k, nil
}

// placeOuts numbers the tensors of a result, dicts in the order of their keys.
func placeOuts(ty value, n *int) value {
	hole := func(size int, like value) value {
		h := &outHole{*n, size, like}
		*n += size
		return h
	}
	switch s := ty.(type) {
	case *py.List:
		return &py.List{Items: placeAllOuts(s.Items, n)}
	case *py.Tuple:
		return &py.Tuple{Items: placeAllOuts(s.Items, n), Class: s.Class}
	case *py.Dict:
		keys, types := sortedItems(s)
		out := py.NewDict()
		for i, k := range keys {
			_ = out.Set(k, placeOuts(types[i], n))
		}
		return out
	case *bind.Spec:
		return hole(1, s)
	case *raggedSpec:
		if s.rank == 0 {
			return hole(1, s)
		}
		return hole(s.rank+1, &bind.SymRagged{Shape: s.shape, Splits: make([]op.Value, s.rank)})
	case *sparseSpec:
		return hole(3, &bind.SymSparse{})
	case *literalType:
		return s.v
	}
	return ty
}

func placeAllOuts(items []value, n *int) []value {
	out := make([]value, len(items))
	for i, e := range items {
		out[i] = placeOuts(e, n)
	}
	return out
}

// runNow runs a function of the library at once.
func (l *loaded) runNow(t *thread, name string, args []op.Value) ([]op.Value, error) {
	g := graph.New(name, nextSerial())
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
