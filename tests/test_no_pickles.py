"""Nothing that is stored or sent is run when it is read: no pickles, and networks only as their checksums say."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.sources import sources

SOURCES = [source for folder in ("scoring", "vision", "ui", "models", "tests") for source in sources(folder)]
RUN_WHAT_THEY_READ = {"pickle", "cPickle", "_pickle", "dill", "cloudpickle", "shelve", "marshal"}
CALLS = {"eval", "exec", "joblib.load", "joblib.dump", "pandas.read_pickle", "pd.read_pickle", "yaml.load", "os.system"}


def dangers(program: ast.Module) -> Iterator[str]:
    """What in a program could run something that it reads."""
    for node in ast.walk(program):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name.split(".")[0] in RUN_WHAT_THEY_READ)
        elif isinstance(node, ast.ImportFrom):
            names = {node.module or ""} | {f"{node.module}.{one.name}" for one in node.names}
            yield from (name for name in names if name in CALLS or name.split(".")[0] in RUN_WHAT_THEY_READ)
        elif isinstance(node, ast.Call):
            yield from _dangerous_call(node)


def _dangerous_call(call: ast.Call) -> Iterator[str]:
    called = ast.unparse(call.func)
    said = {word.arg: ast.unparse(word.value) for word in call.keywords}
    if called in CALLS or said.get("allow_pickle", "False") != "False" or said.get("shell", "False") != "False":
        yield ast.unparse(call)
    if called.endswith("torch.load") and said.get("weights_only") != "True":
        yield ast.unparse(call)
    if called in ("np.load", "numpy.load") and said.get("allow_pickle") != "False":
        yield ast.unparse(call)


def test_no_program_of_ours_runs_what_it_reads() -> None:
    assert {source.path: found for source in SOURCES if (found := [*dangers(source.tree)])} == {}


@pytest.mark.parametrize(
    "program",
    [
        "import pickle",
        "from pickle import loads",
        "from joblib import load",
        "import joblib; joblib.load(file)",
        "np.load(file)",
        "np.load(file, allow_pickle=True)",
        "torch.load(file)",
        "torch.load(file, weights_only=False)",
        "eval(text)",
        "subprocess.run(line, shell=True)",
    ],
)
def test_such_a_program_would_be_found(program: str) -> None:
    assert list(dangers(ast.parse(program)))
