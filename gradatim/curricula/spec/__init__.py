"""Curricula as they are written: YAML or Python objects in, one checked `CurriculumSpec` out."""

from gradatim.curricula.spec.curriculum import CurriculumSpec, FinishSpec, StageSpec
from gradatim.curricula.spec.gate import GatePolicy
from gradatim.curricula.spec.problems import SourceSpec
from gradatim.curricula.spec.prompt import PromptSpec
from gradatim.curricula.spec.read import library_names, library_text, read_curriculum_spec
from gradatim.curricula.spec.resolve import ResolvedSource, ResolvedStage, resolved_finish, resolved_stage
from gradatim.curricula.spec.training import ModelSpec, Scrambled, WarmUp

__all__ = [
    "CurriculumSpec",
    "FinishSpec",
    "GatePolicy",
    "ModelSpec",
    "PromptSpec",
    "ResolvedSource",
    "ResolvedStage",
    "Scrambled",
    "SourceSpec",
    "StageSpec",
    "WarmUp",
    "library_names",
    "library_text",
    "read_curriculum_spec",
    "resolved_finish",
    "resolved_stage",
]
