"""A class with `__aikit_array_function__` takes over: called once, with the permanent function and the caller's own."""

from __future__ import annotations

import functools
import inspect
import operator
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import aikit
from aikit.core.records import Function
from aikit.exceptions import AikitBackendException, AikitException, AikitTypeError
from pytest_aikit import knowledge
from pytest_aikit.cases import calling
from pytest_aikit.cases.showing import permanent, refusal, shown_by
from pytest_aikit.checks import method
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample


class Overriding:
    """Remembers how it is called, and answers with what it was told to."""

    def __init__(self, answer: Any = None) -> None:
        self.answer = answer
        self.calls: list[tuple[Any, Any, Any, Any]] = []

    def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        self.calls.append((func, types, args, kwargs))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class OverridingSubclass(Overriding):
    """Asked before its base class, wherever it stands; it keeps none of the types that it is told."""

    def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        answer = super().__aikit_array_function__(func, [*types], args, kwargs)
        types.clear()
        return answer


class OverridingArray(aikit.Array):
    """An Array with an override of its own, which says what it was asked for."""

    def __init__(self, array: Any) -> None:
        self._data = array.data

    def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return func, list(types)


class Foreign:
    """A class that has nothing to do with aikit."""


class CallbackError(Exception):
    """An error of an override, which passes untouched."""


def applies(function: Function) -> bool:
    return bool(function.array_parameters) and function.kind != "standalone"


def run(case: Case) -> Evidence:
    sample = _most_arrays(case)
    if sample is None:
        return Evidence(0)
    args, kwargs = calling.arguments(case, sample)
    places = _places(args, kwargs)
    kwargs = _with_none(case.function, kwargs)
    check = functools.partial(_Check, case, sample, args, kwargs)
    for place in places:
        check(place).takes_over()
    first = check(places[0])
    first.refuses()
    first.raises()
    first.is_foreign()
    first.takes_over_as_subclass_of_array()
    first.takes_over_in_threads()
    if case.function.nestable:
        first.takes_over_in_containers()
    if case.function.out:
        first.takes_over_as_out()
    for place in places:
        check(place).takes_over_in_other_forms()
    if len(places) > 1:
        first.yields_to_subclass(places[1])
        first.yields_after_refusal(places[1])
    return Evidence(2 * len(places) + 12)


def _with_none(function: Function, kwargs: dict[str, Any]) -> dict[str, Any]:
    """The keywords, with a None that the caller writes for each of which it is the default."""
    keywords = (one for one in function.parameters.values() if one.kind is inspect.Parameter.KEYWORD_ONLY)
    written = {one.name: None for one in keywords if one.name in kwargs or one.default is None}
    return {**written, **kwargs}


def _most_arrays(case: Case) -> Sample | None:
    """The sample in which most arguments are arrays."""
    count: Callable[[Sample], int] = lambda one: len(calling.sampled_arrays(one))  # noqa: E731
    return max(case.samples, key=count, default=None) if any(map(count, case.samples)) else None


_THREADS = 4
Place = tuple[Any, int | None]
"""A position or keyword, and the place in the sequence that stands there."""


def _places(args: list[Any], kwargs: dict[str, Any]) -> list[Place]:
    """Where arrays stand: position or keyword, and the place in a sequence there."""
    found: list[Place] = []
    placed: list[tuple[Any, Any]] = [*enumerate(args), *kwargs.items()]
    for place, value in placed:
        if type(value) is aikit.Array:
            found.append((place, None))
        elif isinstance(value, (list, tuple)):
            found.extend((place, index) for index, item in enumerate(value) if type(item) is aikit.Array)
    return found


def _replaced(args: list[Any], kwargs: dict[str, Any], place: Place, value: Any) -> tuple[list[Any], dict[str, Any]]:
    """The arguments with another value at a place."""
    args, kwargs = list(args), dict(kwargs)
    where, index = place
    target: Any = args if isinstance(where, int) else kwargs
    if index is not None:
        items = list(target[where])
        items[index] = value
        value = type(target[where])(items)
    target[where] = value
    return args, kwargs


class _Check:
    """The calls with an overriding object at one place."""

    def __init__(self, case: Case, sample: Sample, args: list[Any], kwargs: dict[str, Any], place: Place) -> None:
        self.case, self.sample, self.args, self.kwargs, self.place = case, sample, args, kwargs, place

    def call(self, value: Any, place: Place | None = None) -> tuple[Any, list[Any], dict[str, Any]]:
        args, kwargs = _replaced(self.args, self.kwargs, place or self.place, value)
        return calling.public(self.case)(*args, **kwargs), args, kwargs

    def fail(self, cause: str, **found: Any) -> CheckFailure:
        return CheckFailure(cause, sample=self.sample, **found)

    def takes_over(self) -> None:
        written = f"kwargs = dict.fromkeys({list(self.kwargs)}) | kwargs\n" if self.kwargs else ""
        with shown_by(written + _shown(self.place, self.case, types=_types(self.args, self.kwargs, self.place))):
            self._takes_over()

    def _takes_over(self) -> None:
        answer = object()
        overriding = Overriding(answer)
        try:
            result, args, kwargs = self.call(overriding)
        except Exception as error:
            raise self.fail("an override is not called", error=error) from error
        if len(overriding.calls) != 1:
            raise self.fail(
                f"an override is called {len(overriding.calls)} times", expected=1, got=len(overriding.calls)
            )
        if result is not answer:
            raise self.fail("the result of an override is not returned", expected=answer, got=result)
        func, types, given, keywords = overriding.calls[0]
        if func is not self.case.function.public:
            raise self.fail(
                "an override does not receive the permanent function", expected=self.case.function.public, got=func
            )
        if (
            not same_objects(given, args)
            or keywords.keys() != kwargs.keys()
            or not same_objects([keywords[name] for name in kwargs], kwargs.values())
        ):
            raise self.fail(
                "an override does not receive the caller's arguments", expected=(args, kwargs), got=(given, keywords)
            )
        expected = {Overriding} | ({aikit.Array} if _holds_array(args, kwargs) else set())
        if set(types) != expected or len(types) != len(expected):
            raise self.fail("an override receives other types", expected=expected, got=types)

    def takes_over_as_out(self) -> None:
        overriding = Overriding(answer := object())
        with shown_by(_shown(("out", None), self.case)):
            try:
                result = calling.public(self.case)(*self.args, **self.kwargs, out=overriding)
            except Exception as error:
                raise self.fail("an override in out is not called", error=error) from error
            if result is not answer or len(overriding.calls) != 1:
                raise self.fail("an override in out is not called", expected=answer, got=result)

    def takes_over_as_subclass_of_array(self) -> None:
        """A class that inherits from Array is asked, before Array, which does the work where nobody is."""
        where, index = self.place
        held = self.args[where] if isinstance(where, int) else self.kwargs[where]
        own = OverridingArray(held if index is None else held[index])
        with shown_by(_SHOWN_ARRAY.format(_put(self.place, "OverridingArray(aikit.asarray(1.0))"))):
            try:
                result, *_ = self.call(own)
            except Exception as error:
                raise self.fail("an override of a subclass of Array is not called", error=error) from error
            found = result if isinstance(result, tuple) and len(result) == 2 else (None, [])
            if found[0] is not self.case.function.public or found[1][:1] != [OverridingArray]:
                raise self.fail("an override of a subclass of Array is not called", got=result)

    def takes_over_in_threads(self) -> None:
        """Calls of several threads at once each get their own answer."""
        overriding = [Overriding(object()) for _ in range(_THREADS)]
        together = threading.Barrier(_THREADS)

        def call(one: Overriding) -> Any:
            together.wait()
            return self.call(one)[0]

        with ThreadPoolExecutor(_THREADS) as pool:
            found = list(pool.map(call, overriding))
        if any(result is not one.answer or len(one.calls) != 1 for result, one in zip(found, overriding, strict=True)):
            with shown_by(_SHOWN_THREADS.format(_put(self.place, "one"), _THREADS)):
                raise self.fail("in several threads, an override gets the call of another", got=found)

    def takes_over_in_containers(self) -> None:
        """An override sees the leaves of a container one by one."""
        overriding = Overriding("its answer")
        nested = aikit.Container(a=overriding, b={"c": overriding})
        with shown_by(_shown_container(self.place)):
            try:
                result, *_ = self.call(nested, self.place if self.place[1] is None else (self.place[0], None))
            except Exception as error:
                raise self.fail("an override in a container is not called", error=error) from error
            if not isinstance(result, aikit.Container) or len(overriding.calls) != 2:
                raise self.fail("an override in a container is not called for each leaf", got=result)
            leaves = result["a"], result["b"]["c"]
            if any(leaf != overriding.answer for leaf in leaves):
                raise self.fail("the result of an override in a container is not its leaf", got=result)

    def takes_over_in_other_forms(self) -> None:
        """The method of an Array and its operator lead to an override among their other arguments."""
        where, index = self.place
        first = self.case.function.array_parameters[0]
        place = list(self.case.function.parameters).index(first)
        is_other = index is None and where != place
        array = self.args[place] if place < len(self.args) else None
        if not is_other or type(array) is not aikit.Array:
            return
        forms = {}
        if method.applies(self.case.function):
            forms["method"] = getattr(array, self.case.function.name)
        symbol = knowledge.of(self.case.function).operator
        if symbol and len(self.args) == 2:
            forms["operator"] = functools.partial(getattr(operator, symbol), array)
        for form, called in forms.items():
            overriding = Overriding(answer := object())
            args, kwargs = _replaced(self.args, self.kwargs, self.place, overriding)
            with shown_by(_SHOWN_FORM.format(_put(self.place, "Overriding()"), place, _source_of(form, self.case))):
                try:
                    result = called(*args[:place], *args[place + 1 :], **kwargs)
                except Exception as error:
                    raise self.fail(f"the {form} does not lead to an override", error=error) from error
                if result is not answer or len(overriding.calls) != 1:
                    raise self.fail(f"the {form} does not lead to an override", expected=answer, got=result)
                if overriding.calls[0][0] is not self.case.function.public:
                    raise self.fail(f"the {form} leads to an override of another function", got=overriding.calls[0][0])

    def yields_to_subclass(self, other: Place) -> None:
        base, subclass = Overriding("base"), OverridingSubclass("subclass")
        args, kwargs = _replaced(*_replaced(self.args, self.kwargs, self.place, base), other, subclass)
        wanted = [OverridingSubclass, Overriding]
        with shown_by(_shown_subclass(self.place, other)):
            result = calling.public(self.case)(*args, **kwargs)
            if result != "subclass" or base.calls:
                raise self.fail("a subclass is not asked first", expected="subclass", got=result)
            if subclass.calls[0][1][:2] != wanted:
                raise self.fail("an override receives other types", expected=wanted, got=subclass.calls[0][1])

    def yields_after_refusal(self, other: Place) -> None:
        """A class that does not know the function leaves it to the next one, whatever it did to what it was told."""
        subclass, base = OverridingSubclass(NotImplemented), Overriding("base")
        args, kwargs = _replaced(*_replaced(self.args, self.kwargs, self.place, base), other, subclass)
        with shown_by(_shown_next(self.place, other)):
            result = calling.public(self.case)(*args, **kwargs)
            if result != "base" or len(subclass.calls) != 1 or len(base.calls) != 1:
                raise self.fail("the next class is not asked", expected="base", got=result)
            if OverridingSubclass not in base.calls[0][1]:
                raise self.fail("an override sees what another one changed", got=base.calls[0][1])

    def refuses(self) -> None:
        with shown_by(_shown_refused(self.place, self.case, "Overriding", "return NotImplemented")):
            self._check_refused(Overriding(NotImplemented), "an override that returns NotImplemented")

    def is_foreign(self) -> None:
        with shown_by(_shown_refused(self.place, self.case, "Foreign")):
            self._check_refused(Foreign(), "a foreign class")

    def _check_refused(self, value: Any, what: str) -> None:
        """The error names the function, the argument and the type."""
        try:
            result, *_ = self.call(value)
        except AikitBackendException as error:
            text = str(error)
            named = any(name in text for name in self.case.function.array_parameters)
            if not named or self.case.function.qualified_name not in text or type(value).__name__ not in text:
                raise self.fail(
                    f"{what}: the message does not name function, argument and type", error=error
                ) from error
        except Exception as error:
            raise self.fail(f"{what}: raised {type(error).__name__}", error=error) from error
        else:
            raise self.fail(f"{what} is accepted", got=result)

    def raises(self) -> None:
        """A TypeError of an override becomes one of aikit, any other exception, and one of aikit, passes."""
        for raised, wanted in (
            (TypeError("no"), (AikitBackendException, TypeError)),
            (CallbackError("no"), (CallbackError,)),
            (AikitTypeError("no"), (AikitTypeError,)),
        ):
            with shown_by(_shown_raised(self.place, type(raised).__name__, wanted)):
                self._check_raised(raised, wanted)

    def _check_raised(self, raised: Exception, wanted: tuple[type[Exception], ...]) -> None:
        try:
            self.call(Overriding(raised))
        except Exception as error:
            if not all(isinstance(error, cls) for cls in wanted):
                cause = f"a {type(raised).__name__} of an override becomes {type(error).__name__}"
                raise self.fail(cause, error=error) from error
            if error is not raised and wanted == (type(raised),):
                raise self.fail(f"a {type(raised).__name__} of an override becomes another one", error=error) from error
        else:
            raise self.fail(f"a {type(raised).__name__} of an override is swallowed", expected=wanted)


def same_objects(one: Any, two: Any) -> bool:
    """Whether two sequences hold the very same objects; a list among them may be a copy."""
    one, two = list(one), list(two)
    return len(one) == len(two) and all(
        a is b
        or (isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)) and same_objects(a, b))
        or (_is_plain(a) and a == b)
        for a, b in zip(one, two, strict=True)
    )


def _is_plain(value: Any) -> bool:
    return isinstance(value, (bool, int, float, complex, str, type(None)))


def _holds_array(args: list[Any], kwargs: dict[str, Any]) -> bool:
    return any(type(item) is aikit.Array for value in (*args, *kwargs.values()) for item in calling.leaves(value))


# ------------------------------------------------------------------------------------------------ as source


def _put(place: Place, value: str) -> str:
    """The source that puts an object at a place."""
    where, index = place
    held = f"args[{where}]" if isinstance(where, int) else f"kwargs[{where!r}]"
    return f"{held}{'' if index is None else f'[{index}]'} = {value}\n"


def _types(args: list[Any], kwargs: dict[str, Any], place: Place) -> list[str]:
    """The names of the classes that an override at a place is told."""
    others = _replaced(args, kwargs, place, None)
    return sorted({"Overriding"} | ({"Array"} if _holds_array(*others) else set()))


def _shown(place: Place, case: Case, types: list[str] | None = None) -> str:
    """What the override is called with, and what is returned."""
    of_types = "sorted(cls.__name__ for cls in types)" if types else "None"
    return f"""\
calls = []


class Overriding:
    def __aikit_array_function__(self, func, types, args, kwargs):
        calls.append((func is {permanent(case.function)}, {of_types}, objects(args, kwargs)))
        return "its answer"


def objects(args, kwargs):
    items = [item for value in [*args, *kwargs.values()] for item in (value if isinstance(value, (list, tuple)) else [value])]
    return [id(item) for item in items if isinstance(item, (aikit.Array, Overriding))], sorted(kwargs)


{_put(place, "Overriding()")}got = function(*args, **kwargs)
print("got:     ", repr(got), calls)
print("expected:", repr("its answer"), [(True, {types}, objects(args, kwargs))])
"""


_SHOWN_ARRAY = """\
class OverridingArray(aikit.Array):
    def __init__(self, array):
        self._data = array.data

    def __aikit_array_function__(self, func, types, args, kwargs):
        return "its answer", [cls.__name__ for cls in types][:1]


{}print("got:     ", function(*args, **kwargs))
print("expected:", ("its answer", ["OverridingArray"]))
"""
_SHOWN_THREADS = """\
class Overriding:
    def __aikit_array_function__(self, func, types, args, kwargs):
        return self


def call(one, args, kwargs):
    {0}    answers.append(function(*args, **kwargs) is one)


answers = []
for _ in range({1}):
    copied = [[*value] if isinstance(value, (list, tuple)) else value for value in args]
    one = threading.Thread(target=call, args=(Overriding(), copied, dict(kwargs)))
    one.start()
    one.join()
print("got:     ", answers)
print("expected:", [True] * {1})
"""
_SHOWN_FORM = """\
class Overriding:
    def __aikit_array_function__(self, func, types, args, kwargs):
        return "its answer"


{0}array = args.pop({1})
print("got:     ", {2})
print("expected:", "its answer")
"""


def _source_of(form: str, case: Case) -> str:
    """The call of a method or an operator."""
    if form == "method":
        return f"array.{case.function.name}(*args, **kwargs)"
    return f"__import__('operator').{knowledge.of(case.function).operator}(array, *args)"


def _shown_container(place: Place) -> str:
    return f"""\
class Overriding:
    def __aikit_array_function__(self, func, types, args, kwargs):
        return "its answer"


nested = aikit.Container(a=Overriding(), b={{"c": Overriding()}})
{_put((place[0], None), "nested")}got = function(*args, **kwargs)
print("got:     ", got["a"], got["b"]["c"])
print("expected:", "its answer", "its answer")
"""


def _shown_subclass(place: Place, other: Place) -> str:
    return f"""\
calls = []


class Overriding:
    def __aikit_array_function__(self, func, types, args, kwargs):
        calls.append((type(self).__name__, [cls.__name__ for cls in types][:2]))


class OverridingSubclass(Overriding):
    pass


{_put(place, "Overriding()")}{_put(other, "OverridingSubclass()")}function(*args, **kwargs)
print("got:     ", *calls)
print("expected:", ("OverridingSubclass", ["OverridingSubclass", "Overriding"]))
"""


def _shown_next(place: Place, other: Place) -> str:
    return f"""\
class Overriding:
    def __aikit_array_function__(self, func, types, args, kwargs):
        return "its answer", [cls.__name__ for cls in types][:2]


class OverridingSubclass(Overriding):
    def __aikit_array_function__(self, func, types, args, kwargs):
        types.clear()
        return NotImplemented


{_put(place, "Overriding()")}{_put(other, "OverridingSubclass()")}print("got:     ", function(*args, **kwargs))
print("expected:", ("its answer", ["OverridingSubclass", "Overriding"]))
"""


def _shown_refused(place: Place, case: Case, name: str, answer: str = "") -> str:
    method = (
        f"\n    def __aikit_array_function__(self, func, types, args, kwargs):\n        {answer}\n"
        if answer
        else "\n    pass\n"
    )
    return refusal(
        "function(*args, **kwargs)",
        f"AikitBackendException, which names the function, the argument and {name}",
        f"isinstance(error, aikit.AikitBackendException) and {case.function.qualified_name!r} in text and {name!r} in text "
        f"and any(name in text for name in {[*case.function.array_parameters]})",
        f"class {name}:{method}\n\n{_put(place, f'{name}()')}",
    )


def _shown_raised(place: Place, name: str, wanted: tuple[type[Exception], ...]) -> str:
    own = "class CallbackError(Exception):\n    pass\n\n\n" if name == "CallbackError" else ""
    classes = [f"aikit.{cls.__name__}" if issubclass(cls, AikitException) else cls.__name__ for cls in wanted]
    if len(wanted) == 1:  # the very exception
        name = classes[0]
        classes.append(f"({name} if text == 'no' else ())")
    return refusal(
        "function(*args, **kwargs)",
        " and ".join(cls.__name__ for cls in wanted),
        " and ".join(f"isinstance(error, {name})" for name in classes),
        f"{own}class Overriding:\n    def __aikit_array_function__(self, func, types, args, kwargs):\n"
        f"        raise {name}('no')\n\n\n{_put(place, 'Overriding()')}",
    )


CHECK = Check("override", "item", applies, run, __doc__, order=120)
