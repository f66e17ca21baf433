"""Serve the scripts of the components as ES modules at immutable addresses.

The address holds a version, a hash of all modules. So modules import each other by relative paths, and no page mixes
two versions.
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

FOLDER = Path(__file__).parents[1] / "components"
PATH = "/modules"
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
NOT_STORED = {"Cache-Control": "no-store"}
_IMPORT = re.compile(r"^(?:import|export)\b[^'\";]*'(\.[^']+)';", re.MULTILINE)


@cache
def read_modules() -> dict[str, str]:
    """Read every module; return the texts by paths relative to the folder of the components."""
    files = sorted(FOLDER.rglob("*.js"))
    return {file.relative_to(FOLDER).as_posix(): file.read_text(encoding="utf-8") for file in files}


@cache
def get_version() -> str:
    """Return a hash of all modules, as it stands in their addresses."""
    return hashlib.sha256(repr(read_modules()).encode()).hexdigest()[:16]


def find_dependencies(entry: str) -> list[str]:
    """Return the paths of a module and of all that it imports, directly or not."""
    found = [entry]
    for path in found:
        for relative in _IMPORT.findall(read_modules()[path]):
            imported = posixpath.normpath(posixpath.join(posixpath.dirname(path), relative))
            if imported not in found:
                found.append(imported)
    return found


def module_routes() -> list[Route]:
    """Return the route of the modules; one asked for by another version is answered, but not cached."""
    compressed = {path: gzip.compress(text.encode(), mtime=0) for path, text in read_modules().items()}

    async def answer(request: Request) -> Response:
        path = request.path_params["path"]
        if path not in compressed:
            return PlainTextResponse("Not Found", 404, NOT_STORED)
        headers = FOREVER if request.path_params["version"] == get_version() else NOT_STORED
        headers = headers | {"Vary": "Accept-Encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(compressed[path], media_type="text/javascript", headers=headers)
        return Response(read_modules()[path], media_type="text/javascript", headers=headers)

    return [Route(f"{PATH}/{{version}}/{{path:path}}", answer)]
