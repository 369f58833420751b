"""Enumerations of TensorFlow: classes whose members are constants with a name and a value."""


class EnumType(type):
    """The class of enumerations: it can be called with a value, indexed with a name, and walked."""

    __module__ = "enum"

    def __call__(cls, value):
        for member in cls:
            if member.value == value or member is value:
                return member
        raise ValueError(f"{value!r} is not a valid {cls.__name__}")

    def __getitem__(cls, name):
        return cls._members[name]

    def __iter__(cls):
        return iter(list(cls._members.values()))

    def __len__(cls):
        return len(cls._members)

    def __contains__(cls, value):
        return any(m is value or m.value == value for m in cls)

    def __getattr__(cls, name):
        raise AttributeError(name)

    def __setattr__(cls, name, value):
        if name in cls._members:
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def __repr__(cls):
        return f"<enum {cls.__name__!r}>"

    @property
    def __members__(cls):
        return dict(cls._members)


def enum(name, module, **members):
    """An enumeration with the given members."""

    def init(self, key, value):
        self.name = self._name_ = key
        self.value = self._value_ = value

    def repr_(self):
        return f"<{name}.{self.name}: {self.value!r}>"

    def text(self):
        return f"{name}.{self.name}"

    def same(self, other):
        return self is other

    def hash_(self):
        return hash(self.name)

    def itself(self, memo=None):
        return self

    made = {}
    body = {"__module__": module, "__init__": init, "__repr__": repr_, "__str__": text, "__eq__": same,
            "__hash__": hash_, "__copy__": itself, "__deepcopy__": itself, "_members": made}
    cls = EnumType(name, (), body)
    for key, value in members.items():
        member = object.__new__(cls)
        member.__init__(key, value)
        type.__setattr__(cls, key, member)
        made[key] = member
    return cls


VariableSynchronization = enum("VariableSynchronization", "tensorflow.python.ops.variables",
                               AUTO=0, NONE=1, ON_WRITE=2, ON_READ=3)
VariableAggregation = enum("VariableAggregationV2", "tensorflow.python.ops.variables",
                           NONE=0, SUM=1, MEAN=2, ONLY_FIRST_REPLICA=3)
# What a variable shows that was given none: TensorFlow's older enumeration.
VariableAggregationV1 = enum("VariableAggregation", "tensorflow.python.ops.variables",
                             NONE=0, SUM=1, MEAN=2, ONLY_FIRST_REPLICA=3, ONLY_FIRST_TOWER=3)
Algorithm = enum("Algorithm", "tensorflow.python.ops.random_ops_util", PHILOX=1, THREEFRY=2, AUTO_SELECT=3)
UnconnectedGradients = enum("UnconnectedGradients", "tensorflow.python.ops.unconnected_gradients",
                            NONE="none", ZERO="zero")
