#!/usr/bin/env python3
"""Runs a comparison in which the other engines see a processor without AVX-512 and AMX (Linux, x86-64).

    .venv/bin/python Benchmarks/hide_avx512.py .venv/bin/python Benchmarks/compare.py --threads 1 --quick

The script copies the packages of LiteRT, OpenVINO and ONNX Runtime to --folder and replaces each CPUID instruction in
the copies by UD2. hide-avx512.c emulates CPUID without AVX-512 and AMX and, with --tier avx2, without AVX-VNNI. The
command runs with these copies and with SIGHT_TIER=TIER. Multiplications then use the same instructions in all engines.
The processor still is a newer one, so the times are not those of a processor that has these instructions alone. The
script needs objdump, readelf and a C compiler.
"""

import argparse
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess

PACKAGES = ["ai_edge_litert", "openvino", "onnxruntime"]
CPUID, UD2 = b"\x0f\xa2", b"\x0f\x0b"


def output(*command) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def hide(library: pathlib.Path) -> int:
    """Replaces the CPUID instructions of a shared library and returns their number."""
    sections = [[int(number, 16) for number in found] for found in re.findall(
        r"\]\s+\.\S+\s+PROGBITS\s+([0-9a-f]+)\s+([0-9a-f]+)\s+([0-9a-f]+)", output("readelf", "-SW", library))]
    content, count = bytearray(library.read_bytes()), 0
    for line in output("objdump", "-d", "--no-show-raw-insn", library).splitlines():
        address, _, instruction = line.partition(":")
        if instruction.strip() != "cpuid":
            continue
        address = int(address, 16)
        place = next(address - start + offset for start, offset, size in sections if start <= address < start + size)
        if content[place:place + 2] != CPUID:
            raise ValueError(f"{library} has no CPUID at {address:#x}")
        content[place:place + 2] = UD2
        count += 1
    if count:
        library.write_bytes(content)
    return count


def prepare(folder: pathlib.Path) -> None:
    """Makes the copies; an interrupted preparation starts again."""
    partial = folder.with_name(folder.name + ".part")
    shutil.rmtree(partial, ignore_errors=True)
    for name in PACKAGES:
        found = importlib.util.find_spec(name)
        if found is None:
            print(f"{name} is not installed and left out")
            continue
        shutil.copytree(pathlib.Path(found.origin).parent, partial / name)
    for library in sorted(partial.rglob("*.so*")):
        if library.is_file() and not library.is_symlink():
            count = hide(library)
            if count:
                print(f"{library.relative_to(partial)}: {count} instructions replaced", flush=True)
    partial.rename(folder)


def emulation(folder: pathlib.Path, tier: str) -> pathlib.Path:
    """Returns the library that emulates CPUID for a tier, compiled anew."""
    source, library = pathlib.Path(__file__).with_name("hide-avx512.c"), folder / f"hide-{tier}.so"
    subprocess.run([os.environ.get("CC", "cc"), "-O1", "-shared", "-fPIC", f"-DHIDE_AVX_VNNI={int(tier == 'avx2')}",
                    source, "-o", library], check=True)
    return library


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(".build/avx2-engines"), help="where the copies are")
    parser.add_argument("--tier", choices=["avx2", "avxvnni"], default="avx2", help="the tier of Sight")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the command to run")
    options = parser.parse_args()
    folder = options.folder.resolve()
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        prepare(folder)
    if options.command:
        os.execvpe(options.command[0], options.command, os.environ | {
            "PYTHONPATH": str(folder), "LD_PRELOAD": str(emulation(folder, options.tier)), "SIGHT_TIER": options.tier})


if __name__ == "__main__":
    main()
