package records

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/tfs-lang/tfs/tensor"
)

// readCSV gives the records and the first error as text.
func readCSV(text string, o CSVOptions) string {
	return readRows(iotest.HalfReader(strings.NewReader(text)), o)
}

func readRows(r io.Reader, o CSVOptions) string {
	var out []string
	c, err := NewCSV(r, o, Options{})
	for err == nil {
		var row []*tensor.Tensor
		if row, err = c.Next(); err != nil {
			break
		}
		var fields []string
		for _, x := range row {
			if x.DType() == tensor.String {
				fields = append(fields, fmt.Sprintf("%q", x.Str(0)))
			} else {
				fields = append(fields, fmt.Sprint(x.Float(0)))
			}
		}
		out = append(out, strings.Join(fields, ","))
	}
	if err != io.EOF {
		out = append(out, err.Error())
	}
	return strings.Join(out, "; ")
}

// TestCSV holds records and texts equal to those of CsvDataset.
func TestCSV(t *testing.T) {
	integer, str := tensor.Vector([]int32{7}), tensor.FromStrings([]int{1}, []string{""})
	both := CSVOptions{Defaults: []*tensor.Tensor{integer, str}, Delim: ',', Quotes: true}
	const open = "Reached end of file without closing quoted field in record"
	const escape = "Quote inside a string has to be escaped by another quote"
	for text, want := range map[string]string{
		"1,\n,4": `1,""; 7,"4"`, "1,2\n\n3,4\n": `1,"2"; Expect 2 fields but have 1 in record`,
		"1,2,3\n":                "Expect 2 fields but have more in record",
		"1,\"x\"\"y\nz\"\r\n2,u": `1,"x\"y\nz"; 2,"u"`, "1,\"x\n": open, "1,\"x\"y,3\n4,5": open, "1,\"x\"y\"\n": escape,
		"\"x\"y\",2\n": escape, "1,\"x\"": `1,"x"`, "1,\"x\"\r": `1,"x"`,
		"1,a\"\n":        "Unquoted fields cannot have quotes inside",
		"1,\r2,\r\n3,\n": `1,""; 2,""; 3,""`, "1,": `1,""`, ",": `7,""`, "1,\"": open, "\"": open, "": "",
		"1,\"\"\"\"\n": `1,"\""`,
		"a,x\n":        "Field 0 in record is not a valid int32: a", "+5 ,x": `5,"x"`,
		"0x10,":             "Field 0 in record is not a valid int32: 0x10",
		"1,2\n\r\n":         `1,"2"; Expect 2 fields but have 1 in record`,
		"\xef\xbb\xbf1,2\n": "Field 0 in record is not a valid int32: \xef\xbb\xbf1",
	} {
		if got := readCSV(text, both); got != want {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
	o := both
	o.Select = []int{0, 2}
	if got := readCSV("1,2,3\n4,\"x\"z,6\n", o); got != `1,"3"; `+open {
		t.Error(got)
	}
	if got := readCSV("1,2\n", o); got != "Expect 2 fields but have 1 in record" {
		t.Error(got)
	}
	o = both
	o.Header = true
	for text, want := range map[string]string{"a,b\n1,x\n": `1,"x"`, "a": "", "": "Can't read header of file",
		"\"a\n": "Can't read header of file", "\"a\nb\"\n1,2\n": `1,"2"`} {
		if got := readCSV(text, o); got != want {
			t.Errorf("header %q: %s, not %s", text, got, want)
		}
	}
	o = CSVOptions{Defaults: []*tensor.Tensor{tensor.Vector([]float32{}), integer}, Delim: ';', NA: "NA"}
	for text, want := range map[string]string{"1e40;NA": "+Inf,7", "0x1p3;": "8,7",
		"NA;1": "Field 0 is required but missing in record!", "nan;\"": "Field 1 in record is not a valid int32: \""} {
		if got := readCSV(text, o); got != want {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
	for _, c := range []struct {
		o    CSVOptions
		want string
	}{{CSVOptions{Defaults: both.Defaults, Select: []int{1}}, "select_cols should match output size"},
		{CSVOptions{Defaults: both.Defaults, Select: []int{1, 0}}, "select_cols should be strictly increasing indices"},
		{CSVOptions{Defaults: both.Defaults, Select: []int{-1, 0}}, "select_cols should be non-negative indices"},
		{CSVOptions{Defaults: []*tensor.Tensor{tensor.Vector([]int32{1, 2})}},
			"There should only be 1 default per field but field 0 has 2"}} {
		if got := readCSV("", c.o); got != c.want {
			t.Errorf("%s, not %s", got, c.want)
		}
	}
}

// FuzzCSV compares with the same bytes in pieces of one byte: where a buffer ends changes nothing.
func FuzzCSV(f *testing.F) {
	f.Add("1,\"x\"\"y\nz\"\r\n2,u")
	o := CSVOptions{Defaults: []*tensor.Tensor{tensor.Vector([]int32{7}), tensor.FromStrings([]int{1}, []string{""})},
		Delim: ',', Quotes: true}
	f.Fuzz(func(t *testing.T, text string) {
		if a, b := readCSV(text, o), readRows(iotest.OneByteReader(strings.NewReader(text)), o); a != b {
			t.Errorf("%q: %s and %s", text, a, b)
		}
	})
}
