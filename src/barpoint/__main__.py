"""`python -m barpoint`, and the `barpoint` command."""

import gc


def main() -> None:
    """Run the command line.

    Looking for garbage is put off: a command makes a great many objects when it starts and hardly drops one, and when
    it ends everything goes at once. That is half a second for one that loads compiled kernels.
    """
    gc.set_threshold(50_000, 20, 50)
    from barpoint.cli import run

    try:
        run()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
