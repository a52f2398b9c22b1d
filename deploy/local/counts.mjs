// Reads the report of a test runner. Prints "<passed> <failed>", then a line for each test that failed or needed a second
// try, and for what journeys measured.
// Several files, with colons between them, count together; one that is not there counts nothing.
//   node counts.mjs <cargo|tap|vitest|playwright|plain> <file>[:<file>…]
import { readFileSync } from "node:fs";

const sum = (text, pattern) => [...text.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0);
const withoutColours = (text) => text.replace(/\x1b\[[0-9;]*m/g, "");
const failedIn = (text) => sum(text, /^test result: .*?(\d+) failed/gm);

// The message of a panic, for readers who see only the end of the output.
function reason(text, name) {
  const from = text.indexOf(`---- ${name} stdout ----`);
  const message = from < 0 ? "" : text.slice(from, from + 4000).split("panicked at ")[1];
  return message ? `: ${message.split("\n").slice(0, 2).join(" ").slice(0, 200)}` : "";
}

const shortened = (message, length) => message.replaceAll(/\s+/g, " ").trim().slice(0, length);

// The messages of the tries that failed, each once.
function reasonsOf(results) {
  const messages = results.flatMap(({ errors = [] }) =>
    errors.map(({ message = "" }) => shortened(withoutColours(message), 400)),
  );
  return messages.length > 0 ? `: ${[...new Set(messages)].join(" | ")}` : "";
}

// The message of a failed test of Node.
function errorOf(details) {
  const message = /^ {2}error: (?:\|-\n((?: {4}.*\n|\s*\n)+)|(.*))/m.exec(details);
  return message ? `: ${shortened(message[1] ?? message[2], 400)}` : "";
}

const readers = {
  cargo(text) {
    const [first, second] = text.split(/^Second try$/m);
    const failed = second === undefined ? failedIn(first) : failedIn(second);
    const names = [...first.matchAll(/^---- (\S+) stdout ----$/gm)].map((match) => match[1]);
    return {
      passed: sum(first, /^test result: .*?(\d+) passed/gm) + failedIn(first) - failed,
      failed,
      named: names.map((name) =>
        second?.includes(`test ${name} ... ok`)
          ? `second try: ${name}${reason(first, name)}`
          : `failed: ${name}${reason(first, name)}`,
      ),
    };
  },
  tap(text) {
    const [first, second] = text.split(/^Second try$/m);
    const passedLater = new Set([...(second ?? "").matchAll(/^ok \d+ - (.*)$/gm)].map((match) => match[1]));
    return {
      passed: sum(second ?? first, /^# pass (\d+)/gm),
      failed: sum(second ?? first, /^# fail (\d+)/gm),
      named: [...first.matchAll(/^not ok \d+ - (.*)\n {2}---\n([^]*?)^ {2}\.\.\.$/gm)].map(
        ([, name, details]) => `${passedLater.has(name) ? "second try" : "failed"}: ${name}${errorOf(details)}`,
      ),
    };
  },
  vitest(text) {
    const report = JSON.parse(text);
    const tests = report.testResults.flatMap((file) => file.assertionResults);
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numFailedTestSuites * (report.numFailedTests === 0),
      // Tests that passed and yet have messages failed at first.
      named: tests
        .filter((test) => test.failureMessages.length > 0)
        .map(({ status, fullName, failureMessages: [message] }) => {
          const reason = withoutColours(message).split("\n")[0].slice(0, 200);
          return `${status === "failed" ? "failed" : "second try"}: ${fullName}: ${reason}`;
        }),
    };
  },
  playwright(text) {
    const { stats, errors, suites } = JSON.parse(text);
    const specs = (suite, path) => [
      ...(suite.specs ?? []).flatMap((spec) => spec.tests.map((test) => ({ ...test, title: [...path, spec.title] }))),
      ...(suite.suites ?? []).flatMap((inner) => specs(inner, [...path, inner.title])),
    ];
    const words = { unexpected: "failed", flaky: "second try" };
    const all = suites.flatMap((suite) => specs(suite, [suite.title]));
    const measured = all.flatMap(({ annotations = [] }) => annotations.filter(({ type }) => type === "scripts"));
    return {
      passed: stats.expected + stats.flaky,
      failed: Math.max(stats.unexpected, errors.length > 0 ? 1 : 0),
      named: [
        ...all
          .filter((test) => test.status in words)
          .map((test) => `${words[test.status]}: ${test.projectName} › ${test.title.join(" › ")}${reasonsOf(test.results)}`),
        ...measured.map(({ description }) => description),
      ],
    };
  },
  plain: (text) => {
    const last = [...text.matchAll(/^(\d+) passed, (\d+) failed$/gm)].pop();
    return { passed: Number(last?.[1] ?? 0), failed: Number(last?.[2] ?? 0), named: [] };
  },
};

function count(kind, file) {
  try {
    return readers[kind](withoutColours(readFileSync(file, "utf8")));
  } catch {
    return { passed: 0, failed: 0, named: [] };
  }
}

const [kind, files] = process.argv.slice(2);
const counts = files.split(":").map((file) => count(kind, file));
const total = (name) => counts.reduce((sum, one) => sum + one[name], 0);
console.log([`${total("passed")} ${total("failed")}`, ...counts.flatMap(({ named }) => named)].join("\n"));
