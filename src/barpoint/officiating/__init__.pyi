from .answer import (
    Appeal as Appeal,
)
from .answer import (
    Consequences as Consequences,
)
from .answer import (
    Discretion as Discretion,
)
from .answer import (
    JudgeAnswer as JudgeAnswer,
)
from .answer import (
    NeedFacts as NeedFacts,
)
from .answer import (
    Option as Option,
)
from .answer import (
    Penalty as Penalty,
)
from .answer import (
    PenaltyStep as PenaltyStep,
)
from .answer import (
    Ruling as Ruling,
)
from .conversion import (
    answer_choices as answer_choices,
)
from .conversion import (
    answer_data as answer_data,
)
from .conversion import (
    answer_hint as answer_hint,
)
from .conversion import (
    fact_question as fact_question,
)
from .conversion import (
    kind_data as kind_data,
)
from .conversion import (
    read_fact as read_fact,
)
from .conversion import (
    read_facts as read_facts,
)
from .facts import (
    Facts as Facts,
)
from .facts import (
    FactType as FactType,
)
from .facts import (
    FactValue as FactValue,
)
from .facts import (
    Question as Question,
)
from .incident_search import (
    IncidentMatch as IncidentMatch,
)
from .incident_search import (
    find_incidents as find_incidents,
)
from .incident_search import (
    kind_called as kind_called,
)
from .incidents import (
    IncidentDefinition as IncidentDefinition,
)
from .judgement import (
    all_kinds as all_kinds,
)
from .judgement import (
    incident_definition as incident_definition,
)
from .judgement import (
    judge as judge,
)
from .judgement import (
    mark_silences as mark_silences,
)
from .log_facts import (
    facts_from as facts_from,
)
from .match_delays import (
    Absence as Absence,
)
from .match_delays import (
    AbsenceCause as AbsenceCause,
)
from .match_delays import (
    BreakGrant as BreakGrant,
)
from .match_delays import (
    DelayLedger as DelayLedger,
)
from .match_delays import (
    delay_data as delay_data,
)
from .match_delays import (
    delay_ledger as delay_ledger,
)
from .penalty_record import (
    PenaltyEntry as PenaltyEntry,
)
from .penalty_record import (
    PenaltyRecord as PenaltyRecord,
)
from .remedy import (
    Remedy as Remedy,
)
from .wording import (
    HEADS as HEADS,
)
from .wording import (
    LABELS as LABELS,
)
from .wording import (
    answer_lines as answer_lines,
)
from .wording import (
    entry_text as entry_text,
)
from .wording import (
    fact_texts as fact_texts,
)
from .wording import (
    moment_text as moment_text,
)
from .wording import (
    option_text as option_text,
)
from .wording import (
    penalty_text as penalty_text,
)
