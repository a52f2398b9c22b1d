"""Ends the run with the plain count that the whole test run adds up."""

counts = {"passed": 0, "failed": 0}


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
