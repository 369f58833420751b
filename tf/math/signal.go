package math

import (
	"strings"

	"github.com/tfs-lang/tfs/tf/table"
)

// Modules of signals, over the kernels FFT and IFFT.
func init() {
	for _, n := range strings.Fields(`fft ifft fft2d ifft2d fft3d ifft3d rfft irfft rfft2d irfft2d rfft3d irfft3d fftshift
		ifftshift`) {
		table.InLibrary("_tf_fourier", "tf.signal."+n)
	}
	for _, n := range strings.Fields(`frame overlap_and_add hann_window hamming_window kaiser_window
		kaiser_bessel_derived_window vorbis_window stft inverse_stft inverse_stft_window_fn dct idct mdct inverse_mdct
		linear_to_mel_weight_matrix mfccs_from_log_mel_spectrograms`) {
		table.InLibrary("_tf_signal", "tf.signal."+n)
	}
}
