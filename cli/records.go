package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/messages"
	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/records"
	"github.com/tfs-lang/tfs/tensor"
)

// recordsFlags are the flags of tfs records.
type recordsFlags struct {
	count, json          bool
	print                int
	compression, salvage string
}

// records is the command that looks into TFRecord files.
func (a *app) records() *cobra.Command {
	var f recordsFlags
	c := &cobra.Command{Use: "records FILE...", Short: "Inspect, verify, print and salvage TFRecord files",
		Args: cobra.MinimumNArgs(1),
		Long: `Reads TFRecord files to their ends, verifies the checksums of every length and record,
and says what they hold: how many records of how many bytes, and, of the first 1,000
that are tf.train.Example or SequenceExample messages, their features with types and
numbers of values.

--print N shows the first N records too (all with -1): messages in text format, others
as bytes. --json writes a line for each file, and with --print one for each record.
The compression is found out unless --compression says it.

Of a file that is damaged everything before the damage is reported, with the place of
the damage; --salvage OUT writes that to a new file.

The status is 0 when all files are whole, 1 when one is damaged, 2 when one cannot be
read, 130 after Ctrl-C.`,
		Example: "  tfs records train.tfrecord\n  tfs records --count *.tfrecord.gz\n  tfs records --print 2 " +
			"train.tfrecord\n" +
			"  tfs records --salvage whole.tfrecord damaged.tfrecord",
		RunE: func(_ *cobra.Command, args []string) error { return a.lookInto(args, f) },
	}
	c.Flags().BoolVar(&f.count, "count", false, "the number of records alone")
	c.Flags().IntVar(&f.print, "print", 0, "show the first `N` records, -1 for all")
	c.Flags().BoolVar(&f.json, "json", false, "lines of JSON")
	c.Flags().StringVar(&f.compression, "compression", "auto", "auto, none, gzip or zlib")
	c.Flags().StringVar(&f.salvage, "salvage", "", "write what precedes damage to `OUT`, which must not exist")
	return c
}

// recordsReport is what tfs records says of a file.
type recordsReport struct {
	File        string         `json:"file"`
	Compression string         `json:"compression"`
	Records     int64          `json:"records"`
	Bytes       int64          `json:"bytes"`
	Shortest    int            `json:"shortest"`
	Longest     int            `json:"longest"`
	Message     string         `json:"message,omitempty"`
	Features    []*featureSeen `json:"features,omitempty"`
	Damage      string         `json:"damage,omitempty"`
	Whole       int64          `json:"whole_bytes"`
	Salvaged    string         `json:"salvaged,omitempty"`
}

// lookInto is the command.
func (a *app) lookInto(files []string, f recordsFlags) error {
	if f.salvage != "" && len(files) != 1 {
		return errors.New("--salvage takes what is whole out of one file")
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	worst := 0
	for _, file := range files {
		r, err := a.readRecords(ctx, file, f)
		switch {
		case ctx.Err() != nil:
			return exitCode(130)
		case err != nil:
			fmt.Fprintln(os.Stderr, "tfs:", py.Visible(err.Error()))
			worst = 2
			continue
		case r.Damage != "":
			worst = max(worst, 1)
		}
		if err := a.tellRecords(r, f); err != nil {
			return err
		}
	}
	if worst > 0 {
		return exitCode(worst)
	}
	return nil
}

// readRecords reads a file to its end or to its damage.
func (a *app) readRecords(ctx context.Context, file string, f recordsFlags) (*recordsReport, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", file, reason(err))
	}
	defer in.Close()
	from := bufio.NewReaderSize(in, 64<<10)
	kind, err := compressionOf(f.compression, from)
	if err != nil {
		return nil, err
	}
	out, err := newSalvage(f.salvage)
	if err != nil {
		return nil, err
	}
	defer out.drop()
	r, err := records.NewReader(from, records.Options{Compression: kind, Name: file})
	if err != nil {
		return nil, err
	}
	rep := &recordsReport{File: file, Compression: strings.ToLower(kind)}
	var seen schema
	for {
		data, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			rep.Damage = damageText(err)
			break
		}
		if rep.Records&255 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := a.seeRecord(rep, &seen, data, f); err != nil {
			return nil, err
		}
		if err := out.write(data); err != nil {
			return nil, err
		}
	}
	rep.Whole, rep.Message, rep.Features = r.Offset(), seen.message, seen.list()
	rep.Salvaged = f.salvage
	return rep, out.keep()
}

// seeRecord counts a record, learns from it and prints it.
func (a *app) seeRecord(rep *recordsReport, seen *schema, data []byte, f recordsFlags) error {
	if rep.Records == 0 {
		rep.Shortest = len(data)
	}
	rep.Shortest, rep.Longest = min(rep.Shortest, len(data)), max(rep.Longest, len(data))
	rep.Bytes += int64(len(data))
	rep.Records++
	if f.count {
		return nil
	}
	shown := f.print < 0 || rep.Records <= int64(f.print)
	if !shown && rep.Records > schemaRecords {
		return nil
	}
	m := asMessage(data)
	if rep.Records <= schemaRecords {
		seen.add(m)
	}
	if !shown {
		return nil
	}
	return a.printRecord(rep, m, data, f.json)
}

// printRecord shows a record: a message as text or JSON, others as bytes.
func (a *app) printRecord(rep *recordsReport, m protoreflect.Message, data []byte, asJSON bool) error {
	var err error
	switch {
	case asJSON && m != nil:
		var b []byte
		if b, err = (protojson.MarshalOptions{UseProtoNames: true}).Marshal(m.Interface()); err == nil {
			var line bytes.Buffer
			if err = json.Compact(&line, b); err == nil {
				_, err = fmt.Fprintln(a.out, line.String())
			}
		}
	case asJSON:
		err = json.NewEncoder(a.out).Encode(map[string]any{"record": rep.Records - 1, "bytes": data})
	case m != nil:
		_, err = fmt.Fprintf(a.out, "# record %d, %d bytes\n%s", rep.Records-1, len(data),
			messages.Text(m, messages.TextOptions{Python: true}))
	default:
		_, err = fmt.Fprintf(a.out, "# record %d, %d bytes\n%s\n", rep.Records-1, len(data),
			printer.TensorStr(tensor.StringScalar(string(data))))
	}
	return err
}

// tellRecords writes the report of a file.
func (a *app) tellRecords(r *recordsReport, f recordsFlags) error {
	if f.json {
		if f.print != 0 && r.Damage == "" {
			return nil
		}
		return json.NewEncoder(a.out).Encode(r)
	}
	w := &strings.Builder{}
	if f.count {
		fmt.Fprintf(w, "%s: %d\n", r.File, r.Records)
	} else {
		fmt.Fprintf(w, "%s: %d records, %d bytes", r.File, r.Records, r.Bytes)
		if r.Records > 0 {
			fmt.Fprintf(w, " (%d to %d each)", r.Shortest, r.Longest)
		}
		if r.Compression != "" {
			fmt.Fprintf(w, ", %s", r.Compression)
		}
		fmt.Fprintln(w)
		if r.Message != "" {
			fmt.Fprintf(w, "  %s\n", r.Message)
		}
		for _, s := range r.Features {
			fmt.Fprintf(w, "  %s\n", s)
		}
	}
	if r.Damage != "" {
		fmt.Fprintf(w, "  damaged: %s\n  whole up to byte %d\n", r.Damage, r.Whole)
	}
	if r.Salvaged != "" {
		fmt.Fprintf(w, "  %d records written to %s\n", r.Records, r.Salvaged)
	}
	_, err := io.WriteString(a.out, py.Visible(w.String()))
	return err
}

// damageText is what is wrong with a file, with where.
func damageText(err error) string {
	var e *tensor.Error
	if errors.As(err, &e) {
		return e.Msg
	}
	return err.Error()
}

// compressionOf finds out how a file is compressed: GZIP and ZLIB begin with bytes that would be a length of
// petabytes, or one whose checksum cannot agree.
func compressionOf(flag string, r *bufio.Reader) (string, error) {
	switch flag {
	case "none":
		return records.Plain, nil
	case "gzip", "zlib":
		return strings.ToUpper(flag), nil
	case "auto":
	default:
		return "", fmt.Errorf("--compression is auto, none, gzip or zlib, not %s", flag)
	}
	head, _ := r.Peek(12)
	switch {
	case len(head) == 12 &&
		records.MaskedCRC(head[:8]) == uint32(head[8])|uint32(head[9])<<8|uint32(head[10])<<16|uint32(head[11])<<24:
		return records.Plain, nil
	case len(head) > 2 && head[0] == 0x1f && head[1] == 0x8b:
		return records.GZIP, nil
	case len(head) > 2 && head[0]&15 == 8 && (int(head[0])<<8|int(head[1]))%31 == 0:
		return records.ZLIB, nil
	}
	return records.Plain, nil
}

// salvage is a new file that gets what is whole; it has its name only once it is complete.
type salvage struct {
	name string
	file *os.File
	w    *records.Writer
}

func newSalvage(name string) (*salvage, error) {
	if name == "" {
		return nil, nil
	}
	if _, err := os.Lstat(name); err == nil {
		return nil, fmt.Errorf("%s: the file is there already", name)
	}
	file, err := os.CreateTemp(filepath.Dir(name), ".records-*")
	if err != nil {
		return nil, fmt.Errorf("%s: %s", name, reason(err))
	}
	w, err := records.NewWriter(file, records.Plain, -1)
	return &salvage{name, file, w}, err
}

func (s *salvage) write(data []byte) error {
	if s == nil {
		return nil
	}
	if err := s.w.Write(data); err != nil {
		return fmt.Errorf("%s: %s", s.name, reason(err))
	}
	return nil
}

// keep gives the file its name.
func (s *salvage) keep() error {
	if s == nil {
		return nil
	}
	err := s.w.Close()
	if e := s.file.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Chmod(s.file.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(s.file.Name(), s.name)
	}
	if err != nil {
		return fmt.Errorf("%s: %s", s.name, reason(err))
	}
	s.file = nil
	return nil
}

// drop removes a file that was not kept.
func (s *salvage) drop() {
	if s != nil && s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
	}
}

// asMessage reads a record as the message it seems to be: a SequenceExample where there are feature lists, else an
// Example; nil for what is neither.
func asMessage(data []byte) protoreflect.Message {
	for _, name := range []string{"Example", "SequenceExample"} {
		m := dynamicpb.NewMessage(messages.Type(name))
		if messages.Unmarshal(data, m) == nil && len(m.GetUnknown()) == 0 {
			return m
		}
	}
	return nil
}
