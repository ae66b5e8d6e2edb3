"""The protocol between a server and its clients: message types and their codec. See docs/protocol.md."""
