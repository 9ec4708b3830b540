"""The JAX backend: native arrays in, native arrays out."""

from __future__ import annotations

import jax

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

name = "jax"
NativeArray = jax.Array
native_classes = and_subclasses(jax.Array, jax.core.Tracer)
version = jax.__version__
max_dimensions = 64
"""That of the NumPy arrays by which values come in and out; XLA itself has no limit."""
takes_host_scalars = True
"""Whether functions of two arrays take a 0-d host array for one of them, on the device of the other."""
