package std

import (
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// datesModule is what module datetime, whose classes are written in the language, takes from here.
func datesModule() *py.Module {
	m := module("_moments", "What the classes of datetime do most.", nil,
		fn("setup(slow, delta, date=None, time=None, moment=None, zone=None, info=None)", "Tells the classes.",
			func(_ *thread, a []value) (value, error) {
				d := &dateClasses{slow: a[0].(*py.Dict)}
				for i, to := range []**py.Class{&d.delta, &d.date, &d.time, &d.moment, &d.zone, &d.info} {
					if c, ok := a[1+i].(*py.Class); ok {
						*to = c
						c.Attrs.SetStr("_classes", d)
					}
				}
				return py.None, nil
			}),
		fn("timedelta_new(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0)", "",
			newDelta),
		fn("date_new(cls, year, month=None, day=None)", "", newDate),
		fn("time_new(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0)", "", newTime),
		fn("datetime_new(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0)",
			"", newMoment),
		fn("span(cls, us)", "", func(_ *thread, a []value) (value, error) {
			s, err := spanOfInt(a[1])
			if err != nil {
				return nil, err
			}
			return holding(a[0].(*py.Class), s), nil
		}),
		fn("of_us(cls, us, tz=None)", "", func(t *thread, a []value) (value, error) {
			us, ok := a[1].(int64)
			if !ok {
				return nil, py.Raisef(py.OverflowErrorClass, "date value out of range")
			}
			m := &instant{zone: a[2]}
			if err := m.setMicro(us); err != nil {
				return nil, err
			}
			return datesOf(a[0]).made(t, a[0].(*py.Class), m)
		}),
		fn("fromordinal(cls, n)", "", func(t *thread, a []value) (value, error) {
			n, err := py.ToInt(a[1])
			switch {
			case err != nil:
				return nil, err
			case n < 1:
				return nil, py.ValueErrorf("ordinal must be >= 1")
			case n > 1<<31-1:
				return nil, py.Raisef(py.OverflowErrorClass, "Python int too large to convert to C int")
			}
			m := &instant{zone: py.None}
			m.setOrdinal(n)
			if n > lastDay {
				return nil, py.ValueErrorf("year %d is out of range", m.year)
			}
			return datesOf(a[0]).made(t, a[0].(*py.Class), m)
		}),
		fn("fromisoformat(cls, text)", "", fromISO),
		fn("strftime(self, format)", "", formatMoment),
		fn("astimezone(self, tz=None)", "", inZone),
	)
	momentParts(m)
	momentMethods(m)
	spanMethods(m)
	return m
}

// method is the name under which a class has a function.
func method(name string) string {
	switch name {
	case "date_iso":
		return "isoformat"
	case "total_seconds", "toordinal", "weekday":
		return name
	}
	return "__" + name[strings.LastIndexByte(name, '_')+1:] + "__"
}

// one adds a function of one value, whose short form it is too.
func one(m *py.Module, name string, f func(t *thread, v value) (value, error)) {
	b := fn(method(name)+"(self)", "", func(t *thread, a []value) (value, error) { return f(t, a[0]) })
	b.One = f
	m.Attrs[name] = b
}

// two adds a function of two values.
func two(m *py.Module, name string, f func(t *thread, v, w value) (value, error)) {
	b := fn(method(name)+"(self, other)", "", func(t *thread, a []value) (value, error) { return f(t, a[0], a[1]) })
	b.Two = f
	m.Attrs[name] = b
}

func notOne(v value) error {
	return py.TypeErrorf("'%s' object is not a date, time or span that was made by its class", py.TypeOf(v).TypeName())
}

// momentParts are what a moment is made of.
func momentParts(m *py.Module) {
	part := func(name string, get func(x *instant) value) {
		one(m, name, func(_ *thread, v value) (value, error) {
			if x := asMoment(v); x != nil {
				return get(x), nil
			}
			return nil, notOne(v)
		})
	}
	part("year", func(x *instant) value { return x.year })
	part("month", func(x *instant) value { return x.month })
	part("day", func(x *instant) value { return x.day })
	part("hour", func(x *instant) value { return x.hour })
	part("minute", func(x *instant) value { return x.minute })
	part("second", func(x *instant) value { return x.second })
	part("microsecond", func(x *instant) value { return x.us })
	part("tzinfo", func(x *instant) value { return x.zone })
	part("fold", func(x *instant) value { return x.fold })
	part("toordinal", func(x *instant) value { return x.ordinal() })
	part("weekday", func(x *instant) value { return (x.ordinal() + 6) % 7 })
	part("us", func(x *instant) value { return x.micro() })
	part("clock_us", func(x *instant) value { return x.clock()*million + x.us })
	part("date_iso", func(x *instant) value { return string(x.appendDay(nil)) })
}

// appendDay writes a day as 2024-05-07.
func (m *instant) appendDay(b []byte) []byte {
	b = padded(b, m.year, 4)
	b = padded(append(b, '-'), m.month, 2)
	return padded(append(b, '-'), m.day, 2)
}

// appendClock writes a time as 01:02:03, with microseconds where there are any.
func (m *instant) appendClock(b []byte) []byte {
	b = padded(b, m.hour, 2)
	b = padded(append(b, ':'), m.minute, 2)
	b = padded(append(b, ':'), m.second, 2)
	if m.us != 0 {
		b = padded(append(b, '.'), m.us, 6)
	}
	return b
}

// padded writes a number with so many digits at least.
func padded(b []byte, n int64, width int) []byte {
	var room [20]byte
	s := strconv.AppendInt(room[:0], n, 10)
	for range width - len(s) {
		b = append(b, '0')
	}
	return append(b, s...)
}

// appendOffset writes a distance from UTC as +02:00.
func appendOffset(b []byte, o *span, colon string) []byte {
	us, _ := o.micro()
	if us < 0 {
		b, us = append(b, '-'), -us
	} else {
		b = append(b, '+')
	}
	s, us := us/million, us%million
	b = padded(b, s/3600, 2)
	b = padded(append(b, colon...), s/60%60, 2)
	if s%60 != 0 || us != 0 {
		b = padded(append(b, colon...), s%60, 2)
		if us != 0 {
			b = padded(append(b, '.'), us, 6)
		}
	}
	return b
}

// momentMethods are arithmetic, order and texts of moments.
func momentMethods(m *py.Module) {
	for i, op := range []string{"eq", "lt", "le", "gt", "ge"} {
		sign := [...]string{"==", "<", "<=", ">", ">="}[i]
		two(m, op, func(t *thread, v, w value) (value, error) { return compareMoments(t, sign, v, w) })
	}
	two(m, "add", addSpan)
	two(m, "sub", func(t *thread, v, w value) (value, error) {
		d, x := datesOf(v), asMoment(v)
		if x == nil {
			return nil, notOne(v)
		}
		if s := asSpan(w); s != nil {
			if !is(v, d.moment) {
				return d.moved(t, v, x, -s.days, 0, 0)
			}
			return d.moved(t, v, x, -s.days, -s.seconds, -s.us)
		}
		y := asMoment(w)
		if y == nil || !is(w, d.date) || is(v, d.moment) != is(w, d.moment) {
			return py.NotImplemented, nil
		}
		if !is(v, d.moment) {
			return d.newSpan(d.delta, x.ordinal()-y.ordinal(), 0, 0)
		}
		if x.zone == y.zone { // whatever it says of them
			return d.newSpan(d.delta, 0, 0, x.micro()-y.micro())
		}
		a, aware, err := d.universal(t, v, x)
		if err != nil {
			return nil, err
		}
		b, other, err := d.universal(t, w, y)
		if err != nil {
			return nil, err
		}
		if aware != other {
			return nil, py.TypeErrorf("can't subtract offset-naive and offset-aware datetimes")
		}
		return d.newSpan(d.delta, 0, 0, a-b)
	})
	one(m, "hash", func(t *thread, v value) (value, error) {
		d, x := datesOf(v), asMoment(v)
		if x == nil {
			return nil, notOne(v)
		}
		if x.fold != 0 { // both of two equal hours have one hash
			y := *x
			y.fold = 0
			x, v = &y, holding(v.(*py.Instance).Class, &y)
		}
		us, _, err := d.universal(t, v, x)
		if err != nil {
			return nil, err
		}
		return py.Hash(us)
	})
	one(m, "datetime_str", func(t *thread, v value) (value, error) { return isoMoment(t, v, " ") })
	m.Attrs["datetime_iso"] = fn("isoformat(self, sep='T', timespec='auto')", "",
		func(t *thread, a []value) (value, error) {
			if sep, ok := a[1].(string); ok && a[2] == "auto" {
				return isoMoment(t, a[0], sep)
			}
			return datesOf(a[0]).call(t, "isoformat", a...)
		})
}

// isoMoment is a datetime as ISO 8601 has it.
func isoMoment(t *thread, v value, sep string) (value, error) {
	x := asMoment(v)
	if x == nil {
		return nil, notOne(v)
	}
	var room [40]byte
	b := x.appendClock(append(x.appendDay(room[:0]), sep...))
	o, err := datesOf(v).offset(t, v, x)
	if o != nil {
		b = appendOffset(b, o, ":")
	}
	return string(b), err
}

// addSpan is a date or a datetime and a timedelta.
func addSpan(t *thread, v, w value) (value, error) {
	d, x, s := datesOf(v), asMoment(v), asSpan(w)
	switch {
	case x == nil:
		return nil, notOne(v)
	case s == nil:
		return py.NotImplemented, nil
	case !is(v, d.moment):
		return d.moved(t, v, x, s.days, 0, 0)
	}
	return d.moved(t, v, x, s.days, s.seconds, s.us)
}

// moved is a moment so much later.
func (d *dateClasses) moved(t *thread, v value, x *instant, days, seconds, us int64) (value, error) {
	y := &instant{zone: x.zone}
	n := x.ordinal() + days
	if is(v, d.moment) {
		more, rest := floorDiv((x.clock()+seconds)*million+x.us+us, daySeconds*million)
		n += more
		y.setClock(rest)
	}
	if n < 1 || n > lastDay {
		return nil, py.Raisef(py.OverflowErrorClass, "date value out of range")
	}
	y.setOrdinal(n)
	return d.made(t, v.(*py.Instance).Class, y)
}

// inZone is a datetime in another zone: in one of a fixed distance here, else in the language.
func inZone(t *thread, a []value) (value, error) {
	d, x := datesOf(a[0]), asMoment(a[0])
	if z, ok := a[1].(*py.Instance); ok && x != nil && z.Class == d.zone && x.zone != a[1] && x.zone != py.None {
		us, aware, err := d.universal(t, a[0], x)
		if err != nil {
			return nil, err
		}
		o, _ := z.Attrs.GetStr("_offset")
		if s := asSpan(o); aware && s != nil {
			n, _ := s.micro()
			y := &instant{zone: z}
			if err := y.setMicro(us + n); err != nil {
				return nil, err
			}
			return d.made(t, a[0].(*py.Instance).Class, y)
		}
	}
	return d.call(t, "astimezone", a...)
}

// compareMoments orders two dates, two times or two datetimes.
func compareMoments(t *thread, op string, v, w value) (value, error) {
	d, x, y := datesOf(v), asMoment(v), asMoment(w)
	if x == nil {
		return nil, notOne(v)
	}
	stamped, clock := is(v, d.moment), is(v, d.time)
	switch {
	case y == nil || clock != is(w, d.time):
		return py.NotImplemented, nil
	case stamped && !is(w, d.moment):
		if op != "==" {
			return nil, py.TypeErrorf("can't compare %s to %s", py.TypeOf(v).TypeName(), py.TypeOf(w).TypeName())
		}
		return false, nil
	}
	a, b := int64(0), int64(0)
	switch {
	case !stamped && !clock: // the day alone, also of a datetime
		a, b = x.ordinal(), y.ordinal()
	case x.zone == y.zone && clock:
		a, b = x.clock()*million+x.us, y.clock()*million+y.us
	case x.zone == y.zone:
		a, b = x.micro(), y.micro()
	default:
		var aware, other bool
		var err error
		if a, aware, err = d.universal(t, v, x); err == nil {
			b, other, err = d.universal(t, w, y)
		}
		if err != nil {
			return nil, err
		}
		if aware != other {
			if op == "==" {
				return false, nil
			}
			kind := "datetimes"
			if clock {
				kind = "times"
			}
			return nil, py.TypeErrorf("can't compare offset-naive and offset-aware %s", kind)
		}
	}
	order := 0
	if a != b {
		order = 1
		if a < b {
			order = -1
		}
	}
	return inOrder(op, order), nil
}

// spanMethods are arithmetic, order and texts of spans.
func spanMethods(m *py.Module) {
	part := func(name string, get func(s *span) value) {
		one(m, name, func(_ *thread, v value) (value, error) {
			if s := asSpan(v); s != nil {
				return get(s), nil
			}
			return nil, notOne(v)
		})
	}
	part("days", func(s *span) value { return s.days })
	part("seconds", func(s *span) value { return s.seconds })
	part("microseconds", func(s *span) value { return s.us })
	part("span_us", (*span).int)
	part("span_bool", func(s *span) value { return *s != span{} })
	one(m, "total_seconds", func(t *thread, v value) (value, error) {
		s := asSpan(v)
		if s == nil {
			return nil, notOne(v)
		}
		if us, ok := s.micro(); ok && us < 1<<53 && us > -1<<53 {
			return float64(us) / million, nil
		}
		return py.Binary(t, "/", s.int(), int64(million))
	})
	one(m, "span_hash", func(t *thread, v value) (value, error) {
		s := asSpan(v)
		if s == nil {
			return nil, notOne(v)
		}
		return py.HashIn(t, py.NewTuple(s.days, s.seconds, s.us))
	})
	one(m, "span_neg", func(t *thread, v value) (value, error) {
		d, s := datesOf(v), asSpan(v)
		if s == nil {
			return nil, notOne(v)
		}
		return d.newSpan(d.delta, -s.days, -s.seconds, -s.us)
	})
	for name, sign := range map[string]int64{"span_add": 1, "span_sub": -1} {
		two(m, name, func(t *thread, v, w value) (value, error) {
			d, s, o := datesOf(v), asSpan(v), asSpan(w)
			if s == nil || o == nil {
				return py.NotImplemented, nil
			}
			return d.newSpan(d.delta, s.days+sign*o.days, s.seconds+sign*o.seconds, s.us+sign*o.us)
		})
	}
	for i, op := range []string{"eq", "lt", "le", "gt", "ge"} {
		sign := [...]string{"==", "<", "<=", ">", ">="}[i]
		two(m, "span_"+op, func(_ *thread, v, w value) (value, error) {
			s, o := asSpan(v), asSpan(w)
			if s == nil || o == nil {
				return py.NotImplemented, nil
			}
			return inOrder(sign, s.order(o)), nil
		})
	}
	part("span_str", func(s *span) value {
		var b []byte
		if s.days != 0 {
			b = append(strconv.AppendInt(b, s.days, 10), " day"...)
			if s.days != 1 && s.days != -1 {
				b = append(b, 's')
			}
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, s.seconds/3600, 10)
		b = padded(append(b, ':'), s.seconds/60%60, 2)
		b = padded(append(b, ':'), s.seconds%60, 2)
		if s.us != 0 {
			b = padded(append(b, '.'), s.us, 6)
		}
		return string(b)
	})
}
