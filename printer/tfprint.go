package printer

import (
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
)

// PrintText is the text tf.print and tf.strings.format give a tensor: `summarize` items at
// each end of every axis, all of them when it is negative.
func PrintText(t *tensor.Tensor, summarize int) string {
	if t.Rank() == 0 {
		if t.DType() == tensor.String {
			return `"` + t.Str(0) + `"`
		}
		return printWord(t, 0)
	}
	var b strings.Builder
	var walk func(level, at int)
	walk = func(level, at int) {
		if level == t.Rank() {
			if t.DType() == tensor.String {
				b.WriteString(`"` + t.Str(at) + `"`)
			} else {
				b.WriteString(printWord(t, at))
			}
			return
		}
		n := t.Shape()[level]
		b.WriteByte('[')
		sep := " "
		if level < t.Rank()-1 {
			sep = strings.Repeat("\n", t.Rank()-1-level) + strings.Repeat(" ", level+1)
		}
		cut := summarize >= 0 && n > 2*summarize
		for i := 0; i < n; i++ {
			if cut && i == summarize {
				if i > 0 {
					b.WriteString(sep)
				}
				b.WriteString("...")
				i = n - summarize // the rows between are not walked: there may be more than of elements
				if i == n {
					break
				}
			}
			if i > 0 {
				b.WriteString(sep)
			}
			walk(level+1, at*n+i)
		}
		b.WriteByte(']')
	}
	walk(0, 0)
	return b.String()
}

func printWord(t *tensor.Tensor, i int) string {
	switch d := t.DType().Base(); {
	case d == tensor.Bool:
		return strconv.FormatInt(t.Int(i), 10)
	case d == tensor.Float64:
		return py.FormatG(t.Float(i), 17)
	case d.Kind() == tensor.KindFloat:
		return shortG(t.Float(i))
	case d.IsComplex():
		c := t.Complex(i)
		return "(" + shortG(real(c)) + "," + shortG(imag(c)) + ")"
	case d == tensor.Uint64:
		return strconv.FormatUint(uint64(t.Int(i)), 10)
	}
	return strconv.FormatInt(t.Int(i), 10)
}

// shortG is %.9g where eight digits would not read back, as TensorFlow's StrCat prints floats.
func shortG(f float64) string {
	for _, p := range []int{6, 7, 8, 9} {
		s := py.FormatG(f, p)
		if v, err := strconv.ParseFloat(s, 64); err == nil && float32(v) == float32(f) {
			if p == 7 || p == 8 {
				continue
			}
			return s
		}
	}
	return py.FormatG(f, 9)
}
