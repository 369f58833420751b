package np

import "strings"

// absentNames are NumPy's public names that are not part of tfs.
var absentNames = strings.Fields(`
ScalarType clongdouble complex256 core ctypeslib dtypes einsum_path f2py float128 
from_dlpack fromregex get_include getbufsize info
longdouble 
nested_iters sctypeDict setbufsize show_config
show_runtime test 
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
