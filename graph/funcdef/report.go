package funcdef

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/tensor"
)

// Report is what a model's folder holds, without running any of it.
type Report struct {
	Dir        string            `json:"dir"`
	Tags       []string          `json:"tags"`
	Version    string            `json:"tensorflow_version,omitempty"`
	Bytes      int64             `json:"bytes"` // of saved_model.pb and the variables
	Signatures []SignatureReport `json:"signatures"`
	Variables  []VariableReport  `json:"variables"`
	Functions  []FunctionReport  `json:"functions"`
	Ops        map[string]int    `json:"ops"` // nodes of the whole library by kernel
	Tables     []string          `json:"tables,omitempty"`
	Assets     []string          `json:"assets,omitempty"`
	Library    int               `json:"library_functions"`
	Nodes      int               `json:"library_nodes"`
}

// SignatureReport is a named way to call the model.
type SignatureReport struct {
	Name    string        `json:"name"`
	Inputs  []ValueReport `json:"inputs"`
	Outputs []ValueReport `json:"outputs"`
}

// ValueReport is a tensor's name, type and shape, in which -1 and null stand for what is open.
type ValueReport struct {
	Name  string `json:"name"`
	DType string `json:"dtype"`
	Shape []int  `json:"shape"`
}

// String is the value as one reads it: x: float32 (None, 3).
func (v ValueReport) String() string { return v.Name + ": " + v.DType + " " + shapeText(v.Shape) }

func shapeText(dims []int) string {
	if dims == nil {
		return "of any shape"
	}
	return tensor.KnownShape(dims).String()
}

// VariableReport is a variable and its place among the objects.
type VariableReport struct {
	ValueReport
	Trainable bool  `json:"trainable"`
	Elements  int64 `json:"elements"`
	Bytes     int64 `json:"bytes"`
}

// FunctionReport is a function and its place among the objects.
type FunctionReport struct {
	Name   string        `json:"name"`
	Traces []TraceReport `json:"traces"`
}

// TraceReport is one trace of a function: what it takes, the nodes of its own, and the kernels it and what it calls
// need that tfs does not compute, or why it cannot be read.
type TraceReport struct {
	Name    string   `json:"name"`
	Takes   string   `json:"takes"`
	Nodes   int      `json:"nodes"`
	Missing []string `json:"missing,omitempty"`
	Broken  string   `json:"broken,omitempty"`
}

// Describe looks into a model's folder. The errors are those of files that cannot be read as a model; a function that
// is broken is reported as such.
func Describe(ctx context.Context, dir string) (*Report, error) {
	m, err := saved.OpenModel(ctx, dir)
	if err != nil {
		return nil, err
	}
	if len(m.MetaGraphs) == 0 || m.MetaGraphs[0] == nil {
		return nil, tensor.Failf(tensor.DataLoss, "%s holds no graph", dir)
	}
	d := &describer{meta: m.MetaGraphs[0], out: &Report{Dir: dir, Bytes: m.Size(), Ops: map[string]int{}}}
	if info := d.meta.MetaInfo; info != nil {
		d.out.Tags, d.out.Version = info.Tags, info.TensorFlowVersion
	}
	for _, a := range d.meta.Assets {
		d.out.Assets = append(d.out.Assets, a.Filename)
	}
	if err := d.signatures(); err != nil {
		return nil, err
	}
	if err := d.library(ctx); err != nil {
		return nil, err
	}
	d.objects()
	return d.out, ctx.Err()
}

type describer struct {
	meta *saved.MetaGraphDef
	lib  *Library
	out  *Report
}

func (d *describer) signatures() error {
	for _, name := range slices.Sorted(maps.Keys(d.meta.Signatures)) {
		s := d.meta.Signatures[name]
		if strings.HasPrefix(name, "__saved_model") || s == nil {
			continue
		}
		r := SignatureReport{Name: name}
		var err error
		if r.Inputs, err = infos(s.Inputs); err != nil {
			return err
		}
		if r.Outputs, err = infos(s.Outputs); err != nil {
			return err
		}
		d.out.Signatures = append(d.out.Signatures, r)
	}
	return nil
}

// infos are the values of a signature, by name.
func infos(m map[string]*saved.TensorInfo) ([]ValueReport, error) {
	out := []ValueReport{}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		i := m[name]
		if i == nil {
			i = &saved.TensorInfo{}
		}
		v, err := valueOf(name, i.DType, i.Shape)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

func valueOf(name string, t saved.DataType, p *saved.TensorShapeProto) (ValueReport, error) {
	s, err := p.Shape()
	if err != nil {
		return ValueReport{}, err
	}
	v := ValueReport{Name: name, DType: t.String()}
	if !s.UnknownRank {
		v.Shape = append([]int{}, s.Dims...)
	}
	return v, nil
}

// library counts the nodes of all functions.
func (d *describer) library(ctx context.Context) error {
	if d.meta.Graph == nil {
		d.meta.Graph = &saved.GraphDef{}
	}
	var err error
	if d.lib, err = Open(d.meta.Graph.Library); err != nil {
		return err
	}
	for _, name := range d.lib.Names() {
		if err := ctx.Err(); err != nil {
			return err
		}
		d.out.Library++
		f, err := d.lib.Function(name)
		if err != nil {
			continue // its traces tell
		}
		d.out.Nodes += len(f.NodeDef)
		for _, n := range f.NodeDef {
			if d.lib.defs[n.Op] == nil {
				d.out.Ops[n.Op]++
			}
		}
	}
	return nil
}

// objects walks from the root along the names of the objects' parts.
func (d *describer) objects() {
	g := d.meta.Objects
	if g == nil || len(g.Nodes) == 0 {
		return
	}
	type place struct {
		node int
		path string
	}
	seen := map[int]bool{0: true}
	for todo := []place{{0, ""}}; len(todo) > 0; todo = todo[1:] {
		p := todo[0]
		n := g.Nodes[p.node]
		if n == nil {
			continue
		}
		switch k := n.Kind.(type) {
		case *saved.VariableObject:
			d.variable(p.path, k)
		case *saved.FunctionObject:
			d.function(p.path, k.Functions)
			continue // its parts are its traces
		case *saved.ResourceObject:
			d.out.Tables = append(d.out.Tables, p.path)
			continue // its parts are the functions that make and fill it
		case *saved.BareFunction:
			d.function(p.path, []string{k.Function})
		}
		for _, c := range n.Children {
			at := int(c.Node)
			if at < 0 || at >= len(g.Nodes) || seen[at] || p.path == "" && c.Name == "signatures" {
				continue
			}
			seen[at] = true
			path := c.Name
			if p.path != "" {
				path = p.path + "." + c.Name
			}
			todo = append(todo, place{at, path})
		}
	}
}

func (d *describer) variable(path string, k *saved.VariableObject) {
	shape := k.Shape
	if shape == nil {
		shape = &saved.TensorShapeProto{}
	}
	v, err := valueOf(path, k.DType, shape)
	if err != nil {
		v = ValueReport{Name: path, DType: k.DType.String()}
	}
	r := VariableReport{ValueReport: v, Trainable: k.Trainable, Elements: 1}
	if r.Elements = int64(countOf(v.Shape)); r.Elements > 0 {
		if t, err := k.DType.Known(); err == nil && t != tensor.String {
			r.Bytes = r.Elements * int64(t.Size())
		}
	}
	d.out.Variables = append(d.out.Variables, r)
}

// countOf is the number of elements of a shape, 0 when it is open or too large to be.
func countOf(dims []int) int {
	if dims == nil {
		return 0
	}
	n, err := tensor.Count(dims)
	if err != nil {
		return 0
	}
	return n
}

func (d *describer) function(path string, names []string) {
	f := FunctionReport{Name: path, Traces: []TraceReport{}}
	for _, name := range names {
		t := TraceReport{Name: name, Takes: "()"}
		if c := d.meta.Objects.Functions[name]; c != nil {
			t.Takes = argumentsText(c.Input)
		}
		def, err := d.lib.Function(name)
		if err == nil {
			t.Nodes = len(def.NodeDef)
			t.Missing, err = d.lib.Missing(name)
		}
		if err != nil {
			t.Broken = err.Error()
		}
		f.Traces = append(f.Traces, t)
	}
	d.out.Functions = append(d.out.Functions, f)
}

// argumentsText shows what a trace takes: positional arguments, then those by keyword.
func argumentsText(v *saved.StructuredValue) string {
	if v == nil {
		return "()"
	}
	top, ok := v.Value.(*saved.TupleValue)
	if !ok || len(top.Values) != 2 {
		return "(" + structureText(v, 0) + ")"
	}
	var parts []string
	if pos, ok := top.Values[0].Value.(*saved.TupleValue); ok {
		for _, e := range pos.Values {
			parts = append(parts, structureText(e, 0))
		}
	}
	if kw, ok := top.Values[1].Value.(*saved.DictValue); ok {
		for _, k := range slices.Sorted(maps.Keys(kw.Fields)) {
			text := structureText(kw.Fields[k], 0)
			if !strings.HasPrefix(text, k+": ") {
				text = k + ": " + text
			}
			parts = append(parts, text)
		}
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// deepest bounds the nesting that is shown.
const deepest = 20

// structureText shows a nest of specs and values.
func structureText(v *saved.StructuredValue, depth int) string {
	if v == nil || depth > deepest {
		return "..."
	}
	all := func(vs []*saved.StructuredValue) string {
		parts := make([]string, len(vs))
		for i, e := range vs {
			parts[i] = structureText(e, depth+1)
		}
		return strings.Join(parts, ", ")
	}
	switch x := v.Value.(type) {
	case *saved.TensorSpec:
		r, err := valueOf(x.Name, x.DType, x.Shape)
		if err != nil {
			return "a tensor of a broken shape"
		}
		if x.Name == "" {
			return r.DType + " " + shapeText(r.Shape)
		}
		return r.String()
	case *saved.TypeSpec:
		return typeSpecText(x)
	case *saved.NoneValue:
		return "None"
	case bool:
		if x {
			return "True"
		}
		return "False"
	case string:
		return strconv.Quote(x)
	case int64:
		return strconv.FormatInt(x, 10)
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64)
	case *saved.ListValue:
		return "[" + all(x.Values) + "]"
	case *saved.TupleValue:
		return "(" + all(x.Values) + ")"
	case *saved.DictValue:
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(x.Fields)) {
			parts = append(parts, strconv.Quote(k)+": "+structureText(x.Fields[k], depth+1))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case *saved.NamedTupleValue:
		return x.Name + " of " + strconv.Itoa(len(x.Values))
	}
	return "a value"
}

// typeSpecText shows the spec of a ragged or sparse tensor by its type and shape.
func typeSpecText(x *saved.TypeSpec) string {
	kind := map[saved.SpecClass]string{saved.RaggedSpec: "ragged", saved.SparseSpec: "sparse"}[x.Class]
	if kind == "" {
		return strings.TrimSuffix(x.ClassName, "Spec")
	}
	if x.State != nil {
		if state, ok := x.State.Value.(*saved.TupleValue); ok && len(state.Values) >= 2 {
			shape, _ := state.Values[0].Value.(*saved.TensorShapeProto)
			t, _ := state.Values[1].Value.(saved.DataType)
			if v, err := valueOf("", t, shape); err == nil {
				return kind + " " + v.DType + " " + shapeText(v.Shape)
			}
		}
	}
	return kind
}
