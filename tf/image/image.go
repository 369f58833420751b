package image

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	"github.com/tfs-lang/tfs/tf/random"
	"github.com/tfs-lang/tfs/tf/table"
)

// The image ops that look at one value at a time. Integer images hold 0 to the type's
// maximum, floating ones 0 to 1.

func init() {
	const gray = "tf.constant([[[10, 200, 255]]], tf.uint8)"
	table.Register(
		table.Edges(
			tfragged.Ruled(
				bind.Flat(0),
				table.Plain(
					table.Entry(
						"tf.image.convert_image_dtype",
						"(image, dtype, saturate=False, name=None)",
						"",
						convertImage,
						"An image in another type, scaled to its range.\n\n>>> "+
							"tf.image.convert_image_dtype("+gray+", tf.float32)\n>>> tf.image.convert_image_dtype(tf.constant([[[0.5, "+
							"1.]]]), tf.uint8)",
					),
				),
			),
		),
		table.Edges(
			tfragged.Ruled(
				bind.Flat(0),
				table.Plain(
					table.Entry(
						"tf.image.adjust_brightness",
						"(image, delta)",
						"",
						func(c *bind.Call) (py.Value, error) {
							return brighter(c, func(*table.Flow) py.Value { return c.Args[1] })
						},
						"An image with a number added to every value.\n\n>>> tf.image.adjust_brightness("+gray+", 0.1)",
					),
				),
			),
		),
		table.Edges(
			tfragged.Ruled(
				bind.Flat(0),
				table.Plain(table.Entry("tf.image.random_brightness", "(image, max_delta, seed=None)", "",
					func(c *bind.Call) (py.Value, error) {
						return randomBrightness(c, func(f *table.Flow, d float64) py.Value {
							u := f.With(
								op.RandomUniform,
								append(random.Seeded(f, c.Args[2]), op.KV{Name: "dtype", Value: tensor.Float32}),
								tensor.Ints32(),
							)
							return random.Between(f, u, -d, d, tensor.Float32, true)
						})
					}, "An image with a random number added to every value.\n\n>>> tf.image.random_brightness(tf.zeros([1, "+
						"2, 3]), 0.2).shape")),
			),
		),
		table.Edges(
			tfragged.Ruled(
				bind.Flat(0),
				table.Plain(table.Entry("tf.image.stateless_random_brightness", "(image, max_delta, seed)", "",
					func(c *bind.Call) (py.Value, error) {
						return randomBrightness(c, func(f *table.Flow, d float64) py.Value {
							u := random.Keyed(f, op.StatelessRandomUniformV2, tensor.Ints32(), f.Arg(2), tensor.Float32)
							return random.Between(f, u, -d, d, tensor.Float32, false)
						})
					}, "An image with a random number added, the same for the same seed.\n\n"+
						">>> tf.image.stateless_random_brightness(tf.constant([[[0.1, 0.2]]]), 0.2, (1, 2))")),
			),
		),
		table.Edges(table.Plain(table.Entry("tf.image.adjust_contrast", "(images, contrast_factor)", "AdjustContrastv2",
			adjustContrast, "Images whose values are moved away from the mean of their channel by a factor.\n\n"+
				">>> tf.image.adjust_contrast(tf.reshape(tf.range(12.), [2, 2, 3]), 2.)"))),
		table.Edges(
			tfragged.Ruled(
				bind.Flat(0),
				table.Plain(table.Entry("tf.image.adjust_gamma", "(image, gamma=1, gain=1)", "", adjustGamma,
					"gain * image ** gamma.\n\n>>> tf.image.adjust_gamma("+gray+", 0.5)")),
			),
		),
		table.Plain(
			table.Direct(
				"tf.tuple",
				"(tensors, control_inputs=None, name=None)",
				"",
				func(c *bind.Call) (py.Value, error) {
					return c.Args[0], nil
				},
				"The tensors as a list; in eager execution all of them are there already.\n\n"+
					">>> tf.tuple([tf.constant(1), None])",
			),
		),
	)
}

func convertImage(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, to, saturate := f.Arg(0), f.Dtype(1, tensor.Float32), f.BoolArg(2)
	return f.Result(scaled(f, x, to, saturate))
}

func maxOf(d tensor.DType) float64 {
	_, hi := d.IntRange()
	return float64(hi)
}

// scaled converts an image; tensorflow/python/ops/image_ops_impl.py has the steps.
func scaled(f *table.Flow, x op.Value, to tensor.DType, saturate bool) op.Value {
	if f.Err != nil {
		return nil
	}
	from := x.DType()
	cast := func(x op.Value) op.Value {
		if !saturate || x == nil {
			return f.Cast(x, to)
		}
		return table.Got(f, func() (op.Value, error) {
			v, err := public.SaturateCast.Run(f.C.T, x, to)
			if err != nil {
				return nil, err
			}
			return v.(op.Value), nil
		})
	}
	switch {
	case !from.IsFloating() && !from.IsInteger() || !to.IsFloating() && !to.IsInteger():
		f.Fail(py.Raisef(py.AttributeErrorClass, "dtype must be either floating point or integer"))
		return nil
	case from == to:
		return x
	case from.IsInteger() && to.IsInteger():
		a, b := maxOf(from), maxOf(to)
		if a > b {
			return cast(f.One(op.FloorDiv, x, whole(f, int64((a+1)/(b+1)), from)))
		}
		return f.Mul(cast(x), whole(f, int64((b+1)/(a+1)), to))
	case from.IsInteger():
		return f.Scale(f.Cast(x, to), 1/maxOf(from))
	case to.IsFloating():
		return f.Cast(x, to)
	}
	return cast(f.Scale(x, maxOf(to)+0.5))
}

// whole is an integer in a type.
func whole(f *table.Flow, n int64, d tensor.DType) op.Value { return f.Cast(tensor.Scalar(n), d) }

// float gives the image as floats, and what brings a result back.
func floats(f *table.Flow, x op.Value) (op.Value, func(op.Value) op.Value) {
	if f.Err != nil {
		return nil, func(op.Value) op.Value { return nil }
	}
	back := func(z op.Value) op.Value { return scaled(f, z, x.DType(), true) }
	if d := x.DType(); d == tensor.Float16 || d == tensor.Float32 {
		return x, back
	}
	return scaled(f, x, tensor.Float32, false), back
}

func brighter(c *bind.Call, delta func(f *table.Flow) py.Value) (py.Value, error) {
	f := table.FlowOf(c)
	x, back := floats(f, f.Arg(0))
	d := delta(f)
	if f.Err != nil {
		return nil, f.Err
	}
	return f.Result(back(f.Add(x, f.Cast(f.As(d, tensor.Invalid), x.DType()))))
}

func randomBrightness(c *bind.Call, draw func(f *table.Flow, most float64) py.Value) (py.Value, error) {
	most, err := py.ToFloat(c.Args[1])
	if err != nil {
		return nil, err
	}
	if most < 0 {
		return nil, py.ValueErrorf("max_delta must be non-negative.")
	}
	return brighter(c, func(f *table.Flow) py.Value { return draw(f, most) })
}

func adjustContrast(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if f.Err != nil {
		return nil, f.Err
	}
	from, y := x.DType(), x
	if from != tensor.Float16 && from != tensor.Float32 {
		y = scaled(f, x, tensor.Float32, false)
	}
	y = f.One(op.AdjustContrastv2, y, f.As(c.Args[1], tensor.Float32))
	if f.Err == nil && from != y.DType() {
		y = scaled(f, y, from, true)
	}
	return f.Result(y)
}

func adjustGamma(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, back := floats(f, f.Arg(0))
	if f.Err != nil {
		return nil, f.Err
	}
	gamma, gain := f.As(c.Args[1], x.DType()), f.As(c.Args[2], x.DType())
	if f.Err != nil {
		return nil, f.Err
	}
	if g := op.Constant(gamma); g != nil && g.Len() == 1 && g.Float(0) < 0 {
		if _, isT := bind.AsTensor(c.Args[1]); isT {
			return nil, py.NewExc(bind.InvalidArgumentError, "Gamma should be a non-negative real number.")
		}
		return nil, py.ValueErrorf("Gamma should be a non-negative real number.")
	}
	return f.Result(back(f.Mul(gain, f.One(op.Pow, x, gamma))))
}
