package ragged

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// What TensorFlow does not have, under names of its own.

func init() {
	const rt = ">>> rt = tf.ragged.constant([[3, 1, 4], [], [5, 9]])\n"
	table.Register(
		table.Plain(
			table.Entry(
				"tf.ragged.from_json",
				"(text, dtype=None)",
				"",
				fromJSON,
				`Beyond TensorFlow: a ragged tensor of nested JSON arrays.

>>> tf.ragged.from_json('[[1, 2], [], [3]]')`,
			),
		),
		table.Plain(table.Entry("tf.ragged.from_ndjson", "(text, dtype=None)", "", fromNDJSON,
			`Beyond TensorFlow: a ragged tensor with a row for each line of JSON.

>>> tf.ragged.from_ndjson('[1, 2]\n[]\n[3]')`)),
		table.Plain(table.Entry("tf.ragged.from_csv", "(text, dtype=tf.float32, delimiter=',')", "", fromCSV,
			`Beyond TensorFlow: a ragged tensor with a row for each line, as long as the line has fields.

>>> tf.ragged.from_csv('1,2\n3\n', dtype=tf.int32)`)),
		table.Plain(
			table.Entry(
				"tf.ragged.combinations",
				"(rt, n=2, name=None)",
				"",
				raggedCombinations,
				"Beyond TensorFlow: all choices of n values of each row, in order.\n\n"+rt+">>> tf.ragged.combinations(rt)",
			),
		),
		table.Plain(table.Entry("tf.ragged.cartesian", "(inputs, name=None)", "", cartesian,
			`Beyond TensorFlow: all tuples of one value of each input, row by row; one result an input.

>>> tf.ragged.cartesian([tf.ragged.constant([[1, 2], [3]]), tf.ragged.constant([[4], [5, 6]])])`)),
		table.Plain(
			table.Entry(
				"tf.ragged.table",
				"(columns)",
				"",
				raggedTable,
				`Beyond TensorFlow: a dictionary of tensors with as many rows, as a text table.

>>> print(tf.ragged.table({'id': tf.constant([1, 2]), 'words': tf.ragged.constant([['a'], ['b', 'c']])}))`,
			),
		),
		table.Plain(
			table.Entry(
				"tf.ragged.decode_raw",
				"(input_bytes, out_type, little_endian=True, name=None)",
				"",
				decodeRawRows,
				`Beyond TensorFlow: decode_raw of strings of different lengths, of every dtype with a size.

>>> tf.ragged.decode_raw(['abcd', 'ab'], tf.uint16)`,
			),
		),
		table.Plain(table.Entry("tf.io.encode_raw", "(tensor, little_endian=True, name=None)", "", encodeRaw,
			`Beyond TensorFlow: the opposite of decode_raw: the last dimension, or each row, as one string.

>>> tf.io.encode_raw(tf.constant([[1, 2], [3, 4]], tf.uint8))`)),
	)
	c := bind.RaggedClass
	def := func(sig, doc string, f func(t *py.Thread, r *ragged.Ragged, a []py.Value) (py.Value, error)) {
		c.Def(sig, "Beyond TensorFlow: "+doc, func(t *py.Thread, a []py.Value) (py.Value, error) {
			v, err := f(t, a[0].(*ragged.Ragged), a[1:])
			return v, bind.Wrap(t, err, "", false)
		})
	}
	def("at(self, index, default=None, skip=False)",
		"value index of each row; default fills in for rows that are too short, skip leaves them out.", raggedAt)
	def("to_json(self)", "nested JSON arrays.", func(t *py.Thread, r *ragged.Ragged, _ []py.Value) (py.Value,
		error) {
		return toJSON(t, r)
	})
	def(
		"to_ndjson(self)",
		"a line of JSON for each row.",
		func(t *py.Thread, r *ragged.Ragged, _ []py.Value) (py.Value, error) {
			var b strings.Builder
			for i := range r.Part.NRows() {
				s, err := toJSON(t, r.Row(i))
				if err != nil {
					return nil, err
				}
				b.WriteString(s.(string) + "\n")
			}
			return b.String(), nil
		},
	)
	def("to_csv(self, delimiter=',')", "a line for each row.", toCSV)
	def("schema(self)", "the sizes of the dimensions, and the dtype: [3, (0..3)] int32.",
		func(_ *py.Thread, r *ragged.Ragged, _ []py.Value) (py.Value, error) { return Schema(r), nil })
}

// toJSON writes nested arrays; strings must be UTF-8, numbers finite.
func toJSON(t *py.Thread, v ragged.Value) (py.Value, error) {
	var b bytes.Buffer
	var write func(v py.Value) error
	write = func(v py.Value) error {
		if err := t.Poll(); err != nil {
			return err
		}
		switch x := v.(type) {
		case *py.List:
			b.WriteByte('[')
			for i, e := range x.Items {
				if i > 0 {
					b.WriteString(", ")
				}
				if err := write(e); err != nil {
					return err
				}
			}
			b.WriteByte(']')
		case py.Bytes:
			s, err := json.Marshal(string(x))
			if err != nil {
				return err
			}
			b.Write(s)
		case float64:
			if x-x != 0 {
				return py.ValueErrorf("JSON has no number for %s", py.ReprOf(x))
			}
			b.WriteString(py.ReprOf(x))
		case bool:
			b.WriteString(strconv.FormatBool(x))
		case complex128:
			return py.ValueErrorf("JSON has no complex numbers")
		default:
			b.WriteString(py.ReprOf(x))
		}
		return nil
	}
	list, err := RaggedList(t, v)
	if err != nil {
		return nil, err
	}
	if err := write(list); err != nil {
		return nil, err
	}
	return b.String(), nil
}

// jsonRows reads nested arrays in one pass: the lengths of every level, and the scalars.
type jsonRows struct {
	lengths [][]int64
	leaves  []py.Value
	depth   int // of the scalars, -1 until one is seen
}

func (j *jsonRows) read(d *json.Decoder, level int) error {
	for len(j.lengths) <= level {
		j.lengths = append(j.lengths, nil)
	}
	n := int64(0)
	for d.More() {
		tok, err := d.Token()
		if err != nil {
			return py.ValueErrorf("not JSON: %s", err.Error())
		}
		n++
		if delim, ok := tok.(json.Delim); ok {
			if delim != '[' {
				return py.ValueErrorf("expected nested arrays of scalars, got an object")
			}
			if level > 200 {
				return py.ValueErrorf("arrays nest deeper than 200 levels")
			}
			if err := j.read(d, level+1); err != nil {
				return err
			}
			continue
		}
		if j.depth >= 0 && j.depth != level {
			return py.ValueErrorf("all scalar values must have the same nesting depth")
		}
		j.depth = level
		v, err := jsonLeaf(tok)
		if err != nil {
			return err
		}
		j.leaves = append(j.leaves, v)
	}
	if _, err := d.Token(); err != nil {
		return py.ValueErrorf("not JSON: %s", err.Error())
	}
	j.lengths[level] = append(j.lengths[level], n)
	return nil
}

func jsonLeaf(tok json.Token) (py.Value, error) {
	switch x := tok.(type) {
	case json.Number:
		if n, err := x.Int64(); err == nil {
			return n, nil
		}
		f, err := x.Float64()
		return f, err
	case string, bool:
		return x, nil
	}
	return nil, py.ValueErrorf("JSON null has no place in a tensor").WithHint("tf.ragged.constant(rows, " +
		"missing=...) replaces None.")
}

func fromJSON(c *bind.Call) (py.Value, error) {
	d := json.NewDecoder(strings.NewReader(table.AttrText(c.Args[0])))
	d.UseNumber()
	tok, err := d.Token()
	if err != nil || tok != json.Delim('[') {
		return nil, py.ValueErrorf("expected a JSON array, got %.40q", table.AttrText(c.Args[0]))
	}
	j := &jsonRows{depth: -1}
	if err := j.read(d, 0); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, py.ValueErrorf("there is more after the JSON array").WithHint("tf.ragged.from_ndjson " +
			"reads one row a line.")
	}
	return j.build(c)
}

func fromNDJSON(c *bind.Call) (py.Value, error) {
	j := &jsonRows{depth: -1, lengths: [][]int64{nil}}
	n := int64(0)
	for i, line := range strings.Split(table.AttrText(c.Args[0]), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		d := json.NewDecoder(strings.NewReader(line))
		d.UseNumber()
		if tok, err := d.Token(); err != nil || tok != json.Delim('[') {
			return nil, py.ValueErrorf("line %d: expected a JSON array, got %.40q", i+1, line)
		}
		if err := j.read(d, 1); err != nil {
			return nil, err
		}
		n++
	}
	j.lengths[0] = []int64{n}
	return j.build(c)
}

// build makes the tensor: the outermost array counts rows, every other level is a partition.
func (j *jsonRows) build(c *bind.Call) (py.Value, error) {
	want, err := c.DType(1, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	flat, err := bind.Convert(c.T, py.NewList(j.leaves...), want)
	if err != nil {
		return nil, err
	}
	levels := j.lengths[1:]
	if j.depth >= 0 {
		levels = j.lengths[1 : j.depth+1]
	}
	parts := make([]*ragged.Partition, len(levels))
	for i, l := range levels {
		if l == nil {
			l = []int64{}
		}
		parts[i] = ragged.Lengths(l, tensor.Int64)
	}
	for i, p := range parts {
		n := flat.Len()
		if i+1 < len(parts) {
			n = parts[i+1].NRows()
		}
		if p.NVals() != n {
			return nil, py.ValueErrorf("all scalar values must have the same nesting depth")
		}
	}
	return ragged.Build(flat, parts), nil
}

func fromCSV(c *bind.Call) (py.Value, error) {
	delim := table.AttrText(c.Args[2])
	if len(delim) != 1 {
		return nil, py.ValueErrorf("delimiter must be one character, got %s", py.ReprOf(c.Args[2]))
	}
	var fields []string
	var lengths []int64
	content := strings.TrimSuffix(strings.ReplaceAll(table.AttrText(c.Args[0]), "\r\n", "\n"), "\n")
	if content != "" {
		for _, line := range strings.Split(content, "\n") {
			var row []string
			if line != "" {
				var err error
				if row, err = text.Fields(line, delim[0], true); err != nil {
					return nil, err
				}
			}
			fields, lengths = append(fields, row...), append(lengths, int64(len(row)))
		}
	}
	d, err := c.DType(1, tensor.Float32)
	if err != nil {
		return nil, err
	}
	var flat py.Value = tensor.FromStrings([]int{len(fields)}, fields)
	if d != tensor.String {
		if flat, err = public.ToNumber.Run(c.T, flat, d); err != nil {
			return nil, err
		}
	}
	return &ragged.Ragged{Part: ragged.Lengths(lengths, tensor.Int64), Values: flat.(*tensor.Tensor)}, nil
}

func toCSV(_ *py.Thread, r *ragged.Ragged, a []py.Value) (py.Value, error) {
	delim := table.AttrText(a[0])
	flat := r.Flat()
	if r.Rank() != 1 || flat.Rank() != 1 {
		return nil, py.ValueErrorf("to_csv writes rows of scalars, not the shape %s",
			bind.NewShape(r.Shape())).WithHint("x.to_json() writes every shape.")
	}
	var b strings.Builder
	for i := range r.Part.NRows() {
		for k := r.Part.Splits[i]; k < r.Part.Splits[i+1]; k++ {
			if k > r.Part.Splits[i] {
				b.WriteString(delim)
			}
			if flat.DType() != tensor.String {
				b.WriteString(py.StrOf(bind.ToPython(flat, int(k))))
				continue
			}
			s := flat.Str(int(k))
			if strings.ContainsAny(s, delim+"\"\n\r") {
				s = `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
			}
			b.WriteString(s)
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// Schema tells the size of every dimension, as a range where it is ragged, and the dtype.
func Schema(v ragged.Value) string {
	dims := []string{}
	r, ok := v.(*ragged.Ragged)
	if !ok {
		for _, n := range v.(*tensor.Tensor).Shape() {
			dims = append(dims, table.Itoa(n))
		}
		return "[" + strings.Join(dims, ", ") + "] " + v.DType().Name()
	}
	dims = append(dims, table.Itoa(r.Part.NRows()))
	for _, p := range r.Parts() {
		if p.Uniform >= 0 {
			dims = append(dims, table.Itoa(p.Uniform))
			continue
		}
		least := p.MaxLen()
		for i := range p.NRows() {
			least = min(least, p.Len(i))
		}
		dims = append(dims, "("+table.Itoa(least)+".."+table.Itoa(p.MaxLen())+")")
	}
	for _, n := range r.Flat().Shape()[1:] {
		dims = append(dims, table.Itoa(n))
	}
	return "[" + strings.Join(dims, ", ") + "] " + r.DType().Name()
}

// raggedCombinations lists the choices of n values of each row.
func raggedCombinations(c *bind.Call) (py.Value, error) {
	r, ok := c.Args[0].(*ragged.Ragged)
	if !ok || r.Rank() != 1 {
		return nil, py.ValueErrorf("tf.ragged.combinations takes a ragged tensor of ragged_rank 1, got %s",
			py.ReprOf(c.Args[0]))
	}
	n, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	if n < 1 {
		return nil, py.ValueErrorf("n must be at least 1, got %d", n)
	}
	return bind.Moved1(c.T, func(in []ragged.Value) (ragged.Value, error) {
		return ragged.Combinations(c.T.Ctx, in[0].(*ragged.Ragged), n)
	}, r)
}

func cartesian(c *bind.Call) (py.Value, error) {
	items, ok := values.ListItems(c.Args[0])
	if !ok || len(items) == 0 {
		return nil, py.TypeErrorf("tf.ragged.cartesian takes a list of ragged tensors")
	}
	in := make([]*ragged.Ragged, len(items))
	for i, v := range items {
		x, err := RaggedValue(c.T, v)
		if err != nil {
			return nil, err
		}
		r, err := ragged.Deepen(x, 1, tensor.Int64)
		if err != nil {
			return nil, err
		}
		in[i] = r.(*ragged.Ragged)
		if in[i].Rank() != 1 {
			return nil, py.ValueErrorf("tf.ragged.cartesian takes tensors of ragged_rank 1: input %d has the shape %s",
				i, bind.NewShape(in[i].Shape()))
		}
		if a, b := in[i].Part.NRows(), in[0].Part.NRows(); a != b {
			return nil, py.ValueErrorf("input %d has %d rows, input 0 has %d", i, a, b)
		}
	}
	all, err := ragged.Cartesian(c.T.Ctx, in)
	if err != nil {
		return nil, err
	}
	out := py.NewTuple()
	for _, r := range all {
		out.Items = append(out.Items, r)
	}
	return out, nil
}

// raggedTable lays a dictionary of columns out as text, at most twenty rows of it.
func raggedTable(c *bind.Call) (py.Value, error) {
	d, ok := c.Args[0].(*py.Dict)
	if !ok || d.Len() == 0 {
		return nil, py.TypeErrorf("tf.ragged.table takes a dictionary of tensors, got %s", py.ReprOf(c.Args[0]))
	}
	const most = 20
	var cols [][]string
	rows := -1
	err := d.Each(func(k, v py.Value) error {
		x, err := RaggedValue(c.T, v)
		if err != nil {
			return err
		}
		n := ragged.Rows(x)
		if rows >= 0 && n != rows {
			return py.ValueErrorf("column %s has %d rows, the first has %d", py.ReprOf(k), n, rows)
		}
		rows = n
		col := []string{py.StrOf(k), Schema(x)}
		for i := range min(n, most) {
			cell, err := toJSON(c.T, ragged.RowOf(x, i))
			if err != nil {
				return err
			}
			s := []rune(cell.(string))
			if len(s) > 40 {
				s = append(s[:37], []rune("...")...)
			}
			col = append(col, string(s))
		}
		cols = append(cols, col)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	for i := range cols[0] {
		for k, col := range cols {
			width := 0
			for _, s := range col {
				width = max(width, len([]rune(s)))
			}
			if k > 0 {
				b.WriteString("  ")
			}
			b.WriteString(col[i])
			if k < len(cols)-1 {
				b.WriteString(strings.Repeat(" ", width-len([]rune(col[i]))))
			}
		}
		b.WriteByte('\n')
	}
	if rows > most {
		b.WriteString("... " + table.Itoa(rows-most) + " rows more\n")
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// decodeRawRows decodes strings of any lengths: one row each.
func decodeRawRows(c *bind.Call) (py.Value, error) {
	x, err := bind.Convert(c.T, c.Args[0], tensor.String)
	if err != nil {
		return nil, err
	}
	d, err := c.DType(1, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	little, err := c.Bool(2)
	if err != nil {
		return nil, err
	}
	size := d.Size()
	if size == 0 || d == tensor.String || d.IsQuantized() {
		return nil, py.TypeErrorf("out_type must be a number type, got %s", py.ReprOf(d))
	}
	lengths := make([]int64, x.Len())
	for i := range lengths {
		n := len(x.Str(i))
		if n%size != 0 {
			return nil, c.Errorf("element %d has %d bytes, not a multiple of %d, the size "+
				"of %s: the bytes from offset %d on are left over: %x", i, n, size, d, n-n%size, x.Str(i)[n-n%size:])
		}
		lengths[i] = int64(n / size)
	}
	all := tensor.StringScalar(x.Strings().Data[x.Strings().Off[0]:x.Strings().Off[x.Len()]])
	flat, err := tensor.DecodeRaw(c.T.Ctx, all, d, little)
	if err != nil {
		return nil, err
	}
	r := &ragged.Ragged{Part: ragged.Lengths(lengths, tensor.Int64), Values: flat.WithShape([]int{flat.Len()})}
	if x.Rank() == 1 {
		return r, nil
	}
	if x.Rank() == 0 {
		return r.Values, nil
	}
	outer, err := ragged.FromDense(x, x.Rank()-1, tensor.Int64)
	if err != nil {
		return nil, err
	}
	return ragged.Place(outer, r, tensor.Int64), nil
}

func encodeRaw(c *bind.Call) (py.Value, error) {
	v, err := RaggedValue(c.T, c.Args[0])
	if err != nil {
		return nil, err
	}
	little, err := c.Bool(1)
	if err != nil {
		return nil, err
	}
	if v.DType() == tensor.String {
		return nil, py.TypeErrorf("encode_raw takes numbers, not strings")
	}
	x, ok := v.(*tensor.Tensor)
	if ok {
		if x.Rank() == 0 {
			x = x.WithShape([]int{1})
			z, err := tensor.EncodeRaw(c.T.Ctx, x, little)
			return z, err
		}
		return tensor.EncodeRaw(c.T.Ctx, x, little)
	}
	r := v.(*ragged.Ragged)
	parts := r.Parts()
	last, flat := parts[len(parts)-1], r.Flat()
	each, err := tensor.EncodeRaw(c.T.Ctx, flat.WithShape([]int{flat.Shape()[0], flat.Len() / max(flat.Shape()[0], 1)}),
		little)
	if err != nil {
		return nil, err
	}
	z, err := text.JoinRuns(c.T.Ctx, each, last.Splits, "")
	if err != nil {
		return nil, err
	}
	return ragged.Build(z, parts[:len(parts)-1]), nil
}
