package text

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text/casing"
)

// Unit is what lengths and positions count.
type Unit string

// The units: bytes, and characters of UTF-8.
const (
	Bytes Unit = "BYTE"
	Chars Unit = "UTF8_CHAR"
)

func (u Unit) check() error {
	if u != Bytes && u != Chars {
		return tensor.BadAttr("unit", `of "%s" is not in the list of allowed values: "BYTE", "UTF8_CHAR"`, string(u))
	}
	return nil
}

// Length gives the length of each string of x, of any shape, as int32 of the same shape or structure, in bytes or in
// characters of UTF-8. Another unit is an error. Source: StringLength.
func Length[V Of](ctx context.Context, x V, unit Unit) (V, error) {
	if err := unit.check(); err != nil {
		var none V
		return none, err
	}
	if unit == Chars {
		return numbers(ctx, "StringLength", x, func(s string) int32 { return int32(utf8.RuneCountInString(s)) })
	}
	return flatly("StringLength", x, func(x *tensor.Tensor) (*tensor.Tensor, error) { // the differences of the offsets
		out, off := make([]int32, x.Len()), x.Strings().Off
		err := tensor.Parallel(ctx, len(out), 12, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				out[i] = int32(off[i+1] - off[i])
			}
		})
		return tensor.FromSlice(x.Shape(), out), err
	})
}

// Upper gives strings in upper case: of ASCII with the encoding "", of Unicode with "utf-8"; other
// encodings are refused (StringUpper).
func Upper[V Of](ctx context.Context, x V, encoding string) (V, error) {
	return recase(ctx, "StringUpper", x, encoding, casing.ToUpper, 'a', 'z')
}

// Lower gives strings in lower case, as Upper does in upper case (StringLower).
func Lower[V Of](ctx context.Context, x V, encoding string) (V, error) {
	return recase(ctx, "StringLower", x, encoding, casing.ToLower, 'A', 'Z')
}

func recase[V Of](ctx context.Context, kernel string, x V, encoding string,
	full func(string) string, lo, hi byte) (none V, err error) {
	switch encoding {
	case "utf-8":
		return mapText(ctx, kernel, x, full)
	case "":
	default:
		return none, tensor.Errorf("only utf-8 or '' (no encoding) is supported, received %s", encoding)
	}
	return flatly(kernel, x, func(x *tensor.Tensor) (*tensor.Tensor, error) {
		return tensor.BuildStrings(ctx, x.Shape(), x.MeanLen(), func(dst []byte, i int) []byte {
			at := len(dst)
			dst = append(dst, x.Str(i)...)
			for k, b := range dst[at:] {
				if b >= lo && b <= hi {
					dst[at+k] = b ^ 0x20
				}
			}
			return dst
		})
	})
}

// Strip gives strings without the white space of ASCII at both ends (StringStrip).
func Strip[V Of](ctx context.Context, x V) (V, error) {
	return mapText(ctx, "StringStrip", x, func(s string) string { return strings.Trim(s, blanks) })
}

// blanks is the white space of C's isspace.
const blanks = " \t\n\v\f\r"
