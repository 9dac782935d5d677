"""Clocks and calendars, on worlds with hours and months of their own."""

from __future__ import annotations

from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.families.calendars import later_date
from gradatim.curricula.sources.code.task import Edges, Family, Task, Template


def _add(choice: Choice, hours: int, minutes: int, sep: str) -> Task:
    planet = choice.pick(("On a distant planet", "On a small moon", "In a strange country"))
    text = (
        f"{planet} a day has {hours} hours of {minutes} minutes. A time of day is written with two digits for "
        f"the hour (00 to {hours - 1:02}), '{sep}', and two digits for the minute (00 to {minutes - 1:02}). "
        "Given such a time `start` and an integer `delta` (negative means earlier), return the time of day "
        "`delta` minutes later, written in the same way; the days do not matter, so after "
        f"{hours - 1:02}{sep}{minutes - 1:02} comes 00{sep}00."
    )
    body = f"""hour, minute = map(int, start.split("{sep}"))
total = (hour * {minutes} + minute + delta) % {hours * minutes}
return f"{{total // {minutes}:02}}{sep}{{total % {minutes}:02}}\""""

    def run(start: str, delta: int) -> str:
        hour, minute = map(int, start.split(sep))
        later, left = divmod((hour * minutes + minute + delta) % (hours * minutes), minutes)
        return f"{later:02}{sep}{left:02}"

    def clock(c: Choice) -> str:
        return f"{c.between(0, hours - 1):02}{sep}{c.between(0, minutes - 1):02}"

    edges: Edges = (
        (f"00{sep}00", -1),
        (f"{hours - 1:02}{sep}{minutes - 1:02}", 1),
        (f"01{sep}05", hours * minutes * 3),
    )
    return Task(
        text,
        choice.pick(("add_minutes", "later", "shift_time")),
        "start: str, delta: int",
        "str",
        body,
        run,
        lambda c: (clock(c), c.between(-3000, 3000)),
        edges,
    )


_RESULTS = ("total", "longest", "count")


def _shifts_body(hours: int, minutes: int, least: int, pause: int, result: str, tail: str, gather: str) -> str:
    return f"""total = 0{chr(10) + "nights = 0" if result == "count" else ""}
for shift in shifts:
    start, end = shift.split("-")
    hour, minute = map(int, start.split(":"))
    begin = hour * {minutes} + minute
    hour, minute = map(int, end.split(":"))
    length = hour * {minutes} + minute - begin
    if length <= 0:
        length += {hours * minutes}{chr(10) + "        nights += 1" if result == "count" else ""}
    if length >= {least}:
        length -= {pause}
    {gather}
{tail}"""


def _shifts_text(hours: int, minutes: int, rest: str, ending: str) -> str:
    return (
        "Each string in the list `shifts` is a shift 'HH:MM-HH:MM' from a start to an end, in a day of "
        f"{hours} hours (00 to {hours - 1:02}) of {minutes} minutes (00 to {minutes - 1:02}). A shift whose "
        "end is not later than its start goes past midnight and ends on the next day (equal times mean a "
        "whole day). "
        f"A shift counts its length in minutes, but {rest}. {ending}"
    )


def _shifts(choice: Choice, hours: int, minutes: int, least: int, pause: int, result: str) -> Task:
    rest = f"a shift of {least} or more minutes counts {pause} minutes less"
    ending = {
        "total": (
            "Return the sum of what all shifts count, written 'Hh Mm' with whole hours H and remaining minutes M "
            "(both without leading zeros), for example '3h 0m'."
        ),
        "longest": (
            "Return what the shift counts that counts most, written 'Hh Mm' with whole hours H and remaining "
            "minutes M (both without leading zeros), for example '3h 0m'; '0h 0m' if there are no shifts."
        ),
        "count": "Return the tuple (number of shifts past midnight, sum of what all shifts count, in minutes).",
    }[result]
    text = _shifts_text(hours, minutes, rest, ending)
    tail = f'return f"{{total // {minutes}}}h {{total % {minutes}}}m"' if result != "count" else "return nights, total"
    gather = "total = max(total, length)" if result == "longest" else "total += length"
    body = _shifts_body(hours, minutes, least, pause, result, tail, gather)

    def run(shifts: list[str]) -> object:
        lengths, nights = [], 0
        for shift in shifts:
            begin, end = [int(t[:2]) * minutes + int(t[3:]) for t in shift.split("-")]
            nights += end <= begin
            length = end - begin if end > begin else end - begin + hours * minutes
            lengths.append(length - pause if length >= least else length)
        if result == "count":
            return nights, sum(lengths)
        return "{}h {}m".format(*divmod(sum(lengths) if result == "total" else max(lengths, default=0), minutes))

    def inputs(c: Choice) -> tuple[list[str]]:
        def clock() -> str:
            return f"{c.between(0, hours - 1):02}:{c.between(0, minutes - 1):02}"

        return ([f"{clock()}-{clock()}" for _ in range(c.between(1, 4))],)

    edges: Edges = (([],), (["01:00-01:00"],), (["00:05-00:06"],))
    return Task(
        text,
        choice.pick(("work_time", "shift_time", "count_shifts")),
        "shifts: list[str]",
        "tuple[int, int]" if result == "count" else "str",
        body,
        run,
        inputs,
        edges,
    )


CLOCKS = Family(
    "clocks",
    "clocks and calendars: add minutes, lengths of shifts, dates with leap years and days of the week",
    (
        (Template("add", (range(8, 31), range(20, 100, 5), (":", ".", "-")), _add),),
        (
            Template(
                "shifts", (range(12, 31), range(30, 100, 10), range(150, 400, 50), range(5, 50, 5), _RESULTS), _shifts
            ),
        ),
        (Template("calendar", (range(4, 16), range(15, 40), range(2, 7), (5, 6, 7), range(5)), later_date),),
    ),
)
