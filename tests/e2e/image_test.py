#!/usr/bin/env python3
"""The container image: built without a daemon around the binary under test, and started under runc with a
root that cannot be written, no capabilities and a user who is not root.

deploy/compose*.yaml and deploy/Dockerfile are read, not run: there is no Docker here."""
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import types

import harness

ROOT = pathlib.Path(__file__).resolve().parents[2]
MB = 1024 * 1024
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="parlour-image-"))
with socket.create_server(("127.0.0.1", 0)) as taken:
    PORT = taken.getsockname()[1]


def run(*command, **options):
    done = subprocess.run(list(map(str, command)), cwd=ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return done.stdout


def unpack():
    binary = str(pathlib.Path(harness.BINARY).resolve())
    if not (FOLDER / "image").exists():
        run("tools/image", FOLDER / "image", env={**os.environ, "PARLOUR_BINARY": binary})
        version = run(binary, "--version").strip()
        run("umoci", "unpack", "--image", f"{FOLDER}/image/oci:{version}", FOLDER / "bundle")
    return FOLDER / "bundle"


def bundle_for_runc():
    """As a container manager would set it up: the network is this machine's, one folder can be written."""
    bundle = unpack()
    settings = json.loads((bundle / "config.json").read_text())
    data = FOLDER / "data"
    data.mkdir(exist_ok=True)
    os.chown(data, 10001, 10001)
    process = settings["process"]
    process["terminal"] = False
    process["noNewPrivileges"] = True
    process["capabilities"] = {}
    process["env"] += [f"PARLOUR_PORT={PORT}", "PARLOUR_ADDRESS=127.0.0.1"]
    settings["root"]["readonly"] = True
    settings["mounts"] = [mount for mount in settings["mounts"] if mount["destination"] != "/data"] + [
        {"destination": "/data", "type": "bind", "source": str(data), "options": ["rbind", "rw"]}]
    linux = settings["linux"]
    linux["namespaces"] = [space for space in linux["namespaces"] if space["type"] != "network"]
    (bundle / "config.json").write_text(json.dumps(settings))
    return bundle


def is_runc_able():
    """Some machines, containers themselves mostly, allow no namespaces."""
    return (os.getuid() == 0 and shutil.which("runc") and shutil.which("umoci") and
            subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"],
                           stderr=subprocess.DEVNULL).returncode == 0)


def test_the_image_is_small_and_says_how_it_is_run():
    bundle = unpack()
    [archive] = (FOLDER / "image").glob("parlour-*.tar")
    assert archive.stat().st_size < 40 * MB, archive.stat().st_size
    files = [path.relative_to(bundle / "rootfs") for path in (bundle / "rootfs").rglob("*") if path.is_file()]
    programs = [str(path) for path in files if path.parent.name == "bin"]
    assert programs == ["usr/bin/parlour"], "no shell, nothing else"
    settings = json.loads((bundle / "config.json").read_text())
    assert settings["process"]["user"]["uid"] == 10001
    assert settings["process"]["args"] == ["/usr/bin/parlour", "serve"]
    assert "PARLOUR_DATA=/data" in settings["process"]["env"]


def test_it_serves_under_runc_and_says_that_it_is_well():
    bundle, name = bundle_for_runc(), f"parlour-test-{os.getpid()}"
    state = ["runc", "--root", str(FOLDER / "runc")]
    with open(FOLDER / "log", "wb") as log:
        process = subprocess.Popen([*state, "run", "--bundle", str(bundle), name], stdin=subprocess.DEVNULL,
                                   stdout=log, stderr=log)
    try:
        while "listening" not in (FOLDER / "log").read_text():
            assert process.poll() is None, (FOLDER / "log").read_text()
            time.sleep(0.05)
        server = types.SimpleNamespace(host="127.0.0.1", port=PORT, sockets=[])
        ana = harness.Session(server, "Ana")
        hers = ana.socket(ana.create("avalon")["code"])
        assert hers.receive()["type"] == "welcome"
        hers.close()
        assert "alive" in run(*state, "exec", name, "/usr/bin/parlour", "health")
        assert (FOLDER / "data/parlour.db").stat().st_uid == 10001
        run(*state, "kill", name, "TERM")
        assert process.wait(20) == 0, (FOLDER / "log").read_text()
    finally:
        if process.poll() is None:
            subprocess.run([*state, "kill", name, "KILL"])
            process.wait(20)


def test_health_says_when_nobody_answers():
    done = subprocess.run([harness.BINARY, "health", "--address", "127.0.0.1", "--port", "1"],
                          stdout=subprocess.DEVNULL)
    assert done.returncode == 1


def test_the_files_for_docker_name_settings_that_there_are():
    text = "".join((ROOT / "deploy" / name).read_text()
                   for name in ("compose.yaml", "compose.postgres.yaml", "Dockerfile"))
    given = dict(re.findall(r"(PARLOUR_(?!IMAGE|BINARY)\w+)(?:: |=)(\S+)", text))
    assert len(given) >= 5, given
    known = {name: value for name, value in os.environ.items() if not name.startswith("PARLOUR_")}
    run(harness.BINARY, "serve", "--check-config", env={**known, **given})
    named = run(harness.BINARY, "serve", "--help")
    for name in given:
        assert "--" + name.removeprefix("PARLOUR_").lower().replace("_", "-") in named, name
    images = re.findall(r"(?:image:|FROM) (\S+)", text)
    assert len(images) >= 4 and not any("." in image.split("/")[0] for image in images), images


if __name__ == "__main__":
    if not is_runc_able():
        FOLDER.rmdir()
        print("not run: runc cannot start a container on this machine")
        sys.exit(77)
    try:
        harness.main(harness.own_tests({name: value for name, value in globals().items()
                                        if name.startswith("test_")}), seconds=90)
    finally:
        shutil.rmtree(FOLDER)
