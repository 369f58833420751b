package notebook

import (
	"bytes"
	"encoding/json"
	"errors"
)

var errShape = errors.New("another value was expected")

// fields finds where the values of an object stand whose { is the first character at from.
// The text is valid JSON.
func fields(data []byte, from int) (map[string]span, error) {
	d, err := open(data, from, '{')
	if err != nil {
		return nil, err
	}
	out := map[string]span{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, _ := key.(string)
		if out[name], err = value(d, from); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// elements finds where the elements of a list stand.
func elements(data []byte, from int) ([]span, error) {
	d, err := open(data, from, '[')
	if err != nil {
		return nil, err
	}
	var out []span
	for d.More() {
		s, err := value(d, from)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func open(data []byte, from int, want json.Delim) (*json.Decoder, error) {
	d := json.NewDecoder(bytes.NewReader(data[from:]))
	t, err := d.Token()
	if err == nil && t != want {
		err = errShape
	}
	return d, err
}

// value reads one value and tells where it stands.
func value(d *json.Decoder, base int) (span, error) {
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return span{}, err
	}
	end := base + int(d.InputOffset())
	return span{end - len(raw), end}, nil
}

// indentUnit is the white space the first line inside the text's outermost object has.
func indentUnit(data []byte) string {
	i := bytes.IndexByte(data, '\n')
	if i < 0 {
		return ""
	}
	return leading(data[i+1:])
}

// lineIndent is the white space at the head of the line a value begins in.
func lineIndent(data []byte, at int) string {
	return leading(data[bytes.LastIndexByte(data[:at], '\n')+1:])
}

func leading(b []byte) string {
	n := 0
	for n < len(b) && (b[n] == ' ' || b[n] == '\t') {
		n++
	}
	return string(b[:n])
}
