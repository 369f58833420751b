package op

import (
	"os"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
)

// InitializeTableFromTextFileV2 fills a table from a file, a line an entry. Inputs: the table, the file's name.
var InitializeTableFromTextFileV2 *Def

func init() { InitializeTableFromTextFileV2 = fills("InitializeTableFromTextFileV2", readTable) }

func readTable(x *Exec, t Table, n *Node) error {
	name := n.T(1)
	if name.Len() != 1 {
		return tensor.Errorf("filename should be a single string, but got %s", tensor.ShapeString(name.Shape()))
	}
	f, err := os.Open(name.Str(0))
	if err != nil {
		return tensor.Failf(tensor.NotFound, "%s; No such file or directory", name.Str(0))
	}
	defer f.Close()
	keys, values, err := text.TableFile(x.Ctx, f, name.Str(0), [2]text.Column{{Index: n.Int("key_index"), Type: t.Keys()},
		{Index: n.Int("value_index"), Type: t.Values()}}, n.Str("delimiter"), n.Int("offset"), n.Int("vocab_size"))
	if err != nil {
		return err
	}
	return t.Insert(x, keys, values, true)
}
