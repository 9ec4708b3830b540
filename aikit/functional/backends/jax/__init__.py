"""The JAX backend: native arrays in, native arrays out."""

from __future__ import annotations

from . import fft
from . import linear_algebra as linalg
from .activations import *
from .control_flow_ops import *
from .core import *
from .creation import *
from .data_type import *
from .device import *
from .elementwise import *
from .gradients import *
from .indexing import *
from .layers import *
from .linear_algebra import *
from .manipulation import *
from .pooling import *
from .random import *
from .recurrent import *
from .searching import *
from .set import *
from .sorting import *
from .statistical import *
from .traits import *
from .utility import *
