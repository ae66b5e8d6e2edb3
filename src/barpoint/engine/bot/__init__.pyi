from .level_choice import (
    ROLLER_SECONDS as ROLLER_SECONDS,
)
from .level_choice import (
    blur_decision as blur_decision,
)
from .level_choice import (
    knowledge_for as knowledge_for,
)
from .level_choice import (
    takes_cube as takes_cube,
)
from .level_choice import (
    think as think,
)
from .level_choice import (
    turns_cube as turns_cube,
)
from .opening_book import (
    OPENINGS as OPENINGS,
)
from .opening_book import (
    book_entries as book_entries,
)
from .opening_book import (
    build_book as build_book,
)
from .opening_book import (
    key_of as key_of,
)
