package op

import (
	"math/rand/v2"
	"strconv"

	"github.com/tfs-lang/tfs/tensor"
)

// Random kernels with a state: each application goes on where the one before it ended. Attributes seed and
// seed2 name the stream of numbers; both 0 leave the choice to chance.

// Stream is the numbers of one random kernel. A node of a graph has its own (Node.Stream), which goes on
// from run to run.
type Stream struct {
	next tensor.Philox
	of   *Streams
}

// Streams are the numbers of eager random kernels: kernels of one name whose attributes are alike, types and seeds
// among them, share a stream. A new one begins all streams anew, those of nodes too: what tf.random.set_seed does.
type Streams struct {
	eager map[string]*Stream
}

// NumberedGraph is a graph that numbers its random kernels which have no seed of their own.
type NumberedGraph interface{ NextSeed() int }

// stream is the one a node draws from.
func (x *Exec) stream(n *Node) *Stream {
	switch {
	case n.Stream != nil && x.Own != nil:
		return x.Own(n.Stream)
	case n.Stream != nil:
		return n.Stream
	case x.Streams == nil:
		return new(Stream)
	}
	key := n.kernelKey()
	s := x.Streams.eager[key]
	if s == nil {
		if x.Streams.eager == nil {
			x.Streams.eager = map[string]*Stream{}
		}
		s = new(Stream)
		x.Streams.eager[key] = s
	}
	return s
}

// kernelKey tells kernels of a name by their attributes: TensorFlow keeps one for each combination.
func (n *Node) kernelKey() string {
	key := []byte(n.Def.Name)
	for i := range n.Def.Row().Attr {
		a := &n.Def.Row().Attr[i]
		key = append(key, ' ')
		switch a.Kind {
		case "type":
			key = append(key, n.typeOf(a).Name()...)
		case "int":
			key = strconv.AppendInt(key, int64(n.Int(a.Name)), 10)
		case "bool":
			key = strconv.AppendBool(key, n.Bool(a.Name))
		}
	}
	return string(key)
}

// draws is the generator of an application that uses up so many outputs.
func (x *Exec) draws(n *Node, outputs int) tensor.Philox {
	s := x.stream(n)
	if s.of == nil || x.Streams != nil && s.of != x.Streams {
		a, b := uint64(n.Int("seed")), uint64(n.Int("seed2"))
		if a == 0 && b == 0 {
			a, b = rand.Uint64(), rand.Uint64()
		}
		s.next, s.of = tensor.NewPhilox(a, b), x.Streams
		if s.of == nil {
			s.of = new(Streams)
		}
	}
	g := s.next
	s.next.Skip(uint64(outputs))
	return g
}

func stateful(name string, f draw) *Def {
	eval := func(x *Exec, n *Node) error {
		shape, err := n.randomShape()
		if err != nil {
			return err
		}
		size, err := tensor.Count(shape)
		if err != nil {
			return err
		}
		return n.one(f(x.Ctx, x.draws(n, 256*size), n.Type("dtype"), shape))
	}
	return define(Def{Name: name, Effect: true, Draws: true, Infer: inferStateful, Grad: noGrad, Eval: eval})
}

func inferStateful(s *Shapes) {
	for i := 1; i < len(s.Node.In); i++ {
		s.NeedRank(i, 0)
	}
	s.Is(s.shapeOf(0))
}

var (
	RandomUniform        = stateful("RandomUniform", tensor.RandomUniform)
	RandomStandardNormal = stateful("RandomStandardNormal", tensor.RandomNormal)
	TruncatedNormal      = stateful("TruncatedNormal", tensor.RandomTruncated)
	RandomUniformInt     = define(Def{Name: "RandomUniformInt", Effect: true, Draws: true, Infer: inferStateful,
		Grad: noGrad,
		Eval: func(x *Exec, n *Node) error {
			shape, err := n.randomShape()
			if err != nil {
				return err
			}
			size, err := tensor.Count(shape)
			if err != nil {
				return err
			}
			if lo, hi := n.T(1), n.T(2); lo.Rank() == 0 && hi.Rank() == 0 && lo.Int(0) >= hi.Int(0) && size == 0 {
				return n.one(tensor.New(lo.DType(), shape)) // no number is wanted: TensorFlow does not look at the bounds
			}
			return n.randomInt(x, x.draws(n, 256*size), shape, n.T(1), n.T(2))
		}})
	RandomShuffle = define(Def{Name: "RandomShuffle", Effect: true, Draws: true, Infer: same(0), Grad: noGrad,
		Eval: func(x *Exec, n *Node) error {
			t := n.T(0)
			rows := 1
			if t.Rank() > 0 {
				rows = t.Shape()[0]
			}
			g := x.draws(n, (rows+2)/4)
			if rows < 2 {
				return n.one(t, nil)
			}
			order, err := shuffled(x.Ctx, g, rows)
			if err != nil {
				return err
			}
			return n.one(tensor.Gather(x.Ctx, t, order, 0, 0))
		}})
)
