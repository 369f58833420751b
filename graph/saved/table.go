package saved

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/klauspost/compress/s2"

	"github.com/tfs-lang/tfs/tensor"
)

// A table is LevelDB's: sorted keys with values in blocks, an index of the blocks, and a footer
// that says where the index is. TensorFlow writes it without compression.

const (
	tableMagic   = 0xdb4775248b80fb57
	footerSize   = 48
	trailerSize  = 5 // of a block: its compression and a checksum
	blockTarget  = 256 << 10
	blockMax     = 256 << 20
	restartEvery = 16
	plainBlock   = 0
	snappyBlock  = 1
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// mask changes a checksum as files store it: a checksum of bytes that hold checksums is weak.
func mask(crc uint32) uint32 { return (crc>>15 | crc<<17) + 0xa282ead8 }

// pair is an entry of a table.
type pair struct {
	key   string
	value []byte
}

// blockWriter collects the entries of one block.
type blockWriter struct {
	buf      []byte
	restarts []uint32
	every    int
	n        int
	last     string
}

func (b *blockWriter) add(key string, value []byte) {
	shared := 0
	if b.n%b.every == 0 {
		b.restarts = append(b.restarts, uint32(len(b.buf)))
	} else {
		for shared < min(len(key), len(b.last)) && key[shared] == b.last[shared] {
			shared++
		}
	}
	b.buf = binary.AppendUvarint(b.buf, uint64(shared))
	b.buf = binary.AppendUvarint(b.buf, uint64(len(key)-shared))
	b.buf = binary.AppendUvarint(b.buf, uint64(len(value)))
	b.buf = append(append(b.buf, key[shared:]...), value...)
	b.last = key
	b.n++
}

func (b *blockWriter) size() int { return len(b.buf) + 4*max(len(b.restarts), 1) + 4 }

// finish gives the block's bytes with the places of its whole keys.
func (b *blockWriter) finish() []byte {
	if len(b.restarts) == 0 {
		b.restarts = []uint32{0}
	}
	for _, r := range b.restarts {
		b.buf = binary.LittleEndian.AppendUint32(b.buf, r)
	}
	return binary.LittleEndian.AppendUint32(b.buf, uint32(len(b.restarts)))
}

// tableBytes writes a table of entries, which are sorted by their keys' bytes.
func tableBytes(entries []pair) []byte {
	var out []byte
	index := &blockWriter{every: 1}
	block := &blockWriter{every: restartEvery}
	add := func(b *blockWriter) (handle []byte) {
		body := append(b.finish(), plainBlock)
		handle = binary.AppendUvarint(nil, uint64(len(out)))
		handle = binary.AppendUvarint(handle, uint64(len(body)-1))
		out = append(out, body...)
		out = binary.LittleEndian.AppendUint32(out, mask(crc32.Checksum(body, castagnoli)))
		return handle
	}
	for i, e := range entries {
		block.add(e.key, e.value)
		last := i == len(entries)-1
		if !last && block.size() < blockTarget {
			continue
		}
		key := successor(e.key)
		if !last {
			key = separator(e.key, entries[i+1].key)
		}
		index.add(key, add(block))
		block = &blockWriter{every: restartEvery}
	}
	footer := add(&blockWriter{every: restartEvery})
	footer = append(footer, add(index)...)
	footer = append(footer, make([]byte, footerSize-8-len(footer))...)
	return append(out, binary.LittleEndian.AppendUint64(footer, tableMagic)...)
}

// separator is a short key from a on and before b.
func separator(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	if i < min(len(a), len(b)) && a[i] < 0xff && a[i]+1 < b[i] {
		return a[:i] + string([]byte{a[i] + 1})
	}
	return a
}

// successor is a short key after a.
func successor(a string) string {
	for i := range len(a) {
		if a[i] != 0xff {
			return a[:i] + string([]byte{a[i] + 1})
		}
	}
	return a
}

// readTable gives the entries of a table, in their order. The values share memory with data unless
// their block was compressed.
func readTable(data []byte) ([]pair, error) {
	if len(data) < footerSize {
		return nil, tensor.Failf(tensor.DataLoss, "file is too short to be an sstable")
	}
	footer := data[len(data)-footerSize:]
	if binary.LittleEndian.Uint64(footer[footerSize-8:]) != tableMagic {
		return nil, tensor.Failf(tensor.DataLoss, "not an sstable (bad magic number)")
	}
	handles := footer[:footerSize-8]
	for range 2 { // the handle of the meta index, which holds nothing
		_, n := binary.Uvarint(handles)
		if n <= 0 {
			return nil, badHandle()
		}
		handles = handles[n:]
	}
	index, err := readBlock(data, handles)
	if err != nil {
		return nil, err
	}
	var out []pair
	room := 0
	err = eachEntry(index, func(_ string, handle []byte) error {
		block, err := readBlock(data, handle)
		if err != nil {
			return err
		}
		return eachEntry(block, func(key string, value []byte) error {
			if len(out) > 0 && out[len(out)-1].key >= key {
				return tensor.Failf(tensor.DataLoss, "bad entry in block: keys are not in order")
			}
			if room -= len(key) + 64; room < 0 { // keys share what stands in the file once
				if err := tensor.Room(32<<20, 1, "keys"); err != nil {
					return err
				}
				room = 16 << 20
			}
			out = append(out, pair{key, value})
			return nil
		})
	})
	return out, err
}

func badHandle() error { return tensor.Failf(tensor.DataLoss, "bad block handle") }

// readBlock finds the block that a handle tells of, checks it, and gives its plain bytes.
func readBlock(data, handle []byte) ([]byte, error) {
	at, n := binary.Uvarint(handle)
	if n <= 0 {
		return nil, badHandle()
	}
	size, m := binary.Uvarint(handle[n:])
	if m <= 0 {
		return nil, badHandle()
	}
	if size > blockMax || at > uint64(len(data)) || size+trailerSize > uint64(len(data))-at {
		return nil, tensor.Failf(tensor.DataLoss, "truncated block read")
	}
	body := data[at : at+size+1]
	if mask(crc32.Checksum(body, castagnoli)) != binary.LittleEndian.Uint32(data[at+size+1:]) {
		return nil, tensor.Failf(tensor.DataLoss, "block checksum mismatch")
	}
	body = body[:size]
	switch data[at+size] {
	case plainBlock:
		return body, nil
	case snappyBlock:
		n, err := s2.DecodedLen(body)
		if err != nil || n > blockMax {
			return nil, tensor.Failf(tensor.DataLoss, "corrupted compressed block contents")
		}
		if err := tensor.Room(n, 1, "bytes of a block"); err != nil {
			return nil, err
		}
		plain, err := s2.Decode(nil, body)
		if err != nil {
			return nil, tensor.Failf(tensor.DataLoss, "corrupted compressed block contents")
		}
		return plain, nil
	}
	return nil, tensor.Failf(tensor.DataLoss, "bad block type")
}

// eachEntry walks the entries of a block.
func eachEntry(block []byte, f func(key string, value []byte) error) error {
	bad := func() error { return tensor.Failf(tensor.DataLoss, "bad entry in block") }
	if len(block) < 4 {
		return tensor.Failf(tensor.DataLoss, "bad block contents")
	}
	restarts := uint64(binary.LittleEndian.Uint32(block[len(block)-4:]))
	if restarts > uint64(len(block)-4)/4 {
		return tensor.Failf(tensor.DataLoss, "bad block contents")
	}
	rest := block[:len(block)-4-4*int(restarts)]
	var key []byte
	for len(rest) > 0 {
		var sizes [3]uint64 // of the key what it shares with the last one, of it what stands here, of the value
		for i := range sizes {
			v, n := binary.Uvarint(rest)
			if n <= 0 {
				return bad()
			}
			sizes[i], rest = v, rest[n:]
		}
		have := uint64(len(rest))
		if sizes[0] > uint64(len(key)) || sizes[1] > have || sizes[2] > have-sizes[1] {
			return bad()
		}
		key = append(key[:sizes[0]], rest[:sizes[1]]...)
		value := rest[sizes[1] : sizes[1]+sizes[2]]
		rest = rest[sizes[1]+sizes[2]:]
		if err := f(string(key), value); err != nil {
			return err
		}
	}
	return nil
}
