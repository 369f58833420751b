package graph

import "github.com/tfs-lang/tfs/op"

// draft makes a tape the record of a computation that may be left alone: what it notes reaches the tape it
// stands for only when the computation is done.
type draft struct {
	of  *Tape
	log *Log
}

// Log is the nodes that drafts have noted, in order.
type Log struct{ nodes []*op.Node }

func (l *Log) note(n *op.Node) {
	if k := len(l.nodes); k == 0 || l.nodes[k-1] != n {
		l.nodes = append(l.nodes, n)
	}
}

// Drafts are tapes that stand for these while a computation runs aside, and what they note.
func (ts Tapes) Drafts() (Tapes, *Log) {
	log := &Log{}
	out := make(Tapes, len(ts))
	for i, t := range ts {
		out[i] = &Tape{auto: t.auto, on: map[op.Value]*op.Node{}, draft: &draft{t, log}}
	}
	return out, log
}

// Commit tells the tapes what their drafts noted.
func (ts Tapes) Commit(l *Log) error {
	for _, n := range l.nodes {
		if err := ts.Add(n); err != nil {
			return err
		}
	}
	return nil
}
