package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tfs-lang/tfs/cli/command"
)

// man is the command that writes the man pages: the program's, and one for every command.
func (a *app) man() *command.Command {
	dir := ""
	c := &command.Command{Use: "man [COMMAND...]", Short: "The man pages",
		Long:    "Writes the man page of tfs or of one of its commands, or all of them into a folder.",
		Example: "  tfs man | man -l -\n  tfs man test\n  tfs man -o ~/.local/share/man/man1",
		Run: func(c *command.Command, args []string) error {
			if dir != "" {
				return a.manPages(c.Root(), dir)
			}
			page, rest := c.Root().Find(args)
			if len(rest) > 0 {
				return fmt.Errorf("there is no command %s; tfs --help lists them", strings.Join(args, " "))
			}
			_, err := io.WriteString(a.out, a.manPage(page))
			return err
		}}
	c.Flags().StringVarP(&dir, "output", "o", "", "write all pages into `DIR`")
	return c
}

// manPages writes every page into a folder.
func (a *app) manPages(root *command.Command, dir string) error {
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
func pages(c *command.Command) []*command.Command {
	out := []*command.Command{c}
	for _, sub := range c.Below() {
		out = append(out, pages(sub)...)
	}
	return out
}

func pageName(c *command.Command) string { return strings.ReplaceAll(c.Path(), " ", "-") }

// manPage is the page of a command in roff.
func (a *app) manPage(c *command.Command) string {
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
	if len(c.Below()) > 0 {
		section("COMMANDS")
		for _, sub := range c.Below() {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(sub.Name()), roff(sub.Short))
		}
	}
	flags(&b, "OPTIONS", c.Own())
	flags(&b, "OPTIONS OF ALL COMMANDS", c.Inherited())
	if c.Example != "" {
		section("EXAMPLES")
		b.WriteString(".nf\n" + roff(c.Example) + "\n.fi\n")
	}
	if c.Parent() == nil {
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
func synopsis(c *command.Command) string {
	text := c.Line() + " [flags]"
	if len(c.Below()) > 0 {
		text += "\n" + c.Path() + " COMMAND"
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

func flags(b *strings.Builder, title string, set []*command.Flag) {
	if len(set) == 0 {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", title)
	for _, f := range set {
		value, usage := f.Parts()
		name := "--" + f.Name
		if f.Short != "" {
			name = "-" + f.Short + ", " + name
		}
		if value != "" {
			name += " " + value
		}
		if !f.Plain() {
			usage += " (" + f.Default + " unless given)"
		}
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(name), roff(usage))
	}
}

// seeAlso names the pages of the command above and of those below.
func seeAlso(c *command.Command) string {
	var names []string
	if c.Parent() != nil {
		names = append(names, pageName(c.Parent()))
	}
	for _, sub := range c.Below() {
		names = append(names, pageName(sub))
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
