"""What the pods may open on the one Postgres server."""

import pytest
from chart import CASES, case, merged, objects, of_kind

SURGE = 1
LISTENS = 1


def pools(items):
    """Pool and number of pods at full scale, by the name of the deployment."""
    most = {
        scaler["spec"]["scaleTargetRef"]["name"]: scaler["spec"]["maxReplicas"]
        for scaler in of_kind(items, "HorizontalPodAutoscaler").values()
    }
    found = {}
    for name, deployment in of_kind(items, "Deployment").items():
        settings = of_kind(items, "ConfigMap")[name]["data"]
        pool = [int(value) for key, value in settings.items() if key.endswith("_DATABASE_POOL")]
        if pool:
            found[name] = (pool[0], most.get(name, deployment["spec"].get("replicas")) + SURGE)
    return found


def opened(items):
    return sum((pool + LISTENS) * pods for pool, pods in pools(items).values())


def another(name):
    return {
        "kind": "grpc",
        "migrate": True,
        "databaseWeight": 1,
        "calledBy": ["gateway"],
        "dependsOn": ["postgres", "nats"],
        "secrets": {f"{name.upper()}_DATABASE_URL": True, "NATS_URL": True},
    }


@pytest.mark.parametrize("name", CASES)
def test_all_pods_at_full_scale_leave_a_fifth_of_the_connections(name):
    limit = case(name).get("postgres", {}).get("maxConnections", 200)
    assert 0 < opened(objects(case(name))) <= limit * 0.8


def test_twice_as_many_services_update_within_two_hundred_connections():
    more = {name: another(name) for name in ("access", "search", "analytics", "collector")}
    items = objects(merged(case("minimal"), {"services": more}))
    found = pools(items)
    assert len(found) == 8
    assert opened(items) <= 160
    assert all(pool >= 2 and pods == 3 for pool, pods in found.values())


def test_a_heavier_service_has_the_larger_pool():
    change = {"services": {"catalog": {"databaseWeight": 6}}}
    before, after = pools(objects(case("minimal"))), pools(objects(merged(case("minimal"), change)))
    assert before["assay-catalog"] == before["assay-identity"]
    assert after["assay-catalog"] > after["assay-identity"] > after["assay-profiles"]


def test_a_pool_that_is_given_is_kept_and_the_others_share_the_rest():
    items = objects(merged(case("minimal"), {"services": {"catalog": {"databasePool": 30}}}))
    assert pools(items)["assay-catalog"][0] == 30
    assert opened(items) <= 160
