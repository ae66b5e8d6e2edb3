"""Taking off the packing of a file, never more than a match file may have."""

import zlib
from typing import Final

from barpoint.notation.record.match_record import LONGEST_FILE

_GZIP: Final = 31  # zlib's number for a gzip head and the largest window
_ZLIB: Final = 15


def inflate(packed: bytes, *, gzip: bool) -> bytes:
    """What zlib or gzip packed; ValueError if it is damaged, or unfolds to more than any match."""
    unpacker = zlib.decompressobj(wbits=_GZIP if gzip else _ZLIB)
    try:
        plain = unpacker.decompress(packed, LONGEST_FILE)
    except zlib.error as broken:
        raise ValueError(f"the file's packing is damaged: {broken}") from broken
    if unpacker.unconsumed_tail:
        raise ValueError(f"a match file has at most {LONGEST_FILE:,} bytes, unpacked")
    return plain
