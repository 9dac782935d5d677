"""Your own GRPO script, led through a curriculum.

What it shows: the lines that a script with a model, a tokenizer and a `GRPOConfig` of its own needs; they are marked.
Stages promote by themselves, and a stopped run goes on exactly where it was.

    python examples/curriculum_script.py MODEL_FOLDER -o out
    python examples/curriculum_script.py MODEL_FOLDER -o out --resume

Expect: what gradatim set right in the config and why; then TRL's log of each step with `pass_rate/one-digit` and
`rewards/correctness/mean` in it; a line `one-digit passed its gate, two-digit opens` once the model adds one-digit
numbers at .8; at the end the stage that was reached. Any small language model will do, base or instruct.
"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import GRPOConfig, GRPOTrainer

from gradatim import load_curriculum  # gradatim
from gradatim.trainer_adapters.trl import GRPOCurriculum  # gradatim

CURRICULUM = Path(__file__).with_name("additions.yaml")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("-o", "--output-dir", default="out")
    parser.add_argument("--max-steps", type=int, default=300)
    parser.add_argument("--resume", action="store_true")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")

    tokenizer = AutoTokenizer.from_pretrained(options.model, padding_side="left")
    model = AutoModelForCausalLM.from_pretrained(options.model)
    on_gpu = torch.cuda.is_available()
    args = GRPOConfig(
        output_dir=options.output_dir,
        max_steps=options.max_steps,
        per_device_train_batch_size=64,
        num_generations=8,
        max_completion_length=8,
        learning_rate=2e-5,
        save_steps=10,
        logging_steps=1,
        report_to="none",
        use_cpu=not on_gpu,
        bf16=on_gpu,
    )
    curriculum = GRPOCurriculum(load_curriculum(CURRICULUM), args, tokenizer)  # gradatim
    trainer = GRPOTrainer(
        model=model, processing_class=tokenizer,
        args=curriculum.args, train_dataset=curriculum.train_dataset,  # gradatim
        reward_funcs=curriculum.reward_funcs, callbacks=[curriculum.callback],  # gradatim
    )  # fmt: skip
    trainer.train(resume_from_checkpoint=options.resume or None)
    print(f"{trainer.state.global_step} steps, stage {curriculum.progress.phase_name}")  # gradatim


if __name__ == "__main__":
    main()
