package cli

import (
	"fmt"
	"sort"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/tfs-lang/tfs/messages"
)

// schemaRecords is how many records the schema of a file is learnt from.
const schemaRecords = 1000

// schema is what the messages of a file have in common.
type schema struct {
	message  string // their type; "" when they are none or several
	count    int
	features map[string]*featureSeen
	mixed    bool
}

// featureSeen is what is known of a feature: its type, in how many messages it is, and how many values it has.
type featureSeen struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	In    int    `json:"in"`
	Of    int    `json:"of"`
	Least int    `json:"least"`
	Most  int    `json:"most"`
	List  bool   `json:"feature_list,omitempty"`
}

// String is a line of the report.
func (f *featureSeen) String() string {
	what, values := "", fmt.Sprintf("%d values", f.Most)
	switch {
	case f.Least != f.Most:
		values = fmt.Sprintf("%d to %d values", f.Least, f.Most)
	case f.Most == 1:
		values = "1 value"
	}
	if f.List {
		what, values = "list of ", values+" in all steps"
	}
	line := fmt.Sprintf("%q: %s%s, %s", f.Name, what, f.Type, values)
	if f.In < f.Of {
		line += fmt.Sprintf(", in %d of %d", f.In, f.Of)
	}
	return line
}

// add learns from a record, nil for one that is no message.
func (s *schema) add(m protoreflect.Message) {
	if s.count++; m == nil || m.Descriptor().Fields().Len() == 0 {
		s.mixed = true
		return
	}
	name := string(m.Descriptor().FullName())
	if s.message != "" && s.message != name {
		s.mixed = true
	}
	s.message = name
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		inner := m.Get(fields.Get(i)).Message()
		f := inner.Descriptor().Fields().Get(0)
		entries := inner.Get(f).Map()
		for _, k := range messages.Keys(entries) {
			s.addFeature(k.String(), entries.Get(k).Message())
		}
	}
}

// addFeature learns from a feature or a list of features.
func (s *schema) addFeature(name string, m protoreflect.Message) {
	typ, n := featureKind(m)
	list := m.Descriptor().Name() == "FeatureList"
	if list {
		steps := m.Get(m.Descriptor().Fields().Get(0)).List()
		for i := range steps.Len() {
			t, k := featureKind(steps.Get(i).Message())
			n += k
			typ = merged(typ, t)
		}
	}
	if s.features == nil {
		s.features = map[string]*featureSeen{}
	}
	key := name
	if list {
		key = "\x00" + name
	}
	f := s.features[key]
	if f == nil {
		f = &featureSeen{Name: name, Type: typ, Least: n, Most: n, List: list}
		s.features[key] = f
	}
	f.Type, f.In = merged(f.Type, typ), f.In+1
	f.Least, f.Most = min(f.Least, n), max(f.Most, n)
}

// merged is the type two features have: what one does not say the other does.
func merged(a, b string) string {
	switch {
	case a == b || b == "none":
		return a
	case a == "none":
		return b
	}
	return "several types"
}

// featureKind is the type of a Feature and how many values it has.
func featureKind(m protoreflect.Message) (string, int) {
	if m.Descriptor().Oneofs().Len() == 0 {
		return "none", 0
	}
	f := m.WhichOneof(m.Descriptor().Oneofs().Get(0))
	if f == nil {
		return "none", 0
	}
	list := m.Get(f).Message()
	types := map[protoreflect.Name]string{"bytes_list": "string", "float_list": "float32", "int64_list": "int64"}
	return types[f.Name()], list.Get(list.Descriptor().Fields().Get(0)).List().Len()
}

// list are the features by their names, those of lists last; nothing for records that are no messages.
func (s *schema) list() []*featureSeen {
	if s.mixed || s.message == "" {
		s.message = ""
		return nil
	}
	var keys []string
	for k := range s.features {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		a, b := s.features[keys[i]], s.features[keys[j]]
		if a.List != b.List {
			return b.List
		}
		return a.Name < b.Name
	})
	out := make([]*featureSeen, len(keys))
	for i, k := range keys {
		out[i] = s.features[k]
		out[i].Of = s.count
	}
	return out
}
