class ContainerWithNorms:
    __slots__ = ()
