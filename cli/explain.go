package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/tfs-lang/tfs/explain/shown"
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
)

// drawing is what the flags of tfs explain say.
type drawing struct {
	out, from    string
	width        int
	ascii, steps bool
	words        bool
}

// explainCommand is the command that draws what an expression did.
func (a *app) explainCommand() *cobra.Command {
	var d drawing
	c := &cobra.Command{
		Use:   "explain EXPR...",
		Short: "Draw what an expression did: bytes, bits, rows, shapes",
		Long: `Evaluates an expression and draws what it did: bytes under the values they make, the
bits of numbers, rows over their partitions, how shapes fit, and where an op failed.
Several expressions are drawn side by side. -o FILE writes .svg, or text to .txt.`,
		Example: `  tfs explain 'tf.io.decode_raw("ab", tf.int16)'
  tfs explain 'tf.ragged.constant([[3, 1], [], [5]])' -o rows.svg
  tfs explain --from script.tfs 'x + y' --width 40 --ascii`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.eval(nil, func(ctx context.Context, in *lang.Interp, show func(lang.Event)) error {
				return a.explain(ctx, in, &d, strings.Join(args, ", "), show)
			})
		},
	}
	c.Flags().StringVarP(&d.out, "output", "o", "", "write the picture to FILE: .svg or .txt")
	c.Flags().StringVar(&d.from, "from", "", "run FILE first; the expression sees its names")
	c.Flags().IntVar(&d.width, "width", 0, "columns of the text (default those of the terminal, at most 100)")
	c.Flags().BoolVar(&d.ascii, "ascii", false, "draw in ASCII")
	c.Flags().BoolVarP(&d.steps, "steps", "s", false, "a picture of each step")
	c.Flags().BoolVar(&d.words, "screen-reader", false, "tell the picture in sentences")
	return c
}

// explain draws; an expression that fails is drawn with its error, which is no failure of the command.
func (a *app) explain(ctx context.Context, in *lang.Interp, d *drawing, expr string, show func(lang.Event)) error {
	if d.width < 0 || d.width > 1000 {
		return a.refused("--width must be a number of columns from 1 to 1000, not %d", d.width)
	}
	set := in.Pictures()
	set.ASCII, set.InWords = set.ASCII || d.ascii, d.words
	set.Width = func() int {
		w, _, err := term.GetSize(int(os.Stdout.Fd()))
		if err != nil {
			return 0
		}
		return w
	}
	set.Columns = d.width
	if d.from != "" {
		src, err := lang.ReadSource(d.from)
		if err != nil {
			return a.refused("%v", err)
		}
		if err := in.RunSource(ctx, d.from, src, show); err != nil {
			return err
		}
	}
	pic, err := in.Explain(ctx, expr, d.steps, show)
	if err != nil {
		return err
	}
	if d.out != "" {
		if err := shown.Save(set, pic, d.out); err != nil {
			return a.refused("%v", err)
		}
		return nil
	}
	_, err = io.WriteString(a.out, set.Repr(pic, a.colored(os.Stdout))+"\n")
	return err
}

// refused tells why a command cannot do what is asked.
func (a *app) refused(format string, args ...any) error {
	fmt.Fprintln(os.Stderr, "tfs: explain:", py.Visible(fmt.Sprintf(format, args...)))
	return exitCode(1)
}
