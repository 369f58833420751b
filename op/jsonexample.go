package op

import (
	"context"
	"strings"

	"github.com/tfs-lang/tfs/messages"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"
)

// DecodeJSONExample gives the serialized tf.train.Example of each JSON text, in the shape of the texts. It has no
// gradient.
var DecodeJSONExample = eachText("DecodeJSONExample",
	func(ctx context.Context, _ *Node, x *tensor.Tensor) (*tensor.Tensor, error) {
		return text.Map(ctx, x, exampleOfJSON)
	})

func exampleOfJSON(s string) (string, error) {
	m := dynamicpb.NewMessage(messages.Unpacked("Example"))
	if err := protojson.Unmarshal([]byte(s), m); err != nil {
		what := err.Error()
		if _, after, ok := strings.Cut(strings.ReplaceAll(what, "\u00a0", " "), "proto: "); ok {
			what = after
		}
		if strings.Contains(what, "unexpected EOF") || strings.TrimSpace(s) == "" {
			what = "unexpected EOF"
		}
		return "", tensor.Errorf("Error while parsing JSON: %s", what)
	}
	b, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		return "", tensor.Errorf("Error while parsing JSON: %s", err.Error())
	}
	return string(b), nil
}
