"""Files `onoff.toml`: what they mean, and one line for every fault."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from onoff_symbolic.document import MAX_BYTES
from onoff_symbolic.errors import InputError
from onoff_symbolic.testing.expectation import Answer, Expectation, Sessions, load

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
Read = Callable[[str], list[Expectation]]
Ask = Callable[[str], Answer]
SOUND = "normalised: proved, decodable: proved, private: "


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("onoff")
    shutil.copytree(EXAMPLES, folder / "my schemes")
    for path in EXAMPLES.glob("*.toml"):
        shutil.copy(path, folder)
    shutil.copy(EXAMPLES.parent / "tests" / "data" / "small.toml", folder)
    return folder


@pytest.fixture(scope="module")
def sessions() -> Sessions:
    return Sessions()


@pytest.fixture
def read(folder: Path) -> Read:
    def found(text: str) -> list[Expectation]:
        path = folder / "onoff.toml"
        path.write_text(text, encoding="utf-8")
        return load(path)

    return found


@pytest.fixture
def ask(read: Read, sessions: Sessions) -> Ask:
    return lambda text: read(text)[0].ask(sessions)


class TestScheme:
    @pytest.mark.parametrize(
        "text",
        [
            '["paper-low.toml"]\noptimal = "proved"',
            '["always-both.toml"]\noptimal = "refuted"',
            '["paper-high.toml"]\nprivate = "proved"\nmode.all = "proved"',
            '["late-leak.toml"]\nprivate = "refuted"',
            '["late-leak.toml"]\nprivate = "refuted"\nmode."1,0,0,0" = "refuted"\nmode."1,0" = "proved"',
            '["my schemes/paper-low.toml"]',
        ],
    )
    def test_that_is_as_expected(self, ask: Ask, text: str) -> None:
        found = ask(text)
        assert found.met, found.lines()

    @pytest.mark.parametrize(
        "text, expected, found, why",
        [
            (
                '["late-leak.toml"]',
                SOUND + "proved",
                SOUND + "refuted",
                "private fails: Take α = 1/2, β = 1/3, the history AB → AB → AB → A: "
                "its probability is 1/72 given X_0 = A and 1/108 given X_0 = B.",
            ),
            ('["paper-low.toml"]\nprivate = "refuted"', SOUND + "refuted", SOUND + "proved", ""),
            (
                '["always-both.toml"]\noptimal = "proved"',
                SOUND + "proved, optimal: proved",
                SOUND + "proved, optimal: refuted",
                "optimal fails: Take ",
            ),
            (
                '["late-leak.toml"]\nprivate = "refuted"\nmode."1,0,0,0" = "proved"',
                SOUND + "refuted, mode 1,0,0,0: proved",
                SOUND + "refuted, mode 1,0,0,0: refuted",
                "mode 1,0,0,0 fails: Take ",
            ),
        ],
    )
    def test_that_is_not_as_expected(self, ask: Ask, text: str, expected: str, found: str, why: str) -> None:
        answer = ask(text)
        assert not answer.met and (answer.expected, answer.found) == (expected, found)
        assert answer.lines()[0] == f"expected {expected}, found {found}"
        assert any(line.startswith(f"  {why}") for line in answer.lines()[1:]) or not why

    def test_with_a_mode_that_is_none_cannot_be_asked(self, ask: Ask) -> None:
        with pytest.raises(InputError, match="mode"):
            ask('["paper-low.toml"]\nmode.2 = "proved"')


class TestClaims:
    def test_every_claim_is_expected_as_recorded_unless_the_table_says_otherwise(
        self, read: Read, sessions: Sessions
    ) -> None:
        found = {each.name: each for each in read('["small.toml"]\nforgets = "conditional"\neven = "proved"')}
        assert {"rows", "forgets", "even"} <= found.keys()
        assert found["rows"].ask(sessions).met and found["forgets"].ask(sessions).met
        even = found["even"].ask(sessions)
        assert (even.expected, even.found, even.met) == ("proved", "refuted", False)
        assert any("Take p = 1/3" in line for line in even.lines())

    def test_a_known_erratum_is_marked_and_its_answer_shows_the_witness(
        self, read: Read, sessions: Sessions, folder: Path
    ) -> None:
        shutil.copytree(EXAMPLES.parent / "proofs", folder / "proofs", dirs_exist_ok=True)
        found = {each.name: each for each in read('["proofs/claims.toml"]\ntheorem1 = "conditional"')}
        assert found["lemma1"].erratum == "" == found["theorem1"].erratum
        caption = found["table3-caption"]
        assert caption.erratum.startswith("known erratum: refuted, fails at ")
        answer = caption.ask(sessions)
        assert answer.met and answer.erratum and not found["lemma1"].ask(sessions).erratum
        assert answer.lines()[0] == caption.erratum and "Ta[a,x,q] is 2/3" in " ".join(answer.lines())


class TestFaults:
    @pytest.mark.parametrize(
        "text, line, said",
        [
            (
                '["paper-low.toml"]\nprivat = "proved"',
                2,
                "expected one of normalised, decodable, private, optimal, mode, found 'privat'; did you mean private?",
            ),
            (
                '["paper-low.toml"]\n\nprivate = "conditional"',
                3,
                "expected one of proved, refuted, found 'conditional'",
            ),
            ('["paper-low.toml"]\nprivate = true', 2, "private: expected a string, found a boolean"),
            ('["paper-low.toml"]\nmode = "all"', 2, 'expected a table, such as mode.all = "proved", found a string'),
            ('"paper-low.toml" = "proved"', 1, "expected a table of verdicts, found a string"),
            (
                '["small.toml"]\nrows = "undecided"',
                2,
                "expected one of proved, conditional, refuted, found 'undecided'",
            ),
            ('\n["none.toml"]', 2, "'none.toml': cannot be read: No such file or directory"),
            ('["."]', 1, "Is a directory"),
            ('["paper-low.toml"]\nprivate = proved', 2, "is not TOML"),
        ],
    )
    def test_are_one_line_with_file_and_line(self, read: Read, folder: Path, text: str, line: int, said: str) -> None:
        with pytest.raises(InputError) as caught:
            read(text)
        message = str(caught.value)
        assert message.startswith(f"{folder / 'onoff.toml'}:{line}: ") and said in message and message.isprintable()

    @pytest.mark.parametrize(
        "data, said",
        [
            (b"", "expected a table for each file, such as"),
            (b"# only\n\n  \n", "found none"),
            (b"\xff", "expected UTF-8 text, found the byte 0xff at 0"),
            (b"#" * (MAX_BYTES + 1), f"expected at most {MAX_BYTES} bytes, found more"),
        ],
    )
    def test_of_the_whole_file(self, tmp_path: Path, data: bytes, said: str) -> None:
        path = tmp_path / "onoff.toml"
        path.write_bytes(data)
        with pytest.raises(InputError, match=said) as caught:
            load(path)
        assert str(caught.value).startswith(f"{path}: ")
