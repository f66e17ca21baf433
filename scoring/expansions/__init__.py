"""The expansions, registered by title: what each adds to the dominoes, castles, scoring and rules."""

from scoring.expansions.court import COURT
from scoring.expansions.expansion import Expansion, Title
from scoring.expansions.giants import GIANTS
from scoring.expansions.queendomino import QUEENDOMINO

EXPANSIONS: dict[Title, Expansion] = {expansion.title: expansion for expansion in (GIANTS, COURT, QUEENDOMINO)}
"""Every expansion by its title, in order of publication. A new expansion is added here."""
