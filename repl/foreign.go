//go:build !js

package repl

import "os/exec"

// foreign runs another program with the terminal as it was found.
func (p *Prompt) foreign(cmd *exec.Cmd) error {
	p.out.Flush()
	p.tty.setMode(asFound)
	defer p.tty.setMode(running)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.In, p.Out, p.Err
	return cmd.Run()
}
