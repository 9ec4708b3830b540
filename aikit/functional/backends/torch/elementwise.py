"""Elementwise functions."""

from __future__ import annotations

import math

import torch

from aikit import dtypes
from aikit.functional.backends.by_dtype import ByDtype, takes_numbers

from . import _powers
from ._dtypes import COMPLEX, HALF, INTEGERS, SIGNED, cases, on_bits, on_order, through, widened, with_unsigned
from .core import as_native_dtype, as_scalar, is_traced, may_be_differentiated

# ------------------------------------------------------------------------------------------- as PyTorch has it

copysign = torch.copysign
cos = torch.cos
deg2rad = torch.deg2rad
exp = torch.exp
exp2 = torch.exp2

isfinite = torch.isfinite
isinf = torch.isinf
isnan = torch.isnan
isreal = torch.isreal
log = torch.log
log10 = torch.log10
log2 = torch.log2
logaddexp = torch.logaddexp
logaddexp2 = torch.logaddexp2
logical_and = torch.logical_and
logical_not = torch.logical_not
logical_or = torch.logical_or
logical_xor = torch.logical_xor
positive = torch.positive
rad2deg = torch.rad2deg
real = torch.real
reciprocal = torch.reciprocal
signbit = torch.signbit
sin = torch.sin
sqrt = torch.sqrt

# ------------------------------------------------------------------------------- another way for some dtypes only


def nextafter(x1: torch.Tensor, x2: torch.Tensor, /) -> torch.Tensor:
    result = torch.nextafter(x1, x2)
    # of equal numbers PyTorch's has the derivatives of the second one
    return torch.where(x1 == x2, x1, result) if x1.requires_grad else result


bitwise_and = with_unsigned(torch.bitwise_and, on_bits(torch.bitwise_and, 2))
bitwise_invert = with_unsigned(torch.bitwise_not, on_bits(torch.bitwise_not))
bitwise_left_shift = with_unsigned(torch.bitwise_left_shift, on_bits(torch.bitwise_left_shift, 2))
bitwise_or = with_unsigned(torch.bitwise_or, on_bits(torch.bitwise_or, 2))
bitwise_xor = with_unsigned(torch.bitwise_xor, on_bits(torch.bitwise_xor, 2))
equal = with_unsigned(torch.eq, on_bits(torch.eq, 2, back=False))
greater = with_unsigned(torch.gt, on_order(torch.gt, 2, back=False))
greater_equal = with_unsigned(torch.ge, on_order(torch.ge, 2, back=False))
less = with_unsigned(torch.lt, on_order(torch.lt, 2, back=False))
less_equal = with_unsigned(torch.le, on_order(torch.le, 2, back=False))
maximum = with_unsigned(torch.maximum, on_order(torch.maximum, 2))
minimum = with_unsigned(torch.minimum, on_order(torch.minimum, 2))
multiply = with_unsigned(torch.mul, on_bits(torch.mul, 2))
not_equal = with_unsigned(torch.ne, on_bits(torch.ne, 2, back=False))
square = with_unsigned(torch.square, on_bits(torch.square))

abs = with_unsigned(torch.abs, torch.positive)
ceil = ByDtype(torch.ceil, cases(INTEGERS, torch.positive))
floor = ByDtype(torch.floor, cases(INTEGERS, torch.positive))
trunc = ByDtype(torch.trunc, cases(INTEGERS, torch.positive))

# the kernel of bfloat16 takes the smallest numbers for zeros
erf = ByDtype(torch.erf, cases(HALF, through(torch.erf, torch.float32)))

# `torch.conj` of a complex tensor sets a bit and leaves the data alone, and neither `numpy` nor `view` take that.

conj = ByDtype(torch.positive, cases(COMPLEX, torch.conj_physical))


def _imag_complex(x: torch.Tensor) -> torch.Tensor:
    if torch.compiler.is_compiling() or not (x.is_conj() and is_traced(x)):
        return torch.imag(x)
    # autograd conjugates by setting a bit, and vmap has no rule for the negative view that is the part of such a tensor
    return torch.imag(x.resolve_conj())


imag = ByDtype(torch.zeros_like, cases(COMPLEX, _imag_complex))


# ----------------------------------------------------------------------------------------- complex special cases


def _by_parts(function):
    """Apply `function` to the real and to the imaginary parts, each by itself."""

    def on_parts(*arrays: torch.Tensor) -> torch.Tensor:
        parts = (torch.view_as_real(x.resolve_conj()) for x in arrays)
        return torch.view_as_complex(function(*parts))

    return on_parts


# `torch.add` computes x1 + alpha * x2 with a complex alpha, so that 0 + inf is inf + nan*j.
add = ByDtype(torch.add, cases(SIGNED, on_bits(torch.add, 2)) | cases(COMPLEX, _by_parts(torch.add)))
subtract = ByDtype(torch.sub, cases(SIGNED, on_bits(torch.sub, 2)) | cases(COMPLEX, _by_parts(torch.sub)))

# the vectorised kernel loses the sign of zero parts
negative = ByDtype(torch.neg, cases(SIGNED, on_bits(torch.neg)) | cases(COMPLEX, _by_parts(torch.neg)))

round = ByDtype(torch.round, cases(INTEGERS, torch.positive) | cases(COMPLEX, _by_parts(torch.round)))


def _acos_complex128(x: torch.Tensor) -> torch.Tensor:
    # the imaginary part has the sign opposite to that of x; PyTorch has +0 for either zero, which is right below the axis
    above = ~torch.signbit(x.imag)
    x = torch.where(above, x.conj(), x)
    # PyTorch loses digits where x is near 1, and acos(x) near 0
    to_one = torch.complex(1 - x.real, -x.imag)
    result = torch.where(torch.abs(to_one) < 0.5, 2 * torch.asin(torch.sqrt(to_one / 2)), torch.acos(x))
    return torch.where(above, result.conj(), result).resolve_conj()


def _expm1_complex(x: torch.Tensor) -> torch.Tensor:
    # PyTorch multiplies exp(x.real), which may be infinite or 0, by sines that may be 0 or NaN
    # the standard has +0 at both zeros; the factor, which changes no zero, is the derivative
    factor = torch.exp(x.real)
    factor = torch.where(torch.isfinite(factor), factor, 1)
    # and with the square the second one of the real part
    is_real = x.imag == 0
    on_axis = torch.expm1(x.real) + 0.0 - torch.where(is_real, x.imag, 0) ** 2 * factor / 2
    result = torch.where(is_real, torch.complex(on_axis, x.imag * factor), torch.expm1(x))
    unbounded = ~torch.isfinite(x.imag)
    # beside a great exponential 1 is nothing, and beside 1 nothing is left of a small one, which is the derivative
    large, small = x.real > 40, x.real < -1
    apart = (large | small) & torch.isfinite(x.real) & ~unbounded
    exponential = torch.exp(torch.where(apart, x, 0))
    result = torch.where(apart, torch.where(small, exponential - 1, exponential), result)
    result = result.masked_fill(unbounded & (x.real == -torch.inf), -1)
    infinite = torch.complex(torch.full_like(x.real, torch.inf), torch.full_like(x.real, torch.nan))
    # torch.export writes a complex constant with a NaN in it as a name that there is not
    return torch.where(unbounded & (x.real == torch.inf), infinite, result)


def _tan_complex(x: torch.Tensor) -> torch.Tensor:
    # as in `_tanh_complex`, with the parts exchanged
    result = torch.tan(x)
    return torch.complex(
        torch.where(torch.isinf(x.imag), torch.copysign(torch.zeros_like(x.real), x.real), result.real), result.imag
    )


def _tanh_complex(x: torch.Tensor) -> torch.Tensor:
    # the C library gives the zero beside an infinite real part the sign of sin(2y), the standard that of y
    result = torch.tanh(x)
    return torch.complex(
        result.real, torch.where(torch.isinf(x.real), torch.copysign(torch.zeros_like(x.imag), x.imag), result.imag)
    )


def _log1p_complex(x: torch.Tensor) -> torch.Tensor:
    # PyTorch gives NaN for infinite parts, and loses the sign of a zero imaginary part
    modulus = torch.where(torch.isinf(x), torch.inf, torch.log1p(x).real)
    return torch.complex(modulus, torch.atan2(x.imag, x.real + 1))


def _sign_real(x: torch.Tensor) -> torch.Tensor:
    # `torch.sign` of NaN is 0: https://github.com/pytorch/pytorch/issues/41245; clamping leaves 0 of all but NaN, at a
    # quarter of the cost of asking where that is, and the greatest element, which is NaN where any is, at half of that
    result = torch.sign(x)
    if x.numel() and not is_traced(x) and not x.detach().amax().isnan():
        return result
    return result.add_(torch.clamp(x.detach(), 0, 0))


def _sign_complex(x: torch.Tensor) -> torch.Tensor:
    """x / |x|; where one part is infinite it alone counts, where both are the direction is not known: NaN."""
    parts = torch.view_as_real(x.resolve_conj())
    infinite = torch.isinf(parts)
    parts = torch.where(infinite.any(-1, keepdim=True), torch.where(infinite, torch.sign(parts), 0), parts)
    large = parts.detach().abs().amax(-1, keepdim=True) > torch.finfo(x.dtype).max / 4  # so that the modulus overflows
    # 0 is left out before, too: the second derivative of its modulus is NaN
    parts = torch.where((x == 0).unsqueeze(-1), 1, torch.where(large, parts * 0.25, parts))
    modulus = torch.abs(torch.view_as_complex(parts))
    modulus = modulus.masked_fill(infinite.any(-1), 1).masked_fill(infinite.all(-1), torch.nan)
    return torch.view_as_complex(parts / modulus.unsqueeze(-1)).masked_fill(x == 0, 0)


def _to_overflow(native, rising):
    """`native`, which is `rising` for large arguments: PyTorch's is infinite where the exponential is, and not its half."""

    def call(x: torch.Tensor) -> torch.Tensor:
        limit = math.log(torch.finfo(x.dtype).max) - 1
        if x.numel() and not is_traced(x) and -limit <= x.detach().min() and x.detach().max() <= limit:
            return native(x)
        far = torch.abs(x) > limit
        half = torch.exp(torch.where(far, torch.abs(x), 0) / 2)
        return torch.where(far, rising(half / 2, x) * half, native(torch.where(far, 0, x)))

    return ByDtype(native, cases((torch.float32, torch.float64), call) | {torch.bfloat16: through(call, torch.float32)})


cosh = _to_overflow(torch.cosh, lambda size, x: size)
sinh = _to_overflow(torch.sinh, torch.copysign)


def _with_slopes_far_from_0(native, primitive):
    """A function whose derivative PyTorch makes of the square of x, which overflows: far from 0 that of `primitive`."""

    def call(x: torch.Tensor) -> torch.Tensor:
        if not may_be_differentiated(x):
            return native(x)
        size = torch.maximum(torch.abs(x.real), torch.abs(x.imag)) if x.is_complex() else torch.abs(x)
        far = torch.isfinite(x) & (size > 2.0**30)
        slopes = primitive(torch.where(far, x, 1))
        value = native(x).detach() - (slopes.detach() - slopes)  # a difference, which leaves -0.0 as it is
        return torch.where(far, value, native(torch.where(far, 2, x)))

    return call


def _signed_log(x: torch.Tensor, part: torch.Tensor) -> torch.Tensor:
    return torch.copysign(torch.ones_like(part), part) * torch.log(x)


_FAR = (torch.bfloat16, torch.float32, torch.float64)  # no number of float16 is so far from 0

# far from 0 the root of 1 - x**2 is x or -x, times 1j, and that of 1 + x**2 is x or -x
acosh = ByDtype(torch.acosh, cases(_FAR, _with_slopes_far_from_0(torch.acosh, torch.log)))
acos = ByDtype(
    torch.acos,
    {
        dtype: _with_slopes_far_from_0(native, lambda x: -1j * _signed_log(x, x.imag))
        for dtype, native in ((torch.complex64, torch.acos), (torch.complex128, _acos_complex128))
    },
)
asin = ByDtype(torch.asin, cases(COMPLEX, _with_slopes_far_from_0(torch.asin, lambda x: 1j * _signed_log(x, x.imag))))
asinh = ByDtype(
    torch.asinh,
    {
        **cases(_FAR, _with_slopes_far_from_0(torch.asinh, lambda x: _signed_log(torch.abs(x), x))),
        **cases(COMPLEX, _with_slopes_far_from_0(torch.asinh, lambda x: _signed_log(x, x.real))),
    },
)
atan = ByDtype(torch.atan, cases(COMPLEX, _with_slopes_far_from_0(torch.atan, lambda x: -torch.reciprocal(x))))
atanh = ByDtype(torch.atanh, cases(COMPLEX, _with_slopes_far_from_0(torch.atanh, torch.reciprocal)))
expm1 = ByDtype(torch.expm1, cases(COMPLEX, _expm1_complex))
log1p = ByDtype(torch.log1p, cases(COMPLEX, _with_slopes_far_from_0(_log1p_complex, torch.log)))
tan = ByDtype(torch.tan, cases(COMPLEX, _tan_complex))
tanh = ByDtype(torch.tanh, cases(COMPLEX, _tanh_complex))
sign = ByDtype(
    _sign_real,
    cases(INTEGERS, torch.sign) | cases(SIGNED, lambda x: torch.ne(x, 0).to(x.dtype)) | cases(COMPLEX, _sign_complex),
)


# ------------------------------------------------------------------------------------------------------ division


def _divide_integers(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    # PyTorch would give the default dtype of torch; half precision would overflow where the quotient does not
    result = as_native_dtype(dtypes.default_float().name)
    wide = torch.float64 if result == torch.float64 else torch.float32
    return torch.div(x1.to(wide), x2.to(wide)).to(result)


def _has_no_zero(x: torch.Tensor) -> bool:
    """Whether no element is known to be 0."""
    return not is_traced(x) and bool(torch.count_nonzero(x.detach()) == x.numel())


def _floor_divide_integers(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    # PyTorch raises for a zero divisor on the CPU and gives anything on CUDA; the rule of aikit is 0
    if _has_no_zero(x2):
        return torch.floor_divide(x1, x2)
    zero = x2 == 0
    return torch.floor_divide(x1, x2.masked_fill(zero, 1)).masked_fill(zero, 0)


def _remainder_integers(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    return torch.remainder(x1, x2.masked_fill(x2 == 0, 1))


def _remainder_real(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    result = torch.remainder(x1, x2)
    if _has_no_zero(result):
        return result
    # a zero has the sign of the divisor, as in Python; PyTorch gives it that of the dividend
    return torch.where(result == 0, torch.copysign(result, x2), result)


def _remainder_float64(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    return _remainder_real(_unvectorised(x1), x2)


def _unvectorised(x: torch.Tensor) -> torch.Tensor:
    """The tensor in memory with gaps, for which a remainder takes the plain kernel.

    The vectorised one of the CPU gives NaN where the quotient overflows. Narrower dtypes go through float64, where their
    quotients do not overflow.
    """
    return torch.stack((x, x), -1)[..., 0] if x.device.type == "cpu" else x


def _fmod_float64(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    return torch.fmod(_unvectorised(x1), x2)


def _fmod_integers(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    # as the quotient, see `_floor_divide_integers`
    return torch.fmod(x1, x2 if _has_no_zero(x2) else x2.masked_fill(x2 == 0, 1))


def _unless_nan(native, mended):
    """`native`, and `mended` in its place where there is a NaN in its result, or where nobody can look."""

    def call(*arrays: torch.Tensor) -> torch.Tensor:
        if any(map(is_traced, arrays)):
            return mended(*arrays)
        result = native(*arrays)
        return mended(*arrays) if result.numel() and result.detach().amax().isnan() else result

    return call


def _shift_right_uint64(x: torch.Tensor, count: torch.Tensor) -> torch.Tensor:
    """The logical shift of int64 bits: by one place, which clears the sign, then by the others."""
    halved = torch.bitwise_right_shift(x, 1) & torch.iinfo(torch.int64).max
    return torch.where(count == 0, x, torch.bitwise_right_shift(halved, count - 1))


def _divide_uint64(x1: torch.Tensor, x2: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Quotient and remainder of int64 bits as unsigned numbers, for x2 != 0 (Hacker's Delight, section 9-3)."""
    halved = torch.bitwise_right_shift(x1, 1) & torch.iinfo(torch.int64).max
    large = x2 < 0  # as unsigned: at least half the range, so the quotient is 0 or 1
    quotient = (torch.floor_divide(halved, x2.masked_fill(large, 1)) << 1).masked_fill(large, 0)
    remainder = x1 - quotient * x2
    flip = torch.iinfo(torch.int64).min
    once_more = (remainder ^ flip) >= (x2 ^ flip)
    return quotient + once_more, torch.where(once_more, remainder - x2, remainder)


def _floor_divide_uint64(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    zero = x2 == 0
    return _divide_uint64(x1, x2.masked_fill(zero, 1))[0].masked_fill(zero, 0)


def _remainder_uint64(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    return _divide_uint64(x1, x2.masked_fill(x2 == 0, 1))[1]


def _is_finite(x: torch.Tensor) -> bool:
    """Whether all elements are known to be finite: one pass over the memory, where `isfinite` makes an array."""
    if is_traced(x) or not x.numel():
        return False
    least, greatest = torch.aminmax(x.detach())
    return bool(torch.isfinite(greatest - least))


def _floor_divide_real(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    # not `torch.floor_divide`, which has no derivative; that of a function of steps is 0
    result = torch.div(x1, x2, rounding_mode="floor")
    if _is_finite(x1) and _is_finite(x2):
        return result
    # PyTorch follows Python, for which infinities have no quotient; the standard prefers the floor of the quotient
    infinite = torch.isinf(x1) | torch.isinf(x2)
    return torch.where(infinite, torch.div(x1.detach(), x2.detach()), result)


divide = ByDtype(torch.div, cases(INTEGERS, _divide_integers))
floor_divide = ByDtype(
    _floor_divide_real,
    cases(INTEGERS, _floor_divide_integers)
    # in half precision the quotient is rounded before its fraction is taken away
    | cases(HALF, through(_floor_divide_real, torch.float32, 2))
    | widened(_floor_divide_integers, 2)
    | {torch.uint64: on_bits(_floor_divide_uint64, 2)},
)
remainder = ByDtype(
    _unless_nan(_remainder_real, _remainder_float64),
    cases(HALF, through(_remainder_real, torch.float64, 2))
    | {torch.float32: _unless_nan(_remainder_real, through(_remainder_real, torch.float64, 2))}
    | cases(INTEGERS, _remainder_integers)
    | widened(_remainder_integers, 2)
    | {torch.uint64: on_bits(_remainder_uint64, 2)},
)
fmod = ByDtype(
    _unless_nan(torch.fmod, _fmod_float64),
    cases(HALF, through(torch.fmod, torch.float64, 2))
    | {torch.float32: _unless_nan(torch.fmod, through(torch.fmod, torch.float64, 2))}
    | cases(INTEGERS, _fmod_integers)
    | widened(_fmod_integers, 2)
    | {torch.uint64: on_bits(_remainder_uint64, 2)},
)
bitwise_right_shift = ByDtype(
    torch.bitwise_right_shift,
    widened(torch.bitwise_right_shift, 2) | {torch.uint64: on_bits(_shift_right_uint64, 2)},
)


# -------------------------------------------------------------------------------------- power, hypotenuse and clip

pow = _powers.pow


def hypot(x1: torch.Tensor, x2: torch.Tensor, /) -> torch.Tensor:
    if not (may_be_differentiated(x1) or may_be_differentiated(x2)):
        return torch.hypot(x1, x2)
    # PyTorch's derivative divides by the result, also where that is 0
    zeros = (x1 == 0) & (x2 == 0)
    return torch.where(zeros, 0, torch.hypot(torch.where(zeros, 1, x1), x2))


def atan2(x1: torch.Tensor, x2: torch.Tensor, /) -> torch.Tensor:
    if not (may_be_differentiated(x1) or may_be_differentiated(x2)):
        return torch.atan2(x1, x2)
    # PyTorch's derivative divides by x1**2 + x2**2: 0 in float16 from 256 on, and infinite below 2e-4
    scale = _power_next_to(torch.maximum(torch.abs(x1), torch.abs(x2)).detach())
    return torch.atan2(x1 * scale, x2 * scale)


def _power_next_to(size: torch.Tensor) -> torch.Tensor:
    """The power of 2 that brings a size next to 1, or nearer, where its dtype does not hold that."""
    most = -math.log2(torch.finfo(size.dtype).tiny) - 1
    return torch.exp2(-torch.clamp(torch.floor(torch.log2(size)), -most, most))


@takes_numbers
def clip(
    x: torch.Tensor, /, min: torch.Tensor | float | None = None, max: torch.Tensor | float | None = None
) -> torch.Tensor:
    if min is None and max is None:
        return x
    if x.dtype in INTEGERS:  # a number that they do not hold is to raise, where PyTorch would wrap it
        min, max = _tensor(min, x), _tensor(max, x)
    if x.dtype not in SIGNED:
        least, greatest = _powers.number_in(min), _powers.number_in(max)
        if (least is None) == (min is None) and (greatest is None) == (max is None):
            return torch.clamp(x, least, greatest)
        lower, upper = _tensor(min, x), _tensor(max, x)
        if lower is not None and upper is not None and lower.shape != upper.shape:
            # PyTorch's derivative by an end fails where the other one is of another shape, and broadcasts x
            lower, upper = torch.broadcast_tensors(lower, upper)
        return torch.clamp(x, lower, upper)
    if min is not None:
        x = maximum(x, min)
    return x if max is None else minimum(x, max)


def _tensor(end: torch.Tensor | float | None, x: torch.Tensor) -> torch.Tensor | None:
    """An end of `clip` as a tensor."""
    return as_scalar(end, x.dtype, x.device) if isinstance(end, (int, float)) else end


# -------------------------------------------------------------------------------------------------- number theory


def _gcd_uint64(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    """On int64 bits: after three steps of Euclid's algorithm both numbers fit, unless one of them is 0."""
    x1, x2 = torch.broadcast_tensors(x1, x2)
    for _ in range(3):
        done = x2 == 0
        x1, x2 = torch.where(done, x1, x2), _remainder_uint64(x1, x2)
    return torch.where(x2 == 0, x1, torch.gcd(x1, x2))


def _lcm_uint64(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    return _floor_divide_uint64(x1, _gcd_uint64(x1, x2)) * x2


def _gcd(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    # beside the smallest integer, whose magnitude wraps, PyTorch's may be negative
    return torch.abs(torch.gcd(x1, x2))


gcd = ByDtype(_gcd, widened(_gcd, 2) | {torch.uint64: on_bits(_gcd_uint64, 2)})


def _lcm(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    # PyTorch's divides by the common divisor, which may be 0, or -1 beside the smallest integer: the process ends
    return _floor_divide_integers(torch.abs(x1), _gcd(x1, x2)) * torch.abs(x2)


lcm = ByDtype(_lcm, widened(_lcm, 2) | {torch.uint64: on_bits(_lcm_uint64, 2)})


# --------------------------------------------------------------------------------- NaN, infinities, and real numbers


def _ignoring_nan(native, extreme):
    """An extreme of what is a number; the derivative is that of `extreme`, where the native one is all for the first."""

    def call(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
        if not (may_be_differentiated(x1) or may_be_differentiated(x2)):
            return native(x1, x2)
        return extreme(torch.where(torch.isnan(x1), x2, x1), torch.where(torch.isnan(x2), x1, x2))

    return ByDtype(call, cases(INTEGERS, extreme) | cases(SIGNED, on_order(extreme, 2)))


fmax = _ignoring_nan(torch.fmax, torch.maximum)
fmin = _ignoring_nan(torch.fmin, torch.minimum)


def _nan_to_num_real(
    x: torch.Tensor, /, *, copy: bool = True, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None
) -> torch.Tensor:
    return torch.nan_to_num(x, nan, posinf, neginf)


def _nan_to_num_complex(x: torch.Tensor, /, **options) -> torch.Tensor:
    return _by_parts(lambda parts: _nan_to_num_real(parts, **options))(x)


def _nan_to_num_integers(x: torch.Tensor, /, **options) -> torch.Tensor:
    return x.clone()


nan_to_num = ByDtype(_nan_to_num_real, cases(INTEGERS, _nan_to_num_integers) | cases(COMPLEX, _nan_to_num_complex))


def _angle_real(z: torch.Tensor, /, *, deg: bool = False) -> torch.Tensor:
    # `torch.angle` has 0 for -0: each number a little farther from 0
    least = torch.full((), torch.finfo(z.dtype).tiny, dtype=z.dtype, device=z.device)
    found = torch.angle(z + torch.copysign(least, z))
    return torch.rad2deg(found) if deg else found


def _angle_complex(z: torch.Tensor, /, *, deg: bool = False) -> torch.Tensor:
    found = atan2(z.imag, z.real) if may_be_differentiated(z) else torch.angle(z)
    return torch.rad2deg(found) if deg else found


def _angle_half(z: torch.Tensor, /, *, deg: bool = False) -> torch.Tensor:
    return _angle_real(z.to(torch.float32), deg=deg).to(z.dtype)


angle = ByDtype(_angle_real, cases(HALF, _angle_half) | cases(COMPLEX, _angle_complex))
