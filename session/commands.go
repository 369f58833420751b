package session

import (
	"github.com/tfs-lang/tfs/lang"
)

// command finds a front end's own command.
func (in *Session) command(name string) *lang.Command {
	for i := range in.Options().Commands {
		if c := &in.Options().Commands[i]; c.Name == name {
			return c
		}
	}
	return nil
}

// elsewhereOnly are commands that only some front ends have, with where they work.
var elsewhereOnly = map[string]string{
	"tour": "%tour works at the prompt and in notebooks; from the shell it is tfs tour.",
	"demo": "%demo works at the prompt; from the shell it is tfs demo FILE.",
}
