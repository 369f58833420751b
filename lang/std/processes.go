package std

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
)

// processesModule is _processes: what the library's subprocess is made of.
func processesModule() *py.Module {
	return module("_processes", "Runs other programs.", nil,
		fn("find(name, cwd, env)", "Whether there is a program of a name; else FileNotFoundError or PermissionError.",
			func(_ *thread, a []value) (value, error) {
				_, err := programPath(str(a[0]), a[1], a[2])
				return py.None, err
			}),
		fn("run(words, cwd, env, input, inherit, out, err, timeout)",
			"Runs a program to its end: its number, its status, what it printed, and whether it took too long.", runProcess),
		fn("system(command)", "Runs a command of the shell; its status as wait gives it.", func(t *thread,
			a []value) (value, error) {
			cmd := exec.CommandContext(t.Ctx, "/bin/sh", "-c", str(a[0]))
			cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, t.Stdout, t.Stderr
			code, err := ended(t, cmd.Run())
			if code < 0 {
				return -code, err
			}
			return code << 8, err
		}),
	)
}

// programPath is the file of a program. The errors are Python's.
func programPath(name string, cwd, env value) (string, error) {
	if cwd != py.None {
		if st, err := os.Stat(str(cwd)); err != nil || !st.IsDir() {
			return "", py.OSErr(syscall.ENOENT, str(cwd))
		}
	}
	if strings.ContainsRune(name, '/') {
		file := name
		if cwd != py.None && !filepath.IsAbs(name) {
			file = filepath.Join(str(cwd), name)
		}
		st, err := os.Stat(file)
		switch {
		case err != nil:
			return "", py.OSErr(err, name)
		case st.IsDir() || st.Mode()&0o111 == 0:
			return "", py.OSErr(syscall.EACCES, name)
		}
		return file, nil
	}
	path := os.Getenv("PATH")
	if l, ok := env.(*py.List); ok {
		path = ""
		for _, v := range l.Items {
			if p, ok := strings.CutPrefix(str(v), "PATH="); ok {
				path = p
			}
		}
	}
	for _, dir := range filepath.SplitList(path) {
		file := filepath.Join(dir, name)
		if st, err := os.Stat(file); err == nil && !st.IsDir() && st.Mode()&0o111 != 0 {
			return file, nil
		}
	}
	return "", py.OSErr(syscall.ENOENT, name)
}

// kept keeps what a program prints, up to the largest text there may be.
type kept struct {
	bytes.Buffer
	over bool
}

func (k *kept) Write(p []byte) (int, error) {
	if k.Len()+len(p) > 512<<20 {
		k.over = true
		return 0, io.ErrShortWrite
	}
	return k.Buffer.Write(p)
}

func runProcess(t *thread, a []value) (value, error) {
	words, err := py.ToSlice(t, a[0])
	if err != nil {
		return nil, err
	}
	var args []string
	for _, w := range words {
		args = append(args, str(w))
	}
	file, err := programPath(args[0], a[1], a[2])
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(t.Ctx)
	defer cancel()
	if a[7] != py.None {
		s, err := py.ToFloat(a[7])
		if err != nil {
			return nil, err
		}
		ctx, cancel = context.WithTimeout(t.Ctx, time.Duration(min(max(s, 0), 9e9)*1e9))
		defer cancel()
	}
	cmd := exec.CommandContext(ctx, file, args[1:]...)
	cmd.Args[0], cmd.WaitDelay = args[0], 100*time.Millisecond
	if a[1] != py.None {
		cmd.Dir = str(a[1])
	}
	if l, ok := a[2].(*py.List); ok {
		cmd.Env = []string{}
		for _, v := range l.Items {
			cmd.Env = append(cmd.Env, str(v))
		}
	}
	if b, ok := a[3].(py.Bytes); ok {
		cmd.Stdin = bytes.NewReader([]byte(b))
	} else if a[4] == true {
		cmd.Stdin = os.Stdin
	}
	var out, errs kept
	cmd.Stdout = printed(str(a[5]), &out, t.Stdout)
	if str(a[6]) == "join" {
		cmd.Stderr = cmd.Stdout
	} else {
		cmd.Stderr = printed(str(a[6]), &errs, t.Stderr)
	}
	code, err := ended(t, cmd.Run())
	if out.over || errs.over {
		return nil, py.OutOfMemory("the program printed more than 512 MiB")
	}
	late := ctx.Err() != nil && t.Ctx.Err() == nil
	if err != nil && !late {
		return nil, err
	}
	pid := int64(0)
	if cmd.Process != nil {
		pid = int64(cmd.Process.Pid)
	}
	return py.NewTuple(pid, code, py.Bytes(out.String()), py.Bytes(errs.String()), late), nil
}

// printed is where what a program prints goes.
func printed(how string, into io.Writer, shown io.Writer) io.Writer {
	switch how {
	case "keep":
		return into
	case "show":
		return shown
	}
	return nil
}

// ended is the status of a program that ended: negative for the signal that ended it.
func ended(t *thread, err error) (int64, error) {
	var exit *exec.ExitError
	switch {
	case t.Ctx.Err() != nil:
		return 0, t.Check()
	case errors.As(err, &exit):
		if st, ok := exit.Sys().(syscall.WaitStatus); ok && st.Signaled() {
			return -int64(st.Signal()), nil
		}
		return int64(exit.ExitCode()), nil
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		return 0, py.OSErr(err, "")
	}
	return 0, nil
}
