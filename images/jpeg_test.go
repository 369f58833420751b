package images

import (
	"os"
	"testing"
)

// TestColours reads a picture of 7 x 9 pixels whose colours are stored at half of the size, as TensorFlow does with
// its accurate transform: smooth and plain. The two transforms round apart by a unit, three in a colour.
func TestColours(t *testing.T) {
	file, err := os.ReadFile("testdata/colours.jpg")
	if err != nil {
		t.Fatal(err)
	}
	for _, way := range []string{"smooth", "plain"} {
		want, err := os.ReadFile("testdata/colours_" + way + ".rgb")
		if err != nil {
			t.Fatal(err)
		}
		p, err := Decode(string(file), Options{Kernel: "DecodeJpeg", Plain: way == "plain"})
		if err != nil || p.Height != 7 || p.Width != 9 || len(p.Pix) != len(want) {
			t.Fatal(way, p, err)
		}
		for i, v := range p.Pix {
			if d := int(v) - int(want[i]); d < -3 || d > 3 {
				t.Errorf("%s: pixel %d is %d, not %d", way, i, v, want[i])
			}
		}
	}
}

// TestChroma draws the colours between others: in one direction, in the other, in both, at the edges too.
func TestChroma(t *testing.T) {
	pix := []uint8{0, 16, 32, 160, 176, 192}
	for _, c := range []struct {
		across, down int
		y            int
		want         string
	}{
		{2, 1, 0, "\x00\x04\x0c\x14\x1c\x20"}, {1, 2, 0, "\x00\x10\x20"}, {1, 2, 1, "\x28\x38\x48"}, {1, 2, 2, "\x78\x88\x98"},
		{2, 2, 3, "\xa0\xa4\xac\xb4\xbc\xc0"}, {2, 2, 1, "\x28\x2c\x34\x3c\x44\x48"},
	} {
		u := &chroma{pix: pix, stride: 3, width: 3, height: 2, across: c.across, down: c.down, smooth: true}
		out := make([]uint8, 3*c.across)
		if u.row(out, make([]int32, 3), c.y); string(out) != c.want {
			t.Errorf("%+v: % x", c, out)
		}
	}
}
