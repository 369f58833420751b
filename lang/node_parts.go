package lang

import (
	"unsafe"

	"github.com/expr-lang/expr/ast"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// Attributes, items, displays and formatted strings.

func unaryNode(op string, x *node, at syntax.Span) *node {
	val := x.val
	return &node{val: func(f *Frame) (py.Value, error) {
		v, err := val(f)
		if err != nil {
			return nil, err
		}
		if v, err = py.Unary(f.t, op, v); err != nil || f.t.Due {
			if err = f.settle(err, at); err != nil {
				return nil, err
			}
		}
		return v, nil
	}}
}

func attrNode(x *node, name string, at syntax.Span) *node {
	val, site := x.val, &py.AttrSite{Name: name}
	return &node{val: func(f *Frame) (py.Value, error) {
		v, err := val(f)
		if err != nil {
			return nil, err
		}
		if v, err = site.Get(f.t, v); err != nil {
			return nil, f.traced(err, at)
		}
		return v, nil
	}}
}

func itemNode(x, key *node, at syntax.Span) *node {
	val, num := x.val, key.number()
	return &node{val: func(f *Frame) (py.Value, error) {
		v, err := val(f)
		if err != nil {
			return nil, err
		}
		k, n, kind, err := num(f)
		if err != nil {
			return nil, err
		}
		if kind == isInt {
			if l, ok := v.(*py.List); ok {
				if i := uint64(n); i < uint64(len(l.Items)) {
					return l.Items[i], nil
				}
				if i := n + int64(len(l.Items)); n < 0 && i >= 0 {
					return l.Items[i], nil
				}
			} else if l, ok := v.(*py.Tuple); ok && l.Class == nil {
				if i := uint64(n); i < uint64(len(l.Items)) {
					return l.Items[i], nil
				}
			} else if s, ok := v.(string); ok {
				if c, ok := py.CharAt(s, n); ok {
					return c, nil
				}
			}
		}
		key := f.box(k, n, kind)
		item, err := py.GetItem(f.t, v, key)
		if err != nil {
			return nil, f.traced(noItem(err, v, key), at)
		}
		return item, nil
	}}
}

// sliceNode is x[lo:hi] of a list, a tuple or a text; without a bound its node is nil.
func sliceNode(x, lo, hi *node, at syntax.Span) *node {
	val, from, to := x.val, numberOr(lo), numberOr(hi)
	return &node{val: func(f *Frame) (py.Value, error) {
		v, err := val(f)
		if err != nil {
			return nil, err
		}
		l, a, ak, err := from(f)
		if err != nil {
			return nil, err
		}
		h, b, bk, err := to(f)
		if err != nil {
			return nil, err
		}
		if list, ok := v.(*py.List); ok {
			n := int64(len(list.Items))
			if i, j, ok := bounds(l, a, ak, h, b, bk, n); ok && j-i < 1<<16 {
				return &py.List{Items: append([]py.Value(nil), list.Items[i:j]...)}, nil
			}
		}
		s := &py.Slice{Start: f.box(l, a, ak), Stop: f.box(h, b, bk), Step: py.None}
		part, err := py.GetItem(f.t, v, s)
		if err != nil {
			return nil, f.traced(noItem(err, v, s), at)
		}
		return part, nil
	}}
}

// numberOr is a bound of a slice, None where it is left out.
func numberOr(n *node) numberFn {
	if n == nil {
		n = constNode(py.None)
	}
	return n.number()
}

// bounds are those of a slice of ints, or left out, within n items.
func bounds(l py.Value, a int64, ak kind, h py.Value, b int64, bk kind, n int64) (i, j int64, ok bool) {
	none := py.Value(py.None)
	if ak != isInt && l != none || bk != isInt && h != none {
		return 0, 0, false
	}
	j = n
	if ak == isInt {
		if i = a; i < 0 {
			i += n
		}
		i = min(max(i, 0), n)
	}
	if bk == isInt {
		if j = b; j < 0 {
			j += n
		}
		j = min(max(j, 0), n)
	}
	return i, max(i, j), true
}

// sequence is a list, tuple or set display.
func (b *builder) sequence(n *ast.CallNode, at syntax.Span) *node {
	parts := make([]valueFn, len(n.Arguments)-1)
	fixed := make([]py.Value, 0, len(parts)) // the parts while all are constants
	for i, a := range n.Arguments[1:] {
		if isMarker(a) {
			return b.shared(n, at)
		}
		x := b.node(a)
		if parts[i] = x.val; x.konst == nil {
			fixed = nil
		} else if fixed != nil {
			fixed = append(fixed, x.konst)
		}
	}
	kind := intrinsic(n)
	if kind == "$tuple" && fixed != nil {
		return constNode(&py.Tuple{Items: fixed})
	}
	if kind == "$set" && fixed != nil {
		if s, err := py.SetOf(py.Background(), fixed); err == nil {
			return constSet(s)
		}
	}
	out := &node{val: func(f *Frame) (py.Value, error) {
		var items []py.Value
		if len(parts) > 0 {
			items = make([]py.Value, len(parts))
		}
		for i, p := range parts {
			v, err := p(f)
			if err != nil {
				return nil, err
			}
			items[i] = v
		}
		switch kind {
		case "$tuple":
			return &py.Tuple{Items: items}, nil
		case "$set":
			s, err := py.SetOf(f.t, items)
			return s, f.failed(err, at)
		}
		return &py.List{Items: items}, nil
	}}
	if fixed != nil && kind != "$set" {
		out.among = &py.Tuple{Items: fixed}
	}
	return out
}

// constSet is a set that is written out with constants alone: it is made once, and copied where it is evaluated.
func constSet(s *py.Set) *node {
	s.Constant()
	s.Frozen = true
	return &node{val: func(f *Frame) (py.Value, error) { return s.Copy(f.t) }, among: s}
}

// formatted writes the text of one part of a formatted string.
type formatted func(f *Frame, to []byte) ([]byte, error)

// format is a formatted string.
func (b *builder) format(n *ast.CallNode, at syntax.Span) *node {
	parts := make([]formatted, len(n.Arguments)-1)
	for i, a := range n.Arguments[1:] {
		if s, ok := a.(*ast.CallNode); ok && intrinsic(a) == "$fmt" {
			parts[i] = b.field(s)
			continue
		}
		val := b.node(a).val
		parts[i] = func(f *Frame, to []byte) ([]byte, error) {
			v, err := val(f)
			if err != nil {
				return nil, err
			}
			return append(to, v.(string)...), nil
		}
	}
	return &node{val: func(f *Frame) (py.Value, error) {
		var room [128]byte
		text, reserved := room[:0], 1<<16
		for _, p := range parts {
			var err error
			if text, err = p(f, text); err != nil {
				return nil, err
			}
			if len(text) > reserved { // a long text asks the memory account
				if err := py.Fits(int64(len(text))); err != nil {
					return nil, f.traced(err, at)
				}
				reserved = min(2*len(text), py.MaxText)
			}
		}
		if len(text) > 1<<16 { // not in room, and nobody else has it
			return unsafe.String(&text[0], len(text)), nil
		}
		return string(text), nil
	}}
}

// field is {x!conv:spec}.
func (b *builder) field(n *ast.CallNode) formatted {
	x, conv, spec, at := b.node(n.Arguments[1]), byte(0), b.node(n.Arguments[3]), b.at(n)
	if s := text(n.Arguments[2]); s != "" {
		conv = s[0]
	}
	num, specOf := x.number(), spec.val
	fixed, isFixed := spec.konst.(string)
	return func(f *Frame, to []byte) ([]byte, error) {
		v, k, kind, err := num(f)
		if err != nil {
			return nil, err
		}
		if conv == 0 && isFixed {
			switch kind {
			case isInt:
				if b, ok := py.AppendInt(to, k, fixed); ok {
					return b, nil
				}
			case isFloat:
				if b, ok := py.AppendFloat(to, floatOf(k), fixed); ok {
					return b, nil
				}
			default:
				if s, ok := v.(string); ok && fixed == "" {
					return append(to, s...), nil
				}
			}
		}
		with := fixed
		if !isFixed {
			s, err := specOf(f)
			if err != nil {
				return nil, err
			}
			with = s.(string)
		}
		if v, err = py.Convert(f.t, f.box(v, k, kind), conv); err == nil {
			with, err = py.Format(f.t, v, with)
		}
		if err != nil {
			return nil, f.traced(err, at)
		}
		return append(to, with...), nil
	}
}
