package op

import (
	_ "embed"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text/literal"
	"github.com/tfs-lang/tfs/text/packed"
)

// registryText is what TensorFlow's registry says of its kernels, a line each, sorted by name:
//
//	Sum;input:T, reduction_indices:Tidx -> output:T;keep_dims:bool,default=false;T:type,allowed=[1,2];...
//
// It is packed; go generate does that.
var registryText = sync.OnceValue(func() string { return packed.Quick(registryPacked) })

//go:generate go run ../text/packed/gen registry.txt registry.s2

//go:embed registry.s2
var registryPacked string

// Row is what TensorFlow's registry says of a kernel.
type Row struct {
	Name     string
	In, Out  []Arg
	Attr     []Attr
	Stateful bool   // its result does not follow from its inputs alone
	Summary  string // as error messages quote it: Op<name=Exp; signature=x:T -> y:T; ...>

	single bool                // each input is one tensor
	asking bool                // an attribute lacks types, or ranks are asked for
	ranks  []rankRule          // of inputs
	judge  func(n *Node) error // of attributes, when TensorFlow makes the kernel: before it looks at inputs

	triples *triples // of sparse inputs
}

// Arg is an input or output of a kernel. Its type is Type, or that of the attribute TypeAttr; with
// Number it is so many tensors, and List tells that TypeAttr is a list of types, one a tensor.
type Arg struct {
	Name, TypeAttr, Number string
	Type                   tensor.DType
	List                   bool
}

// Attr is an attribute of a kernel: its kind as the registry spells it (type, int, bool, string, shape,
// list(int), ...), its default as text, its minimum, and the values it may have.
type Attr struct {
	Name, Kind string
	Python     string // tf.raw_ops' name of it
	Default    string
	HasDefault bool
	Min        int
	HasMin     bool
	Types      []tensor.DType // allowed types, in the registry's order
	Mask       Types          // the same as a set; 0 when every type is allowed
	Words      []string       // allowed strings
	Lacks      Types          // allowed types that no kernel on the processor computes; 0 when there are none

	number int          // the default of kind int
	real   float64      // of kind float
	kind   tensor.DType // of kind type
	ints   []int        // of kind list(int)
	input  int          // the first input that has this type or is so many tensors, -1 when none
}

// Types is a set of element types.
type Types uint64

// Has tells whether a type is in the set; the empty set stands for all types.
func (s Types) Has(d tensor.DType) bool { return s == 0 || s>>d&1 != 0 }

var (
	registryOnce  sync.Once
	registryLines []string
	rows          sync.Map
)

// Lookup gives the registry's row of a kernel, nil for a name it does not know.
func Lookup(name string) *Row {
	if r, ok := rows.Load(name); ok {
		return r.(*Row)
	}
	registryOnce.Do(func() {
		registryLines = strings.Split(strings.TrimSpace(registryText()), "\n")
		sort.Strings(registryLines)
	})
	i := sort.SearchStrings(registryLines, name+";")
	if i == len(registryLines) || !strings.HasPrefix(registryLines[i], name+";") {
		return nil
	}
	r, _ := rows.LoadOrStore(name, parseRow(name, registryLines[i][len(name)+1:]))
	return r.(*Row)
}

func parseRow(name, text string) *Row {
	parts := strings.Split(text, ";")
	r := &Row{Name: name, Summary: "Op<name=" + name + "; signature=" + parts[0]}
	for _, p := range parts[1:] {
		switch {
		case strings.HasPrefix(p, "python="):
			old, now, _ := strings.Cut(p[len("python="):], ">")
			r.rename(old, now)
		case strings.HasPrefix(p, "is_") && !strings.Contains(p, ":"): // not an attribute
			r.Summary += "; " + p
			r.Stateful = r.Stateful || p == "is_stateful=true"
		default:
			r.attr(p)
		}
	}
	r.Summary += ">"
	in, out, _ := strings.Cut(parts[0], "->")
	r.In, r.Out = r.args(in, r.In), r.args(out, nil)
	for _, a := range slices.Concat(r.In, r.Out) { // TensorFlow shows no type where there is a list of them
		if a.List {
			r.Summary = strings.Replace(r.Summary, ":"+a.TypeAttr, ":", 1)
		}
	}
	r.settle()
	r.lack(lacks()[name])
	return r
}

// lack notes the types that a kernel's attributes allow and TensorFlow computes on no processor: "T:14,19 U:3".
func (r *Row) lack(text string) {
	for _, f := range strings.Fields(text) {
		attr, list, _ := strings.Cut(f, ":")
		a := r.Find(attr)
		for _, n := range strings.Split(list, ",") {
			k, _ := strconv.Atoi(n)
			a.Lacks |= 1 << k
		}
		r.asking = true
	}
	r.ranks = rankRules[r.Name]
	r.triples = tripleRules[r.Name]
	r.judge = judged[r.Name]
	r.asking = r.asking || r.ranks != nil || r.triples != nil || r.judge != nil
}

//go:generate go run ../text/packed/gen lacks.txt lacks.s2

//go:embed lacks.s2
var lacksPacked string

// lacks are the lines of lacks.txt by kernel.
var lacks = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(packed.Quick(lacksPacked)) {
		name, types, _ := strings.Cut(strings.TrimSpace(line), " ")
		out[name] = types
	}
	for _, name := range strings.Fields(more) {
		delete(out, name)
	}
	return out
})

// more names kernels that compute types here that they do not in TensorFlow; the README's table of differences says so.
const more = "Rint TruncateMod Lgamma Cast"

// settle reads once what every node of the kernel asks for.
func (r *Row) settle() {
	r.single = true
	for _, a := range r.In {
		r.single = r.single && a.Number == "" && !a.List
	}
	for i := range r.Attr {
		a := &r.Attr[i]
		a.input = -1
		for k := len(r.In) - 1; k >= 0; k-- {
			if r.In[k].TypeAttr == a.Name || r.In[k].Number == a.Name {
				a.input = k
			}
		}
		a.number, _ = strconv.Atoi(a.Default)
		a.real, _ = strconv.ParseFloat(a.Default, 64)
		a.kind, _ = typeByEnum(a.Default)
		if a.Kind != "list(int)" {
			continue
		}
		for _, f := range strings.Split(strings.Trim(a.Default, "[]"), ",") {
			if v, err := strconv.Atoi(f); err == nil {
				a.ints = append(a.ints, v)
			}
		}
	}
}

// Type is the default of an attribute of kind type, Invalid when it has none.
func (a *Attr) Type() tensor.DType { return a.kind }

// rename notes tf.raw_ops' name; of an input before the inputs are read.
func (r *Row) rename(old, now string) {
	for i := range r.Attr {
		if r.Attr[i].Name == old {
			r.Attr[i].Python = now
			return
		}
	}
	r.In = append(r.In, Arg{Name: now, TypeAttr: old})
}

// args reads "x:T, y:N*T, z:int64"; renamed lists Python's names of some of them.
func (r *Row) args(text string, renamed []Arg) []Arg {
	var out []Arg
	for _, f := range strings.Split(text, ",") {
		name, kind, ok := strings.Cut(strings.TrimSpace(f), ":")
		if !ok {
			continue
		}
		for _, x := range renamed {
			if x.TypeAttr == name {
				name = x.Name
			}
		}
		a := Arg{Name: name}
		if n, k, many := strings.Cut(kind, "*"); many {
			a.Number, kind = n, k
		}
		if at := r.Find(kind); at != nil {
			a.TypeAttr, a.List = kind, at.Kind == "list(type)"
		} else {
			a.Type = typeByCName(kind)
		}
		out = append(out, a)
	}
	return out
}

// Find is the declaration of an attribute, nil when there is none.
//
//go:noinline
func (r *Row) Find(attr string) *Attr {
	for i := range r.Attr {
		if r.Attr[i].Name == attr {
			return &r.Attr[i]
		}
	}
	return nil
}

// attr reads "T:type,default=DT_FLOAT,min=1,allowed=[1,2]".
func (r *Row) attr(text string) {
	shown := text
	text, list, limited := strings.Cut(text, ",allowed=[")
	name, rest, _ := strings.Cut(text, ":")
	a := Attr{Name: name, Python: name}
	if rest, m, ok := cutLast(rest, ",min="); ok {
		a.Min, _ = strconv.Atoi(m)
		a.HasMin = true
		text = rest
	} else {
		text = rest
	}
	a.Kind, a.Default, a.HasDefault = strings.Cut(text, ",default=")
	if limited {
		list = strings.TrimSuffix(list, "]")
		a.Words = strings.Split(list, ",")
		if a.Kind == "type" || a.Kind == "list(type)" {
			a.allow(list)
			shown = shown[:strings.Index(shown, "allowed=[")] + "allowed=[" + strings.Join(a.Words, ", ") + "]"
			a.Words = nil
		} else {
			shown = strings.ReplaceAll(shown, `","`, `", "`)
			for i, w := range a.Words {
				a.Words[i] = strings.Trim(w, `"`)
			}
		}
	}
	r.Attr = append(r.Attr, a)
	r.Summary += "; attr=" + strings.Replace(shown, "default="+a.Default, "default="+a.shownDefault(), 1)
}

// shownDefault is the default as error messages quote it: a blank behind commas, floats of six digits.
func (a *Attr) shownDefault() string {
	switch a.Kind {
	case "float":
		if f, err := strconv.ParseFloat(a.Default, 64); err == nil {
			return literal.G(f, 6)
		}
	case "list(int)":
		return strings.ReplaceAll(a.Default, ",", ", ")
	}
	return a.Default
}

// allow reads enum numbers of types; Words become the names error messages list.
func (a *Attr) allow(list string) {
	a.Words = a.Words[:0]
	for _, n := range strings.Split(list, ",") {
		k, _ := strconv.Atoi(n)
		if k <= 0 || k >= 24 {
			a.Words = append(a.Words, "DT_INVALID")
			continue
		}
		d := tensor.DType(k)
		a.Types = append(a.Types, d)
		a.Mask |= 1 << d
		a.Words = append(a.Words, d.EnumName())
	}
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

func typeByCName(name string) tensor.DType {
	for d := tensor.DType(1); d < 24; d++ {
		if d.CName() == name {
			return d
		}
	}
	return tensor.Invalid
}

// Allowed gives the types the registry allows for each type attribute of a kernel; nil for a kernel
// it does not know.
func Allowed(name string) map[string][]tensor.DType {
	r := Lookup(name)
	if r == nil {
		return nil
	}
	out := map[string][]tensor.DType{}
	for _, a := range r.Attr {
		if a.Types != nil {
			out[a.Name] = a.Types
		}
	}
	return out
}

// CheckType refuses a type that an attribute of a kernel does not allow.
func CheckType(name, attr string, d tensor.DType) error {
	r := Lookup(name)
	if r == nil {
		return nil
	}
	a := r.Find(attr)
	if a == nil || a.Mask.Has(d) {
		return nil
	}
	names := make([]string, len(a.Types))
	for i, t := range a.Types {
		names[i] = t.CName()
	}
	return r.badAttr(attr, "of "+d.CName()+" is not in the list of allowed values: "+strings.Join(names, ", "))
}

// BadAttr is the complaint about an attribute that breaks its declaration.
func BadAttr(name, attr, what string) error {
	if r := Lookup(name); r != nil {
		return r.badAttr(attr, what)
	}
	return tensor.Errorf("Value for attr '%s' %s", attr, what)
}

func (r *Row) badAttr(attr, what string) error {
	return tensor.Errorf("Value for attr '%s' %s\n\t; NodeDef: {{node %s}}; %s", attr, what, r.Name, r.Summary)
}

// WrongType is the complaint about an input of another type than the kernel's inputs before it have.
func WrongType(name string, i int, got, want tensor.DType) error {
	return tensor.Errorf("cannot compute %s as input #%d(zero-based) was expected to be a %s tensor but is a %s tensor",
		name, i, want.CName(), got.CName())
}
