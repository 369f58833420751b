package bind

import (
	"context"
	"testing"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// TestTapesAndAside: a tape hears of a computation on a thread of its own when it is done, and of one that was
// left alone never.
func TestTapesAndAside(t *testing.T) {
	tape := graph.NewTape(false)
	x := tensor.Scalar(3.0)
	tape.Watch(x)
	ctx, cancel := context.WithCancel(context.Background())
	th := py.Background()
	th.Ctx, th.Rec = ctx, (*Recording)(nil).And(tape)
	square := func(t *py.Thread) (py.Value, error) {
		return ExecOf(t).Do1(op.Square, x)
	}
	y, err := th.Aside(func(t *py.Thread) (py.Value, error) {
		y, err := square(t)
		if err == nil && tape.Follows(y.(op.Value)) {
			t.Rec = nil
			return nil, py.ValueErrorf("the tape was told too early")
		}
		return y, err
	})
	if err != nil || !tape.Follows(y.(op.Value)) {
		t.Fatalf("a computation that is done: %v", err)
	}
	stuck, release, late := make(chan bool), make(chan bool), make(chan op.Value, 1)
	go func() {
		<-stuck
		cancel()
	}()
	_, err = th.Aside(func(t *py.Thread) (py.Value, error) {
		close(stuck)
		<-release
		t.Ctx = context.Background() // a kernel that does not look
		y, err := square(t)
		late <- y.(op.Value)
		return y, err
	})
	close(release)
	if err == nil || !py.AsExc(err).Class.Is(py.KeyboardInterruptClass) {
		t.Errorf("interrupted: %v", err)
	}
	if tape.Follows(<-late) {
		t.Error("a computation that was left alone wrote to the tape")
	}
}
