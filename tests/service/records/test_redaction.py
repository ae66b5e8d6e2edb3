"""Every text of every stored event is known to name somebody, to be somebody's words, or to be neither."""

from typing import Any

import msgspec.inspect as mi
import pytest

from barpoint.engine.review.analysis_data import Analysis
from barpoint.match import events as match_events
from barpoint.officiating.cases.events import AnyCaseEvent
from barpoint.officiating.cases.ledger import AnyLedgerEvent
from barpoint.service.analysis.review_notes import FileShared, NotesWritten
from barpoint.service.dice.dice_events import AnyDiceEvent
from barpoint.service.officials.inquiries import AnyInquiryEvent
from barpoint.service.people.lobby import AnyChallengeEvent
from barpoint.service.people.recovery import AnySecurityEvent
from barpoint.service.people.talk import ChatLine
from barpoint.service.play.room_events import AnyRoomEvent
from barpoint.service.records.redaction import PERSON_FIELDS, PRIVATE_FIELDS, TEXT_FIELDS, Identity, redact
from barpoint.service.tournaments.private_links import AnyLinkEvent
from barpoint.tournament import events as tournament_events

EVENTS: dict[str, Any] = {
    "match": match_events.AnyEvent,
    "recorded": match_events.AnyEvent,
    "room": AnyRoomEvent,
    "challenge": AnyChallengeEvent,
    "chat": ChatLine,
    "analysis": Analysis,
    "security": AnySecurityEvent,
    "notes": NotesWritten,
    "file": FileShared,
    "inquiry": AnyInquiryEvent,
    "case": AnyCaseEvent,
    "ledger": AnyLedgerEvent,
    "links": AnyLinkEvent,
    "dice": AnyDiceEvent,
    "tournament": tournament_events.AnyEvent,
}

NEITHER = {
    "match": "action book condition discipline illegal imposed irregular position preset start terms",
    "recorded": "action book condition discipline illegal imposed irregular position preset start terms",
    "room": "task account bot contest event fixed guest match pairing reserved terms topic",
    "challenge": "account bot discipline match preset",
    "chat": "",
    "analysis": "action best chosen engine play position discipline book preset match_id kind words format notes",
    "security": "way",
    "notes": "account name",  # the writer's name goes with the account
    "file": "account",
    "inquiry": "account case match target",
    "case": "about barred_until book change chosen clause clauses contest director discipline event extends key kind "
    "languages match matter name pairing part parts position remedy sha256 start to to_choose tournament variations "
    "vote precedent",
    "ledger": "barred_until case clauses event extends kind match",
    "links": "account key person",
    "dice": "black commitment seed white end chain digest link server",
    # the ids a director gave people are part of fixtures, books and the names of streams
    "tournament": "listed rating_list rating_list_name due_again entries "
    "away barred_until bracket call case choice clauses club concerns consolation contest currency date "
    "discipline division duty entrant entry equipment first hall halls home id languages last_chance lengths lines "
    "loser member_until members moved_from name numbers one other pairing penalty people person place player players "
    "pool preset rules_at seed side_pools start step stream table tables title to topic undone variations winner "
    "zone contests request sighting unfit imposed",
}
"""Ids, codes, words of the protocol, and what describes an event instead of a person."""


def texts(kind: Any, seen: set[type], field: str = "") -> set[str]:
    """The names of the fields that hold text."""
    match kind:
        case mi.UnionType():
            return set().union(*(texts(one, seen, field) for one in kind.types))
        case mi.StructType() | mi.DataclassType():
            if kind.cls in seen:
                return set()
            seen.add(kind.cls)
            return set().union(*(texts(one.type, seen, one.encode_name) for one in kind.fields))
        case mi.StrType():
            return {field}
        case mi.ListType() | mi.VarTupleType() | mi.SetType() | mi.FrozenSetType():
            return texts(kind.item_type, seen, field)
        case mi.TupleType():
            return set().union(*(texts(one, seen, field) for one in kind.item_types))
        case mi.DictType():
            return texts(kind.key_type, seen, field) | texts(kind.value_type, seen, field)
        case _:
            return set()


@pytest.mark.parametrize("kind", EVENTS)
def test_of_every_text_it_is_known_what_it_is(kind: str) -> None:
    found = texts(mi.type_info(EVENTS[kind]), set())
    known = PERSON_FIELDS.get(kind, frozenset()) | TEXT_FIELDS.get(kind, frozenset()) | PRIVATE_FIELDS
    neither = set(NEITHER[kind].split())
    assert found - known - neither == set(), "new texts: say of each in `redaction` or here what it is"
    named = PERSON_FIELDS.get(kind, frozenset()) | TEXT_FIELDS.get(kind, frozenset())
    assert named & neither == set()
    assert named <= found, "fields that are no more"


ANNA = Identity("former player K3QA", frozenset({"Anna"}), frozenset({"ACC"}), frozenset({"anna-m"}))


@pytest.mark.parametrize(
    ("kind", "event", "after"),
    [
        ("match", b'{"type":"DiceRolled","at":1,"side":"white","dice":[3,1]}', None),
        ("match", b'{"type":"MatchEnded","at":1,"reason":"Anna"}', None),
        ("match", b'{"at":1,"person":"Anna","side":"white"}', b'{"at":1,"person":"former player K3QA","side":"white"}'),
        (
            "match",
            b'{"at":1,"by":"Dora","reason":"ANNA, late"}',
            b'{"at":1,"by":"Dora","reason":"former player K3QA, late"}',
        ),
        ("match", b'{"at":1,"by":"Dora","reason":"Annabel"}', None),
        (
            "room",
            b'{"white":[{"name":"Anna","account":"ACC"}]}',
            b'{"white":[{"name":"former player K3QA","account":"ACC"}]}',
        ),
        (
            "room",
            b'{"at":1,"appointed":[{"person":"Anna","task":"monitor"}]}',
            b'{"at":1,"appointed":[{"person":"former player K3QA","task":"monitor"}]}',
        ),
        (
            "links",
            b'{"person":"bo","account":"B","official":"Anna","reason":"Anna was asked"}',
            b'{"person":"bo","account":"B","official":"former player K3QA","reason":"former player K3QA was asked"}',
        ),
        (
            "case",
            b'{"at":1,"by":"Dora","principle":"As Anna did."}',
            b'{"at":1,"by":"Dora","principle":"As former player K3QA did."}',
        ),
        ("chat", b'{"by":"Anna","text":"I am at home"}', b'{"by":"former player K3QA","text":""}'),
        (
            "notes",
            b'{"account":"ACC","name":"Anna","notes":[{"version":3,"text":"mine"}]}',
            b'{"account":"ACC","name":"former player K3QA","notes":[]}',
        ),
        ("file", b'{"account":"ACC","data":"QUJD"}', b'{"account":"ACC","data":""}'),
        ("chat", b'{"by":"Ben","text":"hi anna"}', b'{"by":"Ben","text":"hi former player K3QA"}'),
        (
            "tournament",
            b'{"by":"anna-m","player":{"id":"anna-m","name":"Anna","contact":"+1","member":"77","club":"X"}}',
            b'{"by":"anna-m","player":{"id":"anna-m","name":"former player K3QA","club":"X"}}',
        ),
        (
            "tournament",
            b'{"by":"x","entry":{"id":"anna-m+bo","name":"Anna / Bo","people":["anna-m","bo"]}}',
            b'{"by":"x","entry":{"id":"anna-m+bo","name":"former player K3QA / Bo","people":["anna-m","bo"]}}',
        ),
        (
            "tournament",
            b'{"by":"x","buyer":"buyer:Anna","lines":[["buyer:Anna",5],["cash",-5]]}',
            b'{"by":"x","buyer":"buyer:former player K3QA","lines":[["buyer:former player K3QA",5],["cash",-5]]}',
        ),
        ("tournament", b'{"by":"official:Anna"}', b'{"by":"official:former player K3QA"}'),
        ("tournament", b'{"by":"x","settings":{"id":"open","name":"Anna"}}', None),
        (
            "ledger",
            b'{"by":"Dora","entry":{"person":"Anna"}}',
            b'{"by":"Dora","entry":{"person":"former player K3QA"}}',
        ),
    ],
)
def test_only_what_names_the_person_is_rewritten(kind: str, event: bytes, after: bytes | None) -> None:
    assert redact(event, ANNA, kind) == after
