package session

// command finds a front end's own command.
func (in *Session) command(name string) *Command {
	for i := range in.front.Commands {
		if c := &in.front.Commands[i]; c.Name == name {
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
