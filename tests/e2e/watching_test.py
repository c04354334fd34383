#!/usr/bin/env python3
"""What an operator watches: the private address, its figures, and the rules and dashboard of deploy/.

Grafana itself is not started; every expression of the dashboard is read by Prometheus's own parser and names
only figures that the server has."""
import http.client
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

import harness

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"


def promtool(command, *arguments, text=None, folder=None):
    done = subprocess.run(["promtool", command, *map(str, arguments)], input=text, text=True, cwd=folder,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return done.stdout


def private_port(server):
    return int(re.search(r"the operator's address.* port=(\d+)", server.log).group(1))


def get(port, path, token=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers={"Authorization": "Bearer " + token} if token else {})
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, body


def house(options=()):
    """A server with a private address and an operator's token."""
    data = tempfile.mkdtemp(prefix="parlour-watching-")
    made = subprocess.run([harness.BINARY, "admin", "token", "--data", data], check=True, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    server = harness.Server("--private-address", "127.0.0.1", "--private-port", "0", *options, data=data)
    server.owns_data = True
    server.token = re.search(r"[0-9a-f]{64}", made).group(0)
    return server


def test_what_is_the_operators_is_at_the_private_address_alone():
    with house() as server:
        inside = private_port(server)
        for path in ("/metrics", "/api/admin/rooms", "/api/admin/house"):
            assert get(server.port, path, server.token)[0] == 404, path
            assert get(inside, path, server.token)[0] == 200, path
        assert get(inside, "/api/admin/rooms")[0] == 403, "a token is needed there, too"
        for path in ("/health", "/ready", "/version"):
            assert get(server.port, path)[0] == get(inside, path)[0] == 200, path
        # Elsewhere the token is nobody's: it closes no vote, and opens no table.
        made = harness.Session(server, "Ana").create("journeyman")
        assert get(server.port, f"/api/games/{made['game_id']}/votes", server.token)[0] == 401


def test_the_private_address_has_room_when_the_house_is_full():
    with house(("--connections-max", "1")) as server:
        inside = private_port(server)
        taken = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        taken.request("GET", "/health")
        taken.getresponse().read()
        assert get(server.port, "/health")[0] == 503
        assert get(inside, "/health")[0] == 200
        taken.close()


def test_without_a_private_address_there_are_no_histograms():
    with harness.Server() as server:
        status, text = get(server.port, "/metrics")
        assert status == 200 and "parlour_commands_total" in text
        assert "_seconds" not in text


def figures(text):
    return set(re.findall(r"^# TYPE (\w+)", text, re.M))


def test_prometheus_reads_the_figures():
    with house() as server:
        _, text = get(private_port(server), "/metrics")
    promtool("check", "metrics", text=text)
    assert {"parlour_commit_seconds", "parlour_decide_seconds", "parlour_send_seconds"} <= figures(text)
    labels = set(re.findall(r"(\w+)=", "".join(re.findall(r"\{.*?\}", text))))
    assert labels == {"le"}, "no labels by game, table or command"


def test_the_rules_of_deploy_say_when_something_is_wrong():
    with tempfile.TemporaryDirectory(prefix="parlour-rules-") as folder:
        for file in (DEPLOY / "prometheus.yml", DEPLOY / "prometheus-rules.yml",
                     ROOT / "tests/e2e/watching_rules.yml"):
            shutil.copy(file, folder)
        promtool("check", "config", "prometheus.yml", folder=folder)
        promtool("test", "rules", "watching_rules.yml", folder=folder)
    rules = (DEPLOY / "prometheus-rules.yml").read_text()
    played = (ROOT / "tests/e2e/watching_rules.yml").read_text()
    alerts = re.findall(r"alert: (\w+)", rules)
    assert len(alerts) >= 7 and all(played.count(alert) == 2 for alert in alerts), alerts


def used_in(expression):
    return {re.sub(r"_(bucket|sum|count)$", "", name) for name in re.findall(r"parlour_\w+", expression)}


def test_the_dashboard_asks_for_figures_that_there_are():
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    expressions = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    assert len(expressions) > 15
    rules = {"groups": [{"name": "dashboard", "rules": [
        {"record": f"dashboard:{i}", "expr": expression.replace("$instance", ".*")}
        for i, expression in enumerate(expressions)]}]}
    with tempfile.TemporaryDirectory(prefix="parlour-board-") as folder:
        path = pathlib.Path(folder, "board.yml")
        path.write_text(json.dumps(rules))
        promtool("check", "rules", path)
    with house() as server:
        there = figures(get(private_port(server), "/metrics")[1])
    asked = set().union(*map(used_in, expressions + [(DEPLOY / "prometheus-rules.yml").read_text()]))
    assert asked and asked <= there, asked - there
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in board["panels"]]
    assert len(set(places)) == len(places), "no panel lies on another"


if __name__ == "__main__":
    harness.main(harness.own_tests(globals()))
