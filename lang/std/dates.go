package std

import (
	"math"
	"math/big"

	"github.com/tfs-lang/tfs/lang/py"
)

// span is what a timedelta holds: seconds from 0 to 86399, microseconds from 0 to 999999.
type span struct{ days, seconds, us int64 }

// instant is what a date, a time or a datetime holds; zone is its tzinfo, fold 1 in the second of two equal hours.
type instant struct {
	year, month, day         int64
	hour, minute, second, us int64
	zone                     value
	fold                     int64
}

// dateClasses are the classes of one interpreter's datetime, which are written in the language; slow are the functions
// that do what is not done here.
type dateClasses struct {
	delta, date, time, moment, zone, info *py.Class
	slow                                  *py.Dict
}

// datesOf are the classes that an object, or a class, is of. They hang on the classes: dicts compare their keys without
// the program's thread.
func datesOf(v value) *dateClasses {
	c, ok := v.(*py.Class)
	if x, is := v.(*py.Instance); is {
		c, ok = x.Class, true
	}
	if ok {
		if d, ok := c.Lookup("_classes").(*dateClasses); ok {
			return d
		}
	}
	return &dateClasses{slow: py.NewDict()}
}

// call has a function in the language do the work.
func (d *dateClasses) call(t *thread, name string, a ...value) (value, error) {
	f, _ := d.slow.GetStr(name)
	return py.Call(t, f, a, nil)
}

const (
	daySeconds = 86400
	million    = 1000000
	maxDays    = 999999999
	lastDay    = 3652059 // 9999-12-31
)

// held is what an object of these classes holds.
func held(v value) value {
	if x, ok := v.(*py.Instance); ok && x.Attrs != nil {
		h, _ := x.Attrs.GetStr("_v")
		return h
	}
	return nil
}

func asSpan(v value) *span {
	s, _ := held(v).(*span)
	return s
}

func asMoment(v value) *instant {
	m, _ := held(v).(*instant)
	return m
}

// is tells whether a value is of a class or one that derives from it.
func is(v value, c *py.Class) bool {
	x, ok := v.(*py.Instance)
	return ok && (x.Class == c || x.Class.Is(c))
}

func holding(c *py.Class, v value) *py.Instance {
	x := c.NewPlain()
	x.Attrs.SetStr("_v", v)
	return x
}

// floorDiv is the quotient rounded down, and the rest.
func floorDiv(a, b int64) (q, r int64) {
	q, r = a/b, a%b
	if r < 0 {
		q, r = q-1, r+b
	}
	return q, r
}

// spanOf is a span of seconds and microseconds that may be out of their bounds.
func spanOf(days, seconds, us int64) (*span, error) {
	carry, us := floorDiv(us, million)
	more, seconds := floorDiv(seconds+carry, daySeconds)
	if days += more; days < math.MinInt32 || days > math.MaxInt32 {
		return nil, py.Raisef(py.OverflowErrorClass, "Python int too large to convert to C int")
	}
	if days < -maxDays || days > maxDays {
		return nil, py.Raisef(py.OverflowErrorClass, "days=%d; must have magnitude <= 999999999", days)
	}
	return &span{days, seconds, us}, nil
}

func (d *dateClasses) newSpan(c *py.Class, days, seconds, us int64) (value, error) {
	s, err := spanOf(days, seconds, us)
	if err != nil {
		return nil, err
	}
	return holding(c, s), nil
}

// micro is the span in microseconds; ok is false where that is more than an int64 holds.
func (s *span) micro() (us int64, ok bool) {
	if s.days < -100000000 || s.days > 100000000 {
		return 0, false
	}
	return (s.days*daySeconds+s.seconds)*million + s.us, true
}

func (s *span) big() *big.Int {
	n := big.NewInt(s.days*daySeconds + s.seconds)
	return n.Add(n.Mul(n, big.NewInt(million)), big.NewInt(s.us))
}

func (s *span) int() value {
	if us, ok := s.micro(); ok {
		return us
	}
	return py.Int(s.big())
}

// spanOfInt is a span of so many microseconds.
func spanOfInt(v value) (*span, error) {
	if us, ok := v.(int64); ok {
		days, rest := floorDiv(us, daySeconds*million)
		return spanOf(days, 0, rest)
	}
	n, err := py.Index(v)
	if err != nil {
		return nil, err
	}
	days, rest := new(big.Int).DivMod(py.BigOf(n), big.NewInt(daySeconds*million), new(big.Int))
	if !days.IsInt64() {
		return nil, py.Raisef(py.OverflowErrorClass, "Python int too large to convert to C int")
	}
	return spanOf(days.Int64(), 0, rest.Int64())
}

// order compares spans.
func (s *span) order(o *span) int {
	for _, p := range [3][2]int64{{s.days, o.days}, {s.seconds, o.seconds}, {s.us, o.us}} {
		if p[0] != p[1] {
			if p[0] < p[1] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// spanUnits are the greatest numbers of days, seconds and so on that are added up here, and their microseconds.
var spanUnits = [7][2]int64{{1000000, daySeconds * million}, {1e12, million}, {1e18, 1}, {1e15, 1000},
	{1e10, 60 * million}, {1e8, 3600 * million}, {1000000, 7 * daySeconds * million}}

// newDelta is timedelta(days, seconds, microseconds, milliseconds, minutes, hours, weeks).
func newDelta(t *thread, a []value) (value, error) {
	d := datesOf(a[0])
	c, ok := a[0].(*py.Class)
	total := int64(0)
	for i, u := range spanUnits {
		n, small := a[1+i].(int64)
		if !ok || !small || n > u[0] || n < -u[0] {
			return d.call(t, "timedelta", a...)
		}
		total += n * u[1]
	}
	return d.newSpan(c, 0, 0, total)
}

// days before each month.
var beforeMonth = [13]int64{0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334}

func leapYear(y int64) bool { return y%4 == 0 && (y%100 != 0 || y%400 == 0) }

func daysIn(year, month int64) int64 {
	switch month {
	case 2:
		if leapYear(year) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

func beforeYear(y int64) int64 { y--; return y*365 + y/4 - y/100 + y/400 }

func (m *instant) ordinal() int64 {
	n := beforeYear(m.year) + beforeMonth[m.month] + m.day
	if m.month > 2 && leapYear(m.year) {
		n++
	}
	return n
}

// setOrdinal sets the day by its number; the first day of year 1 is 1.
func (m *instant) setOrdinal(n int64) {
	n--
	y400, n := n/146097, n%146097
	y100 := min(n/36524, 3)
	n -= y100 * 36524
	y4 := n / 1461
	n %= 1461
	y1 := min(n/365, 3)
	n -= y1 * 365
	m.year = y400*400 + y100*100 + y4*4 + y1 + 1
	m.month = 1
	for days := daysIn(m.year, 1); n >= days; days = daysIn(m.year, m.month) {
		n -= days
		m.month++
	}
	m.day = n + 1
}

// clock are the seconds since midnight.
func (m *instant) clock() int64 { return (m.hour*60+m.minute)*60 + m.second }

// micro are the microseconds since the beginning of year 1.
func (m *instant) micro() int64 { return ((m.ordinal()-1)*daySeconds+m.clock())*million + m.us }

// setMicro sets day and time by the microseconds since the beginning of year 1.
func (m *instant) setMicro(us int64) error {
	days, us := floorDiv(us, daySeconds*million)
	if days < 0 || days >= lastDay {
		return py.Raisef(py.OverflowErrorClass, "date value out of range")
	}
	m.setOrdinal(days + 1)
	m.setClock(us)
	return nil
}

func (m *instant) setClock(us int64) {
	s := us / million
	m.us, m.hour, m.minute, m.second = us%million, s/3600, s/60%60, s%60
}

// whole reads arguments that are ints.
func whole(vs []value, to ...*int64) error {
	for i, v := range vs {
		n, ok := v.(int64)
		if !ok {
			if _, is := v.(float64); is {
				return py.TypeErrorf("'float' object cannot be interpreted as an integer")
			}
			x, err := py.Index(v)
			if err != nil {
				return err
			}
			if n, ok = x.(int64); !ok {
				return py.Raisef(py.OverflowErrorClass, "Python int too large to convert to C int")
			}
		}
		if n > math.MaxInt32 || n < math.MinInt32 {
			way := "greater than maximum"
			if n < 0 {
				way = "less than minimum"
			}
			return py.Raisef(py.OverflowErrorClass, "signed integer is %s", way)
		}
		*to[i] = n
	}
	return nil
}

func (m *instant) setDay(vs []value) error {
	if err := whole(vs, &m.year, &m.month, &m.day); err != nil {
		return err
	}
	switch {
	case m.year < 1 || m.year > 9999:
		return py.ValueErrorf("year %d is out of range", m.year)
	case m.month < 1 || m.month > 12:
		return py.ValueErrorf("month must be in 1..12")
	case m.day < 1 || m.day > daysIn(m.year, m.month):
		return py.ValueErrorf("day is out of range for month")
	}
	return nil
}

// setTime sets hour, minute, second, microsecond, zone and fold.
func (m *instant) setTime(d *dateClasses, vs []value) error {
	if err := whole(vs[:4], &m.hour, &m.minute, &m.second, &m.us); err != nil {
		return err
	}
	for _, p := range []struct {
		n, most int64
		name    string
	}{{m.hour, 23, "hour"}, {m.minute, 59, "minute"}, {m.second, 59, "second"}, {m.us, 999999, "microsecond"}} {
		if p.n < 0 || p.n > p.most {
			return py.ValueErrorf("%s must be in 0..%d", p.name, p.most)
		}
	}
	if m.zone = vs[4]; m.zone != py.None && !is(m.zone, d.info) {
		return py.TypeErrorf("tzinfo argument must be None or of a tzinfo subclass, not type '%s'",
			py.TypeOf(m.zone).TypeName())
	}
	if err := whole(vs[5:], &m.fold); err != nil {
		return err
	}
	if m.fold != 0 && m.fold != 1 {
		return py.ValueErrorf("fold must be either 0 or 1")
	}
	return nil
}

// noDay refuses a day without a month or a day.
func noDay(month, day value) error {
	switch {
	case month == py.None:
		return py.TypeErrorf("function missing required argument 'month' (pos 2)")
	case day == py.None:
		return py.TypeErrorf("function missing required argument 'day' (pos 3)")
	}
	return nil
}

func newDate(_ *thread, a []value) (value, error) {
	if err := noDay(a[2], a[3]); err != nil {
		return nil, err
	}
	m := &instant{zone: py.None}
	if err := m.setDay(a[1:4]); err != nil {
		return nil, err
	}
	return holding(a[0].(*py.Class), m), nil
}

func newTime(t *thread, a []value) (value, error) {
	m := &instant{}
	if err := m.setTime(datesOf(a[0]), a[1:]); err != nil {
		return nil, err
	}
	return holding(a[0].(*py.Class), m), nil
}

func newMoment(t *thread, a []value) (value, error) {
	if err := noDay(a[2], a[3]); err != nil {
		return nil, err
	}
	m := &instant{}
	if err := m.setDay(a[1:4]); err != nil {
		return nil, err
	}
	if err := m.setTime(datesOf(a[0]), a[4:]); err != nil {
		return nil, err
	}
	return holding(a[0].(*py.Class), m), nil
}

// made is an object of a class like that of self: of a derived one by a call.
func (d *dateClasses) made(t *thread, c *py.Class, m *instant) (value, error) {
	switch c {
	case d.date, d.moment:
		return holding(c, m), nil
	}
	if !c.Is(d.moment) {
		return py.Call(t, c, []value{m.year, m.month, m.day}, nil)
	}
	var kw []py.Kw
	if m.fold != 0 {
		kw = []py.Kw{{Name: "fold", Value: m.fold}}
	}
	return py.Call(t, c, []value{m.year, m.month, m.day, m.hour, m.minute, m.second, m.us, m.zone}, kw)
}

// offset is how far a moment's zone is from UTC, nil for a moment without one.
func (d *dateClasses) offset(t *thread, v value, m *instant) (*span, error) {
	if m.zone == py.None {
		return nil, nil
	}
	z, ok := m.zone.(*py.Instance)
	if ok && z.Class == d.zone {
		o, _ := z.Attrs.GetStr("_offset")
		return asSpan(o), nil
	}
	if is(v, d.time) {
		v = py.None
	}
	o, err := py.CallMethod(t, m.zone, "utcoffset", v)
	if err != nil || o == py.None {
		return nil, err
	}
	s := asSpan(o)
	if s == nil {
		return nil, py.TypeErrorf("tzinfo.utcoffset() must return None or a timedelta, not '%s'", py.TypeOf(o).TypeName())
	}
	if s.days < -1 || s.days > 0 || s.days == -1 && s.seconds == 0 && s.us == 0 {
		return nil, py.ValueErrorf(
			"offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24).")
	}
	return s, nil
}

// universal are the microseconds of a moment in UTC; aware tells that it has a zone.
func (d *dateClasses) universal(t *thread, v value, m *instant) (us int64, aware bool, err error) {
	o, err := d.offset(t, v, m)
	if is(v, d.time) {
		us = m.clock()*million + m.us
	} else {
		us = m.micro()
	}
	if o != nil {
		n, _ := o.micro()
		return us - n, true, err
	}
	return us, false, err
}
