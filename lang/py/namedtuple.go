package py

import (
	"fmt"
	"strconv"
	"strings"
)

// NamedTuple makes a named tuple class; module is shown by its full name only.
func NamedTuple(module, name string, fields []string, defaults []Value) *Class {
	c := NewClass(module, name, TupleClass, nil)
	c.Python = true
	c.Doc = name + "(" + strings.Join(fields, ", ") + ")"
	names := make([]Value, len(fields))
	params := make([]Param, len(fields)+1)
	params[0].Name = "_cls"
	given := NewDict()
	for i, f := range fields {
		names[i] = f
		params[i+1].Name = f
		if k := i - (len(fields) - len(defaults)); k >= 0 {
			params[i+1].Default = defaults[k]
			given.SetStr(f, defaults[k])
		}
		c.Attrs.SetStr(f, &Property{
			Get:   func(_ *Thread, v Value) (Value, error) { return v.(*Tuple).Items[i], nil },
			Doc:   fmt.Sprintf("Alias for field number %d", i),
			Field: true,
		})
	}
	c.Attrs.SetStr("_fields", NewTuple(names...))
	c.Attrs.SetStr("__match_args__", NewTuple(names...))
	c.Attrs.SetStr("_field_defaults", given)
	c.New = &Builtin{Name: name, Raw: func(_ *Thread, args []Value, kw []Kw) (Value, error) {
		items, err := Bind(params, Plain, name+".__new__", append([]Value{c}, args...), kw)
		if err != nil {
			return nil, err
		}
		return &Tuple{Items: items[1:], Class: c}, nil
	}}
	c.Def("_asdict(self)", "The fields as a dict.", func(_ *Thread, a []Value) (Value, error) {
		d := NewDict()
		for i, v := range a[0].(*Tuple).Items {
			d.SetStr(fields[i], v)
		}
		return d, nil
	})
	c.DefRaw("_replace", "A copy with some fields changed.", func(_ *Thread, args []Value, kw []Kw) (Value, error) {
		x := args[0].(*Tuple)
		items := append([]Value(nil), x.Items...)
		var unknown []Value
		for _, k := range kw {
			if i := findParam(params, k.Name); i > 0 {
				items[i-1] = k.Value
			} else {
				unknown = append(unknown, k.Name)
			}
		}
		if unknown != nil {
			return nil, ValueErrorf("Got unexpected field names: %s", ReprOf(NewList(unknown...)))
		}
		return &Tuple{Items: items, Class: x.Class}, nil
	})
	c.Attrs.SetStr(
		"_make",
		&ClassMethod{&Builtin{Name: "_make", Raw: func(t *Thread, args []Value, _ []Kw) (Value, error) {
			if len(args) != 2 {
				return nil, TypeErrorf("%s._make() takes 2 positional arguments but %d were given", name, len(args))
			}
			items, err := ToSlice(t, args[1])
			if err == nil && len(items) != len(fields) {
				err = TypeErrorf("Expected %d arguments, got %d", len(fields), len(items))
			}
			return &Tuple{Items: items, Class: args[0].(*Class)}, err
		}}},
	)
	return c
}

// StructSequence is a class of records as the system's modules give them: a named tuple that shows its module.
func StructSequence(module, name string, fields []string) *Class {
	c := NamedTuple(module, name, fields, nil)
	c.Repr = func(t *Thread, v Value) (string, error) {
		s, err := namedRepr(t, v.(*Tuple), fields)
		return module + "." + s, err
	}
	return c
}

// namedRepr is the text of a tuple with its fields.
func namedRepr(t *Thread, x *Tuple, fields []string) (string, error) {
	parts := make([]string, len(fields))
	for i, n := range fields {
		s, err := Repr(t, x.Items[i])
		if err != nil {
			return "", err
		}
		parts[i] = n + "=" + s
	}
	return x.Class.Name + "(" + strings.Join(parts, ", ") + ")", nil
}

// CheckFields are the names of a named tuple's fields as they may be: others are refused, or with rename
// are named by their places.
func CheckFields(typename string, fields []string, rename bool, keyword func(string) bool) ([]string, error) {
	fields = append([]string(nil), fields...)
	seen := map[string]bool{}
	if rename {
		for i, f := range fields {
			if !IsIdentifier(f) || keyword(f) || strings.HasPrefix(f, "_") || seen[f] {
				fields[i] = "_" + strconv.Itoa(i)
			}
			seen[f] = true
		}
	}
	for _, name := range append([]string{typename}, fields...) {
		if !IsIdentifier(name) {
			return nil, ValueErrorf("Type names and field names must be valid identifiers: %s", ReprOf(name))
		}
		if keyword(name) {
			return nil, ValueErrorf("Type names and field names cannot be a keyword: %s", ReprOf(name))
		}
	}
	clear(seen)
	for _, name := range fields {
		if strings.HasPrefix(name, "_") && !rename {
			return nil, ValueErrorf("Field names cannot start with an underscore: %s", ReprOf(name))
		}
		if seen[name] {
			return nil, ValueErrorf("Encountered duplicate field name: %s", ReprOf(name))
		}
		seen[name] = true
	}
	return fields, nil
}
