"""From a checked description to a curriculum that gives rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Literal, cast

from gradatim.core import ConfigError, ProblemError, canonical_json, content_id
from gradatim.core.findings import Finding
from gradatim.core.located import Located
from gradatim.curricula.curriculum import Curriculum
from gradatim.curricula.gates import GATES, Gate
from gradatim.curricula.rules import Rules
from gradatim.curricula.sources import Count, ReadsRows, Source, joint_count, listed_ids
from gradatim.curricula.spec import (
    CurriculumSpec,
    ResolvedStage,
    read_curriculum_spec,
    resolved_finish,
    resolved_stage,
)
from gradatim.curricula.spec.dump import plain_spec
from gradatim.curricula.split import SPLITS, Split
from gradatim.curricula.stage import Stage, StageSource
from gradatim.rewards import Grader

_GOLDS_CHECKED = 32
_ONLY_TRAINING = ("model", "sft", "trainer", "caveats", "name")


def load_curriculum(
    source: str | Path | Mapping[str, Any] | CurriculumSpec, overrides: Sequence[str] = ()
) -> Curriculum:
    """Reads, checks and builds a curriculum.

    Args:
        source: a name from the library, the path of a YAML file, what such a file holds as Python objects, or a spec.
        overrides: single values to change, as `stages.add-2.gate.pass_rate=0.95`.

    Raises:
        ConfigError: with every finding at its place.
    """
    if isinstance(source, CurriculumSpec):
        if overrides:
            raise ConfigError(
                "overrides change a file or a mapping; change a CurriculumSpec with model_copy(update=...)"
            )
        # Once more, because a copy with changes was not checked.
        return build_curriculum(*read_curriculum_spec(dict(source)))
    return build_curriculum(*read_curriculum_spec(source, overrides))


def build_curriculum(spec: CurriculumSpec, origin: Located | None = None) -> Curriculum:
    """Builds the stages of a checked description and draws some problems of each to check their golds.

    Args:
        spec: the description.
        origin: what it was read from, so that later errors can name the place.

    Raises:
        ConfigError: a gold answer that its own verifier does not judge correct, or a split without problems.
    """
    origin = origin or Located(plain_spec(spec), "curriculum")
    resolved = [resolved_stage(spec, position) for position in range(len(spec.stages))]
    known = _known(resolved)
    largest = max(stage.share for stage in resolved)
    stages: list[Stage] = []
    for position, stage_ in enumerate(resolved):
        try:
            stages.append(_stage(stage_, Split(stage_.share, largest, known), spec.seed))
        except ConfigError as error:
            raise origin.error(Finding(("stages", position, "problems"), str(error), "answer", at_key=True)) from error
    for position, stage in enumerate(stages):
        try:
            stage.check_golds(_GOLDS_CHECKED)
        except ProblemError as error:
            raise origin.error(Finding(("stages", position, "problems"), str(error), "problem", at_key=True)) from error
    rules = Rules(
        tuple(stage.name for stage in stages),
        tuple(stage.gate for stage in stages),
        tuple(stage.policy for stage in stages),
        resolved_finish(spec),
    )
    return Curriculum(spec, tuple(stages), rules, _fingerprint(spec), origin)


def _stage(resolved: ResolvedStage, split: Split, seed: int) -> Stage:
    sources = tuple(
        StageSource(
            source.weight,
            source.source,
            source.prompt,
            source.answer,
            Grader(source.source.verifier(source.answer), source.reward),
        )
        for source in resolved.sources
    )
    return Stage(resolved.name, sources, split, resolved.gate, resolved.policy, seed)


def _known(stages: Sequence[ResolvedStage]) -> frozenset[str]:
    """Returns the ids of all problems of the stages that hold nothing out; a checked description can list them."""
    listed = [listed_ids([source.source for source in stage.sources]) for stage in stages if not stage.share]
    return frozenset(chain.from_iterable(cast("list[frozenset[str]]", listed)))


def _fingerprint(spec: CurriculumSpec) -> str:
    """Covers what decides rows, rewards and promotion, not what `gradatim train` alone reads."""
    plain = {key: value for key, value in plain_spec(spec).items() if key not in _ONLY_TRAINING}
    return content_id(canonical_json(plain))


def stage_facts(stage: Stage) -> dict[str, Any]:
    """Returns what is known of a stage before training, as plain JSON: sizes of its splits, and its gate.

    Up to 200,000 problems are counted one by one. Of more, `problems` is a lower bound unless `exact`, and the splits
    are the shares of it that are expected. `refused` and `dropped` are the rows of its data sets that give no problem.
    """
    sources = [source.source for source in stage.sources]
    ids, split = listed_ids(sources), stage.split
    count = joint_count(sources) if ids is None else Count(len(ids), exact=True)
    if ids is None:
        train, probe = count.value - round(count.value * split.largest), round(count.value * split.share)
    else:
        train, probe = (sum(split.holds(name, id_) for id_ in ids) for name in SPLITS)
    return {
        "name": stage.name,
        "problems": count.value,
        "exact": count.exact,
        "train": train,
        "probe": probe if split.share else None,
        "gate": _label(stage.gate),
        "refused": [fault for source in sources for fault in _rows(source, "refused")],
        "dropped": [fault for source in sources for fault in _rows(source, "dropped")],
    }


def _rows(source: Source, kind: Literal["refused", "dropped"]) -> list[dict[str, str]]:
    """Returns the rows of a data set that give no problem, with the reasons."""
    if not isinstance(source, ReadsRows):
        return []
    return [{"where": row.where, "reason": row.reason} for row in getattr(source, kind)()]


def _label(gate: Gate) -> str:
    kind = next((name for name, cls in GATES.items() if type(gate) is cls), type(gate).__name__)
    return f"{kind}, rate above {gate.bound:g}"
