//go:build unix

package repl

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/tfs-lang/tfs/teach"
)

var exerciseLine = regexp.MustCompile(`(?m)^Exercise \d+ of \d+[^:\n]*: (\S+)`)

// current is the exercise shown last, "" for none.
func (s *term) current() string {
	found := exerciseLine.FindAllStringSubmatch(s.vt.all(), -1)
	if len(found) == 0 {
		return ""
	}
	return found[len(found)-1][1]
}

// play goes through all lessons from the first: reply is what is typed in an exercise, and said what is answered.
func play(t *testing.T, s *term, reply func(x *teach.Exercise) string, said string) {
	t.Helper()
	lessons, err := teach.Lessons()
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]*teach.Exercise{}
	for _, l := range lessons {
		for _, x := range l.Exercises {
			byID[x.ID] = x
		}
	}
	s.wait("the first page", s.atPrompt)
	done := map[string]bool{}
	for range 400 {
		id := s.current()
		if id == "" || done[id] {
			n := s.prompts()
			s.send("\r")
			s.wait("the next page", func() bool { return s.ended() || s.prompts() > n && s.atPrompt() })
			if s.ended() {
				break
			}
			continue
		}
		s.enter(reply(byID[id]))
		all := s.vt.all()
		if i := strings.LastIndex(all, ": "+id); !strings.Contains(all[i:], said) {
			t.Fatalf("%s: %s\n%s", id, said, all[i:])
		}
		done[id] = true
	}
	if s.left() != 0 || len(done) != len(byID) || !strings.Contains(s.vt.all(), "The end of the tour") {
		t.Errorf("%d of %d exercises, status %d\n%s", len(done), len(byID), s.code, s.vt.text())
	}
}

func (s *term) ended() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// marks are the states of the exercises in a home's progress file.
func marks(t *testing.T, home string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(home, ".local", "state", "tfs", "tour.json"))
	if err != nil {
		t.Fatal(err)
	}
	var p teach.Progress
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, l := range p.Lessons {
		for id, m := range l.Exercises {
			out[id] = m.State
		}
	}
	return out
}

// TestTourOnATerminal plays all lessons as a learner who knows the answers, and as one who skips.
func TestTourOnATerminal(t *testing.T) {
	for _, c := range []struct {
		name, said, state string
		reply             func(x *teach.Exercise) string
	}{
		{"answers", "Right", teach.Done, func(x *teach.Exercise) string { return x.Answer }},
		{"skips", "Skipped.", teach.Skipped, func(*teach.Exercise) string { return ":skip" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			home := t.TempDir()
			s := openAny(t, 80, 24, home, "tour", "1")
			play(t, s, c.reply, c.said)
			for id, state := range marks(t, home) {
				if state != c.state {
					t.Errorf("%s is %s", id, state)
				}
			}
		})
	}
}

// TestTourIsKept kills a tour in the middle; the next one goes on there.
func TestTourIsKept(t *testing.T) {
	home := t.TempDir()
	s := openAny(t, 80, 24, home, "tour", "02-bitcast/one")
	s.see("02-bitcast/one")
	s.wait("the prompt", s.atPrompt)
	s.enter("tf.cast(1.0, tf.uint32)")
	s.see("cast converts the number")
	s.enter("tf.bitcast(1.0, tf.uint32)")
	s.see("Right")
	s.enter("")
	s.see("When the sizes differ")
	s.signal(syscall.SIGKILL)
	s.left()
	if m := marks(t, home); m["02-bitcast/one"] != teach.Done {
		t.Errorf("%v", m)
	}
	s = openAny(t, 80, 24, home, "tour")
	s.see("When the sizes differ")
}

// TestTourAtThePrompt leaves the session's own names alone.
func TestTourAtThePrompt(t *testing.T) {
	s := start(t)
	s.enter("digits = 'mine'")
	s.enter(":tour 5")
	s.see("Your first ragged tensor")
	s.enter("digits.nrows()")
	s.see("numpy=5>")
	s.enter("")
	s.see("05-ragged/make")
	s.enter("cart = tf.ragged.constant([[1, 2], [7]])")
	s.see("The empty row counts too")
	s.enter(":hint")
	s.see("takes nested lists")
	s.enter("help")
	s.see("Trying things out costs nothing")
	s.enter("quit")
	s.see("Left at 05-ragged/make")
	s.enter("digits")
	s.see("'mine'")
	s.enter(":tour list")
	s.see("14-model")
	s.enter(":tour nowhere")
	s.see("there is no lesson")
	s.enter("digits * 2")
	s.see("'minemine'")
}
