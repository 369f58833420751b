package lang

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

func (u *Unit) class(x *syntax.Class, outer *scope) stmt {
	s := newScope(classScope, outer)
	s.collect(x.Body)
	body := u.block(x.Body, s)
	args := u.slot(&syntax.Call{Span: x.Span, Fn: &syntax.Name{Span: x.Span, ID: "__bases__"}, Args: x.Args}, outer)
	if len(x.Args) == 0 {
		args = nil
	}
	wrap := u.decorate(x.Decorators, outer)
	return func(f *Frame) (signal, error) {
		d := &classDef{name: x.Name, at: x.Span}
		if args != nil {
			v, err := f.eval(args)
			if err != nil {
				return sigNone, err
			}
			tp := v.(*py.Tuple)
			if err := d.header(f, tp.Items[0].(*py.Tuple).Items, tp.Items[1].(*py.Dict)); err != nil {
				return sigNone, f.traced(err, x.Span)
			}
		}
		ns, err := d.namespace(f)
		if err != nil {
			return sigNone, f.traced(err, x.Span)
		}
		if x.Doc != "" {
			ns.SetStr("__doc__", x.Doc)
		}
		g := &Frame{t: f.t, in: f.in, unit: u, scope: s, parent: f.lexical(), class: ns, name: x.Name, kept: true}
		f.keep()
		if _, err := g.exec(body); err != nil {
			return sigNone, f.traced(err, x.Span)
		}
		c, err := d.make(f, ns)
		if err != nil {
			return sigNone, f.traced(err, x.Span)
		}
		if k, ok := c.(*py.Class); ok {
			k.Origin = origin{u, x.Span}
		}
		v, err := wrap(f, c)
		if err != nil {
			return sigNone, err
		}
		return done(f.store(x.Name, v))
	}
}

// classDef is a class statement under way.
type classDef struct {
	name   string
	at     syntax.Span
	bases  []*py.Class
	listed []py.Value // the bases as they were written, where that makes a difference
	kw     []py.Kw    // without metaclass
	meta   py.Value   // what makes the class: a metaclass or another callable; nil for type
}

// header takes the bases and keywords of the statement.
func (d *classDef) header(f *Frame, bases []py.Value, kw *py.Dict) error {
	for i := 0; i < len(bases); i++ {
		c, ok := bases[i].(*py.Class)
		if ok {
			d.bases = append(d.bases, c)
			continue
		}
		entries, err := py.GetAttr(f.t, bases[i], "__mro_entries__")
		if err != nil {
			return py.TypeErrorf("bases must be types, not %s", py.TypeOf(bases[i]).TypeName())
		}
		v, err := py.Call(f.t, entries, []py.Value{py.NewTuple(bases...)}, nil)
		if err != nil {
			return err
		}
		items, err := py.ToSlice(f.t, v)
		if err != nil {
			return err
		}
		more, err := classes(items)
		if err != nil {
			return err
		}
		d.bases, d.listed = append(d.bases, more...), bases
	}
	_ = kw.Each(func(k, v py.Value) error {
		if k == "metaclass" {
			d.meta = v
		} else {
			d.kw = append(d.kw, py.Kw{Name: k.(string), Value: v})
		}
		return nil
	})
	m, isClass := d.meta.(*py.Class)
	if d.meta != nil && !isClass {
		return nil
	}
	best, err := py.BestMeta(m, d.bases)
	if err == nil && best != py.TypeClass {
		d.meta = best
	} else {
		d.meta = nil
	}
	return err
}

func classes(items []py.Value) ([]*py.Class, error) {
	var out []*py.Class
	for _, b := range items {
		c, ok := b.(*py.Class)
		if !ok {
			return nil, py.TypeErrorf("bases must be types, not %s", py.TypeOf(b).TypeName())
		}
		out = append(out, c)
	}
	return out, nil
}

func (d *classDef) baseTuple() *py.Tuple {
	out := py.NewTuple()
	for _, b := range d.bases {
		out.Items = append(out.Items, b)
	}
	return out
}

// namespace is the dict the body fills, with the names every body begins with.
func (d *classDef) namespace(f *Frame) (*py.Dict, error) {
	ns := py.NewDict()
	if d.meta != nil {
		prepare, err := py.GetAttr(f.t, d.meta, "__prepare__")
		if err == nil {
			v, err := py.Call(f.t, prepare, []py.Value{d.name, d.baseTuple()}, d.kw)
			if err != nil {
				return nil, err
			}
			own, ok := v.(*py.Dict)
			if !ok {
				return nil, py.TypeErrorf("%s.__prepare__() must return a mapping, not %s", metaName(d.meta), py.TypeOf(v).TypeName())
			}
			ns = own
		}
	}
	qual := d.name
	if f.class != nil {
		if q, ok := f.class.GetStr("__qualname__"); ok {
			qual = py.StrOf(q) + "." + d.name
		}
	} else if f.fn != nil {
		qual = f.fn.code.qual + ".<locals>." + d.name
	}
	for _, kv := range [][2]string{{"__module__", f.in.moduleName()}, {"__qualname__", qual}} {
		if err := setClassName(f.t, ns, kv[0], kv[1]); err != nil {
			return nil, err
		}
	}
	return ns, nil
}

func metaName(v py.Value) string {
	if c, ok := v.(*py.Class); ok {
		return c.Name
	}
	return "<metaclass>"
}

// make calls what makes the class.
func (d *classDef) make(f *Frame, ns *py.Dict) (py.Value, error) {
	if d.listed != nil {
		ns.SetStr("__orig_bases__", py.NewTuple(d.listed...))
	}
	if d.meta == nil {
		return py.MakeClass(f.t, nil, d.name, d.bases, ns, d.kw)
	}
	return py.Call(f.t, d.meta, []py.Value{d.name, d.baseTuple(), ns}, d.kw)
}

// setClassName binds a name of a class body: in a namespace that a metaclass prepared, as its
// class says.
func setClassName(t *py.Thread, ns *py.Dict, name string, v py.Value) error {
	if ns.Class == nil {
		ns.SetStr(name, v)
		return nil
	}
	return py.SetItem(t, ns, name, v)
}

// classNameOf finds a name in the namespace of a class body; ok is false when it is not there.
func classNameOf(t *py.Thread, ns *py.Dict, name string) (v py.Value, ok bool, err error) {
	if v, ok := ns.GetStr(name); ok || ns.Class == nil || ns.Class.Lookup("__missing__") == nil {
		return v, ok, nil
	}
	v, err = py.GetItem(t, ns, name)
	if e, isExc := err.(*py.Exc); isExc && e.Class.Is(py.KeyErrorClass) {
		return nil, false, nil
	}
	return v, err == nil, err
}

// OwnBy tells a function the class whose body it stands in, for super().
func (fn *Func) OwnBy(c *py.Class) {
	if fn.class == nil {
		fn.class = c
	}
}
