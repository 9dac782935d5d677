"""A reward of gradatim in a plain TRL script: no curriculum, your own data.

What it shows: `load_reward` reads verifier and reward from YAML, `GRPOReward` makes a TRL reward function of them. The
data are lines of JSON with a `prompt` and a gold answer; `gold=` names the column.

    python examples/plain_reward.py MODEL_FOLDER -o out

Expect: in TRL's log the total as `rewards/gradatim/mean` and each term, such as `rewards/correctness/mean`.
`examples/test_reward.py` tests the same reward before any training.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from datasets import Dataset
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import GRPOConfig, GRPOTrainer

from gradatim import load_reward
from gradatim.trainer_adapters.trl import GRPOReward

HERE = Path(__file__).parent


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
        num_generations=8,
        max_completion_length=8,
        learning_rate=2e-5,
        save_strategy="no",
        logging_steps=1,
        report_to="none",
        use_cpu=not on_gpu,
        bf16=on_gpu,
    )
    reward = GRPOReward(load_reward(HERE / "reward.yaml"), tokenizer, gold="answer", model=model)
    trainer = GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        args=args,
        train_dataset=Dataset.from_json(str(HERE / "data.jsonl")),
        reward_funcs=[reward],
    )
    trainer.train()


if __name__ == "__main__":
    main()
