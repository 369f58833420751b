package kernel

import (
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/tfs-lang/tfs/kernel/html"
	"github.com/tfs-lang/tfs/lang"
)

// output publishes what a request prints and shows: small prints are put together, the two
// streams stay in order, and everything is out before a result, an error or the reply.
type output struct {
	k      *Kernel
	m      *message
	silent bool

	mu      sync.Mutex
	stream  string // the stream that buf belongs to
	buf     []byte
	timer   *time.Timer
	printed int
	over    bool // the limit was reached

	clear    bool   // a clear_output with wait is due
	progress string // display of the work in progress
	drawn    time.Time
	count    int
	payload  []object
	result   string // text of the last result
}

// Prints are put together up to this size and time; progress is drawn this often.
const (
	streamChunk   = 32 << 10
	streamDelay   = 25 * time.Millisecond
	progressEvery = 100 * time.Millisecond
)

func (o *output) publish(kind string, metadata, content any) {
	if !o.silent {
		o.k.publish(kind, o.m, metadata, content)
	}
}

// print adds text to a stream.
func (o *output) print(stream, text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.over || o.silent {
		return
	}
	if left := o.k.opts.Output - o.printed; len(text) > left {
		text = text[:left]
		o.over = true
	}
	o.printed += len(text)
	for text != "" {
		if stream != o.stream {
			o.flush()
			o.stream = stream
		}
		n := min(len(text), streamChunk)
		o.buf = append(o.buf, text[:n]...)
		text = text[n:]
		if len(o.buf) >= streamChunk {
			o.flush()
		} else if o.timer == nil {
			o.timer = time.AfterFunc(streamDelay, o.Flush)
		}
	}
	if o.over {
		o.flush()
		o.clearDue()
		o.publish("stream", nil, object{"name": "stderr",
			"text": fmt.Sprintf("\n[the output of a cell is limited to %s; what follows "+
				"is not shown. tfs kernel install --output-limit raises it.]\n", bytesText(o.k.opts.Output))})
	}
}

func bytesText(n int) string {
	if n >= 1<<20 {
		return strconv.Itoa(n>>20) + " MiB"
	}
	return strconv.Itoa(n) + " bytes"
}

// flush sends what is collected; the lock is held. A character cut in two waits for its end.
func (o *output) flush() {
	if o.timer != nil {
		o.timer.Stop()
		o.timer = nil
	}
	if len(o.buf) == 0 {
		return
	}
	whole := len(o.buf) - cutRune(o.buf)
	o.clearDue()
	o.publish("stream", nil, object{"name": o.stream, "text": string(o.buf[:whole])})
	o.buf = append(o.buf[:0], o.buf[whole:]...)
}

// cutRune is the length of a character at the end of which only the beginning is there.
func cutRune(b []byte) int {
	for n := 1; n <= 3 && n <= len(b); n++ {
		switch c := b[len(b)-n]; {
		case c < 0x80:
			return 0
		case c >= 0xc0:
			if c >= 0xf0 && n < 4 || c >= 0xe0 && c < 0xf0 && n < 3 || c < 0xe0 && n < 2 {
				return n
			}
			return 0
		}
	}
	return 0
}

// Flush sends what is collected.
func (o *output) Flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flush()
}

func (o *output) clearDue() {
	if o.clear {
		o.clear = false
		o.publish("clear_output", nil, object{"wait": false})
	}
}

// event publishes one event of an evaluation.
func (o *output) event(e lang.Event) {
	switch e.Kind {
	case lang.Stdout:
		o.print("stdout", e.Text)
	case lang.Stderr:
		o.print("stderr", e.Text)
	case lang.Progressed:
		o.showProgress(*e.Progress)
	case lang.NextInput:
		o.payload = append(o.payload, object{"source": "set_next_input", "text": e.Text, "replace": false})
	case lang.Page:
		o.Flush()
		o.show("display_data", object{"text/plain": e.Text, "text/html": html.Page(e.Text)}, "")
	case lang.Result:
		o.Flush()
		o.result = e.Text
		o.mu.Lock()
		o.clearDue()
		o.mu.Unlock()
		o.publish("execute_result", nil, object{"execution_count": o.count, "data": html.Bundle(e.Text, e.Value),
			"metadata": object{}, "transient": object{}})
	case lang.Display:
		o.display(e)
	}
}

func (o *output) display(e lang.Event) {
	o.Flush()
	shown := e.Shown
	if shown == nil {
		shown = &lang.Shown{}
	}
	switch {
	case shown.Clear && shown.Wait:
		o.clear = true
	case shown.Clear:
		o.publish("clear_output", nil, object{"wait": false})
	default:
		kind := "display_data"
		if shown.Update {
			kind = "update_display_data"
		}
		text := e.Text
		if n := len(text); n > 0 && text[n-1] == '\n' {
			text = text[:n-1]
		}
		o.show(kind, html.Bundle(text, e.Value), shown.ID)
	}
}

func (o *output) show(kind string, data object, id string) {
	o.mu.Lock()
	o.clearDue()
	o.mu.Unlock()
	transient := object{}
	if id != "" {
		transient["display_id"] = id
	}
	o.publish(kind, nil, object{"data": data, "metadata": object{}, "transient": transient})
}

// showProgress draws one display and updates it.
func (o *output) showProgress(p lang.Progress) {
	if !p.Ended && o.progress != "" && time.Since(o.drawn) < progressEvery {
		return
	}
	o.Flush()
	kind := "update_display_data"
	if o.progress == "" {
		o.progress, kind = fmt.Sprintf("progress-%s-%d", o.m.head.ID, time.Now().UnixNano()), "display_data"
	}
	o.drawn = time.Now()
	o.show(kind, html.Bundle(p.String(), &p), o.progress)
	if p.Ended {
		o.progress = ""
	}
}
