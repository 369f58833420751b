package std

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// fromISO is datetime.fromisoformat: texts with dashes and colons are read here, other forms in the language.
func fromISO(t *thread, a []value) (value, error) {
	d := datesOf(a[0])
	s, ok := a[1].(string)
	c, is := a[0].(*py.Class)
	if ok && is {
		if m, ok := d.readISO(s); ok {
			return d.made(t, c, m)
		}
	}
	return d.call(t, "fromisoformat", a...)
}

// readISO reads 2024-05-07, a time 01:02 behind any character, :03, .456 or .456789.
func (d *dateClasses) readISO(s string) (m *instant, ok bool) {
	number := func(at, n int) (x int64) {
		if at+n > len(s) {
			ok = false
			return 0
		}
		for _, c := range []byte(s[at : at+n]) {
			if c < '0' || c > '9' {
				ok = false
			}
			x = x*10 + int64(c-'0')
		}
		return x
	}
	ok = len(s) >= 10 && s[4] == '-' && s[7] == '-' && len(s) <= 26
	if !ok {
		return nil, false
	}
	m = &instant{zone: py.None, year: number(0, 4), month: number(5, 2), day: number(8, 2)}
	switch len(s) {
	case 10:
	case 16, 19, 23, 26:
		if s[10] >= 128 || s[13] != ':' {
			return nil, false
		}
		m.hour, m.minute = number(11, 2), number(14, 2)
		if len(s) > 16 {
			ok = ok && s[16] == ':'
			m.second = number(17, 2)
		}
		if len(s) > 19 {
			ok = ok && s[19] == '.'
			if m.us = number(20, len(s)-20); len(s) == 23 {
				m.us *= 1000
			}
		}
	default:
		return nil, false
	}
	ok = ok && m.year > 0 && m.month > 0 && m.month < 13 && m.day > 0 && m.day <= daysIn(m.year, m.month) &&
		m.hour < 24 && m.minute < 60 && m.second < 60
	return m, ok
}

const (
	monthNames   = "January February March April May June July August September October November December"
	weekdayNames = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
)

// formatMoment is strftime: the usual directives here, formats with others in the language.
func formatMoment(t *thread, a []value) (value, error) {
	x := asMoment(a[0])
	form, ok := a[1].(string)
	if x != nil && ok && x.year > 0 && len(form) < 1<<16 {
		if b, ok := x.appendFormat(nil, form); ok {
			return string(b), nil
		}
	}
	return datesOf(a[0]).call(t, "strftime", a...)
}

// appendFormat writes a moment as a format has it; ok is false where it holds a directive that is not known here.
func (m *instant) appendFormat(b []byte, form string) (_ []byte, ok bool) {
	for i := 0; i < len(form); i++ {
		if form[i] != '%' {
			b = append(b, form[i])
			continue
		}
		if i++; i == len(form) {
			return nil, false
		}
		switch form[i] {
		case 'Y':
			if m.year < 1000 {
				return nil, false
			}
			b = padded(b, m.year, 4)
		case 'm':
			b = padded(b, m.month, 2)
		case 'd':
			b = padded(b, m.day, 2)
		case 'H':
			b = padded(b, m.hour, 2)
		case 'M':
			b = padded(b, m.minute, 2)
		case 'S':
			b = padded(b, m.second, 2)
		case 'f':
			b = padded(b, m.us, 6)
		case 'y':
			b = padded(b, m.year%100, 2)
		case 'I':
			b = padded(b, (m.hour+11)%12+1, 2)
		case 'p':
			b = append(b, [2]string{"AM", "PM"}[m.hour/12]...)
		case 'j':
			b = padded(b, m.ordinal()-beforeYear(m.year), 3)
		case 'B', 'b':
			b = appendName(b, monthNames, m.month-1, form[i] == 'b')
		case 'A', 'a':
			b = appendName(b, weekdayNames, (m.ordinal()+6)%7, form[i] == 'a')
		case '%':
			b = append(b, '%')
		default:
			return nil, false
		}
	}
	return b, true
}

func appendName(b []byte, names string, i int64, short bool) []byte {
	name := strings.Fields(names)[i]
	if short {
		name = name[:3]
	}
	return append(b, name...)
}
