package tensor

import (
	"math"
	"slices"
)

// Connectionist temporal classification (Graves and others, 2006): the loss of labels without alignment, and the
// readings of greatest probability. Times are frames of logits, one of whose classes is the blank.

// CTC is the loss of one row of a batch.
type CTC struct {
	Labels []int
	Blank  int
	// Merged tells that equal labels one after the other in the frames are one label.
	Merged bool
	// Never is the logarithm of the probability of beginning, going on or ending where labels do not: -Inf, or a
	// number that keeps the loss finite where there are too few frames.
	Never float64
}

// state is the class of a state: blanks stand before, between and after the labels.
func (c *CTC) state(u int) int {
	if u%2 == 0 {
		return c.Blank
	}
	return c.Labels[u/2]
}

// skips tells whether a label may follow the one before it without a blank between.
func (c *CTC) skips(u int) bool {
	return u%2 == 1 && u > 1 && (!c.Merged || c.Labels[u/2] != c.Labels[u/2-1])
}

// stays tells whether a state may last for several frames.
func (c *CTC) stays(u int) bool { return c.Merged || u%2 == 0 }

// Loss is minus the logarithm of the probability of the labels in frames of logits [times][classes], +Inf where
// there is no way to them. It sets grad, of the same shape, to the slopes by the logits, which stay 0 then.
func (c *CTC) Loss(logits, grad []float64, times, classes int) float64 {
	logs := make([]float64, len(logits))
	for t := range times {
		logSoftmax(logs[t*classes:(t+1)*classes], logits[t*classes:(t+1)*classes])
	}
	states := 2*len(c.Labels) + 1
	ahead, back := c.ahead(logs, times, classes), c.back(logs, times, classes)
	last := ahead[(times-1)*states:]
	total := c.Never + logSum(last)
	for u := max(states-2, 0); u < states; u++ {
		total = logPlus(total, last[u])
	}
	if math.IsInf(total, -1) {
		return math.Inf(1)
	}
	for t := range times {
		row := grad[t*classes : (t+1)*classes]
		for k := range row {
			row[k] = math.Exp(logs[t*classes+k])
		}
		for u := range states {
			row[c.state(u)] -= math.Exp(ahead[t*states+u] + back[t*states+u] - total)
		}
	}
	return -total
}

// ahead holds the logarithms of reaching each state at each time, that frame included.
func (c *CTC) ahead(logs []float64, times, classes int) []float64 {
	states := 2*len(c.Labels) + 1
	a := make([]float64, times*states)
	for u := range states {
		a[u] = c.Never + logs[c.state(u)]
		if u < 2 {
			a[u] = logs[c.state(u)]
		}
	}
	for t := 1; t < times; t++ {
		was, now := a[(t-1)*states:t*states], a[t*states:(t+1)*states]
		wrong := c.Never + logSum(was)
		for u := range now {
			sum := wrong
			if c.stays(u) {
				sum = logPlus(sum, was[u])
			}
			if u > 0 {
				sum = logPlus(sum, was[u-1])
			}
			if c.skips(u) {
				sum = logPlus(sum, was[u-2])
			}
			now[u] = sum + logs[t*classes+c.state(u)]
		}
	}
	return a
}

// back holds the logarithms of coming to an end from each state at each time, that frame excluded.
func (c *CTC) back(logs []float64, times, classes int) []float64 {
	states := 2*len(c.Labels) + 1
	b := make([]float64, times*states)
	end, into := b[(times-1)*states:], make([]float64, states)
	for u := range max(states-2, 0) {
		end[u] = c.Never
	}
	for t := times - 2; t >= 0; t-- {
		next, now := b[(t+1)*states:(t+2)*states], b[t*states:(t+1)*states]
		for u := range into {
			into[u] = next[u] + logs[(t+1)*classes+c.state(u)]
		}
		wrong := c.Never + logSum(into)
		for u := range now {
			sum := wrong
			if c.stays(u) {
				sum = logPlus(sum, into[u])
			}
			if u+1 < states {
				sum = logPlus(sum, into[u+1])
			}
			if u+2 < states && c.skips(u+2) {
				sum = logPlus(sum, into[u+2])
			}
			now[u] = sum
		}
	}
	return b
}

// logPlus is the logarithm of the sum of two numbers given by theirs.
func logPlus(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}

// logSum is the logarithm of the sum of numbers given by theirs.
func logSum(v []float64) float64 {
	sum := math.Inf(-1)
	for _, x := range v {
		sum = logPlus(sum, x)
	}
	return sum
}

// logSoftmax sets out to the logarithms of the probabilities of logits.
func logSoftmax(out, logits []float64) {
	top := slices.Max(logits)
	sum := 0.0
	for _, v := range logits {
		sum += math.Exp(v - top)
	}
	norm := top + math.Log(sum)
	for i, v := range logits {
		out[i] = v - norm
	}
}

// CTCGreedy reads the greatest logit of each frame: the labels, and minus the sum of those logits.
func CTCGreedy(logits []float64, times, classes, blank int, merged bool) (labels []int64, negative float64) {
	before := -1
	for t := range times {
		row := logits[t*classes : (t+1)*classes]
		k := 0
		for i, v := range row {
			if v > row[k] {
				k = i
			}
		}
		negative -= row[k]
		if k != blank && (!merged || k != before) {
			labels = append(labels, int64(k))
		}
		before = k
	}
	return labels, negative
}

// beam is a beginning of a reading: a node of the tree of all labels, with the logarithms of the probabilities
// that it ends in a blank, that it ends in its label, and of both.
type beam struct {
	parent   *beam
	children []*beam
	label    int
	was, now beamOdds
}

type beamOdds struct{ blank, label, total float64 }

var noOdds = beamOdds{math.Inf(-1), math.Inf(-1), math.Inf(-1)}

func (b *beam) active() bool { return !math.IsInf(b.now.total, -1) }

// before is the probability of what a label follows: a label after itself needs a blank between.
func (b *beam) before(label int) float64 {
	if label == b.label {
		return b.was.blank
	}
	return b.was.total
}

// CTCReading is labels and the logarithm of their probability.
type CTCReading struct {
	Labels []int64
	Log    float64
}

// CTCBeams reads frames of logits with a number of beams, the best readings first. The blank is the last class; with
// merged, equal labels one after the other are shown as one.
func CTCBeams(logits []float64, times, classes, width int, merged bool) []CTCReading {
	root := &beam{label: -1, was: noOdds, now: beamOdds{0, math.Inf(-1), 0}}
	leaves := []*beam{root}
	logs := make([]float64, classes)
	for t := range times {
		logSoftmax(logs, logits[t*classes:(t+1)*classes])
		leaves = beamStep(leaves, logs, width)
	}
	out := make([]CTCReading, len(leaves))
	for i, b := range leaves {
		out[i] = CTCReading{b.reading(merged), b.now.total}
	}
	return out
}

// beamStep takes the beams through one frame; they come and go with the best first.
func beamStep(leaves []*beam, logs []float64, width int) []*beam {
	blank := len(logs) - 1
	branches := slices.Clone(leaves)
	for _, b := range branches {
		b.was = b.now
	}
	for _, b := range branches {
		if b.parent != nil {
			if b.parent.active() {
				b.now.label = logPlus(b.now.label, b.parent.before(b.label))
			}
			b.now.label += logs[b.label]
		}
		b.now.blank = b.was.total + logs[blank]
		b.now.total = logPlus(b.now.blank, b.now.label)
	}
	kept := slices.Clone(branches)
	byTotal := func(a, b *beam) int {
		switch {
		case a.now.total > b.now.total:
			return -1
		case a.now.total < b.now.total:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(kept, byTotal)
	fits := func(p beamOdds) bool {
		return !math.IsInf(p.total, -1) && (len(kept) < width || p.total > kept[len(kept)-1].now.total)
	}
	for _, b := range branches {
		if !fits(b.was) {
			continue
		}
		for k, c := range b.grown(blank) {
			if c.active() {
				continue
			}
			odds := logs[k] + b.before(k)
			c.now = beamOdds{math.Inf(-1), odds, odds}
			if !fits(c.now) {
				c.was, c.now = noOdds, noOdds
				continue
			}
			if len(kept) == width {
				kept[width-1].now = noOdds
				kept = kept[:width-1]
			}
			at, _ := slices.BinarySearchFunc(kept, c, byTotal)
			for at < len(kept) && kept[at].now.total == c.now.total {
				at++
			}
			kept = slices.Insert(kept, at, c)
		}
	}
	return kept
}

// grown is a beam's continuations by each label.
func (b *beam) grown(labels int) []*beam {
	if b.children == nil {
		b.children = make([]*beam, labels)
		for k := range b.children {
			b.children[k] = &beam{parent: b, label: k, was: noOdds, now: noOdds}
		}
	}
	return b.children
}

func (b *beam) reading(merged bool) []int64 {
	var out []int64
	before := -1
	for ; b.parent != nil; b = b.parent {
		if !merged || b.label != before {
			out = append(out, int64(b.label))
		}
		before = b.label
	}
	slices.Reverse(out)
	return out
}
