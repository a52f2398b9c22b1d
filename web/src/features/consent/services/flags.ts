import type { Service } from "./service";

type Client = { close: () => void };
type Page = Window & {
  LDClient?: { initialize: (id: string, context: Record<string, unknown>) => Client };
};

/** The flag service knows a person by number and plan. */
export function flags(id: string): Service {
  const page: Page = window;
  let client: Client | undefined;
  return {
    begin: (person) => {
      const context = person ? { key: person.id, plan: person.plan } : { anonymous: true };
      client = page.LDClient?.initialize(id, { kind: "user", ...context });
    },
    end: () => {
      client?.close();
      client = undefined;
    },
  };
}
