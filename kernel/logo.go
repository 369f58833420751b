package kernel

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
)

// The logo is a ragged tensor: rows of cells, each row as long as it likes.
var (
	logoRows = []int{4, 2, 3, 1}
	logoBlue = color.NRGBA{0x2f, 0x6f, 0xb5, 0xff}
	logoWarm = color.NRGBA{0xf2, 0x8c, 0x28, 0xff}
)

// cells calls f for every cell of the logo on a square of 64 by 64.
func cells(f func(x, y, size int, c color.NRGBA)) {
	for r, n := range logoRows {
		for i := range n {
			c := logoBlue
			if i == n-1 {
				c = logoWarm
			}
			f(3+15*i, 3+15*r, 13, c)
		}
	}
}

func logoSVG() []byte {
	var b bytes.Buffer
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">`)
	cells(func(x, y, size int, c color.NRGBA) {
		fmt.Fprintf(
			&b,
			`<rect x="%d" y="%d" width="%d" height="%d" rx="2" fill="#%02x%02x%02x"/>`,
			x,
			y,
			size,
			size,
			c.R,
			c.G,
			c.B,
		)
	})
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func logoPNG(size int) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	cells(func(x, y, side int, c color.NRGBA) {
		for py := y * size / 64; py < (y+side)*size/64; py++ {
			for px := x * size / 64; px < (x+side)*size/64; px++ {
				img.SetNRGBA(px, py, c)
			}
		}
	})
	var b bytes.Buffer
	_ = png.Encode(&b, img) // into memory: it cannot fail
	return b.Bytes()
}
