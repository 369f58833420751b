package hdf5

import (
	"sort"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// Object is a group or, with Data, a dataset.
type Object struct {
	Attrs []Attr
	Data  *tensor.Tensor // numbers, of any rank
	Items map[string]*Object
}

// Attr is an attribute: a tensor of numbers or of strings.
type Attr struct {
	Name  string
	Value *tensor.Tensor
}

// Group makes an empty group.
func Group() *Object { return &Object{Items: map[string]*Object{}} }

// Names lists what is in a group, sorted.
func (o *Object) Names() []string {
	out := make([]string, 0, len(o.Items))
	for n := range o.Items {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// At is the object at a path of names with slashes between, nil when there is none.
func (o *Object) At(path string) *Object {
	for _, n := range strings.Split(strings.Trim(path, "/"), "/") {
		if n == "" {
			continue
		}
		if o = o.Items[n]; o == nil {
			return nil
		}
	}
	return o
}

// Put makes the object at a path, with the groups on the way. It is an error where a dataset is in the way.
func (o *Object) Put(path string, v *Object) error {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i, n := range parts {
		if o.Items == nil {
			return tensor.Errorf("%s is a dataset and holds nothing", strings.Join(parts[:i], "/"))
		}
		if i == len(parts)-1 {
			if o.Items[n] != nil {
				return tensor.Errorf("there are two objects named %s", path)
			}
			o.Items[n] = v
			return nil
		}
		if o.Items[n] == nil {
			o.Items[n] = Group()
		}
		o = o.Items[n]
	}
	return nil
}

const undefined = ^uint64(0)

// number is the datatype of an element type: class, the three bytes of flags, and the properties.
type number struct {
	d     tensor.DType
	class byte
	flags [3]byte
	props []byte
}

// numbers are the types of elements that are read and written, little-endian.
var numbers = func() []number {
	var out []number
	for d, signed := range map[tensor.DType]bool{tensor.Int8: true, tensor.Int16: true, tensor.Int32: true,
		tensor.Int64: true, tensor.Uint8: false, tensor.Uint16: false, tensor.Uint32: false, tensor.Uint64: false} {
		n := number{d: d, props: []byte{0, 0, byte(8 * d.Size()), 0}}
		if signed {
			n.flags[0] = 8
		}
		out = append(out, n)
	}
	float := func(d tensor.DType, mantissa, exponent byte, bias uint16) {
		bits := byte(8 * d.Size())
		out = append(out, number{d, 1, [3]byte{0x20, bits - 1, 0}, []byte{0, 0, bits, 0, mantissa, exponent, 0, mantissa,
			byte(bias), byte(bias >> 8), 0, 0}})
	}
	float(tensor.Float16, 10, 5, 15)
	float(tensor.BFloat16, 7, 8, 127)
	float(tensor.Float32, 23, 8, 127)
	float(tensor.Float64, 52, 11, 1023)
	return out
}()
