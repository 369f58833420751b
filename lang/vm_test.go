package lang

import (
	"errors"
	"math"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// compile gives an expression as a program of expr's VM, checked by expr.
func compile(u *Unit, s *scope, x syntax.Expr) (*vm.Program, error) {
	text, e := emitted(u, s, x)
	p, err := expr.Compile(text, func(c *conf.Config) {
		configure(c)
		c.Visitors = []ast.Visitor{&patcher{e}}
	})
	if err != nil {
		return nil, notCompiled(err, text)
	}
	return p, nil
}

// onVM makes the node of a slot that runs on expr's VM, the reference for the closures. The program as it is
// shipped has no VM: what it reaches by reflection makes the linker keep every exported method of all there is.
func onVM(s *slot) (*node, error) {
	p, err := compile(s.unit, s.scope, s.x)
	if err != nil {
		return nil, err
	}
	return &node{val: func(f *Frame) (py.Value, error) {
		m := vm.VM{MemoryBudget: math.MaxUint}
		v, err := m.Run(p, f)
		if err != nil {
			return nil, vmError(f, err, s)
		}
		return v, nil
	}}, nil
}

// vmError takes our exception out of expr's error, with the place it happened at.
func vmError(f *Frame, err error, s *slot) error {
	at := s.x.Pos()
	var fe *file.Error
	if errors.As(err, &fe) && fe.From >= 0 && fe.To > fe.From && fe.To <= len(s.unit.Src) {
		at = syntax.Span{From: fe.From, To: fe.To}
	}
	var ex *py.Exc
	if errors.As(err, &ex) {
		return f.traced(ex, at)
	}
	if fe != nil && fe.Prev != nil {
		return f.traced(py.AsExc(fe.Prev), at)
	}
	ex = py.Raisef(py.InternalErrorClass, "an expression failed inside")
	ex.Stack = err.Error()
	return f.traced(ex, at)
}
