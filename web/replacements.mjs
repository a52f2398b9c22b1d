// Modules of libraries that the site replaces by its own: the build, the component tests and the check of the export read
// this table. `importers` are the files of the library whose import of `request` leads to `by` instead.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL(".", import.meta.url));

export const replacements = [
  {
    name: "hydration in steps",
    importers: /\/node_modules\/next\/dist\/client\/index\.js$/,
    request: "react-dom/client",
    by: "src/lib/hydrateRoot.ts",
  },
  {
    name: "query results rendered in steps",
    importers: /\/node_modules\/@tanstack\/react-query\/build\/modern\/use(BaseQuery|Queries)\.js$/,
    request: "react",
    by: "src/lib/batchedNotifications.ts",
  },
  {
    name: "patterns of rewrites, which an export has none of",
    importers: /\/node_modules\/next\/dist\/shared\/lib\/router\/utils\/route-match-utils\.js$/,
    request: "next/dist/compiled/path-to-regexp",
    by: "src/lib/noRewrites.ts",
  },
  {
    name: "errors of the session server, which the browser never makes",
    importers: /\/node_modules\/next-auth\/utils\/logger\.js$/,
    request: "../core/errors",
    by: "src/lib/sessionErrors.ts",
  },
];

/** The file that replaces what a file imports, or null. */
export function replacementOf(request, importer) {
  const found = replacements.find(
    (each) => each.request === request && each.importers.test(importer),
  );
  return found ? join(root, found.by) : null;
}

/** For component tests: the same table, as a plugin of Vite. */
export const replacePlugin = {
  name: "replacements",
  enforce: "pre",
  resolveId: (request, importer) => replacementOf(request, importer ?? ""),
};

const reportPath = join(root, ".next/replacements.json");

/** For the build: replaces the modules, and reports which imports lead where for `checkReplacements`. */
export class ReplaceModules {
  apply(compiler) {
    compiler.hooks.normalModuleFactory.tap("ReplaceModules", (factory) => {
      factory.hooks.beforeResolve.tap("ReplaceModules", (data) => {
        const by = replacementOf(data.request, data.contextInfo.issuer);
        if (by) data.request = by;
      });
    });
    let leads = new Map();
    compiler.hooks.thisCompilation.tap("ReplaceModules", (compilation) => {
      // Later webpack merges modules, which changes the graph of their imports.
      compilation.hooks.finishModules.tap("ReplaceModules", (modules) => {
        leads = new Map(replacements.map((each) => [each, leadsOf(each, modules, compilation)]));
      });
    });
    compiler.hooks.afterEmit.tap("ReplaceModules", (compilation) => {
      const report = replacements.map((each) => ({
        name: each.name,
        leads: leads.get(each),
        files: filesWith(join(root, each.by), compilation),
      }));
      writeFileSync(reportPath, JSON.stringify(report, null, 2));
    });
  }
}

/** Which importers lead to the replacement, and which still to the original. */
function leadsOf({ importers, by }, modules, { moduleGraph }) {
  const found = Array.from(modules).filter(({ resource }) => importers.test(resource ?? ""));
  return found.map((module) => {
    const targets = Array.from(moduleGraph.getOutgoingConnections(module), (each) => each.module);
    return {
      importer: module.resource,
      replaced: targets.some((target) => target?.resource === join(root, by)),
    };
  });
}

/** The scripts that contain a module, which may be one of several that webpack merged. */
function filesWith(resource, { chunks, chunkGraph }) {
  const holds = (module) => module.resource === resource || (module.modules ?? []).some(holds);
  return Array.from(chunks)
    .filter((chunk) => chunkGraph.getChunkModules(chunk).some(holds))
    .flatMap((chunk) => Array.from(chunk.files))
    .filter((file) => file.endsWith(".js"));
}

/** Returns the faults of the replacements in the latest build, as sentences. */
export function checkReplacements() {
  if (!existsSync(reportPath)) return ["The build left no report of replaced modules."];
  const reports = JSON.parse(readFileSync(reportPath, "utf8"));
  return replacements.flatMap(({ name, importers, by }) => {
    const report = reports.find((each) => each.name === name);
    if (!report) return [`${name}: the build was made without this replacement.`];
    if (report.leads.length === 0) return [`${name}: no file of the build matches ${importers}.`];
    const missed = report.leads
      .filter(({ replaced }) => !replaced)
      .map(({ importer }) => `${name}: ${importer} still imports the original.`);
    const present = report.files.some((file) => existsSync(join(root, "out/_next", file)));
    return present ? missed : [...missed, `${name}: no script of the export contains ${by}.`];
  });
}
