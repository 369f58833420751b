package tf

import (
	"bufio"
	"os"
	"sort"
	"strconv"
	"strings"

	"github.com/dgryski/go-farm"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

const lookupModule = "tensorflow.python.ops.lookup_ops"

// tableKind is how a lookup table behaves beyond finding values.
type tableKind uint8

const (
	staticTable tableKind = iota
	vocabularyTable
	mutableTable
	denseTable
)

// hashTable is a lookup table: keys to rows of values.
type hashTable struct {
	kind    tableKind
	name    value
	key     tensor.DType
	val     tensor.DType
	at      map[string]int // the row of each key
	keys    []string
	rows    []*tensor.Tensor
	def     *tensor.Tensor
	oov     int // buckets after the vocabulary
	hash    func(s string) uint64
	empty   string
	deleted string
	lookAs  tensor.DType // the key type a vocabulary is asked in
	buckets int          // the least number of places of a dense table
	init    *tableInit   // what its entries were taken from, nil for a table that changes
}

// tableInit is an initializer: the keys and values of a table.
type tableInit struct{ keys, vals *tensor.Tensor }

var (
	tableClasses = map[tableKind]*py.Class{}
	initClass    = py.NewClass(lookupModule, "KeyValueTensorInitializer", py.ObjectClass, nil)
	textInit     = py.NewClass(lookupModule, "TextFileInitializer", initClass, nil)
)

func (t *hashTable) PyClass() *py.Class { return tableClasses[t.kind] }

func init() {
	py.Register[*tableInit](initClass)
	for _, k := range []struct {
		kind tableKind
		name string
		full string
	}{{staticTable, "StaticHashTable", "tf.lookup.StaticHashTable"},
		{vocabularyTable, "StaticVocabularyTable", "tf.lookup.StaticVocabularyTable"},
		{mutableTable, "MutableHashTable", "tf.lookup.experimental.MutableHashTable"},
		{denseTable, "DenseHashTable", "tf.lookup.experimental.DenseHashTable"}} {
		c := py.NewClass(lookupModule, k.name, py.ObjectClass, nil)
		tableClasses[k.kind] = c
		constant(c, k.full)
		tableAttrs(c, k.kind)
	}
	constant(initClass, "tf.lookup.KeyValueTensorInitializer")
	constant(textInit, "tf.lookup.TextFileInitializer")
	initializers()
	tableConstructors()
}

func initializers() {
	initClass.New = py.NewBuiltin("KeyValueTensorInitializer(keys, values, key_dtype=None, value_dtype=None, name=None)", func(t *thread, a []value) (value, error) {
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
	})
	initClass.Prop("key_dtype", "The type of the keys.", func(_ *thread, v value) (value,
		error) {
		return v.(*tableInit).keys.DType(), nil
	})
	initClass.Prop("value_dtype", "The type of the values.",
		func(_ *thread, v value) (value, error) { return v.(*tableInit).vals.DType(), nil })
	index := py.NewClass(lookupModule, "TextFileIndex", py.ObjectClass, nil)
	index.Attrs.SetStr("WHOLE_LINE", int64(-2))
	index.Attrs.SetStr("LINE_NUMBER", int64(-1))
	constant(index, "tf.lookup.TextFileIndex")
	textInit.New = py.NewBuiltin("TextFileInitializer(filename, key_dtype, key_index, value_dtype, "+
		"value_index, vocab_size=None, delimiter='\\t', name=None, value_index_offset=0)", textFile)
}

// textFile reads a table of a file: a line an entry, columns between delimiters.
func textFile(t *thread, a []value) (value, error) {
	name := attrText(a[0])
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
			return nil, py.ValueErrorf("`%s_dtype` must be int64 if `%s_index` is -1, received: %s", what, what, py.ReprOf(d))
		case n == -2 && !d.IsInteger() && d != tensor.String:
			return nil, py.ValueErrorf("`%s_dtype` should be either integer or string for `%s_index` -2, received: %s", what, what, py.ReprOf(d))
		}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, bind.ErrorWith(t, bind.NotFoundError, "InitializeTableFromTextFileV2", true,
			"%s; No such file or directory", name)
	}
	defer f.Close()
	offset, _ := py.AsInt(a[8])
	delim := attrText(a[6])
	columns := func(i int64, line int, text string) (string, error) {
		switch i {
		case -2:
			return text, nil
		case -1:
			return strconv.FormatInt(int64(line)+offset, 10), nil
		}
		parts := strings.Split(text, delim)
		if int(i) >= len(parts) {
			return "", bind.ErrorWith(t, bind.InvalidArgumentError, "InitializeTableFromTextFileV2", true,
				"Invalid number of columns in %s line %d (%s) : expected at least %d got %d", name, line, text, i+1,
				len(parts))
		}
		return parts[i], nil
	}
	var cols [2][]string
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<24)
	for n := 0; s.Scan(); n++ {
		for i, at := range []int64{ki, vi} {
			v, err := columns(at, n, s.Text())
			if err != nil {
				return nil, err
			}
			cols[i] = append(cols[i], v)
		}
	}
	if err := s.Err(); err != nil {
		return nil, py.OSErr(err, name)
	}
	var out [2]*tensor.Tensor
	for i, d := range []tensor.DType{kd, vd} {
		out[i] = tensor.FromStrings([]int{len(cols[i])}, cols[i])
		if d != tensor.String {
			z, err := run(t, "tf.strings.to_number", out[i], d)
			if err != nil {
				return nil, err
			}
			out[i] = z.(*tensor.Tensor)
		}
	}
	return &tableInit{out[0], out[1]}, nil
}

func tableConstructors() {
	tableClasses[staticTable].New = py.NewBuiltin("StaticHashTable(initializer, "+
		"default_value, name=None, experimental_is_anonymous=False)", func(t *thread, a []value) (value, error) {
		init, ok := a[0].(*tableInit)
		if !ok {
			return nil, py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'key_dtype'",
				py.TypeOf(a[0]).TypeName())
		}
		def, err := bind.Convert(t, a[1], init.vals.DType())
		if err != nil {
			return nil, err
		}
		h := &hashTable{kind: staticTable, key: init.keys.DType(), val: init.vals.DType(), def: def,
			at: map[string]int{}, name: "hash_table", init: init}
		return h, h.fill(t, init)
	})
	tableClasses[vocabularyTable].New = py.NewBuiltin("StaticVocabularyTable(initializer, "+
		"num_oov_buckets, lookup_key_dtype=None, name=None, experimental_is_anonymous=False)", newVocabulary)
	tableClasses[mutableTable].New = py.NewBuiltin("MutableHashTable(key_dtype, "+
		"value_dtype, default_value, name='MutableHashTable', checkpoint=True, experimental_is_anonymous=False)",
		func(t *thread, a []value) (value, error) {
			return newMutable(t, mutableTable, a[0], a[1], a[2])
		})
	tableClasses[denseTable].New = py.NewBuiltin("DenseHashTable(key_dtype, value_dtype, default_value, empty_key, "+
		"deleted_key, initial_num_buckets=None, name='MutableDenseHashTable', "+
		"checkpoint=True, experimental_is_anonymous=False)", func(t *thread, a []value) (value, error) {
		h, err := newMutable(t, denseTable, a[0], a[1], a[2])
		if err != nil {
			return nil, err
		}
		for i, p := range []*string{&h.empty, &h.deleted} {
			k, err := bind.Convert(t, a[3+i], h.key)
			if err != nil {
				return nil, err
			}
			*p = keysOf(k)[0]
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
		if h.empty == h.deleted {
			return nil, bind.ErrorWith(t, bind.InvalidArgumentError, "MutableDenseHashTableV2", true,
				"Empty and deleted keys cannot be equal")
		}
		return h, nil
	})
}

func newMutable(t *thread, kind tableKind, key, val, def value) (*hashTable, error) {
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
	if kd != tensor.String && !kd.IsInteger() {
		return nil, py.TypeErrorf("Invalid key dtype for table: %s is neither integer nor string", py.ReprOf(kd))
	}
	return &hashTable{kind: kind, key: kd, val: vd, def: d, at: map[string]int{}, name: py.None}, nil
}

func newVocabulary(t *thread, a []value) (value, error) {
	n, ok := py.AsInt(a[1])
	if !ok || n <= 0 {
		return nil, py.ValueErrorf("`num_oov_buckets` must be > 0; use StaticHashTable.")
	}
	h := &hashTable{kind: vocabularyTable, key: tensor.String, val: tensor.Int64, def: tensor.Scalar(int64(-1)),
		at: map[string]int{}, oov: int(n), hash: func(s string) uint64 { return farm.Fingerprint64([]byte(s)) },
		name: "hash_table"}
	if init, ok := a[0].(*tableInit); ok {
		if k := init.keys.DType(); k != tensor.String && !k.IsInteger() {
			return nil, py.TypeErrorf("Invalid `key_dtype`, expected integer or string, got %s", py.ReprOf(k))
		}
		if v := init.vals.DType(); v != tensor.Int64 {
			return nil, py.TypeErrorf("Invalid `value_dtype`, expected %s but got %s.", angled(tensor.Int64), angled(v))
		}
		h.key, h.init = init.keys.DType(), init
		if err := h.fill(t, init); err != nil {
			return nil, err
		}
	} else if a[0] != py.None {
		return nil, py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'key_dtype'",
			py.TypeOf(a[0]).TypeName())
	}
	if h.lookAs = h.key; a[2] != py.None {
		d, err := bind.ToDType(a[2], "")
		if err != nil {
			return nil, err
		}
		h.lookAs = d
	}
	return h, nil
}

// angled is str of a dtype inside TensorFlow's messages.
func angled(d tensor.DType) string { return "<dtype: '" + d.Name() + "'>" }

// keysOf gives comparable keys: the bytes of each element.
func keysOf(x *tensor.Tensor) []string {
	out := make([]string, x.Len())
	size := x.DType().Size()
	for i := range out {
		if x.DType() == tensor.String {
			out[i] = x.Str(i)
		} else {
			out[i] = string(x.Bytes()[i*size : (i+1)*size])
		}
	}
	return out
}

// fill puts the entries of an initializer into a table.
func (h *hashTable) fill(t *thread, init *tableInit) error {
	const raw = "LookupTableImportV2"
	if !tensor.SameShape(init.keys.Shape(), init.vals.Shape()) {
		return bind.ErrorWith(t, bind.InvalidArgumentError, raw, true, "Expected shape %s for value, got %s",
			tensor.ShapeString(init.keys.Shape()), tensor.ShapeString(init.vals.Shape()))
	}
	flat := init.vals.WithShape([]int{init.vals.Len()})
	for i, k := range keysOf(init.keys) {
		row := flat.Row(i)
		if at, ok := h.at[k]; ok {
			if !tensor.Equal(h.rows[at], row) {
				return bind.ErrorWith(t, bind.FailedPreconditionError, raw, true,
					"HashTable has different value for same key. Key %s has %s and trying to add value %s",
					keyText(init.keys, i), keyText(h.rows[at], 0), keyText(row, 0))
			}
			continue
		}
		h.put(k, row)
	}
	return nil
}

func keyText(x *tensor.Tensor, i int) string {
	if x.DType() == tensor.String {
		return x.Str(i)
	}
	return py.StrOf(bind.ToPython(x, i))
}

func (h *hashTable) put(k string, row *tensor.Tensor) {
	if at, ok := h.at[k]; ok {
		h.rows[at] = row
		return
	}
	h.at[k] = len(h.keys)
	h.keys, h.rows = append(h.keys, k), append(h.rows, row)
}

func (h *hashTable) drop(k string) {
	at, ok := h.at[k]
	if !ok {
		return
	}
	last := len(h.keys) - 1
	h.keys[at], h.rows[at] = h.keys[last], h.rows[last]
	h.at[h.keys[at]] = at
	h.keys, h.rows = h.keys[:last], h.rows[:last]
	delete(h.at, k)
}

func tableAttrs(c *py.Class, kind tableKind) {
	self := func(v value) *hashTable { return v.(*hashTable) }
	prop := func(name, doc string, f func(h *hashTable) value) {
		c.Prop(name, doc, func(_ *thread, v value) (value, error) { return f(self(v)), nil })
	}
	prop("key_dtype", "The type of the keys.", func(h *hashTable) value { return h.key })
	prop("value_dtype", "The type of the values.", func(h *hashTable) value { return h.val })
	prop("name", "The name of the table.", func(h *hashTable) value { return h.name })
	if kind == staticTable {
		prop("default_value", "What keys outside the table give.", func(h *hashTable) value { return h.def })
	}
	c.Def("size(self, name=None)", "The number of entries.", func(_ *thread, a []value) (value, error) {
		h := self(a[0])
		return tensor.Scalar(int64(len(h.keys) + h.oov)), nil
	})
	sig := "lookup(self, keys, name=None)"
	if kind == mutableTable {
		sig = "lookup(self, keys, dynamic_default_values=None, name=None)"
	}
	c.Def(sig, "The values of keys.", func(t *thread, a []value) (value, error) {
		def := value(py.None)
		if kind == mutableTable {
			def = a[2]
		}
		return self(a[0]).lookup(t, a[1], def)
	})
	c.GetItem = func(t *thread, v, key value) (value, error) { return self(v).lookup(t, key, py.None) }
	if kind != vocabularyTable {
		c.Def("export(self, name=None)", "All keys and all values.",
			func(t *thread, a []value) (value, error) { return self(a[0]).export(t) })
	}
	if kind == mutableTable || kind == denseTable {
		c.Def("insert(self, keys, values, name=None)", "Adds entries, or changes them.",
			func(t *thread, a []value) (value, error) { return py.None, self(a[0]).insert(t, a[1], a[2]) })
		c.Def("insert_or_assign(self, keys, values, name=None)", "Adds entries, or changes them.",
			func(t *thread, a []value) (value, error) { return py.None, self(a[0]).insert(t, a[1], a[2]) })
		remove := func(t *thread, a []value) (value, error) {
			h := self(a[0])
			k, err := h.keyTensor(t, a[1], "LookupTableRemoveV2", false)
			if err != nil {
				return nil, err
			}
			for _, s := range keysOf(k) {
				h.drop(s)
			}
			return py.None, nil
		}
		c.Def("remove(self, keys, name=None)", "Takes entries out.", remove)
		c.Def("erase(self, keys, name=None)", "Takes entries out.", remove)
	}
}

// keyTensor reads keys; strict tables insist on tensors, as TensorFlow does.
func (h *hashTable) keyTensor(t *thread, v value, raw string, strict bool) (*tensor.Tensor, error) {
	if _, ok := v.(*tensor.Tensor); !ok && strict {
		if _, np := bind.AsTensor(v); !np {
			return nil, py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'dtype'",
				py.TypeOf(v).TypeName()).WithHint("wrap the keys: tf.constant(%s)", py.ReprOf(v))
		}
	}
	want := h.key
	if strict {
		want = tensor.Invalid
	}
	k, err := bind.Convert(t, v, want)
	if err != nil {
		return nil, err
	}
	asked := h.key
	if h.kind == vocabularyTable {
		asked = h.lookAs
	}
	if k.DType() != asked {
		return nil, py.TypeErrorf("Dtype of argument `keys` must be %s, received: %s", angled(asked), angled(k.DType()))
	}
	if k.DType() != h.key {
		if k, err = tensor.Cast(t.Ctx, k, h.key); err != nil {
			return nil, bind.Wrap(t, err, raw, true)
		}
	}
	if h.kind == denseTable {
		for _, s := range keysOf(k) {
			if s == h.empty {
				return nil, bind.ErrorWith(t, bind.InvalidArgumentError, raw, true,
					"Using the empty_key as a table key is not allowed")
			}
			if s == h.deleted {
				return nil, bind.ErrorWith(t, bind.InvalidArgumentError, raw, true,
					"Using the deleted_key as a table key is not allowed")
			}
		}
	}
	return k, nil
}

func (h *hashTable) lookup(t *thread, v, dynamic value) (value, error) {
	if bind.Symbolic(v) {
		if h.kind == vocabularyTable {
			return h.symbolicVocabulary(t, v)
		}
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
	k, err := h.keyTensor(t, v, "LookupTableFindV2", h.kind == staticTable || h.kind == vocabularyTable)
	if err != nil {
		return nil, err
	}
	def := h.def
	if dynamic != py.None {
		if def, err = bind.Convert(t, dynamic, h.val); err != nil {
			return nil, err
		}
	}
	each := def.Rank() == k.Rank()+h.def.Rank() && def.Rank() > h.def.Rank()
	if !each && !tensor.SameShape(def.Shape(), h.def.Shape()) {
		return nil, py.ValueErrorf("dynamic_default_values has shape %s, expected %s", bind.NewShape(def.Shape()),
			bind.NewShape(h.def.Shape()))
	}
	return h.find(t, k, def, h.def, each)
}

// find gives the values of keys: def, one for all or one for each, of those that are not there. A value is shaped
// as like is.
func (h *hashTable) find(t *thread, k, def, like *tensor.Tensor, each bool) (*tensor.Tensor, error) {
	parts := make([]*tensor.Tensor, 0, k.Len()+1)
	for i, s := range keysOf(k) {
		row := def
		if at, ok := h.at[s]; ok {
			row = h.rows[at]
		} else if h.oov > 0 {
			row = tensor.Scalar(int64(len(h.keys)) + int64(h.hash(h.hashText(k, i))%uint64(h.oov)))
		} else if each {
			row = def.WithShape(append([]int{k.Len()}, like.Shape()...)).Row(i)
		}
		parts = append(parts, row.WithShape(append([]int{1}, like.Shape()...)))
	}
	shape := append(append([]int(nil), k.Shape()...), like.Shape()...)
	if len(parts) == 0 {
		if h.val == tensor.String {
			return tensor.FromStrings(shape, nil), nil
		}
		return tensor.New(h.val, shape)
	}
	z, err := tensor.Concat(t.Ctx, parts, 0)
	if err != nil {
		return nil, bind.Wrap(t, err, "LookupTableFindV2", true)
	}
	return z.WithShape(shape), nil
}

// hashText is what an out-of-vocabulary key is hashed by: integers as their decimal digits.
func (h *hashTable) hashText(k *tensor.Tensor, i int) string {
	if k.DType() == tensor.String {
		return k.Str(i)
	}
	return strconv.FormatInt(k.Int(i), 10)
}

func (h *hashTable) insert(t *thread, keys, vals value) error {
	const raw = "LookupTableInsertV2"
	k, err := h.keyTensor(t, keys, raw, false)
	if err != nil {
		return err
	}
	v, err := bind.Convert(t, vals, h.val)
	if err != nil {
		if e, ok := err.(*py.Exc); ok && e.Class == py.ValueErrorClass {
			e.Args = []value{"values: " + e.Message()}
		}
		return err
	}
	want := append(append([]int(nil), k.Shape()...), h.def.Shape()...)
	if !tensor.SameShape(v.Shape(), want) {
		return bind.ErrorWith(t, bind.InvalidArgumentError, raw, true, "Expected shape %s for value, got %s",
			tensor.ShapeString(want), tensor.ShapeString(v.Shape()))
	}
	rows := v.WithShape(append([]int{k.Len()}, h.def.Shape()...))
	for i, s := range keysOf(k) {
		h.put(s, rows.Row(i))
	}
	return nil
}

func (h *hashTable) export(t *thread) (value, error) {
	at := make([]int, len(h.keys))
	for i := range at {
		at[i] = i
	}
	if h.kind == staticTable {
		sort.Slice(at, func(a, b int) bool { return h.keys[at[a]] < h.keys[at[b]] })
	}
	keys := make([]string, len(at))
	rows := make([]value, len(at))
	for i, k := range at {
		keys[i], rows[i] = h.keys[k], h.rows[k]
	}
	var ks *tensor.Tensor
	if h.key == tensor.String {
		ks = tensor.FromStrings([]int{len(keys)}, keys)
	} else {
		ks = tensor.FromBytes(h.key, []int{len(keys)}, []byte(strings.Join(keys, "")))
	}
	if len(rows) == 0 {
		empty := tensor.FromStrings([]int{0}, nil)
		if h.val != tensor.String {
			var err error
			if empty, err = tensor.New(h.val, append([]int{0}, h.def.Shape()...)); err != nil {
				return nil, err
			}
		}
		return py.NewTuple(ks, empty), nil
	}
	vs, err := run(t, "tf.stack", py.NewList(rows...))
	if err != nil {
		return nil, err
	}
	return py.NewTuple(ks, vs), nil
}
