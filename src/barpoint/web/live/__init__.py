"""The socket: who listens to what, what they are told, and the transport under it."""
