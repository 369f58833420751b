package printer

import (
	"math"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Options are NumPy's print options.
type Options struct {
	Precision, Threshold, Edge, Width int
	Suppress                          bool   // no exponents
	Sign                              string // - or + or a blank
	FloatMode                         string // maxprec, maxprec_equal, fixed, unique
	NaN, Inf                          string
	Formatter                         func(kind string, v py.Value) (string, bool) // the user's own words
}

// Defaults are the options as NumPy starts with them.
func Defaults() *Options {
	return &Options{Precision: 8, Threshold: 1000, Edge: 3, Width: 75, Sign: "-", FloatMode: "maxprec", NaN: "nan",
		Inf: "inf"}
}

var standard = Defaults()

type optionsKey struct{}

type current struct{ o *Options }

// OptionsOf are the options an interpreter prints with.
func OptionsOf(t *py.Thread) *Options {
	if t == nil {
		return standard
	}
	if c, ok := t.Kept[optionsKey{}]; ok {
		return c.(*current).o
	}
	return standard
}

// SetOptions changes the options an interpreter prints with.
func SetOptions(t *py.Thread, o *Options) {
	t.Local(optionsKey{}, func() any { return &current{standard} }).(*current).o = o
}

// own are the words of the user's formatter, nil without one.
func (o *Options) own(a *bind.Array, places []int) []string {
	if o.Formatter == nil {
		return nil
	}
	kind := map[byte]string{'b': "bool", 'i': "int", 'u': "int", 'f': "float", 'c': "complexfloat", 'O': "object",
		'U': "numpystr", 'S': "numpystr", 'V': "void"}[a.DType().Kind]
	out := make([]string, len(places))
	for i, p := range places {
		s, ok := o.Formatter(kind, element(a, p))
		if !ok {
			return nil
		}
		out[i] = s
	}
	return out
}

func element(a *bind.Array, at int) py.Value {
	switch d := a.DType(); {
	case d.Kind == 'O':
		return a.Object(at)
	case d.Kind == 'U':
		return bind.DecodeText(d, a.Element(at))
	case d.Kind == 'S':
		return py.Bytes(bind.DecodeText(d, a.Element(at)))
	case d.IsNumber() && !d.Swap:
		return bind.NPScalar(tensor.FromBytes(d.Num, nil, append([]byte(nil), a.Element(at)...)))
	}
	return py.None
}

// places is how many digits follow the point at most.
func (o *Options) places() int {
	if o.FloatMode == "unique" {
		return math.MaxInt32
	}
	return o.Precision
}
