"""The full-screen board: one session on a terminal of 60 by 20 or more, keyboard only."""

from typing import Final

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.events import Resize
from textual.widgets import Input, Static

from barpoint.cli.play.board_text import board_text
from barpoint.cli.play.session import Session

_ROOM: Final = (72, 24)
"""Columns and lines the board needs with its facts beside it."""


class BoardScreen(App[None]):
    """The score on top, the board, what happened, what can be typed, and the line to type it."""

    CSS = """
    Screen { layout: vertical; }
    #score { height: 1; background: $primary-darken-2; color: $text; padding: 0 1; }
    #board { height: 13; padding: 0 1; }
    #told { height: 1fr; min-height: 3; padding: 0 1; color: $text-muted; }
    #prompt { height: 1; padding: 0 1; text-style: bold; }
    #typed { height: 3; }
    .small #board { height: 15; padding: 0; }
    .small #told { min-height: 2; }
    .small #typed { height: 1; border: none; padding: 0 1; }
    """
    TITLE = "Barpoint"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, session: Session, notice: str = "") -> None:
        super().__init__()
        self.session = session
        self.messages: list[str] = [notice] if notice else ["Type h for help."]

    def compose(self) -> ComposeResult:
        """The five parts."""
        yield Static(id="score")
        yield Static(id="board")
        yield Static(id="told")
        yield Static(id="prompt")
        yield Input(id="typed", placeholder="Enter does the obvious thing; h for help")

    def on_mount(self) -> None:
        """Show the board and let the bot begin if it is its turn."""
        self.query_one(Input).focus()
        self.set_interval(1.0, self._second)
        self._show()
        self._let_bot_act()

    def on_resize(self, event: Resize) -> None:
        """A small terminal has the facts above and below the board, and a line to type in without a frame."""
        self.screen.set_class(event.size.width < _ROOM[0] or event.size.height < _ROOM[1], "small")
        self._show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        event.input.value = ""
        if self.session.over:
            self.exit()
            return
        if self.session.bot_to_act:
            return
        self._tell(self.session.enter(event.value))
        if self.session.leaving:
            self.exit()
            return
        self._show()
        self._let_bot_act()

    @work(thread=True, exclusive=True)
    def _let_bot_act(self) -> None:
        while self.session.bot_to_act:
            lines = self.session.play_bot_action()
            self.call_from_thread(self._tell, lines)
            self.call_from_thread(self._show)

    def _tell(self, lines: list[str]) -> None:
        self.messages = [*self.messages, *lines][-40:]

    def _second(self) -> None:
        """The clock is looked at every second, so that time runs out without a key being pressed."""
        if lines := self.session.check_clock():
            self._tell(lines)
            self._show()
        else:
            self._show_score()

    def _show_score(self) -> None:
        self.query_one("#score", Static).update(Text(self.session.score_line()))

    def _show(self) -> None:
        self._show_score()
        self.query_one("#board", Static).update(
            _colour(board_text(self.session, narrow=self.screen.has_class("small")))
        )
        messages = self.query_one("#told", Static)
        room = max(2, messages.size.height or 3)
        messages.update(Text("\n".join(self.messages[-room:])))
        ending = "The match is over. Enter leaves." if self.session.over else self.session.prompt()
        self.query_one("#prompt", Static).update(Text(ending))


def _colour(board: str) -> Text:
    """Our checkers and theirs in colours that differ in lightness too."""
    text = Text()
    for character in board:
        style = {"X": "bold white on #1f6feb", "O": "bold black on #e3b341"}.get(character, "")
        text.append(character, style)
    return text
