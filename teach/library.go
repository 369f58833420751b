package teach

import (
	_ "embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/text/packed"
)

// lessonFiles are the files of the folder lessons.
//
//go:generate go run ../text/packed/gen lessons lessons.zst
//go:embed lessons.zst
var lessonFiles string

func itoa(n int) string { return strconv.Itoa(n) }

// Lessons are the fourteen lessons of tfs, in their order.
func Lessons() ([]*Lesson, error) {
	files := packed.FS(lessonFiles)
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, err
	}
	var out []*Lesson
	for _, e := range entries {
		data, err := fs.ReadFile(files, e.Name())
		if err != nil {
			return nil, err
		}
		l, err := ParseLesson(e.Name(), string(data))
		if err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	return out, nil
}

// ReadLessons reads a teacher's lesson file, or those of a folder in the order of their names.
func ReadLessons(path string) ([]*Lesson, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%s: no such file or folder", path)
	}
	files := []string{path}
	if st.IsDir() {
		if files, err = filepath.Glob(filepath.Join(path, "*.tfs")); err != nil {
			return nil, err
		}
		sort.Strings(files)
		if len(files) == 0 {
			return nil, fmt.Errorf("%s: no lesson files (*.tfs) in this folder", path)
		}
	}
	var out []*Lesson
	ids := map[string]string{}
	for _, f := range files {
		text, err := lang.ReadSource(f)
		if err != nil {
			return nil, err
		}
		l, err := ParseLesson(f, text)
		if err != nil {
			return nil, err
		}
		if was := ids[l.ID]; was != "" {
			return nil, &ParseError{f, 1, fmt.Sprintf("lesson %s is also in %s", l.ID, was)}
		}
		ids[l.ID] = f
		out = append(out, l)
	}
	return out, nil
}

// findLesson finds a lesson by its number, its ID or the ID of one of its exercises, which is given too.
func findLesson(lessons []*Lesson, name string) (*Lesson, *Exercise, error) {
	if n, err := strconv.Atoi(name); err == nil {
		if n < 1 || n > len(lessons) {
			return nil, nil, fmt.Errorf("there is no lesson %d; they are 1 to %d", n, len(lessons))
		}
		return lessons[n-1], nil, nil
	}
	var ids []string
	for _, l := range lessons {
		if l.ID == name || strings.Contains(l.ID, "-") && l.ID[strings.IndexByte(l.ID, '-')+1:] == name {
			return l, nil, nil
		}
		for _, x := range l.Exercises {
			if x.ID == name {
				return l, x, nil
			}
		}
		ids = append(ids, l.ID)
	}
	text := fmt.Sprintf("there is no lesson %q", name)
	if near := py.Nearest(name, ids); near != "" {
		text += "; did you mean " + near + "?"
	} else {
		text += "; list shows them"
	}
	return nil, nil, fmt.Errorf("%s", text)
}
