"""A case on a page: what happened, the next question, the ruling, and an appeal to its end."""

from barpoint.officiating.answer import Answer, Discretion, NeedFacts, Option, Step
from barpoint.officiating.case import policy_in
from barpoint.officiating.facts import FactType
from barpoint.officiating.judge import all_kinds
from barpoint.officiating.reading import hint, options
from barpoint.officiating.wording import answer_lines
from barpoint.service.officiate import OpenCase, answer_of
from barpoint.web.tournaments.forms import choice, field, hidden, post_form, reason
from barpoint.web.tournaments.language import say, word
from barpoint.web.tournaments.markup import Html, joined, tag


def case_page(found: OpenCase) -> Html:
    """Everything about one incident."""
    opened, case = found.opened, found.case
    title = all_kinds()[opened.kind].title if opened.kind else say("In words of my own")
    sides = " – ".join(" / ".join(side) for side in (opened.white, opened.black))
    head = [
        tag("h1", title),
        tag("p", f"{opened.contest} {opened.pairing}: {sides} ({opened.book})", class_="soft"),
        tag("p", opened.report) if opened.report else None,
    ]
    facts = [joined((tag("dt", word(key)), tag("dd", word(str(value))))) for key, value in case.facts.items()]
    known = tag("section", tag("h2", say("Facts")), tag("dl", *facts, class_="facts"), class_="card") if facts else None
    parts = [*head, known]
    answer = answer_of(found)
    if case.ruling is None:
        parts.append(_answer(found, answer))
    else:
        given = [tag("p", tag("strong", one.say), f" ({', '.join(one.clauses)})") for one in case.rulings]
        parts.append(tag("section", tag("h2", say("Ruling")), *given, class_="card"))
        parts.append(_appeal(found, answer))
    if not case.closed and not case.pending and not case.overturned:
        parts.append(_step(found, "close", label=say("Close the case")))
    return joined(parts)


def incident_page(contest: str, pairing: str, about: str) -> Html:
    """An incident in a match, to be ruled on."""
    listed = sorted(all_kinds().items(), key=lambda one: one[1].title)
    kinds = {"": say("In words of my own")} | {name: kind.title for name, kind in listed}
    form = post_form(
        "cases",
        hidden("contest", contest),
        hidden("pairing", pairing),
        choice(say("What happened"), "kind", kinds),
        field(say("Report"), "report", value=about, maxlength=300),
        label=say("Open a case"),
        style="primary",
    )
    head = tag("h1", say("Rule on an incident"))
    return joined((head, tag("section", tag("h2", f"{contest} {pairing}"), form, class_="card")))


def _step(found: OpenCase, step: str, *fields: Html, label: str, style: str = "small") -> Html:
    return post_form(f"cases/{found.name}", hidden("step", step), *fields, label=label, style=style)


def _answer(found: OpenCase, answer: Answer) -> Html:
    if isinstance(answer, NeedFacts):
        wrong = tag("p", answer.wrong, class_="late") if answer.wrong else None
        question = tag("p", tag("strong", answer.question.text))
        ask = _step(found, "fact", hidden("key", answer.question.key), _asked(answer), label=say("Answer"))
        return joined((tag("section", question, wrong, ask, class_="card"), _own(found)))
    lines = [joined((tag("dt", word(label)), tag("dd", text))) for label, text in answer_lines(answer)]
    said = tag("dl", *lines, class_="facts")
    chooses = _open_to(answer)
    form = _step(found, "rule", *_chosen(chooses), reason(), label=say("So ruled"), style="primary")
    follow = None if isinstance(answer, Discretion) and not chooses else form
    what = say("It is for you to decide") if isinstance(answer, Discretion) else say("What the book says")
    return joined((tag("section", tag("h2", what), said, follow, class_="card"), _own(found)))


def _open_to(answer: Answer) -> tuple[Option, ...]:
    """The ways there are to go on."""
    if isinstance(answer, NeedFacts):
        return ()
    return answer.usual if isinstance(answer, Discretion) else answer.options


def _chosen(found: tuple[Option, ...]) -> tuple[Html, ...]:
    return (choice(say("Chosen"), "chosen", {one.name: one.text for one in found}),) if found else ()


def _asked(answer: NeedFacts) -> Html:
    question = answer.question
    label = say("Answer")
    if question.type is FactType.YES_NO:
        return choice(label, "text", {"yes": say("yes"), "no": say("no")})
    if options(question):
        return choice(label, "text", {name: word(name) for name in options(question)})
    return field(f"{label} ({hint(question)})", "text", required=True, maxlength=300)


def _own(found: OpenCase, **fixed: str) -> Html:
    """A ruling in words of one's own, with a penalty if there is to be one."""
    opened = found.opened
    sides = {"": say("nobody"), "white": " / ".join(opened.white), "black": " / ".join(opened.black)}
    steps = {each.value: word(each.value) for each in Step if each is not Step.NONE}
    needed = {"data_needs": "penalty.side"}
    form = _step(
        found,
        "rule",
        *(hidden(name, value) for name, value in fixed.items()),
        field(say("Ruling"), "say", required=True, maxlength=500),
        reason(required=True),
        choice(say("Penalty for"), "penalty.side", sides),
        choice(say("Penalty"), "penalty.step", steps, **needed),
        field(say("Points"), "penalty.points", "int", type="number", min="0", max="25", **needed),
        choice(say("Counts"), "penalty.later", {"": say("now"), "1": say("in the next match")}, "bool", **needed),
        field(say("Barred until"), "penalty.barred_until", type="date", **needed),
        label=say("Rule so"),
    )
    return tag("details", tag("summary", say("A ruling of my own")), form, class_="card")


def _appeal(found: OpenCase, answer: Answer) -> Html | None:
    case, opened = found.case, found.opened
    if case.closed or policy_in(opened).appeals is None:
        return None
    if case.appeal is None:
        players = {name: name for name in (*opened.white, *opened.black)}
        form = _step(found, "appeal", choice(say("Appeal of"), "player", players), label=say("Appeal"))
    elif case.overturned:
        decided = [one.remedy or ", ".join(one.to_choose) for one in case.decisions if one.changed]
        said = tag("p", say("The committee has decided"), ": ", ", ".join(decided))
        outcome = decided[0].split(", ")[0]
        form = joined((said, _outcome(found, answer, outcome)))
    elif not case.pending:
        upheld = tag("p", say("The committee has upheld the ruling."))
        return tag("section", tag("h2", say("Appeal")), upheld if not case.ruling.outcome else None, class_="card")  # type: ignore[union-attr]  # there is no appeal without a ruling
    elif not case.committee:
        members = field(say("Members"), "members", "words", required=True, placeholder="Ida, Jon, Kay")
        form = _step(found, "committee", members, label=say("Name the committee"))
    else:
        named = tag("p", say("Committee"), ": ", ", ".join(case.committee))
        uphold = field(say("Votes to uphold"), "uphold", "int", type="number", min="0", value="0")
        other = field(say("What it is changed to"), "changed_to", maxlength=60)
        votes = field(say("Votes to change"), "change", "votes", type="number", min="0", value="0")
        form = joined((named, _step(found, "votes", uphold, votes, other, label=say("Count the votes"))))
    return tag("section", tag("h2", say("Appeal")), form, class_="card")


def _outcome(found: OpenCase, answer: Answer, outcome: str) -> Html:
    """The ruling that carries out what the committee decided."""
    if outcome in (one.name for one in _open_to(answer)):
        return _step(found, "rule", hidden("chosen", outcome), reason(), label=say("So ruled"), style="primary")
    return _own(found, chosen=outcome)
