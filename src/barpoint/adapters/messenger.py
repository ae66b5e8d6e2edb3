"""`member_ports.Messenger`: Web Push, a webhook, a mail command. Each is off until the operator sets it up.

The webhook gets the notice as JSON. The mail command gets a whole mail on its standard input, as `sendmail -t`
takes it, for those who have said where their mail goes. A push address comes from a browser, that is from anybody:
only https to a public address is spoken to.
"""

import asyncio
import ipaddress
import json
import logging
import shlex
import socket
import urllib.error
import urllib.request
from dataclasses import dataclass
from email.message import EmailMessage
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from barpoint.adapters.web_push import b64, public_point, push_request
from barpoint.service import WallClock
from barpoint.service.people import (
    PersonalNotice,
    PushAddress,
    Recipient,
)

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

_WAIT: Final = 10
_GONE: Final = (404, 410)
_log = logging.getLogger("barpoint.outward")


@dataclass(frozen=True, slots=True)
class NoticeChannels:
    """What the operator has set up. `contact` is told to push services, as they ask; without it nothing is pushed."""

    webhook: str = ""
    mail_command: str = ""
    mail_from: str = ""
    push_contact: str = ""
    site: str = ""  # the address of the pages, for links in mails


class NoticeMessenger:
    """Messages that leave the server."""

    def __init__(
        self, channels: NoticeChannels, clock: WallClock, key: "EllipticCurvePrivateKey | None" = None
    ) -> None:
        self._channels, self._clock, self._key = channels, clock, key

    @property
    def push_key(self) -> str:
        """The key a browser subscribes with; empty if there is no Web Push."""
        return "" if self._key is None else b64(public_point(self._key))

    async def push(self, address: PushAddress, notice: PersonalNotice) -> bool:
        """To a browser; False if it is no longer there."""
        if self._key is None:
            return True
        message = {"kind": notice.kind, "text": notice.text, "link": notice.link, "translations": notice.translations}
        body = json.dumps(message, ensure_ascii=False).encode()
        try:
            request = push_request(body, address, self._key, self._channels.push_contact, self._clock.now())
            status = await asyncio.to_thread(_post, address.endpoint, request.body, request.headers, public=True)
        except (OSError, ValueError) as failed:
            _log.warning("a push failed", extra={"why": str(failed)})
            return not isinstance(failed, ValueError)
        return status not in _GONE

    async def send(self, to: Recipient, notice: PersonalNotice) -> None:
        """By the other ways; a way that fails is noted and forgotten."""
        try:
            if self._channels.webhook:
                payload = {"account": to.account, "name": to.name, "kind": notice.kind, "text": notice.text}
                body = json.dumps(payload | {"link": self._channels.site + notice.link}).encode()
                await asyncio.to_thread(_post, self._channels.webhook, body, {"content-type": "application/json"})
            if self._channels.mail_command and to.contact:
                await self._mail(to, notice)
        except (OSError, ValueError, TimeoutError) as failed:
            _log.warning("a notice did not go out", extra={"why": str(failed), "kind": notice.kind})

    async def _mail(self, to: Recipient, notice: PersonalNotice) -> None:
        mail = EmailMessage()
        mail["To"], mail["Subject"] = to.contact, f"Barpoint: {notice.text}"
        if self._channels.mail_from:
            mail["From"] = self._channels.mail_from
        texts = "\n".join(dict.fromkeys((notice.text, *notice.translations.values())))  # whatever its reader speaks
        mail.set_content(f"{texts}\n\n{self._channels.site}{notice.link}\n")
        process = await asyncio.create_subprocess_exec(
            *shlex.split(self._channels.mail_command), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL
        )
        await asyncio.wait_for(process.communicate(mail.as_bytes()), _WAIT)
        if process.returncode:
            raise OSError(f"the mail command ended with {process.returncode}")


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows nothing: where a push goes has been checked, where it is sent on to has not."""

    def redirect_request(self, *_: object) -> None:
        return None


def _post(url: str, body: bytes, headers: dict[str, str], *, public: bool = False) -> int:
    parts = urlsplit(url)
    if public:
        check_public(url)
    elif parts.scheme not in ("http", "https"):
        raise ValueError(f"expected an http or https address, not {parts.scheme!r}")  # the rest of it is secret
    request = urllib.request.Request(url, body, headers, method="POST")  # noqa: S310  # the scheme was looked at
    try:
        with urllib.request.build_opener(_NoRedirects).open(request, timeout=_WAIT) as answer:
            status: int = answer.status
            return status
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code


def check_public(url: str) -> None:
    """ValueError unless it is https to an address of the public internet."""
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname:
        raise ValueError("a push address is an https one")
    for resolved in socket.getaddrinfo(parts.hostname, parts.port or 443, proto=socket.IPPROTO_TCP):
        if not ipaddress.ip_address(resolved[4][0]).is_global:
            raise ValueError("a push address is one of the public internet")
