from .case import (
    Case as Case,
)
from .case import (
    CaseCode as CaseCode,
)
from .case import (
    case_policy as case_policy,
)
from .case import (
    decide_case as decide_case,
)
from .case import (
    decode_case as decode_case,
)
from .case import (
    fold_case as fold_case,
)
from .documents import (
    CaseFile as CaseFile,
)
from .documents import (
    answer_file as answer_file,
)
from .documents import (
    answers_by_book as answers_by_book,
)
from .documents import (
    case_file as case_file,
)
from .documents import (
    committee_page as committee_page,
)
from .documents import (
    document_markdown as document_markdown,
)
from .documents import (
    document_typst as document_typst,
)
from .documents import (
    facts_on_file as facts_on_file,
)
from .documents import (
    federation_report as federation_report,
)
from .documents import (
    reports_due as reports_due,
)
from .events import (
    CaseStep as CaseStep,
)
from .ledger import (
    AnyLedgerEvent as AnyLedgerEvent,
)
from .ledger import (
    PenaltiesLifted as PenaltiesLifted,
)
from .ledger import (
    PenaltyLedger as PenaltyLedger,
)
from .ledger import (
    PenaltyRecorded as PenaltyRecorded,
)
from .ledger import (
    PenaltyServed as PenaltyServed,
)
from .ledger import (
    case_entries as case_entries,
)
from .ledger import (
    decode_ledger_event as decode_ledger_event,
)
from .ledger import (
    encode_ledger_event as encode_ledger_event,
)
from .ledger import (
    evolve_ledger as evolve_ledger,
)
from .ledger import (
    fold_ledger as fold_ledger,
)
from .ledger import (
    ledger_events as ledger_events,
)
from .ledger import (
    remedies_due as remedies_due,
)
from .option_effects import (
    NamedAmount as NamedAmount,
)
from .option_effects import (
    free_side as free_side,
)
from .option_effects import (
    option_asks as option_asks,
)
from .remedy_application import (
    RemedyCode as RemedyCode,
)
from .remedy_application import (
    apply_remedies as apply_remedies,
)
from .remedy_application import (
    revoke_remedies as revoke_remedies,
)
from .ruled_delays import (
    TIME_KINDS as TIME_KINDS,
)
from .ruled_delays import (
    delay_facts as delay_facts,
)
from .ruled_delays import (
    ruled_absences as ruled_absences,
)
from .ruled_delays import (
    with_ruled as with_ruled,
)
from .ruling_confirmation import (
    Confirmation as Confirmation,
)
from .ruling_confirmation import (
    OwnRuling as OwnRuling,
)
from .ruling_confirmation import (
    confirm as confirm,
)
from .search import (
    CaseQuery as CaseQuery,
)
from .search import (
    clauses_of as clauses_of,
)
from .search import (
    find_cases as find_cases,
)
from .search import (
    subjects_of as subjects_of,
)
