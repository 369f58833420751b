package funcdef

import (
	"context"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

const float = saved.DataType(tensor.Float32)

func typeAttr(name string, d saved.DataType) map[string]*saved.AttrValue {
	return map[string]*saved.AttrValue{name: {Value: d}}
}

func arg(name string, d saved.DataType) *saved.ArgDef { return &saved.ArgDef{Name: name, Type: d} }

func call(f, in string) *saved.NodeDef {
	one := &saved.AttrList{Type: []saved.DataType{float}}
	return &saved.NodeDef{Name: "call", Op: "PartitionedCall", Input: []string{in}, Attr: map[string]*saved.AttrValue{
		"f": {Value: &saved.NameAttrList{Name: f}}, "Tin": {Value: one}, "Tout": {Value: one}}}
}

// function1 is a function x -> y of nodes; y is the output named ret.
func function1(name, ret string, nodes ...*saved.NodeDef) *saved.FunctionDef {
	return &saved.FunctionDef{Signature: &saved.OpDef{Name: name, InputArg: []*saved.ArgDef{arg("x", float)},
		OutputArg: []*saved.ArgDef{arg("y", float)}}, NodeDef: nodes, Ret: map[string]string{"y": ret}}
}

func library() *saved.FunctionDefLibrary {
	mul := &saved.NodeDef{Name: "m", Op: "Mul", Input: []string{"x", "two:output:0"}, Attr: typeAttr("T", float)}
	two := &saved.NodeDef{Name: "two", Op: "Const", Attr: map[string]*saved.AttrValue{"dtype": {Value: float},
		"value": {Value: saved.ProtoOf(tensor.Scalar(float32(2)))}}}
	l := &saved.FunctionDefLibrary{}
	for _, f := range []*saved.FunctionDef{
		function1("double", "m:z:0", mul, two), // the constant after its use
		function1("nested", "call:output:0", call("double", "x")),
		function1("endless", "call:output:0", call("endless", "x")),
		function1("unknown", "q:y:0", &saved.NodeDef{Name: "q", Op: "GuaranteeConst", Input: []string{"x"},
			Attr: typeAttr("T", float)}),
		function1("circle", "a:y:0", &saved.NodeDef{Name: "a", Op: "Neg", Input: []string{"a:y:0"},
			Attr: typeAttr("T", float)}),
		function1("short", "a:z:0", &saved.NodeDef{Name: "a", Op: "Mul", Input: []string{"x"}, Attr: typeAttr("T", float)}),
		function1("untyped", "a:y:0", &saved.NodeDef{Name: "a", Op: "Neg", Input: []string{"x"}}),
		function1("astray", "a:y:7", &saved.NodeDef{Name: "a", Op: "Neg", Input: []string{"x"}, Attr: typeAttr("T", float)}),
		function1("lost", "b:y:0"),
	} {
		l.Function = append(l.Function, saved.NewLazy(f))
	}
	return l
}

func build(l *Library, name string) (*graph.Plan, error) {
	g := graph.New(name, 1)
	in := g.Input("x", tensor.Float32, tensor.KnownShape([]int{-1}))
	x := &op.Exec{Ctx: context.Background(), Graph: g}
	outs, err := l.Build(x, name, []op.Value{in})
	if err != nil {
		return nil, err
	}
	return graph.Compile(g, outs), nil
}

// TestBuild runs functions of a library: constants, calls, nodes in any order.
func TestBuild(t *testing.T) {
	l, err := Open(library())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"double", "nested"} {
		p, err := build(l, name)
		if err != nil {
			t.Fatal(err)
		}
		out, err := p.Run(&op.Exec{Ctx: context.Background()}, []op.Value{tensor.Vector([]float32{1, 2})})
		if err != nil || out[0].(*tensor.Tensor).Float(1) != 4 {
			t.Errorf("%s of [1, 2] is %v (%v)", name, out, err)
		}
	}
	if m, err := l.Missing("unknown"); err != nil || len(m) != 1 || m[0] != "GuaranteeConst" {
		t.Errorf("unknown misses %v (%v)", m, err)
	}
}

// TestBroken: what is wrong with a function is said, with its name.
func TestBroken(t *testing.T) {
	l, err := Open(library())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"endless": "call each other", "unknown": "needs the op GuaranteeConst",
		"circle": "needs its own result", "short": "1 inputs where 2", "untyped": "missing attr 'T'",
		"astray": "no value a:y:7",
		"lost":   "no value b:y:0", "absent": "no function absent"} {
		_, err := build(l, name)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzBuild: a library of any bytes is read or refused.
func FuzzBuild(f *testing.F) {
	b, err := saved.Marshal(library())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		var defs saved.FunctionDefLibrary
		if saved.Unmarshal(b, &defs) != nil {
			return
		}
		l, err := Open(&defs)
		if err != nil {
			return
		}
		for _, name := range l.Names() {
			_, _ = build(l, name)
		}
	})
}
