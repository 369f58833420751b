package syntax

// Exprs calls f for the expressions that stand directly in a statement.
func Exprs(s Stmt, f func(Expr)) {
	each := func(xs ...Expr) {
		for _, x := range xs {
			if x != nil {
				f(x)
			}
		}
	}
	switch x := s.(type) {
	case *ExprStmt:
		each(x.X)
	case *Assign:
		each(x.Targets...)
		each(x.Value)
	case *AugAssign:
		each(x.Target, x.Value)
	case *AnnAssign:
		each(x.Target, x.Value)
	case *Return:
		each(x.Value)
	case *IfStmt:
		each(x.Cond)
		for _, b := range x.Elifs {
			each(b.Cond)
		}
	case *While:
		each(x.Cond)
	case *For:
		each(x.Target, x.Iter)
	case *With:
		for _, it := range x.Items {
			each(it.X, it.Target)
		}
	case *Raise:
		each(x.X, x.Cause)
	case *Assert:
		each(x.X, x.Msg)
	case *Del:
		each(x.Targets...)
	case *Match:
		each(x.X)
		for _, c := range x.Cases {
			each(c.Guard)
		}
	case *Def:
		each(x.Decorators...)
		for _, p := range x.Params {
			each(p.Default)
		}
	case *Class:
		each(x.Decorators...)
		for _, a := range x.Args {
			each(a.X)
		}
	case *Try:
		for _, h := range x.Handlers {
			each(h.Type)
		}
	}
}

// Walk visits a tree of expressions from the top; f returns false to skip the children.
func Walk(x Expr, f func(Expr) bool) {
	if x == nil || !f(x) {
		return
	}
	each := func(xs ...Expr) {
		for _, e := range xs {
			if e != nil {
				Walk(e, f)
			}
		}
	}
	switch x := x.(type) {
	case *FString:
		each(x.Parts...)
	case *Field:
		each(x.X, x.Spec)
	case *Tuple:
		each(x.Items...)
	case *List:
		each(x.Items...)
	case *Set:
		each(x.Items...)
	case *Dict:
		each(x.Keys...)
		each(x.Values...)
	case *Unary:
		each(x.X)
	case *Binary:
		walkBinary(x, f)
	case *Bool:
		each(x.X...)
	case *Compare:
		each(x.X...)
	case *If:
		each(x.Cond, x.Then, x.Else)
	case *Call:
		each(x.Fn)
		for _, a := range x.Args {
			each(a.X)
		}
	case *Attr:
		each(x.X)
	case *Index:
		each(x.X, x.Key)
	case *Slice:
		each(x.Lo, x.Hi, x.Step)
	case *Lambda:
		for _, p := range x.Params {
			each(p.Default)
		}
		each(x.Body)
	case *Comp:
		each(x.X, x.Val)
		for _, c := range x.Clauses {
			each(c.Target, c.Iter)
			each(c.Conds...)
		}
	case *Star:
		each(x.X)
	case *Walrus:
		each(x.X)
	case *Yield:
		each(x.X)
	case *Await:
		each(x.X)
	}
}

// walkBinary visits the operands of a chain such as a + b + c, which nests to the left as deep as
// it is long.
func walkBinary(x *Binary, f func(Expr) bool) {
	first, rest := Chain(x)
	var seen []*Binary // the operations f wants to see the operands of
	for i := len(rest) - 1; i >= 0; i-- {
		if b := rest[i]; b == x || f(b) {
			seen = append(seen, b)
			continue
		}
		first = nil
		break
	}
	if first != nil {
		Walk(first, f)
	}
	for i := len(seen) - 1; i >= 0; i-- {
		Walk(seen[i].R, f)
	}
}

// Chain takes the operations of a chain that nests to the left apart: its first operand, and
// the operations from the innermost on.
func Chain(x *Binary) (first Expr, ops []*Binary) {
	for {
		ops = append(ops, x)
		l, ok := x.L.(*Binary)
		if !ok {
			break
		}
		x = l
	}
	for i, j := 0, len(ops)-1; i < j; i, j = i+1, j-1 {
		ops[i], ops[j] = ops[j], ops[i]
	}
	return ops[0].L, ops
}
