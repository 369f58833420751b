package memory

import (
	"slices"
	"testing"
)

func TestMachine(t *testing.T) {
	if n := machine(); n < Least || n > 1<<50 {
		t.Errorf("machine: %d", n)
	}
	for text, want := range map[string][]string{
		"0::/a/b\n": {"/sys/fs/cgroup/a/b/memory.max", "/sys/fs/cgroup/a/memory.max",
			"/sys/fs/cgroup/memory.max"},
		"5:cpu,memory:/x\n3:pids:/x\n": {"/sys/fs/cgroup/memory/x/memory.limit_in_bytes",
			"/sys/fs/cgroup/memory/memory.limit_in_bytes"},
		"": nil, "nonsense": nil, "0::/../../..": {"/sys/fs/cgroup/memory.max"},
	} {
		if got := groupFiles(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
	for text, want := range map[string]int64{"max": 0, "": 0, "1048576": 1 << 20, "9223372036854771712": 0} {
		if n := number(text); n != want {
			t.Errorf("%q: %d", text, n)
		}
	}
}
