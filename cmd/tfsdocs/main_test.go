package main

import (
	"encoding/json"
	"math"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/session"

	"github.com/tfs-lang/tfs/tf"
)

var (
	link  = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	id    = regexp.MustCompile(`\bid="([^"]*)"`)
	shift = regexp.MustCompile(`<h([1-6])`)
)

// TestSite builds the site and follows every link of every page.
func TestSite(t *testing.T) {
	s := &site{files: map[string][]byte{}, play: "../playground/"}
	if err := s.build(os.DirFS("../..")); err != nil {
		t.Fatal(err)
	}
	if s.functions != len(tf.Table()) || s.pictures < s.functions*9/10 {
		t.Errorf("%d pages and %d pictures for %d functions", s.functions, s.pictures, len(tf.Table()))
	}
	ids := map[string]map[string]bool{}
	for name, b := range s.files {
		ids[name] = map[string]bool{}
		for _, m := range id.FindAllStringSubmatch(string(b), -1) {
			if ids[name][m[1]] && strings.HasSuffix(name, ".html") {
				t.Errorf("%s has two parts with the id %s", name, m[1])
			}
			ids[name][m[1]] = true
		}
	}
	for name, b := range s.files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		text := string(b)
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			s.follow(t, name, strings.ReplaceAll(m[1], "&#43;", "+"), ids)
		}
		if n := strings.Count(text, "<h1"); n != 1 {
			t.Errorf("%s has %d headings of the first level", name, n)
		}
		level := 0
		for _, m := range shift.FindAllStringSubmatch(text, -1) {
			if n := int(m[1][0] - '0'); n > level+1 {
				t.Errorf("%s: a heading of level %d follows one of level %d", name, n, level)
			} else {
				level = n
			}
		}
		for _, bad := range []string{"<script>", "onclick=", "@import", "ZgotmplZ"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s holds %s", name, bad)
			}
		}
	}
}

// follow sees that an address leads to a page here, or is a link to another site that nothing is fetched of.
func (s *site) follow(t *testing.T, from, to string, ids map[string]map[string]bool) {
	t.Helper()
	if strings.HasPrefix(to, "https://") || strings.HasPrefix(to, "data:") || strings.HasPrefix(to, s.play) ||
		strings.HasPrefix(to, "../"+s.play) {
		return
	}
	name, part, _ := strings.Cut(to, "#")
	page := from
	if name != "" {
		page = path.Join(path.Dir(from), name)
	}
	if _, ok := s.files[page]; !ok {
		t.Errorf("%s leads to %s, which is not there", from, to)
	} else if part != "" && !ids[page][part] {
		t.Errorf("%s leads to %s; the page has no such part", from, to)
	}
}

// TestFunctionPage looks at what a page tells.
func TestFunctionPage(t *testing.T) {
	s := &site{files: map[string][]byte{}, play: "../playground/"}
	if err := s.build(os.DirFS("../..")); err != nil {
		t.Fatal(err)
	}
	text := string(s.files["op/tf.gather.html"])
	for _, want := range []string{"<th scope=\"row\"><code>batch_dims</code></th><td><code>0</code></td>",
		"<dt>ragged</dt>",
		"<dt>gradient</dt><dd>defined</dd>", `<a href="../op/tf.gather_nd.html">tf.gather_nd</a>`, "<h2>Examples</h2>",
		"array([b&#39;c&#39;, b&#39;a&#39;], dtype=object)", `<svg xmlns="http://www.w3.org/2000/svg"`,
		`href="../playground/#v1=`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page of tf.gather has no %s", want)
		}
	}
	if strings.Contains(string(s.files["op/tf.argsort.html"]), "<dt>gradient</dt><dd>defined") {
		t.Error("positions have no gradient")
	}
	var index []entry
	if err := json.Unmarshal(s.files["search.json"], &index); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, e := range index {
		found[e.Name] = e.Page
	}
	if found["tf.add"] != "op/tf.math.add.html" && found["tf.add"] != "op/tf.add.html" ||
		found["Architecture"] != "guide/architecture.html" {
		t.Errorf("%d entries; tf.add: %q", len(index), found["tf.add"])
	}
}

// TestColours computes the contrast of the style sheet's colours to their grounds: 4.5 at least in both schemes.
func TestColours(t *testing.T) {
	css, err := own.ReadFile("style.css")
	if err != nil {
		t.Fatal(err)
	}
	schemes := regexp.MustCompile(`:root \{([^}]*)\}`).FindAllStringSubmatch(string(css), -1)
	if len(schemes) != 2 {
		t.Fatal(len(schemes))
	}
	for _, m := range schemes {
		c := map[string]float64{}
		for _, v := range regexp.MustCompile(`--(\w+): #(\w+)`).FindAllStringSubmatch(m[1], -1) {
			c[v[1]] = light(v[2])
		}
		for _, ink := range []string{"fg", "dim", "link", "k", "s", "n"} {
			for _, ground := range []string{"bg", "soft"} {
				hi, lo := max(c[ink], c[ground]), min(c[ink], c[ground])
				if r := (hi + .05) / (lo + .05); r < 4.5 {
					t.Errorf("%s on %s: %.2f", ink, ground, r)
				}
			}
		}
	}
}

// light is the relative luminance of a colour.
func light(hex string) float64 {
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	sum := 0.
	for i, w := range []float64{.2126, .7152, .0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			return 0
		}
		v := float64(n) / 255
		if v <= .03928 {
			v /= 12.92
		} else {
			v = math.Pow((v+.055)/1.055, 2.4)
		}
		sum += w * v
	}
	return sum
}

// TestClasses looks for classes of the library, with their methods and examples, each under one name.
func TestClasses(t *testing.T) {
	s := &site{files: map[string][]byte{}, in: session.New(session.Options{})}
	if err := s.classes(s.in, map[string]string{}); err != nil {
		t.Fatal(err)
	}
	for page, want := range map[string]string{
		"class/tf.keras.layers.Dense.html":    "over the last axis",
		"class/tf.keras.optimizers.Adam.html": "learning_rate",
		"class/tf.data.Dataset.html":          `<h2 id="map">`,
		"class/tf.Variable.html":              `<h2 id="assign">`,
		"class/tf.RaggedTensor.html":          `<h2 id="to_tensor">`,
		"classes.html":                        "class/tf.keras.losses.",
	} {
		if !strings.Contains(string(s.files[page]), want) {
			t.Errorf("%s lacks %s", page, want)
		}
	}
	if s.library < 500 {
		t.Errorf("%d pages only", s.library)
	}
}
