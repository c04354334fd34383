#!/usr/bin/env python3
"""Faults that several servers on one database must not have, planted one by one; each must be found.

    planted.py BUILD [NAME...]     in the programs of a build folder, which has them already

A fault is one place in one file of the source, written otherwise. The file is compiled anew and put before
the library that has it; then the tests that should find it run.
"""
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
POSTGRES = ("src/store/postgres_test", [str(ROOT / "tests/e2e/postgres.py")], [])
SERVER = ("src/server/server_server_test", [], [])
WIRE = ("tests/wire_test", [], ["--pairs", "200", "--moves", "onenight"])
# Name: file, what stands there, what is planted, where it is found, and by which test.
FAULTS = {
    "no guard": (
        "src/store/postgres_write.c",
        '"NOT EXISTS (SELECT FROM nodes WHERE nodes.node = $14::text AND nodes.epoch = given.epoch)"',
        '"($14::text IS NULL AND given.epoch IS NULL)"',
        POSTGRES, "who_was_taken_over_writes_nothing_more"),
    "no key": (
        "src/store/postgres.c", '"UPDATE meta SET value = (value::int8 + 1)',
        '"ALTER TABLE log DROP CONSTRAINT IF EXISTS log_pkey; UPDATE meta SET value = (value::int8 + 1)',
        POSTGRES, "of_two_writers_one_is_stale"),
    "synchronous_commit=local": (
        "src/store/postgres_write.c", '"SET plan_cache_mode',
        '"SET synchronous_commit = local; SET plan_cache_mode',
        POSTGRES, "a_warning_at_the_commit_is_no_acknowledgement"),
    "load without its barrier": (
        "src/store/postgres.c",
        "\"UPDATE meta SET value = (value::int8 + 1)::text WHERE key = 'barrier'\"", '"SELECT 1"',
        POSTGRES, "who_is_fenced_while_it_connects_joins_again"),
    "claim without the grace": (
        "src/store/postgres_lease.c", ">= GRACE_MS", ">= 0",
        POSTGRES, "the_dead_are_taken_over_after_a_grace"),
    "lease by wall clock": (
        "src/store/postgres_lease.c", "CLOCK_BOOTTIME", "CLOCK_REALTIME",
        POSTGRES, "the_wall_clock_is_none_of_the_leases_business"),
    "sweep without owner": (
        "src/store/postgres_write.c",
        '" AND (until IS NULL OR owner = $2::text OR until < clock_timestamp())),"',
        '" AND $2::text <> \'\'),"',
        POSTGRES, "a_room_of_a_living_server_is_not_swept"),
    "catch-up that tells everybody": (
        "src/server/room_load.c", "if (room_told(slot->room, client->player) != told[i])", "if (true)",
        SERVER, "a_command_that_loses_a_race_is_decided_again"),
    "what was missed is not measured apart": (
        "src/room/frames.c",
        "        frames_pad(&out, frames_bucket(room));\n    write_state", "        ;\n    write_state",
        WIRE, "who_hears_the_same_is_sent_the_same"),
    "the second writer overtakes": (
        "src/store/postgres.c", "map_get(&rooms, w->room) != NULL;", "false;",
        POSTGRES, "nothing_overtakes_its_own_room"),
    "a broken connection waits for the other": (
        "src/store/postgres.c", "if (!is_free && second->socket >= 0)", "if (false)",
        POSTGRES, "a_connection_that_breaks_takes_the_other_with_it"),
    "claims that were not waited for": (
        "src/store/postgres_ahead.c", "if (is_answered && !is_refused && !store->read_is_warned)",
        "if (is_answered && !is_refused)",
        POSTGRES, "a_warning_at_claims_gives_no_rooms"),
    "claims together without the grace": (
        "src/store/postgres_ahead.c", " AND $4::int4 <> 0)", " AND $4::int4 >= 0)",
        POSTGRES, "the_dead_are_taken_over_together"),
    "a claim that was not waited for": (
        "src/store/postgres_read.c", "if (is_answered && !store->read_is_warned)", "if (is_answered)",
        POSTGRES, "a_warning_at_a_claim_gives_no_room"),
}


def commands(build, program):
    made = subprocess.run(["ninja", "-C", build, "-t", "commands", program], check=True,
                          stdout=subprocess.PIPE, text=True)
    lines = made.stdout.splitlines()
    return [shlex.split(line) for line in lines if line.startswith(("cc ", "ccache ", "clang "))]


def plant(build, name):
    """The program with the fault in it."""
    path, right, wrong, (program, *_), _ = FAULTS[name]
    text = (ROOT / path).read_text()
    assert right in text, f"{name}: {path} has changed"
    folder = build / "planted"
    folder.mkdir(exist_ok=True)
    source = folder / pathlib.Path(path).name
    source.write_text(text.replace(right, wrong))
    steps = commands(build, program)
    compiling = next(step for step in steps if "-c" in step and step[-1].endswith(path))
    made, planted = source.with_suffix(".o"), folder / pathlib.Path(program).name
    at = compiling.index("-MD")  # from there on: dependencies, what is made, and of what
    compiling[at:] = ["-Wno-error", f"-I{(ROOT / path).parent}", "-o", str(made), "-c", str(source)]
    subprocess.run(compiling, cwd=build, check=True)
    linking = next(step for step in reversed(steps) if "-o" in step and step[step.index("-o") + 1] == program)
    at = linking.index("-o") + 1
    linking[at:at + 1] = [str(planted), str(made)]
    subprocess.run(linking, cwd=build, check=True)
    return planted


def find(build, name):
    *_, (_, before, after), test = FAULTS[name]
    try:
        only = [test] if before else []
        ran = subprocess.run([*before, str(plant(build, name)), *after, *only], stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, check=False, timeout=600)
    except subprocess.TimeoutExpired:
        print(f"[  FAILED  ] {name}: no end")
        return False
    is_found = f"FAILED  ] {test}" in ran.stdout
    print(f"[{'       OK ' if is_found else '  FAILED  '}] {name}: {test}", flush=True)
    if not is_found:
        print(ran.stdout[-2000:])
    return is_found


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    names = sys.argv[2:] or list(FAULTS)
    return 0 if all([find(build, name) for name in names]) else 1


if __name__ == "__main__":
    sys.exit(main())
