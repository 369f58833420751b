package np

import "strings"

// absentNames are NumPy's public names that are not part of tfs.
var absentNames = strings.Fields(`
ScalarType asmatrix bmat broadcast clongdouble complex256 core ctypeslib dtypes einsum_path emath f2py float128 format_float_positional
format_float_scientific from_dlpack fromregex get_include getbufsize info
isdtype lib longdouble matrix memmap mintypecode nditer
nested_iters rec recarray record require sctypeDict setbufsize show_config
show_runtime test typecodes typename typing
`)

// elsewhere tells names of NumPy that tfs does not have from names that exist nowhere.
func elsewhere(name string) string {
	for _, n := range absentNames {
		if n == name {
			return "np." + name + " is not part of tfs"
		}
	}
	return ""
}
