package saved

import (
	"os"
	"path/filepath"

	"github.com/tfs-lang/tfs/graph/funcdef"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/lookup"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// tf.saved_model.load: the objects of a model's object graph, their variables with the values of the bundle,
// and functions whose traces are read from the library when they are first called.

func init() {
	table.Register(
		table.Plain(
			table.Direct(
				"tf.saved_model.load",
				"(export_dir, tags=None, options=None)",
				"",
				func(c *bind.Call) (py.Value, error) {
					return loadModel(c.T, table.AttrText(c.Args[0]), c.Args[1])
				},
				"Reads the model in a folder that tf.saved_model.save wrote, here or in TensorFlow: an object with the\n"+
					"variables, functions, tables and signatures of the one that was saved.\n\n>>> import tempfile; d = "+
					"tempfile.mkdtemp(); tf.saved_model.save(tf.Module(), d); print(type(tf.saved_model.load(d)).__name__)",
			),
		),
		table.Plain(
			table.Direct(
				"tf.saved_model.contains_saved_model",
				"(export_dir)",
				"",
				func(c *bind.Call) (py.Value, error) {
					dir, ok := pathText(c.Args[0])
					if !ok {
						return nil, py.TypeErrorf("Expected a path, got %s", py.ReprOf(c.Args[0]))
					}
					for _, name := range []string{"saved_model.pb", "saved_model.pbtxt"} {
						if st, err := os.Stat(filepath.Join(dir, name)); err == nil && st.Mode().IsRegular() {
							return true, nil
						}
					}
					return false, nil
				},
				"Whether a folder holds a model.\n\n>>> tf.saved_model.contains_saved_model('/nonexistent')",
			),
		),
	)
}

// pathText is a path given as a text, bytes or a Path.
func pathText(v py.Value) (string, bool) {
	switch x := v.(type) {
	case string:
		return x, true
	case py.Bytes:
		return string(x), true
	case *tensor.Tensor:
		if x.DType() == tensor.String && x.Len() == 1 {
			return x.Str(0), true
		}
	}
	if m, err := py.GetAttr(py.Background(), v, "__fspath__"); err == nil {
		if s, err := py.Call(py.Background(), m, nil, nil); err == nil {
			return pathText(s)
		}
	}
	return "", false
}

// Loaded is a model that is being loaded, or was: functions read their traces later.
type Loaded struct {
	tables map[int][2]*tensor.Tensor // keys and values of tables that the bundle holds
	model  *saved.Model
	meta   *saved.MetaGraphDef
	lib    *funcdef.Library
	consts map[string]*saved.NodeDef
	nodes  []*saved.SavedObject
	objs   []py.Value // by the number of the node
}

func loadModel(t *py.Thread, dir string, tags py.Value) (py.Value, error) {
	m, err := saved.OpenModel(t.Ctx, dir)
	if err != nil {
		return nil, modelError(t, err)
	}
	l := &Loaded{model: m}
	if err := l.choose(tags); err != nil {
		return nil, err
	}
	if l.meta.Graph == nil {
		l.meta.Graph = &saved.GraphDef{}
	}
	if l.lib, err = funcdef.Open(l.meta.Graph.Library); err != nil {
		return nil, modelError(t, err)
	}
	l.lib.NewTable = lookup.LoadedTable
	l.lib.Registered = l.registered
	l.consts = map[string]*saved.NodeDef{}
	for _, n := range l.meta.Graph.Node {
		if n.Op == "Const" {
			l.consts[n.Name] = n
		}
	}
	l.nodes = l.meta.Objects.Nodes
	l.objs = make([]py.Value, len(l.nodes))
	var root py.Value
	err = (*bind.Recording)(nil).With(t, func() (err error) {
		root, err = l.objects(t)
		return err
	})
	if info := l.meta.MetaInfo; err == nil && info != nil {
		for _, v := range [][2]string{{"tensorflow_version", info.TensorFlowVersion},
			{"tensorflow_git_version", info.TensorFlowGitVersion}} {
			if err := py.SetAttr(t, root, v[0], v[1]); err != nil {
				return nil, err
			}
		}
	}
	return root, err
}

// modelError words a failure of reading a model: what is not there is an OSError, as TensorFlow has it.
func modelError(t *py.Thread, err error) error {
	if e, ok := err.(*tensor.Error); ok && e.Kind == tensor.NotFound {
		return py.NewExc(py.OSErrorClass, e.Msg)
	}
	return bind.Wrap(t, err, "", false)
}

//go:noinline
func brokenModel(format string, args ...any) error {
	return py.ValueErrorf("The SavedModel is broken: "+format, args...)
}

// choose takes the only graph of the model, with the tags that are asked for.
func (l *Loaded) choose(tags py.Value) error {
	if n := len(l.model.MetaGraphs); n != 1 {
		return py.ValueErrorf(
			"Importing a SavedModel with `tf.saved_model.load` requires a `tags=` argument if there is more "+
				"than one MetaGraph, and tfs reads models with one. Got %d.",
			n,
		)
	}
	l.meta = l.model.MetaGraphs[0]
	if l.meta.Objects == nil || len(l.meta.Objects.Nodes) == 0 {
		return brokenModel("it has no object graph (models of TensorFlow 1 are not read)")
	}
	if tags == py.None || l.meta.MetaInfo == nil {
		return nil
	}
	asked, ok := values.ListItems(tags)
	if !ok {
		asked = []py.Value{tags}
	}
	has := map[string]bool{}
	for _, s := range l.meta.MetaInfo.Tags {
		has[s] = true
	}
	for _, v := range asked {
		if s, _ := v.(string); !has[s] || len(asked) != len(has) {
			var own []py.Value
			for _, s := range l.meta.MetaInfo.Tags {
				own = append(own, s)
			}
			return py.ValueErrorf(
				"The SavedModel contains one MetaGraph with tags %s, but got an incompatible argument "+
					"tags=%s to tf.saved_model.load. You may omit it, pass 'None', or pass matching tags.",
				py.ReprOf(py.NewList(own...)),
				py.ReprOf(py.NewList(asked...)),
			)
		}
	}
	return nil
}

// objects makes all objects and gives the root.
func (l *Loaded) objects(t *py.Thread) (py.Value, error) {
	vars, err := l.values(t)
	if err != nil {
		return nil, err
	}
	for i, n := range l.nodes {
		if err := t.Check(); err != nil {
			return nil, err
		}
		if l.objs[i], err = l.object(t, i, n, vars[i]); err != nil {
			return nil, err
		}
	}
	for i, n := range l.nodes {
		if _, ok := n.Kind.(*saved.ResourceObject); ok {
			if err := l.initTable(t, i); err != nil {
				return nil, err
			}
		}
	}
	add, err := py.FromLibrary(t, "_tf_saved:add")
	if err != nil {
		return nil, err
	}
	for i, n := range l.nodes {
		u, ok := n.Kind.(*saved.UserObject)
		if !ok {
			continue
		}
		var parts []py.Value
		for _, c := range n.Children {
			part, err := l.at(c.Node)
			if err != nil {
				return nil, err
			}
			if f, ok := part.(*restoredFunction); ok && u.Identifier != "signature_map" && f.bare {
				continue
			}
			parts = append(parts, py.NewTuple(c.Name, part))
		}
		if _, err := py.Call(t, add, []py.Value{l.objs[i], py.NewList(parts...)}, nil); err != nil {
			return nil, err
		}
	}
	return l.objs[0], nil
}

// at is the object of a number.
func (l *Loaded) at(n int32) (py.Value, error) {
	if n < 0 || int(n) >= len(l.objs) || l.objs[n] == nil {
		return nil, brokenModel("it refers to the object %d, which is not there", n)
	}
	return l.objs[n], nil
}

// object makes one object without its parts.
func (l *Loaded) object(t *py.Thread, i int, n *saved.SavedObject, stored *tensor.Tensor) (py.Value, error) {
	switch k := n.Kind.(type) {
	case *saved.VariableObject:
		return l.variable(t, k, stored)
	case *saved.FunctionObject:
		return l.function(t, i, k)
	case *saved.BareFunction:
		return l.bare(t, k)
	case *saved.ConstantObject:
		if c := l.consts[k.Operation]; c != nil {
			x, err := funcdef.Constant(c)
			if err != nil {
				return nil, modelError(t, err)
			}
			return x, nil
		}
		return nil, brokenModel("the constant %s is not in the graph", k.Operation)
	case *saved.AssetObject:
		return l.asset(k)
	case *saved.ResourceObject:
		return l.table(t, n)
	case *saved.UserObject:
		switch k.Identifier {
		case "trackable_list_wrapper":
			return l.made(t, "_tf_track:ListWrapper", py.NewList())
		case "trackable_dict_wrapper":
			return l.made(t, "_tf_track:_DictWrapper", py.NewDict())
		case "signature_map":
			return l.made(t, "_tf_saved:_SignatureMap")
		}
		called := false
		for _, c := range n.Children {
			called = called || c.Name == "__call__"
		}
		return l.made(t, "_tf_saved:user_object", called)
	}
	return &unreadable{}, nil
}

// unreadable stands for an object of a kind that tfs does not make.
type unreadable struct{}

func (l *Loaded) made(t *py.Thread, from string, args ...py.Value) (py.Value, error) {
	f, err := py.FromLibrary(t, from)
	if err != nil {
		return nil, err
	}
	return py.Call(t, f, args, nil)
}

func (l *Loaded) variable(t *py.Thread, k *saved.VariableObject, x *tensor.Tensor) (py.Value, error) {
	if x == nil {
		return nil, py.Raisef(
			py.AssertionErrorClass,
			"Some objects had attributes which were not restored: the variable %s",
			k.Name,
		)
	}
	d, err := k.DType.Known()
	if err != nil {
		return nil, modelError(t, err)
	}
	s, err := k.Shape.Shape()
	if err != nil {
		return nil, modelError(t, err)
	}
	if k.Shape == nil {
		s = tensor.PartialShape{}
	}
	if d != x.DType() || !s.Compatible(tensor.KnownShape(x.Shape())) {
		return nil, brokenModel("the variable %s is %s of shape %s, its value %s of shape %s", k.Name, d, s, x.DType(),
			tensor.ShapeString(x.Shape()))
	}
	name := k.Name
	if name == "" {
		name = "Variable"
	}
	v := bind.NewVariable(x, name, k.Trainable)
	v.Shape = s
	return v, nil
}

// values reads what the bundle holds for the variables: the object graph there is walked along the names of
// the model's objects.
func (l *Loaded) values(t *py.Thread) (map[int]*tensor.Tensor, error) {
	out := map[int]*tensor.Tensor{}
	b, err := l.model.Variables()
	if err != nil {
		for _, n := range l.nodes {
			if _, ok := n.Kind.(*saved.VariableObject); ok {
				return nil, bind.Wrap(t, err, "", false)
			}
		}
		return out, nil
	}
	if !b.Has(saved.ObjectGraphKey) {
		return out, nil
	}
	x, err := b.Tensor(t.Ctx, saved.ObjectGraphKey)
	if err != nil {
		return nil, modelError(t, err)
	}
	var g saved.TrackableObjectGraph
	if x.DType() != tensor.String || x.Len() != 1 {
		return nil, brokenModel("the object graph of its variables is no text")
	}
	if err := saved.Unmarshal([]byte(x.Str(0)), &g); err != nil {
		return nil, brokenModel("the object graph of its variables cannot be read: %s", err)
	}
	type pair struct{ obj, here int }
	seen := map[int]bool{0: true}
	for todo := []pair{{0, 0}}; len(todo) > 0; {
		p := todo[0]
		todo = todo[1:]
		if p.here >= len(g.Nodes) {
			continue
		}
		here := g.Nodes[p.here]
		for _, a := range here.Attributes {
			if _, ok := l.nodes[p.obj].Kind.(*saved.ResourceObject); ok && a.Name == "table" {
				if err := l.content(t, b, p.obj, a.CheckpointKey); err != nil {
					return nil, err
				}
			}
			if _, ok := l.nodes[p.obj].Kind.(*saved.VariableObject); ok && a.Name == "VARIABLE_VALUE" {
				if out[p.obj], err = b.Tensor(t.Ctx, a.CheckpointKey); err != nil {
					return nil, modelError(t, err)
				}
			}
		}
		named := map[string]int{}
		for _, c := range here.Children {
			named[c.Name] = int(c.Node)
		}
		for _, c := range l.nodes[p.obj].Children {
			n := int(c.Node)
			at, ok := named[c.Name]
			if ok && at >= 0 && n >= 0 && n < len(l.nodes) && !seen[n] {
				seen[n] = true
				todo = append(todo, pair{n, at})
			}
		}
	}
	return out, nil
}

// content reads what the bundle holds of a table that can change.
func (l *Loaded) content(t *py.Thread, b *saved.Bundle, obj int, key string) error {
	var parts [2]*tensor.Tensor
	for i, part := range []string{"-keys", "-values"} {
		x, err := b.Tensor(t.Ctx, key+part)
		if err != nil {
			return modelError(t, err)
		}
		parts[i] = x
	}
	if l.tables == nil {
		l.tables = map[int][2]*tensor.Tensor{}
	}
	l.tables[obj] = parts
	return nil
}

// table makes a table by the function that creates it.
func (l *Loaded) table(t *py.Thread, n *saved.SavedObject) (py.Value, error) {
	f := l.child(n, "_create_resource")
	if f == "" {
		return &unreadable{}, nil
	}
	outs, err := l.runNow(t, f, nil)
	if err != nil {
		return nil, err
	}
	if h, ok := outs[0].(*lookup.HashTable); ok && len(outs) == 1 {
		return h, nil
	}
	return &unreadable{}, nil
}

// initTable fills a table by the function that does.
func (l *Loaded) initTable(t *py.Thread, i int) error {
	if h, ok := l.objs[i].(*lookup.HashTable); ok && l.tables[i][0] != nil {
		return bind.Wrap(t, h.Insert(bind.ExecOf(t), l.tables[i][0], l.tables[i][1], true), "LookupTableImportV2", true)
	}
	if f := l.child(l.nodes[i], "_initialize"); f != "" && l.objs[i] != nil {
		bound, err := l.bound(bind.ExecOf(t), f)
		if err != nil {
			return err
		}
		_, err = l.runNow(t, f, bound)
		return err
	}
	return nil
}

// child names the only concrete function of an object's part, "" when there is none.
func (l *Loaded) child(n *saved.SavedObject, name string) string {
	for _, c := range n.Children {
		if c.Name != name || c.Node < 0 || int(c.Node) >= len(l.nodes) {
			continue
		}
		switch k := l.nodes[c.Node].Kind.(type) {
		case *saved.FunctionObject:
			if len(k.Functions) > 0 {
				return k.Functions[0]
			}
		case *saved.BareFunction:
			return k.Function
		}
	}
	return ""
}

// bound are the values of a concrete function's last arguments; paths of assets are read with x.
func (l *Loaded) bound(x *op.Exec, name string) ([]op.Value, error) {
	c := l.meta.Objects.Functions[name]
	if c == nil {
		return nil, brokenModel("the function %s is not described", name)
	}
	out := make([]op.Value, len(c.BoundInputs))
	for i, n := range c.BoundInputs {
		v, err := l.at(n)
		if err != nil {
			return nil, err
		}
		if a, ok := v.(*Asset); ok {
			if out[i], err = x.Read(a); err != nil {
				return nil, modelError(nil, err)
			}
			continue
		}
		y, ok := v.(op.Value)
		if !ok {
			return nil, brokenModel(
				"the function %s uses the object %d, which is no tensor, variable or table",
				name,
				n,
			)
		}
		out[i] = y
	}
	return out, nil
}
