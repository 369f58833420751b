package syntax

// Expr is an expression node.
type Expr interface{ Pos() Span }

// The expressions.
type (
	// Name is an identifier.
	Name struct {
		Span
		ID string
	}
	// Const is a literal: int64, *big.Int, float64, complex128, string, py.Bytes, bool, None, Ellipsis.
	Const struct {
		Span
		Value any
	}
	// FString is a formatted string; parts are Const strings and Fields.
	FString struct {
		Span
		Parts []Expr
	}
	// Field is a replacement field of a formatted string.
	Field struct {
		Span
		X    Expr
		Conv byte
		Spec Expr // FString or nil
	}
	// Tuple is a tuple display.
	Tuple struct {
		Span
		Items []Expr
	}
	// List is a list display.
	List struct {
		Span
		Items []Expr
	}
	// Set is a set display.
	Set struct {
		Span
		Items []Expr
	}
	// Dict is a dict display; a nil key marks **value.
	Dict struct {
		Span
		Keys, Values []Expr
	}
	// Unary is -x, +x, ~x or not x.
	Unary struct {
		Span
		Op string
		X  Expr
	}
	// Binary is an arithmetic or bitwise operation.
	Binary struct {
		Span
		Op   string
		L, R Expr
	}
	// Bool is a chain of and, or or.
	Bool struct {
		Span
		Op string
		X  []Expr
	}
	// Compare is a comparison chain.
	Compare struct {
		Span
		Ops []string
		X   []Expr // one more than Ops
	}
	// If is a conditional expression.
	If struct {
		Span
		Cond, Then, Else Expr
	}
	// Call is f(args).
	Call struct {
		Span
		Fn   Expr
		Args []Arg
	}
	// Attr is x.name.
	Attr struct {
		Span
		X    Expr
		Name string
		At   Span // of the name
	}
	// Index is x[key].
	Index struct {
		Span
		X, Key Expr
	}
	// Slice is a:b:c inside brackets; parts may be nil.
	Slice struct {
		Span
		Lo, Hi, Step Expr
	}
	// Lambda is an anonymous function.
	Lambda struct {
		Span
		Params    []Param
		Body      Expr
		Generator bool
	}
	// Comp is a comprehension or generator expression.
	Comp struct {
		Span
		Kind    byte // '[' '{' ':' '('
		X, Val  Expr // Val for dicts
		Clauses []Clause
	}
	// Star is *x in a call, display or target.
	Star struct {
		Span
		X Expr
	}
	// Walrus is name := x.
	Walrus struct {
		Span
		Name string
		X    Expr
	}
	// Await is await x.
	Await struct {
		Span
		X Expr
	}
	// Yield is yield x or yield from x.
	Yield struct {
		Span
		X    Expr
		From bool
	}
)

// Arg is one argument of a call: positional, *x (Star 1), **x (Star 2) or name=x.
type Arg struct {
	Name string
	Star int
	X    Expr
}

// Clause is one for part of a comprehension.
type Clause struct {
	Target, Iter Expr
	Conds        []Expr
	Async        bool
}

// Param is one parameter of a function. Star is 1 for *args and 2 for **kw.
type Param struct {
	Name    string
	Default Expr
	Ann     Expr
	Star    int
	KwOnly  bool
	PosOnly bool
}

// Stmt is a statement node.
type Stmt interface{ Pos() Span }

// The statements.
type (
	// ExprStmt is an expression as a statement. Silent marks a trailing semicolon.
	ExprStmt struct {
		Span
		X      Expr
		Silent bool
	}
	// Assign is a = b = value.
	Assign struct {
		Span
		Targets []Expr
		Value   Expr
	}
	// AugAssign is target op= value.
	AugAssign struct {
		Span
		Target Expr
		Op     string
		Value  Expr
	}
	// AnnAssign is target: annotation = value; Value may be nil.
	AnnAssign struct {
		Span
		Target, Ann, Value Expr
	}
	// Return is return value.
	Return struct {
		Span
		Value Expr
	}
	// IfStmt is if/elif/else.
	IfStmt struct {
		Span
		Cond       Expr
		Body, Else []Stmt
		Elifs      []Branch
	}
	// While is a while loop.
	While struct {
		Span
		Cond       Expr
		Body, Else []Stmt
	}
	// For is a for loop.
	For struct {
		Span
		Target, Iter Expr
		Body, Else   []Stmt
		Async        bool
	}
	// Try is try/except/else/finally.
	Try struct {
		Span
		Body     []Stmt
		Handlers []Handler
		Else     []Stmt
		Finally  []Stmt
		Group    bool // its handlers are except*
	}
	// With is a with statement.
	With struct {
		Span
		Items []WithItem
		Body  []Stmt
		Async bool
	}
	// Def is a function definition.
	Def struct {
		Span
		Name       string
		Params     []Param
		Body       []Stmt
		Decorators []Expr
		Doc        string
		Generator  bool
		Async      bool
		Returns    Expr // the annotation of the result
	}
	// Class is a class definition.
	Class struct {
		Span
		Name       string
		Args       []Arg
		Body       []Stmt
		Decorators []Expr
		Doc        string
	}
	// Import is import a.b as c.
	Import struct {
		Span
		Names []Alias
	}
	// ImportFrom is from a import b as c.
	ImportFrom struct {
		Span
		Module string
		Level  int // dots before the name
		Names  []Alias
	}
	// Raise is raise x from cause.
	Raise struct {
		Span
		X, Cause Expr
	}
	// Assert is assert x, msg.
	Assert struct {
		Span
		X, Msg Expr
	}
	// Del is del targets.
	Del struct {
		Span
		Targets []Expr
	}
	// Scope is global or nonlocal names.
	Scope struct {
		Span
		Global bool
		Names  []string
	}
	// Simple is pass, break or continue.
	Simple struct {
		Span
		Word string
	}
	// Match is a match statement.
	Match struct {
		Span
		X     Expr
		Cases []Case
	}
	// Magic is a % or ! line.
	Magic struct {
		Span
		Text string
	}
)

// Branch is one elif clause.
type Branch struct {
	Cond Expr
	Body []Stmt
}

// Handler is one except clause.
type Handler struct {
	Span
	Type Expr
	Name string
	Body []Stmt
}

// WithItem is one item of a with statement.
type WithItem struct {
	X, Target Expr
}

// Alias is one imported name.
type Alias struct{ Name, As string }

// Case is one case of a match statement.
type Case struct {
	Pattern Expr
	Guard   Expr
	Body    []Stmt
}
