package std

import "github.com/tfs-lang/tfs/lang/py"

func getpassModule() *py.Module {
	return module(
		"getpass",
		"Reading a password.",
		nil,
		fn("getpass(prompt='Password: ')", "A line that is not shown while it is typed.",
			func(t *thread, a []value) (value, error) { return t.ReadLine(py.StrOf(a[0]), true) }),
	)
}
