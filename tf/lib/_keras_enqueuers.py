"""tf.keras.utils: what hands batches of sequences and generators on, in their order."""

__name__ = "tf_keras.src.utils.data_utils"

import random


class SequenceEnqueuer:
    """Hands batches on; tfs makes each when it is asked for, in the order that workers would put them in a queue.

    >>> queue = tf.keras.utils.GeneratorEnqueuer(i * i for i in range(3))
    >>> queue.start()
    >>> list(queue.get())
    [0, 1, 4]
    """

    def __init__(self, sequence, use_multiprocessing=False):
        self.sequence, self.use_multiprocessing = sequence, use_multiprocessing
        self.workers, self._running = 0, False

    def is_running(self):
        """Whether it was started and not stopped."""
        return self._running

    def start(self, workers=1, max_queue_size=10):
        """Begins to hand batches on."""
        self.workers, self._running = workers, True

    def stop(self, timeout=None):
        """Ends it."""
        self._running = False

    def get(self):
        """A generator of the batches."""
        raise NotImplementedError


class OrderedEnqueuer(SequenceEnqueuer):
    """Hands the batches of a Sequence on, epoch after epoch, for as long as it is not stopped.

    >>> class Squares(tf.keras.utils.Sequence):
    ...   def __len__(self): return 2
    ...   def __getitem__(self, i): return i * i
    >>> queue = tf.keras.utils.OrderedEnqueuer(Squares())
    >>> queue.start()
    >>> batches = queue.get()
    >>> [next(batches) for _ in range(4)]
    [0, 1, 0, 1]
    """

    def __init__(self, sequence, use_multiprocessing=False, shuffle=False):
        super().__init__(sequence, use_multiprocessing)
        self.shuffle = shuffle

    def get(self):
        order = list(range(len(self.sequence)))
        while self.is_running():
            if self.shuffle:
                random.shuffle(order)
            for i in order:
                if not self.is_running():
                    return
                batch = self.sequence[i]
                if batch is not None:
                    yield batch
            self.sequence.on_epoch_end()


class GeneratorEnqueuer(SequenceEnqueuer):
    """Hands on what a generator gives, until it ends."""

    def get(self):
        while self.is_running():
            try:
                batch = next(self.sequence)
            except StopIteration:
                return
            if batch is not None:
                yield batch
