package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

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
