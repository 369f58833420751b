package repl

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// Config is the settings of the prompt: the file config in the folder tfs of the user's
// configuration ($XDG_CONFIG_HOME, ~/.config), lines of the form name = value.
type Config struct {
	Theme       string // dark, light, none, or auto
	Editing     string // emacs or vi
	Editor      string // block: whole blocks; readline: a line at a time; plain: none, for screen readers
	Color       string // auto, always, never
	Pager       string // a command; "" for $PAGER or less; off for none
	HistorySize int
	Banner      bool
	Suggestions bool   // from the history while typing
	Signature   bool   // of the call being typed
	Brackets    bool   // are closed as they are opened
	Glyphs      string // of pictures: auto, unicode, ascii
	InWords     bool   // pictures are told in sentences
	OnError     string // pictures of errors: auto offers them, on draws them, off does neither
	startup     string
}

// settings are the names a configuration file can use.
var settings = map[string]func(c *Config, value string) error{
	"theme":          choice(func(c *Config) *string { return &c.Theme }, "auto", "dark", "light", "none"),
	"editing":        choice(func(c *Config) *string { return &c.Editing }, "emacs", "vi"),
	"editor":         choice(func(c *Config) *string { return &c.Editor }, "block", "readline", "plain"),
	"color":          choice(func(c *Config) *string { return &c.Color }, "auto", "always", "never"),
	"glyphs":         choice(func(c *Config) *string { return &c.Glyphs }, "auto", "unicode", "ascii"),
	"error_pictures": choice(func(c *Config) *string { return &c.OnError }, "auto", "on", "off"),
	"pager":          func(c *Config, v string) error { c.Pager = v; return nil },
	"screen_reader": onOff(func(c *Config, on bool) {
		if on {
			c.Editor, c.InWords = "plain", true
		}
	}),
	"banner":      onOff(func(c *Config, on bool) { c.Banner = on }),
	"suggestions": onOff(func(c *Config, on bool) { c.Suggestions = on }),
	"signature":   onOff(func(c *Config, on bool) { c.Signature = on }),
	"brackets":    onOff(func(c *Config, on bool) { c.Brackets = on }),
	"history_size": func(c *Config, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > 1e6 {
			return fmt.Errorf("must be a number from 1 to 1000000, not %q", v)
		}
		c.HistorySize = n
		return nil
	},
}

func choice(field func(c *Config) *string, values ...string) func(*Config, string) error {
	return func(c *Config, v string) error {
		for _, ok := range values {
			if v == ok {
				*field(c) = v
				return nil
			}
		}
		return fmt.Errorf("must be %s, not %q", strings.Join(values, " or "), v)
	}
}

func onOff(set func(c *Config, on bool)) func(*Config, string) error {
	return func(c *Config, v string) error {
		switch v {
		case "on", "true", "yes", "1":
			set(c, true)
		case "off", "false", "no", "0":
			set(c, false)
		default:
			return fmt.Errorf("must be on or off, not %q", v)
		}
		return nil
	}
}

// DefaultConfig is the settings without a file.
func DefaultConfig() Config {
	return Config{
		Theme:       "auto",
		Editing:     "emacs",
		Editor:      "block",
		Color:       "auto",
		Banner:      true,
		Suggestions: true,
		Signature:   true,
	}
}

// folder is a folder of the user's by the XDG rules: the variable, else a folder at home.
func folder(variable string, home ...string) string {
	dir := os.Getenv(variable)
	if !filepath.IsAbs(dir) { // the rules: a relative path is to be ignored
		h, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(append([]string{h}, home...)...)
	}
	return filepath.Join(dir, "tfs")
}

// StateDir is where past input is kept; "" where there is no home.
func StateDir() string { return folder("XDG_STATE_HOME", ".local", "state") }

// LoadConfig reads the configuration file and finds the start-up script. A missing file is
// no error; a line that cannot be used gives a notice and is passed over.
func LoadConfig() (c Config, notices []string) {
	c = DefaultConfig()
	dir := folder("XDG_CONFIG_HOME", ".config")
	if dir == "" {
		return c, nil
	}
	if st, err := os.Stat(filepath.Join(dir, "startup.tfs")); err == nil && st.Mode().IsRegular() {
		c.startup = filepath.Join(dir, "startup.tfs")
	}
	path := filepath.Join(dir, "config")
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, []string{fmt.Sprintf("config: %v", err)}
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	for n := 1; sc.Scan(); n++ {
		text := strings.TrimSpace(sc.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		if err := c.set(text); err != nil {
			notices = append(notices, fmt.Sprintf("config: %s, line %d: %v", path, n, err))
		}
	}
	if err := sc.Err(); err != nil {
		notices = append(notices, fmt.Sprintf("config: %s: %v", path, err))
	}
	return c, notices
}

// set carries out one line of the configuration.
func (c *Config) set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	name, value = strings.TrimSpace(name), strings.Trim(strings.TrimSpace(value), `"`)
	if !ok {
		return fmt.Errorf("a line must be name = value, not %q", text)
	}
	f, known := settings[name]
	if !known {
		var names []string
		for n := range settings {
			names = append(names, n)
		}
		if near := py.Nearest(name, names); near != "" {
			return fmt.Errorf("there is no setting %q; did you mean %s?", name, near)
		}
		return fmt.Errorf("there is no setting %q", name)
	}
	if err := f(c, value); err != nil {
		return fmt.Errorf("%s %v", name, err)
	}
	return nil
}
