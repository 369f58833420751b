package saved

import (
	"os"
	"path/filepath"

	farm "github.com/dgryski/go-farm"
)

// Fingerprint is fingerprint.pb: hashes that tell models from each other.
type Fingerprint struct {
	Model      uint64      `pb:"1"` // of saved_model.pb
	Graph      uint64      `pb:"2"`
	Signatures uint64      `pb:"3"`
	Objects    uint64      `pb:"4"`
	Checkpoint uint64      `pb:"5"` // of variables.index
	Version    *VersionDef `pb:"6"`
}

// writeFingerprint writes the hashes of a model whose bytes and variables are given: FarmHash's fingerprints of the
// messages as they are written.
func writeFingerprint(dir string, m *Model, data []byte) error {
	f := Fingerprint{Model: farm.Fingerprint64(data), Version: &VersionDef{Producer: 3}}
	if len(m.MetaGraphs) == 1 {
		for _, part := range []struct {
			to      *uint64
			message any
		}{{&f.Graph, m.MetaGraphs[0].Graph}, {&f.Objects, m.MetaGraphs[0].Objects}} {
			b, err := Marshal(part.message)
			if err != nil {
				return err
			}
			*part.to = farm.Fingerprint64(b)
		}
	}
	index, err := os.ReadFile(filepath.Join(dir, variablesDir, variables+".index"))
	if err != nil {
		return fileError(err)
	}
	f.Checkpoint = farm.Fingerprint64(index)
	b, err := Marshal(&f)
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, "fingerprint.pb"), bytesTo(b))
}
