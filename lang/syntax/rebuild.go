package syntax

// Rebuild is a copy of x with f's answers in the places of its parts; x itself where it has none. Parts
// that are missing are not asked for. Parameters keep their annotations.
func Rebuild(x Expr, f func(Expr) Expr) Expr {
	g := func(y Expr) Expr {
		if y == nil {
			return nil
		}
		return f(y)
	}
	all := func(xs []Expr) []Expr {
		out := make([]Expr, len(xs))
		for i, y := range xs {
			out[i] = g(y)
		}
		return out
	}
	switch x := x.(type) {
	case *FString:
		return &FString{x.Span, all(x.Parts)}
	case *Field:
		return &Field{x.Span, g(x.X), x.Conv, g(x.Spec)}
	case *Tuple:
		return &Tuple{x.Span, all(x.Items)}
	case *List:
		return &List{x.Span, all(x.Items)}
	case *Set:
		return &Set{x.Span, all(x.Items)}
	case *Dict:
		return &Dict{x.Span, all(x.Keys), all(x.Values)}
	case *Unary:
		return &Unary{x.Span, x.Op, g(x.X)}
	case *Binary:
		return &Binary{x.Span, x.Op, g(x.L), g(x.R)}
	case *Bool:
		return &Bool{x.Span, x.Op, all(x.X)}
	case *Compare:
		return &Compare{x.Span, x.Ops, all(x.X)}
	case *If:
		return &If{x.Span, g(x.Cond), g(x.Then), g(x.Else)}
	case *Call:
		return &Call{x.Span, g(x.Fn), RebuildArgs(x.Args, g)}
	case *Attr:
		return &Attr{x.Span, g(x.X), x.Name, x.At}
	case *Index:
		return &Index{x.Span, g(x.X), g(x.Key)}
	case *Slice:
		return &Slice{x.Span, g(x.Lo), g(x.Hi), g(x.Step)}
	case *Lambda:
		return &Lambda{x.Span, RebuildParams(x.Params, g), g(x.Body), x.Generator}
	case *Comp:
		return &Comp{x.Span, x.Kind, g(x.X), g(x.Val), rebuildClauses(x.Clauses, g, all)}
	case *Star:
		return &Star{x.Span, g(x.X)}
	case *Walrus:
		return &Walrus{x.Span, x.Name, g(x.X)}
	case *Yield:
		return &Yield{x.Span, g(x.X), x.From}
	case *Await:
		return &Await{x.Span, g(x.X)}
	}
	return x
}

// RebuildArgs is a copy of arguments with f's answers in the places of their values.
func RebuildArgs(args []Arg, f func(Expr) Expr) []Arg {
	out := make([]Arg, len(args))
	for i, a := range args {
		out[i] = Arg{a.Name, a.Star, f(a.X)}
	}
	return out
}

// RebuildParams is a copy of parameters with f's answers in the places of their defaults.
func RebuildParams(params []Param, f func(Expr) Expr) []Param {
	out := make([]Param, len(params))
	for i, p := range params {
		if p.Default != nil {
			p.Default = f(p.Default)
		}
		out[i] = p
	}
	return out
}

func rebuildClauses(clauses []Clause, one func(Expr) Expr, all func([]Expr) []Expr) []Clause {
	out := make([]Clause, len(clauses))
	for i, c := range clauses {
		out[i] = Clause{one(c.Target), one(c.Iter), all(c.Conds), c.Async}
	}
	return out
}
