import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** Ends a run with one plain line of counts. */
class Count implements Reporter {
  private counts = { passed: 0, failed: 0, skipped: 0 };

  onTestEnd(_test: TestCase, result: TestResult): void {
    if (result.status === "passed" || result.status === "skipped") this.counts[result.status] += 1;
    else this.counts.failed += 1;
  }

  onEnd(): void {
    const { passed, failed, skipped } = this.counts;
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  }
}

export default Count;
