"""Writes text files as C arrays: embed.py OUTPUT INPUT..., each called sql_<stem>.

Files of one stem are joined.

Arrays of numbers, because the C standard promises no string literals longer than 4095 bytes.
"""
import pathlib
import sys


def number(byte):
    """A character constant above 127 has the sign that `char` has on this machine."""
    return str(byte) if byte < 128 else f"'\\x{byte:02x}'"


with open(sys.argv[1], "w", encoding="ascii") as out:
    out.write('#include "store/sqlite_store.h"\n')
    texts = {}
    for path in map(pathlib.Path, sys.argv[2:]):
        texts[path.stem] = texts.get(path.stem, b"") + path.read_bytes()
    for stem, text in texts.items():
        data = text + b"\0"
        out.write(f"\nconst char sql_{stem}[] = {{\n")
        for start in range(0, len(data), 20):
            out.write("    " + ", ".join(map(number, data[start : start + 20])) + ",\n")
        out.write("};\n")
