#!/bin/sh
# The playthroughs are as the games play them, and the comparison can tell when they are not.
#   playthroughs_test.sh PLAYTHROUGH
set -e
here=$(cd "$(dirname "$0")/.." && pwd)
"$1" "$here"/playthroughs/*/*.txt

scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
sed 's/"round":1,/"round":2,/' "$here/playthroughs/coinflip/bots.txt" >"$scratch/wrong.txt"
if "$1" "$scratch/wrong.txt" 2>"$scratch/complaint"; then
    echo "a wrong playthrough was not noticed" >&2
    exit 1
fi
grep -q 'wrong.txt:[0-9]*: not as expected' "$scratch/complaint"
"$1" --update "$scratch/wrong.txt"
cmp "$scratch/wrong.txt" "$here/playthroughs/coinflip/bots.txt"
