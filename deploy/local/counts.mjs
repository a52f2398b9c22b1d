// Reads how many tests passed and failed out of what a runner left. Prints "<passed> <failed>".
//   node counts.mjs <cargo|tap|vitest|playwright|plain> <file>
import { readFileSync } from "node:fs";

const sum = (text, pattern) => [...text.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0);

const readers = {
  // nextest says it in one line, cargo test once per binary.
  cargo(text) {
    const summary = /Summary \[[^\]]*\]\s+(\d+)(?:\/\d+)? tests? run: (\d+) passed/.exec(text);
    if (summary) return [Number(summary[2]), Number(summary[1]) - Number(summary[2])];
    return [sum(text, /^test result: .*?(\d+) passed/gm), sum(text, /^test result: .*?(\d+) failed/gm)];
  },
  tap: (text) => [sum(text, /^# pass (\d+)/gm), sum(text, /^# fail (\d+)/gm)],
  vitest(text) {
    const report = JSON.parse(text);
    return [report.numPassedTests, report.numFailedTests + report.numFailedTestSuites * (report.numFailedTests === 0)];
  },
  playwright(text) {
    const { stats, errors } = JSON.parse(text);
    return [stats.expected + stats.flaky, Math.max(stats.unexpected, errors.length > 0 ? 1 : 0)];
  },
  plain: (text) => {
    const last = [...text.matchAll(/^(\d+) passed, (\d+) failed$/gm)].pop();
    return last ? [Number(last[1]), Number(last[2])] : [0, 0];
  },
};

const [kind, file] = process.argv.slice(2);
try {
  console.log(readers[kind](readFileSync(file, "utf8").replace(/\x1b\[[0-9;]*m/g, "")).join(" "));
} catch {
  console.log("0 0");
}
