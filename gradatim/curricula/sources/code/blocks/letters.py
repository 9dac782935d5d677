"""Predicates and changes of characters and texts."""

from __future__ import annotations

from gradatim.curricula.sources.code.blocks.block import Block

LETTERS = "abcdefghijklmnopqrstuvwxyz"
TEXT = "aabcdeefghiiklmnoopqrsttuvwyABDEGIKMORSTU0123457 -"
"""What texts in problems are drawn from."""

_SETS = ("aei", "rst", "nop", "dlm", "eou", "abc", "ghi", "sty", "aos", "ien", "mkl", "tdo", "uvw", "bre")

CHAR_TESTS: tuple[Block, ...] = (
    Block('$ in "aeiouAEIOU"', lambda c: c in "aeiouAEIOU", "is a vowel (a, e, i, o or u, small or capital)"),
    Block(
        '$ not in "aeiouAEIOU"', lambda c: c not in "aeiouAEIOU", "is not a vowel (a, e, i, o or u, small or capital)"
    ),
    Block("$.isupper()", str.isupper, "is a capital letter"),
    Block("$.islower()", str.islower, "is a small letter"),
    Block("$.isdigit()", str.isdigit, "is a digit"),
    Block("$.isalpha()", str.isalpha, "is a letter"),
    Block("$.isalnum()", str.isalnum, "is a letter or a digit"),
    Block("not $.isdigit()", lambda c: not c.isdigit(), "is not a digit"),
    Block("not $.isupper()", lambda c: not c.isupper(), "is not a capital letter"),
    Block("not $.islower()", lambda c: not c.islower(), "is not a small letter"),
    *(
        Block(f'$ in "{s}"', lambda c, s=s: c in s, f"is one of the small letters {s[0]}, {s[1]} and {s[2]}")
        for s in _SETS
    ),
    *(
        Block(
            f'$ not in "{s}"',
            lambda c, s=s: c not in s,
            f"is different from the small letters {s[0]}, {s[1]} and {s[2]}",
        )
        for s in _SETS
    ),
    *(
        Block(
            f'$.lower() < "{m}"',
            lambda c, m=m: c.lower() < m,
            f"has a lower-case form that comes before '{m}' in ASCII (as digits, the blank and the hyphen do)",
        )
        for m in "ghkmnps"
    ),
)
"""Predicates of a character."""


CHAR_CHANGES: tuple[Block, ...] = (
    Block("$.upper()", str.upper, "its upper-case form"),
    Block("$.lower()", str.lower, "its lower-case form"),
    Block("$.swapcase()", str.swapcase, "the same letter in the other case (what is no letter stays)"),
    Block("$ * 2", lambda c: c * 2, "two copies of it"),
    Block("$ * 3", lambda c: c * 3, "three copies of it"),
    *(Block(f'$ + "{m}"', lambda c, m=m: c + m, f"the character followed by '{m}'") for m in ".-_*+/=!:"),
    *(Block(f'"{m}" + $', lambda c, m=m: m + c, f"the character with '{m}' before it") for m in ".-_*+/=!:"),
    *(
        Block(
            f'"{a}" + $ + "{b}"', lambda c, a=a, b=b: a + c + b, f"the character with '{a}' before and '{b}' after it"
        )
        for a, b in ("()", "<>", "[]")
    ),
    *(
        Block(f"chr(ord($) + {k})", lambda c, k=k: chr(ord(c) + k), f"the character whose ASCII code is {k} larger")
        for k in range(1, 5)
    ),
)
"""Changes of a character into a text."""

TEXT_CHANGES: tuple[Block, ...] = (
    Block("$[::-1]", lambda s: s[::-1], "reverse the text"),
    Block('"".join(sorted($))', lambda s: "".join(sorted(s)), "sort its characters by their ASCII codes"),
    Block(
        '"".join(dict.fromkeys($))',
        lambda s: "".join(dict.fromkeys(s)),
        "keep only the first occurrence of every character",
    ),
    *(
        Block(
            f"$[{k}:] + $[:{k}]",
            lambda s, k=k: s[k:] + s[:k],
            f"move the first {k} characters to the end (if there are fewer, nothing changes)",
        )
        for k in (2, 3, 4)
    ),
    *(
        Block(
            f"$[-{k}:] + $[:-{k}]",
            lambda s, k=k: s[-k:] + s[:-k],
            f"move the last {k} characters to the front (if there are fewer, nothing changes)",
        )
        for k in (2, 3, 4)
    ),
    *(
        Block(f"$[::{k}]", lambda s, k=k: s[::k], f"keep the first character and every {w} one after it")
        for k, w in ((2, "second"), (3, "third"))
    ),
    *(
        Block(f"$[{k}:]", lambda s, k=k: s[k:], f"drop the first {k} characters (all if there are fewer)")
        for k in (1, 2, 3)
    ),
    *(
        Block(f"$[:-{k}]", lambda s, k=k: s[:-k], f"drop the last {k} characters (all if there are fewer)")
        for k in (1, 2, 3)
    ),
    Block("$ + $[::-1]", lambda s: s + s[::-1], "append the reversed text to it"),
    Block(
        "$[1::2] + $[::2]",
        lambda s: s[1::2] + s[::2],
        "put the second, fourth, sixth character and so on before the first, third, fifth and so on",
    ),
    *(
        Block(
            f'$.rjust({w}, "{f}")',
            lambda s, w=w, f=f: s.rjust(w, f),
            f"pad it on the left with '{f}' to at least {w} characters",
        )
        for w in (12, 15)
        for f in "#."
    ),
    *(
        Block(
            f'$.ljust({w}, "{f}")',
            lambda s, w=w, f=f: s.ljust(w, f),
            f"pad it on the right with '{f}' to at least {w} characters",
        )
        for w in (12, 15)
        for f in "#."
    ),
)
"""Changes of a whole text."""

WORD_TESTS: tuple[Block, ...] = (
    *(Block(f"len($) > {k}", lambda w, k=k: len(w) > k, f"has more than {k} characters") for k in (2, 3, 4)),
    *(Block(f"len($) < {k}", lambda w, k=k: len(w) < k, f"has fewer than {k} characters") for k in (5, 6, 7)),
    *(Block(f'"{c}" in $', lambda w, c=c: c in w, f"contains '{c}'") for c in "aeions"),
    *(Block(f'"{c}" not in $', lambda w, c=c: c not in w, f"does not contain '{c}'") for c in "aeiorstnl"),
    *(
        Block(f'$[0] < "{c}"', lambda w, c=c: w[0] < c, f"has a first letter that comes before '{c}' in the alphabet")
        for c in "hkmopr"
    ),
    *(
        Block(f'$[-1] > "{c}"', lambda w, c=c: w[-1] > c, f"has a last letter that comes after '{c}' in the alphabet")
        for c in "efgilm"
    ),
    *(
        Block(f"len($) % {k} == {r}", lambda w, k=k, r=r: len(w) % k == r, f"has an {t} number of characters")
        for k, r, t in ((2, 0, "even"), (2, 1, "odd"))
    ),
)
"""Predicates of words of small letters."""

WORDS = (
    "ant", "apple", "bear", "bird", "bread", "cat", "chair", "cloud", "coin", "cow", "desk", "dog", "door", "eagle",
    "elm", "fern", "fish", "fox", "garden", "goat", "grass", "hat", "hen", "house", "ink", "iron", "jar", "kite",
    "lamp", "lemon", "lion", "map", "milk", "moon", "nest", "oak", "ocean", "onion", "owl", "paper", "pear", "pen",
    "queen", "rain", "river", "road", "rose", "salt", "sand", "ship", "snow", "star", "stone", "sun", "table", "tea",
    "tiger", "tree", "urn", "van", "wall", "water", "wolf", "yak", "zebra", "a", "it", "on", "otter", "level", "noon",
)  # fmt: skip
"""Words of small letters."""
