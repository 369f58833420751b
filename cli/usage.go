package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tfs-lang/tfs/lang/py"
)

// tellUsage has the command and those below it say what is wrong with a command line in their own words.
func tellUsage(c *cobra.Command) {
	if !c.Runnable() && c.HasSubCommands() {
		c.Args, c.RunE = cobra.ArbitraryArgs, func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return fmt.Errorf("%s: %s%s", strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" "), args[0],
				strings.Replace(commandLike(c, args[0]), ", and no", ": no", 1))
		}
	}
	if wrong := c.Args; wrong != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			if wrong(c, args) == nil {
				return nil
			}
			return argsError(c, args, func(n int) bool { return wrong(c, args[:n]) == nil })
		}
	}
	c.SetFlagErrorFunc(flagError)
	for _, sub := range c.Commands() {
		tellUsage(sub)
	}
}

// argsError tells which argument is missing or one too many; fits tells whether the first n would do.
func argsError(c *cobra.Command, args []string, fits func(n int) bool) error {
	line, _, _ := strings.Cut(c.UseLine(), " [flags]")
	name := strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ")
	for n := len(args) - 1; n >= 0; n-- {
		if fits(n) {
			return fmt.Errorf("%s: one argument too many: %s (usage: %s)", name, args[n], line)
		}
	}
	return fmt.Errorf("%s: an argument is missing (usage: %s)", name, line)
}

// flagError tells what is wrong with a flag, and which one may have been meant.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && len(unknown.GetSpecifiedName()) > 1 {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		c.InheritedFlags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := py.Nearest(unknown.GetSpecifiedName(), names); near != "" {
			return fmt.Errorf("%v; did you mean --%s?", err, near)
		}
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) && invalid.GetFlag().Value.Type() == "duration" {
		return fmt.Errorf("--%s takes a time such as 500ms or 2m, not %q", invalid.GetFlag().Name, invalid.GetValue())
	}
	return fmt.Errorf("%v (%s --help lists the flags)", err, c.CommandPath())
}

// commandLike proposes the command below c that somebody may have misspelt.
func commandLike(c *cobra.Command, name string) string {
	var names []string
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	if near := py.Nearest(name, names); near != "" {
		return ", and no command; did you mean " + c.CommandPath() + " " + near + "?"
	}
	return ", and no command (" + c.CommandPath() + " --help lists them)"
}
