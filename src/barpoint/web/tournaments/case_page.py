"""A case on a page: what happened, the next question, the ruling, and an appeal to its end."""

from barpoint.officiating import (
    Discretion,
    FactType,
    JudgeAnswer,
    NeedFacts,
    Option,
    PenaltyStep,
    all_kinds,
    answer_choices,
    answer_hint,
    answer_lines,
)
from barpoint.officiating.cases import case_policy, events
from barpoint.service.officials import CaseContext, answer_of
from barpoint.web.tournaments.forms import choice, field, hidden, post_form, reason
from barpoint.web.tournaments.language import say, word
from barpoint.web.tournaments.markup import Html, join_html, tag


def case_page(context: CaseContext) -> Html:
    """Everything about one incident."""
    opened, case = context.opening, context.case
    title = all_kinds()[opened.kind].title if opened.kind else say("In words of my own")
    sides = " – ".join(" / ".join(side) for side in (opened.white, opened.black))
    head = [
        tag("h1", title),
        tag("p", f"{opened.contest} {opened.pairing}: {sides} ({opened.book})", class_="soft"),
        tag("p", opened.report) if opened.report else None,
    ]
    facts = [join_html((tag("dt", word(key)), tag("dd", word(str(value))))) for key, value in case.facts.items()]
    known = tag("section", tag("h2", say("Facts")), tag("dl", *facts, class_="facts"), class_="card") if facts else None
    parts = [*head, known, _evidence(context)]
    answer = answer_of(context)
    if case.ruling is None:
        parts.append(_answer(context, answer))
    else:
        rulings = [tag("p", tag("strong", ruling.say), f" ({', '.join(ruling.clauses)})") for ruling in case.rulings]
        parts.append(tag("section", tag("h2", say("Ruling")), *rulings, class_="card"))
        parts.append(_appeal(context, answer))
    if not case.closed and not case.pending and not case.outcome_due:
        parts.append(_step(context, "close", label=say("Close the case")))
    return join_html(parts)


def incident_page(contest: str, pairing: str, about: str) -> Html:
    """An incident in a match, to be ruled on."""
    listed = sorted(all_kinds().items(), key=lambda item: item[1].title)
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
    return join_html((head, tag("section", tag("h2", f"{contest} {pairing}"), form, class_="card")))


def _step(context: CaseContext, step: str, *fields: Html, label: str, style: str = "small") -> Html:
    return post_form(f"cases/{context.name}", hidden("step", step), *fields, label=label, style=style)


def _answer(context: CaseContext, answer: JudgeAnswer) -> Html:
    if isinstance(answer, NeedFacts):
        wrong = tag("p", answer.wrong, class_="late") if answer.wrong else None
        question = tag("p", tag("strong", answer.question.text))
        ask = _step(context, "fact", hidden("key", answer.question.key), _answer_field(answer), label=say("Answer"))
        return join_html((tag("section", question, wrong, ask, class_="card"), _own_ruling(context)))
    lines = [join_html((tag("dt", word(label)), tag("dd", text))) for label, text in answer_lines(answer)]
    answer_list = tag("dl", *lines, class_="facts")
    chooses = _options(answer)
    form = _step(context, "rule", *_option_choice(chooses), reason(), label=say("So ruled"), style="primary")
    follow = None if isinstance(answer, Discretion) and not chooses else form
    what = say("It is for you to decide") if isinstance(answer, Discretion) else say("What the book says")
    return join_html((tag("section", tag("h2", what), answer_list, follow, class_="card"), _own_ruling(context)))


def _evidence(context: CaseContext) -> Html:
    """What both sides and others said, what was shown, and forms for more of it."""
    opened, case = context.opening, context.case
    shown = [
        join_html(
            (tag("dt", exhibit.given_by), tag("dd", f"{exhibit.title}. {exhibit.text} {exhibit.reference}".strip()))
        )
        for exhibit in case.exhibits
    ]
    listed = tag("dl", *shown, class_="facts") if shown else None
    if case.closed:
        return tag("section", tag("h2", say("Evidence")), listed, class_="card")
    players = {name: name for name in (*opened.white, *opened.black)}
    statement = _step(
        context,
        "statement",
        choice(say("Statement of"), "player", players),
        field(say("What was said"), "text", required=True, maxlength=500),
        label=say("Keep the statement"),
    )
    exhibit = _step(
        context,
        "exhibit",
        choice(say("Exhibit"), "what", {kind.value: word(kind.value) for kind in events.ExhibitKind}),
        field(say("What it shows"), "title", required=True, maxlength=120),
        field(say("Given by"), "player", required=True, maxlength=80),
        field(say("Where it is kept"), "reference", maxlength=200),
        label=say("Attach the exhibit"),
    )
    more = tag("details", tag("summary", say("Statements and exhibits")), statement, exhibit)
    return tag("section", tag("h2", say("Evidence")), listed, more, class_="card")


def _options(answer: JudgeAnswer) -> tuple[Option, ...]:
    """The ways there are to go on."""
    if isinstance(answer, NeedFacts):
        return ()
    return answer.usual if isinstance(answer, Discretion) else answer.options


def _option_choice(ways: tuple[Option, ...]) -> tuple[Html, ...]:
    return (choice(say("Chosen"), "chosen", {option.name: option.text for option in ways}),) if ways else ()


def _answer_field(answer: NeedFacts) -> Html:
    question = answer.question
    label = say("Answer")
    if question.type is FactType.YES_NO:
        return choice(label, "text", {"yes": say("yes"), "no": say("no")})
    if answer_choices(question):
        return choice(label, "text", {name: word(name) for name in answer_choices(question)})
    return field(f"{label} ({answer_hint(question)})", "text", required=True, maxlength=300)


def _own_ruling(context: CaseContext, **fixed: str) -> Html:
    """A ruling in words of one's own, with a penalty if there is to be one."""
    opened = context.opening
    sides = {"": say("nobody"), "white": " / ".join(opened.white), "black": " / ".join(opened.black)}
    steps = {step.value: word(step.value) for step in PenaltyStep if step is not PenaltyStep.NONE}
    needed = {"data_needs": "penalty.side"}
    form = _step(
        context,
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


def _appeal(context: CaseContext, answer: JudgeAnswer) -> Html | None:
    case, opened = context.case, context.opening
    if case.closed or case_policy(opened).appeals is None:
        return None
    if case.appeal is None:
        players = {name: name for name in (*opened.white, *opened.black)}
        form = _step(context, "appeal", choice(say("Appeal of"), "player", players), label=say("Appeal"))
    elif case.outcome_due:
        decided = [decision.remedy or ", ".join(decision.to_choose) for decision in case.decisions if decision.changed]
        decision_text = tag("p", say("The committee has decided"), ": ", ", ".join(decided))
        outcome = decided[0].split(", ")[0]
        form = join_html((decision_text, _outcome(context, answer, outcome)))
    elif not case.pending:
        upheld = tag("p", say("The committee has upheld the ruling."))
        return tag("section", tag("h2", say("Appeal")), upheld if not case.ruling.outcome else None, class_="card")  # type: ignore[union-attr]  # there is no appeal without a ruling
    elif not case.committee:
        members = field(say("Members"), "members", "words", required=True, placeholder="Ida, Jon, Kay")
        form = _step(context, "committee", members, label=say("Name the committee"))
    else:
        voted = case.voters()
        who_voted = f" ({say('voted')}: {', '.join(voted)})" if voted else ""
        named = tag("p", say("Committee"), ": ", ", ".join(case.committee), who_voted)
        uphold = field(say("Votes to uphold"), "uphold", "int", type="number", min="0", value="0")
        other = field(say("What it is changed to"), "changed_to", maxlength=60)
        votes = field(say("Votes to change"), "change", "votes", type="number", min="0", value="0")
        form = join_html((named, _step(context, "votes", uphold, votes, other, label=say("Count the votes"))))
    return tag("section", tag("h2", say("Appeal")), form, class_="card")


def _outcome(context: CaseContext, answer: JudgeAnswer, outcome: str) -> Html:
    """The ruling that carries out what the committee decided."""
    if outcome in (option.name for option in _options(answer)):
        return _step(context, "rule", hidden("chosen", outcome), reason(), label=say("So ruled"), style="primary")
    return _own_ruling(context, chosen=outcome)
