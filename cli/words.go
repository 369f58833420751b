package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tfs-lang/tfs/session"
)

// completeWords has the shell complete the words that flags take, the names that help knows, and the commands that
// man has pages of.
func completeWords(root *cobra.Command) {
	for flag, words := range map[string][]string{"color": {"auto", "always", "never"}, "errors": {"short", "full"},
		"compat": {"seed"}} {
		_ = root.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	}
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.ValidArgsFunction = func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
				return append(below(root, args, typed), documented(args, typed)...), cobra.ShellCompDirectiveNoFileComp
			}
		case "man":
			c.ValidArgsFunction = func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
				return below(root, args, typed), cobra.ShellCompDirectiveNoFileComp
			}
		}
	}
}

// below lists the commands below the one that is named, which begin with what is typed.
func below(root *cobra.Command, path []string, typed string) (names []string) {
	c, rest, err := root.Find(path)
	if err != nil || len(rest) > 0 {
		return nil
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && strings.HasPrefix(sub.Name(), typed) {
			names = append(names, sub.Name()+"\t"+sub.Short)
		}
	}
	return names
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

// ownArgs ends the flags of tfs behind -c CODE and -m NAME: what follows is the program's, as in Python.
func ownArgs(flags *pflag.FlagSet, args []string) []string {
	for i := 0; i < len(args) && len(args[i]) > 1 && args[i][0] == '-' && args[i] != "--"; i++ {
		name, value, joined := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		f := flags.Lookup(name)
		if args[i][1] != '-' { // -qc CODE: the last letter may take a value, and one before it ends the others
			for j := 1; j < len(args[i]); j++ {
				if f = flags.ShorthandLookup(args[i][j : j+1]); f == nil || f.NoOptDefVal == "" {
					value, joined = args[i][j+1:], j+1 < len(args[i])
					break
				}
			}
		}
		if f == nil || f.NoOptDefVal != "" {
			continue
		}
		if !joined && value == "" {
			i++
		}
		if (f.Name == "code" || f.Name == "module") && i+1 < len(args) {
			return slices.Concat(args[:i+1], []string{"--"}, args[i+1:])
		}
	}
	return args
}
