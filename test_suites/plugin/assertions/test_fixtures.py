"""The fixtures and marks that users' own tests take."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]


@pytest.fixture
def own(run, pytester):
    """Run a test file on numpy."""

    def run_file(source: str, *args: str) -> pytest.RunResult:
        path = pytester.makepyfile("import numpy as np, pytest\n" + source)
        return run("--aikit-backends=numpy", str(path), "-v", "--strict-markers", *args)

    return run_file


def test_xp_is_the_bound_namespace_of_each_backend(own):
    result = own("def test_own(xp, aikit_backend): assert xp.zeros(2).backend == aikit_backend == 'numpy'")
    result.stdout.fnmatch_lines(["*test_own[[]numpy[]] PASSED*"])


def test_without_options_xp_is_numpy(run, pytester):
    pytester.makepyfile("def test_own(xp): assert xp.zeros(2).backend == 'numpy'")
    run().assert_outcomes(passed=1)


def test_device_and_dtype(own):
    result = own(
        "def test_own(xp, aikit_device, aikit_dtype):\n"
        "    x = xp.asarray([1, 2], dtype=aikit_dtype, device=aikit_device)\n"
        "    assert x.dtype == aikit_dtype and x.device == aikit_device",
        "--aikit-dtypes=int8,float*",
    )
    result.assert_outcomes(passed=4)
    result.stdout.fnmatch_lines(["*test_own[[]numpy-cpu-int8[]] PASSED*"])


def test_native_xp_is_the_frameworks_own_namespace(own):
    pytest.importorskip("array_api_compat")
    own("def test_own(native_xp): assert type(native_xp.zeros(2)) is np.ndarray").assert_outcomes(passed=1)


def test_fixtures_are_safe_with_given(own):
    own(
        "from hypothesis import given, settings, strategies as st\n"
        "@settings(max_examples=5, database=None)\n"
        "@given(st.integers(0, 3))\n"
        "def test_own(xp, aikit_check, n): aikit_check(xp.sum, xp.ones(n), reference=np.sum)"
    ).assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        ("aikit_check(xp.tan, xp.asarray([0.5, 1.5]), reference=np.tan)", None),
        ("aikit_check(np.tan, np.asarray([0.5, 1.5], 'float32'), reference=np.tan)", None),
        ("aikit_check(xp.concat, [xp.ones(2)], reference=np.concat)", None),
        ("aikit_check(xp.sum, xp.asarray([[1, 2]]), axis=1, reference=np.sum)", None),
        ("aikit_check(lambda x: x.shape[0], xp.ones(3), reference=lambda x: 3)", None),
        ("aikit_check(lambda x: x.shape[0], xp.ones(3), reference=lambda x: 4)", "wrong value"),
        ("aikit_check(xp.sin, xp.ones(1), reference=np.cos)", "error above the bound"),
        ("aikit_check(xp.sum, xp.ones(3), reference=np.abs)", "wrong shape: () for (3,)"),
        ("aikit_check(lambda x: x.data, xp.ones(3), reference=np.abs)", "wrong class: numpy.ndarray for aikit.Array"),
        ("aikit_check(xp.negative, xp.asarray([1, 2]), reference=np.abs)", "wrong value"),
    ],
)
def test_aikit_check(own, body, cause):
    result = own(f"def test_own(xp, aikit_check): {body}")
    result.assert_outcomes(passed=cause is None, failed=cause is not None)
    assert cause is None or cause in result.stdout.str()


def test_tolerance(own):
    result = own(
        "near = lambda x: x * (1 + 20 * 2.0**-23)\n"
        "def test_strict(xp, aikit_check): aikit_check(near, xp.ones(1), reference=np.abs)\n"
        "@pytest.mark.aikit_tolerance(ulp={'float32': 30})\n"
        "def test_loose(xp, aikit_check): aikit_check(near, xp.ones(1), reference=np.abs)"
    )
    result.assert_outcomes(passed=1, failed=1)


def test_marked_functions_run_for_each_accepted_cell(own):
    result = own(
        "@pytest.mark.aikit_functions('add', 'tan')\n"
        "def test_own(aikit_cell): assert aikit_cell.accepted and aikit_cell.backend == 'numpy'",
        "--aikit-dtypes=int8,float32",
    )
    result.assert_outcomes(passed=5)
    result.stdout.fnmatch_lines(
        ["*test_own[[]add-numpy-cpu-int8-float32[]] PASSED*", "*[[]tan-numpy-cpu-float32[]] PASSED*"]
    )


def test_marked_functions_must_exist(own):
    result = own("@pytest.mark.aikit_functions('tann')\ndef test_own(aikit_cell): pass")
    assert result.ret != 0
    assert (
        "is marked aikit_functions: 'tann' matches nothing; did you mean tan"
        in result.stdout.str() + result.stderr.str()
    )


def test_xfail_and_skip_apply_where_they_say(own):
    result = own(
        "@pytest.mark.aikit_xfail(backend='numpy', dtype='float*', raises=ZeroDivisionError, reason='r')\n"
        "@pytest.mark.aikit_skip(dtype='int8', reason='no int8 yet')\n"
        "def test_own(xp, aikit_dtype): 1 / (not aikit_dtype.startswith('float'))",
        "--aikit-dtypes=int8,int16,float16,float32",
        "-rs",
    )
    result.assert_outcomes(passed=1, xfailed=2, skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*no int8 yet"])


def test_an_xfail_that_passes_is_a_failure(own):
    own("@pytest.mark.aikit_xfail(backend='numpy', reason='r')\ndef test_own(xp): pass").assert_outcomes(failed=1)


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ("aikit_xfail(backend='numpy')", "aikit_xfail needs a reason"),
        (
            "aikit_skip(backends='numpy', reason='r')",
            "aikit_skip('backends'): did you mean backend? choose from backend, device",
        ),
        ("aikit_skip('numpy', reason='r')", "aikit_skip('numpy'): choose from"),
    ],
)
def test_wrong_marks(own, mark, said):
    result = own(f"@pytest.mark.{mark}\ndef test_own(xp): pass")
    assert result.ret != 0
    assert said in result.stdout.str() + result.stderr.str()


@pytest.mark.parametrize(
    ("where", "passes"),
    [
        ("backend='numpy'", True),
        ("backend=['torch', 'num*']", True),
        ("backend=['torch', 'jax']", False),
        ("backend='-numpy'", False),
        ("device='cpu'", True),
        ("device=['gpu:*']", False),
    ],
)
def test_tolerance_by_place(own, where, passes):
    result = own(
        f"@pytest.mark.aikit_tolerance(ulp={{'float32': 30}}, {where})\n"
        "def test_own(xp, aikit_device, aikit_check):\n"
        "    aikit_check(lambda x: x * (1 + 20 * 2.0**-23), xp.ones(1), reference=np.abs)"
    )
    result.assert_outcomes(passed=passes, failed=not passes)


def test_the_nearest_tolerance_that_is_about_the_place(own):
    own(
        "@pytest.mark.aikit_tolerance(ulp={'*': 30}, backend='torch')\n"
        "@pytest.mark.aikit_tolerance(ulp={'*': 0}, backend='torch')\n"
        "class TestOwn:\n"
        "    @pytest.mark.aikit_tolerance(ulp={'*': 0}, backend='torch')\n"
        "    def test_own(self, xp, aikit_check):\n"
        "        aikit_check(lambda x: x * (1 + 4 * 2.0**-23), xp.ones(1), reference=np.abs)"
    ).assert_outcomes(passed=1)


def test_a_namespace_is_known_by_both_names(run, pytester):
    pytest.importorskip("array_api_strict")
    pytester.makepyfile(
        "import pytest\n@pytest.mark.aikit_xfail(backend=['torch', 'array_api:*'], reason='r')\n"
        "def test_own(xp): assert False"
    )
    run("--aikit-backends=numpy,array_api_strict").assert_outcomes(failed=1, xfailed=1)


def test_native_devices_and_dtypes(run, pytester):
    pytest.importorskip("array_api_strict")
    pytester.makepyfile(
        "def test_own(native_xp, aikit_device, aikit_dtype):\n"
        "    x = native_xp.ones(2, dtype=getattr(native_xp, aikit_dtype), device=aikit_device)\n"
        "    assert x.device == aikit_device"
    )
    result = run(
        "--aikit-backends=numpy,array_api_strict", "--aikit-dtypes=float32,bfloat16", "--aikit-devices=all", "-v"
    )
    result.stdout.fnmatch_lines(["*test_own[[]numpy-cpu-float32[]] PASSED*", "*[[]array_api_strict-cpu:1-float32[]]*"])
    assert "bfloat16" not in result.stdout.str() and result.ret == 0
