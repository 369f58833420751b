package bind

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// nodeNames are what TensorFlow calls the nodes of functions where that is not the kernel's name; what comes before a
// stroke is the scope of the call.
var nodeNames = func() map[string]string {
	names := map[string]string{}
	for _, w := range strings.Fields(`add:Add divide:truediv truediv:truediv divide_no_nan:div_no_nan floordiv:floordiv
		multiply_no_nan:multiply_no_nan reciprocal_no_nan:reciprocal_no_nan scalar_mul:scalar_mul
		histogram_fixed_width:histogram_fixed_width one_hot:one_hot ones:ones zeros:zeros zeros_like:zeros_like
		ones_like:ones_like einsum:einsum/Einsum erfinv:erfinv/Erfinv ndtri:ndtri/Ndtri xdivy:xdivy/Xdivy
		xlog1py:xlog1py/Xlog1py dawsn:dawsn/Dawsn expint:expint/Expint fresnel_cos:fresnel_cos/FresnelCos
		fresnel_sin:fresnel_sin/FresnelSin spence:spence/Spence in_top_k:in_top_k/InTopKV2
		bessel_i0:bessel_i0/BesselI0 bessel_i0e:bessel_i0e/BesselI0e bessel_i1:bessel_i1/BesselI1
		bessel_i1e:bessel_i1e/BesselI1e bessel_j0:bessel_j0/BesselJ0 bessel_j1:bessel_j1/BesselJ1
		bessel_k0:bessel_k0/BesselK0 bessel_k0e:bessel_k0e/BesselK0e bessel_k1:bessel_k1/BesselK1
		bessel_k1e:bessel_k1e/BesselK1e bessel_y0:bessel_y0/BesselY0 bessel_y1:bessel_y1/BesselY1
		reduce_join:ReduceJoin/ReduceJoin`) {
		function, name, _ := strings.Cut(w, ":")
		names[function] = name
	}
	return names
}()

// namedNode is the name that waits for the first node of a call.
func (o *Op) namedNode(rec *Recording, args []py.Value) string {
	name := nodeNames[o.Name[strings.LastIndexByte(o.Name, '.')+1:]]
	if name == "truediv" && len(args) > 0 {
		if d, ok := TypeOf(args[0]); ok && d.IsInteger() {
			return "" // the nodes before it cast
		}
	}
	if scope, own, within := strings.Cut(name, "/"); within {
		return rec.Graph.Unique(scope) + "/" + own
	}
	return name
}
