package function

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Bound is a call's arguments, one a parameter: extra positional ones are a tuple, extra keywords a dict.
type Bound struct {
	Vals  []py.Value
	types *py.Tuple // their types, one a parameter
}

// bind gives arguments to parameters, fills in defaults and finds the types.
func (f *Function) bind(t *py.Thread, args []py.Value, kw []py.Kw) (*Bound, error) {
	b, err := f.fitted(t, args, kw)
	return b, f.Misfit(err, args, kw)
}

// Misfit adds the arguments and the signature to what says why an argument does not fit; other errors stay.
func (f *Function) Misfit(err error, args []py.Value, kw []py.Kw) error {
	var why misfit
	if errors.As(err, &why) {
		return f.BindError(string(why), args, kw)
	}
	return err
}

// fitted binds; what does not fit is told as a misfit.
func (f *Function) fitted(t *py.Thread, args []py.Value, kw []py.Kw) (*Bound, error) {
	vals, why := BindArgs(f.ParamList, args, kw)
	if why != "" {
		return nil, misfit(why)
	}
	b := &Bound{Vals: vals, types: &py.Tuple{Items: make([]py.Value, len(vals))}}
	first := 0
	if len(f.ParamList) > 0 && f.ParamList[0].Name == "self" && len(vals) > 0 && !IsSpec(vals[0]) {
		first = 1
	}
	for i, v := range vals {
		v = AsTensors(v)
		var err error
		if k := i - first; f.Sig != nil && k >= 0 && k < len(f.Sig) && f.ParamList[i].Star {
			v, b.types.Items[i], err = f.fitRest(t, f.ParamList[i].Name, v, f.Sig[k:])
		} else if f.Sig != nil && k >= 0 && k < len(f.Sig) {
			v, b.types.Items[i], err = f.fit(t, f.ParamList[i].Name, v, f.Sig[k])
		} else {
			b.types.Items[i], err = typeOfArg(t, v)
		}
		if err != nil {
			return nil, err
		}
		b.Vals[i] = v
	}
	return b, nil
}

// AsTensors makes tensors of the NumPy values of a nest.
func AsTensors(v py.Value) py.Value {
	switch v.(type) {
	case *bind.Array, *bind.Scalar:
		if x, ok := bind.AsTensor(v); ok {
			return x
		}
	case *py.List, *py.Tuple, *py.Dict:
		return bind.SwapLeaves(v, AsTensors)
	}
	return v
}

// IsSpec tells a TensorSpec, RaggedTensorSpec or another spec from other values.
func IsSpec(v py.Value) bool {
	switch v.(type) {
	case *bind.Spec, *values.RaggedSpec, *values.SparseSpec, *DatasetSpec, *OptionalSpec, *IteratorSpec:
		return true
	}
	return isExtensionSpec(v)
}

// fit converts an argument to a spec of the input signature.
func (f *Function) fit(t *py.Thread, name string, v, spec py.Value) (py.Value, py.Value, error) {
	if isExtensionSpec(spec) {
		return v, spec, fitSpec(v, spec)
	}
	switch s := spec.(type) {
	case *bind.Spec:
		if own, ok := v.(*bind.Spec); ok {
			if !covers(s, own) {
				return nil, nil, cannotCast(typeText(own), s)
			}
			return s, s, nil
		}
		x, err := castTensor(t, v, s)
		return x, spec, err
	case *values.RaggedSpec, *values.SparseSpec, *DatasetSpec, *OptionalSpec, *IteratorSpec:
		return v, spec, fitSpec(v, spec)
	case *py.List, *py.Tuple, *py.Dict:
		x, err := cast(t, v, spec)
		return x, spec, err
	}
	ty, err := typeOfArg(t, v)
	return v, ty, err
}

// fitRest fits the extra positional arguments to the rest of the input signature, one to one.
func (f *Function) fitRest(t *py.Thread, name string, v py.Value, specs []py.Value) (py.Value, py.Value, error) {
	items, _ := values.ListItems(v)
	if len(items) > len(specs) {
		return nil, nil, misfit("too many positional arguments")
	}
	vals, types := make([]py.Value, len(specs)), make([]py.Value, len(specs))
	for i, s := range specs {
		if i >= len(items) {
			return nil, nil, misfit("missing a required argument: '" + name + "_" + table.Itoa(i) + "'")
		}
		var err error
		if vals[i], types[i], err = f.fit(t, name, items[i], s); err != nil {
			return nil, nil, err
		}
	}
	return py.NewTuple(vals...), py.NewTuple(types...), nil
}

// Fit gives arguments the types of the input signature, one for each of the first parameters.
func (f *Function) Fit(t *py.Thread, vals []py.Value) error {
	for i, p := range f.ParamList {
		if i >= len(f.Sig) || p.Star || p.DStar || p.KwOnly {
			return nil
		}
		v, _, err := f.fit(t, p.Name, AsTensors(vals[i]), f.Sig[i])
		if err != nil {
			return err
		}
		vals[i] = v
	}
	return nil
}

// ErrText is the message of an exception, as the value it was raised with.
func ErrText(err error) py.Value {
	if e, ok := err.(*py.Exc); ok {
		return e.Message()
	}
	return err.Error()
}

// BindError words arguments that do not fit the parameters.
func (f *Function) BindError(why string, args []py.Value, kw []py.Kw) error {
	return bindError(why, args, kw, f.sigText())
}

// sigText is the signature of the function: parameters with the types of the input signature or defaults.
func (f *Function) sigText() string {
	if n := len(f.ParamList); n == 1 && f.ParamList[0].Star && f.Sig != nil { // one parameter for each spec
		var parts []string
		for i, spec := range f.Sig {
			parts = append(parts, f.ParamList[0].Name+"_"+table.Itoa(i)+": "+typeText(spec))
		}
		return "(" + strings.Join(append(parts, "/"), ", ") + ")"
	}
	types := make([]py.Value, len(f.ParamList))
	first := 0
	if len(f.ParamList) > 0 && f.ParamList[0].Name == "self" {
		first = 1
	}
	for i, p := range f.ParamList {
		switch {
		case f.Sig != nil && i >= first && i-first < len(f.Sig):
			types[i] = f.Sig[i-first]
		case p.Default != nil:
			types[i] = &LiteralType{p.Default}
		}
	}
	return "(" + paramText(f.ParamList, types) + ")"
}

func paramText(params []py.Param, types []py.Value) string {
	var parts []string
	star, placed := false, false
	for i, p := range params {
		s := p.Name
		if placed && !p.PosOnly {
			parts = append(parts, "/")
		}
		placed = p.PosOnly
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
	if placed {
		parts = append(parts, "/")
	}
	return strings.Join(parts, ", ")
}

// BindArgs gives arguments to parameters as inspect.Signature.bind does; why is its complaint.
func BindArgs(params []py.Param, args []py.Value, kw []py.Kw) (out []py.Value, why string) {
	out = make([]py.Value, len(params))
	rest, extra, star, dstar := args, py.NewDict(), -1, -1
	for i, p := range params {
		switch {
		case p.Star:
			star = i
		case p.DStar:
			dstar = i
		case !p.KwOnly && len(rest) > 0 && star < 0:
			if !p.PosOnly && slices.ContainsFunc(kw, func(k py.Kw) bool { return k.Name == p.Name }) {
				return nil, fmt.Sprintf("multiple values for argument '%s'", p.Name)
			}
			out[i], rest = rest[0], rest[1:]
		}
	}
	if len(rest) > 0 && star < 0 {
		return nil, "too many positional arguments"
	}
	unknown := ""
	for _, k := range kw {
		i := paramNamed(params, k.Name)
		switch {
		case i >= 0:
			out[i] = k.Value
		case dstar >= 0:
			extra.SetStr(k.Name, k.Value)
		case unknown == "":
			unknown = k.Name
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
	if unknown != "" {
		return nil, fmt.Sprintf("got an unexpected keyword argument '%s'", unknown)
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

// Datasets is what the package of datasets adds to tracing: the values of its specs inside a function, and what a
// function is handed for one.
var Datasets struct {
	Place    func(p *Tracer, spec py.Value) (py.Value, error)
	Argument func(t *py.Thread, v py.Value) (op.Value, error)
}

// Tracer makes the placeholders of a trace.
type Tracer struct {
	G     *graph.Graph
	T     *py.Thread
	Name  string // of the parameter
	count int

	item func(i int) string      // the names of the items of what is placed first, nil when they have none of their own
	key  func(k py.Value) string // of its keys
}

// Place is the value of a type inside the function: specs become placeholders, named after the parameter.
func (p *Tracer) Place(ty, v py.Value) (py.Value, error) {
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
		name := p.Next()
		if given, ok := s.Name.(string); ok {
			name = given
		}
		return p.G.Input(name, s.DType, s.Shape), nil
	case *values.RaggedSpec:
		return p.ragged(s), nil
	case *values.SparseSpec:
		rank := -1
		if !s.Shape.UnknownRank {
			rank = len(s.Shape.Dims)
		}
		return &bind.SymSparse{Indices: p.G.Input(p.Next(), tensor.Int64, tensor.KnownShape([]int{-1, rank})),
			Values: p.G.Input(p.Next(), s.Dtype, tensor.KnownShape([]int{-1})),
			Dense:  p.G.Input(p.Next(), tensor.Int64, tensor.KnownShape([]int{rank})), Shape: s.Shape}, nil
	case *DatasetSpec, *OptionalSpec, *IteratorSpec:
		return Datasets.Place(p, ty)
	case *LiteralType:
		return s.V, nil
	case *ObjectType:
		return s.V, nil
	case *CustomType:
		return py.CallMethod(p.T, s.V, "placeholder_value", py.None)
	case *py.Instance:
		if x, of, ok := specFields(s); ok {
			return p.placed(x, of)
		}
	}
	return v, nil
}

// Next counts one more tensor of an argument and is its name.
func (p *Tracer) Next() string {
	p.count++
	return p.Name
}

func (p *Tracer) ragged(s *values.RaggedSpec) py.Value {
	dims := []int{-1}
	if !s.Shape.UnknownRank {
		dims = append(dims, s.Shape.Dims[min(s.Rank+1, len(s.Shape.Dims)):]...)
	}
	flat := tensor.KnownShape(dims)
	if s.Shape.UnknownRank {
		flat = tensor.PartialShape{UnknownRank: true}
	}
	if s.Rank == 0 {
		return p.G.Input(p.Next(), s.Dtype, s.Shape)
	}
	r := &bind.SymRagged{Flat: p.G.Input(p.Next(), s.Dtype, flat), Shape: s.Shape}
	for i := range s.Rank {
		n := -1
		if i == 0 && !s.Shape.UnknownRank && s.Shape.Dims[0] >= 0 {
			n = s.Shape.Dims[0] + 1
		}
		r.Splits = append(r.Splits, p.G.Input(p.Next(), s.Splits, tensor.KnownShape([]int{n})))
	}
	return r
}

func (p *Tracer) placeAll(types []py.Value, v py.Value) ([]py.Value, error) {
	items, _ := values.ListItems(v)
	out := make([]py.Value, len(types))
	named := p.item
	p.item = nil
	for i, ty := range types {
		if named != nil {
			p.Name = named(i)
		}
		var e py.Value
		if i < len(items) {
			e = items[i]
		}
		x, err := p.Place(ty, e)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

// placeDict names the leaves in the order of the keys and keeps the dict's own order.
func (p *Tracer) placeDict(s *py.Dict, v py.Value) (py.Value, error) {
	keys, types := values.SortedItems(s)
	placed := py.NewDict()
	from, _ := v.(*py.Dict)
	named := p.key
	p.key = nil
	for i, k := range keys {
		if named != nil {
			p.Name = named(k)
		}
		var e py.Value
		if from != nil {
			e, _, _ = from.Get(k)
		}
		x, err := p.Place(types[i], e)
		if err != nil {
			return nil, err
		}
		if err := placed.Set(k, x); err != nil {
			return nil, err
		}
	}
	out := py.NewDict()
	err := s.Each(func(k, _ py.Value) error {
		x, _, err := placed.Get(k)
		if err != nil {
			return err
		}
		return out.Set(k, x)
	})
	return out, err
}

// trace runs the function once on placeholders.
func (f *Function) trace(t *py.Thread, b *Bound) (*Concrete, error) {
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

func (f *Function) traceOnce(t *py.Thread, b *Bound, mayCreate bool) (*Concrete, error) {
	k := &Concrete{Of: f, Args: b.types, Params: f.ParamList, Serial: NextSerial()}
	k.Name = "__inference_" + f.FullName + "_" + table.Itoa(k.Serial)
	g := graph.New(f.FullName, k.Serial)
	args := make([]py.Value, len(b.Vals))
	var star []py.Value
	var kw []py.Kw
	for i, p := range f.ParamList {
		tracer := &Tracer{G: g, T: t, Name: p.Name}
		switch {
		case p.Star: // each of them is a parameter
			tracer.item = func(i int) string { return p.Name + "_" + table.Itoa(i) }
		case p.DStar:
			tracer.key = py.StrOf
		}
		x, err := tracer.Place(b.types.Items[i], b.Vals[i])
		if err != nil {
			return nil, err
		}
		switch {
		case p.Star:
			star, _ = values.ListItems(x)
		case p.DStar:
			_ = x.(*py.Dict).Each(func(key, v py.Value) error {
				kw = append(kw, py.Kw{Name: py.StrOf(key), Value: v})
				return nil
			})
		case p.KwOnly:
			kw = append(kw, py.Kw{Name: p.Name, Value: x})
		}
		args[i] = x
	}
	k.Inner = args
	var pos []py.Value
	for i, p := range f.ParamList {
		if !p.Star && !p.DStar && !p.KwOnly {
			pos = append(pos, args[i])
		}
	}
	pos = append(pos, star...)
	g.Around = bind.Tracing(t)
	rec := &bind.Recording{Graph: g, Autograph: f.Graph}
	cr := createdIn(t)
	before := cr.allowed
	cr.allowed = mayCreate
	defer func() { cr.allowed = before }()
	err := rec.With(t, func() error {
		v, err := py.Call(t, f.Fn, pos, kw)
		if err != nil {
			return f.InUserCode(t, err)
		}
		return k.results(t, v)
	})
	if err != nil {
		return nil, err
	}
	k.Plan = graph.Compile(g, k.Outs)
	return k, nil
}

// results takes what the function returned.
func (k *Concrete) results(t *py.Thread, v py.Value) error {
	var bad error
	k.Form = bind.SwapLeaves(v, func(l py.Value) py.Value {
		if l == py.None || bad != nil {
			return l
		}
		l, err := readVariable(t, l)
		if err != nil {
			bad = err
			return l
		}
		parts := bind.Components(l)
		if parts == nil {
			x, err := resultTensor(t, l)
			if err != nil {
				bad = py.TypeErrorf(
					"To be compatible with tf.function, Python functions must return zero or more Tensors or "+
						"ExtensionTypes or None values; in compilation of %s, found return value of type %s, which is not a Tensor "+
						"or ExtensionType.",
					py.ReprOf(k.Of.Fn),
					py.TypeOf(l).Name,
				)
				return l
			}
			l, parts = x, []op.Value{x}
		}
		for _, p := range parts {
			if e, ok := p.(*op.Edge); ok && !bind.Tracing(t).Sees(e) {
				bad = py.NewExc(Inaccessible, bind.OutOfScope(e))
			}
		}
		h := &bind.Hole{At: len(k.Outs), N: len(parts), Like: likeOf(l)}
		k.Outs = append(k.Outs, parts...)
		return h
	})
	return bad
}

// resultTensor makes a tensor of a Python value that is returned.
func resultTensor(t *py.Thread, v py.Value) (op.Value, error) {
	switch x := v.(type) {
	case bool, int64, float64, complex128, string, py.Bytes, *bind.Array, *bind.Scalar:
		return inputOf(t, v, tensor.Invalid)
	case *bind.Shape:
		if x.FullyDefined() {
			return tensor.Ints32(x.Dims...), nil
		}
	}
	return nil, py.TypeErrorf("no tensor")
}

// Inaccessible is tf.errors.InaccessibleTensorError.
var Inaccessible = py.NewClass(
	"tensorflow.python.framework.errors_impl",
	"InaccessibleTensorError",
	py.ValueErrorClass,
	nil,
)

// likeOf is what is needed to rebuild a value from other components.
func likeOf(v py.Value) py.Value {
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

func createdIn(t *py.Thread) *creations {
	return t.Local(creationsKey{}, func() any { return &creations{allowed: true} }).(*creations)
}
