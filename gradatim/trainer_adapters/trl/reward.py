"""The one reward function that a curriculum hands to GRPOTrainer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gradatim.core import ConfigError, Problem
from gradatim.curricula import Row
from gradatim.rewards import Grader, Score, Ungraded
from gradatim.trainer_adapters.trl.batch import Batch
from gradatim.trainer_adapters.trl.failures import guarded
from gradatim.trainer_adapters.trl.live import PROBE_SLOT, Graded, Live, Transcript
from gradatim.trainer_adapters.trl.texts import ended, text_of

LogMetric = Callable[[str, float], None]
_Place = tuple[int | None, str | None, Row | None]
"""Of one row: its sample's position in the batch, its stage, and the row itself where it is of the training stream."""


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
        self._batch = Batch()
        self._places: list[_Place] = []
        self._memory: dict[Any, int] = {}

    def score(self) -> list[Graded]:
        for i, slot in enumerate(self.slots):
            self._batch.row = i
            self._places.append(self._own(i, int(slot or 0)) if self._is_own(slot) else self._foreign(i))
        self._keep(self._batch.score())
        return self.graded

    def _keep(self, scores: Sequence[Score]) -> None:
        transcripts: dict[int, Transcript] = {}
        for position, stage, row in self._places:
            score = None if position is None else scores[position]
            self.scores.append(score)
            self.stages.append(stage)
            if position is None or score is None or row is None:
                continue
            if position not in transcripts:
                transcripts[position] = _transcript(row, self._batch.items[position], score)
            self.transcripts.append(transcripts[position])
            self.graded.append(transcripts[position].graded)

    def _is_own(self, slot: Any) -> bool:  # noqa: ANN401 - an evaluation row may have any value in a column of this name
        """Whether a row is of the training stream: its slot is due now. Evaluation comes between the steps."""
        if type(slot) is not int or slot < 0:
            return False
        state = self.columns.get("trainer_state")
        return state is None or self.live.geometry.due(slot, state.global_step)

    def _own(self, i: int, slot: int) -> _Place:
        text, ids, row = text_of(self.completions[i]), self.ids[i], self.live.row(slot)
        # Groups of a mastered stage are mostly copies of one completion, which are scored once.
        key = (slot, text, tuple(ids))
        position = self._memory.get(key)
        if position is None:
            item = self._item(text, row.problem.gold, row.prompt, ids, row.problem)
            position = self._memory[key] = self._batch.add(row.grader, item)
        return position, row.stage, row

    def _foreign(self, i: int) -> _Place:
        answers = self.columns.get("answer")
        if answers is None or answers[i] is None:
            return None, None, None
        stage, grader = self._grader(i)
        item = self._item(text_of(self.completions[i]), str(answers[i]), self.prompts[i], self.ids[i], None)
        return self._batch.add(grader, item), stage, None

    def _item(self, text: str, gold: str, prompt: Any, ids: Sequence[int], problem: Problem | None) -> Ungraded:  # noqa: ANN401
        return Ungraded(text, gold, text_of(prompt), problem, ids, ended(ids, self.live.eos_ids), len(ids))

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
        return self._batch.context(self._describe)

    def _describe(self, i: int) -> dict[str, Any]:
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


def _transcript(row: Row, item: Ungraded, score: Score) -> Transcript:
    verdict = score.verdict
    correct = None if verdict.excluded else verdict.correct
    terminated, length = bool(item.terminated), item.length or 0
    graded = Graded(row.slot, row.stage, row.role, row.phase, correct, score.total, score.terms, terminated, length)
    return Transcript(row, item.completion, verdict, graded)


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
    verdict = score.verdict
    text = f"{verdict.status}: {verdict.reason}" if verdict.reason else verdict.status
    return f"{text} ({verdict.detail})" if verdict.detail else text


def _step(columns: Mapping[str, Any]) -> int:
    state = columns.get("trainer_state")
    return state.global_step if state is not None else 0
