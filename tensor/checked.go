package tensor

// What functions that take axes and lists of them ask before they index.

// inRank refuses an axis that x does not have; negative ones have been counted from the front before.
func inRank(x *Tensor, axis int) error {
	if axis < 0 || axis >= len(x.shape) {
		return Errorf("Expected dimension in the range [0, %d), but got %d", len(x.shape), axis)
	}
	return nil
}

// eachAxis refuses a list that is not one number for each axis of x.
func eachAxis(x *Tensor, n int, what string) error {
	if n != len(x.shape) {
		return Errorf("%d %s for a tensor of rank %d", n, what, len(x.shape))
	}
	return nil
}

// hasRows refuses a tensor without a last axis.
func hasRows(x *Tensor) error {
	if len(x.shape) == 0 {
		return Errorf("a tensor of rank 0 has no rows")
	}
	return nil
}

// sized refuses types whose elements have no one size: strings and what is no data.
func sized(d DType) error {
	if d == String || d >= numDTypes || d.Size() == 0 {
		return Errorf("%s has no elements of one size", d.Name())
	}
	return nil
}

// stringsOnly refuses what is no tensor of strings.
func stringsOnly(op string, x *Tensor) error {
	if x.dtype != String {
		return NoKernel(op, x.dtype)
	}
	return nil
}

// whole refuses a value that is not one element of the type of x.
func whole(op string, x, value *Tensor) error {
	if value.dtype != x.dtype || value.n != 1 {
		return Errorf("%s: one %s is needed, got %s of shape %s", op, x.dtype, value.dtype, ShapeString(value.shape))
	}
	return nil
}

// firstOf is the first failure.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// ordered refuses types that have no order.
func ordered(op string, x *Tensor) error {
	if x.dtype.IsComplex() || x.dtype != String && x.dtype.Size() == 0 {
		return NoKernel(op, x.dtype)
	}
	return nil
}
