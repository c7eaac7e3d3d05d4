#!/usr/bin/env python3
"""Measures what linking MLKit adds to an app for iOS.

    Scripts/measure_size.py OUTPUT MAIN    OUTPUT has the optimised objects of a triple, MAIN is an
                                           object whose main function uses MLKit, see check-apple.sh

Links MAIN with all objects for arm64 as Xcode does for a release: code that nothing reaches is left
out, symbols are stripped. Symbols of the system are left open, so the file does not run; its size is that
of an app's program. An empty program is subtracted.
"""
import pathlib
import subprocess
import sys
import tempfile

LINK = ["ld64.lld", "-arch", "arm64", "-platform_version", "ios", "15.0", "15.0", "-dead_strip",
        "-undefined", "dynamic_lookup", "-ignore_auto_link", "-x", "-S", "-e", "_main"]


def linked(objects, output):
    subprocess.run(LINK + ["-o", str(output)] + [str(o) for o in objects], check=True,
                   capture_output=True, text=True)
    subprocess.run(["llvm-objcopy", "--strip-all", str(output)], check=False, capture_output=True)
    return output.stat().st_size


def main():
    output, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    objects = sorted(output.glob("*.o"))
    models = [o for o in objects if o.name.startswith("CSightDefaultModels-")]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "empty.c").write_text("int main(void) { return 0; }\n")
        subprocess.run(["clang", "-target", "arm64-apple-ios15.0", "-c", "-O2",
                        str(folder / "empty.c"), "-o", str(folder / "empty.o")], check=True)
        empty = linked([folder / "empty.o"], folder / "empty")
        whole = linked([program] + objects, folder / "whole")
        bare = linked([program] + [o for o in objects if o not in models], folder / "bare")
    print(f"an app with MLKit: {(whole - empty) / 1e6:.2f} MB more than an empty one, "
          f"{(bare - empty) / 1e6:.2f} MB without the models")


main()
