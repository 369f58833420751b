package repl

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// MaxSource bounds the files tfs reads as source.
const MaxSource = 16 << 20

// ReadSource reads a source file; the error says what is wrong with it in one line.
func ReadSource(path string) (string, error) {
	st, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%s: no such file", path)
	case err != nil:
		return "", fmt.Errorf("%s: %v", path, errors.Unwrap(err))
	case st.IsDir():
		return "", fmt.Errorf("%s: is a folder, not a script", path)
	case st.Size() > MaxSource:
		return "", fmt.Errorf("%s: %d bytes are over the limit of %d for a source", path, st.Size(), MaxSource)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("%s: %v", path, errors.Unwrap(err))
	}
	return cleanSource(path, b)
}

func cleanSource(name string, b []byte) (string, error) {
	text := cleanText(b)
	if i := strings.IndexByte(text, 0); i >= 0 {
		return "", fmt.Errorf("%s: not a text file (a zero byte at offset %d)", name, i)
	}
	if s := strings.ToValidUTF8(text, "\uFFFD"); s != text {
		return "", fmt.Errorf("%s: not UTF-8 text", name)
	}
	return text, nil
}

// cleanText is a file's text without a byte order mark, its lines ended by line breaks alone.
func cleanText(b []byte) string {
	return strings.ReplaceAll(strings.TrimPrefix(string(b), "\ufeff"), "\r\n", "\n")
}

// ReadStdin reads all of a stream as source.
func ReadStdin(r io.Reader) (string, error) {
	b, err := io.ReadAll(io.LimitReader(r, MaxSource+1))
	if err != nil {
		return "", err
	}
	if len(b) > MaxSource {
		return "", fmt.Errorf("<stdin>: over the limit of %d bytes for a source", MaxSource)
	}
	return cleanSource("<stdin>", b)
}
