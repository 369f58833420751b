package saved

import (
	"path/filepath"
	"strconv"

	"github.com/tfs-lang/tfs/graph/funcdef"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// Assets: files that are copied into a model and have their path in it when it is loaded, wherever it then lies.

// Asset is tf.saved_model.Asset. Functions that are traced read its path like a variable, so that it is an argument of
// theirs in files and not a constant.
type Asset struct{ path *tensor.Tensor }

var assetClass = py.NewClass("tensorflow.python.trackable.asset", "Asset", py.ObjectClass, nil)

func init() {
	py.Register[*Asset](assetClass)
	for name, v := range map[string]py.Value{
		"ASSETS_DIRECTORY": "assets", "ASSETS_KEY": "saved_model_assets", "CLASSIFY_INPUTS": "inputs",
		"CLASSIFY_METHOD_NAME": "tensorflow/serving/classify", "CLASSIFY_OUTPUT_CLASSES": "classes",
		"CLASSIFY_OUTPUT_SCORES": "scores", "DEBUG_DIRECTORY": "debug",
		"DEBUG_INFO_FILENAME_PB":            "saved_model_debug_info.pb",
		"DEFAULT_SERVING_SIGNATURE_DEF_KEY": "serving_default", "GPU": "gpu", "PREDICT_INPUTS": "inputs",
		"PREDICT_METHOD_NAME": "tensorflow/serving/predict", "PREDICT_OUTPUTS": "outputs", "REGRESS_INPUTS": "inputs",
		"REGRESS_METHOD_NAME": "tensorflow/serving/regress", "REGRESS_OUTPUTS": "outputs",
		"SAVED_MODEL_FILENAME_PB": "saved_model.pb", "SAVED_MODEL_FILENAME_PBTXT": "saved_model.pbtxt",
		"SAVED_MODEL_SCHEMA_VERSION": int64(1), "SERVING": "serve", "TPU": "tpu", "TRAINING": "train",
		"VARIABLES_DIRECTORY": "variables", "VARIABLES_FILENAME": "variables",
	} {
		table.Constant(v, "tf.saved_model."+name)
	}
	c := assetClass
	table.Constant(c, "tf.saved_model.Asset")
	c.Doc = "A file that belongs to a model: tf.saved_model.save copies it, and functions find the copy by its path."
	c.New = py.NewBuiltin("Asset(path)", func(t *py.Thread, a []py.Value) (py.Value, error) {
		if name, ok := pathText(a[0]); ok {
			return newAsset(name), nil
		}
		x, err := bind.Convert(t, a[0], tensor.String)
		if err != nil {
			return nil, err
		}
		if x.Rank() != 0 {
			return nil, py.ValueErrorf("the path of an Asset is a scalar, got shape %s", tensor.ShapeString(x.Shape()))
		}
		return &Asset{x}, nil
	})
	c.Prop("asset_path", "The path of the file, a scalar string.", func(t *py.Thread, v py.Value) (py.Value, error) {
		return v.(*Asset).read(t)
	})
}

func newAsset(path string) *Asset { return &Asset{tensor.StringScalar(path)} }

// read is the path: a node while a function is traced.
func (a *Asset) read(t *py.Thread) (op.Value, error) {
	if bind.Tracing(t) == nil {
		return a.path, nil
	}
	return bind.ExecOf(t).Read(a)
}

// ToTensor is the path where an asset is given for it.
func (a *Asset) ToTensor(t *py.Thread, want tensor.DType) (op.Value, error) {
	return bind.Convert(t, a.path, want)
}

// DType makes an asset a value that kernels read.
func (a *Asset) DType() tensor.DType { return tensor.Resource }

// Load is the path.
func (a *Asset) Load() *tensor.Tensor { return a.path }

// Store sets the path; nothing does.
func (a *Asset) Store(t *tensor.Tensor) { a.path = t }

// Holds is the type of the path.
func (a *Asset) Holds() tensor.DType { return tensor.String }

// Static is the shape of the path.
func (a *Asset) Static() tensor.PartialShape { return tensor.KnownShape(nil) }

// AssetPath tells exports that functions take the path itself.
func (a *Asset) AssetPath() {}

var _ funcdef.AssetPath = (*Asset)(nil)

// pathOf is the asset among the objects whose path a tensor is.
func (s *saving) pathOf(t *tensor.Tensor) funcdef.AssetPath {
	for _, obj := range s.objs {
		if a, ok := obj.(*Asset); ok && a.path == t {
			return a
		}
	}
	return nil
}

// asset describes an asset and has its file copied; files of one name in different folders get numbers.
func (s *saving) asset(i int, a *Asset) {
	path := a.path.Str(0)
	base := filepath.Base(path)
	name := base
	for k := 1; s.files[name] != "" && s.files[name] != path; k++ {
		name = base + "_" + strconv.Itoa(k)
	}
	index := len(s.assets)
	if s.files[name] == "" {
		s.files[name] = path
		s.assets = append(s.assets, &saved.AssetFileDef{Filename: name, Tensor: &saved.TensorInfo{
			Name: "asset_path_" + strconv.Itoa(index) + ":0", DType: saved.TypeOf(tensor.String),
			Shape: &saved.TensorShapeProto{}}})
	} else {
		for k, d := range s.assets {
			if d.Filename == name {
				index = k
			}
		}
	}
	s.graph.Nodes[i].Kind = &saved.AssetObject{Index: int32(index)}
}

// asset is a file of the model that is loaded.
func (l *Loaded) asset(k *saved.AssetObject) (py.Value, error) {
	if k.Index < 0 || int(k.Index) >= len(l.meta.Assets) {
		return nil, brokenModel("it has no asset %d", k.Index)
	}
	name := l.meta.Assets[k.Index].Filename
	if !filepath.IsLocal(name) {
		return nil, brokenModel("its asset %q lies outside its folder", name)
	}
	return newAsset(filepath.Join(l.model.Dir, "assets", name)), nil
}
