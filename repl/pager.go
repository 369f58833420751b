//go:build !js

package repl

import (
	"os"
	"os/exec"
	"strings"
)

// page shows documentation: through a pager when it is longer than the screen.
func (p *Prompt) page(text string) {
	p.out.Flush()
	if p.tty == nil || p.Config.Editor == "plain" {
		p.out.WriteString(text)
		return
	}
	w, h := p.tty.Size()
	command := p.pager()
	if height(text, w) < h || command == nil {
		p.out.WriteString(text)
		return
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text), p.Out, p.Out
	if _, set := os.LookupEnv("LESS"); !set {
		cmd.Env = append(os.Environ(), "LESS=FRX") // leave short texts and the screen alone
	}
	p.tty.setMode(asFound)
	err := cmd.Run()
	p.tty.setMode(running)
	if err != nil && cmd.ProcessState == nil { // it could not start
		p.out.WriteString(text)
	}
}

// pager is the command that shows long texts; nil for none.
func (p *Prompt) pager() []string {
	for _, c := range []string{p.Config.Pager, os.Getenv("TFS_PAGER"), os.Getenv("PAGER"), "less", "more"} {
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
