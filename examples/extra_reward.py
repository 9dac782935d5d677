"""Your own reward function and your own evaluation beside a curriculum's.

What it shows: a second reward function, added to the list; and evaluation sets of your own. Rows with an `answer` and
a `stage` are scored by that stage's reward. Rows without an answer get no reward from gradatim, only from your own
function. None of them counts for a gate.

    python examples/extra_reward.py MODEL_FOLDER -o out

Expect: in TRL's log `rewards/gradatim/mean` and `rewards/digits_only/mean`, and at the end of the run
`eval_pass_rate/two-digit` from the sums, and `eval_rewards/digits_only/mean` from both sets.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from datasets import Dataset
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import GRPOConfig, GRPOTrainer

from gradatim import load_curriculum
from gradatim.trainer_adapters.trl import GRPOCurriculum

CURRICULUM = Path(__file__).with_name("additions.yaml")


def digits_only(completions: Sequence[str], **columns: object) -> list[float]:
    """Pays a little for completions of digits alone: less than gradatim's `correctness`, so it cannot outweigh it."""
    return [0.1 if completion.isdigit() else 0.0 for completion in completions]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("-o", "--output-dir", default="out")
    parser.add_argument("--max-steps", type=int, default=300)
    options = parser.parse_args()

    tokenizer = AutoTokenizer.from_pretrained(options.model, padding_side="left")
    model = AutoModelForCausalLM.from_pretrained(options.model)
    on_gpu = torch.cuda.is_available()
    args = GRPOConfig(
        output_dir=options.output_dir,
        max_steps=options.max_steps,
        per_device_train_batch_size=64,
        per_device_eval_batch_size=64,
        num_generations=8,
        max_completion_length=8,
        learning_rate=2e-5,
        eval_strategy="steps",
        eval_steps=options.max_steps,
        save_strategy="no",
        logging_steps=1,
        report_to="none",
        use_cpu=not on_gpu,
        bf16=on_gpu,
    )
    curriculum = GRPOCurriculum(load_curriculum(CURRICULUM), args, tokenizer)
    sums = [{"prompt": f"{i}+{i + 9}=", "answer": str(2 * i + 9), "stage": "two-digit"} for i in range(10, 42)]
    questions = [{"prompt": f"How many days are {i} weeks? "} for i in range(2, 10)]
    trainer = GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        args=curriculum.args,
        train_dataset=curriculum.train_dataset,
        eval_dataset={"sums": Dataset.from_list(sums), "questions": Dataset.from_list(questions)},
        reward_funcs=[*curriculum.reward_funcs, digits_only],
        callbacks=[curriculum.callback],
    )
    trainer.train()


if __name__ == "__main__":
    main()
