"""The TensorFlow backend: native tensors in, native tensors out."""

from __future__ import annotations

import tensorflow as tf

from aikit.functional.backends.native_classes import and_subclasses

from . import fft
from . import linear_algebra as linalg
from .activations import *
from .creation import *
from .data_type import *
from .device import *
from .elementwise import *
from .general import *
from .gradients import *
from .indexing import *
from .linear_algebra import *
from .manipulation import *
from .searching import *
from .set import *
from .sorting import *
from .statistical import *
from .utility import *

name = "tensorflow"
version: str = tf.__version__
NativeArray = tf.Tensor
native_classes = and_subclasses(tf.Tensor)
max_dimensions = 8
"""That of selecting and reversing elements; tensors themselves may have 254."""
