package std

import (
	"time"

	"github.com/tfs-lang/tfs/lang/py"
)

// turnsModule is _turns: what the library's threading is made of.
func turnsModule() *py.Module {
	return module(
		"_turns",
		"Threads that take turns.",
		nil,
		fn(
			"start(run)",
			"Runs a function in a thread; it is told the thread's number.",
			func(t *thread, a []value) (value, error) {
				t.Go(func(t *thread) {
					defer func() {
						if r := recover(); r != nil {
							t.Stderr.Write([]byte(py.Visible(py.Recovered(r, "").Error()) + "\n"))
						}
					}()
					if _, err := py.Call(t, a[0], []value{t.Ident()}, nil); err != nil && t.Ctx.Err() == nil {
						t.Stderr.Write([]byte(py.Visible(err.Error()) + "\n"))
					}
				})
				return py.None, nil
			},
		),
		fn(
			"ident()",
			"The number of the thread, 0 for the main one.",
			func(t *thread, _ []value) (value, error) { return t.Ident(), nil },
		),
		fn(
			"wait(ready, timeout=None)",
			"Lets others go on until ready() is true; whether it was.",
			func(t *thread, a []value) (value, error) {
				d := time.Duration(-1)
				if a[1] != py.None {
					s, err := py.ToFloat(a[1])
					if err != nil {
						return nil, err
					}
					d = time.Duration(min(max(s, 0), 9e9) * 1e9)
				}
				return t.Wait(func() (bool, error) {
					v, err := py.Call(t, a[0], nil, nil)
					if err != nil {
						return false, err
					}
					return py.Truth(t, v)
				}, d)
			},
		),
		fn("at_end(func)", "Has a function called when the program ends.", func(t *thread, a []value) (value, error) {
			t.AtEnd(a[0])
			return py.None, nil
		}),
		fn("not_at_end(func)", "Takes that back.", func(t *thread, a []value) (value, error) {
			t.NotAtEnd(a[0])
			return py.None, nil
		}),
	)
}
