package tf

import (
	"sort"

	"github.com/tfs-lang/tfs/py"
)

// Nested structures: lists, tuples and dictionaries, whose keys are taken in order.

func init() {
	register(
		plain(direct("tf.nest.flatten", "(structure, expand_composites=False)", "", func(c *call) (value, error) {
			leaves, err := flattenNest(c.Args[0])
			if err != nil {
				return nil, err
			}
			return py.NewList(leaves...), nil
		}, "The leaves of a structure.\n\n>>> tf.nest.flatten({'b': 2, 'a': [1, (3,)]})")),
		plain(direct("tf.nest.map_structure", "(func, *structure, **kwargs)", "", mapStructure,
			"A function on the leaves of structures of one form.\n\n>>> tf.nest.map_structure(lambda "+
				"x, y: x + y, [1, (2, 3)], [10, (20, 30)])")),
		plain(direct("tf.nest.is_nested", "(seq)", "", func(c *call) (value, error) { return isNested(c.Args[0]), nil },
			"Whether it is a list, tuple or dictionary.\n\n>>> tf.nest.is_nested([1])")),
		plain(direct("tf.nest.pack_sequence_as", "(structure, flat_sequence, expand_composites=False)", "",
			func(c *call) (value, error) {
				items, err := py.ToSlice(c.T, c.Args[1])
				if err != nil {
					return nil, err
				}
				leaves, err := flattenNest(c.Args[0])
				if err != nil {
					return nil, err
				}
				if want := len(leaves); want != len(items) {
					return nil, py.ValueErrorf("Could not pack sequence. Structure had %d atoms, but flat_sequence "+
						"had %d items.  Structure: %s, flat_sequence: %s.", want, len(items), py.ReprOf(c.Args[0]),
						py.ReprOf(c.Args[1]))
				}
				return packNest(c.Args[0], &items), nil
			}, "A structure of the given form with other leaves.\n\n>>> tf.nest.pack_sequence_as([0, (0, 0)], [1, 2, 3])")),
		plain(direct("tf.nest.assert_same_structure", "(nest1, nest2, check_types=True, expand_composites=False)", "",
			func(c *call) (value, error) {
				return py.None, assertSame(c.Args[0], c.Args[1])
			}, "Fails unless two structures have one form.\n\n>>> tf.nest.assert_same_structure([1, (2,)], [3, (4,)])")),
	)
}

func isNested(v value) bool {
	switch v.(type) {
	case *py.List, *py.Tuple, *py.Dict:
		return true
	}
	return false
}

// sortedItems gives the keys of a dictionary in order, and their values.
func sortedItems(d *py.Dict) (keys, vals []value) {
	_ = d.Each(func(k, v value) error {
		keys, vals = append(keys, k), append(vals, v)
		return nil
	})
	at := make([]int, len(keys))
	for i := range at {
		at[i] = i
	}
	sort.SliceStable(at, func(i, j int) bool {
		less, err := py.Binary(py.Background(), "<", keys[at[i]], keys[at[j]])
		return err == nil && less == true
	})
	ks, vs := make([]value, len(at)), make([]value, len(at))
	for i, k := range at {
		ks[i], vs[i] = keys[k], vals[k]
	}
	return ks, vs
}

// maxNest is how deep structures may nest, as Python's recursion limit has it.
const maxNest = 1000

// flattenNest gives the leaves of a structure; one that holds itself nests too deep.
func flattenNest(v value) ([]value, error) {
	if !isNested(v) {
		return []value{v}, nil
	}
	var out []value
	err := eachLeaf(v, 0, func(leaf value) { out = append(out, leaf) })
	return out, err
}

func eachLeaf(v value, depth int, do func(leaf value)) error {
	var items []value
	switch x := v.(type) {
	case *py.List:
		items = x.Items
	case *py.Tuple:
		items = x.Items
	case *py.Dict:
		_, items = sortedItems(x)
	default:
		do(v)
		return nil
	}
	if depth >= maxNest {
		return py.Raisef(py.RecursionErrorClass,
			"maximum recursion depth exceeded in flatten").WithHint("the structure nests "+
			"deeper than %d levels, or holds itself.", maxNest)
	}
	for _, e := range items {
		if err := eachLeaf(e, depth+1, do); err != nil {
			return err
		}
	}
	return nil
}

// packNest puts leaves in the places of a structure, which flattenNest has walked before.
func packNest(like value, leaves *[]value) value {
	switch x := like.(type) {
	case *py.List:
		out := &py.List{Items: make([]value, len(x.Items))}
		for i, e := range x.Items {
			out.Items[i] = packNest(e, leaves)
		}
		return out
	case *py.Tuple:
		out := *x
		out.Items = make([]value, len(x.Items))
		for i, e := range x.Items {
			out.Items[i] = packNest(e, leaves)
		}
		return &out
	case *py.Dict:
		keys, vals := sortedItems(x)
		packed := map[int]value{}
		for i, e := range vals {
			packed[i] = packNest(e, leaves)
		}
		out := py.NewDict()
		_ = x.Each(func(k, _ value) error {
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

// assertSame fails unless two structures have one form.
func assertSame(a, b value) error {
	if _, err := flattenNest(a); err != nil {
		return err
	}
	if !sameNest(a, b) {
		return py.ValueErrorf("The two structures don't have the same nested structure.\n\n"+
			"First structure: type=%s str=%s\n\nSecond structure: type=%s str=%s", py.TypeOf(a).Name, py.StrOf(a),
			py.TypeOf(b).Name, py.StrOf(b))
	}
	return nil
}

// sameNest tells whether two structures have one form; a has been walked by flattenNest before.
func sameNest(a, b value) bool {
	switch x := a.(type) {
	case *py.List:
		y, ok := b.(*py.List)
		return ok && sameItems(x.Items, y.Items)
	case *py.Tuple:
		y, ok := b.(*py.Tuple)
		return ok && sameItems(x.Items, y.Items)
	case *py.Dict:
		y, ok := b.(*py.Dict)
		if !ok {
			return false
		}
		ka, va := sortedItems(x)
		kb, vb := sortedItems(y)
		if len(ka) != len(kb) {
			return false
		}
		for i := range ka {
			if same, _ := py.Equal(py.Background(), ka[i], kb[i]); !same {
				return false
			}
		}
		return sameItems(va, vb)
	}
	return !isNested(b)
}

func sameItems(a, b []value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !sameNest(a[i], b[i]) {
			return false
		}
	}
	return true
}

func mapStructure(c *call) (value, error) {
	all := c.Args[1].(*py.Tuple).Items
	if len(all) == 0 {
		return nil, py.ValueErrorf("Must provide at least one structure")
	}
	flat := make([][]value, len(all))
	for i, s := range all {
		if err := assertSame(all[0], s); err != nil {
			return nil, err
		}
		leaves, err := flattenNest(s)
		if err != nil {
			return nil, err
		}
		flat[i] = leaves
	}
	out := make([]value, len(flat[0]))
	for i := range out {
		args := make([]value, len(flat))
		for k, f := range flat {
			args[k] = f[i]
		}
		z, err := py.Call(c.T, c.Args[0], args, nil)
		if err != nil {
			return nil, err
		}
		out[i] = z
	}
	return packNest(all[0], &out), nil
}
