"""Values that the chart refuses: typing mistakes, and combinations that could not work."""

import helm_python as helm
import pytest
from chart import case, merged, render

TYPING_MISTAKES = {
    "top level key": {"publicURL": "https://a.example"},
    "address without a scheme": {"publicUrl": "assay.example.org"},
    "address with a path": {"publicUrl": "https://a.example/app"},
    "group of services": {"service": {}},
    "name of a service": {"services": {"identiy": {"replicas": 3}}},
    "key of a service": {"services": {"identity": {"replica": 3}}},
    "count as text": {"services": {"identity": {"replicas": "three"}}},
    "no pods": {"services": {"gateway": {"replicas": 0}}},
    "kind of a service": {"services": {"identity": {"kind": "grcp"}}},
    "key of a default": {"defaults": {"replicaCount": 3}},
    "image as text": {"defaults": {"image": "assay:1"}},
    "key of the image": {"defaults": {"image": {"repository": "assay"}}},
    "short digest": {"defaults": {"image": {"digest": "sha256:abc"}}},
    "pull policy": {"defaults": {"image": {"pullPolicy": "always"}}},
    "kind of resource": {"defaults": {"resources": {"limits": {"mem": "1Gi"}}}},
    "unit of memory": {"defaults": {"resources": {"limits": {"memory": "1GB"}}}},
    "letter of a setting": {"services": {"identity": {"config": {"SESION_MAX_AGE": 60}}}},
    "secret as a setting": {"services": {"identity": {"config": {"AUTH_SECRET": "0123456789abcdef0123456789abcdef"}}}},
    "name of a setting": {"services": {"identity": {"config": {"session_max_age": 60}}}},
    "setting as a list": {"services": {"identity": {"config": {"ADMIN_EMAILS": ["a@a.example"]}}}},
    "secret as text": {"services": {"identity": {"secrets": {"SMTP_URL": "smtp://mail"}}}},
    "key of the service keys": {"serviceKeys": {"rotate": True}},
    "TLS as text": {"tls": "on"},
    "key of TLS": {"tls": {"rotate": True}},
    "days of certificates": {"tls": {"days": 0}},
    "key of secrets": {"secrets": {"existingSecretName": "assay"}},
    "short API_KEY_PEPPERS": {"secrets": {"create": True, "values": {"API_KEY_PEPPERS": "short"}}},
    "short AUTH_SECRET": {"secrets": {"create": True, "values": {"AUTH_SECRET": "short"}}},
    "too little time to drain": {"defaults": {"terminationGracePeriodSeconds": 5}},
    "key of autoscaling": {"defaults": {"autoscaling": {"max": 4}}},
    "share of CPU": {"defaults": {"autoscaling": {"targetCpu": 650}}},
    "key of the budget": {"defaults": {"disruptionBudget": {"minAvailable": 1}}},
    "key of the ingress": {"ingress": {"class": "nginx"}},
    "ingress TLS as text": {"ingress": {"tls": "assay-tls"}},
    "annotation as a number": {"ingress": {"annotations": {"a": 1}}},
    "key of a policy": {"networkPolicy": {"gatewayfrom": []}},
    "peer": {"networkPolicy": {"metricsFrom": [{"cidr": "10.0.0.0/8"}]}},
    "dependency without ports": {"networkPolicy": {"dependencies": {"kafka": {"to": []}}}},
    "port": {"networkPolicy": {"dependencies": {"nats": {"ports": [70000]}}}},
    "key of the monitor": {"serviceMonitor": {"enable": True}},
    "key of the alerts": {"alerts": {"enable": True}},
    "interval": {"serviceMonitor": {"interval": "30"}},
    "telemetry address": {"telemetry": {"endpoint": "collector:4317"}},
    "weight as text": {"services": {"catalog": {"databaseWeight": "2"}}},
    "no weight": {"services": {"catalog": {"databaseWeight": 0}}},
    "connections as text": {"postgres": {"maxConnections": "100"}},
    "pull secret as text": {"imagePullSecrets": ["registry"]},
}


@pytest.mark.parametrize("mistake", TYPING_MISTAKES)
def test_a_typing_mistake_is_refused(mistake):
    with pytest.raises(helm.HelmError):
        render(merged(case("minimal"), TYPING_MISTAKES[mistake]))


COMBINATIONS = {
    "publicUrl must be": {"publicUrl": ""},
    "secrets.existingSecret must name": {"secrets": {"existingSecret": ""}},
    "secrets.values.ACCESS_DATABASE_URL is missing: access": {"secrets": {"create": True}},
    "75 pods with a database .* open at least 225 connections, more than 80% of postgres.maxConnections \\(200\\)": {
        "defaults": {"replicas": 14}
    },
    "open at least 212 connections": {"services": {"catalog": {"databasePool": 40}}, "defaults": {"replicas": 3}},
    "services.search.databaseWeight is missing": {"services": {"search": {"kind": "grpc", "migrate": True, "secrets": {}}}},
    "publicUrl must begin with https://": {"publicUrl": "http://assay.example.org"},
    "telemetry.endpoint must begin with https://": {"telemetry": {"endpoint": "http://collector:4317"}},
    "ingress.enabled needs services.gateway.config.TRUSTED_PROXIES": {"ingress": {"enabled": True}},
    "TRUSTED_PROXIES, the addresses of your ingress controller": {
        "ingress": {"enabled": True},
        "services": {"gateway": {"config": {"TRUSTED_PROXIES": " , "}}},
    },
    "which networkPolicy.dependencies does not name": {"services": {"profiles": {"dependsOn": ["kafka"]}}},
}


@pytest.mark.parametrize("message", COMBINATIONS)
def test_a_combination_that_cannot_work_is_refused_with_its_reason(message):
    with pytest.raises(helm.HelmError, match=message):
        render(merged(case("minimal"), COMBINATIONS[message]))


PLAIN = {
    "CATALOG_DATABASE_URL must say": {"CATALOG_DATABASE_URL": "postgres://catalog:example@db.example.org/catalog"},
    "PROFILES_NATS_URL must hold addresses with tls://": {"PROFILES_NATS_URL": "tls://a:b@nats-0.example.org,nats://a:b@nats-1.example.org"},
    "GATEWAY_REDIS_URL must be an address with rediss://": {"GATEWAY_REDIS_URL": "redis://a:b@redis.example.org"},
}


@pytest.mark.parametrize("message", PLAIN)
def test_an_address_of_a_server_without_tls_is_refused(message):
    with pytest.raises(helm.HelmError, match=message):
        render(merged(case("full"), {"secrets": {"values": PLAIN[message]}}))
