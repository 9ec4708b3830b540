class ArrayWithNorms:
    __slots__ = ()
