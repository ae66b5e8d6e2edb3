"""A match picture by picture: who owns the cube and who leads do not depend on who rolls."""

from itertools import pairwise

from barpoint.board import Side
from barpoint.match import events as e
from barpoint.match.evolve.dispatch import evolve_match
from barpoint.match.state import GameStage, MatchState, new_match
from barpoint.notation.files.mat_reader import read_mat
from barpoint.notation.ids.situation import Party
from barpoint.notation.ids.xgids import read_xgid
from barpoint.notation.pictures.frames import match_frames, picture
from barpoint.notation.record.replayer import replay
from barpoint.web.analysis.review import match_review
from tests.notation.handmade_matches import played
from tests.notation.record_texts import GNUBG

MATCH = played(7, 4)


def _states(log: tuple[e.AnyEvent, ...]) -> dict[int, MatchState]:
    started = log[0]
    assert isinstance(started, e.MatchStarted)
    state, states = new_match(started.format), {}
    for event in log:
        state = evolve_match(state, event)
        states[state.version] = state
    return states


def test_the_cube_belongs_to_its_owner_whoever_rolls() -> None:
    states, seen = _states(MATCH), set()
    for shown in match_review("M", MATCH).pictures:
        game = states[shown.version].game
        if game is None:
            continue
        assert shown.owner is game.cube.owner, shown.words
        assert shown.cube == game.cube.value
        seen.add((shown.turn, shown.owner))
    assert {(turn, owner) for turn in Side for owner in (None, *Side)} <= seen


def test_an_id_has_cube_and_score_of_the_side_on_roll() -> None:
    states, unequal = _states(MATCH), 0
    for shown in match_review("M", MATCH).pictures:
        state = states[shown.version]
        game = state.game
        if not shown.xgid or game is None:
            continue
        position, around = read_xgid(shown.xgid)
        played = game.stage is GameStage.END
        turn = game.turn.other if played else game.turn
        assert shown.turn is turn
        assert position == game.view_for(turn)
        assert played <= (around.roll is None and shown.dice is None), shown.words
        ours, theirs = state.score if turn is Side.WHITE else state.score[::-1]
        assert around.score == (ours, theirs)
        owner = None if game.cube.owner is None else Party.US if game.cube.owner is turn else Party.THEM
        assert around.cube_owner is owner
        unequal += ours != theirs and owner is not None and turn is Side.BLACK
    assert unequal


def test_before_a_double_the_doubler_is_on_roll_without_dice() -> None:
    shown = match_review("M", tuple(replay(read_mat(GNUBG), lenient=True).events)).pictures
    doubles = [(before, double) for before, double in pairwise(shown) if double.offered > before.offered]
    assert doubles
    for before, double in doubles:
        assert before.dice is None
        assert before.xgid == double.xgid.replace(":D:", ":00:"), before.words


def test_a_drawing_says_who_owns_the_cube_and_what_the_score_is() -> None:
    states, owned = _states(MATCH), 0
    for frame in match_frames(MATCH):
        game = states[frame.version].game
        if game is None or game.crawford:
            continue
        text = picture(frame).description
        white, black = states[frame.version].score
        assert f"Score {white}-{black} " in text
        if game.cube.owner is not None:
            owned += 1
            assert f"owned by {game.cube.owner.title()}" in text
    assert owned
