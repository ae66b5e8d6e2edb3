"""Late starts: when a match is due, what lateness costs, and when it loses the match.

delay           what one player has cost one match: late at the start, late in resuming after a recess,
                breaks overrun. It adds up over the match (usbgf:2.2.4d); under bws each stretch of it is put on
                the scale by itself, and the points add up (bws:2.2.4f, bws:2.2.4c).
schedule        a book's scale from delay to penalty points. ibf and trad have none.
strict policy   a stricter scale for one posted start (usbgf:2.2.4j).

Only delay counts here: penalty points given for anything else never add to the lateness forfeit.
"""

from fractions import Fraction
from functools import cache

import msgspec

from barpoint.board import Fact, Refusal
from barpoint.match.format import MINUTE
from barpoint.rulebook.catalogue.lookup import param
from barpoint.rulebook.refusals import BookCode


class LatenessSchedule(msgspec.Struct, frozen=True, kw_only=True):
    """A scale: the first point at `first`, one more for every further `every`, and the share that forfeits."""

    book: str
    first: int
    every: int
    forfeit_above: float
    clauses: tuple[str, ...]
    forfeit_clause: str
    cumulative_clause: str
    confirm_breaks: bool = False  # whether points that overrun breaks bring need the director's word (bws:2.2.4f)
    decided: bool = False  # whether the figures are ours, the book giving none (guide:2.2.5d)
    apart: bool = False  # whether every stretch of delay begins at the foot of the scale (bws:2.2.4f)

    def points(self, delay: int) -> int:
        """The penalty points for so much delay: a threshold counts when it is reached."""
        return 0 if delay < self.first else 1 + (delay - self.first) // self.every

    def due(self, points: int) -> int:
        """The delay at which so many points are reached."""
        return 0 if points < 1 else self.first + (points - 1) * self.every

    def forfeits(self, points: int, length: int) -> bool:
        """Whether so many delay points lose a match of the posted length; exactly the share does not."""
        return points > Fraction(self.forfeit_above) * length

    def losing_points(self, length: int) -> int:
        """The fewest delay points that lose a match of the posted length."""
        return int(Fraction(self.forfeit_above) * length) + 1

    def forfeit_delay(self, length: int) -> int:
        """The delay that loses a match of the posted length."""
        return self.due(self.losing_points(length))


@cache
def lateness_schedule(book: str) -> LatenessSchedule | None:
    """The book's scale; None where it has none."""
    if book == "usbgf":
        return _usbgf("usbgf", ("usbgf:2.2.4a", "usbgf:2.2.4b"), decided=False)
    if book == "guide":
        return _usbgf("guide", ("guide:2.2.5d",), decided=True)
    if book == "bws":
        return LatenessSchedule(
            book="bws",
            first=param("bws:2.2.4a", "first_point_after_min", int) * MINUTE,
            every=param("bws:2.2.4b", "extra_every_min", int) * MINUTE,
            forfeit_above=param("bws:2.2.4c", "forfeit_above_share_of_length", float),
            clauses=("bws:2.2.4a", "bws:2.2.4b"),
            forfeit_clause="bws:2.2.4c",
            cumulative_clause="bws:2.2.4f",
            confirm_breaks=param("bws:2.2.4f", "director_confirms", bool),
            apart=not param("bws:2.2.4f", "cumulative_with_late_start", bool),
        )
    return None


def _usbgf(book: str, clauses: tuple[str, ...], *, decided: bool) -> LatenessSchedule:
    return LatenessSchedule(
        book=book,
        first=param("usbgf:2.2.4a", "first_point_min", int) * MINUTE,
        every=param("usbgf:2.2.4b", "next_point_every_min", int) * MINUTE,
        forfeit_above=param("usbgf:2.2.4c", "forfeit_above_fraction", float),
        clauses=clauses,
        forfeit_clause="guide:2.2.5d" if decided else "usbgf:2.2.4c",
        cumulative_clause="guide:2.2.6d" if decided else "usbgf:2.2.4d",
        decided=decided,
    )


class Stretch(msgspec.Struct, frozen=True):
    """One occasion of delay: how long it was, and whether it was a break that was overrun."""

    time: int
    is_break: bool = False


class Delay(msgspec.Struct, frozen=True):
    """What one player has cost one match so far, by cause.

    `stretches` are its occasions in their order where somebody has told them apart. The last is the one that goes on;
    an empty one at the end says that none does.
    """

    start: int = 0
    resume: int = 0
    breaks: int = 0
    stretches: tuple[Stretch, ...] = ()

    def __post_init__(self) -> None:
        if min(self.start, self.resume, self.breaks) < 0:
            raise ValueError(f"delay is milliseconds from 0 up, not {self}")
        if self.stretches and sum(stretch.time for stretch in self.stretches) != self.total:
            raise ValueError(f"the stretches of a delay of {self.total} add up to it, not {self.stretches}")

    @property
    def total(self) -> int:
        """All of it."""
        return self.start + self.resume + self.breaks

    @property
    def occasions(self) -> tuple[Stretch, ...]:
        """Its stretches; where nobody has told them apart, one for each cause."""
        causes = (Stretch(self.start), Stretch(self.resume), Stretch(self.breaks, is_break=True))
        return self.stretches or tuple(stretch for stretch in causes if stretch.time) or (Stretch(0),)

    @property
    def newest(self) -> Stretch:
        """The last occasion that cost any time."""
        return next((stretch for stretch in reversed(self.occasions) if stretch.time), Stretch(0))


class StrictPolicy(msgspec.Struct, frozen=True):
    """A stricter scale for one posted start: points, or the match, for being ready later than so much."""

    steps: tuple[tuple[int, int], ...] = ()  # (later than, points in all)
    forfeit_later_than: int | None = None

    def points(self, late: int) -> int:
        """The points for a player so late."""
        return max((points for later_than, points in self.steps if late > later_than), default=0)

    def forfeits(self, late: int) -> bool:
        """Whether a player so late has lost the match."""
        return self.forfeit_later_than is not None and late > self.forfeit_later_than

    def in_force(self, start: int, *, start_posted: int | None, posted: int | None, announced: int | None) -> bool:
        """Whether it applies: start time and policy posted, and the policy announced, all beforehand (usbgf:2.2.4j)."""
        return all(moment is not None and moment < start for moment in (start_posted, posted, announced))


def strict_policy(
    steps: tuple[tuple[int, int], ...] = (), forfeit_later_than: int | None = None, *, book: str = "usbgf"
) -> StrictPolicy | Refusal:
    """The policy, unless it would strike a player who is ready within usbgf's grace (usbgf:2.2.4k)."""
    thresholds = [later_than for later_than, _ in steps]
    if forfeit_later_than is not None:
        thresholds.append(forfeit_later_than)
    if not thresholds or any(points < 1 for _, points in steps):
        raise ValueError("a late policy names at least one time and what being later than it costs, from 1 point up")
    grace = param("usbgf:2.2.4k", "grace_min", int) * MINUTE
    if book == "usbgf" and min(thresholds) < grace:
        facts: dict[str, Fact] = {"clause": "usbgf:2.2.4k", "asked": min(thresholds) // 1000, "grace": grace // 1000}
        return Refusal(BookCode.LATE_POLICY_WITHIN_GRACE, facts)
    return StrictPolicy(tuple(sorted(steps)), forfeit_later_than)


class Assessment(msgspec.Struct, frozen=True, kw_only=True):
    """What a player's delay comes to."""

    points: int
    forfeit: bool
    next_point_at: int | None = None  # the total delay that brings the next point
    forfeit_at: int | None = None  # the total delay that loses the match
    confirm: bool = False  # a director has to confirm the points of the newest stretch (bws:2.2.4f)
    clauses: tuple[str, ...]


def assess(
    delay: Delay, length: int, book: str, policy: StrictPolicy | None = None, *, starting: bool = True, given: int = 0
) -> Assessment | None:
    """Points and forfeit for one player under the book, and under a policy of the event that is in force.

    `length` is the posted one, whatever the players believe (usbgf:2.2.4c); `starting`: the match has not begun,
    what the policy brings lies ahead; `given`: points for earlier stretches that `delay` leaves out, where the book
    counts each by itself. None: nothing applies.
    """
    if length < 1:
        raise ValueError(f"a match is played to 1 point or more, not {length}")
    scale = lateness_schedule(book)
    standard = None if scale is None else _by_scale(scale, delay, length, given)
    if policy is not None and standard is not None and scale is not None and starting:
        standard = _ahead(standard, scale, policy, delay, length)
    if policy is None or not (policy.points(delay.start) or policy.forfeits(delay.start)):
        return standard
    points, forfeit = policy.points(delay.start), policy.forfeits(delay.start)
    clauses = (_POLICY_CLAUSE[book],) if book in _POLICY_CLAUSE else ()
    if standard is None or scale is None:
        return Assessment(points=points, forfeit=forfeit, clauses=clauses)
    points = max(points, standard.points)
    return msgspec.structs.replace(
        standard,
        points=points,
        forfeit=forfeit or scale.forfeits(points, length),
        clauses=(*standard.clauses, *clauses),
    )


def _ahead(
    standard: Assessment, scale: LatenessSchedule, policy: StrictPolicy, delay: Delay, length: int
) -> Assessment:
    """The next point and the loss of the match as they fall due by scale and policy together (usbgf:2.2.4j)."""
    points, other = max(standard.points, policy.points(delay.start)), delay.total - delay.start
    steps = [later_than + other for later_than, more in policy.steps if more > points]
    losses = [later_than + other for later_than, more in policy.steps if scale.forfeits(more, length)]
    if policy.forfeit_later_than is not None:
        losses.append(policy.forfeit_later_than + other)
    if standard.forfeit_at is not None:
        losses.append(standard.forfeit_at)
    return msgspec.structs.replace(
        standard,
        next_point_at=min([*steps, scale.due(points + 1)]),
        forfeit_at=min(losses, default=None),
    )


_POLICY_CLAUSE = {"usbgf": "usbgf:2.2.4j", "guide": "guide:2.2.5d"}


def _by_scale(scale: LatenessSchedule, delay: Delay, length: int, given: int) -> Assessment:
    if scale.apart:
        return _stretch_by_stretch(scale, delay, length, given)
    points = scale.points(delay.total)
    clauses = list(scale.clauses)
    if delay.breaks or (delay.start and delay.resume):
        clauses.append(scale.cumulative_clause)
    forfeit = scale.forfeits(points, length)
    if forfeit and scale.forfeit_clause not in clauses:
        clauses.append(scale.forfeit_clause)
    return Assessment(
        points=points,
        forfeit=forfeit,
        next_point_at=scale.due(points + 1),
        forfeit_at=scale.forfeit_delay(length),
        clauses=tuple(clauses),
    )


def _stretch_by_stretch(scale: LatenessSchedule, delay: Delay, length: int, given: int) -> Assessment:
    """Every stretch begins at nothing; its points add to those given before (bws:2.2.4f, bws:2.2.4c)."""
    occasions = delay.occasions
    last = occasions[-1].time
    earlier = given + sum(scale.points(stretch.time) for stretch in occasions[:-1])
    points = earlier + scale.points(last)
    forfeit = scale.forfeits(points, length)
    clauses = [*scale.clauses]
    if delay.breaks:
        clauses.append(scale.cumulative_clause)
    if forfeit:
        clauses.append(scale.forfeit_clause)
    return Assessment(
        points=points,
        forfeit=forfeit,
        next_point_at=delay.total - last + scale.due(points - earlier + 1),
        forfeit_at=delay.total - last + scale.due(scale.losing_points(length) - earlier),
        confirm=scale.confirm_breaks and delay.newest.is_break and scale.points(delay.newest.time) > 0,
        clauses=tuple(clauses),
    )


def start_delay(due: int, ready: int) -> Delay:
    """A player's delay at the start; both may be late, each until ready (usbgf:2.2.4f, bws:2.2.4g)."""
    return Delay(start=max(0, ready - due))


def due_start(
    book: str,
    *,
    posted: int | None = None,
    scheduled: int | None = None,
    completed: tuple[int, ...] = (),
) -> int | None:
    """When a match is due: as posted for it, else as scheduled, else ten minutes after both are free.

    `completed` are the ends of the players' preceding matches, not of their reports (usbgf:2.2.1c); a
    player without one contributes nothing. Only usbgf:2.2.1b, and guide by our choice, know the third
    way; None: the book does not say when the match is due.
    """
    if posted is not None:
        return posted
    if scheduled is not None:
        return scheduled
    if book not in ("usbgf", "guide") or not completed:
        return None
    return max(completed) + param("usbgf:2.2.1b", "gap_min", int) * MINUTE
