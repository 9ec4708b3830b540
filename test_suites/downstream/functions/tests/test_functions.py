"""Each function on each backend, device and dtype, as it is and lazily."""

import arrayfuncs
import numpy as np
import pytest
import scipy.special
from arrayfuncs import cov, entr, expit, huber, kron, logit, logsumexp, nunique, rms, softmax, xlogy

X = [[0.5, -1.25, 3.0], [100.0, 0.0, -7.5]]
P = [0.25, 0.5, 0.875]


@pytest.fixture
def array(native_xp, aikit_device, aikit_dtype):
    """Make an array of the dtype of the test."""
    dtype = getattr(native_xp, aikit_dtype)
    return lambda values: native_xp.asarray(np.asarray(values, dtype=aikit_dtype), dtype=dtype, device=aikit_device)


@pytest.mark.aikit_capabilities(of=expit)
def test_expit(native_xp, array, aikit_check):
    aikit_check(expit, array(X), reference=scipy.special.expit)


@pytest.mark.aikit_capabilities(of=logit)
@pytest.mark.aikit_tolerance(ulp={"*": 16})  # it is 0 at 0.5
def test_logit(native_xp, array, aikit_check):
    aikit_check(logit, array(P), reference=scipy.special.logit)


@pytest.mark.aikit_capabilities(of=xlogy)
def test_xlogy(native_xp, array, aikit_check):
    aikit_check(xlogy, array([0.0, 2.0, 0.5]), array([0.0, 3.0, 0.25]), reference=scipy.special.xlogy)


@pytest.mark.aikit_capabilities(of=entr)
def test_entr(native_xp, array, aikit_check):
    aikit_check(entr, array([0.0, 0.5, 2.0, -1.0]), reference=scipy.special.entr)


@pytest.mark.aikit_capabilities(of=huber)
def test_huber(native_xp, array, aikit_check):
    aikit_check(huber, array(X), 2.0, reference=lambda r, delta: scipy.special.huber(delta, r))


@pytest.mark.aikit_capabilities(of=logsumexp)
@pytest.mark.parametrize("axis", [0, -1])
def test_logsumexp(native_xp, array, axis, aikit_check):
    aikit_check(logsumexp, array(X), axis=axis, reference=scipy.special.logsumexp)


@pytest.mark.aikit_capabilities(of=softmax)
def test_softmax(native_xp, array, aikit_check):
    aikit_check(softmax, array(X), axis=0, reference=scipy.special.softmax)


@pytest.mark.aikit_capabilities(of=cov)
def test_cov(native_xp, array, aikit_dtype, aikit_check):
    aikit_check(cov, array(X), reference=np.cov, dtype=aikit_dtype)  # NumPy's is float64 always


@pytest.mark.aikit_capabilities(of=kron)
def test_kron(native_xp, array, aikit_check):
    aikit_check(kron, array([[1, 2], [3, 4]]), array([[5, -6, 7]]), reference=np.kron)


@pytest.mark.aikit_capabilities(of=rms)
def test_rms(native_xp, array, aikit_dtype, aikit_check):
    def reference(x):
        return np.sqrt(np.mean(np.square(x.astype(float))))

    dtype = aikit_dtype if aikit_dtype.startswith("float") else "float64"
    aikit_check(rms, array([100, 3, 1]), reference=reference, dtype=dtype)


@pytest.mark.aikit_capabilities(of=nunique)
def test_nunique(native_xp, array):
    assert nunique(array([3, 1, 3, 2, 1])) == 3


def test_every_function_is_tested():
    assert {name.removeprefix("test_") for name in globals()} >= set(arrayfuncs.__all__)
