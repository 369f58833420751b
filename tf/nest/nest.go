package nest

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Nested structures: lists, tuples and dictionaries, whose keys are taken in order.

func init() {
	table.Register(
		table.Plain(
			table.Direct(
				"tf.nest.flatten",
				"(structure, expand_composites=False)",
				"",
				func(c *bind.Call) (py.Value, error) {
					leaves, err := flatten(c.T, c.Args[0])
					if expanded, bad := c.Bool(1); err == nil && (expanded || bad != nil) {
						if err = bad; err == nil {
							leaves, err = expand(c.T, leaves)
						}
					}
					if err != nil {
						return nil, err
					}
					return py.NewList(leaves...), nil
				},
				`The leaves of a structure.

>>> tf.nest.flatten({'b': 2, 'a': [1, (3,)]})`,
			),
		),
		table.Plain(table.Direct("tf.nest.map_structure", "(func, *structure, **kwargs)", "", mapStructure,
			`A function on the leaves of structures of one form.

>>> tf.nest.map_structure(lambda x, y: x + y, [1, (2, 3)], [10, (20, 30)])`)),
		table.Plain(
			table.Direct(
				"tf.nest.is_nested",
				"(seq)",
				"",
				func(c *bind.Call) (py.Value, error) { return IsNested(c.Args[0]), nil },
				`Whether it is a list, tuple or dictionary.

>>> tf.nest.is_nested([1])`,
			),
		),
		table.Plain(table.Direct("tf.nest.pack_sequence_as", "(structure, flat_sequence, expand_composites=False)", "",
			packSequence, `A structure of the given form with other leaves.

>>> tf.nest.pack_sequence_as([0, (0, 0)], [1, 2, 3])`)),
		table.Plain(
			table.Direct(
				"tf.nest.assert_same_structure",
				"(nest1, nest2, check_types=True, expand_composites=False)",
				"",
				func(c *bind.Call) (py.Value, error) {
					types, err := c.Bool(2)
					if err != nil {
						return nil, err
					}
					expanded, err := c.Bool(3)
					if err != nil {
						return nil, err
					}
					return py.None, assertSame(c.T, c.Args[0], c.Args[1], types, expanded)
				},
				`Fails unless two structures have one form.

>>> tf.nest.assert_same_structure([1, (2,)], [3, (4,)])`,
			),
		),
	)
}

// IsNested tells what tf.nest goes into: lists, tuples and dicts.
func IsNested(v py.Value) bool {
	switch v.(type) {
	case *py.List, *py.Tuple, *py.Dict:
		return true
	}
	return false
}

// MaxNest is how deep structures may nest, as Python's recursion limit has it.
const MaxNest = 1000

// FlattenNest gives the leaves of a structure; one that holds itself nests too deep.
func FlattenNest(v py.Value) ([]py.Value, error) { return flatten(py.Background(), v) }

// flatten is FlattenNest that stops with the evaluation.
func flatten(t *py.Thread, v py.Value) ([]py.Value, error) {
	if !IsNested(v) {
		return []py.Value{v}, nil
	}
	var out []py.Value
	err := eachLeaf(t, v, 0, func(leaf py.Value) { out = append(out, leaf) })
	return out, err
}

func eachLeaf(t *py.Thread, v py.Value, depth int, do func(leaf py.Value)) error {
	var items []py.Value
	switch x := v.(type) {
	case *py.List:
		items = x.Items
	case *py.Tuple:
		items = x.Items
	case *py.Dict:
		var keys []py.Value
		keys, items = values.SortedItems(x)
		for i := 1; i < len(keys); i++ { // keys without an order are an error
			if _, err := py.Binary(py.Background(), "<", keys[i], keys[i-1]); err != nil {
				return err
			}
		}
	default:
		do(v)
		return nil
	}
	if depth >= MaxNest {
		return py.Raisef(py.RecursionErrorClass,
			"maximum recursion depth exceeded in flatten").WithHint("the structure nests "+
			"deeper than %d levels, or holds itself.", MaxNest)
	}
	for i, e := range items {
		if i&4095 == 4095 {
			if err := t.Check(); err != nil {
				return err
			}
		}
		if err := eachLeaf(t, e, depth+1, do); err != nil {
			return err
		}
	}
	return nil
}

// PackNest puts leaves in the places of a structure, which flattenNest has walked before.
func PackNest(like py.Value, leaves *[]py.Value) py.Value {
	switch x := like.(type) {
	case *py.List:
		out := &py.List{Items: make([]py.Value, len(x.Items))}
		for i, e := range x.Items {
			out.Items[i] = PackNest(e, leaves)
		}
		return out
	case *py.Tuple:
		out := *x
		out.Items = make([]py.Value, len(x.Items))
		for i, e := range x.Items {
			out.Items[i] = PackNest(e, leaves)
		}
		return &out
	case *py.Dict:
		keys, vals := values.SortedItems(x)
		packed := map[int]py.Value{}
		for i, e := range vals {
			packed[i] = PackNest(e, leaves)
		}
		out := py.NewDict()
		out.Class, out.Default = x.Class, x.Default
		_ = x.Each(func(k, _ py.Value) error {
			for i, s := range keys {
				if same, _ := py.Equal(py.Background(), s, k); same {
					return out.Set(k, packed[i])
				}
			}
			return nil
		})
		return out
	}
	v := (*leaves)[0]
	*leaves = (*leaves)[1:]
	return v
}

// packSequence is tf.nest.pack_sequence_as.
func packSequence(c *bind.Call) (py.Value, error) {
	expanded, err := c.Bool(2)
	if err != nil {
		return nil, err
	}
	if !IsNested(c.Args[1]) {
		return nil, py.TypeErrorf("Attempted to pack value:\n  %s\ninto a structure, but found incompatible type `%s` "+
			"instead.", py.StrOf(c.Args[1]), py.ReprOf(py.TypeOf(c.Args[1])))
	}
	items, err := py.ToSlice(c.T, c.Args[1])
	if err != nil {
		return nil, err
	}
	leaves, err := flatten(c.T, c.Args[0])
	if err != nil {
		return nil, err
	}
	atoms := leaves
	if expanded {
		if atoms, err = expand(c.T, leaves); err != nil {
			return nil, err
		}
	}
	switch want := len(atoms); {
	case want != len(items) && !IsNested(c.Args[0]) && !(expanded && isComposite(c.Args[0])):
		return nil, py.ValueErrorf("The target structure is of type `%s`\n  %s\nHowever the input is a sequence (%s) of "+
			"length %d.\n  %s\nnest cannot guarantee that it is safe to map one to the other.",
			py.ReprOf(py.TypeOf(c.Args[0])), py.StrOf(c.Args[0]), py.ReprOf(py.TypeOf(c.Args[1])), len(items),
			py.ReprOf(c.Args[1]))
	case want != len(items):
		return nil, py.ValueErrorf("Could not pack sequence. Structure had %d atoms, but flat_sequence "+
			"had %d items.  Structure: %s, flat_sequence: %s.", want, len(items), py.ReprOf(c.Args[0]),
			py.ReprOf(c.Args[1]))
	}
	return pack(c.T, c.Args[0], leaves, items, expanded)
}

// pack puts items, parts of composite tensors where expanded, in the places of the leaves of a structure.
func pack(t *py.Thread, like py.Value, leaves, items []py.Value, expanded bool) (py.Value, error) {
	if expanded {
		var err error
		if items, err = contract(t, leaves, items); err != nil {
			return nil, err
		}
	}
	return PackNest(like, &items), nil
}

// AssertSame fails unless two structures have one form.
func AssertSame(a, b py.Value) error {
	if _, err := FlattenNest(a); err != nil {
		return err
	}
	return bind.SameStructure(a, b, true)
}

// assertSame is AssertSame that may ignore the classes of lists and tuples, and may compare composite tensors by their
// specs.
func assertSame(t *py.Thread, a, b py.Value, types, expanded bool) error {
	if _, err := flatten(t, a); err != nil || a == b {
		return err
	}
	n, stopped := 0, error(nil)
	err := bind.SameStructureWith(a, b, types, func(x, y py.Value) (string, bool) {
		if n++; n&4095 == 0 {
			if stopped = t.Check(); stopped != nil {
				return "", true
			}
		}
		if expanded {
			return specsApart(x, y)
		}
		return "", false
	})
	if stopped != nil {
		return stopped
	}
	return err
}

// specsApart tells how two leaves differ where one of them is a composite tensor.
func specsApart(x, y py.Value) (string, bool) {
	if !isComposite(x) {
		x, y = y, x
	}
	switch {
	case !isComposite(x):
		return "", false
	case !isComposite(y):
		return "Substructure \"" + bind.Typed(x) + "\" is a sequence, while substructure \"" + bind.Typed(y) + "\" is not", true
	}
	if a, b := values.SpecOf(x), values.SpecOf(y); a != nil && b != nil {
		if !values.SameKind(a, b) {
			return "Incompatible CompositeTensor TypeSpecs: " + bind.Typed(a) + " vs. " + bind.Typed(b), true
		}
	}
	return "", false
}

// mapOptions are the keyword arguments of map_structure.
func mapOptions(c *bind.Call) (types, expanded bool, err error) {
	types = true
	err = c.Args[2].(*py.Dict).Each(func(k, v py.Value) error {
		on, err := py.Truth(c.T, v)
		switch {
		case err != nil:
			return err
		case k == "check_types":
			types = on
		case k == "expand_composites":
			expanded = on
		default:
			return py.ValueErrorf("Only valid keyword arguments are `check_types` and `expand_composites`, not: `%s`",
				py.StrOf(k))
		}
		return nil
	})
	return types, expanded, err
}

func mapStructure(c *bind.Call) (py.Value, error) {
	all := c.Args[1].(*py.Tuple).Items
	if !py.IsCallable(c.Args[0]) {
		return nil, py.TypeErrorf("func must be callable, got: %s", py.StrOf(c.Args[0]))
	}
	if len(all) == 0 {
		return nil, py.ValueErrorf("Must provide at least one structure")
	}
	types, expanded, err := mapOptions(c)
	if err != nil {
		return nil, err
	}
	flat := make([][]py.Value, len(all))
	var leaves []py.Value
	for i, s := range all {
		if err := assertSame(c.T, all[0], s, types, expanded); err != nil {
			return nil, err
		}
		if flat[i], err = flatten(c.T, s); err != nil {
			return nil, err
		}
		if i == 0 {
			leaves = flat[0]
		}
		if expanded {
			if flat[i], err = expand(c.T, flat[i]); err != nil {
				return nil, err
			}
		}
	}
	out := make([]py.Value, len(flat[0]))
	for i := range out {
		args := make([]py.Value, len(flat))
		for k, f := range flat {
			args[k] = f[i]
		}
		if out[i], err = py.Call(c.T, c.Args[0], args, nil); err != nil {
			return nil, err
		}
	}
	return pack(c.T, all[0], leaves, out, expanded)
}
