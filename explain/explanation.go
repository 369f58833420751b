package explain

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/explain/shown"
	"github.com/tfs-lang/tfs/lang/py"
)

// Signature and Doc are those of the function explain.
const (
	Signature = "explain(expr, *exprs, steps=False, deep=False, width=None, ascii=None, " +
		"bits='auto')"
	Doc = "Draws what an expression did: bytes, bits, rows, partitions, how shapes fit, where it failed.\n\n" +
		"The expression is evaluated once, as it stands; several are drawn side by side. A value of any kind has a " +
		"picture too. steps=True draws every step, deep=True also tells of the ops that functions and layers call, " +
		"width and ascii choose the form of the text, bits is 'hex', 'bin' or 'auto'. The picture has text(width, ascii), " +
		"svg(), words(), save(file), value and steps; notebooks show it as SVG. At the prompt :explain EXPR does the " +
		"same, and :explain alone draws what failed last.\n\n" +
		">>> explain(tf.io.decode_raw('ab', tf.int16))\n" +
		"▸ tf.io.decode_raw('ab', tf.int16)\n" +
		"         a    b\n" +
		"        61   62      bytes (hex), in the string's order\n" +
		"        x1 x256      little-endian: the low byte first\n" +
		"        └──┬──┘\n" +
		"         25185       int16: 0x6261\n" +
		"2 bytes a number: shape () -> (1,)"
)

// Options are the keywords of explain.
type Options struct {
	Steps bool   // a picture of each step
	Deep  bool   // ops within functions and layers are steps too
	Width int    // 0: the screen's
	ASCII *bool  // nil: the screen's
	Bits  string // auto, hex, bin
}

// ReadOptions reads the keywords.
func ReadOptions(kw []py.Kw) (o Options, err error) {
	o.Bits = "auto"
	for _, k := range kw {
		switch k.Name {
		case "steps":
			o.Steps, err = py.Truth(nil, k.Value)
		case "deep":
			o.Deep, err = py.Truth(nil, k.Value)
		case "ascii":
			if k.Value != py.None {
				var yes bool
				yes, err = py.Truth(nil, k.Value)
				o.ASCII = &yes
			}
		case "width":
			if k.Value != py.None {
				n, ok := py.AsInt(k.Value)
				if !ok || n < 1 || n > 1000 {
					return o, py.ValueErrorf("explain: width is a number of columns from 1 to 1000, got %s", py.ReprOf(k.Value))
				}
				o.Width = int(n)
			}
		case "bits":
			s, _ := k.Value.(string)
			if s != "auto" && s != "hex" && s != "bin" {
				return o, py.ValueErrorf("explain: bits is 'auto', 'hex' or 'bin', got %s", py.ReprOf(k.Value))
			}
			o.Bits = s
		default:
			return o, py.TypeErrorf("explain() got an unexpected keyword argument '%s'", k.Name)
		}
		if err != nil {
			return o, err
		}
	}
	return o, nil
}

// Explanation is the picture of one or several expressions.
type Explanation struct {
	scene.Scene
	o     Options
	value py.Value
	steps []py.Value
	err   *py.Exc
}

// Size implements shown.Sized.
func (e *Explanation) Size() (int, *bool) { return e.o.Width, e.o.ASCII }

var class = shown.Class[*Explanation]("tfs", "Explanation", "A picture of what an expression did: "+
	"text(width, ascii), svg(), words(), save(file); value is what the expression gave, steps what it called.")

func init() {
	class.Prop("value", "What the expression gave; None after an error.", func(_ *py.Thread, v py.Value) (py.Value,
		error) {
		if v := v.(*Explanation).value; v != nil {
			return v, nil
		}
		return py.None, nil
	})
	class.Prop("steps", "The texts of what was called, in order.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return py.NewList(append([]py.Value{}, v.(*Explanation).steps...)...), nil
	})
	class.Prop("error", "The error the expression ended with, or None.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		if e := v.(*Explanation).err; e != nil {
			return e, nil
		}
		return py.None, nil
	})
}

// New draws traces; several stand side by side where there is room.
func New(t *py.Thread, traces []*Trace, o Options) *Explanation {
	e := &Explanation{o: o}
	var scenes []*scene.Scene
	for _, tr := range traces {
		c := &canvas{t: t, o: o}
		scenes = append(scenes, c.trace(tr))
		for _, s := range tr.Steps {
			e.steps = append(e.steps, s.Src)
		}
		e.value, e.err = tr.Result, tr.Err
	}
	if len(scenes) == 1 {
		e.Scene = *scenes[0]
		return e
	}
	if s := compared(&canvas{t: t, o: o}, traces); s != nil {
		e.Scene = *s
		return e
	}
	var nodes []scene.Node
	for _, s := range scenes {
		nodes = append(nodes, s)
		if s.Title != "" {
			e.Say = append(e.Say, s.Title+":")
		}
		e.Say = append(e.Say, s.Say...)
	}
	e.Body = []scene.Node{scene.Beside{Nodes: nodes, Gap: 4}}
	return e
}

// Result is what the last expression gave, or the error it ended with.
func (e *Explanation) Result() (py.Value, *py.Exc) { return e.value, e.err }

// picture is what a drawer makes: nodes and sentences.
type picture struct {
	body []scene.Node
	say  []string
}

//go:noinline
func (p *picture) add(n ...scene.Node) { p.body = append(p.body, n...) }

//go:noinline
func (p *picture) tell(format string, args ...any) {
	p.say = append(p.say, fmt.Sprintf(format, args...))
}
func (p *picture) why(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	p.add(scene.Text{S: s, Hang: 2})
	p.tell("%s.", capital(s))
}
func (p *picture) hint(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	p.add(scene.Indent{By: 2, Node: scene.Text{S: s, Kind: scene.Hint, Hang: 2}})
	p.tell("%s.", s)
}

// canvas is what drawers draw with.
type canvas struct {
	t *py.Thread
	o Options
}

// drawer makes the picture of a step, nil when its arguments are not what it draws.
type drawer func(c *canvas, s *Step) *picture

// pictures are the drawers by the names of ops; register adds to them.
var pictures = map[string]drawer{}

//go:noinline
func register(d drawer, names ...string) {
	for _, n := range names {
		pictures[n] = d
	}
}

// onPanic is told when a drawer fails inside; the tests make that an error.
var onPanic = func(name string, r any) {}

// draw runs a drawer. A failure inside it costs the picture, never the program.
func (c *canvas) draw(s *Step) (p *picture) {
	d := pictures[s.Name]
	if d == nil {
		return nil
	}
	defer func() {
		if r := recover(); r != nil {
			onPanic(s.Name, r)
			p = nil
		}
	}()
	return d(c, s)
}

// trace draws what an expression did: lines of the steps, the picture of the last one that has one, the error.
func (c *canvas) trace(tr *Trace) *scene.Scene {
	out := &scene.Scene{Title: tr.Src}
	p := &picture{}
	steps := telling(tr.Steps)
	switch {
	case tr.Err == nil && (len(steps) == 0 || len(steps) == 1 && makers[steps[0].Name] && pictures[steps[0].Name] == nil):
		p = c.safeValue(tr.Result)
	case c.o.Steps:
		c.everyStep(p, steps)
	default:
		c.lastStep(p, tr, steps)
	}
	if tr.More > 0 {
		p.why("%d more steps were not kept", tr.More)
	}
	if tr.Err != nil {
		c.failure(p, tr, steps)
	}
	out.Body, out.Say = p.body, p.say
	return out
}

// makers are the names of steps that only make the values that are worked on.
var makers = map[string]bool{"tf.constant": true, "tf.convert_to_tensor": true, "tf.ragged.constant": true,
	"tf.Variable": true, "Variable": true, "TensorSpec": true, "RaggedTensorSpec": true, "tf.range": true, "tf.ones": true,
	"tf.zeros": true, "range": true, "list": true, "tf.sparse.from_dense": true, "int": true, "float": true, "str": true,
	"SparseTensor": true, "array": true}

// telling are the steps that did something to values; of makers alone the last one.
func telling(steps []Step) []Step {
	var out []Step
	for i := range steps {
		s := &steps[i]
		lastOne := i == len(steps)-1 && len(out) == 0
		if s.Err != nil || !makers[s.Name] && !plainSign(s) || lastOne && makers[s.Name] && s.Name != "range" {
			out = append(out, *s)
		}
	}
	return out
}

// plainSign tells operators and indexings of Python's own values.
func plainSign(s *Step) bool {
	if _, sign := signs[s.Name]; !sign && s.Name != "[]" {
		return false
	}
	for _, a := range s.Args {
		if isTensor(a) && s.Name != "[]" || s.Name == "[]" && isTensor(s.Args[0]) {
			return false
		}
	}
	return true
}

func (c *canvas) everyStep(p *picture, steps []Step) {
	for i := range steps {
		s := &steps[i]
		if len(steps) > 1 {
			p.add(scene.Text{S: fmt.Sprintf("%d  %s", i+1, scene.Data(s.Src)), Kind: scene.Strong, Hang: 3})
			p.tell("Step %d: %s.", i+1, s.Src)
		}
		q := c.draw(s)
		if q == nil {
			q = c.generic(s)
		}
		p.body, p.say = append(p.body, q.body...), append(p.say, q.say...)
	}
}

// lastStep draws the last step that has a picture, after a line for each of the others.
func (c *canvas) lastStep(p *picture, tr *Trace, steps []Step) {
	if tr.Err == nil {
		if q := c.pipeline(steps); q != nil {
			*p = *q
			return
		}
		if q := c.resultObject(&steps[len(steps)-1]); q != nil {
			*p = *q
			return
		}
	}
	at := -1
	var q *picture
	for i := len(steps) - 1; i >= 0 && q == nil; i-- {
		if tr.Err != nil && steps[i].Err == nil {
			break // what worked is told in lines
		}
		if q = c.draw(&steps[i]); q != nil {
			at = i
		}
	}
	if q == nil && len(steps) > 0 {
		at = len(steps) - 1
		if tr.Err == nil || steps[at].Err != nil {
			q = c.generic(&steps[at])
		}
	}
	if len(steps) > 1 || q == nil {
		c.stepLines(p, steps, at)
	}
	if q != nil {
		p.body, p.say = append(p.body, q.body...), append(p.say, q.say...)
	}
}

// stepLines are a line for each step with the shape of what it gave.
func (c *canvas) stepLines(p *picture, steps []Step, drawn int) {
	if len(steps) == 0 {
		return
	}
	var rows []scene.Row
	for i := range steps {
		s := &steps[i]
		what := "✗"
		if s.Err == nil {
			what = "→ " + c.brief(s.Result)
		}
		name := scene.Data(oneLine(s.Src, 60))
		rows = append(rows, scene.Row{Cols: []scene.Run{scene.Words(scene.Index, fmt.Sprint(i+1)), scene.Words(scene.Plain,
			name),
			scene.Words(scene.Dim, what)}})
		within := ""
		if s.In != "" {
			within = " in " + oneLine(s.In, 40)
			rows[len(rows)-1].Note = "in " + scene.Data(oneLine(s.In, 40))
		}
		p.tell("Step %d, %s%s, gives %s.", i+1, oneLine(s.Src, 60), within, strings.TrimPrefix(what, "→ "))
	}
	if n := len(rows); n > 12 {
		gone := scene.Row{Cols: []scene.Run{scene.Words(scene.Dim, fmt.Sprintf("... %d steps ...", n-11))}}
		rows = append(append(rows[:8:8], gone), rows[n-3:]...)
	}
	p.add(scene.Table{Rows: rows})
}

// oneLine is a text without line breaks, of at most n columns.
func oneLine(s string, n int) string {
	return scene.Cut(strings.Join(strings.Fields(s), " "), n)
}

// failure adds the error's text, byte for byte but for line breaks, and what drawers said to mend it.
func (c *canvas) failure(p *picture, tr *Trace, steps []Step) {
	name := tr.Kind[strings.LastIndexByte(tr.Kind, '.')+1:]
	text := name
	if tr.Message != "" {
		text += ": " + tr.Message
	}
	if len(text) > 2000 {
		text = text[:2000] + "..."
	}
	at := len(p.body)
	for at > 0 { // what mends it stands last
		if in, ok := p.body[at-1].(scene.Indent); !ok || !isHint(in) {
			break
		}
		at--
	}
	hints := append([]scene.Node{}, p.body[at:]...)
	p.body = append(p.body[:at], scene.Text{S: scene.Data(text), Kind: scene.Failure})
	p.body = append(p.body, hints...)
	if len(hints) == 0 && tr.Err.Help() != "" {
		p.add(scene.Indent{By: 2, Node: scene.Text{S: scene.Data(tr.Err.Help()), Kind: scene.Hint, Hang: 2}})
	}
	p.tell("It failed: %s", text)
}

func isHint(in scene.Indent) bool {
	t, ok := in.Node.(scene.Text)
	return ok && t.Kind == scene.Hint
}
