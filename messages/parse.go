package messages

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

// ParseOptions is how a text is read.
type ParseOptions struct {
	Unknown bool         // fields the message does not declare are left out
	Merge   bool         // a field may come twice: the last one counts
	Poll    func() error // called now and then; its error ends the reading
}

// deepest is how far messages may nest in a text.
const deepest = 100

// Parse merges a text in text format into a message. What is wrong with it is a *ParseError.
func Parse(lines []string, m protoreflect.Message, o ParseOptions) error {
	p := &parser{tokens: newTokens(lines), o: o}
	for !p.end() {
		if err := p.field(m); err != nil {
			return err
		}
	}
	return nil
}

type parser struct {
	*tokens
	o     ParseOptions
	polls int
}

// field reads a field into a message.
func (p *parser) field(m protoreflect.Message) error {
	if p.polls++; p.o.Poll != nil && p.polls&1023 == 0 {
		if err := p.o.Poll(); err != nil {
			return err
		}
	}
	d := m.Descriptor()
	if p.try("[") {
		if err := p.extension(); err != nil {
			return err
		}
		return p.before("Message type \"%s\" does not have extensions.", d.FullName())
	}
	name, err := p.name(true)
	if err != nil {
		return err
	}
	f := d.Fields().ByName(protoreflect.Name(name))
	if f == nil {
		if !p.o.Unknown {
			return p.before("Message type \"%s\" has no field named \"%s\".", d.FullName(), name)
		}
		err = p.skipContents()
	} else {
		err = p.contents(m, f)
	}
	if err == nil && !p.try(",") {
		p.try(";")
	}
	return err
}

// extension reads the name of an extension behind its bracket.
func (p *parser) extension() error {
	for {
		if _, err := p.name(false); err != nil {
			return err
		}
		if !p.try(".") {
			return nil
		}
	}
}

// contents reads what follows the name of a field.
func (p *parser) contents(m protoreflect.Message, f protoreflect.FieldDescriptor) error {
	if o := f.ContainingOneof(); o != nil && !p.o.Merge {
		if set := m.WhichOneof(o); set != nil && set != f {
			return p.before("Field \"%s\" is specified along with field \"%s\", another member of oneof \"%s\" for message "+
				"type \"%s\".", f.Name(), set.Name(), o.Name(), m.Descriptor().FullName())
		}
	}
	read := p.scalarField
	if f.Kind() == protoreflect.MessageKind {
		p.try(":")
		read = p.messageField
	} else if err := p.need(":"); err != nil {
		return err
	}
	if f.Cardinality() != protoreflect.Repeated || !p.try("[") {
		return read(m, f)
	}
	if p.try("]") {
		return nil
	}
	for {
		if err := read(m, f); err != nil {
			return err
		}
		if p.try("]") {
			return nil
		}
		if err := p.need(","); err != nil {
			return err
		}
	}
}

// messageField reads a message in braces or angles.
func (p *parser) messageField(m protoreflect.Message, f protoreflect.FieldDescriptor) error {
	end := ">"
	if !p.try("<") {
		if err := p.need("{"); err != nil {
			return err
		}
		end = "}"
	}
	var sub protoreflect.Message
	switch {
	case f.IsMap():
		return p.entry(m.Mutable(f).Map(), f, end)
	case f.IsList():
		sub = m.Mutable(f).List().AppendMutable().Message()
	default:
		if !p.o.Merge && m.Has(f) {
			return p.before("Message type \"%s\" should not have multiple \"%s\" fields.", m.Descriptor().FullName(),
				f.Name())
		}
		sub = m.Mutable(f).Message()
	}
	return p.body(sub, end)
}

// body reads fields up to the end of a message.
func (p *parser) body(m protoreflect.Message, end string) error {
	if p.depth++; p.depth > deepest {
		return p.fail("Messages nest deeper than %d.", deepest)
	}
	for !p.try(end) {
		if p.end() {
			return p.before("Expected \"%s\".", end)
		}
		if err := p.field(m); err != nil {
			return err
		}
	}
	p.depth--
	return nil
}

// entry reads the entry of a map; what it says of a key replaces what was there.
func (p *parser) entry(to protoreflect.Map, f protoreflect.FieldDescriptor, end string) error {
	e := dynamicpb.NewMessage(f.Message())
	if err := p.body(e, end); err != nil {
		return err
	}
	key := e.Get(f.MapKey()).MapKey()
	if f.MapValue().Kind() != protoreflect.MessageKind {
		to.Set(key, e.Get(f.MapValue()))
		return nil
	}
	to.Set(key, protoreflect.ValueOfMessage(e.Mutable(f.MapValue()).Message()))
	return nil
}

// scalarField reads a value that is no message.
func (p *parser) scalarField(m protoreflect.Message, f protoreflect.FieldDescriptor) error {
	v, err := p.scalar(f)
	if err != nil {
		return err
	}
	if f.IsList() {
		m.Mutable(f).List().Append(v)
		return nil
	}
	if !p.o.Merge && m.Has(f) {
		return p.before("Message type \"%s\" should not have multiple \"%s\" fields.", m.Descriptor().FullName(), f.Name())
	}
	m.Set(f, v)
	return nil
}

// scalar reads a value in the type of a field.
func (p *parser) scalar(f protoreflect.FieldDescriptor) (none protoreflect.Value, err error) {
	switch f.Kind() {
	case protoreflect.BytesKind:
		s, err := p.bytes()
		return protoreflect.ValueOfBytes([]byte(s)), err
	case protoreflect.StringKind:
		line, column, current := p.line, p.column, p.current
		s, err := p.bytes()
		if err == nil && !utf8.ValidString(s) {
			err = &ParseError{line + 1, characters(current, column) + 1, "'" + current + "': Couldn't parse string: " +
				"it is not UTF-8"}
		}
		return protoreflect.ValueOfString(s), err
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		x, problem := ParseFloat(p.token)
		if problem != "" {
			return none, p.fail("%s", problem)
		}
		p.advance()
		if f.Kind() == protoreflect.FloatKind {
			return protoreflect.ValueOfFloat32(float32(x)), nil
		}
		return protoreflect.ValueOfFloat64(x), nil
	case protoreflect.BoolKind:
		switch p.token {
		case "true", "t", "1", "True", "false", "f", "0", "False":
			v := protoreflect.ValueOfBool(strings.ContainsAny(p.token[:1], "t1T"))
			p.advance()
			return v, nil
		}
		return none, p.fail("Expected \"true\" or \"false\".")
	case protoreflect.EnumKind:
		return p.enum(f)
	}
	n, problem := parseInteger(p.token)
	if problem == "" {
		var ok bool
		if none, ok = Integer(f.Kind(), n); ok {
			p.advance()
			return none, nil
		}
		problem = "Value out of range: " + n.String()
	}
	return none, p.fail("%s", problem)
}

func (p *parser) enum(f protoreflect.FieldDescriptor) (none protoreflect.Value, err error) {
	e := f.Enum()
	v := e.Values().ByName(protoreflect.Name(p.token))
	if v == nil {
		n, err := strconv.ParseInt(p.token, 0, 32)
		if err != nil {
			return none, p.fail("Enum type \"%s\" has no value named %s.", e.FullName(), p.token)
		}
		p.advance()
		return protoreflect.ValueOfEnum(protoreflect.EnumNumber(n)), nil
	}
	p.advance()
	return protoreflect.ValueOfEnum(v.Number()), nil
}

// Integer is a number in the type of a field, if it is in its range.
func Integer(k protoreflect.Kind, n *big.Int) (protoreflect.Value, bool) {
	small := n.IsInt64()
	switch k {
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind, protoreflect.EnumKind:
		v := int32(n.Int64())
		if k == protoreflect.EnumKind {
			return protoreflect.ValueOfEnum(protoreflect.EnumNumber(v)), small && int64(v) == n.Int64()
		}
		return protoreflect.ValueOfInt32(v), small && int64(v) == n.Int64()
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		v := uint32(n.Uint64())
		return protoreflect.ValueOfUint32(v), n.IsUint64() && uint64(v) == n.Uint64()
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return protoreflect.ValueOfUint64(n.Uint64()), n.IsUint64()
	}
	return protoreflect.ValueOfInt64(n.Int64()), small
}

var cOctal = regexp.MustCompile(`^(-?)0(\d+)$`)

// parseInteger reads an integer as Python does, or in C's octal form; the text says what is wrong.
func parseInteger(s string) (*big.Int, string) {
	now := s
	if m := cOctal.FindStringSubmatch(s); m != nil {
		digits := strings.TrimLeft(m[2], "0")
		if digits == "" {
			digits = "0"
		}
		now = m[1] + "0o" + digits
	}
	if n, ok := new(big.Int).SetString(now, 0); ok && len(s) < 5000 {
		return n, ""
	}
	return nil, "Couldn't parse integer: " + s
}

var (
	octalFloat = regexp.MustCompile(`^-?0[0-9]+`)
	infinity   = regexp.MustCompile(`(?i)^-?inf(?:inity)?(?:f)?$`)
	notNumber  = regexp.MustCompile(`(?i)^[+-]?nanf?$`)
)

// ParseFloat reads a float with C's suffix and names; the text says what is wrong.
func ParseFloat(s string) (float64, string) {
	if octalFloat.MatchString(s) {
		return 0, "Invalid octal float: " + s
	}
	switch {
	case infinity.MatchString(s) && s[0] == '-':
		return math.Inf(-1), ""
	case infinity.MatchString(s):
		return math.Inf(1), ""
	case notNumber.MatchString(s):
		return math.NaN(), ""
	}
	if !strings.ContainsAny(s, "xXpP") {
		x, err := strconv.ParseFloat(strings.TrimRight(s, "fF"), 64)
		if e, ok := err.(*strconv.NumError); err == nil || ok && e.Err == strconv.ErrRange {
			return x, ""
		}
	}
	return 0, "Couldn't parse float: " + s
}

// skipContents passes over what follows the name of a field that is unknown.
func (p *parser) skipContents() error {
	if !p.try(":") || p.token == "{" || p.token == "<" {
		return p.skipMessage()
	}
	if !p.try("[") {
		return p.skipValue()
	}
	if p.try("]") {
		return nil
	}
	for {
		if err := p.skipValue(); err != nil {
			return err
		}
		if !p.try(",") {
			return p.need("]")
		}
	}
}

func (p *parser) skipMessage() error {
	if p.depth++; p.depth > deepest {
		return p.fail("Messages nest deeper than %d.", deepest)
	}
	end := ">"
	if !p.try("<") {
		if err := p.need("{"); err != nil {
			return err
		}
		end = "}"
	}
	for p.token != ">" && p.token != "}" {
		var err error
		if p.try("[") {
			if err = p.extension(); err == nil {
				err = p.need("]")
			}
		} else {
			_, err = p.name(true)
		}
		if err == nil {
			err = p.skipContents()
		}
		if err != nil {
			return err
		}
		if !p.try(",") {
			p.try(";")
		}
	}
	p.depth--
	return p.need(end)
}

func (p *parser) skipValue() error {
	if p.token != "" && (p.token[0] == '"' || p.token[0] == '\'') {
		_, err := p.bytes()
		return err
	}
	if p.token != "" && isLetter(p.token[0]) {
		p.advance()
		return nil
	}
	_, integer := parseInteger(p.token)
	_, float := ParseFloat(p.token)
	if integer != "" && float != "" {
		return p.fail("Invalid field value: %s", p.token)
	}
	p.advance()
	return nil
}
