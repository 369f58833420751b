package cli

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tfs-lang/tfs/graph/funcdef"
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf"
)

// model is the command for folders of TensorFlow's SavedModel format.
func (a *app) model() *cobra.Command {
	c := &cobra.Command{Use: "model", Short: "Look into and run SavedModels",
		Long: "Looks into the folders that tf.saved_model.save and Keras write, and calls what they hold."}
	c.AddCommand(a.modelShow(), a.modelRun())
	return c
}

func (a *app) modelShow() *cobra.Command {
	asJSON := false
	c := &cobra.Command{Use: "show DIR...", Short: "What SavedModels hold", Args: cobra.MinimumNArgs(1),
		Long: `Shows what a SavedModel holds without running it: its signatures with the types and
shapes of what they take and give, its variables, its functions with the arguments of
every trace, and how often each op occurs. Ops that tfs does not compute are named with
each function that needs them, those it calls included.

--json writes a line of JSON for each folder.

The status is 0, 1 when a function needs an op that tfs does not compute or is broken, 2
when a folder cannot be read, 130 after Ctrl-C.`,
		Example: "  tfs model show saved/1\n  tfs model show --json saved/1 | jq .signatures",
		RunE:    func(_ *cobra.Command, args []string) error { return a.showModels(args, asJSON) }}
	c.Flags().BoolVar(&asJSON, "json", false, "a line of JSON for each folder")
	return c
}

// showModels is tfs model show.
func (a *app) showModels(dirs []string, asJSON bool) error {
	ctx, done := a.interruptible()
	defer done()
	worst := 0
	for _, dir := range dirs {
		r, err := funcdef.Describe(ctx, dir)
		switch {
		case ctx.Err() != nil:
			return a.status(ctx, ctx.Err())
		case err != nil:
			fmt.Fprintln(os.Stderr, "tfs:", py.Visible(err.Error()))
			worst = 2
			continue
		}
		for _, f := range r.Functions {
			for _, t := range f.Traces {
				if len(t.Missing) > 0 || t.Broken != "" {
					worst = max(worst, 1)
				}
			}
		}
		if asJSON {
			enc := json.NewEncoder(a.out)
			enc.SetEscapeHTML(false)
			err = enc.Encode(r)
		} else {
			_, err = a.out.WriteString(py.Visible(modelText(r)))
		}
		if err != nil {
			return err
		}
	}
	if worst > 0 {
		return exitCode(worst)
	}
	return nil
}

// counted is a number and what is counted.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// modelText is a report as one reads it.
func modelText(r *funcdef.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: tags %s", r.Dir, strings.Join(r.Tags, ", "))
	if r.Version != "" {
		fmt.Fprintf(&b, ", written by TensorFlow %s", r.Version)
	}
	fmt.Fprintf(&b, ", %s\nsignatures:\n", counted(int(r.Bytes), "byte"))
	for _, s := range r.Signatures {
		fmt.Fprintf(&b, "  %s\n", s.Name)
		for _, v := range s.Inputs {
			fmt.Fprintf(&b, "    takes %s\n", v)
		}
		for _, v := range s.Outputs {
			fmt.Fprintf(&b, "    gives %s\n", v)
		}
	}
	var elements, bytes int64
	for _, v := range r.Variables {
		elements, bytes = elements+v.Elements, bytes+v.Bytes
	}
	fmt.Fprintf(&b, "%s, %s, %s:\n", counted(len(r.Variables), "variable"), counted(int(elements), "element"),
		counted(int(bytes), "byte"))
	for _, v := range r.Variables {
		kept := ""
		if !v.Trainable {
			kept = ", not trained"
		}
		fmt.Fprintf(&b, "  %s%s\n", v, kept)
	}
	fmt.Fprintf(&b, "%s:\n", counted(len(r.Functions), "function"))
	for _, f := range r.Functions {
		fmt.Fprintf(&b, "  %s\n", f.Name)
		for _, t := range f.Traces {
			fmt.Fprintf(&b, "    %s: %s\n", t.Takes, counted(t.Nodes, "node"))
			if len(t.Missing) > 0 {
				fmt.Fprintf(&b, "      needs ops that tfs does not compute: %s\n", strings.Join(t.Missing, ", "))
			}
			if t.Broken != "" {
				fmt.Fprintf(&b, "      broken: %s\n", t.Broken)
			}
		}
	}
	for _, name := range r.Tables {
		fmt.Fprintf(&b, "table %s\n", name)
	}
	for _, f := range r.Assets {
		fmt.Fprintf(&b, "asset %s\n", f)
	}
	fmt.Fprintf(&b, "library: %s, %s\n", counted(r.Library, "function"), counted(r.Nodes, "node"))
	names := slices.Sorted(maps.Keys(r.Ops))
	sort.SliceStable(names, func(i, k int) bool { return r.Ops[names[i]] > r.Ops[names[k]] })
	for _, name := range names {
		fmt.Fprintf(&b, "  %-5d %s\n", r.Ops[name], name)
	}
	return py.Visible(b.String())
}

// modelProgram calls a model; it is written in the language itself.
//
//go:embed modelrun.py
var modelProgram string

func (a *app) modelRun() *cobra.Command {
	var inputs []string
	signature, asJSON := "serving_default", false
	c := &cobra.Command{Use: "run DIR --inputs NAME=VALUE...", Short: "Call a SavedModel", Args: cobra.ExactArgs(1),
		Long: `Calls a signature of a SavedModel, or a function that is an attribute of its object, and
shows what it gives.

A VALUE is the name of a file, or the value itself. A file .npy is NumPy's, a file .json
holds one value, and of any other file every line is one text, or one row of numbers
where numbers are asked for. Otherwise VALUE is JSON: a number, a text in double quotes,
a list of lists; what is no JSON is a text. Lists of rows of several lengths are ragged
tensors. Values take the types of the signature.

--json writes one object of the results: name, dtype, shape, value.

The status is 1 after an error, 2 when the command line cannot be read, 124 after
--timeout, 130 after Ctrl-C.`,
		Example: "  tfs model run saved/1 --inputs 'x=[[1, 2, 3]]'\n" +
			"  tfs model run saved/1 --signature train --inputs x=images.npy --inputs y=labels.json",
		RunE: func(_ *cobra.Command, args []string) error {
			for _, s := range inputs {
				if !strings.Contains(s, "=") {
					return fmt.Errorf("--inputs is NAME=VALUE, not %q", s)
				}
			}
			return a.eval(nil, func(ctx context.Context, in *lang.Interp, show func(lang.Event)) error {
				return a.runModel(ctx, in, args[0], signature, inputs, asJSON, show)
			})
		}}
	c.Flags().StringArrayVar(&inputs, "inputs", nil, "an input, `NAME=VALUE`; once for each")
	c.Flags().StringVar(&signature, "signature", signature, "the `NAME` of a signature or function")
	c.Flags().BoolVar(&asJSON, "json", false, "the results as JSON")
	return c
}

// modelResult is one line of tfs model run --json.
type modelResult struct {
	Name  string `json:"name"`
	DType string `json:"dtype,omitempty"`
	Shape any    `json:"shape,omitempty"`
	Value any    `json:"value"`
}

func (a *app) runModel(ctx context.Context, in *lang.Interp, dir, signature string, inputs []string, asJSON bool,
	show func(lang.Event)) error {
	given := py.NewDict()
	for _, s := range inputs {
		name, text, _ := strings.Cut(s, "=")
		given.SetStr(name, text)
	}
	in.Set("directory", dir)
	in.Set("signature", signature)
	in.Set("given", given)
	if err := in.Eval(ctx, "<tfs model run>", modelProgram, lang.Script, show); err != nil {
		return err
	}
	if why, ok := in.Get("failure"); ok && why != py.None {
		fmt.Fprintln(os.Stderr, "tfs:", py.Visible(py.StrOf(why)))
		return exitCode(1)
	}
	v, _ := in.Get("results")
	results, ok := v.(*py.Dict)
	if !ok {
		return errors.New("the call gave no results")
	}
	out := []modelResult{}
	err := results.Each(func(k, x py.Value) error {
		if !asJSON {
			_, err := fmt.Fprintf(a.out, "%s = %s\n", py.Visible(py.StrOf(k)), py.ReprOf(x))
			return err
		}
		r := modelResult{Name: py.StrOf(k), DType: tf.Measure(x).DType, Value: plain(x, 0)}
		if s, err := py.GetAttr(py.Background(), x, "shape"); err == nil {
			r.Shape = plain(s, 0)
		}
		out = append(out, r)
		return nil
	})
	if err != nil || !asJSON {
		return err
	}
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}
