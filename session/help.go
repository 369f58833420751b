package session

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/tfs-lang/tfs/text/literal"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
)

// helpFn is help().
var helpFn = py.NewRaw(
	"help(object=None)",
	"Shows the documentation of an object, of a name, or the ops that answer a question.",
	func(t *py.Thread, args []py.Value, _ []py.Kw) (py.Value, error) {
		in := running(t)
		owner := in
		if owner == nil {
			owner = Of(&lang.Interp{})
		}
		text := owner.helpText()
		if len(args) > 0 {
			text = owner.Help(args[0])
			if s, ok := args[0].(string); ok && in != nil {
				text, _ = in.Topic(s)
			}
		}
		if in != nil && in.Listening() {
			return py.None, in.page(text)
		}
		_, err := t.Stdout.Write([]byte(text + "\n"))
		return py.None, err
	},
)

// Doc is the documentation text of a value.
func (in *Session) Doc(v py.Value) string {
	switch x := v.(type) {
	case *py.Builtin:
		if text, ok := in.Catalogue().Documentation(x); ok {
			return text
		}
		return x.Doc
	case *py.Method:
		return in.Doc(x.Fn)
	case *lang.Func:
		return x.Doc()
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
func (in *Session) Help(v py.Value) string {
	var b strings.Builder
	if s := lang.Signature(v); s != "" {
		b.WriteString(in.fullName(v, s) + "\n")
	} else if m, ok := v.(*py.Module); ok {
		b.WriteString("module " + m.Short + "\n")
	} else if c, ok := v.(*py.Class); ok {
		b.WriteString("class " + c.FullName() + "\n")
	} else {
		b.WriteString(py.TypeOf(v).FullName() + "\n")
		if t := in.Catalogue().TypeText(v); t != py.TypeOf(v).TypeName() {
			b.WriteString(t + "\n")
		}
		if _, ok := v.(*py.Property); !ok { // what it gives is known only of an object
			b.WriteString("value: " + lang.Short(py.ReprOf(v), 300) + "\n")
		}
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
func (in *Session) fullName(v py.Value, sig string) string {
	if b, ok := v.(*py.Builtin); ok {
		if o, ok := in.Catalogue().Entry(b); ok {
			if i := strings.LastIndexByte(o.Name, '.'); i >= 0 {
				return o.Name + sig[strings.IndexByte(sig, '('):]
			}
		}
	}
	return sig
}

// writeMembers lists the public names of a module or class, a line each with its summary.
func (in *Session) writeMembers(b *strings.Builder, k known) {
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
func (in *Session) search(question string) string {
	hits := in.Catalogue().Search(question, 10)
	if len(hits) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("Nothing is named " + literal.Quote(question) + "; these tell most of it:\n")
	width := 0
	for _, o := range hits {
		width = max(width, len(o.Name))
	}
	for _, o := range hits {
		fmt.Fprintf(&b, "  %-*s  %s\n", width, o.Name, sentence(o.Doc))
	}
	return strings.TrimRight(b.String(), "\n")
}

// sentence is the first one of a documentation: its first line, and those that go on with it.
func sentence(doc string) string {
	lines := strings.Split(strings.TrimSpace(doc), "\n")
	first := strings.TrimSpace(lines[0])
	for _, l := range lines[1:] {
		if l = strings.TrimSpace(l); l == "" || !unicode.IsLower(rune(l[0])) || strings.HasSuffix(first, ".") {
			break
		}
		first += " " + l
	}
	for i := range max(len(first)-2, 0) {
		if first[i] == '.' && first[i+1] == ' ' && first[i+2] >= 'A' && first[i+2] <= 'Z' {
			return first[:i+1]
		}
	}
	return first
}

// CommandAt is the documentation of the % command whose name a cursor (a byte offset) stands at.
func (in *Session) CommandAt(src string, cursor int) (text string, ok bool) {
	cursor = min(max(cursor, 0), len(src))
	line := src[strings.LastIndexByte(src[:cursor], '\n')+1:]
	line, _, _ = strings.Cut(line, "\n")
	at := cursor - strings.LastIndexByte(src[:cursor], '\n') - 1
	name := strings.TrimLeft(line, " \t")
	at -= len(line) - len(name)
	name, _, _ = strings.Cut(name, " ")
	if bare := strings.TrimLeft(name, "%"); bare == "" || bare == name || at > len(name) {
		return "", false
	}
	return in.Topic(name)
}

// Topic is what help("...") and :help show: the help of a dotted name, of a command, or the
// ops that answer a question. found is false when there is nothing to say but a hint.
func (in *Session) Topic(topic string) (text string, found bool) {
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
	if v := in.ofLibrary(topic); v != nil {
		return in.Help(v), true
	}
	if at := strings.IndexAny(topic, "([{\"'"); at >= 0 && !strings.Contains(topic[:at], " ") {
		return in.unevaluated(topic, topic[:at])
	}
	if !strings.ContainsAny(topic, " ?") {
		if near := in.nearOps(topic); near != "" {
			return "There is no " + topic + ". Did you mean " + near + "?", false
		}
		if ex := py.AsExc(err); ex.Help() != "" {
			return "There is no " + topic + ". " + ex.Help(), false
		}
	}
	if wordy(topic) {
		if text := in.search(topic); text != "" {
			return text, true
		}
	}
	return "Nothing is known of " + literal.Quote(topic) + ". Try help(\"how to ...\"), help(tf) or %magics.", false
}

// unevaluated answers for an expression that only running it could tell of: the help of its beginning,
// if that has a name.
func (in *Session) unevaluated(topic, name string) (text string, found bool) {
	text = literal.Quote(topic) + " is not run to help on it: bind it to a name first."
	if v, err := in.Lookup(name); name != "" && err == nil {
		return text + "\n\n" + in.Help(v), true
	}
	return text, false
}

// wordy tells whether a topic has a word long enough to search for: of names as x.y nothing tells.
func wordy(topic string) bool {
	long := func(w string) bool { return len(w) > 2 }
	return slices.ContainsFunc(strings.FieldsFunc(topic, func(r rune) bool { return !unicode.IsLetter(r) }), long)
}

// ofLibrary finds a dotted name in modules, which are loaded for it, and in their classes; nil when there is none.
// Nothing of a program is run: objects are not asked.
func (in *Session) ofLibrary(name string) py.Value {
	parts := strings.Split(name, ".")
	t := in.Thread(context.Background())
	v, bound := in.Get(parts[0])
	if _, isModule := v.(*py.Module); bound && !isModule {
		return nil
	}
	at := 1
	if !bound {
		_, known := in.Available(parts[0])
		if !in.InLibrary(parts[0]) && !known {
			return nil
		}
		for at = len(parts); at > 0; at-- {
			m, err := in.ImportModule(t, strings.Join(parts[:at], "."))
			if err == nil {
				v = m
				break
			}
		}
	}
	for _, p := range parts[at:] {
		switch v.(type) {
		case *py.Module, *py.Class:
		default:
			return nil
		}
		next, err := py.GetAttr(t, v, p)
		if err != nil {
			return nil
		}
		v = next
	}
	return v
}

// namesLike lists the names that fit a pattern with *: of the session, of all ops, of NumPy, and of the
// value that stands before the part with the *.
func (in *Session) namesLike(pattern string) (text string, found bool) {
	names := in.Names()
	for _, o := range in.Catalogue().Entries() {
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

func (in *Session) defines(name string) bool {
	_, ok := in.Get(name)
	return ok
}

// nearOps finds the ops somebody may have meant: those of the same name in other modules.
func (in *Session) nearOps(name string) string {
	last := name[strings.LastIndexByte(name, '.')+1:]
	var same []string
	for _, o := range in.Catalogue().Entries() {
		for _, n := range o.Names() {
			if n[strings.LastIndexByte(n, '.')+1:] == last && n != name {
				same = append(same, n)
			}
		}
	}
	sort.Slice(same, func(i, k int) bool {
		a, b := same[i], same[k]
		return len(a) < len(b) || len(a) == len(b) && a < b
	})
	return strings.Join(same[:min(len(same), 3)], " or ")
}

// Source is the text of a function or class defined in the session, as NAME?? shows it.
func (in *Session) Source(v py.Value) string {
	switch x := v.(type) {
	case *lang.Func:
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
