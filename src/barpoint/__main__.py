"""`python -m barpoint`, and the `barpoint` command."""

import gc


def main() -> None:
    """Run the command line.

    Looking for garbage is put off: a command makes a great many objects when it starts and hardly drops one, and when
    it ends everything goes at once. That is half a second for one that loads compiled kernels.
    """
    gc.set_threshold(50_000, 20, 50)
    from barpoint.cli import INTERRUPTED, run

    try:
        run()
    except SystemExit as ended:
        if ended.code == INTERRUPTED:
            _leave_threads()
        raise
    finally:
        gc.freeze()


def _leave_threads() -> None:
    """End now, if a thread is at work: nothing interrupts a compiled kernel, and Python would wait for it."""
    import atexit
    import os
    import sys
    import threading

    from barpoint.cli import INTERRUPTED

    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        atexit._run_exitfuncs()  # noqa: SLF001  # what the end of the process would do, but for waiting
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
