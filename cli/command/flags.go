package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Value is what a flag sets. Type names it in help texts: "string", "size"; Takes says what may be given.
type Value interface {
	Set(text string) error
	String() string
	Type() string
}

// Flag is one flag of a command.
type Flag struct {
	Name, Short, Usage string
	Default            string // as a text
	Value              Value
	Bare               string   // what the flag alone means, "" where a value must follow
	Words              []string // what may be given, for shells; nil for anything
	Changed            bool     // given on the command line
}

// Flags are the flags of a command in the order of their declaration.
type Flags struct {
	First bool // flags stand before the first argument; what follows it is the argument's own
	list  []*Flag
}

// Var declares a flag that sets v.
func (fs *Flags) Var(v Value, name, short, usage string) *Flag {
	f := &Flag{Name: name, Short: short, Usage: usage, Default: v.String(), Value: v}
	if v.Type() == "bool" {
		f.Bare = "true"
	}
	fs.list = append(fs.list, f)
	return f
}

// variable is a flag's value that a function reads and writes.
type variable struct {
	kind string
	set  func(text string) error
	show func() string
}

func (v *variable) Set(text string) error { return v.set(text) }
func (v *variable) String() string        { return v.show() }
func (v *variable) Type() string          { return v.kind }

// StringVarP declares a flag for a text.
func (fs *Flags) StringVarP(p *string, name, short, value, usage string) *Flag {
	*p = value
	set := func(s string) error { *p = s; return nil }
	return fs.Var(&variable{"string", set, func() string { return *p }}, name, short, usage)
}

// StringVar is StringVarP without a letter.
func (fs *Flags) StringVar(p *string, name, value, usage string) *Flag {
	return fs.StringVarP(p, name, "", value, usage)
}

// BoolVarP declares a flag that is given or not.
func (fs *Flags) BoolVarP(p *bool, name, short string, value bool, usage string) *Flag {
	*p = value
	set := func(s string) (err error) { *p, err = strconv.ParseBool(s); return err }
	return fs.Var(&variable{"bool", set, func() string { return strconv.FormatBool(*p) }}, name, short, usage)
}

// BoolVar is BoolVarP without a letter.
func (fs *Flags) BoolVar(p *bool, name string, value bool, usage string) *Flag {
	return fs.BoolVarP(p, name, "", value, usage)
}

// IntVarP declares a flag for a whole number.
func (fs *Flags) IntVarP(p *int, name, short string, value int, usage string) *Flag {
	*p = value
	set := func(s string) error {
		n, err := strconv.ParseInt(s, 0, strconv.IntSize)
		*p = int(n)
		return err
	}
	return fs.Var(&variable{"int", set, func() string { return strconv.Itoa(*p) }}, name, short, usage)
}

// IntVar is IntVarP without a letter.
func (fs *Flags) IntVar(p *int, name string, value int, usage string) *Flag {
	return fs.IntVarP(p, name, "", value, usage)
}

// DurationVar declares a flag for a time.
func (fs *Flags) DurationVar(p *time.Duration, name string, value time.Duration, usage string) *Flag {
	*p = value
	set := func(s string) (err error) { *p, err = time.ParseDuration(s); return err }
	return fs.Var(&variable{"duration", set, func() string { return p.String() }}, name, "", usage)
}

// StringsVar declares a flag that may be given many times, a text each time.
func (fs *Flags) StringsVar(p *[]string, name, usage string) *Flag {
	set := func(s string) error { *p = append(*p, s); return nil }
	return fs.Var(&variable{"strings", set, func() string { return "" }}, name, "", usage)
}

// Lookup is the flag of a name, nil for none.
func (fs *Flags) Lookup(name string) *Flag { return named(fs.list, name) }

func named(fs []*Flag, name string) *Flag {
	for _, f := range fs {
		if f.Name == name {
			return f
		}
	}
	return nil
}

func sorted(fs []*Flag) []*Flag {
	slices.SortFunc(fs, func(a, b *Flag) int { return strings.Compare(a.Name, b.Name) })
	return fs
}

// lettered is the flag of a letter.
func lettered(fs []*Flag, letter string) *Flag {
	for _, f := range fs {
		if f.Short == letter {
			return f
		}
	}
	return nil
}

// unknownFlag is a flag that no command declares.
type unknownFlag struct{ name, text string }

func (e *unknownFlag) Error() string { return e.text }

// wrongValue is a value that a flag does not take.
type wrongValue struct {
	f    *Flag
	text string
	err  error
}

func (e *wrongValue) Error() string {
	takes := map[string]string{"duration": "a time such as 500ms or 2m", "int": "a whole number",
		"bool": "true or false"}[e.f.Value.Type()]
	if takes == "" {
		return fmt.Sprintf("--%s: %v", e.f.Name, e.err)
	}
	return fmt.Sprintf("--%s takes %s, not %q", e.f.Name, takes, e.text)
}

func (f *Flag) set(text string) error {
	if err := f.Value.Set(text); err != nil {
		return &wrongValue{f, text, err}
	}
	f.Changed = true
	return nil
}

// takesNext tells whether a word is a flag whose value is the word behind it.
func takesNext(flags []*Flag, word string) bool {
	var f *Flag
	switch name, long := strings.CutPrefix(word, "--"); {
	case strings.Contains(word, "="):
		return false
	case long:
		f = named(flags, name)
	default: // the first letter that takes a value takes what is left of the word, else the next
		letters := word[1:]
		for len(letters) > 1 {
			if f = lettered(flags, letters[:1]); f == nil || f.Bare == "" {
				return false
			}
			letters = letters[1:]
		}
		f = lettered(flags, letters)
	}
	return f != nil && f.Bare == ""
}

// parse sets the flags that words give and returns the arguments; first tells that flags end at the first argument.
func parse(flags []*Flag, words []string, first bool) (args []string, err error) {
	for len(words) > 0 {
		w := words[0]
		words = words[1:]
		switch {
		case w == "--":
			return append(args, words...), nil
		case len(w) < 2 || w[0] != '-':
			args = append(args, w)
			if first {
				return append(args, words...), nil
			}
		case strings.HasPrefix(w, "--"):
			words, err = long(flags, w, words)
		default:
			words, err = short(flags, w[1:], words)
		}
		if err != nil {
			return nil, err
		}
	}
	return args, nil
}

// long sets the flag of a word --name or --name=value and returns the words left.
func long(flags []*Flag, w string, words []string) ([]string, error) {
	name, value, given := strings.Cut(w[2:], "=")
	if name == "" || name[0] == '-' {
		return nil, fmt.Errorf("bad flag syntax: %s", w)
	}
	f := named(flags, name)
	switch {
	case f == nil:
		return nil, &unknownFlag{name, "unknown flag: --" + name}
	case given:
	case f.Bare != "":
		value = f.Bare
	case len(words) == 0:
		return nil, fmt.Errorf("flag needs an argument: --%s", name)
	default:
		value, words = words[0], words[1:]
	}
	return words, f.set(value)
}

// short sets the flags of letters written together and returns the words left.
func short(flags []*Flag, all string, words []string) ([]string, error) {
	for letters := all; letters != ""; {
		f, value := lettered(flags, letters[:1]), ""
		switch {
		case f == nil:
			return nil, &unknownFlag{letters[:1], fmt.Sprintf("unknown shorthand flag: %q in -%s", letters[0], all)}
		case len(letters) > 2 && letters[1] == '=':
			value, letters = letters[2:], ""
		case f.Bare != "":
			value, letters = f.Bare, letters[1:]
		case len(letters) > 1:
			value, letters = letters[1:], ""
		case len(words) == 0:
			return nil, fmt.Errorf("flag needs an argument: %q in -%s", letters[0], all)
		default:
			value, words, letters = words[0], words[1:], ""
		}
		if err := f.set(value); err != nil {
			return nil, err
		}
	}
	return words, nil
}

// Parts are the name of a flag's value in help texts, "" for none, and its usage: a name in back quotes within the
// usage stands for the value.
func (f *Flag) Parts() (value, usage string) {
	if before, rest, ok := strings.Cut(f.Usage, "`"); ok {
		if name, after, ok := strings.Cut(rest, "`"); ok {
			return name, before + name + after
		}
	}
	if value = f.Value.Type(); value == "bool" {
		value = ""
	}
	return value, f.Usage
}
