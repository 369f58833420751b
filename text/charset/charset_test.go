package charset

import "testing"

// TestNext holds readings to records of TensorFlow's.
func TestNext(t *testing.T) {
	for _, c := range []struct{ name, bytes, want string }{
		{"Shift_JIS", "\x80\x83e\x83X\x83g a\xb1\xff\xd6\xe4 ", "?テスト aｱ?ﾖ? "},
		{"EUC-JP", "\xa5\xc6\x8e\xb1\x8f\xb0\xa1\x83e", "テｱ丂\u0083e"},
		{"Big5", "\xa4\xa4\xa4\xe5\x80\x8e\xb1\xff", "中文\u0080\ue360\uf8f8"},
		{"big5-hkscs", "\x8e\xb1\x80", "\U000217f9?"},
		{"cp936", "\xd6\xd0\xce\xc4\x80\xff\x810", "中文€\uf8f5?0"},
		{"GB18030", "\xd6\xd0\x81\x30\x81\x30\x94\x39\xda\x33\x84\x31\xa4\x37\x80", "中\u0080💩\ufffd?"},
		{"EUC-KR", "\xc7\xd1\xb1\xdb\x8e\xb1\xd6\xd0\xff", "한글?\uade4?"},
		{"windows-1252", "\x80\xe4\x81", "€ä\u0081"},
		{"ISO-8859-8-I", "\xe4\xc6\x81", "ה?\u0081"},
		{"KOI8-R", "\xd4\xc5\xd3\xd4", "тест"},
		{"macintosh", "\x8a", "ä"},
		{"ibm-037", "\xc1\xf1", "A1"},
	} {
		e := Find(c.name)
		if e == nil {
			t.Errorf("%s is not known", c.name)
			continue
		}
		var got []rune
		for s := c.bytes; s != ""; {
			r, n, ok := e.Next(s)
			if !ok {
				r = '?'
			}
			got, s = append(got, r), s[n:]
		}
		if string(got) != c.want {
			t.Errorf("%s: %q, want %q", c.name, string(got), c.want)
		}
	}
	for _, name := range []string{"utf9", "iso-8859-16", "ISO-2022-JP", ""} {
		if Find(name) != nil {
			t.Errorf("%q is known", name)
		}
	}
}
