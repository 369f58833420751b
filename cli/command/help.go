package command

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Help writes the help text of the command.
func (c *Command) Help() error {
	_, err := io.WriteString(c.Root().Out, c.text())
	return err
}

func (c *Command) text() string {
	var b strings.Builder
	about := c.Long
	if about == "" {
		about = c.Short
	}
	b.WriteString(strings.TrimRight(about, " \n") + "\n\nUsage:\n")
	if c.Run != nil {
		b.WriteString("  " + c.Line() + " [flags]\n")
	}
	if len(c.below) > 0 {
		b.WriteString("  " + c.Path() + " [command]\n")
	}
	if c.Example != "" {
		b.WriteString("\nExamples:\n" + c.Example + "\n")
	}
	if len(c.below) > 0 {
		b.WriteString("\nAvailable Commands:\n")
		for _, s := range c.below {
			fmt.Fprintf(&b, "  %-11s %s\n", s.Name(), s.Short)
		}
	}
	b.WriteString("\nFlags:\n" + table(c.Own()))
	if fs := c.Inherited(); len(fs) > 0 {
		b.WriteString("\nGlobal Flags:\n" + table(fs))
	}
	if len(c.below) > 0 {
		b.WriteString("\nUse \"" + c.Path() + " [command] --help\" for more information about a command.\n")
	}
	return b.String()
}

// table is one line for each flag, the usages below each other.
func table(fs []*Flag) string {
	heads, widest := make([]string, len(fs)), 0
	for i, f := range fs {
		head := "      --" + f.Name
		if f.Short != "" {
			head = "  -" + f.Short + ", --" + f.Name
		}
		if value, _ := f.Parts(); value != "" {
			head += " " + value
			if f.Bare != "" {
				head += fmt.Sprintf("[=%q]", f.Bare)
			}
		}
		heads[i], widest = head, max(widest, utf8.RuneCountInString(head))
	}
	var b strings.Builder
	for i, f := range fs {
		_, usage := f.Parts()
		fmt.Fprintf(&b, "%-*s   %s", widest, heads[i], usage)
		switch {
		case f.Plain():
		case f.Value.Type() == "string":
			fmt.Fprintf(&b, " (default %q)", f.Default)
		default:
			b.WriteString(" (default " + f.Default + ")")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Plain tells that a flag is nothing unless it is given, so that no help text names its default.
func (f *Flag) Plain() bool {
	switch f.Default {
	case "", "false", "0", "0s":
		return true
	}
	return false
}
