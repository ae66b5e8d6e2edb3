"""Seeds for sealed dice from the operating system's secure source of chance (usbgf:4.1.1a, bws:4.1.1)."""

import secrets


class SecretSeeds:
    """Independent, uniform, unpredictable."""

    def seed(self) -> str:
        """32 bytes in hexadecimal."""
        return secrets.token_hex(32)
