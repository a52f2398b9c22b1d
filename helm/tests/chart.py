"""Renders the chart with real Helm."""

import re
import shutil
import tempfile
from pathlib import Path

import helm_python as helm
import yaml

CHART = Path(__file__).parent.parent
REPOSITORY = CHART.parent
# A key that the chart has made, under the second in which it was made: neither is the same twice. Likewise certificates.
MADE_KEY = re.compile(r"^(  (?:[a-z-]+\.)?)\d+\.pem: \S+$", re.MULTILINE)
MADE_CERTIFICATE = re.compile(r"^(  (?:tls\.crt|tls\.key|ca\.crt)): \S+$", re.MULTILINE)
MADE_AT = re.compile(r'^(    service-tls/(?:made|issuer)): "[0-9a-f]+"$', re.MULTILINE)
# Settings for which each service has a key of its own in the Secret, with the schemes of their addresses.
LOGINS = {"NATS_URL": "tls", "REDIS_URL": "rediss"}
CASES = sorted(path.stem for path in (CHART / "ci").glob("*.yaml"))


def case(name):
    """The values of one file in ci/; where the chart makes the Secret, with an example of each key that a service needs."""
    values = yaml.safe_load((CHART / "ci" / f"{name}.yaml").read_text())
    if values["secrets"].get("create"):
        for service, block in yaml.safe_load((CHART / "values.yaml").read_text())["services"].items():
            settings = [setting for setting, needed in block["secrets"].items() if needed]
            if block.get("migrate"):
                settings.append(f"{service.upper()}_OWNER_DATABASE_URL")
            for setting in settings:
                example = f"postgres://{service}:example@db.example.org/{service}?sslmode=verify-full"
                if setting in LOGINS:
                    setting, example = f"{service.upper()}_{setting}", f"{LOGINS[setting]}://{service}:example@{setting.lower()}.example.org"
                values["secrets"]["values"].setdefault(setting, example.replace("_url.", "."))
    return values


def merged(base, *changes):
    """The values with each change laid over them, as Helm lays one values file over another."""
    result = dict(base)
    for change in changes:
        for key, value in change.items():
            both_maps = isinstance(value, dict) and isinstance(result.get(key), dict)
            result[key] = merged(result[key], value) if both_maps else value
    return result


def without_schema(folder):
    """A copy of the chart that takes any value."""
    copy = Path(folder) / "chart"
    shutil.copytree(CHART, copy, ignore=shutil.ignore_patterns("values.schema.json", "ci", "rendered", "tests"))
    return copy


def manifests(chart, values, **options):
    """All manifests of the chart in a folder as one text, in a stable order."""
    with helm.Chart.load(chart) as loaded:
        files = loaded.render(values, name="assay", namespace="assay", **options)
    documents = [
        document.strip()
        for path, text in sorted(files.items())
        if not path.endswith("NOTES.txt")
        for document in text.split("\n---\n")
    ]
    return "\n---\n".join(document.removeprefix("---\n") for document in documents if document) + "\n"


def render(values, unchecked=False, **options):
    """The same of this chart, without what is never the same twice."""
    with tempfile.TemporaryDirectory() as folder:
        text = manifests(without_schema(folder) if unchecked else CHART, values, **options)
    text = MADE_KEY.sub(r"\g<1>1.pem: bWFkZQ==", text)
    return MADE_AT.sub(r'\g<1>: "1"', MADE_CERTIFICATE.sub(r"\g<1>: bWFkZQ==", text))


def objects(values, **options):
    return [item for item in yaml.safe_load_all(render(values, **options)) if item]


def of_kind(items, kind):
    return {item["metadata"]["name"]: item for item in items if item["kind"] == kind}
