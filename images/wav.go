package images

import (
	"encoding/binary"
	"math"

	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/tensor"
)

// Sound is samples from -1 to 1, the channels of a moment together.
type Sound struct {
	Rate, Channels, Length int
	Samples                []float32
}

// wavReader reads the parts of a file.
type wavReader struct {
	b  string
	at int
}

func (r *wavReader) text(n int) (string, error) {
	if n < 0 || n > len(r.b)-r.at {
		return "", tensor.Errorf("Data too short when trying to read string")
	}
	s := r.b[r.at : r.at+n]
	r.at += n
	return s, nil
}

// number reads a number of so many bytes.
func (r *wavReader) number(n int) (int, error) {
	if n > len(r.b)-r.at {
		return 0, tensor.Errorf("Data too short when trying to read string")
	}
	v := 0
	for i := range n {
		v |= int(r.b[r.at+i]) << (8 * i)
	}
	r.at += n
	return v, nil
}

func (r *wavReader) need(want string) error {
	got, err := r.text(len(want))
	if err == nil && got != want {
		for i := range len(got) { // shown as a C string
			if got[i] == 0 {
				got = got[:i]
				break
			}
		}
		err = tensor.Errorf("Header mismatch: Expected %s but found %s", want, got)
	}
	return err
}

// DecodeWAV reads the samples of a file of 16-bit PCM.
func DecodeWAV(b string) (*Sound, error) {
	r := &wavReader{b: b}
	s := &Sound{}
	bits := 0
	if err := r.header(s, &bits); err != nil {
		return nil, err
	}
	for r.at < len(b) {
		name, err := r.text(4)
		if err != nil {
			return nil, err
		}
		size, err := r.number(4)
		if err != nil {
			return nil, err
		}
		if size > math.MaxInt32 {
			return nil, tensor.Errorf("WAV data chunk '%s' is too large: %d bytes, but the limit is %d", name, size,
				math.MaxInt32)
		}
		if name != "data" {
			if size > len(b)-r.at {
				return nil, tensor.Errorf("Data too short when trying to read string")
			}
			r.at += size + size&1
			continue
		}
		return s, r.data(s, size, bits)
	}
	return nil, tensor.Errorf("No data chunk found in WAV")
}

// header reads everything up to the chunks of data.
func (r *wavReader) header(s *Sound, bits *int) error {
	if err := r.need("RIFF"); err != nil {
		return err
	}
	if _, err := r.number(4); err != nil {
		return err
	}
	for _, want := range []string{"WAVE", "fmt "} {
		if err := r.need(want); err != nil {
			return err
		}
	}
	var v [7]int
	for i, n := range []int{4, 2, 2, 4, 4, 2, 2} {
		var err error
		if v[i], err = r.number(n); err != nil {
			return err
		}
	}
	size, format := v[0], v[1]
	s.Channels, s.Rate, *bits = v[2], v[3], v[6]
	switch {
	case size != 16 && size != 18 && size != 40:
		return tensor.Errorf("Bad format chunk size for WAV: Expected 16, 18, or 40, but got%d", size)
	case format != 1 && format != 0xfffe:
		return tensor.Errorf("Bad audio format for WAV: Expected 1 (PCM), but got%d", format)
	case s.Channels < 1 || s.Channels > 1024:
		return tensor.Errorf("Bad number of channels for WAV: Expected at least 1, but got %d", s.Channels)
	case *bits != 16:
		return tensor.Errorf("Can only read 16-bit WAV files, but received %d", *bits)
	case v[5] != s.Channels*2:
		return tensor.Errorf("Bad bytes per sample in WAV header: Expected %d but got %d", s.Channels*2, v[5])
	case v[4] != v[5]*s.Rate:
		return tensor.Errorf("Bad bytes per second in WAV header: Expected %d but got %d (sample_rate=%d, "+
			"bytes_per_sample=%d)", v[5]*s.Rate, v[4], s.Rate, v[5])
	case size > 16:
		_, err := r.text(size - 16)
		return err
	}
	return nil
}

// data reads the samples.
func (r *wavReader) data(s *Sound, size, bits int) error {
	s.Length = size / (2 * s.Channels)
	n := s.Length * s.Channels
	if 2*n > len(r.b)-r.at {
		return tensor.Errorf("Data too short when trying to read string")
	}
	if !memory.Reserve(4 * int64(n)) {
		return tensor.Failf(tensor.ResourceExhausted, "%d samples do not fit", n)
	}
	s.Samples = make([]float32, n)
	for i := range s.Samples {
		s.Samples[i] = float32(int16(uint16(r.b[r.at])|uint16(r.b[r.at+1])<<8)) / 32768
		r.at += 2
	}
	return nil
}

// EncodeWAV writes samples as 16-bit PCM; those beyond -1 and 1 are cut off.
func EncodeWAV(s *Sound) (string, error) {
	size := 2 * s.Length * s.Channels
	switch {
	case s.Rate <= 0 || s.Rate > math.MaxUint32:
		return "", tensor.Errorf("sample_rate must be in (0, 2^32), got: %d", s.Rate)
	case s.Channels <= 0 || s.Channels > 65535:
		return "", tensor.Errorf("num_channels must be in (0, 2^16), got: %d", s.Channels)
	case s.Length == 0:
		return "", tensor.Errorf("num_frames must be positive.")
	case size > math.MaxUint32-36:
		return "", tensor.Errorf("Provided channels and frames cannot be encoded as a WAV.")
	}
	out := make([]byte, 0, 44+size)
	u16 := func(v int) { out = binary.LittleEndian.AppendUint16(out, uint16(v)) }
	u32 := func(v int) { out = binary.LittleEndian.AppendUint32(out, uint32(v)) }
	out = append(out, "RIFF"...)
	u32(36 + size)
	out = append(out, "WAVEfmt "...)
	u32(16)
	u16(1)
	u16(s.Channels)
	u32(s.Rate)
	u32(2 * s.Channels * s.Rate)
	u16(2 * s.Channels)
	u16(16)
	out = append(out, "data"...)
	u32(size)
	for _, x := range s.Samples {
		u16(int(min(max(math.Round(float64(x)*32768), -32768), 32767)))
	}
	return string(out), nil
}
