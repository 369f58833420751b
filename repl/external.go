//go:build !js

package repl

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/tfs-lang/tfs/lang"
)

// editText lets the user edit a text with the program VISUAL or EDITOR names. An editor that
// fails leaves the text as it was.
func (p *Prompt) editText(text string) (string, error) {
	command := editorCommand()
	if command == nil {
		return text, errors.New("(no editor: set EDITOR to the command of one)")
	}
	f, err := os.CreateTemp("", "tfs-*.py") // for the colours most editors have for it
	if err != nil {
		return text, err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(text + "\n")
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return text, err
	}
	cmd := exec.Command(command[0], append(command[1:], f.Name())...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.In, p.Out, p.Out
	p.tty.setMode(asFound)
	err = cmd.Run()
	p.tty.setMode(editing)
	if err != nil {
		return text, fmt.Errorf("(%s: %v)", command[0], err)
	}
	edited, err := lang.ReadSource(f.Name())
	if err != nil {
		return text, err
	}
	return strings.TrimRight(edited, "\n"), nil
}

// editorCommand is the user's editor; nil when there is none.
func editorCommand() []string {
	for _, c := range []string{os.Getenv("VISUAL"), os.Getenv("EDITOR"), "nano", "vi"} {
		if f := strings.Fields(c); len(f) > 0 {
			if _, err := exec.LookPath(f[0]); err == nil {
				return f
			}
		}
	}
	return nil
}
