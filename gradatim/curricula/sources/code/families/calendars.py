"""Dates in calendars of their own."""

from __future__ import annotations

from gradatim.curricula.sources.code.choice import Choice
from gradatim.curricula.sources.code.task import Edges, Task

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def _calendar_text(months: int, length: int, week: int, first: int, names: tuple[str, ...], leap: str) -> str:
    return (
        f"A calendar has years of {months} months with {length} days each, but in {leap}, the last month has "
        f"one day more. Months and days are counted from 1, years from 0. Weeks have the {week} days "
        f"{', '.join(names)}, and the first day of year 0 is a {names[first]}. Dates are written "
        "'year-month-day' without leading zeros, "
        "such as '12-3-7'. Given a valid date `date` and an integer `days` >= 0, return the date `days` days "
        "later in the same form, followed by a blank and its day of the week, for example '12-3-9 "
        f"{names[-1]}'."
    )


def _calendar_body(months: int, length: int, cycle: int, week: int, first: int) -> str:
    days = ", ".join([f'"{day}"' for day in _DAYS[:week]])
    return f"""year, month, day = map(int, date.split("-"))
number = (month - 1) * {length} + day - 1 + days
for past in range(year):
    number += {months * length}
    if past % {cycle} == 0:
        number += 1
weekday = [{days}][(number + {first}) % {week}]
year = 0
while True:
    size = {months * length}
    if year % {cycle} == 0:
        size += 1
    if number < size:
        break
    number -= size
    year += 1
month = min(number // {length}, {months - 1})
day = number - month * {length}
return f"{{year}}-{{month + 1}}-{{day + 1}} {{weekday}}\""""


def later_date(choice: Choice, months: int, length: int, cycle: int, week: int, first: int) -> Task:
    """Returns the task of finding a later date; `cycle` is the number of years from one leap year to the next."""
    names = _DAYS[:week]
    leap = f"every year whose number is divisible by {cycle}"
    text = _calendar_text(months, length, week, first, names, leap)
    body = _calendar_body(months, length, cycle, week, first)

    def size(year: int) -> int:
        return months * length + (year % cycle == 0)

    def run(date: str, days: int) -> str:
        year, month, day = map(int, date.split("-"))
        number = sum(map(size, range(year))) + (month - 1) * length + day - 1 + days
        weekday, year = names[(number + first) % week], 0
        while number >= size(year):
            number -= size(year)
            year += 1
        month = min(number // length, months - 1)
        return f"{year}-{month + 1}-{number - month * length + 1} {weekday}"

    def inputs(c: Choice) -> tuple[str, int]:
        return f"{c.between(0, 30)}-{c.between(1, months)}-{c.between(1, length)}", c.between(0, 900)

    edges: Edges = (
        ("0-1-1", 0),
        (f"{cycle}-{months}-{length + 1}", 1),
        (f"{cycle}-{months}-{length}", 1),
        ("1-1-1", months * length),
    )
    return Task(
        text,
        choice.pick(("later_date", "add_days", "calendar_day")),
        "date: str, days: int",
        "str",
        body,
        run,
        inputs,
        edges,
    )
