package plot

import (
	"fmt"

	"github.com/tfs-lang/tfs/explain/scene"
)

// gridLines is the most lines a grid takes.
const gridLines = 24

// fitGrid gives the area the grid's proportions: a place of a terminal is twice as high as wide.
func (c *chart) fitGrid() {
	s := c.Series[0]
	if s.Rows == 0 || s.Cols == 0 {
		return
	}
	most := gridLines
	if c.ph > usualLines {
		most = max(c.ph, gridLines)
	}
	w := min(c.pw, max(2*s.Cols, min(c.pw, 2*s.Cols*max(1, 12/s.Rows))))
	h := max((w*s.Rows+s.Cols)/(2*s.Cols), 1)
	if h > most {
		h = most
		w = min(max(2*h*s.Cols/s.Rows, 1), c.pw)
	}
	c.pw, c.ph = w, h
}

// ramp is the shades of a text without colours, from the least to the greatest.
// Pictures begin at nothing, grids of values at what can be seen.
func (s *Series) ramp(r scene.Room) []string {
	out := []string{" ", "░", "▒", "▓", "█"}
	if r.ASCII {
		out = []string{" ", ".", ":", "-", "=", "+", "*", "#", "%", "@"}
	}
	if s.Kind == Cells && s.Map != "gray" && s.Map != "binary" {
		return out[1:]
	}
	return out
}

// grid draws a grid: with colours two cells to a place, else by shades.
func (c *chart) grid(s *Series) {
	if s.Rows*s.Cols == 0 {
		return
	}
	shades := s.ramp(c.room)
	for y := range c.ph {
		for x := range c.pw {
			if c.room.Colour && !c.room.ASCII {
				up, above := s.mean(c.box(s, x, 2*y, 2*c.ph))
				down, below := s.mean(c.box(s, x, 2*y+1, 2*c.ph))
				if above || below {
					c.set(c.left+x, c.top+y, "▀", fmt.Sprintf("38;2;%d;%d;%d;48;2;%d;%d;%d", up[0], up[1], up[2], down[0], down[1],
						down[2]))
				}
				continue
			}
			if t, ok := s.light(c.box(s, x, y, c.ph)); ok {
				c.set(c.left+x, c.top+y, shades[min(int(t*float64(len(shades))), len(shades)-1)], "")
			} else {
				c.set(c.left+x, c.top+y, "?", "")
			}
		}
	}
}

// box are the cells at a place, of n lines: first and last row and column.
func (c *chart) box(s *Series, x, y, n int) (r0, r1, c0, c1 int) {
	if c.y.lo < c.y.hi { // rows go upwards
		y = n - 1 - y
	}
	if c.x.lo > c.x.hi {
		x = c.pw - 1 - x
	}
	left, right := c.x.within(s.Cols)
	top, bottom := c.y.within(s.Rows)
	r0, c0 = top+y*(bottom-top)/n, left+x*(right-left)/c.pw
	r1, c1 = max(top+(y+1)*(bottom-top)/n, r0+1), max(left+(x+1)*(right-left)/c.pw, c0+1)
	return r0, min(r1, bottom), c0, min(c1, right)
}

// mean is the middle colour of some cells; of many a part is looked at.
func (s *Series) mean(r0, r1, c0, c1 int) (out [3]byte, ok bool) {
	var sum [3]int
	n := 0
	s.each(r0, r1, c0, c1, func(i int) {
		if c, has := s.cell(i); has {
			for k := range sum {
				sum[k] += int(c[k])
			}
			n++
		}
	})
	if n == 0 {
		return out, false
	}
	for k := range sum {
		out[k] = byte(sum[k] / n)
	}
	return out, true
}

// light is the middle brightness of some cells.
func (s *Series) light(r0, r1, c0, c1 int) (t float64, ok bool) {
	n := 0
	s.each(r0, r1, c0, c1, func(i int) {
		if v, has := s.lit(i); has {
			t += v
			n++
		}
	})
	if n == 0 {
		return 0, false
	}
	return t / float64(n), true
}

// each visits at most 16 by 16 of the cells.
func (s *Series) each(r0, r1, c0, c1 int, f func(i int)) {
	dr, dc := max((r1-r0)/16, 1), max((c1-c0)/16, 1)
	for r := r0; r < r1; r += dr {
		for c := c0; c < c1; c += dc {
			f(r*s.Cols + c)
		}
	}
}
