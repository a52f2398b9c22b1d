"""What settings the services read, found in their sources."""

import json
import re

import yaml
from chart import CHART, REPOSITORY, case, objects, of_kind

KIT = REPOSITORY / "services" / "libs" / "kit" / "src"
SCHEMA = CHART / "values.schema.json"
# env.parsed("NAME", …), list(env, "NAME"), let name = "NAME", const NAME: &str = "NAME"
NAME = re.compile(r'(?:\benv\s*\.\s*\w+\(|\benv,|\blet name =|\bconst \w+: &str =)\s*"(LOG|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)"')
# format!("{prefix}_NAME"), read for services that have a database
PREFIXED = re.compile(r'"\{\w*\}(_DATABASE_[A-Z0-9_]+)"')
MUST = re.compile(r'\.(?:required|secret)\(\s*"([A-Z][A-Z0-9_]*)"')
ALLOWED = re.compile(r'("setting": )\{[^}]*\}')
# Read by the runtime itself.
RUNTIME = {"TOKIO_WORKER_THREADS"}


def sources(folder):
    """The code that reads settings, without its tests."""
    for path in sorted(folder.rglob("*.rs")):
        text = path.read_text().split("#[cfg(test)]")[0]
        if "Env" in text and "testing" not in path.parts:
            yield text


def folder(service):
    return REPOSITORY / "gateway" / "src" if service == "gateway" else REPOSITORY / "services" / service / "src"


def found(pattern, *folders):
    return {name for place in folders for text in sources(place) for name in pattern.findall(text)}


def prefix(service):
    return service.upper().replace("-", "_")


def of_database(service):
    if not found(re.compile("DbConfig"), folder(service)):
        return set()
    return {prefix(service) + ending for ending in found(PREFIXED, KIT)}


def known(service):
    """Every setting that the service reads."""
    return found(NAME, KIT, folder(service)) | of_database(service) | RUNTIME


def required(service):
    """The settings without which the service does not start."""
    return found(MUST, folder(service)) | {name for name in of_database(service) if name.endswith("_URL")}


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
