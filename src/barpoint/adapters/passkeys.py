"""`member_ports.Authenticators` by the webauthn library, loaded when the first passkey is made or used."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from barpoint.service import Credential
from barpoint.service.people import NewPasskey, Site


class WebAuthn:
    """Passkeys that any authenticator can make: discoverable, with the user's presence verified where it can be."""

    def registration_options(
        self, site: Site, account: str, name: str, known: Sequence[str]
    ) -> tuple[bytes, Mapping[str, Any]]:
        """Make a passkey."""
        import webauthn
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
        )

        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name="Barpoint",
            user_name=name,
            user_id=account.encode(),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(id)) for id in known],
            authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
        )
        return options.challenge, json.loads(webauthn.options_to_json(options))

    def verify_registration(self, site: Site, challenge: bytes, answer: Mapping[str, Any]) -> NewPasskey | None:
        """The new passkey."""
        import webauthn
        from webauthn.helpers import bytes_to_base64url
        from webauthn.helpers.exceptions import WebAuthnException

        try:
            verification = webauthn.verify_registration_response(
                credential=json.dumps(answer),
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError):
            return None
        return NewPasskey(
            bytes_to_base64url(verification.credential_id), verification.credential_public_key, verification.sign_count
        )

    def sign_in_options(self, site: Site) -> tuple[bytes, Mapping[str, Any]]:
        """Sign in with any passkey of this site."""
        import webauthn

        options = webauthn.generate_authentication_options(rp_id=site.host)
        return options.challenge, json.loads(webauthn.options_to_json(options))

    def verify_sign_in(self, site: Site, challenge: bytes, answer: Mapping[str, Any], known: Credential) -> int | None:
        """How often the passkey has now been used."""
        import webauthn
        from webauthn.helpers.exceptions import WebAuthnException

        try:
            verification = webauthn.verify_authentication_response(
                credential=json.dumps(answer),
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=known.secret,
                credential_current_sign_count=known.uses,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError):
            return None
        return verification.new_sign_count
