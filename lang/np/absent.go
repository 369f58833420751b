package np

import "strings"

// absentNames are NumPy's public names that are not part of tfs.
var absentNames = strings.Fields(`
ScalarType apply_over_axes asarray_chkfinite asmatrix block bmat broadcast
busday_count busday_offset busdaycalendar char clongdouble complex256 core ctypeslib
cumulative_prod cumulative_sum datetime64 datetime_as_string datetime_data
dtypes einsum_path emath f2py fft fix float128 format_float_positional
format_float_scientific from_dlpack frompyfunc fromregex get_include getbufsize
histogram2d histogramdd i0 info is_busday isdtype isnat kaiser lib
longdouble ma matrix matvec memmap mintypecode nditer nested_iters
real_if_close rec recarray record require
sctypeDict setbufsize show_config show_runtime sort_complex strings
test timedelta64 typecodes typename typing vecmat
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
