package data

import (
	"math"
	"sync"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// seedStream is a stream of words that all iterators of a stage share.
type seedStream struct {
	mu    sync.Mutex
	words func() uint32
}

// seeded is the generator of a new iterator of a stage with two seeds: when again is set each iterator takes
// seeds of its own from the stage's stream, otherwise all are alike.
func (d *Dataset) seeded(e *Env, seed, seed2 uint64, again bool) func() uint32 {
	if !again {
		return tensor.NewPhilox(seed, seed2).Words()
	}
	s := d.share(e, func() any { return &seedStream{words: tensor.NewPhilox(seed, seed2).Words()} }).(*seedStream)
	s.mu.Lock()
	defer s.mu.Unlock()
	a := uint64(s.words())
	return tensor.NewPhilox(a, uint64(s.words())).Words()
}

// Shuffle gives elements in an order by chance, each drawn from a buffer of so many; a size below 0 holds all.
// again has every iterator draw another order.
func Shuffle(d *Dataset, size op.Value, seed, seed2 uint64, again bool) *Dataset {
	var out *Dataset
	out = stage("Shuffle", d.Size, func(e *Env) (Iterator, error) {
		n, err := e.Int(size)
		if err != nil {
			return nil, err
		}
		if n == 0 || n < Unknown || n == Infinite {
			return nil, tensor.Errorf("buffer_size must be greater than zero or UNKNOWN_CARDINALITY")
		}
		if n < 0 {
			n = math.MaxInt64
		}
		return &shuffler{open: func() (Iterator, error) { return d.Open(e) }, size: int(n),
			words: out.seeded(e, seed, seed2, again)}, nil
	}, d).uses(size)
	return out
}

// shuffler draws from a ring of elements: the one drawn leaves its place to the oldest. Its input is opened when
// it is first read, as in TensorFlow: shuffles before it draw their seeds then.
type shuffler struct {
	open  func() (Iterator, error)
	in    Iterator
	size  int
	words func() uint32
	ring  []Element
	start int
	held  int
	over  bool
}

// Next fills the buffer and draws.
func (s *shuffler) Next(r *Run) (Element, error) {
	if s.in == nil {
		in, err := s.open()
		if err != nil {
			return nil, err
		}
		s.in = in
	}
	for !s.over && s.held < s.size {
		if err := r.Check(); err != nil {
			return nil, err
		}
		x, err := s.in.Next(r)
		if err == End {
			s.over = true
			break
		}
		if err != nil {
			return nil, err
		}
		if len(s.ring) < s.size && s.held == len(s.ring) {
			s.grow()
		}
		s.ring[(s.start+s.held)%len(s.ring)] = x
		s.held++
	}
	if s.held == 0 {
		return nil, End
	}
	at := (s.start + int(uint64(s.words())%uint64(s.held))) % len(s.ring)
	x := s.ring[at]
	s.ring[at] = s.ring[s.start]
	s.ring[s.start] = nil
	s.start = (s.start + 1) % len(s.ring)
	s.held--
	return x, nil
}

// grow makes room, in the order of age: what is drawn depends on that order alone.
func (s *shuffler) grow() {
	next := make([]Element, min(max(2*len(s.ring), 16), s.size))
	for i := range s.held {
		next[i] = s.ring[(s.start+i)%len(s.ring)]
	}
	s.ring, s.start = next, 0
}
