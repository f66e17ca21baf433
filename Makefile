# Everything lives in .venv; `make run` on a fresh machine needs Python 3.11 (with venv) and nothing else.
PYTHON ?= python3
DATA ?= ../shared/data
BIN := .venv/bin
LOCKS := requirements.lock requirements-test.lock requirements-build.lock
INSTALL := $(BIN)/python -m pip install --disable-pip-version-check --no-compile
PIP := $(INSTALL) --quiet
INSTALLED := .venv/installed

RELEASE := build/release

.DEFAULT_GOAL := help
.PHONY: help locks docs setup run test test-repeat test-quick test-lowest browser servers lint bench train licences dist folder image space release-check

# Lines with two ## say what a target does.
help:
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|'

setup: $(INSTALLED)  ## create .venv with everything, by checksum

# Again whenever a dependency changes; modules are found in place, so editing them needs nothing.
$(INSTALLED): pyproject.toml $(LOCKS)
	@echo "Setting up in .venv, once: a minute or two."
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@rm -f .venv/failed; { $(INSTALL) --progress-bar off --require-hashes --only-binary :all: $(LOCKS:%=--requirement %) \
	  || touch .venv/failed; } | awk -v all=$$(grep -ho '^[^ ]*==' $(LOCKS) | sort -u | wc -l) '/^(Collecting|Processing) / { printf "\r%d of %d: %-50.50s", ++n, all, $$2 } \
	  /^Installing/ { printf "\r%-60s", "Installing them" } /^ERROR/ { print } { fflush() } END { print "" }'
	@test ! -e .venv/failed
	$(PIP) --no-deps --no-build-isolation --editable .
	touch $@

# For the phones in the same network, too; `.venv/bin/crownsight --local` keeps it to this machine.
run: setup  ## open the app for phones on the same network
	$(BIN)/crownsight

# In three processes for two cores, as each waits for browsers and servers at times. Each has files of its own, and
# starts more programs, for which compiling once is enough.
test: export PYTHONDONTWRITEBYTECODE =
test: setup browser servers  ## run every test; ARGS="-k name" selects
	$(BIN)/python -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder $(ARGS)

# On one commit: N runs, of which the last LOAD are beside busy processes.
N ?= 10
LOAD ?= 0
test-repeat: setup browser servers  ## run every test N=10 times, LOAD=5 of them on a busy machine; print a table
	$(BIN)/python tests/benchmarks/repeat.py $(N) --load $(LOAD) -- --numprocesses 3 --dist loadfile --no-loadscope-reorder -q $(ARGS)

# For the hand: no browser, no training, no server, no network that reads; less than 90 s of two cores.
QUICK := tests/scoring tests/ui/table tests/ui/session tests/ui/drawing tests/ui/components tests/ui/api tests/ui/i18n \
  tests/ui/store tests/ui/system tests/vision/decode tests/test_architecture.py
test-quick: setup  ## run the tests without browsers, servers and training
	$(BIN)/python -m pytest --numprocesses 2 $(QUICK) $(ARGS)

# With the lowest versions that pyproject.toml allows, in an environment of its own; what these need is the newest.
LOWEST := build/lowest
LOWEST_OF := $(RELEASE)/bin/uv pip compile pyproject.toml --quiet --python-version 3.11 --only-binary :all:
test-lowest: $(RELEASE)/installed  ## run the quick tests with the lowest versions of what the app needs
	test -x $(LOWEST)/bin/python || $(PYTHON) -m venv $(LOWEST)
	$(LOWEST_OF) --extra postgres --upgrade --resolution lowest-direct --output-file $(LOWEST)/app.txt >/dev/null
	$(LOWEST_OF) --extra postgres --group test --upgrade --constraint $(LOWEST)/app.txt --output-file $(LOWEST)/all.txt >/dev/null
	$(RELEASE)/bin/uv pip install --quiet --python $(LOWEST)/bin/python --requirements $(LOWEST)/all.txt
	$(RELEASE)/bin/uv pip install --quiet --python $(LOWEST)/bin/python --no-deps --editable .
	$(LOWEST)/bin/python -m pytest --numprocesses 2 $(QUICK) $(ARGS)

# Three engines for tests/browser, and Node for unit tests of modules: Debian's, fetched where we may. What is missing skips the tests that need it.
ENGINES := chromium chromium-headless-shell chromium-driver firefox-esr webkit2gtk-driver xvfb nodejs
browser:
	@missing=; for one in chromium chromium-headless-shell chromedriver firefox-esr WebKitWebDriver Xvfb node; do command -v $$one >/dev/null || missing=$$one; done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ]; then SUDO=; elif sudo -n true 2>/dev/null; then SUDO=sudo; else SUDO=no; fi; \
	if [ "$$SUDO" != no ] && command -v apt-get >/dev/null \
	  && $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq --no-install-recommends $(ENGINES) >/dev/null; then exit 0; fi; \
	echo "Not all of $(ENGINES) are here: the tests in tests/browser that need the others are skipped."; \
	echo "To run them, have these packages installed (Debian: apt-get install) and run make test again."

# Proxies and a database for the tests of servers, and what looks at calls and units: Debian's, where we are root, as in a
# container; elsewhere they would start.
SERVERS := nginx caddy postgresql strace systemd
servers:
	@if command -v caddy strace systemd-analyze >/dev/null && PATH="$$PATH:/usr/sbin" command -v nginx >/dev/null && [ -d /usr/lib/postgresql ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && apt-get update -qq && RUNLEVEL=1 apt-get install -y -qq --no-install-recommends $(SERVERS) >/dev/null; then exit 0; fi; \
	echo "Not all of $(SERVERS) are here: the tests that need the others are skipped."; \
	echo "To run them, have these packages installed and run make test again."

lint: setup  ## ruff, mypy and biome
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if [ -x $(BIN)/biome ]; then $(BIN)/biome lint --error-on-warnings ui tests; \
	else echo "There is no biome for this machine: scripts and styles are not checked."; fi

# Speed and memory, most as ratios to something measured in the same run; the other reports are in tests/benchmarks, too.
BENCHES := reading phones memory
bench: setup  ## measure speed and memory
	for one in $(BENCHES); do $(BIN)/python tests/benchmarks/bench_$$one.py || exit; done
	$(BIN)/python tests/benchmarks/bench_memory.py --served

# Locks again after a change of pyproject.toml; versions stay unless ARGS=--upgrade. The first two lines are kept.
LOCK := $(RELEASE)/bin/uv pip compile pyproject.toml --quiet --no-header --no-annotate --generate-hashes --universal \
  --python-version 3.11 --only-binary :all:
locks: $(RELEASE)/installed  ## pin the dependencies again; ARGS=--upgrade takes new versions
	mkdir -p build/locks
	for lock in requirements requirements-test; do head -2 $$lock.lock > build/locks/$$lock.head; \
	  sed 1,2d $$lock.lock > build/locks/$$lock.lock; done
	$(LOCK) --extra postgres --output-file build/locks/requirements.lock $(ARGS) >/dev/null
	cat build/locks/requirements.head build/locks/requirements.lock > requirements.lock
	$(LOCK) --extra postgres --group test --constraint requirements.lock --output-file build/locks/requirements-test.lock \
	  $(ARGS) >/dev/null
	awk 'NR == FNR { if (/^[^ #]+==/) known[$$1 $$2 $$3 $$4 $$5]; next } /^[^ #]/ { shown = !($$1 $$2 $$3 $$4 $$5 in known) } shown' \
	  build/locks/requirements.lock build/locks/requirements-test.lock > build/locks/only-test.lock
	cat build/locks/requirements-test.head build/locks/only-test.lock > requirements-test.lock

# The site of docs/ in build/site, in an environment of its own; links to files that are no page become their names.
PAGES := CONTRIBUTING SECURITY CHANGELOG
docs:  ## build the documentation as a site in build/site
	test -x build/mkdocs/bin/mkdocs || { $(PYTHON) -m venv build/mkdocs && build/mkdocs/bin/python -m pip install --quiet \
	  --disable-pip-version-check "pip>=25.1" && build/mkdocs/bin/python -m pip install --quiet --group docs; }
	rm -rf build/docs && cp -R docs build/docs
	sed 's#(docs/#(#g' README.md > build/docs/index.md
	for page in $(PAGES); do sed 's#(docs/#(#g' $$page.md > build/docs/$$page.md; done
	sed -i -e 's#(\.\./README\.md#(index.md#g' -e 's#(\.\./\(CONTRIBUTING\|SECURITY\|CHANGELOG\)\.md#(\1.md#g' \
	  -e 's#\[\([^]]*\)\](\.\./[^)]*)#\1#g' build/docs/*.md
	build/mkdocs/bin/mkdocs build --strict --quiet

train: setup  ## train the networks from DATA=folder
	$(PIP) "pip>=25.1"  # the first with --group
	$(PIP) --group train
	$(BIN)/python -m models.training.train $(DATA)

# What makes a release, in an environment of its own.
$(RELEASE)/installed: requirements-release.lock
	$(PYTHON) -m venv $(RELEASE)
	$(RELEASE)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
	  --requirement requirements-release.lock
	touch $@

# What others have made of what is shipped: deploy/THIRD_PARTY.md and dist/crownsight.cdx.json.
licences: setup $(RELEASE)/installed
	deploy/licences.sh $(BIN) $(RELEASE)/bin

# Wheel and sdist into dist/: checked, installed as a tool outside this checkout, and played there to the winner.
dist: setup browser $(RELEASE)/installed  ## build wheel and sdist and try them
	$(BIN)/python -m tests.packaging.wheel

# A folder with everything in it, no Python needed; what comes out of its archive is played to the winner.
folder: setup browser $(RELEASE)/installed  ## build the folder without Python and try it
	$(BIN)/python -m tests.packaging.folder

# An image, by the engine that is here; tried without one, as root, where buildah has it.
image: setup browser  ## build the container and try it
	deploy/build_image.sh
	$(BIN)/python -m tests.packaging.image

# What deploy/space starts, played to the winner in less than a gigabyte.
space: setup browser  ## try the space of Hugging Face
	$(BIN)/python -m tests.packaging.space

# All that a release needs, each step whatever became of the others; then, by hand: the folders of Windows and macOS
# (.github/workflows/folder.yml), a tag of this version with the files of dist, deploy/space with its wheel.
release-check: setup browser $(RELEASE)/installed  ## everything that a release needs
	$(MAKE) --keep-going lint test licences dist folder image space
	grep "^## $$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml) - 20..-..-..$$" CHANGELOG.md
	test -z "$$(git status --porcelain)"
