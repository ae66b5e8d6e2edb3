"""Kinds of incidents, by topic; importing this registers them."""

from barpoint.officiating.topics import appeals as appeals
from barpoint.officiating.topics import area as area
from barpoint.officiating.topics import barring as barring
from barpoint.officiating.topics import breaks as breaks
from barpoint.officiating.topics import checkers as checkers
from barpoint.officiating.topics import clock as clock
from barpoint.officiating.topics import clock_stops as clock_stops
from barpoint.officiating.topics import completion as completion
from barpoint.officiating.topics import crawford_score as crawford_score
from barpoint.officiating.topics import cube_late as cube_late
from barpoint.officiating.topics import cube_void as cube_void
from barpoint.officiating.topics import cube_words as cube_words
from barpoint.officiating.topics import dice_change as dice_change
from barpoint.officiating.topics import expiry as expiry
from barpoint.officiating.topics import illegal_play as illegal_play
from barpoint.officiating.topics import lateness as lateness
from barpoint.officiating.topics import length as length
from barpoint.officiating.topics import noticing as noticing
from barpoint.officiating.topics import pace as pace
from barpoint.officiating.topics import penalties as penalties
from barpoint.officiating.topics import premature as premature
from barpoint.officiating.topics import rolls as rolls
from barpoint.officiating.topics import score as score
from barpoint.officiating.topics import setup as setup
from barpoint.officiating.topics import turn_end as turn_end
