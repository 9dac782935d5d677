"""Curricula and rewards for TRL's `GRPOTrainer`."""

from gradatim.runs.folder import RunFolder
from gradatim.trainer_adapters.trl.adapter import GRPOCurriculum
from gradatim.trainer_adapters.trl.failures import ScoringError
from gradatim.trainer_adapters.trl.plain import GRPOReward
from gradatim.trainer_adapters.trl.probe import ProbeResult, probe
from gradatim.trainer_adapters.trl.record import Recorder
from gradatim.trainer_adapters.trl.settings import Note

__all__ = ["GRPOCurriculum", "GRPOReward", "Note", "ProbeResult", "Recorder", "RunFolder", "ScoringError", "probe"]
