package lang

import "github.com/tfs-lang/tfs/lang/syntax"

type scopeKind uint8

const (
	moduleScope scopeKind = iota
	funcScope
	classScope
	compScope
)

// scope says where each name of a block lives; it is resolved before anything runs.
type scope struct {
	kind     scopeKind
	parent   *scope
	slots    map[string]int
	names    []string
	globals  map[string]bool
	nonlocal map[string]bool

	resumable bool // the body of a generator that goes on in its frame
	states    int  // how many of its statements remember where they left off
}

//go:noinline
func newScope(kind scopeKind, parent *scope) *scope {
	return &scope{kind: kind, parent: parent, slots: map[string]int{}}
}

//go:noinline
func (s *scope) declare(name string) {
	if s.kind == moduleScope || s.globals[name] || s.nonlocal[name] {
		return
	}
	if _, ok := s.slots[name]; !ok {
		s.slots[name] = len(s.names)
		s.names = append(s.names, name)
	}
}

type place uint8

const (
	inGlobals place = iota
	inLocals
	inOuter // depth frames up
	inClass
)

// find resolves a name seen from s. Class scopes are invisible to the scopes inside them.
func (s *scope) find(name string) (where place, depth, slot int) {
	if s.kind == classScope {
		if s.globals[name] {
			return inGlobals, 0, 0
		}
		if _, ok := s.slots[name]; ok {
			return inClass, 0, 0
		}
		if s.parent == nil {
			return inClass, 0, 0
		}
		w, d, i := s.parent.visible().lookup(name)
		if w == inGlobals {
			return inClass, 0, 0
		}
		return inOuter, d, i
	}
	if s.globals[name] {
		return inGlobals, 0, 0
	}
	if i, ok := s.slots[name]; ok {
		return inLocals, 0, i
	}
	if s.kind == moduleScope || s.parent == nil {
		return inGlobals, 0, 0
	}
	w, d, i := s.parent.visible().lookup(name)
	if w == inLocals || w == inOuter {
		return inOuter, d, i
	}
	return inGlobals, 0, 0
}

// visible skips class scopes.
func (s *scope) visible() *scope {
	for s != nil && s.kind == classScope {
		s = s.parent
	}
	return s
}

// lookup resolves a name for a scope directly inside s: depth 0 is the frame of s.
func (s *scope) lookup(name string) (place, int, int) {
	if s == nil {
		return inGlobals, 0, 0
	}
	w, d, i := s.find(name)
	switch w {
	case inLocals:
		return inOuter, 0, i
	case inOuter:
		return inOuter, d + 1, i
	}
	return w, d, i
}

// collect declares every name the statements bind.
func (s *scope) collect(body []syntax.Stmt) {
	for _, st := range body {
		if d, ok := st.(*syntax.Scope); ok {
			for _, n := range d.Names {
				if d.Global {
					if s.globals == nil {
						s.globals = map[string]bool{}
					}
					s.globals[n] = true
				} else {
					if s.nonlocal == nil {
						s.nonlocal = map[string]bool{}
					}
					s.nonlocal[n] = true
				}
			}
		}
		walkBlocks(st, func(b []syntax.Stmt) { s.collectScopeStmts(b) })
	}
	s.bind(body)
}

func (s *scope) collectScopeStmts(body []syntax.Stmt) {
	for _, st := range body {
		if d, ok := st.(*syntax.Scope); ok {
			m := &s.nonlocal
			if d.Global {
				m = &s.globals
			}
			if *m == nil {
				*m = map[string]bool{}
			}
			for _, n := range d.Names {
				(*m)[n] = true
			}
		}
		walkBlocks(st, s.collectScopeStmts)
	}
}

// walkBlocks calls f for the blocks of a compound statement that share its scope.
func walkBlocks(st syntax.Stmt, f func([]syntax.Stmt)) {
	switch x := st.(type) {
	case *syntax.IfStmt:
		f(x.Body)
		for _, b := range x.Elifs {
			f(b.Body)
		}
		f(x.Else)
	case *syntax.While:
		f(x.Body)
		f(x.Else)
	case *syntax.For:
		f(x.Body)
		f(x.Else)
	case *syntax.With:
		f(x.Body)
	case *syntax.Try:
		f(x.Body)
		for _, h := range x.Handlers {
			f(h.Body)
		}
		f(x.Else)
		f(x.Finally)
	case *syntax.Match:
		for _, c := range x.Cases {
			f(c.Body)
		}
	}
}

func (s *scope) bind(body []syntax.Stmt) {
	for _, st := range body {
		switch x := st.(type) {
		case *syntax.Assign:
			for _, t := range x.Targets {
				s.bindTarget(t)
			}
		case *syntax.AugAssign:
			s.bindTarget(x.Target)
		case *syntax.AnnAssign:
			s.bindTarget(x.Target)
		case *syntax.For:
			s.bindTarget(x.Target)
		case *syntax.Def:
			s.declare(x.Name)
		case *syntax.Class:
			s.declare(x.Name)
		case *syntax.With:
			for _, it := range x.Items {
				if it.Target != nil {
					s.bindTarget(it.Target)
				}
			}
		case *syntax.Try:
			for _, h := range x.Handlers {
				if h.Name != "" {
					s.declare(h.Name)
				}
			}
		case *syntax.Import:
			for _, a := range x.Names {
				s.declare(importName(a))
			}
		case *syntax.ImportFrom:
			for _, a := range x.Names {
				if a.As != "" {
					s.declare(a.As)
				} else {
					s.declare(a.Name)
				}
			}
		case *syntax.Del:
			for _, t := range x.Targets {
				s.bindTarget(t)
			}
		case *syntax.Match:
			for _, c := range x.Cases {
				s.bindPattern(c.Pattern)
			}
		}
		syntax.Exprs(st, s.bindWalrus)
		walkBlocks(st, s.bind)
	}
}

func importName(a syntax.Alias) string {
	if a.As != "" {
		return a.As
	}
	for i := range a.Name {
		if a.Name[i] == '.' {
			return a.Name[:i]
		}
	}
	return a.Name
}

func (s *scope) bindTarget(x syntax.Expr) {
	switch x := x.(type) {
	case *syntax.Name:
		s.declare(x.ID)
	case *syntax.Tuple:
		for _, e := range x.Items {
			s.bindTarget(e)
		}
	case *syntax.List:
		for _, e := range x.Items {
			s.bindTarget(e)
		}
	case *syntax.Star:
		s.bindTarget(x.X)
	}
}

func (s *scope) bindPattern(x syntax.Expr) {
	switch x := x.(type) {
	case *syntax.Name:
		if x.ID != "_" {
			s.declare(x.ID)
		}
	case *syntax.Tuple:
		for _, e := range x.Items {
			s.bindPattern(e)
		}
	case *syntax.List:
		for _, e := range x.Items {
			s.bindPattern(e)
		}
	case *syntax.Star:
		s.bindPattern(x.X)
	case *syntax.Bool:
		for _, e := range x.X {
			s.bindPattern(e)
		}
	case *syntax.Walrus:
		s.declare(x.Name)
		s.bindPattern(x.X)
	case *syntax.Call:
		for _, a := range x.Args {
			s.bindPattern(a.X)
		}
	case *syntax.Dict:
		for _, e := range x.Values {
			s.bindPattern(e)
		}
	}
}

// bindWalrus declares the names that := binds in an expression of this scope, also inside
// its comprehensions.
func (s *scope) bindWalrus(x syntax.Expr) {
	syntax.Walk(x, func(e syntax.Expr) bool {
		switch w := e.(type) {
		case *syntax.Walrus:
			s.declare(w.Name)
		case *syntax.Lambda:
			return false
		}
		return true
	})
}
