// Package command is the frame of a command line: commands below commands, their flags, their help texts and what
// shells complete. What the commands do is their own.
package command

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// Command is one command, or the program itself.
type Command struct {
	Use     string // name and arguments: "run FILE [ARG...]"
	Short   string // one line
	Long    string // what help shows, Short where it is empty
	Example string

	Args func(n int) bool                         // whether n arguments do, nil for any number
	Run  func(c *Command, args []string) error    // nil for a command that only has others below it
	Ask  func(args []string, typed string) Answer // what may be typed behind args, nil for names of files
	Out  io.Writer                                // of the program: where help goes

	parent *Command
	below  []*Command
	local  Flags // of this command alone
	shared Flags // of this command and all below it
	help   bool
}

// Answer is what a shell proposes: words, each with what it is behind a tab, and names of files where Files is set.
type Answer struct {
	Words []string
	Files bool
}

// AtLeast, AtMost and Exactly tell whether n arguments are as many as a command takes.
func AtLeast(k int) func(n int) bool { return func(n int) bool { return n >= k } }

// AtMost takes k arguments or fewer.
func AtMost(k int) func(n int) bool { return func(n int) bool { return n <= k } }

// Exactly takes k arguments.
func Exactly(k int) func(n int) bool { return func(n int) bool { return n == k } }

// Add puts commands below c.
func (c *Command) Add(cs ...*Command) {
	for _, s := range cs {
		s.parent = c
	}
	c.below = append(c.below, cs...)
	slices.SortFunc(c.below, func(a, b *Command) int { return strings.Compare(a.Name(), b.Name()) })
}

// Flags are those of this command alone.
func (c *Command) Flags() *Flags { return &c.local }

// Shared are the flags of this command and of all below it.
func (c *Command) Shared() *Flags { return &c.shared }

// Name is the first word of Use.
func (c *Command) Name() string {
	name, _, _ := strings.Cut(c.Use, " ")
	return name
}

// Path is the command as it is typed: "tfs kernel install".
func (c *Command) Path() string {
	if c.parent == nil {
		return c.Name()
	}
	return c.parent.Path() + " " + c.Name()
}

// Line is the command with its arguments.
func (c *Command) Line() string {
	if c.parent == nil {
		return c.Use
	}
	return c.parent.Path() + " " + c.Use
}

// Root is the program.
func (c *Command) Root() *Command {
	for c.parent != nil {
		c = c.parent
	}
	return c
}

// Parent is the command above, nil for the program.
func (c *Command) Parent() *Command { return c.parent }

// Below are the commands below c by their names.
func (c *Command) Below() []*Command { return c.below }

// Own are the flags declared with the command, by their names; --help is one of them.
func (c *Command) Own() []*Flag {
	if c.local.Lookup("help") == nil {
		c.local.BoolVarP(&c.help, "help", "h", false, "help for "+c.Name())
	}
	return sorted(append(slices.Clone(c.local.list), c.shared.list...))
}

// Inherited are the flags of the commands above which c has too, by their names.
func (c *Command) Inherited() []*Flag {
	var out []*Flag
	own := c.Own()
	for up := c.parent; up != nil; up = up.parent {
		for _, f := range up.shared.list {
			if named(own, f.Name) == nil {
				out = append(out, f)
			}
		}
	}
	return sorted(out)
}

func (c *Command) all() []*Flag { return append(c.Own(), c.Inherited()...) }

// Find is the command that the words of a command line name, and the words that are left: its flags and arguments.
func (c *Command) Find(args []string) (*Command, []string) {
	flags := c.all()
	for i := 0; i < len(args) && args[i] != "--"; i++ {
		if s := args[i]; len(s) < 2 || s[0] != '-' {
			if sub := c.named(s); sub != nil {
				return sub.Find(slices.Concat(args[:i], args[i+1:]))
			}
			break
		}
		if takesNext(flags, args[i]) {
			i++
		}
	}
	return c, args
}

func (c *Command) named(name string) *Command {
	for _, s := range c.below {
		if s.Name() == name {
			return s
		}
	}
	return nil
}

// Execute runs what a command line asks for. It gives the error of the command that ran, or one that tells what is
// wrong with the line.
func (c *Command) Execute(args []string) error {
	if len(args) > 0 && (args[0] == "__complete" || args[0] == "__completeNoDesc") {
		return c.propose(args[1:], args[0] == "__complete")
	}
	at, rest := c.Find(args)
	rest, err := parse(at.all(), rest, at.local.First)
	switch {
	case at.help && (err == nil || errors.As(err, new(*unknownFlag))):
		return at.Help()
	case err != nil:
		return at.wrongFlag(err)
	case at.Run == nil && len(rest) == 0:
		return at.Help()
	case at.Run == nil:
		return fmt.Errorf("%s: %s%s", at.inside(), rest[0], strings.Replace(at.Like(rest[0]), ", and no", ": no", 1))
	case at.Args != nil && !at.Args(len(rest)):
		return at.wrongCount(rest)
	}
	return at.Run(at, rest)
}

// inside is the command's path without the program's name.
func (c *Command) inside() string { return strings.TrimPrefix(c.Path(), c.Root().Name()+" ") }

// wrongCount tells which argument is missing or one too many.
func (c *Command) wrongCount(args []string) error {
	for n := len(args) - 1; n >= 0; n-- {
		if c.Args(n) {
			return fmt.Errorf("%s: one argument too many: %s (usage: %s)", c.inside(), args[n], c.Line())
		}
	}
	return fmt.Errorf("%s: an argument is missing (usage: %s)", c.inside(), c.Line())
}

// wrongFlag tells what is wrong with a flag, and which one may have been meant.
func (c *Command) wrongFlag(err error) error {
	var unknown *unknownFlag
	var value *wrongValue
	switch {
	case errors.As(err, &value):
		return err
	case errors.As(err, &unknown) && len(unknown.name) > 1:
		var names []string
		for _, f := range c.all() {
			names = append(names, f.Name)
		}
		if near := py.Nearest(unknown.name, names); near != "" {
			return fmt.Errorf("%v; did you mean --%s?", err, near)
		}
	}
	return fmt.Errorf("%v (%s --help lists the flags)", err, c.Path())
}

// Like proposes the command below c that somebody may have misspelt.
func (c *Command) Like(name string) string {
	var names []string
	for _, sub := range c.below {
		names = append(names, sub.Name())
	}
	if near := py.Nearest(name, names); near != "" {
		return ", and no command; did you mean " + c.Path() + " " + near + "?"
	}
	return ", and no command (" + c.Path() + " --help lists them)"
}
