#!/usr/bin/env python3
"""Measures the size that MLKit adds to an app for iOS.

    Scripts/measure_size.py OUTPUT MAIN    OUTPUT has the optimized objects of a triple, MAIN is an
                                           object whose main function uses MLKit, see check-apple.sh

The script links MAIN with the objects of MLKit and its dependencies for arm64, without unreachable code.
The symbols of the system stay undefined, so the file does not run; its size is that of an app's program.
The script subtracts the bytes that `strip` removes when Xcode archives an app, and the size of an empty
program.

The environment variable LD64 names the linker for Mach-O; otherwise the script uses LLVM's or Rust's.
"""
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

FLAGS = ["-arch", "arm64", "-platform_version", "ios", "15.0", "15.0", "-dead_strip", "-undefined",
         "dynamic_lookup", "-ignore_auto_link", "-x", "-S", "-e", "_main"]
# See Apple's <mach-o/loader.h> and <mach-o/nlist.h>.
LC_SYMTAB, N_TYPE, N_WEAK_DEF, REFERENCED_DYNAMICALLY = 0x2, 0x0E, 0x80, 0x10


def linkers():
    """Yields commands that may link for Apple's platforms; some builds of LLVM's linker cannot."""
    yield [os.environ["LD64"]] if "LD64" in os.environ else ["ld64.lld"]
    if shutil.which("rustc"):
        root = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True)
        for lld in pathlib.Path(root.stdout.strip()).glob("lib/rustlib/*/bin/rust-lld"):
            yield [str(lld), "-flavor", "darwin"]


def stripped_size(program):
    """Returns the size of a program after `strip`, which removes the names that it defines.

    `strip` without flags keeps undefined, weak and dynamically referenced symbols. It clears the table of
    exported symbols, but leaves its place in the file.
    """
    data = program.read_bytes()
    offset = 32
    for _ in range(struct.unpack_from("<I", data, 16)[0]):
        command, size = struct.unpack_from("<II", data, offset)
        if command == LC_SYMTAB:
            symbols, count, strings, _ = struct.unpack_from("<4I", data, offset + 8)
        offset += size
    removed = 0
    for at in range(symbols, symbols + 16 * count, 16):
        name, kind, _, description = struct.unpack_from("<IBBH", data, at)
        if kind & N_TYPE and not description & (N_WEAK_DEF | REFERENCED_DYNAMICALLY):
            removed += 16 + data.index(0, strings + name) + 1 - strings - name
    return len(data) - removed


def linked(linker, objects, output, *flags):
    """Links a program and returns its size in bytes; None if the linker fails."""
    done = subprocess.run([*linker, *FLAGS, *flags, "-o", str(output)] + [str(o) for o in objects],
                          capture_output=True, text=True)
    return stripped_size(output) if done.returncode == 0 else None


def closure(output):
    """Returns the names of MLKit and of its dependencies on iOS."""
    targets = {t["name"]: t for t in json.loads((output / "manifest.json").read_text())["targets"]}
    found, open_names = set(), ["MLKit"]
    while open_names:
        name = open_names.pop()
        if name in found or name not in targets:
            continue
        found.add(name)
        for dependency in targets[name]["dependencies"]:
            other, condition = (dependency.get("byName") or dependency.get("target"))[:2]
            platforms = (condition or {}).get("platformNames") or ["ios"]
            if "ios" in platforms:
                open_names.append(other)
    return found


def main():
    output, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    names = closure(output)
    objects = [o for o in sorted(output.glob("*.o"))
               if o.stem in names or o.name.split("-")[0] in names]
    models = [o for o in objects if o.name.startswith("CSightDefaultModels-")]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "empty.c").write_text("int main(void) { return 0; }\n")
        subprocess.run(["clang", "-target", "arm64-apple-ios15.0", "-c", "-O2",
                        str(folder / "empty.c"), "-o", str(folder / "empty.o")], check=True)
        for linker in linkers():
            empty = linked(linker, [folder / "empty.o"], folder / "empty")
            if empty:
                break
        else:
            print("SKIPPED: there is no linker for Apple's platforms, so the size is not measured")
            return
        for name, flags in [("exported symbols kept", []),
                            ("LD_EXPORT_SYMBOLS = NO", ["-no_exported_symbols"])]:
            whole = linked(linker, [program] + objects, folder / "whole", *flags)
            bare = linked(linker, [program] + [o for o in objects if o not in models], folder / "bare",
                          *flags)
            print(f"an app with MLKit, {name}: {(whole - empty) / 1e6:.2f} MB more than an empty one, "
                  f"{(bare - empty) / 1e6:.2f} MB without the models")


main()
