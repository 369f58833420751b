package lookup

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/state"
	"github.com/tfs-lang/tfs/tf/table"
)

// tf.raw_ops.HashTableV2 and MutableHashTableV2: handles of tables.

// sharedTables are those that were made with a shared name, by container and name. They live as long as the program.
var sharedTables struct {
	sync.Mutex
	at map[string]*HashTable
}

var tablesMade atomic.Int64

func init() {
	for _, kernel := range []string{"HashTableV2", "MutableHashTableV2"} {
		bind.RegisterRaw(kernel, func(c *bind.RawArgs) ([]op.Value, error) { return rawTable(c, kernel) })
	}
}

// pairs are the types of keys and values that TensorFlow 2.21 has tables for, as it answers for every pair. A type
// behind the name of a kernel is of that kind of table alone.
var pairs = map[tensor.DType]string{
	tensor.String: "HashTableV2string bool int32 int64 float32 float64",
	tensor.Int64: "HashTableV2string MutableHashTableV2string MutableDenseHashTableV2bool int32 int64 float32 " +
		"float64",
	tensor.Int32: "HashTableV2string int32 float32 float64",
}

// hasTable tells whether a kernel makes tables of keys and values of types.
func hasTable(kernel string, key, val tensor.DType) bool {
	kernel = strings.Replace(kernel, "OfTensors", "", 1)
	p := strings.Fields(pairs[key])
	return slices.Contains(p, val.Name()) || slices.Contains(p, kernel+val.Name())
}

// rawTable makes a table, or finds the one of a shared name. In a function it is made once, while it is traced.
func rawTable(c *bind.RawArgs, kernel string) ([]op.Value, error) {
	key, _ := c.Attr("key_dtype").(tensor.DType)
	val, _ := c.Attr("value_dtype").(tensor.DType)
	text := func(attr string) string {
		s, _ := c.Attr(attr).(string)
		return s
	}
	h := &state.ResourceHandle{
		Name: text("shared_name"), Container: text("container"), Type: "tensorflow::lookup::LookupInterface",
	}
	if h.Container == "" {
		h.Container = "localhost"
	}
	t, err := LoadedTable(kernel, key, val, tensor.KnownShape(nil))
	if err != nil {
		return nil, err
	}
	made := t.(*HashTable)
	made.raw = made.Kind == staticTable
	h.Of = made
	if h.Name == "" {
		h.Name = "_" + table.Itoa(int(tablesMade.Add(1)-1)) + "_" + kernel
		return []op.Value{h}, nil
	}
	sharedTables.Lock()
	defer sharedTables.Unlock()
	name := h.Container + "/" + h.Name
	if sharedTables.at == nil {
		sharedTables.at = map[string]*HashTable{}
	}
	old := sharedTables.at[name]
	if old == nil {
		sharedTables.at[name] = made
		return []op.Value{h}, nil
	}
	if old.Key != key || old.Val != val {
		return nil, tensor.Errorf("Conflicting key/value dtypes %s->%s with %s-%s for table %s", key.CName(), val.CName(),
			old.Key.CName(), old.Val.CName(), h.Name)
	}
	h.Of = old
	return []op.Value{h}, nil
}
