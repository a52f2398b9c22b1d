"""Upgrades in a simulated cluster: what pods have read before an upgrade and after it works together at every step."""

import base64
import itertools
import re
import subprocess
import tempfile
from pathlib import Path

import yaml
from chart import CHART, case, manifests, merged, objects, of_kind, without_schema

# The chart looks up Secrets by name; here they come from a value.
LOOKUP = re.compile(r'lookup "v1" "Secret" \$?\.Release\.Namespace (\(include .*?\)\)|\(include [^()]*\)|\$\w+)')
FOUND = r"get $.Values.global.cluster \1 | default (dict)"
README = (CHART / "README.md").read_text()
# Longer than the time for which the chart lets pods read new files.
LATER = 700


def upgrade(cluster, later=LATER, **changes):
    """The Secrets after an upgrade of a cluster that has these, a number of seconds later."""
    values = merged(case("minimal"), changes, {"global": {"cluster": aged(cluster, later)}})
    with tempfile.TemporaryDirectory() as folder:
        copy = without_schema(folder)
        for template in (copy / "templates").glob("service-*.yaml"):
            text, count = LOOKUP.subn(FOUND, template.read_text())
            assert count == 2, template
            template.write_text(text)
        documents = yaml.safe_load_all(manifests(copy, values))
    return of_kind((item for item in documents if item), "Secret")


def aged(cluster, seconds):
    """The same Secrets, made a number of seconds earlier: in annotations, and in the names of keys."""
    earlier = {}
    for name, item in cluster.items():
        annotations = dict(item["metadata"].get("annotations", {}))
        if "service-tls/made" in annotations:
            annotations["service-tls/made"] = str(int(annotations["service-tls/made"]) - seconds)
        rename = lambda file: re.sub(r"\d+(?=\.pem$)", lambda made: str(int(made[0]) - seconds), file)
        data = {rename(file): content for file, content in item["data"].items()}
        earlier[name] = {**item, "metadata": {**item["metadata"], "annotations": annotations}, "data": data}
    return earlier


def decoded(item, file):
    return base64.b64decode(item["data"][file])


def certificates(cluster):
    return {name: item for name, item in cluster.items() if name.endswith("-tls")}


def trusts(reader, shown):
    """Whether each program with the files of one moment trusts the certificates of another."""
    with tempfile.TemporaryDirectory() as folder:
        bundle, certificate = Path(folder) / "ca.crt", Path(folder) / "tls.crt"
        for item, other in itertools.product(certificates(reader).values(), certificates(shown).values()):
            bundle.write_bytes(decoded(item, "ca.crt"))
            certificate.write_bytes(decoded(other, "tls.crt"))
            verify = ["openssl", "verify", "-CAfile", str(bundle), str(certificate)]
            if subprocess.run(verify, capture_output=True, check=False).returncode != 0:
                return False
    return True


def signed_anew(before, after):
    """Whether every certificate was replaced; all or none of them must be."""
    changed = {decoded(before[name], "tls.crt") != decoded(after[name], "tls.crt") for name in certificates(before)}
    assert len(changed) == 1
    return changed.pop()


def assert_side_by_side(states):
    """Pods that have read the files of one state and pods with those of the next talk to each other, both ways."""
    for before, after in itertools.pairwise(states):
        assert trusts(before, after) and trusts(after, before)


def test_an_upgrade_without_a_change_keeps_certificates_and_keys():
    first = upgrade({})
    second = upgrade(first, later=0)
    assert {name: item["data"] for name, item in first.items()} == {name: item["data"] for name, item in second.items()}


def test_certificates_are_replaced_while_pods_run():
    first = upgrade({})
    for change in ({"later": 5_184_001}, {"tls": {"revision": "2"}}, {"tls": {"days": 30}}):
        renewed = upgrade(first, **change)
        assert signed_anew(first, renewed)
        assert_side_by_side([first, renewed])


def test_certificates_are_replaced_once_two_thirds_of_their_days_are_over():
    for days in (30, 90):
        first = upgrade({}, tls={"days": days})
        over = days * 86_400 * 2 // 3
        assert not signed_anew(first, upgrade(first, later=over - 100, tls={"days": days}))
        assert signed_anew(first, upgrade(first, later=over + 1, tls={"days": days}))


def test_an_authority_is_replaced_while_pods_run():
    another = {"tls": {"authorityRevision": "2"}}
    first = upgrade({})
    trusted = upgrade(first, **another)
    early = upgrade(trusted, later=60, **another)
    assert not signed_anew(first, trusted) and not signed_anew(trusted, early), "not before all trust the second one"
    used = upgrade(early, **another)
    assert signed_anew(early, used)
    early_again = upgrade(used, later=60, **another)
    forgotten = upgrade(early_again, **another)
    assert not signed_anew(used, forgotten)
    assert_side_by_side([first, trusted, early, used, early_again, forgotten])
    assert not trusts(forgotten, first) and not trusts(first, forgotten), "nobody trusts the first one any more"
    last = upgrade(forgotten, **another)
    assert not signed_anew(forgotten, last) and trusts(last, forgotten)


def test_keys_are_replaced_while_pods_run():
    def known(cluster):
        return {decoded(item, file) for name, item in cluster.items() if name.endswith("-public-keys") for file in item["data"]}

    def own(cluster):
        return {name: len(item["data"]) for name, item in cluster.items() if name.endswith("-keys") and "public" not in name}

    another = {"serviceKeys": {"revision": "2"}}
    first = upgrade({})
    both = upgrade(first, **another)
    early = upgrade(both, later=60, **another)
    second = upgrade(both, **another)
    assert known(first) < known(both) and known(both) == known(early), "tokens of either key are accepted"
    assert known(second) == known(both) - known(first)
    assert set(own(both).values()) == {2} and set(own(second).values()) == {1}


def test_in_a_maintenance_window_no_pod_runs_and_nothing_else_changes():
    for name in ("minimal", "full"):
        usual = objects(case(name))
        items = objects(merged(case(name), {"maintenance": True}))
        assert {item["spec"]["replicas"] for item in of_kind(items, "Deployment").values()} == {0}
        assert of_kind(items, "HorizontalPodAutoscaler") == {}
        for kind in ("ConfigMap", "Service", "NetworkPolicy", "ServiceAccount"):
            assert of_kind(items, kind) == of_kind(usual, kind)
        spec = lambda rendered: {key: item["spec"]["template"] for key, item in of_kind(rendered, "Deployment").items()}
        assert spec(items) == spec(usual), "the pods of after the window"


def test_the_steps_of_the_upgrade_with_a_window_render():
    steps = README.split("## Upgrade to calls with tokens and TLS")[1].split("\n## ")[0]
    upgrades = re.findall(r"^   helm upgrade (.*)$", steps, re.MULTILINE)
    settings = [dict(re.findall(r"--set (\w+)=(\w+)", line)) for line in upgrades]
    assert settings == [{"maintenance": "true"}, {}]
    counts = []
    for setting in settings:
        change = {key: yaml.safe_load(value) for key, value in setting.items()}
        deployments = of_kind(objects(merged(case("minimal"), change), is_upgrade=True), "Deployment")
        counts.append({item["spec"]["replicas"] for item in deployments.values()})
    assert counts == [{0}, {2}]
