package saved

import (
	"fmt"
	"sort"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/graph/funcdef"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/function"
	"github.com/tfs-lang/tfs/tf/lookup"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// tf.saved_model.save: the objects that can be reached from one, the traces of their functions as functions of
// a library, and the values of the variables.

func init() {
	table.Register(
		table.Plain(table.Direct("tf.saved_model.save", "(obj, export_dir, signatures=None, options=None)", "",
			func(c *bind.Call) (py.Value, error) {
				dir, ok := pathText(c.Args[1])
				if !ok {
					return nil, py.TypeErrorf("Expected a path, got %s", py.ReprOf(c.Args[1]))
				}
				return py.None, saveModel(c.T, c.Args[0], dir, c.Args[2], c.Args[3])
			}, "Writes an object with its variables, tables and traced functions to disk, for TensorFlow and for\n"+
				"tf.saved_model.load.\n\n>>> import tempfile; d = tempfile.mkdtemp(); tf.saved_model.save(tf.Module(), d); "+
				"print(tf.saved_model.contains_saved_model(d))")),
	)
}

// saving is a model that is being written.
type saving struct {
	t     *py.Thread
	ex    *funcdef.Exporter
	graph *saved.SavedObjectGraph
	ckpt  *saved.TrackableObjectGraph
	ids   map[py.Value]int32
	objs  []py.Value
	keys  []string // of the objects in the bundle: the way to them
	items []saved.Item
	names map[*function.Concrete]string

	written int // of the exporter's gradients: those that are described

	assets []*saved.AssetFileDef
	files  map[string]string // of the assets: where each is copied from
}

func saveModel(t *py.Thread, root py.Value, dir string, signatures, options py.Value) error {
	s := &saving{t: t, graph: &saved.SavedObjectGraph{Functions: map[string]*saved.SavedConcreteFunction{}},
		ckpt: &saved.TrackableObjectGraph{}, ids: map[py.Value]int32{}, names: map[*function.Concrete]string{},
		files: map[string]string{}}
	s.ex = &funcdef.Exporter{Path: s.pathOf,
		NoGradients: leavesGradients(t, options),
		Lower:       func(g *graph.Graph, n *op.Node) ([]op.Value, error) { return bind.Lower(t, g, n) }}
	check, err := py.FromLibrary(t, "_tf_track:is_trackable")
	if err != nil {
		return err
	}
	if ok, err := py.Call(t, check, []py.Value{root}, nil); err != nil || ok != true {
		return py.ValueErrorf(
			"Expected an object of type `Trackable`, such as `tf.Module` or a subclass of the `Trackable` "+
				"class, for export. Got %s with type %s.",
			py.StrOf(root),
			py.StrOf(py.TypeOf(root)),
		)
	}
	sigs, err := s.signatures(root, signatures)
	if err != nil {
		return err
	}
	err = (*bind.Recording)(nil).With(t, func() error {
		if err := s.objects(root); err != nil {
			return err
		}
		if err := s.functions(); err != nil {
			return err
		}
		return s.signatureMap(sigs)
	})
	if err != nil {
		return err
	}
	return s.write(dir)
}

// leavesGradients tells whether options say that gradients which functions gave are not saved.
func leavesGradients(t *py.Thread, options py.Value) bool {
	if options == py.None {
		return false
	}
	v, err := py.GetAttr(t, options, "experimental_custom_gradients")
	return err == nil && v == false
}

// gitVersion is the version of TensorFlow's sources that models are written like.
func gitVersion() string {
	text, _ := table.Constants["tf.version.GIT_VERSION"].(string)
	return text
}

// write writes the files.
func (s *saving) write(dir string) error {
	text, err := saved.Marshal(s.ckpt)
	if err != nil {
		return err
	}
	items := append(
		s.items,
		saved.Item{Key: saved.ObjectGraphKey, Value: tensor.FromStrings(nil, []string{string(text)})},
	)
	sort.SliceStable(items, func(i, j int) bool { return items[i].Key < items[j].Key })
	m := &saved.Model{Dir: dir, Files: s.files}
	m.SchemaVersion = 1
	m.MetaGraphs = []*saved.MetaGraphDef{{
		MetaInfo: &saved.MetaInfoDef{Tags: []string{"serve"}, TensorFlowVersion: "2.21.0",
			TensorFlowGitVersion: gitVersion(), StrippedDefaultAttrs: true},
		Graph:   &saved.GraphDef{Library: &s.ex.Library, Versions: &saved.VersionDef{Producer: 2474, MinConsumer: 12}},
		Assets:  s.assets,
		Objects: s.graph,
	}}
	if err := saved.WriteModel(s.t.Ctx, m, items); err != nil {
		return bind.Wrap(s.t, err, "", false)
	}
	return nil
}

// objects numbers what can be reached from the root and describes it.
func (s *saving) objects(root py.Value) error {
	parts, err := py.FromLibrary(s.t, "_tf_saved:parts")
	if err != nil {
		return err
	}
	s.add(root, "")
	for i := 0; i < len(s.objs); i++ {
		if err := s.t.Check(); err != nil {
			return err
		}
		obj := s.objs[i]
		if err := s.describe(i, obj); err != nil {
			return err
		}
		if _, ok := s.graph.Nodes[i].Kind.(*saved.UserObject); !ok {
			continue
		}
		v, err := py.Call(s.t, parts, []py.Value{obj}, nil)
		if err != nil {
			return err
		}
		items, _ := values.ListItems(v)
		for _, it := range items {
			pair, _ := values.ListItems(it)
			name, part := py.StrOf(pair[0]), pair[1]
			if pair[2] != true && !isFunction(part) || i == 0 && name == "signatures" {
				continue
			}
			id := s.add(part, joinKey(s.keys[i], name))
			ref := &saved.ObjectReference{Node: id, Name: name}
			s.graph.Nodes[i].Children = append(s.graph.Nodes[i].Children, ref)
			s.ckpt.Nodes[i].Children = append(s.ckpt.Nodes[i].Children, ref)
		}
	}
	return nil
}

func joinKey(a, b string) string {
	if a == "" {
		return b
	}
	return a + "/" + b
}

func isFunction(v py.Value) bool {
	switch v.(type) {
	case *function.Function, *restoredFunction, *function.Concrete:
		return true
	}
	return false
}

// objectKey is what makes two values one object: a variable may be told of in several ways.
func objectKey(v py.Value) py.Value {
	if x, ok := v.(*bind.Variable); ok {
		return x.Held
	}
	return v
}

// add numbers an object.
func (s *saving) add(v py.Value, key string) int32 {
	if id, ok := s.ids[objectKey(v)]; ok {
		return id
	}
	id := int32(len(s.objs))
	s.ids[objectKey(v)] = id
	s.objs, s.keys = append(s.objs, v), append(s.keys, key)
	s.graph.Nodes = append(s.graph.Nodes, &saved.SavedObject{})
	s.ckpt.Nodes = append(s.ckpt.Nodes, &saved.TrackableObject{})
	return id
}

// describe says of what kind an object is.
func (s *saving) describe(i int, obj py.Value) error {
	n := s.graph.Nodes[i]
	switch x := obj.(type) {
	case *bind.Variable:
		n.Kind = &saved.VariableObject{DType: saved.TypeOf(x.Holds()), Shape: saved.ShapeOf(x.Shape),
			Trainable: x.IsTrainable(), Name: x.Name}
		key := s.keys[i] + "/.ATTRIBUTES/VARIABLE_VALUE"
		s.ckpt.Nodes[i].Attributes = []*saved.SerializedTensor{
			{Name: "VARIABLE_VALUE", FullName: x.Name, CheckpointKey: key},
		}
		s.items = append(s.items, saved.Item{Key: key, Value: x.T})
	case *lookup.HashTable:
		return s.table(i, x)
	case *Asset:
		s.asset(i, x)
	case *describedObject:
	case *function.Function, *restoredFunction, *function.Concrete: // described when all objects have numbers
	default:
		id := "_generic_user_object"
		switch py.TypeOf(obj).Name {
		case "ListWrapper":
			id = "trackable_list_wrapper"
		case "_DictWrapper":
			id = "trackable_dict_wrapper"
		case "_TupleWrapper":
			id = "trackable_tuple_wrapper"
		default:
			if v, err := py.GetAttr(s.t, obj, "_object_identifier"); err == nil { // a layer or model of Keras
				if text, ok := v.(string); ok {
					id = text
				}
			}
		}
		n.Kind = &saved.UserObject{Identifier: id, Version: &saved.VersionDef{Producer: 1, MinConsumer: 1}}
	}
	return nil
}

// functions writes the traces of all functions.
func (s *saving) functions() error {
	for i, obj := range s.objs {
		n := s.graph.Nodes[i]
		switch f := obj.(type) {
		case *function.Function:
			if f.Sig != nil && len(f.Traces) == 0 {
				if _, err := f.ConcreteFor(s.t, nil, nil); err != nil {
					return err
				}
			}
			k := &saved.FunctionObject{Spec: specOfParams(f.ParamList, f.Sig)}
			traces, err := f.Named(s.t)
			if err != nil {
				return err
			}
			for _, c := range traces {
				name, err := s.concrete(c)
				if err != nil {
					return err
				}
				k.Functions = append(k.Functions, name)
			}
			n.Kind = k
		case *restoredFunction:
			k := &saved.FunctionObject{Spec: specOfParams(f.ParamList, f.Sig)}
			for _, tr := range f.traced {
				c, err := tr.concrete(s.t)
				if err != nil {
					return err
				}
				name, err := s.concrete(c)
				if err != nil {
					return err
				}
				k.Functions = append(k.Functions, name)
			}
			n.Kind = k
		case *function.Concrete:
			name, err := s.concrete(f)
			if err != nil {
				return err
			}
			k := &saved.BareFunction{Function: name, AllowedPositional: int64(len(f.Params))}
			for _, p := range f.Params {
				k.ArgumentKeywords = append(k.ArgumentKeywords, p.Name)
			}
			n.Kind = k
		}
	}
	return nil
}

// concrete writes one trace.
func (s *saving) concrete(k *function.Concrete) (string, error) {
	if n := s.names[k]; n != "" {
		return n, nil
	}
	in, err := s.inputs(k)
	if err != nil {
		return "", s.failed(k, err)
	}
	var outs []op.Value
	out, err := outStructure(k, k.Form, &outs)
	if err != nil {
		return "", s.failed(k, err)
	}
	name := s.ex.Fresh("__inference_" + k.Of.FullName) // not the trace's number: equal saves are equal files
	if err := s.library(k, name, op.Values(k.Plan.Graph.Inputs), outs, in, out); err != nil {
		return "", err
	}
	s.names[k] = name
	return name, nil
}

// library adds the function of a trace with what it is bound to.
func (s *saving) library(
	k *function.Concrete,
	name string,
	inputs, outs []op.Value,
	in, out *saved.StructuredValue,
) error {
	bound, err := s.ex.Function(name, k.Plan.Graph, inputs, outs)
	if err != nil {
		return s.failed(k, err)
	}
	c := &saved.SavedConcreteFunction{Input: in, Output: out}
	if err := s.bind(c, name, bound); err != nil {
		return err
	}
	s.graph.Functions[name] = c
	if s.ex.Lost != "" {
		fmt.Fprintf(s.t.Stderr, "tfs: the gradient that tf.custom_gradient gives the node %s of %s cannot be written to "+
			"SavedModels: loaded, it has none.\n", s.ex.Lost, k.Of.FullName)
		s.ex.Lost = ""
	}
	return s.gradients()
}

// bind adds what a function is bound to.
func (s *saving) bind(c *saved.SavedConcreteFunction, name string, bound []op.Value) error {
	for _, v := range bound {
		id, ok := s.ids[objectKey(v)]
		if !ok {
			return py.NewExc(
				py.AssertionErrorClass,
				"Tried to export a function which references an 'untracked' resource. "+
					"TensorFlow objects (e.g. tf.Variable) captured by functions must be 'tracked' by assigning them to an "+
					"attribute of a tracked object or assigned to an attribute of the main object directly. See the information "+
					"below:\n\tFunction name = "+name+"\n\tCaptured = "+py.ReprOf(v),
			)
		}
		c.BoundInputs = append(c.BoundInputs, id)
	}
	return nil
}

func (s *saving) failed(k *function.Concrete, err error) error {
	if e, ok := err.(*py.Exc); ok {
		return e
	}
	if e := s.t.Check(); e != nil {
		return e
	}
	return py.ValueErrorf("The function %s cannot be saved: %s", k.Of.FullName, err.Error())
}
