package lang

import "fmt"

// Shown is a request to show values: display(...), an update of what is shown, or
// clear_output().
type Shown struct {
	ID     string // of the display; "" for none
	Update bool   // replace what the display of that ID shows
	Clear  bool   // take the outputs away
	Wait   bool   // not before the next output comes
}

// Progress is how far some long work is. Front ends draw it as they can.
type Progress struct {
	Label       string
	Done, Total int64 // Total is 0 when unknown
	Ended       bool  // the last report: nothing of it need stay
}

// String tells it in words: summing 3/10.
func (p Progress) String() string {
	if p.Total > 0 {
		return fmt.Sprintf("%s %d/%d", p.Label, p.Done, p.Total)
	}
	return fmt.Sprintf("%s %d", p.Label, p.Done)
}
