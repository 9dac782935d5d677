"""From a checked description to a curriculum that gives rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gradatim.core import ConfigError, canonical_json, content_id
from gradatim.core.located import Located
from gradatim.curricula.curriculum import Curriculum
from gradatim.curricula.gates import GATES, Gate
from gradatim.curricula.progress import Rules
from gradatim.curricula.sources import ENUMERABLE
from gradatim.curricula.spec import (
    CurriculumSpec,
    ResolvedStage,
    read_curriculum_spec,
    resolved_finish,
    resolved_stage,
)
from gradatim.curricula.spec.dump import plain_spec
from gradatim.curricula.split import Split
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
        ProblemError: a gold answer that its own verifier does not judge correct.
    """
    if isinstance(source, CurriculumSpec):
        if overrides:
            raise ConfigError(
                "overrides change a file or a mapping; change a CurriculumSpec with model_copy(update=...)"
            )
        return build_curriculum(source)
    return build_curriculum(*read_curriculum_spec(source, overrides))


def build_curriculum(spec: CurriculumSpec, origin: Located | None = None) -> Curriculum:
    """Builds the stages of a checked description and draws some problems of each to check their golds.

    Args:
        spec: the description.
        origin: what it was read from, so that later errors can name the place.

    Raises:
        ConfigError: `holdout: none` for a stage whose problems are too many to be listed.
        ProblemError: a gold answer that its own verifier does not judge correct.
    """
    resolved = [resolved_stage(spec, position) for position in range(len(spec.stages))]
    known = frozenset(problem for stage in resolved if stage.share == 0.0 for problem in _ids(stage))
    largest = max(stage.share for stage in resolved)
    stages = tuple(_stage(stage, Split(stage.share, largest, known), spec.seed) for stage in resolved)
    for stage in stages:
        stage.check_golds(_GOLDS_CHECKED)
    names = tuple(stage.name for stage in stages)
    gates, policies = tuple(stage.gate for stage in stages), tuple(stage.policy for stage in stages)
    return Curriculum(
        spec,
        stages,
        Rules(names, gates, policies, resolved_finish(spec)),
        _fingerprint(spec),
        origin or Located(plain_spec(spec), "curriculum"),
    )


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


def _ids(stage: ResolvedStage) -> Iterable[str]:
    for source in stage.sources:
        ids = source.source.ids()
        if ids is None:
            raise ConfigError(
                f"stage {stage.name!r} says holdout: none, but its {source.source.count().value:,} or more problems are "
                f"too many to be kept out of the other stages' probes (at most {ENUMERABLE:,}); hold a share out"
            )
        yield from ids


def _fingerprint(spec: CurriculumSpec) -> str:
    """Covers what decides rows, rewards and promotion, not what `gradatim train` alone reads."""
    plain = {key: value for key, value in plain_spec(spec).items() if key not in _ONLY_TRAINING}
    return content_id(canonical_json(plain))


def stage_facts(stage: Stage) -> dict[str, Any]:
    """Returns what is known of a stage before training, as plain JSON: sizes of its splits, and its gate."""
    counts = [source.source.count() for source in stage.sources]
    total, share = sum(count.value for count in counts), stage.split.share
    return {
        "name": stage.name,
        "problems": total,
        "exact": all(count.exact for count in counts),
        "train": total - round(total * stage.split.largest) if share else total,
        "probe": round(total * share) if share else None,
        "gate": _label(stage.gate),
    }


def _label(gate: Gate) -> str:
    kind = next((name for name, cls in GATES.items() if type(gate) is cls), type(gate).__name__)
    return f"{kind}, rate above {gate.bound:g}"
