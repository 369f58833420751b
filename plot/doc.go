// Package plot draws charts: lines, points, bars, grids of values and pictures, on axes that stand in a figure. A
// figure is a scene.Picture, so it is text of any width (braille dots, blocks, or plain ASCII), SVG, sentences, and a
// PNG as well.
//
// Values that are not finite are left out and said. Long lines are drawn by the least and the greatest value of each
// column. What series a mark belongs to is told by letters, dashes or a legend, never by colour alone.
//
// It knows no Python (plot/plotted does) and no tensors: values are float64.
package plot
