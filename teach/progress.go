package teach

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/tfs-lang/tfs/history"
)

// Mark is what is remembered of an exercise.
type Mark struct {
	State string `json:"state,omitempty"` // done or skipped; "" for neither yet
	Tries int    `json:"tries"`
	At    string `json:"at,omitempty"` // when it was done or skipped, RFC 3339
}

// The states of a Mark.
const (
	Done    = "done"
	Skipped = "skipped"
)

// LessonMarks is what is remembered of a lesson.
type LessonMarks struct {
	Sum       string           `json:"sum"`
	Exercises map[string]*Mark `json:"exercises"`
}

// Progress is what a learner has done: $XDG_STATE_HOME/tfs/tour.json, readable by its user alone and written as a
// whole after every step, so that a kill loses nothing.
type Progress struct {
	Version int                     `json:"version"`
	Lessons map[string]*LessonMarks `json:"lessons"`
	Last    string                  `json:"last,omitempty"` // the exercise, or the lesson, reached last

	path string
}

// OpenProgress reads the file of a state folder; "" keeps nothing on disk. A file that cannot be read is put aside
// under another name, and the notice says so.
func OpenProgress(dir string) (p *Progress, notice string) {
	p = &Progress{Version: 1, Lessons: map[string]*LessonMarks{}}
	if dir == "" {
		return p, ""
	}
	p.path = filepath.Join(dir, "tour.json")
	data, err := os.ReadFile(p.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return p, ""
	case err != nil:
		path := p.path
		p.path = ""
		return p, fmt.Sprintf("the progress in %s cannot be read (%v); nothing is kept this time", path, errors.Unwrap(err))
	}
	read, err := parseProgress(data)
	if err == nil {
		read.path = p.path
		return read, ""
	}
	aside := p.path + ".damaged"
	for i := 1; exists(aside); i++ {
		aside = fmt.Sprintf("%s.damaged-%d", p.path, i)
	}
	if err := os.Rename(p.path, aside); err != nil {
		p.path = ""
		return p, "the progress file is damaged and cannot be put aside; nothing is kept this time"
	}
	return p, fmt.Sprintf("the progress file was damaged (%v); it is now %s, and the tour starts anew", err, aside)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func parseProgress(data []byte) (*Progress, error) {
	p := &Progress{}
	if err := json.Unmarshal(data, p); err != nil {
		return nil, err
	}
	if p.Version != 1 {
		return nil, fmt.Errorf("version %d", p.Version)
	}
	if p.Lessons == nil {
		p.Lessons = map[string]*LessonMarks{}
	}
	for id, l := range p.Lessons {
		if l == nil {
			return nil, fmt.Errorf("lesson %s is null", id)
		}
		for x, m := range l.Exercises {
			if m == nil || m.State != "" && m.State != Done && m.State != Skipped {
				return nil, fmt.Errorf("exercise %s has no state that is known", x)
			}
		}
	}
	return p, nil
}

// Mark is what is remembered of an exercise, nil for nothing.
func (p *Progress) Mark(l *Lesson, x *Exercise) *Mark {
	if m := p.Lessons[l.ID]; m != nil {
		return m.Exercises[x.ID]
	}
	return nil
}

// Counts tells how many exercises of a lesson are done and skipped.
func (p *Progress) Counts(l *Lesson) (done, skipped int) {
	for _, x := range l.Exercises {
		if m := p.Mark(l, x); m != nil {
			switch m.State {
			case Done:
				done++
			case Skipped:
				skipped++
			}
		}
	}
	return done, skipped
}

// note changes the mark of an exercise. What is done stays done, also when the lesson was changed.
func (p *Progress) note(l *Lesson, x *Exercise, change func(*Mark)) error {
	p.merge()
	m := p.Lessons[l.ID]
	if m == nil {
		m = &LessonMarks{}
		p.Lessons[l.ID] = m
	}
	if m.Exercises == nil {
		m.Exercises = map[string]*Mark{}
	}
	m.Sum = l.Sum
	if m.Exercises[x.ID] == nil {
		m.Exercises[x.ID] = &Mark{}
	}
	change(m.Exercises[x.ID])
	p.Last = x.ID
	return p.save()
}

func (m *Mark) end(state string) {
	if m.State != Done {
		m.State, m.At = state, time.Now().UTC().Format(time.RFC3339)
	}
}

// reached remembers where the learner is.
func (p *Progress) reached(id string) error {
	p.merge()
	p.Last = id
	return p.save()
}

// reset forgets everything.
func (p *Progress) reset() error {
	p.Lessons, p.Last = map[string]*LessonMarks{}, ""
	return p.save()
}

// merge takes over what another session wrote meanwhile.
func (p *Progress) merge() {
	if p.path == "" {
		return
	}
	data, err := os.ReadFile(p.path)
	if err != nil {
		return
	}
	if now, err := parseProgress(data); err == nil {
		p.Lessons = now.Lessons
	}
}

func (p *Progress) save() error {
	if p.path == "" {
		return nil
	}
	data, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(p.path), 0o700); err != nil {
		return fmt.Errorf("the progress is not kept: %w", err)
	}
	if err := history.Replace(p.path, append(data, '\n'), 0o600); err != nil {
		return fmt.Errorf("the progress is not kept: %w", err)
	}
	return nil
}
