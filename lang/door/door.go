package door

import (
	"io/fs"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// Provider brings modules in. Every field may be left out.
type Provider struct {
	// Modules are those that import finds, by their full names, fresh for an interpreter; args become sys.argv.
	Modules func(args []string) map[string]py.Value
	// Builtins are names that every program has.
	Builtins func() map[string]py.Value
	// Library holds modules written in the language itself: NAME.py or NAME/__init__.py.
	Library func() fs.FS
	// Absent says of a module of Python's that is not there what to do without it.
	Absent func(name string) (hint string, ok bool)
	// Result is the class of what a call of a function gives, for completion; nil when it is not known.
	Result func(f *py.Builtin) *py.Class
	// Class finds the class of values by its name, for completion; nil for others.
	Class func(name string) *py.Class
	// Catalogue tells of functions and values.
	Catalogue Catalogue
	// Explainer makes the pictures of explain(...).
	Explainer Explainer
}

// Entry is what is told of a public function.
type Entry struct {
	Name    string // tf.io.decode_raw
	Aliases []string
	Doc     string // its first line says what it does
}

// Names lists all names of an entry.
func (e Entry) Names() []string { return append([]string{e.Name}, e.Aliases...) }

// Measures are the outer facts of a value: its shape, dtype and the bytes its buffers hold.
// The texts are empty for values that have none.
type Measures struct {
	Shape, DType string
	Bytes        int64
}

// Catalogue tells of the public functions of a provider and of the values they compute with.
type Catalogue interface {
	// Entries lists the public functions, in no particular order.
	Entries() []Entry
	// Entry is that of a function; ok is false for functions that are not public ones.
	Entry(f *py.Builtin) (e Entry, ok bool)
	// Documentation is the whole text of a public function.
	Documentation(f *py.Builtin) (text string, ok bool)
	// Search finds the entries that tell most of the words of a question, best first.
	Search(question string, most int) []Entry
	// Measure finds shape, dtype and size of a value, of containers the summed size.
	Measure(v py.Value) Measures
	// TypeText says what a value holds: sizes and dtype, the fields of a dict, the class of anything else.
	TypeText(v py.Value) string
	// DTypes lists the names of the element types, as parameters take them.
	DTypes() []string
	// Items tells whether indexing a value gives values of its own class.
	Items(v py.Value) bool
}

// Bound is a module that programs have without an import.
type Bound struct{ Name, Module string }

// Modules is what a program gets: the providers, of which later ones win, and the names that are bound at its start.
type Modules struct {
	Providers []Provider
	Bound     []Bound
}

// Loaded are the modules that are always there, by their full names.
func (m Modules) Loaded(args []string) map[string]py.Value {
	out := map[string]py.Value{}
	for _, p := range m.Providers {
		if p.Modules == nil {
			continue
		}
		for name, v := range p.Modules(args) {
			out[name] = v
		}
	}
	return out
}

// Builtins are the names that every program has.
func (m Modules) Builtins() map[string]py.Value {
	out := map[string]py.Value{}
	for _, p := range m.Providers {
		if p.Builtins == nil {
			continue
		}
		for name, v := range p.Builtins() {
			out[name] = v
		}
	}
	return out
}

// Read is the text of a file of the libraries.
func (m Modules) Read(file string) (text string, ok bool) {
	for _, p := range m.Providers {
		if p.Library == nil {
			continue
		}
		if b, err := fs.ReadFile(p.Library(), file); err == nil {
			return string(b), true
		}
	}
	return "", false
}

// Texts lists the modules of the libraries: NAME of NAME.py or NAME/__init__.py.
func (m Modules) Texts() []string { return m.TextsIn(".") }

// TextsIn lists the modules in a folder of the libraries, a package.
func (m Modules) TextsIn(folder string) (names []string) {
	for _, p := range m.Providers {
		if p.Library == nil {
			continue
		}
		files, _ := fs.ReadDir(p.Library(), folder)
		for _, f := range files {
			if name, isText := strings.CutSuffix(f.Name(), ".py"); isText || f.IsDir() {
				names = append(names, name)
			}
		}
	}
	return names
}

// Absent says what to do without a module.
func (m Modules) Absent(name string) (hint string, ok bool) {
	for _, p := range m.Providers {
		if p.Absent != nil {
			if hint, ok = p.Absent(name); ok {
				return hint, true
			}
		}
	}
	return "", false
}

// Result is the class of what a call of a function gives; nil when it is not known.
func (m Modules) Result(f *py.Builtin) *py.Class {
	for _, p := range m.Providers {
		if p.Result != nil {
			if c := p.Result(f); c != nil {
				return c
			}
		}
	}
	return nil
}

// Class finds a class by its name; nil when there is none.
func (m Modules) Class(name string) *py.Class {
	for _, p := range m.Providers {
		if p.Class != nil {
			if c := p.Class(name); c != nil {
				return c
			}
		}
	}
	return nil
}

// Catalogue is that of the first provider with one; without any it tells of nothing.
func (m Modules) Catalogue() Catalogue {
	for _, p := range m.Providers {
		if p.Catalogue != nil {
			return p.Catalogue
		}
	}
	return none{}
}

// Explainer is that of the first provider with one, nil for none.
func (m Modules) Explainer() Explainer {
	for _, p := range m.Providers {
		if p.Explainer != nil {
			return p.Explainer
		}
	}
	return nil
}

// none is the catalogue of programs without one.
type none struct{}

func (none) Entries() []Entry                         { return nil }
func (none) Entry(*py.Builtin) (e Entry, ok bool)     { return Entry{}, false }
func (none) Documentation(*py.Builtin) (string, bool) { return "", false }
func (none) Search(string, int) []Entry               { return nil }
func (none) Measure(py.Value) Measures                { return Measures{} }
func (none) TypeText(v py.Value) string               { return py.TypeOf(v).TypeName() }
func (none) DTypes() []string                         { return nil }
func (none) Items(py.Value) bool                      { return false }
