package zmtp

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"time"
)

// Conn is the connecting side, for tests and small clients: one connection that sends and
// receives whole messages. Its type is DEALER, REQ or SUB; the empty frame of REQ is the
// caller's affair.
type Conn struct {
	c net.Conn
	r *bufio.Reader
}

// Dial connects to a bound socket.
func Dial(kind, network, address, identity string) (*Conn, error) {
	c, err := net.DialTimeout(network, address, 5*time.Second)
	if err != nil {
		return nil, err
	}
	conn := &Conn{c, bufio.NewReader(c)}
	if err := conn.handshake(kind, identity); err != nil {
		_ = c.Close()
		return nil, err
	}
	return conn, nil
}

func (c *Conn) handshake(kind, identity string) error {
	if _, err := c.c.Write(greeting()); err != nil {
		return err
	}
	var g [greetingSize]byte
	if _, err := io.ReadFull(c.r, g[:]); err != nil {
		return err
	}
	ready := appendProperty(appendProperty([]byte("\x05READY"), "Socket-Type", kind), "Identity", identity)
	if err := writeFrame(c.c, flagCommand, ready); err != nil {
		return err
	}
	flags, _, err := readFrame(c.r, 1<<16)
	if err == nil && flags&flagCommand == 0 {
		err = fmt.Errorf("no READY came")
	}
	return err
}

// Send sends a message.
func (c *Conn) Send(msg [][]byte) error {
	w := bufio.NewWriter(c.c)
	for i, f := range msg {
		flags := byte(flagMore)
		if i == len(msg)-1 {
			flags = 0
		}
		if err := writeFrame(w, flags, f); err != nil {
			return err
		}
	}
	return w.Flush()
}

// Recv waits for a message for up to a time; 0 is for ever.
func (c *Conn) Recv(wait time.Duration) (msg [][]byte, err error) {
	var end time.Time
	if wait > 0 {
		end = time.Now().Add(wait)
	}
	if err := c.c.SetReadDeadline(end); err != nil {
		return nil, err
	}
	for {
		flags, body, err := readFrame(c.r, 1<<30)
		if err != nil {
			return nil, err
		}
		if flags&flagCommand != 0 {
			continue
		}
		msg = append(msg, body)
		if flags&flagMore == 0 {
			return msg, nil
		}
	}
}

// Subscribe asks for the messages whose first frame begins with a topic.
func (c *Conn) Subscribe(topic string) error { return c.Send([][]byte{append([]byte{1}, topic...)}) }

// Close ends the connection.
func (c *Conn) Close() error { return c.c.Close() }
