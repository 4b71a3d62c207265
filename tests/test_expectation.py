"""Files of expectations: what they mean, and one line for every fault."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from onoff_symbolic.document import MAX_BYTES
from onoff_symbolic.errors import InputError
from onoff_symbolic.testing.expectation import MAX_LENGTH, MAX_LINES, Answer, Sessions, load

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("known")]

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
Ask = Callable[[str], Answer]


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
def ask(folder: Path, sessions: Sessions) -> Ask:
    def asked(line: str) -> Answer:
        path = folder / "one.onoff"
        path.write_text(line, encoding="utf-8")
        return load(path)[0].ask(sessions)
    return asked


@pytest.mark.parametrize("line", [
    "scheme paper-low.toml", "scheme paper-low.toml optimal", "scheme paper-high.toml private optimal mode all",
    "scheme always-both.toml not optimal", "scheme late-leak.toml not private", "onoff: scheme paper-low.toml",
    '\tscheme  "my schemes/paper-low.toml"  # beside the file\r\n',
    "scheme late-leak.toml not private not mode 1,0,0,0", "bound paper-low.toml t=3 at alpha=1/5,beta=1/5 = 152/125",
    "bound paper-low.toml t=3 at alpha=0.2,beta=0.2 = 1.216",
    "bound paper-low.toml t=0 at alpha=0,beta=0 = 2", 'entropy "H(X|Y) <= H(X)"', 'entropy "H(X|Y) <= H(X)" proved',
    'entropy "H(X) <= H(X|Y)" refuted', 'entropy "I(X;Z) <= I(X;Y)" given "I(X;Z|Y) = 0"',
    'entropy "H(X) = 0" given "H(X,Y) = 0" given "H(Z) = 0" proved', "claim lemma1", "claim lemma1 proved",
    "claim theorem1", "claim theorem1 conditional", "claim appc-premise refuted",
    "claim rows in small.toml", "claim forgets in small.toml conditional", "claim even in small.toml refuted",
])
def test_expectations_that_are_met(ask: Ask, line: str) -> None:
    found = ask(line)
    assert found.met, found.lines()


@pytest.mark.parametrize("line, expected, found, why", [
    ("claim rows in small.toml refuted", "refuted", "proved", ""),
    ("claim even in small.toml", "proved", "refuted, fails at p = 1/3", "fails at p = 1/3"),
    ("claim lemma1 in small.toml", "a claim", "'lemma1'; see onoff-verify list", ""),
    ("scheme late-leak.toml", "normalised: proved, decodable: proved, private: proved",
     "normalised: proved, decodable: proved, private: refuted",
     "private fails at alpha = 1/2, beta = 1/3, history: AB → AB → AB → A; "
     "Pr(history | X_0 = A) = Pr(history | X_0 = B): expected 1/108, found 1/72"),
    ("scheme paper-low.toml not private", "normalised: proved, decodable: proved, private: refuted",
     "normalised: proved, decodable: proved, private: proved", ""),
    ("scheme always-both.toml optimal", "normalised: proved, decodable: proved, private: proved, optimal: proved",
     "normalised: proved, decodable: proved, private: proved, optimal: refuted", "optimal fails at "),
    ("scheme late-leak.toml not private optimal",
     "normalised: proved, decodable: proved, private: refuted, optimal: proved",
     "normalised: proved, decodable: proved, private: refuted, optimal: undecided",
     "optimal undecided: the bound is about schemes that are normalised, decodable and private"),
    ("scheme late-leak.toml not private mode 1,0,0,0",
     "normalised: proved, decodable: proved, private: refuted, mode: proved",
     "normalised: proved, decodable: proved, private: refuted, mode: refuted", "mode fails at "),
    ("bound paper-low.toml t=3 at alpha=1/5,beta=1/5 = 8/5", "8/5", "152/125", ""),
    ('entropy "H(X) <= H(X|Y)"', "proved", "refuted", "Shannon's inequalities do not imply H(X) <= H(X|Y)"),
    ('entropy "H(X|Y) <= H(X)" refuted', "refuted", "proved", ""),
    ("claim lemma1 refuted", "refuted", "proved", ""),
    ("claim theorem1 proved", "proved", "conditional", "holds if alpha > 0, beta > 0, alpha + beta < 2"),
])
def test_expectations_that_are_not_met(ask: Ask, line: str, expected: str, found: str, why: str) -> None:
    answer = ask(line)
    assert not answer.met and (answer.expected, answer.found) == (expected, found)
    assert answer.lines()[0] == f"expected {expected}, found {found}"
    assert any(text.startswith(f"  {why}") for text in answer.lines()[1:]) or not why


def test_a_known_erratum_is_marked_and_its_answer_tells_the_witness(folder: Path, sessions: Sessions) -> None:
    path = folder / "one.onoff"
    path.write_text("claim lemma1\nclaim table3-caption\nclaim theorem1\nclaim theorem1 conditional\n", "utf-8")
    lemma1, caption, theorem1, stated = load(path)
    assert lemma1.erratum == "" == stated.erratum
    assert caption.erratum.startswith("known erratum: refuted, fails at ")
    assert theorem1.erratum.startswith("known erratum: conditional on alpha > 0, beta > 0, alpha + beta < 2, fails at ")
    found = caption.ask(sessions)
    assert found.met and found.erratum and not lemma1.ask(sessions).erratum
    assert found.lines()[0] == caption.erratum and "expected 2/3, found 0" in " ".join(found.lines())


def test_the_lines_are_numbered_as_in_the_file(folder: Path) -> None:
    path = folder / "one.onoff"
    path.write_bytes(b"\xef\xbb\xbf# comment\r\n\r\nclaim lemma1# and why\r\n   \r\nonoff: claim claim2")
    assert [(e.line, e.text) for e in load(path)] == [(3, "claim lemma1"), (5, "claim claim2")]


# -- faults ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line, said", [
    ("scheme", "expected scheme FILE [[not] normalised|decodable|private|optimal|mode MODE]..., found no file"),
    ("scheme x good", "found 'good'"), ("scheme x not", "found nothing after not"), ("scheme x not not", "found 'not'"),
    ("scheme x mode", "found no mode after mode"), ("scheme x private not private", "found private twice"),
    ("schema x", "expected a line that begins with scheme, bound, entropy, claim, found 'schema'"),
    ("onoff:", "found ''"), ("onoff: onoff: claim lemma1", "found 'onoff:'"), ('""', "found ''"),
    ("bound", "expected bound FILE t=T [at NAME=VALUE,...] = NUMBER, found nothing"), ("bound x t=3", "found 'x t=3'"),
    ("bound x t = 3 = 1", "found 'x t = 3 = 1'"), ("bound x 3 = 1", "expected t=T with T up to 1000, found '3'"),
    ("bound x t=1001 = 1", "found 't=1001'"), ("bound x t=-1 = 1", "found 't=-1'"), ("bound x t=٣ = 1", "found 't=٣'"),
    ("bound x t=1 = 1/0", "expected an exact number such as 8/5 or 1.6, found '1/0'"),
    ("bound x t=1 = 1e9", "found '1e9'"), ("bound x t=1 = p", "found 'p'"), ("bound x t=1 = ٣", "found '٣'"),
    ("entropy", 'expected entropy "STATEMENT" [given "STATEMENT"]... [proved|refuted], found nothing'),
    ('entropy "a" "b"', "found 'a b'"), ('entropy "a" given', "found 'a given'"), ("entropy proved", "found 'proved'"),
    ('entropy "a" undecided', "found 'a undecided'"),
    ("claim", "expected claim ID [in FILE] [proved|conditional|refuted], found nothing"),
    ("claim lemma1 undecided", "expected one of proved, conditional, refuted, found 'undecided'"),
    ("claim lemma1 proved proved", "found 'lemma1 proved proved'"),
    ('entropy "H(X', "expected words, or text between two quotes, found '\"H(X'"),
    ('entropy "a"b', "found '\"a\"b'"), ('entropy a"b"', "found 'a\"b\"'"),
    ("claim lemma1\x00", "expected characters that can be printed, found '\\x00'"),
    ("claim \x1b[31m", "found '\\x1b'"), ("claim\u2028lemma1", "found '\\u2028'"),
    ("claim claim2", "expected each line once, found that of line 1 again"),
    ("claim " + "x" * MAX_LENGTH, f"expected at most {MAX_LENGTH} characters, found {MAX_LENGTH + 6}"),
])
def test_faults_are_told_with_file_line_expected_and_found(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "bad.onoff"
    path.write_text(f"claim claim2\n\n{line}\nclaim lemma1\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load(path)
    message = str(caught.value)
    assert message.startswith(f"{path}:3: ") and said in message and message.isprintable()


@pytest.mark.parametrize("data, said", [
    (b"", "expected at least one expectation, found none"), (b"# only\n\n  \n", "found none"),
    (b"\xef\xbb\xbf", "found none"), (b"claim \xff", "expected UTF-8 text, found the byte 0xff at 6"),
    (b"#\n" * MAX_LINES, f"expected at most {MAX_LINES} lines, found {MAX_LINES + 1}"),
    (b"#" * (MAX_BYTES + 1), f"expected at most {MAX_BYTES} bytes, found more"),
])
def test_files_that_cannot_be_used(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "bad.onoff"
    path.write_bytes(data)
    with pytest.raises(InputError, match=said) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    for path, said in ((tmp_path / "none.onoff", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(InputError, match=f"cannot be read: {said}"):
            load(path)


@pytest.mark.parametrize("line, said", [
    ("scheme none.toml", "none.toml: cannot be read: No such file or directory"), ("scheme .", "Is a directory"),
    ("scheme one.onoff", "is not TOML"), ("scheme paper-low.toml mode 2", "mode"),
    ("bound paper-low.toml t=1 = 1", "a value is missing for alpha, beta"), ('entropy "H(X"', "found the end"),
    ('scheme ""', "Is a directory"),
])
def test_what_cannot_be_asked_is_an_error_of_ours(ask: Ask, line: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        ask(line)
    assert said in str(caught.value)


@pytest.mark.parametrize("line, said", [
    ("claim lema1", "'lema1'; did you mean lemma1?"), ("claim zzz", "'zzz'; see onoff-verify list"),
    ("claim table:Qt", "'table:Qt'; it names table3a, table3b, table3c, table3-cases"),
])
def test_a_misspelt_claim_is_one_line_that_fails(line: str, said: str, ask: Ask) -> None:
    assert ask("claim Lemma1").met
    assert not ask(line).met and ask(line).lines() == [f"expected a claim, found {said}"]
