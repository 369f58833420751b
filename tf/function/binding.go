package function

import (
	"errors"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// How arguments are given to one trace: in the structure of the function's parameters, else as flat tensors.

// misfit says why an argument does not fit the type of its parameter; who binds adds the arguments and the signature.
type misfit string

func (m misfit) Error() string { return string(m) }

func cannotCast(got string, want py.Value) error {
	return misfit("Can not cast " + got + " to " + typeText(want))
}

// bindError words arguments that do not fit a signature.
func bindError(why string, args []py.Value, kw []py.Kw, signature string) error {
	d := py.NewDict()
	for _, k := range kw {
		d.SetStr(k.Name, k.Value)
	}
	return py.TypeErrorf("Binding inputs to tf.function failed due to `%s`. Received args: %s and kwargs: %s for "+
		"signature: %s.", why, py.ReprOf(py.NewTuple(args...)), py.ReprOf(d), signature)
}

// Call runs the trace: arguments as the function's parameters take them, or the flat tensors by position or name.
func (k *Concrete) Call(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
	b, err := k.bind(t, args, kw)
	if err == nil {
		return k.Run(t, b)
	}
	var why misfit
	if !errors.As(err, &why) {
		return nil, err
	}
	in, flat := k.bindFlat(t, args, kw)
	if flat == nil {
		return k.runFlat(t, in)
	}
	if !errors.As(flat, &why) {
		return nil, flat
	}
	structured := bindError(err.Error(), args, kw, k.Signature(false))
	return nil, py.TypeErrorf("%s\nFallback to flat signature also failed due to: %s", py.StrOf(ErrText(structured)),
		string(why))
}

// bind gives arguments to the function's parameters, as values of the trace's types.
func (k *Concrete) bind(t *py.Thread, args []py.Value, kw []py.Kw) (*Bound, error) {
	if len(k.Params) > 0 && k.Params[0].Name == "self" {
		if s, ok := k.Args.Items[0].(*ObjectType); ok && (len(args) == 0 || args[0] != s.V) {
			args = append([]py.Value{s.V}, args...)
		}
	}
	vals, why := BindArgs(k.Params, args, kw)
	if why != "" {
		return nil, misfit(why)
	}
	b := &Bound{Vals: vals}
	for i, v := range vals {
		var err error
		if b.Vals[i], err = cast(t, AsTensors(v), k.Args.Items[i]); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// cast gives an argument the type of its parameter: Python values become tensors.
func cast(t *py.Thread, v, ty py.Value) (py.Value, error) {
	switch s := ty.(type) {
	case *py.List, *py.Tuple:
		return castItems(t, v, ty)
	case *py.Dict:
		return castDict(t, v, s)
	case *LiteralType:
		own, err := typeOfArg(t, v)
		if err != nil || !covers(s, own) {
			return nil, cannotCast(py.ReprOf(v), s)
		}
	case *bind.Spec:
		if own, ok := v.(*bind.Spec); ok && covers(s, own) { // for get_concrete_function
			return s, nil
		}
		return castTensor(t, v, s)
	case *values.RaggedSpec, *values.SparseSpec, *DatasetSpec, *OptionalSpec, *IteratorSpec, *py.Instance:
		if !IsSpec(s) {
			break
		}
		if own := ownSpec(v); own == nil || !SameKind(s, own) {
			return v, fitSpec(v, s)
		}
	}
	return v, nil
}

// ownSpec is what an argument is: the spec of a value, a spec itself, or nil.
func ownSpec(v py.Value) py.Value {
	if IsSpec(v) {
		return v
	}
	return SymbolicSpec(v)
}

// fitSpec fails unless a spec describes an argument, a value or a spec; of a class of the program the part that does
// not fit is told.
func fitSpec(v, spec py.Value) error {
	own := ownSpec(v)
	switch {
	case own == nil:
		return cannotCast(py.ReprOf(v), spec)
	case covers(spec, own), IsNestedSpec(spec) && py.TypeOf(spec) == py.TypeOf(own):
		return nil
	}
	if same, _ := SameExtension(spec, own); same {
		want, _ := ExtensionLeaves(spec)
		got, _ := ExtensionLeaves(own)
		for i := range min(len(want), len(got)) {
			if !covers(want[i], got[i]) {
				return cannotCast(typeText(got[i]), want[i])
			}
		}
	}
	return cannotCast(typeText(own), spec)
}

// castTensor makes an argument a tensor of a spec; a tensor of a graph may be known less well than the spec.
func castTensor(t *py.Thread, v py.Value, s *bind.Spec) (py.Value, error) {
	if x, ok := v.(*bind.Variable); ok {
		y, err := bind.Read(t, x)
		if err != nil {
			return nil, err
		}
		v = y
	}
	if SymbolicSpec(v) == nil {
		x, err := bind.Convert(t, v, s.DType)
		if err != nil {
			return nil, misfit(py.StrOf(ErrText(err)))
		}
		v = x
	}
	own, ok := SymbolicSpec(v).(*bind.Spec)
	if !ok {
		return nil, cannotCast(typeText(SymbolicSpec(v)), s)
	}
	if !covers(s, own) && !(own.DType == s.DType && own.Shape.Covers(s.Shape)) {
		return nil, cannotCast(typeText(own), s)
	}
	return v, nil
}

// castItems casts the items of a list or tuple.
func castItems(t *py.Thread, v, ty py.Value) (py.Value, error) {
	types, _ := values.ListItems(ty)
	items, ok := values.ListItems(v)
	if _, list := ty.(*py.List); list && !ok {
		return nil, misfit("Can not cast " + py.ReprOf(v) + " to list type.")
	} else if !ok {
		return nil, misfit("Can not cast " + py.ReprOf(v) + " to tuple type.")
	}
	if len(items) != len(types) {
		return nil, misfit("Expected " + py.StrOf(v) + " to have length of " + table.Itoa(len(types)))
	}
	out := make([]py.Value, len(items))
	for i, e := range items {
		var err error
		if out[i], err = cast(t, e, types[i]); err != nil {
			return nil, err
		}
	}
	switch x := v.(type) {
	case *py.List:
		return &py.List{Items: out}, nil
	case *py.Tuple:
		return &py.Tuple{Items: out, Class: x.Class}, nil
	}
	return v, nil
}

// castDict casts the values of a dict by their keys.
func castDict(t *py.Thread, v py.Value, ty *py.Dict) (py.Value, error) {
	d, ok := v.(*py.Dict)
	if !ok {
		return nil, misfit("Can not cast " + py.ReprOf(v) + " to a Dict type.")
	}
	different := misfit(py.ReprOf(v) + " has different keys with the TraceType " + typeText(ty) + ".")
	if d.Len() != ty.Len() {
		return nil, different
	}
	out := py.NewDict()
	err := d.Each(func(key, e py.Value) error {
		want, there, err := ty.Get(key)
		if err != nil {
			return err
		}
		if !there {
			return different
		}
		x, err := cast(t, e, want)
		if err != nil {
			return err
		}
		return out.Set(key, x)
	})
	return out, err
}

// bindFlat gives arguments to the placeholders, by position or by their names; all are tensors or variables.
func (k *Concrete) bindFlat(t *py.Thread, args []py.Value, kw []py.Kw) ([]op.Value, error) {
	names := make([]string, len(k.Plan.Graph.Inputs))
	for i, e := range k.Plan.Graph.Inputs {
		names[i] = e.Node.Name
	}
	summary := k.Of.FullName + "(" + strings.Join(names, ", ") + ")"
	places := len(names)
	if k.ByPlace != nil {
		places = len(k.ByPlace)
	}
	if len(args) > places {
		return nil, misfit(summary + " takes " + table.Itoa(places) + " positional arguments, got " +
			table.Itoa(len(args)) + ".")
	}
	vals := append(make([]py.Value, 0, len(names)), args...)
	given := map[string]py.Value{}
	for _, w := range kw {
		given[w.Name] = w.Value
	}
	for _, name := range names[len(args):] {
		v, ok := given[name]
		if !ok {
			return nil, misfit(summary + " missing required arguments: " + missing(names, len(args), kw) + ".")
		}
		delete(given, name)
		vals = append(vals, v)
	}
	if err := surplus(summary, names[:len(args)], given); err != nil {
		return nil, err
	}
	return k.flatTensors(t, summary, vals)
}

// missing lists the placeholders that are given neither by place nor by name, sorted.
func missing(names []string, byPlace int, kw []py.Kw) string {
	var out []string
	for _, name := range names[byPlace:] {
		if !slices.ContainsFunc(kw, func(w py.Kw) bool { return w.Name == name }) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// surplus refuses keywords that no placeholder is left for.
func surplus(summary string, byPlace []string, given map[string]py.Value) error {
	var rest []string
	for name := range given {
		rest = append(rest, name)
	}
	slices.Sort(rest)
	for _, name := range rest {
		if slices.Contains(byPlace, name) {
			return misfit(summary + " got two values for '" + name + "'.")
		}
	}
	if len(rest) > 0 {
		return misfit(summary + " got unexpected keyword arguments: " + strings.Join(rest, ", ") + ".")
	}
	return nil
}

// flatTensors checks the values of the placeholders; shapes are left to the nodes.
func (k *Concrete) flatTensors(t *py.Thread, summary string, vals []py.Value) ([]op.Value, error) {
	in := make([]op.Value, len(vals))
	for i, v := range vals {
		if x, ok := v.(*bind.Variable); ok {
			y, err := bind.Read(t, x)
			if err != nil {
				return nil, err
			}
			v = y
		}
		x, ok := v.(op.Value)
		if _, edge := v.(*op.Edge); !ok || !edge && !isTensor(v) {
			return nil, misfit(summary + ": expected argument #" + table.Itoa(i) +
				"(zero-based) to be a Tensor; got " + py.TypeOf(v).Name + " (" + py.StrOf(v) + ").")
		}
		if d, want := x.DType(), k.Plan.Graph.Inputs[i].Type; d != want {
			return nil, py.NewExc(bind.InvalidArgumentError, "cannot compute "+k.Name+" as input #"+table.Itoa(i)+
				"(zero-based) was expected to be a "+want.CName()+" tensor but is a "+d.CName()+" tensor [Op:"+k.Name+"]")
		}
		in[i] = x
	}
	return in, nil
}

func isTensor(v py.Value) bool {
	_, ok := v.(*tensor.Tensor)
	return ok
}

// Named are the traces that files hold: for each signature the trace for specs that are named after their parameters,
// which is made if there is none yet. Traces for objects stay as they are.
func (f *Function) Named(t *py.Thread) ([]*Concrete, error) {
	if f.Sig != nil {
		return f.Traces, nil
	}
	var out []*Concrete
	seen := map[string]bool{}
	for _, k := range slices.Clone(f.Traces) {
		if k.only() {
			out = append(out, k)
			continue
		}
		sig := k.inputSignature().(*py.Tuple)
		key := py.ReprOf(sig) // tells Python values apart, of which typeKey knows the type
		if seen[key] {
			continue
		}
		seen[key] = true
		var kw []py.Kw
		_ = sig.Items[1].(*py.Dict).Each(func(name, v py.Value) error {
			kw = append(kw, py.Kw{Name: py.StrOf(name), Value: v})
			return nil
		})
		v, err := f.ConcreteFor(t, sig.Items[0].(*py.Tuple).Items, kw)
		if err != nil {
			return nil, err
		}
		if named := v.(*Concrete); !slices.Contains(out, named) {
			out = append(out, named)
		}
	}
	return out, nil
}

// only tells a trace for arguments that are no specs: variables, objects.
func (k *Concrete) only() bool {
	found := false
	bind.SwapLeaves(k.Args, func(l py.Value) py.Value {
		switch l.(type) {
		case *ObjectType, *VariableSpec, *CustomType:
			found = true
		}
		return l
	})
	return found
}

// SameKind tells whether specs of ragged or sparse tensors agree in all but shape.
func SameKind(a, b py.Value) bool {
	switch x := a.(type) {
	case *values.RaggedSpec:
		y, ok := b.(*values.RaggedSpec)
		return ok && x.Dtype == y.Dtype && x.Rank == y.Rank && x.Splits == y.Splits
	case *values.SparseSpec:
		y, ok := b.(*values.SparseSpec)
		return ok && x.Dtype == y.Dtype
	}
	return false
}
