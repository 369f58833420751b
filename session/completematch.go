package session

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// fittings are the ways a name can fit what is typed, the strictest first: the next is tried
// where one finds nothing.
var fittings = []func(name, typed string) bool{
	strings.HasPrefix,
	func(name, typed string) bool {
		return len(name) >= len(typed) && strings.EqualFold(name[:len(typed)], typed)
	},
	func(name, typed string) bool {
		return len(typed) > 1 && scattered(strings.ToLower(name), strings.ToLower(typed))
	},
}

// scattered tells whether a name has the letters typed in their order, the first of them at
// the head of one of its words.
func scattered(name, typed string) bool {
	for at := 0; ; at++ {
		i := strings.IndexByte(name[at:], typed[0])
		if i < 0 {
			return false
		}
		if at += i; at > 0 && name[at-1] != '_' && name[at-1] != '.' {
			continue
		}
		rest := name[at:]
		n := 0
		for n < len(typed) {
			j := strings.IndexByte(rest, typed[n])
			if j < 0 {
				break
			}
			rest = rest[j+1:]
			n++
		}
		if n == len(typed) {
			return true
		}
	}
}

// openField finds the expression the end of an unfinished f-string stands in: where it begins.
func openField(src string, p syntax.Piece) (from int, ok bool) {
	text := src[p.From:p.To]
	q := strings.IndexAny(text, `'"`)
	if q < 0 || !strings.ContainsAny(text[:q], "fF") {
		return 0, false
	}
	depth := []int{}
	for i := q; i < len(text); i++ {
		switch {
		case text[i] == '{' && len(depth) == 0 && strings.HasPrefix(text[i:], "{{"):
			i++
		case text[i] == '{':
			depth = append(depth, i)
		case text[i] == '}' && len(depth) > 0:
			depth = depth[:len(depth)-1]
		}
	}
	if len(depth) == 0 {
		return 0, false
	}
	return p.From + depth[len(depth)-1] + 1, true
}

// moduleAt finds an importable module by its dotted name.
func (in *Session) moduleAt(name string) known {
	root, rest, _ := strings.Cut(name, ".")
	m, ok := in.Available(root)
	if !ok {
		return known{}
	}
	k := known{value: m}
	for _, part := range strings.Split(rest, ".") {
		if part != "" {
			k = in.attr(k, part)
		}
	}
	return k
}

// importable offers the names of a module behind from NAME import.
func (in *Session) importable(c *Completion, module, typed string) {
	k := in.moduleAt(module)
	if !k.ok() {
		for _, name := range in.NamesInModule(module) {
			if c.fits(name, typed) {
				c.Items = append(c.Items, Candidate{Text: name, Kind: "instance"})
			}
		}
		c.sort()
	}
	for _, name := range k.attributes() {
		if c.fits(name, typed) {
			c.Items = append(c.Items, in.describe(name, k.attr(name).value))
		}
	}
}

// anyCase finds the name before the dot in another case, where there is none as it is typed:
// the candidates then replace it too.
func (in *Session) anyCase(c *Completion, before, typed string, pieces []syntax.Piece, k *known) {
	if len(pieces) == 0 {
		return
	}
	p := pieces[len(pieces)-1]
	written := before[p.From:p.To]
	if p.Kind != syntax.NameText ||
		len(pieces) > 1 && before[pieces[len(pieces)-2].From:pieces[len(pieces)-2].To] == "." {
		return
	}
	for _, name := range in.Names() {
		if strings.EqualFold(name, written) {
			v, _ := in.Get(name)
			*k, c.From, c.owner = known{value: v}, p.From, name+"."
			return
		}
	}
}

// resultTypes are the types of what methods give, by the type they belong to.
var resultTypes = map[string]map[string]string{
	"str": {
		"str": "capitalize casefold center expandtabs format join ljust lower lstrip " +
			"removeprefix removesuffix replace rjust rstrip strip swapcase title translate upper zfill",
		"list":  "split rsplit splitlines",
		"tuple": "partition rpartition",
		"bytes": "encode",
		"bool":  "startswith endswith isalpha isdigit isupper islower isspace isalnum",
		"int":   "find rfind index rindex count",
	},
	"bytes": {
		"str":   "decode hex",
		"list":  "split splitlines",
		"bytes": "strip lstrip rstrip replace lower upper join",
	},
	"list":        {"list": "copy", "int": "index count"},
	"dict":        {"dict": "copy"},
	"EagerTensor": {"ndarray": "numpy"},
	"ndarray": {
		"ndarray": "astype reshape ravel flatten copy transpose sum mean max min std var prod cumsum argmax argmin " +
			"argsort round clip repeat squeeze dot view",
		"list":  "tolist",
		"bytes": "tobytes",
	},
}

// methodResult is the type of what a method of a known type gives; nil when it is not known.
func (in *Session) methodResult(of *py.Class, method string) *py.Class {
	if of == nil {
		return nil
	}
	for name, methods := range resultTypes[of.Name] {
		for _, m := range strings.Fields(methods) {
			if m == method {
				return in.resultClass(name)
			}
		}
	}
	return nil
}
