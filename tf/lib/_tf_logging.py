"""TensorFlow's logger, and tf.compat.v1.logging."""

import logging


def get_logger():
    """The logger of TensorFlow, which writes to stderr.

    >>> tf.get_logger().setLevel('ERROR')
    """
    logger = logging.getLogger("tensorflow")
    if not logger.handlers and not logging.getLogger().handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter(logging.BASIC_FORMAT, None))
        logger.addHandler(handler)
    return logger


def log(level, msg, *args, **kwargs):
    """Logs a message at a level."""
    get_logger().log(level, msg, *args, **kwargs)


def vlog(level, msg, *args, **kwargs):
    """Logs a message at a level."""
    get_logger().log(level, msg, *args, **kwargs)


def debug(msg, *args, **kwargs):
    """Logs a message at level DEBUG."""
    get_logger().debug(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    """Logs a message at level INFO."""
    get_logger().info(msg, *args, **kwargs)


def warn(msg, *args, **kwargs):
    """Logs a message at level WARNING."""
    get_logger().warning(msg, *args, **kwargs)


def warning(msg, *args, **kwargs):
    """Logs a message at level WARNING."""
    get_logger().warning(msg, *args, **kwargs)


def error(msg, *args, **kwargs):
    """Logs a message at level ERROR."""
    get_logger().error(msg, *args, **kwargs)


def fatal(msg, *args, **kwargs):
    """Logs a message at level FATAL."""
    get_logger().fatal(msg, *args, **kwargs)


_counts = {}


def _seen(msg):
    """How often a message has been asked for before."""
    _counts[msg] = _counts.get(msg, -1) + 1
    return _counts[msg]


def log_every_n(level, msg, n, *args):
    """Logs a message the first time and each n-th after it."""
    log_if(level, msg, _seen((msg, "every")) % n == 0, *args)


def log_first_n(level, msg, n, *args):
    """Logs a message the first n times."""
    log_if(level, msg, _seen((msg, "first")) < n, *args)


def log_if(level, msg, condition, *args):
    """Logs a message where a condition holds."""
    if condition:
        log(level, msg, *args)


def get_verbosity():
    """The level from which on messages are written."""
    return get_logger().getEffectiveLevel()


def set_verbosity(v):
    """Sets the level from which on messages are written."""
    get_logger().setLevel(v)


def flush():
    """Does nothing: messages are written at once."""
