package session

import "strings"

// keywords say what the words of the language are for: a line of how they are written, and
// one of what they do.
var keywords = map[string][2]string{
	"False":  {"False", "The bool that is not so; as a number 0."},
	"None":   {"None", "The value of what has none. The prompt does not echo it."},
	"True":   {"True", "The bool that is so; as a number 1."},
	"and":    {"X and Y", "X when X is false, else Y. Y is evaluated only when it is needed."},
	"as":     {"import MODULE as NAME; with X as NAME; except E as NAME", "Gives what stands before it a name."},
	"assert": {"assert TEST, MESSAGE", "Raises AssertionError when the test is false."},
	"break":  {"break", "Leaves the innermost loop; its else block does not run."},
	"case": {
		"match X:\n    case PATTERN if TEST:\n        ...",
		"A pattern of match: a value, a name that is bound, a sequence, a dict, a class.",
	},
	"class":    {"class NAME(BASE):\n    ...", "Defines a class; functions in its body are the methods."},
	"continue": {"continue", "Goes on with the next round of the innermost loop."},
	"def":      {"def NAME(PARAMETERS):\n    ...", "Defines a function."},
	"del":      {"del NAME, X[I], X.ATTRIBUTE", "Forgets a name, takes an item or an attribute away."},
	"elif":     {"if TEST:\n    ...\nelif TEST:\n    ...", "Another test, made when those above it failed."},
	"else": {
		"else:\n    ...",
		"After if: runs when no test held. After for and while: when the loop was not left by break. After try: when " +
			"nothing was raised.",
	},
	"except": {
		"try:\n    ...\nexcept CLASS as NAME:\n    ...",
		"Runs when the block above raised an exception of the class.",
	},
	"finally": {"try:\n    ...\nfinally:\n    ...", "Runs in any case, after the other blocks of try."},
	"for": {
		"for NAME in ITERABLE:\n    ...\nelse:\n    ...",
		"Runs the block once for every item: of a list, a range, a dict's keys, a tensor's first axis. " +
			"In brackets it makes lists, sets, dicts and generators: [x * 2 for x in xs if x].",
	},
	"from": {
		"from MODULE import NAME; raise X from CAUSE; yield from ITERABLE",
		"Binds names of a module, names the cause of an exception, gives on what another iterable gives.",
	},
	"global": {"global NAME", "Assignments to the name in this function go to the module's variable."},
	"if": {
		"if TEST:\n    ...\nelif TEST:\n    ...\nelse:\n    ...",
		"Runs the first block whose test holds. As an expression: X if TEST else Y.",
	},
	"import": {"import MODULE as NAME", "Binds a module: tfs's own ones, there is no Python."},
	"in": {
		"X in Y",
		"Whether Y holds X: an item of a sequence, a key of a dict, a part of a str. not in is the contrary.",
	},
	"is":     {"X is Y", "Whether both are the same object. is not is the contrary."},
	"lambda": {"lambda PARAMETERS: EXPRESSION", "A function of one expression, without a name."},
	"match": {
		"match X:\n    case PATTERN:\n        ...\n    case _:\n        ...",
		"Runs the block of the first pattern the value fits.",
	},
	"nonlocal": {"nonlocal NAME", "Assignments to the name go to the variable of the function around this one."},
	"not":      {"not X", "True when X is false: False, None, zero, empty."},
	"or":       {"X or Y", "X when X is true, else Y. Y is evaluated only when it is needed."},
	"pass":     {"pass", "Does nothing, where a statement is needed."},
	"raise": {
		"raise EXCEPTION from CAUSE",
		"Raises an exception; alone, in an except block, the one being handled.",
	},
	"return": {"return VALUE", "Leaves the function with a value, None when there is none."},
	"try": {
		"try:\n    ...\nexcept CLASS as NAME:\n    ...\nelse:\n    ...\nfinally:\n    ...",
		"Runs a block and handles the exceptions raised in it.",
	},
	"while": {"while TEST:\n    ...\nelse:\n    ...", "Runs the block as long as the test holds."},
	"with":  {"with X as NAME:\n    ...", "Enters X for the block and leaves it after, also when the block raises."},
	"yield": {
		"yield VALUE",
		"Gives a value to who iterates, and goes on from here when the next is asked for. The function becomes a generator.",
	},
}

// keywordHelp is the help on a word of the language.
func keywordHelp(word string) (string, bool) {
	k, ok := keywords[strings.TrimSpace(word)]
	if !ok {
		return "", false
	}
	return k[0] + "\n\n" + k[1], true
}
