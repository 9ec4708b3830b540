"""What a check says of a case: what it saw, or a failure of the function; or an error, where the check itself went wrong."""

from __future__ import annotations

from pytest_aikit.cases import calling, origins, together
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, HarnessError


def of(check: Check, case: Case) -> tuple[Evidence, CheckFailure | None]:
    """Run a check on a case; where it fails and calls were made together, again with each call by itself.

    Raises
    ------
    Exception : the check, a reference or the sampling is at fault, and nothing is known of the function.
    """
    try:
        found = _of(check, case)
    except Exception:
        if not together.forget(case):
            raise
    else:
        if found[1] is None or not together.forget(case):
            return found
    return _of(check, case)


def _of(check: Check, case: Case) -> tuple[Evidence, CheckFailure | None]:
    try:
        return check.run(case), None
    except CheckFailure as failure:
        return Evidence(0), failure
    except HarnessError:
        raise
    except Exception as error:
        # a check that trips over what is no result of the function has found that
        if not origins.is_of_function(error, check.run) and calling.is_well_formed(case):
            raise
        sample = case.samples[0] if len(case.samples) == 1 else None
        return Evidence(0), CheckFailure(f"raised {type(error).__name__}", sample=sample, error=error)
