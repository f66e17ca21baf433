"""Reading photos on a Dask cluster, through the same joblib interface as threads on this machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ui.cli.inputs import BadInput
from ui.cli.outcome import Outcome, Request, fetched, read_contents

CONNECT_SECONDS = 10


def read_on_cluster(address: str, photos: Sequence[str], request: Request) -> Iterator[Outcome]:
    """The outcome of every photo, in order, each as soon as those before it are there.

    The photos are sent along; the workers need Crownsight and nothing else. Raises BadInput if Dask is not
    installed or no cluster answers.
    """
    try:
        from distributed import Client
    except ImportError:
        raise BadInput("--cluster needs Dask: pip install 'crownsight[cluster]'") from None
    from joblib import Parallel, delayed, parallel_config

    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as unreachable:
        raise BadInput(f"no Dask cluster answers at {address}; is its scheduler running?") from unreachable
    with client, parallel_config(backend="dask"):
        yield from Parallel(return_as="generator")(
            delayed(read_contents)(photo, fetched(photo), request) for photo in photos
        )
