from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gradatim.core.errors import RunFolderError
from gradatim.runs import read_run
from gradatim.runs.events import End, Probe
from gradatim.runs.run import read_completions

MakeRun = Callable[..., Path]


def append(path: Path, raw: bytes) -> None:
    with path.open("ab") as stream:
        stream.write(raw)


def test_a_finished_run_is_read_whole(make_run: MakeRun) -> None:
    run = read_run(make_run(60))
    assert run.name == "arithmetic"
    assert run.last_step == 60
    assert len(run.metrics) == 60
    assert run.of_kind(End)[0].status == "finished"
    assert [len(probe.stages) for probe in run.of_kind(Probe)] == [5, 5]
    assert run.env["seed"] == 7
    assert [path.name for path in run.completion_files] == [f"step-{step:08}.jsonl" for step in (20, 40, 60)]
    assert run.torn == ()


@pytest.mark.parametrize("torn", [b'{"step": 61, "ti', b'{"step": 61, "phase": "\xe2\x82', b'{"step": 61} {'])
def test_a_torn_last_line_is_left_out(make_run: MakeRun, torn: bytes) -> None:
    folder = make_run(60)
    append(folder / "metrics.jsonl", torn)
    run = read_run(folder)
    assert (run.last_step, run.torn) == (60, ("metrics.jsonl",))


def test_a_last_line_that_only_lacks_its_line_break_counts(make_run: MakeRun) -> None:
    folder = make_run(60)
    append(folder / "metrics.jsonl", b'{"step": 61}')
    assert read_run(folder).last_step == 61


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (b'{"step": 61, "ti\n', "metrics.jsonl:61: no valid JSON"),
        (b'{"step": 61, "ti\n{"step": 62}\n', "metrics.jsonl:61: no valid JSON"),
        (b"\xff\xfe\n", "metrics.jsonl:61: no valid JSON"),
        (b"[" * 100_000 + b"\n", "metrics.jsonl:61: no valid JSON"),
        (b"[61]\n", "metrics.jsonl:61: expected a JSON object, not list"),
        (b'{"step": "many"}\n', "metrics.jsonl:61: step: "),
        (b'{"step": 61, "stages": {"add-1": {"fresh": [1]}}}\n', "metrics.jsonl:61: stages.add-1.fresh"),
        (b'{"step": 3}\n', "step 3 comes after step 60"),
    ],
)
def test_damage_elsewhere_is_an_error_with_its_place(make_run: MakeRun, damage: bytes, complaint: str) -> None:
    folder = make_run(60)
    append(folder / "metrics.jsonl", damage)
    with pytest.raises(RunFolderError, match=r"metrics\.jsonl") as caught:
        read_run(folder)
    assert complaint in str(caught.value)


def test_numbers_of_a_diverged_run_are_let_in(make_run: MakeRun) -> None:
    folder = make_run(60)
    append(folder / "metrics.jsonl", b'{"step": 61, "loss": NaN, "grad_norm": Infinity, "reward": null}\n')
    assert str(read_run(folder).metrics[-1].loss) == "nan"


def test_fields_and_events_of_later_versions_are_ignored(make_run: MakeRun) -> None:
    folder = make_run(60)
    append(folder / "metrics.jsonl", b'{"step": 61, "news": {"a": [1]}}\n')
    append(folder / "events.jsonl", b'{"step": 61, "event": "novelty", "of": "a kind"}\n')
    run = read_run(folder)
    assert run.last_step == 61
    assert [event.step for event in run.events if event.event == "novelty"] == [61]


def test_missing_files_are_empty(make_run: MakeRun) -> None:
    folder = make_run(60, metrics=None)
    for name in ("env.json", "config.resolved.yaml"):
        (folder / name).unlink()
    run = read_run(folder)
    assert (run.metrics, run.env, run.config, run.name) == ((), {}, {}, "run")


def test_the_config_as_given_stands_in_for_the_resolved_one(make_run: MakeRun) -> None:
    folder = make_run(20)
    (folder / "config.resolved.yaml").rename(folder / "config.yaml")
    assert read_run(folder).name == "arithmetic"


@pytest.mark.parametrize("name", ["config.resolved.yaml", "env.json"])
def test_a_damaged_config_or_environment_is_an_error(make_run: MakeRun, name: str) -> None:
    folder = make_run(20)
    (folder / name).write_text("{a: [")
    with pytest.raises(RunFolderError, match=name.replace(".", r"\.")):
        read_run(folder)


def test_what_is_no_run_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match=r"neither metrics\.jsonl nor events\.jsonl"):
        read_run(tmp_path)
    with pytest.raises(RunFolderError, match="no such directory"):
        read_run(tmp_path / "nowhere")


def test_lone_surrogates_become_encodable_and_keep_their_places(
    make_run: MakeRun, make_completion: Callable[..., dict[str, Any]]
) -> None:
    folder = make_run(20, samples=[make_completion(completion="a\ud800b \U0001f600", prompt="\udfff")])
    (completion,) = read_completions(folder / "completions" / "step-00000021.jsonl")
    assert completion.completion == "a\ufffdb \U0001f600"
    completion.prompt.encode()


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("1+1=", "1+1="),
        ([{"role": "system", "content": "Add."}, {"role": "user", "content": "1+1="}], "Add.\n1+1="),
        ([{"role": "user", "content": None}], ""),
    ],
)
def test_a_prompt_is_text_or_the_messages_of_a_chat(
    make_run: MakeRun, make_completion: Callable[..., dict[str, Any]], prompt: object, text: str
) -> None:
    folder = make_run(20, samples=[make_completion(prompt=prompt)])
    (completion,) = read_completions(folder / "completions" / "step-00000021.jsonl")
    assert completion.prompt == text


@pytest.mark.parametrize("prompt", [["1+1="], {"role": "user"}, 7])
def test_a_prompt_of_another_kind_is_an_error_with_its_place(
    make_run: MakeRun, make_completion: Callable[..., dict[str, Any]], prompt: object
) -> None:
    folder = make_run(20, samples=[make_completion(prompt=prompt)])
    with pytest.raises(RunFolderError, match=r"step-00000021\.jsonl:1: prompt"):
        list(read_completions(folder / "completions" / "step-00000021.jsonl"))


def test_a_run_killed_while_writing_completions_can_be_read(make_run: MakeRun) -> None:
    folder = make_run(20)
    path = folder / "completions" / "step-00000020.jsonl"
    whole = len(list(read_completions(path)))
    append(path, json.dumps({"step": 20}).encode()[:-3])
    assert len(list(read_completions(path))) == whole
