package tf

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// bound is a call's arguments, one a parameter: extra positional ones are a tuple, extra keywords a dict.
type bound struct {
	vals  []value
	types *py.Tuple // their types, one a parameter
}

// bind gives arguments to parameters, fills in defaults and finds the types.
func (f *function) bind(t *thread, args []value, kw []py.Kw) (*bound, error) {
	vals, why := bindArgs(f.params, args, kw)
	if why != "" {
		return nil, f.bindError(t, why, args, kw)
	}
	b := &bound{vals: vals, types: &py.Tuple{Items: make([]value, len(vals))}}
	first := 0
	if len(f.params) > 0 && f.params[0].Name == "self" && len(vals) > 0 && !isSpec(vals[0]) {
		first = 1
	}
	for i, v := range vals {
		v = asTensors(v)
		var err error
		if k := i - first; f.sig != nil && k >= 0 && k < len(f.sig) && f.params[i].Star {
			v, b.types.Items[i], err = f.fitRest(t, f.params[i].Name, v, f.sig[k:])
		} else if f.sig != nil && k >= 0 && k < len(f.sig) {
			v, b.types.Items[i], err = f.fit(t, f.params[i].Name, v, f.sig[k])
		} else {
			b.types.Items[i], err = typeOfArg(t, v)
		}
		if err != nil {
			return nil, err
		}
		b.vals[i] = v
	}
	return b, nil
}

// asTensors makes tensors of the NumPy values of a nest.
func asTensors(v value) value {
	switch v.(type) {
	case *bind.Array, *bind.Scalar:
		if x, ok := bind.AsTensor(v); ok {
			return x
		}
	case *py.List, *py.Tuple, *py.Dict:
		return bind.SwapLeaves(v, asTensors)
	}
	return v
}

func isSpec(v value) bool {
	switch v.(type) {
	case *bind.Spec, *raggedSpec, *sparseSpec, *datasetSpec, *optionalSpec, *iteratorSpec:
		return true
	}
	return false
}

// fit converts an argument to a spec of the input signature.
func (f *function) fit(t *thread, name string, v, spec value) (value, value, error) {
	switch s := spec.(type) {
	case *bind.Spec:
		if own, ok := v.(*bind.Spec); ok {
			if !covers(s, own) {
				return nil, nil, f.misfit(v, own, s)
			}
			return s, s, nil
		}
		if x, ok := v.(*bind.Variable); ok {
			y, err := bind.Read(t, x)
			if err != nil {
				return nil, nil, err
			}
			v = y
		}
		if symbolicSpec(v) == nil {
			x, err := bind.Convert(t, v, s.DType)
			if err != nil {
				return nil, nil, py.TypeErrorf("Binding inputs to tf.function failed due to `%s`. Received args: (%s,) and "+
					"kwargs: {} for signature: %s.", py.StrOf(errText(err)), py.ReprOf(v), f.sigText())
			}
			v = x
		}
		if own := symbolicSpec(v); !covers(s, own) {
			return nil, nil, f.misfit(v, own, s)
		}
		return v, spec, nil
	case *raggedSpec, *sparseSpec, *datasetSpec, *optionalSpec, *iteratorSpec:
		own := symbolicSpec(v)
		if isSpec(v) {
			own = v
		}
		if own == nil || !covers(s, own) && !(isNestedSpec(s) && py.TypeOf(s) == py.TypeOf(own)) {
			if own == nil {
				own = &literalType{v}
			}
			return nil, nil, f.misfit(v, own, s)
		}
		return v, spec, nil
	case *py.List, *py.Tuple, *py.Dict:
		return f.fitNest(t, name, v, spec)
	}
	ty, err := typeOfArg(t, v)
	return v, ty, err
}

// fitRest fits the extra positional arguments to the rest of the input signature, one to one.
func (f *function) fitRest(t *thread, name string, v value, specs []value) (value, value, error) {
	items, _ := listItems(v)
	if len(items) != len(specs) {
		ty, err := typeOfArg(t, v)
		if err != nil {
			return nil, nil, err
		}
		return nil, nil, f.misfit(v, ty, py.NewTuple(specs...))
	}
	vals, types := make([]value, len(items)), make([]value, len(items))
	for i, e := range items {
		var err error
		if vals[i], types[i], err = f.fit(t, name, e, specs[i]); err != nil {
			return nil, nil, err
		}
	}
	return py.NewTuple(vals...), py.NewTuple(types...), nil
}

// fitNest fits the leaves of a nest to a nest of specs.
func (f *function) fitNest(t *thread, name string, v, spec value) (value, value, error) {
	vs, err := flattenNest(v)
	if err != nil {
		return nil, nil, err
	}
	specs, err := flattenNest(spec)
	if err != nil {
		return nil, nil, err
	}
	if len(vs) != len(specs) {
		ty, _ := typeOfArg(t, v)
		return nil, nil, f.misfit(v, ty, spec)
	}
	types := make([]value, len(vs))
	for i := range vs {
		if vs[i], types[i], err = f.fit(t, name, vs[i], specs[i]); err != nil {
			return nil, nil, err
		}
	}
	return packNest(spec, &vs), packNest(spec, &types), nil
}

func errText(err error) value {
	if e, ok := err.(*py.Exc); ok {
		return e.Message()
	}
	return err.Error()
}

// misfit is the complaint about an argument v of type got where the signature has want.
func (f *function) misfit(v, got, want value) error {
	return py.TypeErrorf("Binding inputs to tf.function failed due to `Can not cast %s to %s`. Received args: (%s,) and "+
		"kwargs: {} for signature: %s.", typeText(got), typeText(want), py.ReprOf(v), f.sigText())
}

// bindError words arguments that do not fit the parameters.
func (f *function) bindError(_ *thread, why string, args []value, kw []py.Kw) error {
	d := py.NewDict()
	for _, k := range kw {
		d.SetStr(k.Name, k.Value)
	}
	return py.TypeErrorf("Binding inputs to tf.function failed due to `%s`. Received args: %s and kwargs: %s for "+
		"signature: %s.", why, py.ReprOf(py.NewTuple(args...)), py.ReprOf(d), f.sigText())
}

// sigText is the signature of the function: parameters with the types of the input signature or defaults.
func (f *function) sigText() string {
	types := make([]value, len(f.params))
	first := 0
	if len(f.params) > 0 && f.params[0].Name == "self" {
		first = 1
	}
	for i, p := range f.params {
		switch {
		case f.sig != nil && i >= first && i-first < len(f.sig):
			types[i] = f.sig[i-first]
		case p.Default != nil:
			types[i] = &literalType{p.Default}
		}
	}
	return "(" + paramText(f.params, types) + ")"
}

func paramText(params []py.Param, types []value) string {
	var parts []string
	star := false
	for i, p := range params {
		s := p.Name
		switch {
		case p.Star:
			s, star = "*"+s, true
		case p.DStar:
			s = "**" + s
		case p.KwOnly && !star:
			parts, star = append(parts, "*"), true
		}
		if types[i] != nil && !p.Star && !p.DStar {
			s += ": " + typeText(types[i])
		}
		if p.Default != nil {
			s += "=" + py.ReprOf(p.Default)
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, ", ")
}

// bindArgs gives arguments to parameters as inspect.Signature.bind does; why is its complaint.
func bindArgs(params []py.Param, args []value, kw []py.Kw) (out []value, why string) {
	out = make([]value, len(params))
	rest, extra, star, dstar := args, py.NewDict(), -1, -1
	for i, p := range params {
		switch {
		case p.Star:
			star = i
		case p.DStar:
			dstar = i
		case !p.KwOnly && len(rest) > 0 && star < 0:
			out[i], rest = rest[0], rest[1:]
		}
	}
	if len(rest) > 0 && star < 0 {
		return nil, "too many positional arguments"
	}
	for _, k := range kw {
		i := paramNamed(params, k.Name)
		switch {
		case i >= 0 && out[i] != nil:
			return nil, fmt.Sprintf("multiple values for argument '%s'", k.Name)
		case i >= 0:
			out[i] = k.Value
		case dstar >= 0:
			extra.SetStr(k.Name, k.Value)
		default:
			return nil, fmt.Sprintf("got an unexpected keyword argument '%s'", k.Name)
		}
	}
	for i, p := range params {
		switch {
		case p.Star:
			out[i] = py.NewTuple(rest...)
		case p.DStar:
			out[i] = extra
		case out[i] == nil && p.Default == nil:
			return nil, fmt.Sprintf("missing a required argument: '%s'", p.Name)
		case out[i] == nil:
			out[i] = p.Default
		}
	}
	return out, ""
}

func paramNamed(params []py.Param, name string) int {
	for i, p := range params {
		if p.Name == name && !p.Star && !p.DStar && !p.PosOnly {
			return i
		}
	}
	return -1
}

// datasets is what the package of datasets adds to tracing: the values of its specs inside a function, and what a
// function is handed for one.
var datasets struct {
	place    func(p *tracer, spec value) (value, error)
	argument func(t *thread, v value) (op.Value, error)
}

// tracer makes the placeholders of a trace.
type tracer struct {
	g     *graph.Graph
	t     *thread
	name  string // of the parameter
	count int
}

// place is the value of a type inside the function: specs become placeholders, named after the parameter.
func (p *tracer) place(ty, v value) (value, error) {
	switch s := ty.(type) {
	case *py.List:
		items, err := p.placeAll(s.Items, v)
		return &py.List{Items: items}, err
	case *py.Tuple:
		items, err := p.placeAll(s.Items, v)
		return &py.Tuple{Items: items, Class: s.Class}, err
	case *py.Dict:
		return p.placeDict(s, v)
	case *bind.Spec:
		name := p.next()
		if given, ok := s.Name.(string); ok {
			name = given
		}
		return p.g.Input(name, s.DType, s.Shape), nil
	case *raggedSpec:
		return p.ragged(s), nil
	case *sparseSpec:
		rank := -1
		if !s.shape.UnknownRank {
			rank = len(s.shape.Dims)
		}
		return &bind.SymSparse{Indices: p.g.Input(p.next(), tensor.Int64, tensor.KnownShape([]int{-1, rank})),
			Values: p.g.Input(p.next(), s.dtype, tensor.KnownShape([]int{-1})),
			Dense:  p.g.Input(p.next(), tensor.Int64, tensor.KnownShape([]int{rank}))}, nil
	case *datasetSpec, *optionalSpec, *iteratorSpec:
		return datasets.place(p, ty)
	case *literalType:
		return s.v, nil
	case *objectType:
		return s.v, nil
	}
	return v, nil
}

func (p *tracer) next() string {
	p.count++
	return p.name
}

func (p *tracer) ragged(s *raggedSpec) value {
	dims := []int{-1}
	if !s.shape.UnknownRank {
		dims = append(dims, s.shape.Dims[min(s.rank+1, len(s.shape.Dims)):]...)
	}
	flat := tensor.KnownShape(dims)
	if s.shape.UnknownRank {
		flat = tensor.PartialShape{UnknownRank: true}
	}
	if s.rank == 0 {
		return p.g.Input(p.next(), s.dtype, s.shape)
	}
	r := &bind.SymRagged{Flat: p.g.Input(p.next(), s.dtype, flat), Shape: s.shape}
	for i := range s.rank {
		n := -1
		if i == 0 && !s.shape.UnknownRank && s.shape.Dims[0] >= 0 {
			n = s.shape.Dims[0] + 1
		}
		r.Splits = append(r.Splits, p.g.Input(p.next(), s.splits, tensor.KnownShape([]int{n})))
	}
	return r
}

func (p *tracer) placeAll(types []value, v value) ([]value, error) {
	items, _ := listItems(v)
	out := make([]value, len(types))
	for i, ty := range types {
		var e value
		if i < len(items) {
			e = items[i]
		}
		x, err := p.place(ty, e)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

// placeDict names the leaves in the order of the keys and keeps the dict's own order.
func (p *tracer) placeDict(s *py.Dict, v value) (value, error) {
	keys, types := sortedItems(s)
	placed := py.NewDict()
	from, _ := v.(*py.Dict)
	for i, k := range keys {
		var e value
		if from != nil {
			e, _, _ = from.Get(k)
		}
		x, err := p.place(types[i], e)
		if err != nil {
			return nil, err
		}
		if err := placed.Set(k, x); err != nil {
			return nil, err
		}
	}
	out := py.NewDict()
	err := s.Each(func(k, _ value) error {
		x, _, err := placed.Get(k)
		if err != nil {
			return err
		}
		return out.Set(k, x)
	})
	return out, err
}

// trace runs the function once on placeholders.
func (f *function) trace(t *thread, b *bound) (*concrete, error) {
	made := len(createdIn(t).vars)
	k, err := f.traceOnce(t, b, !f.created)
	if err != nil {
		return nil, err
	}
	if len(createdIn(t).vars) > made && !f.created { // again, as all later calls see it
		f.created = true
		return f.traceOnce(t, b, false)
	}
	f.created = true
	return k, nil
}

func (f *function) traceOnce(t *thread, b *bound, mayCreate bool) (*concrete, error) {
	k := &concrete{of: f, args: b.types, params: f.params, serial: nextSerial()}
	k.name = "__inference_" + f.name + "_" + itoa(k.serial)
	g := graph.New(f.name, k.serial)
	args := make([]value, len(b.vals))
	var star []value
	var kw []py.Kw
	for i, p := range f.params {
		name := p.Name
		if p.Star {
			name = p.Name + "_0"
		}
		x, err := (&tracer{g: g, t: t, name: name}).place(b.types.Items[i], b.vals[i])
		if err != nil {
			return nil, err
		}
		switch {
		case p.Star:
			star, _ = listItems(x)
		case p.DStar:
			_ = x.(*py.Dict).Each(func(key, v value) error {
				kw = append(kw, py.Kw{Name: py.StrOf(key), Value: v})
				return nil
			})
		case p.KwOnly:
			kw = append(kw, py.Kw{Name: p.Name, Value: x})
		}
		args[i] = x
	}
	k.inner = args
	var pos []value
	for i, p := range f.params {
		if !p.Star && !p.DStar && !p.KwOnly {
			pos = append(pos, args[i])
		}
	}
	pos = append(pos, star...)
	g.Around = bind.Tracing(t)
	rec := &bind.Recording{Graph: g, Autograph: f.graph}
	cr := createdIn(t)
	before := cr.allowed
	cr.allowed = mayCreate
	defer func() { cr.allowed = before }()
	err := rec.With(t, func() error {
		v, err := py.Call(t, f.fn, pos, kw)
		if err != nil {
			return f.inUserCode(t, err)
		}
		return k.results(t, v)
	})
	if err != nil {
		return nil, err
	}
	k.plan = graph.Compile(g, k.outs)
	return k, nil
}

// results takes what the function returned.
func (k *concrete) results(t *thread, v value) error {
	c := &call{T: t, Op: &bind.Op{}}
	var bad error
	k.form = bind.SwapLeaves(v, func(l value) value {
		if l == py.None || bad != nil {
			return l
		}
		if x, ok := l.(*bind.Variable); ok {
			y, err := bind.Read(t, x)
			if err != nil {
				bad = err
				return l
			}
			l = y
		}
		parts := bind.Components(l)
		if parts == nil {
			x, err := resultTensor(c, l)
			if err != nil {
				bad = py.TypeErrorf("To be compatible with tf.function, Python functions must return zero or more Tensors or "+
					"ExtensionTypes or None values; in compilation of %s, found return value of type %s, which is not a Tensor "+
					"or ExtensionType.", py.ReprOf(k.of.fn), py.TypeOf(l).Name)
				return l
			}
			l, parts = x, []op.Value{x}
		}
		for _, p := range parts {
			if e, ok := p.(*op.Edge); ok && !bind.Tracing(t).Sees(e) {
				bad = py.NewExc(inaccessible, bind.OutOfScope(e))
			}
		}
		h := &outHole{len(k.outs), len(parts), likeOf(l)}
		k.outs = append(k.outs, parts...)
		return h
	})
	return bad
}

// resultTensor makes a tensor of a Python value that is returned.
func resultTensor(c *call, v value) (op.Value, error) {
	switch x := v.(type) {
	case bool, int64, float64, complex128, string, py.Bytes, *bind.Array, *bind.Scalar:
		return c.ConvertValue(v, tensor.Invalid)
	case *bind.Shape:
		if x.FullyDefined() {
			return tensor.Ints32(x.Dims...), nil
		}
	}
	return nil, py.TypeErrorf("no tensor")
}

// inaccessible is tf.errors.InaccessibleTensorError.
var inaccessible = py.NewClass("tensorflow.python.framework.errors_impl", "InaccessibleTensorError", py.ValueErrorClass, nil)

// outHole is the place of a result's tensors among the outputs.
type outHole struct {
	at, n int
	like  value
}

// likeOf is what is needed to rebuild a value from other components.
func likeOf(v value) value {
	switch x := v.(type) {
	case *ragged.Ragged:
		return &bind.SymRagged{Shape: tensor.KnownShape(x.Shape()), Splits: make([]op.Value, x.Rank())}
	case *sparse.Sparse:
		return &bind.SymSparse{}
	}
	return v
}

// creations are the variables that functions being traced make.
type creations struct {
	allowed bool
	vars    []*bind.Variable
}

type creationsKey struct{}

func createdIn(t *thread) *creations {
	return t.Local(creationsKey{}, func() any { return &creations{allowed: true} }).(*creations)
}
