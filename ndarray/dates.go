package ndarray

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Dates (kind M) and spans of time (kind m) are int64 counts of a unit, dates since 1970.

// NaT is the count that stands for no date.
const NaT = math.MinInt64

// Units of dates and spans, from the coarsest; the first one is none.
const (
	NoUnit = iota
	Year
	Month
	Week
	Day
	Hour
	Minute
	Second
)

// unitNames are NumPy's names of the units, unitSteps how many of each are in one of the unit before it, where that is
// fixed.
var (
	unitNames = strings.Fields("generic Y M W D h m s ms us ns ps fs as")
	unitSteps = [...]int64{1, 1, 12, 1, 7, 24, 60, 60, 1000, 1000, 1000, 1000, 1000, 1000}
	unitWords = strings.Fields("generic_time_units years months weeks days hours minutes seconds milliseconds " +
		"microseconds nanoseconds picoseconds femtoseconds attoseconds")
)

// Dated is the type of dates (M) or spans (m) in steps of some units.
func Dated(kind byte, unit, per int) *DType { return &DType{Kind: kind, Size: 8, Unit: unit, Per: per} }

// IsDate tells dates and spans of time.
func (d *DType) IsDate() bool { return d.Kind == 'M' || d.Kind == 'm' }

// UnitOf reads a unit such as ns or 25s; per is 0 for what is none.
func UnitOf(s string) (unit, per int) {
	digits := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	per = 1
	if digits > 0 {
		per, _ = strconv.Atoi(s[:digits])
		s = s[digits:]
	}
	for i, n := range unitNames {
		if n == s {
			return i, per
		}
	}
	return 0, 0
}

// UnitName is the name of the unit, its count in front where that is not 1.
func (d *DType) UnitName() string {
	if d.Per > 1 {
		return strconv.Itoa(d.Per) + unitNames[d.Unit]
	}
	return unitNames[d.Unit]
}

// Bracket is the unit as names of types have it: [ns], or nothing.
func (d *DType) bracket() string {
	if d.Unit == NoUnit {
		return ""
	}
	return "[" + d.UnitName() + "]"
}

// parseDated reads M8[ns], datetime64[25s] and their like; ok is false for other texts, the type nil for a wrong unit.
func parseDated(s string) (d *DType, ok bool) {
	for i, n := range [...]string{"M8", "datetime64", "m8", "timedelta64"} {
		rest, found := strings.CutPrefix(s, n)
		if !found || rest != "" && rest[0] != '[' {
			continue
		}
		kind := "MMmm"[i]
		if rest == "" {
			return Dated(kind, NoUnit, 1), true
		}
		if unit, per := UnitOf(strings.TrimSuffix(rest[1:], "]")); per > 0 && rest[len(rest)-1] == ']' {
			return Dated(kind, unit, per), true
		}
		return nil, true
	}
	return nil, false
}

// IsDated tells a name of a type of dates, right or wrong.
func IsDated(s string) bool { _, ok := parseDated(strings.TrimLeft(s, "<>=|")); return ok }

// Count reads an element, SetCount writes one.
func (d *DType) Count(b []byte) int64 {
	if d.Swap {
		return int64(binary.BigEndian.Uint64(b))
	}
	return int64(binary.LittleEndian.Uint64(b))
}

// SetCount writes an element.
func (d *DType) SetCount(b []byte, v int64) {
	if d.Swap {
		binary.BigEndian.PutUint64(b, uint64(v))
	} else {
		binary.LittleEndian.PutUint64(b, uint64(v))
	}
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// ratio is how many of unit b are in one of unit a, both weeks or finer.
func ratio(a, b int) int64 {
	n := int64(1)
	for u := a + 1; u <= b; u++ {
		n *= unitSteps[u]
	}
	return n
}

// Common is the type that holds elements of both; ok is false where years or months meet fixed units of spans.
func Common(a, b *DType) (*DType, bool) {
	kind := min(a.Kind, b.Kind) // M is less than m
	if a.Unit == NoUnit || b.Unit == NoUnit {
		unit := max(a.Unit, b.Unit)
		return Dated(kind, unit, a.Per*b.Per), true
	}
	if a.Unit > b.Unit {
		a, b = b, a
	}
	if a.Unit <= Month && b.Unit > Month {
		return Dated(kind, b.Unit, b.Per), kind == 'M'
	}
	x, y := int64(a.Per)*ratio(a.Unit, b.Unit), int64(b.Per)
	for y != 0 {
		x, y = y, x%y
	}
	return Dated(kind, b.Unit, int(x)), true
}

// Rescale converts a count from one unit to another; what is finer is cut off below. Counts that do not fit wrap
// around, as in NumPy.
func Rescale(v int64, from, to *DType) int64 {
	if v == NaT || from.Unit == NoUnit || to.Unit == NoUnit || from.Unit == to.Unit && from.Per == to.Per {
		return v
	}
	v *= int64(from.Per)
	a, b := from.Unit, to.Unit
	switch {
	case a <= Month && b > Month:
		if a == Year {
			v *= 12
		}
		if from.Kind == 'M' {
			v = daysTo(v)
		} else {
			v = floorDiv(v*146097, 4800) // of 400 years
		}
		a = Day
	case a > Month && b <= Month:
		v = scale(v, a, Day)
		if from.Kind == 'M' {
			y, m, _ := dateOf(v)
			v = (y-1970)*12 + m - 1
		} else {
			v = floorDiv(v*4800, 146097)
		}
		a = Month
	}
	return floorDiv(scale(v, a, b), int64(to.Per))
}

func scale(v int64, a, b int) int64 {
	if a > b {
		return floorDiv(v, ratio(b, a))
	}
	return v * ratio(a, b)
}

// daysTo is the number of days from 1970 to the first one of a month, counted from there too.
func daysTo(months int64) int64 {
	y := floorDiv(months, 12)
	return daysOf(1970+y, months-12*y+1, 1)
}

func daysOf(y, m, d int64) int64 {
	return floorDiv(time.Date(int(y), time.Month(m), int(d), 0, 0, 0, 0, time.UTC).Unix(), 86400)
}

func dateOf(days int64) (y, m, d int64) {
	t := time.Unix(days*86400, 0).UTC()
	return int64(t.Year()), int64(t.Month()), int64(t.Day())
}

// CountText is the text of a count: a date as ISO 8601 has it, a span as a number.
func (d *DType) CountText(v int64) string {
	switch {
	case v == NaT:
		return "NaT"
	case d.Kind == 'm':
		return strconv.FormatInt(v, 10)
	}
	v *= int64(d.Per)
	switch d.Unit {
	case Year:
		return fmt.Sprintf("%04d", 1970+v)
	case Month:
		y := floorDiv(v, 12)
		return fmt.Sprintf("%04d-%02d", 1970+y, v-12*y+1)
	case Week, Day, NoUnit:
		y, m, day := dateOf(scale(v, max(d.Unit, Week), Day))
		return fmt.Sprintf("%04d-%02d-%02d", y, m, day)
	}
	seconds := scale(v, d.Unit, Second)
	t := time.Unix(seconds, 0).UTC()
	s := fmt.Sprintf("%04d-%02d-%02dT%02d", t.Year(), t.Month(), t.Day(), t.Hour())
	if d.Unit >= Minute {
		s += fmt.Sprintf(":%02d", t.Minute())
	}
	if d.Unit >= Second {
		s += fmt.Sprintf(":%02d", t.Second())
	}
	if d.Unit > Second {
		s += fmt.Sprintf(".%0*d", 3*(d.Unit-Second), v-seconds*ratio(Second, d.Unit))
	}
	return s
}

// SpanText is the text of a span with its unit in words.
func (d *DType) SpanText(v int64) string {
	if d.Kind == 'M' || v == NaT {
		return d.CountText(v)
	}
	return strconv.FormatInt(v*int64(d.Per), 10) + " " + strings.ReplaceAll(unitWords[d.Unit], "_", " ")
}

// Moment is a date that was read: seconds since 1970, their fraction in attoseconds, and the unit it was written in.
type Moment struct {
	Seconds, Attos int64
	Unit           int
	NaT, Zone      bool // Zone tells an offset from UTC
}

// In is the count of a moment in a type's unit.
func (m Moment) In(d *DType) int64 {
	switch {
	case m.NaT:
		return NaT
	case d.Unit > Second:
		steps := ratio(Second, d.Unit)
		return floorDiv(m.Seconds*steps+m.Attos/(1e18/steps), int64(d.Per))
	}
	return Rescale(m.Seconds, Dated('M', Second, 1), d)
}

// dateReader reads a date from left to right.
type dateReader struct {
	s   string
	at  int
	bad bool
}

func (r *dateReader) next(c string) bool {
	if !r.bad && r.at < len(r.s) && strings.IndexByte(c, r.s[r.at]) >= 0 {
		r.at++
		return true
	}
	return false
}

// digits reads n digits.
func (r *dateReader) digits(n int) int64 {
	v, start := int64(0), r.at
	for range n {
		if r.at >= len(r.s) || r.s[r.at] < '0' || r.s[r.at] > '9' {
			r.at, r.bad = start, true
			return 0
		}
		v = v*10 + int64(r.s[r.at]-'0')
		r.at++
	}
	return v
}

// ParseDate reads a date as NumPy does: ISO 8601, NaT, today or now.
func ParseDate(s string) (Moment, error) {
	m, part, r := Moment{}, "", &dateReader{s: strings.TrimSpace(s)}
	switch strings.ToLower(r.s) {
	case "nat", "":
		return Moment{NaT: true}, nil
	case "today":
		return Moment{Seconds: daysOf(today()) * 86400, Unit: Day}, nil
	case "now":
		return Moment{Seconds: time.Now().Unix(), Unit: Second}, nil
	}
	part = r.read(&m)
	if part == "" && !r.bad && r.at == len(r.s) {
		return m, nil
	}
	if part != "" && !r.bad {
		return m, fmt.Errorf("%s out of range in datetime string \"%s\"", part, s)
	}
	return m, fmt.Errorf("%s parsing datetime string \"%s\" at position %d", "Error", s, r.at)
}

func today() (y, m, d int64) {
	t := time.Now()
	return int64(t.Year()), int64(t.Month()), int64(t.Day())
}

// read fills in a moment; what it gives is out of range.
func (r *dateReader) read(out *Moment) string {
	sign := int64(1)
	if r.next("-") {
		sign = -1
	} else {
		r.next("+")
	}
	n := strings.IndexFunc(r.s[r.at:], func(c rune) bool { return c < '0' || c > '9' })
	if n < 0 {
		n = len(r.s) - r.at
	}
	y := sign * r.digits(min(max(n, 4-b2i(sign < 0)), 12))
	mon, day := int64(1), int64(1)
	out.Unit = Year
	if r.next("-") {
		if mon, out.Unit = r.digits(2), Month; !r.bad && (mon < 1 || mon > 12) {
			return "Month"
		}
		if r.next("-") {
			if day, out.Unit = r.digits(2), Day; !r.bad && (day < 1 ||
				day > daysOf(y, mon+1, 1)-daysOf(y, mon, 1)) {
				return "Day"
			}
		}
	}
	out.Seconds = daysOf(y, max(mon, 1), max(day, 1)) * 86400
	if out.Unit < Day || !r.next("T ") {
		return ""
	}
	for i, limit := range [...]int64{23, 59, 59} {
		if i > 0 && !r.next(":") {
			break
		}
		v := r.digits(2)
		if out.Unit = Hour + i; v > limit {
			return strings.Fields("Hours Minutes Seconds")[i]
		}
		out.Seconds += v * ratio(Hour+i, Second)
	}
	if out.Unit == Second && r.next(".") {
		k := int64(1e17)
		for r.at < len(r.s) && r.s[r.at] >= '0' && r.s[r.at] <= '9' && k > 0 {
			out.Attos += k * r.digits(1)
			if k == 1e17 || k == 1e14 || k == 1e11 || k == 1e8 || k == 1e5 || k == 1e2 {
				out.Unit++
			}
			k /= 10
		}
	}
	r.zone(out)
	return ""
}

func (r *dateReader) zone(out *Moment) {
	if r.next("Z") {
		out.Zone = true
		return
	}
	at := r.at
	if !r.next("+-") {
		return
	}
	sign := int64(1)
	if r.s[at] == '-' {
		sign = -1
	}
	h := r.digits(2)
	m := int64(0)
	if r.next(":") || r.at < len(r.s) {
		m = r.digits(2)
	}
	out.Seconds -= sign * (h*3600 + m*60)
	out.Zone = true
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
