# ruff: noqa: F821
# mypy: ignore-errors
"""What stands at the front of the public functions: one function for each shape of signature.

A public function is a copy of one of these in which the parameters have its own names (see `aikit.dispatch.fast_path`), with
globals of its own: the `TABLE` of the implementations by native type and dtype, the `SLOW` path, and what is known of each
further argument. `AS_A` makes of the argument `a` what is handed on, or raises; types in `PLAIN_A` are handed on as they are.

Beside the arrays there are `a`, `b` and `c`, which are handed on by place, and `k`, `l` and `m`, by name. `rest` is what is taken
only where it is left out. A keyword-only parameter costs 50 ns a call in CPython, so keywords follow a place that stays
empty, `_extra`. A parameter that may be positional or keyword has a slot of each sort, so that an override receives what the
caller wrote; the one that a signature does not have gets a name that nobody can write.
"""

from aikit.core.records import MISSING


def of_one(x, _extra=MISSING, /, out=MISSING):
    if _type(x) is Array and _extra is MISSING and (out is MISSING or _type(out) in OUT):
        try:
            native_ = x._data
            class_ = _type(native_)
            result_ = TABLE[class_][native_.dtype](native_)
            if _type(result_) is not class_:
                return OTHERWISE(result_, class_, out)
            array_ = Array()
            array_._data = result_
            return array_ if out is MISSING or out is None else rebound(out, array_)
        except Exception:
            pass  # the slow path repeats the call and explains the error
    return SLOW([x] if _extra is MISSING else [x, _extra], {} if out is MISSING else {"out": out})


def of_two(x1, x2, _extra=MISSING, /, out=MISSING):
    if _type(x1) is Array and _type(x2) is Array and _extra is MISSING and (out is MISSING or _type(out) in OUT):
        try:
            native_ = x1._data
            beside_ = x2._data
            class_ = _type(native_)
            dtype_ = native_.dtype
            if beside_.dtype is dtype_ and (_type(beside_) is class_ or TABLE[_type(beside_)] is TABLE[class_]):
                result_ = TABLE[class_][dtype_](native_, beside_)
                if _type(result_) is not class_:
                    return OTHERWISE(result_, class_, out)
                array_ = Array()
                array_._data = result_
                return array_ if out is MISSING or out is None else rebound(out, array_)
        except Exception:
            pass  # the slow path repeats the call and explains the error
    elif _type(x1) is Array and _type(x2) in NUMBERS and _extra is MISSING and (out is MISSING or _type(out) in OUT):
        try:
            native_ = x1._data
            class_ = _type(native_)
            dtype_ = native_.dtype
            if _type(x2) in SCALARS[class_][dtype_]:
                result_ = TABLE[class_][dtype_](native_, as_scalar(x2, native_))
                if _type(result_) is not class_:
                    return OTHERWISE(result_, class_, out)
                array_ = Array()
                array_._data = result_
                return array_ if out is MISSING or out is None else rebound(out, array_)
        except Exception:
            pass  # the slow path repeats the call and explains the error
    elif _type(x2) is Array and _type(x1) in NUMBERS and _extra is MISSING and (out is MISSING or _type(out) in OUT):
        try:
            native_ = x2._data
            class_ = _type(native_)
            dtype_ = native_.dtype
            if _type(x1) in SCALARS[class_][dtype_]:
                result_ = TABLE[class_][dtype_](as_scalar(x1, native_), native_)
                if _type(result_) is not class_:
                    return OTHERWISE(result_, class_, out)
                array_ = Array()
                array_._data = result_
                return array_ if out is MISSING or out is None else rebound(out, array_)
        except Exception:
            pass  # the slow path repeats the call and explains the error
    return SLOW([x1, x2] if _extra is MISSING else [x1, x2, _extra], {} if out is MISSING else {"out": out})


def with_argument(x, _a=MISSING, _extra=MISSING, /, a=MISSING, out=MISSING):
    a_ = _a if a is MISSING else a
    if (
        _type(x) is Array
        and _extra is MISSING
        and (_a is MISSING or a is MISSING)
        and (MAY_LACK_A or a_ is not MISSING)
        and (out is MISSING or _type(out) in OUT)
    ):
        try:
            native_ = x._data
            class_ = _type(native_)
            result_ = TABLE[class_][native_.dtype](
                native_, DEFAULT_A if a_ is MISSING else a_ if _type(a_) in PLAIN_A else AS_A(a_, native_)
            )
            if _type(result_) is not class_:
                return OTHERWISE(result_, class_, out)
            array_ = Array()
            array_._data = result_
            return array_ if out is MISSING or out is None else rebound(out, array_)
        except Exception:
            pass  # the slow path repeats the call and explains the error
    return SLOW(written(x, _a, _extra), named(KEYWORDS, a, out))


def with_two_arguments(x, _a=MISSING, _b=MISSING, _extra=MISSING, /, a=MISSING, b=MISSING, out=MISSING):
    a_ = _a if a is MISSING else a
    b_ = _b if b is MISSING else b
    if (
        _type(x) is Array
        and _extra is MISSING
        and (_a is MISSING or a is MISSING)
        and (_b is MISSING or b is MISSING)
        and (MAY_LACK_A or a_ is not MISSING)
        and (MAY_LACK_B or b_ is not MISSING)
        and (out is MISSING or _type(out) in OUT)
    ):
        try:
            native_ = x._data
            class_ = _type(native_)
            if ARE_ALIKE and _type(a_) is not Array:
                b_ = AS_A(b_, native_)
                a_ = AS_B(a_, b_)
            else:
                a_ = DEFAULT_A if a_ is MISSING else a_ if _type(a_) in PLAIN_A else AS_A(a_, native_)
                like_ = a_ if ARE_ALIKE else native_
                b_ = DEFAULT_B if b_ is MISSING else b_ if _type(b_) in PLAIN_B else AS_B(b_, like_)
            result_ = TABLE[class_][native_.dtype](native_, a_, b_)
            if _type(result_) is not class_:
                return OTHERWISE(result_, class_, out)
            array_ = Array()
            array_._data = result_
            return array_ if out is MISSING or out is None else rebound(out, array_)
        except Exception:
            pass  # the slow path repeats the call and explains the error
    return SLOW(written(x, _a, _b, _extra), named(KEYWORDS, a, b, out))


def with_keyword(x, _extra=MISSING, /, k=MISSING, rest=MISSING, out=MISSING):
    if (
        _type(x) is Array
        and _extra is MISSING
        and (rest is MISSING or rest is LEFT_OUT)
        and (out is MISSING or _type(out) in OUT)
    ):
        try:
            native_ = x._data
            class_ = _type(native_)
            result_ = TABLE[class_][native_.dtype](
                native_, k=DEFAULT_K if k is MISSING else k if _type(k) in PLAIN_K else AS_K(k, native_)
            )
            if _type(result_) is not class_:
                return OTHERWISE(result_, class_, out)
            array_ = Array()
            array_._data = result_
            return array_ if out is MISSING or out is None else rebound(out, array_)
        except Exception:
            pass  # the slow path repeats the call and explains the error
    return SLOW(written(x, _extra), named(KEYWORDS, k, rest, out))


def with_two_keywords(x, _extra=MISSING, /, k=MISSING, l=MISSING, rest=MISSING, out=MISSING):
    if (
        _type(x) is Array
        and _extra is MISSING
        and (rest is MISSING or rest is LEFT_OUT)
        and (out is MISSING or _type(out) in OUT)
    ):
        try:
            native_ = x._data
            class_ = _type(native_)
            result_ = TABLE[class_][native_.dtype](
                native_,
                k=DEFAULT_K if k is MISSING else k if _type(k) in PLAIN_K else AS_K(k, native_),
                l=DEFAULT_L if l is MISSING else l if _type(l) in PLAIN_L else AS_L(l, native_),
            )
            if _type(result_) is not class_:
                return OTHERWISE(result_, class_, out)
            array_ = Array()
            array_._data = result_
            return array_ if out is MISSING or out is None else rebound(out, array_)
        except Exception:
            pass  # the slow path repeats the call and explains the error
    return SLOW(written(x, _extra), named(KEYWORDS, k, l, rest, out))


def with_three_keywords(x, _extra=MISSING, /, k=MISSING, l=MISSING, m=MISSING, rest=MISSING, out=MISSING):
    if (
        _type(x) is Array
        and _extra is MISSING
        and (rest is MISSING or rest is LEFT_OUT)
        and (out is MISSING or _type(out) in OUT)
    ):
        try:
            native_ = x._data
            class_ = _type(native_)
            result_ = TABLE[class_][native_.dtype](
                native_,
                k=DEFAULT_K if k is MISSING else k if _type(k) in PLAIN_K else AS_K(k, native_),
                l=DEFAULT_L if l is MISSING else l if _type(l) in PLAIN_L else AS_L(l, native_),
                m=DEFAULT_M if m is MISSING else m if _type(m) in PLAIN_M else AS_M(m, native_),
            )
            if _type(result_) is not class_:
                return OTHERWISE(result_, class_, out)
            array_ = Array()
            array_._data = result_
            return array_ if out is MISSING or out is None else rebound(out, array_)
        except Exception:
            pass  # the slow path repeats the call and explains the error
    return SLOW(written(x, _extra), named(KEYWORDS, k, l, m, rest, out))


def with_argument_and_keyword(x, _a=MISSING, _extra=MISSING, /, a=MISSING, k=MISSING, rest=MISSING, out=MISSING):
    a_ = _a if a is MISSING else a
    if (
        _type(x) is Array
        and _extra is MISSING
        and (_a is MISSING or a is MISSING)
        and (MAY_LACK_A or a_ is not MISSING)
        and (rest is MISSING or rest is LEFT_OUT)
        and (out is MISSING or _type(out) in OUT)
    ):
        try:
            native_ = x._data
            class_ = _type(native_)
            result_ = TABLE[class_][native_.dtype](
                native_,
                DEFAULT_A if a_ is MISSING else a_ if _type(a_) in PLAIN_A else AS_A(a_, native_),
                k=DEFAULT_K if k is MISSING else k if _type(k) in PLAIN_K else AS_K(k, native_),
            )
            if _type(result_) is not class_:
                return OTHERWISE(result_, class_, out)
            array_ = Array()
            array_._data = result_
            return array_ if out is MISSING or out is None else rebound(out, array_)
        except Exception:
            pass  # the slow path repeats the call and explains the error
    return SLOW(written(x, _a, _extra), named(KEYWORDS, a, k, rest, out))


def of_several(x, _extra=MISSING, /, k=MISSING, out=MISSING):
    if (_type(x) is list or _type(x) is tuple) and _extra is MISSING and (out is MISSING or _type(out) in OUT):
        try:
            natives_ = natives_alike(x)
            native_ = natives_[0]
            class_ = _type(native_)
            result_ = TABLE[class_][native_.dtype](
                natives_, k=DEFAULT_K if k is MISSING else k if _type(k) in PLAIN_K else AS_K(k, native_)
            )
            if _type(result_) is not class_:
                return OTHERWISE(result_, class_, out)
            array_ = Array()
            array_._data = result_
            return array_ if out is MISSING or out is None else rebound(out, array_)
        except Exception:
            pass  # the slow path repeats the call and explains the error
    return SLOW(written(x, _extra), named(KEYWORDS, k, out))


def new(_a=MISSING, _extra=MISSING, /, a=MISSING, dtype=MISSING, device=MISSING, out=MISSING):
    a_ = _a if a is MISSING else a
    if _extra is MISSING and (_a is MISSING or a is MISSING) and (out is MISSING or _type(out) in OUT):
        try:
            a_ = AS_A(a_, None)
            class_, dtype_, device_ = HOME(dtype, device, {NAME_A: a_})
            result_ = TABLE[class_][dtype_](a_, dtype=dtype_, device=device_)
            if _type(result_) is not class_:
                return OTHERWISE(result_, class_, out)
            array_ = Array()
            array_._data = result_
            return array_ if out is MISSING or out is None else rebound(out, array_)
        except Exception:
            pass  # the slow path repeats the call and explains the error
    return SLOW(written(_a, _extra), named(KEYWORDS, a, dtype, device, out))


def new_of_several(
    _a=MISSING,
    _b=MISSING,
    _c=MISSING,
    _extra=MISSING,
    /,
    a=MISSING,
    b=MISSING,
    c=MISSING,
    dtype=MISSING,
    device=MISSING,
    out=MISSING,
):
    a_ = _a if a is MISSING else a
    b_ = _b if b is MISSING else b
    c_ = _c if c is MISSING else c
    if (
        _extra is MISSING
        and (_a is MISSING or a is MISSING)
        and (_b is MISSING or b is MISSING)
        and (_c is MISSING or c is MISSING)
        and (out is MISSING or _type(out) in OUT)
    ):
        try:
            arguments_ = {
                NAME_A: a_ if _type(a_) in PLAIN_A else AS_A(a_, None),
                NAME_B: DEFAULT_B if b_ is MISSING and MAY_LACK_B else b_ if _type(b_) in PLAIN_B else AS_B(b_, None),
                NAME_C: DEFAULT_C if c_ is MISSING and MAY_LACK_C else c_ if _type(c_) in PLAIN_C else AS_C(c_, None),
            }
            class_, dtype_, device_ = HOME(dtype, device, arguments_)
            result_ = TABLE[class_][dtype_](*[*arguments_.values()][:COUNT], dtype=dtype_, device=device_)
            if _type(result_) is not class_:
                return OTHERWISE(result_, class_, out)
            array_ = Array()
            array_._data = result_
            return array_ if out is MISSING or out is None else rebound(out, array_)
        except Exception:
            pass  # the slow path repeats the call and explains the error
    return SLOW(written(_a, _b, _c, _extra), named(KEYWORDS, a, b, c, dtype, device, out))


def of_any(*args, **kwargs):
    try:
        fitting_ = FITTING(args, kwargs)
        if fitting_ is not None:
            class_, dtype_, args_, kwargs_, out = fitting_
            return FINISHED(TABLE[class_][dtype_](*args_, **kwargs_), class_, out)
    except Exception:
        pass  # the slow path repeats the call and explains the error
    return SLOW(args, kwargs)
