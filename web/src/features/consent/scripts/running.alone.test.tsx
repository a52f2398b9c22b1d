import { beforeEach, describe, expect, it, vi } from "vitest";
import type { UserRecord } from "@/api/contract";
import type { ScriptKind, ThirdPartyScript } from "@/api/installation/thirdParty";
import { member } from "@/testing/records";

const reload = vi.hoisted(() => vi.fn());
vi.mock("./reload", () => ({ reload }));

const ada: UserRecord = { ...member, intercom_hmac: "proof" };
const grace: UserRecord = { ...member, id: "user-2", email: "grace@example.com" };

function script(kind: ScriptKind, names: string[] = []): ThirdPartyScript {
  return { kind, src: `https://${kind}.example/run.js`, id: `${kind}-account`, names };
}

function wish(allowed: ThirdPartyScript[], user: UserRecord | null) {
  return { allowed, granted: ["analytics" as const], user };
}

/** The page anew, with nothing running. */
async function freshPage() {
  vi.resetModules();
  const running = await import("./running");
  const { recordingAddress } = await import("@/app-state/recording");
  return { ...running, recordingAddress };
}

function setCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: this browser has no other way
  document.cookie = `${name}=1; path=/`;
}

const elements = () => [...document.head.querySelectorAll("script")];

function loadScripts(): void {
  for (const element of elements()) element.dispatchEvent(new Event("load"));
}

beforeEach(() => {
  reload.mockReset();
  for (const element of elements()) element.remove();
  for (const name of ["dataLayer", "Intercom", "LogRocket", "LDClient", "_hsq", "ldfdr"]) {
    Reflect.deleteProperty(window, name);
  }
});

describe("running scripts", () => {
  it("loads each once, however often it is requested", async () => {
    const page = await freshPage();
    const scripts = [script("forms"), script("visitors")];
    await page.runPermittedScripts(wish(scripts, null));
    await page.runPermittedScripts(wish(scripts, ada));
    expect(elements().map(({ src, async }) => [src, async])).toEqual([
      ["https://forms.example/run.js", true],
      ["https://visitors.example/run.js", true],
    ]);
    expect(window).toMatchObject({ _hsq: [], ldfdr: expect.any(Function) });
  });

  it("leaves the page when one of them may run no longer", async () => {
    const page = await freshPage();
    const one = script("tag_manager");
    await page.runPermittedScripts(wish([one], null));
    setCookie("_ga_X");
    setCookie("other");
    localStorage.setItem("_gcl_ls", "1");
    await page.runPermittedScripts(wish([], null));
    expect(reload).toHaveBeenCalledOnce();
    expect(document.cookie).toBe("other=1");
    expect(localStorage.getItem("_gcl_ls")).toBeNull();
  });

  it("removes on a later page what scripts kept that may run no longer, and nothing of the site", async () => {
    const before = await freshPage();
    await before.runPermittedScripts(wish([script("visitors", ["vendor-", "a"])], null));
    localStorage.setItem("assay.theme", "dark");
    localStorage.setItem("vendor-7", "1");
    const after = await freshPage();
    await after.runPermittedScripts(wish([], null));
    expect(localStorage.getItem("assay.theme")).toBe("dark");
    expect(localStorage.getItem("vendor-7")).toBeNull();
    expect(localStorage.getItem("assay.scripts-ran")).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });

  it("leaves alone what others keep under such names where no script of its kind ever ran", async () => {
    setCookie("_ga_of_another_site");
    const page = await freshPage();
    await page.runPermittedScripts(wish([script("forms")], null));
    expect(document.cookie).toContain("_ga_of_another_site");
  });

  it("forgets the person of an earlier page whose session ended meanwhile", async () => {
    const before = await freshPage();
    await before.runPermittedScripts(wish([script("chat")], ada));
    localStorage.setItem("intercom.session", "of Ada");
    const after = await freshPage();
    await after.runPermittedScripts(wish([script("chat")], ada));
    expect(localStorage.getItem("intercom.session")).toBe("of Ada");
    const later = await freshPage();
    await later.runPermittedScripts(wish([script("chat")], null));
    expect(localStorage.getItem("intercom.session")).toBeNull();
  });
});

describe("the tag manager", () => {
  it("receives the consent first, then a pseudonym, and the sign-out", async () => {
    const page = await freshPage();
    const scripts = [script("tag_manager")];
    await page.runPermittedScripts(wish(scripts, ada));
    loadScripts();
    await page.runPermittedScripts({ ...wish(scripts, ada), granted: ["analytics", "marketing"] });
    await page.runPermittedScripts(wish(scripts, null));
    const { dataLayer } = window as Window & { dataLayer?: Array<Record<string, unknown>> };
    const [first, start, identity, more] = dataLayer ?? [];
    expect(first).not.toBeInstanceOf(Array);
    expect([...(first as unknown as Iterable<unknown>)]).toEqual([
      "consent",
      "default",
      expect.objectContaining({ analytics_storage: "granted", ad_storage: "denied" }),
    ]);
    expect(start).toMatchObject({ event: "gtm.js" });
    expect(identity?.user_id).toMatch(/^[0-9a-f]{32}$/);
    expect([...(more as unknown as Iterable<unknown>)]).toEqual([
      "consent",
      "update",
      expect.objectContaining({ ad_storage: "granted" }),
    ]);
    expect(dataLayer?.at(-1)).toEqual({ event: "sign_out", user_id: null });
    expect(JSON.stringify(dataLayer)).not.toMatch(/ada@|user-1/);
  });
});

describe("the chat", () => {
  type Stub = { q: unknown[] };
  const said = () => (window as Window & { Intercom?: Stub }).Intercom?.q;

  it("receives address and hash, and is shut down before it serves another person", async () => {
    const page = await freshPage();
    const scripts = [script("chat")];
    await page.runPermittedScripts(wish(scripts, ada));
    expect(said()).toEqual([]);
    loadScripts();
    setCookie("intercom-session-x");
    await page.runPermittedScripts(wish(scripts, null));
    expect(said()).toEqual([
      ["boot", { app_id: "chat-account", email: "ada@example.com", user_hash: "proof" }],
      ["shutdown"],
      ["boot", { app_id: "chat-account" }],
    ]);
    expect(document.cookie).not.toContain("intercom");
  });

  it("receives nothing of somebody whose address it cannot check", async () => {
    const page = await freshPage();
    await page.runPermittedScripts(wish([script("chat")], grace));
    loadScripts();
    expect(said()).toEqual([["boot", { app_id: "chat-account" }]]);
  });

  it("is shut down by a sign-out before the next page is there", async () => {
    const page = await freshPage();
    await page.runPermittedScripts(wish([script("chat")], ada));
    loadScripts();
    page.forgetPerson();
    expect(said()?.at(-1)).toEqual(["shutdown"]);
  });
});

describe("the recording", () => {
  it("knows a pseudonym, sees no texts, and says where it can be seen", async () => {
    const calls: unknown[][] = [];
    let sessions = 0;
    Object.assign(window, {
      LogRocket: {
        init: (...words: unknown[]) => calls.push(["init", ...words]),
        identify: (...words: unknown[]) => calls.push(["identify", ...words]),
        startNewSession: () => calls.push(["startNewSession"]),
        getSessionURL: (tell: (address: string) => void) => {
          sessions += 1;
          tell(`https://recording.example/${sessions}`);
        },
      },
    });
    const page = await freshPage();
    const scripts = [script("recording")];
    await page.runPermittedScripts(wish(scripts, ada));
    loadScripts();
    expect(page.recordingAddress()).toBe("https://recording.example/1");
    await page.runPermittedScripts(wish(scripts, null));
    expect(page.recordingAddress()).toBe("https://recording.example/2");
    await page.runPermittedScripts(wish(scripts, grace));
    const pseudonym = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect(calls).toEqual([
      [
        "init",
        "recording-account",
        expect.objectContaining({ dom: { inputSanitizer: true, textSanitizer: true } }),
      ],
      ["identify", pseudonym],
      ["startNewSession"],
      ["startNewSession"],
      ["identify", pseudonym],
    ]);
    expect(calls[1]?.[1]).not.toBe(calls[4]?.[1]);
    page.forgetPerson();
    expect(page.recordingAddress()).toBeNull();
  });
});

describe("the flag service", () => {
  it("knows number and plan, and starts anew for a visitor", async () => {
    const contexts: unknown[] = [];
    const close = vi.fn();
    Object.assign(window, {
      LDClient: {
        initialize: (...words: unknown[]) => {
          contexts.push(words);
          return { close };
        },
      },
    });
    const page = await freshPage();
    const scripts = [script("flags")];
    await page.runPermittedScripts(wish(scripts, ada));
    loadScripts();
    await page.runPermittedScripts(wish(scripts, null));
    expect(contexts).toEqual([
      ["flags-account", { kind: "user", key: "user-1", plan: "FREE" }],
      ["flags-account", { kind: "user", anonymous: true }],
    ]);
    expect(close).toHaveBeenCalledOnce();
  });
});
