"""What is asked next? Curricula from YAML or Python, their problem streams, and promotion by a statistical test."""

from gradatim.curricula.build import build_curriculum, load_curriculum, stage_facts
from gradatim.curricula.curriculum import Curriculum, Row
from gradatim.curricula.gates import (
    GATES,
    Decision,
    ECusum,
    Gate,
    Wilson,
    mirrored,
    wilson_interval,
)
from gradatim.curricula.given import curriculum_text, library_curricula
from gradatim.curricula.progress import Event, Progress
from gradatim.curricula.rules import Outcome, Role, Rules
from gradatim.curricula.schedule import PhaseMark, Schedule
from gradatim.curricula.sources import SOURCES, Arithmetic, Count, Source
from gradatim.curricula.spec import (
    CurriculumSpec,
    FinishSpec,
    GatePolicy,
    ModelSpec,
    PromptSpec,
    Scrambled,
    SourceSpec,
    StageSpec,
    WarmUp,
    library_names,
    library_text,
    read_curriculum_spec,
)
from gradatim.curricula.spec.dump import dump_yaml
from gradatim.curricula.spec.schema import json_schema
from gradatim.curricula.split import Split, SplitName
from gradatim.curricula.stage import Prompt, Stage, StageSource, pick

__all__ = [
    "GATES",
    "SOURCES",
    "Arithmetic",
    "Count",
    "Curriculum",
    "CurriculumSpec",
    "Decision",
    "ECusum",
    "Event",
    "FinishSpec",
    "Gate",
    "GatePolicy",
    "ModelSpec",
    "Outcome",
    "PhaseMark",
    "Progress",
    "Prompt",
    "PromptSpec",
    "Role",
    "Row",
    "Rules",
    "Schedule",
    "Scrambled",
    "Source",
    "SourceSpec",
    "Split",
    "SplitName",
    "Stage",
    "StageSource",
    "StageSpec",
    "WarmUp",
    "Wilson",
    "build_curriculum",
    "curriculum_text",
    "dump_yaml",
    "json_schema",
    "library_curricula",
    "library_names",
    "library_text",
    "load_curriculum",
    "mirrored",
    "pick",
    "read_curriculum_spec",
    "stage_facts",
    "wilson_interval",
]
