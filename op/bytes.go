package op

import "github.com/tfs-lang/tfs/tensor"

// Bytes of strings as numbers. Neither has a gradient.
var (
	DecodeRaw = define(Def{Name: "DecodeRaw", Eval: func(x *Exec, n *Node) error {
		return n.one(tensor.DecodeRaw(x.Ctx, n.T(0), n.Type("out_type"), n.Bool("little_endian")))
	}, Infer: func(s *Shapes) { s.Is(s.In(0).Concat(known(-1))) }})
	DecodePaddedRaw = define(Def{Name: "DecodePaddedRaw", Eval: func(x *Exec, n *Node) error {
		if n.Type("out_type") == tensor.Float16 { // allowed by the registry, computed by no kernel of TensorFlow's
			return tensor.Failf(tensor.NotFound, "Could not find device for node: {{node DecodePaddedRaw}} = "+
				"DecodePaddedRaw[little_endian=%t, out_type=DT_HALF]", n.Bool("little_endian"))
		}
		return n.one(tensor.DecodePaddedRaw(x.Ctx, n.T(0), n.Type("out_type"), int(n.T(1).Int(0)),
			n.Bool("little_endian")))
	}, Infer: func(s *Shapes) {
		d, k := s.Type("out_type"), s.Size(1)
		if k >= 0 && d.Size() > 0 {
			k /= d.Size()
		}
		s.Is(s.In(0).Concat(known(k)))
	}})
)
