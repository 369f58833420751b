package line

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Terminal is where keys come from and drawings go to.
type Terminal interface {
	// Read waits for bytes. With wait 0 it waits for ever; else it gives nothing when none
	// came in that time. Resized and Resumed report that the screen must be drawn anew.
	Read(wait time.Duration) ([]byte, error)
	Write(p []byte) (int, error)
	Size() (width, height int)
}

// What a Terminal's Read reports besides bytes.
var (
	ErrResized = errors.New("the terminal was resized")
	ErrResumed = errors.New("the program was resumed")
)

// Key is one key, or a pasted text. Name is "" for characters to insert, which are in Text;
// "paste" for a pasted text; "refused" for one that is too long or was given up, with the
// reason in Text; else the name, such as "up", "C-a", "M-enter", "S-tab".
type Key struct {
	Name, Text string
	Cut        bool // control characters were taken out of a pasted text
}

// escapeWait is how long the rest of an escape sequence may take; a lone Escape is reported
// after it.
const escapeWait = 40 * time.Millisecond

// pasteWait is the silence inside a paste after which the user is told what is waited for,
// and Ctrl-C gives the paste up.
const pasteWait = time.Second

// maxPaste bounds a paste, and a text that comes at once without marks. It leaves room for
// any page; what is longer belongs in a file.
const maxPaste = 1 << 20

// keys decodes bytes into keys.
type keys struct {
	term Terminal
	buf  []byte
	err  error // met while a sequence was completed: reported with the next key
	torn bool  // a paste was given up: what still comes of it is no keys
	tell func(text string)
}

// fill reads more; false when none came in time.
func (k *keys) fill(wait time.Duration) (bool, error) {
	for {
		b, err := k.term.Read(wait)
		k.buf = append(k.buf, b...)
		if len(b) > 0 {
			k.err = err
			return true, nil
		}
		if err != nil && wait != 0 && (errors.Is(err, ErrResized) || errors.Is(err, ErrResumed)) {
			k.err = err // do not break a sequence; the next call tells
			return false, nil
		}
		if err != nil || wait != 0 {
			return false, err
		}
	}
}

// next gives the next key.
func (k *keys) next() (Key, error) {
	if err := k.err; err != nil {
		k.err = nil
		return Key{}, err
	}
	for len(k.buf) == 0 {
		if _, err := k.fill(0); err != nil {
			return Key{}, err
		}
		k.dropTorn()
	}
	c := k.buf[0]
	switch {
	case c == 0x1b:
		return k.escape()
	case c < 0x20 || c == 0x7f:
		k.buf = k.buf[1:]
		return Key{Name: controlName(c)}, nil
	}
	for !utf8.FullRune(k.buf) {
		if more, err := k.fill(escapeWait); err != nil || !more {
			break
		}
	}
	n := 0
	for n < len(k.buf) && k.buf[n] >= 0x20 && k.buf[n] != 0x7f && utf8.FullRune(k.buf[n:]) {
		_, size := utf8.DecodeRune(k.buf[n:])
		n += size
	}
	if n == 0 {
		n = len(k.buf)
	}
	if n == len(k.buf) && n >= longText { // no hand types so fast: the rest is worth waiting for
		return k.long()
	}
	text := strings.ToValidUTF8(string(k.buf[:n]), "\ufffd")
	k.buf = k.buf[n:]
	return Key{Text: text}, nil
}

// longText is the length from which text that came at once is read to its end before it is
// taken.
const longText = 1024

// long gathers a text that comes without a pause, up to a key that is none. Over the limit it
// is refused as a whole, with all that comes behind it.
func (k *keys) long() (Key, error) {
	text, size := k.gather(func(c byte) bool { return c >= 0x20 && c != 0x7f || c == '\t' })
	if size > maxPaste {
		return refused(size), nil
	}
	return Key{Text: strings.ToValidUTF8(text, "\ufffd")}, nil
}

// gather reads text until a pause or a byte that is no text. A text over the limit is let go
// as it comes, to its last byte, so that no part of it is taken for keys.
func (k *keys) gather(isText func(c byte) bool) (text string, size int) {
	const full = 4000 // bytes: a terminal hands over no more at once, so more is coming
	quiet := 25 * time.Millisecond
	var b []byte
	for {
		n := 0
		for n < len(k.buf) && (isText(k.buf[n]) || size > maxPaste) {
			n++
		}
		size += n
		if size <= maxPaste {
			b = append(b, k.buf[:n]...)
		} else {
			b = nil
		}
		k.buf = k.buf[n:]
		if len(k.buf) > 0 {
			return string(b), size
		}
		k.buf = nil
		if size >= full {
			quiet = 300 * time.Millisecond
		}
		if more, err := k.fill(quiet); err != nil || !more {
			return string(b), size
		}
	}
}

func refused(size int) Key {
	text := fmt.Sprintf("a paste of %.1f MB is over the limit of %d MB: nothing of it was taken. "+
		"Put it in a file and run it with %%run FILE.", float64(size)/(1<<20), maxPaste>>20)
	return Key{Name: "refused", Text: text}
}

// dropTorn drops what still comes of a paste that was given up: to its end mark, and pieces
// that are too long for keys. The first key typed by hand ends that.
func (k *keys) dropTorn() {
	if !k.torn {
		return
	}
	if i := bytes.Index(k.buf, []byte(pasteEnd)); i >= 0 {
		k.buf, k.torn = k.buf[i+len(pasteEnd):], false
	} else if k.torn = len(k.buf) > 8; k.torn {
		k.buf = nil
	}
}

func controlName(c byte) string {
	switch c {
	case 0:
		return "C-space"
	case '\t':
		return "tab"
	case '\r', '\n':
		return "enter"
	case 8, 0x7f:
		return "backspace"
	}
	return "C-" + strings.ToLower(string(rune(c+'@')))
}

// escape decodes a sequence that begins with the escape character.
func (k *keys) escape() (Key, error) {
	if len(k.buf) == 1 {
		if more, err := k.fill(escapeWait); err != nil || !more {
			k.buf = k.buf[1:]
			return Key{Name: "escape"}, err
		}
	}
	switch c := k.buf[1]; c {
	case '[':
		return k.csi()
	case 'O':
		for len(k.buf) < 3 {
			if more, err := k.fill(escapeWait); err != nil || !more {
				k.buf = k.buf[2:]
				return Key{Name: "M-O"}, err
			}
		}
		name := finalNames[k.buf[2]]
		k.buf = k.buf[3:]
		return Key{Name: name}, nil
	case ']', 'P', '_', '^':
		return k.answer()
	case 0x1b:
		k.buf = k.buf[1:]
		key, err := k.escape()
		if key.Name == "escape" || key.Name == "" {
			return key, err
		}
		return Key{Name: "M-" + key.Name}, err
	default:
		k.buf = k.buf[1:]
		if c < 0x20 || c == 0x7f {
			k.buf = k.buf[1:]
			return Key{Name: "M-" + controlName(c)}, nil
		}
		_, n := utf8.DecodeRune(k.buf)
		text := string(k.buf[:n])
		k.buf = k.buf[n:]
		return Key{Name: "M-" + text}, nil
	}
}

// answer drops what a terminal answers to a question: up to BEL, or ESC and a backslash.
// Without such an end it is a key typed with Alt.
func (k *keys) answer() (Key, error) {
	for end := 2; end < 4096; end++ {
		for end >= len(k.buf) {
			if more, err := k.fill(escapeWait); err != nil || !more {
				name := "M-" + string(rune(k.buf[1]))
				k.buf = k.buf[2:]
				return Key{Name: name}, err
			}
		}
		if k.buf[end] == 7 || k.buf[end] == '\\' && k.buf[end-1] == 0x1b {
			k.buf = k.buf[end+1:]
			break
		}
	}
	return Key{Name: "unknown"}, nil
}

// finalNames are the keys that the last byte of a sequence names; numberNames those that
// its first number names.
var (
	finalNames = map[byte]string{
		'A': "up",
		'B': "down",
		'C': "right",
		'D': "left",
		'H': "home",
		'F': "end",
		'Z': "S-tab",
		'M': "enter",
		'P': "f1",
		'Q': "f2",
		'R': "f3",
		'S': "f4",
	}
	numberNames = map[int]string{
		1:  "home",
		2:  "insert",
		3:  "delete",
		4:  "end",
		5:  "pageup",
		6:  "pagedown",
		7:  "home",
		8:  "end",
		11: "f1",
		12: "f2",
		13: "f3",
		14: "f4",
	}
	codeNames = map[int]string{13: "enter", 9: "tab", 27: "escape", 127: "backspace", 32: "space"}
)

// csi decodes ESC [ numbers final. Sequences nobody knows are dropped.
func (k *keys) csi() (Key, error) {
	end := 2
	for {
		for end < len(k.buf) && (k.buf[end] < 0x40 || k.buf[end] > 0x7e) {
			end++
		}
		if end < len(k.buf) {
			break
		}
		if end > 64 {
			k.buf = k.buf[end:]
			return Key{Name: "unknown"}, nil
		}
		if more, err := k.fill(escapeWait); err != nil || !more {
			k.buf = k.buf[len(k.buf):]
			return Key{Name: "unknown"}, err
		}
	}
	final, params := k.buf[end], string(k.buf[2:end])
	k.buf = k.buf[end+1:]
	var nums []int
	for _, p := range strings.Split(params, ";") {
		n, _ := strconv.Atoi(p)
		nums = append(nums, n)
	}
	name, mods := "", 0
	if len(nums) > 1 {
		mods = nums[1]
	}
	switch {
	case final == '~' && nums[0] == 200:
		return k.paste()
	case final == '~' && nums[0] == 27 && len(nums) > 2:
		name = codeName(nums[2])
	case final == '~':
		name = numberNames[nums[0]]
	case final == 'u':
		name = codeName(nums[0])
	default:
		name = finalNames[final]
	}
	if name == "" {
		return Key{Name: "unknown"}, nil
	}
	if mods--; mods > 0 && name != "S-tab" {
		if mods&1 != 0 {
			name = "S-" + name
		}
		if mods&4 != 0 {
			name = "C-" + name
		}
		if mods&2 != 0 {
			name = "M-" + name
		}
	}
	return Key{Name: name}, nil
}

func codeName(code int) string {
	if n, ok := codeNames[code]; ok {
		return n
	}
	if code > 32 && code < 127 {
		return strings.ToLower(string(rune(code)))
	}
	return ""
}

var pasteEnd = "\x1b[201~"

// paste collects a bracketed paste to its end mark, however long that takes. Over the limit
// it is refused as a whole, and so is one that Ctrl-C gives up when it has stalled.
func (k *keys) paste() (Key, error) {
	var text []byte
	size, stalled := 0, false
	for {
		if i := bytes.Index(k.buf, []byte(pasteEnd)); i >= 0 {
			text, size = append(text, k.buf[:i]...), size+i
			k.buf = k.buf[i+len(pasteEnd):]
			if size > maxPaste {
				return refused(size), nil
			}
			cut := strings.ContainsFunc(string(text), unseen)
			return Key{Name: "paste", Text: cleanPaste(string(text)), Cut: cut}, nil
		}
		if n := len(k.buf) - len(pasteEnd); n > 0 { // the mark may have begun
			text, size = append(text, k.buf[:n]...), size+n
			k.buf = append(make([]byte, 0, 2*len(pasteEnd)), k.buf[n:]...)
		}
		if size > maxPaste {
			text = nil
		}
		before := len(k.buf)
		more, err := k.fill(pasteWait)
		switch {
		case err != nil:
			return Key{}, err
		case more && stalled && string(k.buf[before:]) == "\x03":
			k.buf, k.torn = nil, true
			return Key{
				Name: "refused",
				Text: fmt.Sprintf("the paste was given up after %d bytes: nothing of it was taken.", size),
			}, nil
		case !more && k.err != nil: // resized or resumed: nothing to draw now
			k.err = nil
		case !more && !stalled:
			stalled = true
			if k.tell != nil {
				k.tell(
					fmt.Sprintf(
						"waiting for the rest of a paste (%d bytes so far); Ctrl-C gives it up",
						size+len(k.buf),
					),
				)
			}
		}
	}
}

// burst gives the text that follows at once behind a line break: what a terminal without
// bracketed paste sends for a pasted page. It ends at the first key that is not text.
func (k *keys) burst() (text string, size int) {
	text, size = k.gather(func(c byte) bool { return c >= 0x20 && c != 0x7f || c == '\r' || c == '\n' || c == '\t' })
	return cleanPaste(text), size
}

// pending tells whether keys are waiting that came together with the last one.
func (k *keys) pending() bool {
	if len(k.buf) == 0 {
		_, err := k.fill(time.Millisecond)
		if err != nil {
			k.err = err
		}
	}
	return len(k.buf) > 0
}

// cleanPaste gives pasted text its line breaks and takes control characters out.
func cleanPaste(s string) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case unseen(r):
			return -1
		case r == '\u00a0': // web pages put these where blanks were
			return ' '
		}
		return r
	}, s)
}

// unseen tells whether a character of a paste is a control character, which is taken out.
func unseen(r rune) bool {
	return r < 0x20 && r != '\r' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0
}

// KeyReader reads single keys of a terminal, for what is no text: menus, presentations.
type KeyReader struct{ k keys }

// NewKeyReader reads from a terminal.
func NewKeyReader(t Terminal) *KeyReader { return &KeyReader{keys{term: t}} }

// Next gives the next key, or the error of the terminal's Read.
func (k *KeyReader) Next() (Key, error) { return k.k.next() }
