package bind

import (
	"context"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

// TestAside checks that a computation which never looks at its context is left alone after an
// interrupt, and that one with functions among its arguments is waited for.
func TestAside(t *testing.T) {
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
	_, err = Aside(th, []py.Value{big}, func(*py.Thread, []py.Value) (py.Value, error) {
		close(stuck)
		<-release
		return nil, nil
	})
	close(release)
	if err == nil || !py.AsExc(err).Class.Is(py.KeyboardInterruptClass) {
		t.Errorf("%v", err)
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
		_, _ = Aside(th, []py.Value{big}, func(*py.Thread, []py.Value) (py.Value, error) { panic("boom") })
	}()
	list := make([]py.Value, large/itemCost)
	for i := range list {
		list[i] = int64(i % 7)
	}
	for _, c := range []struct {
		args         []py.Value
		large, aside bool
	}{
		{[]py.Value{big}, true, true},
		{[]py.Value{int64(3), "abc", py.NewList(int64(2), int64(3))}, false, true},
		{[]py.Value{py.NewList(int64(1<<10), int64(1<<10))}, true, true},
		{[]py.Value{int64(1 << 30)}, true, true},
		{[]py.Value{tensor.Vector([]int64{1 << 20, 4})}, true, true},
		{[]py.Value{py.NewList(list...)}, true, true},
		{[]py.Value{py.NewTuple(py.NewList(list...), py.NewBuiltin("f(x)", nil))}, true, false},
		{[]py.Value{big, py.NewBuiltin("f(x)", nil)}, true, false},
	} {
		_, ok, err := snapshot(py.Background(), c.args, 0)
		if isLarge(c.args) != c.large || ok != c.aside || err != nil {
			t.Errorf("%T: large %v, aside %v %v", c.args[0], isLarge(c.args), ok, err)
		}
	}
}
