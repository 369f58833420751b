// Package scene holds pictures made of cells, brackets, rulers and notes, and paints them: as text of any width, in
// Unicode or ASCII, with or without colour, as SVG, and as sentences for those who do not see them.
//
// A picture (Scene) has a title, nodes and sentences. A node is laid out for a number of columns and becomes a Block:
// marks at places of a grid of characters. Both painters start from these marks, so they never differ: the text
// painter writes them, the SVG painter makes boxes of cells and paths of lines. What a mark means is in its text form
// too ((00) padding, /65/ cut off, [9] taken), colour only repeats it. Drawing is the node of charts: lines of text
// beside shapes in pixels.
//
// It knows no tensors and no Python; packages explain and plot put values into it.
package scene
