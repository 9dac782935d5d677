"""The one reward function that a curriculum hands to GRPOTrainer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gradatim.core import ConfigError
from gradatim.curricula import Row
from gradatim.rewards import Grader, Score
from gradatim.trainer_adapters.trl.failures import guarded
from gradatim.trainer_adapters.trl.live import PROBE_SLOT, Graded, Live, Transcript
from gradatim.trainer_adapters.trl.texts import ended, text_of

LogMetric = Callable[[str, float], None]


class CurriculumReward:
    """Scores completions by the reward of their row's stage; TRL logs it as `rewards/gradatim`.

    Rows with a slot are the curriculum's own. Rows without one (a user's `eval_dataset`) are scored by their `answer`
    and `stage` columns; without an `answer` there is nothing to compare with, and the reward is None.
    """

    def __init__(self, live: Live, folder: Path) -> None:
        self.__name__ = "gradatim"
        self._live = live
        self._folder = folder

    def __call__(
        self,
        prompts: Sequence[Any],
        completions: Sequence[Any],
        completion_ids: Sequence[Sequence[int]],
        slot: Sequence[int | None] | None = None,
        log_metric: LogMetric | None = None,
        **columns: Any,  # noqa: ANN401 - the user's own columns
    ) -> list[float | None]:
        """Returns one total per completion, None where the sample is excluded."""
        call = _Call(self._live, prompts, completions, completion_ids, slot or [None] * len(prompts), columns)
        graded = guarded(call.score, call.context, self._folder, _step(columns))
        self._live.graded.extend(graded)
        self._live.transcripts.extend(call.transcripts)
        if log_metric is not None:
            _log(log_metric, call.scores, call.stages)
        log_extra = columns.get("log_extra")
        if log_extra is not None:
            log_extra("verdict", [_verdict_text(score) for score in call.scores])
        return [None if score is None else score.total for score in call.scores]


class _Call:
    """One call of the reward function: the rows of one process in one generation round."""

    def __init__(
        self,
        live: Live,
        prompts: Sequence[Any],
        completions: Sequence[Any],
        ids: Sequence[Sequence[int]],
        slots: Sequence[int | None],
        columns: Mapping[str, Any],
    ) -> None:
        self.live, self.prompts, self.completions, self.ids, self.slots = live, prompts, completions, ids, slots
        self.columns = columns
        self.scores: list[Score | None] = []
        self.stages: list[str | None] = []
        self.graded: list[Graded] = []
        self.transcripts: list[Transcript] = []
        self._memory: dict[Any, tuple[Score, Transcript]] = {}

    def score(self) -> list[Graded]:
        for i, slot in enumerate(self.slots):
            if self._is_own(slot):
                self._own(i, int(slot or 0))
            else:
                self._foreign(i)
        return self.graded

    def _is_own(self, slot: Any) -> bool:  # noqa: ANN401 - an evaluation row may have any value in a column of this name
        """Whether a row is of the training stream: its slot is due now. Evaluation comes between the steps."""
        if type(slot) is not int or slot < 0:
            return False
        state = self.columns.get("trainer_state")
        return state is None or self.live.geometry.due(slot, state.global_step)

    def _own(self, i: int, slot: int) -> None:
        text, ids = text_of(self.completions[i]), self.ids[i]
        # Groups of a mastered stage are mostly copies of one completion, which are scored once.
        key = (slot, text, tuple(ids))
        found = self._memory.get(key)
        if found is None:
            found = self._memory[key] = self._scored(self.live.row(slot), text, ids)
        score, transcript = found
        self.scores.append(score)
        self.stages.append(transcript.row.stage)
        self.graded.append(transcript.graded)
        self.transcripts.append(transcript)

    def _scored(self, row: Row, text: str, ids: Sequence[int]) -> tuple[Score, Transcript]:
        terminated = ended(ids, self.live.eos_ids)
        score = row.grader.score(
            text,
            row.problem.gold,
            prompt=text_of(row.prompt),
            problem=row.problem,
            token_ids=ids,
            terminated=terminated,
            length=len(ids),
        )
        verdict = score.verdict
        correct = None if verdict.excluded else verdict.correct
        graded = Graded(
            row.slot, row.stage, row.role, row.phase, correct, score.total, score.terms, terminated, len(ids)
        )
        return score, Transcript(row, text, verdict, graded)

    def _foreign(self, i: int) -> None:
        answers = self.columns.get("answer")
        if answers is None or answers[i] is None:
            self.scores.append(None)
            self.stages.append(None)
            return
        stage, grader = self._grader(i)
        ids = self.ids[i]
        self.scores.append(
            grader.score(
                text_of(self.completions[i]),
                str(answers[i]),
                prompt=text_of(self.prompts[i]),
                token_ids=ids,
                terminated=ended(ids, self.live.eos_ids),
                length=len(ids),
            )
        )
        self.stages.append(stage)

    def _grader(self, i: int) -> tuple[str, Grader]:
        curriculum = self.live.curriculum
        stages = self.columns.get("stage")
        if stages is None or stages[i] is None:
            if len(curriculum.stages) > 1:
                raise ConfigError(
                    "an evaluation row has an 'answer' but no 'stage', so it is open which stage's reward scores it; "
                    f"add a column 'stage' with one of {', '.join(stage.name for stage in curriculum.stages)}"
                )
            return curriculum.stages[0].name, curriculum.stages[0].sources[0].grader
        # Rows of GRPOCurriculum.eval_dataset say which source they are from; a user's own column may mean anything.
        which = self.columns["source"][i] if self.slots[i] == PROBE_SLOT else 0
        return str(stages[i]), curriculum.stage(str(stages[i])).sources[which].grader

    def context(self) -> dict[str, Any]:
        i = len(self.scores)
        slot = self.slots[i]
        own = slot is not None and slot >= 0
        problem = self.live.row(slot).problem if own and slot is not None else None
        return {
            "slot": slot,
            "stage": self.live.row(slot).stage if own and slot is not None else None,
            "prompt": self.prompts[i],
            "completion": self.completions[i],
            "token_ids": list(self.ids[i]),
            "terminated": ended(self.ids[i], self.live.eos_ids),
            "gold": problem.gold if problem else (self.columns.get("answer") or [None] * (i + 1))[i],
        }


def _log(log_metric: LogMetric, scores: Sequence[Score | None], stages: Sequence[str | None]) -> None:
    # One call per sample: TRL averages over calls, so the mean is weighted by samples on every process.
    names: dict[str, str] = {}
    for score, stage in zip(scores, stages, strict=True):
        if score is None or score.total is None:
            continue
        for term, value in score.terms.items():
            log_metric(names.get(term) or names.setdefault(term, f"rewards/{term}/mean"), value)
        log_metric(f"pass_rate/{stage}", float(score.verdict.correct))


def _verdict_text(score: Score | None) -> str | None:
    if score is None:
        return None
    return f"{score.verdict.status}: {score.verdict.reason}" if score.verdict.reason else score.verdict.status


def _step(columns: Mapping[str, Any]) -> int:
    state = columns.get("trainer_state")
    return state.global_step if state is not None else 0
