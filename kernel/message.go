package kernel

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/user"
	"time"
)

// protocol is the version of Jupyter's messaging protocol that is spoken.
const protocol = "5.5"

// header is the header of a message. A reply carries its request's header as it came.
type header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"`
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
}

// message is one message of the protocol, read from frames and verified.
type message struct {
	peer    string   // who sent it
	idents  [][]byte // frames before the delimiter
	head    header
	raw     json.RawMessage // the header as it came
	content json.RawMessage
}

var delimiter = []byte("<IDS|MSG>")

// signer signs messages and verifies them, and knows those it has seen.
type signer struct {
	key  []byte
	seen map[string]struct{}
	old  []string // in the order seen
}

// remembered is how many signatures are known; a message that comes again is dropped.
const remembered = 1 << 16

func newSigner(key string) *signer { return &signer{key: []byte(key), seen: map[string]struct{}{}} }

// sign is the hexadecimal HMAC-SHA256 of the four parts, empty without a key.
func (s *signer) sign(parts [][]byte) []byte {
	if len(s.key) == 0 {
		return nil
	}
	mac := hmac.New(sha256.New, s.key)
	for _, p := range parts {
		mac.Write(p)
	}
	return []byte(hex.EncodeToString(mac.Sum(nil)))
}

// verify checks a signature in constant time, and that it is new.
func (s *signer) verify(signature []byte, parts [][]byte) error {
	if len(s.key) == 0 {
		return nil
	}
	if !hmac.Equal(signature, s.sign(parts)) {
		return errors.New("its signature is wrong")
	}
	id := string(signature)
	if _, again := s.seen[id]; again {
		return errors.New("it came before")
	}
	s.seen[id] = struct{}{}
	if s.old = append(s.old, id); len(s.old) > remembered {
		delete(s.seen, s.old[0])
		s.old = s.old[1:]
	}
	return nil
}

// parse reads and verifies the frames of a message.
func (s *signer) parse(peer string, frames [][]byte) (*message, error) {
	at := -1
	for i, f := range frames {
		if bytes.Equal(f, delimiter) {
			at = i
			break
		}
	}
	if at < 0 || len(frames) < at+6 {
		return nil, errors.New("it is not a Jupyter message")
	}
	parts := frames[at+2 : at+6]
	if err := s.verify(frames[at+1], parts); err != nil {
		return nil, err
	}
	m := &message{peer: peer, idents: frames[:at], raw: json.RawMessage(parts[0]), content: json.RawMessage(parts[3])}
	if err := json.Unmarshal(parts[0], &m.head); err != nil {
		return nil, fmt.Errorf("its header is no JSON object: %v", err)
	}
	var object map[string]json.RawMessage
	for _, p := range parts[1:] {
		if err := json.Unmarshal(p, &object); err != nil {
			return nil, fmt.Errorf("a part of it is no JSON object: %v", err)
		}
	}
	if m.head.Type == "" || m.head.ID == "" {
		return nil, errors.New("its header lacks msg_id or msg_type")
	}
	if major, _, _ := cutVersion(m.head.Version); major != "5" {
		return nil, fmt.Errorf("it speaks protocol %q, 5 is spoken here", m.head.Version)
	}
	return m, nil
}

func cutVersion(v string) (major, rest string, ok bool) {
	if v == "" {
		return "5", "", true // a sender that does not say
	}
	for i := range v {
		if v[i] == '.' {
			return v[:i], v[i+1:], true
		}
	}
	return v, "", false
}

// identity is what the kernel calls itself in its messages.
type identity struct {
	id, user string
	count    int
}

func newIdentity() *identity {
	var b [16]byte
	_, _ = rand.Read(b[:])
	name := os.Getenv("USER")
	if u, err := user.Current(); name == "" && err == nil {
		name = u.Username
	}
	return &identity{id: hex.EncodeToString(b[:]), user: name}
}

// build makes the frames of a message: identities, delimiter, signature, header, parent,
// metadata, content. parent is nil for messages without one.
func (k *Kernel) build(idents [][]byte, kind string, parent json.RawMessage, metadata, content any) [][]byte {
	k.signing.Lock()
	defer k.signing.Unlock()
	k.identity.count++
	head, _ := json.Marshal(header{
		ID: fmt.Sprintf("%s_%d", k.identity.id, k.identity.count), Session: k.identity.id, Username: k.identity.user,
		Date: time.Now().UTC().Format("2006-01-02T15:04:05.000000Z"), Type: kind, Version: protocol,
	})
	if parent == nil {
		parent = json.RawMessage("{}")
	}
	if metadata == nil {
		metadata = struct{}{}
	}
	meta, err := marshal(metadata)
	if err != nil {
		meta = []byte("{}")
	}
	body, err := marshal(content)
	if err != nil {
		body = []byte("{}")
	}
	parts := [][]byte{head, parent, meta, body}
	frames := append(append([][]byte(nil), idents...), delimiter, k.signer.sign(parts))
	return append(frames, parts...)
}

// marshal is JSON without escapes for HTML: outputs stay readable on the wire.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}
