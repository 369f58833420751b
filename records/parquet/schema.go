package parquet

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// The physical types, by number.
const (
	physBool = iota
	physInt32
	physInt64
	physInt96
	physFloat
	physDouble
	physBytes
	physFixed
)

// leaf is a column of a file: what its values are, and at which levels its lists begin and its parts are there.
type leaf struct {
	name   string // the path to it, without the groups that make a list
	path   []string
	phys   int
	width  int // of values of physFixed
	kind   string
	dtype  tensor.DType
	maxDef int
	lists  []listLevel // the outermost first
	wrong  error       // why it cannot be read
}

// listLevel is where a list is there (at least so many levels defined), and where it has an element.
type listLevel struct{ there, element int }

const maxDepth = 64

// schema walks over the elements of a schema, which are listed each before its children.
type schema struct {
	elements []any
	at       int
	leaves   []*leaf
}

// group is what lies above an element.
type group struct {
	name  string
	path  []string
	def   int
	lists []listLevel
	depth int
	list  bool // a LIST or MAP: the names of what it is made of do not count
}

func leavesOf(elements []any) ([]*leaf, error) {
	s := &schema{elements: elements, at: 1}
	if len(elements) == 0 {
		return nil, damaged("it has no schema")
	}
	root, _ := elements[0].(message)
	for range root.int(5) {
		if err := s.walk(group{depth: maxDepth}); err != nil {
			return nil, err
		}
	}
	return s.leaves, nil
}

// walk reads the next element with what is below it.
func (s *schema) walk(in group) error {
	if s.at >= len(s.elements) || in.depth == 0 {
		return damaged("its schema does not end")
	}
	e, _ := s.elements[s.at].(message)
	s.at++
	g := group{name: in.name, def: in.def, lists: in.lists[:len(in.lists):len(in.lists)], depth: in.depth - 1}
	g.path = append(in.path[:len(in.path):len(in.path)], e.text(4))
	switch e.int(3) {
	case 1:
		g.def++
	case 2:
		g.lists = append(g.lists, listLevel{g.def, g.def + 1})
		g.def++
	}
	if !in.list || e.int(3) != 2 && len(in.path) > 0 && in.path[len(in.path)-1] == "key_value" {
		g.name = strings.TrimPrefix(in.name+"."+e.text(4), ".")
	}
	if n := e.int(5); n > 0 {
		converted, logical := e.int(6), e.message(10)
		g.list = e.has(6) && (converted == 1 || converted == 2 || converted == 3) || logical.has(2) || logical.has(3)
		if in.list && e.int(3) == 2 { // the repeated group of a list: what is below stands for its elements
			g.list = n == 1 || e.text(4) == "key_value"
		}
		for range n {
			if err := s.walk(g); err != nil {
				return err
			}
		}
		return nil
	}
	l := &leaf{name: g.name, path: g.path, phys: int(e.int(1)), width: int(e.int(2)), maxDef: g.def, lists: g.lists}
	l.typed(e)
	s.leaves = append(s.leaves, l)
	return nil
}

// typed says what the values of a leaf are.
func (l *leaf) typed(e message) {
	logical := e.message(10)
	switch l.phys {
	case physBool:
		l.kind, l.dtype = "bool", tensor.Bool
	case physInt32, physInt64:
		l.numbers(e, logical)
	case physInt96:
		l.kind, l.dtype = "timestamp[ns]", tensor.Int64
	case physFloat:
		l.kind, l.dtype = "float", tensor.Float32
	case physDouble:
		l.kind, l.dtype = "double", tensor.Float64
	case physBytes, physFixed:
		l.kind, l.dtype = "binary", tensor.String
		converted := e.int(6)
		switch {
		case e.has(6) && (converted == 0 || converted == 4 || converted == 19) || logical.has(1) || logical.has(4) ||
			logical.has(12):
			l.kind = "string"
		case l.phys == physFixed && logical.has(15):
			l.kind, l.dtype = "halffloat", tensor.Float16
			if l.width != 2 {
				l.wrong = damaged("halves of %d bytes", l.width)
			}
		case e.has(6) && converted == 5 || logical.has(5):
			l.wrong = tensor.Failf(tensor.Unimplemented, "column %q holds decimals, which are not read here", l.name)
		case l.phys == physFixed:
			l.kind = fmt.Sprintf("fixed_size_binary[%d]", l.width)
			if l.width <= 0 {
				l.wrong = damaged("values of %d bytes", l.width)
			}
		}
	default:
		l.wrong = damaged("column %q has a type that is none", l.name)
	}
}

// numbers says what integers stand for.
func (l *leaf) numbers(e, logical message) {
	l.kind, l.dtype = "int64", tensor.Int64
	if l.phys == physInt32 {
		l.kind, l.dtype = "int32", tensor.Int32
	}
	unit := func(m message) string {
		for i, u := range []string{"ms", "us", "ns"} {
			if m.has(i + 1) {
				return u
			}
		}
		return "us"
	}
	small := map[int64]tensor.DType{11: tensor.Uint8, 12: tensor.Uint16, 13: tensor.Uint32, 14: tensor.Uint64,
		15: tensor.Int8, 16: tensor.Int16}
	converted := e.int(6)
	switch {
	case logical.has(6) || e.has(6) && converted == 6:
		l.kind = "date32[day]"
	case logical.has(7):
		l.kind = fmt.Sprintf("time%d[%s]", 8*l.dtype.Size(), unit(logical.message(7).message(2)))
	case logical.has(8):
		l.kind = "timestamp[" + unit(logical.message(8).message(2))
		if logical.message(8).int(1) != 0 {
			l.kind += ", tz=UTC"
		}
		l.kind += "]"
	case logical.has(5) || e.has(6) && converted == 5:
		l.wrong = tensor.Failf(tensor.Unimplemented, "column %q holds decimals, which are not read here", l.name)
	case logical.has(11):
		l.kind = "null"
	case e.has(6) && (converted == 7 || converted == 8):
		l.kind = map[int64]string{7: "time32[ms]", 8: "time64[us]"}[converted]
	case e.has(6) && (converted == 9 || converted == 10):
		l.kind = map[int64]string{9: "timestamp[ms]", 10: "timestamp[us]"}[converted]
	case e.has(6) && small[converted] != tensor.Invalid:
		l.dtype = small[converted]
		l.kind = l.dtype.Name()
	case logical.has(10):
		signed := logical.message(10).int(2) != 0
		for code, d := range small {
			if int64(8*d.Size()) == logical.message(10).int(1) && signed == (code >= 15) {
				l.dtype, l.kind = d, d.Name()
			}
		}
	}
	if (l.dtype.Size() > 4) != (l.phys == physInt64) {
		l.wrong = damaged("column %q holds numbers of a size in those of another", l.name)
	}
}
