"""Web Push by the book: a message for one browser, encrypted (RFC 8291) and signed by this server (RFC 8292).

Only `cryptography` is needed. What is pushed goes to the push service of the browser's maker, encrypted for the
browser; a server that is not set up for it never does that.
"""

import base64
import hmac
import json
import os
import struct
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from barpoint.service.people import PushAddress

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

_RECORD: Final = 4096
_LASTS: Final = 12 * 3600  # seconds a signature is good for; the RFC allows a day


def new_key() -> bytes:
    """A private key of the server, as it is kept."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())


def read_key(kept: bytes) -> "EllipticCurvePrivateKey":
    """The key that was kept."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import load_der_private_key

    key = load_der_private_key(kept, None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key


def public_point(key: "EllipticCurvePrivateKey") -> bytes:
    """The public part, uncompressed."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@dataclass(frozen=True, slots=True)
class PushRequest:
    """What is sent: POST it to the endpoint."""

    body: bytes
    headers: dict[str, str]


def push_request(
    message: bytes, to: PushAddress, key: "EllipticCurvePrivateKey", contact: str, now: int
) -> PushRequest:
    """A message for a browser; ValueError if its address is not one."""
    body = encrypt(message, _unb64(to.key), _unb64(to.auth))
    headers = {
        "authorization": f"vapid t={_token(to.endpoint, key, contact, now)}, k={b64(public_point(key))}",
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(_LASTS),
        "urgency": "normal",
    }
    return PushRequest(body, headers)


def encrypt(
    message: bytes,
    receiver: bytes,
    auth: bytes,
    *,
    salt: bytes | None = None,
    sender: "EllipticCurvePrivateKey | None" = None,
) -> bytes:
    """RFC 8291: salt and sender are fresh unless a test gives them."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    if len(message) > _RECORD - 200:
        raise ValueError(f"a push message has at most {_RECORD - 200} bytes")
    salt = os.urandom(16) if salt is None else salt
    sender = ec.generate_private_key(ec.SECP256R1()) if sender is None else sender
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), receiver))
    ours = public_point(sender)
    secret = _expand(_extract(auth, shared), b"WebPush: info\0" + receiver + ours, 32)
    master = _extract(salt, secret)
    key = _expand(master, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _expand(master, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, message + b"\x02", None)
    return salt + struct.pack("!IB", _RECORD, len(ours)) + ours + sealed


def b64(data: bytes) -> str:
    """Base64 as the web has it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _extract(salt: bytes, material: bytes) -> bytes:
    return hmac.digest(salt, material, sha256)


def _expand(key: bytes, info: bytes, length: int) -> bytes:
    return hmac.digest(key, info + b"\x01", sha256)[:length]


def _token(endpoint: str, key: "EllipticCurvePrivateKey", contact: str, now: int) -> str:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now // 1000 + _LASTS, "sub": contact}
    head = b64(json.dumps({"typ": "JWT", "alg": "ES256"}).encode())
    signed = f"{head}.{b64(json.dumps(claims).encode())}"
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{signed}.{b64(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
