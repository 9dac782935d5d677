"""`gradatim preview`: what the model will be asked, and what counts as right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from gradatim.cli.options import curriculum_arguments, json_option, print_json
from gradatim.core.text import shortened, visible

_EPILOG = """\b
Examples:
  gradatim preview arithmetic
  gradatim preview my-curriculum.yaml --stage add-2 -n 10
  gradatim preview my-curriculum.yaml --model ./qwen     token lengths, too"""

_LONGEST_GOLD = 200


@click.command(short_help="Show prompts and gold answers.", epilog=_EPILOG)
@curriculum_arguments
@click.option("-n", "--num-examples", default=3, show_default=True, type=click.IntRange(1, 10_000), help="Per stage.")
@click.option("--stage", "only", help="Show this stage only.")
@click.option("--split", type=click.Choice(["train", "probe"]), default="train", show_default=True)
@click.option("--model", type=click.Path(path_type=Path), help="A folder with a tokenizer, to count tokens.")
@json_option
def command(
    curriculum: str,
    overrides: tuple[str, ...],
    num_examples: int,
    only: str | None,
    split: str,
    model: Path | None,
    as_json: bool,
) -> int:
    """Show prompts, gold answers and worked solutions."""
    from gradatim.curricula import load_curriculum

    loaded = load_curriculum(curriculum, overrides)
    stages = [loaded.stage(only)] if only else loaded.stages
    count = _counter(model)
    rows = [_row(stage, split, i, count) for stage in stages for i in range(num_examples)]
    if as_json:
        print_json({"schema_version": 1, "examples": rows})
        return 0
    for row in rows:
        tokens = f"  [{row['prompt_tokens']} + {row['answer_tokens'] or '?'} tokens]" if model else ""
        click.echo(visible(f"{row['stage']}: {_text(row['prompt'])}{tokens}"))
        click.echo(visible(f"  gold: {shortened(row['gold'], _LONGEST_GOLD)}"))
        if row["solution"]:
            click.echo(visible(f"  solution: {row['solution']}"))
    return 0


def _row(stage: Any, split: str, index: int, count: Any) -> dict[str, Any]:  # noqa: ANN401
    which, problem = stage.draw(split, "preview", index)
    source = stage.sources[which]
    prompt = source.render(problem.question)
    # A program may come without a reference.
    target = source.target(problem) if source.shortest(problem) is not None else None
    row = {
        "stage": stage.name,
        "id": problem.id,
        "prompt": prompt,
        "gold": problem.gold,
        "target": target,
        "solution": problem.solution,
    }
    if count is not None:
        tokens, answer_tokens = count(prompt, target or "")
        row |= {"prompt_tokens": tokens, "answer_tokens": None if target is None else answer_tokens}
    return row


def _counter(model: Path | None) -> Any:  # noqa: ANN401
    if model is None:
        return None
    from gradatim.cli.training_stack import require_trl

    require_trl()
    from gradatim.trainer_adapters.trl.models import token_counter

    return token_counter(model)


def _text(prompt: Any) -> str:  # noqa: ANN401
    if isinstance(prompt, str):
        return prompt
    return "\n  ".join(f"<{message['role']}> {message['content']}" for message in prompt)
