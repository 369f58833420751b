package session

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text/literal"
)

// Names are kept across sessions as expressions: a file for each in the state folder, NAME.py,
// which can be read and written by hand.

// storeNames is %store: it keeps names, gives them back with -r, forgets them with -d or all
// with -z, and lists what is kept.
func storeNames(in *Session, t *py.Thread, arg, _ string) error {
	if in.front.State == "" {
		return py.ValueErrorf("%%store: there is no folder for the state of programs")
	}
	dir := filepath.Join(in.front.State, "store")
	words := strings.Fields(arg)
	flag := ""
	if len(words) > 0 && strings.HasPrefix(words[0], "-") {
		flag, words = words[0], words[1:]
	}
	kept := keptNames(dir)
	for _, w := range words {
		if nameAt(w) != w {
			return py.ValueErrorf("%%store takes names, got %s", literal.Quote(w))
		}
	}
	switch {
	case flag == "" && len(words) == 0:
		return listStored(t, dir, kept)
	case flag == "":
		for _, n := range words {
			if err := in.storeName(t, dir, n); err != nil {
				return err
			}
		}
		return nil
	case flag == "-z" && len(words) == 0:
		words = kept
	case flag == "-r" && len(words) == 0:
		words = kept
	}
	for _, n := range words {
		path := filepath.Join(dir, n+".py")
		switch flag {
		case "-r":
			text, err := os.ReadFile(path)
			if err != nil {
				return py.ValueErrorf("%%store -r: no name %s is kept", n)
			}
			if inputs, ok := strings.CutPrefix(string(text), macroMark); ok {
				in.Set(n, &macro{strings.TrimSuffix(inputs, "\n")})
				continue
			}
			v, err := in.Value(t, path, strings.TrimSpace(string(text)))
			if err != nil {
				return err
			}
			in.Set(n, v)
		case "-d", "-z":
			if err := os.Remove(path); err != nil {
				return py.ValueErrorf("%%store %s: no name %s is kept", flag, n)
			}
		default:
			return py.ValueErrorf("%%store takes NAMES, -r [NAMES], -d NAMES or -z, got %s", flag)
		}
	}
	return nil
}

func keptNames(dir string) (names []string) {
	files, _ := filepath.Glob(filepath.Join(dir, "*.py"))
	for _, f := range files {
		if n := strings.TrimSuffix(filepath.Base(f), ".py"); nameAt(n) == n {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	return names
}

func listStored(t *py.Thread, dir string, names []string) error {
	if len(names) == 0 {
		return t.Say("No names are kept; %%store NAME keeps one.\n")
	}
	var rows [][]string
	for _, n := range names {
		text, _ := os.ReadFile(filepath.Join(dir, n+".py"))
		rows = append(rows, []string{n, lang.Short(string(text), 60)})
	}
	return t.Say("%s", aligned(rows, "ll"))
}

// macroMark begins the file of a macro; its inputs follow.
const macroMark = "# a macro\n"

// maxStored bounds the text of one name.
const maxStored = 64 << 20

func (in *Session) storeName(t *py.Thread, dir, name string) error {
	v, ok := in.Globals().GetStr(name)
	if !ok {
		return py.Raisef(py.NameErrorClass, "name '%s' is not defined", name)
	}
	text := ""
	if m, ok := v.(*macro); ok {
		text = macroMark + m.text
	} else {
		var err error
		if text, err = in.storedText(v, 0); err != nil {
			return py.TypeErrorf("%%store %s: %v", name, err)
		}
	}
	if len(text) > maxStored {
		return py.ValueErrorf("%%store %s: its text is longer than the %d bytes that are kept", name, maxStored)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return py.OSErr(err, dir)
	}
	path := filepath.Join(dir, name+".py")
	if err := os.WriteFile(path+".new", []byte(text+"\n"), 0o600); err != nil {
		return py.OSErr(err, path)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return py.OSErr(err, path)
	}
	return t.Say("Stored %s (%s)\n", name, py.TypeOf(v).Name)
}

// storedText is an expression that makes a value again.
func (in *Session) storedText(v py.Value, depth int) (string, error) {
	if depth > 100 {
		return "", errors.New("it is nested too deeply")
	}
	list := func(open string, items []py.Value, end string) (string, error) {
		parts := make([]string, len(items))
		for i, x := range items {
			s, err := in.storedText(x, depth+1)
			if err != nil {
				return "", err
			}
			parts[i] = s
		}
		if open == "(" && len(parts) == 1 {
			end = ",)"
		}
		return open + strings.Join(parts, ", ") + end, nil
	}
	switch x := v.(type) {
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return "float('" + py.ReprOf(x) + "')", nil
		}
		return py.ReprOf(x), nil
	case bool, int64, *big.Int, string, py.Bytes:
		return py.ReprOf(x), nil
	case complex128:
		re, _ := in.storedText(real(x), depth)
		im, _ := in.storedText(imag(x), depth)
		return "complex(" + re + ", " + im + ")", nil
	case *py.List:
		return list("[", x.Items, "]")
	case *py.Tuple:
		if fields, err := py.GetAttr(py.Background(), x, "_fields"); err == nil { // of a named tuple: its class is made again
			names, err := in.storedText(fields, depth+1)
			if err != nil {
				return "", err
			}
			items, err := list("(", x.Items, ")")
			make := "__import__('collections').namedtuple(" + py.ReprOf(py.TypeOf(x).Name) + ", " + names + ")"
			return make + items, err
		}
		return list("(", x.Items, ")")
	case *py.Set:
		s, err := list("[", x.Items(), "]")
		return py.TypeOf(x).Name + "(" + s + ")", err
	case *py.Dict:
		var parts []string
		err := x.Each(func(k, item py.Value) error {
			ks, err := in.storedText(k, depth+1)
			if err != nil {
				return err
			}
			s, err := in.storedText(item, depth+1)
			parts = append(parts, ks+": "+s)
			return err
		})
		return "{" + strings.Join(parts, ", ") + "}", err
	case *tensor.Tensor:
		return in.arrayLiteral(x, "tf.reshape(tf.constant(%s, tf.%s), %s)", depth)
	}
	if in.isArray(v) {
		return in.arrayLiteral(v, "np.array(%s, dtype='%s').reshape(%s)", depth)
	}
	if v == py.None {
		return "None", nil
	}
	if full := py.TypeOf(v).FullName(); strings.HasPrefix(full, "numpy.") { // a scalar
		item, err := py.CallMethod(py.Background(), v, "item")
		if err != nil {
			return "", err
		}
		s, err := in.storedText(item, depth+1)
		return "np." + strings.TrimPrefix(full, "numpy.") + "(" + s + ")", err
	}
	if py.TypeOf(v).FullName() == "bytearray" {
		return py.ReprOf(v), nil
	}
	if form, ok := in.made(v); ok {
		return in.storedForm(v, form, depth)
	}
	return "", fmt.Errorf(
		"numbers, texts, lists, tuples, sets, dicts, tensors, variables, arrays and macros are kept, not %s",
		py.TypeOf(v).Name,
	)
}

// made is how a value is made of its attributes, which stand in braces; ok is false where that is not known.
func (in *Session) made(v py.Value) (form string, ok bool) {
	switch py.TypeOf(v).Name {
	case "RaggedTensor":
		if n, err := py.GetAttr(py.Background(), v, "uniform_row_length"); err == nil && n != py.None {
			return "tf.RaggedTensor.from_uniform_row_length({values}, {uniform_row_length}, {nrows}, validate=False)", true
		}
		return "tf.RaggedTensor.from_row_splits({values}, {row_splits}, validate=False)", true
	case "SparseTensor":
		return "tf.SparseTensor({indices}, {values}, {dense_shape})", true
	case "IndexedSlices":
		return "tf.IndexedSlices({values}, {indices}, {dense_shape})", true
	case "ResourceVariable":
		return "tf.Variable({value}, trainable={trainable})", true
	case "TensorShape":
		return "tf.TensorShape({as_list})", true
	case "DType":
		return "tf.as_dtype({name})", true
	case "range", "slice":
		return py.TypeOf(v).Name + "({start}, {stop}, {step})", true
	}
	return "", false
}

var formPart = regexp.MustCompile(`\{\w+\}`)

// storedForm puts the attributes, and what methods without arguments give, into a form.
func (in *Session) storedForm(v py.Value, form string, depth int) (string, error) {
	var failure error
	text := formPart.ReplaceAllStringFunc(form, func(part string) string {
		name := strings.Trim(part, "{}")
		x, err := py.GetAttr(py.Background(), v, name)
		switch x.(type) {
		case *py.Method, *py.Builtin, *lang.Func:
			x, err = py.CallMethod(py.Background(), v, name)
		}
		text := ""
		if err == nil {
			text, err = in.storedText(x, depth+1)
		}
		if err != nil && failure == nil {
			failure = err
		}
		return text
	})
	return text, failure
}

// isArray tells arrays of np.
func (in *Session) isArray(v py.Value) bool {
	c := in.Options().Modules.Class("ndarray")
	return c != nil && py.TypeOf(v).Is(c)
}

// arrayLiteral writes the values of a tensor or array in one row, with dtype and shape.
func (in *Session) arrayLiteral(v py.Value, form string, depth int) (string, error) {
	t := py.Background()
	get := func(name string) (py.Value, error) { return py.GetAttr(t, v, name) }
	shape, err := get("shape")
	if err != nil {
		return "", err
	}
	dtype, err := get("dtype")
	if err != nil {
		return "", err
	}
	name, err := py.GetAttr(t, dtype, "name")
	if err != nil {
		return "", err
	}
	flat := v
	if _, isTensor := v.(*tensor.Tensor); isTensor {
		if flat, err = py.CallMethod(t, v, "numpy"); err != nil {
			return "", err
		}
	}
	if in.isArray(flat) {
		if flat, err = py.CallMethod(t, flat, "flatten"); err == nil {
			flat, err = py.CallMethod(t, flat, "tolist")
		}
		if err != nil {
			return "", err
		}
	} else { // a scalar
		if item, err := py.CallMethod(t, flat, "item"); err == nil {
			flat = item
		}
		flat = py.NewList(flat)
	}
	values, err := in.storedText(flat, depth+1)
	if err != nil {
		return "", err
	}
	sizes, err := py.CallMethod(t, shape, "as_list")
	if err != nil {
		sizes = shape
	}
	return fmt.Sprintf(form, values, py.StrOf(name), py.ReprOf(sizes)), nil
}
