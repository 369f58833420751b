package saved

import (
	"context"
	"os"
	"path/filepath"

	"github.com/tfs-lang/tfs/tensor"
)

// SavedModel is saved_model.pb.
type SavedModel struct {
	SchemaVersion int64           `pb:"1"`
	MetaGraphs    []*MetaGraphDef `pb:"2"`
}

// MetaGraphDef is a graph with what is needed to use it.
type MetaGraphDef struct {
	MetaInfo   *MetaInfoDef             `pb:"1"`
	Graph      *GraphDef                `pb:"2"`
	Saver      *SaverDef                `pb:"3"`
	Signatures map[string]*SignatureDef `pb:"5"`
	Assets     []*AssetFileDef          `pb:"6"`
	Objects    *SavedObjectGraph        `pb:"7"`
}

// MetaInfoDef tells what a graph is for and who wrote it.
type MetaInfoDef struct {
	StrippedOps          *OpList  `pb:"2"`
	Tags                 []string `pb:"4"`
	TensorFlowVersion    string   `pb:"5"`
	TensorFlowGitVersion string   `pb:"6"`
	StrippedDefaultAttrs bool     `pb:"7"`
}

// OpList is a list of ops.
type OpList struct {
	Op []*OpDef `pb:"1"`
}

// SaverDef names the nodes that save and restore the variables of a graph.
type SaverDef struct {
	FilenameTensor string  `pb:"1"`
	SaveTensor     string  `pb:"2"`
	RestoreOp      string  `pb:"3"`
	MaxToKeep      int32   `pb:"4"`
	Sharded        bool    `pb:"5"`
	KeepHours      float32 `pb:"6"`
	Version        int32   `pb:"7"`
}

// SignatureDef is a named way to call a graph.
type SignatureDef struct {
	Inputs     map[string]*TensorInfo `pb:"1"`
	Outputs    map[string]*TensorInfo `pb:"2"`
	MethodName string                 `pb:"3"`
}

// TensorInfo is an input or output of a signature.
type TensorInfo struct {
	Name      string            `pb:"1"`
	DType     DataType          `pb:"2"`
	Shape     *TensorShapeProto `pb:"3"`
	Composite *CompositeTensor  `pb:"5"`
}

// CompositeTensor is a value made of several tensors.
type CompositeTensor struct {
	TypeSpec   *TypeSpec     `pb:"1"`
	Components []*TensorInfo `pb:"2"`
}

// AssetFileDef is a file that belongs to a model.
type AssetFileDef struct {
	Tensor   *TensorInfo `pb:"1"`
	Filename string      `pb:"2"`
}

// Names of the files of a model's folder.
const (
	modelFile    = "saved_model.pb"
	variablesDir = "variables"
	variables    = "variables"
)

// Model is a SavedModel's folder: the messages and the values of the variables.
type Model struct {
	SavedModel
	Dir   string
	Files map[string]string // of the assets that are written: where each is copied from
}

// OpenModel reads saved_model.pb in a folder. Functions are parsed when they are asked for, the
// variables when Variables is called.
func OpenModel(ctx context.Context, dir string) (*Model, error) {
	path := filepath.Join(dir, modelFile)
	data, err := readFile(path)
	if os.IsNotExist(err) {
		return nil, tensor.Failf(tensor.NotFound,
			"SavedModel file does not exist at: %s/{saved_model.pbtxt|saved_model.pb}", dir)
	}
	if err != nil {
		return nil, err
	}
	m := &Model{Dir: dir}
	if err := Unmarshal(data, &m.SavedModel); err != nil {
		return nil, tensor.Failf(tensor.DataLoss, "Cannot parse file %s: %s", path, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return m, nil
}

// Variables opens the bundle of the model's variables.
func (m *Model) Variables() (*Bundle, error) { return OpenBundle(m.variablesPrefix()) }

// Size is the number of bytes of saved_model.pb and of the files of the variables.
func (m *Model) Size() int64 {
	var n int64
	files := []string{filepath.Join(m.Dir, modelFile)}
	more, _ := filepath.Glob(filepath.Join(m.Dir, variablesDir, variables+".*"))
	for _, f := range append(files, more...) {
		if st, err := os.Stat(f); err == nil {
			n += st.Size()
		}
	}
	return n
}

func (m *Model) variablesPrefix() string { return filepath.Join(m.Dir, variablesDir, variables) }

// WriteModel writes a model, its variables and its assets into a folder. What is new is complete before it takes
// the place of an older model; other files of the folder stay. A reader that comes between finds no model for a
// moment, never half of one.
func WriteModel(ctx context.Context, m *Model, values []Item) error {
	data, err := Marshal(&m.SavedModel)
	if err != nil {
		return err
	}
	temp, err := temporaryFolder(m.Dir)
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	next := &Model{Dir: temp}
	dir := filepath.Clean(m.Dir)
	if err := os.MkdirAll(filepath.Join(temp, variablesDir), 0o777); err != nil {
		return fileError(err)
	}
	if err := os.MkdirAll(filepath.Join(temp, "assets"), 0o777); err != nil {
		return fileError(err)
	}
	if err := WriteBundle(ctx, next.variablesPrefix(), values); err != nil {
		return err
	}
	for name, from := range m.Files {
		if err := copyFile(ctx, filepath.Join(temp, "assets", name), from); err != nil {
			return err
		}
	}
	if err := writeFingerprint(temp, m, data); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(temp, modelFile), bytesTo(data)); err != nil {
		return err
	}
	return replaceFolder(temp, dir)
}
