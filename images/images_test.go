package images

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// samplePicture is random pixels.
func samplePicture(h, w, c int, wide bool) *Picture {
	r := rand.New(rand.NewPCG(1, uint64(c)))
	p := &Picture{Frames: 1, Height: h, Width: w, Channels: c}
	for range h * w * c {
		if wide {
			p.Wide = append(p.Wide, uint16(r.Uint32()))
		} else {
			p.Pix = append(p.Pix, uint8(r.Uint32()))
		}
	}
	return p
}

// TestPNG reads back what is written, in all numbers of channels and both widths; the bytes and grays of colours
// are those TensorFlow gives.
func TestPNG(t *testing.T) {
	for c := 1; c <= 4; c++ {
		for _, wide := range []bool{false, true} {
			p := samplePicture(5, 7, c, wide)
			b, err := EncodePNG(p, -1)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Decode(b, Options{Wide: wide, Kernel: "DecodePng"})
			if err != nil || got.Channels != c || !slices.Equal(got.Pix, p.Pix) || !slices.Equal(got.Wide, p.Wide) {
				t.Errorf("%d channels, wide %v: %v %v", c, wide, got, err)
			}
		}
	}
	b, _ := EncodePNG(&Picture{Height: 2, Width: 2, Channels: 3,
		Pix: []uint8{0, 97, 194, 35, 132, 229, 70, 167, 8, 105, 202, 43}}, 9)
	if g, err := Decode(b, Options{Channels: 1, Kernel: "DecodePng"}); err != nil ||
		!slices.Equal(g.Pix, []uint8{79, 114, 119, 154}) {
		t.Errorf("%v %v", g, err)
	}
	wide := &Picture{Height: 1, Width: 2, Channels: 3, Wide: []uint16{0, 7777, 15554, 23331, 31108, 38885}}
	b, _ = EncodePNG(wide, 0)
	if g, err := Decode(b, Options{Channels: 1, Wide: true, Kernel: "DecodePng"}); err != nil ||
		!slices.Equal(g.Wide, []uint16{6339, 29670}) {
		t.Errorf("%v %v", g, err)
	}
}

// TestJPEG reads back what is written, as well as the compression keeps it.
func TestJPEG(t *testing.T) {
	p := &Picture{Height: 16, Width: 16, Channels: 3}
	for i := range 16 * 16 {
		p.Pix = append(p.Pix, uint8(i/2), uint8(i/4), 100)
	}
	b, err := EncodeJPEG(p, JPEGOptions{Quality: 95})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(b, Options{Kernel: "DecodeJpeg"})
	if err != nil || got.Height != 16 || got.Channels != 3 {
		t.Fatalf("%v %v", got, err)
	}
	for i, v := range got.Pix {
		if d := int(v) - int(p.Pix[i]); d > 12 || d < -12 {
			t.Fatalf("value %d: %d, not %d", i, v, p.Pix[i])
		}
	}
	if h, w, c, err := JPEGShape(b); h != 16 || w != 16 || c != 3 || err != nil {
		t.Errorf("%d %d %d %v", h, w, c, err)
	}
}

// TestGIF draws frames over each other; transparent pixels leave what was there.
func TestGIF(t *testing.T) {
	palette := color.Palette{color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}, color.RGBA{}}
	first := image.NewPaletted(image.Rect(0, 0, 2, 1), palette)
	second := image.NewPaletted(image.Rect(0, 0, 2, 1), palette)
	second.Pix = []uint8{2, 1}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{first, second}, Delay: []int{0, 0}}); err != nil {
		t.Fatal(err)
	}
	p, err := Decode(b.String(), Options{Kernel: "DecodeGif"})
	if err != nil || p.Frames != 2 || !slices.Equal(p.Pix, []uint8{255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 0}) {
		t.Errorf("%v %v", p, err)
	}
}

// TestWAV reads back what is written, cut off at one.
func TestWAV(t *testing.T) {
	b, err := EncodeWAV(&Sound{Rate: 8000, Channels: 2, Length: 2, Samples: []float32{0, 0.5, 2, -2}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := DecodeWAV(b)
	if err != nil || s.Rate != 8000 || !slices.Equal(s.Samples, []float32{0, 0.5, 32767. / 32768, -1}) {
		t.Errorf("%v %v", s, err)
	}
}

// hostile are files that lie about their sizes.
var hostile = map[string]string{
	"BMP": "BM\x3a\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\xff\xff\xff\x7f\xff\xff\xff\x7f\x01\x00\x18\x00abcd",
	"GIF": "GIF89a\xff\xff\xff\xff\x80\x00\x00",
	"PNG": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff\x08\x02\x00\x00\x00\x9f\xf8\x1f\x0f",
	"WAV": "RIFF\xff\xff\xff\xffWAVEfmt " +
		"\x10\x00\x00\x00\x01\x00\x01\x00@\x1f\x00\x00\x80>\x00\x00\x02\x00\x10\x00data\xff\xff\xff\x7f",
	"nothing":  "",
	"a letter": "a",
}

// TestHostile wants an error of each, without the memory they ask for; and of each byte of small files flipped or cut
// a picture or an error.
func TestHostile(t *testing.T) {
	for name, b := range hostile {
		if _, err := Decode(b, Options{Kernel: "DecodeImage"}); err == nil && name != "WAV" {
			t.Errorf("%s: no error", name)
		}
		if _, err := DecodeWAV(b); err == nil {
			t.Errorf("%s: a sound", name)
		}
	}
	p := samplePicture(3, 3, 3, false)
	png, _ := EncodePNG(p, -1)
	jpeg, _ := EncodeJPEG(p, JPEGOptions{Quality: 90})
	wav, _ := EncodeWAV(&Sound{Rate: 8000, Channels: 2, Length: 2, Samples: []float32{0, 0.5, 2, -2}})
	for _, b := range []string{png, jpeg, wav} {
		for i := range len(b) {
			for bit := range 8 {
				c := []byte(b)
				c[i] ^= 1 << bit
				got, err := Decode(string(c), Options{Kernel: "DecodeImage"})
				if err == nil && b == png && !slices.Equal(got.Pix, p.Pix) {
					t.Errorf("PNG: byte %d, bit %d: other pixels without an error", i, bit)
				}
				DecodeWAV(string(c))
			}
			if _, err := Decode(b[:i], Options{Kernel: "DecodeImage"}); err == nil && b == png && i < len(b)-12 {
				t.Errorf("PNG: cut at %d without an error", i)
			}
			DecodeWAV(b[:i])
		}
	}
}

// FuzzDecode looks for bytes that no reader survives.
func FuzzDecode(f *testing.F) {
	for _, b := range hostile {
		f.Add([]byte(b), 0, false)
	}
	f.Fuzz(func(t *testing.T, b []byte, channels int, wide bool) {
		p, err := Decode(string(b), Options{Kernel: "DecodeImage", Channels: channels % 5, Wide: wide})
		if err == nil && len(p.Pix)+len(p.Wide) != p.Frames*p.Height*p.Width*p.Channels {
			t.Errorf("%d values for %d x %d x %d x %d", len(p.Pix)+len(p.Wide), p.Frames, p.Height, p.Width, p.Channels)
		}
		s, err := DecodeWAV(string(b))
		if err == nil && len(s.Samples) != s.Length*s.Channels {
			t.Errorf("%d samples", len(s.Samples))
		}
	})
}

// TestJPEGHead holds the segments that options add to those libjpeg writes.
func TestJPEGHead(t *testing.T) {
	p := &Picture{Width: 2, Height: 1, Channels: 1, Pix: []byte{0, 255}}
	for _, c := range []struct {
		o    JPEGOptions
		want string
	}{
		{JPEGOptions{Density: [2]int{300, 300}}, "\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x01\x01,\x01,\x00\x00\xff\xdb"},
		{JPEGOptions{Density: [2]int{72, -1}, Centi: true},
			"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x02\x00H\xff\xff\x00\x00\xff\xdb"},
		{JPEGOptions{Metadata: "<x/>"}, "\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x01\x00\x00\x00\x00\x00\x00" +
			"\xff\xe1\x00#http://ns.adobe.com/xap/1.0/\x00<x/>\xff\xdb"},
	} {
		b, err := EncodeJPEG(p, c.o)
		if err != nil || !strings.HasPrefix(b, c.want) {
			t.Errorf("%+v: %q, %v", c.o, b[:min(len(b), 80)], err)
		}
		if q, err := Decode(b, Options{}); err != nil || q.Width != 2 {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
}
