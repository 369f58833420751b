package memory

import (
	"bytes"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// machine is the limit that suits the system: half of the least of the memory it has, the
// limits of the control groups around the process, and what the process may still map. Of
// address space a part counts only: the heap leaves holes in it.
func machine() int64 {
	has := int64(math.MaxInt64)
	least := func(n int64) {
		if n > 0 {
			has = min(has, n)
		}
	}
	least(field("/proc/meminfo", "MemTotal:"))
	for _, f := range groupFiles(read("/proc/self/cgroup")) {
		least(number(read(f)))
	}
	least(mayMap(syscall.RLIMIT_AS, "VmSize:") / 4 * 3)
	least(mayMap(syscall.RLIMIT_DATA, "VmData:"))
	if has == math.MaxInt64 {
		return fallback
	}
	return max(has/2, Least)
}

// mayMap is what is left of a limit of the process, 0 where there is none.
func mayMap(resource int, used string) int64 {
	var r syscall.Rlimit
	if err := syscall.Getrlimit(resource, &r); err != nil || r.Cur >= 1<<62 {
		return 0
	}
	return max(int64(r.Cur)-field("/proc/self/status", used), Least)
}

// groupFiles lists the files that may hold a memory limit for a process whose control groups
// are described by text: those of its group and of all above, of both versions.
func groupFiles(text string) []string {
	var out []string
	for _, l := range strings.Split(strings.TrimSpace(text), "\n") {
		part := strings.SplitN(l, ":", 3)
		if len(part) < 3 {
			continue
		}
		root, name := "/sys/fs/cgroup", "memory.max"
		switch {
		case strings.Contains(","+part[1]+",", ",memory,"):
			root, name = "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		case part[1] != "":
			continue
		}
		for dir := path.Clean("/" + part[2]); ; dir = path.Dir(dir) {
			out = append(out, path.Join(root, dir, name))
			if dir == "/" {
				break
			}
		}
	}
	return out
}

func read(file string) string {
	b, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	return string(bytes.TrimSpace(b))
}

// number reads a limit; "max", an absent one and those beyond any machine are 0.
func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n >= 1<<60 {
		return 0
	}
	return n
}

// field reads a line "Name:  n kB".
func field(file, name string) int64 {
	for _, l := range strings.Split(read(file), "\n") {
		if kb, ok := strings.CutPrefix(l, name); ok {
			return number(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(kb), "kB"))) << 10
		}
	}
	return 0
}
