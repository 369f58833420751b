package py

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"reflect"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/text/literal"
)

// ReprOf is repr(v) for Go code without a thread; user code that fails shows as its class.
func ReprOf(v Value) string {
	s, err := Repr(Background(), v)
	if err != nil {
		return defaultRepr(v)
	}
	return s
}

// StrOf is str(v) for Go code without a thread.
func StrOf(v Value) string {
	if s, ok := v.(string); ok {
		return s
	}
	s, err := Str(Background(), v)
	if err != nil {
		return defaultRepr(v)
	}
	return s
}

func defaultRepr(v Value) string {
	c := TypeOf(v)
	name := c.FullName()
	if c.User && c.Module == "" {
		name = "__main__." + name
	}
	return fmt.Sprintf("<%s object at %s>", name, Address(v))
}

// Address is a stable made-up address of an object, as 0x7f... text.
func Address(v Value) string {
	p := fmt.Sprintf("%p", v)
	if !strings.HasPrefix(p, "0x") {
		p = "0xc000000000"
	}
	return "0x7f" + fmt.Sprintf("%010s", p[2:])
}

// Identity is the number that id gives: where an object is, as Address shows it; for values that are one object when
// they are equal, such as ints and texts, a number of their own above all addresses.
func Identity(v Value) Value {
	above := func(kind int64, n uint64) Value {
		return Int(new(big.Int).Add(new(big.Int).Lsh(big.NewInt(kind), 64), new(big.Int).SetUint64(n)))
	}
	switch x := v.(type) {
	case int64:
		if x >= 0 && x < 1<<40 {
			return int64(1)<<60 + x<<5
		}
		return above(1, uint64(x))
	case bool:
		if x {
			return int64(1)<<59 + 32
		}
		return int64(1) << 59
	case float64:
		if x != x {
			x = NaN
		}
		return above(2, math.Float64bits(x+0))
	case string:
		return above(3, uint64(textHash(x)))
	case Bytes:
		return above(4, uint64(textHash(string(x))))
	}
	if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer || r.Kind() == reflect.Func || r.Kind() == reflect.Map {
		p := uint64(r.Pointer())
		digits := max(10, (bits.Len64(p)+3)/4)
		return int64(0x7f)<<(4*digits) | int64(p)
	}
	return above(5, uint64(textHash(fmt.Sprintf("%T %#v", v, v))))
}

// Str is str(v).
func Str(t *Thread, v Value) (string, error) {
	switch x := v.(type) {
	case string:
		return x, nil
	case *Instance, *Exc:
		c := TypeOf(v)
		if m := c.Lookup("__str__"); m != nil {
			r, err := special(t, m, v)
			if err != nil {
				return "", err
			}
			s, ok := r.(string)
			if !ok {
				return "", TypeErrorf("__str__ returned non-string (type %s)", TypeOf(r).Name)
			}
			return s, nil
		}
		if i, ok := x.(*Instance); ok && i.Native != nil && c.Lookup("__repr__") == nil && !c.Is(SetClass) &&
			!c.Is(FrozenSetClass) && !c.Is(ByteArrayClass) && !heldBy(c) {
			return Str(t, i.Native)
		}
	}
	c := TypeOf(v)
	if c.Str != nil {
		return c.Str(t, v)
	}
	if c.User {
		if m := c.Lookup("__str__"); m != nil {
			r, err := special(t, m, v)
			return StrOf(r), err
		}
	}
	return Repr(t, v)
}

// Repr is repr(v).
func Repr(t *Thread, v Value) (string, error) {
	switch x := v.(type) {
	case *NoneType:
		return x.name, nil
	case bool:
		if x {
			return "True", nil
		}
		return "False", nil
	case int64:
		return strconv.FormatInt(x, 10), nil
	case *big.Int:
		return decimal(t, x)
	case float64:
		return literal.Float(x), nil
	case complex128:
		return literal.Complex(x), nil
	case string:
		if len(x) < longText {
			return literal.Quote(x), nil
		}
		return t.textAside(v, func(*Thread) (string, error) { return literal.Quote(x), nil })
	case Bytes:
		if len(x) < longText {
			return literal.QuoteBytes(string(x)), nil
		}
		return t.textAside(v, func(*Thread) (string, error) { return literal.QuoteBytes(string(x)), nil })
	case *Tuple, *List, *Dict, *Set:
		return containerRepr(t, v)
	case *Range:
		if x.Step == 1 {
			return fmt.Sprintf("range(%d, %d)", x.Start, x.Stop), nil
		}
		return fmt.Sprintf("range(%d, %d, %d)", x.Start, x.Stop, x.Step), nil
	case *Slice:
		return "slice(" + ReprOf(x.Start) + ", " + ReprOf(x.Stop) + ", " + ReprOf(x.Step) + ")", nil
	case *Class:
		if x.Meta != nil && x.Meta.Repr != nil {
			return x.Meta.Repr(t, v)
		}
		return classRepr(x), nil
	case *Module:
		return fmt.Sprintf("<module '%s'>", x.Name), nil
	case *Builtin, *Method:
		return calleeRepr(t, v)
	case *Instance:
		return instanceRepr(t, x)
	case *Exc:
		if m := x.Class.Lookup("__repr__"); m != nil {
			if b, ok := m.(*Builtin); !ok || b.Owner != BaseExceptionClass {
				r, err := special(t, m, v)
				return StrOf(r), err
			}
		}
		return excRepr(t, x)
	case *NamedIter:
		if x.Show != nil {
			return x.Show(t)
		}
		return fmt.Sprintf("<%s object at %s>", x.Type, Address(x)), nil
	case *Super:
		return fmt.Sprintf("<super: %s, <%s object>>", classRepr(x.After), TypeOf(x.Self).Name), nil
	case *Property:
		return fmt.Sprintf("<property object at %s>", Address(x)), nil
	case *StaticMethod:
		return wrappedRepr(t, "staticmethod", x.Fn)
	case *ClassMethod:
		return wrappedRepr(t, "classmethod", x.Fn)
	}
	c := TypeOf(v)
	if c.Repr != nil {
		return c.Repr(t, v)
	}
	return defaultRepr(v), nil
}

// wrappedRepr shows a function that stands in a class as one of another kind.
func wrappedRepr(t *Thread, kind string, fn Value) (string, error) {
	s, err := Repr(t, fn)
	return "<" + kind + "(" + s + ")>", err
}

// calleeRepr is repr of a built-in function or of a method that is bound.
func calleeRepr(t *Thread, v Value) (string, error) {
	if x, ok := v.(*Builtin); ok {
		switch {
		case x.Owner != nil:
			return fmt.Sprintf("<method '%s' of '%s' objects>", x.Name, x.Owner.Name), nil
		case x.Mod == "":
			return fmt.Sprintf("<built-in function %s>", x.Name), nil
		}
		return fmt.Sprintf("<function %s at %s>", x.Name, Address(x)), nil
	}
	x := v.(*Method)
	name, _ := GetAttr(t, x.Fn, "__qualname__")
	if b, ok := x.Fn.(*Builtin); ok {
		return fmt.Sprintf("<built-in method %s of %s object at %s>", b.Name, TypeOf(x.Self).Name, Address(x.Self)), nil
	}
	s, err := Repr(t, x.Self)
	return fmt.Sprintf("<bound method %s of %s>", StrOf(name), s), err
}

// instanceRepr is repr of an object: by its class's method, or as what it holds is shown.
func instanceRepr(t *Thread, x *Instance) (string, error) {
	if m := x.Class.Lookup("__repr__"); m != nil {
		r, err := special(t, m, x)
		if err != nil {
			return "", err
		}
		s, ok := r.(string)
		if !ok {
			return "", TypeErrorf("__repr__ returned non-string (type %s)", TypeOf(r).Name)
		}
		return s, nil
	}
	return heldRepr(t, x)
}

// heldRepr shows an object as the built-in class it derives from shows it: under its own name where that has one.
func heldRepr(t *Thread, x *Instance) (string, error) {
	if s, ok := x.Native.(*Set); ok {
		if s.Len() == 0 {
			return x.Class.Name + "()", nil
		}
		return joinRepr(t, x.Class.Name+"({", s.Items(), "})")
	}
	if x.Native != nil && x.Class.Wrap == nil {
		s, err := Repr(t, x.Native)
		if rest, named := strings.CutPrefix(s, TypeOf(x.Native).Name+"("); named {
			s = x.Class.Name + "(" + rest
		}
		return s, err
	}
	if x.Class.Repr != nil {
		return x.Class.Repr(t, x)
	}
	return defaultRepr(x), nil
}

func classRepr(c *Class) string {
	name := c.FullName()
	if c.User && c.Module == "" {
		name = "__main__." + name
	}
	return "<class '" + name + "'>"
}

// containerRepr shows a container; one inside itself shows as [...].
func containerRepr(t *Thread, v Value) (string, error) {
	inside := "{...}"
	switch x := v.(type) {
	case *Dict:
		if x.Class != nil && x.Class.User {
			// What a dataclass made guards itself against recursion.
			if m, ok := x.Class.Lookup("__repr__").(*Builtin); ok && m.Owner == nil {
				r, err := special(t, m, v)
				return StrOf(r), err
			}
		}
		if _, again := t.showing[v]; again && x.Class != nil && x.Class.Inside != nil {
			return x.Class.Inside(t, x)
		}
	case *Tuple:
		inside = "(...)"
	case *List:
		inside = "[...]"
	case *Set:
		inside = TypeOf(x).Name + "(...)"
	}
	return t.Showing(v, inside, func() (string, error) {
		switch x := v.(type) {
		case *Tuple:
			return tupleRepr(t, x)
		case *List:
			return joinRepr(t, "[", x.Items, "]")
		case *Set:
			if x.Len() == 0 {
				return TypeOf(x).Name + "()", nil
			}
			s, err := joinRepr(t, "{", x.Items(), "}")
			if x.Frozen {
				s = "frozenset(" + s + ")"
			}
			return s, err
		case *Dict:
			return dictRepr(t, x)
		}
		return "", nil
	})
}

// Showing runs show for a container of a package above; inside itself it is text instead.
func (t *Thread) Showing(v Value, inside string, show func() (string, error)) (string, error) {
	if _, ok := t.showing[v]; ok {
		return inside, nil
	}
	if err := t.Enter("while getting the repr of an object"); err != nil {
		return "", err
	}
	defer t.Leave()
	if t.showing == nil {
		t.showing = map[Value]struct{}{}
	}
	t.showing[v] = struct{}{}
	defer delete(t.showing, v)
	return show()
}

func joinRepr(t *Thread, open string, items []Value, end string) (string, error) {
	var b strings.Builder
	b.WriteString(open)
	for i, e := range items {
		if i > 0 {
			b.WriteString(", ")
		}
		if err := t.Poll(); err != nil {
			return "", err
		}
		if t.Shown > 0 && i >= t.Shown {
			b.WriteString("...")
			break
		}
		s, err := Repr(t, e)
		if err != nil {
			return "", err
		}
		if b.Len()+len(s) > maxRepr {
			return "", tooLong()
		}
		b.WriteString(s)
	}
	b.WriteString(end)
	return b.String(), nil
}

// maxRepr is the most text a container is shown as: nested ones share their items, so a short
// program can ask for any length.
const maxRepr = 1 << 26

func tooLong() error {
	return Raisef(
		MemoryErrorClass,
		"a representation of more than %d bytes does not fit",
		maxRepr,
	).WithHint("show a part: x[:10].")
}

func tupleRepr(t *Thread, x *Tuple) (string, error) {
	if x.Class != nil {
		if m := x.Class.Lookup("__repr__"); m != nil {
			r, err := special(t, m, x)
			return StrOf(r), err
		}
		if x.Class.Repr != nil {
			return x.Class.Repr(t, x)
		}
		if f := FieldNames(x.Class); f != nil {
			return namedRepr(t, x, f)
		}
	}
	end := ")"
	if len(x.Items) == 1 {
		end = ",)"
	}
	return joinRepr(t, "(", x.Items, end)
}

func dictRepr(t *Thread, x *Dict) (string, error) {
	if x.Class != nil && x.Class.User {
		if m := x.Class.Lookup("__repr__"); m != nil {
			r, err := special(t, m, x)
			return StrOf(r), err
		}
	}
	var b strings.Builder
	b.WriteByte('{')
	n := 0
	err := x.Each(func(k, v Value) error {
		if n++; t.Shown > 0 && n > t.Shown {
			if n == t.Shown+1 {
				b.WriteString(", ...")
			}
			return nil
		}
		if b.Len() > 1 {
			b.WriteString(", ")
		}
		if err := t.Poll(); err != nil {
			return err
		}
		ks, err := Repr(t, k)
		if err != nil {
			return err
		}
		vs, err := Repr(t, v)
		if b.Len()+len(vs) > maxRepr {
			return tooLong()
		}
		b.WriteString(ks + ": " + vs)
		return err
	})
	b.WriteByte('}')
	s := b.String()
	if x.Class != nil && x.Class.Repr != nil {
		return x.Class.Repr(t, NewTuple(x, s))
	}
	return s, err
}

// ASCII is ascii(v): the repr with escapes for all but ASCII.
func ASCII(t *Thread, v Value) (string, error) {
	s, err := Repr(t, v)
	if err != nil || isASCII(s) {
		return s, err
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := literal.DecodeRune(s[i:])
		i += n
		if r < 0x80 {
			b.WriteByte(byte(r))
		} else {
			b.WriteString(literal.EscapeRune(r))
		}
	}
	return b.String(), nil
}

const hexDigits = "0123456789abcdef"

// FieldNames are the fields of a named tuple class, nil for other classes.
func FieldNames(c *Class) []string {
	f, ok := c.Lookup("_fields").(*Tuple)
	if !ok {
		return nil
	}
	out := make([]string, len(f.Items))
	for i, n := range f.Items {
		out[i] = StrOf(n)
	}
	return out
}
