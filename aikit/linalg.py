"""The linear algebra extension of the Array API standard."""

from aikit.functional.aikit import getter_of, names_of

__all__ = names_of(__name__)
__getattr__ = getter_of(__name__)


def __dir__() -> list[str]:
    return __all__
