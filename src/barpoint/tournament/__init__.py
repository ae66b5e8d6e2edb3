"""Direction of a tournament: pure values and folds, like the match.

entrant      who plays
structure    positions joined by winner and loser links
draw/        draws with a structure: knockouts, consolations, double elimination, round robins, groups
pairing/     rounds paired one by one: Swiss, and Swiss with lives
standings    tables and tie-breaks
"""
