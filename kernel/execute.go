package kernel

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tfs-lang/tfs/kernel/html"
	"github.com/tfs-lang/tfs/kernel/zmtp"
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
)

type executeRequest struct {
	Code        string            `json:"code"`
	Silent      bool              `json:"silent"`
	Store       *bool             `json:"store_history"`
	Expressions map[string]string `json:"user_expressions"`
	AllowStdin  *bool             `json:"allow_stdin"`
	StopOnError *bool             `json:"stop_on_error"`
}

func orTrue(b *bool) bool { return b == nil || *b }

// asking is who a cell that reads input asks.
type asking struct {
	m       *message
	allowed bool
}

type askKey struct{}

// execute runs a cell.
func (k *Kernel) execute(s *zmtp.Socket, m *message) {
	var r executeRequest
	_ = json.Unmarshal(m.content, &r)
	store := orTrue(r.Store) && !r.Silent && strings.TrimSpace(r.Code) != ""
	count := k.in.Count()
	if store {
		k.in.Remember(r.Code)
		count++
	}
	o := &output{k: k, m: m, silent: r.Silent, count: max(count, 1)}
	k.out = o
	o.publish("execute_input", nil, object{"code": r.Code, "execution_count": o.count})
	defer k.trim.later()
	ctx, done := k.begin()
	ctx = context.WithValue(ctx, askKey{}, asking{m, orTrue(r.AllowStdin)})
	ex, code := k.run(ctx, o, r.Code)
	o.Flush()
	content := object{"status": "ok", "execution_count": o.count, "user_expressions": object{}, "payload": []object{}}
	if ex != nil {
		k.fail(o, content, ex)
	} else {
		content["user_expressions"] = k.expressions(ctx, o, r.Expressions)
	}
	done()
	if len(o.payload) > 0 {
		content["payload"] = o.payload
	}
	if store && !session.Of(k.in).IsQuestion(r.Code) {
		// what programs run (nbclient, papermill) asks for no input, and is nobody's past input
		if notice := k.hist.Add(o.count, r.Code, o.result, orTrue(r.AllowStdin)); notice != "" {
			k.opts.Log("%s", notice)
		}
	}
	if ex != nil && !r.Silent && orTrue(r.StopOnError) {
		k.abort(s, m, content)
		return
	}
	k.reply(s, m, "execute_reply", content)
	if code != nil {
		go k.Stop()
	}
}

// run evaluates the code of a cell. A semicolon at its end keeps the result quiet.
func (k *Kernel) run(ctx context.Context, o *output, code string) (ex *py.Exc, exit *lang.ExitError) {
	src := transcript.StripPrompts(code)
	if leave := strings.TrimSpace(src); leave == "exit" || leave == "quit" {
		src = leave + "()"
	}
	if text, ok := session.Of(k.guide.Interp(k.in)).Question(src); ok {
		o.payload = append(o.payload, object{"source": "page", "data": object{"text/plain": text}, "start": 0})
		return nil, nil
	}
	if k.guide.Active() {
		errors.As(k.guide.Take(ctx, src, o.event), &exit)
		return nil, exit
	}
	quiet := transcript.Quiet(src)
	name := "<cell " + strconv.Itoa(o.count) + ">"
	err := k.in.Eval(ctx, name, src+"\n", lang.Cell, func(e lang.Event) {
		if e.Kind == lang.Error || quiet && e.Kind == lang.Result {
			return
		}
		o.event(e)
	})
	opts := k.opts.Lang
	opts.Ask, opts.Width = k.ask, func() int { return session.Unwrapped }
	if err := k.guide.Begin(ctx, opts, err, o.event); err != nil {
		k.opts.Log("%v", err)
	}
	switch {
	case err == nil:
		return nil, nil
	case !errors.As(err, &exit):
		return py.AsExc(err), nil
	case exit.Exc.Asked:
		o.payload = append(o.payload, object{"source": "ask_exit", "keepkernel": false})
		return nil, exit
	}
	exit.Exc.Bare = true // a program that ended itself, as argparse does: the session stays
	return exit.Exc, nil
}

// fail publishes an error and puts it into the reply.
func (k *Kernel) fail(o *output, content object, ex *py.Exc) {
	failure := Failure(k.in, ex)
	o.publish("error", nil, failure)
	content["status"] = "error"
	for key, v := range failure {
		content[key] = v
	}
}

// Failure is an error as messages and notebooks tell it. The traceback is the terminal's, a
// line an element, its last lines in red.
func Failure(in *lang.Interp, ex *py.Exc) map[string]any {
	full, msg := in.Describe(ex)
	name := full[strings.LastIndexByte(full, '.')+1:]
	lines := strings.Split(strings.TrimRight(in.Traceback(ex), "\n"), "\n")
	inMessage := false
	for i, l := range lines {
		inMessage = inMessage || l != "" && l[0] != ' ' && !strings.HasPrefix(l, "Traceback ")
		marks := strings.TrimSpace(l)
		if inMessage && !strings.HasPrefix(l, "  hint: ") || marks != "" && strings.Trim(marks, "~^") == "" {
			lines[i] = "\x1b[31m" + l + "\x1b[0m"
		}
	}
	return object{"ename": name, "evalue": msg, "traceback": lines}
}

// expressions evaluates what the client watches.
func (k *Kernel) expressions(ctx context.Context, o *output, list map[string]string) object {
	out := object{}
	for name, src := range list {
		v, text, err := k.in.Expr(ctx, src, func(e lang.Event) {
			if e.Kind == lang.Stdout || e.Kind == lang.Stderr {
				o.event(e)
			}
		})
		if err != nil {
			ex := py.AsExc(err)
			full, msg := k.in.Describe(ex)
			out[name] = object{"status": "error", "ename": full[strings.LastIndexByte(full, '.')+1:], "evalue": msg,
				"traceback": []string{k.in.Summary(ex)}}
			continue
		}
		out[name] = object{"status": "ok", "data": html.Bundle(text, v), "metadata": object{}}
	}
	o.Flush()
	return out
}

// settle is how long requests that were sent together with a failed one may take to arrive.
const settle = 10 * time.Millisecond

// abort answers a failed cell and, aborted, the cells that were sent behind it. It waits a
// moment for those under way: the reply goes out last, so that what a client sends because
// of it is not taken for one of them.
func (k *Kernel) abort(s *zmtp.Socket, m *message, content object) {
	waiting := k.queue.takeExecutes()
	for {
		time.Sleep(settle)
		more := k.queue.takeExecutes()
		if len(more) == 0 {
			break
		}
		waiting = append(waiting, more...)
	}
	k.reply(s, m, "execute_reply", content)
	for _, w := range waiting {
		k.publish("status", w, nil, object{"execution_state": "busy"})
		k.reply(s, w, "execute_reply", object{"status": "aborted", "execution_count": k.in.Count(),
			"user_expressions": object{}, "payload": []object{}})
		k.publish("status", w, nil, object{"execution_state": "idle"})
	}
}

// ask answers input() and getpass() of the cell that runs: it asks the client that sent the cell.
func (k *Kernel) ask(ctx context.Context, prompt string, hidden bool) (string, error) {
	a, ok := ctx.Value(askKey{}).(asking)
	if !ok || !a.allowed {
		return "", py.Raisef(py.RuntimeErrorClass,
			"input() was called, but this front end does not support input requests")
	}
	answer := make(chan string, 1)
	k.mu.Lock()
	k.answer = answer
	k.mu.Unlock()
	defer func() {
		k.mu.Lock()
		k.answer = nil
		k.mu.Unlock()
	}()
	if o := k.out; o != nil {
		o.Flush()
	}
	if !k.stdin.SendTo(a.m.peer, k.build(slices.Clone(a.m.idents), "input_request", a.m.raw, nil,
		object{"prompt": prompt, "password": hidden})) {
		return "", py.Raisef(py.RuntimeErrorClass,
			"input() was called, but the front end does not listen for input requests")
	}
	select {
	case text := <-answer:
		return text, nil
	case <-ctx.Done():
		return "", ctx.Err()
	case <-k.quit:
		return "", io.EOF
	}
}

// takeInput takes an input_reply.
func (k *Kernel) takeInput(m *message) {
	var c struct {
		Value string `json:"value"`
	}
	if m.head.Type != "input_reply" || json.Unmarshal(m.content, &c) != nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.answer != nil {
		select {
		case k.answer <- c.Value:
		default:
		}
	}
}
