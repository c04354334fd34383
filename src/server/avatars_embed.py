"""Writes people's animals in their colours as C: avatars_embed.py OUTPUT ANIMALS… IDENTITY TOKENS.

The page draws the same from the same files: its sprites, the order of the animals, the colours of seats.
"""
import re
import sys

*sprites, identity, tokens = (open(path, encoding="utf-8").read() for path in sys.argv[2:])
shapes = dict(re.findall(r'<symbol id="(\w+)"[^>]*>(.*?)</symbol>', "".join(sprites), re.S))
order = re.findall(r"'(\w+)'", re.search(r"animals = \[(.*?)\]", identity, re.S).group(1))
colours = {}
for number, colour in re.findall(r"--seat-(\d+):\s*(#[0-9a-fA-F]{3,8})", tokens):
    colours.setdefault(int(number), colour)
PAPER = "#f7f1e3"


def drawn(look):
    colour = colours[look % len(colours)]
    shape = re.sub(r"var\(--paper\)", colour, shapes[order[look % len(order)]])
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 96 96"><circle cx="32" cy="32" r="48" '
            f'fill="{colour}"/><g fill="{PAPER}" color="{PAPER}">{shape}</g></svg>')


with open(sys.argv[1], "w", encoding="ascii") as out:
    out.write('#include "server/avatars.h"\n')
    looks = range(max(len(order), len(colours)) * (2 if len(order) % len(colours) else 1))
    for look in looks:
        data = drawn(look).encode("ascii") + b"\0"
        out.write(f"static const char look_{look}[] = {{ {', '.join(map(str, data))} }};\n")
    out.write("const char *const avatars[] = {\n" + "".join(f"    look_{look},\n" for look in looks) + "};\n")
    out.write(f"const int avatar_count = {len(looks)};\n")
