"""How times, points and sides are said to players."""

from barpoint.board import Side


def spoken(time: int) -> str:
    """A time as minutes and seconds: 90000 is 1:30; parts of a second are shown only if there are any."""
    seconds, rest = divmod(abs(time), 1000)
    part = f".{rest:03}".rstrip("0") if rest else ""
    return f"{'-' if time < 0 else ''}{seconds // 60}:{seconds % 60:02}{part}"


def of_day(moment: int) -> str:
    """A moment as the time of day, its scale beginning at midnight: 14:05:30."""
    seconds = moment % 86_400_000 // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def counted(number: int, word: str) -> str:
    """A number with its noun: 1 point, 2 points."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def named(side: Side) -> str:
    """White or Black."""
    return str(side.value).capitalize()
