package py

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Style is how a function words its binding errors. TensorFlow has several.
type Style uint8

// The wordings.
const (
	Plain    Style = iota // f() missing 1 required positional argument: 'x'
	Dispatch              // Missing required positional argument
)

// Param is one parameter.
type Param struct {
	Name    string
	Default Value // nil when required
	Text    string
	KwOnly  bool
	PosOnly bool // not by keyword
	Star    bool // *args
	DStar   bool // **kwargs
}

// Sig is a signature made of its text: name(a, b=1, *args, key=None, **kw).
type Sig struct {
	Name   string
	Params []Param
	Text   string
	plain  bool // positional parameters alone
}

// ParseSig reads a signature text; a malformed one is a broken declaration.
func ParseSig(text string) *Sig {
	open := strings.IndexByte(text, '(')
	if open < 0 || !strings.HasSuffix(text, ")") {
		panic("py: bad signature " + text)
	}
	s := &Sig{Name: text[:open], Text: text}
	kwOnly := false
	for _, p := range splitTop(text[open+1 : len(text)-1]) {
		p = strings.TrimSpace(p)
		switch {
		case p == "" || p == "/":
		case p == "*":
			kwOnly = true
		case strings.HasPrefix(p, "**"):
			s.Params = append(s.Params, Param{Name: p[2:], DStar: true, Default: NewDict()})
		case strings.HasPrefix(p, "*"):
			s.Params = append(s.Params, Param{Name: p[1:], Star: true, Default: NewTuple()})
			kwOnly = true
		default:
			name, def, has := strings.Cut(p, "=")
			q := Param{Name: name, KwOnly: kwOnly, Text: def}
			if has {
				q.Default = parseDefault(def)
			}
			s.Params = append(s.Params, q)
		}
	}
	s.plain = true
	for _, p := range s.Params {
		s.plain = s.plain && !p.Star && !p.DStar && !p.KwOnly
	}
	return s
}

func splitTop(s string) []string {
	var out []string
	depth, start := 0, 0
	var quote byte
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == ',' && depth == 0:
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	return append(out, s[start:])
}

// DefaultNames resolves names in default values, such as tf.int32; packages above add theirs.
var DefaultNames = map[string]Value{
	"None":     None,
	"...":      Ellipsis,
	"True":     true,
	"False":    false,
	"Ellipsis": Ellipsis,
	"()":       NewTuple(),
	"[]":       NewList(),
	"{}":       NewDict(),
}

func parseDefault(s string) Value {
	if v, ok := DefaultNames[s]; ok {
		return v
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		return f
	}
	if len(s) > 1 && (s[0] == '\'' || s[0] == '"') {
		return strings.ReplaceAll(strings.ReplaceAll(s[1:len(s)-1], `\n`, "\n"), `\t`, "\t")
	}
	if len(s) > 2 && s[0] == 'b' {
		return Bytes(s[2 : len(s)-1])
	}
	if strings.HasPrefix(s, "(") || strings.HasPrefix(s, "[") {
		var items []Value
		for _, e := range splitTop(s[1 : len(s)-1]) {
			if e = strings.TrimSpace(e); e != "" {
				items = append(items, parseDefault(e))
			}
		}
		if s[0] == '[' {
			return NewList(items...)
		}
		return NewTuple(items...)
	}
	panic("py: bad default value " + s)
}

// Bind matches arguments to parameters; the result has one slot per parameter. name is the
// function's name in messages.
func Bind(params []Param, style Style, name string, args []Value, kw []Kw) ([]Value, error) {
	out := make([]Value, len(params))
	npos, star, dstar := 0, -1, -1
	for i, p := range params {
		switch {
		case p.Star:
			star = i
		case p.DStar:
			dstar = i
		case !p.KwOnly:
			if npos < len(args) {
				out[i] = args[npos]
			}
			npos++
		}
	}
	if len(args) > npos {
		if star < 0 {
			return nil, tooMany(params, style, name, npos, len(args), kw)
		}
		out[star] = NewTuple(append([]Value(nil), args[npos:]...)...)
	}
	var extra *Dict
	find := finder(params, len(kw))
	for _, k := range kw {
		i := find(k.Name)
		if i >= 0 && params[i].PosOnly {
			if dstar < 0 {
				return nil, posOnly(params, name, kw)
			}
			i = -1
		}
		switch {
		case i >= 0 && out[i] == nil:
			out[i] = k.Value
		case i >= 0:
			if style == Dispatch {
				return nil, TypeErrorf("Got multiple values for argument '%s'", k.Name)
			}
			return nil, TypeErrorf("%s() got multiple values for argument '%s'", name, k.Name)
		case dstar >= 0:
			if extra == nil {
				extra = NewDict()
			}
			extra.SetStr(k.Name, k.Value)
		default:
			return nil, unexpected(params, style, name, k.Name)
		}
	}
	var missing, missingKw []string
	for i, p := range params {
		switch {
		case out[i] != nil:
		case p.Star:
			out[i] = NewTuple()
		case p.DStar:
			if out[i] = extra; extra == nil {
				out[i] = NewDict()
			}
		case p.Default != nil:
			out[i] = p.Default
		case p.KwOnly:
			missingKw = append(missingKw, p.Name)
		default:
			missing = append(missing, p.Name)
		}
	}
	if len(missing) > 0 {
		return nil, missingErr(style, name, "positional", missing)
	}
	if len(missingKw) > 0 {
		return nil, missingErr(style, name, "keyword-only", missingKw)
	}
	return out, nil
}

// finder finds parameters by their names; many keywords share one table.
func finder(params []Param, keywords int) func(name string) int {
	if keywords < 16 || len(params) < 16 {
		return func(name string) int { return findParam(params, name) }
	}
	at := make(map[string]int, len(params))
	for i, p := range params {
		if !p.Star && !p.DStar {
			at[p.Name] = i
		}
	}
	return func(name string) int {
		if i, ok := at[name]; ok {
			return i
		}
		return -1
	}
}

// posOnly is the error of keywords that name positional-only parameters.
func posOnly(params []Param, name string, kw []Kw) error {
	var names []string
	for _, p := range params {
		if p.PosOnly && slices.ContainsFunc(kw, func(k Kw) bool { return k.Name == p.Name }) {
			names = append(names, p.Name)
		}
	}
	return TypeErrorf(
		"%s() got some positional-only arguments passed as keyword arguments: '%s'",
		name,
		strings.Join(names, ", "),
	)
}

func findParam(params []Param, name string) int {
	for i, p := range params {
		if p.Name == name && !p.Star && !p.DStar {
			return i
		}
	}
	return -1
}

func unexpected(params []Param, style Style, name, key string) error {
	var names []string
	for i, p := range params {
		if !p.Star && !p.DStar && !(i == 0 && p.Name == "self") {
			names = append(names, p.Name)
		}
	}
	e := TypeErrorf("%s() got an unexpected keyword argument '%s'", name, key)
	if style == Dispatch {
		e = TypeErrorf("Got an unexpected keyword argument '%s'", key)
	}
	return e.WithHint("%s", keywordHint(names, key))
}

// keywordHint names the keyword that was meant, or all there are.
func keywordHint(names []string, key string) string {
	if n := Nearest(key, names); n != "" {
		return "Did you mean " + n + "=?"
	}
	return "It takes: " + strings.Join(names, ", ") + "."
}

func tooMany(params []Param, style Style, name string, npos, got int, kw []Kw) error {
	if style == Dispatch {
		return TypeErrorf("Too many arguments were given. Expected %d but got %d.", len(params), got+len(kw))
	}
	required := 0
	for _, p := range params {
		if p.Default == nil && !p.KwOnly && !p.Star && !p.DStar {
			required++
		}
	}
	named := 0
	for _, k := range kw {
		if i := findParam(params, k.Name); i >= 0 && params[i].KwOnly {
			named++
		}
	}
	s := func(n int) string {
		if n == 1 {
			return ""
		}
		return "s"
	}
	takes, given, was := fmt.Sprint(npos)+" positional argument"+s(npos), fmt.Sprint(got), "were"
	if got == 1 && named == 0 {
		was = "was"
	}
	if required < npos {
		takes = fmt.Sprintf("from %d to %d positional arguments", required, npos)
	}
	if named > 0 {
		given = fmt.Sprintf("%d positional argument%s (and %d keyword-only argument%s)", got, s(got), named, s(named))
	}
	return TypeErrorf("%s() takes %s but %s %s given", name, takes, given, was)
}

func missingErr(style Style, name, kind string, missing []string) error {
	if style == Dispatch {
		e := TypeErrorf("Missing required positional argument")
		e.Hint = name + "() needs " + strings.Join(missing, " and ") + "."
		return e
	}
	for i, m := range missing {
		missing[i] = "'" + m + "'"
	}
	s, list := "", missing[0]
	if n := len(missing); n > 1 {
		s = "s"
		sep := ", and "
		if n == 2 {
			sep = " and "
		}
		list = strings.Join(missing[:n-1], ", ") + sep + missing[n-1]
	}
	return TypeErrorf("%s() missing %d required %s argument%s: %s", name, len(missing), kind, s, list)
}

// Builtin is a function written in Go. With a signature, Fn gets one bound value per
// parameter; Raw gets the arguments as given.
type Builtin struct {
	Name  string // __name__, and the name in messages
	Style Style
	Doc   string
	Owner *Class
	Fn    func(t *Thread, a []Value) (Value, error)
	Raw   func(t *Thread, args []Value, kw []Kw) (Value, error)
	Mod   string // __module__
	Free  bool   // found in a class it stays a function and becomes no method, as those of C modules
	Reads bool   // it only reads the value it is a method of
	Here  bool   // it runs the program's code or changes things: never run aside
	// Framed marks functions that look at the frame they are called from.
	Framed bool
	// One, Two and Three, where there are, do at once what a call with as many positional
	// arguments does.
	One   func(t *Thread, a Value) (Value, error)
	Two   func(t *Thread, a, b Value) (Value, error)
	Three func(t *Thread, a, b, c Value) (Value, error)

	text  string
	once  sync.Once
	sig   *Sig
	blind bool // it looks at no file

	native     *convention // of a function that CPython has in C
	nativeOnce sync.Once
}

// NewBuiltin makes a function of its signature text.
func NewBuiltin(sig string, fn func(t *Thread, a []Value) (Value, error)) *Builtin {
	return &Builtin{Name: sig[:strings.IndexByte(sig, '(')], text: sig, Fn: fn}
}

// NewRaw makes a function that takes its arguments as given. sig is its name, or a signature
// text that is for documentation alone.
func NewRaw(sig, doc string, fn func(t *Thread, args []Value, kw []Kw) (Value, error)) *Builtin {
	b := &Builtin{Name: sig}
	if i := strings.IndexByte(sig, '('); i >= 0 {
		b.Name, b.text = sig[:i], sig
	}
	b.Doc, b.Raw = doc, fn
	return b
}

// Sig is the signature, nil for a function without one. It is parsed on first use.
func (b *Builtin) Sig() *Sig {
	if b.text == "" {
		return nil
	}
	b.once.Do(func() { b.sig = ParseSig(b.text) })
	return b.sig
}

func (b *Builtin) qualName() string {
	if b.Owner != nil && b.Style == Plain {
		return b.Owner.Name + "." + b.Name
	}
	return b.Name
}

// Text is the text of the signature, "" for a function without one.
func (b *Builtin) Text() string { return b.text }

// Call runs the function. A Go panic inside becomes an InternalError.
func (b *Builtin) Call(t *Thread, args []Value, kw []Kw) (v Value, err error) {
	depth, nest := t.Depth, t.nest
	defer func() {
		if r := recover(); r != nil {
			t.Depth, t.nest = depth, nest
			if len(args) == 0 && b.Owner != nil && b.Raw != nil { // a method of a class, without its object
				err = TypeErrorf("unbound method %s.%s() needs an argument", b.Owner.Name, b.Name)
				return
			}
			err = Recovered(r, b.Name+" failed inside: ")
		}
	}()
	if err := t.Poll(); err != nil {
		return nil, err
	}
	if b.looks(); t.Profile != nil {
		defer t.Profile.Enter("{" + b.Name + "}")()
	}
	if !b.Here && b.isLong(t, args, kw) {
		return t.Aside(func(t *Thread) (Value, error) { return b.run(t, args, kw) })
	}
	return b.run(t, args, kw)
}

// CallOwn is Call with positional arguments that nobody else holds.
func (b *Builtin) CallOwn(t *Thread, args []Value) (Value, error) {
	if sig := b.Sig(); b.Raw == nil && sig != nil && sig.plain && len(args) <= len(sig.Params) {
		if c := b.convention(); c != nil {
			if c.types != "" {
				return b.Call(t, args, nil)
			}
			if err := c.owns(args); err != nil {
				return nil, err
			}
		}
		n, long := len(args), !b.Here && b.isLong(t, args, nil)
		for _, p := range sig.Params[n:] {
			if p.Default == nil {
				return b.Call(t, args, nil)
			}
		}
		for _, p := range sig.Params[n:] {
			args = append(args, p.Default)
		}
		return b.bound(t, args, long)
	}
	return b.Call(t, args, nil)
}

// bound calls the function with one value for each parameter, aside when it may take long.
func (b *Builtin) bound(t *Thread, a []Value, long bool) (v Value, err error) {
	depth, nest := t.Depth, t.nest
	defer func() {
		if r := recover(); r != nil {
			t.Depth, t.nest = depth, nest
			err = Recovered(r, b.Name+" failed inside: ")
		}
	}()
	if err := t.Poll(); err != nil {
		return nil, err
	}
	if b.looks(); long {
		return t.Aside(func(t *Thread) (Value, error) { return b.Fn(t, a) })
	}
	return b.Fn(t, a)
}

func (b *Builtin) run(t *Thread, args []Value, kw []Kw) (Value, error) {
	if err := b.Admits(args, kw); err != nil {
		return nil, err
	}
	if b.Raw != nil {
		return b.Raw(t, args, kw)
	}
	a, err := Bind(b.Sig().Params, b.Style, b.qualName(), args, kw)
	if err != nil {
		return nil, err
	}
	return b.Fn(t, a)
}

// Call calls any value. It is where calls of Go code within each other are counted; those of
// the language count themselves.
func Call(t *Thread, f Value, args []Value, kw []Kw) (Value, error) {
	if t.nest >= maxNest {
		return nil, recursion("")
	}
	t.nest++
	v, err := call(t, f, args, kw)
	t.nest--
	return v, err
}

// caller1 is implemented by functions that take one argument without a slice around it; ok is
// false when they do not.
type caller1 interface {
	Call1(t *Thread, v Value) (r Value, ok bool, err error)
}

// Call1 calls any value with one argument.
func Call1(t *Thread, f, v Value) (Value, error) {
	if x, ok := f.(caller1); ok {
		if r, ok, err := x.Call1(t, v); ok {
			return r, err
		}
	}
	b, ok := f.(*Builtin)
	if c, isClass := f.(*Class); isClass && !c.User && c != TypeClass {
		c.ready()
		b, ok = c.New, c.New != nil
	}
	if ok && b.One != nil && !b.Framed && t.Profile == nil && t.nest < maxNest {
		t.nest++
		r, err := b.One(t, v)
		if t.nest--; r == nil && err == nil {
			r = None
		}
		return r, err
	}
	return Call(t, f, []Value{v}, nil)
}

// caller2 is caller1 for two arguments.
type caller2 interface {
	Call2(t *Thread, v, w Value) (r Value, ok bool, err error)
}

// Call2 calls any value with two arguments.
func Call2(t *Thread, f, v, w Value) (Value, error) {
	if x, ok := f.(caller2); ok {
		if r, ok, err := x.Call2(t, v, w); ok {
			return r, err
		}
	}
	if b, ok := f.(*Builtin); ok && b.Two != nil && !b.Framed && t.Profile == nil && t.nest < maxNest {
		t.nest++
		r, err := b.Two(t, v, w)
		if t.nest--; r == nil && err == nil {
			r = None
		}
		return r, err
	}
	return Call(t, f, []Value{v, w}, nil)
}

func call(t *Thread, f Value, args []Value, kw []Kw) (Value, error) {
	switch x := f.(type) {
	case *Builtin:
		return x.Call(t, args, kw)
	case *Method:
		return Call(t, x.Fn, append([]Value{x.Self}, args...), kw)
	case Callable:
		return x.Call(t, args, kw)
	case *Class:
		return construct(t, x, args, kw)
	case *Instance:
		if m := x.Class.Lookup("__call__"); m != nil {
			bound, err := bindAttr(t, m, f, x.Class)
			if err != nil {
				return nil, err
			}
			return Call(t, bound, args, kw)
		}
	case *StaticMethod:
		return Call(t, x.Fn, args, kw)
	}
	if m := TypeOf(f).Lookup("__call__"); m != nil {
		return Call(t, m, append([]Value{f}, args...), kw)
	}
	return nil, TypeErrorf("'%s' object is not callable", TypeOf(f).TypeName())
}

// special calls what a class keeps for one of its operators: a function gets the object, other
// descriptors are asked, anything else is called as it is.
func special(t *Thread, m, self Value, args ...Value) (Value, error) {
	switch m.(type) {
	case Binder, *Builtin:
		switch len(args) {
		case 0:
			return Call1(t, m, self)
		case 1:
			return Call2(t, m, self, args[0])
		}
		return Call(t, m, append([]Value{self}, args...), nil)
	}
	bound, err := bindAttr(t, m, self, TypeOf(self))
	if err != nil {
		return nil, err
	}
	return Call(t, bound, args, nil)
}

// Special calls what a class keeps for one of its operators.
func Special(t *Thread, m, self Value, args ...Value) (Value, error) {
	return special(t, m, self, args...)
}

// CallMethod calls a method by name.
func CallMethod(t *Thread, self Value, name string, args ...Value) (Value, error) {
	m, err := GetAttr(t, self, name)
	if err != nil {
		return nil, err
	}
	return Call(t, m, args, nil)
}

// IsCallable tells whether a value can be called.
func IsCallable(v Value) bool {
	switch x := v.(type) {
	case *Builtin, *Method, Callable, *Class:
		return true
	case *Instance:
		return x.Class.Lookup("__call__") != nil
	}
	return TypeOf(v).Lookup("__call__") != nil
}

// AsInt gives a Python index: int, bool, or anything with __index__. Big ints give the nearest
// int64. Index tells why there is none.
func AsInt(v Value) (int64, bool) {
	switch x := v.(type) {
	case int64:
		return x, true
	case bool:
		if x {
			return 1, true
		}
		return 0, true
	case *big.Int:
		if x.Sign() < 0 {
			return -1 << 63, true
		}
		return 1<<63 - 1, true
	case *Instance:
		r, err := Index(v)
		if err != nil {
			return 0, false
		}
		return AsInt(r)
	}
	if c := TypeOf(v); c.Index != nil {
		return c.Index(v)
	}
	return 0, false
}

// Index is operator.index(v): an int64 or a *big.Int, or the error of __index__, or a
// TypeError for what is no integer.
func Index(v Value) (Value, error) {
	switch x := v.(type) {
	case int64, *big.Int:
		return x, nil
	case *Instance:
		switch x.Native.(type) {
		case int64, *big.Int: // an int, whatever its __index__ says
			return x.Native, nil
		}
		if m := x.Class.Lookup("__index__"); m != nil {
			r, err := special(Background(), m, v)
			if err != nil {
				return nil, err
			}
			if i, ok := r.(*Instance); ok && i.Native != nil {
				r = i.Native
			}
			switch r.(type) {
			case int64, *big.Int, bool:
				return Int(BigOf(r)), nil
			}
			return nil, TypeErrorf("__index__ returned non-int (type %s)", TypeOf(r).TypeName())
		}
		if x.Native != nil {
			return Index(x.Native)
		}
	case bool:
		if x {
			return int64(1), nil
		}
		return int64(0), nil
	default:
		if c := TypeOf(v); c.Index != nil {
			if n, ok := c.Index(v); ok {
				return n, nil
			}
		}
	}
	return nil, TypeErrorf("'%s' object cannot be interpreted as an integer", TypeOf(v).TypeName())
}

// ToInt is Index as an int64; big ints give the nearest one.
func ToInt(v Value) (int64, error) {
	i, err := Index(v)
	if err != nil {
		return 0, err
	}
	n, _ := AsInt(i)
	return n, nil
}
