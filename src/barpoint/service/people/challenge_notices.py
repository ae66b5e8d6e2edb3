"""What two people hear of a challenge that one has made to the other: that it is there, and what came of it.

Every process that learns of it tells the pages open at that process; what reaches somebody elsewhere goes out once, by
its key.
"""

from collections.abc import Sequence
from typing import Final

from barpoint.service.people.blocks import Blocks
from barpoint.service.people.lobby import Challenge, Lobby
from barpoint.service.people.member_ports import NoticeBoard, PersonalNotice
from barpoint.service.people.notice_texts import make_notice
from barpoint.service.people.notices import Notices
from barpoint.service.ports import Account

RECEIVED: Final = "challenge"
TAKEN: Final = "challenge_taken"
DECLINED: Final = "challenge_declined"
OFF: Final = "challenge_off"
"""Kinds of notices; the link of each is the challenge's."""
MOST_SHOWN: Final = 10
"""Challenges a page is given of each kind."""


class ChallengeNotices:
    """Tells whoever is challenged, and whoever waits for the answer."""

    def __init__(self, lobby: Lobby, notices: Notices, board: NoticeBoard, blocks: Blocks) -> None:
        self._lobby, self._notices, self._board, self._blocks = lobby, notices, board, blocks
        lobby.personal_listeners.append(self._note)

    def _note(self, challenge: Challenge) -> None:
        if challenge.to is None:
            return
        by, to = challenge.seats[0], challenge.to
        if challenge.match:
            self._tell(by.account, TAKEN, "{name} plays you", to.name, challenge)
        elif challenge.declined:
            self._tell(by.account, DECLINED, "{name} declines your challenge", to.name, challenge)
        elif challenge.withdrawn:
            self._tell(to.account, OFF, "The challenge of {name} is off", by.name, challenge, away=False)
        elif challenge.version == 1:
            self._tell(to.account, RECEIVED, "{name} challenges you", by.name, challenge)

    def _tell(self, account: str, kind: str, text: str, name: str, challenge: Challenge, *, away: bool = True) -> None:
        notice = make_notice(kind, text, f"/join/{challenge.id}", challenge.at, name=name)
        self._notices.tell(account, f"{kind}/{challenge.id}", notice, away=away)

    async def received(self, account: Account) -> list[Challenge]:
        """What somebody has to answer; nothing of whoever is apart from them by a block."""
        received = self._lobby.received_challenges(account)[:MOST_SHOWN]
        return [one for one in received if not await self._blocks.apart(account.id, one.seats[0].account)]

    async def answered(self, account: Account) -> list[Challenge]:
        """What others have said to somebody's own challenges, the newest first."""
        answers: Sequence[PersonalNotice] = [
            notice for notice in await self._board.notices(account.id) if notice.kind in (TAKEN, DECLINED)
        ]
        challenges = [await self._lobby.find(notice.link.rpartition("/")[2]) for notice in answers[:MOST_SHOWN]]
        return [challenge for challenge in challenges if challenge is not None]
