from .announcement import (
    SpokenLine as SpokenLine,
)
from .announcement import (
    spoken_languages as spoken_languages,
)
from .announcement import (
    spoken_ruling as spoken_ruling,
)
from .choices import (
    choice_sentence as choice_sentence,
)
from .choices import (
    question_sentences as question_sentences,
)
from .places import (
    PICTURES as PICTURES,
)
from .places import (
    PLACE_TITLES as PLACE_TITLES,
)
from .places import (
    IncidentPlace as IncidentPlace,
)
from .places import (
    kinds_by_place as kinds_by_place,
)
from .places import (
    kinds_of_clause as kinds_of_clause,
)
from .places import (
    place_of as place_of,
)
from .player_names import (
    SIDE_NAMES as SIDE_NAMES,
)
from .player_names import (
    SideNames as SideNames,
)
from .player_names import (
    person_key as person_key,
)
from .player_names import (
    side_names as side_names,
)
from .player_names import (
    side_word as side_word,
)
from .player_names import (
    with_names as with_names,
)
