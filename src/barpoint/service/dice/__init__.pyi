from .chain_book import (
    GameChains as GameChains,
)
from .chain_book import (
    OpenChain as OpenChain,
)
from .dice_book import (
    DiceBook as DiceBook,
)
from .dice_events import (
    AnyDiceEvent as AnyDiceEvent,
)
from .dice_events import (
    ChainAdmitted as ChainAdmitted,
)
from .dice_events import (
    DiceRevealed as DiceRevealed,
)
from .dice_events import (
    DiceSealed as DiceSealed,
)
from .dice_events import (
    DiceThrown as DiceThrown,
)
from .dice_events import (
    EndPublished as EndPublished,
)
from .dice_events import (
    EndsFixed as EndsFixed,
)
from .dice_events import (
    GameSealed as GameSealed,
)
from .dice_events import (
    LinkOpened as LinkOpened,
)
from .dice_events import (
    decode_dice as decode_dice,
)
from .dice_events import (
    event_shown as event_shown,
)
from .dice_file import (
    DiceFile as DiceFile,
)
from .dice_file import (
    read_dice_file as read_dice_file,
)
from .dice_file import (
    read_kept_dice as read_kept_dice,
)
from .dice_file import (
    write_dice_file as write_dice_file,
)
from .dice_proof import (
    KeptDice as KeptDice,
)
from .dice_proof import (
    Verdict as Verdict,
)
from .dice_proof import (
    verify_dice as verify_dice,
)
from .hash_chain import (
    PERSON_LINKS as PERSON_LINKS,
)
from .hash_chain import (
    HashChain as HashChain,
)
from .hash_chain import (
    chain_name as chain_name,
)
from .hash_chain import (
    side_of as side_of,
)
