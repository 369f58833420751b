package teach

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/text/packed"
)

// TestPacked sees that the packed lessons are those of the folder beside them.
func TestPacked(t *testing.T) {
	if err := packed.Same(lessonFiles, os.DirFS("lessons")); err != nil {
		t.Error(err)
	}
}

// TestLessons runs each of the fourteen lessons as its checker does: examples show what is written, answers pass,
// wrong ones get their own message.
func TestLessons(t *testing.T) {
	lessons, err := Lessons()
	if err != nil {
		t.Fatal(err)
	}
	if len(lessons) != 14 {
		t.Fatalf("%d lessons", len(lessons))
	}
	exercises, tries := 0, 0
	for i, l := range lessons {
		if !strings.HasPrefix(l.ID, fmt.Sprintf("%02d-", i+1)) || l.ID+".tfs" != l.File {
			t.Errorf("lesson %d is %s in %s", i+1, l.ID, l.File)
		}
		if i+1 < len(lessons) && l.Next != lessons[i+1].ID {
			t.Errorf("after %s comes %s", l.ID, l.Next)
		}
		n, found, err := CheckLesson(context.Background(), l, session.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range found {
			t.Error(p)
		}
		tries += n
		exercises += len(l.Exercises)
	}
	t.Logf("%d exercises, %d tries", exercises, tries)
	if exercises < 40 || tries < 120 {
		t.Errorf("%d exercises, %d tries", exercises, tries)
	}
}
