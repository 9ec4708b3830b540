"""The checks of gradients find wrong ones, and those that are cut."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.broken_functions import F32, Broken, Mutant, case_of, kill, on_torch

import aikit
from pytest_aikit import checks, knowledge
from pytest_aikit.cases import cells
from pytest_aikit.model import CheckFailure

pytestmark = pytest.mark.usefixtures("without_floating_warnings")


def _with_slope(factor: float) -> Mutant:
    """A mutant that returns the right values, and whose gradient is `factor` times the right one."""

    def mutant(real: Broken) -> Broken:
        def broken(*args: Any, **kwargs: Any) -> Any:
            result = real(*args, **kwargs)
            return result * factor + aikit.stop_gradient(result * (1 - factor))

        return broken

    return mutant


@pytest.mark.needs("torch")
class TestGradient:
    @pytest.mark.parametrize("factor", [0.0, 2.0, -1.0, 1.0001])
    def test_scaled(self, factor: float) -> None:
        kill("gradient", "wrong gradient with respect to x", on_torch("sin", _with_slope(factor)))

    def test_detached(self) -> None:
        def detached(real: Broken) -> Broken:
            return lambda *args, **kwargs: real(*(aikit.stop_gradient(arg) for arg in args), **kwargs)

        kill("gradient", "wrong gradient with respect to x", on_torch("flip", detached))

    def test_of_another_dtype(self, monkeypatch: pytest.MonkeyPatch) -> None:
        torch = pytest.importorskip("torch")
        module = aikit.current_backend(torch.zeros(1))
        real = module.grad
        monkeypatch.setattr(module, "grad", lambda func: lambda natives: [one.double() for one in real(func)(natives)])
        kill("gradient", "another shape or dtype", on_torch("sin"))

    def test_one_of_two_arguments(self) -> None:
        def detached(real: Broken) -> Broken:
            return lambda x1, x2: real(x1, aikit.stop_gradient(x2))

        kill("gradient", "wrong gradient with respect to x2", on_torch("multiply", detached))

    def test_error(self) -> None:
        def through_numpy(real: Broken) -> Broken:
            return lambda x: aikit.to_backend(aikit.asarray(np.asarray(aikit.to_numpy(real(x)))), "numpy")

        kill("gradient", "gradient: raised", on_torch("sin", through_numpy))

    @pytest.mark.parametrize("name", ["max", "softmax"])
    def test_lost_beside_an_infinity(self, name: str) -> None:
        def lost(real: Broken) -> Broken:
            def broken(x: Any, *args: Any, **kwargs: Any) -> Any:
                total = aikit.sum(x)
                # beside an infinity a 0 whose derivative is the product of an infinity and a 0
                nothing = aikit.where(aikit.isfinite(total), 0.0, aikit.sqrt(aikit.abs(1 / total)))
                return real(x, *args, **kwargs) + aikit.astype(nothing, x.dtype)

            return broken

        kill("gradient", "wrong gradient", on_torch(name, lost))

    @pytest.mark.parametrize("name", ["sin", "pow", "maximum", "concat", "adam_update"])
    def test_real_function_passes(self, name: str) -> None:
        assert checks.load("gradient").run(on_torch(name)).calls > 1  # as many as there are kinds of calls

    @pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16", "complex64", "complex128"])
    def test_cut_in_one_dtype(self, dtype: str) -> None:
        def detached(real: Broken) -> Broken:
            return lambda x: real(aikit.stop_gradient(x) if str(getattr(x, "dtype", "")) == dtype else x)

        kill("gradient", "wrong gradient with respect to x", on_torch("tanh", detached))

    @pytest.mark.parametrize(
        ("name", "is_cut"),
        [
            ("sum", lambda x, **kwargs: kwargs.get("axis") is None),
            ("sum", lambda x, **kwargs: kwargs.get("keepdims")),
            ("std", lambda x, **kwargs: kwargs.get("correction")),
            ("sin", lambda x, **kwargs: x.ndim == 0),
            ("sin", lambda x, **kwargs: x.size > 1000),
            ("sin", lambda x, **kwargs: not aikit.to_native(x).is_contiguous()),
            ("max", lambda x, **kwargs: isinstance(kwargs.get("axis"), tuple)),
        ],
    )
    def test_cut_on_one_path(self, name: str, is_cut: Any) -> None:
        def detached(real: Broken) -> Broken:
            return lambda x, **kwargs: real(aikit.stop_gradient(x) if is_cut(x, **kwargs) else x, **kwargs)

        kill("gradient", "wrong gradient with respect to x", on_torch(name, detached))

    def test_cut_where_shapes_are_broadcast(self) -> None:
        def detached(real: Broken) -> Broken:
            return lambda x1, x2: real(x1, aikit.stop_gradient(x2) if x1.shape != x2.shape else x2)

        kill("gradient", "wrong gradient with respect to x2", on_torch("add", detached))

    def test_of_one_array_of_several(self) -> None:
        def detached(real: Broken) -> Broken:
            return lambda arrays, **kwargs: real([arrays[0], *map(aikit.stop_gradient, arrays[1:])], **kwargs)

        kill("gradient", "wrong gradient with respect to arrays", on_torch("concat", detached))

    def test_exchanged(self) -> None:
        def exchanged(real: Broken) -> Broken:
            def broken(x1: Any, x2: Any) -> Any:
                result, other = real(x1, x2), real(x2, x1)
                return other if x1.shape != x2.shape else other + aikit.stop_gradient(result - other)

            return broken

        kill("gradient", "wrong gradient with respect to x1", on_torch("subtract", exchanged))

    def test_in_a_container(self) -> None:
        def detached(real: Broken) -> Broken:
            return lambda x: real(x.cont_map(lambda one, _: aikit.stop_gradient(one)) if hasattr(x, "cont_map") else x)

        kill("gradient", "wrong gradient with respect to x", on_torch("sin", detached))

    def test_that_is_to_be_zero(self) -> None:
        kill("gradient", "wrong gradient with respect to x", on_torch("stop_gradient", lambda real: lambda x: x * 1))
        through = lambda real: lambda x, **kwargs: real(x, **kwargs) + aikit.sum(x) * 0.5  # noqa: E731
        kill("gradient", "wrong gradient with respect to x", on_torch("argmax", through))

    def test_every_function_says_what_its_gradient_is(self) -> None:
        for function in cells.checked_functions().values():
            assert set(function.differentiable) == {
                name for name, what in knowledge.gradients_of(function).items() if what == "differences"
            }

    def test_kinks(self) -> None:
        def one_sided(real: Broken) -> Broken:
            return lambda x1, x2: aikit.where(x1 >= x2, x1, x2)

        def at_zero(real: Broken) -> Broken:
            return lambda x: real(x) if "float" not in str(getattr(x, "dtype", "")) else aikit.where(x >= 0, x, -x)

        kill("gradient", "gradient at a kink", on_torch("maximum", one_sided))
        kill("gradient", "gradient at a kink", on_torch("abs", at_zero))

    def test_every_kink_is_looked_at(self) -> None:
        applies, known = checks.load("gradient").applies, cells.checked_functions()
        assert all(applies(function) for function in known.values() if knowledge.of(function).gradient.kinks)

    def test_without_autograd(self) -> None:
        assert checks.load("gradient").run(case_of("sin", F32)).calls == 1

    def test_zeros_without_autograd(self, monkeypatch: pytest.MonkeyPatch) -> None:
        module = aikit.current_backend(np.zeros(1))
        monkeypatch.setattr(module, "grad", lambda func: lambda natives: [np.zeros_like(x) for x in natives])
        with pytest.raises(CheckFailure, match="wrong gradient"):
            checks.load("gradient").run(case_of("sin", F32))


@pytest.mark.needs("torch")
class TestSecondDerivative:
    def test_cut(self) -> None:
        def linear(real: Broken) -> Broken:
            def broken(x: Any) -> Any:
                here = aikit.stop_gradient(x)
                return real(here) + (1 - aikit.square(aikit.tanh(here))) * (x - here)

            return broken

        kill("second_derivative", "wrong second derivative", on_torch("tanh", linear))

    def test_wrong_under_vmap(self) -> None:
        def mapped(real: Broken) -> Broken:
            return lambda x: real(x) * 2 if _is_mapped(x) else real(x)

        kill("second_derivative", "another gradient with respect to x under vmap", on_torch("tanh", mapped))

    @pytest.mark.parametrize(
        "wrong, cause", [(1, "gradient under vmap: raised ValueError"), (2, "wrong second derivative")]
    )
    def test_what_cannot_be_mapped_hides_nothing_else(self, wrong: float, cause: str) -> None:
        def unmapped(real: Broken) -> Broken:
            def broken(x: Any) -> Any:
                if _is_mapped(x):
                    raise ValueError("no vmap")
                return real(x) * wrong

            return broken

        kill("second_derivative", cause, on_torch("tanh", unmapped))

    def test_at_critical_points(self) -> None:
        def constant_at_1(real: Broken) -> Broken:
            def broken(x1: Any, x2: Any) -> Any:
                return real(
                    x1, aikit.where(x2 == 0, aikit.stop_gradient(x2), x2) if isinstance(x2, aikit.Array) else x2
                )

            return broken

        kill("second_derivative", "wrong second derivative", on_torch("pow", constant_at_1))

    def test_real_function_passes(self) -> None:
        assert checks.load("second_derivative").run(on_torch("softmax")).calls > 1


def _is_mapped(x: Any) -> bool:
    from torch._C import _functorch as levels

    inner = aikit.to_native(x)
    while levels.is_gradtrackingtensor(inner):
        inner = levels.get_unwrapped(inner)
    return bool(levels.is_batchedtensor(inner))
