package np

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
)

// seedSeq is NumPy's SeedSequence: entropy that is mixed into words, and the numbers of the spawns that led to it.
type seedSeq struct {
	entropy value
	words   []uint32
	key     []value
	keys    []uint32 // the words of key
	size    int      // of the pool
	spawned uint32   // how many were spawned from it
}

var seedClass = py.NewClass("numpy.random.bit_generator", "SeedSequence", py.ObjectClass, nil)

// seedFrom reads what a generator may be seeded with: a SeedSequence, or entropy for one.
func seedFrom(t *thread, v value) (*seedSeq, error) {
	if s, ok := v.(*seedSeq); ok {
		return s, nil
	}
	if v == py.None {
		v = py.Int(freshSeed())
	}
	w, err := entropyOf(t, v)
	if err != nil {
		return nil, err
	}
	return &seedSeq{entropy: v, words: w, size: 4}, nil
}

// assembled are the words that are mixed: a key follows entropy that fills the pool.
func (s *seedSeq) assembled() []uint32 {
	w := s.words[:len(s.words):len(s.words)]
	if len(s.keys) > 0 {
		for len(w) < s.size {
			w = append(w, 0)
		}
	}
	return append(w, s.keys...)
}

func (s *seedSeq) pool() []uint32 { return seedPool(s.assembled(), s.size) }

// generate draws words from the pool.
func (s *seedSeq) generate(n int) []uint32 { return seedWords(s.pool(), n) }

// generate64 draws words of 64 bits.
func (s *seedSeq) generate64(n int) []uint64 {
	w := s.generate(2 * n)
	out := make([]uint64, n)
	for i := range out {
		out[i] = uint64(w[2*i]) | uint64(w[2*i+1])<<32
	}
	return out
}

// spawn makes sequences that are independent of this one and of each other.
func (s *seedSeq) spawn(n int) []*seedSeq {
	out := make([]*seedSeq, n)
	for i := range out {
		out[i] = &seedSeq{entropy: s.entropy, words: s.words, size: s.size,
			key:  append(s.key[:len(s.key):len(s.key)], int64(s.spawned)),
			keys: append(s.keys[:len(s.keys):len(s.keys)], s.spawned)}
		s.spawned++
	}
	return out
}

// children reads how many are to be spawned.
func children(v value) (int, error) {
	n, err := intArg(v, "n_children")
	if err != nil || n < 0 || n > 1<<16 {
		return 0, py.ValueErrorf("n_children must be a number from 0 to 65536, got %s", py.ReprOf(v))
	}
	return int(n), nil
}

func init() {
	py.Register[*seedSeq](seedClass)
	c := seedClass
	of := func(v value) *seedSeq { return v.(*seedSeq) }
	c.New = py.NewBuiltin("SeedSequence(entropy=None, *, spawn_key=(), pool_size=4, n_children_spawned=0)", newSeedSeq)
	prop := func(name, doc string, f func(s *seedSeq) value) {
		c.Prop(name, doc, func(_ *thread, v value) (value, error) { return f(of(v)), nil })
	}
	prop("entropy", "What it was made of.", func(s *seedSeq) value { return s.entropy })
	prop("spawn_key", "The numbers of the spawns that led here.", func(s *seedSeq) value { return py.NewTuple(s.key...) })
	prop("pool_size", "How many words the pool has.", func(s *seedSeq) value { return int64(s.size) })
	prop("n_children_spawned", "How many were spawned.", func(s *seedSeq) value { return int64(s.spawned) })
	prop("pool", "The words.", func(s *seedSeq) value { return wordsArray(s.pool()) })
	prop("state", "The arguments that make another.", func(s *seedSeq) value {
		d := py.NewDict()
		d.SetStr("entropy", s.entropy)
		d.SetStr("spawn_key", py.NewTuple(s.key...))
		d.SetStr("pool_size", int64(s.size))
		d.SetStr("n_children_spawned", int64(s.spawned))
		return d
	})
	c.Def("generate_state(self, n_words, dtype=None)", "Words of 32 or 64 bits to seed with.",
		func(t *thread, a []value) (value, error) {
			n, err := intArg(a[1], "n_words")
			if err != nil || n < 0 || n > 1<<24 {
				return nil, py.ValueErrorf("n_words must be a number from 0 to 16777216, got %s", py.ReprOf(a[1]))
			}
			if a[2] == py.None {
				return wordsArray(of(a[0]).generate(int(n))), nil
			}
			switch d, err := dtypeArg(a[2]); {
			case err != nil:
				return nil, err
			case d.Num == tensor.Uint32:
				return wordsArray(of(a[0]).generate(int(n))), nil
			case d.Num == tensor.Uint64:
				return ndarray.Own(tensor.FromSlice([]int{int(n)}, of(a[0]).generate64(int(n)))), nil
			}
			return nil, py.ValueErrorf("only support uint32 or uint64")
		})
	c.Def("spawn(self, n_children)", "Sequences that are independent of this one.",
		func(_ *thread, a []value) (value, error) {
			n, err := children(a[1])
			if err != nil {
				return nil, err
			}
			out := py.NewList()
			for _, s := range of(a[0]).spawn(n) {
				out.Items = append(out.Items, s)
			}
			return out, nil
		})
	c.Repr = func(_ *thread, v value) (string, error) {
		s := of(v)
		var b strings.Builder
		b.WriteString("SeedSequence(\n    entropy=" + py.ReprOf(s.entropy) + ",\n")
		if len(s.key) > 0 {
			b.WriteString("    spawn_key=" + py.ReprOf(py.NewTuple(s.key...)) + ",\n")
		}
		if s.size != 4 {
			b.WriteString("    pool_size=" + py.ReprOf(int64(s.size)) + ",\n")
		}
		if s.spawned != 0 {
			b.WriteString("    n_children_spawned=" + py.ReprOf(int64(s.spawned)) + ",\n")
		}
		return b.String() + ")", nil
	}
}

func newSeedSeq(t *thread, a []value) (value, error) {
	size, err := intArg(a[2], "pool_size")
	if err != nil {
		return nil, err
	}
	if size < 4 || size > 1<<16 {
		return nil, py.ValueErrorf("The size of the entropy pool should be at least 4")
	}
	from := a[0]
	if s, ok := from.(*seedSeq); ok {
		from = s.entropy
	}
	s, err := seedFrom(t, from)
	if err != nil {
		return nil, err
	}
	s.size = int(size)
	if s.key, err = py.ToSlice(t, a[1]); err != nil {
		return nil, err
	}
	s.key = append([]value(nil), s.key...)
	if len(s.key) > 0 {
		if s.keys, err = entropyOf(t, py.NewList(s.key...)); err != nil {
			return nil, err
		}
	}
	n, err := intArg(a[3], "n_children_spawned")
	s.spawned = uint32(n)
	return s, err
}
