"""What is imported before any program runs."""

from __future__ import annotations

# Each module makes each fork dearer, so here stand those that solutions use often, and those that need libraries from
# elsewhere on the disk, which a strict program cannot open.
_USUAL = """
    abc ast base64 binascii bisect bz2 calendar cmath collections collections.abc contextlib copy csv dataclasses
    datetime decimal difflib encodings.ascii encodings.idna encodings.latin_1 enum fractions functools graphlib hashlib
    heapq inspect io itertools json keyword logging lzma math numbers operator pprint queue random re secrets statistics
    string struct textwrap threading time traceback types typing unicodedata uuid warnings weakref zlib
"""
# Where a program can open no file at all, it has these and no others.
_FURTHER = """
    argparse array asyncio atexit cProfile codecs colorsys concurrent.futures.thread configparser copyreg ctypes dis
    email.message errno fnmatch getopt gettext glob hmac html html.entities html.parser ipaddress linecache locale mmap
    opcode optparse os pathlib pickle pickletools platform posixpath pstats quopri reprlib resource sched select
    selectors shlex shutil signal site socket stat stringprep symtable sysconfig tempfile timeit token tokenize
    tracemalloc unittest unittest.mock urllib.parse wave xml.etree.ElementTree zipfile zoneinfo
"""


def modules_for(level: str) -> list[str]:
    """Returns the modules to import before programs of a level run."""
    return (_USUAL + (_FURTHER if level == "sealed" else "")).split()
