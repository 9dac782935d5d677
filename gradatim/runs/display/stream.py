"""A text stream that cannot fail a run."""

from __future__ import annotations

from typing import TextIO


class SafeStream:
    """Writes to a stream until it breaks, and drops everything from then on.

    Training goes on when the terminal is gone (EIO), the pipe's reader has left (EPIPE) or someone closed the stream.
    Characters that the stream's encoding lacks are written as escapes.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.broken = False

    @property
    def encoding(self) -> str:
        """The stream's encoding."""
        return getattr(self._stream, "encoding", None) or "utf-8"

    @property
    def closed(self) -> bool:
        """Always False: writing to it is always fine."""
        return False

    def isatty(self) -> bool:
        """Whether it is a terminal; False once it is closed."""
        return not self._stream.closed and self._stream.isatty()

    def fileno(self) -> int:
        """The descriptor of the stream, for its terminal's size."""
        return self._stream.fileno()

    def write(self, text: str) -> int:
        """Writes what can be written, and claims to have written all."""
        if not self._check():
            return len(text)
        try:
            self._stream.write(text.encode(self.encoding, "backslashreplace").decode(self.encoding))
        except OSError:
            self.broken = True
        return len(text)

    def flush(self) -> None:
        """Flushes what can be flushed."""
        if not self._check():
            return
        try:
            self._stream.flush()
        except OSError:
            self.broken = True

    def _check(self) -> bool:
        self.broken = self.broken or self._stream.closed
        return not self.broken
