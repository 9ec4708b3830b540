"""The same functions take aikit's arrays, on each of its backends."""

import pytest
import scipy.special
from arrayfuncs import expit, huber, softmax

REFERENCES = {
    expit: scipy.special.expit,
    softmax: scipy.special.softmax,
    huber: lambda r: scipy.special.huber(1.0, r),
}


@pytest.mark.parametrize("function", REFERENCES)
@pytest.mark.aikit_capabilities(of=list(REFERENCES))
@pytest.mark.aikit_skip(backend="array_api:*dask*", reason="tested with its own arrays")
def test_with_aikit(function, xp, aikit_dtype, aikit_check):
    reference = next(reference for one, reference in REFERENCES.items() if one.__name__ == function.__name__)
    aikit_check(function, xp.asarray([0.5, -1.25, 3.0], dtype=aikit_dtype), reference=reference)
