package teach

import (
	"context"
	"fmt"

	"github.com/tfs-lang/tfs/lang"
)

// Report is what was done in the lessons of a tour, for teachers.
type Report struct {
	Version int            `json:"version"`
	Lessons []LessonReport `json:"lessons"`
	Done    int            `json:"done"`
	Skipped int            `json:"skipped"`
	Open    int            `json:"open"`
}

// LessonReport is what was done in a lesson.
type LessonReport struct {
	ID        string           `json:"id"`
	Title     string           `json:"title"`
	Exercises []ExerciseReport `json:"exercises"`
}

// ExerciseReport is what was done in an exercise.
type ExerciseReport struct {
	ID    string `json:"id"`
	State string `json:"state"` // done, skipped or open
	Tries int    `json:"tries"`
	At    string `json:"at,omitempty"`
}

// Report tells what was done in the tour's lessons.
func (t *Tour) Report() Report {
	counts := map[string]int{Done: 0, Skipped: 0, "open": 0}
	var lessons []LessonReport
	for _, l := range t.Lessons {
		r := LessonReport{ID: l.ID, Title: l.Title, Exercises: []ExerciseReport{}}
		for _, x := range l.Exercises {
			e := ExerciseReport{ID: x.ID, State: "open"}
			if m := t.Progress.Mark(l, x); m != nil {
				e.Tries, e.At = m.Tries, m.At
				if m.State != "" {
					e.State = m.State
				}
			}
			counts[e.State]++
			r.Exercises = append(r.Exercises, e)
		}
		lessons = append(lessons, r)
	}
	return Report{1, lessons, counts[Done], counts[Skipped], counts["open"]}
}

// Auto plays lessons with their answers, as a learner would type them: from the one named, or the first, to the last.
// found tells of answers that were refused.
func (t *Tour) Auto(ctx context.Context, name string, show func(lang.Event)) (found []Problem, err error) {
	one := name != ""
	if !one {
		name = t.Lessons[0].ID
	}
	if err := t.Begin(ctx, name, show); err != nil {
		return nil, err
	}
	first := t.lesson
	for !t.over && (!one || t.lesson == first) {
		x := t.active
		if x == nil || t.solved {
			if err := t.Take(ctx, "", show); err != nil {
				return found, err
			}
			continue
		}
		t.write(t.Style.Session(x.Answer))
		if err := t.Take(ctx, x.Answer, show); err != nil {
			return found, err
		}
		if ctx.Err() != nil {
			return found, ctx.Err()
		}
		if !t.solved {
			found = append(found, Problem{t.lesson.File, x.Line, fmt.Sprintf("%s: the answer is refused", x.ID)})
			t.solved = true
		}
	}
	return found, nil
}
