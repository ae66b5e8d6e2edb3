"""`python -m barpoint`, and the `barpoint` command."""


def main() -> None:
    """Run the command line."""
    from barpoint.cli import run

    run()


if __name__ == "__main__":
    main()
