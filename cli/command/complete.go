package command

import (
	"fmt"
	"strings"
)

// propose answers a shell: a line for each word that may stand in place of the last of words, which is what is typed
// so far, with what it is behind a tab, and ":4" at the end, ":0" where names of files will do too.
func (c *Command) propose(words []string, told bool) error {
	if len(words) == 0 {
		words = []string{""}
	}
	a := c.answer(words[:len(words)-1], words[len(words)-1])
	var b strings.Builder
	for _, w := range a.Words {
		if !told {
			w, _, _ = strings.Cut(w, "\t")
		}
		b.WriteString(w + "\n")
	}
	kind := ":4"
	if a.Files {
		kind = ":0"
	}
	_, err := fmt.Fprintln(c.Out, b.String()+kind)
	return err
}

func (c *Command) answer(before []string, typed string) Answer {
	at, rest := c.Find(before)
	flags := at.all()
	if name, value, ok := strings.Cut(typed, "="); ok && strings.HasPrefix(name, "--") {
		return words(named(flags, name[2:]), value)
	}
	if n := len(rest); n > 0 && len(rest[n-1]) > 1 && rest[n-1][0] == '-' && takesNext(flags, rest[n-1]) {
		last := strings.TrimPrefix(rest[n-1], "--")
		f := named(flags, last)
		if f == nil {
			f = lettered(flags, last[len(last)-1:])
		}
		return words(f, typed)
	}
	args, err := parse(flags, rest, at.local.First)
	if err != nil {
		return Answer{Files: true}
	}
	if strings.HasPrefix(typed, "-") && (len(args) == 0 || !at.local.First) {
		return Answer{Words: switches(flags, typed)}
	}
	var out Answer
	if len(args) == 0 && !at.given() {
		out.Words = at.Names(typed)
	}
	switch {
	case at.Ask != nil:
		more := at.Ask(args, typed)
		out.Words, out.Files = append(out.Words, more.Words...), more.Files
	case len(out.Words) == 0 && at.Run != nil:
		out.Files = true
	}
	return out
}

// given tells that a flag of the command alone was given, so that no command follows.
func (c *Command) given() bool {
	for _, f := range c.local.list {
		if f.Changed {
			return true
		}
	}
	return false
}

// words are what a flag takes, as far as it fits what is typed.
func words(f *Flag, typed string) (a Answer) {
	if f == nil || f.Words == nil {
		return Answer{Files: f == nil || f.Value.Type() != "bool"}
	}
	for _, w := range f.Words {
		if strings.HasPrefix(w, typed) {
			a.Words = append(a.Words, w)
		}
	}
	return a
}

// switches are the flags that begin with what is typed and are not given yet.
func switches(flags []*Flag, typed string) (out []string) {
	for _, f := range flags {
		if f.Changed && f.Value.Type() != "strings" {
			continue
		}
		_, usage := f.Parts()
		for _, name := range []string{"--" + f.Name, "-" + f.Short} {
			if name != "-" && strings.HasPrefix(name, typed) {
				out = append(out, name+"\t"+usage)
			}
		}
	}
	return out
}

// Names are the commands below c that begin with what is typed, each with what it is behind a tab.
func (c *Command) Names(typed string) (out []string) {
	for _, s := range c.below {
		if strings.HasPrefix(s.Name(), typed) {
			out = append(out, s.Name()+"\t"+s.Short)
		}
	}
	return out
}
