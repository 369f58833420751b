package op

import (
	"context"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
)

func TestInterruptible(t *testing.T) {
	big, err := tensor.New(tensor.Int8, []int{large})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	th := py.Background()
	th.Ctx = ctx
	stuck, release := make(chan bool), make(chan bool)
	go func() {
		<-stuck
		cancel()
	}()
	_, err = Interruptible(th, func() (py.Value, error) {
		close(stuck)
		<-release // a kernel that never looks at the context
		return nil, nil
	})
	close(release)
	if err == nil || !py.AsExc(err).Class.Is(py.KeyboardInterruptClass) {
		t.Errorf("%v", err)
	}
	th.Ctx = context.Background()
	v, err := Interruptible(th, func() (py.Value, error) { return int64(7), nil })
	if v != int64(7) || err != nil {
		t.Errorf("%v %v", v, err)
	}
	func() {
		defer func() {
			if recover() != "boom" {
				t.Error("a panic got lost")
			}
		}()
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		th.Ctx = ctx
		_, _ = Interruptible(th, func() (py.Value, error) { panic("boom") })
	}()
	if !isLarge([]py.Value{big}) || isLarge([]py.Value{int64(3)}) {
		t.Error("what is large")
	}
	if isLarge([]py.Value{big, py.NewBuiltin("f(x)", nil)}) {
		t.Error("a call with a function of the user's must be waited for")
	}
}
