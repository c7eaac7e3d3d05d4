# Every target runs the set-up that it needs; `make help` lists the targets.

export SIGHT_STRICT = 1
SWIFT := Scripts/swift.sh
TEST := Scripts/test.sh swift test
# Kernels are too slow without optimization, for tests as well.
RELEASE := -c release
SIGHT = $(shell $(SWIFT) build $(RELEASE) --show-bin-path)/sight
# The servers and signatures share a build folder, because most of their packages are the same. It is not the
# folder of Scripts/check-clients.sh: there, the module that stands for Core Graphics is compiled, and GRDB
# would import it. Testable imports are disabled, because that compiler flag would compile Sight again for
# each package with tests. SwiftPM's cached plans are disabled, because SwiftPM may reuse the plan of another
# package in the same folder, and run its tests instead.
SERVERS ?= .build-servers
SHARING := --disable-build-manifest-caching --disable-testable-imports $(RELEASE)
# An import that a manifest does not declare compiles silently without this.
IMPORTS := --explicit-target-dependency-import-check error
FIXTURES ?= ../shared/fixtures/models
MODELS ?= $(wildcard $(FIXTURES)/mlkit/bird.tflite \
    $(FIXTURES)/detectors/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite)

.DEFAULT_GOAL := help
.PHONY: help demo test test-all test-arm64 test-host test-serve test-signing test-console test-training bench docs format set-up

help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile

demo: set-up ## Find the objects of a photo; IMAGE=photo.jpg for your photo, MODEL=x.tflite for another detector.
	$(SWIFT) build $(RELEASE) --product sight
	SIGHT="$(SIGHT)" IMAGE="$(IMAGE)" MODEL="$(MODEL)" Scripts/demo.sh

test: set-up ## Run the tests of the package and list what was skipped; FLAGS=… goes to swift.
	@Scripts/set-up/samples.sh
	$(SWIFT) build $(RELEASE) --build-tests $(FLAGS)
	@Scripts/test.sh $(SWIFT) test $(RELEASE) --skip-build $(FLAGS)

test-all: test test-host test-serve test-signing ## Run every test: the package, Sight Host, the service, signatures, clients, the console.
	Scripts/check-clients.sh
	@$(MAKE) test-console

test-arm64: ## Run the tests of the package for AArch64 under qemu-user; TARGETS='SightTests …' for some targets.
	Scripts/test-arm64.sh $(TARGETS)

test-host: export SWIFT_DETERMINISTIC_HASHING = 1
test-host: export SIGHT_HOST_PROGRAM = $(CURDIR)/$(SERVERS)/release/sight-host
test-host: ## Run the tests of Sight Host, of the code that servers share, and the code of the guides about hosted models.
	@Scripts/set-up/install.sh SQLite
	$(TEST) --package-path Packages/ServerSupport --scratch-path $(SERVERS) $(SHARING) $(IMPORTS) $(FLAGS)
	$(TEST) --package-path Packages/Host --scratch-path $(SERVERS) $(SHARING) $(IMPORTS) $(FLAGS)
	$(TEST) --package-path IntegrationTests/Hosting --scratch-path .build-clients $(SHARING) $(FLAGS)

test-console: ## Test the console of Sight Host in headless Chromium, after test-host; SHOTS=folder for screenshots.
	Packages/Host/Scripts/test-console.py $(SERVERS)/release/sight-host \
	    $(FIXTURES)/mlkit/bird.tflite \
	    $(FIXTURES)/detectors/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite \
	    $(FIXTURES)/../images/coral/pets.jpg $(SHOTS)

test-serve: export SWIFT_DETERMINISTIC_HASHING = 1
test-serve: ## Run the tests of the inference service.
	@Scripts/set-up/install.sh zlib
	$(TEST) --package-path Packages/Serving --scratch-path $(SERVERS) $(SHARING) $(IMPORTS) $(FLAGS)

test-signing: export SWIFT_DETERMINISTIC_HASHING = 1
test-signing: ## Run the tests of signed models with Ed25519.
	$(TEST) --package-path Packages/Signing --scratch-path $(SERVERS) $(SHARING) $(IMPORTS) $(FLAGS)

test-training: ## Run the tests of the training, in PYTHON, which needs Training/requirements.txt.
	cd Training && for file in test_*.py; do $(or $(PYTHON),python3) -m unittest "$$file" || exit 1; done

bench: set-up ## Measure the time of models; MODELS='a.tflite b.tflite' for your models.
	$(SWIFT) build $(RELEASE) --product sight
	@test -n "$(MODELS)" || echo "no models: MODELS='a.tflite b.tflite' make bench"
	@for model in $(MODELS); do "$(SIGHT)" model bench "$$model" --profile || exit 1; done

docs: ## Build the documentation of all products as one static site in .build/documentation.
	Scripts/make-docs.sh

format: ## Format all sources in place.
	@Scripts/format.sh

set-up:
	@Scripts/set-up/install.sh
