"""What holds for all numbers, notations and styles, and for any text at all."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from gradatim.verifiers import REASONS, WRITTEN_STYLES, ExactVerifier, MathVerifier, WrittenStyle, nothing_after_answer

INTEGERS = st.one_of(st.integers(-2000, 2000), st.integers(-(10**40), 10**40))
VALUES = st.one_of(INTEGERS.map(Fraction), st.builds(Fraction, INTEGERS, st.integers(1, 500)))
STYLES = st.sampled_from(WRITTEN_STYLES)
PIECES = [
    *"0123456789",
    *"{}()[]$%#,.-/\\^_ \n",
    r"\boxed{",
    r"\frac",
    r"\text{",
    r"\over",
    r"\overline{",
    r"\times10^",
]
PIECES += ["<think>", "</think>", "<answer>", "</answer>", "#### ", " or ", "e9", "**", "½", "−", "１", "²", " cm"]
FRAGMENTS = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
ANY_TEXT = st.one_of(st.text(max_size=60), FRAGMENTS)


def written(value: Fraction) -> st.SearchStrategy[str]:
    """Every notation of a value that all answer styles can carry."""
    top, bottom = value.numerator, value.denominator
    sign, size = "-" if top < 0 else "", abs(top)
    forms = [f"{top}/{bottom}", f"{3 * top}/{3 * bottom}", rf"{sign}\frac{{{size}}}{{{bottom}}}"]
    whole, rest = divmod(size, bottom)
    if bottom == 1:
        forms += [str(top), f"{top:,}", f"{top:,}".replace(",", "{,}"), f"{top}.00", f"${top:,}", f"**{top}**"]
        forms += [f"{top}00%", f"{sign}$0{size}", f"{top}e0", f"{top:,}".replace(",", "，"), f"{top}0e-1"]
    elif whole:
        forms.append(f"{sign}{whole} {rest}/{bottom}")
    scaled = value * 10**12
    if scaled.denominator == 1:
        digits = str(abs(scaled.numerator)).zfill(13)
        forms.append(f"{sign}{digits[:-12]}.{digits[-12:]}")
    return st.sampled_from(forms)


def stated(text: str, style: WrittenStyle) -> str:
    marks = {"plain": "{}", "tags": "so <answer>{}</answer>", "boxed": r"so $\boxed{{{}}}$.", "gsm8k": "so\n#### {}"}
    return marks.get(style, "it is {}").format(text)


@given(VALUES.flatmap(lambda value: st.tuples(written(value), written(value))), STYLES)
def test_equal_values_are_correct_in_every_notation_and_style(texts: tuple[str, str], style: WrittenStyle) -> None:
    answer, gold = texts
    assert MathVerifier(answer=style).verify(stated(answer, style), gold).correct


@given(VALUES.flatmap(written), STYLES)
def test_gold_verifies_itself(gold: str, style: WrittenStyle) -> None:
    completion = stated(gold, style)
    assert MathVerifier(answer=style).verify(completion, gold).correct
    assert MathVerifier(answer=style, require_evaluated=True).verify(completion, gold).correct
    assert nothing_after_answer(completion, style)


def near(value: Fraction) -> st.SearchStrategy[Fraction]:
    steps = [
        Fraction(1),
        Fraction(-1),
        Fraction(1, 10),
        value,
        -2 * value,
        9 * value,
        99 * value,
        -value * Fraction(99, 100),
    ]
    return st.sampled_from([value + step for step in steps if step])


@given(VALUES.flatmap(lambda value: st.tuples(written(value), near(value).flatmap(written))), STYLES)
def test_unequal_values_are_never_correct(texts: tuple[str, str], style: WrittenStyle) -> None:
    answer, gold = texts
    verdict = MathVerifier(answer=style).verify(stated(answer, style), gold)
    assert (verdict.status, verdict.reason) == ("incorrect", "wrong_value")


@given(st.lists(INTEGERS, min_size=2, max_size=5, unique=True), st.randoms())
def test_joint_answer_is_correct_for_the_list_in_any_order_and_for_no_member(values: list[int], rng: Random) -> None:
    shuffled = rng.sample(values, len(values))
    completion = ", ".join(rf"$\boxed{{{value}}}$" for value in shuffled)
    verifier = MathVerifier()
    assert verifier.verify(completion, " or ".join(map(str, values))).correct
    assert {verifier.verify(completion, str(value)).reason for value in values} == {"several_answers"}


@given(ANY_TEXT, ANY_TEXT, STYLES)
def test_any_text_gets_a_documented_verdict(completion: str, gold: str, style: WrittenStyle) -> None:
    for verifier in (MathVerifier(answer=style), ExactVerifier(answer=style)):
        verdict = verifier.verify(completion, gold)
        assert verdict.correct is (verdict.reason is None)
        assert verdict.reason is None or verdict.reason in REASONS
        if verdict.span is not None:
            assert verdict.extracted == completion[slice(*verdict.span)]


@given(ANY_TEXT.filter(lambda text: text.strip()))
def test_any_text_equals_itself(text: str) -> None:
    visible = f"<answer>{text}</answer>"
    if visible.count("<answer>") == visible.count("</answer>") == 1 and "think>" not in text:
        assert MathVerifier(answer="tags").verify(visible, text).correct
        assert ExactVerifier(answer="tags").verify(visible, text).correct


@given(ANY_TEXT, INTEGERS)
def test_open_reasoning_is_never_correct(text: str, value: int) -> None:
    for style in WRITTEN_STYLES:
        completion = f"{stated(str(value), style)}<think>{text.replace('</think>', '')}"
        assert not MathVerifier(answer=style).verify(completion, str(value)).correct
