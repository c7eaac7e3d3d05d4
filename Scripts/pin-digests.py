#!/usr/bin/env python3
"""Pins the actions of the workflows and the container images by digest, or checks their digests.

    Scripts/pin-digests.py            fails if one has no digest, or another digest than its tag
    Scripts/pin-digests.py --write    writes the digests that the tags have now; review the changes

Tags can move, digests cannot. The tag stays beside the digest, so that this script finds the next one:
`uses: actions/checkout@<commit> # v4` and `swift:6.3-bookworm@sha256:<digest>`. The script asks GitHub with git
and the registry of the images with Docker (`docker buildx imagetools`), so it needs a network. An image whose
tag has a variable cannot have one digest; the script names it, and does not fail.
"""

import functools
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = sorted((ROOT / ".github/workflows").glob("*.yml")) + sorted(ROOT.glob("Packages/*/Deployment/Dockerfile"))
ACTION = re.compile(
    r"(?P<head>uses: )(?P<name>[\w.-]+/[\w.-]+)(?P<path>/[\w./-]+)?@"
    r"(?:(?P<pin>[0-9a-f]{40}) +# )?(?P<tag>[\w.-]+)$")
IMAGE = re.compile(
    r"(?P<head>container: |ARG \w+_IMAGE=)(?P<name>[\w./-]+):"
    r"(?P<tag>(?:\$\{\{.*?\}\}|[^@\s])+)(?:@(?P<pin>sha256:[0-9a-f]{64}))?$")


def answer(*words):
    """Returns the output of a program, or ends the script with its complaint."""
    try:
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"pin-digests.py: {' '.join(words)}: {getattr(error, 'stderr', '') or error}")


@functools.cache
def commit_of(name, tag):
    lines = answer("git", "ls-remote", f"https://github.com/{name}", f"refs/tags/{tag}", f"refs/tags/{tag}^{{}}")
    found = dict(reversed(line.split("\t")) for line in lines.splitlines())
    # An annotated tag has a commit of its own, and names another one with ^{}.
    commit = found.get(f"refs/tags/{tag}^{{}}") or found.get(f"refs/tags/{tag}")
    return commit or sys.exit(f"pin-digests.py: {name} has no tag {tag}")


@functools.cache
def digest_of(name, tag):
    digest = answer(
        "docker", "buildx", "imagetools", "inspect", f"{name}:{tag}", "--format", "{{.Manifest.Digest}}").strip()
    if not re.fullmatch(r"sha256:[0-9a-f]{64}", digest):
        sys.exit(f"pin-digests.py: {name}:{tag} has no digest: {digest[:200]}")
    return digest


def main():
    problems, count = [], 0
    for file in FILES:
        lines = file.read_text().split("\n")
        for index, line in enumerate(lines):
            place = f"{file.relative_to(ROOT)}:{index + 1}"
            if match := ACTION.search(line):
                pin = commit_of(match["name"], match["tag"])
                new = f"{match['head']}{match['name']}{match['path'] or ''}@{pin} # {match['tag']}"
            elif match := IMAGE.search(line):
                if "$" in match["tag"]:
                    print(f"{place}: the tag of {match['name']} has a variable")
                    continue
                pin = digest_of(match["name"], match["tag"])
                new = f"{match['head']}{match['name']}:{match['tag']}@{pin}"
            else:
                continue
            count += 1
            if match["pin"] != pin:
                problems.append(
                    f"{place}: {match['name']} is {match['pin'] or 'not pinned'}, its tag {match['tag']} is {pin}")
            lines[index] = line[:match.start()] + new
        if "--write" in sys.argv:
            file.write_text("\n".join(lines))
    if problems and "--write" not in sys.argv:
        sys.exit("\n".join(problems))
    print(f"{count} actions and images have a digest")


main()
