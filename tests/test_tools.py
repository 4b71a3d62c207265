"""The tools beside the package: sizes may not grow, and a changed answer is a difference."""

from __future__ import annotations

import json
from pathlib import Path

import ablate
import net
import pytest
import size

ROOT = Path(__file__).resolve().parent.parent


class TestSize:
    def test_counts_tokens_and_code_lines_only(self) -> None:
        source = '"""A docstring."""\n# a comment\n\nx = f"{1 + 2} and {3}"\ny = (1,\n     2)\n'
        assert size.measure(source) == (10, 3)

    def test_counts_tokens_of_scripts(self) -> None:
        source = "// a comment\nconst x = `a ${b + 1} \\`c`;   /* none\n here */\nf(/[)/]+/g, 'it', \"is\") ?? y;\n"
        assert size.measure_script(source) == (5 + 3 + 11, 2)

    def test_the_record_knows_every_package(self) -> None:
        recorded = json.loads((ROOT / "tools/sizes.json").read_text(encoding="utf-8"))
        assert recorded.keys() == size.sizes(ROOT).keys()

    def test_accepts_what_shrinks(self) -> None:
        recorded = {"algebra": (100, 10), size.WHOLE: (100, 10)}
        assert not list(size.grown({"algebra": (90, 10), size.WHOLE: (90, 10)}, recorded))

    def test_refuses_a_package_that_grows(self) -> None:
        recorded = {"algebra": (100, 10), "model": (50, 5), size.WHOLE: (150, 15)}
        now = {"algebra": (101, 12), "model": (40, 5), size.WHOLE: (141, 17)}
        assert list(size.grown(now, recorded)) == ["algebra: 101 tokens, recorded 100"]

    def test_refuses_a_package_that_is_not_recorded(self) -> None:
        now = {"algebra": (1, 1), size.WHOLE: (1, 1)}
        assert list(size.grown(now, {size.WHOLE: (1, 1)})) == ["algebra: 1 tokens, not recorded"]

    def test_refuses_lines_that_are_packed(self) -> None:
        recorded = {size.WHOLE: (100, 10)}
        assert list(size.grown({size.WHOLE: (100, 9)}, recorded)) == ["shipped: 11.11 tokens per line, recorded 10.00"]

    def test_the_exit_code_says_that_something_grew(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        package = tmp_path / "onoff_symbolic"
        record = tmp_path / "sizes.json"
        package.mkdir()
        (package / "one.py").write_text("x = 1\n")
        assert size.main(["--root", str(tmp_path), "--record", str(record)]) == 0
        (package / "one.py").write_text("x = 1\ny = 2\n")
        assert size.main(["--root", str(tmp_path), "--check", str(record)]) == 1
        assert capsys.readouterr().err.splitlines() == [
            "grown: shipped: 6 tokens, recorded 3", "grown: top: 6 tokens, recorded 3"]


class TestNet:
    def test_names_each_answer_that_differs(self) -> None:
        before = {"claim a": "proved", "claim b": "proved", "claim c": "refuted"}
        now = {"claim a": "proved", "claim b": "undecided", "claim d": "proved"}
        lines = list(net.differences(before, now))
        assert [line for line in lines if line.startswith("differs")] == [
            "differs: claim b", "differs: claim c", "differs: claim d"]
        assert lines[1:3] == ['  before "proved"', '  now    "undecided"']

    def test_the_exit_code_says_that_an_answer_differs(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(net, "collect", lambda *asked: {"claim a": "proved"})
        record = tmp_path / "net.json"
        assert net.main(["--record", str(record)]) == 0
        assert net.main(["--check", str(record)]) == 0
        monkeypatch.setattr(net, "collect", lambda *asked: {"claim a": "refuted"})
        assert net.main(["--check", str(record)]) == 1

    def test_reads_verdict_conditions_and_points_of_a_certificate(self) -> None:
        text = (ROOT / "proofs/certificates/zero-leakage.json").read_text(encoding="utf-8")
        found = net.outcome(json.loads(text))
        assert found["verdict"] == "refuted"
        assert found["at"][0] == {"alpha": "1/2", "beta": "1/3", "delta": "2/5"}

    def test_the_record_holds_every_kind_of_answer(self) -> None:
        recorded = json.loads(net.RECORD.read_text(encoding="utf-8"))
        kinds = {name.split()[0] for name in recorded}
        assert kinds == {"bound", "certify", "claim", "design", "entropy", "erratum", "exit", "region", "report",
                         "scheme"}

    def test_exit_code_and_output_of_a_command_that_fails(self) -> None:
        code, said = net.run("no-such-claim")
        assert code == 2
        assert said.startswith("error: no claim or command is called 'no-such-claim'")


class TestAblate:
    def test_replaces_a_function_wherever_it_was_imported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from onoff_symbolic.entropy import descent, search

        for module in (descent, search):
            monkeypatch.setattr(module, "descended", module.descended)      # put back after the test
        ablate.switch_off("entropy.descent", "descended", "empty")
        assert [*search.descended(None)] == [*descent.descended(None)] == []    # type: ignore[call-arg,arg-type]

    def test_needs_a_module_a_name_and_a_way(self) -> None:
        assert ablate.main(["search.facts"]) == 2
