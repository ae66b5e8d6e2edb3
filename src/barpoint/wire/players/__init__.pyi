from .matches import (
    ClaimLine as ClaimLine,
)
from .matches import (
    ClaimShown as ClaimShown,
)
from .matches import (
    ClockWishStated as ClockWishStated,
)
from .matches import (
    DeferredAdjustment as DeferredAdjustment,
)
from .matches import (
    MatchLink as MatchLink,
)
from .matches import (
    Me as Me,
)
from .matches import (
    NewChallenge as NewChallenge,
)
from .matches import (
    NewGuest as NewGuest,
)
from .matches import (
    NewMatch as NewMatch,
)
from .matches import (
    PresetSummary as PresetSummary,
)
from .matches import (
    Problem as Problem,
)
from .matches import (
    ProposalAnswer as ProposalAnswer,
)
from .matches import (
    PublicationWish as PublicationWish,
)
from .matches import (
    StatedWishes as StatedWishes,
)
from .matches import (
    TermsProposal as TermsProposal,
)
from .people import (
    Block as Block,
)
from .people import (
    Contact as Contact,
)
from .people import (
    NewAccount as NewAccount,
)
from .people import (
    NewPassword as NewPassword,
)
from .people import (
    NewPushAddress as NewPushAddress,
)
from .people import (
    PasskeyAnswer as PasskeyAnswer,
)
from .people import (
    PasskeyRequest as PasskeyRequest,
)
from .people import (
    PushKey as PushKey,
)
from .people import (
    SignIn as SignIn,
)
from .people import (
    Spectator as Spectator,
)
from .ratings import (
    BoardRatings as BoardRatings,
)
from .ratings import (
    LadderPage as LadderPage,
)
from .ratings import (
    LiveBoard as LiveBoard,
)
from .ratings import (
    MatchRatings as MatchRatings,
)
from .ratings import (
    PlayerChange as PlayerChange,
)
from .ratings import (
    QuickRequest as QuickRequest,
)
from .ratings import (
    RatingDecision as RatingDecision,
)
from .ratings import (
    RatingNow as RatingNow,
)
from .ratings import (
    RatingsHere as RatingsHere,
)
from .review import (
    AnalysisProgress as AnalysisProgress,
)
from .review import (
    Picture as Picture,
)
from .review import (
    Review as Review,
)
from .review import (
    SharedFile as SharedFile,
)
from .security import (
    NewRecovery as NewRecovery,
)
from .security import (
    NewReset as NewReset,
)
from .security import (
    PasskeyName as PasskeyName,
)
from .security import (
    PasskeySeen as PasskeySeen,
)
from .security import (
    Proof as Proof,
)
from .security import (
    RecoveryCodes as RecoveryCodes,
)
from .security import (
    Security as Security,
)
from .security import (
    SessionSeen as SessionSeen,
)
