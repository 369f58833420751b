package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/tfs-lang/tfs/playground/serve"
)

// playground is the command that serves the page that runs tfs in a browser.
func (a *app) playground() *cobra.Command {
	port, quiet := 0, false
	c := &cobra.Command{
		Use:   "playground [FOLDER]",
		Short: "Serve the page that runs tfs in a browser",
		Args:  cobra.MaximumNArgs(1),
		Long: `Serves the playground to browsers on this machine and opens one: cells with completion and help, and the
engine itself as WebAssembly within the page. Nothing is fetched from elsewhere, and nothing leaves the page.

In the sources, "go run ./cmd/tfsweb FOLDER" builds the page. Without FOLDER it is the one built into the
program (go build -tags playground), else the folder $TFS_PLAYGROUND, or playground or share/tfs/playground
beside the program, or tfs/playground in $XDG_DATA_HOME. Any web server can serve that folder as well.`,
		Example: "  tfs playground\n  tfs playground --port 8000 --no-open\n  tfs playground public",
		RunE: func(_ *cobra.Command, args []string) error {
			files, err := playgroundFiles(args)
			if err != nil {
				return err
			}
			return a.servePlayground(files, port, !quiet)
		},
	}
	c.Flags().IntVar(&port, "port", 0, "the port; 0 for a free one")
	c.Flags().BoolVar(&quiet, "no-open", false, "open no browser")
	return c
}

// playgroundFiles finds the folder that is served.
func playgroundFiles(args []string) (fs.FS, error) {
	if len(args) > 0 {
		files := os.DirFS(args[0])
		if !isPlayground(files) {
			return nil, fmt.Errorf("%s: holds no playground (no index.html and worker.js); go run ./cmd/tfsweb %[1]s, "+
				"in the sources, builds one", args[0])
		}
		return files, nil
	}
	if serve.Packed != nil {
		return serve.Packed, nil
	}
	for _, dir := range playgroundFolders() {
		if files := os.DirFS(dir); isPlayground(files) {
			return files, nil
		}
	}
	return nil, errors.New("there is no playground beside this program: in the sources, go run ./cmd/tfsweb FOLDER " +
		"builds it for tfs playground FOLDER (tfs help playground tells where it is looked for)")
}

func isPlayground(files fs.FS) bool {
	for _, name := range []string{"index.html", "worker.js"} {
		if _, err := fs.Stat(files, name); err != nil {
			return false
		}
	}
	return true
}

func playgroundFolders() []string {
	var out []string
	if dir := os.Getenv("TFS_PLAYGROUND"); dir != "" {
		out = append(out, dir)
	}
	if exe, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(exe); err == nil {
			exe = real
		}
		dir := filepath.Dir(exe)
		out = append(out, filepath.Join(dir, "playground"), filepath.Join(dir, "..", "share", "tfs", "playground"))
	}
	data := os.Getenv("XDG_DATA_HOME")
	if home, err := os.UserHomeDir(); data == "" && err == nil {
		data = filepath.Join(home, ".local", "share")
	}
	if data != "" {
		out = append(out, filepath.Join(data, "tfs", "playground"))
	}
	return out
}

func (a *app) servePlayground(files fs.FS, port int, open bool) error {
	if port < 0 || port > 65535 {
		return fmt.Errorf("--port must be 0 to 65535, not %d", port)
	}
	l, err := serve.Listen(port)
	if err != nil {
		return err
	}
	url := fmt.Sprintf("http://%s/", l.Addr())
	fmt.Fprintf(a.out, "%s (Ctrl-C ends it)\n", url)
	if err := a.out.Flush(); err != nil {
		return err
	}
	if open {
		if err := browse(url); err != nil {
			fmt.Fprintf(os.Stderr, "tfs: no browser could be opened (%v); open the address above\n", err)
		}
	}
	ctx, done := a.interruptible()
	defer done()
	return serve.Serve(ctx, l, files, "Cross-Origin-Opener-Policy: same-origin", "Referrer-Policy: no-referrer")
}

// browse opens an address with the system's browser.
func browse(url string) error {
	name, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	}
	c := exec.Command(name, args...)
	if err := c.Start(); err != nil {
		return err
	}
	go func() { _ = c.Wait() }()
	return nil
}
