package kernel

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestExecute(t *testing.T) {
	c := plain(t)
	for i, x := range []struct{ code, want string }{
		{"print('hi')\n6 * 7", "stdout: hi\n\nexecute_result: 42"},
		{"tf.constant([1, 2])", "execute_result: <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>"},
		{"x = 1", ""}, {"x + 1;", ""}, {"", ""}, {"# nothing", ""},
		{"import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c')", "stdout: a\n\nstderr: b\n\nstdout: c\n"},
		{"display(1, 'two')\nclear_output(wait=True)\nprint('after')",
			"display_data: 1\ndisplay_data: 'two'\nclear_output\nstdout: after\n"},
		{"display('x', display_id='d')\ndisplay('y', display_id='d', update=True)",
			"display_data: 'x'\nupdate_display_data: 'y'"},
		{"h = display('one', display_id=True)\nh.update('two')\nupdate_display('three', display_id=h.display_id)",
			"display_data: 'one'\nupdate_display_data: 'two'\nupdate_display_data: 'three'"},
		{">>> x + 40\n41", "execute_result: 41"},
		{"%type tf.ones([2, 3])", "stdout: [2, 3] float32\n"},
	} {
		r, got := c.run(x.code)
		if got != x.want || r.Content["status"] != "ok" {
			t.Errorf("%d %q: %q, not %q; %v", i, x.code, got, x.want, r.Content)
		}
	}
	_, msgs := c.do("execute_request", object{"code": "tf.range(2)"})
	if msgs[0].Type != "execute_input" || msgs[0].Content["execution_count"] != msgs[1].Content["execution_count"] ||
		!strings.Contains(fmt.Sprint(msgs[1].Data["text/html"]), "<table>") {
		t.Errorf("%v", msgs)
	}
}

func TestErrors(t *testing.T) {
	c := plain(t)
	r, msgs := c.do("execute_request", object{"code": "tf.bitcast(tf.constant([1]), tf.int64)"})
	e := msgs[len(msgs)-1]
	if e.Type != "error" || e.Content["ename"] != "InvalidArgumentError" || !strings.HasPrefix(e.Content["evalue"].(string), "Cannot bitcast from 1 to 2 ") && !strings.Contains(e.Content["evalue"].(string), "bitcast") {
		t.Errorf("%v", e)
	}
	for _, k := range []string{"ename", "evalue", "traceback"} {
		if !reflect.DeepEqual(r.Content[k], e.Content[k]) {
			t.Errorf("%s differs between reply and error", k)
		}
	}
	if r.Content["execution_count"] != 1.0 || r.Content["status"] != "error" {
		t.Errorf("%v", r.Content)
	}
	trace := fmt.Sprint(e.Content["traceback"])
	if !strings.Contains(trace, "<cell 1>") || !strings.Contains(trace, "\x1b[31m") {
		t.Errorf("%q", trace)
	}
	if _, got := c.run("1 +"); !strings.HasPrefix(got, "error: SyntaxError") {
		t.Errorf("%q", got)
	}
}

func TestSilentAndHistoryFlags(t *testing.T) {
	c := plain(t)
	r, msgs := c.do("execute_request", object{"code": "print(1)\n2", "silent": true})
	if len(msgs) != 0 || r.Content["status"] != "ok" {
		t.Errorf("%v", msgs)
	}
	count := func(store bool) float64 {
		r, _ := c.do("execute_request", object{"code": "1", "store_history": store})
		return r.Content["execution_count"].(float64)
	}
	a, b, d := count(true), count(false), count(true)
	if b != a || d != a+1 {
		t.Errorf("counts %v %v %v", a, b, d)
	}
}

// TestForms shows objects of the program in the forms their classes make.
func TestForms(t *testing.T) {
	c := plain(t)
	for _, test := range []struct{ body, want string }{
		{"def _repr_html_(self): return '<b>A</b>'\n    def __repr__(self): return 'A()'",
			`execute_result {"text/html":"<b>A</b>","text/plain":"A()"}`},
		{"def _repr_mimebundle_(self, include, exclude): return {'text/plain': 'B', 'application/json': {'a': [1, None]}}",
			`execute_result {"application/json":{"a":[1,null]},"text/plain":"B"}`},
		{"def _repr_png_(self): return b'PNG', {'width': 3}\n    def _repr_html_(self): return None\n    __repr__ = lambda s: 'C'",
			`execute_result {"image/png":"UE5H","text/plain":"C"}`},
		{"def _repr_html_(self): return 1/0\n    def _repr_markdown_(self): return '*'\n    __repr__ = lambda s: 'D'",
			`stream null execute_result {"text/markdown":"*","text/plain":"D"}`},
		{"def _ipython_display_(self): print('shown')", `stream null`},
		{"def _repr_json_(self): return [float('nan'), 1.5]\n    __repr__ = lambda s: 'E'",
			`execute_result {"application/json":["nan",1.5],"text/plain":"E"}`},
	} {
		for _, end := range []string{"A()", "display(A())"} {
			_, msgs := c.do("execute_request", object{"code": "class A:\n    " + test.body + "\n" + end})
			var got []string
			for _, m := range msgs {
				data, err := json.Marshal(m.Content["data"])
				if err != nil {
					t.Fatal(err)
				}
				if m.Type == "execute_input" {
					continue
				}
				got = append(got, strings.Replace(m.Type, "display_data", "execute_result", 1)+" "+
					strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(data)))
			}
			if text := strings.Join(got, " "); text != test.want {
				t.Errorf("%s: %s\nnot %s", test.body, text, test.want)
			}
		}
	}
	r, _ := c.do("execute_request", object{"code": "A()", "user_expressions": object{"a": "A()"}})
	if got := fmt.Sprint(r.Content["user_expressions"]); !strings.Contains(got, "application/json") {
		t.Errorf("%v", got)
	}
}

// TestProgramsThatEnd: what a program does to end itself leaves the session; only exit() and quit() end it.
func TestProgramsThatEnd(t *testing.T) {
	c := plain(t)
	c.run("x = 3")
	for code, want := range map[string]string{"raise SystemExit(3)": "error: SystemExit: 3", "import sys; sys.exit()": "SystemExit",
		"import argparse; argparse.ArgumentParser('p').parse_args(['--no'])": "error: SystemExit: 2"} {
		if r, got := c.run(code); r.Content["status"] != "error" || !strings.Contains(got, want) {
			t.Errorf("%s: %v %q", code, r.Content, got)
		}
	}
	if _, got := c.run("x"); got != "execute_result: 3" {
		t.Errorf("%q", got)
	}
	r, _ := c.do("execute_request", object{"code": "quit"})
	if r.Content["status"] != "ok" || !strings.Contains(fmt.Sprint(r.Content["payload"]), "ask_exit") {
		t.Errorf("%v", r.Content)
	}
}

func TestUserExpressions(t *testing.T) {
	c := plain(t)
	r, _ := c.do("execute_request", object{"code": "a = 3", "user_expressions": object{"good": "a + 1", "bad": "nothing"}})
	got := r.Content["user_expressions"].(map[string]any)
	good, bad := got["good"].(map[string]any), got["bad"].(map[string]any)
	if good["status"] != "ok" || good["data"].(map[string]any)["text/plain"] != "4" || bad["status"] != "error" ||
		bad["ename"] != "NameError" {
		t.Errorf("%v", got)
	}
}

func TestStopOnError(t *testing.T) {
	c := plain(t)
	var ids []string
	for _, code := range []string{"1/0", "print('no')", "print('no')"} {
		ids = append(ids, c.send(c.shell, "execute_request", object{"code": code}))
	}
	info := c.send(c.shell, "kernel_info_request", object{})
	got := map[string]string{}
	for range 4 {
		r := c.recv(c.shell)
		got[r.Parent] = fmt.Sprint(r.Content["status"])
	}
	if got[ids[0]] != "error" || got[ids[1]] != "aborted" || got[ids[2]] != "aborted" || got[info] != "ok" {
		t.Errorf("%v", got)
	}
	if r, out := c.run("'on'"); r.Content["status"] != "ok" || out != "execute_result: 'on'" {
		t.Errorf("%v %q", r, out)
	}
	first := c.send(c.shell, "execute_request", object{"code": "1/0", "stop_on_error": false})
	second := c.send(c.shell, "execute_request", object{"code": "1", "stop_on_error": false})
	a, b := c.recv(c.shell), c.recv(c.shell)
	if a.Parent != first || a.Content["status"] != "error" || b.Parent != second || b.Content["status"] != "ok" {
		t.Errorf("%v %v", a, b)
	}
}

func TestCompleteInspect(t *testing.T) {
	c := plain(t)
	c.run("größe = {'schlüssel': 1}")
	r, _ := c.do("complete_request", object{"code": "größe; tf.io.decode_r + 1", "cursor_pos": 21})
	if fmt.Sprint(r.Content["matches"]) != "[tf.io.decode_raw]" || r.Content["cursor_start"] != 7.0 ||
		r.Content["cursor_end"] != 21.0 {
		t.Errorf("%v", r.Content)
	}
	if !strings.Contains(fmt.Sprint(r.Content["metadata"]), "signature:(input_bytes, out_type") {
		t.Errorf("%v", r.Content["metadata"])
	}
	r, _ = c.do("complete_request", object{"code": "größe['sch", "cursor_pos": 10})
	if fmt.Sprint(r.Content["matches"]) != "[schlüssel]" || r.Content["cursor_start"] != 7.0 {
		t.Errorf("%v", r.Content)
	}
	r, _ = c.do("inspect_request", object{"code": "tf.io.decode_raw(", "cursor_pos": 17, "detail_level": 0})
	if r.Content["found"] != true || !strings.Contains(r.Data["text/plain"].(string), "tf.io.decode_raw(input_bytes") {
		t.Errorf("%v", r.Content)
	}
	c.run("def f(x):\n  return x + 1")
	r, _ = c.do("inspect_request", object{"code": "f", "cursor_pos": 1, "detail_level": 1})
	if !strings.Contains(r.Data["text/plain"].(string), "return x + 1") {
		t.Errorf("%v", r.Content)
	}
	if r, _ = c.do("inspect_request", object{"code": "nothing", "cursor_pos": 3}); r.Content["found"] != false ||
		len(r.Data) != 0 {
		t.Errorf("%v", r.Content)
	}
	r, _ = c.do("execute_request", object{"code": "tf.bitcast?"})
	if !strings.Contains(fmt.Sprint(r.Content["payload"]), "tf.bitcast(input, type") {
		t.Errorf("%v", r.Content)
	}
}

func TestIsComplete(t *testing.T) {
	c := plain(t)
	for code, want := range map[string]string{"x = 1": "complete", "x?": "complete", "%time?": "complete", "f(1,": "incomplete", "for i in x:": "incomplete    ",
		"f(1]": "invalid", "if x:\n  y\n": "complete",
		"for i in range(3):\n    if i:":                         "incomplete        ",
		"class A:\n  def f(self):\n    match x:\n      case 1:": "incomplete        ",
		"def f():\n    @g":                                      "incomplete    ",
		"if x:\n    try:\n        y\n    else:":                 "invalid",
		"def f(a,\n      b):":                                   "incomplete    ",
		"def f():\n    return 1":                                "incomplete", "if x:\n    f(1,\n      2)": "incomplete    "} {
		r, _ := c.do("is_complete_request", object{"code": code})
		indent, _ := r.Content["indent"].(string)
		if got := fmt.Sprint(r.Content["status"]) + indent; got != want {
			t.Errorf("%q: %q, not %q", code, got, want)
		}
	}
}

func TestHistory(t *testing.T) {
	opts := onDisk(t)
	c := start(t, opts)
	typed := func(c *client, code string) {
		c.do("execute_request", object{"code": code, "allow_stdin": true})
	}
	for _, code := range []string{"a = 1", "b = 2\nb", "a = 1"} {
		typed(c, code)
	}
	c.run("batch = 1") // a program's cell: not for the next session
	ask := func(c *client, q object) string {
		q["raw"] = true
		r, _ := c.do("history_request", q)
		return fmt.Sprint(r.Content["history"])
	}
	d := start(t, opts) // another session, at the same time
	typed(d, "c = 3")
	for _, x := range []struct {
		q    object
		want string
	}{
		{object{"hist_access_type": "tail", "n": 2}, "[[1 3 a = 1] [2 1 c = 3]]"},
		{object{"hist_access_type": "range", "session": 1, "start": 2, "stop": 3}, "[[1 2 b = 2\nb]]"},
		{object{"hist_access_type": "range", "session": 0, "start": 1}, "[[2 1 c = 3]]"},
		{object{"hist_access_type": "range", "session": -1, "start": 2, "stop": 3, "output": true}, "[[1 2 [b = 2\nb 2]]]"},
		{object{"hist_access_type": "search", "pattern": "a*"}, "[[1 1 a = 1] [1 3 a = 1]]"},
		{object{"hist_access_type": "search", "pattern": "*=*", "unique": true}, "[[1 2 b = 2\nb] [1 3 a = 1] [2 1 c = 3]]"},
		{object{"hist_access_type": "search", "pattern": "*", "n": 1}, "[[2 1 c = 3]]"},
	} {
		if got := ask(d, x.q); got != x.want {
			t.Errorf("%v: %s, not %s", x.q, got, x.want)
		}
	}
	st, err := os.Stat(opts.History)
	if err != nil || runtime.GOOS != "windows" && st.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", st, err)
	}
}

func TestControlWhileRunning(t *testing.T) {
	c := plain(t)
	c.run("kept = 42")
	for _, code := range []string{"while True: pass", "sum(range(10**13))",
		"x = tf.ones([3000, 3000])\nfor i in range(1000): x @ x", "import time\ntime.sleep(1000)"} {
		id := c.send(c.shell, "execute_request", object{"code": code})
		time.Sleep(100 * time.Millisecond)
		_ = c.beat.Send([][]byte{nil, []byte("ping")})
		if m, err := c.beat.Recv(patience); err != nil || string(m[1]) != "ping" {
			t.Errorf("heartbeat: %q %v", m, err)
		}
		c.send(c.control, "kernel_info_request", object{})
		if r := c.recv(c.control); r.Type != "kernel_info_reply" || r.Content["protocol_version"] != protocol {
			t.Errorf("%v", r)
		}
		at := time.Now()
		c.send(c.control, "interrupt_request", object{})
		if r := c.recv(c.control); r.Type != "interrupt_reply" {
			t.Errorf("%v", r)
		}
		r := c.recv(c.shell)
		if r.Parent != id || r.Content["ename"] != "KeyboardInterrupt" {
			t.Errorf("%s: %v", code, r.Content)
		}
		t.Logf("%-40.40q interrupted in %v", code, time.Since(at).Round(time.Millisecond))
	}
	if _, got := c.run("kept"); got != "execute_result: 42" {
		t.Errorf("%q", got)
	}
}

func TestInput(t *testing.T) {
	c := plain(t)
	id := c.send(c.shell, "execute_request", object{"code": "name = input('who? ')\nname + '!'", "allow_stdin": true})
	q := c.recv(c.stdin)
	if q.Type != "input_request" || q.Content["prompt"] != "who? " || q.Parent != id {
		t.Fatalf("%v", q)
	}
	c.send(c.stdin, "input_reply", object{"value": "Bob"})
	if r := c.recv(c.shell); r.Content["status"] != "ok" {
		t.Errorf("%v", r)
	}
	if got := describe(c.outputs(id)); got != "execute_result: 'Bob!'" {
		t.Errorf("%q", got)
	}
	id = c.send(c.shell, "execute_request", object{"code": "import getpass\ngetpass.getpass('pw ')", "allow_stdin": true})
	if q := c.recv(c.stdin); q.Content["prompt"] != "pw " || q.Content["password"] != true {
		t.Errorf("%v", q)
	}
	c.send(c.stdin, "input_reply", object{"value": "x"})
	c.recv(c.shell)
	c.outputs(id)
	if _, got := c.run("input()"); !strings.Contains(got, "does not support input requests") {
		t.Errorf("%q", got)
	}
	c.send(c.shell, "execute_request", object{"code": "input()", "allow_stdin": true})
	c.recv(c.stdin)
	c.send(c.control, "interrupt_request", object{})
	if r := c.recv(c.shell); r.Content["ename"] != "KeyboardInterrupt" {
		t.Errorf("%v", r)
	}
}

func TestComms(t *testing.T) {
	c := plain(t)
	if r, _ := c.do("comm_info_request", object{}); r.Content["status"] != "ok" ||
		fmt.Sprint(r.Content["comms"]) != "map[]" {
		t.Errorf("%v", r)
	}
	id := c.send(c.shell, "comm_open", object{"comm_id": "1", "target_name": "jupyter.widget", "data": object{}})
	if out := c.outputs(id); len(out) != 1 || out[0].Type != "comm_close" || out[0].Content["comm_id"] != "1" {
		t.Errorf("%v", out)
	}
}

func TestProgress(t *testing.T) {
	c := plain(t)
	_, msgs := c.do("execute_request", object{"code": "for i in progress(range(3), desc='rows'): pass"})
	first, last := msgs[1], msgs[len(msgs)-1]
	id := func(r reply) any { return r.Content["transient"].(map[string]any)["display_id"] }
	if first.Type != "display_data" || last.Type != "update_display_data" || id(first) != id(last) || id(first) == nil ||
		last.Data["text/plain"] != "rows 3/3" {
		t.Errorf("%v", msgs)
	}
}

// TestFitIsDrawn: fit has one display, which goes along with the losses, and prints nothing.
func TestFitIsDrawn(t *testing.T) {
	c := plain(t)
	_, msgs := c.do("execute_request", object{"code": "m = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n" +
		"m.compile(" + "'sgd', 'mse')\nx = tf.ones([8, 2])\nh = m.fit(x, x[:, :1], epochs=3, batch_size=4, " +
		"validation_data=(x, x[:, :1]))"})
	ids, last := map[any]bool{}, reply{}
	for _, m := range msgs {
		switch m.Type {
		case "stream":
			t.Errorf("printed %v", m.Content)
		case "display_data", "update_display_data":
			ids[m.Content["transient"].(map[string]any)["display_id"]], last = true, m
		}
	}
	text, _ := last.Data["text/plain"].(string)
	svg, _ := last.Data["text/html"].(string)
	if len(ids) != 1 || !strings.Contains(text, "Epoch 3/3 - loss: ") || !strings.Contains(text, "val_loss") ||
		!strings.Contains(svg, "<svg") {
		t.Errorf("%d displays, the last %s\n%v", len(ids), text, msgs)
	}
}

func TestOutputLimitAndOrder(t *testing.T) {
	c := start(t, Options{Output: 100000})
	_, msgs := c.do("execute_request", object{"code": "for i in range(10**6): print('0123456789' * 10)"})
	total := 0
	for _, m := range msgs {
		if m.Type == "stream" && m.Content["name"] == "stdout" {
			total += len(m.Content["text"].(string))
		}
	}
	last := msgs[len(msgs)-1]
	if total != 100000 || last.Content["name"] != "stderr" ||
		!strings.Contains(last.Content["text"].(string), "limited to 100000 bytes") {
		t.Errorf("%d bytes, then %v", total, last.Content)
	}
	_, got := c.run("for i in range(5000): print(i, 'é' * (i % 7))") // chunks must not cut a character
	if strings.Contains(got, "\ufffd") {
		t.Error("a character was cut")
	}
	var want strings.Builder
	for i := range 5000 {
		fmt.Fprintln(&want, i, strings.Repeat("é", i%7))
	}
	if joined := strings.ReplaceAll(strings.ReplaceAll(got, "stdout: ", ""), "\n\n",
		"\n"); strings.Join(strings.Fields(joined), " ") != strings.Join(strings.Fields(want.String()), " ") {
		t.Error("lines are lost or out of order")
	}
}

// TestManyCells sends 10,000 cells at once: each is answered in order with its own output.
func TestManyCells(t *testing.T) {
	c := plain(t)
	n := 10000
	if testing.Short() {
		n = 1000
	}
	go func() {
		for i := range n {
			msg, _ := c.frames("execute_request", object{"code": fmt.Sprintf("print(%d)", i)})
			_ = c.shell.Send(msg)
		}
	}()
	go func() {
		for range n {
			if _, err := c.shell.Recv(patience); err != nil {
				return
			}
		}
	}()
	for i := 0; i < n; {
		m := c.recv(c.iopub)
		if m.Type == "stream" {
			if m.Content["text"] != fmt.Sprintf("%d\n", i) {
				t.Fatalf("output %d is %v", i, m.Content)
			}
			i++
		}
	}
}

// TestHostileMessages: nothing that is not signed, new and sound is carried out, and nothing
// brings the kernel down.
func TestHostileMessages(t *testing.T) {
	c := plain(t)
	good, _ := c.frames("execute_request", object{"code": "count = count + 1"})
	c.run("count = 0")
	_ = c.shell.Send(good)
	c.recv(c.shell)
	forged, _ := c.frames("execute_request", object{"code": "count = 100"})
	forged[1] = []byte(strings.Repeat("0", 64))
	unsigned, _ := c.frames("execute_request", object{"code": "count = 100"})
	unsigned[1] = nil
	changed, _ := c.frames("execute_request", object{"code": "count = 0"})
	changed[5] = []byte(`{"code": "count = 100"}`)
	for _, msg := range [][][]byte{good, forged, unsigned, changed, {}, {nil}, {delimiter},
		{delimiter, nil, nil, nil, nil, nil}, {[]byte("junk"), delimiter, []byte("x")}} {
		_ = c.shell.Send(append([][]byte(nil), msg...))
	}
	for _, parts := range [][4]string{{"[]", "{}", "{}", "{}"}, {"{}", "{}", "{}", "{}"},
		{`{"msg_id":"1","msg_type":"execute_request","version":"5.0"}`, "{}", "{}", "nonsense"},
		{`{"msg_id":"1","msg_type":"execute_request","version":"4.0"}`, "{}", "{}", "{}"},
		{`{"msg_id":"1","msg_type":"execute_request"}`, "{}", "{}", `{"code": 7, "silent": "x"}`},
		{`{"msg_id":"2","msg_type":"complete_request"}`, "{}", "{}", `{"code": "a", "cursor_pos": -99999999}`},
		{`{"msg_id":"3","msg_type":"no_such"}`, "{}", "{}", "{}"}} {
		p := [][]byte{[]byte(parts[0]), []byte(parts[1]), []byte(parts[2]), []byte(parts[3])}
		_ = c.shell.Send(append([][]byte{delimiter, c.signer.sign(p)}, p...))
	}
	id := c.send(c.shell, "execute_request", object{"code": "count"})
	for c.recv(c.shell).Parent != id {
	}
	if got := describe(c.outputs(id)); got != "execute_result: 1" {
		t.Errorf("%q: a message was carried out that must not be", got)
	}
	for _, why := range []string{"its signature is wrong", "it came before", "not a Jupyter message", "no JSON object",
		"speaks protocol", `"no_such" was passed over`} {
		if !c.logged(why) {
			t.Errorf("nothing in the log says %q", why)
		}
	}
}

func TestShutdown(t *testing.T) {
	c := plain(t)
	c.send(c.control, "shutdown_request", object{"restart": true})
	if r := c.recv(c.control); r.Type != "shutdown_reply" || r.Content["restart"] != true {
		t.Errorf("%v", r)
	}
	done := make(chan bool)
	go func() {
		c.k.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(patience):
		t.Error("the kernel does not end")
	}
}

func TestConnectionFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes of files are Unix's")
	}
	path := filepath.Join(t.TempDir(), "c.json")
	write := func(text string, mode os.FileMode) {
		_ = os.WriteFile(path, []byte(text), 0o600)
		_ = os.Chmod(path, mode)
	}
	const ports = `"shell_port": 1, "iopub_port": 2, "stdin_port": 3, "control_port": 4, "hb_port": 5`
	sound := `{"ip": "127.0.0.1", "key": "k", ` + ports + `}`
	write(sound, 0o600)
	if c, warning, err := ReadConnection(path, false); err != nil || warning != "" || c.Key != "k" {
		t.Errorf("%v %q %v", c, warning, err)
	}
	write(sound, 0o644)
	if _, warning, err := ReadConnection(path, false); err != nil || !strings.Contains(warning, "can be read by others") {
		t.Errorf("%q %v", warning, err)
	}
	write(sound, 0o666)
	if _, _, err := ReadConnection(path, false); err == nil {
		t.Error("a file others can write was taken")
	}
	for text, why := range map[string]string{"{": "no connection file", `{"ip": "0.0.0.0"}`: "other machines",
		`{"ip": "*"}`: "other machines", `{"transport": "udp"}`: "tcp or ipc",
		`{"signature_scheme": "hmac-md5"}`: "hmac-sha256",
		`{"stdin_port": 0}`:                "stdin_port must be a port from 1 to 65535, got 0",
		`{"hb_port": 70000}`:               "hb_port must be"} {
		if text != "{" { // the ports first: of fields given twice the last counts
			text = "{" + ports + ", " + text[1:]
		}
		write(text, 0o600)
		if _, _, err := ReadConnection(path, false); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{`{` + ports + `}`, `{"key": "", ` + ports + `}`} {
		write(text, 0o600)
		if _, warning, err := ReadConnection(path, false); err != nil || !strings.Contains(warning, "has no key") {
			t.Errorf("%s: %q %v", text, warning, err)
		}
	}
	write(`{"ip": "0.0.0.0", `+ports+`}`, 0o600)
	if _, _, err := ReadConnection(path, true); err != nil {
		t.Errorf("told to: %v", err)
	}
}

func TestInstall(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("JUPYTER_DATA_DIR", filepath.Join(dir, "data"))
	t.Setenv("VIRTUAL_ENV", filepath.Join(dir, "venv"))
	user, err := Install{}.Do()
	if err != nil || user != filepath.Join(dir, "data", "kernels", "tfs") {
		t.Fatalf("%q %v", user, err)
	}
	for _, f := range []string{"kernel.json", "logo-32x32.png", "logo-64x64.png", "logo-svg.svg"} {
		if st, err := os.Stat(filepath.Join(user, f)); err != nil || st.Size() == 0 {
			t.Errorf("%s: %v", f, err)
		}
	}
	sys, _ := SysPrefix()
	// two versions side by side
	other, err := Install{Name: "tfs-2", DisplayName: "second", Prefix: sys, Executable: "/opt/tfs2"}.Do()
	if err != nil {
		t.Fatal(err)
	}
	found := List()
	if len(found) < 2 || found[0].Dir != user || found[1].Dir != other || found[1].Executable != "/opt/tfs2" {
		t.Errorf("%v", found)
	}
	if _, err := (Install{Name: "../x"}).Do(); err == nil {
		t.Error("a name with a slash was taken")
	}
	if _, err := Uninstall("tfs-2", sys); err != nil {
		t.Error(err)
	}
	if _, err := Uninstall("", ""); err != nil {
		t.Error(err)
	}
	if _, err := Uninstall("", ""); err == nil {
		t.Error("removed twice")
	}
}

// FuzzMessage reads anything as the frames of a message.
func FuzzMessage(f *testing.F) {
	f.Add([]byte("<IDS|MSG>\x00sig\x00{}\x00{}\x00{}\x00{}"), false)
	f.Add([]byte("id\x00<IDS|MSG>\x00\x00{\"msg_id\":\"1\",\"msg_type\":\"x\"}\x00{}\x00{}\x00{}"), true)
	f.Fuzz(func(t *testing.T, b []byte, keyless bool) {
		s := newSigner("k")
		if keyless {
			s = newSigner("")
		}
		var frames [][]byte
		for _, p := range strings.Split(string(b), "\x00") {
			frames = append(frames, []byte(p))
		}
		m, err := s.parse("p", frames)
		if err == nil && !keyless {
			t.Errorf("an unsigned message was taken: %v", m)
		}
	})
}

// FuzzRequests carries out requests with any content: no handler may break.
func FuzzRequests(f *testing.F) {
	for kind := range requests {
		f.Add(kind, `{"code": "tf.io.dec", "cursor_pos": 3, "detail_level": 1}`)
	}
	f.Add("history_request", `{"hist_access_type": "range", "session": -9, "start": -1, "stop": 3}`)
	f.Add("history_request", `{"hist_access_type": "search", "pattern": "**?*[", "n": -5, "unique": true}`)
	f.Add("complete_request", `{"code": "é.['", "cursor_pos": 99}`)
	k, err := Start(Connection{Transport: "tcp", IP: "127.0.0.1"}, Options{Log: func(format string, args ...any) {
		if strings.HasPrefix(format, "answering") {
			panic(fmt.Sprintf(format, args...))
		}
	}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, kind, content string) {
		if kind == "shutdown_request" || kind == "execute_request" { // what cells do is the language's affair
			return
		}
		head := fmt.Sprintf(`{"msg_id":"1","msg_type":%q,"version":"5.3"}`, kind)
		m, err := newSigner("").parse("p", [][]byte{delimiter, nil, []byte(head), []byte("{}"), []byte("{}"),
			[]byte(content)})
		if err == nil {
			k.carryOut(k.shell, m)
		}
	})
}
