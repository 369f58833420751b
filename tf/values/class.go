package values

import (
	"math/big"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/table"
)

// Operators are the functions behind the operators of tensors; of those on bits that of integers and, after "bool ",
// that of booleans.
var Operators = map[string]*bind.Public{
	"+": public.Add, "-": public.Subtract, "*": public.Multiply, "/": public.Truediv, "//": public.Floordiv,
	"%": public.Floormod, "**": public.Pow, "@": public.Matmul,
	"<": public.Less, "<=": public.LessEqual, ">": public.Greater, ">=": public.GreaterEqual,
	"==": public.Equal, "!=": public.NotEqual,
	"&": public.BitwiseAnd, "|": public.BitwiseOr, "^": public.BitwiseXor, "~": public.Invert,
	"bool &": public.LogicalAnd, "bool |": public.LogicalOr, "bool ^": public.LogicalXor, "bool ~": public.LogicalNot,
	"neg": public.Negative, "abs": public.Abs,
}

// TensorBinary is a op b where at least one side is a tensor or variable.
func TensorBinary(t *py.Thread, o string, a, b py.Value) (py.Value, error) {
	if v, ok := a.(*bind.Variable); ok {
		a = v.T
	}
	if v, ok := b.(*bind.Variable); ok {
		b = v.T
	}
	x, isX := a.(*tensor.Tensor)
	y, isY := b.(*tensor.Tensor)
	switch o {
	case "==", "!=":
		return tensorEqual(t, o, a, b)
	case "&", "|", "^":
		d := tensor.Invalid
		if isX {
			d = x.DType()
		} else {
			d = y.DType()
		}
		if d == tensor.Bool {
			o = "bool " + o
		}
		return Operators[o].Run(t, a, b)
	case "<<", ">>":
		return py.NotImplemented, nil
	}
	if !isX { // reflected: the left side takes the tensor's type, or fails
		if !Convertible(a) {
			return py.NotImplemented, nil
		}
		l, err := bind.Convert(t, a, y.DType())
		if err != nil {
			return nil, err
		}
		a = l
	} else if !isY && !Convertible(b) {
		return py.NotImplemented, nil
	}
	return Operators[o].Run(t, a, b)
}

// Convertible tells values that could become a tensor from those whose own operators go first.
func Convertible(v py.Value) bool {
	switch x := v.(type) {
	case *py.Instance:
		return x.Native != nil
	case *py.NoneType:
		return true
	}
	return true
}

// tensorEqual compares element-wise; shapes that do not broadcast are simply not equal.
func tensorEqual(t *py.Thread, o string, a, b py.Value) (py.Value, error) {
	if a == py.None || b == py.None {
		return o == "!=", nil
	}
	if _, ok := AnyRagged(py.NewList(a, b)); ok {
		return raggedEqual(t, o, a, b)
	}
	if _, ok := a.(*tensor.Tensor); !ok {
		a, b = b, a
	}
	x := a.(*tensor.Tensor)
	if _, ok := b.(*py.Instance); ok {
		return py.NotImplemented, nil
	}
	y, err := bind.Convert(t, b, tensor.Invalid)
	if err == nil && !HasTensor(b) {
		y, err = bind.Convert(t, b, x.DType())
	}
	if err != nil {
		return nil, err
	}
	if x.DType() == y.DType() {
		if _, err := tensor.BroadcastShape(x.Shape(), y.Shape()); err != nil {
			return tensor.Scalar(o == "!="), nil
		}
	}
	return Operators[o].Run(t, x, y)
}

func tensorUnary(t *py.Thread, o string, v py.Value) (py.Value, error) {
	if x, ok := v.(*bind.Variable); ok {
		v = x.T
	}
	switch o {
	case "-":
		return Operators["neg"].Run(t, v)
	case "~":
		if x := v.(*tensor.Tensor); x.DType() == tensor.Bool {
			o = "bool ~"
		}
		return Operators[o].Run(t, v)
	case "abs":
		return Operators[o].Run(t, v)
	}
	return nil, py.TypeErrorf("bad operand type for unary %s: '%s'", o, py.TypeOf(v).TypeName())
}

func truth(t *tensor.Tensor) (bool, error) {
	if t.Len() > 1 {
		return false, py.ValueErrorf("The truth value of an array with more than one element " +
			"is ambiguous. Use a.any() or a.all()").WithHint("For tensors: tf.reduce_any(x) or tf.reduce_all(x).")
	}
	if t.Len() == 0 {
		return false, nil
	}
	return py.Truth(nil, bind.ToPython(t, 0))
}

// number is a tensor of one element as Python's number.
func number(t *tensor.Tensor) (py.Value, error) {
	if t.Rank() != 0 {
		return nil, py.TypeErrorf("only 0-dimensional arrays can be converted to Python scalars")
	}
	return bind.ToPython(t, 0), nil
}

func rowIter(rank int, n int, row func(i int) (py.Value, error)) (py.Iterator, error) {
	if rank == 0 {
		return nil, py.TypeErrorf("Cannot iterate over a scalar tensor.")
	}
	i := 0
	return py.IterFunc(func(t *py.Thread) (py.Value, error) {
		if i >= n {
			return nil, nil
		}
		if i&0xffff == 0xffff { // rows of an empty tensor may be without number
			if err := t.Check(); err != nil {
				return nil, err
			}
			if err := tensor.Room(1<<20, 100, "the rows of a tensor"); err != nil {
				return nil, bind.Wrap(t, err, "", false)
			}
		}
		i++
		return row(i - 1)
	}), nil
}

func init() {
	inner := func(v py.Value) *tensor.Tensor {
		t, _ := bind.AsTensor(v)
		return t
	}
	bind.TensorBase().Binary, bind.TensorBase().Unary = TensorBinary, tensorUnary // so that tf.Tensor.__neg__ is there
	for _, c := range []*py.Class{bind.TensorClass, bind.VariableClass} {
		c.Binary, c.Unary = TensorBinary, tensorUnary
		c.Truth = func(_ *py.Thread, v py.Value) (bool, error) { return truth(inner(v)) }
		c.Float = func(v py.Value) (py.Value, error) { return number(inner(v)) }
		c.Index = func(v py.Value) (int64, bool) {
			t := inner(v)
			return indexOf(t)
		}
		c.Len = func(_ *py.Thread, v py.Value) (int, error) {
			t := inner(v)
			if t.Rank() == 0 {
				return 0, py.TypeErrorf("Scalar tensor has no `len()`")
			}
			return t.Shape()[0], nil
		}
		c.Iter = func(_ *py.Thread, v py.Value) (py.Iterator, error) {
			t := inner(v)
			n := 0
			if t.Rank() > 0 {
				n = t.Shape()[0]
			}
			return rowIter(t.Rank(), n, func(i int) (py.Value, error) { return t.Row(i), nil })
		}
		c.GetItem = func(t *py.Thread, v, key py.Value) (py.Value, error) { return Index(t, inner(v), key) }
		c.Contains = func(t *py.Thread, v, item py.Value) (bool, error) {
			eq, err := tensorEqual(t, "==", inner(v), item)
			if err != nil {
				return false, err
			}
			return anyTrue(eq), nil
		}
		c.Format = func(t *py.Thread, v py.Value, spec string) (string, error) {
			x := inner(v)
			if x.Rank() == 0 {
				return py.Format(t, bind.ToPython(x, 0), spec)
			}
			return py.Format(t, py.StrOf(bind.NewArray(x)), spec)
		}
	}
	TensorAttrs(bind.TensorClass, inner)
	tensorRarely(bind.TensorClass)
	instead(bind.TensorClass)
	instead(bind.VariableClass)
	bind.TensorClass.Hash = func(v py.Value) (any, error) {
		return nil, py.TypeErrorf("Tensor is unhashable. Instead, use tensor.ref() as the key.")
	}
	bind.VariableClass.Hash = func(v py.Value) (any, error) {
		return nil, py.TypeErrorf("Variable is unhashable. Instead, use variable.ref() as the key. (Variable: %s)",
			py.ReprOf(v))
	}
	bind.TensorClass.SetItem = func(_ *py.Thread, v, _, _ py.Value) error {
		return py.TypeErrorf("'tensorflow.python.framework.ops.EagerTensor' object does not support item assignment").
			WithHint("Tensors never change; tf.tensor_scatter_nd_update(x, indices, values) gives a changed copy.")
	}
	initShape()
	initDType()
	initSpec()
	initRef()
}

func anyTrue(v py.Value) bool {
	t, ok := v.(*tensor.Tensor)
	if !ok {
		return v == true
	}
	for i := range t.Len() {
		if t.Int(i) != 0 {
			return true
		}
	}
	return false
}

func indexOf(t *tensor.Tensor) (int64, bool) {
	if t.Rank() != 0 || !t.DType().IsInteger() {
		return 0, false
	}
	return t.Int(0), true
}

// TensorAttrs gives a class the attributes of tensors; inner takes the tensor out of its values.
func TensorAttrs(c *py.Class, inner func(py.Value) *tensor.Tensor) {
	c.Prop("shape", "The TensorShape.", func(_ *py.Thread, v py.Value) (py.Value,
		error) {
		return bind.NewShape(inner(v).Shape()), nil
	})
	c.Prop("dtype", "The DType.", func(_ *py.Thread, v py.Value) (py.Value, error) { return inner(v).DType(), nil })
	c.Prop("ndim", "The number of dimensions.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return int64(inner(v).Rank()),
			nil
	})
	c.Prop("device", "Where the tensor is.", func(*py.Thread, py.Value) (py.Value,
		error) {
		return "/job:localhost/replica:0/task:0/device:CPU:0", nil
	})
	c.Def("numpy(self)", "The value as a numpy array or scalar.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) { return bind.Numpy(inner(a[0])), nil })
	c.Def("get_shape(self)", "The TensorShape.", func(_ *py.Thread, a []py.Value) (py.Value,
		error) {
		return bind.NewShape(inner(a[0]).Shape()), nil
	})
	c.Def("__array__(self, dtype=None, copy=None)", "The value as a numpy array.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) { return bind.NewArray(inner(a[0])), nil })
	c.Def("ref(self)", "A hashable reference.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return &Reference{a[0]},
			nil
	})
	c.Def("set_shape(self, shape)", "Checks the shape.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		s, err := bind.ToShape(t, a[1])
		if err != nil {
			return nil, err
		}
		x := inner(a[0])
		if !s.Compatible(tensor.KnownShape(x.Shape())) {
			return nil, py.ValueErrorf("Tensor's shape %s is not compatible with supplied shape %s.",
				bind.NewShape(x.Shape()), s)
		}
		return py.None, nil
	})
	c.Def("__deepcopy__(self, memo)", "The value itself.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return a[0],
			nil
	})
	c.Def(
		"__round__(self, ndigits=None)",
		"Rounds halves to even.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			if a[1] != py.None && a[1] != int64(0) {
				return nil, py.ValueErrorf("round(tensor, ndigits) takes no ndigits in TensorFlow")
			}
			return public.Round.Run(t, inner(a[0]))
		},
	)
}

// instead tells what to use for attributes of arrays that tensors and variables do not have.
func instead(c *py.Class) {
	// NumPy's conveniences exist only after np_config; TensorFlow says so, and so do we.
	c.GetAttr = func(_ *py.Thread, v py.Value, name string) (py.Value, error) {
		switch name {
		case "T", "astype", "ravel", "transpose", "reshape", "clip", "size", "tolist", "data":
			e := py.Raisef(py.AttributeErrorClass,
				"%s object has no attribute '%s'. \n        If you are looking for numpy-related methods, please "+
					"run the following:\n        tf.experimental.numpy.experimental_enable_numpy_behavior()\n      ",
				py.TypeOf(v).Name, name)
			return nil, e.WithHint("%s", map[string]string{"T": "Use tf.transpose(x).",
				"astype": "Use tf.cast(x, dtype).", "reshape": "Use tf.reshape(x, shape).",
				"ravel": "Use tf.reshape(x, [-1]).", "tolist": "Use x.numpy().tolist()."}[name])
		case "mean", "sum", "prod", "max", "min", "all", "any", "std", "var", "argmax", "argmin", "cumsum", "round",
			"copy", "decode", "item":
			e := py.NoAttr(v, name)
			instead := map[string]string{"std": "tf.math.reduce_std(x)", "var": "tf.math.reduce_variance(x)",
				"argmax": "tf.argmax(x)",
				"argmin": "tf.argmin(x)", "cumsum": "tf.cumsum(x)", "round": "tf.round(x)", "copy": "tf.identity(x)",
				"decode": "x.numpy().decode()", "item": "x.numpy().item()"}[name]
			if instead == "" {
				instead = "tf.reduce_" + name + "(x)"
			}
			return nil, e.WithHint("Use %s.", instead)
		case "op", "name", "graph", "value_index":
			if c == bind.TensorClass {
				return nil, py.Raisef(py.AttributeErrorClass, "Tensor.%s is undefined when eager execution is enabled.",
					name)
			}
		}
		return nil, py.NoAttr(v, name)
	}
}

// Reference is tensor.ref(): hashable by identity.
type Reference struct{ V py.Value }

var refClass = py.NewClass("tensorflow.python.util.object_identity", "Reference", py.ObjectClass, nil)

func initRef() {
	py.Register[*Reference](refClass)
	refClass.Def("deref(self)", "The tensor.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return a[0].(*Reference).V,
			nil
	})
	refClass.Hash = func(v py.Value) (any, error) { return refKey{v.(*Reference).V}, nil }
	refClass.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return "<Reference wrapping " + py.ReprOf(v.(*Reference).V) + ">", nil
	}
	refClass.Binary = func(_ *py.Thread, o string, a, b py.Value) (py.Value, error) {
		x, ok1 := a.(*Reference)
		y, ok2 := b.(*Reference)
		switch {
		case o != "==" && o != "!=":
			return py.NotImplemented, nil
		case !ok1 || !ok2:
			return nil, py.TypeErrorf("Cannot compare wrapped object with unwrapped object")
		}
		return (x.V == y.V) == (o == "=="), nil
	}
}

type refKey struct{ v py.Value }

func initShape() {
	c := bind.ShapeClass
	c.New = py.NewBuiltin("TensorShape(dims)", func(t *py.Thread, a []py.Value) (py.Value, error) {
		s, err := bind.ToShape(t, a[0])
		if err != nil {
			return nil, err
		}
		return &bind.Shape{PartialShape: s}, nil
	})
	c.Prop("rank", "The number of dimensions, or None.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		if shapeValue(v).UnknownRank {
			return py.None, nil
		}
		return int64(len(shapeValue(v).Dims)), nil
	})
	c.Attrs.SetStr("ndims", mustAttr(c, "rank"))
	c.Prop("dims", "The dimensions.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		if shapeValue(v).UnknownRank {
			return py.None, nil
		}
		return py.NewList(bind.Dims(shapeValue(v).PartialShape)...), nil
	})
	c.Def("as_list(self)", "The dimensions as a list.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		if shapeValue(a[0]).UnknownRank {
			return nil, py.ValueErrorf("as_list() is not defined on an unknown TensorShape.")
		}
		return py.NewList(bind.Dims(shapeValue(a[0]).PartialShape)...), nil
	})
	c.Def("num_elements(self)", "The number of elements, or None.", shapeNumElements)
	c.Def("is_fully_defined(self)", "Whether every dimension is known.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) { return shapeValue(a[0]).FullyDefined(), nil })
	shapeRelations(c)
	table.MethodsInLibrary(c, "_tf_rare", "shape", "assert_same_rank(self, other)", "with_rank_at_most(self, rank)",
		"most_specific_common_supertype(self, others)")
	shapeProtocol(c)
}

// shapeRelations defines what shapes are to each other, and what they must be.
func shapeRelations(c *py.Class) {
	two := func(sig, doc string, f func(x, y tensor.PartialShape) (py.Value, error)) {
		c.Def(sig+"(self, other)", doc, func(t *py.Thread, a []py.Value) (py.Value, error) {
			y, err := bind.ToShape(t, a[1])
			if err != nil {
				return nil, err
			}
			return f(shapeValue(a[0]).PartialShape, y)
		})
	}
	two("is_compatible_with", "Whether both could be the same shape.",
		func(x, y tensor.PartialShape) (py.Value, error) { return x.Compatible(y), nil })
	two("is_subtype_of", "Whether every tensor of this shape has the other too.",
		func(x, y tensor.PartialShape) (py.Value, error) {
			if y.UnknownRank {
				return true, nil
			}
			if x.UnknownRank || len(x.Dims) != len(y.Dims) {
				return false, nil
			}
			for i, d := range y.Dims {
				if d >= 0 && x.Dims[i] != d {
					return false, nil
				}
			}
			return true, nil
		})
	two("assert_is_compatible_with", "Raises unless both could be the same shape.",
		func(x, y tensor.PartialShape) (py.Value, error) {
			if !x.Compatible(y) {
				return nil, py.ValueErrorf("Shapes %s and %s are incompatible", x, y)
			}
			return py.None, nil
		})
	two("merge_with", "What both know together.", func(x, y tensor.PartialShape) (py.Value, error) {
		s, ok := x.Merge(y)
		if !ok {
			return nil, py.ValueErrorf("Shapes %s and %s are not compatible", x, y)
		}
		return &bind.Shape{PartialShape: s}, nil
	})
	two(
		"most_specific_compatible_shape",
		"What both have in common.",
		func(x, y tensor.PartialShape) (py.Value, error) {
			if x.UnknownRank || y.UnknownRank || len(x.Dims) != len(y.Dims) {
				return &bind.Shape{PartialShape: tensor.PartialShape{UnknownRank: true}}, nil
			}
			out := make([]int, len(x.Dims))
			for i, d := range x.Dims {
				if out[i] = d; d != y.Dims[i] {
					out[i] = -1
				}
			}
			return bind.NewShape(out), nil
		},
	)
	two("concatenate", "The other's dimensions after these.", func(x, y tensor.PartialShape) (py.Value, error) {
		return &bind.Shape{PartialShape: x.Concat(y)}, nil
	})
	c.Def("with_rank(self, rank)", "Checks the rank.", shapeWithRank)
	atLeast := func(_ *py.Thread, a []py.Value) (py.Value, error) {
		n, ok := py.AsInt(a[1])
		if !ok {
			return nil, py.TypeErrorf("with_rank_at_least takes an integer, not %s", py.ReprOf(a[1]))
		}
		s := shapeValue(a[0])
		if !s.UnknownRank && len(s.Dims) < int(n) {
			return nil, py.ValueErrorf("Shape %s must have rank at least %d", s, n)
		}
		return s, nil
	}
	c.Def("with_rank_at_least(self, rank)", "Checks that the rank is so or more.", atLeast)
	c.Def("assert_has_rank(self, rank)", "Raises unless the rank is so.", shapeAssertHasRank)
	c.Def("assert_is_fully_defined(self)", "Raises unless every dimension is known.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			if s := shapeValue(a[0]); !s.FullyDefined() {
				return nil, py.ValueErrorf("Shape %s is not fully defined", s)
			}
			return py.None, nil
		})
}

// shapeProtocol defines how shapes are walked, indexed, compared and added.
func shapeProtocol(c *py.Class) {
	c.Len = func(_ *py.Thread, v py.Value) (int, error) {
		if shapeValue(v).UnknownRank {
			return 0, py.ValueErrorf("Cannot take the length of shape with unknown rank.")
		}
		return len(shapeValue(v).Dims), nil
	}
	c.Truth = func(_ *py.Thread, v py.Value) (bool, error) { return !shapeValue(v).UnknownRank, nil }
	c.Iter = func(t *py.Thread, v py.Value) (py.Iterator, error) {
		if shapeValue(v).UnknownRank {
			return nil, py.ValueErrorf("Cannot iterate over a shape with unknown rank.")
		}
		return py.Iter(t, py.NewTuple(bind.Dims(shapeValue(v).PartialShape)...))
	}
	c.GetItem = func(t *py.Thread, v, key py.Value) (py.Value, error) {
		s := shapeValue(v)
		if s.UnknownRank {
			return py.None, nil
		}
		r, err := py.GetItem(t, py.NewTuple(bind.Dims(s.PartialShape)...), key)
		if err != nil {
			if e, ok := err.(*py.Exc); ok && e.Class == py.IndexErrorClass {
				return nil, py.IndexErrorf("list index out of range")
			}
			return nil, err
		}
		if tp, ok := r.(*py.Tuple); ok {
			p, err := bind.ToShape(t, tp)
			return &bind.Shape{PartialShape: p}, err
		}
		return r, nil
	}
	c.Hash = func(v py.Value) (any, error) { return "shape" + shapeValue(v).String(), nil }
	c.Binary = func(t *py.Thread, o string, a, b py.Value) (py.Value, error) {
		x, err := bind.ToShape(t, a)
		if err != nil {
			return py.NotImplemented, nil
		}
		y, err := bind.ToShape(t, b)
		if err != nil {
			return py.NotImplemented, nil
		}
		switch o {
		case "==", "!=":
			same := x.UnknownRank == y.UnknownRank && tensor.SameShape(x.Dims, y.Dims)
			return same == (o == "=="), nil
		case "+":
			return &bind.Shape{PartialShape: x.Concat(y)}, nil
		}
		return py.NotImplemented, nil
	}
}

// shapeValue is a value that is a tf.TensorShape.
func shapeValue(v py.Value) *bind.Shape { return v.(*bind.Shape) }

// shapeNumElements is num_elements of shapes: the number of elements, or None.
func shapeNumElements(_ *py.Thread, a []py.Value) (py.Value, error) {
	if !shapeValue(a[0]).FullyDefined() {
		return py.None, nil
	}
	n := big.NewInt(1)
	for _, d := range shapeValue(a[0]).Dims {
		n.Mul(n, big.NewInt(int64(d)))
	}
	return py.Int(n), nil
}

// shapeWithRank is with_rank of shapes: checks the rank.
func shapeWithRank(_ *py.Thread, a []py.Value) (py.Value, error) {
	n, _ := py.AsInt(a[1])
	s := shapeValue(a[0])
	if s.UnknownRank {
		dims := make([]int, n)
		for i := range dims {
			dims[i] = -1
		}
		return bind.NewShape(dims), nil
	}
	if len(s.Dims) != int(n) {
		return nil, py.ValueErrorf("Shape %s must have rank %d", s, n)
	}
	return s, nil
}

// shapeAssertHasRank is assert_has_rank of shapes: raises unless the rank is so.
func shapeAssertHasRank(_ *py.Thread, a []py.Value) (py.Value, error) {
	n, _ := py.AsInt(a[1])
	if s := shapeValue(a[0]); !s.UnknownRank && len(s.Dims) != int(n) {
		return nil, py.ValueErrorf("Shape %s must have rank %d", s, n)
	}
	return py.None, nil
}

func mustAttr(c *py.Class, name string) py.Value {
	v, _ := c.Attrs.GetStr(name)
	return v
}

func initDType() {
	c := bind.DTypeClass
	prop := func(name, doc string, f func(d tensor.DType) (py.Value, error)) {
		c.Prop(name, doc, func(_ *py.Thread, v py.Value) (py.Value, error) { return f(v.(tensor.DType)) })
	}
	c.New = py.NewBuiltin("DType(type_enum, handle_data=None)",
		func(_ *py.Thread, a []py.Value) (py.Value, error) { return bind.ToDType(a[0], "") })
	prop("name", "The name.", func(d tensor.DType) (py.Value, error) { return d.Name(), nil })
	prop("size", "Bytes of an element.", func(d tensor.DType) (py.Value, error) {
		if d.IsOpaque() {
			return int64(0), nil
		}
		return int64(max(d.Size(), 1)), nil
	})
	prop("is_integer", "Whether it is an integer type.", func(d tensor.DType) (py.Value, error) {
		return d.IsInteger(),
			nil
	})
	prop("is_floating", "Whether it is a floating type.", func(d tensor.DType) (py.Value, error) {
		return d.IsFloating(),
			nil
	})
	prop("is_complex", "Whether it is a complex type.", func(d tensor.DType) (py.Value, error) {
		return d.IsComplex(),
			nil
	})
	prop("is_unsigned", "Whether it is an unsigned type.", func(d tensor.DType) (py.Value, error) {
		return d.IsUnsigned(),
			nil
	})
	prop("is_quantized", "Whether it is a quantised type.", func(d tensor.DType) (py.Value,
		error) {
		return d.IsQuantized(), nil
	})
	prop("is_bool", "Whether it is bool.", func(d tensor.DType) (py.Value, error) { return d == tensor.Bool, nil })
	prop("is_numeric", "Whether it is a number type.", func(d tensor.DType) (py.Value, error) {
		return d.IsNumeric() &&
			!d.IsQuantized(), nil
	})
	prop("is_numpy_compatible", "Whether numpy has it.",
		func(d tensor.DType) (py.Value, error) { return !d.IsOpaque(), nil })
	prop("base_dtype", "The type itself.", func(d tensor.DType) (py.Value, error) { return d, nil })
	prop("real_dtype", "The type of the parts of a complex number.",
		func(d tensor.DType) (py.Value, error) { return d.Real(), nil })
	prop("as_datatype_enum", "The number of the type.", func(d tensor.DType) (py.Value, error) { return int64(d), nil })
	prop("as_numpy_dtype", "The numpy type.", func(d tensor.DType) (py.Value, error) {
		if d.IsOpaque() {
			return nil, noNumPy(d)
		}
		if k := bind.ScalarClasses[d.Base()]; k != nil {
			return k, nil
		}
		return py.ObjectClass, nil
	})
	limit := func(name string, hi bool) {
		prop(name, "The "+name+" value.", func(d tensor.DType) (py.Value, error) {
			switch {
			case d.IsQuantized():
				return nil, py.TypeErrorf("Cannot find %s value of %s with quantized type %s.",
					map[bool]string{true: "maximum", false: "minimum"}[hi], py.StrOf(d), py.StrOf(d))
			case d.IsOpaque():
				return nil, py.TypeErrorf("Cannot find %s value of %s.",
					map[bool]string{true: "maximum", false: "minimum"}[hi], py.StrOf(d))
			case d.IsFloating():
				lo, top := d.Real().FloatRange()
				v := tensor.Scalar(lo)
				if hi {
					v = tensor.Scalar(top)
				}
				if d == tensor.BFloat16 {
					return bind.ToPython(v, 0), nil
				}
				x, err := tensor.Cast(py.Background().Ctx, v, d)
				return bind.NPScalar(x), err
			case d.IsInteger():
				lo, top := d.IntRange()
				if !hi {
					return lo, nil
				}
				return py.Int(new(big.Int).SetUint64(uint64(top))), nil
			}
			return nil, py.TypeErrorf("Cannot find %s value of %s with type %s.",
				map[bool]string{true: "maximum", false: "minimum"}[hi], py.StrOf(d), py.StrOf(d))
		})
	}
	limit("min", false)
	limit("max", true)
	prop("limits", "The least and greatest value.", func(d tensor.DType) (py.Value, error) {
		switch _, hi := d.IntRange(); {
		case d.IsOpaque():
			return nil, noNumPy(d)
		case d.IsFloating(): // intensities are from 0 on, whatever the type can hold
			return py.NewTuple(int64(0), int64(1)), nil
		case d == tensor.Bool:
			return py.NewTuple(int64(0), true), nil
		case d.IsInteger():
			return py.NewTuple(int64(0), py.Int(new(big.Int).SetUint64(uint64(hi)))), nil
		}
		return nil, py.ValueErrorf("%s does not have defined limits.", py.StrOf(d))
	})
	c.Def("is_compatible_with(self, other)", "Whether both are the same type.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			o, err := bind.ToDType(a[1], "")
			return err == nil && o == a[0], nil
		})
	c.Hash = func(v py.Value) (any, error) { return v, nil }
	c.Index = func(v py.Value) (int64, bool) { return int64(v.(tensor.DType)), true }
	c.Binary = func(_ *py.Thread, o string, a, b py.Value) (py.Value, error) {
		if o != "==" && o != "!=" {
			return py.NotImplemented, nil
		}
		x, err1 := bind.ToDType(a, "")
		y, err2 := bind.ToDType(b, "")
		same := err1 == nil && err2 == nil && x == y
		return same == (o == "=="), nil
	}
	table.MethodsInLibrary(c, "_tf_rare", "dtype", "is_subtype_of(self, other)",
		"most_specific_common_supertype(self, types)")
	c.Prop("is_ref_dtype", "False.", func(*py.Thread, py.Value) (py.Value, error) { return false, nil })
}

// noNumPy is the error of a type for which NumPy has no counterpart: the dictionary of them lacks its number.
func noNumPy(d tensor.DType) error {
	return py.NewExc(py.KeyErrorClass, int64(d)).WithHint("%s has no type of NumPy.", py.StrOf(d))
}

func initSpec() {
	c := bind.SpecClass
	c.New = py.NewBuiltin(
		"TensorSpec(shape, dtype=tf.float32, name=None)",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			s, err := bind.ToShape(t, a[0])
			if err != nil {
				return nil, err
			}
			d, err := bind.ToDType(a[1], "")
			return &bind.Spec{Shape: s, DType: d, Name: a[2]}, err
		},
	)
	specRelations(c)
	spec := func(v py.Value) *bind.Spec { return v.(*bind.Spec) }
	c.Prop("shape", "The static shape.", func(_ *py.Thread, v py.Value) (py.Value,
		error) {
		return &bind.Shape{PartialShape: spec(v).Shape}, nil
	})
	c.Prop("dtype", "The dtype.", func(_ *py.Thread, v py.Value) (py.Value, error) { return spec(v).DType, nil })
	c.Prop("name", "The name.", func(_ *py.Thread, v py.Value) (py.Value, error) { return spec(v).Name, nil })
	c.Prop("value_type", "The class of the values.",
		func(*py.Thread, py.Value) (py.Value, error) { return bind.TensorBase(), nil })
	c.Attrs.SetStr("from_spec", &py.StaticMethod{Fn: py.NewBuiltin("from_spec(spec, name=None)",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			s, ok := a[0].(*bind.Spec)
			if !ok {
				return nil, py.TypeErrorf("Expected a TensorSpec, got %s", py.ReprOf(a[0]))
			}
			out := *s
			if a[1] != py.None {
				out.Name = a[1]
			}
			return &out, nil
		})})
	c.Attrs.SetStr("from_tensor", &py.StaticMethod{Fn: py.NewBuiltin("from_tensor(tensor, name=None)",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			x, ok := bind.AsTensor(a[0])
			if !ok {
				return nil, py.ValueErrorf(
					"`tensor` should be a tf.Tensor, but got type %s.",
					py.ReprOf(py.TypeOf(a[0])),
				)
			}
			return &bind.Spec{Shape: tensor.KnownShape(x.Shape()), DType: x.DType(), Name: a[1]}, nil
		})})
	c.Def("is_compatible_with(self, spec_or_value)", "Whether a tensor or spec fits.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			s := spec(a[0])
			switch o := a[1].(type) {
			case *bind.Spec:
				return s.DType == o.DType && s.Shape.Compatible(o.Shape), nil
			}
			x, ok := bind.AsTensor(a[1])
			return ok && x.DType() == s.DType && s.Shape.Compatible(tensor.KnownShape(x.Shape())), nil
		})
	c.Hash = func(v py.Value) (any, error) { return py.ReprOf(v), nil }
	c.Binary = func(_ *py.Thread, o string, a, b py.Value) (py.Value, error) {
		x, ok1 := a.(*bind.Spec)
		y, ok2 := b.(*bind.Spec)
		if !ok1 || !ok2 || o != "==" && o != "!=" {
			return py.NotImplemented, nil
		}
		return (py.ReprOf(x) == py.ReprOf(y)) == (o == "=="), nil
	}
	table.Register(
		table.Plain(table.Direct("tf.type_spec_from_value", "(value)", "", func(c *bind.Call) (py.Value, error) {
			if s := SpecOf(c.Args[0]); s != nil {
				return s, nil
			}
			if _, _, ok := bind.FieldsOf(c.Args[0]); ok {
				return py.GetAttr(c.T, c.Args[0], "_type_spec")
			}
			if x, err := bind.Convert(c.T, c.Args[0], tensor.Invalid); err == nil { // what a tensor of it would be
				return SpecOf(x), nil
			}
			return nil, py.TypeErrorf("Could not build a TypeSpec for %s of unsupported type %s.", py.ReprOf(c.Args[0]),
				py.ReprOf(py.TypeOf(c.Args[0])))
		}, "The spec of a tensor.\n\n>>> tf.type_spec_from_value(tf.constant([1, 2]))")),
	)
}
