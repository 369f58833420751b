package tf

import (
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// The image ops that look at one value at a time. Integer images hold 0 to the type's
// maximum, floating ones 0 to 1.

func init() {
	const gray = "tf.constant([[[10, 200, 255]]], tf.uint8)"
	register(
		ruled(flatRule, plain(entry("tf.image.convert_image_dtype", "(image, dtype, saturate=False, name=None)", "", convertImage, "An image in another type, scaled to its range.\n\n>>> tf.image.convert_image_dtype("+gray+", tf.float32)\n>>> tf.image.convert_image_dtype(tf.constant([[[0.5, 1.]]]), tf.uint8)"))),
		ruled(flatRule, plain(entry("tf.image.adjust_brightness", "(image, delta)", "", func(c *call) (value, error) {
			return brighter(c, func(k *calc) value { return c.Args[1] })
		}, "An image with a number added to every value.\n\n>>> tf.image.adjust_brightness("+gray+", 0.1)"))),
		ruled(flatRule, plain(entry("tf.image.random_brightness", "(image, max_delta, seed=None)", "",
			func(c *call) (value, error) {
				return randomBrightness(c, func(k *calc, d float64) value {
					return k.op("tf.random.uniform", py.NewList(), -d, d, tensor.Float32, c.Args[2])
				})
			}, "An image with a random number added to every value.\n\n>>> tf.image.random_brightness(tf.zeros([1, "+
				"2, 3]), 0.2).shape"))),
		ruled(flatRule, plain(entry("tf.image.stateless_random_brightness", "(image, max_delta, seed)", "",
			func(c *call) (value, error) {
				return randomBrightness(c, func(k *calc, d float64) value {
					return k.op("tf.random.stateless_uniform", py.NewList(), c.Args[2], -d, d)
				})
			}, "An image with a random number added, the same for the same seed.\n\n"+
				">>> tf.image.stateless_random_brightness(tf.constant([[[0.1, 0.2]]]), 0.2, (1, 2))"))),
		ruled(flatRule, plain(entry("tf.image.adjust_gamma", "(image, gamma=1, gain=1)", "", adjustGamma,
			"gain * image ** gamma.\n\n>>> tf.image.adjust_gamma("+gray+", 0.5)"))),
		plain(entry("tf.tuple", "(tensors, control_inputs=None, name=None)", "", func(c *call) (value, error) {
			items, ok := listItems(c.Args[0])
			if !ok {
				return nil, py.TypeErrorf("tensors must be a list, got %s", py.TypeOf(c.Args[0]).TypeName())
			}
			out := py.NewList()
			for _, v := range items {
				if v != py.None {
					x, err := raggedValue(c.T, v)
					if err != nil {
						return nil, err
					}
					v = x
				}
				out.Items = append(out.Items, v)
			}
			return out, nil
		}, "The tensors as a list; in eager execution all of them are there already.\n\n"+
			">>> tf.tuple([tf.constant(1), None])")),
	)
}

func convertImage(c *call) (value, error) {
	k := chain(c)
	x, to, saturate := k.tensor(0), k.dtype(1, tensor.Float32), k.bool(2)
	if k.err != nil {
		return nil, k.err
	}
	return k.result(k.scaled(x, to, saturate))
}

func maxOf(d tensor.DType) float64 {
	_, hi := d.IntRange()
	return float64(hi)
}

// scaled converts an image; tensorflow/python/ops/image_ops_impl.py has the steps.
func (k *calc) scaled(x *tensor.Tensor, to tensor.DType, saturate bool) *tensor.Tensor {
	from := x.DType()
	cast := func(x *tensor.Tensor) *tensor.Tensor {
		if saturate {
			return k.dense("tf.dtypes.saturate_cast", x, to)
		}
		return k.cast(x, to)
	}
	switch {
	case !from.IsFloating() && !from.IsInteger() || !to.IsFloating() && !to.IsInteger():
		k.fail(py.Raisef(py.AttributeErrorClass, "dtype must be either floating point or integer"))
		return nil
	case from == to:
		return x
	case from.IsInteger() && to.IsInteger():
		a, b := maxOf(from), maxOf(to)
		if a > b {
			return cast(k.dense("tf.math.floordiv", x, tensorOf(k, int64((a+1)/(b+1)), from)))
		}
		return k.dense("tf.math.multiply", cast(x), tensorOf(k, int64((b+1)/(a+1)), to))
	case from.IsInteger():
		return k.times(k.cast(x, to), 1/maxOf(from))
	case to.IsFloating():
		return k.cast(x, to)
	}
	return cast(k.times(x, maxOf(to)+0.5))
}

func tensorOf(k *calc, n int64, d tensor.DType) *tensor.Tensor {
	return k.cast(tensor.Scalar(n), d)
}

// float gives the image as floats, and what brings a result back.
func (k *calc) float(x *tensor.Tensor) (*tensor.Tensor, func(*tensor.Tensor) *tensor.Tensor) {
	if k.err != nil {
		return nil, nil
	}
	back := func(z *tensor.Tensor) *tensor.Tensor {
		if k.err != nil {
			return nil
		}
		return k.scaled(z, x.DType(), true)
	}
	if d := x.DType(); d == tensor.Float16 || d == tensor.Float32 {
		return x, back
	}
	return k.scaled(x, tensor.Float32, false), back
}

func brighter(c *call, delta func(k *calc) value) (value, error) {
	k := chain(c)
	x, back := k.float(k.tensor(0))
	d := delta(k)
	if k.err != nil {
		return nil, k.err
	}
	y := k.as(d, tensor.Invalid)
	if k.err != nil {
		return nil, k.err
	}
	return k.result(back(k.bin("AddV2", x, k.cast(y, x.DType()))))
}

func randomBrightness(c *call, draw func(k *calc, most float64) value) (value, error) {
	most, err := py.ToFloat(c.Args[1])
	if err != nil {
		return nil, err
	}
	if most < 0 {
		return nil, py.ValueErrorf("max_delta must be non-negative.")
	}
	return brighter(c, func(k *calc) value { return draw(k, most) })
}

func adjustGamma(c *call) (value, error) {
	k := chain(c)
	x, back := k.float(k.tensor(0))
	if k.err != nil {
		return nil, k.err
	}
	gamma, gain := k.as(c.Args[1], x.DType()), k.as(c.Args[2], x.DType())
	if k.err != nil {
		return nil, k.err
	}
	if gamma.Len() == 1 && gamma.Float(0) < 0 {
		if _, isT := bind.AsTensor(c.Args[1]); isT {
			return nil, py.NewExc(bind.InvalidArgumentError, "Gamma should be a non-negative real number.")
		}
		return nil, py.ValueErrorf("Gamma should be a non-negative real number.")
	}
	return k.result(back(k.bin("Mul", gain, k.bin("Pow", x, gamma))))
}
