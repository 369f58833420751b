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
					leaves, err := FlattenNest(c.Args[0])
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
			func(c *bind.Call) (py.Value, error) {
				items, err := py.ToSlice(c.T, c.Args[1])
				if err != nil {
					return nil, err
				}
				leaves, err := FlattenNest(c.Args[0])
				if err != nil {
					return nil, err
				}
				if want := len(leaves); want != len(items) {
					return nil, py.ValueErrorf("Could not pack sequence. Structure had %d atoms, but flat_sequence "+
						"had %d items.  Structure: %s, flat_sequence: %s.", want, len(items), py.ReprOf(c.Args[0]),
						py.ReprOf(c.Args[1]))
				}
				return PackNest(c.Args[0], &items), nil
			}, `A structure of the given form with other leaves.

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
					return py.None, bind.SameStructure(c.Args[0], c.Args[1], types)
				},
				`Fails unless two structures have one form.

>>> tf.nest.assert_same_structure([1, (2,)], [3, (4,)])`,
			),
		),
	)
}

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
func FlattenNest(v py.Value) ([]py.Value, error) {
	if !IsNested(v) {
		return []py.Value{v}, nil
	}
	var out []py.Value
	err := eachLeaf(v, 0, func(leaf py.Value) { out = append(out, leaf) })
	return out, err
}

func eachLeaf(v py.Value, depth int, do func(leaf py.Value)) error {
	var items []py.Value
	switch x := v.(type) {
	case *py.List:
		items = x.Items
	case *py.Tuple:
		items = x.Items
	case *py.Dict:
		_, items = values.SortedItems(x)
	default:
		do(v)
		return nil
	}
	if depth >= MaxNest {
		return py.Raisef(py.RecursionErrorClass,
			"maximum recursion depth exceeded in flatten").WithHint("the structure nests "+
			"deeper than %d levels, or holds itself.", MaxNest)
	}
	for _, e := range items {
		if err := eachLeaf(e, depth+1, do); err != nil {
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

// AssertSame fails unless two structures have one form.
func AssertSame(a, b py.Value) error {
	if _, err := FlattenNest(a); err != nil {
		return err
	}
	return bind.SameStructure(a, b, true)
}

func mapStructure(c *bind.Call) (py.Value, error) {
	all := c.Args[1].(*py.Tuple).Items
	if len(all) == 0 {
		return nil, py.ValueErrorf("Must provide at least one structure")
	}
	flat := make([][]py.Value, len(all))
	for i, s := range all {
		if err := AssertSame(all[0], s); err != nil {
			return nil, err
		}
		leaves, err := FlattenNest(s)
		if err != nil {
			return nil, err
		}
		flat[i] = leaves
	}
	out := make([]py.Value, len(flat[0]))
	for i := range out {
		args := make([]py.Value, len(flat))
		for k, f := range flat {
			args[k] = f[i]
		}
		z, err := py.Call(c.T, c.Args[0], args, nil)
		if err != nil {
			return nil, err
		}
		out[i] = z
	}
	return PackNest(all[0], &out), nil
}
