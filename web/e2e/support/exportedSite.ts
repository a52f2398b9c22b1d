import { existsSync } from "node:fs";
import { join, normalize } from "node:path";
import type { BrowserContext, Route } from "@playwright/test";

/** No server listens here: every request is answered from the folder of the export. */
export const exportedOrigin = "http://localhost:9";

function refusal(path: string) {
  return {
    error: {
      message: "UNAUTHORIZED",
      code: -32001,
      data: { code: "UNAUTHORIZED", httpStatus: 401, path },
    },
  };
}

/** Answers calls as the gateway does for a visitor without an account. */
function answerCalls(route: Route, procedures: string): Promise<void> {
  return route.fulfill({ status: 401, json: procedures.split(",").map(refusal) });
}

function fileOf(folder: string, path: string): string | null {
  const inside = normalize(decodeURIComponent(path));
  const candidates = inside.endsWith("/") ? [`${inside}index.html`] : [inside, `${inside}.html`];
  const found = candidates.map((name) => join(folder, name)).find((name) => existsSync(name));
  return found ?? null;
}

/** Answers everything that the pages of an exported site ask for, without a server and always the same. */
export async function answerFrom(context: BrowserContext, folder: string): Promise<void> {
  await context.route("**/*", (route) => {
    const { origin, pathname } = new URL(route.request().url());
    if (origin !== exportedOrigin) return route.abort();
    if (pathname === "/config.json") return route.fulfill({ json: {} });
    if (pathname.startsWith("/api/auth/")) return route.fulfill({ json: {} });
    if (pathname.startsWith("/api/trpc/")) {
      return answerCalls(route, pathname.slice("/api/trpc/".length));
    }
    const path = fileOf(folder, pathname);
    return path ? route.fulfill({ path }) : route.fulfill({ status: 404, body: "" });
  });
}
