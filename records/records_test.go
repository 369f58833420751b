package records

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/tfs-lang/tfs/tensor"
)

// sample writes three records, the way TFRecordWriter does.
func sample(t testing.TB, compression string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, compression, -1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if err := w.Write(fmt.Appendf(nil, "hello%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readAll gives all records before the end, or before an error.
func readAll(b io.Reader, o Options) ([]string, error) {
	r, err := NewReader(b, o)
	if err != nil {
		return nil, err
	}
	var out []string
	for {
		data, err := r.Next()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		out = append(out, string(data))
	}
}

// TestTFRecord reads what is written, in all compressions; the plain bytes are those TensorFlow writes.
func TestTFRecord(t *testing.T) {
	for _, c := range []string{Plain, GZIP, ZLIB} {
		b := sample(t, c)
		for _, r := range []io.Reader{bytes.NewReader(b), iotest.OneByteReader(bytes.NewReader(b))} {
			got, err := readAll(r, Options{Compression: c})
			if err != nil || strings.Join(got, " ") != "hello0 hello1 hello2" {
				t.Errorf("%q: %q %v", c, got, err)
			}
		}
	}
	twice := append(sample(t, GZIP), sample(t, GZIP)...)
	if got, err := readAll(bytes.NewReader(twice), Options{Compression: GZIP}); err != nil || len(got) != 6 {
		t.Errorf("two members: %q %v", got, err)
	}
	const want = "\x06\x00\x00\x00\x00\x00\x00\x00\x73\x69\xd5\x37\x68\x65\x6c\x6c\x6f\x30\x51\xc7\xf1\x14"
	if b := sample(t, Plain); len(b) != 66 || string(b[:22]) != want {
		t.Errorf("%q", b[:22])
	}
}

// TestDamage holds the texts of damaged files equal to TensorFlow's.
func TestDamage(t *testing.T) {
	good := sample(t, Plain)
	flip := func(b []byte, at int) []byte {
		b = bytes.Clone(b)
		b[at] ^= 1
		return b
	}
	pack := func(b []byte) []byte {
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		w.Write(b)
		w.Close()
		return z.Bytes()
	}
	huge := func(top byte) []byte {
		h := append(bytes.Repeat([]byte{top}, 7), top>>1)
		if top == 0xff {
			h[7] = top
		}
		c := MaskedCRC(h)
		return append(bytes.Clone(good), append(h, byte(c), byte(c>>8), byte(c>>16), byte(c>>24))...)
	}
	for _, c := range []struct {
		name, compression string
		data              []byte
		whole             int
		want              string
	}{
		{"header", "", good[:22+5], 1, "truncated record at 22' failed with Read less bytes than requested"},
		{"only header", "", good[:22+12], 1, "truncated record at 22' failed with Read less bytes than requested"},
		{"data", "", good[:22+15], 1, "truncated record at 22' failed with Read less bytes than requested"},
		{"footer", "", good[:22+20], 1, "truncated record at 22' failed with Read less bytes than requested"},
		{"length", "", flip(good, 22), 1, "corrupted record at 22"},
		{"letter", "", flip(good, 22+12), 1, "corrupted record at 34"},
		{"checksum", "", flip(good, 22+18), 1, "corrupted record at 34"},
		{"first", "", flip(good, 3), 0, "corrupted record at 0 (Is this even a TFRecord file?)"},
		{"too large", "", huge(0xff), 3, "record size too large"},
		{"beyond memory", "", huge(0x80), 3, "a record of 4647856104846426240 bytes at 66: more than 536870912 are not read"},
		{"cut gzip", GZIP, pack(good)[:20], 0, "truncated record at 0' failed with EOF reached"},
		{"no gzip", GZIP, good, 0, "inflate() failed with error -3: incorrect header check"},
		{"no zlib", ZLIB, good, 0, "inflate() failed with error -3: incorrect header check"},
		{"gzip checksum", GZIP, flip(pack(good), len(pack(good))-6), 3,
			"inflate() failed with error -3: incorrect data check"},
		{"gzip tail", GZIP, pack(good)[:len(pack(good))-2], 3, "truncated record at 66' failed with EOF reached"},
		{"empty", GZIP, nil, 0, ""},
		{"empty", "", nil, 0, ""},
		{"name", "BZ", nil, 0, "Unsupported compression_type: BZ"},
	} {
		got, err := readAll(bytes.NewReader(c.data), Options{Compression: c.compression, Name: "f"})
		if text := fmt.Sprint(err); len(got) != c.whole || text != c.want && (err != nil || c.want != "") {
			t.Errorf("%s: %q, %s", c.name, got, text)
		}
		var e *tensor.Error
		if errors.As(err, &e) && e.Kind == tensor.DataLoss && !strings.Contains(e.Hint, "f: ") {
			t.Errorf("%s: the hint does not name the file: %s", c.name, e.Hint)
		}
	}
}

// TestEveryByte flips and cuts each byte of a small file: what is read is a beginning of what was written, and
// less than all of it only with an error. Only the parts of a GZIP header that describe the file mean nothing.
func TestEveryByte(t *testing.T) {
	want := []string{"hello0", "hello1", "hello2"}
	for _, c := range []string{Plain, GZIP, ZLIB} {
		good := sample(t, c)
		check := func(what string, at int, b []byte) {
			got, err := readAll(bytes.NewReader(b), Options{Compression: c})
			for i, s := range got {
				if i >= len(want) || s != want[i] {
					t.Errorf("%q %s at %d: %q", c, what, at, got)
					return
				}
			}
			whole := what == "cut" && c == Plain && at%22 == 0 || what == "cut" && at == 0
			if err == nil && len(got) < len(want) && !whole {
				t.Errorf("%q %s at %d: %q without an error", c, what, at, got)
			}
		}
		for at := range good {
			for bit := range 8 {
				b := bytes.Clone(good)
				b[at] ^= 1 << bit
				check("flip", at, b)
			}
			check("cut", at, good[:at])
		}
	}
}

// TestLines follows TextLineDataset: \r goes wherever it stands.
func TestLines(t *testing.T) {
	for text, want := range map[string]string{"": "", "a": "a", "a\n": "a", "a\nb": "a|b", "a\r\nb\r": "a|b", "\n\n": "|",
		"a\rb\n": "ab", "a\r\r\n": "a", "\r": "", "\x00\n\xff": "\x00|\xff",
		strings.Repeat("x", 600000) + "\ny": strings.Repeat("x", 600000) + "|y"} {
		l, err := NewLines(strings.NewReader(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for {
			line, err := l.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(line))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%.20q: %.40q", text, got)
		}
	}
	l, _ := NewLines(strings.NewReader(strings.Repeat("x", 400000)), Options{Most: 1000})
	if _, err := l.Next(); err == nil || err == io.EOF {
		t.Errorf("a line above the limit: %v", err)
	}
}

// TestFixed follows FixedLengthRecordDataset, whose plain files are measured before they are read.
func TestFixed(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		data      string
		size      FixedSize
		packed    bool
		want, err string
	}{
		{"abcdef", FixedSize{Record: 2}, false, "ab cd ef", ""},
		{"abcdefg", FixedSize{Record: 2}, false, "", "has body length 7 bytes"},
		{"Habcdef", FixedSize{2, 1, 0}, false, "ab cd ef", ""},
		{"Habcdef", FixedSize{2, 1, 2}, false, "ab cd", ""},
		{"Habcdef", FixedSize{2, 1, 2}, true, "ab cd", ""},
		{"Habcdeff", FixedSize{2, 1, 2}, false, "", "has body length 5 bytes"},
		{"Habcdeff", FixedSize{2, 1, 2}, true, "ab cd", "has body length 5 bytes"},
		{"Habcdef", FixedSize{2, 1, 3}, true, "ab", "has body length 3 bytes"},
		{"abc", FixedSize{2, 5, 0}, false, "", "has body length -2 bytes"},
		{"ab", FixedSize{2, 5, 0}, true, "", "has body length -3 bytes"},
		{"", FixedSize{Record: 2}, false, "", ""},
		{"ab", FixedSize{Record: 0}, false, "", "`record_bytes` must be > 0"},
		{"ab", FixedSize{2, -1, 0}, false, "", "`header_bytes` must be >= 0"},
		{"ab", FixedSize{1 << 60, 0, 0}, false, "", "more than 536870912 are not read"},
	} {
		name, o := filepath.Join(dir, "f"), Options{}
		data := []byte(c.data)
		if c.packed {
			var z bytes.Buffer
			w := zlib.NewWriter(&z)
			w.Write(data)
			w.Close()
			data, o.Compression = z.Bytes(), ZLIB
		}
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
		var got []string
		z, err := OpenFixed(name, c.size, o)
		for err == nil {
			var data []byte
			if data, err = z.Next(); err == nil {
				got = append(got, string(data))
			}
		}
		if z != nil {
			z.Close()
		}
		if strings.Join(got, " ") != c.want || c.err == "" && err != io.EOF || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q %v: %q %v", c.data, c.size, got, err)
		}
	}
	if _, err := OpenLines(dir, Options{}); err == nil || err.Error() != dir+"; Is a directory" {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Open(filepath.Join(dir, "none"), Options{}); err == nil ||
		!strings.HasSuffix(err.Error(), "; No such file or directory") {
		t.Errorf("no file: %v", err)
	}
}

// FuzzReader holds reading within its bounds: no record that was not framed and checked, none twice.
func FuzzReader(f *testing.F) {
	f.Add(sample(f, Plain), uint8(0))
	f.Add(sample(f, GZIP), uint8(1))
	f.Add(sample(f, ZLIB), uint8(2))
	f.Fuzz(func(t *testing.T, b []byte, kind uint8) {
		c := []string{Plain, GZIP, ZLIB}[kind%3]
		got, _ := readAll(io.LimitReader(bytes.NewReader(b), 1<<20), Options{Compression: c, Most: 1 << 16})
		if c != Plain {
			return
		}
		var again bytes.Buffer
		w, _ := NewWriter(&again, Plain, -1)
		for _, s := range got {
			w.Write([]byte(s))
		}
		w.Close()
		if !bytes.HasPrefix(b, again.Bytes()) {
			t.Errorf("%q is not what %q frames", got, b)
		}
	})
}
