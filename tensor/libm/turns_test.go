package libm

import "testing"

// TestTurn compares with what glibc 2.36 gave on a processor with FMA: values that are rounded to the nearest, and some
// of the few that are not.
func TestTurn(t *testing.T) {
	for _, v := range [][3]float64{
		{0x1.f4f79ed75b7fcp-2, 0x1.e138a7d9aa09fp-2, 0x1.c3f0da2201ee7p-1},
		{0x1.2a4a4da368d17p-1, 0x1.19b333d153b7ap-1, 0x1.ab89d6355ab96p-1},
		{0x1.3fc42c9d491eap-1, 0x1.2b61586698536p-1, 0x1.9f598d00e41fap-1},
		{0x1.7afb53aed2136p-1, 0x1.594f7f8af8de3p-1, 0x1.7a06fc6521f90p-1},
		{0x1.2987e7233e766p-1, 0x1.1910cab5670bbp-1, 0x1.abf4acad5174fp-1},
		{0x1.72e38e21ea30ep-1, 0x1.534adbce31f01p-1, 0x1.7f701d083f43cp-1},
		{0x1.753cfbedbeccep-6, 0x1.7534b85146f12p-6, 0x1.ffddfdb419707p-1},
		{0x1.7679d85f9a787p-2, 0x1.6e2f4dd537782p-2, 0x1.de24ba5a08f0ap-1},
		{0x1.123a2323cde0bp-4, 0x1.1205b45b70d6ep-4, 0x1.feda5b955a49cp-1},
		{0x1.aa80a08342596p-2, 0x1.9e470ce0eb094p-2, 0x1.d43a6319fe7bfp-1},
		{0x1.36f57811ff98ep-1, 0x1.243102f6d2b5ep-1, 0x1.a470242f46310p-1},
		{0x1.3a0971c07bc78p-1, 0x1.26b6b75590f76p-1, 0x1.a2ac8322d8d36p-1},
		{0x1.351ddca2250dfp-1, 0x1.22ad426c77456p-1, 0x1.a57c95787b6d0p-1},
		{0x1.e100e21a3fe8fp-2, 0x1.cf824c42dffb7p-2, 0x1.c88baa757fa26p-1},
		{0x1.7c45fcf0384cbp-3, 0x1.7a178f204207ep-3, 0x1.f732fc935523fp-1},
		{0x1.87008df937bbep-1, 0x1.6216f3a88cd9cp-1, 0x1.71d11e4435a33p-1},
		{0x0.0p+0, 0x0.0p+0, 0x1.0000000000000p+0},
		{0x1.12e0be826d695p-30, 0x1.12e0be826d695p-30, 0x1.0000000000000p+0},
		{0x1.999999999999ap-4, 0x1.98eaecb8bcb2cp-4, 0x1.fd712f9a817c1p-1},
		{0x1.921fb54442d18p-1, 0x1.6a09e667f3bccp-1, 0x1.6a09e667f3bcdp-1},
	} {
		if s, c := Turn(v[0]); s != v[1] || c != v[2] {
			t.Errorf("%v: %v %v, want %v %v", v[0], s, c, v[1], v[2])
		}
	}
}
