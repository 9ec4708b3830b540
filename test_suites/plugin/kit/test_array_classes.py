"""The pytest side: `ConformanceSuite`, `parametrize_conformance`, and ``--aikit-array-class``."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest_plugins = ["pytester"]
Run = Callable[..., pytest.RunResult]

ARRAYS = """
import numpy as np
import aikit

class Wrapped:
    def __init__(self, values):
        self.values = np.asarray(values)
    def __array__(self, dtype=None, copy=None):
        return self.values
    def __aikit_array_function__(self, func, types, args, kwargs):
        if func is aikit.positive and not kwargs:
            return Wrapped(+args[0].values)
        if func is aikit.abs and not kwargs:
            return Wrapped(args[0].values)
        return NotImplemented

class Refusing:
    __init__, __array__ = Wrapped.__init__, Wrapped.__array__
    def __aikit_array_function__(self, func, types, args, kwargs):
        return NotImplemented

class Nothing:
    pass
"""
OF_FLOATS = "Adapter(Wrapped, dtypes=['float32'])"


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makepyfile(arrays=ARRAYS)
    pytester.syspathinsert()
    return pytester


def test_suite(run: Run, project: pytest.Pytester) -> None:
    project.makepyfile(
        f"""
        import aikit
        from arrays import Wrapped
        from pytest_aikit import Adapter, ConformanceSuite

        class TestWrapped(ConformanceSuite):
            adapter = {OF_FLOATS}
            supported = [aikit.positive, "abs", "sin"]
            ignored = "*"
            expected_failures = {{"sin": "to come"}}
        """
    )
    result = run("-v")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*test_conformance[[]positive] PASSED*",
            "*value of `abs`, wrong value for infinity: Wrapped; 1 cell*",
            "*from arrays import Wrapped*",
            "*again: pytest 'test_suite.py::TestWrapped::test_conformance[[]abs]'",
            "elementwise*Wrapped*1*1*1*",
        ]
    )


def test_the_functions_that_are_selected(run: Run, project: pytest.Pytester) -> None:
    project.makepyfile(
        f"""
        import aikit
        from arrays import Wrapped
        from pytest_aikit import Adapter, ConformanceSuite

        class TestWrapped(ConformanceSuite):
            adapter = {OF_FLOATS}
            supported = [aikit.positive, "abs"]
            unsupported = "*"
        """
    )
    result = run("-v", "--aikit-functions=positive,expm1")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*test_conformance[[]expm1] PASSED*", "*test_conformance[[]positive] PASSED*"])
    result = run("--aikit-functions=absolutely")
    result.stderr.fnmatch_lines(["*--aikit-functions: 'absolutely' matches nothing*"])
    assert result.ret != 0


class TestOptionsBesideASuite:
    @pytest.fixture
    def suite(self, run: Run, project: pytest.Pytester) -> Run:
        project.makefile(".toml", known="")
        project.makepyfile(
            test_wrapped_beside_options="""
            from arrays import Wrapped
            from pytest_aikit import Adapter, ConformanceSuite

            class TestWrapped(ConformanceSuite):
                adapter = Adapter(Wrapped, dtypes=["int8", "float32"])
                supported = ["positive"]
                ignored = "*"
            """
        )
        return run

    def test_dtypes(self, suite: Run) -> None:
        suite("--aikit-dtypes=float*").stdout.fnmatch_lines(["elementwise*Wrapped*1*0*0*"])
        suite().stdout.fnmatch_lines(["elementwise*Wrapped*2*0*0*"])

    @pytest.mark.parametrize(
        "option", ["--aikit-dtypes=int16", "--aikit-functions=negative", "--aikit-functions=Array.T"]
    )
    def test_nothing_is_left(self, suite: Run, option: str) -> None:
        result = suite(option, "-rs")
        assert result.ret == pytest.ExitCode.TESTS_FAILED
        result.stdout.fnmatch_lines(
            [
                "SKIPPED*Wrapped has none of the selected dtypes, or is judged by none of the selected functions",
                "error: Wrapped: not one function is judged*",
            ]
        )

    @pytest.mark.parametrize("option", ["checks=value", "expect=known.toml"])
    def test_what_is_of_backends_alone(self, suite: Run, option: str) -> None:
        result = suite(f"--aikit-{option}")
        assert result.ret == pytest.ExitCode.TESTS_FAILED
        name = option.partition("=")[0]
        result.stdout.fnmatch_lines(
            [f"error: --aikit-{name} is about the conformance suite, of which nothing was collected*"]
        )


def test_undecided_functions_are_skipped(run: Run, project: pytest.Pytester) -> None:
    project.makepyfile(
        f"""
        from arrays import Wrapped
        from pytest_aikit import Adapter, ConformanceSuite

        class TestWrapped(ConformanceSuite):
            adapter = {OF_FLOATS}
            ignored = ["linalg.*", "fft.*"]
        """
    )
    result = run("-rs", "-k", "[positive] or [trunc]")
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(["*undecided: the class refuses it*"])


def test_parametrize(run: Run, project: pytest.Pytester) -> None:
    project.makepyfile(
        f"""
        from arrays import Wrapped
        from pytest_aikit import Adapter, parametrize_conformance

        @parametrize_conformance([{OF_FLOATS}], supported=["positive", "abs"], ignored="*")
        def test_conformance(adapter, check):
            check(adapter)
        """
    )
    result = run()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*value: wrong value*"])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("adapter = Adapter(Nothing)", "Adapter: Nothing: the class has no __aikit_array_function__*"),
        (f"adapter = {OF_FLOATS}; supported = ['sinn']", "supported: 'sinn' is no function*did you mean sin*"),
        ("pass", "TestWrapped: has no adapter; give it adapter = Adapter(MyArray, ...)"),
        ("adapter = Wrapped", "TestWrapped: adapter=*Wrapped* is no Adapter; give it Adapter(MyArray, ...)"),
        (f"adapter = {OF_FLOATS}; ignored = '*'", "ignored=[[]'[*]'] leaves nothing to judge; take out of it what*"),
        (
            f"adapter = {OF_FLOATS}; supported = 3",
            "supported=3 is no list; give it functions, their names, or patterns",
        ),
        (
            f"adapter = {OF_FLOATS}; suported = ['abs']",
            "TestWrapped: suported declares nothing; did you mean supported?*",
        ),
        (f"adaptor = {OF_FLOATS}", "TestWrapped: adaptor declares nothing; did you mean adapter?*"),
        (f"adapter = {OF_FLOATS}; Ignored = '*'", "TestWrapped: Ignored declares nothing; did you mean ignored?*"),
        (
            f"adapter = {OF_FLOATS}; expected_failure = {{}}",
            "*did you mean expected_failures? if not, choose another name",
        ),
        (f"adapter = {OF_FLOATS}; expected_failures = ['abs']", "expected_failures=[[]'abs'] is no mapping; give it *"),
        (
            f"adapter = {OF_FLOATS}; expected_failures = {{'abs': ''}}",
            "*'abs': '' is no reason for the name of a function*",
        ),
    ],
)
def test_what_is_wrong_is_one_line(run: Run, project: pytest.Pytester, line: str, said: str) -> None:
    project.makepyfile(
        f"""
        from arrays import Nothing, Wrapped
        from pytest_aikit import Adapter, ConformanceSuite

        class TestWrapped(ConformanceSuite):
            {line}
        """
    )
    result = run()
    result.stdout.fnmatch_lines([said])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_helpers_of_a_suite_and_lists_that_can_be_read_once(run: Run, project: pytest.Pytester) -> None:
    project.makepyfile(
        f"""
        from arrays import Wrapped
        from pytest_aikit import Adapter, ConformanceSuite

        class Declared:
            supported = (name for name in ["positive"])
            ignored = iter("*")

        class TestOne(Declared, ConformanceSuite):
            adapter = {OF_FLOATS}
            dtype_names, is_supported = ["float32"], staticmethod(lambda name: True)
            def helper(self): ...
            def test_more(self): ...

        class TestOther(TestOne): pass
        class TestThird(Declared, ConformanceSuite):
            adapter = {OF_FLOATS}
        """
    )
    run().assert_outcomes(passed=5)


class TestParametrized:
    @pytest.fixture
    def parametrized(self, run: Run, project: pytest.Pytester) -> Run:
        def given(arguments: str, body: str = "check(adapter)", *options: str) -> pytest.RunResult:
            project.makepyfile(
                f"""
                import pytest
                from arrays import Refusing, Wrapped
                from pytest_aikit import Adapter, parametrize_conformance

                @pytest.fixture
                def checked(adapter, check): check(adapter)

                @parametrize_conformance({arguments})
                def test_conformance(adapter, check, request):
                    {body}
                """
            )
            return run(*options)

        return given

    def test_lists_that_can_be_read_once(self, parametrized: Run) -> None:
        adapters = f"(one for one in [{OF_FLOATS}, {OF_FLOATS}])"
        parametrized(f"{adapters}, supported=iter(['positive']), ignored=iter('*')").assert_outcomes(passed=2)

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (
                "[]",
                "parametrize_conformance: adapters=[[]] names no class; give it a list, such as [[]Adapter(MyArray,*",
            ),
            (OF_FLOATS, "parametrize_conformance: adapters=Adapter(*) names no class; give it a list*"),
            ("[Wrapped]", "parametrize_conformance: adapter=*Wrapped* is no Adapter; give it Adapter(MyArray, ...)"),
            (f"[{OF_FLOATS}], ignored='*'", "ignored=[[]'[*]'] leaves nothing to judge*"),
        ],
    )
    def test_what_is_wrong_is_one_line(self, parametrized: Run, arguments: str, said: str) -> None:
        result = parametrized(arguments)
        assert result.ret == pytest.ExitCode.INTERRUPTED
        result.stdout.fnmatch_lines([said])

    @pytest.mark.parametrize(
        ("body", "outcomes"),
        [
            ("pass", {"failed": 1}),
            ("check(None)", {"failed": 1}),
            ("pytest.skip('not here')", {"skipped": 1}),
            ("request.getfixturevalue('checked')", {"passed": 1}),
        ],
    )
    def test_a_check_must_be_called(self, parametrized: Run, body: str, outcomes: dict[str, int]) -> None:
        result = parametrized(f"[{OF_FLOATS}], supported=['positive'], ignored='*'", body)
        result.assert_outcomes(**outcomes)
        if body == "pass":
            result.stdout.fnmatch_lines(["*does not call its check, and judges nothing; call check(adapter)*"])

    def test_each_of_several_tests_must_call_it(self, run: Run, project: pytest.Pytester) -> None:
        project.makepyfile(
            f"""
            import pytest
            from arrays import Wrapped
            from pytest_aikit import Adapter, parametrize_conformance

            conforms = parametrize_conformance([{OF_FLOATS}], supported=["positive"], ignored="*")

            @pytest.fixture
            def checked(adapter, check): check(adapter)

            @conforms
            def test_one(adapter, check): check(adapter)
            @conforms
            def test_other(adapter, check): ...
            @conforms
            def test_by_fixture(adapter, check, checked): ...
            """
        )
        run().assert_outcomes(passed=2, failed=1)


class TestRefusingAll:
    SAID = "*error: Refusing: not one function is judged: it refuses all that is selected, or has none of the dtypes"
    SUITES = """
        from arrays import Refusing, Wrapped
        from pytest_aikit import Adapter, ConformanceSuite, parametrize_conformance

        class TestRefusing(ConformanceSuite):
            adapter = Adapter(Refusing, dtypes=['float32'])
            ignored = ["linalg.*", "fft.*"]
        """

    def test_in_another_process(self, run: Run, project: pytest.Pytester) -> None:
        project.makepyfile(f"{self.SUITES}    ignored = ['[!a]*', 'a[!b]*']")
        result = run("-n", "1")
        result.stdout.fnmatch_lines([self.SAID])
        assert result.ret == pytest.ExitCode.TESTS_FAILED

    def test_suite(self, run: Run, project: pytest.Pytester) -> None:
        project.makepyfile(self.SUITES)
        result = run("--aikit-functions=positive,abs")
        result.assert_outcomes(skipped=2)
        result.stdout.fnmatch_lines([self.SAID])
        assert result.ret == pytest.ExitCode.TESTS_FAILED
        assert run("-k", "positive").ret == pytest.ExitCode.OK

    def test_beside_one_that_does_not(self, run: Run, project: pytest.Pytester) -> None:
        more = f"class TestWrapped(TestRefusing): adapter = {OF_FLOATS}"
        project.makepyfile(f"{self.SUITES}\n        {more}")
        assert run("--aikit-functions=positive").ret == pytest.ExitCode.OK

    def test_option(self, run: Run, project: pytest.Pytester) -> None:
        result = run("--aikit-array-class=arrays:Refusing", "--aikit-functions=positive,abs")
        result.stdout.fnmatch_lines([self.SAID])
        assert result.ret == pytest.ExitCode.TESTS_FAILED

    def test_parametrized(self, run: Run, project: pytest.Pytester) -> None:
        project.makepyfile(
            """
            from arrays import Refusing
            from pytest_aikit import Adapter, parametrize_conformance

            @parametrize_conformance([Adapter(Refusing, dtypes=['float32'])], ignored=["[!a]*", "a[!b]*"])
            def test_conformance(adapter, check): check(adapter)
            """
        )
        result = run()
        result.stdout.fnmatch_lines([self.SAID])
        assert result.ret == pytest.ExitCode.TESTS_FAILED


class TestOption:
    def test_class(self, run: Run, project: pytest.Pytester) -> None:
        result = run("--aikit-array-class=arrays:Wrapped", "--aikit-functions=positive,abs,sin")
        result.assert_outcomes(failed=1, passed=1, skipped=1)
        result.stdout.fnmatch_lines(["*again: pytest --aikit-array-class=arrays:Wrapped --aikit-functions=abs"])

    def test_the_command_selects_the_same_dtypes(self, run: Run, project: pytest.Pytester) -> None:
        result = run("--aikit-array-class=arrays:Wrapped", "--aikit-functions=abs", "--aikit-dtypes=float*,-float16")
        said = (
            "*again: pytest --aikit-array-class=arrays:Wrapped '--aikit-dtypes=float[*],-float16' --aikit-functions=abs"
        )
        result.stdout.fnmatch_lines([said])

    def test_adapter_with_few_dtypes(self, run: Run, project: pytest.Pytester) -> None:
        project.makepyfile(adapters=f"from arrays import *\nfrom pytest_aikit import Adapter\nfew = {OF_FLOATS}")
        result = run("--aikit-array-class=adapters:few", "--aikit-functions=positive")
        result.stdout.fnmatch_lines(["elementwise*Wrapped*1*0*0*"])

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("arrays", "name it as module:Class*"),
            ("arays:Wrapped", "importing arays raised ModuleNotFoundError*"),
            ("arrays:Wraped", "arrays has no Wraped"),
            ("arrays:Nothing", "Adapter: Nothing: the class has no __aikit_array_function__*"),
        ],
    )
    def test_what_is_wrong_is_one_line(self, run: Run, project: pytest.Pytester, name: str, said: str) -> None:
        result = run(f"--aikit-array-class={name}")
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        result.stderr.fnmatch_lines([f"ERROR: --aikit-array-class={name}: {said}"])

    @pytest.mark.parametrize(
        ("option", "said"),
        [
            ("--aikit-backends=numpy", "--aikit-backends says nothing of an array class; leave one of them out"),
            ("--aikit-mutants", "--aikit-mutants says nothing of an array class; leave one of them out"),
            ("--aikit-expect=known.toml", "--aikit-expect says nothing*; say expected_failures in a ConformanceSuite"),
            ("--aikit-checks=value", "--aikit-checks says nothing of an array class; choose --aikit-functions"),
            ("--aikit-profile=smoke", "--aikit-profile says nothing of an array class; leave one of them out"),
            ("--aikit-seed=3", "--aikit-seed says nothing of an array class; leave one of them out"),
            ("--aikit-functions=Array.T", "--aikit-functions=Array.T leaves nothing to judge; *"),
            (
                "arrays.py",
                "is judged by the conformance suite, which a path leaves out; leave the path out, or add --pyargs*",
            ),
        ],
    )
    def test_no_option_is_ignored(self, run: Run, project: pytest.Pytester, option: str, said: str) -> None:
        project.makefile(".toml", known="")
        result = run("--aikit-array-class=arrays:Wrapped", option)
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        result.stderr.fnmatch_lines([f"ERROR: --aikit-array-class=arrays:Wrapped: {said}"])

    def test_the_ini_file_may_say_what_is_of_backends(self, run: Run, project: pytest.Pytester) -> None:
        project.makeini("[pytest]\naikit_backends = numpy\naikit_profile = nightly\naikit_checks = value")
        run("--aikit-array-class=arrays:Wrapped", "--aikit-functions=positive").assert_outcomes(passed=1)
        project.makepyfile("def test_own(xp): pass")
        project.makeini("[pytest]\naikit_array_class = arrays:Wrapped")
        run("--aikit-backends=numpy").assert_outcomes(passed=1)
