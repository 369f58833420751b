package cli

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/cli/command"
	"github.com/tfs-lang/tfs/session"
)

// completeWords has the shell complete the words that flags take, the names that help knows, and the commands that
// man has pages of.
func completeWords(root *command.Command) {
	for flag, words := range map[string][]string{"color": {"auto", "always", "never"}, "errors": {"short", "full"},
		"compat": {"seed"}} {
		root.Shared().Lookup(flag).Words = words
	}
	for _, c := range root.Below() {
		switch c.Name() {
		case "help":
			c.Ask = func(args []string, typed string) command.Answer {
				return command.Answer{Words: append(below(root, args, typed), documented(args, typed)...)}
			}
		case "man":
			c.Ask = func(args []string, typed string) command.Answer {
				return command.Answer{Words: below(root, args, typed)}
			}
		}
	}
}

// below lists the commands below the one that is named, which begin with what is typed.
func below(root *command.Command, path []string, typed string) []string {
	c, rest := root.Find(path)
	if len(rest) > 0 {
		return nil
	}
	return c.Names(typed)
}

// documented lists the functions that begin with what is typed, as far as the dot behind it.
func documented(args []string, typed string) (names []string) {
	if len(args) > 0 {
		return nil
	}
	in := session.Of(session.New(session.Options{}))
	for _, e := range in.Catalogue().Entries() {
		for _, n := range e.Names() {
			if !strings.HasPrefix(n, typed) {
				continue
			}
			if i := strings.IndexByte(n[len(typed):], '.'); i >= 0 {
				n = n[:len(typed)+i+1]
			}
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
