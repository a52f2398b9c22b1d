"""What holds for every service, whatever the values say."""

import base64
import subprocess

import pytest
import yaml
from chart import CASES, CHART, LOGINS, case, manifests, merged, objects, of_kind

DEFAULTS = yaml.safe_load((CHART / "values.yaml").read_text())


@pytest.fixture(params=CASES)
def items(request):
    return objects(case(request.param))


@pytest.fixture
def pods(items):
    return {name: item["spec"]["template"] for name, item in of_kind(items, "Deployment").items()}


def containers(pods):
    for name, pod in pods.items():
        for container in pod["spec"].get("initContainers", []) + pod["spec"]["containers"]:
            yield name, container


def component(item):
    return item["metadata"]["labels"]["app.kubernetes.io/component"]


def test_every_service_of_the_values_is_deployed(items):
    deployed = {component(item) for item in of_kind(items, "Deployment").values()}
    assert deployed | {"sample"} == set(DEFAULTS["services"])


@pytest.mark.parametrize(("choice", "setting"), [("on", "on"), ("remove", "off"), ("off", None)])
def test_the_sample_universe_is_kept_by_a_program_of_its_own(choice, setting):
    items = objects(merged(case("minimal"), {"sampleData": choice}))
    environment = of_kind(items, "ConfigMap").get("assay-sample", {"data": {}})["data"]
    assert environment.get("SAMPLE_DATA") == setting
    callers = yaml.safe_dump(of_kind(items, "NetworkPolicy")["assay-catalog"]["spec"]["ingress"])
    assert ("component: sample" in callers) == (choice != "off")
    assert [name for name, item in of_kind(items, "ConfigMap").items() if "SAMPLE_DATA" in item["data"] and name != "assay-sample"] == []


def test_the_server_is_probed_for_life_and_readiness_apart(pods):
    for pod in pods.values():
        (server,) = pod["spec"]["containers"]
        paths = {
            probe: (server[probe]["httpGet"]["path"], server[probe]["httpGet"]["port"])
            for probe in ("startupProbe", "livenessProbe", "readinessProbe")
        }
        assert paths == {
            "startupProbe": ("/livez", "admin"),
            "livenessProbe": ("/livez", "admin"),
            "readinessProbe": ("/readyz", "admin"),
        }


def test_every_container_asks_for_and_is_held_to_memory_and_disk(pods):
    for name, container in containers(pods):
        resources = container["resources"]
        assert {"memory", "ephemeral-storage"} <= set(resources["limits"]), name
        assert {"cpu", "memory", "ephemeral-storage"} <= set(resources["requests"]), name


def test_the_restricted_pod_security_standard_holds(pods):
    for pod in pods.values():
        spec = pod["spec"]
        assert spec["securityContext"]["runAsNonRoot"] is True
        assert spec["securityContext"]["runAsUser"] >= 10001
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert not {"hostNetwork", "hostPID", "hostIPC"} & set(spec)
        assert all(set(volume) == {"name", "secret"} for volume in spec.get("volumes", []))
    for name, container in containers(pods):
        security = container["securityContext"]
        assert security["allowPrivilegeEscalation"] is False, name
        assert security["runAsNonRoot"] is True, name
        assert security["capabilities"] == {"drop": ["ALL"]}, name
        assert all("hostPort" not in port for port in container.get("ports", [])), name


def test_the_root_file_system_is_read_only(pods):
    for name, container in containers(pods):
        assert container["securityContext"]["readOnlyRootFilesystem"] is True, name
        assert all(mount["readOnly"] for mount in container.get("volumeMounts", [])), name


def test_no_pod_holds_a_token_or_the_addresses_of_its_neighbours(items, pods):
    for pod in pods.values():
        assert pod["spec"]["automountServiceAccountToken"] is False
        assert pod["spec"]["enableServiceLinks"] is False
    for name, account in of_kind(items, "ServiceAccount").items():
        assert account["automountServiceAccountToken"] is False, name


def test_each_pod_has_an_account_of_its_own(items, pods):
    accounts = of_kind(items, "ServiceAccount")
    assert {name: pod["spec"]["serviceAccountName"] for name, pod in pods.items()} == {name: name for name in pods}
    assert set(accounts) == set(pods)


def test_pods_carry_the_hash_of_their_settings(pods):
    for name, pod in pods.items():
        assert len(pod["metadata"]["annotations"]["checksum/config"]) == 64, name
        assert len(pod["metadata"]["annotations"]["checksum/secrets"]) == 64, name


def test_a_pod_has_time_to_drain(items, pods):
    for name, pod in pods.items():
        drain = int(of_kind(items, "ConfigMap")[name]["data"]["SHUTDOWN_DRAIN_SECONDS"])
        assert drain >= 5, name
        assert pod["spec"]["terminationGracePeriodSeconds"] >= drain + 25, name


def test_a_rollout_never_has_fewer_pods_than_asked_for(items):
    for name, deployment in of_kind(items, "Deployment").items():
        assert deployment["spec"]["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}, name


def test_databases_are_migrated_before_the_server_starts(items):
    for deployment in of_kind(items, "Deployment").values():
        wanted = ["migrate"] if DEFAULTS["services"][component(deployment)].get("migrate") else []
        steps = deployment["spec"]["template"]["spec"].get("initContainers", [])
        assert [step["name"] for step in steps] == wanted
        assert all(step["args"] == ["migrate"] for step in steps)


def test_grpc_services_are_headless_and_only_they(items):
    for service in of_kind(items, "Service").values():
        headless = service["spec"].get("clusterIP") == "None"
        assert headless == (DEFAULTS["services"][component(service)]["kind"] == "grpc")


def test_services_find_the_pods_and_ports_they_name(items, pods):
    for name, service in of_kind(items, "Service").items():
        pod = pods[name]
        assert service["spec"]["selector"].items() <= pod["metadata"]["labels"].items()
        named = {port["name"] for port in pod["spec"]["containers"][0]["ports"]}
        assert {port["targetPort"] for port in service["spec"]["ports"]} == named, name


def test_no_secret_is_a_plain_setting(items):
    secret = {key for block in DEFAULTS["services"].values() for key in block["secrets"]}
    for name, settings in of_kind(items, "ConfigMap").items():
        assert not secret & set(settings["data"]), name


def test_secrets_are_files_of_the_keys_that_are_mounted(pods):
    for name, pod in pods.items():
        volumes = [volume for volume in pod["spec"]["volumes"] if volume["name"] == "secrets"]
        if name.endswith("-sample"):
            assert volumes == [], "it is given no secret"
            continue
        (volume,) = volumes
        mounted = {f"/run/secrets/assay/{item['path']}" for item in volume["secret"]["items"]}
        (server,) = pod["spec"]["containers"]
        files = {entry["name"]: entry["value"] for entry in server["env"]}
        assert all(key.endswith("_FILE") for key in files)
        assert set(files.values()) == mounted


# The programs that use a secret whose name begins with none.
USERS = {
    "API_KEY_PEPPERS": {"access"},
    "AUTH_SECRET": {"gateway", "identity"},
    "INTERCOM_SECRET": {"identity"},
    "OIDC_PROVIDERS": {"identity"},
    "SMTP_URL": {"access", "identity"},
}


def test_no_pod_has_a_secret_of_another_program(pods):
    for name, pod in pods.items():
        service = name.split("-", 1)[1]
        for volume in (volume for volume in pod["spec"]["volumes"] if volume["name"] in {"secrets", "owner"}):
            for key in (item["key"] for item in volume["secret"]["items"]):
                assert service in USERS.get(key, {key.split("_")[0].lower()}), f"{name} mounts {key}"


def test_each_service_logs_in_to_the_bus_and_redis_as_itself(pods):
    for name, pod in pods.items():
        service = name.split("-", 1)[1].upper()
        for volume in (volume for volume in pod["spec"]["volumes"] if volume["name"] == "secrets"):
            keys = {item["path"]: item["key"] for item in volume["secret"]["items"]}
            for setting in LOGINS.keys() & keys:
                assert keys[setting] == f"{service}_{setting}"


def test_only_a_migration_logs_in_as_the_owner_of_the_tables(pods):
    for name, pod in pods.items():
        (server,) = pod["spec"]["containers"]
        assert "OWNER" not in yaml.safe_dump(server), name
        service = name.split("-", 1)[1].upper()
        for step in pod["spec"].get("initContainers", []):
            files = {entry["name"]: entry["value"] for entry in step["env"]}
            assert files[f"{service}_DATABASE_URL_FILE"] == f"/run/secrets/owner/{service}_OWNER_DATABASE_URL"
            assert f"/run/secrets/assay/{service}_DATABASE_URL" not in files.values()


def test_each_pod_has_its_own_private_keys_and_the_public_keys_of_all(items, pods):
    made = {name: set(item["data"]) for name, item in of_kind(items, "Secret").items() if name.endswith("-keys")}
    (public,) = (files for name, files in made.items() if name.endswith("-public-keys"))
    assert public == {f"{service}.1.pem" for service in DEFAULTS["services"]}
    for name, pod in pods.items():
        service = name.split("-", 1)[1]
        volumes = {volume["name"]: volume["secret"]["secretName"] for volume in pod["spec"]["volumes"]}
        assert made[volumes["own-keys"]] == {"1.pem"}
        assert volumes["own-keys"] == f"{name}-keys"
        assert volumes["public-keys"].endswith("-public-keys")
        keys = of_kind(items, "ConfigMap")[name]["data"]["SERVICE_KEYS"]
        for _, container in containers({name: pod}):
            places = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
            assert (places["own-keys"], places["public-keys"]) == (f"{keys}/{service}", f"{keys}/public")


def test_with_tls_each_pod_has_a_certificate_of_its_own():
    for enabled in (False, True):
        items = objects(merged(case("minimal"), {"tls": {"enabled": enabled}}))
        for name, item in of_kind(items, "Deployment").items():
            volumes = {volume["name"]: volume["secret"]["secretName"] for volume in item["spec"]["template"]["spec"]["volumes"]}
            assert volumes.get("tls") == (f"{name}-tls" if enabled else None)
            settings = of_kind(items, "ConfigMap")[name]["data"]
            assert settings.get("SERVICE_TLS") == ("/run/secrets/tls" if enabled else None)
            assert settings.get("PLAIN_LINKS") == (None if enabled else "allowed")


def test_the_chart_makes_a_certificate_for_each_program(items):
    secrets = of_kind(items, "Secret")
    for service in DEFAULTS["services"]:
        (files,) = (item["data"] for name, item in secrets.items() if name.endswith(f"-{service}-tls"))
        assert set(files) == {"tls.crt", "tls.key", "ca.crt"}
    kept = objects(merged(case("minimal"), {"tls": {"create": False}}))
    assert [name for name in of_kind(kept, "Secret") if name.endswith(("-tls", "-authority"))] == []


@pytest.mark.parametrize(("changes", "days"), [({}, 90), ({"tls": {"days": 30}}, 30)])
def test_a_certificate_lasts_for_90_days_unless_the_operator_says_otherwise(changes, days):
    rendered = [item for item in yaml.safe_load_all(manifests(CHART, merged(case("minimal"), changes))) if item]
    for service in DEFAULTS["services"]:
        (files,) = (item["data"] for name, item in of_kind(rendered, "Secret").items() if name.endswith(f"-{service}-tls"))
        certificate = base64.b64decode(files["tls.crt"])
        ends_within = ["openssl", "x509", "-noout", "-checkend"]
        lasts = lambda count: subprocess.run([*ends_within, str(count * 86400)], input=certificate, capture_output=True).returncode == 0
        assert (lasts(days - 1), lasts(days + 1)) == (True, False)


def test_without_the_cluster_the_keys_may_be_kept_by_the_operator():
    items = objects(merged(case("minimal"), {"serviceKeys": {"create": False}}))
    assert [name for name in of_kind(items, "Secret") if name.endswith("-keys")] == []


def test_every_network_policy_names_both_directions(items):
    for name, policy in of_kind(items, "NetworkPolicy").items():
        assert policy["spec"]["policyTypes"] == ["Ingress", "Egress"], name


def policies_of(name):
    """The values of a case and the policy of each of its services."""
    values = merged(DEFAULTS, case(name))
    items = objects(case(name))
    policies = of_kind(items, "NetworkPolicy")
    assert set(policies) == (set(of_kind(items, "Deployment")) if values["networkPolicy"]["enabled"] else set())
    return values, [(component(policy), policy["spec"]) for policy in policies.values()]


def opened(rule):
    return [(port["protocol"], port["port"]) for port in rule["ports"]]


def programs(peers):
    """The programs whose pods are the peers; there must be no other peer among them."""
    assert all(set(peer) == {"podSelector"} for peer in peers)
    return {peer["podSelector"]["matchLabels"]["app.kubernetes.io/component"] for peer in peers}


@pytest.mark.parametrize("name", CASES)
def test_a_port_is_open_to_the_callers_of_the_program_and_to_monitoring_alone(name):
    values, policies = policies_of(name)
    deployed = {service for service, _ in policies}
    for service, spec in policies:
        block = values["services"][service]
        by_port = {tuple(opened(rule)): rule for rule in spec["ingress"]}
        assert len(by_port) == len(spec["ingress"]), service
        # A rule with an empty list of peers, or with none, would admit everyone.
        monitoring = by_port.pop((("TCP", "admin"),), None)
        assert monitoring is None or monitoring["from"], service
        if values["networkPolicy"]["metricsFrom"]:
            assert monitoring["from"] == values["networkPolicy"]["metricsFrom"], service
        if block["kind"] == "http":
            rule = by_port.pop((("TCP", "http"),))
            assert rule.get("from", []) == values["networkPolicy"]["gatewayFrom"], service
        elif block.get("calledBy"):
            rule = by_port.pop((("TCP", "grpc"),))
            assert programs(rule["from"]) == set(block["calledBy"]) & deployed, service
        assert by_port == {}, service


@pytest.mark.parametrize("name", CASES)
def test_a_program_reaches_the_services_it_calls_and_its_dependencies_alone(name):
    values, policies = policies_of(name)
    for service, spec in policies:
        resolution, *rules = spec["egress"]
        assert opened(resolution) == [("UDP", 53), ("TCP", 53)], service
        calls = [rule for rule in rules if opened(rule) == [("TCP", 9100)]]
        called = {other for other, block in values["services"].items() if service in block.get("calledBy", [])}
        assert all(rule["to"] for rule in calls), service
        assert programs([peer for rule in calls for peer in rule["to"]]) == called, service
        outside = []
        for dependency in values["services"][service]["dependsOn"]:
            listed = values["networkPolicy"]["dependencies"][dependency]
            rule = {"ports": [{"port": port, "protocol": "TCP"} for port in listed["ports"]]}
            outside.append({**rule, "to": listed["to"]} if listed["to"] else rule)
        assert [rule for rule in rules if rule not in calls] == outside, service


@pytest.mark.parametrize(
    "named",
    [[], [{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "monitoring"}}}], [{"namespaceSelector": {}}]],
)
def test_admin_ports_are_closed_beyond_the_namespace_and_the_peers_of_metrics(named):
    """A selector of pods without one of namespaces means those of the policy's own namespace."""
    items = objects(merged(case("minimal"), {"sampleData": "on", "networkPolicy": {"metricsFrom": named}}))
    policies = of_kind(items, "NetworkPolicy")
    assert len(policies) == 7
    for name, policy in policies.items():
        opened = [rule for rule in policy["spec"]["ingress"] if any(port["port"] == "admin" for port in rule.get("ports", [{"port": "admin"}]))]
        admin = {"ports": [{"port": "admin", "protocol": "TCP"}], "from": named or [{"podSelector": {}}]}
        assert opened == [admin], name


def test_a_budget_or_a_policy_guards_the_pods_it_was_made_for(items, pods):
    for kind, selector in (("PodDisruptionBudget", "selector"), ("NetworkPolicy", "podSelector")):
        for name, item in of_kind(items, kind).items():
            labels = pods[name]["metadata"]["labels"]
            assert item["spec"][selector]["matchLabels"].items() <= labels.items()


def test_an_autoscaler_and_a_fixed_count_never_meet(items):
    scaled = {item["spec"]["scaleTargetRef"]["name"] for item in of_kind(items, "HorizontalPodAutoscaler").values()}
    fixed = {name for name, item in of_kind(items, "Deployment").items() if "replicas" in item["spec"]}
    assert not scaled & fixed
    assert scaled | fixed == set(of_kind(items, "Deployment"))


def test_the_gateway_is_given_the_address_of_every_service(items):
    given = of_kind(items, "ConfigMap")
    gateway = next(data["data"] for data in given.values() if component(data) == "gateway")
    for service in of_kind(items, "Service").values():
        if service["spec"].get("clusterIP") == "None":
            key = f"{component(service).upper()}_URL"
            assert gateway[key] == f"https://{service['metadata']['name']}:9100"
