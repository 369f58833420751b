package io

import (
	"html"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// port is one input or output of an OpenVINO layer description: its precision, its
// dimensions, and the value a comment gives.
type port struct {
	precision string
	dims      []int
	name      string
	text      string
}

// parseLayer reads a <layer> description. Attributes elided as "..." are allowed.
func parseLayer(src string) (kind string, in, out []port, err error) {
	src = strings.ReplaceAll(src, "<layer ...", "<layer")
	src = strings.ReplaceAll(src, "\" ... >", "\">")
	var cur *port
	var list *[]port
	var open []string
	for {
		_, src, _ = strings.Cut(src, "<")
		if src == "" {
			break
		}
		if comment, ok := strings.CutPrefix(src, "!--"); ok {
			if comment, src, ok = strings.Cut(comment, "-->"); !ok {
				return "", nil, nil, py.ValueErrorf("a comment does not end")
			}
			if name, v, ok := strings.Cut(comment, "="); ok && cur != nil {
				cur.name, cur.text = strings.TrimSpace(name), strings.TrimSpace(v)
			}
			continue
		}
		tag, rest, ok := strings.Cut(src, ">")
		if !ok {
			return "", nil, nil, py.ValueErrorf("the element <%s does not end", src)
		}
		src = rest
		if open, err = nested(open, tag); err != nil {
			return "", nil, nil, err
		}
		switch name, attrs, _ := strings.Cut(strings.TrimSuffix(tag, "/"), " "); name {
		case "layer":
			kind = attr(attrs, "type")
		case "input":
			list = &in
		case "output":
			list = &out
		case "port":
			if list != nil {
				*list = append(*list, port{precision: attr(attrs, "precision")})
				cur = &(*list)[len(*list)-1]
			}
		case "dim":
			text, _, _ := strings.Cut(src, "<")
			n, err := strconv.Atoi(strings.TrimSpace(text))
			if err != nil || cur == nil {
				return "", nil, nil, py.ValueErrorf("bad <dim> %q in the layer description", text)
			}
			cur.dims = append(cur.dims, n)
		}
	}
	if len(open) > 0 {
		return "", nil, nil, py.ValueErrorf("the element <%s> does not end", open[len(open)-1])
	}
	return kind, in, out, nil
}

// nested gives the elements that are open after a tag.
func nested(open []string, tag string) ([]string, error) {
	if name, ok := strings.CutPrefix(tag, "/"); ok {
		if n := len(open); n == 0 || open[n-1] != strings.TrimSpace(name) {
			return nil, py.ValueErrorf("</%s> ends no element", name)
		}
		return open[:len(open)-1], nil
	}
	if strings.HasSuffix(tag, "/") || strings.HasPrefix(tag, "?") {
		return open, nil
	}
	name, _, _ := strings.Cut(tag, " ")
	return append(open, name), nil
}

// attr finds the value of an attribute among those of an element.
func attr(attrs, name string) string {
	for attrs != "" {
		key, rest, ok := strings.Cut(attrs, "=\"")
		if !ok {
			return ""
		}
		value, more, _ := strings.Cut(rest, "\"")
		if strings.TrimSpace(key) == name {
			return html.UnescapeString(value)
		}
		attrs = more
	}
	return ""
}

func openvinoLayer(c *bind.Call) (py.Value, error) {
	kind, in, out, err := parseLayer(py.StrOf(c.Args[0]))
	if err != nil {
		return nil, py.ValueErrorf("the layer description cannot be read: %v", err)
	}
	if kind != "StringTensorPack" || len(in) != 3 {
		return nil, py.ValueErrorf("expected a <layer type=\"StringTensorPack\"> with 3 input ports, got type %q "+
			"with %d", kind, len(in))
	}
	begins, err := portInts(in[0])
	if err != nil {
		return nil, err
	}
	ends, err := portInts(in[1])
	if err != nil {
		return nil, err
	}
	text := in[2].text
	if i := strings.IndexByte(text, '"'); i >= 0 && strings.LastIndexByte(text, '"') > i {
		text = text[i+1 : strings.LastIndexByte(text, '"')]
	}
	if len(in[2].dims) == 1 && in[2].dims[0] != len(text) {
		return nil, c.Errorf("symbols has %d bytes, but its port says %d", len(text), in[2].dims[0])
	}
	z, err := tensor.StringPack(c.T.Ctx, begins, ends, tensor.FromBytes(tensor.Uint8, []int{len(text)}, []byte(text)))
	if err != nil {
		return nil, err
	}
	_ = out // the page's example 3 gives a wrong output dimension; the inputs decide
	return z, nil
}

// portInts reads a value such as [[0, 5], [13, 16]] in the shape its dims give.
func portInts(p port) (*tensor.Tensor, error) {
	var v []int64
	for _, f := range strings.FieldsFunc(p.text, func(r rune) bool { return !(r >= '0' && r <= '9' || r == '-') }) {
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return nil, py.ValueErrorf("bad number %q in port %s", f, p.name)
		}
		v = append(v, n)
	}
	n, err := tensor.Count(p.dims)
	if err != nil {
		return nil, err
	}
	if n != len(v) {
		return nil, py.ValueErrorf("port %s has %d values, but its dims %s ask for %d", p.name, len(v),
			tensor.ShapeString(p.dims), n)
	}
	x := tensor.FromSlice(p.dims, v)
	if p.precision == "I32" {
		return bind.Convert(py.Background(), bind.NewArray(x), tensor.Int32)
	}
	return x, nil
}
