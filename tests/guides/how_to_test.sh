#!/bin/sh
# docs/add-a-game.md and docs/add-a-role.md are true: follows their steps in a copy of the tree, with the commands
# and files they give.
#   how_to_test.sh
set -e
root=$(cd "$(dirname "$0")/../.." && pwd)
tree=$(mktemp -d)
trap 'rm -r "$tree"' EXIT

(cd "$root" && tar -cf - --exclude='./build*' --exclude=./.git --exclude=node_modules .) | tar -xf - -C "$tree"
cd "$tree"

# The block of a page after the first line that holds a text, without its indent.
block_after() {
    awk -v text="$2" '
        !found { found = index($0, text) > 0; next }
        /^ *```/ { if (inside) exit; inside = 1; indent = match($0, /`/); next }
        inside { print substr($0, indent) }' "$1"
}

# A game, step 2: the first block of commands.
block_after docs/add-a-game.md '**Copy the template**' >copy.sh
grep -q 'cp -r src/engine/games/coinflip' copy.sh
sh -e copy.sh
# Step 3: the one line.
echo 'GAME(mygame)' >>src/engine/games.def

# A role, steps 2 and 3: a file and a line each.
grimoire=src/engine/games/grimoire
block_after docs/add-a-role.md '**Write the effect**' >$grimoire/effects/shackled.c
echo 'EFFECT(SHACKLED, shackled)' >>$grimoire/effects/effects.def
block_after docs/add-a-role.md '**Write the role**' >$grimoire/roles/gaoler.c
echo 'ROLE(GAOLER, gaoler)' >>$grimoire/roles/roles.def
# Nothing else in the engine changes.
(diff -rq "$root/$grimoire" $grimoire || true) | wc -l | grep -qx 4

# The new things alone are built: the rest is tested where it lives.
meson setup build -Doptimization=1 >/dev/null
ninja -C build src/engine/mygame_test tests/conformance_test tests/leak_test tests/playthrough >build/log 2>&1 || {
    cat build/log
    exit 1
}
build/src/engine/mygame_test
build/tests/conformance_test mygame
build/tests/leak_test mygame
if grep -ri coinflip src/engine/games/mygame; then
    echo "the template's name is left in the copy" >&2
    exit 1
fi

build/tests/conformance_test grimoire
block_after docs/add-a-role.md '`tests/playthroughs/grimoire/gaoler.txt`' >gaoler.txt
build/tests/playthrough --update gaoler.txt
grep -q 'effect_added .*"seat":2,"effect":"shackled","source":1' gaoler.txt
grep -q 'prevented {"effect":"shackled","seat":2}' gaoler.txt
grep -q 'hand_counted {"seat":2,"is_up":false,"votes":0,' gaoler.txt
