package printer

import (
	"fmt"
	"math"

	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/text/literal"
)

// Options are NumPy's print options.
type Options struct {
	Precision, Threshold, Edge, Width int
	Suppress                          bool   // no exponents
	Sign                              string // - or + or a blank
	FloatMode                         string // maxprec, maxprec_equal, fixed, unique
	NaN, Inf                          string
	// Formatter gives the user's own word for the element at a place of an array's memory; kind is
	// NumPy's name of the kind of element ("int", "float", "numpystr").
	Formatter func(caller any, kind string, a *ndarray.Array, at int) (string, bool)
	Caller    any    // who prints, for Formatter
	class     string // of the arrays, "" for array
	// Object writes the values of object arrays instead of the function of that name.
	Object func(v any, form Form) string
}

func (o *Options) object(v any, form Form) string {
	if o.Object != nil {
		return o.Object(v, form)
	}
	return Object(v, form)
}

// Defaults are the options as NumPy starts with them.
func Defaults() *Options {
	return &Options{Precision: 8, Threshold: 1000, Edge: 3, Width: 75, Sign: "-", FloatMode: "maxprec", NaN: "nan",
		Inf: "inf"}
}

var standard = Defaults()

// Form says how a value of an object array is written.
type Form uint8

// The forms of an object: as str and repr give it, and as repr of an array shows its items.
const (
	Plain Form = iota
	Quoted
	InArray
)

// Object writes a value of an object array. A language that puts values of its own into arrays sets
// its own; texts and numbers need none.
var Object = func(v any, form Form) string {
	if s, ok := v.(string); ok && form != Plain {
		return literal.Quote(s)
	}
	return fmt.Sprint(v)
}

// own are the words of the user's formatter, nil without one.
func (o *Options) own(a *ndarray.Array, places []int) []string {
	if o.Formatter == nil {
		return nil
	}
	kind := map[byte]string{'b': "bool", 'i': "int", 'u': "int", 'f': "float", 'c': "complexfloat", 'O': "object",
		'U': "numpystr", 'S': "numpystr", 'V': "void"}[a.DType().Kind]
	out := make([]string, len(places))
	for i, p := range places {
		s, ok := o.Formatter(o.Caller, kind, a, p)
		if !ok {
			return nil
		}
		out[i] = s
	}
	return out
}

// places is how many digits follow the point at most.
func (o *Options) places() int {
	if o.FloatMode == "unique" {
		return math.MaxInt32
	}
	return o.Precision
}
