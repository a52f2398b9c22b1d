import type { Service } from "./service";

type Queue = { (...words: unknown[]): void; _q?: unknown[] };
type Page = Window & { _hsq?: unknown[]; ldfdr?: Queue };

const anonymous = { begin: () => {}, end: () => {} };

/** Forms receive nothing about the visitor. */
export function forms(): Service {
  const page: Page = window;
  return {
    ...anonymous,
    prepare: () => {
      page._hsq ??= [];
    },
  };
}

/** Nor is the service that looks for the company behind a visit. */
export function visitors(): Service {
  const page: Page = window;
  return {
    ...anonymous,
    prepare: () => {
      const queue: Queue = (...words) => {
        queue._q ??= [];
        queue._q.push(words);
      };
      page.ldfdr ??= queue;
    },
  };
}
