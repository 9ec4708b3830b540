"""What a check says of a case: what it saw, or a failure of the function; or an error, where the check itself went wrong."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_aikit.cases import calling, guard, origins, together
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, HarnessError

Verdict = tuple[Evidence, CheckFailure | None]


def of_each(checks: Sequence[Check], case: Case) -> list[Verdict | Exception]:
    """What each check says of a case, or the error of a check that went wrong itself.

    What the case keeps is looked at when all are over. Where one of them has changed it, nothing that they said counts: they
    run again, and it is looked at after each, so that who did it is found.
    """
    case.kept.looks_later = True
    try:
        found = [_of_or_error(check, case) for check in checks]
        damage = guard.damage(case)
    except _Damaged as damaged:
        damage = str(damaged)
    finally:
        case.kept.looks_later = False
    if damage is None:
        return found
    found = [_of_or_error(check, case) for check in checks]
    if not any(isinstance(one, Exception) or one[1] is not None for one in found):
        found[-1] = HarnessError(f"a check, or the function, has changed {damage}, and did not when it ran again")
    return found


class _Damaged(BaseException):
    """What the case keeps has been changed, so that what the checks say does not count."""


def _of_or_error(check: Check, case: Case) -> Verdict | Exception:
    try:
        return of(check, case)
    except Exception as error:
        return error


def of(check: Check, case: Case) -> Verdict:
    """Run a check on a case; where it fails and calls were made together, again with each call by itself.

    Raises
    ------
    Exception : the check, a reference or the sampling is at fault, and nothing is known of the function.
    """
    try:
        found = _of(check, case)
    except Exception:
        if not _forget(case):
            raise
    else:
        if found[1] is None or not _forget(case):
            return found
    return _of(check, case)


def _forget(case: Case) -> bool:
    """As `together.forget`, which lets go of what is to be looked at later."""
    damage = guard.damage(case) if case.kept.looks_later else None
    if damage is not None:
        raise _Damaged(damage)
    return together.forget(case)


def _of(check: Check, case: Case) -> Verdict:
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
