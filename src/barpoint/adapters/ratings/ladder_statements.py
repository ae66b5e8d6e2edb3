"""The statements by which the ladder follows a match, made once: making them takes longer than running them."""

from functools import cache
from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from barpoint.adapters.database import (
    accounts,
    rated_matches,
    rating_changes,
    rating_marks,
    rating_sources,
    ratings,
)


def _some(name: str) -> "sa.BindParameter[str]":
    return sa.bindparam(name, expanding=True)


_SYSTEM: Final = sa.bindparam("system", type_=sa.Text)
_POOL: Final = sa.bindparam("pool", type_=sa.Text)
_AT: Final = sa.bindparam("at", type_=sa.BigInteger)
_MINE: Final = (ratings.c.system == _SYSTEM) & (ratings.c.pool == _POOL)
_CHANGES: Final = (rating_changes.c.system == _SYSTEM) & (rating_changes.c.pool == _POOL)

TAKE_TURN: Final = sa.delete(rating_marks).where(rating_marks.c.stream == "")
VERSIONS: Final = sa.select(rating_sources).where(rating_sources.c.stream.in_(_some("streams")))
MARKS_DONE: Final = sa.delete(rating_marks).where(
    rating_marks.c.stream == sa.bindparam("of", type_=sa.Text),
    rating_marks.c.version <= sa.bindparam("done", type_=sa.Integer),
)
MATCHES_OF_SOURCES: Final = sa.select(rated_matches).where(rated_matches.c.source.in_(_some("sources")))
MATCHES_GONE: Final = sa.delete(rated_matches).where(rated_matches.c.id.in_(_some("gone")))
NEW_MATCHES: Final = sa.insert(rated_matches)
NEW_CHANGES: Final = sa.insert(rating_changes)
CHANGES_SINCE: Final = sa.select(rating_changes).where(_CHANGES, rating_changes.c.at >= _AT)
CHANGES_LATER: Final = sa.delete(rating_changes).where(_CHANGES, rating_changes.c.at > _AT)
CHANGES_BY: Final = sa.delete(rating_changes).where(_CHANGES, rating_changes.c.match == sa.bindparam("by"))
COUNTED_SINCE: Final = sa.select(rated_matches.c.data).where(
    rated_matches.c.pool == _POOL, rated_matches.c.counts, rated_matches.c.at >= _AT
)
RATINGS_OF: Final = sa.select(ratings).where(_MINE, ratings.c.player.in_(_some("players")))
RATING_GONE: Final = sa.delete(ratings).where(_MINE, ratings.c.player == sa.bindparam("of"))
GUESTS: Final = sa.select(accounts.c.id).where(accounts.c.id.in_(_some("players")), accounts.c.guest)


@cache
def followed(*, shared: bool) -> sa.Insert:
    """Streams are followed so far."""
    insert = postgresql.insert(rating_sources) if shared else sqlite.insert(rating_sources)
    return insert.on_conflict_do_update(index_elements=["stream"], set_={"version": insert.excluded.version})


@cache
def present_ratings(*, shared: bool) -> sa.Insert:
    """What people have now; whether a row is shown stays as it was."""
    insert = postgresql.insert(ratings) if shared else sqlite.insert(ratings)
    fresh = {name: insert.excluded[name] for name in ("rating", "matches", "won", "last", "data")}
    return insert.on_conflict_do_update(index_elements=["system", "pool", "player"], set_=fresh)
