"""Writes openapi.json and views.json as C: openapi_embed.py OUTPUT INPUT VIEWS VERSION.

Its parts, each as JSON text, go into tables by name (openapi.h).

Arrays of numbers, because the C standard promises no string literals longer than 4095 bytes.
"""
import json
import sys


def table(out, name, parts):
    for number, part in enumerate(parts.values()):
        data = json.dumps(part, separators=(",", ":")).encode("ascii") + b"\0"
        out.write(f"static const char {name}_{number}[] = {{ {', '.join(map(str, data))} }};\n")
    out.write(f"const struct openapi_part openapi_{name}[] = {{\n")
    for number, key in enumerate(parts):
        out.write(f"    {{ {json.dumps(key)}, {name}_{number} }},\n")
    out.write("    { 0 },\n};\n")


with open(sys.argv[2], encoding="utf-8") as file:
    described = json.load(file)
with open(sys.argv[3], encoding="utf-8") as file:
    described["components"]["schemas"] |= json.load(file)
described["info"]["version"] = sys.argv[4]
with open(sys.argv[1], "w", encoding="ascii") as out:
    out.write('#include "server/openapi.h"\n')
    table(out, "head", {key: described[key] for key in ("info",)})
    table(out, "query", described["query"])
    table(out, "schemas", described["components"]["schemas"])
    table(out, "components", {key: part for key, part in described["components"].items() if key != "schemas"})
