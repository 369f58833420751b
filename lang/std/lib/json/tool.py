# tfs's own.
"""Checks JSON and lays it out: tfs -m json.tool [FILE [FILE]]."""
import argparse
import json
import sys

def main():
    p = argparse.ArgumentParser(prog="tfs -m json.tool", description="Checks JSON and lays it out.")
    p.add_argument("infile", nargs="?", default="-", help="a file of JSON; standard input without one")
    p.add_argument("outfile", nargs="?", help="where it goes; standard output without one")
    p.add_argument("--sort-keys", action="store_true", help="keys in their order")
    p.add_argument("--no-ensure-ascii", dest="ensure_ascii", action="store_false", help="other letters as they are")
    p.add_argument("--json-lines", action="store_true", help="a value on every line")
    form = p.add_mutually_exclusive_group()
    form.add_argument("--indent", type=int, default=4, help="blanks for each level")
    form.add_argument("--tab", action="store_const", dest="indent", const="\t", help="tabs for each level")
    form.add_argument("--no-indent", action="store_const", dest="indent", const=None, help="one line for each value")
    form.add_argument("--compact", action="store_true", help="no white space")
    given = p.parse_args()
    shape = {"sort_keys": given.sort_keys, "ensure_ascii": given.ensure_ascii, "indent": given.indent}
    if given.compact:
        shape["indent"], shape["separators"] = None, (",", ":")
    try:
        source = sys.stdin if given.infile == "-" else open(given.infile, encoding="utf-8")
        values = [json.loads(line) for line in source] if given.json_lines else [json.load(source)]
        target = open(given.outfile, "w", encoding="utf-8") if given.outfile else sys.stdout
        for v in values:
            target.write(json.dumps(v, **shape) + "\n")
        if given.outfile:
            target.close()
    except ValueError as e:
        raise SystemExit(e)

if __name__ == "__main__":
    main()
