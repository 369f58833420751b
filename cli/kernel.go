package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/tfs-lang/tfs/kernel"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/repl"
)

// kernel is the command that serves Jupyter clients, and installs itself for them.
func (a *app) kernel() *cobra.Command {
	var limit int
	var remote bool
	run := &cobra.Command{
		Use:   "kernel CONNECTION_FILE",
		Short: "Serve a Jupyter client (install, list, uninstall)",
		Args:  cobra.MaximumNArgs(1),
		Example: "  tfs kernel install           # for your user; then: jupyter lab\n" +
			"  tfs kernel install --sys-prefix --name tfs-dev --display-name 'tfs, my build'\n" +
			"  tfs kernel list",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			if _, err := os.Stat(args[0]); errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("kernel: %s: no such file%s", args[0], commandLike(c, args[0]))
			}
			return a.serve(args[0], limit, remote)
		},
	}
	run.Flags().IntVar(&limit, "output-limit", kernel.DefaultOutput, "bytes one cell may print")
	run.Flags().BoolVar(&remote, "allow-remote", false, "bind addresses that other machines can reach")

	var at kernel.Install
	var user, sys bool
	place := func() error {
		var err error
		switch {
		case sys && (user || at.Prefix != "") || user && at.Prefix != "":
			return fmt.Errorf("choose one of --user, --sys-prefix and --prefix")
		case sys:
			at.Prefix, err = kernel.SysPrefix()
		}
		return err
	}
	flags := func(c *cobra.Command) {
		c.Flags().BoolVar(&user, "user", false, "in your own folder (the default)")
		c.Flags().BoolVar(&sys, "sys-prefix", false, "in the active Python environment")
		c.Flags().StringVar(&at.Prefix, "prefix", "", "in `DIR`/share/jupyter")
		c.Flags().StringVar(&at.Name, "name", kernel.DefaultName, "the kernel's name")
	}
	install := &cobra.Command{
		Use:   "install",
		Short: "Install the kernelspec",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := place(); err != nil {
				return err
			}
			dir, err := at.Do()
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.out, "Installed the kernel %s in %s\nCheck: jupyter kernelspec list\n", at.Name, py.Visible(dir))
			return err
		},
	}
	flags(install)
	install.Flags().StringVar(&at.DisplayName, "display-name", "", "what menus show ("+kernel.DefaultDisplayName+")")
	install.Flags().
		IntVar(&at.Output, "output-limit", 0, "bytes one cell may print ("+strconv.Itoa(kernel.DefaultOutput)+")")
	list := &cobra.Command{
		Use:   "list",
		Short: "List the installed kernelspecs of tfs",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			found := kernel.List()
			if len(found) == 0 {
				_, err := fmt.Fprintln(a.out, "No kernel of tfs is installed; tfs kernel install does it.")
				return err
			}
			for _, f := range found {
				line := fmt.Sprintf("%-12s %s  starts %s\n", f.Name, f.Dir, f.Executable)
				if _, err := io.WriteString(a.out, py.Visible(line)); err != nil {
					return err
				}
			}
			return nil
		},
	}
	uninstall := &cobra.Command{
		Use:   "uninstall",
		Short: "Remove a kernelspec",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := place(); err != nil {
				return err
			}
			dir, err := kernel.Uninstall(at.Name, at.Prefix)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(a.out, "Removed", py.Visible(dir))
			return err
		},
	}
	flags(uninstall)
	run.AddCommand(install, list, uninstall)
	return run
}

// serve runs the kernel until a client or a signal ends it.
func (a *app) serve(file string, limit int, remote bool) error {
	c, warning, err := kernel.ReadConnection(file, remote)
	if err != nil {
		return err
	}
	if warning != "" {
		fmt.Fprintln(os.Stderr, "tfs kernel: warning:", py.Visible(warning))
	}
	opts, err := a.options(nil)
	if err != nil {
		return err
	}
	opts.Stdin, opts.Shown = nil, repl.Echoed
	past := repl.StateDir()
	if past != "" {
		past = filepath.Join(past, "notebooks")
	}
	k, err := kernel.Start(c, kernel.Options{Version: a.buildVersion(), Lang: opts, History: past, Output: limit})
	if err != nil {
		return err
	}
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for s := range signals {
			if s == os.Interrupt {
				k.Interrupt()
				continue
			}
			k.Stop()
		}
	}()
	go stopWithParent(k)
	k.Wait()
	return nil
}

// stopWithParent ends the kernel when the server that started it is gone without a word.
func stopWithParent(k *kernel.Kernel) {
	if os.Getenv("JPY_PARENT_PID") == "" {
		return
	}
	parent := os.Getppid()
	if parent <= 1 {
		return
	}
	for os.Getppid() == parent {
		time.Sleep(time.Second)
	}
	k.Stop()
}
