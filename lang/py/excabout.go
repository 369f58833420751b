package py

import "slices"

// What an exception of names and modules tells beside its text, for programs: the name that was
// looked for, the value it was looked for in, the module's file.

// aboutAttrs are those attributes by class, in CPython's order of keyword arguments.
var aboutAttrs = map[*Class][]string{
	NameErrorClass:      {"name"},
	AttributeErrorClass: {"name", "obj"},
	ImportErrorClass:    {"name", "path"},
}

// WithAbout notes what an exception is about: the values of its class's attributes, in their order.
//
//go:noinline
func (e *Exc) WithAbout(values ...Value) *Exc {
	for c, names := range aboutAttrs {
		if e.Class.Is(c) {
			e.About = make(map[string]Value, len(values))
			for i, v := range values {
				e.About[names[i]] = v
			}
		}
	}
	return e
}

// hasAbout tells whether an exception of a class has an attribute of that kind.
func hasAbout(c *Class, name string) bool {
	for base, names := range aboutAttrs {
		if c.Is(base) && slices.Contains(names, name) {
			return true
		}
	}
	return false
}

// setAbout sets one of those attributes.
func (e *Exc) setAbout(name string, v Value) {
	if e.About == nil {
		e.About = map[string]Value{}
	}
	e.About[name] = v
}

// aboutKeywords takes the keyword arguments that an exception is made with.
func (e *Exc) aboutKeywords(kw []Kw) error {
	for _, k := range kw {
		if !hasAbout(e.Class, k.Name) {
			for c := range aboutAttrs {
				if e.Class.Is(c) {
					return TypeErrorf("'%s' is an invalid keyword argument for %s()", k.Name, c.Name)
				}
			}
			return TypeErrorf("%s() takes no keyword arguments", e.Class.Name)
		}
		e.setAbout(k.Name, k.Value)
	}
	return nil
}

func init() {
	for c, names := range aboutAttrs {
		for _, name := range names {
			c.Prop(name, "What the exception is about.", func(_ *Thread, v Value) (Value, error) {
				if x, ok := v.(*Exc).About[name]; ok {
					return x, nil
				}
				return None, nil
			})
		}
	}
	ImportErrorClass.Prop("msg", "The text.", firstArg)
}
