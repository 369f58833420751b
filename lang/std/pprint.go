package std

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

func pprintModule() *py.Module {
	pformat := func(t *thread, v value, width int) (string, error) {
		var b strings.Builder
		err := pretty(t, &b, v, 0, width)
		return b.String(), err
	}
	return module(
		"pprint",
		"Readable data.",
		nil,
		fn(
			"pformat(object, indent=1, width=80)",
			"The text of a value over several lines.",
			func(t *thread, a []value) (value, error) {
				n, err := py.ToInt(a[2])
				if err != nil {
					return nil, err
				}
				return pformat(t, a[0], int(n))
			},
		),
		fn(
			"pprint(object, stream=None, indent=1, width=80)",
			"Prints a value over several lines.",
			func(t *thread, a []value) (value, error) {
				n, err := py.ToInt(a[3])
				if err != nil {
					return nil, err
				}
				s, err := pformat(t, a[0], int(n))
				if err != nil {
					return nil, err
				}
				_, err = t.Stdout.Write([]byte(s + "\n"))
				return py.None, err
			},
		),
	)
}

func pretty(t *thread, b *strings.Builder, v value, indent, width int) error {
	s, err := py.Repr(t, v)
	if err != nil {
		return err
	}
	if len(s)+indent <= width && !strings.Contains(s, "\n") {
		b.WriteString(s)
		return nil
	}
	open, end := "", ""
	var items []value
	switch x := v.(type) {
	case *py.List:
		open, end, items = "[", "]", x.Items
	case *py.Tuple:
		if x.Class == nil {
			open, end, items = "(", ")", x.Items
		}
	case *py.Dict:
		keys, err := py.Sorted(t, x.Keys(), nil, false)
		if err != nil {
			keys = x.Keys()
		}
		b.WriteByte('{')
		for i, k := range keys {
			if i > 0 {
				b.WriteString(",\n" + strings.Repeat(" ", indent+1))
			}
			ks, err := py.Repr(t, k)
			if err != nil {
				return err
			}
			b.WriteString(ks + ": ")
			e, _, _ := x.Get(k)
			if err := pretty(t, b, e, indent+1+len(ks)+2, width); err != nil {
				return err
			}
		}
		b.WriteByte('}')
		return nil
	}
	if open == "" {
		b.WriteString(s)
		return nil
	}
	b.WriteString(open)
	for i, e := range items {
		if i > 0 {
			b.WriteString(",\n" + strings.Repeat(" ", indent+1))
		}
		if err := pretty(t, b, e, indent+1, width); err != nil {
			return err
		}
	}
	b.WriteString(end)
	return nil
}
