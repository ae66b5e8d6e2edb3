"""What features of a sentence tell of a kind of incident, learnt from all that is known to be said of it.

A weight for each feature and kind. It begins with how often a feature is met in the texts of a kind (naive Bayes), and
is moved from there by multinomial logistic regression, in few rounds over the texts in a fixed order, so that the same
texts always give the same weights. What is frequent everywhere comes to weigh little by itself, and what sets two like
kinds apart (before or after, my dice or yours) comes to weigh much.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final

from barpoint.officiating.everyday_language import Features

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ROUNDS: Final = 2
_STEP, _SLOWING = 0.5, 0.7  # of the first round, and how fast later ones step less
_BEGINNING: Final = 0.05  # what the logarithm of a frequency weighs at first
_UNSEEN: Final = 0.005  # the frequency of what no text of a kind has
_MET: Final = 3  # texts a feature is met in, before it tells anything
_SHARPNESS: Final = 8.0
_RARITY: Final = 0.6  # the power to which the rarity of a feature is taken
_SPREAD: Final = 2_654_435_761  # near 2**32 divided by the golden ratio: neighbours come far apart


@dataclass(frozen=True, slots=True)
class Text:
    """One text of a kind: its features, and what it weighs."""

    kind: int
    features: Features
    weight: float


@dataclass(frozen=True, slots=True)
class LearntWeights:
    """Weights by feature and kind; a feature of one or two texts tells nothing and is left out."""

    rarity: Mapping[str, float]
    rows: Mapping[str, int]
    table: "NDArray[np.float32]"

    def likelihoods(self, features: Features) -> "NDArray[np.float32]":
        """How likely each kind is, in all 1."""
        import numpy as np

        rows, values = self._vector(features)
        return _shares(values @ self.table[rows]) if len(rows) else np.zeros(self.table.shape[1], np.float32)

    def _vector(self, features: Features) -> "tuple[NDArray[np.intp], NDArray[np.float32]]":
        """The rows of these features and their values, of length 1 in all."""
        import numpy as np

        known = [name for name in features if name in self.rows]
        values = np.array([features[name] * self.rarity[name] for name in known], np.float32)
        length = float(np.linalg.norm(values)) or 1.0
        return np.array([self.rows[name] for name in known], np.intp), values / np.float32(length)

    def learn(self, texts: Sequence[Text]) -> None:
        """Begin with the frequencies; then go over the texts, each time in another order, and move towards each."""
        import numpy as np

        vectors = [(text, *self._vector(text.features)) for text in texts]
        for text, rows, values in vectors:
            self.table[rows, text.kind] += np.float32(text.weight) * values
        frequencies = np.log((self.table + _UNSEEN) / (self.table.sum(0) + _UNSEEN * len(self.table)))
        self.table[:] = _BEGINNING * (frequencies - frequencies.mean(1, keepdims=True))
        for time in range(_ROUNDS):
            for place in _order(len(vectors), time):
                text, rows, values = vectors[place]
                surplus = _shares(values @ self.table[rows])
                surplus[text.kind] -= 1
                self.table[rows] -= np.float32(_STEP * text.weight / (1 + _SLOWING * time)) * np.outer(values, surplus)


def learnt_weights(texts: Sequence[Text], kinds: int) -> LearntWeights:
    """The weights these texts teach."""
    import numpy as np

    frequency = Counter(name for text in texts for name in text.features)
    rarity = {name: log(1 + len(texts) / count) ** _RARITY for name, count in frequency.items() if count >= _MET}
    rows = {name: row for row, name in enumerate(rarity)}
    weights = LearntWeights(rarity, rows, np.zeros((len(rows), kinds), np.float32))
    weights.learn(texts)
    return weights


def _order(count: int, time: int) -> list[int]:
    """Texts of different kinds by turns, and another order each time."""
    return sorted(range(count), key=lambda place: (place + 1) * (2 * time + 1) * _SPREAD % 2**32)


def _shares(values: "NDArray[np.float32]") -> "NDArray[np.float32]":
    import numpy as np

    powers = np.exp(_SHARPNESS * (values - values.max()))
    shares: NDArray[np.float32] = powers / powers.sum()
    return shares
