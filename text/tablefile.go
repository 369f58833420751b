package text

import (
	"bufio"
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// Column says which part of a line of a table's file an entry is: WholeLine, LineNumber, or the number of a column.
type Column struct {
	Index int
	Type  tensor.DType
}

// What a column may be instead of a number.
const (
	WholeLine  = -2
	LineNumber = -1
)

// longestLine bounds the lines of a table's file.
const longestLine = 1 << 24

// TableFile reads the keys and values of a table from a file, a line an entry, columns between delimiters
// (TextFileInitializer). offset is added to line numbers; most is how many lines are read, -1 for all. name is the
// file's in errors.
func TableFile(ctx context.Context, r io.Reader, name string, parts [2]Column, delim string, offset, most int) (keys,
	values *tensor.Tensor, err error) {
	var cols [2][]string
	s := bufio.NewScanner(r)
	s.Buffer(nil, longestLine)
	for n := 0; (most < 0 || n < most) && s.Scan(); n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		for i, p := range parts {
			v, err := p.of(s.Text(), name, n, delim, offset)
			if err != nil {
				return nil, nil, err
			}
			cols[i] = append(cols[i], v)
		}
	}
	if err := s.Err(); err != nil {
		return nil, nil, err
	}
	var out [2]*tensor.Tensor
	for i, p := range parts {
		out[i] = tensor.FromStrings([]int{len(cols[i])}, cols[i])
		if p.Type == tensor.String {
			continue
		}
		if out[i], err = ToNumber(ctx, out[i], p.Type); err != nil {
			return nil, nil, err
		}
	}
	return out[0], out[1], nil
}

// of is the column's part of line n.
func (c Column) of(line, name string, n int, delim string, offset int) (string, error) {
	switch c.Index {
	case WholeLine:
		return line, nil
	case LineNumber:
		return strconv.Itoa(n + offset), nil
	}
	parts := strings.Split(line, delim)
	if c.Index >= len(parts) {
		return "", tensor.Errorf("Invalid number of columns in %s line %d (%s) : expected at least %d got %d", name, n, line,
			c.Index+1, len(parts))
	}
	return parts[c.Index], nil
}
