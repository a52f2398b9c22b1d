"""Rewrites what is generated when UPDATE=1, and ends the run with the plain count that the whole test run adds up."""

import os

import settings
from chart import CASES, CHART, case, render

counts = {"passed": 0, "failed": 0}


def pytest_sessionstart():
    if os.environ.get("UPDATE") == "1":
        settings.SCHEMA.write_text(settings.schema_text())
        for name in CASES:
            (CHART / "rendered" / f"{name}.yaml").write_text(render(case(name)))


def pytest_runtest_logreport(report):
    if report.failed:
        counts["failed"] += 1
    elif report.passed and report.when == "call":
        counts["passed"] += 1


def pytest_collectreport(report):
    if report.failed:
        counts["failed"] += 1


def pytest_unconfigure():
    print(f"{counts['passed']} passed, {counts['failed']} failed")
