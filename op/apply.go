package op

import (
	"math"
	"slices"

	"github.com/tfs-lang/tfs/tensor"
)

// Steps of optimizers: TensorFlow's ResourceApply... kernels, which change a variable and its slots in one pass. The
// sparse ones do so with the rows that indices name, one after the other. Types float and double.

type real interface{ float32 | float64 }

// rule changes elements: v[0] of the variable, the others of its slots, g of the gradient; h are the numbers that the
// kernel takes, in its order.
type rule[T real] func(v [][]T, g, h []T)

// applies declares a dense kernel and, when it is named, the one of rows.
func applies(dense, rows string, f32 func(nesterov, slots bool) rule[float32],
	f64 func(nesterov, slots bool) rule[float64]) (*Def, *Def) {
	eval := func(x *Exec, n *Node) error {
		u, err := n.update()
		if err != nil {
			return err
		}
		nesterov, slots := n.flag("use_nesterov", false), n.flag("update_slots", true)
		switch u.grad.DType() {
		case tensor.Float32:
			return updated(x, u, f32(nesterov, slots))
		case tensor.Float64:
			return updated(x, u, f64(nesterov, slots))
		}
		return tensor.NoKernel(n.Def.Name, u.grad.DType())
	}
	def := func(name string) *Def {
		return define(Def{Name: name, Effect: true, Keep: true, Grad: noGrad, Infer: func(s *Shapes) { s.Is() }, Eval: eval})
	}
	if rows == "" {
		return def(dense), nil
	}
	return def(dense), def(rows)
}

// flag is an attribute that not every kernel has.
func (n *Node) flag(name string, otherwise bool) bool {
	if n.Def.Row().Find(name) == nil {
		return otherwise
	}
	return n.Bool(name)
}

// update is what a step takes: the variable and its slots, the gradient with the rows it is of, and numbers.
type update struct {
	vars    []Storage
	grad    *tensor.Tensor
	called  string // the gradient's name
	indices *tensor.Tensor
	numbers []*tensor.Tensor
}

func (n *Node) update() (*update, error) {
	u := &update{}
	for i, a := range n.Def.Row().In {
		s, ok := n.In[i].(Storage)
		switch {
		case ok && s.Load() == nil:
			return nil, tensor.Failf(tensor.FailedPrecondition, "the variable %s has no value yet", a.Name)
		case ok:
			u.vars = append(u.vars, s)
			continue
		case a.TypeAttr == "" && a.Type == tensor.Invalid:
			return nil, tensor.Errorf("%s is no variable", a.Name)
		}
		t := n.T(i)
		switch a.Name {
		case "grad", "delta":
			u.grad, u.called = t, a.Name
		case "indices":
			u.indices = t
		default:
			if t.Rank() != 0 {
				gap := " " // TensorFlow's kernels differ
				if a.Name == "alpha" {
					gap = ""
				}
				return nil, tensor.Errorf("%s is not a scalar%s: %s", a.Name, gap, tensor.ShapeString(t.Shape()))
			}
			u.numbers = append(u.numbers, t)
		}
	}
	return u, u.check()
}

// check refuses shapes and types that do not fit the variable.
func (u *update) check() error {
	v := u.vars[0].Load()
	for _, s := range u.vars[1:] {
		if !tensor.SameShape(s.Load().Shape(), v.Shape()) {
			return tensor.Errorf("var and its slots do not have the same shape%s %s", tensor.ShapeString(v.Shape()),
				tensor.ShapeString(s.Load().Shape()))
		}
	}
	for _, s := range u.vars {
		if s.Holds() != u.grad.DType() {
			return tensor.Errorf("the variable is of type %s and the gradient of type %s", s.Holds().CName(),
				u.grad.DType().CName())
		}
	}
	want := v.Shape()
	if u.indices != nil {
		if v.Rank() == 0 || u.indices.Rank() != 1 {
			return tensor.Errorf("var must be at least 1 dimensional and indices must be one-dimensional")
		}
		for i, k := range u.indices.Ints() {
			if k < 0 || k >= v.Shape()[0] {
				return tensor.Errorf("Index %d at offset %d in indices is out of range", k, i)
			}
		}
		want = slices.Concat(u.indices.Shape(), want[1:])
	}
	if !tensor.SameShape(u.grad.Shape(), want) {
		return tensor.Errorf("var and %s do not have the same shape%s %s", u.called, tensor.ShapeString(want),
			tensor.ShapeString(u.grad.Shape()))
	}
	return nil
}

// updated runs a rule over all elements, or over the rows at the indices.
func updated[T real](x *Exec, u *update, f rule[T]) error {
	h := make([]T, len(u.numbers))
	for i, t := range u.numbers {
		h[i] = T(t.Float(0))
	}
	next, vals := make([]*tensor.Tensor, len(u.vars)), make([][]T, len(u.vars))
	for i, s := range u.vars {
		old := s.Load()
		if err := tensor.Room(old.Len(), old.DType().Size(), "elements of a variable"); err != nil {
			return err
		}
		vals[i] = slices.Clone(tensor.Slice[T](old))
		next[i] = tensor.FromSlice(old.Shape(), vals[i])
	}
	g := tensor.Slice[T](u.grad)
	part := func(g []T, lo, hi int) {
		v := make([][]T, len(vals))
		for i := range vals {
			v[i] = vals[i][lo:hi]
		}
		f(v, g, h)
	}
	if u.indices == nil {
		err := tensor.Parallel(x.Ctx, len(g), 8*len(vals)+8, func(lo, hi int) { part(g[lo:hi], lo, hi) })
		if err != nil {
			return err
		}
	} else {
		rows := u.indices.Ints()
		width := len(g) / max(len(rows), 1)
		for i, k := range rows {
			if i&1023 == 1023 && x.Ctx.Err() != nil {
				return x.Ctx.Err()
			}
			part(g[i*width:(i+1)*width], k*width, (k+1)*width)
		}
	}
	for i, s := range u.vars {
		s.Store(next[i])
	}
	return nil
}

func root[T real](x T) T { return T(math.Sqrt(float64(x))) }

func descent[T real](_, _ bool) rule[T] {
	return func(v [][]T, g, h []T) {
		for i, d := range g {
			v[0][i] -= d * h[0]
		}
	}
}

// momentum is ResourceApplyMomentum's: numbers lr and momentum.
func momentum[T real](nesterov, _ bool) rule[T] {
	return func(v [][]T, g, h []T) {
		w, m := v[0], v[1]
		for i, d := range g {
			m[i] = m[i]*h[1] + d
			if nesterov {
				w[i] -= d*h[0] + m[i]*h[1]*h[0]
			} else {
				w[i] -= m[i] * h[0]
			}
		}
	}
}

// kerasMomentum keeps the step instead of the sum of gradients.
func kerasMomentum[T real](nesterov, _ bool) rule[T] {
	return func(v [][]T, g, h []T) {
		w, m := v[0], v[1]
		for i, d := range g {
			m[i] = m[i]*h[1] - d*h[0]
			if nesterov {
				w[i] += m[i]*h[1] - d*h[0]
			} else {
				w[i] += m[i]
			}
		}
	}
}

// adam's numbers: beta1_power, beta2_power, lr, beta1, beta2, epsilon.
func adam[T real](nesterov, _ bool) rule[T] {
	return func(v [][]T, g, h []T) {
		w, m, s := v[0], v[1], v[2]
		alpha := h[2] * root(1-h[1]) / (1 - h[0])
		for i, d := range g {
			m[i] += (d - m[i]) * (1 - h[3])
			s[i] += (d*d - s[i]) * (1 - h[4])
			if nesterov {
				w[i] -= (d*(1-h[3]) + h[3]*m[i]) * alpha / (root(s[i]) + h[5])
			} else {
				w[i] -= m[i] * alpha / (root(s[i]) + h[5])
			}
		}
	}
}

// amsgrad divides by the largest mean of squares so far.
func amsgrad[T real](_, _ bool) rule[T] {
	return func(v [][]T, g, h []T) {
		w, m, s, hat := v[0], v[1], v[2], v[3]
		alpha := h[2] * root(1-h[1]) / (1 - h[0])
		for i, d := range g {
			m[i] += (d - m[i]) * (1 - h[3])
			s[i] += (d*d - s[i]) * (1 - h[4])
			hat[i] = max(hat[i], s[i])
			w[i] -= m[i] * alpha / (root(hat[i]) + h[5])
		}
	}
}

// adaMax's numbers: beta1_power, lr, beta1, beta2, epsilon.
func adaMax[T real](_, _ bool) rule[T] {
	return func(v [][]T, g, h []T) {
		w, m, s := v[0], v[1], v[2]
		for i, d := range g {
			m[i] += (d - m[i]) * (1 - h[2])
			s[i] = max(h[3]*s[i], max(d, -d))
			w[i] -= h[1] / (1 - h[0]) * (m[i] / (s[i] + h[4]))
		}
	}
}

// adadelta's numbers: lr, rho, epsilon.
func adadelta[T real](_, _ bool) rule[T] {
	return func(v [][]T, g, h []T) {
		w, a, u := v[0], v[1], v[2]
		for i, d := range g {
			a[i] = a[i]*h[1] + d*d*(1-h[1])
			step := root(u[i]+h[2]) / root(a[i]+h[2]) * d
			w[i] -= step * h[0]
			u[i] = u[i]*h[1] + step*step*(1-h[1])
		}
	}
}

func adagrad[T real](_, slots bool) rule[T] {
	return func(v [][]T, g, h []T) {
		w, a := v[0], v[1]
		for i, d := range g {
			if slots {
				a[i] += d * d
			}
			w[i] -= d * h[0] / root(a[i])
		}
	}
}

// adagradV2's numbers: lr, epsilon.
func adagradV2[T real](_, slots bool) rule[T] {
	return func(v [][]T, g, h []T) {
		w, a := v[0], v[1]
		for i, d := range g {
			if slots {
				a[i] += d * d
			}
			w[i] -= d * h[0] / (root(a[i]) + h[1])
		}
	}
}

// rmsProp's numbers: lr, rho, momentum, epsilon.
func rmsProp[T real](_, _ bool) rule[T] {
	return func(v [][]T, g, h []T) {
		w, s, m := v[0], v[1], v[2]
		for i, d := range g {
			s[i] += (d*d - s[i]) * (1 - h[1])
			m[i] = m[i]*h[2] + d*h[0]/root(s[i]+h[3])
			w[i] -= m[i]
		}
	}
}

// centeredRMSProp takes the mean of the gradients off.
func centeredRMSProp[T real](_, _ bool) rule[T] {
	return func(v [][]T, g, h []T) {
		w, a, s, m := v[0], v[1], v[2], v[3]
		for i, d := range g {
			s[i] += (d*d - s[i]) * (1 - h[1])
			a[i] += (d - a[i]) * (1 - h[1])
			m[i] = m[i]*h[2] + d*h[0]/root(s[i]-a[i]*a[i]+h[3])
			w[i] -= m[i]
		}
	}
}

// The kernels; inputs are the variable, its slots, numbers, the gradient, and indices where it is of rows.
var (
	ResourceApplyGradientDescent, _ = applies("ResourceApplyGradientDescent", "", descent[float32], descent[float64])

	ResourceApplyMomentum, ResourceSparseApplyMomentum = applies("ResourceApplyMomentum", "ResourceSparseApplyMomentum",
		momentum[float32], momentum[float64])
	ResourceApplyKerasMomentum, ResourceSparseApplyKerasMomentum = applies("ResourceApplyKerasMomentum",
		"ResourceSparseApplyKerasMomentum", kerasMomentum[float32], kerasMomentum[float64])

	ResourceApplyAdam, _            = applies("ResourceApplyAdam", "", adam[float32], adam[float64])
	ResourceApplyAdamWithAmsgrad, _ = applies("ResourceApplyAdamWithAmsgrad", "", amsgrad[float32], amsgrad[float64])
	ResourceApplyAdaMax, _          = applies("ResourceApplyAdaMax", "", adaMax[float32], adaMax[float64])

	ResourceApplyAdadelta, ResourceSparseApplyAdadelta = applies("ResourceApplyAdadelta", "ResourceSparseApplyAdadelta",
		adadelta[float32], adadelta[float64])
	ResourceApplyAdagrad, ResourceSparseApplyAdagrad = applies("ResourceApplyAdagrad", "ResourceSparseApplyAdagrad",
		adagrad[float32], adagrad[float64])
	ResourceApplyAdagradV2, ResourceSparseApplyAdagradV2 = applies("ResourceApplyAdagradV2",
		"ResourceSparseApplyAdagradV2", adagradV2[float32], adagradV2[float64])

	ResourceApplyRMSProp, ResourceSparseApplyRMSProp = applies("ResourceApplyRMSProp", "ResourceSparseApplyRMSProp",
		rmsProp[float32], rmsProp[float64])
	ResourceApplyCenteredRMSProp, ResourceSparseApplyCenteredRMSProp = applies("ResourceApplyCenteredRMSProp",
		"ResourceSparseApplyCenteredRMSProp", centeredRMSProp[float32], centeredRMSProp[float64])
)
