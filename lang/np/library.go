package np

import (
	_ "embed"
	"io/fs"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/text/packed"
)

//go:generate go run ../../text/packed/gen lib lib.zst

//go:embed lib.zst
var library string

// Library holds the functions of NumPy that are written in the language itself (folder lib, packed).
var Library = sync.OnceValue(func() fs.FS { return packed.FS(library) })

// wrapped are functions that the library gives rarer arguments; it calls the plain ones by names with a line in front.
var wrapped = []string{"lexsort", "polyadd", "polysub", "polymul", "polyder", "polyval", "choose", "logspace",
	"average", "polyfit"}

// fromLibrary are the names of np that are found there.
func fromLibrary() map[string]string {
	out := map[string]string{}
	for _, n := range []string{
		"loadtxt", "genfromtxt", "savetxt", "roots", "poly", "poly1d", "polydiv", "hanning", "hamming", "blackman", "bartlett",
		"diag_indices", "diag_indices_from", "mask_indices",
	} {
		out[n] = "_np_more:" + n
	}
	out["einsum_path"] = "_np_paths:einsum_path"
	out["char"], out["strings"] = "_np_char:char", "_np_char:strings"
	for _, n := range []string{"block", "histogramdd", "histogram2d", "apply_over_axes", "frompyfunc", "cumulative_sum",
		"cumulative_prod", "matvec", "vecmat", "fix", "sort_complex", "real_if_close", "asarray_chkfinite"} {
		out[n] = "_np_tools:" + n
	}
	for _, n := range append([]string{"trim_zeros", "polyint", "typename", "mintypecode", "isdtype", "require",
		"broadcast", "format_float_positional", "format_float_scientific"}, wrapped...) {
		out[n] = "_np_rare:" + n
	}
	for _, n := range []string{"isnat", "datetime_as_string", "busdaycalendar", "busday_count", "busday_offset", "is_busday"} {
		out[n] = "_np_dates:" + n
	}
	for _, n := range strings.Fields("sum prod max min mean var std argmax argmin cumsum cumprod") {
		out["nan"+n] = "_np_nans:nan" + n
	}
	for module, names := range map[string]string{"matrix": "matrix asmatrix bmat", "rec": "rec recarray record memmap",
		"lib": "lib nditer emath typecodes", "arrange": "rot90 split array_split vsplit hsplit dsplit unstack tri tril triu " +
			"tril_indices triu_indices tril_indices_from triu_indices_from fill_diagonal insert delete resize extract select " +
			"place putmask put_along_axis unravel_index ravel_multi_index ix_ unwrap packbits unpackbits finfo iinfo"} {
		for _, n := range strings.Fields(names) {
			out[n] = "_np_" + module + ":" + n
		}
	}
	out["typing"] = "_np_lib:npt"
	out["nan_to_num"], out["vectorize"], out["pad"] = "_np_nans:nan_to_num", "_np_vectorize:vectorize", "_np_rare:pad"
	out["polynomial"] = "_np_polynomial:package"
	out["fft"], out["ma"], out["testing"] = "_np_fft:package", "_np_ma_more:package", "_np_testing:package"
	return out
}
