// Package parquet reads and writes Parquet files (github.com/apache/parquet-format): columns of numbers, truths and
// bytes, and lists of them at any depth, as tables of flat values with row splits. It reads every encoding and the
// compressions Snappy, GZIP, Zstandard and LZ4_RAW; it writes plain values, one page after the other, with checksums.
// A reader holds one row group.
//
// Where a page has a checksum it is verified. Nothing that is said about lengths is believed before the bytes are
// there.
//
// It knows no pyarrow; package tf gives its names to programs. What it does not know: decimals, Brotli, LZO, encrypted
// files, bloom filters and indexes, of which the first four are errors that name them.
package parquet

import "github.com/tfs-lang/tfs/tensor"

//go:noinline
func damaged(format string, args ...any) error {
	e := tensor.Failf(tensor.DataLoss, "the Parquet data are damaged: "+format, args...)
	return e
}

// The kinds of pages.
const (
	dataPage = iota
	indexPage
	dictionaryPage
	dataPageV2
)

// The encodings.
const (
	encPlain           = 0
	encPlainDictionary = 2
	encRLE             = 3
	encBitPacked       = 4
	encDelta           = 5
	encDeltaLengths    = 6
	encDeltaBytes      = 7
	encDictionary      = 8
	encSplit           = 9
)
