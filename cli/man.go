package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// man is the command that writes the man pages: the program's, and one for every command.
func (a *app) man() *cobra.Command {
	dir := ""
	c := &cobra.Command{Use: "man [COMMAND...]", Short: "The man pages", Args: cobra.ArbitraryArgs,
		Long:    "Writes the man page of tfs or of one of its commands, or all of them into a folder.",
		Example: "  tfs man | man -l -\n  tfs man test\n  tfs man -o ~/.local/share/man/man1",
		RunE: func(c *cobra.Command, args []string) error {
			if dir != "" {
				return a.manPages(c.Root(), dir)
			}
			page, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return fmt.Errorf("there is no command %s; tfs --help lists them", strings.Join(args, " "))
			}
			_, err = io.WriteString(a.out, a.manPage(page))
			return err
		}}
	c.Flags().StringVarP(&dir, "output", "o", "", "write all pages into `DIR`")
	return c
}

// manPages writes every page into a folder.
func (a *app) manPages(root *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("%s: %s", dir, reason(err))
	}
	n := 0
	for _, c := range pages(root) {
		path := filepath.Join(dir, pageName(c)+".1")
		if err := os.WriteFile(path, []byte(a.manPage(c)), 0o644); err != nil {
			return fmt.Errorf("%s: %s", path, reason(err))
		}
		n++
	}
	_, err := fmt.Fprintf(a.out, "%d pages written to %s\n", n, dir)
	return err
}

// pages lists the commands that have a page: a command and all below it.
func pages(c *cobra.Command) []*cobra.Command {
	out := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if !sub.Hidden {
			out = append(out, pages(sub)...)
		}
	}
	return out
}

func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manPage is the page of a command in roff.
func (a *app) manPage(c *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %q 1 \"\" %q %q\n", strings.ToUpper(pageName(c)), "tfs "+a.buildVersion(), "tfs")
	section := func(name string) { fmt.Fprintf(&b, ".SH %s\n", name) }
	section("NAME")
	fmt.Fprintf(&b, "%s \\- %s\n", roff(pageName(c)), roff(c.Short))
	section("SYNOPSIS")
	b.WriteString(".nf\n" + roff(synopsis(c)) + "\n.fi\n")
	section("DESCRIPTION")
	text := c.Long
	if text == "" {
		text = c.Short + "."
	}
	b.WriteString(strings.ReplaceAll(roff(text), "\n\n", "\n.PP\n") + "\n")
	if c.HasAvailableSubCommands() {
		section("COMMANDS")
		for _, sub := range c.Commands() {
			if !sub.Hidden {
				fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(sub.Name()), roff(sub.Short))
			}
		}
	}
	c.InitDefaultHelpFlag()
	flags(&b, "OPTIONS", c.NonInheritedFlags())
	flags(&b, "OPTIONS OF ALL COMMANDS", c.InheritedFlags())
	if c.Example != "" {
		section("EXAMPLES")
		b.WriteString(".nf\n" + roff(c.Example) + "\n.fi\n")
	}
	if !c.HasParent() {
		section("FILES")
		for _, f := range files {
			fmt.Fprintf(&b, ".TP\n.I %s\n%s\n", roff(f[0]), roff(f[1]))
		}
		section("ENVIRONMENT")
		for _, v := range environment {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(v[0]), roff(v[1]))
		}
	}
	if also := seeAlso(c); also != "" {
		section("SEE ALSO")
		b.WriteString(also)
	}
	return b.String()
}

// synopsis is a command's line of use; of commands that do something themselves and have
// commands below them both forms.
func synopsis(c *cobra.Command) string {
	text := c.UseLine()
	if c.HasAvailableSubCommands() {
		text += "\n" + c.CommandPath() + " COMMAND"
	}
	return text
}

var files = [][2]string{
	{"$XDG_CONFIG_HOME/tfs/config", "settings of the prompt, lines of name = value (~/.config)"},
	{"$XDG_CONFIG_HOME/tfs/startup.tfs", "runs before the first prompt"},
	{"$XDG_STATE_HOME/tfs/history", "what was typed in past sessions (~/.local/state)"},
}

var environment = [][2]string{
	{"NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM", "decide whether there are colours, unless --color does"},
	{"COLORFGBG", "tells of light terminals"},
	{
		"TFS_PYTHONLIB",
		"Python's library for modules tfs has none of its own for; unset, that of a python3 on PATH; empty, none",
	},
	{"TFS_PAGER, PAGER", "show long help texts"},
	{"TFS_PLAYGROUND", "the folder that tfs playground serves"},
}

func flags(b *strings.Builder, title string, set *pflag.FlagSet) {
	if !set.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", title)
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if value != "" {
			name += " " + value
		}
		switch f.DefValue {
		case "", "false", "0", "0s", "[]":
		default:
			usage += " (" + f.DefValue + " unless given)"
		}
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(name), roff(usage))
	})
}

// seeAlso names the pages of the command above and of those below.
func seeAlso(c *cobra.Command) string {
	var names []string
	if c.HasParent() {
		names = append(names, pageName(c.Parent()))
	}
	for _, sub := range c.Commands() {
		if !sub.Hidden {
			names = append(names, pageName(sub))
		}
	}
	var b strings.Builder
	for i, n := range names {
		end := ","
		if i == len(names)-1 {
			end = ""
		}
		fmt.Fprintf(&b, ".BR %s (1)%s\n", roff(n), end)
	}
	return b.String()
}

// roff writes a text so that roff shows it as it is.
func roff(s string) string {
	s = strings.NewReplacer("\\", `\e`, "-", `\-`).Replace(s)
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
