"""What a run logs, to the trainer's own history and to a run folder's records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from datasets import Dataset

from gradatim.trainer_adapters.trl import GRPOCurriculum, Recorder
from gradatim.trainer_adapters.trl.live import Graded
from gradatim.trainer_adapters.trl.record import metrics_of

Make = Callable[..., Any]


class Pages:
    """A sink that keeps all records in the order in which they come."""

    def __init__(self) -> None:
        self.all: list[tuple[str, Any]] = []

    def on_event(self, event: dict[str, Any]) -> None:
        self.all.append(("event", event))

    def on_metrics(self, metrics: dict[str, Any]) -> None:
        self.all.append(("metrics", metrics))

    def on_completions(self, step: int, rows: Sequence[dict[str, Any]]) -> None:
        self.all.append(("completions", (step, rows)))

    def of(self, kind: str) -> list[Any]:
        return [record for name, record in self.all if name == kind]


def recorded(ladder: Make, warm_model: Make, args: Any) -> tuple[Any, Pages]:
    from trl import GRPOTrainer

    model, tokenizer = warm_model()
    pages = Pages()
    fed = GRPOCurriculum(ladder(), args, tokenizer, listeners=[Recorder([pages])])
    trainer = GRPOTrainer(
        model=model,
        args=fed.args,
        processing_class=tokenizer,
        train_dataset=fed.train_dataset,
        reward_funcs=fed.reward_funcs,
        callbacks=[fed.callback],
    )
    trainer.train()
    return trainer, pages


def test_terms_and_pass_rates_appear_in_the_trainers_history(ladder: Make, config: Make, warm_model: Make) -> None:
    trainer, pages = recorded(ladder, warm_model, config(max_steps=6))
    history = [entry for entry in trainer.state.log_history if "reward" in entry]
    metrics = pages.of("metrics")
    assert [entry["step"] for entry in history] == [record["step"] for record in metrics] == [1, 2, 3, 4, 5, 6]
    for entry, record in zip(history, metrics, strict=True):
        # Counted by TRL from what the reward function hands over, and by us from the same completions.
        assert entry["reward"] == pytest.approx(record["reward"])
        assert entry["rewards/gradatim/mean"] == pytest.approx(record["reward"])
        for term in ("correctness", "stop"):
            assert entry[f"rewards/{term}/mean"] == pytest.approx(record["terms"][term])
        for stage, roles in record["stages"].items():
            right, asked = (sum(count[k] for count in roles.values()) for k in (0, 1))
            assert entry[f"pass_rate/{stage}"] == pytest.approx(right / asked)
        assert entry["completions/clipped_ratio"] == pytest.approx(1.0 - record["eos_rate"])
        assert entry["completions/mean_length"] == pytest.approx(record["length"]["mean"])
        assert entry["frac_reward_zero_std"] == record["groups"]["no_signal"] / record["groups"]["total"]
        # Also on steps with an event.
        for figure in ("loss", "grad_norm", "learning_rate", "entropy"):
            assert record[figure] == entry[figure]


def test_an_event_follows_the_record_of_its_step(ladder: Make, config: Make, warm_model: Make) -> None:
    _, pages = recorded(ladder, warm_model, config(max_steps=6))
    events = pages.of("event")
    assert "opened" in {event["event"] for event in events}
    for event in events:
        place = pages.all.index(("event", event))
        last = [record["step"] for kind, record in pages.all[:place] if kind == "metrics"][-1]
        assert last == event["step"]


def test_records_come_at_once_where_the_trainer_logs_rarely(ladder: Make, config: Make, warm_model: Make) -> None:
    _, pages = recorded(ladder, warm_model, config(max_steps=5, logging_steps=4))
    assert [record["step"] for record in pages.of("metrics")] == [1, 2, 3, 4, 5]
    assert ["loss" in record for record in pages.of("metrics")] == [False, False, False, True, False]


def test_verdicts_stand_in_trls_table_of_completions(ladder: Make, config: Make, train: Make, tmp_path: Path) -> None:
    run = train(ladder(), config(max_steps=1, log_completions=True))
    [table] = (tmp_path / "run" / "completions").glob("*.parquet")
    rows = Dataset.from_parquet(str(table)).to_list()
    assert {(row["completion"], row["gradatim"], row["verdict"]) for row in rows} == {
        (row[5], row[7], "correct" if row[7] else "incorrect: wrong_value") for row in run.diary.completions
    }


def test_steps_without_a_generation_leave_no_record(ladder: Make, config: Make, warm_model: Make) -> None:
    args = config(max_steps=6, per_device_train_batch_size=4, steps_per_generation=4)
    _, pages = recorded(ladder, warm_model, args)
    assert [record["step"] for record in pages.of("metrics")] == [1, 5]


def graded(slot: int, correct: bool | None, total: float | None) -> Graded:
    return Graded(slot, "ones", "fresh", 0, correct, total, {} if total is None else {"correctness": total}, True, 2)


def test_the_figures_of_a_step() -> None:
    step = [
        *[graded(0, True, 1.0)] * 2,
        *[graded(1, False, 0.0)] * 2,
        graded(2, True, 1.0),
        graded(2, False, 0.0),
        *[graded(3, None, None)] * 2,
    ]
    found = metrics_of(step)
    assert found["completions"], found["prompts"] == (8, 4)
    assert found["reward"] == 0.5
    assert found["terms"] == {"correctness": 0.5}
    assert found["stages"] == {"ones": {"fresh": [3, 6]}}
    assert found["groups"] == {"total": 4, "all_correct": 1, "all_wrong": 1, "no_signal": 3}
    assert found["excluded"] == 2


def test_a_step_of_excluded_samples_only_has_no_reward() -> None:
    found = metrics_of([graded(0, None, None)] * 4)
    assert (found["reward"], found["reward_std"], found["terms"]) == (None, None, {})
    assert found["stages"] == {}


def test_a_record_waits_for_the_trainers_figures_only_where_they_follow() -> None:
    pages = Pages()
    recorder = Recorder([pages])
    recorder.on_step(1, [graded(0, True, 1.0)], [], {}, logs_follow=False)
    assert [record["step"] for record in pages.of("metrics")] == [1]
    recorder.on_step(2, [graded(0, True, 1.0)], [], {}, logs_follow=True)
    assert [record["step"] for record in pages.of("metrics")] == [1]
    recorder.on_log(2, {"loss": 0.5, "runtime": 3.0})
    assert pages.of("metrics")[-1]["loss"] == 0.5
    assert "runtime" not in pages.of("metrics")[-1]
