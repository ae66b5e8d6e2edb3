from .examples import (
    Examples as Examples,
)
from .holdout import (
    holdout_boards as holdout_boards,
)
from .labels import (
    relabel as relabel,
)
from .longgammon import (
    TrainingPlan as TrainingPlan,
)
from .longgammon import (
    save_longgammon as save_longgammon,
)
from .longgammon import (
    train_longgammon as train_longgammon,
)
from .net_file import (
    pack as pack,
)
from .quick_trainer import (
    Siblings as Siblings,
)
from .quick_trainer import (
    save_quick as save_quick,
)
from .quick_trainer import (
    shortlist_losses as shortlist_losses,
)
from .quick_trainer import (
    train_quick as train_quick,
)
from .trainer import (
    EQUITY as EQUITY,
)
from .trainer import (
    Course as Course,
)
from .trainer import (
    Trainer as Trainer,
)
from .trainer import (
    fresh_weights as fresh_weights,
)
from .trainer import (
    read_checkpoint as read_checkpoint,
)
