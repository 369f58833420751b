package data_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

// savedFolder is a folder of a small dataset, and how an interpreter shows what it loads from it.
type savedFolder struct {
	in    *lang.Interp
	dir   string
	pack  string
	want  string
	files []string // the snapshots first
}

func saveSmall(t testing.TB, pack string) *savedFolder {
	t.Helper()
	s := &savedFolder{in: session.New(session.Options{}), pack: pack, dir: filepath.Join(t.TempDir(), "saved")}
	ds := "tf.data.Dataset.range(2).map(lambda i: {'i': i, 's': tf.strings.as_string(i), 'r': tf.ragged.range([i, 2])})"
	if got := s.run(ds + ".save('" + s.dir + "', compression='" + pack + "')"); strings.Contains(got, "Error") {
		t.Fatal(got)
	}
	s.want = s.load()
	if strings.Contains(s.want, "Error") {
		t.Fatal(s.want)
	}
	err := filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".snapshot") {
			s.files = append([]string{path}, s.files...)
		} else if err == nil && !d.IsDir() {
			s.files = append(s.files, path)
		}
		return err
	})
	if err != nil || !strings.HasSuffix(s.files[0], ".snapshot") {
		t.Fatal(s.files, err)
	}
	return s
}

func (s *savedFolder) run(src string) string {
	return strings.Join(s.in.RunExample(context.Background(), src, false).Lines(), "\n")
}

func (s *savedFolder) load() string {
	return s.run("[(int(x['i']), x['s'].numpy(), x['r'].to_list()) for x in tf.data.Dataset.load('" + s.dir +
		"', compression='" + s.pack + "')]")
}

// wrong tells what loading a damaged file did that it must not do: fail inside, or give other values where there are
// checksums.
func (s *savedFolder) wrong(file string) string {
	got := s.load()
	if strings.Contains(got, "InternalError") || strings.Contains(got, "panic") ||
		!strings.Contains(got, "Error") && got != s.want && strings.HasSuffix(file, ".snapshot") {
		return got
	}
	return ""
}

// TestSavedDamage flips and cuts each byte of every file of a saved dataset.
func TestSavedDamage(t *testing.T) {
	for _, pack := range []string{"NONE", "GZIP"} {
		s := saveSmall(t, pack)
		for _, file := range s.files {
			good, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for at := range good {
				flipped := append([]byte{}, good...)
				flipped[at] ^= 0x15
				for what, b := range map[string][]byte{"flipped": flipped, "cut": good[:at]} {
					if err := os.WriteFile(file, b, 0o666); err != nil {
						t.Fatal(err)
					}
					if got := s.wrong(file); got != "" && !(what == "cut" && strings.HasPrefix(s.want, got[:len(got)-1])) {
						t.Errorf("%s %s at %d of %d: %s", filepath.Base(file), what, at, len(good), got)
					}
				}
			}
			if err := os.WriteFile(file, good, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got := s.load(); got != s.want {
			t.Errorf("restored: %s", got)
		}
	}
}

// FuzzSaved loads snapshots of any bytes.
func FuzzSaved(f *testing.F) {
	s := saveSmall(f, "NONE")
	good, err := os.ReadFile(s.files[0])
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:len(good)/2])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(s.files[0], b, 0o666); err != nil {
			t.Fatal(err)
		}
		if got := s.load(); strings.Contains(got, "InternalError") || strings.Contains(got, "panic") {
			t.Errorf("%q: %s", b, got)
		}
	})
}
