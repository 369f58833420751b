package kernel

import (
	"encoding/json"
	"runtime"
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/history"
	"github.com/tfs-lang/tfs/kernel/html"
	"github.com/tfs-lang/tfs/kernel/zmtp"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
)

type object = map[string]any

// requests are the requests of shell and control.
var requests map[string]func(k *Kernel, s *zmtp.Socket, m *message)

func init() {
	requests = map[string]func(k *Kernel, s *zmtp.Socket, m *message){
		"kernel_info_request": (*Kernel).kernelInfo,
		"execute_request":     (*Kernel).execute,
		"complete_request":    (*Kernel).complete,
		"inspect_request":     (*Kernel).inspect,
		"is_complete_request": (*Kernel).isComplete,
		"history_request":     (*Kernel).history,
		"comm_info_request": func(k *Kernel, s *zmtp.Socket, m *message) {
			k.reply(s, m, "comm_info_reply", object{"status": "ok", "comms": object{}})
		},
		"comm_open":  (*Kernel).commOpen,
		"comm_msg":   func(*Kernel, *zmtp.Socket, *message) {},
		"comm_close": func(*Kernel, *zmtp.Socket, *message) {},
		"interrupt_request": func(k *Kernel, s *zmtp.Socket, m *message) {
			k.Interrupt()
			k.reply(s, m, "interrupt_reply", object{"status": "ok"})
		},
		"shutdown_request": (*Kernel).shutdown,
	}
}

func (k *Kernel) kernelInfo(s *zmtp.Socket, m *message) {
	k.reply(s, m, "kernel_info_reply", object{
		"status": "ok", "protocol_version": protocol, "implementation": "tfs", "implementation_version": k.opts.Version,
		"language_info": object{
			"name": "tfs", "version": k.opts.Version, "mimetype": "text/x-python", "file_extension": ".tfs",
			"pygments_lexer": "python", "codemirror_mode": object{"name": "python", "version": 3},
			"nbconvert_exporter": "script",
		},
		"banner": "tfs " + k.opts.Version + ", TensorFlow's tensor semantics (" + runtime.GOOS + "/" +
			runtime.GOARCH + ")",
		"help_links": []object{{"text": "TensorFlow's API",
			"url": "https://www.tensorflow.org/api_docs/python/tf"},
			{"text": "RaggedTensor guide", "url": "https://www.tensorflow.org/guide/ragged_tensor"}},
		"supported_features": []string{}, "debugger": false,
	})
}

func (k *Kernel) shutdown(s *zmtp.Socket, m *message) {
	var c struct {
		Restart bool `json:"restart"`
	}
	_ = json.Unmarshal(m.content, &c)
	content := object{"status": "ok", "restart": c.Restart}
	k.reply(s, m, "shutdown_reply", content)
	k.publish("shutdown_reply", m, nil, content)
	go k.Stop()
}

// commOpen refuses: no targets are known here.
func (k *Kernel) commOpen(_ *zmtp.Socket, m *message) {
	var c struct {
		ID string `json:"comm_id"`
	}
	_ = json.Unmarshal(m.content, &c)
	k.publish("comm_close", m, nil, object{"comm_id": c.ID, "data": object{}})
}

// byteOffset turns an offset in code points into one in bytes; points does the reverse.
func byteOffset(code string, at int) int {
	for i := range code {
		if at == 0 {
			return i
		}
		at--
	}
	return len(code)
}

func points(code string, at int) int { return utf8.RuneCountInString(code[:at]) }

type cursorRequest struct {
	Code   string `json:"code"`
	Cursor *int   `json:"cursor_pos"`
	Detail int    `json:"detail_level"`
}

func (r cursorRequest) at() int {
	if r.Cursor == nil || *r.Cursor < 0 {
		return len(r.Code)
	}
	return byteOffset(r.Code, *r.Cursor)
}

func (k *Kernel) complete(s *zmtp.Socket, m *message) {
	var r cursorRequest
	_ = json.Unmarshal(m.content, &r)
	found := session.Of(k.guide.Interp(k.in)).Complete(r.Code, r.at())
	from := dottedStart(r.Code, found.From) // clients show candidates with the names before them
	prefix := r.Code[from:found.From]
	matches := make([]string, 0, len(found.Items))
	types := make([]object, 0, len(found.Items))
	start, end := points(r.Code, from), points(r.Code, found.To)
	for _, it := range found.Items {
		matches = append(matches, prefix+it.Text)
		sig := ""
		if i := strings.IndexByte(it.Sig, '('); i >= 0 {
			sig = it.Sig[i:]
		}
		types = append(types, object{"start": start, "end": end, "text": prefix + it.Text, "type": it.Kind,
			"signature": sig})
	}
	k.reply(s, m, "complete_reply", object{"status": "ok", "matches": matches, "cursor_start": start, "cursor_end": end,
		"metadata": object{"_jupyter_types_experimental": types}})
}

// dottedStart is where the names before a dot begin: of tf.io.dec the offset of tf. What is
// not made of names stays where it is.
func dottedStart(code string, at int) int {
	if at == 0 || code[at-1] != '.' {
		return at
	}
	from := at
	for from > 0 && (code[from-1] == '.' || code[from-1] == '_' || isAlnum(code[from-1])) {
		from--
	}
	if code[from] == '.' || code[from] <= '9' || from > 0 &&
		(code[from-1] >= 0x80 || strings.IndexByte(")]}'\"", code[from-1]) >= 0) {
		return at
	}
	return from
}

func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func (k *Kernel) inspect(s *zmtp.Socket, m *message) {
	var r cursorRequest
	_ = json.Unmarshal(m.content, &r)
	in := k.guide.Interp(k.in)
	v, _, ok := session.Of(in).At(r.Code, r.at())
	text, command := session.Of(in).CommandAt(r.Code, r.at())
	ok = ok || command
	content := object{"status": "ok", "found": ok, "data": object{}, "metadata": object{}}
	if ok {
		switch {
		case command:
		case r.Detail > 0:
			text = session.Of(in).Source(v)
		default:
			text = session.Of(in).Help(v)
		}
		text = py.Visible(text)
		content["data"] = object{"text/plain": text, "text/html": html.Page(text)}
	}
	k.reply(s, m, "inspect_reply", content)
}

func (k *Kernel) isComplete(s *zmtp.Socket, m *message) {
	var r struct {
		Code string `json:"code"`
	}
	_ = json.Unmarshal(m.content, &r)
	content := object{"status": "complete"}
	state := transcript.Complete(transcript.StripPrompts(r.Code))
	switch {
	case session.Of(k.in).IsQuestion(r.Code):
	case state == transcript.More:
		content = object{"status": "incomplete", "indent": syntax.Indent(r.Code)}
	case state == transcript.Wrong:
		content["status"] = "invalid"
	}
	k.reply(s, m, "is_complete_reply", content)
}

func (k *Kernel) history(s *zmtp.Socket, m *message) {
	var r struct {
		Output  bool   `json:"output"`
		Raw     bool   `json:"raw"`
		Type    string `json:"hist_access_type"`
		Session int    `json:"session"`
		Start   int    `json:"start"`
		Stop    int    `json:"stop"`
		N       int    `json:"n"`
		Pattern string `json:"pattern"`
		Unique  bool   `json:"unique"`
	}
	_ = json.Unmarshal(m.content, &r)
	var cells []history.Cell
	switch r.Type {
	case "tail":
		cells = k.hist.Tail(r.N)
	case "range":
		cells = k.hist.Range(r.Session, r.Start, r.Stop)
	case "search":
		if r.Pattern == "" {
			r.Pattern = "*"
		}
		cells = k.hist.Search(r.Pattern, r.N, r.Unique)
	}
	out := make([][3]any, 0, len(cells))
	for _, c := range cells {
		var entry any = c.Input
		if r.Output {
			var shown any
			if c.Output != "" {
				shown = c.Output
			}
			entry = [2]any{c.Input, shown}
		}
		out = append(out, [3]any{c.Session, c.Line, entry})
	}
	k.reply(s, m, "history_reply", object{"status": "ok", "history": out})
}
