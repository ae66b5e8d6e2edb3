"""The event loop of one worker process of several: whoever listens on it also takes what other workers hand over."""

import asyncio
import os
from pathlib import Path
from typing import Any

import uvloop

from barpoint.web.live.http_transport import HttpTransport
from barpoint.web.live.match_workers import COUNT, FOLDER, MatchWorkers


class WorkerLoop(uvloop.Loop):
    """uvicorn starts its workers on this loop (`--workers` above 1) and makes its protocols for both kinds of lines."""

    async def create_server(self, protocol_factory: Any, *arguments: Any, **settings: Any) -> asyncio.Server:
        """Listen, and take a place among the workers."""
        server: Any = await super().create_server(protocol_factory, *arguments, **settings)
        if HttpTransport.workers is None and (folder := os.environ.get(FOLDER)):
            HttpTransport.workers = MatchWorkers(Path(folder), int(os.environ[COUNT]))
            HttpTransport.workers.start(protocol_factory, server.is_serving)
        return server  # type: ignore[no-any-return]  # uvloop's

    def close(self) -> None:
        """The process ends, and its place is free."""
        if HttpTransport.workers is not None:
            HttpTransport.workers.close()
            HttpTransport.workers = None
        super().close()
