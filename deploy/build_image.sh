#!/bin/sh
# Builds the image of deploy/Containerfile with the engine that is here, podman, docker or buildah; from the checkout:
#     deploy/build_image.sh [NAME]
# BUILD_OPTIONS are passed on, such as "--platform linux/arm64". Where no registry of images can be reached, but Debian's
# packages can, BASE=debootstrap makes the image that it starts from (as root, with debootstrap and buildah; 6 GB of disk).
set -eu
cd "$(dirname "$0")/.."
name=${1:-crownsight}
base=docker.io/library/debian:bookworm-slim

made_by_debootstrap() {
    buildah inspect --type image $base >/dev/null 2>&1 && return
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    debootstrap --variant=minbase --include=ca-certificates bookworm "$folder/root" >/dev/null
    rm -rf "$folder"/root/var/cache/apt/archives/*.deb "$folder"/root/var/lib/apt/lists/* "$folder"/root/usr/share/doc \
        "$folder"/root/usr/share/man "$folder"/root/usr/share/locale
    empty=$(buildah from scratch)
    buildah add --quiet "$empty" "$folder/root" / >/dev/null
    buildah commit --quiet --rm "$empty" $base >/dev/null
}

if [ "${BASE:-}" = debootstrap ]; then
    export BUILDAH_ISOLATION=chroot STORAGE_DRIVER="${STORAGE_DRIVER:-vfs}"
    made_by_debootstrap
    BUILD_OPTIONS="--pull-never ${BUILD_OPTIONS:-}"
    engine=buildah
else
    engine=$(for one in podman docker buildah; do command -v $one && break; done) || {
        echo "There is no podman, docker or buildah here." >&2
        exit 1
    }
fi
case $(basename "$engine") in
    docker) format= ;;
    *) format="--format docker" ;; # that of OCI has no health check
esac
# shellcheck disable=SC2086
"$engine" build $format ${BUILD_OPTIONS:-} --file deploy/Containerfile --tag "$name" .
