"""aikit on NumPy: native arrays in, native arrays out."""

from __future__ import annotations

from aikit.functional.backends.numpy import fft
from aikit.functional.backends.numpy import linear_algebra as linalg
from aikit.functional.backends.numpy.activations import *
from aikit.functional.backends.numpy.core import *
from aikit.functional.backends.numpy.creation import *
from aikit.functional.backends.numpy.data_type import *
from aikit.functional.backends.numpy.device import *
from aikit.functional.backends.numpy.elementwise import *
from aikit.functional.backends.numpy.gradients import *
from aikit.functional.backends.numpy.indexing import *
from aikit.functional.backends.numpy.linear_algebra import *
from aikit.functional.backends.numpy.manipulation import *
from aikit.functional.backends.numpy.searching import *
from aikit.functional.backends.numpy.set import *
from aikit.functional.backends.numpy.sorting import *
from aikit.functional.backends.numpy.statistical import *
from aikit.functional.backends.numpy.utility import *
