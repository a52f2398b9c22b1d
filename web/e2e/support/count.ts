import type { FullConfig, Reporter, Suite } from "@playwright/test/reporter";

/** Ends a run with one plain line of counts. */
class Count implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite;
  }

  onEnd(): void {
    const counts = { expected: 0, unexpected: 0, skipped: 0, flaky: 0 };
    for (const test of this.suite?.allTests() ?? []) counts[test.outcome()] += 1;
    const { expected, unexpected, skipped, flaky } = counts;
    const again = flaky > 0 ? `, ${flaky} of them after another try` : "";
    process.stdout.write(
      `\n${expected + flaky} passed${again}, ${unexpected} failed, ${skipped} skipped\n`,
    );
  }
}

export default Count;
