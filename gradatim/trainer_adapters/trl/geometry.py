"""How GRPOTrainer's batches map to slots of the training stream."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from trl import GRPOConfig

from gradatim.core import ProgressError


@dataclass(frozen=True, slots=True)
class Geometry:
    """The settings on which the mapping from steps to slots rests; field names are GRPOConfig's.

    One *round* generates `generation_batch_size` completions for `generation_batch_size / num_generations` prompts, and
    feeds `steps_per_generation * num_iterations` micro-batches; one optimizer step takes `gradient_accumulation_steps`.
    """

    generation_batch_size: int
    num_generations: int
    steps_per_generation: int
    num_iterations: int
    gradient_accumulation_steps: int

    @classmethod
    def of(cls, args: GRPOConfig) -> Geometry:
        """Reads the geometry of a config."""
        return cls(
            int(args.generation_batch_size or 0),
            args.num_generations,
            int(args.steps_per_generation or 0),
            args.num_iterations,
            args.gradient_accumulation_steps,
        )

    @property
    def prompts_per_round(self) -> int:
        """Prompts in one generation round, over all processes."""
        return self.generation_batch_size // self.num_generations

    @property
    def micro_batches_per_round(self) -> int:
        """Micro-batches that one round feeds."""
        return self.steps_per_generation * self.num_iterations

    def next_slot(self, step: int) -> int:
        """Returns the first slot that no data loader has fetched when `step` optimizer steps are done.

        The loader looks one micro-batch ahead, so the round of micro-batch `step * gradient_accumulation_steps` is
        already drawn, and the one after it is not.
        """
        return (step * self.gradient_accumulation_steps // self.micro_batches_per_round + 1) * self.prompts_per_round

    def due(self, slot: int, step: int) -> bool:
        """Whether a slot belongs to a round that is generated while step `step + 1` is under way."""
        first = step * self.gradient_accumulation_steps // self.micro_batches_per_round
        last = ((step + 1) * self.gradient_accumulation_steps - 1) // self.micro_batches_per_round
        return first <= slot // self.prompts_per_round <= last

    def slots(self, max_steps: int) -> int:
        """Returns how many slots a run of `max_steps` can touch, look-ahead included."""
        return self.next_slot(max_steps) + 2 * self.prompts_per_round

    def at_round_end(self, step: int) -> bool:
        """Whether no generated completion waits to be trained on after `step` optimizer steps."""
        return step * self.gradient_accumulation_steps % self.micro_batches_per_round == 0

    def require(self, saved: Mapping[str, int]) -> None:
        """Refuses to go on with another geometry than a checkpoint's.

        Raises:
            ProgressError: names each field that differs, with both values.
        """
        here = asdict(self)
        differing = [
            f"{name} is {here[name]} here and {saved.get(name)} in the checkpoint"
            for name in here
            if saved.get(name) != here[name]
        ]
        if differing:
            raise ProgressError(
                f"cannot resume with another batch geometry: {'; '.join(differing)}. "
                f"Set the checkpoint's values, or start a new run"
            )
