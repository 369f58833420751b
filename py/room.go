package py

import "github.com/tfs-lang/tfs/memory"

// itemBytes is what one item of a sequence takes, apart from the value it refers to.
const itemBytes = 16

// Fits refuses a text of n bytes when tfs does not keep as many, or the account has no room.
func Fits(n int64) error { return fits(n) }

// FitsItems refuses a sequence of n items that has no room.
func FitsItems(n int) error {
	if n > maxItems {
		return Raisef(MemoryErrorClass, "a sequence of %d items does not fit", n).WithHint("tfs keeps sequences below %d items.", maxItems)
	}
	if !memory.Reserve(int64(n) * itemBytes) {
		return OutOfMemory("a sequence of %d items does not fit", n)
	}
	return nil
}

// grow appends to items, where there is room for the move to a larger place.
func grow(items []Value, more ...Value) ([]Value, error) {
	if n := len(items) + len(more); n > cap(items) {
		if err := FitsItems(n); err != nil {
			return items, err
		}
	}
	return append(items, more...), nil
}
