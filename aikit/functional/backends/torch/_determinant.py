"""The determinant, with derivatives of singular matrices, too.

PyTorch's own are made of the inverse. They have a case for singular matrices, but in a trace the first is 0 of these, and
the second is wrong of those next to them, and under `torch.func` of singular ones.
"""

from __future__ import annotations

from typing import Any

import torch

from .core import is_compiling, is_traced, may_be_differentiated


def determinant(x: torch.Tensor) -> torch.Tensor:
    """The determinant of each matrix."""
    if not may_be_differentiated(x) or (is_compiling() and not x.requires_grad):
        return torch.linalg.det(x)
    if not is_traced(x):
        found = torch.linalg.det(x)
        # of regular matrices, of which many have half of what there can be for each row
        if bool((found.detach().abs() > _next_to_singular(x) * 0.5 ** x.shape[-1]).all()):
            return found
    return _applied(_Determinant, x)


def _applied(function: type[torch.autograd.Function], *xs: torch.Tensor) -> torch.Tensor:
    """The function of tensors; torch.compile traces none that has a forward derivative."""
    if not is_compiling():
        function = _FORWARD.get(function, function)
    return function.apply(*xs)  # type: ignore[no-untyped-call, no-any-return]


class _Determinant(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x: torch.Tensor) -> torch.Tensor:
        return torch.linalg.det(x)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[torch.Tensor], output: torch.Tensor) -> None:
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> torch.Tensor:
        (x,) = ctx.saved_tensors
        if is_traced(x) or torch.is_grad_enabled():
            return gradients[0][..., None, None] * _cofactors(x)
        # PyTorch's own is right in each element; that of singular matrices is 0, unless it is recorded itself
        with torch.enable_grad():
            x = x.detach().requires_grad_()
            found = torch.linalg.det(x)
            (of_regular,) = torch.autograd.grad(found, x, gradients, retain_graph=True)
            (of_singular,) = torch.autograd.grad(found, x, gradients, create_graph=True)
        return torch.where((found.detach() == 0)[..., None, None], of_singular.detach(), of_regular)


def _next_to_singular(x: torch.Tensor) -> torch.Tensor:
    """The magnitude of a determinant below which an inverse is not exact: a share of the greatest that there can be."""
    with torch.no_grad():
        return torch.finfo(x.dtype).eps ** 0.25 * torch.linalg.vector_norm(x, dim=-1).prod(-1)  # by Hadamard


def _cofactors(x: torch.Tensor) -> torch.Tensor:
    """The conjugate cofactors of each matrix: by the inverse where that is exact, else by singular values."""
    finite = torch.isfinite(x.detach()).all(-1).all(-1)[..., None, None]
    identity = torch.eye(x.shape[-1], dtype=x.dtype, device=x.device)
    x = torch.where(finite, x, identity)
    with torch.no_grad():
        regular = torch.linalg.det(x).abs() > _next_to_singular(x)
    regular = regular[..., None, None]
    of_regular = torch.where(regular, x, identity)
    by_inverse = torch.linalg.det(of_regular).conj()[..., None, None] * torch.linalg.inv_ex(of_regular).inverse.mH
    if is_traced(x) or not bool(regular.all()):
        by_inverse = torch.where(regular, by_inverse, _applied(_CofactorsOfSingular, x))
    return torch.where(finite, by_inverse, torch.nan)


def _products(x: torch.Tensor) -> torch.Tensor:
    """Of what stands before each element."""
    return torch.cumprod(torch.cat((torch.ones_like(x[..., :1]), x[..., :-1]), -1), -1)


class _CofactorsOfSingular(torch.autograd.Function):
    """The conjugate cofactors by singular values, whose own derivative is of no use where several of them are 0."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x: torch.Tensor) -> torch.Tensor:
        left, sizes, right = torch.linalg.svd(x, full_matrices=False)
        others = _products(sizes) * _products(sizes.flip(-1)).flip(-1)
        sign = (torch.linalg.det(left) * torch.linalg.det(right)).conj()
        return (left * (sign[..., None] * others)[..., None, :]) @ right

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[torch.Tensor], output: torch.Tensor) -> None:
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> torch.Tensor:
        return _applied(_AlongCofactors, *ctx.saved_tensors, gradients[0])


class _AlongCofactors(torch.autograd.Function):
    """The conjugate second derivatives of the determinant, once along `y`; by singular values.

    Where x is diagonal they are, along y and z, the sum of (y_ii z_jj - y_ij z_ji) times all other elements over i != j.
    """

    generate_vmap_rule = True

    @staticmethod
    def forward(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        left, sizes, right = torch.linalg.svd(x, full_matrices=False)
        before, after = _products(sizes), _products(sizes.flip(-1)).flip(-1)
        behind = torch.ones(x.shape[-2:], dtype=torch.bool, device=x.device).triu(1)
        between = _products(torch.where(behind, sizes[..., None, :], 1))
        others = torch.where(behind, before[..., :, None] * between * after[..., None, :], 0)
        others = (others + others.mT).to(x.dtype)
        turned = left.mH @ y @ right.mH
        diagonal = (others @ turned.diagonal(dim1=-2, dim2=-1)[..., None])[..., 0]
        turned = torch.diag_embed(diagonal) - others * turned.mT
        sign = (torch.linalg.det(left) * torch.linalg.det(right)).conj()
        return sign[..., None, None] * (left @ turned.conj() @ right)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[torch.Tensor, torch.Tensor], output: torch.Tensor) -> None:
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x, _ = ctx.saved_tensors
        moved = (gradients[0] != 0).any(-1).any(-1)[..., None, None]
        unknown = torch.where(moved, torch.full_like(x, torch.nan), 0)  # a third derivative is not known here
        return unknown, _applied(_AlongCofactors, x, gradients[0])


class _DeterminantForward(_Determinant):
    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[torch.Tensor], output: torch.Tensor) -> None:
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    @staticmethod
    def jvp(ctx: Any, *tangents: torch.Tensor) -> torch.Tensor:
        (x,) = ctx.saved_tensors
        return (tangents[0] * _cofactors(x).conj()).sum((-2, -1))


class _CofactorsOfSingularForward(_CofactorsOfSingular):
    setup_context = _DeterminantForward.setup_context

    @staticmethod
    def jvp(ctx: Any, *tangents: torch.Tensor) -> torch.Tensor:
        return _applied(_AlongCofactors, *ctx.saved_tensors, tangents[0])


_FORWARD: dict[type[torch.autograd.Function], type[torch.autograd.Function]] = {
    _Determinant: _DeterminantForward,
    _CofactorsOfSingular: _CofactorsOfSingularForward,
}
"""Those that are differentiated forward, too."""
