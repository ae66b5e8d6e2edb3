from .inquiries import (
    BallotReceipt as BallotReceipt,
)
from .inquiries import (
    BarRequest as BarRequest,
)
from .inquiries import (
    CaseDecision as CaseDecision,
)
from .inquiries import (
    CaseExhibit as CaseExhibit,
)
from .inquiries import (
    CaseHearing as CaseHearing,
)
from .inquiries import (
    CasePage as CasePage,
)
from .inquiries import (
    CaseSection as CaseSection,
)
from .inquiries import (
    CaseView as CaseView,
)
from .inquiries import (
    CommandDone as CommandDone,
)
from .inquiries import (
    Extension as Extension,
)
from .inquiries import (
    GivenFact as GivenFact,
)
from .inquiries import (
    HearingListing as HearingListing,
)
from .inquiries import (
    HearingStep as HearingStep,
)
from .inquiries import (
    IncidentKind as IncidentKind,
)
from .inquiries import (
    IncidentReport as IncidentReport,
)
from .inquiries import (
    InquiryAnswer as InquiryAnswer,
)
from .inquiries import (
    MemberBallot as MemberBallot,
)
from .inquiries import (
    Mute as Mute,
)
from .inquiries import (
    NewBallot as NewBallot,
)
from .inquiries import (
    NewCase as NewCase,
)
from .inquiries import (
    NewJudgement as NewJudgement,
)
from .inquiries import (
    NewPrinciple as NewPrinciple,
)
from .inquiries import (
    PlayerReport as PlayerReport,
)
from .inquiries import (
    Precedent as Precedent,
)
from .inquiries import (
    ReferredCase as ReferredCase,
)
from .inquiries import (
    RuleAnswer as RuleAnswer,
)
from .inquiries import (
    RuleOn as RuleOn,
)
from .inquiries import (
    Stop as Stop,
)
from .ruling import (
    FactLine as FactLine,
)
from .ruling import (
    Incident as Incident,
)
from .ruling import (
    NewRuling as NewRuling,
)
from .ruling import (
    PositionView as PositionView,
)
from .ruling import (
    RulingQuestion as RulingQuestion,
)
from .ruling import (
    RulingView as RulingView,
)
