#!/usr/bin/env python3
"""The binary has what makes a mistake in C end the program instead of serving an attacker.

    tests/e2e/hardening_test.py BINARY [--fortified]
"""
import pathlib
import platform
import subprocess
import sys


def read(*options):
    return subprocess.run(["readelf", "--wide", *options, sys.argv[1]], check=True, capture_output=True,
                          text=True).stdout


def main():
    head, segments, dynamic = read("-h"), read("-l"), read("-d")
    symbols = read("--dyn-syms", "-s")
    stack = next(line for line in segments.splitlines() if "GNU_STACK" in line)
    checks = {
        "it is loaded anywhere (PIE)": "DYN" in head,
        "its table of functions is read-only (RELRO)": "GNU_RELRO" in segments,
        "all of it, from the start (BIND_NOW)": "BIND_NOW" in dynamic or "NOW" in dynamic,
        "its stack runs no code": "RWE" not in stack and " E " not in stack,
        "no text is written to (TEXTREL)": "TEXTREL" not in dynamic,
        "overrun frames are found (stack protector)": "__stack_chk_fail" in symbols,
    }
    if platform.machine() == "x86_64":
        # Whether it is switched on is the C library's business; Debian's is built without.
        landings = pathlib.Path(sys.argv[1]).read_bytes().count(b"\xf3\x0f\x1e\xfa")
        checks["functions are marked as places to jump to (CET)"] = landings > 1000
    if "--fortified" in sys.argv:
        checks["copies are checked (FORTIFY)"] = "__memcpy_chk" in symbols or "__snprintf_chk" in symbols
    for name, is_met in checks.items():
        print("ok  " if is_met else "FAIL", name)
    failed = sum(not is_met for is_met in checks.values())
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
