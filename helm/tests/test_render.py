"""What Helm makes of the chart: it lints, renders as committed, and every manifest is valid."""

import helm_python as helm
import kubernetes_validate
import pytest
from chart import CASES, CHART, case, merged, objects, of_kind, render

KUBERNETES = ["1.27", *kubernetes_validate.utils.all_versions()[-1:-7:-2]]
# Kinds of operators that a cluster may lack: no schema of Kubernetes covers them.
FOREIGN = {"PrometheusRule", "ServiceMonitor"}
WARNING = 2


@pytest.mark.parametrize("name", CASES)
def test_lints_without_a_warning(name):
    messages = helm.lint(CHART, case(name), strict=True)["messages"]
    assert [message for message in messages if message["severity"] >= WARNING] == []


@pytest.mark.parametrize("name", CASES)
def test_renders_as_committed(name):
    committed = CHART / "rendered" / f"{name}.yaml"
    assert committed.exists(), "run UPDATE=1 helm/tests/run and commit helm/rendered"
    assert render(case(name)) == committed.read_text(), "run UPDATE=1 helm/tests/run and commit helm/rendered"


def test_every_committed_rendering_has_its_values():
    assert sorted(path.stem for path in (CHART / "rendered").glob("*.yaml")) == CASES


@pytest.mark.parametrize("version", KUBERNETES)
@pytest.mark.parametrize("name", CASES)
def test_manifests_are_valid(name, version):
    for item in objects(case(name)):
        if item["kind"] not in FOREIGN:
            kubernetes_validate.validate(item, version, strict=True)


@pytest.mark.parametrize("name", CASES)
def test_no_object_is_rendered_twice(name):
    keys = [(item["kind"], item["metadata"]["name"]) for item in objects(case(name))]
    assert sorted(keys) == sorted(set(keys))


@pytest.mark.parametrize("name", CASES)
def test_an_upgrade_changes_nothing_that_is_immutable(name):
    installed = of_kind(objects(case(name), is_install=True), "Deployment")
    newer = merged(case(name), {"defaults": {"image": {"tag": "9.9.9"}, "podLabels": {"more": "labels"}}})
    upgraded = of_kind(objects(newer, is_upgrade=True, revision=2), "Deployment")
    assert {key: item["spec"]["selector"] for key, item in installed.items()} == {
        key: item["spec"]["selector"] for key, item in upgraded.items()
    }


def checksums(values, annotation):
    return {
        name: item["spec"]["template"]["metadata"]["annotations"][annotation]
        for name, item in of_kind(objects(values), "Deployment").items()
    }


def test_a_changed_setting_rolls_the_pods_that_read_it():
    before = checksums(case("minimal"), "checksum/config")
    change = {"services": {"gateway": {"config": {"SESSION_POLL_SECONDS": 60}}}}
    after = checksums(merged(case("minimal"), change), "checksum/config")
    assert {name for name in before if before[name] != after[name]} == {"assay-gateway"}


def test_a_changed_secret_rolls_the_pods():
    before = checksums(case("minimal"), "checksum/secrets")
    after = checksums(merged(case("minimal"), {"secrets": {"revision": "2"}}), "checksum/secrets")
    assert all(before[name] != after[name] for name in before)


def test_whole_numbers_reach_the_services_as_written():
    change = {"services": {"identity": {"config": {"SESSION_MAX_AGE": 2592000}}}}
    settings = of_kind(objects(merged(case("minimal"), change)), "ConfigMap")["assay-identity"]["data"]
    assert settings["SESSION_MAX_AGE"] == "2592000"


def test_another_service_is_one_block_of_values():
    block = {
        "kind": "grpc",
        "migrate": True,
        "databaseWeight": 1,
        "calledBy": ["gateway"],
        "dependsOn": ["postgres", "nats"],
        "secrets": {"CATALOG_DATABASE_URL": True, "NATS_URL": True},
    }
    items = objects(merged(case("minimal"), {"services": {"catalog": block}}), unchecked=True)
    assert of_kind(items, "Service")["assay-catalog"]["spec"]["clusterIP"] == "None"
    assert of_kind(items, "ConfigMap")["assay-gateway"]["data"]["CATALOG_URL"] == "https://assay-catalog:9100"
    assert of_kind(items, "ConfigMap")["assay-catalog"]["data"]["CATALOG_LISTEN"] == "0.0.0.0:9100"
