package tf

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/door"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// Provider brings tf and TensorFlow's other import paths into the language, and tells of the public functions.
func Provider() door.Provider {
	return door.Provider{
		Modules: func([]string) map[string]py.Value {
			m := Module() // the tree, which the others are parts of
			modules := ForeignModules()
			modules["tensorflow"] = m
			return modules
		},
		Builtins:  Extras,
		Library:   Library,
		Catalogue: catalogue{},
		Result: func(f *py.Builtin) *py.Class {
			if f.Mod == "tensorflow" {
				return bind.TensorClass
			}
			return nil
		},
	}
}

// catalogue is the table as the language asks for it.
type catalogue struct{}

func entryOf(o *bind.Op) door.Entry { return door.Entry{Name: o.Name, Aliases: o.Aliases, Doc: o.Doc} }

func entriesOf(ops []*bind.Op) []door.Entry {
	out := make([]door.Entry, len(ops))
	for i, o := range ops {
		out[i] = entryOf(o)
	}
	return out
}

func (catalogue) Entries() []door.Entry { return entriesOf(table.Entries) }

func (catalogue) Entry(f *py.Builtin) (door.Entry, bool) {
	if o := Entry(f); o != nil {
		return entryOf(o), true
	}
	return door.Entry{}, false
}

func (catalogue) Documentation(f *py.Builtin) (string, bool) { return Documentation(f) }

func (catalogue) Search(question string, most int) []door.Entry {
	return entriesOf(Search(question, most))
}

func (catalogue) Measure(v py.Value) door.Measures { return Measure(v) }

func (catalogue) TypeText(v py.Value) string { return TypeText(v) }

// DTypes are the names of tf that are dtypes.
func (catalogue) DTypes() []string {
	var out []string
	for _, name := range Module().Dir() {
		v, _ := Module().Get(name)
		d, isDType := v.(tensor.DType)
		if named, ok := tensor.DTypeByName(name); ok && isDType && named == d && !strings.HasPrefix(name, "_") {
			out = append(out, name)
		}
	}
	return out
}

func (catalogue) Items(v py.Value) bool {
	_, ok := bind.AsTensor(v)
	return ok
}
