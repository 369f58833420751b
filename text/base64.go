package text

import (
	"context"
	"encoding/base64"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// EncodeBase64 writes strings in web-safe base64, with pad ending in = (EncodeBase64).
func EncodeBase64[V Of](ctx context.Context, x V, pad bool) (V, error) {
	enc := base64.RawURLEncoding
	if pad {
		enc = base64.URLEncoding
	}
	return mapText(ctx, "EncodeBase64", x, func(s string) string { return enc.EncodeToString(tensor.StringBytes(s)) })
}

// DecodeBase64 gives the bytes of web-safe base64, padded or not (DecodeBase64).
func DecodeBase64[V Of](ctx context.Context, x V) (V, error) {
	return flatly("DecodeBase64", x, func(x *tensor.Tensor) (*tensor.Tensor, error) {
		return mapTry(ctx, x, func(s string) (string, error) {
			s = strings.TrimRight(s, "=")
			if len(s)%4 == 1 {
				return "", tensor.Errorf("Base64 string length cannot be 1 modulo 4.")
			}
			b, err := base64.RawURLEncoding.DecodeString(s)
			if err != nil {
				return "", tensor.Errorf("Invalid character found in base64.")
			}
			return string(b), nil
		})
	})
}
