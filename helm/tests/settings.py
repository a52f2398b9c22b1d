"""What settings the services read, found in their sources."""

import json
import re

import yaml
from chart import CHART, REPOSITORY, case, objects, of_kind

KIT = REPOSITORY / "services" / "libs" / "kit" / "src"
# Settings that several programs read, one function each.
SHARED = KIT / "session_settings.rs"
SCHEMA = CHART / "values.schema.json"
# env.parsed("NAME", …), list(env, "NAME"), let name = "NAME", const NAME: &str = "NAME"
NAME = re.compile(r'(?:\benv\s*\.\s*\w+\(|\benv,|\blet name =|\bconst \w+: &str =)\s*"(LOG|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)"')
# format!("{prefix}_NAME"), read for every service
PREFIXED = re.compile(r'"\{(?:prefix)?\}(_[A-Z][A-Z0-9_]+)"')
MUST = re.compile(r'\.(?:required|secret|renewed|renewed_secret)\(\s*"([A-Z][A-Z0-9_]*)"')
ALLOWED = re.compile(r'("setting": )\{[^}]*\}')
# Read by the runtime itself.
RUNTIME = {"TOKIO_WORKER_THREADS"}


def sources(folder):
    """The code that reads settings, without its tests."""
    for path in sorted(folder.rglob("*.rs")):
        text = path.read_text().split("#[cfg(test)]")[0]
        if "Env" in text and "testing" not in path.parts and path != SHARED:
            yield text


def folder(service):
    """Where its code is."""
    return REPOSITORY / (service if service == "gateway" else f"services/{service}") / "src"


def found(pattern, *folders):
    return {name for place in folders for text in sources(place) for name in pattern.findall(text)}


def shared(pattern, service):
    """Those that the service reads by a function of SHARED."""
    calls = {name for text in sources(folder(service)) for name in re.findall(r"session_settings::(\w+)\(", text)}
    functions = SHARED.read_text().split("pub fn ")[1:]
    return {name for body in functions if body.split("(")[0] in calls for name in pattern.findall(body)}


def prefix(service):
    return service.upper().replace("-", "_")


def listed():
    """The programs of services/services.txt, each with its kind and what it needs."""
    lines = (REPOSITORY / "services" / "services.txt").read_text().splitlines()
    columns = [line.split() for line in lines if line and not line.startswith("#")]
    return {name: {kind, *needs.split(",")} for name, kind, needs, *_ in columns}


def by_convention(service):
    """The settings that every service has, most of them under its own name."""
    needs = listed()[service]
    endings = found(PREFIXED, KIT) - {"_LISTEN"} | (set() if "worker" in needs else {"_LISTEN"})
    own = {prefix(service) + ending for ending in endings if "postgres" in needs or not ending.startswith("_DATABASE")}
    return own | ({"NATS_URL"} if "nats" in needs else set())


def addresses(caller):
    return {f"{prefix(service)}_URL" for service, needs in listed().items() if caller == "gateway" and "grpc" in needs}


def known(service):
    """Every setting that the service reads."""
    return found(NAME, KIT, folder(service)) | shared(NAME, service) | by_convention(service) | addresses(service) | RUNTIME


def required(service):
    """The settings without which the service does not start."""
    needed = {"postgres": f"{prefix(service)}_DATABASE_URL", "nats": "NATS_URL", "redis": "REDIS_URL"}
    return found(MUST, folder(service)) | shared(MUST, service) | {needed[need] for need in listed()[service] if need in needed}


def values():
    return yaml.safe_load((CHART / "values.yaml").read_text())


def settable():
    """What config may hold: neither secrets nor what the chart sets by itself."""
    services = values()["services"]
    secret = {key for block in services.values() for key in block["secrets"]}
    own = {key for service in services for key in values()["defaults"]["config"] | services[service].get("config", {})}
    computed = {
        key
        for settings in of_kind(objects(case("full"), unchecked=True), "ConfigMap").values()
        for key in settings["data"]
    } - own - {key for block in case("full")["services"].values() for key in block.get("config", {})}
    return sorted(set().union(*(known(service) for service in services)) - secret - computed)


def schema_text():
    """The schema with the names of all settings."""
    names = ",\n".join(f"        {json.dumps(name)}" for name in settable())
    return ALLOWED.sub(lambda match: f'{match[1]}{{\n      "enum": [\n{names}\n      ]\n    }}', SCHEMA.read_text())


def provided(environment):
    """Names of settings that are given, as they are or as files."""
    return {name.removesuffix("_FILE") for name in environment}
