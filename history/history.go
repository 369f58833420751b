// Package history keeps the inputs of past sessions in a file: whole blocks as one entry,
// no duplicates, safe against a killed process and against two sessions at once. It knows
// nothing of prompts or of the language.
//
// The file has one entry a line; the line breaks inside an entry are written as U+E00A.
// Every entry is appended by one write under a lock, so that what Add confirmed is there
// after a kill -9. Lines that cannot be entries (damaged by a crash or by hand) are moved
// to a file beside it, and Open says so.
package history

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gofrs/flock"
)

// lineBreak stands for a line break inside an entry.
const lineBreak = "\ue00a"

// Limit is how many entries are kept by default.
const Limit = 10000

// maxEntry bounds one entry, so that one huge paste does not fill the file; maxRead is how
// much of a file is read, its end.
const (
	maxEntry = 1 << 20
	maxRead  = 32 << 20
)

// lockWait is how long another process may hold the lock.
const lockWait = 3 * time.Second

// File is a history kept on disk. Its methods are for one goroutine.
type File struct {
	path    string
	limit   int
	entries []string
	failed  bool  // a write failed and the user was told
	read    int64 // how much of the file is known
}

// Open reads a history file, creating its folder. Its path "" keeps nothing on disk. notice
// is a line for the user: what was damaged and mended, or why nothing will be kept; the
// File works in either case. limit is the number of entries kept, 0 for Limit.
func Open(path string, limit int) (f *File, notice string) {
	if limit <= 0 {
		limit = Limit
	}
	f = &File{path: path, limit: limit}
	if path == "" {
		return f, ""
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		f.path = ""
		return f, fmt.Sprintf("history: %v; this session's input is not kept", err)
	}
	unlock, err := lock(f.path)
	if err != nil {
		return f.withoutLock(err)
	}
	defer unlock()
	return f, f.load()
}

// withoutLock reads what can be read where nothing can be written.
func (f *File) withoutLock(why error) (*File, string) {
	if data, _, err := readTail(f.path); err == nil {
		f.entries, _, _ = parse(data)
	}
	f.path = ""
	return f, fmt.Sprintf("history: %v; this session's input is not kept", why)
}

// lock keeps other processes from a file while it is read and written. A lock file that is
// none, such as a pipe, and a lock that is never given back are errors.
func lock(path string) (unlock func(), err error) {
	name := path + ".lock"
	if st, err := os.Lstat(name); err == nil && !st.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", name)
	}
	l := flock.New(name, flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	ok, err := l.TryLockContext(ctx, 2*time.Millisecond)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, fmt.Errorf("another program holds %s", name)
	case err != nil:
		return nil, fmt.Errorf("%s cannot be written", filepath.Dir(path))
	case !ok:
		return nil, fmt.Errorf("%s cannot be locked", name)
	}
	return func() { _ = l.Close() }, nil
}

// readTail reads a file, of a long one the last lines; cut tells that there are more. What is
// no ordinary file is not opened.
func readTail(path string) (data []byte, cut bool, err error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, false, err
	}
	if !st.Mode().IsRegular() {
		return nil, false, fmt.Errorf("%s is not a file", path)
	}
	r, err := os.Open(path)
	if err != nil {
		return nil, false, err
	}
	defer r.Close()
	from := max(st.Size()-maxRead, 0)
	data, err = io.ReadAll(io.NewSectionReader(r, from, maxRead))
	if from > 0 { // the first line may be torn
		data = data[bytes.IndexByte(data, '\n')+1:]
	}
	return data, from > 0, err
}

// load reads the file and mends it: damaged lines go to a file beside it, and a file with
// many doubled or old entries is written anew.
func (f *File) load() (notice string) {
	st, err := os.Lstat(f.path)
	if errors.Is(err, os.ErrNotExist) {
		return ""
	}
	if err == nil && st.Mode()&os.ModeSymlink != 0 {
		if target, terr := os.Stat(f.path); terr == nil && target.Mode()&os.ModeCharDevice != 0 {
			return "" // such as /dev/null: written to, never read
		}
		_, notice = f.withoutLock(fmt.Errorf("%s is a symbolic link, and what it leads to is not written", f.path))
		return notice
	}
	var data []byte
	cut := false
	if err == nil {
		data, cut, err = readTail(f.path)
	}
	if err != nil {
		f.path = ""
		return fmt.Sprintf("history: %v; this session's input is not kept", err)
	}
	f.read = st.Size()
	entries, damaged, lines := parse(data)
	f.entries = entries
	if len(f.entries) > f.limit {
		f.entries = f.entries[len(f.entries)-f.limit:]
	}
	_ = os.Chmod(f.path, 0o600)
	if cut && (len(damaged) > 0 || len(entries) < f.limit) { // too little is known to mend it
		return fmt.Sprintf("history: of %s (%d MB) only the last %d MB are read", f.path, st.Size()>>20, maxRead>>20)
	}
	if len(damaged) > 0 {
		beside := f.path + ".damaged"
		notice = fmt.Sprintf("history: %d damaged lines were taken out (they are in %s)", len(damaged), beside)
		if len(damaged) == 1 {
			notice = fmt.Sprintf("history: a damaged line was taken out (it is in %s)", beside)
		}
		if err := appendTo(beside, append(bytes.Join(damaged, []byte("\n")), '\n')); err != nil {
			return fmt.Sprintf("history: damaged lines were left out; they could not be moved: %v", err)
		}
	}
	if len(damaged) > 0 || lines > 2*f.limit || lines > 100+2*len(f.entries) {
		if err := f.rewrite(); err != nil {
			return fmt.Sprintf("history: %v", err)
		}
	}
	return notice
}

// Refresh takes over what other sessions have added to the file.
func (f *File) Refresh() {
	if f.path == "" {
		return
	}
	st, err := os.Lstat(f.path)
	if err != nil || !st.Mode().IsRegular() || st.Size() == f.read {
		return
	}
	from := f.read
	f.read = st.Size()
	if from > st.Size() || st.Size()-from > maxEntry { // written anew, or too much at once
		return
	}
	r, err := os.Open(f.path)
	if err != nil {
		return
	}
	defer r.Close()
	data := make([]byte, st.Size()-from)
	if _, err := r.ReadAt(data, from); err != nil {
		return
	}
	entries, _, _ := parse(data)
	for _, e := range entries {
		f.keep(e)
	}
}

// parse splits a file into entries, the last of equal ones only, and lines that are none.
func parse(data []byte) (entries []string, damaged [][]byte, lines int) {
	var all []string
	for _, l := range bytes.Split(data, []byte("\n")) {
		l = bytes.TrimSuffix(l, []byte("\r"))
		if len(l) == 0 {
			continue
		}
		lines++
		if !sound(l) {
			damaged = append(damaged, l)
			continue
		}
		all = append(all, strings.ReplaceAll(string(l), lineBreak, "\n"))
	}
	return unique(all), damaged, lines
}

// sound tells whether a line can be an entry: text without control characters but tabs.
func sound(l []byte) bool {
	if !utf8.Valid(l) || len(l) > 2*maxEntry {
		return false
	}
	for _, c := range l {
		if c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

// unique keeps the last of equal entries.
func unique(all []string) []string {
	seen := make(map[string]bool, len(all))
	out := make([]string, 0, len(all))
	for i := len(all) - 1; i >= 0; i-- {
		if !seen[all[i]] {
			seen[all[i]] = true
			out = append(out, all[i])
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

func (f *File) rewrite() error {
	var b bytes.Buffer
	for _, e := range f.entries {
		b.WriteString(encode(e))
	}
	return replace(f.path, b.Bytes())
}

// replace puts data in place of a file that its user alone reads.
func replace(path string, data []byte) error { return Replace(path, data, 0o600) }

// Replace puts data in place of a file, as a whole or not at all.
func Replace(path string, data []byte, mode os.FileMode) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err = tmp.Write(data); err == nil {
		err = tmp.Chmod(mode)
	}
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

func encode(entry string) string { return strings.ReplaceAll(entry, "\n", lineBreak) + "\n" }

// appendTo adds bytes to the end of a file with one write. After a torn line, from a write
// that did not end, it begins a line of its own.
func appendTo(path string, data []byte) error {
	w, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if st, err := w.Stat(); err == nil && st.Size() > 0 {
		var last [1]byte
		if _, err := w.ReadAt(last[:], st.Size()-1); err == nil && last[0] != '\n' {
			data = append([]byte{'\n'}, data...)
		}
	}
	_, err = w.Write(data)
	if cerr := w.Close(); err == nil {
		err = cerr
	}
	return err
}

// Add appends an entry, to the file too. An entry equal to the last one, a blank one and one
// of more than a megabyte are not added. notice is a line for the user when the file cannot
// be written; it comes once, and the entries go on being kept in memory.
func (f *File) Add(entry string) (notice string) {
	entry = strings.TrimRight(entry, " \t\r\n")
	if strings.TrimSpace(entry) == "" || len(entry) > maxEntry {
		return ""
	}
	if n := len(f.entries); n > 0 && f.entries[n-1] == entry {
		return ""
	}
	clean := strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0x7f {
			return -1
		}
		return r
	}, strings.ToValidUTF8(entry, ""))
	if f.path == "" {
		f.keep(entry)
		return ""
	}
	unlock, err := lock(f.path)
	if err == nil {
		f.Refresh()
		err = appendTo(f.path, []byte(encode(clean)))
		if st, serr := os.Stat(f.path); serr == nil {
			f.read = st.Size()
		}
		unlock()
	}
	f.keep(entry)
	if err != nil && !f.failed {
		f.failed = true
		return fmt.Sprintf("history: %v; what you type from here on is kept in this session only", err)
	}
	return ""
}

// keep makes an entry the newest in memory.
func (f *File) keep(entry string) {
	if i := slices.Index(f.entries, entry); i >= 0 {
		f.entries = slices.Delete(f.entries, i, i+1)
	}
	f.entries = append(f.entries, entry)
	if len(f.entries) > 2*f.limit {
		f.entries = slices.Clone(f.entries[len(f.entries)-f.limit:])
	}
}

// Len is the number of entries.
func (f *File) Len() int { return len(f.entries) }

// Entry is the i-th entry, the oldest first.
func (f *File) Entry(i int) string { return f.entries[i] }
