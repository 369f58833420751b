package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/bind"
	tfdata "github.com/tfs-lang/tfs/tf/data"
)

// objectValue is the picture of functions, models, datasets and messages; nil for any other object.
func (c *canvas) objectValue(v py.Value) *picture {
	if stages := tfdata.Stages(v); stages != nil {
		return c.datasetValue(stages)
	}
	var names []string
	for _, k := range py.TypeOf(v).MRO {
		names = append(names, k.Name)
	}
	has := func(name string) bool { return slices.Contains(names, name) }
	switch {
	case has("ConcreteFunction"):
		return c.graphValue(v)
	case has("Function"):
		return c.functionValue(v)
	case has("Layer") && has("Model"):
		return c.modelValue(v)
	case has("Example") || has("Features") || has("Feature"):
		return c.exampleValue(v, py.TypeOf(v).Name)
	}
	return nil
}

// attr reads an attribute of an object of the library; nil when it has none.
func (c *canvas) attr(v py.Value, name string) py.Value {
	x, err := py.GetAttr(c.t, v, name)
	if err != nil {
		return nil
	}
	return x
}

// ask calls a method without arguments; nil when it fails.
func (c *canvas) ask(v py.Value, name string) py.Value {
	x, err := py.CallMethod(c.t, v, name)
	if err != nil {
		return nil
	}
	return x
}

func (c *canvas) list(v py.Value) []py.Value {
	switch x := v.(type) {
	case *py.List:
		return x.Items
	case *py.Tuple:
		return x.Items
	}
	return nil
}

// text is str of a value.
func (c *canvas) text(v py.Value) string {
	if v == nil {
		return ""
	}
	return scene.Data(py.StrOf(v))
}

// datasetValue draws the stages of a pipeline from its source on.
func (c *canvas) datasetValue(stages []tfdata.Stage) *picture {
	p := &picture{}
	rows := []scene.Row{{Cols: []scene.Run{scene.Words(scene.Dim, "stage"), scene.Words(scene.Dim, "element"),
		scene.Words(scene.Dim, "elements")}}}
	for i, s := range stages {
		if len(stages) > 16 && i == 8 {
			rows = append(rows, scene.Row{Cols: []scene.Run{scene.Words(scene.Dim, fmt.Sprintf("... %d stages ...",
				len(stages)-15))}})
		}
		if len(stages) > 16 && i >= 8 && i < len(stages)-7 {
			continue
		}
		size := fmt.Sprint(s.Size)
		switch s.Size {
		case -1:
			size = "endless"
		case -2:
			size = "unknown"
		}
		spec := ""
		if s.Spec != nil {
			spec = c.spec(s.Spec)
		}
		name := strings.Repeat("  ", s.Depth) + s.Kind
		rows = append(rows, scene.Row{Cols: []scene.Run{scene.Words(scene.Strong, name), scene.Words(scene.Plain, spec),
			scene.Number(size)},
			Group: "stage " + s.Kind})
		p.tell("Stage %s: %s elements %s.", s.Kind, size, spec)
	}
	p.add(scene.Table{Rows: rows})
	p.why("%s; nothing runs before the elements are asked for", count(len(stages), "stage"))
	return p
}

// spec is a tensor spec in a few words.
func (c *canvas) spec(v py.Value) string {
	if shape, d := c.attr(v, "shape"), c.attr(v, "dtype"); shape != nil && d != nil {
		name := c.text(c.attr(d, "name"))
		return c.text(shape) + " " + name
	}
	return scene.Data(oneLine(c.repr(v), 60))
}

// functionValue draws the traces of a tf.function.
func (c *canvas) functionValue(v py.Value) *picture {
	p := &picture{}
	name := c.text(c.attr(v, "__name__"))
	n := c.ask(v, "experimental_get_tracing_count")
	traces := 0
	if k, ok := py.AsInt(n); ok && n != nil {
		traces = int(k)
	}
	p.add(scene.Text{S: "tf.function " + name, Kind: scene.Strong})
	p.why("%s so far: one for each kind of arguments; get_concrete_function gives the graph of one", count(traces,
		"trace"))
	if text, err := py.CallMethod(c.t, v, "pretty_printed_concrete_signatures"); err == nil && traces > 0 {
		for i, l := range strings.Split(c.text(text), "\n") {
			if i > 20 {
				p.add(scene.Text{S: "...", Kind: scene.Dim})
				break
			}
			p.add(scene.Text{S: l, Hang: 4})
		}
	}
	return p
}

// graphValue draws the nodes of a traced function with what flows into them.
func (c *canvas) graphValue(v py.Value) *picture {
	g := c.attr(v, "graph")
	if g == nil {
		return nil
	}
	nodes := c.list(c.ask(g, "get_operations"))
	if len(nodes) == 0 {
		return nil
	}
	p := &picture{}
	rows := []scene.Row{{Cols: []scene.Run{scene.Words(scene.Dim, "node"), scene.Words(scene.Dim, "kernel"),
		scene.Words(scene.Dim, "gives"),
		scene.Words(scene.Dim, "from")}}}
	shown, all := 0, 0
	for _, n := range nodes {
		kind := c.text(c.attr(n, "type"))
		if kind == "Identity" && len(nodes) > 1 {
			continue
		}
		if all++; shown >= 24 {
			continue
		}
		shown++
		var from []string
		for _, in := range c.list(c.attr(n, "inputs")) {
			from = append(from, strings.TrimSuffix(c.text(c.attr(in, "name")), ":0"))
		}
		gives := ""
		if outs := c.list(c.attr(n, "outputs")); len(outs) > 0 {
			gives = c.spec(outs[0])
		}
		name := c.text(c.attr(n, "name"))
		arrow := strings.Join(from, ", ")
		if arrow != "" {
			arrow = "<- " + arrow
		}
		rows = append(rows, scene.Row{Cols: []scene.Run{scene.Words(scene.Strong, name), scene.Words(scene.Plain, kind),
			scene.Words(scene.Plain, gives), scene.Words(scene.Index, arrow)}, Group: "node " + name})
		p.tell("%s is a %s of %s, from %s.", name, kind, gives, orNothing(strings.Join(from, ", ")))
	}
	p.add(scene.Table{Rows: rows})
	if all > shown {
		p.add(scene.Text{S: fmt.Sprintf("... %d nodes in all", all), Kind: scene.Dim})
	}
	p.why("a graph of %s; another call with such arguments uses it again", count(all, "node"))
	return p
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// modelValue draws the layers of a Keras model with their shapes and parameters.
func (c *canvas) modelValue(v py.Value) *picture {
	layers := c.list(c.attr(v, "layers"))
	if len(layers) == 0 {
		return nil
	}
	p := &picture{}
	var rows []scene.Row
	if in := c.attr(v, "input_shape"); in != nil {
		rows = append(rows, scene.Row{Cols: []scene.Run{scene.Words(scene.Dim, "input"), scene.Words(scene.Plain,
			c.text(in))}})
		p.tell("The input has shape %s.", c.text(in))
	}
	for i, l := range layers {
		if len(layers) > 30 && i >= 20 && i < len(layers)-5 {
			if i == 20 {
				rows = append(rows, scene.Row{Cols: []scene.Run{scene.Words(scene.Dim, fmt.Sprintf("... %d layers ...",
					len(layers)-25))}})
			}
			continue
		}
		name, out, params := c.text(c.attr(l, "name")), c.text(c.attr(l, "output_shape")), c.text(c.ask(l, "count_params"))
		rows = append(rows, scene.Row{Cols: []scene.Run{scene.Words(scene.Strong, name), scene.Words(scene.Plain, out),
			scene.Number(thousands(params))}, Note: py.TypeOf(l).Name, Group: "layer " + name})
		p.tell("Layer %s gives %s and has %s parameters.", name, out, orNothing(params))
	}
	total := c.text(c.ask(v, "count_params"))
	if total != "" {
		rows = append(rows, scene.Row{Cols: []scene.Run{scene.Words(scene.Plain, ""), scene.Words(scene.Dim, "parameters"),
			scene.Number(thousands(total))}})
		p.tell("There are %s parameters.", total)
	}
	p.add(scene.Table{Rows: rows})
	return p
}

// thousands writes a number with commas.
func thousands(s string) string {
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// exampleValue draws the bytes of a tf.train.Example as they are written.
func (c *canvas) exampleValue(v py.Value, kind string) *picture {
	data, ok := c.ask(v, "SerializeToString").(py.Bytes)
	if !ok {
		return nil
	}
	p := &picture{}
	p.add(scene.Text{S: fmt.Sprintf("tf.train.%s, %s", kind, count(len(data), "byte")), Kind: scene.Strong})
	w := wire{p: p, left: 40}
	if !w.message(string(data), kind, 0) {
		p.add(scene.Text{S: "..."})
	}
	if w.left <= 0 {
		p.add(scene.Text{S: "...", Kind: scene.Dim})
	}
	if w.long != "" {
		p.why("%s", w.long)
	}
	return p
}

// drawExample draws a message that was serialized.
func drawExample(c *canvas, s *Step) *picture {
	m, ok := s.fn.(*py.Method)
	if !ok || s.Err != nil {
		return nil
	}
	if name := py.TypeOf(m.Self).Name; name == "Example" || name == "Features" || name == "Feature" {
		return c.exampleValue(m.Self, name)
	}
	return nil
}

// resultObject draws the function, model, dataset or message that a step made; nil for any other result.
func (c *canvas) resultObject(s *Step) (p *picture) {
	if s.Err != nil || pictures[s.Name] != nil {
		return nil
	}
	if _, ok := bind.AsTensor(s.Result); ok {
		return nil
	}
	defer func() {
		if r := recover(); r != nil {
			onPanic(s.Name, r)
			p = nil
		}
	}()
	if pic, ok := s.Result.(scene.Picture); ok {
		return c.safeValue(pic)
	}
	return c.objectValue(s.Result)
}

func init() {
	register(drawExample, "Message.SerializeToString", "SerializeToString")
}
