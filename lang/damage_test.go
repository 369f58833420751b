package lang

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
)

// TestDamage reads files whose bytes are flipped or cut off.
func TestDamage(t *testing.T) {
	src, err := os.ReadFile("testdata/damage.tfs")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := evalText(string(src), Script); err != nil || !strings.HasSuffix(out, "read or refused\n") {
		t.Fatal(out, err)
	}
}

// reading defines read, which gives a file of each kind a content and reads it.
const reading = `
import os, tempfile
import numpy as np
import tensorflow as tf
from safetensors import SafetensorError
from safetensors.numpy import load
folder = tempfile.mkdtemp()
tf.data.Dataset.from_tensor_slices({'a': [1, 2], 'b': ['x', 'yz']}).save(os.path.join(folder, 'ds'))
names = [os.path.join(folder, 'a.npz')]
for base, _, found in os.walk(os.path.join(folder, 'ds')):
    names += [os.path.join(base, n) for n in sorted(found)]
contents = [b''] + [open(n, 'rb').read() for n in names[1:]]
def read(kind, data):
    k = kind % (len(names) + 1)
    try:
        if k == len(names):
            return load(data)
        with open(names[k], 'wb') as f:
            f.write(data)
        if k == 0:
            return {n: x.sum() for n, x in np.load(names[0]).items()}
        return list(tf.data.Dataset.load(os.path.join(folder, 'ds')))
    except (OSError, ValueError, KeyError, EOFError, TypeError, tf.errors.OpError, SafetensorError, MemoryError):
        return None
    finally:
        if 0 < k < len(names):
            with open(names[k], 'wb') as f:
                f.write(contents[k])
`

// FuzzFiles reads hostile files of what is written in the language: archives of arrays, saved datasets, safetensors.
func FuzzFiles(f *testing.F) {
	in := newWired(Options{})
	run := func(src string) error {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		return in.Eval(ctx, "<test>", src, Script, func(Event) {})
	}
	if err := run(reading); err != nil {
		f.Fatal(err)
	}
	for kind := range uint8(6) {
		f.Add(kind, []byte("PK\x03\x04"))
		f.Add(kind, []byte("\x02\x00\x00\x00\x00\x00\x00\x00{}"))
		f.Add(kind, []byte("\x0a\x02\x08\x01"))
	}
	f.Fuzz(func(t *testing.T, kind uint8, b []byte) {
		if err := run(fmt.Sprintf("read(%d, %s)\n", kind, py.ReprOf(py.Bytes(b)))); err != nil {
			t.Fatal(err)
		}
	})
}
