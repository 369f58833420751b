"""tf.keras.preprocessing.text: texts as lists of numbers of words."""

__name__ = "tf_keras.src.preprocessing.text"

import collections
import hashlib
import json
import warnings

import numpy as np

_FILTERS = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\t\n'


def text_to_word_sequence(input_text, filters=_FILTERS, lower=True, split=" "):
    """The words of a text, without the filtered characters.

    >>> tf.keras.preprocessing.text.text_to_word_sequence('This is, a text.')
    ['this', 'is', 'a', 'text']
    """
    if lower:
        input_text = input_text.lower()
    input_text = input_text.translate(str.maketrans({c: split for c in filters}))
    return [w for w in input_text.split(split) if w]


def one_hot(input_text, n, filters=_FILTERS, lower=True, split=" ", analyzer=None):
    """The words of a text as numbers below n, by Python's hash."""
    return hashing_trick(input_text, n, hash_function=hash, filters=filters, lower=lower, split=split,
                         analyzer=analyzer)


def hashing_trick(text, n, hash_function=None, filters=_FILTERS, lower=True, split=" ", analyzer=None):
    """The words of a text as numbers below n, by a hash function."""
    if hash_function is None:
        hash_function = hash
    elif hash_function == "md5":
        hash_function = lambda w: int(hashlib.md5(w.encode()).hexdigest(), 16)
    if analyzer is None:
        words = text_to_word_sequence(text, filters=filters, lower=lower, split=split)
    else:
        words = analyzer(text)
    return [hash_function(w) % (n - 1) + 1 for w in words]


class Tokenizer:
    """Numbers words by how often they occur: the most frequent one is 1.

    >>> t = tf.keras.preprocessing.text.Tokenizer()
    >>> t.fit_on_texts(['a b', 'b c b'])
    >>> t.texts_to_sequences(['c b a', 'x b'])
    [[3, 1, 2], [1]]
    """

    def __init__(self, num_words=None, filters=_FILTERS, lower=True, split=" ", char_level=False, oov_token=None,
                 analyzer=None, **kwargs):
        if "nb_words" in kwargs:
            warnings.warn("The `nb_words` argument in `Tokenizer` has been renamed `num_words`.")
            num_words = kwargs.pop("nb_words")
        document_count = kwargs.pop("document_count", 0)
        if kwargs:
            raise TypeError("Unrecognized keyword arguments: " + str(kwargs))
        self.word_counts = collections.OrderedDict()
        self.word_docs = collections.defaultdict(int)
        self.filters, self.split, self.lower, self.num_words = filters, split, lower, num_words
        self.document_count, self.char_level, self.oov_token = document_count, char_level, oov_token
        self.index_docs = collections.defaultdict(int)
        self.word_index, self.index_word = {}, {}
        self.analyzer = analyzer

    def _words(self, text):
        if self.char_level or isinstance(text, list):
            if not self.lower:
                return text
            return [w.lower() for w in text] if isinstance(text, list) else text.lower()
        if self.analyzer is not None:
            return self.analyzer(text)
        return text_to_word_sequence(text, filters=self.filters, lower=self.lower, split=self.split)

    def fit_on_texts(self, texts):
        """Counts the words of texts and numbers them."""
        for text in texts:
            self.document_count += 1
            words = self._words(text)
            for w in words:
                self.word_counts[w] = self.word_counts.get(w, 0) + 1
            for w in set(words):
                self.word_docs[w] += 1
        ranked = sorted(self.word_counts.items(), key=lambda pair: pair[1], reverse=True)
        known = ([] if self.oov_token is None else [self.oov_token]) + [w for w, _ in ranked]
        self.word_index = dict(zip(known, range(1, len(known) + 1)))
        self.index_word = {i: w for w, i in self.word_index.items()}
        for w, n in list(self.word_docs.items()):
            self.index_docs[self.word_index[w]] = n

    def fit_on_sequences(self, sequences):
        """Counts in how many sequences numbers occur."""
        self.document_count += len(sequences)
        for seq in sequences:
            for i in set(seq):
                self.index_docs[i] += 1

    def texts_to_sequences(self, texts):
        """The numbers of texts' words."""
        return list(self.texts_to_sequences_generator(texts))

    def texts_to_sequences_generator(self, texts):
        """The numbers of texts' words, text by text."""
        unknown = self.word_index.get(self.oov_token)
        for text in texts:
            out = []
            for w in self._words(text):
                i = self.word_index.get(w)
                if i is None:
                    if self.oov_token is not None:
                        out.append(unknown)
                elif not self.num_words or i < self.num_words:
                    out.append(i)
                elif unknown is not None:
                    out.append(unknown)
            yield out

    def sequences_to_texts(self, sequences):
        """The words of numbers as texts."""
        return list(self.sequences_to_texts_generator(sequences))

    def sequences_to_texts_generator(self, sequences):
        """The words of numbers as texts, one by one."""
        unknown = self.word_index.get(self.oov_token)
        for seq in sequences:
            out = []
            for i in seq:
                word = self.index_word.get(i)
                if word is None:
                    if self.oov_token is not None:
                        out.append(self.index_word[unknown])
                elif not self.num_words or i < self.num_words:
                    out.append(word)
                elif unknown is not None:
                    out.append(self.index_word[unknown])
            yield " ".join(out)

    def texts_to_matrix(self, texts, mode="binary"):
        """A row for each text: which words, how often, or how much they tell."""
        return self.sequences_to_matrix(self.texts_to_sequences(texts), mode=mode)

    def sequences_to_matrix(self, sequences, mode="binary"):
        """A row for each sequence: 'binary', 'count', 'freq' or 'tfidf'."""
        if self.num_words:
            num_words = self.num_words
        elif self.word_index:
            num_words = len(self.word_index) + 1
        else:
            raise ValueError("Specify a dimension (`num_words` argument), or fit on some text data first.")
        if mode == "tfidf" and not self.document_count:
            raise ValueError("Fit the Tokenizer on some data before using tfidf mode.")
        out = np.zeros((len(sequences), num_words))
        for row, seq in enumerate(sequences):
            counts = collections.Counter(i for i in seq if i < num_words)
            for i, n in counts.items():
                out[row, i] = self._weight(mode, i, n, len(seq))
        return out

    def _weight(self, mode, i, n, length):
        if mode == "count":
            return n
        if mode == "freq":
            return n / length
        if mode == "binary":
            return 1
        if mode == "tfidf":
            return (1 + np.log(n)) * np.log(1 + self.document_count / (1 + self.index_docs.get(i, 0)))
        raise ValueError("Unknown vectorization mode:", mode)

    def get_config(self):
        """What the tokenizer can be made of again, dicts as JSON."""
        return {"num_words": self.num_words, "filters": self.filters, "lower": self.lower, "split": self.split,
                "char_level": self.char_level, "oov_token": self.oov_token, "document_count": self.document_count,
                "word_counts": json.dumps(self.word_counts), "word_docs": json.dumps(self.word_docs),
                "index_docs": json.dumps(self.index_docs), "index_word": json.dumps(self.index_word),
                "word_index": json.dumps(self.word_index)}

    def to_json(self, **kwargs):
        """The config as JSON."""
        return json.dumps({"class_name": type(self).__name__, "config": self.get_config()}, **kwargs)


def tokenizer_from_json(json_string):
    """The tokenizer of what to_json gave."""
    config = json.loads(json_string).get("config")
    words = {k: json.loads(config.pop(k)) for k in ("word_counts", "word_docs", "index_docs", "index_word",
                                                    "word_index")}
    made = Tokenizer(**config)
    made.word_counts, made.word_docs, made.word_index = words["word_counts"], words["word_docs"], words["word_index"]
    made.index_docs = {int(k): v for k, v in words["index_docs"].items()}
    made.index_word = {int(k): v for k, v in words["index_word"].items()}
    return made
