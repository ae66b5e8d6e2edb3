from .agreeing import (
    answer_proposal as answer_proposal,
)
from .agreeing import (
    defer_adjustment as defer_adjustment,
)
from .agreeing import (
    propose_terms as propose_terms,
)
from .agreeing import (
    state_wish as state_wish,
)
from .agreement import (
    AgreementView as AgreementView,
)
from .bot_turn import (
    BotCommand as BotCommand,
)
from .bot_turn import (
    bot_command as bot_command,
)
from .dice_chains import (
    owner_at as owner_at,
)
from .match_export import (
    EXPORT_FORMATS as EXPORT_FORMATS,
)
from .match_export import (
    export_match as export_match,
)
from .move_choices import (
    LegalPlay as LegalPlay,
)
from .move_choices import (
    PlayChoices as PlayChoices,
)
from .move_choices import (
    play_choices as play_choices,
)
from .move_choices import (
    position_choices as position_choices,
)
from .play_service import (
    Done as Done,
)
from .play_service import (
    EndRequest as EndRequest,
)
from .play_service import (
    LinkRequest as LinkRequest,
)
from .play_service import (
    MatchRequest as MatchRequest,
)
from .play_service import (
    PartRequest as PartRequest,
)
from .play_service import (
    ReadyRequest as ReadyRequest,
)
from .play_service import (
    RollRequest as RollRequest,
)
from .play_service import (
    TakeBackRequest as TakeBackRequest,
)
from .room_events import (
    CopiesAllowed as CopiesAllowed,
)
from .room_events import (
    RatingWithheld as RatingWithheld,
)
from .room_events import (
    RecordClosed as RecordClosed,
)
from .room_events import (
    SideMuted as SideMuted,
)
from .terms import (
    options_of_terms as options_of_terms,
)
from .view_builder import (
    board_points as board_points,
)
from .view_builder import (
    length_in_words as length_in_words,
)
from .view_builder import (
    match_view as match_view,
)
from .view_builder import (
    view_for as view_for,
)
