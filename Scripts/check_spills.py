#!/usr/bin/env python3
"""Finds multiply-add loops that spill vectors to the stack.

    Scripts/check_spills.py [--verbose] [--exceptions FILE] OBJECT…

The script disassembles each object. A *loop of products* is an innermost loop with product
instructions: vector multiply-adds of 8-bit integers or of floating-point numbers. An innermost loop
is the code from the target of a backward jump to the jump, without another such jump inside. If its
sums do not fit into registers, the loop writes them to the stack, which takes as long as several
products. The script prints the loops with more stores than their exception allows, and fails if
there is one.

A line of the exceptions' file is `FUNCTION STORES REASON…`: the allowed number of stores in a loop of
the function, and the reason.
"""
import argparse
import pathlib
import re
import subprocess
import sys

# Matches instructions that multiply and add vectors, by architecture.
PRODUCTS = {
    "x86": re.compile(r"vpdpbusd|vdpbf16ps|vpmaddubsw|vpmaddwd|vfn?m(add|sub)\d*p[sd]|tdpb"),
    "arm": re.compile(r"[su]dot|[su]?mmla|fml[as]|[su]mlal|[su]adalp"),
}
STORES = {
    # The last operand is the destination, as in vmovups %zmm0, 0x40(%rsp).
    "x86": re.compile(r"vmov\w+\s+%[xyz]mm\d+, (-?\w+)?\(%r[sb]p"),
    "arm": re.compile(r"st[rpu]+\s+q\d+,.*\[(sp|x29)"),
}
JUMPS = {
    "x86": re.compile(r"j\w+\s+0x([0-9a-f]+)"),
    "arm": re.compile(r"(?:b|b\.\w+|cbn?z|tbn?z)\s+(?:[wx]\d+, )?(?:#\w+, )?0x([0-9a-f]+)"),
}
LINE = re.compile(r"\s*([0-9a-f]+):\s+(.*)")
FUNCTION = re.compile(r"[0-9a-f]+ <(.+)>:")


def functions(text):
    """Returns {function: instructions}; an instruction is a pair of address and text."""
    found, current = {}, []
    for line in text.splitlines():
        if start := FUNCTION.match(line):
            current = found.setdefault(start[1], [])
        elif instruction := LINE.match(line):
            current.append((int(instruction[1], 16), instruction[2]))
    return found


def innermost_loops(code, jumps):
    """Yields the innermost loops: the instructions from the target of a backward jump to the jump."""
    places = {address: index for index, (address, _) in enumerate(code)}
    backward = []
    for index, (address, text) in enumerate(code):
        target = jumps.match(text)
        if target and int(target[1], 16) <= address and int(target[1], 16) in places:
            backward.append((places[int(target[1], 16)], index))
    for first, last in backward:
        if not any((first, last) != (a, b) and first <= a and b <= last for a, b in backward):
            yield code[first:last + 1]


def architecture(path):
    """Returns the architecture of an ELF object, by the header's field e_machine: 183 is AArch64."""
    return "arm" if path.read_bytes()[18] == 183 else "x86"


def check(path, allowed, verbose):
    """Prints the faulty loops of an object; returns the numbers of loops of products and of faulty loops."""
    kind = architecture(path)
    options = ["--mattr=+dotprod,+i8mm"] if kind == "arm" else []
    text = subprocess.run(
        ["llvm-objdump", "--disassemble", "--no-show-raw-insn", *options, path], check=True,
        capture_output=True, text=True).stdout
    loops = faults = 0
    for function, code in functions(text).items():
        for loop in innermost_loops(code, JUMPS[kind]):
            products = sum(bool(PRODUCTS[kind].match(each)) for _, each in loop)
            stores = sum(bool(STORES[kind].match(each)) for _, each in loop)
            loops += products > 0
            wrong = products > 0 and stores > allowed.get(function, 0)
            faults += wrong
            if wrong or (verbose and products > 0):
                print(f"{function} at 0x{loop[0][0]:x}: {products} products, {stores} stores of "
                      f"vectors to the stack in {len(loop)} instructions")
    return loops, faults


def exceptions(path):
    """Returns {function: allowed number of stores}."""
    lines = (line.split("#")[0].split() for line in path.read_text().splitlines())
    return {words[0]: int(words[1]) for words in lines if words}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("objects", nargs="+", type=pathlib.Path)
    parser.add_argument("--exceptions", type=pathlib.Path)
    parser.add_argument("--verbose", action="store_true", help="print every loop of products")
    options = parser.parse_args()
    allowed = exceptions(options.exceptions) if options.exceptions else {}
    counts = [check(path, allowed, options.verbose) for path in options.objects]
    loops, faults = (sum(column) for column in zip(*counts))
    print(f"{loops} loops of products in {len(counts)} objects, {faults} with too many stores")
    return 1 if faults or loops == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
