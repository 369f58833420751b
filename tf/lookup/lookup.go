package lookup

import (
	"context"
	"errors"
	"os"
	"strconv"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

const lookupModule = "tensorflow.python.ops.lookup_ops"

// tableKind is how a lookup table behaves beyond finding values.
type tableKind uint8

const (
	staticTable tableKind = iota
	vocabularyTable
	MutableTable
	DenseTable
)

// HashTable is a lookup table: keys to rows of values.
type HashTable struct {
	Kind          tableKind
	name          py.Value
	Key           tensor.DType
	Val           tensor.DType
	*tensor.Table // the entries
	Def           *tensor.Tensor
	oov           int            // buckets after the vocabulary
	empty         *tensor.Tensor // of a dense table: keys that no entry has
	deleted       *tensor.Tensor
	lookAs        tensor.DType // the key type a vocabulary is asked in
	buckets       int          // the least number of places of a dense table
	unset         bool         // a table that nothing has filled: looking something up is an error
	Init          *tableInit   // what its entries were taken from, nil for a table that changes
	raw           bool         // made by a kernel, which leaves it without entries
	filled        bool         // of such a table: it has got them
}

// tableInit is an initializer: the keys and values of a table.
type tableInit struct{ keys, vals *tensor.Tensor }

var (
	tableClasses = map[tableKind]*py.Class{}
	InitClass    = py.NewClass(lookupModule, "KeyValueTensorInitializer", py.ObjectClass, nil)
	textInit     = py.NewClass(lookupModule, "TextFileInitializer", InitClass, nil)
)

// PyClass is the table's class in the language.
func (t *HashTable) PyClass() *py.Class { return tableClasses[t.Kind] }

func init() {
	py.Register[*tableInit](InitClass)
	for _, k := range []struct {
		kind tableKind
		name string
		full string
	}{{staticTable, "StaticHashTable", "tf.lookup.StaticHashTable"},
		{vocabularyTable, "StaticVocabularyTable", "tf.lookup.StaticVocabularyTable"},
		{MutableTable, "MutableHashTable", "tf.lookup.experimental.MutableHashTable"},
		{DenseTable, "DenseHashTable", "tf.lookup.experimental.DenseHashTable"}} {
		c := py.NewClass(lookupModule, k.name, py.ObjectClass, nil)
		tableClasses[k.kind] = c
		table.Constant(c, k.full)
		tableAttrs(c, k.kind)
	}
	table.Constant(InitClass, "tf.lookup.KeyValueTensorInitializer")
	table.Constant(textInit, "tf.lookup.TextFileInitializer")
	initializers()
	tableConstructors()
}

func initializers() {
	InitClass.New = py.NewBuiltin(
		"KeyValueTensorInitializer(keys, values, key_dtype=None, value_dtype=None, name=None)",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			var out [2]*tensor.Tensor
			for i := range out {
				d := tensor.Invalid
				var err error
				if a[2+i] != py.None {
					if d, err = bind.ToDType(a[2+i], ""); err != nil {
						return nil, err
					}
				}
				if out[i], err = bind.Convert(t, a[i], d); err != nil {
					return nil, err
				}
			}
			return &tableInit{out[0], out[1]}, nil
		},
	)
	InitClass.Prop("key_dtype", "The type of the keys.", func(_ *py.Thread, v py.Value) (py.Value,
		error) {
		return v.(*tableInit).keys.DType(), nil
	})
	InitClass.Prop("value_dtype", "The type of the values.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return v.(*tableInit).vals.DType(), nil })
	index := py.NewClass(lookupModule, "TextFileIndex", py.ObjectClass, nil)
	index.Attrs.SetStr("WHOLE_LINE", int64(-2))
	index.Attrs.SetStr("LINE_NUMBER", int64(-1))
	table.Constant(index, "tf.lookup.TextFileIndex")
	textInit.New = py.NewBuiltin("TextFileInitializer(filename, key_dtype, key_index, value_dtype, "+
		"value_index, vocab_size=None, delimiter='\\t', name=None, value_index_offset=0)", textFile)
}

// textFile reads a table of a file: a line an entry, columns between delimiters.
func textFile(t *py.Thread, a []py.Value) (py.Value, error) {
	file, err := bind.Convert(t, a[0], tensor.String)
	if err != nil {
		return nil, err
	}
	if file.Len() != 1 {
		return nil, py.ValueErrorf("the file of a table is a scalar, got %s", py.ReprOf(a[0]))
	}
	name := file.Str(0)
	kd, err := bind.ToDType(a[1], "")
	if err != nil {
		return nil, err
	}
	vd, err := bind.ToDType(a[3], "")
	if err != nil {
		return nil, err
	}
	ki, _ := py.AsInt(a[2])
	vi, _ := py.AsInt(a[4])
	for i, n := range []int64{ki, vi} {
		what, d := []string{"key", "value"}[i], []tensor.DType{kd, vd}[i]
		switch {
		case n < -2:
			return nil, py.ValueErrorf("`%s_index` should be >= -2, received: %d.", what, n)
		case n == -1 && d != tensor.Int64:
			return nil, py.ValueErrorf(
				"`%s_dtype` must be int64 if `%s_index` is -1, received: %s",
				what,
				what,
				py.ReprOf(d),
			)
		case n == -2 && !d.IsInteger() && d != tensor.String:
			return nil, py.ValueErrorf(
				"`%s_dtype` should be either integer or string for `%s_index` -2, received: %s",
				what,
				what,
				py.ReprOf(d),
			)
		}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, bind.ErrorWith(t, bind.NotFoundError, "InitializeTableFromTextFileV2", true,
			"%s; No such file or directory", name)
	}
	defer f.Close()
	offset, _ := py.AsInt(a[8])
	most := int64(-1)
	if n, ok := py.AsInt(a[5]); ok {
		most = n
	}
	keys, vals, err := text.TableFile(
		t.Ctx,
		f,
		name,
		[2]text.Column{{Index: int(ki), Type: kd}, {Index: int(vi), Type: vd}},
		table.AttrText(a[6]),
		int(offset),
		int(most),
	)
	if err != nil {
		return nil, bind.Wrap(t, err, "InitializeTableFromTextFileV2", true)
	}
	return &tableInit{keys, vals}, nil
}

func tableConstructors() {
	tableClasses[staticTable].New = py.NewBuiltin("StaticHashTable(initializer, "+
		"default_value, name=None, experimental_is_anonymous=False)", func(t *py.Thread, a []py.Value) (py.Value, error) {
		init, ok := a[0].(*tableInit)
		if !ok {
			return nil, py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'key_dtype'",
				py.TypeOf(a[0]).TypeName())
		}
		def, err := bind.Convert(t, a[1], init.vals.DType())
		if err != nil {
			return nil, err
		}
		h := &HashTable{Kind: staticTable, Key: init.keys.DType(), Val: init.vals.DType(), Def: def,
			name: "hash_table", Init: init}
		if err := h.make(t, "HashTableV2"); err != nil {
			return nil, err
		}
		return h, h.fill(t, init)
	})
	tableClasses[vocabularyTable].New = py.NewBuiltin("StaticVocabularyTable(initializer, "+
		"num_oov_buckets, lookup_key_dtype=None, name=None, experimental_is_anonymous=False)", newVocabulary)
	tableClasses[MutableTable].New = py.NewBuiltin("MutableHashTable(key_dtype, "+
		"value_dtype, default_value, name='MutableHashTable', checkpoint=True, experimental_is_anonymous=False)",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			h, err := newMutable(t, MutableTable, a[0], a[1], a[2])
			if err != nil {
				return nil, err
			}
			if h.Def.Rank() > 0 {
				return h, h.make(t, "MutableHashTableOfTensorsV2")
			}
			return h, h.make(t, "MutableHashTableV2")
		})
	tableClasses[DenseTable].New = py.NewBuiltin("DenseHashTable(key_dtype, value_dtype, default_value, empty_key, "+
		"deleted_key, initial_num_buckets=None, name='MutableDenseHashTable', "+
		"checkpoint=True, experimental_is_anonymous=False)", func(t *py.Thread, a []py.Value) (py.Value, error) {
		h, err := newMutable(t, DenseTable, a[0], a[1], a[2])
		if err != nil {
			return nil, err
		}
		if err := h.denseKeys(t, a[3], a[4]); err != nil {
			return nil, err
		}
		if err := h.make(t, "MutableDenseHashTableV2"); err != nil {
			return nil, err
		}
		h.buckets = denseBuckets
		if a[5] != py.None {
			n, ok := py.AsInt(a[5])
			if !ok || n < 4 || n&(n-1) != 0 {
				return nil, bind.ErrorWith(t, bind.InvalidArgumentError, "MutableDenseHashTableV2", true,
					"Number of buckets must be at least 4 and a power of 2, got: %s", py.StrOf(a[5]))
			}
			h.buckets = int(n)
		}
		return h, nil
	})
}

func newMutable(t *py.Thread, kind tableKind, key, val, def py.Value) (*HashTable, error) {
	kd, err := bind.ToDType(key, "")
	if err != nil {
		return nil, err
	}
	vd, err := bind.ToDType(val, "")
	if err != nil {
		return nil, err
	}
	d, err := bind.Convert(t, def, vd)
	if err != nil {
		return nil, err
	}
	return &HashTable{Kind: kind, Key: kd, Val: vd, Def: d, name: py.None}, nil
}

func newVocabulary(t *py.Thread, a []py.Value) (py.Value, error) {
	n, ok := py.AsInt(a[1])
	if !ok || n <= 0 {
		return nil, py.ValueErrorf("`num_oov_buckets` must be > 0; use StaticHashTable.")
	}
	h := &HashTable{Kind: vocabularyTable, Key: tensor.String, Val: tensor.Int64, Def: tensor.Scalar(int64(-1)),
		oov: int(n), name: "hash_table"}
	if init, ok := a[0].(*tableInit); ok {
		if k := init.keys.DType(); k != tensor.String && k != tensor.Int64 {
			return nil, py.TypeErrorf("Invalid `key_dtype`, expected one of (tf.int64, tf.string), but got %s.",
				table.Angled(k))
		}
		if v := init.vals.DType(); v != tensor.Int64 {
			return nil, py.TypeErrorf(
				"Invalid `value_dtype`, expected %s but got %s.",
				table.Angled(tensor.Int64),
				table.Angled(v),
			)
		}
		h.Key, h.Init = init.keys.DType(), init
		if err := h.make(t, "HashTableV2"); err != nil {
			return nil, err
		}
		if err := h.fill(t, init); err != nil {
			return nil, err
		}
	} else if err := h.make(t, "HashTableV2"); err != nil {
		return nil, err
	} else if a[0] != py.None {
		return nil, py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'key_dtype'",
			py.TypeOf(a[0]).TypeName())
	}
	if h.lookAs = h.Key; a[2] != py.None {
		d, err := bind.ToDType(a[2], "")
		if err != nil {
			return nil, err
		}
		h.lookAs = d
	}
	return h, nil
}

// make makes the table's store, empty; kernel is TensorFlow's table, which has some types only.
func (h *HashTable) make(t *py.Thread, kernel string) error {
	err := h.store(kernel)
	return bind.Wrap(t, err, kernel, true)
}

// store is make with the error as it is.
func (h *HashTable) store(kernel string) (err error) {
	if !hasTable(kernel, h.Key, h.Val) {
		return tensor.Failf(tensor.NotFound, "Could not find device for node: {{node %s}} with keys of %s and values of %s",
			kernel, h.Key.CName(), h.Val.CName())
	}
	var row []int
	if h.empty != nil {
		row = h.empty.Shape()
	}
	h.Table, err = tensor.NewTable(h.Key, h.Val, row, h.Def.Shape())
	return err
}

// fill puts the entries of an initializer into a table.
func (h *HashTable) fill(t *py.Thread, init *tableInit) error {
	err := h.Table.Add(t.Ctx, init.keys, init.vals)
	if clash := (*tensor.ClashError)(nil); errors.As(err, &clash) {
		err = tensor.Failf(tensor.FailedPrecondition,
			"HashTable has different value for same key. Key %s has %s and trying to add value %s",
			keyText(init.keys, clash.Place), keyText(clash.Had, 0), keyText(init.vals, clash.Place))
	}
	return bind.Wrap(t, err, "LookupTableImportV2", true)
}

func keyText(x *tensor.Tensor, i int) string {
	if x.DType() == tensor.String {
		return x.Str(i)
	}
	switch v := bind.ToPython(x, i).(type) { // as C++ writes them
	case float64:
		return strconv.FormatFloat(v, 'g', 6, 64)
	case bool:
		if v {
			return "1"
		}
		return "0"
	default:
		return py.StrOf(v)
	}
}

func tableAttrs(c *py.Class, kind tableKind) {
	self := func(v py.Value) *HashTable { return v.(*HashTable) }
	prop := func(name, doc string, f func(h *HashTable) py.Value) {
		c.Prop(name, doc, func(_ *py.Thread, v py.Value) (py.Value, error) { return f(self(v)), nil })
	}
	prop("key_dtype", "The type of the keys.", func(h *HashTable) py.Value { return h.Key })
	prop("value_dtype", "The type of the values.", func(h *HashTable) py.Value { return h.Val })
	prop("name", "The name of the table.", func(h *HashTable) py.Value { return h.name })
	if kind == staticTable {
		prop("default_value", "What keys outside the table give.", func(h *HashTable) py.Value { return h.Def })
	}
	c.Def("size(self, name=None)", "The number of entries.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		h := self(a[0])
		return tensor.Scalar(int64(h.Len() + h.oov)), nil
	})
	sig := "lookup(self, keys, name=None)"
	if kind == MutableTable {
		sig = "lookup(self, keys, dynamic_default_values=None, name=None)"
	}
	c.Def(sig, "The values of keys.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		def := py.Value(py.None)
		if kind == MutableTable {
			def = a[2]
		}
		return self(a[0]).lookup(t, a[1], def)
	})
	c.GetItem = func(t *py.Thread, v, key py.Value) (py.Value, error) { return self(v).lookup(t, key, py.None) }
	if kind != vocabularyTable {
		c.Def("export(self, name=None)", "All keys and all values.",
			func(t *py.Thread, a []py.Value) (py.Value, error) {
				keys, vals, err := self(a[0]).All(t)
				if err != nil {
					return nil, bind.Wrap(t, err, "LookupTableExportV2", true)
				}
				return py.NewTuple(keys, vals), nil
			})
	}
	if kind == MutableTable || kind == DenseTable {
		c.Def("insert(self, keys, values, name=None)", "Adds entries, or changes them.",
			func(t *py.Thread, a []py.Value) (py.Value, error) { return py.None, self(a[0]).insert(t, a[1], a[2]) })
		c.Def("insert_or_assign(self, keys, values, name=None)", "Adds entries, or changes them.",
			func(t *py.Thread, a []py.Value) (py.Value, error) { return py.None, self(a[0]).insert(t, a[1], a[2]) })
		remove := func(t *py.Thread, a []py.Value) (py.Value, error) {
			const raw = "LookupTableRemoveV2"
			h := self(a[0])
			k, err := h.keyTensor(t, a[1], raw, false)
			if err != nil {
				return nil, err
			}
			return py.None, bind.Wrap(t, h.Remove(bind.ExecOf(t), k), raw, true)
		}
		c.Def("remove(self, keys, name=None)", "Takes entries out.", remove)
		c.Def("erase(self, keys, name=None)", "Takes entries out.", remove)
	}
}

// keyTensor reads keys; strict tables insist on tensors, as TensorFlow does.
func (h *HashTable) keyTensor(t *py.Thread, v py.Value, raw string, strict bool) (*tensor.Tensor, error) {
	if _, ok := v.(*tensor.Tensor); !ok && strict {
		if _, np := bind.AsTensor(v); !np {
			return nil, py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'dtype'",
				py.TypeOf(v).TypeName()).WithHint("wrap the keys: tf.constant(%s)", py.ReprOf(v))
		}
	}
	want := h.Key
	if strict {
		want = tensor.Invalid
	}
	k, err := bind.Convert(t, v, want)
	if err != nil {
		return nil, err
	}
	asked := h.Key
	if h.Kind == vocabularyTable {
		asked = h.lookAs
	}
	if k.DType() != asked {
		return nil, py.TypeErrorf(
			"Dtype of argument `keys` must be %s, received: %s",
			table.Angled(asked),
			table.Angled(k.DType()),
		)
	}
	if k.DType() != h.Key {
		if k, err = tensor.Cast(t.Ctx, k, h.Key); err != nil {
			return nil, bind.Wrap(t, err, raw, true)
		}
	}
	return k, nil
}

func (h *HashTable) lookup(t *py.Thread, v, dynamic py.Value) (py.Value, error) {
	if bind.Symbolic(v) || h.Kind != staticTable && bind.Tracing(t) != nil && bind.Components(v) != nil {
		return h.symbolicLookup(t, v, dynamic)
	}
	switch x := v.(type) {
	case *ragged.Ragged:
		z, err := h.lookup(t, x.Flat(), dynamic)
		if err != nil {
			return nil, err
		}
		return x.WithFlat(z.(*tensor.Tensor)), nil
	case *sparse.Sparse:
		z, err := h.lookup(t, x.Values, dynamic)
		if err != nil {
			return nil, err
		}
		return x.WithValues(z.(*tensor.Tensor)), nil
	}
	k, err := h.keyTensor(t, v, "LookupTableFindV2", h.Kind == staticTable || h.Kind == vocabularyTable)
	if err != nil {
		return nil, err
	}
	def := h.Def
	if dynamic != py.None {
		if def, err = bind.Convert(t, dynamic, h.Val); err != nil {
			return nil, err
		}
	}
	each := def.Rank() == k.Rank()+h.Def.Rank() && def.Rank() > h.Def.Rank()
	if !each && !tensor.SameShape(def.Shape(), h.Def.Shape()) {
		return nil, py.ValueErrorf("dynamic_default_values has shape %s, expected %s", bind.NewShape(def.Shape()),
			bind.NewShape(h.Def.Shape()))
	}
	return h.find(t, k, def, each)
}

// find gives the values of keys: def, one for all or one for each, of those that are not there.
func (h *HashTable) find(t *py.Thread, k, def *tensor.Tensor, each bool) (*tensor.Tensor, error) {
	err := h.ready(k, nil)
	if err != nil {
		return nil, bind.Wrap(t, err, "LookupTableFindV2", true)
	}
	z, at, err := h.Table.Find(t.Ctx, k, def, each)
	if err == nil && h.oov > 0 {
		err = h.hash(t.Ctx, k, at, tensor.Slice[int64](z))
	}
	return z, bind.Wrap(t, err, "LookupTableFindV2", true)
}

// hash gives the keys without a place, in a vocabulary, numbers behind those of the entries: by their fingerprints,
// integers as their decimal digits.
func (h *HashTable) hash(ctx context.Context, k *tensor.Tensor, at []int32, out []int64) error {
	const cost = 64 // of one key, in bytes
	n := int64(h.Len())
	return tensor.Parallel(ctx, len(at), cost, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if at[i] >= 0 {
				continue
			}
			word := ""
			if k.DType() == tensor.String {
				word = k.Str(i)
			} else {
				word = strconv.FormatInt(k.Int(i), 10)
			}
			out[i] = n + int64(text.Fingerprint(word)%uint64(h.oov))
		}
	})
}

func (h *HashTable) insert(t *py.Thread, keys, vals py.Value) error {
	const raw = "LookupTableInsertV2"
	k, err := h.keyTensor(t, keys, raw, false)
	if err != nil {
		return err
	}
	v, err := bind.Convert(t, vals, h.Val)
	if err != nil {
		if e, ok := err.(*py.Exc); ok && e.Class == py.ValueErrorClass {
			e.Args = []py.Value{"values: " + e.Message()}
		}
		return err
	}
	return bind.Wrap(t, h.Insert(bind.ExecOf(t), k, v, false), raw, true)
}
