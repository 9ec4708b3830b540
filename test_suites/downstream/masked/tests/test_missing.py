"""What is missing."""

from masked import Masked

import aikit

X = Masked([1.0, 2.0, 4.0], [False, True, False])


def test_stays_missing():
    assert aikit.to_list((X + 1.0).mask) == [False, True, False]
    assert aikit.to_list(aikit.flip(X).mask) == [False, True, False]


def test_is_left_out():
    assert aikit.to_list(aikit.sum(X).data) == 5.0
    assert aikit.to_list(aikit.mean(X).data) == 2.5
