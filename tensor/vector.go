package tensor

import "github.com/tfs-lang/tfs/tensor/loop"

// Where the vector kernels of package loop join the families of loops. Each family's own Go loop stays
// the definition: it does the elements behind the last whole vector, and all of them on a machine without
// vectors. With loop.Use(loop.Plain) it does all of them, which the tests compare with.

// vectorTypes are the names package loop has for element types, those of one size that are treated alike
// under one name last.
var vectorTypes = [numDTypes][]string{
	Float32: {"F32"}, Float64: {"F64"}, Float16: {"F16"}, BFloat16: {"BF16"},
	Int8: {"I8"}, Int16: {"I16"}, Int32: {"I32"}, Int64: {"I64"}, Bool: {"U8", "I8"},
	Uint8: {"U8"}, Uint16: {"U16"}, Uint32: {"U32"}, Uint64: {"U64"},
}

// signless are the operations for which the sign of an integer type does not matter, or not even its size.
var signless = map[string]bool{"AddV2": true, "Sub": true, "Mul": true, "Equal": true, "NotEqual": true}

// bitwise are the operations that work on bytes, and what those of bools are among them.
var bitwise = map[string]string{"BitwiseAnd": "BitwiseAnd", "BitwiseOr": "BitwiseOr", "BitwiseXor": "BitwiseXor",
	"LogicalAnd": "BitwiseAnd", "LogicalOr": "BitwiseOr", "LogicalXor": "BitwiseXor"}

// pastBytes is the size of a result from which it is stored past the caches.
const pastBytes = 8 << 20

// vectorTwo is the kernel of an operation of two arguments and the bytes of an element it sees.
func vectorTwo(name string, d DType) (k *loop.Two, size int) {
	if op := bitwise[name]; op != "" {
		return loop.FindTwo(op, "I8"), 1
	}
	if d == Bool && name == "Mul" {
		return loop.FindTwo("BitwiseAnd", "I8"), 1
	}
	for _, t := range vectorTypes[d] {
		if k := loop.FindTwo(name, t); k != nil {
			return k, d.Size()
		}
		if t[0] == 'U' && signless[name] {
			if k := loop.FindTwo(name, "I"+t[1:]); k != nil {
				return k, d.Size()
			}
		}
	}
	return nil, 0
}

// joinTwo puts the vector kernel of an operation before its Go loop, for results that stay in the caches
// and those that do not.
func (o *BinOp) joinTwo(d DType) {
	twin := o.kernels[d]
	k, size := vectorTwo(o.Name, d)
	o.past[d] = twin
	if twin == nil || k == nil {
		return
	}
	out := size
	if o.toBool {
		out = 1
	}
	table := loop.FindTwo(o.Name+"Table", vectorTypes[d][0])
	with := func(mode loop.Mode) binKernel {
		return func(z, x, y []byte) {
			k := k
			if table != nil && !ownEstimates() {
				k = table
			}
			if n := k.Run(z, x, y, out, size, len(x)/size, mode); n*size < len(x) {
				twin(z[n*out:], x[n*size:], y[n*size:])
			}
		}
	}
	o.kernels[d], o.past[d] = with(o.mode), with(o.mode|loop.Past)
}

// kernel is the loop of an operation for a result of some bytes.
func (o *BinOp) kernel(d DType, bytes int) binKernel {
	if bytes >= pastBytes {
		return o.past[d.Base()]
	}
	return o.kernels[d.Base()]
}

// joinOne is joinTwo for an operation of one argument. Only whole packets are given to the vector kernel.
func (o *UnOp) joinOne(d DType) {
	twin := o.kernels[d]
	o.past[d] = twin
	if twin == nil || vectorTypes[d] == nil {
		return
	}
	k := loop.FindOne(o.Name, vectorTypes[d][0])
	if k == nil {
		return
	}
	size := d.Size()
	reach := reaches[o.Name]
	table := loop.FindOne(o.Name+"Table", vectorTypes[d][0])
	with := func(mode loop.Mode) unKernel {
		return func(z, x []byte, body int) {
			k := k
			if table != nil && !ownEstimates() {
				k = table
			}
			n := k.Run(z, x, size, size, body, mode)
			if reach > 0 && d == Float32 {
				redo(twin, z[:n*size], x[:n*size], reach)
			}
			if n*size < len(x) {
				twin(z[n*size:], x[n*size:], body-n)
			}
		}
	}
	o.kernels[d], o.past[d] = with(o.mode), with(o.mode|loop.Past)
}

// reaches are the bits of the least argument that a vector function leaves to the Go loop.
var reaches = map[string]uint32{"Sin": 0x46cadc00, "Cos": 0x46932c00}

var absBits = loop.FindFold("AbsBits", "F32")

// redo computes again what is beyond the reach of a vector function.
func redo(twin unKernel, z, x []byte, reach uint32) {
	var most [loop.FoldBytes]byte
	at := absBits.Run(&most, x)
	large := func(bits []uint32) bool {
		for _, b := range bits {
			if b&^(1<<31) >= reach {
				return true
			}
		}
		return false
	}
	if !large(view[uint32](most[:])) && !large(view[uint32](x[at:])) {
		return
	}
	for i, b := range view[uint32](x) {
		if b&^(1<<31) >= reach {
			twin(z[4*i:4*i+4], x[4*i:4*i+4], 1)
		}
	}
}

// vectorCast is the kernel of a conversion and whether it stands for the types.
func vectorCast(from, to DType) *loop.One {
	sources := vectorTypes[from]
	target := vectorTypes[to][0]
	if to == Bool {
		target = "Bool"
		if from.IsInteger() && sources[0][0] == 'U' {
			sources = []string{"I" + sources[0][1:]}
		}
	}
	if narrow := to.Size() <= from.Size(); narrow && from.IsInteger() && to.IsInteger() {
		sources = []string{"I" + sources[0][1:]} // the low bits, whatever the signs
	}
	if to.IsInteger() && target[0] == 'U' && from.IsInteger() {
		target = "I" + target[1:] // the same bits
	}
	for _, s := range sources {
		if k := loop.FindOne("Cast"+s, target); k != nil {
			return k
		}
	}
	return nil
}

// joinCasts puts the vector kernels before the Go loops of the conversions.
func joinCasts() {
	for from := range casts {
		for to, twin := range casts[from] {
			if twin == nil || vectorTypes[from] == nil || vectorTypes[to] == nil || from == to {
				continue
			}
			k := vectorCast(DType(from), DType(to))
			pastCasts[from][to] = twin
			if k == nil {
				continue
			}
			sx, sz := DType(from).Size(), DType(to).Size()
			with := func(mode loop.Mode) castKernel {
				return func(z, x []byte) {
					if n := k.Run(z, x, sz, sx, len(x)/sx, mode); n*sx < len(x) {
						twin(z[n*sz:], x[n*sx:])
					}
				}
			}
			casts[from][to], pastCasts[from][to] = with(0), with(loop.Past)
		}
	}
}

// pastCasts are the conversions whose results go past the caches.
var pastCasts [numDTypes][numDTypes]castKernel
