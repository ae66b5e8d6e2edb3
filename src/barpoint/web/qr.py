"""Addresses as QR codes."""

import io

from barpoint.web.session import AnyRequest


def site_of(request: AnyRequest) -> str:
    """The address of this server as whoever asks knows it."""
    return f"{request.url.scheme}://{request.headers.get('host', '')}"


def qr_svg(address: str, scale: int = 8) -> bytes:
    """An address as an SVG picture, to be scanned."""
    import segno

    buffer = io.BytesIO()
    segno.make(address, micro=False).save(
        buffer, kind="svg", scale=scale, border=4, xmldecl=False, svgns=True, dark="#000", light="#fff"
    )
    return buffer.getvalue()
