"""Functions of arrays of any namespace of the Array API standard."""

from arrayfuncs.functions import cov, entr, expit, huber, kron, logit, logsumexp, nunique, rms, softmax, xlogy

__all__ = ["cov", "entr", "expit", "huber", "kron", "logit", "logsumexp", "nunique", "rms", "softmax", "xlogy"]
