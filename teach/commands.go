package teach

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// bareWords are what learners type for a command of the tour, without its mark too.
var bareWords = map[string]string{"next": "next", "back": "back", "again": "again", "hint": "hint", "answer": "answer",
	"skip": "skip", "free": "free", "quit": "quit", "exit": "quit", "help": "help", "?": "help", "continue": "next",
	"repeat": "again", "solution": "answer", "previous": "back", "stop": "quit", "leave": "quit", "exit()": "quit",
	"quit()": "quit", "help()": "help"}

// Asks tells a text that is a question to the tour, not to the prompt: help, ? or help() alone.
func (t *Tour) Asks(text string) bool {
	name, arg, ok := t.commandOf(strings.TrimSpace(text))
	return ok && name == "help" && arg == ""
}

// commandOf splits :NAME ARG, %NAME ARG, and finds bare words that can only be meant for the tour: those that are no
// name of the learner's.
func (t *Tour) commandOf(text string) (name, arg string, ok bool) {
	if strings.Contains(text, "\n") {
		return "", "", false
	}
	if word, known := bareWords[strings.ToLower(text)]; known {
		if t.in == nil || !slices.Contains(t.in.UserNames(), text) {
			return word, "", true
		}
	}
	if text[0] != ':' && text[0] != '%' {
		return "", "", false
	}
	name, arg, _ = strings.Cut(text[1:], " ")
	if arg = strings.TrimSpace(arg); arg == "" && bareWords[name] != "" {
		name = bareWords[name]
	}
	return name, arg, true
}

// command runs a command of the tour; done is false for any other.
func (t *Tour) command(ctx context.Context, name, arg string) (done bool, err error) {
	switch name {
	case "next":
		return true, t.next(ctx)
	case "back":
		if t.at == 0 {
			t.say(t.Style.Dim, "This is the first page of the lesson.")
			return true, nil
		}
		return true, t.turn(ctx, t.at-1)
	case "again":
		return true, t.turn(ctx, t.at)
	case "hint":
		t.hint()
	case "answer":
		t.showAnswer()
	case "skip":
		return true, t.skip(ctx)
	case "free":
		if t.free = !t.free; t.free {
			t.say(t.Style.Dim, "Nothing is judged now; "+t.mark()+"free again judges.")
		} else {
			t.say(t.Style.Dim, "Answers are judged again.")
		}
	case "help":
		if arg != "" {
			return false, nil
		}
		t.usage()
	case "quit":
		t.over = true
		t.say(t.Style.Dim, "Left at "+t.where()+"; the tour goes on there.")
	case "tour":
		return true, t.Tour(ctx, arg, t.show)
	default:
		return false, nil
	}
	return true, nil
}

// usage tells what can be typed in a tour.
func (t *Tour) usage() {
	m := t.mark()
	text := fmt.Sprintf("Type code and press Enter to see what it gives; in an exercise its value is your answer. "+
		"Trying things out costs nothing.\n\n"+
		"- %[2]s, on an empty line, goes on; `%[1]sback` goes back, `%[1]sagain` shows the page anew\n"+
		"- `%[1]shint` helps with an exercise", m, t.enter())
	if m == "%" {
		text = strings.Replace(text, ", on an empty line,", "", 1)
	}
	if !t.NoSkip {
		text += fmt.Sprintf(", `%[1]sanswer` shows an answer, `%[1]sskip` goes on with it", m)
	}
	text += fmt.Sprintf("\n- `%[1]sfree` stops judging, and judges again\n"+
		"- `%[1]sexplain EXPR` draws what an expression does; `help(tf.gather)` tells of an op\n"+
		"- `%[1]stour list` shows all lessons, `%[1]stour 5` goes to one\n"+
		"- `%[1]squit` leaves; `tfs tour` goes on where you were", m)
	t.prose(text)
}
