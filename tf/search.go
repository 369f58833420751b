package tf

import (
	"cmp"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"

	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// entryWords is an entry as search sees it: how much each word tells of it.
type entryWords struct {
	op    *bind.Op
	words map[string]float64
}

// The weights of a word by the place it stands in.
const (
	inName    = 4
	inSummary = 2
	inText    = 0.5
)

var searchIndex = sync.OnceValue(func() []entryWords {
	var out []entryWords
	for _, o := range table.Entries {
		if !strings.Contains(o.Name, ".") {
			continue // names outside tf
		}
		e := entryWords{o, map[string]float64{}}
		add := func(text string, weight float64) {
			for _, w := range words(text) {
				e.words[w] = max(e.words[w], weight)
			}
		}
		prose, examples, _ := strings.Cut(o.Doc, "\n>>> ")
		first, rest, _ := strings.Cut(strings.TrimSpace(prose), "\n")
		add(strings.Join(append([]string{o.Name}, o.Aliases...), " "), inName)
		for _, w := range strings.FieldsFunc(o.Name, func(r rune) bool { return r == '.' || r == '_' }) {
			add(shortFor[w], inName)
		}
		add(first, inSummary)
		add(rest, inText)
		add(examples, inText/2)
		out = append(out, e)
	}
	return out
})

// idle are the words of questions, which tell nothing of what is asked for.
var idle = map[string]bool{"how": true, "to": true, "do": true, "i": true, "a": true, "an": true, "the": true,
	"of": true, "in": true, "is": true, "can": true,
	"what": true, "and": true, "or": true, "for": true, "with": true, "my": true, "it": true, "from": true, "tf": true,
	"by": true, "on": true, "as": true, "that": true,
	"each": true, "one": true, "s": true, "be": true, "are": true, "at": true, "its": true, "their": true,
	"tensor": true}

// shortFor are the words that names write short.
var shortFor = map[string]string{
	"matmul":    "matrix multiply multiplication product dot",
	"matvec":    "matrix vector multiply product",
	"tensordot": "dot product",
	"einsum":    "sum product",
	"argmax":    "index position largest maximum",
	"argmin":    "index position smallest minimum",
	"argsort":   "index order sort",
	"cumsum":    "cumulative running sum",
	"cumprod":   "cumulative running product",
	"prod":      "product multiply",
	"bincount":  "count histogram",
	"eye":       "identity matrix",
	"diag":      "diagonal matrix",
	"det":       "determinant matrix",
	"inv":       "inverse invert matrix",
	"triu":      "upper triangle",
	"tril":      "lower triangle",
	"concat":    "concatenate join append",
	"substr":    "substring part",
	"std":       "standard deviation",
	"variance":  "spread",
	"mean":      "average",
	"pow":       "power exponent",
	"rsqrt":     "reciprocal square root",
	"sqrt":      "square root",
	"exp":       "exponential",
	"log":       "logarithm",
	"abs":       "absolute",
	"mod":       "remainder",
	"cast":      "convert type",
	"transpose": "swap axes",
	"stack":     "join",
	"pad":       "fill border",
	"where":     "condition choose select",
	"unique":    "distinct duplicates",
	"bitcast":   "reinterpret bits bytes",
	"ragged":    "uneven rows",
	"norm":      "length magnitude",
}

// words are the stems of a text's words, without those that tell nothing.
func words(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !idle[w] {
			out = append(out, stem(w))
		}
	}
	return out
}

// stem takes the commonest endings off, so that "splitting", "splits" and "split" meet.
func stem(w string) string {
	if s, ok := strings.CutSuffix(w, "ices"); ok {
		return s + "ix"
	}
	for _, end := range []string{"ing", "ies", "ied", "ed", "es", "s"} {
		s, ok := strings.CutSuffix(w, end)
		if !ok || len(s) < 3 || !strings.ContainsAny(s, "aeiouy") {
			continue
		}
		if end == "ies" || end == "ied" {
			return s + "y"
		}
		if n := len(s); s[n-1] == s[n-2] && s[n-1] != 's' && s[n-1] != 'l' {
			return s[:n-1]
		}
		return stem(strings.TrimSuffix(s, "e"))
	}
	return strings.TrimSuffix(w, "e")
}

// Search finds the entries that tell most of the words of a question, best first.
func Search(question string, limit int) []*bind.Op { return rank(words(question), nil, limit) }

// Related lists entries that tell of the same things as o.
func Related(o *bind.Op, limit int) []*bind.Op {
	first, _, _ := strings.Cut(strings.TrimSpace(o.Doc), "\n")
	return rank(append(words(o.Name), words(first)...), o, limit)
}

func rank(query []string, not *bind.Op, limit int) []*bind.Op {
	index := searchIndex()
	type hit struct {
		op    *bind.Op
		score float64
	}
	rare := map[string]float64{} // words that few entries have tell more
	for _, w := range query {
		n := 1.0
		for _, e := range index {
			if e.words[w] > 0 {
				n++
			}
		}
		rare[w] = 1 / n
	}
	var hits []hit
	asked := slices.Sorted(maps.Keys(rare)) // in one order, so that sums round alike
	for _, e := range index {
		score, found := 0.0, 0
		for _, w := range asked {
			if s := e.words[w]; s > 0 {
				score += s * (0.2 + rare[w]*10)
				found++
			}
		}
		if found > 0 && e.op != not {
			share := float64(found) / float64(len(rare))
			hits = append(hits, hit{e.op, score * share / (4 + float64(len(words(e.op.Name))))})
		}
	}
	sort.Slice(hits, func(i, j int) bool {
		a, b := hits[i], hits[j]
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(len(a.op.Name), len(b.op.Name)),
			strings.Compare(a.op.Name, b.op.Name)) < 0
	})
	var out []*bind.Op
	for _, h := range hits {
		if len(out) < limit && h.score > hits[0].score/8 {
			out = append(out, h.op)
		}
	}
	return out
}
