"""What is a completion worth? Named, bounded terms of a `Sample`, weighted and added up.

::

    reward = Reward(
        [
            WeightedTerm("correctness", Correctness(), 1.0),
            WeightedTerm("format", Format(tags=("think", "answer")), 0.2, when="correct"),
            WeightedTerm("stop", Stop(), 0.2),
        ]
    )
    Grader(MathVerifier(answer="tags"), reward).score(completion, "4", terminated=True).total

Loading proves that no completion that is not correct can score as high as a correct one (`prove_ordering`).
"""

from gradatim.rewards.batch import Ungraded
from gradatim.rewards.combination import Combination
from gradatim.rewards.correctness import Correctness
from gradatim.rewards.errors import TermError
from gradatim.rewards.format import Format
from gradatim.rewards.grader import Grader, write_answer
from gradatim.rewards.length import Brevity, Overlong
from gradatim.rewards.ordering import OrderingProof, prove_ordering
from gradatim.rewards.registry import TERMS
from gradatim.rewards.reward import Reward, Score
from gradatim.rewards.spec import load_reward
from gradatim.rewards.stop import Stop
from gradatim.rewards.term import Term
from gradatim.rewards.weighted import WeightedTerm, When

__all__ = [
    "TERMS",
    "Brevity",
    "Combination",
    "Correctness",
    "Format",
    "Grader",
    "OrderingProof",
    "Overlong",
    "Reward",
    "Score",
    "Stop",
    "Term",
    "TermError",
    "Ungraded",
    "WeightedTerm",
    "When",
    "load_reward",
    "prove_ordering",
    "write_answer",
]
