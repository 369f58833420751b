package py

// mergeUp merges neighbouring runs from the front, the first of which is not longer; it is held aside.
func (s *timsort) mergeUp(x, y sortRun) (err error) {
	s.held = append(s.held[:0], s.a[x.at:x.at+x.n]...)
	left, right, to := s.held, s.a[y.at:y.at+y.n], s.a[x.at:y.at+y.n]
	put := func(from *[]keyed[Value], n int) {
		copy(to, (*from)[:n])
		to, *from = to[n:], (*from)[n:]
	}
	defer func() { // what is left of the first run goes where there is room for it
		copy(to, right)
		copy(to[len(to)-len(left):], left)
	}()
	put(&right, 1)
	for {
		for a, b := 0, 0; a < s.minGallop && b < s.minGallop; {
			if len(right) == 0 || len(left) == 1 {
				return nil
			}
			less, err := s.less(right[0], left[0])
			if err != nil {
				return err
			}
			if less {
				put(&right, 1)
				a, b = 0, b+1
			} else {
				put(&left, 1)
				a, b = a+1, 0
			}
		}
		if len(right) == 0 || len(left) == 1 {
			return nil
		}
		s.minGallop++
		for far := true; far; {
			s.minGallop = max(s.minGallop-1, 1)
			a, err := s.gallopRight(right[0], left, 0)
			if err != nil {
				return err
			}
			if put(&left, a); len(left) <= 1 && a > 0 {
				return nil
			}
			if put(&right, 1); len(right) == 0 {
				return nil
			}
			b, err := s.gallopLeft(left[0], right, 0)
			if err != nil {
				return err
			}
			if put(&right, b); len(right) == 0 {
				return nil
			}
			if put(&left, 1); len(left) == 1 {
				return nil
			}
			far = a >= gallop || b >= gallop
		}
		s.minGallop++
	}
}

// mergeDown merges neighbouring runs from the back, the second of which is shorter; it is held aside.
func (s *timsort) mergeDown(x, y sortRun) (err error) {
	s.held = append(s.held[:0], s.a[y.at:y.at+y.n]...)
	left, right, to := s.a[x.at:x.at+x.n], s.held, s.a[x.at:y.at+y.n]
	put := func(from *[]keyed[Value], n int) {
		copy(to[len(to)-n:], (*from)[len(*from)-n:])
		to, *from = to[:len(to)-n], (*from)[:len(*from)-n]
	}
	defer func() {
		copy(to[len(to)-len(left):], left)
		copy(to, right)
	}()
	put(&left, 1)
	for {
		for a, b := 0, 0; a < s.minGallop && b < s.minGallop; {
			if len(left) == 0 || len(right) == 1 {
				return nil
			}
			less, err := s.less(right[len(right)-1], left[len(left)-1])
			if err != nil {
				return err
			}
			if less {
				put(&left, 1)
				a, b = a+1, 0
			} else {
				put(&right, 1)
				a, b = 0, b+1
			}
		}
		if len(left) == 0 || len(right) == 1 {
			return nil
		}
		s.minGallop++
		for far := true; far; {
			s.minGallop = max(s.minGallop-1, 1)
			k, err := s.gallopRight(right[len(right)-1], left, len(left)-1)
			if err != nil {
				return err
			}
			a := len(left) - k
			if put(&left, a); len(left) == 0 {
				return nil
			}
			if put(&right, 1); len(right) == 1 {
				return nil
			}
			k, err = s.gallopLeft(left[len(left)-1], right, len(right)-1)
			if err != nil {
				return err
			}
			b := len(right) - k
			if put(&right, b); len(right) <= 1 && b > 0 {
				return nil
			}
			if put(&left, 1); len(left) == 0 {
				return nil
			}
			far = a >= gallop || b >= gallop
		}
		s.minGallop++
	}
}
