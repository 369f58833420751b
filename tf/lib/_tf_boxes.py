"""Boxes in images: which of them overlap, what lies in them, their lines."""

import heapq
import math

import tensorflow as tf
from _tf_refuse import refuse, want


def _overlap(a, b):
    """The intersection of two boxes over their union."""
    top_a, bottom_a, left_a, right_a = min(a[0], a[2]), max(a[0], a[2]), min(a[1], a[3]), max(a[1], a[3])
    top_b, bottom_b, left_b, right_b = min(b[0], b[2]), max(b[0], b[2]), min(b[1], b[3]), max(b[1], b[3])
    area_a, area_b = (bottom_a - top_a) * (right_a - left_a), (bottom_b - top_b) * (right_b - left_b)
    if area_a <= 0 or area_b <= 0:
        return 0.0
    high = max(min(bottom_a, bottom_b) - max(top_a, top_b), 0.0)
    wide = max(min(right_a, right_b) - max(left_a, left_b), 0.0)
    return high * wide / (area_a + area_b - high * wide)


def _suppress(op, scores, n, alike, limit, least, sigma=0.0):
    """Greedily the best of the boxes that are not alike; their numbers and scores."""
    want(0 <= limit <= 1, op, "iou_threshold must be in [0, 1]")
    queue = [(-s, k, 0) for k, s in enumerate(scores) if s > least]
    heapq.heapify(queue)
    chosen, found = [], []
    scale = -0.5 / sigma if sigma > 0 else 0.0
    while len(chosen) < n and queue:
        score, k, begin = heapq.heappop(queue)
        score = before = -score
        hard = False
        for j in chosen[:begin - 1 if begin else None:-1]:
            same = alike(k, j)
            if sigma > 0:
                score *= math.exp(scale * same * same)
            elif same > limit:
                hard = True
                break
            if score <= least:
                break
        if hard:
            continue
        if score == before:
            chosen.append(k)
            found.append(score)
        elif score > least:
            heapq.heappush(queue, (-score, k, len(chosen)))
    return chosen, found


def _boxes(op, boxes, scores):
    boxes, scores = tf.convert_to_tensor(boxes), tf.convert_to_tensor(scores)
    want(boxes.shape.rank == 2, op, "boxes must be 2-D" + str(boxes.shape.as_list()))
    want(boxes.shape[1] == 4, op, "boxes must have 4 columns")
    want(scores.shape.rank == 1, op, "scores must be 1-D" + str(scores.shape.as_list()))
    want(scores.shape[0] == boxes.shape[0], op, "scores has incompatible shape (Dimensions must be equal, but are %d "
         "and %d)" % (boxes.shape[0], scores.shape[0]))
    return boxes.numpy().tolist(), scores.numpy().tolist()


def non_max_suppression(boxes, scores, max_output_size, iou_threshold=0.5, score_threshold=float("-inf"), name=None):
    """The numbers of the best boxes [n, 4] of which no two overlap by more than a threshold, best first.

    >>> tf.image.non_max_suppression([[0., 0., 1., 1.], [0., 0., 1., .9], [2., 2., 3., 3.]], [.5, .9, .8], 3)
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>
    """
    def run(boxes, scores, n, limit, least):
        b, s = _boxes("NonMaxSuppressionV3", boxes, scores)
        k, _ = _suppress("NonMaxSuppressionV3", s, int(n), lambda i, j: _overlap(b[i], b[j]), float(limit),
                         float(least))
        return tf.constant(k, tf.int32)
    return _run(run, [boxes, scores, max_output_size, iou_threshold, score_threshold], tf.int32)


def _run(f, given, types):
    """Runs now, or in its turn in a function that is traced."""
    return f(*given) if tf.executing_eagerly() else tf.py_function(f, given, types)


def non_max_suppression_padded(boxes, scores, max_output_size, iou_threshold=0.5, score_threshold=float("-inf"),
                               pad_to_max_output_size=False, name=None, sorted_input=False,
                               canonicalized_coordinates=False, tile_size=512):
    """non_max_suppression with zeros up to max_output_size if asked for, and how many are valid."""
    found = non_max_suppression(boxes, scores, max_output_size, iou_threshold, score_threshold)
    n = tf.size(found)
    if pad_to_max_output_size:
        found = tf.pad(found, [[0, tf.cast(max_output_size, tf.int32) - n]])
    return found, n


def non_max_suppression_with_scores(boxes, scores, max_output_size, iou_threshold=0.5, score_threshold=float("-inf"),
                                    soft_nms_sigma=0.0, name=None):
    """non_max_suppression and the scores, which with a sigma sink softly by overlap (Bodla and others, 2017)."""
    def run(boxes, scores, n, limit, least, sigma):
        b, s = _boxes("NonMaxSuppressionV5", boxes, scores)
        k, v = _suppress("NonMaxSuppressionV5", s, int(n), lambda i, j: _overlap(b[i], b[j]), float(limit),
                         float(least), float(sigma))
        return tf.constant(k, tf.int32), tf.constant(v, tf.float32)
    given = [boxes, scores, max_output_size, iou_threshold, score_threshold, soft_nms_sigma]
    return tuple(_run(run, given, [tf.int32, tf.float32]))


def non_max_suppression_overlaps(overlaps, scores, max_output_size, overlap_threshold=0.5,
                                 score_threshold=float("-inf"), name=None):
    """non_max_suppression by a matrix of overlaps."""
    def run(overlaps, scores, n, limit, least):
        table = tf.convert_to_tensor(overlaps).numpy().tolist()
        s = tf.convert_to_tensor(scores).numpy().tolist()
        k, _ = _suppress("NonMaxSuppressionWithOverlaps", s, int(n), lambda i, j: table[i][j], float(limit),
                         float(least))
        return tf.constant(k, tf.int32)
    return _run(run, [overlaps, scores, max_output_size, overlap_threshold, score_threshold], tf.int32)


def crop_and_resize(image, boxes, box_indices, crop_size, method="bilinear", extrapolation_value=0.0, name=None):
    """Parts of images [n, h, w, d] within boxes [m, 4], resized to one size: [m, rows, columns, d] of float32.

    Boxes are y1, x1, y2, x2 in parts of the image; box_indices says which image each is of.

    >>> tf.image.crop_and_resize([[[[1.], [2.]], [[3.], [4.]]]], [[0., 0., 1., 1.]], [0], [1, 1])
    <tf.Tensor: shape=(1, 1, 1, 1), dtype=float32, numpy=array([[[[2.5]]]], dtype=float32)>
    """
    op = "CropAndResize"
    image = tf.cast(tf.convert_to_tensor(image), tf.float32)
    boxes, which = tf.convert_to_tensor(boxes, tf.float32), tf.convert_to_tensor(box_indices, tf.int32)
    want(image.shape.rank == 4, op, "input image must be 4-D")
    want(boxes.shape.rank == 2, op, "boxes must be 2-D")
    want(boxes.shape[1] == 4, op, "boxes must have 4 columns")
    if tf.executing_eagerly():
        count = tf.size(crop_size)
        want(count == 2, op, f"crop_size must have two elements[{count}]")
        if tf.reduce_any((which < 0) | (which >= image.shape[0])):
            refuse(op, "box_index has values outside [0, batch_size)", tf.errors.OutOfRangeError)
    sizes, places, inside = tf.unstack(tf.cast(crop_size, tf.int32)), [], []
    for k in range(2):
        low, high, end = boxes[:, k], boxes[:, 2 + k], tf.cast(tf.shape(image)[1 + k] - 1, tf.float32)
        steps = tf.cast(tf.maximum(sizes[k] - 1, 1), tf.float32)
        scale = (high - low) * end / steps
        at = (low * end)[:, tf.newaxis] + tf.range(sizes[k], dtype=tf.float32) * scale[:, tf.newaxis]
        at = tf.where(sizes[k] > 1, at, (0.5 * (low + high) * end)[:, tf.newaxis])
        inside.append((at >= 0) & (at <= end))
        places.append(tf.clip_by_value(at, 0, end))
    y, x = places

    def pixels(rows, columns):
        rows, columns = tf.cast(rows, tf.int32)[:, :, tf.newaxis], tf.cast(columns, tf.int32)[:, tf.newaxis]
        n = which[:, tf.newaxis, tf.newaxis] + tf.zeros_like(rows * columns)
        return tf.gather_nd(image, tf.stack([n, rows + tf.zeros_like(n), columns + tf.zeros_like(n)], -1))
    if method == "nearest":
        out = pixels(tf.floor(y + 0.5), tf.floor(x + 0.5))
    else:
        dy, dx = (y - tf.floor(y))[:, :, tf.newaxis, tf.newaxis], (x - tf.floor(x))[:, tf.newaxis, :, tf.newaxis]
        top, left = tf.floor(y), tf.floor(x)
        bottom, right = tf.math.ceil(y), tf.math.ceil(x)
        upper = pixels(top, left) + (pixels(top, right) - pixels(top, left)) * dx
        lower = pixels(bottom, left) + (pixels(bottom, right) - pixels(bottom, left)) * dx
        out = upper + (lower - upper) * dy
    keep = inside[0][:, :, tf.newaxis] & inside[1][:, tf.newaxis]
    return tf.where(keep[..., tf.newaxis], out, tf.cast(extrapolation_value, tf.float32))


_COLORS = [[1, 1, 0, 1], [0, 0, 1, 1], [1, 0, 0, 1], [0, 1, 0, 1], [0.5, 0, 0.5, 1], [0.5, 0.5, 0, 1], [0.5, 0, 0, 1],
           [0, 0, 0.5, 1], [0, 1, 1, 1], [1, 0, 1, 1]]


def draw_bounding_boxes(images, boxes, colors, name=None):
    """Images [n, h, w, d] with the lines of boxes [n, m, 4] of y1, x1, y2, x2 in parts of the image.

    The colours [k, d] take turns; None takes ten of their own.

    >>> tf.image.draw_bounding_boxes(tf.zeros([1, 2, 2, 1]), [[[0., 0., 0., 1.]]], [[1.]])[0, :, :, 0]
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[1., 1.],
           [0., 0.]], dtype=float32)>
    """
    images = tf.convert_to_tensor(images)

    def run(images, boxes):
        out = images.numpy()
        _, h, w, d = out.shape
        table = _COLORS if colors is None else tf.convert_to_tensor(colors).numpy().tolist()
        if d == 1 and colors is None:
            table = [[1.0]]
        for picture, lines in zip(out, boxes.numpy().tolist()):
            for k, (y1, x1, y2, x2) in enumerate(lines):
                y1, x1, y2, x2 = y1 * (h - 1), x1 * (w - 1), y2 * (h - 1), x2 * (w - 1)
                top, left = max(int(y1), 0), max(int(x1), 0)
                bottom, right = min(int(y2), h - 1), min(int(x2), w - 1)
                if y1 > y2 or x1 > x2 or y1 >= h or x1 >= w or y2 < 0 or x2 < 0:
                    continue
                color = table[k % len(table)][:d]
                if y1 >= 0:
                    picture[top, left:right + 1] = color
                if y2 < h:
                    picture[bottom, left:right + 1] = color
                if x1 >= 0:
                    picture[top:bottom + 1, left] = color
                if x2 < w:
                    picture[top:bottom + 1, right] = color
        return tf.constant(out)
    drawn = _run(run, [images, tf.convert_to_tensor(boxes)], images.dtype)
    drawn.set_shape(images.shape)
    return drawn
