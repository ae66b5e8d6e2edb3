"""A passkey made of software, for tests: what a browser and its authenticator answer (WebAuthn with ES256)."""

import base64
import hashlib
import json
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """One passkey, for one site."""

    def __init__(self, origin: str, host: str) -> None:
        self._origin, self._host = origin, host
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = hashlib.sha256(str(id(self)).encode()).digest()[:16]
        self.uses = 0

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.create` gives."""
        numbers = self._key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + struct.pack("!H", len(self._id)) + self._id + cbor2.dumps(cose)
        data = self._data(PRESENT | VERIFIED | ATTESTED) + attested
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._answer({"attestationObject": b64(made), "clientDataJSON": b64(client)})

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.get` gives."""
        self.uses += 1
        data, client = self._data(PRESENT | VERIFIED), self._client("webauthn.get", options["challenge"])
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        said = {"authenticatorData": data, "clientDataJSON": client, "signature": signature}
        return self._answer({name: b64(value) for name, value in said.items()})

    def _answer(self, response: dict[str, str]) -> dict[str, Any]:
        return {"id": b64(self._id), "rawId": b64(self._id), "type": "public-key", "response": response}

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self._origin}).encode()

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self._host.encode()).digest() + struct.pack("!BI", flags, self.uses)
