"""The LaTeX source of a paper against its claims file: what is read, what is noticed, what is no change."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from time import monotonic

import pytest
from papers import REWRITES, ROOT, Source, another, source_of_the_paper
from run import inside
from schemas import SCHEMAS, faults

from onoff_symbolic.checker.syntax import parse
from onoff_symbolic.claims.place import default
from onoff_symbolic.claims.reader import load
from onoff_symbolic.source.compare import Row
from onoff_symbolic.source.formula import Formula
from onoff_symbolic.source.record import read_records, recorded_lines
from onoff_symbolic.source.signs import Unreadable, signs
from onoff_symbolic.source.tokens import lex
from onoff_symbolic.source.tree import Tree, fingerprint, links, number

DOORS = ROOT / "examples" / "papers" / "two-doors.tex"
CLAIMS = str(DOORS.with_suffix(".toml"))
SEED = 20_261_119
FUNCTIONS = frozenset(("F", "Pr", "H", "I", "P", "p", "E", "f", "D", "q", "W"))
READ = {
    r"\frac{1-\alpha}{\beta}": "(1 - alpha)/beta",
    r"\tfrac12 x^2": "1/2*x**2",
    r"1-2p+2p^2": "1 - 2*p + 2*p**2",
    r"\left(1-\alpha-\beta\right)^{2}": "(1 - alpha - beta)**2",
    r"-\beta + 0.25\,\alpha": "-beta + 0.25*alpha",
    r"\dfrac{\alpha}{1-{\beta}}": "alpha/(1 - beta)",
    r"80\%": "80/100",
    r"a\cdot b\times c": "a*b*c",
}
SAME = (
    (r"|1-\alpha-\beta|^t", r"\left|\alpha+\beta-1\right|^{t}"), (r"\Pr(X=x,Y=y)", r"\Pr\left(Y=y, X=x\right)"),
    (r"a \leq b", r"b \geq a"), (r"I(X;Y)", r"I\bigl(Y ; X\bigr)"), (r"|a-b||c|", r"|c||a-b|"),
    (r"f=\begin{cases}1,&x>0\\0,&x\le0\end{cases}", r"f=\left\{\begin{array}{ll}1&x>0\\0&x\le0\end{array}\right."),
    (r"a \overset{(a)}{\le} b", r"a \leq b"), (r"X -\!\!\circ\!\!- Y", r"X \to Y"), (r"R \triangleq L/D", r"R := L/D"),
)
OTHER = (
    (r"p_{1}", r"p^{1}"), (r"X_{t-1}", r"X_{t}-1"), (r"\Pr(X=x|Y=y)", r"\Pr(X=x,Y=y)"), (r"I(X;Y|Z)", r"I(X;Y,Z)"),
    (r"\hat{X}", r"X"), (r"H(X|Y)", r"H(Y|X)"), (r"P(A,B)", r"P(B,A)"), (r"x \le y", r"x < y"), (r"\mathcal{A}", r"A"),
    (r"\sum_{i=1}^t x_i", r"\sum_{i=0}^t x_i"), (r"(1-\alpha)/\beta", r"1-\alpha/\beta"),
    (r"\min\{a,b\}", r"\max\{a,b\}"), (r"e^{-\epsilon}", r"e^{\epsilon}"),
)


def tree(text: str) -> Tree:
    return Formula(signs([*lex(text)], ("ON", "OFF")), FUNCTIONS).one()


def meaning(text: str) -> object:
    found = tree(text)
    return [fingerprint(link) for link in links(found)] or number(found)


class TestFormula:
    @pytest.mark.parametrize("printed", READ)
    def test_reads_the_tree_of_the_claim_language(self, printed: str) -> None:
        assert number(tree(printed)) == number(parse(READ[printed]).sides[0])

    def test_reads_nodes_of_the_checker(self) -> None:
        assert tree(r"\frac{1-\alpha}{\beta}") == parse("(1 - alpha)/beta").sides[0]

    @pytest.mark.parametrize(("one", "other"), SAME)
    def test_ignores_typesetting(self, one: str, other: str) -> None:
        assert meaning(one) == meaning(other)

    @pytest.mark.parametrize(("one", "other"), OTHER)
    def test_tells_formulas_apart(self, one: str, other: str) -> None:
        assert meaning(one) != meaning(other)

    @pytest.mark.parametrize("text", [r"\unknown x", r"\frac{1}", r"x^", "(a", r"\begin{bmatrix} 1", "{" * 400, "a}"])
    def test_refuses_what_it_does_not_understand(self, text: str) -> None:
        with pytest.raises(Unreadable):
            tree(text)


@cache
def doors() -> Source:
    return Source(DOORS, load(Path(CLAIMS)))


@cache
def paper() -> Source:
    return Source(source_of_the_paper(), load(default()))


def missed(source: Source, kind: str, count: int, seed: int = SEED) -> list[tuple[str, str]]:
    """Return the changes of one symbol in a kind of pieces that are not noticed."""
    draw = Random(seed)
    tokens = source.tokens(source.pieces(kind))
    changes = [(token, another(token, draw)) for token in draw.choices(tokens, k=count)]
    return [(token.text, text) for token, text in changes if not source.bad(source.changed(token, text))]


def edited(before: str, after: str) -> list[Row]:
    """Return the bad rows about the example with another text."""
    text = doors().texts["two-doors.tex"]
    assert text.count(before) == 1
    return doors().bad({"two-doors.tex": text.replace(before, after)})


class TestCompare:
    def test_finds_the_example_as_it_was_recorded(self) -> None:
        assert [row.verdict for row in doors().rows() if row.is_bad] == []
        assert recorded_lines(doors().records) == DOORS.with_suffix(".source.lock").read_text(encoding="utf-8")

    @pytest.mark.parametrize("kind", ["display", "table", "inline"])
    def test_notices_a_symbol_of_the_example(self, kind: str) -> None:
        assert missed(doors(), kind, 25) == []

    @pytest.mark.parametrize("name", REWRITES)
    def test_does_not_notice_typesetting(self, name: str) -> None:
        rewritten = REWRITES[name](doors().texts["two-doors.tex"])

        assert doors().bad({"two-doors.tex": rewritten}) == []

    def test_says_what_is_printed_and_encoded(self) -> None:
        row, = edited(r"1 - 2p + 2p^2$", r"1 - 2p + 3p^2$")

        assert row.verdict == "differs"
        assert row.why == "two[B,B]: printed 1 - 2 p + 3 p^2, encoded 1 - 2*p + 2*p**2"
        assert row.record is not None and row.record.claims == ("two-hours",)

    @pytest.mark.parametrize(("before", "after", "verdict"), [
        (r"|1-2p| < 1", r"|1-2p| \leq 1", "differs"),
        (r"\frac{1 - (1-2p)^t}{2}", r"\frac{1 + (1-2p)^t}{2}", "differs"),
        ("$X_2 = A$ & $X_2 = B$", "$X_2 = B$ & $X_2 = A$", "differs"),
        ("learns less about", "learns more about", "changed"),
        (r"\section{Two", "\\[ p = 1 \\]\n\\section{Two", "new"),
        (r"\[ |1-2p| < 1. \]", "", "gone"),
        (r"\[ |1-2p| < 1. \]", r"\[ |1-2p| \newsign 1. \]", "unreadable"),
        (r"$B$ & $2p(1-p)$", r"$A$ & $2p(1-p)$", "differs"),
    ])
    def test_has_a_verdict_for_each_change(self, before: str, after: str, verdict: str) -> None:
        assert verdict in [row.verdict for row in edited(before, after)]

    def test_accepts_another_formula_with_the_same_meaning(self) -> None:
        text = doors().texts["two-doors.tex"].replace("X_1 = y", "X_1 = x")

        assert "reworded" in [row.verdict for row in doors().rows({"two-doors.tex": text})]
        assert doors().bad({"two-doors.tex": text}) == []

    def test_leaves_out_what_is_to_be_skipped(self) -> None:
        assert not edited(r"\section{Two", "% onoff: skip\n\\[ p = 1 \\]\n\\section{Two")

    @pytest.mark.parametrize(("before", "after"), [
        ("1 - 2*p + 2*p**2", "1 - 2*p + p**2"), ('entries = ["1 - p"', 'entries = ["1 + p"'),
        ("s = (1 + u)/2", "s = (1 - u)/2"),
    ])
    def test_notices_another_encoding(self, tmp_path: Path, before: str, after: str) -> None:
        path = tmp_path / "claims.toml"
        text = Path(CLAIMS).read_text(encoding="utf-8")
        assert before in text
        path.write_text(text.replace(before, after), encoding="utf-8")

        rows = doors().rows(paper=load(path))

        assert "differs" in [row.verdict for row in rows if row.is_bad]


class TestThePaper:
    """These are skipped where the source of the paper is not."""

    def test_is_as_it_was_recorded(self) -> None:
        assert [row.verdict for row in paper().rows() if row.is_bad] == []
        assert recorded_lines(paper().records) == default().with_name("source.lock").read_text(encoding="utf-8")

    @pytest.mark.parametrize("name", REWRITES)
    def test_does_not_notice_typesetting(self, name: str) -> None:
        text = REWRITES[name](paper().texts[paper().path.name])

        assert paper().bad({paper().path.name: text}) == []

    @pytest.mark.slow
    @pytest.mark.parametrize("kind", ["display", "table", "curve", "inline"])
    def test_notices_a_symbol(self, kind: str) -> None:
        assert len(missed(paper(), kind, 100)) <= 1


class TestRecord:
    def test_reads_what_it_writes(self) -> None:
        path = default().with_name("source.lock")

        assert recorded_lines(read_records(path)) == path.read_text(encoding="utf-8")

    def test_ties_every_claim(self) -> None:
        ties = [claim.tie for claim in load(default()).claims.values()]

        assert "" not in ties
        assert ties.count("compared") >= 45

    def test_has_a_source_for_every_printed_statement(self) -> None:
        """A statement is a step, or is encoded by quotes, each of which is on record."""
        claims = load(default()).claims
        records = read_records(default().with_name("source.lock"))
        sentences = {each.label for each in records if each.kind == "sentence"}
        formulas = {claim for each in records if each.kind != "sentence" for claim in each.claims}

        for claim in claims.values():
            quoted = {f"{claim.id}:{position}" for position in range(len(claim.printed))}
            assert quoted & sentences or claim.id in formulas, claim.id
            assert len(claim.steps()) < len(claim.proves)

    def test_says_nothing_where_there_is_no_record(self, tmp_path: Path) -> None:
        path = tmp_path / "claims.toml"
        path.write_text(Path(CLAIMS).read_text(encoding="utf-8"), encoding="utf-8")

        assert {claim.tie for claim in load(path).claims.values()} == {""}
        assert "a program compared a formula" in inside("show", "walk", "--claims", CLAIMS).stdout
        assert "Source" not in inside("show", "walk", "--claims", str(path)).stdout


class TestNew:
    def test_begins_a_file_that_can_be_judged(self, tmp_path: Path) -> None:
        path = tmp_path / "new.toml"

        done = inside("new", str(path), "--tex", str(DOORS))
        text = path.read_text(encoding="utf-8")

        assert done.returncode == 0
        assert '"eq:walk" = "table0"' in text and "# line 40 eq:stays " in text
        assert "1 proved" in inside("all", "--claims", str(path)).stdout


class TestMarks:
    def test_marks_each_display_and_table(self, tmp_path: Path) -> None:
        changed = tmp_path / "two-doors.tex"
        changed.write_text(DOORS.read_text(encoding="utf-8").replace("|1-2p| <", "|1-3p| <"), encoding="utf-8")

        done = inside("source", str(changed), "--claims", CLAIMS, "--marks", str(tmp_path / "marks"))
        text = (tmp_path / "marks" / "two-doors.tex").read_text(encoding="utf-8")

        assert (done.returncode, text.count(r"\onoffmark{")) == (1, 5)
        assert text.count("{ok}") == 4 and text.count("{bad}") == 1


class TestCommand:
    def test_answers_in_each_format(self) -> None:
        done = inside("source", str(DOORS), "--claims", CLAIMS, "--format", "json")

        assert (done.returncode, done.stderr) == (0, "")
        assert list(faults(json.loads(done.stdout), SCHEMAS["source"], SCHEMAS["source"])) == []
        assert inside("source", str(DOORS), "--claims", CLAIMS, "--format", "github").stdout == ""
        assert "<math" in inside("source", str(DOORS), "--claims", CLAIMS, "--format", "html").stdout

    def test_annotates_a_change(self, tmp_path: Path) -> None:
        path = tmp_path / "new.tex"
        path.write_text(DOORS.read_text(encoding="utf-8").replace(r"1 + (1-2p)^t", r"2 + (1-2p)^t"), encoding="utf-8")

        done = inside("source", str(path), "--claims", CLAIMS, "--format", "github")
        two = inside("source", str(DOORS), str(path), "--claims", CLAIMS)

        assert (done.returncode, two.returncode) == (1, 1)
        assert re.match(r"::error file=new.tex,line=\d+::differs: .* \(claims: law\)\n$", done.stdout)
        assert "new.tex:41" in two.stdout

    def test_shows_the_record(self) -> None:
        assert "compared" in inside("source").stdout

    def test_refuses_more_than_two_files(self) -> None:
        assert inside("source", *[str(DOORS)] * 3).returncode == 2


HOSTILE = {
    "a loop": r"\input{new}",
    "a folder above": r"\input{../../etc/passwd}",
    "an absolute name": r"\input{/etc/passwd}",
    "a macro that calls itself": r"\newcommand{\x}{\x\x} $\x$",
    "a macro that grows": r"\def\a{xxxxxxxxxx}" + "".join(
        rf"\def\{new}{{" + rf"\{old}" * 10 + "}" for old, new in zip("abcdefghijkl", "bcdefghijklm")) + r"$\m$",
    "no end of a formula": "$x",
    "no end of a display": r"\begin{align} x = 1",
    "no end of an argument": r"\newcommand{\x",
    "nested braces": "$" + "{" * 200_000 + "}" * 200_000 + "$",
    "nested roots": "$" + r"\sqrt{" * 5_000 + "}" * 5_000 + "$",
    "nested brackets": "$" + "(" * 50_000 + ")" * 50_000 + "$",
    "no formula": "words",
    "a long line": "$" + "x+" * 400_000 + "x$",
    "many macros": "".join(rf"\newcommand{{\m{'abc'[k % 3] * (k // 3 + 1)}}}{{x}}" for k in range(600)) + "$x$",
    "many tables": r"\begin{tabular}{c}" * 20_000,
    "many verbatim": r"\begin{verbatim}" * 20_000,
    "high powers": "$" + "9" * 5_000 + "^{19}" * 40 + "$",
    "a huge exponent": "$(1+x)^{99999999999}$",
    "a bad byte": "\udcff",
}


class TestHostile:
    @pytest.mark.parametrize("name", HOSTILE)
    def test_ends_in_one_line_or_a_verdict(self, name: str, tmp_path: Path) -> None:
        path = tmp_path / "new.tex"
        path.write_bytes(HOSTILE[name].encode(errors="surrogateescape"))
        started = monotonic()

        done = inside("source", str(path), "--claims", CLAIMS, "--format", "github")

        assert monotonic() - started < 20
        assert done.returncode in (1, 2)
        assert "Traceback" not in done.stderr
        assert done.stderr.count("error: ") == (done.returncode == 2)

    @pytest.mark.parametrize("text,place", [
        ("$x$\n\n  $y\n", "3:3"), ("$x$\n\\newcommand{\\x}\n", "2:1"), ("$x$ \\def\\a{\\a}\\a\n", "1:15"),
        ("$x$\n\\begin{equation\nx\n", "2:8")])
    def test_says_where(self, text: str, place: str, tmp_path: Path) -> None:
        path = tmp_path / "new.tex"
        path.write_text(text, encoding="utf-8")

        done = inside("source", str(path), "--claims", CLAIMS)

        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.splitlines()[1].endswith(f"--> {path}:{place}")

    def test_names_the_record_that_is_missing(self, tmp_path: Path) -> None:
        path = tmp_path / "mine.toml"
        path.write_text(Path(CLAIMS).read_text(encoding="utf-8"), encoding="utf-8")

        done = inside("source", str(DOORS), "--claims", str(path))

        assert done.returncode == 2
        assert done.stderr.startswith(f"error: {tmp_path / 'mine.source.lock'}: cannot be read")

    @pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), Path.mkdir])
    def test_reads_files_alone(self, make: Callable[[Path], None], tmp_path: Path) -> None:
        make(tmp_path / "part.tex")
        (tmp_path / "new.tex").write_text(r"\input{part} $x$", encoding="utf-8")

        done = inside("source", str(tmp_path / "new.tex"), "--claims", CLAIMS)

        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)

    @pytest.mark.parametrize("text", ["display", "display - - zz", "words - - 00", "display - - 00=", "\ud800"])
    def test_refuses_a_record_that_is_none(self, text: str, tmp_path: Path) -> None:
        path = tmp_path / "two-doors.toml"
        path.write_text(Path(CLAIMS).read_text(encoding="utf-8"), encoding="utf-8")
        path.with_name("two-doors.source.lock").write_bytes(text.encode(errors="surrogatepass"))

        done = inside("source", str(DOORS), "--claims", str(path))

        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
