package py

import (
	"io"
	"math/big"
	"sync/atomic"
	"time"
)

const (
	// grace is the time a computation has to notice an interrupt itself.
	grace = 10 * time.Millisecond
	// longText is the size of texts and integers together from which a function may take so
	// long that Ctrl-C must not wait for it.
	longText = 1 << 17
	// fewItems is how many items of a tuple are looked at for their size.
	fewItems = 16
)

// Forker is a recording of a thread (Thread.Rec) of which a computation on a thread of its own must not be a
// part before it is done: Fork gives it a recording of its own, and what tells this one of it afterwards.
type Forker interface {
	Fork() (rec any, join func() error)
}

// Aside runs f on a thread of its own and does not wait for it after an interrupt. f must
// change nothing but its own result, and read nothing that the program may change.
func (t *Thread) Aside(f func(t *Thread) (Value, error)) (Value, error) {
	type outcome struct {
		v     Value
		err   error
		panic any
	}
	own, left := *t, &atomic.Bool{}
	own.long, own.boxed = t.long.lent(), nil // not for two at a time
	own.Stdout, own.Stderr = guarded{t.Stdout, left}, guarded{t.Stderr, left}
	join := func() error { return nil }
	if r, ok := t.Rec.(Forker); ok {
		own.Rec, join = r.Fork()
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			o.panic = recover()
			done <- o
		}()
		o.v, o.err = f(&own)
	}()
	var o outcome
	select {
	case o = <-done:
	case <-t.Ctx.Done():
		select {
		case o = <-done:
		case <-time.After(grace):
			left.Store(true)
			return nil, Stopped(t.Ctx)
		}
	}
	if o.panic != nil {
		panic(o.panic)
	}
	t.long = t.long.learnt(own.long)
	if o.err != nil {
		return nil, o.err
	}
	return o.v, join()
}

// ForkHost is the thread of a computation on a goroutine of its own, which goes on while this one does: it
// writes nowhere and records nothing.
func (t *Thread) ForkHost() any {
	own := *t
	own.long, own.boxed, own.Rec, own.showing, own.Warned = nil, nil, nil, nil, nil
	own.Due = false
	own.Stdout, own.Stderr = io.Discard, io.Discard
	return &own
}

// guarded is an output that closes when its computation was left alone.
type guarded struct {
	io.Writer
	left *atomic.Bool
}

func (g guarded) Write(p []byte) (int, error) {
	if g.left.Load() {
		return 0, io.ErrClosedPipe
	}
	return g.Writer.Write(p)
}

// Immutable is implemented by values of packages above that never change.
type Immutable interface{ Immutable() }

// isLong tells whether a call is on long texts or integers and on nothing that can change or
// call back.
func (b *Builtin) isLong(t *Thread, args []Value, kw []Kw) bool {
	total, fixed := itemBytes*len(args), true
	for i, v := range args {
		n, ok := fixedSize(v)
		if x, isArray := v.(*ByteArray); isArray && i == 0 && b.Reads {
			n, ok = len(x.B), true
		}
		total, fixed = total+n, fixed && ok
	}
	if total < longText || !fixed || t.Ctx.Done() == nil {
		return false
	}
	for _, k := range kw {
		if _, ok := fixedSize(k.Value); !ok {
			return false
		}
	}
	return true
}

// fixedSize is the size of a value that never changes, and whether it is one.
func fixedSize(v Value) (int, bool) {
	switch x := v.(type) {
	case string:
		return len(x), true
	case Bytes:
		return len(x), true
	case *big.Int:
		return x.BitLen() / 2, true // their algorithms are slower than those on texts
	case nil, int64, float64, complex128, bool, *NoneType, Immutable:
		return 0, true
	case *Class:
		return 0, !x.User
	case *Tuple:
		if x.Class != nil && x.Class.User || len(x.Items) > fewItems {
			return 0, len(x.Items) == 0
		}
		total := 0
		for _, v := range x.Items {
			n, ok := fixedSize(v)
			if !ok {
				return 0, false
			}
			total += n
		}
		return total, true
	}
	return 0, false
}

// textAside makes a text of a value that never changes; of a long one on a thread of its own.
func (t *Thread) textAside(v Value, f func(t *Thread) (string, error)) (string, error) {
	if n, ok := fixedSize(v); !ok || n < longText || t.Ctx.Done() == nil {
		return f(t)
	}
	s, err := t.Aside(func(t *Thread) (Value, error) { return f(t) })
	if err != nil {
		return "", err
	}
	return s.(string), nil
}

// takesLong tells whether an operator on numbers may run for a while.
func takesLong(op string, a, b Value) bool {
	if x, ok := a.(*big.Int); ok && x.BitLen() > longText {
		return true
	}
	if y, ok := b.(*big.Int); ok {
		return y.BitLen() > longText
	}
	y, ok := b.(int64)
	return ok && op == "**" && y > longText/64
}
