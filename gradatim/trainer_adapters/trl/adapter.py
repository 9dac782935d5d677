"""A curriculum in the form in which TRL's GRPOTrainer takes it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from datasets import Dataset
from trl import GRPOConfig

from gradatim.core.text import shortened
from gradatim.curricula import Curriculum, Progress
from gradatim.trainer_adapters.trl.callback import CurriculumCallback
from gradatim.trainer_adapters.trl.dataset import probe_dataset, train_dataset
from gradatim.trainer_adapters.trl.geometry import Geometry
from gradatim.trainer_adapters.trl.live import Listener, Live
from gradatim.trainer_adapters.trl.reward import CurriculumReward
from gradatim.trainer_adapters.trl.settings import checked
from gradatim.trainer_adapters.trl.texts import eos_ids

_GOLDS_CHECKED = 64


class GRPOCurriculum:
    """Feeds a curriculum into a `GRPOTrainer` and promotes its stages.

    Pass `args`, `train_dataset`, `reward_funcs` and `callback` on to the trainer; `resume_from_checkpoint` then goes on
    exactly where the run was. No subclass of the trainer and no private attribute of it is used.

    Attributes:
        args: a checked copy of the config; the trainer must get this one.
        notes: what was changed on the copy, and why.
        train_dataset: lazy data set with one row per slot: `prompt`, `answer`, `stage`, `role`, `slot`.
        reward_funcs: the composite reward function; append your own functions to the list if you have some.
        callback: promotes stages and keeps the state in the trainer's checkpoints.

    Args:
        curriculum: what to train, from `load_curriculum`.
        args: your config; it is not changed.
        tokenizer: the tokenizer or processor that the trainer gets.
        keep: names of config fields to leave as given although they would be set right: `lr_scheduler_type`,
            `save_steps`, `save_only_model`.
        stop_when_finished: whether training ends when the curriculum does, rather than at `max_steps`.
        listeners: followers of the run, such as `RunFolder`.

    Raises:
        ConfigError: a setting has no value that is both safe and what you meant, or answers do not fit into
            `max_completion_length`.
    """

    def __init__(
        self,
        curriculum: Curriculum,
        args: GRPOConfig,
        tokenizer: Any,  # noqa: ANN401 - any tokenizer or processor
        *,
        keep: Collection[str] = (),
        stop_when_finished: bool = True,
        listeners: Sequence[Listener] = (),
    ) -> None:
        unfit = _unfit(curriculum, args, tokenizer)
        self.args, self.notes = checked(args, stop_terms=curriculum.stop_terms(), keep=keep, also=unfit)
        geometry = Geometry.of(self.args)
        self._live = Live(curriculum, geometry, Progress(curriculum.rules), eos_ids(tokenizer))
        self.train_dataset: Dataset = train_dataset(self._live, self.args.max_steps)
        self.reward_funcs: list[Any] = [CurriculumReward(self._live, Path(str(self.args.output_dir)))]
        self.callback = CurriculumCallback(self._live, self.args, listeners, stop_when_finished=stop_when_finished)

    @property
    def curriculum(self) -> Curriculum:
        """What is trained."""
        return self._live.curriculum

    @property
    def progress(self) -> Progress:
        """Where the run stands."""
        return self._live.progress

    def eval_dataset(self, limit: int = 200) -> dict[str, Dataset]:
        """Returns held-out problems by stage, up to `limit` each, for `GRPOTrainer(eval_dataset=...)`.

        They are sampled with the trainer's temperature and logged as `eval_pass_rate/<stage>`; gates ignore them.
        """
        return {stage.name: probe_dataset(self.curriculum, stage.name, limit) for stage in self.curriculum.stages}


def _unfit(curriculum: Curriculum, args: GRPOConfig, tokenizer: Any) -> Iterator[str]:  # noqa: ANN401
    """Says why the tokenizer or the completion length does not suit the curriculum."""
    yield from _cut_answers(curriculum, args, tokenizer)
    chats = {source.prompt.chat for stage in curriculum.stages for source in stage.sources}
    if len(chats) > 1:
        yield (
            "some prompts of the curriculum are plain text and some are chats; TRL needs one kind for all rows, so "
            "give every prompt as 'user:' (chat) or every prompt as a string"
        )
    if True in chats and not getattr(tokenizer, "chat_template", None):
        yield (
            "the curriculum's prompts are chats, but the tokenizer has no chat_template; use an instruction-tuned "
            "model, or give the prompts as plain strings"
        )


def _cut_answers(curriculum: Curriculum, args: GRPOConfig, tokenizer: Any) -> Iterator[str]:  # noqa: ANN401
    limit = args.max_completion_length
    encode = getattr(tokenizer, "tokenizer", tokenizer)
    longest, answer, name = 0, "", ""
    for stage in curriculum.stages:
        for i in range(_GOLDS_CHECKED):
            which, problem = stage.draw("train", "fit", i)
            written = stage.sources[which].shortest(problem)
            if written is None:
                continue
            needed = len(encode(written, add_special_tokens=False)["input_ids"]) + 1
            if needed > longest:
                longest, answer, name = needed, written, stage.name
    if limit is not None and longest > limit:
        yield (
            f"max_completion_length={limit} cuts right answers of stage {name!r}: {shortened(answer)!r} takes "
            f"{longest} tokens with EOS, so it could never be rewarded; set max_completion_length={2 * longest} or more"
        )
