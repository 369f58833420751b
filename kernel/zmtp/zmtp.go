// Package zmtp is the binding side of ZeroMQ's wire protocol (ZMTP 3.0, rfc.zeromq.org/spec/23)
// with the NULL mechanism: the ROUTER, XPUB and REP sockets a Jupyter kernel needs. Peers are
// libzmq's DEALER, SUB and REQ sockets, or anything that speaks the protocol. It knows
// nothing of what the messages mean. Whatever a peer sends ends at worst in its connection
// being closed: frames and messages are bounded, and so is what waits for a slow peer.
package zmtp

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// Kind is a socket type.
type Kind string

// The socket types.
const (
	Router Kind = "ROUTER"
	XPub   Kind = "XPUB"
	Rep    Kind = "REP"
)

// partners are the types each type talks to.
var partners = map[Kind]map[string]bool{
	Router: {"DEALER": true, "REQ": true, "ROUTER": true},
	XPub:   {"SUB": true, "XSUB": true},
	Rep:    {"REQ": true, "DEALER": true},
}

// Limits bound what one peer can make the socket hold. The zero value is the default.
type Limits struct {
	Frame   int           // bytes of one frame; 256 MiB
	Message int           // bytes of one message; 512 MiB
	Parts   int           // frames of one message; 1024
	Queue   int           // bytes waiting for one peer; 64 MiB
	Greet   time.Duration // for the handshake; 10 s
}

func (l *Limits) fill() {
	set := func(p *int, v int) {
		if *p == 0 {
			*p = v
		}
	}
	set(&l.Frame, 256<<20)
	set(&l.Message, 512<<20)
	set(&l.Parts, 1024)
	set(&l.Queue, 64<<20)
	if l.Greet == 0 {
		l.Greet = 10 * time.Second
	}
}

// Handlers are called for what peers do, each peer in a goroutine of its own. Nil ones are
// left out.
type Handlers struct {
	Message   func(p *Peer, msg [][]byte)
	Subscribe func(p *Peer, topic []byte)
	Log       func(format string, args ...any)
}

// Socket is a bound socket with its peers.
type Socket struct {
	kind   Kind
	ln     net.Listener
	h      Handlers
	limits Limits

	mu     sync.Mutex
	peers  map[string]*Peer
	next   uint32
	closed bool
	wg     sync.WaitGroup
}

// Peer is one connection. ID is what the peer calls itself, or a number given to it.
type Peer struct {
	ID     string
	s      *Socket
	c      net.Conn
	topics [][]byte

	mu      sync.Mutex
	wake    *sync.Cond
	queue   [][][]byte
	waiting int       // bytes in queue
	moved   time.Time // when bytes last went out
	closing bool
	dropped int
}

// Listen binds a socket to an address ("tcp", "127.0.0.1:0"; "unix", path).
func Listen(kind Kind, network, address string, h Handlers, limits Limits) (*Socket, error) {
	ln, err := net.Listen(network, address)
	if err != nil {
		return nil, err
	}
	limits.fill()
	if h.Log == nil {
		h.Log = func(string, ...any) {}
	}
	s := &Socket{kind: kind, ln: ln, h: h, limits: limits, peers: map[string]*Peer{}}
	s.wg.Go(s.accept)
	return s, nil
}

// Addr is where the socket listens.
func (s *Socket) Addr() net.Addr { return s.ln.Addr() }

func (s *Socket) accept() {
	for {
		c, err := s.ln.Accept()
		if err != nil {
			s.mu.Lock()
			closed := s.closed
			s.mu.Unlock()
			if closed || errors.Is(err, net.ErrClosed) {
				return
			}
			time.Sleep(10 * time.Millisecond) // out of file descriptors, say
			continue
		}
		go s.serve(c)
	}
}

// Close ends the socket. What waits for the peers gets up to linger to go out.
func (s *Socket) Close(linger time.Duration) {
	s.mu.Lock()
	s.closed = true
	peers := make([]*Peer, 0, len(s.peers))
	for _, p := range s.peers {
		peers = append(peers, p)
	}
	s.mu.Unlock()
	_ = s.ln.Close()
	end := time.Now().Add(linger)
	for _, p := range peers {
		for time.Now().Before(end) && !p.idle() {
			time.Sleep(200 * time.Microsecond)
		}
		p.close()
	}
}

func (p *Peer) idle() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting == 0 || p.closing
}

const greetingSize = 64

func greeting() []byte {
	g := make([]byte, greetingSize)
	g[0], g[9] = 0xff, 0x7f
	g[10], g[11] = 3, 0 // with 3.0 subscriptions come as messages
	copy(g[12:], "NULL")
	return g
}

// serve runs one connection.
func (s *Socket) serve(c net.Conn) {
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(s.limits.Greet))
	r := bufio.NewReaderSize(c, 1<<16)
	id, err := s.handshake(c, r)
	if err != nil {
		if gone(err) {
			return
		}
		s.h.Log("a connection from %v was closed: %v", c.RemoteAddr(), err)
		return
	}
	p := &Peer{s: s, c: c, moved: time.Now()}
	p.wake = sync.NewCond(&p.mu)
	if !s.add(p, id) {
		return
	}
	defer s.remove(p)
	if writeFrame(c, flagCommand, s.ready()) != nil {
		return
	}
	_ = c.SetDeadline(time.Time{})
	go p.write()
	if err := p.read(r); !gone(err) {
		s.h.Log("a connection from %v was closed: %v", c.RemoteAddr(), err)
	}
}

// gone tells whether a connection ended as connections do.
func gone(err error) bool {
	var op *net.OpError
	return errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) || errors.As(err, &op)
}

func (s *Socket) add(p *Peer, id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	if _, taken := s.peers[id]; id == "" || taken {
		s.next++
		id = "\x00" + string(binary.BigEndian.AppendUint32(nil, s.next))
	}
	p.ID = id
	s.peers[id] = p
	return true
}

func (s *Socket) remove(p *Peer) {
	s.mu.Lock()
	delete(s.peers, p.ID)
	s.mu.Unlock()
	p.close()
}

// ready is this side's READY command. It goes out when the peer is in the list: who has read it
// may count on being reached.
func (s *Socket) ready() []byte {
	b := appendProperty([]byte("\x05READY"), "Socket-Type", string(s.kind))
	return appendProperty(b, "Identity", "")
}

// handshake exchanges greetings and reads the peer's READY command.
func (s *Socket) handshake(c net.Conn, r *bufio.Reader) (id string, err error) {
	if _, err := c.Write(greeting()); err != nil {
		return "", err
	}
	var g [greetingSize]byte
	if _, err := io.ReadFull(r, g[:]); err != nil {
		return "", err
	}
	mechanism := string(bytes.TrimRight(g[12:32], "\x00"))
	switch {
	case g[0] != 0xff || g[9]&1 == 0:
		return "", errors.New("it does not speak ZMTP")
	case g[10] < 3:
		return "", fmt.Errorf("it speaks ZMTP %d, 3 is needed", g[10])
	case mechanism != "NULL":
		return "", fmt.Errorf("it asks for the security mechanism %q, NULL is served", mechanism)
	}
	flags, body, err := readFrame(r, 1<<16)
	if err != nil {
		return "", err
	}
	props, ok := bytes.CutPrefix(body, []byte("\x05READY"))
	if flags&flagCommand == 0 || !ok {
		return "", errors.New("it sent no READY")
	}
	found, err := properties(props)
	if err != nil {
		return "", err
	}
	if !partners[s.kind][found["socket-type"]] {
		return "", fmt.Errorf("a %s socket does not talk to a %q socket", s.kind, found["socket-type"])
	}
	if id = found["identity"]; len(id) > 255 || id != "" && id[0] == 0 {
		id = ""
	}
	return id, nil
}

func appendProperty(b []byte, name, value string) []byte {
	b = append(append(b, byte(len(name))), name...)
	b = binary.BigEndian.AppendUint32(b, uint32(len(value)))
	return append(b, value...)
}

func properties(b []byte) (map[string]string, error) {
	out := map[string]string{}
	for len(b) > 0 {
		n := int(b[0])
		if len(b) < 1+n+4 {
			return nil, errors.New("its READY is cut off")
		}
		name := string(bytes.ToLower(b[1 : 1+n]))
		size := binary.BigEndian.Uint32(b[1+n:])
		b = b[1+n+4:]
		if uint64(size) > uint64(len(b)) {
			return nil, errors.New("its READY is cut off")
		}
		out[name] = string(b[:size])
		b = b[size:]
	}
	return out, nil
}

// The bits of a frame's first byte.
const (
	flagMore    = 1
	flagLong    = 2
	flagCommand = 4
)

// readFrame reads one frame of at most limit bytes. Memory grows with what arrives, not with
// what the length claims.
func readFrame(r *bufio.Reader, limit int) (flags byte, body []byte, err error) {
	if flags, err = r.ReadByte(); err != nil {
		return 0, nil, err
	}
	if flags&^(flagMore|flagLong|flagCommand) != 0 {
		return 0, nil, fmt.Errorf("a frame has the reserved flags %#x", flags)
	}
	var head [8]byte
	size := uint64(0)
	if flags&flagLong != 0 {
		if _, err = io.ReadFull(r, head[:]); err == nil {
			size = binary.BigEndian.Uint64(head[:])
		}
	} else {
		head[0], err = r.ReadByte()
		size = uint64(head[0])
	}
	if err != nil {
		return 0, nil, io.ErrUnexpectedEOF
	}
	if size > uint64(limit) {
		return 0, nil, fmt.Errorf("a frame of %d bytes is over the limit of %d", size, limit)
	}
	const step = 1 << 20
	body = make([]byte, 0, min(int(size), step))
	for len(body) < int(size) {
		n := min(int(size)-len(body), max(step, len(body)))
		at := len(body)
		body = append(body, make([]byte, n)...)
		if _, err := io.ReadFull(r, body[at:]); err != nil {
			return 0, nil, io.ErrUnexpectedEOF
		}
	}
	return flags, body, nil
}

func frameHead(flags byte, n int) []byte {
	if n > 255 {
		return binary.BigEndian.AppendUint64([]byte{flags | flagLong}, uint64(n))
	}
	return []byte{flags, byte(n)}
}

func writeFrame(w io.Writer, flags byte, body []byte) error {
	if _, err := w.Write(frameHead(flags, len(body))); err != nil {
		return err
	}
	_, err := w.Write(body)
	return err
}

// read takes messages in until the connection ends.
func (p *Peer) read(r *bufio.Reader) error {
	var msg [][]byte
	total := 0
	for {
		flags, body, err := readFrame(r, p.s.limits.Frame)
		if err != nil {
			return err
		}
		if flags&flagCommand != 0 {
			p.command(body)
			continue
		}
		total += len(body)
		msg = append(msg, body)
		if len(msg) > p.s.limits.Parts || total > p.s.limits.Message {
			return fmt.Errorf("a message of %d frames and %d bytes is over the limit", len(msg), total)
		}
		if flags&flagMore != 0 {
			continue
		}
		p.take(msg)
		msg, total = nil, 0
	}
}

// take hands a whole message on.
func (p *Peer) take(msg [][]byte) {
	if p.s.kind == XPub {
		if len(msg) == 1 && len(msg[0]) > 0 && msg[0][0] <= 1 {
			p.subscribe(msg[0][1:], msg[0][0] == 1)
		}
		return
	}
	if p.s.h.Message != nil {
		p.s.h.Message(p, msg)
	}
}

// command answers what is not a message: PING, and subscriptions of ZMTP 3.1.
func (p *Peer) command(body []byte) {
	switch {
	case bytes.HasPrefix(body, []byte("\x04PING")) && len(body) >= 7:
		context := body[7:]
		p.enqueue([][]byte{append([]byte("\x04PONG"), context[:min(len(context), 16)]...)}, true)
	case bytes.HasPrefix(body, []byte("\x09SUBSCRIBE")):
		p.subscribe(body[10:], true)
	case bytes.HasPrefix(body, []byte("\x06CANCEL")):
		p.subscribe(body[7:], false)
	}
}

// maxTopics bounds the subscriptions of one peer.
const maxTopics = 1000

func (p *Peer) subscribe(topic []byte, on bool) {
	if p.s.kind != XPub {
		return
	}
	p.mu.Lock()
	if on && len(p.topics) < maxTopics {
		p.topics = append(p.topics, bytes.Clone(topic))
	} else if !on {
		for i, t := range p.topics {
			if bytes.Equal(t, topic) {
				p.topics = append(p.topics[:i:i], p.topics[i+1:]...)
				break
			}
		}
	}
	p.mu.Unlock()
	if on && p.s.h.Subscribe != nil {
		p.s.h.Subscribe(p, topic)
	}
}

// Send queues a message for the peer; false when the peer is gone or takes nothing in.
func (p *Peer) Send(msg [][]byte) bool { return p.enqueue(msg, false) }

// patience is how long a sender waits for a peer that is slow but alive.
const patience = 250 * time.Millisecond

// enqueue adds a message. A command has one frame.
func (p *Peer) enqueue(msg [][]byte, isCommand bool) bool {
	size := 0
	for _, f := range msg {
		size += len(f) + 9
	}
	if isCommand {
		msg = append([][]byte{nil}, msg...) // marked by a nil first frame
	}
	for end := time.Now().Add(patience); ; {
		p.mu.Lock()
		if p.closing {
			p.mu.Unlock()
			return false
		}
		if p.waiting == 0 || p.waiting+size <= p.s.limits.Queue {
			p.queue = append(p.queue, msg)
			p.waiting += size
			p.wake.Signal()
			p.mu.Unlock()
			return true
		}
		stalled := time.Since(p.moved) > patience
		if stalled || time.Now().After(end) {
			if p.dropped++; p.dropped == 1 {
				p.s.h.Log("%v takes nothing in: messages for it are dropped", p.c.RemoteAddr())
			}
			p.mu.Unlock()
			return false
		}
		p.mu.Unlock()
		time.Sleep(time.Millisecond)
	}
}

// write sends what is queued; many small messages become few writes.
func (p *Peer) write() {
	w := bufio.NewWriterSize(p.c, 1<<16)
	for {
		p.mu.Lock()
		for len(p.queue) == 0 && !p.closing {
			p.wake.Wait()
		}
		batch := p.queue
		p.queue = nil
		closing := p.closing
		p.mu.Unlock()
		if closing && len(batch) == 0 {
			return
		}
		sent := 0
		for i, msg := range batch {
			size, err := p.writeMessage(w, msg)
			if sent += size; err == nil && (i == len(batch)-1 || sent >= 1<<20) {
				if err = w.Flush(); err == nil {
					p.settle(sent)
					sent = 0
				}
			}
			if err != nil {
				p.close()
				return
			}
		}
	}
}

// settle notes that bytes went out.
func (p *Peer) settle(n int) {
	p.mu.Lock()
	p.waiting -= n
	p.moved = time.Now()
	p.mu.Unlock()
}

func (p *Peer) writeMessage(w *bufio.Writer, msg [][]byte) (size int, err error) {
	if len(msg) == 2 && msg[0] == nil { // a command
		return len(msg[1]) + 9, writeFrame(w, flagCommand, msg[1])
	}
	for i, f := range msg {
		flags := byte(flagMore)
		if i == len(msg)-1 {
			flags = 0
		}
		if err := writeFrame(w, flags, f); err != nil {
			return 0, err
		}
		size += len(f) + 9
	}
	return size, nil
}

func (p *Peer) close() {
	p.mu.Lock()
	p.closing = true
	p.wake.Broadcast()
	p.mu.Unlock()
	_ = p.c.Close()
}

// SendTo queues a message for the peer of that ID; false when there is none.
func (s *Socket) SendTo(id string, msg [][]byte) bool {
	s.mu.Lock()
	p := s.peers[id]
	s.mu.Unlock()
	return p != nil && p.Send(msg)
}

// Publish queues a message for every peer that subscribed to a prefix of its first frame.
func (s *Socket) Publish(msg [][]byte) {
	s.mu.Lock()
	peers := make([]*Peer, 0, len(s.peers))
	for _, p := range s.peers {
		peers = append(peers, p)
	}
	s.mu.Unlock()
	for _, p := range peers {
		if p.wants(msg[0]) {
			p.Send(msg)
		}
	}
}

func (p *Peer) wants(topic []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, t := range p.topics {
		if bytes.HasPrefix(topic, t) {
			return true
		}
	}
	return false
}
