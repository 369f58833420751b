package message

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/messages"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

// repeatedField is a repeated field of a message: a list of numbers or bytes, or of messages.
type repeatedField struct {
	owner *Message
	field protoreflect.FieldDescriptor
	kids  map[protoreflect.Message]*Message // the objects given out for items
}

var (
	scalarsClass  = py.NewClass(upbModule, "RepeatedScalarContainer", py.ObjectClass, nil)
	messagesClass = py.NewClass(upbModule, "RepeatedCompositeContainer", py.ObjectClass, nil)
)

// PyClass tells lists of messages from others.
func (r *repeatedField) PyClass() *py.Class {
	if r.ofMessages() {
		return messagesClass
	}
	return scalarsClass
}

func (r *repeatedField) ofMessages() bool { return r.field.Kind() == protoreflect.MessageKind }

func (r *repeatedField) list() protoreflect.List    { return r.owner.M.Get(r.field).List() }
func (r *repeatedField) mutable() protoreflect.List { return r.owner.touch().Mutable(r.field).List() }

// at is an item as Python sees it.
func (r *repeatedField) at(v protoreflect.Value) py.Value {
	if !r.ofMessages() {
		return fromProto(r.field, v)
	}
	m := v.Message()
	if kid, ok := r.kids[m]; ok {
		return kid
	}
	if r.kids == nil {
		r.kids = map[protoreflect.Message]*Message{}
	}
	r.kids[m] = &Message{M: m}
	return r.kids[m]
}

func (r *repeatedField) items() []py.Value {
	l := r.list()
	out := make([]py.Value, l.Len())
	for i := range out {
		out[i] = r.at(l.Get(i))
	}
	return out
}

// values are the items as protobuf holds them.
func (r *repeatedField) values() []protoreflect.Value {
	l := r.list()
	out := make([]protoreflect.Value, l.Len())
	for i := range out {
		out[i] = l.Get(i)
	}
	return out
}

// replace makes these the items.
func (r *repeatedField) replace(vs []protoreflect.Value) {
	l := r.mutable()
	l.Truncate(0)
	for _, v := range vs {
		l.Append(v)
	}
}

// convert is a value as an item; a message is copied.
func (r *repeatedField) convert(t *py.Thread, v py.Value) (none protoreflect.Value, err error) {
	if !r.ofMessages() {
		return toProto(t, r.field, v)
	}
	m, ok := v.(*Message)
	if !ok {
		return none, py.TypeErrorf("Expected a message object, but got %s.", py.ReprOf(v))
	}
	if m.M.Descriptor() != r.field.Message() {
		return none, py.TypeErrorf("Parameter to MergeFrom() must be instance of same class: expected %s got %s.",
			py.ReprOf(messageClass(r.field.Message())), py.ReprOf(py.TypeOf(v)))
	}
	return protoreflect.ValueOfMessage(proto.Clone(m.M.Interface()).ProtoReflect()), nil
}

// converted are the values of an iterable as items.
func (r *repeatedField) converted(
	t *py.Thread,
	v py.Value,
	as func(t *py.Thread, v py.Value) (protoreflect.Value, error),
) (
	[]protoreflect.Value, error) {
	var out []protoreflect.Value
	err := py.Each(t, v, func(e py.Value) error {
		p, err := as(t, e)
		out = append(out, p)
		if len(out)&(1<<16-1) == 0 && err == nil {
			err = py.FitsItems(2 * len(out))
		}
		return err
	})
	return out, err
}

// init adds the items a constructor is given: messages may be dicts.
func (r *repeatedField) init(t *py.Thread, v py.Value) error {
	if !r.ofMessages() {
		return r.extend(t, v)
	}
	if _, err := py.Iter(t, v); err != nil {
		return py.TypeErrorf("Argument for field %s is not iterable", r.field.FullName())
	}
	out, err := r.converted(t, v, func(t *py.Thread, e py.Value) (protoreflect.Value, error) {
		m := NewMessage(r.field.Message())
		err := m.initFrom(t, e)
		return protoreflect.ValueOfMessage(m.M), err
	})
	if err == nil {
		r.add(out)
	}
	return err
}

func (r *repeatedField) add(vs []protoreflect.Value) {
	if len(vs) == 0 {
		return
	}
	l := r.mutable()
	for _, v := range vs {
		l.Append(v)
	}
}

// extend adds the items of an iterable, all or none.
func (r *repeatedField) extend(t *py.Thread, v py.Value) error {
	if _, err := py.Iter(t, v); err != nil && !r.ofMessages() {
		return py.TypeErrorf("must assign iterable")
	}
	out, err := r.converted(t, v, r.convert)
	if err == nil {
		r.add(out)
	}
	return err
}

// index reads the place of an item.
func (r *repeatedField) index(k py.Value, n int) (int, error) {
	i, err := py.Index(k)
	if err != nil {
		return 0, py.TypeErrorf("list indices must be integers")
	}
	at, _ := py.AsInt(i)
	if at < 0 {
		at += int64(n)
	}
	if at < 0 || at >= int64(n) {
		return 0, py.IndexErrorf("list index out of range")
	}
	return int(at), nil
}

func (r *repeatedField) getItem(k py.Value) (py.Value, error) {
	l := r.list()
	if s, ok := k.(*py.Slice); ok {
		start, step, n, err := s.Indices(l.Len())
		if err != nil {
			return nil, err
		}
		out := py.NewList()
		for i := range n {
			out.Items = append(out.Items, r.at(l.Get(start+i*step)))
		}
		return out, nil
	}
	i, err := r.index(k, l.Len())
	if err != nil {
		return nil, err
	}
	return r.at(l.Get(i)), nil
}

func (r *repeatedField) setItem(t *py.Thread, k, v py.Value) error {
	if r.ofMessages() {
		return py.TypeErrorf("does not support assignment")
	}
	s, isSlice := k.(*py.Slice)
	if !isSlice {
		i, err := r.index(k, r.list().Len())
		if err != nil {
			return err
		}
		p, err := r.convert(t, v)
		if err == nil {
			r.mutable().Set(i, p)
		}
		return err
	}
	in, err := r.converted(t, v, r.convert)
	if err != nil {
		return err
	}
	all := r.values()
	start, step, n, err := s.Indices(len(all))
	switch {
	case err != nil:
		return err
	case step == 1:
		r.replace(slices.Concat(all[:start], in, all[start+n:]))
		return nil
	case n != len(in):
		return py.ValueErrorf("attempt to assign sequence of  %d to extended slice of size %d", len(in), n)
	}
	for i, p := range in {
		all[start+i*step] = p
	}
	r.replace(all)
	return nil
}

func (r *repeatedField) delItem(k py.Value) error {
	all := r.values()
	if s, ok := k.(*py.Slice); ok {
		start, step, n, err := s.Indices(len(all))
		if err != nil {
			return err
		}
		drop := map[int]bool{}
		for i := range n {
			drop[start+i*step] = true
		}
		var left []protoreflect.Value
		for i, v := range all {
			if !drop[i] {
				left = append(left, v)
			}
		}
		r.replace(left)
		return nil
	}
	i, err := r.index(k, len(all))
	if err == nil {
		r.replace(slices.Delete(all, i, i+1))
	}
	return err
}

// remove drops the first item that equals a value.
func (r *repeatedField) remove(t *py.Thread, v py.Value) error {
	for i, e := range r.items() {
		if same, err := py.Equal(t, e, v); err != nil {
			return err
		} else if same {
			return r.delItem(int64(i))
		}
	}
	return py.ValueErrorf("remove(x): x not in container")
}

// sort orders the items as list.sort does.
func (r *repeatedField) sort(t *py.Thread, args []py.Value, kw []py.Kw) error {
	l := py.NewList(r.items()...)
	sorter, err := py.GetAttr(t, l, "sort")
	if err != nil {
		return err
	}
	if _, err = py.Call(t, sorter, args, kw); err != nil {
		return err
	}
	out := make([]protoreflect.Value, len(l.Items))
	for i, v := range l.Items {
		if m, ok := v.(*Message); ok {
			out[i] = protoreflect.ValueOfMessage(m.M)
			continue
		}
		if out[i], err = toProto(t, r.field, v); err != nil {
			return err
		}
	}
	r.replace(out)
	return nil
}

func init() {
	for _, c := range []*py.Class{scalarsClass, messagesClass} {
		repeatedSlots(c)
		repeatedMethods(c)
	}
	messagesClass.DefRaw("add(self, **kwargs)", "Adds a message with these fields and gives it.",
		func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
			r := args[0].(*repeatedField)
			if len(args) > 1 {
				return nil, py.TypeErrorf("No positional arguments allowed")
			}
			m := NewMessage(r.field.Message())
			for _, k := range kw {
				if err := m.initField(t, k.Name, k.Value); err != nil {
					return nil, err
				}
			}
			v := protoreflect.ValueOfMessage(m.M)
			r.mutable().Append(v)
			return r.at(v), nil
		})
}

func repeatedSlots(c *py.Class) {
	self := func(v py.Value) *repeatedField { return v.(*repeatedField) }
	c.Len = func(_ *py.Thread, v py.Value) (int, error) { return self(v).list().Len(), nil }
	c.Iter = func(_ *py.Thread, v py.Value) (py.Iterator, error) {
		i, r := 0, self(v)
		return py.IterFunc(func(*py.Thread) (py.Value, error) {
			l := r.list()
			if i >= l.Len() {
				return nil, nil
			}
			i++
			return r.at(l.Get(i - 1)), nil
		}), nil
	}
	c.GetItem = func(_ *py.Thread, v, k py.Value) (py.Value, error) { return self(v).getItem(k) }
	c.SetItem = func(t *py.Thread, v, k, x py.Value) error { return self(v).setItem(t, k, x) }
	c.DelItem = func(_ *py.Thread, v, k py.Value) error { return self(v).delItem(k) }
	c.Repr = func(t *py.Thread, v py.Value) (string, error) { return py.Repr(t, py.NewList(self(v).items()...)) }
	c.Str = c.Repr
	c.Hash = func(py.Value) (any, error) {
		return nil, py.TypeErrorf("unhashable type: '%s.%s'", c.Module, c.Name)
	}
	c.Binary = func(t *py.Thread, o string, a, b py.Value) (py.Value, error) {
		if o != "==" && o != "!=" {
			return py.NotImplemented, nil
		}
		as := func(v py.Value) py.Value {
			if r, ok := v.(*repeatedField); ok {
				return py.NewList(r.items()...)
			}
			return v
		}
		return py.Binary(t, o, as(a), as(b))
	}
}

func repeatedMethods(c *py.Class) {
	def := func(sig, doc string, f func(t *py.Thread, r *repeatedField, a []py.Value) (py.Value, error)) {
		c.Def(
			sig,
			doc,
			func(t *py.Thread, a []py.Value) (py.Value, error) { return f(t, a[0].(*repeatedField), a[1:]) },
		)
	}
	def("append(self, value)", "Adds an item; of messages a copy, which it gives.",
		func(t *py.Thread, r *repeatedField, a []py.Value) (py.Value, error) {
			p, err := r.convert(t, a[0])
			if err != nil {
				return nil, err
			}
			r.mutable().Append(p)
			if r.ofMessages() {
				return r.at(p), nil
			}
			return py.None, nil
		})
	def("extend(self, values)", "Adds items.", func(t *py.Thread, r *repeatedField, a []py.Value) (py.Value, error) {
		return py.None, r.extend(t, a[0])
	})
	def("MergeFrom(self, other)", "Adds items.", func(t *py.Thread, r *repeatedField, a []py.Value) (py.Value, error) {
		return py.None, r.extend(t, a[0])
	})
	def("insert(self, index, value)", "Adds an item before a place.",
		func(t *py.Thread, r *repeatedField, a []py.Value) (py.Value, error) {
			at, err := py.ToInt(a[0])
			if err != nil {
				return nil, err
			}
			p, err := r.convert(t, a[1])
			if err != nil {
				return nil, err
			}
			all := r.values()
			if at < 0 {
				at += int64(len(all))
			}
			r.replace(slices.Insert(all, int(min(max(at, 0), int64(len(all)))), p))
			return py.None, nil
		})
	def("pop(self, index=-1)", "Takes an item out and gives it.",
		func(t *py.Thread, r *repeatedField, a []py.Value) (py.Value, error) {
			v, err := r.getItem(a[0])
			if err != nil {
				return nil, err
			}
			return v, r.delItem(a[0])
		})
	def("remove(self, value)", "Drops the first item that is equal.",
		func(t *py.Thread, r *repeatedField, a []py.Value) (py.Value, error) {
			return py.None, r.remove(t, a[0])
		})
	def("clear(self)", "Drops all items.", func(_ *py.Thread, r *repeatedField, _ []py.Value) (py.Value, error) {
		r.replace(nil)
		return py.None, nil
	})
	def(
		"reverse(self)",
		"Turns the order around.",
		func(_ *py.Thread, r *repeatedField, _ []py.Value) (py.Value, error) {
			all := r.values()
			slices.Reverse(all)
			r.replace(all)
			return py.None, nil
		},
	)
	def(
		"__deepcopy__(self, memo=None)",
		"A list of copies.",
		func(t *py.Thread, r *repeatedField, _ []py.Value) (py.Value, error) {
			out := py.NewList()
			for _, v := range r.items() {
				if m, ok := v.(*Message); ok {
					v = &Message{M: proto.Clone(m.M.Interface()).ProtoReflect()}
				}
				out.Items = append(out.Items, v)
			}
			return out, nil
		},
	)
	c.DefRaw("sort(self, key=None, reverse=False)", "Orders the items.",
		func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
			return py.None, args[0].(*repeatedField).sort(t, args[1:], kw)
		})
}

// messageMap is a map field of a message. Its keys come sorted.
type messageMap struct {
	owner *Message
	field protoreflect.FieldDescriptor
	kids  map[any]*Message // the objects given out for values, by their keys
}

var (
	messageMapClass = py.NewClass(upbModule, "MessageMapContainer", py.ObjectClass, nil)
	scalarMapClass  = py.NewClass(upbModule, "ScalarMapContainer", py.ObjectClass, nil)
)

// PyClass tells maps to messages from others.
func (m *messageMap) PyClass() *py.Class {
	if m.ofMessages() {
		return messageMapClass
	}
	return scalarMapClass
}

func (m *messageMap) ofMessages() bool { return m.field.MapValue().Kind() == protoreflect.MessageKind }

func (m *messageMap) entries() protoreflect.Map { return m.owner.M.Get(m.field).Map() }
func (m *messageMap) mutable() protoreflect.Map { return m.owner.touch().Mutable(m.field).Map() }

func (m *messageMap) key(t *py.Thread, v py.Value) (protoreflect.MapKey, error) {
	p, err := toProto(t, m.field.MapKey(), v)
	if err != nil {
		return protoreflect.MapKey{}, err
	}
	return p.MapKey(), nil
}

// at is the value of a key that is there.
func (m *messageMap) at(k protoreflect.MapKey, v protoreflect.Value) py.Value {
	if !m.ofMessages() {
		return fromProto(m.field.MapValue(), v)
	}
	if kid := m.kids[k.Interface()]; kid != nil && kid.M == v.Message() {
		return kid
	}
	if m.kids == nil {
		m.kids = map[any]*Message{}
	}
	kid := &Message{M: v.Message()}
	m.kids[k.Interface()] = kid
	return kid
}

// lookup is m[key], which makes an entry that is not there.
func (m *messageMap) lookup(t *py.Thread, v py.Value) (py.Value, error) {
	k, err := m.key(t, v)
	if err != nil {
		return nil, err
	}
	if e := m.entries(); e.Has(k) {
		return m.at(k, e.Get(k)), nil
	}
	if m.ofMessages() {
		return m.at(k, m.mutable().Mutable(k)), nil
	}
	zero := dynamicpb.NewMessage(m.field.Message()).Get(m.field.MapValue())
	m.mutable().Set(k, zero)
	return m.at(k, zero), nil
}

func (m *messageMap) set(t *py.Thread, key, v py.Value) error {
	if m.ofMessages() {
		return py.ValueErrorf("Message objects may not be assigned")
	}
	k, err := m.key(t, key)
	if err != nil {
		return err
	}
	p, err := toProto(t, m.field.MapValue(), v)
	if err == nil {
		m.mutable().Set(k, p)
	}
	return err
}

// init adds the entries a constructor is given.
func (m *messageMap) init(t *py.Thread, v py.Value) error {
	add := func(key, val py.Value) error {
		if !m.ofMessages() {
			return m.set(t, key, val)
		}
		to, err := m.lookup(t, key)
		if err != nil {
			return err
		}
		if _, ok := val.(*py.Dict); ok {
			return to.(*Message).initFrom(t, val)
		}
		_, err = to.(*Message).copyFrom(val, "CopyFrom")
		return err
	}
	switch from := v.(type) {
	case *py.Dict:
		return from.Each(add)
	case *messageMap:
		for _, k := range messages.Keys(from.entries()) {
			if err := add(fromProto(m.field.MapKey(), k.Value()), from.at(k, from.entries().Get(k))); err != nil {
				return err
			}
		}
		return nil
	}
	return py.TypeErrorf("bad argument type for built-in operation")
}

func (m *messageMap) dict() *py.Dict {
	out := py.NewDict()
	for _, k := range messages.Keys(m.entries()) {
		_ = out.Set(fromProto(m.field.MapKey(), k.Value()), m.at(k, m.entries().Get(k))) // these keys have hashes
	}
	return out
}

func init() {
	for _, c := range []*py.Class{messageMapClass, scalarMapClass} {
		mapSlots(c)
		mapMethods(c)
	}
}

func mapSlots(c *py.Class) {
	self := func(v py.Value) *messageMap { return v.(*messageMap) }
	c.Len = func(_ *py.Thread, v py.Value) (int, error) { return self(v).entries().Len(), nil }
	c.Iter = func(_ *py.Thread, v py.Value) (py.Iterator, error) { return self(v).dict().Iter(), nil }
	c.GetItem = func(t *py.Thread, v, k py.Value) (py.Value, error) { return self(v).lookup(t, k) }
	c.SetItem = func(t *py.Thread, v, k, x py.Value) error { return self(v).set(t, k, x) }
	c.DelItem = func(t *py.Thread, v, k py.Value) error {
		m := self(v)
		key, err := m.key(t, k)
		if err != nil {
			return err
		}
		if !m.entries().Has(key) {
			return py.NewExc(py.KeyErrorClass, "Key not present in map")
		}
		m.mutable().Clear(key)
		return nil
	}
	c.Contains = func(t *py.Thread, v, k py.Value) (bool, error) {
		key, err := self(v).key(t, k)
		return err == nil && self(v).entries().Has(key), err
	}
	c.Repr = func(t *py.Thread, v py.Value) (string, error) { return py.Repr(t, self(v).dict()) }
	c.Str = c.Repr
	c.Hash = func(py.Value) (any, error) {
		return nil, py.TypeErrorf("unhashable type: '%s.%s'", c.Module, c.Name)
	}
	c.Binary = func(t *py.Thread, o string, a, b py.Value) (py.Value, error) {
		if o != "==" && o != "!=" {
			return py.NotImplemented, nil
		}
		as := func(v py.Value) py.Value {
			if m, ok := v.(*messageMap); ok {
				return m.dict()
			}
			return v
		}
		return py.Binary(t, o, as(a), as(b))
	}
}

func mapMethods(c *py.Class) {
	def := func(sig, doc string, f func(t *py.Thread, m *messageMap, a []py.Value) (py.Value, error)) {
		c.Def(sig, doc, func(t *py.Thread, a []py.Value) (py.Value, error) { return f(t, a[0].(*messageMap), a[1:]) })
	}
	for _, name := range []string{"keys", "values", "items"} {
		def(name+"(self)", "The "+name+".", func(t *py.Thread, m *messageMap, _ []py.Value) (py.Value, error) {
			return py.CallMethod(t, m.dict(), name)
		})
	}
	def("get(self, key, default=None)", "The value of a key that is there, else the default.",
		func(t *py.Thread, m *messageMap, a []py.Value) (py.Value, error) {
			k, err := m.key(t, a[0])
			if err != nil || !m.entries().Has(k) {
				return a[1], err
			}
			return m.at(k, m.entries().Get(k)), nil
		})
	def("get_or_create(self, key)", "The value of a key, made if it is not there.",
		func(t *py.Thread, m *messageMap, a []py.Value) (py.Value, error) { return m.lookup(t, a[0]) })
	c.DefRaw("pop(self, key, default=None)", "Takes an entry out and gives its value.",
		func(t *py.Thread, args []py.Value, _ []py.Kw) (py.Value, error) {
			if len(args) < 2 || len(args) > 3 {
				return nil, py.TypeErrorf("pop() takes a key and a default")
			}
			m := args[0].(*messageMap)
			k, err := m.key(t, args[1])
			switch {
			case err != nil:
				return nil, err
			case m.entries().Has(k):
				v := m.at(k, m.entries().Get(k))
				m.mutable().Clear(k)
				return v, nil
			case len(args) == 3:
				return args[2], nil
			}
			return nil, py.NewExc(py.KeyErrorClass, args[1])
		})
	def("clear(self)", "Drops all entries.", func(_ *py.Thread, m *messageMap, _ []py.Value) (py.Value, error) {
		for _, k := range messages.Keys(m.entries()) {
			m.mutable().Clear(k)
		}
		return py.None, nil
	})
	def("MergeFrom(self, other)", "Adds the entries of another map.",
		func(t *py.Thread, m *messageMap, a []py.Value) (py.Value, error) { return py.None, m.init(t, a[0]) })
	def("update(self, other)", "Sets entries.", func(t *py.Thread, m *messageMap, a []py.Value) (py.Value, error) {
		if m.ofMessages() {
			return nil, py.ValueErrorf("Message objects may not be assigned")
		}
		return py.None, m.init(t, a[0])
	})
	def(
		"__deepcopy__(self, memo=None)",
		"A dict of copies.",
		func(t *py.Thread, m *messageMap, _ []py.Value) (py.Value, error) {
			d := m.dict()
			for _, k := range d.Keys() {
				if v, _, _ := d.Get(k); v != nil && strings.HasPrefix(c.Name, "Message") {
					d.SetStr(py.StrOf(k), &Message{M: proto.Clone(v.(*Message).M.Interface()).ProtoReflect()})
				}
			}
			return d, nil
		},
	)
}
