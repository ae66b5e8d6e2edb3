"""HTTP and WebSocket, thin: requests become calls of the service, its values become JSON."""
