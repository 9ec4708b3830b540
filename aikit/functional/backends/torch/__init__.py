"""The torch backend: native arrays in, native arrays out."""

from __future__ import annotations

import torch

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
from .layers import *
from .linear_algebra import *
from .manipulation import *
from .norms import *
from .searching import *
from .set import *
from .sorting import *
from .statistical import *
from .utility import *

name = "torch"
NativeArray = torch.Tensor
native_classes = (torch.Tensor, torch.nn.Parameter)
version = torch.__version__
max_dimensions = 64
"""That of reductions; tensors themselves may have more."""
