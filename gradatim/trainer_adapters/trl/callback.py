"""The callback that promotes stages and keeps the curriculum's state in the trainer's checkpoints."""

from __future__ import annotations

import copy
import dataclasses
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from transformers import TrainerCallback, TrainerControl, TrainerState
from trl import GRPOConfig

from gradatim.core import ConfigError, ProgressError
from gradatim.curricula import Decision, Gate, Progress
from gradatim.trainer_adapters.trl.live import Listener, Live, outcomes
from gradatim.trainer_adapters.trl.texts import eos_ids

logger = logging.getLogger("gradatim")

STATE_KEY = "gradatim"

_INSIDE_A_ROUND = (
    "checkpoint %d lies inside a generation round, whose completions TRL does not keep: they are generated again, so "
    "the run goes on, but not exactly"
)
_OTHER_PROCESSES = (
    "the checkpoint was written by %d processes and %d go on from it; random states are kept by process, so the run "
    "goes on, but not exactly"
)


class CurriculumCallback(TrainerCallback):  # type: ignore[misc,unused-ignore]
    """Asks the gate after each step and writes the state where every checkpoint keeps it."""

    def __init__(
        self, live: Live, args: GRPOConfig, listeners: Sequence[Listener], *, stop_when_finished: bool
    ) -> None:
        self._live = live
        # As it was checked: the user may change the object before the trainer gets it.
        self._args = copy.copy(args)
        self._listeners = list(listeners)
        self._stop_when_finished = stop_when_finished

    def on_init_end(self, args: GRPOConfig, state: TrainerState, control: TrainerControl, **kwargs: Any) -> None:  # noqa: ANN401
        """Refuses a trainer that was built with the unchecked config, and learns which ids end a completion."""
        differing = _differences(args, self._args)
        if differing:
            raise ConfigError(
                f"the trainer was built with other settings than the curriculum checked ({', '.join(differing)}); "
                "pass args=curriculum.args to GRPOTrainer"
            )
        generation = getattr(args, "generation_kwargs", None)
        self._live.eos_ids = eos_ids(kwargs.get("processing_class"), kwargs.get("model"), generation)
        if not self._live.eos_ids:
            raise ConfigError(
                "neither the tokenizer nor model.generation_config has an eos_token_id, so no completion can ever end; "
                "set tokenizer.eos_token"
            )

    def on_train_begin(self, args: GRPOConfig, state: TrainerState, control: TrainerControl, **kwargs: Any) -> None:  # noqa: ANN401
        """Starts anew, or goes on where the checkpoint was."""
        rules = self._live.curriculum.rules
        if state.global_step == 0:
            self._live.restart(Progress(rules))
            return
        saved = state.stateful_callbacks.get(STATE_KEY)
        if saved is None:
            raise ProgressError(
                f"the checkpoint at step {state.global_step} was not written by a run with a gradatim curriculum; "
                "start without resume_from_checkpoint"
            )
        attributes = saved["attributes"]
        self._live.geometry.require(attributes["geometry"])
        self._live.curriculum.require_fingerprint(attributes["curriculum"])
        self._live.restart(Progress.from_json(rules, attributes["progress"]))
        if not self._live.geometry.at_round_end(state.global_step):
            logger.warning(_INSIDE_A_ROUND, state.global_step)
        if attributes["processes"] != args.world_size:
            logger.warning(_OTHER_PROCESSES, attributes["processes"], args.world_size)
        self._tell([{"event": "resumed", "step": state.global_step, "stage": self._live.progress.phase_name}])

    def on_step_end(self, args: GRPOConfig, state: TrainerState, control: TrainerControl, **kwargs: Any) -> None:  # noqa: ANN401
        """Takes in the step's outcomes, decides, and leaves the state for the next checkpoint."""
        live = self._live
        graded, transcripts = live.take()
        phase, gates = live.progress.phase_name, live.progress.active()
        events = live.progress.observe(outcomes(graded), state.global_step, live.geometry.next_slot(state.global_step))
        state.stateful_callbacks[STATE_KEY] = {
            "args": {},
            "attributes": {
                "progress": live.progress.to_json(),
                "geometry": dataclasses.asdict(live.geometry),
                "curriculum": live.curriculum.fingerprint,
                "processes": args.world_size,
            },
        }
        if graded:
            facts = {"phase": phase, "gates": _readings(gates, live.progress.readings)}
            for listener in self._listeners:
                # transformers' own flow callback comes first and has set should_log by now.
                listener.on_step(state.global_step, graded, transcripts, facts, logs_follow=control.should_log)
        self._tell(events)
        if live.progress.ended and (self._stop_when_finished or live.progress.ended == "stuck"):
            control.should_training_stop = True
            control.should_save = str(getattr(args.save_strategy, "value", args.save_strategy)) == "steps"

    def on_log(
        self,
        args: GRPOConfig,
        state: TrainerState,
        control: TrainerControl,
        logs: dict[str, Any] | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        """Passes the trainer's own figures on."""
        for listener in self._listeners:
            listener.on_log(state.global_step, logs or {})

    def _tell(self, events: Sequence[dict[str, Any]]) -> None:
        for event in events:
            logger.info("%s", _sentence(event))
            for listener in self._listeners:
                listener.on_event(event)


def _readings(gates: Mapping[str, Gate], decisions: Mapping[str, Decision]) -> dict[str, dict[str, Any]]:
    # A gate of the user's own need not have a pass rate.
    return {
        name: dataclasses.asdict(decision) | {"pass_rate": getattr(gates[name], "pass_rate", None)}
        for name, decision in decisions.items()
    }


def _sentence(event: dict[str, Any]) -> str:
    name, step = event["event"], event["step"]
    if name == "opened" and "stage" in event:
        return f"step {step}: {event['by']} passed its gate, {event['stage']} opens"
    return f"step {step}: {name} {event.get('stage', '')}".rstrip()


def _differences(used: GRPOConfig, checked: GRPOConfig) -> list[str]:
    # Only what the curriculum rests on: a trainer may legitimately adjust the rest of a config in place.
    names = (
        "shuffle_dataset",
        "dataloader_num_workers",
        "remove_unused_columns",
        "ignore_data_skip",
        "save_steps",
        "lr_scheduler_type",
        "max_steps",
        "generation_batch_size",
        "num_generations",
        "steps_per_generation",
        "num_iterations",
        "gradient_accumulation_steps",
    )
    return [
        f"{name}={getattr(used, name, None)!r} instead of {getattr(checked, name, None)!r}"
        for name in names
        if getattr(used, name, None) != getattr(checked, name, None)
    ]
