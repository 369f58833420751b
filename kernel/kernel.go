package kernel

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"github.com/tfs-lang/tfs/history"
	"github.com/tfs-lang/tfs/kernel/zmtp"
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/teach"
)

// Options configure a kernel.
type Options struct {
	Version string
	Lang    session.Options
	History string // file of the sessions; "" keeps them in memory
	Output  int    // bytes one cell may print; 0 is DefaultOutput
	Log     func(format string, args ...any)
}

// DefaultOutput is how much one cell may print.
const DefaultOutput = 16 << 20

// Kernel serves one client session: its sockets, its interpreter and what it is doing.
type Kernel struct {
	opts Options
	in   *lang.Interp
	hist *history.Sessions

	guide teach.Guide // the tour, which takes cells while it lasts

	signing  sync.Mutex
	signer   *signer
	identity *identity

	shell, control, stdin, iopub, heartbeat *zmtp.Socket

	queue  *queue
	quit   chan struct{} // closed when the kernel is to end
	ending sync.Once

	mu     sync.Mutex
	cancel context.CancelFunc // of the cell running now
	answer chan string        // an input_reply is awaited

	out  *output // of the request being carried out
	trim trimmer
}

// trimmer gives memory back to the system when a kernel that used much has been idle.
type trimmer struct{ timer *time.Timer }

// The idle time after which memory is given back, and how much must be unused for it.
const (
	trimAfter = 2 * time.Second
	trimFrom  = 64 << 20
)

// later looks at the memory when nothing has run for a while.
func (t *trimmer) later() {
	if t.timer != nil {
		t.timer.Stop()
	}
	t.timer = time.AfterFunc(trimAfter, func() {
		free := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/unused:bytes"},
			{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(free)
		if free[0].Value.Uint64()+free[1].Value.Uint64()+free[2].Value.Uint64() > trimFrom {
			debug.FreeOSMemory()
		}
	})
}

// Start binds the sockets of a connection and begins to serve.
func Start(c Connection, opts Options) (*Kernel, error) {
	if opts.Output == 0 {
		opts.Output = DefaultOutput
	}
	if opts.Log == nil {
		opts.Log = func(format string, args ...any) {
			fmt.Fprintln(os.Stderr, "tfs kernel:", py.Visible(fmt.Sprintf(format, args...)))
		}
	}
	k := &Kernel{opts: opts, signer: newSigner(c.Key), identity: newIdentity(), queue: newQueue(),
		quit: make(chan struct{})}
	opts.Lang.Ask, opts.Lang.Figures = k.ask, true
	opts.Lang.Width = func() int { return session.Unwrapped } // the page breaks the lines
	opts.Lang.Commands = k.guide.Commands()
	k.in = session.New(opts.Lang)
	var notice string
	if k.hist, notice = history.OpenSessions(opts.History); notice != "" {
		opts.Log("%s", notice)
	}
	if err := k.bind(c); err != nil {
		k.closeSockets(0)
		return nil, err
	}
	k.publish("status", nil, nil, map[string]any{"execution_state": "starting"})
	go k.serve()
	return k, nil
}

func (k *Kernel) bind(c Connection) error {
	for _, b := range []struct {
		socket **zmtp.Socket
		kind   zmtp.Kind
		port   int
		h      zmtp.Handlers
	}{
		{&k.heartbeat, zmtp.Rep, c.Heartbeat, zmtp.Handlers{Message: func(p *zmtp.Peer, msg [][]byte) { p.Send(msg) }}},
		{&k.iopub, zmtp.XPub, c.IOPub, zmtp.Handlers{Subscribe: k.welcome}},
		{&k.stdin, zmtp.Router, c.Stdin, zmtp.Handlers{Message: k.receive(k.takeInput)}},
		{&k.control, zmtp.Router, c.Control, zmtp.Handlers{Message: k.receive(k.takeControl)}},
		{&k.shell, zmtp.Router, c.Shell, zmtp.Handlers{Message: k.receive(func(m *message) { k.queue.push(m) })}},
	} {
		b.h.Log = k.opts.Log
		network, address := c.address(b.port)
		s, err := zmtp.Listen(b.kind, network, address, b.h, zmtp.Limits{})
		if err != nil {
			return err
		}
		*b.socket = s
	}
	return nil
}

// receive reads messages for a channel; those that are not sound are dropped with a line in
// the log.
func (k *Kernel) receive(take func(m *message)) func(p *zmtp.Peer, msg [][]byte) {
	return func(p *zmtp.Peer, msg [][]byte) {
		k.signing.Lock()
		m, err := k.signer.parse(p.ID, msg)
		k.signing.Unlock()
		if err != nil {
			k.opts.Log("a message was dropped: %v", err)
			return
		}
		take(m)
	}
}

// welcome tells a subscriber that it will miss nothing from here on.
func (k *Kernel) welcome(p *zmtp.Peer, topic []byte) {
	p.Send(k.build([][]byte{topic}, "iopub_welcome", nil, nil, map[string]any{"subscription": string(topic)}))
}

// publish sends a message to everybody.
func (k *Kernel) publish(kind string, parent *message, metadata, content any) {
	var raw json.RawMessage
	if parent != nil {
		raw = parent.raw
	}
	k.iopub.Publish(k.build([][]byte{[]byte("kernel." + k.identity.id + "." + kind)}, kind, raw, metadata, content))
}

// reply answers a request on its channel.
func (k *Kernel) reply(s *zmtp.Socket, m *message, kind string, content any) {
	s.SendTo(m.peer, k.build(m.idents, kind, m.raw, nil, content))
}

// Wait returns when the kernel has ended.
func (k *Kernel) Wait() { <-k.quit; k.closeSockets(500 * time.Millisecond) }

func (k *Kernel) closeSockets(linger time.Duration) {
	for _, s := range []*zmtp.Socket{k.shell, k.control, k.iopub, k.stdin, k.heartbeat} {
		if s != nil {
			s.Close(linger)
		}
	}
}

// Stop ends the kernel.
func (k *Kernel) Stop() {
	k.ending.Do(func() {
		k.Interrupt()
		close(k.quit)
		k.queue.close()
	})
}

// Interrupt stops the cell that runs, if any.
func (k *Kernel) Interrupt() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.cancel != nil {
		k.cancel()
	}
}

// begin makes the context of an evaluation.
func (k *Kernel) begin() (context.Context, context.CancelFunc) {
	stop := py.NewStop(context.Background())
	k.mu.Lock()
	k.cancel = stop.Interrupt
	k.mu.Unlock()
	return stop.Context(), func() {
		k.mu.Lock()
		k.cancel = nil
		k.mu.Unlock()
		stop.Close()
	}
}

// queue is the shell requests that wait.
type queue struct {
	mu     sync.Mutex
	more   *sync.Cond
	items  []*message
	closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.more = sync.NewCond(&q.mu)
	return q
}

func (q *queue) push(m *message) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, m)
	q.more.Signal()
}

func (q *queue) pop() *message {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.more.Wait()
	}
	if q.closed {
		return nil
	}
	m := q.items[0]
	q.items[0] = nil
	q.items = q.items[1:]
	return m
}

// takeExecutes removes the requests to execute that wait.
func (q *queue) takeExecutes() []*message {
	q.mu.Lock()
	defer q.mu.Unlock()
	var out, rest []*message
	for _, m := range q.items {
		if m.head.Type == "execute_request" {
			out = append(out, m)
		} else {
			rest = append(rest, m)
		}
	}
	q.items = rest
	return out
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.more.Broadcast()
}

// serve carries out the shell requests.
func (k *Kernel) serve() {
	for m := k.queue.pop(); m != nil; m = k.queue.pop() {
		k.carryOut(k.shell, m)
	}
}

// carryOut answers one request between the states busy and idle.
func (k *Kernel) carryOut(s *zmtp.Socket, m *message) {
	k.publish("status", m, nil, map[string]any{"execution_state": "busy"})
	defer k.publish("status", m, nil, map[string]any{"execution_state": "idle"})
	defer func() {
		if r := recover(); r != nil { // a bug here must not end the session
			k.opts.Log("answering %s: %v", m.head.Type, r)
		}
	}()
	if f, ok := requests[m.head.Type]; ok {
		f(k, s, m)
	} else {
		k.opts.Log("a request of type %q was passed over", m.head.Type)
	}
}

// takeControl answers on the control channel while a cell may run.
func (k *Kernel) takeControl(m *message) {
	switch m.head.Type {
	case "kernel_info_request", "interrupt_request", "shutdown_request", "comm_info_request":
		k.carryOut(k.control, m)
	default:
		k.opts.Log("a control request of type %q was passed over", m.head.Type)
	}
}
