"""Presets, overrides and the one sentence that every mistake gets."""

import json

import pytest
import yaml

from pipeline.config import ConfigError, build_config, load_preset, option_names, preset_names, resolve_config

ABLATIONS = {
    "no-corpus": {"corpus.enabled": False},
    "no-memory": {"memory.enabled": False},
    "no-designer-training": {"scoring.reward": "none"},
    "solve-rate": {"scoring.reward": "solve_rate"},
    "learning-potential": {"scoring.reward": "learning_potential"},
    "fixed-pool": {"designer.source": "pool"},
    "two-skills": {"designer.skills": ["Logical Deduction", "Spatial Reasoning"]},
    "tool-use": {"designer.tool_use_share": 1.0},
    "size-1m": {"model.path": "data/models/spade-micro-base"},
    "size-7m": {"model.path": "data/models/spade-small-base"},
}


def flat(config) -> dict:
    return {
        f"{section}.{name}": value
        for section, options in config.as_dict().items()
        for name, value in options.items()
    }


@pytest.mark.parametrize("name", sorted(ABLATIONS))
def test_an_ablation_differs_from_spade_in_exactly_the_lines_it_must(name):
    spade, ablation = flat(resolve_config(preset="spade")), flat(resolve_config(preset=name))
    assert {key: value for key, value in ablation.items() if spade[key] != value} == ABLATIONS[name]


def test_spade_is_cpu_tiny_and_every_preset_resolves():
    assert resolve_config(preset="spade") == resolve_config(preset="cpu-tiny")
    assert set(ABLATIONS) | {"spade", "cpu-tiny"} <= set(preset_names())
    for name in preset_names():
        assert resolve_config(preset=name)


def test_a_resolved_configuration_is_itself_runnable(tmp_path):
    config = resolve_config(
        preset="two-skills", overrides={"learner.lr": "3e-5", "scoring.validity": "{parse: -1}"}
    )
    run_json = tmp_path / "run.json"
    run_json.write_text(json.dumps({"schema_version": 1, "config": config.as_dict()}))
    assert resolve_config(file=run_json) == config
    plain = tmp_path / "mine.yaml"
    plain.write_text(yaml.safe_dump(config.as_dict()))
    assert resolve_config(file=plain) == config


def test_a_file_may_extend_a_preset_and_overrides_win(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("extends: no-memory\nlearner:\n  lr: 2e-5\n  epochs: 2\n")
    config = resolve_config(file=file, overrides={"learner.epochs": "3"})
    assert (config.memory.enabled, config.learner.lr, config.learner.epochs) == (False, 2e-5, 3)


def test_lists_may_be_written_with_commas():
    config = resolve_config(overrides={"designer.skills": "Optimization, Causal Inference"})
    assert config.designer.skills == ("Optimization", "Causal Inference")


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"learner.lrr": "1"}, r"unknown option 'learner.lrr' \(nearest: learner.lr"),
        ({"lr": "1"}, r"unknown option 'lr' \(nearest: learner.lr"),
        ({"learner.lr": "fast"}, r"option 'learner.lr' expects a number, not 'fast'"),
        ({"learner.epochs": "1.5"}, r"option 'learner.epochs' expects a whole number, not 1.5"),
        ({"learner.epochs": "true"}, r"'learner.epochs' expects .*not True"),
        ({"memory.enabled": "maybe"}, r"'memory.enabled' expects .*not 'maybe'"),
        ({"run.steps": "0"}, r"'run.steps' expects a number greater than or equal to 1, not 0"),
        ({"model.form": "tiny"}, r"'model.form' expects 'compact' or 'full', not 'tiny'"),
        ({"designer.skills": "Chess"}, r"'designer.skills.0' expects 'Mathematical Reasoning'"),
        ({"scoring.plateau_low": "0.9"}, r"plateau_low to be at most plateau_high"),
        ({"scoring.validity": "{prse: 1}"}, r"not for 'prse'"),
        ({"hints.source": "none"}, r"needs a hinted arm"),
        ({"learner.lr": "["}, r"'learner.lr' has a value that cannot be read"),
    ],
)
def test_every_mistake_is_one_sentence(overrides, message):
    with pytest.raises(ConfigError, match=message) as caught:
        resolve_config(overrides=overrides)
    assert "\n" not in str(caught.value)


def test_unknown_presets_and_sections_are_named():
    with pytest.raises(
        ConfigError, match=r"unknown preset 'sapde' \(nearest: spade\); presets are cpu-smol, "
    ):
        resolve_config(preset="sapde")
    with pytest.raises(ConfigError, match=r"unknown section 'learnr' \(nearest: learner\)"):
        build_config({"learnr": {}})


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "cannot be read"), ("a: [", "neither YAML nor JSON"), ("- 1", "should hold sections")],
)
def test_bad_files_are_one_sentence(tmp_path, content, message):
    file = tmp_path / "c.yaml"
    if content is not None:
        file.write_text(content)
    with pytest.raises(ConfigError, match=message):
        resolve_config(file=file)


def test_an_unreadable_file_is_told_in_plain_words(tmp_path):
    (tmp_path / "odd.yaml").write_bytes(b"\xff")
    for name, reason in (
        ("none.yaml", "No such file or directory"),
        (".", "Is a directory"),
        ("odd.yaml", "it is not UTF-8 text"),
    ):
        with pytest.raises(ConfigError) as caught:
            resolve_config(file=tmp_path / name)
        assert str(caught.value) == f"--config {tmp_path / name} cannot be read ({reason})"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("run.json", "{}"),
        ("run.json", '{"schema_version": 1}'),
        ("run.json", '{"schema_version": 1, "config": {}}'),
        ("copy.json", '{"schema_version": 1}'),
    ],
)
def test_a_run_json_without_a_configuration_is_refused(tmp_path, name, content):
    file = tmp_path / name
    file.write_text(content)
    with pytest.raises(ConfigError) as caught:
        resolve_config(file=file)
    assert str(caught.value) == f"--config {file} is not the run.json of a training run: it has no 'config'"


def test_a_file_of_ones_own_may_set_nothing(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("{}")
    assert resolve_config(file=file) == build_config({})


def test_presets_only_name_real_options():
    names = set(option_names())
    for preset in preset_names():
        for section, options in load_preset(preset).items():
            assert {f"{section}.{name}" for name in options} <= names
