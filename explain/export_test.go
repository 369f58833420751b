package explain

// OnPanic sets what is told when a drawer fails inside.
func OnPanic(f func(name string, r any)) { onPanic = f }
