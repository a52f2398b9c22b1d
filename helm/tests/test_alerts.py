"""The examples of alerts: rendered on demand, on events that the programs write."""

import re

import yaml
from chart import CHART, REPOSITORY, case, merged, objects, of_kind

RULES = yaml.safe_load((CHART / "alerts" / "security.yaml").read_text())
# A row of the table of events: its name and its outcomes.
EVENT = re.compile(r"^\| `(\w+)` \| ((?:success|failure|refused|unknown|, )+) \|", re.MULTILINE)
DOCUMENTED = {
    name: set(outcomes.split(", "))
    for name, outcomes in EVENT.findall((REPOSITORY / "deploy" / "security-log.md").read_text())
}


def named(label, expression):
    return {value for values in re.findall(rf'\b{label}=~?"([^"]+)"', expression) for value in values.split("|")}


def test_every_alert_is_on_events_that_can_have_its_outcomes():
    for group in RULES["groups"]:
        for rule in group["rules"]:
            events = named("event", rule["expr"])
            assert events and events <= set(DOCUMENTED), rule["alert"]
            possible = set().union(*(DOCUMENTED[event] for event in events))
            assert named("outcome", rule["expr"]) <= possible, rule["alert"]
            assert {"summary", "description"} == set(rule["annotations"]), rule["alert"]


def test_a_refused_call_is_critical_and_a_stray_connection_is_not():
    severities = {
        event: rule["labels"]["severity"]
        for group in RULES["groups"]
        for rule in group["rules"]
        for event in named("event", rule["expr"])
    }
    assert (severities["rpc_refused"], severities["handshake_refused"]) == ("critical", "warning")


def test_alerts_are_rendered_where_they_are_wanted():
    for enabled in (False, True):
        change = {"alerts": {"enabled": enabled, "labels": {"release": "prometheus"}}}
        rules = of_kind(objects(merged(case("minimal"), change)), "PrometheusRule")
        assert [item["spec"] for item in rules.values()] == ([RULES] if enabled else [])
        assert all(item["metadata"]["labels"]["release"] == "prometheus" for item in rules.values())
