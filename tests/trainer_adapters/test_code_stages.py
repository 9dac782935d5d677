"""The library's code curriculum through a real GRPOTrainer on the tiny preset: plumbing only, it learns nothing."""

from __future__ import annotations

from typing import Any

import pytest

from gradatim.curricula import load_curriculum
from gradatim.verifiers.code.local.witness import best_level

pytestmark = pytest.mark.skipif(best_level() == "basic", reason="programs would run without locks here")

# Without a chat template, and short enough for a model over characters.
CHANGES = ['prompt="{question}\\n"', "gate.min_prompts=2"]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Any:
    from trl import GRPOConfig, GRPOTrainer

    from gradatim.trainer_adapters.trl import GRPOCurriculum
    from gradatim.trainer_adapters.trl.tiny import tiny_model, tiny_tokenizer

    folder = tmp_path_factory.mktemp("code")
    args = GRPOConfig(
        output_dir=str(folder),
        use_cpu=True,
        bf16=False,
        per_device_train_batch_size=8,
        num_generations=4,
        max_completion_length=1500,
        max_steps=2,
        report_to="none",
        disable_tqdm=True,
        save_strategy="no",
        logging_steps=1,
    )
    tokenizer = tiny_tokenizer()
    curriculum = GRPOCurriculum(load_curriculum("code", CHANGES), args, tokenizer)
    trainer = GRPOTrainer(
        model=tiny_model(1, len(tokenizer)),
        args=curriculum.args,
        processing_class=tokenizer,
        train_dataset=curriculum.train_dataset,
        reward_funcs=curriculum.reward_funcs,
        callbacks=[curriculum.callback],
    )
    trainer.train()
    return trainer


def test_steps_of_the_code_curriculum_run(finished: Any) -> None:
    trainer = finished
    assert trainer.state.global_step == 2
    rewards = [row["rewards/gradatim/mean"] for row in trainer.state.log_history if "rewards/gradatim/mean" in row]
    assert rewards == [0.0, 0.0]


def test_every_stage_fits_the_tiny_preset() -> None:
    from gradatim.trainer_adapters.trl.tiny import require_known, tiny_tokenizer

    curriculum = load_curriculum("code", CHANGES)
    assert len(curriculum.stages) >= 4
    require_known(curriculum, tiny_tokenizer())


def test_a_right_program_earns_the_whole_reward() -> None:
    curriculum = load_curriculum("code", CHANGES)
    for stage in curriculum.stages:
        which, problem = stage.draw("train", "any", 0)
        grader = stage.sources[which].grader
        text = stage.sources[which].target(problem)
        right = grader.score(text, problem.gold, terminated=True, length=100)
        wrong = grader.score("```python\nx = 1\n```", problem.gold, terminated=True, length=100)
        assert right.verdict.correct
        assert right.total == pytest.approx(1.2, abs=1e-4)
        assert (wrong.verdict.reason, wrong.total) == ("missing_entry_point", 0.0)
