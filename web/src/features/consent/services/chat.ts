import type { Service } from "./service";

type Chat = { (...words: unknown[]): void; queue?: unknown[] };
type Stub = Chat & { q: unknown[]; c: (words: unknown) => void };
type Page = Window & { Intercom?: Chat };

/** Queues commands until the script is loaded, which reads `q` and `c`. */
function stub(): Stub {
  const queue: unknown[] = [];
  const keep = (words: unknown) => queue.push(words);
  return Object.assign((...words: unknown[]) => keep(words), { q: queue, c: keep });
}

/** The chat knows a person by address and hash; a person without a hash is a visitor. */
export function chat(id: string): Service {
  const page: Page = window;
  return {
    prepare: () => {
      page.Intercom ??= stub();
    },
    begin: (person) => {
      const known = person?.chatHash ? { email: person.email, user_hash: person.chatHash } : {};
      page.Intercom?.("boot", { app_id: id, ...known });
    },
    end: () => page.Intercom?.("shutdown"),
  };
}
