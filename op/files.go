package op

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/records"
	"github.com/tfs-lang/tfs/tensor"
)

// Kernels of whole files, and of tensors written as bytes. None has a gradient.

// scalarText is input i, which must be a scalar that errors call by a name.
func (n *Node) scalarText(i int, name string) (string, error) {
	t := n.T(i)
	if t.Rank() != 0 {
		return "", tensor.Errorf("%s tensor must be scalar, but had shape: %s", name, tensor.ShapeString(t.Shape()))
	}
	return t.Str(0), nil
}

// ReadFile is the content of a file.
var ReadFile = define(Def{Name: "ReadFile", Effect: true, Grad: noGrad, Eval: func(x *Exec, n *Node) error {
	name, err := n.scalarText(0, "Input filename")
	if err != nil {
		return err
	}
	b, err := readFile(x.Ctx, name)
	if err != nil {
		return err
	}
	return n.Give(tensor.StringScalar(string(b)))
}, Infer: func(s *Shapes) {
	s.NeedRank(0, 0)
	s.Is(known())
}})

// maxEndless is the most that is read of a file without a size, such as a device.
const maxEndless = 1 << 28

// readFile reads a file that has room; a call that is to stop does not wait for a pipe's other end.
func readFile(ctx context.Context, name string) ([]byte, error) {
	var b []byte
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		b, err = readWhole(ctx, name)
	}()
	select {
	case <-done:
		return b, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func readWhole(ctx context.Context, name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, records.FileError(name, err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, records.FileError(name, err)
	}
	if st.IsDir() {
		return nil, tensor.Failf(tensor.FailedPrecondition, "%s; Is a directory", name)
	}
	most := int64(maxEndless)
	if st.Mode().IsRegular() {
		most = max(most, st.Size())
		if !memory.Reserve(st.Size()) {
			return nil, tensor.Failf(tensor.ResourceExhausted, "the %d bytes of %s do not fit", st.Size(), name)
		}
	}
	b, err := memory.ReadAll(ctx, io.LimitReader(f, most+1))
	switch {
	case errors.Is(err, memory.ErrFull):
		return nil, tensor.Failf(tensor.ResourceExhausted, "the content of %s does not fit", name)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, records.FileError(name, err)
	case int64(len(b)) > most:
		return nil, tensor.Failf(tensor.ResourceExhausted, "%s has no end: more than %d bytes are not read", name, most)
	}
	return b, nil
}

// WriteFile gives a file a content, and makes the folders it lies in.
var WriteFile = define(Def{Name: "WriteFile", Effect: true, Keep: true, Grad: noGrad,
	Eval: func(_ *Exec, n *Node) error {
		name, err := n.scalarText(0, "Input filename")
		if err != nil {
			return err
		}
		content, err := n.scalarText(1, "Contents")
		if err != nil {
			return err
		}
		if err = os.MkdirAll(filepath.Dir(name), 0o755); err == nil {
			err = records.WriteWhole(name, []byte(content))
		}
		if err != nil {
			return records.FileError(name, err)
		}
		n.Out = nil
		return nil
	}, Infer: func(s *Shapes) {
		s.NeedRank(0, 0)
		s.NeedRank(1, 0)
		s.Is()
	}})

// MatchingFiles lists the files that match patterns, sorted.
var MatchingFiles = define(Def{Name: "MatchingFiles", Effect: true, Grad: noGrad, Eval: func(_ *Exec, n *Node) error {
	t := n.T(0)
	out := []string{}
	for i := range t.Len() {
		pattern := t.Str(i)
		found, err := filepath.Glob(pattern)
		if err != nil {
			return tensor.Errorf("bad pattern %s", pattern)
		}
		for _, f := range found {
			if strings.ContainsAny(pattern, "*?[") && (!strings.Contains(pattern, "/") ||
				strings.HasPrefix(pattern, "./") && !strings.HasPrefix(f, "./")) {
				f = "./" + f
			}
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return n.Give(tensor.FromStrings([]int{len(out)}, out))
}, Infer: func(s *Shapes) { s.Is(known(-1)) }})

// SerializeTensor writes a tensor as a TensorProto.
var SerializeTensor = define(Def{Name: "SerializeTensor", Eval: func(_ *Exec, n *Node) error {
	x := n.T(0)
	if err := tensor.Room(x.Len(), 2*max(x.DType().Size(), 1), "the values of a message"); err != nil {
		return err
	}
	b, err := saved.Marshal(saved.ContentOf(x))
	if err != nil {
		return err
	}
	return n.Give(tensor.StringScalar(unsafe.String(unsafe.SliceData(b), len(b))))
}, Infer: func(s *Shapes) { s.Is(known()) }})

// ParseTensor reads a TensorProto.
var ParseTensor = define(Def{Name: "ParseTensor", Eval: func(_ *Exec, n *Node) error {
	x, d := n.T(0), n.Type("out_type")
	if x.Len() != 1 {
		return tensor.Errorf("Expected `serialized` to be a scalar, got shape: %s", tensor.ShapeString(x.Shape()))
	}
	p := &saved.TensorProto{}
	err := saved.Unmarshal([]byte(x.Str(0)), p)
	var z *tensor.Tensor
	if err == nil {
		z, err = p.Tensor()
	}
	var e *tensor.Error
	switch {
	case errors.As(err, &e) && e.Kind == tensor.ResourceExhausted:
		return err
	case err != nil:
		return tensor.Errorf("Could not parse `serialized` as TensorProto, base64: %s",
			base64.RawURLEncoding.EncodeToString([]byte(x.Str(0))))
	case z.DType() != d:
		return tensor.Errorf("Type mismatch between parsed tensor (%s) and dtype (%s)", z.DType().CName(), d.CName())
	}
	return n.Give(z)
}, Infer: func(s *Shapes) {
	s.Is(unknown())
}})
