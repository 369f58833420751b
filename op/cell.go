package op

import (
	"sync"

	"github.com/tfs-lang/tfs/tensor"
)

// Cell is the handle that VarHandleOp makes: it names a place that holds a tensor once one was assigned. Handles of
// one container and shared name are of one place, those without a name too, as in TensorFlow's resource manager.
type Cell struct {
	Container, Name string
	holds           tensor.DType
	shape           tensor.PartialShape // what the handle says; values of other shapes may be assigned, as TensorFlow's
}

// cellKey is the key of a cell.
type cellKey struct{ container, name string }

// cells are the tensors of all places. A container exists from its first assignment on.
var cells = struct {
	sync.Mutex
	at         map[cellKey]*tensor.Tensor
	containers map[string]bool
}{at: map[cellKey]*tensor.Tensor{}, containers: map[string]bool{}}

// DType makes handles values that kernels take.
func (c *Cell) DType() tensor.DType { return tensor.Resource }

// Holds is the element type the handle was made for.
func (c *Cell) Holds() tensor.DType { return c.holds }

// Static is the shape the handle was made for.
func (c *Cell) Static() tensor.PartialShape { return c.shape }

func (c *Cell) key() cellKey { return cellKey{c.Container, c.Name} }

// Load is what the place holds, nil before an assignment and after DestroyResourceOp.
func (c *Cell) Load() *tensor.Tensor {
	cells.Lock()
	defer cells.Unlock()
	return cells.at[c.key()]
}

// Store sets what the place holds.
func (c *Cell) Store(t *tensor.Tensor) {
	cells.Lock()
	defer cells.Unlock()
	cells.at[c.key()], cells.containers[c.Container] = t, true
}

// destroy empties the place; it tells whether there was something.
func (c *Cell) destroy() bool {
	cells.Lock()
	defer cells.Unlock()
	_, ok := cells.at[c.key()]
	delete(cells.at, c.key())
	return ok
}

// missing is the error of reading a place that holds nothing.
func (c *Cell) missing() error {
	cells.Lock()
	defer cells.Unlock()
	why := "Container " + c.Container + " does not exist. (Could not find resource: " + c.Container + "/" + c.Name + ")"
	if cells.containers[c.Container] {
		why = "Resource " + c.Container + "/" + c.Name + "/N10tensorflow3VarE does not exist."
	}
	return tensor.Failf(tensor.FailedPrecondition, "Could not find variable %s. This could mean that the variable has "+
		"been deleted. In TF1, it can also mean the variable is uninitialized. Debug info: container=%s, status error "+
		"message=%s", c.Name, c.Container, why)
}

// VarHandleOp makes the handle of a place for a tensor of a type and shape; the place itself comes to be when a value
// is assigned. VarIsInitializedOp tells whether it holds one, DestroyResourceOp empties it. Variables of the language
// live as long as something refers to them: destroying their handles changes nothing.
var (
	VarHandleOp = define(Def{Name: "VarHandleOp", Effect: true, Infer: scalar, Grad: noGrad,
		Eval: func(_ *Exec, n *Node) error {
			c := &Cell{n.Str("container"), n.Str("shared_name"), n.Type("dtype"), n.Shape("shape")}
			if c.Container == "" {
				c.Container = "localhost"
			}
			n.Out = []Value{c}
			return nil
		}})
	VarIsInitializedOp = define(Def{Name: "VarIsInitializedOp", Effect: true, Infer: scalar, Grad: noGrad,
		Eval: func(_ *Exec, n *Node) error {
			s, ok := n.In[0].(Storage)
			return n.Give(tensor.Scalar(ok && s.Load() != nil))
		}})
	DestroyResourceOp = define(Def{Name: "DestroyResourceOp", Effect: true, Keep: true, Grad: noGrad,
		Infer: func(s *Shapes) { s.Is() },
		Eval: func(_ *Exec, n *Node) error {
			n.Out = nil
			if c, ok := n.In[0].(*Cell); ok && !c.destroy() && !n.Bool("ignore_lookup_error") {
				return tensor.Failf(tensor.NotFound, "Resource %s/%s/<unknown> does not exist.", c.Container, c.Name)
			}
			return nil
		}})
)
