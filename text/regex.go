package text

import (
	"context"
	"regexp"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// maxPattern is the length from which RE2's memory for a program does not do either.
const maxPattern = 8 << 20 * 2 / 3 / 16

// re2Words turns the words of Go's errors into those of RE2.
var re2Words = strings.NewReplacer("missing closing )", "missing )", "missing closing ]", "missing ]",
	"`: `", ": ", "`", "",
	"invalid or unsupported Perl syntax", "invalid perl operator",
	"missing argument to repetition operator", "no argument for repetition operator",
	"invalid repeat count", "invalid repetition size", "trailing backslash at end of expression: ", `trailing \`,
	"invalid nested repetition operator", "bad repetition operator",
	"expression too large", "pattern too large - compile failed")

// Compile compiles an RE2 pattern; Go's syntax is RE2's, the errors are in RE2's words.
func Compile(pattern string) (*regexp.Regexp, error) {
	if len(pattern) > maxPattern {
		return nil, tensor.Errorf("Invalid pattern: %s..., error: pattern too large - compile failed",
			strings.ToValidUTF8(pattern[:60], "?"))
	}
	re, err := regexp.Compile(pattern)
	if err == nil {
		return re, nil
	}
	msg := err.Error()
	if _, after, ok := strings.Cut(msg, "error parsing regexp: "); ok {
		msg = after
	}
	msg = re2Words.Replace(msg)
	if strings.HasPrefix(msg, "invalid named capture: (?<=") || strings.HasPrefix(msg, "invalid named capture: (?<!") {
		msg = "invalid perl operator: (?<"
	}
	return nil, tensor.Errorf("Invalid pattern: %s, error: %s", pattern, msg)
}

// FullMatch tells of each string whether all of it matches an RE2 pattern (StaticRegexFullMatch).
func FullMatch[V Of](ctx context.Context, x V, pattern string) (none V, err error) {
	if _, err := Compile(pattern); err != nil { // its error names the pattern as it was given
		return none, err
	}
	full, err := regexp.Compile(`\A(?:` + pattern + `)\z`)
	if err != nil {
		return none, tensor.Errorf("Invalid pattern: %s, error: %s", pattern, err.Error())
	}
	return numbers(ctx, "StaticRegexFullMatch", x, full.MatchString)
}

// Replace replaces the matches of an RE2 pattern, the first one of each string or, with global,
// all (StaticRegexReplace). In rewrite \0 to \9 are the groups of the match and \\ is a backslash;
// a rewrite with any other escape or a group the pattern does not have leaves strings as they are.
func Replace[V Of](ctx context.Context, x V, pattern, rewrite string, global bool) (none V, err error) {
	re, err := Compile(pattern)
	if err != nil {
		return none, err
	}
	parts, top, ok := rewriteParts(rewrite)
	const kernel = "StaticRegexReplace"
	if top > re.NumSubexp() || !ok && !global { // RE2 leaves the text as it is
		return mapText(ctx, kernel, x, func(s string) string { return s })
	}
	return flatly(kernel, x, func(x *tensor.Tensor) (*tensor.Tensor, error) {
		return mapTry(ctx, x, func(s string) (string, error) { return rewritten(re, s, parts, global) })
	})
}

// rewritten is a string with its matches replaced.
func rewritten(re *regexp.Regexp, s string, parts []rewritePart, global bool) (string, error) {
	var b strings.Builder
	room := 1 << 16 // bytes the text may take before the account is asked again
	last, n := 0, 1
	if global {
		n = -1
	}
	for _, m := range re.FindAllStringSubmatchIndex(s, n) {
		if b.Len() >= room {
			if room = 2 * b.Len(); room > tensor.MaxBytes/4 || !tensor.Reserve(int64(2*room)) {
				return "", tensor.Failf(tensor.ResourceExhausted, "the replaced text of %d bytes and more does not fit", b.Len())
			}
		}
		b.WriteString(s[last:m[0]])
		for _, p := range parts {
			if p.group < 0 {
				b.WriteString(p.text)
			} else if m[2*p.group] >= 0 {
				b.WriteString(s[m[2*p.group]:m[2*p.group+1]])
			}
		}
		last = m[1]
	}
	b.WriteString(s[last:])
	return b.String(), nil
}

type rewritePart struct {
	text  string
	group int // -1 for text
}

// rewriteParts reads an RE2 rewrite: \0 to \9 are groups, \\ is a backslash. top is the greatest
// group; after any other escape the rewrite ends and ok is false.
func rewriteParts(s string) (out []rewritePart, top int, ok bool) {
	var text strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			text.WriteByte(s[i])
			continue
		}
		if i++; i == len(s) {
			return append(out, rewritePart{text.String(), -1}), top, false
		}
		switch k := s[i]; {
		case k >= '0' && k <= '9':
			top = max(top, int(k-'0'))
			out = append(out, rewritePart{text.String(), -1}, rewritePart{"", int(k - '0')})
			text.Reset()
		case k == '\\':
			text.WriteByte('\\')
		default:
			return append(out, rewritePart{text.String(), -1}), top, false
		}
	}
	return append(out, rewritePart{text.String(), -1}), top, true
}
