package function

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// The classes of tf.types.experimental: what functions are instances of, and the types of signatures.

const typesModule = "tensorflow.python.types.core"

var (
	callableBase    = py.NewClass(typesModule, "Callable", py.ObjectClass, nil)
	polymorphicBase = py.NewClass(typesModule, "PolymorphicFunction", callableBase, nil)
	concreteBase    = py.NewClass(typesModule, "ConcreteFunction", callableBase, nil)
	typeBase        = py.NewClass(typesModule, "FunctionType", py.ObjectClass, nil)
)

// functionType is the signature of a function, or of one trace of it.
type functionType struct {
	of *Concrete // nil for a function
	fn *Function
}

var functionTypeClass = py.NewClass("tensorflow.core.function.polymorphism.function_type", "FunctionType", typeBase, nil)

func init() {
	py.Register[*functionType](functionTypeClass)
	table.Constant(callableBase, "tf.types.experimental.Callable")
	table.Constant(polymorphicBase, "tf.types.experimental.PolymorphicFunction")
	table.Constant(polymorphicBase, "tf.types.experimental.GenericFunction")
	table.Constant(concreteBase, "tf.types.experimental.ConcreteFunction")
	table.Constant(typeBase, "tf.types.experimental.FunctionType")
	show := func(_ *py.Thread, v py.Value) (string, error) {
		f := v.(*functionType)
		if f.of != nil {
			return f.of.Signature(false), nil
		}
		return f.fn.sigText(), nil
	}
	c := functionTypeClass
	c.Str = show
	c.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		if f := v.(*functionType); f.of != nil {
			return f.of.Signature(true), nil
		}
		return v.(*functionType).fn.lines(), nil
	}
	c.Prop("output", "The type of the result; None for a function that is not traced.",
		func(_ *py.Thread, v py.Value) (py.Value, error) {
			if k := v.(*functionType).of; k != nil {
				return plainTypes(k.outTypes()), nil
			}
			return py.None, nil
		})
}

// lines is the signature of a function with a line for each parameter.
func (f *Function) lines() string {
	var b strings.Builder
	b.WriteString("Input Parameters:\n")
	behind := "POSITIONAL_OR_KEYWORD"
	for i, p := range f.ParamList {
		ty, kind := "None", behind
		switch {
		case p.Star:
			b.WriteString("  " + p.Name + " (VAR_POSITIONAL): None\n")
			behind = "KEYWORD_ONLY"
			continue
		case p.DStar:
			b.WriteString("  " + p.Name + " (VAR_KEYWORD): None\n")
			continue
		case p.KwOnly:
			kind = "KEYWORD_ONLY"
		case p.PosOnly:
			kind = "POSITIONAL_ONLY"
		}
		if !p.KwOnly && i < len(f.Sig) {
			ty = typeText(f.Sig[i])
		}
		b.WriteString("  " + p.Name + " (" + kind + "): " + ty + "\n")
	}
	if len(f.ParamList) == 0 {
		b.WriteString("  None\n")
	}
	b.WriteString("Output Type:\n  None\nCaptures:\n  None")
	return b.String()
}

// plainTypes is a nest of types as programs read it: literals are what they are.
func plainTypes(ty py.Value) py.Value {
	return bind.SwapLeaves(ty, func(l py.Value) py.Value {
		if x, ok := l.(*LiteralType); ok {
			return x.V
		}
		return l
	})
}
