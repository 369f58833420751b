package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// engines are the packages that compute on values and know neither tapes nor graphs.
var engines = []string{"tensor", "ragged", "sparse", "text"}

// direct says where below tf functions of the engines that compute (they take a context) may be called past the
// builder, a folder and a function each, or all functions of an engine, and why a tape, a trace or a saved model
// misses nothing there.
var direct = []struct{ where, what, why string }{
	{"tf/ragged", "ragged.", "algorithms over rows: bind.Moved and tape.go give tapes the values, traces run them whole"},
	{"tf/bind", "ragged.Broadcast", "moves elements within bind.Moved"},
	{"tf/debug", "ragged.Broadcast", "assertions give nothing that could have a gradient"},
	{"tf/values", "ragged.Index", "moves elements within bind.Moved"},
	{"tf/structured", "ragged.GatherRows", "as ragged tensors, of structured ones"},
	{"tf/strings", "text.", "texts have no gradients, and traces run their functions whole"},
	{"tf/io", "text.", "as tf/strings"},
	{"tf/debug", "text.Rows", "what tf.print writes"},
	{"tf/ragged", "text.JoinRuns", "bytes of numbers, which have no gradients"},
	{"tf/sparse", "sparse.", "rows to count, and the places of a tensor that is known: its values come by a kernel when watched"},
	{"tf/function", "sparse.", "tf.map_fn of sparse tensors that are known"},
	{"tf/bind", "tensor.", "conversion of what Python gives, and stand-ins for arguments of traces"},
	{"tf/table", "tensor.", "constants of shapes that are known"},
	{"tf/values", "tensor.Cast", "the bounds of a dtype"},
	{"tf/array", "tensor.Cast", "constants, and dimensions as a tensor"},
	{"tf/ragged", "tensor.Cast", "row splits and positions: integers that are no values"},
	{"tf/ragged", "tensor.DecodeRaw", "bytes have no gradients"},
	{"tf/ragged", "tensor.EncodeRaw", "bytes have no gradients"},
	{"tf/io", "tensor.StringPack", "bytes have no gradients"},
	{"tf/io", "tensor.Cast", "bytes given as a list of numbers"},
	{"tf/lookup", "tensor.", "what a table holds, when it is listed, and its default for all keys"},
	{"tf/lookup", "text.TableFile", "what a table is filled with"},
	{"tf/autodiff", "tensor.Cast", "the rows of a unit matrix"},
	{"tf/function", "tensor.Cast", "what a host function gave back: its gradient is the call's"},
	{"tf/state", "tensor.", "what is assigned to parts of variables, recorded as the assignment"},
}

// TestDirect keeps computation below tf within what tapes, traces and saved models see: public functions compute by
// the builder (table.FlowOf, bind.Call.B), and a computing function of an engine is called past it only where direct
// says why.
func TestDirect(t *testing.T) {
	computing := map[string]bool{}
	for _, e := range engines {
		for _, name := range takingContext(t, e) {
			computing[e+"."+name] = true
		}
	}
	if !computing["tensor.Cast"] || !computing["ragged.Gather"] || !computing["text.Split"] || !computing["tensor.Add"] {
		t.Fatal("the functions that compute were not found")
	}
	used := map[int]bool{}
	err := filepath.WalkDir("tf", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		where := filepath.ToSlash(filepath.Dir(path))
		for _, c := range engineCalls(t, path) {
			if !computing[c.name] {
				continue
			}
			at := allowed(where, c.name)
			if at < 0 {
				t.Errorf("%s:%d calls %s past the builder: tapes, traces and saved models miss it. Compute by kernels "+
					"(table.FlowOf, bind.Call.B), or say in direct why nothing is missed.", path, c.line, c.name)
			}
			used[at] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range direct {
		if !used[i] {
			t.Errorf("%s no longer calls %s: take it off the list", d.where, d.what)
		}
	}
}

// allowed is the entry of direct that allows a call, -1 for none.
func allowed(where, name string) int {
	for i, d := range direct {
		if d.where == where && (d.what == name || strings.HasSuffix(d.what, ".") && strings.HasPrefix(name, d.what)) {
			return i
		}
	}
	return -1
}

// engineCall is the use of an exported name of an engine.
type engineCall struct {
	name string
	line int
}

// engineCalls lists the exported names of engines that a file uses, calls and function values alike.
func engineCalls(t *testing.T, path string) (out []engineCall) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	short := map[string]string{} // the name in the file, of the engine's
	for _, imp := range f.Imports {
		p := strings.Trim(imp.Path.Value, `"`)
		for _, e := range engines {
			if p == "github.com/tfs-lang/tfs/"+e {
				short[e] = e
				if imp.Name != nil {
					delete(short, e)
					short[imp.Name.Name] = e
				}
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && short[x.Name] != "" && x.Obj == nil {
				out = append(out, engineCall{short[x.Name] + "." + s.Sel.Name, set.Position(s.Pos()).Line})
			}
		}
		return true
	})
	return out
}

// takingContext lists the exported functions of a folder whose first parameter is a context.
func takingContext(t *testing.T, dir string) (names []string) {
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range files {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.IsExported() && isContext(f.Type) {
				names = append(names, f.Name.Name)
			}
		}
	}
	sort.Strings(names)
	return names
}

func isContext(f *ast.FuncType) bool {
	if len(f.Params.List) == 0 {
		return false
	}
	s, ok := f.Params.List[0].Type.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Context"
}
