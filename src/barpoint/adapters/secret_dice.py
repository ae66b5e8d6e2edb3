"""Dice from the operating system's secure source of chance (usbgf:4.1.1a, bws:4.1.1)."""

import secrets


class SecretDice:
    """Independent, uniform, unpredictable."""

    def roll(self) -> tuple[int, int]:
        """Two dice."""
        return secrets.randbelow(6) + 1, secrets.randbelow(6) + 1
