"""Web Push against the worked example of RFC 8291, and what is signed."""

import base64
import json

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from barpoint.adapters.messenger import check_public
from barpoint.adapters.web_push import b64, encrypt, new_key, public_point, push_request, read_key
from barpoint.service.people.member_ports import PushAddress

# RFC 8291, section 5 and appendix A.
RECEIVER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
MESSAGE = b"When I grow up, I want to be a watermelon"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def plain(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_a_message_is_encrypted_as_the_rfc_has_it() -> None:
    secret = int.from_bytes(plain(SENDER), "big")
    sender = ec.derive_private_key(secret, ec.SECP256R1())
    assert b64(encrypt(MESSAGE, plain(RECEIVER), plain(AUTH), salt=plain(SALT), sender=sender)) == BODY


def test_what_is_pushed_is_signed_for_its_push_service() -> None:
    key = read_key(new_key())
    address = PushAddress("https://push.example/abc", RECEIVER, AUTH)
    message = push_request(b"{}", address, key, "mailto:club@example.org", 1_700_000_000_000)
    fields = dict(part.strip().split("=", 1) for part in message.headers["authorization"][len("vapid ") :].split(","))
    assert plain(fields["k"]) == public_point(key)
    head, claims, signature = fields["t"].split(".")
    said = json.loads(plain(claims))
    assert (said["aud"], said["sub"]) == ("https://push.example", "mailto:club@example.org")
    r, s = (int.from_bytes(half, "big") for half in (plain(signature)[:32], plain(signature)[32:]))
    dss, verifying = encode_dss_signature(r, s), ec.ECDSA(hashes.SHA256())
    key.public_key().verify(dss, f"{head}.{claims}".encode(), verifying)
    with pytest.raises(InvalidSignature):
        key.public_key().verify(dss, f"{head}.x{claims}".encode(), verifying)


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://10.1.2.3/",
        "https://169.254.169.254/",
    ],
)
def test_nothing_is_pushed_into_a_private_network(address: str) -> None:
    with pytest.raises(ValueError, match="a push address is"):
        check_public(address)
