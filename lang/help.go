package lang

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/tfs-lang/tfs/text/literal"

	"github.com/tfs-lang/tfs/lang/door"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// Signature is the call text of a value, "" when it has none.
func Signature(v py.Value) string {
	switch x := v.(type) {
	case *py.Builtin:
		if s := x.Text(); s != "" {
			return s
		}
		return x.Name + "(...)"
	case *py.Method:
		return withoutSelf(Signature(x.Fn))
	case *Func:
		return x.signature()
	case *py.Class:
		if m := x.Lookup("__init__"); m != nil && x.User {
			return x.Name + strings.TrimPrefix(Signature(&py.Method{Fn: m}), "__init__")
		}
		if x.New != nil {
			return x.New.Text()
		}
	}
	return ""
}

// signature is how the function is called, as its definition writes it, with the values the
// defaults have.
func (x *Func) signature() string {
	source := func(e syntax.Expr) string {
		at := e.Pos()
		return strings.Join(strings.Fields(x.code.unit.Src[at.From:at.To]), " ")
	}
	var parts []string
	star, posOnly := false, false
	for i, p := range x.code.params {
		if posOnly && !p.PosOnly {
			parts = append(parts, "/")
		}
		posOnly = p.PosOnly
		s := p.Name
		switch {
		case p.Star == 1:
			s, star = "*"+s, true
		case p.Star == 2:
			s = "**" + s
		case p.KwOnly && !star:
			parts, star = append(parts, "*"), true
		}
		equals := "="
		if p.Ann != nil {
			s += ": " + source(p.Ann)
			equals = " = "
		}
		if d := x.defaults[i]; d != nil {
			s += equals + short(py.ReprOf(d), 60)
		}
		parts = append(parts, s)
	}
	if posOnly {
		parts = append(parts, "/")
	}
	text := x.code.name + "(" + strings.Join(parts, ", ") + ")"
	if r := x.code.returns; r != nil {
		text += " -> " + source(r)
	}
	return text
}

// withoutSelf is the signature of a bound method: what it is bound to is not given.
func withoutSelf(sig string) string {
	head, rest, ok := strings.Cut(sig, "(")
	if !ok || strings.HasPrefix(rest, "*") || strings.HasPrefix(rest, "...") {
		return sig
	}
	depth := 0
	for i, c := range rest {
		switch {
		case strings.ContainsRune("([{", c):
			depth++
		case c == ')' && depth == 0:
			return head + "(" + rest[i:]
		case strings.ContainsRune(")]}", c):
			depth--
		case c == ',' && depth == 0:
			rest = strings.TrimPrefix(strings.TrimLeft(rest[i+1:], " "), "/, ")
			return head + "(" + strings.TrimPrefix(rest, "/")
		}
	}
	return sig
}

// catalogue tells of the functions of the modules.
func (in *Interp) catalogue() door.Catalogue { return in.opts.Modules.Catalogue() }

// Doc is the documentation text of a value.
func (in *Interp) Doc(v py.Value) string {
	switch x := v.(type) {
	case *py.Builtin:
		if text, ok := in.catalogue().Documentation(x); ok {
			return text
		}
		return x.Doc
	case *py.Method:
		return in.Doc(x.Fn)
	case *Func:
		return x.code.doc
	case *py.Class:
		return x.Doc
	case *py.Module:
		return x.Doc
	case *py.Property:
		return x.Doc
	}
	return py.TypeOf(v).Doc
}

// Help is what help(v) shows: the signature, the documentation, and for classes and modules
// the names inside.
func (in *Interp) Help(v py.Value) string {
	var b strings.Builder
	if s := Signature(v); s != "" {
		b.WriteString(in.fullName(v, s) + "\n")
	} else if m, ok := v.(*py.Module); ok {
		b.WriteString("module " + m.Short + "\n")
	} else if c, ok := v.(*py.Class); ok {
		b.WriteString("class " + c.FullName() + "\n")
	} else {
		b.WriteString(py.TypeOf(v).FullName() + "\n")
		if t := in.catalogue().TypeText(v); t != py.TypeOf(v).TypeName() {
			b.WriteString(t + "\n")
		}
		b.WriteString("value: " + short(py.ReprOf(v), 300) + "\n")
	}
	if d := strings.TrimSpace(in.Doc(v)); d != "" {
		b.WriteString("\n" + d + "\n")
	}
	switch v.(type) {
	case *py.Module, *py.Class:
		in.writeMembers(&b, known{value: v})
	}
	return strings.TrimRight(b.String(), "\n")
}

// fullName puts the module before the name of an op's signature.
func (in *Interp) fullName(v py.Value, sig string) string {
	if b, ok := v.(*py.Builtin); ok {
		if o, ok := in.catalogue().Entry(b); ok {
			if i := strings.LastIndexByte(o.Name, '.'); i >= 0 {
				return o.Name + sig[strings.IndexByte(sig, '('):]
			}
		}
	}
	return sig
}

// writeMembers lists the public names of a module or class, a line each with its summary.
func (in *Interp) writeMembers(b *strings.Builder, k known) {
	var rows [][2]string
	width := 0
	for _, n := range k.attributes() {
		if !strings.HasPrefix(n, "_") {
			rows = append(rows, [2]string{n, in.describe(n, k.attr(n).value).Doc})
			width = max(width, min(len(n), 28))
		}
	}
	if len(rows) > 0 {
		b.WriteByte('\n')
	}
	for _, r := range rows {
		b.WriteString(strings.TrimRight(fmt.Sprintf("  %-*s  %s", width, r[0], r[1]), " ") + "\n")
	}
}

// search answers a question in words with the ops that tell most of it.
func (in *Interp) search(question string) string {
	hits := in.catalogue().Search(question, 10)
	if len(hits) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("Nothing is named " + literal.Quote(question) + "; these tell most of it:\n")
	for _, o := range hits {
		first, _, _ := strings.Cut(strings.TrimSpace(o.Doc), "\n")
		fmt.Fprintf(&b, "  %-34s %s\n", o.Name, first)
	}
	return strings.TrimRight(b.String(), "\n")
}

// Topic is what help("...") and :help show: the help of a dotted name, of a command, or the
// ops that answer a question. found is false when there is nothing to say but a hint.
func (in *Interp) Topic(topic string) (text string, found bool) {
	topic = strings.TrimSpace(topic)
	name := strings.TrimLeft(topic, "%:")
	for _, m := range magics {
		if m.Name == name && (name != topic || !in.defines(name)) {
			return m.Usage + "\n\n" + m.Doc, true
		}
	}
	if c := in.command(name); c != nil && name != topic {
		return c.Usage + "\n\n" + c.Doc, true
	}
	if strings.Contains(topic, "*") && !strings.Contains(topic, " ") {
		return in.namesLike(topic)
	}
	if text, ok := keywordHelp(topic); ok {
		return text, true
	}
	v, err := in.Lookup(topic)
	if err == nil {
		return in.Help(v), true
	}
	if !strings.ContainsAny(topic, " ?") {
		if near := in.nearOps(topic); near != "" {
			return "There is no " + topic + ". Did you mean " + near + "?", false
		}
		if ex := py.AsExc(err); ex.Hint != "" {
			return "There is no " + topic + ". " + ex.Hint, false
		}
	}
	if text := in.search(topic); text != "" {
		return text, true
	}
	return "Nothing is known of " + literal.Quote(topic) + ". Try help(\"how to ...\"), help(tf) or %magics.", false
}

// namesLike lists the names that fit a pattern with *: of the session, of all ops, of NumPy, and of the
// value that stands before the part with the *.
func (in *Interp) namesLike(pattern string) (text string, found bool) {
	names := in.Names()
	for _, o := range in.catalogue().Entries() {
		names = append(names, o.Names()...)
	}
	star := strings.IndexByte(pattern, '*')
	dot := strings.LastIndexByte(pattern[:star], '.')
	for _, base := range []string{"np", pattern[:max(dot, 0)]} {
		for _, a := range in.staticText(base).attributes() {
			if !strings.HasPrefix(a, "_") || strings.HasPrefix(pattern[dot+1:], "_") {
				names = append(names, base+"."+a)
			}
		}
	}
	sort.Strings(names)
	var fit []string
	for _, n := range slices.Compact(names) {
		if wild(pattern, n) {
			fit = append(fit, n)
		}
	}
	if len(fit) == 0 {
		return "No name fits " + pattern + ".", false
	}
	return strings.Join(fit, "\n"), true
}

func (in *Interp) defines(name string) bool {
	_, ok := in.Get(name)
	return ok
}

// nearOps finds the ops somebody may have meant: those of the same name in other modules.
func (in *Interp) nearOps(name string) string {
	last := name[strings.LastIndexByte(name, '.')+1:]
	var same []string
	for _, o := range in.catalogue().Entries() {
		for _, n := range o.Names() {
			if n[strings.LastIndexByte(n, '.')+1:] == last && n != name {
				same = append(same, n)
			}
		}
	}
	slices.SortFunc(same, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) })
	return strings.Join(same[:min(len(same), 3)], " or ")
}

// modulesWith names a bare name in the modules every program has: sqrt is tf.sqrt, np.sqrt
// and math.sqrt. "" for names of one or two letters, and for those none has.
func (in *Interp) modulesWith(name string) string {
	if len(name) < 3 || strings.HasPrefix(name, "_") {
		return ""
	}
	var found []string
	for _, b := range in.opts.Modules.Bound {
		v, _ := in.globals.GetStr(b.Name)
		if m, ok := v.(*py.Module); ok {
			if v, _ := m.Get(name); v != nil {
				found = append(found, b.Name+"."+name)
			}
		}
	}
	if n := len(found); n > 1 {
		return strings.Join(found[:n-1], ", ") + " or " + found[n-1]
	}
	return strings.Join(found, "")
}

// Source is the text of a function or class defined in the session, as NAME?? shows it.
func (in *Interp) Source(v py.Value) string {
	switch x := v.(type) {
	case *Func:
		s := x.Source()
		if c := x.Captured(); len(c) > 0 {
			var names []string
			for n := range c {
				names = append(names, n)
			}
			s += "\n# captured: " + strings.Join(sorted(names), ", ")
		}
		return s
	case *py.Method:
		return in.Source(x.Fn)
	}
	return in.Help(v)
}
