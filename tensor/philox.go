package tensor

import (
	"context"
	"math"

	"github.com/tfs-lang/tfs/tensor/libm"
	"github.com/tfs-lang/tfs/tensor/loop"
)

// Philox is the counter-based generator Philox4x32-10 (Salmon et al., 2011) as TensorFlow's
// random kernels use it.
type Philox struct {
	key     [2]uint32
	counter [4]uint32
}

// NewPhilox is the generator of the two seeds of a stateful op (RandomUniform, RandomStandardNormal): the first is the
// key, the second the upper half of the counter.
func NewPhilox(seed, seed2 uint64) Philox {
	return Philox{key: [2]uint32{uint32(seed), uint32(seed >> 32)},
		counter: [4]uint32{0, 0, uint32(seed2), uint32(seed2 >> 32)}}
}

// StatelessPhilox is the generator of a stateless op's seed pair (StatelessRandomUniform): the pair is scrambled to key
// and counter by one block of a generator of its own.
func StatelessPhilox(a, b uint64) Philox {
	p := Philox{key: [2]uint32{0x3EC8F720, 0x02461E29}, counter: [4]uint32{uint32(a), uint32(a >> 32), uint32(b),
		uint32(b >> 32)}}
	m := p.Next()
	return Philox{key: [2]uint32{m[0], m[1]}, counter: [4]uint32{0, 0, m[2], m[3]}}
}

// KeyedPhilox is the generator of a key and a counter, the lower half first.
func KeyedPhilox(key uint64, counter [2]uint64) Philox {
	return Philox{key: [2]uint32{uint32(key), uint32(key >> 32)},
		counter: [4]uint32{uint32(counter[0]), uint32(counter[0] >> 32),
			uint32(counter[1]), uint32(counter[1] >> 32)}}
}

// State is the key and the counter of the generator, the lower half first: what KeyedPhilox takes.
func (p Philox) State() (key uint64, counter [2]uint64) {
	c := p.counter
	return uint64(p.key[0]) | uint64(p.key[1])<<32, [2]uint64{uint64(c[0]) | uint64(c[1])<<32,
		uint64(c[2]) | uint64(c[3])<<32}
}

// Next is one block of four words, by ten rounds of Philox 4x32, and the step to the next one.
func (p *Philox) Next() [4]uint32 {
	c, k := p.counter, p.key
	for range 10 {
		p0, p1 := uint64(c[0])*0xD2511F53, uint64(c[2])*0xCD9E8D57
		c = [4]uint32{uint32(p1>>32) ^ c[1] ^ k[0], uint32(p1), uint32(p0>>32) ^ c[3] ^ k[1], uint32(p0)}
		k[0] += 0x9E3779B9
		k[1] += 0xBB67AE85
	}
	p.Skip(1)
	return c
}

// Skip leaves out blocks.
func (p *Philox) Skip(n uint64) {
	lo := uint64(p.counter[0]) | uint64(p.counter[1])<<32
	sum := lo + n
	p.counter[0], p.counter[1] = uint32(sum), uint32(sum>>32)
	if sum < lo {
		if p.counter[2]++; p.counter[2] == 0 {
			p.counter[3]++
		}
	}
}

// wordStream is the stream of single words of a generator.
type wordStream struct {
	g     Philox
	block [4]uint32
	at    int
}

// Words gives the words of a generator one at a time.
func (p Philox) Words() func() uint32 {
	w := &wordStream{g: p, at: 4}
	return func() uint32 {
		if w.at == 4 {
			w.block, w.at = w.g.Next(), 0
		}
		w.at++
		return w.block[w.at-1]
	}
}

func unit32(w uint32) float32 { return math.Float32frombits(w&0x7FFFFF|0x3F800000) - 1 }

func unit64(a, b uint32) float64 {
	return math.Float64frombits(uint64(a&0xFFFFF)<<32|uint64(b)|1023<<52) - 1
}

// blocks fills n values, per of them from each block, in parallel: every block has its own
// place in the counter.
func blocks[T any](ctx context.Context, g Philox, out []T, per int, f func(b [4]uint32, z []T)) error {
	n := (len(out) + per - 1) / per
	return parallelRows(ctx, n, 64, func(lo, hi int) {
		h := g
		h.Skip(uint64(lo))
		var z [4]T
		var next [64][4]uint32
		for i := lo; i < hi; i++ {
			k := (i - lo) % len(next)
			if k == 0 {
				h.words(unView(next[:min(len(next), hi-i)]))
			}
			f(next[k], z[:per])
			copy(out[i*per:], z[:per])
		}
	})
}

// words writes the next words of the generator into z, whole blocks of them but for the last.
func (p *Philox) words(z []byte) {
	key, counter := p.State()
	if counter[0] <= math.MaxUint64-uint64(len(z)) {
		n := loop.Philox(z, key, counter[0], counter[1])
		p.Skip(uint64(n))
		z = z[16*n:]
	}
	for w := view[uint32](z); len(w) > 0; w = w[min(4, len(w)):] {
		b := p.Next()
		copy(w, b[:])
	}
}

// unitF32 makes numbers in [0, 1) of words.
var unitF32 = loop.FindOne("Unit", "F32")

// fill writes the generator's words into z, in parallel, and has f make values of each piece.
func (p Philox) fill(ctx context.Context, z []byte, f func(z []byte)) error {
	return parallelRows(ctx, (len(z)+15)/16, 64, func(lo, hi int) {
		h := p
		h.Skip(uint64(lo))
		h.words(z[16*lo : min(16*hi, len(z))])
		f(z[16*lo : min(16*hi, len(z))])
	})
}

// RandomUniform makes a tensor of a shape and float16, bfloat16, float32 or float64 numbers in [0, 1), each of 10, 7,
// 23 or 52 random bits. Another dtype is an error. Source: RandomUniform and its stateless forms.
func RandomUniform(ctx context.Context, g Philox, d DType, shape []int) (*Tensor, error) {
	z, err := alloc(d, shape)
	if err != nil {
		return nil, err
	}
	switch d {
	case Float32:
		err = g.fill(ctx, z.buf, func(z []byte) {
			n := unitF32.Run(z, z, 4, 4, len(z)/4, 0)
			out := view[float32](z)
			for i, w := range view[uint32](z)[n:] {
				out[n+i] = unit32(w)
			}
		})
	case Float64:
		err = blocks(ctx, g, view[float64](z.buf), 2, func(b [4]uint32, z []float64) {
			z[0], z[1] = unit64(b[0], b[1]),
				unit64(b[2], b[3])
		})
	case Float16:
		err = blocks(ctx, g, view[Half](z.buf), 4, func(b [4]uint32, z []Half) {
			for i, w := range b {
				z[i] = ToHalf(Half(w&0x3FF|0x3C00).Float32() - 1)
			}
		})
	case BFloat16:
		err = blocks(ctx, g, view[BHalf](z.buf), 4, func(b [4]uint32, z []BHalf) {
			for i, w := range b {
				z[i] = ToBHalf(BHalf(w&0x7F|0x3F80).Float32() - 1)
			}
		})
	default:
		return nil, NoKernel("RandomUniform", d)
	}
	return z, err
}

// RandomBits makes a tensor of a shape of which each element is one random word of 4 bytes (int32, uint32) or 8 (int64,
// uint64). Source: StatelessRandomUniformFullIntV2.
func RandomBits(ctx context.Context, g Philox, d DType, shape []int) (*Tensor, error) {
	z, err := alloc(d, shape)
	if err != nil {
		return nil, err
	}
	if d.Size() == 4 {
		return z, blocks(ctx, g, view[uint32](z.buf), 4, func(b [4]uint32, z []uint32) { copy(z, b[:]) })
	}
	return z, blocks(ctx, g, view[uint64](z.buf), 2, func(b [4]uint32, z []uint64) {
		z[0], z[1] = uint64(b[0])|uint64(b[1])<<32, uint64(b[2])|uint64(b[3])<<32
	})
}

// RandomInt makes a tensor of a shape and of int32, uint32, int64 or uint64 numbers from lo to hi-1: RandomBits modulo
// hi-lo, which must not be 0. Source: RandomUniformInt.
func RandomInt(ctx context.Context, g Philox, d DType, shape []int, lo, hi int64) (*Tensor, error) {
	z, err := RandomBits(ctx, g, d, shape)
	if err != nil {
		return nil, err
	}
	if d.Size() == 4 {
		v, span := view[uint32](z.buf), uint32(hi)-uint32(lo)
		return z, parallel(ctx, len(v), 4, func(a, b int) {
			for i := a; i < b; i++ {
				v[i] = uint32(lo) + v[i]%span
			}
		})
	}
	v, span := view[uint64](z.buf), uint64(hi)-uint64(lo)
	return z, parallel(ctx, len(v), 8, func(a, b int) {
		for i := a; i < b; i++ {
			v[i] = uint64(lo) + v[i]%span
		}
	})
}

// boxMuller32 makes two normal numbers of two words.
func boxMuller32(a, b uint32) (float32, float32) {
	u := max(unit32(a), 1e-7)
	v := float32(2 * math.Pi * float64(unit32(b)))
	r := float32(math.Sqrt(float64(float32(-2 * logf(u)))))
	s, c := sincosf(v)
	return s * r, c * r
}

func boxMuller64(b [4]uint32) (float64, float64) {
	u := max(unit64(b[0], b[1]), 1e-7)
	r := math.Sqrt(-2 * libm.Log(u))
	s, c := math.Sincos(2 * math.Pi * unit64(b[2], b[3]))
	return s * r, c * r
}

// RandomNormal makes a tensor of a shape and of standard normal float16, bfloat16, float32 or float64 numbers, by Box
// and Muller's formula. Another dtype is an error. Source: RandomStandardNormal.
func RandomNormal(ctx context.Context, g Philox, d DType, shape []int) (*Tensor, error) {
	z, err := alloc(d, shape)
	if err != nil {
		return nil, err
	}
	four := func(b [4]uint32) (z [4]float32) {
		z[0], z[1] = boxMuller32(b[0], b[1])
		z[2], z[3] = boxMuller32(b[2], b[3])
		return z
	}
	switch d {
	case Float32:
		err = blocks(ctx, g, view[float32](z.buf), 4, func(b [4]uint32, z []float32) { f := four(b); copy(z, f[:]) })
	case Float64:
		err = blocks(ctx, g, view[float64](z.buf), 2, func(b [4]uint32, z []float64) { z[0], z[1] = boxMuller64(b) })
	case Float16:
		err = blocks(ctx, g, view[Half](z.buf), 4, func(b [4]uint32, z []Half) {
			for i, f := range four(b) {
				z[i] = ToHalf(f)
			}
		})
	case BFloat16:
		err = blocks(ctx, g, view[BHalf](z.buf), 4, func(b [4]uint32, z []BHalf) {
			for i, f := range four(b) {
				z[i] = ToBHalf(f)
			}
		})
	default:
		return nil, NoKernel("RandomStandardNormal", d)
	}
	return z, err
}

// RandomTruncated fills a float tensor with normal numbers between -2 and 2: every group of
// four (two of float64) draws from a stream of its own until it is full.
func RandomTruncated(ctx context.Context, g Philox, d DType, shape []int) (*Tensor, error) {
	if !d.IsFloating() {
		return nil, NoKernel("TruncatedNormal", d)
	}
	n, err := Count(shape)
	if err != nil {
		return nil, err
	}
	per, skip := 4, uint64(256)
	if d == Float64 {
		per, skip = 2, 128
	}
	out := make([]float64, (n+per-1)/per*per)
	err = parallelRows(ctx, len(out)/per, 128, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			h := g
			h.Skip(uint64(j) * skip)
			group := out[j*per : (j+1)*per]
			for k := 0; k < per; {
				b := h.Next()
				var z [4]float64
				m := 4
				if d == Float64 {
					z[0], z[1] = boxMuller64(b)
					m = 2
				} else {
					a0, a1 := boxMuller32(b[0], b[1])
					a2, a3 := boxMuller32(b[2], b[3])
					z = [4]float64{float64(a0), float64(a1), float64(a2), float64(a3)}
				}
				for _, f := range z[:m] {
					if math.Abs(f) < 2 && k < per {
						group[k] = f
						k++
					}
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return Cast(ctx, FromSlice(shape, out[:n]), d)
}

// logTable is 1/c and log(c) for sixteen intervals of the mantissa (glibc's logf).
var logTable = [16][2]float64{
	{1.398907162146528, -0.33569133332882284},
	{1.3403141896637998, -0.2929040563774074},
	{1.286432210124115, -0.2518726580937369},
	{1.2367150214269895, -0.21245868807117255},
	{1.1906977166711752, -0.17453945183745634},
	{1.1479821020556429, -0.1380057072319758},
	{1.1082251448272158, -0.10275976698545139},
	{1.0711297413057381, -0.06871392447020525},
	{1.036437278977283, -0.0357891387398228},
	{1.0, 0.0},
	{0.9492859795739057, 0.05204517742929496},
	{0.8951049428609004, 0.11081431298787942},
	{0.8476821620351103, 0.1652495223695143},
	{0.8050314851692001, 0.21687389031699977},
	{0.7664671008843108, 0.2659635028121397},
	{0.731428603316328, 0.3127556664073557},
}

// logf is the single-precision logarithm that TensorFlow's Box-Muller calls, for x > 0.
func logf(x float32) float32 {
	ix := math.Float32bits(x)
	if ix == 0x3f800000 {
		return 0
	}
	t := ix - 0x3F330000
	i := t >> 19 & 15
	k := int32(t) >> 23
	z := float64(math.Float32frombits(ix - t&0xFF800000))
	r := z*logTable[i][0] - 1
	y0 := logTable[i][1] + float64(k)*math.Ln2
	r2 := r * r
	y := 0.333456765744066*r + -0.4999997485802103
	y = -0.25089342214237154*r2 + y
	return float32(y*r2 + (y0 + r))
}

// sincosf is the single-precision sine and cosine of y >= 0 that goes with it.
func sincosf(y float32) (float32, float32) {
	top := math.Float32bits(y) >> 20
	if top < 0x398 {
		return y, 1
	}
	x := float64(y)
	n := (int32(x*(2/math.Pi*(1<<24))) + 0x800000) >> 24 // 0 below a quarter of pi
	x -= float64(n) * (math.Pi / 2)
	// Tables, since the quadrant is as random as the number: a branch would be guessed wrong half of the time.
	sign, flip := quadrantSigns[n&3], quadrantSigns[n&2]
	x2, xs := x*x, sign*x
	s := (xs + xs*x2*-0.16666654943701084) + xs*x2*x2*(0.008332178146138854+x2*-0.00019517298981385725)
	c := ((1 + x2*-0.49999999725108224) + x2*x2*0.041666623324344516) +
		x2*x2*x2*(-0.001388676379437604+x2*2.4390450703564542e-05)
	both := [2]float64{s, c * flip}
	return float32(both[n&1]), float32(both[n&1^1])
}

// quadrantSigns is the sign of the sine's argument by quadrants; that of the cosine stands at the even ones.
var quadrantSigns = [4]float64{1, -1, -1, 1}
