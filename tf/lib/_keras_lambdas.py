"""Functions within the files of models. Python's Keras keeps their bytecode there, which only one version of Python can
run; here it is their text, in the same place and as base64 too. Both load it only when they are told to
(safe_mode=False): a function that comes with a file can do anything."""

__name__ = "tf_keras.src.utils.generic_utils"

import base64
import sys

import _keras_native as native

_MARK = "# tfs: "


def dumped(fn):
    """The text, the defaults and the values of the free variables of a function."""
    text = native.definition(fn)
    if text is None:
        raise TypeError(f"The text of {fn} is not known, so it cannot be written to a file: use a function that was "
                        "defined in the program.")
    free = fn.__code__.co_freevars
    head = _MARK + " ".join((fn.__name__,) + tuple(free)) + "\n"
    closure = tuple(c.cell_contents for c in fn.__closure__) if free else None
    return base64.encodebytes((head + text).encode()).decode("ascii"), fn.__defaults__, closure


def loaded(dump, names=None):
    """The function of what dumped gave; names are those its text sees."""
    import _keras_saving as saving
    code, defaults, closure = dump if isinstance(dump, (tuple, list)) else (dump, None, None)
    try:
        head, text = base64.b64decode(code).decode().split("\n", 1)
    except ValueError:
        head, text = "", ""
    if not head.startswith(_MARK):
        raise ValueError("The file holds a function as bytecode, which only the Python that wrote it can run: define "
                         "the function in the program and pass it by its name in `custom_objects`.")
    name, *free = head[len(_MARK):].split()
    space = dict(names or vars(sys.modules["__main__"]))
    if name == "<lambda>":
        body = f"return {text}"
    else:
        body = text.replace("\n", "\n    ") + f"\n    return {name}"
    exec(f"def _factory({', '.join(free)}):\n    {body}\n", space)
    values = [saving.deserialize_keras_object(x) for x in closure or ()]
    fn = space["_factory"](*values)
    if defaults is not None:
        fn.__defaults__ = tuple(saving.deserialize_keras_object(x) for x in defaults)
    return fn
