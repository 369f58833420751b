package saved

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/tfs-lang/tfs/tensor"
)

// Messages are plain structs whose fields carry their number in a tag:
//
//	Name  string              `pb:"1"`
//	Delta int64               `pb:"12,zigzag"` // sint64
//	CRC   uint32              `pb:"6,fixed"`   // fixed32
//	Input []string            `pb:"3"`         // repeated
//	Attr  map[string]*Message `pb:"5"`         // map, of texts or unsigned numbers
//	Shape *Shape              `pb:"2"`         // a message; nil for absent
//	Value any                 `pb:"oneof"`     // one of the types that oneofs lists for the struct
//
// Numbers, texts and bytes of zero value are left out, as proto3 does; lists of numbers are packed.
// The fields of a message are written by their numbers and the entries of a map by their keys, so
// that equal messages are equal bytes.

// maxDepth is how deep messages may lie in each other: protobuf's own limit.
const maxDepth = 100

// oneof is one alternative of a struct's oneof field: its number and its Go type.
type oneof struct {
	num    protowire.Number
	typ    reflect.Type
	zigzag bool
}

// field is how one field of a struct is written.
type field struct {
	num     protowire.Number
	index   int
	name    string
	typ     reflect.Type // of the field, or of the alternative of a oneof
	options string
	oneof   bool
}

// plan is how a struct is written: its fields by number.
type plan struct {
	fields []field
	byNum  map[protowire.Number]*field
}

var plans sync.Map // of reflect.Type

func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p := &plan{byNum: map[protowire.Number]*field{}}
	for i := range t.NumField() {
		f := t.Field(i)
		tag, ok := f.Tag.Lookup("pb")
		if !ok {
			continue
		}
		if tag == "oneof" {
			for _, o := range oneofs()[t] {
				options := ""
				if o.zigzag {
					options = "zigzag"
				}
				p.fields = append(p.fields, field{o.num, i, f.Name, o.typ, options, true})
			}
			continue
		}
		number, options, _ := strings.Cut(tag, ",")
		n, _ := strconv.Atoi(number)
		p.fields = append(p.fields, field{protowire.Number(n), i, f.Name, f.Type, options, false})
	}
	sort.Slice(p.fields, func(i, j int) bool { return p.fields[i].num < p.fields[j].num })
	for i := range p.fields {
		p.byNum[p.fields[i].num] = &p.fields[i]
	}
	got, _ := plans.LoadOrStore(t, p)
	return got.(*plan)
}

// lazy is a message that is kept as its bytes until somebody asks for it.
type lazy interface {
	bytes() ([]byte, error)
	keep(b []byte)
}

var lazyType = reflect.TypeFor[lazy]()

// Marshal writes a message, a pointer to one of this package's structs. It fails on texts that are
// not UTF-8, which no reader would take.
func Marshal(message any) ([]byte, error) { return appendMessage(nil, reflect.ValueOf(message).Elem()) }

func appendMessage(b []byte, v reflect.Value) ([]byte, error) {
	var err error
	for _, f := range planOf(v.Type()).fields {
		x := v.Field(f.index)
		if f.oneof {
			if x.IsNil() || x.Elem().Type() != f.typ {
				continue
			}
			b, err = appendValue(b, &f, x.Elem())
		} else {
			b, err = appendField(b, &f, x)
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// appendField writes a field unless it is absent or zero.
func appendField(b []byte, f *field, x reflect.Value) ([]byte, error) {
	switch {
	case x.Kind() == reflect.Map:
		return appendMap(b, f, x)
	case x.Kind() == reflect.Slice && x.Type().Elem().Kind() != reflect.Uint8:
		return appendList(b, f, x)
	case x.Kind() == reflect.Slice && x.Len() == 0, x.IsZero():
		return b, nil
	}
	return appendValue(b, f, x)
}

func appendList(b []byte, f *field, x reflect.Value) ([]byte, error) {
	if x.Len() == 0 {
		return b, nil
	}
	if wireType(x.Type().Elem(), f.options) == protowire.BytesType {
		var err error
		for i := range x.Len() {
			if b, err = appendValue(b, f, x.Index(i)); err != nil {
				return nil, err
			}
		}
		return b, nil
	}
	var packed []byte
	for i := range x.Len() {
		packed = appendNumber(packed, x.Index(i), f.options)
	}
	b = protowire.AppendTag(b, f.num, protowire.BytesType)
	return protowire.AppendBytes(b, packed), nil
}

func appendMap(b []byte, f *field, x reflect.Value) ([]byte, error) {
	keys := x.MapKeys()
	sort.Slice(keys, func(i, j int) bool {
		if keys[i].Kind() == reflect.String {
			return keys[i].String() < keys[j].String()
		}
		return keys[i].Uint() < keys[j].Uint()
	})
	for _, k := range keys {
		entry, err := appendValue(nil, &field{num: 1, name: f.name}, k)
		if err == nil {
			entry, err = appendValue(entry, &field{num: 2, name: f.name}, x.MapIndex(k))
		}
		if err != nil {
			return nil, err
		}
		b = protowire.AppendTag(b, f.num, protowire.BytesType)
		b = protowire.AppendBytes(b, entry)
	}
	return b, nil
}

// appendValue writes the tag and one value, zero or not.
func appendValue(b []byte, f *field, x reflect.Value) ([]byte, error) {
	kind := wireType(x.Type(), f.options)
	b = protowire.AppendTag(b, f.num, kind)
	if kind != protowire.BytesType {
		return appendNumber(b, x, f.options), nil
	}
	switch x.Kind() {
	case reflect.String:
		s := x.String()
		if !utf8.ValidString(s) {
			return nil, tensor.Failf(tensor.ValueError, "the text %q of field %s is not UTF-8", s, f.name)
		}
		return protowire.AppendString(b, s), nil
	case reflect.Slice:
		return protowire.AppendBytes(b, x.Bytes()), nil
	}
	var body []byte
	var err error
	if l, ok := x.Interface().(lazy); ok {
		body, err = l.bytes()
	} else if !x.IsNil() {
		body, err = appendMessage(nil, x.Elem())
	}
	if err != nil {
		return nil, err
	}
	return protowire.AppendBytes(b, body), nil
}

func appendNumber(b []byte, x reflect.Value, options string) []byte {
	switch x.Kind() {
	case reflect.Bool:
		return protowire.AppendVarint(b, protowire.EncodeBool(x.Bool()))
	case reflect.Float32:
		return protowire.AppendFixed32(b, math.Float32bits(float32(x.Float())))
	case reflect.Float64:
		return protowire.AppendFixed64(b, math.Float64bits(x.Float()))
	case reflect.Uint32, reflect.Uint64:
		if options == "fixed" {
			return protowire.AppendFixed32(b, uint32(x.Uint()))
		}
		return protowire.AppendVarint(b, x.Uint())
	}
	if options == "zigzag" {
		return protowire.AppendVarint(b, protowire.EncodeZigZag(x.Int()))
	}
	return protowire.AppendVarint(b, uint64(x.Int()))
}

// wireType is how a value of a Go type lies in the bytes.
func wireType(t reflect.Type, options string) protowire.Type {
	switch t.Kind() {
	case reflect.Float32:
		return protowire.Fixed32Type
	case reflect.Float64:
		return protowire.Fixed64Type
	case reflect.Bool, reflect.Int32, reflect.Int64, reflect.Uint32, reflect.Uint64:
		if options == "fixed" {
			return protowire.Fixed32Type
		}
		return protowire.VarintType
	case reflect.String, reflect.Slice, reflect.Pointer:
		return protowire.BytesType
	}
	panic("saved: a message has a field of type " + t.String())
}

// reader decodes messages and watches how much memory they take.
type reader struct {
	spent, asked int64
	depth        int
}

// Unmarshal reads a message into a pointer to one of this package's structs. Fields that the
// struct does not have are skipped. Bytes fields and lazy messages share memory with data. The
// error, of kind DataLoss, tells where the bytes break the format.
func Unmarshal(data []byte, message any) error {
	v := reflect.ValueOf(message).Elem()
	r := &reader{}
	if err := r.message(data, v); err != nil {
		if _, ok := err.(*tensor.Error); ok {
			return err
		}
		return tensor.Failf(tensor.DataLoss, "%s cannot be read: %s", v.Type().Name(), err)
	}
	return nil
}

// room counts what a message makes of memory: a few bytes of a hostile file may ask for many.
func (r *reader) room(t reflect.Type) error {
	const step = 16 << 20
	if r.spent += int64(t.Size()) + 16; r.spent > r.asked {
		r.asked = r.spent + step
		return tensor.Room(2*step, 1, "messages")
	}
	return nil
}

func (r *reader) message(b []byte, v reflect.Value) error {
	if r.depth++; r.depth > maxDepth {
		return fmt.Errorf("messages nest more than %d deep", maxDepth)
	}
	defer func() { r.depth-- }()
	p := planOf(v.Type())
	for len(b) > 0 {
		num, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return protowire.ParseError(n)
		}
		b = b[n:]
		size := protowire.ConsumeFieldValue(num, kind, b)
		if size < 0 {
			return protowire.ParseError(size)
		}
		if f := p.byNum[num]; f != nil {
			if err := r.field(b[:size], kind, f, v.Field(f.index)); err != nil {
				return err
			}
		}
		b = b[size:]
	}
	return nil
}

// field reads one occurrence of a field; b is the bytes of the value, its length included.
func (r *reader) field(b []byte, kind protowire.Type, f *field, x reflect.Value) error {
	if f.oneof {
		z := reflect.New(f.typ).Elem()
		if !x.IsNil() && x.Elem().Type() == f.typ {
			z.Set(x.Elem()) // the second part of a message continues the first
		}
		if err := r.value(b, kind, f, z); err != nil {
			return err
		}
		x.Set(z)
		return nil
	}
	switch {
	case x.Kind() == reflect.Map:
		return r.mapEntry(b, kind, f, x)
	case x.Kind() == reflect.Slice && x.Type().Elem().Kind() != reflect.Uint8:
		return r.list(b, kind, f, x)
	}
	return r.value(b, kind, f, x)
}

func (r *reader) list(b []byte, kind protowire.Type, f *field, x reflect.Value) error {
	elem := x.Type().Elem()
	want := wireType(elem, f.options)
	add := func(b []byte, kind protowire.Type) error {
		if err := r.room(elem); err != nil {
			return err
		}
		z := reflect.New(elem).Elem()
		if err := r.value(b, kind, f, z); err != nil {
			return err
		}
		x.Set(reflect.Append(x, z))
		return nil
	}
	if kind != protowire.BytesType || want == protowire.BytesType {
		return add(b, kind)
	}
	packed, _ := protowire.ConsumeBytes(b)
	for len(packed) > 0 {
		n := protowire.ConsumeFieldValue(f.num, want, packed)
		if n < 0 {
			return protowire.ParseError(n)
		}
		if err := add(packed[:n], want); err != nil {
			return err
		}
		packed = packed[n:]
	}
	return nil
}

func (r *reader) mapEntry(b []byte, kind protowire.Type, f *field, x reflect.Value) error {
	if kind != protowire.BytesType {
		return fmt.Errorf("field %s has wire type %d", f.name, kind)
	}
	body, _ := protowire.ConsumeBytes(b)
	t := x.Type()
	if err := r.room(t.Elem()); err != nil {
		return err
	}
	k, v := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
	if t.Elem().Kind() == reflect.Pointer { // an entry without a value has the empty message
		v.Set(reflect.New(t.Elem().Elem()))
	}
	for len(body) > 0 {
		num, kind, n := protowire.ConsumeTag(body)
		if n < 0 {
			return protowire.ParseError(n)
		}
		body = body[n:]
		size := protowire.ConsumeFieldValue(num, kind, body)
		if size < 0 {
			return protowire.ParseError(size)
		}
		to := map[protowire.Number]reflect.Value{1: k, 2: v}[num]
		if to.IsValid() {
			if err := r.value(body[:size], kind, &field{num: num, name: f.name}, to); err != nil {
				return err
			}
		}
		body = body[size:]
	}
	if x.IsNil() {
		x.Set(reflect.MakeMap(t))
	}
	x.SetMapIndex(k, v)
	return nil
}

// value reads one value.
func (r *reader) value(b []byte, kind protowire.Type, f *field, x reflect.Value) error {
	if kind != wireType(x.Type(), f.options) {
		return fmt.Errorf("field %s has wire type %d", f.name, kind)
	}
	if kind != protowire.BytesType {
		return readNumber(b, kind, f, x)
	}
	body, _ := protowire.ConsumeBytes(b)
	switch x.Kind() {
	case reflect.String:
		if !utf8.Valid(body) {
			return fmt.Errorf("field %s is not UTF-8", f.name)
		}
		x.SetString(string(body))
		return nil
	case reflect.Slice:
		x.SetBytes(body[:len(body):len(body)])
		if body == nil {
			x.SetBytes([]byte{})
		}
		return nil
	}
	if x.IsNil() {
		if err := r.room(x.Type().Elem()); err != nil {
			return err
		}
		x.Set(reflect.New(x.Type().Elem()))
	}
	if x.Type().Implements(lazyType) {
		x.Interface().(lazy).keep(body)
		return nil
	}
	return r.message(body, x.Elem())
}

func readNumber(b []byte, kind protowire.Type, f *field, x reflect.Value) error {
	var u uint64
	switch kind {
	case protowire.VarintType:
		u, _ = protowire.ConsumeVarint(b)
	case protowire.Fixed32Type:
		v, _ := protowire.ConsumeFixed32(b)
		u = uint64(v)
	case protowire.Fixed64Type:
		u, _ = protowire.ConsumeFixed64(b)
	}
	switch x.Kind() {
	case reflect.Bool:
		x.SetBool(u != 0)
	case reflect.Float32:
		x.SetFloat(float64(math.Float32frombits(uint32(u))))
	case reflect.Float64:
		x.SetFloat(math.Float64frombits(u))
	case reflect.Uint32:
		x.SetUint(uint64(uint32(u)))
	case reflect.Uint64:
		x.SetUint(u)
	case reflect.Int32:
		x.SetInt(int64(int32(u)))
	default:
		if f.options == "zigzag" {
			x.SetInt(protowire.DecodeZigZag(u))
		} else {
			x.SetInt(int64(u))
		}
	}
	return nil
}

// Lazy is a message that is parsed when Get is called first: a library of functions is much larger
// than what a program calls. It is not safe for concurrent use before that.
type Lazy[T any] struct {
	raw     []byte
	message *T
}

// NewLazy wraps a message that is there already.
func NewLazy[T any](message *T) *Lazy[T] { return &Lazy[T]{message: message} }

// Get gives the message, parsing it the first time.
func (l *Lazy[T]) Get() (*T, error) {
	if l.message == nil {
		m := new(T)
		if err := Unmarshal(l.raw, m); err != nil {
			return nil, err
		}
		l.message, l.raw = m, nil
	}
	return l.message, nil
}

// bytes are what was read, or what the message is now once it has been handed out.
func (l *Lazy[T]) bytes() ([]byte, error) {
	if l == nil {
		return nil, nil
	}
	if l.message == nil {
		return l.raw, nil
	}
	return Marshal(l.message)
}

// keep adds bytes: a message that comes in several parts is their concatenation.
func (l *Lazy[T]) keep(b []byte) {
	if len(l.raw) > 0 {
		b = slices.Concat(l.raw, b)
	}
	l.raw, l.message = b, nil
}
