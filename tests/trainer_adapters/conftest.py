"""A ladder of small additions, a tiny model that half knows it, and runs of GRPOTrainer that are written down."""

from __future__ import annotations

import copy
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

# Without the training stack these tests cannot even be collected.
collect_ignore_glob = [] if find_spec("trl") else ["test_*.py"]

LADDER: dict[str, Any] = {
    "name": "ladder",
    "seed": 3,
    "prompt": "{question}=",
    "answer": "plain",
    "reward": {"correctness": 1.0, "stop": {"weight": 0.25, "when": "correct"}},
    # So easy to pass that a policy at .6 opens it within a few rounds.
    "gate": {"pass_rate": 0.3, "alpha": 0.2, "min_prompts": 6},
    "replay": 0.3,
    "stages": [
        {"name": "ones", "problems": {"arithmetic": {"operations": ["add"], "ranges": [[0, 9]]}}, "holdout": "none"},
        {"name": "teens", "problems": {"arithmetic": {"operations": ["add"], "ranges": [[10, 19]]}}, "holdout": 0.2},
        {"name": "twenties", "problems": {"arithmetic": {"operations": ["add"], "ranges": [[20, 29]]}}, "holdout": 0.2},
    ],
    "finish": {"pass_rate": 0.98},
}

WARM_UP: dict[str, Any] = {
    "steps": 100,
    "gold": ["ones", "teens", "twenties"],
    "weights": {"ones": 2, "teens": 1, "twenties": 1},
    "learning_rate": 5e-3,
    "batch_size": 64,
}

SETTINGS: dict[str, Any] = {
    "use_cpu": True,
    "bf16": False,
    "gradient_checkpointing": False,
    "dataloader_pin_memory": False,
    "per_device_train_batch_size": 16,
    "num_generations": 4,
    "max_completion_length": 6,
    "max_steps": 8,
    "learning_rate": 2e-4,
    "lr_scheduler_type": "constant_with_warmup",
    "warmup_steps": 4,
    "shuffle_dataset": False,
    "remove_unused_columns": False,
    "logging_steps": 1,
    "save_strategy": "no",
    "report_to": "none",
    "disable_tqdm": True,
}


@pytest.fixture(scope="session")
def ladder_data() -> Callable[..., dict[str, Any]]:
    """Returns the ladder as YAML would hold it, with top-level keys changed."""
    return lambda **changes: copy.deepcopy(LADDER | changes)


@pytest.fixture(scope="session")
def ladder(ladder_data: Callable[..., dict[str, Any]]) -> Callable[..., Any]:
    """Builds the ladder with top-level keys changed."""
    from gradatim.curricula import load_curriculum

    return lambda **changes: load_curriculum(ladder_data(**changes))


def character_tokenizer() -> Any:
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    special = ["<pad>", "<bos>", "<eos>", "<unk>"]
    vocabulary = {token: i for i, token in enumerate([*special, "\n", *string.printable[:95]])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(r"[\s\S]"), behavior="isolated")
    tokenizer.decoder = decoders.Fuse()
    tokenizer.post_processor = processors.TemplateProcessing(single="<bos> $A", special_tokens=[("<bos>", 1)])
    names = dict(zip(("pad_token", "bos_token", "eos_token", "unk_token"), special, strict=True))
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, padding_side="left", **names)


@pytest.fixture(scope="session")
def make_tokenizer() -> Callable[[], Any]:
    """Makes a tokenizer with one token per character of printable ASCII and for the line break."""
    return character_tokenizer


@pytest.fixture(scope="session")
def tokenizer() -> Any:
    """Such a tokenizer, for tests that leave it as it is."""
    return character_tokenizer()


@pytest.fixture(scope="session")
def untrained() -> Callable[..., Any]:
    """Makes a Llama of about 0.1 M parameters for that tokenizer."""
    from gradatim.trainer_adapters.trl.tiny import tiny_model

    return lambda seed=0: tiny_model(seed, len(character_tokenizer()))


@pytest.fixture(scope="session")
def warm(
    tmp_path_factory: pytest.TempPathFactory, ladder: Callable[..., Any], tokenizer: Any, untrained: Callable[..., Any]
) -> Path:
    """A folder with a tiny model that solves about half of the ladder's problems, and its tokenizer."""
    from gradatim.trainer_adapters.trl.warm_up import warm_up

    folder = tmp_path_factory.mktemp("warm")
    curriculum, model = ladder(sft=WARM_UP), untrained(3)
    warm_up(model, tokenizer, curriculum, curriculum.spec.sft, report=lambda *_: None, stop=lambda: False, use_cpu=True)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def warm_model(warm: Path) -> Callable[[], tuple[Any, Any]]:
    """Loads the warmed-up model and its tokenizer."""
    from gradatim.trainer_adapters.trl.models import load_folder

    return lambda: load_folder(warm)


@pytest.fixture(scope="session")
def settings() -> dict[str, Any]:
    """The fields of GRPOConfig with which the ladder runs, `output_dir` apart."""
    return dict(SETTINGS)


@pytest.fixture
def config(tmp_path: Path, settings: dict[str, Any]) -> Callable[..., Any]:
    """Makes a GRPOConfig for the ladder, with fields changed."""
    from trl import GRPOConfig

    return lambda **changes: GRPOConfig(**{"output_dir": str(tmp_path / "run"), **settings, **changes})


@dataclass
class Diary:
    """A listener that writes down what happens, without times.

    Attributes:
        completions: (step, slot, stage, role, prompt, completion, terminated, reward) of this process.
        events: as told.
        rates: (step, learning rate, loss).
        phases: the phase of each step that generated.
        graded: of all processes, by step.
    """

    completions: list[tuple[Any, ...]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    rates: list[tuple[int, float, float]] = field(default_factory=list)
    phases: list[tuple[int, str]] = field(default_factory=list)
    graded: list[tuple[int, list[Any]]] = field(default_factory=list)

    def on_event(self, event: dict[str, Any]) -> None:
        self.events.append(event)

    def on_step(
        self, step: int, graded: Sequence[Any], transcripts: Sequence[Any], facts: dict[str, Any], *, logs_follow: bool
    ) -> None:
        self.phases.append((step, facts["phase"]))
        self.graded.append((step, list(graded)))
        self.completions += [
            (
                step,
                one.row.slot,
                one.row.stage,
                one.row.role,
                one.row.prompt,
                one.completion,
                one.graded.terminated,
                one.graded.total,
            )
            for one in transcripts
        ]

    def on_log(self, step: int, logs: dict[str, Any]) -> None:
        if "learning_rate" in logs:
            self.rates.append((step, logs["learning_rate"], logs["loss"]))

    def after(self, step: int) -> dict[str, Any]:
        """All that happened after a step, to be compared with another run's."""
        return {
            "completions": [row for row in self.completions if row[0] > step],
            "events": [e for e in self.events if e["step"] > step and e["event"] != "resumed"],
            "rates": [row for row in self.rates if row[0] > step],
            "phases": [row for row in self.phases if row[0] > step],
        }

    def mixed(self, step: int) -> list[bool]:
        """For each round after a step, whether some group has unequal rewards, hence gradients."""
        rounds: dict[int, dict[int, set[float | None]]] = {}
        for row in self.completions:
            if row[0] > step:
                rounds.setdefault(row[0], {}).setdefault(row[1], set()).add(row[-1])
        return [any(len(rewards) > 1 for rewards in groups.values()) for groups in rounds.values()]


@dataclass
class Trained:
    """One run of GRPOTrainer with all that it left."""

    trainer: Any
    curriculum: Any
    diary: Diary

    @property
    def weights(self) -> dict[str, Any]:
        return dict(self.trainer.model.state_dict())


@pytest.fixture(scope="session")
def train(warm_model: Callable[[], tuple[Any, Any]]) -> Callable[..., Trained]:
    """Runs a curriculum on the warmed-up model, or another one; keyword arguments go to the trainer."""
    from trl import GRPOTrainer

    from gradatim.trainer_adapters.trl import GRPOCurriculum

    def run(
        curriculum: Any,
        args: Any,
        *,
        model: Any = None,
        tokenizer: Any = None,
        resume: str | Path | None = None,
        callbacks: Sequence[Any] = (),
        **more: Any,
    ) -> Trained:
        if model is None:
            model, tokenizer = warm_model()
        written = Diary()
        fed = GRPOCurriculum(curriculum, args, tokenizer, listeners=[written])
        funcs = [*fed.reward_funcs, *more.pop("extra_rewards", [])]
        trainer = GRPOTrainer(
            model=model,
            args=fed.args,
            processing_class=tokenizer,
            train_dataset=fed.train_dataset,
            reward_funcs=funcs,
            callbacks=[fed.callback, *callbacks],
            **more,
        )
        trainer.train(resume_from_checkpoint=None if resume is None else str(resume))
        return Trained(trainer, fed, written)

    return run
