import type { Purpose } from "../purposes";
import type { Service } from "./service";

type Page = Window & { dataLayer?: unknown[] };

/** The visitor's consent, in the words of tag managers. */
function consent(granted: readonly Purpose[]) {
  const word = (purpose: Purpose) => (granted.includes(purpose) ? "granted" : "denied");
  return {
    analytics_storage: word("analytics"),
    functionality_storage: word("support"),
    personalization_storage: word("support"),
    ad_storage: word("marketing"),
    ad_user_data: word("marketing"),
    ad_personalization: word("marketing"),
    security_storage: "granted",
  };
}

/** A tag manager reads its commands and events from a queue of the page. */
export function tagManager(): Service {
  const page: Page = window;
  const push = (entry: unknown) => {
    page.dataLayer ??= [];
    page.dataLayer.push(entry);
  };
  // Commands are distinguished from events by being a list of arguments.
  function command(..._words: unknown[]): void {
    // biome-ignore lint/complexity/noArguments: an array is taken for an event
    push(arguments);
  }
  return {
    prepare: (granted) => {
      command("consent", "default", consent(granted));
      push({ event: "gtm.js", "gtm.start": Date.now() });
    },
    grant: (granted) => command("consent", "update", consent(granted)),
    begin: (person) => {
      if (person) push({ event: "identify", user_id: person.pseudonym });
    },
    end: () => push({ event: "sign_out", user_id: null }),
  };
}
