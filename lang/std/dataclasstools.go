package std

import "github.com/tfs-lang/tfs/lang/py"

// dataclassTools adds the functions on dataclasses: asdict, astuple, fields, replace and others.
func dataclassTools(m *py.Module) {
	add := func(b *py.Builtin) { m.Attrs[b.Name] = b }
	add(
		fn(
			"asdict(obj, *, dict_factory=None)",
			"The fields as a dict, with all inside.",
			func(t *thread, a []value) (value, error) {
				if !isDataInstance(a[0]) {
					return nil, py.TypeErrorf("asdict() should be called on dataclass instances")
				}
				return unfold(t, a[0], func(names []string, vals []value) (value, error) {
					if a[1] == py.None {
						d := py.NewDict()
						for i, n := range names {
							d.SetStr(n, vals[i])
						}
						return d, nil
					}
					l := py.NewList()
					for i, n := range names {
						l.Items = append(l.Items, py.NewTuple(n, vals[i]))
					}
					return py.Call(t, a[1], []value{l}, nil)
				})
			},
		),
	)
	add(
		fn(
			"astuple(obj, *, tuple_factory=None)",
			"The fields as a tuple, with all inside.",
			func(t *thread, a []value) (value, error) {
				if !isDataInstance(a[0]) {
					return nil, py.TypeErrorf("astuple() should be called on dataclass instances")
				}
				return unfold(t, a[0], func(_ []string, vals []value) (value, error) {
					if a[1] == py.None {
						return py.NewTuple(vals...), nil
					}
					return py.Call(t, a[1], []value{py.NewList(vals...)}, nil)
				})
			},
		),
	)
	add(fn("fields(class_or_instance)", "The fields.", func(_ *thread, a []value) (value, error) {
		fields, ok := dataFields(a[0])
		if !ok {
			return nil, py.TypeErrorf("must be called with a dataclass type or instance")
		}
		out := py.NewTuple()
		for _, f := range fields {
			if f.kind == plainField {
				out.Items = append(out.Items, f)
			}
		}
		return out, nil
	}))
	add(
		fn(
			"is_dataclass(obj)",
			"Whether it is a dataclass or an instance of one.",
			func(_ *thread, a []value) (value, error) {
				_, ok := dataFields(a[0])
				return ok, nil
			},
		),
	)
	add(raw("replace", "A copy with some fields changed.", replaceFn))
	add(
		raw(
			"make_dataclass",
			"A dataclass of a name and fields: names, (name, type) or (name, type, default).",
			makeDataclass,
		),
	)
}

func isDataInstance(v value) bool {
	_, isClass := v.(*py.Class)
	_, ok := dataFields(v)
	return ok && !isClass
}

// unfold takes dataclasses apart, also those in lists, tuples and dicts; all else is copied.
func unfold(t *thread, v value, join func(names []string, vals []value) (value, error)) (value, error) {
	if err := t.Enter(""); err != nil {
		return nil, err
	}
	defer t.Leave()
	all := func(items []value) ([]value, error) {
		out := make([]value, len(items))
		for i, e := range items {
			var err error
			if out[i], err = unfold(t, e, join); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	if isDataInstance(v) {
		fields, _ := dataFields(v)
		var names []string
		var vals []value
		for _, f := range fields {
			if f.kind != plainField {
				continue
			}
			x, err := py.GetAttr(t, v, f.name)
			if err != nil {
				return nil, err
			}
			names, vals = append(names, f.name), append(vals, x)
		}
		vals, err := all(vals)
		if err != nil {
			return nil, err
		}
		return join(names, vals)
	}
	switch x := v.(type) {
	case *py.List:
		items, err := all(x.Items)
		return py.NewList(items...), err
	case *py.Tuple:
		items, err := all(x.Items)
		return &py.Tuple{Items: items, Class: x.Class}, err
	case *py.Dict:
		d := x.Copy()
		d.Clear()
		return d, x.Each(func(k, e value) error {
			kv, err := all([]value{k, e})
			if err != nil {
				return err
			}
			return d.Set(kv[0], kv[1])
		})
	}
	return deepcopy(t, v, py.None)
}

func replaceFn(t *thread, a []value, kw []py.Kw) (value, error) {
	if len(a) != 1 {
		return nil, py.TypeErrorf("replace() takes 1 positional argument but %d were given", len(a))
	}
	if !isDataInstance(a[0]) {
		return nil, py.TypeErrorf("replace() should be called on dataclass instances")
	}
	given := map[string]bool{}
	for _, k := range kw {
		given[k.Name] = true
	}
	all := append([]py.Kw(nil), kw...)
	fields, _ := dataFields(a[0])
	for _, f := range fields {
		switch {
		case f.kind == classField:
		case !f.init:
			if given[f.name] {
				return nil, py.ValueErrorf(
					"field %s is declared with init=False, it cannot be specified with replace()",
					f.name,
				)
			}
		case given[f.name]:
		case f.kind == initField && f.def == missing:
			return nil, py.ValueErrorf("InitVar %s must be specified with replace()", py.ReprOf(f.name))
		default:
			x, err := py.GetAttr(t, a[0], f.name)
			if err != nil {
				return nil, err
			}
			all = append(all, py.Kw{Name: f.name, Value: x})
		}
	}
	return py.Call(t, py.TypeOf(a[0]), nil, all)
}

func makeDataclass(t *thread, a []value, kw []py.Kw) (value, error) {
	if len(a) != 2 {
		return nil, py.TypeErrorf("make_dataclass() takes 2 positional arguments but %d were given", len(a))
	}
	var bases []*py.Class
	var rest []py.Kw
	attrs := py.NewDict()
	for _, k := range kw {
		switch k.Name {
		case "bases":
			items, err := py.ToSlice(t, k.Value)
			if err != nil {
				return nil, err
			}
			for _, b := range items {
				c, ok := b.(*py.Class)
				if !ok {
					return nil, py.TypeErrorf("bases must be types")
				}
				bases = append(bases, c)
			}
		case "namespace":
			if d, ok := k.Value.(*py.Dict); ok {
				attrs = d
			}
		case "module":
		default:
			rest = append(rest, k)
		}
	}
	c, err := py.NewUserClass(str(a[0]), "__main__", bases)
	if err != nil {
		return nil, err
	}
	if err := attrs.Each(c.Attrs.Set); err != nil {
		return nil, err
	}
	ann := py.NewDict()
	c.Attrs.SetStr("__annotations__", ann)
	err = py.Each(t, a[1], func(item value) error {
		parts := []value{item}
		if _, ok := item.(string); !ok {
			if parts, err = py.ToSlice(t, item); err != nil {
				return err
			}
		}
		var typ value = "typing.Any"
		switch len(parts) {
		case 1:
		case 3:
			c.Attrs.SetStr(str(parts[0]), parts[2])
			fallthrough
		case 2:
			typ = parts[1]
		default:
			return py.TypeErrorf("Invalid field: %s", py.ReprOf(item))
		}
		ann.SetStr(str(parts[0]), typ)
		return nil
	})
	if err != nil {
		return nil, err
	}
	made, err := dataclassFn(t, nil, rest)
	if err != nil {
		return nil, err
	}
	return py.Call(t, made, []value{c}, nil)
}
