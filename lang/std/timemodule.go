package std

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
)

// structTime is time.struct_time: a tuple of nine with the zone as attributes.
var structTime = py.StructSequence(
	"time",
	"struct_time",
	[]string{"tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst"})

func init() {
	structTime.New = fn("struct_time(sequence)", "The parts of a time.", func(t *thread, a []value) (value, error) {
		items, err := py.ToSlice(t, a[0])
		if err != nil {
			return nil, py.TypeErrorf("constructor requires a sequence")
		}
		if len(items) < 9 {
			return nil, py.TypeErrorf("time.struct_time() takes an at least 9-sequence (%d-sequence given)", len(items))
		}
		return &py.Tuple{Items: items[:9], Class: structTime}, nil
	})
	zone := func(v value) (string, int) {
		tm, err := timeOf(v)
		if err != nil || py.Is(v.(*py.Tuple).Items[8], int64(0)) && time.Local == time.UTC {
			return "UTC", 0
		}
		return tm.Zone()
	}
	structTime.Prop("tm_zone", "The name of the zone.", func(_ *thread, v value) (value, error) {
		name, _ := zone(v)
		return name, nil
	})
	structTime.Prop("tm_gmtoff", "Seconds east of UTC.", func(_ *thread, v value) (value, error) {
		_, off := zone(v)
		return int64(off), nil
	})
}

// parts is the struct_time of a time.
func parts(tm time.Time) value {
	dst := int64(0)
	if tm.IsDST() {
		dst = 1
	}
	return &py.Tuple{
		Class: structTime,
		Items: []value{int64(tm.Year()), int64(tm.Month()), int64(tm.Day()), int64(tm.Hour()), int64(tm.Minute()),
			int64(tm.Second()), int64((tm.Weekday() + 6) % 7), int64(tm.YearDay()), dst},
	}
}

// fields are the nine numbers of a struct_time.
func fields(v value) ([9]int64, error) {
	var f [9]int64
	tup, ok := v.(*py.Tuple)
	if !ok {
		return f, py.TypeErrorf("Tuple or struct_time argument required")
	}
	if len(tup.Items) != 9 {
		return f, py.TypeErrorf("function takes exactly 9 arguments (%d given)", len(tup.Items))
	}
	for i, x := range tup.Items {
		n, err := py.ToInt(x)
		if err != nil {
			return f, err
		}
		f[i] = n
	}
	return f, nil
}

func timeOf(v value) (time.Time, error) {
	f, err := fields(v)
	return time.Date(int(f[0]), time.Month(f[1]), int(f[2]), int(f[3]), int(f[4]), int(f[5]), 0, time.Local), err
}

// moment is a time given in seconds, now for None.
func moment(v value) (time.Time, error) {
	if v == nil || v == py.None {
		return time.Now(), nil
	}
	s, err := py.ToFloat(v)
	if err != nil {
		return time.Time{}, err
	}
	if math.IsNaN(s) {
		return time.Time{}, py.ValueErrorf("Invalid value NaN (not a number)")
	}
	if math.Abs(s) > 6e13 {
		return time.Time{}, py.Raisef(py.OverflowErrorClass, "timestamp out of range for platform time_t")
	}
	whole := math.Floor(s)
	return time.Unix(int64(whole), int64((s-whole)*1e9)), nil
}

// setZone says of which time zone the clock is: in January and in July, the one with summer time last.
func setZone(m *py.Module) {
	year := time.Now().Year()
	name, offset := time.Date(year, 1, 1, 0, 0, 0, 0, time.Local).Zone()
	other, summer := time.Date(year, 7, 1, 0, 0, 0, 0, time.Local).Zone()
	if summer < offset {
		name, offset, other, summer = other, summer, name, offset
	}
	m.Attrs["timezone"], m.Attrs["altzone"] = int64(-offset), int64(-summer)
	m.Attrs["daylight"], m.Attrs["tzname"] = int64(0), py.NewTuple(name, other)
	if offset != summer {
		m.Attrs["daylight"] = int64(1)
	}
	m.Changes++
}

var ownZone = time.Local

// zoneOf is the time zone of a name, or of a rule as POSIX writes it: a file without times whose last line is the rule.
func zoneOf(name string) *time.Location {
	if at, err := time.LoadLocation(strings.TrimPrefix(name, ":")); err == nil {
		return at
	}
	head := "TZif2" + strings.Repeat("\x00", 15)
	counts := strings.Repeat("\x00", 16) + "\x00\x00\x00\x01\x00\x00\x00\x04" // one kind of time, four bytes of names
	block := counts + strings.Repeat("\x00", 6) + "UTC\x00"
	at, err := time.LoadLocationFromTZData("", []byte(head+block+head+block+"\n"+name+"\n"))
	if err != nil {
		return time.UTC
	}
	return at
}

func timeModule() *py.Module {
	start := time.Now()
	m := module(
		"time",
		"The clock.",
		map[string]value{"struct_time": structTime},
	)
	setZone(m)
	add := func(sig, doc string, f func(t *thread, a []value) (value, error)) {
		b := fn(sig, doc, f)
		m.Attrs[b.Name] = b
	}
	for _, name := range []string{"perf_counter", "monotonic", "process_time", "thread_time"} {
		add(name+"()", "Seconds.", func(*thread, []value) (value, error) { return time.Since(start).Seconds(), nil })
		add(
			name+"_ns()",
			"Nanoseconds.",
			func(*thread, []value) (value, error) { return time.Since(start).Nanoseconds(), nil },
		)
	}
	add(
		"time()",
		"Seconds since 1970.",
		func(*thread, []value) (value, error) { return float64(time.Now().UnixNano()) / 1e9, nil },
	)
	add(
		"time_ns()",
		"Nanoseconds since 1970.",
		func(*thread, []value) (value, error) { return time.Now().UnixNano(), nil },
	)
	add("sleep(secs)", "Waits.", sleep)
	add("localtime(secs=None)", "The parts of a time here.", func(_ *thread, a []value) (value, error) {
		tm, err := moment(a[0])
		return parts(tm.Local()), err
	})
	add("gmtime(secs=None)", "The parts of a time in UTC.", func(_ *thread, a []value) (value, error) {
		tm, err := moment(a[0])
		return parts(tm.UTC()), err
	})
	add("mktime(t)", "Seconds since 1970 of the parts of a time here.", func(_ *thread, a []value) (value, error) {
		tm, err := timeOf(a[0])
		return float64(tm.Unix()), err
	})
	add("strftime(format, t=None)", "The time as text.", func(_ *thread, a []value) (value, error) {
		format, ok := a[0].(string)
		if !ok {
			return nil, py.TypeErrorf("strftime() argument 1 must be str, not %s", py.TypeOf(a[0]).Name)
		}
		if a[1] == py.None {
			a[1] = parts(time.Now())
		}
		f, err := fields(a[1])
		if err != nil {
			return nil, err
		}
		return strftime(format, f), nil
	})
	ctime := func(v value) (value, error) {
		f, err := fields(v)
		if err != nil {
			return nil, err
		}
		return fmt.Sprintf(
			"%s %s %2d %02d:%02d:%02d %d",
			weekdays[mod(f[6], 7)][:3],
			months[mod(f[1]-1, 12)][:3],
			f[2],
			f[3],
			f[4],
			f[5],
			f[0],
		), nil
	}
	add("asctime(t=None)", "The time as text.", func(_ *thread, a []value) (value, error) {
		if a[0] == py.None {
			a[0] = parts(time.Now())
		}
		return ctime(a[0])
	})
	add("ctime(secs=None)", "The time as text.", func(_ *thread, a []value) (value, error) {
		tm, err := moment(a[0])
		if err != nil {
			return nil, err
		}
		return ctime(parts(tm.Local()))
	})
	add("_tzset(name)", "Takes another time zone.", func(_ *thread, a []value) (value, error) {
		if name, ok := a[0].(string); ok {
			time.Local = zoneOf(name)
		} else {
			time.Local = ownZone
		}
		setZone(m)
		return py.None, nil
	})
	m.Lazy = map[string]string{"strptime": "_timeparse:strptime", "tzset": "_timeparse:tzset"}
	return m
}

func sleep(t *thread, a []value) (value, error) {
	isFloat := py.TypeOf(a[0]).Is(py.FloatClass)
	if !isFloat {
		if _, err := py.Index(a[0]); err != nil {
			return nil, err
		}
	}
	s, err := py.ToFloat(a[0])
	if err != nil {
		return nil, err
	}
	switch {
	case s < -9.2e9 && !isFloat:
		return nil, py.Raisef(py.OverflowErrorClass, "timestamp too large to convert to C _PyTime_t")
	case math.IsNaN(s):
		return nil, py.ValueErrorf("Invalid value NaN (not a number)")
	case s < 0:
		return nil, py.ValueErrorf("sleep length must be non-negative")
	case s > 9.2e9 && isFloat:
		return nil, py.Raisef(py.OverflowErrorClass, "timestamp out of range for platform time_t")
	case s > 9.2e9:
		return nil, py.Raisef(py.OverflowErrorClass, "timestamp too large to convert to C _PyTime_t")
	}
	return py.None, t.Sleep(time.Duration(s * 1e9))
}

var (
	weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
	months   = []string{
		"January",
		"February",
		"March",
		"April",
		"May",
		"June",
		"July",
		"August",
		"September",
		"October",
		"November",
		"December",
	}
)

func mod(n, by int64) int64 { return (n%by + by) % by }

// longTimes are the formats that stand for others.
var longTimes = map[byte]string{'D': "%m/%d/%y", 'x': "%m/%d/%y", 'T': "%H:%M:%S", 'X': "%H:%M:%S", 'R': "%H:%M",
	'F': "%Y-%m-%d", 'r': "%I:%M:%S %p", 'c': "%a %b %e %H:%M:%S %Y"}

// strftime writes the parts of a time as the C library does in its own locale.
func strftime(format string, f [9]int64) string {
	var b []byte
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b = append(b, format[i])
			continue
		}
		i++
		pad := true
		if format[i] == '-' && i+1 < len(format) {
			pad = false
			i++
		}
		text, n, width := timePart(format[i], f)
		if width >= 0 {
			if !pad {
				width = 0
			}
			text = fmt.Sprintf("%0*d", width, n)
		}
		b = append(b, text...)
	}
	return string(b)
}

// timePart is one part of a time: a text, or where width is not negative a number.
func timePart(c byte, f [9]int64) (text string, n int64, width int) {
	year, week := isoWeek(f)
	weekday := mod(f[6], 7)
	switch c {
	case 'Y':
		return "", f[0], 0
	case 'C':
		return "", f[0] / 100, 2
	case 'y':
		return "", mod(f[0], 100), 2
	case 'm':
		return "", f[1], 2
	case 'd':
		return "", f[2], 2
	case 'e':
		return fmt.Sprintf("%2d", f[2]), 0, -1
	case 'H':
		return "", f[3], 2
	case 'I':
		return "", mod(f[3]-1, 12) + 1, 2
	case 'M':
		return "", f[4], 2
	case 'S':
		return "", f[5], 2
	case 'j':
		return "", f[7], 3
	case 'p':
		if f[3] >= 12 {
			return "PM", 0, -1
		}
		return "AM", 0, -1
	case 'a':
		return weekdays[weekday][:3], 0, -1
	case 'A':
		return weekdays[weekday], 0, -1
	case 'b', 'h':
		return months[mod(f[1]-1, 12)][:3], 0, -1
	case 'B':
		return months[mod(f[1]-1, 12)], 0, -1
	case 'w':
		return "", mod(f[6]+1, 7), 1
	case 'u':
		return "", weekday + 1, 1
	case 'U':
		return "", (f[7] + 6 - mod(f[6]+1, 7)) / 7, 2
	case 'W':
		return "", (f[7] + 6 - weekday) / 7, 2
	case 'G':
		return "", year, 4
	case 'g':
		return "", year % 100, 2
	case 'V':
		return "", week, 2
	case 's':
		at := time.Date(int(f[0]), time.Month(f[1]), int(f[2]), int(f[3]), int(f[4]), int(f[5]), 0, time.Local)
		return "", at.Unix(), 0
	case 'n':
		return "\n", 0, -1
	case 't':
		return "\t", 0, -1
	case '%':
		return "%", 0, -1
	case 'Z':
		name, _ := time.Now().Zone()
		return name, 0, -1
	case 'z':
		return time.Now().Format("-0700"), 0, -1
	}
	if long := longTimes[c]; long != "" {
		return strftime(long, f), 0, -1
	}
	return "%" + string(c), 0, -1
}

func isoWeek(f [9]int64) (year, week int64) {
	y, w := time.Date(int(f[0]), time.Month(f[1]), int(f[2]), 12, 0, 0, 0, time.UTC).ISOWeek()
	return int64(y), int64(w)
}
