"""The chart and compose.yaml give the services settings that they know, and all that they need."""

import re

import pytest
import yaml
from chart import CASES, REPOSITORY, case, objects, of_kind
from settings import SCHEMA, known, prefix, provided, required, schema_text, values

SERVICES = sorted(values()["services"])
COMPOSE = yaml.safe_load((REPOSITORY / "compose.yaml").read_text())


def deployed(items, service):
    """The environment of the service's server, as the chart gives it."""
    for name, item in of_kind(items, "Deployment").items():
        if item["metadata"]["labels"]["app.kubernetes.io/component"] == service:
            (server,) = item["spec"]["template"]["spec"]["containers"]
            files = {entry["name"] for entry in server.get("env", [])}
            return files | set(of_kind(items, "ConfigMap")[name]["data"])
    raise AssertionError(f"{service} is not deployed")


# Where a value of the case switches a service off, it is not deployed.
SWITCHES = {name: block.get("switch") for name, block in values()["services"].items()}
DEPLOYED = [(name, service) for name in CASES for service in SERVICES if not SWITCHES[service] or case(name).get(SWITCHES[service]) == "on"]


@pytest.mark.parametrize(("name", "service"), DEPLOYED)
def test_the_chart_gives_no_setting_that_a_service_does_not_read(name, service):
    unread = provided(deployed(objects(case(name)), service)) - known(service)
    assert unread - {"PUBLIC_URL"} == set()


@pytest.mark.parametrize("service", SERVICES)
def test_the_chart_gives_every_setting_that_a_service_needs(service):
    values = case("full" if SWITCHES[service] else "minimal")
    assert required(service) <= provided(deployed(objects(values), service))


def test_the_schema_knows_the_settings_of_the_services():
    assert SCHEMA.read_text() == schema_text(), "run UPDATE=1 helm/tests/run and commit helm/values.schema.json"


@pytest.mark.parametrize("service", SERVICES)
def test_compose_gives_no_setting_that_a_service_does_not_read(service):
    assert provided(COMPOSE["services"][service]["environment"]) - known(service) - {"PUBLIC_URL"} == set()


@pytest.mark.parametrize("service", SERVICES)
def test_compose_gives_every_setting_that_a_service_needs(service):
    assert required(service) <= provided(COMPOSE["services"][service]["environment"])


@pytest.mark.parametrize("service", [name for name in SERVICES if values()["services"][name].get("migrate")])
def test_compose_migrates_a_database_before_its_service_starts(service):
    step = COMPOSE["services"][f"{service}-migrate"]
    assert step["command"] == ["migrate"]
    waits = COMPOSE["services"][service]["depends_on"][f"{service}-migrate"]
    assert waits == {"condition": "service_completed_successfully"}
    assert provided(step["environment"]) >= {f"{prefix(service)}_DATABASE_URL"}


def test_redis_of_compose_forgets_no_counter_to_make_room():
    words = " ".join(COMPOSE["services"]["redis"]["command"]).split()
    # A counter that is evicted would allow everything again.
    assert words[words.index("--maxmemory-policy") + 1] == "noeviction"


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_containers_of_compose_are_held_tight(name):
    container = COMPOSE["services"][name]
    assert container["read_only"] is True
    assert container["cap_drop"] == ["ALL"]
    assert container["security_opt"] == ["no-new-privileges:true"]
    assert container["mem_limit"]
    assert ("ports" in container) == (name == "gateway")


def test_compose_admits_the_connections_that_the_gateway_promises():
    assert COMPOSE["services"]["gateway"]["ulimits"]["nofile"]["hard"] >= 20_000 + 256


def mebibytes(size):
    """Of `512m` in compose, and of `512Mi` in the chart."""
    number, unit = re.fullmatch(r"(\d+)(m|g|Mi|Gi)", size).groups()
    return int(number) * (1024 if unit.lower().startswith("g") else 1)


@pytest.mark.parametrize("service", SERVICES)
def test_compose_grants_a_service_the_memory_that_its_data_take(service):
    container, chart = COMPOSE["services"][service], values()["services"][service]
    granted = mebibytes(container["mem_limit"])
    if service in ("gateway", "timeseries"):
        assert granted >= mebibytes(chart["resources"]["limits"]["memory"])
    given = str(container["environment"].get("TIMESERIES_SNAPSHOT_BYTES", 0))
    snapshot = int(re.search(r"\d+", given.split(":-")[-1]).group())
    assert snapshot <= int(chart.get("config", {}).get("TIMESERIES_SNAPSHOT_BYTES", 0))
    assert snapshot * 2 <= granted << 20
