package session

import (
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// Candidate is one way to finish what is typed.
type Candidate struct {
	Text string // replaces the typed part
	Kind string // function, class, module, instance, keyword, param, key, path, magic
	End  string // what closes it when it is the only one: a quote, a bracket
	Sig  string // how it is called, or name=default of a parameter
	Doc  string // the first line of its documentation
}

// Completion is the answer to "what could stand here": candidates for the text between the
// byte offsets From and To, and the call the cursor stands in.
type Completion struct {
	From, To int
	Items    []Candidate
	Call     *Candidate // nil outside calls

	match func(name, typed string) bool
	owner string // written before the names: it replaces what was typed in another case
}

// Complete finds what could finish the text at a cursor (a byte offset). Nothing of the
// user's is run: names are looked up, functions and properties are not called.
func (in *Session) Complete(src string, cursor int) Completion {
	cursor = min(max(cursor, 0), len(src))
	var c Completion
	for _, match := range fittings {
		if c = in.complete(src[:cursor], match); len(c.Items) > 0 || c.From == c.To {
			break
		}
	}
	return c
}

// complete finds what fits the end of a text by one way of matching.
func (in *Session) complete(before string, match func(name, typed string) bool) Completion {
	cursor := len(before)
	pieces := syntax.Pieces(before)
	c := Completion{From: cursor, To: cursor, match: match}
	if fn, _, ok := in.callAt(before, pieces); ok {
		item := in.describe(in.nameOf(before, pieces), fn)
		c.Call = &item
	}
	if n := len(pieces); n > 0 {
		switch p := pieces[n-1]; {
		case p.Kind == syntax.CommentText, p.Kind == syntax.NumberText && p.To == cursor:
			return c
		case p.Kind == syntax.StringText && p.Open:
			if from, ok := openField(before, p); ok {
				field := in.complete(before[from:], match)
				field.From, field.To = field.From+from, field.To+from
				return field
			}
			in.completeString(&c, before, pieces)
			return c
		case p.Kind == syntax.CommandText && p.To == cursor:
			c.From = p.From + 1
			in.magicsLike(&c, strings.TrimLeft(before[p.From:], "%:!"))
			c.From = cursor - len(strings.TrimLeft(before[p.From:], "%:!"))
			return c
		}
		if in.completeArgument(&c, before, pieces) {
			return c
		}
		if p := pieces[n-1]; p.To == cursor && (p.Kind == syntax.NameText || p.Kind == syntax.KeywordText) {
			c.From = p.From
			pieces = pieces[:n-1]
		}
	}
	typed := before[c.From:]
	if n := len(pieces); n > 0 && pieces[n-1].To == c.From && before[pieces[n-1].From:c.From] == "." {
		at := pieces[n-1].From
		k := in.staticText(before[receiver(before, pieces[:n-1], at):at])
		if !k.ok() {
			in.anyCase(&c, before, typed, pieces[:n-1], &k)
		}
		for _, name := range k.attributes() {
			if c.fits(name, typed) {
				c.Items = append(c.Items, in.describe(c.owner+name, k.attr(name).value))
			}
		}
		return c
	}
	in.completeName(&c, before, typed, pieces)
	return c
}

// fits tells whether a name is offered; those that begin with _ are when _ is typed.
func (c *Completion) fits(name, typed string) bool {
	return c.match(name, typed) && (strings.HasPrefix(typed, "_") || !strings.HasPrefix(name, "_"))
}

// magicsLike offers the commands, the front end's own among them.
func (in *Session) magicsLike(c *Completion, typed string) {
	add := func(name, usage, doc string) {
		if c.match(name, typed) {
			c.Items = append(c.Items, Candidate{Text: name, Kind: "magic", Sig: usage, Doc: doc})
		}
	}
	for _, m := range magics {
		add(m.Name, m.Usage, m.Doc)
	}
	for _, m := range in.front.Commands {
		add(m.Name, m.Usage, m.Doc)
	}
}

// importLine is the line a text ends in; of an import whose bracket is open, from its beginning on.
func importLine(before string, pieces []syntax.Piece) string {
	start := strings.LastIndexByte(before, '\n') + 1
	depth := 0
	for i := len(pieces) - 1; i >= 0; i-- {
		switch before[pieces[i].From:pieces[i].To] {
		case ")":
			depth--
		case "(":
			if depth++; depth == 1 {
				from := strings.LastIndexByte(before[:pieces[i].From], '\n') + 1
				if strings.HasPrefix(strings.TrimLeft(before[from:], " \t"), "from ") {
					return before[from:]
				}
				return before[start:]
			}
		}
	}
	return before[start:]
}

// completeArgument answers commands that take a file, and imports.
func (in *Session) completeArgument(c *Completion, before string, pieces []syntax.Piece) bool {
	line := importLine(before, pieces)
	if word, ok := shellWord(line); ok {
		c.paths(word, "")
		return true
	}
	head, arg, ok := strings.Cut(strings.TrimLeft(line, " \t"), " ")
	if !ok {
		return false
	}
	switch strings.TrimLeft(head, "%:") {
	case "run", "load", "save", "demo", "cd", "ls", "edit", "logstart", "writefile", "cat", "cp", "mv", "rm", "mkdir", "rmdir",
		"less", "more":
		if head[0] == '%' || head[0] == ':' {
			c.paths(arg[strings.LastIndexByte(arg, ' ')+1:], "")
			return true
		}
	case "import", "from":
		if head[0] != 'i' && head[0] != 'f' {
			return false
		}
		if module, names, ok := strings.Cut(arg, " import"); ok && head == "from" {
			typed := names[strings.LastIndexAny(names, " ,(\t\n")+1:]
			c.From = len(before) - len(typed)
			in.importable(c, strings.TrimSpace(module), typed)
			return true
		}
		if i := strings.LastIndexByte(arg, ','); i >= 0 && head == "import" {
			arg = strings.TrimLeft(arg[i+1:], " ")
		}
		if strings.Contains(arg, " ") {
			return false
		}
		c.From = len(before) - len(arg)
		base, typed := "", arg
		if i := strings.LastIndexByte(arg, '.'); i >= 0 {
			base, typed = arg[:i], arg[i+1:]
			c.From = len(before) - len(typed)
		}
		in.moduleNames(c, base, typed)
		return true
	}
	return false
}

// shellWord is the last word of a command of the shell, NAME = !COMMAND too, when it is an argument.
func shellWord(line string) (word string, ok bool) {
	line = strings.TrimLeft(line, " \t")
	if _, command, assigned := syntax.CommandAssigned(line); assigned {
		line = command
	}
	command, ok := strings.CutPrefix(line, "!")
	i := strings.LastIndexAny(command, " \t=<>|;&")
	return command[i+1:], ok && strings.TrimSpace(command[:i+1]) != ""
}

func (in *Session) moduleNames(c *Completion, base, typed string) {
	if base == "" {
		for _, name := range in.ModuleNames() {
			if m, ok := in.Available(name); ok && c.fits(name, typed) {
				c.Items = append(c.Items, in.describe(name, m))
			} else if c.fits(name, typed) {
				c.Items = append(c.Items, Candidate{Text: name, Kind: "module"})
			}
		}
		c.sort()
		return
	}
	k := in.moduleAt(base)
	of, _ := k.value.(*py.Module)
	for _, name := range k.attributes() {
		if !c.fits(name, typed) {
			continue
		}
		if m, ok := k.attr(name).value.(*py.Module); ok {
			c.Items = append(c.Items, in.describe(name, m))
		} else if of != nil && strings.HasSuffix(of.Lazy[name], ":") {
			c.Items = append(c.Items, Candidate{Text: name, Kind: "module"})
		}
	}
}

// completeName offers parameters of the call around, then names and keywords; after a
// parameter that takes a dtype, the dtypes.
func (in *Session) completeName(c *Completion, before, typed string, pieces []syntax.Piece) {
	fn, inCall, _ := in.callAt(before, pieces)
	if inCall {
		given := givenNames(before, pieces)
		for _, p := range lang.ParamsOf(fn) {
			text := p.Name + "="
			if given[p.Name] || p.Star || p.DStar || p.Name == "self" || p.Name == "cls" || !c.match(text, typed) {
				continue
			}
			if n := len(pieces); n > 0 && before[pieces[n-1].From:pieces[n-1].To] == "=" {
				continue
			}
			sig := p.Name
			if p.Text != "" {
				sig += "=" + p.Text
			}
			c.Items = append(c.Items, Candidate{Text: text, Kind: "param", Sig: sig})
		}
	}
	params := len(c.Items)
	if n := len(
		pieces,
	); n > 1 && before[pieces[n-1].From:pieces[n-1].To] == "=" &&
		isDTypeParam(before[pieces[n-2].From:pieces[n-2].To]) {
		for _, d := range in.Catalogue().DTypes() {
			if c.match("tf."+d, typed) {
				c.Items = append(c.Items, Candidate{Text: "tf." + d, Kind: "instance"})
			}
		}
		params = len(c.Items)
	}
	if n := len(pieces); n > 0 && before[pieces[n-1].From:pieces[n-1].To] == "[" {
		in.keys(c, before, pieces, typed, "")
		params = len(c.Items)
	}
	var rest Completion
	names := in.Names()
	if inCall && typed == "" {
		names = in.UserNames()
	}
	for _, n := range names {
		if c.fits(n, typed) {
			v, _ := in.Get(n)
			rest.Items = append(rest.Items, in.describe(n, v))
		}
	}
	for _, n := range syntax.Keywords() {
		if _, builtin := in.Get(n); !builtin && typed != "" && c.match(n, typed) {
			rest.Items = append(rest.Items, Candidate{Text: n, Kind: "keyword"})
		}
	}
	rest.sort()
	c.Items = append(c.Items[:params:params], rest.Items...)
}

func (c *Completion) sort() {
	sort.Slice(c.Items, func(i, j int) bool { return c.Items[i].Text < c.Items[j].Text })
}

func isDTypeParam(name string) bool {
	return name == "dtype" || strings.HasSuffix(name, "_type") || strings.HasSuffix(name, "_dtype")
}

// completeString answers inside a string: the keys of the dict it indexes, dtypes for a
// dtype parameter, else file names.
func (in *Session) completeString(c *Completion, before string, pieces []syntax.Piece) {
	n := len(pieces)
	p := pieces[n-1]
	quote := p.From + strings.IndexAny(before[p.From:], `'"`)
	body := quote + 1
	if q := before[quote:]; strings.HasPrefix(q, strings.Repeat(q[:1], 3)) {
		body = quote + 3
	}
	typed := before[body:]
	if n > 1 && before[pieces[n-2].From:pieces[n-2].To] == "[" {
		c.From = body
		in.keys(c, before, pieces[:n-1], typed, before[quote:quote+1])
		if len(c.Items) > 0 {
			return
		}
	}
	if n > 2 && before[pieces[n-2].From:pieces[n-2].To] == "=" &&
		isDTypeParam(before[pieces[n-3].From:pieces[n-3].To]) {
		c.From = body
		for _, d := range in.Catalogue().DTypes() {
			if c.match(d, typed) {
				c.Items = append(c.Items, Candidate{Text: d, Kind: "instance"})
			}
		}
		return
	}
	c.paths(typed, before[quote:body])
}

// keys offers the keys of the dict before the open bracket. With a quote the typed
// part lies inside it, and the quote stays.
func (in *Session) keys(c *Completion, before string, pieces []syntax.Piece, typed, quote string) {
	open := pieces[len(pieces)-1].From
	box := in.staticText(before[receiver(before, pieces[:len(pieces)-1], open):open])
	d, ok := box.value.(*py.Dict)
	if !ok {
		return
	}
	for _, k := range d.Keys() {
		text, end := py.ReprOf(k), "]"
		if quote != "" {
			key, isStr := k.(string)
			if !isStr {
				continue
			}
			text, end = inQuotes(key, quote), quote+"]"
		}
		if c.match(text, typed) && len(text) < 200 {
			c.Items = append(c.Items, Candidate{Text: text, End: end, Kind: "key"})
		}
	}
}

// inQuotes is a text as it is written between quotes of a kind, all on one line.
func inQuotes(s, quote string) string {
	repr := py.ReprOf(s)
	body := py.Visible(repr[1 : len(repr)-1])
	if repr[:1] != quote {
		body = strings.ReplaceAll(body, quote, `\`+quote)
	}
	return body
}

// paths offers the files a started name could mean.
func (c *Completion) paths(typed, quote string) {
	dir, base := filepath.Split(typed)
	c.From = c.To - len(base)
	look := dir
	if rest, ok := strings.CutPrefix(look, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			look = filepath.Join(home, rest)
		}
	}
	if look == "" {
		look = "."
	}
	f, err := os.Open(look)
	if err != nil {
		return
	}
	defer f.Close()
	entries, _ := f.ReadDir(2000) // of a huge folder only a part: an answer must come at once
	for _, e := range entries {
		name := e.Name()
		if !c.match(name, base) || strings.HasPrefix(name, ".") && !strings.HasPrefix(base, ".") {
			continue
		}
		end := quote
		if quote != "" {
			name = inQuotes(name, quote[:1])
		} else if py.Visible(name) != name || strings.ContainsAny(name, " \n\t") {
			continue // it cannot be written here
		}
		if e.IsDir() {
			name, end = name+"/", ""
		}
		c.Items = append(c.Items, Candidate{Text: name, End: end, Kind: "path"})
	}
	c.sort()
}

// describe names a value the way lists of candidates show it.
func (in *Session) describe(name string, v py.Value) Candidate {
	item := Candidate{Text: name, Kind: "instance"}
	switch v.(type) {
	case *py.Builtin, *lang.Func, *py.Method:
		item.Kind = "function"
	case *py.Class:
		item.Kind = "class"
	case *py.Module:
		item.Kind = "module"
	case *py.Property:
		item.Kind = "property"
	case nil:
		return item
	}
	if item.Kind == "instance" {
		item.Doc = py.TypeOf(v).Name
		return item
	}
	item.Sig = lang.Signature(v)
	item.Doc = in.summary(v)
	return item
}

// summary is the first sentence of the documentation.
func (in *Session) summary(v py.Value) string {
	var doc string
	switch x := v.(type) {
	case *py.Builtin:
		doc = x.Doc
	case *py.Method:
		return in.summary(x.Fn)
	default:
		doc = in.Doc(v)
	}
	return sentence(doc)
}

// openCall finds the call the end of the text stands in: the offset of its bracket, -1
// outside calls.
func openCall(src string, pieces []syntax.Piece) int {
	depth := 0
	for i := len(pieces) - 1; i >= 0; i-- {
		if pieces[i].Kind != syntax.BracketText {
			continue
		}
		if strings.Contains(")]}", src[pieces[i].From:pieces[i].To]) {
			depth++
			continue
		}
		if depth--; depth >= 0 {
			continue
		}
		if src[pieces[i].From] == '(' && i > 0 && pieces[i-1].To == pieces[i].From &&
			(pieces[i-1].Kind == syntax.NameText || pieces[i-1].Kind == syntax.BracketText) {
			return pieces[i].From
		}
		depth = 0
	}
	return -1
}

// givenNames are the names of the arguments that the call around the end of the text has already.
func givenNames(src string, pieces []syntax.Piece) map[string]bool {
	given, depth := map[string]bool{}, 0
	for i := len(pieces) - 1; i > 0 && depth >= 0; i-- {
		switch text := src[pieces[i].From:pieces[i].To]; {
		case pieces[i].Kind != syntax.BracketText:
			if depth == 0 && text == "=" && pieces[i-1].Kind == syntax.NameText {
				given[src[pieces[i-1].From:pieces[i-1].To]] = true
			}
		case strings.Contains(")]}", text):
			depth++
		default:
			depth--
		}
	}
	return given
}

// callAt is the function of the call the end of the text stands in.
func (in *Session) callAt(src string, pieces []syntax.Piece) (fn py.Value, inCall, ok bool) {
	at := openCall(src, pieces)
	if at < 0 {
		return nil, false, false
	}
	k := in.staticText(src[receiver(src, pieces, at):at])
	return k.value, true, k.value != nil
}

// CallAt describes the function of the call a cursor (a byte offset) stands in.
func (in *Session) CallAt(src string, cursor int) (Candidate, bool) {
	before := src[:min(max(cursor, 0), len(src))]
	pieces := syntax.Pieces(before)
	if n := len(
		pieces,
	); n > 0 && (pieces[n-1].Open || pieces[n-1].Kind == syntax.CommentText) &&
		pieces[n-1].Kind != syntax.StringText {
		return Candidate{}, false
	}
	fn, _, ok := in.callAt(before, pieces)
	if !ok {
		return Candidate{}, false
	}
	return in.describe(in.nameOf(before, pieces), fn), true
}

// nameOf is the text before the bracket of the call around the end.
func (in *Session) nameOf(src string, pieces []syntax.Piece) string {
	at := openCall(src, pieces)
	if at < 0 {
		return ""
	}
	return src[receiver(src, pieces, at):at]
}

// At finds the value the documentation is wanted of: the name under the cursor, else the
// function of the call around it.
func (in *Session) At(src string, cursor int) (v py.Value, name string, ok bool) {
	cursor = min(max(cursor, 0), len(src))
	all := syntax.Pieces(src)
	for i, p := range all {
		if p.Kind == syntax.NameText && p.From <= cursor && cursor <= p.To {
			from := p.From
			if i > 0 && src[all[i-1].From:all[i-1].To] == "." {
				from = receiver(src, all[:i+1], p.To)
			}
			if k := in.staticText(src[from:p.To]); k.value != nil {
				return k.value, src[from:p.To], true
			}
		}
	}
	before := syntax.Pieces(src[:cursor])
	fn, _, ok := in.callAt(src[:cursor], before)
	return fn, in.nameOf(src[:cursor], before), ok
}
