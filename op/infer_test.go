package op

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

// letters are the types in testdata/infer*.txt, one letter each.
var letters = map[byte]tensor.DType{'f': tensor.Float32, 'd': tensor.Float64, 'h': tensor.Float16,
	'B': tensor.BFloat16, 'i': tensor.Int32,
	'l': tensor.Int64, 's': tensor.String, 'b': tensor.Bool, 'c': tensor.Complex64, 'z': tensor.Complex128,
	'u': tensor.Uint8, 'y': tensor.Int8,
	'w': tensor.Int16, 'q': tensor.Uint32, 'Q': tensor.Uint64, 'v': tensor.Uint16}

// TestInferRecorded compares what is inferred with what TensorFlow infers. The rows of
// testdata/infer*.txt are
//
//	kernel | attributes | inputs | outputs
//
// An input is a type and a shape (f[2,?], i?), or a type and a value (i=[1, 2] without blanks); a list of
// inputs stands in braces. An output that starts with ! is TensorFlow's error.
func TestInferRecorded(t *testing.T) {
	files, _ := filepath.Glob("testdata/infer*.txt")
	same, rows := 0, map[string]int{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			part := strings.SplitN(line, "|", 4)
			for i, p := range part {
				part[i] = strings.TrimSpace(p)
			}
			if len(part) != 4 {
				t.Errorf("%s: no row: %q", f, line)
				continue
			}
			rows[part[0]]++
			if got := inferred(part[0], part[1], part[2]); got != part[3] {
				t.Errorf("%s | %s | %s\n  got  %s\n  want %s", part[0], part[1], part[2], got, part[3])
			} else {
				same++
			}
		}
	}
	t.Logf("%d rows of %d kernels agree", same, len(rows))
}

// inferred is the outputs of a kernel in the notation of the rows.
func inferred(name, attrs, inputs string) string {
	d := Get(name)
	if d == nil {
		return "no kernel"
	}
	n := &Node{Def: d}
	if err := n.readAttrs(attrs); err != nil {
		return err.Error()
	}
	if err := n.readInputs(inputs); err != nil {
		return err.Error()
	}
	if err := n.check(); err != nil {
		return "!" + strings.Split(err.Error(), "\n")[0]
	}
	if err := Infer(n); err != nil {
		return "!" + strings.Split(err.Error(), "\n")[0]
	}
	out := make([]string, len(n.Out))
	for i, v := range n.Out {
		out[i] = v.DType().Name()
		for b, dt := range letters {
			if dt == v.DType() {
				out[i] = string(b)
			}
		}
		out[i] += strings.ReplaceAll(shapeText(StaticShape(v)), "<unknown>", "?")
	}
	return strings.Join(out, " ")
}

func (n *Node) readAttrs(text string) error {
	for _, f := range strings.Fields(text) {
		name, v, _ := strings.Cut(f, "=")
		a := n.Def.Row().Find(name)
		if a == nil {
			return fmt.Errorf("no attribute %s", name)
		}
		var x any
		switch a.Kind {
		case "bool":
			x = v == "True"
		case "int":
			x, _ = strconv.Atoi(v)
		case "float":
			x, _ = strconv.ParseFloat(v, 64)
		case "string":
			x = strings.Trim(v, `"'`)
		case "type":
			x = letters[v[0]]
		case "shape":
			x = readShape(v)
		case "list(int)":
			l := []int{}
			for _, s := range split(strings.Trim(v, "[]"), ",") {
				k, _ := strconv.Atoi(s)
				l = append(l, k)
			}
			x = l
		case "list(float)":
			l := []float64{}
			for _, s := range split(strings.Trim(v, "[]"), ",") {
				k, _ := strconv.ParseFloat(s, 64)
				l = append(l, k)
			}
			x = l
		case "list(string)":
			l := split(strings.Trim(v, "[]"), ",")
			for i := range l {
				l[i] = strings.Trim(l[i], `"'`)
			}
			x = l
		case "list(type)":
			l := []tensor.DType{}
			for i := range v {
				l = append(l, letters[v[i]])
			}
			x = l
		default:
			return fmt.Errorf("an attribute of kind %s", a.Kind)
		}
		n.At = append(n.At, KV{name, x})
	}
	return nil
}

func split(s, sep string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, sep)
}

func (n *Node) readInputs(text string) error {
	for i, f := range strings.Fields(text) {
		one := []string{f}
		if strings.HasPrefix(f, "{") {
			one = split(strings.Trim(f, "{}"), ";")
			if i < len(n.Def.Row().In) && n.Def.Row().In[i].Number != "" {
				n.At = append(n.At, KV{n.Def.Row().In[i].Number, len(one)})
			}
		}
		for _, s := range one {
			v, err := readValue(s)
			if err != nil {
				return err
			}
			n.In = append(n.In, v)
		}
	}
	return nil
}

func readShape(s string) tensor.PartialShape {
	if s == "?" {
		return unknown()
	}
	p := known()
	for _, x := range split(strings.Trim(s, "[]"), ",") {
		k := -1
		if x != "?" {
			k, _ = strconv.Atoi(x)
		}
		p.Dims = append(p.Dims, k)
	}
	return p
}

func readValue(s string) (Value, error) {
	d, ok := letters[s[0]]
	if !ok {
		return nil, fmt.Errorf("no type: %s", s)
	}
	if s[1] != '=' {
		return &Edge{Type: d, Shape: readShape(s[1:])}, nil
	}
	lit := s[2:]
	if d == tensor.String {
		return tensor.StringScalar(strings.Trim(lit, `"'`)), nil
	}
	shape, depth, at := []int{}, 0, lit
	var flat []float64
	for len(at) > 0 && at[0] == '[' {
		depth++
		at = at[1:]
	}
	for _, x := range strings.FieldsFunc(lit, func(r rune) bool { return strings.ContainsRune("[],", r) }) {
		k, err := strconv.ParseFloat(x, 64)
		if x == "True" {
			k, err = 1, nil
		} else if x == "False" {
			k, err = 0, nil
		}
		if err != nil {
			return nil, err
		}
		flat = append(flat, k)
	}
	if depth == 1 {
		shape = []int{len(flat)}
	} else if depth == 2 {
		rows := strings.Count(lit, "[") - 1
		shape = []int{rows, len(flat) / rows}
	}
	return tensor.Cast(context.Background(), tensor.FromSlice(shape, flat), d)
}
