package io

import (
	"math"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

func init() {
	table.Register(
		table.Edges(table.Entry("tf.io.decode_raw",
			"(input_bytes, out_type, little_endian=True, fixed_length=None, name=None)",
			"DecodeRaw", decodeRaw,
			`Reads the bytes of strings as numbers; the result has one dimension more.
fixed_length cuts or zero-pads every string first, before the byte order is changed.

>>> tf.io.decode_raw(tf.constant("AB12"), tf.uint8)
>>> tf.io.decode_raw(["abcd", "wxyz"], tf.int16, little_endian=False)
>>> tf.io.decode_raw(["a", "bcd"], tf.uint8, fixed_length=2)`)),
		table.Edges(
			table.Plain(tfragged.Ruled(tfragged.BitcastRule, table.Entry(
				"tf.bitcast",
				"(input, type, name=None)",
				"Bitcast",
				bitcast,
				`Reads the same bytes as another type, without a copy. A larger type splits
into a last dimension; smaller ones join when the last dimension fits.

>>> tf.bitcast(tf.constant([1.5, -2.]), tf.uint32)
>>> tf.bitcast(tf.constant(0x01020304), tf.uint8)`,
			))),
		),
		table.Plain(table.Entry("tf.strings.pack", "(begins, ends, symbols, name=None)", "StringTensorPack", stringPack,
			`The strings symbols[begins[i]:ends[i]] (OpenVINO StringTensorPack-15). begins and
ends are int32 or int64 of one shape, symbols a 1-D uint8 tensor. Ranges may skip,
repeat or overlap symbols. Not in TensorFlow.

>>> string_pack([0, 2], [2, 5], tf.io.decode_raw('hiyou', tf.uint8))`, "string_pack", "tf.strings.string_pack")),
		table.Plain(table.Entry("tf.strings.unpack", "(strings, index_type=tf.int64, name=None)", "StringTensorUnpack",
			stringUnpack,
			`The begins, ends and bytes of all strings: the inverse of string_pack (OpenVINO
StringTensorUnpack-15). Not in TensorFlow.

>>> string_unpack(['hi', 'you'])`, "string_unpack",
			"tf.strings.string_unpack")),
		table.Plain(table.Entry("openvino_layer", "(description)", "StringTensorPack", openvinoLayer,
			"Reads a <layer type=\"StringTensorPack\"> description with the values of its inputs\n"+
				"in comments, and runs it. Not in TensorFlow.")),
	)
}

func decodeRaw(c *bind.Call) (py.Value, error) {
	d, err := bind.ToDType(c.Args[1], "out_type")
	if err != nil {
		return nil, err
	}
	little, err := c.Bool(2)
	if err != nil {
		return nil, err
	}
	x, err := c.Value(0)
	if err == nil && x.DType() != tensor.String && !values.HasTensor(c.Args[0]) {
		x, err = bind.Convert(c.T, c.Args[0], tensor.String)
	}
	if err != nil {
		return nil, err
	}
	at := op.Attrs{{Name: "out_type", Value: d}, {Name: "little_endian", Value: little}}
	if c.Given(3) {
		n, err := c.Int(3)
		if err != nil {
			return nil, err
		}
		if n < math.MinInt32 || n > math.MaxInt32 {
			return nil, py.ValueErrorf("fixed_length is an int32, got %d", n)
		}
		return c.Do(op.DecodePaddedRaw, at, x, tensor.Scalar(int32(n)))
	}
	z, err := c.Do(op.DecodeRaw, at, x)
	if err != nil {
		return nil, hintLengths(c, err, d)
	}
	return z, nil
}

// hintLengths adds what to do about strings that do not divide into numbers.
func hintLengths(c *bind.Call, err error, d tensor.DType) error {
	e, ok := c.Fail(err).(*py.Exc)
	if !ok {
		return err
	}
	if strings.Contains(e.Message(), "same size") {
		return e.WithHint("Give fixed_length=N to cut or zero-pad every string to N bytes.")
	}
	if strings.Contains(e.Message(), "not a multiple") {
		return e.WithHint("%s takes %d bytes a number; fixed_length=N cuts or pads to a multiple of %d.", d, d.Size(),
			d.Size())
	}
	return e
}

func bitcast(c *bind.Call) (py.Value, error) {
	d, err := bind.ToDType(c.Args[1], "type")
	if err != nil {
		return nil, err
	}
	in, err := c.Input(0, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	z, err := c.Do(op.Bitcast, op.Attrs{{Name: "type", Value: d}}, in)
	if x, ok := in.(*tensor.Tensor); err != nil && ok && op.CheckType("Bitcast", "T", x.DType()) == nil &&
		op.CheckType("Bitcast", "type", d) == nil {
		if c.T.Compat == "seed" { // the text of TensorFlow 1.15
			err = tensor.Errorf("Cannot bitcast from %s to %s: shape %s", x.DType().CName(), d.CName(),
				tensor.ShapeString(x.Shape()))
		}
		if e, ok := c.Fail(err).(*py.Exc); ok {
			n := d.Size() / max(x.DType().Size(), 1)
			return nil, e.WithHint("%d (%s) to %d (%s): the last dimension must be %d, but the shape is %s.", x.DType(),
				x.DType(), d, d, n, bind.NewShape(x.Shape()))
		}
	}
	return z, err
}

func indexTensor(c *bind.Call, i int, name string) (*tensor.Tensor, error) {
	x, err := c.Direct(i, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if x.Len() == 0 && x.DType() == tensor.Float32 && !values.HasTensor(c.Args[i]) {
		return tensor.New(tensor.Int32, x.Shape())
	}
	if d := x.DType(); d != tensor.Int32 && d != tensor.Int64 {
		return nil, c.Errorf("%s must be int32 or int64, but is %s", name, d)
	}
	return x, nil
}

func stringPack(c *bind.Call) (py.Value, error) {
	b, err := indexTensor(c, 0, "begins")
	if err != nil {
		return nil, err
	}
	e, err := indexTensor(c, 1, "ends")
	if err != nil {
		return nil, err
	}
	if b.DType() != e.DType() {
		return nil, c.Errorf("begins and ends must have the same type, but begins is %s and ends is %s", b.DType(),
			e.DType())
	}
	s, err := c.Direct(2, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if s.DType() == tensor.Int32 && !values.HasTensor(c.Args[2]) { // a list of numbers: bytes
		if s, err = bytesOf(c, s); err != nil {
			return nil, err
		}
	}
	if s.DType() == tensor.Float32 && s.Len() == 0 && !values.HasTensor(c.Args[2]) {
		s, err = tensor.New(tensor.Uint8, []int{0})
		if err != nil {
			return nil, err
		}
	}
	if s.DType() != tensor.Uint8 {
		return nil, c.Errorf("symbols must be a 1-D uint8 tensor, but is %s", s.DType())
	}
	return tensor.StringPack(c.T.Ctx, b, e, s)
}

func bytesOf(c *bind.Call, s *tensor.Tensor) (*tensor.Tensor, error) {
	for i := range s.Len() {
		if v := s.Int(i); v < 0 || v > 255 {
			return nil, c.Errorf("symbols[%d] = %d is not a byte", i, v)
		}
	}
	return tensor.Cast(c.T.Ctx, s, tensor.Uint8)
}

func stringUnpack(c *bind.Call) (py.Value, error) {
	x, err := c.Direct(0, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if x.DType() != tensor.String {
		return nil, c.Errorf("strings must be a string tensor, but is %s", x.DType())
	}
	d, err := c.DType(1, tensor.Int64)
	if err != nil {
		return nil, err
	}
	if d != tensor.Int32 && d != tensor.Int64 {
		return nil, c.Errorf("index_type must be int32 or int64, but is %s", d)
	}
	b, e, s := tensor.StringUnpack(x, d)
	return py.NewTuple(b, e, s), nil
}
