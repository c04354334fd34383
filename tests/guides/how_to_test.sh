#!/usr/bin/env bash
# docs/add-a-game.md and docs/add-a-role.md are true: takes their steps in a copy of the tree, from the first to
# the last, with the commands and files they give.
#   how_to_test.sh BUILD          begins with a copy of what BUILD has compiled; of the tests it runs those
#                                 that a new game or character can break
#   how_to_test.sh --all BUILD    builds everything and runs every test
set -eu
all=
if [ "${1:-}" = --all ]; then
    all=1
    shift
fi
root=$(cd "$(dirname "$0")/../.." && pwd)
compiled=$(cd "$1" && pwd)
tree=$(mktemp -d)
trap 'rm -r "$tree"' EXIT
fail() { echo "how_to_test: $*" >&2; exit 1; }

(cd "$root" && tar -cf - --exclude='./build*' --exclude=./.git --exclude=node_modules .) | tar -xf - -C "$tree"
cp -a "$compiled" "$tree/build"
cd "$tree"
# Paths in a build folder are relative to it, so that nothing is compiled again but what the steps change.
meson setup --reconfigure build . >build/log || { cat build/log; exit 1; }

# The block of a page after the first line that holds a text, without its indent.
block_after() {
    awk -v text="$2" '
        !found { found = index($0, text) > 0; next }
        /^ *```/ { if (inside) exit; inside = 1; indent = match($0, /`/); next }
        inside { print substr($0, indent) }' "$1" >block
    [ -s block ] || fail "$1 has no block after '$2'"
}

# What a new game or character can break: its own tests, and those that go through the tables of all games.
of_game=(mygame_test 'conformance mygame' 'leak mygame' 'wire mygame' 'game_mygame corpus' playthroughs lobby storm
    game_test tidy 'exported names' 'protocol is fresh')
of_role=(roles_gaoler_test script_test import_test official_test night_order_test setup_test playthroughs
    'game_grimoire corpus' 'wire grimoire' tidy 'exported names' 'protocol is fresh')
shared=(parlour tests/conformance_test tests/leak_test tests/wire_test tests/playthrough)
for_game=("${shared[@]}" tests/game_mygame_replay src/engine/mygame_test src/engine/game_test src/room/lobby_test
    src/room/storm_test)
for_role=("${shared[@]}" tests/grimoire_games_test tests/game_grimoire_replay src/engine/roles_gaoler_test
    src/engine/script_test src/engine/import_test src/engine/official_test src/engine/night_order_test
    src/engine/setup_test)

# The pages' commands, as they stand there; without --all they build and test a part.
ninja() {
    local only=("${programs[@]}")
    [ -z "$all" ] || only=()
    command ninja "$@" "${only[@]}" >build/log 2>&1 || { cat build/log; return 1; }
}
meson() {
    [ "$1" = test ] || { command meson "$@" >build/log 2>&1 || { cat build/log; return 1; }; return; }
    if [ -n "$all" ]; then
        command meson "$@" --timeout-multiplier 6 --no-suite slow
        return
    fi
    command ninja -C build "${programs[@]}" >build/log 2>&1 || { cat build/log; return 1; }
    command meson "$@" --no-rebuild --timeout-multiplier 6 "${tests[@]}" | tee build/log
    # A name that is no test's is passed over in silence.
    grep -Eq "^Ok: +${#tests[@]} *$" build/log || fail "not every test was run"
}
# Usage: register LINE FILE: the page gives the line and the file's name.
register() {
    grep -qF "$1" $page && grep -qF "$(basename "$2")" $page || fail "$page does not give $1"
    echo "$1" >>"$2"
}
write_after() {
    block_after "$1" "$2"
    mv block "$3"
}
run_after() {
    block_after "$@"
    # In a shell of its own: a page may change the folder.
    (. ./block) || fail "$1: the commands after '$2' fail"
}

page=docs/add-a-game.md
tests=("${of_game[@]}") programs=("${for_game[@]}")
run_after $page '**Copy the template**'
if grep -ri coinflip src/engine/games/mygame; then fail "the template's name is left in the copy"; fi
register 'GAME(mygame)' src/engine/games.def
run_after $page '**Build and test**'
run_after $page '**Run the tests that come with it**'
run_after $page '**Record a playthrough**'
grep -q '^  over: ' tests/playthroughs/mygame/bots.txt || fail "the bots' game has no end"
run_after $page '**Offer it.**'
grep -q '^## .*mygame\|Mygame' docs/protocol.md || fail "the game is not on offer"
run_after $page '**Run everything**'

page=docs/add-a-role.md grimoire=src/engine/games/grimoire
tests=("${of_role[@]}") programs=("${for_role[@]}")
write_after $page '**Write the effect**' $grimoire/effects/shackled.c
register 'EFFECT(SHACKLED, shackled)' $grimoire/effects/effects.def
write_after $page '**Write the role**' $grimoire/roles/gaoler.c
register 'ROLE(GAOLER, gaoler)' $grimoire/roles/roles.def
for kind in miller tapster lindworm pilgrim; do
    write_after $page "\`roles/$kind.c\`" $grimoire/roles/$kind.c
    register "ROLE(${kind^^}, $kind)" $grimoire/roles/roles.def
done
# A file for each of them, the lines of two lists, and nothing else in the engine.
(diff -rq "$root/$grimoire" $grimoire || true) | wc -l | grep -qx 8
write_after $page '**Write a test per ruling**' $grimoire/roles/gaoler_test.c
run_after $page '**Build and test.**'
write_after $page '`tests/playthroughs/grimoire/gaoler.txt`' tests/playthroughs/grimoire/gaoler.txt
write_after $page '`tests/playthroughs/grimoire/five-kinds.txt`' tests/playthroughs/grimoire/five-kinds.txt
run_after $page 'let the program fill in'
# Usage: holds PLAYTHROUGH FACTS…, as they are written without spaces.
holds() {
    local playthrough=$1
    shift
    for fact in "$@"; do
        tr -d ' \n' <"tests/playthroughs/grimoire/$playthrough.txt" | grep -qF "$fact" ||
            fail "$playthrough.txt has no $fact"
    done
}
holds gaoler '"seat":2,"effect":"shackled","source":1' 'prevented{"effect":"shackled","seat":2}' \
    'hand_counted{"seat":2,"is_up":false,"votes":0,'
holds five-kinds '"seat":4,"effect":"drunk","source":3' 'statement_judged{"seat":2,"is_true":true,' \
    'prevented{"effect":"safe","seat":7}'
(diff -r "$root/tests/playthroughs/grimoire" tests/playthroughs/grimoire || true) | grep '^<' |
    grep -v '^< *"[a-z_]*",\{0,1\}$' && fail "more than lists of characters changed"
run_after $page '**Run everything**'
