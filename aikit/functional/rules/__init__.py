"""What the arguments of each function must satisfy, from shapes and dtypes alone: one module for each category.

A rule that is named by `check=` in a declaration is called as ``rule(name, arguments, backend)`` once a call has failed, with
the function's qualified name, the arguments by parameter, and the backend that failed; it raises the error that says
what is wrong with them, and returns where it finds nothing. Lengths are known then. Whatever else is here stands before
the call: a framework would end the process, loop, or answer without a word.
"""
