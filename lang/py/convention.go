package py

import (
	"slices"
	"strconv"
	"strings"
)

// convention is how CPython's own functions written in C take their arguments and word what is wrong with them, which
// is not as functions of Python do: len() takes exactly one argument (0 given).
type convention struct {
	kind     byte   // 'e', 'u', 't' or 'k' as in conventions
	skip     int    // 1 for self or the class
	full     string // str.upper
	name     string // upper
	min, max int    // positional arguments after self; max -1 for any number
	posOnly  int    // of 'k'
	keywords bool   // of 'u': it takes keywords, which it checks itself
	types    string // a letter for each parameter, see wrongType
	self     *Class // what self must be, nil for anything
	params   []Param
}

// conventions are the functions that differ from what their signatures say: e takes exactly so many, u is unpacked
// (expected at least 1 argument, got 0), t parsed by a format (takes at least 1 argument (0 given)), k has keywords
// after so many positional-only parameters. u+ and t+ have keywords of their own. After a colon stands what the
// arguments must be, see wrongType. Without an entry a function of no or one required parameter is e, another u, as of
// CPython 3.11.
var conventions = map[string]string{
	"object": "", "type": "", "super": "", "print": "", "zip": "", "map": "", "__build_class__": "",
	"str.format": "", "anext": "u1-2", "format": "u1-2:-s", "iter": "u1-2", "next": "u1-2", "range": "u1-3",
	"slice": "u1-3", "getattr": "u2-3", "classmethod": "u1-1", "staticmethod": "u1-1", "reversed": "u1-1",
	"dir": "u0-1", "vars": "u0-1", "min": "u+1-", "max": "u+1-", "sorted": "u+1-1", "eval": "u1-3",
	"open": "k0:-sizzz", "input": "u0-1", "dict": "u+0-1", "dict.update": "u+0-1", "dict.pop": "u1-2",
	"bytearray": "k0:-ss", "bytes": "k0:-ss", "complex": "k0", "int": "k1", "property": "k0", "str": "k0:-ss",
	"__import__": "k0", "compile": "k0", "exit": "", "quit": "", "enumerate": "k0:-i", "exec": "k2", "memoryview": "k0",
	"pow": "k0", "round": "k0", "sum": "k1", "set.difference": "t0-", "set.difference_update": "t0-",
	"set.intersection": "t0-", "set.intersection_update": "t0-", "set.union": "t0-", "set.update": "t0-",
	"frozenset.difference": "t0-", "frozenset.intersection": "t0-", "frozenset.union": "t0-",
	"list.sort": "k0", "list.index": "u1-3:-yy", "list.pop": "u0-1:i", "list.insert": "u2-2:i",
	"tuple.index": "u1-3:-yy", "bytearray.pop": "u0-1:i", "generator.throw": "u1-3", "int.from_bytes": "k0:-s",
	"int.to_bytes": "k0:is", "float.fromhex": "e1-1", "str.encode": "k0:ss", "str.rsplit": "k0:ni",
	"str.split": "k0:ni", "str.expandtabs": "k0:i", "str.splitlines": "k0:i", "str.maketrans": "u1-3",
	"str.replace": "u2-3:ssi", "str.removeprefix": "e1-1:s", "str.removesuffix": "e1-1:s",
	"str.center": "u1-2:ic", "str.ljust": "u1-2:ic", "str.rjust": "u1-2:ic", "str.zfill": "e1-1:i",
	"str.count": "t1-3:-xx", "str.endswith": "t1-3:-xx", "str.find": "t1-3:-xx", "str.index": "t1-3:-xx",
	"str.rfind": "t1-3:-xx", "str.rindex": "t1-3:-xx", "str.startswith": "t1-3:-xx", "bytes.decode": "k0:ss",
	"bytes.hex": "k0", "bytes.rsplit": "k0:-i", "bytes.split": "k0:-i", "bytes.expandtabs": "k0:i",
	"bytes.splitlines": "k0:i", "bytes.translate": "k1", "bytes.replace": "u2-3:bbi", "bytes.fromhex": "e1-1",
	"bytes.maketrans": "u2-2:bb", "bytes.strip": "u0-1:o", "bytes.lstrip": "u0-1:o", "bytes.rstrip": "u0-1:o",
	"bytes.count": "t1-3:-xx", "bytes.endswith": "t1-3:-xx", "bytes.find": "t1-3:-xx",
	"bytes.index": "t1-3:-xx", "bytes.rfind": "t1-3:-xx", "bytes.rindex": "t1-3:-xx",
	"bytes.startswith": "t1-3:-xx", "bytes.zfill": "e1-1:i", "memoryview.cast": "k0:s",
	"memoryview.tobytes": "k0:z", "memoryview.hex": "k0", "TextIOWrapper.read": "u0-1:r",
	"TextIOWrapper.readline": "u0-1:i", "TextIOWrapper.readlines": "u0-1:r",
}

// Native gives a function the convention CPython has for it. full is its name with its class, skip 1 for one that gets
// self or its class first, self what the first must be, nil for anything.
func (b *Builtin) Native(full string, skip int, self *Class) *Builtin {
	b.native = &convention{full: full, skip: skip, self: self}
	b.Free = skip == 0 && self == nil
	b.blind = full != "open" && full != "__import__"
	return b
}

// nativeMethod is Native for a method of a class of Python's own.
func (b *Builtin) nativeMethod(c *Class) {
	if (c.Module == "" || c.Module == "_io") && !c.User && !c.Python && !strings.HasPrefix(b.Name, "__") {
		b.Native(c.Name+"."+b.Name, 1, c)
	}
}

// nativeOthers is Native for the constructor and the class and static methods of a class.
func (c *Class) nativeOthers() {
	if c.New != nil && c.New.Name == c.Name {
		c.New.Native(c.Name, 0, nil)
	}
	_ = c.Attrs.Each(func(_, v Value) error {
		var b *Builtin
		skip := 0
		switch m := v.(type) {
		case *ClassMethod:
			b, _ = m.Fn.(*Builtin)
			skip = 1
		case *StaticMethod:
			b, _ = m.Fn.(*Builtin)
		}
		if b != nil && !strings.HasPrefix(b.Name, "__") {
			b.Native(c.Name+"."+b.Name, skip, nil)
		}
		return nil
	})
}

// convention is how the function takes its arguments, nil when it binds them as functions of Python do.
func (b *Builtin) convention() *convention {
	if b.native == nil {
		return nil
	}
	b.nativeOnce.Do(func() {
		if !b.native.read(b) {
			b.native = nil
		}
	})
	return b.native
}

// read fills the convention in from the table and the signature; false for a function that has none.
func (c *convention) read(b *Builtin) bool {
	as, listed := conventions[c.full]
	if !listed && strings.HasPrefix(c.full, "bytearray.") {
		as, listed = conventions["bytes."+b.Name]
	}
	if listed && as == "" || b.text == "" && (!listed || as[0] == 'k') {
		return false
	}
	c.name, c.kind = b.Name, 'u'
	if sig := b.Sig(); sig != nil {
		c.count(sig.Params[min(c.skip, len(sig.Params)):])
	}
	if c.min == c.max && c.max < 2 {
		c.kind = 'e'
	}
	if listed {
		as, c.types, _ = strings.Cut(as, ":")
		c.kind, as = as[0], as[1:]
		as, c.keywords = strings.CutPrefix(as, "+")
		least, most, ranged := strings.Cut(as, "-")
		n, _ := strconv.Atoi(least)
		switch m, err := strconv.Atoi(most); {
		case !ranged:
			c.posOnly = n
		case err != nil:
			c.min, c.max = n, -1
		default:
			c.min, c.max = n, m
		}
	}
	return true
}

// count reads from the parameters how many positional arguments there may be.
func (c *convention) count(params []Param) {
	c.params = params
	for _, p := range params {
		switch {
		case p.Star || c.max < 0:
			c.max = -1
		case p.DStar || p.KwOnly:
		default:
			if c.max++; p.Default == nil {
				c.min++
			}
		}
	}
}

// Admits checks the arguments of a call against the convention of the function, if it has one.
func (b *Builtin) Admits(args []Value, kw []Kw) error {
	c := b.convention()
	if c == nil {
		return nil
	}
	if len(args) < c.skip {
		return TypeErrorf("unbound method %s() needs an argument", c.full)
	}
	if err := c.owns(args); err != nil {
		return err
	}
	if err := c.admits(len(args)-c.skip, kw); err != nil || c.types == "" {
		return err
	}
	for i, v := range args[c.skip:] {
		if err := c.wrongType(i, v); err != nil {
			return err
		}
	}
	for _, k := range kw {
		if i := findParam(c.params, k.Name); i >= 0 {
			if err := c.wrongType(i, k.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

// admits checks the number of arguments and their names.
func (c *convention) admits(n int, kw []Kw) error {
	if len(kw) == 0 && n >= c.min && (n <= c.max || c.max < 0) {
		return nil
	}
	if c.kind == 'k' {
		return c.keyworded(n, kw)
	}
	if len(kw) > 0 && !c.keywords {
		name := c.full
		if c.kind == 't' {
			name = c.name
		}
		return TypeErrorf("%s() takes no keyword arguments", name)
	}
	if n >= c.min && (n <= c.max || c.max < 0) {
		return nil
	}
	return c.counted(n)
}

// wrongType is the error of an argument that is not what its letter says: s a str, z a str or None, n the same of
// split, c a character, i an integer, r an integer or None, x and y bounds of a slice, with None and without, b bytes,
// o bytes or None.
func (c *convention) wrongType(i int, v Value) error {
	if i >= len(c.types) {
		return nil
	}
	kind, isNone := c.types[i], v == None
	if isNone && strings.IndexByte("znrxo", kind) >= 0 {
		return nil
	}
	switch kind {
	case 's', 'z', 'n', 'c':
		if _, err := wantStr(v, ""); err != nil {
			return c.notText(i, v)
		}
	case 'i':
		_, err := Index(v)
		return err
	case 'r':
		_, err := indexOr(v, "argument should be integer or None, not '%s'", TypeOf(v).TypeName())
		return err
	case 'x':
		_, err := indexOr(v, "slice indices must be integers or None or have an __index__ method")
		return err
	case 'y':
		_, err := indexOr(v, "slice indices must be integers or have an __index__ method")
		return err
	case 'b', 'o':
		_, err := wantBuffer(v)
		return err
	}
	return nil
}

// notText is the error of an argument that must be a str.
func (c *convention) notText(i int, v Value) error {
	of := TypeOf(v).TypeName()
	if v == None {
		of = "None"
	}
	switch {
	case c.types[i] == 'n':
		return TypeErrorf("must be str or None, not %s", of)
	case c.types[i] == 'c':
		return TypeErrorf("The fill character must be a unicode character, not %s", TypeOf(v).TypeName())
	}
	which := ""
	if c.kind == 'k' {
		which = " '" + c.params[i].Name + "'"
	} else if c.kind != 'e' {
		which = " " + strconv.Itoa(i+1)
	}
	what := "str"
	if c.types[i] == 'z' {
		what = "str or None"
	}
	return TypeErrorf("%s() argument%s must be %s, not %s", c.name, which, what, of)
}

// owns tells whether self is of the class of a method.
func (c *convention) owns(args []Value) error {
	if c.self == nil || len(args) == 0 {
		return nil
	}
	if of := TypeOf(args[0]); of != c.self && !of.Is(c.self) {
		return TypeErrorf("descriptor '%s' for '%s' objects doesn't apply to a '%s' object",
			c.name, c.self.FullName(), of.TypeName())
	}
	return nil
}

// counted is the error of too few or too many positional arguments.
func (c *convention) counted(n int) error {
	bound, most := c.min, "at least "
	if n > c.min {
		bound, most = c.max, "at most "
	}
	switch {
	case c.kind == 'e' && c.max == 0:
		return TypeErrorf("%s() takes no arguments (%d given)", c.full, n)
	case c.kind == 'e':
		return TypeErrorf("%s() takes exactly one argument (%d given)", c.full, n)
	case c.kind == 't':
		return TypeErrorf("%s() takes %s%d argument%s (%d given)", c.name, most, bound, plural(bound), n)
	case c.min == c.max:
		most = ""
	}
	return TypeErrorf("%s expected %s%d argument%s, got %d", c.name, most, bound, plural(bound), n)
}

// keyworded checks positional and keyword arguments of a function that has both, in CPython's order.
func (c *convention) keyworded(n int, kw []Kw) error {
	if total := n + len(kw); total > len(c.params) {
		kind := ""
		if n == 0 {
			kind = "keyword "
		}
		return TypeErrorf("%s() takes at most %d %sargument%s (%d given)",
			c.name, len(c.params), kind, plural(len(c.params)), total)
	}
	if n > c.max {
		if c.max == 0 {
			return TypeErrorf("%s() takes no positional arguments", c.name)
		}
		most := "exactly"
		if c.min < c.max {
			most = "at most"
		}
		return TypeErrorf("%s() takes %s %d positional argument%s (%d given)", c.name, most, c.max, plural(c.max), n)
	}
	if least := min(c.posOnly, c.min); n < least {
		most := "exactly"
		if least < c.max {
			most = "at least"
		}
		return TypeErrorf("%s() takes %s %d positional argument%s (%d given)", c.name, most, least, plural(least), n)
	}
	for i, p := range c.params {
		if i >= n && p.Default == nil && !slices.ContainsFunc(kw, func(k Kw) bool { return k.Name == p.Name }) {
			return TypeErrorf("%s() missing required argument '%s' (pos %d)", c.name, p.Name, i+1)
		}
	}
	for _, k := range kw {
		i := findParam(c.params, k.Name)
		switch {
		case i < c.posOnly:
			var names []string
			for _, p := range c.params[c.posOnly:] {
				names = append(names, p.Name)
			}
			e := TypeErrorf("'%s' is an invalid keyword argument for %s()", k.Name, c.name)
			return e.WithHint("%s", keywordHint(names, k.Name))
		case i < n:
			return TypeErrorf("argument for %s() given by name ('%s') and position (%d)", c.name, k.Name, i+1)
		}
	}
	return nil
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// Share gives a class a method of another, as its own.
func (c *Class) Share(of *Class, name string) {
	v, ok := of.Attrs.GetStr(name)
	if !ok {
		return
	}
	if b, is := v.(*Builtin); is {
		own := &Builtin{Name: b.Name, Doc: b.Doc, Owner: c, Fn: b.Fn, Raw: b.Raw, Here: b.Here, text: b.text}
		own.nativeMethod(c)
		v = own
	}
	c.Attrs.SetStr(name, v)
}
