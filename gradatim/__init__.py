"""gradatim: curricula and reward design for GRPO training of small language models."""

__version__ = "0.1.0"
