package py

// Walk goes through a value as a for loop does. Ranges, lists, tuples, texts and dicts need no
// iterator for it.
type Walk struct {
	kind  walkKind
	n     int // how many items are behind
	list  *List
	items []Value
	text  string
	dict  dictWalk
	at    int64 // of a range
	step  int64
	left  int64
	it    Iterator
	pairs pairer
}

type walkKind uint8

const (
	walkEnd walkKind = iota
	walkRange
	walkList
	walkItems
	walkText
	walkBytes
	walkDict
	walkIter
)

// pairer is an iterator that can give the two items of its tuples apart; the first is nil at
// the end.
type pairer interface {
	Pair(t *Thread) (a, b Value, err error)
}

// dictWalk goes through the entries of a dict while nobody changes its keys.
type dictWalk struct {
	d         *Dict
	i, n      int
	shifts    int32
	kind      string // of a view, "" for the dict itself
	exhausted bool
}

// next is the next entry, nil at the end.
func (w *dictWalk) next(what string) (*entry, error) {
	d := w.d
	if w.kind == "Set" {
		what = w.kind
	}
	switch {
	case w.exhausted:
		return nil, nil
	case d.Len() != w.n:
		w.n = -1 // stays an error
		return nil, Raisef(RuntimeErrorClass, "%s changed size during iteration", what)
	case d.shifts != w.shifts:
		return nil, Raisef(RuntimeErrorClass, "%s keys changed during iteration", what)
	}
	for w.i < len(d.entries) {
		e := &d.entries[w.i]
		if w.i++; e.Key != nil {
			return e, nil
		}
	}
	w.exhausted = true
	return nil, nil
}

// NewWalk begins to go through v.
func NewWalk(t *Thread, v Value) (Walk, error) {
	switch x := v.(type) {
	case *Range:
		return Walk{kind: walkRange, at: x.Start, step: x.Step, left: x.Len()}, nil
	case *List:
		return Walk{kind: walkList, list: x}, nil
	case *Tuple:
		if x.Class == nil {
			return Walk{kind: walkItems, items: x.Items}, nil
		}
	case string:
		return Walk{kind: walkText, text: x}, nil
	case *Dict:
		if x.Class == nil {
			return Walk{kind: walkDict, dict: dictWalk{d: x, n: x.Len(), shifts: x.shifts}}, nil
		}
	case *Set:
		x.settle()
		return Walk{kind: walkDict, dict: dictWalk{d: &x.d, n: x.Len(), shifts: x.d.shifts, kind: "Set"}}, nil
	case Bytes:
		return Walk{kind: walkBytes, text: string(x)}, nil
	case *View:
		return Walk{kind: walkDict, dict: dictWalk{d: x.D, n: x.D.Len(), shifts: x.D.shifts, kind: x.Kind}}, nil
	}
	it, err := Iter(t, v)
	w := Walk{kind: walkIter, it: it}
	if n, ok := it.(*NamedIter); ok {
		w.pairs, _ = n.Iterator.(pairer)
	}
	return w, err
}

// Next is the next value, nil at the end.
func (w *Walk) Next(t *Thread) (Value, error) {
	switch w.kind {
	case walkRange:
		if w.left > 0 {
			v := t.Int(w.at)
			w.left--
			w.at += w.step
			return v, nil
		}
	case walkList:
		if w.n < len(w.list.Items) {
			w.n++
			return w.list.Items[w.n-1], nil
		}
	case walkItems:
		if w.n < len(w.items) {
			w.n++
			return w.items[w.n-1], nil
		}
	case walkText:
		if w.n < len(w.text) {
			c, k := char(w.text, w.n)
			w.n += k
			return c, nil
		}
	case walkBytes:
		if w.n < len(w.text) {
			w.n++
			return t.Int(int64(w.text[w.n-1])), nil
		}
	case walkDict:
		e, err := w.dict.next("dictionary")
		if e == nil {
			return nil, err
		}
		switch w.dict.kind {
		case "values":
			return e.Val, nil
		case "items":
			return NewPair(e.Key, e.Val), nil
		}
		return e.Key, nil
	case walkIter:
		return w.it.Next(t)
	}
	w.kind = walkEnd
	return nil, nil
}

// Pairs tells whether Pair may be asked.
func (w *Walk) Pairs() bool {
	return w.kind == walkDict && w.dict.kind == "items" || w.pairs != nil
}

// Pair is Next where the values are tuples of two: their items, the first nil at the end.
func (w *Walk) Pair(t *Thread) (a, b Value, err error) {
	if w.kind == walkDict {
		e, err := w.dict.next("dictionary")
		if e == nil {
			return nil, nil, err
		}
		return e.Key, e.Val, nil
	}
	if t.nest >= maxNest {
		return nil, nil, recursion("")
	}
	t.nest++
	a, b, err = w.pairs.Pair(t)
	t.nest--
	return a, b, err
}

// NewPair is a tuple of two.
func NewPair(a, b Value) *Tuple {
	p := &struct {
		t     Tuple
		items [2]Value
	}{items: [2]Value{a, b}}
	p.t.Items = p.items[:]
	return &p.t
}

// Zip2 goes through two values side by side.
type Zip2 struct{ A, B Walk }

// Pair is the next of both.
func (z *Zip2) Pair(t *Thread) (a, b Value, err error) {
	if a, err = z.A.Next(t); a == nil || err != nil {
		return nil, nil, err
	}
	if b, err = z.B.Next(t); b == nil || err != nil {
		return nil, nil, err
	}
	return a, b, nil
}

// Next is the next of both as a tuple.
func (z *Zip2) Next(t *Thread) (Value, error) {
	a, b, err := z.Pair(t)
	if a == nil || err != nil {
		return nil, err
	}
	return NewPair(a, b), nil
}

// Enumerate numbers the items of a value.
type Enumerate struct {
	Of Walk
	N  int64
}

// Pair is the next number and item.
func (e *Enumerate) Pair(t *Thread) (a, b Value, err error) {
	v, err := e.Of.Next(t)
	if v == nil || err != nil {
		return nil, nil, err
	}
	e.N++
	return t.Int(e.N - 1), v, nil
}

// Next is the next number and item as a tuple.
func (e *Enumerate) Next(t *Thread) (Value, error) {
	a, b, err := e.Pair(t)
	if a == nil || err != nil {
		return nil, err
	}
	return NewPair(a, b), nil
}
