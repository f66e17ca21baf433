#!/bin/sh
# Writes down which packages are shipped, and under which licences: deploy/THIRD_PARTY.md, and in dist
# a bill of materials (CycloneDX) with the checksums. `make licences` has what it needs.
#     deploy/licences.sh ENVIRONMENT TOOLS, the folders of programs in which they are installed
set -eu
cd "$(dirname "$0")/.."
environment=$1
tools=$2
shipped=$(sed -nE "/== '(darwin|win32)'/d; s/^([a-z][a-z0-9._-]*)==.*/\1/p" requirements.lock)

{
    cat <<'HEAD'
# What others have made of what is shipped

Written by `make licences` from what the packages of `requirements.lock` say of themselves. The wheel has none of them in
it: whoever installs it fetches them. The folder and the image have all but altair, pandas, pyarrow and pydeck, the folder
without psycopg and watchdog too; the texts of their licences lie in `*.dist-info`, in the folder below `_internal`, in the image
below `/opt/crownsight/.venv`. Packages have others' work in them in turn, which they name there: Streamlit
the packages of its pages, OpenCV FFmpeg (LGPL-2.1), numpy and scipy OpenBLAS (BSD-3-Clause). pillow-heif opens the pictures of
iPhones with libheif and libde265 (both LGPL-3.0) and has x265 (GPL-2.0) in it: whoever passes on the folder or the image does so on
these terms, too. Where their sources are is said in its `LICENSES_bundled.txt`.

On Windows comes colorama besides (BSD-3-Clause), on Macs with Intel processors coloredlogs, humanfriendly (both MIT),
mpmath and sympy (both BSD-3-Clause). In the folder lie Python (PSF-2.0) and the start program of PyInstaller (GPL-2.0 with an
exception for what it starts), in the image the packages of Debian, whose licences are in `/usr/share/doc`.

HEAD
    # shellcheck disable=SC2086
    "$tools"/pip-licenses --python "$environment"/python --from=mixed --format=markdown --with-urls --packages $shipped
} > deploy/THIRD_PARTY.md
mkdir -p dist
"$tools"/cyclonedx-py requirements requirements.lock --pyproject pyproject.toml --output-reproducible \
    --output-file dist/crownsight.cdx.json
