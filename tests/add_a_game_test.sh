#!/bin/sh
# docs/add-a-game.md is true: follows its steps in a copy of the tree, with the commands it gives.
#   add_a_game_test.sh
set -e
root=$(cd "$(dirname "$0")/.." && pwd)
tree=$(mktemp -d)
trap 'rm -r "$tree"' EXIT

(cd "$root" && tar -cf - --exclude='./build*' --exclude=./.git --exclude=node_modules .) | tar -xf - -C "$tree"
cd "$tree"

# Step 2: the first block of commands.
awk '/```sh/ { in_block = 1; next } /```/ { if (in_block) exit } in_block' docs/add-a-game.md >"$tree/copy.sh"
grep -q 'cp -r src/engine/games/coinflip' copy.sh
sh -e copy.sh
# Step 3: the one line.
echo 'GAME(mygame)' >>src/engine/games.def

# Step 4 and 6, of the new game alone: the rest is tested where it lives.
meson setup build >/dev/null
ninja -C build src/engine/mygame_test tests/conformance_test tests/leak_test >build/log 2>&1 || {
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
