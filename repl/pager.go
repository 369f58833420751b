//go:build !js

package repl

import (
	"os"
	"os/exec"
	"strings"

	"github.com/tfs-lang/tfs/session"
)

// page shows documentation: through a pager when it is longer than the screen.
func (p *Prompt) page(text string) {
	p.out.Flush()
	if p.tty == nil || p.Config.Editor == "plain" {
		p.out.WriteString(text)
		return
	}
	w, h := p.tty.Size()
	if height(text, w) < h {
		p.out.WriteString(text)
		return
	}
	p.tty.setMode(asFound)
	shown := runPager(text, p.Config.Pager, p.Out)
	p.tty.setMode(running)
	if !shown {
		p.out.WriteString(text)
	}
}

// pageKeys shows the list of the keys, from within the editor.
func (p *Prompt) pageKeys(text string) {
	p.tty.setMode(running)
	w, _ := p.tty.Size()
	p.page(session.Wrap(text, w))
	p.out.Flush()
	p.tty.setMode(editing)
}

// Page shows a text on a terminal of a size: through a pager when it is longer than the
// screen. shown is false when the caller is to write it: it is short, or there is no pager.
func Page(text string, out *os.File, width, screen int) (shown bool) {
	return height(text, width) >= screen && os.Getenv("TERM") != "dumb" && runPager(text, "", out)
}

// runPager gives a text to the user's pager; false when there is none that starts.
func runPager(text, choice string, out *os.File) bool {
	command := pager(choice)
	if command == nil {
		return false
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text), out, out
	if _, set := os.LookupEnv("LESS"); !set {
		cmd.Env = append(os.Environ(), "LESS=FRX") // leave short texts and the screen alone
	}
	err := cmd.Run()
	return err == nil || cmd.ProcessState != nil
}

// pager is the command that shows long texts; nil for none.
func pager(choice string) []string {
	for _, c := range []string{choice, os.Getenv("TFS_PAGER"), os.Getenv("PAGER"), "less", "more"} {
		if c == "off" {
			return nil
		}
		if f := strings.Fields(c); len(f) > 0 {
			if _, err := exec.LookPath(f[0]); err == nil {
				return f
			}
		}
	}
	return nil
}
