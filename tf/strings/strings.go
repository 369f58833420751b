package strings

import (
	"context"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
	"github.com/tfs-lang/tfs/tf/bind"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

func init() {
	table.Register(
		table.Static(sameShapes, tfragged.Ruled(
			bind.Own(raggedList1, 0),
			table.Entry("tf.strings.join", "(inputs, separator='', name=None)", "StringJoin", stringsJoin,
				`Joins strings element-wise.

>>> tf.strings.join([['a', 'b'], ['x', 'y']], separator='-')`),
		)),
		tfragged.Ruled(bind.Flat(0), table.Entry("tf.strings.length", "(input, unit='BYTE', name=None)", "StringLength",
			OfTexts(func(c *bind.Call, x *tensor.Tensor) (*tensor.Tensor, error) {
				return text.Length(c.T.Ctx, x, text.Unit(py.StrOf(c.Args[1])))
			}),
			`The length of each string, in bytes or characters.

>>> tf.strings.length(['Hello', 'é'])
>>> tf.strings.length(['é'], unit='UTF8_CHAR')`)),
		tfragged.Ruled(bind.Flat(0), table.Entry("tf.strings.upper", "(input, encoding='', name=None)", "StringUpper",
			OfTexts(func(c *bind.Call, x *tensor.Tensor) (*tensor.Tensor, error) {
				enc, err := c.Text(1)
				if err != nil {
					return nil, err
				}
				return text.Upper(c.T.Ctx, x, enc)
			}),
			`Upper case; ASCII only unless encoding is 'utf-8'.

>>> tf.strings.upper('CamelCase string and ALL CAPS')`)),
		tfragged.Ruled(bind.Flat(0), table.Entry("tf.strings.lower", "(input, encoding='', name=None)", "StringLower",
			OfTexts(func(c *bind.Call, x *tensor.Tensor) (*tensor.Tensor, error) {
				enc, err := c.Text(1)
				if err != nil {
					return nil, err
				}
				return text.Lower(c.T.Ctx, x, enc)
			}),
			`Lower case; ASCII only unless encoding is 'utf-8'.

>>> tf.strings.lower('CamelCase string and ALL CAPS')`)),
		tfragged.Ruled(
			bind.Flat(0),
			table.Entry("tf.strings.substr", "(input, pos, len, unit='BYTE', name=None)", "Substr", substr,
				`Parts of strings.

>>> tf.strings.substr(['Hello', 'World'], 1, 3)
>>> tf.strings.substr('héllo', 1, 2, unit='UTF8_CHAR')`),
		),
		tfragged.Ruled(bind.Flat(0), table.Entry("tf.strings.strip", "(input, name=None)", "StringStrip",
			OfTexts(func(c *bind.Call, x *tensor.Tensor) (*tensor.Tensor, error) { return text.Strip(c.T.Ctx, x) }),
			`Without white space at both ends.

>>> tf.strings.strip(['\nTensorFlow', '  x '])`)),
		tfragged.Ruled(bind.Flat(0), table.Entry("tf.strings.to_hash_bucket_fast", "(input, num_buckets, name=None)",
			"StringToHashBucketFast",
			hashBucket(text.HashBucketFast[*tensor.Tensor]),
			`A bucket of each string by FarmHash.

>>> tf.strings.to_hash_bucket_fast(['Hello', 'TensorFlow'], 3)`)),
		tfragged.Ruled(
			bind.Flat(0),
			table.Entry("tf.strings.to_hash_bucket", "(input, num_buckets, name=None)", "StringToHashBucket",
				hashBucket(text.HashBucket[*tensor.Tensor]),
				`A bucket of each string.

>>> tf.strings.to_hash_bucket(['Hello', 'TensorFlow', '2.x'], 3)`),
		),
		tfragged.Ruled(
			bind.Flat(0),
			table.Entry("tf.strings.to_hash_bucket_strong", "(input, num_buckets, key, name=None)",
				"StringToHashBucketStrong",
				hashBucketStrong,
				`A bucket of each string by SipHash with a key.

>>> tf.strings.to_hash_bucket_strong(['Hello', 'TF'], 3, [1, 2])`),
		),
	)
}

// Texts converts an argument to a string tensor.
func Texts(c *bind.Call, i int) (*tensor.Tensor, error) { return c.Direct(i, tensor.String) }

// OfTexts is a kernel of the strings of the first argument.
func OfTexts(f func(c *bind.Call, x *tensor.Tensor) (*tensor.Tensor, error)) func(c *bind.Call) (py.Value, error) {
	return func(c *bind.Call) (py.Value, error) {
		x, err := Texts(c, 0)
		if err != nil {
			return nil, err
		}
		return f(c, x)
	}
}

// substr reads positions and lengths, which go straight to the kernel.
func substr(c *bind.Call) (py.Value, error) {
	x, err := Texts(c, 0)
	if err != nil {
		return nil, err
	}
	pos, err := c.Direct(1, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	length, err := c.Direct(2, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	return text.Substr(c.T.Ctx, x, pos, length, text.Unit(py.StrOf(c.Args[3])))
}

// hashBucket is a kernel of strings and a number of buckets.
func hashBucket(
	f func(ctx context.Context, x *tensor.Tensor, n int) (*tensor.Tensor, error),
) func(c *bind.Call) (py.Value,
	error) {
	return func(c *bind.Call) (py.Value, error) {
		n, err := c.Int(1)
		if err != nil {
			return nil, err
		}
		if n < 1 {
			return nil, c.BadAttr("num_buckets", "of "+table.Itoa(n)+" must be at least minimum 1")
		}
		x, err := Texts(c, 0)
		if err != nil {
			return nil, err
		}
		return f(c.T.Ctx, x, n)
	}
}

func hashBucketStrong(c *bind.Call) (py.Value, error) {
	key, err := c.Ints(2)
	if err != nil {
		return nil, err
	}
	if len(key) != 2 {
		return nil, c.Errorf("Key must have 2 elements")
	}
	return hashBucket(func(ctx context.Context, x *tensor.Tensor, n int) (*tensor.Tensor, error) {
		return text.HashBucketStrong(ctx, x, n, [2]uint64{uint64(key[0]), uint64(key[1])})
	})(c)
}

// stringsJoin joins tensors of one shape; ragged ones share their rows.
func stringsJoin(c *bind.Call) (py.Value, error) {
	items, ok := values.ListItems(c.Args[0])
	if x, isTensor := c.Args[0].(*tensor.Tensor); isTensor && x.Rank() > 0 && x.DType() == tensor.String { // its rows
		err := tensor.Room(x.Shape()[0], 256, "rows")
		if err != nil {
			return nil, err
		}
		if items, err = py.ToSlice(c.T, x); err != nil {
			return nil, err
		}
	} else if !ok {
		return nil, py.TypeErrorf("Expected list for 'inputs' argument to 'string_join' Op, not %s.",
			py.ReprOf(c.Args[0]))
	}
	var rows ragged.Flats
	for _, v := range items {
		if r, ok := v.(*ragged.Ragged); ok {
			rows.Add(r)
		}
	}
	if err := rows.Check(); err != nil {
		return nil, err
	}
	xs := make([]ragged.Value, len(items))
	for i, v := range items {
		if r, ok := v.(*ragged.Ragged); ok {
			if xs[i] = r; r.DType() != tensor.String {
				return nil, tensor.WrongType("StringJoin", i, r.DType(), tensor.String)
			}
			continue
		}
		want := tensor.String
		if tfragged.IsTensorValue(v) {
			want = tensor.Invalid
		}
		x, err := bind.Convert(c.T, v, want)
		if err != nil {
			return nil, err
		}
		if xs[i] = x; x.DType() != tensor.String {
			return nil, tensor.WrongType("StringJoin", i, x.DType(), tensor.String)
		}
	}
	return text.Join(c.T.Ctx, table.AttrText(c.Args[1]), xs...)
}

// raggedList1 runs the kernel itself when the list that is its first argument holds a ragged tensor.
func raggedList1(c *bind.Call) (py.Value, bool, error) {
	if _, ok := values.AnyRagged(c.Args[0]); !ok {
		return nil, false, nil
	}
	if _, ok := values.ListItems(c.Args[0]); !ok {
		c.Args = append([]py.Value{py.NewList(c.Args[0])}, c.Args[1:]...)
	}
	v, err := c.Op.Kernel(c)
	return v, true, err
}

// sameShapes is what the members of a list, which have one shape, tell of it together; scalars go with any.
func sameShapes(args []py.Value, shown tensor.PartialShape) tensor.PartialShape {
	items, _ := values.ListItems(args[0])
	for _, v := range items {
		if p := table.ShapeOf(v); len(p.Dims) > 0 && len(p.Dims) == len(shown.Dims) {
			shown, _ = shown.Merge(p)
		}
	}
	return shown
}
