package saved

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"syscall"

	"github.com/tfs-lang/tfs/tensor"
)

// fileError puts a failure of the file system into TensorFlow's words.
func fileError(err error) error {
	var p *fs.PathError
	var link *os.LinkError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &link):
		p = &fs.PathError{Path: link.New, Err: link.Err}
	case !errors.As(err, &p):
		return err
	}
	kind, what := tensor.InternalError, p.Err.Error()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		kind, what = tensor.NotFound, "No such file or directory"
	case errors.Is(err, fs.ErrPermission):
		kind, what = tensor.FailedPrecondition, "Permission denied"
	}
	return tensor.Failf(kind, "%s; %s", p.Path, what)
}

// readFile reads a whole file, asking for the memory first. An absent file is os.IsNotExist.
func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		if os.IsNotExist(err) {
			return nil, err
		}
		return nil, fileError(err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, fileError(err)
	}
	if !st.Mode().IsRegular() {
		return nil, tensor.Failf(tensor.FailedPrecondition, "%s; Is a directory", path)
	}
	if err := tensor.Room(int(st.Size()), 1, "bytes of "+path); err != nil {
		return nil, err
	}
	b := make([]byte, st.Size())
	if _, err := io.ReadFull(f, b); err != nil {
		return nil, readError(err)
	}
	return b, nil
}

// readError is a read that ended early, or failed.
func readError(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return tensor.Failf(tensor.OutOfRange, "Read less bytes than requested")
	}
	return fileError(err)
}

// temporary is a name beside path that nobody uses: what is written there is complete before a
// rename puts it in place.
func temporary(path string) string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return path + ".tmp" + hex.EncodeToString(b[:])
}

// writeFile makes a file of what write gives it, in one step: on failure the old one stays.
func writeFile(path string, write func(w io.Writer) error) error {
	temp, err := writeBeside(path, write)
	if err != nil {
		return err
	}
	return fileError(os.Rename(temp, path))
}

// writeBeside writes a file under a temporary name beside path.
func writeBeside(path string, write func(w io.Writer) error) (temp string, err error) {
	temp = temporary(path)
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return "", pathError(err, path)
	}
	err = write(f)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		_ = os.Remove(temp)
		return "", pathError(err, path)
	}
	return temp, nil
}

// pathError is fileError about the file that was asked for, not its temporary name.
func pathError(err error, path string) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = &fs.PathError{Op: p.Op, Path: path, Err: p.Err}
	}
	return fileError(err)
}

// replaceFolder puts a folder in the place of another, or its parts in the place of those of the other that has
// files of its own too. Files are moved last and the old ones first, so that there is never half of a model.
func replaceFolder(temp, dir string) error {
	err := os.Rename(temp, dir)
	if err == nil || !errors.Is(err, fs.ErrExist) && !errors.Is(err, syscall.ENOTEMPTY) {
		return fileError(err)
	}
	parts, err := os.ReadDir(temp)
	if err != nil {
		return fileError(err)
	}
	sort.SliceStable(parts, func(i, j int) bool { return parts[i].IsDir() && !parts[j].IsDir() })
	old := temporary(dir)
	if err := os.Mkdir(old, 0o777); err != nil {
		return fileError(err)
	}
	var moved, placed []string
	for _, p := range slices.Backward(parts) {
		err = os.Rename(filepath.Join(dir, p.Name()), filepath.Join(old, p.Name()))
		if err == nil {
			moved = append(moved, p.Name())
		} else if !os.IsNotExist(err) {
			break
		}
		err = nil
	}
	for i := 0; err == nil && i < len(parts); i++ {
		name := parts[i].Name()
		if err = os.Rename(filepath.Join(temp, name), filepath.Join(dir, name)); err == nil {
			placed = append(placed, name)
		}
	}
	if err != nil { // back to what was there
		for _, name := range placed {
			_ = os.RemoveAll(filepath.Join(dir, name))
		}
		for _, name := range slices.Backward(moved) {
			_ = os.Rename(filepath.Join(old, name), filepath.Join(dir, name))
		}
	}
	_ = os.RemoveAll(old)
	return fileError(err)
}

// copyFile copies a file to a path that nothing is at.
func copyFile(ctx context.Context, path, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return fileError(err)
	}
	defer in.Close()
	return writeFile(path, func(w io.Writer) error {
		for {
			if _, err := io.CopyN(w, in, 1<<20); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	})
}

// temporaryFolder makes an empty folder beside dir, and the folders above it.
func temporaryFolder(dir string) (string, error) {
	if err := os.MkdirAll(filepath.Dir(filepath.Clean(dir)), 0o777); err != nil {
		return "", fileError(err)
	}
	temp := temporary(filepath.Clean(dir))
	return temp, fileError(os.Mkdir(temp, 0o777))
}

// bytesTo writes bytes that are there already.
func bytesTo(b []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	}
}
