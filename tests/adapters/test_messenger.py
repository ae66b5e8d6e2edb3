"""Notices leave the server by the webhook and the mail command of its operator."""

import asyncio
import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

from barpoint.adapters.messenger import NoticeChannels, NoticeMessenger
from barpoint.adapters.system_clock import SystemClock
from barpoint.service.people.member_ports import (
    PersonalNotice,
    PushAddress,
    Recipient,
)

NOTICE = PersonalNotice("your_turn", "Your turn against Ben", "/match/ABC")
ANNA = Recipient("A1", "Anna", "anna@example.org")


class Hook(BaseHTTPRequestHandler):
    heard: list[bytes] = []  # noqa: RUF012  # one for the one test

    def do_POST(self) -> None:
        self.heard.append(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_a_webhook_hears_the_notice_as_json() -> None:
    with HTTPServer(("127.0.0.1", 0), Hook) as server:
        Thread(target=server.handle_request, daemon=True).start()
        ways = NoticeChannels(webhook=f"http://127.0.0.1:{server.server_port}/hook", site="https://club.example")
        asyncio.run(NoticeMessenger(ways, SystemClock()).send(ANNA, NOTICE))
    (told,) = [json.loads(body) for body in Hook.heard]
    assert told["text"] == "Your turn against Ben"
    assert told["link"] == "https://club.example/match/ABC"
    assert "anna@example.org" not in str(told)


def test_the_mail_command_gets_a_whole_mail_for_those_who_want_one(tmp_path: Path) -> None:
    kept = tmp_path / "mail"
    script = f"import sys; open({str(kept)!r}, 'wb').write(sys.stdin.buffer.read())"
    ways = NoticeChannels(
        mail_command=f'{sys.executable} -c "{script}"', mail_from="club@example.org", site="https://club.example"
    )
    outward = NoticeMessenger(ways, SystemClock())
    asyncio.run(outward.send(Recipient("B1", "Ben"), NOTICE))
    assert not kept.exists()
    asyncio.run(outward.send(ANNA, NOTICE))
    mail = kept.read_text()
    assert "To: anna@example.org" in mail
    assert "https://club.example/match/ABC" in mail


def test_a_way_that_fails_harms_nobody() -> None:
    ways = NoticeChannels(webhook="http://127.0.0.1:9/nobody", mail_command="false")
    asyncio.run(NoticeMessenger(ways, SystemClock()).send(ANNA, NOTICE))
    assert asyncio.run(NoticeMessenger(ways, SystemClock()).push(PushAddress("https://x.example", "k", "a"), NOTICE))
    assert not NoticeMessenger(ways, SystemClock()).push_key
