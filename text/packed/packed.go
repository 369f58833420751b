// Package packed reads what the binary carries compressed: the library's sources in the surface language, and
// large tables of text. `go generate ./...` writes the packed files; a test of each package that has one
// sees that it holds what its sources say.
//
// It knows nothing of what the files mean.
package packed

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
)

// FS is the files of an archive that Zip made, unpacked all at once: a megabyte in a millisecond. It panics for bytes
// that are none: they are part of the binary.
func FS(archive string) fs.FS {
	files := Zstd(archive)
	r, err := zip.NewReader(strings.NewReader(files), int64(len(files)))
	if err != nil {
		panic(err)
	}
	return r
}

// Zstd is the text that Tightly, or another packer of Zstandard, packed. It panics for bytes that hold none.
func Zstd(packed string) string {
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic(err)
	}
	defer r.Close()
	text, err := r.DecodeAll([]byte(packed), nil)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// Quick is the text that Quickly packed. It panics for bytes that hold none.
func Quick(packed string) string {
	text, err := s2.Decode(nil, []byte(packed))
	if err != nil {
		panic(err)
	}
	return string(text)
}

// Quickly packs a text that is needed at every start: less tightly than Tightly does, unpacked at 1 GB/s.
func Quickly(text string) []byte { return s2.EncodeBest(nil, []byte(text)) }

// Zip packs the files of a folder, without times, in the order of their names: one archive of files as they are, packed
// as a whole, since what one file says stands in the others too.
func Zip(files fs.FS) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) == ".pyc" {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: time.Time{}})
		if err != nil {
			return err
		}
		_, err = f.Write(text)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return Tightly(b.String())
}

// Tightly packs a text that is seldom needed, for Zstd: with the zstd command where there is one, whose best is a tenth
// smaller than that of the library.
func Tightly(text string) ([]byte, error) {
	if zstd, err := exec.LookPath("zstd"); err == nil {
		c := exec.Command(zstd, "--ultra", "-22", "--no-check", "-q", "-c")
		c.Stdin = strings.NewReader(text)
		if out, err := c.Output(); err == nil {
			return out, nil
		}
	}
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(8<<20))
	if err != nil {
		return nil, err
	}
	defer w.Close()
	return w.EncodeAll([]byte(text), nil), nil
}

// Same tells by an error that an archive does not hold exactly the files of a folder.
func Same(archive string, files fs.FS) error {
	packed, seen := FS(archive), 0
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) == ".pyc" {
			return err
		}
		seen++
		want, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		got, err := fs.ReadFile(packed, name)
		if err != nil || !bytes.Equal(got, want) {
			return fmt.Errorf("%s is not packed as it is: run go generate", name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	count := 0
	err = fs.WalkDir(packed, ".", func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			count++
		}
		return err
	})
	if err == nil && count != seen {
		err = fmt.Errorf("%d files are packed, %d are there: run go generate", count, seen)
	}
	return err
}
