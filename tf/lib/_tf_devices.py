"""Names of devices and of the machines of a cluster, as texts with parts."""

__name__ = "tensorflow.python.framework.device_spec"

_KINDS = ("CPU", "GPU", "TPU")


class AggregationMethod:
    """How gradients of one tensor are summed, by number; the sum is the same.

    >>> tf.AggregationMethod.ADD_N
    0
    """

    __module__ = "tensorflow.python.ops.gradients_util"
    ADD_N = DEFAULT = 0
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2


class DeviceSpecV2:
    """The name of a device in parts: job, replica, task, device_type and device_index, each None if it is left open.

    >>> tf.DeviceSpec(job='worker', device_type='CPU', device_index=0).to_string()
    '/job:worker/device:CPU:0'
    >>> tf.DeviceSpec.from_string('/job:a/task:1/device:GPU:2')
    <DeviceSpec(job=a, replica=None, task=1, device_type=GPU, device_index=2)>
    """

    __slots__ = ("_job", "_replica", "_task", "_device_type", "_device_index")

    def __init__(self, job=None, replica=None, task=None, device_type=None, device_index=None):
        def number(v):
            return None if v is None else int(v)

        self._job = None if job is None else str(job)
        self._replica, self._task = number(replica), number(task)
        self._device_type = None if device_type is None else str(device_type).upper()
        self._device_index = number(device_index)

    job = property(lambda self: self._job)
    replica = property(lambda self: self._replica)
    task = property(lambda self: self._task)
    device_type = property(lambda self: self._device_type)
    device_index = property(lambda self: self._device_index)

    def _parts(self):
        return {"job": self._job, "replica": self._replica, "task": self._task, "device_type": self._device_type,
                "device_index": self._device_index}

    @classmethod
    def from_string(cls, spec):
        """The parts of a name."""
        parts = {}
        kinds = 0
        for part in (p.split(":") for p in (spec or "").split("/") if p):
            key = part[0]
            if key in ("job", "replica", "task") and len(part) == 2:
                if part[1] != "*":
                    parts[key] = part[1]
                continue
            if key == "device" and len(part) == 3:
                part = part[1:]
            elif not (len(part) in (1, 2) and key.upper() in _KINDS):
                raise ValueError(f"Unknown attribute '{key}' is encountered while parsing the device spec: '{spec}'.")
            kinds += 1
            if kinds > 1:
                raise ValueError(f"Multiple device types are not allowed while parsing the device spec: {spec}.")
            parts["device_type"] = part[0].upper()
            if len(part) == 2 and part[1] != "*":
                parts["device_index"] = part[1]
        return cls(**parts)

    def parse_from_string(self, spec):
        """The parts of a name; those of this object are not used."""
        return self.from_string(spec)

    def to_string(self):
        """The name."""
        out = "".join(f"/{key}:{v}" for key, v in list(self._parts().items())[:3] if v is not None)
        if self._device_type is not None:
            out += f"/device:{self._device_type}:" + ("*" if self._device_index is None else str(self._device_index))
        return out

    def replace(self, **kwargs):
        """The name with other parts."""
        return self.__class__(**{**self._parts(), **kwargs})

    def make_merged_spec(self, dev):
        """The name with the parts that another one has."""
        return self.replace(**{k: v for k, v in dev._parts().items() if v is not None})

    def __eq__(self, other):
        return isinstance(other, DeviceSpecV2) and self._parts() == other._parts()

    def __hash__(self):
        return hash(self.to_string())

    def __repr__(self):
        return "<DeviceSpec(" + ", ".join(f"{k}={v}" for k, v in self._parts().items()) + ")>"


DeviceSpec = DeviceSpecV2


class ClusterSpec:
    """The machines of a cluster: a dict from each job's name to a list of addresses, or a dict by number.

    >>> cluster = tf.train.ClusterSpec({'worker': ['a:1', 'b:2'], 'ps': {1: 'c:3'}})
    >>> cluster
    ClusterSpec({'ps': {1: 'c:3'}, 'worker': ['a:1', 'b:2']})
    >>> cluster.num_tasks('worker'), cluster.task_address('ps', 1)
    (2, 'c:3')
    """

    __module__ = "tensorflow.python.training.server_lib"

    def __init__(self, cluster):
        if isinstance(cluster, ClusterSpec):
            cluster = cluster.as_dict()
        if not isinstance(cluster, dict):
            raise TypeError("`cluster` must be a dictionary mapping one or more job names to lists of network "
                            "addresses, or a `ClusterDef` protocol buffer")
        self._jobs = {}
        for job, tasks in cluster.items():
            if isinstance(tasks, (list, tuple)):
                tasks = dict(enumerate(tasks))
            elif not isinstance(tasks, dict):
                raise TypeError(f"The tasks for job {job!r} must be a list or a dictionary from integers to strings.")
            self._jobs[job] = {int(i): tasks[i] for i in sorted(tasks)}

    def _of(self, job):
        if job not in self._jobs:
            raise ValueError(f"No such job in cluster: {job!r}")
        return self._jobs[job]

    def as_dict(self):
        """The jobs with lists of addresses, or dicts where numbers are missing."""
        out = {}
        for job in sorted(self._jobs):
            tasks = self._jobs[job]
            out[job] = list(tasks.values()) if list(tasks) == list(range(len(tasks))) else dict(tasks)
        return out

    jobs = property(lambda self: list(self._jobs))

    def num_tasks(self, job_name):
        """How many tasks a job has."""
        return len(self._of(job_name))

    def task_indices(self, job_name):
        """The numbers of a job's tasks."""
        return list(self._of(job_name))

    def task_address(self, job_name, task_index):
        """The address of a task."""
        tasks = self._of(job_name)
        if task_index not in tasks:
            raise ValueError(f"No task with index {task_index!r} in job {job_name!r}")
        return tasks[task_index]

    def job_tasks(self, job_name):
        """The addresses of a job by number, None where a number is missing."""
        tasks = self._of(job_name)
        return [tasks.get(i) for i in range(max(tasks) + 1)] if tasks else []

    def __bool__(self):
        return bool(self._jobs)

    def __eq__(self, other):
        return isinstance(other, ClusterSpec) and self.as_dict() == other.as_dict()

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def __repr__(self):
        return f"ClusterSpec({self.as_dict()!r})"
