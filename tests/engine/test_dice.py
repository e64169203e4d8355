"""Dice: the same call, the same result; nobody can foresee them, everybody can check them."""

from __future__ import annotations

import hashlib
import hmac
import json
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kessel.engine import FairDice, KesselError, ScriptedDice
from kessel.engine.dice import commitment

SEEDS = st.text(min_size=1, max_size=20)


def by_hand(seed: str, words: dict[str, str], number: int, action: str, faces: int) -> list[int]:
    """The first block of a roll as the documentation describes it: HMAC-SHA256 of the seed over words, n, action."""
    salt = json.dumps([[side, words[side]] for side in sorted(words)])
    digest = hmac.new(seed.encode(), f"{salt}\n{number}\n0\n{action}".encode(), hashlib.sha256).digest()
    limit = 256 // faces * faces
    return [byte % faces + 1 for byte in digest if byte < limit]


@given(SEEDS, st.integers(0, 10**6), st.text(max_size=20), st.integers(1, 40), st.integers(1, 20))
def test_the_same_call_gives_the_same_dice(seed: str, number: int, action: str, dice: int, faces: int) -> None:
    first = FairDice(seed).roll(number, action, dice, faces)
    other = FairDice(seed)
    other.roll(number + 1, action, 3, 6)  # what was asked before does not matter
    assert other.roll(number, action, dice, faces) == first
    assert len(first) == dice
    assert all(1 <= die <= faces for die in first)


@given(SEEDS, st.integers(0, 1000), st.text(max_size=20), st.sampled_from([2, 6, 10, 20, 100]))
def test_anyone_can_compute_the_dice(seed: str, number: int, action: str, faces: int) -> None:
    words = {"soviet": "zima", "german": "winter"}
    expected = by_hand(seed, words, number, action, faces)[:4]
    assert list(FairDice(seed, words).roll(number, action, 4, faces))[: len(expected)] == expected


def test_known_rolls_stay_what_they_are() -> None:
    """Records of finished games depend on this: a change here makes every one of them wrong."""
    dice = FairDice("seed", {"german": "a", "soviet": "b"})
    assert dice.roll(0, "", 4, 6) == tuple(by_hand("seed", {"german": "a", "soviet": "b"}, 0, "", 6)[:4])
    assert [FairDice("seed").roll(n, "fight", 1, 6)[0] for n in range(12)] == [5, 3, 3, 3, 1, 5, 1, 4, 5, 4, 4, 5]


def test_more_dice_are_the_same_dice_and_more() -> None:
    dice = FairDice("x")
    assert dice.roll(3, "fight", 100, 6)[:7] == dice.roll(3, "fight", 7, 6)
    assert len(set(dice.roll(3, "fight", 200, 6))) == 6  # more than one block


# -- commitment ------------------------------------------------------------------------------------------------------


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    dice = FairDice("opensesame", {"soviet": "x"})
    assert dice.commitment == hashlib.sha256(b"opensesame").hexdigest() == commitment("opensesame")


@given(SEEDS, SEEDS)
def test_another_seed_has_another_commitment(one: str, two: str) -> None:
    assert (commitment(one) == commitment(two)) == (one == two)


def test_fresh_seeds_are_secret_and_long() -> None:
    seeds = {FairDice.new_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(len(bytes.fromhex(seed)) == 32 for seed in seeds)


# -- fairness --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("faces", [2, 3, 6, 7, 10, 12, 20, 100, 200, 256])
def test_no_face_is_favoured_by_construction(faces: int) -> None:
    """Of the 256 byte values each face owns equally many; the rest are thrown away."""
    used = Counter(byte % faces + 1 for byte in range(256 - 256 % faces))
    assert set(used) == set(range(1, faces + 1))
    assert len(set(used.values())) == 1


class Bytes:
    """A keyed hash whose first block is every byte value once."""

    def copy(self) -> Bytes:
        return self

    def update(self, _text: bytes) -> None: ...

    def digest(self) -> bytes:
        return bytes(range(256))


@pytest.mark.parametrize("faces", [2, 6, 10, 20, 100, 200])
def test_bytes_that_would_favour_a_face_are_thrown_away(faces: int, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = FairDice("any")
    monkeypatch.setattr(dice, "_key", Bytes())
    whole = 256 // faces * faces
    rolled = dice.roll(0, "", whole, faces)
    assert set(Counter(rolled).values()) == {whole // faces}
    assert dice.roll(0, "", whole + 1, faces)[-1] == 1  # the next die comes from the next block


@pytest.mark.parametrize("faces", [6, 10])
def test_many_rolls_are_roughly_uniform(faces: int) -> None:
    dice = FairDice("distribution")
    rolls = 12_000
    counts = Counter(dice.roll(n, "fight", 1, faces)[0] for n in range(rolls))
    expected = rolls / faces
    chi_square = sum((counts[face] - expected) ** 2 / expected for face in range(1, faces + 1))
    assert chi_square < 33.7  # far beyond the 99.9% quantile of 9 degrees of freedom; the seed is fixed
    assert set(counts) == set(range(1, faces + 1))


def test_two_dice_of_one_roll_are_independent() -> None:
    dice = FairDice("pairs")
    counts = Counter(dice.roll(n, "air", 2, 6) for n in range(7200))
    assert len(counts) == 36
    assert sum((c - 200) ** 2 / 200 for c in counts.values()) < 75  # 35 degrees of freedom


# -- what the dice depend on -----------------------------------------------------------------------------------------


def rolls(dice: FairDice, action: str = "fight") -> list[int]:
    return [dice.roll(n, action, 1, 6)[0] for n in range(40)]


@pytest.mark.parametrize("side", ["soviet", "german"])
def test_the_word_of_each_side_changes_the_rolls(side: str) -> None:
    words = {"soviet": "zima", "german": "winter"}
    assert rolls(FairDice("seed", words)) != rolls(FairDice("seed", {**words, side: "other"}))


def test_seed_number_and_action_change_the_rolls() -> None:
    base = rolls(FairDice("seed"))
    assert base != rolls(FairDice("seeds"))
    assert base != rolls(FairDice("seed"), "retreat")
    assert base[:20] != base[20:]


def test_words_may_be_given_in_any_order() -> None:
    one = FairDice("seed", {"soviet": "zima", "german": "winter"})
    two = FairDice("seed", {"german": "winter", "soviet": "zima"})
    assert rolls(one) == rolls(two)


def test_whose_word_it_is_matters() -> None:
    assert rolls(FairDice("s", {"soviet": "a", "german": "b"})) != rolls(FairDice("s", {"soviet": "b", "german": "a"}))


def test_a_word_cannot_pass_for_the_words_of_two_sides() -> None:
    """A word with a line break reads like the words of two sides: it is refused, or it changes the rolls."""
    try:
        forged = FairDice("s", {"german": "a\nsoviet=b"})
    except KesselError:
        return
    assert rolls(forged) != rolls(FairDice("s", {"german": "a", "soviet": "b"}))


@pytest.mark.parametrize("faces", [0, 257])
def test_dice_with_impossible_faces_are_an_error_and_not_an_endless_loop(faces: int) -> None:
    """A byte has 256 values: a die with more faces would throw every one of them away."""
    roll = f"FairDice('s').roll(0, '', 1, {faces})"
    program = f"from kessel.engine import FairDice, KesselError\ntry: {roll}\nexcept KesselError: print('refused')"
    try:
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=4, check=False)
    except subprocess.TimeoutExpired:
        pytest.fail("the roll does not end")
    assert done.stdout == "refused\n", done.stderr[-200:]


# -- scripted dice ---------------------------------------------------------------------------------------------------


def test_a_script_is_read_in_order() -> None:
    dice = ScriptedDice([3, 1, 6, 6])
    assert [dice.roll(0, "a", 1, 6), dice.roll(1, "b", 2, 6), dice.roll(3, "c", 1, 6)] == [(3,), (1, 6), (6,)]


def test_a_script_that_is_too_short_says_which_action_needs_more() -> None:
    with pytest.raises(KesselError, match=r"2 values.*'fight'"):
        ScriptedDice([3, 1]).roll(1, "fight", 2, 6)
    with pytest.raises(KesselError, match=r"0 values.*'attack 2119'"):
        ScriptedDice([]).roll(0, "attack 2119", 1, 6)


@pytest.mark.parametrize("value", [0, 7, -1])
def test_a_script_with_a_face_that_does_not_exist(value: int) -> None:
    with pytest.raises(KesselError, match=f"{value}.*faces 1 to 6"):
        ScriptedDice([value]).roll(0, "fight", 1, 6)
