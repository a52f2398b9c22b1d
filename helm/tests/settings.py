"""What settings the services read, by their lists."""

import json
import re

import yaml
from chart import CHART, REPOSITORY, case, objects, of_kind

SCHEMA = CHART / "values.schema.json"
ALLOWED = re.compile(r'("setting": )\{[^}]*\}')


def prefix(service):
    return service.upper().replace("-", "_")


def listed():
    """The programs of services/services.txt, each with its kind and what it needs."""
    lines = (REPOSITORY / "services" / "services.txt").read_text().splitlines()
    columns = [line.split() for line in lines if line and not line.startswith("#")]
    return {name: {kind, *needs.split(",")} for name, kind, needs, *_ in columns}


def list_of(service):
    """The settings that its program reads, each with whether it is needed; `make generate` writes the lists."""
    folder = "gateway" if service == "gateway" else f"services/{service}"
    lines = (REPOSITORY / folder / "settings.txt").read_text().splitlines()
    return {line.removesuffix(" *"): line.endswith(" *") for line in lines if not line.startswith("#")}


def addresses(caller):
    """By convention the gateway reads the address of every service that it can call, and so of a new one."""
    return {f"{prefix(service)}_URL" for service, needs in listed().items() if caller == "gateway" and "grpc" in needs}


def known(service):
    """Every setting that the service reads."""
    return set(list_of(service)) | addresses(service)


def required(service):
    """The settings without which the service does not start."""
    return {name for name, is_needed in list_of(service).items() if is_needed}


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
