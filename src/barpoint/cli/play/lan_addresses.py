"""What `barpoint serve --lan` says: the address people on the same network type, and its QR code in the terminal.

An address is an IPv4 one, since people type it. With a certificate it is a name the certificate is for. Whether a phone
really gets through (a guest wifi, a firewall) cannot be seen from here; it is said.
"""

import socket
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Final

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104  # what --lan is for
_VIRTUAL: Final = (
    *("docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "tun", "tap", "utun", "wg", "zt"),
    *("hyper-v", "virtualbox", "vmware"),
)
"""How the names of adapters begin behind which there is no hall."""
_BLACK_ON_WHITE: Final = "\x1b[38;5;16;48;5;231m"  # fixed colours: a theme's own black may be anything
_WHITE, _BLACK, _PLAIN = "\x1b[48;5;231m", "\x1b[48;5;16m", "\x1b[0m"
_HALVES: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
_QUIET_ZONE: Final = 4  # modules; what scanners are promised around a code

HTTP_ONLY: Final = """\
Over http everything is played and directed. https (--tls-cert) is needed for
passkeys, notices while a page is closed, pages without a network, and a table's
screen that stays on by itself."""
NO_ANSWER: Final = """\
A phone gets no answer? It has to be in this network; a guest wifi may keep
devices apart, and this machine's firewall has to let port {port} in."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address of this machine, and the adapter that has it."""

    ip: str
    adapter: str


@dataclass(frozen=True, slots=True)
class Terminal:
    """What a terminal can show."""

    columns: int
    encoding: str

    @property
    def half_blocks(self) -> bool:
        """Whether two modules of a QR code fit above each other."""
        try:
            "▀▄█".encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True


def lan_addresses() -> tuple[Address, ...]:
    """The addresses at which others may reach this machine, the likeliest first."""
    import ifaddr

    every = [
        Address(str(ip.ip), adapter.nice_name) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4
    ]
    return by_likelihood(every, _outward())


def by_likelihood(every: Sequence[Address], outward: str) -> tuple[Address, ...]:
    """Without those nobody else reaches; networks of virtual machines and tunnels last, the way out first."""

    def rank(address: Address) -> tuple[bool, bool, bool]:
        virtual = address.adapter.lower().startswith(_VIRTUAL)
        return virtual, address.ip != outward, not ip_address(address.ip).is_private

    apart = [one for one in every if not (ip_address(one.ip).is_loopback or ip_address(one.ip).is_link_local)]
    return tuple(sorted(apart, key=rank))


def _outward() -> str:
    """The address this machine would ask others from; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))  # of a network nobody has
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def select(addresses: Sequence[Address], host: str) -> tuple[Address, ...]:
    """The addresses that are served: all, or the one named; the reason why not if there is none."""
    if not addresses:
        raise ValueError(
            "--lan: this machine is in no network. Join the wifi of the hall, or open a hotspot on this machine or on "
            "a phone, and start again"
        )
    if host in ("", EVERYWHERE):
        return tuple(addresses)
    own = tuple(address for address in addresses if address.ip == host)
    if not own:
        have = ", ".join(f"{address.ip} ({address.adapter})" for address in addresses)
        raise ValueError(f"--lan --host {host}: expected an address of this machine in a network; it has {have}")
    return own


def certificate_names(certificate: Path) -> tuple[str, ...]:
    """The names and addresses a certificate is for, but for those with a `*`."""
    from cryptography import x509

    try:
        document = x509.load_pem_x509_certificate(certificate.read_bytes())
        names = document.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return ()
    except ValueError as error:
        raise ValueError(f"expected a certificate (PEM) in {certificate}") from error
    every = *names.get_values_for_type(x509.DNSName), *map(str, names.get_values_for_type(x509.IPAddress))
    return tuple(name for name in every if "*" not in name)


def leads_here(name: str, addresses: Sequence[Address]) -> bool:
    """Whether a name is one of these addresses."""
    try:
        every = {str(entry[4][0]) for entry in socket.getaddrinfo(name, None, socket.AF_INET)}
    except OSError:
        return False
    return any(address.ip in every for address in addresses)


def greeting(addresses: Sequence[Address], port: int, names: Sequence[str] | None, terminal: Terminal | None) -> str:
    """What is said at the start; `names` are those of the certificate, None over http."""
    host, remarks = _over_http(addresses, port) if names is None else _over_https(addresses, names)
    site = f"{'http' if names is None else 'https'}://{host}:{port}/"
    code = [] if terminal is None else ["", qr_code(site, terminal), ""]
    how = "type the address" if terminal is None else "scan the code or type the address"
    public = any(ip_address(address.ip).is_global for address in addresses)
    return "\n".join(
        [
            f"Barpoint is at {site}",
            *code,
            f"Phones in the same network ({addresses[0].adapter}) {how}.",
            *remarks,
            *["Careful: this machine has a public address, the whole internet may come in."] * public,
            NO_ANSWER.format(port=port),
        ]
    )


def _over_http(addresses: Sequence[Address], port: int) -> tuple[str, list[str]]:
    """The host people type, and what to say of it."""
    others = ", ".join(f"http://{address.ip}:{port}/ ({address.adapter})" for address in addresses[1:])
    elsewhere = [f"In other networks of this machine: {others}; --host ADDRESS shows the code of one."]
    return addresses[0].ip, [*elsewhere * bool(others), HTTP_ONLY]


def _over_https(addresses: Sequence[Address], names: Sequence[str]) -> tuple[str, list[str]]:
    """The same where a certificate has to be for the host."""
    here = addresses[0].ip
    if not names:
        return here, ["The certificate names no host: browsers will warn of it. Take one for the name people type."]
    for name in names:
        if leads_here(name, addresses):
            return name, []
    return names[0], [f"{names[0]} does not lead to this machine yet: let its DNS entry be {here}."]


def qr_code(address: str, terminal: Terminal) -> str:
    """The QR code in letters, black on white in dark terminals and in light ones."""
    import segno

    code = segno.make(address, micro=False)
    rows = [tuple(map(int, row)) for row in code.matrix_iter(border=_QUIET_ZONE)]
    if len(rows[0]) * (1 if terminal.half_blocks else 2) > terminal.columns:
        return "(A wider terminal shows the QR code here.)"
    return _in_half_blocks(rows) if terminal.half_blocks else _in_spaces(rows)


def _in_half_blocks(rows: list[tuple[int, ...]]) -> str:
    blank = (0,) * len(rows[0])
    pairs = zip(rows[::2], [*rows[1::2], *[blank] * (len(rows) % 2)], strict=True)
    lines = ("".join(_HALVES[halves] for halves in zip(*pair, strict=True)) for pair in pairs)
    return "\n".join(f"{_BLACK_ON_WHITE}{line}{_PLAIN}" for line in lines)


def _in_spaces(rows: list[tuple[int, ...]]) -> str:
    colours = (_WHITE, _BLACK)
    return "\n".join("".join(f"{colours[dark]}  " for dark in row) + _PLAIN for row in rows)
